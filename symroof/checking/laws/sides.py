r"""Words of what limits, held against the two amounts that the sentences right before them tell.

What is limited by one of two things is limited by the slower one; a kernel beside the ridges of two chips is on either
side of either; and where a demand exceeds what there is, no margin remains.

>>> from symroof.checking.proofreading.proofread import proofread
>>> text = "The disks deliver 9.4 GB/s. The ports carry 6.2 GB/s. So backups are limited by the {}."
>>> [[f.verdict for f in proofread(text.format(x)).findings] for x in ("ports", "disks")]
[['exact'], ['wrong']]
>>> text = "The intensity is 1/4. The ridge is at 6, so the product is far {} the ridge."
>>> [[f.verdict for f in proofread(text.format(x)).findings] for x in ("below", "above")]
[['exact'], ['wrong']]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import islice
from typing import NamedTuple

import symroof.regexes as re
from symroof.checking.claims.claims import Verdict
from symroof.checking.documents.context import sentence
from symroof.checking.documents.flat import Flat
from symroof.checking.documents.grid import grids
from symroof.checking.documents.material import Material
from symroof.checking.documents.prose import ALONE, figure
from symroof.checking.documents.spans import Page
from symroof.checking.documents.statement import Statement
from symroof.checking.laws.ridges import FAR, RIDGE
from symroof.checking.reckoning.sentences import in_prose
from symroof.checking.tables.tables import plain
from symroof.checking.words.resources import BOUND, COMPUTE, DATA
from symroof.decimals import general
from symroof.errors import SymroofError
from symroof.reading.measures import plain_number
from symroof.reading.quantity import quantity

MAX_FOUND = 60  # of one page
REACH = 500  # characters before a conclusion in which its amounts are told
_HERE = re.compile(r"\b(?:bound|limited|capped|bottleneck\w*|constrained|held\sback|ridge|balance|exceeds?)\b")
_SO = r"(?:therefore|thus|hence|so|consequently|accordingly|then)"
_NOT_SAID = re.compile(
    r"\b(?:if|would|were|unless|not|no\slonger|never|until|whether|wrong\w*|instead|suppose|could|might|may|should|nor|"
    r"neither|rather|mistak\w*|claim\w*|used\sto|before|after|once|when|except)\b|n['’]t\b",
    re.I,
)
_PROVIDED = re.compile(r"\b(?:if|when|unless|until|once|only|before|after|except|while|as\slong\sas)\b|\?", re.I)


def _unsaid(text: str, begin: int, found: re.Match[str], end: int) -> bool:
    """Whether the words before a conclusion take it back, or those behind it tell when it holds."""
    return bool(_NOT_SAID.search(text, begin, found.end()) or _PROVIDED.search(text, found.end(), end + 1))


# -- which of two rates ----------------------------------------------------------------------------------------------

_N = figure(r"(?<![\w.,^{}/*×·+-]\d)") + r"(?![\d^]|\.\d)"
_RATE = re.compile(
    rf"(?P<n>{_N})\s?(?P<u>[kMGTP]?i?(?:B|b|bit|byte|bytes|bits|FLOPs?)(?:/|\sper\s|\sa\s)s(?:ec(?:ond)?)?)(?![\w/])"
)
_LIMITED = re.compile(
    rf"\b(?:(?:is|are|stays?|remains?)\s(?:{_SO}\s)?(?:limited|bound|capped|bottlenecked|constrained|held\sback)\sby\s(?:the|its|our)\s"
    rf"(?P<a>[a-z][a-z-]+)(?=\s*(?:[.,;:)]|and\b|\Z))|(?:{_SO}\s|,\s{_SO}\s)(?:the|its|our)\s(?P<b>[a-z][a-z-]+)\s"
    r"(?:is|are)\sthe\s(?:bottleneck|limit|slower\s(?:one|part|side)))\b",
    re.I,
    needs="limited|bound|capped|constrained|held|bottleneck|slower|limit",
    lines=True,
)
_SHARED = re.compile(
    r"\b(?:each|every|per|twice|half|both|double|triple|quarter|replica\w*|cop(?:y|ies)|times|mirror\w*|parity|compress\w*|"
    r"share[sd]?|split|but|however|although|while|only|peak|random|burst|duplex|directions?|together|aggregate|through)\b",
    re.I,
)
_CLAUSE = re.compile(r"[.;:]\s|,\s(?:and\s|so\s|while\s|whereas\s)?|\b(?:so|and|while|whereas)\s")
_VERB = re.compile(
    r"\b(?:(?:can|could|will|may)\s)?(?:delivers?|carr(?:y|ies)|gives?|sustains?|provides?|suppl(?:y|ies)|streams?|moves?|handles?|"
    r"offers?|transfers?|takes?|reads?|has|have|reach(?:es)?|achieves?|writes?|runs?|does|do|manages?|allows?)\b"
)


class Rate(NamedTuple):
    """An amount of so much a second, and the words before it that say of what."""

    value: Fraction
    kind: object
    subject: str
    start: int


def sides(m: Material) -> Iterator[Statement]:
    """Every such conclusion of a document."""
    for page, dark in zip(m.pages, m.darks):
        if not _HERE.search(dark) and not _WEIGHTED.search(page.text):
            continue
        flat = Flat.of(m, page, dark)
        for pattern, judge in _RULES:
            for found in islice(pattern.finditer(flat.text), MAX_FOUND):
                v = judge(flat, found)
                if v is not None:
                    place = flat.places[found.start()], flat.places[found.end() - 1] + 1
                    yield in_prose(m, page, dark, place, v, "binding")


def _sentences_before(flat: Flat, at: int, count: int) -> int:
    """Where the last sentences before a place begin, in the same paragraph and section."""
    begin = sentence(flat.text, at, at, REACH)[0]
    for _ in range(count):
        if begin < 2 or flat.section(begin - 1) != flat.section(at) or "\n" in flat.text[begin - 3 : begin]:
            break
        begin = sentence(flat.text, begin - 2, begin - 1, REACH)[0]
    return begin


def _verdict(right: bool, why: str) -> Verdict:
    return Verdict("exact" if right else "wrong", why, code="conclusion")


def _by_rates(flat: Flat, found: re.Match[str]) -> Verdict | None:
    """Limited by the drives, where the ports carry less: the slower of two rates that the sentences before tell."""
    text = flat.text
    begin, end = sentence(text, found.start(), found.end(), REACH)
    if _unsaid(text, begin, found, end) or not re.search(rf"\b{_SO}\b", text[begin : found.end()], re.I):
        return None
    noun = (found["a"] or found["b"]).lower()
    low = _sentences_before(flat, begin, 2)
    rates = [*_rates(text, low, begin)]
    if _SHARED.search(text, low, end) or not 2 <= len(rates) <= 3 or re.search(r"\d", text[begin:end]):
        return None
    stem = noun.rstrip("s")
    own = [r for r in rates if re.search(rf"\b{re.escape(noun)}\b", r.subject)]
    others = [r for r in rates if not re.search(rf"\b{re.escape(stem)}", r.subject)]
    if len(own) != 1 or len(others) != 1 or own[0].kind != others[0].kind:
        return None
    one, other = own[0].value, others[0].value
    if max(one, other) < FAR * min(one, other) or not _VERB.search(others[0].subject):
        return None
    slower = one < other
    why = f"of the two rates told before that of the {noun} is the {'smaller' if slower else 'larger'} one"
    return _verdict(slower, why)


def _rates(text: str, low: int, high: int) -> Iterator[Rate]:
    for x in _RATE.finditer(text, low, high):
        with suppress(SymroofError):
            q = quantity(f"{x['n']} {re.sub(r' (?:per|a) ', '/', x['u'])}")
            start = max([c.end() for c in _CLAUSE.finditer(text, low, x.start())], default=low)
            yield Rate(q.value, q.dimension, text[start : x.start()].lower(), x.start())


# -- which side of the ridge -----------------------------------------------------------------------------------------

_INTENSITY = re.compile(
    rf"(?<![\w.,/])(?P<n>{ALONE}(?:/\d+(?!\d|\.\d))?)\s?FLOPs?\s?(?:/|per)\s?(?:bytes?|B)\b|"
    rf"\bintensity\s(?:is|of)\s(?:about\s|only\s|just\s|roughly\s)?(?P<m>{ALONE}(?:/\d+(?!\d|\.\d))?)(?![\w.,]*\d|\s?[*/×·+])",
    re.I,
)
_RIDGE_TOLD = re.compile(
    rf"\b{RIDGE}\s(?:is|lies|sits|of)\s(?:at\s|about\s|around\s|thus\s|then\s|therefore\s){{0,2}}(?:[\d.,e+/*×÷·\s]{{3,40}}[=≈]\s?)?"
    rf"(?<![\d.])(?P<r>{ALONE})(?![\d%])(?!\s?[/*×÷·+]\s?\d)",
    re.I,
)
_BESIDE = re.compile(
    rf"\b{_SO}\s(?:that\s)?(?P<who>it|this|that|we|they|(?:the|this|our|its)\s(?!others?\b|rest\b)[a-z][\w-]*)\s(?:is|are|lies|sits|stays?|runs?)\s"
    rf"(?:(?:well|far|just|still|clearly|slightly|deep|firmly)\s)?(?:(?P<above>above|over|beyond|right\sof|to\sthe\sright\sof)|"
    rf"below|under|left\sof|to\sthe\sleft\sof)\s(?:the|its|our)\s{RIDGE}\b(?!\s(?:for|on|of|in|at)\b)",
    re.I,
    needs="ridge|balance&above|over|beyond|right|below|under|left",
    lines=True,
)
_OF_OTHERS = re.compile(
    r"\b(?:int\d|fp\d|bf16|[48]-bit|sparse|each|respectively|other|both|old|new|second|two)\b", re.I
)


def _beside_ridge(flat: Flat, found: re.Match[str]) -> Verdict | None:
    """The ridge is at 6, so the product is far above it, where its intensity was just told: 1/4."""
    text = flat.text
    begin, end = sentence(text, found.start(), found.end(), REACH)
    low = _sentences_before(flat, begin, 1)
    if _unsaid(text, begin, found, end) or _OF_OTHERS.search(text, low, found.end()):
        return None
    ridges = [*_RIDGE_TOLD.finditer(text, low, found.start())]
    told = [
        x
        for x in _INTENSITY.finditer(text, low, found.start())
        if not any(r.start() <= x.start() < r.end() for r in ridges)
    ]
    if len(ridges) != 1 or len(told) != 1:
        return None
    x, r = _fraction(told[0]["n"] or told[0]["m"]), plain_number(ridges[0]["r"])
    if not x or not r or max(x, r) < FAR * min(x, r):
        return None
    above = x > r
    why = f"an intensity of {general(x, 6)} is {'above' if above else 'below'} the ridge of {general(r, 6)}"
    return _verdict((found["above"] is not None) == above, why)


def _fraction(text: str) -> Fraction:
    one, _, other = text.partition("/")
    return plain_number(one) / (plain_number(other) or 1) if other else plain_number(one)


_ON_EACH = re.compile(
    rf"\b(?:it|this|that|(?:the|this|our)\s[a-z][\w-]*)\s(?:is|stays|would\sbe)\s(?:(?P<m1>{COMPUTE})|{DATA}){BOUND}\son\s(?:the|an?|our)\s"
    rf"(?P<c1>[A-Z][\w-]*\d\w*),?\s(?:and|but)\s(?:it\sis\s)?(?:(?P<m2>{COMPUTE})|{DATA}){BOUND}\son\s(?:the|an?|our)\s(?P<c2>[A-Z][\w-]*\d\w*)",
    re.I,
    needs="bound|limited&and|but",
    lines=True,
)


def _on_each(flat: Flat, found: re.Match[str]) -> Verdict | None:
    """220 FLOPs per byte are above one ridge and below the other, of the two chips whose ridges a table has."""
    text = flat.text
    begin, end = sentence(text, found.start(), found.end(), REACH)
    low = _sentences_before(flat, begin, 1)
    told = [*_INTENSITY.finditer(text, low, found.start())]
    if re.search(r"\b(?:not|if|int\d|fp\d|sparse)\b|\?", text[begin : end + 1]) or not told:
        return None
    ridges = [_ridge_of(flat.page, found[c]) for c in ("c1", "c2")]
    last = told[-1]["n"] or told[-1]["m"]
    if None in ridges or _fraction(last) in ridges or sentence(text, *told[-1].span(), REACH)[0] < low:
        return None
    if (
        len(
            {
                _fraction(t["n"] or t["m"])
                for t in told
                if sentence(text, *t.span(), REACH)[0] == sentence(text, *told[-1].span(), REACH)[0]
            }
        )
        > 1
    ):
        return None
    x = _fraction(last)
    expected = [x > r for r in ridges if r is not None]
    if any(r is not None and max(x, r) < FAR * min(x, r) for r in ridges):
        return None
    said = [found[k] is not None for k in ("m1", "m2")]
    names = ", ".join(
        f"{'above' if up else 'below'} the {general(r, 6)} of the {found[c]}"
        for up, r, c in zip(expected, (r for r in ridges if r is not None), ("c1", "c2"))
    )
    return _verdict(said == expected, f"an intensity of {general(x, 6)} is {names}")


def _ridge_of(page: Page, chip: str) -> Fraction | None:
    """The ridge of a chip in the tables of a page, by a row or a column of that name; None where there are two."""
    tables = [[[plain(c.text) for c in row] for row in g.rows] for g in grids(page)]
    found = {x for rows in tables if rows for x in _ridges_in(rows, chip.lower())}
    return found.pop() if len(found) == 1 else None


def _ridges_in(rows: Sequence[Sequence[str]], chip: str) -> Iterator[Fraction]:
    head = rows[0]
    named = [k for k, c in enumerate(head) if chip in c.lower().split()]
    wanted = re.compile(rf"{RIDGE}\b(?!.*\b(?:int|fp)\d)", re.I)
    column = [k for k, c in enumerate(head) if wanted.match(c)]
    for row in rows[1:]:
        of_chip = chip in row[0].lower().split()
        cells = [row[k] for k in (named if wanted.match(row[0]) else column if of_chip else []) if k < len(row)]
        yield from (plain_number(c) for c in cells if re.fullmatch(ALONE, c))


# -- what remains ----------------------------------------------------------------------------------------------------

_DEMAND = r"(?:demand|need|load|draw|consumption|requirement|requests?|traffic|usage|use|footprint|working\sset)s?"
_REMAINS = re.compile(
    rf"\b(?:the|our|its|total|peak)\s(?:[a-z]+\s)?{_DEMAND}\s(?P<verb>exceeds?|is\s(?:larger|more|higher|greater)\sthan|surpass(?:es)?)\s"
    rf"(?:the|our|its)\s(?:[a-z]+\s){{0,2}}[a-z]+,?\sand\s(?:a|some)\s(?:margin|headroom|reserve|slack|cushion)\sof\s"
    rf"(?P<n>{ALONE})\s?(?P<u>[A-Za-zµ%/]+)(?:[^.;]|\.\d){{0,24}}?\s(?:remains?|is\sleft|are\sleft|is\sthere)\b",
    re.I,
    needs="margin|headroom|reserve|slack|cushion",
    lines=True,
)
_AMOUNT = re.compile(rf"(?<![\w.,/])(?P<n>{ALONE})\s?(?P<u>[A-Za-zµ%]+(?:/[a-z]+)?)(?![\w/])")


def _no_margin(flat: Flat, found: re.Match[str]) -> Verdict | None:
    """The demand exceeds the feed, and a margin of 156.5 kW remains, which is the difference of two amounts before."""
    text = flat.text
    begin, end = sentence(text, found.start(), found.end(), REACH)
    if _unsaid(text, begin, found, end):
        return None
    low, margin = _sentences_before(flat, begin, 2), plain_number(found["n"])
    told = {plain_number(x["n"]) for x in _AMOUNT.finditer(text, low, begin) if x["u"] == found["u"]}
    pairs = [(a, b) for a in told for b in told if a > b and abs(a - b - margin) <= margin / 100]
    if len(pairs) != 1:
        return None
    (a, b) = pairs[0]
    why = f"a margin of {found['n']} {found['u']} remains where the demand, {general(b, 6)}, is below {general(a, 6)}"
    return _verdict(False, why)


# -- which of two weights --------------------------------------------------------------------------------------------

_WEIGHTED = re.compile(
    rf"(?<![\w.])(?P<p>0?\.\d+)\s?(?:[*·×]|\\cdot|\\times)\s?(?P<x>{ALONE})\s?\+\s?(?P<q>0?\.\d+)\s?(?:[*·×]|\\cdot|\\times)\s?(?P<y>{ALONE})"
    r"(?!\s?[*·×/+(-])",
    needs="+",
    lines=True,
)
_SHARE = re.compile(
    r"(?<![\w.,])(?P<p>\d+(?:\.\d+)?)\s?%\s(?:of\s(?:[A-Za-z]+\s){1,4}?(?:are|is|go\sto\sthe|come\sfrom\sthe)\s)?(?P<what>[a-z]{3,})"
)
_OTHER_CASE = re.compile(
    r"\b(?:not|never|wrong\w*|instead|other\sway|before|after|would|was|were|old|new|if)\b|n['’]t\b|\?", re.I
)


def _weighted(flat: Flat, found: re.Match[str]) -> Verdict | None:
    """0.4 * 105 + 0.6 * 190, where 40 % are remote and a remote access takes 190: the weights exchanged."""
    text = flat.text
    p, q, x, y = (plain_number(found[k]) if found[k][0] != "." else Fraction(found[k]) for k in "pqxy")
    begin, end = sentence(text, found.start(), found.end(), REACH)
    low = _sentences_before(flat, begin, 2)
    if p + q != 1 or p == q or x == y:
        return None
    shares = [s for s in _SHARE.finditer(text, low, found.start()) if Fraction(s["p"]) / 100 in (p, q)]
    if len(shares) != 1:
        return None
    named = re.compile(rf"\b{shares[0]['what'].rstrip('s')}(?:s|es)?\b[^.;,\d]{{0,24}}?\s(?P<n>{ALONE})\s?[a-zµ]")
    rows = [*named.finditer(text, low, found.start())]
    told = {plain_number(n["n"]) for n in rows}
    if len(told) != 1 or not told <= {x, y}:
        return None
    if _OTHER_CASE.search(text, min(rows[0].start(), shares[0].start()), end + 1):
        return None
    own = p if told == {x} else q
    share = Fraction(shares[0]["p"]) / 100
    words = (
        f"{shares[0]['p']} % are {shares[0]['what']}, and the weight of {general(told.pop(), 6)} is {general(own, 4)}"
    )
    return _verdict(own == share, words)


_RULES = (
    (_WEIGHTED, _weighted),
    (_LIMITED, _by_rates),
    (_BESIDE, _beside_ridge),
    (_ON_EACH, _on_each),
    (_REMAINS, _no_margin),
)

__all__ = ["sides"]
