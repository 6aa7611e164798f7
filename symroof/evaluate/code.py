"""The text of a program: Python for floats, for small arrays and arrays of any library; and its steps on blocks."""

from __future__ import annotations

import keyword
import math
from collections.abc import Callable, Sequence
from typing import Any

from symroof.evaluate.nodes import Program

_INFIX = {"mul": "*", "div": "/", "add": "+", "sub": "-"}
_MATH = {"sqrt": "_sqrt({})", "ceil": "float(_ceil({}))", "floor": "float(_floor({}))", "log2": "_log2({})",
         "log": "_log({})"}  # fmt: skip
UFUNC = {"mul": "multiply", "div": "divide", "add": "add", "sub": "subtract", "max": "maximum", "min": "minimum",
         "pow": "power", "sqrt": "sqrt", "ceil": "ceil", "floor": "floor", "log2": "log2", "log": "log"}  # fmt: skip


def statements(program: Program, names: Sequence[str], style: str) -> tuple[list[str], str]:
    """The program as assignments and a final expression, for Python floats ("float"), or arrays ("xp")."""
    uses = program.uses()
    text: list[str] = []
    body: list[str] = []

    def show(x: Any) -> str:
        if isinstance(x, float):
            return repr(x) if math.isfinite(x) else f"float('{x}')"
        shown: str = names[x[1]] if x[0] == "in" else text[x[1]]
        return shown

    def named(x: Any) -> str:
        """An operand that may be written twice: a name or a number."""
        shown = show(x)
        if isinstance(x, float) or shown.isidentifier():
            return shown
        body.append(f"_v{x[1]} = {shown}")
        text[x[1]] = f"_v{x[1]}"
        return f"_v{x[1]}"

    for i, (op, a, b) in enumerate(program.lines):
        if op in _INFIX:
            new = f"({show(a)} {_INFIX[op]} {show(b)})"
        elif op == "pow":
            new = f"({show(a)} ** {show(b)})"
        elif op in ("max", "min"):
            if style == "float":
                p, q = named(a), named(b)
                new = f"({p} if {p} {'>' if op == 'max' else '<'} {q} else {q})"
            else:
                new = f"_extreme(_xp.{UFUNC[op]}, {show(a)}, {show(b)})"
        else:
            new = _MATH[op].format(show(a)) if style == "float" else f"_xp.{UFUNC[op]}({show(a)})"
        if uses[i] > 1:
            body.append(f"_v{i} = {new}")
            new = f"_v{i}"
        text.append(new)
    return body, show(program.result)


def scalar_source(program: Program, names: Sequence[str]) -> str:
    """The function users call: plain floats are worked out in place, everything else goes to the arrays' side."""
    body, result = statements(program, names, "float")
    args = ", ".join(names)
    every = f"({args},)" if args else "()"
    lines = [f"def numeric({args}{', ' if args else ''}*, out=None):"]
    for n in names:
        lines += [
            f"    if {n}.__class__ is int and {n} < 9007199254740993: {n} = {n} + 0.0",
            f"    elif {n}.__class__ is not float: return _door({every}, out)",
        ]
    fine = " and ".join([*(f"{n} > 0.0" for n in names), "out is None"])
    lines += [f"    if not ({fine}): return _door({every}, out)", "    try:"]
    lines += [f"        {b}" for b in body]
    lines += [f"        return {result}", "    except (ZeroDivisionError, OverflowError, ValueError):"]
    lines += [f"        return _limits({every})"]
    return "\n".join(lines)


def generic_source(program: Program, names: Sequence[str]) -> str:
    body, result = statements(program, names, "xp")
    head = f"def on_arrays({', '.join(['_xp', *names])}):"
    return "\n".join([head, *(f"    {b}" for b in body), f"    return {result}"])


def small_source(program: Program, names: Sequence[str], single: frozenset[int]) -> str:
    """The program on whole arrays of one shape, as they are: what a line makes goes where an operand it ends was.

    Arguments in ``single`` are Python floats, and so is what depends on nothing else.
    """
    last = {x[1]: i for i, line in enumerate(program.lines) for x in line[1:] if isinstance(x, tuple) and x[0] == "t"}
    place: dict[int, str] = {}
    numbers = set[int]()
    body: list[str] = []

    def show(x: Any) -> str:
        if isinstance(x, float):
            return repr(x) if math.isfinite(x) else f"float('{x}')"
        return names[x[1]] if x[0] == "in" else place[x[1]]

    for i, (op, a, b) in enumerate(program.lines):
        both = [x for x in (a, b) if x is not None]
        shown = [show(x) for x in both]
        plain = f"{shown[0]} {_INFIX[op]} {shown[1]}" if op in _INFIX else f"_{UFUNC[op]}({', '.join(shown)})"
        if all(isinstance(x, float) or x[1] in (single if x[0] == "in" else numbers) for x in both):
            numbers.add(i)
            place[i] = f"_v{i}"
            body.append(f"_v{i} = {plain}")
            continue
        ended = [isinstance(x, tuple) and x[0] == "t" and x[1] not in numbers and last[x[1]] == i for x in both]
        if op in _INFIX and ended[0]:
            place[i] = shown[0]
            body.append(f"{shown[0]} {_INFIX[op]}= {shown[1]}")
        elif op in ("mul", "add") and ended[1]:
            place[i] = shown[1]
            body.append(f"{shown[1]} {_INFIX[op]}= {shown[0]}")
        elif any(ended):
            place[i] = shown[ended.index(True)]
            body.append(f"_{UFUNC[op]}({', '.join(shown)}, out={place[i]})")
        else:
            place[i] = f"_v{i}"
            body.append(f"_v{i} = {plain}")
    lines = [f"def on_small({', '.join(names)}):", *(f"    {x}" for x in body), f"    return {show(program.result)}"]
    return "\n".join(lines)


def specialised(
    program: Program, values: Sequence[float | None], fold: Callable[[str, Any, Any], float]
) -> tuple[list[tuple[str, Any, Any]], Any]:
    """The program where some inputs are these numbers: equal lines become one, and no line is there for nothing.

    (x * 2**k) * c = x * (2**k c) and x * 2**j + x * 2**k = x * (2**j + 2**k), k, j >= 0, c >= 1, are used because they
    hold to the last bit: scaling up by a power of two does not round.
    """
    lines: list[tuple[str, Any, Any]] = []
    seen: dict[Any, Any] = {}
    where: list[Any] = []

    def at(x: Any) -> Any:
        if isinstance(x, tuple):
            return where[x[1]] if x[0] == "t" else x if values[x[1]] is None else values[x[1]]
        return x

    def scaled(x: Any) -> tuple[Any, float] | None:
        """(y, 2**k) where x is y * 2**k."""
        if isinstance(x, tuple) and x[0] == "t":
            op, a, b = lines[x[1]]
            if op == "mul" and isinstance(b, float) and 1 <= b < 2.0**400 and math.frexp(b)[0] == 0.5:
                return a, b
        return None

    for op, a, b in program.lines:
        a, b = at(a), at(b)
        if isinstance(a, float) and (b is None or isinstance(b, float)):
            where.append(fold(op, a, b))
            continue
        if op in ("mul", "add") and isinstance(a, float):
            a, b = b, a
        if op == "mul" and isinstance(b, float) and 1 <= b < 2.0**400 and (inner := scaled(a)):
            a, b = inner[0], inner[1] * b
        elif op == "add" and (p := scaled(a)) and (q := scaled(b)) and p[0] == q[0] and 2**-52 <= p[1] / q[1] <= 2**52:
            op, a, b = "mul", p[0], p[1] + q[1]
        key = (op, a, b)
        if key not in seen:
            seen[key] = ("t", len(lines))
            lines.append(key)
        where.append(seen[key])
    return lines, at(program.result)


def placed(lines: Sequence[tuple[str, Any, Any]], result: Any) -> tuple[list[tuple[str, Any, Any, int]], int]:
    """Each line needed for the result and the buffer it writes (-1: the output), with how many buffers there are.

    Operands are floats, ("in", k) or ("b", buffer).
    """
    final = result[1] if isinstance(result, tuple) and result[0] == "t" else None
    last: dict[int, int] = {}
    needed = {final}
    for i in reversed(range(len(lines))):
        if i in needed:
            for x in lines[i][1:]:
                if isinstance(x, tuple) and x[0] == "t":
                    needed.add(x[1])
                    last.setdefault(x[1], i)
    place: dict[int, int] = {}
    free: list[int] = []
    steps: list[tuple[str, Any, Any, int]] = []
    made = 0
    for i, (op, a, b) in enumerate(lines):
        if i not in needed:
            continue
        a, b = (("b", place[x[1]], x[1]) if isinstance(x, tuple) and x[0] == "t" else x for x in (a, b))
        free += dict.fromkeys(x[1] for x in (a, b) if isinstance(x, tuple) and x[0] == "b" and last[x[2]] == i)
        if i == final:
            place[i] = -1
        elif free:
            place[i] = free.pop()
        else:
            place[i], made = made, made + 1
        steps.append((op, a, b, place[i]))
    return steps, made


def compiled(source: str, name: str, scope: dict[str, Any]) -> Callable[..., Any]:
    scope["__builtins__"] = {"float": float, "int": int, "range": range, "len": len}
    scope.update({e.__name__: e for e in (ZeroDivisionError, OverflowError, ValueError)})
    exec(compile(source, f"<symroof {name}>", "exec"), scope)
    made: Callable[..., Any] = scope[name]
    return made


def parameter_names(names: Sequence[str]) -> list[str]:
    """The symbols' own names where Python takes them, x0_, x1_, ... where it does not (lambda, B', _v1)."""
    reserved = {"out", "float", "int", "range", "len", "numeric", "ZeroDivisionError", "OverflowError", "ValueError"}
    out: list[str] = []
    for i, n in enumerate(names):
        plain = n.isidentifier() and n.isascii() and not keyword.iskeyword(n) and not n.startswith("_")
        candidate = n if plain and n not in reserved else f"x{i}_"
        while candidate in out or (candidate != n and candidate in names):
            candidate += "_"
        out.append(candidate)
    return out
