"""One link of a chain judged: two neighbours and the relation between them, or the reason why it claims nothing.

>>> from symroof.reading.formula import parse_formula
>>> chain = parse_formula("128 * (3/4)^2 = 81")
>>> found = judge_link(chain.sides[0], "=", chain.sides[1], chain, Known())
>>> found.verdict, found.right
('wrong', '72')
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import final

import symroof.regexes as re
from symroof.algebra.ratios.posynomial import Ratio, gen, ratio
from symroof.checking.claims import digits
from symroof.checking.claims.claims import Claim, Verdict, below, claim_of, constant, with_note
from symroof.checking.claims.coefficients import of_a_factor
from symroof.checking.claims.fixes import apart, nearer
from symroof.checking.claims.formulas import error_of, in_regime, same
from symroof.checking.claims.idioms import CONVENTIONS, IN_PERCENT, PERCENT_OF, PERIOD, idioms, in_its_period
from symroof.checking.claims.leeway import (
    LONG,
    absorbed,
    aliases,
    billions,
    in_parts,
    last_place,
    no_identity,
    power_of_ten,
    settles,
    spelt_out,
    spelt_sides,
)
from symroof.checking.claims.lettering import SYMBOLS, as_symbols, lettered
from symroof.checking.claims.nearmiss import meant
from symroof.checking.claims.numbers import counted_in_1024, other_bytes
from symroof.checking.claims.regimes import holds_in, named_regime, near_zero
from symroof.checking.claims.values import values
from symroof.checking.claims.verdicts import VerdictName
from symroof.errors import SymroofError
from symroof.reading.formula import Chain, Node, Side
from symroof.reading.measures import BYTES, FLOPS, NOTHING, PER_SECOND, SECONDS, THOUSANDS, agree, product
from symroof.reading.nodes import leaves
from symroof.reading.quantity import UNITS, Printed, shown
from symroof.reading.ratios import to_ratio
from symroof.reading.units import literals, printed, scientific, unsaid
from symroof.symbols import is_size, key

_CALLED = re.compile(r" after (\w+): a product, unless")
_SCIENTIFIC = re.compile(r"/\(\d[\d.]*\*10\^-?\d+\)")
PREFIX_LIMIT = 10**6  # larger numbers are counts, in which no prefix is left to the reader
_IN_SECONDS = {Fraction(60), Fraction(3600), Fraction(86400)}  # of an hour's or a day's rate they are no count
_POWERS = {letter: THOUSANDS[letter] // 3 for letter in "kKMG"}  # B and T count no bytes
_RATE_OF = -1  # the power of a second in a rate
BITS_OF_BYTES = "the factor 8 turns bytes into bits"
LETTERS = "lower-case letters read as a product"
OF_BYTES = "its bare numbers count bytes"
SUPPLIED = "the unit is supplied"
_READ_AS: dict[str, VerdictName] = {**dict.fromkeys(CONVENTIONS, "convention"), OF_BYTES: "undecided"}
_RATES = (product(BYTES, PER_SECOND), product(FLOPS, PER_SECOND))
BITS = re.compile(r"bits?(?:/|\Z)|[kKMGTPE]b(?:/|ps|\Z)")


@final
@dataclass
class Known:
    """What the document has said so far: values of symbols, regimes to assume, and what its formulas define.

    ``defined`` is of the whole document; ``in_scope`` says whether a name has a number at this place.
    """

    let: dict[str, Ratio] = field(default_factory=dict)
    given: list[str] = field(default_factory=list)
    defined: dict[str, Ratio] = field(default_factory=dict)
    in_scope: Callable[[str], bool] = lambda name: True


def judge_link(left: Side, relation: str, right: Side, chain: Chain, known: Known, role: str = "") -> Verdict | str:
    """The verdict on one link, or the reason why there is nothing to judge.

    ``role`` is what the words before it make of the formula: a premise ("when F = 4D") claims no identity, and what is
    "denied" ("it is not true that") no more than that.
    """
    found = _judged(left, relation, right, chain, known)
    if found in ("definition", "condition") and relation in ("=", "~", "->"):
        letters = _in_letters(left, relation, right, chain, known)
        found = found if letters is None else letters
    if isinstance(found, str) or found.ok:
        return found
    if role == "denied":
        return "denied"
    if relation in ("=", "~") and left.names | right.names - known.let.keys():
        if relation == "=" and _is_name(left.node, known):
            return "update"  # y = a x + y says what y becomes
        if role == "update" or (role == "premise" and _solvable(left, right, known)):
            return role
    return found


def _solvable(left: Side, right: Side, known: Known) -> bool:
    """Whether sizes may exist for which two sides are equal: no premise asks for what holds for none, 4d^2 = 11d^2."""
    x, y = claim_of(left, known.let).value, claim_of(right, known.let).value
    if x is None or y is None or not x.num.terms or not y.num.terms or set(x.names) != set(y.names):
        return True
    c = constant(x / y)
    if c is not None:
        return c == 1 or c < 0  # of what anticommutes
    if x.atoms or y.atoms:
        return True
    off = x - y
    signs = [{c > 0 for _, c in p.monomials()} for p in (off.num, off.den)]
    return any(len(s) > 1 for s in signs)


def _judged(left: Side, relation: str, right: Side, chain: Chain, known: Known) -> Verdict | str:
    nothing = _no_claim(left, relation, right, known)
    if nothing:
        return nothing
    a, b = claim_of(left, known.let), claim_of(right, known.let)
    a, b = by_width(a, b), by_width(b, a)
    if a.value is None or b.value is None:
        return "syntax"
    if relation in ("<", ">", "<=", ">="):
        return _inequality(a, relation, b)
    if _defines(left, relation, right, chain, known):
        return "definition"
    ca, cb = constant(a.value), constant(b.value)
    solvable = (ca is None) != (cb is None) and not (left.names and right.names)  # (D + 1/2)/(2D + 1) is no number
    if solvable and (relation == "=" or _monomial_in_one(a, b)):
        return _equation(a, b) if relation == "=" else "condition"
    verdict = _uncut(compared(a, b, relation, known), a, b, relation)
    if verdict.verdict != "wrong" and verdict.code != "loose":
        return verdict
    if solvable and not settles(a.value if ca is None else b.value):
        return "condition"  # the values of its symbols decide
    verdict = _rounded_before(a, b, verdict)
    if verdict.verdict != "wrong":
        return verdict
    found = _otherwise(a, b, relation, known, verdict)
    if isinstance(found, str) or found.ok or found.code == "cut":
        return found
    return _near_miss(left, right, relation, chain, known, found)


def _uncut(found: Verdict, a: Claim, b: Claim, relation: str) -> Verdict:
    """A verdict that lets no whole number pass of which digits were cut."""
    if found.verdict in ("truncated", "rounded") and relation == "=" and _cut(a, b, found):
        return replace(found, verdict="wrong", code="cut")
    given = any(scientific(p) for c in (a, b) if c.node is not None for p in literals(c.node))
    return _rounded_before(a, b, found) if found.verdict == "truncated" and not given else found


def _cut(a: Claim, b: Claim, found: Verdict) -> bool:
    """Whether a whole number made of whole numbers was cut before its last digits: 2,800 for 2880."""
    exact, said = (a, b) if b.printed is not None else (b, a)
    p, value = said.printed, constant(exact.value)
    if p is None or value is None or exact.printed is not None or exact.node is None or said.dimension:
        return False
    rounded_up = exact.node.kind == "call" and exact.node.name in ("ceil", "floor")
    if rounded_up and p.place == 1 and value < 10**4:
        return p.value != value
    whole = all(n.text.isdigit() for n in literals(exact.node)) and value.denominator == 1
    return (
        found.verdict == "truncated" and whole and p.place == 1 and value < PREFIX_LIMIT and abs(p.value - value) >= 1
    )


def _no_claim(left: Side, relation: str, right: Side, known: Known) -> str:
    """What a relation is that claims nothing: a regime, a map 0.7 -> 0.3 or h -> 4h, a condition; else ""."""
    if "oo" in left.names | right.names or relation in ("<<", ">>"):
        return "regime"
    if relation in ("?", "!=", "=>"):
        return "condition"
    numbers = printed(left.node) is not None and printed(right.node) is not None
    mapped = numbers or (_is_name(left.node, known) and left.names <= right.names)
    return "map" if relation == "->" and mapped else ""


def _defines(left: Side, relation: str, right: Side, chain: Chain, known: Known) -> bool:
    """Whether a line says what a name is, or a function: f(x) = x^2."""
    if any(_is_name(x.node, known) and not x.names <= y.names for x, y in ((left, right), (right, left))):
        return True
    return relation in ("=", "~") and _is_call(left.node) and any("unless" in n for n in chain.notes)


def _rounded_before(a: Claim, b: Claim, verdict: Verdict) -> Verdict:
    """A verdict on two numbers that may be off by no more than the roundings of what they were worked out from."""
    ca, cb = constant(a.value), constant(b.value)
    if verdict.code != "units" and in_parts(a, b):
        words = "within the roundings of the numbers printed in it"
        return Verdict("rounded", words, verdict.error, code="parts", right=verdict.right)
    if verdict.code != "units" and last_place(a, b):
        words = f"{verdict.reason}; its last digit may come from numbers before they were rounded"
        return Verdict("undecided", words, verdict.error, code="last-place", right=verdict.right)
    if ca is not None and cb is not None and absorbed(a, b, ca, cb):
        return Verdict("undecided", "the two differ by less than floats keep", verdict.error, code="float")
    return verdict


def _otherwise(a: Claim, b: Claim, relation: str, known: Known, verdict: Verdict) -> Verdict | str:
    """What a wrong line says in another reading of its units, letters and symbols, or why it claims nothing."""
    symbols = a, b
    for a2, b2, note in _doubts(a, b, known):
        with suppress(SymroofError):
            again = compared(a2, b2, relation, known)
            if note == SUPPLIED and again.verdict == "wrong":
                again = _rounded_before(a2, b2, again)
                if again.code == "last-place":
                    return replace(again, note=note)
            if again.ok:
                return replace(again, note=note, verdict=_READ_AS.get(note, again.verdict))
            surer = note in (SYMBOLS, PERCENT_OF, IN_PERCENT) or _settled(a, b, a2, b2, note)
            if surer or (note in (SUPPLIED, PERIOD) and _nearer(*symbols, a2, b2)):
                verdict, symbols = replace(again, note=note), (a2, b2)
    for x, y in ((a, b), (b, a)):
        period = in_its_period(y, x)
        readings = (_prefix_left_out(s, x) for s in (y, period) if s is not None)
        prefixed = next((v for v in readings if v is not None), None)
        if prefixed is not None:
            return replace(prefixed, error=verdict.error, right=verdict.right)
    if symbols == (a, b) and (_strangers(a, b) or _put_in(a, b)):
        return "definition"
    if verdict.code == "units" and (unsaid_time := _without_its_time(a, b, known)) is not None:
        return unsaid_time
    return no_identity(symbols[0], relation, symbols[1]) or verdict


def _without_its_time(a: Claim, b: Claim, known: Known) -> Verdict | None:
    """Open, where units differ by a time alone, which a bare number may have: 49.8 Mb * 60 = 2.99 Gb/s."""
    for x, y in ((a, b), (b, a)):
        if x.printed is not None or y.printed is None or not x.dimension or not y.dimension or x.node is None:
            continue
        ours, theirs = ((*d, 0, 0, 0, 0, 0)[:5] for d in (x.dimension, y.dimension))
        long = [p for p in literals(x.node) if p.value >= 10] if ours[2] - theirs[2] in (1, -1) else []
        if long and ours[:2] == theirs[:2] and ours[3:] == theirs[3:] and any(theirs[:2] + theirs[3:]):
            for seconds in (1, 3600, 86400):  # 300 kW * 8760 * 4 = 10.5 GWh
                told = None if x.value is None else x.value * Fraction(seconds) ** (theirs[2] - ours[2])
                again = compared(replace(x, value=told, dimension=y.dimension), y, "=", known)
                if again.ok:
                    words = f"right if one of its numbers is of a time: {again.reason}"
                    return Verdict("undecided", words, code="unsaid-time")
    return None


def by_width(x: Claim, other: Claim) -> Claim:
    """A clock or a pin's rate times a pure number, as what the other side counts: 2 GHz * 64 = 128 GFLOPs/s.

    The number is of FLOPs or bytes a cycle, or of bits beside each other: 1024 bits * 2 Gb/s is 2048 Gb/s.
    """
    if x.printed is None and x.value is not None and _counts_bits(x, other):
        return replace(x, value=x.value / 8)
    if x.printed is not None or x.value is None or other.dimension not in _RATES:
        return x
    measured = (p for p in literals(x.node) if "." in p.text) if x.node is not None else ()
    loose = sum((p.place / 2 / abs(p.value) for p in measured if p.value), Fraction(0))
    if x.dimension == PER_SECOND and any(u.endswith("Hz") for u in leaves(x.node, "unit")):
        return replace(x, dimension=other.dimension, rounding=loose)
    if x.dimension == product(BYTES, _RATES[0]) and {*leaves(x.node, "unit")} & {"bit", "bits"}:
        eights = 64 if _over_eight(x.node) else 8
        return replace(x, value=x.value * eights, dimension=other.dimension, rounding=loose)
    return x


def _counts_bits(x: Claim, other: Claim) -> bool:
    """Whether bare numbers count bits, as the result behind them does: 1500 * 8 / 0.001 = 12 Mb/s."""
    return not x.dimension and other.printed is not None and _in_bits(other) and not any(leaves(x.node, "unit"))


def _in_letters(left: Side, relation: str, right: Side, chain: Chain, known: Known) -> Verdict | None:
    """The verdict on a line that only seems to define, by names which are products of letters: 4bdh/4d(b + h)."""
    if left.node is None or right.node is None:
        return None
    least = 2 if relation == "->" else 3  # what tends to another thing shares its letters
    spelt = spelt_sides(left.node, right.node, {*known.let, *known.defined}, least)
    if spelt is None and relation == "=":  # two letters, where the sides are then one thing but for a factor
        spelt = spelt_sides(left.node, right.node, {*known.let, *known.defined}, 2)
        with suppress(SymroofError, ZeroDivisionError):
            if spelt is not None and constant(to_ratio(spelt[0]) / to_ratio(spelt[1])) is None:
                return None
    if spelt is None:
        return None
    one, other = replace(left, node=spelt[0]), replace(right, node=spelt[1])
    letters = (one.names | other.names) & known.defined.keys()
    near = {n: known.defined[n] for n in letters if known.defined[n].names or known.in_scope(n)}
    found = _judged(
        one, relation, other, chain, replace(known, defined=near)
    )  # sizes of another section excuse nothing
    return None if isinstance(found, str) else with_note(found, LETTERS)


def _settled(a: Claim, b: Claim, a2: Claim, b2: Claim, note: str) -> bool:
    """Whether another reading, or one definition, leaves both sides the same symbols, where they had not."""
    if note.startswith("with ") and (", " in note or re.search(r"= [\d./*]+\Z", note)):
        return False  # several definitions may be of different places
    if a.value is None or b.value is None or a2.value is None or b2.value is None:
        return False
    return {*a.value.names} != {*b.value.names} and {*a2.value.names} == {*b2.value.names} != set()


def _nearer(a: Claim, b: Claim, a2: Claim, b2: Claim) -> bool:
    """Whether a wrong number is less far off where its unit is only supplied."""
    x, y, x2, y2 = (constant(c.value) for c in (a, b, a2, b2))
    if x is None or y is None or x2 is None or y2 is None:
        return False
    return nearer(apart(x2, y2), apart(x, y), measured=unsaid(a.node) or unsaid(b.node))


def _doubts(a: Claim, b: Claim, known: Known) -> Iterator[tuple[Claim, Claim, str]]:
    """Other readings that a wrong link has a right to: what else its units, letters and symbols may mean."""
    yield from _other_units(a, b, known)
    yield from lettered(a, b, known.let)
    letters = [spelt_out(c, known.let) for c in (a, b)]
    if any(letters):
        yield letters[0] or a, letters[1] or b, LETTERS
        yield from _all_letters(a, b, known)
    many = [billions(c, known.let) for c in (a, b)]
    if any(many):
        yield many[0] or a, many[1] or b, "B read as billion"
    same_names = aliases(a, b, known.defined)
    if same_names and a.value is not None:
        words = ", ".join(f"{n} read as {v}" for n, v in sorted(same_names.items()))
        yield replace(a, value=a.value.subs(same_names), node=None), b, words
    yield from idioms(a, b)
    yield from _by_definition(a, b, known)


def _other_units(a: Claim, b: Claim, known: Known) -> Iterator[tuple[Claim, Claim, str]]:
    """The unit behind a quotient as its divisor's, one that was only supplied, bits over 8, one over the period."""
    a2, b2 = below(a, known.let), below(b, known.let)
    if a2 or b2:
        yield a2 or a, b2 or b, "the unit after / read as the divisor's"
    for x, y, flip in ((a, b, False), (b, a, True)):
        bare = _without_unit(x, y)
        if bare is not None:
            y = replace(y, value=8 * y.value) if y.value is not None and _counts_bits(y, x) else y
            yield (y, bare[0], bare[1]) if flip else (bare[0], y, bare[1])
    for x, y, flip in ((a, b, False), (b, a, True)):
        for counted, note in _bits_and_bytes(x, y, known):
            yield (y, counted, note) if flip else (counted, y, note)
        if _inverse(x, y) and x.value is not None and x.value.num.terms and y.printed is not None:
            period = replace(x, value=1 / x.value, printed=None, node=None, dimension=y.dimension)
            yield (y, period, "one over the period") if flip else (period, y, "one over the period")
        if x.dimension == SECONDS and y.dimension == PER_SECOND and y.value is not None and y.value.num.terms:
            period = replace(y, value=1 / y.value, printed=None, node=None, dimension=SECONDS)
            yield (period, x, "one over the period") if flip else (x, period, "one over the period")


def _bits_and_bytes(x: Claim, y: Claim, known: Known) -> Iterator[tuple[Claim, str]]:
    """A side with an 8 that turns bits into bytes, or with bare numbers that count what the other side counts."""
    if x.value is None:
        return
    if _in_bits(x) and not _in_bits(y) and y.dimension and _over_eight(x.node):
        yield replace(x, value=8 * x.value, printed=None, node=None), "bits over 8 are bytes"
    if _one_in_bits(x, y) and (by := _eight(x.node)):
        yield replace(x, value=x.value * by, printed=None, node=None), BITS_OF_BYTES
    if _in_bits(x) and _in_bytes(x) and _times_eight(x.node):
        yield replace(x, value=x.value / 8, node=None), BITS_OF_BYTES  # 96 kB * 8 / 100 Mb/s
    if _counts_bits(x, y):
        yield replace(x, value=8 * x.value), OF_BYTES
    for counted in _with_its_count(below(x, known.let) or x, y):
        yield counted, SUPPLIED


def _one_in_bits(x: Claim, y: Claim) -> bool:
    """Whether one of two quantities, the first worked out, is in bits and the other one in bytes."""
    if x.printed is not None or y.printed is None or not x.dimension or not y.dimension:
        return False
    return _in_bits(x) != _in_bits(y)


def _eight(node: Node | None) -> Fraction:
    """What undoes the 8 that ends a product: an eighth, or 8 below a slash; 0 without one, as in 8 × 50 GB/s."""
    if node is None or node.kind != "mul" or (p := node.args[-1].printed) is None or p.text != "8":
        return Fraction(0)
    return Fraction(1, 8) if node.ops[-1] == "*" else Fraction(8)


def _inverse(x: Claim, y: Claim) -> bool:
    """Whether one is per what the other counts: 42 ms/token and 24 tokens/s."""
    if (
        not x.dimension
        or not y.dimension
        or not any(x.dimension[:5])
        or _RATE_OF not in (x.dimension[2], y.dimension[2])
    ):
        return False
    return x.dimension[2] == -y.dimension[2] and agree(product(NOTHING, x.dimension, -1), y.dimension)


def _with_its_count(x: Claim, y: Claim) -> Iterator[Claim]:
    """Bare numbers over a time as counts of what a printed rate counts: 12 / 2 s = 6 GB/s, or of bits."""
    units = [*leaves(y.node, "unit")]
    timed = {UNITS[u].dimension for u in leaves(x.node, "unit")} == {SECONDS}
    if x.value is None or not timed or x.printed is not None or y.printed is None or len(units) != 1:
        return
    stem = units[0].partition("/")[0]
    if stem in UNITS and y.dimension == product(UNITS[stem].dimension, PER_SECOND):
        for scale in (Fraction(1, 8) if _in_bits(y) else Fraction(1), UNITS[stem].scale):
            yield replace(x, value=scale * x.value, dimension=y.dimension, node=None)


def _by_definition(a: Claim, b: Claim, known: Known) -> Iterator[tuple[Claim, Claim, str]]:
    """Both sides with what the document says their names are, up to three definitions deep."""
    known_here = {n: v for n, v in known.defined.items() if n not in known.let}
    for n in [n for n, v in known_here.items() if (m := str(v)) > n and str(known_here.get(m)) == n]:
        del known_here[n]  # of a = b one is the other
    if a.value is None or b.value is None or not known_here.keys() & ({*a.value.names, *b.value.names}):
        return
    p, q = a.value, b.value
    for _ in range(3):
        used = {n: v for n, v in known_here.items() if n in {*p.names, *q.names} and (v.names or known.in_scope(n))}
        if not used or sum(map(len, (p.num, p.den, q.num, q.den))) > 40:
            break
        p, q = p.subs(used), q.subs(used)
        if not p.num.terms or not q.num.terms:
            return  # 0 = 0 shows nothing
        words = ", ".join(f"{n} = {v}" for n, v in sorted(used.items()))
        yield replace(a, value=p, node=None), replace(b, value=q, node=None), f"with {words}"


def _all_letters(a: Claim, b: Claim, known: Known) -> Iterator[tuple[Claim, Claim, str]]:
    """Both sides with their runs and their units as products of letters: the s of 24nh^2s beside sh^2 is no second."""
    every = frozenset(ch for c in (a, b) for n in leaves(c.node, "name") for ch in (n, *n) if ch.isalpha())
    made = [as_symbols(c, every, known.let) for c in (a, b)]
    if any(made):
        one, other = (spelt_out(new or old, known.let) or new or old for new, old in zip(made, (a, b)))
        yield one, other, LETTERS


def _without_unit(x: Claim, other: Claim) -> tuple[Claim, str] | None:
    """A quantity whose unit the author only supplied: 900/2 = 450 GB/s, 450 = 900/2 GB/s."""
    node = x.node
    while node is not None and node.kind == "group" and len(node.args) == 1:
        node = node.args[0]
    if node is None or node.kind != "juxt" or other.dimension or any(n.kind != "unit" for n in node.args[1:]):
        return None
    number = node.args[0].printed
    if number is None:
        if other.printed is None or any(leaves(node.args[0], "unit")):
            return None
        return replace(x, value=to_ratio(node.args[0], fixed=x.let), dimension=(), node=node.args[0]), SUPPLIED
    return replace(x, value=ratio(number.value), printed=number, dimension=(), node=node.args[0]), SUPPLIED


def _in_bits(c: Claim) -> bool:
    return told_in_bits(c.node)


def _in_bytes(c: Claim) -> bool:
    return any(UNITS[u].dimension[:1] == (1,) and not BITS.search(u) for u in leaves(c.node, "unit"))


def _times_eight(node: Node | None) -> bool:
    """Whether an 8 stands in a product, and not below its bar."""
    if node is None or node.kind != "mul":
        return node is not None and any(map(_times_eight, node.args))
    eights = (op == "*" and a.printed is not None and a.printed.text == "8" for op, a in zip(node.ops, node.args))
    return any(eights) or any(map(_times_eight, node.args))


def told_in_bits(node: Node | None) -> bool:
    return any(BITS.search(u) for u in leaves(node, "unit"))


def _over_eight(node: Node | None) -> bool:
    """Whether an 8 stands below a slash: 400 Gbps / 8 = 50 GB/s."""
    stack = [node] if node is not None else []
    while stack:
        n = stack.pop()
        stack += n.args
        if n.kind == "mul" and any(op == "/" and a.printed and a.printed.text == "8" for op, a in zip(n.ops, n.args)):
            return True
    return False


def _strangers(a: Claim, b: Claim) -> bool:
    """Whether each side has symbols that the other lacks, and more than one symbol written for another.

    6P = 3df, T_math/T_comms = BW/C: such a line says what something is, and cannot be judged without that.
    """
    if a.value is None or b.value is None:
        return False
    ours, others = set(leaves(a.node, "name")), set(leaves(b.node, "name"))
    mine, theirs = ours - others, others - ours
    if not mine or not theirs:
        return False
    if len(mine) == len(theirs) == 1 and b.value.num.terms and ours & others:
        mono = (a.value / b.value).monomial()
        return mono is None or mono[1] != 1 or set(mono[0]) != mine | theirs
    return True


def _put_in(a: Claim, b: Claim) -> bool:
    """Whether one side has a number where the other has a name: 2BDF/C = 2BDF/1.97e14 says what C is."""
    if a.value is None or b.value is None or not b.value.num.terms or a.node is None or b.node is None:
        return False
    mono = (a.value / b.value).monomial()
    if mono is None or len(mono[0]) != 1:
        return False
    ((name, power),) = mono[0].items()
    if abs(Fraction(power)) != 1:
        return False
    there = name in set(leaves(a.node, "name"))
    other = b.node if there else a.node
    c = Fraction(mono[1])
    put_in = any(p.value in (c, 1 / c) for p in literals(other) if p.value != 1)
    return put_in and name not in set(leaves(other, "name"))


def _is_name(node: Node | None, known: Known) -> bool:
    while node is not None and node.kind == "group":
        node = node.args[0]
    return node is not None and node.kind == "name" and node.name not in known.let


def _is_call(node: Node | None) -> bool:
    """Whether a side is f(x): one name and another one, or more, in brackets."""
    return (
        node is not None
        and node.kind == "juxt"
        and len(node.args) == 2
        and node.args[0].kind == "name"
        and node.args[1].kind in ("group", "list")
    )


def _monomial_in_one(a: Claim, b: Claim) -> bool:
    symbolic = a.value if b.value is not None and not b.value.names else b.value
    return symbolic is not None and symbolic.monomial() is not None


def _equation(a: Claim, b: Claim) -> Verdict | str:
    """A formula set equal to a number: an equation to solve, unless it is a limit in a regime."""
    symbolic, number = (a, b) if a.value is not None and a.value.names else (b, a)
    if symbolic.value is None or number.value is None:
        return "condition"
    if symbolic.value.monomial() is not None:
        return "condition"  # the values of its symbols decide, where they are known
    name = named_regime(symbolic.value, number.value)
    if name is None:
        return "condition"
    v = values(number, symbolic, None)
    return Verdict("in-regime", v.reason + "; written with =", v.error, None, None, "named-regime", regime=name)


def compared(a: Claim, b: Claim, relation: str, known: Known) -> Verdict:
    """Two values joined by =, ~ or ->; the first is the exact one unless only it is a printed number."""
    x, y = a.value, b.value
    if x is None or y is None:
        return Verdict("undecided", "nothing to compare", code="empty")
    exact, said = (b, a) if a.printed is not None and b.printed is None else (a, b)
    if x.names and set(x.names) == set(y.names) and (found := rounded_coefficients(a, b)) is not None:
        return found
    ca, cb = constant(exact.value), constant(said.value)
    if ca is not None and cb is not None:
        v = values(said, exact, search=False)
        return v if v.verdict != "wrong" or v.code == "units" else _soft_number(said, exact, cb, ca, relation, v)
    return _as_equal(said, exact, known) if relation == "=" else _as_near(said, exact, known)


def _as_equal(said: Claim, exact: Claim, known: Known) -> Verdict:
    """Two formulas joined by =, in a regime that the document states, or everywhere."""
    for given in reversed(known.given):
        v = values(said, exact, given, search=False)
        if v.ok:
            return v
    v = values(said, exact, search=False)
    if v.verdict == "wrong" and exact.value is not None and said.value is not None:
        name = named_regime(exact.value, said.value)
        told = (
            {*re.findall(r"\w+", name)} <= {*(exact.value / said.value).names}
            if name and said.value.num.terms
            else None
        )
        return replace(v, note=f"it would hold as an approximation if {name}") if told else v
    return v


def _as_near(said: Claim, exact: Claim, known: Known) -> Verdict:
    """Two formulas joined by ~ or ->: in a regime that the document states, or in some regime."""
    if exact.value is None or said.value is None:
        return values(said, exact, whole=True)
    for given in reversed(known.given):
        if holds_in(exact.value, said.value, given):
            return values(said, exact, given)
    factor = of_a_factor(said, exact)
    if factor is not None:
        return factor
    v = values(said, exact, whole=True)
    c = (said.value / exact.value).constant() if v.verdict in ("wrong", "convention") else None
    if v.verdict in ("wrong", "convention") and exact.value.monomial() is not None and c is None:
        reason = f"no regime was found in which this holds: {v.reason}"
        return Verdict("undecided", reason, v.error, code="no-regime")
    if v.verdict != "wrong" or v.code == "units":
        return v
    if c is not None and abs(Fraction(c) - 1) <= digits.ROUND_FIGURE:
        return Verdict("rounded", f"within {float(abs(Fraction(c) - 1)):.2%}", v.error, code="near")
    if c is not None and Fraction(1, 2) < Fraction(c) < 2:
        words = f"off by the fixed factor {Fraction(c)}; whether that is near enough is the reader's to say"
        return Verdict("undecided", words, v.error, code="fixed-factor", right=v.right)
    near = near_zero(exact.value, said.value)
    if near is not None:
        return in_regime(said.value, exact.value, near, "named")
    return replace(v, reason=f"in no regime tried does this hold; {v.reason}")


def _soft_number(said: Claim, exact: Claim, x: Fraction, y: Fraction, relation: str, v: Verdict) -> Verdict:
    """What may still excuse a number that its digits do not: another unit prefix, or an announced approximation."""
    binary = other_bytes(said, exact, y) if all(UNITS[u].scale <= 1 for u in leaves(exact.node, "unit")) else None
    binary = binary or counted_in_1024(said, exact, y)
    if binary is not None:
        words = f"right if {binary.variant.name}"
        if binary.counts:
            return Verdict("convention", words, v.error, code="gib", right=v.right, chance=float(binary.chance))
        words += f", as chance would have it in {float(binary.chance):.1%} of cases"
        return Verdict("undecided", words, v.error, code="gib", right=v.right, chance=float(binary.chance))
    for number, value in ((said.printed, y), (exact.printed, x)):
        power = _POWERS.get(number.text[-1:]) if number is not None else None
        if power and number is not None:
            rescaled = number.scaled(Fraction(1024, 1000) ** power)
            if digits.claim(rescaled, value) in ("exact", "rounded"):
                words = f"right if {number.text} counts in powers of 1024"
                return Verdict("convention", words, v.error, code="gib", right=v.right)
    if said.printed is not None and said.printed.digits >= LONG and y and abs(x / y - 1) < Fraction(1, 10**15):
        return Verdict("rounded", "equal to the last digits of a float", v.error, code="float", right=v.right)
    ten = power_of_ten(said)
    if ten is not None and digits.claim(ten, y):
        return Verdict("rounded", f"{shown(y, digits=6)} to one digit is {shown(x)}", v.error, code="one-digit",
                       right=v.right)  # fmt: skip
    measured = any(p.text.strip("0123456789, _") for p in literals(exact.node)) if exact.node is not None else False
    if measured and said.printed is not None and digits.to_two(said.printed, y):
        how: VerdictName = "rounded" if said.printed.coarse == 100 * said.printed.place else "undecided"
        words = f"{shown(y, digits=6)} to two digits is {said.printed.text}"
        return Verdict(how, words, v.error, code="two-digits", right=v.right)
    if said.printed is not None and said.dimension and exact.printed is None and _one_digit(said.printed, y):
        words = f"{shown(y, digits=6)} to the one digit printed is {said.printed.text}"
        return Verdict("rounded", words, v.error, code="one-digit", right=v.right)
    if relation == "=" or not y:
        return v
    off = abs(x / y - 1)
    if said.printed is not None and abs(x - y) <= said.printed.coarse / 2:
        return Verdict(
            "rounded", f"{shown(y, digits=6)} to the digits printed is {said.printed.text}", v.error, code="rounded"
        )
    if off <= digits.ROUND_FIGURE:
        return Verdict(
            "undecided",
            f"about right, but off by {float(off):.2%}: the value is {v.right}",
            v.error,
            code="loose",
            right=v.right,
        )
    return v


def _one_digit(said: Printed, value: Fraction) -> bool:
    """Whether a number of one digit and zeros (300 ms) is the value to that digit: it claims no more."""
    if said.coarse < 100 * said.place or abs(said.value) >= 10 * said.coarse:
        return False
    return abs(said.value - value) <= min(said.coarse / 2, abs(value) / 10)


def _prefix_left_out(said: Claim, exact: Claim) -> Verdict | None:
    """Bare numbers against a unit: 8960 * 96 = 860 TB counts in GB, and so do its digits; they are judged."""
    y = constant(exact.value)
    if y is None or said.printed is None or not said.dimension or exact.dimension or exact.node is None or not y:
        return None
    written = literals(exact.node)
    if any(True for _ in leaves(exact.node, "unit")):
        return None
    days = next((p.value for p in written if p.value in _IN_SECONDS), Fraction(1))
    if (y / days >= PREFIX_LIMIT and not _in_watt_hours(said)) or any(scientific(p) for p in written):
        return None
    hours = Fraction(3600) if _in_watt_hours(said) else Fraction(1)
    powers = (1, 2, 3, 4) if said.dimension[-1:] != (1,) else (0, 1, 2) if hours > 1 else (-1, -2, -3)
    for k in powers:
        moved = y * hours * Fraction(1000) ** k
        if digits.claim(said.printed, moved) in ("exact", "rounded", "truncated") or digits.to_two(said.printed, moved):
            what = shown(hours * Fraction(1000) ** k, said.dimension)
            words = f"with its numbers in units of {what}: {shown(moved, said.dimension, 4)}"
            return Verdict("rounded", words, code="prefix")
        number = said.printed.scaled(1 / (hours * Fraction(1000) ** k))
        if last_place(exact, replace(said, printed=number), measured=True):
            return Verdict(
                "undecided", "its last digit may come from numbers before they were rounded", code="last-place"
            )
    return None


def _in_watt_hours(c: Claim) -> bool:
    return any(u.partition("/")[0].endswith("Wh") for u in leaves(c.node, "unit"))


def rounded_coefficients(a: Claim, b: Claim) -> Verdict | None:
    """Two sums of the same terms whose printed coefficients are roundings: 2*4096*16384*B = 1.3e8 B."""
    x, y = a.value, b.value
    if x is None or y is None or x.den != y.den or a.node is None or b.node is None:
        return None
    ours, theirs = ({frozenset(e.items()): Fraction(c) for e, c in r.num.monomials()} for r in (x, y))
    if ours.keys() != theirs.keys() or ours == theirs or len(ours) > 12:
        return None
    scale = _number_below(x), _number_below(y)
    for mono, p in ours.items():
        q = theirs[mono]
        if p != q and not (
            _coefficient(b.node, p / scale[0], q / scale[1]) or _coefficient(a.node, q / scale[1], p / scale[0])
        ):
            return None
    words = "equal but for coefficients rounded to the digits printed"
    return Verdict("rounded", words, error_of(x, y), code="coefficient")


def _number_below(r: Ratio) -> Fraction:
    """The number that the denominator of a ratio is, where it is one."""
    c = r.den.constant()
    return Fraction(c) if c else Fraction(1)


def _coefficient(node: Node, value: Fraction, said: Fraction) -> bool:
    """Whether a formula prints ``said`` with digits that the value rounds to."""
    for p in literals(node):
        if p.value == said and (p.digits > 2 or not p.text.isdigit()) and digits.claim(p, value):
            return True
    return False


def _near_miss(left: Side, right: Side, relation: str, chain: Chain, known: Known, verdict: Verdict) -> Verdict:
    """A wrong link that another reading would put right: missing parentheses, an ambiguous 1/2B, f(x)."""
    with suppress(SymroofError):
        again = claim_of(left, known.let, "loose"), claim_of(right, known.let, "loose")
        if [c.value for c in again] != [claim_of(s, known.let).value for s in (left, right)]:
            loose = compared(*again, relation, known)
            if loose.ok:
                words = f"right only if read from left to right: {loose.reason}"
                return Verdict("undecided", words, code="ambiguous", note=verdict.reason)
    doubtful = [n for n in chain.notes if (m := _CALLED.search(n)) and _holds(m[1], left, right)]
    if doubtful:
        return Verdict("undecided", f"{doubtful[0]}; {verdict.reason}", code="ambiguous")
    a, b = claim_of(left, known.let), claim_of(right, known.let)
    near = meant(a, b, known.let, lambda x, y: compared(x, y, relation, known))
    if near and _SCIENTIFIC.search(near[0]):
        words = f"right if {near[0]}, the powers of ten being parts of numbers; as printed, {verdict.reason}"
        return Verdict("undecided", words, code="ambiguous")
    if near:
        words = f"as printed, {verdict.reason}"
        return replace(verdict, reason=words, note=f"right with parentheses: {near[0]}", code="near-miss")
    return verdict


def _holds(name: str, left: Side, right: Side) -> bool:
    """Whether a name that may be a function's stands on one of two sides, as on the first of I(b) = 2b^3/8b^2 = b/4."""
    return any(re.search(rf"(?<![A-Za-z]){name}(?![A-Za-z])", s.text) for s in (left, right))


def _open_letters(r: Ratio) -> Ratio:
    """The same with small letters as parameters, which may be below 1: a fraction s of the work."""
    small = {n: gen(key(n, size=False)) for n in r.names if is_size(n) and len(n) == 1 and n.islower() and n != "n"}
    return r.subs(small) if small else r


def _inequality(a: Claim, relation: str, b: Claim) -> Verdict | str:
    """An inequality is judged when it is between numbers, or holds for all sizes; otherwise it is a condition."""
    x, y = a.value, b.value
    if x is None or y is None:
        return "condition"
    ca, cb = constant(x), constant(y)
    if ca is not None and cb is not None:
        holds = {"<": ca < cb, ">": ca > cb, "<=": ca <= cb, ">=": ca >= cb}[relation]
        if holds:
            return Verdict("exact", f"{shown(ca)} {relation} {shown(cb)} holds", code="inequality")
        return Verdict("wrong", f"{shown(ca)} {relation} {shown(cb)} does not hold", code="inequality")
    if not x.num.terms or not y.num.terms:
        return "condition"  # whether something is negative is asked, not claimed
    low, high = (x, y) if relation[0] == "<" else (y, x)
    if low.monomial() is not None and high.monomial() is not None and not (low.atoms or high.atoms):
        return "condition"
    if max(len(low.num), len(low.den), len(high.num), len(high.den)) > 12:
        return "condition"
    from symroof.algebra.equality.identity import dominates

    low, high = _open_letters(low), _open_letters(high)
    if dominates(high, low):
        strict = relation in ("<", ">")
        if strict and same(high, low):
            return Verdict("wrong", "the two sides are equal, so one is never larger", code="inequality")
        return Verdict("exact", "holds for all sizes", code="dominance")
    if dominates(low, high) and not same(low, high):
        return Verdict("wrong", "the opposite holds for all sizes: the inequality is reversed", code="direction")
    return "condition"


def rule(left: Side, relation: str, right: Side, known: Known) -> str:
    """The id of the rule that judges a link."""
    if relation == "=>":
        return "implication"
    if relation in ("<", ">", "<=", ">="):
        return "inequality"
    if not (left.names | right.names) - known.let.keys():
        return "arithmetic"
    return "algebra" if relation == "=" else "approximation"
