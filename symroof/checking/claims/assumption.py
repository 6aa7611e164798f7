"""An answer derived under an assumption, judged where sizes are known: does it hold there, and does it contradict it?

>>> from symroof.checking.answers.answer import check
>>> exact = "B > 1/(W/C - 1/D - 1/F)"
>>> v5e = {"C": "1.97e14", "W": "8.2e11"}
>>> v = check("B > 240", exact, given="B << D, F", let={**v5e, "D": 4096, "F": 4096})
>>> v.verdict, v.error
('in-regime', '-0.117')
>>> print(check("B > 240", exact, given="B << D, F", let={**v5e, "D": 256, "F": 256}).note)
B = 240.2 contradicts B << D (D = 256): the ratio is 0.938, and exactly no size will do
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from symroof.algebra.ratios.posynomial import Ratio, ratio
from symroof.checking.claims.claims import Claim, Verdict, constant, text_of, with_note
from symroof.checking.claims.formulas import error_of
from symroof.checking.claims.values import cancels, judge
from symroof.decimals import general
from symroof.errors import SymroofError
from symroof.reading.nodes import weight
from symroof.reading.quantity import shown
from symroof.symbols import is_size

MAX_LEAVES = 40
LARGE = Fraction(1, 2)  # from here on "<<" is contradicted, not merely strained


def assumed(a: Claim, e: Claim, given: object, let: Mapping[str, Ratio], found: Verdict) -> Verdict | None:
    """The verdict under the stated regime, or with every bound size large, where the exact one is not the answer's.

    ``e`` is the expected claim before anything is bound; the error is that of the approximation at the bound sizes.
    """
    from symroof.algebra.growth.leading import leading_core
    from symroof.algebra.growth.regime import regime

    if weight(e.node) > MAX_LEAVES:
        return None
    if e.value is None or e.kind not in ("value", "bound") or (given in (None, "") and (found.ok or cancels(a))):
        return None
    if given in (None, ""):
        sizes = sorted(n for n in e.value.names if is_size(n) and (n in let or constant(a.value) is not None))
        if all(n in let for n in sizes):
            return None  # a number has no regime
        given = f"{', '.join(sizes)} -> oo"
    try:
        g = regime(given, e.value.names)
        kept, exact = leading_core(e.value, g).subs(let), e.value.subs(let)
        made = judge(a, replace(e, value=kept, node=None, printed=None), None)
    except SymroofError:
        return None
    near, full = constant(kept), constant(exact)
    if kept == exact or near is None or made.verdict not in ("exact", "rounded", "truncated"):
        return None
    says = f"{e.name} {e.sense} " if e.kind == "bound" else ""
    if full is None:
        error = error_of(kept, exact)
        reason = f"{says}{shown(near)} holds when {g}; exactly it is {says}{text_of(exact)}"
        return Verdict("in-regime", reason, error, code="stated-regime", right=f"{says}{text_of(exact)}", regime=str(g))
    off = general(near / full - 1, 3) if full > 0 else None
    reason = f"{says}{shown(near)} holds when {g}; exactly it is " + (
        f"{says}{shown(full)}, off by the relative error {off}" if off else "never: no positive size will do"
    )
    right = f"{says}{shown(full)}" if off else "never"
    clash = list(_clashes(g, {**let, e.name: ratio(near)} if e.name else let))
    if not clash and off:
        return Verdict("in-regime", reason, off, code="stated-regime", right=right, regime=str(g))
    answer = f"{e.name} = {shown(near)} " if e.name else ""
    note = f"{answer}contradicts {clash[0]}" if clash else f"{answer}was derived under {g}"
    if not off:
        note += ", and exactly no size will do"
    return with_note(Verdict("wrong", reason, off, code="contradicts-assumption", right=right, regime=str(g)), note)


def _clashes(g: object, let: Mapping[str, Ratio]) -> Iterator[str]:
    """The relations small << large of a regime that the bound sizes contradict, with the numbers."""
    for r in getattr(g, "relations", ()):
        names = [n for n, _ in (*r.small, *r.large)]
        if not r.strict or not r.small or any(n not in let for n in names):
            continue
        q = ratio(1)
        for n, power in r.exponents:
            q = q * let[n] ** (int(power) if power.denominator == 1 else power)
        c = constant(q)
        if c is not None and c >= LARGE:
            sizes = ", ".join(f"{n} = {shown(constant(let[n]) or Fraction(0))}" for n, _ in r.large)
            yield f"{r} ({sizes}): the ratio is {general(c, 3)}"
