"""Every public record is a value: it copies, deep-copies and pickles to an equal one."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

import pytest
import sympy

import symroof
from symroof import (
    all_gather,
    bottlenecks,
    bounds_free,
    cheaper,
    check,
    compare,
    data_parallel,
    dims,
    dtype,
    fits,
    interval,
    leading,
    line,
    machine,
    mixed,
    mixed_optimum,
    numeric,
    op,
    optimum,
    params,
    parse_formula,
    printed_range,
    proofread,
    prove,
    quantity,
    regime,
    regimes,
    ring,
    serving_memory,
    strategies,
    sweep,
    switch,
    tensor_parallel,
    threshold,
    tiles,
    torus,
    training_memory,
    tree,
)
from symroof.errors import NotationError, SymroofError

B, D, F, X = dims("B D F X")
rho, K = params("rho"), dims("K")
MATMUL = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")
CUT = op("A[I, J_X] * B[J_X, K] -> C[I, K]", dtype="bf16", mesh="X")
RULE = threshold(MATMUL, B, on="TPU v5e", given="B << D, F")


def _refused() -> SymroofError:
    try:
        op("bf17[B]")
    except NotationError as e:
        return e
    raise AssertionError


RECORDS: dict[str, Callable[[], object]] = {
    "size": lambda: K,
    "parameter": lambda: rho,
    "expression": lambda: rho * K + B,
    "dtype": lambda: dtype("bf16"),
    "width": lambda: dtype(rho),
    "array": lambda: CUT.arrays[0],
    "machine": lambda: machine("H100"),
    "op": lambda: MATMUL,
    "op in use": lambda: (MATMUL.flops, MATMUL.bytes, MATMUL)[-1],
    "sharded op": lambda: (CUT.plan, CUT.traffic, CUT)[-1],
    "amounts": lambda: MATMUL.work,
    "threshold": lambda: RULE,
    "threshold in use": lambda: (RULE.value, RULE.number, RULE)[-1],
    "open threshold": lambda: threshold(rho * K * B / (rho + B), B, over=3),
    "condition": lambda: threshold(B * D / (B + D), B, over=240).when,
    "threshold of a mesh": lambda: threshold(CUT, "J", on="TPU v5e"),
    "approx": lambda: (leading(B + D, "B << D").value, leading(B + D, "B << D"))[-1],
    "regime": lambda: regime("B << D; F fixed"),
    "case": lambda: regimes(B * D / (B + D))[0],
    "bounds": lambda: bounds_free(B + D),
    "proof": lambda: prove(B, D),
    "compared": lambda: compare(B * D, B),
    "optimum": lambda: optimum(B + D / B, B),
    "tiles": lambda: tiles("S"),
    "bottlenecks": lambda: bottlenecks({"x": B * D, "y": B**2}),
    "binding": lambda: bottlenecks({"x": B * D, "y": B**2}).cases[0],
    "fit": lambda: fits(MATMUL, "TPU v5e", B=8),
    "ring": lambda: ring("n"),
    "line": lambda: line(4),
    "switch": lambda: switch(8),
    "torus": lambda: torus(ring(4), line(2)),
    "tree": lambda: tree(("nvlink", 8), ("ib", 32)),
    "collective": lambda: all_gather("V", ring("n")),
    "strategies": lambda: strategies("A[I, J_X] * B[J_X, K] -> C[I, K]", mesh="X", dtype="bf16"),
    "plan": lambda: CUT.plan,
    "cheaper": lambda: cheaper(*strategies("A[I_X, J] * B[J, K] -> C[I, K]", mesh="X", dtype="bf16").plans[:2], "J"),
    "layer": lambda: data_parallel(),
    "layer on a chip": lambda: tensor_parallel(on="TPU v5p"),
    "mixed": lambda: mixed(),
    "split": lambda: mixed_optimum(on="TPU v5p"),
    "training memory": training_memory,
    "serving memory": serving_memory,
    "numeric": lambda: numeric(B * D, B, D=4),
    "numeric of several": lambda: numeric([B * D, B / D], B, D),
    "interval": lambda: interval(B * D, B=(1, 8), D=3),
    "printed range": lambda: printed_range(MATMUL, "B", "TPU v5e", D=4096, F=4096),
    "sweep": lambda: sweep(MATMUL, "TPU v5e", B=[1, 2], D=64, F=64),
    "chain": lambda: parse_formula("2BD = B*D*2"),
    "quantity": lambda: quantity("16 GB"),
    "verdict": lambda: check("2B", "2BDF/(BD + DF + BF)"),
    "wrong verdict": lambda: check("3B", "2BDF/(BD + DF + BF)"),
    "report": lambda: proofread("$2 + 2 = 5$ and $B << D$"),
    "error": _refused,
}


def _alike(a: object, b: object) -> bool:
    if isinstance(a, BaseException):
        return type(a) is type(b) and str(a) == str(b)
    return bool(a == b)


@pytest.mark.whole
@pytest.mark.parametrize("name", RECORDS)
def test_a_record_is_equal_to_its_copies(name: str) -> None:
    """29 of 63 did not: mappingproxies, functions, memories of what was worked out."""
    made = RECORDS[name]()
    if type(made).__name__ in ("Dataset", "Sweep"):
        pytest.importorskip("numpy")
    again = [copy.copy(made), copy.deepcopy(made)]
    again += [pickle.loads(pickle.dumps(made, p)) for p in (2, pickle.HIGHEST_PROTOCOL)]
    for other in again:
        assert type(other) is type(made)
        assert _alike(made, other), (name, other)
        assert str(other) == str(made)


def test_what_is_worked_out_from_a_copy_is_what_is_worked_out_from_the_record() -> None:
    for t in (threshold(rho * K * B / (rho + B), B, over=3), threshold(CUT, "J", on="TPU v5e")):
        other = pickle.loads(pickle.dumps(t))
        sizes = {n: 64 for n in t.free}
        assert str(other.at(**sizes)) == str(t.at(**sizes))
    memory = training_memory()
    assert copy.deepcopy(memory).at(B=8).bytes == memory.at(B=8).bytes
    f = numeric(B * D, B, D=4)
    assert pickle.loads(pickle.dumps(f))(3) == f(3) == 12
    assert sympy.expand(pickle.loads(pickle.dumps(MATMUL)).flops - MATMUL.flops) == 0
    assert symroof.__version__


@pytest.mark.whole
@pytest.mark.parametrize("name", [n for n in RECORDS if n != "error"])
def test_a_record_has_the_hash_of_its_equal(name: str) -> None:
    """Those that hold mappings (layers, reports, tables, verdicts) had none."""
    one, other = RECORDS[name](), RECORDS[name]()
    if one == other:
        assert hash(one) == hash(other)
        assert len({one, other}) == 1
