"""The formulas that a printed one may be a slip for: a factor, a sign, an exponent, a fraction upside down, one less.

>>> from symroof.reading.formula import parse_formula
>>> node = parse_formula("p/(m + p - 1)").sides[0].node
>>> sorted(plain(made) for made, why in variants(node) if why == "one less or more")[:3]
['(p + 1)/(m + p - 1)', '(p - 1)/(m + p - 1)', 'p/((m + 1) + p - 1)']
>>> evaluated(node, {"m": 8, "p": 8})
0.5333333333333333
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from symroof.reading.nodes import Node, leaves, make, plain, replaced
from symroof.reading.quantity import UNITS, Printed

MAX_VARIANTS = 160
Variant = tuple[Node, str]
_FUNCTIONS: dict[str, Callable[..., float]] = {
    "max": max, "min": min, "ceil": math.ceil, "floor": math.floor, "sqrt": math.sqrt, "sqrt2": math.sqrt,
    "log2": math.log2, "ln": math.log, "abs": abs, "exp": math.exp,
}  # fmt: skip


def evaluated(node: Node, values: Mapping[str, float]) -> float | None:
    """What a formula is in floats at a point; None where it is not known, or not defined."""
    try:
        found = _at(node, values)
    except (KeyError, ValueError, ZeroDivisionError, OverflowError, TypeError, RecursionError):
        return None
    return found if isinstance(found, (int, float)) and math.isfinite(found) else None


def _at(node: Node, values: Mapping[str, float]) -> float:
    kind, args = node.kind, node.args
    if kind == "name":
        return values[node.name]
    if kind == "num" and node.printed is not None:
        return float(node.printed.value)
    if kind == "unit":
        return float(UNITS[node.name].scale)
    if kind == "group":
        return _at(args[0], values)
    if kind == "add":
        return sum(-_at(a, values) if s == "-" else _at(a, values) for s, a in zip(node.ops, args))
    if kind == "pow":
        return float(_at(args[0], values) ** _at(args[1], values))
    if kind == "call":
        return _FUNCTIONS[node.name](*(_at(a, values) for a in args))
    if kind not in ("mul", "juxt"):
        raise KeyError(kind)
    out = 1.0
    for op, a in zip(node.ops or "*" * len(args), args):
        out = out / _at(a, values) if op == "/" else out * _at(a, values)
    return out


def variants(node: Node, more: Iterable[str] = ()) -> Iterator[Variant]:
    """What a formula may have been meant to be, by one slip, and which; ``more`` are letters that it may have lost."""
    names = list(dict.fromkeys([*leaves(node, "name")]))
    seen = {plain(node)}
    for count, (made, why) in enumerate(_all(node, names, [*dict.fromkeys([*names, *more])])):
        if count == MAX_VARIANTS:
            return
        text = plain(made)
        if text not in seen:
            seen.add(text)
            yield made, why


def exchanged(node: Node, letters: Iterable[str]) -> Iterator[Variant]:
    """A formula with one letter for another of its case, at one of its places or at all of them.

    >>> from symroof.reading.formula import parse_formula
    >>> [plain(made) for made, _ in exchanged(parse_formula("n + s/n").sides[0].node, ["p"])]
    ['p + s/n', 'n + p/n', 'n + s/p', 'p + s/p']
    """
    more, names = [*letters], [*leaves(node, "name")]
    places = [sub for sub in _nodes(node) if sub.kind == "name"]
    for b in more:
        for sub in places:
            if sub.name != b and sub.name.islower() == b.islower():
                yield replaced(node, sub, replace(sub, name=b)), "another letter"
        for a in dict.fromkeys(n for n in names if names.count(n) > 1 and n != b and n.islower() == b.islower()):
            yield _swapped(node, a, b), "another letter"


def _all(node: Node, names: list[str], more: list[str]) -> Iterator[Variant]:
    for sub in _nodes(node):
        for made, why in _changed(sub):
            yield replaced(node, sub, made), why
    for i, a in enumerate(names[:5]):
        for b in names[i + 1 : 5]:
            yield _swapped(node, a, b), "two letters exchanged"
    for term in _terms(node):
        for factor in (*(make("name", name=n) for n in more[:6]), _count(2)):
            for op in "*/":
                made = make("mul", (make("group", (term,)), factor), ops="*" + op)
                yield replaced(node, term, made), "a factor"


def _nodes(node: Node) -> Iterator[Node]:
    yield node
    for a in node.args:
        yield from _nodes(a)


def _terms(node: Node) -> Iterator[Node]:
    """A formula, and the terms of the sums in it."""
    yield node
    for sub in _nodes(node):
        if sub.kind == "add":
            yield from sub.args


def _count(n: int) -> Node:
    return make("num", printed=Printed(Fraction(n), Fraction(1), Fraction(1), 1, str(n)))


def _less(node: Node, sign: str) -> Node:
    return make("group", (make("add", (node, _count(1)), ops="+" + sign),))


def _changed(node: Node) -> Iterator[Variant]:
    """What one node may have been."""
    kind, args = node.kind, node.args
    if kind == "name":
        yield _less(node, "-"), "one less or more"
        yield _less(node, "+"), "one less or more"
        yield make("pow", (node, _count(2))), "an exponent"
    elif kind == "pow" and args[1].kind == "num" and args[1].printed is not None:
        power = args[1].printed.value
        for p in (power - 1, power + 1):
            if p.denominator == 1 and p > 0:
                yield (args[0] if p == 1 else make("pow", (args[0], _count(int(p))))), "an exponent"
    elif kind == "call" and node.name in ("max", "min"):
        yield replace(node, name="max" if node.name == "min" else "min"), f"{node.name} for its opposite"
    elif kind == "add":
        yield from _slips_of_sum(node)
    elif kind in ("mul", "juxt"):
        yield from _slips_of_product(node)


def _slips_of_sum(node: Node) -> Iterator[Variant]:
    for i, (sign, a) in enumerate(zip(node.ops, node.args)):
        if i:
            ops = node.ops[:i] + ("+" if sign == "-" else "-") + node.ops[i + 1 :]
            yield replace(node, ops=ops), "a sign"
        if a.kind == "num" and len(node.args) > 1:
            rest, ops = node.args[:i] + node.args[i + 1 :], node.ops[:i] + node.ops[i + 1 :]
            yield (rest[0] if len(rest) == 1 and ops == "+" else make("add", rest, ops=ops)), "one less or more"


def _slips_of_product(node: Node) -> Iterator[Variant]:
    ops = node.ops or "*" * len(node.args)
    if ops == "*/":
        yield replace(node, args=node.args[::-1]), "a fraction upside down"
    for i in range(len(ops)):
        if i:
            turned = ops[:i] + ("/" if ops[i] == "*" else "*") + ops[i + 1 :]
            made = make("mul", tuple(make("group", (a,)) for a in node.args), ops=turned)
            yield made, "a product for a quotient, or the other way round"
        rest, left = node.args[:i] + node.args[i + 1 :], ops[:i] + ops[i + 1 :]
        if left and left[0] == "*":
            yield (rest[0] if len(rest) == 1 else replace(node, args=rest, ops=left if node.ops else "")), "a factor"


def _swapped(node: Node, a: str, b: str) -> Node:
    if node.kind == "name":
        return replace(node, name={a: b, b: a}.get(node.name, node.name))
    return replace(node, args=tuple(_swapped(x, a, b) for x in node.args)) if node.args else node
