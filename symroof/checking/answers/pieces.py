"""The pieces of a sentence that read: runs of numbers, units, symbols and signs, each with the words beside it.

>>> [c for c, _ in clauses_of("reading takes 5 ms, so the step takes 41.8 ms")]
['reading takes 5 ms', 'the step takes 41.8 ms']
>>> text = "the step takes 41.8 ms of math"
>>> [text[a:b] for a, b in runs_in(text, frozenset())]
['41.8 ms']
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import final

import symroof.regexes as re
from symroof.checking.answers.plainly import in_rates
from symroof.checking.claims.claims import Verdict, tried
from symroof.checking.words.lexicon import AGAINST, SCALES
from symroof.checking.words.numerals import NUMBER
from symroof.checking.words.resources import BOUND, COMPUTE, DATA
from symroof.reading.measures import UNITS

MAX_LENGTH = 240  # characters; a longer answer is an essay
MOST = 24  # statements that are tried
#: codes of what says nothing of the value: nothing was read, or it is of another kind
NEUTRAL = ("unread", "unsupported", "kinds", "existence", "units", "unit-unasked")
_FOLLOWS = (
    r"(?P<so>\s*(?:=>|⇒|⟹|→|->|∴|\\(?:implies|Rightarrow|rightarrow|therefore|to)\b)\s*|\b(?:(?<!\bor\s)so|therefore|thus|hence|ergo|overall|altogether|(?<=,\s)together|in\s+total|"
    r"meaning|giving|making|namely|well(?=,)|which\s+(?:gives|leaves|allows|permits|means|makes|is|comes\s+(?:out\s+)?(?:to|at)|works\s+out\s+(?:to|at)|yields)|(?:we|you|i|and)\s+(?:get|find|obtain|arrive\s+at)|(?:we|you|i)\s+have|"
    r"(?:the\s+)?(?:final\s+)?answer(?:\s+is)?|(?:works|comes)\s+out\s+(?:to|at)(?:\s+be)?|comes\s+to|adds\s+(?:up\s+)?to|amounts\s+to|results?\s+in|"
    r"yield(?:s|ing)?|round(?:ed|s|ing)?\s+(?:(?:up|down|off|it)\s+)*(?:to|is|gives))\b[\s,:]*)"
)
_END = re.compile(
    rf"(?:(?<=[\w)%}}$])[.;!]+(?=\s|\Z)|\s*[;\n]\s*|,\s+|(?<=[a-z][a-z)])\s+-+\s+|\s+-+\s+(?=[a-z]{{2}})|\s+[–—]+\s+|{_FOLLOWS})",
    re.I,
)
BRACKET = re.compile(r"\s\(([^()]*[A-Za-z]{3,}[^()]*)\)")
_CALCULATED = re.compile(r"\d.*(?:\b(?:over|times|divided\s+by|at|plus|minus)\b|\sx\s|[*×÷]|\s/\s)", re.I)
_MAKES = re.compile(  # 12e9 B/s over 48 bytes a row is 2.5e8 rows/s
    r"\b(?:is|are|makes?|gives?|equals?|costs?)\s+(?:(?:an?|the)\s+(?:[a-z]+\s+){1,3}of\s+)?"
    rf"(?P<x>(?:about\s+|roughly\s+|around\s+|~\s?|≈\s?)?\$?{NUMBER}[^,;:<>]*)\Z",
    re.I,
)
QUANTITY = re.compile(rf"\$?{NUMBER}(?P<unit>[\s-]?[A-Za-zµμ]+(?:[/-][A-Za-z]+)?)?(?:\s+each\b)?")
SIDE = re.compile(
    rf"\b(?:(?P<compute>{COMPUTE})|{DATA}){BOUND}\b|\b(?:limited|bound)\s+by\b|\bbottleneck|\blimiting\b", re.I
)
_COMPARED = re.compile(
    r"(?:(?:(?:just|slightly|a\s+bit|well)\s+(?:over|under|above|below)|(?:on|of|in)\s+the\s+order\s+of|about|around|roughly|approximately|nearly|~|≈|at\s+(?:the\s+)?(?:least|most)|(?:no\s+|not\s+)?(?:more|less|fewer|larger|smaller|greater|higher|lower|bigger|longer|shorter)\s+than|over|under|above|below|"
    r"beyond|past|up\s+to|exceed(?:s|ing)?|(?:a\s+)?(?:minimum|maximum)\s+of)\s+)\Z",
    re.I,
)
_RANGE = re.compile(rf"\b(?:between\s+{NUMBER}\s+and|from\s+{NUMBER}\s+(?:up\s+)?to)\s+{NUMBER}\b(?!\s*[-*/^])")
WORD = re.compile(r"[A-Za-z][A-Za-z'’-]*")
_SIGNS = frozenset(("+", "-", "−", "*", "/", "=", "×", "·", "÷", "≈", "~", "x", "<", ">", ">=", "<=", "≥", "≤"))
_BEHIND = re.compile(  # what may stand behind a number without being of it
    r"(?:of|for|in|on|at|with|to|from|by|you|we|they|it|i|must|can|could|while|would|before|is|are|was|will|has|have|must|needs?|stays?|fits?|suffices?|and|as|that|which|there|here|altogether|together|total|overall|now|then|goes?|go|flows?|remains?)\b",
    re.I,
)
GOES_ON = re.compile(  # 90 joules go up in heat, 12 gigabits are read, 250 us later
    r"(?!times\b|becomes\b|had\b|plus\b|minus\b)(?:[a-z]+(?:[a-z](?<![aius])s|ed)|gets?|go|come|leave|pass|cross|flow|arrive|do|does|later|inclusive|altogether)\b",
    re.I,
)
_OF_THINGS = re.compile(
    r"[a-z]{4,}s(?:\s+(?:on|in|at|of|for|to|until|till|before)\s.*)?\W*\Z"
)  # rho/(1 - rho) customers on average
_NECESSARY = re.compile(r"(?:must|(?:have|has|need|needs)\s+to)\b", re.I)
_POSSIBLE = re.compile(r"(?:can\s+be|could\s+be|(?:are|is)\s+possible)\b", re.I)
_LEAST = re.compile(r"\A(?:at\s+least|no\s+(?:less|fewer)\s+than|a\s+minimum\s+of)\s+(?=\S)", re.I)
_AT_MOST = re.compile(r"\A(?:at\s+most|no\s+more\s+than|up\s+to|a\s+maximum\s+of)\s+(?=\S)", re.I)
_NEEDS = re.compile(
    r"\b(?:needs?|requires?|wants?|takes?|costs?|must(?:\s+be|\s+have)?|(?:has|have)\s+to\s+(?:be|have))\s*\Z", re.I
)
_ABLE = re.compile(
    r"\b(?:can|could|will|would)(?:\s+[a-z]+){1,2}\s*\Z|\b(?:moves|reaches|delivers|sustains|carries|handles|serves|achieves|gets)\s*\Z",
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


def clauses_of(text: str) -> Iterator[tuple[str, bool]]:
    """The clauses of an answer, those in brackets first, each with whether a word or arrow says that it follows."""
    at, follows = 0, False
    yield from ((m[1], False) for m in BRACKET.finditer(text))
    text = BRACKET.sub(" ", text)
    for m in _END.finditer(text):
        if text[at : m.start()].strip():
            yield text[at : m.start()].strip(), follows
            follows = False
        follows, at = follows or m["so"] is not None, m.end()
    if text[at:].strip():
        yield text[at:].strip(), follows


def statements_in(text: str, one: Callable[[str], Verdict], names: frozenset[str]) -> Iterator[Statement]:
    """What reads of each clause: all of it, or the run of numbers, units and symbols in it."""
    tries, pending = 0, False
    for clause, follows in clauses_of(in_rates(text)):
        pending, whole = pending or follows, ""
        for piece, (left, right), ends in _pieces(clause, names):
            beside = " ".join(QUANTITY.sub(no_quantity, f"{left} {right}").split())
            pending = pending or ends
            if whole.startswith(f"{piece} "):
                continue  # it was read with what stands behind it
            tries += 1
            if tries > MOST:
                return
            found = tried(one, piece.removeprefix(_as_its_limit(left, piece, right)))
            if found is None or (not found.ok and found.code in NEUTRAL):
                continue
            if found.verdict == "undecided" and found.code in ("words", "unknown-unit") and piece == clause:
                continue  # by another word of the clause
            yield Statement(piece, beside, found, pending, left, right)
            pending, whole = False, piece
            if found.verdict == "undecided":
                return
            if not beside:
                break


def _as_its_limit(left: str, piece: str, right: str) -> str:
    """The words at least where that much is needed, and at most where no more can be had: the limit is what is told."""
    needed = _NEEDS.search(left) or _NECESSARY.match(right)
    possible = _ABLE.search(left) or _POSSIBLE.match(right)
    m = _LEAST.match(piece) if needed else _AT_MOST.match(piece) if possible else None
    return m.group() if m is not None else ""


def _pieces(clause: str, names: frozenset[str]) -> Iterator[tuple[str, tuple[str, str], bool]]:
    """A clause, and each run of numbers, units, symbols and signs in it, with the words beside it.

    The last is whether it is said to be the result: behind the last =, or by is, makes or gives behind a calculation.
    """
    spread = _RANGE.search(clause)
    if spread is not None and not UNITS.keys() & {*re.findall(r"\A\s*([A-Za-z%]+)", clause[spread.end() :])}:
        yield spread.group(), (clause[: spread.start()], clause[spread.end() :].strip()), False
        return
    yield from ((text, ("", ""), ends) for text, ends in _without_words(clause, names))
    runs = runs_in(clause, names)
    for (a, b), (start, end) in zip([(0, -1), *runs], runs):
        compared = _COMPARED.search(clause[:start])
        if compared is not None and not clause[b : compared.start()].strip() and b > 0:  # BW exceeds C
            yield clause[a:end].strip(" ,."), (clause[:a], clause[end:].strip()), False
        start = compared.start() if compared is not None else start
        piece = clause[start:end].strip(" ,.:=")
        beside = clause[:start], clause[end:].strip()
        if not _may_answer(piece, *beside, compared):
            continue
        if SCALES.search(beside[1]):  # 31.5 GB/s in each direction
            yield clause[start:].strip(" ,.:="), (clause[:start], ""), False
        last = piece.rsplit("=", 1)[-1].strip()
        for told in dict.fromkeys((piece, last)):
            if told and told != clause:
                yield told, beside, False


def _without_words(clause: str, names: frozenset[str]) -> Iterator[tuple[str, bool]]:
    """A clause that may read as it stands, and what stands behind its last =, or behind is, makes or gives."""
    if re.search(r"\d", clause) or {*re.findall(r"[^\W\d_]+", clause)} & names:
        yield clause, False
    if "=" in clause and (after := clause.rsplit("=", 1)[1].strip()) and re.search(r"[A-Za-z]", after):
        yield after, True
    made = _MAKES.search(clause)
    if made is not None and _CALCULATED.search(clause[: made.start()]):
        yield made["x"], True


def _may_answer(piece: str, left: str, right: str, compared: object) -> bool:
    """Whether a run may be an answer: not 5 parsecs, 5 ms late, how many requests, B has to be large enough."""
    if _OF_THINGS.match(right) and re.search(r"[A-Za-z]\w*\)*\s*[-*/+^]", piece):
        return True
    if re.search(r"[A-Za-z]", right) and not _BEHIND.match(right) and not _ended(piece, right, compared):
        return False
    if re.search(r"\d", piece):
        return True
    words = re.findall(r"[^\W\d_]+", piece)
    return (sum(map(len, words)) != 1 or " is" in left) and not {*words} <= UNITS.keys() - {*"BDFNKLMTPCWV"}


def _ended(piece: str, behind: str, compared: object) -> bool:
    """Whether a quantity ends with its unit, or a bound with its number, so that what stands behind it is not of it."""
    last = re.search(r"(?<![A-Za-z])([A-Za-zµ%]+)(?:/[A-Za-z]+)?\Z", piece)
    ended = compared is not None or (last is not None and last[1] in UNITS and re.search(r"\d", piece) is not None)
    return ended and GOES_ON.match(behind) is not None and AGAINST.match(behind) is None


def no_quantity(m: re.Match[str]) -> str:
    """What is left of a number and the word behind it: nothing, or that word where it is no unit."""
    unit = "" if (m["unit"] or "").strip() == "each" else m["unit"] or ""
    return " " if re.split(r"[/-]", unit.strip(" -"))[0] in UNITS else unit


def runs_in(clause: str, names: frozenset[str]) -> list[tuple[int, int]]:
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
    return [(a, b) for a, b in out if re.search(r"\d", clause[a:b]) or {*WORD.findall(clause[a:b])}]


def _of_a_formula(token: str, names: frozenset[str], inside: bool) -> bool:
    """Whether a token between blanks is of a formula: a number, a sign, symbols of the question, in a run a unit."""
    core = token.strip("()[]{},.;:$~≈")
    if re.search(r"[α-ωΑ-Ω]", core):
        return True
    if re.fullmatch(r"\(\d{1,2}\)\W*", token):
        return False  # (1) and (2): labels
    if re.match(r"\A[~≈$(\[{-]*\d", token) or token in _SIGNS:
        return True
    words = WORD.findall(core)
    if not words:
        return bool(core)
    if any(c in core for c in "*/^_\\=+<>≥≤√⌈"):
        return True
    if re.match(r"(?:log|log2|ln|sqrt|ceil|floor|max|min)\(", core):
        return True
    if inside and core in UNITS and core not in ("a", "in", "at", "as", "are"):
        return True
    return all(w in names or (len(w) > 1 and not w.islower() and {*w} <= names) for w in words)


__all__ = [
    "BRACKET",
    "GOES_ON",
    "MAX_LENGTH",
    "MOST",
    "NEUTRAL",
    "QUANTITY",
    "SIDE",
    "WORD",
    "Statement",
    "clauses_of",
    "no_quantity",
    "runs_in",
    "statements_in",
]
