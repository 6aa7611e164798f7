"""What authors write that is no arithmetic word for word: 40 ms - 15%, 21.6 TB per day, 64k for 65,536, 100 - 37 = 63%.

Each is another reading of a claim, tried where the plain one does not hold.

>>> from symroof.checking.claims.claims import claim
>>> taken_off(claim("40 ms - 15%", None, {})).value.constant()
Fraction(17, 500)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import symroof.regexes as re
from symroof.algebra.ratios.posynomial import ratio
from symroof.checking.claims.claims import Claim
from symroof.reading.measures import SECONDS, agree, product
from symroof.reading.nodes import Node, leaves, make
from symroof.reading.quantity import UNITS, Printed
from symroof.reading.ratios import to_ratio
from symroof.reading.units import dimension, literals, printed

PERCENT_OF = "a percentage read as one of what stands before it"
PERIOD = "the unit says how long it was counted"
BINARY = "k read as 1024"
IN_PERCENT = "counted in percent"
CONVERTED = "a factor that only turns one unit into the other"
CONVENTIONS = (BINARY, CONVERTED)
_IN_BINARY = re.compile(r"(\d+)([kKM])")


def idioms(a: Claim, b: Claim) -> Iterator[tuple[Claim, Claim, str]]:
    """Two claims with one of them, or both, in another reading, and the words for it."""
    for x, y, flip in ((a, b, False), (b, a, True)):
        made = (
            (taken_off(x), y, PERCENT_OF),
            (x, in_its_period(y, x), PERIOD),
            (x, _in_percent(y, x), IN_PERCENT),
            (_converted(x, y), y, CONVERTED),
        )
        for one, other, words in made:
            if one is not None and other is not None:
                yield (other, one, words) if flip else (one, other, words)
    kilos = [_in_thousands(c) for c in (a, b)]
    if any(kilos):
        yield kilos[0] or a, kilos[1] or b, BINARY


def taken_off(c: Claim) -> Claim | None:
    """40 ms - 15% as 85% of 40 ms; None where no percentage is added to what is none."""
    node = off_percent(c.node)
    if node is None:
        return None
    return replace(c, value=to_ratio(node, fixed=c.let), node=node, dimension=dimension(node))


def off_percent(node: Node | None) -> Node | None:
    """A sum whose percentages are of what stands before each of them; None where it is none."""
    if node is None or node.kind != "add" or len(node.args) < 2 or _is_percent(node.args[0]):
        return None
    if not any(_is_percent(a) for a in node.args[1:]):
        return None
    out, one = node.args[0], Printed(Fraction(1), Fraction(1), Fraction(1), 1, "1")
    for op, arg in zip(node.ops[1:], node.args[1:]):
        if _is_percent(arg):
            share = make("group", (make("add", (Node("num", printed=one), arg), ops="+" + op),))
            out = make("mul", (make("group", (out,)), share), ops="**")
        else:
            out = make("add", (out, arg), ops="+" + op)
    return out


def _is_percent(node: Node) -> bool:
    p = printed(node)
    return p is not None and p.text.endswith(("%", "percent"))


def in_its_period(said: Claim, exact: Claim) -> Claim | None:
    """21.6 TB per day as the 21.6 TB that a day comes to, where a worked side counts no time, or so many TB itself."""
    units = [*leaves(said.node, "unit")]
    period = UNITS[units[0].rpartition("/")[2]] if len(units) == 1 and "/" in units[0] else None
    if period is None or period.dimension != SECONDS or said.printed is None or said.value is None:
        return None
    if period.scale < 60 or not said.dimension or exact.printed is not None:
        return None
    counted = product(said.dimension, SECONDS)
    if exact.dimension is None or (exact.dimension and not agree(exact.dimension, counted)):
        return None
    number = said.printed.scaled(period.scale)
    return replace(said, value=ratio(number.value), printed=number, dimension=counted)


def _in_percent(said: Claim, exact: Claim) -> Claim | None:
    """63% as 63, beside a sum of whole numbers that counts percents itself: 100 - 37 = 63%."""
    p, node = said.printed, exact.node
    if p is None or not p.text.endswith("%") or node is None or node.kind != "add" or len(node.args) < 2:
        return None
    terms = [printed(a) for a in node.args]
    if any(t is None or t.text.endswith("%") or abs(t.value) < 1 for t in terms) or exact.dimension:
        return None
    number = p.scaled(Fraction(100))
    return replace(said, value=ratio(number.value), printed=number)


def _converted(c: Claim, said: Claim) -> Claim | None:
    """45 min * 60 = 2700 s: a factor among the numbers that the change of units brings already."""
    ours, theirs = [*leaves(c.node, "unit")], [*leaves(said.node, "unit")]
    if len(ours) != 1 or len(theirs) != 1 or c.node is None or c.value is None or said.printed is None:
        return None
    one, other = UNITS[ours[0]], UNITS[theirs[0]]
    if one.dimension != SECONDS or other.dimension != SECONDS or one.scale == other.scale or c.printed is not None:
        return None
    by = one.scale / other.scale
    if not {by, 1 / by} & {p.value for p in literals(c.node)}:
        return None
    return replace(c, value=c.value / ratio(by))


def _in_thousands(c: Claim) -> Claim | None:
    """128k * 192 KiB with k as 1024, where a power of two stands before it; None where there is no such number."""
    node = _binary(c.node) if c.node is not None else None
    if node is None or node is c.node:
        return None
    return replace(c, value=to_ratio(node, fixed=c.let), node=node, printed=printed(node))


def _binary(node: Node) -> Node:
    p = node.printed
    m = _IN_BINARY.fullmatch(p.text) if p is not None else None
    if p is not None and m is not None:
        n = int(m[1])
        power = Fraction(1024, 1000) ** (2 if m[2] == "M" else 1)
        return replace(node, printed=p.scaled(power, p.text)) if n & (n - 1) == 0 else node
    kids = tuple(_binary(a) for a in node.args)
    return replace(node, args=kids) if any(x is not y for x, y in zip(kids, node.args)) else node
