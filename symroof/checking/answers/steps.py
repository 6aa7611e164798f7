"""An answer worked out in steps, "2*70e9 = 140 GB, divided by 3.35 TB/s = 41.8 ms": each has to hold, the last counts.

A step may have a label (bytes = 3*64), begin with the operation that goes on from the one before, or state a value by
its name, which the steps behind it use.  Quantities beside each other of which one alone is what was asked, 41.8 ms at
140 GB and 3.35 TB/s, are told apart by what they count.

>>> [s.text for s in steps_of("2*70e9 = 140 GB, divided by 3.35 TB/s = 41.8 ms")]
['2*70e9 = 140 GB', '140 GB / (3.35 TB/s) = 41.8 ms']
>>> [(s.label, s.text) for s in steps_of("N = 70e9; total FLOPs: 6*N*15e12 = 6.3e24")]
[('', 'N = 70e9'), ('total FLOPs', '6*N*15e12 = 6.3e24')]
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations
from typing import final

import symroof.regexes as re
from symroof.checking.answers.beside import Beside, broken, held_against
from symroof.checking.claims import digits
from symroof.checking.claims.claims import Verdict, claim_of, constant, understood, with_note
from symroof.checking.words.assent import assented
from symroof.checking.words.numerals import NUMBER
from symroof.checking.words.phrases import MAX_WORDED, typed
from symroof.checking.words.reworded import reworded
from symroof.errors import SymroofError
from symroof.reading.formula import Chain, parse_chains
from symroof.reading.measures import NOTHING, UNITS, kind_of, product
from symroof.reading.quantity import Dimension, quantity, shown
from symroof.reading.spelling import GREEK

MAX_STEPS = 6
_THEN = (
    r"(?:(?:and|then|so|next|now|finally|hence|thus|therefore|first|which\s+(?:is|gives|makes)|giving|we\s+get|"
    r"that\s+is)\b,?\s*)*"
)
_CUT = re.compile(
    rf"\s*(?:;|\n|(?<=[\w)%])\.(?=\s)|(?<!\d),|,(?!\d))\s*{_THEN}|\s+(?:and\s+then|then|so)\s+|"
    r"\s*(?:->|→|⇒|=>)\s*|\s+and\s+(?=[^=]*=)"
)
_HENCE = re.compile(r"\b(?:so|hence|thus|therefore|finally)\b|=>|⇒|→|->")
_ALL = re.compile(r"(?:the\s+|in\s+)?(?:answer|result|total|sum|max|maximum|altogether|overall)\b", re.I)
_LEADING = re.compile(_THEN)
_ON = re.compile(  # goes on from the result before: divided by 3.35 TB/s = 41.8 ms
    r"(?:it(?:['’]s|\s+is)\s+)?(?:(?P<over>divided\s+by|over|/|÷)|(?P<by>times|multiplied\s+by|[x×*·](?=\s))|(?P<plus>plus|\+)|(?P<less>minus|less|[-−](?=\s)))"
    r"\s*(?P<what>[^=≈]+?)\s*(?P<rest>(?:=|≈|,?\s+(?:is|gives|makes|that(?:['’]s|\s+is)|comes\s+to)\s).*)\Z",
    re.I,
)
_IS = re.compile(r"\A,?\s*(?:is|gives|makes|that(?:['’]s|\s+is)|comes\s+to)\s+", re.I)
_LABEL = re.compile(
    r"(?:(?P<colon>[A-Za-z][\w-]*(?:\s+[A-Za-z][\w-]*){0,4})\s*:|"
    r"(?P<label>(?:the\s+|total\s+)?[A-Za-z][A-Za-z-]{2,}(?:\s+[A-Za-z][A-Za-z-]*){0,4}?)\s*"
    r"(?:=|≈|\b(?:is|are)\b|(?<=\b[Tt]otal)\s|(?<=\b[Ss]um)\s))\s*(?=[~≈$(]?\s*[\dA-Za-z.(])"
)
_ARROW = re.compile(r"->|→|⇒|=>")
_LEAD = re.compile(r"\A(?:[A-Za-z-]{3,}\s+){1,2}(?=[~≈]?\d)")  # weights 140 GB
_OF_A_SORT = re.compile(
    r"\A(?P<n>[~≈]?\d[\d.,]*)\s+(?:index|tag|offset|cache|address|data)\s+(?=[A-Za-z]+\Z)"
)  # 6 index bits
_FAR = Fraction(1, 10)
_ASIDE = re.compile(r"\s+(?:of\s+)?[a-z]{3,}(?:\s+[a-z]{3,})?\Z")
_WORKED = re.compile(r"[\d)A-Za-z]\s*(?:[-+*/^×·÷]|\s[x]\s)\s*[\d(A-Za-z]")
_VALUE = re.compile(rf"[~≈]?\s*{NUMBER}\s*[A-Za-zµμ/ ]*")
_OPERATION = {"over": "/", "by": "*", "plus": "+", "less": "-"}


@final
@dataclass(frozen=True)
class Step:
    """One step: its formula or equation, the words before it, how it was said, and whether it is said to follow."""

    text: str
    label: str = ""
    said: str = ""
    follows: bool = False


def steps_of(text: str, asked: Collection[str] = ()) -> tuple[Step, ...]:
    """The steps of a text; none where it is one statement, or where what parts them is no step.

    >>> steps_of("B = 240"), steps_of("min(3, 4) = 3")
    ((), ())
    """
    if len(text) > MAX_WORDED or "\\" in text or re.search(r"[<>≤≥]", text.replace("=>", "").replace("->", "")):
        return ()
    pieces = [(mark, p) for mark, p in _parted(text.strip().rstrip(".")) if p]
    if not 2 <= len(pieces) <= MAX_STEPS:
        return ()
    out: list[Step] = []
    for mark, piece in pieces:
        plain = _LEADING.sub("", piece, count=1).strip()
        last = _result(out[-1].text) if out else ""
        on = _ON.fullmatch(plain)
        if on is not None and last:
            op = next(sign for name, sign in _OPERATION.items() if on[name])
            rest = on["rest"] if on["rest"].lstrip()[:1] in "=≈" else f" = {_IS.sub('', on['rest'])}"
            made = f"{_bracketed(last)} {op} {_bracketed(on['what'])} {rest.strip()}"
            out.append(Step(reworded(made, asked), said=plain))
            continue
        if out and _ARROW.search(mark) and not last and _of_numbers(out[-1].text, plain):
            out[-1] = replace(out[-1], text=f"{out[-1].text} = {plain}", said=f"{out[-1].said} -> {plain}")
            continue
        out.append(_labelled(plain, bool(_HENCE.search(mark) or _ALL.match(plain)), out, asked))
    return tuple(out) if len(out) > 1 or (out and len(pieces) > 1) else ()


def _of_numbers(first: str, last: str) -> bool:
    """Whether a calculation and what an arrow says that it comes to hold numbers and units alone."""
    try:
        chains = parse_chains(f"{first} = {last}", strict=True)
    except SymroofError:
        return False
    return len(chains) == 1 and not any(s.names or s.words for s in chains[0].sides) and bool(_WORKED.search(first))


def _bracketed(text: str) -> str:
    """A text as a factor: in brackets where it is more than a number with its unit."""
    return text.strip() if re.fullmatch(r"\$?\s?[\d.,e+]+(?:\s[A-Za-z-]+)?", text.strip()) else f"({text.strip()})"


def _labelled(plain: str, follows: bool, before: list[Step], asked: Collection[str]) -> Step:
    """A step without its label, with the labels before it replaced by their values: FLOPs/bytes behind FLOPs = 4096."""
    named = _LABEL.match(plain)
    label = named["label"] or named["colon"] if named is not None else ""
    label = "" if {*label.split()} & {*asked} else label
    value = plain[named.end() :] if named is not None and label else plain
    left, sign, right = value.rpartition("=")
    for s in before if sign and label else ():
        if s.label and (told := _result(s.text)) and _VALUE.fullmatch(told):
            left = re.sub(rf"(?<![\w-]){re.escape(s.label)}(?![\w-])", f"({told})", left)
    value = f"{left}{sign}{right}"
    if label.lower() in ("max", "maximum") and all(_VALUE.fullmatch(_result(s.text)) for s in before):
        value = f"max({', '.join(_result(s.text) for s in before)}) = {value}"
    return Step(value, label, plain, follows)


def _parted(text: str) -> list[tuple[str, str]]:
    """The pieces of a text, each with the mark before it; a mark within brackets parts nothing."""
    out, start, mark = [], 0, ""
    for m in _CUT.finditer(text):
        inner = text[start : m.start()]
        if inner.count("(") == inner.count(")") and m.start() > start:
            out.append((mark, inner.strip()))
            start, mark = m.end(), m.group()
    return [*out, (mark, text[start:].strip())]


def _result(text: str) -> str:
    """What a step comes to: the text behind its last equality; "" where it has none."""
    _, sign, last = re.sub("≈", "=", text).rpartition("=")
    if (aside := _ASIDE.search(last)) is not None and not {*aside.group().split()} & {*UNITS}:
        last = last[: aside.start()]  # 1.4e11 forward
    return last.strip() if sign else text if _VALUE.fullmatch(text) else ""


def worked_through(
    text: str, one: Callable[[str, Mapping[str, Fraction]], Verdict], asked: Collection[str]
) -> Verdict | None:
    """The verdict on an answer in steps; None where it is none, or where one of its steps does not read.

    ``one`` judges a text against what is expected, with values bound; ``asked`` are the names of the question.
    """
    found = steps_of(text, asked)
    if not found or any(assented(s.said) for s in found):
        return None
    let: dict[str, Fraction] = {}
    chains = [_read(s, asked) for s in found]
    if any(c is None for c in chains[:-1]):
        return None
    equations = sum("=" in s.text or "≈" in s.text or bool(s.label) for s in found)
    for c in chains[:-1]:
        let |= _stated(c, asked)
    if equations < min(2, len(found) - 1) or not (let or any(_WORKED.search(s.text) or s.label for s in found)):
        return _told_apart(found, one) if equations == 0 else None
    return _concluded(found, chains, one, let)


def _concluded(
    found: tuple[Step, ...],
    chains: list[Chain | None],
    one: Callable[[str, Mapping[str, Fraction]], Verdict],
    let: Mapping[str, Fraction],
) -> Verdict | None:
    """The verdict on the last step, where every other holds; where only another one is right, which counts is open."""
    last = understood(one, found[-1].text, let)
    if last is None or (last.code == "missing" and len(found) > 1):
        return None  # B > 120, but it must stay below 480: the other condition stands before it
    if not last.ok:
        right = next((s for s in found[:-1] if (v := understood(one, s.text, {})) is not None and v.ok), None)
        if right is None or found[-1].follows:
            return last
        return Verdict("undecided", f"{right.said or right.text} stands, and {found[-1].said} behind it", code="unread")
    if (total := _total(found)) is not None:
        return total
    if any(_alike(s, found[-1]) for s in found[:-1]):
        words = f"{', '.join(s.said for s in found)}: which of them is the answer is open"
        return Verdict("undecided", words, code="words")
    for step, chain in zip(found, chains):
        if chain is not None and (bad := broken(chain, let)):
            return Verdict("wrong", f"as printed, {bad} is wrong, a step of {step.said or step.text}", code="step")
    return with_note(last, f"its {len(found)} steps hold") if len(found) > 1 else last


def _total(found: tuple[Step, ...]) -> Verdict | None:
    """Undecided for a total that is not the sum of the values of its kind before it; None for any other last step."""
    if not re.match(r"(?:in\s+)?(?:total|sum|altogether|overall)\b", found[-1].label or found[-1].said, re.I):
        return None
    try:
        values = [quantity(_result(s.text)) for s in found]
    except SymroofError:
        return None
    last = values[-1]
    parts = [q.value for q in values[:-1] if q.dimension == last.dimension]
    if len(parts) < len(found) - 1 or not any(last.dimension) or digits.claim(last.printed, sum(parts, Fraction(0))):
        return None
    words = (
        f"{found[-1].said} stands, and the sum of what is before it is {shown(sum(parts, Fraction(0)), last.dimension)}"
    )
    return Verdict("undecided", words, code="words")


def _alike(one: Step, last: Step) -> bool:
    """Whether two steps state each a value of one kind and work nothing out: T_math = 1 ms, T_comms = 5.2 ms."""
    if last.follows:
        return False
    try:
        mine, theirs = (quantity(_result(s.text)) for s in (last, one))
    except SymroofError:
        return False
    plain = all(_result(s.text) == re.split(r"[=≈]", s.text, maxsplit=1)[-1].strip() for s in (one, last))
    named = all(s.label or re.match(r"[A-Za-z]\w*\s*[=≈]", s.text) for s in (one, last))
    return plain and named and mine.dimension == theirs.dimension and any(mine.dimension)


def _a_word(name: str) -> bool:
    """Whether a name is a word, so that what it stands for is not known: 1.4e11 forward."""
    return len(name) > 2 and name.isalpha() and name.islower() and name not in GREEK


def _read(step: Step, asked: Collection[str]) -> Chain | None:
    """The equation or value of a step; None where it does not read."""
    text = step.text
    for again in (text, typed(text, asked).text, _ASIDE.sub("", text)):
        try:
            chains = parse_chains(again, strict=True)
        except SymroofError:
            continue
        if len(chains) == 1 and not any(s.words or any(map(_a_word, s.names - {*asked})) for s in chains[0].sides):
            return chains[0]
    return None


def _stated(chain: Chain | None, asked: Collection[str]) -> dict[str, Fraction]:
    """The value that a step gives to a name that the question does not have: N = 70e9."""
    if chain is None or len(chain.sides) < 2 or chain.sides[0].node is None:
        return {}
    node, value = chain.sides[0].node, chain.sides[-1]
    name = node.name if node.kind == "name" else ""
    if not name or name in asked or value.node is None or value.names:
        return {}
    number = constant(claim_of(value, {}).value)
    return {} if number is None else {name: number}


def _told_apart(found: tuple[Step, ...], one: Callable[[str, Mapping[str, Fraction]], Verdict]) -> Verdict | None:
    """The verdict on quantities of different kinds beside each other, one of which is of the kind that was asked."""
    kinds: list[Dimension] = []
    values: list[Fraction] = []
    for s in found:
        try:
            plain = _OF_A_SORT.sub(r"\g<n> ", _LEAD.sub("", s.text))
            q = quantity(_ASIDE.sub("", plain) if plain.split()[-1] not in UNITS else plain)
        except SymroofError:
            return None
        kinds.append(product(q.dimension if kind_of(plain.split()[-1]) else q.dimension[:5], NOTHING))
        values.append(q.value)
    if len({*kinds}) != len(kinds) or not all(map(any, kinds)):
        return None
    verdicts = [understood(one, s.text, {}) for s in found]
    mine = [(s, v) for s, v in zip(found, verdicts) if v is not None and v.code != "units"]
    if any(k[5:] for k in kinds) and any(v.ok for _, v in mine):
        mine = [(s, v) for s, v in mine if v.ok]  # 64 sets, so 6 bits
    if len(mine) != 1 or any(v is None for v in verdicts):
        return None
    ((step, verdict),) = mine
    for other in found:
        if (
            other is not step
            and verdict.ok
            and (unlike := held_against(Beside(other.text, first=step.text))) is not None
        ):
            return unlike
    k = found.index(step)
    for i, j in permutations([n for n in range(len(found)) if n != k], 2):
        if (
            values[j]
            and product(kinds[i], kinds[j], -1) == kinds[k]
            and abs(values[i] / values[j] / values[k] - 1) > _FAR
        ):
            made = shown(values[i] / values[j], kinds[k], 3)
            words = f"{step.said} stands, and {found[i].said} over {found[j].said}, which is {made}, beside it"
            return Verdict("undecided", words, code="words") if verdict.ok else verdict
    others = ", ".join(s.said for s in found if s is not step)
    return with_note(verdict, f"left out: {others}")
