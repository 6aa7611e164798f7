"""An answer with a unit where a number without one is expected: 240 seconds for 240.24.

What the expected number counts is open unless its own numbers say it: a chip's peak over its bandwidth is FLOPs/byte,
while 1e12/9.89e14 holds a count that could be of anything, and is what the answer says it is.

>>> from symroof.checking.claims.claims import claim
>>> said = unasked(claim("240 s", None, {}), claim("1.97e14/8.2e11", None, {}))
>>> said.verdict, unasked(claim("1.01 ms", None, {}), claim("1e12/9.89e14", None, {}))
('undecided', None)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

import symroof.regexes as re
from symroof.algebra.ratios.posynomial import Ratio
from symroof.checking.claims import digits
from symroof.checking.claims.claims import Claim, Verdict, constant, text_of
from symroof.checking.claims.lettering import as_units
from symroof.reading.measures import BYTES, FLOPS, PER_SECOND, UNITS, agree, product
from symroof.reading.nodes import Node, leaves
from symroof.reading.quantity import NOTHING, Dimension, Printed, dimension_name, shown
from symroof.reading.units import dimension, literals, open_letters, scientific, unsaid
from symroof.symbols import is_size

_INTENSITY = (-1, 1)
_LETTERS = 3  # of which a name may be made that stands for a symbol of its own: T_m
_COARSE, _SURE = 2, 5  # digits: so many of them are in nobody's number by chance
_FAR = Fraction(10**6)  # by which two numbers are off that are of two things
_TOLD_IN = (
    "ns us ms minutes hours days weeks years kB MB GB TB PB KiB MiB GiB TiB MFLOPs GFLOPs TFLOPs PFLOPs EFLOPs ZFLOPs "
    "kW MW kJ MJ kWh MWh cents kHz MHz GHz"
)
_RATE = re.compile(r"[CW](?:_\w+)?")  # by the convention of their names FLOPs/s and bytes/s


def unasked(a: Claim, e: Claim) -> Verdict | None:
    """The verdict on a unit that the expected text does not have and that its numbers do not imply; else None."""
    a = _measured(a, e)
    if not e.dimension and any("MAC" in u for u in leaves(a.node, "unit")):
        if e.node is not None and next(leaves(e.node, "name"), None):  # of a formula, as the bare one stands
            words = "the answer counts multiply-adds, of which each is two FLOPs"
            return Verdict("convention", words, code="macs", right=text_of(e.value))
        words = "the answer counts multiply-adds, and what is expected does not say that it counts FLOPs"
        return Verdict("undecided", words, code="unit-unasked", right=text_of(e.value))
    said = a.dimension or (dimension(a.node) if a.node is not None else None) or NOTHING
    base = product(said[:5], NOTHING)
    if base == FLOPS and e.kind == "bound" and a.kind == "value" and is_size(e.name) and not e.dimension:
        return _undecided(said, NOTHING, e)
    of_things = len(said) > 5 and (e.kind != "bound" or (e.name in _RATES_BY_NAME and base == PER_SECOND))
    if e.dimension or of_things or not any(base) or base in (FLOPS, (*_INTENSITY, 0)):
        return None  # a count of FLOPs or things, a rate of these, and the ratio that an intensity is
    if e.node is None:
        return _of_a_number(said, e)
    if dimension(e.node):
        return None
    if next(leaves(e.node, "name"), None):
        return _of_a_formula(said, a, e)
    meant = dimension(_with_constants(e.node)) or NOTHING
    ridge = meant[:2] == _INTENSITY and not any(meant[2:])  # 4096/9e10 may be of bytes: one constant tells nothing
    if unsaid(_with_constants(e.node)) or (any(meant) and not ridge) or (ridge and agree(said, meant)):
        return None
    return _undecided(said, meant, e)


def unlike(a: Claim, e: Claim, found: Verdict) -> Verdict:
    """The verdict on a wrong number whose unit the expected one does not have; it is open where that is a count.

    A count is a bound on a size, a product of whole numbers, and what is a million times smaller or larger.

    >>> from symroof.checking.claims.claims import claim
    >>> wrong = Verdict("wrong", "the value is 5 s, not 7 s")
    >>> unlike(claim("7 GB", None, {}), claim("3*12*4096", None, {}), wrong).verdict
    'undecided'
    >>> unlike(claim("7 s", None, {}), claim("5.1", None, {}), wrong).reason
    'the value is 5.1, not 7 s'
    """
    said, x, y = a.dimension or NOTHING, constant(a.value), constant(e.value)
    if any(e.dimension or NOTHING) or not any(said[:5]) or x is None or y is None:
        return found
    if not x or not y or not 1 / _FAR < abs(x / y) < _FAR:
        return _undecided(said, NOTHING, e)
    if (open_unit := unasked(a, e)) is None:
        return found
    whole = e.node is not None and e.printed is None and all(p.text.isdigit() for p in literals(e.node))
    if (e.kind == "bound" and a.kind == "value" and is_size(e.name)) or (whole and y.denominator == 1):
        return open_unit
    return replace(found, reason=f"the value is {shown(y, NOTHING, 6)}, not {a.text.strip()}")


def other_names(a: Claim, e: Claim) -> Verdict | None:
    """Undecided for a formula in names that the question does not have, where these are no single letters: d_model.

    >>> from symroof.checking.claims.claims import claim
    >>> print(other_names(claim("3*d_model*F", None, {}), claim("3*D*F", None, {})))
    undecided: d_model: a name that the question does not have
    """
    theirs = {*(e.value.names if e.value is not None else ()), *leaves(e.node, "name"), *e.asked, e.name}
    mine = {*(a.value.names if a.value is not None else ()), a.name} - theirs
    words = sorted(n for n in map(str, mine) if len(n) > _LETTERS and re.fullmatch(r"[a-z]+(?:_[a-z]+)+", n))
    if not words or not theirs - {""}:
        return None
    said = "a name" if len(words) == 1 else "names"
    return Verdict("undecided", f"{', '.join(words)}: {said} that the question does not have", code="words")


def lacking(a: Claim, e: Claim) -> Verdict | None:
    """The verdict on a number that is right but for a unit that only one of the two has: 42 for 42 ms, 240 ms for 240.

    >>> from symroof.checking.claims.claims import claim
    >>> print(lacking(claim("42", None, {}), claim("42 ms", None, {})))
    undecided: the answer has no unit: in ms it is right, and in base units it is not
    >>> print(lacking(claim("42", None, {}), claim("0.042 s", None, {})))
    undecided: the answer has no unit: in ms it is right, and in base units it is not
    >>> print(lacking(claim("4.1253", None, {}), claim("4.1253 ms", None, {})))
    exact: the same value (in ms, which is not said)
    >>> print(lacking(claim("819.2", None, {}), claim("819 ms", None, {})))  # which the key rounds
    undecided: the answer has no unit: in ms it is right, and in base units it is not
    """
    y, p = constant(e.value), a.printed
    if y is None or a.dimension is None or e.dimension is None:
        return None
    mine, theirs = (_own_scale(c) for c in (a, e))
    if p is None:  # 1 + 5 for 6 ns
        bare = theirs is not None and mine is None and not any(a.dimension) and constant(a.value) == y / theirs[1]
        return _no_unit(theirs[0], e) if theirs is not None and bare else None
    if mine is None and not any(a.dimension):
        usual = [theirs] if theirs is not None else []
        meant = next((u for u, scale in (*usual, *_usual(e.dimension)) if digits.claim(p, y / scale)), None)
        if theirs is not None and meant == theirs[0] and _is_surely(p, y / theirs[1], a, theirs[0]):
            return Verdict("exact", "the same value", code="value", note=f"in {meant}, which is not said", right=e.text)
        if meant is None and theirs is not None and _rounds(p.value * theirs[1], e):
            meant = theirs[0]  # 819.2 for 819 GB/s
        if meant is not None:
            return _no_unit(meant, e)
    if mine is None or theirs is not None or any(e.dimension) or not any(a.dimension[:5]):
        return None
    return _undecided(a.dimension, NOTHING, e) if digits.claim(p.scaled(1 / mine[1], p.text), y) else None


def _is_surely(p: Printed, number: Fraction, a: Claim, unit: str) -> bool:
    """Whether a number alone, with no working beside it, is another one digit by digit; bits are counted."""
    alone = a.chain is None or not a.chain.relations
    return alone and (p.digits >= _SURE or unit in ("bit", "bits")) and p.value == number


def _rounds(value: Fraction, e: Claim) -> bool:
    """Whether three digits or more that are expected of a measured amount are those of a value."""
    fine = e.printed is not None and e.printed.digits > _COARSE and any((e.dimension or NOTHING)[:5])
    return fine and e.printed is not None and digits.claim(e.printed, value) is not None


def _usual(dim: Dimension) -> Iterator[tuple[str, Fraction]]:
    """The units in which people tell a quantity, each with how many base units it is.

    >>> [u for u, _ in _usual((0, 0, 1))]
    ['ns', 'us', 'ms', 'minutes', 'hours', 'days', 'weeks', 'years']
    """
    base = product(dim[:5], NOTHING)
    if base == PER_SECOND and len(dim) > 5:  # 150 for 2.5 requests/s
        yield from ((f"so many per {t}", 1 / UNITS[t].scale) for t in ("minute", "hour", "day"))
    for name in _TOLD_IN.split():
        for per, told in ((NOTHING, name), (PER_SECOND, f"{name}/s")):
            if any(base) and product(UNITS[name].dimension, per) == base:
                yield told, UNITS[name].scale


def _no_unit(unit: str, e: Claim) -> Verdict:
    words = f"the answer has no unit: in {unit} it is right, and in base units it is not"
    return Verdict("undecided", words, code="unit-unsaid", right=e.text)


def _own_scale(c: Claim) -> tuple[str, Fraction] | None:
    """The one unit of a printed number and how many base units it is; None where it has none or several."""
    units = list(leaves(c.node, "unit"))
    many = [u for u in units if not UNITS[u].dimension]
    if len(units) == 2 and len(many) == 1:  # $2.5 million
        unit = next(u for u in units if u not in many)
        return f"{many[0]} {unit}", UNITS[many[0]].scale * UNITS[unit].scale
    return (units[0], UNITS[units[0]].scale) if len(units) == 1 else None


def _of_a_number(said: Dimension, e: Claim) -> Verdict | None:
    """The verdict on a unit beside an expected number that was not typed: what it counts nobody said."""
    return _undecided(said, NOTHING, e) if e.value is not None and constant(e.value) is not None else None


def _of_a_formula(said: Dimension, a: Claim, e: Claim) -> Verdict | None:
    """The verdict on a unit behind a formula that has none, and whose form says that it counts something else.

    V/W is a time, because W is a rate, and 2*B*D is none; 2*m*n*k are the FLOPs of a matmul and not bytes.  So many
    elements of 4 bytes say themselves where the 4 comes from.
    """
    if e.node is None or e.value is None:
        return None
    theirs = {*leaves(e.node, "name")} - open_letters(e.node)
    if not theirs or (theirs - {*leaves(a.node, "name")}) & {*"".join(leaves(a.node, "unit"))}:
        return None  # the letters of the unit are symbols: 2MB for 2*M*B
    meant = dimension(_with_rates(e.node))
    if _opposed(said, dimension(_with_rates(e.node, _CHIP))):
        return _undecided(said, (*_INTENSITY, 0), e)
    if _elements_of_bytes(a.node) and not _is_work(e.value):
        return None
    timed = e.kind == "value" and meant is not None and tuple(meant[2:3] or (0,)) == said[2:3]
    if timed and (said[:3] != BYTES or not _is_work(e.value)):
        return None
    words = f"the answer is in {dimension_name(said)}, and the formula expected has no unit"
    return Verdict("undecided", words, code="unit-unasked", right=text_of(e.value))


_RATES_BY_NAME = {"Q", "R", "QPS", "lambda", "mu"}  # which count requests a second by custom
_SIZES_OF_A_TYPE = (1, 2, 4, 8)  # bytes of an element


def _elements_of_bytes(node: Node | None) -> bool:
    """Whether a product is of sizes and the bytes of one element, which is its only number: N*C*4 bytes."""
    while node is not None and node.kind in ("add", "group") and len(node.args) == 1:
        node = node.args[0]
    if node is None or node.kind != "mul" or {*node.ops} - {"*"}:
        return False
    numbers = [x for x in node.args if x.kind != "name"]
    each = numbers[0].args if len(numbers) == 1 and numbers[0].kind == "juxt" else ()
    if len(each) != 2 or each[0].printed is None or each[1].kind != "unit":
        return False
    return each[1].dimension == BYTES and each[0].printed.value in _SIZES_OF_A_TYPE


def _is_work(value: Ratio) -> bool:
    """Whether a formula is twice the product of three sizes, as the FLOPs of a matmul are."""
    mono = value.monomial()
    return mono is not None and mono[1] == 2 and len(mono[0]) == 3 and {*mono[0].values()} == {1}


def _opposed(said: Dimension, meant: Dimension | None) -> bool:
    """Whether bytes/FLOP are said of FLOPs/byte."""
    return meant is not None and meant[:2] == _INTENSITY and not any(meant[2:]) and said[:2] == _INTENSITY[::-1]


_RATES = {"C": PER_SECOND, "W": PER_SECOND}
_CHIP = {"C": product(FLOPS, PER_SECOND), "W": product(BYTES, PER_SECOND)}


def _with_rates(node: Node, rates: Mapping[str, Dimension] = _RATES) -> Node:
    """The formula with what its rates C and W say of time, or of all that they count."""
    if node.kind == "name" and _RATE.fullmatch(node.name):
        return Node("unit", name=node.name[0], dimension=rates[node.name[0]], at=node.at)
    return replace(node, args=tuple(_with_rates(n, rates) for n in node.args)) if node.args else node


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
