"""Slices of one array in one fused kernel: each element is read once.

Judged by sets of elements at small sizes.
"""

from __future__ import annotations

import itertools
import random

import pytest

from symroof import SymroofError, T_lower, trace
from symroof.algebra.ratios.posynomial import ratio
from symroof.tracing.reader import letter
from symroof.tracing.unions import union

jax = pytest.importorskip("jax")
jnp = jax.numpy


def touched(spots, sizes):
    out = set()
    for s in spots:
        rows = [range(int(a.at(sizes)), int(b.at(sizes))) for a, b, _ in s]
        out |= set(itertools.product(*rows))
    return len(out)


def drawn(rng, size):
    """A slice along one dim: from a number, or so many before the end, to the same."""
    a = rng.choice([ratio(0), ratio(rng.randint(0, 4)), size - rng.randint(1, 4)])
    b = rng.choice([size, size - rng.randint(1, 3), ratio(rng.randint(4, 6))])
    return a, b, 1


@pytest.mark.slow
def test_unions_of_random_slices_are_what_sets_count():
    rng, n, d = random.Random(7), letter("N"), letter("D")
    seen, refused = 0, 0
    for _ in range(60):
        spots = [tuple(drawn(rng, x) for x in (n, d)) for _ in range(rng.randint(2, 4))]
        found = union(spots, (n, d))
        refused += found is None
        for a, b in itertools.product((3, 5, 6, 7, 9, 12, 23), (5, 6, 8, 11)):
            at = {next(iter(n.names)): a, next(iter(d.names)): b}
            ends = [(int(x.at(at)), int(y.at(at)), m) for s in spots for (x, y, _), m in zip(s, (a, b))]
            if found is not None and all(0 <= x <= y <= m for x, y, m in ends):
                assert found.at(at) == touched(spots, at), (spots, a, b, found)
                seen += 1
    assert seen > 100
    assert refused > 0


def three(x):
    return x[2:] + x[1:-1] + x[:-2]


def five(x):
    return x[1:-1, 2:] + x[1:-1, :-2] + x[2:, 1:-1] + x[:-2, 1:-1] - 4 * x[1:-1, 1:-1]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("f", "array", "elements"),
    [
        (three, "fp32[N]", lambda n, m: n),
        (lambda x: x[1:] + 2 * x[1:], "fp32[N]", lambda n, m: n - 1),
        (five, "fp32[N, M]", lambda n, m: n * m - 4),
        (lambda x: x[:, ::2] * x[:, 1::2], "fp32[N, 2*M]", lambda n, m: 2 * n * m),
        (lambda x: x[:3] + x[-3:], "fp32[N]", lambda n, m: min(6, n)),
        (lambda x: x[::2] + x[: x.shape[0] // 2], "fp32[12]", lambda n, m: 12),  # no more than all of it
    ],
)
def test_each_element_is_read_once(f, array, elements):
    p = trace(f, array)
    for n, m in ((3, 3), (4, 7), (40, 5)):
        there = p.at(**{k: v for k, v in {"N": n, "M": m}.items() if k in p.dims})
        sizes = {"N": n, "M": m, "2*M": 2 * m, "12": 12}
        shape = [sizes[x.strip()] for x in array[5:-1].split(",")]
        result = jax.eval_shape(f, jax.ShapeDtypeStruct(shape, "float32")).size
        assert there.bytes == 4 * (elements(n, m) + result), (n, m)
        assert there.compulsory <= there.bytes <= there.unfused


@pytest.mark.slow
def test_a_stencil_written_two_ways_moves_as_much():
    """By slices it moved 2.5 times what one read and one write are, which T_lower called a lower bound."""
    n = 4096
    jacobi = trace(five, "fp32[N, M]").at(N=n, M=n)
    once = 4 * n * n + 4 * (n - 2) ** 2
    assert once - 16 == jacobi.bytes
    assert float(T_lower(jacobi, on="H100")) <= once / 3.35e12
    assert trace(lambda x: jnp.roll(x, 1) + x + jnp.roll(x, -1), "fp32[N]").at(N=40).bytes == 320


@pytest.mark.slow
@pytest.mark.parametrize(("n", "m"), [(2, 2), (2, 5), (5, 2), (3, 3), (4, 3), (7, 9)])
def test_a_stencil_without_an_inner_element_does_nothing(n, m):
    """Its bound divided by M - 2: what slices have between them along one dim was taken from their product."""
    p = trace(five, "fp32[N, M]")
    there, inner = p.at(N=n, M=m), list(itertools.product(range(1, n - 1), range(1, m - 1)))
    read = {(i + a, j + b) for i, j in inner for a, b in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))}
    assert there.flops == 5 * len(inner)
    assert 0 <= there.compulsory <= there.bytes <= there.unfused
    assert there.compulsory <= 4 * (len(read) + len(inner))
    assert there.peak == 4 * (n * m + len(inner))
    with pytest.raises(SymroofError, match="N >= 2"):
        p.at(N=1, M=m)


@pytest.mark.parametrize("m", [2, 3, 9])
def test_rows_of_a_stride_have_a_bound_without_columns(m):
    """Of every other row the columns' number cannot be told from the product of both."""
    p = trace(lambda x: x[1:-1:2, 2:] * x[1:-1:2, :-2], "fp32[2*N, M]")
    assert 0 <= p.at(N=4, M=m).compulsory <= 4 * 3 * (m if m > 2 else 0) + 4 * 3 * (m - 2)
