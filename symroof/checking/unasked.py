"""An answer with a unit where a number without one is expected: 240 seconds for 240.24.

What the expected number counts is open unless its own numbers say it: a chip's peak over its bandwidth is FLOPs/byte,
while 1e12/9.89e14 holds a count that could be of anything, and is what the answer says it is.

>>> from symroof.checking.claims import claim
>>> said = unasked(claim("240 s", None, {}), claim("1.97e14/8.2e11", None, {}))
>>> said.verdict, unasked(claim("1.01 ms", None, {}), claim("1e12/9.89e14", None, {}))
('undecided', None)
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from symroof.checking.claims import Claim, Verdict, constant, text_of
from symroof.checking.lettering import as_units
from symroof.reading.measures import agree, product
from symroof.reading.nodes import Node, leaves
from symroof.reading.quantity import NOTHING, Dimension, dimension_name
from symroof.reading.units import dimension, open_letters, scientific, unsaid

_INTENSITY = (-1, 1)


def unasked(a: Claim, e: Claim) -> Verdict | None:
    """The verdict on a unit that the expected text does not have and that its numbers do not imply; else None."""
    a = _measured(a, e)
    if not e.dimension and any("MAC" in u for u in leaves(a.node, "unit")):
        words = "the answer counts multiply-adds, and what is expected does not say that it counts FLOPs"
        return Verdict("undecided", words, code="unit-unasked", right=text_of(e.value))
    said = a.dimension or (dimension(a.node) if a.node is not None else None) or NOTHING
    base = product(said, NOTHING)[:5]
    if e.dimension or len(said) > 5 or not any(base) or base in ((0, 1, 0), (*_INTENSITY, 0)):
        return None  # a count of FLOPs or things, and the ratio that an intensity is
    if e.node is None:
        return _of_a_number(said, e)
    if dimension(e.node) or next(leaves(e.node, "name"), None):
        return None
    meant = dimension(_with_constants(e.node)) or NOTHING
    ridge = meant[:2] == _INTENSITY and not any(meant[2:])  # 4096/9e10 may be of bytes: one constant tells nothing
    if unsaid(_with_constants(e.node)) or (any(meant) and not ridge) or (ridge and agree(said, meant)):
        return None
    return _undecided(said, meant, e)


def _of_a_number(said: Dimension, e: Claim) -> Verdict | None:
    """The verdict on a unit beside an expected number that was not typed: what it counts nobody said."""
    return _undecided(said, NOTHING, e) if e.value is not None and constant(e.value) is not None else None


def _undecided(said: Dimension, meant: Dimension, e: Claim) -> Verdict:
    has = f"is in {dimension_name(meant)}" if any(meant) else "has no unit"
    words = f"the answer is in {dimension_name(said)}, and the number expected {has}"
    return Verdict("undecided", words, code="unit-unasked", right=text_of(e.value))


def _measured(a: Claim, e: Claim) -> Claim:
    """The answer with a letter behind its number read as a unit, where that is how it came to stand: 240 J."""
    made = as_units(a, open_letters(a.node), {}) if a.node is not None else None
    x, y = (constant(c.value) if c is not None else None for c in (made, e))
    return made if made is not None and x and y and Fraction(1, 2) < x / y < 2 else a


def _with_constants(node: Node) -> Node:
    """The formula with the units of those numbers that are constants of a chip."""
    if node.printed is not None and scientific(node.printed):
        dim = _constants().get(node.printed.value)
        if dim is not None:
            unit = Node("unit", name="FLOPs/s" if dim == (0, 1, -1) else "bytes/s", dimension=dim, at=node.at)
            return Node("juxt", (node, unit), at=node.at)
        return node
    return replace(node, args=tuple(_with_constants(a) for a in node.args)) if node.args else node


@lru_cache(maxsize=1)
def _constants() -> dict[Fraction, Dimension]:
    """The peaks and bandwidths of all chips that are one or the other."""
    from symroof.machines import machines

    peaks = {v for m in machines().values() for v in m.peaks.values()}
    rates = {v for m in machines().values() for v in m.bandwidths.values()}
    return {v: (0, 1, -1) if v in peaks else (1, 0, -1) for v in peaks ^ rates}
