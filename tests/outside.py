"""Thresholds judged from outside: questions from the whole vocabulary, answers tried from the definition.

The trees are our own tuples and their values Fractions (60 digits where a root or a logarithm is irrational), so that
nothing but the record of the answer is shared with what is judged.  What earlier generators never drew: parameters
below 1 and as the unknown, sizes that are 1, levels met with equality, logarithms that are 0 or below, floors that are
0, differences of either sign under a ceiling, denominators that change their sign.

    python tests/outside.py --seconds 60 --seed 7        prints disagreements, refusals by reason, slow questions
"""

from __future__ import annotations

import argparse
import math
import random
import re
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache, partial
from itertools import pairwise
from typing import Any

import mpmath

Tree = Any  # ("num", Fraction), ("sym", name), (operation, tree, ...)
Value = Any
SIZES, PARAMS = ("B", "D", "F", "N"), ("p", "K", "eps", "q")
FAR = mpmath.mpf(10) ** -40
KINDS = ("sum", "sum", "product", "quotient", "quotient", "max", "min", "ceil", "floor", "log2", "log2", "sqrt", "if")


class Undefined(Exception):
    """A division by zero, the logarithm or root of nothing."""


class Close(Exception):
    """A comparison that 60 digits do not settle."""


class Several(Exception):
    """The one positive root is spoken of, and there is none or more than one."""


# -- the definition ----------------------------------------------------------------------------------------------------


def mpf(x: Value) -> Any:
    return mpmath.mpf(x.numerator) / x.denominator if isinstance(x, Fraction) else x


def near(x: Value) -> int:
    """The sign of a value."""
    if isinstance(x, Fraction):
        return (x > 0) - (x < 0)
    if abs(x) < FAR:
        raise Close
    return 1 if x > 0 else -1


def value(t: Tree, at: Mapping[str, Fraction]) -> Value:
    """The value of a tree at a point, a Fraction wherever it is one by rational operations, exact roots and powers."""
    head, *rest = t
    if head == "num":
        return rest[0]
    if head == "sym":
        return at[rest[0]]
    if head == "if":
        a, b, yes, no = rest
        return value(yes if near(minus(value(a, at), value(b, at))) <= 0 else no, at)
    if head == "pow":
        base, e = value(rest[0], at), rest[1]
        if not near(base) and e < 0:
            raise Undefined
        if e.denominator == 1:
            return base ** int(e)
        if near(base) < 0:
            raise Undefined
        return root(base, e) if near(base) else Fraction(0)
    args = [value(a, at) for a in rest]
    exact = all(isinstance(a, Fraction) for a in args)
    if head == "+":
        return sum(args, Fraction(0)) if exact else mpmath.fsum(map(mpf, args))
    if head == "*":
        if any(isinstance(a, Fraction) and not a for a in args):
            return Fraction(0)
        return math.prod(args, start=Fraction(1)) if exact else mpmath.fprod(map(mpf, args))
    if head in ("max", "min"):
        best = args[0]
        for a in args[1:]:
            side = near(minus(a, best))
            best = a if (side > 0 and head == "max") or (side < 0 and head == "min") else best
        return best
    (x,) = args
    if head == "log2":
        return log2(x)
    cut = {"ceil": 1, "floor": 0}[head]
    if isinstance(x, Fraction):
        return Fraction(math.ceil(x) if cut else math.floor(x))
    if abs(x - mpmath.nint(x)) < FAR:
        raise Close
    return Fraction(int(mpmath.ceil(x) if cut else mpmath.floor(x)))


def minus(a: Value, b: Value) -> Value:
    return a - b if isinstance(a, Fraction) and isinstance(b, Fraction) else mpf(a) - mpf(b)


def root(x: Value, e: Fraction) -> Value:
    if isinstance(x, Fraction):
        k = e.denominator
        parts = [int(mpmath.nint(mpmath.root(n, k))) for n in (x.numerator, x.denominator)]
        if parts[0] ** k == x.numerator and parts[1] ** k == x.denominator:
            return Fraction(parts[0], parts[1]) ** int(e * k)
    return mpf(x) ** mpf(e)


def log2(x: Value) -> Value:
    if near(x) <= 0:
        raise Undefined
    if isinstance(x, Fraction):
        a, b = x.numerator, x.denominator
        if not a & (a - 1) and not b & (b - 1):
            return Fraction(a.bit_length() - b.bit_length())
    return mpmath.log(mpf(x), 2)


def holds(expr: Tree, level: Tree, at: Mapping[str, Fraction]) -> bool | None:
    """Whether expr >= level at a point; None where one is undefined or 60 digits do not tell."""
    with mpmath.workdps(60):
        try:
            return near(minus(value(expr, at), value(level, at))) >= 0
        except (Undefined, Close):
            return None


def names(t: Tree) -> set[str]:
    if t[0] == "sym":
        return {t[1]}
    return set().union(*(names(x) for x in t[1:] if isinstance(x, tuple))) if t[0] != "num" else set()


def show(t: Tree) -> str:
    head, *rest = t
    if head == "num":
        return str(rest[0])
    if head == "sym":
        return str(rest[0])
    if head == "pow":
        return f"({show(rest[0])})**({rest[1]})"
    if head == "if":
        return f"Piecewise(({show(rest[2])}, {show(rest[0])} <= {show(rest[1])}), ({show(rest[3])}, True))"
    if head in "+*":
        return "(" + f" {head} ".join(map(show, rest)) + ")"
    return f"{ {'max': 'Max', 'min': 'Min', 'ceil': 'ceiling'}.get(head, head) }({', '.join(map(show, rest))})"


# -- drawing -----------------------------------------------------------------------------------------------------------


def number(rng: random.Random) -> Tree:
    return ("num", Fraction(rng.choice(("1", "1", "1", "2", "2", "3", "5", "8", "100", "240", "1/2", "3/4"))))


def leaf(rng: random.Random, letters: list[str]) -> Tree:
    return ("sym", rng.choice(letters)) if rng.random() < 0.8 else number(rng)


def monomial(rng: random.Random, letters: list[str]) -> Tree:
    count = rng.choice([0, 1, 1, 1, 2]) if len(letters) > 1 else rng.choice([0, 1, 1])
    out = [("sym", n) for n in rng.sample(letters, count)]
    if rng.random() < 0.5 or not out:
        out.insert(0, number(rng))
    if out[-1][0] == "sym" and rng.random() < 0.15:
        out[-1] = ("pow", out[-1], Fraction(2))
    return out[0] if len(out) == 1 else ("*", *out)


def negative(t: Tree) -> Tree:
    return ("*", ("num", Fraction(-1)), t)


def over(a: Tree, b: Tree) -> Tree:
    return ("*", a, ("pow", b, Fraction(-1)))


def plain(rng: random.Random, letters: list[str]) -> Tree:
    """A sum, mostly of positive terms."""
    out = [monomial(rng, letters) for _ in range(rng.choice([1, 1, 2, 2, 3]))]
    if len(out) > 1 and rng.random() < 0.35:
        out[-1] = negative(out[-1])
    return out[0] if len(out) == 1 else ("+", *out)


def draw(rng: random.Random, letters: list[str], depth: int) -> Tree:
    """A tree of the vocabulary: sums, products, quotients, max, min, ceilings, floors, logarithms, roots, choices."""
    if depth <= 0 or rng.random() < 0.15:
        return plain(rng, letters)
    kind = rng.choice(KINDS)
    a, b = draw(rng, letters, depth - 1), draw(rng, letters, depth - 2)
    if kind == "sum":
        return ("+", a, negative(b) if rng.random() < 0.35 else b)
    if kind == "product":
        return ("*", a, b)
    if kind == "quotient":
        return over(a, b)
    if kind in ("max", "min"):
        return (kind, a, b)
    if kind in ("ceil", "floor"):
        inner = over(leaf(rng, letters), leaf(rng, letters)) if rng.random() < 0.7 else a
        return ("*", (kind, inner), leaf(rng, letters)) if rng.random() < 0.5 else ("+", (kind, inner), b)
    if kind == "log2":
        inner = leaf(rng, letters) if rng.random() < 0.6 else monomial(rng, letters) if rng.random() < 0.7 else a
        made = ("log2", inner)
        return ("*", made, b) if rng.random() < 0.4 else ("+", made, b) if rng.random() < 0.6 else made
    if kind == "sqrt":
        return ("pow", plain(rng, letters) if rng.random() < 0.7 else a, Fraction(1, 2))
    return ("if", plain(rng, letters), plain(rng, letters), a, b)


def points(rng: random.Random, letters: list[str], count: int) -> Iterator[dict[str, Fraction]]:
    """Points that hurt: ones, twos, powers of two, parameters on both sides of 1."""
    for k in range(count):
        at = {}
        for n in letters:
            if n in SIZES:
                at[n] = Fraction(1 if not k else rng.choice([1, 1, 2, 2, 3, 4, 5, 7, 8, 9, 16, 100]))
            else:
                some = ("1/1000", "1/4", "1/2", "3/4", "1", "3/2", "2", "3", "5", "20", "240")
                at[n] = Fraction(rng.choice(some) if k else 1)
        yield at


def question(rng: random.Random) -> tuple[Tree, Tree, str, list[str]]:
    """An expression, a level, the unknown, and the letters."""
    letters = rng.sample(SIZES, rng.choice([1, 2, 2, 3])) + rng.sample(PARAMS, rng.choice([0, 0, 1, 1, 2]))
    rng.shuffle(letters)
    x = letters[0]
    for _ in range(50):
        expr = draw(rng, letters, rng.choice([1, 2, 2, 3]))
        if x in names(expr):
            break
    style = rng.random()
    if style < 0.35:
        level: Tree = number(rng)
    elif style < 0.5:
        level = ("sym", rng.choice(letters))
    elif style < 0.6:
        level = plain(rng, letters)
    elif style < 0.75:
        level = draw(rng, letters, 1)
    else:  # met with equality somewhere
        at = next(points(rng, letters, 1)) if rng.random() < 0.3 else list(points(rng, letters, 2))[1]
        with mpmath.workdps(60):
            try:
                v = value(expr, at)
            except (Undefined, Close):
                v = Fraction(1)
        level = ("num", v if isinstance(v, Fraction) else Fraction(1))
    return expr, level, x, letters


# -- what an answer says -----------------------------------------------------------------------------------------------


def condition(c: Any, at: Mapping[str, Fraction]) -> bool | None:
    """Whether a printed condition holds, its two sides worked out by the judge from their SymPy text."""
    own = compared(c.left, c.right, at)
    if own is not None:
        own = own < 0 or (own == 0 and c.relation == "<=")
    sides = [own, *(condition(r, at) for r in c.rest)]
    decisive = c.joined == "or"
    return decisive if decisive in sides else None if None in sides else not decisive


def compared(a: Any, b: Any, at: Mapping[str, Fraction]) -> int | None:
    with mpmath.workdps(60):
        try:
            return near(minus(ratio_value(a, at), ratio_value(b, at)))
        except (Undefined, Close):
            return None


def ratio_value(r: Any, at: Mapping[str, Fraction]) -> Value:
    """The value of a record's ratio, by its monomials."""
    top, bottom = poly_value(r.num, at), poly_value(r.den, at)
    if not near(bottom):
        raise Undefined
    return top / bottom if isinstance(top, Fraction) and isinstance(bottom, Fraction) else mpf(top) / mpf(bottom)


def poly_value(p: Any, at: Mapping[str, Fraction]) -> Value:
    out = []
    for exps, c in p.monomials():
        factors: list[Value] = [Fraction(c)]
        for g, e in exps.items():
            base = at[str(g)] if isinstance(g, str) else atom_value(g, at)
            factors.append(value(("pow", ("num", base), Fraction(e)), at))
        out.append(value(("*", *(("num", f) for f in factors)), at))
    return value(("+", *(("num", x) for x in out)), at)


def atom_value(a: Any, at: Mapping[str, Fraction]) -> Value:
    if a.kind.startswith("if"):
        left, right, yes, no = a.args
        side = near(minus(ratio_value(left, at), ratio_value(right, at)))
        return ratio_value(yes if side < 0 or (side == 0 and a.kind == "if<=") else no, at)
    args = [("num", ratio_value(x, at)) for x in a.args]
    return args[0][1] if a.kind == "base" else value((a.kind, *args), at)


def root_value(r: Any, at: Mapping[str, Fraction]) -> Value:
    """Where a record says the crossing is."""
    form = type(r).__name__
    if form == "Extremum":
        return value((r.kind, *(("num", root_value(i, at)) for i in r.of)), at)
    if form == "PowerOfTwo":
        e = root_value(r.exponent, at)
        return Fraction(2) ** int(e) if isinstance(e, Fraction) and e.denominator == 1 else mpmath.mpf(2) ** mpf(e)
    if form == "Quotient":
        top, bottom = (ratio_value(x, at) for x in r.parts)
        if not near(bottom):
            raise Undefined
        out = top / bottom if isinstance(top, Fraction) and isinstance(bottom, Fraction) else mpf(top) / mpf(bottom)
        return out if r.power == 1 else value(("pow", ("num", out), Fraction(r.power)), at)
    if form == "Quadratic":
        a, b, c = (mpf(ratio_value(x, at)) for x in r.parts)
        disc = b * b - a * c
        if disc < -FAR:
            raise Undefined
        disc = mpmath.sqrt(max(disc, 0))
        out = (disc - b) / a if r.minus else -c / (b + disc)
        exact = Fraction(int(mpmath.nint(out))) if abs(out - mpmath.nint(out)) < FAR else out
        return exact if r.power == 1 else value(("pow", ("num", exact), Fraction(r.power)), at)
    raise LookupError(form)


def says(t: Any, at: Mapping[str, Fraction], whole: bool = True) -> bool | None:
    """Whether an answer puts the point into the region; None where it leaves that open."""
    if t.verdict != "when":
        return None if t.verdict == "open" else bool(t.verdict == "always")
    if t.sufficient is not None:
        return True if says(t.sufficient, at) else False if says(t.necessary, at) is False else None
    if t.always is not None:
        every = condition(t.always, at)
        if every is not False:
            return every
    if t.when is not None:
        there = condition(t.when, at)
        if there is not True:
            return there
    if t.parts:
        sides = [says(p, at) for p in t.parts]
        decisive = t.joined == "or"
        return decisive if decisive in sides else None if None in sides else not decisive
    x = at[str(t.name)]
    if t.intervals:
        return inside(t, x)
    if t.first is not None:
        if x <= t.first or t.forever is None:
            return x == t.first if x <= t.first else None
        return True if x >= t.forever else False if x == t.forever - 1 else None
    if t.last is not None:
        if x >= t.last:
            return bool(x == t.last)
        return True if x <= t.until else False if x == t.until + 1 else None
    if t.root is None and t.real is None and t.found is None:
        return True if t.when is not None or (t.always is not None and not t.free) else None
    if not t.free and str(t.name) in SIZES:
        try:
            n = t.integer
        except ValueError:  # a power of two with more digits than are written
            return None
        return None if n is None else bool(x >= n if t.sense[0] == ">" else x <= n)
    with mpmath.workdps(60):
        try:
            if t.real is not None or t.root is None or t.found is not None:
                return beside(t, x)
            if type(t.root).__name__ == "Implicit":
                rooted = beside_root if t.root.which == "one" else partial(beside_two, t.root.which)
                side = rooted(t.root.gap, str(t.name), at, t.root.least)
            else:
                side = near(minus(x, root_value(t.root, at)))
        except (Undefined, Close):
            return None
    return (side == 0 and "=" in t.sense) or (side > 0 if t.sense[0] == ">" else side < 0)


OUT = (100, 200, 500, 1000, 2000, 4000)
FAR_OUT = [Fraction(2) ** (way * k) for k in (8000, 16_000, 64_000, 256_000) for way in (-1, 1)]
STEPS = [*(-k for k in OUT[::-1]), *range(-96, -24, 4), *range(-24, 24), *range(24, 100, 4), *OUT]
SHARES = [Fraction(x) for x in ("1", "6/5", "7/5", "5/3")]
PLACES = [m * Fraction(2) ** k for k in STEPS for m in (SHARES[:1] if abs(k) > 24 else SHARES)]


def beside_root(p: Any, name: str, at: Mapping[str, Fraction], least: int) -> int:
    """On which side of "the one positive root of P = 0" a number lies, by what these words mean and nothing else.

    P is worked out all over x > 0 (x >= 1 of "the one root from 1 on"); it has to change its sign there exactly once,
    and the number's own sign has to fit in.
    """
    left, right, below, above = one_change(p, name, tuple(sorted((n, v) for n, v in at.items() if n != name)), least)
    x, here = at[name], sign_at(p, at)
    if here is None:
        raise Close
    if left == x == right:
        return 0
    if here != (below if x <= left else above if x >= right else here):
        raise Several(f"P has the sign {here} at {name}={x}, and changes it between {left} and {right}")
    return 0 if not here else 1 if here == above else -1


def beside_two(which: str, p: Any, name: str, at: Mapping[str, Fraction], least: int) -> int:
    """On which side of "the first root (oo if none)" or "the last root (0 if none)" a number lies, by these words.

    P may change its sign twice or not at all; more is no such thing as two roots.
    """
    roots = two_changes(p, name, tuple(sorted((n, v) for n, v in at.items() if n != name)), least)
    if not roots:
        return -1 if which == "first" else 1
    (low, before), (high, after) = roots[0] if which == "first" else roots[-1]
    x = at[name]
    if x <= low or x >= high:
        return 0 if low == x == high else -1 if x <= low else 1
    here = sign_at(p, at)
    if here is None:
        raise Close
    return -1 if here == before else 1 if here == after else 0


End = tuple[Fraction, int]  # a place, and the sign of P there


@lru_cache(maxsize=256)
def two_changes(p: Any, name: str, point: tuple[tuple[str, Fraction], ...], least: int) -> list[tuple[End, End]]:
    """Between which places P changes its sign, or where it is 0 without."""
    places = [*PLACES, *FAR_OUT[: 0 if least else None]]
    looked = {x: sign_at(p, {**dict(point), name: x}) for x in places if x >= least}
    found = [(x, s) for x, s in sorted(looked.items()) if s is not None]
    changes = [(a, b) for a, b in pairwise([(x, s) for x, s in found if s]) if a[1] != b[1]]
    if len(changes) > 2:
        raise Several(f"P changes its sign {len(changes)} times, at {', '.join(f'{n}={v}' for n, v in point)}")
    within = [(a[0], b[0]) for a, b in changes]
    if any(
        _unsure(p, {**dict(point), name: x}) for x, sign in looked.items() if sign is None and not _among(x, within)
    ):
        raise Close  # sqrt(2 log2(x)) - sqrt(x) at 2 and 4: two roots, or none
    zeros = [(x, s) for x, s in found if not s and not _among(x, within)]
    return sorted([*changes, *((z, z) for z in zeros)])


def _among(x: Fraction, places: list[tuple[Fraction, Fraction]]) -> bool:
    return any(a < x < b for a, b in places)


def _unsure(p: Any, at: Mapping[str, Fraction]) -> bool:
    """Whether a sum has a value at a point whose sign 60 digits do not tell."""
    try:
        near(ratio_value(p, at))
    except Close:
        return True
    except Undefined:
        return False
    return False


@lru_cache(maxsize=256)
def one_change(
    p: Any, name: str, point: tuple[tuple[str, Fraction], ...], least: int
) -> tuple[Fraction, Fraction, int, int]:
    """Between which two places P changes its sign, and its signs there."""
    at = dict(point)
    looked = {x: sign_at(p, {**at, name: x}) for x in PLACES if x >= least}
    for a, b in pairwise(tuple(looked)):
        begins = looked[a] is None
        for _ in range(60 if begins is not (looked[b] is None) else 0):  # to the edge of where it has a value
            middle = (a + b) / 2
            looked[middle] = sign_at(p, {**at, name: middle})
            a, b = (middle, b) if (looked[middle] is None) is begins else (a, middle)
    if len({*looked.values()} - {0, None}) < 2:
        looked |= {x: sign_at(p, {**at, name: x}) for x in FAR_OUT if x >= least}
    found = [(x, s) for x, s in sorted(looked.items()) if s is not None]
    apart = [(x, s) for x, s in found if s]
    changes = [(a, b, s, r) for (a, s), (b, r) in pairwise(apart) if s != r]
    if not changes and least and found[0] == (least, 0):  # the root is where the sizes begin
        return found[0][0], found[0][0], -apart[0][1], apart[0][1]
    if len(changes) != 1 or any(not changes[0][0] < x < changes[0][1] for x, s in found if not s):
        raise Several(f"P changes its sign {len(changes)} times, at {', '.join(f'{n}={v}' for n, v in point)}")
    return changes[0]


def sign_at(p: Any, at: Mapping[str, Fraction]) -> int | None:
    """The sign of a sum at a point; None where it has no value, or 60 digits do not tell."""
    try:
        return near(ratio_value(p, at))
    except (Undefined, Close):
        return None


def beside(t: Any, x: Fraction) -> bool | None:
    """A ray whose end is known as a float alone."""
    if t.real is None and t.found is None:
        return None
    end = t.number
    if not math.isfinite(end) or abs(float(x) - end) <= 1e-9 * abs(end):
        return None
    return bool((float(x) > end) == (t.sense[0] == ">"))


def inside(t: Any, x: Fraction) -> bool | None:
    if str(t.name) in SIZES:
        return any(i.first is not None and i.first <= x and (i.last is None or x <= i.last) for i in t.intervals)
    for i in t.intervals:
        if any(e is not None and abs(float(x) - e) <= 1e-9 * max(abs(e), 1e-300) for e in (i.lo, i.hi)):
            return None
    return any(i.lo < x and (i.hi is None or x < i.hi) for i in t.intervals)


# -- asking ------------------------------------------------------------------------------------------------------------


def asked(expr: Tree, level: Tree, name: str) -> Any:
    """Symroof's answer, the question built of its own constructors so that SymPy rewrites nothing."""
    from symroof.model.threshold import threshold

    return threshold(built(expr), name, over=built(level))


def built(t: Tree) -> Any:
    from symroof.algebra.ratios.posynomial import build, exact, gen, product, ratio
    from symroof.symbols import key

    head, *rest = t
    if head == "num":
        return ratio(exact(rest[0]))
    if head == "sym":
        return gen(key(rest[0], rest[0] in SIZES))
    if head == "pow":
        return built(rest[0]) ** exact(rest[1])
    args = [built(a) for a in rest]
    if head == "+":
        out = args[0]
        for a in args[1:]:
            out = out + a
        return out
    if head == "*":
        return product(args)
    return build("if<=" if head == "if" else head, args)


def candidates(rng: random.Random, name: str) -> list[Fraction]:
    if name in SIZES:
        some = rng.sample((3, 4, 5, 6, 7, 8, 9, 16, 17, 31), 3)
        return [Fraction(n) for n in (1, 2, *some, rng.randint(9, 60), 10**6)]
    small = rng.sample(("1/16", "1/4", "1/2", "3/4", "5/4", "3/2", "2", "3", "4", "10"), 5)
    return [Fraction(x) for x in ("1/1000", "1", *small, "1000")]


class Report:
    """What was judged, refused, slow and wrong."""

    def __init__(self) -> None:
        self.questions = self.points = self.bound = self.open = self.open_bound = self.nowhere = 0
        self.refused: Counter[str] = Counter()
        self.refused_bound: Counter[str] = Counter()
        self.examples: dict[str, str] = {}
        self.wrong: list[str] = []
        self.slow: list[tuple[float, str]] = []

    def __str__(self) -> str:
        share = 100 * sum(self.refused.values()) / max(1, self.questions)
        bound = 100 * sum(self.refused_bound.values()) / max(1, self.bound)
        left = 100 * self.open / max(1, self.questions)
        left_bound = 100 * self.open_bound / max(1, self.bound)
        lines = [
            f"{self.questions} questions, {self.points} points; refused {share:.1f} %, left open {left:.1f} %",
            f"{self.bound} with all numbers bound: refused {bound:.1f} %, left open {left_bound:.1f} %, "
            f"said to have no value at any {100 * self.nowhere / max(1, self.bound):.1f} %",
        ]
        for table, title in ((self.refused, "refused"), (self.refused_bound, "refused with numbers")):
            lines += [f"  {title} {n}: {reason}    e.g. {self.examples[reason]}" for reason, n in table.most_common(14)]
        lines += [f"  slow {s:.1f} s: {q}" for s, q in sorted(self.slow, reverse=True)[:12]]
        lines += [f"WRONG {w}" for w in self.wrong[:40]]
        return "\n".join([*lines, f"{len(self.wrong)} wrong"])


def reason(e: Exception) -> str:
    """The message without its formulas."""
    return re.sub(r"\S*[*/(+^=0-9]\S*", "..", f"{type(e).__name__}: {e}".split("\n")[0])[:90]


def judged(rng: random.Random, report: Report, limit: float = 1.0) -> None:
    """One question: asked, read at points, bound and read again."""
    from symroof.errors import SymroofError

    expr, level, x, letters = question(rng)
    text = f"threshold({show(expr)}, {x}, over={show(level)})"
    started = time.perf_counter()
    try:
        built(expr), built(level)
    except SymroofError:
        return  # the constructors refuse: a root of something negative, a division by zero
    try:
        t = asked(expr, level, x)
        str(t)
    except SymroofError as e:
        if "does not occur" in str(e):
            return
        report.questions += 1
        report.refused[reason(e)] += 1
        report.examples.setdefault(reason(e), text)
        return
    finally:
        if time.perf_counter() - started > limit:
            report.slow.append((time.perf_counter() - started, text))
    report.questions += 1
    others = sorted(names(expr) | names(level)) or letters
    others = [n for n in others if n != x]
    seen = False
    for at in points(rng, others, 5):
        for n in candidates(rng, x):
            seen = compare(report, t, text, expr, level, {**at, x: n}) or seen
        bound(rng, report, t, text, (expr, level, x), at, limit)
    report.open += not seen


def bound(
    rng: random.Random,
    report: Report,
    t: Any,
    text: str,
    q: tuple[Tree, Tree, str],
    at: dict[str, Fraction],
    limit: float,
) -> None:
    from symroof.errors import SymroofError

    expr, level, x = q
    some = {n: v for n, v in at.items() if rng.random() < 0.8 or len(at) < 2}
    text = f"{text}.at({', '.join(f'{n}={v}' for n, v in some.items())})"
    started = time.perf_counter()
    try:
        made = t.at(**some) if some else t
        str(made)
    except SymroofError as e:
        if "division by zero" in str(e) or "not positive" in str(e) or "does not occur" in str(e):
            return
        if len(some) == len(at):
            report.bound += 1
            if "no value at any" in str(e):
                nowhere(report, text, expr, level, [{**at, x: n} for n in candidates(rng, x)])
            else:
                report.refused_bound[reason(e)] += 1
        report.examples.setdefault(reason(e), text)
        return
    finally:
        if time.perf_counter() - started > limit:
            report.slow.append((time.perf_counter() - started, text))
    full = len(some) == len(at)
    report.bound += full
    seen = False
    for n in candidates(rng, x):
        seen = compare(report, made, text, expr, level, {**at, x: n}) or seen
    if full and not seen:
        report.open_bound += 1


def nowhere(report: Report, text: str, expr: Tree, level: Tree, points: list[dict[str, Fraction]]) -> None:
    """A refusal that says that there is no value at all is an answer too."""
    report.nowhere += 1
    found = [at for at in points if holds(expr, level, at) is not None]
    report.points += len(points)
    if found:
        where = ", ".join(f"{n}={v}" for n, v in found[0].items())
        report.wrong.append(f"{text} is said to have no value\n    at {where} it has one")


def compare(report: Report, t: Any, text: str, expr: Tree, level: Tree, at: dict[str, Fraction]) -> bool:
    """One point; True where the answer says something."""
    try:
        told = says(t, at)
    except Several as why:
        if not any(w.startswith(text.split(".at(")[0]) for w in report.wrong[-3:]):
            report.wrong.append(f"{text} = {t}\n    {why}")
        return True
    if told is None:
        return False
    truth = holds(expr, level, at)
    if truth is None:
        return True
    report.points += 1
    if told != truth and not any(w.startswith(text.split(".at(")[0]) for w in report.wrong[-3:]):
        where = ", ".join(f"{n}={v}" for n, v in at.items())
        report.wrong.append(f"{text} = {t}\n    at {where}: told {told}, right {truth}")
    return True


def run(seconds: float, seed: int, count: int | None = None, limit: float = 1.0) -> Report:
    from symroof.algebra.trials.trial import untried

    report, k, end = Report(), 0, time.monotonic() + seconds
    with untried():  # the algebra itself is judged, not what is caught before it is shown
        while time.monotonic() < end and (count is None or k < count):
            judged(random.Random(f"{seed}/{k}"), report, limit)
            k += 1
    return report


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--seconds", type=float, default=60)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--count", type=int)
    given = options.parse_args()
    print(run(given.seconds, given.seed, given.count))
