"""Which resource a sentence says is the limit, without the word for it: the cores sit waiting for data.

Each clause tells of a resource that it sets the pace, that it waits, or that it has room to spare; who waits or has
room is not the limit.  Clauses that contradict one another, and those with a condition, tell nothing.

>>> told("the cores sit waiting for data"), told("the arithmetic units are flat out while the memory bus idles")
(Told(limit='data', spare=frozenset({'compute'})), Told(limit='compute', spare=frozenset({'memory'})))
>>> told("the network keeps up, so the math is what limits us").limit, told("DRAM can't feed the multipliers").limit
('compute', 'memory')
>>> told("the memory, not the calculation").limit, told("it's the loads that take longer, not the math").limit
('memory', 'data')
>>> told("faster memory would help, more FLOPs would not")
Told(limit='memory', spare=frozenset({'compute'}))
>>> told("faster memory won't help"), told("the weather is fine"), told("the links limit us, or the cores do")
(Told(limit='', spare=frozenset({'memory'})), None, None)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

import symroof.regexes as re

_RESOURCES = {
    "compute": (
        r"(?:math|arithmetic|floating[\s-]point|fma|vector|matrix|execution|shader)\s+units?|cores?|alus?|fpus?|fmas?|mxus?|adders?|shaders?|arithmetic(?:\s+(?:units?|throughput))?|multipliers?|tensor[\s-]cores?|math(?:s|ematics)?|flops?(?:\s+rate)?|peak\s+flops?(?:\s+rate)?|"
        r"multiplications?(?:\s+per\s+second)?|(?:floating[\s-]point\s+)?operations\s+per\s+second|compute(?:\s+units?)?|computing(?:\s+(?:them|it))?|computation|matmuls?|matrix\s+multiplications?|(?:processor|cpu)s?|gpus?|tpus?|chips?|calculations?|number[\s-]crunching"
    ),
    "memory": (
        r"(?:hbm|[dsv]?ram|g?ddr\d?x?|mem(?:ory)?)(?:\s+(?:bus|bandwidth|bw|system|interface|controllers?|loads?|traffic|reads?|roof))?|(?:load(?:/store)?|texture|load[\s-]store)\s+units?|fill[\s-]?rate|"
        r"(?:weight\s+)?loads?\s+from\s+(?:dram|hbm|memory)|(?:weights?|parameters?)\s+(?:streaming|loading|reads?)|(?:reading|loading|fetching|streaming)(?:\s+(?:in\s+)?(?:the\s+)?(?:weights|parameters|them|it))"
    ),
    "data": (
        r"bandwidth(?:\s+roof)?(?!\s+of\s+the\s+(?:links?|network|wires?))|data|bytes|operands|weights|(?:weight\s+)?loads|(?:moving|fetching|loading)(?:\s+(?:the\s+)?(?:data|bytes|operands))?"
    ),
    "network": (
        r"bandwidth\s+of\s+the\s+(?:links?|network|wires?)|networks?(?:\s+cards?)?|(?:up|down)?links?|nics?|interconnect|wires?|all-?reduce|all-?gather|collectives?|communication|comms|exchange|fabric|nvlink|ici|dcn|pcie|infiniband|ethernet|switch(?:es)?|"
        r"(?:shipping|sending|exchanging)(?:\s+(?:the\s+)?(?:gradients?|data|activations?))?(?:\s+between\s+[a-z]+)?|each\s+other|one\s+another"
    ),
    "disk": r"(?:hard\s+)?(?:disks?|drives?)|ssds?|hdds?|storage|nvmes?",
    "latency": r"round[\s-]trips?|latency|latencies|delays?|hops?|handshakes?|propagation",
}
_NAMED = "|".join(rf"(?P<{kind}>{words})" for kind, words in _RESOURCES.items())
_UNLIKE = (
    r"(?:hardly|rarely|barely|never|not|far|beyond|outside|between|everything|anything|nothing|except|but|excess|idle|unused|underused|wasted|"
    r"starv\w*|waiting|hiding|feeding|filling|keeping|loading|copying|moving|getting|too|from|to)\b"
)
_GOES_ON = (
    r"['’]|-to-|\s+(?:memory|hbm|[dsv]?ram|interconnect|bandwidth|links?|network|bus|cache|capacity|fragmentation|latency|waiting|starv\w*|"
    r"are\s+\w*fed|can\s+be\s+fed|get|gets|receive|receives)\b"
)
_IT = rf"(?:the\s+|our\s+|its\s+)?(?:faster\s+|more\s+|better\s+)?\b(?:{_NAMED})\b"
_OF_IT = (  # the per-hop latency, the number of multiplications, the speed at which the weights
    r"(?:(?:the\s+)?(?:number|rate|amount|speed|pace)\s+(?:of|at\s+which|with\s+which)\s+)?"
    rf"(?:the\s+|our\s+|its\s+)?(?:(?!of\b|no\b|lack\b|{_UNLIKE})[a-z][a-z-]*\s+){{0,2}}?\b(?:{_NAMED})\b(?!{_GOES_ON})"
)
_BESIDE = r"(?:\s+(?:between|of|in|on|from)\s+(?:the\s+|our\s+)?[a-z]+)?"
_BY = r"(?:by|on)\s+"
_HOW_FAST = (  # limited by how fast we can read HBM, or multiply
    r"(?:by|on)\s+how\s+(?:fast|quickly|many\s+[a-z]+)\s+(?:we|you|it|they|one|the\s+[a-z]+)\s+(?:can\s+)?(?:be\s+)?"
    r"(?:(?P<data>(?:get|bring|pull)\s+(?:the\s+|all\s+)?(?:bytes|data|operands|weights)\s+in(?!\s))|(?P<memory>(?:read|load|stream|fetch|pull)(?:ed)?)|(?P<network>(?:move|carry|copy)\s+(?:the\s+)?[a-z]+\s+between\b|(?:send|ship|exchange|transmit|receive)(?:ed)?|sent)|"
    r"(?P<compute>(?:comput|calculat|multipl|crunch|execut)[a-z]*|do\s+(?:the\s+)?(?:math|arithmetic|multiplications)))\b"
    r"(?![^,;]*\b(?:disks?|ssds?|storage|network|internet|other|another|links?|nic|pcie|cpu|host)\b|[^,;]*\bfrom\s+(?:hbm|memory)\b)"
)
_SETS = (
    r"(?:dominating|dominant|limiting|deciding|decisive|binding)\b"
    r"(?!\s+(?!here|now|again|then|there|by\s+far|us\b)[a-z])"
)
_SLOWS = (
    r"(?:limits?|slows?|holds?|costs?|hurts?|dominates?|matters?|binds?|decides?)(?:\s+(?:us|it|them|things|everything))?"
    r"(?:\s+(?:down|back|up|most|here|now))?"
)
_SLOW = (
    r"(?:can\s?not|can['’]?t|could\s?n['’]?t|does\s?n['’]t|do\s?n['’]t|won['’]t|will\s+not|unable\s+to)\s+"
    r"(?:[a-z]+ly\s+)?"
)
_LIMITS = tuple(
    re.compile(form, re.I)
    for form in (
        rf"{_IT}\s+(?:is|are)\s+(?:[a-z]+ly\s+)?(?:what|the\s+(?:one|thing|part)s?(?:\s+(?:that|which))?|which|that)\s+(?:limits?|holds?|decides?|sets?|dominates?|governs?|matters?|slows?|costs?)\b",
        rf"{_IT}{_BESIDE}\s+(?:which\s+|that\s+)?(?:limits?|dominates?|decides?|governs?|determines?|throttles?|chokes?|sets?\s+the\s+pace|holds?\s+(?:\w+\s+)?back|eats?\s+(?:up\s+)?(?:\w+\s+)?time|(?:already\s+)?takes?\s+(?:up\s+)?(?:longer|most))\b",
        rf"(?:bottleneck|limit(?:ation|er|ing\s+(?:factor|part|resource))?|constraint|problem|issue|culprit)\s+(?:here\s+|then\s+)?(?:is|are)\s+{_OF_IT}",
        rf"(?:bottleneck|limit(?:ation|er|ing\s+(?:factor|part|resource))?|constraint)\s+(?:is|are)\s+{_HOW_FAST.removeprefix(_BY)}",
        rf"\A(?:it|this|that|the\s+[a-z]+)\s+(?:only\s+|just\s+)?(?:gets?|runs?|goes|becomes?|finishes|would\s+be)\s+(?:faster|quicker|sooner)\s+(?:only\s+)?with\s+(?:a\s+)?(?:more|faster|better|wider)\s+{_IT}(?!{_GOES_ON})(?=(?:,\s+not\s+with\s+(?:more|faster|better)\s+[a-z]+)?\W*\Z)",
        rf"only\s+(?:more|faster|a\s+faster|better)\s+{_IT}\s+(?:(?:would|will|could|can)\s+(?:help|fix|speed|make\s+it\s+faster)|helps?|does|do)\b",
        rf"(?:limited|bound(?:ed)?|set|determined|held\s+back|throttled|dictated)\s+{_HOW_FAST}",
        rf"{_IT}{_BESIDE}\s+(?:is|are)\s+(?:(?!hard|bare|rare|scarce|suppos|alleged|seeming|unlike)[a-z]+ly\s+)?{_SETS}",
        rf"(?:only|nothing\s+but)\s+{_IT}\s+(?:matters?|counts?|limits?)\b",
        rf"(?:time|cycles)\s+(?:goes?|(?:is|are|gets?)\s+(?:spent|lost|eaten))\s+(?:into|on|in|for|with|by)\s+{_OF_IT}",
        rf"spends?\s+(?:(?:all|most|nearly\s+all)\s+of\s+)?(?:its|their|the|our)\s+time\s+(?:on|in|with)?\s*{_OF_IT}",
        rf"(?:on|in)\s+(?:the\s+)?{_IT}\s+(?:side|part|roof|slope|regime)\b",
        rf"{_IT}\s+(?:is|are)\s+(?:(?!hard|bare|rare|scarce|suppos|alleged|seeming|unlike)[a-z]+ly\s+)?(?:the\s+|our\s+)?(?:slowest|slow(?:er)?\s+(?:part|side|one)|bottleneck|(?:problem|issue|culprit|constraint)\Z|limit(?!ed)|choke|weak|scarce|critical)",
        rf"{_IT}\s+(?:is|are|runs?|works?)\s+(?:already\s+|all\s+|fully\s+)?(?:running\s+)?(?:flat\s+out|at\s+(?:100|a\s+hundred)\s*(?:%|percent)|maxed|saturated|full\b|busy|pegged|at\s+(?:its|their)\s+limit|exhausted|the\s+limit)",
        rf"{_IT}\s+(?:that\s+)?(?:simply\s+|just\s+)?{_SLOW}(?:keep\s+(?:up|pace)|feed|deliver|supply|cope|follow)",
        rf"{_IT}\s+runs?\s+out\s+first",
        rf"{_IT}\s+(?:is|are)\s+(?:simply\s+|just\s+|far\s+|much\s+)?too\s+slow",
        rf"\A(?:you|we|it|one)(?:['’]d|\s+would|\s+will)?\s+needs?\s+(?:a\s+)?(?:faster|better|more|fatter|wider)\s+{_IT}(?!{_GOES_ON})(?=\W*\Z)",
        rf"{_IT}\s+(?:is|are)\s+what\s+(?:hurts?|(?:we|you|they|it)\s+(?:waits?|have\s+to\s+wait)\s+for|"
        r"(?:we|you|they)\s+(?:lack|are\s+short\s+of|run\s+out\s+of)|counts?|slows?|binds?|(?:takes?|lasts?|needs?)\s+(?:the\s+)?(?:longest|most))\b",
        rf"{_IT}\s+(?:that\s+|which\s+)?(?:hurts?|binds?|(?:is|are)\s+(?:what\s+is\s+)?(?:missing|short|scarce|in\s+short\s+supply)|comes?\s+last)\b",
        rf"\A(?:(?:honestly|clearly|obviously|well|mostly|mainly|basically|really),?\s+)?(?:it|that)(?:\s+is|['’]s)\s+(?:mostly\s+|mainly\s+|clearly\s+|just\s+|only\s+)?{_IT}\Z",
        rf"(?:runs?\s+out|(?:is|are|['’]s|['’]re)\s+short)\s+of\s+{_IT}",
        rf"(?:wait(?:s|ing)?|stall(?:s|ed|ing)?|starv(?:es?|ed|ing)|stuck)\s+(?:for|on|of|until|with|at)\s+{_OF_IT}",
        rf"(?:limited|held\s+back|throttled|dominated|capped|set|determined|governed|dictated)\s+by\s+{_OF_IT}",
        rf"(?:what|which)\s+(?:dominates|limits\s+\w+|decides|costs)\s+is\s+{_OF_IT}",
        rf"\s(?:is|are)\s+(?:just|only|purely|nothing\s+but|all)\s+{_IT}\Z",
    )
)
_SIDE_NAMED = re.compile(  # ALU bound, and not GPU-bound, which may be by its memory
    rf"\A(?:[a-z]+(?:\s+[a-z]+)?\s*/\s*)?(?!(?:the\s+)?(?:[gt]pu|chip)s?\b){_IT}[\s-]+(?:bound|limited)\Z", re.I
)
_SPARES = tuple(
    re.compile(form, re.I)
    for form in (
        rf"{_IT}\s+(?:is|are)\s+not\s+(?:(?:what|the\s+(?:one|thing|part)s?(?:\s+(?:that|which))?)\s+(?:limits?|holds?|decides?|dominates?|governs?|slows?|costs?|counts?|matters?)\b|{_SETS})",
        rf"\bis\s+not\s+{_IT}\s+(?:that|which)\s+{_SLOWS}",
        rf"{_IT}\s+(?:just\s+|simply\s+|only\s+)?sits?\s+(?:there|around)\Z",
        rf"{_IT}\s+(?:is|are)\s+(?:trivial|negligible|almost\s+free)\Z",
        rf"{_IT}\s+(?:(?:is|are|sits?|stays?|just|there|around|(?!hard|rare|bare|scarce)[a-z]+l?y)\s+)*(?:wait(?!\w*\s+(?:for|on)\s+nothing)|idl|starv|stall|twiddl|nearly\s+idle|mostly\s+idle|nearly\s+empty|almost\s+idle|empty|bored|underused|underutili[sz]ed|have\s+nothing)",
        rf"{_IT}\s+(?:is|are)\s+(?:done|finished|through)\s+(?:well\s+|long\s+|far\s+)?(?:before|ahead\s+of)\b",
        rf"{_IT}\s+(?:itself\s+)?(?:keeps?\s+up\s+(?:easily|fine|well)|hides?\b|(?:is|are)\s+(?:completely\s+|fully\s+)?hidden|has\s+(?:plenty|room|headroom|slack)|(?:is|are)\s+not\s+the\s+(?:problem|limit|issue))",
        rf"(?:doubl\w+|faster|more|twice|increas\w+|upgrading|a\s+(?:faster|fatter|better))\s+(?:the\s+)?(?:peak\s+)?{_IT}[^,;]*?\b(?:{_SLOW}|would\s+not\s+|changes\s+|buys?\s+)(?:help|matter|buy|change|speed|nothing|you\s+nothing|make)",
    )
)
_TURNS = re.compile(
    r"\b(?:if|unless|or|either|neither|not\s+(?:the|yet)|depends?|sometimes|maybe|perhaps|may|might|once|until\s+\d)\b|"
    r"\bonly\b(?!\s+[~≈]?\d)|\?",
    re.I,
)
_FIGURES = re.compile(
    r"\d(?<!\bat\s1)(?<!\bat\s10)(?<!\bat\s100)|\bonly\b(?!\s+(?:more|faster|a\s+faster|better)\s)", re.I
)
_NOT = re.compile(r"(?<=\b(?:is|do))n['’]t\b|(?<=\b(?:are))n['’]t\b|(?<=\b(?:does))n['’]t\b", re.I)
_NO_ISSUE = re.compile(
    r"\bnot\s+(?:the|an?)\s+(?:problem|limit|issue|bottleneck|concern)\b|\bonly(?=\s+(?:more|faster|a\s+faster|better)\s)",
    re.I,
)
_WHERE = re.compile(  # how a clause begins that says where something holds, and is no reason
    r"(?:above|below|over|under|beyond|past|for|at|with|from|up\s+to|until|when|between|in|on|after|before|less|more|beneath)\b",
    re.I,
)
_NEITHER = re.compile(
    r"\A(?:no,\s+)?neither(?:\s+(?:one|of\s+(?:the\s+two|them|both|these)|(?:the\s+)?[a-z]+\s+nor\s+(?:the\s+)?[a-z]+))?"
    r"\s*[,.;:–-]+\s*",
    re.I,
)
_MUST_BE = re.compile(r"\b(?:must|has\s+to|have\s+to)\s+be\b", re.I)
_AT_ONE = re.compile(r"\s(?:at|with|for)\s+(?:bs|batch(?:\s+size)?)\s*(?:=|of)?\s*(?:1|one)\b", re.I)
_USED = re.compile(  # the uplink is at 98%: so much of what it can do
    rf"(?P<it>{_IT.replace('?P<', '?P<u_')})\s+(?:(?:is|are|runs?|sits?|stays?)\s+)?"
    r"(?:only\s+|just\s+|barely\s+)?at\s+(?:only\s+|just\s+|about\s+)?(?P<share>\d{1,3})(?:\.\d+)?\s?(?:%|percent\b)"
    r"(?:\s+only|\s+of\s+(?:its\s+|the\s+|their\s+)?(?:peak|capacity|bandwidth|time))?(?=\s*(?:[,;.]|and\b|while\b|but\b|\Z))",
    re.I,
)
_FULL, _HALF_USED = 85, 25  # percent


def _in_use(m: re.Match[str]) -> str:
    """That something is full or idle, by how much of it is used; between the two it is neither.

    >>> [_USED.sub(_in_use, f"the uplink is at {n} %") for n in (98, 12, 70)]
    ['the uplink are full', 'the uplink are idle', 'the uplink is at 70 %']
    """
    share = int(m["share"])
    return m.group() if _HALF_USED < share < _FULL else f"{m['it']} are {'full' if share >= _FULL else 'idle'}"


_NEVER_WAITS = re.compile(
    r"(?:\b(?:never|not|hardly|rarely|no\s+longer)|n['’]t)\s+(?:[a-z]+\s+){0,2}(?:wait|stall|starv)", re.I
)
_DENIES = re.compile(r"(?:\b(?:never|not|hardly|rarely|no\s+longer)|n['’]t)\s*\Z", re.I)  # never the memory that limits
_CLAUSE = re.compile(
    r"\s*[,;.:]\s*(?:(?:so|hence|thus|therefore)\s+)?|\s+(?:while|whereas|because|since|so|hence|thus|therefore|and|as|but|before)\s+",
    re.I,
)


_NAMED_BOUND = re.compile(
    rf"(?:(?:it|this)\s+is\s+|it['’]s\s+)?{_IT}[\s-]+(?:bound|limited)\s*"
    r"(?:[.!]|,\s+(?:since|because)\s.*)?\Z",
    re.I,
)
_SIDES = {
    "compute": "compute-bound",
    "memory": "memory-bound",
    "network": "communication-bound",
    "latency": "latency-bound",
}
_EXPECTED = (
    (
        "compute",
        re.compile(r"(?:always\s+)?(?:compute|math|flops?|arithmetic|computation)[\s-]+(?:bound|limited)\Z", re.I),
    ),
    ("memory", re.compile(r"(?:always\s+)?(?:memory|hbm|dram)(?:[\s-]+bandwidth)?[\s-]+(?:bound|limited)\Z", re.I)),
    ("network", re.compile(r"(?:communication|comms?|network|link|interconnect|ici)[\s-]+(?:bound|limited)\Z", re.I)),
    ("latency", re.compile(r"latency[\s-]+(?:bound|limited)\Z", re.I)),
)
_A_CHIP = re.compile(r"\b(?:[gt]pu|chip)s?\b", re.I)  # whose memory may be what is meant


def side(text: str, expected: str) -> str:
    """The side that a sentence says, as an answer to what is expected; "" where it says none, or what is asked is open.

    >>> [side("the cores sit waiting for data", e) for e in ("memory-bound", "communication-bound")]
    ['memory-bound', 'communication-bound']
    >>> [side(t, "compute-bound") for t in ("faster memory won't help", "the GPUs wait", "it rains")]
    ['compute-bound', 'memory-bound', '']
    """
    asked = next((kind for kind, form in _EXPECTED if form.match(expected.strip())), "")
    named = _NAMED_BOUND.match(text.strip()) if asked else None
    if named is not None and _kind(named) == asked:
        return expected
    opposed = named is not None and "compute" in (asked, _kind(named)) and "latency" not in (asked, _kind(named))
    if named is not None and opposed and not _A_CHIP.search(text):
        return "memory-bound" if asked == "compute" else "compute-bound"
    found = told(text) if asked else None
    if found is None:
        return ""
    if found.limit == "disk" and asked != "compute":
        return ""
    if found.limit:
        return (
            expected
            if found.limit == "data" and asked in ("memory", "network")
            else _SIDES.get(found.limit, "memory-bound")
        )
    if asked in found.spare or (asked == "memory" and "data" in found.spare):
        return "memory-bound" if asked == "compute" else "compute-bound"
    other = "compute" in found.spare if asked != "compute" else bool(found.spare & {"memory", "data"})
    return expected if other else ""


def not_latency(text: str, expected: object) -> str:
    """The limit that an answer names where latency is asked, which is no side of a roofline; "" for none or latency.

    >>> not_latency("bandwidth-bound", "latency-bound"), not_latency("the round trips dominate", "latency-bound")
    ('memory-bound', '')
    """
    asked = isinstance(expected, str) and dict(_EXPECTED)["latency"].match(expected.strip()) is not None
    named = _NAMED_BOUND.match(text.strip()) if asked else None
    found = told(text) if asked and named is None else None
    limit = _kind(named) if named is not None else found.limit if found is not None else ""
    return "" if limit in ("", "latency") else _SIDES.get(limit, "memory-bound")


@final
@dataclass(frozen=True)
class Told:
    """The resource that is said to be the limit, "" where none is, and those that are said to be none."""

    limit: str
    spare: frozenset[str]


_CLEFT = re.compile(r"\A(?:well,?\s+)?(?:it\s+is|it['’]s|that['’]s)\s+(?=the\s.*\b(?:that|which|who)\s)", re.I)
_THE_LIMIT = (
    r"(?:the|our|a)\s+(?:problem|limit(?:ation)?|bottleneck|issue|constraint|culprit|limiting\s+(?:factor|part|resource|one))"
    r"(?:\s+(?:here|now|then|in\s+this\s+case))?"
)
_SPARED = re.compile(
    rf"{_IT}\s+(?:is|are)(?:\s+not|n['’]t)\s+{_THE_LIMIT}\s*[,;:–—-]+\s*(?:but\s+|and\s+)?"
    rf"{_IT.replace('?P<', '?P<o_')}\s+(?:is|are)"
    rf"(?:\s+{_THE_LIMIT}|\s+what\s+(?!is\s+not)[a-z ]+)?\Z",
    re.I,
)
_HELPS = r"(?:(?:an?|some)\s+)?(?:faster|more|wider|better|fatter)\s+"
_ELLIPTIC = re.compile(  # faster memory would help, more FLOPs would not
    rf"{_HELPS}{_IT}\s+(?:would|will)\s+help\s*[,;]\s*(?:(?:and|but|while)\s+)?"
    rf"{_HELPS}{_IT.replace('?P<', '?P<o_')}\s+(?:(?:would|will)(?:\s+not|n['’]t)|won['’]t)(?:\s+help)?\Z|"
    rf"{_HELPS}{_IT.replace('?P<', '?P<q_')}\s+(?:(?:would|will)(?:\s+not|n['’]t)|won['’]t)\s+help\s*[,;]\s*"
    r"(?:(?:and|but|while)\s+)?"
    rf"{_HELPS}{_IT.replace('?P<', '?P<p_')}\s+(?:would|will)(?:\s+help)?\Z",
    re.I,
)
_CONTRAST = re.compile(
    rf"\s*[,.;]?\s+(?:and\s+|but\s+)?(?:not|rather\s+than|instead\s+of)\s+(?:by\s+|for\s+|on\s+|into\s+|in\s+|with\s+)?{_IT}\Z",
    re.I,
)
_BY_IT = r"(?:by\s+|on\s+|in\s+|for\s+)?"
_NOT_BUT = re.compile(  # it is not the network but the memory: what is denied stands first
    rf"\bnot\s+(?P<by>{_BY_IT})(?P<no>{_IT.replace('?P<', '?P<n_')})(?:\s+(?:that|which)\s+{_SLOWS})?\s*,?\s+"
    rf"but\s+(?:rather\s+)?{_BY_IT}(?P<yes>{_IT})",
    re.I,
)
_ALONE = re.compile(rf"(?:it\s+is\s+|it['’]s\s+|mostly\s+|mainly\s+|clearly\s+)?{_IT}\Z", re.I)


def rather(text: str) -> str:
    """The side of what limits beside what is said not to; "" for any other text.

    >>> rather("The network isn't the limiting factor here; HBM is."), rather("HBM isn't the limit")
    ('memory-bound', '')
    """
    m = _SPARED.match(_NOT.sub(" not", text.strip(" .!")))
    if m is None:
        return ""
    spared, limit = (next(k for k in _RESOURCES if m[group + k]) for group in ("", "o_"))
    return _SIDES.get(limit, "memory-bound") if spared != limit else ""


def told(text: str) -> Told | None:
    """What a sentence says of the limit; None where it says nothing of it, or contradicts itself."""
    text = _CLEFT.sub("", _NOT.sub(" not", text.strip(" .!")))
    text = _AT_ONE.sub("", _MUST_BE.sub("is", _USED.sub(_in_use, text)))
    if (two := _ELLIPTIC.match(text)) is not None:
        kinds = [next((k for k in _RESOURCES if two[g + k]), "") for g in ("", "o_", "p_", "q_")]
        kind, other = (k for k in kinds if k)
        return Told(kind, frozenset({other})) if kind != other else None
    spared = _SPARED.match(text)
    if spared is not None:  # memory isn't the problem, compute is
        kind, other = (next(k for k in _RESOURCES if spared[g + k]) for g in ("", "o_"))
        return Told(other, frozenset({kind})) if kind != other else None
    neither, contrast = _NEITHER.match(text), _CONTRAST.search(text)
    limits, spare = set[str](), set[str]()
    named = unread = False
    if (rather := _NOT_BUT.search(text)) is not None:
        spare = {next(k for k in _RESOURCES if rather[f"n_{k}"])}
        text = f"{text[: rather.start()]}{rather['by'] or ''}{rather['yes']}{text[rather.end() :]}"
        limits = {_kind(alone)} if (alone := _ALONE.match(text)) is not None else set()
    elif contrast is not None:
        spare, text = {_kind(contrast)}, text[: contrast.start()]
        limits = {_kind(alone)} if (alone := _ALONE.match(text)) is not None else set()
    for clause in filter(None, _CLAUSE.split(text[neither.end() if neither else 0 :].strip(" .!"))):
        bare = _NO_ISSUE.sub(" ", clause)
        if _TURNS.search(bare) or _NEVER_WAITS.search(clause):
            return None
        forms = (*_LIMITS, _SIDE_NAMED)
        said = [(m, _DENIES.search(clause[: m.start()]) is not None) for form in forms for m in form.finditer(clause)]
        bind = {_kind(m) for m, denied in said if not denied}
        free = {_kind(m) for m, denied in said if denied} | {
            _kind(m) for form in _SPARES for m in form.finditer(clause)
        }
        if _FIGURES.search(clause) and (bind or free or _WHERE.match(clause)):
            return None  # above 240 the cores decide; while the math takes 4 ms is a reason
        named, unread = named or _SIDE_NAMED.match(clause) is not None, unread or not (bind or free)
        limits, spare = limits | bind, spare | free
    if named and unread:
        return None  # memory-bound, so more FLOPs would speed it up
    if len(limits - spare) > 1 or limits & spare or not (limits or (spare and contrast is None)):
        return None
    limit = next(iter(limits), "")
    return None if neither and limit not in ("network", "latency") else Told(limit, frozenset(spare))


def _kind(m: re.Match[str]) -> str:
    return next(kind for kind in _RESOURCES if m.groupdict().get(kind))


__all__ = ["Told", "not_latency", "rather", "side", "told"]
