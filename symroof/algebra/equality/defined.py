"""What two sides need, to have a value at every size: roots of nothing below 0, logarithms of what is above 0, no pole.

A proof about a difference says nothing of these: there a root is taken to be a number that is not below 0, and what
both sides hold is gone.

>>> from symroof.algebra.ratios.posynomial import build, gen, ratio
>>> B = gen("B")
>>> sorted(f"{u} {relation} 0" for u, relation in needs(build("log2", [B - 3]) + (B - 1) ** Fraction(1, 2) + 1/(B - 2)))
['B - 1 >= 0', 'B - 2 != 0', 'B - 3 > 0']
>>> unlike(build("log2", [B - 3]) + B, build("log2", [B - 3]) * 2)
[]
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from symroof.algebra.ratios.fold import demanded
from symroof.algebra.ratios.posynomial import Atom, Poly, Ratio, term

Need = tuple[Ratio, str]  # what must be ">=", ">" or "!=" 0


def needs(r: Ratio, poles: bool = True) -> Iterator[Need]:
    """What a ratio needs to have a value, without ``poles`` only under roots and in logarithms.

    The branches of a choice are left out: each need have a value only where it is chosen.
    """
    if poles and not r.den.is_posynomial:
        yield Ratio(r.den), "!="
    below = {*_below(r.num), *_below(r.den)} if poles else set[Atom]()
    for a in r.atoms:
        found = demanded(a)
        if found is not None:
            yield found[0], ">" if found[1] or a in below else ">="
        if a in below and a.kind != "base":
            yield Ratio(term({a: 1})), "!="
        for x in a.args[:2] if a.kind.startswith("if") else a.args:
            yield from needs(x, poles)


def unlike(f: Ratio, g: Ratio) -> list[Need]:
    """What one of two equal sides needs under its roots and in its logarithms and the other does not."""
    mine, theirs = ({_scaled(u, rel): (u, rel) for u, rel in needs(x, poles=False)} for x in (f, g))
    return [n for one, other in ((mine, theirs), (theirs, mine)) for k, n in one.items() if k not in other]


def _below(p: Poly) -> Iterator[Atom]:
    """The functions that a sum divides by."""
    for exps, _ in p.monomials():
        yield from (g for g, e in exps.items() if e < 0 and isinstance(g, Atom))


def _scaled(u: Ratio, relation: str) -> Need:
    """The same need whatever positive number it is multiplied by."""
    most = [max(abs(Fraction(c)) for _, c in p.monomials()) for p in (u.num, u.den) if p.terms]
    return (u * most[-1] / most[0], relation) if len(most) > 1 else (u, relation)
