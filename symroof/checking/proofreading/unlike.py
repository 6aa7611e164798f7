r"""Lines that look like equations of real numbers and are none, so that they are not called wrong.

Congruences and shifts, numbers in binary, remainders o(x), matrices, norms and functions that are written as products,
terms of one sequence, an equation that its letter is to solve, signs and roundings that only the text knows; and
numbers that are written together: 29\tfrac{5}{6}, 32 GFLOPS (3.2e10).

>>> from symroof.checking.proofreading.proofread import proofread
>>> text = r"Since $r = 1 + 1/r$, thus $r^2 = r + 1$, and {}."
>>> [[f.verdict for f in proofread(text.format(x)).findings] for x in ("$r + r = 2 r$", "$s^2 = s + 1$")]
[['exact'], ['wrong']]
>>> [[f.verdict for f in proofread(rf"$\frac{{179}}{{6}} = {n}\tfrac{{5}}{{6}}$").findings] for n in (29, 28)]
[['exact'], ['wrong']]
"""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction

import symroof.regexes as re
from symroof.checking.claims.claims import Verdict, claim_of, constant
from symroof.checking.claims.values import judge
from symroof.checking.documents.material import CONSTANT, Item
from symroof.checking.documents.places import stands
from symroof.checking.proofreading.otherwise import MODULAR
from symroof.errors import SymroofError
from symroof.reading.formula import Side, parse_formula
from symroof.reading.nodes import bare
from symroof.reading.units import literals

_AROUND = 1200  # characters to either side in which matrices are spoken of
_CONGRUENT = re.compile(r"\\equiv(?![A-Za-z])|≡|\\[bp]?mod(?![A-Za-z])|\bmod\b")
_SHIFTED = re.compile(r"(?:\\&|&amp;|>>|<<|//)\s*(?:~|\\[,;: ])?\s*\Z|>>|<<")
_BINARY = re.compile(r"(?<![\w.,])(?:0[01]{3,}|(?!10*(?![01]))[01]{6,})(?![\w.,]|\.\d)")
_REMAINDER = re.compile(r"(?<![A-Za-z\\])o\s*(?:\\left)?\(")
_NORM = re.compile(r"\\(?:\||Vert|lVert|mid|parallel)(?![A-Za-z])|‖|∥")
_AT_ZERO = re.compile(r"(?<![A-Za-z\\])[A-Za-z](?:_\{?\w+\}?)?\(0\)")
_MATRICES = re.compile(r"\b(?:matri(?:x|ces)|eigen\w+|transposes?|linear (?:algebra|map|operator)s?)\b", re.I)
_EIGEN = re.compile(r"\beigen\w+", re.I)
_EIGENVALUE = re.compile(r"\\lambda(?![A-Za-z])|λ")
_NOT_COMMUTING = re.compile(
    r"(?:[A-Z)\]]|\\right\])(?:_\{?\w+\}?)?\s*(?:'|\^\s*\{?(?:\\prime|\\top|\\intercal|T\b|-1\}?))"
)
_WAYS = re.compile(r"[ -]?(?:way|fold|ply)\b")  # 2x4 is 4-way parallel
_SIGNED = re.compile(r"\|")
_FLOORED = re.compile(r"\\lfloor|\\lceil|⌊|⌈")
_LOGS = re.compile(r"\\(?:log|ln|exp|lg|sin|cos|tanh)(?![A-Za-z])|\blog|\bexp")
_ELEMENT = re.compile(r"[A-Z][a-z]?")
_COMPOUND = re.compile(r"\s*(?:[A-Z][a-z]?(?:_?\{?\d+\}?)?){2,}\s*")
_APPLIED = re.compile(r"\s*[a-z]+(?:[A-Z][a-z\d]*)+\s+[\w(]")  # lengthOfByteString b, of functional languages
_TERM = re.compile(r"([A-Za-z])_(?:\{([^{}]*)\}|(\w))")
_MIXED = re.compile(r"(?<![\w.,^_{])(\d+)(\s*\\[dt]?frac\s*\{\s*(\d+)\s*\}\s*\{\s*(\d+)\s*\})")
_TOLD_AGAIN = re.compile(r"(?<=[A-Za-z/])(?:\s|\\[,;: ])*\([^()=]*\d[^()=]*\)\s*\Z")
_POWER_OF_TWO = re.compile(r"(?<![\w.])2\s*(?:\^|\*\*)\s*\{?\s*(\d{1,3})(?!\d)")
_POWER_OF_TEN = re.compile(r"10\s*\^\s*(?:\{\s*\d+\s*\}|\d)|1e\+?\d+(?![\w.])")


def of_another_kind(item: Item, left: Side, relation: str, right: Side) -> Verdict | str | None:
    """Why a wrong line is none of real numbers, or its verdict as it is meant; None where it is wrong."""
    text = item.span.text
    one, other = (text[s.at : s.at + len(s.text)] for s in (left, right))
    if _congruent(item, left, right) or any(p.search(f"{one} {other}") for p in (_BINARY, _REMAINDER, _NORM, _AT_ZERO)):
        return "notation"
    if not left.names | right.names:
        if item.span.kind == "prose" and _WAYS.match(item.dark, item.span.end):
            return "words"
        return _written_together(left.text, relation, right.text)
    if relation == "->" and _reacts(left, other):
        return "notation"
    if item.span.kind == "code" and any(_APPLIED.match(x) for x in (one, other)):
        return "notation"
    unit_matrix = "I" in left.names | right.names
    if _of_matrices(item, f"{one} {other}", unit_matrix) or _of_one_sequence(one, other):
        return "notation"
    if _solves(item, left, right) or any(map(CONSTANT.fullmatch, left.names ^ right.names)):
        return "condition"  # the constant of a program is put in: N + MAX_LEN + 2 = N + 3
    return _open(relation, left, one, right, other)


def _congruent(item: Item, left: Side, right: Side) -> bool:
    """Whether both sides are equal modulo something, or what an operator nobody read leaves of them."""
    text = item.span.text
    if _CONGRUENT.search(text) or _SHIFTED.search(text[: left.at]):
        return True
    with suppress(SymroofError):
        off = constant(left.ratio() - right.ratio()) if left.names else None
        return off is not None and _wraps(item, left, right, abs(off))
    return False


def _wraps(item: Item, left: Side, right: Side, off: Fraction) -> bool:
    """Whether sides are off by all numbers of a register, 2^8 or more, and one of them or the words show it.

    The power stands in the line as a term, and a negative is what it holds (-x = 2^32 - x), or words speak of wrapping.
    """
    if off < 2**8 or off.denominator != 1 or int(off) & (int(off) - 1):
        return False
    if not any(_has_term(s, off) for s in (left, right)):
        return False
    negative = sum(s.text.lstrip(" $({").startswith(("-", "−", "~", "\\sim")) for s in (left, right)) == 1
    at, page = item.span.start, item.page.text
    return negative or stands(MODULAR, page, max(0, at - _AROUND), min(len(page), item.span.end + _AROUND))


def _has_term(side: Side, value: Fraction) -> bool:
    """Whether a number of so much, or a power, stands on a side: 256, 2^{32}."""
    node = side.node
    written = [*(literals(node) if node is not None else ())]
    powers = (Fraction(2) ** int(m[1]) for m in _POWER_OF_TWO.finditer(side.text))
    return any(p.value == value for p in written) or value in powers


def _of_matrices(item: Item, both: str, unit_matrix: bool) -> bool:
    """Whether a product need not commute: inverses, transposes and I where the text speaks of matrices."""
    at, text = item.span.start, item.dark
    around = (max(0, at - _AROUND), min(len(text), item.span.end + _AROUND))
    if (unit_matrix or _NOT_COMMUTING.search(both)) and stands(_MATRICES, text, *around):
        return True
    return bool(_EIGENVALUE.search(both)) and stands(_EIGEN, text, *around)


def _reacts(left: Side, other: str) -> bool:
    """Whether an arrow goes from a sum to its letters put together, as in chemistry: E + O/2 -> EO."""
    made = {m[0] for m in _ELEMENT.finditer(other)}
    node = bare(left.node)
    return (
        node is not None
        and node.kind == "add"
        and len(made) > 1
        and bool(_COMPOUND.fullmatch(other))
        and (made <= {m[0] for m in _ELEMENT.finditer(left.text)})
    )


def _of_one_sequence(one: str, other: str) -> bool:
    """Whether letters are terms of one sequence, which a rule between them may bind: F_{k+1}, F_k and F_{k-1}."""
    indices: dict[str, set[str]] = {}
    for m in _TERM.finditer(f"{one} {other}"):
        indices.setdefault(m[1], set()).add((m[2] or m[3]).replace(" ", ""))
    return any(len(v) > 1 and any(re.fullmatch(r"[a-z][+-]\d", x) for x in v) for v in indices.values())


def _solves(item: Item, left: Side, right: Side) -> bool:
    """Whether an equation of one letter stands behind another one of that letter with itself: x = 1 + 1/x."""
    if left.names != right.names or len(left.names) != 1:
        return False
    name = re.escape(next(iter(left.names)))
    start = item.sentence[0] - item.page.base
    before = item.page.text[start : item.span.start] + item.span.text[: left.at]
    return re.search(rf"(?<![\w\\]){name}\s*=[^=]*(?<![\w\\]){name}(?!\w)", before) is not None


def _open(relation: str, left: Side, one: str, right: Side, other: str) -> Verdict | None:
    """What only the text knows: the sign inside of bars, what a floor leaves, a correction that a fit adds."""
    if _SIGNED.search(one) or _SIGNED.search(other):
        return Verdict("undecided", "open without the signs of what stands between bars", code="signs")
    if _FLOORED.search(one) and _FLOORED.search(other):
        return Verdict("undecided", "open without knowing which letters are whole numbers", code="whole")
    if relation == "~" and left.names != right.names and (_LOGS.search(one) or _LOGS.search(other)):
        return Verdict("undecided", "open without the value of the letter that only one side has", code="fit")
    return None


def _written_together(one: str, relation: str, other: str) -> Verdict | None:
    """Numbers set beside each other that are one: a whole and a fraction; a quantity told again in brackets."""
    sides = [_MIXED.sub(_added, _TOLD_AGAIN.sub("", x)) for x in (one, other)]
    if sides != [one, other]:
        with suppress(SymroofError):
            a, b = parse_formula(" = ".join(sides)).sides[:2]
            found = judge(claim_of(a), claim_of(b), None)
            return found if found.ok else None
    if relation == "~" and (power := _POWER_OF_TEN.match(other)):
        with suppress(SymroofError):
            a, b = parse_formula(f"{one} = {power[0]}").sides[:2]
            value, ten = constant(a.ratio()), constant(b.ratio())
            if value is not None and ten and Fraction(1, 4) < value / ten < 10:
                return Verdict("rounded", "a power of ten stands for what is less than ten times as much", code="ten")
    return None


def _added(m: re.Match[str]) -> str:
    whole = f"({m[1]} + {m[2].strip()})"
    return whole if int(m[3]) < int(m[4]) else m[0]
