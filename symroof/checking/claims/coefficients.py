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
from itertools import permutations
from typing import Any

from symroof.algebra.ratios.functions import EXTREMES
from symroof.algebra.ratios.posynomial import Ratio, exact, gen, ratio, term
from symroof.checking.claims import digits
from symroof.checking.claims.claims import (
    FLIP,
    MIN_ROUNDED,
    OPEN_BY,
    Claim,
    Verdict,
    bound_of,
    constant,
    narrow,
    text_of,
)
from symroof.checking.claims.inequality import alike, solved_for
from symroof.errors import SymroofError
from symroof.reading.nodes import Node
from symroof.reading.quantity import Printed, shown
from symroof.reading.ratios import to_ratio
from symroof.reading.units import literals, scientific, walk

MAX_NUMBERS = 4  # unknowns of one formula
MAX_TERMS = 200  # of the equation
_CUT = 3  # digits of a number that may be cut: two are up to 9 % off
MAX_ARGUMENTS = 4  # of a maximum whose arguments are matched in any order
_UNKNOWN = "_number"  # no name that can be typed begins so


def fitted(a: Claim, e: Claim, *, constants: bool = True) -> Verdict | None:
    """The verdict on a formula that is the one expected but for the rounding of its numbers; None where it is not.

    With ``constants`` one with a power of ten may be rounded too; that of a key, 8.2e11 bytes/s, is what it is.
    """
    if e.value is None or ("value" in (a.kind, e.kind) and (a.kind != e.kind or not e.value.names)):
        return None  # two numbers are told apart by their digits
    free = [p for p in _free(_printed(a)) if constants or not scientific(p)] or _term(a)
    if len(free) == 1 and (scaled := _scaled(a, e, free[0])) is not None:
        return scaled
    for some in _tried(free):
        found = _solved(a, e, some)
        if found is not None and (made := _as_printed(list(zip(some, found)), e.value)) is not None:
            return made
    if (
        a.node is None
        or (a.kind, a.name, a.sense[:1]) != (e.kind, e.name, e.sense[:1])
        or not (constants and e.value.atoms)
    ):
        return None
    inside = _inside(a.node, e.value, a.let)
    return None if not inside else _as_printed(inside, e.value)


def _as_printed(found: Sequence[tuple[Printed, Fraction]], right: Ratio) -> Verdict | None:
    """The verdict on numbers that have to be these for a formula to be the right one; None if one is not so printed."""
    how = [digits.claim(replace(p, coarse=p.place), v) for p, v in found]
    cut = [(p, v) for h, (p, v) in zip(how, found) if h == "truncated" and p.digits < _CUT]
    if None in how or any(abs(v - p.value) > OPEN_BY * abs(v) for p, v in cut):
        return None
    coarse = [p for h, (p, _) in zip(how, found) if h == "rounded" and scientific(p) and not narrow(p)]
    coarse += [p for p, _ in cut]
    if coarse:
        return Verdict("undecided", f"{coarse[0].text} leaves more open than a factor may", code="coefficient")
    worst: digits.Followed = "truncated" if "truncated" in how else "rounded"
    words = [f"{shown(v, digits=p.digits + 2)} for {p.text}" for p, v in found if p.value != v]
    return Verdict(worst, f"right with {', '.join(words)}", code="coefficient", right=text_of(right))


def _free(found: Sequence[Printed]) -> list[Printed]:
    """The numbers of a formula that can have been rounded, so many as are looked into."""
    return [p for p in dict.fromkeys(found) if _measured(p)][:MAX_NUMBERS]


def _term(c: Claim) -> list[Printed]:
    """The one number that is a term of an inequality by itself and may have been rounded: the 79 of D - 79 > 0."""
    if c.kind == "value":
        return []
    sides = [n.args if n.kind == "add" else (n,) for n in _nodes(c)]
    found = [p for side in sides for n in side if (p := n.printed) is not None and narrow(p)]
    return found if len(found) == 1 else []


def _tried(free: Sequence[Printed]) -> list[Sequence[Printed]]:
    """The numbers that are made unknowns: all of them, or else one alone."""
    return [some for some in (free, *([p] for p in free if len(free) > 1)) if some]


def _inside(node: Node, target: Ratio, let: Mapping[str, Ratio]) -> list[tuple[Printed, Fraction]] | None:
    """What the numbers of a formula have to be for it to be the target; a maximum is taken apart by its arguments.

    A term or factor beside a maximum has to be right as it is; [] where all is, None where nothing else follows.

    >>> from symroof.reading.formula import parse_formula
    >>> node, right = (parse_formula(t).sides[0].node for t in ("2*max(0.667*D, B) + L", "2*max(2*D/3, B) + L"))
    >>> [(p.text, v) for p, v in _inside(node, to_ratio(right), {})]
    [('0.667', Fraction(2, 3))]
    """
    while node.kind == "group" or (node.kind == "add" and node.ops == "+"):
        node = node.args[0]
    value = to_ratio(node, fixed=let)
    if value == target:
        return []
    if node.kind == "call" and node.name in EXTREMES:
        return _arguments(node, target, let)
    holding = [i for i, n in enumerate(node.args) if any(x.kind == "call" for x in walk(n))]
    if not holding and not target.atoms:
        return _of_a_term(node, target, let)
    if len(holding) != 1 or node.kind not in ("add", "mul", "juxt"):
        return None
    (i,) = holding
    inner, op = to_ratio(node.args[i], fixed=let), (node.ops or "*" * len(node.args))[i]
    if not inner.num.terms or not target.num.terms:
        return None
    if node.kind == "add":
        rest = target - (value - inner if op == "+" else value + inner)
        return _inside(node.args[i], rest if op == "+" else -rest, let)
    return _inside(node.args[i], target * inner / value if op == "*" else value * inner / target, let)


def _arguments(node: Node, target: Ratio, let: Mapping[str, Ratio]) -> list[tuple[Printed, Fraction]] | None:
    """The same of a maximum or minimum, whose arguments are those of the target's in some order."""
    mono = target.monomial()
    found = [g for g in mono[0] if not isinstance(g, str) and g.kind == node.name] if mono is not None else []
    if mono is None or len(found) != 1 or mono[0][found[0]] != 1 or mono[1] <= 0:
        return None
    (g,) = found
    front = target / Ratio(term({g: exact(1)}))
    if front.atoms or len(g.args) != len(node.args) or len(node.args) > MAX_ARGUMENTS:
        return None
    for order in permutations(g.args):
        made = [_inside(n, front * r, let) for n, r in zip(node.args, order)]
        if all(m is not None for m in made):
            return [pair for m in made for pair in m or ()]
    return None


def _of_a_term(node: Node, target: Ratio, let: Mapping[str, Ratio]) -> list[tuple[Printed, Fraction]] | None:
    """The same of a formula without functions, by linear equations."""
    for some in _tried(_free(literals(node))):
        names = {p: f"{_UNKNOWN}{i}" for i, p in enumerate(some)}
        found = _unknowns(to_ratio(_renamed(node, names), fixed=let), target, list(names.values()))
        if found is not None and all(map(digits.claim, some, found)):
            return list(zip(some, found))
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
    """Whether a number has digits that can have been rounded: 240.24, 79.0, 480, 5.08e-15, and not 2, 16, 0.5 or 1.0.

    A whole one with a point says by a third digit that it is no count.
    """
    if p.digits < 2 or scientific(p):
        return p.digits >= 2
    return abs(p.value) >= MIN_ROUNDED or p.value.denominator != 1 or (p.place < 1 and p.digits > 2)


def _printed(c: Claim) -> Sequence[Printed]:
    """The numbers of a claim as they are printed, of both sides of an inequality, but for whole ones with a share."""
    exactly = {p.printed for node in _nodes(c) for n in walk(node) if _is_mixed(n) for p in n.args}
    return [p for node in _nodes(c) for p in literals(node) if p not in exactly]


def _is_mixed(node: Node) -> bool:
    """Whether a node is a whole number and a share of one, 954 + 1/3, which nobody rounded."""
    if node.kind != "add" or len(node.args) != 2 or node.ops != "++" or node.args[0].printed is None:
        return False
    share = [n.printed for n in node.args[1].args]
    values = [p.value for p in share if p is not None]
    return node.args[1].ops == "*/" and len(values) == len(share) == 2 and values[0] < values[1]


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
    return None if mine is None or e.value is None else _unknowns(mine, e.value, list(names.values()))


def _unknowns(mine: Ratio, right: Ratio, names: Sequence[str]) -> list[Fraction] | None:
    """The unknowns with which a formula is the right one, where there is one solution."""
    if mine.atoms or right.atoms or len(mine.num) * len(right.den) + len(mine.den) * len(right.num) > MAX_TERMS:
        return None
    terms = (mine.num * right.den - right.num * mine.den).monomials()
    return _one_solution(_linear(terms, names), len(names))


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
