"""An answer judged against the expected one: exact, rounded, truncated, in-regime, convention, wrong or undecided.

The strongest verdict that holds is given, with its reason.  An inequality is compared by symbol, direction and
threshold; a number by the digits printed; a formula as a function.

>>> print(check("BDF/(BD + DF + BF)", "2BDF/(2BD + 2DF + 2BF)"))
exact: the same function
>>> check("B > 240", "B > 240.24").verdict, check("B < 240", "B > 240.24").verdict
('rounded', 'wrong')
>>> v = check("B", "BDF/(BD + DF + BF)", given="B << D, F")
>>> v.verdict, v.error
('in-regime', 'B/F + B/D')
>>> check("243", "240.24").verdict
'convention'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from symroof.algebra.posynomial import Ratio, gen
from symroof.checking.assumption import assumed
from symroof.checking.claims import FLIP, VERDICTS, Claim, Verdict, below, bindings, claim, constant, text_of, with_note
from symroof.checking.lettering import SYMBOLS, lettered
from symroof.checking.links import Known, judge_link
from symroof.checking.nearmiss import meant
from symroof.checking.values import judge, values
from symroof.errors import Inconclusive, SymroofError, Unsupported
from symroof.reading.formula import Chain, parse_chains
from symroof.reading.quantity import Quantity, quantity, shown
from symroof.symbols import Name, key_of

_WORST = ("exact", "rounded", "truncated", "in-regime", "convention", "undecided", "wrong")
_RANGE = re.compile(r"\s*(\d+(?:\.\d+)?)\s*[-–—]\s*(\d+(?:\.\d+)?)(\s*[A-Za-zµ/%]*)\s*\Z")
_PARTING = (",", ";", "<", ">", "≤", "≥", "\\l", "\\g", "⩽", "⩾")


def check(
    answer: object,
    expected: object,
    *,
    given: object = None,
    let: Mapping[str, object] | None = None,
    symbols: str | Iterable[str] | None = None,
) -> Verdict:
    """Judge an answer against what is expected; both formulas, numbers, quantities, inequalities, "never", "always".

    Text (plain or LaTeX), numbers, SymPy expressions, Approx and Threshold will do.  ``given`` is the regime the answer
    may assume, ``let`` binds symbols, ``symbols`` declares them.

    >>> check("486/2 = 243", "240.24").note
    'under the convention the value is 243.2'
    >>> check("2B", "2BDF/(BD + DF + BF)").regime
    'B << D, F'

    Raises NotationError for what does not read.
    """
    names = symbols.replace(",", " ").split() if isinstance(symbols, str) else symbols
    if isinstance(answer, str) and isinstance(expected, str):
        orders = _parts(answer, expected, names)
        marks = [_worst([check(*p, given=given, let=let, symbols=names) for p in pairs]) for pairs in orders]
        if marks:
            return next((v for v in marks if v.verdict in ("exact", "rounded")), marks[0])
    bound = {**_kinds(answer, expected, *(names or ())), **bindings(let, names)}
    spread = _RANGE.match(answer) if isinstance(answer, str) else None
    if spread and Fraction(spread[1]) < Fraction(spread[2]):
        return _in_range(_ends(spread), claim(expected, names, bound))
    e = claim(expected, names, bound)
    a = claim(answer, names, bound, e.value.names if e.value is not None else ())
    strange = _prose(a, e) if isinstance(answer, str) and symbols is None else []
    if strange:
        return Verdict("undecided", f"{', '.join(strange)}: words, not symbols; declare them", code="words")
    try:
        found = _judged(a, e, given, bound)
        if not found.ok or (found.verdict == "convention" and a.kind in ("value", "bound")):
            found = assumed(a, _unbound(expected, names, bound), given, bound, found) or found
        return _warned(a, e, _stepped(a, found, bound))
    except (Unsupported, Inconclusive) as err:
        return Verdict("undecided", str(err).split("\n")[0], code="unsupported")


def _kinds(*said: object) -> dict[str, Ratio]:
    """The symbols declared against their convention that occur in expressions: text beside these means the same."""
    keys = [getattr(x, "name", "") for x in said if hasattr(x, "sense")]
    for x in (getattr(s, "value", s) for s in said):
        keys += x.names if isinstance(x, Ratio) else map(key_of, getattr(x, "free_symbols", ()))
    return {str(n): gen(n) for n in keys if type(n) is Name}


def _ends(m: re.Match[str]) -> tuple[Quantity, Quantity]:
    """The two ends of 5-10 GB."""
    low, high = quantity(m[1] + m[3]), quantity(m[2] + m[3])
    return (low, high) if low.value <= high.value else (high, low)


def _in_range(ends: tuple[Quantity, Quantity], e: Claim) -> Verdict:
    """A range is no value: it is wrong where it leaves the value out, and says too little where it does not."""
    value = constant(e.value)
    if value is None:
        return Verdict("undecided", "a range where a formula was expected; give one value", code="range")
    low, high = ends
    where = f"{shown(value, digits=6)} lies {{}} {low} to {high}"
    if low.value <= value <= high.value:
        return Verdict("undecided", where.format("within") + "; give one value", code="range")
    return Verdict("wrong", where.format("outside"), code="range", right=text_of(e.value))


def _unbound(expected: object, names: Iterable[str] | None, let: Mapping[str, Ratio]) -> Claim:
    """The expected claim before anything is bound."""
    return replace(claim(expected, names, {}, let), chain=None)


def _judged(a: Claim, e: Claim, given: object, let: Mapping[str, Ratio]) -> Verdict:
    """The verdict; a wrong one is tried again with the unit of a quotient below, and with more parentheses."""
    found = judge(a, e, given)
    if found.verdict != "wrong":
        return found
    a2, e2 = below(a, let), below(e, let)
    if a2 or e2:
        again = judge(a2 or a, e2 or e, given)
        if again.ok:
            return with_note(again, "the unit after / read as the divisor's")
    for x, y, words in lettered(a, e, let):
        again = judge(x, y, given)
        if again.ok or words != SYMBOLS:
            return with_note(again, words)
    if a.kind == e.kind == "value":
        near = meant(a, e, let, lambda x, y: values(x, y, given, search=False))
        if near:
            return replace(found, note=f"right with parentheses: {near[0]}", code="near-miss")
    return found


def _warned(a: Claim, e: Claim, found: Verdict) -> Verdict:
    """A wrong verdict says how an ambiguous text was read: 1/2B as 1/(2B)."""
    if found.ok or found.code == "near-miss":
        return found
    for c, whose in ((a, "the answer's "), (e, "the expected ")):
        for note in c.notes:
            if "binds tighter" in note:
                found = with_note(found, whose + note)
    return found


def _stepped(a: Claim, found: Verdict, let: Mapping[str, Ratio]) -> Verdict:
    """An answer that shows its steps is only right if they are: 16*20*28/2*2 = 2240 is wrong as printed."""
    if a.chain is None or not found.ok:
        return found
    known = Known(dict(let))
    for left, relation, right in zip(a.chain.sides, a.chain.relations, a.chain.sides[1:]):
        if left.node is None or right.node is None or relation not in ("=", "~"):
            continue
        step = judge_link(left, relation, right, a.chain, known)
        if isinstance(step, Verdict) and step.verdict == "wrong":
            words = f"as printed, {left.text} = {right.text} is wrong: {step.reason.removeprefix('as printed, ')}"
            return replace(step, reason=words, code="step" if step.code != "near-miss" else step.code)
    return found


def _parts(answer: str, expected: str, names: Iterable[str] | None) -> list[list[tuple[str, str]]]:
    """The parts of two answers that are lists (256, 64) or chained inequalities (a < b < c) alike; else none.

    A chain of the other direction is also read from its other end.
    """
    if not any(sign in answer for sign in _PARTING):
        return []
    try:
        mine, theirs = (
            [x for c in parse_chains(t, names, strict=True) for x in _pieces(c)] for t in (answer, expected)
        )
    except SymroofError:
        return []
    if len(mine) != len(theirs) or len(mine) < 2:
        return []
    senses = [{r[:1] for _, r in p} for p in (mine, theirs)]
    orders = [mine, mine[::-1]] if senses[0] != senses[1] and len(senses[0]) == len(senses[1]) == 1 else [mine]
    return [[(x, y) for (x, _), (y, _) in zip(order, theirs)] for order in orders]


def _pieces(chain: Chain) -> list[tuple[str, str]]:
    """A chain's text, or each of its inequalities; with the relation."""
    order = [i for i, r in enumerate(chain.relations) if r in FLIP]
    if len(order) < 2:
        return [(chain.text, "")]
    cuts = [0, *(i + 1 for i in order[:-1])], [i + 1 for i in order]
    out = []
    for i, (start, end) in enumerate(zip(*cuts)):
        last = chain.sides[end]
        text = chain.text[chain.sides[start].at - chain.at : last.at + len(last.text) - chain.at]
        out.append((text, chain.relations[order[i]]))
    return out


def _worst(found: list[Verdict]) -> Verdict:
    """The verdict on a list of answers: that of its worst part, which the note names."""
    i, worst = max(enumerate(found), key=lambda pair: _WORST.index(pair[1].verdict))
    if worst.verdict == "exact":
        return replace(worst, reason=f"all {len(found)} parts agree")
    return with_note(worst, f"part {i + 1} of {len(found)}")


def _prose(a: Claim, e: Claim) -> list[str]:
    """Long lower-case words of an answer that the expected formula does not know."""
    known = set(e.value.names) if e.value is not None else set()
    greek = {"alpha", "beta", "gamma", "delta", "epsilon", "theta", "kappa", "lambda", "sigma", "omega"}
    names = a.value.names if a.value is not None else ()
    if a.kind == "value" and len(names) == 1 and names[0] in ("yes", "no", "none", "maybe", "true", "false"):
        return [*names]
    return [n for n in names if len(n) >= 4 and n.isalpha() and n.islower() and n not in known | greek]


__all__ = ["VERDICTS", "Claim", "Verdict", "check"]
