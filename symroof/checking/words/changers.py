"""The words that make another statement of a right value: a closed list, by what they change and with what it is of.

Nobody can list the words that change nothing.  What a word can do to a value is of few kinds: it denies or doubts it,
tells it of somebody else's belief, of another time or plan, of a part of what is asked, of an extreme, of a spread, or
of a difference.  Each kind has its words here.

>>> [c.kind for c in CHANGERS if c.words.search("It is a myth that a step takes 42 ms")]
['a doubt']
>>> [c.kind for c in CHANGERS if c.words.search("the first term is V/W")]
['a term']
>>> [c.kind for c in CHANGERS if c.words.search("a step takes 42 ms on this chip")]
[]
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, final

#: where a changer counts: anywhere in the answer, in what it says, beside the value in its clause, or only before it
Place = Literal["anywhere", "clause", "beside", "before"]


@final
@dataclass(frozen=True)
class Changer:
    """What some words change of a value in their sentence, where, and with which keys."""

    kind: str
    place: Place
    words: re.Pattern[str]


def _words(*patterns: str) -> re.Pattern[str]:
    """The pattern of whole words."""
    return re.compile(rf"\b(?:{'|'.join(patterns)})(?!\w)", re.I)


_DOUBT = _words(
    r"mis(?!s\b|s[ei]|sion|take|predict|align|match)[a-z]{3,}|myths?|rumou?rs?|rumou?red|hoax|legend|fallacy|superstition|folklore|fairy\s+tale|joke|nonsense|absurd|ridiculous|preposterous|"
    r"an?\s+(?:outright\s+|plain\s+)?lie|bogus|fake|fiction|illusion|delusion|cherry-picked|hype|propaganda|hearsay|gossip|(?:claim|notion|idea|belief|assertion|suggestion|impression|feeling)\s+(?:that|is|was)|skeptics?|sceptics?|conjectures?|guess(?:es)?\s+(?:is|was|would)|instincts?|intuition|gut\s+feeling|off\s+the\s+mark|said\s+nobody|from\s+(?:below|above)(?=\W*\Z)|used\s+to\s+(?:think|believe|assume|say|guess)|give\s+or\s+take(?=\s+\S*\d)|were\s+it\s+not|were\s+(?:we|they|there)",
    # somebody else's belief
    r"(?<!\bi\s)(?<!\bwe\s)(?<!\bi['’]d\s)(?:(?<!\bdo\s)(?<!\bnot\s)believ(?:e|es|ed|ing)|suspect(?:s|ed)?|assert(?:s|ed)?|alleg(?:e|es|ed)|insist(?:s|ed)?|maintains\s+that|contend(?:s|ed)?|proclaim(?:s|ed)?|"
    r"purport(?:s|ed)?|boast(?:s|ed)?|brag(?:s|ged)?|pretend(?:s|ed)?|imagin(?:e|es|ed)|suppose|presume[sd]?|speculat(?:e|es|ed))",
    r"(?:people|they|some|many|most|others|folks?|everybody|everyone|someone|somebody|students?|vendors?|beginners?|critics|marketing|legend|popular\s+wisdom)\s+(?:often\s+|always\s+|will\s+|would\s+)?(?:think|thinks|thought|say|says|said|assume|assumes|expect|expects|guess|argue|argues|write|writes|quote|quotes|tell|tells|told)",
    r"(?:is|are|was|were|been)\s+(?:often\s+|commonly\s+|widely\s+|usually\s+|generally\s+)?(?:said|thought|believed|reported|alleged|assumed|claimed|supposed|advertised|quoted|feared|rumou?red)\s+(?:to|that)",
    r"it\s+is\s+(?:tempting|wrong|false|common)\s+to\s+(?:think|say|assume|conclude|believe|answer|write)|one\s+(?:might|could|may)\s+(?:think|say|believe|expect|be\s+tempted)",
    # a question or a wish
    r"tempt(?:ed|ing)|fool(?:s|ed|ing)?|trick(?:s|ed)|mislead(?:s|ing)?|misled|wonder(?:s|ed|ing)?|whether|hypothetical(?:ly)?|hypothesis|"
    r"hopeful(?:ly)?|(?<!can\s)hope[sd]?(?!\s+for)|hoping|fear(?:s|ed)?|wish(?:es|ed|ful)?|pray(?:s|ing)?|dreams?|dreamt|dreaming",
    # it is not held to be so
    r"allegedly|purportedly|supposedly|ostensibly|reputedly|reportedly|seemingly|doubt(?:s|ed|ful|fully|ing)|(?<!no\s)(?<!without\s)doubt|dubious|questionable|debatable|disput(?:e|es|ed)|contested|controversial|"
    r"unproven|unverified|unconfirmed|unrealistic(?:ally)?|implausible|unlikely|improbable|inconceivable|unbelievable|unthinkable|exaggerat(?:e|es|ed|ion|ing)|overestimat(?:e|es|ed|ion)|underestimat(?:e|es|ed|ion)|"
    r"overstat(?:e|es|ed)|understat(?:e|es|ed)|guesswork|anything\s+but|far\s+cry|an?\s+stretch|breaks?\s+down\s+here|if\s+only|as\s+if|as\s+though|would['’]ve|(?:would|could|should|might|may|must)\s+have\s+(?:been|taken|cost|needed|given|had)|too\s+good\s+to\s+be\s+true|"
    r"pulled\s+out\s+of\s+(?:thin|an?\s+hat|nowhere|my)|out\s+of\s+thin\s+air|by\s+any\s+chance|(?:god|who)\s+knows|beats\s+me|refut(?:e|es|ed)|disprov(?:e|es|ed|en)|debunk(?:s|ed)?|contradict(?:s|ed)?|den(?:y|ies|ied)|disagree(?:s|d)?|"
    r"object(?:s|ed)?\s+to|reject(?:s|ed)?|dismiss(?:es|ed)?|forget\s+(?:the|about)|contrary\s+to|fail(?:s|ed)?\s+to|refus(?:e|es|ed)\s+to|forb(?:id|ids|ade|idden)|unable\s+to|incapable\s+of|erroneous(?:ly)?|incorrect(?:ly)?|wrong(?:ly)?|invalid|untrue|flawed",
)
_DENIED = _words(
    r"never|not(?!\s+(?:only|just|even|much|quite|far))|cannot|nobody|nothing|none|nowhere|hardly|barely|scarcely|rarely|seldom|neither|nor"
)
_ASKED_FOR = _words(
    r"data\s?sheets?|brochures?|marketing|vendors?|manufacturers?|advert(?:s|isements?|ising|ised|ized)?|spec\s+sheets?|slas?|slos?|contracts?|contractual(?:ly)?|deadlines?|time-?outs?|time-?limits?|alarms?|watchdogs?|quotas?|"
    r"goals?|targets?|milestones?|wish\s?lists?|roadmaps?|proposals?|promise[sd]?|rated|guarantee[sd]?|demand(?:s|ed)|hop(?:es|ed)\s+for|aim(?:s|ed)?|intend(?:s|ed)?|plan(?:s|ned)?|propos(?:e|es|ed)|tr(?:y|ies|ied)\s+to|we\s+want|(?:happy|content|fine)\s+with|settle\s+for|(?:get|got|gets)\s+by\s+with|(?:make|makes|made)\s+do\s+with|mentions?|mentioned|wanted|wish"
)
_TIME = _words(
    r"(?<!as\sthe\s)(?<!as\sour\s)(?<!than\sthe\s)(?<!than\sour\s)old|older|oldest|former(?:ly)?|previous(?:ly)?|earlier(?!\s+than)|predecessors?|successors?|legacy|obsolete|outdated|antiquated|deprecated|(?:last|next)\s+(?:year|month|week|time|version|generation|quarter|semester)|(?:before|until|prior\s+to)\s+(?:the|our|its|this|that)\s+(?:upgrade|update|migration|change|switch|fix|patch|rewrite|optimi[sz]ation|refactoring|move|release|redesign)|yesterday|tomorrow|"
    r"ago|originally|initially|at\s+first|in\s+the\s+beginning|used\s+to\s+(?:be|take|need|cost|require|last|weigh|eat)|back\s+(?:then|when)|in\s+(?:19|20)\d\d|someday|baseline|competitors?|competing|competition|rivals?|alternatives?|unoptimi[sz]ed|untuned|prototype|emulator|simulator|"
    r"elsewhere|neighbou?r(?:s|ing)?|imaginary|fictitious"
)
_TERM = _words(
    r"(?<!in\s)term|(?<!in\s)terms(?=\s+(?:is|are|of))|summands?|addends?|numerators?|denominators?|prefactors?|exponents?|coefficients?|intercept|integrand|operand|subexpression|(?:derivative|integral|inverse|reciprocal|logarithm|negative|complement|opposite|converse)\s+(?:is|equals|comes|would)|remainder|remnant|residual|residue|left-?overs?"
)
_PART = _words(
    r"rest|remaining|portions?|pieces?|chunks?|"
    r"slices?|subsets?|components?|contributions?|ingredients?|constituents?|contributes?|partial|sub-?totals?|sub-?sums?|sub-?(?:step|task|problem|group|system|module|block|layer)s?|corrections?|corrective|dominant|dominating|dominates?|"
    r"sub-?dominant|lion['’]s|bulk|majority|minority|most\s+of(?!\s+(?:the\s+)?time)|parts?(?!\s+per)|some\s+of|several\s+of|none\s+of|any\s+of|either\s+of|neither|only\s+the(?!\s+(?:root|longer|larger|slower|first))|(?:half|halves|thirds?|quarters?|fifths?|tenths?|percent|fractions?)\s+of\s+(?:the|our|its|all|an?|this|that|it)|(?:upper|lower|first|second|other|[a-z]+)\s+half(?=\s+(?:is|are|takes?|holds?|needs?|costs?|has|of\s+(?:the|our|its)))|"
    r"[a-z]{3,}er\s+of\s+(?:the|these|those)\s+(?:two|pair)|(?<!each\s)(?<!every\s)(?<!/)one\s+of\s+(?:the|our|its|these|those)(?!\s+\d)|(?:round|batch|phase|step|stage|pass|run|attempt|trial|part|layer|level)\s+(?:one|two|three|four|five|\d+)|(?:every(?:one|body)|any(?:one|body)|some(?:one|body)|no(?:body|\s?one)|all|everything)\s+else|penultimate|trailing|\d+(?-i:st|nd|rd|th)|halfway|half-?time|midway|partway|the\s+other|besides|apart\s+from|aside\s+from|"
    r"except(?:ing)?|other\s+than|outside\s+(?:of\s+)?the|recomputation|rematerialization|warm-?up|shut-?down|tear-?down|preprocessing|postprocessing",
    r"(?:first|second|third|fourth|fifth|last|final|initial|next|previous|opening|closing|middle|other|another|latter|inner|outer|upper|lower)\s+(?:[a-z]+\s+)?"
    r"(?:factors?|parts?|phases?|stages?|pass|access(?:es)?|hal(?:f|ves)|layers?|steps?|hops?|rounds?|legs?|runs?|attempts?|tries|try|iterations?|epochs?|loops?|levels?|blocks?|segments?|moves?|reads?|writes?|calls?|copy|copies|"
    r"shards?|cards?|chips?|gpus?|devices?|nodes?|racks?|servers?|lanes?|links?|users?|jobs?|batch(?:es)?|quarters?|thirds?|limits?|order|line|rows?|columns?|two|three|of)",
)
_LARGEST = re.compile(  # the slowest of them, of which all are asked
    r"\b(?!re?st|nearest|request|latest|(?:al)?most|best|honest|modest|guest|forest|in[vg]est|suggest|manifest|digest|harvest|contest|protest|interest|conquest|earnest|tempest|b?test)[a-z]{3,}est(?=\s+[a-z])",
    re.I,
)
_CASE = _words(
    r"in\s+(?:the\s+)?(?:most|some|many|rare|common|typical|usual|normal|favou?rable|unfavou?rable|certain|other)\s+cases?|sometimes|occasionally|often|typically|usually|normally|only\s+(?:if|when|once|for|in|on|at|with)|on\s+an?\s+(?:good|bad|quiet|busy|lucky)\s+day|at\s+(?:its|their)\s+(?:peak|best|worst|fastest|slowest)|under\s+(?:ideal|perfect|laboratory|lab)\s+conditions"
)
_MORE = _words(
    r"moreover|in\s+addition|on\s+top(?:\s+of\s+(?:that|this|it)\b|(?!\s+of\s))|(?:two|three|four|\d+)\s+such|subsequent|successive|further"
)
_ANOTHER = re.compile(r"\b(?:a\s+further|another|additional|extra|an?\s+(?:extra|additional|other))\s*\Z", re.I)
_EXTREME = _words(
    r"worst(?:-case)?|best-?case|best(?=\s+(?:case|time|run|result|of))|at\s+worst|luck(?:y|ily)|unluck(?:y|ily)|ideal(?:ly|i[sz]ed)?|theoretical(?:ly)?|nominal(?:ly)?|optimistic(?:ally)?|pessimistic(?:ally)?|conservative(?:ly)?|na[iï]ve(?:ly)?|"
    r"(?<!is\sthe\s)(?:lower|upper)[\s-]+(?:bound(?:s|ed)?|limits?|end|estimate|ceiling)|(?:a|the|tight|loose|hard|soft|crude|trivial)\s+bounds?|bounded|floor\s+(?:on|is|of)|infimum|supremum|optimum\s+(?:is|would|lies)|asymptot(?:e|ic|ically)|bursts?|bursty|spikes?|outliers?|extremes?|"
    r"clamped|in\s+(?:theory|simulation|emulation)|on\s+paper|in\s+principle|unattainable|unreachable"
)
_SPREAD = _words(
    r"jitter(?:s|ed)?|skew|offset|variance|deviations?|standard\s+error|error\s+(?:bar|margin)s?|fluctuat(?:e|es|ions?)|mismatch|discrepanc(?:y|ies)"
)
_DIFFERENCE = _words(
    r"differences?|differs?|differed|gain(?:s|ed)?|savings|saving(?=\s+(?:is|of)\b)|saves|saved|benefits?|surplus|deficit|shortfall|excess|overshoots?|undershoots?|slack|headroom|margin|leaks?|leaked|hid(?:e|es|den|ing)(?!\s+behind)|conceal(?:s|ed)?|tolerat(?:e|es|ed)|retr(?:y|ies|ied)|poll(?:s|ed)?|wrap(?:s|ped)|unaccounted|mask(?:s|ed)|absorb(?:s|ed)?|shav(?:e|es|ed)|"
    r"trims?|trimmed|off\s+by|ahead|delay(?:s|ed)\s+(?:it|us|the)|shift(?:s|ed)|postpone[ds]?|recover(?:s|ed)?|reclaim(?:s|ed)?|frees|freed|releas(?:es|ed)|skip(?:s|ped)|omit(?:s|ted)|discard(?:s|ed)|evict(?:s|ed)|prun(?:es|ed)|eliminat(?:es|ed)|"
    r"remov(?:es|ed)|cancel(?:s|led)|refund(?:s|ed)?|rebates?|discounts?|worsens?|worsened|degrad(?:es|ed)|overruns?|over\s+(?:the\s+)?(?:budget|limit|quota)|under\s+budget|lose(?=\s+[^a-z]*\S+\s+to\b)"
)

CHANGERS: tuple[Changer, ...] = (
    Changer("a doubt", "anywhere", _DOUBT),
    Changer("something more", "anywhere", _words(r"(?:and|but)\s+so\s+do(?:es)?|as\s+do(?:es)?|likewise")),
    Changer("a denial", "before", _DENIED),
    Changer("what somebody asks for", "clause", _ASKED_FOR),
    Changer("another time or plan", "clause", _TIME),
    Changer("a term", "clause", _TERM),
    Changer("a part", "beside", _PART),
    Changer("one of several", "beside", _LARGEST),
    Changer("a case", "clause", _CASE),
    Changer("something more", "beside", _MORE),
    Changer("something more", "before", _ANOTHER),
    Changer("an extreme", "clause", _EXTREME),
    Changer("a spread", "clause", _SPREAD),
    Changer("a difference", "beside", _DIFFERENCE),
)

__all__ = ["CHANGERS", "Changer"]
