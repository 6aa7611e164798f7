"""A value with a clause behind it that only explains: 3907, the last one isn't full; 8ND, there is one extra pass.

Who tells a value and goes on with a statement of something else has answered with the value.  A right one stands unless
the clause takes it back, scales it, adds to it, or tells another value that may be meant; a wrong one stays wrong
unless a number in the clause would make it right.  What such a clause is about nobody has to know: it needs a subject
and a verb of its own, or a word for why, and none of the words of the closed class that change what stands before them.

>>> [next(heads_of(t)) for t in ("3907, the last one isn't full", "8ND because we recompute", "V/W, plus the latency")]
[('3907', "the last one isn't full", False), ('8ND', 'we recompute', True), ('V/W', 'plus the latency', False)]
>>> said = "the last one isn't full", "plus a bit", "each layer takes that long", "you have to double that"
>>> [explains(t, "3907") for t in said]
[True, False, False, False]
>>> explains("it goes round the ring twice", "2*V/W"), explains("it goes round the ring twice", "V/W")
(True, False)
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction

import symroof.regexes as re
from symroof.checking.answers.assertion import kind_of
from symroof.checking.answers.noted import at_odds
from symroof.checking.answers.pieces import NEUTRAL
from symroof.checking.answers.prose import has_verb
from symroof.checking.answers.workings import names_it, too_few, works_out
from symroof.checking.claims.claims import Verdict, tried, with_note
from symroof.checking.words.changers import CHANGERS
from symroof.checking.words.lexicon import AGAIN, ALTERS, BINDS, SCALES, TAKEN_BACK, TURNS
from symroof.checking.words.numerals import FEW, NUMBER, counted, in_digits
from symroof.errors import SymroofError
from symroof.reading.measures import KIND, UNITS
from symroof.reading.quantity import quantity
from symroof.reading.spelling import FUNCTIONS

MAX_LENGTH = 200  # characters; who says more tells of more than one thing
_LONGEST = 7  # words of a value with what it is of
_WHY = (
    r"(?:because(?:\s+of)?|since|as(?!\s+(?:long|much|many|far|soon|well|fast|often|few|an?)\b)|due\s+to|given\s+that|"
    r"considering)"
)
_MARK = re.compile(
    rf"\s*[,;:.(–—-]?\s*(?<=[\s,;:.(–—-])(?P<why>{_WHY})\s+(?=\S)|[,;:]\s+|\.\s+(?=[A-Za-z])|\s+(?:-+|[–—])\s+(?=[A-Za-z]{{2}})|\s+(?P<in>\()(?=[^()]*\)[.!]*\Z)",
    re.I,
)
_FIRST = re.compile(  # how a clause begins that goes on with the value
    r"(?:and|or|but|yet|plus|minus|times|divided|multiplied|so|hence|thus|therefore|then|which|that\s+is(?=,)|i\.?e|e\.?g|giving|making|meaning|"
    r"as|is|are|was|were|has|have|had|will|can|must|does|do|did|takes?|needs?|costs?|i\s+(?:did|do|could|can|have)(?:n['’]t|\s+not)|"
    r"each|both|per|apiece|for|at|on|in|with|without|over|under|by|from|to|if|when|where|while|whereas|not|no|never|"
    r"half|twice|double|only\s+(?:if|when|for)|every(?=\s*\Z)|than|instead|rather|other|another|again)\b|[-+*/×^=<>≤≥≈~→]",
    re.I,
)
_IT_IS = re.compile(  # another value of it, and not what it is beside that: it's 16-way
    r"(?:that|this|it)(?:['’]s|\s+is|\s+makes|\s+gives)\s+(?:about\s+|roughly\s+)?[~≈]?\d[\d.,]*(?!\d|[\s-]?(?:fps|Hz|[kMG]Hz|way|bits?\b|x\b))",
    re.I,
)
_WITH_A_VERB = re.compile(r"(?:each|every|both|no|half)\s+(?!of\b|way|direction|the\b)[a-z]", re.I)
_CONCLUDES = re.compile(
    r"(?<![\w])(?:so|hence|thus|therefore|ergo|i\.e\.|altogether|total(?:s|ing)?|makes?|giv(?:es?|ing)|comes?\s+(?:out\s+)?to|equals?|means?|yields?)(?![\w])|=>|->|→|⇒|=",
    re.I,
)
_PLAIN_VERB = re.compile(
    r"\b(?:is|are|was|were|has|have|had|does|do|did|can|will|must|cannot|gets?|live[sd]?|sits?|fits?|keeps?|hides?|shares?|crosses|sends?|uses?|carr(?:y|ies)|matters?|counts?|"
    r"overlaps?|dominates?|waits?|runs?|stays?|goes?|grows?|works?|knows?|sees?|talks?|moves?|reads?|writes?|knows?|costs?|takes?|needs?|round(?:s|ed)?|remains?|round)\b|n['’]t\b|['’](?:s|re|ve)\b",
    re.I,
)
_FINITE = re.compile(  # a verb by its ending, behind a subject of one or of many
    r"(?:nobody|no\s?one|everyone|everybody|everything|nothing|it|he|she|(?:the|an?|each|every|one|our|its|this)\s+[a-z-]+(?:\s+[a-z-]+)??)\s+"
    r"[a-z]{2,}(?<!s)s\b|(?:we|you|they|people)\s+[a-z]{2,}\b",
    re.I,
)
#: what adds to a value, wherever its clause says so
_ADDS = re.compile(
    r"(?:\bnot|n['’]t)\s+included\b|\b(?:plus|minus|extra\s*\Z|on\s+top|in\s+addition|additional(?:ly)?|add(?:s|ed|ing)?|another|as\s+well|too|also|besides|excluded|missing|longer|slower|faster|shorter|higher|lower|more|less|fewer|than)\b",
    re.I,
)
#: what refers to the value, and scales or repeats it
_REFERS = re.compile(
    r"\b(?:that|as|so)\s+(?:long|much|many|often|fast|big|large|again)\b|\b(?:the\s+same|same\s+again|so\s+(?:does|do|is|are))\b|"
    r"\b(?:of|from|by)\s+(?:it|them|those|these|that|this|which|what)\b|\b(?:that|this|those|it)(?:['’]s|\s+is|\s+are)?\s+(?:for|per|each|one|only|just)\b|"
    r"\b(?:the\s+|an)other\b|\bothers\b|\b(?:both|each)\s+(?:ways?|directions?|sides?)\b|\bthere\s+and\s+back\b|\bround\s+trip\b|\bper\s+(?:direction|way|side)\b",
    re.I,
)
_SCALES = re.compile(
    r"\b(?:half|halves|halve[sd]?|halving|twice|thrice|doubl\w+|tripl\w+|quadrupl\w+|times|again|\w+fold|squared?|thirds?|quarters?|share[sd]?|fraction|per(?:cent)?|each|apiece|most(?:ly)?|part(?:s|ly)?)\b",
    re.I,
)
_A_PART_OF_SPEECH = re.compile(r"\A(?:each|every|both|most|half)\s+(?!of\b)[a-z]+\s", re.I)  # of its own subject
#: subjects that are the value, or another one of it
_THE_VALUE = re.compile(
    r"\A(?:the|a|my|our|your|its|this|that)\s+(?:(?:[a-z]+\s+)?(?:answer|result|value|number|figure|truth|solution|sum|total|difference|spec|datasheet|book|teacher|boss|colleague|friend|manual|vendor)|"
    r"real|true|actual|exact|correct|right|proper|other|rest|remainder|remaining|spare|second|next|new|old)\b",
    re.I,
)
_OTHER_ONE = re.compile(r"(?:the|my|our|your|its|an?)\s+(?:other|rest|second|third|next|new|old|last|spare)\b", re.I)
#: of one of several it is told
_OF_ONE = re.compile(
    r"(?:(?:that|this|it|which)(?:['’]s|\s+is)\s+)?(?:for|per)\s+(?:(?:just|only)\s+)?(?:one|each|every|a\s+single)\s+[a-z]+\W*\Z",
    re.I,
)
_PRONOUN = re.compile(r"\A(?:it|that|this|which|these|those)(?:['’]s|['’]re|['’]ll|['’]d)?\b", re.I)
#: what may be said of it by a pronoun, and makes another statement of the value
_OF_IT = re.compile(
    r"\b(?:least|most|best|worst|bounds?|limit(?:s|ed)?|min(?:imum)?|max(?:imum)?|ideal\w*|theor\w+|peak|for|not|never|no|cannot|right|wrong|correct|rough\w*|estimate|guess|question|"
    r"without|with(?!\s+\d)|only|alone|one|before|after|until|too|enough|over|under|above|below|beyond|budget|goal|target|used|was|were|forward|backward|directions?|phase|part|pass)\b|n['’]t\b|\?",
    re.I,
)
#: what refers to the value as an object, and not to the subject of its own clause: each hop costs that
_OBJECT = re.compile(
    r"\s(?:it|that|this|these|those|them|so)(?=\W*\Z|\s+(?:again|too|alone|for|in|on|at|to|per|twice|once|as|one|[a-z]+\s+times)\b)",
    re.I,
)
#: what only names the value, interest on interest, or says of all of several how they are, every link busy
_NAMING = re.compile(
    r"(?!(?:roughly|about|approx\w*|maybe)\b)[a-z]{4,}(?<!ly)(?<!ed)\s+(?:on|of|over|to)\s+[a-z]{4,}(?<!ed)",
    re.I,
)
_ABSOLUTE = re.compile(
    r"(?:every|all|no)\s+(?:the\s+)?[a-z]+\s+(?:busy|full|idle|in\s+use|used|loaded|active|saturated|waiting|counted|involved)",
    re.I,
)
_HAVE = re.compile(rf"(?:we|you|they)\s+have\s+(?:{FEW}|\d+)\s|there\s+(?:are|['’]re)\s+(?:{FEW}|\d+)\s", re.I)
_ORDINAL = re.compile(
    r"\b(?:first|second|third|next|[a-z]{3,}(?<!bo)(?<!wi)(?<!leng)(?<!wid)(?<!dep)(?<!bandwid)(?<!mon)th)\b(?!.*(?:n['’]t|\bnot)\b)",
    re.I,
)
#: what says that the value is not all of it, comes before something else, or is only thought to be so
_LEAVES_OUT = re.compile(
    r"\b(?:ignor\w+|neglect(?!ib)\w*|dropp?(?:ed|ing)|left\s+(?:out|aside)|skip\w*|omit\w*|assum\w*|forg[eo]t\w*|missing|missed|reserve|guess\w*|"
    r"hop(?:e|es|ed|ing)|wish\w*|claim\w*|believ\w*|think\w*|thought|says?|said|tells?|told|suppos\w*|later|after\w*|follow\w*|before\w*|depends?|"
    r"approximat\w+|estimat\w+)\b|(?:\bnot|n['’]t)\s+(?:included|counted|considered)\b",
    re.I,
)
#: kinds of words that change a value by whatever clause they stand in, and those that do where it is their subject
_CHANGES = ("a doubt", "what somebody asks for", "another time or plan", "something more")
_CHANGES_IT = (*_CHANGES, "a part", "a case", "an extreme", "a spread", "a difference", "a term", "not all of it")
_ASIDE = re.compile(
    r"\b(?:its|their)\s+own\b|\b(?:not|n['’]t)\s+(?:in\s+(?:there|it)|there|used|part)\b|\bthrown\s+away\b|"
    r"\b(?:copy|copies|replica\w*|mirror\w*|repeats?|serial\w*|sequence|runs\s+happen|compressed|uncompressed|disabled|broken|dead|gone|wasted|error|lie|off|on)\W*\Z|\b(?:split|spread|balanced)\b|"
    r"\A(?:nothing|everything)\b|\A(?:this|it)\s+(?:is\s+(?:overkill|insane|nonsense)|fails|breaks|repeats)\b|\A(?:half|one|two|three|four|seven|only\s+[a-z]+)\s+(?:are|is|stay|work)\b",
    re.I,
)
_HYPOTHETICAL = re.compile(r"\b(?:(?:would|could)(?!n['’]t|\s+not\b)|might|should|may)\b|['’]d\b|\?", re.I)
_AMOUNT = re.compile(
    rf"(?<![\w.^])(?P<n>{NUMBER})(?:[\s-]?(?P<of>[A-Za-zµμ%]+(?:/[A-Za-z]+)?))?(?P<per>\s*/|\s+(?:per|an?|each|every)\b)?"
)
_QUANTITY = rf"{NUMBER}\s?[A-Za-zµ]*"
_SMALL = rf"(?:{FEW})"
_SYMBOL = re.compile(r"(?<![A-Za-z])[A-Za-z](?![a-z])")
_LONE = re.compile(r"(?<![A-Za-z'’])(?!a\b|I\b|s\b)[A-Za-z](?![A-Za-z'’])")
_VERDICT = re.compile(r"\s*(?:yes|no|never|always|[a-z/]+[\s-](?:bound|limited))\s*", re.I)
_TIMES = {
    "twice": 2,
    "double": 2,
    "doubles": 2,
    "doubled": 2,
    "both": 2,
    "thrice": 3,
    "triple": 3,
    "half": 2,
    "halves": 2,
    "halved": 2,
}
_SPREAD = re.compile(
    r"(?:spread|split|divided|shared|sharded|distributed)\s+(?:evenly\s+)?(?:over|across|among|between|on|by)\b", re.I
)
_TWICE = re.compile(
    r"\b(?:both|of\s+(?:them|those|these)|each\s+way|each\s+direction|the\s+same|again|way\s+back|other\s+(?:half|way|direction))\b",
    re.I,
)
_PACED = re.compile(  # whose inverse a time or a rate is
    r"\A(?:it|that|this)\b|\b(?:cycle|period|clock|frequency|rate|tick)(?:\s+time)?\s+(?:is|takes|lasts|of)\b", re.I
)
_PAIR = 2  # things, of which there are everywhere
_EXCUSED = Fraction(1, 10)  # by how much one digit may be off where its reason is told


_GOES_ON = re.compile(  # to another value: 240 FLOPs, and dividing by 2 gives 120
    r"\b(?:so|hence|thus|therefore|which\s+(?:is|gives|makes)|giv(?:es?|ing)|mak(?:es?|ing)|yields?|leaves?|then)\b",
    re.I,
)
_RATE_OF_A_COUNT = re.compile(
    r"\d/s\s?[*×x]\s?\d+\Z|\d\s?[*×x]\s?\d+/s\Z"
)  # of seconds without their unit: 1000/s * 86400
_EXAMPLE = re.compile(r"(?:e\.?g\.?|for\s+(?:example|instance))[,:]?\s", re.I)
_THAT_IS = re.compile(r"\A(?:i\.?e\.?|that\s+is|so|meaning),?\s+", re.I)
_NEEDED = re.compile(  # sqrt(d), otherwise softmax saturates: what else would be, without a value of its own
    r"(?P<what>[^,;]*[\w)%])[,;]?\s+(?:otherwise|or\s+else|else)\s+(?P<else>(?!it\b|that\b)[a-z][^\d*/^=<>]*)", re.I
)


def heads_of(text: str) -> Iterator[tuple[str, str, bool]]:
    """Each value that may head a text, the clause behind it, and whether a word for why stands between them."""
    text = " ".join(text.split())
    for m in _MARK.finditer(text) if len(text) <= MAX_LENGTH else ():
        head, tail = text[: m.start()].strip(), text[m.end() :].strip(" .!")
        if m["in"] is not None:
            tail = tail.removesuffix(")")
        if len(head.split()) > _LONGEST:
            return
        if (
            head
            and tail
            and re.search(
                r"(?:\A|\s)(?:and|but|or|so|then|just|only|mostly|times|plus|minus|over|by|of|x|per|than)\Z", head
            )
            is None
        ):
            yield head, tail, m["why"] is not None


def headed(answer: object, expected: object, one: Callable[[str], Verdict], *, refuted: bool = False) -> Verdict | None:
    """The verdict on a value that an explaining clause follows; None where it is none, or where it may change it.

    ``one`` judges a text against what is expected; what is ``refuted`` as a whole no working bears out.
    """
    if not isinstance(answer, str) or not isinstance(expected, str) or len(answer) > MAX_LENGTH:
        return None
    if re.search(r"[<>≤≥,;]", re.sub(r"\([^()]*\)", "", expected)):
        return None
    if (needed := _NEEDED.fullmatch(answer)) is not None and _goes_wrong(needed):
        found = tried(one, needed["what"])
        return (
            found if found is None or found.verdict == "undecided" else with_note(found, f"left out: {needed['else']}")
        )
    if _VERDICT.fullmatch(expected) or BINDS.search(answer) or TAKEN_BACK.search(answer):
        return None
    told = (_by_its_head(*parts, expected, one, refuted) for parts in heads_of(answer))
    return next((v for v in told if v is not None), None)


def unlike(answer: object, expected: object) -> str:
    """Why a right value is open by the clause behind it: it is of one of several, or of another pace; "" for none.

    >>> unlike("42 ms, that's for one layer", "42 ms"), unlike("2.5 GHz since the cycle is 0.8 ns", "2.5 GHz")
    ("42 ms stands, and that's for one layer beside it", '2.5 GHz stands, and 0.8 ns beside it comes to something else')
    >>> unlike("42 ms, that's all of it", "42 ms"), unlike("2.5 GHz, it's a cycle of 0.4 ns", "2.5 GHz")
    ('', '')
    """
    if not isinstance(answer, str) or not isinstance(expected, str) or len(answer) > MAX_LENGTH:
        return ""
    if _VERDICT.fullmatch(expected) or re.search(r"[<>≤≥]", expected):
        return ""  # always, for every n
    for head, tail, _ in heads_of(answer):
        if _OF_ONE.match(tail) and not _OF_ONE.search(expected):
            return f"{head} stands, and {tail} beside it"
        for m in _AMOUNT.finditer(in_digits(tail, ())) if _PACED.search(tail) else ():
            if (m["of"] or "") in UNITS and not m["per"] and at_odds(head, told := f"{m['n']} {m['of']}"):
                return f"{head} stands, and {told} beside it comes to something else"
    return ""


def _goes_wrong(m: re.Match[str]) -> bool:
    """Whether what would else be is a statement, so that it is no other value: softmax saturates, and not slower."""
    said = _states(m["else"]) or re.match(r"(?:the\s+)?[a-z]+\s+[a-z]{3,}(?<!s)s\b", m["else"]) is not None
    return said and not BINDS.search(m["what"] + m["else"]) and not SCALES.search(m["else"])


def _borne_out(head: str, tail: str, expected: str, one: Callable[[str], Verdict], refuted: bool) -> Verdict | None:
    """The verdict on a value with what bears it out behind it: its working, a law by name, what one less would do."""
    working = _THAT_IS.sub("", tail)
    worked = _GOES_ON.search(working) is None and works_out(working, head)
    said = names_it(tail) or worked or too_few(tail, head) or _is_an_example(tail, head)
    if not (said or _counts_all(tail, head, expected)):
        return None
    found = tried(one, head)
    told = found is not None and (found.ok or found.code not in (*NEUTRAL, "unread"))
    sure = names_it(tail) or too_few(tail, head)  # in which no other value is told
    if refuted and found is not None and found.ok and not sure and not _RATE_OF_A_COUNT.search(tail):
        return None
    if found is not None and not found.ok and not sure and _mends(found, tail, False, one):
        return None
    if found is None or not told or found.verdict in ("in-regime", "undecided"):
        return None
    return with_note(found, f"left out: {tail}")


def _is_an_example(tail: str, head: str) -> bool:
    """Whether an example stands behind a value that is not another value: e.g. on one card, and not e.g. 7 ms."""
    m = _EXAMPLE.match(tail)
    if m is None or re.match(rf"(?:about\s+|only\s+)?[~≈$]?\s?(?:\d|(?:{FEW}|one)\b)", tail[m.end() :]):
        return False
    kind = kind_of(head)
    return kind is None or kind not in {kind_of(f"{a['n']} {a['of'] or ''}".strip()) for a in _AMOUNT.finditer(tail)}


def _counts_all(tail: str, head: str, expected: str) -> bool:
    """Whether what stands behind a count is of how many that many are, where no share is asked: 2 (of 3)."""
    m, n = re.fullmatch(r"(?:out\s+)?of\s+(\d+)", tail), re.search(r"(\d+)\Z", head)
    share = re.search(r"[%/.]|\bof\b", expected) is not None
    return m is not None and n is not None and not share and int(m[1]) >= int(n[1])


def _by_its_head(
    head: str, tail: str, why: bool, expected: str, one: Callable[[str], Verdict], refuted: bool
) -> Verdict | None:
    """The verdict on a value with one clause behind it."""
    if (borne := _borne_out(head, tail, expected, one, refuted)) is not None:
        return borne
    found = _of_the_head(head, tail, one)
    if found is None or (why and not _gives_a_reason(tail)):
        return None
    if _far(found, head):
        words = f"{head} is further from {expected} than its one digit excuses, for a reason of its own"
        wrong = replace(found, verdict="wrong", reason=words, code="value", right=expected)
        return None if _may_scale(tail) else wrong
    if found.ok:
        return _right(found, head, tail, why, expected, one)
    if re.search(rf"[\d*/^+(]|\b(?:{FEW}|one)\b|\b[a-zA-Z]\b", head) is None and "O(" not in expected:
        return None  # cf. eq. (7): words, which letters make
    if not why and _makes_up(found, tail):
        return _open(f"{head}, {tail}: whether that makes it {expected} is open")
    return None if _mends(found, tail, why, one) else with_note(found, f"left out: {tail}")


def _of_the_head(head: str, tail: str, one: Callable[[str], Verdict]) -> Verdict | None:
    """The verdict on a value alone, where the clause behind it is none of another case; None where it says nothing."""
    compares = re.fullmatch(rf"{_QUANTITY}\s*[<>]=?\s*{_QUANTITY}", tail) is not None
    if not (compares or re.search(r"[A-Za-z]{2}", tail)):
        return None
    found = tried(one, head)
    if found is None or not (found.ok or (found.verdict == "wrong" and found.code not in NEUTRAL)):
        return None
    two = has_verb(head) and not {*_LONE.findall(head)}.isdisjoint(_LONE.findall(tail))  # ring is 2p, tree is log p
    cases = re.search(r"\bfor\s", head) is not None and re.search(r"\bfor\s", tail) is not None  # of two, told apart
    return None if found.verdict == "in-regime" or two or cases else found


def _right(
    found: Verdict, head: str, tail: str, why: bool, expected: str, one: Callable[[str], Verdict]
) -> Verdict | None:
    """The verdict on a right value by the clause behind it."""
    if _OF_ONE.match(tail) and not _OF_ONE.search(expected):
        return _open(f"{head} stands, and {tail} beside it")
    explained = why or explains(tail, head)
    if not explained and not (_OTHER_ONE.match(tail) and _states(tail)):
        return None
    other = _another(head, tail, one)
    if other and explained and has_verb(head):
        return None  # 240 tokens/s is the prefill rate, decode runs at 60 tokens/s
    return _open(other) if other else with_note(found, f"left out: {tail}") if explained else None


def _open(words: str) -> Verdict:
    return Verdict("undecided", words, code="words")


def _far(found: Verdict, head: str) -> bool:
    """Whether a value of one digit is rounded by so much that what is said to be negligible is not."""
    rounded = found.code in ("rounded", "truncated") and not re.match(r"[~≈]|about\b|around\b|roughly\b", head)
    error = re.fullmatch(r"-?[\d.]+", found.error or "") if rounded else None
    return error is not None and abs(Fraction(error.group())) > _EXCUSED


def explains(tail: str, head: str) -> bool:
    """Whether a clause has a subject and a verb of its own, and no word that may change the value before it."""
    if (
        (_FIRST.match(tail) and not _WITH_A_VERB.match(tail))
        or _IT_IS.match(tail)
        or _THE_VALUE.match(tail)
        or not (_states(tail) or _NAMING.fullmatch(tail) or (_ABSOLUTE.fullmatch(tail) and _is_a_formula(head)))
    ):
        return False
    naming = _NAMING.fullmatch(tail) is not None and not _states(tail)
    named = {*tail.lower().split()} & (UNITS.keys() | FUNCTIONS.keys())  # V/W, sum of hours
    if naming and (named or not _is_worked_out(head) or any(w.search(tail) for w in (SCALES, TURNS, ALTERS, AGAIN))):
        return False
    formula = _is_a_formula(head)
    if formula and _ORDINAL.search(tail) and _counts_in(tail, head):
        tail = _ORDINAL.sub("", tail)  # (n-1) + 5, the first takes all five
    if any(w.search(tail) for w in (_ADDS, _REFERS, _OBJECT, _ORDINAL, _LEAVES_OUT, _HYPOTHETICAL, _CONCLUDES)) or (
        not formula and _ASIDE.search(tail)
    ):
        return False
    if _HAVE.match(tail) and not _is_measured(head):
        return False  # 12, we have two racks
    of_it = _PRONOUN.match(tail) is not None
    if (of_it and _OF_IT.search(tail)) or _changed(tail, _CHANGES_IT if of_it else _CHANGES):
        return False
    return _within(tail, head) if formula else not _scaled(tail)


def _counts_in(tail: str, head: str) -> bool:
    """Whether a clause has a number above 2 that stands in the formula before it: the first takes all five."""
    return any(n > _PAIR and re.search(rf"(?<![\d.]){n}(?![\d.])", head) for n in _counts(tail))


def _is_worked_out(head: str) -> bool:
    """Whether a value is a formula, or a result behind its working: 1.1^2 - 1 = 21 %."""
    return _is_a_formula(head) or re.search(r"\d\s*[-+*/^×]\s*[\d(].*=", head) is not None


def _is_measured(head: str) -> bool:
    """Whether a value has a unit that measures, and is no count."""
    m = re.search(r"([A-Za-zµμ%$€]+)(?:/[A-Za-z]+)?\W*\Z", head)
    return m is not None and (m[1] not in KIND or "/" in m.group())


def _changed(tail: str, kinds: Collection[str]) -> bool:
    """Whether a word of the closed class that changes a value stands in a clause, of one of some kinds."""
    return any(c.kind in kinds and c.words.search(tail) for c in CHANGERS)


def _is_a_formula(head: str) -> bool:
    """Whether a value has symbols.

    >>> _is_a_formula("2*V/W"), _is_a_formula("8ND"), _is_a_formula("11.5 kB/s"), _is_a_formula("one week")
    (True, True, False, False)
    """
    try:
        quantity(head.strip("~≈ "))
    except SymroofError:
        return _SYMBOL.search(head) is not None and re.search(r"[*/^(]|\d[A-Z]", head) is not None
    return False


def _gives_a_reason(tail: str) -> bool:
    """Whether what stands behind since or as is a statement, and no time and no role: since the upgrade, as a bound."""
    if _HYPOTHETICAL.search(tail):
        return False  # 12 because 11 would do
    return _states(tail) or re.match(r"(?:of|the|an?|its|our)\s", tail) is not None


def _states(tail: str) -> bool:
    """Whether a clause has a verb behind its subject."""
    m = re.match(r"\S+", tail)
    first = m.group() if m is not None else ""
    contracted = re.search(r"['’](?:s|re|ve|ll)\Z", first) is not None
    return (
        contracted
        or has_verb(tail)
        or _FINITE.match(tail) is not None
        or _PLAIN_VERB.search(tail[len(first) :]) is not None
    )


def _scaled(tail: str) -> bool:
    """Whether a word may scale a number in another clause, apart from quantities and determiners of its own."""
    plain = _A_PART_OF_SPEECH.sub(" ", _AMOUNT.sub(" ", tail))
    return _SCALES.search(plain) is not None


def _within(tail: str, head: str) -> bool:
    """Whether the numbers and symbols of a clause have their place in the formula before it: 2V/W, two passes."""
    symbols = {*_SYMBOL.findall(head)}
    if not {*re.findall(r"(?<![A-Za-z'’])[B-HJ-Zb-z](?![A-Za-z'’\-])", tail)} <= symbols | {*"".join(symbols)}:
        return False
    given = [int(n) for n in re.findall(r"\d+", head)]
    return all(k < 2 or any(n and n % k == 0 for n in given) for k in _counts(tail))


def _counts(tail: str) -> Iterator[int]:
    """The whole numbers that a clause has, in digits or words."""
    told = ((m["n"], m["of"] or "") for m in _AMOUNT.finditer(in_digits(tail, ())))
    yield from (int(n) for n, of in told if n.isdigit() and (of not in UNITS or of in KIND))
    yield from (_TIMES[w] for w in re.findall(r"[a-z]+", tail.lower()) if w in _TIMES)
    yield from (int(c) for w in re.findall(rf"\b{_SMALL}\b", tail, re.I) if (c := counted(w.lower())).isdecimal())


def _another(head: str, tail: str, one: Callable[[str], Verdict]) -> str:
    """Why another value of the same kind in a clause may be meant, or is at odds with the value; "" for none."""
    value = _AMOUNT.search(head)
    head = value.group().strip() if value is not None and value["of"] in UNITS else head
    kind = kind_of(head)
    for m in _AMOUNT.finditer(in_digits(tail, ())):
        of = m["of"] or ""
        told = f"{m['n']} {of}".strip()
        if not of and not re.match(r"\s*[A-Za-z]", tail[m.end() :]):
            return f"{head} stands, and {told} beside it"
        if of not in UNITS or m["per"] or ("/" in head) != ("/" in of):
            continue
        if _PACED.search(tail) and at_odds(head, told):
            return f"{head} stands, and {told} beside it comes to something else"
        if kind is not None and kind_of(told) == kind and _counts_beside(head, told):
            found = tried(one, told)
            if found is not None and not found.ok:
                return f"{head} stands, and {told} beside it"
    return ""


def _counts_beside(head: str, told: str) -> bool:
    """Whether a quantity would show beside another one: 3 ms beside 42 ms, and not 4 kB beside 1.2 MB."""
    try:
        mine, other = (quantity(t.strip("~≈ ")) for t in (head, told))
    except SymroofError:
        return True
    p = mine.printed
    return not p.value or abs(other.value) * abs(p.value) * 2 > abs(mine.value) * p.place


def _may_scale(tail: str) -> bool:
    """Whether a clause may scale the value before it, add to it or repeat it."""
    return _ADDS.search(tail) is not None or _REFERS.search(tail) is not None or _scaled(tail)


def _makes_up(found: Verdict, tail: str) -> bool:
    """Whether a wrong value is right as often as its clause says, or with what that adds: 21 ms, it is sent twice."""
    if found.apart is None or not found.apart.answer or not found.apart.right or _CONCLUDES.search(tail):
        return False
    if _TWICE.search(tail) is None and _SPREAD.match(tail) is None and (_FIRST.match(tail) or not _states(tail)):
        return False
    ratio, rest = found.apart.right / found.apart.answer, found.apart.right - found.apart.answer
    if any(_near(x, abs(rest)) for x in _alike(tail, found.apart.unit)):
        return True  # 38 ms, the launch adds 4 ms
    counts = {Fraction(k) for k in (*_counts(tail), *(2 for _ in _TWICE.finditer(tail))) if k > 1}
    ways = (1 / ratio,) if _SPREAD.match(tail) else (ratio, 1 / ratio)  # what is spread is all of it
    return any(_near(x, k) for k in counts for x in ways)


def _mends(found: Verdict, tail: str, why: bool, one: Callable[[str], Verdict]) -> bool:
    """Whether what stands behind a wrong value may be the answer, or correct it."""
    if _FIRST.match(tail) and not _WITH_A_VERB.match(tail) and not why:
        return True
    if _CONCLUDES.search(tail) or re.search(r"\b(?:or|no|yes|correct\w*|meant|mean)\b", tail, re.I):
        return True
    amounts = [*_AMOUNT.finditer(in_digits(tail, ()))]
    told = dict.fromkeys((tail, *(m.group().strip() for m in amounts), *(m["n"] for m in amounts)))
    if any((v := tried(one, t)) is not None and v.ok and v.verdict != "in-regime" for t in told):
        return True
    if why:
        return False
    if found.apart is None or not found.apart.answer or not found.apart.right:
        return _may_scale(tail)
    return _REFERS.search(tail) is not None or (
        _ADDS.search(tail) is not None and found.apart.right > found.apart.answer
    )


def _alike(tail: str, unit: str) -> Iterator[Fraction]:
    """The quantities of a clause in the unit of a value, in base units."""
    for m in _AMOUNT.finditer(in_digits(tail, ())):
        if m["of"] and unit and kind_of(f"1 {m['of']}") == kind_of(f"1 {unit}") and not m["per"]:
            with suppress(SymroofError):
                yield abs(quantity(f"{m['n']} {m['of']}").value)


def _near(x: Fraction, y: Fraction) -> bool:
    return abs(x - y) * 20 <= abs(y)


__all__ = ["explains", "headed", "heads_of", "unlike"]
