"""What happens to wrong answers when the algebra is broken on purpose: refused with the point, or printed?

Each break changes one comparison, sign or verdict of a function (its code is swapped in a forked process), which then
answers the same drawn questions.  Where an answer reads differently from the unbroken one an independent judge
(tests/outside.py) says whether it is wrong; a wrong one counts as refused where the door raises Contradicted.

    python benchmarks/breaks.py [--each 1] [--questions 100] [--seed 1] [--modules sign region ...]
"""

from __future__ import annotations

import argparse
import ast
import gc
import importlib
import json
import os
import random
import signal
import sys
import time
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
import outside
from harness import cold

from symroof.algebra.ratios.budget import limited_to
from symroof.algebra.trials.trial import untried
from symroof.errors import Contradicted
from symroof.symbols import dims, params

ROOT = Path(__file__).resolve().parents[1]
MODULES = ("sign", "positivity", "condition", "region", "composite", "implicit", "apart", "kinds", "outcome",
           "reasons", "corners", "steps", "pieces", "domain", "poles", "tails", "within", "envelope")  # fmt: skip
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


# -- the unbroken answers ----------------------------------------------------------------------------------------------

Place = tuple[str, str, int]  # the file, the name and the first line of a function
Question = tuple[str, Any, Any, str, list[str], str, frozenset[Place]]
SLOW = 0.05  # seconds: what takes longer would be asked again for every break


def questions(count: int, seed: int) -> list[Question]:
    """Drawn questions that are answered quickly, with the text of the unbroken answer."""
    dims(" ".join(outside.SIZES))
    params(" ".join(outside.PARAMS))
    out: list[Question] = []
    i = 0
    while len(out) < count:
        i += 1
        key = f"{seed}/{i}"
        expr, level, x, letters = outside.question(random.Random(key))
        others = [n for n in sorted(outside.names(expr) | outside.names(level)) or letters if n != x]
        started = time.process_time()
        text = answered(expr, level, x)[1]
        if time.process_time() - started < SLOW and not text.startswith("refused"):
            out.append((key, expr, level, x, others, text, reached(expr, level, x)))
    return out


def reached(expr: Any, level: Any, x: str) -> frozenset[Place]:
    """The functions that the unbroken answer runs through, nothing being remembered: a break elsewhere is not seen."""
    met: set[CodeType] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            met.add(frame.f_code)

    cold()
    sys.setprofile(note)
    try:
        answered(expr, level, x)
    finally:
        sys.setprofile(None)
    return frozenset((c.co_filename, c.co_qualname, c.co_firstlineno) for c in met)


def answered(expr: Any, level: Any, x: str) -> tuple[Any, str]:
    """The answer of the algebra alone, and its text."""
    try:
        with untried(), limited_to(1):
            t = outside.asked(expr, level, x)
            return t, f"{t} {t.always} {t.verdict}"
    except Exception as e:  # a break may raise anything: nothing is printed then
        return None, f"refused {type(e).__name__}"


# -- one break ---------------------------------------------------------------------------------------------------------


def functions(path: str) -> dict[tuple[str, int], FunctionType]:
    """The functions of a file by name and line, those of classes and behind decorators too."""
    found = (f for f in gc.get_objects() if isinstance(f, FunctionType) and f.__code__.co_filename == path)
    return {(f.__code__.co_qualname, f.__code__.co_firstlineno): f for f in found}


def codes(code: CodeType) -> list[CodeType]:
    """The code of functions at any depth of classes, not those inside functions."""
    inner = [c for c in code.co_consts if isinstance(c, CodeType)]
    return [c for c in inner if c.co_flags & 2] + [d for c in inner if not c.co_flags & 2 for d in codes(c)]


def swapped(source: str, path: str, k: int) -> set[Place]:
    """Break the k-th place in the running process: the functions that are changed, none where it stands outside."""
    tree = ast.fix_missing_locations(Break(k).visit(ast.parse(source)))
    flags = sys.modules["__future__"].annotations.compiler_flag  # type: ignore[attr-defined]
    made = {(c.co_qualname, c.co_firstlineno): c for c in codes(compile(tree, path, "exec", flags))}
    done = set()
    for place, f in functions(path).items():
        new = made.get(place)
        if new is not None and (new.co_code, new.co_consts) != (f.__code__.co_code, f.__code__.co_consts):
            f.__code__ = new
            done.add((path, *place))
    cold()
    return done


def judged(asked: list[Question]) -> dict[str, int]:
    """What became of the answers: wrong ones, those of them that are refused, and those that are printed."""
    found = {"changed": 0, "wrong": 0, "refused": 0, "printed": 0}
    for key, expr, level, x, others, text, _ in asked:
        t, now = answered(expr, level, x)
        if t is None or now == text:
            continue
        found["changed"] += 1
        report, rng = outside.Report(), random.Random(key)
        try:
            for at in outside.points(rng, others, 8):
                for n in outside.candidates(rng, x):
                    outside.compare(report, t, "", expr, level, {**at, x: n})
        except Exception:
            continue
        if not report.wrong:
            continue
        found["wrong"] += 1
        try:
            with limited_to(2):
                outside.asked(expr, level, x)
            found["printed"] += 1
            found.setdefault("first", f"{outside.show(expr)} against {outside.show(level)} for {x}: {t}")  # type: ignore[arg-type]
        except Contradicted:
            found["refused"] += 1
        except Exception:
            found["refused"] += 1
    return found


def forked(source: str, path: str, k: int, asked: list[Question]) -> dict[str, Any] | None:
    """One break in a process of its own; None where it is outside functions or does not end."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        signal.alarm(120)
        try:
            broken = swapped(source, path, k)
            if broken:
                os.write(write, json.dumps(judged([q for q in asked if broken & q[-1]])).encode())
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        told = pipe.read()
    os.waitpid(child, 0)
    return json.loads(told) if told else None  # type: ignore[no-any-return]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--each", type=int, default=1, help="every n-th break")
    parser.add_argument("--start", type=int, default=0, help="the first of them")
    parser.add_argument("--questions", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--modules", nargs="*", default=list(MODULES))
    given = parser.parse_args()
    asked = questions(given.questions, given.seed)
    total = {"breaks": 0, "changing": 0, "seen": 0, "caught": 0, "wrong": 0, "refused": 0, "printed": 0}
    for module in given.modules:
        (file,) = (ROOT / "symroof" / "algebra").rglob(f"{module}.py")
        path = importlib.import_module(".".join(file.relative_to(ROOT).with_suffix("").parts)).__file__
        assert path is not None
        source = Path(path).read_text(encoding="utf-8")
        counter = Break(-1)
        counter.visit(ast.parse(source))
        for k in range(given.start, counter.count, given.each):
            found = forked(source, path, k, asked)
            if found is None:
                continue
            total["breaks"] += 1
            total["changing"] += bool(found["changed"])
            total["seen"] += bool(found["wrong"])
            total["caught"] += bool(found["wrong"] and not found["printed"])
            for key in ("wrong", "refused", "printed"):
                total[key] += found[key]
            if found["printed"]:
                one = Break(k)
                one.visit(ast.parse(source))
                print(
                    f"{module} {one.what}: {found['printed']} of {found['wrong']} printed, {found['first']}", flush=True
                )
    share, caught = (100 * total[a] / max(1, total[b]) for a, b in (("refused", "wrong"), ("caught", "seen")))
    print(f"{total['breaks']} breaks of which {total['changing']} change an answer and {total['seen']} make one wrong: "
          f"{total['wrong']} wrong answers, {total['refused']} refused ({share:.1f} %), {total['printed']} printed; "
          f"{caught:.1f} % of the breaks print none")  # fmt: skip


if __name__ == "__main__":
    main()
