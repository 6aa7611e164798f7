"""The same programs under another JAX: prints closed forms as JSON; nightly runs it under the oldest supported one.

python -m venv old && old/bin/pip install "jax==0.4.38" sympy mpmath lark click rich quantiphy
old/bin/python tests/versions.py > old.json;  python tests/versions.py --against old.json
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
sys.path.insert(0, str(Path(__file__).parent))

from traced import PROGRAMS

from symroof import trace
from symroof.tracing.examples import GPT, gpt, gpt_recomputed, gradient, row_parallel

# JAX itself changed: strided indexing is a gather before 0.5, and the order of a sum of gradients
OTHERWISE = {("rope", "bytes"), ("rope", "compulsory"), ("cross entropy, gradient", "bytes"), ("gpt", "bytes"),
             ("gpt, recomputed", "bytes")}  # fmt: skip


def forms() -> dict[str, dict[str, str]]:
    """Closed forms of every program of the corpus, of GPT's two steps, and of a sharded matmul."""
    rows = {name: (f, args, None) for name, (f, args) in PROGRAMS.items()}
    rows["gpt"] = (gradient(gpt), (GPT, "int32[B, s]"), None)
    rows["gpt, recomputed"] = (gradient(gpt_recomputed), (GPT, "int32[B, s]"), None)
    rows["row parallel"] = (row_parallel, ("bf16[B, D_X]", "bf16[D_X, F]"), "X")
    out = {}
    for name, (f, args, mesh) in rows.items():
        p = trace(f, *args, mesh=mesh)
        amounts = {"matrix": p.matrix, "vector": p.vector, "transcendental": p.transcendental, "sent": p.sent,
                   "bytes": p.bytes.expand(), "compulsory": p.compulsory.expand()}  # fmt: skip
        out[name] = {k: str(v) for k, v in amounts.items()}
    return out


def main() -> None:
    here = forms()
    if "--against" not in sys.argv:
        print(json.dumps(here, indent=1))
        return
    there = json.loads(Path(sys.argv[sys.argv.index("--against") + 1]).read_text())
    wrong = [(n, k) for n in here for k in here[n] if here[n][k] != there[n][k] and (n, k) not in OTHERWISE]
    for n, k in wrong:
        print(f"{n}, {k}: {here[n][k]} here, {there[n][k]} there")
    otherwise = [x for x in OTHERWISE if here[x[0]][x[1]] != there[x[0]][x[1]]]
    same = sum(map(len, here.values())) - len(wrong) - len(otherwise)
    print(f"{same} forms the same, {len(otherwise)} otherwise since JAX itself changed, {len(wrong)} not")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
