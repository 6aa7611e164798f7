"""Floats, blocks, threads, other libraries, exact rationals and intervals agree with each other and the book."""

import io
import itertools
import math
import pickle
import random
import subprocess
import sys
import warnings
from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from tiers import all_but_slow

from symroof.algebra.interop.door import core
from symroof.errors import SymroofError, UnknownResource, Unsupported
from symroof.evaluate import blocks, engine, exactly, interval, numeric, sweep
from symroof.evaluate.blocks import BLOCK, THREADS_FROM, window_steps, workers_for
from symroof.evaluate.code import TAME, is_tame, placed
from symroof.evaluate.nodes import _FOLD
from symroof.evaluate.scaling import put_off
from symroof.model.ops import op
from symroof.model.roofline import T_lower, attainable
from symroof.symbols import dims, params, symbol

B, D, F = dims("B D F")
MATMUL = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")
V5E = attainable(MATMUL, "TPU v5e")
T_LOWER = T_lower(MATMUL, "TPU v5e")
BOOK_FORM = (
    2
    * B
    * D
    * F
    / sp.Max(2 * B * D * F / sp.Rational("1.97e14"), (2 * B * D + D * F + 2 * B * F) / sp.Rational("8.2e11"))
)
NASTY = [
    B * D * F / (B * D + D * F + B * F),
    1 / (240 - 1 / D - 1 / F),
    sp.Max(B / D, D / F, 3) * sp.Min(B, 7 * F) - sp.Rational(1, 3),
    sp.sqrt(B * D) / F + sp.sqrt(2) * B,
    sp.ceiling(B / 128) * 128 + sp.floor(D / 3),
    sp.log(B, 2) * D + sp.log(F + 1),
    B ** sp.Rational(2, 3) - 5 * D**-7,
    sp.Max(BOOK_FORM, B, evaluate=False),
    sp.Integer(7),
]


def book(B, D, F):
    """Practice problem 3, the answer's own arithmetic typed by hand."""
    total_flops = 2 * B * D * F
    return total_flops / np.maximum(total_flops / 1.97e14, (2 * B * D + D * F + 2 * B * F) / 8.2e11)


@pytest.mark.parametrize("width", [1024, 4096])
def test_practice_problem_3_to_the_last_bit(width):
    bs = np.arange(1, 512)
    assert np.array_equal(book(bs, width, width), numeric(BOOK_FORM, B, D=width, F=width)(bs))
    assert np.array_equal(book(bs, width, width), numeric(BOOK_FORM, B, D, F)(bs, width, width))


@pytest.mark.parametrize("width", [1024, 4096])
def test_practice_problem_3_from_attainable_differs_by_one_rounding(width):
    """min(C, ...) is C itself where the book divides x by x/C: two more roundings, at most 2 ulp."""
    bs = np.arange(1, 512)
    mixed = op("bf16[B, D] * int8[D, F] -> bf16[B, F]")
    ours = numeric(attainable(mixed, "TPU v5e"), B, D=width, F=width)(bs)
    assert np.allclose(book(bs, width, width), ours, rtol=2**-51, atol=0)
    assert ours.max() == 1.97e14


@pytest.mark.slow
@pytest.mark.parametrize("expr", NASTY, ids=str)
def test_floats_arrays_and_mpmath_agree(expr):
    f = numeric(expr, B, D, F)
    draw = random.Random(1)
    points = [[float(draw.randint(1, 5000)) for _ in range(3)] for _ in range(12)]
    by_array = f(*map(np.array, zip(*points)))
    for p, a in zip(points, by_array):
        want = float(sp.sympify(expr).subs(dict(zip((B, D, F), map(int, p)))).evalf(30))
        assert math.isclose(want, a, rel_tol=1e-13)
        assert math.isclose(want, f(*p), rel_tol=1e-13)


@pytest.mark.parametrize("expr", [e for e in NASTY if not e.has(sp.log)], ids=str)
def test_a_ratio_evaluates_like_its_expression(expr):
    values = {"B": 77, "D": 1000, "F": 12}
    assert math.isclose(numeric(core(expr), **values)(), numeric(expr, **values)(), rel_tol=1e-14)


def test_exact_rationals_are_exact():
    assert exactly(1 / (1 / B + 1 / D + 1 / F), B=3, D=5, F=7) == Fraction(105, 71)
    assert exactly(V5E, B=8, D=4096, F=4096) == Fraction(820 * 10**9) / (Fraction(1, 8) + Fraction(2, 4096))
    with pytest.raises(Unsupported, match="irrational"):
        exactly(sp.sqrt(B), B=2)
    with pytest.raises(SymroofError, match=r"still symbolic: D; .* exactly\(expr, D=4096\)"):
        exactly(B / D, B=2)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(1, 2**60), min_size=3, max_size=3))
def test_sizes_to_2_to_the_60(sizes):
    want = exactly(V5E, **dict(zip("BDF", sizes)))
    f = numeric(V5E, B, D, F)
    arrays = [np.array([s]) for s in sizes]
    for got in (f(*sizes), f(*arrays)[0], f(*map(np.int64, sizes))):
        assert abs(Fraction(got) / want - 1) < Fraction(1, 2**49)


def test_integer_arrays_of_any_width_do_not_overflow():
    n = np.full(3, 2**40)
    assert np.all(numeric(2 * B * D * F, B, D, F)(n, n, n) == 2.0**121)
    assert numeric(B * D, B, D)(np.uint8([200]), np.int16([200]))[0] == 40000.0
    assert numeric(B * D, B, D)(np.float32([0.5]), [3])[0] == 1.5


MANY = THREADS_FROM + 12345


@pytest.mark.parametrize("n", all_but_slow([0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK + 5, MANY], [BLOCK - 1, MANY]))
def test_blocks_and_threads_give_what_numpy_gives(n):
    b = np.arange(1, n + 1)
    got = numeric(BOOK_FORM, B, D, F=256)(b, 512)
    assert np.array_equal(book(b.astype(float), 512, 256), got)


@pytest.mark.parametrize(
    "shapes",
    [((5, 1), (1, 7), ()), ((3, 1, 1), (40000,), (2, 1)), ((200, 300), (300,), (200, 1)), ((1, 4), (4,), (4,))],
)
def test_broadcasting(shapes):
    draw = np.random.default_rng(0)
    arrays = [draw.integers(1, 5000, s) for s in shapes]
    assert np.array_equal(book(*(a.astype(float) for a in arrays)), numeric(BOOK_FORM, B, D, F)(*arrays))


def test_unusual_but_clear_arguments():
    f = numeric(B * D, B, D)
    assert f(2**64, 2) == f([2**64, 1], 2)[0] == f(np.array([2**64, 1], object), 2)[0] == 2.0**65
    assert f(np.uint64([2**64 - 1]), 1)[0] == 2.0**64
    assert f([Fraction(1, 2), 3], 2).tolist() == [1.0, 6.0]
    assert f(np.float16([0.1, 60000]), np.float16([3, 60000]))[1] == 60000.0**2  # no float16 holds that
    assert f(np.longdouble([3]), np.int8([2])).dtype == np.float64
    assert f(np.array(3), 2) == 6.0
    assert f(np.float32(3), np.int8(100)) == 300.0
    for empty in (np.array([]), np.empty((0, 3)), []):
        assert f(empty, 2).shape == np.shape(empty)
    assert f(np.empty((0, 1)), np.ones(3)).shape == (0, 3)
    assert f(np.ones(3).astype(">f8"), 2).tolist() == [2, 2, 2]


def test_a_transposed_view_and_out():
    grid = np.arange(1.0, 13).reshape(3, 4).T
    out = np.empty((4, 3))
    assert numeric(B**2, B)(grid, out=out) is out
    assert np.array_equal(grid**2, out)
    with pytest.raises(SymroofError, match=r"float64 array of shape \(4, 3\), not float32 of \(4, 3\)"):
        numeric(B, B)(grid, out=np.empty((4, 3), np.float32))
    with pytest.raises(SymroofError, match="shares memory"):
        numeric(B, B)(out, out=out)


def test_a_constant_takes_the_shape_of_its_argument():
    assert np.array_equal(np.full(4, 7.0), numeric(sp.Integer(7), B)(np.arange(1, 5)))
    assert numeric(sp.Integer(7))() == 7.0


def test_by_name_by_position_and_pickled():
    f = pickle.loads(pickle.dumps(numeric(V5E, B, "D", F=4096)))
    assert f(8, 4096) == f(D=4096, B=8) == numeric(V5E, "B D", F=4096)(8, 4096)
    assert f(8, 4096) == pickle.loads(pickle.dumps(f))(8, 4096)  # after the first call too
    assert repr(f) == "numeric(B, D)"


def test_names_that_python_reserves():
    names = ["lambda", "out", "numeric", "B'", "_v1", "λ", "float", "x0_"]
    expr = sum(k * symbol(n) for k, n in enumerate(names, 1))
    assert numeric(expr, *names)(*range(1, 9)) == sum(k * k for k in range(1, 9))


def test_division_by_zero_is_no_number_for_floats_and_arrays_alike():
    f = numeric(1 / (params("K") - 1 / B), "K", B)
    assert math.isnan(f(0.5, 2))
    assert math.isnan(f(np.array([0.5]), 2)[0])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: numeric(B * D * F, B), r"still symbolic: D, F; give a number for each, .* numeric\(expr, B, D=4096\)"),
        (lambda: numeric(B * D), r"still symbolic: B, D; .* numeric\(expr, B=4096\)"),
        (lambda: numeric(B, B, B=3), "B is both an argument and bound to 3"),
        (lambda: numeric(B, B, B), "B is given twice"),
        (lambda: numeric(B, 3), "3 is not a symbol"),
        (lambda: numeric(B * D, B, D=0), "D=0 is not positive; a size is a whole number of at least 1"),
        (lambda: numeric(B * D, B, D=float("nan")), "D is nan"),
        (lambda: numeric(B * D, B, D=[1, 2]), "D is bound to an array; name it as a symbol"),
        (lambda: numeric("B*D*", B), "a formula ends too early|ends too early"),
        (lambda: numeric(B, B, backend="cuda"), "unknown back end 'cuda'; known: numpy, numba"),
        (lambda: numeric(sp.gamma(B), B), "gamma has no rule here"),
        (lambda: numeric(B**D, B, D), "exponent D is not a number"),
        (lambda: numeric(B, B)(0), "B is 0.0; sizes and parameters are positive"),
        (lambda: numeric(B, B)(float("nan")), "B is nan"),
        (lambda: numeric(B, B)(-3), "B is -3"),
        (lambda: numeric(B, B)(10**400), "B is too large for a float64; use exactly"),
        (lambda: numeric(B, B)(np.array([1, 2, 0])), "B is 0 at index 2"),
        (lambda: numeric(B, B)(np.r_[np.ones(BLOCK + 3), np.nan]), f"B is nan at index {BLOCK + 3}"),
        (lambda: numeric(B * D, B, D)(np.ones((3, 1)), np.array([1.0, -1.0])), "D is -1.0 at index 1"),
        (lambda: numeric(B, B)(np.array(["x"])), "B is an array of <U1; give integers or floats"),
        (lambda: numeric(B, B)([True]), "B is an array of bool"),
        (lambda: numeric(B, B)([[1], [1, 2]]), "B is ragged"),
        (lambda: numeric(B, B)(np.array([1 + 2j])), "B is an array of complex128; give integers or floats"),
        (lambda: numeric(B, B)(np.array(["2026-01-01"], "datetime64[D]")), "B is an array of datetime64"),
        (lambda: numeric(B, B)(np.array([1, "x"], object)), "B is an array of object"),
        (lambda: numeric(B, B)(np.array([1, 10**400], object)), "B is too large for a float64"),
        (lambda: numeric(B, B)(np.array([1, -3], object)), "B is -3.0; sizes and parameters are positive"),
        (lambda: numeric(B, B)(None), "B is None; give a number or an array of numbers"),
        (lambda: numeric(B, B)({"B": 3}), "B is {'B': 3}; give a number or an array of numbers"),
        (lambda: numeric(B, B)(1j), "B is 1j; give a number"),
        (lambda: numeric(B, B)(np.int64(0)), "B is 0.0; sizes and parameters are positive"),
        (lambda: numeric(B, B)(np.array(0)), "B is 0; sizes and parameters are positive"),
        (lambda: numeric(B, B)(np.array(np.nan)), "B is nan; sizes"),
        (lambda: numeric(B, B)("8"), "B is '8'; give a number or an array"),
        (lambda: numeric(B, B)(True), "B is True; give a number"),
        (lambda: numeric(B * D, B, D)(np.ones(3), np.ones(4)), r"do not broadcast together: B \(3,\), D \(4,\)"),
        (lambda: numeric(B * 10**400, B), "too large for a float64"),
    ],
)
def test_messages(call, message):
    with pytest.raises(SymroofError, match=message):
        call()


@pytest.mark.slow
def test_a_zero_in_a_threaded_sweep_is_found():
    b = np.ones(THREADS_FROM + BLOCK)
    b[-1] = 0
    with pytest.raises(SymroofError, match=f"B is 0.0 at index {b.size - 1}"):
        numeric(B, B)(b)


# -- other libraries -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def native():
    """All the nasty expressions in one compiled loop."""
    pytest.importorskip("numba", reason="numba is not installed")
    return numeric(NASTY, B, D, F, backend="numba")


@pytest.mark.slow
@pytest.mark.parametrize("n", [1, 1023, 1025, (1 << 18) + 77])
def test_the_compiled_loop_agrees_with_numpy(native, n):
    b = np.arange(1.0, n + 1)
    for ours, want in zip(native(b, 4096, 300.0), numeric(NASTY, B, D, F)(b, 4096, 300)):
        assert np.allclose(want, ours, rtol=1e-14, atol=0)
    plain = numeric([V5E, T_LOWER], B, D=4096, F=4096)(b)
    compiled = numeric([V5E, T_LOWER], B, D=4096, F=4096, backend="numba", parallel=True)
    assert all(np.array_equal(x, y) for x, y in zip(plain, compiled(b)))
    shifted = np.empty(n + 3)
    assert compiled(b, out=[shifted[1:-2], np.empty(n)])[0] is not None
    assert np.array_equal(shifted[1:-2], plain[0])


@pytest.mark.slow
def test_the_compiled_loop_takes_any_grid_and_dtype(native):
    b, d, f = np.arange(1, 40, dtype=np.int16)[:, None], np.arange(1, 50, dtype=np.float32), np.uint8([[3], [4]])
    grid = (b[:38].reshape(2, 19, 1), d, f[:, :, None])
    for ours, want in zip(native(*grid), numeric(NASTY, B, D, F)(*grid)):
        assert ours.shape == (2, 19, 49)
        assert np.allclose(want, ours, rtol=1e-14, atol=0)
    assert native(np.ones((0, 3)), 2, 2)[0].shape == (0, 3)
    assert native(8, 4096, 300) == numeric(NASTY, B, D, F)(8, 4096, 300)  # plain numbers need no compiler
    with pytest.raises(SymroofError, match="B is 0 at index 1;"):
        native(np.array([1, 0]), 2, 2)
    with pytest.raises(SymroofError, match="D is nan at index 1;"):
        native(np.ones((2, 1)), np.array([1.0, math.nan]), 2)


@pytest.mark.slow
def test_equal_programs_compile_once(native):
    from symroof.evaluate.native import _kernel

    numeric(NASTY, B, D, F, backend="numba")(np.ones(5), 2, 2)
    before = _kernel.cache_info().misses
    again = pickle.loads(pickle.dumps(numeric(NASTY, B, D, F, backend="numba")))
    again(np.ones(5), 2, 2)
    assert _kernel.cache_info().misses == before


def test_without_numba_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "numba", None)
    with pytest.raises(SymroofError, match=r'numba is not installed; pip install "symroof\[fast\]"'):
        numeric(V5E, B, D, F, backend="numba")


@pytest.fixture
def jax():
    """JAX in 64 bits; the setting is given back."""
    found = pytest.importorskip("jax", reason="jax is not installed")
    before = found.config.jax_enable_x64
    found.config.update("jax_enable_x64", True)
    yield found
    found.config.update("jax_enable_x64", before)


def of_library(library):
    return pytest.importorskip(library, reason=f"{library} is not installed")


LIBRARIES = ["array_api_strict", "jax.numpy", "dask.array"]


@pytest.mark.slow
@pytest.mark.parametrize("library", LIBRARIES)
def test_array_libraries(library, request):
    if library.startswith("jax"):
        request.getfixturevalue("jax")
    xp = of_library(library)
    b = np.arange(1, 100)
    together, one = numeric(NASTY, B, D, F), numeric(V5E, B, D, F)
    for got, want in zip(together(xp.asarray(b), 4096, 300), together(b, 4096, 300)):
        assert type(got).__module__.split(".")[0] == type(xp.asarray(b)).__module__.split(".")[0]
        assert got.shape == (99,)
        assert np.allclose(want, np.asarray(got), rtol=1e-14, atol=0)
    grid = one(xp.asarray(b)[:, None], xp.asarray(b[:7])[None, :], 300)
    assert np.allclose(one(b[:, None], b[None, :7], 300), np.asarray(grid), rtol=1e-14, atol=0)
    with pytest.raises(SymroofError, match="out= takes a NumPy array"):
        one(xp.asarray(b), 4096, 300, out=np.empty(99))


@pytest.mark.slow
@pytest.mark.parametrize("library", [None, "xarray", "numba", *LIBRARIES])
@pytest.mark.parametrize("kind", [np.int64, np.uint64, np.float64])
def test_sizes_to_2_to_the_60_in_every_back_end(library, kind, request):
    """2BDF is 2**181 there: no integer type holds it, and 32-bit floats do not either."""
    if library == "jax.numpy":
        request.getfixturevalue("jax")
    b = np.array([3, 2**31, 2**53 - 1, 2**60 - 2**10], dtype=kind)
    d, f = 2**60, 2**59 + 2**20
    backend = "numba" if library == "numba" else "numpy"
    if library == "numba":
        of_library("numba")
        given = b
    elif library == "xarray":
        given = of_library("xarray").DataArray(b, dims="B")
    else:
        given = of_library(library).asarray(b) if library else b
    run = numeric([2 * B * D * F, V5E, T_LOWER], B, D, F, backend=backend)
    for got, e in zip(run(given, d, f), [2 * B * D * F, V5E, T_LOWER]):
        for x, size in zip(np.asarray(got).tolist(), b.tolist()):
            want = exactly(e, B=int(size), D=d, F=f)
            assert abs(Fraction(x) / want - 1) < Fraction(1, 2**50)


@pytest.mark.slow
def test_jax_transformations(jax):
    jnp = jax.numpy
    f = numeric([1 / (1 / B + 1 / D), V5E], B, D, F=4096)
    x = jnp.asarray([8.0, 128.0, 512.0])
    for ours, want in zip(jax.jit(f)(x, 4096.0), f(np.array([8.0, 128.0, 512.0]), 4096.0)):
        assert np.allclose(want, ours, rtol=1e-15)
    mapped = jax.vmap(f, in_axes=(0, None))(x, 4096.0)
    assert all(np.allclose(m, j, rtol=1e-15) for m, j in zip(mapped, jax.jit(f)(x, 4096.0)))
    slope = jax.grad(lambda b: f(b, 4096.0)[0])(x[0])
    assert math.isclose(slope, (4096 / (4096 + 8)) ** 2, rel_tol=1e-14)
    assert jax.grad(lambda b: f(b, 4096.0)[1])(x[2]) == 0  # compute-bound: flat
    assert jax.grad(lambda b: f(b, 4096.0)[1])(x[0]) > 0  # memory-bound: rising
    both = jax.jit(jax.vmap(jax.value_and_grad(lambda b, d: f(b, d)[0]), in_axes=(0, None)))(x, 4096.0)
    assert np.allclose(both[1], (4096 / (4096 + np.asarray(x))) ** 2, rtol=1e-14)


@pytest.mark.slow
def test_jax_in_32_bits_is_refused_with_the_remedy(jax):
    jax.config.update("jax_enable_x64", False)
    f = numeric(V5E, B, D=4096, F=4096)
    for call in (f, jax.jit(f)):
        with pytest.raises(SymroofError, match=r"computes in 32 bits .* jax.config.update\(.jax_enable_x64., True\)"):
            call(jax.numpy.asarray([8, 512]))


@pytest.mark.slow
def test_xarray_and_dask_stay_lazy_and_keep_names():
    xr, da = of_library("xarray"), of_library("dask.array")
    f = numeric([V5E, T_LOWER], B, D, F=4096)
    b = xr.DataArray(np.arange(1, 2001), dims="batch", coords={"batch": np.arange(1, 2001)})
    d = xr.DataArray([1024, 4096], dims="width")
    for ours, want in zip(f(b.chunk(batch=300), d), f(b.values[:, None], d.values)):
        assert ours.dims == ("batch", "width")
        assert isinstance(ours.data, da.Array)
        assert ours.data.numblocks == (7, 1)
        assert np.array_equal(want, ours.compute().values)
    assert float(f(b, d)[0].sel(batch=1000)[1]) == 1.97e14
    single = numeric(V5E, B, D=4096, F=4096)(da.arange(1, 100, chunks=40))
    assert single.numblocks == (3,)
    with pytest.raises(SymroofError, match="B is 0 at index 1"):
        numeric(B, B)(da.from_array(np.array([1, 0]), chunks=2)).compute()


@pytest.mark.slow
def test_xarray_keeps_its_named_axes():
    xr = pytest.importorskip("xarray", reason="xarray is not installed")
    b, d = xr.DataArray([1, 2, 3], dims="B"), xr.DataArray([10, 20], dims="D")
    got = numeric(B * D / (B + D), B, D)(b, d)
    assert got.dims == ("B", "D")
    assert math.isclose(float(got[2, 1]), 60 / 23)


def test_anything_with_array_ufunc_works_without_its_library_here():
    class Tagged(np.lib.mixins.NDArrayOperatorsMixin):
        def __init__(self, data):
            self.data, self.shape = np.asarray(data), np.shape(data)

        def astype(self, kind):
            return Tagged(self.data.astype(kind))

        def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
            return Tagged(ufunc(*(x.data if isinstance(x, Tagged) else x for x in inputs), **kwargs))

    got = numeric(V5E, B, D, F)(Tagged([8, 512]), 4096, 4096)
    assert isinstance(got, Tagged)
    assert np.array_equal(numeric(V5E, B, D, F)(np.array([8, 512]), 4096, 4096), got.data)


# -- intervals -------------------------------------------------------------------------------------------------------

BOX = {"B": (1, 6), "D": (2, 7), "F": (3, 5)}


@pytest.mark.parametrize(
    ("expr", "tight"),
    [
        (B * D * F / (B * D + D * F + B * F), True),
        (V5E, True),
        (T_lower(MATMUL, "TPU v5e"), True),
        (sp.ceiling(B / 4) * D, True),
        (sp.Max(B, D / B), False),
        (B / D + D / B, False),
        (B - D, True),
        (sp.sqrt(B + D) / F, False),
        (sp.log(B * D, 2) * F, False),
        ((B + 1) / (B + D), False),
    ],
    ids=str,
)
def test_intervals_enclose_and_tight_ones_are_taken(expr, tight):
    found = interval(expr, **BOX)
    assert found.tight == tight
    names = [s.name for s in (B, D, F)]
    f = numeric(expr, *names)
    values = [f(*p) for p in itertools.product(*(range(BOX[n][0], BOX[n][1] + 1) for n in names))]
    slack = 1e-12 * max(map(abs, values))
    assert found.low - slack <= min(values)
    assert max(values) <= found.high + slack
    if tight:
        assert math.isclose(min(values), found.low, rel_tol=1e-13, abs_tol=slack)
        assert math.isclose(max(values), found.high, rel_tol=1e-13)


def test_interval_messages():
    with pytest.raises(SymroofError, match=r"still symbolic: D; .* as in interval\(expr, D=\(1, 512\)\)"):
        interval(B * D, B=(1, 2))
    with pytest.raises(SymroofError, match="B runs from 3 down to 2"):
        interval(B, B=(3, 2))
    with pytest.raises(SymroofError, match=r"give a number or \(low, high\)"):
        interval(B, B=(3, 2, 1))
    with pytest.raises(SymroofError, match="denominator can be zero"):
        interval((B + D) ** 2 / (B - D) + sp.sqrt(B) - D * B, B=(1, 3), D=(2, 4))
    with pytest.raises(SymroofError, match="denominator can be zero"):  # at the one point there is; found from outside
        interval((16 / D + 3) / (sp.Min(128 * sp.sqrt(B), D) - D), D=4, B=3)
    assert 3 in interval(B, B=(1, 5))
    assert 7 not in interval(B, B=(1, 5))


# -- sweeps ----------------------------------------------------------------------------------------------------------


def test_a_sweep_is_the_table_one_would_type():
    seen = []
    table = sweep(MATMUL, ["TPU v5e", "H100"], B=[8, 512], D=[256, 4096], F=4096, progress=lambda *p: seen.append(p))
    assert len(table) == 8
    assert seen == [(1, 2), (2, 2)]
    assert list(table["machine"]) == ["TPU v5e"] * 4 + ["H100"] * 4
    assert list(table["B"]) == [8, 8, 512, 512] * 2
    for i in range(8):
        c, w = (1.97e14, 8.2e11) if i < 4 else (9.89e14, 3.35e12)
        b, d, f = (float(table[n][i]) for n in "BDF")
        math_s, comms_s = 2 * b * d * f / c, 2 * (b * d + d * f + b * f) / w
        assert math.isclose(max(math_s, comms_s), table["T_lower"][i], rel_tol=1e-14)
        assert math.isclose(2 * b * d * f / max(math_s, comms_s), table["attainable"][i], rel_tol=1e-14)
        assert table["bound_by"][i] == ("math" if math_s >= comms_s else "hbm")
    assert {"math", "hbm"} == set(table["bound_by"])
    lines = table.to_markdown(limit=3).splitlines()
    assert lines[0] == "| machine | B | D | F | T_lower | attainable | bound_by |"
    assert len(lines) == 6
    assert lines[-1].startswith("| … 5 more")


@pytest.mark.slow
def test_sweep_messages():
    with pytest.raises(SymroofError, match="still symbolic: F"):
        sweep(MATMUL, B=[8], D=4096)
    with pytest.raises(UnknownResource, match="lists no peak for bf16"):
        sweep(MATMUL, "V100", B=8, D=8, F=8)
    with pytest.raises(SymroofError, match="no machine to sweep over"):
        sweep(MATMUL, [], B=8, D=8, F=8)
    with pytest.raises(SymroofError, match="B must be a number or a flat list"):
        sweep(MATMUL, B=[[8]], D=8, F=8)
    with pytest.raises(SymroofError, match="no column 'time'; it has machine, B"):
        sweep(MATMUL, B=8, D=8, F=8)["time"]
    with pytest.raises(SymroofError, match="has no size K, Q; it has B, D, F"):
        sweep(MATMUL, B=8, D=8, F=8, K=3, Q=[1])
    with pytest.raises(SymroofError, match=r"still symbolic: B, F; give a number or a list, as in sweep\(op, B=4096\)"):
        sweep(MATMUL, D=8)
    with pytest.raises(SymroofError, match="'B D' is not an operation; make one"):
        sweep("B D", B=8)
    with pytest.raises(SymroofError, match="B is 0 at index 1; sizes"):
        sweep(MATMUL, B=[8, 0], D=8, F=8)
    with pytest.raises(UnknownResource, match="unknown machine 'H10'; did you mean"):
        sweep(MATMUL, ["TPU v5e", "H10"], B=8, D=8, F=8)
    of_library("dask.array")
    of_library("xarray")
    for wrong in (0, 2.5, True):
        with pytest.raises(SymroofError, match=f"chunks is {wrong}; give how many points"):
            sweep(MATMUL, B=8, D=8, F=8, chunks=wrong)


def test_columns_are_written_out_when_asked_for_and_cells_without():
    table = sweep(MATMUL, ["TPU v5e", "H100"], B=[8, 512, 9], D=[256, 4096], F=4096)
    for name in table.columns:
        assert [table.columns.at(name, i) for i in range(len(table))] == list(table[name])
    assert len(table.columns) == len(list(table.columns)) == 7
    again = pickle.loads(pickle.dumps(table))
    assert again.to_markdown() == table.to_markdown()


@pytest.mark.slow
def test_a_long_sweep_reports_its_progress(monkeypatch):
    from symroof.evaluate import sweeps

    seen = []
    monkeypatch.setattr(sweeps, "SLAB", 1000)
    whole = sweep(MATMUL, ["TPU v5e", "H100"], B=np.arange(1, 3001), D=4096, F=4096)
    part = sweep(MATMUL, ["TPU v5e", "H100"], B=np.arange(1, 3001), D=4096, F=4096, progress=lambda *p: seen.append(p))
    assert seen == [(i, 6) for i in range(1, 7)]
    assert all(np.array_equal(whole[c], part[c]) for c in whole.columns)

    class Terminal(io.StringIO):
        def isatty(self):
            return True

    for screen, shown in ((Terminal(), True), (io.StringIO(), False)):
        monkeypatch.setattr(sys, "stderr", screen)
        monkeypatch.setattr(sweeps, "SHOWN_FROM", 1000)
        monkeypatch.setenv("TERM", "xterm")
        sweep(MATMUL, "H100", B=np.arange(1, 3001), D=4096, F=4096)
        assert ("3,000 points" in screen.getvalue()) == shown


@pytest.mark.slow  # xarray and pandas are imported; other tables of the same sweep: test_sweeps.py
def test_a_sweep_as_xarray_or_the_name_of_what_is_missing():
    table = sweep(MATMUL, ["TPU v5e", "H100"], B=[8, 512], D=4096, F=4096)
    try:
        import xarray  # noqa: F401
    except ImportError:
        with pytest.raises(SymroofError, match="xarray is not installed"):
            table.to_xarray()
        return
    data = table.to_xarray()
    assert data.T_lower.dims == ("machine", "B", "D", "F")
    assert float(data.attainable.sel(machine="H100", B=512)[0, 0]) == table["attainable"][3]


@pytest.mark.slow
def test_ten_to_the_eight_points_in_two_gigabytes():
    code = """if True:
        import resource
        import numpy as np
        from symroof import op, sweep
        matmul = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")
        table = sweep(matmul, B=np.arange(1, 10_001), D=8 * np.arange(1, 10_001), F=4096)
        assert len(table) == 10**8
        assert table["attainable"][-1] == 1.97e14
        assert table.columns.at("bound_by", 10**8 - 1) == "math" and table.columns.at("bound_by", 0) == "hbm"
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)
    """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 2e9


# -- several expressions at once, and what the engine is made of ------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("n", [1, 100, 5000, 70_000, 200_000])
def test_several_expressions_are_what_each_is_by_itself(n):
    b = np.arange(1, n + 1)
    together = numeric(NASTY, B, D, F)
    for ours, e in zip(together(b, 4096.0, 300), NASTY):
        assert np.array_equal(numeric(e, B, D, F)(b, 4096.0, 300), ours)
    assert together(8, 4096, 300) == tuple(numeric(e, B, D, F)(8, 4096, 300) for e in NASTY)
    outs = [np.empty(n) for _ in NASTY]
    assert together(b, 4096.0, 300, out=outs) is outs
    assert all(np.array_equal(x, y) for x, y in zip(outs, together(b, 4096.0, 300)))
    same = numeric([B, B * D, B * D, 3 + 0 * B], B, D)(b.astype(float), 2.0)
    assert [x.tolist()[0] for x in same] == [1, 2, 2, 3]
    assert not any(np.shares_memory(x, y) for x, y in itertools.combinations([b, *same], 2))


@pytest.mark.slow
@pytest.mark.parametrize("rest", [(4096.0, 4096.0), (64, 300), (2.0**60, 2.0**-50), (2.0**300, 8), (2.0**-900, 0.5)])
def test_powers_of_two_put_off_change_no_bit(rest, monkeypatch):
    monkeypatch.setattr(engine, "SMALL", 0)
    b = np.r_[np.arange(1.0, 101), np.exp2(np.linspace(-60, 60, 100)), np.exp2(np.linspace(-1070, 1020, 8))]
    grid = b[:5, None], *(np.array([[x, 3.0 * x]]) for x in rest[:1]), rest[1]
    exprs = [*NASTY, V5E, T_LOWER, 1 / (B - D), sp.sqrt(B - D), B**5 * D**7 / F**9, B * D + B * F + D * F,
             sp.floor(B * F / D) * D / 3 - B * D, sp.Piecewise((B * D / F, B > D), (F * B * B / D, True))]  # fmt: skip
    for args in ((b, *rest), (b[:200], *rest), grid):
        monkeypatch.setattr(blocks, "SCALED_FROM", 1 << 60)
        want = numeric(exprs, B, D, F)(*args)
        monkeypatch.setattr(blocks, "SCALED_FROM", 1)
        for x, y in zip(want, numeric(exprs, B, D, F)(*args)):
            assert np.array_equal(x, y, equal_nan=True)


def test_powers_of_two_are_put_off_in_large_calls_alone():
    both = numeric([T_LOWER, V5E], B, D, F)._recipe[0]
    assert len(put_off(both, (None, 4096.0, 4096.0)).lines) == 8 < len(both.lines)
    assert put_off(both, (None, 4095.0, 3.0)) is None
    filler = blocks.Filler(both, "BDF", "numpy", False)
    for n in (blocks.SCALED_FROM - 1, blocks.SCALED_FROM):
        filler.fill([np.arange(1.0, n + 1), np.array(4096.0), np.array(4096.0)], [np.empty(n), np.empty(n)])
    assert [scaled is None for _, scaled, _ in filler.plans] == [True, False]


def test_several_expressions_messages():
    f = numeric([B, 2 * B], B)
    big, small = np.ones(10**5), np.ones(10)
    for x in (big, small):
        with pytest.raises(SymroofError, match="out= must hold 2 arrays, one for each expression, not 1"):
            f(x, out=np.empty(x.size))
        shared = np.empty(x.size)
        with pytest.raises(SymroofError, match="shares memory with an input or another output"):
            f(x, out=(shared, shared))
        shared.flags.writeable = False
        with pytest.raises(SymroofError, match="out= is read-only"):
            f(x, out=(np.empty(x.size), shared))
    with pytest.raises(SymroofError, match="the list is empty"):
        numeric([], B)


def evaluate(lines, results, inputs):
    values = []
    for op_, a, b in lines:
        args = [x if isinstance(x, float) else inputs[x[1]] if x[0] == "in" else values[x[1]] for x in (a, b)
                if x is not None]  # fmt: skip
        values.append(_FOLD[op_](*args, *([None] if len(args) == 1 else [])))
    return [x if isinstance(x, float) else inputs[x[1]] if x[0] == "in" else values[x[1]] for x in results]


def test_buffers_are_reused_but_never_while_needed():
    program = numeric(NASTY, B, D, F)._recipe[0]
    steps, ends, count = placed(program.lines, program.results)
    inputs, store = [7.0, 4096.0, 300.0], {}
    for op_, a, b, to in steps:
        x, y = (x if isinstance(x, float) else inputs[x[1]] if x[0] == "in" else store[x] for x in (a, b or 0.0))
        store[to] = _FOLD[op_](x, y)
    got = [x if isinstance(x, float) else store[x] for x in ends]
    assert got == evaluate(program.lines, program.results, inputs)
    assert count < len(steps) / 2


@pytest.mark.slow
def test_a_tame_program_raises_no_floating_point_flag():
    """What is_tame says yes to is computed at the extremes of its range with every warning an error."""
    tame = 0
    for e in [*NASTY, V5E, T_LOWER, B * D / (B - F), 1 / sp.log(B), B**40 * D**20, sp.sqrt(B - D)]:
        f = numeric(e, B, D, F)
        if is_tame(f._recipe[0]):
            tame += 1
            with np.errstate(all="raise", under="ignore"):
                for corner in itertools.product([2.0**-TAME, 1.0, 2.0**TAME], repeat=3):
                    assert np.isfinite(f(*(np.full(3, c) for c in corner))).all()
    assert tame == 10
    assert not is_tame(numeric(B * D / (B - F), B, D, F)._recipe[0])
    assert not is_tame(numeric(B**40 * D**20, B, D)._recipe[0])
    assert numeric(B**40 * D**20, B, D)(np.array([1e60, 2.0]), 2.0)[0] == math.inf  # and no warning
    assert numeric(B * D, B, D)(np.array([1e200]), np.array([1e200]))[0] == math.inf
    assert np.isnan(numeric(sp.sqrt(B - D), B, D)(np.array([1.0]), 2.0)[0])


@pytest.mark.parametrize("shape", [(5,), (10**6,), (3, 10**5), (10**5, 3), (7, 1, 9), (300, 300, 300), (1, 10**6)])
def test_windows_cover_a_grid_and_fit_a_block(shape):
    steps = window_steps(shape)
    assert all(1 <= s <= n for s, n in zip(steps, shape))
    assert math.prod(steps) <= BLOCK
    assert math.prod(steps) >= min(BLOCK, math.prod(shape)) / 4


def test_results_never_share_memory_while_held():
    f = numeric(2 * B, B)
    b = np.arange(1.0, 50_001)
    held = [f(b) for _ in range(4)]
    views = [f(b)[::2].reshape(5, -1) for _ in range(4)]  # the whole result is gone, a view of a view is not
    assert not any(np.shares_memory(x, y) for x, y in itertools.combinations([*held, *views], 2))
    kept = memoryview(f(3 * b))
    assert all(np.array_equal(2 * b, f(b)) for _ in range(5))
    assert np.array_equal(np.asarray(kept), 6 * b)


def test_threads_are_taken_for_large_work_only():
    assert workers_for(10**5, None, 8) == workers_for(10**9, False, 8) == workers_for(1, True, 8) == 1
    assert workers_for(10**5, True, 1) == 1
    assert workers_for(10**9, True, 8) >= workers_for(10**9, None, 8) >= 1


# -- found by a demanding user ----------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("one", [np.array([4096.0]), np.array([[4096]]), np.uint16([4096])], ids=["1", "1x1", "uint16"])
@pytest.mark.parametrize("backend", ["numpy", "numba"])
def test_one_element_beside_many(one, backend):
    if backend == "numba":
        pytest.importorskip("numba", reason="numba is not installed")
    b = np.arange(1.0, 50_001)
    f = numeric([V5E, T_LOWER], B, D, F, backend=backend)
    for ours, want in zip(f(b, one, 4096), f(b, 4096, 4096)):
        assert ours.shape == np.broadcast_shapes(b.shape, one.shape)
        assert np.array_equal(ours.reshape(-1), want)
    assert f(np.array([[8]]), one, one)[0].shape == np.broadcast_shapes((1, 1), one.shape)
    with pytest.raises(SymroofError, match="D is nan at index 0"):
        f(b, one * np.nan, 4096)


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["numpy", "numba"])
@pytest.mark.parametrize("n", [300, 50_000, (1 << 18) + 5])
def test_outputs_of_any_stride(backend, n):
    """Streaming stores take neighbours only; the columns of one array share its bounds but no element."""
    if backend == "numba":
        pytest.importorskip("numba", reason="numba is not installed")
    b = np.arange(1.0, n + 1)
    f = numeric([B / 3, 7 / B], B, backend=backend)
    table = np.full((n, 3), -1.0)
    f(b, out=[table[:, 0], table[:, 2]])
    assert np.array_equal(table, np.stack([b / 3, np.full(n, -1.0), 7 / b], axis=1))
    falling = np.full(2 * n, -1.0)
    f(b, out=[falling[:n][::-1], falling[n:]])
    assert np.array_equal(falling, np.r_[(b / 3)[::-1], 7 / b])
    for pair in ([table[:, 0], table.reshape(-1)[: 2 * n : 2]], [falling[:n], falling[n - 1 : -1]], [b, falling[:n]]):
        with pytest.raises(SymroofError, match="shares memory"):
            f(b, out=pair)


@pytest.mark.slow
def test_other_orders_of_bytes_compiled(native):
    for n in (5, 40_000):
        b = np.arange(1, n + 1)
        for kind in (">i4", ">f8", ">u2"):
            for ours, want in zip(native(b.astype(kind), 4096, 300), native(b, 4096, 300)):
                assert np.array_equal(ours, want)


@pytest.mark.slow
@pytest.mark.parametrize("n", [1, 60, 100_000])
@pytest.mark.parametrize("library", ["floats", "numpy", "numba", "jax", "array API"])
def test_steps_of_a_tree_are_whole_at_powers_of_two(library, n):
    """log(2**29)/log(2) is 29.000000000000004 in floats, and its ceiling one too many."""
    kind = sp.log(B, 2)
    exprs = [sp.ceiling(kind), sp.floor(kind), B * sp.ceiling(sp.log(B * 4, 2)), 1 / kind, kind**2]
    k = np.resize(np.arange(1, 61), n)
    want = [k, k, 2.0**k * (k + 2), 1 / k, k.astype(float) ** 2]
    f = numeric(exprs, B, backend="numba" if library == "numba" else "numpy")
    powers = 2.0**k
    if library == "floats":
        got = list(zip(*(f(float(x)) for x in powers[:60])))
        want = [w[:60] for w in want]
    elif library == "jax":
        jax_ = pytest.importorskip("jax", reason="jax is not installed")
        with jax_.enable_x64(True) if hasattr(jax_, "enable_x64") else jax_.experimental.enable_x64():
            got = [np.asarray(x) for x in jax_.jit(f)(jax_.numpy.asarray(powers))]
            slope = jax_.grad(numeric(kind, B))(8.0)
            assert math.isclose(slope, 1 / (8 * math.log(2)), rel_tol=1e-12)
    elif library == "array API":
        strict = pytest.importorskip("array_api_strict", reason="array_api_strict is not installed")
        got = [np.asarray(x) for x in f(strict.asarray(powers))]
    else:
        got = f(powers)
    for x, w in zip(got, want):
        assert np.array_equal(x, w)


def test_logarithms_that_are_not_binary_stay_what_they_are():
    ln2 = math.log(2)
    exprs = [sp.log(B), sp.log(B) * sp.log(2), sp.log(2) * B, sp.log(B) * sp.log(D) / sp.log(2), sp.log(B, 2) ** 2,
             sp.log(B) / sp.log(2) ** 2, sp.log(2) / sp.log(B), sp.log(B) ** 2 / sp.log(2)]  # fmt: skip
    x, y = math.log(5), math.log(7)
    want = [x, x * ln2, ln2 * 5, x * y / ln2, (x / ln2) ** 2, x / ln2**2, ln2 / x, x**2 / ln2]
    assert np.allclose(numeric(exprs, B, D)(5, 7), want, rtol=1e-14, atol=0)


def test_roots_of_what_is_negative():
    root = numeric((B - D) ** sp.Rational(1, 3), B, D)
    assert math.isnan(root(1.0, 9.0))  # no complex number, as for arrays
    assert np.isnan(root(np.ones(3), 9.0)).all()
    assert root(9.0, 1.0) == 8.0 ** (1 / 3)
    for e in (sp.Rational(1, 3), sp.Rational(1, 2)):
        with pytest.raises(SymroofError, match="is the root or logarithm of what is not positive"):
            numeric(B + sp.Max(B, 3) * sp.Max(-7, -8, evaluate=False) ** e, B)


def test_masked_elements_are_not_unmasked():
    with pytest.raises(SymroofError, match="B has masked elements"):
        numeric(B, B)(np.ma.array([1.0, 5.0], mask=[False, True]))
    assert np.array_equal(numeric(2 * B, B)(np.ma.array([1.0, 5.0])), [2, 10])


@pytest.mark.slow
@pytest.mark.parametrize("bad", [0.0, -3.0, math.nan])
def test_sizes_that_are_not_positive_in_other_libraries(bad, jax):
    strict = pytest.importorskip("array_api_strict", reason="array_api_strict is not installed")
    for xp in (jax.numpy, strict):
        with pytest.raises(SymroofError, match=r"B is .* at index 1; sizes and parameters are positive"):
            numeric(B * D, B, D)(xp.asarray([1.0, bad]), 2)
    mixed = numeric(B * D, B, D)(strict.asarray([1.0, 2.0]), np.array([3, 4]))
    assert np.array_equal(np.asarray(mixed), [3, 8])


@pytest.mark.slow
@given(st.integers(1, 2**26), st.integers(1, 2**26), st.integers(1, 2**52))
def test_a_rounding_of_sizes_is_on_the_right_side_of_its_jump(b, d, tile):
    B, D, T = dims("B D T")
    assert numeric(sp.ceiling(B * D / T), B, D, T)(b, d, tile) == -(-b * d // tile)
    assert numeric(sp.floor(B * D / T), B, D, T)(b, d, tile) == b * d // tile


def test_a_rounding_of_rates_is_that_of_their_exact_values():
    """docs/numbers.md: 100*C/K is one unit below 100 in floats; earlier tests drew rates that no rounding moves."""
    C, K = params("C K")
    third = 2 / 3
    assert numeric(sp.floor(100 * C / K), C, K)(third, third) == 100 != math.floor(100 * third / third)
    assert numeric(sp.floor(100 * C / K), C=third, K=third)() == exactly(sp.floor(100 * C / K), C=third, K=third) == 100


BEYOND = [(1e-200, 1e-200), (1e200, 1e200), (1e-200, 1e200), (3.0, 1e-200)]


@pytest.mark.parametrize("backend", ["numpy", pytest.param("numba", marks=pytest.mark.slow)])
def test_arrays_of_one_element_are_worked_out_as_widely_as_numbers(backend):
    """K*W of 1e-200 is 0 in floats, and the mean of the two is not; earlier tests drew arrays of several."""
    if backend == "numba":
        pytest.importorskip("numba", reason="numba is not installed")
    f = numeric("K*W/(K + W)", "K", "W", backend=backend)
    for k, w in BEYOND:
        want = float(Fraction(k) * Fraction(w) / (Fraction(k) + Fraction(w)))
        one, other = np.array([[k]]), np.array([w])
        assert {f(k, w), *map(np.ndarray.item, (f(one, w), f(k, other), f(one, other)))} == {want}
        assert f([k, k], w).tolist() == f(np.array([k, k]), other).tolist() == [want] * 2
    assert f(np.array([[1e-200], [3.0]]), np.array([1e-200, 6.0])).tolist() == [[5e-201, 1e-200], [1e-200, 2.0]]


@pytest.mark.slow
def test_the_compiled_loop_rounds_to_floats():
    """numba's own floor makes an int64: of nan, and from 2**63 on, whatever the processor has."""
    pytest.importorskip("numba", reason="numba is not installed")
    f = numeric("floor(K/5)", "K", backend="numba")
    assert f(np.array([7.0, 2.0**54, 5e30])).tolist() == [1.0, 2**54 // 5, 1e30]


@pytest.mark.slow
def test_roundings_in_jax_are_right_or_nan(jax):
    """It divided by multiplying with the inverse: floor(B/49) was 0 at 49; and no integer ends at 2**53."""
    jnp = jax.numpy
    n = np.arange(1.0, 2000.0)
    for divisor in (10, 49, 103):
        f, by = numeric(f"floor(B/{divisor})", "B"), numeric("floor(B/D)", "B", "D")
        x = jnp.asarray(n * divisor)
        for found in (
            f(x),
            jax.jit(f)(x),
            by(x, divisor),
            jax.jit(by)(x, divisor),
            jax.vmap(by, (0, None))(x, divisor),
        ):
            assert np.array_equal(np.asarray(found), n)
    large = jnp.asarray([2.0**54, 2.0**53 - 4, 2.0**53 + 2, 2.0**30])
    for text in ("mod(K, 5)", "mod(B, 5)", "floor(K/5)*5 - K/3", "floor(B/5)"):
        name = "K" if "K" in text else "B"
        want = [float(exactly(text, **{name: x})) for x in large.tolist()]
        found = numeric(text, name)(large).tolist()
        assert all(np.isnan(x) or math.isclose(x, w, rel_tol=1e-9) for x, w in zip(found, want))
        assert found[3] == want[3]
        assert np.isnan(found[0])
    # whole numbers of whole arguments are told where no integer is near 2**53, and quotients that are added are not
    assert numeric("floor(3*K/W)", "K", "W")(jnp.asarray([49.0]), 49.0).tolist() == [3.0]
    sums = numeric("floor(K/C + W/C/C)", "K", "W", "C")(jnp.asarray([1.0, 2.0]), 90.0, 10.0)
    assert np.isnan(sums).tolist() == [True, False]


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["floats", "numpy", "numba"])
def test_sums_whose_roundings_cancel_too(backend):
    """Of four terms and more what the additions round away may cancel itself: by exact fractions."""
    if backend == "numba":
        pytest.importorskip("numba")
    names = params("K W C D T")
    rng, lost = random.Random(5), 0
    asked = numeric(names[0] + names[1] + names[2] - names[3] - names[4], *names,
                    **({"backend": "numba"} if backend == "numba" else {}))  # fmt: skip
    for _ in range(120):
        large, middle, small = (math.ldexp(rng.random(), rng.randint(*ends)) for ends in ((60, 140), (0, 8), (-40, 0)))
        values = [large, small, middle, large, rng.choice((middle, middle / 2))]
        right = sum(map(Fraction, values[:3])) - sum(map(Fraction, values[3:]))
        plain = values[0] + values[1] + values[2] - values[3] - values[4]
        lost += abs(plain - right) > 1e-9 * abs(right)
        found = asked(*values) if backend == "floats" else asked(*(np.full(3, v) for v in values))[1]
        assert abs(Fraction(float(found)) - right) <= Fraction(1, 10**9) * abs(right), values
    assert lost > 100
    assert asked(3.0, 2.0, 3.0, 5.0, 3.0) == 0


@pytest.mark.slow
def test_a_sum_without_anything_lost_is_nothing_in_jax_too(jax):
    names = params("K W C D T")
    asked = numeric(names[0] + names[1] + names[2] - names[3] - names[4], *names)
    found = asked(*(jax.numpy.asarray([v, v]) for v in (3.0, 2.0, 3.0, 5.0, 3.0)))
    assert found.tolist() == [0.0, 0.0]


@pytest.mark.parametrize(("text", "values", "right"), [
    ("exp(K)*K*W/(K + W)", {"K": 1e-200, "W": 1e-200}, 5e-201),
    ("exp(-K)*K*W/(K + W)", {"K": 3e-250, "W": 6e-250}, 2e-250),
    ("exp(K)*W", {"K": 800.0, "W": 1e-200}, 2.7263745721125666e147),  # mpmath: exp(800)*mpf(1e-200)
    ("exp(-K)*W", {"K": 30.0, "W": 1e200}, 9.357622968840175e186),
])  # fmt: skip
def test_products_with_an_exponential_beside_what_is_tiny_or_huge(text, values, right):
    for made in (values, {n: np.full(3, v) for n, v in values.items()}):
        assert np.all(np.isclose(numeric(text, *values)(*made.values()), right, rtol=1e-12, atol=0))


def test_an_exponential_overflows_in_silence():
    """Its program is not tame: moderate arguments are infinite in it."""
    assert not is_tame(numeric("exp(K)*W", "K", "W")._recipe[0])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert numeric("exp(K)", "K")(np.full(3, 2.0**20)).tolist() == [math.inf] * 3


@pytest.mark.parametrize("names", ["C K", "a b", "h p"])  # parameters by their letters, and declared against them
def test_roundings_of_parameters_are_of_their_binary_values_whatever_they_are_called(names):
    a, b = params(names)
    rng = random.Random(3)
    near = [(2 / 3, 2 / 3), (1.1, 10), (0.1, 0.3), (7.0, 49.0), (0.7, 0.1), (2.9, 0.29)]
    near += [(k * x, x) for k in (3, 7, 29) for x in (rng.random() for _ in range(20))]
    floors, ceilings = numeric(sp.floor(100 * a / b), a, b), numeric(sp.ceiling(100 * a * b), a, b)
    ours = floors(*(np.array(side) for side in zip(*near))), ceilings(*(np.array(side) for side in zip(*near)))
    for i, (x, y) in enumerate(near):
        down, up = math.floor(100 * Fraction(x) / Fraction(y)), math.ceil(100 * Fraction(x) * Fraction(y))
        assert (floors(x, y), ceilings(x, y)) == (down, up)
        assert (ours[0][i], ours[1][i]) == (down, up)


@pytest.mark.slow
def test_a_rounding_of_a_size_and_two_parameters_is_of_binary_values():
    N, (h, p) = dims("N"), params("h p")
    f = numeric(sp.floor(N * h / p), N, h, p)
    assert [n for n in range(1, 200) if f(float(n), 2 / 3, 2 / 3) != n] == []
    assert f(7.0, 2 / 3, 0.7) == math.floor(7 * Fraction(2 / 3) / Fraction(0.7))


@pytest.mark.parametrize(
    ("text", "at", "value"),
    [
        ("max(1/sqrt(F), 5)", {"F": 58}, 5),
        ("min(log2(F), 3)", {"F": 58}, 3),
        ("sqrt(F)/sqrt(G)", {"F": 2, "G": 8}, Fraction(1, 2)),
        ("(sqrt(F) + 1)*(sqrt(F) - 1)", {"F": 2}, 1),
        ("min(5/sqrt(F), 3) + 1/(2 + max(1/log2(F), 3))", {"F": 2}, 3 + Fraction(1, 5)),
        ("max(sqrt(F), 5)", {"F": 58}, None),  # it is above 7
        ("1/sqrt(F)", {"F": 58}, None),
        ("sqrt(F) + log2(F)", {"F": 3}, None),
    ],
)
def test_roots_on_the_way_to_a_rational_value_are_no_obstacle(text, at, value):
    if value is not None:
        assert exactly(text, **at) == value
        return
    with pytest.raises(Unsupported, match="irrational"):
        exactly(text, **at)


def test_arguments_lie_between_sizes_as_points_of_a_curve_do_and_bound_sizes_are_whole():
    """Decided: what is bound is what an answer is about, what is an argument is a point of the formula's curve."""
    f = numeric("B*D", "B", "D")
    assert f(4096.5, 2) == 8193.0
    assert f(np.array([0.5, 4096.5]), 2).tolist() == [1.0, 8193.0]
    for asked in (lambda: numeric("B*D", "B", D=4096.5), lambda: exactly("B*D", B=4096.5, D=2)):
        with pytest.raises(SymroofError, match="is not an integer"):
            asked()


_BETWEEN = {
    "B - D*floor(B/D)": lambda b, d: b - d * (b // d),
    "mod(B, D) + 1/D": lambda b, d: b - d * (b // d) + 1 / d,
    "D*ceil(B/D) - B": lambda b, d: -(-b // d) * d - b,
    "floor(B/D)": lambda b, d: Fraction(b // d),
    "ceil(3*B/D)": lambda b, d: Fraction(-(-3 * b // d)),
    "floor((B + 2*D)/D)": lambda b, d: Fraction((b + 2 * d) // d),
    "floor(5/D)": lambda b, d: Fraction(5 // d),
    "mod(B, 13)": lambda b, d: b % 13,
    "B - 3*D": lambda b, d: b - 3 * d,
    "floor(log2(D))": lambda b, d: Fraction((d.numerator // d.denominator).bit_length() - 1),
}


def _points_between(rng):
    """Doubles of all kinds, quotients that are nearly whole among them, and integers."""
    for _ in range(60):
        d = rng.choice([rng.uniform(1, 50), rng.randint(10, 999) / 10, math.nextafter(2.0 ** rng.randint(1, 9), 0)])
        n = rng.randint(1, 10 ** rng.choice([1, 4, 9]))
        yield from ((rng.uniform(1, 10 ** rng.randint(1, 15)), d), (math.nextafter(n * d, rng.choice([0, 1e99])), d))
        yield from ((n * d, d), (3 * d, d), (float(n), d), (n * 13.5, float(rng.randint(1, 50))))
        yield float(n * 13), float(rng.randint(1, 50))
    yield from (
        (150765374452810.44, 15.400671094134047),
        (2565351.0, 41.4),
        (330.0, 1.1),
        (1.0, 1 / 3 + 1),
        (8.0, 5 / 3),
    )


@pytest.mark.slow
@pytest.mark.parametrize("text", _BETWEEN)
@pytest.mark.parametrize("backend", ["floats", "numpy", "numba"])
def test_roundings_and_remainders_between_sizes_are_those_of_exact_fractions(text, backend):
    """By fractions of the doubles; at integers as well, where no wider number is needed."""
    if backend == "numba":
        pytest.importorskip("numba")
    names = ["B", "D"] if "B" in text else ["D"]
    points = [p for p in _points_between(random.Random(29)) if _BETWEEN[text](*map(Fraction, p)) or "B - 3" not in text]
    f = numeric(text, *names, backend="numba" if backend == "numba" else "numpy")
    given = [p if "B" in text else p[1:] for p in points]
    found = [f(*p) for p in given] if backend == "floats" else f(*map(np.array, zip(*given))).tolist()
    for p, x in zip(points, found):
        exact = float(_BETWEEN[text](*map(Fraction, p)))
        assert math.isclose(x, exact, rel_tol=1e-9), (p, x, exact)


def test_what_is_between_sizes_alone_goes_to_wider_numbers(monkeypatch):
    """Integers are answered by floats; a size of a remainder that is none is not."""
    f, asked = numeric("B - D*floor(B/D)", "B", "D"), []
    wide = engine.far
    monkeypatch.setattr(engine, "far", lambda program, values: asked.append(tuple(values)) or wide(program, values))
    assert (f(100, 7), f(2565351, 41), f(98, 7), asked) == (2.0, 2565351 % 41, 0.0, [])
    exact = Fraction(2565351) % Fraction(41.4)
    assert math.isclose(f(2565351.0, 41.4), float(exact), rel_tol=1e-12)
    assert asked == [(2565351.0, 41.4)]


def test_a_power_with_a_long_denominator_is_left_as_an_exponential():
    assert math.isclose(numeric("B*exp(-1.23456789*ln(2))", "B")(3.0), 3 * 2**-1.23456789, rel_tol=1e-14)
    assert numeric("B*exp(-3*ln(2)/2)*sqrt(2)", "B")(4.0) == 2.0


@pytest.mark.parametrize("name", ["floor", "ceiling"])
@pytest.mark.parametrize("degree", [2, 3, 4])
def test_a_rounded_root_times_what_may_be_below_0_keeps_its_sign(name, degree):
    """The power that it was compared by was even: ceiling(sqrt(7)*(7 - 8)*1000) was -2646.  Judged in integers."""
    D, F = dims("D F")
    outer = {"floor": sp.floor, "ceiling": sp.ceiling}[name]
    f = numeric(outer(1000 * D ** sp.Rational(1, degree) * (D - sp.floor(F))), D, F)
    g = numeric(outer(1000 * D ** sp.Rational(1, degree) * (D - 3 * sp.floor(F / 2)) ** 2), D, F)
    signs = set()
    for d, other in itertools.product((1, 2, 3, 7, 8, 16, 81, 1000, 4096), (1, 2, 8, 10, 80, 999, 4097)):
        for h, factor in ((f, d - other), (g, (d - 3 * (other // 2)) ** 2)):
            power = 1000**degree * d * abs(factor) ** degree
            least = int(sp.integer_nthroot(power, degree)[0])
            up = (name == "ceiling") is (factor >= 0)  # away from 0
            size = least + (up and least**degree < power)
            assert h(d, other) == (size if factor >= 0 else -size), (d, other)
            signs.add((factor > 0) - (factor < 0))
    assert signs == {-1, 0, 1}
