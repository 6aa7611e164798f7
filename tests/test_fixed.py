"""What a result does not depend on, by changing every number of every argument; of whole numbers at all there are.

Earlier tests perturbed elements of programs whose results depend on all of them, complex numbers as one, and whole
numbers never: a bound that counts x of ``x*0``, the ignored triangle of ``tridiagonal`` or the imaginary part of what
``irfft`` makes real was taken for one that any program must move.
"""

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


def matter(f, args) -> int:
    """How many real numbers of the arguments change a result, each tried by itself with several amounts."""
    before, count = [np.asarray(y) for y in jax.tree.leaves(f(*args))], 0
    for k, a in enumerate(args):
        for at in np.ndindex(a.shape):
            for by in (1, 1j) if np.iscomplexobj(a) else (1,):
                changed = []
                for amount in (0.7, -1.3):
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
