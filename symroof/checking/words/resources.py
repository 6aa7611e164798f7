"""What a program can be bound by, as answers name it: compute (the math, its FLOPs) or what brings the data.

Parts of patterns, without case: COMPUTE, DATA, which is of a NETWORK or a MEMORY, and BOUND, which says of the word
before it that it is the limit.  A DISK is neither.  By its INTENSITY, FLOPs a byte, it is on one side of the ridge.

>>> import re
>>> [bool(re.fullmatch(COMPUTE + BOUND, x, re.I)) for x in ("compute-bound", "FLOPs limited", "memory-bound")]
[True, True, False]
>>> [bool(re.fullmatch(DATA + BOUND, x, re.I)) for x in ("HBM-bound", "comms bound", "arithmetic-bound")]
[True, True, False]
"""

from __future__ import annotations

COMPUTE = r"(?:compute|math|flops?|computation|arithmetic|processing)"
DATA = (
    r"(?:(?:memory|mem|hbm|dram)(?:[-\s]+(?:bandwidth|bandwith|bw))?|bandwidth|bandwith|bw|comms?|communications?|network|"
    r"ici|nvlink|interconnect|links?|nic|fabric|pcie|infiniband|ethernet|io|i/o)"
)
NETWORK = (
    r"(?:network|communications?|comms?|ici|nvlink|interconnect|(?:up|down)?links?|nics?|switch(?:es)?|fabric|infiniband|"
    r"ethernet|pcie)"
)
DISK = r"(?:(?:hard\s+)?(?:disks?|drives?)|ssds?|hdds?|nvmes?)"
MEMORY = r"(?:memory|hbm|dram|vram)"
INTENSITY = r"(?:(?:the\s+|our\s+)?(?:arithmetic\s+|operational\s+)?intensity|AI|OI)"
BOUND = r"[-\s]+(?:bound|limited)"

__all__ = ["BOUND", "COMPUTE", "DATA", "DISK", "INTENSITY", "MEMORY", "NETWORK"]
