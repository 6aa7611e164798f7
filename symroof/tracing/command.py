"""``symroof trace``: a function named on the command line, traced and told as text, JSON, HTML, LaTeX or Markdown."""

from __future__ import annotations

import importlib
import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, final

from symroof.errors import SymroofError
from symroof.model.threshold import threshold
from symroof.reading.notation import size
from symroof.tracing.door import trace
from symroof.tracing.program import Program


def load(target: str) -> Any:
    """What ``module:name`` names, the working directory being looked in first, as ``python -m`` does.

    Raises SymroofError where the module cannot be imported or has no such name.
    """
    module, sign, name = target.partition(":")
    if not sign or not module or not name:
        raise SymroofError(f"{target!r} names no function; write module:function, as in model.block:forward")
    here = os.getcwd()
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        found: Any = importlib.import_module(module)
    except ImportError as e:
        if e.name is not None and module.startswith(e.name.split(".")[0]) and e.name in (module, module.split(".")[0]):
            raise SymroofError(
                f"no module {module!r} from {here}; write it as import does, pkg.module:function"
            ) from None
        raise SymroofError(f"{module} does not import: {e}; install what it needs") from None
    except Exception as e:  # whatever the user's module raises while it is imported
        raise SymroofError(f"{module} does not import: {type(e).__name__}: {e}") from None
    for part in name.split("."):
        if not hasattr(found, part):
            near = [n for n in dir(found) if n.startswith(part[:2]) and not n.startswith("_")][:4]
            hint = f"; it has {', '.join(near)}" if near else ""
            raise SymroofError(f"{module} has no {part!r}{hint}")
        found = getattr(found, part)
    return found


def _argument(text: str) -> Any:
    """One array in notation, or a pytree of them as JSON: {"up": "bf16[D, F]"}."""
    if not text.lstrip().startswith(("{", '["')):
        return text
    try:
        return json.loads(text)
    except ValueError as e:
        raise SymroofError(f'{text[:80]!r} is no JSON: {e}; write {{"up": "bf16[D, F]"}}, or one array') from None


@final
@dataclass(frozen=True)
class Options:
    """How a function is traced, and what is asked of the program, as the command line says it."""

    machine: str | None = None
    checks: tuple[str, ...] = ()
    of: str = "matrix"
    where: Mapping[str, str] = field(default_factory=dict)
    let: Mapping[str, str] = field(default_factory=dict)
    mesh: str | None = None
    over: str = ""
    by: str = "line"
    solve: str | None = None
    symbolic: bool = False
    backend: str | None = None
    backward: bool = False
    to: str = "text"


def report(target: str, arguments: tuple[str, ...], asked: Options) -> tuple[str, bool]:
    """The text to print, and whether every formula checked is what the code does."""
    machine = asked.machine
    program = trace(load(target), *map(_argument, arguments), mesh=asked.mesh, over=asked.over, backend=asked.backend,
                    backward=asked.backward, sizes="symbolic" if asked.symbolic else None)  # fmt: skip
    judged = [program.same(c, asked.of, **asked.where) for c in asked.checks]
    numbers = {k: size(k, v) for k, v in asked.let.items()}
    there = program.at(**numbers) if numbers else program
    rule = threshold(there, asked.solve, on=machine) if asked.solve else None
    table = there.table(on=machine if machine and not there.names else None, by=asked.by)
    right = all(judged)
    if asked.to == "json":
        return json.dumps(_record(there, judged, rule, table), indent=2, ensure_ascii=False), right
    if asked.to != "text":
        return str(getattr(table, asked.to)()), right
    lines = [str(table), "", *_summary(there)]
    if machine and there.names:
        lines.append(f"times on {machine} need a number for {', '.join(sorted(there.names))}: --let")
    lines += [f"compute-bound: {rule}"] if rule is not None else []
    lines += [f"note: {n}" for n in program.notes]
    return "\n".join([*lines, *(f"check: {j}" for j in judged)]), right


def _summary(p: Program) -> list[str]:
    rows = [("matrix FLOPs", p.unit_core("matrix")), ("vector FLOPs", p.unit_core("vector")),
            ("transcendental", p.unit_core("transcendental")), ("bytes, fused", p.moved),
            ("bytes, at least", p.compulsory_core), ("peak memory", _peak(p))]  # fmt: skip
    return [f"{name:<16}{value}" for name, value in rows] + [f"sent over {k:<6}{v}" for k, v in p.sent.items()]


def _peak(p: Program) -> str:
    """The formula, or why there is none."""
    try:
        return str(p.peak_core)
    except SymroofError as e:
        return str(e)


def _record(p: Program, judged: list[Any], rule: Any, table: Any) -> dict[str, Any]:
    """One JSON record, formulas in ASCII algebra."""
    rows = [{"name": r.name, "code": r.code, "flops": str(r.flops), "elementwise": str(r.vector), "bytes": str(r.bytes),
             "sent": str(r.sent), "seconds": None if r.seconds is None else float(r.seconds), "binds": r.binds,
             "share": None if r.share is None else float(r.share)} for r in table.rows]  # fmt: skip
    return {
        "program": p.text,
        "flops": str(p.unit_core("matrix")),
        "vector": str(p.unit_core("vector")),
        "transcendental": str(p.unit_core("transcendental")),
        "integer": str(p.unit_core("integer")),
        "work": {k: str(v) for k, v in p.work.items()},
        "bytes": str(p.moved),
        "compulsory": str(p.compulsory_core),
        "unfused": str(p.unfused_core),
        "peak": _peak(p),
        "sent": {k: str(v) for k, v in p.sent.items()},
        "params": str(p.params_core),
        "threshold": None if rule is None else str(rule),
        "checks": [{"formula": j.formula, "same": bool(j), "difference": str(j.difference_core)} for j in judged],
        "rows": rows,
        "notes": list(p.notes),
    }
