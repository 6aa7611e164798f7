"""An answer that is an equation for its unknown: 2t = 10.4 ms says t = 5.2 ms, and X^2 = 2BN/F that X is a root.

What stands beside the unknown is not thrown away.  A formula with its value (C/W = 240, 6ND = 6.3e24) has several
names or none, and says what it comes to.

>>> from symroof.checking.claims.claims import claim
>>> time = claim("5.2 ms", None, {})
>>> [str(solved(claim(t, None, {}), time).value) for t in ("2t = 10.4 ms", "5.2 ms = t", "1/t = 200 Hz", "C/W = 240")]
['13/2500', '13/2500', '1/200', '240']
>>> print(solved(claim("max(t, 2) = 3", None, {}), time))
undecided: the equation is not solved for t; give t alone
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

import symroof.regexes as re
from symroof.algebra.ratios.posynomial import Ratio, exact
from symroof.checking.answers.loosely import loose
from symroof.checking.claims import digits
from symroof.checking.claims.claims import Claim, Verdict, beside, claim_of, constant, of_one_number
from symroof.checking.claims.inequality import split
from symroof.checking.claims.lettering import MEANT, in_thousands
from symroof.checking.words.numerals import NUMBER
from symroof.errors import NotationError
from symroof.reading.formula import Chain, Side
from symroof.reading.measures import NOTHING, THOUSANDS, UNITS, Dimension, product
from symroof.reading.nodes import Node, leaves
from symroof.reading.quantity import Printed, quantity, shown
from symroof.reading.ratios import to_ratio
from symroof.reading.spelling import FUNCTIONS
from symroof.reading.units import literals, open_letters, walk

_EQUAL = ("=", "~")
_FUNCTION = re.compile(rf"(?!(?:{'|'.join(FUNCTIONS)})\b)[A-Za-z]\w*\s?\(\s*[A-Za-z]\w*(?:\s*,\s*[A-Za-z]\w*)*\s*\)")
_TIMES = r"\s*(?:[*×·]|x(?=\s)|\\times|\\cdot)\s*"
_UNIT_ONCE = re.compile(
    rf"(?P<left>(?:{NUMBER}{_TIMES})*{NUMBER})\s?(?P<unit>[A-Za-zµ]+)(?P<more>(?:{_TIMES}{NUMBER})*)\s*[=≈]\s*(?P<n>{NUMBER})"
)
_NEAR = Fraction(1, 20)  # within which numbers of a step may have been rounded
_RUN = re.compile(r"[A-Za-z]{2,}")
_UNKNOWNS = frozenset("tTxyzXYZ")  # single letters that stand for what is looked for, and count nothing
_LABEL = 3  # letters of a word that is no symbol


def solved(a: Claim, e: Claim) -> Claim | Verdict:
    """The answer solved for its one unknown where it is an equation for it; as it was where it is none.

    The unknown is the symbol that the expected bound is on, or the one name that the expected value does not have.
    """
    chain = a.chain
    if chain is None or a.kind != "value" or not chain.relations or any(r not in _EQUAL for r in chain.relations):
        return a
    sides = chain.sides
    if any(s.node is None for s in sides) or e.value is None or e.kind not in ("value", "bound"):
        return a
    values = [_value(s, a.let) for s in sides]
    if any(v is None for v in values) or _FUNCTION.fullmatch(sides[0].text.strip()):
        return a  # FLOPs = 2*B*D*F, T(V) = a + V/W
    if (name := _unknown(sides, values, e)) is None:
        return _in_letters(a, sides)
    holds = [i for i, v in enumerate(values) if v is not None and name in v.names]
    alone = [i for i in holds if _is_label(sides[i], name)]
    free = [i for i in range(len(sides)) if i not in holds]
    if alone == holds == [0]:
        return a
    if alone == holds and free:  # 5.2 ms = t
        return _told(a, chain, free[-1], holds)
    other = free[-1] if free else holds[-1]  # x = 2x - 5
    return _solution(a, chain, name, holds[0], other) or _unsolved(name)


def with_its_unit(text: str) -> str:
    """A product with one unit and its result without, 16384 * 270 h = 4.42e6, with that unit behind the result too.

    >>> with_its_unit("8 x 3 ms = 24"), with_its_unit("2 h = 120"), with_its_unit("2 * 3 GB")
    ('8 x 3 ms = 24 ms', '2 h = 120', '2 * 3 GB')
    """
    m = _UNIT_ONCE.fullmatch(text.strip())
    if m is None or m["unit"] not in UNITS:
        return text
    told = [quantity(x) for x in re.findall(NUMBER, f"{m['left']} {m['more']}")]
    many = math.prod((q.value for q in told), start=Fraction(1))
    return f"{text.strip()} {m['unit']}" if digits.claim(quantity(m["n"]).printed, many) else text


_UNIT_BEHIND = re.compile(r"(?P<body>[\w\s.*/^()+·×-]*[A-Za-z)][\w.()^]*)\s+(?P<unit>[A-Za-zµμ]{2,}(?:/[A-Za-z]+)?)")


def unit_behind(text: str, names: Collection[str] = ()) -> tuple[str, str] | None:
    """A formula and the unit that stands behind it, whose letters are no symbols of it; None for any other text.

    >>> unit_behind("140/TP GB"), unit_behind("12*L ms"), unit_behind("(V + 2)/W us")
    (('140/TP', 'GB'), ('12*L', 'ms'), ('(V + 2)/W', 'us'))
    >>> unit_behind("2*G*B GB"), unit_behind("140 GB"), unit_behind("V/W of it"), unit_behind("140/n GB", {"GB"})
    (None, None, None, None)
    """
    m = _UNIT_BEHIND.fullmatch(text.strip())
    unit = UNITS.get(m["unit"]) if m is not None else None
    if m is None or unit is None or unit.scale == 1 or not any(unit.dimension[:5]) or m["unit"] in names:
        return None  # bytes and FLOPs are what is counted where no unit is
    body = re.sub(r"(?<![A-Za-z])\d[\d.]*(?:e[+-]?\d+)?", " ", m["body"])
    letters = re.findall(r"[A-Za-z]+", body)
    if not letters or re.search(r"[a-z]{3,}", re.sub(r"sqrt|log2?|max|min|ceil|floor", "", body)):
        return None
    if {*letters} & UNITS.keys() - {*"".join(letters)} or {*m["unit"]} <= {*"".join(letters)}:
        return None  # 12 ms GB, 2*G*B GB
    return m["body"].strip(), m["unit"]


_BEFORE_ALONE = re.compile(
    r"\s*(?:(?:so|hence|thus|therefore|then|answer|result|about|around|roughly|approximately|approx\.?|exactly|"
    r"(?:it|that|this)(?:['’]s|\s+(?:is|takes|needs|comes\s+to|gives))|takes)(?!\w):?\s+|[~≈=:]\s*)+",
    re.I,
)
_BEHIND_ALONE = re.compile(
    r"(?<![.!\s])(?>(?>[(,]\s*)?(?:in\s+(?:total|all)|total|overall|altogether|approximately|approx|roughly|or\s+so)(?>\s*\))?"
    r"|[.!\s])++\Z",
    re.I,
)
_NAMED = re.compile(r"\s*(?P<name>[A-Za-z](?:_?\{?\w+\}?)?)\s*[=≈]\s*(?=[\w(.])")


def formula_alone(text: str, of: str) -> str:
    """A formula without what only leads to it or ends it, and without a name for it that ``of``, the key's, has not.

    >>> [formula_alone(t, "12*L") for t in ("T = 12*L ms.", "so ~12*L ms in total", "$12*L ms$", "L = 12*L ms")]
    ['12*L ms', '12*L ms', '12*L ms', 'L = 12*L ms']
    """
    out = re.sub(r"\A\s*\$(?P<of>[^$\\]*)\$\s*\.?\s*\Z", lambda m: m["of"], text)
    out = _BEHIND_ALONE.sub("", _BEFORE_ALONE.sub("", out, 1) if _BEFORE_ALONE.match(out) else out)
    named = _NAMED.match(out)
    if named is None or named["name"] in of:
        return out
    rest = out[named.end() :]
    return rest[m.end() :] if (m := _BEFORE_ALONE.match(rest)) is not None else rest


def open_formula(a: Claim, e: Claim) -> str | None:
    """The left side of an answer of which only its own question knows whether it is a formula: 2N = 140 GB.

    A size is no value that is looked for, and what has another name (2 T_hop = 6 ms) may be a part of what is asked.
    """
    if a.chain is None or not a.chain.relations:
        return None
    left = a.chain.sides[0]
    names = {*leaves(left.node, "name")} - {e.name}
    of_numbers = e.value is not None and not e.value.names and e.kind == "value"
    other = any("_" in n or (of_numbers and n not in _UNKNOWNS) for n in names)
    return left.text if other else None


def one_name(a: Claim) -> bool:
    """Whether the left side of an answer is a run of letters, which may be one name: KV = 2LKH, AI = F."""
    return a.chain is not None and _RUN.fullmatch(a.chain.sides[0].text.strip()) is not None


def _unknown(sides: tuple[Side, ...], values: list[Ratio | None], e: Claim) -> str | None:
    """The name that an equation is solved for; None where there is none or more than one."""
    names = {n for v in values if v is not None for n in v.names}
    if e.kind == "bound" and e.name in names:
        return e.name
    theirs = {*(e.value.names if e.value is not None else ()), *leaves(e.node, "name"), *e.asked}
    unknown = names - theirs
    if len(unknown) != 1:
        return None
    (name,) = unknown
    behind = any(name in open_letters(s.node) for s in sides) or any(
        _with_a_letter(n) and n.args[1].name == name for s in sides for n in walk(s.node)
    )
    if not theirs - open_letters(e.node) and behind:  # and not where a sign says that it is a symbol: 2*B, B/2, 1/B
        said = any(any(c or ()) for c in (e.dimension, *(s.dimension for s in sides)))
        if (name in MEANT and said) or not all(_number_and_letter(s.node) for s in sides if name in s.names):
            return None  # 70B * 2 bytes
        if any(_fits(s, values[-1]) for s in sides if name in s.names):
            return None  # 8K = 8192
    if not theirs and name not in _UNKNOWNS and any([*leaves(s.node, "name")].count(name) > 1 for s in sides):
        return None  # p/(p + 1) = 3/4
    given = {p.value for p in literals(e.node)} if e.node is not None and e.printed is None else set()
    alone = [constant(v) for v in values if v is not None and not v.names]
    for v in values:
        mono = v.monomial() if v is not None and name in v.names else None
        if mono is not None and mono[0] == {name: 1} and any(c is not None and c / mono[1] in given for c in alone):
            return None if mono[1] != 1 else name  # 2N = 140e9 for 2*70e9: N is known
    return name


def _value(side: Side, let: Mapping[str, Ratio]) -> Ratio | None:
    """The value of a side; None for words, which only name what is told."""
    try:
        return claim_of(side, let).value
    except NotationError:
        return None


def _fits(side: Side, value: Ratio | None) -> bool:
    """Whether a side with the letter behind its number as thousands is about a value."""
    last, many = constant(value), in_thousands(side.node, {}) if side.node is not None else None
    return last is not None and many is not None and last != 0 and abs(Fraction(many) / last - 1) <= _NEAR


def _number_and_letter(node: Node | None) -> bool:
    """Whether a side is a number and a letter alone, 2T, of which the letter may be a symbol."""
    while node is not None and node.kind in ("add", "group", "mul") and len(node.args) == 1:
        node = node.args[0]
    return node is not None and node.kind == "juxt"


def _is_label(side: Side, name: str) -> bool:
    """Whether a side only names what is told: t, T_step, GB moved."""
    node = side.node
    while node is not None and node.kind in ("add", "group", "mul", "juxt") and len(node.args) == 1:
        node = None if "-" in node.ops else node.args[0]
    if node is None:
        return False
    word = len(name) >= _LABEL and name.islower() and "_" not in name
    return node.kind == "name" or (word and node.kind == "juxt" and all(n.kind in ("name", "unit") for n in node.args))


def _told(a: Claim, chain: Chain, at: int, holds: list[int]) -> Claim:
    """The claim of the side that a name at the end is given to."""
    side = chain.sides[at]
    kept = [i for i in range(len(chain.sides)) if i not in holds]
    made = claim_of(side, a.let)
    return replace(made, about=a.about, notes=a.notes, chain=_of_sides(chain, kept))


def _of_sides(chain: Chain, kept: list[int]) -> Chain | None:
    """The steps of a chain without the side of the unknown, where one of its ends was that."""
    if len(kept) < 2 or kept != list(range(kept[0], kept[-1] + 1)):
        return None
    return replace(chain, sides=tuple(chain.sides[i] for i in kept), relations=chain.relations[kept[0] : kept[-1]])


def _solution(a: Claim, chain: Chain, name: str, at: int, other: int) -> Claim | None:
    """The equation of two sides as a value of the unknown, with the digits and the dimension of the other side."""
    left, right = (claim_of(chain.sides[i], a.let) for i in (at, other))
    if left.value is None or right.value is None:
        return None
    mono = left.value.monomial()
    if mono is not None and any(left.dimension or ()) and left.dimension == right.dimension and mono[0] == {name: 1}:
        return a  # n * 16 GB = 128 GB: so many
    parts = split(left.value - right.value, name)
    if parts is None:
        return None
    high, low, front, rest = parts
    power = Ratio(-rest) / Ratio(front)
    if high - low != 1 and (constant(power) or 0) < 0:
        return None  # x^2 = -4
    value = power ** exact(1 / (high - low))
    dim = _dimension(left, right, name)
    said = _digits(right, left, constant(value), mono is not None)
    kept = [i for i in range(len(chain.sides)) if i != at]
    notes = (*a.notes, f"solved for {name}")
    return Claim("value", value, said, None, dim, text=f"{name} = {value}", about=a.about, notes=notes,
                 let=a.let, chain=_of_sides(chain, kept))  # fmt: skip


def _dimension(left: Claim, right: Claim, name: str) -> Dimension | None:
    """What the unknown counts: its side has no unit for it; of a sum each term is what the whole is."""
    mono = left.value.monomial() if left.value is not None else None
    if mono is None:
        return right.dimension or left.dimension
    over = product(right.dimension or NOTHING, left.dimension or NOTHING, -1)
    power = 1 / Fraction(mono[0][name])
    if not any(over):
        return NOTHING
    return tuple(int(d * power) for d in over) if all((d * power).denominator == 1 for d in over) else None


def _digits(right: Claim, left: Claim, value: Fraction | None, factor: bool) -> Printed | None:
    """The digits that the unknown has: those of the number that it is a multiple of, or that a term is added to."""
    p = right.printed
    if value is None or not value:
        return None
    if p is None:
        return of_one_number((left.node, right.node), value) if factor else None
    if factor:
        return beside(p, left.node, value)
    return replace(p, value=value, text=shown(value, digits=12))


_TIMES_8 = re.compile(r"[*×·x]\s*8(?![\w.])")
_IN_BITS = re.compile(r"\d\s?[kMGTP]?(?:b|bits?)(?:/s|ps)?\s*\Z")


def _in_letters(a: Claim, sides: tuple[Side, ...]) -> Claim | Verdict:
    """The answer, or that its step does not hold with the letters behind its numbers as thousands: 70B * 1 byte = 5 GB.

    Of 70B * 2 bytes = 140 GB the B is a billion, of 16 B = 16 bytes it is a byte.
    """
    last = constant(a.value)
    for side in sides[:-1]:
        if side.node is None or not side.names or not last or side.names - open_letters(side.node):
            continue
        readings = [v for v in (in_thousands(side.node, a.let, n) for n in (False, True)) if v is not None]
        bits = 8 if _TIMES_8.search(side.text) and _IN_BITS.search(a.text) else 1  # 1500B * 8 = 12 kbit
        apart = all(abs(v / last / k - 1) > _NEAR for v in readings for k in {1, bits})
        if readings and apart and not loose(side.text, a.text):
            words = f"{side.text} comes to {shown(readings[0], a.dimension or NOTHING, 6)}, not to {a.text}"
            return Verdict("wrong", words, code="step", right=shown(readings[0], a.dimension or NOTHING, 6))
    return a


_SLACK = Fraction(1, 200)  # of a step that is carried on with more digits than it prints
_MOST_LETTERS = 4  # behind the numbers of a step, each of which is read in turn


def untrue(left: Side, right: Side, let: Mapping[str, Ratio], symbols: Collection[str]) -> bool:
    """Whether a step with letters behind its numbers holds in no reading of them: 30 J = 4 W * 5 s, 581B * 2 = 179e9.

    Each letter is a unit or so many thousands, by itself; one that is a symbol of the question is none of either.
    """
    if left.node is None or right.node is None:
        return False
    names = left.names | right.names
    behind = [n for side in (left, right) for n in walk(side.node) if _with_a_letter(n)]
    if not names or names - {n.args[1].name for n in behind} or names & {*symbols, *let} or len(behind) > _MOST_LETTERS:
        return False
    if (both := [_value(s, let) for s in (left, right)])[0] == both[1] or loose(left.text, right.text):
        return False
    ways = [[*_readings(s.node)] for s in (left, right)]
    bits = 8 if _TIMES_8.search(left.text) and _IN_BITS.search(right.text) else 1
    return all(ways) and not any(
        _comes_to(x, y, s.printed) for xs, ys, s in ((ways[0], ways[1], right), (ways[1], ways[0], left))
        for x0 in xs for y in ys for x in {x0, x0 / bits}
    )  # fmt: skip


def _comes_to(value: Fraction, told: Fraction, said: Printed | None) -> bool:
    """Whether a side of a step comes to the other one, to the digits that this prints."""
    alike = said is not None and said.value == told and digits.claim(said, value) is not None
    return alike or (told != 0 and abs(value / told - 1) <= _SLACK)


def _with_a_letter(node: Node) -> bool:
    """Whether a node is a number with a letter behind it that is no symbol for sure: 581B params, 5 h."""
    juxt = node.kind == "juxt" and len(node.args) > 1 and node.args[0].printed is not None
    return juxt and node.args[1].kind == "name" and node.args[1].name in MEANT.keys() | THOUSANDS.keys()


def _readings(node: Node | None) -> Iterator[Fraction]:
    """What a side comes to by each reading of the letters behind its numbers."""
    for made in _each_way(node) if node is not None else ():
        for reading in ("", "below"):  # 65536 B / 40 ms, where the unit that ends it was of the whole
            if (value := constant(to_ratio(made, reading))) is not None:
                yield value


def _each_way(node: Node) -> Iterator[Node]:
    if not node.args:
        yield node
    elif _with_a_letter(node):
        number, letter, *rest = node.args
        scales = [UNITS[letter.name].scale] if letter.name in MEANT else []
        power = THOUSANDS.get(letter.name, 0)
        scales += [Fraction(10) ** power] if power else []
        scales += [Fraction(2) ** (power // 3 * 10)] if letter.name in "kKMG" else []
        for scale in scales:
            assert number.printed is not None
            yield replace(node, args=(replace(number, printed=number.printed.scaled(scale)), *rest))
    else:
        for args in itertools.product(*(tuple(_each_way(a)) for a in node.args)):
            yield replace(node, args=args)


def _unsolved(name: str) -> Verdict:
    return Verdict("undecided", f"the equation is not solved for {name}; give {name} alone", code="equation")
