"""Every claim of chapter 3 as symroof computes it; the right values are typed by hand in data/chapter3.yaml.

tests/test_textbook.py holds one against the other.
"""

from pathlib import Path

import mesh
import pytest
import ring as judge
import sympy
import yaml

from symroof.algebra.interop.door import core
from symroof.algebra.ratios.posynomial import Ratio, build, gen
from symroof.algebra.regions.region import crossing
from symroof.dtypes import dtype
from symroof.errors import NotationError
from symroof.model.collectives import (
    all_gather,
    all_reduce,
    all_to_all,
    line,
    point_to_point,
    reduce_scatter,
    ring,
    torus,
)
from symroof.model.strategy import strategies
from symroof.reading.notation import mesh_of, read
from symroof.symbols import dims, key, symbol

ROWS = yaml.safe_load((Path(__file__).parent / "data" / "chapter3.yaml").read_text(encoding="utf-8"))
B, C, D, F, I, J, N, V, W, X, Y, Z, T = map(gen, "BCDFIJNVWXYZT")  # noqa: E741
K = gen(key("K", True))  # a size here, not C/W
TWO = {"W": W, "both_ways": True}
V5P = {"C": 459 * 10**12, "W": 18 * 10**10}


def array(text, axes, fmt="bf16", **sizes):
    return read(f"exp({text}) -> {text}", dtype(fmt), mesh_of(axes), tuple(sorted(sizes.items()))).inputs[0]


def plan(text, name, axes="X Y", **more):
    return strategies(text, mesh=axes, dtype="bf16", links=TWO, **more).plan(name)


def forbidden():
    with pytest.raises(NotationError):
        array("A[I_X, J_X]", "X")
    return "forbidden"


def outer_products():
    mesh.carry_out(CASE3, strategies(CASE3, mesh="X Y", dtype="bf16").plan("AllReduce_X C"))
    return "identity"


def transpose():
    """The matrix of a ReduceScatter is the transpose of an AllGather's, as operators on 3 devices with 3 shards."""
    n = 3
    gather = sympy.Matrix(n * n, n, lambda r, c: int(r % n == c))  # device r//n, shard r%n; from shard c
    scatter = sympy.Matrix(n, n * n, lambda r, c: int(c % n == r))  # shard r summed over devices c//n
    assert scatter == gather.T
    return "ReduceScatter"


def distances(n, step):
    return sum(
        (len(path) - 1) * (1 if part == 1 or step == 1 else 0)
        for dst in range(1, n)
        for part, path in judge.routes(0, dst, n, "ring")
        if (path[1] - path[0]) % n == step % n
    )


CASE3 = "A[I, J_X] * B[J_X, K] -> C[I, K]"
Q4 = "A[B, D_X] * W[D_X, F] -> C[B, F]"
Q7 = 2 * 128 * 8192
WEIGHTS = array("A[D, F]", "X", D=8192, F=32768).bytes
cube = torus(ring("X"), ring("Y"), ring("Z"))
cube4 = torus(ring(4), ring(4), ring(4))


def gather_4(operand, out):
    return plan(f"A[I_X, J] * B[J, K_X] -> C[{out}]", f"AllGather_X {operand}").leading_core


def gather_1():
    return all_gather(2 * D * F, ring("X"), **TWO).leading_core


def reduce_2():
    return plan(Q4, "AllReduce_X C", "X").leading_core


WHOLE = 2 * B * D * F / C


def complete_rule():
    """The lower of the two thresholds: strategy 2 wins as soon as it beats either part of strategy 1."""
    return build("min", [bound(WHOLE, reduce_2(), "D"), bound(gather_1(), reduce_2(), "D")])


def bound(more: Ratio, less: Ratio, name: str) -> Ratio:
    return core(crossing(more, less, name).value)


def q7_lanes(bytes_):
    return all_gather(bytes_, torus(line(2), line(2)), W=4.5e10).time_core


COMPUTED = {
    "ch3.shard.1": lambda: array("A[I_X, J_Y]", "X Y").bytes / array("A[I, J]", "X Y").bytes,
    "ch3.shard.2": lambda: array("A[I_X, J_Y]", "X=2 Y=2", I=4, J=128, X=2, Y=2).elements,
    "ch3.shard.3": lambda: array("A[I_XY, J]", "X Y").elements,
    "ch3.shard.4": forbidden,
    "ch3.shard.5": lambda: array("A[I, J]", "X Y").bytes / array("A[I_XY, J]", "X=4 Y=8", X=4, Y=8).bytes,
    "ch3.shard.6": lambda: (
        array("A[I_X, J_Y]", "X=4 Y=2", I=8, J=2048, X=4, Y=2).elements
        + array("A[J, K_Y]", "X=4 Y=2", J=2048, K=8192, X=4, Y=2).elements
    ),
    "ch3.pq1.1": lambda: torus(ring(2), ring(8), ring(2)).size_core,
    "ch3.pq1.2": lambda: array("A[I_XY, J]", "X=2 Y=8 Z=2", "int8", I=128, J=2048, X=2, Y=8).bytes,
    "ch3.pq1.3": lambda: array("A[I_XY, J]", "X=2 Y=8 Z=2", "int8", I=128, J=2048, X=2, Y=8).bytes * 32,
    "ch3.pq1.4": lambda: array("A[I_XY, J]", "X=8 Y=2", "fp32", I=1024, J=4096, X=8, Y=2).bytes / 3_400_000_000_000,
    "ch3.case1.1": lambda: plan("A[I_X, J] * B[J, K_Y] -> C[I_X, K_Y]", "no communication").comms_core,
    "ch3.case1.2": lambda: (
        W * build("min", [plan("A[I_X, J] * B[J, K] -> C[I, K]", f"AllGather_X {a}").leading_core for a in "AC"])
    ),
    "ch3.case4.1": lambda: W * build("min", [gather_4("A", "I, K_X"), gather_4("B", "I_X, K")]),
    "ch3.case3.1": outer_products,
    "ch3.ag.1": lambda: all_gather("V", ring("N", both_ways=False)).loads["ici"],
    "ch3.ag.3": lambda: point_to_point(V / X, ring("X"), **TWO).time_core,
    "ch3.ag.4": lambda: all_gather("V", ring("X"), **TWO).leading_core,
    "ch3.ag.5": lambda: core(sympy.diff(all_gather("V", ring("X"), **TWO).leading, sympy.Symbol("X", positive=True))),
    "ch3.ag.6": lambda: point_to_point(V / X, ring("X"), hop="T", **TWO).time_core,
    "ch3.ag.7": lambda: floored(all_gather("V", ring("X"), hop="T", **TWO)),
    "ch3.ag.8": lambda: point_to_point("V", ring(4), W=4.5e10, hop=1e-6).latency_bytes_core,
    "ch3.ag.9": lambda: floored(all_gather("V", torus(ring("X"), ring("Y")), hop="T", **TWO)),
    "ch3.ag.10": lambda: all_gather("V", ring("X", both_ways=False), **TWO).leading_core,
    "ch3.pq2.1": lambda: array("A[E, F]", "Y", E=2048, F=8192).bytes,
    "ch3.pq2.2": lambda: array("A[E_Y, F]", "Y=4", E=2048, F=8192, Y=4).bytes,
    "ch3.pq2.3": lambda: all_gather(33554432, ring(4), W=9e10, both_ways=True).leading_core,
    "ch3.pq2.4": lambda: all_gather(33554432, line(4), W=4.5e10, hop=1e-6).floor_core,
    "ch3.pq2.5": lambda: all_gather(33554432, line(4), W=4.5e10).time_core,
    "ch3.pq2.6": lambda: all_gather(33554432, line(4), W=4.5e10).time_core * 10**6 / 680,
    "ch3.pq2.7": lambda: (
        point_to_point(array("A[E_Y, F]", "Y=4", E=256, F=256, Y=4).bytes, line(4), W=4.5e10).time_core
    ),
    "ch3.pq2.8": lambda: all_gather(131072, line(4), W=4.5e10, hop=1e-6).time_core,
    "ch3.ar.1": lambda: reduce_scatter("V", ring("X"), **TWO).leading_core,
    "ch3.ar.2": lambda: all_reduce("V", ring("X"), **TWO).leading_core,
    "ch3.ar.3": lambda: reduce_scatter("V", ring("Y"), **TWO).leading_core / (Y / 2),
    "ch3.ar.4": transpose,
    "ch3.a2a.1": lambda: distances(8, 1),
    "ch3.a2a.2": lambda: distances(8, -1),
    "ch3.a2a.3": lambda: 2 * N * N * all_to_all("V", ring("N")).shares["ici"],
    "ch3.a2a.4": lambda: 2 * all_to_all("V", ring("N")).loads["ici"],
    "ch3.a2a.5": lambda: all_to_all("V", ring("N")).time_core / all_gather("V", ring("N")).time_core,
    "ch3.a2a.6": lambda: all_to_all("V", cube, **TWO).time_core,
    "ch3.tab.1": lambda: all_gather("V", cube, **TWO).leading_core,
    "ch3.tab.2": lambda: reduce_scatter("V", cube, **TWO).leading_core,
    "ch3.tab.3": lambda: all_reduce("V", cube, **TWO).leading_core,
    "ch3.tab.4": lambda: all_to_all("V", ring("X"), **TWO).leading_core,
    "ch3.q1.1": lambda: array("A[I_X, J]", "X=4 Y=8 Z=2", X=4).bytes / array("A[I, J]", "X").bytes,
    "ch3.q1.2": lambda: 4 * 8 * 2 * array("A[I_X, J]", "X=4 Y=8 Z=2", X=4).bytes / array("A[I, J]", "X").bytes,
    "ch3.q2.1": lambda: array("A[B, D_Y]", "X Y").bytes,
    "ch3.q2.2": lambda: all_gather(2 * 1024 * 1024, ring(4), W=9e10, both_ways=True).leading_core,
    "ch3.q2.3": lambda: all_gather(2 * 1024 * 4096, torus(ring(4), ring(4)), W=9e10, both_ways=True).leading_core,
    "ch3.q2.4": lambda: all_gather(1, torus(ring(4), ring(4)), W=9e10, hop=1e-6).floor_core,
    "ch3.q2.5": lambda: (
        all_reduce(
            array("A[B_X, D_Y]", "X=4 Y=4", B=1024, D=4096, X=4, Y=4).bytes, ring(4), W=9e10, both_ways=True
        ).leading_core
    ),
    "ch3.q3.1": lambda: array("A[D_X]", "X=4", D=128, X=4).bytes,
    "ch3.q3.2": lambda: point_to_point(array("A[D_X]", "X=4", D=128, X=4).bytes, ring(4)).loads["ici"],
    "ch3.q3.3": lambda: all_gather(256, ring(4)).hops,
    "ch3.q3.4": lambda: all_gather(256, ring(4), W=4.5e10, hop=1e-6).time_core,
    "ch3.q4.1": lambda: build("max", [WHOLE, gather_1()]),
    "ch3.q4.2": lambda: build("max", [plan(Q4, "AllReduce_X C", "X").math_core, reduce_2()]),
    "ch3.q4.3": lambda: reduce_2() / gather_1(),
    "ch3.q4.4": lambda: plan(Q4, "AllReduce_X C", "X").math_core / WHOLE,
    "ch3.q4.5": lambda: bound(WHOLE, gather_1(), "B").subs(V5P),
    "ch3.q4.6": lambda: bound(plan(Q4, "AllReduce_X C", "X").math_core, reduce_2(), "X"),
    "ch3.q4.7": lambda: bound(plan(Q4, "AllReduce_X C", "X").math_core, reduce_2(), "X").subs({**V5P, "D": 8192}),
    "ch3.q4.8": lambda: bound(WHOLE, gather_1(), "B"),
    "ch3.q4.10": lambda: bound(WHOLE, reduce_2(), "D"),
    "ch3.q4.11": lambda: bound(gather_1(), reduce_2(), "D"),
    "ch3.q4.12": complete_rule,
    "ch3.q4.13": lambda: strategies(Q4, mesh="X", dtype="bf16").case,
    "ch3.q5.1": lambda: WHOLE / cube4.size_core,
    "ch3.q5.2": lambda: all_gather(2 * B * F, cube4, **TWO).leading_core,
    "ch3.q5.3": lambda: all_reduce(2 * B * F, cube4, **TWO).leading_core,
    "ch3.q5.4": lambda: bound(WHOLE, all_gather(2 * B * F, cube4, **TWO).leading_core, "D"),
    "ch3.q5.5": lambda: bound(2 * D * F * gen("p") / 64, 2 * B * D / gen("p"), "p"),
    "ch3.q6.1": lambda: all_reduce(array("A[I_X, K]", "X=4", X=4).bytes, line(4), **TWO).time_core,
    "ch3.q6.2": lambda: bound(
        2 * I * J * K / 16 / (197 * 10**12), all_reduce(I * K / 2, line(4), W=4.5e10).time_core, "J"
    ),
    "ch3.q6.3": lambda: all_gather(array("A[J, K_Y]", "Y=4", Y=4).bytes, line(4), **TWO).time_core,
    "ch3.q6.4": lambda: plan("A[I_X, J] * B[J, K_Y] -> C[I_X, K_Y]", "no communication").comms_core,
    "ch3.q7.1": lambda: WEIGHTS,
    "ch3.q7.2": lambda: array("A[B, D]", "X", B=128, D=8192).bytes,
    "ch3.q7.3": lambda: 2 * array("A[D, F_X]", "X=4", D=8192, F=32768, X=4).bytes,
    "ch3.q7.4": lambda: 2 * WHOLE.subs({"B": 128, "D": 8192, "F": 32768, "C": 197 * 10**12}) / 4,
    "ch3.q7.5": lambda: 2 * q7_lanes(Q7),
    "ch3.q7.6": lambda: q7_lanes(2 * WEIGHTS),
    "ch3.q7.7": lambda: 2 * WEIGHTS / 4 / (81 * 10**10),
    "ch3.q9.1": outer_products,
    "ch3.q9.2": lambda: all_reduce("V", ring("X")).time_core / reduce_scatter("V", ring("X")).time_core,
    "ch3.q9.3": lambda: all_gather(N * gen("M"), ring("X")).time_core / reduce_scatter(N * K, ring("X")).time_core,
    "ch3.q10.1": lambda: all_gather(N * N, ring("D", both_ways=False)).loads["ici"],
    "ch3.q10.2": lambda: all_to_all(N * N, ring("D", both_ways=False)).loads["ici"],
    "ch3.q10.3": lambda: one_way(all_to_all) / one_way(all_gather),
    "ch3.q10.4": lambda: one_way(all_gather) / all_gather("V", ring("D")).time_core,
    "ch3.q10.5": lambda: distances(8, 1),
    "ch3.q10.6": lambda: one_way(all_to_all) / all_to_all("V", ring("D")).time_core,
    "ch3.q10.7": lambda: all_gather("V", ring("D")).time_core / all_to_all("V", ring("D")).time_core,
}


def one_way(f):
    return f("V", ring("D", both_ways=False)).time_core


def floored(c):
    """The book's model: V/W, not below the latency of the hops."""
    return build("max", [c.floor_core, c.leading_core])


def read_right(text):
    letters = (*dims(" ".join("BCDFIJKMNVWXYZp")), symbol("T"))  # T is the time of a hop
    return sympy.sympify(text, locals={s.name: s for s in letters})
