"""The words that make another statement of a right value: a closed list, by what they change and with what it is of.

Nobody can list the words that change nothing.  Nouns that name what is asked (the largest batch, the variance) are
among them: a question with that key may have asked for exactly that.

What a word can do to a value is of few kinds: it denies or doubts it,
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

from dataclasses import dataclass
from typing import Literal, final

import symroof.regexes as re

#: where a changer counts: anywhere in the answer, in what it says, beside the value in its clause, before or behind it
Place = Literal["anywhere", "clause", "beside", "before", "behind"]


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
    r"mis(?:belie[fv]|conce|nomer|quot|print|read|underst|judg|guid|inform|apprehen|interpret|calcul|count|represent|attribut|perceiv|percept|remember|stat|cit|report|constru)[a-z]*|(?<!not\s)(?<!unless\si['’]m\s)(?<!unless\si\sam\s)mistaken(?:ly)?|myths?|rumou?rs?|rumou?red|hoax|legend|fallacy|superstition|folklore|fairy\s+tale|joke|nonsense|absurd|ridiculous|preposterous|"
    r"an?\s+(?:outright\s+|plain\s+)?lie|bogus|fake|fiction|illusion|delusion|cherry-picked|hype|propaganda|hearsay|gossip|(?:claim|notion|idea|belief|assertion|suggestion|impression|feeling)\s+(?:that|is|was)|skeptics?|sceptics?|conjectures?|guess(?:es)?\s+(?:is|was|would)|instincts?|intuition|gut\s+feeling|off\s+the\s+mark|said\s+nobody|from\s+(?:below|above)(?=\W*\Z)|used\s+to\s+(?:think|believe|assume|say|guess)|give\s+or\s+take(?=\s+\S*\d)|were\s+it\s+not|were\s+(?:we|they|there)",
    # somebody else's belief
    r"(?<!\bi\s)(?<!\bwe\s)(?<!\bi['’]d\s)(?:(?<!\bdo\s)(?<!\bnot\s)believ(?:e|es|ed|ing)|suspect(?:s|ed)?|assert(?:s|ed)?|alleg(?:e|es|ed)|insist(?:s|ed)?|maintains\s+that|contend(?:s|ed)?|proclaim(?:s|ed)?|"
    r"purport(?:s|ed)?|boast(?:s|ed)?|brag(?:s|ged)?|pretend(?:s|ed)?|imagin(?:e|es|ed)|suppose|presume[sd]?|speculat(?:e|es|ed))",
    r"(?:people|they|some|many|most|others|folks?|everybody|everyone|someone|somebody|students?|vendors?|beginners?|critics|marketing|legend|popular\s+wisdom)\s+(?:often\s+|always\s+|will\s+|would\s+)?(?:think|thinks|thought|say|says|said|assume|assumes|expect|expects|guess|argue|argues|write|writes|quote|quotes|tell|tells|told)",
    r"(?:is|are|was|were|been)\s+(?:often\s+|commonly\s+|widely\s+|usually\s+|generally\s+)?(?:said|thought|believed|reported|alleged|assumed|claimed|supposed|advertised|quoted|feared|rumou?red)\s+(?:to|that)",
    r"it\s+is\s+(?:tempting|wrong|false|common)\s+to\s+(?:think|say|assume|conclude|believe|answer|write)|one\s+(?:might|could|may)\s+(?:think|say|believe|expect|be\s+tempted)",
    # a question or a wish
    r"tempt(?:ed|ing)|fool(?:s|ed|ing)?|trick(?:s|ed)|mislead(?:s|ing)?|misled|wonder(?:s|ed|ing)?|whether|hypothetical(?:ly)?|hypothesis|"
    r"hopeful(?:ly)?|(?<!can\s)hope[sd]?(?!\s+for)|hoping|(?<!\bi\s)fear(?:s|ed)?|wish(?:es|ed|ful)?|pray(?:s|ing)?|dreams?|dreamt|dreaming",
    # it is not held to be so
    r"allegedly|purportedly|supposedly|ostensibly|reputedly|reportedly|seemingly|doubt(?:s|ed|ful|fully|ing)|(?<!no\s)(?<!without\s)doubt|dubious|questionable|debatable|disput(?:e|es|ed)|contested|controversial|"
    r"unproven|unverified|unconfirmed|unrealistic(?:ally)?|implausible|unlikely|improbable|inconceivable|unbelievable|unthinkable|exaggerat(?:e|es|ed|ion|ing)|overestimat(?:e|es|ed|ion)|underestimat(?:e|es|ed|ion)|"
    r"overstat(?:e|es|ed)|understat(?:e|es|ed)|guesswork|anything\s+but|far\s+cry|an?\s+stretch|breaks?\s+down\s+here|if\s+only|as\s+if|as\s+though|would['’]ve|(?:would|could|should|might|may|must)\s+have\s+(?:been|taken|cost|needed|given|had)|too\s+good\s+to\s+be\s+true|part\s+of\s+the\s+(?:answer|story|truth)|"
    r"pulled\s+out\s+of\s+(?:thin|an?\s+hat|nowhere|my)|out\s+of\s+thin\s+air|by\s+any\s+chance|(?:god|who)\s+knows|beats\s+me|refut(?:e|es|ed)|disprov(?:e|es|ed|en)|debunk(?:s|ed)?|contradict(?:s|ed)?|den(?:y|ies|ied)|disagree(?:s|d)?|"
    r"object(?:s|ed)?\s+to|reject(?:s|ed)?|dismiss(?:es|ed)?|forget\s+(?:the|about)|contrary\s+to|fail(?:s|ed)?\s+to|refus(?:e|es|ed)\s+to|forb(?:id|ids|ade|idden)|unable\s+to|incapable\s+of|erroneous(?:ly)?|incorrect(?:ly)?|wrong(?:ly)?(?!\s+(?:[a-z]+\s+)?(?:before|above|earlier)\b)|invalid|untrue|flawed",
)
_DENIED = _words(
    r"never|not(?!\s+(?:only|just|even|much|quite|far))|cannot|nobody|nothing|none|nowhere|hardly|barely|scarcely|rarely|seldom|neither|nor"
)
_ASKED_FOR = _words(
    r"data\s?sheets?|brochures?|marketing|vendors?|manufacturers?|advert(?:s|isements?|ising|ised|ized)?|spec\s+sheets?|(?:sla|slo)s?(?!\s+(?:allow|leave|permit|tolerate)s?\b)|contracts?(?!\s+(?:allow|leave|permit|tolerate)s?\b)|contractual(?:ly)?|deadlines?|alarms?|watchdogs?|quotas?|"
    r"goals?|targets?(?!\s+(?:batch|model|size|machine|language)\b)|milestones?|wish\s?lists?|roadmaps?|proposals?|promise[sd]?|rated(?!\s+(?:power|voltage|current|speed|load|capacity)\b)|guarantee[sd]?|hop(?:es|ed)\s+for|aim(?:s|ed)?|intend(?:s|ed)?|planned|(?:we|i|they|he|she|people)\s+plan|plans?\s+(?:is\s+)?(?:to|for|on)|propos(?:e|es|ed)|tr(?:y|ies|ied)\s+to|we\s+want|(?:happy|content|fine)\s+with|settle\s+for|(?:get|got|gets)\s+by\s+with|(?:make|makes|made)\s+do\s+with|mentions?|mentioned|wanted|wish"
)
_TIME = _words(
    r"(?<!as\sthe\s)(?<!as\sour\s)(?<!than\sthe\s)(?<!than\sour\s)old|older|oldest|former(?:ly)?|previous(?:ly)?(?!\s+(?:power|multiple|prime|integer)s?\b)|(?<!saw\s)(?<!seen\s)(?<!shown\s)(?<!found\s)(?<!said\s)(?<!derived\s)(?<!computed\s)(?<!did\s)earlier(?!\s+than)|predecessors?|successors?|legacy|obsolete|outdated|antiquated|deprecated|(?:last|next)\s+(?:year|month|week|time|version|generation|quarter|semester)(?!['’]s\s+(?:lecture|class|lesson|course|exercise|chapter|section|talk|notes?)\b)|(?:before|until|prior\s+to)\s+(?:the|our|its|this|that)\s+(?:upgrade|update|migration|change|switch|fix|patch|rewrite|optimi[sz]ation|refactoring|move|release|redesign)|yesterday|tomorrow|"
    r"ago|originally|initially|at\s+first|in\s+the\s+beginning|used\s+to\s+(?:be|take|need|cost|require|last|weigh|eat)|back\s+(?:then|when)|in\s+(?:19|20)\d\d|someday|baseline|competitors?|competing|competition|rivals?|alternatives?|unoptimi[sz]ed|untuned|prototype|emulator|simulator|"
    r"elsewhere|neighbou?ring|(?<!with\s)(?<!to\s)(?:the|our|its|my|an?)\s+neighbou?r|(?:the|our)\s+neighbou?rs|imaginary|fictitious"
)
_TERM = _words(
    r"(?<!in\s)term|(?<!in\s)terms(?=\s+(?:is|are|of))|summands?|addends?|numerators?|denominators?|prefactors?|intercept|integrand|operand|subexpression|(?:derivative|integral|inverse|reciprocal|logarithm|negative|(?<!['’]s\s)complement|opposite|converse)\s+(?:is|equals|comes|would)|remnant|left-?overs?(?=\s+(?:is|are|takes?|needs?|has|have)\b)"
)
_PART = _words(
    r"(?:the\s+)?rest\s+(?:is|are|of|takes?|needs?|costs?|has|have)|(?<!number\sof\s)remaining\s+(?:[a-z]+\s+)?(?:steps?|layers?|phases?|stages?|hops?|rounds?|runs?|files?|cards?|chips?|nodes?|devices?|gpus?|iterations?|epochs?|batch(?:es)?|tensors?|passes|pass|work|part|terms?)|portions?|pieces?|chunks?|"
    r"slices?|subsets?|components?|contributions?|ingredients?|constituents?|contributes?|partial(?!\s+(?:sums?|products?|results?|derivatives?)\b)|sub-?totals?|sub-?sums?|sub-?(?:step|task|problem|group|system|module|block|layer)s?|corrections?(?!\s+factors?\b)|corrective|(?:dominant|dominating)\s+(?:term|part|contribution|component|factor|phase|stage|step)|"
    r"sub-?dominant|lion['’]s|bulk|majority|minority|most\s+of(?!\s+(?:the\s+)?time)|parts?(?!\s+per)|some\s+of|several\s+of|none\s+of|any\s+of|either\s+of|neither|only\s+the(?!\s+(?:root|longer|larger|slower|first))|(?:half|halves|thirds?|quarters?|fifths?|tenths?|percent|fractions?)\s+of\s+(?:the|our|its|all|an?|this|that|it)|(?:upper|lower|first|second|other|[a-z]+)\s+half(?=\s+(?:is|are|takes?|holds?|needs?|costs?|has|of\s+(?:the|our|its)))|"
    r"[a-z]{3,}er\s+of\s+(?:the|these|those)\s+(?:two|pair)|(?<!each\s)(?<!every\s)(?<!/)one\s+of\s+(?:the|our|its|these|those)(?!\s+\d)|(?:two|three|four|five|six|seven|\d+)\s+of\s+the\s+(?:two|three|four|five|six|seven|eight|\d+)\s+[a-z]+|(?:round|batch|phase|step|stage|pass|run|attempt|trial|part|layer|level)\s+(?:one|two|three|four|five|\d+)|(?:every(?:one|body)|any(?:one|body)|some(?:one|body)|no(?:body|\s?one)|all|everything)\s+else|penultimate|trailing|\d+(?-i:st|nd|rd|th)|halfway|half-?time|midway|partway|the\s+other|besides|apart\s+from|aside\s+from|"
    r"except(?:ing)?|other\s+than|outside\s+(?:of\s+)?the|recomputation|rematerialization|warm-?up|shut-?down|tear-?down|preprocessing|postprocessing",
    r"(?:first|second|third|fourth|fifth|last|final|initial|next|previous|opening|closing|middle|other|another|latter|inner|outer|upper|lower)\s+(?:[a-z]+\s+)?"
    r"(?:factors?|parts?|phases?|stages?|pass|access(?:es)?|hal(?:f|ves)|layers?|steps?|hops?|rounds?|legs?|runs?|attempts?|tries|try|iterations?|epochs?|loops?|levels?|blocks?|segments?|moves?|reads?|writes?|calls?|copy|copies|"
    r"shards?|cards?|chips?|gpus?|devices?|nodes?|racks?|servers?|lanes?|links?|users?|jobs?|batch(?:es)?|quarters?|thirds?|line|rows?|columns?|two|three|(?<!power\s)(?<!limit\s)(?<!bound\s)of)",
)
_CASE = _words(
    r"in\s+(?:the\s+)?(?:most|some|many|rare|common|typical|usual|normal|favou?rable|unfavou?rable|certain|other)\s+cases?|sometimes|occasionally|often|typically|usually|normally|only\s+(?:if|when|once|for|in|on|at|with)|on\s+an?\s+(?:good|bad|quiet|busy|lucky)\s+day|at\s+(?:its|their)\s+(?:peak|best|worst|fastest|slowest)|under\s+(?:ideal|perfect|laboratory|lab)\s+conditions"
)
_MORE = _words(
    r"moreover|in\s+addition|on\s+top(?:\s+of\s+(?:that|this|it)\b|(?!\s+of\s))|(?:two|three|four|\d+)\s+such|subsequent|successive|further"
)
_ANOTHER = re.compile(r"\b(?:a\s+further|another|additional|extra|an?\s+(?:extra|additional|other))\s*\Z", re.I)
_BESIDE = _words(  # what is told is not all: others stand beside it
    r"plus\s+(?:the|our|its|some|any|whatever|what)(?=\s)|"
    r"comes?\s+on\s+top|(?:is|are)\s+(?:extra|not\s+(?:included|counted)|on\s+top)(?!\s+of\b)"
)
_STATE = re.compile(  # of which an answer is told that nobody asked about: compressed, it is 160 GB
    r"\A\s*(?:un|de|re)?(?:compressed|quanti[sz]ed|pruned|distilled|zipped|gzipped|deduplicated|overclocked|throttled|optimi[sz]ed|tuned)\W*\Z",
    re.I,
)
_OTHER_CHIP = re.compile(r"\b(?:[Aa]n?|[Oo]ne|[Aa]nother)\s+(?:[A-Z][A-Za-z]+\s)?[A-Z]+\d+[A-Za-z0-9]*\s+would\b")
_EXTREME = _words(
    r"worst(?:-case)?|best-?case|best(?=\s+(?:case|time|run|result|of))|at\s+worst|(?:un)?lucky|ideal(?:ly|i[sz]ed)|theoretically|nominally|optimistic(?:ally)?|pessimistic(?:ally)?|conservative(?:ly)?|na[iï]vely|"
    r"(?<!is\sthe\s)(?:lower[\s-]+(?:bound(?:s|ed)?|limits?|end|estimate|ceiling)|upper[\s-]+(?:end|estimate))|(?:a|the|tight|loose|hard|soft|crude|trivial)\s+bounds?|bounded\s+from\s+below|floor\s+(?:on|is|of)|infimum|supremum|optimum\s+(?:is|would|lies)|bursts?|bursty|spikes?|outliers?|extremes?|"
    r"clamped|in\s+(?:theory|simulation|emulation)|on\s+paper|in\s+principle|unattainable|unreachable"
)
#: what is asked for by its name, and is no answer where it is only beside: the step varies, with a jitter of 42 ms
_MEASURED = (
    r"(?:jitter|skew|offset|variance|deviation|standard\s+error|difference|gain|benefit|surplus|deficit|shortfall|excess|overshoot|"
    r"undershoot|slack|headroom|margin|overrun|saving|discount|rebate|refund)s?"
)
_SPREAD = _words(
    r"jittered|jitters\s+by|skewed|deviates?|deviated|error\s+(?:bar|margin)s?|fluctuat(?:e|es|ed|ions?)|mismatch|discrepanc(?:y|ies)",
    rf"(?:with|(?<!divided\s)(?<!multiplied\s)by|despite|plus|minus|within)\s+(?:an?|the|some|its)\s+(?:[a-z]+\s+){{0,2}}{_MEASURED}",
)
_DIFFERENCE = _words(
    r"(?:more|fewer|less)\s+than\s+(?:is\s+|was\s+)?(?:needed|required|necessary|planned|expected|(?:we|you|they)\s+(?:need|have|want))|in\s+excess|"
    r"(?:a|the|net)\s+savings?\s+of|differs?|differed|gain(?:s|ed)(?!\s+(?:is|are|of)\b)|saves|saved|leaks?|leaked|hid(?:e|es|den|ing)(?!\s+behind)|conceal(?:s|ed)?|tolerat(?:e|es|ed)|(?<!number\sof\s)retr(?:y|ies|ied)(?!\s+(?:interval|period|delay|timeout|limit|budget|count|policy))|poll(?:s|ed)?|wrap(?:s|ped)|unaccounted|mask(?:s|ed)|absorb(?:s|ed)?|shav(?:e|es|ed)|"
    r"trims?|trimmed|off\s+by|ahead|delay(?:s|ed)\s+(?:it|us|the)|shift(?:s|ed)|postpone[ds]?|recover(?:s|ed)?|reclaim(?:s|ed)?|frees|freed|releas(?:es|ed)|skip(?:s|ped)|omit(?:s|ted)|discard(?:s|ed)|evict(?:s|ed)|prun(?:es|ed)|eliminat(?:es|ed)|"
    r"remov(?:es|ed)|cancel(?:s|led)|refunded|worsens?|worsened|degrad(?:es|ed)|over\s+(?:the\s+)?(?:budget|limit|quota)|under\s+budget|lose(?=\s+[^a-z]*\S+\s+to\b)"
)

CHANGERS: tuple[Changer, ...] = (
    Changer("a doubt", "anywhere", _DOUBT),
    Changer("something more", "anywhere", _words(r"(?:and|but)\s+so\s+do(?:es)?|as\s+do(?:es)?|likewise")),
    Changer("a denial", "before", _DENIED),
    Changer("what somebody asks for", "clause", _ASKED_FOR),
    Changer("another time or plan", "clause", _TIME),
    Changer("a term", "clause", _TERM),
    Changer("a part", "beside", _PART),
    Changer("not all of it", "behind", _BESIDE),
    Changer("another time or plan", "clause", _STATE),
    Changer("another machine", "clause", _OTHER_CHIP),
    Changer("a case", "clause", _CASE),
    Changer("something more", "beside", _MORE),
    Changer("something more", "before", _ANOTHER),
    Changer("an extreme", "clause", _EXTREME),
    Changer("a spread", "clause", _SPREAD),
    Changer("a difference", "beside", _DIFFERENCE),
)

__all__ = ["CHANGERS", "Changer"]
