"""What people say where a formula would stand, as a table: who has a batch, what an hour costs.

Each rule puts the same into the words that are read, whatever is expected; rules that look at it stand in ``reworded``.
"""

from __future__ import annotations

from collections.abc import Callable

import symroof.regexes as re
from symroof.checking.words.numerals import counted
from symroof.checking.words.resources import BOUND, COMPUTE, DATA
from symroof.reading.measures import UNITS

Rule = tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]
_SHARES = {"half": 2, "halve": 2, "third": 3, "quarter": 4, "fifth": 5, "tenth": 10}
_NTH = dict(
    zip(("third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "quarter"), (*range(3, 11), 4))
)
_TERM = r"(?:\d+(?:\.\d+)?[ ]?(?=[A-Za-z(]))?(?:[A-Za-z]{1,4}\d?|\d+(?:\.\d+)?|\([\w+−*^ -]+\))(?:\^\d+|²|³)?"
_SIGN = r"(?:\s*[+−*·-]\s*|\s+(?:plus|minus|times)\s+)"
_SUM = re.compile(r"[+−-]|\b(?:plus|minus)\b")
_OPERAND = (  # of a comparison that says which of two times or intensities is larger, not for which size
    r"(?:[Tt]_\w+|AI|OI|I|(?:the\s+)?(?:arithmetic\s+|operational\s+)?intensity|C/W|(?:the\s+)?ridge(?:\s+point)?|"
    r"\d[\d.,]*(?:\s?(?:[numµ]?s|FLOPs?/bytes?|FLOPs?/B))?)"
)
LARGER = rf"{_OPERAND}\s*(?:[<>≤≥]=?|<<|>>)\s*{_OPERAND}"
_BY_FAR = r"(?:is|takes)\s+(?:(?:much|far|a\s+bit|slightly)\s+)?"
_IN_WORDS = re.compile(
    rf"(?P<one>{_OPERAND})\s+(?:(?P<more>exceeds|outweighs|{_BY_FAR}(?:bigger|larger|greater|longer|higher|more)\s+than)|"
    rf"{_BY_FAR}(?:smaller|shorter|lower|less)\s+than)\s+(?P<other>{_OPERAND})(?=\s*[,;:→]|\s+(?:so|hence|thus|therefore)\b|(?P<end>\W*\Z))",
    re.I,
)


def which_is_larger(text: str) -> str:
    """The text with the sign for what its words compare, of two times or intensities, as the reason of a limit.

    >>> which_is_larger("T_comms is bigger than T_math, so network-bound"), which_is_larger("B is bigger than 240")
    ('T_comms > T_math, so network-bound', 'B is bigger than 240')
    >>> which_is_larger("memory-bound as T_mem exceeds T_math"), which_is_larger("Its intensity exceeds the ridge.")
    ('memory-bound as T_mem > T_math', 'Its intensity exceeds the ridge.')
    """

    def in_signs(m: re.Match[str]) -> str:
        if m["end"] is not None and not _BECAUSE.search(text[: m.start()]):
            return m.group()
        return f"{m['one']} {'>' if m['more'] else '<'} {m['other']}"

    return _IN_WORDS.sub(in_signs, text)


_BECAUSE = re.compile(r"\b(?:because|since|as)\s+\Z", re.I)


def _plain(unit: str) -> str:
    """A unit that was typed with a capital, as it is spelt: Gigabytes."""
    return unit.lower() if unit not in UNITS and unit.lower() in UNITS else unit


def _share(text: str) -> str:
    """A fraction in words as one in figures: three quarters is 3/4."""
    many, _, part = text.partition(" ")
    return f"{ {'a': 1, 'an': 1, 'one': 1, 'two': 2, 'three': 3}[many] }/{_SHARES[part.rstrip('s')]}" if part else text


_AMOUNT = (
    r"(?:about\s+|around\s+|roughly\s+|[~≈]\s?)?\d[\d.,]*\s?(?:[kKMGTP]?i?B(?:/s)?|[munµ]?s|(?:kilo|mega|giga|tera)?(?:bytes?|bits?)|[kM]?W|k?J|"
    r"[kMGTPE]?FLOPs?|hours?|minutes?|seconds?|days?)"
)
_ONE_THING = r"for\s+(?:one|an?|the|each|every)\s+(?:single\s+)?[a-z]+(?:\s+[a-z]+)?"
#: who has a batch, how often something comes, what a factor counts in dollars
SAYINGS: tuple[Rule, ...] = (
    (  # for one frame are needed 24.9 MB, 24.9 MB are needed for one frame
        re.compile(
            rf"\A(?P<of>{_ONE_THING})\s+(?:there\s+)?(?:is|are)\s+(?:needed|required)\s+(?P<x>{_AMOUNT})\.?\Z|"
            rf"\A(?P<y>{_AMOUNT})\s+(?:is|are)\s+(?:needed|required)(?P<for>\s+{_ONE_THING})?\.?\Z",
            re.I,
        ),
        lambda m: f"{m['x'] or m['y']} {m['of'] or m['for'] or ''}".strip(),
    ),
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
    (re.compile(r"\bhalf\s+an?\s+(?=(?:FLOPs?|MACs?|flops?|gig|meg)\b)"), "0.5 "),
    (
        re.compile(
            r"(?<=of\sthe\speak)\s+(?:is|was|are)\s+(?:being\s+)?(?:used|reached|achieved|attained|sustained)\.?\Z"
        ),
        "",
    ),
    (
        re.compile(
            r"\A(?:unfortunately|sadly|alas|luckily|fortunately|well|hmm?|ok(?:ay)?|oh)\s*,?\s+"
            r"(?=(?:yes|yeah|no|nope|not|never|always|it|they)\b)",
            re.I,
        ),
        "",
    ),
    (re.compile(r"\bfloating[-\s]point\s+(?:operations|ops)\b", re.I), "FLOPs"),
    (  # roughly 200 tokens and up
        re.compile(
            r"\A(?:roughly|about|around|approximately)\s+(?P<n>\d[\d,.]*(?:\s+[a-z]+)?)\s+(?:and\s+up|or\s+more)\Z",
            re.I,
        ),
        r"from about \g<n> on",
    ),
    (
        re.compile(
            r"\bthe\s+(?:ridge(?:\s+point)?|critical\s+(?:batch\s+size|intensity)|threshold|ratio)\s+(?=[A-Z]\w*\s*/)"
        ),
        "",
    ),
    (  # 20 + 15 ms = 35 ms
        re.compile(
            r"\A(?P<sum>\d[\d.]*(?:\s*[+-]\s*\d[\d.]*)+)\s*(?P<unit>[kMGTP]i?B|[mnuµ]s|[TPE]?FLOPs?|GB/s|TB/s|days|hours)(?=\s*[=≈])"
        ),
        r"(\g<sum>) \g<unit>",
    ),
    (  # max(20, 35) ms
        re.compile(r"\b(?P<f>max|min)\(\s*(?P<a>[\d.]+)\s*,\s*(?P<b>[\d.]+)\s*\)\s*(?P<unit>[A-Za-zµ]+)(?![\w(])"),
        r"\g<f>(\g<a> \g<unit>, \g<b> \g<unit>)",
    ),
    (  # 37 of 671 billion
        re.compile(
            r"\A(?P<part>\d[\d.]*)\s+(?:out\s+)?of\s+(?P<all>\d[\d.]*)(?:\s+(?:thousand|million|billion|trillion))?\Z"
        ),
        r"\g<part>/\g<all>",
    ),
    (
        re.compile(
            r"\A(?:since|as|because)\s+(?:[a-z]+\s+){1,6}?(?:it['’]s|it\s+is|we\s+get|this\s+is)\s+(?=[~≈]?\d)", re.I
        ),
        "",
    ),
    (  # exceeds 4.59e14/2.765e12 = 166
        re.compile(r"\b(?:exceeds|passes)\s+(?=[\d.][\d.e+*/() -]*[=≈]\s*\d[\d.,]*\Z)"),
        "> ",
    ),
    (  # we are limited by FLOPs, below it by HBM bandwidth
        re.compile(
            r"\b(?:limited|bound)\s+by\s+(?:the\s+)?(?:FLOPs|compute|math)\s*,\s+(?P<other>below|above|under)(?:\s+(?:it|that))?\s+by\s+"
            r"(?:the\s+)?(?:HBM|memory)(?:\s+bandwidth)?\Z"
        ),
        r"compute-bound, \g<other> memory-bound",
    ),
    (re.compile(r"(?<=bytes)\s+per\s+(?:element|entry|value)\s*,?\s+times\s+(?=[A-Za-z]\b|[A-Za-z]\*)"), " * "),
    (re.compile(r"\b(?P<n>\d+)\s+gpus\b"), r"\g<n> GPUs"),
    (  # 10.4 ms halved
        re.compile(r"\A(?P<x>[~≈]?\s?\d[\d.,]*\s*[A-Za-z/]*)\s+(?P<how>halved|doubled|tripled)\Z"),
        lambda m: f"({m['x']}){ {'halved': '/2', 'doubled': '*2', 'tripled': '*3'}[m['how']] }",
    ),
    (  # three quarters of an hour, 1/2 a joule, a quarter of a second per step
        re.compile(
            r"\b(?P<share>(?:an?|one|two|three)\s+(?:thirds?|quarters?|fifths?|tenths?|halves)|[1-9]/\d{1,2})\s+(?:of\s+)?an?\s+"
            r"(?P<unit>(?:milli|micro|kilo|mega|giga|tera)?(?:seconds?|minutes?|hours?|days?|weeks?|years?|joules?|watts?|bytes?|bits?))\b"
        ),
        lambda m: f"({_share(m['share'])}) {m['unit']}",
    ),
    (
        re.compile(r"\b(?P<v>takes?|costs?|gives?|took)\s+(?:us|me|you|them)\s+(?=(?:about\s|around\s|[~≈])?\s*\d)"),
        r"\g<v> ",
    ),
    (re.compile(r"\b(?:KV|kv)\s+cache\b"), "KV-cache"),
    (re.compile(r"(?<=[\w)])\s+(?:#|//)\s+[A-Za-z][A-Za-z -]{3,}\Z"), ""),
    (re.compile(r"(?<=[\w)%]\s)per\s+pass(?:\s+over\s+the\s+weights)?\Z"), "per step"),
    (
        re.compile(
            r"\A(?:the\s+)?(?:[a-z]+\s+)?(?P<what>time|latency|throughput|speed)\s+(?:is|gets|becomes)\s+(?:(?P<half>halved|cut\s+in\s+half)|(?P<twice>doubled))\Z"
        ),
        lambda m: f"{'half' if m['half'] else 'twice'} the {m['what']}",
    ),
    (
        re.compile(
            r"(?<=\bbatch)\s+of\s+(?:roughly|about|around|approximately)\s+(?=\d[\d,.]*(?:\s+[a-z]+)?\s+or\s+more\Z)"
        ),
        " of ",
    ),
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
            r"(?<![A-Za-z])(?P<unit>(?:(?:GPU|TPU|chip|node|machine|device)[-\s]?)?(?:hours?|h)|[kM]Wh)\s*(?:[x×*]|times|at)\s*"
            r"(?:\$\s?(?P<n>\d[\d.,]*)|(?P<m>\d[\d.,]*)\s+USD)(?:\s+(?:each|apiece))?(?![\d.]|\s*(?:/|per\b|an?\b|[kKMB]\b|million|billion))"
        ),
        lambda m: f"{m['unit']} * {m['n'] or m['m']} USD/{m['unit'].rstrip('s').replace(' ', '-')}",
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
    (re.compile(r"(?<=[a-z])\s+(?:stays|remains)(?:\s+at)?\s+(?=(?:about\s+|roughly\s+|[~≈]\s?)?\d)"), " is "),
    (re.compile(r"(?<=\w)\s+(?:should|ought\s+to)\s+be\s+(?=(?:enough|sufficient)\b)", re.I), " are "),
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
    (re.compile(r"(?<=up\sto\s)an?\s+batch(?:\s+size)?\s+of\s+"), ""),
    (re.compile(r"\b(?:the\s+)?(?:total\s+)?number\s+of\s+[a-z]+\s*[,=:]\s*(?=[A-Z])"), ""),
    (re.compile(r"(?<=\d)\s+tokens\s+every\s+(?P<n>\d+)\s+s(?:ec(?:onds?)?)?\Z"), r" tokens / (\g<n> s)"),
    (
        re.compile(
            r"(?<=[\de]\s)(?P<top>FLOPs?|flops?|MACs?|ops)\s+per\s+(?P<n>\d+|two|four|six|eight)\s+(?P<by>bytes?|bits?)\b"
        ),
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

#: how numbers and quotients are said aloud, and which of two is larger
ALOUD: tuple[Rule, ...] = (
    (re.compile(r"(?<=memory|ompute)_(?=(?:bound|limited)\b)", re.I), "-"),
    (re.compile(r"(?<=\d)\s+[eE]\s?(?P<e>[+-]?\d{1,2})(?![\w.])"), r"e\g<e>"),  # 7.2 E23
    (re.compile(r"(?<=\d)\s+(?P<p>[kMGTPE])\s+(?=(?:FLOPs?|FLOPS|flops?|OPs?|bytes|bits?|B|W|J)\b)"), r" \g<p>"),
    (re.compile(r"(?<=\d)\s*(?P<p>[mkMG]?)W(?:\s*[*·⋅]\s*|\s+|-)s\b"), r" \g<p>Ws"),  # watt-seconds
    (re.compile(r"\b(?P<n>an?|one|two|three)\s+fourth(?P<s>s?)(?=\s+of\b)", re.I), r"\g<n> quarter\g<s>"),
    (re.compile(r"\bUS\s+dollars?\b"), "dollars"),
    (re.compile(r"(?<![\w.])(?:USD|US\$)\s?(?=\d)"), "$"),
    (  # one flop every 12 bytes, 2 flops for 24 bytes
        re.compile(
            r"\b(?P<a>\d+|one|two|three|four)\s+(?P<of>FLOPs?|flops?|ops|operations?|MACs?)\s+(?:every|for|to|in)\s+"
            r"(?P<n>\d[\d.]*|two|three|four|five|six|eight|ten|twelve|sixteen)\s+(?P<what>bytes?)\b"
        ),
        lambda m: f"{counted(m['a'])} {m['of']} / ({counted(m['n'])} {m['what']})",
    ),
    (  # a million tokens cost 22 cents
        re.compile(
            r"\A(?:an?|one|1)\s+(?P<many>thousand|million|billion)\s+(?P<what>[a-z]+)\s+costs?\s+"
            r"(?P<x>(?:about\s+|around\s+|[~≈]\s?)?\$?\d[\d.,]*(?:\s*(?:cents?|dollars?|USD))?)\Z",
            re.I,
        ),
        r"\g<x> per \g<many> \g<what>",
    ),
    (  # p-1 over m+p-1: in words a line stands between the two
        re.compile(
            rf"\A(?!one\s)(?P<top>{_TERM}(?:{_SIGN}{_TERM})*)\s+(?:over|divided\s+by)\s+(?P<by>{_TERM}(?:{_SIGN}{_TERM})*)\Z"
        ),
        lambda m: f"({m['top']})/({m['by']})" if _SUM.search(m["by"]) or re.search(r"[+−-]", m["top"]) else m.group(),
    ),
    (  # 512 > 240, so compute-bound; memory-bound (T_mem > T_math): which is larger is the reason
        re.compile(
            rf"\A(?:since\s+|because\s+|as\s+)?(?P<why>{LARGER})\s*(?:[,;:]\s*|→|⇒|=>|->|\s)\s*(?:(?:and\s+)?(?:so|hence|thus|therefore|then)\s+)?"
            rf"(?:(?:it|we|this|that)(?:\s+(?:is|are)|['’](?:s|re))\s+)?(?P<side>(?:{COMPUTE}|{DATA}){BOUND})\.?\Z",
            re.I,
        ),
        r"\g<side> because \g<why>",
    ),
    (
        re.compile(rf"\A(?P<side>(?:{COMPUTE}|{DATA}){BOUND})\s*(?:,\s*|\()(?P<why>{LARGER})\)?\.?\Z", re.I),
        r"\g<side> because \g<why>",
    ),
    (
        re.compile(
            r"\b(?P<p>kilo|mega|giga|tera|peta|exa)\s+(?=(?:flops?|FLOPs?|FLOPS|bytes?|bits?|watts?|joules?)\b)"
        ),
        r"\g<p>",
    ),
    (
        re.compile(
            r"(?<=\d)\s+times\s+(?:10|ten)\s+to\s+the\s+(?:power\s+(?:of\s+)?)?(?P<e>\d{1,2})(?:th|rd|st|nd)?\b"
        ),
        r"e\g<e>",
    ),
    (  # 7 billion params at 16 bytes each = 112 GB
        re.compile(
            r"\A(?P<n>\d[\d.,]*\s?(?:million|billion|trillion|[kKMBT])?)\s+(?:params|parameters|weights|tokens|elements|values)\s+"
            r"(?:at|of|x|×|times|with)\s+(?P<m>\d[\d.]*\s?(?:bytes?|B|[kKMG]B|[KMG]iB|bits?))(?:\s+(?:each|apiece))?\s*(?P<eq>[=≈]|is\s|makes\s|gives\s)"
        ),
        r"\g<n> * \g<m> = ",
    ),
    (re.compile(r"(?<=\w)\s+for\s+(?:an?|one|1)\s+(?=(?:thousand|million|billion)\s)"), " per "),
    (
        re.compile(
            r"\b(?:and\s+)?(?:above|over)\s+(?P<a>\d[\d,.]*)\s+(?:and\s+|but\s+)?(?:until|up\s+to|below|under)\s+(?=\d)"
        ),
        r"between \g<a> and ",
    ),
    (
        re.compile(
            r"\A(?P<x>\d[\d.]*\s*[A-Za-z]+)\s+(?:every|per)\s+(?P<n>\d[\d.]*)\s?(?P<u>ms|us|µs|s|sec|seconds)(?:\s+step)?\Z"
        ),
        r"\g<x> / (\g<n> \g<u>)",
    ),
    (re.compile(r"(?<=bytes)\s+(?:loaded|read|moved|transferred|fetched)\Z"), ""),
    (re.compile(r"\A(?:it['’]?s\s+|it\s+is\s+)?(?:just|simply)\s+(?=[A-Za-z]\b)"), ""),
    (re.compile(r"\A(?:the\s+)?cross(?:-|\s)?over(?:\s+point)?\s+(?:is\s+)?(?:at|:)\s*(?=\S)", re.I), ""),
    (re.compile(r"\Aat\s+(?P<x>\d[\d.,]*(?:\s+[a-z]+)?)\s+(?:we|you|it)\s+cross(?:es)?(?:\s+over)?\Z", re.I), r"\g<x>"),
    (re.compile(r"\b(?:has\s+to|must|needs\s+to|should)\s+surpass\b|\bsurpasses\b"), "exceeds"),
    (
        re.compile(
            r"\A(?:if\s+|when\s+|once\s+)?(?P<x>[A-Za-z0-9/*^()+-]*[A-Z/][A-Za-z0-9/*^()+-]*|[a-z](?:/\w+)?)\s+exceeds\s+(?=[A-Z\d(])"
        ),
        r"\g<x> > ",
    ),
    (  # you need a batch of at least 296
        re.compile(
            r"\A(?:(?:you|we|one|it)\s+(?:need|require|want|have\s+to\s+(?:use|run))s?\s+)?an?\s+batch(?:\s+size)?\s+of\s+(?=(?:more|less|fewer|at\s+least|at\s+most)\b)",
            re.I,
        ),
        "",
    ),
    (  # there is no N for which it becomes compute-bound
        re.compile(
            r"\A(?:there\s+(?:is|exists)\s+)?no\s+(?:[A-Za-z]|[a-z]+(?:\s+[a-z]+)?)\s+(?:exists\s+)?(?:for|at|with|above|below|beyond)\s+which\s+(?:it|we|this|the\s+[a-z]+)\s+"
            rf"(?:is|are|becomes?|gets?|turns?|will\s+be|would\s+be|can\s+be)\s+(?:ever\s+)?(?=(?:{COMPUTE}|{DATA}){BOUND})",
            re.I,
        ),
        "never ",
    ),
    (re.compile(r"\s+(?:exactly|precisely)\Z"), ""),
    (re.compile(r"(?<=\d)\s?(?P<unit>[A-Z][a-z]{2,})\b"), lambda m: f" {_plain(m['unit'])}"),  # 21 Days, 512 Sets
    (
        re.compile(
            r"\A(?P<its>its)\s+(?=(?:always\s+|never\s+|not\s+)?(?:limited|bound|memory|compute|bandwidth))", re.I
        ),
        "it is ",
    ),
    (re.compile(r"(?<=\d)\s*(?:%|percent)\s+(?:MFU|HFU|MBU)\Z", re.I), "%"),
    (re.compile(r"(?<=[a-z]{3})\s+(?:deep|in\s+depth)\Z"), ""),
    (re.compile(r"(?<=\bthan\s)(\d+)\s*[x×]\s*\1\b"), r"\1"),
    (re.compile(r"(?<=\d/\d)\s+of\s+an?\s+(?=[a-z]+\b)"), " "),
    (  # one sixth of a flop per byte
        re.compile(rf"\A(?:an?|one)\s+(?P<part>{'|'.join(_NTH)})\s+of\s+(?:an?|one)\s+(?=[a-z]+\b)", re.I),
        lambda m: f"1/{_NTH[m['part'].lower()]} ",
    ),
    (re.compile(r"\A(?:together|altogether|in\s+total|overall|all\s+in\s+all|combined),?\s+(?=[\d(~≈$\\A-Zα-ω])"), ""),
    (
        re.compile(
            r"\b(?:can|could)\s?(?:not|n?['’]t)\s+be\s+(?=(?:more|less|larger|smaller|greater|higher|lower|bigger|longer|shorter)\s+than\b)"
        ),
        "must be no ",
    ),
    (re.compile(r"\bnorth\s+of\s+(?=[~≈]?\d)"), "above "),
    (re.compile(r"\b(?:south|short)\s+of\s+(?=[~≈]?\d)"), "below "),
    (  # every second the HBM delivers 819 GB
        re.compile(
            r"\A(?:each|every)\s+(?P<time>second|minute|hour|day),?\s+(?P<rest>[^,;]*(?:\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|[a-z]+ty|[a-z]*teen|hundred|thousand|million|billion)\b)[^,;]*?)\Z",
            re.I,
        ),
        r"\g<rest> per \g<time>",
    ),
    (re.compile(r"\b(?:may|can|could)\s+be\s+(?=(?:up\s+to|at\s+most|at\s+least)\b)"), "is "),
    (re.compile(r"\Aevery\s+batch\s+of\s+(?=(?:more|less|fewer|at\s+least|at\s+most)\b)", re.I), ""),
    (re.compile(r"\A(?:you|we|one)\s+wants?\s+(?=(?:more|less|fewer|at\s+least|at\s+most)\b)", re.I), ""),
    (
        re.compile(
            r"\A(?:you\s+|we\s+|one\s+)?(?:must|should|need\s+to|have\s+to)\s+have\s+(?=[A-Za-z](?:/[A-Z])?\s*[<>≤≥])"
        ),
        "",
    ),
    (
        re.compile(
            r"\A(?:it\s+)?speeds\s+(?:it|things|this|everything)\s+up\s+by\s+a\s+factor\s+of\s+(?P<n>\d[\d.]*|two|three|four)\Z",
            re.I,
        ),
        lambda m: f"{counted(m['n'].lower())}x faster",
    ),
    (re.compile(r"\Aquarters\s+the\s+(?=time\b|latency\b)", re.I), "a quarter of the "),
    (
        re.compile(r"\A(?P<n>\d[\d.]*)\s*[x×]\s+the\s+(?:tokens|requests|images|samples)\s+per\s+second\Z", re.I),
        r"\g<n>x faster",
    ),
    (re.compile(r"\bsaves\s+three\s+quarters\s+of\s+(?=the\s+(?:time|latency))", re.I), "saves 75% of "),
    (re.compile(r"\A(?:an?\s+)?(?:MFU|HFU|utili[sz]ation|efficiency|occupancy)\s+of\s+(?=\d)"), ""),
    (re.compile(r"\b(?:bucks)\b"), "dollars"),
    (re.compile(r"\bcalendar\s+(?=days|weeks|months)"), ""),
    (
        re.compile(
            r"(?<=\w)\s+(?:split|divided|spread|sharded|shared)\s+(?:over|among|across|between|by)\s+(?:the\s+)?(?P<p>[A-Z])(?:\s+[A-Za-z]+)?\Z"
        ),
        r"/\g<p>",
    ),
    (re.compile(r"\bplus\s+another\s+(?=\d*\s?[A-Z])"), "plus "),
    (re.compile(r"(?<=[+=]\s)(?P<p>\d[\d.]*)\s?%\s+of\s+(?=\d)"), r"\g<p>/100 * "),
    (  # log2(p) rounds of a + m/W each
        re.compile(
            r"\A(?P<n>[^,;=<>]+?)\s+(?:rounds|steps|hops|stages)\s+of\s+(?P<x>[^,;=<>]*?[A-Za-z][^,;=<>]*?)(?:\s+each)\Z"
        ),
        r"(\g<n>) * (\g<x>)",
    ),
    (
        re.compile(
            r"\A(?:(?:it|we|you|this|(?:the|its|our)\s+(?:(?:whole|main|arithmetic|operational|matmul|attention)\s+)?(?!memory|ridge|bandwidth)[a-z]+)\s+(?:is|are|lies?|sits?|stays?|operates?|runs?)\s+|(?:it['’]s|we['’]re|you['’]re)\s+)?"
            r"(?:(?:to\s+the\s+)?(?:(?P<left>left\s+of|below|under)|right\s+of|above|past)\s+the\s+ridge(?:\s+point)?|"
            r"on\s+the\s+(?:(?P<slope>sloped|slanted|rising)|flat|horizontal)\s+part(?:\s+of\s+the\s+roof(?:line)?)?)\.?\Z",
            re.I,
        ),
        lambda m: "memory-bound" if m["left"] or m["slope"] else "compute-bound",
    ),
    (  # its intensity exceeds the ridge point
        re.compile(
            r"\A(?:the|its|our)\s+(?:arithmetic\s+|operational\s+)?intensity\s+(?:(?P<left>falls\s+short\s+of|stays\s+below)|exceeds|surpasses)\s+"
            r"the\s+ridge(?:\s+point)?\.?\Z",
            re.I,
        ),
        lambda m: "memory-bound" if m["left"] else "compute-bound",
    ),
    (re.compile(r"\A(?P<said>yes|no)\s+(?=it\s)", re.I), r"\g<said>, "),
    (
        re.compile(
            r"\A(?:we|you|it)(?:['’]re|\s+are|\s+is|['’]s)?\s+waiting\s+(?:on|for)\s+(?:the\s+)?(?:HBM|memory|DRAM)\Z",
            re.I,
        ),
        "memory-bound",
    ),
    (re.compile(r"(?<=-way)\s+(?:TP|DP|PP|EP|CP|SP|FSDP|(?:tensor|data|pipeline|expert)\s+parallel(?:ism)?)\b"), ""),
    (
        re.compile(
            r"(?<=\w)\s*\((?:GPT|LLaMA|Llama|BERT|Mixtral|Mistral|PaLM|Gemma|DeepSeek|Qwen)[\w.-]*(?:\s?\d+[BM]?)?\)"
        ),
        "",
    ),
    (re.compile(r"(?<=\w),\s+which\s+is\s+(?:right|correct)\Z"), ""),
)
