"""Sweeps on a Dask cluster of two workers: the local table, bounded memory, and nothing lost when a worker dies."""

import os
import signal
import time

import numpy as np
import pytest

from symroof.evaluate import numeric, sweep
from symroof.model.ops import op
from symroof.model.roofline import T_lower, attainable
from symroof.symbols import dims

pytestmark = pytest.mark.slow
distributed = pytest.importorskip("distributed", reason="dask[distributed] is not installed")
pytest.importorskip("xarray", reason="xarray is not installed")

B, D, F = dims("B D F")
MATMUL = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")
CHIPS = ["TPU v5e", "H100"]
LIMIT = 640 * 2**20


@pytest.fixture(scope="module")
def client():
    options = {"n_workers": 2, "threads_per_worker": 1, "memory_limit": LIMIT, "dashboard_address": None}
    with distributed.LocalCluster(processes=True, **options) as cluster, distributed.Client(cluster) as found:
        yield found


def peak_memory():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmHWM"))


def test_the_table_is_the_local_one(client):
    sizes = {"B": np.arange(1, 2001), "D": [1024, 4096, 5000], "F": 4096}
    there = sweep(MATMUL, CHIPS, chunks=1000, **sizes)
    assert there.T_lower.data.npartitions > 10
    assert there.T_lower.dims == ("machine", "B", "D", "F")
    here = sweep(MATMUL, CHIPS, **sizes).to_xarray()
    assert here.equals(there.compute().assign(bound_by=lambda d: d.bound_by.astype(object)))


def test_a_function_of_dask_arrays_runs_there(client):
    import dask.array as da

    f = numeric([T_lower(MATMUL, "H100"), attainable(MATMUL, "H100")], B, D, F=4096)
    b, d = np.arange(1, 5001), np.arange(1, 41)[:, None]
    for there, here in zip(f(da.from_array(b, chunks=1100), da.from_array(d, chunks=17)), f(b, d)):
        assert np.array_equal(here, there.compute())


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="reads memory from /proc")
def test_a_large_grid_in_small_memory_with_a_worker_killed(client):
    """20 million rows: the results alone are 500 MB, and no worker ever holds 400."""
    n = 10_000
    batches, widths = np.arange(1, n + 1), np.arange(1, 1001) * 8
    table = sweep(MATMUL, CHIPS, B=batches, D=widths, F=4096, chunks=500_000)
    wanted = [table.T_lower.max(), (table.bound_by == "math").sum()]
    pids = client.run(os.getpid)
    futures = client.compute(wanted)
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and not any(client.has_what().values()):
        time.sleep(0.02)
    assert futures[0].status == "pending"
    os.kill(next(iter(pids.values())), signal.SIGKILL)
    longest, by_math = (int(x) if x.dtype.kind == "i" else float(x) for x in client.gather(futures))
    client.wait_for_workers(2, timeout=30)
    assert set(client.run(os.getpid).values()) - set(pids.values())  # the dead one was replaced
    assert longest == max(2 * n * 8000 * 4096 / 1.97e14, 2 * (n * 8000 + 8000 * 4096 + n * 4096) / 8.2e11)
    b, d = batches[:, None].astype(float), widths[None].astype(float)
    work, traffic = 2 * b * d * 4096, 2 * (b * d + d * 4096 + b * 4096)
    assert abs(by_math - sum(np.sum(work / c >= traffic / w) for c, w in ((1.97e14, 8.2e11), (9.89e14, 3.35e12)))) <= 2
    assert max(client.run(peak_memory).values()) < 4e8
