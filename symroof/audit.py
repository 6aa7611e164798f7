"""The audit: every ridge of the machine table recomputed, and numbers that look sparse or slipped by a unit flagged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import final

from symroof.decimals import shortest
from symroof.errors import UnknownResource
from symroof.machines import Machine, machine, machines
from symroof.shown import visible

_USUAL = (50, 700)  # FLOPs per byte: every 16-bit ridge in the table lies in here


@final
@dataclass(frozen=True)
class Finding:
    """One doubt about a machine's number: which, why, and the value that would fit."""

    machine: str
    key: str
    reason: str

    def __str__(self) -> str:
        return f"{self.machine}: {self.key} {self.reason}"


@visible
@final
@dataclass(frozen=True)
class Audit:
    """Every ridge recomputed, by (machine, dtype, link), and what looks wrong."""

    ridges: Mapping[tuple[str, str, str], Fraction]
    findings: tuple[Finding, ...]


def audit(chosen: Iterable[Machine] | None = None) -> Audit:
    """Recompute every ridge; flag peaks that look sparse or off by 1000, and bandwidths that look off by 1000 or 8,
    in GiB for GB, or, over a link between chips, counted both ways.

    >>> audit().findings
    ()
    >>> print(audit([Machine(name="H100", peaks={"bf16": "1.979e15"}, bandwidths={"hbm": "3.35e12"})]).findings[0])
    H100: bf16 1.979e15 is twice the dense 9.89e14 of H100: a peak with sparsity?
    """
    ridges: dict[tuple[str, str, str], Fraction] = {}
    findings: list[Finding] = []
    for m in machines().values() if chosen is None else chosen:
        ridges |= {(m.name, d, k): m.ridge(d, k) for d in m.peaks for k in m.bandwidths}
        known = _known(m)
        findings += _sparse(m, known)
        findings += _scaled(m, known)
    return Audit(ridges, tuple(findings))


def _known(m: Machine) -> Machine | None:
    """The chip of the shipped table that goes by this name."""
    try:
        return machine(m.name)
    except UnknownResource:
        return None


def _near(x: Fraction, y: Fraction, tolerance: Fraction = Fraction(3, 100)) -> bool:
    return abs(x - y) <= tolerance * y


def _sparse(m: Machine, known: Machine | None) -> Iterator[Finding]:
    """Twice a known dense peak, or off by 1000; else four times the format twice as wide, where dense chips do two."""
    for d, v in m.peaks.items():
        dense = None if known is None else known.peaks.get(d)
        for factor, words in _THOUSANDS if dense is not None else ():
            if known is not None and dense is not None and _near(v, dense * factor):
                doubt = f"{shortest(v)} is {words} the {shortest(dense)} of {known.name}: a slip of unit?"
                yield Finding(m.name, d, doubt)
        if dense is not None and known is not None and _near(v, 2 * dense):
            doubt = f"{shortest(v)} is twice the dense {shortest(dense)} of {known.name}: a peak with sparsity?"
            yield Finding(m.name, d, doubt)
        elif known is None:
            for wide in _WIDER.get(d, ()):
                base = m.peaks.get(wide)
                if base is not None and _near(v, 4 * base):
                    doubt = f"{shortest(v)} is four times {wide}, where dense chips do twice: a peak with sparsity?"
                    yield Finding(m.name, d, doubt)


_WIDER = {"bf16": ("tf32",), "fp16": ("tf32",), "int8": ("bf16", "fp16"), "fp8": ("bf16", "fp16"), "fp4": ("fp8",)}
_THOUSANDS = ((Fraction(1000), "1000 times"), (Fraction(1, 1000), "a thousandth of"))
_SLIPS = (*_THOUSANDS, (Fraction(8), "8 times"), (Fraction(1, 8), "an eighth of"))
_BINARY = ((Fraction(1024, 1000) ** 3, "GiB for GB"), (Fraction(1024, 1000) ** 4, "TiB for TB"))
_PRINTED = Fraction(1, 100)  # a value as near to a printed one is that value, rounded
_EXACTLY = Fraction(1, 500)  # how near a factor of 1.07 must be met to look like one


def _slips(link: str, v: Fraction, usual: Fraction) -> Iterator[str]:
    """What a bandwidth is of the one known, {}, where that looks like a slip."""
    for factor, words in _SLIPS:
        if _near(v, usual * factor):
            yield words + " the {}: a slip of unit?"
    if link != "hbm" and _near(v, 2 * usual):
        yield "twice the one-way {}: both ways counted?"
    for factor, words in _BINARY:
        if _near(v, usual * factor, _EXACTLY):
            yield f"{float(factor):.4g} times the {{}}: {words}?"


def _scaled(m: Machine, known: Machine | None) -> Iterator[Finding]:
    """Against the known chip where there is one, else against the range that all 16-bit ridges fall in."""
    for k, v in m.bandwidths.items():
        usual = None if known is None else known.bandwidths.get(k)
        if usual is not None and known is not None:
            if not any(_near(v, x, _PRINTED) for x in known.printed(k)):
                found = next(_slips(k, v, usual), "")
                if found:
                    yield Finding(m.name, k, f"{shortest(v)} is {found.format(f'{shortest(usual)} of {known.name}')}")
            continue
        half = m.peaks.get("bf16", m.peaks.get("fp16"))
        if k != "hbm" or half is None or _USUAL[0] <= half / v <= _USUAL[1]:
            continue
        fits = [words for factor, words in _SLIPS if _USUAL[0] <= half / (v / factor) <= _USUAL[1]]
        guess = f"; it looks {fits[-1]} what it should be" if fits else ""
        bounds = f"{_USUAL[0]} to {_USUAL[1]}"
        doubt = f"{shortest(v)} makes the ridge {float(half / v):.4g} FLOPs per byte, outside the usual {bounds}{guess}"
        yield Finding(m.name, k, doubt)
