"""Ends of regions that have no closed form, as functions: point by point, each root isolated exactly.

>>> from symroof import dims, numeric, threshold
>>> N, D = dims("N D")
>>> between = numeric(threshold(D * N**2, N, over=N**3 + D), D)  # the first root and the last
>>> [round(x, 4) for x in between(8)], between(2)
([1.0748, 7.8709], (nan, nan))
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, final

from symroof.algebra.ratios.posynomial import Number, exact
from symroof.algebra.regions.ends import float_of
from symroof.algebra.regions.kinds import Edge
from symroof.algebra.regions.located import fulfilled, located, rises
from symroof.algebra.regions.overlay import rational
from symroof.algebra.signs.closed import Implicit
from symroof.algebra.signs.condition import Condition
from symroof.errors import SymroofError, Unsupported
from symroof.evaluate.blocks import check
from symroof.evaluate.engine import Numeric, Runner, namespace, rebuild
from symroof.evaluate.nodes import Program
from symroof.symbols import resolved


@final
@dataclass(frozen=True)
class Equation:
    """An end of a region, ``name sense root``, under the conditions on which it is one; numbers put in so far."""

    root: Implicit
    name: str
    sense: str
    when: tuple[Condition, ...] = ()
    bound: tuple[tuple[str, Number], ...] = ()

    @property
    def keys(self) -> frozenset[str]:
        """The keys of the symbols that it hangs on, put in or not."""
        return frozenset({*self.root.gap.names, *(n for c in self.when for n in c.keys)} - {self.name})

    @property
    def free(self) -> frozenset[str]:
        """Their names, of those that are not put in."""
        return frozenset(map(str, self.keys)) - {str(n) for n, _ in self.bound}

    def at(self, bound: Mapping[str, Number]) -> Equation:
        """The same with numbers put in."""
        return replace(self, bound=(*self.bound, *((n, x) for n, x in bound.items() if n in self.keys)))

    def edge(self, point: Mapping[str, Number]) -> Edge | None:
        """The root at a point, exactly; None where it is no end there."""
        values = {**dict(self.bound), **{n: x for n, x in resolved(point, self.keys).items() if n in self.keys}}
        if not all(fulfilled(c, values) for c in self.when):
            return None
        return located(self.root, self.name, self.sense, values)

    def exactly(self, point: Mapping[str, Number]) -> Fraction:
        """The root at a point, where it is rational; raises SymroofError where there is none, Unsupported elsewhere."""
        edge = self.edge(point)
        at = ", ".join(f"{n}={x}" for n, x in point.items() if str(n) in self.free)
        if edge is None:
            raise SymroofError(f"no value at {at}: there is no such root of {self.root.gap} = 0")
        exact_one = rational(edge)
        if exact_one is None:
            raise Unsupported(f"the root of {self.root.gap} = 0 at {at} is not seen to be rational; use numeric()")
        return exact_one

    def rises(self, point: Mapping[str, Number]) -> bool:
        """Whether its gap passes 0 from below at a point."""
        values = {**dict(self.bound), **{n: x for n, x in resolved(point, self.keys).items() if n in self.keys}}
        return rises(self.root, self.name, self.sense, values)


@final
class _Solver:
    """What a rooted function calls: checks as for every function of numbers, then one point after another."""

    def __init__(self, ends: Sequence[Equation | None], closed: Numeric, symbols: Sequence[str], many: bool) -> None:
        self.ends, self.closed, self.many = ends, closed, many
        self.runner = Runner(Program((), (0.0,) * len(ends), many), symbols, "numpy", False)

    def __call__(self, *args: Any, out: Any = None, **named: Any) -> Any:
        import numpy as np

        names, given = self.runner.symbols, self._in_order(args, named)
        if any(namespace(v) is not None for v in given):
            raise SymroofError("an end without closed form is found point by point; give numbers or NumPy arrays")
        if out is None and not any(isinstance(v, (list, tuple, np.ndarray)) for v in given):
            floats = [self.runner.as_float(v, n) for v, n in zip(given, names)]
            found = self._at([v if isinstance(v, (int, Fraction)) else x for v, x in zip(given, floats)])
            return found if self.many else found[0]
        return self._on_arrays([self.runner.as_array(v, n) for v, n in zip(given, names)], out)

    def _in_order(self, args: Sequence[Any], named: Mapping[str, Any]) -> list[Any]:
        names = self.runner.symbols
        given = dict(zip(names, args))
        if len(args) > len(names) or given.keys() & named.keys() or {*given, *named} != {*names}:
            raise TypeError(f"numeric() takes {', '.join(names)}, each once")
        given |= named
        return [given[n] for n in names]

    def _at(self, point: Sequence[Any]) -> tuple[float, ...]:
        closed = iter(self.closed(*map(float, point)) if None in self.ends else ())
        values = {n: exact(Fraction(x)) for n, x in zip(self.runner.symbols, point)}
        return tuple(next(closed) if e is None else _float(e.edge(values)) for e in self.ends)

    def _on_arrays(self, arrays: Sequence[Any], out: Any) -> Any:
        import numpy as np

        arrays = [check(a, n) for a, n in zip(arrays, self.runner.symbols)]
        shape = np.broadcast_shapes(*(a.shape for a in arrays))
        outs = self.runner.outputs(out, shape, list(arrays))
        known: dict[tuple[float, ...], tuple[float, ...]] = {}
        for place in itertools.product(*map(range, shape)):
            point = tuple(np.broadcast_to(a, shape)[place].item() for a in arrays)
            found = known[point] if point in known else known.setdefault(point, self._at(point))
            for target, x in zip(outs, found):
                target[place] = x
        return out if out is not None else tuple(outs) if self.many else outs[0]


def _float(edge: Edge | None) -> float:
    return math.nan if edge is None else float_of(edge)


def solved(
    ends: tuple[Equation | None, ...], closed: Program, symbols: tuple[str, ...], backend: str, many: bool
) -> Numeric:
    """The function of ends without closed form, and of those of a program, which stand where there is None."""
    made = Numeric(_Solver(ends, rebuild(closed, symbols, backend, None), symbols, many))
    return made.made_by(solved, (ends, closed, symbols, backend, many), symbols)
