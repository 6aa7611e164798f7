"""What an answer comes to whose words nobody read: the one statement in it that is of what is asked.

This is the reader of last resort.  Words of the open class (nouns, adjectives, most verbs) say what a number is of and
are left out; words of the closed class (not, than, each, half, if, but) can turn, scale or bind it, and with one of
them beside the statement the answer stays open.  So it does where statements of the same kind disagree, unless one of
them is said to be what follows.  A reason (because, as, where a is the rate) changes nothing in what it explains.

>>> from symroof.checking.claims.claims import Verdict
>>> def one(text):
...     said = {"41.8 ms": "exact", "5 ms": "wrong"}.get(text, "undecided")
...     return Verdict(said, "", code="value" if said == "wrong" else "unread")
>>> print(gist("streaming those weights out of HBM alone will set us back 41.8 ms", one).note)
left out: streaming those weights out of HBM alone will set us back
>>> gist("it takes longer than 41.8 ms", one), gist("41.8 ms of math, hiding 5 ms", one)
(None, None)
>>> gist("reading takes 5 ms, => the step takes 41.8 ms", one).verdict
'exact'
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

import symroof.regexes as re
from symroof.checking.answers.assertion import altered, another, asserted, explains, left_open, of_one_kind, scaled
from symroof.checking.answers.claimed import Claim, claimed, elsewhere
from symroof.checking.answers.clauses import of_another_case, of_each, of_one, plainer, without_givens
from symroof.checking.answers.pieces import (
    BRACKET,
    MAX_LENGTH,
    MOST,
    NEUTRAL,
    SIDE,
    WORD,
    Statement,
    clauses_of,
    runs_in,
    statements_in,
)
from symroof.checking.answers.plainly import NOUN, in_rates, plainly
from symroof.checking.answers.prose import has_verb, parted
from symroof.checking.answers.unstated import undirected
from symroof.checking.claims.claims import Verdict, tried, with_note
from symroof.checking.words.lexicon import AGAIN, AGAINST, ALTERS, BINDS, RELATED, TURNS
from symroof.checking.words.numerals import FEW, NUMBER
from symroof.reading.measures import UNITS

_CLAUSE = re.compile(r"(?P<head>[^,;]*[\w)}%])(?:\s*[,;]\s+|\.\s+)(?P<rest>[a-zI].*)\Z")
_VALUED = re.compile(r"\d|[A-Za-z]\s*[*/^]\s*[A-Za-z]|[<>=≤≥]")
_EXPLAINED = re.compile(
    r"(?P<head>[^:;]*\d[^:;]*\w):\s+(?P<why>[a-z][^:;=<>]*)", re.I
)  # 0.08 FLOP/byte: two flops for three words
_OPENS = re.compile(
    rf"{TURNS.pattern}|{AGAINST.pattern}|\b(?:half|twice|double|than|each|every|per|other|only|least|most)\b", re.I
)
_OUT_OF_EVERY = re.compile(r"(?<=\d)\s+(?:out\s+of|of\s+every)(?=\s)")  # how a share was come to
_A_BOUND = re.compile(r"\b(?:lower|upper)\s+(?:bound|limit)\b", re.I)
_OPS = rf"{NUMBER}(?:\s*[*/×÷]\s*{NUMBER})+"
_WORKED = re.compile(  # 989/3.35 = 295 tokens, C/W = 240
    rf"(?<![\w.*/^)])(?P<of>{_OPS}|[A-Za-z]\w?\s*/\s*[A-Za-z]\w?)(?:\s*[=≈]\s*{_OPS})*\s*[=≈]\s*(?P<result>{NUMBER})(?![\w.*/^(])"
)
_DENIES = re.compile(r"\b(?:not|never|no|instead|rather)\b|n['’]t\b", re.I)
_OF_ITS_OWN = re.compile(  # the mask doesn't save anything: a subject that is not the answer
    r"(?:the|our|an?)\s+(?!(?:answer|result|value|number|formula|right|correct|other|rest|same|real|true)\b)[a-z]+\s+(?:do(?:es)?|is|are|can|has|have|will|never)(?:n['’]t|\s+not|\s+no|\s+never|\s)",
    re.I,
)
_REASON = re.compile(  # what stands behind it explains, and is no part of what is claimed
    r"(?:\s*[,;.(–—-]\s*|(?<!\band)\s+)(?:(?:mostly|mainly|simply|largely|chiefly|precisely|presumably|probably|just)\s+)?(?:because|since|given\s+that|considering|the\s+reason\s+being|thanks\s+to|due\s+to)\s|"
    r"\s*,\s*(?:for|with)\s+[A-Za-z]\s+[a-z]{3,}(?:\s+and\s+[A-Za-z]\s+[a-z]{3,})*(?=[.!]*\Z)|"
    r"\s+before\s+(?:it|they|we|you|he|she|one)\s+(?:is|are|gets?|can|has|have|starts?|begins?)\s|"
    r"\s*,\s*before\s+(?:any|the)\s+[a-z]+(?=[.!]*\Z)|"
    r"\s*[,;(–—]\s*(?:as|for)\s+(?=(?:the|we|you|it|there|all|every|each|this|that|both|two|three|four|five|six|eight)\s)|"
    r"\s*[,;(–—]\s*after\s+(?=[a-z]+ing\s)|"
    rf"\s*[,;(–—]\s*as\s+(?={NUMBER}\s*[A-Za-zµ/]+\s+(?:ha(?:s|ve)|is|are|needs?|must|makes?|goe?s?)\b)|"
    r"\s*[,;(–—]\s*(?:where|with)\s+[$\\]*[A-Za-z]\w{0,2}[$]*\s+(?:is|are|being|=|the|denotes?|stands?)\s|"
    r"\s*[,;(–—]\s*which\s+(?!is\b|are\b|was\b|gives\b|means\b|makes\b|equals\b|yields\b|comes\b|works\b|would\b|should\b|has\b|must\b|seems\b|looks\b|can|"
    r"corresponds\b|amounts\b|exceeds\b|one\b|one\b|i\b|costs?\b|takes?\b|at\b|leaves?\b|needs?\b|adds?\b|results?\b)(?=[A-Za-z])|"
    rf"\s*[,;(–—]\s*(?:{NUMBER}\s*[A-Za-zµ]*\s+)?of\s+which\s|\s*,\s*{NUMBER}\s*[A-Za-zµ]*\s+of\s+(?:them|those|these|that|it)\s|"
    r",?\s+(?:by|from|via|using|following|according\s+to|with)\s+(?:[A-Z][a-z]+\s+){1,2}(?:law|formula|rule|theorem|equation)\b|"
    r"\s*[,;(–—]\s*the\s+\d+\s+(?:is|are|being|comes?|stands?)\s",
    re.I,
)
_HOLDS_WHEN = re.compile(
    r"(?P<head>[A-Za-z][A-Za-z ,'-]*?)\s(?:only\s+)?"
    r"(?:when(?:ever)?|if|once|as\s+soon\s+as|as\s+long\s+as|while|provided(?:\s+that)?)\s+(?P<rest>\S.*)",
    re.I,
)
_IT_HAPPENS = re.compile(  # what is asked, by no other name
    r"(?:it|this|that)\s+(?:happens|occurs|holds|applies|is\s+(?:so|true|the\s+case))(?:\s+only)?\Z", re.I
)
_OPPOSED = re.compile(
    r"\b(?:un\w+|in\w*(?:able|finite)|fails?|breaks?|overflow\w*|saturat\w*|diverg\w*|grows?|explod\w*|waits?|stalls?|idle|slow\w*|lost|loses?)\b",
    re.I,
)
_APPOSED = re.compile(  # 2V/W, a reduce-scatter and an all-gather
    r"(?P<head>[^,;]*[\w)}$]),\s+(?:an?|the|one)\s+[a-z][^,;<>=≤≥\d]*\Z"
)
_CHANGED = re.compile(
    rf"{BINDS.pattern}|{AGAIN.pattern}|{ALTERS.pattern}|\b(?:not|no|never|cannot|bound|limit\w*|upper|lower|max\w*|min\w*|share|part|"
    r"fraction|rest|difference|square|case|is|are|was|were|has|have|being|gets?|does|stays?|needs?|takes?|wasted?|idle|lost|saved?)\b|n['’]t\b",
    re.I,
)
_WHY_FIRST = re.compile(r"(?:because|since|as|given\s+that)\s[^,;:=<>]*,\s+(?=\S)", re.I)
_SOME_NUMBER = re.compile(rf"(?<![\w.])\d|\b(?:{FEW}|one|both|half)\b", re.I)
_CONCLUDES = re.compile(
    rf"(?:so|hence|thus|therefore|which\s+means)\s+(?:[a-z'’-]+\s+){{1,4}}?(?:{FEW}|one)\b(?!\s+of\b)", re.I
)
_BOUND = re.compile(rf"\b[A-Za-z]\w*\s*[<>≤≥]=?\s*{NUMBER}(?![\w.*/^(+-])")


def gist(answer: str, one: Callable[[str], Verdict], names: Collection[str] = ()) -> Verdict | None:
    """The verdict on the statement in an answer that is of what is asked; None where there is none, or it is open.

    ``one`` judges a text against what is expected, ``names`` are the symbols of the question.
    """
    if len(answer) > 2 * MAX_LENGTH:
        return None
    text = plainly(answer, names)
    if len(text) > MAX_LENGTH or len(re.findall(r"(?<![\w\\])[A-Za-z]{2,}", answer)) < 2 or _repetitive(text):
        return None
    known = _in_plain_words(text, answer, one, names)
    if known is not None or of_another_case(text):
        return known
    known = _held_when(text, one)
    known = _beside_an_explanation(text, one) if known is None else known
    if known is not None:
        return known
    if (spelt := _EXPLAINED.fullmatch(text)) is not None and not _OPENS.search(spelt["why"]):
        text = spelt["head"]
    text, why = _before_its_reason(text)
    head = _told(text.strip(), one) if why else None
    if (
        head is not None
        and not head.ok
        and has_verb(text)
        and any(s.verdict.ok for s in statements_in(why, one, frozenset(names)))
    ):
        return None  # 80 GB, of which the weights take 14 GB
    if head is not None:
        return with_note(head, f"left out: {why.strip(' ,;()')}")
    if SIDE.search(text):
        return None
    found = _by_its_head(text, one)
    found = _as_a_sum(text, one, frozenset(names)) if found is None else found
    return _by_its_statements(text, answer, one, frozenset(names)) if found is None else found


def beside_its_givens(text: str, one: Callable[[str], Verdict], names: frozenset[str]) -> Verdict | None:
    """Wrong for a value that a sentence states beside quantities that it has from the question; None for any other."""
    plain = of_one(without_givens(text))
    found = (claimed(plain, one, names) or gist(plain, one, names)) if plain != text else None
    if found is None or found.verdict != "wrong":
        return None
    return None if elsewhere(text, Claim("", "", ""), one, names) else found


def _in_plain_words(text: str, answer: str, one: Callable[[str], Verdict], names: Collection[str]) -> Verdict | None:
    """The verdict on an answer in plain words, or on what it says without the clauses that change nothing."""
    for plain in dict.fromkeys((text, *shortened(text), *plainer(text, names))):
        if plain != answer and (found := _told(plain, one)) is not None:
            return with_note(found, f"read as {plain}")
    held = of_each(text)
    found = tried(one, held) if held else None
    return with_note(found, f"read as {held}") if found is not None and found.ok else None


def _before_its_reason(text: str) -> tuple[str, str]:
    """A text before the reason in it, and that; all of it where there is none, or one that may bind it."""
    reason = _REASON.search(text)
    if reason is None or not reason.start() or BINDS.search(text[reason.end() :]):
        return text, ""
    if re.search(r"which|of\s+(?:them|those|these|that|it)", reason.group()) and AGAIN.search(text[reason.end() :]):
        return text, ""  # 42 ms, which you would have to double
    return text[: reason.start()], text[reason.start() :]


def _beside_an_explanation(text: str, one: Callable[[str], Verdict]) -> Verdict | None:
    """The verdict on a value behind its reason, or before a noun that only names it: 2V/W, a scatter and a gather."""
    why, told = _WHY_FIRST.match(text), _APPOSED.fullmatch(text)
    if why is not None and not BINDS.search(why.group()) and (rest := _told(text[why.end() :], one)) is not None:
        return with_note(rest, f"left out: {why.group().strip(' ,')}")
    tail = text[told.end("head") :] if told is not None else ""
    if told is None or SIDE.search(tail) or _CHANGED.search(tail):
        return None
    head = _told(told["head"], one)
    return None if head is None else with_note(head, f"left out: {tail.strip(' ,')}")


def _held_when(text: str, one: Callable[[str], Verdict]) -> Verdict | None:
    """The verdict on a condition that is right, told with what holds then: the queue is stable only when a < m."""
    m = _HOLDS_WHEN.fullmatch(text)
    if m is None or SIDE.search(text) or TURNS.search(m["head"]) or _OPPOSED.search(m["head"]):
        return None
    found = (
        tried(one, NOUN.sub(" ", f" {m['rest']}").strip())
        if re.search(rf"[<>≤≥]|\b{RELATED}\s", m["rest"], re.I)
        else None
    )
    wrong = ("value", "factor", "direction") if _IT_HAPPENS.match(m["head"]) else ("value", "factor")
    told = found is not None and (found.ok or (found.verdict == "wrong" and found.code in wrong))
    return with_note(found, f"left out: {m['head']}") if found is not None and told else None


def _repetitive(text: str) -> bool:
    """Whether a text says the same few words over and over, as nobody does who answers."""
    words = text.split()
    return len(words) > MOST and 3 * len({*words}) < len(words)


def _told(text: str, one: Callable[[str], Verdict]) -> Verdict | None:
    """The verdict on a text that says a value of what is asked, right or wrong; None for any other."""
    found = tried(one, text)
    told = found is not None and (found.ok or (found.verdict == "wrong" and found.code not in NEUTRAL))
    return found if told else None


def shortened(text: str) -> Iterator[str]:
    """The text with its results alone, 295 for 989/3.35 = 295, or with what they are of, C/W for C/W = 295."""
    if (nounless := NOUN.sub(" ", text)) != text:
        yield nounless.strip()
    if len(found := list(_WORKED.finditer(text))) != 1:
        return
    m = found[0]
    for part in ("result", "of"):
        yield f"{text[: m.start()]}{m[part]}{text[m.end() :]}"


def _as_a_sum(text: str, one: Callable[[str], Verdict], names: frozenset[str]) -> Verdict | None:
    """The verdict on terms told one by one with what each is of, where their sum is right: 12z for A plus 20r for B."""
    for mark in (r"\s+(?:plus|and)\s+(?=\S*\d|\S*[A-Za-z]\s)|\s\+\s", r",\s+(?:and\s+)?|\s+(?:plus|and)\s+"):
        found = _sum_of([BRACKET.sub(" ", p) for p in re.split(mark, text)], one, names)
        if found is not None:
            return found
    return None


def _sum_of(parts: list[str], one: Callable[[str], Verdict], names: frozenset[str]) -> Verdict | None:
    """The verdict on the sum of the one formula that is in each part, where that is right."""
    runs = [runs_in(p, names) for p in parts] if 2 <= len(parts) <= 4 else []
    if not runs or any(len(r) != 1 for r in runs):
        return None
    beside = " , ".join(p[: r[0][0]] + p[r[0][1] :] for p, r in zip(parts, runs))
    if (
        AGAIN.search(beside)
        or TURNS.search(beside)
        or re.search(
            r"\b(?:least|most|than|larger|smaller|greater|max\w*|min\w*|slower|longer|whichever|either|or)\b", beside
        )
    ):
        return None
    terms = [p[r[0][0] : r[0][1]].strip(" ,.:=") for p, r in zip(parts, runs)]
    symbols = {*"".join(n for n in names if n not in UNITS)}
    if any(not {*"".join(WORD.findall(t))} & symbols for t in terms):
        return None  # 96 KiB, from 48*8*128*2 bytes
    total = tried(one, " + ".join(f"({t})" for t in terms))
    return with_note(total, f"read as {' + '.join(terms)}") if total is not None and total.verdict == "exact" else None


def _by_its_head(text: str, one: Callable[[str], Verdict]) -> Verdict | None:
    """The verdict on a wrong value with words behind it, in which nothing can be another one."""
    led = _CLAUSE.match(text)
    if led is not None and _CONCLUDES.match(led["rest"]):
        return None  # one serves 40 requests a second, so you'd buy three
    if led is None or BINDS.search(text) or _VALUED.search(led["rest"]):
        return None
    if _DENIES.search(led["head"]) or (_DENIES.search(led["rest"]) and not _OF_ITS_OWN.match(led["rest"])):
        return None
    head = _told(led["head"], one)
    return None if head is None or head.ok else with_note(head, f"left out: {led['rest']}")


def _by_its_statements(text: str, answer: str, one: Callable[[str], Verdict], names: frozenset[str]) -> Verdict | None:
    """The verdict on the statements in an answer, on those that are said to follow where there are such."""
    hence = any(follows for _, follows in clauses_of(text))
    if TURNS.search(_OUT_OF_EVERY.sub(" ", text) if hence else text) or _A_BOUND.search(text):
        return None
    bounds = _BOUND.findall(text)
    if len(bounds) == 2 and (both := tried(one, " and ".join(bounds))) is not None and both.ok:
        return with_note(both, f"read as {' and '.join(bounds)}")
    found = of_one_kind(list(statements_in(text, one, names)))
    last = max((i for i, s in enumerate(found) if s.follows), default=0)
    right = {s.verdict.ok for s in found[last:]}
    if any(s.verdict.verdict == "undecided" for s in found) or any(map(altered, found[last:])):
        return None
    if right == {True} and not (
        all(asserted(s) or left_open(text, s) for s in found[last:]) and explains(text, found[-1])
    ):
        return None
    if right == {True} and not found[last].follows and another(text, found[-1].text, one, names):
        return None
    if right == {True} and (len({s.text for s in found[last:]}) < len(found[last:]) or scaled(text, found, last)):
        return None
    if len(right) != 1 or (right == {False} and any(s.verdict.ok for s in found)):
        return None
    if right == {False} and _in_a_case(text, found[-1]):
        return None  # with 100 requests per second, two servers are busy
    return _noted(found[-1], answer, text)


def _in_a_case(text: str, s: Statement) -> bool:
    """Whether a wrong statement stands in what a sentence begins with, and a number in what it says behind that."""
    parts = parted(text)
    said = [p for p in parts if p.role in ("says", "so")]
    there = len(parts) > 1 and parts[0].role == "case" and s.text in in_rates(parts[0].text)
    return there and any(_SOME_NUMBER.search(p.text) and s.text not in in_rates(p.text) for p in said)


def _noted(best: Statement, answer: str, text: str) -> Verdict | None:
    """Its verdict with what was left out, which has to be words: 2BDF; DROP TABLE is open."""
    if undirected(answer.replace(best.text, " ", 1), _sense_in(best.verdict), best.verdict):
        return None
    if best.text not in answer:
        return with_note(best.verdict, f"read as {best.text}")
    rest = " ".join(answer.replace(best.text, " ", 1).split()).strip(" ,.;:()")
    if not best.verdict.ok and not best.follows and re.search(r"\d", text.replace(best.text, " ", 1)):
        return None  # 3 out of 5 FLOPs
    if rest and (not re.search(r"[a-z]{2}", rest) or best.text in rest):
        return None
    return with_note(best.verdict, f"left out: {rest}" if rest else None)


def _sense_in(found: Verdict) -> str:
    """The direction of the bound that was expected, where a verdict says that none was told."""
    told = re.search(r"expected \S+ ([<>])|is \S+ ([<>])", f"{found.note} {found.reason}")
    return (told[1] or told[2]) if told is not None else ""


__all__ = ["beside_its_givens", "gist"]
