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

from collections.abc import Collection

import symroof.regexes as re
from symroof.checking.words import changes
from symroof.checking.words.comparisons import compared
from symroof.checking.words.lexicon import COMES_TO, RELATED
from symroof.checking.words.numerals import NUMBER, counted
from symroof.checking.words.resources import BOUND, COMPUTE, DATA
from symroof.checking.words.sayings import ALOUD, SAYINGS, Rule, which_is_larger
from symroof.checking.words.shifts import as_multiple
from symroof.reading.measures import KIND, UNITS

MAX_LENGTH = 300  # characters; a longer answer is a formula or nothing
_MATH, _MEMORY = COMPUTE + BOUND, DATA + BOUND
_QUANTITY = rf"\$?{NUMBER}\s*[A-Za-zµμ%]*"
_UNITS_BUSY = r"(?:the\s+)?(?:MXUs?|tensor\s+cores?|systolic\s+arrays?|ALUs?|(?:matrix|compute|arithmetic)\s+units?)"
_DENIED = re.compile(r"\b(?:not|never|no\s+longer|hardly|barely|without|cannot|unless|\w+n['’]t)\b", re.I)
_ABOUT = r"(?:about\s+|around\s+|roughly\s+|[~≈]\s?)?"

_FOR_EACH = re.compile(  # every FLOP costs 2 pJ, where so much per FLOP is asked
    r"\A(?:each|every)\s+(?:single\s+)?(?:floating[-\s]point\s+)?(?P<unit>operation|FLOP|flop|MAC|byte|bit)\s+(?:moved\s+|read\s+)?"
    rf"(?:{COMES_TO}|burns?|uses?|draws?)\s+(?P<much>{_ABOUT}\d[\d.,]*\s*[A-Za-z]+)[.!]*\Z",
    re.I,
)
_SUBJECT = (  # elementwise ops, our matmuls: no sizes, and no more or less than all of them
    r"(?:(?:the|all|such|these|those|our|every|each|any|an?)\s+)?"
    r"(?:(?!(?:no|not|never|most|some|few|many|only|if|when|for|small|large|big|long|short|batch\w*|sizes?|lengths?|tokens?|sequences?|"
    r"contexts?|prompts?|models?|it|we|this|that|you|they|and|or|but|above|below|over|under)\b)[A-Za-z][A-Za-z-]*\s+){1,3}"
)
#: a crossing, and words for who idles or waits
_BOUNDS: tuple[Rule, ...] = (
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
            r"(?<=\s)(?:drops?|falls?|goes|gets|rises?|climbs?|grows?|shrinks?|moves|sinks|dips|stays?|remains?|keeps?|lies)\s+"
            r"(?=(?:below|under|above|over|past|beyond|(?:long|short|larg|small|great|bigg|high|low)er\s+than|(?:more|less|fewer)\s+than)\s)",
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
_ENOUGH: tuple[Rule, ...] = (  # 240 is too few, 240 tokens suffice
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
_MANY_OF = re.compile(  # 1536 pages of 4 KiB cover 6 MiB
    rf"(?P<many>\d[\d,]*)\s+(?P<noun>[a-z]+(?:\s+[a-z]+)?)\s+(?:of|at|with)\s+(?P<one>{NUMBER}\s*(?:[kKMGT]i?B|[numµ]?s|bytes|bits))(?:\s+each)?"
    rf"(?P<rest>\s+(?:cover|make(?:\s+up)?|give|span|reach|take(?:\s+up)?|need|hold|fill|add\s+up\s+to|come\s+to|amount\s+to|is|are|=)\s+(?P<is>[~≈]?\s?\d.*))\Z",
    re.I,
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
_ANOTHER = re.compile(r"\s+(?:and|plus)\s+(?:another|a\s+further|again)\s+(?=\d)", re.I)
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
_IN_FULL = {"J": "joules", "W": "watts", "h": "hours", "d": "days", "B": "bytes", "s": "seconds"}
_LETTER_UNIT = re.compile(r"(?<=\d)\s([BWJhd])(?=\s*(?:[=≈,;)]|\Z))")  # 2*8*128 = 2048 B, times 160
_QUOTIENT_OF = re.compile(r"\A(?P<about>[~≈]?\s?)(?P<q>\d[\d.]*\s*/\s*\d[\d.]*)\s+(?P<unit>[A-Za-z])(?=\Z|\s|/)")
_ABOUT_MIXED = re.compile(
    r"\A((?:about|around|roughly|approximately|nearly|almost|~|≈)\s*)(\d{1,6})\s+([1-9]/\d{1,2})(?![\w/.])"
)
_QUOTIENT = re.compile(r"\s*(?P<name>B\s*/\s*[A-Za-z])\s*(?:>|≥)")
_CHIP = r"(?:devices?|chips?|GPUs?|TPUs?|accelerators?)"
_LOCAL_BATCH = re.compile(
    rf"\A(?:an?\s+|the\s+)?(?:(?:per[-\s]{_CHIP}|local)\s+batch(?:\s+sizes?)?|batch(?:\s+sizes?)?\s+per\s+{_CHIP}|tokens\s+per\s+{_CHIP})"
    r"\s*(?=[<>≤≥])",
    re.I,
)
_MORE_THAN = re.compile(
    r"(?:\s+(?:has\s+to|must|should|needs\s+to)\s+(?:be|stay)|\s+(?:is|stays|remains))\s+(?:(?:greater|larger|bigger|higher|more)\s+than|above|over)\s+(?=\d)",
    re.I,
)
_AS_LONG_AS = re.compile(r"\A(?:as|so)\s+long\s+as\s+", re.I)
_EACH_CHIP = re.compile(
    rf"\A(?:each|every)\s+{_CHIP}\s+(?:(?:(?:must|has\s+to|should|needs\s+to)\s+)?(?:have|get|see|process|hold|receive|work\s+on|be\s+given)|"
    r"needs|requires|gets|has|sees|processes|holds|receives)\s+"
    r"(?P<bound>(?:at\s+least|more\s+than|over|at\s+most|less\s+than|fewer\s+than|under)\s.*)",
    re.I,
)
_LOCAL_FALLS = re.compile(  # when the per-chip batch drops below 2550
    rf"\b(?:the\s+)?(?:(?:per[-\s]{_CHIP}|local)\s+batch(?:\s+sizes?)?|batch(?:\s+sizes?)?\s+per\s+{_CHIP}|(?:number\s+of\s+)?tokens\s+per\s+{_CHIP})\s+"
    r"(?:drops?|falls?|goes|gets|is|are|stays?|remains?|sinks?|rises?|climbs?)\s+(?:(?P<low>below|under|beneath)|above|over|past|beyond)\s+(?=\d)",
    re.I,
)
_PER_CHIP = re.compile(
    rf"\A(?:an?\s+|the\s+)?(?:(?:per[-\s]{_CHIP}|local)\s+batch(?:\s+size)?|batch(?:\s+size)?\s+per\s+{_CHIP})\s+"
    r"(?:(?:of|is|must\s+be)\s+|(?P<must>(?=must\s+exceed|has\s+to\s+exceed|should\s+exceed|exceeds|must\s+be\s+at)))",
    re.I,
)
_BATCH_OF = re.compile(r"\A(?:an?\s+|the\s+)?(?:global\s+|total\s+)?batch(?:\s+size)?\s+(?:of|is)\s+(?=[~≈]?\d)", re.I)
_MUST_FALL = re.compile(  # the batch must fall to 240
    r"\b(?P<must>must|has\s+to|have\s+to|should|needs\s+to)\s+(?:be\s+)?(?:fall|drop|shrink|sink|decrease|(?:come|go|brought|be\s+brought)\s+down|reduced|lowered|cut)"
    r"(?:\s+down)?\s+to\s+(?=(?:about\s+|~)?\d)",
    re.I,
)
_KEPT = re.compile(  # keep N beneath 82, restrict yourself to 82 disks
    rf"\A(?:(?:you|we)\s+(?:must|should|have\s+to|need\s+to)\s+)?(?:(?:keep|hold|stay)(?:\s+(?:it|yourself|this|the\s+[a-z]+(?:\s+size)?|(?P<name>[A-Z])))?\s+(?P<rel>{RELATED})|"
    r"(?:restrict|limit|confine|cap)(?:\s+(?:it|yourself|yourselves|ourselves|this|the\s+[a-z]+(?:\s+size)?|[A-Z]))?\s+(?:to|at))\s+(?=(?:about\s+|~)?\d)",
    re.I,
)
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
    rf"(?:(?:seq(?:uence)?|context|ctx|prompt)\s+len(?:gth)?s?(?:\s+[TSLts])?|sequences?|contexts?|{'|'.join(_LENGTH)})"
    r"(?=\s*(?:[<>≤≥]|\\[lg])|\s+(?:(?:is|are|must\s+be|has\s+to\s+be|becomes?|gets?)\s+)?"
    r"(?:longer|shorter|more|less|above|below|over|beyond|past|under|larger|exceeds?|greater)\b)"
)
_BETWEEN = re.compile(r"[\s\d.e+]+(?:<=?|≤)\s*(?P<name>[A-Za-z])\s*(?:<=?|≤)[\s\d.e+]+")
_ONE_BOUND = re.compile(
    r"\s*(?P<name>[^\W\d_])\s*(?:[<>≤≥]=?)\s*[\d.()*/+^\s-]*(?:\d[eE][-+]?\d+[\d.()*/+^\s-]*)*"
)  # fmt: skip

_ANY_BOUND = re.compile(r"\s*(?P<name>[A-Za-z])\s*(?:[<>≤≥]=?)")

_EXTREME_OF = re.compile(  # the last batch that is compute-bound is 240
    rf"\A(?:the\s+)?(?:(?P<most>last|final|biggest|greatest|longest|highest)|(?:first|tiniest|lowest|shortest))\s+"
    rf"(?:batch\s+(?:that\s+is|to\s+be|which\s+is)\s+)?(?P<side>(?:{COMPUTE}|{DATA}){BOUND})\s+(?:(?:batch(?:\s+size)?|size)\s+)?(?=(?:is|has|=)\b)",
    re.I,
)
_LIMIT = re.compile(
    r"\A(?:the\s+)?(?:(?P<most>upper\s+(?:limit|bound)|ceiling|maximum|largest)|lower\s+(?:limit|bound)|minimum|smallest)"
    r"(?:\s+for\s+(?:being\s+)?compute-bound)?\s+(?:is|=)\s+(?=[~≈]?[\dA-Z(])",
    re.I,
)
_BATCH_ITSELF = re.compile(
    r"(?:it['’]?s\s+|it\s+is\s+)?(?:(?:just|simply|basically|exactly|only|equal\s+to|about)\s+)*"
    r"(?:(?P<k>\d+(?:\.\d+)?|twice|double|half)\s*(?:\*|x|×|times)?\s*)?(?:\*\s*)?(?:the\s+)?batch(?:\s+size)?",
    re.I,
)


def _kept(m: re.Match[str]) -> str:
    name = f"{m['name']} is " if m["name"] else ""
    return f"{name}{m['rel'] or 'at most'} "


def _per_unit(m: re.Match[str]) -> str:
    return f"{m['much']} per {'FLOP' if m['unit'][0] in 'oO' else m['unit']}"


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
    if wanted.rstrip().endswith("%"):
        out = re.sub(r"\A(\d[\d.]*)\s+(?:out\s+)?of\s+(\d[\d.]*)\s+[a-z]+\Z", r"\1/\2", out)
    if (noun := re.search(r"(?<=[\w)])\s+([A-Za-z]+)\Z", wanted)) is not None and noun[1] in KIND:
        out = _OF_THEM.sub(lambda m: f"{counted(m[1])} {noun[1]}", out)
    out = _FOR_EACH.sub(_per_unit, out) if re.search(r"/|\bper\b", wanted) else out
    out = which_is_larger(out) if "bound" in wanted else out
    for pattern, said in (*SAYINGS, *ALOUD, *_ENOUGH):
        out = pattern.sub(said, out)
    if len(_DOLLARS.findall(out)) == out.count("$") > 1:  # money, and no formula between two of them
        out = _DOLLARS.sub(lambda m: f"{m['n']}{m['many'] or ''} USD", out)
    out = _MUST_FALL.sub(r"\g<must> be at most ", out)
    out = _KEPT.sub(_kept, out)
    for pattern, said in _BOUNDS if not _DENIED.search(out) else ():
        out = pattern.sub(said, out, count=1)
    out = _by_its_name(_of_attention(out, wanted), asked, wanted)
    out = _per_chip(out, wanted)
    out = _worked(out, asked, wanted)
    out = _LESS.sub(lambda m: f"{m['x']} {'<' if m['under'] else '>'} {m['y']}", out)
    out = _VERDICT_LAST.sub(r"\g<said>, \g<why>", _SURE.sub("yes, ", out))
    if _A_TIME.search(wanted) and (m := _AT_A_RATE.fullmatch(out)) is not None:
        out = f"({m['q']}) / ({m['rate']})"
    out = _changed(out, wanted)
    out = _with_units(out, asked, wanted)
    out = _UNTYPED_POWER.sub(lambda m: f"{m['n']} {m['x']} 10^{{{m['e'].replace('−', '-')}}}", out)
    out = _ABOUT_MIXED.sub(r"\1(\2 + \3)", _OVER.sub(r"\1/\2", out))
    if not {*"TPEZF"} & {*asked}:
        out = _PF_DAYS.sub(lambda m: f" {m['p']}FLOP/s-{m['t']}", out)
    return out if out != plain else text


def _changed(out: str, wanted: str) -> str:
    """What says by how much something changes as the multiple that it is; with its direction where one is asked."""
    theirs = compared(wanted)
    if theirs is None or compared(out) is None:
        out = changes.gained(out)
    if theirs is None or theirs.axis == "speed":
        out = as_multiple(out)
    if theirs is None:
        return out
    return _SAME.sub(f"1x as {'fast' if theirs.axis == 'speed' else 'many'}", _UNCHANGED.sub("1x as fast", out))


def _per_chip(out: str, expected: str) -> str:
    """A bound on the batch of one chip as one on the quotient that is expected: tokens per chip for B/X."""
    m = _QUOTIENT.match(expected)
    if m is None:
        return out
    out = _AS_LONG_AS.sub("", _MORE_THAN.sub(" > ", out))
    name = m["name"]
    out = _LOCAL_FALLS.sub(lambda n: name + (" < " if n["low"] else " > "), out)
    out = _EACH_CHIP.sub(r"\g<bound> per chip", _LOCAL_BATCH.sub(m["name"] + " ", out))
    return _BATCH_OF.sub("B = ", _PER_CHIP.sub(lambda m: "" if m["must"] is None else "it ", out))


_NAME_LAST = re.compile(
    r"\s*(?![A-Za-z]\w*\s*[<>≤≥])(?P<x>[^<>≤≥=]*[^<>≤≥=\s])\s*(?P<r>[<>]=?|[≤≥])\s*(?P<name>[A-Za-z]\w*)\s*"
)
_TURNED = {"<": ">", "<=": ">=", "≤": "≥", ">": "<", ">=": "<=", "≥": "≤"}


def _name_first(expected: str) -> str:
    """A bound with its symbol first: B > 240.24 for 240.24 < B.

    >>> _name_first("240.24 < B"), _name_first("C/W >= B"), _name_first("B < D"), _name_first("1 < B < 5")
    ('B > 240.24', 'B <= C/W', 'B < D', '1 < B < 5')
    """
    m = _NAME_LAST.fullmatch(expected)
    return expected if m is None else f"{m['name']} {_TURNED[m['r']]} {m['x']}"


def _by_its_name(text: str, asked: Collection[str], expected: str) -> str:
    """A bound on what the question bounds, by the name that it has there: bsz > 240, when the context is longer."""
    expected = _name_first(expected)
    if (name := _bounded_name(expected)) and not {*asked} & {*_aliases(name)}:
        text = re.sub(rf"\A(?:{'|'.join(_aliases(name))})(?=\s*(?:[<>≤≥=≈]|\\[lg]))", name, text)
    mine, theirs = _ONE_BOUND.fullmatch(text), _ANY_BOUND.match(expected)
    if mine and theirs and mine["name"] not in asked and mine["name"].swapcase() == theirs["name"]:
        text = re.sub(rf"\A\s*{mine['name']}", theirs["name"], text)  # b > 295 for B > C/W
    if (m := _OF_LENGTH.match(expected)) is not None and not {*asked} & {*_LENGTH}:
        text = _A_LENGTH.sub(m[1], text)
    if (m := re.match(r"\s*([A-Za-z]\w*)\s*(?:[<>≤≥])", expected)) is not None:
        text = re.sub(rf"\A{m[1]}\s+(?:over|beyond|past)\s+(?=\S)", f"{m[1]} > ", text)
        named = rf"\A{m[1]}_\{{?(?P<end>max|min)\}}?\s*(?:[=:≈]|is)\s*"
        name = m[1]
        text = re.sub(named, lambda n: f"{name} {'<=' if n['end'] == 'max' else '>='} ", text)
        text = _EXTREME_OF.sub(lambda n: f"the {'largest' if n['most'] else 'smallest'} {n['side']} batch ", text)
        text = _LIMIT.sub(lambda n: "at most " if n["most"] else "at least ", text)
    if (m := _BETWEEN.fullmatch(expected)) is not None and m["name"].swapcase() not in asked:
        text = re.sub(rf"(?<![A-Za-z]){m['name'].swapcase()}(?![A-Za-z])", m["name"], text)
    if (m := _BATCH_ITSELF.fullmatch(text)) is not None and re.search(r"(?<![A-Za-z])B(?![a-z])", expected):
        times = {"twice": "2", "double": "2", "half": "1/2"}.get((m["k"] or "").lower(), m["k"] or "1")
        text = "B" if times == "1" else f"{times} * B"
    return text


_OTHER_PART = re.compile(  # the MLP costs more as long as T is smaller than 8 D
    r"(?:the\s+)?(?:FFWs?|FFNs?|MLPs?|feed[\s-]?forward(?:\s+(?:layers?|parts?|blocks?|networks?))?)\s+(?:costs?\s+more|dominates?|takes?\s+longer|wins?|"
    r"(?:is|are)\s+(?:larger|slower|more\s+expensive)|needs?\s+more\s+(?:FLOPs|work|compute))(?:\s+than\s+(?:the\s+)?attention)?\s+"
    r"(?:(?:as|so)\s+long\s+as|while|when(?:ever)?|if|for)\s+(?P<name>[TSLts])\s*(?:(?:is|stays)\s+)?"
    r"(?:(?P<low><|(?:smaller|less|shorter|lower)\s+than|below|under)|>|(?:larger|more|longer|greater|higher)\s+than|above|over)\s*(?P<at>[^,;<>=]+?)"
    r"(?:\s*[,;]\s*(?:and\s+|but\s+)?(?:the\s+)?attention\s+(?:does\s+)?(?:above|beyond|after|from\s+there\s+on)(?:\s+(?:that|it))?)?",
    re.I,
)


def _of_attention(text: str, expected: str) -> str:
    """A bound on the length from which attention costs more, for one to which the other part of a layer does.

    Attention alone grows with the square of the length, so that it is what is asked for above a bound.

    >>> _of_attention("the MLP dominates while T < 8*D", "T > 8*D"), _of_attention("the MLP dominates", "T > 8*D")
    ('T > 8*D', 'the MLP dominates')
    """
    m = _OTHER_PART.fullmatch(text.strip(" .!"))
    asked = re.match(r"\s*(?P<name>[TSLts])\s*(?:>|≥)", expected)
    if m is None or asked is None or m["name"] != asked["name"]:
        return text
    return f"{m['name']} {'>' if m['low'] else '<'} {m['at'].strip()}"


def _with_units(text: str, asked: Collection[str], expected: str) -> str:
    """The text without the x that says times, and with letters behind numbers as the units that are expected."""
    if not {*asked} & {*"xX"} and expected and not re.search(r"(?<!\d)[xX]", expected):
        text = re.sub(r"(?<==)(\s*[~≈]?\s?\d[\d.,]*)\s?[xX]\Z", r"\1", text)
    text = _LETTER_UNIT.sub(lambda m: f" {_of_unit(m[1], expected)}" if _of_unit(m[1], expected) else m.group(), text)
    m = _QUOTIENT_OF.match(text)
    unit = _of_unit(m["unit"], expected) if m is not None else ""
    return f"{m['about']}({m['q']}) {unit}{text[m.end('unit') :]}" if m is not None and unit else text


def _of_unit(letter: str, expected: str) -> str:
    """The name of the unit that a letter behind a quotient is, where one of its kind is expected: 1/2 J for 500 mJ.

    >>> _of_unit("J", "500 mJ"), _of_unit("B", "2 B"), _of_unit("W", "W + W")
    ('joules', '', '')
    """
    words = [w for w in re.findall(r"(?:(?<=\d)|(?<=\)))\s?([A-Za-zµ]+)(?![\w(])", expected) if w != "B"]
    alike = letter in _IN_FULL and any(w in UNITS and UNITS[w].dimension == UNITS[letter].dimension for w in words)
    return _IN_FULL[letter] if alike else ""


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
    m = _MANY_OF.fullmatch(text)
    if m is not None and _is_of(m["noun"], asked, expected):
        return f"{m['many']} * ({m['one']}) = {m['is']}"
    m = _SUM.fullmatch(_ANOTHER.sub(" plus ", text))
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
