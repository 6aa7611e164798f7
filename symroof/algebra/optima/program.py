r"""Geometric programs in numbers: the smallest sum of monomials under limits on such sums, with an exact dual bound.

To minimise sum_i c_i x**a_i while sum_{i in k} c_i x**a_i <= 1 for each limit k, any d >= 0 with sum d = 1 over the
objective and sum d_i a_i = 0 over all terms gives, with L_k the sum of d over limit k,

    objective >= prod_i (c_i/d_i)**d_i * prod_k L_k**L_k        (the weighted mean inequality, term by term)

An interior-point search in log x finds a point and weights; both are then made exact rationals, the weights so that
they satisfy their equations, the point so that it satisfies the limits, and what is left between them is the gap.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, final

from symroof.algebra.ratios.budget import spend
from symroof.algebra.ratios.evaluation import enclosure, intervals, reals
from symroof.algebra.ratios.posynomial import Number, Ratio, build, exact, gen, product, ratio, total
from symroof.algebra.signs.linear import Row, positive_weights, solved
from symroof.decimals import general
from symroof.errors import Inconsistent, Unsupported

Shape = tuple[Number, ...]
Term = tuple[Shape, Ratio]  # exponents of the unknowns, coefficient
Group = tuple[Term, ...]

DIGITS = 50  # of the reals and intervals that are searched in
BITS = 256  # of the enclosures they start from
GAP = Fraction(1, 10**6)  # what is not closer than this is no answer
NEAR = Fraction(1, 10**9)  # what is as close as this is not improved


@final
@dataclass(frozen=True)
class Program:
    """Minimise the sum of the objective's terms while each limit's sum is at most 1."""

    free: tuple[str, ...]
    objective: Group
    limits: tuple[Group, ...] = ()

    @property
    def terms(self) -> Group:
        """Every term, those of the objective first."""
        return (*self.objective, *(t for group in self.limits for t in group))

    def rows(self) -> tuple[list[Row], Row]:
        """The equations that the weights satisfy: exponents cancel, those of the objective sum to 1."""
        terms = self.terms
        rows = [[Fraction(s[j]) for s, _ in terms] for j in range(len(self.free))]
        rows.append([Fraction(int(i < len(self.objective))) for i in range(len(terms))])
        return rows, [*([Fraction(0)] * len(self.free)), Fraction(1)]

    def written(self, group: Group) -> tuple[Ratio, ...]:
        """The terms as they read."""
        return tuple(c * product(gen(n) ** e for n, e in zip(self.free, s) if e) for s, c in group)

    def split(self, values: Sequence[Any]) -> tuple[list[Any], list[list[Any]]]:
        """One value for each term, apart for the objective and for each limit."""
        at, out = len(self.objective), []
        for group in self.limits:
            out.append(list(values[at : at + len(group)]))
            at += len(group)
        return list(values[: len(self.objective)]), out


@final
@dataclass(frozen=True)
class Bracket:
    """A point that satisfies the limits, and weights whose bound is just below the objective there."""

    point: tuple[tuple[str, Fraction], ...]
    weights: tuple[Fraction, ...]
    value: Ratio
    lower: Fraction


def bracket(p: Program) -> Bracket:
    """The minimum of a program in numbers, between two rationals.

    Raises Inconsistent where the limits leave nothing, Unsupported where the two rationals are not close.
    """
    mp = reals()
    start = inside(p) if p.limits else [mp.mpf(0)] * len(p.free)
    logs = [_log(c)[1] for _, c in p.terms]
    u, d = start, [mp.mpf(0)]
    t, factor = mp.mpf(1), 64
    while True:
        there, d, settled = _centred(_Barrier(p, logs, t), u, steps=200 if t == 1 else 50)
        if not settled and t > 1 and factor > 2:  # too far from the last centre: from there again, not so far
            t, factor = t / factor, max(2, int(factor**0.5))
            t *= factor
            continue
        u = there
        if not p.limits or t > 10**11:
            break
        t *= factor
    weights, lower = _certified(p, d)
    if weights is None or lower <= 0:
        raise Unsupported(
            f"no minimum of {total(p.written(p.objective))} could be certified; "
            "its weights are too far apart for the search"
        )
    best: tuple[tuple[tuple[str, Fraction], ...], Ratio] | None = None
    for limit in (10**4, 10**8, 10**12, 10**20, 10**30):
        point = _rational(p, u, limit)
        if not all(_at_most_one(p, group, point) for group in p.limits):
            continue  # rounding has crossed a limit
        value = upper(total(p.written(p.objective)).subs(dict(point)))
        if best is None or Fraction(value.at({})) < Fraction(best[1].at({})):
            best = point, value
        if Fraction(best[1].at({})) <= lower * (1 + NEAR):
            break
    if best is None or Fraction(best[1].at({})) > lower * (1 + GAP):
        ends = (
            []
            if best is None
            else [mp.nstr(mp.mpf(q.numerator) / q.denominator, 15) for q in (lower, Fraction(best[1].at({})))]
        )
        between = f", only that it lies between {' and '.join(ends)}" if ends else ""
        raise Unsupported(f"no minimum of {total(p.written(p.objective))} could be certified{between}")
    return Bracket(best[0], tuple(weights), best[1], lower)


def inside(p: Program) -> list[Any]:
    """The logs of a point at which every limit holds with room to spare."""
    mp = reals()

    n = len(p.free)
    if not p.limits:
        return [mp.mpf(0)] * n
    unit = (*([0] * n), 1)
    # the smallest s such that every limit's sum is at most s, itself a program, with an obvious point inside
    limits = tuple(tuple(((*s, -1), c) for s, c in group) for group in p.limits)
    room = Program((*p.free, " s"), ((unit, ratio(1)),), limits)
    logs = [_log(c)[1] for _, c in room.terms]
    _, parts = room.split(range(len(logs)))
    idle = (positive_weights(*room.rows()) or ([], []))[1]
    u = [mp.mpf(0)] * n
    u.append(1 + max(_soft(room, logs, part, u)[0] for part in parts))
    t, d = mp.mpf(1), [mp.mpf(0)]
    while u[-1] > -0.01 and t < 10**12:
        u, d, _ = _centred(_Barrier(room, logs, t, mp.mpf(10) ** -4), u, lambda v: bool(v[-1] < -0.2))
        if u[-1] * t > 3 * len(parts) and (idle or _certified(room, d)[1] > 1):  # no s below 0 is left
            break
        t *= 50
    if u[-1] < 0:
        return u[:-1]
    shown = " and ".join(f"{total(p.written(group))} <= 1" for group in p.limits)
    if idle:  # terms that can vanish: without them the limits are weaker, and so is what they contradict
        kept = [tuple(t for t, i in zip(g, part) if i not in idle) for g, part in zip(p.limits, parts)]
        inside(Program(p.free, p.objective, tuple(g for g in kept if g)))
    else:
        weights, lower = _certified(room, d)
        if weights is not None and lower > 1:
            raise Inconsistent(
                f"no positive {', '.join(p.free)} satisfy {shown}: by the weighted means one of the "
                f"left sides is at least {general(lower, 6)}",
                [shown],
            )
    raise Unsupported(f"{shown} leave no room inside, or none that was found; write what is equal as an equation")


# -- the search ------------------------------------------------------------------------------------------------------


def _soft(p: Program, logs: Sequence[Any], part: Sequence[int], u: Sequence[Any]) -> tuple[Any, list[Any]]:
    """The log of a sum of terms at the logs u, and the share of each term in it."""
    mp = reals()

    terms = p.terms
    heights = [
        logs[i]
        + mp.fdot([(mp.mpf(a.numerator) / a.denominator, x) for a, x in zip(map(Fraction, terms[i][0]), u) if a])
        for i in part
    ]
    top = max(heights)
    shares = [mp.exp(h - top) for h in heights]
    whole = mp.fsum(shares)
    return top + mp.log(whole), [w / whole for w in shares]


@final
class _Barrier:
    """The height t*log(objective) - sum log(-log(limit)) at logs u, plus a pull towards u = 0, times u**2/2."""

    def __init__(self, p: Program, logs: Sequence[Any], t: Any, pull: Any = 0) -> None:
        mp = reals()
        self.p, self.logs, self.t, self.pull = p, logs, t, pull
        self.shapes = [[mp.mpf(Fraction(a).numerator) / Fraction(a).denominator for a in s] for s, _ in p.terms]
        self.own, self.parts = p.split(range(len(self.shapes)))

    def height(self, v: Sequence[Any]) -> Any:
        """None where a limit is not kept."""
        mp = reals()
        out = self.t * _soft(self.p, self.logs, self.own, v)[0]
        for part in self.parts:
            f = _soft(self.p, self.logs, part, v)[0]
            if f >= 0:
                return None
            out -= mp.log(-f)
        return out + self.pull * mp.fdot(v, v) / 2 if self.pull else out

    def slopes(self, u: Sequence[Any]) -> tuple[list[Any], list[list[Any]], list[Any]]:
        """The gradient and the second derivatives at u, and the weights there."""
        mp, n = reals(), len(self.p.free)
        gradient = [self.pull * x for x in u]
        hessian = [[mp.mpf(self.pull if a == b else 0) for b in range(n)] for a in range(n)]
        d: list[Any] = []
        for k, part in enumerate((self.own, *self.parts)):
            f, shares = _soft(self.p, self.logs, part, u)
            weight = self.t if k == 0 else 1 / -f
            d += [w * weight / self.t for w in shares]
            mean = [mp.fsum(w * self.shapes[i][j] for w, i in zip(shares, part)) for j in range(n)]
            apart = [[self.shapes[i][j] - mean[j] for j in range(n)] for i in part]  # small shares are not lost
            for a in range(n):
                gradient[a] += weight * mean[a]
                for b in range(n):
                    curve = mp.fsum(w * x[a] * x[b] for w, x in zip(shares, apart))
                    hessian[a][b] += weight * curve + (weight**2 * mean[a] * mean[b] if k else 0)
        for a in range(n):
            hessian[a][a] = hessian[a][a] * (1 + mp.mpf(10) ** -30) or mp.mpf(1)
        return gradient, hessian, d


def _centred(
    of: _Barrier, u: list[Any], enough: Callable[[Sequence[Any]], bool] | None = None, steps: int = 200
) -> tuple[list[Any], list[Any], bool]:
    """Where a barrier is lowest, by damped Newton steps; the weights there; and whether the steps were enough.

    The pull keeps the search from what grows for ever; it ends where enough(u) is true.
    """
    mp = reals()
    here = of.height(u)
    for _ in range(steps):
        spend()
        gradient, hessian, d = of.slopes(u)
        step = _solution(hessian, gradient)
        slope = mp.fdot(gradient, step)
        if slope <= of.t * mp.mpf(10) ** (-2 * DIGITS // 3):
            return u, d, True
        scale = first = min(mp.mpf(1), 20 / max(abs(x) for x in step))
        while scale > first * mp.mpf(10) ** -20:
            v = [x - scale * y for x, y in zip(u, step)]
            there = of.height(v)
            if there is not None and there <= here - scale * slope / 8:
                break
            scale /= 2
        else:
            return u, d, True  # as near as the digits allow
        u, here = v, there
        if enough is not None and enough(u):
            return u, d, True
    return u, d, False


def _solution(a: list[list[Any]], b: list[Any]) -> list[Any]:
    """One solution of symmetric equations, 0 in a direction that nothing fixes."""
    m = [[*row, y] for row, y in zip(a, b)]
    n = len(b)
    for k in range(n):
        at = max(range(k, n), key=lambda i: abs(m[i][k]))
        m[k], m[at] = m[at], m[k]
        if not m[k][k]:
            m[k] = [*(m[k][:k]), 1, *([0] * (n - k))]
        for i in range(n):
            if i != k:
                f = m[i][k] / m[k][k]
                m[i] = [x - f * y for x, y in zip(m[i], m[k])]
    return [m[i][-1] / m[i][i] for i in range(n)]


# -- made exact ------------------------------------------------------------------------------------------------------


def _certified(p: Program, d: Sequence[Any]) -> tuple[list[Fraction] | None, Fraction]:
    """Exact weights near d and the bound that they prove; short ones where those are good enough."""
    rows, rhs = p.rows()
    best: tuple[list[Fraction] | None, Fraction] = None, Fraction(0)
    for bits in (20, 40, 100):
        weights = _balanced(d, rows, rhs, bits)
        if weights is None or any(w <= 0 for w in weights):
            continue
        lower = _bound(p, weights)
        if best[0] is not None and lower <= best[1] * (1 + NEAR):
            break
        best = weights, lower
    return best


def _balanced(d: Sequence[Any], rows: Sequence[Row], rhs: Row, bits: int) -> list[Fraction] | None:
    """Weights near d that satisfy the equations: all but the largest rounded, those solved for."""
    order = sorted(range(len(d)), key=lambda i: -d[i])
    chosen: list[int] = []
    left = [list(row) for row in rows]
    for i in order:
        at = next((k for k in range(len(chosen), len(left)) if left[k][i]), None)
        if at is None:
            continue
        k = len(chosen)
        left[k], left[at] = left[at], left[k]
        for r in range(k + 1, len(left)):
            if left[r][i]:
                f = left[r][i] / left[k][i]
                left[r] = [x - f * y for x, y in zip(left[r], left[k])]
        chosen.append(i)
    out = [Fraction(0) if i in chosen else _rounded(x, bits) for i, x in enumerate(d)]
    missing = [y - sum((r * x for r, x in zip(row, out) if r), Fraction(0)) for row, y in zip(rows, rhs)]
    found, _ = solved([[row[i] for i in chosen] for row in rows], missing)
    if found is None:
        return None
    for i, x in zip(chosen, found):
        out[i] = x
    return out


def _rounded(x: Any, bits: int) -> Fraction:
    mp = reals()

    shift = bits - (mp.frexp(x)[1] if x else 0)
    scaled = int(mp.nint(mp.ldexp(x, shift)))
    return Fraction(scaled, 1 << shift) if shift >= 0 else Fraction(scaled << -shift)


def _log(c: Ratio) -> tuple[Any, Any]:
    """The log of a positive number without symbols: an interval that holds it, and its middle."""
    iv = intervals()
    low, high = (iv.mpf(x.numerator) / x.denominator for x in enclosure(c, {}, BITS))
    held = iv.log(iv.mpf([low.a, high.b]))
    return held, reals().mpf(held.mid)


def _bound(p: Program, weights: Sequence[Fraction]) -> Fraction:
    """A rational just below prod (c/d)**d * prod L**L."""
    iv = intervals()
    own, parts = p.split(weights)
    logs = [_log(c)[0] for _, c in p.terms]

    def number(q: Fraction) -> Any:
        return iv.mpf(q.numerator) / q.denominator

    out = iv.mpf(0)
    for log, d in zip(logs, (*own, *(d for part in parts for d in part))):
        out += number(d) * (log - iv.log(number(d)))
    for part in parts:
        lam = number(sum(part, Fraction(0)))
        out += lam * iv.log(lam)
    return _fraction(iv.exp(out).a)


def _fraction(x: Any) -> Fraction:
    """The rational that one end of an interval is."""
    from mpmath.libmp import to_rational

    top, below = to_rational(x._mpi_[0])
    return Fraction(int(top), int(below))


def _rational(p: Program, u: Sequence[Any], limit: int) -> tuple[tuple[str, Fraction], ...]:
    """The point exp(u) in rationals that are not longer than asked for."""
    mp = reals()

    out = []
    for n, x in zip(p.free, u):
        turned = x < -7
        q = _rounded(mp.exp(-x if turned else x), 120)
        step = 10 ** max(0, len(str(int(q))) - len(str(limit)))  # of a long number the first digits
        q = Fraction(round(q / step) * step) if step > 1 else q.limit_denominator(limit)
        out.append((n, 1 / q if turned else q))
    return tuple(out)


def _at_most_one(p: Program, group: Group, point: tuple[tuple[str, Fraction], ...]) -> bool:
    return side(total(p.written(group)).subs(dict(point)) - 1) <= 0


def side(r: Ratio) -> int:
    """The sign of a number without symbols: by intervals first, which are quick where the roots are high.

    >>> side(ratio(2) ** Fraction(1, 113) - 1), side(ratio(8) ** Fraction(1, 3) - 2)
    (1, 0)
    """
    c = r.constant()
    if c is not None:
        return (c > 0) - (c < 0)
    from symroof.algebra.signs.condition import constant_sign

    return constant_sign(r)


def extreme(kind: str, items: Sequence[Ratio]) -> Ratio:
    """The largest or smallest ("max", "min"), decided where all are numbers.

    >>> extreme("max", [ratio(3), ratio(10) ** Fraction(1, 2)])
    sqrt(2)*sqrt(5)
    """
    if any(r.names for r in items):
        return build(kind, items)
    best = items[0]
    for r in items[1:]:
        ahead = side(r - best)
        if ahead > 0 if kind == "max" else ahead < 0:
            best = r
    return best


def upper(r: Ratio) -> Ratio:
    """A number as it is, or rounded up where it is irrational."""
    try:
        return ratio(r.at({}))
    except Unsupported:
        return ratio(exact(enclosure(r, {}, BITS)[1]))
