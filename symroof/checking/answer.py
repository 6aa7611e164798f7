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
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any, final

from symroof.algebra.posynomial import Ratio, exact, gen, ratio
from symroof.checking import convention, digits
from symroof.checking.regimes import holds_in, named_regime
from symroof.errors import Inconclusive, NotationError, SymroofError, Unsupported
from symroof.reading.formula import (
    Chain,
    Node,
    Side,
    dimension,
    ends_in_a_unit,
    parse_chains,
    parse_formula,
    printed,
    to_ratio,
)
from symroof.reading.quantity import BYTES, NOTHING, Dimension, Printed, dimension_name, quantity, shown

VERDICTS = ("exact", "rounded", "truncated", "in-regime", "convention", "wrong", "undecided")
_MAX_SHOWN = 160
_FLIP = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
_NEVER = re.compile(
    r"\s*(?:never\b.*|none|no\s+(?:(?:such|finite|positive|real|critical)\s+)?"
    r"(?:[A-Z]\w{0,2}|batch|size|batch\s+size|value|number|solution|threshold|crossing)(?:\s+exists?|\s+will\s+do)?)\s*\Z",
    re.I,
)
_ALWAYS = re.compile(r"\s*(?:always\b.*|every\s+\w+|all\s+\w+|any\s+\w+)\s*\Z", re.I)
_ABOUT = re.compile(r"\s*(?:≈|~|\\approx|\\sim|about|around|roughly|approximately|nearly|closer?\s+to|ca\.)\s*", re.I)


@final
@dataclass(frozen=True)
class Verdict:
    """What was found, the reason in words, and what goes with it.

    ``error`` is answer/expected - 1 (ASCII algebra, or a decimal), ``counterexample`` sizes at which the two differ,
    with both values, ``code`` a short reason code, ``right`` the expected value, ``factor`` answer/expected.
    """

    verdict: str
    reason: str
    error: str | None = None
    counterexample: Mapping[str, str] | None = None
    note: str | None = None
    code: str = ""
    right: str | None = None
    factor: str | None = None
    regime: str | None = None

    @property
    def ok(self) -> bool:
        """Whether the answer stands: neither wrong nor undecided."""
        return self.verdict not in ("wrong", "undecided")

    def __str__(self) -> str:
        out = f"{self.verdict}: {self.reason}"
        if self.counterexample:
            out += "; for instance " + ", ".join(f"{k} = {v}" for k, v in self.counterexample.items())
        return out + (f" ({self.note})" if self.note else "")

    def to_json(self) -> dict[str, Any]:
        """Plain types only."""
        return {
            "verdict": self.verdict,
            "code": self.code,
            "reason": self.reason,
            "error": self.error,
            "counterexample": dict(self.counterexample) if self.counterexample else None,
            "note": self.note,
            "right": self.right,
            "factor": self.factor,
            "regime": self.regime,
        }


@final
@dataclass(frozen=True)
class Claim:
    """One side of a comparison: a value, or a bound on a symbol, or "never"/"always", or an inequality of formulas."""

    kind: str  # value, bound, never, always, order
    value: Ratio | None = None
    printed: Printed | None = None
    node: Node | None = None
    dimension: Dimension | None = NOTHING
    name: str = ""
    sense: str = ""
    text: str = ""
    about: bool = False
    when: str | None = None
    notes: tuple[str, ...] = ()
    regime: str | None = None


# -- what was written ------------------------------------------------------------------------------------------------


def _claim(x: object, symbols: Iterable[str] | None, let: Mapping[str, Ratio], words: Iterable[str] = ()) -> Claim:
    if isinstance(x, str):
        return _claim_of_text(x, symbols, let, {*let, *words})
    if isinstance(x, bool) or x is None:
        raise SymroofError(f"{x} is no answer; give a formula, a number, an inequality, 'never' or 'always'")
    if isinstance(x, (int, float, Fraction)):
        value = Fraction(exact(x))
        shown_digits = quantity(repr(x)).printed if isinstance(x, (int, float)) and abs(value) < 10**50 else None
        return Claim("value", ratio(value), shown_digits, text=str(x))
    if isinstance(x, Ratio):
        return Claim("value", x.subs(let), text=str(x))
    if hasattr(x, "value_core"):  # an Approx
        return Claim("value", x.value_core.subs(let), text=str(x), regime=str(getattr(x, "regime", "")))
    if hasattr(x, "verdict") and hasattr(x, "sense"):
        return _claim_of_threshold(x, let)
    if hasattr(x, "rel_op") and hasattr(x, "lhs"):
        from symroof.algebra.door import core

        relation: Any = x
        made = _bound(core(relation.lhs).subs(let), relation.rel_op, core(relation.rhs).subs(let), str(x))
        number = next((n for n in (relation.lhs, relation.rhs) if n.is_Integer or n.is_Float), None)
        if number is not None and made.kind == "bound" and made.value == core(number):
            made = replace(made, printed=quantity(str(number)).printed)
        return made
    from symroof.algebra.door import core

    return Claim("value", core(x).subs(let), text=str(x))


def _claim_of_threshold(x: Any, let: Mapping[str, Ratio]) -> Claim:
    from symroof.algebra.door import core

    if x.verdict in ("never", "always"):
        return Claim(x.verdict, name=str(x.symbol), text=x.verdict)
    when = str(getattr(x.when, "text", x.when)) if x.when is not None else None
    if x.value is None:
        raise Unsupported(f"this threshold has no closed form to compare with: {x}")
    return Claim("bound", core(x.value).subs(let), name=str(x.symbol), sense=x.sense, text=str(x), when=when)


def _claim_of_text(
    text: str, symbols: Iterable[str] | None, let: Mapping[str, Ratio], words: Iterable[str] = ()
) -> Claim:
    if len(text) < 200:
        if _NEVER.match(text):
            return Claim("never", text=text)
        if _ALWAYS.match(text):
            return Claim("always", text=text)
    about = _ABOUT.match(text)
    body = text[about.end() :] if about else text
    chain = parse_formula(body.strip().strip("`$").strip() or text, symbols, words=words)
    claim = _claim_of_chain(chain, let)
    return replace(claim, about=bool(about), notes=chain.notes)


def _value_of(side: Side, let: Mapping[str, Ratio]) -> Ratio:
    if side.node is None:
        raise NotationError(side.why or "not a formula", side.text, None)
    return to_ratio(side.node, fixed=let)


def _claim_of_chain(chain: Chain, let: Mapping[str, Ratio]) -> Claim:
    sides, relations = chain.sides, chain.relations
    order = [i for i, r in enumerate(relations) if r in _FLIP]
    if len(order) > 1:
        raise Unsupported(f"two inequalities in one answer: {chain.text[:80]}; give one")
    if any(r in ("<<", ">>", "?", "!=") for r in relations):
        raise NotationError(
            "a regime or an open relation is no answer", chain.text, None, "give a formula or an inequality"
        )
    if order:
        i = order[0]
        left, right = _value_of(sides[i], let), _value_of(sides[-1], let)
        claim = _bound(left, relations[i], right, chain.text)
        last = sides[-1]
        digits_of = printed(last.node)
        if digits_of is None and left.constant() is not None and right.names:
            last, left, right = sides[i], right, left
            digits_of = printed(last.node)
        mono = left.monomial()
        if claim.kind == "bound" and digits_of and mono and mono[1] == 1 and set(mono[0].values()) == {1}:
            return replace(claim, printed=digits_of, node=last.node)
        if claim.kind == "bound" and claim.value is not None and len(right.names) == 0:
            return replace(claim, node=last.node if mono and mono[1] == 1 else None)
        return claim
    last = sides[-1]
    return Claim(
        "value",
        _value_of(last, let),
        printed(last.node),
        last.node,
        dimension(last.node) if last.node else NOTHING,
        text=last.text,
        about=bool(relations) and relations[-1] in ("~", "->"),
    )


def _bound(left: Ratio, sense: str, right: Ratio, text: str) -> Claim:
    """An inequality as a bound on one symbol where it is one: 2B > 240 is B > 120."""
    sense = {"Gt": ">", "Lt": "<"}.get(sense, sense)
    if sense not in _FLIP:
        return Claim("value", right, text=text)
    for a, b, s in ((left, right, sense), (right, left, _FLIP[sense])):
        mono = a.monomial()
        if mono is None or mono[1] <= 0 or len(mono[0]) != 1:
            continue
        ((g, e),) = mono[0].items()
        if not isinstance(g, str) or g in b.names:
            continue
        value = (b / ratio(Fraction(mono[1]))) ** exact(Fraction(1) / Fraction(e))
        return Claim("bound", value, name=g, sense=s if e > 0 else _FLIP[s], text=text)
    if sense in ("<", "<="):
        left, right, sense = right, left, _FLIP[sense]
    return Claim("order", left - right, sense=sense, text=text)


def _bindings(let: Mapping[str, object] | None, symbols: Iterable[str] | None) -> dict[str, Ratio]:
    out: dict[str, Ratio] = {}
    for name, v in (let or {}).items():
        if isinstance(v, str):
            try:
                out[str(name)] = ratio(quantity(v).value)
            except NotationError:
                out[str(name)] = parse_formula(v).sides[-1].ratio()
        else:
            from symroof.algebra.door import core

            out[str(name)] = core(v)
    return out


# -- the judgement ---------------------------------------------------------------------------------------------------


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
    bound = _bindings(let, names)
    e = _claim(expected, names, bound)
    a = _claim(answer, names, bound, e.value.names if e.value is not None else ())
    strange = _prose(a, e) if isinstance(answer, str) and symbols is None else []
    if strange:
        return Verdict("undecided", f"{', '.join(strange)}: words, not symbols; declare them", code="words")
    try:
        found = _judge(a, e, given)
        if found.verdict == "wrong":
            a2, e2 = below(a, bound), below(e, bound)
            again = _judge(a2 or a, e2 or e, given) if a2 or e2 else found
            if again.ok:
                return _with(again, "the unit after / read as the divisor's")
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
        return _judge_bounds(a, e, given)
    note = None
    if e.kind == "bound":
        note = f"the direction is not stated; expected {e.name} {e.sense}"
    elif a.kind == "bound":
        note = f"an inequality for {a.name} where a value was expected; the thresholds were compared"
    return _with(values(a, e, given), note)


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


def _judge_bounds(a: Claim, e: Claim, given: object) -> Verdict:
    if a.name != e.name:
        return Verdict(
            "wrong", f"a bound on {a.name} where one on {e.name} was expected: symbol", code="symbol", right=e.text
        )
    if a.sense[0] != e.sense[0]:
        return Verdict(
            "wrong",
            f"{a.name} {a.sense} where {e.name} {e.sense} {_text(e.value)} is right: direction",
            code="direction",
            right=f"{e.name} {e.sense} {_text(e.value)}",
            counterexample=_against_direction(a, e),
        )
    strict = None if a.sense == e.sense else f"{a.sense} where {e.sense} was expected"
    found = values(a, e, given)
    if e.when and found.ok:
        strict = "; ".join(x for x in (strict, f"the bound exists only when {e.when}") if x)
    if found.right is not None:
        found = replace(found, right=f"{e.name} {e.sense} {found.right}")
    return _with(found, strict)


def _against_direction(a: Claim, e: Claim) -> dict[str, str] | None:
    c = _constant(e.value) if e.value is not None else None
    if c is None or c <= 0:
        return None
    n = int(c) + 1 if e.sense[0] == ">" else max(int(c) - 1, 1)
    return {e.name: str(2 * n if e.sense[0] == ">" else n), "right": "true", "answer": "false"}


def _with(v: Verdict, note: str | None) -> Verdict:
    if note is None:
        return v
    return replace(v, note=f"{v.note}; {note}" if v.note else note)


def _constant(r: Ratio | None) -> Fraction | None:
    """The value of a ratio without symbols; irrational ones to 40 digits."""
    if r is None:
        return None
    c = r.constant()
    if c is not None:
        return Fraction(c)
    if r.names:
        return None
    from symroof.algebra.door import to_sympy

    got = to_sympy(r).evalf(40)
    return Fraction(str(got)) if got.is_Float or got.is_Rational else None


def _text(r: Ratio | None) -> str:
    if r is None:
        return "?"
    c = _constant(r)
    if c is not None:
        return shown(c, digits=6)
    out = str(r)
    return out if len(out) <= _MAX_SHOWN else out[:_MAX_SHOWN] + "..."


def values(a: Claim, e: Claim, given: object = None, *, search: bool = True) -> Verdict:
    """Judge one value against another, in the order of the verdicts; ``search`` for named regimes and conventions."""
    x, y = a.value, e.value
    if x is None or y is None:
        return Verdict("undecided", "nothing to compare", code="empty")
    units = _units(a, e)
    if units is not None:
        return units
    equal = same(x, y)
    if equal:
        return Verdict("exact", "the same function" if y.names else "the same value", code="exact")
    cx, cy = _constant(x), _constant(y)
    if cx is not None and cy is not None:
        return _numbers(a, e, cx, cy, search)
    if equal is None:
        return Verdict("undecided", "whether the two are equal was not decided", code="equality")
    if given is not None and given != "":
        found = holds_in(y, x, given)
        if found:
            return _in_regime(x, y, str(given), "stated")
    if search:
        counted = _exact_count(x, y)
        if counted:
            return Verdict("convention", counted, error=_error(x, y), code="exact-count", right=_text(y))
    if search:
        name = named_regime(y, x)
        if name is not None and given in (None, ""):
            return _in_regime(x, y, name, "named")
        if name is not None:
            both = f"it contradicts the stated {given}; it would hold if {name}"
            return replace(_wrong(x, y), note=both, code="contradicts-regime")
        mac = _mac(x, y)
        if mac:
            return Verdict("convention", mac, error=_error(x, y), code="mac", right=_text(y))
        if e.node is not None:
            other = _other_constants(x, e.node)
            if other:
                return Verdict("convention", f"right with {other}", error=_error(x, y), code="constant", right=_text(y))
        overlap = _overlap(x, y)
        if overlap:
            return Verdict("convention", overlap, code="overlap", right=_text(y))
    return _wrong(x, y)


def same(x: Ratio, y: Ratio) -> bool | None:
    """Equality, refused (None) where expanding would cost too much."""
    from symroof.algebra import identity

    if len(x.num) * len(y.den) + len(y.num) * len(x.den) > 20_000:
        return None
    atoms = {*x.atoms, *y.atoms}
    if len(atoms) > 6:
        return True if x == y else None
    return identity.same(x, y)


def _units(a: Claim, e: Claim) -> Verdict | None:
    if a.dimension is None:
        return Verdict("wrong", "the answer adds quantities of different units", code="units")
    if not a.dimension or not e.dimension or a.dimension == e.dimension:
        return None
    return Verdict(
        "wrong",
        f"{dimension_name(a.dimension) or 'no unit'} where {dimension_name(e.dimension) or 'no unit'} is right: units",
        code="units",
        right=_text(e.value),
    )


def _numbers(a: Claim, e: Claim, x: Fraction, y: Fraction, search: bool) -> Verdict:
    dim = e.dimension or a.dimension or NOTHING
    off = _decimal(x / y - 1) if y else None
    if a.printed is not None:
        how = digits.claim(a.printed, y)
        if how == "truncated" and dim in (NOTHING, BYTES) and (a.dimension or e.dimension):
            for v in convention.gib_variants(y):
                if x == v.value:
                    return Verdict("convention", f"right if {v.name}", error=off, code="gib", right=shown(y, dim, 6))
        if how in ("rounded", "truncated"):
            return Verdict(how, digits.say(a.printed, y, how), error=off, code=how, right=shown(y, dim, 6))
        if a.about and abs(x - y) <= a.printed.coarse / 2:
            return Verdict(
                "rounded", digits.say(a.printed, y, "rounded"), error=off, code="about", right=shown(y, dim, 6)
            )
    if e.printed is not None:
        back = digits.claim(e.printed, x)
        if back == "rounded" or back == "exact":
            return Verdict(
                "rounded", f"{shown(x, dim, 6)} rounds to the expected {e.printed.text}", error=off, code="rounded"
            )
        if a.printed is not None and e.printed.digits > 1 and digits.overlap(a.printed, e.printed):
            return Verdict(
                "rounded",
                f"both can be roundings of one value: {a.printed.text} and {e.printed.text}",
                error=off,
                code="rounded",
            )
    if a.printed is None and abs(x / y - 1) < Fraction(1, 10**12) if y else False:
        return Verdict("rounded", "equal to 12 digits", error=off, code="rounded")
    if search:
        found = _number_convention(a, e, x, y)
        if found:
            return replace(found, error=off, right=shown(y, dim, 6))
    return _wrong_number(x, y, dim, off)


def _matches(a: Claim, x: Fraction, v: Fraction) -> bool:
    if x == v:
        return True
    return a.printed is not None and digits.claim(a.printed, v) is not None


def _number_convention(a: Claim, e: Claim, x: Fraction, y: Fraction) -> Verdict | None:
    if e.node is not None and e.printed is None:
        for v in convention.variants_of_formula(e.node, _constant):
            if _matches(a, x, v.value):
                code = "rounded-operands" if "rounded to" in v.name else "constant"
                return Verdict(
                    "convention", f"follows from {v.name}, not from the value itself",
                    note=f"under the convention the value is {shown(v.value)}", code=code,
                )  # fmt: skip
    for v in convention.variants_of_number(y):
        if _matches(a, x, v.value):
            return Verdict(
                "convention",
                f"right with {v.name}",
                note=f"under the convention the value is {shown(v.value)}",
                code="constant",
            )
    if y and (a.dimension or e.dimension or (y.denominator == 1 and y >= 512)):
        for v in convention.gib_variants(y):
            if ((a.dimension or e.dimension) and x == v.value) or (
                a.printed is not None and _matches(a, x, v.value) and (a.printed.digits >= 2)
            ):
                return Verdict("convention", f"right if {v.name}", code="gib")
    return None


def _wrong_number(x: Fraction, y: Fraction, dim: Dimension, off: str | None) -> Verdict:
    right = shown(y, dim, 6)
    if not y:
        return Verdict("wrong", f"the value is 0, not {shown(x, dim, 6)}", code="value", right="0")
    q = x / y
    name = convention.factor_name(q) or _factor(q) or _ten(q)
    words = f"the value is {right}, not {shown(x, dim, 6)}"
    if name:
        words += f": off by {name}"
    return Verdict("wrong", words, error=off, code="factor" if name else "value", right=right, factor=name)


def _factor(q: Fraction) -> str | None:
    """A simple factor: a small fraction or a power of two."""
    if q in (1, 0):
        return None
    if q.numerator <= 64 and q.denominator <= 64 and min(q.numerator, q.denominator) <= 8:
        return f"the factor {q}"
    return None


def _ten(q: Fraction) -> str | None:
    for e in (3, 6, 9, 12, 1, 2):
        for s in (1, -1):
            target = Fraction(10) ** (s * e)
            if abs(q / target - 1) < Fraction(1, 50):
                return f"about the factor 1e{s * e}"
    for target in (Fraction(2), Fraction(1, 2), Fraction(8), Fraction(1, 8), Fraction(4), Fraction(1, 4)):
        if abs(q / target - 1) < Fraction(1, 100):
            return f"about the factor {target}"
    return None


def _decimal(x: Fraction) -> str:
    try:
        return f"{float(x):.3g}"
    except OverflowError:
        return "beyond 1e308"


def _error(x: Ratio, y: Ratio) -> str | None:
    """value/exact - 1 in ASCII algebra."""
    if not y.num.terms:
        return None
    try:
        out = str(x / y - 1)
    except SymroofError:
        return None
    return out if len(out) <= 2000 else None


def _in_regime(x: Ratio, y: Ratio, name: str, how: str) -> Verdict:
    error = _error(x, y)
    reason = f"equal when {name}" + (f", off by the relative error {error}" if error and len(error) <= 200 else "")
    return Verdict("in-regime", reason, error=error, code=how + "-regime", right=_text(y), regime=name)


def _exact_count(x: Ratio, y: Ratio) -> str | None:
    """2D - 1 FLOPs (every multiply and add) against 2D (two per multiply-add)."""
    for name in sorted({*x.names, *y.names})[:8]:
        d = gen(name)
        both = (2 * d - 1) / (2 * d)
        if x.monomial() is not None and x * both == y:
            return f"counts 2 FLOPs per multiply-add (2{name}) where the exact count is 2{name} - 1"
        if y.monomial() is not None and x == y * both:
            return f"counts every multiply and add (2{name} - 1) where the convention is 2{name}"
    return None


def _mac(x: Ratio, y: Ratio) -> str | None:
    """A count of multiply-adds against FLOPs: a product of three sizes or more, off by the factor 2."""
    mx, my = x.monomial(), y.monomial()
    if mx is None or my is None or mx[0] != my[0] or sum(max(int(e), 0) for e in my[0].values()) < 3:
        return None
    if any(Fraction(e) < 0 for e in my[0].values()):
        return None
    if 2 * mx[1] == my[1]:
        return "counts multiply-adds (MACs) where FLOPs are two per multiply-add"
    if mx[1] == 2 * my[1]:
        return "counts FLOPs, two per multiply-add, where multiply-adds (MACs) are expected"
    return None


def _other_constants(x: Ratio, node: Node) -> str | None:
    """Whether a formula is right with rival printed constants of a chip."""
    from symroof.checking.convention import constants_in

    for table, name in constants_in(node):
        try:
            if to_ratio(node, literal=lambda p, t=table: t.get(p, p.value)) == x:  # type: ignore[misc]
                return name
        except SymroofError:
            continue
    return None


def _overlap(x: Ratio, y: Ratio) -> str | None:
    """The sum of the times where their maximum is expected, or the other way round."""
    for big, small, words in ((x, y, "adds the times (no overlap) where the larger one is expected (overlap)"),
                              (y, x, "takes the larger time (overlap) where their sum is expected")):  # fmt: skip
        mono = small.monomial()
        if mono is None:
            continue
        atoms = [(g, e) for g, e in mono[0].items() if not isinstance(g, str) and g.kind == "max" and e == 1]
        if len(atoms) != 1 or isinstance(atoms[0][0], str):
            continue
        g = atoms[0][0]
        front = small / Ratio(_one(g))
        total = ratio(0)
        for arg in g.args:
            total = total + arg
        if front * total == big:
            return words
    return None


def _one(g: Any) -> Any:
    from symroof.algebra.posynomial import term

    return term({g: 1})


def _wrong(x: Ratio, y: Ratio) -> Verdict:
    factor = None
    if y.num.terms and x.num.terms:
        q = x / y
        c = q.constant()
        mono = q.monomial()
        if c is not None:
            factor = _factor(Fraction(c)) or f"the factor {shown(Fraction(c), digits=6)}"
        elif mono is not None and len(mono[0]) <= 3 and all(abs(Fraction(k)) <= 4 for k in mono[0].values()):
            factor = f"the factor {q}"
    counter = _counterexample(x, y)
    right = _text(y)
    if counter is None:
        return Verdict(
            "undecided", f"no sizes were found at which it differs from {right}", code="no-counterexample", right=right
        )
    words = f"the right value is {right}" + (f"; off by {factor}" if factor else "")
    return Verdict(
        "wrong", words, _error(x, y), counter, code="factor" if factor else "value", right=right, factor=factor
    )


def _counterexample(x: Ratio, y: Ratio) -> dict[str, str] | None:
    """Small sizes at which the two differ, and both values there."""
    names = sorted({*x.names, *y.names})
    if len(names) > 12:
        return None
    points: Iterable[tuple[int, ...]]
    if len(names) <= 3:
        points = product((2, 3, 5, 1, 4), repeat=len(names))
    else:
        points = (tuple((i * k) % 7 + 1 + (i == k) for i in range(len(names))) for k in range(1, 12))
    for point in points:
        at = dict(zip(names, point))
        try:
            u, v = Fraction(x.at(at)), Fraction(y.at(at))
        except SymroofError:
            u2, v2 = _float_at(x, at), _float_at(y, at)
            if u2 is None or v2 is None or abs(u2 - v2) < 1e-9 * max(abs(u2), abs(v2), 1e-300):
                continue
            return {**{n: str(k) for n, k in at.items()}, "answer": f"{u2:.6g}", "right": f"{v2:.6g}"}
        if u != v:
            return {**{n: str(k) for n, k in at.items()}, "answer": shown(u, digits=6), "right": shown(v, digits=6)}
    return None


def _float_at(r: Ratio, at: Mapping[str, int]) -> float | None:
    from symroof.algebra.door import to_sympy
    from symroof.symbols import symbol

    try:
        got = to_sympy(r).subs({symbol(n): k for n, k in at.items()}).evalf(20)
        return float(got) if got.is_number and got.is_finite else None
    except (TypeError, ValueError):
        return None


def below(c: Claim, let: Mapping[str, Ratio] | None = None) -> Claim | None:
    """The claim with the unit that ends its quotient read as part of the divisor; None where there is no such unit."""
    if c.kind != "value" or not ends_in_a_unit(c.node) or c.node is None:
        return None
    return replace(c, value=to_ratio(c.node, "below", fixed=let or {}), dimension=dimension(c.node, "below"))


def claim_of(side: Side, let: Mapping[str, Ratio] | None = None, reading: str = "") -> Claim:
    """A side of a chain as a value to judge."""
    if side.node is None:
        raise NotationError(side.why or "not a formula", side.text, None)
    value = to_ratio(side.node, reading, fixed=let or {})
    return Claim("value", value, printed(side.node), side.node, dimension(side.node), text=side.text)


__all__ = ["VERDICTS", "Claim", "Verdict", "below", "check", "claim_of", "parse_chains", "same", "values"]
