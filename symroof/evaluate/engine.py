"""The engine: what runs a program on floats, NumPy blocks and threads, numba, and other array libraries."""

from __future__ import annotations

import functools
import itertools
import math
import os
import threading
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, final

from symroof.errors import SymroofError
from symroof.evaluate.code import (
    UFUNC,
    compiled,
    generic_source,
    parameter_names,
    placed,
    scalar_source,
    small_source,
    specialised,
    statements,
)
from symroof.evaluate.nodes import Program

if TYPE_CHECKING:
    import numpy as np

BLOCK = 1 << 15  # elements worked on at a time: a few float64 buffers of it stay in a core's cache
SMALL = 1 << 14  # elements up to which whole arrays stay in cache, so that blocks would only cost
WIDE = 1 << 17  # elements at a time where two threads run: shorter calls spend their time handing over the lock
THREADS_FROM = 1 << 22  # below, two threads lose to one on two cores


class _Runner:
    """What a generated function falls back on: the door for arrays, blocks, threads and other libraries."""

    def __init__(self, program: Program, symbols: Sequence[str], backend: str) -> None:
        self.program, self.symbols, self.backend = program, tuple(symbols), backend
        self.names = parameter_names(symbols)
        self._generic: Callable[..., Any] | None = None
        self._small: dict[frozenset[int], Callable[..., Any]] = {}
        self._numba: Callable[..., Any] | None = None
        self._scalar: Callable[..., Any] | None = None

    @property
    def scalar(self) -> Callable[..., Any]:
        """The function for plain floats, written when first needed."""
        if self._scalar is None:
            scope = {
                "_sqrt": math.sqrt, "_ceil": math.ceil, "_floor": math.floor, "_log2": math.log2, "_log": math.log,
                "_door": self.door, "_limits": self.limits,
            }  # fmt: skip
            self._scalar = compiled(scalar_source(self.program, self.names), "numeric", scope)
        return self._scalar

    # -- the door ------------------------------------------------------------------------------------------------
    def door(self, values: tuple[Any, ...], out: Any) -> Any:
        """Everything but plain positive floats and ints: checks, then the right engine."""
        if out is None and self.backend == "numpy" and (quick := self._quick(values)) is not None:
            return quick
        named = list(zip(values, self.symbols))
        values = tuple(self._as_array(v, n) if isinstance(v, (list, tuple)) else v for v, n in named)
        foreign = [v for v in values if _namespace(v) is not None]
        if foreign:
            if out is not None:
                raise SymroofError(f"out= takes a NumPy array, and {type(foreign[0]).__name__} makes its own")
            return self._foreign(values, foreign[0])
        import numpy as np

        if out is None and not any(isinstance(v, np.ndarray) for v in values):
            return self.scalar(*(self._as_float(v, n) for v, n in zip(values, self.symbols)))
        arrays = [self._as_array(v, n) for v, n in zip(values, self.symbols)]
        return self._on_arrays(arrays, out)

    def limits(self, values: tuple[float, ...]) -> float:
        """A float call that divided by zero or overflowed: what IEEE arithmetic gives, as for arrays."""
        import numpy as np

        with np.errstate(all="ignore"):
            return float(self.generic()(np, *(np.float64(v) for v in values)))

    def _as_float(self, value: Any, name: str) -> float:
        if isinstance(value, bool) or not (isinstance(value, (int, float, Fraction)) or hasattr(value, "__float__")):
            raise SymroofError(f"{name} is {value!r}; give a number or an array of numbers")
        try:
            x = float(value)
        except OverflowError:
            raise SymroofError(f"{name} is too large for a float64; use exactly() for an exact value") from None
        except (TypeError, ValueError):
            raise SymroofError(f"{name} is {value!r}; give a number or an array of numbers") from None
        if not x > 0:
            raise SymroofError(not_positive(name, x))
        return x

    def _as_array(self, value: Any, name: str) -> np.ndarray[Any, Any]:
        import numpy as np

        if isinstance(value, (int, float, Fraction)) and not isinstance(value, bool):
            return np.asarray(self._as_float(value, name))
        try:
            array = np.asarray(value)
        except ValueError:
            raise SymroofError(f"{name} is ragged; give an array whose rows are equally long") from None
        if array.dtype.kind not in "iuf":
            plain = array.dtype.kind == "O" and all(isinstance(v, (int, float, Fraction)) for v in array.flat)
            if plain:
                return np.array([self._as_float(v, name) for v in array.flat]).reshape(array.shape)
            raise SymroofError(f"{name} is an array of {array.dtype}; give integers or floats")
        return array

    # -- NumPy ---------------------------------------------------------------------------------------------------
    def generic(self) -> Callable[..., Any]:
        if self._generic is None:
            source = generic_source(self.program, self.names)
            self._generic = compiled(source, "on_arrays", {"_extreme": _extreme})
        return self._generic

    def _quick(self, values: tuple[Any, ...]) -> Any:
        """Small arrays of one shape, worked out whole; None where anything is unusual, for the door to look into."""
        import numpy as np

        ready: list[Any] = []
        single: list[int] = []
        shape: tuple[int, ...] | None = None
        for i, v in enumerate(values):
            kind = v.__class__
            if kind is np.ndarray:
                if v.dtype.char not in "dlqifILQhHbBe" or not 0 < v.size <= SMALL or (shape or v.shape) != v.shape:
                    return None
                if not np.minimum.reduce(v, axis=None) > 0:
                    return None
                if not (shape := v.shape):
                    return None
                ready.append(v if v.dtype.char == "d" else v.astype(np.float64))
            elif (kind is int and 0 < v <= 1 << 53) or (kind is float and v > 0):
                ready.append(float(v))
                single.append(i)
            else:
                return None
        if shape is None:
            return None
        run = self._small.get(key := frozenset(single))
        if run is None:
            scope = {f"_{u}": getattr(np, u) for u in UFUNC.values()}
            run = self._small[key] = compiled(small_source(self.program, self.names, key), "on_small", scope)
        try:
            with np.errstate(all="ignore"):
                result = run(*ready)
        except (ZeroDivisionError, OverflowError):
            return None
        if result.__class__ is not np.ndarray:
            return np.full(shape, result, np.float64)
        return result.copy() if any(result is v for v in ready) else result

    def _on_arrays(self, arrays: list[np.ndarray[Any, Any]], out: Any) -> Any:
        import numpy as np

        try:
            shape = np.broadcast_shapes(*(a.shape for a in arrays))
        except ValueError:
            shapes = ", ".join(f"{n} {a.shape}" for n, a in zip(self.symbols, arrays))
            raise SymroofError(f"these shapes do not broadcast together: {shapes}") from None
        if out is None:
            out = np.empty(shape)
        elif not isinstance(out, np.ndarray) or out.shape != shape or out.dtype != np.float64:
            got = f"{out.dtype} of {out.shape}" if isinstance(out, np.ndarray) else type(out).__name__
            raise SymroofError(f"out= must be a float64 array of shape {shape}, not {got}")
        elif any(np.may_share_memory(out, a) for a in arrays):
            raise SymroofError("out= shares memory with an input; give another array")
        whole = [a for a in arrays if a.ndim]
        if out.flags.c_contiguous and all(a.shape == shape and a.flags.c_contiguous for a in whole):
            ins = [a if a.ndim == 0 else a.reshape(-1) for a in arrays]
            if self.backend == "numba":
                self._compiled_backend()(*(self._ready(a, n) for a, n in zip(ins, self.symbols)), out.reshape(-1))
            else:
                self._flat(ins, out.reshape(-1))
        else:
            self._broadcast(arrays, out, shape)
        return out

    def _ready(self, a: np.ndarray[Any, Any], name: str) -> Any:
        import numpy as np

        _check(a, name, 0)
        return float(a) if a.ndim == 0 else a.astype(np.float64, copy=False)

    def _flat(self, ins: list[np.ndarray[Any, Any]], out: np.ndarray[Any, Any]) -> None:
        """Equal shapes: blocks of 32k elements, all intermediate results in a few reused buffers."""
        import numpy as np

        n = out.size
        fixed = [float(_check(a, name, 0)) if a.ndim == 0 else None for a, name in zip(ins, self.symbols)]
        with np.errstate(all="ignore"):
            lines, result = specialised(self.program, fixed, _fold)
        steps, count = placed(lines, result)
        plan = [(getattr(np, UFUNC[op]), a, b, to) for op, a, b, to in steps], count, result
        workers = min(_cores(), n // (THREADS_FROM // 2)) if n >= THREADS_FROM else 1
        if workers < 2:
            self._stretch(ins, out, 0, n, plan, BLOCK)
            return
        edges = [n * i // workers // BLOCK * BLOCK for i in range(workers)] + [n]
        failures: list[Exception] = []

        def work(start: int, stop: int) -> None:
            try:
                self._stretch(ins, out, start, stop, plan, WIDE)
            except Exception as e:  # raised again below, in the caller's thread
                failures.append(e)

        threads = [threading.Thread(target=work, args=pair) for pair in itertools.pairwise(edges)]
        for t in threads[1:]:
            t.start()
        threads[0].run()
        for t in threads[1:]:
            t.join()
        if failures:
            raise failures[0]

    def _stretch(
        self, ins: list[np.ndarray[Any, Any]], out: np.ndarray[Any, Any], start: int, stop: int, plan: tuple[Any, ...],
        block: int,
    ) -> None:
        import numpy as np

        steps, count, result = plan
        width = min(block, stop - start)
        buffers = [np.empty(width) for _ in range(count)]
        arrays = [(k, a, n) for k, (a, n) in enumerate(zip(ins, self.symbols)) if a.ndim]
        casts = {k: np.empty(width) for k, a, _ in arrays if a.dtype != np.float64}
        pieces: dict[int, np.ndarray[Any, Any]] = {}
        with np.errstate(all="ignore"):
            for i in range(start, stop, block):
                m = min(block, stop - i)
                if m != width:
                    buffers = [b[:m] for b in buffers]
                for k, a, name in arrays:
                    piece = a[i : i + m]
                    if k in casts:
                        np.copyto(casts[k][:m], piece, casting="unsafe")
                        piece = casts[k][:m]
                    pieces[k] = _check(piece, name, i)
                target = out[i : i + m]
                for ufunc, x, y, to in steps:
                    into = target if to < 0 else buffers[to]
                    p = x if x.__class__ is float else pieces[x[1]] if x[0] == "in" else buffers[x[1]]
                    if y is None:
                        ufunc(p, out=into)
                    else:
                        q = y if y.__class__ is float else pieces[y[1]] if y[0] == "in" else buffers[y[1]]
                        ufunc(p, q, out=into)
                if result.__class__ is float or result[0] == "in":
                    target[...] = result if result.__class__ is float else pieces[result[1]]

    def _broadcast(self, arrays: list[np.ndarray[Any, Any]], out: np.ndarray[Any, Any], shape: tuple[int, ...]) -> None:
        """Unequal shapes: blocks of the grid; what depends on few axes is worked out on those only."""
        import numpy as np

        ready = [_check(a, n, 0).astype(np.float64, copy=False) for a, n in zip(arrays, self.symbols)]
        run, room = self.generic(), BLOCK
        steps: list[int] = []
        for n in reversed(shape):
            steps.insert(0, max(1, min(n, room)))
            room = max(1, room // steps[0])
        with np.errstate(all="ignore"):
            for corner in itertools.product(*(range(0, n, s) for n, s in zip(shape, steps))):
                cut = tuple(slice(c, c + s) for c, s in zip(corner, steps))
                out[cut] = run(np, *(_window(a, cut) for a in ready))

    # -- other engines -------------------------------------------------------------------------------------------
    def _foreign(self, values: tuple[Any, ...], first: Any) -> Any:
        xp = _namespace(first)
        mixed = [self._as_float(v, n) if not hasattr(v, "shape") else v for v, n in zip(values, self.symbols)]
        kind = next(_as_floats(xp, v) for v in mixed if hasattr(v, "shape"))
        ready = [_as_floats(xp, v) if hasattr(v, "shape") else v for v in mixed]
        if xp.__name__ != "numpy":  # the array API's functions take no bare numbers
            ready = [v if hasattr(v, "shape") else xp.asarray(v, dtype=kind.dtype) for v in ready]
        result = self.generic()(xp, *ready)
        return result if hasattr(result, "shape") else next(r for r in ready if hasattr(r, "shape")) * 0.0 + result

    def _compiled_backend(self) -> Callable[..., Any]:
        if self._numba is None:
            numba = find_numba()
            names = self.names
            program = self.program
            body, result = statements(program, [f"{n}[_i]" for n in names], "float")
            lines = [f"def on_points({', '.join([*names, '_out'])}):", "    for _i in _prange(_out.size):"]
            lines += [f"        {b}" for b in body] + [f"        _out[_i] = {result}"]
            scope = {"_sqrt": math.sqrt, "_ceil": math.ceil, "_floor": math.floor, "_log2": math.log2, "_log": math.log}
            plain = compiled("\n".join(lines), "on_points", {**scope, "_prange": numba.prange})
            parallel = numba.njit(plain, parallel=True, error_model="numpy")
            serial = numba.njit(plain, error_model="numpy")

            def run(*args: Any) -> None:
                import numpy as np

                size = args[-1].size
                ins = [np.broadcast_to(np.float64(a), (size,)) if isinstance(a, float) else a for a in args[:-1]]
                (parallel if size >= THREADS_FROM else serial)(*ins, args[-1])

            self._numba = run
        return self._numba


def _fold(op: str, a: float, b: float | None) -> float:
    import numpy as np

    ufunc = getattr(np, UFUNC[op])
    return float(ufunc(a) if b is None else ufunc(a, b))


def find_numba() -> Any:
    try:
        import numba
    except ImportError:
        raise SymroofError('numba is not installed; pip install "symroof[fast]" or leave out backend=') from None
    return numba


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _extreme(pick: Callable[[Any, Any], Any], a: Any, b: Any) -> Any:
    """Maximum or minimum; array libraries that take no bare number beside an array get one of the array's kind."""
    if isinstance(a, float) or isinstance(b, float):
        array = b if isinstance(a, float) else a
        if not hasattr(array, "__array_ufunc__") and hasattr(array, "__array_namespace__"):
            xp = array.__array_namespace__()
            a, b = (xp.asarray(x, dtype=array.dtype) if isinstance(x, float) else x for x in (a, b))
    return pick(a, b)


def _namespace(x: Any) -> Any:
    """The library an array belongs to; None for NumPy's own arrays and for numbers."""
    if isinstance(x, (int, float, Fraction)):
        return None
    import numpy as np

    if isinstance(x, (np.ndarray, np.generic)):
        return None
    if hasattr(x, "__array_namespace__"):
        return x.__array_namespace__()
    return np if hasattr(x, "__array_ufunc__") and hasattr(x, "shape") else None


def _as_floats(xp: Any, x: Any) -> Any:
    """float64 at the door, or what stands for it where a library is set to 32 bits."""
    if xp.__name__ == "numpy":
        return x.astype("float64") if hasattr(x, "astype") else x
    if xp.__name__.startswith("jax"):
        return xp.asarray(x, dtype=float)
    return xp.astype(x, xp.float64) if hasattr(xp, "astype") else xp.asarray(x, dtype=xp.float64)


def _check(a: np.ndarray[Any, Any], name: str, offset: int) -> np.ndarray[Any, Any]:
    """The array, when every element is a positive number."""
    if a.size and not a.min() > 0:
        import numpy as np

        bad = int(np.flatnonzero(~(a.reshape(-1) > 0))[0])
        where = f" at index {offset + bad}" if a.ndim else ""
        raise SymroofError(not_positive(name, a.reshape(-1)[bad].item(), where))
    return a


def not_positive(name: str, x: float, where: str = "") -> str:
    return f"{name} is {x}{where}; sizes and parameters are positive numbers"


def _window(a: np.ndarray[Any, Any], cut: tuple[slice, ...]) -> np.ndarray[Any, Any]:
    if not a.ndim:
        return a
    return a[tuple(c if n > 1 else slice(None) for c, n in zip(cut[-a.ndim :], a.shape))]


@final
class Numeric(functools.partial):  # type: ignore[type-arg]
    """A function of numbers or arrays, made by ``numeric``: calls go straight to generated code, pickles rebuild it."""

    symbols: tuple[str, ...]
    _recipe: tuple[Any, ...]

    def __reduce__(self) -> Any:
        return rebuild, self._recipe

    def __repr__(self) -> str:
        return f"numeric({', '.join(self.symbols)})"


def rebuild(program: Program, symbols: tuple[str, ...], backend: str) -> Numeric:
    runner = _Runner(program, symbols, backend)

    def first(*args: Any, **options: Any) -> Any:
        """Stand in until the first call, which writes the code and puts it in this one's place."""
        made.__setstate__((runner.scalar, (), {}, made.__dict__))  # type: ignore[attr-defined]
        return runner.scalar(*args, **options)

    made = Numeric(first)
    made.symbols, made._recipe = symbols, (program, symbols, backend)
    return made
