"""A verdict with its explanation in words, an example behind a rule, a value by cases: "yes, it is above the ridge".

The explanation of a yes, no, never or always is not judged; one that makes an exception or says another verdict leaves
the answer to other readers.  Of cases (X if C > D, otherwise Y) the larger or smaller is judged, and the condition.

>>> head_of("Yeah, it's well above the ridge point"), head_of("yes, unless B is small"), head_of("no, it fits")
('Yeah', '', '')
>>> by_cases("2F if B > C, otherwise 3D")
Cases(first='2F', condition='B > C', other='3D')
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import final

import symroof.regexes as re
from symroof.checking.answers.assertion import kind_of
from symroof.checking.answers.beside import broken
from symroof.checking.answers.limits import limited, regime_of
from symroof.checking.answers.steps import steps_of
from symroof.checking.claims.claims import Verdict, claim, constant, tried, with_note
from symroof.checking.words.assent import qualified
from symroof.checking.words.numerals import NUMBER
from symroof.checking.words.resources import BOUND, COMPUTE, DATA
from symroof.errors import SymroofError
from symroof.reading.formula import parse_chains
from symroof.reading.measures import MANY_LETTER, UNITS
from symroof.reading.spelling import FUNCTIONS

MAX_LENGTH = 300  # characters
_HEAD = re.compile(
    r"(?P<head>[A-Za-z][A-Za-z'’ ]{0,40}?)\s*(?:[,;:.–—]|\s-+)\s+(?P<rest>[^<>=≤≥≈]*[a-z]{3}[^<>=≤≥≈]*)\Z|"
    r"(?P<head2>[A-Za-z][A-Za-z'’ ]{0,40}?)\s+(?:because|since|as)\s+(?P<rest2>[^<>=≤≥≈]*[a-z]{3}[^<>=≤≥≈]*)\Z"
)
_FIRST = re.compile(
    r"(?:yes|yeah|yep|yup|sure|no|nope|nah|true|false)\Z|(?=.*\b(?:never|always)\b)[A-Za-z'’ ]+\Z", re.I
)
_OTHERWISE = re.compile(  # an exception, a second verdict, or what may be one
    r"\b(?:except|unless|only\s+(?:if|for|when|above|below|at|with)|with(?:out)?|using|after|if|when(?:ever)?|until|till|although|though|however|otherwise|sometimes|depends?|maybe|"
    r"perhaps|probably|mostly|usually|yes|no|not|never|always|cannot|none|nothing|wait|actually|rather|fits?|works?|suffices?|"
    r"enough|possible|holds?|true|false|right|wrong|bound|limited|bottlenecks?|dominates?|sure)\b|n['’]t\b|\?",
    re.I,
)
_FIGURED = re.compile(
    r"(?P<head>yes|yeah|yep|no|nope)\s*[,;:.–—]\s+(?P<rest>[\d(][^<>≤≥]*?=[^<>≤≥]*?)"
    r"(?:,?\s+(?:but|and|while)\s+(?:we|there|it|you)\s+(?:only\s+)?(?:have|has|is|are)\s+(?:only\s+)?[\d.]+\s*[A-Za-z]+)?\.?\Z",
    re.I,
)
_AMOUNT = re.compile(
    r"(?P<head>yes|yeah|yep|sure|no|nope)\s*[,;:.–—]\s+(?:(?:it|they|that|this|the\s+[a-z]+)(?:\s+(?:only|just))?\s+"
    r"(?:takes?|needs?|uses?|is|are|comes?\s+to)\s+(?:only\s+|just\s+)?)?(?:about\s+|around\s+|[~≈]\s?)?\d[\d.,]*\s*[A-Za-z/]+\.?",
    re.I,
)
_EXAMPLE = re.compile(
    r"\A(?P<rule>.*[\w)])(?:\s*[,;]\s*|\s+\(|\s+)(?:e\.\s?g\.|for\s+example|for\s+instance|such\s+as)[,:]?\s+(?P<example>\S.*?)\)?\Z|"
    r"\A(?P<rule2>.*[<>≤≥].*[\w)])\s+\((?P<example2>[~≈]?\d[^()]*\s+(?:for|with|at|if)\s+[A-Z]\w*\s*=[^()]*)\)\Z|"
    r"\A(?P<rule3>.*[<>≤≥].*[\w)])\s+\((?:so\s+|i\.e\.,?\s+|that\s+is\s+)?(?:for|with|at)\s+(?P<case>[A-Z]\w*\s*=\s*[\w.]+)\s*[,:]?\s+"
    r"(?:(?:this|that|it)\s+is\s+)?(?P<then>[^()]*\d[^()]*)\)\Z"
)
_WORKED = re.compile(  # 10/7 = 1.43x faster
    r"\A(?P<left>[\d.()/*+ -]*[*/+-][\d.()/*+ -]*?)\s*[=≈]\s*(?P<told>(?P<n>\d[\d.]*)\s*(?:[x×]|times|%)\s+"
    r"(?:as\s+[a-z]+|[a-z-]+er|more|less|speed-?up|slow-?down)\b.*)\Z"
)
_SIDE = re.compile(
    rf"(?:(?:it|this)\s+is\s+)?(?:always\s+|(?P<not>never|not)\s+)?(?P<side>(?:{COMPUTE}|(?P<memory>{DATA})){BOUND})",
    re.I,
)
_LATENCY = re.compile(rf"latency{BOUND}")
_SHORT = re.compile(
    r"(?=.)(?:(?P<yes>yes|yeah|yep|yup|true|sure)|(?P<no>no|nope|nah|false))?[\s,.:;!]*(?:(?:it\s+(?:is|does)\s+)?(?:(?P<always>always)|(?P<never>never)))?[.!]?",
    re.I,
)
_LED = re.compile(
    rf"(?:yes|yeah|yep|yup|sure|(?P<no>no|nope|nah))[,.:;!]?\s+(?P<rest>(?:(?:it|this)(?:\s+is|['’]s)\s+)?(?:always\s+|never\s+|not\s+)?(?:{COMPUTE}|{DATA}){BOUND})\.?",
    re.I,
)
_BIT = re.compile(
    r"(?:(?:a\s+(?:bit|little|tad|touch)|slightly|just|somewhat|very\s+slightly)\s+(?:(?P<under>under|below|less\s+than|fewer\s+than)|over|above|more\s+than))\s+"
    r"(?P<n>(?P<number>\d[\d,]*(?:\.\d+)?)(?:\s+[a-z]+)?)\.?",
    re.I,
)
_THRESHOLD = re.compile(r"\s*[A-Za-z]\w*\s*[<>≤≥]=?\s*(?P<n>[\d.][\d.e+*/() -]*)")
_ITS_LIMIT = re.compile(
    r"(?P<value>[~≈]?\s?\d[^,;<>]*),\s+(?P<rest>(?:so\s+|and\s+)?(?:(?:it|we|this)(?:\s+is|\s+are|['’](?:s|re))\s+)?"
    rf"(?:(?:{COMPUTE}|{DATA}){BOUND}|on\s+the\s+(?:sloped|flat)\s+part)(?:\s+of\s+the\s+roof(?:line)?)?)\.?",
    re.I,
)
_OF_NUMBERS = {*FUNCTIONS, "log", "log10"}  # which are no symbols: log2(1e6)
_ARROW, _SMALL_WORDS = re.compile(r"\s*(?:→|⇒|=>|->)\s*"), re.compile(r"[a-z]{3,}")
_VALUED = re.compile(  # n > 3C/W = 3*240 = 720
    r"(?P<formula>[^=≈~,;]*?[A-Za-z][^=≈~,;]*?)\s*(?:[=≈~]|,?\s+(?:i\.\s?e\.,?|or)\s+(?:about|roughly|around)\s)\s*"
    r"(?:about\s+|roughly\s+|around\s+)?(?P<value>[\d(][^<>≤≥,;]*)\Z"
)
_CONDITION_ALONE = re.compile(  # when N is large enough to amortize the latency
    r"(?:only\s+)?(?:(?:for|once|when(?:ever)?|if|as\s+long\s+as|provided(?:\s+that)?)\s+(?:[A-Za-z]|the\s+[a-z]+(?:\s+[a-z]+)?)\s+(?:is\s+|gets\s+|becomes\s+)?"
    r"(?:large|big|high|long|small|low|short|deep|wide)(?:er)?\b|for\s+(?:large|big|long|small|short)(?:er)?\b)",
    re.I,
)
_DENIES = re.compile(
    r"\b(?:not|never|no|none|nor|neither|even|either|nothing|memory|bandwidth|comm\w*|network)\b|n['’]t\b", re.I
)
_CLOCK = re.compile(r"\d{1,3}:[0-5]\d")
_A_TIME = re.compile(r"(?<![/\w])(?:[numµ]?s|seconds?|min|minutes?|h|hours?|days?)\Z")
_FOR = re.compile(r"[\w)]\s+(?:[a-z]+\s+)?(?:for|in|of|to\s+[a-z]+)\s+[A-Za-z]")
_AND = re.compile(
    r"\s*,\s*(?:and\s+|plus\s+)?|\s+(?:and|plus)\s+(?=\d*\s?[A-Z(]\S*\s+(?:[a-z]+\s+)?(?:for|in|of|to)\s)|\s+\+\s+"
)
_PART = re.compile(  # 2BD bytes for the input; 2DNH (Q and O)
    r"(?P<x>\d*\s?[A-Z][A-Z\d²³^/()*-]*)(?:\s+(?:bytes|FLOPs?|par(?:ams|ameters)|elements))?\s*"
    r"(?:(?:for|in|of|to\s+[a-z]+)\s+(?:the\s+)?[A-Za-z][\w-]*(?:\s+(?:and\s+)?[A-Za-z][\w-]*){0,3}|"
    r"\([A-Za-z][\w,/ ]*\))"
)
_IN_WORDS = re.compile(
    r"(?P<words>(?!(?:yes|no|not|never|always|for|if|when|at|in|with|because|since|so|about|around|nearly|only|up|less|more|over|under)\b)"
    r"(?:the\s+)?[a-z]{3,}(?:\s+[a-z-]+){2,9}|[a-z]+\s+[A-Z]\s+(?:by|x|×)\s+[A-Z]\s+[a-z]+),\s+"
    r"(?P<x>[^,;<>=≤≥]*[A-Z][^,;<>=≤≥a-z]*|[~≈]?\d[\d.,]*\s*[A-Za-zµ/]+)(?:\s+in\s+total|\s+altogether)?"
)
_BOUND_LAST = re.compile(r"(?P<words>[^<>≤≥=,;:]+?)[,:;]\s+(?:so\s+)?(?P<x>[A-Za-z](?:/[A-Za-z])?\s*[<>≤≥]=?\s*[^,;]+)")
_CHANGES = re.compile(  # words by which what stands behind them may be of something else
    r"\b(?:per|each|if|when|unless|not|without|never|no|half|with|for|below|until|memory|compute|bandwidth-bound|bound|limited)\b",
    re.I,
)
_CASE = re.compile(
    r"\A(?P<x>[^=<>,;]+?)\s*,?\s+(?:if|when|for|where)\s+(?P<c>[^,;]+?[<>≤≥][^,;]+?)\s*[,;]?\s+"
    r"(?:(?:and\s+|or\s+)?(?:otherwise|else)\s*,?\s*(?P<y>[^=<>,;]+)|(?:and\s+|or\s+)?(?P<y2>[^=<>,;]+?)\s*,?\s+(?:otherwise|else))\Z"
)


@final
@dataclass(frozen=True)
class Cases:
    """A value where a condition holds, and the other one."""

    first: str
    condition: str
    other: str


def head_of(text: str) -> str:
    """The yes, no, never or always that an answer opens with, where the rest only explains it; "" otherwise."""
    m = _HEAD.match(" ".join(text.split())) if len(text) <= MAX_LENGTH else None
    if m is None:
        return ""
    head, rest = (m["head"], m["rest"]) if m["head"] else (m["head2"], m["rest2"])
    return head if _FIRST.match(head) and not _OTHERWISE.search(rest) else ""


def by_cases(text: str) -> Cases | None:
    """The two formulas of an answer by cases and the condition of the first."""
    m = _CASE.match(" ".join(text.split()).rstrip(".")) if len(text) <= MAX_LENGTH else None
    return None if m is None else Cases(m["x"].strip(), m["c"].strip(), (m["y"] or m["y2"]).strip())


def explained(text: str, one: Callable[..., Verdict], expected: object, bound: bool = False) -> Verdict | None:
    """The verdict on such an answer; ``one`` judges a text against what is expected, or against another text.

    ``bound`` says that symbols have values, so that a value behind a formula is looked at.
    """
    text = " ".join(text.split())
    wanted = expected if isinstance(expected, str) else ""
    if len(text) > MAX_LENGTH:
        return None
    if not bound and (found := _with_value(text, wanted, one)) is not None:
        return found
    for reader in (_of_cases, _with_example, _worked, _in_parts, _named_first):
        if (found := reader(text, one)) is not None:
            return found
    for reading in (_of_a_side, _a_bit, _at_a_time, _somewhere, _beside_its_limit):
        if (found := reading(text, wanted, one)) is not None:
            return found
    head, figured = head_of(text), _with_figures(text) or _with_amount(text)
    found = tried(one, head or figured) if head or figured else None
    if found is None or (not found.ok and (found.code != "existence" or (not figured and re.search(r"\d", text)))):
        return None  # always, from 240 on
    return found


_DOUBTED = re.compile(
    r"\b(?:not\s+(?:[a-z]+\s+)?|un)sure\b|\A(?:(?:never|always|yes|no)\?\s*[A-Za-z]|(?:never|always)\s+(?:is|seems|sounds)\b)",
    re.I,
)


def conditional(text: str, expected: object) -> Verdict | None:
    """Undecided for a yes, no, never or always that is weakened, contradicted or holds in a case, where one is asked.

    >>> print(conditional("yes, in some cases", "yes"))
    undecided: yes, in some cases: a condition, an exception or another verdict beside it
    """
    if not asks_a_verdict(expected) or not (qualified(text) or _DOUBTED.search(text)):
        return None
    return Verdict("undecided", f"{text}: a condition, an exception or another verdict beside it", code="words")


def asks_whether(expected: object) -> bool:
    """Whether always or never is expected."""
    said = expected if isinstance(expected, str) else str(getattr(expected, "verdict", ""))
    return said.strip().lower() in ("never", "always")


def asks_a_verdict(expected: object) -> bool:
    """Whether yes, no, never, always or a side is expected."""
    said = expected if isinstance(expected, str) else str(getattr(expected, "verdict", ""))
    plain = said.strip().lower()
    return (
        plain in ("yes", "no", "never", "always")
        or _SIDE.fullmatch(plain) is not None
        or _LATENCY.fullmatch(plain) is not None
    )


def _with_figures(text: str) -> str:
    """The yes or no before a calculation that holds: Yes: 34e9 * 2 = 68 GB, plus 10 GB = 78 GB; "" for any other."""
    m = _FIGURED.match(text)
    steps = steps_of(m["rest"]) if m is not None else ()
    said = [s.text for s in steps] or ([m["rest"]] if m is not None else [])
    for step in said:
        try:
            chains = parse_chains(step.rstrip("."), strict=True)
        except SymroofError:
            return ""
        if any(s.names or s.words for c in chains for s in c.sides) or any(broken(c, {}) for c in chains):
            return ""
    return m["head"] if m is not None else ""


def _with_amount(text: str) -> str:
    """The yes or no before the amount that it rests on: yes, 35 GB; no, they take 160 GB; "" for any other."""
    m = _AMOUNT.fullmatch(text)
    return m["head"] if m is not None else ""


def _of_a_side(text: str, expected: str, one: Callable[..., Verdict]) -> Verdict | None:
    """The verdict where compute-bound or memory-bound is expected: always and yes are of that side, as never and no.

    A side behind a yes or no is the answer; where never or always is expected both have to say so.
    """
    asked, short = _SIDE.fullmatch(expected.strip()), _SHORT.fullmatch(text)
    if asked is not None and short is not None:
        bare = not (short["always"] or short["never"])
        if asked["not"] and bare:
            words = f"{text}, where {expected} is expected: yes or no to what is open"
            return Verdict("undecided", words, code="words")
        denied = bool(short["never"] or (short["no"] and bare))
        return tried(one, f"{'never' if denied else 'always'} {asked['side']}")
    if (led := _LED.fullmatch(text)) is None or not (asked is not None or expected in ("never", "always")):
        return None
    side = tried(one, led["rest"])
    if asked is not None or side is None:
        return side
    first = tried(one, "never" if led["no"] else "always")
    return side if first is not None and first.ok == side.ok else None


def _a_bit(text: str, expected: str, one: Callable[..., Verdict]) -> Verdict | None:
    """The verdict on a number that is a bit below or above a threshold: just under 400 for B > 392."""
    m, bound = _BIT.fullmatch(text), _THRESHOLD.fullmatch(expected)
    if m is None or bound is None:
        return None
    near = tried(one, f"about {m['n']}")
    x, y = (constant(claim(t, None, {}).value) for t in (m["number"], bound["n"].strip()))
    if near is None or x is None or y is None:
        return None
    below = m["under"] is not None
    if near.ok and x != y and (y < x) != below:
        words = f"{bound['n']} is {'above' if below else 'below'} {m['n']}: direction"
        return Verdict("wrong", words, code="direction", right=expected)
    return near


def _at_a_time(text: str, expected: str, one: Callable[..., Verdict]) -> Verdict | None:
    """Undecided for a time as a clock shows it, of which it is open whether it is minutes or hours: 3:44."""
    if not _CLOCK.fullmatch(text) or not _A_TIME.search(expected):
        return None
    return Verdict(
        "undecided", f"{text}: whether these are hours and minutes or minutes and seconds is open", code="words"
    )


_ONLY_SOME = re.compile(
    r"only\s+(?:for|when|if|above|below|over|under|beyond|at(?!\s+first\b)|from|on|in|after|during|while|until)\s+[^,;]*\Z",
    re.I,
)


def _somewhere(text: str, expected: str, one: Callable[..., Verdict]) -> Verdict | None:
    """Wrong for "for large N" and for "compute-bound for large N" where nothing of the kind ever is."""
    asked = _SIDE.fullmatch(expected.strip())
    said = re.sub(rf"\A(?:it\s+is\s+)?{COMPUTE}{BOUND}\s+", "", text, flags=re.I)
    if expected == "never" and _CONDITION_ALONE.match(text) and not _DENIES.search(text):
        return Verdict("wrong", f"{text}, where the answer is 'never'", code="existence", right=expected)
    if expected == "always" and _ONLY_SOME.match(text):
        return Verdict("wrong", f"{text}, where the answer is 'always'", code="existence", right=expected)
    never = expected == "never" or (asked is not None and asked["memory"] is not None and not asked["not"])
    if not never or (asked is not None and said == text) or not regime_of(said):
        return None
    return Verdict("wrong", f"{text}, where the answer is {expected!r}", code="existence", right=expected)


def _in_parts(text: str, one: Callable[..., Verdict]) -> Verdict | None:
    """The verdict on a sum told part by part with what each is of: 2BD for the input and 2DF for the weights."""
    parts = [_PART.fullmatch(p.strip()) for p in _AND.split(text)] if _FOR.search(text) or ") +" in text else []
    if len(parts) < 2 or None in parts:
        return None
    total = tried(one, " + ".join(f"({m['x']})" for m in parts if m is not None))
    return with_note(total, "read as the sum of its parts") if total is not None and total.ok else None


def _beside_its_limit(text: str, expected: str, one: Callable[..., Verdict]) -> Verdict | None:
    """The verdict on a value with the limit that it comes from behind it: 41.8 ms, memory-bound."""
    m = None if _SIDE.search(expected) else _ITS_LIMIT.fullmatch(text)
    found = tried(one, m["value"]) if m is not None else None
    return None if found is None or m is None else with_note(found, f"left out: {m['rest']}")


def _with_value(text: str, expected: str, one: Callable[..., Verdict]) -> Verdict | None:
    """The verdict on a formula with its value, B > C/W = 240, where the formula is expected: the value is left out.

    What follows from numbers in it, 3*240 = 720, has to.
    """
    m = _VALUED.match(re.sub(r"\\(?:approx|simeq|sim)(?![A-Za-z])", "≈", text))
    asked = re.split(r"[<>≤≥=]", expected)[-1]
    if m is None or not _formula(_unrated(m["formula"])) or not _formula(_unrated(asked)):
        return None
    found = tried(one, m["formula"])
    if found is None or not found.ok or (_IN_THOUSANDS.fullmatch(m["formula"]) and re.search(r"\d", m["value"])):
        return None  # 48M = 24M are two numbers
    try:
        chains = parse_chains(m["value"].replace("≈", "="), strict=True)
    except SymroofError:
        return None
    if any(s.names or s.words for c in chains for s in c.sides) or any(broken(c, {}) for c in chains):
        return None
    return with_note(found, f"left out: {m['value']}")


_IN_THOUSANDS = re.compile(rf"\s*{NUMBER}\s?{MANY_LETTER}\s*")
_RATE = re.compile(r"(?<=[\d)])\s?([A-Za-z]+(?:/[A-Za-z]+)+)(?!\w)")


def _unrated(text: str) -> str:
    """A text without the units of its rates, whose letters are no symbols: 4 * 25 of 4 * 25 Gb/s."""
    return _RATE.sub(lambda m: "" if m[1] in UNITS else m.group(), text)


def _formula(text: str) -> bool:
    """Whether there is a symbol in a formula, and not numbers with units, or functions of numbers, alone.

    >>> _formula("4*V/s"), _formula(_unrated("4 * 25 Gb/s")), _formula("B/2550"), _formula("16 B")
    (True, False, True, False)
    """
    text = re.sub(r"(?<=\d)[eE](?=[+-]?\d)", "0", text)
    text = re.sub(r"\\?([A-Za-z]+\d*)(?=\s*\()", lambda f: "" if f[1] in _OF_NUMBERS else f.group(), text)
    runs = re.finditer(r"[^\W\d_]+", text)
    units = (m.group() in UNITS and (len(m.group()) > 1 or text[: m.start()].rstrip()[-1:].isdigit()) for m in runs)
    return not all(units)  # the B of B/2550 is a symbol, that of 16 B is none


def _named_first(text: str, one: Callable[..., Verdict]) -> Verdict | None:
    """The verdict on a formula behind the words that say what it is: total bytes divided by the bandwidth, V/W."""
    m = _IN_WORDS.fullmatch(text) or _BOUND_LAST.fullmatch(text)
    words, last = (m["words"], m["x"]) if m is not None else _arrowed(text)
    if not last or _CHANGES.search(words):
        return None
    said = tried(one, last)
    return None if said is None or said.verdict == "undecided" else with_note(said, f"left out: {words}")


def _arrowed(text: str) -> tuple[str, str]:
    """The words before an arrow and the formula behind it, BF outputs, D adds each → BDF; two empty ones without."""
    words, *last = _ARROW.split(text) if text.count(">") < 3 else (text,)
    formula = len(last) == 1 and _formula(last[0]) and not re.search(r"[<>=≤≥,;]|[a-z]{3,}", last[0])
    explains = len(_SMALL_WORDS.findall(words)) > 1 and not re.search(r"[<>≤≥]", words)
    return (words, last[0]) if formula and explains and limited(text) is None else ("", "")


_AMOUNT_OF = re.compile(rf"(?<![\w.]){NUMBER}\s?[A-Za-zµμ%]+(?:/[A-Za-z]+)?")


def _with_example(text: str, one: Callable[..., Verdict]) -> Verdict | None:
    """The verdict on a rule with an example of it, which is left out: T > 8D, e.g. 32768 for D = 4096."""
    if (m := _EXAMPLE.match(text)) is None:
        return None
    rule, example = (m["rule"], m["example"]) if m["rule"] else (m["rule2"], m["example2"])
    if m["rule3"]:
        rule, example = m["rule3"], f"{m['then']} for {m['case']}"
    held, shown = tried(one, rule), tried(one, example)
    if held is None or held.verdict == "undecided":
        return None
    other = _of_its_kind(rule, example, one) if held.ok else ""
    if other:
        return Verdict("undecided", f"{rule} stands, and {other} beside it", code="words")
    if held.ok and shown is not None and shown.verdict == "wrong":
        return Verdict("undecided", f"{rule} stands, and whether {example} is an example of it is open", code="words")
    return with_note(held, f"left out: the example {example}")


def _of_its_kind(rule: str, example: str, one: Callable[..., Verdict]) -> str:
    """Another value of a value's own unit in what is to be an example of it: 5 ms, e.g. on H100 7 ms; "" for none."""
    kind = kind_of(rule)
    for m in _AMOUNT_OF.finditer(example) if kind is not None else ():
        found = tried(one, m.group()) if kind_of(m.group()) == kind else None
        if found is not None and found.verdict == "wrong":
            return m.group()
    return ""


def _worked(text: str, one: Callable[..., Verdict]) -> Verdict | None:
    """The verdict on a comparison and the quotient that it is, which has to come to it: 10/7 = 1.43x faster."""
    if (m := _WORKED.match(text)) is None:
        return None
    printed, said = tried(one, m["n"], m["left"]), tried(one, m["told"])
    return said if printed is not None and printed.verdict in ("exact", "rounded", "truncated") else None


def _of_cases(text: str, one: Callable[..., Verdict]) -> Verdict | None:
    """The larger or the smaller of two by cases, where that is what is expected, and whether the condition picks it."""
    if (cases := by_cases(text)) is None:
        return None
    for name, sign in (("max", ">"), ("min", "<")):
        found = tried(one, f"{name}({cases.first}, {cases.other})")
        if found is None or not found.ok:
            continue
        picks = tried(one, cases.condition, f"{cases.first} {sign} {cases.other}")
        if picks is None or picks.verdict == "undecided":
            return Verdict("undecided", f"whether {cases.condition} picks {cases.first} is open", code="words")
        words = f"{cases.first} is not the {name} of the two where {cases.condition}"
        return found if picks.ok else Verdict("wrong", words, code="direction", right=f"{name} of the two")
    return None
