"""What an optimum is asked: the unknowns, the terms of the objective, products that tie them, and limits.

>>> ties, limits = asked_of(["X*Y = N", "X + 2 <= S"], ["X", "Y"])
>>> [(exps, str(level)) for exps, level in ties], [f"{left} <= {right}" for left, right in limits]
([({'X': 1, 'Y': 1}, 'N')], ['X + 2 <= S'])
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import symroof.regexes as re
from symroof.algebra.interop.door import core
from symroof.algebra.ratios.posynomial import Number, Ratio, exact, gen, maximum_of, product, ratio, term, total
from symroof.errors import SymroofError
from symroof.symbols import key_of, resolve


def unknowns(X: object, among: Iterable[str] = ()) -> tuple[list[str], bool]:
    """The keys of the unknowns, which text and symbols name, and whether it is one."""
    listed = X.replace(",", " ").split() if isinstance(X, str) else list(X) if isinstance(X, Iterable) else [X]
    names = [key_of(n) for n in listed if isinstance(n, str) or isinstance(getattr(n, "name", None), str)]
    if not names or len(names) < len(listed):
        raise SymroofError(f"{X!r} is not a symbol; name the unknowns, as in optimum(expr, X) or optimum(expr, (X, Y))")
    once = list(dict.fromkeys(resolve(n, among) for n in names))
    return once, len(once) == 1


def pieces_of(r: Ratio, of: str) -> tuple[list[Ratio], str]:
    """The terms of the objective; a single Max is a maximum of its arguments."""
    mono = r.monomial()
    if mono is not None:
        for g, e in mono[0].items():
            if (args := maximum_of(g)) and e == 1:
                front = Ratio(term({h: k for h, k in mono[0].items() if h != g}, mono[1]))
                return [front * a for a in args], "max"
    return [Ratio(term(exps, c)) / Ratio(r.den) for exps, c in r.num.monomials()], of


Tie = tuple[dict[str, Number], Ratio]  # exponents of the unknowns, what their product equals
Limit = tuple[Ratio, Ratio]  # left <= right


Asked = tuple[list[Tie], list[Limit]]


def asked_of(subject: object, asked: Sequence[str], among: Iterable[str] = ()) -> Asked:
    """The products that are given, and the limits; each holds an unknown; ``among`` are the question's symbols."""
    kind = type(subject).__name__
    if subject is None:
        return [], []
    if isinstance(subject, Mapping):
        return [_tie(_side(a, among), _side(b, among), asked) for a, b in subject.items()], []
    if kind in ("BooleanTrue", "BooleanFalse"):
        raise SymroofError(
            f"SymPy made {subject} of the constraint: for positive symbols it {'always' if subject else 'never'} holds"
        )
    if kind == "And":
        subject = list(getattr(subject, "args", ()))
    if isinstance(subject, (list, tuple, set, frozenset)):
        several = subject if isinstance(subject, (list, tuple)) else sorted(subject, key=str)
        each = [asked_of(s, asked, among) for s in several]
        return [t for ties, _ in each for t in ties], [x for _, limits in each for x in limits]
    if isinstance(subject, str):
        return _of_text(subject, asked, among)
    if hasattr(subject, "lhs") and hasattr(subject, "rhs"):
        return _of_relation(subject, kind, asked)
    return _of_difference(subject, asked)


def _side(x: object, among: Iterable[str]) -> Ratio:
    return _product(x, x, among) if isinstance(x, str) else core(x)


def _of_text(subject: str, asked: Sequence[str], among: Iterable[str]) -> Asked:
    """What "X*Y = N" or "X + Y <= S" say."""
    first, *rest = re.split("(<=|>=)", subject)
    if not rest:
        sides = subject.replace("==", "=").split("=")
        if len(sides) != 2:
            raise SymroofError(f'{subject!r} is not a constraint; write it as "X*Y = N" or "X + Y <= S"')
        return [_tie(_product(sides[0], subject, among), _product(sides[1], subject, among), asked)], []
    limits: list[Limit] = []
    left = total(_product(p, subject, among) for p in first.split("+"))
    for relation, side in zip(rest[::2], rest[1::2]):
        right = total(_product(p, subject, among) for p in side.split("+"))
        limits.append((left, right) if relation == "<=" else (right, left))
        left = right
    return [], limits


def _of_relation(subject: Any, kind: str, asked: Sequence[str]) -> Asked:
    """What a SymPy relation says."""
    left, right = core(subject.lhs), core(subject.rhs)
    if kind == "Equality":
        return [_tie(left, right, asked)], []
    if kind not in ("LessThan", "GreaterThan"):
        raise SymroofError(f"{subject} is not an equation; only Eq(X*Y, N), X*Y <= N and X*Y >= N can be used")
    return [], [(left, right) if kind == "LessThan" else (right, left)]


def _of_difference(subject: object, asked: Sequence[str]) -> Asked:
    """What X*Y - N says: that it is 0."""
    parts = core(subject).num.monomials()
    if len(parts) != 2 or parts[0][1] * parts[1][1] >= 0:
        raise SymroofError(f"{subject} = 0 is not a product constraint; write it as X*Y - N or {{X*Y: N}}")
    up, down = (Ratio(term(exps, exact(abs(c)))) for exps, c in sorted(parts, key=lambda p: p[1] < 0))
    return [_tie(up, down, asked)], []


def sums_given(subject: object, among: Sequence[str] = ()) -> tuple[object, list[Limit]]:
    """The constraint without sums that are given, "X + Y = N" or Eq(X + Y, N), and these as (left, right).

    >>> sums_given(["X + Y = N", "X >= 2"])
    (['X >= 2'], [(X + Y, N)])
    """
    if isinstance(subject, (list, tuple)):
        rest, found = [], []
        for s in subject:
            left, more = sums_given(s, among)
            found += more
            rest += [] if left is None else [left]
        return (rest or None), found
    if isinstance(subject, str) and "+" in subject and not re.search("[<>]", subject):
        sides = subject.replace("==", "=").split("=")
        if len(sides) == 2:
            left, right = (total(_product(p, subject, among) for p in s.split("+")) for s in sides)
            return None, [(left, right) if len(left.num) > 1 else (right, left)]
    if type(subject).__name__ == "Equality":
        left, right = (core(getattr(subject, side)) for side in ("lhs", "rhs"))
        if left.monomial() is None or right.monomial() is None:
            return None, [(left, right) if right.monomial() is not None else (right, left)]
    return subject, []


def met_in_full(sum_: Limit, pieces: Sequence[Ratio], limits: Sequence[Limit], asked: Sequence[str]) -> None:
    """Pass where a minimum with left <= right has left = right: more of some unknown in it alone makes no term larger.

    Raises SymroofError otherwise.
    """
    left, right = sum_
    for n in asked:
        if n not in left.names or n in right.names or any(n in r.names for pair in limits for r in pair):
            continue
        rising = all(exps.get(n, 0) >= 0 for exps, _ in left.num.monomials()) and n not in Ratio(left.den).names
        falls = all(exps.get(n, 0) <= 0 for r in pieces for exps, _ in r.num.monomials())
        if rising and falls and not any(n in a.names for r in (left, *pieces) for x in r.atoms for a in x.args):
            return
    raise SymroofError(
        f"{left} = {right} ties a sum, and it is not seen that more of it costs nothing; "
        f"only products can be tied, as in X*Y = N; limit it, as in {left} <= {right}"
    )


def _product(text: str, whole: str, among: Iterable[str]) -> Ratio:
    """A product of names and whole numbers, with * and / only."""
    out, sign, left = ratio(1), 1, text.strip()
    if not left:
        raise SymroofError(f'{whole!r} has an empty side; write it as "X*Y = N"')
    while left:
        found = _FACTOR.match(left)
        if found is None:
            raise SymroofError(f'{left!r} in {whole!r} does not read; write a product such as "X*Y**2 = N"')
        name, power, link = found.groups()
        factor = ratio(exact(name)) if name[0].isdigit() else gen(resolve(name, among))
        out, left = out * factor ** (sign * int(power or 1)), left[found.end() :]
        sign = -1 if link == "/" else 1
        if link and not left:
            raise SymroofError(f'{whole!r} ends in {link!r}; write it as "X*Y = N"')
    return out


_FACTOR = re.compile(r"([^\W\d]\w*'*|\d+(?:\.\d+)?)\s*(?:(?:\*\*|\^)\s*(\d+))?\s*(?:([*/])\s*|\Z)")


def _tie(a: Ratio, b: Ratio, asked: Sequence[str]) -> Tie:
    left, right = a.monomial(), b.monomial()
    if left is None or right is None or left[1] <= 0 or right[1] <= 0:
        raise SymroofError(
            f"{a} = {b} is not a product constraint; only products can be tied, as in X*Y = N; "
            "a sum may be limited, as in X + Y <= N"
        )
    if not any(n in left[0] for n in asked):
        a, b, left, right = b, a, right, left
    here = [n for n in asked if n in left[0]]
    if not here:
        raise SymroofError(f"{a} = {b} holds none of the unknowns {', '.join(asked)}")
    unknown = {g: e for g, e in left[0].items() if isinstance(g, str)}
    others = [n for n in unknown if n not in asked]
    if len(here) + len(others) > 2 and others:
        names, are, them = ", ".join(others), *(("is", "it") if len(others) == 1 else ("are", "them"))
        raise SymroofError(
            f"{a} = {b} holds {names}, which {are} not among the unknowns {', '.join(asked)}; ask for "
            f"{them} too, or divide the other side by what is given"
        )
    for n in asked:
        if n in right[0]:
            unknown[n] = exact(unknown.get(n, 0) - right[0][n])
            b = b / gen(n) ** right[0][n]
    rest = a / product(gen(n) ** left[0].get(n, 0) for n in unknown)
    return {n: e for n, e in unknown.items() if e}, b / rest


def eliminated(free: list[str], asked: list[str], ties: Sequence[Tie]) -> tuple[list[str], list[tuple[str, Ratio]]]:
    """Solve each product for one unknown, preferably one that was not asked for: (those left, the values in order)."""
    free = list(free)
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
        done.append((pivot, (gen(pivot) ** e / whole) ** exact(Fraction(1) / Fraction(e))))
        free.remove(pivot)
    return free, done
