"""Near misses: the same symbols with a pair of parentheses more, one of which may be what was meant.

>>> from symroof.reading.formula import parse_formula
>>> [plain(n) for n in readings(parse_formula("16*20*28 / 2*2").sides[0].node)]
['16*20*28/(2*2)']
>>> [plain(n) for n in readings(parse_formula("2N - 1 / 4N + 2").sides[0].node)]
['2N - 1/(4N + 2)', '(2N - 1)/4N + 2', '(2N - 1)/(4N + 2)', '2(N - 1/4N + 2)']
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from symroof.algebra.ratios.posynomial import Ratio
from symroof.checking.claims.claims import Claim, Verdict
from symroof.errors import SymroofError
from symroof.reading.nodes import Node, make, plain, weight
from symroof.reading.ratios import to_ratio
from symroof.reading.units import dimension

MAX_READINGS = 24
MAX_LEAVES = 40


def meant(
    a: Claim, b: Claim, let: Mapping[str, Ratio], judge: Callable[[Claim, Claim], Verdict]
) -> tuple[str, Verdict] | None:
    """How one side of a wrong comparison reads with the parentheses that put it right, and the verdict then."""
    for left, side in ((True, a), (False, b)):
        if side.node is None or weight(side.node) > MAX_LEAVES:
            continue
        for made in readings(side.node):
            try:
                other = replace(
                    side, value=to_ratio(made, fixed=let), node=made, dimension=dimension(made), printed=None
                )
                found = judge(other, b) if left else judge(a, other)
            except SymroofError:
                continue
            said = (b if left else a).printed
            vague = found.verdict != "exact" and said is not None and said.digits < 2  # 0.5 is near to many things
            if found.verdict in ("exact", "rounded", "truncated") and not vague:
                return plain(made), found
    return None


def readings(node: Node) -> Iterator[Node]:
    """The expressions that one more pair of parentheses, or one on each side of a slash, would make of this one."""
    while node.kind == "group":
        node = node.args[0]
    seen: set[str] = set()
    for count, made in enumerate(_all(node)):
        if count == MAX_READINGS:
            return
        text = plain(made)
        if text not in seen:
            seen.add(text)
            yield made


def _all(node: Node) -> Iterator[Node]:
    if node.kind != "add":
        yield from _inside(node)
        return
    if len(node.args) == 1:
        for made in _inside(node.args[0]):
            yield make("add", (made,), ops=node.ops)
        return
    if len(node.args) > 8:
        return
    for i, term in enumerate(node.args):
        for made in _inside(term):
            yield make("add", (*node.args[:i], made, *node.args[i + 1 :]), ops=node.ops)
    for slashes in (True, False):
        for i, term in enumerate(node.args):
            if (term.kind == "mul") == slashes:
                yield from _reaching(node, i)


def _inside(term: Node) -> Iterator[Node]:
    """a / b * c meant as a / (b*c), a / b (c + d) as a/b * (c + d), and a b^2 as (a b)^2."""
    if term.kind == "mul" and term.name != "frac" and "*" in term.ops[term.ops.find("/") :] and "/" in term.ops:
        at = term.ops.index("/")
        below = make("mul", term.args[at:], ops="*" + term.ops[at + 1 :])
        yield make("mul", (*term.args[:at], make("group", (below,))), ops=term.ops[: at + 1])
    for at, (op, below) in enumerate(zip(term.ops, term.args)):
        if term.kind == "mul" and op == "/" and below.kind == "juxt" and below.args[-1].kind == "group":
            head = below.args[0] if len(below.args) == 2 else make("juxt", below.args[:-1])
            parts = (*term.args[:at], head, below.args[-1], *term.args[at + 1 :])
            yield make("mul", parts, ops=f"{term.ops[: at + 1]}*{term.ops[at + 1 :]}")
    if term.kind in ("mul", "juxt") and term.args[-1].kind == "pow" and "/" not in term.ops and term.name != "whole":
        power = term.args[-1]
        base = make(term.kind, (*term.args[:-1], power.args[0]), ops=term.ops)
        yield make("pow", (make("group", (base,)), power.args[1]))


def _reaching(node: Node, i: int) -> Iterator[Node]:
    """The i-th term of a sum, its last factor reaching to the end of the sum, its first one from the beginning."""
    term, n = node.args[i], len(node.args)
    for left, right in ((False, True), (True, False), (True, True)):
        if (left and (i == 0 or term.kind != "mul")) or (right and i == n - 1):
            continue
        made: Node | None = term
        if right:
            made = _last(term, node.args[i + 1 :], node.ops[i + 1 :])
        if left and made is not None:
            first = _sum((*node.args[:i], made.args[0]), node.ops[: i + 1])
            made = make("mul", (first, *made.args[1:]), ops=made.ops, name=made.name)
        if made is None:
            continue
        args = ((made,) if left else (*node.args[:i], made)) + (() if right else node.args[i + 1 :])
        ops = ("+" if left else node.ops[: i + 1]) + ("" if right else node.ops[i + 1 :])
        yield args[0] if len(args) == 1 and ops == "+" else make("add", args, ops=ops)


def _sum(args: tuple[Node, ...], ops: str) -> Node:
    return make("group", (make("add", args, ops=ops),))


def _last(term: Node, rest: tuple[Node, ...], ops: str) -> Node | None:
    """A term whose last factor, or exponent, takes in what follows."""
    if term.kind in ("mul", "juxt") and term.name not in ("frac", "whole"):
        if term.kind == "juxt" and len(term.args) > 2:
            head, tail = term.args[:1], make("juxt", term.args[1:])
        else:
            head, tail = term.args[:-1], term.args[-1]
        if tail.kind == "unit":
            return None
        return make(term.kind, (*head, _sum((tail, *rest), "+" + ops)), ops=term.ops)
    if term.kind == "pow":
        return make("pow", (term.args[0], _sum((term.args[1], *rest), "+" + ops)))
    return None
