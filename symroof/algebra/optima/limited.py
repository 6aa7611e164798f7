"""A minimum under limits: sums of monomials that may be at most something, such as X*Y + X + Y <= S.

| what the limits are like | how the minimum is found |
|---|---|
| more of an unknown costs nothing but one product's limit | the limit is met: it is an equation, solved |
| one unknown is left | the objective is convex in log X: the nearest X that the limits allow |
| one set of weights fits | the geometric mean of objective and limits, in closed form |
| unknowns may be swapped | they are equal: in log space the mean of two points is no worse than both |
| each unknown in one power of the objective and one of the limit | Hölder's inequality |
| numbers | a convex search with a certified gap |

>>> from symroof.algebra.ratios.posynomial import gen
>>> x, y, s = gen("x"), gen("y"), gen("s")
>>> best = limited([1 / x, 1 / y], ["x", "y"], "sum", [(x * y + x + y, s)])
>>> dict(best.point_core)["x"]
s/(1 + sqrt(s + 1))
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from symroof.algebra.optima.certificate import Certificate, Optimum, below, in_words, put_back, shifted
from symroof.algebra.optima.constraints import Limit
from symroof.algebra.optima.means import by_shape, grouped_by, of_groups, with_constant
from symroof.algebra.optima.program import Group, Program, Shape, Term, bracket, extreme, inside, side, upper
from symroof.algebra.ratios.posynomial import Number, Ratio, build, exact, gen, product, ratio, total
from symroof.algebra.regions.recursion import crossing
from symroof.algebra.signs.condition import Condition, condition, short_text
from symroof.algebra.signs.linear import positive_weights, solved
from symroof.algebra.signs.positivity import bare, positive
from symroof.algebra.signs.sign import sign
from symroof.errors import Inconsistent, SymroofError, Unsupported

LEVEL = "largest"  # the unknown that every argument of a maximum stays below


def limited(pieces: list[Ratio], free: list[str], of: str, limits: Sequence[Limit]) -> Optimum:
    """The minimum of a sum or maximum of terms under limits; every limit holds an unknown.

    Raises Inconsistent where the limits leave nothing.
    """
    objective, conditions = grouped_by(pieces, free, of)
    found: list[Condition] = list(conditions)
    groups: list[Group] = []
    for left, right in limits:
        group = _limit(left, right, free, found)
        if group:
            groups.append(group)
    best = _settled(tuple(free), tuple(objective), groups, of, found)
    return replace(best, conditions=tuple(dict.fromkeys([*found, *best.conditions])))


def _settled(names: tuple[str, ...], terms: Group, groups: list[Group], of: str, found: list[Condition]) -> Optimum:
    """The minimum where each limit that is met at no cost is solved first, and what it settles is put back."""
    names, terms, groups, solved_for = _met(names, terms, groups, of, found)
    if not names:
        how = "more of each unknown costs nothing until its limit is met"
        ((_, value),) = terms  # without unknowns all terms are alike, and gathered
        best = _proved(Program((), terms), of, value, (), how)
    elif groups:
        best = _under(names, terms, groups, of)
    else:
        best = of_groups(terms, names, of)
    return replace(best, point_core=tuple(put_back(best, solved_for).items()))


# -- reading the limits ----------------------------------------------------------------------------------------------


def _limit(left: Ratio, right: Ratio, free: Sequence[str], found: list[Condition]) -> Group:
    """Left <= right as a sum that is at most 1; no terms where it always holds."""
    shown = f"{short_text(left)} <= {short_text(right)}"
    if not any(n in free for n in (*left.names, *right.names)):
        raise SymroofError(f"{shown} holds none of the unknowns {', '.join(free)}")
    for part in (left, right):
        if not positive(part.den):
            raise SymroofError(f"{part.den}, below a fraction bar in {shown}, is not proved positive")
    out = by_shape(left.num * right.den - right.num * left.den, free)
    if out is None:
        raise Unsupported(f"{shown} is not a sum of products of {', '.join(free)}; only such sums can be limited")
    above, under = _two_sides(out, shown, found)
    if not above:
        return ()
    if not under:
        raise Inconsistent(f"{shown} holds for no positive {', '.join(free)}", [shown])
    if len(under) > 1:
        raise Unsupported(
            f"{shown} has a sum on its larger side, which leaves no convex problem; "
            "only a product may be the larger side"
        )
    ((base, level),) = under
    return tuple((tuple(exact(a - b) for a, b in zip(s, base)), c / level) for s, c in above)


def _two_sides(terms: Mapping[Shape, Ratio], shown: str, found: list[Condition]) -> tuple[list[Term], list[Term]]:
    """Terms that are to add up to no more than 0: those above 0, and the others the other way round."""
    above: list[Term] = []
    under: list[Term] = []
    open_: list[Term] = []
    for shape, whole in terms.items():
        way = _way(whole, found)
        if way is None:
            open_.append((shape, whole))
        elif way:
            (above if way > 0 else under).append((shape, whole if way > 0 else -whole))
    if len(open_) == 1 and above and not under:  # below 0, for else nothing satisfies the limit
        ((shape, whole),) = open_
        found.append(condition(-whole.num, "> 0"))
        under.append((shape, -whole))
    elif open_:
        raise SymroofError(
            f"the sign of {short_text(open_[0][1])} in {shown} is not known; "
            "a limit needs each of its terms on one side"
        )
    return above, under


def _way(c: Ratio, found: list[Condition]) -> int | None:
    """The sign of a coefficient, None where it is open; one that may be 0 becomes a condition."""
    if not c.num.terms:
        return 0
    if not c.names:
        return side(c)
    s = sign(c.num)
    if not (s.low or s.high):
        return None
    if s.zero:
        found.append(condition(bare(c.num if s.low else -c.num), "> 0"))
    return 1 if s.low else -1


def _met(
    names: tuple[str, ...], terms: Group, groups: list[Group], of: str, found: list[Condition]
) -> tuple[tuple[str, ...], Group, list[Group], list[tuple[str, Ratio]]]:
    """Solve each limit of one product that some unknown meets at no cost: (unknowns, terms, limits, values)."""
    done: list[tuple[str, Ratio]] = []
    groups = [g for g in (_without_flat(g, found) for g in groups) if g]
    while True:
        spot = _free_of_cost(names, terms, groups)
        if spot is None:
            return names, terms, groups, done
        k, j = spot
        ((shape, c),) = groups.pop(k)
        names, at = (*names[:j], *names[j + 1 :]), names[j]
        others = (*shape[:j], *shape[j + 1 :])
        power = exact(Fraction(-1) / Fraction(shape[j]))
        done.append((at, (c * product(gen(n) ** e for n, e in zip(names, others) if e)) ** power))

        def put(t: Term, j: int = j, others: Shape = others, c: Ratio = c, power: Number = power) -> Term:
            s, own = t
            e = exact(s[j] * power)
            return tuple(exact(a + b * e) for a, b in zip((*s[:j], *s[j + 1 :]), others)), own * c**e

        terms = _gathered((put(t) for t in terms), of)
        groups = [g for g in (_without_flat(_gathered((put(t) for t in g), "sum"), found) for g in groups) if g]


def _free_of_cost(names: Sequence[str], terms: Group, groups: Sequence[Group]) -> tuple[int, int] | None:
    """A limit of one product, and an unknown that can move until it is met while no other term grows, or must be."""
    for k, group in enumerate(groups):
        if len(group) != 1:
            continue
        shape, c = group[0]
        if any(len(g) == 1 and not any(a + b for a, b in zip(g[0][0], shape)) and g[0][1] * c == 1 for g in groups):
            return k, next(j for j, e in enumerate(shape) if e)  # the other side of it is another limit: an equation
        others = [*terms, *(t for i, g in enumerate(groups) if i != k for t in g)]
        for j in range(len(names)):
            e = shape[j]
            if e and all(s[j] * e <= 0 for s, _ in others) and any(s[j] for s, _ in others):
                return k, j
    return None


def _without_flat(group: Group, found: list[Condition]) -> Group:
    """A limit without what holds no unknown: c + p <= 1 is p/(1 - c) <= 1; no terms where it always holds."""
    flat = next((c for s, c in group if not any(s)), None)
    if flat is None:
        return group
    rest, left = [t for t in group if any(t[0])], ratio(1) - flat
    shown = f"{short_text(flat)} {'<' if rest else '<='} 1"
    if not left.names:
        if side(left) < 0 or (rest and not side(left)):
            raise Inconsistent(f"the limits contradict each other: together they ask for {shown}", [shown])
    elif not positive(left.num):
        found.append(condition(bare(left.num), "> 0" if rest else ">= 0"))
    return tuple((s, c / left) for s, c in rest)


def _gathered(terms: Iterable[Term], of: str) -> Group:
    out: dict[Shape, Ratio] = {}
    for s, c in terms:
        out[s] = c if s not in out else out[s] + c if of == "sum" else build("max", [out[s], c])
    return tuple(out.items())


# -- the minimum -----------------------------------------------------------------------------------------------------


def _under(names: tuple[str, ...], terms: Group, groups: Sequence[Group], of: str) -> Optimum:
    every = [*terms, *(t for g in groups for t in g)]
    unused = [n for j, n in enumerate(names) if not any(s[j] for s, _ in every)]
    if unused:
        raise SymroofError(f"the objective does not depend on {', '.join(unused)}, so any value is as good")
    if of == "sum" and any(not any(s) for s, _ in terms) and any(any(s) for s, _ in terms):
        (shift,) = (c for s, c in terms if not any(s))
        inner = _under(names, tuple(t for t in terms if any(t[0])), groups, of)
        if with_constant(inner, shift):
            return shifted(inner, shift)
    own = Program(names, terms, tuple(groups))
    if len(names) == 1:
        clamped = _nearest(own, of)
        if clamped is not None:
            return clamped
    return _solved(own) if of == "sum" else _smallest_largest(own)


def _smallest_largest(own: Program) -> Optimum:
    """The minimum of the largest term: a level that each of them stays below is one more unknown, and the objective."""
    names, terms, groups = own.free, own.objective, own.limits
    top = LEVEL
    while top in names or any(top in c.names for _, c in own.terms):
        top += "'"
    level = (*((0,) * len(names)), 1)
    arguments: list[Group] = [(((*s, -1), c),) for s, c in terms]
    limits: list[Group] = [tuple(((*s, 0), c) for s, c in g) for g in groups]
    found: list[Condition] = []
    best = _settled((*names, top), ((level, ratio(1)),), [*arguments, *limits], "sum", found)
    proof = best.certificate
    if len(proof.limits) == len(terms) + len(groups):
        weights = tuple(w for _, (w,) in proof.limits[: len(terms)])
        rest = tuple((own.written(g), w) for g, (_, w) in zip(groups, proof.limits[len(terms) :]))
        proof = replace(proof, terms=own.written(terms), weights=weights, of="max", limits=rest)
    else:
        how = f"{top} is at least each of {', '.join(map(str, own.written(terms)))}; then {proof}"
        proof = in_words(proof, best.value_core, "max", how)
    point = tuple((n, r) for n, r in best.point_core if n != top)
    value = best.value_core
    if best.lower is not None:  # the level lies a bit above the largest
        value = upper(extreme("max", [t.subs(dict(point)) for t in own.written(terms)]))
    return replace(
        best,
        objective=build("max", own.written(terms)),
        free=names,
        of="max",
        value_core=value,
        point_core=point,
        certificate=proof,
        terms=own.written(terms),
        limits=_sums(own),
        conditions=(*found, *best.conditions),
    )


def _sums(p: Program) -> tuple[Ratio, ...]:
    return tuple(total(p.written(g)) for g in p.limits)


def _proved(p: Program, of: str, value: Ratio, point: Iterable[Ratio], how: str) -> Optimum:
    """An optimum whose proof is in words."""
    written = p.written(p.objective)
    objective = total(written) if of == "sum" else build("max", written)
    return Optimum(
        objective,
        p.free,
        of,
        value,
        tuple(zip(p.free, point)),
        Certificate((), (), of, value, how=how),
        written,
        limits=_sums(p),
    )


def _solved(p: Program) -> Optimum:
    """A program in several unknowns: in closed form by its weights or a symmetry, or in numbers."""
    rows, goal = p.rows()
    fitting = positive_weights(rows, goal)
    terms = [t for group in (p.objective, *p.limits) for t in p.written(group)]
    names = ", ".join(n for n in p.free if not n.startswith(LEVEL))
    numbers = not any(c.names for _, c in p.terms)
    if fitting is None:
        if numbers:
            inside(p)  # raises where the limits leave nothing
        raise Unsupported(
            f"no minimum: along some curve of {names} every term falls to 0 while the limits hold; "
            "bound an unknown from the other side"
        )
    if fitting[1]:
        idle = ", ".join(str(terms[i]) for i in fitting[1])
        end = (
            "so the infimum is approached but not attained; leave the term out, or bound an unknown"
            if any(i < len(p.objective) for i in fitting[1])
            else "so it decides nothing or the infimum is approached but not attained; leave it out or bound an unknown"
        )
        raise Unsupported(f"no minimum: {idle} can be made as small as one likes without cost, {end}")
    weights, nullity = solved(rows, goal)
    if not nullity and weights is not None:
        return _by_means(p, weights)
    merged = _mirrored(p)
    if merged is not None:
        return merged
    shared = _shared_out(p)
    if shared is not None:
        return shared
    if numbers:
        found = bracket(p)
        own, parts = p.split(found.weights)
        limits = tuple((p.written(g), tuple(w)) for g, w in zip(p.limits, parts))
        proof = Certificate(p.written(p.objective), tuple(own), "sum", limits=limits, below=found.lower)
        point = tuple((n, ratio(exact(x))) for n, x in found.point)
        return Optimum(
            total(p.written(p.objective)),
            p.free,
            "sum",
            found.value,
            point,
            proof,
            p.written(p.objective),
            lower=below(found.lower),
            limits=_sums(p),
        )
    unbound = sorted({n for _, c in p.terms for n in c.names})
    raise Unsupported(
        f"{len(p.objective)} terms in {names} under these limits have no closed-form minimum; "
        f"give numbers for {', '.join(unbound)} and the minimum is found with a certified gap"
    )


def _by_means(p: Program, weights: Sequence[Fraction]) -> Optimum:
    """The only weights that fit: the bound is met where each term has its share of the objective or of its limit."""
    own, parts = p.split(weights)
    coefficients = Program(
        (), tuple(((), c) for _, c in p.objective), tuple(tuple(((), c) for _, c in g) for g in p.limits)
    )

    def proof(q: Program) -> Certificate:
        limits = tuple((q.written(g), tuple(w)) for g, w in zip(q.limits, parts))
        return Certificate(q.written(q.objective), tuple(own), "sum", limits=limits)

    value = proof(coefficients).bound
    shares = [value * d for d in own] + [ratio(exact(d / sum(part))) for part in parts for d in part]
    rows, _ = p.rows()
    point: list[Ratio] = []
    for j in range(len(p.free)):
        combination, _ = solved(rows[:-1], [Fraction(int(k == j)) for k in range(len(p.free))])
        if combination is None:
            names = ", ".join(n for n in p.free if not n.startswith(LEVEL))
            raise Unsupported(f"the minimum is attained along a whole curve of {names}; fix one of them")
        point.append(product((t / c) ** w for t, (_, c), w in zip(shares, p.terms, combination) if w))
    written = p.written(p.objective)
    return Optimum(total(written), p.free, "sum", value, tuple(zip(p.free, point)), proof(p), written, limits=_sums(p))


def _mirrored(p: Program) -> Optimum | None:
    """Unknowns that may be swapped without changing anything are equal at a minimum, so that fewer are left."""

    def swapped(group: Group, i: int, j: int) -> frozenset[Term]:
        order = list(range(len(p.free)))
        order[i], order[j] = j, i
        return frozenset((tuple(s[k] for k in order), c) for s, c in group)

    def alike(i: int, j: int) -> bool:
        if swapped(p.objective, i, j) != frozenset(p.objective):
            return False
        before = sorted(hash(frozenset(g)) for g in p.limits)
        if before != sorted(hash(swapped(g, i, j)) for g in p.limits):
            return False
        left = [frozenset(g) for g in p.limits]
        for g in p.limits:
            image = swapped(g, i, j)
            if image not in left:
                return False
            left.remove(image)
        return True

    image = list(range(len(p.free)))
    for j in range(1, len(p.free)):
        image[j] = next((image[i] for i in range(j) if alike(i, j)), j)
    kept = sorted(set(image))
    if len(kept) == len(p.free):
        return None

    def together(group: Group) -> Group:
        return _gathered(
            ((tuple(exact(sum(s[i] for i in range(len(s)) if image[i] == k)) for k in kept), c) for s, c in group),
            "sum",
        )

    found: list[Condition] = []
    names = tuple(p.free[k] for k in kept)
    inner = _settled(names, together(p.objective), [together(g) for g in p.limits], "sum", found)
    at = dict(inner.point_core)
    point = [at[p.free[k]] for k in image]
    same = " and ".join(
        " = ".join(p.free[i] for i in range(len(image)) if image[i] == k) for k in kept if image.count(k) > 1
    )
    how = f"{same}, for a swap changes nothing and the mean of both logs is no worse; then {inner.certificate}"
    best = _proved(p, "sum", inner.value_core, point, how)
    proof = in_words(inner.certificate, inner.value_core, "sum", how)
    return replace(best, certificate=proof, lower=inner.lower, conditions=(*found, *inner.conditions))


def _shared_out(p: Program) -> Optimum | None:
    """One limit, shared by unknowns that each stand in one power of the objective and one of the limit (Hölder)."""
    if len(p.limits) != 1 or not len(p.free) == len(p.objective) == len(p.limits[0]):
        return None
    costs: dict[int, tuple[Fraction, Ratio]] = {}
    rooms: dict[int, tuple[Fraction, Ratio]] = {}
    for group, into in ((p.objective, costs), (p.limits[0], rooms)):
        for s, c in group:
            here = [j for j, e in enumerate(s) if e]
            if len(here) != 1 or here[0] in into:
                return None
            into[here[0]] = (Fraction(s[here[0]]), c)
    powers, ways = {e for e, _ in costs.values()}, {e for e, _ in rooms.values()}
    if len(powers) != 1 or len(ways) != 1:
        return None
    (a,), (b,) = powers, ways  # of different sign, for otherwise no weights would balance
    # with p = |a|, q = |b|: (sum cost)**(q/(p+q)) * (sum room)**(p/(p+q)) >= sum cost**(q/(p+q)) * room**(p/(p+q))
    p_, q_ = abs(a), abs(b)
    on_cost, on_room = exact(q_ / (p_ + q_)), exact(p_ / (p_ + q_))
    order = range(len(p.free))
    shares = [costs[j][1] ** on_cost * rooms[j][1] ** on_room for j in order]
    whole = total(shares)
    value = whole ** exact((p_ + q_) / q_)
    point = [(shares[j] / (rooms[j][1] * whole)) ** exact(1 / b) for j in order]
    how = f"Hölder's inequality with exponents {exact((p_ + q_) / q_)} and {exact((p_ + q_) / p_)}"
    return _proved(p, "sum", value, point, how)


# -- one unknown -----------------------------------------------------------------------------------------------------


def _nearest(p: Program, of: str) -> Optimum | None:
    """Convex in log X: where the limits do not allow the smallest, the nearest X that they allow; None without form."""
    (name,) = p.free
    signs = _directions(p, of)
    edges = _edges(p)
    if edges is None:
        return None
    lows, highs = edges
    at: Ratio | None = None
    if signs == {1, -1} or (signs and _flat(p, of)):
        inner = of_groups(p.objective, p.free, of)
        at = inner.point_core[0][1]
        if inner.lower is not None:  # in numbers: whether it lies beyond an edge, the exact slope there says
            highest = [extreme("min", highs)] if highs else []
            lowest = [extreme("max", lows)] if lows else []
            steep = any(_slope(p.objective, x) < 0 for x in highest) or any(_slope(p.objective, x) > 0 for x in lowest)
            if not steep:
                return replace(inner, limits=_sums(p))
    found = _room_between(name, lows, highs)
    if lows and (at is not None or signs != {-1}):
        at = extreme("max", [*lows, *([at] if at is not None else [])])
    if highs and (at is not None or signs != {1}):
        at = extreme("min", [*highs, *([at] if at is not None else [])])
    assert at is not None
    parts = [t.subs({name: at}) for t in p.written(p.objective)]
    value = total(parts) if of == "sum" else extreme("max", parts)
    how = f"convex in log {name}; the nearest {name} to its smallest that the limits allow"
    return replace(_proved(p, of, value, [at], how), conditions=found)


def _flat(p: Program, of: str) -> bool:
    """Whether a term holds the maximum up, which does not fall below it."""
    return of == "max" and any(not any(s) for s, _ in p.objective)


def _directions(p: Program, of: str) -> set[int]:
    """Whether terms rise (1) and fall (-1) in the one unknown; refused where nothing keeps the objective up."""
    (name,) = p.free
    signs = {(s[0] > 0) - (s[0] < 0) for s, _ in p.objective} - {0}
    held = {(s[0] < 0) - (s[0] > 0) for g in p.limits for s, _ in g}
    if len(signs) == 1 and not signs <= held and not _flat(p, of):
        what, end = ("sum" if of == "sum" else "maximum"), "0" if signs == {1} else "oo"
        raise Unsupported(
            f"no minimum: the {what} only falls as {name} -> {end}, its infimum is not attained; "
            f"bound {name} on that side too"
        )
    return signs


def _edges(p: Program) -> tuple[list[Ratio], list[Ratio]] | None:
    """What the one unknown is at least and at most; None where a limit has no closed form, but numbers."""
    lows: list[Ratio] = []
    highs: list[Ratio] = []
    for group in p.limits:
        ways = {s[0] > 0 for s, _ in group}
        edge = _edge(p.free[0], group) if len(ways) == 1 else None
        if edge is not None:
            (highs if ways == {True} else lows).append(edge)
        elif not any(c.names for _, c in p.terms):
            return None
        else:
            raise Unsupported(
                f"{total(p.written(group))} <= 1 has no closed form in {p.free[0]}; "
                "give numbers, and the minimum is found with a certified gap"
            )
    return lows, highs


def _room_between(name: str, lows: Sequence[Ratio], highs: Sequence[Ratio]) -> tuple[Condition, ...]:
    """The conditions under which no lower edge lies above an upper one; Inconsistent where one does."""
    found: list[Condition] = []
    for lo, hi in itertools.product(lows, highs):
        gap = hi - lo
        if gap.names:
            found.append(condition(gap, ">= 0"))
        elif side(gap) < 0:
            core = [f"{name} >= {lo}", f"{name} <= {hi}"]
            raise Inconsistent(f"no {name} satisfies {' and '.join(core)}", core)
    return tuple(found)


def _slope(terms: Group, x: Ratio) -> int:
    """The sign of the slope of a sum of powers at x."""
    return side(total(c * s[0] * x ** exact(s[0]) for s, c in terms if s[0]))


def _edge(name: str, group: Group) -> Ratio | None:
    """Where a sum that only rises, or only falls, is 1."""
    if len(group) == 1:
        ((s, c),) = group
        return c ** exact(Fraction(-1) / Fraction(s[0]))
    letters: dict[str, Ratio] = {}  # for a coefficient that is positive only on a condition
    plain: list[Term] = []
    for s, c in group:
        if not c.is_posynomial_ratio and c.names:
            letter = f"{name}'{len(letters)}"
            letters[letter], c = c, gen(letter)
        plain.append((s, c))
    root = crossing(total(Program((name,), tuple(plain)).written(tuple(plain))), ratio(1), name, strict=False).root
    at = root.ratio() if root is not None else None
    return at.subs(letters) if at is not None and letters else at
