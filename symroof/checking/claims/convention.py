"""Conventions under which another answer would be right: a rival printed constant, GB or GiB, rounding first.

>>> [v.value for v in variants_of_number(Fraction("240.24")) if "8.1e+11" in v.name or "8.1e11" in v.name][:1]
[Fraction(19700, 81)]
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, permutations
from typing import final

from symroof.algebra.ratios.functions import ROUNDINGS
from symroof.algebra.ratios.posynomial import Ratio, ratio
from symroof.decimals import general
from symroof.errors import SymroofError
from symroof.reading.formula import Node, to_ratio
from symroof.reading.nodes import leaves, plain, replaced, weight
from symroof.reading.quantity import Printed
from symroof.reading.units import literals


@final
@dataclass(frozen=True)
class Variant:
    """The value another convention gives, and the convention's name."""

    value: Fraction
    name: str
    kind: str = "constant"  # or operand, inner: one to fewer digits, a result on the way too; or pair: two constants


def sci(x: Fraction) -> str:
    """A short decimal for a constant: 8.1e11."""
    return general(x, 6)


MAX_LEAVES = 30  # of a formula whose operands are varied
_Swap = tuple[Printed, Fraction, str]


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
                printed = [(v.peaks[dtype], v.bandwidths[link]) for v in m.all_variants(dtype, link)]
                for (c0, w0), (c, w) in permutations(printed, 2):
                    pair = (c0 / w0, c / w)
                    if pair in out:
                        continue
                    parts = []
                    if c != c0:
                        parts.append(f"{dtype} at {sci(c)} FLOPs/s instead of {sci(c0)}")
                    if w != w0:
                        parts.append(f"{link} at {sci(w)} bytes/s instead of {sci(w0)}")
                    out[pair] = f"{m.name}, {' and '.join(parts)}"
    return tuple(sorted(((own, other, name) for (own, other), name in out.items()), key=lambda row: row[0]))


@lru_cache(maxsize=1)
def _own_ridges() -> tuple[float, ...]:
    return tuple(float(own) for own, _, _ in _ridges())


def variants_of_number(value: Fraction, near: Fraction = Fraction(1, 10_000)) -> Iterator[Variant]:
    """What a chip's ridge (or a simple multiple of it) would be with the chip's other printed constants.

    ``near`` is by how much, relatively, the value may miss the ridge that it is taken for.
    """
    if not Fraction(1, 10**6) < abs(value) < 10**9:
        return
    found: list[tuple[int, int, Variant]] = []
    width = float(near)
    for factor in (Fraction(1), Fraction(1, 2), Fraction(2), Fraction(4), Fraction(1, 4)):
        at = float(value / factor)
        first = bisect_left(_own_ridges(), at * (1 - width))
        for own, other, name in _ridges()[first:]:
            if own > at * (1 + width):
                break
            pair = " and " in name
            found.append((pair, len(found), Variant(other * factor, name, "pair" if pair else "constant")))
    for _, _, variant in sorted(found, key=lambda row: row[:2]):
        yield variant


def rivals(value: Fraction) -> Iterator[Variant]:
    """The other printed values of a constant of some chip.

    >>> sorted({sci(v.value) for v in rivals(Fraction(910 * 10**12))})
    ['9.18e14', '9.2e14']
    """
    for what, values in _facts():
        if value in values and value >= 10**9:
            yield from (Variant(v, f"{what} at {sci(v)} instead of {sci(value)}") for v in values if v != value)


def _named(found: Iterable[Printed]) -> list[tuple[Printed, Fraction, str]]:
    """The other printed values of the constants of the one chip that these numbers name, by two of them or more.

    One constant alone names no chip (8.2e11 bytes/s are those of two), nor do two values of it, and where several
    would do none is named.
    """
    chips: dict[str, set[str]] = {}
    swaps: dict[str, list[_Swap]] = {}
    for p in found:
        for what, values in _facts():
            if p.value not in values:
                continue
            chip = what.rpartition(" ")[0].removesuffix(" (vendor)")
            chips.setdefault(chip, set()).add(_constant(what))
            rows = swaps.setdefault(chip, [])
            rows += [(p, v, f"{what} at {sci(v)} instead of {sci(p.value)}") for v in values if v != p.value]
    most = max(map(len, chips.values()), default=0)
    best = [chip for chip, values in chips.items() if len(values) == most]
    if most < 2 or len(best) != 1:
        return []
    seen: dict[tuple[Fraction, Fraction], _Swap] = {}
    for swap in swaps[best[0]]:
        seen.setdefault((swap[0].value, swap[1]), swap)
    return list(seen.values())


def variants_of_formula(
    node: Node, evaluate: Callable[[Ratio], Fraction | None], let: Mapping[str, Ratio] | None = None, digits: int = 2
) -> Iterator[Variant]:
    """What a formula would be with rival printed constants, or with operands or intermediate results rounded first.

    The constants are those of the one chip that the formula's own numbers (and those that ``let`` gives to its names)
    belong to; what is rounded first keeps at least ``digits`` digits.  Of a quotient below 1 the reciprocal may be a
    step, 240 of W/C, and what a ceiling or floor is of is not rounded before: it would count another number of things.
    """
    bound = let or {}
    if weight(node) > MAX_LEAVES:
        return
    found = [p for p in dict.fromkeys(literals(node)) if p.digits >= 2]
    found += [_as_printed(n, c) for n in sorted(set(leaves(node, "name"))) if (c := _number(bound.get(n))) is not None]
    constants = _named(found[:12])[:20]
    free = {*_outside(node)}
    operands = [
        (p, v, f"{sci(p.value)} rounded to {sci(v)} first")
        for p in found[:12]
        if p in free or p.text in free
        for v in _rounded(p, digits)
    ]
    combos: list[tuple[str, tuple[_Swap, ...]]] = [("constant", (s,)) for s in constants]
    combos += [("operand", (s,)) for s in operands[:20]]
    combos += [("pair", (a, b)) for a, b in combinations(constants, 2) if a[0] != b[0] and not _of_one(a, b)][:40]
    for kind, combo in combos:
        table = {p: v for p, v, _ in combo}
        fixed = {**bound, **{p.text: ratio(v) for p, v, _ in combo if p.text in bound}}
        got = _evaluated(node, evaluate, fixed, swapped(table))
        if got is not None:
            yield Variant(got, " and ".join(name for _, _, name in combo), kind)
    worked_out = [(n, w) for n in _intermediate(node) if (w := _evaluated(n, evaluate, bound))]
    for inner, whole in worked_out:
        for value, upside in ((whole, False), (1 / whole, True))[: 1 + (abs(whole) < 1)]:
            for v in _rounded(_as_printed("", value), digits):
                new = _as_printed("", 1 / v if upside else v)
                got = _evaluated(replaced(node, inner, Node("num", printed=new)), evaluate, bound)
                if got is not None:
                    what = f"1/({plain(inner)})" if upside else plain(inner)
                    yield Variant(got, f"{what} = {sci(value)} rounded to {sci(v)} first", "inner")


def swapped(table: Mapping[Printed, Fraction]) -> Callable[[Printed], Fraction]:
    """What each printed number counts as: those of a table as it says, any other as printed."""
    return lambda p: table.get(p, p.value)


def _evaluated(
    node: Node,
    evaluate: Callable[[Ratio], Fraction | None],
    fixed: Mapping[str, Ratio],
    literal: Callable[[Printed], Fraction] | None = None,
) -> Fraction | None:
    try:
        return evaluate(to_ratio(node, literal=literal, fixed=fixed))
    except SymroofError:
        return None


def _number(r: Ratio | None) -> Fraction | None:
    c = r.constant() if r is not None else None
    return Fraction(c) if c is not None else None


def _as_printed(name: str, value: Fraction) -> Printed:
    """A number that was not printed, as one of up to 12 digits."""
    e = _magnitude(value) - 12 if value else 0
    place = Fraction(10) ** e
    digits = len(str(abs(round(value / place))).rstrip("0"))
    return Printed(value, place, place, digits, name)


def _magnitude(value: Fraction) -> int:
    """How many digits stand before the point; 0 for 0.24, -1 for 0.024."""
    e = len(str(abs(value.numerator))) - len(str(value.denominator))
    while abs(value) >= Fraction(10) ** e:
        e += 1
    while value and abs(value) < Fraction(10) ** (e - 1):
        e -= 1
    return e


def _rounded(p: Printed, least: int) -> Iterator[Fraction]:
    """A printed number to fewer digits, the least or one more: an author keeps as many as the answer will have."""
    for n in (least + 1, least):
        if n >= p.digits:
            continue
        place = Fraction(10) ** (_magnitude(p.value) - n)
        v = round(p.value / place) * place
        if v and v != p.value:
            yield v


def _intermediate(node: Node) -> Iterator[Node]:
    """The quotients and products inside a formula, which an author may have worked out and rounded on the way."""
    stack, found = list(node.args), 0
    while stack and found < 8:
        n = stack.pop()
        if _counts(n):
            continue
        stack.extend(n.args)
        if n.kind == "mul":
            found += 1
            yield n


def _outside(node: Node) -> Iterator[Printed | str]:
    """The numbers and names of a formula that stand in no ceiling or floor."""
    if _counts(node):
        return
    if node.printed is not None:
        yield node.printed
    elif node.kind == "name":
        yield node.name
    for n in node.args:
        yield from _outside(n)


def _counts(node: Node) -> bool:
    """Whether a node is a function that rounds to whole numbers, or what such a division leaves."""
    return node.kind == "call" and (node.name in ROUNDINGS or node.name == "mod")


def _of_one(a: _Swap, b: _Swap) -> bool:
    """Whether two numbers are the same constant of a chip, set to two values at once, which no convention does."""
    return _constant(a[2]) == _constant(b[2]) and a[1] != b[1]


def _constant(words: str) -> str:
    """Which constant of which chip is meant, printed by its vendor or by others."""
    return words.partition(" at ")[0].replace(" (vendor)", "")


def factor_name(r: Fraction) -> str | None:
    """The named convention behind answer/expected = r, when there is one: GB or GiB, bits or bytes."""
    for power, small, big in ((1, "kB", "KiB"), (2, "MB", "MiB"), (3, "GB", "GiB"), (4, "TB", "TiB")):
        q = Fraction(1024**power, 1000**power)
        if r == q:
            return f"{big} where {small} is meant"
        if r == 1 / q:
            return f"{small} where {big} is meant"
    return None


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
        if a[0] != b[0] and not _of_one(a, b):
            yield {a[0]: a[1], b[0]: b[1]}, f"{a[2]} and {b[2]}"
