"""Work of what is given a computation, of transforms and of products of two formats; by XLA, by hand and by loops."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest
from forced import on_devices

pytest.importorskip("jax")

import jax
import jax.numpy as jnp
from jax import lax

from symroof import Machine, SymroofError, T_math, bound_by, dims, dtype, op, trace
from symroof.tracing.costs import algorithm


def heavy(a, b):
    return jnp.tanh(a) + jnp.exp(b) * 2.0


def light(a, b):
    return (a - b) * 0.5 + b


def both(a, b):
    return jnp.maximum(a[0], b[0]), a[1] * jnp.sqrt(b[1])


def zero() -> Any:
    return jnp.float32(0)


COMPUTED: list[tuple[Callable[..., Any], tuple[str, ...]]] = [
    (lambda x: lax.reduce(x, zero(), heavy, (0,)), ("fp32[6, 5]",)),
    (lambda x: lax.reduce(x, zero(), light, (0, 1)), ("fp32[6, 5]",)),
    (lambda x, y: lax.reduce((x, y), (zero(), zero()), both, (1,)), ("fp32[6, 5]", "fp32[6, 5]")),
    (lambda x: lax.reduce_window(x, zero(), heavy, (2, 3), (1, 1), "VALID"), ("fp32[6, 5]",)),
    (lambda x: lax.reduce_window(x, zero(), light, (1, 2), (1, 2), "VALID"), ("fp32[6, 6]",)),
    (lambda x, i: x.at[i[0]].apply(jnp.tanh), ("fp32[40]", "int32[1]")),
    (lambda x: lax.reduce(x, zero(), lambda a, b: a + b, (0,)), ("fp32[6, 5]",)),
]


@pytest.mark.parametrize(("f", "arguments"), COMPUTED)
def test_a_computation_counts_as_often_as_it_is_applied(f: Callable[..., Any], arguments: tuple[str, ...]) -> None:
    """Reductions were drawn by one operation, a sum or a maximum; here the body is what the user writes."""
    structs = []
    for text in arguments:
        dtype, shape = text[:-1].split("[")
        structs.append(jax.ShapeDtypeStruct(tuple(map(int, shape.split(","))), dtype.replace("fp", "float")))
    cost = jax.jit(f).lower(*structs).cost_analysis()
    p = trace(f, *arguments)
    assert p.transcendental == int(cost.get("transcendentals", 0))
    if "int32[1]" in arguments:
        assert (p.transcendental, p.vector) == (1, 0)  # XLA counts the index and its bounds among the FLOPs
    else:
        assert p.vector == int(cost["flops"])


@pytest.mark.slow
def test_the_body_is_counted_in_formulas() -> None:
    p = trace(lambda x: lax.reduce(x, zero(), heavy, (0,)), "fp32[A, B]")
    assert p.same("2*(A*B - B)", of="vector")
    assert p.same("2*(A*B - B)", of="transcendental")
    q = trace(lambda x, i: x.at[i].apply(jnp.tanh), "fp32[V]", "int32[B]")
    assert q.same("B", of="transcendental")
    plain = trace(lambda x, i, u: x.at[i].set(u), "fp32[V]", "int32[B]", "fp32[B]")
    added = trace(lambda x, i, u: x.at[i].add(u), "fp32[V]", "int32[B]", "fp32[B]")
    assert (plain.vector, plain.transcendental) == (0, 0)
    assert added.same("B", of="vector")


@pytest.mark.slow
def test_a_step_of_cumlogsumexp_is_one_logaddexp() -> None:
    steps = trace(lambda x: lax.cumlogsumexp(x, 0), "fp32[A, B]")
    pairs = trace(jnp.logaddexp, "fp32[C]", "fp32[C]")
    assert pairs.same("2*C", of="transcendental")
    assert steps.same("2*(A*B - B)", of="transcendental")
    assert steps.same(f"{pairs.at(C=1).vector}*(A*B - B)", of="vector")


def test_a_loop_in_a_computation_has_its_own_rounds() -> None:
    def halved(a, b):
        return lax.fori_loop(0, 3, lambda i, c: c * 0.5, a) + b

    p = trace(lambda x: lax.reduce(x, zero(), halved, (0,)), "fp32[A, B]")
    assert p.same("4*(A*B - B)", of="vector")


def test_what_a_computation_has_and_no_rule_knows_is_refused_by_name() -> None:
    def outside(a, b):
        return jax.pure_callback(max, jax.ShapeDtypeStruct((), jnp.float32), a, b)

    with pytest.raises(SymroofError, match="pure_callback is a callback into Python"):
        trace(lambda x: lax.reduce(x, zero(), outside, (0,)), "fp32[A, B]")


def transform(lengths: tuple[int, ...], batch: int = 1) -> int:
    """Complex operations of radix 2, 10 real ones a butterfly of which n/2 a stage, axis by axis."""
    total, points = 0, math.prod(lengths)
    for n in lengths:
        stages, m = 0, n
        while m > 1:
            m //= 2
            stages += 1
        total += points // n * stages * (n // 2) * 10
    return total * batch


FFTS: list[tuple[Callable[..., Any], str, int]] = [
    (jnp.fft.fft, "complex64[3, 16]", transform((16,), 3)),
    (jnp.fft.ifft, "complex64[3, 1024]", transform((1024,), 3)),
    (jnp.fft.rfft, "fp32[3, 1024]", transform((1024,), 3) // 2),
    (jnp.fft.irfft, "complex64[1, 513]", 25600),
    (jnp.fft.irfft, "complex64[3, 9]", 3 * 160),
    (jnp.fft.rfft, "fp32[1, 16]", 160),
    (lambda x: jnp.fft.irfft(x, 32), "complex64[3, 17]", transform((32,), 3) // 2),
    (jnp.fft.fft2, "complex64[2, 16, 32]", transform((16, 32), 2)),
    (jnp.fft.rfft2, "fp32[2, 16, 32]", transform((16, 32), 2) // 2),
    (jnp.fft.rfftn, "fp32[8, 16, 32]", transform((8, 16, 32)) // 2),
    (jnp.fft.irfftn, "complex64[8, 16, 17]", transform((8, 16, 32)) // 2),
]


@pytest.mark.parametrize(("f", "argument", "operations"), FFTS)
def test_a_transform_with_a_real_side_is_half_of_one(f: Callable[..., Any], argument: str, operations: int) -> None:
    assert trace(f, argument).vector == operations


@pytest.mark.slow
def test_transforms_in_formulas() -> None:
    assert trace(lambda x: jnp.fft.rfft(x), "fp32[B, 1024]").same("25600*B", of="vector")
    back = trace(lambda x: jnp.fft.irfft(x), "complex64[B, N + 1]")
    assert back.same("5*B*N*log2(2*N)", of="vector")  # 2*N real points


MIXED: list[tuple[str, str, str]] = [
    ("fp16", "bf16", "fp32"), ("uint8", "int8", "int16"), ("int8", "bf16", "bf16"), ("bf16", "fp32", "fp32"),
    ("fp16", "fp16", "fp16"), ("uint8", "uint8", "int8"), ("int8", "int32", "int32"), ("fp16", "int32", "fp16"),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("left", "right", "computed"), MIXED)
def test_a_product_meets_the_peak_of_what_its_operands_meet_in(left: str, right: str, computed: str) -> None:
    """Formats were mixed of which one holds the other; JAX multiplies fp16 and bf16 in what holds both."""
    p = trace(lambda x, w: x @ w, f"{left}[A, B]", f"{right}[B, C]")
    assert list(p.work) == [computed]
    names = {"fp16": "float16", "bf16": "bfloat16", "fp32": "float32"}
    structs = [jax.ShapeDtypeStruct((4, 4), names.get(n, n)) for n in (left, right)]
    text = jax.jit(lambda x, w: x @ w).lower(*structs).compiler_ir("hlo").as_hlo_text()
    short = {"fp32": "f32", "int16": "s16", "bf16": "bf16", "fp16": "f16", "int32": "s32", "int8": "u8"}
    assert f"{short[computed]}[4,4]" in next(line for line in text.splitlines() if " dot(" in line)


@pytest.mark.parametrize(("left", "right"), list(combinations(("fp16", "bf16", "fp32", "fp64", "int8", "bool"), 2)))
def test_notation_multiplies_in_the_format_to_which_jax_promotes(left: str, right: str) -> None:
    """In either order; of an integer and a float JAX takes the float, of an integer and a bool the integer."""
    names = {"fp16": "float16", "bf16": "bfloat16", "fp32": "float32", "fp64": "float64"}
    meets = jnp.promote_types(names.get(left, left), names.get(right, right))
    for a, b in ((left, right), (right, left)):
        assert list(op(f"{a}[B, D] * {b}[D, F] -> fp32[B, F]").work) == [dtype(str(meets)).name]


@pytest.mark.slow
def test_fp16_by_bf16_is_timed_as_fp32() -> None:
    sizes = dict(A=4096, B=4096, C=4096)
    mixed = trace(lambda x, w: x @ w, "fp16[A, B]", "bf16[B, C]").at(**sizes)
    assert T_math(mixed, "H100") == T_math(trace(lambda x, w: x @ w, "fp32[A, B]", "fp32[B, C]").at(**sizes), "H100")
    plain = trace(lambda x, w: x @ w, "fp16[A, B]", "fp16[B, C]").at(**sizes)
    assert T_math(mixed, "H100") > 10 * T_math(plain, "H100")


@pytest.mark.slow
def test_a_constant_of_the_code_is_not_certain_to_be_read() -> None:
    rows = trace(lambda x: x[jnp.array([0, 0, 0])], "fp32[A, B]")
    given = trace(lambda x, i: x[i], "fp32[A, B]", "int32[3]")
    assert rows.same("12*B", of="compulsory")
    assert given.same("12*B + 12*Min(1, A - 1)", of="compulsory")  # the one row of A = 1 is read whatever they are
    weight = jnp.ones((7, 3), jnp.float32)  # whatever other tests set
    closed, open_ = trace(lambda x: x @ weight, "fp32[A, 7]"), trace(lambda x, w: x @ w, "fp32[A, 7]", "fp32[7, 3]")
    assert closed.bytes == open_.bytes  # it is read, all the same
    assert open_.compulsory - closed.compulsory == 4 * 7 * 3


@pytest.mark.slow
def test_complex_numbers_take_two_additions_and_six_operations_a_product() -> None:
    """Sums of complex numbers counted one operation an element, their elementwise additions two."""
    for f, each in ((jnp.sum, 2), (jnp.prod, 6), (jnp.cumsum, 2), (jnp.cumprod, 6)):
        p = trace(lambda x, f=f: f(x, axis=0), "complex64[A, B]")
        assert p.same(f"{each}*(A*B - B)", of="vector"), f
        assert trace(lambda x, f=f: f(x, axis=0), "fp32[A, B]").same("A*B - B", of="vector")
    windows = trace(
        lambda x: lax.reduce_window(x, jnp.complex64(0), lax.add, (3, 1), (1, 1), "VALID"), "complex64[9, B]"
    )
    assert windows.same("2*2*7*B", of="vector")
    multiplied = trace(lambda x, i, u: x.at[i].mul(u), "complex64[V]", "int32[B]", "complex64[B]")
    assert multiplied.same("6*B", of="vector")


@pytest.mark.slow
def test_whole_powers_of_complex_numbers_are_products() -> None:
    """Powers were tried of real numbers alone: a square is one product, of complex numbers 6 operations."""
    for n, products in ((2, 1), (3, 2), (4, 2), (7, 4), (-2, 2)):  # x**-2 is 1/x**2
        assert trace(lambda x, n=n: x**n, "complex64[N]").same(f"{6 * products}*N", of="vector"), n
        assert trace(lambda x, n=n: x**n, "fp32[N]").same(f"{products}*N", of="vector"), n
    assert trace(lambda x: x * x * x, "complex64[N]").vector == trace(lambda x: x**3, "complex64[N]").vector


def test_comparisons_of_a_sort_are_of_its_keys() -> None:
    """No sort had keys of one sort and a payload of another."""
    for key, payload in (("int32", "fp32"), ("fp32", "int32"), ("int32", "int32")):
        p = trace(lax.sort_key_val, f"{key}[N]", f"{payload}[N]").at(N=9)
        assert (p.integer, p.vector) == ((36, 0) if key == "int32" else (0, 36)), (key, payload)


GSPMD = """
import jax.numpy as jnp
from symroof import *
def product(**more):
    return trace(lambda x, w: x @ w, "fp32[A, D_X]", "fp32[D_X, F]", mesh="X=4", **more)
p = product(gspmd=True)
chip = Machine(name="m", peaks={"fp32": 1e14}, bandwidths={"hbm": 1e12, "ici": 1e11}, capacity=1e9)
def said(f):
    try:
        print(f())
    except SymroofError as e:
        print(type(e).__name__, str(e).splitlines()[0])
there = p.at(A=8, D=4096, F=4096)
said(lambda: (p.bytes, p.sent["ici"], p.matrix))
said(lambda: bound_by(there, chip))
said(lambda: T_lower(there, chip))
said(lambda: sweep(p, chip, A=[8], D=4096, F=4096))
said(lambda: fits(there, chip))
full = there.at(hbm_bytes=4 * (8 * 1024 + 1024 * 4096 + 8 * 4096))
import jax
hand = trace(lambda x, w: jax.lax.psum(x @ w, "X"), "fp32[A, D_X]", "fp32[D_X, F]", mesh="X=4")
hand = hand.at(A=8, D=4096, F=4096)
said(lambda: (bound_by(full, chip) == bound_by(hand, chip), T_lower(full, chip) == T_lower(hand, chip)))
said(lambda: [n for n in p.notes if "not traced" in n or "KeyError" in n or "other work" in n])
sums = trace(lambda x, w: (x @ w, jnp.tanh(w).sum(1)), "fp32[A, D_X]", "fp32[D_X, F]", mesh="X=4", gspmd=True)
said(lambda: (sums.vector, sums.transcendental))
"""


@pytest.mark.slow
def test_bytes_that_gspmd_does_not_read_back_are_asked_for() -> None:
    """They were 0: a program that HBM bounds was bound by its links, 17 times as fast as can be."""
    done = on_devices(GSPMD)
    lines = done.stdout.strip().splitlines()
    assert lines == [
        "(hbm_bytes, 3*A*F, A*D*F/2)",
        "Inconclusive which resource binds depends on hbm_bytes; give a number for each, as in bound_by(op, machine, "
        "hbm_bytes=4096)",
        "Max(48/48828125, hbm_bytes/1000000000000)",
        "SymroofError still symbolic: hbm_bytes; give a number or a list, as in sweep(op, hbm_bytes=4096)",
        "SymroofError peak of <lambda>(fp32[A, D_X], fp32[D_X, F]) is not known: it is not read back from a "
        "partitioned program",
        "(True, True)",
        "[]",
        "(D*F/4 - D/4, D*F/4)",
    ], (lines, done.stderr[-2000:])


#: what XLA counts besides, an element
OTHERWISE: dict[str, tuple[Callable[..., Any], tuple[str, ...], int]] = {
    "a logistic": (lax.logistic, ("fp32[N]",), 3),
    "a gate": (lambda x, y: jax.nn.silu(x) * y, ("fp32[N]", "fp32[N]"), 3),
    "two gates": (lambda x: jax.nn.sigmoid(x) * jax.nn.silu(-x), ("fp32[N]",), 6),
    "a gelu": (jax.nn.gelu, ("fp32[N]",), 0),
    "0 added and taken off": (jax.nn.softplus, ("fp32[N]",), -2),
    "a product with ones": (lambda x: x * 1.0, ("fp32[N]",), -1),
    "an elu": (jax.nn.elu, ("fp32[N]",), -1),
    "a product of complex numbers": (lambda x, y: x * y, ("complex64[N]", "complex64[N]"), -5),
    "a sum of complex numbers": (lambda x, y: x + y, ("complex64[N]", "complex64[N]"), -1),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", OTHERWISE)
def test_what_xla_counts_otherwise_is_a_formula(name: str) -> None:
    f, arguments, more = OTHERWISE[name]
    program = trace(f, *arguments)
    for n in (64, 100):
        kinds = {"fp32[N]": "float32", "complex64[N]": "complex64"}
        found = jax.jit(f).lower(*(jax.ShapeDtypeStruct((n,), kinds[a]) for a in arguments)).cost_analysis()
        there = program.at(N=n)
        counted = found.get("flops", 0) + found.get("transcendentals", 0)
        assert counted - int(there.vector + there.transcendental) == more * n


#: programs with a logarithm of a size in their work, by hand: operations and bytes of 4 rows of n
LOGARITHMS: dict[str, tuple[Callable[..., Any], Callable[[int], float], Callable[[int], float]]] = {
    "a sort": (lambda x: jnp.sort(x, -1), lambda n: 4 * n * math.ceil(math.log2(n)), lambda n: 2 * 16 * n),
    "the 5 largest": (lambda x: lax.top_k(x, 5)[0], lambda n: 4 * n * (1 + 3), lambda n: 16 * n + 80),
    "a transform": (jnp.fft.fft, lambda n: 4 * 5 * n * math.log2(n), lambda n: 2 * 32 * n),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", LOGARITHMS)
def test_what_binds_where_a_logarithm_is_no_whole_number(name: str) -> None:
    """A rounding or a logarithm of a number was taken for a size without one: an IndexError, and a table refused."""
    f, operations, moved = LOGARITHMS[name]
    p = trace(f, "complex64[4, N]" if name == "a transform" else "fp32[4, N]")
    seen = set()
    for n in (8, 100, 1000):
        for balance in (2, 2 * operations(n) / moved(n), 0.5 * operations(n) / moved(n)):
            m = Machine("toy", {"fp32": balance * 1e13, "vector": balance * 1e13}, {"hbm": 1e13})
            by_hand = "math" if operations(n) / balance >= moved(n) else "hbm"
            assert bound_by(p, m, N=n) == by_hand, (n, balance)
            assert bound_by(p.at(N=n), m) == by_hand, (n, balance)
            seen.add(by_hand)
            seconds = sum(float(r.seconds or 0) for r in p.table(on=m, N=n).rows)
            if name == "a transform":
                assert seconds == pytest.approx(max(operations(n) / balance, moved(n)) / 1e13, rel=1e-12)
    assert seen == {"math", "hbm"}


def test_a_rounded_logarithm_of_a_number_is_a_number() -> None:
    p = trace(lambda x: jnp.sort(x, -1), "fp32[4, N]")
    assert "84" in str(p.table(on="H100", N=7)).split("\n")[2].split()
    assert str(trace(lambda x: jnp.sort(x, -1), "fp32[8, N*N]").at(N=10).vector) == "5600"  # 8 rows of 100, 7 rounds


ALGORITHMS = {
    "DEFAULT": ("fp32", 1), "TF32_TF32_F32": ("tf32", 1), "TF32_TF32_F32_X3": ("tf32", 3), "BF16_BF16_F32": ("bf16", 1),
    "BF16_BF16_BF16": ("bf16", 1), "BF16_BF16_F32_X3": ("bf16", 3), "BF16_BF16_F32_X6": ("bf16", 6),
    "BF16_BF16_F32_X9": ("bf16", 9), "F16_F16_F32": ("fp16", 1), "F32_F32_F32": ("fp32", 1), "F64_F64_F64": ("fp64", 1),
    "ANY_F8_ANY_F8_F32": ("fp32", 1),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", ALGORITHMS)
def test_the_algorithm_of_a_product_says_its_format_and_how_many_it_is(name: str) -> None:
    """Its name says it: X3 is three products of the parts. No product was drawn with one, and all counted as fp32."""
    fmt, many = ALGORITHMS[name]
    asked = lax.DotAlgorithmPreset[name]
    B, D, F = dims("B D F")
    args = "fp32[B, D]", "fp32[D, F]"
    program = trace(lambda x, w: lax.dot(x, w, precision=asked), *args)
    assert [d for d, _ in program.work.rows] == [fmt]
    assert program.matrix == 2 * many * B * D * F
    with jax.default_matmul_precision("tensorfloat32"):
        noted = trace(lambda x, w: x @ w, *args)
    assert any("a GPU takes tf32 for it and a TPU three products of bf16" in n for n in noted.notes)
    assert not any("precision" in n for n in (*program.notes, *trace(lambda x, w: x @ w, *args).notes))


def test_every_algorithm_that_jax_names_has_a_rule() -> None:
    for asked in lax.DotAlgorithmPreset:
        assert algorithm(asked) is None or algorithm(asked)[1] >= 1
