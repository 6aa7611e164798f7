r"""Inequalities that a sentence solves for their letter, which way round: $0.8^n < 10^{-3}$, i.e. $n \ge 31$.

The inequality is tried with numbers below and above the bound: where it holds on one side alone, the bound is of that
side.  Letters without a value are tried with several; where these do not agree, nothing is said.

>>> from symroof.checking.proofreading.proofread import proofread
>>> text = "We need $0.8^n < 10^{-3}$, i.e. $n %s 31$ places. For $s (p - 1) < 1$ we get $s %s 1/1000$."
>>> [[f.verdict for f in proofread(text % x).findings] for x in ((r"\ge", "<"), (r"\le", ">"))]
[['exact'], ['wrong', 'wrong']]
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import pairwise, product

import symroof.regexes as re
from symroof.checking.claims.claims import FLIP, Verdict
from symroof.checking.documents.material import Item, Material
from symroof.checking.documents.statement import Statement
from symroof.reading.formula import Chain, Side
from symroof.reading.nodes import Node

MAX_TRIED = 200  # of one document
MAX_LETTERS = 2  # without a value
_MARK = (
    r"(?:i\.e\.,?|that\s+is,?|(?:or\s+)?equivalently,?|in\s+other\s+words,?|(?:which|this|that)\s+(?:means|gives|implies)|"
    r"meaning|means|gives|implies|(?P<loose>(?:and\s+)?so|hence|thus|therefore)|(?:we|one)\s+(?:gets?|needs?|finds?))"
)
_SO = re.compile(
    rf"(?:\s[a-z-]+){{0,2}}?[\s,;:(]*{_MARK},?(?:\s+(?:that|for|we\s+(?:get|need|find)|it\s+takes))?\s*:?\s*", re.I
)
_COMPLEMENT = re.compile(
    r"\b(?:if|when(?:ever)?|once|unless|until|fails?|avoid\w*|prevent\w*|overflow\w*|exceed\w*|not|never|wrong\w*|mistake\w*|"
    r"violat\w*|too|instead|whether|while|as long as|otherwise)\b|n['’]t\b",
    re.I,
)
_TURNED = re.compile(r"\s*(?:is|are|would|will|works?|suffic\w*|fails?|does|do|violates?|cannot|can)\b")
_SMALL = frozenset(("alpha", "beta", "gamma", "epsilon", "eps", "eta", "rho", "delta", "theta"))
_BELOW, _ABOVE = (0.5, 0.7, 0.9), (1.1, 1.4, 1.9)
_CALLS = {"sqrt": math.sqrt, "sqrt2": math.sqrt, "log2": math.log2, "ln": math.log, "exp": math.exp}


def solved(m: Material) -> Iterator[Statement]:
    """Every inequality of a document that a sentence solves."""
    tried = 0
    for one, two in pairwise(m.items):
        if one.page is not two.page or not (one.chains and two.chains) or two.at - one.at > 200:
            continue
        before, after = one.chains[-1], two.chains[0]
        name = _letter(after)
        if not name or not _solvable(before, name) or tried >= MAX_TRIED:
            continue
        so = _SO.fullmatch(one.dark, one.span.end, two.span.start)
        if so is None or two.role == "denied" or one.role == "denied" or turned(one, two, loose=bool(so["loose"])):
            continue
        tried += 1
        found = _judged(m, one, before, after, name)
        if found is not None:
            ends = after.sides[0], after.sides[-1]
            yield Statement(two, f"{before.text} => {after.text}", found, "implication", after.sides[0].at, "=>", ends)


def _letter(after: Chain) -> str:
    """The letter that a bound is on, which a number stands beside."""
    if not after.relations or after.relations[0][0] not in "<>" or len(after.relations[0]) > 2:
        return ""
    x = after.sides[0].node
    more = after.relations[0] in ("<<", ">>")
    return x.name if x is not None and x.kind == "name" and not more and not after.sides[-1].names else ""


def _solvable(before: Chain, name: str) -> bool:
    """Whether a chain is one inequality with that letter in it, and not alone."""
    if len(before.sides) != 2 or before.relations[0] not in ("<", ">", "<=", ">="):
        return False
    if any(s.node is None or s.words for s in before.sides) or name not in before.names:
        return False
    return not any(s.node is not None and s.node.kind == "name" for s in before.sides)


def turned(one: Item, two: Item, *, loose: bool) -> bool:
    """Whether the words may tell where the inequality does not hold: it overflows if ..., so n <= 3 is safe."""
    begin = max(one.sentence[0] - one.page.base, one.span.start - 120)
    if not loose:
        return bool(
            re.search(r"\b(?:not|never|wrong\w*|mistake\w*|whether)\b|n['’]t\b", two.dark[begin : two.span.start])
        )
    return bool(_COMPLEMENT.search(two.dark, begin, two.span.start) or _TURNED.match(two.dark, two.span.end))


def _judged(m: Material, item: Item, before: Chain, after: Chain, name: str) -> Verdict | None:
    """Whether a bound is on the side on which the inequality holds."""
    value = _worth(after.sides[-1], {})
    if value is None or not 0 < value < 1e15:
        return None
    told = m.facts.values(before.names - {name}, item.at, item.sentence) or {}
    known = {n: float(f.value.constant() or 0) for n, f in told.items()}
    free = sorted(before.names - {name} - {*known})
    if len(free) > MAX_LETTERS:
        return None
    some = [(0.3, 0.9) if n in _SMALL else (2.0, 8.0, 1000.0) for n in free]
    ways = {_way(before, name, value, {**known, **dict(zip(free, xs))}, near=not free) for xs in product(*some)}
    if len(ways) != 1 or (way := ways.pop()) is None:
        return None
    said = after.relations[0]
    if said[0] == way and free:
        return None  # whether the number is right is open
    if said[0] == way:
        return Verdict("exact", f"{before.text} holds for {name} {way} some number", code="direction")
    words = f"{before.text} holds for {'smaller' if way == '<' else 'larger'} {name}"
    return Verdict("wrong", words, code="direction", right=FLIP[said[0]] + said[1:])


def _way(before: Chain, name: str, value: float, known: Mapping[str, float], *, near: bool) -> str | None:
    """On which side of a number an inequality holds: "<", ">", or None where on neither or both, or on parts."""
    if near:
        low, high = (_all(before, name, [value * k for k in ks], known) for ks in (_BELOW, _ABOVE))
    else:  # the number is of letters whose values are not known
        edge = next((x for x in _steps(value) if _crosses(before, name, x, known)), None)
        if edge is None:
            return None
        low, high = (_all(before, name, [edge * k for k in ks], known) for ks in ((0.1, 0.5, 0.9), (2.2, 4.0)))
    return "<" if (low, high) == (True, False) else ">" if (low, high) == (False, True) else None


def _steps(value: float) -> Iterator[float]:
    """Numbers around one, nearest first."""
    for k in range(40):
        yield value * 2.0**k
        yield value / 2.0 ** (k + 1)


def _crosses(before: Chain, name: str, x: float, known: Mapping[str, float]) -> bool:
    one, two = (_holds(before, {**known, name: y}) for y in (x, 2 * x))
    return one is not None and two is not None and one != two


def _all(before: Chain, name: str, at: list[float], known: Mapping[str, float]) -> bool | None:
    """Whether an inequality holds at all of some numbers, at none of them; None where at some."""
    told = {_holds(before, {**known, name: x}) for x in at} - {None}
    return told.pop() if len(told) == 1 else None


def _holds(c: Chain, known: Mapping[str, float]) -> bool | None:
    a, b = (_worth(s, known) for s in c.sides)
    if a is None or b is None or math.isclose(a, b):
        return None
    return (a < b) == (c.relations[0][0] == "<")


def _worth(side: Side, known: Mapping[str, float]) -> float | None:
    try:
        return None if side.node is None else _value(side.node, known)
    except (ArithmeticError, ValueError, KeyError, OverflowError):
        return None


def _value(n: Node, known: Mapping[str, float]) -> float:
    """The value of a formula; raises where it has none."""
    if n.kind == "num" and n.printed is not None:
        return float(n.printed.value)
    if n.kind == "name":
        return known[n.name] if n.name in known else {"e": math.e}[n.name]
    args = [_value(a, known) for a in n.args]
    if n.kind == "group" and len(args) == 1:
        return args[0]
    if n.kind == "add":
        return sum(-x if op == "-" else x for op, x in zip(n.ops, args))
    if n.kind in ("mul", "juxt"):
        out = 1.0
        for op, x in zip(n.ops or "*" * len(args), args):
            out = out / x if op == "/" else out * x
        return out
    if n.kind == "pow":
        return math.pow(args[0], args[1])
    if n.kind == "call" and len(args) == 1:
        return float(_CALLS[n.name](args[0]))
    raise ValueError
