"""The rates of a machine by the names that formulas give them: C and W, C_int8, W_ici.

>>> found = rates_of("TPU v5e")
>>> float(found["C"] / found["W"])
240.2439024390244
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from fractions import Fraction

import symroof.regexes as re
from symroof.checking.claims.claims import Asked, Verdict
from symroof.machines import MachineLike, machine
from symroof.reading.measures import BYTES, FLOPS, NOTHING, SECONDS, UNITS, product

_FLOPS_A_SECOND, _BYTES_A_SECOND = (product(d, SECONDS, -1) for d in (FLOPS, BYTES))


def rates_of(on: MachineLike) -> dict[str, Fraction]:
    """The peaks (FLOPs/s) and bandwidths (bytes/s) of a machine; C is that of bf16 where there is one, W that of HBM.

    Raises what ``machine`` raises for a chip that is not known.
    """
    chip = machine(on)
    out = {f"C_{d}": chip.peak(d) for d in chip.peaks} | {f"W_{link}": chip.bandwidth(link) for link in chip.bandwidths}
    main = "C_bf16" if "C_bf16" in out else next((k for k in out if k.startswith("C_")), "")
    short = {"C": main, "W": "W_hbm"}
    return {**out, **{name: out[long] for name, long in short.items() if long in out}}


def _is_labelled(key: str, rates: Collection[str]) -> bool:
    """Whether a formula of rates and numbers without any unit has one behind it.

    >>> [_is_labelled(t, {"C", "W"}) for t in ("2*70e9/C s", "12.2 ms", "10 GB/W s", "10 GB/W", "B > C/W", "B/C s")]
    [True, False, False, False, False, False]
    """
    m = _LABEL.search(key)
    words = {*_WORD.findall(key[: m.start("unit")])} if m is not None else set()
    return m is not None and m["unit"] in UNITS and bool(words) and words <= {*rates}


_WORD = re.compile(r"(?<![\w.])[A-Za-z]\w*")
_LABEL = re.compile(r"[\w)]\s+(?P<unit>[A-Za-zµ]+)\s*\Z")


def bound_on(on: MachineLike, let: Mapping[str, object] | None, *texts: object) -> dict[str, object]:
    """What is bound, and the rates of the machine in these texts, which count; a name bound by hand keeps its value.

    A unit behind the last of them says what its formula is in, of which the rates are numbers: 2*70e9/C s.

    >>> bound_on("TPU v5e", None, "2*70e9/C s")["C"].dimension
    ()
    >>> bound_on("TPU v5e", {"W": 5}, "B > C/W"), bound_on("TPU v5e", None, "B > 240")
    ({'C': Asked(value=Fraction(197000000000000, 1), dimension=(0, 1, -1), names=frozenset(), unit=''), 'W': 5}, {})
    """
    known = rates_of(on)
    labelled = bool(texts) and _is_labelled(str(texts[-1]), known)
    names = set(re.findall(r"[^\W\d_]\w*", re.sub(r"\\(?:text|mathrm|mathsf)|[{}\\]", "", " ".join(map(str, texts)))))
    units = {"C": NOTHING, "W": NOTHING} if labelled else {"C": _FLOPS_A_SECOND, "W": _BYTES_A_SECOND}
    rates = {n: Asked(x, units[n[0]]) for n, x in known.items()}
    return {**{n: rate for n, rate in rates.items() if n in names}, **(let or {})}


_CLOSE = Fraction(1, 100)
_A_LINK = re.compile(r"(?<![A-Za-z])W_\{?(?!hbm|mem|dram|vmem|sram)[a-z]\w*", re.I)


def both_ways(found: Verdict, expected: object, on: MachineLike | None) -> Verdict:
    """The verdict, open where a rate over a link would be right for both of its directions together, or for one.

    >>> from symroof.checking.answers.answer import check
    >>> [check(f"B > {n}", "B > C/W_ici", on="TPU v5p").verdict for n in (5100, 2550, 1275)]
    ['exact', 'undecided', 'wrong']
    """
    linked = on is not None and isinstance(expected, str) and _A_LINK.search(expected) is not None
    if found.verdict != "wrong" or found.apart is None or not linked:
        return found
    doubled = found.apart.answer / found.apart.right
    if all(abs(doubled / by - 1) > _CLOSE for by in (Fraction(2), Fraction(1, 2))):
        return found
    return replace(found, verdict="undecided", reason="whether a link counts one way or both is open", code="constant")


__all__ = ["bound_on", "both_ways", "rates_of"]
