"""The engine: what runs a program on floats, NumPy blocks and threads, numba, and other array libraries."""

from __future__ import annotations

import functools
import math
import operator
import weakref
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, final

from symroof.errors import SymroofError
from symroof.evaluate.blocks import Filler, check, empty, not_positive
from symroof.evaluate.code import (
    SCOPE,
    array_functions,
    compiled,
    generic_source,
    parameter_names,
    reach,
    scalar_source,
    small_source,
)
from symroof.evaluate.doubled import doubled
from symroof.evaluate.nodes import Program
from symroof.evaluate.operations import BIG, EDGES, NO_SIZE, having, root
from symroof.evaluate.wholly import are_whole, wholly
from symroof.evaluate.wide import far

if TYPE_CHECKING:
    import numpy as np

BLOCK = 1 << 15  # points that are worked out again at a time
SMALL = 1 << 14  # elements up to which whole arrays stay in cache, so that blocks would only cost


class Runner:
    """What a generated function falls back on: the door for arrays, blocks, threads and other libraries."""

    def __init__(self, program: Program, symbols: Sequence[str], backend: str, parallel: bool | None) -> None:
        self.program, self.symbols, self.backend, self.parallel = program, tuple(symbols), backend, parallel
        self._small: dict[tuple[type, ...], Callable[..., Any]] = {}
        self._scalar: Callable[[], Callable[..., Any] | None] = lambda: None

    @functools.cached_property
    def names(self) -> list[str]:
        """What the arguments are called in the function for plain floats."""
        return parameter_names(self.symbols)

    @functools.cached_property
    def filler(self) -> Filler:
        """What works through large arrays."""
        return Filler(self.program, self.symbols, self.backend, self.parallel)

    @property
    def scalar(self) -> Callable[..., Any]:
        """The function for plain floats: it holds this runner, so that it is not held in turn, and both go at once."""
        made = self._scalar()
        if made is None:
            scope = {**SCOPE, "_door": self.door, "_limits": self.limits}
            made = compiled(scalar_source(self.program, self.names), "numeric", scope)
            self._scalar = weakref.ref(made)
        return made

    @functools.cached_property
    def generic(self) -> Callable[..., Any]:
        """The function of a library and its arrays."""
        return compiled(generic_source(self.program, self.names), "on_arrays", _ON_ARRAYS.copy())

    # -- the door ------------------------------------------------------------------------------------------------
    def door(self, values: tuple[Any, ...], out: Any) -> Any:
        """Everything but plain positive floats and ints: checks, then the right engine."""
        classes = tuple(map(type, values))
        small = self._small.get(classes) or self._small_for(classes)
        try:
            quick = small(*values)
        except (ZeroDivisionError, OverflowError):  # in the arithmetic of plain numbers: blocks know infinity
            quick = None
        if quick is not None:
            found, told = quick
            if not told:
                found = self.settled(found, values)
            return found if out is None else self._into(out, found, values)
        named = list(zip(values, self.symbols))
        values = tuple(self.as_array(v, n) if isinstance(v, (list, tuple)) else v for v, n in named)
        foreign = [v for v in values if namespace(v) is not None]
        if foreign:
            if out is not None:
                raise SymroofError(f"out= takes a NumPy array, and {type(foreign[0]).__name__} makes its own")
            return self._foreign(values, foreign[0])
        import numpy as np

        if out is None and not any(isinstance(v, np.ndarray) for v in values):
            numbers = [self.as_float(v, n) for v, n in zip(values, self.symbols)]
            least, most = reach(self.program)
            if all(least <= x <= most for x in numbers):
                return self.scalar(*numbers)
            found = far(self.program, numbers)
            return found if self.program.many else found[0]
        arrays = [self.as_array(v, n) for v, n in zip(values, self.symbols)]
        return self._on_arrays(arrays, out)

    def limits(self, values: tuple[float, ...]) -> Any:
        """A float call that divided by zero or overflowed: what IEEE arithmetic gives, as for arrays."""
        import numpy as np

        with np.errstate(all="ignore"):
            given = [np.float64(v) for v in values]
            found = tuple(map(float, self.generic(np, *given)))
            if self.doubts and any(x != x for x in found) and self.may_be_there(given).any():
                found = far(self.program, values)
        return found if self.program.many else found[0]

    def settled(self, found: Any, values: Sequence[Any]) -> Any:
        """Results on NumPy's arrays, those worked out again in wider numbers of which floats have lost the digits."""
        if not self.doubts:
            return found
        import numpy as np

        results = found if self.program.many else (found,)
        lost = functools.reduce(operator.or_, map(np.isnan, results))
        if not lost.any():
            return found
        ins = [np.broadcast_to(np.asarray(v, np.float64), lost.shape)[lost] for v in values]
        with np.errstate(all="ignore"):
            open_ = np.flatnonzero(np.broadcast_to(self.may_be_there(ins), ins[0].shape))
        places = tuple(axis[open_] for axis in np.nonzero(lost))
        for start in range(0, len(open_), BLOCK):
            some = slice(start, start + BLOCK)
            again = self.again([v[open_[some]] for v in ins])
            for target, x in zip(results, again):
                target[tuple(axis[some] for axis in places)] = x
        return found

    def may_be_there(self, ins: Sequence[Any]) -> Any:
        """Where results that are nan may have a value: what is nan also where no digit is asked for has none.

        Unless a condition has failed for what it compares is nan, or a digit of that is wrong; so with the logarithm or
        root of what seems to be below 0, and what is made of an exponential of any size.
        """
        import numpy as np

        found = [np.isnan(x) for x in self.undoubting.generic(np, *ins)]
        made = ~np.asarray(functools.reduce(operator.and_, found))
        if self.compared.program.results:
            looked = self.compared.generic(np, *ins)
            for x, seen in zip(looked[::2], looked[1::2]):
                made = made | (np.isnan(seen) & ~np.isnan(x))
        return made

    @functools.cached_property
    def compared(self) -> Runner:
        """What is looked at before it is compared, or has to be above 0, each before the look and after it."""
        lines, hang = self.program.lines, set[int]()
        for i in reversed(range(len(lines))):
            op, *operands = lines[i]
            if i in hang or op in _HELD:
                hang |= {x[1] for x in operands if isinstance(x, tuple) and x[0] == "t"}
        looks = [i for i in sorted(hang) if lines[i][0] in _LOOKS]
        results = tuple(x for i in looks for x in (lines[i][1], ("t", i)))
        return Runner(Program(lines, results, True), self.symbols, self.backend, self.parallel)

    def again(self, ins: list[Any]) -> Sequence[Any]:
        """Results in pairs of floats, and in wider numbers at the points that these leave open."""
        import numpy as np

        found, settled = doubled(self.program, ins)
        results = [np.broadcast_to(x, ins[0].shape).copy() for x in found]
        left = np.flatnonzero(~np.broadcast_to(settled, ins[0].shape))
        points, which = np.unique(np.stack([v[left] for v in ins], 1), axis=0, return_inverse=True)
        again = np.array([far(self.program, p.tolist()) for p in points]).reshape(len(points), len(results))
        for target, x in zip(results, again.T):
            target[left] = x[which.reshape(-1)]
        return results

    @functools.cached_property
    def doubts(self) -> bool:
        """Whether results may be nan since floats have lost their digits."""
        return self.program.doubts

    @functools.cached_property
    def undoubting(self) -> Runner:
        """The same with a digit that is wrong where all are lost, so that nan is where there is no value."""
        lines = tuple(
            ("add", a, b) if op in ("sure", "some")
            else ("mul", a, 1.0) if op in _AS_IT_IS
            else ("pow", b, a) if op == "raised"
            else ("le", 0.0, 1.0) if op.startswith("tie") else (op, a, b)  # where a condition may hold, it does
            for op, a, b in self.program.lines
        )  # fmt: skip
        return Runner(Program(lines, self.program.results, True), self.symbols, self.backend, self.parallel)

    def as_float(self, value: Any, name: str) -> float:
        plain = isinstance(value, (int, float, Fraction)) or (
            hasattr(value, "__float__") and getattr(getattr(value, "dtype", None), "kind", "f") in "iuf"
        )
        if isinstance(value, bool) or not plain:
            raise SymroofError(f"{name} is {value!r}; give a number or an array of numbers")
        try:
            x = float(value)
        except OverflowError:
            raise SymroofError(f"{name} is too large for a float64; use exactly() for an exact value") from None
        except (TypeError, ValueError):
            raise SymroofError(f"{name} is {value!r}; give a number or an array of numbers") from None
        if not 0 < x < math.inf:
            raise SymroofError(not_positive(name, x))
        return x

    def as_array(self, value: Any, name: str) -> np.ndarray[Any, Any]:
        import numpy as np

        if isinstance(value, (int, float, Fraction)) and not isinstance(value, bool):
            return np.asarray(self.as_float(value, name))
        if isinstance(value, np.ma.MaskedArray) and np.ma.is_masked(value):
            raise SymroofError(f"{name} has masked elements; give {name}.compressed(), the others")
        try:
            array = np.asarray(value)
        except ValueError:
            raise SymroofError(f"{name} is ragged; give an array whose rows are equally long") from None
        if array.dtype.kind not in "iuf":
            plain = array.dtype.kind == "O" and all(isinstance(v, (int, float, Fraction)) for v in array.flat)
            if plain:
                return np.array([self.as_float(v, name) for v in array.flat]).reshape(array.shape)
            raise SymroofError(f"{name} is an array of {array.dtype}; give integers or floats")
        return array

    # -- NumPy ---------------------------------------------------------------------------------------------------
    def _small_for(self, classes: tuple[type, ...]) -> Callable[..., Any]:
        """The function for small arrays and numbers of these classes; one that declines where there is none."""
        import numpy as np

        if np.ndarray in classes and all(c in (np.ndarray, int, float) for c in classes) and self.backend == "numpy":
            kinds = "".join("a" if c is np.ndarray else "n" for c in classes)
            source, numbers = small_source(self.program, kinds, SMALL, wholly(self.program))
            scope: dict[str, Any] = {**array_functions(), **{k: np.asarray(v) for k, v in numbers.items()}}
            scope |= {"_f8": np.dtype(np.float64), "_numbers": "dlqifILQhHbBe", "_integers": "lqiILQhHbB"}
            scope |= {"_errstate": np.errstate, "_empty": np.empty, "_are_whole": are_whole}
            made = compiled(source, "on_small", scope)
        else:
            made = _declines
        self._small[classes] = made
        return made

    def _on_arrays(self, arrays: list[np.ndarray[Any, Any]], out: Any) -> Any:
        import numpy as np

        try:
            shape = np.broadcast_shapes(*{a.shape for a in arrays})
        except ValueError:
            shapes = ", ".join(f"{n} {a.shape}" for n, a in zip(self.symbols, arrays))
            raise SymroofError(f"these shapes do not broadcast together: {shapes}") from None
        outs = self.outputs(out, shape, arrays)
        told = self.filler.fill(arrays, outs)
        answer = tuple(outs) if self.program.many else outs[0]
        if not told:
            self.settled(answer, arrays)
        return answer if out is None else out

    def _into(self, out: Any, found: Any, values: Sequence[Any]) -> Any:
        """A small answer copied into the arrays given for it."""
        answers = found if self.program.many else (found,)
        inputs = [v for v in values if hasattr(v, "shape")]
        for target, answer in zip(self.outputs(out, answers[0].shape, inputs), answers):
            target[...] = answer
        return out

    def outputs(self, out: Any, shape: tuple[int, ...], arrays: list[Any]) -> list[np.ndarray[Any, Any]]:
        """The arrays to fill: new ones, or those given, which must fit and share no memory."""
        import numpy as np

        count = len(self.program.results)
        if out is None:
            return empty(shape, count)
        outs = list(out) if self.program.many and isinstance(out, (list, tuple)) else [out]
        if len(outs) != count:
            raise SymroofError(f"out= must hold {count} arrays, one for each expression, not {len(outs)}")
        for i, o in enumerate(outs):
            if not isinstance(o, np.ndarray) or o.shape != shape or o.dtype != np.float64:
                got = f"{o.dtype} of {o.shape}" if isinstance(o, np.ndarray) else type(o).__name__
                raise SymroofError(f"out= must be a float64 array of shape {shape}, not {got}")
            if not o.flags.writeable:
                raise SymroofError("out= is read-only; give an array that can be written")
            if any(_overlap(o, a) for a in [*arrays, *outs[:i]]):
                raise SymroofError("out= shares memory with an input or another output; give another array")
        return outs

    # -- other engines -------------------------------------------------------------------------------------------
    def _foreign(self, values: tuple[Any, ...], first: Any) -> Any:
        """Arrays of another library: Dask and xarray hand us their blocks, the rest run the program as it is."""
        libraries = {type(v).__module__.split(".")[0] for v in values}
        if "xarray" in libraries:
            return self._on_named_axes(values)
        if "dask" in libraries:
            return self._on_chunks(values)
        xp = namespace(first)
        mixed = [v if hasattr(v, "shape") else self.as_float(v, n) for v, n in zip(values, self.symbols)]
        for v, name in zip(mixed, self.symbols):
            self._must_be_numbers(v, name)
        ready: list[Any] = [_as_floats(xp, v) if hasattr(v, "shape") else v for v in mixed]
        for r, name in zip(ready, self.symbols):
            if hasattr(r, "shape"):
                self._must_be_positive(xp, r, name)
        like = next(r for r in ready if hasattr(r, "shape"))
        if xp.__name__ == "numpy":  # something that takes NumPy's functions
            results = tuple(r if hasattr(r, "shape") else like * 0.0 + r for r in self.generic(xp, *ready))
        else:  # the array API's functions take no bare numbers
            import numpy as np

            ready = [v if hasattr(v, "shape") else xp.asarray(v, dtype=like.dtype) for v in ready]
            shape = np.broadcast_shapes(*(r.shape for r in ready))
            made = (r if hasattr(r, "shape") else xp.asarray(r, dtype=like.dtype) for r in self.generic(xp, *ready))
            results = tuple(r if r.shape == shape else xp.broadcast_to(r, shape) for r in made)
        return results if self.program.many else results[0]

    def _must_be_numbers(self, value: Any, name: str) -> None:
        """Refuse booleans, text and complex numbers of any library by the name of their dtype."""
        dtype = str(getattr(value, "dtype", "float64")).split(".")[-1]
        if not dtype.startswith(("int", "uint", "float", "bfloat")):
            raise SymroofError(f"{name} is an array of {dtype}; give integers or floats")

    def _must_be_positive(self, xp: Any, value: Any, name: str) -> None:
        """Refuse sizes that are not positive, where the library can say so now: under jit it cannot."""
        import numpy as np

        try:
            fine = (value > 0) & (value < math.inf)
            if xp is np and not hasattr(fine, "all"):  # something of its own kind that only takes NumPy's functions
                return
            if bool(fine.all() if xp is np else xp.all(fine)):
                return
        except (TypeError, ValueError):  # arrays without values yet, such as those that JAX traces
            return
        check(np.asarray(value), name)

    def _again(self) -> Numeric:
        return rebuild(self.program, self.symbols, self.backend, self.parallel)

    def _on_named_axes(self, values: tuple[Any, ...]) -> Any:
        """xarray: axes meet by name; Dask arrays inside stay lazy."""
        import xarray

        outputs: list[tuple[()]] = [()] * len(self.program.results)
        return xarray.apply_ufunc(self._again(), *values, output_core_dims=outputs, dask="allowed", keep_attrs=False)

    def _on_chunks(self, values: tuple[Any, ...]) -> Any:
        """Dask: one task for each chunk, which runs on whichever worker this function is sent to."""
        import dask.array as da
        import numpy as np

        ready = [da.asarray(v) if hasattr(v, "shape") else self.as_float(v, n) for v, n in zip(values, self.symbols)]
        arrays: list[Any] = [v for v in ready if hasattr(v, "shape")]
        chunks = functools.reduce(operator.add, arrays).chunks  # Dask's own rules of broadcasting; never computed
        if not self.program.many:
            meta = np.empty((0,) * len(chunks))
            return da.map_blocks(self._again(), *ready, dtype=np.float64, chunks=chunks, meta=meta)
        chunks = ((len(self.program.results),), *chunks)
        stacked = da.map_blocks(_Stacked(self._again()), *ready, dtype=np.float64, new_axis=0, chunks=chunks,
                                meta=np.empty((0,) * len(chunks)))  # fmt: skip
        return tuple(stacked[j] for j in range(len(self.program.results)))


@final
class _Stacked:
    """Several answers as one array, a new axis in front."""

    def __init__(self, f: Numeric) -> None:
        self.f = f

    def __call__(self, *values: Any) -> Any:
        import numpy as np

        return np.stack(self.f(*values))


def _overlap(a: np.ndarray[Any, Any], b: np.ndarray[Any, Any]) -> bool:
    """Whether two arrays have an element in common; yes, where that would take long to find out."""
    import numpy as np

    try:
        return np.shares_memory(a, b, max_work=1000)  # type: ignore[arg-type]
    except np.exceptions.TooHardError:
        return True


def _declines(*values: Any) -> None:
    """The function for small arrays where there is none."""


def _extreme(pick: Callable[[Any, Any], Any], a: Any, b: Any) -> Any:
    """Maximum or minimum; array libraries that take no bare number beside an array get one of the array's kind."""
    if isinstance(a, float) or isinstance(b, float):
        array = b if isinstance(a, float) else a
        if not hasattr(array, "__array_ufunc__") and hasattr(array, "__array_namespace__"):
            xp = array.__array_namespace__()
            a, b = (xp.asarray(x, dtype=array.dtype) if isinstance(x, float) else x for x in (a, b))
    return pick(a, b)


def _log2(xp: Any, x: Any) -> Any:
    """The binary logarithm; JAX's is off by a rounding at some powers of two, where it must be whole for a ceiling."""
    y = xp.log2(x)
    if not xp.__name__.startswith("jax"):
        return y
    from jax.lax import stop_gradient

    whole = xp.round(y)
    is_power = xp.ldexp(xp.ones_like(whole), whole.astype("int32")) == x
    return y + stop_gradient(xp.where(is_power, whole - y, 0.0))


def _where(xp: Any, when: Any, yes: Any, no: Any) -> Any:
    """One value or another; array libraries that take no bare numbers get arrays of the condition's kind."""
    if isinstance(when, bool):
        return yes if when else no
    if xp.__name__ != "numpy" and hasattr(when, "__array_namespace__"):
        yes, no = (x if hasattr(x, "shape") else xp.asarray(x, dtype=xp.float64) for x in (yes, no))
    return xp.where(when, yes, no)


def _sure(xp: Any, x: Any, most: Any) -> Any:
    """A sum, nan where so little is left of its terms; 0 of nothing is 0."""
    return _where(xp, (x >= most) | (x <= -most), x, math.nan)


def _some(xp: Any, x: Any, most: Any) -> Any:
    """A logarithm, nan where it is near 0 and not there."""
    return _where(xp, (x > most) | (x < -most) | (x == 0), x, math.nan)


def _div(xp: Any, x: Any, y: Any) -> Any:
    """A quotient that may be rounded to a whole number next, to the last bit.

    JAX multiplies by 1/y where y has fewer elements than x, so that 49/49 would be below 1.
    """
    return x / y if xp.__name__ == "numpy" else x / _where(xp, x == x, y, x)


def _edge(xp: Any, x: Any, near: float, small: Any, given: tuple[Any, ...]) -> Any:
    """What is rounded next, nan where floats do not say to which side, unless it is made of whole arguments.

    ``small`` says where such arguments make no integer of 2**53.
    """
    size = abs(x)
    whole = functools.reduce(operator.and_, [v == xp.floor(v) for v in given if hasattr(v, "shape")])
    far = (abs(x - xp.round(x)) > near * size) | (size >= EDGES)
    return _where(xp, far if xp.__name__ == "numpy" else far | (whole & small), x, math.nan)


def _brink(xp: Any, x: Any, most: Any, near: float) -> Any:
    """The same of a quotient of integers, of which the largest is ``most``."""
    return _where(xp, (most < BIG) | (abs(x - xp.round(x)) > near * abs(x)), x, math.nan)


def _whole(xp: Any, x: Any) -> Any:
    """An integer, nan from 2**53 on, where floats are not all of them."""
    return _where(xp, (x < BIG) & (x > -BIG), x, math.nan)


def _entire(xp: Any, x: Any) -> Any:
    """A size, so large between sizes that no look finds what is made of it below 2**53."""
    return _where(xp, x == xp.round(x), x, NO_SIZE)


def _mild(xp: Any, x: Any, most: float) -> Any:
    """What exp is taken of, nan where NumPy's floats may overflow or vanish on it; other libraries' do."""
    return xp.where(abs(x) <= most, x, math.nan) if xp.__name__ == "numpy" else x


def _capped(xp: Any, x: Any, most: float) -> Any:
    """The same where they may only vanish, and nothing hangs on it."""
    return xp.where(x <= most, x, math.nan) if xp.__name__ == "numpy" else x


def _raised(xp: Any, n: Any, base: float) -> Any:
    """A whole number to the power of other ones, by products, since no library says how exact its powers are."""
    made, square, left = n * 0.0 + 1.0, base, abs(n)
    for _ in range(10):  # of exponents below 1024
        half = xp.floor(left * 0.5)
        made = xp.where(left == half + half, made, made * square)
        left, square = half, square * square  # infinite at last, as the power is
    return xp.where(n >= 0, made, 1.0 / made) if base == 2 else _where(xp, n >= 0, made, math.nan)


def _above(xp: Any, x: Any) -> Any:
    """What is above 0, nan elsewhere."""
    return _where(xp, x > 0, x, math.nan)


def _finite(xp: Any, x: Any) -> Any:
    """A value, nan at a pole."""
    return _where(xp, x - x == 0, x, math.nan)


def _root(xp: Any, x: Any, degree: int) -> Any:
    """The root of that degree, exact where it is an integer."""
    if isinstance(x, float):
        return root(x, degree) if x >= 0 else math.nan
    y = x ** (1 / degree)
    n = xp.floor(y + 0.5)
    if not xp.__name__.startswith("jax"):
        return xp.where(n**degree == x, n, y)
    from jax.lax import stop_gradient

    return y + stop_gradient(xp.where(n**degree == x, n - y, 0.0))


_AS_IT_IS = having("tempers") | {"edge", "brink", "verge", "whole", "entire", "finite"}
_LOOKS = having("looks") | having("tempers") | {"whole"}
_HELD = having("demands") | having("exponential") | {"lt", "le", "above"}  # nan, or wrong, where what is looked at is
_ON_ARRAYS: dict[str, Any] = {
    "_extreme": _extreme, "_log2": _log2, "_where": _where, "_root": _root, "_nan": math.nan, "_sure": _sure,
    "_finite": _finite, "_some": _some, "_edge": _edge, "_div": _div, "_brink": _brink, "_whole": _whole,
    "_entire": _entire, "_mild": _mild, "_capped": _capped,
    "_above": _above, "_raised": _raised,
}  # fmt: skip


def namespace(x: Any) -> Any:
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
    """float64 at the door; NumPy's arrays beside another library's become that library's."""
    import numpy as np

    if xp is not np and isinstance(x, (np.ndarray, np.generic)):
        x = xp.asarray(x.astype(np.float64))
    if xp.__name__ == "numpy":
        return x.astype("float64") if hasattr(x, "astype") else x
    if xp.__name__.startswith("jax"):
        if xp.asarray(0.0).dtype != "float64":
            raise SymroofError(
                "JAX computes in 32 bits here, where sizes overflow and lose digits; "
                'call jax.config.update("jax_enable_x64", True) before making arrays'
            )
        return xp.asarray(x, dtype="float64")
    return xp.astype(x, xp.float64) if hasattr(xp, "astype") else xp.asarray(x, dtype=xp.float64)


@final
class Numeric(functools.partial[Any]):
    """A function of numbers or arrays, made by ``numeric``: calls go straight to generated code, pickles rebuild it."""

    symbols: tuple[str, ...]
    _recipe: tuple[Any, ...]
    _maker: Callable[..., Numeric]

    def __reduce__(self) -> Any:
        return self._maker, self._recipe

    def made_by(self, maker: Callable[..., Numeric], recipe: tuple[Any, ...], symbols: tuple[str, ...]) -> Numeric:
        """The same, told who makes it anew of what, and what its arguments are called."""
        self._maker, self._recipe, self.symbols = maker, recipe, symbols
        return self

    def __eq__(self, other: object) -> bool:
        return self._recipe == other._recipe if isinstance(other, Numeric) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._recipe)

    def __repr__(self) -> str:
        return f"numeric({', '.join(self.symbols)})"


def rebuild(program: Program, symbols: tuple[str, ...], backend: str, parallel: bool | None) -> Numeric:
    runner = Runner(program, symbols, backend, parallel)

    def first(*args: Any, **options: Any) -> Any:
        """Stand in until the first call, which writes the code and puts it in this one's place."""
        written = runner.scalar
        held = here()
        if held is not None:
            held.__setstate__((written, (), {}, held.__dict__))  # type: ignore[attr-defined]
        return written(*args, **options)

    made = Numeric(first)
    here = weakref.ref(made)  # whose code this is: a function that is dropped waits for no collector
    return made.made_by(rebuild, (program, symbols, backend, parallel), symbols)
