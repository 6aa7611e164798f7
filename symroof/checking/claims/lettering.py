"""What else the letters after a number may mean: symbols for a unit (2MB is 2*M*B), thousands for a symbol (8K, 7B).

>>> from symroof.checking.claims.claims import claim
>>> thousands(claim("7B params", None, {})).value.constant()
7000000000
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from symroof.algebra.ratios.posynomial import Ratio, ratio
from symroof.checking.claims.claims import Claim
from symroof.reading.measures import DECIMAL, THOUSANDS
from symroof.reading.nodes import Node, leaves
from symroof.reading.ratios import to_ratio
from symroof.reading.units import dimension, literals, measured, open_letters, printed, spelt, without_open

SYMBOLS = "the letters of a unit read as symbols"
FLOPS, FLOPS_PER_SECOND = (0, 1, 0), (0, 1, -1)
MEANT = {"B": "bytes", "h": "hours", "d": "days", "W": "watts", "J": "joules"}


def lettered(a: Claim, b: Claim, let: Mapping[str, Ratio]) -> Iterator[tuple[Claim, Claim, str]]:
    """Two claims with other readings of the letters after their numbers, and the words for it."""
    names = frozenset({*leaves(a.node, "name"), *leaves(b.node, "name"), *_symbols(a), *_symbols(b)})
    made = [as_symbols(c, names, let) for c in (a, b)]
    if any(made):
        yield made[0] or a, made[1] or b, SYMBOLS
    yield from _measured(a, b, let)
    rates = _rate(a, b, let), _rate(b, a, let)
    if any(rates):
        yield rates[0] or a, rates[1] or b, "F read as FLOPs"
    for x, y, first in ((a, b, True), (b, a, False)):
        many = thousands(x, {*let, *y.asked})
        if many is not None and (_said(many) or not _said(y)) and y.value is not None and not y.value.names:
            words = f"{_suffixed(x)} read as a number"
            yield (many, y, words) if first else (y, many, words)


def _suffixed(c: Claim) -> str:
    """The numbers with letters behind them, as they were typed: 231M of 231M MACs."""
    found = [n for n in _nodes(c.node) if n.kind == "juxt" and n.args[1].name in THOUSANDS] if c.node else []
    return ", ".join(f"{n.args[0].printed.text}{n.args[1].name}" for n in found if n.args[0].printed is not None)


def _symbols(c: Claim) -> tuple[str, ...]:
    """The symbols of what was not typed, an expression or a threshold, and of the problem it belongs to."""
    return (*(c.value.names if c.node is None and c.value is not None else ()), *c.asked)


def _said(c: Claim) -> bool:
    """Whether a claim says that it counts bytes, seconds or the like, so that the other is no bare number."""
    return bool(c.dimension) and any((c.dimension or ())[:5])


def _measured(a: Claim, b: Claim, let: Mapping[str, Ratio]) -> Iterator[tuple[Claim, Claim, str]]:
    """The claims with the letters behind their numbers read as units, where the other side has no such symbol.

    >>> from symroof.checking.claims.claims import claim
    >>> [w for *_, w in _measured(claim("16 GB", None, {}), claim("16e9 B", None, {}), {})]
    ['B read as bytes']
    """
    mine_open, other_open = open_letters(a.node), open_letters(b.node)
    if not (mine_open or other_open):
        return
    made: list[Claim | None] = []
    letters: set[str] = set()
    for c, other, opened, others in ((a, b, mine_open, other_open), (b, a, other_open, mine_open)):
        mine = {n for n in opened if n not in let}
        asked = {*leaves(without_open(other.node), "name"), *_symbols(other)} - others
        own = {*leaves(without_open(c.node), "name")}
        mine -= asked | own
        letters |= mine
        made.append(as_units(c, mine, let) if mine else None)
    if any(made):
        words = ", ".join(f"{n} read as {MEANT[n]}" for n in sorted(letters))
        yield made[0] or a, made[1] or b, words


_FLOPS = {p: power for p, power in DECIMAL.items() if p != "K"}  # before an F


def _rate(c: Claim, other: Claim, let: Mapping[str, Ratio]) -> Claim | None:
    """A printed number of F/s, kF/s or MF/s, or of TF, where the other side is one of FLOPs/s, or of FLOPs; else None.

    >>> from symroof.checking.claims.claims import claim
    >>> [_rate(claim(x, None, {}), claim("53 FLOPs/s", None, {}), {}).value.constant() for x in ("54 F/s", "5 TF")]
    [54, 5000000000000]
    """
    if other.dimension not in (FLOPS_PER_SECOND, FLOPS) or other.value is None or other.value.names or c.value is None:
        return None
    mono, numbers = c.value.monomial(), literals(c.node) if c.node is not None else ()
    if mono is None or len(numbers) != 1 or mono[1] != numbers[0].value or mono[0].keys() & let.keys():
        return None
    rate = other.dimension == FLOPS_PER_SECOND
    for prefix, power in _FLOPS.items():
        letters = {"F": 1, **dict.fromkeys(prefix, 1)}
        a_second = rate and power < 9 and mono[0] == {**letters, "s": -1}  # TF/s and above are units
        if a_second or (power >= 9 and mono[0] == letters):
            text = f"{prefix}F/s" if a_second else f"{prefix}F"
            said = numbers[0].scaled(Fraction(10) ** power, f"{numbers[0].text} {text}")
            return replace(c, value=ratio(said.value), printed=said, node=None, dimension=other.dimension)
    return None


def as_units(c: Claim, letters: Collection[str], let: Mapping[str, Ratio]) -> Claim | None:
    """The claim with these letters behind its numbers read as units."""
    node = measured(c.node, letters) if c.node is not None else None
    if node is None or node == c.node:
        return None
    return replace(c, node=node, value=to_ratio(node, fixed=let), dimension=dimension(node), printed=printed(node))


def unit_of_all(c: Claim, let: Mapping[str, Ratio]) -> Claim | None:
    """The sum with the unit behind its last term read as that of all its terms; None where it has none or several.

    >>> from symroof.checking.claims.claims import claim
    >>> unit_of_all(claim("1.6 + 0.4 ms", None, {}), {}).value.constant(), unit_of_all(claim("2 ms", None, {}), {})
    (Fraction(1, 500), None)
    """
    node = c.node
    if node is None or node.kind != "add" or len(node.args) < 2 or any(leaves(node, "name")):
        return None
    *first, last = node.args
    units = [n for n in _nodes(last) if n.kind == "unit"]
    if len(units) != 1 or any(any(leaves(t, "unit")) for t in first):
        return None
    terms = (Node("juxt", (Node("group", (t,), at=t.at), units[0]), at=t.at) for t in first)
    made = replace(node, args=(*terms, last))
    return replace(c, node=made, value=to_ratio(made, fixed=let), dimension=dimension(made))


def _nodes(node: Node) -> Iterator[Node]:
    yield node
    for n in node.args:
        yield from _nodes(n)


def as_symbols(c: Claim, names: frozenset[str], let: Mapping[str, Ratio]) -> Claim | None:
    """The claim with its units read as products of these symbols: 2MB + 2MD; None where there is no such unit."""
    node = spelt(c.node, names) if c.node is not None and names else None
    if node is None:
        return None
    return replace(c, node=node, value=to_ratio(node, fixed=let), dimension=dimension(node), printed=None)


def in_thousands(node: Node, let: Mapping[str, Ratio], as_units: bool = False) -> Fraction | None:
    """The value of a formula of numbers with the letters behind them as thousands, or as units; None where it is none.

    >>> from symroof.reading.formula import parse_formula
    >>> [in_thousands(parse_formula(t).sides[0].node, {}) for t in ("6 * 7B * 2T", "3 N")]
    [Fraction(84000000000000000000000, 1), None]
    """
    made = measured(node, open_letters(node) & MEANT.keys()) if as_units else _many(node)
    value = to_ratio(made, fixed=let)
    return Fraction(c) if (c := value.constant()) is not None else None


def _many(node: Node) -> Node:
    """The formula with each letter behind a number as so many thousands."""
    if node.kind == "juxt" and len(node.args) > 1 and node.args[0].printed is not None:
        power = THOUSANDS.get(node.args[1].name) if node.args[1].kind in ("name", "unit") else None
        if power is not None:
            number = node.args[0].printed.scaled(Fraction(10) ** power)
            return replace(node, args=(replace(node.args[0], printed=number), *node.args[2:]))
    return replace(node, args=tuple(map(_many, node.args))) if node.args else node


def thousands(c: Claim, let: Collection[str] = ()) -> Claim | None:
    """A number and one letter as so many thousands, millions or billions: 8K, 70B params, 15T tokens, 231M MACs.

    A letter that is bound is a symbol and no such suffix.  What a unit behind it counts stands.  Of a formula all
    such letters are, where it is one of numbers then: 70k + 2k, ceil(1M/64k).
    """
    node = c.node
    if node is None:
        return None
    if node.kind != "juxt" or node.args[0].printed is None or len(node.args) < 2:
        return _all_thousands(c, node, let)
    letter, rest = node.args[1], node.args[2:]
    if letter.kind not in ("name", "unit") or letter.name not in THOUSANDS or letter.name in let:
        return None
    if any(n.kind != "unit" for n in rest):
        return None
    number = node.args[0].printed
    many = number.scaled(Fraction(10) ** THOUSANDS[letter.name], number.text + letter.name)
    if rest and dimension(rest[0]):
        made = replace(node, args=(replace(node.args[0], printed=many), *rest))
        return replace(c, value=to_ratio(made), printed=printed(made), node=made, dimension=dimension(made))
    return replace(c, value=ratio(many.value), printed=many, node=None, dimension=())


def _all_thousands(c: Claim, node: Node, let: Collection[str]) -> Claim | None:
    """A formula whose symbols are all letters behind numbers as one of numbers; None for any other, as 70K + K."""
    names = {*leaves(node, "name")}
    made = _many(node) if names and not names & {*let} and names <= THOUSANDS.keys() else node
    if made == node or any(leaves(made, "name")):
        return None
    return replace(c, value=to_ratio(made), printed=printed(made), node=made, dimension=dimension(made))
