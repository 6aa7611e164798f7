"""What a formula needs to have a value, and of that what is no longer seen in it: cancelled, or multiplied by 0.

Sums are multiplied out and quotients cancelled when they are read and when numbers are put in, and with what is gone
goes what it needed: (sqrt(B - 5) + 1)*(sqrt(B - 5) - 1) is B - 6 from B = 5 on.  Who reads or binds keeps it beside.

>>> from symroof.algebra.ratios.posynomial import build, gen
>>> B, D = gen("B"), gen("D")
>>> asked = needs(build("log2", [B - 3]) + (B - 1) ** Fraction(1, 2) + 1 / (B - 2))
>>> set(asked) == {(B - 1, ">="), (B - 2, "!="), (B - 3, ">")}
True
>>> lost(put_in(B + (D - 2) / (B - 1), {"D": 2})) == ((B - 1, "!="),)
True
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from symroof.algebra.ratios.fold import demanded
from symroof.algebra.ratios.posynomial import ONE, Atom, Need, Number, Poly, Ratio, keeping_lost, quotient, term
from symroof.errors import DividesByZero, Inconclusive, SymroofError, Unsupported

#: that something is not 0: "!=" where it divides, "<>" where it divides what a function is taken of, which no division
#: makes up for: 1/(3 - 1/(H - 5)) is 0 at H = 5, where 1/max(3, 1/(H - 5)) has no value
POLES = ("!=", "<>")
_WEAKER = {">": ">=", "!=": "<>"}  # what is met where the other is


def rooted(r: Ratio) -> Iterator[tuple[Ratio, bool]]:
    """The functions under a root that is a power of theirs, as log2(x)**(1/2), and whether they may not be 0 either.

    They may in a sum that is divided by, as in 3 - log2(x)**(1/2): that this is not 0 is a need of its own.
    """
    for p in (r.num, r.den):
        if p.ring.scale > 1 and p.ring.atoms:
            for exps, _ in p.monomials():
                for g, e in exps.items():
                    if isinstance(g, Atom) and not g.row.nonnegative and Fraction(e).denominator > 1:
                        yield Ratio(term({g: 1})), e < 0


def needs(r: Ratio, poles: bool = True) -> Iterator[Need]:
    """What a ratio needs to have a value, without ``poles`` only under roots and in logarithms.

    The branches of a choice are left out: each need have a value only where it is chosen.
    """
    if poles and not r.den.is_posynomial:
        yield Ratio(r.den), "!="
    yield from ((u, ">" if strict else ">=") for u, strict in rooted(r))
    below = {*_below(r.num), *_below(r.den)} if poles else set[Atom]()
    for a in r.atoms:
        found = demanded(a)
        if found is not None:
            yield found[0], ">" if found[1] or a in below else ">="
        if a in below and not a.row.radicand:
            yield Ratio(term({a: 1})), "!="
        for x in a.evaluated:
            yield from needs(x, poles)


def open_needs(r: Ratio) -> list[Need]:
    """What a ratio needs as far as it is not evident that it has it."""
    if not (r.num.ring.atoms or r.den.ring.atoms):
        return [] if r.den.is_posynomial else [(Ratio(r.den), "!=")]
    top = r.num.ring
    if r.den is ONE and top.scale == 1 and all(map(_plain, top.atoms)) and not any(map(top.negative, r.num.terms)):
        return []
    apart = any((*_below(r.num), *_below(r.den), *rooted(r)))
    if not apart and r.den.is_posynomial and all(_plain(a) for a in r.atoms):
        return []
    return [n for n in needs(r) if not _evident(*n)]


def _plain(a: Atom) -> bool:
    """Whether a function takes what is above 0 and has no functions in it."""
    return all(x.is_posynomial_ratio and not (x.num.ring.atoms or x.den.ring.atoms) for x in a.args)


def _below(p: Poly) -> Iterator[Atom]:
    """The functions that a sum divides by."""
    home = p.ring
    for m in filter(home.negative, p.terms) if home.atoms else ():
        yield from (g for g, e in home.exponents(m).items() if e < 0 and isinstance(g, Atom))


def scaled(u: Ratio, relation: str) -> Need:
    """The same need whatever positive number it is multiplied by, ln(2) among them."""
    for a in u.num.ring.atoms:
        if not a.args and (least := min((exps.get(a, 0) for exps, _ in u.num.monomials()), default=0)):
            u = u / Ratio(term({a: least}))
    most: list[Number] = [max(c if c > 0 else -c for c in p.terms.values()) for p in (u.num, u.den) if p.terms]
    return (u, relation) if len(most) < 2 or most[0] == most[1] else (u * quotient(most[1], most[0]), relation)


def lost(r: Ratio) -> tuple[Need, ...]:
    """What was needed by what is no longer seen in a ratio."""
    return getattr(r, "lost", ())


def met(side: int, relation: str) -> bool:
    """Whether a need is met by a number of this sign."""
    return side != 0 if relation in POLES else side > 0 or (side == 0 and relation == ">=")


def divided_inside(r: Ratio) -> list[Need]:
    """What a function needs not to be 0 of what it is taken of.

    >>> from symroof.algebra.ratios.posynomial import gen
    >>> divided_inside(gen("B") / (gen("D") - 1)) == [(gen("D") - 1, "<>")], divided_inside(gen("B") - gen("D"))
    (True, [])
    """
    return [(u, "<>") for u, relation in open_needs(r) if relation == "!="]


def divided_by(u: Ratio) -> list[Need]:
    """What a division by something needs, of that itself."""
    plain = u.num.is_posynomial and all(not a.args for a in u.num.ring.atoms)
    return [] if plain else [(Ratio(u.num), "!=")]


def keeping(r: Ratio, noted: Iterable[Need]) -> Ratio:
    """The ratio with what its parts needed and what it does not need as it stands, as far as that is not evident."""
    noted = [n for n in noted if not _evident(*n) and not _divides(*n, r)]
    if not noted:
        return keeping_lost(r, ())
    own = {scaled(*n) for n in needs(r)}
    own |= {(u, _WEAKER[relation]) for u, relation in own if relation in _WEAKER}
    return keeping_lost(r, tuple(n for n in dict.fromkeys(noted) if scaled(*n) not in own))


def _divides(u: Ratio, relation: str, r: Ratio) -> bool:
    """Whether a need is the one that a ratio has as it stands: that its denominator is not 0."""
    return relation in POLES and u.den.constant() == 1 and u.num == r.den


def _evident(u: Ratio, relation: str) -> bool:
    """Whether a need is seen to be met: a number is, or a sum of what is above 0."""
    c = u.constant()
    if c is not None:
        return met((c > 0) - (c < 0), relation)
    return u.is_posynomial_ratio and not (u.num.ring.atoms or u.den.ring.atoms)


def _because(den: Poly, values: Mapping[str, Number]) -> str:
    """Which denominator is 0; nothing where it is one inside a function."""
    try:
        return "" if Ratio(den).subs(values).num.terms else f", where {den} is 0"
    except DividesByZero:
        return ""


def put_in(r: Ratio, values: Mapping[str, Number]) -> Ratio:
    """Numbers put in for symbols, with what the parts that vanish of it needed.

    Raises DividesByZero, which names the numbers, where something is divided by 0 there, and SymroofError alike where
    a root or logarithm has no value there.
    """
    try:
        made = r.subs(values)
    except (Inconclusive, Unsupported):
        raise
    except SymroofError as why:
        at = ", ".join(f"{n}={v}" for n, v in values.items() if n in r.names)
        if isinstance(why, DividesByZero):
            raise DividesByZero(f"division by zero: {r} has no value at {at}{_because(r.den, values)}") from None
        raise SymroofError(f"{r} has no value at {at}: {why}") from None
    if r.den.is_posynomial and not (r.num.ring.atoms or r.den.ring.atoms or lost(r)):
        return made
    return keeping(made, [(u.subs(values), relation) for u, relation in (*needs(r), *lost(r))])
