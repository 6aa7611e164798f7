"""The text of a program: Python for floats, for arrays of any library, and for blocks of NumPy arrays in buffers."""

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


def block_source(program: Program, names: Sequence[str], single: frozenset[int]) -> tuple[str, int]:
    """The program on one block, each line written into a buffer that is free by then, and how many it needs.

    Arguments in ``single`` are numbers; what depends on nothing else is worked out once a block, as a number.
    """
    last: dict[int, int] = {}
    for i, (_, a, b) in enumerate(program.lines):
        for x in (a, b):
            if isinstance(x, tuple) and x[0] == "t":
                last[x[1]] = i
    free: list[str] = []
    made = 0
    place: dict[int, str] = {}
    body: list[str] = []

    def show(x: Any) -> str:
        if isinstance(x, float):
            return repr(x) if math.isfinite(x) else f"float('{x}')"
        return names[x[1]] if x[0] == "in" else place[x[1]]

    final_line = program.result[1] if isinstance(program.result, tuple) and program.result[0] == "t" else None
    numbers = set[int]()
    for i, (op, a, b) in enumerate(program.lines):
        if all(x is None or isinstance(x, float) or x[1] in (single if x[0] == "in" else numbers) for x in (a, b)):
            numbers.add(i)
            place[i] = f"_n{i}"
            body.append(f"_n{i} = _{UFUNC[op]}({', '.join(show(x) for x in (a, b) if x is not None)})")
            continue
        operands = ", ".join(show(x) for x in (a, b) if x is not None)
        for x in {x for x in (a, b) if isinstance(x, tuple) and x[0] == "t"}:
            if last[x[1]] == i and x[1] not in numbers:
                free.append(place[x[1]])
        if i == final_line:
            place[i] = "_out"
        elif free:
            place[i] = free.pop()
        else:
            place[i] = f"_b{made}"
            made += 1
        body.append(f"_{UFUNC[op]}({operands}, out={place[i]})")
    if final_line is None or final_line in numbers:
        body.append(f"_out[...] = {show(program.result)}")
    head = f"def on_block({', '.join([*names, '_out', *(f'_b{i}' for i in range(made))])}):"
    return "\n".join([head, *(f"    {b}" for b in body)]), made


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
