"""The work of one statement on one device: sizes of its loops, FLOPs as counted and exactly, and the output implied.

The sizes come from the text (``local_sizes``: what each array says of its own part) or from a plan, whose loops run
over what a device really has.

>>> from symroof.model.ops import op
>>> op("sum_J(A[I, J]) -> B[I]", dtype="bf16", exact=True).flops
I*J - I
"""

from __future__ import annotations

from collections.abc import Mapping

from symroof.algebra.ratios.posynomial import Ratio, product, ratio
from symroof.arrays import Array, Bound, size_of
from symroof.errors import NotationError
from symroof.model.functions import FUNCTIONS, OTHER_NAMES, collective_named
from symroof.reading.notation import Statement


def local_sizes(inputs: tuple[Array, ...], output: Array, bound: Bound) -> dict[str, Ratio]:
    """The size of each dim in one device's loops.

    An output dim is cut as the output is, else as all the inputs that have it; a contracted dim as all the inputs
    that have it.  A mesh axis divides the loops once.
    """
    cut: dict[str, Ratio] = {"1": ratio(1)}
    used: set[str] = set()
    for d in dict.fromkeys([*output.dims, *(d for a in inputs for d in a.dims)]):
        if d == "1":
            continue
        having = [set(a.axes(d)) for a in inputs if d in a.dims]
        axes = set(output.axes(d)) or (set.intersection(*having) if having else set())
        fresh = sorted(axes - used)
        used.update(fresh)
        cut[d] = size_of(d, bound)
        if fresh:
            cut[d] = cut[d] / product(size_of(a, bound) for a in fresh)
    return cut


def product_work(s: Statement, outputs: Ratio, cut: Mapping[str, Ratio]) -> tuple[Ratio, Ratio, str]:
    """FLOPs of a product, 2 a multiply-add and exactly, and the unit that does it."""
    if s.output is None:
        raise NotationError("a product has an output", s.text, len(s.text), f"as in -> {likely(s, '*')}")
    _refuse_one(s)
    if s.contracted and len(s.inputs) > 2:
        raise NotationError(
            f"{len(s.inputs)} arrays are contracted in pairs, and the order sets the cost", s.text, s.at,
            "write two operations with a name for the intermediate, joined by ';'")  # fmt: skip
    for d in s.contracted:
        having = [a for a in s.inputs if d in a.dims]
        if len(having) == 1:
            raise NotationError(
                f"{d} is summed over, but only {having[0]} has it", s.text, s.at,
                f"write {d} in both arrays, keep it in the output, or sum it first with sum_{d}(...)")  # fmt: skip
    depth = product(cut[d] for d in s.contracted) if s.contracted else None
    return *multiplied(outputs, depth, len(s.inputs)), "vector" if depth is None else "matrix"


def _refuse_one(s: Statement) -> None:
    if len(s.inputs) < 2:
        raise NotationError("one array is no product", s.text, s.at, "write sum(...), copy(...), or a second array")


def multiplied(outputs: Ratio, depth: Ratio | None, arrays: int = 2) -> tuple[Ratio, Ratio]:
    """FLOPs of a product on one device, 2 a multiply-add and exactly, from its outputs and the depth it adds over."""
    if depth is None:  # nothing is added up
        return outputs * (arrays - 1), outputs * (arrays - 1)
    return 2 * outputs * depth, outputs * (2 * depth - 1)


def function_of(s: Statement) -> tuple[str, str | None]:
    """The function's row in the table, and the dim it runs along where the text says one, as in softmax_N."""
    word = s.operator
    if collective_named(word):
        return "copy", None
    for base, sep, dim in ((word, "", ""), word.rpartition("_")):
        name = OTHER_NAMES.get(base, base)
        if name in FUNCTIONS:
            if not sep:
                return name, None
            if dim not in {d for a in s.inputs for d in a.dims}:
                raise NotationError(f"'{word}' runs along {dim}, but no input has {dim}", s.text, s.at)
            return name, dim
    raise NotationError(f"unknown function {word!r}", s.text, s.at, f"known: {', '.join(FUNCTIONS)}")


def likely(s: Statement, name: str) -> Array:
    """The output that was probably meant: of a product the dims that one of two arrays has, of a sum those of any."""
    several = s.inputs[:2] if name == "*" else s.inputs
    dims = list(dict.fromkeys(d for a in several for d in a.dims))
    alone = [d for d in dims if sum(d in a.dims for a in several) == 1]
    return Array(s.inputs[0].dtype, tuple(alone if name == "*" and alone else dims), None)


def implied_output(s: Statement, name: str, dim: str | None) -> Array:
    """A function without an arrow keeps its array; a reduction drops the dim it names."""
    if name in ("*", "+"):
        _refuse_one(s)
        word = "product" if name == "*" else "sum"
        raise NotationError(f"the {word} has no output", s.text, len(s.text), f"as in -> {likely(s, name)}")
    x = s.inputs[0]
    if collective_named(s.operator):
        reason = f"what {s.operator} leaves is not said"
        raise NotationError(reason, s.text, len(s.text), "write the output, as in -> A[I, J]")
    if FUNCTIONS[name][2] != "gone":
        return Array(x.dtype, x.dims, None, x.sharding, (), x.sizes)
    if dim is None:
        raise NotationError(
            f"{name} over which dim?",
            s.text,
            s.at,
            f"write {name}_{x.dims[-1] if x.dims else 'N'}(...), or the output after ->",
        )
    kept = [i for i, d in enumerate(x.dims) if d != dim]
    cuts = tuple(x.sharding[i] for i in kept) if x.sharding else ()
    sizes = tuple((n, k) for n, k in x.sizes if n != dim)
    return Array(x.dtype, tuple(x.dims[i] for i in kept), None, cuts, (), sizes)


def applied_work(
    s: Statement, name: str, dim: str | None, output: Array, cut: Mapping[str, Ratio]
) -> tuple[Ratio, Ratio]:
    """Work of a function by its row: a per element, c per row."""
    _, _, along, arity, _ = FUNCTIONS[name]
    if not 1 <= len(s.inputs) <= arity:
        most = "one array" if arity == 1 else f"up to {arity} arrays"
        raise NotationError(f"{name} takes {most}, not {len(s.inputs)}", s.text, s.at)
    x = s.inputs[0]
    extra = [d for i in s.inputs[1:] for d in i.dims if d != "1" and d not in x.dims]
    if extra:
        raise NotationError(f"{extra[0]} is not a dim of {x}, the array that {name} works on", s.text, s.at)
    gone = tuple(d for d in x.dims if d != "1" and d not in output.dims)
    if along == "gone":
        if dim is not None and gone != (dim,):
            survivor = dim if dim in output.dims else next(g for g in gone if g != dim)
            fate = f"{dim} survives" if survivor == dim else f"{survivor} is gone too"
            raise NotationError(f"'{name}_{dim}' says {dim} is reduced, but {fate} in {output}", s.text, s.at)
        if not gone:
            raise NotationError(f"{name} reduces nothing: the output {output} has every dim", s.text, s.at)
        row = product(cut[d] for d in gone)
    else:
        if gone:
            raise NotationError(f"{gone[0]} is not in the output {output}, but {name} keeps every dim", s.text, s.at)
        row = cut[along_dim(x, dim)]
    return rowwise(name, product(cut[d] for d in x.dims), row, len(s.inputs))


def along_dim(x: Array, dim: str | None) -> str:
    """The dim that a function such as softmax runs along: the one it names, else the array's last."""
    return dim or (x.dims[-1] if x.dims else "1")


def rowwise(name: str, elements: Ratio, row: Ratio, arrays: int = 1) -> tuple[Ratio, Ratio]:
    """FLOPs of a function on so many elements in rows of such a length, as counted and exactly.

    A norm without a weight leaves out the operation an element that the weight takes.
    """
    a, c, along, arity, _ = FUNCTIONS[name]
    work = (a - (arity - arrays)) * elements
    return work, (work + c * (elements / row) if along else work)
