"""``trace``: from a function as people run it to a program in closed form.

The function is traced abstractly, three times at primes and once more to confirm; no array is made.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from typing import Any

from symroof.errors import SymroofError
from symroof.model.collectives import network_of
from symroof.reading import notation
from symroof.tracing.asked import Asked
from symroof.tracing.given import given_costs
from symroof.tracing.program import Program
from symroof.tracing.shapes import Sized

BACKENDS = ("jax", "torch")


def trace(
    f: Callable[..., Any],
    *args: Any,
    mesh: str | None = None,
    sizes: Mapping[str, object] | str | None = None,
    over: str = "",
    overlap: str = "sum",
    costs: Mapping[str, object] | None = None,
    branch: Any = None,
    one_kernel: str | tuple[str, ...] = (),
    unrolled: object = None,
    gspmd: bool = False,
    backend: str | None = None,
    backward: bool = False,
    optimizer: object = None,
    sdpa: str = "kernel",
    kwargs: Mapping[str, Any] | None = None,
    **more: Any,
) -> Program:
    """The program that a JAX or PyTorch function or module runs on such arguments, in closed form.

    args     arrays in notation ("bf16[B, T, G*N]"), pytrees of them, arrays or ShapeDtypeStructs, modules; a symbol
             of ``dims`` is a whole number; ``sized(lambda D: ...)`` makes an argument anew from the sizes it names
    mesh     axes that sizes are cut over, "X Y=4"; over, overlap: what joins them, as in ``op``
    sizes    numbers for sizes, {"H": 128}; or "symbolic": one trace with JAX's symbolic shapes, where floors are wanted
    costs    what kernels cost that hide theirs, {"flash": {"flops": "4*B*N*H*T**2", "bytes": "8*B*T*N*H"}}
    branch   which branch of a cond counts, by default the one that does most at all sizes
    one_kernel   named scopes or functions whose operations run as one kernel, ("attention",)
    unrolled     the size that a Python loop runs over; found where left out
    gspmd    read back the collectives that XLA's partitioner puts in, from programs compiled for pretended devices
    backward, optimizer    of a PyTorch module: trace loss.backward() and the optimizer's step too
    sdpa     PyTorch's scaled_dot_product_attention as one "kernel", or "written" out as its products

    >>> def matmul(x, w):
    ...     return x @ w
    >>> program = trace(matmul, "bf16[B, D]", "bf16[D, F]")
    >>> program.flops, program.bytes
    (2*B*D*F, 2*B*D + 2*B*F + 2*D*F)

    Raises SymroofError naming the user's line for what cannot be counted or is no polynomial in the sizes;
    NotationError for an argument that does not read; and the function's own errors as one message.
    """
    if not callable(f) and not isinstance(f, Sized) and not _is_torch(f):
        raise SymroofError(f"trace takes a function or a module first, not {str(f)[:80]!r}")
    _words(sdpa, overlap, over)
    axes = notation.mesh_of(mesh) if mesh is not None else ()
    fixed = _fixed(sizes) | {a: n for a, n in axes if n is not None}
    scopes = (one_kernel,) if isinstance(one_kernel, str) else tuple(one_kernel)
    asked = Asked(f, args, dict(kwargs or {}) | more, axes, fixed, sizes == "symbolic", over, overlap,
                  given_costs(costs), branch, scopes, None if unrolled is None else str(unrolled), gspmd,
                  {"backward": backward, "optimizer": optimizer, "sdpa": sdpa})  # fmt: skip
    chosen = backend or _backend(asked)
    if chosen == "torch":
        from symroof.tracing.torch_trace import traced
    elif chosen == "jax":
        from symroof.tracing.jax_door import traced
    else:
        raise SymroofError(f"no backend {chosen!r}; known: {', '.join(BACKENDS)}")
    return _all_used(asked, traced(asked))


def _words(sdpa: str, overlap: str, over: str) -> None:
    """Raises SymroofError for a word that means nothing, where it would not matter too."""
    if sdpa not in ("kernel", "written"):
        raise SymroofError(f'sdpa={sdpa!r}; say "kernel" (one kernel) or "written" (its products)')
    if overlap not in ("sum", "max"):
        raise SymroofError(f'overlap={overlap!r}; say "sum" (one after the other) or "max" (all at once)')
    network_of(over)


def _all_used(asked: Asked, made: Program) -> Program:
    """The program; raises SymroofError for what was asked of something that it does not have."""
    stray = sorted(set(asked.costs) - asked.costs.used)
    if stray:
        raise SymroofError(
            f"costs names {stray[0]!r}, which {asked.text} does not call: costs= is for kernels that hide theirs, by "
            "the name of the kernel, of a jitted function or of an operation"
        )
    if asked.branch is not None and "branch" not in asked.used:
        raise SymroofError(
            f"branch={asked.branch!r}: {asked.text} has no cond of which that says a branch (lax.cond, lax.switch)"
        )
    return made


def _fixed(sizes: Mapping[str, object] | str | None) -> dict[str, int]:
    """The numbers given for sizes."""
    if isinstance(sizes, str) and sizes != "symbolic":
        raise SymroofError(f'sizes={sizes!r}: numbers for sizes, as in sizes={{"H": 128}}, or "symbolic"')
    numbers = sizes if isinstance(sizes, Mapping) else {}
    return {str(k): notation.size(str(k), v) for k, v in numbers.items()}


def _backend(asked: Asked) -> str:
    """PyTorch where the function, its module or an argument is of PyTorch; else JAX."""
    every = [asked.f, getattr(asked.f, "__self__", None), *asked.args, *asked.kwargs.values()]
    if any(_is_torch(x) for x in every):
        return "torch"
    f = asked.f.build if isinstance(asked.f, Sized) else asked.f
    f = getattr(f, "__wrapped__", f)
    names = getattr(f, "__globals__", {})
    code = getattr(f, "__code__", None)
    used = set(code.co_names) if code is not None else set()
    inside = [names[n] for n in used if n in names]
    cells = [c.cell_contents for c in (getattr(f, "__closure__", None) or ()) if _filled(c)]
    for x in (*inside, *cells):
        root = str(x.__name__ if isinstance(x, types.ModuleType) else getattr(x, "__module__", "")).split(".")[0]
        if root in ("torch", "transformers") or _is_torch(x):
            return "torch"
    return "jax"


def _filled(cell: Any) -> bool:
    try:
        return cell.cell_contents is not None
    except ValueError:
        return False


def _is_torch(x: object) -> bool:
    kinds = (x if isinstance(x, type) else type(x)).__mro__[:-1]
    return any(k.__module__.split(".")[0] in ("torch", "transformers") for k in kinds)
