"""What binds in a block: which side of each maximum and minimum is taken at all of its points, decided at two corners.

A time of arithmetic over a time of moving bytes rises in every size, or falls: then one corner of a box of sizes says
that the first is the longer throughout, or the opposite corner that the second is.  A block of a sweep so decided needs
neither the maximum nor what only the other side was made of, and every value stays what it was, to the last bit.

How a line may change with an argument is bounded by its elasticity d log(line) / d log(argument): 1 for the argument,
0 for a number, the sum for a product, the difference for a quotient, between those of the operands for a sum of
positive terms, a maximum or a minimum.  Where the elasticity of a quotient p/q keeps one sign, p/q is monotone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, final

from symroof.algebra.ratios.posynomial import Number
from symroof.evaluate.code import SCOPE, TAME, compiled, is_tame, statements
from symroof.evaluate.nodes import Program, reaching
from symroof.evaluate.operations import OPERATIONS

Line = tuple[str, Any, Any]
Elasticity = dict[int, tuple[Number, Number]]  # by argument: least and most; arguments not in it do not matter

_ROUNDING = 2.0**-53


@final
@dataclass(frozen=True)
class Side:
    """A maximum or minimum whose operands' quotient is monotone in every argument.

    ``rises[k]`` says whether operand 0 over operand 1 grows with argument k; ``margin`` is 1 and more than rounding
    can do to that quotient.
    """

    line: int
    rises: tuple[bool, ...]
    margin: float


@final
@dataclass(frozen=True)
class Known:
    """A line that is positive: how it changes with the arguments, and its error in roundings."""

    slope: Elasticity
    error: float


def sides(lines: Sequence[Line], results: Sequence[Any], moving: Sequence[int]) -> list[Side]:
    """Every maximum and minimum that corners can decide, when the arguments ``moving`` vary and lie in 2**-64 .. 2**64.

    >>> [(s.line, s.rises) for s in sides([("div", 6.0, ("in", 0)), ("max", ("t", 0), 2.0)], [("t", 1)], [0])]
    [(1, (False,))]
    """
    if not moving or not any(OPERATIONS[op].extreme for op, _, _ in lines) or not is_tame(_program(lines, results)):
        return []
    facts: list[Known | None] = []

    def known(x: Any) -> Known | None:
        if isinstance(x, float):
            return Known({}, 0.0) if x > 0 else None
        return Known({x[1]: (1, 1)}, 0.0) if x[0] == "in" else facts[x[1]]

    found: list[Side] = []
    for i, (op, a, b) in enumerate(lines):
        p, q = known(a), known(b) if isinstance(b, (float, tuple)) and op != "pow" else None
        if OPERATIONS[op].extreme and p is not None and q is not None:
            slope = _combined("div", p.slope, q.slope)
            if all(lo >= 0 or hi <= 0 for k, (lo, hi) in slope.items() if k in moving):
                rises = tuple(k not in slope or slope[k][0] >= 0 for k in moving)
                found.append(Side(i, rises, 1 + 4 * (p.error + q.error + 1) * _ROUNDING))
        facts.append(_fact(op, p, q, b))
    return found


def _fact(op: str, p: Known | None, q: Known | None, b: Any) -> Known | None:
    """What is known of a line from its operands; None where it may be zero or negative, or its slope is unbounded."""
    if p is None:
        return None
    if op in ("sqrt", "pow"):
        e = Fraction(1, 2) if op == "sqrt" else Fraction(b)
        if e > 0:  # as in every program: negative powers are divisions
            return Known({k: (e * lo, e * hi) for k, (lo, hi) in p.slope.items()}, float(e) * p.error + 8)
    if q is None or not (op in ("mul", "div", "add") or OPERATIONS[op].extreme):
        return None
    error = p.error + q.error if op in ("mul", "div") else max(p.error, q.error)
    return Known(_combined(op, p.slope, q.slope), error + 1)


def _combined(op: str, p: Elasticity, q: Elasticity) -> Elasticity:
    none: tuple[Number, Number] = (0, 0)
    out: Elasticity = {}
    for k in p.keys() | q.keys():
        (a, b), (c, d) = p.get(k, none), q.get(k, none)
        out[k] = (a + c, b + d) if op == "mul" else (a - d, b - c) if op == "div" else (min(a, c), max(b, d))
    return out


def _program(lines: Sequence[Line], results: Sequence[Any]) -> Program:
    return Program(tuple(lines), tuple(results), True)


def chooser(lines: Sequence[Line], among: Sequence[Side], moving: Sequence[int], inputs: int) -> Callable[..., int]:
    """The function of (low, high, low, high, ...) of the moving arguments, then of the others, of what is taken.

    Its answer has a digit to base 3 for each side, the first lowest: 0 undecided, 1 operand 0, 2 operand 1.
    """
    ends = [x for s in among for x in lines[s.line][1:]]
    body, shown = statements(reaching(lines, ends, True), [f"x{k}" for k in range(inputs)], "float")
    others = [f"x{k}" for k in range(inputs) if k not in moving]
    args = ", ".join([*(f"x{k}" for k in moving), *others])
    text = [f"def both({args}):", *(f"    {b}" for b in body), f"    return {', '.join(shown)},"]
    both = compiled("\n".join(text), "both", SCOPE.copy())
    corners = dict.fromkeys(s.rises for s in among)
    corners |= dict.fromkeys(tuple(not r for r in s.rises) for s in among)
    at = {c: f"_at{i}" for i, c in enumerate(corners)}
    low, high = repr(2.0**-TAME), repr(2.0**TAME)
    bounds = [*(f"{low} <= l{k} and h{k} <= {high}" for k in moving), *(f"{low} <= {x} <= {high}" for x in others)]
    head = ", ".join([*(f"l{k}, h{k}" for k in moving), *others])
    text = [f"def choose({head}):", f"    if not ({' and '.join(bounds)}): return 0", "    _found = 0"]
    for c, name in at.items():  # the corner where the quotients that rise so are least
        corner = ", ".join([*(f"l{k}" if up else f"h{k}" for up, k in zip(c, moving)), *others])
        text.append(f"    {name} = _both({corner})")
    for j, s in enumerate(among):
        least, most = at[s.rises], at[tuple(not r for r in s.rises)]
        larger, smaller = (1, 2) if OPERATIONS[lines[s.line][0]].extreme > 0 else (2, 1)
        text += [
            f"    if {least}[{2 * j}] > {least}[{2 * j + 1}] * {s.margin!r}: _found += {larger * 3**j}",
            f"    elif {most}[{2 * j}] * {s.margin!r} < {most}[{2 * j + 1}]: _found += {smaller * 3**j}",
        ]
    return compiled("\n".join([*text, "    return _found"]), "choose", {"_both": both})


def decided(
    lines: Sequence[Line], results: Sequence[Any], among: Sequence[Side], choice: int
) -> tuple[list[Line], list[Any]]:
    """The program where each side decided is its operand; lines keep their numbers, those not needed are left.

    >>> decided([("div", 6.0, ("in", 0)), ("max", ("t", 0), 2.0)], [("t", 1)], [Side(1, (False,), 1.0)], 2)[1]
    [2.0]
    """
    taken: dict[int, Any] = {}
    for j, s in enumerate(among):
        digit = choice // 3**j % 3
        if digit:
            taken[s.line] = lines[s.line][digit]

    def now(x: Any) -> Any:
        while isinstance(x, tuple) and x[0] == "t" and x[1] in taken:
            x = taken[x[1]]
        return x

    return [(op, now(a), now(b)) for op, a, b in lines], [now(x) for x in results]
