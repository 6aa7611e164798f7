"""The node: a SymPy expression or ratio read into nested tuples, numbers folded exactly, then lowered to lines.

node = Fraction | name | ("*", c, ((base, exponent), ...)) | ("+", c, ((coefficient, node), ...))
| ("max" | "min", args) | ("ceil" | "floor" | "log2" | "log", arg) | ("const", name)
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, final

from symroof.algebra.posynomial import Atom, Number, Poly, Ratio, exact
from symroof.errors import SymroofError, Unsupported

_BIG = 1 << 53  # integers up to here are floats without rounding

Node = Any
CONST = {"pi": math.pi, "Pi": math.pi, "E": math.e, "Exp1": math.e, "log(2)": math.log(2)}


def _product(factors: Iterable[tuple[Node, Number]]) -> Node:
    """A product of powers: numbers fold exactly, equal bases merge."""
    c: Number = 1
    powers: dict[Node, Number] = {}
    for base, e in factors:
        if isinstance(base, (int, Fraction)):
            if e.denominator == 1:
                if not base and e < 0:
                    raise SymroofError("division by zero: the expression has a zero denominator at these sizes")
                c = c * _whole_power(base, e)
                continue
        elif isinstance(base, tuple) and base[0] == "*" and e.denominator == 1:
            c = c * _whole_power(base[1], e)
            for b, k in base[2]:
                powers[b] = powers.get(b, 0) + k * e
            continue
        powers[base] = powers.get(base, 0) + e
    if _LOG_2 in powers:
        powers = _in_base_2(powers)
    kept = tuple((b, e) for b, e in powers.items() if e)
    if not kept or not c:
        return c
    if c == 1 and len(kept) == 1 and kept[0][1] == 1:
        return kept[0][0]
    return ("*", c, kept)


_LOG_2: Node = ("log", 2)


def _in_base_2(powers: Mapping[Node, Number]) -> dict[Node, Number]:
    """log(x)/log(2) as log2(x), which is whole at powers of two, so that its ceiling is right there."""
    left = powers[_LOG_2]
    out: dict[Node, Number] = {}
    for base, e in powers.items():
        if isinstance(base, tuple) and base[0] == "log" and base != _LOG_2 and left and -1 <= Fraction(e) / left < 0:
            base, left = ("log2", base[1]), left + e
        out[base] = out.get(base, 0) + e
    return {**out, _LOG_2: left}


def _sum(terms: Iterable[Node]) -> Node:
    """A sum: like terms merge, the common rational factor comes out, so that what is left has integer coefficients."""
    number: Number = 0
    parts: dict[Node, Number] = {}
    for t in terms:
        if isinstance(t, (int, Fraction)):
            number += t
        elif isinstance(t, tuple) and t[0] == "*":
            bare = _product(t[2])
            parts[bare] = parts.get(bare, 0) + t[1]
        else:
            parts[t] = parts.get(t, 0) + 1
    kept = [(c, n) for n, c in parts.items() if c]
    if not kept:
        return number
    if len(kept) == 1 and not number:
        return _product(((kept[0][0], 1), (kept[0][1], 1)))
    coefficients = [c for c, _ in kept] + ([number] if number else [])
    low = math.lcm(*(c.denominator for c in coefficients))
    content = exact(Fraction(math.gcd(*(c.numerator for c in coefficients)), low))
    if content != 1:
        number, kept = exact(Fraction(number) / content), [(exact(Fraction(c) / content), n) for c, n in kept]
    inside = ("+", number, tuple(kept))
    return inside if content == 1 else ("*", content, ((inside, 1),))


def _apply(kind: str, args: Sequence[Node]) -> Node:
    if kind in ("max", "min"):
        pick = max if kind == "max" else min
        flat: list[Node] = []
        for a in args:
            flat.extend(a[1] if isinstance(a, tuple) and a[0] == kind else (a,))
        numbers = [a for a in flat if isinstance(a, (int, Fraction))]
        rest = list(dict.fromkeys(a for a in flat if not isinstance(a, (int, Fraction))))
        if numbers:
            rest.append(pick(numbers))
        return rest[0] if len(rest) == 1 else (kind, tuple(rest))
    (a,) = args
    if isinstance(a, (int, Fraction)):
        if kind in ("ceil", "floor"):
            return math.ceil(a) if kind == "ceil" else math.floor(a)
        if a <= 0:
            raise SymroofError(f"{kind} of {a}, which is not positive")
        if a == 1:
            return 0
    return (kind, a)


def read(x: Any, bound: Mapping[str, Number]) -> Node:
    """The node of a number, SymPy expression or ratio, with the bound symbols replaced by their exact values."""
    if isinstance(x, Ratio):
        return _read_ratio(x, bound)
    if not hasattr(type(x), "free_symbols"):  # the class: asking the object would collect them
        return exact(x)
    memo: dict[Any, Node] = {}

    def walk(e: Any) -> Node:
        if e in memo:
            return memo[e]
        if e.is_Symbol:
            out: Node = bound.get(e.name, e.name)
        elif e.is_Rational:
            out = _rational(e)
        elif e.is_Mul:
            out = _product(_power(a, walk) for a in e.args)
        elif e.is_Pow:
            out = _product((_power(e, walk),))
        elif e.is_Add:
            out = _sum([walk(a) for a in e.args])
        elif e.is_Float:
            out = exact(str(e))
        else:
            out = _function(e, walk)
        memo[e] = out
        return out

    return walk(x)


def _rational(e: Any) -> Number:
    return int(e.p) if e.q == 1 else Fraction(int(e.p), int(e.q))


def _whole_power(base: Number, e: Number) -> Number:
    n = int(e)
    return base**n if n >= 0 else exact(1 / Fraction(base) ** -n)


def _power(e: Any, walk: Callable[[Any], Node]) -> tuple[Node, Number]:
    if e.is_Pow:
        if e.exp.is_Rational:
            return walk(e.base), _rational(e.exp)
        if e.exp.is_Float:
            return walk(e.base), exact(str(e.exp))
        raise Unsupported(f"the exponent {e.exp} is not a number: {str(e)[:80]}")
    return walk(e), 1


_FUNCTIONS = {"Max": "max", "Min": "min", "ceiling": "ceil", "floor": "floor", "log": "log"}


def _function(e: Any, walk: Callable[[Any], Node]) -> Node:
    name = type(e).__name__
    kind = _FUNCTIONS.get(name)
    if kind is not None and (name != "log" or len(e.args) == 1):
        return _apply(kind, [walk(a) for a in e.args])
    if name in CONST:
        return ("const", name)
    raise Unsupported(
        f"{name} cannot be evaluated here: {str(e)[:80]}; known: + - * / powers, Max, Min, ceiling, floor, sqrt, log"
    )


def _read_ratio(r: Ratio, bound: Mapping[str, Number]) -> Node:
    def poly(p: Poly) -> Node:
        return _sum(
            [_product([(c, 1), *((atom(g), e) for g, e in m.items())]) for m, c in p.monomials()]
        )

    def atom(g: str | Atom) -> Node:
        if isinstance(g, str):
            return bound.get(g, g)
        if g.kind == "const":
            return ("const", g.name)
        if g.kind == "base":
            return _read_ratio(g.args[0], bound)
        if g.kind.startswith("if"):
            raise Unsupported(f"{g} cannot be evaluated here; choose the branch that holds first")
        return _apply(g.kind, [_read_ratio(a, bound) for a in g.args])

    return _product(((poly(r.num), 1), (poly(r.den), -1)))


# -- lowering: nodes become a list of (op, operand, operand), each operand a float, a symbol or an earlier line --------


@final
@dataclass(frozen=True)
class Program:
    """Straight-line code; line i is (op, a, b); an operand or result is a float, ("in", k) or ("t", i).

    ``many`` says that several expressions were given, so that the answer is a tuple.
    """

    lines: tuple[tuple[str, Any, Any], ...]
    results: tuple[Any, ...]
    many: bool = False

    def uses(self) -> list[int]:
        count = [0] * len(self.lines)
        for x in itertools.chain(self.results, *((a, b) for _, a, b in self.lines)):
            if isinstance(x, tuple) and x[0] == "t":
                count[x[1]] += 1
        return count


class Lowering:
    """Value numbering: equal operations on equal operands become one line."""

    def __init__(self, names: Sequence[str]) -> None:
        self.inputs = {n: ("in", i) for i, n in enumerate(names)}
        self.lines: list[tuple[str, Any, Any]] = []
        self.seen: dict[Any, Any] = {}
        self.memo: dict[int, Any] = {}

    def line(self, op: str, a: Any, b: Any = None) -> Any:
        if isinstance(a, float) and (b is None or isinstance(b, float)):
            return float(_FOLD[op](a, b))
        key = (op, a, b)
        if key not in self.seen:
            self.seen[key] = ("t", len(self.lines))
            self.lines.append(key)
        return self.seen[key]

    def of(self, node: Node) -> Any:
        if isinstance(node, str):
            return self.inputs[node]
        if isinstance(node, (int, Fraction)):
            return as_float64(node)
        if id(node) not in self.memo:  # by identity: hashing deep nodes costs more than lowering twice
            self.memo[id(node)] = self._of(node)
        return self.memo[id(node)]

    def _of(self, node: Node) -> Any:
        kind = node[0]
        if kind == "*":
            return self.product(node[1], node[2])
        if kind == "+":
            return self.sum(node[1], node[2])
        if kind in ("max", "min"):
            return functools.reduce(lambda a, b: self.line(kind, a, b), map(self.of, node[1]))
        if kind == "const":
            return CONST[node[1]]
        return self.line(kind, self.of(node[1]))

    def product(self, c: Number, powers: Sequence[tuple[Node, Number]]) -> Any:
        """(p * ups) / (q * downs): with integers below 2**53 on both sides, one rounding in all."""
        top, bottom = abs(c.numerator), c.denominator
        rounded = max(top, bottom) > _BIG and not (_is_exact(top) and _is_exact(bottom))
        if rounded or bottom & (bottom - 1) == 0:
            front, below = as_float64(c if c > 0 else -c), 1.0
        elif top & (top - 1) == 0:  # x * 2**k / q is x / (q / 2**k), to the last bit
            front, below = 1.0, as_float64(Fraction(bottom, top))
        else:
            front, below = float(top), float(bottom)
        ups = [self.power(b, e) for b, e in powers if e > 0]
        downs = [self.power(b, -e) for b, e in powers if e < 0]
        if c < 0:
            front = -front
        up = self.chain([*ups, front] if front != 1 or not ups else ups)
        down = self.chain([*downs, below] if below != 1 or not downs else downs)
        return up if down == 1.0 else self.line("div", up, down)

    def chain(self, factors: Sequence[Any]) -> Any:
        return functools.reduce(lambda a, b: self.line("mul", a, b), factors)

    def power(self, base: Node, e: Number) -> Any:
        x = self.of(base)
        whole, part = divmod(e, 1)
        if part not in (0, Fraction(1, 2)) or whole > 64:
            return self.line("pow", x, float(e))
        pieces = [self.line("sqrt", x)] if part else []
        square, n = x, int(whole)
        while n:
            if n & 1:
                pieces.append(square)
            n >>= 1
            if n:
                square = self.line("mul", square, square)
        return self.chain(pieces)

    def sum(self, number: Number, parts: Sequence[tuple[Number, Node]]) -> Any:
        ordered = [p for p in parts if p[0] > 0] + [p for p in parts if p[0] < 0]
        if ordered[0][0] < 0 and number > 0:
            total: Any = as_float64(number)
            number = 0
        else:
            total = self.scaled(*ordered.pop(0))
        for c, node in ordered:
            total = self.line("add" if c > 0 else "sub", total, self.scaled(c if c > 0 else -c, node))
        if number:
            total = self.line("add" if number > 0 else "sub", total, as_float64(number if number > 0 else -number))
        return total

    def scaled(self, c: Number, node: Node) -> Any:
        if isinstance(node, tuple) and node[0] == "*":
            return self.product(c * node[1], node[2])
        x = self.of(node)
        return x if c == 1 else self.line("mul", as_float64(c), x)


_FOLD: dict[str, Callable[[Any, Any], Any]] = {
    "mul": lambda a, b: a * b, "div": lambda a, b: a / b, "add": lambda a, b: a + b, "sub": lambda a, b: a - b,
    "max": max, "min": min, "pow": lambda a, b: math.pow(a, b), "sqrt": lambda a, _: math.sqrt(a),
    "ceil": lambda a, _: math.ceil(a), "floor": lambda a, _: math.floor(a), "log2": lambda a, _: math.log2(a),
    "log": lambda a, _: math.log(a),
}  # fmt: skip


def as_float64(x: Number) -> float:
    try:
        return float(x)
    except OverflowError:
        raise SymroofError("a constant of about 2**1024 or more is too large for a float64; use exactly()") from None


def _is_exact(n: int) -> bool:
    return n.bit_length() < 1000 and int(float(n)) == n
