"""How far an answer stands by what it says: that it is wrong, that it holds in every case, on which resource it rests.

>>> disowned("240, which is wrong").verdict, disowned("240, which is the ridge")
('undecided', None)
>>> everywhere("2V/W for any ring"), everywhere("2V/W for two devices"), everywhere("2V/W for many devices")
('for any', 'for two devices', '')
>>> print(of_another_resource("network-bound", "memory-bound"))
wrong: it names the network where memory is the limit
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import symroof.regexes as re
from symroof.checking.claims.claims import Verdict
from symroof.checking.words import limiting
from symroof.checking.words.lexicon import TAKEN_BACK
from symroof.checking.words.numerals import NUMBER
from symroof.checking.words.resources import BOUND, COMPUTE, DATA, DISK, MEMORY, NETWORK
from symroof.checking.words.sayings import LARGER, which_is_larger
from symroof.reading.measures import KIND

_DISOWNED = re.compile(
    r"(?:,\s*|\s)which\s+(?:is|seems|looks|must\s+be|cannot\s+be|can['’]t\s+be)\s+(?:clearly\s+|obviously\s+|probably\s+|far\s+|much\s+|still\s+)?"
    r"(?P<how>wrong|incorrect|false|not\s+right|not\s+correct|an?\s+(?:over|under)estimate|nonsense)\W*\Z",
    re.I,
)
_OTHERS = re.compile(  # most people just use 8
    r"\s*(?:most\s+people|most\s+of\s+us|many(?:\s+people)?|people|everybody|everyone|others|some(?:\s+people)?)\s+(?:(?:just|usually|often|simply|normally|still|would)\s+)*"
    r"(?:uses?|takes?|picks?|chooses?|go(?:es)?\s+with|sets?|prefers?|recommends?|stops?\s+at)\s+(?:about\s+|around\s+|up\s+to\s+)?(?=[~≈$]?\s?\d)",
    re.I,
)
_SUPPOSED = re.compile(
    r"(?=(?P<how>if\b.*?\b(?:were|was|had)\b|(?:skipping|avoiding|dropping|omitting|ignoring)\b))(?=.*\bwould\b)",
    re.I | re.S,
)
_CASES = re.compile(
    r"\b(?P<how>exactly|precisely|in\s+(?:all|every)\s+cases?|for\s+(?:any|every|all)(?=\s)|(?:for|on|with)\s+(?:only\s+)?(?:an?\s+)?(?:single|one|two|three|four|2|3|4)\s+[a-z]+|"
    r"for\s+an?\s+[a-z]+(?:\s+(?:size|length))?\s+of\s+(?:one|two|three|1|2|3)\b)",
    re.I,
)
_TIME = r"(?:(?:milli|micro)?seconds?|secs?|s|minutes?|min|hours?|hrs?|h|days?|weeks?|years?)"
_DEVICE_TIME = re.compile(
    rf"\b(?:GPUs?|TPUs?|chips?|nodes?|cores?|CPUs?|devices?|machines?|accelerators?|[A-Z]{{1,2}}\d{{2,4}})(?:\s|-|·|\s+per\s+)(?P<time>{_TIME})\b"
)
_THINGS = re.compile(rf"\s*{NUMBER}\s*[*×·]?\s*(?P<of>[A-Za-z]+)\s*")
_PER_THING = re.compile(rf"\s*{NUMBER}\s*(?:/\s*|\s(?:per|for\s+each|for\s+every)\s+)(?P<of>[A-Za-z]+)\s*")
_HOURS = re.compile(r"\b(?:hours?|hrs?|h)\b|(?<=\d)(?:hrs?|h)\b")
_A_DEVICE_HOUR = re.compile(r"(?:/\s?|\bper\s+|\ban?\s+)" + _DEVICE_TIME.pattern.removeprefix(r"\b"))
_PLAIN_TIME = re.compile(rf"(?:(?<=[\d)kM])\s*|(?<=per)\s+|(?<=an)\s+|/\s?){_TIME}(?![\w/-])")
_GROWING = re.compile(r"(?P<b>[A-Z])\s*(?P<rel>[<>]=?)\s*(?P<k>\d[\d.e+/]*)\s*\*\s*(?P<x>[A-Z])")
_EACH = re.compile(
    r"(?:\bper[-\s]|/\s?)(?:chip|device|GPU|TPU|accelerator)\b|\b[A-Z]/[A-Z]\s*(?:[<>≤≥]|has\b|must\b|exceeds?\b)", re.I
)
_ITS = r"(?:[-\s]+(?:bandwidth|bw))?"


def _limits(what: str) -> re.Pattern[str]:
    return re.compile(
        rf"\b{what}{_ITS}{BOUND}\b|\b(?:limited|bound|bounded|bottlenecked)\s+by\s+(?:the\s+)?{what}\b|"
        rf"\b{what}{_ITS}\s+is\s+(?:the|our)\s+(?:bottleneck|limit)",
        re.I,
    )


_RESOURCES = {"the network": _limits(NETWORK), "memory": _limits(MEMORY), "a disk": _limits(DISK)}
_ALONE = {"the network": re.compile(NETWORK + _ITS + BOUND, re.I), "memory": re.compile(MEMORY + _ITS + BOUND, re.I)}
_A_SIDE = re.compile(rf"(?<![\w-])(?:(?P<math>{COMPUTE})|{DATA}){BOUND}\b", re.I)
_LONGEST = 120  # characters of an answer of which only the limit that it names counts
TURNED = re.compile(  # what may deny, bind or weaken it, or set it beside another one
    r"\b(?:not|never|no|nor|neither|none|without|hardly|barely|scarcely|rarely|far\s+from|anything\s+but|stops?|ceases?|instead|"
    r"rather|unless|until|till|if|when(?:ever)?|where|once|while|above|below|under|over|beyond|past|for|from|up\s+to|at|in|on|during|with|"
    r"only|but|however|although|though|except|sometimes|often|partly|partially|almost|nearly|slightly|somewhat|was|were|(?:mostly|usually)(?=\s+(?:compute|memory|bandwidth))|either|or|wrong|false|"
    r"would|could|might|may|maybe|perhaps|opposite|contrary|reverse|out\s+of|fail(?:s|ed)?|calls?|called|says?|said|claims?|thinks?|told|short\s+of|too|dreams?|"
    r"impossible|lacks?|seems|looks|supposed|expected|avoids?|escapes?|except|excluding|unlike|both|some|half|starts?|becomes?|turns?|less|fewer|more|least|most|yes|depends)\b|n['’]t\b|\?|[<>≤≥]",
    re.I,
)
_MATH_ALONE, _LARGER = re.compile(COMPUTE + BOUND, re.I), re.compile(LARGER, re.I)
_NEGATED = re.compile(r"\b(?:not|never|no|nor|neither|rather|instead|without)\b|n['’]t\b", re.I)


SAYS_SO = re.compile(  # how a side is said to be so: it is strongly memory-bound, cured of being memory-bound is not
    r"(?:\A|[,;:.!(–—-]|\b(?:is|are|['’]s|['’]re|stays?|remains?|becomes?|gets?|runs?|will\s+be|must\s+be|(?:has|have)\s+to\s+be|should\s+be|"
    r"means|makes?\s+(?:it|us|this)|making\s+it|say|think|guess|answer|therefore|thus|so|hence|ergo|we|it|i\.e\.,?|that\s+is|=>|→|->|"
    r"always|still|clearly|strongly|heavily|totally|definitely|certainly|obviously|surely|purely|very|extremely|completely|entirely|"
    r"fully|deeply|really|quite|absolutely|just|severely|hugely|massively|utterly|plainly|simply|firmly|solidly|well|a|an|the\s+answer)\s*)\s*"
    r"[\"'*_]*\Z",
    re.I,
)
NO_NOUN = re.compile(r"\s+(?:region|regime|area|side|part|as\s+a)\b", re.I)


def disowned(answer: object, expected: object = None) -> Verdict | None:
    """Undecided for an answer that is said to be wrong by its own end; None for any other."""
    m = (_DISOWNED.search(answer) or _SUPPOSED.match(answer)) if isinstance(answer, str) else None
    others = _OTHERS.match(answer) if m is None and isinstance(answer, str) else None
    if others is not None:
        return Verdict("undecided", f"{others.group().strip()}: what others do is no answer", code="words")
    if m is None:
        return None
    return Verdict("undecided", f"{m['how']}: the answer denies what it says", code="words")


def everywhere(answer: str) -> str:
    """The words by which an answer holds in every case, or in one that is small; "" where it has none."""
    m = _CASES.search(answer)
    return "" if m is None else m["how"]


_SPREAD_OUT = re.compile(  # 5000 GPU-days on 1024 GPUs, which are days again
    r"\b(?P<thing>[A-Za-z]+?)s?[\s-](?:hours?|days?|years?|seconds?)\s+(?:(?:split|spread|shared|divided)\s+)?(?:on|over|across|among|by)\s+\d[\d,]*\s+(?P=thing)s?\b",
    re.I,
)


def held_to(answer: object, found: Verdict, expected: object = None) -> Verdict:
    """The verdict by what an answer says of its reach.

    Wrong is what would only hold in a regime, where the answer says that it holds in every case or in a small one;
    open is whether hours of GPUs are hours.
    """
    if found.ok and isinstance(answer, str) and isinstance(expected, str):
        found_in = [_DEVICE_TIME.search(t) for t in (answer, expected)]
        mine, theirs = (m is not None for m in found_in)
        told = next((m["time"] for m in found_in if m is not None), "")
        in_hours = _HOURS.match(told) and _HOURS.search(expected if mine else answer)  # in which such hours are counted
        priced = mine and _A_DEVICE_HOUR.search(answer) is not None  # $2 per GPU-hour says more than $2 an hour
        spread = mine and _SPREAD_OUT.search(answer) is not None and _PLAIN_TIME.search(_DEVICE_TIME.sub("", answer))
        if mine != theirs and not (priced or in_hours or spread) and _PLAIN_TIME.search(expected if mine else answer):
            words = f"whether {answer if mine else expected} is the time of one device or of all together is open"
            return Verdict("undecided", words, code="words")
    how = everywhere(answer) if isinstance(answer, str) and found.code == "named-regime" else ""
    if not how:
        return found
    return replace(found, verdict="wrong", reason=f"{how}, where it is only {found.reason}", code="regime", regime=None)


def of_things_or_per_thing(answer: object, expected: object) -> Verdict | None:
    """Wrong for so many things where so many a thing are right, or the reverse; None for any other.

    >>> print(of_things_or_per_thing("2*chips", "2/chip"))
    wrong: it counts chips, where so many per chip are right
    >>> of_things_or_per_thing("2 tokens", "2 tokens"), of_things_or_per_thing("2 GB", "2 GB/chip")
    (None, None)
    """
    if not (isinstance(answer, str) and isinstance(expected, str)):
        return None
    mine, theirs = (next((m for f in (_THINGS, _PER_THING) if (m := f.fullmatch(x))), None) for x in (answer, expected))
    if mine is None or theirs is None or mine.re is theirs.re or KIND.get(mine["of"]) != KIND.get(theirs["of"], ""):
        return None
    words = f"it is per {mine['of']}, where {theirs['of']} are counted"
    if mine.re.pattern == _THINGS.pattern:
        words = f"it counts {mine['of']}, where so many per {theirs['of']} are right"
    return Verdict("wrong", words, code="units", right=expected)


def of_another_resource(answer: object, expected: object) -> Verdict | None:
    """Wrong for network-bound where memory-bound is expected, and the other way round; None where both may be meant."""
    if not (isinstance(answer, str) and isinstance(expected, str)) or _NEGATED.search(answer):
        return None
    asked = next((n for n, p in _ALONE.items() if p.fullmatch(expected.strip())), None)
    named = [n for n, p in _RESOURCES.items() if p.search(answer)]
    if asked is None or len(named) != 1 or named[0] == asked:
        return None
    if named[0] == "a disk" and expected.strip().lower().startswith("comm"):
        return None  # a copy to a disk may be what is called communication
    return Verdict("wrong", f"it names {named[0]} where {asked} is the limit", code="existence", right=expected)


def a_chip(answer: str, expected: object) -> str | None:
    """A bound that grows with the chips as one on what each has, where the answer tells that; None for any other.

    >>> a_chip("more than 2550 tokens per chip", "B > 2550*X"), a_chip("B > 2550X", "B > 2550*X")
    ('B/X > 2550', None)
    """
    m = _GROWING.fullmatch(expected.strip()) if isinstance(expected, str) else None
    return None if m is None or _EACH.search(answer) is None else f"{m['b']}/{m['x']} {m['rel']} {m['k']}"


_A_LIMIT = re.compile(
    rf"\b(?:{COMPUTE}|{DATA}|{MEMORY}|{NETWORK}|{DISK}|mxus?|vpus?|alus?|fpus?|(?:tensor|vector|matrix)\s+(?:cores?|units?)|systolic\s+arrays?|never|always|yes|no|latency|overhead|\w+[-\s](?:bound|limited)|bottleneck|neither|both|flat|sloped|ridge)\b",
    re.I,
)
_PER_MANY = re.compile(r"\bper\s+(?:a\s+)?(?:thousand|million|billion)\s+[a-z]+", re.I)


def of_the_network(answer: str, expected: object, found: Verdict) -> Verdict:
    """The verdict on a bound told as network-bound, open for the other direction: which side was asked is not known.

    >>> wrong = Verdict("wrong", "Y <= where Y > F*W/C is right: direction", code="direction")
    >>> of_the_network("communication-bound when Y > FW/C", "Y > F*W/C", wrong).verdict
    'undecided'
    """
    if found.code != "direction" or not _RESOURCES["the network"].search(answer):
        return found
    return Verdict("undecided", f"{answer}: whether {expected} is on the network is open", code="words")


_HALF = re.compile(r"\b(?:half|halved|0\.5\s*\*)", re.I)
_OF_EACH = re.compile(r"\W*(?:each|every|per|an?|one)\s+[a-z]", re.I)
_A_SHARE_OF = re.compile(r"(?P<unit>\S+) where (?P=unit)/\S+ is right")  # J where J/FLOPs is
_EVER = re.compile(r"\b(?:always|never|no|every|any|all|each|whatever|regardless|ever)\b", re.I)
_BY_DATA = re.compile(rf"\b(?:{DATA}){BOUND}\b|\b(?:bound|limited)\s+by\s+(?:the\s+)?(?:{DATA})\b", re.I)
_BY_COMPUTE = re.compile(rf"\b(?:{COMPUTE}){BOUND}\b|\b(?:bound|limited)\s+by\s+(?:the\s+)?(?:{COMPUTE})\b", re.I)
_HOW_OFTEN = re.compile(r"(?:\ban?|\bper|\beach|\bevery|/)\s*(?:hour|day|night|week|month|year)\b", re.I)
_A_RATE_OF = re.compile(r"(?P<unit>\S+)/s where (?P=unit) is right")  # $/s where $ is
_PERIOD = re.compile(
    r"(?<=[\s\d])(?P<time>h|hours?|hrs?|min|minutes?|s|secs?|seconds?|days?|weeks?)\s*(?:/\s?|\bper\s+|\ban?\s+|\beach\s+|\bevery\s+)"
    r"(?:year|yr|month|week|day|night|hour|shift|epoch|step|run)\.?\Z",
    re.I,
)


def without_period(answer: str) -> str | None:
    """An answer without how often it comes, where a time is expected: 8.76 hours for that per year; None for no such.

    >>> without_period("8.76 hours per year"), without_period("8.76 hours")
    ('8.76 hours', None)
    """
    plain = _PERIOD.sub(r"\g<time>", answer.strip())
    return None if plain == answer.strip() else plain


def _spares_another(answer: str, expected: str) -> bool:
    """Whether an answer says alone what does not limit, and that is not what is expected.

    >>> [_spares_another(f"{x} does not limit us", "memory-bound") for x in ("the ICI", "memory")]
    [True, False]
    """
    m = _DENIED.fullmatch(answer.strip(" .!"))
    kind = next((k for k in ("memory", "compute") if expected.strip().startswith(k)), "network")
    return m is not None and not m[kind]


_DENIED = re.compile(
    r"(?:the\s+|our\s+)?(?:(?P<memory>memory|hbm|dram)|(?P<compute>compute|math)|(?P<network>network|interconnect)|ici|dcn|pcie|nvlink)(?:\s+bandwidth)?\s+"
    r"(?:does(?:n['’]t|\s+not)\s+limit(?:\s+(?:us|it|anything))?|is(?:n['’]t|\s+not)\s+(?:the|our|a)\s+(?:limit|bottleneck|problem))",
    re.I,
)


_REASON = re.compile(
    r"\b(?:because|since|as)\s+(?P<why>(?:it|we|the|our|its|all|each|every|that|there|you|they|only|both|one)\b.*)\Z",
    re.I,
)
_OF_A_REGIME = re.compile(  # why a part of it may be left out
    r"\b(?:large\w*|small\w*|much|big\w*|many|long\w*|short\w*|dominat\w+|domina\w+|neglig\w+|neglect\w*|ignor\w+|limit\w*|about|roughly|almost|nearly|"
    r"approx\w*|far|most\w*|compared|leads?|leading|grows?|tends?|beside|vanish\w*|drops?|cancels?|tiny|huge|wide\w*|infin\w+|asymp\w+|regime|little|few|low|high|"
    r"swamp\w*|outweigh\w*|matter\w*|hardly|barely|insignificant|minor|once|amorti\w+)\b|[<>≪≫≈~]|\d\s?%",
    re.I,
)


def for_a_reason(answer: str) -> bool:
    """Whether an answer gives a reason that is none for leaving a part of it out, so that it is meant as it stands.

    >>> [for_a_reason(f"1/mu, because {why}") for why in ("it is served at the rate mu", "the load is small")]
    [True, False]
    """
    m = _REASON.search(answer)
    return m is not None and _OF_A_REGIME.search(answer) is None


_A_VALUE_ALONE = re.compile(  # AI = 410 FLOPs/byte: on which side that is nobody said
    rf"(?:(?:the\s+|our\s+)?(?:(?:arithmetic\s+|operational\s+)?intensity|AI|OI|ridge|balance|[A-Z]\w*|[a-z])\s*(?:=|:|is|≈|~)?\s*)?(?:about\s+|around\s+|roughly\s+)?"
    rf"[~≈]?\s?{NUMBER}\s?[A-Za-zµ%]+(?:\s?/\s?[A-Za-z]+|\s+per\s+[a-z]+)?",
    re.I,
)


def _of_the_other_limit(answer: str, expected: object) -> bool:
    """Whether it says always or never of what brings the data, where a bare always or never is asked.

    >>> [_of_the_other_limit(t, "never") for t in ("memory-bound never", "no batch is memory-bound", "always")]
    [True, True, False]
    """
    asked = isinstance(expected, str) and expected.strip().lower() in ("never", "always")
    bare = _EVER.search(answer) is not None and re.search(r"[\d<>≤≥]", answer) is None
    return asked and bare and _BY_DATA.search(answer) is not None and _BY_COMPUTE.search(answer) is None


def _by_its_reason(answer: str, expected: object, found: Verdict) -> Verdict:
    """The verdict with the limit expected by its name, and open where a part or another count may be meant."""
    side = isinstance(expected, str) and _A_SIDE.fullmatch(expected.strip()) is not None
    if side and found.code == "same-verdict":
        found = replace(found, reason=f"both say {expected}")
    if side and found.code == "existence" and not _A_LIMIT.search(answer) and limiting.told(answer) is None:
        return Verdict("undecided", f"{answer}: no limit that we know is named", code="words")
    if side and found.code == "existence":
        if _spares_another(answer, str(expected)) or _A_VALUE_ALONE.fullmatch(answer.strip(" .!")):
            return Verdict("undecided", f"{answer}: what limits is not said", code="words")
        return replace(found, reason=f"it says another limit, where the answer is {expected!r}", right=str(expected))
    if found.factor and (many := _PER_MANY.search(answer)) and not re.search(r"\bper\b|/", str(expected)):
        return Verdict("undecided", f"{many.group()}: whether that was asked is open", code="part")
    if found.code == "existence" and not found.ok and _of_the_other_limit(answer, expected):
        return Verdict("undecided", f"{answer}: whether {expected} is of that limit is open", code="words")
    if found.code == "units" and (often := _HOW_OFTEN.search(answer)) and _A_RATE_OF.match(found.reason):
        return Verdict("undecided", f"{often.group().strip()}: whether that was asked is open", code="part")
    if found.code == "units" and _OF_EACH.match(answer) and _A_SHARE_OF.match(found.reason):
        return Verdict("undecided", f"{answer}: whether what each has was asked is open", code="part")
    if found.code == "mac" and _HALF.search(answer):
        return Verdict("wrong", f"half of it, where {expected} is right", code="factor", right=str(expected))
    return found


def spoiled(answer: object, expected: object, found: Verdict) -> Verdict:
    """The verdict, open where a word takes back what would stand, or dates it: 42 ms used to be my answer.

    >>> spoiled("42 ms used to be my answer", "42 ms", Verdict("exact", "the same value")).verdict
    'undecided'
    """
    if not isinstance(answer, str):
        return found
    found = _by_its_reason(answer, expected, found)
    if not found.ok:
        return found
    m = TAKEN_BACK.search(answer)
    if m is None or (isinstance(expected, str) and m.group() in expected):
        return found
    return Verdict("undecided", f"{m.group()}: whether the answer says {expected} is open", code="words")


def of_one_side(answer: object, expected: object, found: Verdict) -> Verdict:
    """The verdict by the one limit that an answer names, where a limit is expected and the rest of it only explains.

    >>> asked, left = "memory-bound", Verdict("undecided", "not understood")
    >>> [of_one_side(t, asked, left).verdict for t in ("strongly memory-bound", "compute-bound, of course")]
    ['exact', 'wrong']
    >>> [of_one_side(t, asked, left).verdict for t in ("hardly memory-bound", "memory-bound below 240")]
    ['undecided', 'undecided']
    """
    if not (isinstance(answer, str) and isinstance(expected, str)) or found.verdict != "undecided":
        return found
    asked = _A_SIDE.fullmatch(expected.strip())
    sides = {bool(m["math"]) for m in _A_SIDE.finditer(answer)}
    if asked is None or len(sides) != 1 or len(answer) > _LONGEST or TURNED.search(answer):
        return found
    told = _A_SIDE.finditer(answer)
    if not all(SAYS_SO.search(answer[: m.start()]) and not NO_NOUN.match(answer[m.end() :]) for m in told):
        return found
    right = sides == {bool(asked["math"])}
    said = f"{'both say' if right else 'it says'} {'compute' if sides == {True} else 'memory'}-bound"
    return Verdict("exact" if right else "wrong", said, code="exact" if right else "existence", right=expected)


_IMPLIED = (  # what a comparison says binds: whether it is compute
    (
        re.compile(
            r"\bT_?\{?(?:math|comp\w*|flops)\}?\s*(?P<rel>[<>])\s*T_?\{?(?:comm\w*|mem\w*|hbm|data|net\w*)\}?",
            re.I,
        ),
        ">",
    ),
    (
        re.compile(
            r"\bT_?\{?(?:comm\w*|mem\w*|hbm|data|net\w*)\}?\s*(?P<rel>[<>])\s*T_?\{?(?:math|comp\w*|flops)\}?",
            re.I,
        ),
        "<",
    ),
    (
        re.compile(
            r"\b(?:intensity|AI|OI|we|it)\s+(?:is|are|being|lies?|sits?|stays?)\s+(?:(?:far|way|well|just|slightly|still|clearly)\s+)?(?:(?P<above>above|over|beyond|right\s+of|to\s+the\s+right\s+of)|"
            r"below|under|left\s+of|to\s+the\s+left\s+of)\s+(?:the\s+)?ridge",
            re.I,
        ),
        "",
    ),
)


def against_its_reason(answer: object, expected: object, found: Verdict) -> Verdict:
    """The verdict on a side, open where what is said beside it makes the other one the limit.

    >>> right = Verdict("exact", "both say memory")
    >>> said = "memory-bound, because T_math {} T_mem"
    >>> [against_its_reason(said.format(x), "memory-bound", right).verdict for x in "<>"]
    ['exact', 'undecided']
    """
    if not (found.ok and isinstance(answer, str) and isinstance(expected, str)):
        return found
    asked = _A_SIDE.fullmatch(expected.strip())
    if asked is None or _NEGATED.search(answer):
        return found
    for pattern, sign in _IMPLIED:
        for m in pattern.finditer(which_is_larger(answer)):
            compute = (m["rel"] == sign) if sign else m["above"] is not None
            if compute != bool(asked["math"]):
                return Verdict("undecided", f"{m.group()}: what it rests on says the other limit", code="words")
    return found


_SO_MANY_EACH = re.compile(
    rf"[~≈]?\s?(?P<n>{NUMBER})\s+[a-z]+(?:\s+[a-z]+)?\s+per\s+(?P<many>1000|1,000|thousand|1k|million|1M)\s+(?P<thing>[A-Za-z]+)\.?"
)
_TIMES = re.compile(r"(?:s|sec|second|min|minute|hour|day|week|month|year)s?", re.I)
_ROUNDLY = Fraction(1, 40)


def of_more_each(answer: object, expected: object) -> Verdict | None:
    """Wrong for so many per thousand that are neither what is expected nor that share; None else.

    Per one thing it may be another number than the one that is asked: 50 requests per server, where 8 servers are.

    >>> [getattr(of_more_each(f"{n} misses per 1000 lines", "15"), "verdict", None) for n in (1.5, 15)]
    ['wrong', None]
    """
    if (
        not isinstance(answer, str)
        or not isinstance(expected, str)
        or not re.fullmatch(r"\d[\d,]*(?:\.\d+)?", expected)
    ):
        return None
    m = _SO_MANY_EACH.fullmatch(answer.strip())
    if m is None or _TIMES.fullmatch(m["thing"]):
        return None
    told, right = (Fraction(x.replace(",", "")) for x in (m["n"], expected))
    many = 10**6 if m["many"].lower() in ("million", "1m") else 1000
    if any(abs(x - right) <= right * _ROUNDLY for x in (told, told / many)):
        return None
    return Verdict("wrong", f"{answer.strip()}, where {expected} is right", code="value", right=expected)


def of_what_is_larger(answer: object, expected: object) -> Verdict | None:
    """Undecided for 512 > 240 alone, where a limit is expected: what follows from it is not said."""
    if not (isinstance(answer, str) and isinstance(expected, str)) or _LARGER.fullmatch(answer.strip(" .")) is None:
        return None
    if not any(p.fullmatch(expected.strip()) for p in (*_ALONE.values(), _MATH_ALONE)):
        return None
    return Verdict("undecided", f"{answer}: which is larger is said, and not what is the limit", code="words")


__all__ = [
    "a_chip",
    "against_its_reason",
    "disowned",
    "everywhere",
    "for_a_reason",
    "held_to",
    "of_another_resource",
    "of_more_each",
    "of_one_side",
    "of_the_network",
    "of_things_or_per_thing",
    "of_what_is_larger",
    "spoiled",
    "without_period",
]
