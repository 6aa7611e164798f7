"""The second method: one trace with JAX's symbolic shapes, which keep floors exactly (``sizes="symbolic"``).

>>> read_dim("2*B*floordiv(D, 3) + mod(T, 4) - 1")
2*B*floor(D/3) + T - 4*floor(T/4) - 1
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import lru_cache
from typing import Any, final

from symroof.algebra.ratios.posynomial import Ratio, build, ratio
from symroof.errors import SymroofError
from symroof.tracing.asked import Asked
from symroof.tracing.failure import told
from symroof.tracing.jax_program import Arguments, Tracer, need_jax, prober, program_of
from symroof.tracing.probes import probed
from symroof.tracing.program import Program
from symroof.tracing.reader import Reader, Unread, letter
from symroof.tracing.shapes import Setting

NOTE = "sizes are JAX's symbolic shapes, traced once: a branch such as T % 128 == 0 took the way it takes for a symbol"

MOVED = (
    "with symbolic shapes JAX makes a lookup of a slice, with work on its place, so that bytes and peak may be more "
    "than at primes, and what is compulsory less"
)


@lru_cache(maxsize=4096)
def read_dim(text: str) -> Ratio:
    """JAX's text of a symbolic size as a ratio: products, sums, floordiv, mod, max, min."""
    try:
        tree = ast.parse(text, mode="eval")
    except SyntaxError:
        raise Unread(f"{text} is no size that is read") from None
    return _read(tree.body, text)


def _read(node: ast.AST, text: str) -> Ratio:
    match node:
        case ast.Constant(value=int(n)):
            return ratio(n)
        case ast.Name(id=name):
            return letter(name)
        case ast.UnaryOp(op=ast.USub(), operand=x):
            return -_read(x, text)
        case ast.BinOp(left=x, op=op, right=y) if type(op) in _OPERATORS:
            return _OPERATORS[type(op)](_read(x, text), _read(y, text))
        case ast.BinOp(left=x, op=ast.Pow(), right=y):
            power = _read(y, text).constant()
            if power is not None:
                return _read(x, text) ** power
        case ast.Call(func=ast.Name(id=name), args=args) if name in _FUNCTIONS:
            return _FUNCTIONS[name]([_read(a, text) for a in args])
    raise Unread(f"{text} is no size that is read")


_OPERATORS: dict[type[ast.operator], Callable[[Ratio, Ratio], Ratio]] = {
    ast.Add: lambda a, b: a + b, ast.Sub: lambda a, b: a - b, ast.Mult: lambda a, b: a * b,
}  # fmt: skip
_FUNCTIONS: dict[str, Callable[[list[Ratio]], Ratio]] = {
    "floordiv": lambda args: build("floor", [args[0] / args[1]]),
    "mod": lambda args: args[0] - args[1] * build("floor", [args[0] / args[1]]),
    "max": lambda args: build("max", args),
    "min": lambda args: build("min", args),
    "non_negative": lambda args: build("max", [args[0], ratio(0)]),
}


@final
class SymbolicReader:
    """Reads JAX's symbolic sizes, one trace."""

    def read(self, seen: tuple[Any, ...]) -> Ratio:
        return ratio(seen[0]) if isinstance(seen[0], int) else read_dim(str(seen[0]))


def symbolic_program(asked: Asked, args: Arguments, letters: Setting, part: bool = False) -> Program:
    """The program traced once with symbolic shapes; tried at other sizes unless ``part``.

    Raises SymroofError where the code needs a number for a size, as ``range(T)`` does.
    """
    need_jax()
    from jax import export

    if asked.axes:
        raise SymroofError('a mesh is traced at primes only; leave out sizes="symbolic"')
    shown = export.symbolic_shape(", ".join(letters.bases)) if letters.bases else ()
    tracer = Tracer(asked, args, letters, False)
    sizes = {**letters.fixed, **dict(zip(letters.bases, shown))}
    try:
        jaxpr = tracer.jaxpr(sizes)
    except SymroofError:
        raise
    except Exception as e:  # whatever the function raises on a symbol
        made = told(e, asked)
        raise SymroofError(f'{made}\n    leave out sizes="symbolic" to trace at prime sizes') from None
    program = program_of(asked, tracer, letters, SymbolicReader(), [jaxpr], [NOTE, MOVED])
    if part:
        return program
    return probed(prober(tracer, program, letters, Reader(letters.bases, letters.meaning)), asked.roots)
