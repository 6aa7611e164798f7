"""The compiled loop: a program as one numba kernel per set of array types, run without Python's lock on every core.

Each kernel works through 1024 points at a time into buffers that stay in the first cache, checks that arguments are
positive on the way, and writes results of large arrays past the caches (non-temporal stores): memory is then read once
and written once, which is all that the machine's bandwidth asks for.
"""

from __future__ import annotations

import functools
import itertools
import math
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from symroof.errors import SymroofError
from symroof.evaluate.blocks import check, window_steps
from symroof.evaluate.code import SCOPE, compiled, statements
from symroof.evaluate.nodes import Program

if TYPE_CHECKING:
    import numpy as np

CHUNK = 1024  # points at a time: input and results of a few kB each
STREAM_FROM = 1 << 18  # results of fewer points stay in cache, where streaming stores would throw them out
THREADS_FROM = 1 << 19  # below, starting a second thread costs what it brings
MOST_THREADS = 64


def find_numba() -> Any:
    try:
        import numba
    except ImportError:
        raise SymroofError('numba is not installed; pip install "symroof[fast]" or leave out backend=') from None
    return numba


def fill(
    program: Program,
    names: Sequence[str],
    fixed: Sequence[float | None],
    ins: Sequence[np.ndarray[Any, Any] | None],
    outs: Sequence[np.ndarray[Any, Any]],
    workers: int,
) -> None:
    """Fill the outputs; inputs that are numbers are None in ``ins`` and given in ``fixed``."""
    import numpy as np

    shape = outs[0].shape
    if not outs[0].size:
        return
    kernel = _kernel(program, tuple(x is None for x in fixed))
    if len(shape) == 1 and all(a is None or (a.shape == shape and _is_taken(a.dtype)) for a in ins):
        given = [x if a is None else a for x, a in zip(fixed, ins)]
        _shared(kernel, given, outs, workers, names)
        return
    # a grid: blocks of it are copied out, which also turns other dtypes into float64
    ready = [a if a is None else check(a, n) for a, n in zip(ins, names)]
    steps = window_steps(shape)
    size = math.prod(steps)
    held = [np.empty(size) for _ in [*ready, *outs]]
    for corner in itertools.product(*(range(0, n, s) for n, s in zip(shape, steps))):
        cut = tuple(slice(c, c + s) for c, s in zip(corner, steps))
        part = outs[0][cut].shape
        flat = [b[: math.prod(part)] for b in held]
        for k, a in enumerate(ready):
            if a is not None:
                np.copyto(flat[k].reshape(part), np.broadcast_to(a, shape)[cut], casting="unsafe")
        given = [x if x is not None else flat[k] for k, x in enumerate(fixed)]
        results = flat[len(ready) :]
        kernel(*given, *results, 0, results[0].size, False)
        for o, r in zip(outs, results):
            o[cut] = r.reshape(part)


def _is_taken(dtype: np.dtype[Any]) -> bool:
    """Whether compiled code reads elements of this type; other types and orders of bytes are turned into float64."""
    return dtype.isnative and dtype.char in "dfqlihbQLIHB"


def _shared(
    kernel: Callable[..., bool],
    given: Sequence[Any],
    outs: Sequence[np.ndarray[Any, Any]],
    workers: int,
    names: Sequence[str],
) -> None:
    """One kernel on stretches of the same arrays, a thread for each."""
    n = outs[0].size
    stream = n >= STREAM_FROM and all(o.flags.c_contiguous and o.ctypes.data % 8 == 0 for o in outs)
    edges = [n * i // workers // CHUNK * CHUNK for i in range(workers)] + [n]
    fine = [True] * workers

    def work(i: int) -> None:
        fine[i] = kernel(*given, *outs, edges[i], edges[i + 1], stream)

    if workers > 1:
        kernel(*given, *outs, 0, 0, stream)  # compiles where it has to, before threads ask for it
    threads = [threading.Thread(target=work, args=(i,)) for i in range(1, workers)]
    for t in threads:
        t.start()
    work(0)
    for t in threads:
        t.join()
    if not all(fine):
        for x, name in zip(given, names):
            if not isinstance(x, float):
                check(x, name)


@functools.lru_cache(maxsize=256)
def _kernel(program: Program, moving: tuple[bool, ...]) -> Callable[..., bool]:
    """The compiled kernel of a program: kept for the process, so that equal programs compile once."""
    numba = find_numba()
    names = [f"x{k}" for k in range(len(moving))]
    local = [f"v{k}_" if m else f"x{k}" for k, m in enumerate(moving)]
    body, results = statements(program, local, "float")
    count = len(results)
    args = [*names, *(f"o{j}" for j in range(count)), "_start", "_stop", "_stream"]
    lines = [f"def kernel({', '.join(args)}):", "    _bad = 0"]
    lines += [f"    _b{j} = _empty({CHUNK})" for j in range(count)]
    lines += [f"    for _i in range(_start, _stop, {CHUNK}):", f"        _m = min({CHUNK}, _stop - _i)",
              *(f"        _x{k} = x{k}[_i : _i + _m]" for k, m in enumerate(moving) if m),
              "        for _j in range(_m):"]  # fmt: skip
    for k, m in enumerate(moving):
        if m:  # from a slice, so that the index cannot be negative and the loop becomes vector code
            lines += [f"            v{k}_ = float(_x{k}[_j])", f"            _bad |= not (v{k}_ > 0.0)"]
    lines += [f"            {b}" for b in body]
    lines += [f"            _b{j}[_j] = {r}" for j, r in enumerate(results)]
    lines += [f"        _write(o{j}, _i, _b{j}, _m, _stream)" for j in range(count)]
    lines += ["    return _bad == 0"]
    import numpy as np

    scope = {**SCOPE, "_empty": np.empty, "_write": _writer(), "min": min}
    plain = compiled("\n".join(lines), "kernel", scope)
    made: Callable[..., bool] = numba.njit(plain, nogil=True, error_model="numpy")
    return made


@functools.lru_cache(maxsize=1)
def _writer() -> Any:
    """write(out, i, buffer, m, stream): copy m numbers to out[i:], past the caches when streaming."""
    from llvmlite import ir
    from numba import njit, types
    from numba.core import cgutils
    from numba.extending import intrinsic

    wide = 8  # a cache line: 64 bytes

    @intrinsic  # type: ignore[untyped-decorator]
    def stream_line(typing: Any, out: Any, i: Any, source: Any, j: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            line = ir.VectorType(ir.DoubleType(), wide)

            def address(kind: Any, array: Any, index: Any) -> Any:
                data = context.make_array(kind)(context, builder, array).data
                return builder.bitcast(builder.gep(data, [index]), line.as_pointer())

            loaded = builder.load(address(signature.args[2], args[2], args[3]), align=8)
            stored = builder.store(loaded, address(signature.args[0], args[0], args[1]), align=64)
            one = ir.Constant(ir.IntType(32), 1)
            stored.set_metadata("nontemporal", builder.module.add_metadata([one]))
            return context.get_dummy_value()

        return types.void(out, i, source, j), build

    @intrinsic  # type: ignore[untyped-decorator]
    def offset(typing: Any, out: Any, i: Any) -> Any:
        """Elements from out[i] to the next cache line."""

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            data = context.make_array(signature.args[0])(context, builder, args[0]).data
            address = builder.ptrtoint(builder.gep(data, [args[1]]), cgutils.intp_t)
            past = builder.and_(builder.lshr(address, ir.Constant(cgutils.intp_t, 3)), ir.Constant(cgutils.intp_t, 7))
            left = builder.sub(ir.Constant(cgutils.intp_t, 8), past)
            return builder.and_(left, ir.Constant(cgutils.intp_t, 7))

        return types.intp(out, i), build

    @njit(nogil=True)  # type: ignore[untyped-decorator]
    def write(out: Any, i: Any, buffer: Any, m: Any, stream: Any) -> None:
        j = 0
        if stream:
            j = min(offset(out, i), m)
            out[i : i + j] = buffer[:j]
            while j + 8 <= m:
                stream_line(out, i + j, buffer, j)
                j += 8
        out[i + j : i + m] = buffer[j:m]

    return write
