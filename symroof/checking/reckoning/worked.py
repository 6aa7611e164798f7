r"""Numbers that a sentence works out in words: the time that an amount takes at a rate, and a threshold for one size.

A sentence with one amount (bytes or FLOPs), one rate of the same and one time says that the time is their quotient,
where it speaks of nothing that would share or stretch it.  "Once T > 8D ... D = 4096, so from 32k tokens on" says 8D.

>>> from symroof.checking.proofreading.proofread import proofread
>>> text = "Loading 140 GB of weights at 2.8e12 bytes/s takes {}."
>>> [[f.verdict for f in proofread(text.format(t)).findings] for t in ("50 ms", "5 ms", "100 ms")]
[['exact'], ['wrong'], []]
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import islice

import symroof.regexes as re
from symroof.checking.claims import digits
from symroof.checking.claims.claims import Verdict
from symroof.checking.claims.fixes import authors
from symroof.checking.documents.context import sentence
from symroof.checking.documents.material import Material
from symroof.checking.documents.prose import FORMULA, figure, with_formulas
from symroof.checking.documents.spans import Page
from symroof.checking.documents.statement import Statement
from symroof.checking.reckoning.manifold import explained, manifold, taken_before
from symroof.checking.reckoning.sentences import in_prose, with_results
from symroof.errors import SymroofError
from symroof.reading.measures import BYTES, FLOPS, PER_SECOND, SECONDS, plain_number, product
from symroof.reading.quantity import Quantity, quantity, shown

MAX_FOUND = 400  # of one page
_NUMBER = figure(r"(?<![\w.,^/*_×-]\d)") + r"(?![\d^*])"
_FORMAT = r"(?:(?:bf16|bfloat16|fp\d+|int\d|dense)\s+)?"
_OF = r"(?:[kMGTPE]i?[Bb]|[kMGTPE]?(?:[Bb]ytes?|FLOPs?|FLOPS)|[GT]bps)"
_SECOND = r"\s?(?:/|per\s)\s?(?:s|sec|second)\b"
_QUANTITY = re.compile(
    rf"(?P<number>{_NUMBER})\s{{0,3}}{_FORMAT}(?P<unit>{_OF}(?:{_SECOND})?|(?:[numµμ]?s|(?:milli|micro|nano)?seconds)\b)"
    r"(?![\w^*]|\s?/\s?\w|\s+(?:per|each)\b)"
)
_TAKES = re.compile(
    re.led_by(
        [
            "tak(?:e|es|ing)",
            "we get",
            "requires?",
            "needs?",
            "in (?:about|roughly|only|just)",
            "so",
            "thus",
            "gives",
            "gets us",
        ]
    )
    + r"\b"
)
_SHARED = re.compile(
    r"\b(?:each|every|per|half|twice|double|both|two|three|four|eight|sixteen|links?|ports?|lanes?|directions?|hops?|hosts?|"
    r"nodes?|stages?|layers?|steps?|times|MFU|utili[sz]\w*|efficien\w*|overhead|latency|at least|at most|lower bound|"
    r"upper bound|more|less|instead|not|if|would|could|compress\w*|overlap\w*|plus|additional\w*|extra|also|then|"
    r"GPUs|TPUs|chips|devices|cores|machines|shards?|sharded|measured|in practice|practical\w*|achiev\w*)\b|%",
    re.I,
)
ADDED = re.compile(  # behind a number: what makes it more than the two before it make, or the time of something else
    r"\s+(?:with|including|because|due|in\s+practice|on\s+an?|after|before|when|while|since|as|if|plus|once|until|without|"
    r"to\s+[a-z]+)\b",
    re.I,
)
_ANY_NUMBER = re.compile(r"(?<![\w.,-])\d[\d,.]*(?![\w-])")
_RULE = re.compile(
    r"(?P<name>[A-Z](?<![\w\\][A-Z]))\s?(?:>|\\gt|≥|>=)\s?(?P<k>\d+)\s?(?:\\cdot\s|\*\s?|·\s?)?(?P<of>[A-Z])(?![\w^/*+(·-]|\s?[/*+^-])"
)
_CASE = r"(?<![\w\\]){0}\s?\$?(?:=|~|≈|\\approx|\\sim)\s?(?P<size>\d[\d,]*(?:\.\d+)?[kK]?)(?![\w.]|\s?[*/^])"
_RESULT = re.compile(
    r"\b(?:means|so|gives|is|be|becomes|around|about|at|from|only|beyond|above|past|of)\s(?P<about>[~≈]\s?)?"
    r"(?P<said>\d[\d,]*(?:\.\d+)?[kK]?)\s(?:tokens|(?:sequence|context)(?:\s(?:lengths?|tokens))?|requests|sequences|rows)\b"
)
_NEAR, _FAR = Fraction(1, 10), Fraction(2)


def worked(m: Material) -> Iterator[Statement]:
    """Every number of a document that is worked out in words."""
    for page, dark in zip(m.pages, m.darks):
        if any(c.isdigit() for c in page.text):
            text = with_results(m, page, dark)
            yield from _times(m, page, dark, text)
            yield from _cases(m, page, dark)


def _times(m: Material, page: Page, dark: str, text: str) -> Iterator[Statement]:
    last = -1
    for near in islice(_TAKES.finditer(text), MAX_FOUND):
        if near.start() < last:
            continue
        begin, last = sentence(text, near.start(), near.end(), 500)
        end = last
        found = [(q, f) for f in _QUANTITY.finditer(text, begin, end) if (q := _read(f)) is not None]
        kinds = [_kind(q) for q, _ in found]
        if sorted(kinds) not in (["amount", "rate", "time"],) or kinds[-1] != "time":
            continue
        amount, rate = (next(q for q, _ in found if _kind(q) == k) for k in ("amount", "rate"))
        said, place = found[-1]
        if not (rate.value and amount.value) or product(amount.dimension, PER_SECOND) != rate.dimension:
            continue
        places = [f.span() for _, f in found]
        sure = _nothing_else(text, begin, end, places) and not ADDED.match(text, place.end())
        at = next(f.start() for q, f in found if q is amount)
        taken = taken_before(text[begin:at])  # ten checkpoints of 200 GB, a tenth of 500 GB
        rest = _without(text, begin, end, [*places, (begin + taken[1], at)] if taken else places)
        values = [amount.value / rate.value * n for n in ((taken[0], 1) if taken else (1,))]
        sure = sure and not any(x and explained(said.value / x, manifold(rest)) for x in values)
        loose = sum((abs(q.printed.place / q.printed.value) / 2 for q in (amount, rate)), Fraction(0))
        judged = [_verdict(x, said, place.group(), sure, loose) for x in values]
        v = next((x for x in judged if x is None or x.ok), judged[0])
        if v is not None:
            yield in_prose(m, page, dark, place.span(), v, "share")


def _read(f: re.Match[str]) -> Quantity | None:
    unit = re.sub(r"\s?(?:/|per\s)\s?(?:second|sec|s)\b", "/s", f["unit"])
    with suppress(SymroofError):
        return quantity(f"{f['number']} {unit}")
    return None


def _kind(q: Quantity) -> str:
    if q.dimension == SECONDS:
        return "time"
    if q.dimension in (BYTES, FLOPS):
        return "amount"
    return "rate" if q.dimension in (product(BYTES, PER_SECOND), product(FLOPS, PER_SECOND)) else ""


def _nothing_else(text: str, begin: int, end: int, places: list[tuple[int, int]]) -> bool:
    """Whether a sentence has no other number, no formula that was not read, and no word that shares or stretches."""
    plain = _without(text, begin, end, places)
    return FORMULA not in plain and not _ANY_NUMBER.search(plain) and not _SHARED.search(plain)


def _without(text: str, begin: int, end: int, places: list[tuple[int, int]]) -> str:
    """A sentence with blanks for the numbers at some places."""
    rest = list(text[begin:end])
    for a, b in places:
        rest[a - begin : b - begin] = " " * (b - a)
    return "".join(rest)


def _verdict(value: Fraction, said: Quantity, written: str, sure: bool, loose: Fraction) -> Verdict | None:
    """The verdict on a number; one that seems to be cut may be a value before what made it was rounded."""
    how = digits.claim(said.printed, value)
    if how == "truncated" and abs(said.value - value) <= said.printed.place / 2 + value * loose:
        return Verdict("rounded", "the value, as the numbers before it were rounded", code="rate")
    if how is not None:
        return Verdict(how, digits.say(said.printed, value, how), code="rate")
    q = said.value / value if value else Fraction(0)
    if not sure or not q or any(abs(q / k - 1) < Fraction(1, 20) for k in (1, 2, Fraction(1, 2), 8, Fraction(1, 8))):
        return None  # one way or both, bits or bytes, rounded before
    right = shown(value, said.dimension, 3)
    return Verdict("wrong", f"the amount over the rate is {right}", code="rate", right=authors(written, value) or right)


def _cases(m: Material, page: Page, dark: str) -> Iterator[Statement]:
    """T > 8D, and for D = 4608 a number of tokens."""
    text = re.sub(r"[$`]", " ", with_formulas(page, dark))
    s = m.facts.scopes
    for rule in islice(_RULE.finditer(text), MAX_FOUND):
        here = s.paragraph(page.base + rule.start())
        if rule["name"] == rule["of"]:
            continue
        for case in islice(re.finditer(_CASE.format(rule["of"]), text[rule.end() : rule.end() + 1500]), 6):
            at = rule.end() + case.start()
            stop = sentence(text, at, at + len(case.group()), 400)[1]
            found = _RESULT.search(text, at + len(case.group()), stop)
            if found is None or s.paragraph(page.base + at) != here:
                continue
            size, said = _count(case["size"]), _count(found["said"])
            v = _threshold(int(rule["k"]) * size, said, found["said"])
            if v is not None:
                yield in_prose(m, page, dark, found.span("said"), v, "bound")


def _count(text: str) -> Fraction:
    number = plain_number(text.rstrip("kK"))
    return number * 1000 if text[-1] in "kK" else number


def _threshold(value: Fraction, said: Fraction, text: str) -> Verdict | None:
    """Within a tenth it may be rounded, in powers of two as well; past twice as much it is something else."""
    q = said / value if value else Fraction(0)
    if abs(q - 1) <= _NEAR:
        return Verdict("rounded", f"the rule gives {shown(value)}", code="case") if q != 1 else Verdict(
            "exact", f"the rule gives {shown(value)}", code="case")  # fmt: skip
    if 1 / _FAR < q < _FAR:
        return Verdict("wrong", f"the rule gives {shown(value)}, not {text}", code="case", right=shown(value, (), 2))
    return None
