"""An inequality between formulas, solved for the symbol that somebody else's answer bounds.

>>> from symroof.checking.claims.claims import claim
>>> c = solved_for(claim("B*D > 240*F", None, {}), "B")
>>> c.name, c.sense, str(c.value)
('B', '>', '240*F/D')
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from symroof.algebra.ratios.posynomial import Poly, Ratio, exact, ratio, term
from symroof.checking.claims.claims import FLIP, Claim, constant
from symroof.reading.measures import KIND
from symroof.reading.nodes import leaves
from symroof.reading.units import printed
from symroof.symbols import is_size

MAX_TERMS = 60


def solved_for(c: Claim, name: str) -> Claim | None:
    """The inequality as a bound on a symbol, or None where it does not hold that symbol in one power alone.

    ``a*x**k + b > 0`` is ``x**k > -b/a`` where a is above 0.  Where the sign of a depends on the sizes, that of b says
    which bound there is (``x**k < b/-a`` if b is above 0), and ``when`` under which condition it holds.
    """
    if c.order is None or name not in _names(c):
        return None
    over = c.order[0] - c.order[1]
    if not (over.den.is_posynomial or (-over.den).is_posynomial) or (parts := split(over, name)) is None:
        return None
    high, low, front, rest = parts
    sense = ">" + c.sense[1:]
    if not over.den.is_posynomial:
        front, rest = -front, -rest
    if not (front.is_posynomial or (-front).is_posynomial or rest.is_posynomial or (-rest).is_posynomial):
        return None
    if (-front).is_posynomial or (rest.is_posynomial and not front.is_posynomial):
        front, rest, sense = -front, -rest, FLIP[sense]
    value = (Ratio(-rest) / Ratio(front)) ** exact(1 / (high - low))
    when = None if front.is_posynomial else f"{Ratio(front)} > 0"
    return replace(c, kind="bound", name=name, sense=sense, value=value, printed=None, node=None, when=when)


def split(over: Ratio, name: str) -> tuple[Fraction, Fraction, Poly, Poly] | None:
    """The two powers of a symbol that the numerator of a formula has, the higher first, and what each is times.

    None where it has other than two, or stands inside of a function.

    >>> from symroof.algebra.ratios.posynomial import gen
    >>> high, low, front, rest = split(2 * gen("X") ** 2 - gen("B"), "X")
    >>> high, low, str(Ratio(front)), str(Ratio(rest))
    (Fraction(2, 1), Fraction(0, 1), '2', '-B')
    """
    if len(over.num) > MAX_TERMS or any(name in Ratio(term({g: 1})).names for g in over.atoms):
        return None
    parts: dict[Fraction, Poly] = {}
    for exponents, k in over.num.monomials():
        e = Fraction(exponents.pop(name, 0))
        parts[e] = parts[e] + term(exponents, k) if e in parts else term(exponents, k)
    if len(parts) != 2:
        return None
    high, low = max(parts), min(parts)
    return high, low, parts[high], parts[low]


def alike(a: Claim, e: Claim) -> tuple[Claim, Claim] | None:
    """Two inequalities as bounds on one symbol, the expected one's if possible; None where there is no such symbol."""
    if a.kind == e.kind == "bound" and a.name == e.name:
        return a, e
    if e.kind == "bound":
        mine = solved_for(a, e.name)
        if mine is not None:
            return mine, e
    for name in sorted({*_names(a)} & {*_names(e)}, key=lambda n: (n != a.name, n)):
        theirs = solved_for(e, name)
        mine = a if a.kind == "bound" and a.name == name else solved_for(a, name)
        if theirs is not None and mine is not None:
            return mine, theirs
    return None


def shared(a: Claim, e: Claim) -> bool:
    """Whether two inequalities have a symbol in common, so that one may be the other in another form."""
    return bool({*_names(a)} & {*_names(e)})


_BATCHES = ("token", "request", "sequence", "batch", "row")


def quotient_bounds(a: Claim, e: Claim) -> tuple[Claim, Claim] | None:
    """Two claims as bounds on the quotient that is expected to be bounded by a number; None where they are no such.

    A number alone, or of tokens per chip where a batch is over the chips, is taken for the bound, as it is of one
    symbol; B = 2550 X is solved for it.

    >>> from symroof.checking.claims.claims import claim
    >>> e = claim("B/X > 2550", None, {})
    >>> [quotient_bounds(claim(t, None, {}), e) is not None for t in ("B/X > 51", "51", "B = 51 X", "X > 3")]
    [True, True, True, False]
    """
    theirs = _of_quotient(e)
    if theirs is None:
        return None
    if a.kind == "order":
        mine = _of_quotient(a)
        return None if mine is None or mine.name != theirs.name else (mine, theirs)
    above, _, below = theirs.name.partition("/")
    first = a.chain.sides[0].node if a.chain is not None and len(a.chain.sides) > 1 else None
    alone = first.name if first is not None and first.kind == "name" else ""
    if a.kind == "value" and alone and a.value is not None:
        other = {above: below, below: above}.get(alone)
        if other is None or tuple(a.value.names) != (other,):
            return None  # B = 2550
        quotient = a.value / Ratio(term({other: exact(1)}))
        value = quotient if alone == above else ratio(1) / quotient
        return None if constant(value) is None else (replace(a, value=value), theirs)
    if constant(a.value) is None or (a.kind != "value" and (a.kind != "bound" or a.name)):
        return None
    if any((a.dimension or ())[:5]):
        return None
    counted = [[KIND.get(w) for w in u.split("/")] for u in leaves(a.node, "unit")] if a.node is not None else []
    fits = above in "BTS" and below in "XYNnZ" and counted == [[counted[0][0], "chip"]] if counted else True
    if counted and (not fits or counted[0][0] not in _BATCHES):
        return None
    return replace(a, node=None, dimension=()), theirs


def _of_quotient(c: Claim) -> Claim | None:
    """An inequality of a quotient of two symbols and a number as a bound on that quotient."""
    if c.kind != "order" or c.order is None or c.chain is None or not 2 <= len(c.chain.sides) <= 3:
        return None
    for i, sense in ((0, c.sense), (1, FLIP[c.sense])):
        mono, value = c.order[i].monomial(), c.order[1 - i].constant()
        if mono is None or value is None or mono[1] != 1 or sorted(mono[0].values()) != [-1, 1]:
            continue
        if not all(isinstance(g, str) for g in mono[0]):
            continue
        above, below = sorted(mono[0], key=lambda g: -mono[0][g])
        node = next(
            (s.node for s in reversed(c.chain.sides) if s.node is not None and not any(leaves(s.node, "name"))), None
        )
        said = printed(node) if node is not None else None
        return replace(
            c,
            kind="bound",
            name=f"{above}/{below}",
            sense=sense,
            value=c.order[1 - i],
            printed=said,
            node=node,
            order=None,
        )
    return None


def next_formula(a: Claim, e: Claim, counts: bool) -> str | None:
    """The words for T >= 8D + 1 beside T > 8D: what ``counts`` whole things passes a whole number by one at least.

    >>> from symroof.checking.claims.claims import claim
    >>> e = claim("B > 8D", None, {})
    >>> [next_formula(claim(t, None, {}), e, True) is not None for t in ("B >= 8D + 1", "B >= 8D + 2", "B > 8D + 1")]
    [True, False, False]
    """
    if a.value is None or e.value is None or not e.value.names or len(a.sense) == 1 or len(e.sense) != 1:
        return None
    step = a.value - e.value if e.sense == ">" else e.value - a.value
    whole = e.value.den.constant() in (1, -1) and all(Fraction(k).denominator == 1 for k in e.value.num.terms.values())
    sizes = counted_together(e) or (counts and all(map(is_size, e.value.names)))
    if step.constant() != 1 or not whole or not sizes or e.value.atoms:
        return None
    return f"{a.text} is {e.text} for whole sizes"


def counted_together(c: Claim) -> bool:
    """Whether a bound is on a sum or difference of things that are counted, as only like can be added: N - W.

    At such an end there are whole sizes, so that one of >= and > is another condition than the other.

    >>> from symroof.checking.claims.claims import claim
    >>> [counted_together(claim(t, None, {})) for t in ("R > N - W", "T > 8D", "B > C/W - N", "R > 2N - 1")]
    [True, False, False, False]
    """
    if c.value is None or c.value.den.constant() != 1 or c.value.atoms:
        return False
    terms = [(exps, k) for exps, k in c.value.num.monomials() if exps]
    alone = all(len(exps) == 1 and {*exps.values()} == {1} and abs(k) == 1 for exps, k in terms)
    return len(terms) > 1 and alone and any(map(is_size, c.value.names))


def _names(c: Claim) -> tuple[str, ...]:
    return (c.name, *c.order[0].names, *c.order[1].names) if c.order else (c.name,)
