"""Sentences of a known pattern, by which their numbers make one value: ways and lines of a cache, disks of a RAID.

A sentence is looked at as its words with a mark for each number ("A # cache with # lines holds #"), each pattern says
which numbers it is about and what these make.  The words leave nothing else, so that any other number is wrong, but for
roundings; where a word scales, hedges or denies, nothing is said.

>>> from symroof.checking.proofreading.proofread import proofread
>>> text = "A 32 KiB, 8-way cache with 64-byte lines has {} sets. Each of the 12 nodes has 2 boards of 4 GPUs, {} GPUs."
>>> [[f.verdict for f in proofread(text.format(*n)).findings] for n in ((64, 96), (512, 48))]
[['exact', 'exact'], ['wrong', 'wrong']]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import ceil, prod
from typing import NamedTuple

import symroof.regexes as re
from symroof.checking.claims import digits
from symroof.checking.reckoning.figures import Figure, Sentence, singular
from symroof.checking.reckoning.reckoned import Reckoned
from symroof.checking.reckoning.slips import agrees, as_written, coarse, right_one, tolerance, wrong_one

MAX_FIGURES, MAX_WORDS = 10, 500  # of one sentence
Named = Mapping[str, Figure]
_HEDGED = re.compile(
    r"\b(?:if|unless|would|could|should|may|might|must|not|never|no|wrong\w*|instead|suppos\w*|more|less|fewer|extra|additional|"
    r"spares?|reserved?|other|another|half|twice|overhead|effective\w*|compress(?:ed|ing)|at\s+(?:most|least)|up\s+to|except|but|only|some|"
    r"usable\s+by|and\s+back|both\s+ways|including|plus|shared?|inclusive|victim|banks?|sectors?)\b|n['’]t\b|\?",
    re.I,
)
_DIRECTED = re.compile(  # one way of a link against both, there against there and back
    r"\b(?:(?:each|one)[\s-]way|(?:each|per|every|one|a\s+single)\s+direction|bidirectional|duplex|(?:round[\s-]*trips?|RTT)(?!\s+(?:time\s+)?(?:is|of)\b)|"
    r"pings?|acks?|"
    r"there\s+and\s+back)\b",
    re.I,
)
_ENDS = re.compile(  # 64 in total in the first phase, 9 nodes at 70% load are other numbers
    r"\s*(?:(?:raw|usable|in\s+(?:all|total)|altogether|in\s+flight|at\s+the\s+meter|of\s+(?:its|the)\s+(?:memory|space|capacity|peak)|"
    r"of\s+usable\s+(?:space|capacity)|(?:per|a|for\s+a)\s+(?:turn|revolution|day|month|year|second))\b\s*)?"
    r"(?:[.;:)]|\Z|,(?!\s+(?:with|without|after|before|including|counting|for|on|at|in|as|when|since|because)\b))"
)


class Pattern(NamedTuple):
    """Words with numbers by their letters, and what those make for x; None where they are of other kinds."""

    words: re.Pattern[str]
    value: Callable[[Named], Fraction | None]
    why: str


def _words(text: str) -> re.Pattern[str]:
    """A pattern from words: ``#a`` is a number by its name, a blank any white space or hyphen."""
    pattern = re.sub(r"#([a-z])", r"(?P<\1>#)", text).replace(" ", r"[\s-]+")
    no_part = r"(?<!of\s)(?<!of\sthe\s)" if text.startswith("#") else ""  # 4 of the 12 nodes
    return re.compile(no_part + pattern, re.I)


_SO = (
    r"(?:,? (?:so|hence|thus) (?:there are|we have|that's|it is|that is|it has)|"
    r",? (?:which|that) (?:makes|gives|is|are)|,? (?:makes?|giving|making|for a total of|a total of|"
    r"or|i\.e\.|in all|so)|,(?=\s#(?:\s(?:in\s(?:all|total)|altogether)|[.;)])))[\s,]*(?:about |exactly )?"
)
_HOLDS = r"(?:has|holds|have|hold|consists of|contains|stores|gives)(?: room for| space for)? (?:exactly )?"


def _counts(f: Named) -> Fraction | None:
    """12 nodes with 2 boards of 4 cards each are so many cards."""
    chain = [f[k] for k in "abc" if k in f]
    noun, said = chain[-1].noun, f["x"]
    if any(x.physical or not x.noun or len(x.kinds) != 1 for x in chain) or said.physical or len(said.kinds) > 1:
        return None
    if said.noun and singular(said.noun) != singular(noun):
        return None
    value = prod((x.value for x in chain), start=Fraction(1))
    if not said.noun and not agrees(said, value, tolerance(said)) and said.value < 20:
        return None  # 4 teams of 5 each, or 6 with the lead
    return None if len(chain) > 2 and said.value == value / chain[0].value else value  # which each of the first has


def _bytes(*names: str) -> Callable[[Named], bool]:
    return lambda f: all(f[n].physical == (("B", 1),) for n in names)


def _sets(f: Named) -> Fraction | None:
    fits = _bytes("a", "l")(f) and not f["w"].physical and f["x"].kinds in ((), (("set", 1),))
    return f["a"].value / f["w"].value / f["l"].value if fits else None


def _lines(f: Named) -> Fraction | None:
    fits = _bytes("a", "l")(f) and f["x"].kinds in ((), (("line", 1),), (("block", 1),))
    return f["a"].value / f["l"].value if fits else None


def _reach(f: Named) -> Fraction | None:
    return f["n"].value * f["l"].value if _bytes("l", "x")(f) and not f["n"].physical else None


def _usable(lost: int) -> Callable[[Named], Fraction | None]:
    def value(f: Named) -> Fraction | None:
        return (f["n"].value - lost) * f["l"].value if _bytes("l", "x")(f) and f["n"].value > lost + 1 else None

    return value


def _replicated(f: Named) -> Fraction | None:
    """What is left of raw disks; of data it makes more."""
    fits = f["a"].kinds == f["x"].kinds and f["a"].physical and not f["k"].physical
    return f["a"].value / f["k"].value if fits and f["x"].value != f["a"].value * f["k"].value else None


def _budget(f: Named) -> Fraction | None:
    """What 99.95% leave of 30 days."""
    share = f["p"].value
    fits = f["p"].has("%") and f["d"].physical == f["x"].physical == (("s", 1),) and Fraction(9, 10) <= share < 1
    return (1 - share) * f["d"].value if fits else None


def _mean(f: Named) -> Fraction | None:
    """Hits and misses with their times; a miss may be told with the time of the hit before it, or without."""
    p, q = f["p"], f["q"]
    if not (p.has("%") and q.has("%")) or p.value + q.value != 1 or len({f[k].physical for k in "abx"}) > 1:
        return None
    hit, miss = p.value * f["a"].value, q.value * f["b"].value
    return None if agrees(f["x"], hit + miss + q.value * f["a"].value, tolerance(f["x"])) else hit + miss


def _delay(f: Named) -> Fraction | None:
    rate, time = sorted((f["a"], f["b"]), key=lambda x: x.has("B"), reverse=True)
    fits = rate.physical == (("B", 1), ("s", -1)) and time.physical == (("s", 1),) and f["x"].physical == (("B", 1),)
    return rate.value * time.value if fits else None


def _from_each(f: Named) -> Fraction | None:
    fits = f["a"].physical and f["a"].physical == f["x"].physical and f["n"].noun and not f["n"].physical
    return f["a"].value * f["n"].value if fits else None


def _of_peak(f: Named) -> Fraction | None:
    """A part of the peak; more than the peak is of a node that has several of them."""
    fits = f["p"].has("%") and f["a"].physical and f["a"].physical == f["x"].physical and f["p"].value < 1
    return f["p"].value * f["a"].value if fits and f["x"].value <= f["a"].value else None


def _share(f: Named) -> Fraction | None:
    """Which part of the 80 GB the 16 GB are."""
    fits = f["x"].kinds == (("%", 1),) and f["a"].physical and f["a"].physical == f["b"].physical
    return f["b"].value / f["a"].value if fits and f["b"].value < f["a"].value else None


def _in_flight(f: Named) -> Fraction | None:
    """Little's law: what arrives a second, times how long it stays."""
    came = f["r"].kinds[0][0] if len(f["r"].kinds) == 2 else ""
    alike = f["x"].noun and singular(f["x"].noun) == singular(came)  # and no workers
    fits = alike and f["r"].physical == (("s", -1),) and f["t"].physical == (("s", 1),) and not f["x"].physical
    return f["r"].value * f["t"].value if fits else None


def _completed(f: Named) -> Fraction | None:
    fits = not f["n"].physical and f["t"].physical == (("s", 1),) and f["x"].physical == (("s", -1),)
    return f["n"].value / f["t"].value if fits else None


def _from_each_kind(f: Named) -> Fraction | None:
    fits = f["l"].physical and f["l"].physical == f["x"].physical and f["n"].noun and not f["n"].physical
    return f["n"].value * f["l"].value if fits and f["l"].has("s") >= 0 else None


def _amdahl(f: Named) -> Fraction | None:
    serial = f["s"].value
    fits = f["s"].has("%") and not f["n"].physical and not f["x"].physical
    return 1 / (serial + (1 - serial) / f["n"].value) if fits else None


def _response(f: Named) -> Fraction | None:
    busy = f["u"].value
    fits = f["s"].physical == f["x"].physical == (("s", 1),) and 0 < busy < 1
    return f["s"].value / (1 - busy) if fits else None


def _turn(f: Named) -> Fraction | None:
    return 60 / f["r"].value if not f["r"].kinds and f["x"].physical == (("s", 1),) else None


def _bus(f: Named) -> Fraction | None:
    """A width at a clock; twice as much is of both its edges."""
    fits = (
        "bit" in f["w"].unit and f["f"].kinds == (("cycle", 1), ("s", -1)) and f["x"].physical == (("B", 1), ("s", -1))
    )
    value = f["w"].value * f["f"].value
    return value if fits and f["x"].value != 2 * value else None


def _of_the_peak(f: Named) -> Fraction | None:
    own = f["b"].value if f["a"].kinds else f["b"].value / f["b"].scale
    fits = f["x"].kinds == (("%", 1),) and f["b"].physical and f["a"].kinds in ((), f["b"].kinds)
    return f["a"].value / own if fits else None


def _factor(f: Named) -> Fraction | None:
    fits = f["a"].physical and f["a"].physical == f["b"].physical and not f["x"].kinds
    return f["a"].value / f["b"].value if fits else None


def _around_the_clock(f: Named) -> Fraction | None:
    fits = (
        f["a"].physical == f["x"].physical == (("J", 1), ("s", -1)) and "h" in f["x"].unit
    )  # and no watts at the meter
    return f["a"].value if fits else None


def _grid(f: Named) -> Fraction | None:
    places = f["x"].noun.lower() in ("chip", "node", "device", "gpu", "tpu", "core", "accelerator")  # and no links
    row = f["x"].value in (f["a"].value, f["b"].value)
    return f["a"].value * f["b"].value if places and not row and not any(f[k].physical for k in "abx") else None


def _needed(f: Named) -> Fraction | None:
    """How many it takes, the last one in part."""
    fits = f["r"].physical == (("s", -1),) and f["t"].physical in ((), (("s", -1),)) and not f["x"].physical
    return Fraction(ceil(f["t"].value / f["r"].value)) if fits and f["x"].noun else None


def _array(width: int) -> Callable[[Named], Fraction | None]:
    def value(f: Named) -> Fraction | None:
        sides = [f[k] for k in "ab" if k in f]
        fits = f["x"].physical == (("B", 1),) and not any(x.physical for x in sides)
        fits = fits and all(singular(x.noun) in _SCALARS for x in sides)
        return width * prod((x.value for x in sides), start=Fraction(1)) if fits else None

    return value


def _scalars(width: int) -> Callable[[Named], Fraction | None]:
    """So many elements of a format; a number that tells of nothing may be anything."""
    return lambda f: _array(width)(f) if f["a"].noun else None


_SCALARS = ("", "element", "entry", "value", "number", "parameter", "weight", "activation")
_THAT = r"(?:that is|which is|that's|i\.e\.|or|makes)"
_WIDTHS = (
    ("float64|fp64|double precision", 8),
    ("float32|fp32|single precision", 4),
    ("bf16|bfloat16|fp16|float16|half precision", 2),
    ("int8|fp8", 1),
)
_LOAD = r"(?:IT|servers?|compute|IT load|equipment)"


def _aggregate(f: Named) -> Fraction | None:
    fits = f["l"].physical and f["l"].physical == f["x"].physical and f["n"].noun and not f["n"].physical
    value = f["n"].value * f["l"].value
    return value if fits and f["x"].value != 2 * value else None  # both ways


def _travelled(f: Named) -> Fraction | None:
    """A distance in km at a speed."""
    km = (("km", 1),)
    fits = f["a"].kinds in (km, ()) and f["v"].kinds == (*km, ("s", -1)) and f["x"].kinds == (("s", 1),)
    once = f["a"].value / f["v"].value
    there_and_back = any(agrees(f["x"], once * k, tolerance(f["x"])) for k in (2, 3, 4))
    return once if fits and not there_and_back else None


def _left(f: Named) -> Fraction | None:
    """What is left of a whole; there may be more to it, so that only a digit of three is called wrong."""
    right = f["b"].value - f["a"].value
    fits = f["a"].physical and f["a"].physical == f["b"].physical == f["x"].physical and right > 0
    said = f["x"]
    return right if fits and (agrees(said, right, tolerance(said)) or digits.misprinted(said.printed, right)) else None


def _pue(f: Named) -> Fraction | None:
    fits = not f["p"].kinds and 1 < f["p"].value < 4 and f["a"].physical and f["a"].physical == f["x"].physical
    right = f["p"].value * f["a"].value
    return (
        right if fits and not agrees(f["x"], right - f["a"].value, tolerance(f["x"])) else None
    )  # or the cooling alone


def _priced(f: Named) -> Fraction | None:
    """A price for energy, a power and a time."""
    kinds = (("$", 1), ("J", -1)), (("J", 1), ("s", -1)), (("s", 1),), (("$", 1),)
    fits = tuple(f[k].physical for k in "patx") == kinds
    return f["p"].value * f["a"].value * f["t"].value if fits else None


_LEAVES = r"(?:leaves|gives|has|yields|offers|stores)"
_RAID = r"(?:over|of|with|on|across|from) #n (?:of|with|at) #l(?: each)?"
_HAS = r"(?:has|have|holds?|contains?)"
_CACHE = rf"(?:[a-z0-9]+ ){{0,2}}?cache (?:with|of) #l(?: lines| blocks)? {_HOLDS}#x"
_MEAN = r"(?:the (?:average|mean)(?: [a-z]+){0,3}|it) (?:is|takes|costs)"
_ONE = r"(?:an?|the|each|one) (?:[a-z-]+ )?[a-z-]+"
_TABLE: tuple[tuple[str, Callable[[Named], Fraction | None], str], ...] = (
    (rf"\bEach of (?:the|our|its) #a {_HAS} #b (?:each )?(?:with|of) #c{_SO}#x", _counts, "in all"),
    (rf"\bEach of (?:the|our|its) #a {_HAS} #b{_SO}#x(?: in all| in total| altogether)?", _counts, "in all"),
    (rf"#a (?:with|of|that have|have|has|hold) #b each{_SO}#x", _counts, "in all"),
    (rf"#a each (?:with|have|has|hold) #b{_SO}#x", _counts, "in all"),
    (rf"#a (?:each )?(?:with|of|have|has) #b (?:each )?(?:with|of) #c each{_SO}#x", _counts, "in all"),
    (rf"#a,? #w way (?:set )?(?:associative )?{_CACHE}(?= sets)?", _sets, "sets"),
    (rf"#a {_CACHE}", _lines, "lines"),
    (
        r"\bTLB (?:of|with) #n (?:[a-z]+ )?(?:with|and|for|of) #l(?: pages)? "
        r"(?:covers|reaches|spans|maps|has a reach of) #x",
        _reach,
        "covered",
    ),
    (rf"\bRAID 5 {_RAID} {_LEAVES} #x", _usable(1), "but one"),
    (rf"\bRAID 6 {_RAID} {_LEAVES} #x", _usable(2), "but two"),
    (r"#k way replication (?:turns|makes) #a (?:[a-z]+ ){0,4}?into #x", _replicated, "replicated"),
    (r"\b(?:error budget|downtime) (?:of|at|for|with) #p (?:over|in|of) #d (?:is|makes|permits) #x", _budget, "left"),
    (rf"\bWith #p (?:[a-z]+ )?at #a and #q (?:[a-z]+ )?at #b,? {_MEAN} #x", _mean, "on average"),
    (
        r"\b(?:is|of) #a(?: and|,) (?:the )?(?:[a-z]+ ){0,3}?#b,? (?:so|hence|thus) (?:the|its) "
        r"bandwidth delay product is #x",
        _delay,
        "times",
    ),
    (r"#a from each of (?:its|the|our) #n,? #x(?= in (?:all|total)| altogether)", _from_each, "in all"),
    (
        rf"\bAt #p of (?:the|its) peak(?: [a-z]+)? of #a,? {_ONE} (?:sustains|reaches|achieves|delivers|gets) #x",
        _of_peak,
        "of it",
    ),
    (
        r"\bThe #a (?:[a-z]+ )?holds? #b (?:of [a-z]+)?,? (?:or |which is |i\.e\. )?"
        r"#x(?= of (?:its|the) (?:memory|space|capacity))",
        _share,
        "of it",
    ),
    (r"\bAt #r and #t(?: (?:each|apiece))?,? (?:there )?are #x", _in_flight, "in flight"),
    (rf"\bWith #n in flight and an? (?:latency|response time) of #t,? {_ONE} completes #x", _completed, "completed"),
    (rf"#n at #l each,?(?: {_THAT})? #x(?= in (?:all|total)| altogether)", _from_each_kind, "in all"),
    (rf"(?:of|has|have|with) #n of #l (?:{_HAS}|makes?) #x(?= (?:raw|in all|in total))", _from_each_kind, "in all"),
    (r"\bAmdahl.{0,20}? #s (?:is )?serial(?: work)?,? (?:and )?#n give a speedup of #x", _amdahl, "by Amdahl's law"),
    (
        r"\bM/M/1 .{0,20}?service time of #s and an? (?:load|utili[sz]ation) of #u (?:has|gives) an? (?:mean )?"
        r"response time of #x",
        _response,
        "as one over what is idle",
    ),
    (r"#r rpm (?:needs|takes|turns once in) #x(?= (?:per|a|for a) (?:turn|revolution)|[.,;])", _turn, "a turn"),
    (r"\b#w bus (?:at|of) #f (?:moves|carries|transfers|has) #x", _bus, "times"),
    (r"#a of (?:the )?#b,? (?:or |that is |i\.e\. |we are at )?#x of (?:the|its) peak", _of_the_peak, "of the peak"),
    (r"\b(?:shrinks?|reduces?|compress(?:es)?) #a to #b,? (?:by )?a factor of #x", _factor, "times"),
    (rf"#a around the clock,?(?: {_THAT})? #x", _around_the_clock, "all day"),
    (r"\b(?:mesh|grid|torus) of #a [x×] #b (?:there are|has|makes) #x(?= (?:chips|nodes|devices))?", _grid, "in all"),
    (r"\b(?:An?|Each|One) [a-z]+ (?:handles|serves) #r,? so for #t (?:we need|it takes) #x", _needed, "needed"),
    *(
        (rf"\b(?:{kinds}) (?:matrix|array|tensor) of #a [x×] #b (?:takes|needs|has|occupies) #x", _array(n), "in all")
        for kinds, n in _WIDTHS
    ),
    *(
        (
            rf"\A(?![\s\S]*\b(?:train|optimi|adam|gradient|moment|master|state|cache|mixed|file|disk|both|replica))"
            rf"(?:[^#]*\beach of the #)?[^#]*#a"
            rf"(?:,? (?:which|that))? (?:is|are|makes?|takes?) #x in (?:{kinds})(?![\w-]| (?:and|or)\b)",
            _scalars(n),
            "in all",
        )
        for kinds, n in _WIDTHS
    ),
    *(
        (rf"\b(?:{kinds}) (?:array|vector|tensor) of #a (?:takes|needs|has|occupies) #x", _array(n), "in all")
        for kinds, n in _WIDTHS
    ),
    (
        r"#n (?:of|at|with|running at) #l(?: each)?,? (?:for )?an aggregate (?:bandwidth |rate )?of #x",
        _aggregate,
        "in all",
    ),
    (r"\bover #a(?: km)? (?:of [a-z]+ )?at #v (?:takes|needs|is|adds|costs) #x", _travelled, "travelled"),
    (r"\bat #v,? so (?:an?|the) #a(?: km)? (?:[a-z]+ ){0,2}?(?:takes|needs|adds|costs) #x", _travelled, "travelled"),
    (r"#a(?: [a-z]+){0,4}?,? (?:which|and|that) leaves #x of the #b", _left, "left"),
    (
        rf"\bAt a PUE of #p,? the #a (?:of|for) (?:the )?{_LOAD} (?:costs?|draws?|needs?|takes?|means?) #x",
        _pue,
        "at the meter",
    ),
    (r"\bAt #p,? #a (?:for|over|during) #t (?:costs?|comes? to|makes?) #x", _priced, "paid"),
)
PATTERNS = tuple(Pattern(_words(words), value, why) for words, value, why in _TABLE)


def patterned(text: str, s: Sentence) -> Iterator[Reckoned]:
    """What the numbers of a sentence make by a pattern of its words."""
    row = s.figures
    if not 2 <= len(row) <= MAX_FIGURES or s.end - s.start > MAX_WORDS:
        return
    made, at = "", s.start
    for f in row:
        made, at = f"{made}{text[at : f.start]}#", f.end
    made += text[at : s.end]
    places = [m.start() for m in re.finditer("#", made)]
    if len(places) != len(row) or _HEDGED.search(made) or _DIRECTED.search(text, s.start, s.end):
        return
    for p in PATTERNS:
        m = p.words.search(made)
        if m is None:
            continue
        named = {k: row[places.index(m.start(k))] for k in p.words.groupindex if m[k]}
        value = p.value(named) if all(f.value for f in named.values()) else None
        if value is not None:
            told = [f for k, f in named.items() if k != "x"]
            ends = _ENDS.match(made, max(m.end(), m.end("x"))) is not None
            yield from _judged(told, named["x"], value, p.why, sure=p.value is _left or ends)
        return


def _judged(told: list[Figure], said: Figure, right: Fraction, how: str, *, sure: bool) -> Iterator[Reckoned]:
    """The verdict on the number that the others make; words behind it may make it another one."""
    loose = tolerance(*told, said)
    why = f"{', '.join(' '.join(f.printed.text.split()) for f in told)} make {as_written(said, right)} ({how})"
    if agrees(said, right, loose):
        yield Reckoned(right_one(said, right, why, "pattern"), "follows", said.start, said.end)
    elif sure and abs(said.value / right - 1) > max(digits.ROUND_FIGURE, loose + coarse(said)):
        yield Reckoned(wrong_one(said, right, why, "pattern"), "follows", said.start, said.end)
