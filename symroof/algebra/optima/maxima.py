"""Maxima inside what is minimised: a new unknown that is at least each argument stands for each of them.

That holds for sums of maxima, maxima of sums, and limits on maxima, as long as less of each maximum is better.

>>> from symroof.symbols import dims
>>> from symroof.algebra.optima.optimum import optimum
>>> from sympy import Max
>>> X = dims("X")
>>> optimum(Max(X, 4/X, evaluate=False) + 3/X, X).value
7/2
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import final

from symroof.algebra.optima.certificate import Optimum, in_words
from symroof.algebra.optima.constraints import Limit
from symroof.algebra.optima.limited import LEVEL, limited
from symroof.algebra.optima.program import upper
from symroof.algebra.ratios.posynomial import Atom, Gen, Number, Ratio, build, gen, maximum_of, term, total
from symroof.algebra.signs.condition import short_text
from symroof.algebra.signs.positivity import positive
from symroof.errors import Unsupported


def holds_maxima(pieces: Sequence[Ratio], free: Sequence[str], of: str, limits: Sequence[Limit]) -> bool:
    """Whether a maximum stands where only products can, or a sum inside the maximum that is minimised."""
    if any(_maxima(r, free) for r in (*pieces, *(side for limit in limits for side in limit))):
        return True
    return of == "max" and any(
        len({tuple(e.get(n, 0) for n in free) for e, _ in p.num.monomials()}) > 1 for p in pieces
    )


def _maxima(r: Ratio, free: Sequence[str]) -> list[Atom]:
    return [g for g in r.atoms if any(n in free for a in maximum_of(g) for n in a.names)]


@final
class _Raised:
    """A problem without maxima: each becomes a level of its own (``levels``) that is at least each of its arguments."""

    def __init__(self, free: list[str], taken: set[str]) -> None:
        self.free, self.taken = free, taken
        self.levels: dict[Atom | str, str] = {}
        self.limits: list[Limit] = []

    def level(self, key: Atom | str, arguments: Iterable[Ratio]) -> str:
        if key not in self.levels:
            name = LEVEL if not self.levels else f"{LEVEL}{len(self.levels) + 1}"
            while name in self.taken:
                name += "'"
            self.levels[key] = name
            self.taken.add(name)
            self.limits.extend((self.put(a), gen(name)) for a in arguments)
        return self.levels[key]

    def put(self, r: Ratio) -> Ratio:
        """The ratio with levels for its maxima."""
        inside = _maxima(r, self.free)
        if not inside:
            return r
        out: list[Ratio] = []
        for exps, c in r.num.monomials():
            own: dict[Gen, Number] = {}
            for g, e in exps.items():
                if g not in inside:
                    own[g] = e
                elif e > 0 and c > 0 and isinstance(g, Atom):
                    own[self.level(g, g.args)] = e
                else:
                    raise Unsupported(
                        f"more of {g} is better in {short_text(r)}, which leaves no convex problem; "
                        "minimise each case by itself"
                    )
            out.append(Ratio(term(own, c)))
        if any(g in r.den.gens for g in inside):
            raise Unsupported(
                f"{short_text(r)} has a maximum below its fraction bar, which leaves no convex problem; "
                "minimise each case by itself"
            )
        return total(out) / Ratio(r.den)


def minimised(pieces: list[Ratio], free: list[str], of: str, limits: Sequence[Limit]) -> Optimum:
    """The minimum of a sum or maximum of such pieces under limits on such sums.

    Raises Unsupported where more of a maximum would be better, for then the problem is not convex.
    """
    names = {n for r in (*pieces, *(side for limit in limits for side in limit)) for n in r.names}
    raised = _Raised(free, names | set(free))
    for left, right in limits:
        if _maxima(right, free) or not positive(right.num):
            raise Unsupported(
                f"{short_text(left)} <= {short_text(right)} has a maximum or a difference on its larger "
                "side, which leaves no convex problem; limit each case by itself"
            )
        raised.limits.append((raised.put(left), right))
    objective = [gen(raised.level("", pieces))] if of == "max" else [raised.put(p) for p in pieces]
    levels = raised.levels
    found = limited(objective, [*free, *levels.values()], "sum", raised.limits)
    own = build("max", pieces) if of == "max" else total(pieces)
    named = "; ".join(
        f"{name} is at least each of {', '.join(map(str, key.args if isinstance(key, Atom) else pieces))}"
        for key, name in levels.items()
    )
    proof = in_words(found.certificate, found.value_core, of, f"{named}; then {found.certificate}")
    point = tuple((n, r) for n, r in found.point_core if n not in levels.values())
    value = found.value_core if found.lower is None else upper(own.subs(dict(point)))  # a level may lie a bit above
    return replace(
        found,
        objective=own,
        free=tuple(free),
        of=of,
        value_core=value,
        point_core=point,
        certificate=proof,
        terms=tuple(pieces),
        limits=tuple(left / right for left, right in limits),
    )
