"""Remedies in messages work when typed: each bad input's message is read, what it proposes is typed, and that runs.

The remedies were looked at and never run: ``h'_X=h`` was proposed for square arrays and was not notation.
"""

import re

import pytest

import symroof
from symroof import (
    Machine,
    T_lower,
    achieved,
    all_gather,
    all_reduce,
    attainable,
    bound_by,
    intensity,
    line,
    machine,
    op,
    ring,
    serving_memory,
    strategies,
    sustained,
    sweep,
    switch,
    threshold,
    torus,
    training_memory,
    tree,
)
from symroof.errors import SymroofError

TEXT = "bf16[B, D] * bf16[D, F] -> bf16[B, F]"
MM = op(TEXT)
CUT = "A[I, J_X] * B[J, K] -> C[I, K]"
NAMES = {**{n: getattr(symroof, n) for n in symroof.__all__}, "expr": symroof.dims("B") * 3, "B": symroof.dims("B"),
         "n": symroof.dims("n"), "machine": "TPU v5e", "op": MM.at(B=8, D=64, F=64), "layer": MM}  # fmt: skip


def python(text, **more):
    """What is typed at a prompt; ... stands for what was given before."""
    return eval(text, {**NAMES, **more})


def keyword(text):
    """name=value as an argument."""
    return eval(f"dict({text})", {**NAMES})


# bad input, what its message proposes, and how that is typed
CASES = [
    (lambda: op("x[b, h] * w[h_Y, h_X] -> y[b, h]", dtype="bf16", mesh="X Y"), r"as in (.+)",
     lambda r: op(r, dtype="bf16", mesh="X Y")),
    (lambda: op("G[512, 512] * P[512, 512] -> R[512, 512]", dtype="bf16"), r"as in (.+)",
     lambda r: op(r, dtype="bf16")),
    (lambda: op("bf16[B, D] * bf16[D, F] * bf16[F, E]"), r"as in (-> .+)",
     lambda r: op("bf16[B, D] * bf16[D, F] " + r)),
    (lambda: op(""), r"(bf16.*|$)", lambda r: None),
    (lambda: op("max()"), r"as in (\w+\(.+\))", lambda r: op(r, dtype="bf16")),
    (lambda: op("bf16[4, D] * bf16[D, F] -> bf16[4, F]"), r"as in (\w+=\d+)",
     lambda r: op(f"bf16[{r}, D] * bf16[D, F] -> bf16[{r.partition('=')[0]}, F]")),
    (lambda: op("x • y"), r"as in (bf16\S+ \S+)", lambda r: op(f"copy({r})")),
    (lambda: op(3), r'as in (op\("[^"]+"\))', lambda r: python(r, op=op)),
    (lambda: op(CUT, dtype="bf16", mesh=3), r'as in (mesh="[^"]+")', lambda r: op(CUT, dtype="bf16", **keyword(r))),
    (lambda: op(CUT, dtype="bf16"), r'(mesh="X=4")', lambda r: op(CUT, dtype="bf16", **keyword(r))),
    (lambda: op(CUT, dtype="bf16", mesh="X", over=3), r'as in (over="[^"]+")',
     lambda r: op(CUT, dtype="bf16", mesh="X", **keyword(r))),
    (lambda: op(CUT, dtype="bf16", mesh="X", over="wheel"), r"as in (switch:\w+)",
     lambda r: op(CUT, dtype="bf16", mesh="X", over=r)),
    (lambda: op(CUT, dtype="bf16", mesh="X", over="wheel"), r"as in (X=\w+)",
     lambda r: op(CUT, dtype="bf16", mesh="X", over=r)),
    (lambda: op(CUT, dtype="bf16", mesh="X", X="4*J"), r"as in (X=4)",
     lambda r: op(CUT, dtype="bf16", mesh="X", **keyword(r))),
    (lambda: op(TEXT, F="D-1"), r"as in (\S+), \S+ or \S+;", lambda r: op(TEXT, F=r)),
    (lambda: op(TEXT, F="D-1"), r"as in \S+, \S+ or (\S+);", lambda r: op(TEXT, F=r)),
    (lambda: op(TEXT, F="D-1"), r"by the smaller: (D=F\+1)", lambda r: op(TEXT, D=r.partition("=")[2])),
    (lambda: op("A[B, D]{U_X} * V[D, F] -> O[B, F]", dtype="bf16", mesh="X").plan, r"as (AllReduce.+;) \.\.\.",
     lambda r: op(r.rstrip(";").replace("bf16 ", "bf16 "), mesh="X")),
    (lambda: ring(4.5), r"(devices)", lambda r: ring(4)),
    (lambda: tree(), r"as in (tree\(.+\))", python),
    (lambda: tree(3), r'as in (\("node", 8\))', lambda r: tree(python(r))),
    (lambda: torus("n"), r"as in (torus\(.+\))", lambda r: python(r.replace("'n'", "n"))),
    (lambda: all_gather("V", "n"), r"as in (ring\(\w+\)) or", lambda r: all_gather("V", python(r))),
    (lambda: all_gather("V", 8), r"or (line\(\w+\))", lambda r: all_gather("V", python(r))),
    (lambda: all_reduce(10**9, ring(8), on="H100"), r"or (switch\(.+\))",
     lambda r: all_reduce(10**9, python(r), on="H100")),
    (lambda: all_reduce(10**9, ring(8, link="nvlink"), on="H100"), r"or (switch\(.+?\)),",
     lambda r: all_reduce(10**9, python(r), on="H100")),
    (lambda: T_lower(op(CUT, mesh="X=4", dtype="bf16"), "H100"), r"as in (over='[^']+')",
     lambda r: T_lower(op(CUT, mesh="X=4", dtype="bf16", **keyword(r)), "H100")),
    (lambda: all_gather(10**9, tree(("nvlink", 8), ("ib", 4)).__class__(axes=ring(4, link="ib").axes), on="H100 node"),
     r"as in (tree\(.+\)\)), or", lambda r: all_gather(10**9, python(r), on="H100 node")),
    (lambda: bound_by(MM, "TPU v5e", B=8), r"machine, (\w+=4096)",
     lambda r: bound_by(MM, "TPU v5e", **{"B": 8, "D": 64, "F": 64, **keyword(r)})),
    (lambda: achieved(MM.at(B=8, D=64, F=64), "TPU v5e", 0), r"as in (achieved\(.+\))", python),
    (lambda: sustained(MM, efficiency=2), r"as in (\S+)$", lambda r: sustained(MM, efficiency=r)),
    (lambda: 0 * MM, r"as in (3 \* layer)", python),
    (lambda: threshold("3*B"), r"as in (threshold\(.+\))", python),
    (lambda: T_lower(op("<w>[B, D] * <w>[D, F] -> <w>[B, F]"), "TPU v5e"), r"as in (dtype='bf16')",
     lambda r: T_lower(op("[B, D] * [D, F] -> [B, F]", **keyword(r)), "TPU v5e")),
    (lambda: sweep(MM, D=4, F=4), r"as in sweep\(op, (B=4096)\)", lambda r: sweep(MM, D=4, F=4, **keyword(r))),
    (lambda: sweep("x"), r"as in (op\(.+\))", lambda r: sweep(python(r, op=op), B=1, D=1, F=1)),
    (lambda: machine("h100 nod"), r"did you mean (.+?) or", machine),
    (lambda: machine("TPU v5x"), r"did you mean (.+?)(?: or|\?)", machine),
    (lambda: machine("TPU v5e").peak("bf61"), r"did you mean (\w+)\?", lambda r: machine("TPU v5e").peak(r)),
    (lambda: op("bf61[B, D] * bf16[D, F] -> bf16[B, F]"), r"did you mean (\w+)\?", lambda r: op(f"copy({r}[B])")),
    (lambda: Machine(name="m", peaks={"bf16": "many"}, bandwidths={}), r'as in ("[^"]+")',
     lambda r: Machine(name="m", peaks={"bf16": python(r)}, bandwidths={})),
    (lambda: Machine(name="m", peaks=3, bandwidths={}), r"as in (peaks=.+?\}|\{.+?\})",
     lambda r: Machine(name="m", bandwidths={}, **keyword(r if r.startswith("peaks") else f"peaks={r}"))),
    (lambda: Machine(name="m", peaks={"bf16": 1e12}, bandwidths={"../x": 1e10}), r"as in (\w+)",
     lambda r: Machine(name="m", peaks={"bf16": 1e12}, bandwidths={r: 1e10})),
    (lambda: serving_memory(params=9, layers=1, kv_heads=1, head=1, context=1).batch(
        on=Machine(name="m", peaks={"bf16": 1e12}, bandwidths={})), r"as in (capacity=\S+) ",
     lambda r: serving_memory(params=9, layers=1, kv_heads=1, head=1, context=1).batch(**keyword(r))),
    (lambda: training_memory(params=10**9, layers=1, width=1).chips(on="A100", B=1, step=0), r"as in (step=8)",
     lambda r: training_memory(params=10**9, layers=1, width=1).chips(on="A100", B=1, **keyword(r))),
    (lambda: training_memory(params=10**9, layers=1, width=1).chips(on="A100"), r"as in chips\((B=64)\)",
     lambda r: training_memory(params=10**9, layers=1, width=1).chips(on="A100", **keyword(r))),
    (lambda: strategies(CUT, mesh="X", dtype="bf16", over={"X": 3}), r"'(switch:\w+)'",
     lambda r: strategies(CUT, mesh="X", dtype="bf16", over={"X": r})),
    (lambda: strategies(CUT, mesh="X", dtype="bf16").plan("x"), r"there are: (.+?);",
     lambda r: strategies(CUT, mesh="X", dtype="bf16").plan(r)),
    (lambda: attainable("hello"), r"make it one with op\(\.\.\.\) or (Op\.of\(flops)=", lambda r: intensity(MM)),
    (lambda: switch(4, link="a b"), r"as in (\w+)", lambda r: switch(4, link=r)),
    (lambda: line(4, link=""), r"as in (\w+)", lambda r: line(4, link=r)),
    (lambda: op(CUT, dtype="bf16", mesh="X=4", I=8, J=8, K=8, overlap="both"), r'say "(\w+)"',
     lambda r: op(CUT, dtype="bf16", mesh="X=4", overlap=r)),
]  # fmt: skip


@pytest.mark.parametrize("k", range(len(CASES)))
def test_a_remedy_works_when_typed(k):
    bad, pattern, typed = CASES[k]
    with pytest.raises(SymroofError) as e:
        bad()
    found = re.search(pattern, str(e.value))
    assert found, str(e.value)
    typed(found[1])
