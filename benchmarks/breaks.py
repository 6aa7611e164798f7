"""What happens to wrong answers when the algebra is broken on purpose: refused with the point, or printed?

Each break changes one comparison, sign or verdict of a module (an import hook rewrites it in a child process), which
then answers the same drawn questions as the unbroken one.  An independent judge (tests/outside.py) says which answers
are wrong; a break counts as refused where the door raised Contradicted on a question that it would have got wrong.

    python benchmarks/breaks.py [--each 7] [--questions 150] [--seed 1] [--modules sign region ...]
"""

from __future__ import annotations

import argparse
import ast
import json
import random
import subprocess
import sys
from importlib.abc import Loader, MetaPathFinder
from importlib.util import find_spec, spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import Any

MODULES = ("sign", "positivity", "condition", "region", "composite", "implicit", "outcome")
FLIP: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.GtE, ast.LtE: ast.Gt, ast.Gt: ast.LtE, ast.GtE: ast.Lt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
NEAR: dict[type[ast.cmpop], type[ast.cmpop]] = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}
WORDS = {"always": "never", "never": "always", "+": "-", "-": "+", ">": "<", "<": ">", "> 0": ">= 0", ">= 0": "> 0"}


class Break(ast.NodeTransformer):
    """Change the k-th place that can be broken; ``count`` is how many there are."""

    def __init__(self, k: int) -> None:
        self.k, self.count, self.what = k, 0, ""

    def _here(self, node: ast.AST, what: str) -> bool:
        self.count += 1
        if self.count - 1 != self.k:
            return False
        self.what = f"line {getattr(node, 'lineno', 0)}: {what}"
        return True

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        for table, word in ((FLIP, "turned round"), (NEAR, "off by its equality")):
            made = table.get(type(node.ops[0]))
            if made is not None and self._here(node, f"{ast.unparse(node)} {word}"):
                node.ops = [made(), *node.ops[1:]]
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, (ast.USub, ast.Not)) and self._here(node, f"{ast.unparse(node)} without its sign"):
            return node.operand
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        self.generic_visit(node)
        if self._here(node, f"{ast.unparse(node)[:60]} with the other connective"):
            node.op = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if isinstance(node.value, str) and node.value in WORDS and self._here(node, f"{node.value!r} for its opposite"):
            return ast.copy_location(ast.Constant(WORDS[node.value]), node)
        return node


class Broken(MetaPathFinder, Loader):
    """Load one module with its k-th place broken."""

    def __init__(self, module: str, k: int) -> None:
        self.module, self.k = module, k
        spec = find_spec(module)
        assert spec is not None
        assert spec.origin is not None
        self.source, self.origin = Path(spec.origin).read_text(encoding="utf-8"), spec.origin

    def find_spec(self, name: str, path: object = None, target: object = None) -> Any:
        return spec_from_loader(name, self, origin=self.origin) if name == self.module else None

    def exec_module(self, module: ModuleType) -> None:
        tree = ast.fix_missing_locations(Break(self.k).visit(ast.parse(self.source)))
        exec(compile(tree, self.origin, "exec"), module.__dict__)


def child(module: str, k: int, questions: int, seed: int) -> None:
    """Answer the questions with the break in place and print what became of them."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
    sys.meta_path.insert(0, Broken(f"symroof.algebra.{module}", k))
    import outside

    from symroof.algebra.trial import untried
    from symroof.errors import Contradicted
    from symroof.symbols import dims, params

    dims(" ".join(outside.SIZES))
    params(" ".join(outside.PARAMS))
    found = {"wrong": 0, "refused": 0, "printed": 0}
    for i in range(questions):
        rng = random.Random(f"{seed}/{i}")
        expr, level, x, letters = outside.question(rng)
        others = [n for n in sorted(outside.names(expr) | outside.names(level)) or letters if n != x]
        try:
            with untried():
                t = outside.asked(expr, level, x)
            report = outside.Report()
            for at in outside.points(rng, others, 8):
                for n in outside.candidates(rng, x):
                    outside.compare(report, t, "", expr, level, {**at, x: n})
        except Exception:  # a break may raise anything: nothing is printed then
            continue
        if not report.wrong:
            continue
        found["wrong"] += 1
        try:
            outside.asked(expr, level, x)
            found["printed"] += 1
        except Contradicted:
            found["refused"] += 1
        except Exception:
            found["refused"] += 1
    print(json.dumps(found))


def places(module: str) -> list[str]:
    """What can be broken in a module."""
    spec = find_spec(f"symroof.algebra.{module}")
    assert spec is not None
    assert spec.origin is not None
    source = Path(spec.origin).read_text(encoding="utf-8")
    counter = Break(-1)
    counter.visit(ast.parse(source))
    out = []
    for k in range(counter.count):
        one = Break(k)
        one.visit(ast.parse(source))
        out.append(one.what)
    return out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--each", type=int, default=7, help="every n-th break")
    parser.add_argument("--questions", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--modules", nargs="*", default=list(MODULES))
    parser.add_argument("--child", nargs=2)
    given = parser.parse_args()
    if given.child:
        child(given.child[0], int(given.child[1]), given.questions, given.seed)
        return
    total = {"breaks": 0, "seen": 0, "wrong": 0, "refused": 0, "printed": 0}
    for module in given.modules:
        for k, what in list(enumerate(places(module)))[:: given.each]:
            run = [sys.executable, __file__, "--child", module, str(k), "--questions", str(given.questions)]
            try:
                done = subprocess.run(
                    [*run, "--seed", str(given.seed)], capture_output=True, text=True, timeout=300, check=False
                )
            except subprocess.TimeoutExpired:
                print(f"{module} {what}: too slow", flush=True)
                continue
            total["breaks"] += 1
            if done.returncode or not done.stdout.strip():
                continue  # it does not even load
            found = json.loads(done.stdout.strip().splitlines()[-1])
            total["seen"] += bool(found["wrong"])
            for key in ("wrong", "refused", "printed"):
                total[key] += found[key]
            if found["printed"]:
                print(f"{module} {what}: {found['printed']} of {found['wrong']} wrong answers printed", flush=True)
    share = 100 * total["refused"] / max(1, total["wrong"])
    print(f"{total['breaks']} breaks, {total['seen']} of them give wrong answers: {total['wrong']} in all, "
          f"{total['refused']} refused ({share:.1f} %), {total['printed']} printed")  # fmt: skip


if __name__ == "__main__":
    main()
