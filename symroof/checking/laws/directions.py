r"""Which way it goes: intensities in words, bounds in sentences solved for their letter, two times and what limits.

A kernel that does fewer FLOPs for a byte than some number is bound by memory, one that does more by compute;
``b/8 > 8`` is ``b > 64``; where a sentence tells how long the compute takes and how long the transfer, the longer
one limits.

>>> from symroof.checking.proofreading.proofread import proofread
>>> text = "We need b/8 > 8.33, i.e. b {} 66.7. The transfer takes {} ms, compute 40 ms, so it is memory-bound."
>>> [[f.verdict for f in proofread(text.format(*x)).findings] for x in ((">", 112), ("<", 12))]
[['exact', 'exact'], ['wrong', 'wrong']]
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import islice

import symroof.regexes as re
from symroof.checking.claims import digits
from symroof.checking.claims.claims import Verdict
from symroof.checking.documents.context import sentence
from symroof.checking.documents.material import Material
from symroof.checking.documents.prose import FIGURE, with_formulas
from symroof.checking.documents.spans import Page
from symroof.checking.documents.statement import Statement
from symroof.checking.laws.ridges import SMALL
from symroof.checking.reckoning.sentences import in_prose
from symroof.checking.words.resources import BOUND, COMPUTE, DATA
from symroof.decimals import general
from symroof.errors import SymroofError
from symroof.reading.measures import plain_number
from symroof.reading.quantity import quantity

MAX_FOUND = 100  # of one kind in one page
_NOT_SO = re.compile(
    r"\b(?:not|never|wrong\w*|mistake\w*|incorrect\w*|instead of|myth|whether|unless|tempting|if only|"
    r"one might)\b|n['’]t\b",
    re.I,
)
_FEWER = re.compile(
    rf"\b(?P<less>fewer|less|more)\s+than\s+(?:about\s+|some\s+)?{FIGURE}\s+(?:FLOPs?|floating-point\s+operations|operations)"
    r"\s+(?:per|for\s+(?:each|every)|an?|each|on\s+each)\s+byte\b[^.;:]{0,60}?"
    rf"\s(?:is|are|will\s+be|must\s+be)\s+(?:always\s+)?(?P<x>(?P<math>{COMPUTE})|{DATA}){BOUND}\b"
    rf"(?:\s*[;,]\s*(?:and\s+|while\s+|but\s+)?(?:one|those|a\s+kernel|kernels)\s+(?:that\s+(?:does|do)|with|doing)\s+"
    rf"(?P<other>more|less|fewer)\s+(?:is|are)\s+(?P<y>(?P<ymath>{COMPUTE})|{DATA}){BOUND}\b)?",
    re.I,
    needs="byte&bound|limited",
)
_SO = (
    r"[\s,.;(]*(?:i\.\s?e\.,?|that\s+is,?(?:\s+for)?|hence|thus|therefore|so|→|⇒|->|=>|\\to\b|\\implies\b)\s*"
    r"(?:when\s+|for\s+)?"
)
_UNIT = r"(?:\s?(?:[kMGT]i?B|bytes)\b)?"
_SOLVED = re.compile(
    rf"(?<![\w.,*/×·^+(=-])(?<![*/×·^+=-]\s)(?P<factors>(?:{FIGURE}\s?[*×·]\s?)*)(?P<x>[A-Za-z])(?:\s?/\s?(?P<over>{FIGURE}))?"
    rf"\s*(?P<rel>[<>≤≥])\s*(?P<b>{FIGURE}{_UNIT})(?![\w*/×·^+])(?!\s[*/×·^+])"
    rf"{_SO}(?P=x)\s*(?P<then>[<>≤≥])\s*(?P<n>{FIGURE})(?![\w^]|\s?[*/×·^+]|\.\d)",
    needs="<|>|≤|≥",
)
_TIME = rf"(?P<n>{FIGURE})\s?(?P<unit>[numµμ]?s|seconds|minutes|min|hours|h)\b"
_MATH = (
    r"(?:comput(?:e|ation|ing)|arithmetic|math|matmuls?|FLOPs|multiplication|product at peak|"
    r"at\s+peak,?\s+(?:this|it|that|which))"
)
_MOVED = (
    r"(?:transfers?|traffic|communication|all-?reduces?|all-?gathers?|network|loads?|loading|reading|moving|streaming|"
    r"memory|copy|copies|the bytes|sending)"
)
_SPENT = re.compile(
    rf"\b(?:(?P<math>{_MATH})|{_MOVED})\b(?P<between>[^.;:\d]{{0,24}}?)\s(?:takes?\s|needs?\s|lasts?\s|is\s|of\s)?"
    rf"(?:about\s|only\s|some\s|just\s)?{_TIME}(?!\s(?:of|for)\s(?:the\s)?(?:{_MATH}|{_MOVED})\b)",
    re.I,
)
_IS = re.led_by(("is", "are", "be", "becomes?", "remains?", "stays?"))
_LIMITED = re.compile(
    rf"{_IS}\s+(?:(?:still|then|clearly|thus|therefore|hence|so)\s+)*"
    rf"(?P<x>(?P<math>{COMPUTE})|{DATA}){BOUND}\b",
    re.I,
    needs="bound|limited",
)
_AND_SO = re.compile(  # what is limited is what takes these times
    r"(?:,? (?:of|about|a)\b[^.;:,]{0,40})?[\s,;:]*"
    r"(?:(?:and|so|so that|thus|hence|therefore|which means|i\.e\.,?)[\s,]+){0,3}"
    r"(?:it|this|that|we|the (?!prefill|decode|other|second|first|rest|next|former|latter|larger|smaller|whole|new|old)"
    r"[\w-]+(?: [\w-]+)?)?\s*",
    re.I,
)
_RESULT = re.compile(
    rf"({FIGURE}|\d[\d.]*)\s*(?:\\[,; ]|~|\\text\s*\{{\s*|\\mathrm\s*\{{\s*|\s)*(\\mu\s*)?"
    r"(?:\\text\s*\{\s*|\\mathrm\s*\{\s*)?"
    r"([numµμ]?s|seconds)\}?[\s.,]*\Z"
)
_TWICE = re.compile(
    r"\b(?P<a>all-?reduce|reduce-?scatter|all-?gather)s?\s+(?:thus\s+|then\s+)?(?:moves?|sends?|transfers?|costs?|takes?|needs?)\s+"
    r"(?:about\s+|nearly\s+)?(?P<times>half\s+as|twice\s+as|three\s+times\s+as|four\s+times\s+as|as)\s+(?:many\s+bytes|much|long|many|much\s+data)"
    r"(?:\s+traffic|\s+data|\s+time)?\s+as\s+(?:an?\s+|the\s+)?(?P<b>all-?reduce|reduce-?scatter|all-?gather)\b",
    re.I,
    needs="reduce|scatter|gather",
)
_TIMES = {"half": Fraction(1, 2), "twice": Fraction(2), "three": Fraction(3), "four": Fraction(4), "as": Fraction(1)}


def directions(m: Material) -> Iterator[Statement]:
    """Every such statement of a document."""
    for page, dark in zip(m.pages, m.darks):
        if not page.tex:
            yield from _intensities(m, page, dark)
            yield from _solved(m, page, dark)
            yield from _times(m, page, dark)
            yield from _collectives(m, page, dark)


def _denied(dark: str, start: int, end: int) -> bool:
    begin, stop = sentence(dark, start, end, 400)
    return bool(_NOT_SO.search(dark, begin, end)) or dark[stop : stop + 1] == "?"


def _intensities(m: Material, page: Page, dark: str) -> Iterator[Statement]:
    """What does fewer than 8 FLOPs for each byte is memory-bound, whatever the number is."""
    text = with_formulas(page, dark) if "byte" in dark and "bound" in dark else ""
    for found in islice(_FEWER.finditer(text.replace("$", " ")), MAX_FOUND):
        if _denied(dark, *found.span()):
            continue
        more = found["less"].lower() == "more"
        right = (found["math"] is not None) == more
        if found["other"]:
            right = right and (found["ymath"] is not None) == (found["other"].lower() == "more")
        words = f"{found['less'].lower()} FLOPs for a byte than that is {'compute' if more else 'memory'}-bound"
        v = Verdict("exact" if right else "wrong", words, code="conclusion", right=None if right else words.split()[-1])
        at = found.span("y") if not right and found["other"] else found.span()
        yield in_prose(m, page, dark, at, v, "binding")


def _solved(m: Material, page: Page, dark: str) -> Iterator[Statement]:
    """A bound in a sentence, or in code, that is solved for its letter."""
    text = page.text if any(c in page.text for c in "<>≤≥") else ""
    spans = [(s.start, s.end) for s in page.spans if s.kind == "math"]
    for found in islice(_SOLVED.finditer(text), MAX_FOUND):
        if any(a <= found.start() < b for a, b in spans) or not (found["factors"] or found["over"]):
            continue
        block = next(
            (b for b in page.blocks if b.kind in ("fence", "front") and b.start <= found.start() < b.end), None
        )
        if block is not None or _denied(dark, *found.span()):
            continue
        with suppress(SymroofError, ZeroDivisionError):
            v = _bound(found)
            if v is not None:
                yield in_prose(m, page, dark, found.span(), v, "implication")


_SAME = re.compile(r"\bi\.e\.|\bthat\s+is\b")


def _bound(found: re.Match[str]) -> Verdict | None:
    factor = Fraction(1)
    for x in re.findall(FIGURE, found["factors"] or ""):
        factor *= plain_number(x)
    if found["over"]:
        factor /= plain_number(found["over"])
    value = quantity(found["b"]).value / factor
    said = quantity(found["n"])
    same = (found["rel"] in "<≤") == (found["then"] in "<≤")
    close = abs(said.value / value - 1) <= digits.ROUND_FIGURE
    told = f"{found['x']} {found['rel']} {general(value, 6)}"
    if same and close:
        return Verdict("exact", f"it is {told}", code="implication")
    if close:
        return Verdict("wrong", f"it is {told}", code="implication", right=found["rel"])
    near = Fraction(2, 3) < said.value / value < Fraction(3, 2)  # what is chosen may be near
    stricter = (said.value > value) is (found["rel"] not in "<≤") and not _SAME.search(found.group())
    slip = abs(said.value / (quantity(found["b"]).value * factor) - 1) <= digits.ROUND_FIGURE
    chosen = near or (stricter and not slip)  # more than 69.6 are needed, so 128 are taken
    return Verdict("wrong", f"it is {told}", code="implication") if same and not chosen else None


def _flat(page: Page, dark: str) -> str:
    """The text of a page with the time that each formula ends with in its place, each character in its place."""
    chars = list(dark)
    for s in page.spans:
        if s.kind == "math":
            found = _RESULT.search(s.text)
            told = f"{found[1]} {'u' if found[2] else ''}{found[3]}" if found else ""
            width = s.end - s.start
            if told and len(told) <= width:
                chars[s.start : s.end] = told.rjust(width)
            elif (bare := re.search(rf"({FIGURE})\Z", s.text)) and len(bare[1]) <= width:
                chars[s.start : s.end] = bare[1].rjust(width)
    return "".join(chars)


def _times(m: Material, page: Page, dark: str) -> Iterator[Statement]:
    """What is said to limit beside the times of the compute and of the transfer, of the sentence or the section."""
    if "bound" not in dark and "limited" not in dark:
        return
    text = re.sub(r"\s", " ", _flat(page, dark))
    for found in islice(_LIMITED.finditer(text), MAX_FOUND):
        begin, end = sentence(dark, *found.span(), 600)
        if _NOT_SO.search(text, begin, end) or re.search(r"\b(?:if|when|were|could)\b", text[begin:end], re.I):
            continue
        here = [*_SPENT.finditer(text, begin, end)]
        if not here or not _AND_SO.fullmatch(text, here[-1].end(), found.start()):
            continue
        math = {_seconds(x) for x in here if x["math"]}
        data = {_seconds(x) for x in here if not x["math"]}
        if here and not math:
            math = _before(m, page, text, begin)
        if len(math) != 1 or len(data) != 1:
            continue
        (a,), (b,) = math, data
        if max(a, b) < min(a, b) * Fraction(21, 20):
            continue
        right = (a > b) == (found["math"] is not None)
        words = f"the compute takes {general(a, 4)} s and the transfer {general(b, 4)} s"
        other = None if right else "compute-bound" if a > b else "memory- or communication-bound"
        v = Verdict("exact" if right else "wrong", words, code="conclusion", right=other)
        yield in_prose(m, page, dark, found.span(), v, "binding")


def _before(m: Material, page: Page, text: str, begin: int) -> set[Fraction]:
    """The times that the section tells of the compute before a place."""
    scopes = m.facts.scopes
    here = scopes.section(page.base + begin)
    low = max(0, begin - 1500)
    near = (x for x in _SPENT.finditer(text, low, begin) if scopes.section(page.base + x.start()) == here)
    return {_seconds(x) for x in near if x["math"]}


def _seconds(found: re.Match[str]) -> Fraction:
    value = plain_number(found["n"])
    unit = found["unit"]
    if unit in ("minutes", "min"):
        return value * 60
    if unit in ("hours", "h"):
        return value * 3600
    return value * Fraction(10) ** (SMALL.get(unit[0], 0) if unit not in ("s", "seconds") else 0)


def _collectives(m: Material, page: Page, dark: str) -> Iterator[Statement]:
    """An all-reduce is a reduce-scatter and an all-gather, which cost the same."""
    for found in islice(_TWICE.finditer(dark), MAX_FOUND):
        if _denied(dark, *found.span()):
            continue
        a, b = (2 if "all" in x.lower() and "red" in x.lower() else 1 for x in (found["a"], found["b"]))
        ok = Fraction(a, b) == _TIMES[found["times"].split()[0].lower()]
        words = "an all-reduce is a reduce-scatter and an all-gather, which move as much as each other"
        v = Verdict("exact" if ok else "wrong", words, code="collective")
        yield in_prose(m, page, dark, found.span(), v, "model")
