r"""Formulas of named laws in their author's letters: Little's, Amdahl's, the ridge, a ring's, the bubble's.

A formula is looked at where its sentence, the text right before it or its heading names a law of the book
(``lawbook``), and where what it gives and all its letters are known: by the words for them (``roles``), or as the usual
letters of that law.  It is wrong where no form of any law named there is what it says, and one slip in one of them is;
anything else is left alone.

>>> from symroof.checking.proofreading.proofread import proofread
>>> text = "By Little's law $N = {}$, with $X$ the throughput and $R$ the response time."
>>> [[f.verdict for f in proofread(text.format(x)).findings] for x in ("X R", "X / R", "X R + Z")]
[['exact'], ['wrong'], []]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from itertools import islice, product
from typing import final

import symroof.regexes as re
from symroof.algebra.ratios.posynomial import Ratio, ratio
from symroof.checking.claims.claims import Verdict
from symroof.checking.documents.material import Item, Material, bare_name
from symroof.checking.documents.prose import with_formulas
from symroof.checking.documents.spans import Page, Span
from symroof.checking.documents.statement import Statement
from symroof.checking.laws.lawbook import LAWS, ROLES, Law, accepted, spelt, symbol
from symroof.checking.laws.roles import Roles, by_words, marked, told
from symroof.errors import SymroofError
from symroof.reading.formula import Side, parse_chains

MAX_LETTERS, MAX_LINE, MAX_WAYS = 6, 200, 2000
BEFORE, BEHIND = 350, 200  # characters around a formula in which its law is named
_DOUBT = re.compile(
    r"\b(?:approx\w*|about|roughly|at most|at least|bound(?:ed)?|limit\w*|ignor\w+|neglect\w*|wrong\w*|"
    r"mistake\w*|not|never|naive\w*|instead|tempting|asymptot\w*|upper|lower|first[- ]order|inverse|reciprocal|large|"
    r"without|alone|half|twice|bidirectional|latent|shar(?:es|ed|ing|e the same|e storage)|"
    r"tree|one might|variant|generali[sz]\w+|incorrect\w*|would|if)\b|n['’]t\b|\?",
    re.I,
)
_CALLED = re.compile(r"\A(\s*[\w\\{}^*']+?)\s*\(\s*[A-Za-z][\w, ]{0,8}\)(?=\s*=)")
_PI, _STAR = re.compile(r"\\pi(?![A-Za-z])|π"), re.compile(r"\^\{?(?:\*|\\(?:ast|star)(?![A-Za-z]))\}?")
_LINE = re.compile(
    r"(?m)^[ \t]*(?:>[ \t]*)?[*_]{0,2}(?P<f>[^\W\d]\w{0,11}(?:\([\w, ]{1,8}\))?[ ]?=[ ]?[^=\n|"
    r"$`\\]{3,80}?)[*_]{0,2}[.,]?[ \t]*$"
)
_SOLVING = re.compile(r"\b[Ss]olv(?:ing|ed) (?:it )?for [\w\s$]{1,40},?\s(?:gives|yields|we get)\s*\Z")
_COUNT = re.compile(r"(?<![\w.,^])\d{1,4}(?![\w.,])")
_WORD = re.compile(r"[^\W\d_]{3,}")
_ROLE = re.compile(r"[a-z_]{2,}")
_FUNCTIONS = frozenset(("min", "max", "sqrt"))


@final
@dataclass
class _Text:
    """A page in its sections, letters in marks."""

    m: Material
    page: Page
    text: str
    parts: dict[tuple[int, int], str] = field(default_factory=dict)
    said: dict[tuple[int, int, str], Roles] = field(default_factory=dict)
    laws: list[Law] = field(default_factory=list)  # that it names anywhere

    def bounds(self, section: int) -> tuple[int, int]:
        starts = self.m.facts.scopes.sections
        low = starts[section - 1] - self.page.base if 0 < section <= len(starts) else 0
        high = starts[section] - self.page.base if section < len(starts) else len(self.text)
        return max(0, low), min(len(self.text), max(0, high))

    def told(self, low: int, high: int, name: str) -> Roles:
        if (low, high) not in self.parts:
            self.parts[low, high] = marked(self.text[low:high])
        if (low, high, name) not in self.said:
            self.said[low, high, name] = told(self.parts[low, high], name)
        return self.said[low, high, name]

    def roles(self, name: str, at: int) -> Roles:
        """What a letter stands for: by the section so far, the rest of it, those before it, or its subscript."""
        here = self.m.facts.scopes.section(self.page.base + at)
        head, _, sub = name.replace("⋆", "_star").partition("_")
        name = f"{head}_{sub.lower()}" if sub else head
        low, high = self.bounds(here)
        stop = self.text.find("\n\n", at)
        stop = stop if 0 <= stop < high else high
        found = self.told(low, stop, name) or self.told(stop, high, name)
        for section in range(here - 1, max(-1, here - 8), -1) if not found else ():
            found = found or self.told(*self.bounds(section), name)
        return found or by_words(sub.replace("_", " "))

    def heading(self, at: int) -> str:
        low, high = self.bounds(self.m.facts.scopes.section(self.page.base + at))
        first = self.text[low:high].lstrip().partition("\n")[0]
        return first if first.startswith("#") else ""

    def around(self, start: int, end: int) -> str:
        """The text in which a formula's law may be named: the heading, what stands before, the paragraph's rest."""
        low, high = self.bounds(self.m.facts.scopes.section(self.page.base + start))
        behind = self.text[end : min(high, end + BEHIND)].partition("\n\n")[0]
        return f"{self.heading(start)} . {self.text[max(low, start - BEFORE) : start]} {behind}"


def lawful(m: Material) -> Iterator[Statement]:
    """Every formula of a document that a named law judges."""
    for page, dark in zip(m.pages, m.darks):
        if page.tex:
            continue
        text = _Text(m, page, with_formulas(page, dark))
        text.laws = [law for law in LAWS if law.called.search(text.text)]
        if not text.laws:
            continue
        for item in m.items:
            if (
                item.page is page
                and item.span.kind in ("math", "code")
                and (
                    item.role in ("", "about")
                    or _SOLVING.search(page.text, max(0, item.span.start - 80), item.span.start)
                )
            ):
                yield from _judged(text, item, item.span.text)
        for item in _lines(m, page, dark):
            yield from _judged(text, item, item.span.text)


def _lines(m: Material, page: Page, dark: str) -> Iterator[Item]:
    """Formulas that are lines of their own, in no mark."""
    spans = [(s.start, s.end) for s in page.spans]
    blocks = [(b.start, b.end) for b in page.blocks if b.kind in ("fence", "front")]
    for found in islice(_LINE.finditer(page.text), MAX_LINE):
        a, b = found.span("f")
        right = found["f"].partition("=")[2]
        if {*_WORD.findall(right)} - _FUNCTIONS or not re.search(r"[*/·×+\-−^(²]|\s", right.strip()):
            continue
        if not any(x < b and a < y for x, y in (*spans, *blocks)):
            line, column = m.place(page, a)
            yield Item(page, dark, Span(found["f"], line, column, "code", a, start=a, end=b))


def _judged(text: _Text, item: Item, written: str) -> Iterator[Statement]:
    """The verdict on a formula, where the text names a law and says what its letters are."""
    around = text.around(item.span.start, item.span.end)
    laws: list[Law] = []
    for law in text.laws:
        if law.called.search(_clause(text, item) if law.alone else around) and not (laws and laws[-1].alone):
            laws.append(law)
    read = _read(written) if laws and len(written) <= MAX_LINE * 2 else None
    if read is None:
        return
    left, formula, numerals = read
    if not any(len(formula.names) - n in (0, -1) for law in laws for n in _sizes(law)):
        return  # as many letters as no form has, a count for one of them allowed
    roles = {n: text.roles(n, item.span.start) for n in formula.names}
    given = _given(text, item, left)
    found = [v for law in laws if (v := _by_law(law, given, formula, roles, numerals)) is not None]
    v = next((v for v in found if v.verdict != "wrong"), found[0] if found else None)
    if v is None or v.verdict == "undecided" or (v.verdict == "wrong" and _doubtful(item)):
        return
    side = Side(written, 0, None)
    yield Statement(item, " ".join(written.split()), v, "law", 0, "=", (side, side), item.span.kind)


def _clause(text: _Text, item: Item) -> str:
    """The words between the formula before and a formula."""
    return re.split(
        r"[$`]|\\\)|\n\n(?=\S)", text.text[max(0, item.span.start - 120) : item.span.start].rstrip("$\n `")
    )[-1]


def _doubtful(item: Item) -> bool:
    """Whether words of the sentence say that the formula is of another kind, or no claim."""
    a, b = item.sentence
    return bool(_DOUBT.search(item.dark[a - item.page.base : b - item.page.base + 1]))


def _read(written: str) -> tuple[str, Ratio, frozenset[int]] | None:
    """What a formula defines, its value and the counts in it; None for what is no such formula."""
    plain = _CALLED.sub(r"\1", _STAR.sub("_{star}", _PI.sub(r"p_{pi}", written))).strip().rstrip(".,; ")
    word = re.match(r"[A-Za-z]{3,}(?=\s*=)", plain)
    plain = "Y" + plain[word.end() :] if word else plain
    with suppress(SymroofError, ZeroDivisionError):
        chain = parse_chains(plain)[0]
        sides, left = chain.sides, ""
        if chain.relations[:1] == ("=",):
            left = word.group() if word else bare_name(sides[0]) or ""
            sides = sides[1:] if left else ()
        elif chain.relations:
            return None
        side = sides[0] if sides else None
        if side is not None and side.node is not None and not side.words and side.names and bare_name(side) is None:
            value = side.ratio()
            counts = frozenset(int(x) for x in _COUNT.findall(side.text) if int(x) > 2)
            return (left, value, counts) if len(value.names) <= MAX_LETTERS else None
    return None


def _given(text: _Text, item: Item, left: str) -> tuple[Roles, str]:
    """What a formula gives, by the words before it or for its left side, and that side's letter."""
    said = by_words(text.text[max(0, item.span.start - 90) : item.span.start].replace("\n", " ").rstrip("$>\\([ "))
    own = text.roles(left, item.span.start) or by_words(left.replace("_", " ")) if left else ()
    return own or said, left


_FINE = Verdict("undecided", "a form of it", code="law")


def _by_law(
    law: Law, given: tuple[Roles, str], formula: Ratio, roles: Mapping[str, Roles], counts: frozenset[int]
) -> Verdict | None:
    """The verdict of one law on a formula: undecided where some reading of its letters makes it right."""
    wanted = _wanted(law)
    told = {n: [{symbol(r) for r in x} & wanted for x in roles[n]] for n in formula.names}
    loose = [set().union(*told[n]) or _usual(n) & wanted or {*wanted} for n in formula.names]
    strict = [_sure(told[n], _usual(n) & wanted if law.usual else set()) for n in formula.names]
    lefts = [r for r in dict.fromkeys(left for left, _ in law.forms) if _is(r, *given, law)]
    sure = [x for x in _assigned(formula, strict)] if lefts and all(strict) else []
    right_ones = {*accepted(law), *(c for v in accepted(law) for c in _counted(v, counts))}
    if any(v in right_ones for v, _ in _assigned(formula, loose)):
        return Verdict("exact", f"as {law.name} says", code="law") if sure and given[1] else _FINE
    for left in lefts:
        slips = spelt(law, left)[1]
        for k in (0, *sorted(counts)):
            for made, names in sure:
                why = (
                    slips.get(made) if not k else next((w for v, w in slips.items() if made in _counted(v, {k})), None)
                )
                if why is not None:
                    return _wrong(law, left, why, names, k)
    return None


def _wrong(law: Law, left: str, why: str, names: Mapping[str, str], count: int) -> Verdict:
    """The verdict on a slip: which, what is right in the author's letters, and what they were taken for."""
    letters = {role: "pi" if n == "p_pi" else n for n, role in names.items()} | (
        {"devices": str(count)} if count else {}
    )
    right = [t for role, t in law.forms if role == left and {*_ROLE.findall(t)} - _FUNCTIONS == {*letters}]
    best = _ROLE.sub(lambda m: letters.get(m.group(), m.group()), right[0]) if right else "another"
    told_so = ", ".join(f"{n} for {role.replace('_', ' ')}" for role, n in letters.items())
    return Verdict("wrong", f"{law.name} {why}: it is {best}, with {told_so}", code="law", right=best)


def _counted(value: Ratio, counts: Iterable[int]) -> list[Ratio]:
    """A form with a count for its number of devices: 1/((1 - f) + f/8)."""
    return [value.subs({"devices": ratio(k)}) for k in counts] if "devices" in value.names else []


@cache
def _sizes(law: Law) -> frozenset[int]:
    """How many letters the forms of a law have."""
    return frozenset(len({*_ROLE.findall(t)} - _FUNCTIONS) for _, t in law.forms)


@cache
def _wanted(law: Law) -> frozenset[str]:
    """The roles of a law, as they are written in formulas."""
    return frozenset(n for v in accepted(law) for n in v.names)


def _is(role: str, words: Roles, letter: str, law: Law) -> bool:
    """Whether what a formula gives is this: by words, or by its usual letter where there are none."""
    if words:
        return all(role in x for x in words)
    usual = ROLES[role].letters.split() if role in ROLES else []
    head = letter.replace("⋆", "_star")
    return law.usual and (head in usual or head.partition("_")[0] in usual)


def _usual(name: str) -> set[str]:
    """The roles of which a letter is a usual one."""
    head = "pi" if name == "p_pi" else name.partition("_")[0]
    return {symbol(r) for r, x in ROLES.items() if head in x.letters.split()}


def _sure(told: list[set[str]], usual: set[str]) -> set[str]:
    """The roles that a letter surely may have: told each time, or usual where nothing is told."""
    if not told:
        return usual
    return set.intersection(*told)


def _assigned(formula: Ratio, roles: list[set[str]]) -> Iterator[tuple[Ratio, dict[str, str]]]:
    """The formula in roles, for each way in which its letters may have different ones."""
    for chosen in islice(product(*map(sorted, roles)), MAX_WAYS):
        if len({*chosen}) == len(chosen):
            names = dict(zip(formula.names, chosen))
            yield formula.renamed(names), names
