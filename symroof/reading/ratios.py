"""The exact ratio of a formula's nodes, worked out within a budget, so that no text costs much time.

>>> from symroof.reading.formula import parse_formula
>>> str(to_ratio(parse_formula("1/2B").sides[0].node, "loose"))
'B/2'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from symroof.algebra.ratios.needs import divided_by, keeping, open_needs
from symroof.algebra.ratios.posynomial import Need, Number, Ratio, build, gen, named_constant, ratio
from symroof.errors import NotationError, Unsupported
from symroof.reading.nodes import MAX_NAMES, Node
from symroof.reading.quantity import UNITS, Printed

MAX_SPARSE = 1_000  # products of terms allowed in one multiplication
MAX_WORK = 15_000  # ... and in one formula
MAX_BITS = 3_000  # of a number
MAX_SYMBOL_POWER = 64
EULER = build("exp", [1])
CIRCLE = named_constant("pi")
_EULER = EULER.atoms[0]
LN_2 = "ln 2"  # no name that a text can have; where ``fixed`` gives it a value, ln(x) is log2(x) times that


@dataclass
class _Budget:
    """Work left: a formula that asks for more is refused, so that no text costs much time."""

    left: int = MAX_WORK
    fixed: Mapping[str, Ratio] = field(default_factory=dict)
    reading: str = ""
    literal: Callable[[Printed], Fraction] | None = None
    needed: list[Need] = field(default_factory=list)  # of functions and divisors, which may be gone in the end

    def spend(self, n: int) -> None:
        self.left -= n
        if n > MAX_SPARSE or self.left < 0:
            raise Unsupported("the formula is too large to expand; split it into smaller equations")


def to_ratio(
    node: Node,
    reading: str = "",
    fixed: Mapping[str, Ratio] | None = None,
    literal: Callable[[Printed], Fraction] | None = None,
) -> Ratio:
    """The exact ratio of a formula; quantities count in bytes, FLOPs and seconds.

    reading "loose" takes 1/2B as (1/2)B, "long" takes a/b*c as a/(b*c), "below" takes a/4 bytes as a/(4 bytes).
    ``fixed`` gives values to names, ``literal`` replaces printed numbers.

    Raises NotationError for words, Unsupported for what would be too large to expand.
    """
    budget = _Budget(fixed=fixed or {}, reading=reading, literal=literal)
    try:
        made = _value(node, budget)
        return keeping(made, budget.needed) if budget.needed else made
    except RecursionError:
        raise Unsupported("the formula is nested too deeply; simplify it") from None
    except (OverflowError, MemoryError):
        raise Unsupported("a number in the formula is too large") from None


def _size(r: Ratio) -> int:
    return max(len(r.num), len(r.den), 1)


def _times(a: Ratio, b: Ratio, budget: _Budget) -> Ratio:
    budget.spend(len(a.num) * len(b.num) + len(a.den) * len(b.den))
    return _checked(a * b)


def _plus(a: Ratio, b: Ratio, budget: _Budget) -> Ratio:
    if a.den == b.den:
        budget.spend(len(a.num) + len(b.num))
    else:
        budget.spend(len(a.num) * len(b.den) + len(b.num) * len(a.den) + len(a.den) * len(b.den))
    return _checked(a + b)


def _checked(r: Ratio) -> Ratio:
    for c in (next(iter(r.num.terms.values()), 1), next(iter(r.den.terms.values()), 1)):
        if c.numerator.bit_length() > MAX_BITS or c.denominator.bit_length() > MAX_BITS:
            raise Unsupported("a number in the formula has too many digits")
    if len(r.num.ring.gens) + len(r.den.ring.gens) > 4 * MAX_NAMES:
        raise Unsupported("too many symbols in one formula")
    return r


def _value(node: Node, budget: _Budget) -> Ratio:
    budget.spend(1)
    rule = _RULES.get(node.kind)
    if rule is None:
        raise NotationError(f"a {node.kind} where a formula was expected")
    return rule(node, budget)


def _number(node: Node, budget: _Budget) -> Ratio:
    if node.printed is None:
        raise NotationError("a num where a formula was expected")
    return ratio(budget.literal(node.printed) if budget.literal else node.printed.value)


def _symbol(node: Node, budget: _Budget) -> Ratio:
    return budget.fixed[node.name] if node.name in budget.fixed else gen(node.name)


def _group(node: Node, budget: _Budget) -> Ratio:
    return _value(node.args[0], budget)


def _word(node: Node, budget: _Budget) -> Ratio:
    raise NotationError(f"{node.name[:40]!r} is a word, not a symbol")


def _sum(node: Node, budget: _Budget) -> Ratio:
    out = ratio(0)
    for s, a in zip(node.ops, node.args):
        v = _value(a, budget)
        out = _plus(out, -v if s == "-" else v, budget)
    return out


def _juxtaposed(node: Node, budget: _Budget) -> Ratio:
    product: Ratio | None = None
    below = budget.reading == "below" and node.name == "whole"
    for a in node.args:
        if a.kind == "unit":
            v = ratio(1 / UNITS[a.name].scale if below else UNITS[a.name].scale)
        else:
            v = _value(a, budget)
        product = v if product is None else _times(product, v, budget)
    return ratio(1) if product is None else product


def _mul(node: Node, budget: _Budget) -> Ratio:
    out: Ratio | None = None
    below = False
    for op, a in zip(node.ops, node.args):
        if budget.reading == "loose" and op == "/" and a.kind == "juxt" and node.name != "frac":
            out = _divide(ratio(1) if out is None else out, _value(a.args[0], budget), budget)
            for b in a.args[1:]:
                out = _times(out, ratio(UNITS[b.name].scale) if b.kind == "unit" else _value(b, budget), budget)
            continue
        below = op == "/" or (below and budget.reading == "long")
        v = _value(a, budget)
        if out is None and not below:
            out = v
        else:
            one = ratio(1) if out is None else out
            out = _divide(one, v, budget) if below else _times(one, v, budget)
    return ratio(1) if out is None else out


def _divide(a: Ratio, b: Ratio, budget: _Budget) -> Ratio:
    if not b.num.terms:
        raise NotationError("division by zero")
    budget.spend(len(a.num) * len(b.den) + len(a.den) * len(b.num))
    budget.needed += divided_by(b)
    return _checked(a / b)


def _power_of_e(base: Ratio, letter: bool) -> Number | None:
    """The k of which a base is e**k, where the letter e may be taken for the number; else None."""
    mono = base.monomial()
    if mono is None or mono[1] != 1 or len(mono[0]) != 1:
        return None
    ((g, k),) = mono[0].items()
    return k if g == _EULER or (letter and g == "e") else None


def _power(node: Node, budget: _Budget) -> Ratio:
    base, power = _value(node.args[0], budget), _value(node.args[1], budget)
    e = power.constant()
    euler = _power_of_e(base, e is None and "e" not in budget.fixed)
    if euler is not None:
        return _checked(build("exp", [power * euler]))
    f, c = _exponent(base, e), base.constant()
    if c is not None:
        size = max(Fraction(c).numerator.bit_length(), Fraction(c).denominator.bit_length())
        if abs(f) * size > MAX_BITS:
            raise Unsupported("a power with too many digits; write it as 1.5e30")
    elif abs(f) > MAX_SYMBOL_POWER:
        raise Unsupported(f"an exponent larger than {MAX_SYMBOL_POWER}")
    if c == 0 and f <= 0:
        raise NotationError("division by zero")
    n = _size(base)
    if n > 1 and f.denominator == 1:
        terms = 1
        for k in range(1, abs(int(f)) + 1):
            terms = terms * (n - 1 + k) // k
            budget.spend(min(terms, MAX_SPARSE + 1))
    if f.denominator != 1 and c is not None and c < 0:
        raise NotationError("a root of a negative number")
    made = _checked(base ** (int(f) if f.denominator == 1 else f))
    budget.needed += [*(divided_by(base) if f <= 0 else ()), *open_needs(made)]
    return made


def _exponent(base: Ratio, e: Number | None) -> Fraction:
    """The exponent of a power, which is a simple fraction."""
    if e is None:
        c = base.constant()
        named = str(c) if c is not None and c > 0 else "base"
        remedy = f"; write exp(...*ln({named}))" if c is not None and c > 0 else ""
        raise Unsupported(f"an exponent with a symbol in it ({named}**...); only numbers are read{remedy}")
    f = Fraction(e)
    if f.denominator > 12:
        raise Unsupported(
            f"the exponent {f.numerator % 10**6}/{f.denominator % 10**6} is not read; use simple fractions"
        )
    return f


def _absolute(x: Ratio) -> Ratio:
    """x itself where it is a sum of positive terms, -x where all are negative, else the larger of the two."""
    if not x.num.ring.atoms and not x.den.ring.atoms:
        for side in (x, -x):
            if side.is_posynomial_ratio or not side.num.terms:
                return side
    return build("max", [x, -x])


def _remainder(a: Ratio, b: Ratio) -> Ratio:
    """Mod(a, b) = a - b*floor(a/b)."""
    if not b.num.terms:
        raise NotationError("division by zero")
    return a - b * build("floor", [a / b])


def _log_to_base(x: Ratio, base: Ratio) -> Ratio:
    """log(x, b) = log2(x)/log2(b)."""
    b, c = base.constant(), x.constant()
    if b is None or b <= 0 or b == 1:
        raise NotationError(f"a logarithm to the base {base}; a base is a positive number other than 1")
    if c is not None and c <= 0:
        raise NotationError("a logarithm of a number that is not positive")
    return build("log2", [x]) / build("log2", [base])


_WITH_TWO = {"mod": _remainder, "log": _log_to_base}


def _function(node: Node, budget: _Budget) -> Ratio:
    args = [_value(a, budget) for a in node.args]
    made = _called(node.name, args, budget)
    budget.needed += [*open_needs(made), *(divided_by(args[1]) if node.name == "mod" else ())]
    return made


def _called(fn: str, args: list[Ratio], budget: _Budget) -> Ratio:
    for a in args:
        budget.spend(4 * _size(a))
    if fn in ("max", "min") and len(args) > 60:
        raise Unsupported(f"{fn} of {len(args)} arguments; at most 60")
    if fn.startswith("sqrt"):
        return _root(args[0], int(fn[4:] or 2))
    if fn in _WITH_TWO:
        return _checked(_WITH_TWO[fn](*args))
    if fn == "abs":
        return _absolute(args[0])
    if fn in ("log2", "ln"):
        return _logarithm(fn, args[0], budget)
    return _checked(build(fn, args))


def _root(x: Ratio, order: int) -> Ratio:
    if not 2 <= order <= 12:
        raise Unsupported(f"the root of order {order} is not read")
    c = x.constant()
    if c is not None and c < 0:
        raise NotationError("a root of a negative number")
    return _checked(x ** Fraction(1, order))


def _logarithm(fn: str, x: Ratio, budget: _Budget) -> Ratio:
    if fn == "ln" and LN_2 not in budget.fixed:
        raise NotationError('ln is not read here; ask with the text itself, as in same("ln(K)", ...), or write log2')
    c = x.constant()
    negative = len(x.num) == 1 and any(k <= 0 for k in x.num.terms.values())
    if negative or (c is not None and c <= 0):
        raise NotationError("a logarithm of a number that is not positive")
    if (k := _power_of_e(x, letter=False)) is not None and LN_2 in budget.fixed:
        return ratio(k) if fn == "ln" else _divide(ratio(k), budget.fixed[LN_2], budget)  # log2(e) = 1/ln(2)
    of_base_2 = build("log2", [x])
    return _times(of_base_2, budget.fixed[LN_2], budget) if fn == "ln" else _checked(of_base_2)


_RULES: dict[str, Callable[[Node, _Budget], Ratio]] = {
    "num": _number, "name": _symbol, "group": _group, "words": _word, "add": _sum, "juxt": _juxtaposed, "mul": _mul,
    "pow": _power, "call": _function,
}  # fmt: skip
