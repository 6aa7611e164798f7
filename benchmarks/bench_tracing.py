"""Tracing: its speed, and its counts against XLA and against measured times, at more sizes than the tests take.

    python benchmarks/bench_tracing.py [speed xla bytes measured] [--sizes 5]

Speed is CPU time of the best of three traces, JAX being warm.  XLA counts the body of a loop once: its figure is taken
times the length of the loop.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from dataclasses import replace
from functools import partial
from pathlib import Path

import jax
import jax.numpy as jnp

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from traced import BLOCK, PROGRAMS, STACK, attention, block, loss_of, matmul, shapes, stack

from symroof import machine, threshold, trace

LOOPS = {"stack": "L", "stack, gradient": "L", "stack, remat": "L", "rnn": "T", "lstm": "T", "power": 12}


def timed(f, *args):
    f(*args)
    times = []
    for _ in range(3):
        start = time.process_time()
        made = f(*args)
        times.append(time.process_time() - start)
    return made, min(times)


def speed(_):
    step = jax.grad(partial(loss_of, block))
    program, seconds = timed(trace, step, BLOCK, "bf16[B, T, D]")
    print(f"block with its gradient: {seconds:.2f} s, {len(program.steps)} kernels (wanted: 0.6 s)")
    for layers in (1, 32):
        deep = partial(trace, sizes={"L": layers})
        _, seconds = timed(deep, jax.grad(partial(loss_of, stack)), STACK, "bf16[B, T, D]")
        print(f"scan over {layers} layers with its gradient: {seconds:.2f} s")
    program = replace(program, steps=program.steps * (400 // len(program.steps) + 1))
    there = program.at(D=4096, K=8, G=4, H=128, F=14336, B=1)
    _, seconds = timed(lambda: threshold(replace(there), "T", on="H100"))
    print(f"threshold of {len(there.steps)} kernels: {1e3 * seconds:.1f} ms (wanted: 50 ms)")


def xla(count):
    for name, (f, args) in PROGRAMS.items():
        program, rng, ratios = trace(f, *args), random.Random(name), []
        for _ in range(count):
            sizes = {str(n): rng.randrange(48, 160) * 8 for n in program.letters}
            times = LOOPS.get(name, 1)
            if isinstance(times, str):
                sizes[times] = rng.randrange(2, 9)
                times = sizes[times]
            found = jax.jit(f).lower(*shapes(args, sizes)).cost_analysis()["flops"]
            at = program.at(**sizes)
            ratios.append(float(at.matrix + at.vector) / (found * times))
        print(f"{name:26s} ours / XLA: {min(ratios):.4f} to {max(ratios):.4f}")


def bytes_(count):
    for name, (f, args) in PROGRAMS.items():
        if name in LOOPS:
            continue
        program, rng, rows = trace(f, *args), random.Random(name), []
        for _ in range(count):
            sizes = {str(n): rng.choice([8, 16, 24, 32, 48, 64]) for n in program.letters}
            found = jax.jit(f).lower(*shapes(args, sizes)).compile().cost_analysis()
            moved = (found[0] if isinstance(found, list) else found)["bytes accessed"]
            at = program.at(**sizes)
            rows.append((float(at.compulsory) / moved, float(at.bytes) / moved))
        worst = max(r[0] for r in rows)
        verdict = "never above" if worst <= 1 else "ABOVE"
        fused = max(r[1] for r in rows)
        print(f"{name:26s} compulsory / XLA: at most {worst:.3f}, {verdict}; fused / XLA: {fused:.3f}")


def measured(count):
    here = machine.here(refresh=True)
    rng = random.Random(0)
    cases = {
        "matmul": (matmul, ("fp32[B, D]", "fp32[D, F]"), [256, 512, 1024]),
        "chain": (lambda x: jnp.tanh(x) * 2 + x, ("fp32[B, D]",), [1024, 2048, 4096]),
        "attention": (attention, ("fp32[B, T, N, H]", "fp32[B, T, N, H]", "fp32[B, T, N, H]"), [2, 4, 16, 64]),
    }
    for name, (f, args, choices) in cases.items():
        program = trace(f, *args)
        sizes = [{str(n): rng.choice(choices) for n in program.letters} for _ in range(count)]
        found = program.measure(*sizes, on=here)
        print(f"{name}: bound reached {min(r.fraction for r in found):.0%} to {max(r.fraction for r in found):.0%}, "
              f"spread {found.spread:.0%}: {'holds' if found.holds else 'BELOW THE BOUND'}")  # fmt: skip


PARTS = {"speed": speed, "xla": xla, "bytes": bytes_, "measured": measured}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", default=list(PARTS))
    parser.add_argument("--sizes", type=int, default=5)
    asked = parser.parse_args()
    for part in asked.parts:
        PARTS[part](asked.sizes)


if __name__ == "__main__":
    main()
