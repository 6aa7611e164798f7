"""Conventions under which another answer would be right: a rival printed constant, GB or GiB, rounding first.

>>> [v.value for v in variants_of_number(Fraction("240.24")) if "8.1e+11" in v.name or "8.1e11" in v.name][:1]
[Fraction(19700, 81)]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import final

from symroof.algebra.posynomial import Ratio
from symroof.errors import SymroofError
from symroof.reading.formula import Node, to_ratio
from symroof.reading.quantity import Printed
from symroof.reading.units import literals


@final
@dataclass(frozen=True)
class Variant:
    """The value another convention gives, and the convention's name."""

    value: Fraction
    name: str


def sci(x: Fraction) -> str:
    """A short decimal for a constant: 8.1e11."""
    out = f"{float(x):.6g}"
    if "e" not in out and abs(x) >= 10**6:
        out = f"{float(x):.6e}"
    if "e" in out:
        head, _, power = out.partition("e")
        head = head.rstrip("0").rstrip(".") if "." in head else head
        out = f"{head}e{int(power)}"
    return out


@lru_cache(maxsize=1)
def _facts() -> tuple[tuple[str, tuple[Fraction, ...]], ...]:
    """Every constant printed in more than one way: (machine and what, its values)."""
    from symroof.machines import machines

    out = []
    for m in machines().values():
        for key, fact in m.facts.items():
            values = tuple(dict.fromkeys((fact.value, *fact.others)))
            if len(values) > 1:
                out.append((f"{m.name} {key}", values))
    return tuple(out)


@lru_cache(maxsize=1)
def _ridges() -> tuple[tuple[Fraction, Fraction, str], ...]:
    """(own ridge, another ridge, which constant differs) of every machine, dtype and link."""
    from symroof.machines import machines

    out: dict[tuple[Fraction, Fraction], str] = {}
    for m in machines().values():
        for dtype in m.peaks:
            for link in m.bandwidths:
                own = m.peaks[dtype] / m.bandwidths[link]
                for v in m.all_variants(dtype, link)[1:]:
                    c, w = v.peaks[dtype], v.bandwidths[link]
                    parts = []
                    if c != m.peaks[dtype]:
                        parts.append(f"{dtype} at {sci(c)} FLOPs/s instead of {sci(m.peaks[dtype])}")
                    if w != m.bandwidths[link]:
                        parts.append(f"{link} at {sci(w)} bytes/s instead of {sci(m.bandwidths[link])}")
                    out.setdefault((own, c / w), f"{m.name}, {' and '.join(parts)}")
    ordered = sorted(out.items(), key=lambda kv: kv[1].count(" and "))
    return tuple((own, other, name) for (own, other), name in ordered)


def variants_of_number(value: Fraction) -> Iterator[Variant]:
    """What a number that is a chip's ridge (or a simple multiple) would be with the chip's other printed constants."""
    for own, other, name in _ridges():
        for factor in (Fraction(1), Fraction(1, 2), Fraction(2), Fraction(4), Fraction(1, 4)):
            if abs(value - own * factor) <= abs(value) / 10_000:
                yield Variant(other * factor, name)


def variants_of_formula(node: Node, evaluate: Callable[[Ratio], Fraction | None]) -> Iterator[Variant]:
    """What a formula with printed constants would be with rival constants, or with its operands rounded first."""
    found = [p for p in dict.fromkeys(literals(node)) if p.digits >= 2]
    swaps: list[tuple[Printed, Fraction, str]] = []
    for p in found[:12]:
        for name, values in _facts():
            if p.value in values:
                swaps += [(p, v, f"{name} at {sci(v)} instead of {sci(p.value)}") for v in values if v != p.value]
    for p in found[:12]:
        for keep in range(p.digits - 1, 0, -1):
            place = (
                Fraction(10) ** (len(str(int(abs(p.value)))) - keep)
                if abs(p.value) >= 1
                else p.place * 10 ** (p.digits - keep)
            )
            if place <= p.place:
                continue
            v = round(p.value / place) * place
            if v and v != p.value:
                swaps.append((p, v, f"{sci(p.value)} rounded to {sci(v)} first"))
    seen: set[Fraction] = set()
    unique = list(dict.fromkeys(swaps))[:40]
    pairs: list[tuple[tuple[Printed, Fraction, str], ...]] = [(s,) for s in unique]
    pairs += [(a, b) for a, b in combinations(unique, 2) if a[0] != b[0]][:120]
    for combo in pairs:
        table = {p: v for p, v, _ in combo}
        try:
            got = evaluate(to_ratio(node, literal=lambda p, t=table: t.get(p, p.value)))  # type: ignore[misc]
        except SymroofError:
            continue
        if got is not None and got not in seen:
            seen.add(got)
            yield Variant(got, " and ".join(name for _, _, name in combo))


def factor_name(r: Fraction) -> str | None:
    """The named convention behind answer/expected = r, when there is one: GB or GiB, bits or bytes."""
    for power, small, big in ((1, "kB", "KiB"), (2, "MB", "MiB"), (3, "GB", "GiB"), (4, "TB", "TiB")):
        q = Fraction(1024**power, 1000**power)
        if r == q:
            return f"{big} where {small} is meant"
        if r == 1 / q:
            return f"{small} where {big} is meant"
    return None


def gib_variants(value: Fraction) -> Iterator[Variant]:
    """A byte count that someone printed in the other kind of unit: 512 kB for 512 KiB."""
    for power, small, big in ((4, "TB", "TiB"), (3, "GB", "GiB"), (2, "MB", "MiB"), (1, "kB", "KiB")):
        if abs(value) < 1000**power / 2:
            continue
        q = Fraction(1024**power, 1000**power)
        yield Variant(value / q, f"{big} printed as {small}")
        yield Variant(value * q, f"{small} printed as {big}")


def constants_in(node: Node) -> Iterator[tuple[dict[Printed, Fraction], str]]:
    """Replacements of one or two printed constants of a formula by a rival printed value of the same chip."""
    swaps = [
        (p, v, f"{name} at {sci(v)} instead of {sci(p.value)}")
        for p in dict.fromkeys(literals(node))
        for name, values in _facts()
        if p.value in values
        for v in values
        if v != p.value
    ][:40]
    for s in swaps:
        yield {s[0]: s[1]}, s[2]
    for a, b in combinations(swaps, 2):
        if a[0] != b[0]:
            yield {a[0]: a[1], b[0]: b[1]}, f"{a[2]} and {b[2]}"
