"""Answers of several parts: lists, alternatives, conditions side by side, and the worst of their verdicts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import permutations
from typing import Any

import symroof.regexes as re
from symroof.algebra.ratios.posynomial import Ratio
from symroof.checking.answers.twosided import named
from symroof.checking.claims.claims import (
    FLIP,
    Verdict,
    bindings,
    claim,
    constant,
    with_note,
)
from symroof.checking.claims.special import one_of
from symroof.checking.words.phrases import (
    Typed,
    typed,
    wordless,
)
from symroof.errors import SymroofError
from symroof.reading.formula import Chain, parse_chains

WORST = ("exact", "rounded", "truncated", "in-regime", "convention", "undecided", "wrong")
_PARTING = (",", ";", "<", ">", "≤", "≥", "\\l", "\\g", "⩽", "⩾")
_AND = re.compile(r",?\s+(?:and|but|yet)\s+(?=[A-Za-z]\w*\s*[<>≤≥])|\s+and\s+|\s*(?:&&?|∧|\\(?:wedge|land|&))\s*")
_OR = re.compile(r"\s(?:or|OR)\s|∨|\|\||\\(?:lor|vee)(?![A-Za-z])")
RELATION = re.compile(r"[<>≤≥⩽⩾]|\\(?:[lg]eq?|[lg]t)(?![A-Za-z])")
ORDERED = re.compile(rf"=|{RELATION.pattern}")
REGIMES = re.compile(r"<<|>>|≪|≫|\\(?:ll|gg)(?![A-Za-z])")
MISSING = "(missing)"
MAX_REGION = 400  # characters of an answer with alternatives


def asks_for_a_bound(expected: object, asked: set[str]) -> bool:
    """Whether a bound is expected, or that there is none."""
    if not isinstance(expected, str):
        return hasattr(expected, "sense") or hasattr(expected, "rel_op")
    said = typed(expected, asked)
    return said.said in ("never", "always") or bool(said.sense or RELATION.search(said.text))


def is_told_beside(said: Typed, answer: str) -> bool:
    """Whether all that was read is an amount behind words, as in the loads take 2 ms, which no verdict is told by."""
    return wordless(said.text) and not (said.sense or said.said or said.spread or wordless(answer))


def between_ends(answer: object, theirs: Typed | None, expected: object) -> str | None:
    """Two ends in words as the condition that is expected: between 5 and 20 for 5 < B < 20; None where none such is."""
    if not isinstance(answer, str) or is_formula(theirs, expected):
        return None  # which has no ends, and is not written out to see that
    return named(answer, theirs.text if theirs is not None else next(iter(branches_of(None, expected)), ""))


def list_by_list(
    mine: Typed, theirs: Typed, names: Any, bound: dict[str, Ratio], one: Callable[[str, str], Verdict]
) -> Verdict | None:
    """The verdict on lists, of values or of conditions, one against one; None where neither text is a list."""
    free, orders = _parts(mine, theirs, names, bound)
    marks = [worst_of([one(*p) for p in pairs]) for pairs in orders]
    if not marks:
        return one_of(*_conditions(mine, theirs, names, bound), one)
    good = [v for v in marks if v.verdict in ("exact", "rounded") or (v.ok and free)]
    return min(good, key=lambda v: WORST.index(v.verdict), default=marks[0])


def _parts(
    a: Typed, e: Typed, names: Iterable[str] | None, let: Mapping[str, Ratio]
) -> tuple[bool, list[list[tuple[str, str]]]]:
    """Whether order is free, and the parts of two answers: lists (256, 64), conjunctions, chains (a < b < c); or none.

    A chain of the other direction is also read from its other end, and conditions joined by "and" in any order.
    """
    mine, theirs = _listed(a, e, names, let)
    if not mine or not theirs:
        return False, []
    ordered = [{r[:1] for _, r in p} for p in (mine, theirs)]
    conditions = all(RELATION.search(x) for x, _ in (*mine, *theirs)) and not any(r for _, r in (*mine, *theirs))
    if conditions and len(mine) < len(theirs) and len(theirs) <= 4:
        chosen = permutations(theirs, len(mine))
        return True, [[*((x, y) for (x, _), (y, _) in zip(mine, some)), (MISSING, "")] for some in chosen]
    if len(mine) != len(theirs) or len(mine) < 2:
        return False, []
    if conditions and len(mine) <= 4:
        return True, [[(x, y) for (x, _), (y, _) in zip(order, theirs)] for order in permutations(mine)]
    orders = [mine, mine[::-1]] if ordered[0] != ordered[1] and len(ordered[0]) == len(ordered[1]) == 1 else [mine]
    return False, [[(x, y) for (x, _), (y, _) in zip(order, theirs)] for order in orders]


Pieces = list[tuple[str, str]]


def _listed(a: Typed, e: Typed, names: Iterable[str] | None, let: Mapping[str, Ratio]) -> tuple[Pieces, Pieces]:
    """The parts of two lists, each with the relation by which a chain holds it; empty where there is none."""
    texts = [_AND.sub(", ", t.text) if _conjoined(t.text) else t.text for t in (a, e)]
    if not any(sign in t for sign in _PARTING for t in texts) or any(t.sense or t.spread for t in (a, e)):
        return [], []
    try:
        mine, theirs = (
            [x for c in parse_chains(_bracketless(t), names, strict=True, words=let) for x in _pieces(c)] for t in texts
        )
    except SymroofError:
        return [], []
    return mine, theirs


def _conditions(
    a: Typed, e: Typed, names: Iterable[str] | None, let: Mapping[str, Ratio]
) -> tuple[list[str], list[str]]:
    """The inequalities that two texts consist of; empty where one holds something else."""
    mine, theirs = ([x for x, _ in pieces] for pieces in _listed(a, e, names, let))
    return (mine, theirs) if all(RELATION.search(x) for x in (*mine, *theirs)) else ([], [])


def leave_nothing_out(
    mine: list[str], theirs: list[str], names: Iterable[str] | None, let: Mapping[str, object] | None
) -> bool:
    """Whether two alternatives leave no value out, B > 5 or B < 20, while one condition or several joined do."""
    if len(mine) != 2 or len(theirs) != 1:
        return False
    if all(RELATION.search(p) for p in mine) and len(RELATION.findall(theirs[0])) == 2 and not _OR.search(theirs[0]):
        one = len({*re.findall(r"[^\W\d_]\w*", " ".join((*mine, *theirs)))} - {"and"}) == 1
        return one and not any(len(RELATION.findall(p)) > 1 for p in mine)  # two rays are no stretch between two ends
    try:
        fixed = bindings(let)
        bounds, limits = ([claim(p, names, fixed) for p in ps] for ps in (mine, _AND.split(theirs[0])))
    except SymroofError:
        return False
    if any(c.kind != "bound" or c.name != bounds[0].name or constant(c.value) is None for c in (*bounds, *limits)):
        return False
    low, high = sorted(bounds, key=lambda c: c.sense[0] != ">")
    if low.sense[0] != ">" or high.sense[0] != "<" or not (constant(low.value) or 0) < (constant(high.value) or 0):
        return False
    return any(c.sense[0] == "<" or (constant(c.value) or 0) > 1 for c in limits)


def is_formula(t: Typed | None, x: object) -> bool:
    """What is no region, and is one piece without being written out."""
    return t is None and not hasattr(x, "verdict") and not hasattr(x, "intervals")


def branches_of(t: Typed | None, x: object) -> list[str]:
    """The pieces of a region, one inequality or chain each: split at "or", or the intervals of a threshold."""
    if t is not None:
        cut = RELATION.search(t.text) and not t.said and len(t.text) < MAX_REGION
        return [p.strip() for p in _OR.split(t.text)][:4] if cut else [t.text]
    name, pieces = getattr(x, "name", ""), getattr(x, "intervals", ())
    if not pieces:
        return [] if getattr(x, "parts", ()) or getattr(x, "sufficient", None) is not None else [str(x)]
    out = []
    for piece in pieces[:4]:
        low, high = (("<=" if closed else "<") for closed in piece.closed)
        left = f"{piece.lo!r} {low} " if piece.lo > 0 else ""
        out.append(f"{left}{name}" + (f" {high} {piece.hi!r}" if piece.hi is not None else ""))
    return out


def _conjoined(text: str) -> bool:
    """Whether "and" or & joins conditions or values rather than standing in words or in an alignment."""
    pieces = _AND.split(text)
    if len(pieces) < 2 or "\\begin" in text:
        return False
    return all(RELATION.search(p) for p in pieces) or all(re.fullmatch(r"\s*[\d.,e+-]+\s*", p) for p in pieces)


def _bracketless(text: str) -> str:
    """A list without the brackets around it: (256, 64)."""
    inner = text.strip()
    whole = inner[:1] in ("(", "[") and inner[-1:] in (")", "]") and not re.search(r"[()\[\]]", inner[1:-1])
    return inner[1:-1] if whole and "," in inner else text


def _pieces(chain: Chain) -> list[tuple[str, str]]:
    """A chain's text, or each of its inequalities; with the relation."""
    order = [i for i, r in enumerate(chain.relations) if r in FLIP]
    if len(order) < 2:
        return [(chain.text, "")]
    cuts = [0, *(i + 1 for i in order[:-1])], [i + 1 for i in order]
    out = []
    for i, (start, end) in enumerate(zip(*cuts)):
        last = chain.sides[end]
        text = chain.text[chain.sides[start].at - chain.at : last.at + len(last.text) - chain.at]
        out.append((text, chain.relations[order[i]]))
    return out


def worst_of(found: list[Verdict]) -> Verdict:
    """The verdict on a list of answers: that of its worst part, which the note names."""
    i, worst = max(enumerate(found), key=lambda pair: WORST.index(pair[1].verdict))
    if worst.verdict == "exact":
        return replace(worst, reason=f"all {len(found)} parts agree")
    return with_note(worst, f"part {i + 1} of {len(found)}")
