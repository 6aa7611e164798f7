"""What needs other devices' parts of a size that a mesh cuts, and what does not: refused, or one device's program.

Judged by what XLA's partitioner makes of the same program on four pretended devices: a collective, the number of the
device (``partition-id``), or neither; and by hand.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from forced import on_devices

pytest.importorskip("jax")

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from symroof import SymroofError, dims, trace

X = "fp32[A_X, B]"
# needs other parts: the function, its arguments, and what the refusal says of it
APART: dict[str, tuple[Any, tuple[str, ...], str]] = {
    "backwards": (lambda x: x[::-1], (X,), "takes elements along A"),
    "backwards in a loop": (lambda x: lax.scan(lambda c, _: (c[::-1] * 2, None), x, None, length=3)[0], (X,), "rev"),
    "its own transpose": (lambda x: x @ x.T, (X,), "pairs the parts of A"),
    "outer product": (lambda x: x[:, 0][:, None] * x[:, 1][None], (X,), "mul pairs the parts of A"),
    "two sizes over one axis": (lambda x, y: x @ y.T, (X, "fp32[C_X, B]"), "pairs the parts of C"),
    "all pairs": (lambda x, y: x[:, None] - y[None], (X, X), "pairs the parts of A"),
    "roll": (lambda x: jnp.roll(x, 1, 0), (X,), "takes elements along A"),
    "differences": (lambda x: x[1:] - x[:-1], (X,), "takes elements along A"),
    "one row": (lambda x: x[0] * 2, (X,), "takes elements along A"),
    "a row at a number": (lambda x: lax.dynamic_slice(x, (3, 0), (4, 2)), (X,), "needs all of A"),
    "rows at numbers": (lambda x: jnp.take(x, jnp.array([0, 5]), 0), (X,), "gather needs all of A"),
    "padding": (lambda x: jnp.pad(x, ((1, 1), (0, 0))), (X,), "pad takes elements along A"),
    "concatenation": (lambda x, y: jnp.concatenate([x, y[:, ::-1]]), (X, X), "concatenate takes elements along A"),
    "its number among the rows": (lambda x: x * jnp.arange(x.shape[0])[:, None], (X,), "iota counts along A"),
    "the first row's mask": (lambda x: jnp.where(jnp.arange(x.shape[0])[:, None] == 0, x, 0), (X,), "counts along A"),
    "a triangle": (lambda x: jnp.where(jnp.tril(jnp.ones((x.shape[0], 7))) > 0, x @ jnp.ones((x.shape[1], 7)), 0),
                   (X,), "counts along A"),
    "segments": (lambda x, i: jax.ops.segment_sum(x, i, num_segments=7), (X, "int32[A_X]"),
                 "scatter-add needs all of A"),
    "how many of each": (lambda i: jnp.bincount(i, length=7), ("int32[A_X]",), "scatter-add needs all of A"),
    "a lookup's gradient": (lambda t, i, g: jax.vjp(lambda t: t[i], t)[1](g)[0],
                            ("fp32[C, B]", "int32[A_X]", X), "scatter-add needs all of A"),
    "put at places": (lambda t, i, u: t.at[i].set(u), ("fp32[C, B]", "int32[A_X]", X), "scatter needs all of A"),
    "its rows by fours": (lambda x: x.reshape(4, -1, x.shape[1]).sum(0), ("fp32[4*A_X, B]",), "reshape takes"),
    "the first half, parted": (lambda x: x.reshape(2, -1, x.shape[1])[0], ("fp32[2*A_X, B]",), "reshape takes"),
    "by turns": (lambda x: jnp.swapaxes(x.reshape(2, -1, x.shape[1]), 0, 1).reshape(-1, x.shape[1]),
                 ("fp32[2*A_X, B]",), "reshape takes"),
    "one after the other": (lambda x, y: jnp.stack([x, y]).reshape(-1, x.shape[1]), (X, X), "reshape takes"),
    "tiles": (lambda x: jnp.tile(x, (2, 1)) * 2, (X,), "tile takes elements along A"),
    "merged beside rows": (lambda x, y: x.reshape(-1, x.shape[2]) * y, ("fp32[2, A_X, B]", "fp32[2*A_X, B]"),
                           "takes elements along A"),
    "by a round's number": (lambda x: lax.scan(lambda c, r: (c + 1, r * c), 0.0, x)[1], (X,),
                            "scan hands on from round to round along A"),
    "halves": (lambda x: jnp.tanh(x.reshape(8, -1)).sum(0), ("fp32[8*A_X]",), "reshape takes elements along A"),
}  # fmt: skip
# does not: the function, its arguments, and (matrix, vector, transcendental) of a device by hand, in A, B, C and ways
OWN: dict[str, tuple[Any, tuple[str, ...], Any]] = {
    "elementwise": (lambda x: jnp.tanh(x) * 2, (X,), lambda a, b, c: (0, a * b, a * b)),
    "backwards along the other": (lambda x: x[:, ::-1] + x, (X,), lambda a, b, c: (0, a * b, 0)),
    "product": (lambda x, w: x @ w, (X, "fp32[B, C]"), lambda a, b, c: (2 * a * b * c, 0, 0)),
    "differences along the other": (lambda x: x[:, 1:] - x[:, :-1], (X,), lambda a, b, c: (0, a * (b - 1), 0)),
    "variance": (lambda x: x - x.mean(1, keepdims=True), (X,), lambda a, b, c: (0, a * (2 * b - 1) + a, 0)),
    "turned": (lambda x, y: x + y.T, (X, "fp32[B, A_X]"), lambda a, b, c: (0, a * b, 0)),
    "batched": (lambda x, y: jnp.einsum("ab,abc->ac", x, y), (X, "fp32[A_X, B, C]"),
                lambda a, b, c: (2 * a * b * c, 0, 0)),
    "one's number among the columns": (lambda x: x + jnp.arange(x.shape[1], dtype=x.dtype), (X,),
                                       lambda a, b, c: (0, a * b, 0)),
    "looked up in a whole": (lambda t, i: t[i] * 2, ("fp32[C, B]", "int32[A_X]"), lambda a, b, c: (0, a * b, 0)),
    "rows merged and parted": (lambda x, w: (x.reshape(-1, x.shape[-1]) @ w).reshape(*x.shape[:2], -1),
                               ("fp32[2, A_X, B]", "fp32[B, C]"), lambda a, b, c: (4 * a * b * c, 0, 0)),
    "heads": (lambda x: x.reshape(-1, 4) * 2, ("fp32[A_X*4]",), lambda a, b, c: (0, 4 * a, 0)),
    "its rows in fours": (lambda x: jnp.tanh(x.reshape(-1, 4, x.shape[1])), ("fp32[4*A_X, B]",),
                          lambda a, b, c: (0, 0, 4 * a * b)),
    "each row twice": (lambda x: jnp.repeat(x, 2, 0) * 2, (X,), lambda a, b, c: (0, 2 * a * b, 0)),
    "merged in a loop and parted": (lambda x: lax.fori_loop(0, 3, lambda i, y: y * 2, x.reshape(-1, x.shape[2])
                                                            ).reshape(x.shape), ("fp32[2, A_X, B]",),
                                    lambda a, b, c: (0, 6 * a * b, 0)),
    "a row each by a number": (lambda x: lax.scan(lambda c, r: (c, r * c), 2.0, x)[1], (X,),
                               lambda a, b, c: (0, a * b, 0)),
    "put into each row": (lambda x, i, u: jax.vmap(lambda r, i, u: r.at[i].multiply(u))(x, i, u),
                          (X, "int32[A_X, 2]", "fp32[A_X, 2]"), lambda a, b, c: (0, 2 * a, 0)),
    "put into some columns": (lambda x, u: x.at[:, jnp.array([1, 3])].add(u), (X, "fp32[A_X, 2]"),
                              lambda a, b, c: (0, 2 * a, 0)),
    "a row each": (lambda x: lax.map(lambda r: jnp.tanh(r), x), (X,), lambda a, b, c: (0, 0, a * b)),
}  # fmt: skip


@pytest.mark.parametrize("mesh", ["X", "X=4"])
@pytest.mark.parametrize("name", APART)
def test_what_needs_other_parts_is_refused(name: str, mesh: str) -> None:
    """A part by itself was counted, as if the whole were that."""
    f, args, told = APART[name]
    with pytest.raises(SymroofError, match=rf"{told}[\s\S]*(which is cut over X)[\s\S]*shard_map, or gspmd=True"):
        trace(f, *args, mesh=mesh)


@pytest.mark.parametrize("name", OWN)
def test_what_needs_its_own_part_is_a_devices_program(name: str) -> None:
    f, args, by_hand = OWN[name]
    program = trace(f, *args, mesh="X")
    named = {*re.findall("[ABC]", " ".join(args)), "X"}
    program = program.at(**{n: k for n, k in (("A", 12), ("B", 5), ("C", 7), ("X", 4)) if n in named})
    assert (program.matrix, program.vector, program.transcendental) == by_hand(3, 5, 7)
    assert program.sent == {}


def parts_are_the_whole(f: Any, args: tuple[str, ...]) -> bool:
    """By definition: f of each half of what is cut, joined along some dim, is f of the whole."""
    sizes = {"A": 8, "B": 3, "C": 4}
    shapes = [[c.strip() for c in re.fullmatch(r"\w+\[(.*)\]", a).group(1).split(",")] for a in args]  # type: ignore[union-attr]
    arrays = [np.arange(1.0, 1 + np.prod(n := [_size(c, sizes) for c in s]), dtype="f").reshape(n) for s in shapes]
    cuts = [next((i for i, c in enumerate(s) if "_X" in c), None) for s in shapes]
    halves = [[x] * 2 if i is None else np.split(x, 2, i) for x, i in zip(arrays, cuts)]
    whole, one, two = (np.asarray(f(*xs)) for xs in (arrays, *zip(*halves)))
    ways = [np.concatenate((one, two), i) for i in range(whole.ndim)]
    return any(w.shape == whole.shape and np.array_equal(w, whole) for w in ways)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["backwards", "its rows by fours", "the first half, parted", "by turns", "halves",
                                  "one after the other", "tiles", "merged beside rows",
                                  "by a round's number"])  # fmt: skip
def test_what_is_refused_is_not_each_devices_part_by_definition(name: str) -> None:
    """No test parted the first dim, had a size merged beside one that is cut in blocks, or a scan with a counter."""
    assert not parts_are_the_whole(*APART[name][:2])


@pytest.mark.slow
@pytest.mark.parametrize("name", ["elementwise", "its rows in fours", "each row twice", "rows merged and parted",
                                  "merged in a loop and parted", "a row each by a number", "a row each"])  # fmt: skip
def test_what_is_counted_is_each_devices_part_by_definition(name: str) -> None:
    assert parts_are_the_whole(*OWN[name][:2])


@pytest.mark.slow
def test_a_cut_size_that_is_a_number_is_judged_as_a_letter() -> None:
    """A part of a number looks like any number: only letters were cut in these tests."""
    numbers = {"A": 64, "B": 16}
    for sizes in (numbers, {"A": 64}):
        with pytest.raises(SymroofError, match="sums over A, which is cut over X, and no collective adds the parts"):
            trace(lambda x: x.sum(0), X, mesh="X=4", sizes=sizes)
    assert trace(lambda x: x.sum(1), X, mesh="X=4", sizes=numbers).vector == 16 * 15
    noted = trace(lambda x: (lax.psum(x.sum(0), "X"), x.sum(0) * 2), X, mesh="X=4", sizes=numbers)
    assert any("joins the parts on its way to the results" in n for n in noted.notes)
    own = trace(lambda x: x * 2 if x.shape[0] == 16 else x, X, mesh="X=4", sizes=numbers)
    assert own.vector == 16 * 16


@pytest.mark.slow
def test_a_collective_joins_over_its_own_axes_and_on_the_way_to_the_results_alone() -> None:
    """One collective anywhere let everything pass: no test had one over another axis, or of another result."""
    with pytest.raises(SymroofError, match="reduce_sum sums over A, which is cut over X, and no collective adds"):
        trace(lambda x: lax.psum(x.sum(0), "Y"), X, mesh="X Y")
    told = "no collective over X joins the parts on its way to the results"
    noted = {
        "another": (lambda x, y: (lax.psum(x.sum(0), "X"), y.sum(0)), 1),
        "in a loop": (lambda x, y: lax.fori_loop(0, 3, lambda i, c: (lax.psum(c[0], "X"), c[1] + y.sum(0)),
                                                 (x.sum(0), y[0])), 1),
        "both": (lambda x, y: (lax.psum(x.sum(0), "X"), lax.pmean(y.sum(0), "X")), 0),
        "after": (lambda x, y: lax.psum((x - x.mean(0)) * y, "X"), 0),
        "joined in a loop": (lambda x, y: lax.fori_loop(0, 3, lambda i, c: lax.psum(c + y.sum(0), "X"), y[0]), 0),
        "round a ring": (lambda x, y: x.sum(0) + lax.ppermute(x.sum(0), "X", [(0, 1), (1, 0)]), 0),
    }  # fmt: skip
    for f, many in noted.values():
        program = trace(f, X, X, mesh="X=2")
        assert sum(told in n for n in program.notes) == many


@pytest.mark.slow
def test_a_mask_of_a_part_is_counted_without_dividing_by_zero() -> None:
    """What a mask leaves certain was looked up at sizes 0, where a part A/X has no value."""
    part = trace(lambda x: lax.psum((x - x.var(-1, keepdims=True)).sum(0), "X"), X, mesh="X")
    whole = trace(lambda x: (x - x.var(-1, keepdims=True)).sum(0), "fp32[A, B]")
    assert part.at(A=12, B=5, X=4).vector == whole.at(A=3, B=5).vector
    masked = trace(lambda x: lax.psum(jnp.where(jnp.tril(jnp.ones(x.shape)) > 0, x, 0).sum(0), "X"), X, mesh="X")
    A, B, ways = dims("A B X")
    assert (masked.compulsory - 4 * B).subs({A: 12, B: 5, ways: 4}) <= 4 * 6  # 3 rows of 5: 1 + 2 + 3 places


# what XLA gathers though each device could do its own part: a reshape that merges, a loop over the rows
BY_XLA = {"rows merged and parted", "merged in a loop and parted", "a row each", "a row each by a number"}
JUDGE = """
import jax, numpy
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P
from test_jax_parts import APART, OWN, compiled
for table in (APART, OWN):
    for name, (f, args, _) in table.items():
        print(name, "|", " ".join(sorted(compiled(f, args))))
"""


def compiled(f: Any, args: tuple[str, ...]) -> set[str]:
    """What XLA's partitioner puts into a program on four devices; run where these are pretended."""
    import numpy
    from jax.sharding import Mesh, NamedSharding, PartitionSpec

    mesh = Mesh(numpy.array(jax.devices()[:4]), ("X",))
    sizes = {"A": 24, "B": 5, "C": 28}
    structs = []
    for text in args:
        dtype, inner = re.fullmatch(r"(\w+)\[(.*)\]", text).groups()  # type: ignore[union-attr]
        cells = [c.strip() for c in inner.split(",")]
        shape = [_size(c, sizes) for c in cells]
        where = NamedSharding(mesh, PartitionSpec(*("X" if "_X" in c else None for c in cells)))
        structs.append(jax.ShapeDtypeStruct(shape, {"fp32": "float32"}.get(dtype, dtype), sharding=where))
    hlo = jax.jit(f).lower(*structs).compile().as_text()
    return set(re.findall(r"\b(all-reduce|all-gather|all-to-all|collective-permute|partition-id)\b", hlo))


def _size(cell: str, sizes: dict[str, int]) -> int:
    out = 1
    for factor in cell.split("*"):
        out *= int(factor) if factor.isdigit() else sizes[factor.removesuffix("_X")]
    return out


@pytest.mark.slow
def test_xla_sends_for_what_is_refused_and_for_nothing_else() -> None:
    done = on_devices(JUDGE, 4)
    rows = dict(line.split(" | ") for line in done.stdout.replace("|\n", "| \n").splitlines())
    assert set(rows) == {*APART, *OWN}, done.stderr[-2000:]
    silent = [name for name in APART if not rows[name].split()]
    assert not silent
    assert {name: rows[name] for name in OWN if rows[name].split() and name not in BY_XLA} == {}
