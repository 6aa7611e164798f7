"""One number judged against another, by the digits printed, the conventions known and the factors that people drop.

>>> from symroof.checking.claims import claim
>>> numbers(claim("204", None, {}), claim("240", None, {}), Fraction(204), Fraction(240), False).verdict
'wrong'
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from symroof.checking import convention, digits
from symroof.checking.claims import Claim, Verdict, constant
from symroof.reading.quantity import BYTES, NOTHING, Dimension, shown


def numbers(a: Claim, e: Claim, x: Fraction, y: Fraction, search: bool) -> Verdict:
    dim = e.dimension or a.dimension or NOTHING
    off = decimal(x / y - 1) if y else None
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
        for v in convention.variants_of_formula(e.node, constant, e.let):
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
    name = convention.factor_name(q) or simple_factor(q) or _ten(q)
    words = f"the value is {right}, not {shown(x, dim, 6)}"
    if name:
        words += f": off by {name}"
    return Verdict("wrong", words, error=off, code="factor" if name else "value", right=right, factor=name)


def simple_factor(q: Fraction) -> str | None:
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


def decimal(x: Fraction) -> str:
    """A relative error or ratio to three digits."""
    try:
        return f"{float(x):.3g}"
    except OverflowError:
        return "beyond 1e308"
