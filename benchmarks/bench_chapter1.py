"""Chapter 1 against twenty lines of SymPy: import, --help, and the derivation of its twelve results.

    python benchmarks/bench_chapter1.py

Both sides run in fresh interpreters, interleaved; medians of several runs, and their ratios.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

SYMROOF = """
from symroof import *
B, D, F, N = dims("B D F N")
out = []
for act, weight in [("bf16", "bf16"), ("int8", "int8"), ("bf16", "int8")]:
    o = op(f"{act}[B, D] * {weight}[D, F] -> {act}[B, F]")
    i = intensity(o)
    a = leading(i, "B << D, F")
    t = threshold(o, B)
    out += [i, a.value, t.value]
d = intensity(op("x • y: bf16[N], bf16[N] → bf16[1]"), exact=True)
out += [d, leading(d, "N -> oo").value]
q = intensity(op("int8[B, D] * int8[B, D, F] -> int8[B, F]"))
out += [leading(q, "D, F -> oo").value]
"""

SYMPY = """
B, D, F, N, C, W = symbols("B D F N C W", positive=True)
out = []
for act, weight, flops in [(2, 2, 2), (1, 1, 2), (2, 1, 2)]:
    i = simplify(flops*B*D*F / (act*B*D + weight*D*F + act*B*F))
    out += [i, limit(limit(i, D, oo), F, oo), solve(Eq(i, C/W), B)[0]]
d = simplify((2*N - 1) / (4*N + 2))
out += [d, limit(d, N, oo)]
q = simplify(2*B*D*F / (B*D + B*D*F + B*F))
out += [limit(limit(q, D, oo), F, oo)]
"""

TIMED = """
import time
{load}
start = time.perf_counter()
{body}
print(time.perf_counter() - start, len(out))
"""


def wall(code: str) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
    return time.perf_counter() - start


def inner(load: str, body: str) -> float:
    code = TIMED.format(load=load, body=body)
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    seconds, count = done.stdout.split()
    assert count == "12", count
    return float(seconds)


def compare(name: str, ours, theirs, rounds: int = 7) -> None:
    pairs = [(ours(), theirs()) for _ in range(rounds)]
    a, b = (statistics.median(x) for x in zip(*pairs))
    print(f"{name:<46} symroof {a * 1e3:8.1f} ms   SymPy {b * 1e3:8.1f} ms   ratio {a / b:.3f}")


RUN = """
import sys
from symroof.cli import main
sys.argv = ["symroof"] + {words!r}
try:
    main()
except SystemExit:
    pass
"""
MATMUL = "bf16[B, D] * bf16[D, F] -> bf16[B, F]"

if __name__ == "__main__":
    load = "from symroof import *\nimport sympy\nop('bf16[X] * bf16[X] -> bf16[1]')"
    plain = "from sympy import *\n"
    derive = RUN.format(words=["derive", MATMUL, "--on", "TPU v5e", "--json"])
    compare("import", lambda: wall("import symroof"), lambda: wall("import sympy"))
    compare("symroof --help", lambda: wall(RUN.format(words=["--help"])), lambda: wall("import sympy"))
    compare("twelve results, all imported", lambda: inner(load, SYMROOF), lambda: inner(plain, SYMPY))
    compare("symroof derive --json, whole process", lambda: wall(derive), lambda: wall(plain + SYMPY))
