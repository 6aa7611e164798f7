"""What an answer says behind itself that makes another one of it: a correction, an exception, a share of several.

A correction counts, not what it corrects; "never, except above 240" is a bound; whether "28.3 ms on each of 4 layers"
is one share or all of them is open.

>>> corrected("28.3 ms (no wait, 35 ms)"), corrected("B > 240, or rather 300"), corrected("28.3 ms (on an H100)")
('35 ms', 'B > 300', None)
>>> excepted("never, except above B = 1000"), excepted("always, but for B < 4"), excepted("never, because 8 < 240")
(Excepted(text='B > 1000', stands='never', whole=False), Excepted(text='B >= 4', stands='always', whole=False), None)
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import final

import symroof.regexes as re
from symroof.checking.answers.limits import limited
from symroof.checking.answers.sided import BOUNDNESS, turned
from symroof.checking.claims.claims import Verdict, understood, with_note
from symroof.checking.words.assent import assented
from symroof.checking.words.numerals import NUMBER
from symroof.checking.words.phrases import MAX_WORDED, typed
from symroof.reading.measures import KIND, UNITS

# -- corrections -----------------------------------------------------------------------------------------------------

_PAUSE = r"(?:\s*[,;.?!(…–—]+\s*|\s+-+\s+|\s+)"
_SURE = (
    r"(?:no[,\s]+wait|(?:no[,\s]+)?(?:sorry|oops|pardon|scratch\s+that|strike\s+that|(?<![a-z\d]\s)make\s+(?:that|it)|correction|edit(?=\s*:))|(?:no[,\s]+)?i\s+mean(?:t)?|"
    r"(?:(?:that|it|this)\s+)?should\s+(?:have\s+been|be(?!\s+(?:enough|sufficient|plenty|fine)\b)|read)|(?:or|but)\s+rather|(?:no[,\s]+)?(?:that|this|it)(?:'s|\s+is)\s+wrong)"
)
_MAYBE = r"(?:(?:or|but|well|hmm|and)\s+)?(?:no|wait|actually|rather|hmm)"  # only before a comma, or before a value
_SAID = r"(?:it\s+is|it's|that's|that\s+is)\s+"
_CORRECTED = re.compile(
    rf"(?P<first>\S.*?){_PAUSE}(?:{_SURE}(?:\s*[,:;.—–-]+\s*|\s+)|{_MAYBE}(?:\s*[,:;]\s*|\s+(?=(?:{_SAID})?[~≈$]?\s?[\d.])))"
    rf"(?:{_SURE}(?:\s*[,:;.—–-]+\s*|\s+))*(?:{_SAID})?(?P<second>\S.*)\Z",
    re.I,
)
_NOT_BUT = re.compile(
    r"(?:it(?:'s|\s+is)\s+)?not\s+[~≈$]?\d[^,;]*?,?\s+but\s+(?:rather\s+)?(?P<second>[~≈$]?\s?\d.*)\Z", re.I
)
_BUT_IT = re.compile(  # I got 28 ms, but it's 35 ms; 25, well, say 24
    rf"(?P<first>.*\d.*?)(?:,?\s+but\s+(?:(?:really|actually|in\s+fact)\s+)?(?:it(?:'s|\s+is)|that(?:'s|\s+is)|the\s+(?:right|correct|real)\s+(?:value|answer|one)\s+is)|,?\s+(?:well|or),?\s+(?:let's\s+)?say)"
    rf"\s+(?P<second>[~≈$]?\s?{NUMBER}\s*[A-Za-zµμ%/]*)\.?\Z",
    re.I,
)
_ONE = re.compile(rf"(?:[~≈]\s?)?{NUMBER}")
_PREPOSED = re.compile(r"(?P<by>by|on|in|at|for|from|above|below|over|under)\s", re.I)
_NOTHING_SAID = re.compile(r"(?>(?:well|so|hmm|it|this|that|the\s+answer)\b[\s,]*(?:'s|is)?\s*)+", re.I)
_ASKED = re.compile(r"\?\s*[(–—-]?\s*\Z")

# -- exceptions ------------------------------------------------------------------------------------------------------

_EVER = (
    r"(?:(?:it|this|that)(?:'s|\s+is|\s+does|\s+holds|\s+will)?\s+)?(?P<said>never|always)\b"
    r"(?:\s+(?:is|does|so|true|happens|holds|pays\s+off|worth\s+it))?"
)
_BUT = (
    r"(?:except(?:ing)?(?:\s+for)?|apart\s+from|aside\s+from|other\s+than|with\s+the\s+exception\s+of|"
    r"save(?:\s+for)?|barring|excluding|unless|but(?:\s+for|\s+only)?|only)"
)
_WHERE = r"(?:if|when(?:ever)?|once|while|where|as\s+long\s+as|as\s+soon\s+as|provided(?:\s+that)?|in\s+case|at|for)"
_EXCEPTED = re.compile(
    rf"{_EVER}\s*[,;:(–—-]*\s*(?:(?P<but>{_BUT})\s+)?(?P<where>(?:{_WHERE}\s+)?)(?P<rest>\S.*?)\)?\.?\Z", re.I
)
_BOUNDING = re.compile(
    r"(?:[A-Za-z]\w{0,8}\s*(?:[<>≤≥]|is\s)|[<>≤≥]|(?:above|over|beyond|past|below|under|beneath|up\s+to|at\s+(?:least|most)|from|until|till|before|"
    r"(?:more|less|fewer|larger|smaller|greater)\s+than)\b)",
    re.I,
)
_ALL = re.compile(r"[A-Za-z]\w*\s*(?:>\s*0|(?:>=|≥)\s*1)")  # B > 0 and B >= 1 are all sizes
_UNTIL = re.compile(r"(?:until|till|before)\b", re.I)

# -- verdicts that are denied, and that a sentence follows -----------------------------------------------------------

_DENIED = re.compile(
    r"(?:(?:it|this|that)(?:'s|\s+is)?\s+)?(?:(?P<no>not)\s+(?:quite\s+)?(?P<said>always|never)|(?P<some>(?:only\s+)?sometimes|not\s+necessarily)"
    r"(?:\s*[,;:–—]?\s+(?:if|when|for|in|on|at|with|depending)\b[^<>=≤≥]*)?)\W*",
    re.I,
)
_LED = re.compile(r"(?P<said>yes|yep|no|nope|never|always)\s*[,;:.–—]\s*(?P<rest>\S.*)\Z", re.I)
_CLAUSE = re.compile(r"(?P<said>[^<>=≤≥\d,;:]{2,60}?)\s*[,;:.–—]\s*(?P<rest>\S.*)\Z")
_QUALIFIED = re.compile(
    r"\b(?:but|except|unless|only(?!\s+[~≈$]?\d)|if|when|not|never|always|although|though|yes|no|provided|however|otherwise|until|almost)\b|n['’]t\b|[<>≤≥?]",
    re.I,
)
_SENTENCE = re.compile(
    r"(?:[A-Za-z][\w'’-]*\s+){1,6}(?:about\s+|around\s+|[~≈]\s?)?\$?\d|[~≈$]?\d[\d.,]*\s?[A-Za-z/]+\s+[a-z]", re.I
)

_ORDER = re.compile(
    r"(?:(?:it\s+)?(?:is|scales|grows|runs)\s+(?:as\s+|like\s+|in\s+)?)?\$?(?P<sign>O|Θ|Ω|\\(?:Theta|Omega)|\\mathcal\{O\}|Theta|Omega)\s*"
    r"(?:\\left)?\((?P<of>(?:[^()]|\((?:[^()]|\([^()]*\))*\))+)\)\$?"
)

# -- the limit of a formula beside it ----------------------------------------------------------------------------------

_TENDING = re.compile(
    r"\s*[,;]\s*(?:and\s+|or\s+|so\s+)?(?:which\s+|it\s+|this\s+|that\s+)?(?:tends?\s+to|approach(?:es|ing)|goes\s+to|becomes|converges\s+to|reduces\s+to|"
    r"simplifies\s+to|tending\s+to|(?:is\s+)?(?:approximately|roughly|about|nearly|≈|~)|→|->)\s*(?=\S)",
    re.I,
)

_ZERO = re.compile(r"(?:0|zero)\s")  # which no leading term is

# -- shares ----------------------------------------------------------------------------------------------------------

_MANY = r"(?:\d[\d,]*|two|three|four|five|six|seven|eight|nine|ten|twelve|sixteen|both|a\s+dozen|several|many)"
_SHARED = re.compile(
    rf"\b(?:each|every(?:\s+(?:single\s+)?one)?)\s+of\s+(?:the\s+|our\s+|its\s+|all\s+|these\s+|those\s+)*{_MANY}\s+(?P<noun>[a-z]+)|"
    rf"\b(?:each|apiece|a\s+piece)\b[,;]?\s+(?:\(?\s*)?(?:for|on|in|over|across|with|and\s+there\s+are|times|x|×)\s+(?:all\s+|the\s+)*{_MANY}\s+(?P<of>[a-z]+)",
    re.I,
)

_WHY = re.compile(r",?\s+(?:because|since)\s")
_TO_ALL = re.compile(
    rf"(?:/\s?s(?:ec)?|\bper\s+second|tps)\s+\(?(?:for|across|over|among)\s+all\s+(?:of\s+)?(?:the\s+|our\s+)?{_MANY}\s+[a-z]+",
    re.I,
)
_OTHER_SHARE = re.compile(
    r"\d\s*(?:%|percent\b)\s*(?:of\s+)?(?:[A-Za-z]+\s+){0,4}?(?P<of>idle|wasted?|unused|unutili[sz]ed|lost|stalled|waiting|spare|left|free|remaining|"
    r"sparse|sparsity)\b[^<>=]*\Z",
    re.I,
)

# -- a total beside its parts ------------------------------------------------------------------------------------------

_TOTAL = re.compile(
    r"(?P<parts>[^<>=]*\d[^<>=]*?)\s*(?:;|,(?!\d{3}(?!\d)))\s*(?:and\s+|so\s+)?(?:(?:in\s+|a\s+|the\s+)?total(?:\s+of|\s+is|:)?\s+(?P<x>[~≈$]?\d[^,;<>=]*)|"
    r"(?P<y>[~≈$]?\d[^,;<>=]*?)\s+(?:in\s+total|total|overall|altogether|all\s+together))\.?\Z",
    re.I,
)

# -- quantities in remarks -------------------------------------------------------------------------------------------

_QUANTITY = re.compile(rf"(?<![\w.,]){NUMBER}\s?(?P<unit>[A-Za-zµμ%][A-Za-zµμ/]*)")
_WOULD_DO = re.compile(  # 9 (8 would do)
    rf"(?:\A|[\s,(])(?P<n>[~≈]?{NUMBER}(?:\s+[a-z]+)??)\s+(?:(?:(?:would|will|could|can|may|might)\s+)?(?:also\s+)?(?:do(?!\s+not\b)|work|suffice|be\s+enough|"
    r"be\s+sufficient)|suffices?|does(?!\s+not\b)|works|(?:is|are)\s+(?:also\s+)?(?:enough|sufficient|fine|needed|required|right|correct|plenty))\b",
    re.I,
)
_OTHERWISE = re.compile(  # what says that a value in a remark is another one: of another case, or denied
    r"\b(?:not|instead|than|vs|versus|unlike|without|with|when|if|in|on|for|per|plus|minus|after|before|including|"
    r"excluding|of|at|each|against|compared|wrong|worst|best|ideal|budget|limit|target|deadline|wants?|asked|allowed|under|over|below|"
    r"above|within|more|less|from|to|between|first|initially|originally|earlier|wrote|previously)\b",
    re.I,
)


@final
@dataclass(frozen=True)
class Excepted:
    """What "never" or "always" with an exception comes to: a bound, "" where it is none that is understood."""

    text: str
    stands: str
    whole: bool  # whether nothing is said of the rest: never below 240


def judged(
    text: str, expected: object, one: Callable[[str, object], Verdict], asked: Collection[str] = ()
) -> Verdict | None:
    """The verdict on an answer that corrects itself, makes an exception or tells a share; None for any other.

    ``one`` judges a text against another, ``asked`` are the names of the question.
    """
    if len(text) > MAX_WORDED:
        return None
    if (second := corrected(text, asked)) is not None:
        found = understood(one, second, expected)
        if found is None:
            return Verdict(
                "undecided", f"it corrects itself, and what it says then is not understood: {second}", code="words"
            )
        return with_note(found, f"corrected to {second}")
    if (limited := excepted(text, asked)) is not None:
        return _with_exception(text, limited, expected, one)
    for told in (_order, _denied, _led, _tending, _total, _of_one_of_many):
        if (verdict := told(text, expected, one)) is not None:
            return verdict
    claimed = _WHY.split(text)[0].rpartition(", so ")[2]  # what is claimed, and not how it was come to
    if (several := _SHARED.search(claimed)) is not None and not _asked_for(several, expected):
        words = f"whether it is one of them or all is open: {several.group().strip()}; give the value alone"
        return Verdict("undecided", words, code="words")
    if (_TO_ALL.search(text)) is not None:
        return Verdict("undecided", "whether the rate is of one of them or of all is open; give it alone", code="words")
    if (other := _OTHER_SHARE.search(text)) is not None and other["of"].lower() not in str(expected).lower():
        return Verdict("undecided", f"whether the share that is {other['of']} was asked is open", code="words")
    return None


def corrected(text: str, asked: Collection[str] = ()) -> str | None:
    """What an answer says in the end, where it corrects itself; a number takes the place of the one before."""
    if (other := _NOT_BUT.match(text.strip())) is not None:
        return other["second"].rstrip(".!")
    m = _CORRECTED.match(text.strip()) or _BUT_IT.match(text.strip())
    if m is None or {*re.findall(r"\w+", text[m.end("first") : m.start("second")])} & {*asked}:
        return None
    first, second = m["first"].rstrip(" (,;"), m["second"].strip().rstrip(".!")
    second = second[:-1].rstrip() if second.endswith(")") and second.count(")") > second.count("(") else second
    if (
        not re.search(r"\w", second)
        or _NOTHING_SAID.fullmatch(first)
        or (_ASKED.search(text[: m.start("second")]) and not re.search(r"\w", first))
    ):
        return None
    if _ONE.fullmatch(second) and len(numbers := [*_ONE.finditer(first)]) == 1:
        return first[: numbers[0].start()] + second + first[numbers[0].end() :]
    if (by := _PREPOSED.match(second)) is not None:
        before = [*re.finditer(rf"\b{by['by']}\s", first, re.I)]
        return first[: before[-1].start()] + second if before else second
    return second


def excepted(text: str, asked: Collection[str] = ()) -> Excepted | None:
    """What "never" or "always" with an exception says of where; None for a text without one."""
    plain = " ".join(text.split()).strip("\"'` ")
    m = _EXCEPTED.fullmatch(plain)
    if m is None or BOUNDNESS.search(plain) or m["said"].lower() in asked:
        return None
    said, rest = m["said"].lower(), m["rest"].strip(" ,;:")
    rest = re.sub(r"\A(?:for|when|if|where|at)\s+", "", rest)
    bounding = _BOUNDING.match(rest) is not None and re.search(r"[\d<>≤≥]", rest) is not None
    if (
        not (m["but"] or bounding)
        or (bounding and _ALL.fullmatch(rest))
        or re.match(r"(?:for\s+)?(?:any|all|every|each|no\s+matter|positive)\b", rest)
    ):
        return None
    holds = said == "always"
    exception = m["but"] is not None or _UNTIL.match(rest) is not None
    if (later := _UNTIL.match(rest)) is not None:  # never until 240 is from 240 on
        return Excepted(turned(_from(rest[later.end() :].strip()), not holds, asked) or "", said, whole=False)
    made = turned(rest, holds != exception, asked) if bounding else None
    return Excepted(made or "", said, whole=not exception)


def _from(start: str) -> str:
    """From there on, as a condition: from 240 on, from B = 240 on, B > 240."""
    return start if re.search(r"[<>≤≥]", start) else f"from {start} on"


def _with_exception(text: str, said: Excepted, expected: object, one: Callable[[str, object], Verdict]) -> Verdict:
    """The verdict on such an answer: that on its bound; beside an answer without one, wrong for its exception."""
    plain = understood(one, said.stands, expected)
    if plain is not None and plain.ok:
        if said.whole or not said.text:
            return Verdict("undecided", f"it says {said.stands} with a condition: {text}", code="words")
        return Verdict(
            "wrong", f"it makes an exception, where {said.stands} is right", code="existence", right=said.stands
        )
    found = understood(one, said.text, expected) if said.text else None
    if found is None:
        return Verdict("undecided", f"{said.stands}, with a condition that is not understood", code="words")
    return with_note(found, f"read as {said.text}")


def _denied(text: str, expected: object, one: Callable[[str, object], Verdict]) -> Verdict | None:
    """The verdict on "not always" and "sometimes": wrong for what they deny, else too little."""
    m = _DENIED.fullmatch(text.strip())
    if m is None:
        return None
    for said in ("always", "never") if m["some"] else (m["said"].lower(),):
        found = understood(one, said, expected)
        if found is not None and found.ok:
            return Verdict("wrong", f"{text.strip()}, where {said} is right", code="existence", right=said)
    return Verdict("undecided", f"{text.strip()} does not say when", code="words")


def _led(text: str, expected: object, one: Callable[[str, object], Verdict]) -> Verdict | None:
    """The verdict on yes or no with a sentence of numbers behind it: no, it needs 90 GB."""
    m = _LED.match(text.strip()) or _CLAUSE.match(text.strip())
    if (
        m is None
        or not (_LED.match(text.strip()) or assented(m["said"]))
        or _QUALIFIED.search(m["rest"])
        or not _SENTENCE.match(m["rest"])
    ):
        return None
    if not isinstance(expected, str) or not typed(expected).said:
        return understood(one, m["rest"], expected)
    said = understood(one, m["said"], expected)
    return None if said is None else with_note(said, f"left out: {m['rest']}")


def _of_one_of_many(text: str, expected: object, one: Callable[[str, object], Verdict]) -> Verdict | None:
    """The verdict on what each of several things has, where what is expected is divided by their number: 112/64 GB."""
    each = _EACH_OF_MANY.match(text)
    if each is None or not _divided_by(each["n"], expected):
        return None
    return understood(one, f"a {each['noun'].removesuffix('s')} {each['rest']}", expected)


def _divided_by(n: str, expected: object) -> bool:
    """Whether what is expected is written as so much over this number."""
    return re.search(rf"/\s*{n}\b", str(expected)) is not None


_EACH_OF_MANY = re.compile(  # of which the total expected is divided by as many: 112/64 GB
    r"\s*(?:each|every(?:\s+one)?)\s+of\s+(?:the|our|these)\s+(?P<n>\d+)\s+(?P<noun>[A-Za-z]+s)\s+(?P<rest>\S.*)", re.I
)
_NO_SUM = re.compile(
    r"\b(?:each|per|apiece|every|while|whilst|overlap\w*|parallel|hidden|same\s+time|since|because|as|if|slower|longer|larger)\b",
    re.I,
)


def _total(text: str, expected: object, one: Callable[[str, object], Verdict]) -> Verdict | None:
    """The verdict on a total beside its parts, which have to add up to it: weights 16 GB, cache 2 GB, total 18 GB."""
    m = _TOTAL.fullmatch(text.strip())
    found = None if m is None else understood(one, m["x"] or m["y"], expected)
    if m is None or found is None:
        return None
    parts = [
        p.group()
        for p in _QUANTITY.finditer(m["parts"])
        if p["unit"] in UNITS
        and p["unit"] not in KIND
        and not re.search(r"[\w^*(]", m["parts"][p.end() :][:1] + m["parts"][: p.start()][-1:])
    ]
    if not found.ok and any((v := understood(one, p, expected)) is not None and v.ok for p in parts):
        return Verdict("undecided", "whether the total is asked or a part of it is open; give one value", code="words")
    total = _QUANTITY.search(m["x"] or m["y"])
    if total is not None and total["unit"] in UNITS:  # of which the others are given: the 1 MB block
        parts = [p for p in parts if (q := _QUANTITY.match(p)) and _alike(q["unit"], total["unit"])]
    added = len(parts) > 1 and not _NO_SUM.search(m["parts"])
    if added and found.ok and (v := understood(one, " + ".join(parts), m["x"] or m["y"])) is not None and not v.ok:
        return replace(v, reason=f"the parts do not add up to the total: {v.reason}")
    return with_note(found, f"left out: {m['parts'].strip()}")


def _alike(unit: str, other: str) -> bool:
    """Whether two units are of one kind of quantity."""
    return unit in UNITS and UNITS[unit].dimension == UNITS[other].dimension


def _order(text: str, expected: object, one: Callable[[str, object], Verdict]) -> Verdict | None:
    """Undecided for an order, where a formula is expected; what is one itself has been judged (``orders``)."""
    m = _ORDER.fullmatch(text.strip())
    if m is None or not isinstance(expected, str):
        return None
    if re.search(rf"(?<![A-Za-z]){re.escape(m['sign'])}(?![A-Za-z])", expected) is not None:
        return None
    return Verdict("undecided", f"{text.strip()} is an order, where a formula is expected", code="order")


def _tending(text: str, expected: object, one: Callable[[str, object], Verdict]) -> Verdict | None:
    """The verdict on a formula with its limit beside it: (n - 1)V/(2nW), which tends to V/(2W) for large n."""
    m = _TENDING.search(text)
    if m is None or not text[: m.start()].strip() or limited(text[m.end() :]) is None:
        return None
    first, last = understood(one, text[: m.start()], expected), understood(one, text[m.end() :], expected)
    if first is None or last is None or not first.ok:
        return first
    if last.ok or last.verdict == "undecided" or _ZERO.match(text[m.end() :]):
        return with_note(first, f"beside it: {text[m.end() :]}")
    return replace(
        last, reason=f"{text[: m.start()]} stands, but not {text[m.end() :]} beside it: {last.reason}", note=None
    )


def _asked_for(m: re.Match[str], expected: object) -> bool:
    """Whether what is expected is per one of what the answer shares among: ms/layer, 16/4 ms, each of 4 layers."""
    if (each := _EACH_OF_MANY.match(m.string)) is not None and _divided_by(each["n"], expected):
        return True
    kind = KIND.get((m["noun"] or m["of"] or "").lower())
    words = re.findall(r"[A-Za-z]+", expected) if isinstance(expected, str) else []
    return kind is not None and any(KIND.get(w) == kind for w in words)


def contradicted(remark: str, one: Callable[[str], Verdict | None]) -> str | None:
    """The first quantity of a remark that is another value of what is asked: (maybe 35 ms); None where there is none.

    A value of another case (35 ms with overhead, not 35 ms) is a remark.
    """
    if (m := _WOULD_DO.search(remark)) is not None:
        return enough(remark, one)
    if _OTHERWISE.search(remark):
        return None
    parts = [m.group() for m in _QUANTITY.finditer(remark) if m["unit"] in UNITS and m["unit"] not in KIND]
    if len(parts) > 1 and (total := one(" + ".join(parts))) is not None and total.ok:
        return None  # 18 GB (16 GB weights, 2 GB cache)
    for m in _QUANTITY.finditer(remark):
        if m["unit"] not in UNITS or m["unit"] in KIND:
            continue
        found = one(m.group())
        if found is not None and found.verdict == "wrong" and found.code in ("value", "factor"):
            return m.group()
    return None


def enough(words: str, one: Callable[[str], Verdict | None]) -> str | None:
    """The number that words say would do where another one was given, 9 (8 would do); None where there is none."""
    m = _WOULD_DO.search(words)
    found = one(m["n"]) if m is not None else None
    wrong = found is not None and found.verdict == "wrong" and found.code in ("value", "factor")
    return m["n"] if m is not None and wrong else None
