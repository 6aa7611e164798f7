"""Traced programs whose slices are empty or overlap at sizes that are admitted; see ``test_edges_of_sizes``."""

from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("jax")

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from tiers import all_but_slow

from symroof import SymroofError, T_upper, dims, exactly, roofline, sweep, trace
from symroof.writing.plot import batch_chart

FOLDS: list[Callable[..., Any]] = [
    lambda x: (x[2:] * x[:-2]).sum(),
    lambda x: [(x[i:] * 2).sum() for i in range(4)],
    lambda x: jax.nn.softmax(x[:, 1:], -1),
    lambda x: (x[1:] - x[:-1]).max(0),
    lambda x: x[1:].argmax(0),
    lambda x: jnp.cumsum(x[3:], 0),
    lambda x: x[1:].T @ x[1:],
    lambda x: x[x.shape[0] :].sum(),
]


@pytest.mark.slow
@pytest.mark.parametrize("f", all_but_slow(FOLDS, FOLDS[:3] + FOLDS[5:6]))
def test_nothing_is_added_up_in_an_empty_slice(f: Callable[..., Any]) -> None:
    """Reductions were drawn over whole arrays, or over slices at sizes where something is left of them."""
    p = trace(f, "fp32[A, B]")
    for a in range(1, 6):
        for b in range(1, 4):
            if any(h.at({"A": a, "B": b}).broken for h in p.held_for):
                with pytest.raises(SymroofError, match="its counts hold for"):
                    p.at(A=a, B=b)
                assert a < 5 or b < 2
                continue
            there = p.at(A=a, B=b)
            known = trace(f, f"fp32[{a}, {b}]")
            assert (there.vector, there.exact_flops) == (known.vector, known.exact_flops)
            assert there.vector >= 0
            assert there.exact_flops >= 0


OVERLAPS: dict[str, Callable[..., Any]] = {
    "ends": lambda x: x[-1] * x[0],
    "two": lambda x: x[:2] + x[-2:],
    "three": lambda x: x[:3].sum() + x[-3:].sum(),
    "columns": lambda x: x[:, 0] * x[:, -1],
    "corners": lambda x: x[0, 0] + x[-1, -1] + x[0, -1] + x[-1, 0],
    "product": lambda x: x[:2] @ x[-2:].T,
    "dynamic": lambda x: lax.dynamic_slice(x, (0, 0), (2, x.shape[1])) + x[-2:],
    "moved": lambda x: lax.dynamic_slice(x, (3, 0), (2, x.shape[1])) + x[:2],
    "split": lambda x: (lambda a, b: a.sum() + b[-1].sum())(x[:4], x[4:]),
    "inside": lambda x: x[0].sum() + x[:3].sum() + x[5:].sum(),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", OVERLAPS)
def test_no_element_of_slices_that_overlap_is_needed_twice(name: str) -> None:
    """Slices of one array were drawn apart, or compared at sizes at which they are."""
    f = OVERLAPS[name]
    p = trace(f, "fp32[A, B]")
    rng = np.random.default_rng(0)
    for a in range(1, 9):
        for b in (1, 2, 5):
            try:
                said = exactly(p.at(A=a, B=b).compulsory)
            except SymroofError:
                continue
            x = jnp.asarray(rng.uniform(1, 2, (a, b)), jnp.float32)
            out, back = jax.vjp(f, x)
            touched = (np.asarray(back(jnp.asarray(rng.uniform(1, 2, out.shape), out.dtype))[0]) != 0).sum()
            assert said <= 4 * touched + out.size * 4, (a, b)


@pytest.mark.slow
def test_slices_along_one_dim_are_counted_by_their_union() -> None:
    """The same: where they come together was never drawn."""
    p = trace(OVERLAPS["three"], "fp32[A, B]")
    assert [exactly(p.at(A=a, B=1).compulsory) for a in (3, 4, 5, 6, 60)] == [16, 20, 24, 28, 28]


def test_elementwise_work_beside_products_takes_time_in_the_upper_bound() -> None:
    """T_upper of traced programs was judged on machines without a vector peak."""
    p = trace(lambda x, w: jax.nn.softmax(x @ w, -1), "bf16[B, D]", "bf16[D, F]", sizes={"B": 64, "D": 64, "F": 64})
    beside = exactly(p.vector + p.transcendental)
    moved = exactly(p.bytes)
    right = 2 * 64**3 / 1.97e14 + beside / 6.144e12 + moved / 8.2e11
    assert float(T_upper(p, on="TPU v5e")) == pytest.approx(float(right))


@pytest.mark.slow
@pytest.mark.parametrize("f", [lambda x: x.std(0, ddof=1), lambda x: x.var(ddof=1), lambda x: x.var(0, ddof=1.5)])
def test_a_deviation_of_n_less_one_is_read(f: Callable[..., Any]) -> None:
    """Deviations were drawn without ``ddof``, whose n - 1 is a float in the program."""
    assert exactly(trace(f, "fp32[A, B]").at(A=5, B=2).vector) == exactly(trace(f, "fp32[5, 2]").vector)


#: what is found along a dim, or looked up in one: arguments, sizes, and bytes by hand where the dim is 1 and where not
ALONE = [
    (lambda x: jnp.argmax(x, -1), ("fp32[B, N]",), {"B": 8, "N": 1}, 32),
    (lambda x: jnp.argmax(x, -1), ("fp32[B, N]",), {"B": 8, "N": 2}, 32 + 64),
    (lambda x: jnp.argsort(x, -1), ("fp32[B, N]",), {"B": 8, "N": 1}, 32),
    (lambda x: jnp.argsort(x, -1), ("fp32[B, N]",), {"B": 8, "N": 3}, 2 * 96),
    (lambda x: jnp.sort(x, -1), ("fp32[B, N]",), {"B": 8, "N": 1}, 64),
    (lambda x: lax.top_k(x, 1)[1], ("fp32[B, N]",), {"B": 8, "N": 1}, 32),
    (lambda x: lax.top_k(x, 1)[0], ("fp32[B, N]",), {"B": 8, "N": 1}, 64),
    (lambda w, i: w[i] * 2, ("fp32[V, D]", "int32[B]"), {"V": 1, "D": 4, "B": 8}, 128),
    (lambda w, i: w[i] * 2, ("fp32[V, D]", "int32[B]"), {"V": 2, "D": 4, "B": 8}, 128 + 32),
    (lambda w, i: w.at[i].get(mode="fill"), ("fp32[V, D]", "int32[B]"), {"V": 1, "D": 4, "B": 8}, 128 + 32),
    (lambda w, i: lax.dynamic_slice_in_dim(w, i, w.shape[0] - 1, 0) * 2, ("fp32[V, D]", "int32[]"),
     {"V": 1, "D": 5}, 0),
    (lambda w, i: lax.dynamic_slice_in_dim(w, i, w.shape[0] - 1, 0) * 2, ("fp32[V, D]", "int32[]"),
     {"V": 2, "D": 5}, 4 + 40),
    (lambda x, c: jnp.argmin(((x[:, None] - c[None]) ** 2).sum(-1), -1), ("fp32[N, D]", "fp32[K, D]"),
     {"N": 2, "D": 2, "K": 1}, 8),
]  # fmt: skip


@pytest.mark.parametrize("row", range(len(ALONE)))
def test_the_place_of_one_number_is_known(row: int) -> None:
    """Of what has one place the place is known whatever lies there; its values, and places of more, are read."""
    f, arguments, sizes, by_hand = ALONE[row]
    there = trace(f, *arguments).at(**sizes)
    assert there.compulsory == by_hand
    assert there.compulsory <= there.bytes <= there.unfused


CONV1 = ("NWC", "WIO", "NWC")
CONV2 = ("NHWC", "HWIO", "NHWC")


def _valid(x, w, groups=1):
    wide = CONV1 if x.ndim == 3 else CONV2
    return lax.conv_general_dilated(
        x, w, (1,) * (x.ndim - 2), "VALID", dimension_numbers=wide, feature_group_count=groups
    ).sum()


#: gradients of a convolution whose kernel may not fit: the argument, the shapes, sizes, and bytes by hand
NOT_FITTING = [
    (1, 1, ("fp32[N, W, C]", "fp32[2, C, O]"), {"N": 1, "W": 1, "C": 2, "O": 2}, 32),  # w of zeros
    (1, 1, ("fp32[N, W, C]", "fp32[2, C, O]"), {"N": 1, "W": 2, "C": 2, "O": 2}, 32 + 16),
    (0, 1, ("fp32[N, W, C]", "fp32[2, C, O]"), {"N": 1, "W": 1, "C": 2, "O": 2}, 8),
    (0, 1, ("fp32[N, W, C]", "fp32[2, C, O]"), {"N": 1, "W": 2, "C": 2, "O": 2}, 32 + 16),
    (1, 1, ("fp32[N, H, H, C]", "fp32[3, 3, C, O]"), {"N": 1, "H": 2, "C": 2, "O": 2}, 144),
    (1, 4, ("fp32[N, H, W, 4*C]", "fp32[2, 2, C, 4*O]"), {"N": 3, "H": 1, "W": 7, "C": 8, "O": 2}, 1024),
]


@pytest.mark.slow
@pytest.mark.parametrize("row", range(len(NOT_FITTING)))
def test_what_no_window_meets_is_not_needed_where_a_kernel_does_not_fit(row: int) -> None:
    """Windows of no taps said nothing of what they meet: the convolutions drawn had kernels that fit."""
    of, groups, arguments, sizes, by_hand = NOT_FITTING[row]
    f = lambda x, w: jax.grad(_valid, of)(x, w, groups)  # noqa: E731
    assert trace(f, *arguments).at(**sizes).compulsory == by_hand


@pytest.mark.slow
def test_of_a_ragged_product_what_empty_groups_leave_out_is_not_certain() -> None:
    """Every expert's weights counted, though a group without rows needs none: the groups were never looked at.

    By perturbing: the weights of other experts change nothing, and of no rows the arrays do not either.
    """
    x, w = np.ones((2, 3), "f"), np.arange(24, dtype="f").reshape(4, 3, 2) + 1
    for groups, used in (([2, 0, 0, 0], [0]), ([0, 0, 0, 0], [])):
        sizes = np.array(groups, "int32")
        other = np.where(np.isin(np.arange(4), used)[:, None, None], w, 99)
        assert np.array_equal(lax.ragged_dot(x, w, sizes), lax.ragged_dot(x, other, sizes))
    assert np.array_equal(lax.ragged_dot(x, w, sizes), lax.ragged_dot(7 * x, w, sizes))
    T, D, E, F = dims("T D E F")
    args = "bf16[T, D]", "bf16[E, D, F]", "int32[E]"
    assert trace(lax.ragged_dot, *args).compulsory == 2 * T * F + 4 * E
    slope = lambda x, w, g: jax.grad(lambda x: lax.ragged_dot(x, w, g).astype(jnp.float32).sum())(x)  # noqa: E731
    assert trace(slope, *args).compulsory == 2 * T * D + 4 * E
    assert trace(lax.ragged_dot, *args).matrix == 2 * T * D * F


#: updates at a place that the code gives, which the array may not have
PLACED = {
    "set the second": lambda x: x.at[1].set(0.0),
    "add to the fourth": lambda x: x.at[3].add(1.0),
    "from the end": lambda x: x.at[-3].set(0.0),
    "the first": lambda x: x.at[0].set(0.0),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", PLACED)
def test_an_update_beyond_the_array_is_dropped(name: str) -> None:
    """Every place was taken to lie within: the updates drawn did. By definition the result is then x."""
    f = PLACED[name]
    program = trace(f, "fp32[N, D]")
    for n in range(1, 7):
        x = jnp.arange(1.0, 4 * n + 1).reshape(n, 4)
        assert program.at(N=n, D=4).compulsory == 4 * int((f(x) != x).sum())


@pytest.mark.slow
def test_updates_that_may_lie_beyond_are_not_certain() -> None:
    """By perturbing: no update of a place beyond the array is met in the result."""
    x, u = np.ones((3, 2), "f"), np.full((2, 2), 9.0, "f")
    add = lambda x, i, u: x.at[i].add(u)  # noqa: E731
    assert np.array_equal(add(jnp.asarray(x), np.array([3, 7]), u), x)
    N, D, K = dims("N D K")
    assert trace(add, "fp32[N, D]", "int32[K]", "fp32[K, D]").compulsory == 4 * K
    summed = trace(lambda x, i: jax.ops.segment_sum(x, i, num_segments=8), "fp32[N, D]", "int32[N]")
    assert (summed.compulsory - (32 * D + 4 * N)).expand() == 0


CLIPPED: dict[str, Callable[..., Any]] = {
    "set": lambda x: x.at[1:3].set(0.0),
    "added": lambda x: x.at[:4].add(1.0),
    "rest": lambda x: x.at[2:].set(0.0),
    "corner": lambda x: x.at[1:3, :2].multiply(2.0),
    "last": lambda x: x.at[-2:].set(0.0),
    "smaller": lambda x: x.at[1:3].min(0.5),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", all_but_slow(CLIPPED, ["set", "corner"]))
def test_a_slice_that_an_array_clips_is_written_as_far_as_it_goes(name: str) -> None:
    """Two rows were counted where one is left: the array as a whole is as large, and only what is put there differs.

    Where a slice is all of the array its index, 4 bytes, is not there; it is counted.
    """
    f, seen = CLIPPED[name], set()
    p = trace(f, "fp32[A, B]")
    for a in range(1, 7):
        for b in range(1, 4):
            admitted = not any(h.at({"A": a, "B": b}).broken for h in p.held_for)
            seen.add(admitted)
            if admitted:
                there, known = p.at(A=a, B=b), trace(f, f"fp32[{a}, {b}]")
                assert 0 <= there.bytes - known.bytes <= 4, (a, b)
                assert there.compulsory <= known.bytes
    assert seen == {True, False}


def inner(x):
    """All rows but the first and the last, one after another."""
    s = x[0]
    for i in range(1, x.shape[0] - 1):
        s = s * x[i]
    return s


@pytest.mark.slow
def test_a_loop_that_has_no_round_at_the_first_length_is_read() -> None:
    """Loops had been drawn with a round at two rows: one of L - 2 ended in a KeyError."""
    p = trace(inner, "fp32[L, B]")
    assert [p.at(L=n, B=5).flops for n in (3, 4, 9)] == [5 * (n - 2) for n in (3, 4, 9)]
    with pytest.raises(SymroofError, match="its counts hold for L >= 3"):
        p.at(L=1, B=5)


def test_a_table_has_no_numbers_where_the_counts_do_not_hold() -> None:
    """N=5 had less than no time: tables had been asked at sizes that are admitted. By hand, 4 bytes a number kept."""
    p = trace(lambda x: x[10:] * 2, "bf16[N]")
    table = sweep(p, ["TPU v5e", "H100"], N=[5, 10, 20])
    assert np.isnan(table["T_lower"]).tolist() == [True, False, False] * 2
    assert np.isnan(table["attainable"]).tolist() == [True, True, False] * 2  # at N=10 nothing is left to be done
    assert table["bound_by"].tolist() == ["", "math", "hbm"] * 2
    assert table["T_lower"][2] == pytest.approx(4 * 10 / 820e9)
    assert table.notes == ("the counts hold for N >= 10 only",)
    assert sweep(p, N=20)["bound_by"].tolist() == ["hbm"]


def test_pictures_leave_out_sizes_where_the_counts_do_not_hold() -> None:
    """By hand: at N rows 2*(N - 10)*K*M FLOPs, so nothing is drawn up to 10."""
    p = trace(lambda x, w: x[10:] @ w, "bf16[N, K]", "bf16[K, M]")
    (curve,) = batch_chart(p, "TPU v5e", over="N").curves
    assert min(x for x, _ in curve.points) == 11
    assert min(y for _, y in curve.points) > 0
    assert "N = 16 to 4096" in roofline("TPU v5e", p).title
    with pytest.raises(SymroofError, match="does no FLOPs at N up to 9; give a larger upto"):
        batch_chart(p, "TPU v5e", over="N", upto=9)
