"""What a result does not depend on, by changing every number of every argument; of whole numbers at all there are.

Earlier tests perturbed elements of programs whose results depend on all of them, complex numbers as one, and whole
numbers never: a bound that counts x of ``x*0``, the ignored triangle of ``tridiagonal`` or the imaginary part of what
``irfft`` makes real was taken for one that any program must move.
"""

import itertools
from collections import Counter

import pytest

pytest.importorskip("jax")

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from symroof import trace
from symroof.tracing.fixed import ends, kept, told
from symroof.tracing.graph import Value, format_of

RNG = np.random.default_rng(0)
C = "complex64"
N, M = 4, 3


def matter(f, args, amounts=(0.7, -1.3)) -> int:
    """How many real numbers of the arguments change a result, each tried by itself with several amounts."""
    before, count = [np.asarray(y) for y in jax.tree.leaves(f(*args))], 0
    for k, a in enumerate(args):
        for at in np.ndindex(a.shape):
            for by in (1, 1j) if np.iscomplexobj(a) else (1,):
                changed = []
                for amount in amounts:
                    other = a.copy()
                    other[at] += by * amount
                    now = jax.tree.leaves(f(*args[:k], other, *args[k + 1 :]))
                    changed.append(any(not np.allclose(x, y, atol=1e-4) for x, y in zip(before, now)))
                count += any(changed)
    return count


def solve(*args):
    return lax.linalg.tridiagonal_solve(*args)


def two_by_two(low, d, up, b):
    """The definition, for the judge of what a solver looks at."""
    full = jnp.diag(d) + jnp.diag(low[1:], -1) + jnp.diag(up[:-1], 1)
    return jnp.linalg.solve(full, b)


FLOATS = {
    # what is traced, what is changed where that is another, the arguments, and whether all that matters is counted
    "diagonal": (lambda a: lax.linalg.tridiagonal(a, lower=True)[1], ["fp32[N,N]"], False),
    "beside it, of the upper": (lambda a: lax.linalg.tridiagonal(a, lower=False)[2], ["fp32[N,N]"], False),
    "irfft of 2": (lambda x: jnp.fft.irfft(x, n=2), ["complex64[M,2]"], True),
    "irfft of 6": (lambda x: jnp.fft.irfft(x, n=6), ["complex64[M,4]"], True),
    "irfft of 5": (lambda x: jnp.fft.irfft(x, n=5), ["complex64[M,3]"], True),
    "irfft of 1": (lambda x: jnp.fft.irfft(x, n=1), ["complex64[M,1]"], True),
    "irfft of planes": (lambda x: jnp.fft.irfftn(x, s=(4, 6)), ["complex64[4,4]"], True),
    "irfft of odd planes": (lambda x: jnp.fft.irfftn(x, s=(3, 5)), ["complex64[3,3]"], True),
    "hfft": (lambda x: jnp.fft.hfft(x, n=6), ["complex64[M,4]"], True),
    "fft": (lambda x: jnp.fft.fft(x), ["complex64[M,6]"], True),
    "real part of an fft": (lambda x: jnp.fft.fft(x).real, ["complex64[M,6]"], True),
    "imaginary part of an fft": (lambda x: jnp.fft.ifft(x).imag, ["complex64[M,5]"], True),
    "tridiagonal solve": (solve, ["fp32[N]", "fp32[N]", "fp32[N]", "fp32[N,M]"], True),
    "real part of a sum": (lambda x, y: (x + y).real, ["complex64[N]"] * 2, True),
    "imaginary part of a sum": (lambda x: jnp.sum(x, 0).imag, ["complex64[N,M]"], True),
    "real parts put together": (lambda x, y: jnp.concatenate([x, y]).real, ["complex64[N]"] * 2, True),
    "of conj": (lambda x: jnp.conj(x).imag, [f"{C}[N]"], True),
    "both parts": (lambda x: jnp.conj(x).real * 2 + x.imag, [f"{C}[N]"], True),
    "real part of a product": (lambda x, y: (x * y).real, [f"{C}[N]"] * 2, True),
    "real part of a quotient": (lambda x, y: (x / y).real, [f"{C}[N]"] * 2, True),
    "real part of a product of matrices": (lambda x, y: (x @ y).real, [f"{C}[N,M]", f"{C}[M,2]"], True),
    "real part of twice": (lambda x: (x * 2).real, [f"{C}[N]"], True),
    "of i times": (lambda x: (x * 2j).real + x.imag, [f"{C}[N]"], True),
    "of a sum that is multiplied": (lambda x, y: ((x + 1) * y).real, [f"{C}[N]"] * 2, False),
    "of exp": (lambda x: jnp.exp(x).real, [f"{C}[N]"], True),
    "of rounds": (lambda x: lax.scan(lambda s, r: (s + r, s - r), 0 * x[0], x)[1].real, [f"{C}[N,M]"], False),
    "to the power 0": (lambda x, y: (x + 1) * lax.integer_pow(y, 0), ["fp32[N]"] * 2, True),
    "to a float of 0": (lambda x: jnp.power(x, 0.0), ["fp32[N]"], True),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", FLOATS)
def test_bytes_are_certain_only_of_what_changes_a_result(name):
    f, texts, all_counted = FLOATS[name]
    args = []
    for t in texts:
        shape = [{"N": N, "M": M}.get(d.strip()) or int(d) for d in t[t.index("[") + 1 : -1].split(",")]
        x = RNG.standard_normal(shape).astype("float32") + 2 * (len(texts) == 4)
        args.append((x + 1j * RNG.standard_normal(shape)).astype(C) if t.startswith(C) else x)
    judged = two_by_two if f is solve else f
    written = sum(np.asarray(y).nbytes for y in jax.tree.leaves(f(*args)))
    moved = 4 * matter(judged, args) + written
    p = trace(f, *texts)
    bound = p.at(**{n: {"N": N, "M": M}[n] for n in p.names}).compulsory
    assert bound <= moved
    assert bound == moved or not all_counted


@pytest.mark.slow
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_the_triangle_that_is_ignored_is_not_read_at_small_sizes_either(n):
    """Of two rows the diagonal is no sum, of one there is nothing beside it."""
    for lower, i in ((True, 1), (True, 2), (False, 1), (False, 2), (True, 3)):
        f = lambda a, lower=lower, i=i: lax.linalg.tridiagonal(a, lower=lower)[i]  # noqa: E731
        bound, x = trace(f, "fp32[N,N]").at(N=n).compulsory, RNG.standard_normal((n, n)).astype("float32")
        assert bound <= 4 * matter(f, [x]) + np.asarray(f(x)).nbytes
    assert trace(f, "fp32[N,N]").at(N=100).compulsory >= 4 * (5050 - 4) + 4 * 99


OPS = "mul and or xor max min ge gt le lt eq ne add sub rem div".split()  # noqa: SIM905
OF_LAX = {"and": lax.bitwise_and, "or": lax.bitwise_or, "xor": lax.bitwise_xor}


def values_of(exact):
    low, high = ends(exact)
    return np.arange(low, high + 1).astype(exact)


@pytest.mark.whole
@pytest.mark.parametrize("exact", ["int8", "uint8", "bool"])
@pytest.mark.parametrize("name", OPS)
def test_what_is_one_number_beside_a_number_and_what_stays_as_it_is(name, exact):
    """All values of x, with numbers on either side and with itself."""
    if exact == "bool" and name in ("mul", "add", "sub", "rem", "div"):
        return
    f, every = OF_LAX.get(name) or getattr(lax, name), values_of(exact)
    low, high = ends(exact)
    x, y = (Value((), format_of(exact), "argument") for _ in range(2))
    for v in (x, y):
        v.exact = exact
    rows = [([x, x], every, every), ([x, y], None, None)]
    for n in {0, 1, low, high, -1, 2, 100} & set(range(low, high + 1)):
        literal = Value((), format_of(exact), "literal")
        literal.exact, literal.ints = exact, (n,) * 4
        of = np.full_like(every, n)
        rows.append(([literal, x], of, every))
        if n or name not in ("div", "rem"):
            rows.append(([x, literal], every, of))
    for ins, left, right in rows:
        number, same = told(name, {}, ins), kept(name, {}, ins)
        if left is None:
            assert number is None
            assert same is None
            continue
        found = np.asarray(f(left, right))
        one = len(set(found.tolist())) == 1
        if one:
            assert number is not None
            assert np.asarray(number).astype(found.dtype) == found[0]
        else:
            assert number is None, (ins, number)
        if not one and found.dtype == every.dtype and (found == every).all():
            assert same is not None
            assert ins[same] is x
        else:
            assert one or same is None


WHOLE = [
    (lambda x: x * 0, "int32", 4), (lambda x: x - x, "int32", 4), (lambda x: x & 0, "int32", 4),
    (lambda x: lax.integer_pow(x, 0), "int32", 4), (lambda x: x == x, "int32", 1), (lambda x: jnp.isnan(x), "int32", 1),
    (lambda x: x >= 0, "uint8", 1), (lambda x: 0 <= x,  # noqa: SIM300
      "uint8", 1), (lambda x: x | True, "bool", 1),
    (lambda x: x * jnp.zeros_like(x), "int32", 4), (lambda x: lax.clamp(3, x, 3), "int32", 4),
    (lambda x: (x * 0) * (x + 1), "int32", 4),
    (lambda x: x >= 1, "uint8", 2), (lambda x: x * 0.0, "fp32", 8), (lambda x: x == x, "fp32", 5),
    (lambda x: x - x, "fp32", 8), (lambda x: x + 1, "int32", 8),
    (lambda x: x * 1, "int32", 0), (lambda x: x | 0, "int32", 0), (lambda x: x + 0, "fp32", 8),
    (lambda x: x * 1, "fp32", 0),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("at", range(len(WHOLE)))
def test_a_program_reads_no_whole_numbers_that_do_not_matter(at):
    """By hand, and by XLA: what its compiled program accesses is no less, but for a constant of some bytes."""
    f, dtype, each = WHOLE[at]
    p = trace(f, f"{dtype}[N]")
    assert p.at(N=1024).compulsory == 1024 * each
    x = jnp.zeros(1024, {"fp32": "float32"}.get(dtype, dtype))
    cost = jax.jit(f).lower(x).compile().cost_analysis()
    cost = cost[0] if isinstance(cost, list) else cost
    assert 1024 * each <= cost["bytes accessed"]


def test_a_number_that_another_format_held_is_not_taken_for_one_of_this():
    """-1 of int32 is 255 of uint8, so that what is left of a division by it is no 0."""
    x, n = Value((), "int8", "argument"), Value((), "int8", "literal")
    x.exact = n.exact = "uint8"
    n.ints = (-1,) * 4
    assert told("rem", {}, [x, n]) is None
    assert kept("and", {}, [x, n]) is None


AS_IT_CAME = {
    # of an array of A rows: reductions and scans of one row, masks that let all through
    "sum": lambda x: x.sum(0),
    "largest": lambda x: x.max(0, keepdims=True),
    "product of rows": lambda x: x.prod(1),
    "all": lambda x: x.sum((0, 1)),
    "running sum": lambda x: jnp.cumsum(x, 0),
    "running, turned": lambda x: lax.cummax(x).T,
    "last of a running product": lambda x: jnp.cumprod(x, 0)[-1],
    "windows of one": lambda x: lax.reduce_window(x, 0.0, lax.add, (1, 1), (1, 1), "VALID"),
    "named": lambda x: jnp.einsum("ij->i", x),
    "lower": jnp.tril,
    "far off": lambda x: jnp.tril(x, 2),
    "first rows": lambda x: jnp.where(jnp.arange(x.shape[0])[:, None] < 3, x, 0),
    "but the first rows": lambda x: jnp.where(jnp.arange(x.shape[0])[:, None] < 2, 0, x),
    "band": lambda x: jnp.where(abs(jnp.arange(x.shape[0])[:, None] - jnp.arange(x.shape[1])) < 2, x, 0),
    "diagonal summed": jnp.trace,
    "larger of itself": lambda x: jnp.maximum(x, x),
    "within itself": lambda x: lax.clamp(x, x, x),
    "chosen by data": lambda x: jnp.where(x > 0, x, 0),
    "doubled and summed": lambda x: (x * 2).sum(0),
}


@pytest.mark.slow
def test_what_is_its_operand_at_some_sizes_is_not_certain_there():
    """Sums had been drawn over several rows, masks at sizes where they cut: JAX's own result is held against x."""
    seen = Counter()
    for name, f in AS_IT_CAME.items():
        p = trace(f, "fp32[A, B]")
        for a, b in itertools.product(range(1, 5), range(1, 4)):
            if any(h.at({"A": a, "B": b}).broken for h in p.held_for):
                continue
            several = RNG.standard_normal((40, a, b)).astype("float32")
            came = all(np.array_equal(np.sort(f(x), None), np.sort(x, None)) for x in several)
            x, y = several[0], np.asarray(f(several[0]))
            must = 0 if came else 4 * (matter(f, [x], (10, -10)) + y.size)
            assert p.at(A=a, B=b).compulsory <= must, (name, a, b)
            seen[came, p.at(A=a, B=b).compulsory > 0] += 1
    assert seen[True, False] > 40
    assert seen[False, True] > 100


WHATEVER = {
    "one or one": (lambda x: jnp.where(x > 0, 1.0, 1.0), "fp32[N]"),
    "zeros": (lambda x: lax.select(x > 0, jnp.zeros_like(x), jnp.zeros_like(x)), "fp32[N]"),
    "all bits out": (lambda x: x << 32, "int32[N]"),
    "to the right": (lambda x: lax.shift_right_logical(x, 32), "int32[N]"),
    "of a byte": (lambda x: x << 8, "uint8[N]"),
    "nothing to shift": (lambda x: lax.shift_left(jnp.int32(0), x), "int32[N]"),
    "power of one": (lambda x: 1**x, "fp32[N]"),
}
IT_MATTERS = {
    "one bit stays": (lambda x: x << 31, "int32[N]"),
    "the sign stays": (lambda x: x >> 32, "int32[N]"),
    "shifted by it": (lambda x: lax.shift_left(jnp.int32(32), x), "int32[N]"),
    "one or two": (lambda x: jnp.where(x > 0, 1.0, 2.0), "fp32[N]"),
}


@pytest.mark.parametrize("name", [*WHATEVER, *IT_MATTERS])
def test_what_is_one_number_by_shift_choice_or_power_reads_nothing(name):
    """Of operations whose operand does not matter only sums, products and comparisons had been drawn."""
    f, of = (WHATEVER | IT_MATTERS)[name]
    numbers = {"f": [0.5, -3, np.nan, np.inf], "i": [1, 2, 33, -7], "u": [1, 255, 7, 8]}[of[0]]
    y = np.asarray(f(jnp.asarray(numbers, "float32" if of[0] == "f" else of.split("[")[0])))
    assert (len(set(y.tolist())) == 1) is (name in WHATEVER)
    width = 1 if "8" in of else 4
    assert str(trace(f, of).compulsory) == f"{width if name in WHATEVER else 2 * width}*N".removeprefix("1*")
