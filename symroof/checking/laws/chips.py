r"""The constants that a sentence prints for a chip that it names, against the table of machines and its sources.

The sentence names one chip and, by unit and words, the quantity: FLOPs/s (of a dtype), bytes/s of the memory or of a
link.  What the table holds in any variant, per core or per chip, one way or both, dense or sparse, is right.  Wrong is
only a number near one of them that is none of them to the digits printed, and that nobody says to have measured.

>>> from symroof.checking.proofreading.proofread import proofread
>>> text = "An H100 has {} TFLOPs/s of dense bf16."
>>> [[f.verdict for f in proofread(text.format(n)).findings] for n in (989, 998)]
[['exact'], ['wrong']]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from typing import final

import symroof.regexes as re
from symroof.checking.claims import digits
from symroof.checking.claims.claims import Verdict, constant
from symroof.checking.claims.fixes import authors
from symroof.checking.documents.context import sentence
from symroof.checking.documents.material import Material
from symroof.checking.documents.places import matches, stands
from symroof.checking.documents.prose import figure
from symroof.checking.documents.statement import Statement
from symroof.checking.reckoning.sentences import in_prose, with_results
from symroof.errors import SymroofError
from symroof.machines import Fact, Machine, machines
from symroof.reading.measures import BYTES, FLOPS, PER_SECOND, product
from symroof.reading.quantity import Printed, quantity, shown
from symroof.reading.units import literals

Span = tuple[int, int]
MAX_NAMED = 200  # chips named in one page
NEAR = Fraction(3, 20)  # a number further off is another quantity
_ABOUT = Fraction(1, 20)
_FLOPS_A_SECOND, _BYTES_A_SECOND = product(FLOPS, PER_SECOND), product(BYTES, PER_SECOND)
_NUMBER = figure(r"(?<![\w.,^/*_×x-]\d)")
_RATE = re.compile(
    rf"(?P<about>(?:about|around|roughly|approximately|nearly|almost|~|≈)\s*)?(?P<q>{_NUMBER}\s{{0,20}}(?:(?:bf16|bfloat16|fp16|fp8|int8|dense)\s+)*"
    r"(?:[kMGTPE]?(?:FLOPs?|OPs?|[Bb]ytes?)\s{0,2}(?:/|per)\s{0,2}s(?:ec|econd)?\b|[kMGTP]B\s?/\s?s(?:ec|econd)?\b|[TP]FLOPS\b|"
    r"[TP]F/s\b))(?!\s*(?:/|per\b(?!\s+direction)|each\b(?!\s+(?:way|direction))))"
)
_DTYPE = re.compile(r"\b(?:bf16|bfloat16|fp16|float16|fp8|int8|fp4|fp32|tf32|fp64)\b", re.I)
_DTYPES = {"bfloat16": "bf16", "float16": "fp16"}
_LINKS = {
    "hbm": r"\b(?:HBM\w*|memory bandwidth|memory)\b", "ici": r"\bICI\b", "nvlink": r"\bNVLink\b",
    "xgmi": r"\bInfinity Fabric\b|\bxGMI\b",
}  # fmt: skip
_LINK = {k: re.compile(v, re.I) for k, v in _LINKS.items()}
_OTHER_LINKS = re.compile(
    r"\b(?:PCIe|DCN|InfiniBand|Ethernet|network|VMEM|SMEM|SRAM|L[12]|cache|register\w*|vector|VPU|CUDA|scalar)\b",
    re.I,
)
_OF_A_MEASUREMENT = r"""
    throttl\w* over-?clock\w* under-?clock\w* down-?clock\w* power[-\s]?(?:capped|limited|cap) capped
    limited\sto derat\w* mig emulat\w* non-tensor without\stensor\scores measur\w* achiev\w* actual\w*
    practic\w* sustain\w* effective\w* real\w* utili[sz]\w* mfu observ\w* benchmark\w* attain\w* reach\w*
    we\s(?:get|see|got) max(?:imum)?\sof pod node host cluster slice total aggregate\w* combined would if not
    instead previous\w* boost like vs versus than similar\w* compar\w* clock additional\w* another extra gain\w*
    faster slower times pcie\s(?:card|version)""".split()  # noqa: SIM905
_MEASURED = (  # another rate than the chip's own: by a word, or by a sign
    re.compile(re.led_by(_OF_A_MEASUREMENT) + r"\b", re.I),
    re.compile(r"(?-i:[%xX\d.])(?:(?<=%)|(?<=\bx)\b|(?<=\b[\d.])(?:[\d.]*\s?[x×](?!\w)|[\d.,]*\s?[MG]Hz\b))", re.I),
)
_MANY = re.compile(
    r"\b(?:two|both|dual|pair|double[sd]?|twice|three|four|six|eight|ten|(?:per|each|a) core|half|"
    r"\d+\s+(?:of|chips|GPUs|TPUs|cores|links|axes)|chips|GPUs|TPUs|cores|links)\b",
    re.I,
)
_NEXT = re.compile(  # behind a rate, what is told of another thing: so four of them have
    r",\s(?:and\s)?(?:so|hence|thus|therefore)\s|\sand\s(?:does|has|have|reads|offers|delivers|computes)\b"
)
_SPARSE = re.compile(r"\bspars|2:4|structured", re.I)
_ONE_WAY = re.compile(
    r"\b(?:one[- ]way|(?:in )?(?:one|each|a single|per) direction|each way|uni-?directional\w*)\b", re.I
)
_DIRECTED = re.compile(
    rf"(?P<rate>{_NUMBER})\s?[kMGTP]?(?:B|bytes?)\s?/\s?s\w*(?P<way>[\s,(]{{0,3}}{_ONE_WAY.pattern})", re.I
)
_BOTH_WAYS = re.compile(r"\b(?:both|bi-?directional\w*|two[- ]way|total)\b", re.I)
_DEFINITE = re.compile(
    r"(?<=[\w])(?:['’]s)?(?:\s(?:reads?|has|have|with))?(?:\s(?:its|the|a|an))?\s(?:peak\s)?(?:HBM\w*|memory)"
    r"(?:\s(?:memory|bandwidth))?(?:\s(?:is|of|at|has|delivers|runs\sat|a\sbandwidth\sof))+\s\Z"
)
_PEAK = re.compile(
    r"(?<=[\w])(?:['’]s)?(?:\s(?:has|have|with|reaches|delivers|offers))?(?:\s(?:its|the|a|an))?"
    r"(?:\s(?:theoretical|dense|bf16|bfloat16|fp16|fp8|int8))*\speak(?:\s(?:performance|throughput|compute|rate|FLOPs(?:/s)?))?"
    r"\s(?:is|of|at)\s\Z",
    re.I,
)
_READS = re.compile(r"\b(?:reads|streams)\s(?:its|the)\s(?:HBM\w*|memory)\sat\s\Z")
_MANTISSA = re.compile(r"[\d,]+(?:\.\d+)?")
_NOTE = 400  # characters to either side of a clause in which a note may say "with sparsity"
_STOP = re.compile(r"[.;](?=\s)|[。；]")
_CHIP_LIKE = re.compile(r"\b(?:TPU\s?v?\d\w?|v\d[ep]?|[PKMVALHBR]\d{2,3}[A-Z]*|G[HB]\d{3}|[GR]TX|MI\d+\w?)\b", re.I)
_QUOTIENT = re.compile(r"\\frac\s*\{?\s*C\b|\bC(?:_\{?\\?\w+\}?)?\s*/\s*W|\\frac\{C")


def constants(m: Material) -> Iterator[Statement]:
    """Every constant of a named chip in sentences."""
    names = chip_names()
    for page, dark in zip(m.pages, m.darks):
        text = ""
        judged: set[int] = set()  # where the numbers stand that a name nearby has settled already
        for found in islice(names.finditer(dark), MAX_NAMED):
            begin, end = sentence(dark, found.start(), found.end(), 400)
            chips = {named_chip(x.group()) for x in matches(names, dark, begin, end)}
            if len(chips) != 1:
                continue
            text = text or with_results(m, page, dark)
            begin, end = _clause(dark, begin, end, found.span())
            if not any(stands(p, text, begin, end) for p in _MEASURED) and not _strangers(text, (begin, end), names):
                for place, v in _rates(text, (begin, end), chips.pop(), judged):
                    yield in_prose(m, page, dark, place, v, "constant")
    yield from _quotients(m, names)


def _clause(dark: str, begin: int, end: int, name: tuple[int, int]) -> tuple[int, int]:
    """What of a sentence belongs to a name in it: up to the next full stop or semicolon to either side."""
    cuts = [c.end() for c in _STOP.finditer(dark, begin, name[0])]
    stop = _STOP.search(dark, name[1], end)
    return max([begin, name[0] - 160, *cuts]), min(stop.start() if stop else end, name[1] + 160)


def _strangers(text: str, place: Span, names: re.Pattern[str]) -> bool:
    """Whether a stretch names other chips, of which the table may know nothing."""
    own = {k for m in matches(names, text, *place) for k in range(*m.span())}
    return any(m.start() not in own for m in matches(_CHIP_LIKE, text, *place))


def chip_like(words: str) -> set[str]:
    """The names in a text that look like those of chips: H100, TPU v5e, MI300X."""
    return {"".join(x.group().split()) for x in _CHIP_LIKE.finditer(words)}


def _rates(text: str, place: Span, chip: str, judged: set[int]) -> Iterator[tuple[Span, Verdict]]:
    """The rates in a clause about one chip that are not judged yet, where they stand and the verdict."""
    words = text[place[0] : place[1]]
    for found in matches(_RATE, text, *place):
        if found.start("q") in judged:
            continue
        judged.add(found.start("q"))
        with suppress(SymroofError):
            said = _DTYPE.sub("", found["q"]).replace("dense", "")
            q = quantity(re.sub(r"\s+", " ", re.sub(r"\s*(?:per|/)\s*", "/", said)))
            known = chip_facts(chip, q.dimension, words)
            definite = _definite(text, place[0], found.start("q"))
            rest = _NEXT.search(text, found.end("q"), place[1])
            own = (place[0], rest.start() if rest else place[1])
            told = Wording.of(text, own, _own_words(text, place, found), definite=definite)
            v = chip_verdict(chip, q.printed, known, about=bool(found["about"]), wording=told)
            if v is not None:
                yield found.span("q"), v


def _definite(text: str, begin: int, at: int) -> str:
    """What the words between a chip's name and a rate say that it is: the bandwidth of its memory, or its peak."""
    if _READS.search(text, begin, at):
        return "hbm"
    for what, pattern in (("hbm", _DEFINITE), ("peak", _PEAK)):
        m = pattern.search(text, begin, at)
        if m is not None and any(x.end() == m.start() for x in chip_names().finditer(text, begin, m.start())):
            return what
    return ""


def _own_words(text: str, place: Span, found: re.Match[str]) -> str:
    """The words of a clause without a direction that stands behind another rate: 900 GB/s, 450 GB/s each way."""
    out = list(text[place[0] : place[1]])
    for other in matches(_DIRECTED, text, *place):
        if other.start("rate") != found.start("q"):
            begin, end = other.span("way")
            out[begin - place[0] : end - place[0]] = " " * (end - begin)
    return "".join(out)


@final
@dataclass(frozen=True)
class Wording:
    """What the words around a rate say of it: that there are words, a dtype, several of it, sparsity, one way only."""

    said: bool = False
    dtype: bool = False
    many: bool = False
    sparse: bool = False
    one_way: bool = False
    definite: str = ""  # its HBM bandwidth is, or its peak is

    @classmethod
    def of(cls, text: str, place: Span, own: str, *, definite: str = "") -> Wording:
        """What a clause of a text says, and which of its words are a rate's own."""
        return cls(
            said=bool(own),
            dtype=stands(_DTYPE, text, *place),
            many=stands(_MANY, text, *place),
            sparse=stands(_SPARSE, text, place[0] - _NOTE, place[1] + _NOTE),
            one_way=bool(_ONE_WAY.search(own)) and not _BOTH_WAYS.search(own),
            definite=definite,
        )


UNSAID = Wording()


def chip_verdict(
    chip: str, p: Printed, known: Iterable[tuple[str, Fact]], *, about: bool, wording: Wording = UNSAID
) -> Verdict | None:
    """The verdict on a number by the facts that it may be; None where it is near none."""
    near: list[tuple[Fraction, Fraction, str, Fact]] = []
    rows = [(what, fact, value, _factors(what, fact, wording)) for what, fact in known for value in fact.values]
    for what, fact, value, (good, bad) in rows:
        for by in good:
            if (
                digits.claim(p, value * by)
                or (by == 1 and _rounds_to(p, value))
                or (about and abs(p.value / (value * by) - 1) <= _ABOUT)
            ):
                reason = f"{chip} {what}: {shown(value)} {fact.unit} ({fact.source})"
                return Verdict("exact" if p.value == value else "rounded", reason, code="constant")
        both = good[:2] if fact.unit == "bytes/s" and what != "hbm" and good[1] == 2 else good[:1]  # one way, or both
        near += [(abs(p.value / (value * by) - 1), fact.value * by, what, fact) for by in both if p.digits > 1]
        if wording.said and not wording.many and (wording.dtype or what in _LINK):
            slip = digits.misprinted(p, value, swapped=True)
            near += [(Fraction(0), fact.value, what, fact)] if slip else []
        for by, why in bad.items():
            if digits.claim(p, value * by) in ("exact", "rounded"):
                near.append((Fraction(0), fact.value, what + why, fact))
    if wording.definite and not wording.many and not any(x[0] <= NEAR for x in near):
        said = (
            [x for x in known if x[0].endswith(wording.definite)] if wording.definite != "peak" or wording.dtype else []
        )
        near = [(Fraction(0), fact.value, what, fact) for what, fact in said][:1]
    near = [x for x in near if x[0] <= NEAR]
    if not near or about:
        return None
    _, right, what, fact = min(near, key=lambda x: x[0])
    reason = f"{chip} has {shown(fact.value)} {fact.unit} for {what} ({fact.source}), not {p.text}"
    off = f"{float(p.value / right - 1):.3g}"
    return Verdict("wrong", reason, off, code="constant", right=_in_full(p.text, right))


def _in_full(text: str, right: Fraction) -> str | None:
    """What is right in the author's unit, with one more digit where his are too few: 4.5e10 for 9e10."""
    number = _MANTISSA.match(text)
    more = number and f"{number[0]}{'' if '.' in number[0] else '.'}0{text[number.end() :]}"
    made = [authors(t, right) for t in (text, more) if t]
    for said in made:
        with suppress(SymroofError):
            if said is not None and quantity(said).value == right:
                return said
    return made[0]


def _rounds_to(p: Printed, value: Fraction) -> bool:
    """Whether a number is a finer one than the table's, which is rounded: 66.9 TFLOPs/s for 67."""
    place = Fraction(1)
    while value >= 100 * place and value % (10 * place) == 0:
        place *= 10
    return p.place < place and value / place % 10 != 0 and abs(p.value - value) <= place / 2


_TENS = {Fraction(10) ** k: "" for k in (-3, -2, -1, 1, 2, 3)}
_ONE, _TWO, _HALF, *_SEVERAL = (Fraction(n) for n in (1, 2, Fraction(1, 2), 3, 4, 6, 8))


def _factors(what: str, fact: Fact, said: Wording) -> tuple[list[Fraction], dict[Fraction, str]]:
    """By what a number may differ from a fact, the plain ones first, and by what it may not, with the reason.

    A rate of FLOPs is doubled by sparsity or by two of them, which has to be said; that of a link counts one way, or
    both, unless the words say which; and nothing multiplies what is named by its dtype or link by a power of ten.
    """
    bad = _TENS if said.said and (said.dtype or what in _LINK) and not said.many else {}
    if fact.unit != "bytes/s":
        if not said.said or said.many or said.sparse or not said.dtype:
            return [_ONE, _TWO, _HALF], bad
        return [_ONE, _HALF], {**bad, _TWO: " without sparsity"}
    if what == "hbm" and said.said and not said.many:
        return [_ONE], bad
    if what != "hbm" and said.one_way:
        return [_ONE, *_SEVERAL], {**bad, _TWO: ", one way"}
    return [_ONE, _TWO, _HALF, *_SEVERAL], bad


def _quotients(m: Material, names: re.Pattern[str]) -> Iterator[Statement]:
    """C/W is 4.59e14 / 9e10: the peak of the one chip that the sentence names."""
    for before, item in zip(m.items, m.items[1:]):
        if item.skip is not None or not item.chains or before.page is not item.page:
            continue
        node = item.chains[0].sides[0].node
        if node is None or node.kind != "mul" or "/" not in node.ops or len(node.args) != 2:
            continue
        begin, end = sentence(item.dark, item.span.start, item.span.end, 400)
        if before.span.start < begin or not _QUOTIENT.search(before.span.text):
            continue
        chips = {named_chip(x.group()) for x in names.finditer(item.dark, begin, end)}
        top = next(iter(literals(node.args[0])), None)
        if (
            len(chips) != 1
            or top is None
            or top.value < 10**12
            or any(p.search(item.dark[begin:end]) for p in _MEASURED)
        ):
            continue
        if constant(item.chains[0].sides[0].ratio()) is None:
            continue
        chip = chips.pop()
        v = chip_verdict(chip, top, chip_facts(chip, _FLOPS_A_SECOND, item.words()), about=False)
        if v is not None:
            side = item.chains[0].sides[0]
            yield Statement(item, f"{top.text} for the C of {chip}", v, "constant", side.at, "=", (side, side))


def chip_facts(chip: str, dimension: tuple[int, ...], words: str) -> tuple[tuple[str, Fact], ...]:
    """What of a chip's facts a quantity of this dimension in a sentence of these words may be."""
    if dimension in (_FLOPS_A_SECOND, FLOPS):
        return _peaks(chip, frozenset(_DTYPES.get(d.lower(), d.lower()) for d in _DTYPE.findall(words)))
    if dimension == _BYTES_A_SECOND and not _OTHER_LINKS.search(words):
        return _bandwidths(chip, tuple(k for k, pattern in _LINK.items() if pattern.search(words)))
    return ()


def _family(chip: str) -> list[Machine]:
    """The machines of the table that a chip's name may mean, whatever the card."""
    return [x for x in machines().values() if chip in _bases(x.name)]


@lru_cache(maxsize=256)
def _peaks(chip: str, said: frozenset[str]) -> tuple[tuple[str, Fact], ...]:
    """A chip's FLOPs/s of the dtypes said, of all where none is."""
    found: list[tuple[str, Fact]] = []
    for x in _family(chip):
        found += [(f"{dtype} peak", x.facts[dtype]) for dtype in x.peaks if not said or dtype in said]
        found += [("vector peak", x.facts["vector"])] if "vector" in x.facts and not said else []
    return tuple(found)


@lru_cache(maxsize=256)
def _bandwidths(chip: str, links: tuple[str, ...]) -> tuple[tuple[str, Fact], ...]:
    """A chip's bytes/s over the one link said."""
    return tuple((k, x.facts[k]) for x in _family(chip) for k in x.bandwidths if (k,) == links)


@lru_cache(maxsize=1)
def chip_names() -> re.Pattern[str]:
    """The names of all chips of the table, as they stand in sentences."""
    names = sorted({b for x in machines().values() for b in _bases(x.name)}, key=len, reverse=True)
    bare = [n.removeprefix("TPU ") for n in names if n.startswith("TPU ")]  # a TPU v5p is a v5p too
    # the first letter stands first, so that no other place of a text is looked at
    spelt = [rf"{n[0]}(?<![\w-]{n[0]}){n[1:]}".replace(" ", "[ -]?") for n in (*names, *bare)]
    return re.compile(rf"(?:{'|'.join(spelt)})(?![\w-])")


@lru_cache(maxsize=256)
def named_chip(text: str) -> str:
    """The table's name for a chip as it is written: TPUv5p is TPU v5p."""
    plain = re.sub(r"[ -]", "", text)
    if re.match(r"(?:TPU)?v\d", plain):
        return "TPU " + plain.removeprefix("TPU")
    return next((b for x in machines().values() for b in _bases(x.name) if b.replace(" ", "") == plain), text)


@lru_cache(maxsize=256)
def _bases(name: str) -> tuple[str, ...]:
    """A machine's name without variant and card: H100 of H100 PCIe."""
    base = re.sub(r"\s*(?:\((?:vendor|textbook)\)|PCIe|SXM\d?|\d+GB)", "", name).strip()
    return (base,) if len(base) > 2 and any(c.isdigit() for c in base) else ()


__all__ = ["chip_facts", "chip_like", "chip_names", "chip_verdict", "constants", "named_chip"]
