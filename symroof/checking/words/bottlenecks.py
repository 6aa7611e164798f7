"""What is the bottleneck, in other words than compute-bound and memory-bound: the limiting factor is bandwidth.

>>> bound("the FLOPs are the bottleneck"), bound("compute is not the limit"), bound("bottlenecked by HBM bandwidth")
('it is compute-bound', 'it is not compute-bound', 'memory-bound')
>>> bound("limited by compute, not by bandwidth"), bound("B > 240"), bound("memory capacity is the limit")
('compute-bound', None, None)
"""

from __future__ import annotations

import symroof.regexes as re
from symroof.checking.words.resources import DISK, NETWORK

_MATH = (
    r"(?:(?:peak\s+)?compute|math|flops?(?:/s)?|computation|arithmetic(?:\s+units?)?|processing|tensor\s+cores?|mxu|"
    r"floating[\s-]point\s+units?|fpus?|alus?|vector\s+units?|mat(?:rix|mul)\s+units?)"
)
_MEMORY = (
    r"(?:(?:how\s+(?:fast|quickly)\s+(?:we|it|you|one)\s+(?:can\s+)?)?(?:read|load|stream|fetch)(?:ing)?\s+(?:of\s+)?(?:all\s+)?(?:the\s+)?"
    r"(?:weights|parameters|kv[\s-]cache|model)|(?:(?:hbm|mem|memory|v?dram|vram|network|ici|dcn|link|nvlink)\s+)?(?:bandwidth|bw)|"
    r"(?:infiniband|ethernet|nvlink|pcie|ici|dcn)\s+(?:fabric|network|links?|switch(?:es)?|bus)|(?:hbm|memory|dram)\s+(?:bus|interface)|"
    r"hbm|memory|dram|vram|comms?|communications?|network|interconnect|nvlink|nics?|ici|dcn|fabric|(?:up|down)?links?|switch(?:es)?|pcie|infiniband|ethernet|i/o|io)"
)
_ITS = r"(?:\s+(?:throughput|rate|speed|bandwidth|traffic|time))?"
_OTHER = r"(?!\s+(?:capacity|size|footprint|space))(?![-\s]+(?:bound|limited)\b)"
_OF = (
    r"(?:\s+of\s+(?:the\s+|our\s+|this\s+|its\s+)?(?:hbm|memory|dram|chip|gpu|tpu|card|device|machine|accelerator|"
    r"processor|network|link))?"
)
_WHAT = rf"(?:the\s+)?(?:(?P<math>{_MATH})|(?P<memory>{_MEMORY})){_ITS}\b{_OF}{_OTHER}"
_STOP = (
    r"(?:bottleneck|limit(?:ation|er)?|limiting\s+(?:factor|resource|one)|constraint|wall|constraining\s+factor|choke[\s-]?point|"
    r"binding\s+(?:constraint|resource))"
)
_NOT = r"(?P<no>\s+(?:not|never|no\s+longer)|n['’]t)?"
_IS = r"\b(?:is|are|becomes?|will\s+be)"
_LIMITS = r"(?:limits?|bottlenecks?|holds?\s+back|constrains?|bounds?)\s+(?:it|us|this|that|the\s+\w+)\b"
_NETWORK = re.compile(rf"\b(?:{NETWORK}|dcn)\b", re.I)
_DISK = re.compile(rf"(?:the\s+)?{DISK}", re.I)
_EITHER = re.compile(r"bandwidth|bw|i/?o|pcie", re.I)  # of the memory or of a link
_ALONE = re.compile(_WHAT, re.I)
_SURELY = re.compile(r"\A(?:definitely|clearly|obviously|certainly|surely|mostly|mainly)\s+", re.I)
_FORMS = (
    re.compile(rf"\b{_WHAT}\s*{_IS}{_NOT}\s+(?:the|our|its|what)\s+{_STOP}\b", re.I),
    re.compile(rf"\b(?:the|our|its)\s+{_STOP}\s+{_IS}{_NOT}\s+{_WHAT}", re.I),
    re.compile(
        rf"\b(?:it|the\s+[a-z]+)\s+(?:is|sits|spends\s+(?:most|nearly\s+all|all)\s+of\s+its\s+time){_NOT}\s+waiting\s+(?:on|for)\s+{_WHAT}",
        re.I,
    ),
    re.compile(rf"\b(?:we|it|you)\s+(?:hit|hits|are\s+at|run\s+into)\s+the\s+{_WHAT}\s+(?:wall|roof|ceiling)\b", re.I),
    re.compile(rf"\b{_WHAT}(?P<no>\s+(?:does|do)(?:\s+not|n['’]t))?\s+{_LIMITS}", re.I),
)
_BY = re.compile(
    rf"\b(?:limited|bound(?:ed)?|dominated|bottlenecked|constrained|throttled|held\s+back|capped)\s+(?:by|on)\s+{_WHAT}",
    re.I,
)
_NOT_THE_OTHER = re.compile(
    rf"(?P<bound>\b(?:(?P<math>{_MATH})|{_MEMORY})[-\s]+(?:bound|limited))\s*,?\s*(?:(?:and|but)\s+)?"
    rf"(?:not|rather\s+than|instead\s+of)\s+(?:by\s+|on\s+)?(?:the\s+)?(?:(?P<math2>{_MATH})|{_MEMORY}){_ITS}"
    r"(?:[-\s]+(?:bound|limited))?(?=\s*(?:\Z|[.!;)]))",
    re.I,
)


def bound(text: str) -> str | None:
    """The text with "compute-bound" or "memory-bound" for such words; None where it has none of them."""
    out = text
    for form in _FORMS:
        out = form.sub(lambda m: f"it is {'not ' if m.groupdict().get('no') else ''}{_side(m['math'])}", out)
    out = _BY.sub(lambda m: _side(m["math"]), out)
    out = _NOT_THE_OTHER.sub(lambda m: m["bound"] if bool(m["math"]) != bool(m["math2"]) else m.group(), out)
    return out if out != text else None


def alone(text: str) -> str | None:
    """What a resource that is named alone, or as the bottleneck, says of the limit; None where none is named.

    >>> alone("HBM bandwidth"), alone("the FLOPs"), alone("memory capacity"), alone("reading the weights")
    ('memory-bound', 'compute-bound', None, 'memory-bound')
    >>> alone("HBM bandwidth bottleneck"), alone("NIC"), alone("bandwidth"), alone("no bottleneck")
    ('memory-bound', 'communication-bound', 'bandwidth-bound', None)
    """
    named = _SURELY.sub("", re.sub(r"\s+bottleneck\Z", "", text.strip(" .!")))
    if _DISK.fullmatch(named):
        return "disk-bound"
    m = _ALONE.fullmatch(named)
    if m is None or m["math"]:
        return None if m is None else "compute-bound"
    if _NETWORK.search(text):
        return "communication-bound"
    return "bandwidth-bound" if _EITHER.fullmatch(m["memory"]) else "memory-bound"


def _side(math: str | None) -> str:
    return "compute-bound" if math else "memory-bound"
