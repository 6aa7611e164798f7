r"""Formulas that cannot be what they are: an exponent with a unit, a rate that comes out as a time, less than nothing.

An exponential is of a pure number, so that e^{-tR} with two times in it is none.  In formulas of words ("bandwidth is
lines times bytes over latency") each noun is a time, so much a second, or neither; both sides have to be the same.

>>> from symroof.checking.proofreading.proofread import proofread
>>> text = "The mean is $R = 20$ ms, so $P(T > t) = e^{{{}}}$. With $t = 90$ ms it is $e^{{-4.5}}$."
>>> [[f.verdict for f in proofread(text.format(x)).findings if f.rule == "law"] for x in ("-t/R", "-tR")]
[[], ['wrong']]
>>> text = r"$$\text{{throughput}} = \frac{{\text{{{}}}}}{{\text{{{}}}}}$$"
>>> pairs = ("batch size", "latency"), ("latency", "batch size")
>>> [[f.verdict for f in proofread(text.format(*x)).findings] for x in pairs]
[[], ['wrong']]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from itertools import islice

import symroof.regexes as re
from symroof.algebra.ratios.posynomial import Ratio
from symroof.checking.claims.claims import Verdict, constant
from symroof.checking.documents.context import sentence
from symroof.checking.documents.facts import key
from symroof.checking.documents.flat import Flat
from symroof.checking.documents.material import Item, Material, bare_name
from symroof.checking.documents.statement import Statement
from symroof.checking.reckoning.sentences import in_prose
from symroof.errors import SymroofError
from symroof.reading.formula import Side, parse_formula
from symroof.reading.nodes import Node
from symroof.reading.quantity import UNITS

MAX_FOUND = 100  # of one kind
REACH = 400  # characters before a formula in which its letters are ordered
_EXPONENT = re.compile(
    r"(?<![A-Za-z\\])(?:e\s*\^\s*\{(?P<a>[^{}]{2,40}|[^{}]{0,20}\\frac\{[^{}]+\}\{[^{}]+\})\}|\\?exp\s*(?:\\left)?\((?P<b>[^()]{2,40}?)(?:\\right)?\))"
)
_DENIED = re.compile(r"\b(?:not|never|wrong\w*|mistak\w*|instead|nonsense|cannot|incorrect\w*)\b|n['’]t\b|\?", re.I)


def pure(m: Material) -> Iterator[Statement]:
    """Every such formula of a document."""
    for item in m.items:
        if item.span.kind not in ("math", "code") or item.role == "denied":
            continue
        found = _exponent(m, item) or _worded(item) or _negative(m, item)
        if found is not None and not _DENIED.search(item.words()):
            text, v = found
            side = Side(text, 0, None)
            yield Statement(item, text, v, "law", 0, "=", (side, side), item.span.kind)
    for page, dark in zip(m.pages, m.darks):
        if re.search(r"\bpeak\b", dark) and "times" in dark:
            flat = Flat.of(m, page, dark)
            for x in islice(_ROOF.finditer(flat.text), MAX_FOUND):
                if not _DENIED.search(flat.text, sentence(flat.text, *x.span())[0], x.end()):
                    words = "what is attainable is the smaller of the peak and of bandwidth times intensity"
                    v = Verdict("wrong", words, code="law", right=None)
                    yield in_prose(m, page, dark, (flat.places[x.start()], flat.places[x.end() - 1] + 1), v, "law")


_ROOF = re.compile(
    r"\b(?:attains?|attained|achieves?|reach(?:es)?|delivers?|can\s(?:do|attain|reach|achieve)|performance\sis)\s(?:[a-z]+\s){0,3}?(?:at\smost\s)?the\s"
    r"(?:larger|greater|higher|maximum|bigger)\s(?:one\s)?of\s(?:the\stwo(?:\s[a-z]+)?[,:]\s)?(?:the\s|its\s)?"
    r"(?:(?:compute\s|machine['’]s\s)?peak\b[^.;]{0,24}?\sand\s[^.;]{0,24}?\b(?:intensity\stimes\s[^.;]{0,16}?bandwidth|bandwidth\stimes\s[^.;]{0,16}?intensity)|"
    r"(?:[a-z]+\s){0,2}(?:intensity\stimes\s[^.;]{0,16}?bandwidth|bandwidth\stimes\s[^.;]{0,16}?intensity)\b[^.;]{0,16}?\sand\s[^.;]{0,16}?\bpeak)\b",
    re.I,
)

# -- exponents -------------------------------------------------------------------------------------------------------


def _exponent(m: Material, item: Item) -> tuple[str, Verdict] | None:
    """An exponent of two letters with units that do not cancel, and would if one of them were turned over."""
    for found in islice(_EXPONENT.finditer(item.span.text), 4):
        text = (found["a"] or found["b"]).strip()
        value = _read(text)
        parts = value.monomial() if value is not None else None
        if parts is None or len(parts[0]) != 2:
            continue
        powers = {str(n): e for n, e in parts[0].items()}
        dims = {n: _unit_of(m, n, item.at) for n in powers}
        if any(abs(e) != 1 for e in powers.values()) or any(d is None for d in dims.values()):
            continue
        total = _sum({n: (d or (), int(e)) for (n, e), d in zip(powers.items(), dims.values())})
        if not any(total):
            continue
        one, other = powers
        turned = _sum({one: (dims[one] or (), int(powers[one])), other: (dims[other] or (), -int(powers[other]))})
        if any(turned):
            return None
        up, down = (one, other) if powers[one] > 0 else (other, one)
        sign = "-" if text.lstrip().startswith(("-", "−")) else ""
        right = f"{sign}{up}/{down}" if powers[one] == powers[other] else f"{sign}{one}*{other}"
        words = (
            f"an exponent is a pure number: {one} and {other} are both in {_told(m, one, item.at)}, and {text} is not"
        )
        return found.group(), Verdict("wrong", words, code="dimension", right=right)
    return None


def _read(text: str) -> Ratio | None:
    with suppress(SymroofError, ZeroDivisionError):
        side = parse_formula(text.lstrip("-− ")).sides[0]
        return side.ratio() if not side.words and side.names else None
    return None


def _units(m: Material, name: str, at: int) -> set[str]:
    """The units that the section of a place gives to a letter with its numbers; "" for one with a power."""
    scopes, out = m.facts.scopes, set()
    for f in m.facts.by_name.get(key(name), ()):
        if f.unit and f.number and scopes.section(f.at) == scopes.section(at):
            page = next(p for p in reversed(m.pages) if p.base <= f.at)
            behind = page.text[f.at - page.base : f.at - page.base + 60]
            out.add("" if re.search(rf"{re.escape(f.unit)}\}}?\s?\$?\s?(?:\^|/)", behind) else f.unit)
    return out


def _unit_of(m: Material, name: str, at: int) -> tuple[int, ...] | None:
    found = {tuple(int(x) for x in UNITS[u].dimension) if u in UNITS else None for u in _units(m, name, at)}
    return found.pop() if len(found) == 1 else None


def _told(m: Material, name: str, at: int) -> str:
    return min(_units(m, name, at))


def _sum(parts: Mapping[str, tuple[tuple[int, ...], int]]) -> list[int]:
    width = max((len(d) for d, _ in parts.values()), default=0)
    return [sum((d[i] if i < len(d) else 0) * e for d, e in parts.values()) for i in range(width)]


# -- formulas of words -----------------------------------------------------------------------------------------------

_WORDS = re.compile(r"\\(?:text|mathrm|textrm|operatorname|mathit)\s*\{\s*([^{}]{2,40}?)\s*\}")
_KINDS = [
    (re.compile(rf"(?:.*\s)?(?:{words})\Z", re.I), power)
    for words, power in (
        (r"(?:\w+ )?per (?:second|sec|minute|hour|day|s)|bandwidth|throughput|frequency|QPS|"
         r"(?:data|transfer|bit|byte|frame|line|arrival|service|request|sampling|clock) rate", -1),
        (r"latency|(?:\w+ )?time|delay|duration|seconds|RTT|period|lifetime", 1),
        (r"bytes|(?:\w+ )?size|lines|requests|tokens|FLOPs|batch|length|cores|bits|users|entries|messages|concurrency|"
         r"operations|instructions|in flight|outstanding|samples|parameters|utili[sz]ation|efficiency|speed-?up|"
         r"number of \w+", 0),
    )
]  # fmt: skip


_SAYS = {-1: "so much a second", 0: "no time", 1: "a time"}


def _power(words: str) -> int | None:
    """The power of seconds that a noun has: a bandwidth per core is one over a second."""
    plain = re.sub(r"\s*\([^()]*\)", "", words).strip()
    if not re.search(r"\bper (?:second|sec|minute|hour|day|s)\b", plain, re.I):
        head = re.split(r"\s+(?:per|of one|of each|for each)\s+", plain)[0]
        plain = head if re.match(r"number of", head, re.I) else re.split(r"\s+of\s+", head)[0]
    return next((p for pattern, p in _KINDS if pattern.fullmatch(plain)), None)


def _worded(item: Item) -> tuple[str, Verdict] | None:
    """A formula of words alone, one product or quotient, whose sides are of two powers of a second."""
    text = item.span.text.strip().rstrip(".,; ")
    if item.span.kind != "math" or text.count("=") != 1 or not _WORDS.search(text):
        return None
    letters: dict[str, str] = {}

    def letter(found: re.Match[str]) -> str:
        name = "abcdfghjklmnpqruvwxyz"[len(letters) % 21]
        letters[name] = found[1]
        return f" {name} "

    left, right = (_read(_WORDS.sub(letter, part)) for part in text.split("="))
    if left is None or right is None or len(letters) > 12:
        return None
    powers = {n: _power(w) for n, w in letters.items()}
    sides = [_seconds(x, powers) for x in (left, right)]
    if None in sides or sides[0] == sides[1] or not {1, -1} & {p for n, p in powers.items() if n in right.names}:
        return None
    one, other = (_SAYS.get(x or 0, "another power of seconds") for x in sides)
    words = f"the left side is {one}, the right one {other}"
    return " ".join(text.split()), Verdict("wrong", words, code="dimension")


def _seconds(value: Ratio, powers: Mapping[str, int | None]) -> int | None:
    parts = value.monomial()
    if parts is None or any(powers.get(str(n)) is None or e != int(e) for n, e in parts[0].items()):
        return None
    return sum((powers[str(n)] or 0) * int(e) for n, e in parts[0].items())


# -- less than nothing -----------------------------------------------------------------------------------------------

_SIZE = re.compile(r"(?:T|t|W|R|N|L|Q|D|d|B)(?:_.*)?\Z")
_IF = re.compile(r"\b(?:if|when|once|unless|not|until|case)\b[^.;]*\Z")
_SAID = re.compile(r"\b(?:time|delay|duration|wait|number|length|size|latency|until|long)\b", re.I)


def _negative(m: Material, item: Item) -> tuple[str, Verdict] | None:
    """A time b/(a - c) where c > a was said right before: it would be negative."""
    if item.skip is not None or len(item.chains) != 1 or item.chains[0].relations[:1] != ("=",):
        return None
    left, side = item.chains[0].sides[:2]
    gap = _gap(side.node)
    if (
        gap is None
        or not bare_name(left)
        or not _SIZE.match(bare_name(left) or "")
        or not _SAID.search(item.dark, max(0, item.span.start - 160), item.span.start)
    ):
        return None
    a, c = gap
    if not _ordered(m, item, c, a):
        return None
    right = side.text.replace(f"{a} - {c}", f"{c} - {a}") if f"{a} - {c}" in side.text else None
    words = f"{c} is larger than {a}, so that {a} - {c}, and {bare_name(left)} with it, is negative: it is {c} - {a}"
    return f"{left.text} = {side.text}".strip(), Verdict("wrong", words, code="sign", right=right)


def _gap(node: Node | None) -> tuple[str, str] | None:
    """The two letters of the one difference that a product or quotient has as a factor: b/(a - c)."""
    while node is not None and node.kind == "group":
        node = node.args[0]
    if node is None or node.kind not in ("mul", "juxt"):
        return None
    factors = [x.args[0] if x.kind == "group" else x for x in node.args]
    sums = [x for x in factors if x.kind == "add"]
    if len(sums) != 1 or any(x.kind not in ("name", "num", "add") for x in factors) or sums[0].ops != "+-":
        return None
    one, other = sums[0].args
    return (one.name, other.name) if one.kind == other.kind == "name" else None


def _ordered(m: Material, item: Item, larger: str, smaller: str) -> bool:
    """Whether the text right before says that one letter is above the other, and nothing of its numbers denies it."""
    scopes = m.facts.scopes
    for other in m.items:
        if other.page is not item.page or not 0 < item.at - other.at < REACH or other.skip is not None:
            continue
        if scopes.paragraph(item.at) - scopes.paragraph(other.at) > 1 or _IF.search(
            other.dark, max(0, other.span.start - 40), other.span.start
        ):
            continue
        for c in other.chains:
            pair = [bare_name(s) for s in c.sides]
            if (c.relations == (">",) and pair == [larger, smaller]) or (
                c.relations == ("<",) and pair == [smaller, larger]
            ):
                return _numbers(m, item, larger, smaller) is not False
    return False


def _numbers(m: Material, item: Item, larger: str, smaller: str) -> bool | None:
    """Whether the numbers of the section have one letter above the other; None where they have none."""
    scopes = m.facts.scopes
    told: list[list[Fraction]] = []
    for n in (larger, smaller):
        rows = [
            constant(f.value)
            for f in m.facts.by_name.get(key(n), ())
            if f.number and scopes.section(f.at) == scopes.section(item.at)
        ]
        told.append([x for x in rows if x is not None])
    return min(told[0]) > max(told[1]) if all(told) else None


__all__ = ["pure"]
