"""Whether the words beside a statement say that it is so: it takes 42 ms of math, and not it misses 42 ms by far.

>>> from symroof.checking.claims.claims import Verdict
>>> def told(left, right="", text="42 ms"):
...     return Statement(text, f"{left} {right}", Verdict("exact", ""), False, left, right)
>>> [asserted(told(*t)) for t in (("reading takes ", "of math"), ("it spits out ",), ("it misses ", "by far"))]
[True, True, False]
>>> altered(told("twice ")), altered(told("each chip needs "))
(True, False)
"""

from __future__ import annotations

from collections.abc import Callable

import symroof.regexes as re
from symroof.checking.answers.pieces import (
    GOES_ON,
    MOST,
    NEUTRAL,
    QUANTITY,
    Statement,
    clauses_of,
    no_quantity,
    runs_in,
)
from symroof.checking.answers.plainly import in_rates
from symroof.checking.claims.claims import Verdict, tried
from symroof.checking.words.lexicon import AGAIN, AGAINST, COMPARES, LACKS, SCALES
from symroof.checking.words.numerals import NUMBER
from symroof.reading.measures import KIND, UNITS

_SHARED = re.compile(
    r"\b(?:half|halve[sd]?|twice|thrice|double[sd]?|triple[sd]?|times|same|again|other|another|factor|both|of\s+(?:two|three|four|\d+)|"
    r"each|every|per|apiece|than|plus|minus|sav\w+|reduc\w+|cut\w*|drop\w*|left|remain\w*|spare|extra|"
    r"least|most|above|below|beyond|exceed\w*|past|wasted?|limit\w*|(?:larg|small|great)er|max\w*|min\w*)\b",
    re.I,
)
_ADVERBS = (
    r"(?:about|around|roughly|approximately|nearly|just|simply|basically|essentially|merely|still|only|exactly|some|"
    r"~|≈)"
)
_STATES = re.compile(  # how what stands before a value says that it is so
    r"(?:\A|[,:(=≈→]|\b(?:takes?|took|needs?|costs?|is|are|was|be|gives?|makes?|gets?|got|comes?(?:\s+out)?(?:\s+(?:to|at|as))?|"
    r"works?\s+out(?:\s+(?:to|at|as))?|amounts?\s+to|adds?\s+up\s+to|sums?\s+(?:up\s+)?to|totals?|equals?|requires?|uses?|moves?|reads?|"
    r"loads?|streams?|sends?|writes?|has|have|holds?|stores?|spends?|lasts?|runs?\s+(?:in|at|for)|finish(?:es)?\s+in|done\s+in|"
    r"sets?\s+(?:us|you|me|it)\s+back|occup(?:y|ies)|consumes?|weighs?|yields?|produces?|serves?|handles?|achieves?|sustains?|generates?|allows?|permits?|leaves?|leaving|sees?|train\s+on|does|do|did|consists?\s+of|comprises?|contains?|finished\s+after|dissipates?|"
    r"delivers?|manages?|run|(?:billed|charged|priced|rated|quoted|estimated)\s+at|decodes?|pays?|charges?|satisf(?:y|ies)|processes|performs?|executes?|emits?|transfers?|transmits?|receives?|fetch(?:es)?|touch(?:es)?|draws?|burns?|dissipates?|allocates?|reserves?|busy|utili[sz]ed|in\s+the\s+end|finally|eventually|all\s+in\s+all|find|found|obtain|say|think|believe|calculate|compute|estimate|answer|result|total|overall|"
    r"(?:time|latency|cost|size|amount|speed|rate|throughput|bandwidth|intensity|ridge|memory|traffic|energy|power|price|number|count|total|"
    r"batch|sum|load|budget|value|figure|volume|footprint|length|width)\s+(?:of|at|is)?)(?![A-Za-z])\s*)"
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
_LONG = 5  # words before a value: fewer are no sentence
_PHRASAL = re.compile(
    r"(?:finished|over|done|through|complete|arrives?|ends?|returns?|completes?|finishes)\s+after|\bremains?\s+for\b|(?<=\s)fits?\b|\b(?:add|sum)s?\s+(?:up\s+)?to\b|(?<=[a-z])(?:\s|-)up\b(?!\s+to\b)|"
    r"\bunder\s+(?:full\s+)?load|\b(?:of\s+the\s+peak|the\s+peak\s+of)\b|\b(?:two|three|four|five|six|seven|eight|nine|ten)\s+(?!times\b)(?=[a-z]+s\b)",
    re.I,
)
_FOR_EVERY = re.compile(rf"\b(?:for\s+(?:each|every)|per)\s+{NUMBER}\s*[A-Za-z]+\b")
_SUFFICES = re.compile(
    r"\s*(?:(?:is|are|would\s+be|will\s+be)\s+(?:just\s+|exactly\s+)?(?:enough|sufficient|needed|required|necessary|all\s+(?:it|that))\b|will\s+do\b|suffices?\b|does\s+it\b)"
)
_SOME_OF = re.compile(r"(?:(?:an?|the)\s+)?(?:[a-z]+\s+){0,2}(?:of\s+)?", re.I)
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


_PART_OF_IT = re.compile(
    r"\b(?:denominator|numerator|sum|difference|bracket|first\s+term|second\s+term|exponent)\b", re.I
)


def of_one_kind(found: list[Statement]) -> list[Statement]:
    """The statements without the wrong ones that are in another unit than a right one: 2.68 GB beside 29 sequences."""
    right = [s for s in found if s.verdict.ok]
    kinds = [kind_of(s.text) for s in right]

    def counts(s: Statement) -> bool:  # 10 s for 4 layers
        return _COUNTED.search(s.text) is not None and any(s.text in r.right for r in right)

    kept = [
        s
        for s in found
        if (s.verdict.ok or not _PART_OF_IT.search(s.left))
        and (s.verdict.verdict != "wrong" or None in kinds or kind_of(s.text) in (None, *kinds) or counts(s))
    ]
    return kept if right else found


_COUNTED = re.compile(rf"(?:{'|'.join(sorted(KIND, key=len, reverse=True))})\s*\Z")


def kind_of(text: str) -> object:
    """What the unit at the end of a text counts or measures; None where there is none."""
    m = re.search(r"(?<![A-Za-z])([A-Za-zµ%]+(?:/[A-Za-z]+)?)\s*\Z", text)
    unit = m[1].partition("/")[0] if m is not None else ""
    return (UNITS[unit].dimension, KIND.get(unit)) if unit in UNITS else None


def altered(s: Statement) -> bool:
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
    subject = QUANTITY.sub(no_quantity, _PHRASAL.sub(" ", subject))
    return _scales(f"{s.left[verb:]} {s.right}") or _SHARED.search(" ".join(subject.split())) is not None


def _scales(text: str) -> bool:
    """Whether a word beside a value may scale it, apart from particles of verbs and other quantities: soaks up."""
    return SCALES.search(" ".join(QUANTITY.sub(no_quantity, _PHRASAL.sub(" ", text)).split())) is not None


def another(text: str, last: str, one: Callable[[str], Verdict], names: frozenset[str]) -> bool:
    """Whether another value of what is asked stands behind the last one: ..., we pay $1 million after the discount."""
    behind = text[text.rfind(last) + len(last) :] if last in text else ""
    runs = [c[a:b].strip(" ,.:=") for c, _ in clauses_of(in_rates(behind)) for a, b in runs_in(c, names)]
    alike = [
        x
        for x in runs[:MOST]
        if re.search(r"[\d*/+]", x) and (kind_of(x) in (None, kind_of(last)) or _COUNTED.search(x))
    ]
    found = [v for x in alike if (v := tried(one, x)) is not None]
    return any(v.verdict == "wrong" and v.code not in NEUTRAL for v in found)


def asserted(s: Statement) -> bool:
    """Whether the words beside a statement say that it is so: it takes 42 ms of math, and not it misses 42 ms by far.

    Before it stands nothing, a verb that states what is, or a preposition behind a noun; behind it what it is of.
    """
    told = not s.left.strip() or _verb(s) is not None
    if _SUFFICES.match(s.right) and _SOME_OF.fullmatch(s.left):
        return True  # a window of 12 MB is just enough
    return told and bool(_OF_WHAT.fullmatch(s.right.strip(" .!,;:)")))


def left_open(text: str, s: Statement) -> bool:
    """Whether a sentence of any other form says that it is so: no word in it sets its number against another."""
    words = re.sub(r"[^A-Za-z]+", " ", s.left + s.right).split()
    return (
        (len(words) > 1 or GOES_ON.match(s.right) is not None)
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


def explains(text: str, last: Statement) -> bool:
    """Whether each clause behind the last statement is about what is computed: whatever the layout, not "my foot"."""
    at = text.rfind(last.text)
    behind = text[at + len(last.text) :] if at >= 0 else ""
    clauses = [c for c, _ in clauses_of(behind.removeprefix(f" {last.right}")) if re.search(r"[A-Za-z]{2}", c)]
    return all(_ABOUT_IT.search(c) for c in clauses if c.strip(" .!,;") not in last.right)


def scaled(text: str, found: list[Statement], last: int) -> bool:
    """Whether a word in another clause may scale what is said: 42 ms, and twice that for the way back."""
    for s in found:
        text = text.replace(s.text, " ", 1)
    if found[last].follows:  # what stands before a conclusion is how it was come to
        text = text[max(0, *(text.rfind(s.beside) for s in found[last:])) :] if found[last].beside else ""
    else:  # what stands before it in its clause is what it is of
        for s in found:
            text = text.replace(s.left.strip(), " ", 1) if s.left.strip() else text
    return AGAIN.search(QUANTITY.sub(no_quantity, text)) is not None


__all__ = ["altered", "another", "asserted", "explains", "kind_of", "left_open", "of_one_kind", "scaled"]
