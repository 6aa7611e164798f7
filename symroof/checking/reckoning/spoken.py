r"""What a sentence works out in words: a rate by the hour and by the day, a sum with dots, a bound on a letter.

Each rule has a pattern of its own and compares two numbers that the same words join; what may be rounded, chosen or
measured is left alone.

>>> from symroof.checking.proofreading.proofread import proofread
>>> text = "That is 24 * 50 = 1,200 tokens per hour, or {} tokens per day."
>>> [[f.verdict for f in proofread(text.format(n)).findings][1:] for n in ("28,800", "82,800")]
[['exact'], ['wrong']]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from math import ceil, floor
from typing import final

import symroof.regexes as re
from symroof.checking.claims import digits
from symroof.checking.claims.claims import Verdict, constant
from symroof.checking.claims.fixes import authors
from symroof.checking.documents.context import denied_before, denied_behind
from symroof.checking.documents.material import Material
from symroof.checking.documents.prose import unlisted, with_formulas
from symroof.checking.documents.series import closed
from symroof.checking.documents.statement import Statement
from symroof.checking.reckoning.sentences import CHIPS, MANY, NUMBER, UNIT, in_prose, with_results
from symroof.errors import SymroofError
from symroof.reading.measures import BYTES, PER_SECOND, SECONDS, product
from symroof.reading.quantity import Quantity, quantity, shown
from symroof.reading.ratios import to_ratio

MAX_FOUND = 200  # of one kind in one page
_COUNT = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_Q = rf"(?:{NUMBER})\s?(?:{UNIT})(?![\w/^])"
_HOURS = {"second": Fraction(1, 3600), "minute": Fraction(1, 60), "hour": Fraction(1), "day": Fraction(24),
          "week": Fraction(168), "month": Fraction(720), "year": Fraction(8760)}  # fmt: skip
_LOOSELY = {"month": Fraction(1, 14), "year": Fraction(1, 300)}  # of 28 to 31 days, of 365 or 366
_WORDS = {"two": 2, "four": 4, "six": 6, "eight": 8}


@final
@dataclass(frozen=True)
class Said:
    """What a rule has found: the verdict and the place of what it is on."""

    verdict: Verdict
    start: int
    end: int


def spoken(m: Material) -> Iterator[Statement]:
    """Every such statement of a document."""
    for page, dark in zip(m.pages, m.darks):
        if not any(c.isdigit() for c in page.text):
            continue
        texts = {"results": with_results(m, page, dark), "words": unlisted(page, dark)}
        texts["formulas"] = re.sub(r"[$`]", " ", with_formulas(page, texts["words"]))
        for rule in _RULES:
            for found in islice(rule.places(texts[rule.source]), MAX_FOUND):
                if denied_before(dark, found.start(), found.end()) or denied_behind(dark, found.end()):
                    continue
                with suppress(SymroofError, ZeroDivisionError):
                    said = rule.judge(found)
                    if said is not None:
                        yield in_prose(m, page, dark, (said.start, said.end), said.verdict, rule.id)


@final
@dataclass(frozen=True)
class Rule:
    """A rule's id, which text of a page it reads, what it looks for, how that is judged, and what to look near."""

    id: str
    source: str
    pattern: re.Pattern[str]
    judge: Callable[[re.Match[str]], Said | None]
    anchor: re.Pattern[str]
    before: int
    after: int

    def places(self, text: str) -> Iterator[re.Match[str]]:
        """Where the pattern matches, near its anchor: nowhere else is it tried."""
        last = 0
        look = self.pattern.search if self.before else self.pattern.match
        for near in self.anchor.finditer(text):
            if near.start() >= last:
                found = look(text, max(last, near.start() - self.before), near.end() + self.after)
                if found is not None and found.start() <= near.start() < found.end():
                    last = found.end()
                    yield found


def _count(text: str) -> Quantity:
    return quantity(text.rstrip(".,"))


def _told(found: re.Match[str], group: str, value: Fraction, why: str, code: str, *, sure: bool = True) -> Said | None:
    """The verdict on the number of a group, where it is to be a value; where it is not sure to be, only a right one."""
    text = found[group]
    said = _count(text)
    how = digits.claim(said.printed, value)
    place = found.span(group)
    if how in ("exact", "rounded"):
        return Said(Verdict(how, why, code=code), *place)
    if not sure or not value or abs(said.value / value - 1) < digits.ROUND_FIGURE:
        return None
    right = authors(text, value) or shown(value, said.dimension)
    return Said(Verdict("wrong", f"{why}, not {text.strip()}", code=code, right=right), *place)


# -- the rules -------------------------------------------------------------------------------------------------------


_BY_TIME = re.compile(
    rf"=\s*\\?\$?\s?(?P<a>{_COUNT})(?:\s?(?P<m>{MANY})(?!\w))?(?:\s+[a-z]+)?\s+per\s+"
    rf"(?P<t>second|minute|hour|day)\b,?\s+"
    rf"(?:(?:or|and|i\.e\.,?|that is)\s+)?(?:about\s+|roughly\s+)?\\?\$?(?P<b>{_COUNT})(?:\s?(?P<n>{MANY})"
    rf"(?!\w))?(?:\s+[a-z]+)?"
    rf"\s+per\s+(?P<u>minute|hour|day|week|month|year)\b"
    rf"(?:,?\s+(?:or|and)\s+\\?\$?(?P<c>{_COUNT})\s+for\s+a\s+(?:month|year)\s+of\s+(?P<days>\d+)\s+days)?"
)


def _by_time(found: re.Match[str]) -> Said | None:
    """27.4 million tokens per hour, or 657 million per day."""
    a, b = (_count(f"{found[x]} {found[y] or ''}".strip()) for x, y in (("a", "m"), ("b", "n")))
    per = _HOURS[found["u"]] / _HOURS[found["t"]]
    loose = a.printed.place / 2 / a.value + b.printed.place / 2 / b.value + _LOOSELY.get(found["u"], Fraction(0))
    right = a.value * per
    many = f" {found['m']}" if found["m"] else ""
    shown_right = shown(right / (a.value / _count(found["a"]).value), digits=6)
    why = f"{found['a']}{many} per {found['t']} is {shown_right}{many} per {found['u']}"
    if abs(b.value / right - 1) > max(loose, digits.ROUND_FIGURE):
        v = Verdict("wrong", f"{why}, not {found['b']}", code="by-time",
                    right=authors(found["b"], right / (b.value / _count(found["b"]).value)))  # fmt: skip
        return Said(v, *found.span("b"))
    if found["c"]:
        days = int(found["days"])
        total = b.value * days if found["u"] == "day" else right * _HOURS["day"] * days / per
        return _told(found, "c", total, f"{days} days are {shown(total, digits=6)}", "by-time")
    how: digits.Followed = "exact" if b.value == right else "rounded"
    return Said(Verdict(how, why, code="by-time"), *found.span("b"))


_DOTTED = re.compile(
    r"(?<![\w.+*/^-])(?P<sum>\d{1,9}(?:\s?\+\s?\d{1,9}){1,5}\s?\+\s?(?:\.\.\.|…)\s?\+\s?\d{1,9})\s?=\s?"
    r"(?P<v>\d[\d,]*)(?![\w.]|\s?[*/+^-])"
)


def _dotted(found: re.Match[str]) -> Said | None:
    """128 + 64 + 32 + ... + 1 = 255."""
    node = closed(found["sum"])
    value = constant(to_ratio(node)) if node is not None else None
    if value is None:
        return None
    said = _count(found["v"])
    if said.value == value:
        return Said(Verdict("exact", f"the sum is {value}", code="series"), *found.span())
    right = authors(found["v"], value)
    return Said(Verdict("wrong", f"the sum is {value}, not {found['v']}", code="series", right=right), *found.span())


_REL = r"(?:[<>≤≥]|<=|>=|\\(?:leq?|geq?|lt|gt)\b)"
_LETTER_BOUND = re.compile(
    rf"(?P<so>\b(?:so|hence|thus|therefore)\s+)?(?<![\w/*+^=\\-])(?P<x>[A-Za-z])\s*(?P<op>[/+])\s*"
    rf"(?P<k>{_COUNT})\s*(?P<r>{_REL})"
    rf"\s*(?P<c>{_COUNT})(?![\w.]|\s*[-*/+^])[\s,]*(?P<by>i\.e\.,?|that is,?|so|hence|thus|and)\s+(?P=x)\s*"
    rf"(?P<s>{_REL})\s*"
    rf"(?P<d>{_COUNT})(?![\w]|\.\d|[ \t]*[-*/+^])"
)


def _letter_bound(found: re.Match[str]) -> Said | None:
    """Of b / 4 > 17.4, i.e. b > 69.6: what only follows may say more, but not what the wrong operation gives."""
    k, c, d = (_count(found[g]).value for g in ("k", "c", "d"))
    value, slip = (c * k, c / k) if found["op"] == "/" else (c - k, c + k)
    said = _count(found["d"])
    strict = found["by"].startswith(("i.e", "that"))
    if d in (floor(value), ceil(value)):
        return Said(Verdict("rounded", f"the bound is {shown(value)}", code="bound"), *found.span("d"))
    sure = strict or d == slip or digits.misprinted(said.printed, value, swapped=True)
    return _told(found, "d", value, f"the bound is {shown(value)}", "bound", sure=sure)


def _in_words(found: re.Match[str]) -> Said | None:
    """A bound in plain words; what follows between formulas is judged with them."""
    return _letter_bound(found) if found["by"] != "and" else None


def _together(found: re.Match[str]) -> Said | None:
    """So m + 3 > 60 and m > 57: two bounds on one letter in one breath."""
    return _letter_bound(found) if found["by"] == "and" and found["so"] else None


_WHOLE = re.compile(
    rf"=\s*(?P<v>{_COUNT})\s*,?\s+(?:so|hence|thus|i\.e\.,?)\s+[A-Za-z]\s*(?P<r>{_REL})\s*(?P<d>\d{{1,6}})"
    rf"(?![\w,]|\.\d|[ \t]*[-*/+^])"
)


def _whole(found: re.Match[str]) -> Said | None:
    """= 14.3, so p <= 14: a bound may be another number for a reason, but not the same digits in another order."""
    value, said = _count(found["v"]).value, _count(found["d"])
    for near in {floor(value), ceil(value), round(value)}:
        if said.value == near:
            return Said(Verdict("rounded", f"{found['v']} is next to {near}", code="bound"), *found.span("d"))
        if digits.misprinted(said.printed, Fraction(near), swapped=True):
            why = f"{found['v']} was found, not {found['d']}"
            return Said(Verdict("wrong", why, code="bound", right=str(floor(value))), *found.span("d"))
    return None


_EACH_COSTS = re.compile(
    rf"(?<![\w.,])\\?\$?(?P<r>{_COUNT})\s+(?:per|a|an)\s+(?P<noun>chip|GPU|TPU|node|card|host|core)"
    rf"(?:\s+and\s+|[ -])hour,?\s+(?P<n>\d[\d,]*)\s+"
    rf"(?P=noun)s\s+(?:cost|are|make)\s+\\?\$?(?P<c>{_COUNT})\s+(?:per|an|a)\s+hour\b"
)


def _each_costs(found: re.Match[str]) -> Said | None:
    """At $1.20 per chip and hour, 16 chips cost $19.20 per hour."""
    value = _count(found["r"]).value * _count(found["n"]).value
    return _told(found, "c", value, f"{found['n']} times {found['r']} is {shown(value, digits=6)}", "costs")


_FLOPS_EACH = re.compile(
    rf"\b(?P<k>\d|two|four|six|eight)\s+FLOPs?\s+per\s+(?:weight|parameter)s?\s+(?:and|per)\s+token\s*"
    rf"(?:,|:|,?\s+(?:that is|i\.e\.),?)\s+"
    rf"(?P<e>(?:{NUMBER})(?:\s?[*×·]\s?(?:{NUMBER})){{1,4}})\s?="
)


def _flops_each(found: re.Match[str]) -> Said | None:
    """2 FLOPs per weight and token, 2 * 70e9 * 64 = ...: the 2 is a factor of what is worked out."""
    k = _WORDS.get(found["k"]) or int(found["k"])
    factors = [_count(f.strip()).value for f in re.split(r"[*×·]", found["e"])]
    if k in factors:
        return Said(Verdict("exact", f"{k} is one of its factors", code="factor"), *found.span("e"))
    if any(f <= 16 and f % k == 0 for f in factors):
        return None  # 2 FLOPs, of 4 things
    words = f"{k} FLOPs per weight and token are said, and {k} is no factor here"
    return Said(Verdict("wrong", words, code="factor", right=f"{k} * {found['e']}"), *found.span("e"))


_SUBTRACTED = re.compile(
    rf"(?P<a>{_Q})[.,;]\s+[Ss]ubtract(?:ing)?\s+(?:that|this|it)\s+from\s+(?:the\s+|our\s+)?(?P<b>{_Q}),?\s+"
    rf"(?:and\s+)?(?:there\s+(?:are|is)|(?:we|you)\s+(?:have|get|are\s+left\s+with)|"
    rf"(?:which\s+|that\s+)?leaves)\s+(?P<c>{_Q})"
)


def _subtracted(found: re.Match[str]) -> Said | None:
    """So 70 GB. Subtract that from the 640 GB and there are 570 GB left."""
    a, b, c = (quantity(found[g]) for g in "abc")
    if not a.dimension == b.dimension == c.dimension:
        return None
    value = b.value - a.value
    return _told(found, "c", value, f"{found['b']} less {found['a']} is {shown(value, c.dimension, 6)}", "difference")


_KIND = r"(?P<kind>All-?Gather|All-?Reduce|Reduce-?Scatter)s?"
_COLLECTIVE = re.compile(
    rf"\b[Aa]n?\s+{_KIND}\s+of\s+(?P<s>{_Q})\s+(?:over|across|on|among|between)\s+(?P<n>\d{{1,6}})\s+{CHIPS}\b"
    rf"(?P<rest>[^.;\n]{{0,80}}?)\s"
    rf"(?:sends\s+(?P<sent>{_Q})\s+per\s+{CHIPS}|takes\s+(?:about\s+|only\s+|just\s+)?(?P<t>{_Q})\s+at\s+"
    rf"(?P<w>{_Q}))(?![^.;\n]*\b(?:receiv\w*|axes|axis|links?)\b)"
)
_MANY_LINKS = re.compile(
    r"\b(?:axes|axis|links?|rails?|torus|2D|3D|tree|SHARP|in-network|compress\w*|hierarch\w*)\b", re.I
)


def _collective(found: re.Match[str]) -> Said | None:
    """An AllReduce of 16 GB over 8 GPUs sends 28 GB per GPU; at 450 GB/s it takes no less than half of 62 ms."""
    s, n = quantity(found["s"]), int(found["n"])
    if n < 2 or _MANY_LINKS.search(found["rest"]):
        return None
    times = 2 if found["kind"].lower().replace("-", "") == "allreduce" else 1
    least = times * s.value * (n - 1) / n
    if found["sent"]:
        sent = quantity(found["sent"])
        why = f"each sends {times} * S(p-1)/p = {shown(least, s.dimension)}"
        if sent.dimension != s.dimension or abs(sent.value / (times * s.value) - 1) < digits.ROUND_FIGURE:
            return None  # for many chips the share of one is left out
        return _told(found, "sent", least, why, "collective")
    t, w = quantity(found["t"]), quantity(found["w"])
    fastest = least / (2 * w.value)
    if (
        t.dimension != SECONDS
        or w.dimension != product(s.dimension, PER_SECOND)
        or t.value > fastest * (1 - 2 * digits.ROUND_FIGURE)
    ):
        return None  # whatever slows it down may have been measured
    why = f"in both directions it takes {shown(fastest, t.dimension)}"
    return Said(Verdict("wrong", f"{why}, not {found['t']}", code="collective"), *found.span("t"))


_INTENSE = re.compile(
    rf"\bintensity\s+is\s+(?P<k>\d{{1,2}})?\s?(?P<x>[A-Z])\b[^.;\n]{{0,40}}?\bcompute-bound\s+"
    rf"(?:for|when|if|once)\s+(?P=x)\s*(?:>|≥|\\geq?\b)\s*"
    rf"(?:[^.;,\n]{{1,40}}?=\s*)?(?P<d>{_COUNT})(?![\w]|\s*[-*/+^=])"
)
_BALANCE = re.compile(rf"(?:=|\bis)\s*(?P<v>{_COUNT})\s+FLOPs?\s?(?:/|per)\s?byte\b")


def _intense(found: re.Match[str]) -> Said | None:
    """The balance is 591 FLOPs per byte, the intensity 2B, and so it is compute-bound for B > 295.5."""
    before = found.string[max(0, found.start() - 500) : found.start()]
    balance = [_count(b["v"]).value for b in _BALANCE.finditer(before[before.rfind("\n\n") + 1 :])]
    if len(balance) != 1:
        return None
    value = balance[0] / int(found["k"] or 1)
    return _told(found, "d", value, f"the intensity reaches {shown(balance[0])} at {shown(value)}", "threshold")


_FACTOR_UNIT = re.compile(
    r"(?P<a>\d{1,4})\s?[×*]\s?(?P<b>\d{1,4})\s?=\s?(?P<c>\d{1,7})\s?(?P<u>[numµ]?s|[kMGT]B)(?![\w/^])"
)


def _factor_unit(found: re.Match[str]) -> Said | None:
    """A hop takes 2 µs ...: 7 × 2 = 14 µs."""
    if int(found["a"]) * int(found["b"]) != int(found["c"]):
        return None
    said = quantity(f"{found['c']} {found['u']}")
    begin = max(found.string.rfind(x, 0, found.start()) for x in (". ", "\n\n", "\n- ", "\n"))
    before = found.string[max(begin, found.start() - 160, 0) : found.start()]
    units = {
        q.group("unit")
        for q in re.finditer(
            rf"(?<![\w.,])(?:{found['a']}|{found['b']})\s?(?P<unit>[numµ]?s|[kMGT]B)(?![\w/^])", before
        )
    }
    if len(units) != 1 or re.search(rf"\d\s?{found['u']}(?![\w/^])", before):
        return None
    (unit,) = units
    factor = quantity(f"1 {unit}")
    if factor.dimension != said.dimension or unit == found["u"]:
        return None
    words = f"{found['c']} counts in {unit}, as the factor before it"
    start, end = found.span("c")[0], found.end()
    return Said(Verdict("wrong", words, code="unit", right=f"{found['c']} {unit}"), start, end)


_HEX = re.compile(
    r"(?<![\w.])0[xX](?P<hex>[\dA-Fa-f]{2,16})(?![\w.])\s*(?:==?|\bis\b)\s*(?P<n>-?\d+(?:,\d{3})*)(?!\.?\w|,\d|\s?[-*/+×^|&<>])"
)


def _hexadecimal(found: re.Match[str]) -> Said | None:
    """0x7fff = 32767, or what a register of so many bits holds that way: a negative number."""
    value = int(found["hex"], 16)
    said = _count(found["n"])
    held = [value - 2**bits for bits in (8, 16, 32, 64) if 2 ** (bits - 1) <= value < 2**bits]
    for v in (value, *held):
        if said.value == v:
            return Said(Verdict("exact", f"0x{found['hex']} is {v}", code="hexadecimal"), *found.span("n"))
    if said.printed.digits < 3 or not any(abs(said.value - v) < digits.ROUND_FIGURE * abs(v) for v in (value, *held)):
        return None  # the register at that address is set to another number
    return Said(
        Verdict("wrong", f"0x{found['hex']} is {value}, not {found['n']}", code="hexadecimal", right=str(value)),
        *found.span("n"),
    )


_NEEDS = r"(?:costs?|takes?|needs?|requires?)\s+(?:about\s+|roughly\s+|some\s+)?"
_TRAINED = re.compile(
    rf"(?:\b[Tt]raining\b[^.;\n]{{0,60}}?\s{_NEEDS}(?P<k>\d{{1,2}})\s?(?P<p>[A-Z])\s?(?P<t>[A-Z])\s+FLOPs?\s+for\s+"
    r"(?:a\s+model\s+of\s+)?(?P=p)\s+param\w*\s+and\s+(?P=t)\s+tokens"
    rf"|\bforward\s+and\s+(?:the\s+)?backward\s+pass(?:es)?\s+(?:together\s+)?{_NEEDS}(?P<each>\d{{1,2}})\s?(?P<q>[A-Z])\s+"
    r"FLOPs?\s+per\s+token)"
)
_OTHER_TRAINING = re.compile(
    r"recomput|remateri|checkpoint|frozen|freez|lora\b|adapter|MoE|expert|activ|sparse|MACs?\b|multiply|attention", re.I
)


def _trained(found: re.Match[str]) -> Said | None:
    """Training takes 6 FLOPs a parameter and token: 2 forward, 4 backward."""
    k, start = ("k", found.start("k")) if found["k"] else ("each", found.start("each"))
    letters, end = (found["p"] + found["t"], found.end("t")) if found["k"] else (found["q"], found.end("q"))
    words = "training costs 6 FLOPs a parameter and token, 2 forward and 4 backward"
    if found[k] == "6":
        return Said(Verdict("exact", words, code="training"), start, end)
    if _OTHER_TRAINING.search(found.string, max(0, found.start() - 600), found.end() + 600):
        return None  # 8 with all of it computed twice
    return Said(Verdict("wrong", words, code="training", right=f"6{letters}"), start, end)


_ARRAY = re.compile(
    rf"\b(?:bf|fp|float|bfloat|int)(?P<bits>64|32|16|8)\s+(?:array|tensor|matrix|buffer|mask)s?\s+(?:of\s+(?:shape|size)\s+)?"
    rf"[\[(](?P<dims>\d+(?:(?:,\s|\s?[x×]\s?)\d+)+)[\])]\s*,?\s+(?:(?:which|that|and)\s+)?"
    rf"(?:takes?|needs?|occupies|holds?|is|has)\s+(?:about\s+|roughly\s+)?(?P<q>{_Q})"
    rf"(?!\s*(?:per\b|/|each\b|on\b|of\s+(?:the|its)\b|with\b|after\b|including\b|because\b|in\s+(?:all|total)\b))"
)


def _array(found: re.Match[str]) -> Said | None:
    """An fp32 array of shape [8, 2048, 50304], which takes 3.30 GB."""
    value = Fraction(int(found["bits"]), 8)
    for n in re.findall(r"\d+", found["dims"]):
        value *= int(n)
    said = quantity(found["q"])
    if said.dimension != BYTES:
        return None
    why = f"{found['bits']} bits of each of {found['dims']} are {shown(value, BYTES, 4)}"
    return _told(found, "q", value, why, "array")


_RULES = (
    Rule("model", "formulas", _ARRAY, _array, re.compile(r"(?:array|tensor|matrix|buffer|mask)s?\s"), 16, 120),
    Rule("model", "formulas", _TRAINED, _trained, re.compile(r"FLOPs? +(?:for|per)"), 120, 60),
    Rule("arithmetic", "formulas", _HEX, _hexadecimal, re.compile("0[xX]"), 0, 50),
    Rule("restated", "results", _BY_TIME, _by_time, re.compile(r"= ?\\?\$? ?\d"), 0, 140),
    Rule("series", "words", _DOTTED, _dotted, re.compile(r"\.\.\.|…"), 70, 50),
    Rule("implication", "words", _LETTER_BOUND, _in_words, re.compile("[<>≤≥]"), 40, 70),
    Rule("implication", "formulas", _LETTER_BOUND, _together, re.compile(r"[<>≤≥]|\\[lg](?:eq?|t)\b"), 40, 70),
    Rule("bound", "formulas", _WHOLE, _whole, re.compile(r"= ?\d"), 0, 50),
    Rule("share", "results", _EACH_COSTS, _each_costs, re.compile(r"hour,? \d"), 50, 60),
    Rule("model", "results", _FLOPS_EACH, _flops_each, re.compile("FLOPs? per "), 12, 120),
    Rule("share", "results", _SUBTRACTED, _subtracted, re.compile("[Ss]ubtract"), 40, 120),
    Rule("model", "results", _COLLECTIVE, _collective, re.compile(r"All-?[GR]|Reduce-?S"), 6, 220),
    Rule("bound", "formulas", _INTENSE, _intense, re.compile(r"intensity is"), 0, 160),
    Rule("arithmetic", "words", _FACTOR_UNIT, _factor_unit, re.compile(r"\d ?[×*] ?\d"), 4, 24),
)
