"""A formula whose numbers were rounded before it was written down: 3.33*x for 10*x/3, B > 240.24*F/D, 1/B < 1/240.

Each number printed with some digits is made an unknown; where the formula can be the one expected, these are what a
system of linear equations says, and the answer stands if they print as the numbers that it has.

>>> from symroof.checking.claims.claims import claim
>>> f, expected = claim("1/(1/240.24 - 1/D)", None, {}), claim("1/(8.2e11/1.97e14 - 1/D)", None, {})
>>> fitted(f, expected).reason
'right with 240.2439 for 240.24'
>>> fitted(claim("3.34*x", None, {}), claim("10*x/3", None, {})) is None
True
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from symroof.algebra.ratios.posynomial import Ratio, gen, ratio
from symroof.checking.claims import digits
from symroof.checking.claims.claims import FLIP, Claim, Verdict, bound_of, constant, text_of
from symroof.checking.claims.inequality import alike, solved_for
from symroof.errors import SymroofError
from symroof.reading.nodes import Node
from symroof.reading.quantity import Printed, shown
from symroof.reading.ratios import to_ratio
from symroof.reading.units import literals, scientific

MAX_NUMBERS = 4  # unknowns of one formula
MAX_TERMS = 200  # of the equation
_UNKNOWN = "_number"  # no name that can be typed begins so


def fitted(a: Claim, e: Claim) -> Verdict | None:
    """The verdict on a formula that is the one expected but for the rounding of its numbers; None where it is not."""
    if e.value is None or ("value" in (a.kind, e.kind) and (a.kind != e.kind or not e.value.names)):
        return None  # two numbers are told apart by their digits
    free = [p for p in dict.fromkeys(_printed(a)) if _measured(p)][:MAX_NUMBERS]
    if len(free) == 1 and (scaled := _scaled(a, e, free[0])) is not None:
        return scaled
    for some in [free, *([p] for p in free if len(free) > 1)]:
        found = _solved(a, e, some) if some else None
        if found is None:
            continue
        how = [digits.claim(replace(p, coarse=p.place), v) for p, v in zip(some, found)]
        if None in how:
            continue
        worst: digits.Followed = "truncated" if "truncated" in how else "rounded"
        words = [f"{shown(v, digits=p.digits + 2)} for {p.text}" for p, v in zip(some, found) if p.value != v]
        return Verdict(worst, f"right with {', '.join(words)}", code="coefficient", right=text_of(e.value))
    return None


def _scaled(a: Claim, e: Claim, p: Printed) -> Verdict | None:
    """The verdict on the one number of an answer that stands for an irrational factor: 0.577 sqrt(S) for sqrt(S/3)."""
    if a.kind != e.kind or a.kind not in ("value", "bound") or a.value is None or e.value is None or not a.value.num:
        return None
    if a.kind == "bound" and (a.name, a.sense[:1]) != (e.name, e.sense[:1]):
        return None
    names = {p: f"{_UNKNOWN}0"}
    unknown = _with_unknowns(a, e.name, names)
    by = None if unknown is None else unknown / a.value  # the unknown over what was printed, where it is a factor
    if by is None or by != gen(f"{_UNKNOWN}0") / ratio(p.value):
        return None
    factor = e.value / a.value
    exact = constant(factor)
    if exact is None or (factor.constant() is not None and not a.value.atoms):
        return None
    value = p.value * exact
    how = digits.claim(replace(p, coarse=p.place), value)
    if how is None:
        return None
    words = f"right with {shown(value, digits=p.digits + 2)} for {p.text}"
    return Verdict(how, words, code="coefficient", right=text_of(e.value))


def of_a_factor(said: Claim, exact: Claim) -> Verdict | None:
    """The verdict on a printed factor before symbols, by its digits: 11.3 B for sqrt(128) B; None for others."""
    if said.value is None or exact.value is None or not said.value.num.terms or not exact.value.names:
        return None
    off, free = constant(exact.value / said.value), [p for p in dict.fromkeys(_printed(said)) if _measured(p)]
    if off is None or len(free) != 1 or free[0].digits < 3:
        return None
    by = _with_unknowns(said, "", {free[0]: _UNKNOWN})
    if by is None or by / said.value != gen(_UNKNOWN) / ratio(free[0].value):
        return None
    p, value = free[0], free[0].value * off
    if digits.claim(replace(p, coarse=p.place), value) is not None:
        return Verdict("rounded", f"right with {shown(value, digits=p.digits + 2)} for {p.text}", code="coefficient")
    if abs(value - p.value) <= 2 * p.place or not Fraction(1, 2) < off < 2:
        return None
    right = shown(value, digits=p.digits)
    return Verdict("wrong", f"the factor is {right}, not {p.text}", code="coefficient")


def _measured(p: Printed) -> bool:
    """Whether a number has digits that can have been rounded: 240.24, 0.33 and 480, and not 2, 16, 0.5 or 8.2e11."""
    return not scientific(p) and p.digits >= 2 and (p.value.denominator != 1 or abs(p.value) >= 100)


def _printed(c: Claim) -> Sequence[Printed]:
    """The numbers of a claim as they are printed, of both sides of an inequality."""
    return [p for node in _nodes(c) for p in literals(node)]


def _nodes(c: Claim) -> list[Node]:
    if c.kind == "value" or c.chain is None:
        return [c.node] if c.node is not None else []
    return [s.node for s in c.chain.sides if s.node is not None]


def _solved(a: Claim, e: Claim, some: Sequence[Printed]) -> list[Fraction] | None:
    """What these numbers of the answer have to be for it to be what is expected; None where nothing else follows."""
    names = {p: f"{_UNKNOWN}{i}" for i, p in enumerate(some)}
    if e.kind == "order" and (pair := alike(a, e)) is not None:
        e = pair[1]
    try:
        mine = _with_unknowns(a, e.name, names)
    except SymroofError:
        return None
    if mine is None or e.value is None or any(r.atoms for r in (mine, e.value)):
        return None
    if len(mine.num) * len(e.value.den) + len(mine.den) * len(e.value.num) > MAX_TERMS:
        return None
    terms = (mine.num * e.value.den - e.value.num * mine.den).monomials()
    return _one_solution(_linear(terms, list(names.values())), len(some))


def _linear(terms: Sequence[tuple[Mapping[Any, Any], Any]], names: Sequence[str]) -> list[list[Fraction]]:
    """For each product of the other symbols the coefficients of the unknowns and the rest; [] if not linear."""
    least = {n: min(Fraction(powers.get(n, 0)) for powers, _ in terms) for n in names} if terms else {}
    rows: dict[tuple[tuple[str, Fraction], ...], list[Fraction]] = {}
    for powers, k in terms:
        here = {str(n): Fraction(x) for n, x in powers.items() if n not in names}
        unknown = {n: x for n in names if (x := Fraction(powers.get(n, 0)) - least[n])}
        if len(unknown) > 1 or any(x != 1 for x in unknown.values()) or not isinstance(k, (int, Fraction)):
            return []
        row = rows.setdefault(tuple(sorted(here.items())), [Fraction(0)] * (len(names) + 1))
        row[next((i for i, n in enumerate(names) if n in unknown), -1)] += Fraction(k)
    return list(rows.values())


def _with_unknowns(c: Claim, name: str, names: Mapping[Printed, str]) -> Ratio | None:
    """The value of a claim, or the bound on a symbol that it is, with these numbers as symbols."""
    if c.kind == "value" or c.chain is None:
        return to_ratio(_renamed(c.node, names), fixed=c.let) if c.node is not None else None
    at = next((i for i, r in enumerate(c.chain.relations) if r in FLIP), None)
    sides = [s.node for s in c.chain.sides]
    if at is None or len(sides) != 2 or sides[0] is None or sides[1] is None:
        return None
    left, right = (to_ratio(_renamed(n, names), fixed=c.let) for n in sides if n is not None)
    made = bound_of(left, c.chain.relations[at], right, c.text)
    solved = made if made.kind == "bound" and made.name == name else solved_for(made, name)
    return None if solved is None else solved.value


def _renamed(node: Node, names: Mapping[Printed, str]) -> Node:
    if node.printed is not None and node.printed in names:
        return Node("name", name=names[node.printed], at=node.at)
    return replace(node, args=tuple(_renamed(x, names) for x in node.args)) if node.args else node


def _one_solution(rows: list[list[Fraction]], n: int) -> list[Fraction] | None:
    """The solution of linear equations, each row the coefficients and the constant; None unless there is just one."""
    done: list[list[Fraction]] = []
    for i in range(n):
        pivot = next((r for r in rows if r[i]), None)
        if pivot is None:
            return None
        pivot = [x / pivot[i] for x in pivot]
        rows = [[x - r[i] * y for x, y in zip(r, pivot)] for r in rows]
        done = [[x - r[i] * y for x, y in zip(r, pivot)] for r in done] + [pivot]
    return None if any(any(r) for r in rows) else [-r[-1] for r in done]
