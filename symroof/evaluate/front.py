"""The front door: numeric makes a fast function, exactly an exact rational."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from symroof.algebra.posynomial import Number, Ratio, exact
from symroof.errors import SymroofError
from symroof.evaluate.blocks import not_positive
from symroof.evaluate.engine import Numeric, rebuild
from symroof.evaluate.native import find_numba
from symroof.evaluate.nodes import Lowering, Node, Program, read


def numeric(
    expr: object, *symbols: object, backend: str = "numpy", parallel: bool | None = None, **sizes: object
) -> Numeric:
    """A fast function of the given symbols, every other symbol bound by ``sizes``.

    >>> from symroof.symbols import dims
    >>> B, D, F = dims("B D F")
    >>> numeric(2 * B * D * F, B, D, F=4096)(2**30, 2**30) == 2.0**73
    True

    >>> numeric([B * D, B / D], B, D=4)(8)
    (32.0, 2.0)

    ``expr`` is a SymPy expression, a Ratio, an Approx or a Threshold (their ``value``); or a list of them, which share
    their common parts and give a tuple.  Arguments go by position or by name: plain numbers give a float; NumPy arrays
    of any integer or float type are taken as float64, broadcast, and worked through in blocks (``out=`` reuses an
    array, or as many as there are expressions); JAX, Dask, xarray and other array-API arrays stay what they are.
    ``backend="numba"`` compiles the loop.  ``parallel``: large arrays take two threads, unless it is False.

    Raises SymroofError for symbols left over, sizes that are not positive, a threshold that does not exist, or a back
    end that is not installed.
    """
    if backend not in ("numpy", "numba"):
        raise SymroofError(f"unknown back end {backend!r}; known: numpy, numba")
    if backend == "numba":
        find_numba()
    names = _symbol_names(symbols, sizes)
    many = isinstance(expr, (list, tuple))
    bound = bound_sizes(sizes)
    nodes = [read(expression_of(e), bound) for e in (expr if isinstance(expr, (list, tuple)) else [expr])]
    if not nodes:
        raise SymroofError("no expression to evaluate: the list is empty")
    left = sorted(set().union(*map(free_names, nodes)) - set(names))
    if left:
        given = ", ".join(names)
        example = f"numeric(expr, {given + ', ' if given else ''}{left[0]}=4096)"
        raise SymroofError(f"still symbolic: {', '.join(left)}; give a number for each, as in {example}")
    lowering = Lowering(names)
    try:
        results = tuple(map(lowering.of, nodes))
    except (OverflowError, ZeroDivisionError):
        raise SymroofError("a constant of this expression is too large for a float64; use exactly()") from None
    except SymroofError:
        raise
    except ValueError:
        raise SymroofError("a constant of this expression is the root or logarithm of what is not positive") from None
    return rebuild(Program(tuple(lowering.lines), results, many), names, backend, parallel)


def _symbol_names(symbols: Sequence[object], sizes: Mapping[str, object]) -> tuple[str, ...]:
    names: list[str] = []
    for s in symbols:
        for name in [getattr(s, "name", None)] if not isinstance(s, str) else s.replace(",", " ").split():
            if not isinstance(name, str):
                raise SymroofError(f"{s!r} is not a symbol; write numeric(expr, B, D=4096)")
            if name in names:
                raise SymroofError(f"{name} is given twice")
            if name in sizes:
                raise SymroofError(f"{name} is both an argument and bound to {sizes[name]}; choose one")
            names.append(name)
    return tuple(names)


def bound_sizes(sizes: Mapping[str, object]) -> dict[str, Number]:
    out: dict[str, Number] = {}
    for name, value in sizes.items():
        if getattr(value, "shape", ()) or isinstance(value, (list, tuple)):
            raise SymroofError(f"{name} is bound to an array; name it as a symbol and pass the array when calling")
        if isinstance(value, float) and math.isnan(value):
            raise SymroofError(not_positive(name, value))
        x = exact(value)
        if x <= 0:
            raise SymroofError(f"{name} is {x}; sizes and parameters are positive numbers")
        out[name] = x
    return out


def expression_of(expr: Any) -> Any:
    """The expression inside an Approx or a Threshold, or the expression itself."""
    if isinstance(expr, Ratio) or hasattr(type(expr), "free_symbols"):
        return expr
    if hasattr(expr, "value") and not isinstance(expr, (int, float, Fraction)):
        if expr.value is None:
            raise SymroofError(f"{expr} has no value to evaluate: the threshold is {getattr(expr, 'verdict', 'none')}")
        return expr.value
    if isinstance(expr, str):
        raise SymroofError(f"{expr!r} is text; read it first, as in parse_formula(text)")
    return expr


def free_names(node: Node) -> set[str]:
    if isinstance(node, str):
        return {node}
    if isinstance(node, tuple) and node[0] != "const":
        if node[0] == "*":
            return set().union(*(free_names(b) for b, _ in node[2]))
        if node[0] == "+":
            return set().union(*(free_names(n) for _, n in node[2]))
        args = node[1] if node[0] in ("max", "min") else (node[1],)
        return set().union(*(free_names(a) for a in args))
    return set()


def exactly(expr: object, **sizes: object) -> Fraction:
    """The value with every symbol bound, as an exact rational.

    >>> from symroof.symbols import dims
    >>> B, D = dims("B D")
    >>> exactly(B / D, B=1, D=3)
    Fraction(1, 3)

    Raises SymroofError for symbols left over, Unsupported where the value is irrational.
    """
    from symroof.algebra.door import core

    r = core(expression_of(expr))
    bound = bound_sizes(sizes)
    left = [n for n in r.names if n not in bound]
    if left:
        remedy = f"give a number for each, as in exactly(expr, {left[0]}=4096)"
        raise SymroofError(f"still symbolic: {', '.join(left)}; {remedy}")
    return Fraction(r.at(bound))
