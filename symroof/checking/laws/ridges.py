r"""Which side of the ridge: conclusions from a ridge or from two times that stand in the sentences before them.

What has more FLOPs for a byte than the ridge is compute-bound, what has fewer is bound by memory; of two times the
longer one binds.

>>> from symroof.checking.proofreading.proofread import proofread
>>> text = "The ridge is 195.3, lower than 200, so it is {}-bound. At {} ms of compute and 2 ms of loads: memory-bound."
>>> [[f.verdict for f in proofread(text.format(*x)).findings] for x in (("compute", "1.1"), ("memory", "4.1"))]
[['exact', 'exact', 'exact'], ['exact', 'wrong', 'wrong']]
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice

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

MAX_FOUND = 100  # of one page
NEAR = 400  # characters before a conclusion in which a ridge is spoken of
FAR = Fraction(21, 20)  # what is nearer may be rounded
_UNIT = r"(?:\s?FLOPs?\s?(?:/|per)\s?(?:bytes?|B)\b)?"
_BY = (
    rf"(?:(?:(?P<math>{COMPUTE})|{DATA}){BOUND}\b|(?:limited|bound|bottlenecked)\sby\s(?:the\s)?"
    rf"(?:(?P<by>{COMPUTE}|peak)|(?:memory|bandwidth|{DATA}))\b)"
)
_MORE, _LESS = r"higher|larger|greater|more|above|over|beyond", r"lower|smaller|less|below|under|fewer"
_THAN = rf"(?:(?:well|far|much|just|slightly|a little)\s)?(?:(?P<more>{_MORE})|{_LESS})(?:\sthan)?"
_ADVERBS = r"(?:(?:still|then|clearly|firmly|well|just|now|again|therefore|thus|hence|always)\s)*"
_WHO = r"(?P<who>(?:(?:the|a|this|our|its|it|that)\s)?[A-Za-z][\w-]*(?:\s[\w-]+)?\s(?:is|are)\s)"
_SO = r"(?:so|and\sso|and|hence|thus|therefore|which\smeans)\s(?:that\s)?"
RIDGE = r"(?:ridge(?:\spoint)?|machine\sbalance|balance\spoint)"
_LOWER = re.compile(
    rf"\b{RIDGE}[^.;\n\d]{{0,24}}?\sis\s(?:about\s)?(?P<r>{ALONE}){_UNIT},?\s(?:which\sis\s)?{_THAN}\s(?P<x>{ALONE}){_UNIT},?\s"
    rf"{_SO}{_WHO}{_ADVERBS}{_BY}",
    re.I,
    needs="ridge|balance&bound|limited|bottlenecked",
    lines=True,
)
_BESIDE = re.compile(
    rf"\bintensity\b(?P<of>[^.;\n]*?(?:\.\d[^.;\n]*?)*)(?:,?\s(?:which\sis|is)|(?P<bare>,))\s{_THAN}\s(?:the|its|their|our)\s(?:[\w-]+\s)?{RIDGE}"
    rf"(?:\s(?:of|at)\s{ALONE}{_UNIT})?(?P<end>[.,;:])\s(?:{_SO})?{_WHO}{_ADVERBS}{_BY}",
    re.I,
    needs="intensity&ridge|balance&bound|limited|bottlenecked",
    lines=True,
)
_ANY = re.compile(
    rf"\bwith\s(?:an?\s)?(?P<who>{_THAN})\s(?:arithmetic\s|operational\s|computational\s)?intensity\s(?:is|are)\s{_ADVERBS}{_BY}",
    re.I,
    needs="intensity&with&bound|limited|bottlenecked",
    lines=True,
)
_STARRED = re.compile(
    r"(?<![\w\\])(?P<i>[A-Z]{1,2})\s?(?P<rel>[<>]|\\[lg]t\b)\s?(?P=i)(?:\^\{?(?:\*|\\star|\\ast)\}?|_\{?(?:ridge|r|c)\}?)\s"
    rf"(?:(?:the\skernel|it|this)\s)?(?:is|are)\s{_ADVERBS}{_BY}",
    re.I,
    needs="<|>|\\&bound|limited|bottlenecked",
    lines=True,
)
_TOLD = re.compile(
    rf"\b{RIDGE}\s(?:is|of|at)\s(?:about\s)?(?P<r>{ALONE})\s?FLOPs?\s?(?:/|per)\s?(?:bytes?|B)\b,?\s(?:{_SO})?{_WHO}{_ADVERBS}{_BY}",
    re.I,
    needs="ridge|balance&flop&bound|limited|bottlenecked",
    lines=True,
)
_OF_X = r"(?:an?\s(?:\w+\s)?intensity\sof\s)?(?P<x>" + ALONE + r")\s?FLOPs?\s?(?:/|per)\s?bytes?\b"
_WITH = re.compile(
    rf"\b(?:(?P<who>(?:an?|the|this|our|its)\s(?!\w*\s?intensity)[\w-]+(?:\s[\w-]+)?\s)(?:with|of|at)\s{_OF_X}|"
    rf"(?:with|at)\s{_OF_X.replace('?P<x>', '?P<y>')},?\s(?:it|this|the\s[\w-]+))\s(?:is|are)\s{_ADVERBS}{_BY}"
    r"(?=(?:\s(?:there|here|on\s(?:it|this\s[\w-]+)))?\s*(?:[.,;:]|\Z))",
    re.I,
    needs="flop&byte&bound|limited|bottlenecked",
    lines=True,
)
_RIDGE_AT = re.compile(
    rf"\b{RIDGE}\b\s?(?:is|lies|sits|stands|of)?\s?(?:at|about|around)?\s?(?:[\d.,e/×*÷\s]{{3,40}}[=≈]\s?)?"
    rf"(?P<r>{ALONE})\s?FLOPs?\s?(?:/|per)\s?bytes?\b",
    re.I,
)
_INTENSITY = re.compile(rf"(?P<n>{ALONE}(?:/\d+(?![\d.]))?)\s?FLOPs?\s?(?:/|per)\s?(?:bytes?|B)\b", re.I)
_TIME = rf"{ALONE}\s?(?:[numµμ]?s|seconds|minutes|min|hours|h)"
MATH, MOVED = (
    r"(?:compute|computation|arithmetic|math|FLOPs)",
    (
        r"(?:(?:weight|data|memory|cache|parameter)[\s-])?"
        r"(?:loads?|loading|memory(?:\straffic|\saccess)?|transfers?|communication|traffic|reads|network|data\smovement)"
    ),
)
_HENCE = r"(?:so|and\sso|hence|thus|therefore|which\smeans)"  # a sentence of its own may be of another step
_TIMES = re.compile(
    rf"(?P<t1>{_TIME})\s(?:of|for)\s(?:the\s)?(?:(?P<m1>{MATH})|{MOVED}),?\s(?:and|against|versus|but)\s(?:only\s|about\s|just\s)?"
    rf"(?P<t2>{_TIME})\s(?:of|for)\s(?:the\s)?(?:(?P<m2>{MATH})|{MOVED})(?:[:,;–—-]|\s[–—-]|\.(?=\s(?:{_HENCE}|it\s|[^.;:,\d]{{1,30}}\s(?:is|are)\s{_HENCE}\s)))\s?"
    rf"(?:(?:{_HENCE}\s(?:that\s)?)(?:(?:it|this|that|we|[a-z]+ing|the\s[\w-]+)\s(?:is|are)\s)?|(?:it|this|that)\s(?:is|are)\s|"
    rf"(?:[a-z]+ing|the\s[\w-]+)\s(?:is|are)\s(?={_HENCE}\s))?"
    rf"{_ADVERBS}{_BY}(?![^.;]*\b(?:when|while|if|unless|until|without|once|before|after|only|where)\b)",
    re.I,
    needs="bound|limited|bottlenecked&comput|arithmetic|math|flop|load|memory|transfer|communication|traffic|reads|network|data&and|against|versus|but",
    lines=True,
)
_GIVEN = re.compile(
    rf"\bwith\s(?:only\s|just\s|about\s)?(?P<t1>{_TIME})\s(?:of|for)\s(?:the\s)?(?:(?P<m1>{MATH})|{MOVED}),?\s"
    rf"(?:and|against|versus|for|to|beside)\s(?:only\s|about\s|just\s)?(?P<t2>{_TIME})\s(?:of|for)\s(?:the\s)?(?:(?P<m2>{MATH})|{MOVED}),?\s"
    rf"(?:it|this|we|(?:an?|the|each|every|our)\s[\w-]+(?:\s[\w-]+)?)\s(?:is|are)\s{_ADVERBS}{_BY}"
    r"(?![^.;,]*\b(?:when|while|if|unless|until|without|once|before|after|only|where)\b)",
    re.I,
    needs="with&bound|limited|bottlenecked&and|against|versus|for|to|beside",
    lines=True,
)
_HEDGED = re.compile(
    r"\b(?:if|would|were|unless|not|no longer|never|until|whether|wrong\w*|instead of|suppose|could|might)\b|n['’]t\b",
    re.I,
)
_NAMED = r"[A-Z]{1,3}\d+\w*"
_MACHINE = rf"(?:(?:machine|chip|GPU|TPU|CPU|card|hardware|device|accelerator|generation|processor|board)s?|{_NAMED})"
_OTHER = re.compile(
    rf"\b(?:old(?:er)?|new(?:er)?|other|another|previous|next|different|second|small(?:er)?|large[r]?|bigger|fast(?:er)?|"
    rf"slow(?:er)?|former)\s+(?:[\w-]+\s)?{_MACHINE}\b",
    re.I,
)
_OF_A_MACHINE = re.compile(rf"\b(?:{RIDGE}|balance|peaks?|offers?|{_MACHINE})\b")
_SETTING = re.compile(
    r"\b(?:on|with|for|at|in)\s+(?:(?:an?|the|its|our)\s)?(?:[\w-]+\s){0,3}?(?P<noun>[\w-]+),?\s*\Z", re.I
)
SMALL = {"n": -9, "u": -6, "µ": -6, "μ": -6, "m": -3}  # the powers of ten of seconds
_PLAIN = re.compile(
    r"(?:it|this|that|the\s(?:kernel|loop|operation|product|matmul|program|code|layer|step))\s(?:is|are)", re.I
)


def ridges(m: Material) -> Iterator[Statement]:
    """Every such conclusion of a document."""
    for page, dark in zip(m.pages, m.darks):
        if not re.search(r"\b(?:bound|limited)\b", dark):
            continue
        flat = Flat.of(m, page, dark)
        for pattern in (_LOWER, _BESIDE, _ANY, _STARRED, _TOLD, _TIMES, _GIVEN, _WITH):
            for found in islice(pattern.finditer(flat.text), MAX_FOUND):
                expected = None if _hedged(flat.text, found) else _expected(flat, found)
                if expected is None:
                    continue
                right = bool(found["math"] or found["by"]) == expected[0]
                other = "compute-bound" if expected[0] else "memory- or communication-bound"
                why = expected[1] if right else f"{expected[1]}: {other}"
                v = Verdict("exact" if right else "wrong", why, code="conclusion", right=None if right else other)
                start = found.start("who") if found.groupdict().get("who") else found.start()
                yield in_prose(m, page, dark, (flat.places[start], flat.places[found.end() - 1] + 1), v, "binding")


def _hedged(text: str, found: re.Match[str]) -> bool:
    begin, end = sentence(text, found.start(), found.end(), 300)
    begin = found.start() if found.re.pattern == _TOLD.pattern else begin  # if its peak is 500, its ridge is 5
    return bool(_HEDGED.search(text, begin, found.end())) or text[end : end + 1] == "?"


def _expected(flat: Flat, found: re.Match[str]) -> tuple[bool, str] | None:
    """Whether it is compute-bound, and why; None where the text does not say."""
    if found.re.pattern in (_TIMES.pattern, _GIVEN.pattern):
        return _by_times(found)
    if found.re.pattern == _TOLD.pattern:
        return _by_intensities(flat, found)
    if found.re.pattern == _WITH.pattern:
        return _beside_the_ridge(flat, found)
    if found.re.pattern == _STARRED.pattern:
        more = found["rel"] in (">", "\\gt")
        return (more, f"{'above' if more else 'below'} the ridge") if _spoken_of(flat, found) else None
    more = found["more"] is not None
    if found.re.pattern == _ANY.pattern:
        return (
            (more, f"a {'higher' if more else 'lower'} intensity than the ridge") if _spoken_of(flat, found) else None
        )
    if found.re.pattern == _LOWER.pattern:
        a, b = _value(found["r"]), _value(found["x"])
        return (
            (not more, f"{found['x']} is {'below' if more else 'above'} the ridge of {found['r']}")
            if (a > b) == more
            else None
        )
    if "ridge" in found["of"] or not ((found["end"] != "." and not found["bare"]) or _same(flat, found)):
        return None
    return more, f"an intensity {'above' if more else 'below'} the ridge"


def _same(flat: Flat, found: re.Match[str]) -> bool:
    """Whether the next sentence speaks of what this one does: of the section's heading, or of "it"."""
    who = found["who"].strip()
    section = flat.section(found.start())
    low = found.start()
    while low > 0 and flat.section(low - 1) == section:
        low -= 1
    heading = flat.text[low : found.start()].lstrip().partition("\n")[0][:80]
    return bool(_PLAIN.fullmatch(who)) or re.split(r"\s", who)[0].lower() in heading.lower()


def _spoken_of(flat: Flat, found: re.Match[str]) -> bool:
    """Whether the text right before speaks of the ridge."""
    return bool(re.search(rf"\b{RIDGE}\b", flat.text[max(0, found.start() - NEAR) : found.start()], re.I))


def _by_intensities(flat: Flat, found: re.Match[str]) -> tuple[bool, str] | None:
    """All intensities that the section tells before a ridge lie on one side of it."""
    ridge, here = _value(found["r"]), flat.section(found.start())
    before = _INTENSITY.finditer(flat.text, max(0, found.start() - 3 * NEAR), found.start())
    told = {_value(x["n"]) for x in before if flat.section(x.start()) == here and _of_who(flat.text, x, found["who"])}
    if not told or len({x > ridge for x in told}) != 1 or ridge in told:
        return None
    above = min(told) > ridge
    listed = ", ".join(f"{general(x, 6)}" for x in sorted(told))
    return above, f"an intensity of {listed} is {'above' if above else 'below'} the ridge of {found['r']}"


def _of_who(text: str, told: re.Match[str], who: str) -> bool:
    """Whether so many FLOPs a byte are what a program does, of which the conclusion speaks, and not what a machine can.

    H100s have a balance, too, and prefill an intensity that says nothing of decoding.
    """
    begin, end = sentence(text, told.start(), told.end(), 300)
    noun = who.split()[-2].lower()  # before is or are
    named = noun in text[begin:end].lower() or _PLAIN.fullmatch(who.strip())
    return bool(named) and not _OF_A_MACHINE.search(text, begin, told.start())


def elsewhere(text: str, ridge: re.Match[str], start: int) -> bool:
    """Whether a conclusion is set on a machine that is not the one with this ridge: "on an older GPU, a kernel"."""
    if _OTHER.search(text, ridge.end(), start):
        return True
    begin, _ = sentence(text, start, start, 300)
    setting = _SETTING.search(text[begin:start])
    before, _ = sentence(text, ridge.start(), ridge.end(), 300)
    words = text[before : ridge.end()].lower()
    named = re.findall(rf"\b{_NAMED}\b", text[ridge.end() : start])
    return any(w.lower() not in words for w in (*named, *([setting["noun"]] if setting else [])))


def _beside_the_ridge(flat: Flat, found: re.Match[str]) -> tuple[bool, str] | None:
    """A kernel with 150 FLOPs per byte, right behind the one ridge of the text before it: 200 FLOPs per byte."""
    x, here = _value(found["x"] or found["y"]), flat.section(found.start())
    text, low, at = flat.text, max(0, found.start() - NEAR), found.start()
    told = [*_RIDGE_AT.finditer(text, low, at)]
    if not told or flat.section(told[-1].start()) != here:
        return None
    others = len(re.findall(rf"\b{RIDGE}s?\b", text[low:at], re.I)) > len(told)
    if others or re.search(r"(?<![A-Za-z\d])\d", text[told[-1].end() : at]):
        return None  # another ridge, or another number, may be the one meant
    if elsewhere(text, told[-1], at) or re.search(rf"\b{_MACHINE}\b", found["who"] or ""):
        return None
    ridge = _value(told[-1]["r"])
    if len({_value(r["r"]) for r in told}) > 1:
        return None
    if max(x, ridge) < FAR * min(x, ridge):
        return None
    side = "above" if x > ridge else "below"
    return x > ridge, f"{general(x, 6)} FLOPs per byte are {side} the ridge of {general(ridge, 6)}"


def _by_times(found: re.Match[str]) -> tuple[bool, str] | None:
    one, other = (_seconds(found[t]) for t in ("t1", "t2"))
    if (found["m1"] is None) == (found["m2"] is None) or max(one, other) < FAR * min(one, other):
        return None
    return (one > other) == (
        found["m1"] is not None
    ), f"{found['t1'] if one > other else found['t2']} is the longer time"


def _value(text: str) -> Fraction:
    one, _, other = text.replace(",", "").partition("/")
    return Fraction(one) / Fraction(other or 1)


def _seconds(text: str) -> Fraction:
    number = re.match(FIGURE, text)
    assert number is not None
    unit = text[number.end() :].strip()
    scale = {"minutes": 60, "min": 60, "hours": 3600, "h": 3600}.get(unit)
    small = SMALL.get(unit[0], 0) if unit.endswith("s") and len(unit) == 2 else 0
    return _value(number.group()) * (scale or 1) * Fraction(10) ** small


__all__ = ["FAR", "MATH", "MOVED", "RIDGE", "elsewhere", "ridges"]
