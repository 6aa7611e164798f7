"""``trace``: from a function as people run it to a program in closed form.

The function is traced abstractly, three times at primes and once more to confirm; no array is made.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, final

from symroof.algebra.posynomial import Ratio, ratio
from symroof.errors import SymroofError
from symroof.reading import notation
from symroof.tracing.given import Given, given_costs
from symroof.tracing.program import Program
from symroof.tracing.reader import letter
from symroof.tracing.shapes import Setting, Sized, is_array, read_spec, setting

BACKENDS = ("jax", "torch")
ORDERS = 5  # ways to order the sizes that are tried where code needs one below another


@final
@dataclass(frozen=True)
class Asked:
    """Everything that was asked of one tracing."""

    f: Any
    args: tuple[Any, ...]
    kwargs: Mapping[str, Any]
    mesh: notation.Mesh
    fixed: Mapping[str, int]
    symbolic: bool
    over: str
    overlap: str
    costs: Mapping[str, Given]
    branch: Any
    one_kernel: tuple[str, ...]
    unrolled: str | None
    gspmd: bool
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def axes(self) -> tuple[str, ...]:
        return tuple(a for a, _ in self.mesh)

    @property
    def text(self) -> str:
        name = repr(self.f) if isinstance(self.f, Sized) else getattr(self.f, "__qualname__", None)
        name = name or getattr(self.f, "__name__", None) or type(self.f).__name__
        name = str(name).rsplit("<locals>.", 1)[-1]
        shown = [a if isinstance(a, str) else _short(a) for a in self.args]
        return f"{name}({', '.join(shown)})"


def _short(x: object) -> str:
    if isinstance(x, Sized) or getattr(x, "is_Symbol", False):
        return repr(x)
    return "..." if isinstance(x, (dict, list, tuple)) else type(x).__name__


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
    branch   which branch of a cond counts, by default the heaviest
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
    given = dict(kwargs or {}) | more
    if sdpa not in ("kernel", "written"):
        raise SymroofError(f'sdpa={sdpa!r}; say "kernel" (one kernel) or "written" (its products)')
    axes = notation.mesh_of(mesh) if mesh is not None else ()
    symbolic = sizes == "symbolic"
    if isinstance(sizes, str) and not symbolic:
        raise SymroofError(f'sizes={sizes!r}: numbers for sizes, as in sizes={{"H": 128}}, or "symbolic"')
    numbers = sizes if isinstance(sizes, Mapping) else {}
    fixed = {str(k): notation.size(str(k), v) for k, v in numbers.items()}
    fixed |= {a: n for a, n in axes if n is not None}
    scopes = (one_kernel,) if isinstance(one_kernel, str) else tuple(one_kernel)
    asked = Asked(f, args, given, axes, fixed, symbolic, over, overlap, given_costs(costs), branch, scopes,
                  None if unrolled is None else str(unrolled), gspmd,
                  {"backward": backward, "optimizer": optimizer, "sdpa": sdpa})  # fmt: skip
    chosen = backend or _backend(asked)
    if chosen == "torch":
        from symroof.tracing.torch_trace import traced
    elif chosen == "jax":
        from symroof.tracing.jax_program import traced
    else:
        raise SymroofError(f"no backend {chosen!r}; known: {', '.join(BACKENDS)}")
    return traced(asked)


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


def letters_of(asked: Asked, leaves: list[Any]) -> Setting:
    """The sizes that the arguments name, and those that ``sized`` and bare symbols do."""
    specs = [read_spec(x, asked.axes) for x in leaves if is_array(x)]
    others: list[str] = []
    for x in leaves:
        if isinstance(x, Sized):
            others += [n for n in x.names if n not in asked.axes]
        elif hasattr(x, "free_symbols"):
            others += sorted(str(s) for s in x.free_symbols)
    made = setting(specs, others, asked.mesh, asked.fixed)
    known = {*made.bases, *made.cut, *(n for s in specs for n in s.names), *others, *asked.axes}
    stray = sorted(set(asked.fixed) - known)
    if stray:
        raise SymroofError(
            f"sizes names {stray[0]}, which no argument has; they have {', '.join(sorted(known)) or 'none'}"
        )
    if asked.unrolled is not None and asked.unrolled not in known:
        raise SymroofError(
            f"unrolled={asked.unrolled!r} is no size of an argument; they have {', '.join(sorted(known))}"
        )
    return made


def axis_sizes(asked: Asked) -> dict[str, Ratio]:
    """The mesh axes as ratios: a symbol each, or the number given."""
    return {a: ratio(asked.fixed[a]) if a in asked.fixed else letter(a) for a in asked.axes}


def whole_number(x: Any, sizes: Mapping[str, int]) -> int:
    """A symbol or expression of sizes as the whole number it is in one trace."""
    from symroof.algebra import door

    value = door.core(x).at({n: sizes[str(n)] for n in door.core(x).names})
    if value != int(value):
        raise SymroofError(f"{x} is {value} in a trace; an argument made of sizes must be a whole number")
    return int(value)
