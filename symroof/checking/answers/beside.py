"""What stands beside an answer: the same value in brackets, a reason or a conclusion.

A value in brackets has to agree with the answer; a reason is read where it can be, and a false one is named.

>>> apart("400 Gb/s (50 GB/s)").again, apart("93 us, because 8.4e6/9e10 = 93e-6").reason
('50 GB/s', '8.4e6/9e10 = 93e-6')
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import final

import symroof.regexes as re
from symroof.algebra.ratios.posynomial import ratio
from symroof.checking.answers.loosely import loose
from symroof.checking.answers.provisos import contradicted, enough
from symroof.checking.claims import digits
from symroof.checking.claims.claims import Verdict, constant, understood, with_note
from symroof.checking.claims.lettering import MEANT
from symroof.checking.claims.links import Known, judge_link
from symroof.checking.words.assent import assented
from symroof.checking.words.numerals import FEW, NUMBER, SHARES
from symroof.checking.words.phrases import MAX_WORDED, typed
from symroof.checking.words.remarks import changes, names
from symroof.errors import SymroofError
from symroof.reading.formula import Chain, parse_chains
from symroof.reading.measures import KIND, NOTHING, PER_SECOND, SECONDS, UNITS, agree, product
from symroof.reading.quantity import quantity, shown
from symroof.reading.spelling import FUNCTIONS

_BECAUSE = re.compile(r",?\s+(?:because(?:\s+of)?|since|due\s+to|given\s+that|as\s+(?=\d))\s*(?=\S)", re.I)
_SO = re.compile(
    r"(?:[,;.]\s*|\s+)(?<!or )(?:and\s+)?(?P<word>so|hence|thus|therefore|i\.\s?e\.|"
    r"(?<=[,;.(]\s)that\s+is|that\s+is(?=\s*[,:]|\s+(?:about\s+|roughly\s+|around\s+)?[~≈$]?[\d(])|"
    r"which\s+(?:is|gives|means(?:\s+that)?)|meaning(?:\s+that)?|giving)[,:]?\s+(?=\S)",
    re.I,
)
MAX_STEPS = 4  # conclusions in one answer; each is judged
_RESULT = re.compile(r"(?<=[A-Za-z%])\s*(?::|->|→|⇒|=>)\s+(?=[~≈$]?\d[^:]*\Z)")
_APPOSED = re.compile(
    r",\s+(?:which\s+is\s+)?(?=the\s+(?:smaller|lesser|minimum|min|larger|greater|bigger|maximum|max)\s+of\s+\S)", re.I
)
_REST = re.compile(r"\b(?:wasted|lost|idle|unused|left\s+over)\b", re.I)  # a fifth is wasted where 78 % is
_AS_A_RESULT = re.compile(r"\b(?:so|hence|thus|therefore|which\s+(?:leaves|gives|makes))\b", re.I)
_VALUE_IN = re.compile(rf"\d|[A-Za-z]\s*[*/^]\s*[A-Za-z]|\b(?:{'|'.join(SHARES)})s?\b|\b(?:{FEW})\b(?!\s+of\b)")
_SAME = re.compile(r"i\.|that|which\s+is|/", re.I)  # the same said again; after so and hence another thing may follow
_OR = re.compile(r",?\s+or\s+(?=(?:(?:about|around|roughly|approximately)\s+)?[~≈$]?\s?\d)")
_ITS_OWN = re.compile(
    rf"\b(?:it\s+is|it['’]s|that\s+(?:is|makes)|that['’]s|takes?|makes|we\s+get)\s+(?:about\s+|~\s?)?(?P<q>{NUMBER}\s?[A-Za-z/]*)\Z",
    re.I,
)
_TOO_FEW = re.compile(
    r"\b(?:not\s+(?:be\s+)?enough|too\s+(?:few|small|little|short)|(?:is|are|would\s+be)\s+(?:enough|plenty|fine))\b",
    re.I,
)
_SLASH = re.compile(r"\s+/\s+|,?\s+(?:aka|which\s+equals|equivalently|in\s+other\s+words,?)\s+(?=[~≈$]?\d)", re.I)
_WORKED_RATE = re.compile(  # 40 GB at 4 GB/s is 10 s
    r"(?P<first>[~≈]?\d[^=<>()]*?)\s+at\s+(?P<rate>[~≈]?\d[^=<>()]*?/\s?s)\s*,?\s+(?:[=≈]|is|takes|gives|makes|means|needs)\s*(?P<again>[~≈]?\s?\d[^=<>()]*)"
)
_EQUAL_RATE = re.compile(
    r"\A(?=.*\sat\s)(?P<first>[^=<>()]*\d[^=<>()]*?)\s*[=(]=?\s*(?P<again>[^=<>()]*\d[^=<>()]*?\s+at\s+[~≈]?\d[^=<>()]*?)\)?\Z"
)
_SAID = re.compile(
    r"(?P<said>(?:(?:it|this)(?:'s|\s+is)\s+)?(?:yes|no|never|always|(?:always\s+|never\s+)?[a-z/]+[-\s](?:bound|limited)))"
    r"(?:\s*[,:;]\s*|\s+(?=\())(?P<why>.+)\Z",
    re.I,
)
_SENTENCE = re.compile(r"(?P<said>[^<>=≤≥\d]{2,60}?)(?:\s*[,:;.–—]\s*|\s+-+\s+|\s+(?=\())(?P<why>\(?[~≈$]?\d.+)\Z")
_BRACKET = re.compile(r"\s\(\s*((?:[^()]|\([^()]*\))+?)\s*\)\.?\Z")
_LETTERED = re.compile(rf"{NUMBER}\s?(?P<unit>[A-Za-rt-z]|{'|'.join(MEANT.values())})")  # an s is nothing else
_SQUARE = re.compile(r"(?<=\s)\[(?P<inner>[^\[\],]*\d[^\[\],]*)\](?P<dot>\.?)\Z")  # 48 ms [24 ms], and no [4, 64]
_BOUNDING = re.compile(
    r"(?<=[\w)%])\s*[,;]\s+(?:and\s+|but\s+)?(?P<not>(?:not|no|never)\s+[a-z]+)\.?\Z", re.I
)  # 240, not more
_AGAIN = re.compile(
    r"(?:exactly|precisely|to\s+be\s+(?:exact|precise)|more\s+(?:exactly|precisely)|i\.\s?e\.,?|that\s+is,?|or|also|equals|aka|"
    r"rounded(?:\s+(?:from|to))?|[=≈~])\s*",
    re.I,
)
_SCALES = {
    "k",
    "K",
    "M",
    "G",
    "T",
    "B",
    "e",
    "E",
    "x",
    "thousand",
    "million",
    "billion",
    "trillion",
    "times",
    "per",
    "to",
}
_OPEN_END = re.compile(
    r"(?:[-+*/^=<>≤≥,·×≈~(]|\b(?:and|or|of|times|is|to|than|by|exceeds?|about|over|under|per))\Z", re.I
)
_ALONE = re.compile(
    r"(?:(?:that|it|this)(?:['’]s|\s+is|\s+would\s+be|\s+makes|\s+comes\s+to)\s+)?(?:(?:about|around|roughly|approximately)\s+|[~≈]\s?)?"
    r"[\d.,/eE+-]*\d\s*(?:thousand\s+|million\s+|billion\s+)?(?P<unit>[A-Za-zµμ%/ ]+)"
)
_RELATIVE = re.compile(
    r"(?:about\s+|roughly\s+|exactly\s+|only\s+)?(?:half|twice|double|triple|thrice|an?\s+(?:third|quarter|tenth)|"
    r"\d[\d.]*\s*(?:x|×|times))"
    r"\s+(?:as\s+(?:many|much|long|large|fast|big|high)(?:\s+as\s+[a-z ]+)?|(?:of\s+)?(?:that|it|this)(?:\s+of\s+.*)?)",
    re.I,
)
_PLAIN = re.compile(r"(?:[~≈]|about|around|roughly)?\s*[-$]?\d[\d.,]*(?:[eE][-+]?\d+)?\s*[A-Za-zµμ%/$]*")
_BY = re.compile(r"\s*[×*·]\s*|\s+(?:x|times)\s+")
_TERM = re.compile(rf"(?P<n>{NUMBER})\s*(?P<unit>[A-Za-zµμ]*)(?:\s+[A-Za-z]+)*")
_AT_RATE = re.compile(r"(?P<again>.*?\d.*?)\s+at\s+(?P<rate>[~≈]?\d.*)")
_SECONDS_EACH = re.compile(  # 140 GB over 2.68 TB/s, before its result
    r"(?P<first>[~≈]?\d[^=<>()]*?)\s+(?:at|over|with|divided\s+by)\s+(?P<rate>[~≈]?\d[^=<>()]*?/\s?s)\s*"
)
_OPERATOR = re.compile(r"[-+*/^=<>≈]")
_ROUGH = Fraction(1, 10)  # within which about so many may be
#: codes of a wrong verdict that say: the same thing was told, and another value of it
_CONTRADICTS = ("value", "factor", "direction", "existence", "range")


@final
@dataclass(frozen=True)
class Beside:
    """An answer and what stands beside it.

    ``again`` is its value once more, in brackets; ``reason`` what follows "because"; ``first`` what stands before
    ``word`` (so, hence, that is), ``text`` then being the conclusion.
    """

    text: str
    again: str = ""
    reason: str = ""
    first: str = ""
    word: str = ""
    remark: str = ""


_BESIDE = (
    _BECAUSE,
    _SO,
    _BRACKET,
    _OR,
    _SAID,
    _SENTENCE,
    _RESULT,
    _APPOSED,
    _SLASH,
    _EQUAL_RATE,
    _WORKED_RATE,
    _BOUNDING,
)


def promising(text: str) -> bool:
    """Whether something may stand beside an answer, before its question is looked at."""
    return any(p.search(text[:MAX_WORDED]) for p in (*_BESIDE, _SQUARE))


def apart(text: str, asked: Collection[str] = ()) -> Beside | None:
    """What an answer is made of, where something stands beside it; ``asked`` are the names of the question."""
    text = text.strip()
    if not 3 <= len(text) <= MAX_WORDED or "\\begin" in text:
        return None
    text = _SQUARE.sub(r"(\g<inner>)\g<dot>", text)
    if (because := _reasoned(text, asked)) is not None:
        return because
    if len(_SO.findall(text)) > MAX_STEPS:
        return None
    if (m := _SO.search(text)) is not None and text[: m.start()].strip() and m["word"] not in asked:
        last = text[m.end() :]
        if re.search(r"(?:/\s?s|\bper\s+second)\b", text[: m.start()]):
            last = re.sub(r"\s+each\.?\Z", "", last)  # 35 per second, so 28 ms each: of what there are 35
        last = re.sub(r"(?<=\w)\s+(?:here|there|then|now|in\s+(?:this|our)\s+case)\.?\Z", "", last)
        return Beside(last, first=text[: m.start()], word=m["word"])
    if (m := _BOUNDING.search(text)) is not None and changes(m["not"], text[: m.start()]).startswith("at "):
        return Beside(text[: m.start()], remark=m["not"])
    m = _BRACKET.search(text)
    head = text[: m.start()].rstrip() if m else ""
    if m is None or not head or _OPEN_END.search(head) or _called(head) or _multiplies(head, m[1], asked):
        return None
    if changes(m[1], head) or names(m[1]):
        return Beside(head, remark=m[1])
    core = _hedgeless(m[1])
    if re.search(r"\d", core) and all(_measured(w) for w in re.findall(r"[^\W\d_]+", core)) and "," not in core[-1:]:
        return Beside(head, again=core) if _stands_alone(head, asked) or _LETTERED.fullmatch(head) else None
    words = [w for w in re.findall(r"[^\W\d_]+", m[1]) if w.islower() and len(w) > 2 and w not in UNITS]
    return Beside(head, remark=m[1]) if words and (_PLAIN.fullmatch(head) or not _OPERATOR.search(m[1])) else None


def _of_one_letter(*texts: str) -> bool:
    """Whether two texts are each a number and the same letter, a unit or a symbol: 48 h (24 h), 48 h (24 hours)."""
    found = [_LETTERED.fullmatch(_hedgeless(t)) for t in texts]
    return None not in found and len({MEANT.get(m["unit"], m["unit"]) for m in found if m}) == 1


def _reasoned(text: str, asked: Collection[str]) -> Beside | None:
    """An answer with its reason, a verdict with the numbers for it, or one quantity told in two units."""
    if (m := _BECAUSE.search(text)) is not None and m.start() and m.group().strip(" ,").lower() not in asked:
        return Beside(text[: m.start()], reason=text[m.end() :].rstrip("."))
    if (m := _SAID.match(text)) is not None and (why := _numeric(m["why"])):
        return Beside(m["said"], reason=why)
    if (m := _SENTENCE.match(text)) is not None and assented(m["said"]) and (why := _numeric(m["why"])):
        return Beside(m["said"], reason=why)
    if (m := _APPOSED.search(text)) is not None and m.start():
        return Beside(text[m.end() :], first=text[: m.start()], word="that is")
    if (m := _RESULT.search(text)) is not None and (made := _resulting(text[: m.start()], text[m.end() :])) is not None:
        return made
    if (m := _OR.search(text)) is not None and _two_ways(text[: m.start()], text[m.end() :].rstrip(".")):
        return Beside(text[m.end() :].rstrip("."), first=text[: m.start()], word="that is")
    if (m := _SLASH.search(text)) is not None and _two_ways(text[: m.start()], text[m.end() :], alike=True):
        return Beside(text[m.end() :], first=text[: m.start()], word="/")
    if (m := _WORKED_RATE.fullmatch(text)) is not None:
        return Beside(m["again"], first=f"({m['first']}) / ({m['rate']})", word="which is")
    if (m := _EQUAL_RATE.fullmatch(text)) is not None:
        return Beside(m["again"], first=m["first"], word="that is")
    return None


def _resulting(first: str, last: str) -> Beside | None:
    """A step and its result behind an arrow; of bytes over a rate the result has to be the quotient."""
    if not re.search(r"\d", first) or re.search(r"[<>=≤≥]", first):
        return None
    if (worked := _SECONDS_EACH.fullmatch(first)) is not None:
        return Beside(last, first=f"({worked['first']}) / ({worked['rate']})", word="which is")
    return Beside(last, first=first, word="gives")


def _numeric(why: str) -> str:
    """A comparison of numbers behind a verdict, without its brackets; "" for anything else: yes, 512 > 240."""
    bare = why.strip().rstrip(".")
    bare = bare[1:-1] if bare.startswith("(") and bare.endswith(")") else bare
    sides = re.split(r"[<>≤≥=≈]=?", bare)
    words = re.findall(r"[^\W\d_]+", bare)
    return bare if len(sides) > 1 and all(re.search(r"\d", x) for x in sides) and all(map(_measured, words)) else ""


def _two_ways(one: str, other: str, *, alike: bool = False) -> bool:
    """Whether "or" joins one quantity told in two units: 972,000 s, or about 11 days; ``alike`` ones of one kind."""
    found = [m for t in (one, other) if (m := _ALONE.fullmatch(t.strip())) is not None]
    units = [m["unit"].strip() for m in found]
    if len(found) != 2 or not all(u in UNITS for u in units):
        return False
    return not alike or (units[0] != units[1] and UNITS[units[0]].dimension == UNITS[units[1]].dimension)


def judged(found: Beside, one: Callable[..., Verdict], whole: Callable[[], Verdict], per: str = "") -> Verdict | None:
    """The verdict on an answer with something beside it; None where its parts do not read.

    ``one`` judges a text against what is expected, or against another text, ``whole`` all of it as one formula:
    2 (3 + 4) may be a product.  ``per`` is what is expected as it is written: 35 ms (per layer) for ms/layer.
    """
    if found.word == "/" and (quotient := understood(whole)) is not None and quotient.ok:
        return quotient
    if found.word:
        return _concluded(found, one)
    head = understood(one, found.text)
    if head is None:
        return None
    if found.reason:
        return _because(found, head, one)
    spelt = _multiplied(found)
    if loose(found.remark or found.again, found.text):
        return head  # 112 GB (7B x 16), 86.4M requests a day (1000/s * 86400)
    if spelt and (once := understood(one, spelt, found.text)) is not None and once.code in _CONTRADICTS:
        words = f"{found.text} stands beside ({found.remark or found.again}): {once.reason}"
        return replace(once, reason=words, note=None) if head.ok else head
    beside = replace(found, first=found.text, text=found.remark or found.again)
    if head.ok and (unlike := held_against(beside)) is not None:
        return unlike
    return _remarked(found, head, one, per) if found.remark else _again(found, head, one, whole)


def _because(found: Beside, head: Verdict, one: Callable[..., Verdict]) -> Verdict:
    """The verdict on an answer with its reason: a false one is named, one by which another number will do is open."""
    if head.ok and (other := enough(found.reason, lambda text: understood(one, text))) is not None:
        return Verdict("undecided", f"{found.text} stands, and {other} beside it", code="words")
    return with_note(head, _false(found.reason))


def _remarked(found: Beside, head: Verdict, one: Callable[..., Verdict], per: str) -> Verdict:
    """The verdict on an answer with a bracket of words, which may bound, scale or deny it, or hold another value."""
    does = changes(found.remark, found.text, per)
    if does.startswith("at ") and (bound := understood(one, f"{does} {found.text}")) is not None:
        return bound
    if does and (head.ok or does == "scales"):
        return Verdict("undecided", f"({found.remark}) {does} what stands before it", code="words")
    named = names(found.remark)
    if head.ok and not named and (other := contradicted(found.remark, lambda text: understood(one, text))) is not None:
        return Verdict("undecided", f"{found.text} stands, and {other} beside it", code="words")
    return with_note(head, f"left out: ({found.remark})")


def _multiplied(found: Beside) -> str:
    """The product that a bracket spells out, without its words: 2 KiB per layer x 40 layers; "" for anything else."""
    terms = [_TERM.fullmatch(t.strip()) for t in _BY.split(found.remark or found.again)]
    if len(terms) < 2 or None in terms:
        return ""
    units = [m["unit"] if m and m["unit"] in UNITS and m["unit"] not in KIND else "" for m in terms]
    return " * ".join(f"{m['n']} {u}" for m, u in zip(terms, units) if m) if any(units) else ""


def _again(found: Beside, head: Verdict, one: Callable[..., Verdict], whole: Callable[[], Verdict]) -> Verdict:
    """The verdict on an answer whose value stands in brackets once more."""
    if re.search(r"[\d)]\s*[-+*/^]\s*[\d(]", found.again) or _of_one_letter(found.text, found.again):
        product = understood(whole)
        if product is not None and product.verdict == "exact":
            return product
    again = understood(one, found.again)
    if not head.ok or again is None or again.ok:
        return head
    if (bits := _in_bits(found.again)) and (converted := understood(one, bits)) is not None and converted.ok:
        return head
    if again.code in _CONTRADICTS and not _counts_other(found):
        words = f"{found.text} stands, but not ({found.again}) beside it: {again.reason}"
        return replace(again, verdict="wrong", reason=words, note=None)
    return with_note(head, f"left out: ({found.again})")


_EIGHT = re.compile(r"(?<=[\d\s][kKMGTP]B)\s*[*×x·]\s*8(?![\w.])|(?<=[\d\s][KMGTP]iB)\s*[*×x·]\s*8(?![\w.])")


def _in_bits(text: str) -> str:
    """A quotient by a rate in bits without the 8 bits of each byte, which its units turn themselves; "" for another.

    >>> _in_bits("5 MB * 8 / 50 Mbps"), _in_bits("5 MB * 8 / 50 MB/s")
    ('5 MB / 50 Mbps', '')
    """
    return _EIGHT.sub("", text) if _EIGHT.search(text) and re.search(r"\d\s?[kMGT](?:bps|bits?/s|b/s)", text) else ""


def _lettered(v: Verdict) -> bool:
    """Whether what an answer is off by has letters, whose values the question does not tell: L/k times 30, i.e. 960."""
    factor = re.sub(r"\A(?:about\s+)?the\s+factor\s+|(?<=\d)e-?\d+", "", v.factor or "")
    return re.search(r"[A-Za-z]", factor) is not None


def _unread(found: Beside, first: Verdict | None, last: Verdict | None, relative: bool) -> Verdict | None:
    """Undecided for a value that is said to follow and does not read, and for what is half of what is told."""
    if relative and found.word == "which is":
        return Verdict("undecided", f"{found.first}, {found.word} {found.text}: what is claimed is open", code="words")
    if last is not None or first is None or _SAME.match(found.word) or not _CLAIMED.match(found.text):
        return None
    words = f"{found.first}, {found.word} {found.text}: what follows is not understood"
    return Verdict("undecided", words, code="words" if first.ok else "more")


_CLAIMED = re.compile(  # V/W with both directions, 12 of them; and not: small compared to 80 GB
    r"(?:only\s+|about\s+|roughly\s+)?[~≈$(]*(?:\d|[A-Za-z]\w?\s*[*/]\s*[A-Za-z](?!\w{2}))"
)


_SHARE = re.compile(  # two thirds of the chips fail, i.e. 12
    r"\s*(?:[a-z]+\s+)?(?:half|thirds?|quarters?|[a-z]+ths?)\s+of\s+(?:the|all|our|its|these|those|them)\b", re.I
)


def _concluded(found: Beside, one: Callable[..., Verdict]) -> Verdict | None:
    """The verdict on a conclusion and on what stands before it, of which one may be no answer to the question."""
    relative = _RELATIVE.fullmatch(found.first.strip()) is not None  # half as many, i.e. 120: of what is not said
    last, first = understood(one, found.text), None if relative else understood(one, found.first)
    said_again = _at_rate(found) if first is not None and first.ok and _SAME.match(found.word) else None
    if said_again is not None and first is not None:
        return said_again if said_again.verdict == "wrong" else with_note(first, said_again.reason)
    if first is not None and first.ok and (unlike := held_against(found)) is not None:
        return unlike
    if last is None or first is None:
        unread = _unread(found, first, last, relative)
        return unread if unread is not None else _one_understood(found, one, first, last)
    if first.ok and not last.ok and _REST.search(found.text):
        return with_note(first, f"left out: {found.text}")
    same = _SAME.match(found.word) is not None
    if last.ok:
        told = same and not (_measures(found.first) and not _measures(found.text))  # 18 kB in flight, i.e. 281 lines
        told = told and not (
            "%" in found.text and "%" not in found.first and found.word.startswith("which")
        )  # of 400 we use 150
        each = understood(one, share) if told and (share := shared_out(found.first)) else None
        if each is not None and each.ok:
            return with_note(last, f"{found.first} comes to it")
        told = told and not _on_others(found.first) and not _SHARE.match(found.first)
        if told and first.code in _CONTRADICTS and not first.ok and first.code != "existence" and not _lettered(first):
            words = f"{found.text} stands, but not {found.first} before it: {first.reason}"
            return replace(first, reason=words, note=None)
        return with_note(first if same and first.ok else last, _false(found.first))
    follows = understood(one, found.text, found.first) if first.ok else None
    if follows is not None and follows.verdict == "exact":
        return with_note(first, f"{found.text} follows from it")
    if first.ok and (last.code not in _CONTRADICTS or last.code == "existence" or _TOO_FEW.search(found.text)):
        return with_note(first, f"left out: {found.text}")
    return last


ON_SO_MANY = re.compile(  # 5000 GPU-days on 1024 GPUs
    rf"(?P<x>[~≈]?\s?{NUMBER})\s?(?:(?P<thing>[A-Za-z]+?)s?[\s-])?(?P<unit>[A-Za-zµ]+)\s+(?:(?:split|spread|shared|divided)\s+)?(?:on|over|across|among|by)\s+"
    rf"(?P<n>\d[\d,]*)\s+(?P<things>[A-Za-z]+?)s?"
)


def shared_out(text: str) -> str:
    """What each of so many things has of an amount that is spread over them; "" for anything else.

    >>> shared_out("5000 GPU-days on 1024 GPUs"), shared_out("400 GB over 32 chips"), shared_out("5 GB on disk")
    ('(5000/1024) days', '(400/32) GB', '')
    >>> shared_out("5000 GPU-days on 128 nodes")  # of which nobody says how many GPUs each has
    ''
    """
    m = ON_SO_MANY.fullmatch(text.strip())
    if m is None or m["unit"] not in UNITS or not any(UNITS[m["unit"]].dimension[:5]):
        return ""
    if _on_others(text):
        return ""
    return f"({m['x']}/{m['n'].replace(',', '')}) {m['unit']}"


def _on_others(text: str) -> bool:
    """Whether an amount of what one sort of thing has, GPU-days, is spread over things of another sort: nodes."""
    m = ON_SO_MANY.fullmatch(text.strip())
    return m is not None and (m["thing"] or m["things"]).lower() != m["things"].lower()


def _one_understood(
    found: Beside, one: Callable[..., Verdict], first: Verdict | None, last: Verdict | None
) -> Verdict | None:
    """The verdict where only the conclusion is understood, or only what stands before it."""
    if last is not None or first is None:
        return None if last is None else with_note(last, _false(found.first) or f"left out: {found.first}")
    if not first.ok and _AS_A_RESULT.search(found.word) and _VALUE_IN.search(found.text):
        return None  # what follows from it is the answer, and is not read here
    behind = _ITS_OWN.search(found.text)
    other = understood(one, behind["q"]) if behind is not None else None
    if behind is not None and other is not None and other.code in ("value", "factor"):
        return Verdict("undecided", f"{found.first} stands, and {behind['q']} behind it", code="more")
    return with_note(first, _false(found.text) or f"left out: {found.text}")


def _measures(text: str) -> bool:
    """Whether a text has a measured quantity, 18 kB, and not only things that are counted."""
    told = re.sub(rf"\bof\s+{NUMBER}\s?[A-Za-zµ]+", " ", text)  # 250 lines of 64 B are counted
    return any(_measured(m[1]) for m in re.finditer(rf"{NUMBER}\s?([A-Za-zµ]+)", told))


def held_against(found: Beside) -> Verdict | None:
    """The verdict where what is said of a number beside it does not hold, or is another rate; None where it may.

    5 ms is not less than 1 ms, and 190 times a second no 1900; how many tokens there are each time was not said.
    """
    said = typed(_hedgeless(found.text.strip()))
    try:
        mine, other = quantity(typed(_hedgeless(found.first.strip())).text), quantity(said.text)
    except SymroofError:
        return None
    mine_dim, other_dim = (product(q.dimension[:5], NOTHING) for q in (mine, other))
    if said.sense and mine_dim == other_dim:
        if _holds(mine.value, said.sense, other.value):
            return None
        words = f"{found.first.strip()} is not {found.text.strip()}"
        return Verdict("wrong", words, code="direction")
    if {mine_dim, other_dim} != {SECONDS, PER_SECOND} or said.sense or not mine.value:
        return None
    once = 1 / mine.value
    if digits.claim(other.printed, once) or (said.about and abs(other.value / once - 1) < _ROUGH):
        return None
    told = f"{found.first.strip()} is {shown(once, digits=3)} times the other way round"
    words = f"{told}, and whether {found.text.strip()} is the same is open"
    return Verdict("undecided", words, code="words")


def _at_rate(found: Beside) -> Verdict | None:
    """The verdict on the same told at a rate, 9 cycles, i.e. 3 ns at 3 GHz; None where it is nothing of the kind."""
    m = _AT_RATE.fullmatch(found.text.strip())
    if m is None:
        return None
    try:
        mine, again, rate = (quantity(_hedgeless(t)) for t in (found.first.strip(), m["again"], m["rate"]))
    except SymroofError:
        return None
    for value, dim in (
        (mine.value / rate.value if rate.value else None, product(mine.dimension, rate.dimension, -1)),
        (mine.value * rate.value, product(mine.dimension, rate.dimension)),
    ):
        if value is None or not agree(product(dim[:5], NOTHING), product(again.dimension[:5], NOTHING)):
            continue
        right = f"{found.first.strip()} at {m['rate']} is {shown(value, again.dimension)}"
        if digits.claim(again.printed, value) in ("exact", "rounded", "truncated"):
            return Verdict("exact", right)
        words = f"{found.first.strip()} stands, but not {found.text.strip()} beside it: {right}"
        return Verdict("wrong", words, code="value", right=shown(value, again.dimension))
    return None


def _false(reason: str) -> str | None:
    """Words for a reason that numbers decide and that does not hold; None for any other."""
    try:
        chains = parse_chains(_hedgeless(reason).rstrip("."))
    except SymroofError:
        return None
    return next((f"the reason does not hold: {bad}" for c in chains if (bad := broken(c, {}))), None)


def broken(chain: Chain, values: Mapping[str, Fraction]) -> str | None:
    """The first step of a chain of numbers that does not hold, with the values of the names that have one; or None.

    >>> broken(parse_chains("2*P = 140 = 150")[0], {"P": Fraction(70)})
    '140 = 150'
    """
    let = {n: ratio(v) for n, v in values.items()}
    for left, relation, right in zip(chain.sides, chain.relations, chain.sides[1:]):
        if left.node is None or right.node is None or (left.names | right.names) - let.keys():
            continue
        if relation in ("=", "~"):
            step = judge_link(left, relation, right, chain, Known(let))
            if isinstance(step, Verdict) and step.verdict == "wrong":
                return f"{left.text} = {right.text}"
            continue
        try:
            x, y = constant(left.ratio().subs(let)), constant(right.ratio().subs(let))
        except SymroofError:
            continue
        if x is not None and y is not None and not _holds(x, relation, y):
            return f"{left.text} {relation} {right.text}"
    return None


def _holds(x: Fraction, relation: str, y: Fraction) -> bool:
    """Whether an inequality of numbers holds; any other relation is not looked into."""
    return {"<": x < y, ">": x > y, "<=": x <= y, ">=": x >= y}.get(relation, True)


def _hedgeless(text: str) -> str:
    while (m := _AGAIN.match(text)) is not None and m.end() < len(text):
        text = text[m.end() :]
    return text


def _measured(word: str) -> bool:
    """Whether a word beside a number says how many or of what, and is no symbol."""
    return word in UNITS or word in _SCALES or word in ("about", "approximately", "roughly", "USD")


def _called(head: str) -> bool:
    """Whether the bracket behind a text holds the arguments of a function."""
    last = re.search(r"[A-Za-z_\\]+2?\Z", head)
    return last is not None and last.group().lstrip("\\") in FUNCTIONS


def _multiplies(head: str, inner: str, asked: Collection[str]) -> bool:
    """Whether a bracket holds symbols of the question, 2 (BDF), and not the same unit once more: 48 h (24 h)."""
    if _of_one_letter(head, inner):
        return False
    return any(w in asked or {*w} <= {*asked} for w in re.findall(r"[^\W\d_]+", inner))


def _stands_alone(head: str, asked: Collection[str]) -> bool:
    """Whether a text is a number, a bound or a verdict by itself, so that a number in brackets is no factor of it."""
    return bool(re.search(r"[<>≤≥=≈]|\\[lg]e", head)) or not {*re.findall(r"[^\W\d_]+", head)} & {*asked}


def _counts_other(found: Beside) -> bool:
    """Whether the bracket counts things that the answer does not: 4096 tokens (8 sequences)."""
    mine, theirs = ({KIND[w] for w in re.findall(r"[A-Za-z]+", t) if w in KIND} for t in (found.text, found.again))
    return bool(theirs - mine)
