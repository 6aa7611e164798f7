"""Two claims, the answer's and the key's, made one verdict: values with their units, ranges, floats and steps."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import symroof.regexes as re
from symroof.algebra.ratios.posynomial import Ratio
from symroof.checking.answers import thresholds
from symroof.checking.answers.alternatives import worst_of
from symroof.checking.answers.equations import untrue
from symroof.checking.answers.letters import FRACTION, words_of
from symroof.checking.answers.loosely import loose
from symroof.checking.answers.thresholds import Told
from symroof.checking.answers.unasked import lacking, unasked, unlike
from symroof.checking.claims.claims import (
    Claim,
    Verdict,
    bare,
    below,
    claim,
    claim_of,
    constant,
    divides,
    text_of,
    understood,
    with_note,
)
from symroof.checking.claims.coefficients import fitted
from symroof.checking.claims.formulas import wrong
from symroof.checking.claims.leeway import carried
from symroof.checking.claims.lettering import SYMBOLS, lettered, unit_of_all
from symroof.checking.claims.links import Known, judge_link
from symroof.checking.claims.nearmiss import meant
from symroof.checking.claims.rounding import bound as rounding_bound
from symroof.checking.claims.values import typed_value, units, values
from symroof.checking.words.numerals import FEW, NUMBER
from symroof.checking.words.phrases import (
    Typed,
    opposed,
)
from symroof.reading.formula import Side
from symroof.reading.measures import UNITS, kind_of
from symroof.reading.nodes import leaves
from symroof.reading.quantity import number_at, shown
from symroof.reading.spelling import GREEK
from symroof.reading.units import open_letters

_CANCELLED = Fraction(1, 1000)  # a float that is further off is wrong, however it was worked out
_ROUNDED_AWAY = Fraction(1, 10)  # up to which the rounding of one digit is no slip
_STEPS = 4096  # roundings that a float's own allowance counts
VALUED = ("value", "factor", "near-miss", "symbol")
_NARROW = Fraction(1, 10)  # of a range's middle: half as wide, a range says as much as a rounded number


SOME_NUMBER = re.compile(rf"(?<![\w.])\d|\b(?:{FEW})\b", re.I)


def with_integer(e: Told, expected: object) -> Told:
    """What is expected with its whole number, and where every size will do, as a threshold prints them."""
    own = thresholds.printed(str(expected)) if hasattr(expected, "sense") else None
    return e if own is None else replace(e, integer=own.integer, every=own.every)


def is_one_interval(x: object) -> bool:
    """Whether a threshold is a region between two ends."""
    pieces: Any = getattr(x, "intervals", ())
    return hasattr(x, "verdict") and len(pieces) == 1 and pieces[0].hi is not None and pieces[0].lo > 0


def told_by(x: object) -> Told:
    """What an expression or a threshold says beside its bound, and the names in it."""
    when = getattr(getattr(x, "when", None), "text", "") or ""
    return Told(" ".join(sorted(words_of(x))), when=str(when))


def beside_a_number(answer: object, a: Claim | Verdict, e: Claim) -> Claim | Verdict:
    """The claim, or open for never and always in a sentence with a number, where a value is expected.

    You will never get more than a factor of ten.
    """
    if isinstance(a, Verdict) or not isinstance(answer, str) or a.kind not in ("never", "always") or e.kind != "value":
        return a
    if not (SOME_NUMBER.search(answer) or re.search(r"fold\b", answer)):
        return a
    return Verdict("undecided", f"{a.kind} beside a number, where a value is expected", code="unread")


def in_the_other_direction(mine: Typed, theirs: Typed | None, found: Verdict, e: Claim) -> Verdict | None:
    """The verdict on a comparison whose word is not the one expected: 3x slower for 3x faster, 3x as many for 3."""
    if not found.ok or not mine.toward:
        return None
    said = theirs.toward if theirs is not None else ""
    against = opposed(mine.toward, said) if said or not any(e.dimension or ()) else None
    if against is False:
        return None
    if against:
        return Verdict("wrong", f"{mine.toward}, where {said} is right: direction", code="direction", right=said)
    words = (
        f"{mine.toward}, where {said} is expected" if said else f"{mine.toward}, and what is expected does not say so"
    )
    return Verdict("undecided", words, code="words")


_MULTIPLE = re.compile(
    r"\s*(?:about|roughly|exactly|~|≈)?\s*(?:(?:twice|half|double|triple|thrice|a\s+(?:third|quarter))\b|\d[\d.]*\s*(?:[x×]|times))"
    r"\s*(?:of\s+)?(?:as\s+\w+\s+as\b|that\b|those\b|(?:the|an?)\s+[a-z]|it\b|what\b|\Z)",
    re.I,
)


def of_something(answer: object, a: Claim, e: Claim, found: Verdict) -> Verdict | None:
    """The verdict on a multiple of what has a name in words alone, where a formula is expected: twice an all-gather."""
    if found.verdict != "wrong" or not isinstance(answer, str) or not _MULTIPLE.match(answer):
        return None
    if a.value is None or a.value.names or e.value is None or not e.value.names:
        return None
    return Verdict("undecided", f"{a.value} times what is not said in symbols; write the formula", code="words")


def unit_open(a: Claim, e: Claim, found: Verdict, let: Mapping[str, Ratio]) -> Verdict | None:
    """The verdict where only one of the two has a unit, so that whether the answer stands is open: 52 for 52 h too."""
    if found.ok:
        return unasked(a, e)
    if found.verdict != "wrong" or found.code not in ("value", "factor"):
        return None
    readings = [(a, e), *((x, y) for x, y, _ in lettered(a, e, let))]
    bare = next((v for x, y in readings if (v := lacking(x, y)) is not None), None)
    other = unlike(a, e, found) if bare is None else bare
    return None if other is found else other


def overlapped(a: Claim, e: Claim, found: Verdict) -> Verdict:
    """The verdict on the sum of the times for the larger of them, or the reverse: wrong, and what it is as a guess.

    Whether they overlap is what such a question asks; nothing in it is evidence for the other answer.
    """
    if found.code != "overlap" or a.value is None or e.value is None:
        return found
    return replace(wrong(a.value, e.value), note=f"a guess: it {found.reason}", code="overlap")


def in_range(a: Claim, e: Claim, let: Mapping[str, Ratio]) -> Verdict:
    """A range is wrong where it leaves the value out; where it does not, it says enough if it is narrow."""
    ends = a.spread or (a, a)
    if e.spread is not None:
        return worst_of([verdict_on(x, y, None, let) for x, y in zip(ends, e.spread)])
    whole = e if units(ends[1], e) is None else unit_of_all(e, let) or e
    if constant(whole.value) is None:  # 0.35 J
        read = next(lettered(ends[1], whole, let), None)
        whole = read[1] if read is not None and constant(read[1].value) is not None else whole
    unlike = units(ends[1], whole)
    if unlike is not None:
        return unlike
    e = whole
    value, (low, high) = constant(e.value), (constant(c.value) for c in ends)
    if value is None or low is None or high is None or e.kind not in ("value", "bound"):
        return Verdict("undecided", "a range where a formula was expected; give one value", code="range")
    dim = e.dimension or ends[1].dimension or ()
    where = f"{shown(value, dim, 6)} lies {{}} {shown(low, dim)} to {shown(high, dim)}"
    if not low <= value <= high:
        return Verdict("wrong", where.format("outside"), code="range", right=text_of(e.value))
    if high - low <= 2 * _NARROW * abs(low + high) / 2:
        return Verdict("rounded", where.format("within"), code="range", right=text_of(e.value))
    return Verdict("undecided", where.format("within") + "; give one value", code="range")


def cancelled(a: Claim, e: Claim, expected: object, let: Mapping[str, Ratio]) -> Verdict | None:
    """The verdict on a float that is the value but for the roundings of a formula in which large numbers cancel."""
    x, y = constant(a.value), constant(e.value)
    if not a.rounding or x is None or not y or abs(x - y) <= a.rounding * abs(y) or abs(x / y - 1) > _CANCELLED:
        return None
    sizes = {n: float(c) for n, r in let.items() if (c := constant(r)) is not None}
    formula = e.node if isinstance(expected, str) else getattr(bare(expected), "value", bare(expected))
    most = rounding_bound(formula, sizes)
    if most is None or not math.isfinite(most) or abs(x / y - 1) > Fraction(most) * 4 * a.rounding / _STEPS:
        return None
    right = text_of(e.value)
    return Verdict("rounded", f"{right} to the precision of floats, which cancel in it", code="float", right=right)


def verdict_on(a: Claim, e: Claim, given: object, let: Mapping[str, Ratio]) -> Verdict:
    """The verdict; a wrong one is tried again with the unit of a quotient below, and with more parentheses."""
    found = typed_value(a, e, given)
    if found.verdict != "wrong":
        return found
    a2, e2 = (below(c, let) if divides(c, other) else None for c, other in ((a, e), (e, a)))
    if a2 or e2:
        again = typed_value(a2 or a, e2 or e, given)
        if again.ok:
            return with_note(again, "the unit after / read as the divisor's")
    if FRACTION.search(a.text) and a.kind == e.kind == "value":
        text = FRACTION.sub(lambda m: f"({m[1] or m[2]})*", a.text)
        known = e.value.names if e.value is not None else ()
        spaced = understood(lambda: typed_value(claim(text, None, let, known), e, given))
        if spaced is not None and spaced.ok:
            return with_note(spaced, f"read as {text}")
    sums = unit_of_all(a, let), unit_of_all(e, let)
    if any(sums) and (again := typed_value(sums[0] or a, sums[1] or e, given)).ok:
        return with_note(again, "the unit behind the sum read as that of all its terms")
    if found.code in ("value", "factor"):
        fit = fitted(a, e)
        fit = fitted(e, a, constants=False) if fit is None else fit
        if fit is not None:
            return fit
    return _judged_respelt(a, e, given, let, found)


def _judged_respelt(a: Claim, e: Claim, given: object, let: Mapping[str, Ratio], found: Verdict) -> Verdict:
    """The verdict with letters read otherwise, or with the parentheses that would make it right in a note."""
    last = None
    theirs = e.value.names if e.value is not None else ()
    known = {*theirs, *let, *GREEK, *UNITS}
    mine = a.value.names if a.value is not None else ()
    letters = {n.lower() for n in theirs}
    prose = [n for n in mine if n.isalpha() and n.islower() and len(n) > 1 and n not in known and not {*n} <= letters]
    if len(prose) > 1 and a.printed is None:  # 90 joules go up in heat
        return Verdict("undecided", f"{', '.join(prose)}: words, not symbols; declare them", code="unread")
    for x, y, words in lettered(a, e, let):
        again = with_note(typed_value(x, y, given), words)
        if again.ok:
            return again
        last = again if words != SYMBOLS and last is None else last
    if last is not None:
        return last
    if a.kind == e.kind == "value":
        near = meant(a, e, let, lambda x, y: values(x, y, given, search=False))
        if near:
            return replace(found, note=f"right with parentheses: {near[0]}", code="near-miss")
    return found


def warned(a: Claim, e: Claim, found: Verdict) -> Verdict:
    """A wrong verdict says how an ambiguous text was read: 1/2B as 1/(2B)."""
    if found.ok:
        return found
    for c, whose in ((a, "the answer's "), (e, "the expected ")):
        for note in c.notes:
            if "binds tighter" in note and (found.code != "near-miss" or "(...)" in note):
                found = with_note(found, whose + note)
    return found


def stepped(a: Claim, e: Claim, found: Verdict, let: Mapping[str, Ratio]) -> Verdict:
    """An answer that shows its steps is only right if they are: 16*20*28/2*2 = 2240 is wrong as printed."""
    if a.chain is None or not found.ok:
        return found
    known = Known(let if isinstance(let, dict) else dict(let))
    symbols = {*(e.value.names if e.value is not None else ()), *e.asked} - open_letters(e.node)
    for left, relation, right in zip(a.chain.sides, a.chain.relations, a.chain.sides[1:]):
        if left.node is None or right.node is None or relation not in ("=", "~") or left.words or right.words:
            continue
        step = judge_link(left, relation, right, a.chain, known)
        if not isinstance(step, Verdict):
            if untrue(left, right, let, symbols):
                words = f"as printed, {left.text} = {right.text} is wrong"
                return Verdict("wrong", words, code="step", right=found.right)
            continue
        if step.ok and found.verdict == "exact" and _far_rounded(left, relation, right, let):
            words = f"as printed, {left.text} = {right.text} is wrong: it is rounded by more than its one digit excuses"
            return Verdict("wrong", words, code="step", right=found.right)  # 9/2 = 5 ms
        found = _with_a_wrong_step(step, left, relation, right, found, let) if step.verdict == "wrong" else found
        if not found.ok:
            return found
    return found


def _with_a_wrong_step(
    step: Verdict, left: Side, relation: str, right: Side, found: Verdict, let: Mapping[str, Ratio]
) -> Verdict:
    """The verdict on a right answer with a step that does not hold as printed: as it stands, where it may be meant."""
    if _in_bits(left.text, right.text, step):
        return found  # 64 KiB * 8 / 0.04 s = 13.1 Mb/s
    if step.code == "units" and _of_other_things(left.text, right.text):
        return found  # 512 threads = 16 warps: what there is of one for each of the other
    if step.code == "units" and _priced(left.text, right.text):
        return found  # 50,000 GB * 0.09 = 4500 USD: so much for each of them
    if step.code == "units" and _same_number(left, right, let):
        return found  # 3840 * 3 bytes * 60 = 1.5e9 bytes/s, where nobody said that 60 is a second
    if open_units := loose(left.text, right.text):
        return with_note(found, open_units)
    if relation == "=" and carried(claim_of(left, let), claim_of(right, let)):
        return found  # more digits than the step prints
    words = f"as printed, {left.text} = {right.text} is wrong: {step.reason.removeprefix('as printed, ')}"
    return replace(step, reason=words, code="step" if step.code != "near-miss" else step.code)


_MANY = re.compile(rf"\s*{NUMBER}\s*(?P<of>[A-Za-z]+)\s*")


def _of_other_things(left: str, right: str) -> bool:
    """Whether things of two kinds are counted, so many of one being so many of the other.

    >>> _of_other_things("512 threads", "16 warps"), _of_other_things("2 warps", "3 warps"), _of_other_things("3", "4")
    (True, False, False)
    """
    kinds = {kind_of(m["of"]) for t in (left, right) if (m := _MANY.fullmatch(t)) is not None}
    return len(kinds) > 1 and "" not in kinds


_MONEY = re.compile(rf"\s*(?:[$€£]\s?(?P<n>{NUMBER})|(?P<m>{NUMBER})\s?(?:[$€£]|USD|EUR|dollars?|euros?))\s*")
_UNIT_BEHIND = re.compile(r"(?<=\d)\s?[A-Za-z]+(?=\s*(?:[*×·x]|\Z))")
_BY_A_NUMBER = re.compile(rf"\s*{NUMBER}\s*[*×·x]\s*{NUMBER}\s*")


def _priced(left: str, right: str) -> bool:
    """Whether so many units times a bare number are that much money, the number being what one of them costs.

    >>> _priced("50,000 GB * 0.09", "4500 USD"), _priced("50,000 GB * 0.08", "4500 USD")
    (True, False)
    """
    money, plain = _MONEY.fullmatch(right), _UNIT_BEHIND.sub("", left)
    if money is None or _BY_A_NUMBER.fullmatch(plain) is None or plain == left:
        return False
    x, y = (constant(claim(t, None, {}).value) for t in (plain, money["n"] or money["m"]))
    return x is not None and y is not None and abs(x - y) * 1000 <= abs(y)


def _far_rounded(left: Side, relation: str, right: Side, let: Mapping[str, Ratio]) -> bool:
    """Whether a step's result of a single digit, measured and not counted, is further off than its digits excuse."""
    one, other = claim_of(left, let), claim_of(right, let)
    x, y, p = constant(one.value), constant(other.value), other.printed
    if relation != "=" or p is None or p.digits != 1 or one.printed is not None or not x or not y:
        return False
    told = number_at(p.text, 0) if next(leaves(left.node, "unit"), None) is None else None  # 9/2 = 5 ms
    y = told[0].value if told is not None else y
    alike = told is not None or one.dimension == other.dimension
    return alike and any((other.dimension or ())[:5]) and abs(y / x - 1) > _ROUNDED_AWAY


def _in_bits(left: str, right: str, step: Verdict) -> bool:
    """Whether a step turns its bytes into bits by a factor that it prints: 8 bits each, behind which it says bits."""
    by = re.search(r"(?:[×*x·]|\\times|\\cdot)\s*8(?![\w.])|(?<![\w.])8\s*(?:[×*x·]|\\times|\\cdot)", left)
    told = re.search(r"\d\s?[kMGTP]?(?:b|bits?)(?:/s|ps)?\b", right)
    plain = re.sub(r"\\(?:times|cdot|frac)", "", left)
    bare = re.fullmatch(r"[\d\s.,*×·/()^{}eE+-]*", plain)  # nobody said bytes
    return (by is not None or bare is not None) and told is not None and "1/8" in (step.factor or "")


def _same_number(left: Side, right: Side, let: Mapping[str, Ratio]) -> bool:
    """Whether two sides of a step are the same number, whatever their units."""
    one, other = claim_of(left, let), claim_of(right, let)
    bare = replace(one, dimension=other.dimension), other
    return typed_value(*bare, None).ok if one.printed is None else False
