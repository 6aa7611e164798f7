"""What traced programs hold and move where results are views: XLA's own buffers, and counts by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("jax")

import jax
import jax.numpy as jnp
from jax import lax

from symroof import exactly, fits, trace

SIZES = {"A": 60, "B": 28}


def xla(f: Callable[..., Any], *notation: str) -> int:
    """Arguments, results and temporaries of the compiled program at these sizes, 8 bytes a result for its tuple."""
    names = {"fp32": "float32", "bf16": "bfloat16"}
    structs = []
    for text in notation:
        dtype, shape = text[:-1].split("[")
        dims = tuple(SIZES[n.strip()] for n in shape.split(","))
        structs.append(jax.ShapeDtypeStruct(dims, names.get(dtype, dtype)))
    m = jax.jit(f).lower(*structs).compile().memory_analysis()
    several = len(jax.tree.leaves(jax.eval_shape(f, *structs)))
    return int(m.argument_size_in_bytes + m.output_size_in_bytes + m.temp_size_in_bytes - 8 * several * (several > 1))


RESULTS: list[tuple[Callable[..., Any], tuple[str, ...], str]] = [
    (lambda i: jax.nn.one_hot(i, 512), ("int32[B]",), "2052*B"),
    (lambda x: jnp.broadcast_to(x * 2, (7, *x.shape)), ("fp32[A, B]",), "32*A*B"),
    (lambda x: (x * 2).astype(jnp.float32), ("int8[A, B]",), "5*A*B"),
    (lambda x: (x * 2).astype(jnp.int8), ("fp32[A, B]",), "5*A*B"),
    (lambda x: ((x * 2).astype(jnp.float32), (x * 3).astype(jnp.float32)), ("int8[A, B]",), "9*A*B"),
    (lambda x: jnp.repeat(x * 2, 3, axis=0), ("fp32[A, B]",), "16*A*B"),
    (lambda x: (x * 2, (x * 2).astype(jnp.bfloat16)), ("fp32[A, B]",), "10*A*B"),
    (lambda x: (x * 2)[:3], ("fp32[A, B]",), "4*A*B + 12*B"),
    (lambda x: x[::-1], ("fp32[A, B]",), "8*A*B"),
    (lambda x: x.T, ("fp32[A, B]",), "8*A*B"),
    (lambda x: jnp.copy(x), ("fp32[A, B]",), "8*A*B"),
    (lambda x: lax.reduce_precision(x, 8, 7), ("fp32[A, B]",), "8*A*B"),
    (lambda x: x.T.reshape(-1), ("fp32[A, B]",), "8*A*B"),
    (lambda x: x.real, ("complex64[A, B]",), "12*A*B"),
    (lambda x: x.astype(jnp.int8), ("int4[A, B]",), "3*A*B/2"),  # two of them a byte
    (lambda x: x > 0, ("fp32[A, B]",), "5*A*B"),
    (lambda x, w: (x @ w).T, ("fp32[A, B]", "fp32[B, A]"), "8*A*B + 4*A**2"),
    (lambda x, w: x.T @ w, ("fp32[A, B]", "fp32[A, A]"), "8*A*B + 4*A**2"),
    (lambda x, w: jnp.dot(x, w, preferred_element_type=jnp.float32), ("bf16[A, B]", "bf16[B, A]"), "4*A*B + 4*A**2"),
    (lambda x: lax.top_k(x, 3), ("fp32[A, B]",), "4*A*B + 24*A"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("f", "arguments", "formula"), RESULTS)
def test_the_peak_has_results_as_they_are_written(f: Callable[..., Any], arguments: tuple[str, ...], formula: str):
    """Results were drawn that are what an operation made, as it made them; not a cast, a broadcast or a turn of it."""
    p = trace(f, *arguments)
    assert p.same(formula, of="peak"), p.peak
    assert exactly(formula, **{n: SIZES[n] for n in map(str, p.letters)}) == xla(f, *arguments)


CONSUMED: list[tuple[Callable[..., Any], str]] = [
    (lambda x: (x * 2).astype(jnp.bfloat16).astype(jnp.float32).sum(0), "4*A*B + 4*B"),
    (lambda x: (jnp.broadcast_to((x * 2)[None], (7, *x.shape)) + 1).sum(0), "8*A*B"),
    (lambda x: (x[::-1] + x).sum(0), "4*A*B + 4*B"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("f", "formula"), CONSUMED)
def test_a_cast_a_broadcast_or_a_turn_that_is_consumed_is_not_held(f: Callable[..., Any], formula: str) -> None:
    p = trace(f, "fp32[A, B]")
    assert p.same(formula, of="peak"), p.peak
    assert exactly(formula, **SIZES) <= xla(f, "fp32[A, B]")


@pytest.mark.slow
def test_what_fits_is_decided_by_the_result_in_full() -> None:
    hot = trace(lambda i: jax.nn.one_hot(i, 512), "int32[B]")
    assert fits(hot.at(B=10**7), "TPU v5e").fits is False  # 20.48 GB of 16
    assert fits(hot.at(B=7 * 10**6), "TPU v5e").fits  # 14.36 GB


MOVED: list[tuple[Callable[..., Any], str]] = [
    (lambda x: x[::-1], "8*A*B"),
    (lambda x: x.T, "8*A*B"),
    (lambda x: jnp.copy(x), "8*A*B"),
    (lambda x: lax.reduce_precision(x, 8, 7), "8*A*B"),
    (lambda x: x.T.reshape(-1), "8*A*B"),
    (lambda x: x.T[None], "8*A*B"),
    (lambda x: x.astype(jnp.bfloat16).astype(jnp.float32), "8*A*B"),  # rounded
    (lambda x: x.reshape(x.shape[0], 7, -1).transpose(1, 0, 2), "8*A*B"),
    # the argument as it came
    (lambda x: x, "0"),
    (lambda x: x.reshape(-1), "0"),
    (lambda x: x.T.T, "0"),
    (lambda x: x[::-1][::-1], "0"),
    (lambda x: x.reshape(1, -1).T, "0"),
    (lambda x: x[:, None].transpose(1, 0, 2), "0"),
    (lambda x: jnp.flip(x.reshape(-1)).reshape(x.shape)[::-1, ::-1], "0"),
    (lambda x: x.reshape(x.shape[0], 7, -1).transpose(1, 2, 0).reshape(-1, x.shape[0]).T, "0"),
    (lambda x: x.reshape(x.shape[0], 7, -1).transpose(2, 1, 0).reshape(-1, x.shape[0]).T, "8*A*B"),
    (lambda x: x.reshape(x.shape[0], 7, -1).transpose(1, 0, 2).transpose(1, 0, 2).reshape(x.shape), "0"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("f", "formula"), MOVED)
def test_an_argument_in_another_order_is_another_array(f: Callable[..., Any], formula: str) -> None:
    """Programs were drawn that compute; layout operations alone only where a product read what they gave."""
    p = trace(f, "fp32[A, 7*B]")
    for of in ("bytes", "unfused"):
        assert p.same(formula.replace("A*B", "7*A*B"), of=of), (of, getattr(p, of))
    for a, b in ((15, 2), (4, 3)):  # of one element along a dim there is one order
        assert p.at(A=a, B=b).compulsory == (0 if formula == "0" else 8 * 7 * a * b)
    x = jnp.arange(15 * 14, dtype=jnp.float32).reshape(15, 14) + 0.001
    same = jnp.array_equal(jnp.ravel(jax.tree.leaves(f(x))[0]), x.ravel())
    assert same == (formula == "0" or f is MOVED[2][0])  # a copy has the same numbers


def test_widened_and_back_is_the_argument_narrowed_and_back_is_not() -> None:
    assert trace(lambda x: x.astype(jnp.float32).astype(jnp.bfloat16), "bf16[A]").bytes == 0
    assert trace(lambda x: x.astype(jnp.int32).astype(jnp.float32), "fp32[A]").same("8*A", of="bytes")


def test_an_argument_in_two_orders_is_two_arrays() -> None:
    p = trace(lambda x: (x.T, x[::-1], x.T.reshape(-1)), "fp32[A, B]")
    assert p.at(A=3, B=5).compulsory == 12 * 15  # the last is the first in another shape
    assert p.at(A=1, B=1).compulsory == 0
    assert p.same("16*A*B", of="bytes")  # by two kernels


def test_a_turn_before_a_product_costs_nothing() -> None:
    def f(x, w):
        return jnp.einsum("bthd,bshd->bhts", x.transpose(0, 2, 1, 3), w.transpose(0, 2, 1, 3))

    p = trace(f, "bf16[B, N, T, H]", "bf16[B, N, S, H]")
    assert p.same("2*B*N*T*H + 2*B*N*S*H + 2*B*N*T*S", of="bytes")
    assert p.same("2*B*N*T*H + 2*B*N*S*H + 2*B*N*T*S", of="peak")


def test_results_that_are_views_of_one_array_are_several() -> None:
    """One array was made and given out once; here it goes out in two forms, of which each is written."""

    def both(x):
        y = x * 2
        return y, y.T, y.astype(jnp.bfloat16), y.reshape(-1)

    p = trace(both, "fp32[A, B]")
    for of in ("compulsory", "bytes", "peak"):
        assert p.same("4*A*B + 4*A*B + 4*A*B + 2*A*B", of=of), of  # y in another shape is y


@pytest.mark.slow
def test_a_part_rounded_is_another_array_than_the_part() -> None:
    def rounded(x):
        y = (x * 2)[:2]
        return y, y.astype(jnp.bfloat16).astype(jnp.float32), y

    assert trace(rounded, "fp32[A, B]").same("4*A*B + 8*B + 8*B", of="peak")


@pytest.mark.slow
def test_what_a_loop_leaves_is_cast_by_a_kernel_of_its_own() -> None:
    def f(x):
        return lax.scan(lambda c, r: (c + r, None), x[0], x)[0]

    plain, cast = trace(f, "fp32[A, B]"), trace(lambda x: f(x).astype(jnp.bfloat16), "fp32[A, B]")
    assert exactly(cast.bytes - plain.bytes, **SIZES) == 6 * SIZES["B"]
    turned = trace(lambda x: lax.fori_loop(0, 5, lambda i, c: c.T, x), "fp32[A, A]")
    assert turned.same("40*A**2", of="bytes")  # a turn a round


CAST: list[tuple[Callable[..., Any], str, str]] = [  # arguments read and results written, by hand
    (lambda a: (a.real, a.imag), "complex64[A, B]", "8*A*B + 4*A*B + 4*A*B"),
    (lambda a: (a.real.astype(jnp.bfloat16), a.imag.astype(jnp.bfloat16)), "complex64[A, B]", "8*A*B + 2*A*B + 2*A*B"),
    (lambda a: (a.astype(jnp.int32), lax.bitcast_convert_type(a, jnp.int32)), "fp32[A, B]", "4*A*B + 4*A*B + 4*A*B"),
    (lambda a: (a.astype(jnp.int32), a.astype(jnp.uint32)), "fp32[A, B]", "4*A*B + 4*A*B + 4*A*B"),
    (lambda a: (lambda g: (g, g.real, g.imag))(a * 2), "complex64[A, B]", "8*A*B + 8*A*B + 4*A*B + 4*A*B"),
    (lambda a: (lambda g: (g.astype(jnp.bfloat16), g.astype(jnp.float16).astype(jnp.bfloat16)))(a * 2), "fp32[A, B]",
     "4*A*B + 2*A*B + 2*A*B"),
    # the same cast twice is one result
    (lambda a: (lambda g: (g.imag, g.imag.reshape(-1)))(a * a), "complex64[A, B]", "8*A*B + 4*A*B"),  # of both parts
    (lambda a: (a.astype(jnp.int32), a.astype(jnp.int32)), "fp32[A, B]", "4*A*B + 4*A*B"),
    (lambda a: (lax.bitcast_convert_type(a, jnp.int32),) * 2, "fp32[A, B]", "4*A*B + 4*A*B"),
]  # fmt: skip


@pytest.mark.parametrize(("f", "argument", "formula"), CAST)
def test_two_casts_of_one_array_to_one_format_are_two_results(f: Callable[..., Any], argument: str, formula: str):
    """Casts were told apart by the format alone."""
    p = trace(f, argument)
    for of in ("compulsory", "peak"):
        assert p.same(formula, of=of), (of, getattr(p, of))
    assert exactly(p.compulsory, **SIZES) <= exactly(p.bytes, **SIZES) <= exactly(p.unfused, **SIZES)


@pytest.mark.slow
def test_real_and_imaginary_parts_are_two_results_in_a_loop_and_before_a_product() -> None:
    p = trace(lambda x: lax.scan(lambda c, r: (c, (r.real, r.imag)), 0.0, x)[1], "complex64[A, B]")
    assert p.same("16*A*B", of="compulsory")
    assert exactly(p.bytes, **SIZES) >= exactly("16*A*B", **SIZES)
    assert not fits(trace(lambda a: (a.real, a.imag), "complex64[A, B]").at(A=10**5, B=12500), "TPU v5e").fits  # 20 GB

    def read(a, w):
        g = a * 2
        return g.real, g.imag @ w

    q = trace(read, "complex64[A, B]", "fp32[B, C]")  # the imaginary part is written for the product, and read by it
    assert q.same("(8 + 4 + 4 + 4)*A*B + 4*B*C + 4*A*C", of="bytes")


def filled(c, k):
    return lax.fori_loop(0, 4, lambda i, c: lax.dynamic_update_slice(c, k[None], (i, 0)), c)


def filled_in_two(c, k):
    def inner(i, c):
        return lax.fori_loop(0, 3, lambda j, c: lax.dynamic_update_slice(c, k[None], (3 * i + j, 0)), c)

    return lax.fori_loop(0, 4, inner, c)


def kept_beside(c, k):
    g = jnp.tanh(c)
    return g.at[0].set(k), g


def swapped(c, k):  # each lies where the other must
    return lax.fori_loop(0, 4, lambda i, s: (s[1].at[i].set(k), s[0].at[i].set(k)), (c, c))


def from_a_constant(c, k):
    return lax.fori_loop(0, 4, lambda i, s: jnp.sin(s).at[i].set(k) @ c.at[i].set(k), c)


IN_PLACE: list[tuple[Callable[..., Any], str]] = [  # of c[A, A] and k[A]: arrays of A**2 held at once, by hand
    (lambda c, k: lax.dynamic_update_slice(c, k[None], (0, 0)), "2"),
    (filled, "2"),
    (filled_in_two, "2"),
    (lambda c, k: jnp.tanh(c).at[0].set(k), "2"),
    (lambda c, k: c.at[0].set(k).at[1].set(k).at[2].set(k), "2"),
    (lambda c, k: filled(jnp.tanh(c), k), "2"),
    # not in place: the array is needed afterwards, or again in the next round
    (kept_beside, "3"),
    (lambda c, k: (filled(jnp.tanh(c), k), kept_beside(c, k)[1]), "3"),
    (from_a_constant, "5"),
    (lambda c, k: swapped(c, k)[0], "6"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("f", "arrays"), IN_PLACE)
def test_an_update_in_place_is_no_other_array(f: Callable[..., Any], arrays: str) -> None:
    """It was one, and one more for each loop around it."""
    p = trace(f, "fp32[A, A]", "fp32[A]")
    whole, small = 4 * 1000**2 * int(arrays), 10 * 4 * 1000  # of it, rows and counters
    assert whole <= exactly(p.peak, A=1000) <= whole + small, p.peak
    assert exactly(p.peak, A=60) >= xla(f, "fp32[A, A]", "fp32[A]") - 2 * 4 * 60  # counters and places of XLA's own


@pytest.mark.slow
def test_a_cache_that_a_loop_fills_fits() -> None:
    assert fits(trace(filled, "bf16[T, D]", "bf16[D]").at(T=10**6, D=3000), "TPU v5e").fits  # 12.0 GB of 16
    assert not fits(trace(kept_beside, "bf16[T, D]", "bf16[D]").at(T=10**6, D=3000), "TPU v5e").fits  # 18.0 GB


SIGNED: list[tuple[Callable[..., Any], str, str, int]] = [  # bytes moved, by hand; and of XLA's result
    (lambda x: x.astype(jnp.int8), "uint8[A, B]", "2*A*B", 1),
    (lambda x: lax.bitcast_convert_type(x, jnp.int8), "uint8[A, B]", "2*A*B", 1),
    (lambda x: x.T.astype(jnp.uint32), "int32[A, B]", "8*A*B", 4),
    (lambda x: (lambda g: (g, g.astype(jnp.int32)))(x * 2), "uint32[A, B]", "4*A*B + 8*A*B", 8),
    (lambda x: lax.scan(lambda c, r: (c + 1, r.astype(jnp.int8)), 0, x)[1], "uint8[A, B]", "2*A*B", 1),
    # the argument as it came: there and back nothing is lost
    (lambda x: x.astype(jnp.int8).astype(jnp.uint8), "uint8[A, B]", "0", 1),
    (lambda x: x.astype(jnp.uint32).T.T, "uint32[A, B]", "0", 4),
]


@pytest.mark.slow
@pytest.mark.parametrize(("f", "argument", "formula", "width"), SIGNED)
def test_a_cast_between_signed_and_unsigned_is_another_array(f: Any, argument: str, formula: str, width: int) -> None:
    """Of one width, they moved nothing and were not held, whole programs too."""
    p = trace(f, argument)
    for of in ("bytes", "compulsory"):
        assert p.at(A=60, B=28).same(formula.replace("A*B", "1680"), of=of), (of, getattr(p, of))
    result = jax.eval_shape(f, jax.ShapeDtypeStruct((60, 28), argument.split("[")[0]))
    assert sum(a.size * a.dtype.itemsize for a in jax.tree.leaves(result)) == width * 1680
    if formula != "0":
        assert abs(xla(f, argument) - exactly(p.peak, **SIZES)) <= 200  # a loop's counter


def test_a_cast_that_is_consumed_is_not_written() -> None:
    p = trace(lambda x: x.astype(jnp.int8).astype(jnp.int32).sum(), "uint8[A, B]")
    assert p.same("A*B + 4", of="bytes")
    twice = trace(lambda x: ((x * 2).astype(jnp.int32),) * 2, "uint32[A, B]")
    assert twice.same("4*A*B + 4*A*B", of="peak")


@pytest.mark.slow
def test_a_part_without_elements_has_an_order_and_moves_nothing() -> None:
    empty = trace(lambda x: (x[:, :0].T.reshape(-1), x), "fp32[N, D]")
    assert (empty.bytes, empty.compulsory) == (0, 0)
    assert trace(lambda x: x[:, :2].T.reshape(-1), "fp32[N, D]").at(N=3, D=5).bytes == 2 * 4 * 2 * 3
