"""A sentence as its subject, its verb, its value and its adjuncts: what it says of the value is what its verb says.

The subject is a noun phrase without numbers or words that scale; the verb is one of those that state how much it is;
an adjunct is a place, an instrument or a time without numbers, as a noun phrase behind its preposition.  Only a
sentence all of whose words have a place in that order is read, so that nothing is left out that nobody understood.

>>> stated("you would see 10 tokens per second coming out"), stated("around 11 ms on a v5e"), stated("$412 all in")
('10 tokens per second', 'around 11 ms', '$412')
>>> stated("The disk manages 1000 random reads per second"), stated("you want a batch of 2400 or more")
('1000 reads per second', '2400 or more')
>>> [stated(t) for t in ("it misses 42 ms", "the step might take 42 ms", "42 ms on two chips", "twice the cost is $4")]
['', '', '', '']
"""

from __future__ import annotations

import symroof.regexes as re
from symroof.checking.words.lexicon import AGAIN, AGAINST, ALTERS, SCALES, TURNS, wordset
from symroof.checking.words.numerals import FEW, NUMBER, counted
from symroof.reading.measures import KIND, UNITS

MAX_LENGTH = 160  # characters; a longer sentence has more than one verb
_PRONOUNS = wordset("it we you they one i this that there he she each everybody everyone")
_DETERMINERS = wordset("the a an this that these those its our your my their such")
_MODALS = wordset("will would should must can shall") | {"need to", "has to", "have to"}
_ADVERBS = wordset(
    "then now just simply only still also thus therefore hence so here actually really typically basically "
    "essentially always already currently easily comfortably finally eventually overall roughly exactly alone "
    "together us me you him them"
)
#: verbs that state how much there is, by what remains of them without their endings
_STATE = wordset(
    "tak need requir cost giv mak get com work amount total equal us mov read load stream send writ hav ha hold "
    "stor spend last run finish occup consum weigh yield produc serv handl achiev sustain generat allow permit "
    "leav se contain dissipat deliver manag decod pay charg process perform execut emit transfer transmit receiv "
    "fetch touch draw burn allocat reserv cover span want support accept fill eat gobbl measur pull pump "
    "accommodat observ find obtain comput calculat land sit stand hover lie ar is wer wa be mean accumulat averag "
    "amortiz distribut spread shard split wait do tie soak spit push crunch process afford return saturat go look "
    "provid offer complet stay remain becom carr issu book bill put churn fir swallow cop absorb bring buy earn "
    "rack boil is wa"
)
_PARTICLES = wordset("out up in at to for as on across about over with")
_PREPOSITIONS = wordset("on in inside at for over across through via from to into onto with within by of during among")
_NEEDS_ARTICLE = wordset("over with by to at for on")  # over budget, with int8
_TAILS = re.compile(
    r"(?:coming\s+(?:out|in|off)|(?:out\s+of|from|with|for)\s+(?:it|this|that)|(?:you|we)\s+(?:are|'re)\s+(?:fine|ok|good|safe|done|there)|up\s+and\s+down|there\s+and\s+back|"
    r"going\s+(?:out|in)|all\s+in(?:\s+all)?|in\s+(?:total|all|sum|the\s+end|practice)|altogether|together|overall|total|here|there|now|then|"
    r"at\s+(?:a\s+time|once)|(?:it|that|this)\s+(?:is|will\s+be)\s+(?:possible|enough|sufficient|fine|needed)|it\s+(?:suffices|works)|"
    r"(?:is|are)\s+(?:needed|required|enough|sufficient|possible)|we\s+(?:need|get|find)|you\s+(?:need|get|want)|(?:that|which)\s+(?:is|was)\s+it)\Z",
    re.I,
)
_ABOUT = (
    r"(?:(?:about|around|roughly|approximately|nearly|almost|some|circa|exactly|just|only|a\s+mere|an?\s+good)\s+|"
    r"[~≈]\s?)"
)
_BOUND = (
    r"(?:(?:at\s+(?:least|most)|(?:no\s+)?(?:more|less|fewer|larger|smaller|greater|higher|lower)\s+than|over|under|above|below|"
    r"up\s+to|beyond|(?:a\s+)?(?:minimum|maximum)(?:\s+of)?)\s+)"
)
_VALUE = re.compile(
    rf"(?<![\w.])(?P<lead>(?:{_BOUND}|{_ABOUT})*)(?P<n>\$?{NUMBER}(?:[kMGT](?=\s+[a-z])|\s+(?:thousand|million|billion|trillion|hundred)\b)?)(?![\w.]*\d)",
    re.I,
)
_SEVERAL = re.compile(r"[;:()<>=≤≥?*^\\]|,(?!\d{3})")  # clauses, or formulas
_ADJUNCT = re.compile(
    rf"(?P<p>{'|'.join(sorted(_PREPOSITIONS, reverse=True))})\s+(?P<d>(?:{'|'.join(sorted(_DETERMINERS))})\s+)?"
    rf"(?P<np>[A-Za-z][\w-]*(?:\s+(?!(?:{'|'.join(sorted(_PREPOSITIONS))}|it|we|you|that|which|is|are)\b)[A-Za-z][\w-]*){{0,2}})(?:\s+|\Z)",
    re.I,
)
_CHIP = re.compile(
    r"(?:v\d[a-z]?|[AHBVLP]\d{2,3}|TPUs?|TPU\s+v\d\w?|GPU|H100|chip|card|device|machine|node|link|network|wire)s?", re.I
)
_MOVES = re.compile(r"(?:into|from|to|onto|within|by)\b", re.I)
_SHARES_OVER = re.compile(r"\b(?:accumulat|spread|shard|split|distribut|average|amorti[sz])[a-z]*\Z", re.I)
_SHARED_OVER = re.compile(r"\Aover\s+", re.I)
_LONELY = re.compile(rf"\b(?:{FEW})\b", re.I)
_SMALL = re.compile(rf"\b(?P<n>{FEW})\s+(?P<noun>[a-z]+)\b", re.I)
_RATE = re.compile(r"\s+(?:per|an?|each|every)\s+[a-z]+\b", re.I)
_WANTS = re.compile(r"\A(?:you|we|one|they|i)\s+(?:want|'d\s+want)\b", re.I)
_MORE = re.compile(r"\s+(?:or|and)\s+(?:more|less|fewer|above|below|up|over|larger|higher)\b", re.I)
_OF_A_THING = re.compile(
    r"(?:\A|\s)(?:(?:an?|the|its|our)\s+(?!one\b)(?:[a-z-]+\s+){0,2}[a-z-]+|batch(?:es)?|total|sum)\s+of\Z", re.I
)
_OPEN = re.compile(
    rf"\b(?:half|twice|double|triple|third|quarter|both|{FEW}|dozen|more|less|fewer|same|other|another|"
    r"per|each|every|apiece|best|worst|first|last|int\d|fp\d+|bf16|int8|ideal|perfect|naive|theor\w+|free|extra|additional|remaining|left|"
    r"users?|layers?|chips?|gpus?|cards?|devices?|weights|quantiz\w+|sparse|peak|overhead|budget|average|paper|scratch|hand|reserve|stock|advance|theory|principle|future|past)\b|\d",
    re.I,
)
_SCALED = re.compile(rf"{_OPEN.pattern}|{SCALES.pattern}|\bpower\b", re.I)


def stated(text: str) -> str:
    """The value that a sentence states, with its approximation or its bound; "" where it is not such a sentence."""
    if not re.search(r"\d", text):
        text = _LONELY.sub(lambda m: counted(m.group().lower()), text)  # maximum seven it is possible
    plain = _SMALL.sub(
        lambda m: m.group() if m["noun"] not in KIND else f"{counted(m['n'].lower())} {m['noun']}",
        " ".join(text.split()),
    )
    plain = plain.strip().rstrip(".!")
    if len(plain) > MAX_LENGTH or _SEVERAL.search(plain):
        return ""
    found = [m for m in _VALUE.finditer(plain) if m["n"]]
    if len(found) != 1:
        return ""
    m = found[0]
    unit, sort, end = unit_behind(plain, m.end())
    before, behind = plain[: m.start()].strip(), plain[end:].strip()
    if not before and _MOVES.match(behind):
        return ""  # 42 ms into the run
    if not _said(before) or not _placed(behind) or not (before or behind or sort):
        return ""
    more = _MORE.search(plain[m.end() : end])
    lead = _SHARED_OVER.sub("", m["lead"] or "") if _SHARES_OVER.search(before) else m["lead"] or ""
    return f"{lead}{m['n']}{unit}{more.group() if more is not None else ''}".strip()


def unit_behind(text: str, at: int) -> tuple[str, str, int]:
    """What a number is of, of which sort these things are, and where that ends; "" for a bare number."""
    end, unit, sort = at, "", ""
    words = list(re.finditer(r"[\s-]?([A-Za-zµμ%]+(?:/[A-Za-zµμ]+)*)", text[at : at + 60]))[:3]
    for i, m in enumerate(words):
        word = m[1].split("/")[0]
        if text[at : at + m.start()].strip() != " ".join(w[1] for w in words[:i]) or word.lower() in _PREPOSITIONS:
            break
        if word in UNITS and (not i or word in KIND):
            rate = _RATE.match(text, at + m.end())
            end = rate.end() if rate is not None else at + m.end()
            unit, sort = f" {m[1]}" if i else m.group(), " ".join(w[1] for w in words[:i])
            unit += rate.group() if rate is not None else ""
            break
        if _OPEN.fullmatch(word) or not word.islower():
            break
    more = _MORE.match(text, end)
    return unit, sort, more.end() if more is not None else end


def _said(before: str) -> bool:
    """Whether what stands before a value is a subject with a verb that states it, or nothing."""
    words = before.replace("’", "'").split()
    if not words:
        return True
    if (
        TURNS.search(re.sub(r"\b(?:would|only|should)\b", " ", before))
        or AGAINST.search(_WANTS.sub(" ", before))
        or AGAIN.search(before)
    ):
        return False
    if [w.lower() for w in words] == ["with"]:
        return True
    if (of := _OF_A_THING.search(before)) is not None and not _SCALED.search(of.group()):
        words = before[: of.start()].split()  # you want a batch of, an MFU of
        if not words:
            return True
    return _clause(words)


def _clause(words: list[str]) -> bool:
    """Whether words are a subject and a verb: the disk manages, you would see, every token is occupying."""
    i = _subject(words)
    if not i:
        return False
    rest = [w.lower() for w in words[i:]]
    while rest and (
        rest[0] in _MODALS or rest[0] in _ADVERBS or rest[0] in ("be", "been", "to", "has", "have", "going")
    ):
        if len(rest) == 1 and rest[0] in ("has", "have"):
            return True
        rest.pop(0)
    if not rest or not is_verb(rest[0]):
        return False
    rest = rest[1:]
    while rest and (rest[0] in _ADVERBS or is_verb(rest[0]) or (rest[0] in _PARTICLES and len(rest) <= 2)):
        rest.pop(0)
    return not rest


def _subject(words: list[str]) -> int:
    """Of how many words the subject is with which a sentence begins: a pronoun, or a noun phrase up to its verb."""
    first = words[0].lower()
    each = (
        first in ("each", "this", "that", "one")
        and len(words) > 1
        and not (is_verb(words[1].lower()) or words[1].lower() in _MODALS)
    )
    if (first in _PRONOUNS and not each) or re.fullmatch(r"(?:it|that|there|we|you|they|i)'(?:s|re|d|ll|ve)", first):
        return 1
    n = 0
    if first in _PREPOSITIONS:
        return 0  # with int8 weights it takes
    for n, word in enumerate(words):
        verb = (
            n > 0 and is_verb(word.lower()) and not (word.lower() in ("read", "load", "work", "cost", "use") and n < 2)
        )
        modal = n > 0 and (word.lower() in _MODALS or word.lower() in ("has", "have"))
        if verb or modal:
            break
        if n and word.lower() in _DETERMINERS and words[n - 1].lower() not in _PREPOSITIONS:
            return 0
        if not re.fullmatch(r"[A-Za-z][A-Za-z0-9'-]*", word) or n > _LONGEST:
            return 0
    subject = " ".join(words[:n])
    several = re.search(
        r"\b(?:half|twice|double|triple|both|other|another|same|more|less|fewer|rest|difference|than|if)\b|(?<![A-Za-z])\d",
        subject,
        re.I,
    )
    return 0 if several or (len(words[:n]) == 1 and len(words[0]) == 1) else n


_LONGEST = 7  # words of a subject


def is_verb(word: str) -> bool:
    """Whether a word is a verb that states how much there is, in any of its forms."""
    if word in _STATE:
        return True
    stem = re.sub(r"(?:ying|ies|ied|y)\Z", "", word)
    stem = re.sub(r"(?:(?:(?<=s)|(?<=sh)|(?<=ch)|(?<=x))es|ing|ed|es|e|s)\Z", "", stem) if stem == word else stem
    stem = stem[:-1] if len(stem) > 3 and stem[-1:] == stem[-2:-1] and stem[-1] not in "sl" else stem
    return stem in _STATE or word in (
        "are",
        "is",
        "was",
        "were",
        "be",
        "does",
        "did",
        "has",
        "had",
        "spat",
        "took",
        "cost",
        "ran",
        "gave",
        "got",
        "found",
        "held",
        "paid",
        "'s",
        "needs",
        "sees",
        "see",
    )


def _placed(behind: str) -> bool:
    """Whether what stands behind a value is adjuncts: where, with what and when, without numbers or another case."""
    rest = behind
    if (cleft := re.match(r"(?:of\s+[a-z ]+\s)?(?:is|are)\s+what\s+", rest)) is not None:
        return _clause(rest[cleft.end() :].split())  # 3 MB of scratch is what the merge eats
    for _ in range(4):
        if not rest or _TAILS.match(rest):
            return True
        m = _ADJUNCT.match(rest)
        if m is None or _another_case(m["p"].lower(), m["d"] or "", m["np"]):
            return False
        rest = rest[m.end() :]
    return not rest


def _another_case(preposition: str, determiner: str, noun: str) -> bool:
    """Whether an adjunct may change the value: with int8 weights, for all layers, over budget, to spare."""
    if any(w.search(noun) for w in (TURNS, AGAINST, AGAIN, SCALES)):
        return True
    if determiner and _CHIP.fullmatch(noun):
        return False
    alone = not determiner and preposition in _NEEDS_ARTICLE
    if alone or _OPEN.search(noun):
        return True
    return bool(ALTERS.search(noun) or {*noun.split()} & {*UNITS} - {*KIND})


__all__ = ["is_verb", "stated", "unit_behind"]
