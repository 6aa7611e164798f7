"""The value that a sentence of prose claims: the one behind its main verb, or behind what it concludes with.

What stands behind a preposition, in a reason, a case or a contrast is what the sentence rests on, whatever its unit.
A claim counts where nothing in its clause denies, scales or shares it, and no case is told in which it would be
another; two claims of what is asked that disagree leave it open.

>>> [c.text for c in claims_in("the server at 5 GB/s needs roughly 24 s", frozenset())]
['about 24 s']
>>> said = ("it takes twice 24 s", "it does not take 24 s", "the time to load 24 s")
>>> [[c.text for c in claims_in(t, frozenset())] for t in said]
[[], [], []]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import final

import symroof.regexes as re
from symroof.checking.answers.assertion import kind_of
from symroof.checking.answers.pieces import NEUTRAL, runs_in
from symroof.checking.answers.plainly import in_rates
from symroof.checking.answers.predicates import unit_behind
from symroof.checking.answers.prose import Part, Role, has_verb, parted, states
from symroof.checking.claims.claims import Verdict, tried, with_note
from symroof.checking.words.assent import denies_nothing
from symroof.checking.words.lexicon import AGAIN, AGAINST, LEAST, MOST, TAKEN_BACK
from symroof.checking.words.numerals import FEW, NUMBER, SHARES, counted
from symroof.reading.measures import KIND, UNITS

#: words by which an answer doubts or corrects itself, wherever they stand
DOUBTS = re.compile(
    r"\b(?:either|(?<!not\s)(?<!n['’]t\s)depends?|depending|maybe|perhaps|might|unclear|unknown|unsure|doubt\w*|guess\w*|wait(?=\s*(?:[,.!:–—-]|no\b|actually))|sorry|oops|correction|"
    r"mistake\w*|wrong|incorrect|false|rather|supposed\w*|unless|except|excluding|sometimes|often|partly|partially|ideally|an?\s+ideal|naive(?:ly)?|theor\w+|"
    r"he|she|his|her|whether|(?:(?:can|do)(?:\s?not|n?['’]t))\s+(?:tell|say|know|decide)|impossible|nowhere|nobody|forg[eo]t\w*|ignor\w+|neglect\w+|claim\w*|told|heard|says?|said|professor|teacher|neighbou?r|colleague|book|chatbot|"
    r"kidding|opposite|i\s+first|at\s+first|initially|originally|used\s+to|not\s+sure|(?:it|this|that)\s+(?:could|may)\s+(?:well\s+)?be|or\s+so\s+i|hop(?:e|ing)|wish|suppose|pretend|imagin\w+|"
    r"remember|recall|lecture|first\s+calculation|miss(?:es|ed)?|beats?|deadline|target|goal|quota|budget|advertis\w+|promis\w+)\b|\?|\bor\s+(?:is|was)\b|\bor\s+not\b",
    re.I,
)
#: what makes a case of a reason another one than that asked
OTHER_CASE = re.compile(
    r"\b(?:half|halv\w+|twice|thrice|doubl\w+|tripl\w+|quadrupl\w+|without(?!\s+(?:any\s+)?overlap)|were|had|would|could|might|another|other|same|fewer|less|more(?!\s+than)|extra|additional|"
    r"only\s+(?:if|when|for|in|on|with)|unlimited|infinite|perfect\w*|sparse|int\d|fp(?:4|8|32)|instead|once\s+more|worst|best(?!\s+case)|skip\w*|dropp?\w*|omitt?\w*|avoid\w*|"
    r"disabl\w+|turn\w*\s+off|upgrad\w+|replac\w+|switch\w*|chang\w+|faster|slower|bigger|larger(?!\s+than)|smaller(?!\s+than))\b",
    re.I,
)
_DENIES = re.compile(
    r"\b(?:not|never|no|nor|neither|none|cannot|hardly|barely|scarcely|nothing|without|less|fewer)\b|n['’]t\b", re.I
)
_SCALED = re.compile(
    r"\b(?:half|halve[sd]?|twice|thrice|doubl\w+|tripl\w+|times|same|again|another|both|other|than|plus|minus|sav\w+|wast\w+|lost|rest|remainder|difference|overhead|"
    r"extra|additional|spare|idle|remain\w*|left|share|fraction|part|instead|square[ds]?|over\s+budget|per|apiece|between(?=\s+\d)|if|when)\b|[*×/^]\s*\Z",
    re.I,
)
_HEDGE = (
    r"(?:about|around|roughly|approximately|approx\.?|nearly|almost|some|circa|exactly|precisely|just|only|merely|simply|basically|essentially|still|already|now|then|"
    r"(?:an?\s+)?(?:bit|little|shade|hair|touch|tad)\s+(?:more|less|over|under|above|below)(?:\s+than)?|slightly\s+(?:more|less|over|under|above|below)(?:\s+than)?|just\s+(?:over|under|above|below)|something\s+like|"
    r"a\s+mere|an?\s+good|a\s+little|a\s+bit|well|alone|ourselves|itself|together|in\s+total|on\s+average|overall|somewhere|the\s+order\s+of|[~≈])"
)
_HEDGES = re.compile(rf"(?:\s|\A){_HEDGE}\s*\Z", re.I)
_ABOUT = re.compile(
    r"(?:(?:bit|little|shade|hair|touch|tad|slightly|just)\s+(?:more|less|over|under|above|below)(?:\s+than)?|something\s+like|about|around|roughly|approximately|nearly|almost|circa|~|≈)\s*\Z",
    re.I,
)
_BOUNDS = re.compile(
    rf"(?:\s|\A)(?:(?P<low>{LEAST}|no\s+(?:less|fewer)\s+than|a\s+minimum\s+of)|(?P<high>{MOST}|no\s+more\s+than|a\s+maximum\s+of|up\s+to)|"
    r"(?P<compared>(?:less|more|(?!other|rather)[a-z]{3,}er)\s+than|above|beyond|over|under|below|exceed))\s*\Z",
    re.I,
)
_OF = re.compile(
    r"(?:\s|\A)(?:an?|the|its|our)\s+(?!(?:factor|half|third|quarter|fraction|share|part|multiple|difference|few|number|tenth|rest)\b)(?:(?!(?:an?|the|its|our)\b)[A-Za-z-]+\s+){1,4}?(?:of|at)\s*\Z",
    re.I,
)
_ARTICLE = re.compile(
    r"(?:\s|\A)(?:an?|the|another|full|whole|complete|some|us|me|you|it|them|our|its|only|to\s+be|be|been|effective|total|modest|decent|combined|maximum|minimum|maximal|minimal)\s*\Z",
    re.I,
)
_AS_MUCH = re.compile(r"\s+as\s+(?:much|many)\s+[a-z]+(?:\s+[a-z]+)?\s+as\s*\Z", re.I)
_PARTICLE = re.compile(
    r"(?:\s+(?:to|at|in|for|after|by|about|as|on|up|out|down|into|with|through|over|away|back|off|within|under|towards?|with(?<=away\swith)))+\s*\Z",
    re.I,
)
_BRINGS = re.compile(
    r"\b(?:limit|cap|bring|cut|reduc|shrink|grow|rais|lower|increas|decreas|drop|fall|ris|go|take|push|extend|quantiz|compress|get)[a-z]*\b[^,;]*\s(?:down\s+|up\s+)?to\s*\Z|"
    r"\bmakes?\s+(?:the|our|it|this|everything|each|every)\b[^,;\d]*\Z|\bby\s+a\s+factor\s+of\s*\Z|\b(?:busy|occupied|blocked|stalled|running|offline|down|waiting|enough|room|space|sufficient)\s+for\s*\Z|"
    r"\b(?:over|done|finished|through|ready|completed?|there|back|read|sent|loaded|transferred|processed|copied|written)\s+(?:in|after|within)\s*\Z|"
    r"\b(?:leaves?|left|ends?\s+up|ended\s+up|gets?\s+away|looking(?:\s+at)?|talking(?:\s+about)?)\s*(?:(?:us|you|me|it)\s+)?(?:with)?\s*\Z",
    re.I,
)
_LOWER_LIMIT = re.compile(
    r"\b(?:lower|upper)\s+(?:limit|bound)\b|\bsomething\s+like\b|\b(?:failures?|multiplications?|multiply-adds?|overlap\w*|(?:a|each|one|cache)\s+miss(?:es)?|free\s+memory)\b|\ballows?\s+(?=(?:only|for|us|up|about|roughly)\b)",
    re.I,
)
_WITHIN = re.compile(
    rf"\b(?:something\s+|somewhere\s+)?(?:in\s+)?between\s+(?P<low>{NUMBER})(?:\s?[A-Za-zµ/]+)?\s+and\s+(?P<high>{NUMBER})\s?(?P<unit>[A-Za-zµ/]+)(?<!\bto)",
    re.I,
)
_BETWEEN = re.compile(r"\bbetween\s+(?!\d)", re.I)
_NEEDED = re.compile(
    r"(?:(?:of|for|in|on|from)\s+[^,;]*?\s)?(?:(?:(?:is|are|gets?|will\s+be|would\s+be|must\s+be|can\s+be|should\s+be|have\s+to\s+be|has\s+to\s+be)\s+"
    r"(?:being\s+)?(?:needed|required|necessary|lost|used|enough|sufficient|stored|sent|moved|read|written|loaded|available|possible|served|processed|produced|kept|held|reached)|"
    r"come\s+out|(?:would\s+)?do\s+the\s+job|it\s+(?:is|takes|was)\Z|(?:is|are)\s+(?:in\s+flight|in\s+the\s+(?:system|queue)|outstanding)\b|(?:is|are)\s+the\s+(?:upper\s+|lower\s+)?(?:limit|bound|maximum|minimum|answer|result|total)|will\s+do|pass|fits?|suffices?))\b",
    re.I,
)
_FROM_TO = re.compile(rf"\bfrom\s+[~≈]?{NUMBER}[^,;]*?\s(?:down\s+|up\s+)?to\s*\Z", re.I)
_PER = re.compile(r"\A\s*(?:per|an?|each|every)\s+(?P<what>[a-z]+)\b", re.I)
_OTHER_TYPE = r"(?:fp(?:4|8|32|64)|int\d|float32|tf32|quantiz\w+)"
_TAIL = re.compile(
    r"\A\W*(?:times|x\b|more\b|less\b|fewer|faster|slower|longer|shorter|too\b|over\b|above|below|under\b|short|minus|plus\s+[~≈]?\d|than|late|early|ahead|saved|or\s+(?:about\s+)?\d|to\s+\d|and\s+\d)|"
    rf"\b{_OTHER_TYPE}\b|"
    r"\b(?:both|each|every|apiece|twice|half|per|again|saved|wasted|to\s+spare|left|after\s+(?:the|an?)\s|before\s+(?:the|an?)\s|on\s+top|in\s+addition|as\s+(?:much|many)|if|unless|than|not|never|worst|best)\b|n['’]t\b",
    re.I,
)
_RATIO = re.compile(
    rf"(?:twice|thrice|half|{NUMBER}\s*(?:x|×|times|%|percent))\s+(?:as\s+(?:fast|slow|long|much|many|large|big|small|high|quick)\b|(?:faster|slower|longer|shorter|quicker|cheaper|denser|lighter|less|more|smaller|larger|higher|lower)\b(?!\s+than\s+{NUMBER}))",
    re.I,
)
_OR = re.compile(
    rf"or\s+(?:about\s+|around\s+|roughly\s+|~\s?)?(?P<x>{NUMBER}\s?[A-Za-z%µ]*(?:/[A-Za-z]+)?)(?:\s+of\s+the\s+[a-z]+)?\Z",
    re.I,
)
_OF_ALL = re.compile(rf"\b(?:of|out\s+of)\s+(?:the\s+|its\s+|our\s+|all\s+)?{NUMBER}\s*[A-Za-z/%]*", re.I)
_BESIDE = re.compile(
    rf"\b(?:at|over|with|from|through|on|via|for|in|by|of)\s+(?:an?\s+|(?P<the>(?:the|our|its|all)\s+))?(?:[A-Za-z-]+\s+){{0,3}}?{NUMBER}[\s-]?(?P<unit>[A-Za-zµ%]+)(?:/[A-Za-z]+)?(?:\s+each\b)?",
    re.I,
)
_FEW_TIMES = re.compile(
    rf"\b(?:{FEW}|twelve|twenty)(?=\s+times\s+(?:the|as|that|its|our|what|less|more|faster|slower|smaller|larger|bigger|cheaper|longer|shorter|higher|lower)\b)",
    re.I,
)
_ONE_SHARE = re.compile(
    r"\b(?:one|an?(?=\s+[a-z]+\s+[A-Z]))\s+(half|third|quarter|fifth|sixth|eighth|tenth|twelfth|sixteenth)\b(?!\s+of\s+(?:that|it|this|these|those)\b)",
    re.I,
)
_OF_A_LINK = re.compile(
    rf"({NUMBER}\s?[A-Za-zµ]+(?:/[A-Za-z]+)?)\s+(?:{'|'.join(sorted(k for k in KIND if k != 'times'))})\Z"
)  # a 100 Gbit/s link
_TIMES_OF = re.compile(rf"(?P<n>{NUMBER})\s+times\s+(?:the|that\s+of|what|its|our)\s(?!.*\btimes\b)[^,;\d]*\Z", re.I)
_ANOTHER_ONE = re.compile(
    r"\b(?:old|baseline|previous|original|former|reference|competitor\w*|naive|other|unoptimi[sz]ed)\b", re.I
)
_COUNTED = "|".join(sorted(k for k in KIND if k.endswith("s")))
_MANY = re.compile(
    rf"\b(?:{NUMBER}|{FEW}|several|all|both)\s+(?:[A-Za-z]+\s+)?"
    rf"(?:{_COUNTED}|cards|devices|machines|nodes)\b",
    re.I,
)
_PURPOSE = re.compile(r"\bto\s+(?!spare|each|every|the|an?|be\b)[a-z]+\s.*", re.I)
_FOR_EACH = re.compile(
    r"(?:of\s+(?:[a-z]+\s+){1,2})?(?:for|to|on|in|over|across|through|into)\s+(?:each|every)(?:\s+one)?(?:\s+of\s+(?:them|these|those)|\s+(?!of\b)[a-z]+)",
    re.I,
)
_TOO_FEW = re.compile(
    r"\A[^,;]*\b(?:not\s+(?:be\s+)?(?:quite\s+)?enough|n['’]t\s+(?:be\s+)?enough|too\s+(?:few|many)|hair\s+short)\b",
    re.I,
)
_MONEY = re.compile(rf"\b(?:{FEW})\s+(?:euros?|dollars?|cents?|pounds?|bucks)\b", re.I)
_SEVERAL_TIMES = re.compile(r"\b(?:the|two|both|these|three|all|response|waiting)\s+times\b", re.I)
_FEW = re.compile(
    rf"\b(?P<n>{FEW})\s+(?:(?!times\b)[a-z]+\s+|{NUMBER}[\s-]?[A-Za-z]+\s+)?(?P<noun>(?!times\b)[A-Za-z]+)\b(?!\s+out\s+of)",
    re.I,
)
_PER_ONE = re.compile(
    r"(?:\s+per\s+|/\s?)(?:server|machine|node|chip|card|device|user|frame|image|request|file|disk|drive|rack|row)\Z"
)
_CHEAPER = re.compile(rf"(?P<n>{NUMBER})\s*(?:x|×|times)\s+(?:cheaper|denser|lighter|smaller|less|shorter)", re.I)
_EACH_OF = re.compile(rf"{NUMBER}\s?[A-Za-z]+(?:/[A-Za-z]+)?\s+each\b|\bare\s+each\b", re.I)
_A_PRICE = re.compile(
    r"(?:1|one|an?|each|every)\s+[A-Za-z]+\s+(?:is|are|costs?|has|weighs)", re.I
)  # one kWh is 15 cents
_AND_THERE = re.compile(
    rf"(?:on|with|for|in|at)\s+(?:[A-Za-z-]+\s+)+(?<!of\s)(?<!at\s)(?<!with\s)(?<!a\s)(?<!the\s)(?P<x>(?:only\s+|about\s+)?{NUMBER}\s?[A-Za-z/]+)\Z",
    re.I,
)
_ADDED = re.compile(rf"{NUMBER}[^,;]*\s(?:plus|minus|times)\s[^,;]*{NUMBER}", re.I)
_NEEDS = re.compile(
    r"\b(?:will\s+be|would\s+be|is|are|needs?|requires?|takes?|costs?|must|has\s+to|have\s+to|wants?|bound|minimum)\b",
    re.I,
)
_ABLE = re.compile(
    r"\b(?:can|could|will|would|gets?|reach(?:es)?|delivers?|sustains?|carr(?:y|ies)|moves?|allows?|serves?|handles?|lets?)\b|can['’]t|cannot",
    re.I,
)
_BINDING = re.compile(
    r"(?:if|when(?:ever)?|once|until|till|provided|assuming|while|where|as\s+long\s+as|as\s+soon\s+as)\b", re.I
)
_REASON = re.compile(r"(?:because|since|as|given\s+that|considering)\b", re.I)
_IT_IS = re.compile(
    r"(?:it|that|this|we|you|they)(?:['’](?:s|ll)|\s+(?:will\s+)?(?:is|are|takes?|lasts?|be|waits?|needs?|have\s+to\s+wait))\s",
    re.I,
)
_UNTIL = re.compile(r"(?:until|till)\s[^,;\d]*\Z", re.I)
_NOT_IT = re.compile(
    r"\b(?:not|never|nor|foot|pigs?|optimistic|pessimistic|divided|multiplied|free|just\s+the|only\s+the|its?\s+own)\b|n['’]t\b",
    re.I,
)
_A_BIT = re.compile(
    r"(?:or\s+)?(?:just\s+|only\s+)?(?:an?\s+(?:bit|little)|slightly|somewhat|just|well)\s+(?:more\s+than|less\s+than|over|under|above|below)\s+",
    re.I,
)
_THAN = re.compile(
    r"(?:\A|\b)(?:twice|half|thrice|\d+\s+times)\s+as\s+[a-z]+\s+as\s+(?:the|an?|for|in)\b[^,;]*\Z|\b(?:more|less|fewer)\s+than\s+(?:the|our|its|any|what|we|you|it)\b",
    re.I,
)
_SCALES_IT = re.compile(
    r"\b(?:(?:half|twice|double|triple|thrice)(?:\s+(?:of|the|as\s+much\s+as))?(?:\s+(?:about|around|roughly|an?|those|these))?|(?:a|one)\s+(?:third|quarter|fraction|part)\s+of)\s*\Z",
    re.I,
)
_A_PRODUCT = re.compile(r"\b[a-z]+-[a-z]+\s+product\b", re.I)  # the bandwidth-delay product
_IT_HAS = re.compile(  # it is the tokenizer with 900 documents/s
    r"(?:\A|[,;]\s*)(?:it|that|this|the\s+(?:[a-z-]+\s+){1,3}?)(?:['’]s|\s*\b(?:is|are))\s+(?:the|our)\s+(?:[a-z-]+\s+){1,3}(?:with|at)\s*\Z",
    re.I,
)
_BY_FACTOR = re.compile(rf"\b(?:by\s+)?an?\s+factor\s+of\s+(?:about\s+|roughly\s+)?(?P<n>{NUMBER})", re.I)
_OF_WHICH = re.compile(r"\bof\s+(?:which|whom|these|those)\b", re.I)
_SUFFICE = re.compile(  # three levels are enough, a single one will do
    rf"\A(?:about\s+|only\s+|just\s+)*(?P<n>{NUMBER}|an?\s+single|one|{FEW})\s+(?P<noun>(?:(?!of\b|or\b|and\b|times\b|percent\b)[A-Za-z][\w-]*\s+){{1,3}}?)"
    r"(?:(?:is|are|will\s+be|would\s+be|ought\s+to\s+be|should\s+be)\s+(?:already\s+|just\s+|clearly\s+)?(?:enough|sufficient|needed|required|necessary|plenty)|will\s+do)\b(?P<rest>[^,;]*)\Z",
    re.I,
)
_IN_BYTES = re.compile(r"\s+(?:seconds?|s|ms|us|milliseconds?|microseconds?|bytes?)\Z", re.I)
_IN_SECONDS = re.compile(r"\s+(?:seconds?|s|ms|us|milliseconds?|microseconds?)\Z", re.I)
_TO_ONE = re.compile(rf"{NUMBER}\s+to\Z")
_UNENDED = re.compile(r"(?:\btimes|[*/+^×·-]|\sx)\Z")
_MODAL = frozenset(  # behind which an infinitive is the main verb: has to load
    [
        "has",
        "have",
        "had",
        "need",
        "needs",
        "going",
        "able",
        "ought",
        "expected",
        "expect",
        "estimated",
        "allowed",
        "down",
        "up",
        "out",
        "us",
    ]
)
_ENOUGH = "is enough"
_SHORTEST = 6  # words: what is shorter is no sentence of prose
_LONGEST = 400  # characters of a text that is read this way


@final
@dataclass(frozen=True)
class Claim:
    """A value as it is claimed, with its approximation, and what stands before and behind it."""

    text: str
    left: str
    right: str
    few: bool = False  # a small number in words
    again: bool = False  # another way to say it: or about 13 hours


def claimed(text: str, one: Callable[[str], Verdict], names: frozenset[str]) -> Verdict | None:
    """The verdict on the value that a sentence claims; None where it claims none of what is asked, or several."""
    text = _FEW_TIMES.sub(
        lambda m: counted(m.group().lower()), _ONE_SHARE.sub(lambda m: f"1/{SHARES[m[1].lower()]}", text)
    )
    parts = parted(text) if len(text.split()) >= _SHORTEST and len(text) <= _LONGEST else []
    plain = plain_of(parts, "says", "so", "beside", "case")
    if DOUBTS.search(plain) or TAKEN_BACK.search(plain):
        return None
    said = [(i, c) for i, p in enumerate(parts) for c in _of(p, names)] or list(_apposed(parts, names))
    said = [(i, c) for i, c in said if not denies_nothing(f"{c.text} {c.right.strip()}")]
    found = [(i, c, v) for i, c in said if (v := judged(c, one)) is not None]
    found = same_kind(found)
    last = max((i for i, _, _ in found if parts[i].role == "so"), default=-1)
    told = [(i, c, v) for i, c, v in found if i >= last]
    if told and told[0][1].again and not told[0][2].ok and told[0][2].code in ("value", "factor"):
        told = told[:1]  # seconds or so many hours, which are not those
    if not told or len({v.ok for _, _, v in told}) != 1:
        return None
    at, claim, verdict = told[-1]
    if any(p.role == "beside" and AGAIN.search(p.text) for p in parts[:at]) or in_another_case(parts, at):
        return None
    if spoiled(parts[at + 1 :], claim, one, names):
        return None
    several = last < 0 and len({c.text for _, c, _ in told}) > 1
    rest = plain_of(parts[at if last >= 0 else 0 :], "says", "so", "beside")
    if not verdict.ok and _OF_WHICH.search(text) and elsewhere(text, claim, one, names):
        return None  # 80 GB, of which the weights take 14 GB
    if not verdict.ok and (several or _not_surely_wrong(claim, text, rest, one, names)):
        return None
    return with_note(verdict, f"read as {claim.text}")


_UNSURE = re.compile(
    rf"{NUMBER}[^.]*\bor\s+{NUMBER}[^.]*\bnot\s+(?:sure|certain)\b|\b(?:(?:i(?:['’]m|\s+am)\s+)?not\s+(?:(?:quite|really|entirely|so)\s+)?(?:sure|certain)|no\s+idea|i\s+(?:don['’]t|do\s+not)\s+know|hard\s+to\s+(?:say|tell))\b.*{NUMBER}.*\bor\s+(?:maybe\s+|about\s+)?{NUMBER}|"
    rf"{NUMBER}[^.]*,?\s+or\s+(?:was|is|were)\s+(?:it|that)\s+(?:about\s+)?{NUMBER}",
    re.I,
)
_OF_A_SHARE = re.compile(  # half of the layers take 42 ms
    r"\A(?:so\s+|then\s+|only\s+|just\s+)?(?:[a-z]+ing\s+(?:only\s+|just\s+)?)?(?:(?:the\s+)?(?:first|second|last|other|one)\s+(?:half|third|quarter)\s+of|half\s+(?:of\s+)?(?:the|our|all|its)|(?:twice|double|thrice)\s+(?:an?|the|our|that))\s"
    rf"(?P<what>[^,;]*?)\s(?:takes?|needs?|costs?|is|are|lasts?|requires?|uses?|weighs?|occup(?:y|ies)|has|have|draws?|(?:runs?|finish(?:es)?)\s(?:at|in))\s(?:about\s+|roughly\s+|only\s+|just\s+)?[~≈]?{NUMBER}",
    re.I,
)
_HALF_OF = re.compile(rf"\bhalf\s+of\s+(?:about\s+|roughly\s+)?(?P<n>{NUMBER})", re.I)
_NOT_OF_NOW = re.compile(  # what was thought, what is wanted, what was before, what would be
    r"\A(?:(?:i|we|you)\s+(?:first|initially|originally|once)\s+(?:thought|assumed|believed|guessed|had)\b(?!.*\b(?:but|then|now)\b)|"
    r"(?:the|our|my)\s+(?:deadline|target|goal|budget|quota|old\s+(?:version|code|kernel|one)|previous\s+[a-z]+|original\s+[a-z]+|baseline)\s[^,;]*\Z|"
    r"if\s+(?:we|you|it|they|the\s+[a-z]+)\s+(?:were|had|(?!used|need|want)[a-z]+ed)\b(?!\s+(?:not|to)\b).*\bwould\b)",
    re.I,
)
_QUANTIZED = re.compile(
    r"\A(?:after|once|with)\s+(?:the\s+)?(?:quantiz\w+|compress\w+|prun\w+|conversion|converting|casting)\b[^,;]*\b(?:int[48]|fp[48]|nf4|[48][\s-]?bits?)\b",
    re.I,
)


def unsure(text: str) -> str:
    """Why an answer that is called wrong commits to nothing: it says itself that it does not know which."""
    return f"{text}: it says that it is not sure which" if _UNSURE.search(text) else ""


def of_so_many_of_all(text: str) -> bool:
    """Whether a sentence tells its value of a half, or of the first or last part, of several things.

    >>> of_so_many_of_all("Half the layers run at 30 ms."), of_so_many_of_all("It is half of 1.25 MB.")
    (True, False)
    """
    doubled = re.match(r"(?:twice|double|thrice)\s", text, re.I)
    return len(text.split()) >= _SHORTEST and _OF_A_SHARE.match(text) is not None and doubled is None


def of_a_share(text: str, expected: str) -> str:
    """Why a value that is right is open: it is told of a half, of twice, or of another format than the one asked.

    >>> of_a_share("Half of the 80 layers take 42 ms.", "42 ms"), of_a_share("Half a turn takes 42 ms.", "42 ms")
    ('a value of a share, where all is asked', '')
    """
    if re.search(r"\d\s*(?!x\b|times\b)[A-Za-zµ$]", expected) is None or len(text.split()) < _SHORTEST:
        return ""
    if _OF_A_SHARE.match(text):
        return "a value of a share, where all is asked"
    halved = _HALF_OF.search(text)
    if halved is not None and re.match(rf"\s*{re.escape(halved['n'])}\s*(?!e[+-]?\d)[A-Za-zµ$]", expected):
        return f"half of {halved['n']}, where all of it is asked"
    if _NOT_OF_NOW.match(text):
        return "a value that it does not say to be so"
    return "a value in another format than the one asked may be" if _QUANTIZED.match(text) else ""


def _not_surely_wrong(claim: Claim, text: str, rest: str, one: Callable[[str], Verdict], names: frozenset[str]) -> bool:
    """Whether a wrong value may be of another thing: a right one is beside it, it is of each, or what is lost."""
    lost = re.search(r"\b(?:lost|wasted|idle|saved)\b", claim.right, re.I) is not None
    return lost or _of_one_of_many(text, claim) or elsewhere(rest, claim, one, names)


def same_kind(found: list[tuple[int, Claim, Verdict]]) -> list[tuple[int, Claim, Verdict]]:
    """The claims without the wrong ones that are in another unit than the right ones: 2 million pixels beside FLOPs."""
    right = {kind_of(c.text) for _, c, v in found if v.ok}
    return [(i, c, v) for i, c, v in found if v.ok or not right or kind_of(c.text) in (None, *right) or None in right]


def _of_one_of_many(text: str, claim: Claim) -> bool:
    """Whether a wrong value may be the share of each of several things: each of two cards has 25 GB."""
    each = re.search(
        r"\b(?:each|every|apiece|per)\b",
        _EACH_OF.sub(" ", claim.left) if not _FOR_EACH.fullmatch(claim.right) else claim.right,
        re.I,
    )
    whole = re.search(r"\b(?:complete|full|whole|entire|all|still|copy)\b", text, re.I)
    return each is not None and whole is None and _MANY.search(text) is not None


def plain_of(parts: list[Part], *roles: Role) -> str:
    """The text of the parts of some roles."""
    return " , ".join(p.text for p in parts if p.role in roles)


def _apposed(parts: list[Part], names: frozenset[str]) -> Iterator[tuple[int, Claim]]:
    """A value or formula alone behind a statement without one: the bound is the sum of both times, T_math + T_comms."""
    for i, (said, p) in enumerate(pairwise(parts), 1):
        runs = runs_in(p.text, names) if p.role == "beside" and said.role in ("says", "so") else []
        if runs == [(0, len(p.text))] and not runs_in(said.text, names) and not _DENIES.search(said.text):
            yield i, Claim(p.text, "", "")


def in_another_case(parts: list[Part], at: int) -> bool:
    """Whether a case is told in which the value may be another: without the cache, or behind it any if or when."""
    cases = [(i, p.text) for i, p in enumerate(parts) if p.role == "case"]
    ends = _IT_IS.match(parts[at].text) is not None
    return any(
        (OTHER_CASE.search(t) and not _REASON.match(t))
        or (i > at and _BINDING.match(t) and not (ends and i == at + 1 and _UNTIL.match(t)))
        for i, t in cases
    )


def spoiled(behind: list[Part], claim: Claim, one: Callable[[str], Verdict], names: frozenset[str]) -> bool:
    """Whether what stands behind a claim may scale it, deny it, or claim another value: the cache twice that."""
    spelt = next((i for i, p in enumerate(behind) if p.colon), len(behind))  # what a colon announces spells it out
    for i, p in enumerate(behind):
        there = _AND_THERE.match(p.text) if p.role == "case" else None
        if there is not None and _other(there["x"], one):
            return True  # 42 ms, on the new one 21 ms
        explains = p.colon or (i >= spelt and p.role in ("beside", "case"))
        case = p.role == "case" and not p.text.lower().startswith("which")
        if not (p.role == "against" or explains or case) and _spoils(p.text, claim, one, names):
            return True
    return False


def _other(text: str, one: Callable[[str], Verdict]) -> bool:
    """Whether a text says another value of what is asked."""
    found = tried(one, text)
    return found is not None and found.verdict == "wrong" and found.code not in NEUTRAL


def _spoils(text: str, claim: Claim, one: Callable[[str], Verdict], names: frozenset[str]) -> bool:
    """Whether a part behind a claim scales it, denies it, or says another value of its kind."""
    plain = _OF_ALL.sub(" ", in_rates(text))
    if _A_BIT.match(plain):
        return _other(_A_BIT.sub("about ", plain), one)
    if _TOO_FEW.search(plain):
        return False
    words = _A_PRODUCT.sub(" ", _MONEY.sub(" ", _THAN.sub(" ", plain)))
    if AGAIN.search(words) or AGAINST.search(words) or _NOT_IT.search(words):
        return True
    mine = kind_of(claim.text)
    bare = mine is None and not _RATIO.fullmatch(claim.text)
    runs = [plain[a:b].strip(" ,.:;") for a, b in runs_in(plain, names)]
    return any(_other(r, one) for r in runs if r != claim.text and (bare or kind_of(r) in (None, mine)))


def _of(part: Part, names: frozenset[str]) -> Iterator[Claim]:
    """The claims of a part: of what is told beside others only what is a value and nothing else."""
    if part.role in ("case", "against"):
        return
    for c in claims_in(part.text, names):
        if (
            c.left
            or (part.role == "so" and not has_verb(f"it {c.right}"))
            or (_NEEDED.match(c.right) and part.role in ("says", "so"))
        ):
            yield c


def claims_in(clause: str, names: frozenset[str]) -> Iterator[Claim]:
    """The values in a clause that its verb claims, or that it begins with."""
    for c in mentions_in(clause, names):
        yield from (c,) if c.right == _ENOUGH else _placed(c)


def mentions_in(clause: str, names: frozenset[str]) -> Iterator[Claim]:
    """The values that stand in a clause, whatever is said of them, each with what stands before and behind it."""
    clause = in_rates(clause)
    if (enough := _SUFFICE.match(clause)) is not None and not _SCALED.search(enough["rest"]):
        n = enough["n"].lower()
        told = "1" if n.endswith(("single", "one")) else counted(n) if n.isalpha() else n
        noun = enough["noun"].strip()
        yield Claim(f"{told} {noun}" if noun in KIND else told, "", _ENOUGH, few=True)
        return
    for m in _FEW.finditer(clause):
        told = counted(m["n"].lower()) + (f" {m['noun']}" if m["noun"] in KIND else "")
        yield Claim(told, clause[: m.start()].rstrip(), clause[m.end() :].strip(" .,;:"), few=True)
    if (spread := _WITHIN.search(clause)) is not None and _narrow(spread):
        said = f"{spread['low']} to {spread['high']} {spread['unit']}"
        yield Claim(said, clause[: spread.start()].rstrip(), clause[spread.end() :].strip(" .,;:"))
    for m in _BY_FACTOR.finditer(clause):
        yield Claim(f"{m['n']}x", clause[: m.start()].rstrip(), clause[m.end() :].strip(" .,;:"))
    ratios = [m.span() for m in _RATIO.finditer(clause)]
    runs = [r for r in runs_in(clause, names) if not any(c <= r[0] < d for c, d in ratios)]
    for a, b in (*ratios, *runs):
        value, right = _with_its_unit(clause, a, b, names)
        left = clause[:a].rstrip()
        more = _OR.match(right)
        if more is not None:  # 48000 s or about 13 hours
            yield Claim(f"about {more['x']}", left, "", again=True)
        yield Claim(value, left, "" if more is not None else right)


def _narrow(spread: re.Match[str]) -> bool:
    """Whether a range is one of so much, and no remark on how far it may go: between 20 and 22 ms."""
    low, high = (Fraction(spread[end].replace(",", "")) for end in ("low", "high"))
    return low < high <= 2 * low


def _with_its_unit(clause: str, a: int, b: int, names: frozenset[str]) -> tuple[str, str]:
    """A run with its unit or noun, and what stands behind that: 125 reads for 125 random reads."""
    value, right = _OF_A_LINK.sub(r"\1", clause[a:b].strip(" ,.:;")), clause[b:].strip(" .,;:")
    unit, sort, end = unit_behind(clause, b)
    if re.fullmatch(rf"[~≈]?{NUMBER}", value) and unit and sort:
        value, b = f"{value} {unit.strip()}", end
        right = clause[end:].strip(" .,;:")
    if (per := _PER.match(clause[b:])) is not None and re.search(r"\d", value):
        value, right = f"{value} per {per['what']}", clause[b + per.end() :].strip(" .,;:")
    times = None if names else _TIMES_OF.fullmatch(f"{value} {right}")
    return (value, right) if times is None else (times["n"], "")


def _placed(c: Claim) -> Iterator[Claim]:
    """A value as a claim where what stands before it claims it, and nothing beside it scales, prices or turns it."""
    where = "" if _SCALES_IT.search(c.left) else _claims(c.left)
    each = _FOR_EACH.fullmatch(c.right)
    if re.search(r"\beach\s+of\s+the\s+(?:two|three|four|\d)", c.left, re.I):
        return
    if not where or _A_PRICE.fullmatch(c.left) or _UNENDED.search(c.text) or not (each or _harmless(c.right)):
        return
    if _RATIO.fullmatch(c.text) and _ANOTHER_ONE.search(c.left):
        return
    if re.match(r"[A-Za-z]+ing\s+from\s", c.left) and has_verb(f"it {c.right}"):
        return  # going from 16 to 8 bits brings it down
    brought = _BRINGS.search(c.left) or _FROM_TO.search(c.left)
    if _TO_ONE.search(c.left) and not _FROM_TO.search(c.left):
        return  # 300 to 1
    if not brought and AGAINST.search(_BETWEEN.sub(" ", _LOWER_LIMIT.sub(" ", c.left))):
        return
    if AGAINST.search(c.right) and not _NEEDED.match(c.right):
        return
    about = "about " if _ABOUT.search(c.left) else ""
    yield replace(c, text=f"{about}{c.text}", left="" if where == "first" else c.left)


def _harmless(right: str) -> bool:
    """Whether what stands behind a value does not scale, share or bind it: of memory, over a 10 Gbit/s link."""
    purpose = _PURPOSE.search(right)
    if purpose is not None and AGAIN.search(purpose.group()):
        return False
    right = re.sub(rf"\b(?:on|over|across)\s+{NUMBER}\s+[A-Z]+\d+s\b", " ", right)  # took 21 days on 2048 A100s
    right = re.sub(r"\b(?:bf16|fp16|float16|[A-Z]+\d+[a-z]*|v\d+[a-z]*|\d+(?:x\d+)+)\b", " ", right)
    rest = _OF_ALL.sub(" ", _PURPOSE.sub(" ", right))
    rest = _BESIDE.sub(lambda m: " " if m["unit"] in UNITS and (m["the"] or m["unit"] not in KIND) else m.group(), rest)
    return _TAIL.search(rest) is None and re.search(r"\d", rest) is None


def _claims(left: str) -> str:
    """How what stands before a value claims it: by its verb, as the first thing said, or not at all ("")."""
    bare, bound = stripped(left)
    if not bare.strip():
        return "" if bound == "compared" else "first"
    brought = _BRINGS.search(bare)
    if _FROM_TO.search(left) or brought is not None:
        subject = bare[: brought.start()] if brought is not None else ""
    elif _IT_HAS.search(bare):
        return "" if _DENIES.search(bare) or _SCALED.search(bare) else "verb"
    elif bound == "compared" and _ABLE.search(bare) and _DENIES.search(bare):
        return "verb"  # it cannot be done with fewer than six
    else:
        plain = _PARTICLE.sub("", bare)
        words = plain.split()
        if not words or not states(words[-1].strip(",:")) or infinitive(words):
            return "first" if bare.rstrip().endswith((":", "=")) else ""
        subject = " ".join(words[:-1])
    if _DENIES.search(bare) or bound == "compared":
        return ""
    if bound == "low" and not _NEEDS.search(left):
        return ""
    if _ADDED.search(subject):  # what is added may be half of something: 9 ms plus half a rotation of 4.17 ms
        subject = re.sub(r"\b(?:plus|minus|times|(?<=plus\s)half)\b", " ", subject)
    subject = _SEVERAL_TIMES.sub(" ", subject)
    return "" if _SCALED.search(_quantities_out(subject)) else "verb"


def stripped(left: str) -> tuple[str, str]:
    """What stands before a value without its hedges and articles, and whether it is a bound: low, high or compared."""
    bound = ""
    while True:
        for form in (_HEDGES, _BOUNDS, _AS_MUCH, _OF, _ARTICLE):
            if (m := form.search(left)) is not None:
                break
        else:
            return left, bound
        if form is _BOUNDS:
            bound = m.lastgroup or ""
        left = left[: m.start()]


def infinitive(words: list[str]) -> bool:
    """Whether the verb that ends them is an infinitive of purpose: the time to load 140 GB."""
    before = [w.lower() for w in words[-3:-1]]
    if (
        words[-1].endswith("ing")
        and before
        and re.fullmatch(r"up|is|are|be|.*['’]re|.*['’]s|am|keeps?|starts?|by", before[-1])
    ):
        return False
    return (before[-1:] == ["to"] and before[0] not in _MODAL) or re.fullmatch(r"[A-Za-z]+ing", words[-1]) is not None


def _quantities_out(text: str) -> str:
    """The words before a verb without the quantities among them, and without each and every, which name it."""
    return re.sub(rf"{NUMBER}\s*[A-Za-z/%]*", " ", re.sub(r"\b(?:each|every)\b", " ", text, flags=re.I))


def judged(c: Claim, one: Callable[[str], Verdict]) -> Verdict | None:
    """The verdict on a claim where it is of what is asked, right or wrong."""
    found = tried(one, c.text)
    if found is not None and found.verdict == "undecided" and (plain := _PER_ONE.sub("", c.text)) != c.text:
        share = tried(one, plain)  # 500 W per server, where 500 W are wrong
        found = share if share is not None and share.verdict == "wrong" else found
    if (
        found is not None
        and found.verdict == "undecided"
        and (plain := (_IN_BYTES if c.left else _IN_SECONDS).sub("", c.text)) != c.text
        and not re.fullmatch(NUMBER, plain)
    ):
        found = tried(one, plain)  # alpha + n*beta seconds, where the formula expected has no unit
    if (found is None or found.verdict == "undecided") and (times := _CHEAPER.fullmatch(c.text)) is not None:
        found = tried(one, f"{times['n']}x")
    if found is None or "the direction is not stated" in (found.note or ""):
        return None
    if found.ok:
        each = _FOR_EACH.fullmatch(c.right) and not (
            len({*re.findall(r"(?<![A-Za-z])[A-Za-z](?![A-Za-z])", c.text)}) > 1
            or ((whole := tried(one, f"{c.text} on each chip")) is not None and whole.ok)
        )
        return None if each or found.code in ("mac", "named-regime") else found
    told = found.verdict == "wrong" and found.code not in NEUTRAL and re.search(r"[\d*/+]", c.text)
    bare = re.search(r"\d(?:\s+(?:million|billion|trillion|thousand))?\Z", c.text) is not None
    return found if told and not (bare and not c.few and re.match(r"[a-z]", c.right)) else None


def elsewhere(text: str, claim: Claim, one: Callable[[str], Verdict], names: frozenset[str]) -> bool:
    """Whether a right value stands somewhere else in the text than where it is claimed."""
    plain = in_rates(text)
    runs = [plain[a:b].strip(" ,.:;") for a, b in runs_in(plain, names)]
    return any((v := tried(one, r)) is not None and v.ok for r in runs if r != claim.text)


__all__ = [
    "DOUBTS",
    "OTHER_CASE",
    "Claim",
    "claimed",
    "claims_in",
    "elsewhere",
    "in_another_case",
    "infinitive",
    "judged",
    "mentions_in",
    "of_a_share",
    "of_so_many_of_all",
    "plain_of",
    "same_kind",
    "spoiled",
    "stripped",
    "unsure",
]
