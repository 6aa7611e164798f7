r"""What the letters of a text stand for, by the words beside them: "the service time S", "$p$ stages", a table.

Each mention of a letter is put in marks first, whatever it was written in (``$\lambda$``, a bare S, ``n_{cores}``), so
that one pattern reads them all.

>>> text = marked("with the arrival rate $\\lambda$, where $W$ is the mean time in the system")
>>> [sorted(*told(text, x)) for x in ("lambda", "W")]
[['throughput'], ['time']]
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import symroof.regexes as re
from symroof.checking.laws.lawbook import ROLES

MAX_MENTIONS = 60  # of one letter
BEHIND, BEFORE = 90, 70  # characters beside a letter that are read
_OPEN, _CLOSE = "\ue010", "\ue011"
_SUB = (
    r"(?:_(?:\{\s*(?:\\(?:text|mathrm|rm|mathit)\b\s*\{?)?\s*(?P<sub>[\w*]{1,16})\s*\}{1,2}|"
    r"(?P<long>[A-Za-z]\w{1,15})|(?P<short>\w)))?(?P<star>\^\{?(?:\*|\\(?:ast|star))\}?|\*)?"
)
_NAME = rf"(?:\\(?P<greek>[A-Za-z]+)|(?P<letter>[^\W\d_])){_SUB}"
_VALUE = r"\s*(?:(?:=|\\approx)[^$\n]{1,40}?)?"
_WRITTEN = [re.compile(a + _NAME + _VALUE + b) for a, b in ((r"\$\s*", r"\$"), (r"\\\(\s*", r"\\\)"), ("`", "`"))]
_HEADER = re.compile(r"(?m)^[ \t]*\|.*\|[ \t]*\n(?=[ \t]*\|[ :|-]+$)")
_BARE = re.compile(
    r"(?<![\w$\\{}'’`^.\ue010-])(?P<letter>[B-HJ-Zb-hj-zΑ-Ωα-ω])(?:_(?P<long>\w{1,8}))?(?![\w'’$}`^\ue011-]|\.\w)"
)
_FILLER = r"(?:(?!(?:and|or|of|with|over|per|in|on|to|is|are|at|for|from|by|that|which)\b)[\w/–-]+\s){0,3}?"
_VERB = (
    r"(?:\s*[,:|—–=])?\s*(?:(?:is|are|be|being|denotes?|means|stands for|for|as)\b\s*)?(?:the\s|its\s|an?\s|"
    r"our\s|their\s)?"
    rf"(?:(?:total )?(?:number|count) of (?:the )?)?{_FILLER}"
)
_UP_TO_IT = r"\)?(?:\sof\s(?:the|an?|each)\s[\w-]+)?(?:,?\s(?:of|is|by|at|be|=))?\s?\(?\s?\Z"
_DEFINED = re.compile(r"\s(?:is|are|be|denotes?|means|stands for)\s(?:the|its|an?)\s")
_CUT = re.compile(r"[\ue010\ue011.;|]")


def marked(text: str) -> str:
    """A text with each letter that stands alone in marks, under the name that the reader of formulas gives it."""
    text = _HEADER.sub(lambda m: " " * (len(m.group()) - 1) + "\n", text)
    for pattern in (*_WRITTEN, _BARE):
        text = pattern.sub(_put, text)
    return text


def _put(m: re.Match[str]) -> str:
    g = {"greek": "", "sub": "", "short": "", "star": ""} | m.groupdict()
    sub = g["sub"] or g["long"] or g["short"] or ("star" if g["star"] else "")
    return f"{_OPEN}{named(g['greek'] or g['letter'], sub)}{_CLOSE}"


def named(head: str, sub: str = "") -> str:
    """A letter by its head and subscript.

    >>> named("λ"), named("n", "FMA")
    ('lambda', 'n_fma')
    """
    found = unicodedata.name(head, "") if len(head) == 1 and not head.isascii() else ""
    if found.startswith("GREEK") and "LETTER " in found:
        word = found.split("LETTER ")[1].split(" ")[0].lower().replace("lamda", "lambda")
        head = word.capitalize() if "CAPITAL" in found else word
    if head == "pi":
        return "p_pi"  # as it is handed to the reader of formulas, for which it is a number
    return f"{head}_{sub.lower()}" if sub and sub != "*" else head


class _Said(NamedTuple):
    """A role and its words: anywhere, at the beginning of what stands behind a letter, at the end of what is before."""

    name: str
    anywhere: re.Pattern[str]  # asked first: the others take long to compile
    behind: re.Pattern[str]
    before: re.Pattern[str]


@cache
def _each() -> tuple[_Said, ...]:
    return tuple(
        _Said(
            name,
            re.compile(rf"(?<![\w-])(?:{r.words})", re.I),
            re.compile(rf"{_VERB}(?P<w>{r.words})(?![\w-])", re.I),
            re.compile(rf"(?<![\w-])(?P<w>{r.words}){_UP_TO_IT}", re.I),
        )
        for name, r in ROLES.items()
    )


@cache
def _any() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """The words of every role at once, behind a letter and before it: most letters have neither."""
    words = "|".join(r.words for r in ROLES.values())
    return re.compile(rf"{_VERB}(?:{words})(?![\w-])", re.I), re.compile(rf"(?<![\w-])(?:{words}){_UP_TO_IT}", re.I)


def mentions(text: str, name: str) -> Iterator[tuple[int, frozenset[str]]]:
    """For each place of a marked text that says what a letter is, the roles that may be; none for one no law knows."""
    mark = f"{_OPEN}{name}{_CLOSE}"
    at = text.find(mark)
    for _ in range(MAX_MENTIONS):
        if at < 0:
            return
        end = at + len(mark)
        behind = _CUT.split(text[end : end + BEHIND].replace("\n", " ").replace(" | ", ", ", 1))[0]
        before = _CUT.split(text[max(0, at - BEFORE) : at].replace("\n", " "))[-1]
        for found in _read(behind, before):
            yield at, found
        at = text.find(mark, end)


def _read(behind: str, before: str) -> Iterator[frozenset[str]]:
    around = before.rstrip() + " " + behind.lstrip()
    middle = len(before.rstrip())
    split = [(n, m) for n, words in _plain() for m in words.finditer(around) if m.start() < middle < m.end() - 1]
    if split:
        yield frozenset(n for n, _ in split)
        return
    after_it, before_it = _any()
    ends = [r for r in _each() if r.anywhere.search(before)] if before_it.search(before) else []
    last = [(len(m["w"]), r.name) for r in ends if (m := r.before.search(before))]
    begins = [r for r in _each() if r.anywhere.search(behind)] if not last and after_it.match(behind) else []
    first = [(m.start("w"), -m.end("w"), r.name) for r in begins if (m := r.behind.match(behind))]
    if last:
        yield frozenset(n for i, n in last if i == max(last)[0])
    elif first:
        yield frozenset(n for i, j, n in first if (i, j) == min(first)[:2])
    elif _DEFINED.match(behind):
        yield frozenset()


@cache
def _plain() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The words that a letter may part: "a fraction s of the work is serial"."""
    names = ("parallel", "serial")
    return tuple((n, re.compile(rf"(?<![\w-])(?:{ROLES[n].words})(?![\w-])", re.I)) for n in names)


Roles = tuple[frozenset[str], ...]


def told(text: str, name: str, end: int | None = None) -> Roles:
    """All that a marked text says up to a place that a letter may stand for, mention by mention."""
    return tuple(dict.fromkeys(roles for at, roles in mentions(text, name) if end is None or at < end))


def by_words(before: str) -> Roles:
    """What the words right before a formula say that it is: "so the mean response time is".

    >>> [sorted(x) for x in by_words("With that the ridge point is")]
    [['ridge']]
    """
    there = {r.name for r in _each() if r.anywhere.search(before)}
    rows = (*((n, pattern) for n, pattern in _said().items() if n in there), *_VERBS)
    last = [((m.end("w"), len(m["w"])), n) for n, pattern in rows if (m := pattern.search(before))]
    return (frozenset(n for i, n in last if i == max(last)[0]),) if last else ()


@cache
def _said() -> dict[str, re.Pattern[str]]:
    """The words of each role at the end of what stands before a formula."""
    tail = (
        r"(?: of (?:an?|the) [\w-]+(?: [\w-]+)?)?(?: per [\w-]+)?"
        rf"(?: at (?:an? |the )?[a-z]+(?: [a-z]+)?(?: {_OPEN}\w+{_CLOSE})?)?,?\s?"
        r"(?:is|are|equals|reads|becomes|comes to|"
        r"of|takes)?"
        r"(?: then| thus| therefore| simply)?[\s,:*]*\Z"
    )
    return {n: re.compile(rf"(?<![\w-])(?P<w>{r.words})[*_]{{0,2}}{tail}", re.I) for n, r in ROLES.items()}


_SENT = r"(?:sends?|moves?|transfers?|puts on the wire)"
_VERBS = (
    (
        "bytes sent",
        re.compile(rf"\b(?P<w>{_SENT})(?: (?:from|out of|over|by|through) (?:each|every|its|an?) [\w-]+)?\s*\Z", re.I),
    ),
    ("time", re.compile(r"(?P<w>\btakes(?: a time of)?)\s*\Z", re.I)),
)


__all__ = ["Roles", "by_words", "marked", "mentions", "named", "told"]
