"""What stands around a right value and makes another statement of it: the key is known, so the sentence is read by it.

The value that is right is located, and everything else is its context.  Nouns and verbs that nobody knows say what it
is of; what can change what is asserted is a closed list of words (``words/changers.py``) and of forms: one of many
things, of which nobody asks alone, a relative clause with a value of its own, a second value of the same kind beside
it, a scope behind a bare number.  With one of these the answer is open.

>>> from symroof.checking.claims.claims import Verdict
>>> def one(text):
...     return Verdict({"42 ms": "exact", "80 ms": "wrong"}.get(text, "undecided"), "", code="value")
>>> said = ("It takes 42 ms.", "The first phase takes 42 ms.", "Every detour takes 42 ms.", "Every token takes 42 ms.")
>>> [changed(t, "42 ms", one, frozenset()) for t in said]
['', 'first phase: a part', 'Every detour: one of many', '']
>>> changed("We write a log, which takes 42 ms.", "42 ms", one, frozenset())
'which takes: said of something beside what is asked'
>>> changed("It takes 42 ms on the core and 80 ms on the bus.", "42 ms", one, frozenset())
'80 ms: another value beside it'
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from itertools import pairwise
from typing import final

import symroof.regexes as re
from symroof.checking.answers.assertion import kind_of
from symroof.checking.answers.claimed import stripped
from symroof.checking.answers.pieces import NEUTRAL, runs_in
from symroof.checking.answers.plainly import in_rates
from symroof.checking.answers.prose import Part, has_verb, parted, states
from symroof.checking.claims.claims import Verdict, tried
from symroof.checking.words.changers import CHANGERS
from symroof.checking.words.changers import Place as Where
from symroof.checking.words.numerals import FEW, counted, in_full_units
from symroof.checking.words.surplus import IDIOM
from symroof.reading.measures import KIND, UNITS

MAX_LENGTH = 400  # characters; what is longer is an essay
_EXPLAINS = 4  # words, from which on a formula has prose around it
_FEWEST = 2  # words, of which fewer say nothing about a value
_NEXT = re.compile(r"\b(?:and|but|so)\s+(?=(?:the|our|its|it|we|this|that|they|you)\s)", re.I)
_TURN = re.compile(
    r"\b(?:but|yet|however|(?:in\s+(?:truth|fact|reality)|actually|really)),?\s+(?=(?:it|that|this|the|we|our|its|you|i)\b)",
    re.I,
)
_OF_TWO = re.compile(  # ring is 2(p-1), tree is 2 log p
    r"(?:the\s+|an?\s+)?(?P<a>[A-Za-z]+)\s+(?:is|takes|needs|has)\s+(?P<x>[^,;]*[*/^()\d][^,;]*)\s*[,;]\s+(?:and\s+|but\s+|while\s+)?(?:the\s+|an?\s+)?"
    r"(?P<b>[A-Za-z]+)\s+(?:is|takes|needs|has)\s+(?P<y>[^,;]*[*/^()\d][^,;]*?)\.?"
)
_A_SLICE = re.compile(r"(?<=\d)\s?slice\b(?=\s*=)")  # 16*16 slice = 256 chips
_OPERAND = re.compile(r"\b[a-z]{3,}(?=\s+[x×*]\s)|(?<=\s[x×*]\s)[a-z]{3,}\b")  # vocab x hidden x 2 bytes
_DENIED_FIRST = re.compile(r"\W*(?:not\s+(?:so|true|right)|wrong|false|incorrect|untrue)\s*[:;,]\s", re.I)
_COMES_DOWN = re.compile(
    r"\b(?:shrink|drop|fall|fell|climb|grow|grew|rise|rose)[a-z]*\s+(?:down\s+|up\s+)?to\s*\Z", re.I
)
_AFTER = re.compile(r"after\s+(?:the\s+|our\s+|its\s+|an?\s+)?[a-z]+", re.I)
_IN_A_YEAR = re.compile(r"in\s+(?:19|20)\d\d\Z", re.I)
_LED = {"case": 6, "beside": 3}  # words of what leads to a value: halfway through, in the worst case
_SAID = ("says", "so", "beside")
_BOUNDED = re.compile(  # it can never exceed 20, no tile wider than 128
    r"\b(?:than|exceed\w*|surpass\w*|above|below|beyond|over|under|until|unless|enough|reach\w*|without|within|but)\b",
    re.I,
)
_ONE_OF = re.compile(
    r"\b(?P<each>each|every|an?\s+(?:single|lone|solitary)|the\s+single|one(?!\s+(?:can|could|should|must|may|might|would|will|needs|gets|has|then)\b))\s+(?:single\s+|individual\s+|one\s+of\s+(?:the|these|those)\s+|of\s+(?:the|these|those|our)\s+)?(?:(?!(?:it|we|you|they|of)\b)(?:\d+|[a-z-]+)\s+){0,2}?(?P<noun>[a-z]+)\s*\Z",
    re.I,
)
_DEVICES = re.compile(
    r"(?:gpu|tpu|cpu|chip|card|device|accelerator|node|machine|server|host|worker|replica|rank|core|disk|drive|rack|shard|expert|client|user|customer|person|viewer|visitor|student|player|tenant|process|container|pod|vm|board|blade|box|site|camera|sensor|phone|laptop|inference|prediction|generation|decode|prefill|prompt|answer|reply|sentence|word|character|image|photo|picture|video|movie|song|clip|track|document|book|page|vector|matrix|tensor|matmul|multiplication|tile|cell|position|key|value|entry|copy|replica|backup|snapshot|dump|order|trade|payment|email|post|tweet|point|particle|cluster|plan|model|job|task|run|build|query|session|conversation|chat|experiment|epoch|batch|minibatch|update|kernel|operation|flop|byte|bit)(?:s|es)?",
    re.I,
)
_INSIDE = re.compile(r"(?:hop|step|round|stage|layer|link|iteration|microbatch|lane|phase|pass)(?:e?s)?", re.I)
_WHOLE_PASS = re.compile(r"\b(?:forward|training|inference)\s+pass\s*\Z", re.I)
_EVENT = re.compile(  # which happens many times, and of which all together is asked
    r"(?:miss|hit|fault|failure|crash|event|access|seek|call|switch|flush|interrupt|read|write|load|lookup|transaction|transfer|tick|wave|lane|hop|rotation|revolution)(?:e?s)?",
    re.I,
)
_DOES = re.compile(r"(?!error|transfer|order|number|power|layer|buffer|fewer)[a-z]{3,}(?:er|or)s?", re.I)
_NO_NOUN = re.compile(r"(?:we|you|they|it|i|he|she|time|way|second|minute|hour|day|week|month|year|[munµ]?s)\Z", re.I)
_VERB = re.compile(
    r"\s+(?:(?:will|would|must|should|can|only|now|still|just|then|also|actually|effectively|always|has\s+to|have\s+to|needs\s+to)\s+)*"
    r"(?P<verb>[a-z]+(?:\s+(?:up|out|in|to|at|for|on|back|down))?)\s*\Z",
    re.I,
)
_PRONOUN = re.compile(r"\b(?:which|whose|who|where)\b", re.I)
_ALL_OVERLAPS = re.compile(r"\bbest\s+case\b", re.I)  # as a roofline has it
_IF_ALL_OVERLAPS = re.compile(r"\A\s*\(\s*(?:in\s+the\s+)?best\s+case\s*\)", re.I)
_STEP_OF_IT = re.compile(r"in\s+(?:the|a|an|our)\s+[a-z]+\s+step\Z", re.I)  # of a calculation: we divide
_WE = re.compile(r"(?:we|you|i)\s", re.I)
_RELATIVE = re.compile(r"[,;(–—-]\s*(?P<how>(?:which|whose|who|where)\s+(?:[a-z]+\s+){0,4})[~≈]?\Z", re.I)
_CONCLUDES = re.compile(
    r"which\s+(?:then\s+|thus\s+|already\s+)?(?:is|are|means|gives|makes|leaves|yields|equals|comes|works|amounts|adds|results)\b",
    re.I,
)
_PREMISE = re.compile(
    r"\d|(?<![A-Za-z])[A-Z](?![A-Za-z])|\b(?:half|twice|double|all|both|two|three|four|hundred|dozen)\b"
)
_NARROWED = re.compile(
    r"(?:(?:only\s+)?(?:if|when|with(?!\s+(?:infinitely|all|both|every|the\s+(?:formula|law)))|without|excluding|ignoring|neglecting|disregarding|barring)|"
    r"(?:on|in|for|of|per)\s+(?:one|each|every|an?\s+single|only)|of\s+(?:the|our|its)|after\s+the\s+first)\b",
    re.I,
)
_PER_THING = re.compile(r"/\s*(?!s\b|sec|min|h\b|hour|day|year|month)[A-Za-z]")
_PER_PART = re.compile(r"(?:/|\bper\s+)(?:epoch|attempt|try|retry)(?=\W*\Z)", re.I)
_ALONE = re.compile(r"\A\W*(?:(?:the|our|its|an?|this|that)\s+)?(?:[\w-]+\s+){1,2}alone\b", re.I)  # the subject
_PARTICLES = re.compile(r"(?:\s+(?:to|at|in|for|after|by|about|as|on|up|out|down|into|over|off|within))+\s*\Z", re.I)
_RATHER = re.compile(r"\b(?:one|an?\s+(?:single|lone|solitary)|the\s+single)\b", re.I)
_ADDS = re.compile(r"(?<!-)\badds\s*\Z", re.I)
_ADDS_TO = re.compile(r"(?<!-)\badds\s+to\s*(?:about\s+)?\Z", re.I)
_ALL_OF_IT = re.compile(r"\b(?:it|this|that|all|everything|total|sum|whole)\b", re.I)
_GIVEN = re.compile(r"\b(?:the|these|those|all|our)\s*\Z", re.I)
_JOINED = re.compile(r"\b(?:and|or|but|to|versus|vs)\s+(?:[a-z]+\s+){0,3}?[~≈]?\Z", re.I)
_EACH_OF = re.compile(
    rf"\b(?:each|every\s+one|any)\s+of\s+(?:the|our|these|those|its|all)\s+(?P<n>\d[\d,]*|{FEW})\b", re.I
)
_ON_EACH = re.compile(
    r"\b(?:(?:on|for|in|per)\s+(?:each\s+|every\s+)?|each\s+|every\s+)(?:card|gpu|tpu|chip|device|node|host|server|rank|accelerator)\b|"
    r"\b(?:per\s+|(?:(?:on|for|in)\s+)?(?:each|every)\s+)(?:channel|link|lane|port|pin|disk|drive|stack|dimm|nic|rail|die)\b(?!.*\b(?:overall|total|altogether|in\s+all)\b)",
    re.I,
)
_NEAR = Fraction(1, 40)
_SAYS_NOTHING = re.compile(  # verbs that tell of a value, and neither of a need nor of a duration
    r"(?:born|wrote|sell|sold|borrow|own|donat|mention|quot|cit|discuss|lik|lov|hat|prefer|avoid|dodg|evad|dread|ignor|compar|mock|remember|forgot|forget|resembl|preced|contradict|memori[sz]|circl|underlin|delet|copi)(?:s|es|ed|e|d)?",
    re.I,
)
_OF_ITS_ROOM = re.compile(  # a capacity of which it is a share: 40 GB (half of the HBM); what something is cut into
    r"\((?:about\s+)?(?:half|a\s+(?:third|quarter|fifth)|two\s+thirds)\s+of\s+(?:the|its|our)\s+(?:HBM|memory|VRAM|DRAM|RAM|disk|SSD|cache)\)|"
    r"\binto\s+(?:[A-Za-z]|\d+|two|three|four|eight)\s+(?:equal\s+)?(?:pieces|parts|chunks|slices|shards)\b",
    re.I,
)
_OPERATOR = re.compile(r"[+*/×·−-]\s")
_A_WORD = re.compile(r"[a-z]{2,}")
_MULTIPLIED = re.compile(r"\b(?:times|more|less|than|twice|thrice|plus|minus)\b", re.I)
_A_SYMBOL = re.compile(r"(?<![A-Za-z])(?!(?<=\d)[xX]\d)[A-Za-z](?![a-z])|[*/^]")  # not the x of 7x7
_THAT_TAKES = re.compile(
    r"(?<!\bis\s)(?<!['’]s\s)\b(?:an?|some|this|our|the)\s+[a-z]+(?:\s+[a-z]+)?\s+(?P<how>(?:that|which|who)\s+[a-z]+(?:\s+(?:in|up|to|at|for))?)\s*\Z",
    re.I,
)
_PREDICATE = re.compile(
    r"\s*(?:of\s+(?:the|our|these|those|its)\s+[a-z]+\s+)?(?:is|are|was|were|(?:would|could|might|may|will)\s+be|holds?|held|applies|applied|stands?|fails?|has|had|have|gives?|goes|go|stays?|remains?|becomes?)\b"
    r"(?!\s+(?:(?:also|just|only|exactly|already|certainly|still|really)\s+)*(?:(?:right|correct|enough|sufficient|needed|required|necessary|possible|fine|it|what|how|my|our|the\s+(?:[a-z]+\s+)?(?:answer|result|total|value|cost|time|number|limit|maximum|minimum|formula|bound)|"
    r"in\s+(?:flight|the\s+(?:system|queue))|waiting|outstanding|busy)\b|(?!off\b)[a-z]+(?:ed|en|ing)\b|sent|kept|held|lost|put|read|built|done))",
    re.I,
)
_THAN = re.compile(r"(?<!one\s)\b(?:less|more|fewer|[a-z]+er)\s+than\s*\Z", re.I)
_FOR_THE = re.compile(
    r"\W*for\s+the\s+(?!(?:whole|entire|full|complete|total|run|training|model|step|transfer|message|matmul|product|question|answer|time|cost|result)\b)[a-z]+\W*\Z",
    re.I,
)
_SHARE = re.compile(r"%|percent")
_ITS_NOUN = re.compile(r"\A\s*[a-z]+s\b")  # 24 chunks
_OF_IT = re.compile(r"\A\W*of\s+(?:it|this|that|which)(?=\W*\Z)", re.I)
_SCOPE = re.compile(
    r"\b(?:on|in|into|onto|by|from)\s+(?:just\s+|only\s+)?(?:one|an?\s+single|each|every)\s+[a-z]+", re.I
)
_BY = re.compile(
    r"\b(?:grow|shrink|ris|increas|decreas|drop|fall|fell|rose|grew|shrank|climb|sink|sank|lengthen|shorten|extend|lower|rais|lift|slow|lag|trail|lead|miss)[a-z]*\s+(?:[a-z]+\s+)?by\s*(?:about\s+|roughly\s+)?\Z",
    re.I,
)


@final
@dataclass(frozen=True)
class Place:
    """Where a right value stands: in which part of the sentence, and what stands before and behind it there."""

    part: int
    value: str
    left: str
    right: str


@final
@dataclass(frozen=True)
class Asked:
    """What is asked: the key, its symbols, and how a text is judged against it."""

    key: str
    names: frozenset[str]
    one: Callable[[str], Verdict | None]

    def right(self, text: str) -> bool:
        """Whether a text says the key's value."""
        found = self.one(text)
        return found is not None and found.ok

    def other(self, text: str) -> bool:
        """Whether a text says another value of what is asked."""
        found = self.one(text)
        return found is not None and found.verdict == "wrong" and found.code not in NEUTRAL


def changed(text: str, key: str, one: Callable[[str], Verdict], names: frozenset[str]) -> str:
    """What makes another statement of the right value in a sentence, with its reason; "" where nothing does.

    ``one`` judges a text against the key, ``names`` are the key's symbols.  A word of the key itself changes nothing.
    """
    if (denied := _DENIED_FIRST.match(text)) is not None:
        return f"{denied.group().strip(' :;,')}: a denial"
    if len(text) > MAX_LENGTH or len(re.findall(r"[A-Za-z]{2,}", text)) < _FEWEST:
        return ""
    text = IDIOM.sub("", _OPERAND.sub("", _A_SLICE.sub("chips", in_full_units(text))))
    plain, asked = _OF_ITS_ROOM.sub(" ", in_rates(text)), Asked(key, names, cache(partial(tried, one)))
    doubt = _first(_behind_its_turn(plain, asked), key, "anywhere")
    if doubt or not _is_a_value(key):
        return doubt
    parts = parted(plain)
    places = list(_places(parts, asked))
    if aside := _beside_what_is_asked(plain, asked) or _one_pass(plain, _has_unit(key)) or _of_two(plain, asked):
        return aside
    if (per := _PER_PART.search(plain)) is not None and not _PER_PART.search(key):
        return f"{per.group().strip()}: one of several"
    if not places:
        return _first(" , ".join(p.text for p in parts if p.role in _SAID), key, "clause")
    follow = [p for p in places if parts[p.part].role == "so"]
    reasons = [_reason(p, parts, asked) for p in follow or places]
    return reasons[-1] if all(reasons) else ""


def _behind_its_turn(text: str, asked: Asked) -> str:
    """What stands behind the last "but" with a statement of its own and the right value; else the whole text.

    What somebody else says, or was tempted to say, is denied by it: some say 80 GB, but it is 160 GB.
    """
    for m in reversed([*_TURN.finditer(text)]):
        behind = text[m.end() :]
        if any(asked.right(behind[a:b].strip(" ,.:;")) for a, b in runs_in(behind, asked.names)):
            return behind
    return text


def _is_a_value(key: str) -> bool:
    """Whether a key is a value or a formula: no bound, and no word but a unit's.

    >>> [_is_a_value(k) for k in ("42 ms", "V/W", "max(T_math, T_comms)", "B > 240", "memory-bound", "3x faster")]
    [True, True, True, False, False, False]
    """
    words = [w for w in re.findall(r"[A-Za-z]{3,}", key) if w not in UNITS and not w.isupper()]
    return not re.search(r"[<>≤≥]", key) and (not words or re.search(r"[*/^(]", key) is not None)


def _is_a_formula(key: str) -> bool:
    """Whether a key has symbols.

    >>> [_is_a_formula(k) for k in ("V/W", "6*N*D", "12", "7.2e23/(4*9.89e14) s")]
    [True, True, False, False]
    """
    plain = re.sub(r"\d[\d.,]*(?:e[+-]?\d+)?(?:(?<=[\d)])\s+[A-Za-zµ%/-]+\s*\Z)?", " ", key, flags=re.I)
    return re.search(r"[A-Za-z]", re.sub(r"\)\s+[A-Za-zµ%/-]+\s*\Z", ")", plain)) is not None


def _has_unit(key: str) -> bool:
    """Whether a key is a number with a unit, so that a quantity of its kind is no accident.

    >>> [_has_unit(k) for k in ("42 ms", "$3.50", "12.5 %", "26e9/2e12 s", "V/W", "6*N*D", "12")]
    [True, True, True, True, False, False, False]
    """
    money = re.match(r"\s*[$€£]\s*\d", key) is not None
    return money or (
        re.search(r"[\d)]\s*(?:%|(?:[^\W\d_]+-)?[^\W\d_]+(?:/\w+)?)\s*\Z", key) is not None and kind_of(key) is not None
    )


def _first(text: str, key: str, place: Where) -> str:
    """The first words of a text that change what it says, of those that count at a place, and how; "" for none."""
    share = "%" in key
    for c in CHANGERS:
        if share and c.kind == "a difference":
            continue  # so much of something may be hidden, saved or lost
        m = c.words.search(text) if c.place == place else None
        bounded = c.kind == "a denial" and _BOUNDED.search(text) is not None
        bounded = bounded or (c.kind == "a term" and len(c.words.findall(text)) > 1)  # this term plus that term
        if m is not None and not bounded and m.group().lower() not in key.lower():
            return f"{m.group().strip()}: {c.kind}"
    return ""


def _places(parts: list[Part], asked: Asked) -> Iterator[Place]:
    """Where the right value stands in what a sentence says."""
    for i, p in enumerate(parts):
        for a, b in runs_in(p.text, asked.names) if p.role in _SAID else ():
            value = p.text[a:b].strip(" ,.:;")
            if asked.right(value):
                yield Place(i, value, p.text[:a], p.text[b:])


def _beside_what_is_asked(text: str, asked: Asked) -> str:
    """A relative clause with the right value, of a thing beside: we write a log, which takes 42 ms.

    What is concluded from numbers or symbols, or said to be what all comes to (which makes), is none.
    """
    for a, b in runs_in(text, asked.names) if _PRONOUN.search(text) else ():
        m = _RELATIVE.search(text[:a])
        if m is None or _PREMISE.search(text[: m.start()]) or _CONCLUDES.match(m["how"]):
            continue
        if asked.right(text[a:b].strip(" ,.:;")):
            return f"{m['how'].strip()}: said of something beside what is asked"
    return ""


def _reason(p: Place, parts: list[Part], asked: Asked) -> str:
    """What changes the value at its place, and how; "" for nothing."""
    follows, unit = parts[p.part].role == "so", _has_unit(asked.key)
    own = max((m.end() for m in _NEXT.finditer(p.left) if has_verb(p.left[m.end() :])), default=0)
    beside = f"{p.left[own:]} # {_IF_ALL_OVERLAPS.sub(' ', p.right) if unit else _ITS_NOUN.sub('', p.right)}"
    return (
        _first(beside, asked.key, "clause")
        or ("" if follows else _first(beside, asked.key, "beside"))
        or _first(p.left, asked.key, "before")
        or _first(" , ".join((p.right, *(q.text for q in parts[p.part + 1 :]))), asked.key, "behind")
        or ("" if follows else _led(parts[: p.part + 1], asked.key) or _one_of_many(p, asked.key, unit))
        or _before_a_change(p, parts[p.part + 1 :], asked.key)
        or _said_of_a_thing(p)
        or ("" if any(_PREMISE.search(q.text) for q in parts[: p.part]) else _alone(p))
        or ("" if unit else _of_a_number(p, asked.key))
        or _second(p, asked)
        or ("" if unit or follows else _strictly(p, parts, _is_a_formula(asked.key)))
        or ("" if follows else _by_no_verb(p))
    )


def _led(parts: list[Part], key: str) -> str:
    """What a case or remark without numbers makes of what follows it: halfway through, in the worst case, of all."""
    for q, then in pairwise(parts):
        if _STEP_OF_IT.match(q.text) and _WE.match(then.text):
            continue
        if _IN_A_YEAR.match(q.text):
            return f"{q.text}: another time or plan"
        if len(q.text.split()) > _LED.get(q.role, 0) or _PREMISE.search(q.text):
            continue
        if re.match(r"of\s", q.text, re.I):
            return f"{q.text}: a part"
        plain = q.text if re.fullmatch(r"[\d.,]+", key.strip()) else _ALL_OVERLAPS.sub(" ", q.text)
        if found := _first(plain, key, "clause") or _first(plain, key, "beside"):
            return found
    return ""


def _before_a_change(p: Place, behind: list[Part], key: str) -> str:
    """Another time in a case behind the value: it took 42 ms before the upgrade, it shrinks to 42 ms after a change."""
    if _COMES_DOWN.search(p.left) and behind and _AFTER.fullmatch(behind[0].text):
        return f"{behind[0].text}: another time or plan"
    cases = (_first(q.text, key, "clause") for q in behind if q.role == "case" and not _PREMISE.search(q.text))
    return next((found for found in cases if found.endswith("another time or plan")), "")


def _one_pass(text: str, unit: bool) -> str:
    """One of the two passes of a training, where no word says that the other is counted too; a time may be of one."""
    forward, backward = (re.search(rf"\b{w}(?:s|prop(?:agation)?)?\b", text, re.I) for w in ("forward", "backward"))
    one = backward if forward is None else forward if backward is None and not unit else None
    return f"{one.group()}: a part" if one is not None else ""


def _of_two(text: str, asked: Asked) -> str:
    """The other of two things of which each is told its formula: ring is 2(p-1), tree is 2 log p."""
    m = _OF_TWO.fullmatch(text)
    if m is None or m["a"].lower() == m["b"].lower():
        return ""
    told = [asked.one(m[g]) for g in "xy"]
    right = [v is not None and v.ok for v in told]
    return f"{m['b']} is {m['y']}: another value beside it" if right == [True, False] else ""


def _one_of_many(p: Place, key: str, unit: bool) -> str:
    """One of many things of which nobody asks alone: every retry, and no token or card; of a formula no step either.

    What does something (a router, a worker) is one of which is asked, as a card is.
    """
    if re.search(r"\bevery\s*\Z", p.left):
        return ""  # one failure every 49 hours
    left = stripped(p.left.rstrip())[0]
    verb = _VERB.search(left)
    m = _ONE_OF.search(left[: verb.start()]) if verb is not None and not p.part else None
    if m is None or (unit and _PER_THING.search(key)) or _NO_NOUN.match(m["noun"]) or left[: m.start()].strip():
        return ""
    noun = m["noun"].lower()
    kind = noun in KIND or _WHOLE_PASS.search(m.group()) or _DEVICES.fullmatch(noun) or _DOES.fullmatch(noun)
    usual = kind and not _EVENT.fullmatch(noun)
    if not unit and (_INSIDE.fullmatch(noun) or (_is_a_formula(key) and _RATHER.match(m["each"]))):
        usual = None
    return "" if usual else f"{m.group().strip()}: one of many"


def _said_of_a_thing(p: Place) -> str:
    """A thing that takes so much, so much of it, or by so much: a script that took 4 ms, 6 GB of it, grows by 6 GB."""
    if (that := _THAT_TAKES.search(p.left)) is not None:
        return f"{that['how']}: said of something beside what is asked"
    if (of := _OF_IT.search(p.right)) is not None and not _SHARE.search(p.value):
        return f"{of.group().strip()}: a part"
    if _ADDS_TO.search(p.left) and not _ALL_OF_IT.search(p.left):
        return "adds to: a difference"
    if _ADDS.search(p.left) and "multipl" not in p.left and not re.match(r"\W*to\b", p.right):
        return "adds: a difference"
    by = _BY.search(p.left)
    change = by is not None and re.search(r"%|percent|[x×]\Z|\A[\d.,]+\Z", p.value) is None
    return f"{by.group().strip()}: a difference" if by is not None and change else ""


def _alone(p: Place) -> str:
    """What has so much alone, beside others; not what was computed from numbers for it: with 8 pJ per bit it alone."""
    return "alone: a part" if _ALONE.search(p.left) and not _PREMISE.search(p.left) else ""


def _of_a_number(p: Place, key: str) -> str:
    """A scope in which a bare number is told, or a number that is given: 12 users on one card, the 12 users."""
    if not re.fullmatch(r"[\d.,]+", key.strip()):
        return ""
    if (scope := _SCOPE.search(p.right)) is not None:
        return f"{scope.group().strip()}: one of many"
    given = _GIVEN.search(p.left) if re.search(r"[a-z]\Z", p.value) or re.match(r"\s*[a-z]", p.right) else None
    return f"{given.group().strip()} {p.value}: what is given" if given is not None else ""


def _second(p: Place, asked: Asked) -> str:
    """Another value of the same kind and unit joined to the right one, so that it is open which counts."""
    kind = kind_of(p.value)
    for a, b in runs_in(p.right, asked.names) if kind is not None else ():
        value = p.right[a:b].strip(" ,.:;")
        alike = kind_of(value) == kind and value.split()[-1:] == p.value.split()[-1:]
        if alike and _JOINED.search(p.right[:a]) and asked.other(value):
            return f"{value}: another value beside it"
    return ""


def _strictly(p: Place, parts: list[Part], formula: bool) -> str:
    """What makes a bare number or a formula something else than what is asked: a case, or what is said of it.

    These have no unit by which they are known, so that the sentence has to say that it is so much.
    """
    led = " ".join((*(q.text for q in parts[: p.part]), p.left))
    narrowed = _NARROWED.match(led)
    if narrowed is not None and not _PREMISE.search(led):
        return f"{narrowed.group()}: a case"
    if formula and (than := _THAN.search(p.left)) is not None:
        return f"{than.group().strip()}: a bound"
    if formula and (of := _FOR_THE.match(p.right)) is not None:
        return f"{of.group().strip()}: a part"
    words = _governing(p.left)
    first = not words or (len(words) == 1 and not states(words[0]))
    said = _PREDICATE.match(p.right) if first and not _SHARE.search(p.value) else None
    return f"{said.group().strip()}: said of it, and not that it is so much" if said is not None else ""


def _governing(left: str) -> list[str]:
    """The words before a value without its hedges, articles and particles, of which the last is its verb."""
    return _PARTICLES.sub("", stripped(left.rstrip())[0]).replace("’", "'").split()


def _by_no_verb(p: Place) -> str:
    """A verb before the value that says nothing of how much it is, or an operator: we dodge V/W, latency + V/W."""
    words, before = _governing(p.left), p.left.rstrip()
    if len(words) < 2 or before.endswith((":", "=", ",", "≈", "~", "(")):
        return ""
    verb = words[-1].strip(",:").lower()
    if _OPERATOR.match(p.value) and _A_WORD.fullmatch(verb):
        return f"{verb}: a word, and no symbol"
    seems = verb == "like" and words[-2].lower() in ("looks", "feels", "more")
    return f"{verb}: no verb that says how much it is" if _SAYS_NOTHING.fullmatch(verb) and not seems else ""


def not_surely_wrong(text: str, key: str, found: Verdict, one: Callable[[str], Verdict]) -> str:
    """Why a value that is called wrong is open: it is the share of each of several, or a word was read as a symbol.

    >>> from symroof import check
    >>> [check(f"Each of the 8 cards keeps {n} GB.", "160 GB").verdict for n in (20, 40)]
    ['undecided', 'wrong']
    >>> check("The bubble makes up (p-1)/(m+p) of the step.", "(p - 1)/(m + p - 1)").verdict
    'undecided'
    """
    each = _EACH_OF.search(text)
    if each is not None and found.apart is not None:
        many = Fraction(counted(each["n"].lower()).replace(",", ""))
        if abs(found.apart.answer * many - found.apart.right) <= abs(found.apart.right) * _NEAR:
            return f"{each.group()}: what each has, where what all have is expected"
    if (card := _ON_EACH.search(text)) is not None and found.apart is not None and found.apart.answer > 0:
        many = found.apart.right / found.apart.answer
        if not _PER_THING.search(key) and many.denominator == 1 and many > 1:
            return f"{card.group()}: of how many such is not said"
    formula = _is_a_formula(key) and found.code in ("value", "factor")
    if formula and (words := _beside_its_example(text, key, one)):
        return words
    for name in found.counterexample or ():
        if _A_WORD.fullmatch(name) and name not in key and re.search(rf"(?<![*/^+(-])\s{name}\s(?!\s*[+*/^-])", text):
            return f"{name}: a word, and no symbol"
    return ""


def _beside_its_example(text: str, key: str, one: Callable[[str], Verdict]) -> str:
    """The right formula beside numbers alone: k/2, so for a 7x7 kernel it is 3.5; "" where none stands."""
    names = frozenset(re.findall(r"[A-Za-z]\w*", key))
    runs = [p.text[a:b].strip(" ,.:;") for p in parted(text) for a, b in runs_in(p.text, names)]
    told = [r.rpartition("=")[2].strip() for r in runs if len(r) > 1 and _A_SYMBOL.search(r)]
    if (
        _MULTIPLIED.search(text)
        or len(told) != 1
        or len(re.findall(r"[A-Za-z]{2,}", text.replace(told[0], " "))) < _EXPLAINS
    ):
        return ""
    other = tried(one, told[0])
    return (
        f"{told[0]} stands in it, and another value beside it" if other is not None and other.verdict == "exact" else ""
    )


__all__ = ["changed", "not_surely_wrong"]
