"""Orders of growth, as keys and as answers: O(n log n), Θ(n^2), quadratic in T, it grows with the square of the length.

Two orders are one where each is at most a multiple of the other for all sizes that are large: every term of one has a
term of the other, or a mean of two, that is nowhere below it.  They differ where, as some of the sizes grow and the
others stand still, one leaves the other behind; where neither shows, the answer is open.  Logarithms are of any base.

| the key | the answer | it is |
|---|---|---|
| an order | an order, or a formula, of the same growth | exact |
| an order | one of another growth | wrong |
| an order in one symbol | its class in words: linear, quadratic in T, grows with the cube of n | exact or wrong |
| an order in several symbols | the class in each, linear in n and m | exact or wrong; of one alone open or wrong |
| a formula in symbols | another class in one of them, linear in S for S**2 | wrong |
| a formula in symbols | its own class or order, which says too little | open |

What denies, bounds, doubts or shares a class (not linear, at most, amortized, if) leaves it open.

>>> [judged(t, "O(n*log(n))").verdict for t in ("Θ(n log n)", "linearithmic", "O(n)", "at most n log n")]
['exact', 'exact', 'wrong', 'undecided']
>>> [judged(t, "S**2").verdict for t in ("linear in S", "quadratic in S")], judged("S^2", "S**2")
(['wrong', 'undecided'], None)
"""

from __future__ import annotations

import string
from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from itertools import permutations, product
from typing import NamedTuple

import symroof.regexes as re
from symroof.algebra.ratios.poly import Atom, Gen, Number, Poly, log_of, maximum_of
from symroof.algebra.ratios.posynomial import Ratio
from symroof.checking.answers.grown import ORDER, formula_around, is_joined
from symroof.checking.claims.claims import Verdict, claim
from symroof.checking.words.called import symbols
from symroof.checking.words.changers import CHANGERS
from symroof.checking.words.operations import in_signs
from symroof.errors import SymroofError

MAX_LENGTH = 200
MAX_TERMS, MAX_NAMES = 12, 5


class Degree(NamedTuple):
    """How one symbol grows in a term: the base that is raised to it, its power, and those of log and log log."""

    base: Fraction = Fraction(1)
    power: Fraction = Fraction(0)
    log: Fraction = Fraction(0)
    loglog: Fraction = Fraction(0)

    def times(self, other: Degree) -> Degree:
        """The degree of a product."""
        return Degree(self.base * other.base, *(x + y for x, y in zip(self[1:], other[1:])))

    def inverse(self) -> Degree:
        """The degree of what is divided by."""
        return Degree(1 / self.base, *(-x for x in self[1:]))


_WEIGHTS = (Fraction(1, 4), Fraction(1, 3), Fraction(1, 2))
Term = Mapping[str, Degree]
_FLAT = Degree()
_LINEAR, _SQUARE, _LOG = Degree(power=Fraction(1)), Degree(power=Fraction(2)), Degree(log=Fraction(1))
_EXPONENTIAL = Degree(Fraction(2))  # of whatever base

# what an order is called, each as an adjective and as an adverb
_CLASSES = {
    "constant": _FLAT, "logarithmic": _LOG, "logarithmically": _LOG, "linear": _LINEAR, "linearly": _LINEAR,
    "linearithmic": Degree(power=Fraction(1), log=Fraction(1)),
    "log-linear": Degree(power=Fraction(1), log=Fraction(1)), "loglinear": Degree(power=Fraction(1), log=Fraction(1)),
    "quadratic": _SQUARE, "quadratically": _SQUARE,
    "cubic": Degree(power=Fraction(3)), "cubically": Degree(power=Fraction(3)),
    "quartic": Degree(power=Fraction(4)), "exponential": _EXPONENTIAL, "exponentially": _EXPONENTIAL,
}  # fmt: skip
# what something grows with: the square of T
_POWERS = {
    "square root": Degree(power=Fraction(1, 2)), "root": Degree(power=Fraction(1, 2)), "square": _SQUARE,
    "cube": Degree(power=Fraction(3)), "fourth power": Degree(power=Fraction(4)), "log": _LOG, "logarithm": _LOG,
}  # fmt: skip
# by how much it grows where the size doubles
_OUTCOMES = {
    "one": _LINEAR, "two": _SQUARE, "three": Degree(power=Fraction(3)), "none": _FLAT, "added": _LOG,
}  # fmt: skip
_OUTCOME = (
    r"(?:(?P<one>doubles|is\s+doubled|twice|two\s+times|2x|by\s+(?:a\s+factor\s+of\s+)?(?:two|2)\b)|"
    r"(?P<two>quadruples|is\s+quadrupled|four\s+times|4x|(?:by\s+)?a\s+factor\s+of\s+(?:four|4)\b|fourfold)|"
    r"(?P<three>eight\s+times|8x|eightfold|(?:by\s+)?a\s+factor\s+of\s+(?:eight|8)\b)|"
    r"(?P<none>(?:stays?|is|takes)\s+the\s+same|is\s+unchanged|(?:does\s+not|doesn['’]t)\s+change)|"
    r"(?P<added>(?:(?:just|only)\s+)?(?:one|an?|1|a\s+(?:constant|fixed)\s+number\s+of)\s+(?:(?:more|extra|additional|further)\s+)[a-z]+|"
    r"adds\s+(?:(?:just|only)\s+)?(?:one|an?|1|a\s+(?:constant|fixed)\s+number\s+of)\s+[a-z]+))"
)
_WHENEVER = r"(?:when(?:ever)?|if|as|(?:each|every)\s+time)"
_MANY = r"(?:\s+as\s+(?:many|much|long)(?:\s+[a-z]+)?)?"
_ANY_CLASS = "|".join(_CLASSES)
_KEY = re.compile(rf"\s*\$?{ORDER.pattern}\$?\s*")
_NOUN = (
    r"(?P<in>(?:both\s+)?(?:the\s+|its\s+|our\s+)?[A-Za-z]\w*"
    r"(?:[\s-](?!(?:and|with|but|even|in|because|as|for|at|so|when|while|on|not)\b)[a-z]+){0,3})"
)
_CLASS = re.compile(
    rf"(?<![\w-])(?P<class>{_ANY_CLASS})(?![\w-])(?:\s+(?:time|growth|order|scaling|complexity|cost|space|memory|work))?(?:\s+(?:in|with|by)\s+{_NOUN})?",
    re.I,
)
_WITH_A_POWER = re.compile(
    rf"(?:\A|\b(?:with|as|like|by|to|is|of)\s+)the\s+(?P<power>{'|'.join(_POWERS)})(?:\s+of\s+{_NOUN})?", re.I
)
_INDEPENDENT = re.compile(
    rf"\b(?:independent\s+of|(?:does\s+not|doesn['’]t)\s+(?:depend\s+(?:on|of|from)|grow\s+with|scale\s+with|change\s+with)|the\s+same\s+for\s+(?:all|any|every))\s+{_NOUN}|\b(?:always|stays?)\s+the\s+same\b",
    re.I,
)
_SIZE = r"(?:the\s+)?(?P<size>[A-Za-z]\w*(?:\s+(?!takes?\b|costs?\b|needs?\b|means?\b|gives?\b)[a-z]+){0,2}?)"
_WHOSE = r"(?:(?:the|its)\s+)?(?:[a-z]+\s+){0,3}?"
_PROPORTIONAL = re.compile(
    rf"\b(?P<inverse>inversely\s+)?(?:proportional(?:ly)?|in\s+proportion)\s+to\s+(?!the\s+(?:{'|'.join(_POWERS)})\b){_NOUN}(?![\w^*²³(])",
    re.I,
)
_DOUBLING = [
    re.compile(pattern, re.I)
    for pattern in (
        rf"(?:when|if|as|once)\s+(?:you\s+|we\s+)double\s+{_SIZE},?\s+{_WHOSE}{_OUTCOME}(?:\s+[a-z]+){{0,3}}",
        rf"(?:when|if|as|once)\s+{_SIZE}\s+(?:doubles|is\s+doubled),?\s+{_WHOSE}{_OUTCOME}(?:\s+[a-z]+){{0,3}}",
        rf"doubling\s+{_SIZE}\s+(?:makes\s+)?{_WHOSE}{_OUTCOME}(?:\s+[a-z]+){{0,3}}",
        rf"(?:every|each)\s+doubling\s+of\s+{_SIZE}\s+(?:(?:makes|costs|takes|needs|means)\s+)?{_WHOSE}{_OUTCOME}",
        rf"{_WHOSE}{_OUTCOME}{_MANY}\s+{_WHENEVER}\s+(?:you\s+|we\s+)double\s+{_SIZE}",
        rf"{_WHOSE}{_OUTCOME}{_MANY}\s+{_WHENEVER}\s+{_SIZE}\s+(?:doubles|is\s+doubled)",
        rf"twice\s+{_SIZE}\s*(?:,|takes?|costs?|needs?|means?|gives?)\s*{_WHOSE}{_OUTCOME}(?:\s+[a-z]+){{0,3}}",
    )
]
_COUNTED = re.compile(  # n log n compares: what all of the work is counted in, and no rounds or levels of it
    r"(?<=[\w)²³])\s+(?:compares|comparisons|operations|ops|time|work|flops|swaps|multiplications|additions)\Z", re.I
)
_FORMULA = re.compile(  # n^2, behind what says that it is an order
    r"(?:(?:(?:it|this|that|the\s+[a-z]+|[a-z]+)\s+(?:is|grows|scales|goes|runs)|it['’]?s|"
    r"(?:[A-Za-z]+\s+){1,4}(?:brings|gets|takes|reduces|cuts)\s+(?:it|this|that)\s+(?:down\s+)?to)\s+|[A-Za-z]+\s*(?=[~∝∼]))?(?:(?:of|in|on)\s+(?:the\s+)?order(?:\s+of)?\s+|order\s+|proportional\s+to\s+|(?:as|like|(?P<with>with))\s+|[~∝∼]\s*)*(?P<f>[^~∝∼]+?)\.?",
    re.I,
)
_CONTRAST = re.compile(
    rf",?\s*\b(?:instead\s+of|rather\s+than|and\s+not|not|unlike|as\s+opposed\s+to|where(?:as)?\s+[a-z\s]+\s(?:is|was))\s+"
    rf"(?:being\s+|just\s+|the\s+)?(?:(?:{_ANY_CLASS}|O\([^()]*\))(?:\s+in\s+[A-Za-z]\w*)?|"
    r"(?>(?:\d|[A-Za-z](?![a-z]))(?:\s*[*^/+]+\s*(?:\d+|[A-Za-z](?![a-z]))|[²³])*)(?:\s+per\s+[a-z]+)?)(?![\w-])",
    re.I,
)
_REASON = re.compile(r"\s*[,;(–—-]?\s*\b(?:because|since|bc|b/c|cause|cuz|due\s+to)\b.*|,\s*as\s.*", re.I | re.S)
_HENCE = re.compile(r".*(?:\b(?:so|hence|thus|therefore)\b|=>|⇒|→|->)\s*", re.I | re.S)
_TURNED = re.compile(  # what denies, bounds, doubts or shares a class
    r"\b(?:not|never|no|nor|hardly|barely|if|unless|until|once|would|could|might|may|only|at\s+(?:least|most|best|worst)|worse|better|more|less|faster|slower|"
    r"than|sub|super|amorti[sz]ed|(?:on\s+)?average|expected|worst|best|between|or|maybe|perhaps|probably|almost|nearly|per|each|every|was|used|but|"
    r"except|without|for\s+(?:one|a\s+single)|up\s+to|upper|lower|below|above|plus|terms?|factor|half|divided|over|poly\w*|quasi\w*|depends)\b|n['’]t\b|\?|[<>≤≥]",
    re.I,
)
_LOG_OF = re.compile(  # log n, log^2 n, log_2(n)
    r"(?<![A-Za-z])\\?(?:log(?:_?\{?(?:2|10|e)\}?)?|ln|lg|ld)\s*(?:(?:\^|\*\*)\s*(?P<power>\d)\s*)?(?:\(\s*(?P<of>[A-Za-z]\w*)\s*\)|(?P<open>\()|(?P<x>[A-Za-z]\w*)(?![\w(]))"
)
_EXPONENT = re.compile(
    r"(?<![\w.)])(?P<base>\d+(?:\.\d+)?)\s*(?:\^|\*\*)\s*[{(]?\s*(?P<k>\d+\s*\*?\s*)?(?P<x>[A-Za-z]\w*)\s*[})]?"
)
_RUN_TOGETHER = re.compile(r"(?<![A-Za-z])(?P<x>[a-z])\s?log\s?(?P<of>[a-z])(?![A-Za-z(])")  # nlogn
_PSEUDO = re.compile(r"\bpseudo[\s-]?polynomial(?:ly)?,?\s+")  # which is how what stands behind it is called
_RAISED = {"squared": "^2", "cubed": "^3"}
_LETTERS = frozenset(string.ascii_letters)


_CALLIGRAPHIC = re.compile(r"\\mathcal\s*(?:\{\s*O\s*\}|O(?![A-Za-z]))\s*(?=[\\(])")
_LOG_BEHIND = re.compile(r"(?<=[\w)}])\\(?=(?:log|lg|ln)(?![A-Za-z]))")  # n\log n
_SUBSCRIPT = re.compile(r"(?<![A-Za-z])(?:log|lg)[₀-₉]+\s*")  # a base that changes no order


def judged(answer: str, expected: str, names: Collection[str] | None = None) -> Verdict | None:
    """The verdict on an order of growth, or where one is expected; None where neither side is one.

    ``names`` are the symbols declared.

    >>> print(judged("n·log₂(n)", "O(n*log(n))").verdict, judged("n·log₁₀(n²)²", "O(n*log(n))").verdict)
    exact wrong
    """
    if len(answer) > MAX_LENGTH or len(expected) > MAX_LENGTH or "O" in (names or ()):
        return None
    answer = _LOG_BEHIND.sub(r" \\", _CALLIGRAPHIC.sub(r"O", _SUBSCRIPT.sub("log ", answer)))
    key = _KEY.fullmatch(expected)
    if key is None:
        return _beside_a_formula(answer, expected, names)
    theirs = terms(key["of"], names)
    if theirs is None:
        if (same := ORDER.fullmatch(answer.strip(" .!"))) is not None and _blankless(same) == _blankless(key):
            return _same()
        return _open(f"{expected.strip()}: an order that is not compared")
    if (quasi := _QUASILINEAR.search(answer)) is not None:
        return _quasilinear(answer.replace(quasi.group(), "linearithmic"), expected, theirs, names)
    return _by_what_it_says(answer, expected, theirs, names)


def _by_what_it_says(answer: str, expected: str, theirs: list[Term], names: Collection[str] | None) -> Verdict:
    """The verdict on an answer by the order that it says, as a formula or by its class."""
    keys = {n for t in theirs for n in t}
    plain = _said(answer, keys)
    whole = formula_around(plain, {*keys, *(names or ())})
    said, remarks = _told(plain) if whole is None else (plain, [])
    polynomial = _POLYNOMIAL.fullmatch(said) is not None
    if (turned(said, expected) and not polynomial) or any(_QUALIFIES.search(_INDEPENDENT.sub("", r)) for r in remarks):
        return _open(f"{answer.strip()}: whether that order is meant is open")
    if polynomial:
        rated = any(d.base > 1 for t in theirs for d in t.values())
        return _other(expected) if rated else _open("a polynomial, of which degree is open")
    orders = [m["of"] for m in ORDER.finditer(said)] if whole is None else [whole]
    if len({*orders}) > 1:
        return _open("several orders")
    formula = orders[0] if orders else _formula(said)
    mine = terms(formula, names) if formula else None
    if mine is not None and (orders or any(mine)):
        spelt = [d for d in classes(" and ".join(remarks)) if d[1].split()[:1] != ["both"]]
        agrees = all(_of_classes([d], mine, expected).ok for d in spelt) and _in_other_words(remarks, mine, names)
        return _compared(mine, theirs, expected) if agrees else _open("several orders")
    found = [*classes(said)]
    if orders or not found or is_joined(said, _CLASS, keys):
        return _open(f"{answer.strip()}: no order that is read")
    return _unless_of_a_part(_OF_MEMORY, answer, _of_classes(found, theirs, expected))


def _in_other_words(remarks: list[str], mine: list[Term], names: Collection[str] | None) -> bool:
    """Whether each formula that stands beside an order is of that order."""
    others = [found for r in remarks if (found := terms(_formula(r) or "", names)) is not None and any(found)]
    return all(alike(other, mine) for other in others)


_QUASILINEAR = re.compile(r"\bquasi[-\s]?linear", re.I)


def _quasilinear(answer: str, expected: str, theirs: list[Term], names: Collection[str] | None) -> Verdict | None:
    """The verdict on quasilinear, which is n log n by custom, and open beside n and other powers of its logarithm.

    >>> [judged("quasilinear", f"O({x})").verdict for x in ("n*log(n)", "n", "n*log(n)**2", "n**2")]
    ['exact', 'undecided', 'undecided', 'wrong']
    """
    found = judged(answer, expected, names)
    if found is None or found.ok or any(d.power != 1 or d.base != 1 for t in theirs for d in t.values()):
        return found
    return _open("quasilinear, of which power of the logarithm is open")


_POLYNOMIAL = re.compile(
    r"(?:(?:it|this|that)\s+is\s+|it['’]?s\s+)?polynomial(?:ly)?(?:\s+(?:time|growth|in\s+[A-Za-z]))?", re.I
)
_PIECE = re.compile(r"\s*[,;:]\s+|\s+[–—-]+\s+")
#: what denies, doubts, bounds or conditions an order from beside it; a remark may count what it likes
_QUALIFIES = re.compile(
    r"\b(?:not|never|nor|hardly|barely|if|unless|until|could|might|may|only|at\s+(?:least|most|best|worst)|amorti[sz]ed|(?:on\s+)?average|expected|"
    r"worst|best|or|maybe|perhaps|probably|almost|nearly|but|except|without|up\s+to|upper|lower|depends|repeated|quadratic|average|each\s+[a-z]\s+times|\A(?:log\s*)?[a-z]\s+times|times\s+over|once\s+(?:per|for)|mistake\w*|wrong)\b|n['’]t\b|\?|[<>≤≥]|"
    r"\A(?:and\s+)?(?:per|over|plus|times|more|less|half|twice|divided|for|in|on|with|by|from|to|of)\b|\A(?:each|every)(?:\s+[a-z]+)?\Z|"
    r"\A(?:it|this|that)\s+would\b",
    re.I,
)


def _told(said: str) -> tuple[str, list[str]]:
    """The piece of an answer that says an order, its formula before its class, and the other pieces.

    >>> _told("linear, one lane per port"), _told("linear in both tables, n+m")
    (('linear', ['one lane per port']), ('n+m', ['linear in both tables']))
    """
    pieces = [p for p in _PIECE.split(said) if p.strip()]
    orders = [p for p in pieces if ORDER.search(p)]
    formulas = [p for p in pieces if (f := _formula(p)) is not None and any(terms(f) or ())]
    named = [p for p in pieces if next(classes(p), None) is not None or _POLYNOMIAL.fullmatch(p)]
    found = next((f for f in (orders, formulas, named) if f), [])
    if len(found) != 1 or len(orders) > 1 or len(pieces) < 2:
        return said, []
    return found[0], [p for p in pieces if p is not found[0]]


def _unless_of_a_part(of: re.Pattern[str], answer: str, found: Verdict) -> Verdict:
    """The verdict, open for another growth that is told of memory or of a latency, which nobody may ask.

    >>> judged("linear memory", "O(n**2)").verdict, judged("linear", "O(n**2)").verdict
    ('undecided', 'wrong')
    """
    m = of.search(answer) if found.verdict == "wrong" else None
    return found if m is None else _open(f"of {m.group().lower()}: whether that is asked is open")


_OF_MEMORY = re.compile(rf"\b(?:{_ANY_CLASS})\s+(?:memory|space|storage)\b", re.I)  # and time is no part of it
_RESOURCE = re.compile(r"\b(?:memory|space|storage|footprint|latency|traffic|bandwidth|communication)\b", re.I)


def _said(answer: str, names: Collection[str] = ()) -> str:
    """What an answer says, without what it is set against and its reason, and behind what it concludes from."""
    plain = re.sub(r"(?<=\w)\s+(squared|cubed)\b", lambda m: _RAISED[m[1]], " ".join(answer.split()))
    plain = _RUN_TOGETHER.sub(r"\g<x> log \g<of>", plain)
    plain = _PSEUDO.sub("", plain) if ORDER.search(plain) else plain
    plain = _CONTRAST.sub("", re.sub(r"\b[Bb]ig[\s-]?O\s+of\s+(\S+)", r"O(\1)", plain))
    behind = in_signs(_HENCE.sub("", plain), names) if _HENCE.match(plain) else plain
    concludes = any(p.search(behind) for p in (_CLASS, _WITH_A_POWER, ORDER))
    plain = behind if concludes or (behind != plain and (terms(behind) or [{}]) != [{}]) else plain
    cut = _REASON.sub("", plain)
    return re.sub(r"\A\W*but\s+", "", cut if re.search(r"\w", cut) else plain).strip(" .!")


def turned(said: str, expected: str) -> bool:
    """Whether a class is denied, bounded, doubted or of a part.

    >>> [turned(t, "O(n)") for t in ("linear in n", "at most linear", "the first term is linear", "O(n) or so")]
    [False, True, True, True]
    """
    if _doubled(said) is not None:
        return False
    words = _INDEPENDENT.sub("", said)
    return _TURNED.search(words) is not None or any(c.words.search(words) for c in CHANGERS)


def _doubled(said: str) -> tuple[Degree, str] | None:
    """What grows with what, by what happens where that doubles; None where a text says no such.

    >>> d, size = _doubled("it quadruples when the context doubles")
    >>> float(d.power), size
    (2.0, 'context')
    """
    m = next((m for p in _DOUBLING if (m := p.fullmatch(said)) is not None), None)
    return None if m is None else (next(d for how, d in _OUTCOMES.items() if m[how]), m["size"].strip())


def _blankless(m: re.Match[str]) -> str:
    return re.sub(r"\s", "", m["of"])


def _formula(said: str) -> str | None:
    """The formula that all of an answer is, behind what says that it is an order."""
    m = _FORMULA.fullmatch(_COUNTED.sub("", said))
    if m is not None and m["with"] and re.fullmatch(r"[A-Za-z]\w*", m["f"]):
        return None  # it grows with n
    words = re.findall(r"[A-Za-z]{3,}", m["f"]) if m is not None else []
    return m["f"] if m is not None and not {w.lower() for w in words} - {"log", "sqrt", "max", "log2"} else None


def classes(said: str) -> Iterator[tuple[Degree, str]]:
    """The classes that a text names, each with what it grows with; "" where that is not said.

    >>> [(float(d.power), x) for d, x in classes("linear in n and m, quadratic in the batch size")]
    [(1.0, 'n'), (1.0, 'm'), (2.0, 'the batch size')]
    """
    if (doubled := _doubled(said)) is not None:
        yield doubled
        return
    for pattern in (_CLASS, _WITH_A_POWER, _INDEPENDENT, _PROPORTIONAL):
        for m in pattern.finditer(said):
            kind, noun = m.groupdict(), (m["in"] or "").strip()
            degree = _FLAT
            if pattern is _PROPORTIONAL:
                degree = _LINEAR.inverse() if kind["inverse"] else _LINEAR
            elif kind.get("class"):
                degree = _CLASSES[kind["class"].lower()]
            elif kind.get("power"):
                degree = _POWERS[kind["power"].lower()]
            yield degree, noun
            more = re.match(rf"\s+and\s+(?:in\s+)?{_NOUN}", said[m.end() :]) if noun else None
            if more is not None and not any(w in _CLASSES for w in more["in"].lower().split()):
                yield degree, more["in"].strip()


def _of_classes(found: list[tuple[Degree, str]], theirs: list[Term], expected: str) -> Verdict:
    """The verdict on classes in words: each is held against the key's growth in its symbol."""
    names = sorted({n for t in theirs for n in t})
    told: dict[str, Degree] = {}
    if not names:
        flat = {d == _FLAT for d, _ in found}
        return _same() if flat == {True} else _open("several orders") if len(flat) > 1 else _other(expected)
    for degree, noun in found:
        every = names if (degree == _FLAT and not noun) or _of_both(noun, names) else _meant(noun, names)
        for n in every:
            if told.setdefault(n, degree) != degree:
                return _open("several orders")
        if not every:
            return _open(f"{noun or 'it'}: which of the sizes it grows with is open")
    if any(not _alike(d, _degree(theirs, n)) for n, d in told.items()):
        return _other(expected)
    missing = [n for n in names if n not in told]
    return _open(f"how it grows in {', '.join(missing)} is not said") if missing else _same()


_ANY_SIZE = {
    "size",
    "the size",
    "the input",
    "input",
    "the problem size",
    "problem size",
    "input size",
    "the input size",
}


_OF_ANYTHING = (["n"], ["N"])  # the letter of whatever there are so many of


def _of_both(noun: str, names: list[str]) -> bool:
    """Whether a noun stands for all of the key's two symbols: both tables.

    >>> _of_both("both tables", ["m", "n"]), _of_both("both tables", ["n"]), _of_both("tables", ["m", "n"])
    (True, False, False)
    """
    return len(names) == 2 and re.match(r"both\b", noun, re.I) is not None


def _meant(noun: str, names: list[str]) -> list[str]:
    """The key's symbol that a noun stands for; none where it may be another size.

    >>> _meant("the sequence length", ["n"]), _meant("the sequence length", ["d"]), _meant("the tokens", ["d", "n"])
    (['n'], [], [])
    """
    words = re.sub(r"\A(?:the|its|our)\s+", "", noun).split()
    if noun.lower() in _ANY_SIZE and len(names) == 1:
        return names
    if len(words) == 1 and len(words[0]) == 1:
        cased = [n for n in names if n.lower() == words[0].lower()]
        return [words[0]] if words[0] in names else cased if len(cased) == 1 else []
    if not words or words[0] in names:
        return names if len(names) == 1 else [words[0]] if words else []
    found = [*symbols(words, names)]
    elsewhere = names not in _OF_ANYTHING and symbols(words, _LETTERS)
    return found if len(found) == 1 else names if len(names) == 1 and not found and not elsewhere else []


def _alike(said: Degree, right: Degree) -> bool:
    """Whether a class is the growth in a symbol; exponential is of whatever base."""
    return right.base > 1 if said == _EXPONENTIAL else said == right


def _degree(theirs: list[Term], name: str) -> Degree:
    """How a sum grows in one symbol."""
    return max(t.get(name, _FLAT) for t in theirs)


def _compared(mine: list[Term], theirs: list[Term], expected: str) -> Verdict:
    """The verdict on one order against another, in the same symbols or in one other letter."""
    ours, keys = (sorted({n for t in ts for n in t}) for ts in (mine, theirs))
    if not {*ours} <= {*keys}:
        cased = {n: [k for k in keys if k.lower() == n.lower()] for n in ours}
        new = {n: k[0] for n, k in cased.items() if len(k) == 1}
        if {*new} == {*ours} and len({*new.values()}) == len(ours):
            return _compared([{new[n]: d for n, d in t.items()} for t in mine], theirs, expected)
        if len(ours) == len(keys) == 1 and mine[0][ours[0]] != theirs[0][keys[0]]:
            return _other(expected)
        if not keys:
            return _other(expected)
        return _open(f"{', '.join(n for n in ours if n not in keys)}: a size that the key does not have")
    same = alike(mine, theirs)
    return (
        _open("whether the two orders are the same was not decided")
        if same is None
        else (_same() if same else _other(expected))
    )


def alike(mine: list[Term], theirs: list[Term]) -> bool | None:
    """Whether two sums of terms are of one order; None where the terms one by one do not tell.

    >>> n, m = ({x: Degree(power=Fraction(1))} for x in "nm")
    >>> alike([n, m], [m, n]), alike([n], [n, m]), alike([n, m, {**n, **m}], [n, m])
    (True, False, False)

    Between two terms a mean of them is below their sum: the square root of n*m beside n + m.
    """
    if all(any(_below(x, y) for y in _with_means(b)) for a, b in ((mine, theirs), (theirs, mine)) for x in a):
        return True
    names = sorted({n for t in (*mine, *theirs) for n in t})
    rated = any(d.base != 1 for t in (*mine, *theirs) for d in t.values())
    for weights in product((0, 1) if rated else (0, 1, 2, 3), repeat=len(names)):
        if len({max(_along(t, dict(zip(names, weights))) for t in ts) for ts in (mine, theirs)}) > 1:
            return False
    return None


def _below(x: Term, y: Term) -> bool:
    """Whether a term is at most a multiple of another wherever the sizes are large."""
    return all(x.get(n, _FLAT) <= y.get(n, _FLAT) for n in {*x, *y})


def _with_means(found: list[Term]) -> list[Term]:
    """The terms of a sum and weighted geometric means of two of them, which are at most that sum: x^w y^(1 - w)."""
    out = [*found]
    for x, y in permutations(found, 2):
        if not any(d.base != 1 for d in (*x.values(), *y.values())):
            out += [_product(_raised(x, w), _raised(y, 1 - w)) for w in _WEIGHTS]
    return out


def _raised(t: Term, e: Fraction) -> Term:
    """A term without powers that symbols are the exponents of, to a power."""
    return {n: Degree(d.base, *(x * e for x in d[1:])) for n, d in t.items()}


def _along(t: Term, weights: Mapping[str, int]) -> Degree:
    """How a term grows where each size is the power of one size that its weight says; 0 stands still."""
    out = _FLAT
    for n, d in t.items():
        if w := weights[n]:
            out = out.times(Degree(d.base, d.power * w, d.log, d.loglog))
    return out


def terms(text: str, names: Collection[str] | None = None) -> list[Term] | None:
    """The terms of a formula that are not below another one; None for what is not read, or may not grow.

    >>> [len(terms(t)) for t in ("3n^2 + 5n", "n log n", "n/p + log p", "2^n")], terms("n - m"), terms("sin(n)")
    ([1, 1, 2, 1], None, None)
    """
    raised: dict[str, tuple[str, Fraction]] = {}

    def placed(m: re.Match[str]) -> str:
        name = f"E_{9000 + len(raised)}"
        raised[name] = (m["x"], Fraction(m["base"]) ** int((m["k"] or "1").strip(" *")))
        return f"({name})"

    plain = re.sub(r"(?<![A-Za-z])([A-Za-z])(?=(?:log|ln|lg)[A-Za-z(\s_])", r"\1*", text.strip().strip("$"))
    plain = _LOG_OF.sub(_in_base_two, plain)
    plain = re.sub(r"(?<=[\w)])\s+(?=log2\()", "*", plain)
    plain = _EXPONENT.sub(placed, plain)
    try:
        made = claim(plain, None if names is None else (*names, *raised), {})
    except SymroofError:
        return None
    if made.value is None or made.kind != "value" or any(made.dimension or ()):
        return None
    found = _of(made.value)
    if found is None or len(found) > MAX_TERMS:
        return None
    out = [_with_bases(t, raised) for t in found]
    kept = _largest(out)
    return kept if len({n for t in kept for n in t}) <= MAX_NAMES else None


def _in_base_two(m: re.Match[str]) -> str:
    """A logarithm as it is read: of whatever base, with its power behind it."""
    if m["open"]:
        return m.group() if m["power"] else "log2("
    power = f"^{m['power']}" if m["power"] else ""
    return f"log2({m['of'] or m['x']}){power}"


def _with_bases(t: Term, raised: Mapping[str, tuple[str, Fraction]]) -> Term:
    """A term with the powers that symbols are the exponents of."""
    out: dict[str, Degree] = {}
    for n, d in t.items():
        name, base = raised.get(n, (n, None))
        degree = d if base is None else Degree(base ** int(d.power))
        out[name] = out.get(name, _FLAT).times(degree)
    return {n: d for n, d in out.items() if d != _FLAT}


def _largest(found: list[Term]) -> list[Term]:
    """The terms that are below no other one."""
    kept: list[Term] = []
    for t in found:
        if not any(_below(t, k) for k in kept):
            kept = [*(k for k in kept if not _below(k, t)), t]
    return kept


def _of(r: Ratio) -> list[Term] | None:
    """The terms of a quotient: those above, each over the one that leads below."""
    above, below = _sum(r.num), _sum(r.den)
    if above is None or below is None or len(under := _largest(below)) != 1:
        return None
    return [_product(t, {n: d.inverse() for n, d in under[0].items()}) for t in above]


def _product(x: Term, y: Term) -> Term:
    out = {n: x.get(n, _FLAT).times(y.get(n, _FLAT)) for n in {*x, *y}}
    return {n: d for n, d in out.items() if d != _FLAT}


def _sum(p: Poly) -> list[Term] | None:
    """The terms of a sum; None where what is taken away is not below another term, or a factor is not read."""
    plus: list[Term] = []
    minus: list[Term] = []
    for exps, c in p.monomials():
        made: list[Term] | None = [{}]
        for g, e in exps.items():
            factor = _power(g, e)
            made = None if factor is None or made is None else [_product(x, y) for x in made for y in factor]
        if made is None or len(made) > MAX_TERMS:
            return None
        (plus if c > 0 else minus).extend(made)
    if any(not any(_below(m, t) and not _below(t, m) for t in plus) for m in minus):
        return None
    return plus or None


def _power(g: Gen, e: Number) -> list[Term] | None:
    """The terms of a symbol or a function to a power."""
    if isinstance(g, str):
        return [{g: Degree(power=Fraction(e))}]
    inner = _function(g)
    if inner is None or (len(inner) > 1 and e != 1):
        return None
    return inner if e == 1 else [_raised(inner[0], Fraction(e))]


def _function(g: Atom) -> list[Term] | None:
    """The terms of a logarithm, a maximum or what is rounded up; None for any other function."""
    if (of := log_of(g)) is not None:
        found = _of(of)
        led = _largest(found) if found else []
        return _log(led[0]) if len(led) == 1 else None
    if branches := maximum_of(g):
        parts = [_of(b) for b in branches]
        return [t for p in parts for t in p or ()] if all(parts) else None
    if g.row.rounds > 0:  # up, to 1 at least
        found = _of(g.args[0])
        return None if found is None else [*found, {}]
    return None


def _log(t: Term) -> list[Term] | None:
    """The logarithm of a term, a sum of those of its factors."""
    out: list[Term] = []
    for n, d in t.items():
        if d.base > 1:
            out.append({n: _LINEAR})
        elif d.base < 1 or d.power < 0 or (not d.power and d.log <= 0):
            return None
        else:
            out.append({n: _LOG if d.power else Degree(loglog=Fraction(1))})
    return out or [{}]


_IN_A_SYMBOL = re.compile(
    rf"(?:(?:it|this|that|the\s+[a-z]+(?:\s+[a-z]+)?|[A-Za-z]+)\s+)?(?:is|are|grows?|scales?|increases?|rises?|goes)?\s*(?:up\s+)?(?P<said>{_CLASS.pattern})\W*",
    re.I,
)


def _beside_a_formula(answer: str, expected: str, names: Collection[str] | None) -> Verdict | None:
    """The verdict on a class of growth where a formula is expected: wrong where it is another one; None for no such."""
    m = _IN_A_SYMBOL.fullmatch(answer.strip()) if _FORMULAIC.fullmatch(expected) else None
    theirs = terms(expected, names) if m is not None and m["in"] else None
    if m is None or theirs is None or not any(theirs):
        return None
    found = _of_classes([*classes(m["said"])], theirs, expected)
    if found.ok:
        return _open(f"its order is told, where {expected} is expected")
    return _unless_of_a_part(_RESOURCE, answer, found)


_FORMULAIC = re.compile(r"[\w\s*/^().,+-]*[A-Za-z][\w\s*/^().,+-]*")


def _same() -> Verdict:
    return Verdict("exact", "the same order", code="order")


def _other(expected: str) -> Verdict:
    return Verdict("wrong", f"another order of growth than {expected.strip()}", code="order", right=expected)


def _open(words: str) -> Verdict:
    return Verdict("undecided", words, code="order")


__all__ = ["alike", "classes", "judged", "terms", "turned"]
