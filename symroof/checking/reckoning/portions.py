r"""What two or three numbers of one quantity make: percentages of change, named ratios, totals, what is left, a mean.

Right is what they make; wrong is little, as a sentence may tell of two things.  A ratio that is named has two ends,
and is wrong with the digits of the other; a total is wrong that closes its sentence and has another digit, by more
than its parts are rounded by.  A change may be that of something else, a mean be weighted, parts need not be all there
is, and what doubles from 1 to 4 is not the 1.

>>> from symroof.checking.proofreading.proofread import proofread
>>> text = "It took 1.5 ms and now takes 1.2 ms, a reduction of {}%. 9 TB of the 36 TB remain, a saving of {}%."
>>> [[f.verdict for f in proofread(text.format(*x)).findings] for x in ((20, 75), (25, 25), (7, 48))]
[['exact', 'exact'], ['wrong'], []]
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

import symroof.regexes as re
from symroof.checking.claims import digits
from symroof.checking.reckoning.figures import Figure, Sentence
from symroof.checking.reckoning.reckoned import ABOUT, Reckoned
from symroof.checking.reckoning.slips import agrees, as_written, right_one, tolerance, wrong_one

SCALED = re.compile(  # what may make a number another one than the two before it make
    r"\b(?:half|halves|halved|twice|doubl\w+|both|every(?!\s+#)|all|either|thirds?|quarters?|tenth|times|[a-z]*fold|"
    r"overhead|compress\w*|parity|replic\w*|cached|overlap\w*|effective\w*|of\s+which|remain\w*|other|another|more|less|"
    r"fewer|extra|additional|plus|minus|on\s+average|up\s+to|at\s+(?:least|most)|between|would|could|if|unless|not|never|"
    r"instead|shared?|split|striped?|parallel|concurrent\w*|lanes?|directions?|duplex|round[- ]trips?|"
    r"per\s+(?!second\b|cent\b|hour\b|byte\b)[a-z]+|pipelin\w*|with(?:out)?\s+all|combined|aggregate|rather|saturat\w*|"
    r"sparse|sparsity|batch\w*|theoretical\w*|peak|burst\w*|in\s+practice|measured|observed)\b|\?|n['’]t\b",
    re.I,
)
#: where no words say what a number is for
END = re.compile(r"(?:\s+of\s+(?:them|these|those))?\s*(?:[.,;:)](?!\d)|\Z)")
_VERBS = "peaks|runs|reads|works|sits|operates|arrives|restores|serves|starts|streams|writes|takes|is|was|has|this"
SEVERAL = re.compile(  # of which nobody tells how many there are
    rf"(?<!\d\s)\b(?!(?:{_VERBS}|lines|floats|bytes|frames)\b)[a-z]{{2,}}[a-rt-z]s\s+"
    r"(?:of|at|with|that|which|draw(?:ing)?|doing|running|sending)\b|"
    r"\b(?:pool|cluster|fleet|array|farm|swarm|team|RAID)s?\b",
    re.I,
)
_RISE = re.compile(r"\s*(?:more|higher|increase|gain)?\s*(?=[.,;:)]|\Z)")
_GREW = re.compile(
    rf"\b(?:increase|gain|growth|rise)\s+(?:of|by)\s+{ABOUT}\Z|"
    r"\b(?:increase[ds]?|r[ai]ises?|raised|rose|grew|grows?)\b[^.;]*\Z",
    re.I,
)
_FELL = re.compile(
    rf"\ban?\s+(?:[a-z]+\s)?(?:reduction|saving|decrease|drop|cut|decline)\s+of\s+{ABOUT}\Z|"
    rf"\b(?:saving|reduces?d?|cut)\s+(?:it\s+)?(?:by\s+)?{ABOUT}\Z",
    re.I,
)
_FALLS = re.compile(
    r"\s*(?:reduction|saving|decrease|drop|cut|decline|less|lower)\b(?:\s+in\s+[a-z]+)?\s*(?=[.,;:)]|\Z)", re.I
)
_REMAIN = re.compile(r"\b(?:remains?|(?:is|are)\s+left|survives?|is\s+kept|are\s+kept)\b", re.I)
_OF_THE = re.compile(rf"\s+of\s+(?:the|its|our|these)\s+{ABOUT}", re.I)
_LEAVES = re.compile(
    rf"\b(?:leav(?:es|ing)|(?:so|and)\s+there\s+(?:remain|are\s+left))\s+(?:us\s+(?:with\s+)?)?{ABOUT}\Z", re.I
)
_LEFT = re.compile(r"\s+(?:are|is|remain|remains|stay)?\s*(?:left|free|remain|remaining)\b", re.I)
_OF_WHOLE = re.compile(r"\b(?:[Oo](?:f|ut\s+of))\s+(?:the|its|our|these|a\s+total\s+of|a\s+card's)\s+\Z")
_BUDGET = re.compile(r"\b(?:budget|total|limit|quota)\s+(?:is|of)\s+\Z", re.I)
_MAKES = re.compile(
    rf"(?:\bin\s+(?:total|all),?|\baltogether,?|\ba\s+total\s+of|\badd(?:s|ing)?\s+up\s+to)\s+{ABOUT}\Z", re.I
)
_IN_ALL = re.compile(r"\s*(?:[a-z]+\s+)?(?:in\s+(?:all|total)|altogether|all\s+told|overall)\s*(?=[.,;:)]|\Z)", re.I)
OF_EACH = re.compile(r"\s+(?:of|with|at)\s+\Z", re.I)
_RATIO = re.compile(  # what a ratio is called, by words for what stands above and below
    r"\b(?P<word>utili[sz]ation|efficiency|PUE|capacity\s+factor|(?:write\s+|read\s+)?amplification)\s+(?:is|of|=)\s+"
    rf"(?:therefore\s+|thus\s+)?{ABOUT}\Z",
    re.I,
)
_RATE = re.compile(rf"\ban?\s+(?:[a-z]+\s+)?(?:rate|share|fraction)\s+of\s+{ABOUT}\Z", re.I)
_LOST = re.compile(r"\b(?:failure|error|loss|drop|miss|hit|success)\s+rate\b", re.I)
_OF_SO_MANY = re.compile(r"\b(?:of|out\s+of)\s+(?:the\s+|our\s+)?\Z", re.I)
_ROLES = {
    "utili": (
        r"\b(?:arriv\w*|offer\w*|load|demand|us(?:e[sd]?|ing)|busy|requested|sent)\b",
        r"\b(?:serv\w+|capacity|handles?|can|total|limit|carries)\b",
    ),
    "effic": (
        r"\b(?:payload|useful|user\s+data|goodput|output|achiev\w*|attain\w*|deliver\w*)\b",
        r"\b(?:on\s+the\s+wire|total|raw|input|peak|in\s+all|sent|possible|available)\b",
    ),
    "pue": (
        r"\b(?:facility|site|building|hall|total|whole|data\s?cent(?:er|re))\b",
        r"\b(?:IT|servers?|compute|computers?)\b",
    ),
    "capac": (
        r"\b(?:deliver\w*|produc\w*|generat\w*|actual\w*)\b",
        r"\b(?:possible|potential|maximum|nameplate|rated)\b",
    ),
    "ampli": (
        r"\b(?:flash|NAND|SSD|drive|disks?|devices?|physical\w*|media)\b",
        r"\b(?:host|users?|applications?|logical\w*|database|client)\b",
    ),
}


# -- percentages and ratios ----------------------------------------------------------------------------------------


def _changes(text: str, s: Sentence, figures: list[Figure], rest: str) -> Iterator[Reckoned]:
    """From 1.5 ms to 1.2 ms, a reduction of 20%; from 1,200 to 1,500, 25% more."""
    three = [f for f in figures if not f.word]  # the two kernels are no number of theirs
    if len(three) != 3 or not three[2].has("%") or _OTHERWISE.search(rest) or (alike := _alike(*three[:2])) is None:
        return
    a, b, said = three
    low, high = sorted(alike)
    before, behind = text[s.start : said.start], _RISE.match(text, said.end)
    falls = _FALLS.match(text, said.end)
    if low == high or not (behind or falls):
        return
    fell = bool(falls) or _FELL.search(before) is not None
    grew = (
        not fell
        and behind is not None
        and (bool(behind.group().strip()) or _GREW.search(text, max(b.end, said.start - 120), said.start) is not None)
    )
    if not (fell or (grew and alike[0] < alike[1])):
        return
    yield from _either(text, said, 1 - low / high if fell else high / low - 1, None, a, b)  # or of something else


def _alike(a: Figure, b: Figure) -> tuple[Fraction, Fraction] | None:
    """Two numbers of one quantity, of which one may leave its unit to the other: from 1,200 to 1,500 tokens/s."""
    if a.kinds == b.kinds or (a.physical and a.physical == b.physical):  # 14 s per epoch, and 9.8 s
        return a.value, b.value
    if not a.kinds:
        return a.value * b.scale, b.value
    return (a.value, b.value * a.scale) if not b.kinds else None


_SPEEDUP = re.compile(rf"\ban?\s+(?:speed-?up|slow-?down|compression\s+ratio)\s+of\s+{ABOUT}\Z", re.I)
_OTHERWISE_SAID = re.compile(r"\b(?:if|would|not|never|per|each|respectively|instead|wrong)\b|n['’]t\b", re.I)
_OTHERWISE = re.compile(
    r"\b(?:if|would|not|never|per|each|respectively|instead|points?|faster|slower|speed-?up|wrong)\b|n['’]t\b", re.I
)


_TIMES = re.compile(
    r"(?<!\bthe\s)(?<!\ban\s)(?<!\ba\s)(?<!\bour\s)(?<!\bits\s)(?<!\bthis\s)(?<!\bwith\s)"
    r"\b(?:(?P<by>doubl|halv|tripl|quadrupl|quarter)(?:es|ed|s)|(?P<fold>two|three|four|five|six|eight|ten)-?fold)\b"
    r"(?P<what>(?:\s+[a-z'’-]+){0,4}?),?\s+from\s+\Z",
    re.I,
)
_NEARLY = re.compile(
    r"\b(?:nearly|almost|roughly|about|approximately|practically|quite|than|over|around|some)\s+\Z", re.I
)
_ANOTHER_VERB = re.compile(
    r"\b(?:\w+(?:ised|ized|owed|aised|ased|uced|oved|opped|ped)|went|took|grew|fell|brought|moved?|cut|and|while)\b",
    re.I,
)
_BY = {"doubl": 2, "halv": 2, "tripl": 3, "quadrupl": 4, "quarter": 4}
_FOLD = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "eight": 8, "ten": 10}


def scaled(text: str, s: Sentence, figures: list[Figure], rest: str) -> Iterator[Reckoned]:
    """Doubling the batch doubles the activations, from 11 GB to 22 GB.

    Nothing is wrong here: it may double from 1 GPU to 4.
    """
    a, b = figures[-2:]
    m = _TIMES.search(text[s.start : a.start])
    if m is None or _NEARLY.search(text[s.start : s.start + m.start()]) or _ANOTHER_VERB.search(m["what"]):
        return
    if text[a.end : b.start].strip() != "to" or _OTHERWISE.search(rest) or (alike := _alike(a, b)) is None:
        return
    by = Fraction(_BY[m["by"].lower()] if m["by"] else _FOLD[m["fold"].lower()])
    right = alike[0] / by if alike[1] < alike[0] else alike[0] * by
    why = f"{brief(a)} {'over' if right < alike[0] else 'times'} {by} is {as_written(b, right)}"
    if agrees(b, right, tolerance(a, b)):
        yield Reckoned(right_one(b, right, why, "scaled"), "follows", b.start, b.end)


def _remainders(text: str, s: Sentence, figures: list[Figure], rest: str) -> Iterator[Reckoned]:
    """9 TB of the 36 TB remain, a saving of 75%."""
    if len(figures) != 3 or not figures[2].has("%") or (alike := _alike(*figures[:2])) is None:
        return
    a, b, said = figures
    if (
        not _OF_THE.fullmatch(text[a.end : b.start])
        or not _REMAIN.search(text, b.end, said.start)
        or _OTHERWISE.search(rest)
    ):
        return
    share = alike[0] / alike[1]
    if share < 1 and _FELL.search(text[b.end : said.start]):
        yield from _either(text, said, 1 - share, (share, "what remains for what is saved"), a, b)


def _ratios(text: str, s: Sentence, figures: list[Figure], rest: str) -> Iterator[Reckoned]:
    """The host wrote 40 TB and the flash 100 TB, a write amplification of 2.5."""
    if len(figures) != 3 or figures[2].kinds not in ((), (("%", 1),)) or (alike := _alike(*figures[:2])) is None:
        return
    a, b, said = figures
    if _RATE.search(text, b.end, said.start) and _OF_SO_MANY.search(text, max(s.start, a.start - 20), a.start):
        if alike[1] < alike[0] and not _OTHERWISE.search(rest):
            right, turned = alike[1] / alike[0], alike[0] / alike[1] / 100  # a sampling rate of 4 is no share
            slip = "a fraction upside down" if meets(said, turned, tolerance(a, b)) else "a power of ten"
            tens = 10 * right if _LOST.search(text[b.end : said.start]) else None
            other = turned if slip.startswith("a fraction") else tens
            yield from _either(text, said, right, (other, slip) if other and said.has("%") else None, a, b)
        return
    low, high = sorted(alike)
    if (
        _SPEEDUP.search(text, b.end, said.start)
        and a.kinds == b.kinds
        and a.kinds in ((("s", 1),), (("B", 1),))
        and not _OTHERWISE_SAID.search(rest)
    ):
        yield from _either(text, said, high / low, (high / low / 10, "a power of ten"), a, b)
        return
    named = _RATIO.search(text, b.end, said.start)
    if named is None or _OTHERWISE.search(rest) or alike[0] == alike[1] or said.word:
        return
    q = alike[0] / alike[1]
    roles = next(r for key, r in _ROLES.items() if key in named["word"].lower())
    clauses = _around(text, s, a, b, named.start())
    above, below = ([re.search(r, c, re.I) is not None for c in clauses] for r in roles)
    if above == [True, False] and below == [False, True]:
        yield from _either(text, said, q, (1 / q, "a fraction upside down"), a, b)
    elif above == [False, True] and below == [True, False]:
        yield from _either(text, said, 1 / q, (q, "a fraction upside down"), a, b)


def _around(text: str, s: Sentence, a: Figure, b: Figure, end: int) -> tuple[str, str]:
    """The words that belong to each of two numbers: parted at "and", at a comma, or in the middle."""
    gap = text[a.end : b.start]
    cut = re.search(r"(?:,\s+|\s)(?:and|while|but|for|of)\s|,\s|;\s", gap)
    at = a.end + (cut.start() if cut else len(gap))  # of the 1538 bytes on the wire 1460 are payload
    return text[s.start : at], text[at:end]


def _either(
    text: str, said: Figure, right: Fraction, slip: tuple[Fraction, str] | None, a: Figure, b: Figure
) -> Iterator[Reckoned]:
    """Right by one value, wrong by a slip where nothing more is told of it; of anything else nothing is said."""
    loose = tolerance(a, b)
    if agrees(said, right, loose + tolerance(said)):
        v = right_one(said, right, f"{brief(a)} and {brief(b)} make {as_written(said, right)}", "percentage")
    elif slip is not None and meets(said, slip[0], loose) and END.match(text, said.end):
        v = wrong_one(
            said, right, f"of {brief(a)} and {brief(b)} it is {as_written(said, right)}", "percentage", slip[1]
        )
    else:
        return
    yield Reckoned(v, "follows", said.start, said.end)


# -- sums and counts ----------------------------------------------------------------------------------------


def _sums(text: str, s: Sentence, figures: list[Figure], rest: str) -> Iterator[Reckoned]:
    """Registers take 96 KB, shared memory 100 KB and the L1 28 KB, 224 KB in total."""
    *terms, said = figures
    if len(terms) < 3 or not said.physical or any(f.kinds != said.kinds or f.word for f in figures):
        return
    said_so = _MAKES.search(text, terms[-1].end, said.start) or _IN_ALL.match(text, said.end)
    if said_so is None or _NO_SUM.search(rest) or not _listed(text, terms):
        return
    right = sum((f.value for f in terms), Fraction(0))
    sure = END.match(text, said.end if said_so.end() <= said.start else said_so.end()) is not None
    yield from _summed(said, right, terms, "the terms add up to", sure)


_NO_SUM = re.compile(
    r"\b(?:of\s+which|including|instead|not|if|would|each|per|twice|both|overlap\w*|parallel|from|to\s+#|max\w*|or)\b|\?|n['’]t\b",
    re.I,
)


def _listed(text: str, terms: list[Figure]) -> bool:
    """Whether commas and "and" alone part the terms."""
    gaps = [text[a.end : b.start] for a, b in pairwise(terms)]
    return all(
        len(g) < 50 and re.match(r"\s*(?:,|\band\b|(?:for|of|in)\s[^,]{1,30},|\([^)]*\)|[a-z ]{1,24}(?:,|\band\b))", g)
        for g in gaps
    )


_ON_AVERAGE = re.compile(r"\s+(?:on\s+average|(?:in|as)\s+the\s+mean)\s*(?=[.,;)]|\Z)", re.I)
_MEAN = re.compile(rf"\b(?:an?\s+(?:average|mean)\s+of|on\s+average,?)\s+{ABOUT}\Z", re.I)


def _means(text: str, s: Sentence, figures: list[Figure], rest: str) -> Iterator[Reckoned]:
    """The three runs took 41 s, 43 s and 45 s, 43 s on average."""
    many = [f.value for f in figures if f.word]
    *terms, said = [f for f in figures if not f.word] or figures
    if (
        len(terms) < 2
        or not said.physical
        or any(f.kinds != said.kinds for f in terms)
        or many not in ([], [len(terms)])
    ):
        return
    told = _MEAN.search(text, terms[-1].end, said.start) or _ON_AVERAGE.match(text, said.end)
    if not told or _NO_SUM.search(rest) or not _listed(text, terms) or "weight" in rest or not (many or len(terms) > 2):
        return
    right = sum((f.value for f in terms), Fraction(0)) / len(terms)
    yield from _summed(said, right, terms, "the mean is")  # wrong is none: it may be of others, or weighted


def _leftovers(text: str, s: Sentence, figures: list[Figure], rest: str) -> Iterator[Reckoned]:
    """Of the 80 GB, 26 GB hold the weights and 4 GB activations, which leaves 50 GB."""
    whole, *terms, said = figures
    if not terms or not whole.physical or any(f.kinds != whole.kinds or f.word for f in figures):
        return
    split = _BUDGET.search(text, max(0, whole.start - 40), whole.start) and text[whole.end : whole.end + 1] == ":"
    if not (split or _OF_WHOLE.search(text, max(0, whole.start - 24), whole.start)) or _NO_SUM.search(rest):
        return
    if not (_LEAVES.search(text, terms[-1].end, said.start) or _LEFT.match(text, said.end)):
        return
    right = whole.value - sum((f.value for f in terms), Fraction(0))
    if right > 0:  # wrong is none: the parts need not be all there is
        yield from _summed(said, right, [whole, *terms], f"what is left of {brief(whole)} is")


def _summed(said: Figure, right: Fraction, terms: list[Figure], why: str, sure: bool = False) -> Iterator[Reckoned]:
    """Right by a sum; wrong where it surely is one and has another digit, by more than the parts are rounded by."""
    off = sum((f.printed.place / 2 for f in (*terms, said)), Fraction(0))
    if abs(said.value - right) <= off or digits.claim(said.printed, right) in ("exact", "rounded"):
        v = right_one(said, right, f"{why} {as_written(said, right)}", "reckoned")
    elif any(said.value == right - f.value for f in terms):
        return  # the third disk may be a spare
    elif sure and said.value >= 100 * said.printed.coarse and _another_digit(said, right):
        v = wrong_one(said, right, f"{why} {as_written(said, right)}", "reckoned", "a digit")
    else:
        return
    yield Reckoned(v, "total", said.start, said.end)


def _another_digit(said: Figure, right: Fraction) -> bool:
    """Whether a sum is another one in one of its digits."""
    off = abs(said.value - right)
    carried = any(off == said.printed.place * 10**k for k in range(said.printed.digits))
    return carried or digits.misprinted(said.printed, right)


def _counts(text: str, s: Sentence, figures: list[Figure], rest: str) -> Iterator[Reckoned]:
    """256 blocks of 128 threads, 32,768 threads in total; others may be those of two kernels, or of ten racks."""
    if len(figures) != 3:
        return
    n, each, said = figures
    alike = said.noun and said.noun == each.noun and n.noun and n.noun != each.noun
    if not alike or any(f.physical or f.word for f in figures) or not OF_EACH.fullmatch(text[n.end : each.start]):
        return
    if not _IN_ALL.match(text, said.end) or SCALED.search(rest) or said.printed.digits < 2:
        return
    right = n.value * each.value
    why = f"{brief(n)} of {brief(each)} are {as_written(said, right)}"
    if agrees(said, right, tolerance(n, each)):
        yield Reckoned(right_one(said, right, why, "reckoned"), "reckoned", said.start, said.end)


def meets(said: Figure, value: Fraction, loose: Fraction) -> bool:
    if digits.claim(said.printed, value) in ("exact", "rounded"):
        return True
    return abs(said.value / value - 1) <= min(loose, Fraction(1, 25))


def brief(f: Figure) -> str:
    """A number as it is printed."""
    return " ".join(f.printed.text.split())


PORTIONS = (_changes, _remainders, _ratios, _sums, _means, _leftovers, _counts)
