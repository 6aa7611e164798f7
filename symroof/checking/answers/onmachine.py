"""The rates of a machine by the names that formulas give them: C and W, C_int8, W_ici.

>>> found = rates_of("TPU v5e")
>>> float(found["C"] / found["W"])
240.2439024390244
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import symroof.regexes as re
from symroof.machines import MachineLike, machine


def rates_of(on: MachineLike) -> dict[str, Fraction]:
    """The peaks (FLOPs/s) and bandwidths (bytes/s) of a machine; C is that of bf16 where there is one, W that of HBM.

    Raises what ``machine`` raises for a chip that is not known.
    """
    chip = machine(on)
    out = {f"C_{d}": chip.peak(d) for d in chip.peaks} | {f"W_{link}": chip.bandwidth(link) for link in chip.bandwidths}
    main = "C_bf16" if "C_bf16" in out else next((k for k in out if k.startswith("C_")), "")
    short = {"C": main, "W": "W_hbm"}
    return {**out, **{name: out[long] for name, long in short.items() if long in out}}


def bound_on(on: MachineLike, let: Mapping[str, object] | None, *texts: object) -> dict[str, object]:
    """What is bound, and the machine's rates that stand in these texts; a name bound by itself keeps its value.

    >>> bound_on("TPU v5e", {"W": 5}, "B > C/W"), bound_on("TPU v5e", None, "B > 240")
    ({'C': Fraction(197000000000000, 1), 'W': 5}, {})
    """
    names = set(re.findall(r"[^\W\d_]\w*", re.sub(r"\\(?:text|mathrm|mathsf)|[{}\\]", "", " ".join(map(str, texts)))))
    return {**{n: rate for n, rate in rates_of(on).items() if n in names}, **(let or {})}


__all__ = ["bound_on", "rates_of"]
