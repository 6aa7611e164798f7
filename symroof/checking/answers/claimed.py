"""The value that a sentence of prose claims: the one behind its main verb, or behind what it concludes with.

What stands behind a preposition, in a reason, a case or a contrast is what the sentence rests on, whatever its unit.
A claim counts where nothing in its clause denies, scales or shares it, and no case is told in which it would be
another; two claims of what is asked that disagree leave it open.

>>> [c.text for c in claims_in("the server at 5 GB/s needs roughly 24 s", frozenset())]
['about 24 s']
>>> [[c.text for c in claims_in(t, frozenset())] for t in ("it takes twice 24 s", "it does not take 24 s", "the time to load 24 s")]
[[], [], []]
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import final

from symroof.checking.answers.pieces import NEUTRAL, runs_in
from symroof.checking.answers.plainly import in_rates
from symroof.checking.answers.prose import Part, parted, states
from symroof.checking.claims.claims import Verdict, tried, with_note
from symroof.checking.words.lexicon import AGAIN, AGAINST, LEAST, LESS, MORE, MOST, TAKEN_BACK
from symroof.checking.words.numerals import NUMBER
from symroof.reading.measures import KIND, UNITS

#: words by which an answer doubts or corrects itself, wherever they stand
DOUBTS = re.compile(
    r"\b(?:either|depends?|depending|maybe|perhaps|might|unclear|unknown|unsure|doubt\w*|guess\w*|wait(?=\s*(?:[,.!:–—-]|no\b|actually))|sorry|oops|correction|"
    r"mistake\w*|wrong|incorrect|false|rather|supposed\w*|unless|except|excluding|sometimes|often|partly|partially|ideal(?:ly)?|naive(?:ly)?|theor\w+|"
    r"he|she|his|her|impossible|nowhere|nobody|forg[eo]t\w*|ignor\w+|neglect\w+|claim\w*|told|heard|says?|said|professor|teacher|neighbou?r|colleague|book|chatbot|"
    r"kidding|opposite|i\s+first|at\s+first|initially|originally|used\s+to|not\s+sure|could\s+be|may\s+be|or\s+so\s+i|hop(?:e|ing)|wish|suppose|pretend|imagin\w+|"
    r"remember|recall|lecture|first\s+calculation|miss(?:es|ed)?|beats?|deadline|target|goal|quota|budget|advertis\w+|promis\w+)\b|\?|\bor\s+(?:is|was)\b|\bor\s+not\b",
    re.I,
)
#: what makes a case of a reason another one than that asked
OTHER_CASE = re.compile(
    r"\b(?:half|halv\w+|twice|thrice|doubl\w+|tripl\w+|quadrupl\w+|without|were|had|would|could|might|another|other|same|fewer|less|more(?!\s+than)|extra|additional|"
    r"only\s+(?:if|when|for|in|on|with)|unlimited|infinite|perfect\w*|sparse|int\d|fp(?:4|8|32)|instead|once\s+more|worst|best(?!\s+case)|skip\w*|dropp?\w*|omitt?\w*|avoid\w*|"
    r"disabl\w+|turn\w*\s+off|upgrad\w+|replac\w+|switch\w*|chang\w+|faster|slower|bigger|larger(?!\s+than)|smaller(?!\s+than))\b",
    re.I,
)
_DENIES = re.compile(r"\b(?:not|never|no|nor|neither|none|cannot|hardly|barely|scarcely|nothing|without|less|fewer)\b|n['’]t\b", re.I)
_SCALED = re.compile(
    r"\b(?:half|halve[sd]?|twice|thrice|doubl\w+|tripl\w+|times|same|again|another|both|other|than|plus|minus|sav\w+|wast\w+|lost|rest|remainder|difference|overhead|"
    r"extra|additional|spare|idle|remain\w*|left|share|fraction|part|instead|square[ds]?|over\s+budget|per|apiece|between|if|when)\b|[*×/^]\s*\Z",
    re.I,
)
_HEDGE = (
    r"(?:about|around|roughly|approximately|approx\.?|nearly|almost|some|circa|exactly|precisely|just|only|merely|simply|basically|essentially|still|already|now|then|"
    r"a\s+mere|an?\s+good|a\s+little|a\s+bit|well|alone|ourselves|itself|together|in\s+total|on\s+average|overall|somewhere|the\s+order\s+of|[~≈])"
)
_HEDGES = re.compile(rf"(?:\s|\A){_HEDGE}\s*\Z", re.I)
_ABOUT = re.compile(r"(?:about|around|roughly|approximately|nearly|almost|circa|~|≈)\s*\Z", re.I)
_LOW = rf"(?:{LEAST}|no\s+(?:less|fewer|faster|shorter)\s+than|a\s+minimum\s+of|(?:be|get|run|go|finish)\s+(?:faster|less|quicker|shorter|lower|below|smaller)(?:\s+than)?)"
_HIGH = rf"(?:{MOST}|no\s+more\s+than|a\s+maximum\s+of|(?:(?:be|get|go|run|reach|produce|carry|move|deliver|serve|handle|send|process|do|store|hold|fit|have|use)\s+)?(?:more|faster|higher|larger|greater|better|above|beyond|over)(?:\s+than)?|exceed)"
_BOUNDS = re.compile(rf"(?:\s|\A)(?:{_LOW}|{_HIGH}|up\s+to)\s*\Z", re.I)
_COMPARED = re.compile(rf"\b(?:{LESS}|{MORE})\s*\Z", re.I)
_OF = re.compile(r"(?:\s|\A)(?:an?|the|its|our)\s+(?!(?:half|third|quarter|fraction|share|part|multiple|difference|few|number|tenth|rest)\b)(?:[A-Za-z-]+\s+){1,4}?(?:of|at)\s*\Z", re.I)
_ARTICLE = re.compile(r"(?:\s|\A)(?:an?|the|another|full|whole|complete|some|us|me|you|it|them|our|its|only|to\s+be|be|been)\s*\Z", re.I)
_AS_MUCH = re.compile(r"\s+as\s+(?:much|many)\s+[a-z]+(?:\s+[a-z]+)?\s+as\s*\Z", re.I)
_PARTICLE = re.compile(r"\s+(?:to|at|in|for|after|by|about|as|on|up|out|down|into|with|through|over|away|back|off|within|under|towards?)\s*\Z", re.I)
_BRINGS = re.compile(
    r"\b(?:limit|cap|bring|cut|reduc|shrink|grow|rais|lower|increas|decreas|drop|fall|ris|go|take|push|extend|quantiz|compress|get)[a-z]*\b[^,;]*\s(?:down\s+|up\s+)?to\s*\Z|"
    r"\bby\s+a\s+factor\s+of\s*\Z|\b(?:busy|occupied|blocked|stalled|running|offline|down|waiting)\s+for\s*\Z",
    re.I,
)
_NEEDED = re.compile(
    r"(?:(?:of|for|in|on|from)\s+[^,;]*?\s)?(?:(?:(?:is|are|gets?|will\s+be|would\s+be|must\s+be|can\s+be|have\s+to\s+be|has\s+to\s+be)\s+"
    r"(?:being\s+)?(?:needed|required|necessary|lost|used|enough|sufficient|stored|sent|moved|read|written|loaded|available|possible|served|processed|produced|kept|held|reached)|"
    r"come\s+out|will\s+do|pass|fits?|suffices?))\b",
    re.I,
)
_FROM_TO = re.compile(rf"\bfrom\s+[~≈]?{NUMBER}[^,;]*?\s(?:down\s+|up\s+)?to\s*\Z", re.I)
_PER = re.compile(r"\A\s*(?:per|an?|each|every)\s+(?P<what>[a-z]+)\b", re.I)
_TAIL = re.compile(
    r"\A\W*(?:times|x\b|more\b|less\b|fewer|faster|slower|longer|shorter|too\b|over\b|above|below|under\b|short|minus|plus\s+[~≈]?\d|than|late|early|ahead|saved|or\s+(?:about\s+)?\d|to\s+\d|and\s+\d)|"
    r"\b(?:each|every|apiece|twice|half|per|again|saved|wasted|to\s+spare|left|as\s+(?:much|many)|if|unless|than|not|never|worst|best)\b|n['’]t\b",
    re.I,
)
_OF_ALL = re.compile(rf"\b(?:of|out\s+of)\s+(?:the\s+|its\s+|our\s+|all\s+)?{NUMBER}\s*[A-Za-z/%]*", re.I)
_BESIDE = re.compile(rf"\b(?:at|over|with|from|through|on|via|for|in|by|of)\s+(?:an?\s+|the\s+|our\s+|its\s+)?(?:[A-Za-z-]+\s+){{0,3}}?{NUMBER}[\s-]?(?P<unit>[A-Za-zµ%]+)(?:/[A-Za-z]+)?", re.I)
_NEEDS = re.compile(r"\b(?:needs?|requires?|takes?|costs?|must|has\s+to|have\s+to|wants?|bound|minimum)\b", re.I)
_ABLE = re.compile(r"\b(?:can|could|will|would|gets?|reach(?:es)?|delivers?|sustains?|carr(?:y|ies)|moves?|allows?|serves?|handles?|lets?)\b|can['’]t|cannot", re.I)
_BINDING = re.compile(r"(?:if|when(?:ever)?|once|until|till|provided|assuming|while|where|as\s+long\s+as|as\s+soon\s+as)\b", re.I)
_NOT_IT = re.compile(r"\b(?:not|never|nor|foot|pigs?|optimistic|pessimistic|divided|multiplied|free|just\s+the|only\s+the|its?\s+own)\b|n['’]t\b", re.I)
_SHORTEST = 6  # words: what is shorter is no sentence of prose
_LONGEST = 400  # characters of a text that is read this way


@final
@dataclass(frozen=True)
class Claim:
    """A value as it is claimed, with its approximation, and what stands before and behind it."""

    text: str
    left: str
    right: str


def claimed(text: str, one: Callable[[str], Verdict], names: frozenset[str]) -> Verdict | None:
    """The verdict on the value that a sentence claims; None where it claims none of what is asked, or several."""
    if len(text) > _LONGEST or len(text.split()) < _SHORTEST or DOUBTS.search(text) or TAKEN_BACK.search(text):
        return None
    parts = parted(text)
    found = [(i, c, v) for i, p in enumerate(parts) for c in _of(p, names) if (v := _judged(c, one)) is not None]
    last = max((i for i, _, _ in found if parts[i].role == "so"), default=-1)
    told = [(i, c, v) for i, c, v in found if i >= last]
    if not told or len({v.ok for _, _, v in told}) != 1:
        return None
    at, claim, verdict = told[-1]
    if _in_another_case(parts, at) or _spoiled(parts[at + 1 :], claim, one, names):
        return None
    if not verdict.ok and (
        (last < 0 and len({c.text for _, c, _ in told}) > 1)
        or _elsewhere(text, claim, one, names)
        or re.search(r"\b(?:each|every)\b", claim.left, re.I)
    ):
        return None
    return with_note(verdict, f"read as {claim.text}")


def _in_another_case(parts: list[Part], at: int) -> bool:
    """Whether a case is told in which the value may be another: without the cache, or behind it any if or when."""
    cases = [(i, p.text) for i, p in enumerate(parts) if p.role == "case"]
    return any(OTHER_CASE.search(t) or (i > at and _BINDING.match(t)) for i, t in cases)


def _spoiled(behind: list[Part], claim: Claim, one: Callable[[str], Verdict], names: frozenset[str]) -> bool:
    """Whether what stands behind a claim may scale it, deny it, or claim another value: the cache twice that."""
    for p in behind:
        if p.role == "against" or (p.role == "case" and not p.text.lower().startswith("which")):
            continue
        if AGAIN.search(p.text) or AGAINST.search(p.text) or _NOT_IT.search(p.text):
            return True
        plain = in_rates(p.text)
        for a, b in runs_in(plain, names):
            v = tried(one, plain[a:b].strip(" ,.:;"))
            if v is not None and v.verdict == "wrong" and v.code not in NEUTRAL and plain[a:b] != claim.text:
                return True
    return False


def _of(part: Part, names: frozenset[str]) -> Iterator[Claim]:
    """The claims of a part: of what is told beside others only what is a value and nothing else."""
    if part.role in ("case", "against"):
        return
    for c in claims_in(part.text, names):
        if c.left or part.role == "so" or (_NEEDED.match(c.right) and part.role == "says"):
            yield c


def claims_in(clause: str, names: frozenset[str]) -> Iterator[Claim]:
    """The values in a clause that its verb claims, or that it begins with."""
    clause = in_rates(clause)
    for a, b in runs_in(clause, names):
        left, right = clause[:a].rstrip(), clause[b:].strip(" .,;:")
        value = clause[a:b].strip(" ,.:;")
        if (per := _PER.match(clause[b:])) is not None and re.search(r"\d", value):
            value, right = f"{value} per {per['what']}", clause[b + per.end() :].strip(" .,;:")
        if re.search(r"(?:\btimes|[*/+^x×·-])\Z", value) or not _harmless(right) or not (where := _claims(left)):
            continue
        if AGAINST.search(_BRINGS.sub(" ", left)) or AGAINST.search(right):
            continue
        about = "about " if _ABOUT.search(left) else ""
        yield Claim(f"{about}{value}", "" if where == "first" else left, right)


def _harmless(right: str) -> bool:
    """Whether what stands behind a value does not scale, share or bind it: of memory, over a 10 Gbit/s link."""
    rest = _OF_ALL.sub(" ", right)
    rest = _BESIDE.sub(lambda m: " " if m["unit"] in UNITS and m["unit"] not in KIND else m.group(), rest)
    return _TAIL.search(rest) is None and re.search(r"\d", rest) is None


def _claims(left: str) -> str:
    """How what stands before a value claims it: by its verb, as the first thing said, or not at all ("")."""
    bare, bound = _stripped(left)
    if not bare.strip():
        return "" if bound == "compared" else "first"
    if _FROM_TO.search(left) or _BRINGS.search(bare):
        subject = bare
    else:
        plain = _PARTICLE.sub("", bare)
        words = plain.split()
        if not words or not states(words[-1].strip(",:")) or _infinitive(words):
            return "first" if bare.rstrip().endswith((":", "=")) else ""
        subject = " ".join(words[:-1])
    denied = _DENIES.search(subject)
    if denied is not None and not (bound == "high" and _ABLE.search(bare)):
        return ""
    if bound == "compared" or (bound == "low" and not _NEEDS.search(bare) and denied is None):
        return ""
    return "" if _SCALED.search(_quantities_out(subject)) else "verb"


def _stripped(left: str) -> tuple[str, str]:
    """What stands before a value without its hedges and articles, and whether it is a bound: low, high or compared."""
    bound = ""
    while True:
        for form in (_BOUNDS, _AS_MUCH, _OF, _HEDGES, _ARTICLE):
            if (m := form.search(left)) is not None:
                break
        else:
            return left, bound
        if form is _BOUNDS:
            compared = _COMPARED.search(m.group()) and not re.search(r"\b(?:no|not)\b|n['’]t|cannot", left)
            bound = "compared" if compared else "low" if re.search(_LOW, m.group(), re.I) else "high"
        left = left[: m.start()]


def _infinitive(words: list[str]) -> bool:
    """Whether the verb that ends them is an infinitive of purpose: the time to load 140 GB."""
    before = [w.lower() for w in words[-3:-1]]
    modal = ("has", "have", "had", "need", "needs", "going", "able", "ought", "expected", "expect", "estimated", "allowed", "down", "up", "out", "us")
    return (before[-1:] == ["to"] and before[0] not in modal) or re.fullmatch(r"[A-Za-z]+ing", words[-1]) is not None


def _quantities_out(text: str) -> str:
    """The words before a verb without the quantities among them, and without each and every, which name it."""
    return re.sub(rf"{NUMBER}\s*[A-Za-z/%]*", " ", re.sub(r"\b(?:each|every)\b", " ", text, flags=re.I))


def _judged(c: Claim, one: Callable[[str], Verdict]) -> Verdict | None:
    """The verdict on a claim where it is of what is asked, right or wrong."""
    found = tried(one, c.text)
    if found is None or "the direction is not stated" in (found.note or ""):
        return None
    if found.ok:
        return None if found.code in ("mac", "named-regime") else found
    told = found.verdict == "wrong" and found.code not in NEUTRAL and re.search(r"[\d*/+]", c.text)
    bare = re.search(r"\d(?:\s+(?:million|billion|trillion|thousand))?\Z", c.text) is not None
    return found if told and not (bare and re.match(r"[a-z]", c.right)) else None


def _elsewhere(text: str, claim: Claim, one: Callable[[str], Verdict], names: frozenset[str]) -> bool:
    """Whether a right value stands somewhere else in the text than where it is claimed."""
    plain = in_rates(text)
    runs = [plain[a:b].strip(" ,.:;") for a, b in runs_in(plain, names)]
    return any((v := tried(one, r)) is not None and v.ok for r in runs if r != claim.text)


__all__ = ["DOUBTS", "OTHER_CASE", "Claim", "claimed", "claims_in"]
