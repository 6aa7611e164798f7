"""What the playground asks: one question as JSON in, one answer as JSON out; all of it is symroof's own.

>>> import json
>>> found = json.loads(answer('{"kind": "derive", "op": "bf16[B, D] * bf16[D, F] -> bf16[B, F]", "on": "TPU v5e"}'))
>>> found["sizes"], found["threshold"]
(['B', 'D', 'F'], 'B > 1/(W/C - 1/D - 1/F) when 1/D + 1/F < W/C')
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from symroof.algebra.ratios.posynomial import exact
from symroof.algebra.signs.closed import Quotient
from symroof.decimals import brief
from symroof.errors import NotationError, SymroofError
from symroof.machines import machine, machines
from symroof.model.derive import Derivation, derive
from symroof.model.ops import op
from symroof.writing.formulas import Style
from symroof.writing.latex import formula
from symroof.writing.mathml import mathml
from symroof.writing.naming import bound_words
from symroof.writing.records import SENSES, condition, form
from symroof.writing.roofs import roofline
from symroof.writing.summary import in_numbers, summary
from symroof.writing.typeset import NOTHING, Frac, Symbol, Words, line

EMPTY = "The operation is empty. Write one, as in bf16[B, D] * bf16[D, F] -> bf16[B, F]."


@lru_cache(maxsize=64)
def _formulas(text: str, on: str, given: str, mesh: str) -> Derivation:
    return derive(text, on=on or None, given=given or None, mesh=mesh or None)


@lru_cache(maxsize=64)
def _op(text: str, mesh: str) -> Any:
    return op(text, mesh=mesh or None)


def _math(value: object) -> str:
    return mathml(formula(form(value, Style(4))) if not isinstance(value, str) else value)


def _ray(t: Any) -> str:
    """A threshold of one crossing as MathML, its sums of reciprocals kept; nothing of another, whose words stand."""
    root = t.root
    if t.verdict != "when" or not isinstance(root, Quotient) or root.power != 1:
        return ""
    top, bottom = (form(part, Style(4)) for part in root.parts)
    value = form(exact(t.number), Style(4)) if t.number is not None else Frac(top, bottom)
    when = condition(t.when)
    tail = NOTHING if when == NOTHING else line(r"\quad", Words("when "), when)
    return mathml(formula(line(Symbol(t.name), SENSES.get(t.sense, t.sense), value, tail)))


@lru_cache(maxsize=64)
def _shown(text: str, on: str, given: str, mesh: str) -> dict[str, Any]:
    """What does not change with the sizes."""
    d = _formulas(text, on, given, mesh)
    rows = [("FLOPs", d.flops), ("bytes", d.bytes), ("FLOPs per byte", d.intensity)]
    formulas = [{"name": name, "math": _math(value), "text": str(value)} for name, value in rows]
    if d.leading is not None:  # by its core: the record's own LaTeX would load SymPy, six seconds here
        formulas.append({"name": f"when {given}", "math": _math(d.leading.value_core), "text": str(d.leading)})
    said = d.symbolic if d.symbolic is not None and not given else d.threshold
    if said is not None:
        formulas.append({"name": "compute-bound", "math": _ray(said), "text": str(said)})
    chip = machine(on) if on else None
    ridge = next((float(v) for n, (v, _) in d.rates.items() if "/" in n), None)
    return {
        "sizes": [n for n in d.op.dims if n not in dict(d.op.sizes)],
        "formulas": formulas,
        "threshold": "" if said is None else str(said),
        "ridge": ridge,
        "notes": [*d.machine_notes, *d.network],
        "machine": None if chip is None else chip.name,
        "summary": summary(d),
    }


def _derived(asked: dict[str, Any]) -> dict[str, Any]:
    text, on = str(asked.get("op", "")), str(asked.get("on", ""))
    given, mesh = str(asked.get("given", "")).strip(), str(asked.get("mesh", "")).strip()
    if not text.strip():
        raise SymroofError(EMPTY)
    found = dict(_shown(text, on, given, mesh))
    sizes = {n: int(asked.get("sizes", {}).get(n, 4096)) for n in found["sizes"]}
    if not on:
        return found
    d = derive(_op(text, mesh), on=on, let=sizes)
    found["numbers"] = in_numbers(d)
    found["chart"] = _chart(d, on)
    return found


def _chart(d: Derivation, on: str) -> dict[str, Any] | None:
    try:
        c = roofline(on, d.op.at(**{str(k): v for k, v in d.let.items()}))
    except SymroofError as e:  # a picture has needs of its own: the numbers stand without it
        return {"without": str(e).splitlines()[0]}
    where = {m.bound: bound_words(d.op.link_of(m.bound)) for m in c.marks if m.bound}
    return {
        "title": c.title, "x": c.x_label, "y": c.y_label, "xs": c.x_range, "ys": c.y_range,
        "curves": [{"points": k.points, "label": k.label, "dash": k.dash} for k in c.curves],
        "marks": [
            {"x": m.x, "y": m.y, "label": f"{brief(exact(m.y))} FLOPs/s, {where[m.bound]}" if m.bound else m.label,
             "bound": where.get(m.bound, "")}
            for m in c.marks
        ],
        "regions": [{"left": r.left, "right": r.right, "label": r.label, "color": r.color} for r in c.regions],
    }  # fmt: skip


def _checked(asked: dict[str, Any]) -> dict[str, Any]:
    from symroof.checking.answers.answer import check

    mine, right = str(asked.get("answer", "")), str(asked.get("expected", ""))
    if not mine.strip() or not right.strip():
        raise SymroofError("Write both: your answer, and what is expected.")
    verdict = check(mine, right, given=str(asked.get("given", "")).strip() or None)
    return {"verdict": verdict.verdict, "text": str(verdict)}


def _listed(_: dict[str, Any]) -> dict[str, Any]:
    return {"machines": list(dict.fromkeys(m for m in machines()))}


KINDS = {"derive": _derived, "check": _checked, "machines": _listed}


def answer(question: str) -> str:
    """The answer to a question; a mistake of the user is a sentence in it."""
    asked = json.loads(question)
    try:
        return json.dumps(KINDS[asked["kind"]](asked))
    except NotationError as e:
        return json.dumps({"error": str(e), "caret": e.at is not None})
    except (SymroofError, ValueError, RecursionError) as e:
        return json.dumps({"error": str(e) or type(e).__name__})
