"""A document read for judging: its formulas and equations in order, each with its chains, its place and its words.

Reading is done once; the rules then look at items, at their neighbours and at the facts stated around them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import final

import symroof.regexes as re
from symroof.algebra.ratios.posynomial import Ratio, gen, ratio
from symroof.checking.claims.links import Known, judge_link
from symroof.checking.documents.blocks import Scopes
from symroof.checking.documents.comments import Remarks, told
from symroof.checking.documents.context import (
    denied_before,
    denied_behind,
    many_behind,
    measured_behind,
    reach_of,
    role,
    sentence,
    unit_behind,
)  # fmt: skip
from symroof.checking.documents.facts import STRANGE, Compound, Fact, Facts
from symroof.checking.documents.named import Operation, named_in
from symroof.checking.documents.normal import UNREAD, plain_numbers
from symroof.checking.documents.numberstyle import AMBIGUOUS, continental
from symroof.checking.documents.prose import equations, shadow
from symroof.checking.documents.series import DOTS, SUM, closed, has_series
from symroof.checking.documents.sizes import collect_tables
from symroof.checking.documents.spans import Document, Page, Span
from symroof.errors import NotationError, SymroofError
from symroof.reading.formula import Chain, Node, Side, parse_chains
from symroof.reading.measures import MANY_LETTER, TEN_TO, THOUSANDS, agree, plain_number
from symroof.reading.nodes import leaves
from symroof.reading.quantity import UNITS
from symroof.reading.units import dimension, measured, open_letters, printed

RELATION = re.compile(
    r"[=<>≈≃≅∼~→⇒⇔≤≥≪≫≠≡⟶⩽⩾]|->|\\(?:approx|approxeq|simeq|cong|sim|leq?|geq?|leqslant|geqslant|ll|gg|to|rightarrow|"
    r"longrightarrow|implies|iff|Rightarrow|Leftrightarrow|Long(?:left)?rightarrow|equiv|neq?|lt|gt)(?![A-Za-z])"
)
ARRAYS = re.compile(r"\[|@|\\(?:cdot|times|ast|bullet)_|[*·×]_[A-Z]|::")
_PYTHON = re.compile(r"\bdef\b|\bimport\b|\bfor\b|(?<!\\)\blambda\b|->\s*\w+\[|[\"']\w|==|\w\.[a-z_]{2,}")
_SLICED = re.compile(r"\[[^\]]*:[^\]]*\]|@|//|::")
_PROGRAM = re.compile(
    r"[A-Za-z]{2}-[A-Za-z]{2}|(?:^|\s)--[A-Za-z]|^-[A-Za-z][\w-]{3,}=|\$[A-Za-z{]|[A-Za-z]::|;\s*$|[{}]\s*[\"']|&&|(?:^|[\s=(,])&\s?[A-Za-z]"
    r"|\w\.[a-z_]{2,}|^[A-Z][A-Z0-9]*_[A-Z0-9_]+\s*=|=\s*(?:True|False|None)\b|^(?:export|set|env)\s|\b[A-Za-z]x[A-Z]\b"
)
_INDEXED = re.compile(r"\\\\\s*\[[^\]\n]{0,20}\]|\\sqrt\s*\[\d+\]|\\left\s*\[|\\right\s*\]|\\(?:max|min)\s*\[")
_PROSE = re.compile(r"\b(?:if|when|for|where|and|or|otherwise|else|so|then|since|with|is|are|that|which|iff)\b", re.I)
_DECLARED = re.compile(r"\s*[A-Za-z]\w*\s*(?:\\sim|\\in|~|∼|∈|:)\s*[^=]*\[[^\]]*\]\s*\}?\s*\Z")
_BARE_ARRAY = re.compile(r"\\(?:max|min)\s*\[")
_TWO_SENTENCES = re.compile(r"(?<=[\w)%])\.(?=\s+[\w(])")
_GOES_ON = re.compile(r"[\s.,;\ue000]*\n\s*\n[ \t]*[a-z]")  # behind a display the sentence may go on
_ASIDE = re.compile(r"(?<=\d)\s\([A-Za-z]+(?:,? (?:and|or|plus|for|per|of|in|[A-Za-z]+)){1,5}\)(?=\s*(?:[×*·/=≈]|\Z))")
_STATED = re.compile(
    r"(?P<name>[A-Za-z](?<![\w=<>/*^_.\\-][A-Za-z])(?<!\d[ ~][A-Za-z])[A-Za-z]?(?:_[A-Za-z]+)?)"
    r"[ ]?(?P<rel>=|≈|~|\\approx)[ ]?"
    rf"(?P<value>\d[\d,]*(?:\.\d+)?{TEN_TO})(?P<suffix>"
    + MANY_LETTER
    + r"(?![\w/]))?(?![\w.^]*[\d^*/+(])(?!\s*[*/×·+^-]\s*\d)",
    needs="=|≈|~|\\approx",
)
_UNIT_BETWEEN = re.compile(r"\$[ ~]?([A-Za-zµμ%]+(?:/[A-Za-z]+)?)[ ~]\$")
_SECOND = re.compile(r"s(?![\w'-])")
_RELATED = re.compile(r"=|\\(?:approx|simeq|cong|equiv)(?![A-Za-z])")
_CAPITALS = re.compile(r"(?<![A-Za-z\\\d])[A-Z]{2,6}(?![A-Za-z\d])")
CONSTANT = re.compile(r"(?<![\w\\])[A-Z]{2,}\d?(?:_[A-Z\d]+){2,}(?!\w)|(?<![\w\\])[A-Z]{2,}\d?_[A-Z\d]{3,}(?!\w)")
_TWO_RUNS = re.compile(r"\s*([A-Z]{3,6})\s*=\s*([A-Z]{3,6})\s*")
_ALONE = re.compile(r"(?<![A-Za-z\\_])[A-Z](?![A-Za-z])")
LETTERS = frozenset("kKMGTPs")  # which stand for thousands or a unit behind a number
_SUFFIXED = re.compile(r"(?<![\w.])\d+(?:\.\d+)?([kKMGTPs])(?![A-Za-z_])")
_RUN = re.compile(r"(?<![\w.\\])\d+(?:\.\d+)?([A-Za-z]{1,3})(?![A-Za-z_{])")  # what may be a unit behind a number
_NUMBER_FIRST = re.compile(r"[\s&${(+\-−.\u200b\ufeff]*[\d\\]")
_TARGETED = re.compile(r"(?:\A|\s)<[A-Za-z/_.:#][^<>=\s]*(?:\s[^<>=]*)?>\Z")  # `the table <sizes>`, of reStructuredText
_TIED = re.compile(r"(?<=[)\]}])~(?=[(\[]|\\[dt]?frac)")  # two factors with a blank between them
_PARTED = re.compile(r"(?<![\d.,])\d{1,3}(?:~\d{3})+(?![\d~])")  # a blank that does not break parts thousands


@final
@dataclass
class Item:
    """A formula or an equation of the text: its chains, its place in the document, and what surrounds it."""

    page: Page
    dark: str
    span: Span
    chains: tuple[Chain, ...] = ()
    bare: tuple[Chain, ...] = ()  # read without the unit that stands behind the span
    skip: tuple[str, str] | None = None  # why it was not read
    sums: frozenset[str] = frozenset()  # sides whose sum was put in closed form
    unit: str = ""
    asked: bool = False
    letters: frozenset[str] = frozenset()  # names here: a k behind numbers that counts no thousands, IPC as one word

    @property
    def at(self) -> int:
        return self.page.base + self.span.at

    @property
    def end(self) -> int:
        return self.page.base + self.span.end

    @cached_property
    def role(self) -> str:
        if self.span.kind not in ("prose", "table"):
            return role(self.dark, self.span.start, self.span.end)
        start, end = self.span.start, self.span.end
        return "denied" if denied_behind(self.dark, end) or denied_before(self.dark, start, end) else ""

    @cached_property
    def sentence(self) -> tuple[int, int]:
        a, b = sentence(self.dark, self.span.start, self.span.end)
        if self.span.display and (goes_on := _GOES_ON.match(self.dark, self.span.end)) is not None:
            b = max(b, sentence(self.dark, goes_on.end() - 1, goes_on.end())[1])
        return self.page.base + a, self.page.base + b

    def line_after(self, other: Item) -> int:
        """How many lines stand between another item and this one."""
        return self.span.line - other.span.line if self.page is other.page else 10**6

    def expression(self) -> Side | None:
        """What a span without a relation holds, where it is one expression that reads."""
        if self.skip != ("", ""):
            return None
        if not self.asked:
            self.asked = True
            text = self.span.text
            if not ARRAYS.search(_INDEXED.sub(" ", text)) and not (self.span.kind == "code" and _PYTHON.search(text)):
                with suppress(SymroofError):
                    self.chains, self.sums = _chains(_prepared(self.span), {x: gen(x) for x in self.letters})
        if len(self.chains) == 1 and len(self.chains[0].sides) == 1:
            side = self.chains[0].sides[0]
            return side if side.node is not None and not side.words else None
        return None

    def quantity(self) -> Side | None:
        """What a span without a relation holds, where that may be a printed number; formulas are not read for it."""
        return self.expression() if _NUMBER_FIRST.match(self.span.text) else None

    def words(self) -> str:
        """The sentence around it, formulas left out."""
        a, b = sentence(self.dark, self.span.start, self.span.end)
        return self.dark[a:b]


@final
@dataclass
class Material:
    """All that a document gives to judge by."""

    file: str
    pages: tuple[Page, ...]
    darks: tuple[str, ...]
    items: list[Item]
    facts: Facts
    told: Remarks
    notation: list[Item] = field(default_factory=list)
    starts: dict[int, list[int]] = field(default_factory=dict)
    named: dict[int, tuple[Operation, ...]] = field(default_factory=dict)
    results: dict[int, str] = field(default_factory=dict)  # a page's text with the numbers of its formulas, once made
    flats: dict[int, tuple[str, list[int]]] = field(default_factory=dict)  # the same on one line, with its places

    @cached_property
    def continental(self) -> bool:
        """Whether its numbers have commas for points."""
        return continental(p.text for p in self.pages)

    def two_ways(self, text: str) -> bool:
        """Whether a text holds a number that this document may mean in another way than it is read: 1.024, 7,24."""
        return self.continental and bool(AMBIGUOUS.search(text))

    @cached_property
    def shadows(self) -> dict[int, str]:
        """The shadow of each page, by the page's id."""
        return {id(page): dark for page, dark in zip(self.pages, self.darks)}

    def operations(self, page: Page, dark: str) -> tuple[Operation, ...]:
        """The operations that a page names, looked for once."""
        if id(page) not in self.named:
            self.named[id(page)] = named_in(page, dark)
        return self.named[id(page)]

    def place(self, page: Page, at: int) -> tuple[int, int]:
        """Line and column of an offset in a page."""
        rows = self.starts.get(id(page))
        if rows is None:
            rows = [0, *(m.end() for m in re.finditer("\n", page.text))]
            self.starts[id(page)] = rows
        line = bisect_right(rows, at)
        return line, at - rows[line - 1] + 1


_OF_NUMBERS = re.compile(
    r"(?>\d+(?:\.\d+)?(?:e[-+]?\d+)?|\\(?:cdot|times|d?frac|left|right|sqrt|[,;:! ])(?![A-Za-z])|[-+*/^(){}.,\s])++"
)  # which is tried once: a key of 64 digits and an f would take years
_EQUALS = re.compile(
    r"(?: bytes)?(?:(?P<how>[ \n]=|,[ \n](?:i\.e\.,?|that[ \n]is,?|which[ \n]is))|(?P<weak>,[ \n]or))[ \n]"
    r"(?P<n>(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:e[-+]?\d+)?(?:/\d+)?)(?![\w^]|[.,]\d|\s?[-+*/×·^=≈]\s?[\d(])"
    r"(?!\s?(?:percent|per\s?cent|[kKMGTPEB](?![\w/]))|\s(?:in|of|out\sof|to|or)\s\d|\s(?:later|earlier|more|less|fewer|so|if|when)\b)"
    r"(?(weak)(?=(?:[ ]?[A-Za-zµμ%/]+)?\s*(?:[.,;:)]|\Z)))"
)
_NO_COUNT = re.compile(r"\s?(?:[kMGTPE]i?B\b|times\b|[a-z]+\s+of\s+\d)")
_RANGE = re.compile(r"[\d.\s]+(?:[-/][\d.]+)+\s*")  # 10-20, a date, a version


def gathered(doc: Document) -> Material:
    """A document with its formulas read and its facts collected."""
    scopes = _scopes(doc.pages)
    length = doc.pages[-1].base + len(doc.pages[-1].text) + 1 if doc.pages else 1
    said = told(doc.pages, scopes, doc.file, length)
    darks = tuple(shadow(p) for p in doc.pages)
    out = Material(doc.file, doc.pages, darks, [], Facts(scopes), said)
    short = _acronyms(doc.pages, darks)
    for page, dark in zip(doc.pages, darks):
        spans = [s for s in page.spans if s.kind != "comment"] + list(equations(page, dark))
        for span in _joined(page, sorted(spans, key=lambda s: s.at)):
            item = Item(page, dark, span, letters=_names(span.text, short))
            if _read(item, {**said.let(item.at), **{x: gen(x) for x in item.letters}}):
                out.items.append(item)
            if "[" in span.text and ARRAYS.search(_INDEXED.sub(" ", span.text)):
                out.notation.append(item)
    _letters_of_the_text(out)
    _collect(out)
    _defined_letters(out)
    return out


def _acronyms(pages: Iterable[Page], darks: Iterable[str]) -> frozenset[str]:
    """Runs of capitals that are one name: the prose has them as a word, and some letter of theirs is no symbol.

    The CPI = 1/IPC of a text on processors is no product; BDF is one where B, D and F are symbols too.
    """
    formulas = [s.text for p in pages for s in p.spans if s.kind in ("math", "code")]
    runs = {w for t in formulas for w in _CAPITALS.findall(t)}.difference(UNITS)
    if not runs:
        return frozenset()
    said = {w for dark in darks for w in _CAPITALS.findall(dark)}
    letters = {x for t in formulas for x in _ALONE.findall(t)}
    return frozenset(w for w in runs & said if not letters.issuperset(w))


def _names(text: str, short: frozenset[str]) -> frozenset[str]:
    """The runs of capitals of a formula that are names: its document's, the two of VAR = VAL, and MAX_SEQ_LEN."""
    both = _TWO_RUNS.fullmatch(text)
    if both and sorted(both[1]) != sorted(both[2]):
        return frozenset(both.groups())
    constants = frozenset(CONSTANT.findall(text) if "_" in text else ())
    return constants | short.intersection(_CAPITALS.findall(text)) if short else constants


def _joined(page: Page, spans: list[Span]) -> list[Span]:
    r"""The spans of a page, those made one that only the unit of a number parts: $51.2$ Tb/s $= 409.6$ TB/s, $2\ \mu$s.

    What parts them is put as the reader of formulas takes it, each character in its place.
    """
    out: list[Span] = []
    made = False  # whether the last one was joined
    for span in spans:
        last, text = (out[-1], page.text) if out else (None, "")
        gap = _UNIT_BETWEEN.fullmatch(text, last.end - 1, span.start + 1) if last is not None else None
        if last is not None and gap is not None and _RELATED.match(span.text) and _as_written(text, span):
            unit = {"b": "bit", "h": "hrs"}.get(gap[1], gap[1])
            middle = f" {unit}".ljust(len(gap[0]))
            if (made or _as_written(text, last)) and len(middle) == len(gap[0]) and unit in UNITS:
                out[-1] = replace(last, text=last.text + middle + span.text, end=span.end)
                made = True
                continue
        made = False
        out.append(span)
    for i, span in enumerate(out):
        if span.kind == "math" and span.text.endswith("\\mu") and _SECOND.match(page.text, span.end):
            out[i] = replace(span, text=span.text + " s", end=span.end + 1)
        elif (told := _result_behind(page.text, span)) is not None:
            out[i] = replace(span, text=f"{span.text} {told}", end=span.end + len(told))
    return out


def _result_behind(text: str, span: Span) -> str | None:
    r"""The number that words behind a formula of numbers alone set it equal to, $2 \cdot 3$ = 6, or i.e. 6, as = 6."""
    if span.display or span.raw or not text[span.start : span.start + 1] == text[span.end - 1 : span.end] in ("$", "`"):
        return None
    if span.text != text[span.start + 1 : span.end - 1] or not _OF_NUMBERS.fullmatch(span.text):
        return None
    if not re.search(r"\d[\s}]*(?:[-+*/^]|\\(?:cdot|times)|\{)", span.text):
        return None
    found = _EQUALS.match(text, span.end)
    if found is None or (_RANGE.fullmatch(span.text) and (found["how"] != " =" or "-" in span.text)):
        return None
    if found["how"] != " =" and (
        found["n"] in re.findall(r"[\d.]+", span.text) or (found["weak"] and len(found["n"]) < 2)
    ):
        return None  # an array of 128 x 64, i.e. 128 rows
    if found["how"] != " =" and not found.group().startswith(" bytes") and _NO_COUNT.match(text, found.end()):
        return None  # a matrix, which is 4 MB
    how = found["how"] or found["weak"]
    return found.group().replace(how, "=".ljust(len(how)), 1)


def _as_written(text: str, span: Span) -> bool:
    """Whether a span in single dollars is what stands in the text, no macro put in."""
    return span.kind == "math" and not span.display and span.text == text[span.start + 1 : span.end - 1]


def _letters_of_the_text(m: Material) -> None:
    """Read the k of $2k$ as the symbol that a formula of its paragraph has, or that its section gives a value."""
    scopes = m.facts.scopes
    near, valued = _symbols(m)
    for item in m.items if near else ():
        if item.span.kind != "math" or item.skip not in (None, ("", "")):
            continue
        here = {x for x in _SUFFIXED.findall(item.span.text) if (x, scopes.paragraph(item.at)) in near
                or valued.get((x, scopes.section(item.at)), item.at) < item.at}  # fmt: skip
        if item.skip is not None:
            item.letters |= here
        elif here and not _counted(item, here):
            _read(item, {**m.told.let(item.at), **{x: gen(x) for x in here | item.letters}})


def _defined_letters(m: Material) -> None:
    """Read a unit behind a number as letters where the text gives each of them a value: $2ks$ with k = 500 and s = 16.

    Where the line holds with the unit it is the unit; where it holds with the values, or its own sentence gives them
    all, it is the letters.
    """
    for item in m.items:
        found = _RUN.findall(item.span.text)
        runs = [r for r in found if r in UNITS or r in THOUSANDS] if item.skip in (None, ("", "")) else []
        letters = {x for r in runs for x in r}
        facts = {x: f for x in letters if (f := m.facts.value(x, item.at, item.sentence)) is not None}
        if not facts or letters <= item.letters:
            continue
        begin, end = item.sentence
        near = all(begin <= f.at < end for f in facts.values()) and letters != {"B"}  # 7B may be billions
        if item.skip is not None:
            item.letters |= letters if near and len(facts) == len(letters) else {*()}
            continue
        read = _in_letters(item, letters)
        if not read or _holds(item.chains, {}):
            continue
        valued = len(facts) == len(letters) and (near or _holds(read, {n: f.value for n, f in facts.items()}))
        if valued or (near and _of_other_units(item.chains)):
            item.bare = item.chains = read
            item.letters |= letters


def _in_letters(item: Item, letters: set[str]) -> tuple[Chain, ...]:
    """The chains of an item with some letters as symbols wherever they stand; none where it does not read so."""
    names = {n for c in item.chains for s in c.sides for n in s.names}
    with suppress(SymroofError):
        read = parse_chains(f"{_prepared(item.span)} {item.unit}".rstrip(), names | letters)
        if all(s.node is not None for c in read for s in c.sides):
            return read
    return ()


def _of_other_units(chains: tuple[Chain, ...]) -> bool:
    """Whether some link sets two different units equal: 2ks = 1.6e7 FLOPs."""
    links = ((c, *x) for c in chains for x in zip(c.sides, c.relations, c.sides[1:]))
    plain = ((c, a, r, b) for c, a, r, b in links if a.node is not None and b.node is not None)
    found = (judge_link(a, r, b, c, Known()) for c, a, r, b in plain if not a.words + b.words)
    return any(not isinstance(v, str) and v.code == "units" for v in found)


def _holds(chains: tuple[Chain, ...], values: dict[str, Ratio]) -> bool:
    """Whether some link is right with values put in, and none is wrong."""
    found: list[bool] = []
    for chain in chains:
        for left, relation, right in zip(chain.sides, chain.relations, chain.sides[1:]):
            if left.node is not None and right.node is not None and not left.words + right.words:
                v = judge_link(left, relation, right, chain, Known(values))
                found += [v.ok] if not isinstance(v, str) and (v.ok or v.verdict == "wrong") else []
    return bool(found) and all(found)


def _symbols(m: Material) -> tuple[set[tuple[str, int]], dict[tuple[str, int], int]]:
    """The letters that are symbols in each paragraph, and where in each section one is first given a value."""
    near: set[tuple[str, int]] = set()
    valued: dict[tuple[str, int], int] = {}
    for item in m.items:
        for chain in item.chains:
            runs = (n for s in chain.sides for n in s.names if len(n) <= 4 and n.isalpha())  # mnk
            near |= {(x, m.facts.scopes.paragraph(item.at)) for n in runs for x in n if x in LETTERS}
            for name in map(bare_name, chain.sides if chain.relations[:1] == ("=",) else ()):
                if name in LETTERS:
                    valued.setdefault((name, m.facts.scopes.section(item.at)), item.at)
    return near, valued


def _counted(item: Item, letters: set[str]) -> bool:
    """Whether the letters behind numbers are thousands, or a unit, by a number on the other side: 4K = 4096."""
    for chain in item.chains:
        for left, relation, right in zip(chain.sides, chain.relations, chain.sides[1:]):
            marked = [letters & {*_SUFFIXED.findall(s.text)} for s in (left, right)]
            if relation in ("=", "~") and bool(marked[0]) != bool(marked[1]) and not left.names | right.names:
                with suppress(SymroofError):
                    found = judge_link(left, relation, right, chain, Known())
                    if not isinstance(found, str) and found.ok:
                        return True
    return False


def _scopes(pages: Iterable[Page]) -> Scopes:
    rows: list[list[int]] = [[], [], []]
    for p in pages:
        for row, starts in zip(rows, (p.scopes.paragraphs, p.scopes.problems, p.scopes.sections)):
            row += [p.base + at for at in starts]
    return Scopes(*(tuple(r) for r in rows))


def _read(item: Item, known: dict[str, Ratio]) -> bool:
    """Read an item's chains; whether there is anything in it to look at."""
    span, text = item.span, item.span.text
    if not text:
        return False
    if not RELATION.search(text):
        item.skip = ("", "")  # read only when a neighbour asks for it
        return len(text) <= 400
    if ARRAYS.search(_INDEXED.sub(" ", text)):
        item.skip = ("notation", "array notation or code, not a formula")
        if _DECLARED.match(text):
            item.skip = ("definition", "the shape of an array")
        elif span.kind == "code" and _SLICED.search(text):
            item.skip = ("code", "a program")
        return True
    if span.kind == "code" and _TARGETED.search(text):
        item.skip = ("code", "a text with its target, or a tag")
        return True
    if span.kind == "code" and (_PROGRAM.search(text) or _PYTHON.search(text)):
        item.skip = ("code", "an option, a variable of a shell, a name with hyphens, or a program")
        return True
    try:
        item.chains, item.sums = _chains(_prepared(span), known)
    except SymroofError as e:
        item.skip = _why(span, e)
        return True
    item.unit = unit_behind(item.dark, span.end) if _ends_bare(item.chains) else ""
    many = many_behind(item.dark, span.end) if _ends_bare(item.chains) and not item.unit else 0
    if item.unit or many:
        item.bare = item.chains
        item.chains = _with_unit(item, known, item.unit, many)
    return True


def _why(span: Span, e: SymroofError) -> tuple[str, str]:
    reason = e.reason if isinstance(e, NotationError) else str(e)
    kind = "words" if re.search(r"\\text|[^\x00-\u024f\u0370-\u03ff\u2000-\u2bff]", span.text) else "syntax"
    if span.kind == "code" and kind == "syntax":
        kind = "code"
    return kind, reason


def _prepared(span: Span) -> str:
    text = plain_numbers(_BARE_ARRAY.sub(lambda m: m.group()[:-1] + "[", span.text))
    if span.kind == "math" and ("~" in text or "&&" in text):
        text = _TIED.sub(" ", text)
        text = _PARTED.sub(lambda m: m.group().replace("~", "").ljust(len(m.group())), text.replace("&&", ", "))
    if has_series(text):
        text = DOTS.sub(lambda m: UNREAD + " " * (len(m.group()) - 1), text)
        text = SUM.sub(lambda m: UNREAD + " " * (len(m.group()) - 1), text).replace("\\sum", UNREAD + "   ")
    if span.kind in ("code", "prose", "table"):
        text = _TWO_SENTENCES.sub(";", text)
        text = _ASIDE.sub(lambda m: " " * len(m.group()), text) if "(" in text else text
    return text


def _chains(text: str, known: dict[str, Ratio]) -> tuple[tuple[Chain, ...], frozenset[str]]:
    chains = parse_chains(text, known=known, words=known)
    shared = _shared_words(chains)
    if shared:
        chains = parse_chains(text, known=known, words={*known, *shared})
    return tuple(_measured(_named(c)) for c in chains), frozenset()


def _measured(chain: Chain) -> Chain:
    """A chain whose letters behind numbers are units by the unit of their neighbour: 8 * 700 W = 5.6 kW."""
    sides = list(chain.sides)
    for at, near in ((i, j) for i in range(len(sides)) for j in (i - 1, i + 1) if 0 <= j < len(sides)):
        one, other = sides[at], sides[near]
        letters = open_letters(one.node)
        if not letters or one.names != letters or other.names or one.node is None or other.node is None:
            continue
        node, wanted = measured(one.node, letters), dimension(other.node)
        own = dimension(node)
        if wanted and any(wanted) and own and any(own[:5]) and agree(own, wanted):
            sides[at] = replace(one, node=node)
    for at, (one, other) in enumerate(pairwise(sides)):  # 250 W * 53.7 ms = 13.4 J
        mine, theirs = open_letters(one.node), open_letters(other.node)
        if not mine or not theirs or mine == theirs or one.names != mine or other.names != theirs:
            continue
        if one.node is not None and other.node is not None:
            pair = measured(one.node, mine), measured(other.node, theirs)
            own = dimension(pair[0])
            if own and own == dimension(pair[1]) and any(own[:5]):
                sides[at : at + 2] = replace(one, node=pair[0]), replace(other, node=pair[1])
    return replace(chain, sides=tuple(sides))


def with_sums(item: Item) -> None:
    """Put the sums of an item's sides (dots, sigma) in closed form where that is known."""
    text = item.span.text
    if not has_series(text):
        return
    found: set[str] = set()
    made: list[Chain] = []
    for c in item.chains:
        sides = []
        for s in c.sides:
            written = text[s.at : s.at + len(s.text)]
            node = closed(written) if has_series(written) else None
            if node is not None:
                found.add(written)
                s = replace(s, node=node, text=written, why="", kind="")
            sides.append(s)
        made.append(replace(c, sides=tuple(sides)))
    item.chains, item.sums = tuple(made), frozenset(found)


def _shared_words(chains: Iterable[Chain]) -> set[str]:
    r"""Single words that a chain holds twice: \text{batch} is a symbol there, not prose."""
    out: set[str] = set()
    for chain in chains:
        found = Counter(w for s in chain.sides for w in s.words)
        single = {w for w in found if w.isascii() and w.replace("_", "").isalnum()}
        twice = {w for w in single if found[w] > 1}
        out |= twice | ({w for w in single if w.islower()} if twice else set())
    return out


def _named(chain: Chain) -> Chain:
    r"""A chain whose words are quantities (\text{Total FLOPs} above a bar, or times something) as names."""
    if not any(s.words for s in chain.sides):
        return chain
    alone = [s.node is not None and shape_of(s.node) == "words" for s in chain.sides]
    plain = [s.node is not None and not s.words and not s.names for s in chain.sides]
    if len(chain.sides) == 2 and any(alone) and any(plain):
        return chain
    sides = []
    for s in chain.sides:
        node = _as_name(s.node) if s.node is not None and s.words else s.node
        sides.append(s if node is None else replace(s, node=node))
    return replace(chain, sides=tuple(sides))


def shape_of(node: Node) -> str:
    while node.kind == "group" or (node.kind == "add" and len(node.args) == 1):
        node = node.args[0]
    return node.kind


def _as_name(node: Node) -> Node | None:
    """A node with its words as names, where each stands for a quantity; None where one may be prose."""
    if node.kind == "words":
        name = re.sub(r"\W+", "_", node.name).strip("_")
        if UNREAD in node.name or not 2 < len(name) <= 60 or _PROSE.search(node.name):
            return None
        return Node("name", name=name, at=node.at)
    if node.kind == "juxt" and any(a.kind == "words" for a in node.args):
        return _called(node)
    kids = []
    for a in node.args:
        made = _as_name(a)
        if made is None:
            return None
        kids.append(made)
    return replace(node, args=tuple(kids)) if node.args else node


def _called(node: Node) -> Node | None:
    """A quantity of something, Intensity(matmul), as one name."""
    inner = node.args[1].args[0] if len(node.args) == 2 and node.args[1].kind == "group" else None
    if inner is None or node.args[0].kind != "words" or inner.kind not in ("words", "name"):
        return None
    return _as_name(replace(node.args[0], name=f"{node.args[0].name} {inner.name}"))


def _ends_bare(chains: tuple[Chain, ...]) -> bool:
    """Whether the last thing a span says is a number without a unit."""
    if not chains or not chains[-1].relations:
        return False
    p = printed(chains[-1].sides[-1].node)
    return (p is not None and p.text[-1:].isdigit()) or (p is not None and p.text.endswith("}"))


def _with_unit(item: Item, known: dict[str, Ratio], unit: str, many: int) -> tuple[Chain, ...]:
    """The chains with the words behind the span as the unit of its last number."""
    if unit:
        try:
            return _chains(f"{_prepared(item.span)} {unit}", known)[0]
        except SymroofError:
            return item.chains
    last = item.chains[-1]
    side = last.sides[-1]
    p = printed(side.node)
    if p is None:
        return item.chains
    more = p.scaled(Fraction(10) ** many)
    moved = replace(side, node=Node("num", printed=more, at=side.at))
    return (*item.chains[:-1], replace(last, sides=(*last.sides[:-1], moved)))


# -- facts -----------------------------------------------------------------------------------------------------------


def _collect(m: Material) -> None:
    """The values and definitions that a document's formulas and sentences state."""
    for item in m.items:
        with_sums(item)
        if m.two_ways(item.span.raw or item.span.text):
            continue
        for chain in item.chains:
            for fact in _facts_of(item, chain):
                m.facts.add(fact)
            m.facts.compounds.extend(_compounds(item, chain))
    for page, dark in zip(m.pages, m.darks):
        for found in _STATED.finditer(dark):
            if m.two_ways(found.group()):
                continue
            line, _ = m.place(page, found.start())
            value = plain_number(found["value"]) * 10 ** THOUSANDS.get(found["suffix"], 0)
            about = found["rel"] != "="
            at = page.base + found.start()
            unit = "" if found["suffix"] else measured_behind(dark, found.end())
            value *= UNITS[unit].scale if unit in UNITS else 1
            reach = reach_of(dark, found.start())
            m.facts.add(Fact(found["name"], ratio(value), at, line, "value", about, found.group(), unit, reach))
    collect_tables(m)


def _facts_of(item: Item, chain: Chain) -> Iterator[Fact]:
    """Each name that a chain sets equal to a number or a formula."""
    last = (
        chain.sides[-1]
        if chain is item.chains[-1] and not item.unit and item.chains == (item.bare or item.chains)
        else None
    )
    for i, (left, relation, right) in enumerate(zip(chain.sides, chain.relations, chain.sides[1:])):
        if relation not in ("=", "~"):
            continue
        joined = next((j for j in range(i, len(chain.relations)) if chain.relations[j] not in ("=", "~")), None)
        for name, others in ((left, chain.sides[i + 1 : None if joined is None else joined + 1]), (right, (left,))):
            bare = bare_name(name)
            if bare is None:
                continue
            for other in others:
                if other is name or other.node is None or bare in other.names or other.words:
                    continue
                try:
                    value = other.ratio()
                except SymroofError:
                    continue
                line = item.span.line + item.span.text[: left.at].count("\n")
                about = relation == "~" or item.role == "about"
                kind = "value" if value.constant() is not None else "definition"
                units = [*leaves(other.node, "unit")]
                unit = units[0] if units else measured_behind(item.dark, item.span.end) if other is last else ""
                reach = reach_of(item.dark, item.span.start)
                yield Fact(bare, value, item.at + left.at, line, kind, about, item.span.text[:80], unit, reach)


def _compounds(item: Item, chain: Chain) -> Iterator[Compound]:
    """The products and quotients of names that a chain sets equal to a number."""
    for left, relation, right in zip(chain.sides, chain.relations, chain.sides[1:]):
        for a, b in ((left, right), (right, left)):
            if relation not in ("=", "~") or len(a.names) < 2 or b.names or a.words or b.words:
                continue
            if a.node is None or b.node is None:
                continue
            with suppress(SymroofError):
                mono, number = a.ratio().monomial(), b.ratio().constant()
                if mono is None or mono[1] != 1 or number is None or number <= 0:
                    continue
                if of_strange_unit(item, b):
                    continue
                if all(e in (1, -1) and isinstance(g, str) for g, e in mono[0].items()):
                    about = relation == "~"
                    yield Compound(a.ratio(), Fraction(number), item.at + a.at, item.span.line, False, about)


def of_strange_unit(item: Item, side: Side) -> bool:
    """Whether a number ends a span behind which a unit stands that we do not know: $c/f = 3$ cm."""
    last = bool(item.chains) and not any(leaves(side.node, "unit")) and side is item.chains[-1].sides[-1]
    return last and measured_behind(item.dark, item.span.end) == STRANGE


def bare_name(side: Side) -> str | None:
    """The name a side consists of, or None."""
    node = side.node
    while node is not None and node.kind == "group":
        node = node.args[0]
    return node.name if node is not None and node.kind == "name" else None
