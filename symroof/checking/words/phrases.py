"""An answer in words made the formula it says: "B must exceed 240", "about 5 ms", "compute-bound from 240 tokens on".

What is not understood stays as it was typed, so that the reader of formulas can say where it stops making sense.

>>> typed("B must be at least 241").text, typed("roughly 2.1 million").text, typed("roughly 2.1 million").about
('B >= 241', '2.1 million', True)
>>> typed("memory-bound below 240").sense, typed("memory-bound below 240").text, typed("always memory-bound").said
('>=', '240', 'never')
>>> typed("between 5 and 6 ms").spread
('5 ms', '6 ms')
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import final

import symroof.regexes as re
from symroof.checking.claims.claims import OF_SOME
from symroof.checking.words.assent import assented
from symroof.checking.words.durations import lasted
from symroof.checking.words.ends import named_end
from symroof.checking.words.numerals import FLOATING, LIKE_CHIPS, NUMBER, SHARES, counted, counted_things, spelled
from symroof.checking.words.operations import is_formula, said_formula
from symroof.checking.words.remarks import without_remark
from symroof.checking.words.resources import COMPUTE, DATA
from symroof.reading.measures import UNITS

MAX_WORDED = 300  # characters; a longer answer is a formula or nothing


@final
@dataclass(frozen=True)
class Typed:
    """What an answer says: its formula, and what its words add to it.

    ``said`` is "never", "always", "yes", "no" or "nothing", ``sense`` the relation of a bound without a symbol (> 240),
    ``spread`` the two ends of a range, ``order`` whether only an order of magnitude is claimed, ``toward`` the
    word of a comparison (faster, fewer) that the number is of.
    """

    text: str
    said: str = ""
    sense: str = ""
    about: bool = False
    order: bool = False
    spread: tuple[str, str] | None = None
    left_out: str = ""
    toward: str = ""


_TIE = re.compile(r"(?<=[\d}])~(?=\\(?:text|mathrm|textrm|rm|mbox|unit)(?![a-z]))")
_IN_DOLLARS = re.compile(r"(?<![\w$])(?:\$(?!\s)([^$]*?\d[^$]*?)(?<![\s/*+-])\$(?!\d)|\\\((.*?)\\\))")
_WATT_HOURS = re.compile(r"(?<=\d)(\s*[kMGT]?W)(?:\s*[·⋅*-]\s*|\s+)h(?:rs?|ours?)?\b")
_WRAPPED = re.compile(r"(?:\"(.*)\"|'(.*)'|“(.*)”|`+(.*?)`+|\*\*(.*)\*\*|__(.*)__)\Z", re.S)
_LABEL = re.compile(
    r"(?:(?:the\s+|my\s+)?(?:answer|ans|result|solution|value)\s*(?:is|:|=)|=|(?:→|⇒|->|=>|\\to\b|\\rightarrow\b)|(?:so|thus|therefore|hence|then),?\s|"
    r"(?:it|that|this)(?:'s|\s+is)\s|(?:i|we)\s+(?:get|got|think|find|found)(?:\s+(?:it'?s|it\s+is|that))?\s)\s*",
    re.I,
)
_UNSURE = re.compile(
    r"(?:probably|presumably|i(?:'d|\s+would)\s+(?:say|guess)|i\s+(?:guess|believe|suppose)|my\s+guess\s+is)"
    r"(?:\s+it(?:'s|\s+is))?[,:]?\s+(?=\S)",
    re.I,
)
_UNSURE_END = re.compile(r"(?<=[\w)%])(?:,?\s*i\s+(?:think|guess|believe|suppose)|,\s*(?:probably|right))?\.?\Z", re.I)
_NOT_THAT = re.compile(r"(?<=\w),?\s+(?:and\s+)?not\s+(?=[~≈$]?\s?\d)[^,;<>=]*\Z")
_ENDLESS = re.compile(r"(?<=\w)\s*<=?\s*(?:\+?∞|oo|\\infty|inf(?:inity)?)\Z|(?<=\w)\s*≤\s*∞\Z")
_VERB = (
    r"(?:takes?|needs?|requires?|costs?|uses?|lasts?|holds?|has|have|gets?|gives?|equals?|makes?|comes?\s+(?:out\s+)?to|"
    r"works?\s+out\s+(?:to|as|at)|amounts?\s+to|tends?\s+to|approach(?:es)?|becomes?|goes\s+to|"
    r"fits?\s+(?:in|into|within|on)|(?:drops?|falls?|rises?|grows?|increases?|decreases?|goes|climbs?|shrinks?)(?:\s+(?:up|down))?\s+to|fills?|occup(?:y|ies)|consumes?|reach(?:es)?|"
    r"moves?|scans?|spends?|fetch(?:es)?|cop(?:y|ies)|streams?|means?|reads?|writes?|loads?|transfers?|sends?|processes|serves?|handles?|delivers?|sustains?|achieves?|produces?|generates?|stores?|draws?|"
    r"runs?\s+(?:at|in|for)|finish(?:es)?\s+(?:in|after)|(?:is|are)\s+done\s+(?:in|after)|stays?\s+(?:under|at|within))"
)
_LEAD = re.compile(
    r"(?:(?:fits?\s+in(?:to)?|takes?|needs?|costs?|weighs?)\s+(?=[~≈$]?\d|about\s|around\s|roughly\s))|"
    r"(?:(?:it|that|this|we|you|one|they)(?:(?:'d|'ll|\s+would|\s+will|\s+should|\s+must|\s+can)\s+(?:only\s+)?|\s+)"
    rf"|(?:the|each|every|one)\s+[a-z][\w-]*(?:\s+[a-z][\w-]*){{0,4}}?\s+|(?=[a-z]{{2,}}\s+(?:[a-z]+\s+){{0,2}}[~≈\d])){_VERB}\s+(?=\S)",
    re.I,
)
_REACHES = re.compile(  # it reaches 82 IOPS; not: the batch reaches 240
    rf"(?:it|we|they|this|that|the\s+(?!batch|size)[a-z]+)\s+(?:reach(?:es)?|hits?)\s+(?={NUMBER}\s?(?:[kMGTP]?(?:IOPS|FLOPS?/s|FLOPS|B/s)|[a-z]+/s|%))",
    re.I,
)
_SENTENCE = re.compile(  # reading all of the weights once takes about 41.8 ms
    r"(?:(?!(?:not|never|no|without|cannot|nothing|nobody|none|hardly|barely)\b)(?:[A-Za-z][\w'’/-]*|\d[\w.,+:/-]*),?\s+){1,10}?"
    rf"(?:(?:will|would|should|must|can|could|only|then|therefore|thus|just)\s+){{0,2}}(?:{_VERB}|is|are|was|would\s+be|will\s+be)\s+"
    r"(?:(?:us|you|it|only|just|exactly|up|a\s+total\s+of)\s+){0,2}(?=(?:about|around|roughly|approximately|nearly|almost|some|at\s+(?:least|most)|[~≈$])*\s*\$?\d)",
    re.I,
)
_PACE = re.compile(
    r"\A(?:about\s+|roughly\s+|[~≈]\s?)?[\d(][\d.,eE()*/+ -]*?\s*"
    r"(?:[numµ]?s|min|h|d|hours?|days?|[a-z]*seconds?|minutes?)\s*(?:/|per\b|each\b|an?\b)\s*[A-Za-z]{2,}\Z"
)
_RATE = re.compile(r"(?P<n>[\d(][\d.,eE()*/+^ -]*?)\s*(?P<top>[A-Za-zµμ]+)\s*(?:/|\bper\b)\s*(?P<by>[A-Za-zµμ]+)\Z")
_EVERY = re.compile(r"(?:an?|one|1)\s+([a-z]+)\s+every\s+(.+)\Z", re.I)
_SORT = re.compile(r"\b(?:input|output|generated|prompt|decoded|new|context)\s+(?=tok(?:en)?s?\b)", re.I)
_MODULE = re.compile(r"\b(?:[mM]ath|np|numpy|jnp|torch)\.(?=[a-z])")
_SET = re.compile(r"\\(?:mathrm|text|mathbf|textbf|boxed)\s*\{([^{}\\]*)\}\Z")
_UNIT_BEHIND = {"s": "seconds", "ms": "milliseconds", "us": "microseconds", "µs": "microseconds", "ns": "nanoseconds"}
_BRACKETED = re.compile(r"(?<=[\w)}])\s+\[\s*([A-Za-zµ%/$]+)\s*\]\Z|(?<=[A-Za-z)}])\s+([munµ]?s)\Z")
_PART = re.compile(
    r"(?<=[A-Za-z\d)])\s+\(?(?:forwards?|backwards?|fwd|bwd|(?:in|for)\s+the\s+(?:forward|backward)(?:\s+pass)?|(?:of\s+)?(?:reads?|writes?|weights|activations|gradients|"
    r"attention|mlp|inputs?|outputs?))\)?(?=\s*(?:[-+=]|\Z))",
    re.I,
)
_IS = re.compile(
    r"(?:the\s+|our\s+|my\s+)?(?:[a-z][a-z-]*\s+){1,5}?(?:is|are|was|were|will\s+be|would\s+be|should\s+be)\s+(?:then\s+|just\s+)?"
    r"(?=(?:about|around|roughly|approximately|approx\.?|at\s+(?:least|most)|between|over|under|(?:more|less)\s+than|[~≈<>≤≥$-])*\s*"
    r"\$?[\d.])|[A-Z]\s+(?:is|equals)\s+(?=(?:about\s+|roughly\s+|[~≈]\s*)?\d)",
    re.I,
)
_IS_FORMULA = re.compile(
    r"(?:(?i:(?:(?:with|at|for|in|under|on)\s+(?:[a-z]+\s+){1,3}?)?(?:the\s+|our\s+|my\s+|its\s+|each\s+|every\s+|an?\s+)?)(?:[a-z][a-z-]*\s+){1,4}?(?:is|are|equals|does|performs|computes|sends|moves|"
    r"holds|stores|takes|costs|needs)\s+(?:about\s+|just\s+|then\s+)?|(?:[A-Za-z][a-z-]+\s+){0,3}[A-Za-z][a-z-]+:\s+)(?=[\w(\\√⌈⌊])"
)
_DOUBTED = re.compile(r"(?:i|we)\s+(?:really\s+|very\s+much\s+)?(?:doubt|don['’]t\s+think|do\s+not\s+think)\b", re.I)
_DENIALS = (
    "not",
    "never",
    "no",
    "hardly",
    "barely",
    "least",
    "most",
    "upper",
    "lower",
    "without",
    "except",
    "cannot",
    "nothing",
    "if",
    "when",
)
_APPOSITION = re.compile(r"\A([A-Z]\w*),\s+(?:the|our|being\s+the)\s+[a-z][a-z -]*,\s+(?=[a-z])")
_LATENCY = re.compile(
    r"\A(?:it(?:'s|\s+is)\s+|we(?:'re|\s+are)\s+)?(?:latency|overhead)[-\s](?:bound|limited|dominated)\s+"
    r"(?=(?:for|if|when|while|as\s+long\s+as|below|above|under|over|up\s+to|until)\b)",
    re.I,
)
_FLOORED = re.compile(  # N//2 + 1; ++ keeps it linear
    r"(?P<led>(?:[\w.]++\s*+[+-]\s*+)?+)(?P<x>(?:\([^()]*\)|[\w.]++|\s*+[*/]\s*+(?!/))+?)\s*//\s*(?P<y>\([^()]*\)|[\w.]++)"
    r"(?P<more>(?:\s*+[+-]\s*+[\w.]++)?)\Z"
)
_STARRED = re.compile(
    r"\A([A-Za-z](?:_\w+)?)\s*(?:\^\s*)?(?:\*|\{\s*\\?(?:\*|ast|star)\s*\}|\\star|⋆|★)\s*(?=(?:=|≈|~|<|>|≤|≥|\\approx|\\g|\\l))"
)
_NO_ANSWER = re.compile(
    r"(?:\?+|n/?a|idk|tbd|tbc|todo|to\s+be\s+done|fixme|wip|(?:i\s+)?(?:do\s+not|don'?t)\s+know|unknown|no\s+idea|-+|\.+|"
    r"(?:cf\.?|see|as\s+in|refer\s+to)\s+(?:the\s+)?(?:above|below|(?:exercise|ex|section|sec|chapter|ch|table|tab|figure|fig|"
    r"equation|eqn?|question|q|problem|part|appendix|page|p|slide|lecture|note|answer)s?\b\.?\s*[\w.()-]*|Q\d+))\Z",
    re.I,
)
_BOUND = re.compile(
    rf"(?:(?:it|we|this|the\s+\w+)\s+(?:is|are|will\s+be|becomes?|gets?)\s+)?(?P<how>always|never|not|cannot\s+be|"
    rf"is\s+never|is\s+always)?\s*(?:(?P<math>{COMPUTE})|(?P<memory>{DATA}))[-\s]*(?:bound|limited)\b[\s,.:]*",
    re.I,
)
_DENYING = ("never", "not", "cannot be", "is never")
_ALWAYS = re.compile(r"(?:it\s+|this\s+)?(?:is\s+|does\s+)?always(?:\s+(?:is|does|so|true|holds))?\Z", re.I)
_NEVER = re.compile(
    r"(?:(?:it|this)\s+)?(?:is\s+)?(?:never(?:\s+(?:is|does|so|true|happens|holds|pays(?:\s+off)?|helps|wins|works|worth\s+it))?|impossible|not\s+possible|"
    r"(?:it\s+)?(?:can\s?not|can'?t)(?:\s+be(?:\s+reached)?)?)\Z",
    re.I,
)
_FACTORS = r"[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?"
_PLAIN = re.compile(rf"{_FACTORS}(?:[*/+]{_FACTORS})*|{_FACTORS}(?:[*+]{_FACTORS})* (?P<unit>[A-Za-z]{{2,}})")
_WHATEVER = re.compile(
    r",?\s*(?:no\s+matter|whatever|regardless\s+of|independent(?:ly)?\s+of|irrespective\s+of|"
    rf"(?:for|at)\s+(?:any|all|every)(?!\s+(?:(?:the|of)\s+)*(?:but\b|{OF_SOME})))\b.*\Z",
    re.I,
)
_NOTHING = re.compile(
    r"(?:nothing|for\s+free|(?:there(?:'s|\s+is)\s+)?no\s+(?:extra\s+|additional\s+)?(?:communications?|comms?|"
    r"traffic|transfers?|overhead|cost|bytes|flops|compute|memory|bubbles?|time|data|network\s+traffic)(?:\s+(?:at\s+all|is\s+needed|needed))?)\Z",
    re.I,
)
_LED = re.compile(r"(?:yes|yeah|yep|sure|no|nope|nah)[,.;:]\s+(?=\S)", re.I)
_AT = re.compile(r"at\s+(?=[~≈]?\s?\d|about\s|around\s|roughly\s)", re.I)
_YES = {
    "yes": "yes",
    "yep": "yes",
    "yeah": "yes",
    "sure": "yes",
    "nah": "no",
    "true": "yes",
    "correct": "yes",
    "no": "no",
    "nope": "no",
    "false": "no",
}
_WHEN = re.compile(
    r"(?:for|at|with)\s+(?:all\s+|any\s+)?(?:batch(?:es)?(?:\s+sizes?)?|sizes?|token\s+counts?|lengths?)\s+(?=\S)|"
    r"(?:only\s+)?(?:if\s+and\s+only\s+if|if|when(?:ever)?|iff|once|while|where|as\s+soon\s+as|as\s+long\s+as|provided(?:\s+that)?|for)"
    r"\s+(?=\S)(?:the\s+)?",
    re.I,
)
_RELATIONS = (
    (">=", r"at\s+least|min(?:imum)?\.?(?=\s+[~≈]?\d)|not\s+(?:before|until)|no\s+(?:less|fewer|smaller)\s+than|"
           r"not\s+(?:less|fewer|smaller|below)\s+than|not\s+(?:below|under)|not\s+(?:be\s+)?inferior\s+to|"
           r"a\s+minimum\s+of|(?:superior|greater|larger|above|over|more)\s+(?:than\s+)?or\s+equal\s+to|(?:an?\s+|the\s+)?lower\s+(?:bound|limit)\s*(?:of|is|:)|reaches|hits|greater\s+than\s+or\s+equal\s+to|starting\s+(?:from|at)|from"),
    ("<=", r"at\s+most|max(?:imum)?\.?(?=\s+[~≈]?\d)|no\s+(?:more|greater|larger)\s+than|"
           r"not\s+(?:more|greater|larger)\s+than|"
           r"(?:an?\s+|the\s+)?upper\s+(?:bound|limit)\s*(?:of|is|:)|not\s+(?:above|over|beyond)|a\s+maximum\s+of|"
           r"up\s+to(?:\s+and\s+including)?|(?:inferior|less|smaller|below|under|fewer)\s+(?:than\s+)?or\s+equal\s+to|"
           r"(?:restricted|limited|confined|kept(?:\s+down)?|held(?:\s+down)?|capped)\s+(?:to|at)|not\s+(?:be\s+)?superior\s+to|"
           r"(?:can\s?not|can'?t|must\s+not|may\s+not|should\s?n[o']t|ought\s+not\s+to|should\s+not|does\s+not|doesn'?t)\s+(?:exceed|top)"),
    (">", r"(?:greater|larger|bigger|more|higher|longer|major)\s+than|superior\s+to|"
          r"(?:sur)?passes|crosses|exceeds?|exceeding|tops?(?=\s+[~≈]?\d)|above|over|"
          r"beyond|past"),
    ("<", r"(?:less|lesser|smaller|fewer|lower|shorter|minor)\s+than|inferior\s+to|below|under|beneath"),
)  # fmt: skip
_RELATION = re.compile("|".join(f"(?P<r{i}>{p})" for i, (_, p) in enumerate(_RELATIONS)), re.I)
_OPERAND = re.compile(r"\s*[/*+^)=]")  # behind a name that is a word elsewhere: hits/(hits + misses)
_BARE = re.compile(r"\s*(>=|<=|≥|≤|>(?!>)|<(?!<)|\\(?:geq?|leq?|gt|lt)(?![A-Za-z]))\s*(?=\S)")
SIGNS = {"≥": ">=", "≤": "<=", "\\ge": ">=", "\\geq": ">=", "\\le": "<=", "\\leq": "<=", "\\gt": ">", "\\lt": "<"}
COMPLEMENT = {">": "<=", "<": ">=", ">=": "<", "<=": ">"}
_COPULA = re.compile(
    r"\s*\b(?:must|has|have|should|needs?|will|would|may|can|is|are|was|be|to|it|stays?)\b[\s,]*\Z", re.I
)
_ASKED_ABOUT = (
    r"batch(?:es)?(?:\s+sizes?)?|sizes?|numbers?(?:\s+of\s+\w+)?|values?|sequences?|(?:sequence\s+|context\s+)?lengths?|"
    r"anything|everything|tokens|chips|messages|transfers|buffers|payloads|packets|requests|chunks|tensors|arrays|matrices|models|prompts|inputs|files"
)
_SUBJECT = re.compile(
    r"\A(?:(?:(?:it|you|we|one)\s+)?(?:needs?|requires?|takes?)\s+)?(?:the\s+|an?\s+|all\s+|any\s+|every\s+)?"
    rf"(?:(?:only\s+)?(?:large|big|small|long|short)(?:er)?\s+)?(?:{_ASKED_ABOUT})?[\s,:(]*\Z",
    re.I,
)
_NOBODY = re.compile(r"(?:it|we|you|they|one|i|this|that)", re.I)
_A_SIZE = re.compile(r"\A(?:an?|any|the|every)\s+batch(?:\s+sizes?)?\s+(?:sizes?\s+)?of\s+(?=\d)", re.I)
_BOUNDED = re.compile(r"[A-Za-z\\][\w{}\\]*|[A-Z]\d?/[A-Z]\d?")  # B, \\beta, F/Y
_OF_SIZE = re.compile(r"\A(?:an?\s+|the\s+)?(?:batch(?:\s+size)?|size|length)(?:\s+of)?\s+(?=\d)", re.I)
_EXTREME = re.compile(  # 36 is the largest tile that still fits
    rf"(?P<n>{NUMBER})\s+is\s+the\s+(?:(?P<top>largest|biggest|maximum|max|longest|highest|most)|smallest|minimum|min|lowest|shortest|first|least|fewest)\b[a-z\s]*",
    re.I,
)
_NEEDED = re.compile(
    r"\s+(?:is|are|will\s+be|would\s+be)\s+(?:needed|required|necessary|enough|sufficient|wanted)\Z", re.I
)
_TAIL = re.compile(
    r"\s+(?:on|onwards?|upwards?|up|and\s+(?:up|above|more)|or\s+(?:more|above|larger|higher|greater)(?:\s+[a-z]{3,}s)?|at\s+(?:the\s+)?(?:least|minimum|earliest)|minimum)\Z",
    re.I,
)
_LOW_TAIL = re.compile(
    r"\s+(?:down(?:wards?)?|and\s+(?:below|less)|or\s+(?:less|fewer|below|smaller|lower)(?:\s+[a-z]{3,}s)?|at\s+(?:the\s+)?(?:most|maximum|latest)|maximum|tops)\Z",
    re.I,
)
_VALUED = re.compile(r"([A-Za-z]\w*)\s*=\s*(?=\d[\d.,]*(?:\s|\Z))")  # b = 37 or more
_ENOUGH = re.compile(
    rf"([A-Za-z]\w*)\s*=\s*({NUMBER})\s+(?:(?:is|are|will\s+be)\s+(?:(?:already|just|quite)\s+)?(?:enough|sufficient|fine)|suffices|will\s+do)\Z",
    re.I,
)
_DOWN = re.compile(r"\s+down(?:wards?)?\Z", re.I)
_NOT_UNTIL = re.compile(
    r"(?:only\s+)?(?:not\s+(?:until|before|unless)|once|as\s+soon\s+as|when)\s+(?P<name>[A-Z]\w*)\s+"
    r"(?:reaches|hits|gets\s+to|gets\s+up\s+to)\s+(?=[~≈]?\d)"
)
_ABOUT = re.compile(
    r"\s*(?:≈|~|\\approx(?![A-Za-z])|\\sim(?![A-Za-z])|c\.\s?(?=[\d~])|(?i:about|around|roughly|approximately|approx|nearly|"
    r"almost|circa|ca|close\s+to|closer\s+to|some)\b\.?)\s*"
)
_ROUGHLY = re.compile(
    r"(>=|<=|≥|≤|>(?!>)|<(?!<))\s*(?:[~≈]|\\approx(?![a-z])|\\sim(?![a-z])|(?:about|around|roughly|approximately)\s)\s*(?=\d)",
    re.I,
)
_ISH = re.compile(r"(?<=\d)\s*-?ish\b|\s+(?:or\s+so|give\s+or\s+take|roughly|approximately|approx\.?)\Z", re.I)
_ORDER = re.compile(
    r"(?:(?:is\s+)?(?:on|of|in)\s+)?(?:the\s+)?order(?:\s+of\s+magnitude)?\s*(?:of|is|:)?\s*(?=[\d~])", re.I
)
_TEN = re.compile(r"10\s*(?:\^|\*\*)\s*\{?[-−]?\d+\}?(?![\d.])|1e[-+]?\d+|10[⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_MAGNITUDES = re.compile(rf"({NUMBER}|an?)\s+orders?\s+of\s+magnitude\b.*\Z", re.I)
_MOST = 50  # percent
_RANGE = re.compile(
    rf"(?P<lead>between|from)?\s*(?:(?<=[nm]\s)(?:about|around|roughly)\s+)?(?P<low>{NUMBER})(?P<unit>\s*[^\s\d\-–—.…].{{0,24}}?)?\s*"
    rf"(?P<by>\b(?:up\s+)?to\b|\band\b|\.\.\.?|[-–—]|…)\s*(?P<high>{NUMBER})(?P<unit2>(?!\s*(?:[-+*^×·=<>()!]|/\s*[\d(]))\s*[^\s\d].{{0,24}})?\Z",
    re.I,
)
_PLUSMINUS = re.compile(
    rf"(?P<mid>{NUMBER})(?P<unit0>\s*[A-Za-zµμ][A-Za-zµμ/]*)?\s*(?:±|\+/?[-−]|\\pm)\s*(?P<by>{NUMBER})(?P<unit>\s*[^\s\d].{{0,24}})?\Z"
)
_WORDS = {
    "half": "1/2", "two thirds": "2/3", "three quarters": "3/4",
    "a couple": "2", "a pair": "2",
    "twice": "2", "double": "2", "doubled": "2", "thrice": "3", "triple": "3",
    "a hundred": "100", "a thousand": "1000", "a million": "1e6", "a billion": "1e9",
}  # fmt: skip
_WORDS |= {f"{one} {part}": f"1/{n}" for part, n in SHARES.items() for one in ("a", "an", "one")}
_WORDED = re.compile(
    rf"({'|'.join(sorted(map(re.escape, _WORDS), key=len, reverse=True))})"
    r"(?:\s+(?:of\s+)?(?:an?\s+|as\s+(?:much|many|fast|large|long)\b|the\s+(?!\d)\w+\b)?(?P<rest>.{0,40}))?\Z",
    re.I,
)
_FACTOR = re.compile(
    r"(?:(?:an?\s+)?(?:speed-?up|slow-?down)\s+of\s+|by\s+(?=\d|an?\s))?(?:(?:a\s+)?factor\s+(?:of\s+)?(?=\S))?(?:an?\s+(?=[\d.]+\s?[x×]))?",
    re.I,
)
_TIMES = re.compile(rf"({NUMBER})\s*(?:[x×]|times|\\times)?\s*(?:as\s+)?(?:faster|slower|more|larger|smaller|less|"
                    r"fewer|longer|shorter|fast|slow|much|many|long|large|small|few|speed-?up|improvement|increase|overhead|reduction|decrease)\b.*\Z",
                    re.I)  # fmt: skip
_EXCEPT = re.compile(
    r",?\s+(?:not\s+(?:counting|including)|excluding|ignoring|neglecting|leaving\s+out|before)\s+(?:any\s+|the\s+)?[A-Za-z][\w-]*(?:\s+[A-Za-z][\w-]*){0,3}\Z"
)
_TIGHT = re.compile(r"\d+\s?(?:d\s?\d+\s?h|h\s?\d+\s?(?:m|min)|m(?:in)?\s?\d+\s?s)")  # 10d12h, 2m23s
_A_TIME = re.compile(
    rf"(?P<n>{NUMBER}(?:\s*(?:[kM]\b|thousand|million|billion))?)\s*(?:/\s*|per\s+|an?\s+)"
    r"(?P<unit>s|sec|second|min|minute|h|hour|d|day|week|month|year)\Z"
)
_CHIP_HOURS = re.compile(r"(?<=[\dkKMB])[\s-]+(?:[A-Z]{1,2}\d{2,4}|v\d[ep]?)[\s-]+(?=(?:hours?|days?|years?)\b)")
_TENS = r"(?:\s*(?:[xX×*·]|\\times|\\cdot)\s*10\s*(?:\^|\*\*)\s*\{?[-−]?\d+\}?)?"
_MONEY = re.compile(
    rf"(?:US)?\$\s*({NUMBER}{_TENS})\s*([kKMBmb]|bn|mn|mio|(?:m|b|tr)illion|thousand|lakhs?|crores?)?(?=\s|/|\Z)(?!.*\$)"
)
_WITH_CENTS = re.compile(r"\A\$?\s?(\d+)(?:\s+(?:dollars?|USD|bucks?))?\s+(?:and\s+)?(\d{1,2})\s+cents?\Z", re.I)
_MONEY_BEHIND = re.compile(r"(?<=\d)\s*([kKM]?)\$(?=\s|/|\Z)")
_LAST_SIDE = re.compile(r"(?<![<>=])=\s*(?![>=])(?=[^=]*\Z)")
_LONE_S = re.compile(r"(?<![A-Za-z\\_])s(?![\w])")
_A_SECOND = re.compile(rf"(?<![\w.^)])(?:(?P<n>{NUMBER})\s*/|{NUMBER}\s*)\s*s(?![\w^(])")
_PER_MANY = re.compile(
    rf"({NUMBER})\s*(?P<unit>[A-Za-z$]+)?\s*(?:per\s+|/\s*)(?P<many>10{{2,9}}|1(?:,000)+|1e[369]|10\^[369]|10\*\*[369]|(?:an?\s+|one\s+|1\s*)?(?:thousand|"
    r"million|billion|[kKM]\b))\s*(?P<noun>tok(?:en)?s?|requests?|queries|samples|steps)\Z",
    re.I,
)
_HEDGE = re.compile(
    r"(?:a\s+(?:bit|little|tad)|slightly|just|a\s+touch)\s+(?=(?:more|less|larger|smaller|higher|lower|fewer|greater|"
    r"bigger|over|above|under|below)\b)|(?:exactly|precisely|only|just)\s+(?=[\d.]|(?:one|two|three|four|five|six|seven|eight|nine|ten|half|twice)\b)|"
    r"an?\s+(?:whole|full|mere)\s+(?=\d)",
    re.I,
)
_THEN = re.compile(
    rf"\s*(?:=>|⇒|→|\\implies|\\Rightarrow|,?\s*then)\s*(?:it\s+is\s+|we\s+are\s+)?{COMPUTE}[-\s]*"
    r"(?:bound|limited)\Z",
    re.I,
)
_SIZED = re.compile(rf"\A(?:(?:the|all|any|every)\s+)?(?:{_ASKED_ABOUT})\s*(?=(?:<(?!<)|>(?!>)|≤|≥|\\[lg]))", re.I)
_PURPOSE = re.compile(
    r"(?<=[A-Za-z\d%])\s+(?:in\s+order\s+|so\s+as\s+)?to\s+(?!(?:avoid|stop|not|never)\b)[a-z][a-z-]+(?:\s+(?!memory|bandwidth|comm)[A-Za-z-]+){0,6}\Z"
)
_UP_TO = {"half", "twice", "infinity", "about", "around", "roughly", "nearly", "almost", "over", "under", "double"}
_INTERVAL = re.compile(
    rf"(?P<name>[A-Za-z]\w*)\s*(?:∈|\\in(?![a-z])|\bin\b)\s*(?P<left>[\[(])\s*(?P<low>{NUMBER})\s*,\s*(?P<high>{NUMBER}|\+?(?:∞|oo|inf(?:inity)?|\\infty))\s*(?P<right>[\])])\Z"
)
_BETWEEN = re.compile(
    rf"(?P<name>[A-Z]\w*|[b-z])\s+(?:(?:is|lies|(?:must|(?:has|needs)\s+to|should|can)\s+(?:be|lie|stay))\s+)?(?:somewhere\s+)?(?:(?P<out>outside(?:\s+of)?)|between|within|(?:any\w*\s+)?from|in)\s+"
    rf"(?P<low>{NUMBER})\s*(?:and|to|\.\.\.?|–|—|-|…)\s*(?P<high>{NUMBER})\Z"
)
_PLUS = re.compile(rf"({NUMBER}(?:\s*[A-Za-z]+)?)\s?\+\Z")
_NEVER_PAST = re.compile(
    r"\bnever\s+(?:exceeds?|reach(?:es)?|be\s+(?:more|above|over|larger|greater|faster|higher)|go(?:es)?\s+(?:over|above|beyond|past))\b.*\d",
    re.I,
)
_CAN = re.compile(
    r"(?:(?:it|this|that|we|you|the\s+\w+)\s+)?(?:can|will|could|would|shall)\s+(never|always)\s+(?:(?:be|become|get)\s+)?(?=\S)",
    re.I,
)
_THERE = re.compile(r"there(?:'s|\s+is|\s+are|\s+exists?)\s+(?=no\b)", re.I)
_NONE = re.compile(
    r"(?:(?:at|for|with)\s+)?no\s+(?:such\s+)?(?:(?:[a-z]+\s+)?(?:sizes?|lengths?|counts?)|batch(?:es)?(?:\s+sizes?)?|values?|numbers?|solutions?|thresholds?|crossings?|[A-Z])(?:\s+(?:at\s+all|that\s+\w+))?\Z",
    re.I,
)
_ANY = re.compile(
    r"(?:(?:for|at|with)\s+)?(?:any|all|every|each)\s+(?:positive\s+|possible\s+)?(?:batch(?:es)?(?:\s+sizes?)?|sizes?|values?|numbers?|lengths?|[A-Z])"
    r"(?:\s*(?:>\s*0|(?:>=|≥)\s*[01]))?(?:\s+(?:will\s+(?:do|work)|works?|does|suffices?|(?:is|are)\s+(?:fine|ok(?:ay)?|enough|(?:large|big)\s+enough)))?\Z",
    re.I,
)
_MULTIPLY_ADDS = re.compile(
    r"\b(?:fused\s+)?multiply[-\s](?:and[-\s])?(?:adds?|accumulates?)(?:\s+operations?)?\b", re.I
)
_CODE = re.compile(r"[()_\[\]{}:;\"\\]")
_PLAIN_WORD = re.compile(r"(?<![\w\\.])(?:[A-Z]?[a-z]{2,})(?![\w(])")


def wordless(text: str) -> bool:
    """Whether a text is numbers and at most one unit: it holds no words.

    >>> wordless("2*35 us"), wordless("35 us each")
    (True, False)
    """
    m = _PLAIN.fullmatch(text)
    return m is not None and (not m["unit"] or (m["unit"] in UNITS and m["unit"] not in LIKE_CHIPS))


_TERM = r"[\s(]*(?:\d+(?:\.\d+)?|[A-WYZ])[\s)]*"
_FORMAL = re.compile(
    rf"(?=[^A-Z]*(?P<one>[A-Z]).*(?!(?P=one))[A-Z]){_TERM}(?:(?:\*\*?|[/+^-]){_TERM}){{2,}}|"
    rf"[A-WYZ]\s?(?:[<>]=?|≤|≥)\s?(?:\d+(?:\.\d+)?|{_TERM}(?:(?:\*\*?|[/+^-]){_TERM})+)"
)


def formal(text: str) -> bool:
    """Whether a text is a formula of numbers and capital letters with each operation written out, or a bound by one on
    a letter: no rule of words has anything to say of it.

    >>> formal("2*B*D/(B + D)"), formal("B > 240"), formal("2 B*D"), formal("2*B*D us"), formal("N/A")
    (True, True, False, False, False)
    """
    return _FORMAL.fullmatch(text) is not None


def typed(text: str, asked: Collection[str] = ()) -> Typed:
    """What a typed answer says; ``asked`` are the names that the question knows, which are never words."""
    if wordless(text) or formal(text) or len(text) > 2 * MAX_WORDED:
        return Typed(text)
    return _typed(text, frozenset(asked))


@lru_cache(maxsize=512)
def _typed(text: str, asked: frozenset[str]) -> Typed:
    out = _unwrapped(_unset(text.replace("\u00a0", " ").replace("\u202f", " "), asked))
    if len(out) > MAX_WORDED:
        return Typed(text)
    out = re.sub(r"\A(?:=>|⇒|∴|→|->)\s*(?=[~≈$]?\d)|\s*(?:[✓✔]|[:;]-?\))\Z", "", out)
    if _NO_ANSWER.match(out) and not (out.isupper() and {*out} <= {*asked}):
        return Typed(out, said="nothing")
    if (stretch := _stretch(out)) is not None:
        return stretch
    except_for = _EXCEPT.search(out)
    if except_for is not None and not {*re.findall(r"[A-Za-z]+", except_for.group())} & {*asked}:
        out = out[: except_for.start()]
    out = _UNSURE_END.sub("", _NOT_THAT.sub("", _UNSURE.sub("", out, count=1)))
    out = _ENDLESS.sub("", out) if "<" in out.partition("∞")[0][:-1].rstrip(" <=") else out
    out = out[:-1] if re.fullmatch(rf"{NUMBER}\s*[A-Za-z%/]+!", out) else out
    out = _LABEL.sub("", out, count=1) if _LABEL.match(out) and out.lower() not in asked else out
    if not _NEVER_PAST.search(out) and (found := _verdict(out)) is not None:
        return found  # and not: the speedup can never exceed 20
    out = _cleared(out, asked)
    out = _purposeless(_subjectless(out, asked), asked)
    if (plus := _PLUS.match(out)) is not None:
        return replace(_valued(Typed(plus[1]), asked), sense=">=")
    out, hedged = _HEDGE.subn("", _SIZED.sub("", _THEN.sub("", out)), count=1)
    out = _NOT_UNTIL.sub(r"\g<name> >= ", out)
    out, roughly = _ROUGHLY.subn(r"\1 ", out)
    found = _valued(_bounded(out, asked), asked)
    found = replace(found, about=True) if (hedged and found.sense) or roughly else found
    compared = None if found.sense or _RELATION.search(found.text) else _TOWARD.search(out)
    return found if compared is None else replace(found, toward=(compared["word"] or compared["of"]).lower())


def _stretch(text: str) -> Typed | None:
    """What lies between two ends or outside of them, in words or as an interval: B between 120 and 500."""
    if (m := _BETWEEN.match(text)) is not None and m["name"] not in ("It", "We"):
        low, high, name = m["low"], m["high"], m["name"]
        return Typed(f"{name} < {low} or {name} > {high}" if m["out"] else f"{low} <= {name} <= {high}")
    m = _INTERVAL.match(text)
    return None if m is None else Typed(inequality(m["name"], (m["left"], m["low"], m["high"], m["right"])))


def _subjectless(out: str, asked: Collection[str]) -> str:
    """The text without what the number is of (it takes 5 ms, the batch size is 240), and without Python's // and B*."""
    if _DOUBTED.match(out):
        return out
    lead = _REACHES.match(out) or _LEAD.match(out)
    if lead is None or (_RELATION.search(lead.group()) and lead.re.pattern != _REACHES.pattern):
        lead = _SENTENCE.match(out)
        lead = lead if lead is not None and _says_nothing(lead.group(), asked) else None
    out = _CROSSING.sub("", out[lead.end() :] if lead is not None else out, count=1)
    out = _APPOSITION.sub(r"\1 ", _LATENCY.sub("", out), count=1)
    lead = _IS_FORMULA.match(out)
    if (
        lead is not None
        and not {*lead.group().lower().split()} & {*asked, *_DENIALS}
        and (is_formula(said := said_formula(out[lead.end() :], asked), asked) or said != out[lead.end() :])
    ):
        out = said
    for pattern in (_IS, _CALLED):
        if (lead := pattern.match(out)) is not None and not {*lead.group().split()} & {*asked}:
            out = out[lead.end() :]
    if out.count("//") == 1 and (python := _FLOORED.fullmatch(out)) is not None and _is_code(python):
        out = f"{python['led']}floor(({python['x']})/({python['y']})){python['more']}"
    if (end := _EXTREME.fullmatch(out)) is not None and not {*re.findall(r"[A-Za-z]+", out)} & {*asked}:
        out = f"{'<=' if end['top'] else '>='} {end['n']}"
    out = _A_SIZE.sub("", _STARRED.sub(r"\1 ", out))
    return out


def paced(text: str) -> bool:
    """Whether an answer says how often: a token every 24 ms, which is so long per token and so many a second."""
    return _EVERY.search(text) is not None or _PACE.match(text) is not None


def upside_down(one: str, other: str) -> bool:
    """Whether two numbers are rates of which each has above what the other has below: bytes per FLOP, FLOPs per byte.

    >>> upside_down("0.4 bytes per FLOP", "2.5 FLOPs/byte"), upside_down("4 ms", "250/s")
    (True, False)
    """
    m, n = (_RATE.search(t.strip()) for t in (one, other))
    if m is None or n is None or not {m["top"], m["by"], n["top"], n["by"]} <= {*UNITS}:
        return False
    (a, b), (c, d) = ((UNITS[x["top"]], UNITS[x["by"]]) for x in (m, n))
    return (a.dimension, b.dimension) == (d.dimension, c.dimension)


def inverted(text: str) -> str:
    """One over a rate, whose unit ends all of its quotient.

    >>> inverted("48/2 tokens per s"), inverted("W/(2N)")
    ('1/((48/2) tokens/s)', '1/(W/(2N))')
    """
    m = _RATE.match(text.strip())
    return f"1/({text})" if m is None else f"1/(({m['n']}) {m['top']}/{m['by']})"


def _says_nothing(lead: str, asked: Collection[str]) -> bool:
    """Whether the subject of a sentence is words: no symbol that the question knows, no bound, and no n't."""
    words = re.findall(r"[\w'’]+", lead)
    symbols = {w for w in asked if (len(w) <= 2 or not w.islower()) and (len(w) == 1 or w not in UNITS)}
    if lead[0].isdigit() and words[-1] in ("is", "are", "be", "was"):
        return False
    denied = any(
        w.endswith(("n't", "n’t")) or w in ("fit", "fits", "everything", "doubt", "because") for w in words
    )  # it may be less
    bound = any(m.group().lower() not in _PLACES for m in _RELATION.finditer(lead))
    return not ({*words} & symbols or denied or bound) and any(len(w) > 2 for w in words)


_PLACES = {"from", "over", "under", "past", "beyond"}  # over the network, from HBM


_NO_NAME = (
    r"(?:order|max|min|limit|slow|speed|reduc|decreas|increas|drop|half|halves|third|quarter|fif|six|seven|eigh|nin|ten|dozen|couple|pair|"
    r"factor|multiple|one|two|three|four|most|much|many|some|out|percent|times)"
)
_CROSSING = re.compile(
    r"(?:(?:it|the\s+[a-z]+)\s+)?(?:(?:crosses\s+over|breaks\s+even|reaches\s+the\s+ridge|switches)\s+|(?:the\s+)?(?:cross-?over|threshold|ridge|"
    r"break-?even|crossing)(?:\s+point)?\s+(?:is|lies|comes|happens|occurs)\s+|(?:the\s+)?(?:cross-?over|break-?even)(?:\s+point)?:?\s+)at\s+(?=(?:[A-Za-z]\w*\s*[=≈]\s*|about\s+|around\s+|[~≈]\s?)?\d)",
    re.I,
)
_BOUNDING = r"(?:not|never|no|less|more|at|upper|lower|under|over|above|below|wrong|between|from)\b"
_CALLED = re.compile(  # an MFU of 42 %, by Little's law 10 connections
    rf"speed-?up\s*[:=]\s*(?=[~≈]?\d)|(?:an?\s+|the\s+)?(?:(?!{_NO_NAME}\w*\b|{_BOUNDING})[A-Za-z][\w-]*\s+){{1,3}}?of\s+(?=(?:about\s+|roughly\s+|[~≈$])*\s*\$?\d)|"
    r"(?:by|from|using|with|via)\s+(?:[A-Za-z][\w'’-]*\s+){1,3}(?:law|formula|equation|theorem|rule)[,:]?\s+(?:it\s+is\s+|we\s+get\s+)?(?=[~≈$]?\d)|"
    rf"(?:(?!{_NO_NAME}|{_BOUNDING})[A-Za-z][\w-]*\s+){{0,2}}(?!{_NO_NAME}|{_BOUNDING})[A-Za-z][\w-]+:\s+"
    r"(?=(?:[<>≤≥]=?\s*|at\s+(?:least|most)\s+|(?:more|less|fewer|greater|larger|smaller)\s+than\s+|(?:above|below|over|under)\s+)?[~≈$]?\d[^<>≤≥]*\Z)|"
    r"(?:the\s+|an?\s+)?(?:batch(?:\s+size)?|(?:context|sequence)(?:\s+length)?)\s+(?=[~≈]?\d)",
    re.I,
)


#: what a comparison is of, and whether it says more of it
_TOWARDS = {
    **dict.fromkeys(("faster", "quicker", "speed-up", "speedup"), ("speed", True)),
    **dict.fromkeys(("slower", "slow-down", "slowdown", "slow"), ("speed", False)),
    **dict.fromkeys(("fast", "quick"), ("speed", True)),
    **dict.fromkeys(("much", "many", "large", "big", "high", "long"), ("size", True)),
    **dict.fromkeys(("few", "little", "small", "low", "short", "cheap"), ("size", False)),
    **dict.fromkeys(("more", "larger", "bigger", "greater", "higher", "longer", "increase", "taller"), ("size", True)),
    **dict.fromkeys(
        ("less", "fewer", "smaller", "lower", "shorter", "cheaper", "decrease", "reduction"), ("size", False)
    ),
}
_TOWARD = re.compile(
    rf"(?:\d\s*(?:[x×%]|times|-?\s?fold|percent)?|\b[a-z]+fold|\b(?:twice|half|double|thrice|times|(?:third|quarter|four|fif|six|eigh|ten|sixteen|hundred)(?:th)?s?))[\s-]+(?:as\s+)?(?:a\s+)?"
    rf"(?P<word>{'|'.join(sorted(_TOWARDS, key=len, reverse=True))})\b|"
    r"\A(?:an?\s+)?(?P<of>slow-?down|speed-?up|increase|decrease|reduction)\s+(?:of|by)\b",
    re.I,
)


def opposed(mine: str, theirs: str) -> bool | None:
    """Whether two words of comparison contradict each other; None where that is open.

    >>> opposed("slower", "faster"), opposed("smaller", "fewer"), opposed("slower", ""), opposed("faster", "")
    (True, False, None, False)
    """
    if not mine or mine == theirs:
        return False
    axis, up = _TOWARDS[mine]
    if not theirs:
        return None if axis == "speed" and not up else False
    other, theirs_up = _TOWARDS[theirs]
    return up != theirs_up if axis == other else None


def inequality(name: str, ends: tuple[str, str, str, str]) -> str:
    """An interval as an inequality, from its brackets and ends; sizes are positive, so (0, n) has one end.

    >>> inequality("B", ("(", "240", "oo", ")")), inequality("B", ("[", "2", "8", ")"))
    ('B > 240', '2 <= B < 8')
    """
    left, first, last, right = ends
    low, high = ("<" if bracket in "()" else "<=" for bracket in (left, right))
    if not last[-1:].isdigit():
        return f"{name} {low.replace('<', '>')} {first}".strip()
    if first == "0" and low == "<":
        return f"{name} {high} {last}".strip()
    return f"{first} {low} {name or 'B'} {high} {last}"


_BASED = re.compile(  # log₁₀n, log₁₀(n): the base stands below, so that what follows is the argument
    r"(?<![A-Za-z])log(?!₂(?![₀-₉]))(?P<base>[₀-₉]+)\s*(?:\((?P<group>[^()]*)\)|(?P<x>[A-Za-z]|\d[\d.]*)(?![\w(^²³]))"
)


def _plain_digits(lowered: str) -> str:
    """The digits of a subscript: ₁₀ is 10."""
    return "".join(chr(ord(d) - 0x2050) for d in lowered)


def _unset(text: str, asked: Collection[str]) -> str:
    r"""The text without how it is set: $42$ ms, \(6\) FLOPs, 41.8~\text{ms}, log₂ n, kW h, 1365.333..., 5!!

    >>> [_unset(t, ()) for t in ("$42$ ms", r"41.8~\text{ms}", "16.8 kW·h", "1365.333...", "$5 to $6")]
    ['42 ms', '41.8\\ \\text{ms}', '16.8 kWh', '1365.333', '$5 to $6']
    """
    out = _TIE.sub(r"\\ ", re.sub(r"(?<=[\w)}])\s*!{2,}\Z", "", text.strip()))
    if out.count("\\(") == out.count("\\)") == 1 or out.count("$") == 2:
        out = _IN_DOLLARS.sub(lambda m: m[1] or m[2], out)
    out = _BASED.sub(lambda m: f"log({m['group'] or m['x']}, {_plain_digits(m['base'])})", out)
    out = re.sub(r"(?<![A-Za-z])log₂\s*(?=[\w(])", "log2 ", out).replace("log2 (", "log2(")
    out = out if "h" in asked else _WATT_HOURS.sub(r"\1h", out)
    out = re.sub(r"(?<=\d\.\d{2})(\d*)(?:\.{2,3}|…)\Z", r"\1", out)
    out = _WITH_CENTS.sub(lambda m: f"{m[1]}.{int(m[2]):02d} USD", out)
    out = re.sub(r"\A(\d[\d,.]*)\s?m\s+(?=(?:US\s+)?(?:dollars|USD)\Z)", r"\1 million ", out)
    return re.sub(
        r"\A(?:USD|US\$)\s*(\d[\d,.]*)([kKMBmb]|bn|mn|mio)?\Z", lambda m: f"{m[1]} {_many(m[2] or '')} USD", out
    )


def _purposeless(text: str, asked: Collection[str]) -> str:
    """The text without what a number is for: 62 ms to load the weights, 240 tokens to become compute-bound."""
    m = _PURPOSE.search(text)
    words = re.findall(r"\w+", m.group().lower()) if m is not None else []
    if m is None or not re.search(r"\d", text[: m.start()]) or {*words} & {*asked}:
        return text
    if words[words.index("to") + 1] in _UP_TO or counted(words[words.index("to") + 1])[:1].isdigit():
        return text  # 5 ms to ten ms
    return text[: m.start()]


def strange(text: str, asked: Collection[str] = ()) -> str:
    """The words of a text that are no names, units or parts of a formula; "" where it has none to speak of.

    >>> strange("it all fits 71 GB"), strange("2 * * BDF")
    ('it all fits', '')
    """
    if _CODE.search(text):
        return ""  # a formula or a program, not a sentence
    runs = [m for m in _PLAIN_WORD.finditer(text) if m.group() not in asked and m.group() not in UNITS]
    if len(runs) < 2 and not any(len(m.group()) > 4 or m.group().lower() in _YES for m in runs):
        return ""
    out = runs[0].group()
    for a, b in pairwise(runs):
        out += (" " if not text[a.end() : b.start()].strip() else " ... ") + b.group()
    return out if len(out) <= 80 else out[:77] + "..."


def _cleared(text: str, asked: Collection[str]) -> str:
    """The text without what adds nothing to its value: the part a term is of, math. before ceil, [s]."""
    if _NOTHING.match(text):
        return "0"
    out = _MODULE.sub("", m[1] if (m := _SET.match(text)) is not None else text)
    parts = {w.lower() for m in _PART.finditer(out) for w in re.findall(r"[A-Za-z]+", m.group())}
    out = out if parts & {*asked} else _PART.sub("", out)
    out = FLOATING.sub("FLOPs", _MULTIPLY_ADDS.sub("MACs", said_formula(out, asked)))
    out = _SORT.sub("", re.sub(r"/\s?\$(?![\w{\\])", "/USD", out))
    if (m := _EVERY.match(out)) is not None and m[1] in UNITS:
        return f"{m[2]}/{m[1]}"
    m = _BRACKETED.search(out)
    unit = (m[1] or m[2]) if m is not None else ""
    own = {*asked, *re.findall(r"[a-z]", out[: m.start()] if m is not None else "")}
    if m is None or (unit not in UNITS if m[1] else {unit, *unit} & own):
        return out
    return f"{out[: m.start()]} {_UNIT_BEHIND.get(unit, unit)}"


def _is_code(m: re.Match[str]) -> bool:
    """Whether // divides and opens no remark, as in "12 // 8 + 4", and all its dividend stands before it."""
    return _one_product(m["x"]) and not (m["x"].isdigit() and (m["led"] or m["more"]))


def _one_product(text: str) -> bool:
    """Whether no sum stands outside of brackets."""
    level = 0
    for c in text:
        level += (c == "(") - (c == ")")
        if level < 0 or (level == 0 and c in "+-"):
            return False
    return level == 0


def _unwrapped(text: str) -> str:
    """The text without quotes, emphasis and the full stop around it."""
    out = text.strip()
    for left, right in (("\\(", "\\)"), ("\\[", "\\]"), ("$$", "$$"), ("$", "$")):
        if out.startswith(left) and out.endswith(right) and len(out) > 2 * len(left) and "$" not in out[2:-2]:
            out = out[len(left) : -len(right)].strip()
    for _ in range(4):
        m = _WRAPPED.match(out)
        inner = next((g for g in m.groups() if g is not None), None) if m else None
        if not inner or any(q in inner for q in '"`“'):
            break
        out = inner.strip()
    return out[:-1].rstrip() if re.search(r"[\w)}]\.\Z", out) else out


def _led(text: str, led: re.Match[str], inner: Typed) -> Typed | None:
    """What a sentence says that begins with yes or no: that word, where the rest names the side that binds."""
    said = _YES[re.sub(r"\W", "", led.group()).lower()]
    if inner.said in ("always", "never") and re.search(r"bound|limited", led.string):  # no, it is compute-bound
        return Typed(text, said=said)
    return inner if inner.said not in ("yes", "no") or inner.said == said else None  # no, it fits


def _verdict(text: str) -> Typed | None:
    """Never, always, yes, no, and what is bound without a condition."""
    plain = _CAN.sub(r"\1 ", _THERE.sub("", " ".join(text.split())), count=1).rstrip("!")
    if (led := _LED.match(plain)) is not None and (inner := _verdict(plain[led.end() :])) is not None:
        return _led(text, led, inner)
    if plain.lower() in _YES:
        return Typed(text, said=_YES[plain.lower()])
    if said := assented(text):
        return Typed(text, said=said)
    bare = _WHATEVER.sub("", plain)
    if _NONE.match(bare) and (plain != text or re.match(r"(?:at|for|with)\s", bare)):
        return Typed(text, said="never")
    if _ANY.match(plain):
        return Typed(text, said="always")
    for pattern, said in ((_NEVER, "never"), (_ALWAYS, "always")):
        if pattern.match(bare or plain):
            return Typed(text, said=said)
    m = _BOUND.match(plain)
    tail = _WHATEVER.sub("", plain[m.end() :]).strip(" .!") if m else ""
    if m is None and plain != " ".join(text.split()) and plain.startswith("never "):
        return Typed(text, said="never")  # it can never pay off
    if m is None or tail not in ("", "always", "never"):
        return None
    denied = " ".join((m["how"] or tail).lower().split()) in _DENYING
    return Typed(text, said="always" if bool(m["math"]) != denied else "never")


def _bounded(text: str, asked: Collection[str]) -> Typed:
    """A bound said in words or by a relation without its left side."""
    m = _BOUND.match(text)
    denied = bool(m and (m["how"] or "").lower() in _DENYING)
    flip = bool(m and bool(m["memory"]) != denied)
    rest = text[m.end() :] if m else text
    when = _WHEN.match(rest)
    rest = named_end(rest[when.end() :] if when and when.group().strip().lower() not in asked else rest)
    if m is not None and not flip and (at := _AT.match(rest)) is not None:
        return Typed(rest[at.end() :], sense=">=")
    bare = _BARE.match(rest)
    if bare:
        sense = SIGNS.get(bare[1], bare[1])
        return Typed(rest[bare.end() :], sense=COMPLEMENT[sense] if flip else sense)
    made = _in_words(rest, m is not None or when is not None) or Typed(rest)
    if not flip:
        return made
    if made.sense:
        return replace(made, sense=COMPLEMENT[made.sense])
    parts = re.split(r"(>=|<=|≥|≤|>|<)", made.text)
    if len(parts) != 3:
        return Typed(text)
    sense = COMPLEMENT[SIGNS.get(parts[1], parts[1])]
    return replace(made, text=f"{parts[0]}{sense}{parts[2]}")


def _in_words(text: str, led: bool) -> Typed | None:
    """B must exceed 240, more than 240, from 240 on; ``led`` by words such as compute-bound."""
    if (enough := _ENOUGH.match(text)) is not None:
        return Typed(f"{enough[1]} >= {enough[2]}")
    for tail, sense in ((_TAIL, ">="), (_LOW_TAIL, "<=")):
        end = tail.search(text)
        text = counted(text) if end is not None and text[:1].isalpha() else text  # sixty-four at the most
        end = tail.search(text)
        start = _RELATION.match(text)
        if end and not start and re.match(NUMBER, text):
            return Typed(text[: end.start()], sense=sense)
        if end and not start and _VALUED.match(text):
            return Typed(_VALUED.sub(rf"\1 {sense} ", text[: end.start()]))
    m = next((m for m in _RELATION.finditer(text) if not _OPERAND.match(text, m.end())), None)
    if m is None:
        return None
    sense = next(_RELATIONS[i][0] for i in range(len(_RELATIONS)) if m[f"r{i}"])
    subject, number = text[: m.start()], _TAIL.sub("", text[m.end() :]).strip()
    if m.group().lower() == "from" and (down := _DOWN.search(number)) is not None:
        sense, number = "<=", number[: down.start()]  # from 240 down
    elif m.group().lower() == "from" and not (led or _TAIL.search(text)):
        return None  # from 5 to 6 ms
    number = _OF_SIZE.sub("", number)
    while (verb := _COPULA.search(subject)) is not None:
        subject = subject[: verb.start()]
    subject = "" if _NOBODY.fullmatch(subject.strip()) else _SUBJECT.sub("", subject.strip())
    number, about = _NEEDED.sub("", number), _ABOUT.match(number)
    number = spelled(number[about.end() :] if about and subject else number) if subject else number
    if not number or re.search(r"[<>=]", number) or (subject and not _BOUNDED.fullmatch(subject)):
        return None
    return Typed(f"{subject} {sense} {number}", about=bool(about)) if subject else Typed(number, sense=sense)


def _valued(t: Typed, asked: Collection[str]) -> Typed:
    """About, order of magnitude, ranges, number words and remarks of what stands as the value."""
    text, about, order = t.text.strip(), False, False
    m = _ORDER.match(text)
    if m:
        text, order = text[m.end() :], True
    while (m := _ABOUT.match(text)) and m.group().strip(" .") not in asked:
        text, about = text[m.end() :], True
    text, ish = _ISH.subn("", text)
    about = about or bool(ish)
    order = order or (about and bool(_TEN.match(text)))
    text, spread = _spread(_numbered(text, asked))
    text, aside = without_remark(text, asked)
    return replace(t, text=text, about=about or t.about, order=order, spread=spread, left_out=aside)


_HYPHENED = re.compile(rf"(?:an?\s+)?({NUMBER})-([a-z]+)(?:\s+[a-z][a-z-]+){{0,2}}\Z", re.I)  # a 4-second wait


def _numbered(text: str, asked: Collection[str]) -> str:
    """Number words, factors, money, thousands with spaces, and x for times."""
    if (m := _HYPHENED.match(text)) is not None and m[2] in UNITS and any(UNITS[m[2]].dimension[:5]):
        text = f"{m[1]} {m[2]}"
    text = counted_things(spelled(_FACTOR.sub("", text, count=1) if _FACTOR.match(text) else text, asked), asked)
    if (m := _MAGNITUDES.match(text)) is not None:
        return f"10^{{{1 if m[1].lower() in ('a', 'an') else m[1]}}}"
    if (m := _TIMES.match(text)) is not None:
        return m[1]
    if (m := _WORDED.match(text)) is not None and m[1].lower() not in asked:
        rest = _of_what((m["rest"] or "").strip(), asked)
        text = f"{_WORDS[m[1].lower()]} {rest}".strip() if not re.match(r"as\b|that\b", rest) else _WORDS[m[1].lower()]
        text = re.sub(r"\A1/2 (?=[A-Za-z])", "0.5 ", text)
    text = re.sub(r"(?<![\w.,])(\d{1,3})((?: \d{3})+|(?:['’]\d{3})+)(?![\d'’])", _joined, text)
    text = re.sub(rf"\A({NUMBER})\s*‰", r"\1e-3", re.sub(r"\bper\s+cent\b", "%", text))
    text = _CHIP_HOURS.sub(" ", text)
    text = re.sub(r"\A(\d+)\s?(d|h|m|min)(?=\d)", r"\1 \2 ", text) if _TIGHT.fullmatch(text) else text
    text = re.sub(r"\A(?:minus|negative)\s+(?=[\d.])", "-", text)
    text = re.sub(r"(?<=/\d)(?:rds?|ths?|st)\b|(?<=/\d\d)ths?\b|(?<=/\d\d\d)ths?\b|(?<=/\d{4})ths?\b", "", text)
    text = re.sub(r"\s*\b(squared|cubed)\b", lambda m: "^2" if m[1] == "squared" else "^3", text)
    if "x" not in asked:
        text = re.sub(r"(?<=[\w)}])\s+x\s+(?=[\w(\\])", " * ", text)
        text = re.sub(rf"\A({NUMBER})\s*x\Z|\A[x×]\s?({NUMBER})\Z", lambda m: m[1] or m[2], text)
        text = text if "X" in asked else re.sub(rf"\A({NUMBER})\s*X\Z", r"\1", text)
        text = re.sub(rf"\A({NUMBER})\s*x\s+the\s+(?=\d)", r"\1 * ", text)
        text = re.sub(r"(?<=[1-9])(?<![A-Za-z_]\d)[xX](?=\d)|(?<=\d\d)[xX](?=\d)", "*", text)
    text = _lasted(text)
    if (m := _A_TIME.match(text)) is not None and m["unit"] not in asked:
        many = re.sub(r"\s*([kM])\Z", lambda k: f" {_many(k[1])}", m["n"])
        return f"{many} times/{m['unit']}"
    text = text if "s" in asked else _a_second(text)
    text = _MONEY.sub(lambda m: f"{m[1]}{' ' + _many(m[2]) if m[2] else ''} USD", text)
    text = _MONEY_BEHIND.sub(lambda m: f"{m[1]} USD", text)
    last = _LAST_SIDE.search(text)
    head, tail = ("", text) if last is None else (text[: last.end()], text[last.end() :])
    return head + _a_million(tail, asked)


def _a_million(text: str, asked: Collection[str]) -> str:
    """A price or a rate of so many: 0.52 USD/Mtok for 0.52 USD/M tokens, where no M or k is asked: E/k tokens."""
    m = _PER_MANY.match(text)
    if m is None or "e" in m[1].lower() or m["many"].strip() in asked:
        return text
    power, unit = _power_of(m["many"]), m["unit"] or ""
    if unit and m["noun"].startswith("tok") and power in (3, 6, 9):
        return f"{m[1]} {unit}/{'kMG'[power // 3 - 1]}tok"
    return f"{m[1]}e-{power} {unit}/{m['noun']}"


def _a_second(text: str) -> str:
    """How often something is a second: 80 /s, X = N/R = 80/s."""
    text = re.sub(r"(?<=\d)\s+1\s?/\s?(?=s(?:ec(?:ond)?)?\b)", " /", text)
    text = re.sub(rf"\A({NUMBER})\s*/\s*s(?:ec(?:ond)?)?\Z", r"\1 Hz", text)
    if len(_A_SECOND.findall(text)) == len(_LONE_S.findall(text)):  # X = N/R = 48/0.6 = 80/s
        text = _A_SECOND.sub(lambda m: f"{m['n']} times/s" if m["n"] else m.group(), text)
    return text


def _of_what(rest: str, asked: Collection[str]) -> str:
    """What a share in words is of, without the words that are no quantity: a fifth of peak, half of 16 GB."""
    words = re.findall(r"[A-Za-z]+", rest)
    rest = re.sub(r"\A(?:the|its|those|these)\s+(?=\d)", "", rest)
    if re.match(NUMBER, rest):
        return f"* {rest}"
    if words and {*words} & {*asked}:
        return f"* {rest}"
    return rest if not words or words[0] in UNITS or not words[0].islower() else ""


def _lasted(text: str) -> str:
    """A duration in several units as one: 1 h 30 min, 3 days 4 hours; and a week, an hour."""
    whole = lasted(text)
    one = re.match(r"(?:an?|one)\s+([a-z]{3,}(?:-[a-z]+)?)\Z", text) if whole == text else None
    return f"1 {one[1]}" if one and one[1] in UNITS else whole


_MANY = {
    **dict.fromkeys(("k", "K"), "thousand"), **dict.fromkeys(("M", "m", "mn", "mio"), "million"),
    **dict.fromkeys(("B", "b", "bn"), "billion"),
}  # fmt: skip


def _many(suffix: str) -> str:
    return _MANY.get(suffix, suffix)


def _power_of(many: str) -> int:
    """How many zeros a million or 1,000 has."""
    power = re.search(r"(?:e|\^|\*\*)(\d)\Z", many)  # 1e6
    zeros = int(power[1]) if power is not None else many.count("0")
    return zeros or {"k": 3, "t": 3, "m": 6, "b": 9}[re.sub(r"\A(?:an?|one|1)?\s*", "", many.lower())[0]]


def _joined(m: re.Match[str]) -> str:
    return re.sub(r"[ '’]", "", m.group())


def _spread(text: str) -> tuple[str, tuple[str, str] | None]:
    """The two ends of a range, and the text without it."""
    m = _PLUSMINUS.match(text)
    if m is not None:
        from decimal import Decimal

        mid, by = (Decimal(m[g].replace(",", "").replace("−", "-")) for g in ("mid", "by"))
        unit = m["unit"] or m["unit0"] or ""
        if unit.strip() == "%" and (m["unit0"] or "%" not in text[: m.start("by")]):  # 4 s ± 10 %
            by, unit = mid * by / 100, m["unit0"] or ""
        return text, (f"{mid - by}{unit}", f"{mid + by}{unit}")
    m = _RANGE.match(text)
    if m is None or (m["by"].lower() == "and") != ((m["lead"] or "").lower() == "between"):
        return text, None
    unit, unit2 = (m["unit"] or "").strip(), (m["unit2"] or "").strip()
    if not unit2 and unit:
        return text, None
    if m["by"] in "-–—" and unit and unit != unit2:
        return text, None
    low, high = m["low"], m["high"]
    if low == "1" and not unit and unit2 == "%" and m.group().count(" - ") == 1 and float(high) > _MOST:
        return text, None  # 1 - 99.9%: what is left of the whole
    first, last = (float(x.replace(",", "").replace("−", "-")) for x in (low, high))
    if first >= last and unit in ("", unit2):
        return text, None
    return text, (f"{low} {unit or unit2}".strip(), f"{high} {unit2}".strip())
