"""A sentence without the clause that only restates the case: if we pass from fp32 to int8, no matter how many cores.

By the kind of what is expected: where a change is asked, the clause that names the change; where a value is, what it
is wanted for and that nothing else matters; units that a conclusion leaves to its premise; verbs with their subject.

>>> pared("The memory is divided by 4 if we pass from fp32 to int8.", "4x less memory")
'The memory is divided by 4'
>>> pared("If n doubles the work becomes eight times bigger.", "8x"), pared("we'd save 40%", "40% less")
('the work becomes eight times larger', 'saves 40%')
>>> pared("it caps at 20x no matter how many cores you use", "20x"), pared("70% off", "70% less")
('20x', '70% less')
>>> pared("NVLink is 900 GB/s bidi so you get 450 each way", "450 GB/s")
'NVLink is 900 GB/s bidi so you get 450 GB/s each way'
>>> pared("it takes 42 ms if the cache is warm", "42 ms"), pared("If n doubles it takes 42 ms", "42 ms")
('it takes 42 ms if the cache is warm', 'If n doubles it takes 42 ms')
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Literal

import symroof.regexes as re
from symroof.checking.words.called import symbols
from symroof.checking.words.numerals import FEW, LARGE, NUMBER, SHARES, counted
from symroof.reading.measures import KIND, UNITS

MAX_LENGTH = 200
Kind = Literal["change", "value", "amount", "number", "bound", "any"]  # an amount is no change
Rule = tuple[Kind, re.Pattern[str], str | Callable[[re.Match[str]], str]]
_WHO = r"(?:we|you|one|they|i|it|n|N|[A-Z])"
_FORMAT = r"[A-Za-z]*\d*[A-Za-z]*"
_MADE = (  # the change that is asked about, as somebody makes it
    rf"(?:(?:if|when|as|once)\s+{_WHO}\s+(?:pass|go|move|switch|change|convert|step)(?:es|s)?\s+(?:over\s+)?(?:from\s+{_FORMAT}\s+)?to\s+{_FORMAT}|"
    rf"(?:if|when)\s+{_WHO}\s+doubles?(?:\s+(?:the|our)\s+(?:number\s+of\s+)?(?:the\s+)?[a-z]+)?|"
    rf"(?:if|when)\s+(?:the|our)\s+(?:number\s+of\s+)?(?:the\s+)?[A-Za-z]+\s+(?:doubles|is\s+doubled)|"
    rf"with\s+{_FORMAT}\s+(?:instead|in\s+(?:the\s+)?place)\s+of\s+{_FORMAT})"
)
_FORMATS = re.compile(r"\sfrom\s+[A-Za-z]+(?P<a>\d+)\s+to\s+[A-Za-z]+(?P<b>\d+)", re.I)
_DETERMINED = r"(?=(?:the|our|its|it|we|you|everything|this|that)\s)"
_MATTERS = r"no\s+matter\s+(?:how|what|which|where)\b[^.;]*|regardless\s+of\s+[^.;]*|whatever\s+(?:the|you|we)\s[^.;]*"
_SHARE = "|".join(sorted(SHARES, key=len, reverse=True))
_COMPARED = (
    rf"(?:about\s+|roughly\s+|only\s+)?(?:an?\s+(?:{_SHARE})|half|{NUMBER}\s?(?:%|x|times))\s+"
    r"(?:less|more|faster|slower|shorter|longer|smaller|larger|bigger|cheaper|fewer|lower|higher)(?:\s+than\s+[^,;.]*)?"
)
IDIOM = re.compile(  # said before an answer, and neither a doubt nor a denial of it
    r"\A(?:neither\s+more\s+nor\s+less\s+than|nothing\s+(?:else|other)\s+than|not\s+surprisingly,?|believe\s+it\s+or\s+not,?|"
    r"correction:|contrary\s+to\s+intuition,?)\s+(?=[~≈]?\s?[\d(]|it['’]s\s|it\s+is\s|[A-Za-z]\s*[*/(])",
    re.I,
)
_AMOUNT = rf"{NUMBER}\s?(?:%|[A-Za-zµ]+(?:/[a-z]+)?)"
_CHANGES = (
    r"(?:half|first|next|second|last|other|another|only|still|not|never|if|unless|until|more|less|part|some|most)"
)
_MADE_FIRST = re.compile(rf"\A{_MADE},?\s+{_DETERMINED}", re.I)
_MADE_LAST = re.compile(rf"(?<!only),?\s+{_MADE}\W*\Z", re.I)
_NOTHING_HAPPENS = (  # a condition that only says that nothing else comes in between
    r"(?:if|as\s+long\s+as|so\s+long\s+as|provided(?:\s+that)?|assuming(?:\s+that)?)\s+(?:"
    r"(?:nothing|no(?:body|thing|\s+one|\s+(?:[a-z]+|[A-Z]{2,4}s?)))\s+(?:breaks|fails|crashes|dies|goes\s+wrong|gets\s+in\s+(?:the|its|our)\s+way|interferes|intervenes|interrupts\s+(?:it|us))|"
    r"(?:nothing|no(?:body|thing|\s+one))\s+else\s+(?:uses|is\s+(?:on|using)|needs|runs\s+on|wants)\s+(?:it|the\s+[a-z]+)|nothing\s+else\s+is\s+running|"
    r"(?:all|both)\s+(?:of\s+)?(?:(?:the|our)\s+)?[a-z]+\s+are\s+(?:busy|used|in\s+use|up|working|healthy|active|saturated)|"
    r"(?:the|our)\s+(?:[a-z]+|GPU|TPU|NIC)\s+is\s+(?:all|only|entirely|exclusively)\s+(?:ours|yours|mine)|we\s+have\s+(?:it|the\s+[a-z]+)\s+(?:all\s+)?to\s+ourselves)"
)
_BEHIND_VALUE = r"(?<!only)(?<!\bnot),?\s+"
_THE_CASE = r"(?:prompt|context|batch|sequence|message|window|block|request|packet|file|shard|page|tile|chunk)"
_NO_OTHER_LIMIT = re.compile(  # as long as we are not latency-bound
    r",?\s+(?:as|so)\s+long\s+as\s+(?:we|it|this|you)\s*(?:are|['’]re|is|['’]s)\s+not\s+(?:latency|launch|overhead|startup)[\s-](?:bound|limited|dominated)\W*\Z",
    re.I,
)
#: a sum or a maximum, one of whose terms may be the latency, and what a latency is called
_WITH_A_LATENCY = re.compile(
    r"\+|max|(?<![A-Za-z])(?:a|alpha|l|L|[tT](?:_?\w+)?|[Ll]at\w*|tau|o|c_?0|s_?0|delta|eps\w*)(?![A-Za-z])|[αλτεδℓ]"
)
_THAT_IS_WHERE = re.compile(
    r"(?<=[A-Za-z%])\s?:\s+(?=(?:that|this)(?:\s+is|['’]s)\s+(?:where\s+\d[\d.e]*\s?/\s?\d[\d.e]*\s+puts|where|what|why|when|how|because)\b"
    r"(?!.*(?:\d|\b(?:not|never|no)\b|n['’]t\b)))",
    re.I,
)
_COUNTED_CARDS = re.compile(
    r"\A(?P<n>\d{1,5})\s?[x×]\s+(?:\d+\s?[GT]i?B|(?P<name>[A-Z]\d{2,4}))(?:\s+(?P<noun>cards?|[GT]PUs?|chips?|disks?|drives?|nodes?))?\W*\Z"
)
_CARDS = re.compile(r"\d+\s+(?P<noun>cards?|[GT]PUs?|chips?|disks?|drives?|accelerators?|devices?)", re.I)
_DISKS = ("disk", "drive")
_BROUGHT_ABOUT = re.compile(  # half the voltage cuts it by 75%: what brings a change about
    rf"(?:\A|(?<=\bso\s)|(?<=\bhence\s))(?:half|twice|double|three\s+times|four\s+times|an?\s+(?:{_SHARE})\s+of)\s+(?:the|our|its)\s+"
    r"(?!(?:time|latency|runtime|duration|bytes|memory|traffic|power|energy|cost|price)\b)[a-z]+\s+"
    r"(?:(?<=s\s)(?=(?:cut|reduce|lower|shrink|save|make|double|halve|raise)\s)|(?=(?:cuts|reduces|lowers|shrinks|drops|saves|makes|brings|speeds|doubles|halves|triples|quadruples|increases|raises)\s))",
    re.I,
)
_RULES: tuple[Rule, ...] = (
    ("amount", re.compile(rf"{_BEHIND_VALUE}{_NOTHING_HAPPENS}\W*\Z", re.I), ""),
    ("change", re.compile(rf"{_BEHIND_VALUE}{_NOTHING_HAPPENS}\W*\Z", re.I), ""),
    (  # 164 ms when the prompt is 4096 tokens, as for a prompt of 4096 tokens
        "amount",
        re.compile(
            rf"(?<=[A-Za-z\d]),?\s+(?:when|if|where)\s+(?:the|our|an?)\s+(?P<noun>{_THE_CASE})\s+(?:is|has|holds|contains|counts)\s+"
            r"(?P<n>\d[\d,]*\s?(?:[kM]\s)?(?:tokens|requests|sequences|rows|samples|items|images|bytes|[kMG]i?B))\W*\Z",
            re.I,
        ),
        r" for a \g<noun> of \g<n>",
    ),
    (  # a product and a sum by their names are a remark: 2*B*D*F (mul + add)
        "amount",
        re.compile(
            r"\s\((?P<a>mul|mult|multiply|multiplication)s?\s*[+&/]\s*(?P<b>add|addition|accumulate)s?\)\W*\Z", re.I
        ),
        " (mul and add)",
    ),
    (
        "amount",
        re.compile(
            r"\b(?P<it>that|this|which|it)\s+(?:(?:sums|adds)\s+up\s+to|totals|comes\s+out\s+at)\s+(?=[~≈$]?\s?\d)",
            re.I,
        ),
        r"\g<it> is ",
    ),
    ("amount", _THAT_IS_WHERE, ", "),
    ("bound", _THAT_IS_WHERE, ", "),
    (  # 2048/256 = 8 blocks can be resident
        "amount",
        re.compile(
            r"(?<=\d)(?P<of>\s(?:blocks|warps|threads|requests|sequences))\s+(?:can\s+be|are|stay)\s+(?:resident|active|in\s+flight)\W*\Z"
        ),
        r"\g<of>",
    ),
    (  # no change, the FLOPs stay the same
        "change",
        re.compile(
            r"\A(?P<no>no\s+(?:change|difference|gain|speed-?up|effect)),\s+[^,;\d]*\b(?:the\s+same|unchanged|constant)\W*\Z",
            re.I,
        ),
        r"\g<no>",
    ),
    (  # attention matters only for sequences longer than 4096
        "bound",
        re.compile(
            r"\A(?:the\s+|our\s+)?[A-Za-z]+(?:\s+[a-z]+)?\s+(?:matters?|dominates?|counts?|pays\s+off|helps?)\s+"
            r"(?=only\s+(?:for|when|if|above|beyond|below)\s)",
            re.I,
        ),
        "",
    ),
    (  # 32 warps resident
        "amount",
        re.compile(r"\A(?P<q>[~≈]?\s?\d[\d,]*\s+[a-z]+)\s+(?:resident|active|running|in\s+use)\W*\Z"),
        r"\g<q>",
    ),
    (  # it may be 9 hours, which may be told as a guess
        "amount",
        re.compile(
            r"\A(?:it|this|that)\s+(?:may|might|could)\s+be\s+(?:down|up|off|idle|busy|out)\s+(?=(?:for\s+)?(?:about\s+|[~≈]\s?)?\d)",
            re.I,
        ),
        "it takes ",
    ),
    ("change", re.compile(r"\A(?P<down>down|up|less|more)\s+by\s+(?:an?\s+)?half\W*\Z", re.I), r"\g<down> by 50%"),
    (  # 2V/W when you have many devices
        "amount",
        re.compile(
            r"\b(?:when|if|once)\s+(?:you|we)\s+have\s+(?P<many>many|lots\s+of|very\s+many)\s+(?=[a-z]+\W*\Z)", re.I
        ),
        "for many ",
    ),
    (  # the smaller one of the peak and ..
        "amount",
        re.compile(
            r"\b(?P<the>the\s+(?:smaller|larger|slower|faster|longer|shorter|lesser|greater))\s+one\s+of\s+(?!the\s+two\b|both\b|them\b|these\b)",
            re.I,
        ),
        r"\g<the> of ",
    ),
    (  # no limit, just add more cores
        "value",
        re.compile(
            r"\A(?:(?:in\s+theory|theoretically|in\s+principle)\s+)?(?:it\s+is\s+)?(?:unlimited|unbounded|(?:there\s+is\s+)?no\s+(?:upper\s+)?limit(?:\s+at\s+all)?)"
            r"(?:,\s+(?:(?:you|we)\s+)?(?:just|simply)\s+[a-z]+\s+[^,;]*)?\W*\Z",
            re.I,
        ),
        "infinity",
    ),
    (  # .. = 12,000 days, or 32.9 years
        "amount",
        re.compile(
            rf"(?<==)\s*(?P<a>{NUMBER}\s?(?P<u>[A-Za-zµ]+)),?\s+or\s+(?P<b>[~≈]?\s?{NUMBER}\s?(?P<v>[A-Za-zµ]+))\W*\Z"
        ),
        lambda m: f" {m['a']} = {m['b']}" if m["u"] != m["v"] else m.group(),
    ),
    ("change", _BROUGHT_ABOUT, "it "),
    (  # divide N by 64 and round up
        "amount",
        re.compile(
            rf"\A(?:(?:you|we|just|simply|one|to)\s+)*divides?\s+(?P<x>[A-Za-z]\w?)\s+by\s+(?:the\s+)?(?P<y>{NUMBER}|[A-Za-z])"
            r"(?:[\s-](?:bytes?|B|bits?|tokens?|elements?|rows?|words?|lanes?|threads?|cores?|chips?|wide)(?:[\s-][a-z]+)?|\s+(?=and\b))?,?\s*"
            r"(?:and|then)\s+(?:then\s+)?rounds?\s+(?:it\s+|the\s+(?:result|quotient)\s+)?(?P<d>up|down)(?:\s+(?:the\s+result|it))?\W*\Z",
            re.I,
        ),
        r"\g<x>/\g<y> rounded \g<d>",
    ),
    (
        "any",
        re.compile(
            rf"\A{_WHO}(?:['’](?:d|ll)|\s+(?:would|will|can|could))?\s+saves?\s+(?=[~≈]?\s?\d+(?:\.\d+)?\s?%)", re.I
        ),
        "saves ",
    ),
    ("change", re.compile(r"(?<=\d)(?P<p>\s?(?:%|percent))\s+off\W*\Z"), r"\g<p> less"),
    ("change", _MADE_FIRST, ""),
    ("change", _MADE_LAST, ""),
    ("change", re.compile(r"\s+to\s+the\s+half\b", re.I), " to half"),
    ("change", re.compile(r"(?P<n>x|times)\s+bigger\b"), r"\g<n> larger"),
    (
        "change",
        re.compile(r"\b(?P<v>grows|rises|increases|shrinks|drops|falls)\s+(?P<n>[a-z]+|\d+)[\s-]?fold\b", re.I),
        r"\g<v> by a factor of \g<n>",
    ),
    (
        "change",
        re.compile(
            rf"\A(?:it\s+|this\s+|that\s+)?(?P<v>divide|multiplie)s\s+(?P<what>the\s+[a-z]+)\s+by\s+(?P<n>{NUMBER})\W*\Z",
            re.I,
        ),
        r"\g<what> is \g<v>d by \g<n>",
    ),
    (
        "change",
        re.compile(
            r"\A[A-Z][a-z]+ing\s+(?:an?\s+)?[a-z]+\s+with\s+an?\s+\d[\d.]*\s?%\s+[a-z]+(?:\s+[a-z]+)?\s+"
            r"(?=(?:cuts|reduces|lowers|brings|drops|shrinks)\s)"
        ),
        "",
    ),
    (
        "change",
        re.compile(r"\A(?:the\s+)?(?P<what>time|latency|run\s?time|duration)\s+(?P<how>halved|doubled)\W*\Z", re.I),
        r"the \g<what> is \g<how>",
    ),
    ("number", re.compile(rf",?\s+(?:{_MATTERS})\Z", re.I), ""),
    ("value", re.compile(r"(?<!only),?\s+if\s+(?:we|you)\s+(?:want|need|wish|have)\s+to\s+(?=[a-z]+\s)", re.I), " to "),
    ("value", re.compile(r"\A(?:if|when)\s+(?:we|you)\s+(?:want|need|wish|have)\s+to\s+(?=[a-z]+\s)", re.I), "To "),
    (
        "value",
        re.compile(
            r"\A(?:it\s+|the\s+speed-?up\s+|this\s+)?(?:caps|tops|maxes|levels|saturates|plateaus)(?:\s+(?:out|off))?\s+at\s+(?=[~≈]?\s?\d)",
            re.I,
        ),
        "",
    ),
    (
        "value",
        re.compile(
            r"\A(?:the\s+|our\s+)?(?:[a-z]+\s+)?(?:throughput|rate|speed|bandwidth|traffic)\s+is\s+(?:capped|limited|bounded)\s+"
            r"(?:by\s+(?:the\s+|our\s+)?[a-z]+(?:\s+[a-z]+)?\s+)?(?:at|to)\s+(?=[~≈]?\s?\d)",
            re.I,
        ),
        "",
    ),
    (
        "amount",
        re.compile(rf"(?<=[A-Za-z%]),?\s+(?:i\.\s?e\.,?|that\s+is,?|which\s+is|so)\s+{_COMPARED}\W*\Z", re.I),
        "",
    ),
    (
        "value",
        re.compile(
            r",\s+without\s+any\s+(?=(?:[a-z]+\s+)?(?:states?|overheads?|activations?|gradients?|padding|headers?)\W*\Z)",
            re.I,
        ),
        ", excluding ",
    ),
    (
        "value",
        re.compile(
            rf"\A(?P<n>an?|one|two|three)\s+(?P<share>{_SHARE})s?\s+of\s+(?P<q>{NUMBER}\s?[A-Za-z/]+)\s+(?:is|makes|gives|are)\s+(?=[~≈]?\s?\d)",
            re.I,
        ),
        lambda m: f"{ {'two': 2, 'three': 3}.get(m['n'].lower(), 1) }/{SHARES[m['share'].lower()]} of {m['q']} = ",
    ),
    ("value", re.compile(r"\btakes\s+up\s+(?=\(?[A-Za-z]\w{0,2}\s*[/*+^-])"), "takes "),
    (  # 42 ms, up from 21 ms
        "value",
        re.compile(rf",\s+(?:up|down)\s+from\s+(?:about\s+)?{_AMOUNT}\W*\Z", re.I),
        "",
    ),
    (  # 42 ms, half of which is overhead
        "value",
        re.compile(
            rf",\s+(?:about\s+|roughly\s+)?(?:half|most|an?\s+(?:{_SHARE})|{_AMOUNT})\s+of\s+(?:it|which|that|them)\s+(?:is|are|in|for|on|goes\s+to)\s+(?!(?:not|hidden|saved|needed|wasted|left|free|enough|overlapped|counted|lost|idle|missing|double|twice|garbage|spare|extra|duplicat\w*|re[a-z]+ed|un[a-z]+ed)\b)(?:just\s+|only\s+)?[a-z]+(?:\s+[a-z]+)?\W*\Z",
            re.I,
        ),
        "",
    ),
    ("value", re.compile(r",\s+no\s+more(?:,?\s+(?:and\s+)?no\s+less)\W*\Z", re.I), ""),
    ("value", IDIOM, ""),
    (  # two passes of V/W
        "amount",
        re.compile(
            rf"\A(?P<n>{FEW}|\d{{1,4}})\s+(?:passes|hops|rounds|steps|phases|trips|transfers)\s+of\s+(?P<x>\(?[A-Za-z]\w?\s*[*/+^(-][^,;<>=]*)\Z"
        ),
        lambda m: f"{counted(m['n'].lower())} * ({m['x']})",
    ),
    (  # one less than n
        "amount",
        re.compile(rf"\A(?P<n>one|{FEW}|\d{{1,3}})\s+(?P<sign>less|fewer|more)\s+than\s+(?P<x>[A-Za-z])\W*\Z"),
        lambda m: f"{m['x']} {'+' if m['sign'] == 'more' else '-'} {counted(m['n'].lower()).replace('one', '1')}",
    ),
    (
        "amount",
        re.compile(
            r"(?<=[A-Za-z\d)])\s+(?:values|elements|entries|numbers)\s+(?:have\s+to|must|need\s+to)\s+be\s+[a-z]+\W*\Z"
        ),
        "",
    ),
    (  # after nine minutes the job runs again
        "amount",
        re.compile(
            rf"\AAfter\s+(?P<q>(?:about\s+)?(?:{FEW}|{LARGE}|{NUMBER})\s+[a-z]+)\s+(?=(?:the|it|we|you|everybody|everyone|everything|all)\s)"
            rf"(?:(?!{_CHANGES}\b)[A-Za-z]+(?:[\s.!]+|\Z))+\Z"
        ),
        r"\g<q>",
    ),
    (  # four servers may fail
        "amount",
        re.compile(
            rf"\A(?P<n>{FEW}|\d{{1,4}})\s+[a-z]+s\s+(?:may|can|could)\s+(?:fail|be\s+lost|break|die|crash)(?:\s+at\s+(?:the\s+same\s+time|once))?\W*\Z",
            re.I,
        ),
        r"\g<n>",
    ),
    (
        "amount",
        re.compile(
            rf"\A(?:it|the\s+[a-z]+)\s+(?:tolerates|survives)\s+(?:up\s+to\s+)?(?:the\s+loss\s+of\s+)?(?P<n>{FEW}|\d{{1,4}})\s+[a-z]+s?\W*\Z|"
            rf"\AUp\s+to\s+(?P<m>{FEW}|\d{{1,4}})\s+[a-z]+s\s+are\s+tolerated\W*\Z",
            re.I,
        ),
        lambda m: m["n"] or m["m"],
    ),
    (  # eight times 200 GB/s is 1.6 TB/s
        "amount",
        re.compile(rf"\A(?P<n>{FEW}|\d{{1,4}})\s+times\s+(?P<q>{_AMOUNT})\s+(?:is|makes|gives)\s+(?=[~≈]?\s?\d)", re.I),
        lambda m: f"{counted(m['n'].lower())} * {m['q']} = ",
    ),
    ("bound", re.compile(r"\A(?:an?\s+|the\s+)?minimum\s+of\s+(?=[~≈]?\d)", re.I), "at least "),
    ("bound", re.compile(r"\A(?:an?\s+|the\s+)?maximum\s+of\s+(?=[~≈]?\d)", re.I), "at most "),
    ("change", re.compile(r"\bis\s+(?:over|done|finished|through|complete)\s+in\b", re.I), "finishes in"),
    (
        "amount",
        re.compile(
            rf"(?P<q>\b{_AMOUNT})\s+is\s+(?:the|our)\s+(?:time|latency|cost|size|footprint|bandwidth|throughput|rate)\s+(?:of|for)\s+"
            r"(?:an?|the)\s+(?:whole\s+)?(?:model|run|step|job|transfer|message|copy|product|matmul|link)\W*\Z",
        ),
        r"\g<q>",
    ),
    (  # eight nodes of 8
        "amount",
        re.compile(
            rf"\A(?P<n>{FEW}|\d{{1,4}})\s+(?:nodes|racks|servers|hosts|boxes|machines|pods|trays|islands)\s+(?:of|with)\s+(?P<m>{FEW}|\d{{1,4}})"
            r"(?:\s+(?:[GT]PUs?|gpus|cards|chips|devices)(?:\s+each)?)?\W*\Z",
            re.I,
        ),
        lambda m: f"{counted(m['n'].lower())} * {counted(m['m'].lower())}",
    ),
    (
        "amount",
        re.compile(r",?\s+where\s+(?P<name>[A-Za-z]\w?)\s+(?:is|=)\s+the\s+(?P<noun>[a-z]+(?:\s+[a-z]+)?)\W*\Z"),
        lambda m: "" if symbols(m["noun"].split(), {m["name"]}) else m.group(),
    ),
    (
        "bound",
        re.compile(
            r"\A(?:once|when|as\s+soon\s+as)\s+(?:you|we|it)\s+(?:pass|exceed|cross|clear)(?:es)?\s+(?=[~≈]?\d)", re.I
        ),
        "above ",
    ),
    ("bound", re.compile(r"\b(?:must|has\s+to|needs\s+to|should)\s+clear\s+(?=[~≈]?\d)", re.I), "must exceed "),
    (  # with 16 microbatches we waste 3 slots out of 19
        "value",
        re.compile(
            r"\A(?:(?!not\b|never\b|if\b|unless\b|half\b)[A-Za-z\d]+\s+)*?(?:wastes?|loses?|uses?|spends?|idles?|keeps?)\s+"
            r"(?=\d+\s+(?:[a-z]+\s+)?(?:out\s+)?of\s+(?:the\s+)?\d+(?:\s+[a-z]+)?\W*\Z)",
            re.I,
        ),
        "",
    ),
    (
        "value",
        re.compile(
            r"\A(?:sharded|split|spread|cut)\s+(?:(?:over|across|into)\s+)?\d+[\s-]?(?:ways?|parts|pieces),?\s+(?:that['’]?s|it['’]?s)\s+(?=\d)",
            re.I,
        ),
        "",
    ),
    (
        "bound",
        re.compile(
            r"\b(?:should|must|has\s+to|needs\s+to)\s+be\s+(?:increased|raised|grown)\s+(?:until\s+it\s+(?:reaches|is|hits)|to)\s+"
            r"(?:at\s+least\s+)?(?=[~≈]?\s?\d)",
            re.I,
        ),
        "must be at least ",
    ),
)
_RATIO = re.compile(
    rf"\s*{NUMBER}\s?(?:[x×]|times|%)\s*(?:(?:as\s+)?(?:less|more|faster|slower|fewer|cheaper|smaller|larger|shorter|longer|bigger|lower|higher)\b.*)?|"
    r"\s*(?:half|twice|double|a\s+[a-z]+)\s+(?:of\s+)?the\s.*"
)
_COPIES = re.compile(
    rf"(?P<n>{FEW}|\d{{1,6}})\s+(?!times\b|halves\b|thirds\b|[a-z]+ths\b)(?P<noun>[a-z]{{3,}}s)\s+of\s+(?P<q>{_AMOUNT})",
    re.I,
)
_ROWS = re.compile(
    r"(?P<a>[A-Za-z])\s+(?!times\b|plus\b|minus\b)[a-z]{3,}s\s+of\s+(?P<b>[A-Z])(?:\s+[a-z]+)?|"
    r"(?P<c>[A-Z])\s+for\s+each\s+of\s+(?:the\s+)?(?P<d>[A-Z])\s+[a-z]{3,}s"
)
_A_NUMBER = re.compile(rf"\s*[$€]?{NUMBER}\s?[^*^()]*")  # regardless of n is more than a formula in n says
_PREMISED = re.compile(  # the unit of what a conclusion follows from
    rf"(?P<head>.*?\b{NUMBER}\s?(?P<unit>[A-Za-zµ]+(?:/[a-z]+)?)\b.*?\s(?:so|hence|→|=>|thus)\s+(?:(?:you|we|it|one)\s+(?:only\s+)?(?:gets?|have|has)\s+|it['’]?s\s+)?"
    rf"[~≈]?\s?{NUMBER})(?P<rest>\s+(?:each\s+way|per\s+direction|in\s+each\s+direction))?\W*"
)


def pared(text: str, expected: object) -> str:
    """The text without what only restates the case that is asked, by the kind of what is expected."""
    if len(text) > MAX_LENGTH or not isinstance(expected, str) or not re.search(r"[\d*/+^]", expected):
        return text
    out, asked = text.strip(), _kind(expected)
    kept = (_MADE_FIRST, _MADE_LAST) if _of_other_formats(out, expected) else ()
    if asked == "amount" and not _WITH_A_LATENCY.search(expected):
        out = _NO_OTHER_LIMIT.sub("", out)  # which a key without a latency leaves out
    out = _of_cards(out, expected) if asked == "amount" else out
    for kind, form, said in _RULES:
        if form in kept or (form is _BROUGHT_ABOUT and _twofold(out, expected)):
            continue
        some = kind == "value" or (kind == "number" and _A_NUMBER.fullmatch(expected) is not None)
        if kind in (asked, "any") or (some and asked != "bound"):
            made = form.sub(said, out, count=1)
            out = made if re.search(r"\w", made) else out
    out = _of_copies(_of_rows(_of_several(out, expected), expected), expected) if asked == "amount" else out
    if (
        asked == "amount"
        and (m := _PREMISED.fullmatch(out)) is not None
        and re.search(rf"\d\s?{re.escape(m['unit'])}\s*\Z", expected)
    ):
        out = f"{m['head']} {m['unit']}{m['rest'] or ''}"
    return out.strip(" .,") if out != text.strip() else text


_SPREAD = re.compile(  # 160 GB, spread over eight cards
    rf"(?P<head>.*?(?P<n>{NUMBER})\s?[A-Za-z]*),\s+(?:spread|split|shared|sharded|distributed)\s+(?:evenly\s+)?(?:over|across|among|between)\s+(?:the\s+|our\s+)?"
    rf"(?P<k>\d+|{FEW})\s+(?:cards|[GT]PUs|gpus|chips|devices|nodes|servers|machines|disks|drives|hosts|shards)\W*",
    re.I,
)
_ROUNDS = re.compile(  # each of the log2(p) rounds takes a + V/W
    r"each\s+of\s+(?:the\s+|these\s+)?(?P<n>[A-Za-z\d][\w()+*/^-]*)\s+(?:rounds|steps|hops|passes|phases|stages|layers)\s+(?:takes|costs|needs)\s+"
    r"(?P<x>[^,;<>=]*[A-Za-z\d)])\W*",
    re.I,
)


def _twofold(text: str, expected: str) -> bool:
    """Whether the verb alone, behind the size that is changed, says a twofold change in the direction of the key.

    >>> [_twofold(f"twice the batch {v} it", "2x more") for v in ("doubles", "halves", "triples")]
    [True, False, False]
    """
    down = re.search(r"\b(?:less|fewer|smaller|shorter|lower|cheaper)\b", expected) is not None
    up = re.search(r"\b(?:more|larger|longer|bigger|higher)\b", expected) is not None
    verb = "halves?" if down else "doubles?" if up else "doubles?|halves?"
    return "%" not in expected and re.search(rf"\b(?:{verb})\s+(?:it|the\s+[a-z]+)\W*\Z", text) is not None


def _of_cards(text: str, expected: str) -> str:
    """So many of the cards or disks that are asked, by their memory or their name; another noun stays.

    >>> _of_cards("5x 80 GB", "5 GPUs"), _of_cards("5x A100 GPUs", "5 cards"), _of_cards("4x 8 TB disks", "4 drives")
    ('5', '5', '4')
    >>> _of_cards("4x A100", "4 drives"), _of_cards("4x 8 TB disks", "4 GPUs"), _of_cards("4x 80 GB", "4 rows")
    ('4x A100', '4 disks', '4x 80 GB')
    """
    m, key = _COUNTED_CARDS.fullmatch(text), _CARDS.fullmatch(expected.strip())
    if m is None or key is None:
        return text
    right, noun = key["noun"].lower().rstrip("s"), (m["noun"] or "").lower().rstrip("s")
    if not noun:
        return text if m["name"] and right in _DISKS else m["n"]
    same = (noun in _DISKS) == (right in _DISKS) and noun != "node" and {noun, right} != {"gpu", "tpu"}
    return m["n"] if same else f"{m['n']} {m['noun']}"


def _of_other_formats(text: str, expected: str) -> bool:
    """Whether the formats that are told make another factor than the one that is expected.

    >>> [_of_other_formats(f"if we pass from {x} to int8", "4x less memory") for x in ("fp32", "fp16")]
    [False, True]
    """
    of, right = _FORMATS.search(text), re.match(rf"\s*({NUMBER})\s?(?:[x×]|times)", expected)
    return of is not None and right is not None and Fraction(of["a"]) != Fraction(right[1]) * int(of["b"])


def _of_several(text: str, expected: str) -> str:
    """What all of several come to, where that of one of them is not what is expected.

    >>> _of_several("160 GB, spread over 8 cards", "160 GB"), _of_several("160 GB, spread over 8 cards", "20 GB")
    ('160 GB', '160 GB, spread over 8 cards')
    >>> _of_several("each of the p hops takes V/W", "p*V/W"), _of_several("each of the p hops takes V/W", "V/W")
    ('(p) * (V/W)', 'each of the p hops takes V/W')
    """
    if (m := _SPREAD.fullmatch(text)) is not None:
        told, right = (Fraction(x.replace(",", "")) for x in (m["n"], (re.findall(NUMBER, expected) or ["0"])[0]))
        by = int(counted(m["k"].lower()))
        return text if right * by == told else m["head"]
    m = _ROUNDS.fullmatch(text)
    if m is None or not re.search(r"[A-Z]|[*/+^(]|\b[a-z]\b", m["x"]) or _bare(m["x"]) == _bare(expected):
        return text
    return f"({m['n']}) * ({m['x']})"


def _bare(text: str) -> str:
    """A formula without its blanks and stars."""
    return re.sub(r"[\s*]", "", text)


def _of_rows(text: str, expected: str) -> str:
    """So many things of so much each as their product, where both are symbols of the key.

    >>> _of_rows("B rows of D", "B*D"), _of_rows("D for each of the B tokens", "B*D"), _of_rows("B rows of D", "42 ms")
    ('B * D', 'D * B', 'B rows of D')
    """
    m = _ROWS.fullmatch(text.strip(" .!"))
    names = {*re.findall(r"(?<![A-Za-z])[A-Za-z](?![a-z])", expected)}
    if m is None or not {m["a"] or m["c"], m["b"] or m["d"]} <= names:
        return text
    return f"{m['a'] or m['c']} * {m['b'] or m['d']}"


def _of_copies(text: str, expected: str) -> str:
    """So many things of so much each as their product, where a measured quantity is expected.

    >>> _of_copies("2 copies of 2 TB", "4 TB"), _of_copies("2 hours of 2 GB/s", "4 GB")
    ('2 * 2 TB', '2 hours of 2 GB/s')
    >>> _of_copies("2 lines of 64 B", "2")
    '2 lines of 64 B'
    """
    m, unit = _COPIES.fullmatch(text.strip(" .!")), re.search(r"(?<=\d)\s?([A-Za-zµ]+(?:/[a-z]+)?)\s*\Z", expected)
    measured = unit is not None and unit[1] in UNITS and any(UNITS[unit[1]].dimension[:5])
    if m is None or not measured or (m["noun"] in UNITS and m["noun"] not in KIND):
        return text
    return f"{counted(m['n'].lower())} * {m['q']}"


def _kind(expected: str) -> Kind:
    """Whether a change, a bound or an amount is expected.

    >>> [_kind(x) for x in ("2x faster", "8x", "40% less", "B > 240", "42 ms", "half the bytes")]
    ['change', 'change', 'change', 'bound', 'amount', 'change']
    """
    if re.search(r"[<>≤≥]", expected):
        return "bound"
    return "change" if _RATIO.fullmatch(expected) else "amount"


__all__ = ["IDIOM", "pared"]
