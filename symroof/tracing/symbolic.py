"""The second method: one trace with JAX's symbolic shapes, which keep floors exactly (``sizes="symbolic"``).

>>> read_dim("2*B*floordiv(D, 3) + mod(T, 4) - 1")
2*B*floor(D/3) + T - 4*floor(T/4) - 1
"""

from __future__ import annotations

import ast
from functools import lru_cache
from typing import Any, final

from symroof.algebra.posynomial import Ratio, build, ratio
from symroof.errors import SymroofError
from symroof.tracing.asked import Asked
from symroof.tracing.failure import told
from symroof.tracing.jax_program import Arguments, Tracer, need_jax, program_of
from symroof.tracing.program import Program
from symroof.tracing.reader import Unread, letter
from symroof.tracing.shapes import Setting

NOTE = "sizes are JAX's symbolic shapes, traced once: a branch such as T % 128 == 0 took the way it takes for a symbol"


@lru_cache(maxsize=4096)
def read_dim(text: str) -> Ratio:
    """JAX's text of a symbolic size as a ratio: products, sums, floordiv, mod, max, min."""
    try:
        tree = ast.parse(text, mode="eval")
    except SyntaxError:
        raise Unread(f"{text} is no size that is read") from None
    return _read(tree.body, text)


def _read(node: ast.AST, text: str) -> Ratio:
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return ratio(node.value)
    if isinstance(node, ast.Name):
        return letter(node.id)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_read(node.operand, text)
    if isinstance(node, ast.BinOp):
        a, b = _read(node.left, text), _read(node.right, text)
        if isinstance(node.op, ast.Add):
            return a + b
        if isinstance(node.op, ast.Sub):
            return a - b
        if isinstance(node.op, ast.Mult):
            return a * b
        power = b.constant()
        if isinstance(node.op, ast.Pow) and power is not None:
            return a**power
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        args = [_read(a, text) for a in node.args]
        if node.func.id == "floordiv":
            return build("floor", [args[0] / args[1]])
        if node.func.id == "mod":
            return args[0] - args[1] * build("floor", [args[0] / args[1]])
        if node.func.id in ("max", "min"):
            return build(node.func.id, args)
        if node.func.id == "non_negative":
            return build("max", [args[0], ratio(0)])
    raise Unread(f"{text} is no size that is read")


@final
class SymbolicReader:
    """Reads JAX's symbolic sizes, one trace."""

    def read(self, seen: tuple[Any, ...]) -> Ratio:
        return ratio(seen[0]) if isinstance(seen[0], int) else read_dim(str(seen[0]))


def symbolic_program(asked: Asked, args: Arguments, letters: Setting) -> Program:
    """The program traced once with symbolic shapes.

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
    return program_of(asked, tracer, letters, SymbolicReader(), [jaxpr], [NOTE])
