"""The compiled loop: a program as one numba kernel, run on a block without Python's lock."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from symroof.errors import SymroofError
from symroof.evaluate.code import SCOPE, compiled, statements
from symroof.evaluate.nodes import Program


def find_numba() -> Any:
    try:
        import numba
    except ImportError:
        raise SymroofError('numba is not installed; pip install "symroof[fast]" or leave out backend=') from None
    return numba


def on_block(program: Program, moving: tuple[bool, ...]) -> Callable[..., None]:
    """The function of one block: its arguments, of which only the ``moving`` are arrays, and its results."""
    import numpy as np

    kernel = _kernel(program, moving)

    def run(*given: Any) -> None:
        outs = given[len(moving) :]
        shape = outs[0].shape
        grids = (x if not m or x.shape == shape else np.broadcast_to(x, shape) for x, m in zip(given, moving))
        flat = [x.reshape(-1) if m else float(x) for x, m in zip(grids, moving)]
        results = [o.reshape(-1) for o in outs]  # of a part of a grid, a copy
        kernel(*flat, *results)
        for o, r in zip(outs, results):
            if not o.flags.c_contiguous:
                o[...] = r.reshape(shape)

    return run


@functools.lru_cache(maxsize=256)
def _kernel(program: Program, moving: tuple[bool, ...]) -> Callable[..., None]:
    """The compiled kernel of a program: kept for the process, so that equal programs compile once.

    What rounds gives a float: numba's own roundings make an int64, which is neither nan nor above 2**63.
    """
    import numpy as np

    names = [f"v{k}" if m else f"x{k}" for k, m in enumerate(moving)]
    body, results = statements(program, names, "float")
    args = [*(f"x{k}" for k in range(len(moving))), *(f"o{j}" for j in range(len(results)))]
    lines = [f"def kernel({', '.join(args)}):", "    for _i in range(len(o0)):"]
    lines += [f"        v{k} = x{k}[_i]" for k, m in enumerate(moving) if m]
    lines += [f"        {b}" for b in body]
    lines += [f"        o{j}[_i] = {r}" for j, r in enumerate(results)]
    made: Callable[..., None] = find_numba().njit(nogil=True, error_model="numpy")(
        compiled("\n".join(lines), "kernel", {**SCOPE, "_floor": np.floor, "_ceil": np.ceil, "_rint": np.rint})
    )
    return made
