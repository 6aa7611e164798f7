r"""What a stated intensity makes of a stated ridge, and a time of one that is told to be of the FLOPs or of the bytes.

A sentence that says what something is bound by, and tells one intensity (or that it lies above or below the ridge), is
held to the one ridge of its section, or of its page where the section tells none.

>>> from symroof.checking.proofreading.proofread import proofread
>>> text = "The ridge is 200 FLOPs per byte.\n\nA copy does 1 FLOP for 8 bytes, an intensity of 0.125, and is {}-bound."
>>> [[f.verdict for f in proofread(text.format(x)).findings] for x in ("memory", "compute")]
[['exact'], ['wrong']]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice

import symroof.regexes as re
from symroof.checking.claims.claims import Verdict
from symroof.checking.documents.context import sentence
from symroof.checking.documents.flat import Flat
from symroof.checking.documents.material import Material
from symroof.checking.documents.prose import ALONE
from symroof.checking.documents.statement import Statement
from symroof.checking.laws.ridges import FAR, MATH, MOVED, RIDGE, elsewhere
from symroof.checking.reckoning.sentences import in_prose
from symroof.checking.words.resources import BOUND, COMPUTE, DATA
from symroof.decimals import general
from symroof.reading.measures import plain_number

MAX_FOUND = 100  # of one page
REACH = 400  # characters of a sentence to either side
_BY = re.compile(
    rf"\b(?:(?:(?P<math>{COMPUTE})|{DATA}){BOUND}\b|(?:limited|bound|bottlenecked)\sby\s(?:the\s)?"
    rf"(?:(?P<by>{COMPUTE}|peak)|(?:[A-Z]\w{{0,4}}\s)?(?:memory|bandwidth|{DATA}))\b)",
    re.I,
    needs="bound|limited|bottlenecked",
    lines=True,
)
_ANY_BOUND = re.compile(r"[-\s](?:bound|limited)\b|\b(?:bound|limited|bottlenecked)\sby\b", re.I)
_HEDGED = re.compile(
    r"\b(?:if|unless|not|no\slonger|never|neither|nor|until|whether|wrong\w*|instead\sof|suppos\w*|could|might|may|when(?:ever)?|"
    r"once|while|whereas|but|although|though|otherwise|unlike|than\s(?:a|an|on|for)|from\s(?:about\s)?\d|up\sto|needs?|required?|"
    r"before|after|becomes?\s[\w-]+\sat|between|latency|other|measur\w+|profil\w+|nonetheless|nevertheless|still|all\sthe\ssame|in\spractice)\b|n['’]t\b",
    re.I,
)
_ELSEWHERE = re.compile(rf"\b(?:only|on|{RIDGE}|with|under|at|because|due|since|as|by)\b")
_TWO = re.compile(
    r"\b(?:old(?:er)?|new(?:er)?|other|another|previous|next|second|former|latter)\b", re.I
)  # of two machines
_FORMAT = re.compile(
    r"\b(?:bf16|bfloat16|tf32|(?:fp|float|int|u?int)\d+|\d+-bit|(?:single|double|half)\s(?:precision)|[CGTN]PU|L[1-4]|HBM|DRAM|"
    r"PCIe|NVLink|scalar|vector|tensor\scores?)\b",
    re.I,
)
_UNITS = re.compile(r"\b(?:scalar|vector|tensor\scores?|L[1-4])\b", re.I)
_NETWORK = re.compile(r"communicat|network|interconnect|\bIC[IN]|link|disk|storage|I/O", re.I)
_WOULD = re.compile(r"\bwould\b(?!\sbe\b)|\bwere\b", re.I)
_PER_BYTE = r"\s?FLOPs?\s?(?:/|per)\s?(?:bytes?|B)\b"
_INTENSITY = re.compile(
    rf"(?P<side>(?:\b(?:above|over|beyond|more\sthan|at\sleast|(?P<low>below|under|less\sthan|at\smost))\s)?)"
    rf"(?<![\w.,])(?:(?P<n>{ALONE}){_PER_BYTE}|(?<=intensity\sof\s)(?P<m>{ALONE})(?![\w.,]*\d)|(?<=intensity\sof\sabout\s)(?P<k>{ALONE}))",
    re.I,
)
_TOLD = re.compile(
    rf"\b(?:{RIDGE}|critical\sintensity)\b(?:\s(?:of|for|on)\s(?:(?:the|this|our|its|an?)\s)?[A-Za-z][\w-]*(?:\s[A-Za-z][\w-]*)?)?"
    r"\s?(?:is|was|were|lies|lay|sits|of|=|≈)?\s?"
    rf"(?:(?:thus|therefore|then|at|about|around|roughly)\s){{0,2}}(?:[\d.,e+/*×÷\s]{{3,40}}[=≈]\s?)?(?<![\d.])(?P<r>{ALONE})(?![\d%])(?!\s?[/*×÷+]\s?\d)",
    re.I,
    needs="ridge|balance|critical",
    lines=True,
)
_MENTION = re.compile(rf"\b(?:{RIDGE}|critical\sintensity)\b", re.I)
_SIDE = re.compile(
    rf"\b(?P<who>we|it|this|that|they)(?:['’]re|['’]s|\s(?:are|is|stays?|lies|sits?|runs?|remains?|falls?))\s(?:[a-z]+\s){{0,2}}?"
    rf"(?:(?P<above>above|over|beyond|right\sof|to\sthe\sright\sof)|below|under|left\sof|to\sthe\sleft\sof)\s"
    rf"(?:the|its|our)\s(?:[\w-]+\s)?{RIDGE}\b(?!\s(?:for\b|on\b|of\s(?!\d)))",
    re.I,
)
_THAN = re.compile(
    rf"\b(?:(?P<more>more|longer|above|over|exceeds?|larger|greater)|less|shorter|below|under|smaller)\s(?:than\s)?the\s"
    rf"{ALONE}\s?(?:[numµμ]?s|seconds)\s(?:of|for)\s(?:the\s)?(?:(?P<math>{MATH})|{MOVED})\b",
    re.I,
)
_BESIDE_IT = re.compile(
    rf"(?P<x>{ALONE})(?:{_PER_BYTE})?\s(?:is|lies|sits|stays|falls)\s(?:(?:well|far|just|still|clearly|slightly)\s)?"
    rf"(?:(?P<above>above|over|beyond)|below|under)\s(?:it|that|this|the\s{RIDGE})(?=[\s,.;:])",
    re.I,
    needs="above|over|beyond|below|under",
    lines=True,
)


def intensities(m: Material, judged: Sequence[Statement]) -> Iterator[Statement]:
    """Every such conclusion of a document; ``judged`` are those that another rule has read."""
    for page, dark in zip(m.pages, m.darks):
        if not re.search(r"\b(?:bound|limited|ridge|balance)\b", dark):
            continue
        flat = Flat.of(m, page, dark)
        known = [(s.item.span.start, s.item.span.end) for s in judged if s.item.page is page]
        ridges = [*islice(_TOLD.finditer(flat.text), MAX_FOUND)]
        for found in islice(_BY.finditer(flat.text), MAX_FOUND):
            at = flat.places[found.start()]
            told = None if any(a <= at < b for a, b in known) else _expected(flat, ridges, found)
            if told is not None:
                right = bool(found["math"] or found["by"]) == told[0]
                other = "compute-bound" if told[0] else "memory- or communication-bound"
                yield _said(flat, dark, found, told[1], right, other)
        for found in islice(_BESIDE_IT.finditer(flat.text), MAX_FOUND):
            above = _beside(flat, found)
            if above is not None:
                x, ridge = found["x"], general(above[1], 6)
                why = f"{x} is {'above' if above[0] else 'below'} the ridge of {ridge}"
                yield _said(flat, dark, found, why, (found["above"] is not None) == above[0], "")


def _said(flat: Flat, dark: str, found: re.Match[str], why: str, right: bool, other: str) -> Statement:
    """What a place of the text says, with its verdict."""
    words = why if right or not other else f"{why}: {other}"
    v = Verdict("exact" if right else "wrong", words, code="conclusion", right=None if right else other or None)
    place = flat.places[found.start()], flat.places[found.end() - 1] + 1
    return in_prose(flat.m, flat.page, dark, place, v, "binding")


def _expected(flat: Flat, ridges: Sequence[re.Match[str]], found: re.Match[str]) -> tuple[bool, str] | None:
    """Whether a sentence makes what it speaks of compute-bound, and why; None where it does not say, or says more."""
    text = flat.text
    begin, end = sentence(text, found.start(), found.end(), REACH)
    here = text[begin:end]
    if len(_ANY_BOUND.findall(here)) != 1 or _HEDGED.search(here) or _WOULD.search(here) or text[end : end + 1] == "?":
        return None
    if _ELSEWHERE.search(text, found.end(), end):
        return None
    ways = _by_side(text, begin, found), _by_time(text, begin, found), _by_value(flat, ridges, begin, found)
    told = [x for x in ways if x is not None]
    return told[0] if told and len({x[0] for x in told}) == 1 else None


def _by_side(text: str, begin: int, found: re.Match[str]) -> tuple[bool, str] | None:
    sides = [*_SIDE.finditer(text, begin, found.start())]
    if len(sides) != 1:
        return None
    above = sides[0]["above"] is not None
    return above, f"an intensity {'above' if above else 'below'} the ridge"


def _by_time(text: str, begin: int, found: re.Match[str]) -> tuple[bool, str] | None:
    """Less than the 300 us of math, so it is compute-bound: the other time is of the bytes."""
    times = [*_THAN.finditer(text, begin, found.start())]
    if len(times) != 1 or not re.search(
        r"\bso\b|\bhence\b|\bthus\b|\btherefore\b", text[times[0].end() : found.start()]
    ):
        return None
    if not times[0]["math"] and not re.search(rf"\b{MATH}\b", text[begin : times[0].start()], re.I):
        return None
    more, math = times[0]["more"] is not None, times[0]["math"] is not None
    return more != math, f"the time of the {'FLOPs' if more != math else 'bytes'} is the longer one"


def _by_value(flat: Flat, ridges: Sequence[re.Match[str]], begin: int, found: re.Match[str]) -> tuple[bool, str] | None:
    """One intensity of the sentence beside the one ridge of the text before it."""
    ridge = _ridge(flat, ridges, found.end())
    if ridge is None or elsewhere(flat.text, ridge, found.start()):
        return None
    begun = max(sentence(flat.text, *ridge.span(), REACH)[0], found.start() - 3 * REACH)
    if _TWO.search(flat.text, begun, found.start()):
        return None
    formats = {x.group().lower() for x in _FORMAT.finditer(flat.text, begin, found.start())}
    if formats - {x.group().lower() for x in _FORMAT.finditer(flat.text, max(0, ridge.start() - REACH), ridge.end())}:
        return None  # the ridge is of another format, or of another memory
    behind = _UNITS.search(flat.text, ridge.end(), sentence(flat.text, *ridge.span(), REACH)[1])
    if _NETWORK.search(found.group()) or (behind and behind.group().lower() not in formats):
        return None  # bytes over a network are others
    r = plain_number(ridge["r"])
    taken = [x.start("r") for x in ridges]
    told = [x for x in _INTENSITY.finditer(flat.text, begin, found.end()) if x.start(_group(x)) not in taken]
    if len(told) != 1:
        return None
    x = plain_number(told[0][_group(told[0])])
    above = x > r
    if max(x, r) < FAR * min(x, r) or (told[0]["side"] and above != (told[0]["low"] is None)):
        return None  # more than 100, beside a ridge of 200
    return above, f"an intensity of {general(x, 6)} is {'above' if above else 'below'} the ridge of {general(r, 6)}"


def _group(m: re.Match[str]) -> str:
    return next(g for g in ("n", "m", "k") if m[g])


def _ridge(flat: Flat, ridges: Sequence[re.Match[str]], end: int) -> re.Match[str] | None:
    """The one ridge that is told before a place: in its section, or on its page where that tells none."""
    told = [x for x in ridges if x.end() <= end]
    here = [x for x in told if flat.section(x.start()) == flat.section(end - 1)]
    rows = here or told
    low = rows[0].start() if rows else end
    said = [x.start() for x in _MENTION.finditer(flat.text, low, sentence(flat.text, end - 1, end, REACH)[0])]
    if {*said} - {x.start() for x in rows}:
        return None  # that of something else, of which the number was not read
    return rows[-1] if rows and len({plain_number(x["r"]) for x in rows}) == 1 else None


def _beside(flat: Flat, found: re.Match[str]) -> tuple[bool, Fraction] | None:
    """Whether a number is above the ridge that the sentence before it told, and the ridge."""
    text = flat.text
    begin, _ = sentence(text, found.start(), found.end(), REACH)
    before, _ = sentence(text, max(0, begin - 2), max(0, begin - 1), REACH)
    told = [*_TOLD.finditer(text, before, begin)]
    if len(told) != 1 or _HEDGED.search(text, begin, found.end()) or _WOULD.search(text, begin, found.end()):
        return None
    if re.search(r"(?<![\w.])\d", text[told[0].end() : begin]):
        return None
    x, r = plain_number(found["x"]), plain_number(told[0]["r"])
    return None if max(x, r) < FAR * min(x, r) else (x > r, r)


__all__ = ["intensities"]
