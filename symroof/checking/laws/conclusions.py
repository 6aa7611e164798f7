r"""What follows from two numbers: compute-bound, or memory- or communication-bound, by the ridge or by the longer time.

"The ridge is at 403, and 200 < 403, so it is memory-bound" says which number is the ridge; "since 23 ms > 0.9 ms" says
nothing of what each time is spent on, and the text before has to: by the nearest word or rate in the sentence that
printed it.  Where it does not, nothing is judged.

>>> from symroof.checking.proofreading.proofread import proofread
>>> text = "The ridge is at 240. An intensity of 100 is {}-bound."
>>> [[f.verdict for f in proofread(text.format(x)).findings] for x in ("memory", "compute")]
[['exact'], ['wrong']]
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from typing import NamedTuple

import symroof.regexes as re
from symroof.checking.claims.claims import Verdict
from symroof.checking.documents.context import sentence
from symroof.checking.documents.flat import Flat
from symroof.checking.documents.material import Material
from symroof.checking.documents.prose import ALONE, FIGURE
from symroof.checking.documents.statement import Statement
from symroof.checking.reckoning.sentences import in_prose
from symroof.checking.words.resources import BOUND, COMPUTE, DATA
from symroof.decimals import general
from symroof.reading.measures import plain_number

MAX_FOUND = 200  # of one page
REACH = 1500  # characters before a comparison in which its numbers may be told
_UNIT = r"(?:\s?(?:[numµμ]?s\b|seconds\b|FLOPs?(?:/|\sper\s)bytes?\b))?"
_BOUND = rf"(?P<x>(?P<math>{COMPUTE})|{DATA}){BOUND}\b"
_ADVERBS = r"(?:(?:still|then|clearly|firmly|well|just|now|already|again|so|therefore|thus|hence|always)\s)*"
_SO = (
    r"[\s,.;:)]{1,3}(?:(?:and\s)?(?:so|hence|thus|therefore|then|and)\s)?"
    rf"(?:(?:we|it|this|that|they|the\s[\w-]+(?:\s[\w-]+)?)\s(?:is|are|stays?|remains?)\s)?{_ADVERBS}"
)
_COMPARED = re.compile(
    rf"(?P<a>{ALONE})(?P<ua>{_UNIT})\s?(?P<rel><|>|\\lt\b|\\gt\b|\\ll\b|\\gg\b)\s?(?P<b>{ALONE})(?P<ub>{_UNIT})"
    rf"{_SO}{_BOUND}",
    re.I,
    needs="<|>|\\lt|\\gt|\\ll|\\gg",
)
_SINCE = re.compile(
    rf"(?:we|it|this|that|the\s[\w-]+)\s(?:is|are)\s{_ADVERBS}{_BOUND},?\s(?:since|because|as)\s"
    rf"(?P<a>{ALONE})(?P<ua>{_UNIT})\s?(?P<rel><|>)\s?(?P<b>{ALONE})(?P<ub>{_UNIT})",
    re.I,
    needs="<|>",
)
_INTENSITY = re.compile(
    rf"\bintensity\sof\s(?:about\s|only\s|just\s|roughly\s)?(?P<a>{ALONE}){_UNIT},?\s"
    rf"(?:is|makes\s(?:it|us)|means\s(?:that\s)?(?:it\sis|we\sare))\s{_ADVERBS}{_BOUND}",
    needs="intensity",
)
_BESIDE = re.compile(
    rf"\b(?P<side>above|below|over|under|beyond)\s(?:the\sridge\s(?:point\s)?(?:of|at)\s)?(?P<b>{ALONE}){_UNIT}"
    rf"{_SO}{_BOUND}",
    re.I,
    needs="above|below|over|under|beyond",
)
_WHEN = re.compile(
    rf"{_BOUND}\s(?:only\s)?(?:when(?:ever)?|if|once|for|as\slong\sas|where)\s(?:the\s(?:batch|intensity)\s(?:is\s)?)?"
    rf"(?:[A-Za-z]\s?)?(?:(?:stays|remains|is|lies)\s)?(?P<side><|>|\\lt\b|\\gt\b|above|below|over|under|exceeds)\s?"
    rf"(?:about\s)?(?P<b>{ALONE})"
)
_NEEDED = re.compile(
    r"\b(?:needs?|requires?|wants?|must\shave|takes)\s(?:[A-Za-z]\s?)?"
    rf"(?P<side><|>|\\lt\b|\\gt\b|above|below|over|under)\s?(?P<b>{ALONE})(?:\s[a-z]+(?:\s(?:per|on\seach)\s[a-z]+)?)?"
    rf"\s(?:(?:in\sorder\s)?to\s(?:be|become|stay|remain|get)|for\s(?:it|us)\sto\sbe)\s{_ADVERBS}{_BOUND}",
    re.I,
    needs="need|require|want|must|takes",
)
_MORE = re.compile(
    r"\b(?P<side>more|fewer|larger|smaller)\s(?:tokens|sequences|rows|batches|batch|a\sbatch)(?:\sper\s\w+)?\s(?:than\s(?:this|that)\s)?"
    rf"(?:we|it|the\s\w+)\s(?:is|are|becomes?)\s{_ADVERBS}{_BOUND}",
    needs="more|fewer|larger|smaller",
)
_RIDGE = re.compile(
    rf"\b(?:(?P<sure>ridge|machine balance|balance point|critical intensity)|ratio)\b[^.;\n]{{0,24}}?"
    r"\s(?:is|lies|of|at|=|≈)\s(?:at\s|about\s)?"
    rf"(?P<worked>(?:[^.;=\n]*(?:\.\d[^.;=\n]*)*=\s?){{0,2}})(?P<n>{ALONE})(?P<unit>\s?FLOPs?\s?(?:/|per)\s?bytes?)?"
)
_SAID = re.compile(
    r"\b(?:ridge|machine balance|balance point|critical intensity)\b(?:\s(?!above|below)[^\s.;:]+){0,6}[:\s]*\Z"
)
_HEDGED = re.compile(
    r"\b(?:if|would|were|unless|not|no longer|never|until|whether|wrong\w*|instead of)\b|n['’]t\b", re.I
)
_MATH = r"(?:FLOPs?|[TPG]FLOPs?/s|comput\w*|matmuls?|arithmetic|math)"
_REST = (
    r"(?:[GT]B/s|commun\w*|All-?Reduces?|All-?Gathers?|Reduce-?Scatters?|gather\w*|sends?|sent|network|links?|NICs?|"
    r"reads?|reading|loads?|loading|HBM|memory|weights|bandwidth|cache|stream\w*|moves|moving|transfer\w*)"
)
_SPENT = re.compile(rf"\b(?:(?P<math>{_MATH})|(?P<rest>{_REST}))(?!\w)", re.I)
_BEHIND = re.compile(
    rf"\s?[numµμ]?s?\s(?:are|is|of|for|go\sinto|goes\sinto)\s(?:the\s)?(?:(?P<math>{_MATH})|(?P<rest>{_REST}))(?!\w)",
    re.I,
)
_REGIME = re.compile(r"[- ](?:bound|limited)\b")
_BEFORE, _AFTER = 240, 100  # characters around such a word in which a conclusion stands
_TIMED = re.compile(r"\s?(?:[numµμ]?s|seconds)\b")


def conclusions(m: Material) -> Iterator[Statement]:
    """Every conclusion of a document from two numbers."""
    for page, dark in zip(m.pages, m.darks):
        if "bound" not in dark and "limited" not in dark:
            continue
        flat = Flat.of(m, page, dark)
        for found in islice(_all(flat.text), MAX_FOUND):
            expected = _expected(flat, found)
            if expected is None or _hedged(flat.text, found):
                continue
            if (found["math"] is not None) == expected[0]:
                v = Verdict("exact", expected[1], code="conclusion")
            else:
                other = "compute-bound" if expected[0] else "memory- or communication-bound"
                flip = {"<": ">", ">": "<"}.get(found["side"]) if found.re.pattern == _NEEDED.pattern else None
                v = Verdict("wrong", f"{expected[1]}: {other}", code="conclusion", right=flip or other)
            yield in_prose(m, page, dark, (flat.places[found.start()], flat.places[found.end() - 1] + 1), v, "binding")


def _all(text: str) -> Iterator[re.Match[str]]:
    windows: list[tuple[int, int]] = []
    for m in _REGIME.finditer(text):
        low, high = max(0, m.start() - _BEFORE), m.end() + _AFTER
        if windows and low <= windows[-1][1]:
            windows[-1] = windows[-1][0], high
        else:
            windows.append((low, high))
    for low, high in windows:
        for pattern in (_COMPARED, _SINCE, _INTENSITY, _BESIDE, _WHEN, _NEEDED, _MORE):
            yield from pattern.finditer(text, low, high)


def _hedged(text: str, found: re.Match[str]) -> bool:
    """Whether words before the conclusion, or a question mark behind it, take it back."""
    begin, end = sentence(text, found.start(), found.end(), 300)
    clause = max(begin, *(text.rfind(c, begin, found.start()) for c in ",:;"))
    return bool(_HEDGED.search(text, clause, found.start("x"))) or text[end : end + 1] == "?"


def _expected(flat: Flat, found: re.Match[str]) -> tuple[bool, str] | None:
    """Whether it is compute-bound, and why; None where the text does not say."""
    groups = found.groupdict()
    if found.re.pattern == _MORE.pattern:
        if found["math"] is None and not found["x"].lower().startswith(("com", "network")):
            return None  # more sequences are a larger cache
        return found["side"] in ("more", "larger"), "more tokens are more work for the same bytes"
    ridges = _ridges(flat, found)
    if found.re.pattern == _INTENSITY.pattern:
        if len(ridges) != 1:
            return None
        (ridge,) = ridges
        return plain_number(found["a"]) > ridge, f"an intensity of {found['a']} beside a ridge of {general(ridge, 6)}"
    b = plain_number(found["b"])
    if "side" in groups:
        above = found["side"] in (">", "\\gt", "above", "over", "beyond", "exceeds")
        return (above, f"{'above' if above else 'below'} the ridge of {found['b']}") if b in ridges else None
    a, more = plain_number(found["a"]), found["rel"] in (">", "\\gt", "\\gg")
    if (a > b) != more or found["rel"] in ("\\ll", "\\gg"):
        return None  # judged by itself
    if (a in ridges) != (b in ridges) and not (found["ua"] + found["ub"]).strip().endswith("s"):
        above = more if b in ridges else not more
        pair = (found["a"], found["b"]) if b in ridges else (found["b"], found["a"])
        return above, f"{pair[0]} is {'above' if above else 'below'} the ridge of {pair[1]}"
    return _by_times(flat, found, more)


def _ridges(flat: Flat, found: re.Match[str]) -> set[Fraction]:
    """The ridges told in the section before a place; those of the sentence alone where it has any."""
    here = flat.section(found.start())
    told = [
        r
        for r in _RIDGE.finditer(flat.text, max(0, found.start() - REACH), found.end("x"))
        if (r["sure"] or r["unit"]) and r.end() <= found.start("x") and flat.section(r.start()) == here
    ]
    begin = sentence(flat.text, found.start(), found.end(), 500)[0]
    near = [r for r in told if r.start() >= begin]
    return {plain_number(r["n"]) for r in near or told} or _in_formulas(flat, found)


def _in_formulas(flat: Flat, found: re.Match[str]) -> set[Fraction]:
    """The ridges that formulas of the section before a place end with, where the words before them say ridge."""
    page, at, out = flat.page, flat.places[found.start()], set()
    here = flat.section(found.start())
    for item in flat.m.items:
        start = item.span.start
        if item.page is not page or not at - REACH <= start < at or not item.chains:
            continue
        said = _SAID.search(flat.m.shadows[id(page)], max(0, start - 80), start)
        number = re.match(rf"{FIGURE}(?![\d^]|\.\d)", item.chains[-1].sides[-1].text)
        same = flat.m.facts.scopes.section(item.at) == here
        if said and number and same and item.chains[-1].relations[-1:] in (("=",), ("~",)):
            out.add(plain_number(number.group()))
    return out


def _by_times(flat: Flat, found: re.Match[str], more: bool) -> tuple[bool, str] | None:
    """The longer of two times, where the text says what each is spent on, or plainly what one is."""
    longer, shorter = (_kind(flat, found, found[g]) for g in (("a", "b") if more else ("b", "a")))
    if longer is None and shorter is None:
        return None
    if longer is not None and shorter is not None:
        if longer.math == shorter.math:
            return None
        math = longer.math
    elif longer is not None and longer.sure:
        math = longer.math
    elif shorter is not None and shorter.sure:
        math = not shorter.math
    else:
        return None
    said = found["a"] if more else found["b"]
    return math, f"{said}, the longer time, is {'that of the FLOPs' if math else 'that of the bytes'}"


class _Spent(NamedTuple):
    """What a time is spent on, and whether the words say so plainly: right behind it, or of FLOPs and nothing else."""

    math: bool
    sure: bool = False


def _kind(flat: Flat, found: re.Match[str], number: str) -> _Spent | None:
    """What the time that a number is was spent on, by the sentence that printed it last before a place."""
    low, text = max(0, found.start() - REACH), flat.text
    for x in reversed([*re.finditer(rf"(?<![\w.,]){re.escape(number)}(?![\w.]*\d)", text[low : found.start()])]):
        at = low + x.start()
        if _TIMED.match(text, low + x.end()) is None:
            continue
        if flat.section(at) != flat.section(found.start()):
            return None
        behind = _BEHIND.match(text, low + x.end(), low + x.end() + 60)
        if behind is not None:
            return _Spent(behind["math"] is not None, sure=True)
        spent = [*_SPENT.finditer(text, sentence(text, at, at + 1, 400)[0], at)]
        if spent:
            math = spent[-1]["math"] is not None
            plain = math and all(x["math"] for x in spent) and any("FLOP" in x.group() for x in spent)
            return _Spent(math, sure=plain)
    return None
