r"""Other ways to say a formula, a bound or a verdict, put into the words that the rest of the room reads.

Each rule says the same with other words, whatever is expected: nothing is judged here, and a text of which a rule does
not understand every word stays as it was.

>>> reworded("goes from memory bound to compute bound at 240"), reworded("under 240 the MXU idles")
('compute-bound from 240 on', 'under 240 it is memory-bound')
>>> reworded("8 hops at 1 us each = 8 us", (), "8 us"), reworded("73,000 PF-days"), reworded("5.2 x 10-3 s")
('(8) * (1 us) = 8 us', '73,000 PFLOP/s-days', '5.2 x 10^{-3} s')
>>> reworded("yes, 70 GB is less than 80 GB"), reworded("no faster than 5 ms"), reworded("faster than 5 ms")
('yes, 70 GB < 80 GB', 'at least 5 ms', 'faster than 5 ms')
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

from symroof.checking.comparisons import compared
from symroof.checking.numerals import NUMBER, counted
from symroof.reading.measures import KIND, UNITS

MAX_LENGTH = 300  # characters; a longer answer is a formula or nothing
_Rule = tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]
_MATH = r"(?:compute|math|flops?)[-\s]+(?:bound|limited)"
_MEMORY = r"(?:memory|bandwidth|hbm|comms?|communications?|network)[-\s]+(?:bound|limited)"
_QUANTITY = rf"\$?{NUMBER}\s*[A-Za-zµμ%]*"
_UNITS_BUSY = r"(?:the\s+)?(?:MXUs?|tensor\s+cores?|systolic\s+arrays?|ALUs?|(?:matrix|compute|arithmetic)\s+units?)"
_DENIED = re.compile(r"\b(?:not|never|no\s+longer|hardly|barely|without|cannot|unless|\w+n['’]t)\b", re.I)
_ABOUT = r"(?:about\s+|around\s+|roughly\s+|[~≈]\s?)?"

_SUBJECT = (  # elementwise ops, our matmuls: no sizes, and no more or less than all of them
    r"(?:(?:the|all|such|these|those|our|every|each|any|an?)\s+)?"
    r"(?:(?!(?:no|not|never|most|some|few|many|only|if|when|for|small|large|big|long|short|batch\w*|sizes?|lengths?|tokens?|sequences?|"
    r"contexts?|prompts?|models?|it|we|this|that|you|they|and|or|but|above|below|over|under)\b)[A-Za-z][A-Za-z-]*\s+){1,3}"
)
#: a crossing, and words for who idles or waits
_BOUNDS: tuple[_Rule, ...] = (
    (
        re.compile(
            rf"\A{_SUBJECT}(?:is|are)\s+(?=(?:always|never)\s+(?:{_MATH}|{_MEMORY}|(?:limited|bound)\s+by\s)|"
            rf"(?:{_MATH}|{_MEMORY})\s+(?:at|for)\s+(?:every|all|any)\b)",
            re.I,
        ),
        "it is ",
    ),
    (  # batches above 240 are compute-bound, anything below is memory-bound
        re.compile(
            r"\A(?:(?:batch(?:es)?(?:\s+sizes?)?|sizes?|sequences?|lengths?|contexts?|anything|everything)\s+)?(?P<one>above|over|below|under|beyond)\s+"
            rf"(?P<at>{_ABOUT}\d[\d.,]*(?:\s+tokens)?)\s*,?\s+(?:(?:it\s+)?(?:is|are|it['’]s)\s+)?(?P<is>{_MATH}|{_MEMORY})\s*[,;.]?\s*(?:and\s+|but\s+|while\s+)?"
            r"(?:(?:batch(?:es)?(?:\s+sizes?)?|sizes?|anything|everything|those)\s+)?(?P<other>above|over|below|under|beyond)(?:\s+(?:that|it))?\s+"
            rf"(?:(?:it\s+)?(?:is|are|it['’]s)\s+)?(?P<then>{_MATH}|{_MEMORY})\.?\Z",
            re.I,
        ),
        r"\g<one> \g<at> it's \g<is>, \g<other> \g<then>",
    ),
    (
        re.compile(
            rf"\A(?:(?:it|we|this|the\s+[a-z]+|[A-Z])\s+)?"
            r"(?:(?:goes|moves|switches|changes|crosses(?:\s+over)?|flips|turns|transitions|passes)\s+)?"
            rf"from\s+(?:being\s+)?(?:(?P<down>{_MATH}|compute-)|{_MEMORY}|memory-)\s+(?:in)?to\s+(?:being\s+)?(?:(?P<up>{_MATH})|{_MEMORY})\s+"
            rf"(?:at|around|near|past|beyond|above|when\s+(?:it\s+)?(?:reaches|passes|exceeds))\s+(?P<at>{_ABOUT}(?:[A-Z]\w*\s*[=≈]\s*)?\d.*)\Z",
            re.I,
        ),
        lambda m: (
            m.group() if bool(m["up"]) == bool(m["down"])
            else f"{'compute' if m['up'] else 'memory'}-bound from {m['at']} on"
        ),
    ),
    (
        re.compile(
            rf"{_UNITS_BUSY}\s+(?:(?:(?:is|are|sits?|stays?)\s+)?(?:idles?|idling|idle|starved|starving|starves?|underutili[sz]ed|"
            r"under-utili[sz]ed|waiting|waits?)(?:,?(?:\s+(?:waiting|starved))?\s+(?:for|on)\s+(?:the\s+)?(?:memory|data|weights|HBM))?)"
            r"(?:\s+most\s+of\s+the\s+time)?(?=[\s,.;)]|\Z)",
            re.I,
        ),
        "it is memory-bound",
    ),
    (
        re.compile(
            rf"(?:(?:it|we|this)\s+)?(?:(?:saturates?|fills?)\s+{_UNITS_BUSY}|keeps?\s+{_UNITS_BUSY}\s+(?:busy|fed|full))(?=[\s,.;)]|\Z)|"
            rf"{_UNITS_BUSY}\s+(?:is|are|stays?)\s+(?:saturated|busy|full|fully\s+utili[sz]ed)(?=[\s,.;)]|\Z)",
            re.I,
        ),
        "it is compute-bound",
    ),
    (  # small batches (<240) are memory-bound
        re.compile(
            r"\A(?:(?:small|large|big|tiny|short|long)(?:er)?\s+)?(?P<what>batch(?:es)?(?:\s+sizes?)?|sizes?|lengths?|sequences|contexts?|prompts)\s+"
            r"\(\s*(?P<bound>(?:[<>≤≥]=?|(?:below|under|above|over|less\s+than|more\s+than|at\s+least|at\s+most)\s)[^()]*)\)\s+"
            r"(?P<rest>(?:is|are)\s.*)\Z",
            re.I,
        ),
        lambda m: f"it {re.sub(r'^are', 'is', m['rest'])} for {m['bound'].strip()}",
    ),
    (  # once the batch drops below 240
        re.compile(
            r"(?<=\s)(?:drops?|falls?|goes|gets|rises?|climbs?|grows?|shrinks?|moves|sinks|dips)\s+(?=(?:below|under|above|over|past|beyond)\s)",
            re.I,
        ),
        "is ",
    ),
    (
        re.compile(
            r"\A(?:once|when(?:ever)?|if|as\s+soon\s+as|while|as\s+long\s+as)\s+(?:the\s+|your\s+|our\s+)?(?:batch(?:\s+size)?|size|length|it|B)\s+is\s+"
            r"(?=(?:below|under|above|over|past|beyond|at\s+least|at\s+most|less|more|larger|smaller)\s)"
        ),
        "if ",
    ),
    (re.compile(r"\A(?:only|strictly|somewhere)\s+(?=(?:above|below|over|under|beyond|past)\s+[~≈]?\d)", re.I), ""),
    (
        re.compile(
            rf"\A(?:it\s+(?:is|runs|can\s+be|will\s+be)\s+|it's\s+)?no\s+(?:faster|quicker|shorter|sooner)\s+than\s+(?={_ABOUT}\d[\d.,]*\s*(?:[numµ]?s|seconds|minutes|hours|days)\b)",
            re.I,
        ),
        "at least ",
    ),
)  # fmt: skip

_COUNT = r"(?P<n>\d[\d,]*(?:\.\d+)?(?:\s+[a-z]+)?)\s+(?:is|are|will\s+be|would\s+be)\s+"
_ENOUGH: tuple[_Rule, ...] = (  # 240 is too few, 240 tokens suffice
    (
        re.compile(rf"\A(?:{_COUNT}(?:too\s+(?:few|small|little)|not\s+(?:quite\s+)?enough|insufficient))\Z", re.I),
        r"more than \g<n>",
    ),
    (
        re.compile(
            rf"\A{_COUNT}(?:enough|sufficient|required|needed)\Z|\A(?P<m>\d[\d,]*(?:\s+[a-z]+)?)\s+(?:suffices?|will\s+(?:do|suffice))\Z",
            re.I,
        ),
        lambda m: f"at least {m['n'] or m['m']}",
    ),
)
_ELEMENTS = re.compile(
    r"(?P<many>[\w()·*×+^-]+?)\s+(?P<noun>elements|entries|values|numbers|floats|scalars)\s+(?:of|at|with)\s+(?P<one>\d+\s+(?:bytes?|bits?))"
    r"(?P<rest>\s*(?:=|≈|is|makes?|gives?)\s*.*)?\Z"
)
_EACH = re.compile(
    r"(?P<many>[\w()·*×+^-]+?)\s+(?P<noun>[a-z]{2,}(?:\s+[a-z]+)?)\s+(?:at|of|with|taking|costing)\s+"
    rf"(?P<one>{_ABOUT}[\w.^²³()/*·]+(?:\s+[\w./µμ]+){{0,2}}?)\s+(?:each|apiece|per\s+[a-z]+)"
    r"(?P<rest>\s*(?:=|≈|is|makes?|gives?)\s*.*)?\Z"
)
_TIMES_MANY = re.compile(
    rf"(?P<one>{_QUANTITY})\s+per\s+(?P<noun>[a-z]+?)s?\s*,?\s+(?:times|multiplied\s+by|[x×*])\s+(?P<many>\d[\d,]*)\s+(?P=noun)s?"
    r"(?P<rest>\s*(?:=|≈|is|makes?|gives?)\s*.*)?\Z"
)
_TIMES_THINGS = re.compile(
    rf"(?P<one>{NUMBER}\s*(?:[kKMGT]i?B|[numµ]?s))\s+(?:times|multiplied\s+by)\s+(?P<many>\d[\d,]*)\s+(?P<noun>[a-z]+)"
    r"(?P<rest>\s*(?:=|≈|is|makes?|gives?)\s*.*)?\Z"
)
_PART = (
    r"(?P<{n}>\$?\d[\d.,]*\s*(?:[kKMGTP]?i?B|[numµ]?s|[A-Za-z]*FLOPs?|bytes|seconds)(?![A-Za-z])|\d*\s?[A-Z][A-Z\d²³^]*(?:/[A-Z])?(?![a-z]))"
    r"(?:\s+(?:FLOPs?|bytes|par(?:ams|ameters))(?=\s))?(?:\s+(?:of|for|in)(?:\s+the)?)?"
    r"(?P<w{n}>(?:\s+(?!(?:per|each|times|or|minus|less|more|not|without|than|plus|and)\b)[A-Za-z][\w-]*){{0,3}}(?:\s+and\s+[A-Z]\b)?)"
)
_TOTAL = (
    r"(?:\s*(?:,|=|:|,?\s+(?:so|which\s+(?:is|makes)|makes?|gives?|is))\s*(?P<t>[~≈]?\s?\d[^=<>,]*?)"
    r"(?:\s+(?:in\s+)?(?:all|total|altogether|overall|together))?)?"
)
_SUM = re.compile(rf"{_PART.format(n='a')}\s*(?P<by>\+|plus|and)\s+{_PART.format(n='b')}{_TOTAL}\Z")
_LESS = re.compile(
    rf"(?P<x>{_QUANTITY})\s+(?:is|are)\s+(?:(?P<under>(?:less|smaller|fewer|lower)\s+than|below|under)|(?:more|larger|greater|bigger|higher)\s+than|above|over)\s+"
    rf"(?:the\s+)?(?P<y>{_QUANTITY})(?=\s*(?:[.,;)]|\Z))",
    re.I,
)
_SURE = re.compile(r"\A(?:sure|certainly|definitely|of\s+course)\s*[,;:]\s*(?=\d.*[<>])", re.I)
_VERDICT_LAST = re.compile(r"\A(?P<why>[^,;]*\d[^,;<>]*[<>]\s*\d[^,;<>]*),\s+(?P<said>yes|no)\Z", re.I)
_A_TIME = re.compile(r"(?<![/\w])(?:[numµ]?s|seconds?|min|minutes?|hours?|days?)\Z")
_AT_A_RATE = re.compile(  # 60 MB at 90 GB/s, where a time is asked
    rf"(?P<q>{NUMBER}\s*[kMGTP]?(?:i?B|FLOPs?))\s+(?:at|over|/)\s+(?P<rate>{NUMBER}\s*[kMGTPE]?(?:i?B|FLOPs?)/s)"
)
_UNTYPED_POWER = re.compile(
    r"(?P<n>(?<![\d.])\d{1,4}(?:\.\d+)?)\s*(?P<x>[x×]|\\times)\s*10(?P<e>[-−]\d{1,2})(?![\d.,])"
)
_PF_DAYS = re.compile(r"(?<=\d)\s*(?P<p>[TPEZ])F(?:/s)?[-\s](?P<t>seconds?|hours?|days?|years?)\b")
_OPERATIONS = re.compile(
    r"(?P<x>[\w^*·()]+)\s+(?:multipl(?:ies|y|ications?)|mults?|muls?|products?)\s*(?:,?\s*(?:and|plus|\+)\s*)(?P<y>[\w^*·()]+)\s+(?:adds?|additions?|sums?)\Z"
)
_SMALL_TIME = re.compile(r"\A(\d+)\s*(s|ms|us|µs)\s+(?:and\s+)?(\d{1,3})\s*(ms|us|µs|ns)\Z")
_STEP = {"s": 0, "ms": 3, "us": 6, "µs": 6, "ns": 9}
_OVER = re.compile(rf"\A({NUMBER})\s+over\s+({NUMBER})\Z")
_ABOUT_MIXED = re.compile(
    r"\A((?:about|around|roughly|approximately|nearly|almost|~|≈)\s*)(\d{1,6})\s+([1-9]/\d{1,2})(?![\w/.])"
)
_QUOTIENT = re.compile(r"\s*B\s*/\s*[A-Za-z]\s*(?:>|≥)")
_PER_CHIP = re.compile(
    r"\A(?:an?\s+|the\s+)?per[-\s](?:device|chip|gpu|tpu|accelerator)\s+batch(?:\s+size)?\s+"
    r"(?:(?:of|is|must\s+be)\s+|(?P<must>(?=must\s+exceed|has\s+to\s+exceed|should\s+exceed|exceeds)))",
    re.I,
)
_BATCH_OF = re.compile(r"\A(?:an?\s+|the\s+)?(?:global\s+|total\s+)?batch(?:\s+size)?\s+(?:of|is)\s+(?=[~≈]?\d)", re.I)
_OF_THEM = re.compile(r"\b(\d+|[a-z]+(?:-[a-z]+)?)\s+of\s+(?:them|those|these)\b")
_UNCHANGED = re.compile(
    r"\A(?:(?:there(?:'s|\s+is)|it\s+(?:gives|is|has|runs|gets))\s+)?(?:no\s+(?:speed-?ups?|faster|quicker|slower|slow-?downs?)|"
    r"(?:the\s+|at\s+the\s+)?same\s+(?:speed|throughput|time)|equally\s+fast|(?:just\s+)?as\s+fast(?!\s+as\s+(?!before)))(?:\s+(?:at\s+all|(?:as|than)\s+before|whatsoever))?\Z",
    re.I,
)
_SAME = re.compile(
    r"\A(?:(?:there(?:'s|\s+is)|it(?:'s|\s+is|\s+stays|\s+makes)|(?:they|both)\s+are)\s+)?(?:no\s+(?:change|difference)|unchanged|(?:exactly\s+)?the\s+same)"
    r"(?:\s+(?:at\s+all|as\s+before))?\Z",
    re.I,
)
_DOLLARS = re.compile(r"\$\s?(?P<n>\d[\d,]*(?:\.\d+)?(?:e\d+)?)(?P<many>\s*(?:[kKMB]|thousand|million|billion)\b)?")
_BATCH = ("bs", "BS", "bsz", "batch_size", "batchsize", "batch")
_LENGTH = (
    "seq_len",
    "seqlen",
    "sequence_length",
    "context_length",
    "context_len",
    "ctx_len",
    "ctx",
    "context",
    "contexts",
)
_OF_LENGTH = re.compile(r"\s*([TSLts])\s*(?:[<>≤≥])")
_A_LENGTH = re.compile(  # when the context is longer than 8D, seq_len > 8D, sequence length T > 8D
    r"(?:(?<=when\s)|(?<=once\s)|(?<=if\s)|(?<=for\s)|\A)(?:the\s+)?"
    rf"(?:(?:sequence|context|prompt)\s+lengths?(?:\s+[TSLts])?|sequences?|contexts?|{'|'.join(_LENGTH)})"
    r"(?=\s*(?:[<>≤≥]|\\[lg])|\s+(?:(?:is|are|must\s+be|has\s+to\s+be|becomes?|gets?)\s+)?"
    r"(?:longer|shorter|more|less|above|below|larger|exceeds?|greater)\b)"
)
_ONE_BOUND = re.compile(
    r"\s*(?P<name>[^\W\d_])\s*(?:[<>≤≥]=?)\s*[\d.()*/+^\s-]*(?:\d[eE][-+]?\d+[\d.()*/+^\s-]*)*"
)  # fmt: skip


#: who has a batch, how often something comes, what a factor counts in dollars
_COMMON: tuple[_Rule, ...] = (
    (re.compile(r"\A(?:sure|yeah|yep|yup)[,.;:!]\s+(?=[^\d]*(?:bound|limited|bottleneck)\b)", re.I), "yes, "),
    (re.compile(r"(?<=tokens)\s+in\s+(?:the|a|your|our|each|every)\s+batch\Z", re.I), ""),
    (  # as soon as you have more than 240 tokens
        re.compile(
            r"\b(?P<when>as\s+soon\s+as|once|if|when(?:ever)?|while|as\s+long\s+as)\s+(?:you|we|they|one|someone)\s+"
            r"(?:have|has|get|gets|use|uses|run|runs|process|serve|batch)\s+(?=(?:at\s+least|at\s+most|more|less|fewer|over|under|"
            r"above|below)\s)",
            re.I,
        ),
        lambda m: "" if not m.start() else f"{m['when']} the batch has ",
    ),
    (  # one FLOP for every two bytes
        re.compile(
            r"\bfor\s+(?:each|every)\s+(?P<n>\d+|two|three|four|five|six|eight|ten|sixteen)\s+(?P<what>[A-Za-z]+)\b",
            re.I,
        ),
        lambda m: f"/ ({counted(m['n'])} {m['what']})",
    ),
    (re.compile(r"\bhalf\s+an?\s+(?=(?:FLOPs?|MACs?|flops?)\b)"), "0.5 "),
    (re.compile(r"\A(?:ans|sol|soln|res)\.\s*[:=]?\s+(?=\S)", re.I), ""),
    (  # 2 FLOPs per multiply-add times BDF
        re.compile(
            r"\b(?P<n>\d+|two|one)\s+(?:FLOPs?|flops?|operations?|ops)\s+(?:per|for\s+each|for\s+every|a|each)\s+"
            r"(?:multiply-adds?|multiply-accumulates?|MACs?|FMAs?)\s*(?:,\s*)?(?:times|[x×*·])\s*"
        ),
        lambda m: f"{counted(m['n'])} * ",
    ),
    (  # 1000 GPU hours x $2: what an hour costs
        re.compile(
            r"(?P<unit>(?:(?:GPU|TPU|chip|node|machine|device)[-\s]?)?(?:hours?|h))\s*(?:[x×*]|times|at)\s*\$\s?"
            r"(?P<n>\d[\d.,]*)(?![\d.]|\s*(?:/|per\b|an?\b|[kKMB]\b|million|billion))"
        ),
        lambda m: f"{m['unit']} * {m['n']} USD/{m['unit'].rstrip('s').replace(' ', '-')}",
    ),
    (re.compile(r"(?<=hour)(?P<s>s?)\s+at\s+(?=\$?\d)"), r"\g<s> * "),
    (  # the ridge sits at about 295
        re.compile(
            r"(?<=[a-z])\s+(?:sits|lies|stands|lands|ends\s+up|comes\s+(?:out|in)|is\s+located|is\s+found)\s+at\s+"
            r"(?=(?:about|around|roughly|approximately|nearly|some|[~≈])?\s*\d)"
        ),
        " is ",
    ),
    (
        re.compile(r"(?<=[a-z])\s+(?:halves|doubles|drops|falls|rises|grows|goes\s+(?:up|down))\s+to\s+(?=[~≈]?\d)"),
        " is ",
    ),
    (re.compile(r"\b(?:takes|eats|uses)\s+up\s+(?=(?:about|around|roughly|some|[~≈]|an?\s|\d))"), "takes "),
    (  # FLOPs for every byte it reads from HBM
        re.compile(
            r"(?<=byte)\s+(?:that\s+)?(?:it|we|you|they)\s+(?:reads?|loads?|moves?|fetch(?:es)?|transfers?)(?:\s+(?:from|over)\s+\w+)?\Z"
        ),
        "",
    ),
    (
        re.compile(
            r"\A(?:you|we|it|one)\s+can\s+(?:go|scale|shard|use|get)\s+(?:up\s+)?to\s+(?=(?:about\s+|[~≈]\s?)?\d)"
        ),
        "up to ",
    ),
    (
        re.compile(
            r"(?<=\w)\s+before\s+(?:the\s+)?(?:communication|comms?|network|ICI)\s+(?:dominates|takes\s+over|becomes\s+the\s+bottleneck)\Z"
        ),
        "",
    ),
    (re.compile(r"(?<=up\sto\s)an?\s+batch(?:\s+size)?\s+of\s+"), ""),
    (re.compile(r"\b(?:the\s+)?(?:total\s+)?number\s+of\s+[a-z]+\s*[,=:]\s*(?=[A-Z])"), ""),
    (re.compile(r"(?<=\d)\s+tokens\s+every\s+(?P<n>\d+)\s+s(?:ec(?:onds?)?)?\Z"), r" tokens / (\g<n> s)"),
    (
        re.compile(r"(?<=\d\s)(?P<top>FLOPs?|MACs?|ops)\s+per\s+(?P<n>\d+|two|four|eight)\s+(?P<by>bytes?|bits?)\b"),
        lambda m: f"{m['top']} / ({counted(m['n'])} {m['by']})",
    ),
    (  # 2N FLOPs over 4N bytes
        re.compile(
            r"(?P<top>[\w*^+() ]+?\s+(?:FLOPs?|bytes?))\s+"
            r"(?:over|divided\s+by|/)\s+(?P<by>[\w*^]+\s+(?:bytes?|FLOPs?))(?=\s*(?:[=≈]|\Z))"
        ),
        r"(\g<top>) / (\g<by>)",
    ),
    (
        re.compile(
            r"\b(?:almost|nearly|not\s+quite|just\s+(?:short|shy)\s+of|a\s+bit\s+(?:short|shy)\s+of)\s+"
            r"(?=\$?\d|(?:one|two|three|four|five|six|seven|eight|nine|ten)\s+(?:thousand|million|billion)\b)",
            re.I,
        ),
        "just under ",
    ),
    (re.compile(r"(?<=[\w)])\s+[x×]\s+(?=\$\s?\d)"), " * "),
)


def reworded(text: str, asked: Collection[str] = (), expected: object = "") -> str:
    """The same in the words that are read; ``asked`` are the names of the question.

    What is ``expected`` tells what "of them" is of, and which name a batch has: bsz > 240 beside B > 240.24.

    >>> reworded("at least 9 of them", (), "9 chips"), reworded("bsz >= 241", (), "B > 240.24")
    ('at least 9 chips', 'B >= 241')
    """
    if len(text) > MAX_LENGTH or "\\begin" in text:
        return text
    plain = out = " ".join(text.split())
    wanted = expected if isinstance(expected, str) else ""
    if (noun := re.search(r"(?<=[\w)])\s+([A-Za-z]+)\Z", wanted)) is not None and noun[1] in KIND:
        out = _OF_THEM.sub(lambda m: f"{counted(m[1])} {noun[1]}", out)
    for pattern, said in (*_COMMON, *_ENOUGH):
        out = pattern.sub(said, out)
    if len(_DOLLARS.findall(out)) == out.count("$") > 1:  # money, and no formula between two of them
        out = _DOLLARS.sub(lambda m: f"{m['n']}{m['many'] or ''} USD", out)
    for pattern, said in _BOUNDS if not _DENIED.search(out) else ():
        out = pattern.sub(said, out, count=1)
    out = _by_its_name(out, asked, wanted)
    if _QUOTIENT.match(wanted):
        out = _BATCH_OF.sub("B = ", _PER_CHIP.sub(lambda m: "" if m["must"] is None else "it ", out))
    out = _worked(out, asked, wanted)
    out = _LESS.sub(lambda m: f"{m['x']} {'<' if m['under'] else '>'} {m['y']}", out)
    out = _VERDICT_LAST.sub(r"\g<said>, \g<why>", _SURE.sub("yes, ", out))
    if _A_TIME.search(wanted) and (m := _AT_A_RATE.fullmatch(out)) is not None:
        out = f"({m['q']}) / ({m['rate']})"
    if (theirs := compared(wanted)) is not None:
        out = _SAME.sub(f"1x as {'fast' if theirs.axis == 'speed' else 'many'}", _UNCHANGED.sub("1x as fast", out))
    out = _UNTYPED_POWER.sub(lambda m: f"{m['n']} {m['x']} 10^{{{m['e'].replace('−', '-')}}}", out)
    out = _ABOUT_MIXED.sub(r"\1(\2 + \3)", _OVER.sub(r"\1/\2", out))
    if not {*"TPEZF"} & {*asked}:
        out = _PF_DAYS.sub(lambda m: f" {m['p']}FLOP/s-{m['t']}", out)
    return out if out != plain else text


def _by_its_name(text: str, asked: Collection[str], expected: str) -> str:
    """A bound on what the question bounds, by the name that it has there: bsz > 240, when the context is longer."""
    if (name := _bounded_name(expected)) and not {*asked} & {*_aliases(name)}:
        text = re.sub(rf"\A(?:{'|'.join(_aliases(name))})(?=\s*(?:[<>≤≥=≈]|\\[lg]))", name, text)
    if (m := _OF_LENGTH.match(expected)) is not None and not {*asked} & {*_LENGTH}:
        text = _A_LENGTH.sub(m[1], text)
    return text


def _bounded_name(expected: str) -> str:
    """The letter that is bounded by a number, where the question has no other name: B in B > 1.97e14/8.2e11."""
    m = _ONE_BOUND.fullmatch(expected)
    return "" if m is None or len(m["name"]) != 1 else m["name"]


def _aliases(name: str) -> tuple[str, ...]:
    """The same letter in the other case, and the short names that a batch goes by."""
    return (name.swapcase(), *(_BATCH if name in "Bb" else _LENGTH if name in "TSLts" else ()))


def _worked(text: str, asked: Collection[str], expected: str) -> str:
    """Products and sums that are told with what their factors and terms are of, without these words."""
    for pattern in (_EACH, _ELEMENTS, _TIMES_MANY, _TIMES_THINGS):
        m = pattern.fullmatch(text)
        if m is not None and _is_of(m["noun"], asked, expected) and _plain(m["many"]):
            return f"({m['many']}) * ({_uncounted(m['one'].strip())}){_equal(m['rest'])}"
    m = _SUM.fullmatch(text)
    if m is not None and not {*re.findall(r"[A-Za-z]+", m["wa"] + m["wb"])} & {*asked} and (m["by"] != "and" or m["t"]):
        total = f" = {m['t'].strip()}" if m["t"] else ""
        return f"{m['a']} + {m['b']}{total}"
    if (m := _SMALL_TIME.match(text)) is not None and _STEP[m[4]] - _STEP[m[2]] == 3:
        return f"{m[1]}.{m[3]:0>3} {m[2]}"
    if (m := _OPERATIONS.fullmatch(text)) is not None:
        return f"({m['x']}) + ({m['y']})"
    return text


def _uncounted(factor: str) -> str:
    """A formula without what it counts: SNH elements; a number keeps its unit."""
    head, _, noun = factor.rpartition(" ")
    return head if noun in KIND and re.fullmatch(r"[A-Za-z²³^\d]*[A-Z][A-Za-z²³^\d]*", head) else factor


def _plain(text: str) -> bool:
    """Whether a factor is a number or a formula, and no word: 8, B·F, n-1."""
    return bool(re.search(r"\d|[A-Z]|\b[a-z]\b", text)) and not re.search(r"[a-z]{2,}", text)


def _is_of(noun: str, asked: Collection[str], expected: str) -> bool:
    """Whether a noun only says what a factor counts, as it does not where such things are asked: 9 nodes of 80 GB."""
    words = noun.split()
    measured = any(w in UNITS and any(UNITS[w].dimension[:5]) for w in re.findall(r"[A-Za-z]+", expected))
    formula = bool(re.search(r"(?<![A-Za-z])[A-Z](?![a-z])", expected))
    plain = all(w not in asked and (w in KIND or w not in UNITS) for w in words)
    others = {KIND[w] for w in asked if w in KIND}
    return plain and (measured or formula) and not {KIND[w] for w in words if w in KIND} & others


def _equal(rest: str | None) -> str:
    """What is said to be the result behind a product, behind a sign."""
    return "" if not rest else " = " + re.sub(r"\A\s*(?:=|≈|is|makes?|gives?)\s*", "", rest)
