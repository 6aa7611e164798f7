"""What an answer comes to whose words nobody read: the one statement in it that is of what is asked.

This is the reader of last resort.  Words of the open class (nouns, adjectives, most verbs) say what a number is of and
are left out; words of the closed class (not, than, each, half, if, but) can turn, scale or bind it, and with one of
them beside the statement the answer stays open.  So it does where statements of the same kind disagree, unless one of
them is said to be what follows.  A reason (because, as, where a is the rate) changes nothing in what it explains.

>>> from symroof.checking.claims import Verdict
>>> def one(text):
...     said = {"41.8 ms": "exact", "5 ms": "wrong"}.get(text, "undecided")
...     return Verdict(said, "", code="value" if said == "wrong" else "unread")
>>> print(gist("streaming those weights out of HBM alone will set us back 41.8 ms", one).note)
left out: streaming those weights out of HBM alone will set us back
>>> gist("it takes longer than 41.8 ms", one), gist("41.8 ms of math, hiding 5 ms", one)
(None, None)
>>> gist("reading takes 5 ms, => the step takes 41.8 ms", one).verdict
'exact'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import final

from symroof.checking.assent import assented
from symroof.checking.claims import Verdict, tried, with_note
from symroof.checking.lexicon import AGAIN, AGAINST, ALTERS, BINDS, COMPARES, LACKS, SCALES, TURNS
from symroof.checking.numerals import NUMBER, in_digits, shares_in_digits
from symroof.checking.operations import in_signs
from symroof.checking.resources import BOUND, COMPUTE, DATA
from symroof.checking.scope import NO_NOUN, SAYS_SO, TURNED
from symroof.reading.measures import KIND, UNITS

MAX_LENGTH = 240  # characters; a longer answer is an essay
_MOST = 24  # statements that are tried
#: codes of what says nothing of the value: nothing was read, or it is of another kind
_NEUTRAL = ("unread", "unsupported", "kinds", "existence", "units", "unit-unasked")
_FOLLOWS = (
    r"(?P<so>\s*(?:=>|⇒|⟹|→|->|∴|\\(?:implies|Rightarrow|rightarrow|therefore|to)\b)\s*|\b(?:(?<!\bor\s)so|therefore|thus|hence|ergo|overall|altogether|in\s+total|"
    r"meaning|giving|making|namely|well(?=,)|which\s+(?:gives|leaves|means|makes|is|comes\s+(?:out\s+)?(?:to|at)|works\s+out\s+(?:to|at)|yields)|(?:we|you|i)\s+(?:get|find|obtain|have)|"
    r"(?:the\s+)?(?:final\s+)?answer(?:\s+is)?|(?:works|comes)\s+out\s+(?:to|at)(?:\s+be)?|comes\s+to|adds\s+up\s+to|amounts\s+to|results?\s+in|"
    r"yield(?:s|ing)?|round(?:ed|s|ing)?\s+(?:(?:up|down|off|it)\s+)*(?:to|is|gives))\b[\s,:]*)"
)
_END = re.compile(
    rf"(?:(?<=[\w)%}}$])[.;!]+(?=\s|\Z)|\s*[;\n]\s*|,\s+|(?<=[a-z][a-z)])\s+-+\s+|\s+-+\s+(?=[a-z]{{2}})|\s+[–—]+\s+|{_FOLLOWS})",
    re.I,
)
_CLAUSE = re.compile(r"(?P<head>[^,;]*[\w)}%])(?:\s*[,;]\s+|\.\s+)(?P<rest>[a-zI].*)\Z")
_VALUED = re.compile(r"\d|[A-Za-z]\s*[*/^]\s*[A-Za-z]|[<>=≤≥]")
_NOUN = re.compile(
    r"(?:\A|\s)the\s+(?!product|sum|ratio|difference|square|inverse|reciprocal|max|min|larger|smaller|log)(?:[a-z]{3,}\s+){1,2}"
    r"(?=[A-Zα-ωΑ-Ω](?!\w))"
)
_OPS = rf"{NUMBER}(?:\s*[*/×÷]\s*{NUMBER})+"
_WORKED = re.compile(  # 989/3.35 = 295 tokens, C/W = 240
    rf"(?<![\w.*/^)])(?P<of>{_OPS}|[A-Za-z]\w?\s*/\s*[A-Za-z]\w?)(?:\s*[=≈]\s*{_OPS})*\s*[=≈]\s*(?P<result>{NUMBER})(?![\w.*/^(])"
)
_DENIES = re.compile(r"\b(?:not|never|no|instead|rather)\b|n['’]t\b", re.I)
_REASON = re.compile(  # what stands behind it explains, and is no part of what is claimed
    r"(?:\s*[,;.(–—-]\s*|(?<!\band)\s+)(?:(?:mostly|mainly|simply|largely|chiefly|precisely|presumably|probably|just)\s+)?(?:because|since|given\s+that|considering|the\s+reason\s+being|thanks\s+to|due\s+to)\s|"
    r"\s+before\s+(?:it|they|we|you|he|she|one)\s+(?:is|are|gets?|can|has|have|starts?|begins?)\s|"
    r"\s*,\s*before\s+(?:any|the)\s+[a-z]+(?=[.!]*\Z)|"
    r"\s*[,;(–—]\s*(?:as|for)\s+(?=(?:the|we|you|it|there|all|every|this|that)\s)|"
    rf"\s*[,;(–—]\s*as\s+(?={NUMBER}\s*[A-Za-zµ/]+\s+(?:ha(?:s|ve)|is|are|needs?|must|makes?|goe?s?)\b)|"
    r"\s*[,;(–—]\s*(?:where|with)\s+[$\\]*[A-Za-z]\w{0,2}[$]*\s+(?:is|are|being|=|the|denotes?|stands?)\s|"
    r"\s*[,;(–—]\s*which\s+(?!is\b|are\b|was\b|gives\b|means\b|makes\b|equals\b|yields\b|comes\b|works\b|would\b|should\b|has\b|must\b|seems\b|looks\b|can|"
    r"corresponds\b|amounts\b|exceeds\b|one\b|one\b|i\b|costs?\b|takes?\b|at\b|leaves?\b|needs?\b|adds?\b|results?\b)(?=[A-Za-z])|"
    rf"\s*[,;(–—]\s*(?:{NUMBER}\s*[A-Za-zµ]*\s+)?of\s+which\s|"
    r",?\s+(?:by|from|via|using|following|according\s+to|with)\s+(?:[A-Z][a-z]+\s+){1,2}(?:law|formula|rule|theorem|equation)\b|"
    r"\s*[,;(–—]\s*the\s+\d+\s+(?:is|are|being|comes?|stands?)\s",
    re.I,
)
_SUPPOSED = re.compile(
    r"\b(?:on\s+paper|in\s+principle|at\s+best|if|but|were|had|without|unless|ideally|in\s+theory|with\s+(?:twice|half|more|less)|than)\b",
    re.I,
)
_TIMES = "second|minute|hour|day|week|month|year"
_PERIOD = re.compile(  # 8.8 hours of downtime are allowed each year
    r"(?P<time>\b\d[\d.]*\s*(?:h|hours?|min|minutes?|s|seconds?|days?)\b[^\d]*?)\s+(?:each|every|per|in\s+a|a)\s+(?:year|month|week|day)\.?\Z",
    re.I,
)
_WOULD = re.compile(r"\bwould\s+(?=(?:be|take|need|cost|require|last|finish)\b)")
_SHARED = re.compile(
    r"\b(?:half|halve[sd]?|twice|thrice|double[sd]?|triple[sd]?|times|same|again|other|another|factor|both|of\s+(?:two|three|four|\d+)|"
    r"each|every|per|apiece|than|plus|minus|sav\w+|reduc\w+|cut\w*|drop\w*|left|remain\w*|spare|extra|"
    r"least|most|above|below|beyond|exceed\w*|past|wasted?|limit\w*|(?:larg|small|great)er|max\w*|min\w*)\b",
    re.I,
)
_APART = re.compile(  # and does not depend on the number of chips
    r"\s*,?\s+(?:and|which|it)\s+(?:(?:does|do)\s+not\s+depend\s+on|(?:is|are)\s+independent\s+of)\s+(?P<what>[^,;<>=]*)\Z"
)
_EVERY = re.compile(  # a failure every 3 hours
    r"(?P<about>\b(?:about|around|roughly|approximately)\s+)?\b(?:once\s+)?every\s+(?=[~≈]?\d[\d.]*\s*(?:[nmuµ]?s|min|h|d|seconds?|minutes?|hours?|days?|weeks?)\b)",
    re.I,
)
_HOLDS_WHEN = re.compile(
    r"(?P<head>[A-Za-z][A-Za-z ,'-]*?)\s(?:only\s+)?"
    r"(?:when|if|once|as\s+soon\s+as|as\s+long\s+as|while|provided(?:\s+that)?)\s+(?P<rest>\S.*)",
    re.I,
)
_OPPOSED = re.compile(
    r"\b(?:un\w+|in\w*(?:able|finite)|fails?|breaks?|overflow\w*|saturat\w*|diverg\w*|grows?|explod\w*|waits?|stalls?|idle|slow\w*|lost|loses?)\b",
    re.I,
)
_APPOSED = re.compile(  # 2V/W, a reduce-scatter and an all-gather
    r"(?P<head>[^,;]*[\w)}$]),\s+(?:an?|the|one)\s+[a-z][^,;<>=≤≥\d]*\Z"
)
_CHANGED = re.compile(
    rf"{BINDS.pattern}|{AGAIN.pattern}|{ALTERS.pattern}|\b(?:not|no|never|cannot|bound|limit\w*|upper|lower|max\w*|min\w*|share|part|"
    r"fraction|rest|difference|square|case|is|are|was|were|has|have|being|gets?|does|stays?|needs?|takes?|wasted?|idle|lost|saved?)\b|n['’]t\b",
    re.I,
)
_WHY_FIRST = re.compile(r"(?:because|since|as|given\s+that)\s[^,;:=<>]*,\s+(?=\S)", re.I)
_HEAD = re.compile(r"\s*(?:[,;:.!(–—]|\s-+\s|\b(?:because|since)\b|\s(?:as|so)\s)\s*")
_LIMIT = re.compile(r"\bis\s+(?:the|our)\s+(?:bottleneck|limit\w*)", re.I)
_HOW = re.compile(r"\b(?:always|never|not)\b", re.I)
_DENIES_ALL = re.compile(  # no, a faster clock does not help; it does not get any faster
    r"(?:(?:no|nope)\s*[,.;:!–-]+\s*(?=.*(?:\b(?:not|never|cannot)\b|n['’]t\b))|"
    r"(?:it|this|that|they|we|you|the\s+[a-z]+)\s+(?:(?:does|do|will|can|could|is|are)\s*(?:not|n['’]t)|cannot|won['’]t|can['’]t)\b)"
    r"(?!.*\b(?:exceed\w*|runs?\s+out|fail\w*|lack\w*|suffer\w*|miss\w*|matter\w*|hurt\w*|overflow\w*|spill\w*|limit\w*|yes|but|more|true|false|never|always)\b)",
    re.I,
)
_ALWAYS = re.compile(
    r"(?:always,?\s+)?(?:(?:regardless|irrespective|independent(?:ly)?)\s+of|no\s+matter\s+(?:what|how|which)|whatever|(?:in|for)\s+(?:all|every|any))\s[^,;<>=\d]*",
    re.I,
)
_YES_IT = re.compile(r"\A(yes|yep|yeah|no|nope|sure)\s+(?=(?:it|they|we|this|that|there|the)\s)", re.I)
_AT_THIS = re.compile(
    r"\A(?:at|with|for)\s+(?:this|that|these|those|such\s+an?)\s+(?:[a-z]+\s+){1,2}(?=(?:the|it|we)\s)", re.I
)
_HERE = re.compile(
    r"(?:\s+(?:here|there|then|now|again|indeed|really|anyway|in\s+(?:this|that)\s+case|at\s+(?:this|that|our)\s+[a-z]+(?:\s+[a-z]+)?))+\Z",
    re.I,
)
_BRACKET = re.compile(r"\s\(([^()]*[A-Za-z]{3,}[^()]*)\)")
_CALCULATED = re.compile(r"\d.*(?:\b(?:over|times|divided\s+by|at|plus|minus)\b|\sx\s|[*×÷]|\s/\s)", re.I)
_MAKES = re.compile(  # 12e9 B/s over 48 bytes a row is 2.5e8 rows/s
    rf"\b(?:is|are|makes?|gives?|equals?|costs?)\s+(?P<x>(?:about\s+|roughly\s+|around\s+|~\s?|≈\s?)?\$?{NUMBER}[^,;:<>]*)\Z",
    re.I,
)
_POSSESSIVE = re.compile(r"(?<=[A-Za-z\d])(?<!\bit)(?<!\b[Tt]hat)(?<!\bIt)(?<!\bhere)(?<!\bwhat)(?<!\blet)['’]s(?=\s)")
_QUANTITY = re.compile(rf"\$?{NUMBER}(?P<unit>[\s-]?[A-Za-zµμ]+(?:[/-][A-Za-z]+)?)?(?:\s+each\b)?")
_LED = re.compile(
    r"\A(?:(?:that\s+is|so|thus|hence|therefore|and|which\s+means|then|it\s+is|it['’]s|the\s+[a-z]+\s+is)\b,?\s*)+(?=.)",
    re.I,
)
_SIDE = re.compile(
    rf"\b(?:(?P<compute>{COMPUTE})|{DATA}){BOUND}\b|\b(?:limited|bound)\s+by\b|\bbottleneck|\blimiting\b", re.I
)
_VERDICT = re.compile(
    r"\b(?:yes|yep|yeah|yup|no(?!\s+[a-z]+\s+(?:is|are|has|can|will))|nope|nah|never|always|fits?|needs?|requires?)\b",
    re.I,
)
_BOUND = re.compile(rf"\b[A-Za-z]\w*\s*[<>≤≥]=?\s*{NUMBER}(?![\w.*/^(+-])")
_COMPARED = re.compile(
    r"(?:(?:about|around|roughly|approximately|nearly|~|≈|at\s+(?:the\s+)?(?:least|most)|(?:no\s+|not\s+)?(?:more|less|fewer|larger|smaller|greater|higher|lower|bigger|longer|shorter)\s+than|over|under|above|below|"
    r"beyond|past|up\s+to|exceed(?:s|ing)?|(?:a\s+)?(?:minimum|maximum)\s+of)\s+)\Z",
    re.I,
)
_RANGE = re.compile(rf"\b(?:between\s+{NUMBER}\s+and|from\s+{NUMBER}\s+(?:up\s+)?to)\s+{NUMBER}\b(?!\s*[-*/^])")
_FITS = re.compile(r"\bfits?\b")
_WORD = re.compile(r"[A-Za-z][A-Za-z'’-]*")
_SIGNS = frozenset(("+", "-", "−", "*", "/", "=", "×", "·", "÷", "≈", "~", "x", "<", ">", ">=", "<=", "≥", "≤"))
_BEHIND = re.compile(  # what may stand behind a number without being of it
    r"(?:of|for|in|on|at|with|to|from|by|you|we|they|it|i|while|would|before|is|are|was|will|has|have|must|needs?|stays?|fits?|suffices?|and|as|that|which|there|here|altogether|together|total|overall|now|then|goes?|go|flows?)\b",
    re.I,
)


_ADVERBS = r"(?:about|around|roughly|approximately|nearly|just|simply|basically|essentially|merely|still|only|exactly|some|~|≈)"
_STATES = re.compile(  # how what stands before a value says that it is so
    r"(?:\A|[,:(=≈→]|\b(?:takes?|took|needs?|costs?|is|are|was|be|gives?|makes?|gets?|got|comes?(?:\s+out)?(?:\s+(?:to|at|as))?|"
    r"works?\s+out(?:\s+(?:to|at|as))?|amounts?\s+to|adds?\s+up\s+to|sums?\s+(?:up\s+)?to|totals?|equals?|requires?|uses?|moves?|reads?|"
    r"loads?|streams?|sends?|writes?|has|have|holds?|stores?|spends?|lasts?|runs?\s+(?:in|at|for)|finish(?:es)?\s+in|done\s+in|"
    r"sets?\s+(?:us|you|me|it)\s+back|occup(?:y|ies)|consumes?|weighs?|yields?|produces?|serves?|handles?|achieves?|sustains?|generates?|allows?|permits?|leaves?|leaving|sees?|train\s+on|does|do|did|consists?\s+of|comprises?|contains?|finished\s+after|dissipates?|"
    r"delivers?|manages?|run|(?:billed|charged|priced|rated|quoted|estimated)\s+at|decodes?|pays?|charges?|satisf(?:y|ies)|processes|performs?|executes?|emits?|transfers?|transmits?|receives?|fetch(?:es)?|touch(?:es)?|draws?|burns?|dissipates?|allocates?|reserves?|busy|utili[sz]ed|in\s+the\s+end|finally|eventually|all\s+in\s+all|find|found|obtain|say|think|believe|calculate|compute|estimate|answer|result|total|overall|"
    r"(?:time|latency|cost|size|amount|speed|rate|throughput|bandwidth|intensity|ridge|memory|traffic|energy|power|price|number|count|total|"
    r"batch|sum|load|budget|value|figure|volume|footprint|length|width)\s+(?:of|at|is)?)\s*)"
    r"\s*(?:(?:a|an|the|only\s+a)\s+(?:[a-z-]+\s+){1,3}of\b)?"
    r"\s*(?:(?:about|around|roughly|approximately|nearly|just|simply|basically|essentially|merely|still|only|exactly|at|on\s+average|in\s+total|a|an|the|some|~|≈)\s*)*\Z",
    re.I,
)
_VERB = re.compile(  # any other verb between its subject and a value: spits out, queues for, tends to
    r"(?:(?<=\d)|(?<=\))|\b(?!(?:of|for|the|an?|in|on|with|to|at|by|per|from|every|each|all|any|some|more|no|than|and|or|as)\b)[A-Za-z]+)\s+(?!(?:rul|leav|cancel|cross|writ|wash|strik|tak|call|shut)[a-z]*\s+(?:out|off|away)\b)(?:(?:will|must|can|to|we|you|they|i)\s+(?P<base>[a-z]{3,})|(?P<verb>[a-z]+(?:[a-z](?<![aius])s|ed)))"
    rf"(?:\s+(?:out|up|off|away|over|together))?(?:\s+(?:to|at|as|for|in|after))?\s+(?:{_ADVERBS}\s*)*"
    r"(?:an?\s+(?:fraction|share|total|mean|maximum|minimum)(?:\s+of)?\s+)?\Z",
    re.I,
)
_A_SECOND = re.compile(
    rf"(?<=[A-Za-z])\s+(?:(?:an?|each|every)\s+({_TIMES})|for\s+(?:each|every)\s+(byte|token|bit))\b"
)
_LONG = 5  # words before a value: fewer are no sentence
_PHRASAL = re.compile(
    r"(?:finished|over|done|through|complete)\s+after|(?<=\s)fits?\b|\b(?:add|sum)s?\s+(?:up\s+)?to\b|(?<=[a-z])(?:\s|-)up\b(?!\s+to\b)|"
    r"\bunder\s+(?:full\s+)?load|\bof\s+the\s+peak\b|\b(?:two|three|four|five|six|seven|eight|nine|ten)\s+(?!times\b)(?=[a-z]+s\b)",
    re.I,
)
_FOR_EVERY = re.compile(rf"\b(?:for\s+(?:each|every)|per)\s+{NUMBER}\s*[A-Za-z]+\b")
_SUFFICES = re.compile(
    r"\s*(?:(?:is|are|would\s+be|will\s+be)\s+(?:just\s+|exactly\s+)?(?:enough|sufficient|needed|required|necessary|all\s+(?:it|that))\b|will\s+do\b|suffices?\b|does\s+it\b)"
)
_OPERATES = re.compile(r"\b(?:times|over|divided|multiplied|plus|minus|twice|double|half)\b", re.I)
_SPOKEN = (
    (re.compile(r"\b(?:close\s+to|in\s+the\s+region\s+of|in\s+the\s+neighbou?rhood\s+of)\s+(?=[~≈$(]?\w)"), "about "),
    (re.compile(r"\b(?:north|upwards?)\s+of\s+(?=\d)"), "above "),
    (re.compile(r"\b(?:south|short)\s+of\s+(?=\d)"), "below "),
    (
        re.compile(
            r"\b(?:must|has\s+to|needs\s+to|should)\s+(?:remain|stay|be\s+kept|lie|keep)\s+(?=(?:above|below|under|over|within|between|at\s|less|more|smaller|larger|greater)\b)"
        ),
        "must be ",
    ),
    (re.compile(r"\bthe\s+(?:quantity|sum|difference)\s+([\w.*/^]+)\s*([+-])\s*([\w.*/^]+)"), r"(\1\2\3)"),
    (re.compile(r"\b(?:as\s+far\s+as|up\s+to\s+and\s+including)\s+(?=\d)"), "up to "),
    (re.compile(r",\s*([~≈$]?\d[\d.,]*\s?[A-Za-z/]*)\s+to\s+be\s+(?:exact|precise|sure)\b"), r", so \1"),
)
_CORRECTED = re.compile(  # I first thought 28 GB, but
    r"\A(?:(?:i|we|you)\s+(?:first|initially|originally|at\s+first)|at\s+first,?\s+(?:i|we)|my\s+first\s+[a-z]+\s+was)\s+[^;]*?[,;.]\s*(?:but|then|and\s+then)\s+",
    re.I,
)
_CLAUSE_SUBJECT = r"(?:it|they|we|you|one|the|an?|any|all|every|each|everything)"
_HARMLESS = tuple(
    re.compile(form, re.I)
    for form in (
        r",?\s+(?:and\s+)?(?:neither|not|no|nothing)\s+(?:(?:one|a\s+single|any)\s+)?(?:more|less|further)(?:\s+(?:nor|or|and\s+(?:not|no))\s+(?:more|less))?(?=[.!]*\Z)",
        r"(?:\A|,\s*)if\s+(?:nothing|all\s+goes|everything)\s+(?:breaks|fails|well|(?:goes|works)(?:\s+(?:well|wrong|out))?),?\s*",
        r",?\s+(?:if|should)\s+you\s+(?:want|like|need|prefer|insist|round|ask)\b[^,.;]*,?",
        r",?\s+(?:no\s+matter\s+(?:how|what|which|where)|however\s+(?:many|much|large|big|small|few|long)|whatever|regardless\s+of)\s[^,;<>=\d]*(?=[.!]*\Z)",
        rf"\s+(?:before|until|once)\s+{_CLAUSE_SUBJECT}\s[^,;<>=\d]*?\b(?:is|are|has|have|gets?|can|could|arrives?|finish(?:es)?|starts?|begins?)\b[^,;<>=\d]*(?=[.!]*\Z)",
        r",\s+which\s+(?:you|we|one|it|they)(?:['’]d|\s+would|\s+can|\s+will)?\s+(?:only\s+)?[a-z]+[^,;<>=\d]*(?=[.!]*\Z)",
        r"(?<=[a-z])\s+up(?=\s+(?:to\s+)?(?:about\s+|around\s+|roughly\s+|some\s+)?[~≈$]?\d)(?<!\bis\sup)(?<!\bare\sup)(?<!\bbe\sup)",
    )
)
_GOES_ON = re.compile(  # 90 joules go up in heat, 12 gigabits are read, 250 us later
    r"(?!times\b|becomes\b|had\b|plus\b|minus\b)(?:[a-z]+(?:[a-z](?<![aius])s|ed)|gets?|go|come|leave|pass|cross|flow|arrive|do|does|later|inclusive|altogether)\b",
    re.I,
)
_SOME_OF = re.compile(r"(?:(?:an?|the)\s+)?(?:[a-z]+\s+){0,2}(?:of\s+)?", re.I)
_EVERY_SECOND = re.compile(
    rf"\A(?:in\s+)?(?:each|every)\s+(?P<time>{_TIMES}),?\s+(?P<rest>[^,;]*\d[^,;.]*?)[.!]*\Z", re.I
)
_LEAST = re.compile(r"\A(?:at\s+least|no\s+(?:less|fewer)\s+than|a\s+minimum\s+of)\s+(?=\S)", re.I)
_AT_MOST = re.compile(r"\A(?:at\s+most|no\s+more\s+than|up\s+to|a\s+maximum\s+of)\s+(?=\S)", re.I)
_NEEDS = re.compile(
    r"\b(?:needs?|requires?|wants?|takes?|costs?|must(?:\s+be|\s+have)?|(?:has|have)\s+to\s+(?:be|have))\s*\Z", re.I
)
_ABLE = re.compile(
    r"\b(?:can|could|will|would)(?:\s+[a-z]+){1,2}\s*\Z|\b(?:moves|reaches|delivers|sustains|carries|handles|serves|achieves|gets)\s*\Z",
    re.I,
)
_ABOUT_IT = re.compile(  # words of the field, and of how sure somebody is
    r"\b(?:memory|bandwidth|flops?|weights?|bytes|bits?|ridge|layout|caches?|heads?|kv|roof\w*|bound|chips?|gpus?|tpus?|links?|network|"
    r"param\w*|tokens?|batch\w*|kernels?|math|compute|matmuls?|hbm|dram|bf16|fp\d+|int\d+|round\w*|total|overall|i|we|intensity|latency|"
    r"throughput|traffic|loads?|reads?|writes?|layers?|devices?|nodes?|disks?|drives?|requests?|servers?|includ\w+|words?|tree|ring|hops?|steps?)\b|\d",
    re.I,
)
_OF_WHAT = re.compile(  # and behind it of what, where or with what
    r"(?:(?:of|for|in|on|at|with|to|from|per)\s+(?!which\b|what\b|whom\b).*|(?:here|there|then|now|altogether|together|in\s+total|total|"
    r"overall|as\s+(?:a|the)\s+.*|each\s+way|(?:that\s+|which\s+)?(?:you|we|they|it|i)\s+[a-z]+(?:\s+(?:in|on|at|to|from|of)\s.*)?|(?:is|are)\s+(?:enough|sufficient|needed|required|necessary)\b.*|fits?\b.*)?)",
    re.I,
)


@final
@dataclass(frozen=True)
class Statement:
    """A piece of an answer that reads, the words beside it, its verdict, and whether it is said to follow."""

    text: str
    beside: str
    verdict: Verdict
    follows: bool
    left: str = ""
    right: str = ""


def gist(answer: str, one: Callable[[str], Verdict], names: Collection[str] = ()) -> Verdict | None:
    """The verdict on the statement in an answer that is of what is asked; None where there is none, or it is open.

    ``one`` judges a text against what is expected, ``names`` are the symbols of the question.
    """
    if len(answer) > 2 * MAX_LENGTH:
        return None
    text = _plainly(answer, names)
    if len(text) > MAX_LENGTH or len(re.findall(r"(?<![\w\\])[A-Za-z]{2,}", answer)) < 2 or _repetitive(text):
        return None
    for plain in dict.fromkeys((text, *_shortened(text))):
        if plain != answer and (found := _told(plain, one)) is not None:
            return with_note(found, f"read as {plain}")
    if (held := _held_when(text, one)) is not None:
        return held
    if (explained := _beside_an_explanation(text, one)) is not None:
        return explained
    reason = _REASON.search(text)
    if reason is not None and reason.start() and not BINDS.search(text[reason.end() :]):
        if (head := _told(text[: reason.start()].strip(), one)) is not None:
            return with_note(head, f"left out: {text[reason.start() :].strip(' ,;()')}")
        text = text[: reason.start()]
    if _SIDE.search(text):
        return None
    return (
        _by_its_head(text, one)
        or _as_a_sum(text, one, frozenset(names))
        or _by_its_statements(text, answer, one, frozenset(names))
    )


def _plainly(answer: str, names: Collection[str]) -> str:
    """The answer with its numbers in digits, and without what adds nothing: possessives, would, every."""
    answer = re.sub(r"\bper\s+cent\b", "percent", answer)
    text = shares_in_digits(in_digits(_POSSESSIVE.sub("", " ".join(answer.split())), names))
    for spoken, plain in _SPOKEN:
        text = spoken.sub(plain, text)
    text = in_signs(_NOUN.sub(" ", text).strip() if _OPERATES.search(text) else text, names)
    text = _EVERY_SECOND.sub(r"\g<rest> per \g<time>", _PERIOD.sub(r"\g<time>", text))
    text = text if _SUPPOSED.search(text) else _WOULD.sub("", text)
    text = _CORRECTED.sub("", text)
    for harmless in _HARMLESS:
        text = harmless.sub(" ", text).strip()
    return _EVERY.sub(lambda m: f"{m['about'] or ': '}", _APART.sub(r", independent of \g<what>", text))


def _beside_an_explanation(text: str, one: Callable[[str], Verdict]) -> Verdict | None:
    """The verdict on a value behind its reason, or before a noun that only names it: 2V/W, a scatter and a gather."""
    why, told = _WHY_FIRST.match(text), _APPOSED.fullmatch(text)
    if why is not None and not BINDS.search(why.group()) and (rest := _told(text[why.end() :], one)) is not None:
        return with_note(rest, f"left out: {why.group().strip(' ,')}")
    tail = text[told.end("head") :] if told is not None else ""
    if told is None or _SIDE.search(tail) or _CHANGED.search(tail):
        return None
    head = _told(told["head"], one)
    return None if head is None else with_note(head, f"left out: {tail.strip(' ,')}")


def _held_when(text: str, one: Callable[[str], Verdict]) -> Verdict | None:
    """The verdict on a condition that is right, told with what holds then: the queue is stable only when a < m."""
    m = _HOLDS_WHEN.fullmatch(text)
    if m is None or _SIDE.search(text) or TURNS.search(m["head"]) or _OPPOSED.search(m["head"]):
        return None
    found = (
        tried(one, _NOUN.sub(" ", f" {m['rest']}").strip())
        if re.search(r"[<>≤≥]|\b(?:than|least|most)\b", m["rest"])
        else None
    )
    told = found is not None and (found.ok or (found.verdict == "wrong" and found.code in ("value", "factor")))
    return with_note(found, f"left out: {m['head']}") if found is not None and told else None


def _repetitive(text: str) -> bool:
    """Whether a text says the same few words over and over, as nobody does who answers."""
    words = text.split()
    return len(words) > _MOST and 3 * len({*words}) < len(words)


def _told(text: str, one: Callable[[str], Verdict]) -> Verdict | None:
    """The verdict on a text that says a value of what is asked, right or wrong; None for any other."""
    found = tried(one, text)
    told = found is not None and (found.ok or (found.verdict == "wrong" and found.code not in _NEUTRAL))
    return found if told else None


def _shortened(text: str) -> Iterator[str]:
    """The text with its results alone, 295 for 989/3.35 = 295, or with what they are of, C/W for C/W = 295."""
    if (nounless := _NOUN.sub(" ", text)) != text:
        yield nounless.strip()
    if len(found := list(_WORKED.finditer(text))) != 1:
        return
    m = found[0]
    for part in ("result", "of"):
        yield f"{text[: m.start()]}{m[part]}{text[m.end() :]}"


def _as_a_sum(text: str, one: Callable[[str], Verdict], names: frozenset[str]) -> Verdict | None:
    """The verdict on terms told one by one with what each is of, where their sum is right: 12z for A plus 20r for B."""
    for mark in (r"\s+(?:plus|and)\s+(?=\S*\d|\S*[A-Za-z]\s)|\s\+\s", r",\s+(?:and\s+)?|\s+(?:plus|and)\s+"):
        found = _sum_of([_BRACKET.sub(" ", p) for p in re.split(mark, text)], one, names)
        if found is not None:
            return found
    return None


def _sum_of(parts: list[str], one: Callable[[str], Verdict], names: frozenset[str]) -> Verdict | None:
    """The verdict on the sum of the one formula that is in each part, where that is right."""
    runs = [_runs(p, names) for p in parts] if 2 <= len(parts) <= 4 else []
    if not runs or any(len(r) != 1 for r in runs):
        return None
    beside = " , ".join(p[: r[0][0]] + p[r[0][1] :] for p, r in zip(parts, runs))
    if (
        AGAIN.search(beside)
        or TURNS.search(beside)
        or re.search(
            r"\b(?:least|most|than|larger|smaller|greater|max\w*|min\w*|slower|longer|whichever|either|or)\b", beside
        )
    ):
        return None
    terms = [p[r[0][0] : r[0][1]].strip(" ,.:=") for p, r in zip(parts, runs)]
    symbols = {*"".join(n for n in names if n not in UNITS)}
    if any(not {*"".join(_WORD.findall(t))} & symbols for t in terms):
        return None  # 96 KiB, from 48*8*128*2 bytes
    total = tried(one, " + ".join(f"({t})" for t in terms))
    return with_note(total, f"read as {' + '.join(terms)}") if total is not None and total.verdict == "exact" else None


def _by_its_head(text: str, one: Callable[[str], Verdict]) -> Verdict | None:
    """The verdict on a wrong value with words behind it, in which nothing can be another one."""
    led = _CLAUSE.match(text)
    if led is None or BINDS.search(text) or _DENIES.search(text) or _VALUED.search(led["rest"]):
        return None
    head = _told(led["head"], one)
    return None if head is None or head.ok else with_note(head, f"left out: {led['rest']}")


def _by_its_statements(text: str, answer: str, one: Callable[[str], Verdict], names: frozenset[str]) -> Verdict | None:
    """The verdict on the statements in an answer, on those that are said to follow where there are such."""
    if TURNS.search(text):
        return None
    bounds = _BOUND.findall(text)
    if len(bounds) == 2 and (both := tried(one, " and ".join(bounds))) is not None and both.ok:
        return with_note(both, f"read as {' and '.join(bounds)}")
    found = _of_one_kind(list(_statements(text, one, names)))
    last = max((i for i, s in enumerate(found) if s.follows), default=0)
    right = {s.verdict.ok for s in found[last:]}
    if any(s.verdict.verdict == "undecided" for s in found) or any(map(_altered, found[last:])):
        return None
    if right == {True} and not (
        all(_asserted(s) or _left_open(text, s) for s in found[last:]) and _explains(text, found[-1])
    ):
        return None
    if right == {True} and not found[last].follows and _another(text, found[-1].text, one, names):
        return None
    if right == {True} and (len({s.text for s in found[last:]}) < len(found[last:]) or _scaled(text, found, last)):
        return None
    if len(right) != 1 or (right == {False} and any(s.verdict.ok for s in found)):
        return None
    return _noted(found[-1], answer, text)


def _of_one_kind(found: list[Statement]) -> list[Statement]:
    """The statements without the wrong ones that are in another unit than a right one: 2.68 GB beside 29 sequences."""
    right = [s for s in found if s.verdict.ok]
    kinds = [_kind(s.text) for s in right]

    def counts(s: Statement) -> bool:  # 10 s for 4 layers
        return _COUNTED.search(s.text) is not None and any(s.text in r.right for r in right)

    kept = [
        s
        for s in found
        if s.verdict.verdict != "wrong" or None in kinds or _kind(s.text) in (None, *kinds) or counts(s)
    ]
    return kept if kinds else found


_COUNTED = re.compile(rf"(?:{'|'.join(sorted(KIND, key=len, reverse=True))})\s*\Z")


def _kind(text: str) -> object:
    """What the unit at the end of a text counts or measures; None where there is none."""
    m = re.search(r"(?<![A-Za-z])([A-Za-zµ%]+(?:/[A-Za-z]+)?)\s*\Z", text)
    unit = m[1].partition("/")[0] if m is not None else ""
    return (UNITS[unit].dimension, KIND.get(unit)) if unit in UNITS else None


def _altered(s: Statement) -> bool:
    """Whether a word beside a statement may change it: behind its verb any, in what it is of only each, half, twice."""
    verb = _verb(s)
    if _formula(s) and verb is not None:
        return _scales(s.right)
    words = s.left.split()
    if (verb is None or not s.left[verb:].strip() or not s.left[:verb].strip()) and len(words) < _LONG:
        return _scales(re.sub(r"\Afits?\b", "", s.beside))
    verb = len(s.left) - len(" ".join(words[-4:])) - 1 if verb is None else verb
    subject = _FOR_EVERY.sub(" ", s.left[:verb])
    if s.verdict.ok:
        subject = re.sub(r"\b(?:each|every)\b", " ", subject, flags=re.I)
    subject = _QUANTITY.sub(_no_quantity, _PHRASAL.sub(" ", subject))
    return _scales(f"{s.left[verb:]} {s.right}") or _SHARED.search(" ".join(subject.split())) is not None


def _scales(text: str) -> bool:
    """Whether a word beside a value may scale it, particles of verbs and other quantities apart: soaks up, under load."""
    return SCALES.search(" ".join(_QUANTITY.sub(_no_quantity, _PHRASAL.sub(" ", text)).split())) is not None


def _another(text: str, last: str, one: Callable[[str], Verdict], names: frozenset[str]) -> bool:
    """Whether another value of what is asked stands behind the last one: ..., we pay $1 million after the discount."""
    behind = text[text.rfind(last) + len(last) :] if last in text else ""
    runs = [c[a:b].strip(" ,.:=") for c, _ in _clauses(_per(behind)) for a, b in _runs(c, names)]
    alike = [
        x for x in runs[:_MOST] if re.search(r"[\d*/+]", x) and (_kind(x) in (None, _kind(last)) or _COUNTED.search(x))
    ]
    found = [v for x in alike if (v := tried(one, x)) is not None]
    return any(v.verdict == "wrong" and v.code not in _NEUTRAL for v in found)


def _asserted(s: Statement) -> bool:
    """Whether the words beside a statement say that it is so: it takes 42 ms of math, and not it misses 42 ms by far.

    Before it stands nothing, a verb that states what is, or a preposition behind a noun; behind it what it is of.
    """
    told = not s.left.strip() or _verb(s) is not None
    if _SUFFICES.match(s.right) and _SOME_OF.fullmatch(s.left):
        return True  # a window of 12 MB is just enough
    return told and bool(_OF_WHAT.fullmatch(s.right.strip(" .!,;:)")))


def _left_open(text: str, s: Statement) -> bool:
    """Whether a sentence of any other form says that it is so: no word in it sets its number against another."""
    words = re.sub(r"[^A-Za-z]+", " ", s.left + s.right).split()
    return (
        (len(words) > 1 or _GOES_ON.match(s.right))
        and text.count(s.text) <= 1
        and AGAINST.search(text.replace(s.text, " ")) is None
    )


def _verb(s: Statement) -> int | None:
    """Where the verb begins that says a statement is so; of a formula that is right also wastes, saves and loses."""
    stated = _STATES.search(s.left)
    if stated is not None:
        return stated.start()
    m = _VERB.search(s.left)
    verb = "" if m is None else m["base"] or m["verb"]
    if m is None or COMPARES.match(verb) or (LACKS.match(verb) and not _formula(s)):
        return None
    return m.start("base" if m["base"] else "verb")


def _formula(s: Statement) -> bool:
    """Whether a right statement is a formula of several symbols, which nobody writes by chance."""
    return s.verdict.ok and len({*re.findall(r"(?<![A-Za-z])[A-Za-z](?![a-z])", s.text)}) > 1


def _explains(text: str, last: Statement) -> bool:
    """Whether each clause behind the last statement is about what is computed: whatever the layout, not "my foot"."""
    at = text.rfind(last.text)
    behind = text[at + len(last.text) :] if at >= 0 else ""
    clauses = [c for c, _ in _clauses(behind.removeprefix(f" {last.right}")) if re.search(r"[A-Za-z]{2}", c)]
    return all(_ABOUT_IT.search(c) for c in clauses if c.strip(" .!,;") not in last.right)


def _scaled(text: str, found: list[Statement], last: int) -> bool:
    """Whether a word in another clause may scale what is said: 42 ms, and twice that for the way back."""
    for s in found:
        text = text.replace(s.text, " ", 1)
    if found[last].follows:  # what stands before a conclusion is how it was come to
        text = text[max(0, *(text.rfind(s.beside) for s in found[last:])) :] if found[last].beside else ""
    else:  # what stands before it in its clause is what it is of
        for s in found:
            text = text.replace(s.left.strip(), " ", 1) if s.left.strip() else text
    return AGAIN.search(_QUANTITY.sub(_no_quantity, text)) is not None


def _noted(best: Statement, answer: str, text: str) -> Verdict | None:
    """Its verdict with what was left out, which has to be words: 2BDF; DROP TABLE is open."""
    if best.text not in answer:
        return with_note(best.verdict, f"read as {best.text}")
    rest = " ".join(answer.replace(best.text, " ", 1).split()).strip(" ,.;:()")
    if not best.verdict.ok and not best.follows and re.search(r"\d", text.replace(best.text, " ", 1)):
        return None  # 3 out of 5 FLOPs
    if rest and (not re.search(r"[a-z]{2}", rest) or best.text in rest):
        return None
    return with_note(best.verdict, f"left out: {rest}" if rest else None)


def verdict_of(answer: str, one: Callable[[str], Verdict]) -> Verdict | None:
    """The verdict on an answer where a side, yes, no, never or always is asked, by its clause that says one.

    >>> def one(text):
    ...     said = {"memory-bound": "exact", "compute-bound": "wrong"}.get(text, "undecided")
    ...     return Verdict(said, "", code="existence" if said == "wrong" else "unread")
    >>> [verdict_of(t, one) is not None for t in ("memory-bound (far below the ridge)", "memory-bound (if B is small)")]
    [True, False]
    >>> verdict_of("memory-bound: 0.2 ms of math are no match, so compute-bound", one)
    """
    text = re.sub(r"\b(i)\.\s?e\.,?", "that is", " ".join(answer.split()), flags=re.I)
    if len(text) > MAX_LENGTH or BINDS.search(text) or re.search(r"\bwould\b", text):
        return None
    found: list[tuple[str, Verdict]] = []
    if _DENIES_ALL.match(text) and (no := tried(one, "no")) is not None and no.ok:
        return with_note(no, f"read as no: {text}")
    if _ALWAYS.fullmatch(text):
        return tried(one, "always")
    text = _YES_IT.sub(r"\1, ", _AT_THIS.sub("", text))
    clauses = [c.strip(" )") if _LIMIT.search(c) else _LED.sub("", c.strip(" )")) for c in _HEAD.split(text)]
    a_side = any(map(_SIDE.search, clauses))
    for i, clause in enumerate(clauses[:_MOST]):
        telling = _SIDE.search(clause) or _VERDICT.search(clause)
        if not clause or not (telling or (i == 0 and not a_side and assented(clause))):
            continue
        if (said := _decided(clause, one)) is not None:
            found.append((clause, said))
        elif telling and not (found and _repeats(clause, found[0][0])):
            return None  # it says something that nobody read
    if not found or len({v.ok for _, v in found}) != 1:
        return None
    best = found[0]
    return with_note(best[1], f"left out: {' '.join(text.replace(best[0], ' ', 1).split()).strip(' ,.;:()–-')}")


def _decided(clause: str, one: Callable[[str], Verdict]) -> Verdict | None:
    """The verdict on a clause as it stands, or on the side alone that it says; None where it is open."""
    for text in filter(None, (_HERE.sub("", clause), _side_of(clause))):
        if (said := tried(one, text)) is not None and said.verdict != "undecided":
            return said
    return None


def _repeats(clause: str, head: str) -> bool:
    """Whether a clause says of what fits the same as the yes or no before it."""
    return bool(_FITS.search(clause)) and not _SIDE.search(clause) and assented(head) == _said(clause)


def _side_of(clause: str) -> str:
    """The side that a clause says, with its always or never, where nothing else in it could change it; "" for no such.

    >>> _side_of("vector updates always stay memory bound"), _side_of("hardly memory-bound")
    ('always memory-bound', '')
    >>> _side_of("not compute bound")
    'not compute-bound'
    """
    sides = [m for m in _SIDE.finditer(clause) if m.group().lower().endswith(("bound", "limited"))]
    m = sides[0] if len(sides) == 1 else None
    if m is None:
        return ""
    rest = f"{clause[: m.start()]} {clause[m.end() :]}"
    how = _HOW.findall(rest)
    if len(how) > 1 or re.search(r"\d|[<>=≤≥]", rest) or TURNED.search(_HOW.sub(" ", rest)):
        return ""
    if not SAYS_SO.search(_HOW.sub("", clause[: m.start()])) or NO_NOUN.match(clause[m.end() :]):
        return ""
    said = "compute-bound" if m["compute"] else "memory-bound"
    return f"{how[0].lower()} {said}" if how else said


def _said(clause: str) -> str:
    """Yes where a clause says that something fits, no where it denies it."""
    return "no" if re.search(r"\b(?:not|no|never)\b|n['’]t\b", clause) else "yes"


def _clauses(text: str) -> Iterator[tuple[str, bool]]:
    """The clauses of an answer, those in brackets first, each with whether a word or arrow says that it follows."""
    at, follows = 0, False
    yield from ((m[1], False) for m in _BRACKET.finditer(text))
    text = _BRACKET.sub(" ", text)
    for m in _END.finditer(text):
        if text[at : m.start()].strip():
            yield text[at : m.start()].strip(), follows
            follows = False
        follows, at = follows or m["so"] is not None, m.end()
    if text[at:].strip():
        yield text[at:].strip(), follows


def _statements(text: str, one: Callable[[str], Verdict], names: frozenset[str]) -> Iterator[Statement]:
    """What reads of each clause: all of it, or the run of numbers, units and symbols in it."""
    tries, pending = 0, False
    for clause, follows in _clauses(_per(text)):
        pending, whole = pending or follows, ""
        for piece, (left, right), ends in _pieces(clause, names):
            beside = " ".join(_QUANTITY.sub(_no_quantity, f"{left} {right}").split())
            pending = pending or ends
            if whole.startswith(f"{piece} "):
                continue  # it was read with what stands behind it
            tries += 1
            if tries > _MOST:
                return
            found = tried(one, piece.removeprefix(_as_its_limit(left, piece)))
            if found is None or (not found.ok and found.code in _NEUTRAL):
                continue
            if found.verdict == "undecided" and found.code in ("words", "unknown-unit") and piece == clause:
                continue  # by another word of the clause
            yield Statement(piece, beside, found, pending, left, right)
            pending, whole = False, piece
            if found.verdict == "undecided":
                return
            if not beside:
                break


def _as_its_limit(left: str, piece: str) -> str:
    """The words at least where that much is needed, and at most where no more can be had: the limit is what is told."""
    m = _LEAST.match(piece) if _NEEDS.search(left) else _AT_MOST.match(piece) if _ABLE.search(left) else None
    return m.group() if m is not None else ""


def _per(text: str) -> str:
    """The text with its rates in signs: 51 tokens/second for 51 tokens per second."""
    text = _A_SECOND.sub(lambda m: f"/{m[1] or m[2]}", text)
    return re.sub(r"(?<=[A-Za-z\d])\s+per\s+([A-Za-z]+)\b", lambda m: f"/{m[1]}" if m[1] in UNITS else m.group(), text)


def _pieces(clause: str, names: frozenset[str]) -> Iterator[tuple[str, tuple[str, str], bool]]:
    """A clause, and each run of numbers, units, symbols and signs in it, with the words beside it.

    The last is whether it is said to be the result: behind the last =, or by is, makes or gives behind a calculation.
    """
    if (spread := _RANGE.search(clause)) is not None:
        yield spread.group(), (clause[: spread.start()], clause[spread.end() :].strip()), False
    elif re.search(r"\d", clause) or {*re.findall(r"[^\W\d_]+", clause)} & names:
        yield clause, ("", ""), False
    if "=" in clause and (after := clause.rsplit("=", 1)[1].strip()) and re.search(r"[A-Za-z]", after):
        yield after, ("", ""), True
    made = _MAKES.search(clause)
    if made is not None and _CALCULATED.search(clause[: made.start()]):
        yield made["x"], ("", ""), True
    before: tuple[int, int] | None = None
    for start, end in _runs(clause, names):
        compared = _COMPARED.search(clause[:start])
        if compared is not None and before and not clause[before[1] : compared.start()].strip():
            yield clause[before[0] : end].strip(" ,."), (clause[: before[0]], clause[end:].strip()), False
        before = start, end
        start = compared.start() if compared is not None else start
        piece = clause[start:end].strip(" ,.:=")
        behind = clause[end:].strip()
        if (
            behind
            and re.search(r"[A-Za-z]", behind)
            and not _BEHIND.match(behind)
            and not _ended(piece, behind, compared)
        ):
            continue  # 5 parsecs, 5 ms late
        if len(re.findall(r"[^\W\d_]", piece)) == 1 and not re.search(r"\d", piece) and " is" not in clause[:start]:
            continue  # B has to be large enough
        beside = (clause[:start], behind)
        if behind and SCALES.search(behind):  # 31.5 GB/s in each direction
            yield clause[start:].strip(" ,.:="), (clause[:start], ""), False
        if not re.search(r"\d", piece) and {*re.findall(r"[^\W\d_]+", piece)} <= UNITS.keys() - {*"BDFNKLMTPCWV"}:
            continue  # how many requests
        if piece and piece != clause:
            yield piece, beside, False
        last = piece.rsplit("=", 1)[-1].strip()
        if last and last != piece:
            yield last, beside, False


def _ended(piece: str, behind: str, compared: object) -> bool:
    """Whether a quantity ends with its unit, or a bound with its number, so that what stands behind it is not of it."""
    last = re.search(r"(?<![A-Za-z])([A-Za-zµ%]+)(?:/[A-Za-z]+)?\Z", piece)
    ended = compared is not None or (last is not None and last[1] in UNITS and re.search(r"\d", piece) is not None)
    return ended and _GOES_ON.match(behind) is not None and AGAINST.match(behind) is None


def _no_quantity(m: re.Match[str]) -> str:
    """What is left of a number and the word behind it: nothing, or that word where it is no unit."""
    unit = "" if (m["unit"] or "").strip() == "each" else m["unit"] or ""
    return " " if re.split(r"[/-]", unit.strip(" -"))[0] in UNITS else unit


def _runs(clause: str, names: frozenset[str]) -> list[tuple[int, int]]:
    """Where formulas and quantities stand between the words of a clause."""
    out: list[tuple[int, int]] = []
    start: int | None = None
    last = 0
    for m in re.finditer(r"\S+", clause):
        if _of_a_formula(m.group(), names, start is not None):
            start = m.start() if start is None else start
            last = m.end()
        elif start is not None:
            out.append((start, last))
            start = None
    if start is not None:
        out.append((start, last))
    return [(a, b) for a, b in out if re.search(r"\d", clause[a:b]) or {*_WORD.findall(clause[a:b])}]


def _of_a_formula(token: str, names: frozenset[str], inside: bool) -> bool:
    """Whether a token between blanks is of a formula: a number, a sign, symbols of the question, in a run a unit."""
    core = token.strip("()[]{},.;:$~≈")
    if re.search(r"[α-ωΑ-Ω]", core):
        return True
    if re.fullmatch(r"\(\d{1,2}\)\W*", token):
        return False  # (1) and (2): labels
    if re.match(r"\A[~≈$(\[{-]*\d", token) or token in _SIGNS:
        return True
    words = _WORD.findall(core)
    if not words:
        return bool(core)
    if any(c in core for c in "*/^_\\=+<>≥≤√⌈"):
        return True
    if inside and core in UNITS and core not in ("a", "in", "at", "as", "are"):
        return True
    return all(w in names or (len(w) > 1 and not w.islower() and {*w} <= names) for w in words)


__all__ = ["Statement", "gist", "verdict_of"]
