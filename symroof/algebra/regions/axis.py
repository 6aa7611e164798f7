"""One symbol's positive axis: what signs between crossings say of it, as a verdict, a ray or a list of intervals.

What the ways to answer share: ``region``, ``implicit``, ``composite``, ``steps`` and ``padding`` stand upon it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from symroof.algebra.ratios.budget import OutOfTime
from symroof.algebra.ratios.evaluation import side_between, side_of
from symroof.algebra.ratios.fold import inside
from symroof.algebra.ratios.posynomial import FIELD, ZERO, Atom, Gen, Number, Poly, Ratio, log_of, ratio, term
from symroof.algebra.regions.ends import float_of
from symroof.algebra.regions.kinds import Crossing, ExactRay, Interval, Intervals, Joined, Ray
from symroof.algebra.regions.outcome import Threshold
from symroof.algebra.signs import roots as exact_roots
from symroof.algebra.signs.closed import Quotient, Root
from symroof.algebra.signs.condition import Condition, both, condition, contradictory, opposite
from symroof.algebra.signs.constant import constant_sign
from symroof.algebra.signs.sign import decided, sign
from symroof.decimals import float_text
from symroof.errors import Inconclusive, SymroofError, Unsupported
from symroof.records import replace
from symroof.symbols import is_size

QUICK = 1024  # bits to which a sign is looked at before what is in it is brought to its simplest form
MAX_ROOT = 24  # of a root that is written instead of a power of two


def verdict(base: Threshold, holds: bool) -> Threshold:
    return base.but(region="always" if holds else "never")


def by_sign(base: Threshold, h: Poly) -> Threshold:
    """Every value of the unknown where h > 0 (h >= 0 when not strict), none elsewhere."""
    s = decided(h)
    if s.high and (base.strict or not s.zero):
        return verdict(base, False)
    if s.low and (not base.strict or not s.zero):
        return verdict(base, True)
    return replace(base, region="when", when=condition(h, "> 0" if base.strict else ">= 0"))


def limited(made: Threshold, needed: Iterable[Condition | None], always: Condition | None) -> Threshold:
    """A region where all of some conditions hold, every value where ``always`` does and none elsewhere."""
    conditions = [c for c in needed if c is not None]
    when = both(conditions)
    if not contradictory(conditions) and (when is None or when != always):
        return replace(made, when=when, always=always)
    bare = Threshold(made.name, made.sense, "never", made.expr, made.level, made.strict)
    return bare if always is None else replace(bare, region="when", when=always)


def together(conditions: Iterable[Condition | None]) -> Condition | None:
    """The conjunction of conditions; None where they exclude each other."""
    kept = [c for c in conditions if c is not None]
    return None if contradictory(kept) else both(kept)


def and_above(made: Threshold, defined: Condition) -> Threshold:
    """A region cut to where one more condition holds; raises Unsupported where that has no printed form."""
    either = made.joined == "or" and made.when is None and made.always is None
    if either or made.between:
        return made.each(lambda t: and_above(t, defined))
    if made.verdict in ("never", "open"):
        return made
    if made.verdict == "always":
        return replace(made, region="when", when=defined)
    if any(c is not None and c.rest and c.joined == "or" for c in (made.when, made.always)):
        raise Unsupported(f"{made} where {defined.text} has no printed form")
    always = made.always
    if always is not None:
        each = (replace(always, rest=()), *always.rest, defined)
        always = together(each)
    return limited(made, [made.when, defined], always)


def good(base: Threshold, side: int) -> bool:
    return side > 0 or (side == 0 and not base.strict)


def side_at(gap: Ratio, name: str, x: Number) -> int:
    """The exact sign of a ratio in one symbol at one value of it; raises SymroofError where it has no value."""
    try:
        told = side_of(gap, {name: x}, QUICK)
    except OutOfTime:
        raise
    except SymroofError:  # in its simplest form it may have a value
        told = None
    return constant_sign(gap.subs({name: x})) if told is None else told


def does(base: Threshold, n: Number) -> bool:
    """Whether one value of the unknown is in the region; not where the question is undefined, as 1/floor(n/3) at 2."""
    try:
        told = side_between(base.expr, base.level, {base.name: n}, QUICK)
    except OutOfTime:
        raise
    except SymroofError:
        told = None
    if told is not None:
        return good(base, told)
    try:
        return base.contains(n)
    except (Inconclusive, Unsupported):
        raise
    except SymroofError:
        return False


def some(names: Iterable[object]) -> str:
    return ", ".join(sorted(map(str, names)))


def stepped(a: Atom, name: str) -> bool:
    """Whether a ceiling or floor of the symbol is in the atom, at any depth."""
    if not inside(a, name):
        return False
    return a.row.rounds != 0 or any(stepped(x, name) for r in a.args for x in r.atoms)


def beside_roots(base: Threshold, low: Root, high: Root, inside: bool, exists: Condition | None) -> Threshold:
    """Between two roots, or outside them; where these do not exist no value does, or every value."""
    weak = "" if base.strict else "="
    senses = (">", "<") if inside else ("<", ">")
    rays = tuple(replace(base, sense=sense + weak, region=Ray(end)) for sense, end in zip(senses, (low, high)))
    return replace(
        base,
        sense="in",
        region=Joined(rays, "and" if inside else "or"),
        when=exists,
        always=None if inside or exists is None else opposite(exists),
        said=("never elsewhere",) if inside and exists is not None else (),
    )


# -- coefficients -----------------------------------------------------------------------------------------------------


def by_power(p: Poly, name: Gen) -> dict[Fraction, Poly]:
    """The coefficients of the powers of one symbol, in ascending order of exponents."""
    i = p.ring.index.get(name)
    if i is None:
        return {Fraction(0): p} if p.terms else {}
    home, shift = p.ring, FIELD * i
    found: dict[int, dict[int, Number]] = {}
    for m, c in p.terms.items():
        e = home.power(m, i)
        found.setdefault(e, {})[m - (e << shift)] = c
    if home.scale == 1:
        return {_WHOLE[e] if 0 <= e < len(_WHOLE) else Fraction(e): Poly(home, found[e]) for e in sorted(found)}
    return {Fraction(e, home.scale): Poly(home, found[e]) for e in sorted(found)}


_WHOLE = tuple(map(Fraction, range(32)))


def lifted(gap: Ratio, which: Callable[[Gen], bool]) -> tuple[Poly, Poly]:
    """Numerator and denominator without negative powers of some generators: log2(x)**-1 above is log2(x) below."""
    low: dict[Gen, Number] = {}
    for p in (gap.num, gap.den):
        for exps, _ in p.monomials():
            for g, e in exps.items():
                if e < low.get(g, 0) and which(g):
                    low[g] = e
    up = term({g: -e for g, e in low.items()})
    return gap.num * up, gap.den * up


def product_of_powers(exponent: Ratio | None) -> Ratio | None:
    """2**exponent without a logarithm: 2**(5 - log2(D)) is 32/D; None where there is none in it."""
    if exponent is None or exponent.den.constant() != 1 or not any(a.row.logarithm for a in exponent.atoms):
        return None
    out = ratio(1)
    for exps, c in exponent.num.monomials():
        if not exps:
            out = out * ratio(2) ** c
            continue
        ((g, e), *others) = exps.items()
        x = log_of(g)
        if others or e != 1 or x is None or Fraction(c).denominator > MAX_ROOT:
            return None
        out = out * x**c
    return out


def minors(p: Mapping[Fraction, Poly], q: Mapping[Fraction, Poly]) -> int | None:
    """1 where P/Q never falls in what these are the coefficients of, Q > 0, -1 where it never rises, 0 where constant.

    (P/Q)' Q**2 is the sum of (i - j)(p_i q_j - p_j q_i) x**(i + j - 1) over i > j: of one sign where these minors are.
    """
    zero = ZERO
    up = down = True
    powers = sorted({*p, *q})
    for k, i in enumerate(powers):
        for j in powers[:k]:
            s = sign(p.get(i, zero) * q.get(j, zero) - p.get(j, zero) * q.get(i, zero))
            up, down = up and s.low, down and s.high
            if not (up or down):
                return None
    return 0 if up and down else 1 if up else -1


def direction(signs: list[str]) -> bool | None:
    """True when these coefficient signs allow only - ... +, False for + ... -, None when they allow more.

    One undecided sign between (or beside) decided ones leaves at most one change whatever it turns out to be.
    """
    seq = [s for s in signs if s != "0"]
    if seq.count("?") > 1:
        return None
    for first, last, rising in (("-", "+", True), ("+", "-", False)):
        body = "".join(seq).lstrip(first).rstrip(last)
        if body in ("", "?"):
            if body == "?" and len(seq) == 1:
                return None
            return rising
    return None


def integers(parts: Mapping[Fraction, Poly], scale: int, lowest: Fraction | None = None) -> exact_roots.Poly:
    """The coefficients as integers, in powers of x**(1/scale)."""
    lowest = min(parts) if lowest is None else lowest
    out: list[Fraction] = [Fraction(0)] * (int((max(parts) - lowest) * scale) + 1)
    for e, h in parts.items():
        out[int((e - lowest) * scale)] = Fraction(h.constant() or 0)
    return exact_roots.primitive(out)


# -- from crossing to crossing -----------------------------------------------------------------------------------------


def cells(base: Threshold, polys: list[Poly], holds: Callable[[tuple[int, ...]], bool]) -> Threshold:
    """The region of a question about the signs of polynomials in the one symbol, exactly, by Sturm's theorem."""
    grouped = [by_power(p, base.name) for p in polys]
    for g in grouped:
        for h in g.values():
            if h.constant() is None:
                raise Inconclusive(f"{Ratio(h)} is not a rational number, and the region may have several parts")
    scale = math.lcm(1, *(e.denominator for g in grouped for e in g))
    lists = [integers(g, scale) if g else () for g in grouped]
    found, table = exact_roots.cells(lists, scale)
    return assembled(base, found, [holds(s) for s in table])


def assembled(base: Threshold, found: Sequence[Crossing], truth: list[bool]) -> Threshold:
    """Truth on (0, r1), r1, (r1, r2), ... as a verdict, a ray, or intervals."""
    if all(truth) or not any(truth):
        return verdict(base, truth[0])
    ends = _stretches(found, truth)
    if len(ends) == 1:
        ((left, with_left, right, with_right),) = ends
        if right is None and left is not None:
            return _numeric_ray(base, left, ">=" if with_left else ">")
        if left is None and right is not None:
            return _numeric_ray(base, right, "<=" if with_right else "<")
    pieces = [_interval(*e, is_size(base.name)) for e in ends]
    if not is_size(base.name):
        return replace(base, sense="in", region=Intervals(tuple(pieces)))
    whole = [p for p in pieces if p.first is not None]
    if not whole:
        return verdict(base, False)
    if len(whole) > 1 or (whole[0].last is not None and whole[0].first != 1):
        return replace(base, sense="in", region=Intervals(tuple(whole)))
    left, with_left, right, with_right = ends[pieces.index(whole[0])]
    if right is not None:  # from below 1 on
        return _numeric_ray(base, right, "<=" if with_right else "<")
    return (
        verdict(base, True)
        if left is None or whole[0].first == 1
        else _numeric_ray(base, left, ">=" if with_left else ">")
    )


Stretch = tuple[Crossing | None, bool, Crossing | None, bool]  # from, that included, to, that included


def _stretches(found: Sequence[Crossing], truth: list[bool]) -> list[Stretch]:
    """Where it is true, from crossing to crossing; None where there is no end."""
    out: list[Stretch] = []
    start: int | None = None
    for k, t in enumerate([*truth, False]):  # k is twice a crossing's place and one more, or between two of them
        if t and start is None:
            start = k
        elif not t and start is not None:
            a, b = start, k - 1
            left = found[(a - 1) // 2] if a else None
            right = found[b // 2] if b < len(truth) - 1 else None
            out.append((left, bool(a % 2), right, bool(b % 2)))
            start = None
    return out


def _numeric_ray(base: Threshold, real: Crossing, sense: str) -> Threshold:
    exact_value = real.fraction()
    root = Quotient(ratio(exact_value)) if exact_value is not None else None
    made = replace(base, sense=sense, region=ExactRay(real, root))
    if sense[0] == "<" and is_size(base.name) and made.integer is not None and made.integer < 1:
        note = f"{base.name} {sense} {float_text(float(real))}, and a size is at least 1"
        return replace(verdict(base, False), said=(note,))
    return made


def _interval(left: Crossing | None, lc: bool, right: Crossing | None, rc: bool, size: bool) -> Interval:
    if left is None:
        first = 1
    else:
        n, hit = left.floor()
        first = max(1, n if hit and lc else n + 1)
    last: int | None = None
    if right is not None:
        n, hit = right.floor()
        last = n - 1 if hit and not rc else n
    empty = last is not None and last < first
    return Interval(
        float_of(left) if left is not None else 0.0,
        float_of(right) if right is not None else None,
        (lc, rc),
        None if empty else first,
        None if empty else last,
        (left, right),
        size,
    )
