"""Named regimes in which one formula stands for another, tried from the plainest: N -> oo, B << D, B << D, F.

>>> from symroof.algebra.ratios.posynomial import gen
>>> B, D, F = gen("B"), gen("D"), gen("F")
>>> named_regime(B*D*F/(B*D + D*F + B*F), B)
'B << D, F'
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations, islice

from symroof.algebra.ratios.posynomial import Gen, Number, Ratio
from symroof.errors import SymroofError
from symroof.symbols import is_size

MAX_SYMBOLS = 7
MAX_PRODUCTS = 300
MAX_NAMED = 12  # regimes among which one is looked for in which a value has no term too many


def named_regime(exact: Ratio, value: Ratio) -> str | None:
    """The first plain regime in which value/exact tends to 1, one in which the value has no term too many if there is
    one, or None.

    >>> from symroof.algebra.ratios.posynomial import gen
    >>> a, n, V = gen("a"), gen("n"), gen("V")
    >>> named_regime(V + a*(n - 1)/n, V + a), named_regime(V + a*(n - 1)/n, V)
    ('n -> oo', 'V -> oo')
    """
    found = _named(exact, value)
    first = next(found, None)
    if first is None or is_leading(value, first):
        return first
    return next((name for name in islice(found, MAX_NAMED) if is_leading(value, name, sure=True)), first)


def _named(exact: Ratio, value: Ratio) -> Iterator[str]:
    """The plain regimes in which value/exact tends to 1, from the plainest.

    The test is sufficient, by monomials: with value/exact - 1 = H/M, every term of H is negligible against a term of M.
    """
    if not exact.num.terms or not value.num.terms:
        return
    parts = (exact.num, exact.den, value.num, value.den)
    if len(exact.num) * len(value.den) + len(value.num) * len(exact.den) > MAX_PRODUCTS:
        return
    if any(p.ring.atoms for p in parts):
        return
    m = exact.num * value.den
    h = value.num * exact.den - m
    names = sorted({g for p in (m, h) for g in p.gens if isinstance(g, str)})
    if not h or not names or len(names) > MAX_SYMBOLS:
        return
    top = [e for e, c in m.monomials() if c > 0]
    rest = [*(e for e, _ in h.monomials()), *(e for e, c in m.monomials() if c < 0)]
    if not top:
        top, rest = [e for e, _ in m.monomials()], [e for e, _ in h.monomials()]
    if len(top) * len(rest) > MAX_PRODUCTS:
        return
    sizes = [n for n in names if is_size(n)]
    rows = [[_quotient(a, b) for b in top] for a in rest]
    if any(all(min(q.values(), default=0) >= 0 for q in row) for row in rows):
        return  # a term that falls in no symbol against any other is negligible nowhere
    for small, large in chain(_candidates(sizes), _candidates(names) if len(sizes) < len(names) else ()):
        for i, row in enumerate(rows):
            if not any(_below(q, small, large) for q in row):
                rows.insert(0, rows.pop(i))  # what stood in the way once will again: it is asked first
                break
        else:
            big = ", ".join(large)
            yield f"{', '.join(small)} << {big}" if small else f"{big} -> oo"


def _quotient(a: dict[Gen, Number], b: dict[Gen, Number]) -> dict[Gen, Number]:
    """The exponents of a/b, those that are not 0."""
    out = {g: a.get(g, 0) - b.get(g, 0) for g in {*a, *b}}
    return {g: e for g, e in out.items() if e}


def _candidates(names: list[str]) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    for n in names:
        yield (), (n,)
    for k in range(1, len(names)):
        for small in names:
            others = [n for n in names if n != small]
            for large in combinations(others, k):
                yield (small,), large
    for k in range(2, len(names) + 1):
        for large in combinations(names, k):
            yield (), large
    for small2 in combinations(names, 2):
        others = [n for n in names if n not in small2]
        for k in range(1, len(others) + 1):
            for large in combinations(others, k):
                yield small2, large


def _below(quotient: dict[Gen, Number], small: tuple[str, ...], large: tuple[str, ...]) -> bool:
    """Whether a/b, by its exponents, is a product of (small/large) powers, of positive degree.

    A size that is small is 1 at least, so that what is large beside it grows; a parameter may be as small as one
    likes: nothing may be over it, and what is large beside parameters alone grows only with them below it.
    """
    up: Number = 0
    down: Number = 0
    for g, e in quotient.items():
        if not isinstance(g, str):
            return False
        if g in large:
            if e > 0:
                return False
            down -= e
        elif g in small and e > 0:
            up += e
        elif g in small and not is_size(g):
            return False
    if not small or any(map(is_size, small)):
        return down > 0 and down >= up
    return 0 < up <= down and (up == down or all(is_size(n) for n in large))


def near_zero(exact: Ratio, value: Ratio) -> str | None:
    """The symbols near zero for which a value of several terms is the expansion of a formula, or None.

    The error has to be of a higher order than every term kept, so 1 + f is no expansion of 1/(1 + f), and 1 - f is.

    >>> from symroof.algebra.ratios.posynomial import gen
    >>> f = gen("f")
    >>> near_zero(1/(1 + f), 1 - f), near_zero(1/(1 + f), 1 + f), near_zero(1/(1 + f), 1 - f + f**2)
    ('f -> 0', None, 'f -> 0')
    """
    if not exact.num.terms or not value.num.terms or any(p.ring.atoms for r in (exact, value) for p in (r.num, r.den)):
        return None
    if len(exact.num) * len(value.den) + len(value.num) * len(exact.den) > MAX_PRODUCTS:
        return None
    whole = exact.num * value.den
    off = value.num * exact.den - whole
    names = sorted({*exact.names, *value.names})
    if not off or len(names) > MAX_SYMBOLS or len(value.den) != 1:
        return None
    for small in [(n,) for n in names] + ([tuple(names)] if len(names) > 1 else []):
        kept = [_order(e, small) for e, _ in value.num.monomials()]
        lost = min(_order(e, small) for e, _ in off.monomials()) - min(_order(e, small) for e, _ in whole.monomials())
        if lost > max(kept) - min(kept) > 0 and min(kept) == _order_of(exact, value, small):
            return f"{', '.join(small)} -> 0"
    return None


def _order(powers: dict[Gen, Number], small: tuple[str, ...]) -> Number:
    """The degree of a monomial in these symbols."""
    return sum((e for g, e in powers.items() if g in small), 0)


def _order_of(exact: Ratio, value: Ratio, small: tuple[str, ...]) -> Number:
    """The degree at which a formula begins, over the denominator of a value."""
    up, down = (min(_order(e, small) for e, _ in p.monomials()) for p in (exact.num, exact.den))
    return up - down + min(_order(e, small) for e, _ in value.den.monomials())


def holds_in(exact: Ratio, value: Ratio, given: object, bounded: str = "") -> bool | None:
    """Whether value ~ exact in a stated regime; None when the regime does not settle it.

    ``bounded`` is a symbol of which these are bounds: where the value is a number, it is near that number, and what is
    large beside it grows, as beside a size.

    >>> from symroof.algebra.ratios.posynomial import gen, ratio
    >>> J = gen("J")
    >>> holds_in(8*J/(J - 8), ratio(8), "T << J"), holds_in(8*J/(J - 8), ratio(8), "T << J", "T")
    (None, True)
    """
    from symroof.algebra.growth.leading import leading_core
    from symroof.algebra.growth.regime import regime

    known = {*exact.names, *value.names}
    g = regime(given, known)
    if bounded in g.names and bounded not in known and not is_size(bounded) and not value.names:
        g = g.renamed({bounded: next(n for n in "BDFNXYZ" if n not in {*known, *g.names, *g.fixed})})
    for a, b in ((exact / value, None), (exact, value)):
        try:
            found = leading_core(a, g)
            return bool(found == 1) if b is None else bool(found == leading_core(b, g))
        except SymroofError:
            continue
    return None


def is_leading(value: Ratio, name: str, *, sure: bool = False) -> bool:
    """Whether a value has no term left that the regime would drop (where that cannot be told, True unless ``sure``)."""
    from symroof.algebra.growth.leading import leading_core
    from symroof.algebra.growth.regime import regime

    try:
        return bool(leading_core(value, regime(name, value.names)) == value)
    except SymroofError:
        return not sure
