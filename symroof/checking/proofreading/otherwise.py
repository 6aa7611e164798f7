"""What a wrong line of numbers may yet mean by the words around it, so that it is not called wrong.

A unit or a scale that words supply, things that are counted and have a width, two things that are set equal, inputs
that were rounded or had more digits, points that part thousands, and the arithmetic of machines (modulo, XOR, floats).

>>> from symroof.checking.proofreading.proofread import proofread
>>> text = "A tile of 128 × 128 floats = {} KiB."
>>> [[f.verdict for f in proofread(text.format(n)).findings] for n in (64, 48)]
[['rounded'], ['wrong']]
>>> text = "At 3 ms per 1k tokens, 60 ms buy 60 / 3 = {}k tokens."
>>> [[f.verdict for f in proofread(text.format(n)).findings] for n in (20, 30)]
[['rounded'], ['wrong']]
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import islice

import symroof.regexes as re
from symroof.checking.claims import digits
from symroof.checking.claims.claims import Verdict, claim_of, constant
from symroof.checking.claims.fixes import authors
from symroof.checking.claims.leeway import carried
from symroof.checking.claims.links import told_in_bits
from symroof.checking.documents.material import Item
from symroof.checking.documents.places import stands
from symroof.checking.proofreading.periods import over_a_period
from symroof.checking.proofreading.supplied import left_out
from symroof.checking.proofreading.wholes import filled_up, of_few_values
from symroof.errors import SymroofError
from symroof.reading.formula import Side, parse_formula
from symroof.reading.measures import BYTES, KIND, POWERS_OF_1000, SECONDS, UNITS, plain_number
from symroof.reading.nodes import Node, leaves
from symroof.reading.quantity import Printed, shown
from symroof.reading.ratios import to_ratio
from symroof.reading.units import dimension, literals, printed, scientific

_RISING = ("log", "log2", "ln", "exp", "sqrt")  # what rises has equal values of equal numbers only
MAX_FINER = 40  # numbers of the text around that an input may be the rounding of
_AROUND, _NEAR = 1500, 120  # characters to either side in which an input may be told finer; a whole one
_OF_WIDTH = {"float": 4, "double": 8, "half": 2, "short": 2, "int": 4, "long": 8, "word": 0}
_WIDTHS = (Fraction(1, 2), Fraction(1), Fraction(2), Fraction(4), Fraction(8), Fraction(16))
_WORD = re.compile(r"[^\W\d_]+")
_SCALED = re.compile(
    r"\b(?:thousands?|millions?|billions?|trillions?)\b|(?:\bper|/)\s?(?:\d[\d,]*\s?)?[kKMBGT]\b|\b1,?000\b|\b1e[369]\b|"
    r"\d\s?[kKMBT](?=[\s-](?:tok|par|step|mod|req|seq|sam|wei|ima|user|fea|row|rec|ent|ele|wor|mes|ite|exa|doc|cal|op))"
)
MODULAR = re.compile(
    r"\b(?:mod|modulo|modulus|modular|wraps?|wrapp\w+|overflow\w*|underflow\w*|saturat\w*|u?int(?:4|8|16|32|64)(?:_t)?|"
    r"\d+-bit\s(?:counters?|registers?|integers?|ints?|numbers?|words?|values?|fields?|adders?|arithmetic)|"
    r"(?:un)?signed|two['’]s complement|Galois|finite fields?|residues?|parity|xor|bitwise)\b|"
    r"\bGF\}?\s?\(|\bZ/|\\mathbb\{[FZ]\}|\\oplus",
    re.I,
)
_OTHER_BASE = re.compile(r"\b(?:binary|hex\w*|octal|base[- ](?:\d+|two|eight|sixteen)|Gray code|BCD)\b", re.I)
_SHORT_FLOATS = re.compile(
    r"\b(?:bf16|bfloat16|fp(?:4|8|16|32|64)|float(?:8|16|32|64)?|half|single|double|floating[- ]point|mantissa|ulp)\b",
    re.I,
)
_FIT = re.compile(r"[^.;=]{0,40}\b(?:fits?|whole|full|complete)\b")
PER_ONE = re.compile(r"\s[a-z]{3,}\s(?:per|to a|to the|in (?:a|each|every|one)|on (?:a|each|every|one))\b")
_INTEGER = re.compile(r"(?<![\w.,])\d{1,6}(?![\w]|[.,]\d)")
_PARTED = re.compile(r"(?<![\d.,])\d{1,3}(?:\.\d{3})+(?!\w|[.,]\d)")
_FINER = re.compile(r"(?<![\w.,])\d[\d,]*\.\d+(?![\w.]*\d)")
_ROUNDED = re.compile(r"\.|\de", re.I)
_DECIMAL = re.compile(r"\d+\.\d+")
_OF_ANOTHER = re.compile(r"\s+(?:of\b|[^\W\d_]{2,})")
_SHARE = re.compile(r"\s*(?:1\s?/\s?\d{1,4}|\\frac\{?1\}?\{?\d{1,4}\}?|[½⅓¼⅕⅛])\s*")


def meant_otherwise(item: Item, left: Side, right: Side, found: Verdict) -> Verdict | str | None:
    """The verdict on a wrong line of numbers as its words mean it, or why it is not judged; None where it is wrong."""
    if left.node is None or right.node is None or left.names | right.names:
        return None
    if left.node.kind == right.node.kind == "call" and left.node.name == right.node.name in _RISING:
        left, right = (replace(s, node=s.node.args[0]) for s in (left, right) if s.node is not None)
    if of_machines(item, left, right):
        return "notation"
    if found.code == "inequality":
        return None
    if _two_things(item, left, right, found) or any(_of_square_time(s) for s in (left, right)):
        return "words"
    with suppress(SymroofError):
        exact, said = (left, right) if printed(right.node) is not None else (right, left)
        p, value = printed(said.node), constant(claim_of(exact).value)
        if p is None or value is None or exact.node is None:
            return None
        things = _things(item, exact, said) and not _widths(item, exact)
        if found.code == "units" and (each := _of_each(exact, value, p) or left_out(item, exact, said)) is not None:
            return each
        open_ = "words" if things or _counted_last(item, exact, said) else None
        return next((v for v in _readings(item, exact, said, value, p) if v is not None), open_)
    return None


def _readings(item: Item, exact: Side, said: Side, value: Fraction, p: Printed) -> Iterator[Verdict | None]:
    """What each other reading says of a line whose value and printed number differ."""
    yield _of_a_width(item, exact, said, value, p)
    yield _in_thousands(item, exact, value, p)
    yield over_a_period(item, exact, said)
    yield _from_finer(item, exact, p)
    yield _carried(exact, said, p)
    yield _with_parted(exact, said)
    yield _whole_ones(item, value, p)
    yield filled_up(item, exact, value, p)
    yield _rest_of(exact, p)
    yield _of_hundred(exact, value, p)
    yield _of_bits(exact, said)
    yield _divided_whole(item, exact, p)


def of_machines(item: Item, left: Side, right: Side) -> bool:
    """Whether a line of whole numbers is one of modulo, XOR, another base or short floats, as its words or it say."""
    if left.node is None or right.node is None:
        return False
    said = [*literals(left.node), *literals(right.node)]
    if any(True for side in (left.node, right.node) for _ in leaves(side, "unit")):
        return False
    if any(not p.text.isdigit() for p in said):
        return False
    numbers = [int(p.text) for p in literals(left.node)]
    result = printed(right.node)
    if result is None:
        return False
    if "^" in left.text and len(numbers) == 2 and numbers[0] ^ numbers[1] == result.value:
        return True
    if of_few_values(item, left, result):
        return True
    text, place = item.page.text, (item.sentence[0] - item.page.base, item.sentence[1] - item.page.base)
    if stands(_OTHER_BASE, text, *place):
        return True
    if stands(MODULAR, text, *place) and _congruent(text[slice(*place)], left, result):
        return True
    return max(numbers, default=0) == result.value and stands(_SHORT_FLOATS, text, *place)


def _congruent(words: str, left: Side, result: Printed) -> bool:
    """Whether two numbers are one modulo a number that the words name, or a power of two that registers have."""
    off = (constant(left.ratio()) or Fraction(0)) - result.value
    named = [int(x) for x in _INTEGER.findall(words)]
    return off.denominator == 1 and any(m > 1 and off % m == 0 for m in (*named, 2**4, 2**8, 2**16, 2**32, 2**64))


def _unread(item: Item, side: Side) -> list[str]:
    """The words of a side that were left out for reading: floats, lanes, cache line."""
    raw, text = item.span.raw, item.span.text
    if not raw or len(raw) != len(text):
        return []
    stop = side.at + len(side.text)
    while stop < len(text) and text[stop] == " ":
        stop += 1
    return [m.group() for m in _WORD.finditer(raw, side.at, stop) if text[m.start() : m.end()].strip() != m.group()]


def _two_things(item: Item, left: Side, right: Side, found: Verdict) -> bool:
    """Whether a line sets two things equal: 128 bytes = 1 cache line, 512 GPUs = 64 nodes, 1/16 = 2 MB of 32 MB."""
    if left.node is None or right.node is None:
        return False
    ours, theirs = [*leaves(left.node, "unit")], [*leaves(right.node, "unit")]
    if _SHARE.fullmatch(left.text) and any(any(UNITS[u].dimension[:5]) for u in theirs):
        return True
    if printed(left.node) is None:
        return False
    words, others = _unread(item, left), _unread(item, right)
    last = not item.span.text[right.at + len(right.text) :].strip()
    behind = bool(last and _OF_ANOTHER.match(item.dark, item.span.end, item.span.end + 20))
    if words and not ours and item.span.kind in ("prose", "table"):
        return not {*words} & {*others}
    if ours and not theirs:
        return behind or bool(others)
    counted = all(u in KIND for u in (*ours, *theirs))
    return found.code == "units" and counted


def _of_square_time(side: Side) -> bool:
    """Whether a side multiplies times, as those of an hour and of a day: 3600 seconds * 24 hours."""
    of = dimension(side.node) if side.node is not None else None
    second = SECONDS.index(1)
    return bool(of) and of is not None and of[second] > 1


def _of_a_width(item: Item, exact: Side, said: Side, value: Fraction, p: Printed) -> Verdict | None:
    """Bytes of counted things that have a width: 128 × 128 floats = 64 KiB."""
    words = _things(item, exact, said)
    for width in (_widths(item, exact) or _WIDTHS) if words else ():
        how = digits.claim(p, value * width)
        if how in ("exact", "rounded"):
            reason = f"{shown(value * width, BYTES)} at {shown(width)} bytes each of the {words[-1]}"
            return Verdict("rounded", reason, code="width")
    return None


def _things(item: Item, exact: Side, said: Side) -> list[str]:
    """What is counted on one side of a line whose other side is bytes: floats, pixels; none where it has a unit."""
    if exact.node is None or said.node is None or dimension(said.node) != BYTES:
        return []
    if any(any(UNITS[u].dimension[:5]) for u in leaves(exact.node, "unit")):
        return []
    return [*_unread(item, exact), *leaves(exact.node, "unit")]


def _widths(item: Item, exact: Side) -> list[Fraction]:
    """The bytes that one of what a side counts has by its name; none where the name says nothing of it."""
    words = [*_unread(item, exact), *leaves(exact.node, "unit")]
    return [Fraction(_OF_WIDTH[w.rstrip("s")]) for w in words if _OF_WIDTH.get(w.rstrip("s"))]


def _in_thousands(item: Item, exact: Side, value: Fraction, p: Printed) -> Verdict | None:
    """Bare numbers of which the words say per how many they are: $0.90 per million, 1.2T tokens at 4M a step."""
    if exact.node is None or any(any(UNITS[u].dimension[:5]) for u in leaves(exact.node, "unit")):
        return None
    if any(scientific(x) for x in literals(exact.node)):
        return None
    begin = item.sentence[0] - item.page.base
    start = max(0, begin - 240, item.dark.rfind("\n\n", 0, begin) + 1)
    if not stands(_SCALED, item.dark, start, item.span.start):
        return None
    for k in POWERS_OF_1000:
        if digits.claim(p, value * k) in ("exact", "rounded"):
            return Verdict("rounded", f"{shown(value * k)} in the thousands that the words name", code="scale")
    return None


def _from_finer(item: Item, exact: Side, p: Printed) -> Verdict | None:
    """A number worked out from a finer one that the text prints: 100 × 10.5 = 1,054, of 10.54 ms a step."""
    if exact.node is None:
        return None
    rounded = [x for x in literals(exact.node) if _DECIMAL.fullmatch(x.text) or (x.text.isdigit() and x.digits > 1)]
    if not rounded:
        return None
    text, at = item.page.text, item.span.start
    around = text[max(0, at - _AROUND) : item.span.end + _AROUND]
    close = text[max(0, at - _NEAR) : item.span.end + _NEAR]
    near = {f.group().replace(",", "") for f in islice(_FINER.finditer(close), MAX_FINER)}
    finer = {f.group().replace(",", "") for f in islice(_FINER.finditer(around), MAX_FINER)}
    for x in rounded:
        place = Fraction(1, 10 ** len(x.text.partition(".")[2]))
        for f in sorted(near if x.text.isdigit() else finer):
            if len(f.partition(".")[2]) <= len(x.text.partition(".")[2]):
                continue
            if abs(Fraction(f) - Fraction(x.text)) > place / 2 or Fraction(f) in (Fraction(x.text), p.value):
                continue
            node = _put(exact.node, x, x.scaled(Fraction(f) / Fraction(x.text)))
            value = constant(to_ratio(node))
            if value is not None and any(
                digits.claim(p, v) in ("exact", "rounded") for v in (value, *_supplied(exact.node, p, value))
            ):
                return Verdict("rounded", f"{x.text} is the {f} of the text, rounded", code="finer")
    return None


def _carried(exact: Side, said: Side, p: Printed) -> Verdict | None:
    """A result with digits that its rounded operand no longer has: 39.02e9 / 196608 = 198464."""
    finer = p.digits - (2 if "." in p.text else 1)
    operands = literals(exact.node) if exact.node is not None else ()
    rough = [x for x in operands if 3 <= x.digits <= finer and _ROUNDED.search(x.text)]
    if not rough or not carried(claim_of(exact), claim_of(said)):
        return None
    words = f"{rough[0].text} may have had more digits than are printed; as printed it does not make {p.text}"
    return Verdict("undecided", words, code="carried")


def _whole_ones(item: Item, value: Fraction, p: Printed) -> Verdict | None:
    """How many whole ones there are: 228 / 48 = 4 blocks fit."""
    fits = any(w.match(item.dark, item.span.end, item.span.end + 60) for w in (_FIT, PER_ONE))
    if p.text.isdigit() and 0 < value - p.value < 1 and fits:
        return Verdict("rounded", f"of {shown(value)} whole ones fit", code="whole")
    return None


def _rest_of(exact: Side, p: Printed) -> Verdict | None:
    """What nearly all leaves of a time: 99.9 % of 30 days is 43.2 min of errors."""
    found = literals(exact.node) if exact.node is not None else ()
    share = next((x for x in found if x.text.endswith("%") and x.value > Fraction(9, 10)), None)
    if exact.node is None or share is None:
        return None
    rest = constant(to_ratio(_put(exact.node, share, share.scaled(1 / share.value - 1))))
    if rest is None or digits.claim(p, rest) not in ("exact", "rounded"):
        return None
    return Verdict("undecided", f"right if it is what {share.text} leave", code="rest")


def _of_each(exact: Side, value: Fraction, p: Printed) -> Verdict | None:
    """Counts of one thing times a bare number, told as counts of another: 50 users/s × 10 = 500 QPS."""
    bare_number = exact.node is not None and exact.node.kind == "mul" and any(a.kind == "num" for a in exact.node.args)
    units = [*leaves(exact.node, "unit")] if exact.node is not None else []
    counted = units and all(u.partition("/")[0] in KIND for u in units)
    if not bare_number or not counted or digits.claim(p, value) not in ("exact", "rounded"):
        return None
    return Verdict("undecided", "right if each of what is counted makes so many of the other", code="each")


def _of_bits(exact: Side, said: Side) -> Verdict | None:
    """A whole number, printed bare, that counts the bits behind it: 4 × 250 = 1000 = 1 kb."""
    for bare_side, other in ((exact, said), (said, exact)):
        p = printed(bare_side.node)
        if p is None or not p.text.isdigit() or other.node is None or not told_in_bits(other.node):
            continue
        bits = constant(claim_of(other).value)
        if bits is not None and p.value == 8 * bits:
            return Verdict("exact", "the number counts bits, as what stands beside it", code="bits")
    return None


def _of_hundred(exact: Side, value: Fraction, p: Printed) -> Verdict | None:
    """A share times the 100 of its percent: 100 × 3 / 8 = 37.5 %."""
    hundred = exact.node is not None and any(x.text == "100" for x in literals(exact.node))
    if not hundred or not p.text.endswith("%"):
        return None
    words = f"{shown(value)} in percent: the 100 is that of its sign"
    if digits.claim(p, value / 100) in ("exact", "rounded"):
        return Verdict("rounded", words, code="hundred")
    if value and abs(100 * p.value / value - 1) < digits.ROUND_FIGURE:
        return Verdict(
            "wrong", f"the value is {words}", code="hundred", right=f"{authors(p.text.rstrip(' %'), value)}%"
        )
    return None


def _divided_whole(item: Item, exact: Side, p: Printed) -> Verdict | None:
    """A line of code that holds where its slash cuts to whole numbers, as that of many languages: 15 * (64/136 + 1)."""
    if item.span.kind != "code" or exact.node is None or not p.text.isdigit() or p.coarse != 1:
        return None
    cut = _cut(exact.node)
    if (
        cut is None
        or cut != p.value
        or exact.node.kind == "mul" == "".join({a.kind for a in exact.node.args} - {"num"})
    ):
        return None
    return Verdict("undecided", f"right if its division is of whole numbers, which makes {cut}", code="whole-division")


def _cut(node: Node) -> int | None:
    """What a formula of whole numbers is where each division is cut to a whole one; None for any other formula."""
    if node.kind == "num" and node.printed is not None and node.printed.text.isdigit():
        return int(node.printed.text)
    parts = [_cut(a) for a in node.args]
    whole = [x for x in parts if x is not None]
    if not parts or len(whole) < len(parts):
        return None
    if node.kind == "group" and len(whole) == 1:
        return whole[0]
    if node.kind == "add":
        return sum(x if s == "+" else -x for s, x in zip(node.ops, whole))
    if node.kind != "mul":
        return None
    out = 1
    for op, x in zip(node.ops, whole):
        if op == "/" and x == 0:
            return None
        out = out * x if op == "*" else out // x
    return out


def _counted_last(item: Item, exact: Side, said: Side) -> bool:
    """Whether a side that ends in what it counts is set equal to a time: 548 × 225 epochs ≈ 18 months."""
    if exact.node is None or said.node is None or dimension(said.node) != SECONDS:
        return False
    units = [*leaves(exact.node, "unit")]
    if any(any(UNITS[u].dimension[:5]) for u in units):
        return False
    if units:
        return True
    raw, text = item.span.raw, item.span.text
    if not raw or len(raw) != len(text):
        return False
    end = exact.at + len(exact.text)
    behind = raw[end : end + len(text[end:]) - len(text[end:].lstrip())]
    return bool(_WORD.fullmatch(behind.strip()))


def whole_ones(item: Item, left: Side, right: Side) -> Verdict | None:
    """A quotient cut to the whole things that fit in it, by the words behind: 8000 / 120 = 66 rows per page."""
    p, value = printed(right.node), constant(claim_of(left).value)
    behind = PER_ONE.match(item.dark, item.span.end, item.span.end + 40)
    if behind is None or p is None or value is None or not p.text.isdigit() or p.coarse != 1:
        return None
    return Verdict("rounded", f"of {shown(value)} whole ones fit", code="whole") if 0 < value - p.value < 1 else None


def _supplied(node: Node, p: Printed, value: Fraction) -> tuple[Fraction, ...]:
    """The value in the unit of a printed result, where bare numbers were given it: 3 × 1.94 = 5.83 ms."""
    if any(True for _ in leaves(node, "unit")):
        return ()
    number = re.match(r"[\d,]+(?:\.\d+)?", p.text)
    scale = p.value / plain_number(number.group()) if number and p.value else Fraction(1)
    return (value * scale,)


def _put(node: Node, old: Printed, new: Printed) -> Node:
    if node.printed is not None and node.printed.text == old.text and node.printed.value == old.value:
        return replace(node, printed=new)
    return replace(node, args=tuple(_put(a, old, new) for a in node.args)) if node.args else node


def _with_parted(left: Side, right: Side) -> Verdict | None:
    """A line that holds where its points part thousands: 24.999 / 36 ≈ 694."""
    text = f"{left.text} = {right.text}"
    if not _PARTED.search(text):
        return None
    with suppress(SymroofError):
        one, other = parse_formula(_PARTED.sub(lambda m: m.group().replace(".", ""), text)).sides[:2]
        if printed(other.node) is None:
            one, other = other, one
        p, value = printed(other.node), constant(claim_of(one).value)
        if p is not None and value is not None and digits.claim(p, value) in ("exact", "rounded"):
            return Verdict("undecided", "right if its points part thousands", code="thousands")
    return None
