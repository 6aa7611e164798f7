"""What an optimum is asked: the unknowns, the terms of the objective, and products that tie the unknowns.

>>> [(exps, str(level), relation) for exps, level, relation in ties_of("X*Y = N", ["X", "Y"])]
[({'X': 1, 'Y': 1}, 'N', '=')]
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from symroof.algebra.door import core
from symroof.algebra.posynomial import Atom, Number, Ratio, exact, gen, product, ratio, term
from symroof.errors import SymroofError, Unsupported
from symroof.symbols import symbol


def unknowns(X: object) -> tuple[list[str], bool]:
    listed = X.replace(",", " ").split() if isinstance(X, str) else list(X) if isinstance(X, Iterable) else [X]
    names = [n if isinstance(n, str) else getattr(n, "name", None) for n in listed]
    if not names or None in names:
        raise SymroofError(f"{X!r} is not a symbol; name the unknowns, as in optimum(expr, X) or optimum(expr, (X, Y))")
    return [str(n) for n in names], len(names) == 1


def pieces_of(r: Ratio, of: str) -> tuple[list[Ratio], str]:
    """The terms of the objective; a single Max is a maximum of its arguments."""
    mono = r.monomial()
    if mono is not None:
        for g, e in mono[0].items():
            if isinstance(g, Atom) and g.kind == "max" and e == 1:
                front = Ratio(term({h: k for h, k in mono[0].items() if h != g}, mono[1]))
                return [front * a for a in g.args], "max"
    return [Ratio(term(exps, c)) / Ratio(r.den) for exps, c in r.num.monomials()], of


Tie = tuple[dict[str, Number], Ratio, str]


def check_bounds(ties: Sequence[Tie], pieces: Sequence[Ratio]) -> None:
    """A product bounded from one side is met when some unknown of its own moves it there at no cost."""
    for k, (exps, level, relation) in enumerate(ties):
        if relation == "=":
            continue
        way = 1 if relation == "<=" else -1
        others = {n for j, (e, _, _) in enumerate(ties) if j != k for n in e}
        for n, e in exps.items():
            costs = [p for p in pieces if not _falls(p, n, way * (1 if e > 0 else -1))]
            if not costs and n not in others:
                break
        else:
            shown = product(gen(n) ** e for n, e in exps.items())
            raise Unsupported(f"{shown} {relation} {level} need not be met: more of each unknown costs something; "
                              "minimise without it, and see whether it holds")


def _falls(p: Ratio, name: str, way: int) -> bool:
    """Whether every power of one unknown in a term is <= 0 (way 1) or >= 0 (way -1)."""
    powers = [exps.get(name, 0) for exps, _ in p.num.monomials()]
    return name not in p.den.gens and all(e * way <= 0 for e in powers)


def ties_of(subject: object, asked: Sequence[str]) -> list[Tie]:
    """Each constraint as (exponents of the unknowns, what their product equals, its relation)."""
    if subject is None:
        return []
    if isinstance(subject, Mapping):
        return [_tie(core(a), core(b), asked) for a, b in subject.items()]
    if isinstance(subject, (list, tuple)):
        return [t for s in subject for t in ties_of(s, asked)]
    if isinstance(subject, str):
        relation = next((r for r in ("<=", ">=") if r in subject), "=")
        sides = subject.replace("==", "=").split(relation)
        if len(sides) != 2:
            raise SymroofError(f'{subject!r} is not a constraint; write it as "X*Y = N"')
        return [_tie(_product(sides[0], subject), _product(sides[1], subject), asked, relation)]
    if hasattr(subject, "lhs") and hasattr(subject, "rhs"):
        op = _RELATIONS.get(type(subject).__name__)
        if op is None:
            raise SymroofError(f"{subject} is not an equation; only Eq(X*Y, N), X*Y <= N and X*Y >= N can be used")
        return [_tie(core(subject.lhs), core(subject.rhs), asked, op)]
    whole = core(subject)
    parts = whole.num.monomials()
    if len(parts) != 2 or parts[0][1] * parts[1][1] >= 0:
        raise SymroofError(f"{subject} = 0 is not a product constraint; write it as X*Y - N or {{X*Y: N}}")
    up, down = (Ratio(term(exps, exact(abs(c)))) for exps, c in sorted(parts, key=lambda p: p[1] < 0))
    return [_tie(up, down, asked)]


_RELATIONS = {"Equality": "=", "LessThan": "<=", "GreaterThan": ">="}
_TURNED = {"=": "=", "<=": ">=", ">=": "<="}


def _product(text: str, whole: str) -> Ratio:
    """A product of names and whole numbers, with * and / only."""
    out, sign, left = ratio(1), 1, text.strip()
    if not left:
        raise SymroofError(f'{whole!r} has an empty side; write it as "X*Y = N"')
    while left:
        found = _FACTOR.match(left)
        if found is None:
            raise SymroofError(f'{left!r} in {whole!r} does not read; write a product such as "X*Y**2 = N"')
        name, power, link = found.groups()
        factor = ratio(exact(name)) if name[0].isdigit() else gen(symbol(name).name)
        out, left = out * factor ** (sign * int(power or 1)), left[found.end() :]
        sign = -1 if link == "/" else 1
        if link and not left:
            raise SymroofError(f'{whole!r} ends in {link!r}; write it as "X*Y = N"')
    return out


_FACTOR = re.compile(r"([^\W\d]\w*'*|\d+)\s*(?:(?:\*\*|\^)\s*(\d+))?\s*(?:([*/])\s*|\Z)")


def _tie(a: Ratio, b: Ratio, asked: Sequence[str], relation: str = "=") -> Tie:
    left, right = a.monomial(), b.monomial()
    if left is None or right is None or left[1] <= 0 or right[1] <= 0:
        hint = "; for tiles in a memory of S entries see tiles(S)" if relation == "<=" else ""
        raise SymroofError(f"{a} {relation} {b} is not a product constraint; only products can be tied, "
                           f"as in X*Y {relation} N{hint}")
    if not any(n in left[0] for n in asked):
        a, b, left, right, relation = b, a, right, left, _TURNED[relation]
    if not any(n in left[0] for n in asked):
        raise SymroofError(f"{a} = {b} holds none of the unknowns {', '.join(asked)}")
    unknown = {g: e for g, e in left[0].items() if isinstance(g, str)}
    for n in asked:
        if n in right[0]:
            unknown[n] = exact(unknown.get(n, 0) - right[0][n])
            b = b / gen(n) ** right[0][n]
    rest = a / product(gen(n) ** left[0].get(n, 0) for n in unknown)
    return {n: e for n, e in unknown.items() if e}, b / rest, relation


def eliminated(
    pieces: list[Ratio], asked: list[str], ties: list[tuple[dict[str, Number], Ratio]]
) -> tuple[list[Ratio], list[str], list[tuple[str, Ratio]]]:
    """Solve each product for one unknown, preferably one that was not asked for, and put it in."""
    free = list(dict.fromkeys([*asked, *(n for e, _ in ties for n in e)]))
    done: list[tuple[str, Ratio]] = []
    for exps, level in ties:
        whole = product(gen(n) ** e for n, e in exps.items()) / level
        for name, value in done:
            whole = whole.subs({name: value})
        mono = whole.monomial()
        here = [n for n in free if mono is not None and mono[0].get(n)]
        if mono is None or not here:
            raise SymroofError("the constraints contradict or repeat each other; give each product once")
        pivot = next((n for n in here if n not in asked), here[-1])
        e = mono[0][pivot]
        value = (gen(pivot) ** e / whole) ** exact(Fraction(1) / Fraction(e))
        free.remove(pivot)
        done.append((pivot, value))
        pieces = [p.subs({pivot: value}) for p in pieces]
    if not free:
        raise SymroofError("the constraints leave no unknown free; there is nothing to minimise over")
    return pieces, free, done
