"""A change of nothing that is named, by its verb and a factor or a share: grows by a factor of 10, sped up by 20%.

One list of verbs says which way each points; ``changes`` and ``comparisons`` take theirs from it, so that no sentence
is read as its number alone where another one with a better known verb is read with its direction.

>>> [shifted(t) for t in ("grows by a factor of 10", "is divided by 10", "it is sped up by 20%", "slows down by 3x")]
['10x larger', '10x smaller', '20% faster', '3x slower']
>>> shifted("an increase of ten times"), shifted("a reduction by a factor of 4"), shifted("down by 20 percent")
('10x larger', '4x smaller', '20% less')
>>> shifted("a factor of 3 reduction"), shifted("larger by a factor of 3"), shifted("a factor of 3 reduction of B")
('3x smaller', '3x larger', '')
>>> shifted("it is not divided by 10"), shifted("divided by B"), shifted("the time grows by 10x")
('', '', '')
"""

from __future__ import annotations

import symroof.regexes as re
from symroof.checking.words.numerals import FEW, counted, in_digits

_GOES = r"(?:goes|go|going|went|gone|comes?|came|moves?|moved|shoots?|shot|is|are|was|gets?|got)"
RISES = (
    r"ris(?:es?|en|ing)|rose|gr(?:ows?|ew|own|owing)|increas(?:es?|ed|ing)|climb(?:s|ed|ing)?|jump(?:s|ed|ing)?|swell(?:s|ed|ing)?|"
    r"expand(?:s|ed|ing)?|inflat(?:es?|ed|ing)|balloon(?:s|ed|ing)?|mount(?:s|ed|ing)?|surg(?:es?|ed|ing)|soar(?:s|ed|ing)?|escalat(?:es?|ed|ing)|"
    r"multipl(?:y|ies|ied|ying)|enlarg(?:es?|ed|ing)|augment(?:s|ed|ing)?|amplif(?:y|ies|ied|ying)|boost(?:s|ed|ing)?|rais(?:es?|ed|ing)|"
    rf"explod(?:es?|ed|ing)|(?:scal(?:es?|ed|ing)|blow(?:s|n)?|blew|{_GOES})\s+up"
)
FALLS = (
    r"shr(?:inks?|ank|unk|inking)|f(?:alls?|ell|allen|alling)|drop(?:s|ped|ping)?|decreas(?:es?|ed|ing)|declin(?:es?|ed|ing)|sinks?|sank|sunk|sinking|"
    r"diminish(?:es|ed|ing)?|dwindl(?:es?|ed|ing)|plung(?:es?|ed|ing)|plummet(?:s|ed|ing)?|contract(?:s|ed|ing)?|lessen(?:s|ed|ing)?|"
    r"collaps(?:es?|ed|ing)|slump(?:s|ed|ing)?|reduc(?:es?|ed|ing)|cut(?:s|ting)?|lower(?:s|ed|ing)?|shorten(?:s|ed|ing)?|trim(?:s|med|ming)?|"
    rf"slash(?:es|ed|ing)?|compress(?:es|ed|ing)?|divid(?:es?|ed|ing)|deflat(?:es?|ed|ing)|(?:scal(?:es?|ed|ing)|{_GOES})\s+down"
)
_IT = r"(?:it|this|that|things|everything|all)"
QUICKENS = (
    rf"(?:speed(?:s|ed|ing)?|sped)\s+(?:{_IT}\s+)?up|accelerat(?:es?|ed|ing)(?:\s+{_IT})?|quicken(?:s|ed|ing)?|"
    rf"improv(?:es?|ed|ing)(?:\s+{_IT})?"
)
SLOWS = rf"slow(?:s|ed|ing)?(?:\s+{_IT})?(?:\s+down)?|decelerat(?:es?|ed|ing)(?:\s+{_IT})?"
_RISE = r"increases?|growth|rise|jump|expansion|surge|multiplication"
_FALL = r"reductions?|decreases?|drop|cut|decline|fall|shrinkage|compression|division"
_NOUNS = (_RISE, _FALL, r"speed-?up|acceleration|improvement", r"slow-?down|deceleration")
_AUXILIARY = (
    r"(?:(?:is|are|was|were|be|been|gets?|got|has|have|will|can)\s+){0,3}?"
    r"(?:(?:now|then|just|simply|thus|therefore|about|roughly)\s+)*"
)
_LEAD = rf"(?:(?:it|this|that|these|those|they|everything|we|you|one)(?:['’]s)?\s+)?{_AUXILIARY}"
_N = r"(?P<n>\d+(?:\.\d+)?)"
_ABOUT = r"(?:about\s+|roughly\s+|around\s+|some\s+|[~≈]\s?)?"
_SO_MUCH = (
    rf"{_ABOUT}(?:an?\s+)?(?:factor\s+(?:of\s+)?{_ABOUT}{_N}|{_N.replace('<n>', '<x>')}\s*(?:[x×]|times|-?\s?fold)|"
    rf"{_N.replace('<n>', '<p>')}\s?(?:%|percent|per\s+cent))"
)
#: which way each list points, for a factor and for a share
_WORDS = (("larger", "more"), ("smaller", "less"), ("faster", "faster"), ("slower", "slower"))
_VERBS = tuple(
    re.compile(rf"{_LEAD}(?:{verbs})\s+(?:by\s+)?{_SO_MUCH}", re.I) for verbs in (RISES, FALLS, QUICKENS, SLOWS)
)
_NAMED = tuple(
    re.compile(rf"{_LEAD}(?:an?\s+|the\s+)?(?:{nouns})\s+(?:of|by|is)\s+{_SO_MUCH}", re.I) for nouns in _NOUNS
)
_AGAIN = _SO_MUCH.replace("(?P<", "(?P<b_")
_SUCH = tuple(  # a factor of 3 larger, a factor of 3 reduction
    re.compile(rf"{_LEAD}(?:becomes?\s+)?(?:by\s+)?(?:{_SO_MUCH}\s+(?:{words})|(?:{words})\s+by\s+{_AGAIN})", re.I)
    for words in (
        rf"larger|bigger|greater|higher|more|{_RISE}",
        rf"smaller|less|fewer|lower|cheaper|{_FALL}",
        r"faster|quicker|speed-?up|improvement",
        r"slower|slow-?down",
    )
)
_BARE = tuple(re.compile(rf"{way}\s+(?:by\s+)?{_SO_MUCH}", re.I) for way in ("up", "down"))
_BY_A_NUMBER = re.compile(  # multiplied by 10: the number is the factor
    rf"{_LEAD}(?:(?P<up>multipl(?:ied|ies|y))|divid(?:ed|es?))\s+by\s+{_N}", re.I
)
_TIMES = re.compile(rf"(?:it\s+is\s+)?times\s+{_N}", re.I)  # times 10
_HEDGED = re.compile(r"\b(?:about|roughly|around|some)\s|[~≈]", re.I)
_FEW = re.compile(rf"\b(?:{FEW})(?=\b|-?fold\b)", re.I)
MAX_LENGTH = 120  # characters; a longer sentence says more than that


def shifted(text: str) -> str:
    """A change of nothing that is named as a comparison: 10x larger, 20% less, 3x faster; "" for any other text."""
    plain = _in_figures(text)
    if (m := _BY_A_NUMBER.fullmatch(plain)) is not None:
        return f"{m['n']}x {'larger' if m['up'] else 'smaller'}"
    if (m := _TIMES.fullmatch(plain)) is not None:
        return f"{m['n']}x larger"
    if "factor" in plain:
        for form, (by_factor, _) in zip(_SUCH, _WORDS):
            if (m := form.fullmatch(plain)) is not None and (n := m["n"] or m["b_n"]):
                return f"{n}x {by_factor}"
    for forms in (_VERBS, _NAMED, _BARE):
        for form, (by_factor, by_share) in zip(forms, _WORDS):
            m = form.fullmatch(plain)
            if m is not None:
                about = "about " if _HEDGED.search(m.group()) else ""
                return about + (f"{m['p']}% {by_share}" if m["p"] else f"{m['n'] or m['x']}x {by_factor}")
    return ""


def by_a_number(text: str) -> bool:
    """Whether something is multiplied or divided by a number, of which a multiple alone is another saying.

    >>> by_a_number("divided by 1.5"), by_a_number("shrinks by a factor of 1.5")
    (True, False)
    """
    return _BY_A_NUMBER.fullmatch(_in_figures(text)) is not None


def as_multiple(text: str) -> str:
    """The text, or the multiple that it says: times ten is 10x.

    >>> as_multiple("times ten"), as_multiple("10 times"), as_multiple("times B")
    ('10x', '10 times', 'times B')
    """
    m = _TIMES.fullmatch(_in_figures(text))
    return f"{m['n']}x" if m is not None else text


def _in_figures(text: str) -> str:
    """The text with its numbers in figures, small ones too; "" for a long one."""
    if len(text) > MAX_LENGTH:
        return ""
    plain = in_digits(" ".join(text.split()).rstrip(".!"), ())
    return _FEW.sub(lambda m: counted(m.group().lower()), plain)


_UNREAD = re.compile(  # flurbs by 10x: what it does by so much
    rf"{_LEAD}(?:(?:the|its|our)\s+)?(?:[a-z]+\s+)?(?P<verb>(?!(?:about|around|roughly|only|just|than|faster|slower|larger|smaller|more|less|fewer)\b)[a-z]{{3,}})"
    rf"(?:\s+(?:up|down|it))?\s+by\s+{_SO_MUCH}",
    re.I,
)


def verb_by(text: str) -> str:
    """The verb that says what happens by so much, known or not; "" where none does.

    >>> [verb_by(t) for t in ("it flurbs by 10x", "flurbs by a factor of 10", "10x", "off by a factor of 2")]
    ['flurbs', 'flurbs', '', 'off']
    """
    m = _UNREAD.fullmatch(_in_figures(text))
    return m["verb"] if m is not None else ""


_LOSS = (
    r"loss(?:es)?|penalt(?:y|ies)|overheads?|costs?|degradations?|drag|delays?|deterioration|regression|hit|tax|"
    r"price|wast(?:es?|ed)|los(?:es?|t)|takes?|needs?"
)
_SWELLS = (
    r"bloat|inflation|blow-?up|increases?|growth|rise|jump|expansion|surge|overheads?|costs?|loss(?:es)?|"
    r"penalt(?:y|ies)|takes?|needs?"
)
#: nouns of a factor that say no way, and words that are none: a factor of 3, a ratio of 3, 3x overall, answer: 3x
_NEITHER = (
    r"factors?|ratios?|multiples?|multipliers?|changes?|differences?|quotient|times|total|overall|altogether|here|now|"
    r"then|indeed|again|there|roughly|approximately|about|[a-z]+ly|better|max|maximum|exactly|[x×]|"
    r"it|this|that|they|we|answers?|results?|values?|solution|ans|number|effects?|impact|good|well|efficient"
)
_GOOD = {  # what says so much of a factor as which comparison: of what, and whether upwards
    ("speed", True): (
        r"boosts?|accelerations?|speed-?ups?|improvements?|gains?|advantages?|wins?|benefits?|uplift|increases?|"
        r"speed|throughput|performance|rates?|tput|goodput|fast|faster|quick|quicker"
    ),
    ("speed", False): rf"{_LOSS}|slow-?downs?|decelerations?|decreases?|drop|decline|slow|slower",
    ("size", True): rf"{_SWELLS}|boosts?|gains?|multiplication|large|larger|big|high|many|much|more",
    ("size", False): (
        r"savings?|reductions?|compressions?|shrinkage|cuts?|decreases?|drops?|declines?|division|improvements?|gains?|"
        r"wins?|advantages?|benefits?|small|smaller|low|lower|few|fewer|little|less|cheap|cheaper|off|saved"
    ),
}
_OF_SO_MUCH = re.compile(
    rf"(?:{_LEAD})?(?:an?\s+|the\s+|its\s+|our\s+)?(?:[a-z]+\s+)??(?P<noun>[a-z]+(?:-[a-z]+)?)"
    r"(?:\s+(?:in|of)\s+(?:the\s+)?[a-z]+)?(?:\s+(?:of|is|by|was)|:|(?P<equals>\s*=))\s*(?:an?\s+|the\s+)?"
    rf"(?:{_SO_MUCH}|{_N.replace('<n>', '<bare>')})|"
    rf"(?:{_LEAD})?(?P<verb>costs?|los(?:es?|t)|wast(?:es?|ed)|takes?|needs?)\s+(?:(?:us|you|it|me)\s+)?"
    rf"{_SO_MUCH.replace('(?P<', '(?P<d_')}|"
    rf"(?:{_LEAD})?{_SO_MUCH.replace('(?P<', '(?P<c_')}(?:\s+(?:(?:in|of|as)\s+)?|(?P<apart>\s*[,(]\s*)(?:an?\s+)?)"
    r"(?P<behind>[a-z]+(?:-[a-z]+)?)\)?",
    re.I,
)
_OF_A_WAY = re.compile("|".join(_GOOD.values()), re.I)


def noun_of_no_way(text: str, axis: str, grows: bool | None) -> str:
    """The noun of so much that does not say the way of a comparison: a loss of 3x, for 3x faster; "" for none such.

    A label, and a word in brackets, counts where it says another way.

    >>> [noun_of_no_way(f"a {x} of 3x", "speed", True) for x in ("loss", "boost", "factor")]
    ['loss', '', '']
    >>> [noun_of_no_way(f"{x} = 3", "speed", True) for x in ("loss", "S")], noun_of_no_way("costs 3x", "speed", True)
    (['loss', ''], 'costs')
    """
    m = _OF_SO_MUCH.fullmatch(_in_figures(text))
    noun = (m["noun"] or m["verb"] or m["behind"]) if m is not None else ""
    if m is None or grows is None or re.fullmatch(_NEITHER, noun, re.I):
        return ""
    if (m["equals"] or m["apart"]) and _OF_A_WAY.fullmatch(noun) is None:
        return ""
    return "" if re.fullmatch(_GOOD.get((axis, grows), ""), noun, re.I) else noun


IMPROVES = re.compile(r"\bimprov(?:es?|ed|ing|ements?)\b", re.I)
_LESS_IS_BETTER = frozenset({"time", "latency", "runtime", "duration", "delay", "wait", "cost"})
_MORE_IS_BETTER = frozenset({
    "speed", "throughput", "performance", "rate", "tput", "goodput", "bandwidth", "efficiency", "utilization",
    "utilisation", "intensity", "accuracy", "mfu",
})  # fmt: skip


def improved(noun: str) -> bool | None:
    """Whether there is more of it where it is better: of a speed and not of a time; None where nobody says.

    >>> improved("throughput"), improved("latency"), improved("memory")
    (True, False, None)
    """
    return True if noun.lower() in _MORE_IS_BETTER else False if noun.lower() in _LESS_IS_BETTER else None


__all__ = [
    "FALLS",
    "IMPROVES",
    "QUICKENS",
    "RISES",
    "SLOWS",
    "as_multiple",
    "by_a_number",
    "improved",
    "noun_of_no_way",
    "shifted",
    "verb_by",
]
