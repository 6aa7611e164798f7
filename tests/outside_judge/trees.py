"""Expressions as tuples: drawn, written as SymPy or as text, and evaluated exactly; symroof has no part in it."""

from __future__ import annotations

import ast
from fractions import Fraction
from typing import Any

import mpmath
import sympy

Tree = tuple[Any, ...]
SIZES = ("B", "D", "F", "N", "H")
PARAMS = ("K", "p", "C", "W")
CONVENTIONAL = {"C", "W", "K"}  # reals by their names alone


class Undefined(Exception):
    """No real value here: a pole, a root or a logarithm outside its domain."""


class Unsure(Exception):
    """The intervals do not decide at this precision."""


class Undrawn(Exception):
    """SymPy itself does not make this expression, so there is no question."""


def num(value: Any) -> Tree:
    return ("n", Fraction(value))


def sym(name: str) -> Tree:
    return ("s", name)


def binary(env: dict[str, Fraction]) -> dict[str, Fraction]:
    """The numbers that are given where floats are asked for: float(1/7) is below 1/7."""
    return {name: Fraction(float(at)) for name, at in env.items()}


def names(tree: Tree) -> set[str]:
    if tree[0] == "s":
        return {tree[1]}
    return set().union(set(), *(names(part) for part in tree[1:] if isinstance(part, tuple)))


def size(tree: Tree) -> int:
    return 1 + sum(size(part) for part in tree[1:] if isinstance(part, tuple))


def as_interval(value: Any) -> Any:
    """An mpmath interval around a Fraction, or what is one already."""
    if isinstance(value, Fraction):
        return mpmath.iv.mpf(value.numerator) / mpmath.iv.mpf(value.denominator)
    return value


def _root(value: int, degree: int) -> int | None:
    """The exact integer root, or None."""
    if value < 2:
        return value
    low, high = 1, 1 << (value.bit_length() // degree + 1)
    while low < high:
        mid = (low + high) // 2
        if mid**degree < value:
            low = mid + 1
        else:
            high = mid
    return low if low**degree == value else None


def _power(base: Any, exponent: Any) -> Any:
    if isinstance(exponent, Fraction) and exponent.denominator == 1 and abs(exponent) <= 4096:
        whole = int(exponent)
        if isinstance(base, Fraction):
            if base == 0 and whole < 0:
                raise Undefined("a power of 0")
            return base**whole
        _apart(base) if whole < 0 else None
        return base**whole
    if isinstance(base, Fraction):
        if base < 0 or (base == 0 and not (isinstance(exponent, Fraction) and exponent > 0)):
            raise Undefined("a root below 0")
        if base in (0, 1):
            return base
        if isinstance(exponent, Fraction) and abs(exponent.numerator) <= 64 and exponent.denominator <= 64:
            top, bottom = _root(base.numerator, exponent.denominator), _root(base.denominator, exponent.denominator)
            if top is not None and bottom is not None:
                return Fraction(top, bottom) ** int(exponent.numerator)
    base, exponent = as_interval(base), as_interval(exponent)
    if base.a <= 0:
        if base.b < 0:
            raise Undefined("a root below 0")
        raise Unsure
    if abs(exponent).b > 10**7:
        raise Unsure
    return mpmath.iv.exp(exponent * mpmath.iv.log(base))


def _apart(value: Any) -> None:
    if isinstance(value, Fraction):
        if value == 0:
            raise Undefined("division by 0")
    elif value.a <= 0 <= value.b:
        raise Unsure


def _log2(value: Any) -> Any:
    if isinstance(value, Fraction):
        if value <= 0:
            raise Undefined("a logarithm of nothing above 0")
        for whole, sign in ((value, 1), (1 / value, -1)):
            if whole.denominator == 1 and whole.numerator & (whole.numerator - 1) == 0:
                return Fraction(sign * (whole.numerator.bit_length() - 1))
    value = as_interval(value)
    if value.a <= 0:
        if value.b <= 0:
            raise Undefined("a logarithm of nothing above 0")
        raise Unsure
    return mpmath.iv.log(value) / mpmath.iv.log(mpmath.iv.mpf(2))


def _whole(value: Any, up: bool) -> Fraction:
    if isinstance(value, Fraction):
        return Fraction(-((-value.numerator) // value.denominator) if up else value.numerator // value.denominator)
    rounded = mpmath.ceil if up else mpmath.floor
    with mpmath.workprec(mpmath.iv.prec + 64):
        low, high = rounded(mpmath.mpf(value.a)), rounded(mpmath.mpf(value.b))
    if low != high:
        raise Unsure
    return Fraction(int(low))


def _choose(values: list[Any], largest: bool) -> Any:
    best = values[0]
    for other in values[1:]:
        if isinstance(best, Fraction) and isinstance(other, Fraction):
            best = max(best, other) if largest else min(best, other)
            continue
        one, two = as_interval(best), as_interval(other)
        if one.a >= two.b:
            best = best if largest else other
        elif two.a >= one.b:
            best = other if largest else best
        else:
            pick = max if largest else min
            best = mpmath.iv.mpf([pick(one.a, two.a), pick(one.b, two.b)])
    return best


def _value(tree: Tree, env: dict[str, Fraction]) -> Any:
    head = tree[0]
    if head == "n":
        return tree[1]
    if head == "s":
        return env[tree[1]]
    parts = [_value(part, env) for part in tree[1:]]
    if head in ("max", "min"):
        return _choose(parts, head == "max")
    exact = all(isinstance(part, Fraction) for part in parts)
    if not exact and head in "+-*/":
        parts = [as_interval(part) if not (head in "*/" and part == 0) else part for part in parts]
    if head == "+":
        total = parts[0]
        for part in parts[1:]:
            total = total + part
        return total
    if head == "-":
        return parts[0] - parts[1]
    if head == "*":
        total = parts[0]
        for part in parts[1:]:
            zero = any(isinstance(x, Fraction) and x == 0 for x in (total, part))
            total = Fraction(0) if zero else total * part
        return total
    if head == "/":
        _apart(parts[1])
        return Fraction(0) if isinstance(parts[0], Fraction) and parts[0] == 0 else parts[0] / parts[1]
    if head == "^":
        return _power(parts[0], parts[1])
    if head == "log2":
        return _log2(parts[0])
    if head in ("floor", "ceil"):
        return _whole(parts[0], head == "ceil")
    if head == "abs":
        return abs(parts[0])
    raise ValueError(head)


def value(tree: Tree, env: dict[str, Any], bits: tuple[int, ...] = (80, 240, 800)) -> Any:
    """A Fraction, or an mpmath interval; raises Undefined, or Unsure where no precision tells."""
    for prec in bits:
        mpmath.iv.prec = prec
        try:
            return _value(tree, env)
        except Unsure:
            continue
    raise Unsure


def sign(left: Tree, right: Tree, env: dict[str, Any], bits: tuple[int, ...] = (80, 240, 800)) -> int | None:
    """-1, 0 or 1 as left is below, at or above right; None where it is not decided, 0 only where it is exact."""
    return signs(("-", left, right), env, bits)


def signs(tree: Tree, env: dict[str, Any], bits: tuple[int, ...] = (80, 240, 800)) -> int | None:
    for prec in bits:
        mpmath.iv.prec = prec
        try:
            found = _value(tree, env)
        except Unsure:
            continue
        if isinstance(found, Fraction):
            return (found > 0) - (found < 0)
        if found.a > 0:
            return 1
        if found.b < 0:
            return -1
    return None


def number(tree: Tree, env: dict[str, Any]) -> float:
    """The value as a float, from an interval of 80 bits or more."""
    found = value(tree, env)
    return float(found) if isinstance(found, Fraction) else float(mpmath.mpf(found.mid))


def symbols() -> dict[str, sympy.Symbol]:
    """The symbols of the questions: sizes and parameters as the documentation makes them."""
    from symroof import dims, params

    made = dict(zip(SIZES, dims(" ".join(SIZES)), strict=True))
    return made | dict(zip(PARAMS, params(" ".join(PARAMS)), strict=True))


def sym_py(tree: Tree, made: dict[str, sympy.Symbol]) -> sympy.Expr:
    """The expression a user would have made with SymPy; raises Undrawn where SymPy finds a pole at once."""
    try:
        found = _sym_py(tree, made)
    except (ValueError, ZeroDivisionError, TypeError) as error:
        raise Undrawn from error
    if found.has(sympy.zoo, sympy.nan, sympy.oo, sympy.I):
        raise Undrawn
    return found


def _sym_py(tree: Tree, made: dict[str, sympy.Symbol]) -> sympy.Expr:
    head = tree[0]
    if head == "n":
        return sympy.Rational(tree[1].numerator, tree[1].denominator)
    if head == "s":
        return made[tree[1]]
    parts = [_sym_py(part, made) for part in tree[1:]]
    if head == "+":
        return sympy.Add(*parts)
    if head == "-":
        return parts[0] - parts[1]
    if head == "*":
        return sympy.Mul(*parts)
    if head == "/":
        return parts[0] / parts[1]
    if head == "^":
        return parts[0] ** parts[1]
    if head == "log2":
        return sympy.log(parts[0], 2)
    if head in ("max", "min"):  # SymPy makes 4096/ceiling(N/B) of Max(4096/ceiling(N/B), 16), which is another question
        return (sympy.Max if head == "max" else sympy.Min)(*parts, evaluate=False)
    return {"floor": sympy.floor, "ceil": sympy.ceiling, "abs": sympy.Abs}[head](*parts)


def one_quotient(tree: Tree) -> Tree:
    """The same with one fraction bar: docs/numbers.md says that a quotient of quotients is one quotient.

    What a function is taken of is left as it is, since it must have a value itself.
    """
    over, under = _halves(tree)
    return ("/", over, under)


def _halves(tree: Tree) -> tuple[Tree, Tree]:
    head, one = tree[0], num(1)
    if head not in ("+", "-", "*", "/", "^"):
        return tree, one
    if head == "^":
        n = tree[2][1]
        if n.denominator != 1:
            return tree, one
        over, under = _halves(tree[1])
        power = num(abs(n))
        return (("^", over, power), ("^", under, power))[:: 1 if n >= 0 else -1]
    over, under = _halves(tree[1])
    for part in tree[2:]:
        a, b = _halves(part)
        if head == "*":
            over, under = ("*", over, a), ("*", under, b)
        elif head == "/":
            over, under = ("*", over, b), ("*", under, a)
        else:
            over, under = (head, ("*", over, b), ("*", a, under)), ("*", under, b)
    return over, under


def text(tree: Tree) -> str:
    """Python as a user would type it with ``from sympy import *``."""
    head = tree[0]
    if head == "n":
        whole = tree[1].denominator == 1
        return f"{tree[1]}" if whole and tree[1] >= 0 else f"({tree[1]})" if whole else f"Rational({str(tree[1])!r})"
    if head == "s":
        return str(tree[1])
    parts = [text(part) for part in tree[1:]]
    if head in "+-*/":
        return "(" + f" {head} ".join(parts) + ")"
    if head == "^":
        return f"({parts[0]})**{parts[1]}"
    if head == "log2":
        return f"log({parts[0]}, 2)"
    called = {"floor": "floor", "ceil": "ceiling", "max": "Max", "min": "Min", "abs": "Abs"}[head]
    return f"{called}({', '.join(parts)})"


def ascii_of(tree: Tree) -> str:
    """The formula as a user would type it as an answer: fractions in brackets, logarithms by their name."""
    head = tree[0]
    if head == "n":
        return f"{tree[1]}" if tree[1].denominator == 1 and tree[1] >= 0 else f"({tree[1]})"
    if head == "s":
        return str(tree[1])
    parts = [ascii_of(part) for part in tree[1:]]
    if head in "+-*/":
        return "(" + f" {head} ".join(parts) + ")"
    if head == "^":
        return f"({parts[0]})**{parts[1]}"
    called = {"floor": "floor", "ceil": "ceil", "max": "Max", "min": "Min", "abs": "Abs", "log2": "log2"}[head]
    return f"{called}({', '.join(parts)})"


_BINARY = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "^"}
_CALLS = {"max": "max", "min": "min", "ceil": "ceil", "ceiling": "ceil", "floor": "floor", "log2": "log2", "abs": "abs"}


def read(written: str) -> Tree:
    """ASCII algebra as symroof prints it, through Python's own parser; raises ValueError."""
    try:
        return _read(ast.parse(written.strip(), mode="eval").body, written)
    except SyntaxError as error:
        raise ValueError(f"{written!r} does not read") from error


def _read(node: ast.AST, source: str) -> Tree:
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
        return num(ast.get_source_segment(source.strip(), node) or node.value)
    if isinstance(node, ast.Name):
        return sym(node.id)
    if isinstance(node, ast.BinOp):
        return (_BINARY[type(node.op)], _read(node.left, source), _read(node.right, source))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return ("-", num(0), _read(node.operand, source))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        parts = [_read(part, source) for part in node.args]
        called = node.func.id.lower()
        if called == "sqrt":
            return ("^", parts[0], num(Fraction(1, 2)))
        if called == "log":
            return ("/", ("log2", parts[0]), ("log2", parts[1])) if len(parts) == 2 else ("ln", parts[0])
        return (_CALLS[called], *parts)
    raise ValueError(f"{source!r}: {ast.dump(node)[:60]}")


def from_sympy(expr: Any) -> Tree:
    """What a SymPy expression says; logarithms by their quotient with log(2)."""
    expr = sympy.sympify(expr)
    expr = expr.replace(
        lambda e: e.func == sympy.log, lambda e: sympy.Function("log2")(e.args[0]) * sympy.Symbol("LN2")
    )
    return read(str(expr).replace("LN2", "1") if not expr.has(sympy.Symbol("LN2")) else str(expr.subs(sympy.log(2), 1)))
