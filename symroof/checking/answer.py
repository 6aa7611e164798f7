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

from collections.abc import Iterable, Mapping
from dataclasses import replace

from symroof.algebra.posynomial import ratio
from symroof.checking.claims import VERDICTS, Claim, Verdict, below, bindings, claim, constant, text_of, with_note
from symroof.checking.formulas import convention_of, error_of, exact_count, in_regime, same, wrong
from symroof.checking.numbers import numbers
from symroof.checking.regimes import holds_in, named_regime
from symroof.errors import Inconclusive, Unsupported
from symroof.reading.quantity import dimension_name


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
    bound = bindings(let, names)
    e = claim(expected, names, bound)
    a = claim(answer, names, bound, e.value.names if e.value is not None else ())
    strange = _prose(a, e) if isinstance(answer, str) and symbols is None else []
    if strange:
        return Verdict("undecided", f"{', '.join(strange)}: words, not symbols; declare them", code="words")
    try:
        found = _judge(a, e, given)
        if found.verdict == "wrong":
            a2, e2 = below(a, bound), below(e, bound)
            again = _judge(a2 or a, e2 or e, given) if a2 or e2 else found
            if again.ok:
                return with_note(again, "the unit after / read as the divisor's")
        return found
    except (Unsupported, Inconclusive) as err:
        return Verdict("undecided", str(err).split("\n")[0], code="unsupported")


def _prose(a: Claim, e: Claim) -> list[str]:
    """Long lower-case words of an answer that the expected formula does not know."""
    known = set(e.value.names) if e.value is not None else set()
    greek = {"alpha", "beta", "gamma", "delta", "epsilon", "theta", "kappa", "lambda", "sigma", "omega"}
    names = a.value.names if a.value is not None else ()
    return [n for n in names if len(n) >= 4 and n.isalpha() and n.islower() and n not in known | greek]


def _judge(a: Claim, e: Claim, given: object) -> Verdict:
    if "never" in (a.kind, e.kind) or "always" in (a.kind, e.kind):
        return _judge_verdicts(a, e)
    if "order" in (a.kind, e.kind):
        return _judge_order(a, e)
    if e.kind == "bound" and a.kind == "bound":
        return judge_bounds(a, e, given)
    note = None
    if e.kind == "bound":
        note = f"the direction is not stated; expected {e.name} {e.sense}"
    elif a.kind == "bound":
        note = f"an inequality for {a.name} where a value was expected; the thresholds were compared"
    return with_note(values(a, e, given), note)


def _judge_verdicts(a: Claim, e: Claim) -> Verdict:
    if a.kind == e.kind:
        return Verdict("exact", f"both say {e.kind}", code="same-verdict")
    right = e.kind if e.kind in ("never", "always") else e.text
    said = a.kind if a.kind in ("never", "always") else a.text
    note = f"it holds when {e.when}" if e.when else None
    return Verdict("wrong", f"{said!r} where the answer is {right!r}", code="existence", right=right, note=note)


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
    if a.name != e.name:
        return Verdict(
            "wrong", f"a bound on {a.name} where one on {e.name} was expected: symbol", code="symbol", right=e.text
        )
    if a.sense[0] != e.sense[0]:
        return Verdict(
            "wrong",
            f"{a.name} {a.sense} where {e.name} {e.sense} {text_of(e.value)} is right: direction",
            code="direction",
            right=f"{e.name} {e.sense} {text_of(e.value)}",
            counterexample=_against_direction(a, e),
        )
    strict = None if a.sense == e.sense else f"{a.sense} where {e.sense} was expected"
    found = values(a, e, given)
    if e.when and found.ok:
        strict = "; ".join(x for x in (strict, f"the bound exists only when {e.when}") if x)
    if found.right is not None:
        found = replace(found, right=f"{e.name} {e.sense} {found.right}")
    return with_note(found, strict)


def _against_direction(a: Claim, e: Claim) -> dict[str, str] | None:
    c = constant(e.value) if e.value is not None else None
    if c is None or c <= 0:
        return None
    n = int(c) + 1 if e.sense[0] == ">" else max(int(c) - 1, 1)
    return {e.name: str(2 * n if e.sense[0] == ">" else n), "right": "true", "answer": "false"}


def values(a: Claim, e: Claim, given: object = None, *, search: bool = True) -> Verdict:
    """Judge one value against another, in the order of the verdicts; ``search`` for named regimes and conventions."""
    x, y = a.value, e.value
    if x is None or y is None:
        return Verdict("undecided", "nothing to compare", code="empty")
    unlike = _units(a, e)
    if unlike is not None:
        return unlike
    equal = same(x, y)
    if equal:
        return Verdict("exact", "the same function" if y.names else "the same value", code="exact")
    cx, cy = constant(x), constant(y)
    if cx is not None and cy is not None:
        return numbers(a, e, cx, cy, search)
    if equal is None:
        return Verdict("undecided", "whether the two are equal was not decided", code="equality")
    if given is not None and given != "":
        found = holds_in(y, x, given)
        if found:
            return in_regime(x, y, str(given), "stated")
    if search:
        counted = exact_count(x, y)
        if counted:
            return Verdict("convention", counted, error=error_of(x, y), code="exact-count", right=text_of(y))
    if search:
        name = named_regime(y, x)
        if name is not None and given in (None, ""):
            return in_regime(x, y, name, "named")
        if name is not None:
            both = f"it contradicts the stated {given}; it would hold if {name}"
            return replace(wrong(x, y), note=both, code="contradicts-regime")
        other = convention_of(x, y, e.node)
        if other is not None:
            return other
    return wrong(x, y)


def _units(a: Claim, e: Claim) -> Verdict | None:
    if a.dimension is None:
        return Verdict("wrong", "the answer adds quantities of different units", code="units")
    if not a.dimension or not e.dimension or a.dimension == e.dimension:
        return None
    return Verdict(
        "wrong",
        f"{dimension_name(a.dimension) or 'no unit'} where {dimension_name(e.dimension) or 'no unit'} is right: units",
        code="units",
        right=text_of(e.value),
    )


__all__ = ["VERDICTS", "Claim", "Verdict", "check", "judge_bounds", "values"]
