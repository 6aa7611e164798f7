r"""How far an answer that leaves a term out says that it holds: for all n, exactly, since n is small, for a ring of 4.

Such an answer stands in a regime that was found for it, and not in one that it states.  All that it says beside its
formula of where it holds has to agree with that: for all sizes, or exactly, it does not hold; a reason or a case that
is a regime is the regime it is judged in; what tells of sizes and is not read leaves it open.

>>> [everywhere(f"2V/W {t}", {"n"}) for t in ("for all n", "for all V", "for all large n", "exactly")]
['for all n', '', '', 'exactly']
>>> [(c.regime, c.rests) for t in ("2V/W, since n is small", "n << 1, so 2V/W") for c in clauses(t) if c.regime]
[('n -> 0', ('2V/W',)), ('n -> 0', ('2V/W',))]
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import NamedTuple

import symroof.regexes as re
from symroof.checking.answers import limits
from symroof.checking.answers.limits import THINGS, Judge, Limited
from symroof.checking.claims.claims import Verdict, claim, understood
from symroof.checking.claims.regimes import holds_in
from symroof.checking.words.called import symbols
from symroof.checking.words.numerals import FEW
from symroof.errors import SymroofError

MAX_LENGTH, MAX_CLAUSES = 300, 8
_SMALL_CASE = 16  # of which nobody says that it is large

_CAUSE = (
    r"(?:because(?:\s+of)?|since|bc|b/c|cuz|as(?!\s+(?:well|before|above|usual|expected)\b)|due\s+to|owing\s+to|thanks\s+to|"
    r"given(?:\s+that)?|considering(?:\s+that)?|seeing\s+(?:that|as)|knowing\s+that|in\s+view\s+of|on\s+account\s+of|now\s+that|"
    r"the\s+reason\s+(?:being|is)(?:\s+that)?)"
)
_CASE = (
    r"(?:for|with|when(?:ever)?|if|where|while|once|assuming(?:\s+that)?|provided(?:\s+that)?|supposing(?:\s+that)?|at|under|on|over|"
    r"across|in|(?:in\s+)?(?:the\s+)?(?:limit|regime|case)s?(?:\s+(?:of|that|where|when|as|in\s+which))?|(?:as|so)\s+long\s+as|"
    r"even\s+(?:for|if|when)|especially(?:\s+(?:for|if|when))?|and|but|or|from|of|so|then|hence|thus|therefore)"
)
_MARK = re.compile(rf"[,;:](?=\s)|\s[–—-]+\s|\s*(?:=>|⇒)\s*|\b(?:{_CAUSE}|{_CASE})\b", re.I)
_HENCE = re.compile(
    r"\A(?:\s*(?:[,;:]|[–—-]+\s|=>|⇒|\b(?:and\s+)?(?:so(?:\s+that)?|then|hence|thus|therefore|we\s+(?:get|have|find|see)|it\s+is|"
    r"this\s+(?:is|gives)|which\s+(?:gives|means|leaves|is)|that\s+(?:gives|leaves)|giving|leaving|making\s+it|is|gives)\b))+\s*",
    re.I,
)
_TAIL = re.compile(rf"(?:\s*(?:[,;:]|[–—-]|\b(?:{_CAUSE}|{_CASE})\b))*\s*\Z", re.I)
_IN_BRACKETS = re.compile(  # of words or a relation, which are no factor
    r"[(\[](?P<of>(?=[^()\[\]]*(?:\([^()]*\)[^()\[\]]*)?(?:[a-z]{3,}|[<>≪≫=≈→∞]|->))"
    r"[^()\[\]]*(?:\([^()]*\)[^()\[\]]*)?)[)\]]"
)
_UNLESS = re.compile(
    r".*\b(?:unless|except|excluding|but\s+not|not\s+(?:for|when|if|in|at)|until|apart\s+from)\b", re.I
)
_HEDGED = re.compile(
    r"(?:\b(?:about|approx\w*|roughly|around|nearly|almost|asymptotic\w*|essentially|basically|practical\w*|more\s+or\s+less|not|never|"
    r"hardly|if|when)\s+(?:an?\s+|the\s+)?|n['’]t\s+|[~≈]\s*)\Z",
    re.I,
)
_ABOUT_IT = re.compile(r"\s*(?:about|approximately|roughly|around|nearly|almost|close|[~≈])", re.I)

_LETTER = re.compile(r"(?<![\w.])[A-Za-z](?:_\w+)?(?![\w'’])")
_LETTERS = r"(?P<{}>[A-Za-z](?:_\w+)?(?:\s*(?:,\s*and|,|and|or|&)\s*[A-Za-z](?:_\w+)?)*)(?![\w'’])"
_BOTH = r"small\s+(?:and|or|as\s+well\s+as)\s+large|large\s+(?:and|or|as\s+well\s+as)\s+small"
_SUCH = rf"(?:(?:positive|natural|whole|finite|odd|even|prime|integer|nonzero|{_BOTH})\s+)"
_OF = r"of|the|our|possible|real|legal|valid|allowed|admissible|given|other|values?|choices?|sizes?|numbers?"
_KIND = rf"(?:{_SUCH}|(?:{_OF})\s+)*"
_BOUNDED = r"(?P<bound>\s*(?:>=|<=|≥|≤|>(?!>)|<(?!<))\s*(?P<limit>[\w./]+))?"
_FOR_ALL = re.compile(  # for all n, for any D >= B, for odd n, for n of any size
    rf"\b(?:(?:for|at|with|in|on|of|over|across)\s+)?"
    rf"(?:(?:all|any|every|each|arbitrary|whatever|whichever)\s+{_KIND}{_LETTERS.format('all')}{_BOUNDED}|"
    rf"(?<=\s){_SUCH}+{_LETTERS.format('such')}|"
    rf"(?<=\s){_LETTERS.format('of')}\s+(?:(?:is\s+)?arbitrary|of\s+any\s+size|of\s+all\s+sizes)\b)"
)
_THINGS = rf"(?P<thing>{'|'.join(THINGS)})(?:e?s)?\b"
_OF_THINGS = re.compile(  # for any ring, at all ring sizes, for any number of devices
    r"\b(?:for|at|with|in|on)\s+(?:(?:any|every|arbitrary)\s+(?!(?:large|big|huge|long|sufficient|practical|intents)\w*\b)"
    rf"(?:number\s+of\s+)?|all\s+(?=[a-z]+\s+(?:sizes|lengths|counts)\b)){_THINGS}",
    re.I,
)
_WHATEVER = re.compile(
    r"\b(?:regardless|irrespective|no\s+matter|independent(?:ly)?\s+of|whatever|however\s+(?:large|small|many))\s+(?:of\s+)?"
    rf"(?:how\s+(?:many|large|big|small)\s+)?(?:{_LETTERS.format('names')}|(?:the\s+)?(?:number\s+of\s+)?{_THINGS})",
    re.I,
)
_ALWAYS = re.compile(
    r"\b(?:in\s+general|in\s+(?:all|every|any)\s+cases?|generally|always|universally|unconditionally|everywhere|exactly|precisely|"
    r"identically|exact|without\s+(?:any\s+)?(?:approximation|exception)s?|no\s+approximation)\b",
    re.I,
)
_IN_A_LIMIT = re.compile(r"\A\W*(?:in|for|as|when|if|at|once|with|only)\b", re.I)
_A_FORMULA = re.compile(r"\d|[*/^]|(?<![A-Za-z])[A-Z](?![a-z])")
_FORMULA_NEXT = re.compile(r"\s*[,:]?\s*(?:[a-z]+\s+){0,2}(?:[\d(\\]|[A-Za-z](?:_\w+)?(?![\w'’]))", re.I)
_CLOSED = re.compile(rf"\s*(?:[,.;:!)\]–—]|\Z|\b{_CAUSE}\b)", re.I)

_COUNTED = "device|chip|gpu|tpu|node|worker|rank|host|layer|stage|expert"
_SMALL_NUMBER = re.compile(  # on two devices, a ring of 4
    rf"\b(?:(?:for|on|with|across|over|just|only|at|of)\s+(?:(?:only|just|exactly|an?|the|our)\s+)*"
    rf"(?P<k>single|one|{FEW}|\d+)[\s-]+(?P<things>{_COUNTED})s?\b|"
    rf"(?P<thing>{'|'.join(THINGS)})(?:e?s)?\s+of\s+(?:(?:size|length|only|just)\s+)*(?P<size>one|{FEW}|\d+)(?![\w.,]))",
    re.I,
)
_SCANT = re.compile(
    r"\b(?:(?:just|only)\s+)?(?:an?\s+)?(?:few|handful\s+of|couple\s+of|pair\s+of|(?:very\s+)?(?:small|low|limited)\s+number\s+of|"
    r"not\s+(?:(?:too|so|very|that|all\s+that)\s+)?(?:many|large|big|long)(?:\s+an?)?)\s+"
    rf"(?P<things>{_COUNTED}|(?<=\ba\s)(?:ring|cluster))(?:e?s)?\b",
    re.I,
)
_HOW = (
    r"(?:(?:very|so|too|sufficiently|really)\s+)?(?:(?P<big>large|big|huge|long|high|dominant|many|great)|"
    r"(?P<little>small|tiny|short|low|few|negligible|insignificant|little))"
)
_NOUNS = (  # the latency is small, high bandwidth
    re.compile(
        rf"(?:(?:the|our|its|an?|all)\s+)*(?P<noun>[a-z]+(?:\s+[a-z]+){{0,3}}?)\s+(?:is|are|gets?|becomes?)\s+{_HOW}",
        re.I,
    ),
    re.compile(rf"(?:(?:the|our|its|an?|all)\s+)*{_HOW}[\s-]+(?P<noun>[a-z]+(?:\s+[a-z]+){{0,2}})", re.I),
)
_SMALL_OF_ITS_KIND = re.compile(r"(?:an?|the|our)\s+(?:very\s+)?(?:small|tiny|short)(?:er|est)?\s+[a-z]+", re.I)
_A_THING = re.compile(rf"\b(?:{'|'.join(THINGS)})(?:e?s)?\b", re.I)
_KEPT = re.compile(r"(?:\bnot|n['’]t|\bcannot)\s+(?:\w+\s+){0,2}(?:negligible|neglected|ignored|dropped|vanish)", re.I)
_SET_TO = re.compile(r"(?P<n>[A-Za-z](?:_\w+)?)\s*(?:=|is|equals)\s*(?P<k>\d+|[A-Za-z](?:_\w+)?)")
_ABOUT = re.compile(  # (n-1)/n tends to 1
    r"(?P<x>[^≈~=]*?[\w)])\s*(?:≈|~|≃|\\approx|->|→|\\to|(?:tends?|goes|going|converges?)\s+to|approach(?:es)?|becomes?|is|equals|=)\s*"
    r"(?:(?:about|roughly|approximately|almost|nearly|close\s+to|near|basically|essentially|just)\s+)?(?P<y>\(?[\w(][^≈~=]*)",
    re.I,
)
_SIZED = re.compile(  # what tells of sizes
    r"\b(?:large\w*|small\w*|big\w*|huge|tiny|long\w*|short\w*|wide|narrow|deep|shallow|few\w*|many|several|some|handful|couple|number|"
    r"moderate\w*|modest|typical|realistic|reasonable|nontrivial|infinit\w*|finite|odd|even|positive|grows?|growing|shrinks?|tends?|limit|"
    r"zero|much|far|than|dominates?|exceeds?|outweighs?)\b|[<>≪≫≤≥=≈]|->|→|∞|(?<![\w.*/^(])\d+(?![\w.*/^(])",
    re.I,
)
_DEFINES = re.compile(  # where n is the number of devices
    r"\A\s*[A-Za-z](?:_\w+)?\s*(?:is|are|being|=|for|denotes|stands\s+for)?\s+(?:the|our|its|an?)\s+[a-z]", re.I
)


class Clause(NamedTuple):
    """A clause that may say where an answer holds, or why: the regime that it is, and the answer without it."""

    text: str
    regime: str
    rests: tuple[str, ...]


def held_to(answer: str, found: Verdict, names: Collection[str], one: Judge) -> Verdict:
    """The verdict on an answer that a regime was found for, by what it says of where it holds.

    ``names`` are the question's, and ``one`` judges a text in a regime, with symbols bound.
    """
    said = " ".join(answer.replace("$", " ").split())
    if found.code != "named-regime" or len(said) > MAX_LENGTH:
        return found
    off = {*re.findall(r"[A-Za-z]\w*", found.error or found.regime or "")}
    if how := everywhere(said, off) or _in_a_small_case(said, off):
        words = f"{how}, where it is only {found.reason}"
        return replace(found, verdict="wrong", reason=words, code="regime", regime=None)
    last, names = found, {*names, *off}
    for clause in clauses(said):
        last = _by_a_clause(clause, last, (names, off), one)
        if not last.ok:
            break
    return last


def everywhere(answer: str, names: Collection[str]) -> str:
    """The words by which an answer holds for all of the names, or in every case; "" where it has none.

    >>> [everywhere(f"2V/W {t}", {"n"}) for t in ("in general", "(exact)", "almost exactly", "for any ring size")]
    ['in general', 'exact', '', 'for any ring']
    """
    found = _of_letters(answer, names) or _of_things(answer, names)
    for m in _ALWAYS.finditer(answer) if not found else ():
        before, behind = answer[: m.start()], answer[m.end() :]
        hedged = _HEDGED.search(before) or _ABOUT_IT.match(behind) or _IN_A_LIMIT.match(behind)
        of_it = _CLOSED.match(behind) if _A_FORMULA.search(before) else _FORMULA_NEXT.match(behind)
        if not hedged and of_it:
            return m.group().strip()
    return found


def unquantified(answer: str, names: Collection[str]) -> str:
    """An answer without the names for all of which it is said to hold, so that none of them is taken for it.

    >>> [unquantified(t, "BDFn") for t in ("B for any D, F", "for all n: 2V/W", "B > D for all F")]
    ['B', '2V/W', 'B > D for all F']
    """
    for m in _FOR_ALL.finditer(answer) if len(answer) <= MAX_LENGTH else ():
        before, behind = answer[: m.start()].strip(" ,;(["), answer[m.end() :].strip(" ,;:.!)]")
        core = before or behind
        if (before and behind) or not core or not re.match(r"(?:for|at|with|in)\b", m.group(), re.I):
            continue
        told = _LETTER.findall(m.group())
        if {*told} & {*names} and not re.search(r"[<>≤≥=≈]|\bbound\b", core):
            return core
    return answer


def _of_letters(answer: str, names: Collection[str]) -> str:
    """The words by which an answer holds for all of one of some names."""
    for m in _FOR_ALL.finditer(answer):
        told = _LETTER.findall(m["all"] or m["such"] or m["of"])
        limit = m["limit"] or ""
        far = re.fullmatch(r"\d[\d.]*", limit) is not None and float(limit) > _SMALL_CASE
        if {*told} & {*names} and not far and not _HEDGED.search(answer[: m.start()]):
            return m.group().strip()
    return ""


def _of_things(answer: str, names: Collection[str]) -> str:
    """The words by which an answer holds for however many things that one of some names counts."""
    for m in (*_OF_THINGS.finditer(answer), *_WHATEVER.finditer(answer)):
        of = m.groupdict().get("names")
        if {*_LETTER.findall(of)} & {*names} if of else limits.symbol_of(m["thing"], names):
            return m.group().strip()
    return ""


def _in_a_small_case(said: str, off: Collection[str]) -> str:
    """The words that tell of few of what has to be many: for a ring of 4, with just a few devices; "" for none."""
    for m in (*_SCANT.finditer(said), *_SMALL_NUMBER.finditer(said)):
        told = m.groupdict()
        few, thing = told.get("k") or told.get("size"), told["things"] or told.get("thing") or ""
        small = few is None or not few.isdigit() or int(few) <= _SMALL_CASE
        if small and limits.symbol_of(thing, off) and not _UNLESS.search(said[: m.start()]):
            return m.group().strip()
    return ""


def clauses(answer: str) -> Iterator[Clause]:
    """The clauses of an answer between the words and signs that part them, each with the answer without it."""
    plain = _IN_BRACKETS.sub(r" , \g<of> , ", answer)
    cuts = [(m.start(), m.end()) for m in _MARK.finditer(plain) if _is_outside(plain, m.start())]
    cuts = cuts[:MAX_CLAUSES]
    starts, ends = [0, *(e for _, e in cuts)], [*(s for s, _ in cuts), len(plain)]
    for i, start in enumerate(starts):
        spans = [(e, plain[start:e].strip(" ,.!")) for e in ends[i : i + 4]]
        told = ((e, t, r) for e, t in spans[::-1] if t and (r := limits.told(t)))
        end, text, regime = next(told, (ends[i], spans[0][1], ""))
        if text:
            before, behind = _TAIL.sub("", plain[:start]).strip(), _HENCE.sub("", plain[end:]).strip(" ,.;:")
            rests = (before, behind, f"{before} {behind}") if before and behind else (before or behind,)
            yield Clause(text, regime, rests)


def _is_outside(text: str, at: int) -> bool:
    """Whether a place is in no brackets."""
    return text.count("(", 0, at) <= text.count(")", 0, at)


def _by_a_clause(clause: Clause, found: Verdict, asked: tuple[Collection[str], Collection[str]], one: Judge) -> Verdict:
    """The verdict by one clause: in the regime that it is, open where it tells of sizes and is not read."""
    names, off = asked
    set_to = _SET_TO.fullmatch(clause.text)
    regime = _of_a_noun(clause.text, names) or clause.regime
    if not regime and set_to is None:
        if clause.rests == ("",) or not _tells_of_sizes(clause.text, off, found):
            return found
        alone = understood(one, clause.text, None, {})  # the answer itself, a bound
        return found if alone is not None and alone.ok else _open(clause.text, found)
    rest = next((t for t in clause.rests if (v := understood(one, t, None, {})) is not None and v.ok), None)
    told: Verdict | None = None
    if rest is not None and set_to is None:
        limited = Limited(rest, regime).spelt({*names})
        told = limits.in_limit(limited, None, one) if limited.concerns(names) else None
    elif rest is not None and set_to is not None and set_to["n"] in names:
        told = understood(one, rest, None, {set_to["n"]: set_to["k"]})
    return told if told is not None and (told.ok or told.verdict == "wrong") else _open(clause.text, found)


def _tells_of_sizes(text: str, off: Collection[str], found: Verdict) -> bool:
    """Whether a clause tells of the sizes that an answer's error depends on, and not that what it says is so."""
    if _UNLESS.match(text) or _DEFINES.match(text) or _bears_out(text, found):
        return False
    told = {*_LETTER.findall(text)} & {*off} or any(limits.symbol_of(m.group(), off) for m in _A_THING.finditer(text))
    sized = _SIZED.search(text) or _KEPT.search(text)
    return _SMALL_OF_ITS_KIND.fullmatch(text) is not None or (bool(told) and sized is not None)


def _of_a_noun(text: str, names: Collection[str]) -> str:
    """The regime that a clause says of what a noun of the field stands for; "" for none.

    >>> [_of_a_noun(t, "aVW") for t in ("the latency is small", "high bandwidth", "the overhead is small")]
    ['a -> 0', 'W -> oo', '']
    """
    m = next((m for form in _NOUNS if (m := form.fullmatch(text)) is not None), None)
    found = symbols(m["noun"].split(), names) if m is not None else frozenset()
    if m is None or len(found) != 1:
        return ""
    return f"{next(iter(found))} -> {'oo' if m['big'] else '0'}"


def _bears_out(text: str, found: Verdict) -> bool:
    """Whether a clause says of two formulas that they are about the same, as they are where the answer holds."""
    m = _ABOUT.fullmatch(text)
    try:
        x, y = (claim(t, None, {}).value for t in (m["x"], m["y"])) if m is not None else (None, None)
        return x is not None and y is not None and (x == y or bool(holds_in(x, y, found.regime)))
    except SymroofError:
        return False


def _open(text: str, found: Verdict) -> Verdict:
    words = f"it holds when {found.regime}; whether that is so for {text} is open"
    return Verdict("undecided", words, code="regime", right=found.right)


__all__ = ["Clause", "clauses", "everywhere", "held_to", "unquantified"]
