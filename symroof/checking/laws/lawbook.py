r"""Named laws as data: what each is called, what its letters stand for, how it is written, and the slips made in it.

A law is written over roles (``throughput``, ``bandwidth``), which are what the words for letters say and the letters
that authors commonly take.  All conventions under which it is written count as right; a slip is one change of a
right form: a fraction upside down, a number or a term left out, a sign, one more or less, a part for the rest of it.

Sources: Little, Oper. Res. 9 (1961); Kleinrock, Queueing Systems I (1975), M/M/1; Amdahl, AFIPS (1967); Gustafson, CACM
31 (1988); Huang et al., GPipe (2019), the bubble; Thakur et al., IJHPCA 19 (2005), collectives; Williams et al., CACM
52 (2009), roofline and ridge; Pope et al., Efficiently Scaling Transformer Inference (2022), the KV cache; Young, CACM
17 (1974), checkpoints; Hennessy and Patterson, Computer Architecture, access times.

>>> right, slips = spelt(next(law for law in LAWS if law.name == "Little's law"), "number")
>>> [str(x) for x in right], sorted(str(x) for x in slips)[:2]
(['throughput*time'], ['throughput/time', 'time/throughput'])
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import NamedTuple, final

import symroof.regexes as re
from symroof.algebra.ratios.posynomial import Ratio, gen, ratio
from symroof.errors import SymroofError
from symroof.reading.formula import parse_formula, to_ratio
from symroof.reading.nodes import Node, replaced

FRACTIONS = {"parallel", "serial", "hit"}  # the rest of which is as good a letter
MAX_CHANGED = 40  # nodes of one form that are changed


class Role(NamedTuple):
    """What a letter may stand for: the words that say so, and the letters that commonly do."""

    words: str
    letters: str = ""


ROLES = {
    "number": Role(
        r"(?:(?:requests|jobs|customers|number) in (?:the )?(?:system|flight|queue|service)|"
        r"queue (?:depth|length)|concurrency|in-flight requests|population|requests|jobs|customers)",
        "L N Q n",
    ),
    "throughput": Role(r"(?:arrival rate|throughput|request rate|completion rate|rate of arrivals?)", "lambda X"),
    "time": Role(
        r"(?:(?:response|residence|sojourn|waiting|turnaround|elapsed|running|run)[- ]times?|latency|duration|"
        r"time (?:each \w+ spends )?in (?:the )?(?:system|queue)|times?)",
        "W T R t w",
    ),
    "service": Role(r"(?:service (?:time|demand)|time (?:of service|per (?:request|job|query)))", "S s"),
    "service rate": Role(r"service rate", "mu"),
    "utilization": Role(r"(?:utili[sz]ation|traffic intensity|server load)", "rho U u"),
    "servers": Role(r"(?:servers|number of servers)", "c m"),
    "speedup": Role(r"(?:scaled |maximum |overall )?speed-?ups?", "S speedup Speedup"),
    "parallel": Role(
        r"(?:paralleli[sz]able (?:fraction|part|share|portion)|parallel (?:fraction|part|share|portion)|"
        r"vectori[sz]ed (?:part|fraction)|"
        r"(?:fraction|part|share|portion)(?: of (?:the |a )?[\w-]+(?: [\w-]+){0,2}?)? (?:that )?(?:is |can be |runs )?"
        r"(?:parallel|vectori[sz]ed|enhanced|improved|accelerated))",
        "p f",
    ),
    "serial": Role(
        r"(?:(?:serial|sequential) (?:fraction|part|share|portion)|"
        r"(?:fraction|part|share|portion)(?: of (?:the |a |its )?[\w-]+(?: [\w-]+){0,2}?)? (?:that )?(?:is |in )?"
        r"(?:serial|sequential)(?: code)?)",
        "s f",
    ),
    "devices": Role(
        r"(?:(?:degree|world size|number) of (?:\w+ )?(?:parallelism|ranks|devices)|ranks|devices|nodes|GPUs|"
        r"TPUs|chips|workers|processors|machines|cores|hosts|"
        r"participants|peers|data-parallel degree|tensor-parallel degree|replicas)",
        "n N p P k",
    ),
    "stages": Role(r"(?:(?:pipeline )?stages|pipeline(?:-parallel)? (?:depth|degree|ranks|size))", "p"),
    "microbatches": Role(r"(?:micro-?batches|items|micro-?steps)", "m"),
    "bubble": Role(r"(?:bubble(?: fraction| ratio| overhead| share)?|idle (?:fraction|share|part|"
    r"time))(?:,? as an? (?:fraction|part|share))?"
        r"(?: of the (?:total|whole)(?: time| step)?)?", "f_bubble"),
    "bytes": Role(
        r"(?:bytes|(?:message|buffer|payload|tensor|gradient|array|data|full|total)(?: size| length| volume)?|"
        r"size of the \w+|"
        r"size in bytes|volume)",
        "V M G",
    ),
    "bandwidth": Role(
        r"(?:(?:memory|link|network|HBM|DRAM|ring|bus)?[- ]?bandwidths?(?: per \w+)?|link (?:rate|speed)|"
        r"memory (?:rate|speed)|"
        r"bytes per second)",
        "W B beta b BW",
    ),
    "latency": Role(r"(?:latency|start-?up(?: time| cost)?|overhead)", "alpha"),
    "peak": Role(
        r"(?:peak(?: (?:performance|compute|rate|FLOPs?(?:/s)?|arithmetic|throughput)(?: rate)?)?|"
        r"compute (?:peak|rate|throughput)|"
        r"peak \w+ rate|(?:FLOP|arithmetic) (?:rate|throughput)|FLOPs? per second|peak rate)",
        "pi P F C P_peak",
    ),
    "intensity": Role(r"(?:(?:arithmetic|operational|computational) )?intensity", "I AI"),
    "ridge": Role(
        r"(?:ridge(?: point| intensity)?|balance point|critical intensity|machine balance|knee)", "I_star I_ridge"
    ),
    "attainable": Role(r"(?:attainable|achievable|sustained|actual) (?:performance|speed|rate|FLOPs?(?:/s)?|"
    r"throughput)", "P"),
    "efficiency": Role(r"(?:parallel )?efficiency", "E eta"),
    "layers": Role(r"(?:number of )?(?:(?:decoder|transformer|attention) )?(?:layers|blocks)", ""),
    "heads": Role(r"(?:key[/-]value |KV |key and value |attention )?heads", ""),
    "head size": Role(r"(?:head (?:dimension|size|dim|width)|dimension (?:of each|per) head|size of (?:a|"
    r"each) head)", ""),
    "element": Role(r"(?:bytes (?:per|an?|of each|for each) (?:element|value|number|entry|weight)|element size|"
    r"bytes each)", ""),
    "tokens": Role(r"(?:context length|sequence length|tokens|context)", ""),
    "sequences": Role(r"(?:batch(?: size)?|sequences|concurrent sequences)", ""),
    "cache": Role(
        r"(?:(?:KV|key-value)[- ]cache(?: per token| size| footprint)?|cache per token|cache size|bytes per token)", ""
    ),
    "energy": Role(r"energy", "E"),
    "power": Role(r"(?:mean |average |electrical )?power(?: draw)?", "P"),
    "hit": Role(r"(?:cache )?hit (?:ratio|rate|probability|fraction)", ""),
    "hit time": Role(r"(?:hit (?:time|cost|latency)|cache (?:time|access time|latency)|time of a hit)", ""),
    "miss time": Role(
        r"(?:miss (?:time|cost|latency|penalty)|(?:main )?memory (?:time|access time|latency)|time of a miss)", ""
    ),
    "access": Role(r"(?:(?:effective|mean|average) (?:memory )?access time|(?:AMAT|EAT)|mean read(?: time)?)", ""),
    "cost": Role(
        r"(?:checkpoint (?:cost|time|overhead)|(?:cost|time|overhead) of a checkpoint|time to (?:write|"
        r"save) a checkpoint)", "C delta"
    ),
    "failures": Role(r"(?:MTBF|mean time between failures|MTTF|mean time to failure)", "M"),
    "interval": Role(r"(?:(?:best|optimal|optimum|checkpoint)[- ](?:checkpoint )?(?:interval|period)|"
    r"interval)", "tau theta T"),
    "cores": Role(r"(?:cores|SMs|compute units|multiprocessors)", ""),
    "multiply-adds": Role(r"(?:FMAs?|fused multiply[–-]+adds?|MACs?|multiply-adds)(?: units| per (?:core|SM|"
    r"cycle|clock)[\w ]*)?", ""),
    "clock": Role(r"(?:clock(?: rate| frequency| speed)?|frequency)", "f"),
    "window": Role(r"(?:window(?: size)?|bandwidth-delay product|bytes in flight)", ""),
    "round trip": Role(r"(?:round[- ]trip(?: time| delay| latency)?|RTT)", "RTT"),
}  # fmt: skip


@final
@dataclass(frozen=True)
class Law:
    """A named law: the words that name it, how it is written for each quantity, and what is right besides."""

    name: str
    called: re.Pattern[str]
    forms: tuple[tuple[str, str], ...]
    besides: tuple[str, ...] = ()
    usual: bool = True  # whether the usual letters need no words
    alone: bool = False  # whether it stands for more general laws of its kind where it is named


def _law(
    name: str, called: re.Pattern[str], forms: str, besides: str = "", *, usual: bool = True, alone: bool = False
) -> Law:
    pairs = tuple((left.strip(), right.strip()) for left, right in (f.split("=") for f in forms.split(";")))
    others = tuple(x.strip() for x in besides.split(";") if x.strip())
    return Law(name, called, pairs, others, usual, alone)


_RING = "(devices - 1)/devices*bytes/bandwidth"
LAWS = (
    _law(
        "Little's law",
        re.compile(r"\bLittle(?:[’']s|\b)", re.I, needs="little"),
        "number = throughput*time; time = number/throughput; throughput = number/time",
    ),
    _law(
        "the utilization law",
        re.compile(r"\b(?:utili[sz]ation|traffic intensity|offered load)\b", re.I, needs="utili|intensity|load"),
        "utilization = throughput*service; utilization = throughput/service_rate",
        "throughput*service/servers; throughput/(servers*service_rate)",
        usual=False,
    ),
    _law(
        "the response time of an M/M/1 queue",
        re.compile(
            r"\bM/M/1\b|\bPoisson arrivals\b|"
            r"\bexponential(?:ly distributed)? service\b",
            re.I,
            needs="m/m/1|poisson|exponential",
        ),
        "time = service/(1 - utilization); time = 1/(service_rate - throughput);"
        " number = utilization/(1 - utilization)",
        "service*utilization/(1 - utilization); utilization^2/(1 - utilization); 1 - utilization; 1/(1 - utilization);"
        "throughput/(service_rate*(service_rate - throughput)); throughput/(service_rate - throughput);"
        " throughput/service_rate",
    ),
    _law(
        "Amdahl's law",
        re.compile(r"\bAmdahl", re.I, needs="amdahl"),
        "speedup = 1/((1 - parallel) + parallel/devices); speedup = 1/(serial + (1 - serial)/devices)",
        "1/((1 - parallel)*devices + parallel); 1/(serial*devices + 1 - serial); serial + (1 - serial)/devices;"
        "1/(1 - parallel); 1/serial; serial + (1 - serial)*devices; devices*(1 - serial) + serial",
    ),
    _law(
        "Gustafson's law",
        re.compile(r"\bGustafson", re.I, needs="gustafson"),
        "speedup = serial + (1 - serial)*devices; speedup = devices - serial*(devices - 1);"
        "speedup = (1 - parallel) + parallel*devices",
        "1/((1 - parallel) + parallel/devices); 1/(serial + (1 - serial)/devices)",
    ),
    _law(
        "the bubble of a pipeline, as a part of the total",
        re.compile(
            r"\b(?:fraction|part|share) of (?:the )?(?:total|whole)(?: time| step)?\b"
            r"(?!.*\b(?:useful|ideal|relative))",
            re.I,
            needs="total|whole",
        ),
        "bubble = (stages - 1)/(microbatches + stages - 1)",
        alone=True,
    ),
    _law(
        "the bubble of a pipeline",
        re.compile(r"\b(?:bubble|idle)\b", re.I, needs="bubble|idle"),
        "bubble = (stages - 1)/(microbatches + stages - 1); bubble = (stages - 1)/microbatches",
        "microbatches/(microbatches + stages - 1); (microbatches + stages - 1)/microbatches; stages - 1;"
        "(stages - 1)/stages; (stages - 1)/(microbatches*stages); (stages - 1)/(microbatches + stages);"
        "(stages - 1)/(3*microbatches + stages - 1); (stages - 1)/(2*microbatches + stages - 1);"
        "(stages - 1)/(2*microbatches); 2*(stages - 1)/(microbatches + 2*(stages - 1))",
    ),
    _law(
        "a ring all-reduce",
        re.compile(r"\ball-?reduce", re.I, needs="reduce"),
        f"time = 2*{_RING}; bytes sent = 2*(devices - 1)/devices*bytes;"
        f"time = 2*(devices - 1)*latency + 2*{_RING}",
        f"{_RING}; (devices - 1)/devices*bytes; 2*bytes/bandwidth; bytes/bandwidth; bytes/(devices*bandwidth);"
        f" 2*bytes/(devices*bandwidth);"
        "2*(devices - 1)*bytes/bandwidth; (devices - 1)*bytes/bandwidth; 2*(devices - 1)*bytes; (devices - 1)*bytes;"
        f"{_RING}/2; 4*{_RING}; 2*(devices - 1)/devices*bytes*bandwidth; (devices - 1)/devices*bytes*bandwidth;"
        "bytes/devices; 2*bytes/devices",
    ),
    _law(
        "a ring all-gather or reduce-scatter",
        re.compile(
            r"\ball-?gather|\breduce-?scatter|\b(?:all-to|allto)-?all",
            re.I,
            needs="gather|scatter|all-to|allto",
        ),
        f"time = {_RING}; bytes sent = (devices - 1)/devices*bytes; time = (devices - 1)*latency + {_RING}",
        f"2*{_RING}; {_RING}/2; (devices - 1)*bytes/bandwidth; (devices - 1)*bytes; bytes/bandwidth;"
        f" bytes/(4*bandwidth);"
        f"{_RING}/devices; {_RING}/4; bytes/(devices*bandwidth); (devices - 1)/devices*bytes*bandwidth;"
        f" 2*(devices - 1)/devices*bytes;"
        "bytes/devices; devices*bytes; devices*bytes/bandwidth",
    ),
    _law(
        "the roofline",
        re.compile(r"\broofline|\battainable\b", re.I, needs="roofline|attainable"),
        "attainable = min(peak, intensity*bandwidth)",
        "intensity*bandwidth; peak/bandwidth",
    ),
    _law(
        "the ridge point",
        re.compile(r"\bridge\b|\bbalance point\b|\bcritical intensity\b", re.I, needs="ridge|balance|critical"),
        "ridge = peak/bandwidth",
    ),
    _law(
        "parallel efficiency",
        re.compile(r"\befficiency\b", re.I, needs="efficiency"),
        "efficiency = speedup/devices",
        usual=False,
    ),
    _law(
        "the KV cache",
        re.compile(
            r"\b(?:KV|key[-/ ]value)[- ]cache|\bcache per token|"
            r"\bkeys? and (?:one )?(?:a )?values?",
            re.I,
            needs="cache|value",
        ),
        "cache = 2*layers*heads*head_size*element; cache = 2*layers*heads*head_size*element*tokens;"
        "cache = 2*layers*heads*head_size*element*tokens*sequences",
        "4*layers*heads*head_size*element",
        usual=False,
    ),
    _law(
        "energy",
        re.compile(r"\benergy\b", re.I, needs="energy"),
        "energy = power*time; power = energy/time; time = energy/power",
        usual=False,
    ),
    _law(
        "the mean access time",
        re.compile(r"\baccess time\b|\bAMAT\b|\bhit (?:ratio|rate|probability)\b", re.I, needs="access|amat|hit "),
        "access = hit*hit_time + (1 - hit)*miss_time; access = hit_time + (1 - hit)*miss_time",
        "hit*hit_time + (1 - hit)*(hit_time + miss_time)",
        usual=False,
    ),
    _law(
        "Young's formula",
        re.compile(r"\bYoung(?:[’']s|\b)", re.I, needs="young"),
        "interval = sqrt(2*cost*failures)",
        "sqrt(2*cost*(cost + failures)); sqrt(2*cost*failures) - cost; sqrt(2*cost*failures) + cost;"
        " sqrt(2*cost/failures)",
    ),
    _law(
        "the peak of fused multiply-adds",
        re.compile(r"\bmultiply[–-]+adds?\b[^.]{0,30}\b(?:two|2) (?:operations|FLOPs)", re.I, needs="multiply"),
        "peak = 2*cores*multiply_adds*clock",
    ),
    _law(
        "the bandwidth-delay product",
        re.compile(r"\bbandwidth[-–]delay\b|\bwindow\b", re.I, needs="delay|window"),
        "window = bandwidth*round_trip",
        "2*bandwidth*round_trip; 2*bandwidth*latency",
        usual=False,
    ),
)  # fmt: skip


@cache
def spelt(law: Law, left: str) -> tuple[tuple[Ratio, ...], dict[Ratio, str]]:
    """The right forms of a law for one quantity, and the slips from them with what each is, in roles."""
    right = tuple(to_ratio(node) for role, text in law.forms if role == left and (node := _node(text)) is not None)
    slips: dict[Ratio, str] = {}
    for role, text in law.forms:
        node = _node(text) if role == left else None
        for made, why in _slips(node) if node is not None else ():
            with suppress(SymroofError, ZeroDivisionError):
                slips.setdefault(to_ratio(made), why)
        value = to_ratio(node) if node is not None else ratio(0)
        for a, b in combinations(value.names, 2):
            slips.setdefault(value.renamed({a: b, b: a}), f"with {a} and {b} exchanged")
        for fraction in FRACTIONS & {*value.names}:
            slips.setdefault(value.subs({fraction: 1 - gen(fraction)}), f"with 1 - {fraction} for {fraction}")
    fine, whole = accepted(law), [{*value.names} for value in right]
    return right, {value: why for value, why in slips.items() if value not in fine and {*value.names} in whole}


@cache
def accepted(law: Law) -> frozenset[Ratio]:
    """All that is right under the name of a law, in roles."""
    nodes = (_node(text) for text in (*(t for _, t in law.forms), *law.besides))
    return frozenset(to_ratio(n) for n in nodes if n is not None)


def symbol(role: str) -> str:
    """A role as it is written in formulas."""
    return role.replace(" ", "_").replace("-", "_")


@cache
def _node(text: str) -> Node | None:
    return parse_formula(text, [symbol(r) for r in ROLES]).sides[0].node


def _slips(node: Node) -> Iterator[tuple[Node, str]]:
    """The formulas that one slip makes of a formula."""
    todo, seen = [node], 0
    while todo and seen < MAX_CHANGED:
        here = todo.pop()
        seen += 1
        todo += here.args
        for new, why in _changed(here):
            yield replaced(node, here, new), why


def _changed(node: Node) -> Iterator[tuple[Node, str]]:
    if node.kind == "add":
        yield from _terms(node)
    elif node.kind in ("mul", "juxt"):
        yield from _factors(node)
    elif node.kind == "pow":
        yield node.args[0], "without its exponent"
    elif node.kind == "call" and node.name in ("min", "max"):
        yield replace(node, name="max" if node.name == "min" else "min"), "the other one of min and max"


def _terms(node: Node) -> Iterator[tuple[Node, str]]:
    for i, sign in enumerate(node.ops):
        if i:
            other = node.ops[:i] + ("+" if sign == "-" else "-") + node.ops[i + 1 :]
            yield replace(node, ops=other), "with another sign"
        kept = node.args[:i] + node.args[i + 1 :]
        if i and len(kept) == 1:
            yield kept[0], "without one of its terms"
        elif i:
            yield replace(node, args=kept, ops=node.ops[:i] + node.ops[i + 1 :]), "without one of its terms"
    if len(node.args) > 2:
        yield node.args[0], "without some of its terms"


def _factors(node: Node) -> Iterator[tuple[Node, str]]:
    ops = node.ops or "*" * len(node.args)
    for i in range(1, len(ops)):
        if ops[i - 1 : i + 1] == "*/" and (i > 1 or len(ops) > 2):
            yield _product(node, ops[: i - 1] + "/*" + ops[i + 1 :]), "with a fraction upside down"
    for i, sign in enumerate(ops):
        other = ops[:i] + ("/" if sign == "*" else "*") + ops[i + 1 :]
        if "*" in other:
            yield _product(node, other), "with a product for a quotient, or the other way round"
        kept, signs = node.args[:i] + node.args[i + 1 :], ops[:i] + ops[i + 1 :]
        if signs[:1] == "*":
            yield Node("group", (replace(node, kind="mul", args=kept, ops=signs),)), "without one of its factors"
    flipped = "".join("/" if s == "*" else "*" for s in ops)
    if "*" in flipped:
        yield _product(node, flipped), "upside down"


def _product(node: Node, ops: str) -> Node:
    """The factors of a product under other signs, a factor first that is multiplied."""
    order = sorted(range(len(ops)), key=lambda i: ops[i] != "*")
    args = tuple(node.args[i] for i in order)
    return Node("group", (replace(node, kind="mul", args=args, ops="".join(ops[i] for i in order)),))


__all__ = ["LAWS", "ROLES", "Law", "Role", "accepted", "spelt", "symbol"]
