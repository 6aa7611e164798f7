"""The units and the printed digits of a formula: what it counts, and whether a unit belongs to a quotient or below.

A unit belongs to the number it follows, but where it ends a quotient, with a space before it, and no other unit stands
in that expression, it belongs to the whole: ``2*2048*8192/4 bytes`` is a number of bytes.  Written without the space
(``1/4kB``), or after another unit (``6e9 FLOPs / 2e9 bytes``), it stays below.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from fractions import Fraction
from operator import is_

import symroof.regexes as re
from symroof.reading.measures import agree, product
from symroof.reading.nodes import Node, leaves, make
from symroof.reading.quantity import NOTHING, UNITS, Dimension, Printed
from symroof.reading.spelling import OPEN_LETTERS


def dimension(node: Node, reading: str = "") -> Dimension | None:
    """What a formula counts (bytes, FLOPs, s exponents); () where it says nothing, None where its parts disagree.

    reading "below" puts the unit that ends a quotient below, where it says nothing about the whole.
    """
    if node.kind == "juxt" and node.name == "whole" and reading == "below":
        return NOTHING
    if node.kind == "add" and len(node.args) == 1:
        return dimension(node.args[0], reading)
    rule = _DIMENSIONS.get(node.kind)
    return NOTHING if rule is None else rule(node)


def _of_sum(node: Node) -> Dimension | None:
    """What its terms count, where those that say so agree."""
    said = [d for d in map(dimension, node.args) if d != NOTHING]
    if not said:
        return NOTHING
    first = said[0]
    return first if first and all(d is not None and agree(first, d) for d in said) else None


def _of_product(node: Node) -> Dimension | None:
    total: Dimension = NOTHING
    for op, a in zip(node.ops or "*" * len(node.args), node.args):
        d = dimension(a)
        if d is None:
            return None
        total = product(total, d, 1 if op == "*" else -1)
    return total


def _of_power(node: Node) -> Dimension | None:
    d, e = dimension(node.args[0]), node.args[1].printed
    if d == NOTHING:
        return NOTHING
    return product(NOTHING, d, int(e.value)) if d and e is not None and e.value.denominator == 1 else None


_DIMENSIONS: dict[str, Callable[[Node], Dimension | None]] = {
    "unit": lambda node: node.dimension, "name": lambda node: node.dimension,
    "group": lambda node: dimension(node.args[0]),
    "add": _of_sum, "mul": _of_product, "juxt": _of_product, "pow": _of_power,
    "call": lambda node: _of_sum(node) if node.name in ("abs", "max", "min", "mod") else NOTHING,
}  # fmt: skip


_SPACE_BEFORE = re.compile(r"(?:\s|\\[,;: ]|~|\\q?quad)\Z")
_TEN = re.compile(r"[eE]|(?<!\d)10\s*(?:\^|\*\*|[⁻⁺⁰¹²³⁴-⁹])")
_SPACE_INSIDE = re.compile(r"\\[a-z]+\s*\{\s")


def lifted(node: Node, text: str = "") -> Node:
    """A unit that ends a quotient belongs to the whole of it, if a space stands before it and it is the only one.

    Without the text, the space is told by where the number before the unit ends.
    """
    if node.kind == "add" and len(node.args) == 1:
        inner = lifted(node.args[0], text)
        return node if inner is node.args[0] else make("add", (inner,), ops=node.ops)
    if node.kind != "mul" or node.name == "frac" or not node.ops.endswith("/") or node.args[-1].kind != "juxt":
        return node
    last = node.args[-1].args
    units = tuple(a for a in last if a.kind == "unit")
    rest = last[: len(last) - len(units)]
    if not units or not rest or sum(1 for _ in leaves(node, "unit")) > len(units):
        return node
    if not (_stands_apart(units[0], text) if text else _after(rest[-1], units[0])):
        return node
    below = rest[0] if len(rest) == 1 else make("juxt", rest)
    return make("juxt", (make("mul", (*node.args[:-1], below), ops=node.ops), *units), name="whole")


def _stands_apart(unit: Node, text: str) -> bool:
    """Whether a space stands before a unit, or inside of the braces that hold it."""
    return bool(_SPACE_BEFORE.search(text[: unit.at][-12:]) or _SPACE_INSIDE.match(text, unit.at))


def _after(number: Node, unit: Node) -> bool:
    """Whether something stands between a number and its unit."""
    return number.kind == "num" and number.printed is not None and number.at + len(number.printed.text) < unit.at


def ends_in_a_unit(node: Node | None) -> bool:
    """Whether a unit ends a quotient, so that it could belong to the whole or to what stands below.

    >>> from symroof.reading.formula import parse_formula
    >>> ends_in_a_unit(parse_formula("33554432/4 bytes").sides[0].node)
    True
    """
    while node is not None and node.kind == "add" and len(node.args) == 1:
        node = node.args[0]
    return node is not None and node.kind == "juxt" and node.name == "whole"


def spelt(node: Node, names: frozenset[str]) -> Node | None:
    """The formula with its units read as products of symbols (2MB as 2*M*B), where all their letters are symbols.

    >>> from symroof.reading.formula import parse_formula
    >>> from symroof.reading.nodes import plain
    >>> plain(spelt(parse_formula("2MB + 2MD").sides[0].node, frozenset("MBD")))
    '2MB + 2MD'
    """
    if not any(_letters(u) and _letters(u) <= names for u in leaves(node, "unit")):
        return None
    return _spelt(node, names)


_POWERED = re.compile(r"(?P<letter>[A-Za-z])\^(?P<sign>-?)(?P<power>[12])")  # the W^-1 of 2DF W^-1


def _letters(unit: str) -> set[str]:
    """The letters of a unit that may be a product of symbols, each with its power: B and W of B·W^-1.

    >>> _letters("B·W^-1") == {"B", "W"}, _letters("MB") == {"M", "B"}, "/" in _letters("B/s")
    (True, True, True)
    """
    return {ch for f in unit.split("·") for ch in (_POWERED.sub(r"\g<letter>", f) if _POWERED.fullmatch(f) else f)}


def _spelt(node: Node, names: frozenset[str]) -> Node:
    kids: list[Node] = []
    for a in node.args:
        if a.kind == "unit" and _letters(a.name) <= names:
            kids += [n for f in a.name.split("·") for n in _factors(f, a.at)]
        else:
            kids.append(_spelt(a, names))
    return replace(node, args=tuple(kids)) if node.args else node


def _factors(unit: str, at: int) -> Iterator[Node]:
    """The symbols that one factor of a unit is, where it is none: M and B of MB, a power of W of W^-1."""
    power = _POWERED.fullmatch(unit)
    if power is None:
        yield from (Node("name", name=letter, at=at + i) for i, letter in enumerate(unit))
        return
    one = Printed(Fraction(int(power["power"])), Fraction(1), Fraction(1), 1, power["power"])
    exponent = make("add", (Node("num", printed=one, at=at),), ops=power["sign"] or "+")
    yield make("pow", (Node("name", name=power["letter"], at=at), exponent))


def open_letters(node: Node | None) -> set[str]:
    """The letters that stand behind a number and may be a unit or a symbol: the B of 16 B.

    >>> from symroof.reading.formula import parse_formula
    >>> sorted(open_letters(parse_formula("16e9 B / 2 h").sides[0].node))
    ['B', 'h']
    """
    return {n.args[1].name for n in walk(node) if _is_open(n)}


def without_open(node: Node | None) -> Node | None:
    """The formula without those letters, to see which symbols it has besides."""
    if node is None:
        return None
    if _is_open(node):
        return node.args[0]
    kids = tuple(without_open(a) or a for a in node.args)
    return node if all(map(is_, kids, node.args)) else replace(node, args=kids)


def measured(node: Node, letters: Collection[str]) -> Node:
    """The formula with these letters behind its numbers read as units.

    One that ends a quotient belongs to the whole of it, as in 700/50 J; a unit that ended one is no longer the only
    one, and stands below: 1.2e9 B / 895e-6 s.
    """
    made = _with_units(node, letters)
    if made.kind != "juxt" or made.name != "whole" or not any(True for _ in leaves(made.args[0], "unit")):
        return made if made == node else lifted(made)
    quotient, *units = made.args
    below = make("juxt", (quotient.args[-1], *units))
    return make("mul", (*quotient.args[:-1], below), ops=quotient.ops)


def _with_units(node: Node, letters: Collection[str]) -> Node:
    if _is_open(node) and node.args[1].name in letters:
        letter = node.args[1]
        unit = Node("unit", name=letter.name, dimension=UNITS[letter.name].dimension, at=letter.at)
        return replace(node, args=(node.args[0], unit))
    return replace(node, args=tuple(_with_units(a, letters) for a in node.args)) if node.args else node


def _is_open(node: Node) -> bool:
    return (
        node.kind == "juxt" and len(node.args) == 2 and _is_number(node.args[0]) and node.args[1].kind == "name"
        and node.args[1].name in OPEN_LETTERS
    )  # fmt: skip


def _is_number(node: Node) -> bool:
    """A number as it stands, a power of one, 2^10, or some in brackets: (700/50)."""
    if node.kind == "group":
        return not any(leaves(node, "name")) and not any(leaves(node, "unit")) and not any(leaves(node, "words"))
    return node.kind == "num" or (node.kind == "pow" and all(a.kind == "num" for a in node.args))


def walk(node: Node | None) -> Iterator[Node]:
    stack = [node] if node is not None else []
    while stack:
        n = stack.pop()
        yield n
        stack.extend(n.args)


def printed(node: Node | None) -> Printed | None:
    """The printed number a side consists of, with its unit's scale, or None where it is more than a number."""
    if node is None:
        return None
    while node.kind == "group" and node.args[0].kind != "mul":
        node = node.args[0]
    if node.kind == "num":
        return node.printed
    if node.kind == "add" and len(node.args) == 1:
        inner = printed(node.args[0])
        return inner.scaled(Fraction(-1), "-" + inner.text) if inner and node.ops == "-" else inner
    if node.kind == "juxt" and node.args[0].kind == "num" and all(a.kind == "unit" for a in node.args[1:]):
        p = node.args[0].printed
        if p is None:
            return None
        scale = Fraction(1)
        for a in node.args[1:]:
            scale *= UNITS[a.name].scale
        words = [(" " if a.name.islower() and len(a.name) > 3 else "") + a.name for a in node.args[1:]]
        return p.scaled(scale, p.text + "".join(words))
    return None


def scientific(p: Printed) -> bool:
    """Whether a number is written with a power of ten: 8.2e11 and 8.2*10^11, but not 410."""
    return bool(_TEN.search(p.text))


def unsaid(node: Node | None) -> bool:
    """Whether a formula holds a measured number (8.2e11) without the unit it must have.

    >>> from symroof.reading.formula import parse_formula
    >>> [unsaid(parse_formula(t).sides[0].node) for t in ("34 MB / 9e10", "34 MB / 9e10 B/s", "34 MB / 2")]
    [True, False, False]
    """
    stack = [node] if node is not None else []
    while stack:
        n = stack.pop()
        if n.printed is not None and scientific(n.printed):
            return True
        said = n.kind == "juxt" and any(a.kind == "unit" for a in n.args)
        stack += [a for a in n.args if not (said and a.printed is not None)]
    return False


def literals(node: Node) -> tuple[Printed, ...]:
    """Every number printed in a formula."""
    out, stack = [], [node]
    while stack:
        n = stack.pop()
        if n.printed is not None:
            out.append(n.printed)
        stack.extend(n.args)
    return tuple(out)
