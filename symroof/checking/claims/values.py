"""One claim judged against another: values, bounds, inequalities, "never" and "always", in the order of the verdicts.

>>> from symroof.checking.claims.claims import claim
>>> judge(claim("B > 240", None, {}), claim("2B > 480.5", None, {}), None).verdict
'rounded'
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import symroof.regexes as re
from symroof.algebra.ratios.posynomial import Ratio, ratio
from symroof.checking.claims import digits
from symroof.checking.claims.claims import Claim, Verdict, constant, text_of, with_note
from symroof.checking.claims.formulas import convention_of, error_of, exact_count, in_regime, same, wrong
from symroof.checking.claims.inequality import alike, counted_together, next_formula, quotient_bounds, shared
from symroof.checking.claims.numbers import ABOUT, numbers
from symroof.checking.claims.regimes import holds_in, is_leading, named_regime
from symroof.reading.formula import to_ratio
from symroof.reading.measures import BYTES, FLOPS, KIND, NOTHING, PER_SECOND, SECONDS, agree, kind_of, product
from symroof.reading.nodes import Node, leaves
from symroof.reading.quantity import dimension_name, shown
from symroof.reading.units import dimension, unsaid
from symroof.symbols import is_size, may_count

_INTENSITY = (-1, 1, 0)
_INTENSITIES = ("I", "AI", "OI")
_IN_A_BATCH = frozenset(
    {"token", "sequence", "request", "batch", "row", "user", "element", "item", "vector", "document"}
)
_LACKED = (BYTES, FLOPS, product(BYTES, SECONDS, -1), product(FLOPS, SECONDS, -1), SECONDS)
_RATE_BY_ITSELF = ("FLOPS", "OPS", "flops")  # a count, or a count per second
_YES_NO = {"always": "yes", "never": "no"}
_OF_A_MATMUL = 3  # sizes of which its work is a product
_OF_A_BATCH = 4  # of them: more are no matmul's
_BOUND_BY = re.compile(r"\b(?:bound|limited|bottleneck)", re.I)
_ONE_OFF = Fraction(1, 100)  # from which on < for <= is another bound; where things cross, above a bound, _PAST
_PAST = Fraction(1, 50)  # by which a rounded bound may pass a whole size and stand
MAX_SEARCHED = 80  # terms of two formulas for which other readings are looked for


def judge(a: Claim, e: Claim, given: object) -> Verdict:
    """The verdict on a claim, a bound on a quotient as one on a symbol."""
    return _judged(*(quotient_bounds(a, e) or (a, e)), given)


def _judged(a: Claim, e: Claim, given: object) -> Verdict:
    if a.kind in ("never", "always") and e.kind not in ("never", "always") and "yes or no" in a.notes:
        return Verdict("undecided", "yes or no: words where a value or a bound is asked", code="words")
    if any(c.kind == "bound" and not c.name for c in (a, e)):
        return _judge_nameless(a, e, given)
    if "never" in (a.kind, e.kind) or "always" in (a.kind, e.kind):
        return _judge_verdicts(a, e)
    if {a.kind, e.kind} <= {"order", "bound"}:
        return _judge_inequalities(a, e, given)
    if "order" in (a.kind, e.kind):
        return _judge_order(a, e)
    return _judge_beside_bound(a, e, given)


def _judge_beside_bound(a: Claim, e: Claim, given: object) -> Verdict:
    """The verdict on a value, or on one side's bound beside the other's value."""
    note = None
    if e.kind == "bound" and (whole := _next_whole(replace(a, name=e.name, sense=e.sense[0] + "="), e)):
        return Verdict("exact", whole, code="integer", note="the direction is not stated", right=e.text)
    if e.kind == "bound":
        note = f"the direction is not stated; expected {e.name} {e.sense}"
    elif a.kind == "bound" and _bounds_no_size(e):
        return _no_value(a, e)
    elif a.kind == "bound":
        note = f"an inequality for {a.name} where a value was expected; the thresholds were compared"
    return with_note(values(a, e, given), note)


def _bounds_no_size(e: Claim) -> bool:
    """Whether an expected value is no threshold, so that a bound on it says less: a measured one, or a formula."""
    measured = any((e.dimension or NOTHING)[:5]) and e.dimension != _INTENSITY
    return measured or (e.value is not None and bool(e.value.names))


def _judge_nameless(a: Claim, e: Claim, given: object) -> Verdict:
    """A bound without its symbol, as in more than 240, which is on what was asked about."""
    if a.kind == e.kind == "bound":
        name = a.name or e.name or "it"
        return judge(replace(a, name=name), replace(e, name=name), given)
    if e.kind in ("never", "always"):
        return _judge_verdicts(a, e)
    if a.kind == "bound" and not a.name and a.about:
        x, y = constant(a.value), constant(e.value)
        if x is not None and y is not None and x != y and (y > x) != (a.sense[0] == ">") and units(a, e) is None:
            words = f"{text_of(e.value)} is {'above' if y > x else 'below'} {text_of(a.value)}: direction"
            return Verdict("wrong", words, code="direction", right=text_of(e.value))
        if x is not None and y is not None and abs(x - y) > ABOUT * max(abs(x), abs(y)):
            words = f"{text_of(e.value)} is off by more than a tenth from {text_of(a.value)}"
            return Verdict("undecided", words, code="about", right=text_of(e.value))
        found = values(replace(a, kind="value"), e, given)  # a bit more than 240
        return found if found.ok or x is None or y is None or not _is_near(a, x, y) else _a_bit_off(found, x, y)
    of_chips = (_chips(a) and (_chips(e) or _whole(e))) or (_whole(a) and _chips(e))
    if a.kind == "bound" and not a.name and a.sense == ">=" and of_chips:
        return with_note(values(replace(a, kind="value"), e, given), "read as the least number that will do")
    if a.kind == "bound" and not a.name:
        return _no_value(a, e)
    return judge(a, replace(e, name=e.name or a.name or "it"), given)


def _no_value(a: Claim, e: Claim) -> Verdict:
    """The verdict on a bound where one value is asked: wrong where it leaves that value out, else it says too little.

    A bound rounded to the value's own digits leaves nothing out: at least 5.23 ms, of 5.226 ms.
    """
    x, y = constant(a.value), constant(e.value)
    right = text_of(e.value)
    near = a.printed is not None and y is not None and digits.claim(a.printed, y) is not None
    if x is None or y is None or a.about or near or units(a, e) is not None or e.spread is not None:
        return Verdict("undecided", "a bound where one value was expected", code="kinds", right=right)
    out = y < x if a.sense[0] == ">" else y > x
    if out:
        return Verdict(
            "wrong", f"the value is {right}, which is not {a.sense} {text_of(a.value)}", code="value", right=right
        )
    return Verdict("undecided", "a bound where one value was expected", code="kinds", right=right)


def _is_near(a: Claim, x: Fraction, y: Fraction) -> bool:
    """Whether a value lies within one step of the last digit before zeros of what it is said to be a bit more than.

    A number is rounded by half a step; who says on which side the value lies has not rounded, and has the whole step.
    """
    p = a.printed
    return p is not None and p.value != 0 and abs(x - y) <= p.coarse * abs(x / p.value)


def _a_bit_off(found: Verdict, x: Fraction, y: Fraction) -> Verdict:
    """The verdict on a value that is a bit more, or less, than the number named, as it is said to be."""
    words = f"{found.right} is a bit {'more' if y > x else 'less'} than that"
    return Verdict("rounded", words, code="about", right=found.right)


def _chips(c: Claim) -> bool:
    """Whether a claim is of a number of chips, of which the least is asked: at least 2 GPUs."""
    return c.node is not None and [KIND.get(n) for n in leaves(c.node, "unit")] == ["chip"]


def _whole(c: Claim) -> bool:
    """Whether a claim is one whole number, of nothing that is said."""
    return (
        c.node is not None
        and not any(c.dimension or NOTHING)
        and (constant(c.value) or Fraction(1, 2)).denominator == 1
    )


def _judge_verdicts(a: Claim, e: Claim) -> Verdict:
    if a.about and a.kind in ("never", "always"):
        return Verdict("undecided", f"about {a.text}: how nearly is not said", code="words", right=e.text)
    if a.kind == e.kind:
        said = _YES_NO[e.kind] if "yes or no" in a.notes and "yes or no" in e.notes else e.kind
        return Verdict("exact", f"both say {said}", code="same-verdict")
    if (_for_every(a) or a.kind) == (_for_every(e) or e.kind):
        return Verdict("exact", _for_every_text(a, e), code="same-verdict")
    if a.kind == "never" and e.kind == "bound" and e.sense[0] == ">" and _below_zero(e):
        words = f"the bound {text_of(e.value)} is negative because its denominator is, so no size will do"
        return Verdict("exact", words, code="negative-bound")
    if a.kind == "never" and a.text.lower() == "none" and e.kind == "value" and constant(e.value) == 0:
        return Verdict("exact", "none is 0", code="exact")
    if a.kind not in ("never", "always") and "yes or no" in e.notes:
        return Verdict("undecided", f"{a.text}, where yes or no is asked", code="words")
    if e.kind == "value" and _BOUND_BY.search(a.text):
        return Verdict("undecided", f"{a.text}: what binds, where a value is asked", code="kinds", right=e.text)
    right = e.kind if e.kind in ("never", "always") else e.text
    said = a.kind if a.kind in ("never", "always") else a.text
    note = f"it holds when {e.when}" if e.when else None
    if "yes or no" in a.notes and "yes or no" in e.notes:
        said, right = _YES_NO[a.kind], _YES_NO[e.kind]
    if _BOUND_BY.search(a.text) and _BOUND_BY.search(e.text):
        said, right = a.text, e.text
    return Verdict("wrong", f"{said!r} where the answer is {right!r}", code="existence", right=right, note=note)


def _for_every(c: Claim) -> str | None:
    """Always or never, where a bound on a symbol leaves out no number that it may be, or all: sizes are at least 1.

    Every other symbol is above 0.  A bound that is below 0 because its denominator is stands where none exists.
    """
    x = constant(c.value)
    if c.kind != "bound" or not c.name or c.when or x is None or _below_zero(c):
        return None
    if is_size(c.name):
        first = _first_whole(x, c.sense)
        return ("always" if first <= 1 else None) if c.sense[0] == ">" else ("never" if first < 1 else None)
    return None if x > 0 else "always" if c.sense[0] == ">" else "never"


def _a_share(c: Claim) -> bool:
    """Whether a bound is between 0 and 1 and of a share, no size: of rho, of MFU, or in percent."""
    x = constant(c.value)
    told = c.name.islower() or len(c.name) > 1 or "%" in c.text
    return c.kind == "bound" and x is not None and 0 < x < 1 and told


def _for_every_text(a: Claim, e: Claim) -> str:
    said = a if a.kind == "bound" else e
    among = "size of at least 1" if is_size(said.name) else f"{said.name} above 0"
    return f"{said.text} holds for {'every' if _for_every(said) == 'always' else 'no'} {among}"


def _below_zero(e: Claim) -> bool:
    """Whether a bound a/(b - c) is negative because b < c: the threshold does not exist."""
    node = e.node
    while node is not None and node.kind == "group":
        node = node.args[0]
    if node is None or node.kind != "mul" or (constant(e.value) or 0) >= 0:
        return False
    signs = [(op, constant(to_ratio(n, fixed=e.let))) for op, n in zip(node.ops, node.args)]
    return all(c is not None and (c > 0 or op == "/") for op, c in signs)


def _judge_inequalities(a: Claim, e: Claim, given: object) -> Verdict:
    """Two inequalities, as bounds on one symbol where they are: BD > 240F is B > 240F/D."""
    if a.kind == e.kind == "order" and (found := _judge_order(a, e)).verdict != "undecided":
        return found
    pair = alike(a, e)
    if pair is not None:
        note = f"the bound exists only when {pair[0].when}" if pair[0].when and not pair[1].when else None
        return with_note(judge_bounds(*pair, given), note)
    if a.kind == e.kind == "bound" and not shared(a, e):
        words = f"a bound on {a.name} where one on {e.name} was expected: symbol"
        if a.name.islower() and len(a.name) > 3 and judge(replace(a, name=e.name), e, given).ok:  # contexts below 8192
            return Verdict("undecided", words, code="words", right=e.text)
        return Verdict("wrong", words, code="symbol", right=e.text)
    return _judge_order(a, e)


def _judge_order(a: Claim, e: Claim) -> Verdict:
    if a.kind != e.kind or a.value is None or e.value is None:
        return Verdict("undecided", "an inequality between formulas can only be compared with another", code="kinds")
    q = a.value / e.value if e.value.num.terms else ratio(0)
    c = q.constant()
    if c is None and not (a.value + e.value).num.terms:
        c = -1
    if c is not None and c > 0:
        note = None if a.sense == e.sense else f"{a.sense} where {e.sense} was expected"
        return Verdict("exact", "the same inequality", code="same-inequality", note=note)
    if c is not None and c < 0:
        return Verdict("wrong", "the inequality is reversed: direction", code="direction", right=e.text)
    return Verdict("undecided", "whether the two inequalities are equivalent was not decided", code="inequality")


def judge_bounds(a: Claim, e: Claim, given: object) -> Verdict:
    if a.sense[0] != e.sense[0]:
        return Verdict(
            "wrong",
            f"{a.name} {a.sense} where {e.name} {e.sense} {text_of(e.value)} is right: direction",
            code="direction",
            right=f"{e.name} {e.sense} {text_of(e.value)}",
            counterexample=_against_direction(e),
        )
    shares = _a_share(a) and _a_share(e)
    if not (shares or _timed(a, e)) and (held := _for_every(a)) is not None and held == _for_every(e):
        return Verdict("exact", _for_every_text(a, e), code="same-verdict", right=e.text)
    strict = None if a.sense == e.sense else f"{a.sense} where {e.sense} was expected"
    counts = is_size(a.name) or may_count(a.name)
    whole = _next_whole(a, e) or next_formula(a, e, counts)
    whole = whole or (next_formula(e, a, counts) if counted_together(a) else None)
    if whole:
        return Verdict("exact", whole, code="integer", right=e.text)
    found = values(a, e, given)
    if strict and found.verdict == "exact" and counted_together(e):
        why = f"{strict}: where both sides are equal, which they are for whole sizes, it is another condition"
        return Verdict("wrong", why, code="integer", right=e.text)
    if a.printed is not None and found.verdict in ("wrong", "convention") and _counts_whole(a, e):
        whole = _as_wholes(a, e, strict=True)
        found = found if whole is None else Verdict("exact", whole, code="integer", right=e.text)
    if found.verdict == "wrong" and a.name.startswith("T_") and (words := _as_wholes(a, e)) and not _timed(a, e):
        return Verdict("undecided", f"{words}, and {a.name} is by its name a time", code="integer")
    if e.when and found.ok:
        strict = "; ".join(x for x in (strict, f"the bound exists only when {e.when}") if x)
    if found.right is not None:
        found = replace(found, right=f"{e.name} {e.sense} {found.right}")
    return _past_its_whole(a, e, found, strict)


def _past_its_whole(a: Claim, e: Claim, found: Verdict, strict: str | None) -> Verdict:
    """The verdict on bounds of whole things, of which the first or last may be another one."""
    if found.verdict == "exact" and (last := _one_off(a, e)) is not None:
        return Verdict("wrong", f"{e.text}: {last}", code="integer", right=e.text)
    if found.verdict == "rounded" and (first := _rounded_past(a, e)):
        x, y = constant(a.value) or Fraction(0), constant(e.value) or Fraction(1)
        if abs(x / y - 1) > _PAST:  # of X < 2.8 the size 3
            return replace(found, verdict="wrong", reason=f"{e.text}: {first}", code="integer", right=e.text)
        strict = "; ".join(x for x in (strict, first) if x)
    return with_note(found, strict)


def _rounded_past(a: Claim, e: Claim) -> str | None:
    """The words for a bound that its rounding has moved past whole sizes: of B >= 153 for B > 153.02, the size 153."""
    x, y = constant(a.value), constant(e.value)
    if x is None or y is None or a.about or x.denominator != 1 or not _counts_whole(a, e):
        return None
    if a.printed is not None and a.printed.text.endswith(("k", "K")):
        return None  # a k may be 1024
    first, right = _first_whole(x, a.sense), _first_whole(y, e.sense)
    past = first < right if a.sense[0] == ">" else first > right
    if len(a.sense) == 1:  # X > 3 leaves out the 3 of X > 2.8; within 2 % nobody minds
        past = first != right and abs(Fraction(first, right or 1) - 1) > _PAST
    return f"the {'first' if a.sense[0] == '>' else 'last'} whole one is {right}" if past else None


def _one_off(a: Claim, e: Claim) -> str | None:
    """The words for n > 9 where n >= 9 is right: of few things the one between them is missed."""
    x, y = constant(a.value), constant(e.value)
    if x is None or x != y or x.denominator != 1 or len(a.sense) == len(e.sense) or not _counts_whole(a, e):
        return None
    if e.name in _INTENSITIES:  # which is measured, though it goes by a letter of sizes
        return None
    if e.printed is None or not e.printed.text.isdigit():  # a crossing, 5.0, at which neither is meant
        return None
    first, right = _first_whole(x, a.sense), _first_whole(x, e.sense)
    few = not right or abs(Fraction(first, right) - 1) >= (_PAST if e.sense == ">" else _ONE_OFF)
    return f"the {'first' if a.sense[0] == '>' else 'last'} whole one is {right}, not {first}" if few else None


def _next_whole(a: Claim, e: Claim) -> str | None:
    """B >= 241 is B > 240.24 for whole sizes."""
    return _as_wholes(a, e) if _counts_whole(a, e) else None


def _as_wholes(a: Claim, e: Claim, *, strict: bool = False) -> str | None:
    """The words for two bounds that admit the same whole numbers, the answer's by its own first one.

    ``strict`` bounds, Y < 12 of Y < 11.24, are only asked where their digits have not been.
    """
    x, y = constant(a.value), constant(e.value)
    if x is None or y is None or x == y or (x.denominator != 1 and y.denominator != 1):
        return None
    if a.printed is not None and e.printed == a.printed:
        return None
    if len(a.sense) == 1 and (y.denominator != 1 or a.sense == e.sense) and not strict:
        return None  # B > 240 claims its digits
    if _first_whole(x, a.sense) != _first_whole(y, e.sense):
        return None
    return f"{a.name} {a.sense} {x} is {e.name} {e.sense} {shown(y, digits=6)} for whole sizes"


def _counts_whole(a: Claim, e: Claim) -> bool:
    """Whether what two bounds are on counts things: a size by its name, tokens, T and K where no unit is."""
    if any(all(map(is_size, c.name.split("/"))) for c in (a, e)):
        return True
    if "/" in e.name:
        return False  # a quotient of what is no size
    said = [d for c in (a, e) if c.node is not None and (d := dimension(c.node))]
    counted = all(not any(d[:5]) for d in said)
    return counted and (bool(said) or may_count(a.name))


def _timed(a: Claim, e: Claim) -> bool:
    """Whether a unit of one of two bounds says that it is on no count."""
    return any(any((dimension(c.node) or NOTHING)[:5]) for c in (a, e) if c.node is not None)


def _first_whole(x: Fraction, sense: str) -> int:
    """The first whole number that a bound admits."""
    if sense[0] == ">":
        return math.floor(x) + 1 if sense == ">" else math.ceil(x)
    return math.ceil(x) - 1 if sense == "<" else math.floor(x)


def _against_direction(e: Claim) -> dict[str, str] | None:
    c = constant(e.value) if e.value is not None else None
    if c is None or c <= 0:
        return None
    n = int(c) + 1 if e.sense[0] == ">" else max(int(c) - 1, 1)
    return {e.name: str(2 * n if e.sense[0] == ">" else n), "right": "true", "answer": "false"}


def values(a: Claim, e: Claim, given: object = None, *, search: bool = True, whole: bool = False) -> Verdict:
    """Judge one value against another, in the order of the verdicts.

    ``search`` looks for named regimes and conventions; in a named regime the answer has to be a leading term, unless
    ``whole`` admits those that keep other terms too.
    """
    x, y = a.value, e.value
    if x is None or y is None:
        return Verdict("undecided", "nothing to compare", code="empty")
    unlike = units(a, e)
    if unlike is not None:
        return unlike
    search = search and sum(map(len, (x.num, x.den, y.num, y.den))) <= MAX_SEARCHED
    equal = same(x, y)
    if equal:
        return Verdict("exact", "the same function" if y.names else "the same value", code="exact")
    cx, cy = constant(x), constant(y)
    if cx is not None and cy is not None:
        return numbers(a, e, cx, cy, search)
    if equal is None:
        return Verdict("undecided", "whether the two are equal was not decided", code="equality")
    if given is not None and given != "":
        found = holds_in(y, x, given, a.name if a.kind == e.kind == "bound" else "")
        if found:
            return in_regime(x, y, str(given), "stated")
        if found is None and (x.atoms or y.atoms):
            return Verdict("undecided", "how the functions in it grow is not told there", code="unsupported")
    named = named_regime(y, x) if search else None
    if named is not None and whole:
        return in_regime(x, y, named, "named")
    if search:
        counted = exact_count(x, y)
        if counted and _counts_operations(a, e):
            return Verdict("convention", counted, error=error_of(x, y), code="exact-count", right=text_of(y))
    if search:
        if named is not None and given in (None, ""):
            return wrong(x, y) if cancels(a) else _in_a_regime(x, y, named)
        if named is not None:
            both = f"it contradicts the stated {given}; it would hold if {named}"
            return replace(wrong(x, y), note=both, code="contradicts-regime")
        other = convention_of(x, y, e.node)
        if other is not None:
            return other if other.code != "mac" or _counts_work(a, e) else _no_work(x, y, other)
    return wrong(x, y)


def cancels(a: Claim) -> bool:
    """Whether an answer is typed with symbols that cancel to a number, which is no leading term: (2N-1)/(4N-2)."""
    return a.value is not None and not a.value.names and any(leaves(a.node, "name"))


def _in_a_regime(x: Ratio, y: Ratio, named: str) -> Verdict:
    """The verdict on a formula that agrees in a regime that nobody stated: a leading term, and not a slip in one."""
    if not is_leading(x, named):
        return replace(wrong(x, y), note=f"the leading term agrees when {named}, the others do not")
    if x.monomial() is None and {*y.names} <= {*x.names}:  # p/(m + p) for (p - 1)/(m + p - 1)
        return replace(
            wrong(x, y), note=f"right only when {named}; say so where that is meant", code="regime", regime=named
        )
    return in_regime(x, y, named, "named")


def _counts_operations(a: Claim, e: Claim) -> bool:
    """Whether 2n - 1 for 2n can count the multiplies and adds of a sum: of FLOPs, or for a matmul's product of sizes.

    Of bytes, seconds and hops the one that is missing is missing; where the expected count is exact and no unit is
    said, it says itself what it counts.
    """
    said = [product(c.dimension, NOTHING) for c in (a, e) if c.dimension]
    if said or e.value is None:
        return bool(said) and all(d == FLOPS for d in said)
    mono = e.value.monomial()
    if mono is None:
        return True
    sizes = [n for n, power in mono[0].items() if isinstance(n, str) and power == 1 and may_count(n)]
    return mono[1] == 2 and len(sizes) == len(mono[0]) >= _OF_A_MATMUL


def _counts_work(a: Claim, e: Claim) -> bool:
    """Whether a factor 2 can be that of a multiply-add: FLOPs are named, or it is the product of a matmul's sizes.

    Where no unit is printed the work of one matmul is known by its form, BDF against 2BDF; 2LSKH against 4LSKH has
    that form no more than the bytes of a cache do.
    """
    said = [product(c.dimension[:5], NOTHING) for c in (a, e) if c.dimension]
    if said:
        return all(d == FLOPS for d in said)
    names = {n for c in (a, e) if c.value is not None for n in c.value.names}
    if len(names) > _OF_A_BATCH:
        return False  # LKHTB
    if len(names) == _OF_A_BATCH and "L" in names:
        return False  # LKHS: of all layers of a model, whose bytes have a 2 of their own, for K and V or for bf16
    if {"B", "L"} < names and len(names) < _OF_A_BATCH:
        return False  # BDL: a batch and a length or layers are no two sides of a matrix
    if "s" in names and all(n[0].isupper() for n in names - {"s"}):
        return False  # BSV s: seconds
    once = [c.value.monomial() for c in (a, e) if c.value is not None]
    return {Fraction(m[1]) for m in once if m} == {1, 2} and all(n == 1 for m in once if m for n in m[0].values())


def _no_work(x: Ratio, y: Ratio, other: Verdict) -> Verdict:
    """The factor of a multiply-add where nothing says that FLOPs are counted: wrong, and a guess."""
    return with_note(wrong(x, y), f"a guess: it {other.reason}, but nothing here says FLOPs")


def _flops_per_second(a: Claim, e: Claim) -> bool:
    """Whether the two differ only in what FLOPS means: a count, or a count per second."""
    said = [n for c in (a, e) for n in leaves(c.node, "unit")]
    if (
        not any(n.partition("/")[0].endswith(_RATE_BY_ITSELF) or n.endswith("/W") for n in said)
        or not a.dimension
        or not e.dimension
    ):
        return False
    return product(a.dimension, e.dimension, -1) in ((0, 0, 1), (0, 0, -1))


def units(a: Claim, e: Claim) -> Verdict | None:
    """The verdict on an answer of another dimension, or on one that counts other things; None where both fit."""
    if a.dimension is None:
        return Verdict("wrong", "the answer adds quantities of different units", code="units")
    if agree(a.dimension, e.dimension or NOTHING) or _flops_per_second(a, e):
        return _nouns(a, e)
    if any(c.printed is None and _half_said(c) and _could_lack(c, other) for c, other in ((a, e), (e, a))):
        return None  # 34 MB / 9e10 = 377 us
    return _other_unit(a, e)


def _could_lack(c: Claim, other: Claim) -> bool:
    """Whether what a formula's number lacks can be a unit that constants have: bytes, FLOPs, and these a second."""
    lacks = product(product(c.dimension or NOTHING, other.dimension or NOTHING, -1)[:5], NOTHING)
    return lacks in _LACKED or product(NOTHING, lacks, -1) in _LACKED


def _other_unit(a: Claim, e: Claim) -> Verdict:
    """Wrong for another dimension; how often something comes may be how long it takes, told the other way round."""
    mine, theirs = (_named(c) for c in (a, e))
    x, y = constant(a.value), constant(e.value)
    both = [product((c.dimension or NOTHING)[:5], NOTHING) for c in (a, e)]
    if {*both} == {SECONDS, PER_SECOND} and x and y and a.printed is not None and digits.claim(a.printed, 1 / y):
        words = f"{a.text.strip()} is {theirs} the other way round; whether that is what is asked is open"
        return Verdict("undecided", words, code="units", right=text_of(e.value))
    return Verdict("wrong", f"{mine} where {theirs} is right: units", code="units", right=text_of(e.value))


def typed_value(a: Claim, e: Claim, given: object) -> Verdict:
    """The verdict on a typed answer, of which no count of things is a rate: 24 tokens for 24 tokens/s.

    A document may leave the time out that is meant; an answer says what it is.
    """
    found = judge(a, e, given)
    return _other_unit(a, e) if found.ok and _counts_less(a, e) else found


def _half_said(c: Claim) -> bool:
    """Whether a measured number of a formula lacks its unit, and no unit behind all of it says what it comes to."""
    return c.node is not None and unsaid(c.node) and not _said_behind(c.node)


def _said_behind(node: Node) -> bool:
    """Whether the unit behind a formula is that of all of it: of a product 70e9*2 bytes, or of a term of a sum."""
    while node.kind in ("group", "add") and len(node.args) == 1:
        node = node.args[0]
    if node.kind == "juxt":
        return node.args[-1].kind == "unit" and len(node.args) > 1
    if node.kind == "add":
        return any(map(_said_behind, node.args))
    if node.kind == "mul" and "/" not in node.ops:
        return _said_behind(node.args[-1]) and not any(leaves(Node("mul", node.args[:-1]), "unit"))
    return False


def _counts_less(a: Claim, e: Claim) -> bool:
    """Whether one of two quantities counts things and the other is of another dimension: 24 tokens for 24 tokens/s.

    Things are FLOPs per byte where an intensity is a batch: 240 tokens for 240 FLOPs/byte, and never chips or cycles.
    """
    x, y = (product((d or NOTHING)[:5], NOTHING) for d in (a.dimension, e.dimension))
    counted = any(len(d) > 5 for d in (a.dimension or NOTHING, e.dimension or NOTHING))
    a_batch = _INTENSITY in (x, y) and all(above <= _IN_A_BATCH for c in (a, e) for above, _ in (_kinds_of(c),))
    return counted and bool(a.dimension and e.dimension) and x != y and not a_batch


def _named(c: Claim) -> str:
    """What a claim counts, in words: tokens/s and bytes, or no unit."""
    said = "·".join(dict.fromkeys(_units_of(c)))
    counted = any(map(kind_of, re.split(r"[/·-]", said)))
    return (said if counted else "") or dimension_name(c.dimension or NOTHING) or "no unit"


def _nouns(a: Claim, e: Claim) -> Verdict | None:
    """Tokens where requests are right: both count one kind of thing, and not the same."""
    if a.printed is not None and e.printed is not None and _turned_over(a, e):
        return _other_unit(a, e)
    kinds = [_kinds_of(c) for c in (a, e)]
    if all(above for above, _ in kinds) or not any(above for above, _ in kinds):
        kinds = [(above or below, set()) for above, below in kinds]  # per what says little beside what is counted
    counted = [c.printed is not None or (c.dimension or NOTHING)[5:] for c in (a, e)]
    said = [above | below for above, below in kinds]
    if any(len(k) != 1 for k in said) or said[0] == said[1] or not all(counted):
        return None
    ((mine,), (theirs,)) = said
    if {mine, theirs} - _SERVED == {"IO"} and any(w.lstrip("kM") == "IOPS" for c in (a, e) for w in _units_of(c)):
        return None  # 79 IOPS serve 79 requests a second
    words = f"the answer counts {mine}s where {theirs}s are right: units"
    return Verdict("wrong", words, code="units", right=e.text)


_SERVED = frozenset({"request", "seek"})  # what one I/O operation of a drive serves


def _kinds_of(c: Claim) -> tuple[set[str], set[str]]:
    """What a claim counts, and per what: tokens, a user."""
    made: tuple[set[str], set[str]] = (set(), set())
    for unit in _units_of(c):
        first, *rest = unit.split("/")
        for k, part in enumerate((first, "·".join(rest))):
            for w in re.split(r"[·-]", part):
                made[k].update({kind_of(w)} - {"time", ""})
    return made


def _units_of(c: Claim) -> Iterator[str]:
    """The units of a claim: those that it prints, or the one that its problem says."""
    yield from leaves(c.node, "unit")
    if c.unit:
        yield c.unit


def _turned_over(a: Claim, e: Claim) -> bool:
    """Whether one is per what the other counts: tokens per request for requests per token."""
    sides = []
    for c in (a, e):
        above, *below = "·".join(leaves(c.node, "unit")).split("/")
        parts = (re.split(r"[·-]", x) for x in (above, "·".join(below)))
        sides.append([frozenset(filter(None, map(kind_of, words))) for words in parts])
    return sides[0] == sides[1][::-1] and sides[0][0] != sides[0][1] and all(sides[0])
