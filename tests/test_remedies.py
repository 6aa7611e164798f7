"""Remedies in messages work when typed: each bad input's message is read, what it proposes is typed, and that runs.

The remedies were looked at and never run: ``h'_X=h`` was proposed for square arrays and was not notation.
"""

import re

import pytest
import sympy

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
    (lambda: all_reduce(10**9, ring(8), on="H100"), r"collective (switch\(.+\))",
     lambda r: all_reduce(10**9, python(r), on="H100")),
    (lambda: all_reduce(10**9, ring(8, link="nvlink"), on="H100"), r"collective (switch\(.+?\)),",
     lambda r: all_reduce(10**9, python(r), on="H100")),
    (lambda: T_lower(op(CUT, mesh="X=4", dtype="bf16", I=8, J=8, K=8), "H100"), r"as in (over='[^']+')",
     lambda r: T_lower(op(CUT, mesh="X=4", dtype="bf16", I=8, J=8, K=8, **keyword(r)), "H100")),
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


B, D, F, N, X, Y = symroof.dims("B D F N X Y")
AT_MOST = threshold(B * D / (B + D), B, over=240)
SPLIT = strategies("A[I_X, J] * B[J, K] -> C[I, K]", mesh="X", dtype="bf16").plans
ROOFS = symroof.bottlenecks({"a": B * D, "b": B**2})
BEST = symroof.optimum(B / X + D * X, X)

# the same for what stands in expressions, regimes, optima, functions and formulas
MORE = [
    (lambda: symroof.prove(B, D, "=>"), r"use one of (\S+),", lambda r: symroof.prove(B, D, r)),
    (lambda: symroof.regimes(B - D), r"ask (leading)\(\) in one regime", lambda r: python(r)(B - D, "B << D")),
    (lambda: symroof.leading(B * D + F, "BD << F"), r"write (\S+)$", lambda r: symroof.leading(B * D + F, f"{r} << F")),
    (lambda: symroof.regime("B"), r"write (B << D, F) or", symroof.regime),
    (lambda: symroof.regime("B"), r"or (N -> oo)", symroof.regime),
    (lambda: symroof.regime("oo << N"), r"write (N -> oo)", symroof.regime),
    (lambda: symroof.regime("0 << B"), r"write (eps -> 0)", symroof.regime),
    (lambda: symroof.regime("B*D fixed"), r"write (F fixed)", symroof.regime),
    (lambda: symroof.regime("B << log D"), r"as in (B << D)", symroof.regime),
    (lambda: symroof.leading((N - 1) * X, "N << X"), r"say (N -> oo)",
     lambda r: symroof.leading((N - 1) * X, f"N << X; {r}")),
    (lambda: symroof.leading(B + D, "B << F; D << F"), r"say (\S+ << \S+) or", lambda r: symroof.leading(B + D, r)),
    (lambda: symroof.exactly(sympy.Symbol("q") + 1, q=1), r"make it with (dims\('q'\))",
     lambda r: symroof.exactly(python(r) + 1, q=1)),
    (lambda: symroof.numeric(sympy.Matrix([[B]]), B), r"give one of its (entries)",
     lambda r: symroof.numeric(sympy.Matrix([[B]])[0], B)),
    (lambda: symroof.optimum(B / X + X, 3), r"as in (optimum\(expr, X\))",
     lambda r: python(r, expr=B / X + X, X=X)),
    (lambda: symroof.optimum(B / X + D / Y, (X, Y), subject="X"), r'write it as "(X\*Y = N)"',
     lambda r: symroof.optimum(B / X + D / Y, (X, Y), subject=r)),
    (lambda: symroof.optimum(B / X + D / Y, (X, Y), subject="X"), r'or "(X \+ Y <= S)"',
     lambda r: symroof.optimum(B / X + D / Y, (X, Y), subject=r)),
    (lambda: symroof.optimum(B / X + D / Y, (X, Y), subject="= N"), r'write it as "(X\*Y = N)"',
     lambda r: symroof.optimum(B / X + D / Y, (X, Y), subject=r)),
    (lambda: symroof.optimum(B / X + D / Y, (X, Y), subject="X - Y = 0"), r'a product such as "(X\*Y\*\*2 = N)"',
     lambda r: symroof.optimum(B / X + D / Y, (X, Y), subject=r)),
    (lambda: symroof.optimum(B / X + X, X, of="mean"), r'or (of="max")',
     lambda r: symroof.optimum(B / X + X, X, **keyword(r))),
    (lambda: symroof.optimum(B / X + X, X, within="soon"), r"as in (within=2) or",
     lambda r: symroof.optimum(B / X + X, X, **keyword(r))),
    (lambda: symroof.optimum(B / X + X, X, within="soon"), r'or (within="500ms")',
     lambda r: symroof.optimum(B / X + X, X, **keyword(r))),
    (lambda: symroof.optimum(B / X + D * X**2 + F * X**3, X), r"give numbers for (B, D, F)",
     lambda r: symroof.optimum(2 / X + 3 * X**2 + 4 * X**3, X)),
    (lambda: symroof.optimum(B / X + D / Y, (X, Y), subject=["X + Y <= N", "X*Y <= F"]),
     r"give numbers for (B, D, F, N)",
     lambda r: symroof.optimum(2 / X + 3 / Y, (X, Y), subject=["X + Y <= 9", "X*Y <= 10"])),
    (lambda: symroof.tiles(2), r"give S >= (3)", lambda r: symroof.tiles(int(r))),
    (lambda: symroof.tiles("S", model="x"), r'use "(outer)"', lambda r: symroof.tiles("S", model=r)),
    (lambda: symroof.tiles("S", model="x"), r'or "(cubic)"', lambda r: symroof.tiles("S", model=r)),
    (lambda: symroof.best_divisor(BEST, 12, D=3), r"as in (best_divisor\(.+\))",
     lambda r: python(r[:-1] + ", D=3)", opt=BEST)),
    (lambda: float(AT_MOST), r"as in (\.at\(D=4096\))", lambda r: float(python("rule" + r, rule=AT_MOST))),
    (lambda: AT_MOST.at(B=3), r"ask (\.contains\(3\))", lambda r: python("rule" + r, rule=AT_MOST.at(D=4096))),
    (lambda: bool(AT_MOST), r"look at (\.verdict)", lambda r: python("rule" + r, rule=AT_MOST)),
    (lambda: bool(AT_MOST.when), r"ask (\.holds\(D=4096\))", lambda r: python("c" + r, c=AT_MOST.when)),
    (lambda: ROOFS.at(), r"as in (\.at\(B=4096\))", lambda r: python("x" + r[:-1] + ", D=3)", x=ROOFS)),
    (lambda: symroof.bottlenecks({}), r"as in (bottlenecks\(.+\))", lambda r: python(r, T_math=B, T_comms=D)),
    (lambda: symroof.bottlenecks({"a": B * D}, on="H100"), r"as in (bottlenecks\(op, on=\.\.\.\))",
     lambda r: python(r.replace("...", "'H100'"), op=MM)),
    (lambda: symroof.interval(B, B=(3, 1)), r"write \((low, high)\)", lambda r: symroof.interval(B, B=(1, 3))),
    (lambda: symroof.interval(B * D, B=(1, 2)), r"as in interval\(expr, (D=\(1, 512\))\)",
     lambda r: symroof.interval(B * D, B=(1, 2), **keyword(r))),
    (lambda: symroof.numeric(B * D, B), r"as in (numeric\(expr, B, D=4096\))", lambda r: python(r, expr=B * D)),
    (lambda: symroof.numeric(B * D, 3), r"write (numeric\(expr, B, D=4096\))", lambda r: python(r, expr=B * D)),
    (lambda: symroof.numeric(B * D, B, D=[1, 2]), r"(pass the array when calling)",
     lambda r: symroof.numeric(B * D, B, D)(2, [1, 2])),
    (lambda: symroof.numeric(B * D, B, D=4, zeta=3), r"write (numeric\(\.\.\.\)) without zeta",
     lambda r: symroof.numeric(B * D, B, D=4)),
    (lambda: symroof.numeric(B * 10**400, B), r"use (exactly\(\))",
     lambda r: python(r[:-1] + "e, B=3)", e=B * 10**400)),
    (lambda: symroof.exactly(B * D, B=3), r"as in exactly\(expr, (D=4096)\)",
     lambda r: symroof.exactly(B * D, B=3, **keyword(r))),
    (lambda: symroof.exactly(threshold(N**3 + N, N, over=D), D=50), r"use (numeric)\(\)",
     lambda r: python(r)(threshold(N**3 + N, N, over=D), D=50)()),
    (lambda: symroof.exactly(threshold(N**3 + F, N, over=D * N), D=50), r"as in (exactly\(rule\.parts\[0\], \.\.\.\))",
     lambda r: python(r.replace("...", "F=3, D=10"), rule=threshold(N**3 + F, N, over=D * N))),
    (lambda: sweep(MM, machine=[], B=1, D=1, F=1), r'as in (machine=\["TPU v5e"\])',
     lambda r: sweep(MM, B=1, D=1, F=1, **keyword(r))),
    (lambda: sweep(MM, "TPU v5e", B=[1], D=4, F=4, chunks=0), r"as in (chunks=10\*\*6)",
     lambda r: sweep(MM, "TPU v5e", B=[1], D=4, F=4, **keyword(r))),
    (lambda: torus(line(4, pipelined=True), ring(2)), r"use (line\(n\))", lambda r: torus(python(r), ring(2))),
    (lambda: symroof.all_to_all("V", line(4, pipelined=True)), r"use (line\(n\)) or",
     lambda r: symroof.all_to_all("V", python(r))),
    (lambda: symroof.all_to_all("V", line(4, pipelined=True)), r"or (ring\(n\))",
     lambda r: symroof.all_to_all("V", python(r))),
    (lambda: op(CUT, dtype="bf16", mesh="X", over="ring:hbm"), r"as in (ring:\w+)",
     lambda r: op(CUT, dtype="bf16", mesh="X", over=r)),
    (lambda: op(CUT, dtype="bf16", mesh=""), r"write for example (mesh=.+)",
     lambda r: op(CUT, dtype="bf16", **keyword(r))),
    (lambda: op(CUT, dtype="bf16", mesh="X", plan="foo").plan, r"there are: ([^;]+)",
     lambda r: op(CUT, dtype="bf16", mesh="X", plan=r).plan),
    (lambda: op("bf16[I, J] * bf16[J, K]"), r"as in (-> .+)", lambda r: op("bf16[I, J] * bf16[J, K] " + r)),
    (lambda: op("bf16[I, J] + bf16[I, J]"), r"as in (-> .+)", lambda r: op("bf16[I, J] + bf16[I, J] " + r)),
    (lambda: op("fp32[I] + fp32[I, J]"), r"as in (-> .+)", lambda r: op("fp32[I] + fp32[I, J] " + r)),
    (lambda: op("max(bf16[B, N])"), r"write (max_N)\(", lambda r: op(f"{r}(bf16[B, N])")),
    (lambda: op("bf16[B, D] * bf16[E, F] -> bf16[B, F]"), r"sum it first with (sum_D)\(",
     lambda r: op(f"{r}(bf16[B, D]) -> bf16[B]")),
    (lambda: op("bf16[B, D] -> bf16[B]"), r"write sum\(\.\.\.\), (copy)\(", lambda r: op(f"{r}(bf16[B, D])")),
    (lambda: op("bf16[B, D] x bf16[D, F] -> bf16[B, F]"), r"write (\*) or ×",
     lambda r: op(f"bf16[B, D] {r} bf16[D, F] -> bf16[B, F]")),
    (lambda: op("bf16[B, D] x bf16[D, F] -> bf16[B, F]"), r"or (×)",
     lambda r: op(f"bf16[B, D] {r} bf16[D, F] -> bf16[B, F]")),
    (lambda: op("softmax_J(A[I, J_X]) -> C[I, J_X]", dtype="bf16", mesh="X").plan, r"as (copy\(.+)$",
     lambda r: op(r, mesh="X").plan),
    (lambda: all_gather("2 B", ring(4)), r"write (2 bytes), or", lambda r: all_gather(r, ring(4))),
    (lambda: all_gather("2 B", ring(4)), r"or (2\*B)", lambda r: all_gather(r, ring(4))),
    (lambda: training_memory(params="7B"), r"write (7000000000), or", lambda r: training_memory(params=r)),
    (lambda: training_memory(params="7B"), r"or (7\*B)", lambda r: training_memory(params=r)),
    (lambda: training_memory(copied="parameters"), r"as in (copied=\(.+\))", lambda r: training_memory(**keyword(r))),
    (lambda: symroof.Op.of(flops=3), r"give (bytes)=", lambda r: symroof.Op.of(flops=3, **{r: 4})),
    (lambda: op(TEXT, overlap="x"), r'or "(max)"', lambda r: op(TEXT, overlap=r)),
    (lambda: symroof.fits(MM, None), r"as in (fits\(.+\))", lambda r: python(r, op=MM)),
    (lambda: symroof.cheaper(*SPLIT[:2], "J", of="x"), r'"(comms)"', lambda r: symroof.cheaper(*SPLIT[:2], "J", of=r)),
    (lambda: threshold(MM, machine("H100")), r"say (on='H100')", lambda r: threshold(MM, **keyword(r))),
    (lambda: threshold(B * D), r"as in (threshold\(.+\))", lambda r: python(r, expr=B * D)),
    (lambda: threshold(B * D, B), r"(over=240), or", lambda r: threshold(B * D, B, **keyword(r))),
    (lambda: threshold("ln(B)*BD", "B", over=3), r"write (the \*)", lambda r: threshold("ln(B)*B*D", "B", over=3)),
    (lambda: symroof.pipeline_microbatches(4, bubble=2), r"as in (0\.1)",
     lambda r: symroof.pipeline_microbatches(4, bubble=r)),
    (lambda: symroof.parse_formula(3), r"write a formula as (a string)", lambda r: symroof.parse_formula("3")),
    (lambda: symroof.parse_formula("2BD", symbols=3), r"write (symbols=\[B, D\])",
     lambda r: symroof.parse_formula("2BD", **keyword(r.replace("B, D", "'B', 'D'")))),
    (lambda: symroof.parse_formula("2 3"), r"as in (2\*3)", symroof.parse_formula),
    (lambda: symroof.parse_formula("a//b"), r"write (floor\(a/b\)) or", symroof.parse_formula),
    (lambda: symroof.parse_formula("a//b"), r"or (a/b)$", symroof.parse_formula),
    (lambda: symroof.parse_formula(r"\sqrt[n]{B}"), r"as in (\\sqrt\[3\]\{B\})", symroof.parse_formula),
    (lambda: symroof.parse_formula("ln(B)").sides[0].ratio(), r'as in (same\("ln\(K\)", )\.\.\.\)',
     lambda r: python(r + '"log2(K)*ln(2)") or 1/0')),
    (lambda: symroof.parse_formula("ln(B)").sides[0].ratio(), r"or write (log2)$",
     lambda r: symroof.parse_formula(f"{r}(B)").sides[0].ratio()),
    (lambda: float(threshold("B", "B", over="1e801")), r"use (exactly)\(\)",
     lambda r: python(r)(threshold("B", "B", over="1e801")) == 10**801 or 1 / 0),
    (lambda: float(threshold("B**2", "B", over="1e801")), r"use \.(integer)$",
     lambda r: (getattr(threshold("B**2", "B", over="1e801"), r) - 1) ** 2 < 10**801 or 1 / 0),
    (lambda: op("bf16 A[I, J=2D**2] * bf16 B[J,K] -> bf16 C[I,K]"), r", or (\S+) for a new size",
     lambda r: op(f"bf16 A[I, J={r}] * bf16 B[J,K] -> bf16 C[I,K]").at(D=3, I=1, K=1).flops == 36 or 1 / 0),
    (lambda: symroof.quantity("GB"), r"as in (3\.35TB/s)", symroof.quantity),
    (lambda: symroof.quantity("3 parsecs"), r"known: (\w+),", lambda r: symroof.quantity(f"3 {r}")),
    (lambda: symroof.dims(""), r"write for example (dims\(.+\))", python),
    (lambda: symroof.latex(sympy.Integer(10) ** 5000), r"give (digits=4)",
     lambda r: symroof.latex(sympy.Integer(10) ** 5000, **keyword(r))),
    (lambda: symroof.batch_chart(MM, "TPU v5e", over="B", cases=[{"D": 3}]), r"as in (\{'F': 4096\})",
     lambda r: symroof.batch_chart(MM, "TPU v5e", over="B", cases=[{"D": 3, **python(r)}])),
    (lambda: symroof.mixed(overlap="foo"), r'say "(sum)"', lambda r: symroof.mixed(overlap=r)),
    (lambda: threshold(MM, "B", on="H100", at_most="ms"), r'write (at_most="1 ms")',
     lambda r: threshold(MM, "B", on="H100", **keyword(r))),
    (lambda: ring("ms"), r'or (symbol\("ms"\))', lambda r: ring(python(r))),
    (lambda: symroof.check("B", "B", given="B <<"), r"write (B << D, F) or",
     lambda r: symroof.check("B", "B", given=r)),
    (lambda: all_gather("V", -1), r"as in (ring\(\w+\)) or", lambda r: all_gather("V", python(r))),
    (lambda: all_gather("V", "x y"), r"or (line\(\w+\))", lambda r: all_gather("V", python(r))),
    (lambda: op("sum(bf16[B, D])"), r"write (sum_D)\(", lambda r: op(f"{r}(bf16[B, D])")),
    (lambda: op("bf16[B, D]"), r"write sum\(\.\.\.\), (copy)\(", lambda r: op(f"{r}(bf16[B, D])")),
    (lambda: op("bf16[B, B] * bf16[B, B] -> bf16[B, B]"), r"as in (bf16.+)$", op),
    (lambda: op("bf16[B, D, E] *_D bf16[D, E, F] -> bf16[B, F]"), r"write (\S+) or",
     lambda r: op(f"bf16[B, D, E] {r} bf16[D, E, F] -> bf16[B, F]")),
    (lambda: op("A[I, J_X] ·_{J_X} B[J_X, K] -> C[I, K]", dtype="bf16", mesh="X"), r"as in (\S+)$",
     lambda r: op(f"A[I, J_X] {r} B[J_X, K] -> C[I, K]", dtype="bf16", mesh="X")),
    (lambda: op("A[I_X, J] * B[J, K] -> C[I_X, K]", dtype="bf16"), r'or (mesh="X=4")',
     lambda r: op("A[I_X, J] * B[J, K] -> C[I_X, K]", dtype="bf16", **keyword(r))),
    (lambda: op("bf16[B, 4096] * bf16[4096, F] -> bf16[B, F]"), r"as in (D=4096)",
     lambda r: op(f"bf16[B, {r}] * bf16[D, F] -> bf16[B, F]")),
    (lambda: op("X[B, D] * Y[D, F] -> Z[B, F]"), r'say (dtype="bf16")',
     lambda r: op("X[B, D] * Y[D, F] -> Z[B, F]", **keyword(r))),
    (lambda: symroof.printed_range(MM, "B", on="TPU v5e").low, r"as in (D=4096)",
     lambda r: symroof.printed_range(MM, "B", on="TPU v5e", F=8, **keyword(r)).low),
    (lambda: symroof.optimum(B / X + D / Y, (X, Y), subject=-N + X + Y), r"write it as (X\*Y - N) or",
     lambda r: symroof.optimum(B / X + D / Y, (X, Y), subject=python(r, X=X, Y=Y, N=N))),
    (lambda: symroof.optimum(B / X + D / Y, (X, Y), subject=-N + X + Y), r"or (\{X\*Y: N\})",
     lambda r: symroof.optimum(B / X + D / Y, (X, Y), subject=python(r, X=X, Y=Y, N=N))),
    (lambda: symroof.data_parallel(on="H100"), r"as in (over='switch:nvlink')",
     lambda r: symroof.data_parallel(on="H100", **keyword(r))),
    (lambda: all_gather("V", ring(4), on="T4"), r"give (W), or",
     lambda r: all_gather("V", ring(4), on="T4", **{r: 10**10})),
]  # fmt: skip


@pytest.mark.parametrize("k", range(len(MORE)))
def test_a_remedy_in_formulas_and_functions_works_when_typed(k):
    """ln(B) was said to be log2(B)*ln(2), which was refused as ln; a sum without output to have that of a product."""
    bad, pattern, typed = MORE[k]
    with pytest.raises(SymroofError) as e:
        bad()
    found = re.search(pattern, str(e.value), re.MULTILINE)
    assert found, str(e.value)
    typed(found[1])


def test_an_operation_that_no_plan_makes_can_be_looked_at():
    """Its repr raised, so that neither a prompt nor a debugger showed it."""
    lost = op("A[I, J] * B[J, K] -> C[I, K]{U_X}", dtype="bf16", mesh="X")
    assert repr(lost).startswith("A[I, J] * B[J, K] -> C[I, K]{U_X}: no plan that is searched leads from")
    with pytest.raises(SymroofError, match="no plan that is searched"):
        lost.traffic


@pytest.mark.parametrize(
    ("given", "word"), [("989 TFLOPs/s", "TFLOPs"), ("4Ki", "Ki"), ("4M", "M"), ("3 x", "x"), ("2 hours", "hours")]
)
def test_what_is_proposed_for_an_amount_is_a_number_or_a_product_that_is_read(given: str, word: str) -> None:
    """989*TFLOPs was proposed, which is no product that is read."""
    B, K = symroof.dims("B"), symroof.params("K")
    rule = threshold(B * 2, B, over=K)
    with pytest.raises(SymroofError, match=f"{word} does not occur here") as e:
        rule.at(K=given)
    said = str(e.value).partition("write the number out, as in ")[2]
    first, _, other = said.partition(", or ")
    name, _, number = first.partition("=")
    assert rule.at(**{name: number}).integer == 2048
    assert (other != "") is (len(word) == 1)
    if other:
        assert word in rule.at(**{name: other}).free


def test_a_record_where_a_formula_is_asked_for_says_where_its_formula_is() -> None:
    B, D = symroof.dims("B D")
    near = symroof.leading(B * D / (B + D), "B << D")
    asks = (lambda x: threshold(x, B, over=2), lambda x: symroof.same(x, B), lambda x: symroof.leading(x, "B -> oo"))
    for ask in asks:
        with pytest.raises(SymroofError, match=r"is not a number; its \.value is a formula"):
            ask(near)
        ask(near.value)
    with pytest.raises(SymroofError, match=r"is not a number\Z"):
        symroof.same(None, B)


def test_a_run_of_letters_is_a_product_or_the_symbol_that_is_made_so() -> None:
    with pytest.raises(SymroofError, match=r'write the \*, or dims\("BD"\) for one symbol'):
        symroof.exactly("2*BD", BD=2)
    assert symroof.exactly("2*B*D", B=2, D=3) == 12
    assert symroof.exactly(2 * symroof.dims("BD"), BD=2) == 4
