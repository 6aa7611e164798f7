r"""Sentences whose numbers follow from one another: a quantity told twice, equal shares, half of it, a grid's chips.

The numbers may stand in words or be all that a formula ends with: ```2.8e12` bytes/s (2.8 TB/s)``.  Of a quantity told
twice only another power of ten under the same digits is called wrong; other numbers may be other quantities.

>>> from symroof.checking.proofreading.proofread import proofread
>>> text = "The chip has `2.8e12` bytes/s ({} TB/s). A 4x8 mesh ({} chips) is used."
>>> [f.verdict for f in proofread(text.format("2.8", 32)).findings]
['exact', 'exact']
>>> [f.verdict for f in proofread(text.format("2800", 64)).findings]
['wrong', 'undecided']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from math import ceil, prod

import symroof.regexes as re
from symroof.checking.claims import digits
from symroof.checking.claims.claims import Verdict
from symroof.checking.claims.fixes import authors
from symroof.checking.documents.material import Item, Material
from symroof.checking.documents.prose import BREAK, FORMULA, figure
from symroof.checking.documents.spans import Page, Span
from symroof.checking.documents.statement import Statement
from symroof.checking.reckoning.manifold import counted_before, counted_behind, explained, manifold
from symroof.checking.words.durations import Duration, durations
from symroof.errors import SymroofError
from symroof.reading.formula import Side
from symroof.reading.measures import BYTES, POWERS_OF_1000, SECONDS
from symroof.reading.quantity import Printed, Quantity, quantity, shown
from symroof.reading.units import printed

MAX_FOUND = 400  # of one kind in one page
MAX_DURATION = 60  # characters of one that has several parts
#: a star behind a sentence begins what is set apart
NUMBER = figure(r"(?:(?<![\w.,^/*_-]\d)|(?<=[.?!:] \*\d))") + r"(?![\d^*])"
_PREFIX = r"(?:[kKMGTPE]i?)"
_STEM = r"(?:[Bb]ytes?|bits?|bps|FLOPs?|FLOPS|OPs?)"
UNIT = (
    rf"(?:{_PREFIX}[Bb]|{_PREFIX}?{_STEM}|[GTPE]F|[numµμ]?s|(?:milli|micro|nano)?seconds|minutes|hours|days|"
    r"min|h|[kMGT]?Wh|[mkMGT]?W|[mkMGT]?J|"
    r"(?:kilo|mega|giga|tera|peta)bytes)(?:\s?/\s?(?:s|sec|second)\b(?!\s?/)|\s+per\s+second\b)?"
)
_POWER = re.compile(r"(\d+(?:\.\d+)?)\s*\\(?:times|cdot)\s*10\s*\^\s*(?:\{(-?\d+)\}|(\d))")
_UPRIGHT = re.compile(r"(?:\\[,;: ])?\s*\\(?:text|mathrm|textrm)\s*\{(\s*[A-Za-z/]{1,12}\s*)\}")  # 81920 \text{ bytes}
MANY = r"(?:[kKMBT]|thousand|million|billion|trillion)"
_LEAD = (
    r"(?:about|around|roughly|approximately|approx\.?|nearly|almost|exactly|only|just|i\.e\.,?|or|so|that is,?|"
    r"~|≈|=|\s)*"
)


def _q(number: str, unit: str, many: str) -> str:
    """A number with a unit, or with a word such as million."""
    return rf"(?P<{number}>{NUMBER})(?:[ -]{{0,24}}(?P<{unit}>{UNIT})(?![\w/^])|\s?(?P<{many}>{MANY})(?!\w))?"


_Q, _Q2, _Q3 = _q("a", "u", "m"), _q("b", "v", "n"), _q("b2", "v2", "n2")
_TWICE = re.compile(
    rf"{_Q}(?:\s+in\s+total)?(?:\s+(?P<noun>[a-z]+))?(?:\s+to\s+[a-z]+)?(?:\s*\((?P<in>{_LEAD}){_Q2}[^()\d\n]{{0,24}}\)"
    rf"|\s*,?\s*(?P<is>(?:or|i\.e\.,?|(?:that|(?<=,\s)which) is,?|=|(?<=,\s)about)\s*{_LEAD}){_Q3}(?!\s*[-*/+×·^(]))"
)
_NEVER = "(?!)"
_NEXT = re.compile(  # 81920 bytes. That's 80 KiB.
    rf"{_Q}(?P<noun>{_NEVER})?(?P<b>{_NEVER})?(?P<v>{_NEVER})?(?P<n>{_NEVER})?(?P<in>{_NEVER})?"
    rf"(?P<is>[\s{FORMULA}]*[.;:\n][\s{FORMULA}]*(?:[Tt]hat|[Tt]his|[Ii]t)(?:['’]s|\s+is|\s+makes)\s+{_LEAD}){_Q3}"
    r"(?=[*_]*\s*(?:[.,;:!)]|\Z))"
)
_WORKED = re.compile(r"[*/×·⋅+x−–-]\s*\Z")
_WORD = re.compile(r"\s*[^\W\d_]")
CHIPS = r"(?:chips?|TPUs?|GPUs?|devices?|accelerators?|cores?|nodes?|hosts?|processors?|ranks?|workers?|pods?)"
_SHARED = re.compile(
    rf"{_Q}(?:\s+[a-z]+)?\s+(?:on|over|across|among|between|by)\s+(?:the\s+|all\s+)?(?P<count>\d[\d,]*)\s+"
    rf"(?P<noun>{CHIPS})\s*,?\s+(?:meaning|so|i\.e\.,?|which is|or|giving|making|that is,?)\s+"
    rf"(?:we have |each has |about |roughly |~)*{_Q2}\s*(?:/\s*|\s*per\s+|\s+each\b|\s+on each\s+)(?P<each>[a-zA-Z]*)"
)
_FRACTIONS = {
    "half": Fraction(1, 2), "a quarter": Fraction(1, 4), "a third": Fraction(1, 3), "a tenth": Fraction(1, 10),
    "twice": Fraction(2), "double": Fraction(2), "triple": Fraction(3), "three times": Fraction(3),
    "four times": Fraction(4), "ten times": Fraction(10),
}  # fmt: skip
_PART = re.compile(
    rf"{_Q}(?P<between>[^.;\n({FORMULA}{BREAK}]{{0,100}}?)\b(?P<part>{'|'.join(_FRACTIONS)})\s+(?:of\s+)?"
    rf"(?:this|that|it|as much)\s*\(\s*(?:~|≈|about\s+)?{_Q2}"
)
_SIDES = r"(?<![\w.x×])(?P<grid>\d{1,4}(?:\s?[x×]\s?\d{1,4}){1,3})(?![\w.])"
_SHAPE = r"(?:mesh|grid|slice|torus|pod|topology|array|tray|cube|block)"
_OF_GRID = re.compile(
    rf"{_SIDES}(?:\s+(?:TPU\s+|GPU\s+|device\s+)?(?:v\d\w*\s+)?{_SHAPE})?\s*\((?:so|i\.e\.,?|or|=|with|\s)*"
    rf"(?P<count>\d[\d,]*)\s+(?P<noun>{CHIPS})(?:\s+(?:total|in total))?\)"
)
_SLICED = re.compile(r"\b(?:slice|torus|topology|mesh)\b")  # whose places are chips
_COUNTED = re.compile(r"(?:chip|TPU|GPU|device|accelerator)")
_IN_GRID = re.compile(
    rf"(?<![\w.,])(?P<count>\d[\d,]*)\s+{CHIPS}\s+(?:arranged\s+|connected\s+)?(?:in|as|forming)\s+an?\s+"
    rf"(?:\d[dD]\s+)?{_SIDES}\s+{_SHAPE}"
)
_AS_GRID = re.compile(
    rf"(?<![\w.,])(?P<count>\d[\d,]*)\s*\((?:corresponding to|i\.e\.,?|as|=|\s)*\s*an?\s+{_SIDES}\s+{_SHAPE}"
)
_AXIS = r"\s*['\"]?\w+['\"]?\s*:\s*\d{1,4}"
_AXES = re.compile(
    rf"\{{(?P<grid>{_AXIS}(?:\s*,{_AXIS}){{1,3}})\s*\}}\)*`{{0,2}}\s*"
    rf"\((?:so|i\.e\.,?|or|=|with|\s)*(?P<count>\d[\d,]*)\s+{CHIPS}"
)
_HELD = re.compile(
    r"(?<![\w.,])(?P<k>\d+)\s+(?P<inner>[a-z]+?)s?\s+(?:per|in each|on each|for each)\s+(?P<outer>[a-z]+?)s?\b"
    r"[^.;\n]{0,100}?(?<![\w.,])(?P<outers>\d[\d,]*)\s+(?P=outer)s?\s*(?:=|\(|,?\s*or\s|,?\s*i\.e\.,?)\s*"
    r"(?P<inners>\d[\d,]*)\s+(?P=inner)s?\b"
)
_OF_MANY = re.compile(
    rf"(?<![\w.,])(?P<total>\d[\d,]*)\s+{CHIPS}\s*(?:\(|,\s*(?:or|i\.e\.,?)\s)\s*"
    rf"(?P<about>~|≈|about\s+|roughly\s+|around\s+)?\s*(?P<groups>\d[\d,]*)\s+[a-z]+s\s+of\s+(?P<count>\d[\d,]*)"
    rf"(?:\s+{CHIPS})?\s*[),.]"
)


def told_in_words(m: Material) -> Iterator[Statement]:
    """Every statement of this kind in a document."""
    for page, dark in zip(m.pages, m.darks):
        if not any(c.isdigit() for c in page.text):
            continue
        results = with_results(m, page, dark)
        places: dict[re.Pattern[str], list[tuple[int, int]]] = {}
        for anchor, before, after, pattern, judge in _RULES:
            text, last = page.text if pattern is _AXES else results, 0
            if anchor not in places:
                places[anchor] = [near.span() for near in islice(anchor.finditer(text), MAX_FOUND)]
            for start, end in places[anchor]:
                found = pattern.search(text, max(last, start - before), end + after)
                while found is not None and found.end() <= start:  # 16 * 8 = 128 Gbit/s or 16 GB/s
                    found = pattern.search(text, found.start() + 1, end + after)
                if found is None or not found.start() <= start:
                    continue
                with suppress(SymroofError, ZeroDivisionError):
                    v = judge(found)
                    if v is None:
                        continue
                    last = found.end()
                    told = in_prose(m, page, dark, found.span(), v, "restated")
                    if v.ok or told.item.role != "denied":
                        yield told


def with_results(m: Material, page: Page, dark: str) -> str:
    """The text of a page with the number that each formula is, or ends with, put back in its place."""
    if (known := m.results.get(id(page))) is not None:
        return known
    chars = list(dark)
    for item in m.items:
        if item.page is not page or item.span.kind in ("prose", "table", "comment"):
            continue
        side = item.quantity() if item.skip == ("", "") else None
        chains = item.bare or item.chains  # as printed, without the unit behind the formula
        if side is None and item.skip is None and chains and chains[-1].relations:
            side = chains[-1].sides[-1]
        power = _POWER.match(side.text.strip()) if side is not None else None
        if side is None or side.node is None or printed(side.node) is None:
            continue
        rest = side.text.strip()[power.end() :] if power else side.text
        plain = (f"{power[1]}e{power[2] or power[3]}" if power else "") + _UPRIGHT.sub(r"\1", rest).replace("{,}", ",")
        at = item.span.at + side.at
        if "\\" not in plain and page.text[at : at + len(side.text)] == side.text:
            chars[at : at + len(side.text)] = plain.ljust(len(side.text))
            for i in (*range(item.span.start, at), *range(at + len(side.text), item.span.end)):
                if chars[i] == FORMULA and (side.at == 0 or i >= at):
                    chars[i] = " "
    return m.results.setdefault(id(page), "".join(chars))


def _read(number: str, unit: str | None, many: str | None) -> Quantity:
    if many in ("B", "T"):
        many = {"B": "billion", "T": "trillion"}[many]
    return quantity(f"{number} {many}" if many and len(many) > 1 else f"{number}{many or ''} {unit or ''}".strip())


def _whole(text: str) -> int:
    return int(text.replace(",", ""))


def _twice(m: re.Match[str]) -> Verdict | None:
    """One quantity in two units or notations, 200 Gbps (25 GB/s); a duration of several parts is one quantity."""
    second = (m["b"], m["v"], m["n"]) if m["b"] else (m["b2"], m["v2"], m["n2"])
    units, manys = (m["u"], second[1]), (m["m"], second[2])
    if not any(units) and not (any(manys) and ("e" in (m["a"] + second[0]).lower() or "," in m["a"] + second[0])):
        return None
    alone, firsts = _read(*second), _firsts(m)
    b = _second(m, alone)
    compound = len(firsts) > 1 or b is not alone or firsts[0].value != _read(m["a"], m["u"], m["m"]).value
    same = units[0] == units[1] and manys[0] == manys[1] and ("e" in m["a"].lower()) == ("e" in second[0].lower())
    if (same and not compound) or (m["noun"] and not m["b"]) or (all(units) and any(manys)):
        return None
    found = [_told_twice(m, a, b, second) for a in firsts]
    if contrasted(m.string, m.start(), m.end()):
        return None
    return next((v for v in found if v is None or v.ok), found[0])


def _told_next(m: re.Match[str]) -> Verdict | None:
    """A quantity that the next sentence says in another unit; wrong only where its prefix is: all may be of several."""
    if not (m["u"] and m["v2"]) or m["u"] == m["v2"]:
        return None
    a, b = _read(m["a"], m["u"], m["m"]), _read(m["b2"], m["v2"], m["n2"])
    if a.dimension != b.dimension or not a.value:
        return None
    if a.value == b.value or digits.overlap(a.printed, b.printed):
        return Verdict("rounded", f"{shown(a.value, a.dimension, 6)} to the digits printed", code="twice")
    off = any(digits.overlap(b.printed.scaled(k), a.printed) for k in _PREFIXES)
    return _no_second(m, a, b) if off else None


_PREFIXES = tuple(Fraction(by) ** k for by in (1000, 1024) for k in (-3, -2, -1, 1, 2, 3))
_CONTRASTED = re.compile(
    r"\b(?:whether|either|differ\w*|confus\w*|mix(?:es|ed|ing)?|choos\w*|choice|pick\w*|unclear|ambiguous)\b[^.;:]*\Z",
    re.I,
)


_DEPENDING = re.compile(r"[^.;:]{0,40}\b(?:depend(?:ing|s)|whichever|according)\b")


def contrasted(text: str, start: int, end: int) -> bool:
    """Whether two numbers with "or" between them are two things to choose from: whether it is 16 Gb/s or 16 GB/s."""
    if re.search(r"\bor\b", text[start:end]) is None:
        return False
    return bool(_CONTRASTED.search(text[max(0, start - 80) : start]) or _DEPENDING.match(text, end))


def _firsts(m: re.Match[str]) -> list[Quantity]:
    """What the first number may be: with the larger parts before it that make one duration, 3 h 20 min; alone."""
    a = _read(m["a"], m["u"], m["m"])
    if a.dimension != SECONDS:
        return [a]
    start = max(0, m.start("a") - MAX_DURATION)
    found = [d for d in durations(m.string[start : m.end("u")]) if start + d.last == m.start("a")]
    if not found:
        return [a]
    d = found[-1]
    whole = _lasting(a, d, m.string[start + d.start : start + d.end])
    return [whole] if d.sure else [whole, a]


def _lasting(q: Quantity, d: Duration, text: str) -> Quantity:
    """A duration of several parts as the number that it is in seconds."""
    printed_whole = Printed(d.seconds, d.place, d.place, len(str(int(d.seconds / d.place))), text)
    return replace(q, value=d.seconds, printed=printed_whole)


def _second(m: re.Match[str], b: Quantity) -> Quantity:
    """The second number, with the smaller parts behind it that make one duration with it."""
    start = m.start("b" if m["b"] else "b2")
    found = next(durations(m.string[start : start + MAX_DURATION]), None) if b.dimension == SECONDS else None
    if found is None or found.start:
        return b
    return _lasting(b, found, m.string[start : start + found.end])


def _told_twice(m: re.Match[str], a: Quantity, b: Quantity, second: tuple[str, str, str]) -> Verdict | None:
    """The verdict on two numbers that are told as one."""
    units = (m["u"], second[1])
    if not a.value or not b.value or (a.dimension and b.dimension and a.dimension != b.dimension):
        return None
    if m["is"] and m["is"].startswith("=") and _WORKED.search(m.string, max(0, m.start() - 12), m.start()):
        return None  # 1e9 * 12 bytes = 12 GB
    for one, number in ((a, m["a"]), (b, second[0])):
        behind = one is b and _WORD.match(m.string, m.end())
        if any(units) and not one.dimension and ("e" not in number.lower() or behind):
            return None  # 8 (4 GB) tells two things
    what = shown(a.value, a.dimension or b.dimension, 6)
    if a.value == b.value:
        return Verdict("exact", f"{what} either way", code="twice")
    whole = _exact(m["a"], units[0]) and digits.misprinted(b.printed, a.value, swapped=b.printed.digits < 3)
    near = (digits.claim(b.printed, a.value), digits.claim(a.printed, b.value))
    alike = bool(a.dimension) and a.dimension == b.dimension
    overlap = (alike or min(a.printed.digits, b.printed.digits) > 2) and digits.overlap(a.printed, b.printed)
    held = _one_in_bits(m) and _holds_bits(a, b, *units)
    if not whole and (overlap or held or {"exact", "rounded"} & {*near}):
        return Verdict("rounded", f"{what} {'in whole bytes' if held else 'to the digits printed'}", code="twice")
    other = _of_several(m, a, b)
    if other is not _UNSAID:
        return other
    if not whole and not _another(m, a, b, plain=all(units) and units[0] != units[1] and _certain(m, b)):
        return None
    return _no_second(m, a, b)


def _no_second(m: re.Match[str], a: Quantity, b: Quantity) -> Verdict:
    """The verdict on a number that is not the one told before it."""
    said = m.string[m.start("b" if m["b"] else "b2") : _end_of_second(m, b)]
    right, said = " ".join((authors(said, a.value) or "").split()) or None, " ".join(said.split())
    return Verdict("wrong", f"{shown(a.value, a.dimension or b.dimension, 6)} is not {said}", code="twice", right=right)


_SEVERAL = re.compile(r"(?:\b(?:each|every|per)\b[^.;\n]{0,24}|\d\s[a-z][a-z-]*\s(?:of|at|for|with|taking)\s+)\Z")
_OF_EACH = re.compile(r"\b(?:each|every|per|apiece|single)\b|\bof\s+(?:which|these|those|them)\b")
_ALIKE = re.compile(
    r"(?:of\s+)?(?:bandwidth|memory|HBM|data|storage|traffic|throughput|capacity)|"
    r"in\s+(?:decimal|binary|bytes|bits|[a-z]+\s+units?)|exactly|precisely|roughly|approx\w*|or\s+so"
)
_OF_OTHERS = re.compile(
    r"\s+(?:for|per|across|over|with|when|on|between|among|from|at(?!\s+(?:most|least))|each|every|in\s+(?:all|total|the\s+\w+\s+case)|altogether|"
    r"together|combined|aggregate|overall|(?:an?|the)\s+(?=[a-z]))\b"
)
_WORKED_OUT = re.compile(r"(?:[\d.,]+\s?[-+*/×·x]\s?)+[\d.,]+\s?=\s?\Z")  # 16 * 8 = 128 Gb/s
_TENS = tuple(Fraction(10) ** k for k in range(-6, 7) if k)
MAX_SENTENCE, MAX_BEHIND = 160, 60  # characters of a sentence that are looked at, to either side of two numbers
_UNSAID = Verdict("undecided", "no word makes it a number of several")


def _of_several(m: re.Match[str], a: Quantity, b: Quantity) -> Verdict | None:
    """The verdict on a number by how many of the first one there are: 32 messages of 294 µs, that is 9.4 ms.

    None where the words make it a number of something else, "(5.6 kW per node)", "each"; or they say nothing of it.
    """
    start = max(m.string.rfind(". ", 0, m.start()) + 1, m.start() - MAX_SENTENCE)
    before, last = _WORKED_OUT.sub("", m.string[start : m.start()]), _end_of_second(m, b)
    rest = m.string[last : m.end() - 1] if m["b"] else m.string[last : last + MAX_BEHIND]
    behind = counted_behind(rest)
    n = behind or counted_before(before)
    if n and digits.claim(b.printed, a.value * n) in ("exact", "rounded"):
        return Verdict("rounded", f"{shown(n)} times {m['a']}", code="several")
    told = manifold(before + (rest if m["b"] else rest.partition(".")[0]))
    if m["is"] and b.value < a.value and _one_in_bits(m) and not _OF_EACH.search(before + rest):
        told = [x for x in told if x < 1]  # ten disks hold 160 TB, or so many bits: fewer only of each
    if explained(b.value / a.value, told):
        return None
    other = (rest.strip() and not _ALIKE.fullmatch(rest.strip())) if m["b"] else _OF_OTHERS.match(rest)
    if n and (behind or not other) and _off_by(b, a.value * n, _TENS):
        return _no_second(m, replace(a, value=a.value * n), b)
    if a.printed.digits > b.printed.digits > 2 and _off_by(b, a.value, POWERS_OF_1000):
        return _UNSAID  # 1,179,648 bytes, about 1.18 GB per token
    return None if other or _SEVERAL.search(before) else _UNSAID


def _off_by(b: Quantity, value: Fraction, factors: Iterable[Fraction]) -> bool:
    """Whether a number has the digits of a value, and is off by one of some factors."""
    return any(digits.claim(b.printed.scaled(k), value) in ("exact", "rounded") for k in factors)


def _end_of_second(m: re.Match[str], b: Quantity) -> int:
    """Where the second number ends, with its unit, or the last part of a duration."""
    start, ends = m.start("b" if m["b"] else "b2"), (("b", "v", "n") if m["b"] else ("b2", "v2", "n2"))
    whole = start + len(b.printed.text) if m.string.startswith(b.printed.text, start) else 0
    return max(whole, *(m.end(g) for g in ends))


def _another(m: re.Match[str], a: Quantity, b: Quantity, *, plain: bool) -> bool:
    """Whether two numbers that differ are meant to be one: but for a slip, a power of ten, 8, or plain words.

    ``plain`` says that both have units, not the same, and that nothing more is said of the second.
    """
    q = b.value / a.value
    if plain and "exactly" in (m["is"] or "") and a.dimension == b.dimension == BYTES:
        return True  # 246 kB, or exactly 246 KiB
    said = m["is"] and _STRONG.match(m["is"]) and a.dimension == b.dimension
    turned = said and (a.dimension == SECONDS or (a.dimension == BYTES and _one_binary(m)) or _one_in_bits(m))
    if plain and (digits.misprinted(b.printed, a.value) or (turned and abs(q - 1) > Fraction(1, 20))):
        return True
    if plain and m["b"] and _one_in_bits(m) and _UNIT_ALONE.fullmatch(m["u"]) and _UNIT_ALONE.fullmatch(m["v"]):
        return True  # a 160 bit (80 byte) number
    fast = min(a.value, b.value) >= _NO_TEN_BITS and q in (Fraction(4, 5), Fraction(5, 4))  # 400 Gb/s (40 GB/s)
    if plain and m["b"] and fast and _one_in_bits(m) and not (m["in"] or "").strip():
        return True
    if Fraction(1, 5) < q < 5:
        return False
    apart = m["b"] or "," in m.string[m.end("u") : m.start("is")]  # and not 90 s or 15 minutes, by the cache
    if (
        plain
        and apart
        and _one_in_bits(m)
        and any(digits.overlap(b.printed.scaled(k), a.printed) for k in (Fraction(64), Fraction(1, 64)))
    ):
        return True  # 4.2 GB/s, or 0.52 Gb/s: divided by 8 for multiplied
    if (
        plain
        and apart
        and a.dimension == SECONDS
        and any(digits.overlap(b.printed.scaled(k), a.printed) for k in _TENS)
    ):
        return True  # 2,220 s, or 6.2 hours
    eights = (Fraction(1), Fraction(8), Fraction(1, 8))
    powers = [by * Fraction(10) ** k for k in range(-12, 13) for by in eights]
    rounded = (len(m["a"]) > 6 or plain) and b.printed.digits >= 3  # 4.096 GB/s (32.8 Gb/s), 1,179,648 B, about 1.18 MB
    return any(q == by or (rounded and digits.claim(b.printed.scaled(1 / by), a.value) == "rounded") for by in powers)


def _one_binary(m: re.Match[str]) -> bool:
    """Whether one of two units of bytes is a power of 1024 and the other one of 1000: 26 GB, i.e. 24.2 GiB."""
    unit, number = (m["v"], m["b"]) if m["b"] else (m["v2"], m["b2"])
    return ("i" in (m["u"] or "")) != ("i" in (unit or "")) and number != m["a"]


def _one_in_bits(m: re.Match[str]) -> bool:
    """Whether one of two units counts bits and the other one bytes: 3.2 Tb/s, which is 400 GB/s."""
    units = (m["u"] or "", (m["v"] if m["b"] else m["v2"]) or "")
    return len({bool(_BITS.match(u)) for u in units}) == 2


def _holds_bits(a: Quantity, b: Quantity, *units: str | None) -> bool:
    """Whether one of two numbers is the whole bytes that hold the bits of the other: 377 bits, 48 bytes."""
    if not all(u and _UNIT_ALONE.fullmatch(u) for u in units):
        return False
    bits, whole = (a, b) if (units[0] or "").startswith("bit") else (b, a)
    return whole.value == ceil(bits.value)


_NO_TEN_BITS = 10 * 10**9  # bytes a second from which on no link sends ten bits for a byte, as up to 40 Gb/s some do
_STRONG = re.compile(r"i\.e\.|that is|which is")
_BITS = re.compile(r"[kMGT]?(?:b(?![a-z])|bits?\b|bps)")
_UNIT_ALONE = re.compile(r"bits?|bytes?|B")
_ENDS = re.compile(r"\s*(?:[.,;:)\n]|and\b|\Z)")


def _certain(m: re.Match[str], b: Quantity) -> bool:
    """Whether nothing more is said of a quantity that was told again: no noun, no word of what it is a part of."""
    if m["b"]:
        rest = m.string[max(m.end("b"), m.end("v")) : m.end() - 1].strip()
        return not rest
    return _ENDS.match(m.string, _end_of_second(m, b)) is not None


def _exact(number: str, unit: str | None) -> bool:
    """Whether a quantity is a whole number of binary units, which nobody rounds: 4 KiB."""
    return bool(unit) and "i" in (unit or "")[1:2] and number.isdigit()


def _shared(m: re.Match[str]) -> Verdict | None:
    """400e9 bytes on 32 chips, meaning 12.5e9 bytes per chip."""
    a, b, n = _read(m["a"], m["u"], m["m"]), _read(m["b"], m["v"], m["n"]), _whole(m["count"])
    if m["each"] and m["each"].lower().rstrip("s")[:3] != m["noun"].lower()[:3]:
        return None
    if not n or (a.dimension or b.dimension) != (b.dimension or a.dimension):
        return None
    return _number(a.value / n, b, f"{m['a']} over {n}")


def _part(m: re.Match[str]) -> Verdict | None:
    """3.0e15 FLOPs/s, or half of that (1.5e15)."""
    a, b = _read(m["a"], m["u"], m["m"]), _read(m["b"], m["v"], m["n"])
    if re.search(r"(?<!\w)\d", m["between"]) or (a.dimension and b.dimension and a.dimension != b.dimension):
        return None
    return _number(a.value * _FRACTIONS[m["part"]], b, f"{m['part']} of {m['a']}")


def _grid(m: re.Match[str]) -> Verdict | None:
    """A 4x8 mesh (32 chips); the count may be of cores or hosts where one is a multiple of the other."""
    total, said = (
        prod(int(n) for n in re.findall(r"(?<![A-Za-z_\d])\d+", m["grid"].replace("x", "×"))),
        _whole(m["count"]),
    )
    if not total or not said:
        return None
    if total == said:
        return Verdict("exact", f"the product of the sides is {total}", code="grid")
    solid = len(re.findall(r"[x×]", m["grid"])) > 1  # of three sides
    fewer = said < total and (solid or _SLICED.search(m.group())) and _COUNTED.match(m.groupdict().get("noun") or "")
    if fewer or (said % total and total % said):
        return Verdict("wrong", f"the product of the sides is {total}, not {said}", code="grid", right=str(total))
    return Verdict("undecided", f"the product of the sides is {total}; {said} may count what is in them", code="grid")


def _many(m: re.Match[str]) -> Verdict | None:
    """48 GPUs (6 nodes of 8)."""
    total, groups, n = (_whole(m[k]) for k in ("total", "groups", "count"))
    if not n or not groups:
        return None
    if groups * n == total:
        return Verdict("exact", f"{groups} times {n} is {total}", code="groups")
    if m["about"] and round(Fraction(total, n)) == groups:
        return Verdict("rounded", f"{total} over {n} is {shown(Fraction(total, n), (), 3)}", code="groups")
    if m["about"]:
        return Verdict("undecided", f"{groups} times {n} is {groups * n}", code="groups")
    return Verdict("wrong", f"{groups} times {n} is {groups * n}, not {total}", code="groups", right=str(groups * n))


def _held(m: re.Match[str]) -> Verdict | None:
    """2 cores per chip, so 4 chips = 8 cores."""
    k, outers, inners = (_whole(m[g]) for g in ("k", "outers", "inners"))
    if inners == k:
        return None  # 4 chips (2 cores each)
    if k * outers == inners:
        return Verdict("exact", f"{k} times {outers} is {inners}", code="groups")
    words = f"{k} times {outers} is {k * outers}, not {inners}"
    return Verdict("wrong", words, code="groups", right=str(k * outers))


def _number(value: Fraction, said: Quantity, what: str) -> Verdict:
    how = digits.claim(said.printed, value)
    if how is not None:
        return Verdict(how, digits.say(said.printed, value, how), code="share")
    if value and abs(said.value / value - 1) < Fraction(1, 20):
        return Verdict("undecided", f"{what} is {shown(value, said.dimension, 4)}", code="share")
    right = shown(value, said.dimension, 4)
    return Verdict("wrong", f"{what} is {right}, not {said.printed.text}", code="share", right=right)


def in_prose(m: Material, page: Page, dark: str, place: tuple[int, int], v: Verdict, rule: str) -> Statement:
    """A statement on a stretch of the text."""
    line, column = m.place(page, place[0])
    text = " ".join(page.text[slice(*place)].split())
    span = Span(text, line, column, "prose", place[0], start=place[0], end=place[1], raw=text)
    side = Side(text, 0, None)
    return Statement(Item(page, dark, span), text, v, rule, 0, "=", (side, side), "prose")


def _any_word(words: Iterable[str]) -> str:
    """A pattern for the beginning of any of these words, their first letters first: no other place is looked at."""
    return "|".join(f"{w[0]}(?<=\\b{w[0]}){w[1:]}" for w in words)


_CROSS = re.compile(r"\d\s?[x×]\s?\d")
#: where to look, how far to either side, what for, and what it says
_RULES = (
    (
        re.compile(rf"\(|=|(?:{_any_word(('or', 'that is', 'which is', 'about'))})\b|{_any_word(('i[.]e[.]',))}"),
        48,
        64,
        _TWICE,
        _twice,
    ),
    (
        re.compile(rf"(?:{_any_word(('That', 'This', 'It', 'that', 'this', 'it'))})(?:['’]s|\s)"),
        64,
        64,
        _NEXT,
        _told_next,
    ),
    (re.compile(rf"\d\s+{CHIPS}"), 64, 80, _SHARED, _shared),
    (re.compile(rf"(?:{_any_word(_FRACTIONS)})\s+(?:of\s+)?(?:this|that|it|as much)\s*\("), 160, 48, _PART, _part),
    (_CROSS, 12, 80, _OF_GRID, _grid),
    (_CROSS, 64, 24, _IN_GRID, _grid),
    (_CROSS, 48, 24, _AS_GRID, _grid),
    (re.compile(r"\{\s*['\"]?\w+['\"]?\s*:\s*\d"), 4, 120, _AXES, _grid),
    (re.compile(r"s\s+of\s+\d"), 64, 24, _OF_MANY, _many),
    (re.compile(rf"(?:{_any_word(('per', 'in each', 'on each', 'for each'))})\s"), 32, 180, _HELD, _held),
)
