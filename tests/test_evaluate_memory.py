"""Large results are lent memory: never the same while anyone holds it, the same afterwards, the system's to take."""

import gc
import itertools
import mmap
import sys
from pathlib import Path

import numpy as np
import pytest

from symroof.evaluate import memory, numeric
from symroof.symbols import dims

B, D, F = dims("B D F")
N = 50_000
SMAPS = Path("/proc/self/smaps_rollup")

linux = pytest.mark.skipif(sys.platform != "linux", reason="pages are marked as free to take on Linux only")


@pytest.fixture
def large(monkeypatch):
    """Results of N elements count as large; the pages that came back so far."""
    monkeypatch.setattr(memory, "KEEP", 1 << 17)
    memory._returned.pages.clear()
    yield memory._returned.pages
    memory._returned.pages.clear()


def start(array):
    return array.__array_interface__["data"][0]


def test_large_results_never_share_memory_while_held(large):
    f = numeric([2 * B, B / 3], B)
    b = np.arange(1.0, N + 1)
    held = [x for _ in range(4) for x in f(b)]
    views = [f(b)[0][::2].reshape(5, -1) for _ in range(4)]  # the whole result is gone, a view of a view is not
    assert not any(np.shares_memory(x, y) for x, y in itertools.combinations([*held, *views], 2))
    kept = memoryview(f(3 * b)[0])
    column = f(5 * b)[0].reshape(-1, 1).T[0]
    for _ in range(5):
        assert np.array_equal(2 * b, f(b)[0])
    assert np.array_equal(np.asarray(kept), 6 * b)
    assert np.array_equal(column, 10 * b)
    for x, want in zip(held, itertools.cycle([2 * b, b / 3])):
        assert np.array_equal(want, x)


@linux
def test_memory_of_a_large_result_is_used_again(large):
    f, b = numeric(2 * B, B), np.arange(1.0, N + 1)
    first = f(b)
    where = start(first)
    assert start(f(b)) != where
    del first
    again = f(b)
    assert np.array_equal(again, 2 * b)
    again[:] = 7  # writable, and nobody else's
    assert where in (start(again), start(f(b)))
    assert np.array_equal(again, np.full(N, 7.0))


@pytest.mark.slow
@linux
def test_no_more_is_kept_than_the_last_call_was_given(large):
    def kept():
        gc.collect()
        return sum(map(len, large))

    two, one = numeric([2 * B, B / 3], B), numeric(2 * B, B)
    b = np.arange(1.0, N + 1)
    two(b)
    assert kept() == 2 * 8 * N
    held = [one(b) for _ in range(6)]
    assert kept() == 0
    del held
    assert kept() == 8 * N
    small = one(b[: N // 2])  # of another size: what was there goes back
    assert kept() == 0
    del small
    assert kept() == 8 * (N // 2)


@linux
def test_a_result_beyond_its_share_of_the_machine_is_not_kept(large, monkeypatch):
    monkeypatch.setattr(memory, "SHARE", 2**60)
    assert numeric(2 * B, B)(np.ones(N)).sum() == 2 * N
    assert large == []


@pytest.mark.slow
@linux
@pytest.mark.skipif(not SMAPS.exists(), reason="this system does not tell how much is free to take")
def test_what_is_kept_is_the_systems_to_take(large):
    def lazily_free():
        return sum(int(line.split()[1]) << 10 for line in SMAPS.read_text().splitlines() if line.startswith("LazyFree"))

    f, b = numeric(2 * B, B), np.ones(4_000_000)
    before = lazily_free()
    result = f(b)
    assert lazily_free() - before < result.nbytes / 2
    del result
    assert lazily_free() - before > 4_000_000 * 8 / 2
    result = f(b)  # written again, it is not
    assert lazily_free() - before < result.nbytes / 2


class Unknown(mmap.mmap):
    """Pages of a system without MADV_FREE."""

    def madvise(self, *advice):
        raise OSError("Invalid argument")


def full(*args, **options):
    raise OSError("Cannot allocate memory")


@linux
@pytest.mark.parametrize("pages", [Unknown, full])
def test_systems_that_cannot_lend_pages(pages, large, monkeypatch):
    monkeypatch.setattr(memory.mmap, "mmap", pages)
    b = np.arange(1.0, N + 1)
    for _ in range(3):
        assert np.array_equal(numeric(2 * B, B)(b), 2 * b)
    assert large == []


@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_other_systems_allocate(system, large, monkeypatch):
    monkeypatch.setattr(memory.sys, "platform", system)
    b = np.arange(1.0, N + 1)
    assert np.array_equal(numeric(2 * B, B)(b), 2 * b)
    assert large == []


def test_grids_take_lent_memory_too(large):
    b, d = np.arange(1.0, 301)[:, None], np.arange(1.0, 301)[None, :]
    for _ in range(3):
        product, quotient = numeric([B * D, B / D], B, D)(b, d)
        assert np.array_equal(product, b * d)
        assert np.array_equal(quotient, b / d)
        assert product.shape == (300, 300)
        assert product.flags.c_contiguous
        assert product.flags.writeable


@linux
@pytest.mark.parametrize("kind", ["RLIMIT_AS", "RLIMIT_DATA"])
def test_nothing_is_kept_where_memory_is_rationed(kind, large, monkeypatch):
    import resource

    f, b = numeric(2 * B, B), np.arange(1.0, N + 1)
    f(b)
    assert len(large) == 1
    found = resource.getrlimit
    limit = {getattr(resource, kind): (1 << 40, 1 << 40)}
    monkeypatch.setattr(resource, "getrlimit", lambda x: limit.get(x) or found(x))
    assert np.array_equal(f(b), 2 * b)
    assert large == []
