"""The value that a sentence states by its structure: its words of the closed class are known, all others are not.

Nouns, adjectives and most verbs say what a number is of, and need not be understood.  What can turn, scale, share or
doubt it are words of a closed class (not, than, twice, each, if, but) and verbs of a difference (saves, exceeds), so
that where none of these is beside the value, and no other value of its kind is stated, it is what the sentence states.
That it is the one expected to its digits is no coincidence; of one that differs nothing is said here.

>>> from symroof.checking.claims.claims import Verdict
>>> def one(text):
...     said = {"42 ms": "exact", "21 ms": "wrong"}.get(text, "undecided")
...     return Verdict(said, "", code="value" if said == "wrong" else "unread")
>>> def shown(text):
...     return stated_openly(text, one, frozenset()) is not None
>>> shown("The text trickles onto the screen within 42 ms."), shown("The text frobs onto the screen within 21 ms.")
(True, False)
>>> [shown(f"The cable frobs the text {x}.") for x in ("by 42 ms", "42 ms longer", "twice in 42 ms", "not in 42 ms")]
[False, False, False, False]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

import symroof.regexes as re
from symroof.checking.answers.assertion import kind_of
from symroof.checking.answers.claimed import (
    DOUBTS,
    Claim,
    infinitive,
    judged,
    mentions_in,
    plain_of,
    same_kind,
    spoiled,
    stripped,
)
from symroof.checking.answers.plainly import in_rates
from symroof.checking.answers.prose import Part, parted
from symroof.checking.claims.claims import Verdict, tried, with_note
from symroof.checking.words.lexicon import AGAINST, COMPARES, LACKS, TAKEN_BACK
from symroof.checking.words.numerals import FEW, LARGE, NUMBER, counted
from symroof.reading.measures import KIND, UNITS

_LARGE = re.compile(rf"\b(?:{LARGE})(?:-[a-z]+)?\b(?!\s+(?:hundred|thousand|million|billion|trillion)\b)", re.I)
_ENDS = re.compile(rf"\b(?P<n>{FEW}|{NUMBER}(?=\s+times))(?:\s+times)?\W*\Z", re.I)
_SHORTEST, _LONGEST = 5, 400
_TURNS = (
    r"not|never|no|nor|neither|none|nothing|nobody|cannot|hardly|barely|scarcely|without|unless|except|instead|if|than"
)
_SCALES = (
    r"half|halve[sd]?|twice|thrice|doubl\w+|tripl\w+|quadrupl\w+|times|another|other|both|again|extra|additional|further|per|plus|minus|"
    r"squared?|inverse|factor|fraction|shares?\s+of|part|percent"
)
_BEFORE = re.compile(
    rf"\b(?:{_TURNS}|{_SCALES}|(?:each|every\s+one|any|some|one(?:\s+[a-z]+)?)\s+of|tr(?:y|ies|ied|ying)|ought|must|should|expected|refuses?|"
    r"demands?|stop(?:s|ped)?|start(?:s|ed)?|fail(?:s|ed)?|crash(?:es|ed)?|overflows?|first|most|rest|remaining|bulk|yesterday|hopes?|lingers?|"
    rf"past)\b|n['’]t\b|[*×/^%]",
    re.I,
)
_BEHIND = re.compile(
    rf"\b(?:{_TURNS}|{_SCALES}|(?<!along\s)(?:each|every)(?!\s+time\b)|apiece|at\s+(?:best|worst|the\s+very)|and\s+then|before|after|past|using|more|less|fewer|faster|slower|longer|shorter|higher|lower|larger|smaller|"
    r"too|short|late|early|ahead|saved|spare|as|(?<!are\s)(?<!is\s)left(?!\s+(?:over\s+)?for\s+(?:the|our|its|all)\b)|on\s+top)\b|n['’]t\b|\A\W*(?:over|under|above|below|x|of\s+(?:the\s+)?\d|or\s+\d|to\s+\d|and\s+\d)\b",
    re.I,
)
_FITS = re.compile(
    r"\b(?:fits?(?!\s+(?:an?|the|our|some)\b|\s+better)|suffices?|(?<!say\s)enough(?!\s+is)|goes?\s+(?:in|on)to\s+(?:an?|one)\s+(?:single\s+)?(?:card|[gt]pu|chip|node|device)|sufficient|possible(?!\s+to\b)|(?:is|are|['’]s)\s+(?:plenty\s+of\s+)?room|will\s+do|squeeze)\b",
    re.I,
)
_OVER = re.compile(
    r"\b(?:too\s+(?:big|large|wide|tight)\s+(?:to|for)\b|runs?\s+out\s+of\s+(?:memory|ram|hbm|space|room)|overflows?|impossible)\b",
    re.I,
)
_EASILY = re.compile(r"\bwithout\s+(?:any\s+)?(?:problems?|troubles?|difficult\w+|issues?|effort)\b", re.I)
_UNDER = re.compile(
    r"\b(?:with|without|for|at|until|but|though|however|while|whereas)\b", re.I
)  # a case of which it is said
_SURE = re.compile(
    rf"{_EASILY.pattern}|\b(?:easily|comfortably|definitely|certainly|surely|i['’]d\s+say|i\s+would\s+say)\b", re.I
)
_SUBJECT_ASIDE = re.compile(  # what stands before fits and is no subject: I'm afraid, surely, does not
    r"\b(?:i\s+(?:would|do)\s+(?:say|think)|i['’]?d\s+say|i\s*['’]?a?m\s+(?:afraid|sure)(?:\s+that)?|is|are|was|be|will|would|won|does|do|doesn|don|"
    r"can|cannot|isn|aren|not|never|also|still|even|[a-z]+ly|too|for\s+sure|the|an?|of|all|t|s)\b|['’]",
    re.I,
)
_THING = re.compile(
    r"it|they|them|that|this|these|those|there|thing|everything|nothing|all|both|one|two|three|four|we|you|models?|weights?|"
    r"(?:kv|k|v)|caches?|states?|optimi[sz]ers?|activations?|gradients?|parameters?|index|ind(?:ex|ic)es|table|buffers?|sets?|datasets?|data|"
    r"matri(?:x|ces)|tensors?|arrays?|vectors?|programs?|code|memory|working|copy|copies|checkpoints?|windows?|"
    r"heap|hash|map|graph|tree|filter|image|video|batch(?:es)?|prompt|contexts?|queues?|keys?|values?|logs?",
    re.I,
)
_NOT = re.compile(r"\b(?:not|never|cannot|no|nowhere|neither|nothing)\b|n['’]t\b", re.I)
_WEAK = re.compile(
    r"\b(?:an?\s+(?:[a-z]+\s+)?fit|tight\w*|close|borderline|what|which|see|check|barely|hardly|almost|nearly|might|may|could|if|unless|only|either|half|some|need|larger|bigger|smaller|more|less|fewer|yes|no|just|usually|normally|probably|possibly|think|believe|seems?|looks?|should|would(?!\s+say)|other|same|as)\b|\d|\?",
    re.I,
)
_ANOTHER = re.compile(
    rf"\b(?:were|had|would|could|might|without|unless|except|only|instead|another|other|same|{_SCALES}|ideal\w*|perfect\w*|"
    r"(?!other|over|under|never|after|number|layer|user|server|per|buffer|order|timer|power|computer|router|water|paper)[a-z]{3,}er(?!\s+than)(?=\s+[a-z])|less|more(?!\s+than)|fewer|(?:first|second|third|last|next)\s+one|best|worst|skip\w*|dropp?\w*|omit\w*|avoid\w*|disabl\w*)\b",
    re.I,
)
_REASON = re.compile(r"(?:because|since|as|given\s+that|considering|which|whose|where|so\s+that|in\s+order)\b", re.I)
_BINDING = re.compile(
    r"(?:if|when(?:ever)?|once|until|till|provided|assuming|while|as\s+long\s+as|as\s+soon\s+as)\b", re.I
)
_TOGETHER = re.compile(
    r"\A(?:if|when|before|after|once|until|while)\b.*(?:\s(?:and|but)\s+(?:is|was|are|were|takes?|needs?|it)\s|\botherwise\b)",
    re.I,
)
_PREMISE = re.compile(
    r"(?<![A-Za-z\d])\d|\A[a-z ]+?\s(?:we|you|one|i)\s|\bmeant\b", re.I
)  # a given number, or what somebody does
_DENIED = re.compile(r"\b(?:not|never|cannot|no)\b|n['’]t\b|\btoo\s+(?:few|many|little|much|small|large)\b", re.I)
_GIVEN = re.compile(  # out of the 80 GB, at 40 ms, our 50 ms
    r"\b(?:of|from|at|with|on|than|against|below|above|under|over|the|our|its|all|those|these)\s*(?:about|roughly|~)?\Z",
    re.I,
)
_NOUN_OF_LACK = re.compile(
    r"(?P<the>\b(?:an?|the|one|each|every|per|of|cache|page|disk|tlb|first|[a-z]+-level|two|three|four)\s+)?"
    r"\b(?:miss|failure|fault|limit)(?P<s>(?:e?s)?)\b(?(the)(?!\s+(?:the|by|an?|our|\d))|(?=\s+(?:penalt|rates?\b|ratios?\b|times?\b|costs?\b|probabilit)))",
    re.I,
)
_LOSES = re.compile(
    r"\s(?:loses?|lost|wastes?|gives?\s+up|sacrifices?)\s*\Z", re.I
)  # which says how much, as takes does
_BOTH_TIMES = re.compile(
    r"\b(?:plus|and)\s+(?=[a-z]+\s+(?:times?|delays?|latency|costs?)\b)", re.I
)  # waiting plus service time
_OF_TIME = re.compile(
    r"(?:of\s+(?:the|our|its|all)\s+[a-z]+\s+)?(?:is|are|sits?|stays?|remains?)\s+(?:busy|in\s+use|occupied)\b",
    re.I,
)
_WHAT_IT_NEEDS = re.compile(  # is what this path needs
    r"(?:of\s+(?:[a-z]+\s+){1,2})?is\s+(?:just\s+|exactly\s+|about\s+)?what\s+(?:[a-z]+\s+){1,3}?"
    r"(?:needs?|takes?|requires?|costs?|uses?|holds?|wants?|eats?)\b(?!\s+(?:not|if|when|for\s+each|per)\b)",
    re.I,
)
_FOR_EACH = re.compile(
    r"(?:(?:is|are|gets?)\s+[a-z]+(?:ed|en|ing)\s+)?(?:for|per|in|on)\s+(?:each|every|a|one)?\s*[a-z]+(?:\s+of\s+(?:the|an?)(?:\s+[a-z]+){1,2})?",
    re.I,
)
_LAW_SAYS = re.compile(
    r"(?P<law>\b(?:amdahl|little|gustafson|moore|young|erlang|universal)(?:\s+law)?|\b(?:the|this|that)\s+(?:formula|law|model|roofline|rule|equation))"
    r"\s+(?:says|tells\s+us)(?:\s+that)?\b",
    re.I,
)
_RATES = re.compile(rf"{NUMBER}\s?[A-Za-zµ%]+(?:/[A-Za-z]+)?")
_DIFFERENCE = re.compile(r"(?:gain|differ|lag|trail|exceed|beat|undercut|pass|surpass)[a-z]*\Z", re.I)
_ROOM = re.compile(r"\b(?:fits?|goes?|squeezed?)(?:\s+(?:easily|comfortably))?\s+(?:in|into|on)\Z", re.I)
_OTHER_ONE = re.compile(
    r"\b(?:old|former|previous|original|earlier|naive|baseline|but|any|anything|coprime|multiples?|divisors?|polynomial)\b",
    re.I,
)
_CLOSED = re.compile(  # words that no verb or noun of a statement is
    r"(?:the|an?|this|that|these|those|our|its|your|my|and|or|but|so|as|of|to|at|in|on|for|with|from|by|into|over|than|we|you|it|they|i)\Z",
    re.I,
)
_PARTICLE = re.compile(r"(?:out|up|off|away|down|back)\Z", re.I)  # which comes out at, works out to
_PASSIVE = re.compile(
    r"(?:of\s+(?:[a-z]+\s+){1,2})?(?:(?:is|are|gets?|will\s+be|must\s+be|(?:have|has)\s+to\s+be)\s+)(?:[a-z]+ly\s+)?"
    r"(?!hidden|covered|passed|estimated|expected|assumed|averaged|raised|known|given|hit|fixed)(?:[a-z]+ed|[a-z]+en|left|sent|kept|held|put|read|built|gone|done)\s+(?:for|to|in|into|on|by|over|from|through|off|out|with)\s",
    re.I,
)
_CAN = re.compile(
    r"(?:[a-z]+\s+){0,2}(?:can|may|must|could|will|have\s+to|need|fits?(?=\s+(?:in|on|into|onto|within|there|at)\b))\s",
    re.I,
)
_ABLE = re.compile(r"\b(?:can|could|will|would|may)(?:not|\s*n['’]t|\s+not|\s+never)\b|\bcan['’]t\b|\bwon['’]t\b", re.I)


def stated_openly(text: str, one: Callable[[str], Verdict], names: frozenset[str]) -> Verdict | None:
    """The verdict on the one value of what is asked that a sentence states, where that is right; None for any other."""
    text = _plain_nouns(_LARGE.sub(lambda m: counted(m.group().lower()), text))
    parts = parted(text) if len(text.split()) >= _SHORTEST and len(text) <= _LONGEST else []
    plain = plain_of(parts, "says", "so", "beside", "case")
    if not parts or DOUBTS.search(plain) or TAKEN_BACK.search(plain):
        return None
    found = [
        (i, c, v)
        for i, p in enumerate(parts)
        if p.role not in ("case", "against")
        for c in (*mentions_in(p.text, names), *_bare(p.text))
        if (v := judged(c, one)) is not None
    ]
    found = same_kind(found)
    if (terms := _terms(found)) is not None:
        parts, found = [p for i, p in enumerate(parts) if i not in terms], [f for f in found if f[0] not in terms]
    last = max((i for i, _, _ in found if parts[i].role == "so"), default=-1)
    last = max(last, max((i for i, _, v in found if v.ok), default=-1)) if not found or found[-1][2].ok else last
    told = [(i, c, v) for i, c, v in found if i >= last and (v.ok or _stated(parts[i], c))]
    told = [t for t in told if t[2].ok or not _of_a_noun(t[1], [c for _, c, v in told if v.ok])]
    if not told or not all(v.ok and (_stands(c, parts[i]) or _is_ratio(c, one)) for i, c, v in told):
        return None
    at, claim, verdict = told[-1]
    behind = [c for p in parts[at + 1 :] if _TOGETHER.search(p.text) for c in mentions_in(p.text, names)]
    others = [(at, c, v) for c in behind if (v := judged(c, one)) is not None and not v.ok]
    if len(same_kind([told[-1], *others])) > 1:
        return None  # 80 ms if it is warm and 400 ms otherwise
    if _in_another_case(parts, at) or spoiled(parts[at + 1 :], claim, one, names):
        return None
    return with_note(verdict, f"read as {claim.text}")


def _plain_nouns(text: str) -> str:
    """The text with nouns for which a verb of denial could be taken called otherwise: a cache miss, a failure."""
    return _LAW_SAYS.sub(
        r"\g<law> gives that", _NOUN_OF_LACK.sub(lambda m: f"{m['the'] or ''}event{m['s'] or ''}", text)
    )


def _in_another_case(parts: list[Part], at: int) -> bool:
    """Whether a case is told in which the value is another: supposed, denied, scaled or compared, or a state."""
    cases = [(i, p.text) for i, p in enumerate(parts) if p.role == "case"]
    return any(
        (_ANOTHER.search(_RATES.sub(" ", in_rates(t)) if i > at else t) and not _REASON.match(t))
        or (i > at and _BINDING.match(t) and not _PREMISE.search(t))
        for i, t in cases
    )


def _bare(clause: str) -> Iterator[Claim]:
    """A small number in words, or so many times, with which a clause ends: you need four, it fits nine times."""
    if (m := _ENDS.search(clause)) is not None:
        yield Claim(counted(m["n"].lower()), clause[: m.start()].rstrip(), "", few=True)


def _of_a_noun(c: Claim, right: list[Claim]) -> bool:
    """Whether a bare number belongs to the noun behind it, where the right value has a unit: one 4k frame."""
    bare = re.fullmatch(rf"{NUMBER}[kKMG]?", c.text) is not None and re.match(r"[a-z]", c.right) is not None
    return bare and any(kind_of(r.text) is not None for r in right)


def _is_ratio(c: Claim, one: Callable[[str], Verdict]) -> bool:
    """Whether so many things for each of others are told where a bare number is expected: 3.4 tokens for each pass."""
    m = _FOR_EACH.fullmatch(c.right)
    number = re.match(rf"{NUMBER}(?=\s+[a-z]+\Z)", c.text) if m is not None else None
    if m is None or number is None or c.text.split()[-1] not in KIND or _BEFORE.search(stripped(c.left)[0]):
        return False
    bare = tried(one, number.group())
    return bare is not None and bare.ok and not stripped(c.left)[1]


def _stated(part: Part, c: Claim) -> bool:
    """Whether a value that differs may be stated, and is neither denied nor a given one behind its preposition."""
    return not (_DENIED.search(part.text) or _GIVEN.search(c.left))


def _terms(found: list[tuple[int, Claim, Verdict]]) -> set[int] | None:
    """The last parts, whose numbers add up to a right one before them: 19 steps, 16 for these and 3 for those."""
    numbers = [m[0].replace(",", "") if (m := re.match(NUMBER, c.text)) is not None else "" for _, c, _ in found]
    right = next((k for k, (_, _, v) in enumerate(found) if v.ok and numbers[k]), None)
    rest = numbers[right + 1 :] if right is not None else []
    if right is None or len(rest) < 2 or not all(rest) or sum(map(Fraction, rest)) != Fraction(numbers[right]):
        return None
    at = {i for i, _, _ in found[right + 1 :]}
    return at if found[right][0] not in at else None


def yes_or_no(text: str) -> str:
    """Yes or no where a sentence says of something that it fits, works or suffices, or that it does not; "" else.

    >>> [yes_or_no(t) for t in ("I would say it fits without problems", "I'm afraid it doesn't fit", "It might fit")]
    ['yes', 'no', '']
    >>> yes_or_no("Two of them aren't enough"), yes_or_no("It is too large to fit"), yes_or_no("It rains today")
    ('no', 'no', '')
    >>> yes_or_no("The desk surely fits it comfortably."), yes_or_no("I'd say enough is enough")
    ('', '')
    """
    every = parted(_EASILY.sub(" ", text))
    parts = [p for p in every if p.role not in ("case", "against")]
    plain = plain_of(parts, "says", "so", "beside")
    if len(parts) != 1 or any(not _REASON.match(p.text) for p in every if p not in parts) or _UNDER.search(plain):
        return ""
    if DOUBTS.search(plain) or TAKEN_BACK.search(plain) or _WEAK.search(plain):
        return ""
    signs = {sign for p in parts if (sign := _fits(p.text)) and _of_what_is_asked(p.text)}
    if len(signs) != 1 or (signs == {1} and _SURE.search(text) is None):
        return ""  # that it fits alone may be of anything: of a part, of another size
    return "yes" if signs == {1} else "no"


def _of_what_is_asked(clause: str) -> bool:
    """Whether the subject that fits may be what a question is of: it, nobody named, or a thing of the field; no desk.

    >>> [_of_what_is_asked(t) for t in ("it fits", "the cache won't fit", "the desk fits it", "enough is enough")]
    [True, True, False, False]
    """
    m = _FITS.search(clause) or _OVER.search(clause)
    words = _SUBJECT_ASIDE.sub(" ", clause[: m.start()] if m is not None else clause)
    subject = re.findall(r"[a-z]+", words.lower())
    return not subject or any(w in KIND or w in UNITS or _THING.fullmatch(w) for w in subject)


def _fits(clause: str) -> int:
    """1 where a clause says that something fits, -1 where it denies it, 0 where it says neither."""
    m = _FITS.search(clause)
    if m is None:
        return -1 if _OVER.search(clause) and not _NOT.search(clause) else 0
    denied = len(_NOT.findall(clause[: m.start()])) + len(_OVER.findall(clause[: m.start()]))
    return -1 if denied % 2 else 1


def _stands(c: Claim, part: Part) -> bool:
    """Whether a part states a value that is in it: no word of the closed class beside it turns, scales or shares it."""
    left, bound = stripped(c.left)
    left = _LOSES.sub(" takes ", _BOTH_TIMES.sub(" ", left))
    if bound == "compared":
        return _ABLE.search(left) is not None  # it can't be there earlier than that
    if _ROOM.search(left) or _OTHER_ONE.search(left):
        return False  # everything fits in 71 GB, which is how much there is
    if not re.search(r"[\d*/+^(-]", c.text) or c.text.endswith("times"):
        return False
    of_share = _OF_TIME.match(c.right) is not None and re.fullmatch(r"\d+/\d+|[\d.]+\s*(?:%|percent)", c.text)
    right = "" if of_share else c.right
    if _BEFORE.search(left) or _BEHIND.search(right) or AGAINST.search(f"{left} {right}"):
        return False
    if of_share:
        return not left.strip()
    if _WHAT_IT_NEEDS.match(c.right):
        return not left.strip()
    words = left.replace("’", "'").split()
    content = [w for i, w in enumerate(words) if not (_CLOSED.match(w) or (i and _PARTICLE.match(w)))]
    if not content:  # at most 12 users can share it, 10 GB are reserved for it
        return not words and ((c.left != "" and _CAN.match(c.right) is not None) or _PASSIVE.match(c.right) is not None)
    verb = content[-1].strip(",:")
    if COMPARES.match(verb) or LACKS.match(verb) or _DIFFERENCE.match(verb) or re.search(r"\bby\Z", left, re.I):
        return False
    return not infinitive(words) and (len(words) > 1 or part.role == "so")


__all__ = ["stated_openly", "yes_or_no"]
