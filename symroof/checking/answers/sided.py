"""On which side of a bound what is compute-bound: "not memory-bound above 240", "B > 240 (memory-bound)".

Bounds are on being compute-bound, as thresholds are; memory-bound, limited by bandwidth, "not" and "unless" turn them
round, each once.  Two clauses are two statements, and both have to hold.

>>> sided("memory-bound below 240"), sided("never compute-bound above 240"), sided("compute-bound, never memory-bound")
(('>= 240',), ('<= 240',), ('always', 'always'))
>>> sided("above 240 it's memory-bound, below compute-bound"), sided("the largest batch to be memory-bound is 240")
(('<= 240', '< 240'), ('> 240',))
>>> sided("B > 240, which is memory-bound"), sided("a memory-bound kernel of mine")
(('B <= 240',), None)
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise

import symroof.regexes as re
from symroof.checking.words.numerals import NUMBER
from symroof.checking.words.phrases import COMPLEMENT, MAX_WORDED, SIGNS, Typed, typed
from symroof.checking.words.resources import COMPUTE, DATA
from symroof.errors import SymroofError

_KIND = (
    r"(?:{math}|{memory})(?:[-\s]+bandwidth)?(?:[-\s]+(?:bound|limited)(?:ness)?)\b|"
    r"(?:limited|bound|bounded|dominated)\s+by\s+(?:the\s+)?(?:{math2}|{memory2})\b(?:[-\s]+bandwidth)?"
).format(
    math=f"(?P<math>{COMPUTE})", memory=f"(?P<memory>{DATA})", math2=f"(?P<math2>{COMPUTE})",
    memory2=f"(?P<memory2>{DATA})",
)  # fmt: skip
BOUNDNESS = re.compile(_KIND, re.I)
_DENY = r"(?:not|never|no\s+longer|hardly)"
_ADVERB = (
    rf"(?:{_DENY}|always|still|then|only|just|definitely|already|again|first|"
    r"ever|be|is|are|being|becomes?|gets?)"
)
_WHO = (
    r"(?:(?!(?:nothing|neither|none|never|hardly|what|when|until|unless|where|while|otherwise|below|above|over|under|any|size|batch|larg|"
    r"small|less|more|few|low|high|bigg|great|long|short|than|there|that|they|only|always)\w*)[a-z]{4,}(?=\s+(?:is|are|becomes?|stays?|remains?)\s)|"
    r"it|we|this|that|which|you|everything|things|one|the\s+(?!(?:batch|size|least|small|larg|min|max|low|high))\w+)"
)
_VERB = (
    r"(?:(?:'s|'re|’s|’re)|\s+(?:is|are|was|will|would|can|could|has\s+to|have\s+to|gets?|becomes?|stays?|remains?|keeps?|"
    r"turns?|does|do))"
)
_STATED = re.compile(
    rf"(?P<before>(?:\b(?:for\s+which\s+|that\s+|where\s+|at\s+which\s+)?{_WHO}{_VERB}?\s+|\b(?:keeps?|makes?)\s+(?:it|us|this)\s+|"
    rf"\bto\s+(?:be|stay|become|remain|get)\s+|\b(?:is|are|becomes?|gets?|turns?|goes|stays?|remains?|will|can|could)\s+|"
    rf"\b(?:in\s+)?(?:the\s+)?(?=\w+[-\s]bound\s+(?:regime|region|side)))?"
    rf"(?:\b{_ADVERB}\s+)*)(?:{_KIND})(?:\s+(?:regime|region|side))?(?:\s+(?:then|there|again|anyway|always|still|any\s?more|any\s+longer))?",
    re.I,
)
_LINK = re.compile(
    r"(?:\bi\.\s?e\.|\bthat\s+is(?=\s*,)|\b(?:which|that|this)\s+(?:is|means)\b|\b(?:so|hence|thus|therefore|because|since|as(?=\s+(?:it|we)\b)|then|"
    r"meaning|implying|but|and|while|whereas|otherwise|it)\b|=>|⇒|→|\\implies|\\Rightarrow|[,;:()]|\s[-–—]\s)"
)
_CLAUSE = re.compile(
    r"[,;.]\s+(?:(?:and|but)\s+)?|\s+(?:and|but|while|whereas|since|because)\s+|\s+(?=(?:otherwise|else)\b)|\s*\(|\s+[-–—]\s+"
)
_UNLESS = re.compile(r"\bunless\b|\bexcept\s+(?:for|when|if|where)\b", re.I)
_OTHERWISE = re.compile(r"(?:or\s+)?(?:otherwise|else|elsewhere)[\s,]*", re.I)
_HITS = re.compile(
    r"\b(?:until|till)\s+(?:you|we|they|it|the\s+batch(?:\s+size)?|(?P<name>[A-Z]\w*))\s+"
    r"(?:hits?|reach(?:es)?|exceeds?|pass(?:es)?|is|are\s+at|has|have|gets?\s+(?:to|above|over|past))\s+(?=(?:[~≈]|about\s|around\s|roughly\s)?\s?\d)",
    re.I,
)
_NOWHERE = re.compile(
    r"(?:for\s+|at\s+|with\s+)?no\s+(?:batch(?:\s+size)?|size|value|number|length|[A-Za-z])(?:\s+(?:at\s+all|ever))?\Z",
    re.I,
)
_EVERYWHERE = re.compile(
    r"(?:for|at|with)?\s*(?:any|all|every|each|whatever|no\s+matter|regardless|irrespective|independent(?:ly)?)\b[^\d<>≤≥]*\Z",
    re.I,
)
_AT = re.compile(r"at\s+(?=(?:[~≈]|about|around|roughly)?\s?\d)", re.I)
_NAMED = re.compile(r"[^\W\d_][\w{}\\]{0,8}|[^a-z]*")
_UNTIL = re.compile(r"\b(?:until|till|up\s+until)\b", re.I)
_SPARED = re.compile(
    r"\b(?:need\s+not|does\s+not\s+(?:need|have)\s+to|do\s+not\s+(?:need|have)\s+to|not\s+(?:need|have)\s+to)\b", re.I
)
_EXTREME = re.compile(
    r"(?:the\s+)?(?P<how>smallest|minimum|minimal|min\.?|least|lowest|largest|maximum|maximal|max\.?|greatest|biggest|highest)\s+"
    r"(?P<what>[a-z][\w\s-]{0,40}?|[A-Z])\s*(?:\b(?:is|equals|would\s+be|must\s+be|has\s+to\s+be)\b|[:=])\s*(?P<number>\S.*)\Z",
    re.I,
)
_MORE = r"larger|bigger|greater|higher|longer|more"
_LESS = r"smaller|lower|shorter|fewer|less"
_BEHIND = re.compile(  # 240 above; 240: anything smaller, 240 below that
    rf"(?P<number>~?{NUMBER}(?:\s+[a-z]+)??)\s+(?:(?:any(?:thing)?|everything|all|at)\s+)?"
    rf"(?P<word>above|over|beyond|below|under|{_MORE}|{_LESS})"
    r"(?:\s+(?:than\s+)?(?:that|it|this|ones?|batch(?:es)?|sizes?|values?|numbers?))?\Z",
    re.I,
)
_BARE_WORD = re.compile(
    r"(above|over|beyond|below|under|beneath|less|more|past|after(?:wards?)?|thereafter|from\s+(?:then|there)\s+on|before)(?:\s+(?:that|it|this))?\Z",
    re.I,
)
_OTHER_WORDS = {"before": "below"}
_OTHER_WORDS |= {**dict.fromkeys(_MORE.split("|"), "above"), **dict.fromkeys(_LESS.split("|"), "below")}
_OTHER_WORDS |= dict.fromkeys(("past", "after", "afterward", "afterwards", "thereafter"), "above")
_FIGURE = re.compile(rf"{NUMBER}(?:\s?[kKM]\b)?")
_CONTRACTED = re.compile(r"\b(ca|wo|is|are|was|do|does|did|need|must|should|could|would|has|have)n['’]?t\b", re.I)
_OTHER_KIND = _KIND.replace("(?P<", "(?P<b_")
_STOPS = re.compile(r"\b(?:stops|ceases|quits)\s+(?:being|to\s+be)\b", re.I)
_BEGINS = re.compile(  # is no longer memory-bound at 240: from there on
    rf"(\b(?:no\s+longer|becomes?|turns?|gets?|starts?\s+(?:being|to\s+be)|goes)\s+(?:{_OTHER_KIND})\s+)at\s+"
    rf"(?P<at>(?:[~≈]|about\s+|around\s+|roughly\s+)?\s?(?:[A-Z]\w*\s*=\s*)?{NUMBER})(?![\w.])",
    re.I,
)
_ELSE = re.compile(
    "(?:\\bor\\s+)?\\b(?:else|otherwise|elsewhere)\\b[\\s,]*(?:it\\s+is\\s+|it's\\s+|we\\s+are\\s+)?(?=\u2b1b)", re.I
)
_MARK = "\u2b1b"  # where a statement stood


def expanded(text: str) -> str:
    """The text without contractions: isn't is "is not", can't and cannot "can not".

    >>> expanded("it can't be; needn't exceed"), expanded("cannot")
    ('it can not be; need not exceed', 'can not')
    """
    full = {"ca": "can", "wo": "will"}
    text = re.sub(r"\bup\s+to\s+and\s+including\b", "up to", text)
    text = _BEGINS.sub(r"\g<1>from \g<at> on", _STOPS.sub("is no longer", text))
    text = _CONTRACTED.sub(lambda m: f"{full.get(m[1].lower(), m[1])} not", text)
    return re.sub(r"\bcannot\b", "can not", text, flags=re.I)


def denied(text: str) -> str | None:
    """The bound that an answer says is not needed, "B needn't exceed 240" without its not; None where it does not."""
    plain = expanded(text)
    return None if _SPARED.search(plain) is None else _SPARED.sub("has to", plain, count=1)


def promising(text: str) -> bool:
    """Whether an answer says what is compute-bound, or of a smallest or largest size."""
    return len(text) <= MAX_WORDED and bool(
        BOUNDNESS.search(text) or _EXTREME.match(text.strip()) or _SPARED.search(expanded(text))
    )


def sided(text: str, asked: Collection[str] = ()) -> tuple[str, ...] | None:
    """The bounds above or below which it says that it is compute-bound; None where that is not understood."""
    plain = expanded(" ".join(text.replace("*", " ").split())).strip().rstrip(".!").strip("\"'` ")
    found = list(_STATED.finditer(plain))
    if not found:
        bound = _extreme(plain)
        return (bound,) if bound else None
    if len(found) == 1:
        made = _bound(plain[: found[0].start()] + f" {_MARK} " + plain[found[0].end() :], _holds(found[0]), asked, "")
        return None if made is None else (made,)
    out: list[str] = []
    last, before = "", True
    for clause in _clauses(plain, found):
        one = _STATED.search(clause)
        if one is None:
            return None
        if out and _OTHERWISE.fullmatch((clause[: one.start()] + clause[one.end() :]).strip(" ,;")):
            out.append(out[-1] if _holds(one) != before else "always" if before else "never")
            continue
        before = _holds(one)
        made = _bound(clause[: one.start()] + f" {_MARK} " + clause[one.end() :], before, asked, last)
        if made is None:
            return None
        number = _FIGURE.search(clause)
        last = number.group() if number else last
        out.append(made)
    return tuple(out)


def _clauses(text: str, found: list[re.Match[str]]) -> list[str]:
    """The text cut between its statements, at the first comma, semicolon or conjunction; none where there is none."""
    cuts = [0]
    for one, other in pairwise(found):
        m = _CLAUSE.search(text, one.end(), other.start() + 1) or _CLAUSE.search(text, one.start(), other.start() + 1)
        if m is None:
            return [""]
        cuts.append(m.end())
    return [text[a:b].strip(" ,;()") for a, b in zip(cuts, [*cuts[1:], len(text)])]


def _holds(m: re.Match[str]) -> bool:
    """Whether a statement says compute-bound: each "not" and "never" turns it round."""
    math = m["math"] or m["math2"]
    return bool(math) != bool(len(re.findall(_DENY, m["before"], re.I)) % 2)


def _bound(text: str, holds: bool, asked: Collection[str], last: str) -> str | None:
    """The bound that a clause states, where the place of its statement is marked; ``last`` is the number before it."""
    text = re.sub(rf"\b(?:does|do|is|are|will|can)\s+not\s+{_MARK}", f"{_MARK}not", text)
    if f"{_MARK}not" in text:
        text, holds = text.replace(f"{_MARK}not", _MARK), not holds
    if _ELSE.search(text):
        text, holds = _ELSE.sub("", text), not holds
    if _UNLESS.search(text):
        text, holds = _UNLESS.sub(" for ", text), not holds
    text = _UNTIL.sub("below", _HITS.sub(lambda m: f"{m['name']} < " if m["name"] else "below ", text))
    text = re.sub(r"\b(?:any|all|every)\s+(?=[A-Z]\b)", "", text)
    text = re.sub(r"\bbefore\s+(?=[~≈]?\s?\d|[A-Z]\b)", "below ", text)
    rest = " ".join(_LINK.sub(" ", text.replace(_MARK, " ")).split())
    rest = re.sub(r"\A(?:(?:only|exactly|always)\s+)+|\s+(?:only|too|is|are)\Z", "", rest).strip()
    if not rest or _EVERYWHERE.match(rest):
        return "always" if holds else "never"
    if rest.lower() in ("never", "always"):
        if text.index(_MARK) < text.lower().index(rest.lower()):  # memory-bound: never
            return "always" if (rest.lower() == "always") == holds else "never"
        return rest.lower() if (rest.lower() == "always") == holds else None  # never (always memory-bound)
    if _NOWHERE.match(rest):
        return "never" if holds else "always"
    if holds and _AT.match(rest):
        rest = _AT.sub(">= ", rest)
    return turned(_shaped(_extreme(rest) or rest, last), holds, asked)


def _shaped(rest: str, last: str) -> str:
    """A bound with its number behind its word: 240 above, and above alone where ``last`` was named before."""
    if (behind := _BEHIND.match(rest)) is not None:
        word = behind["word"].lower()
        rest = f"{_OTHER_WORDS.get(word, word)} {behind['number']}"
    if (bare := _BARE_WORD.match(rest)) is not None and last:
        word = bare[1].lower()
        rest = f"{'above' if word[:4] == 'from' else _OTHER_WORDS.get(word, word)} {last}"
    return re.sub(r"\A(?:when|if)\s+(?=(?:above|over|below|under)\b)", "", rest)


def _extreme(text: str) -> str | None:
    """The smallest such size is 240: at least that; None for a text that says no such thing."""
    m = _EXTREME.match(text)
    if m is None or not re.match(r"[~≈]?\s?\d|about\s|around\s|roughly\s", m["number"]):
        return None
    least = m["how"].lower()[:3] in ("sma", "min", "lea", "low")
    return f"{'>=' if least else '<='} {m['number']}"


def turned(text: str, holds: bool, asked: Collection[str] = ()) -> str | None:
    """A condition as it was, or, where it does not hold, its complement; None for one that is no single bound.

    >>> turned("above B = 240", True), turned("B > 240", False), turned("from N = 497 upwards", True)
    ('B > 240', 'B <= 240', 'N >= 497')
    """
    try:
        said: Typed = typed(text, asked)
    except SymroofError:
        return None
    if said.said or said.spread or said.left_out:
        return None
    about = "about " if said.about else ""
    if said.sense:
        return f"{said.sense if holds else COMPLEMENT[said.sense]} {about}{said.text}"
    parts = re.split(r"(>=|<=|≥|≤|>(?!>)|<(?!<)|\\[lg]eq?(?![a-z]))", said.text)
    if len(parts) == 1 and re.fullmatch(rf"[~≈]?\s?{NUMBER}(?:\s?[A-Za-z]+)?", said.text):
        return f"{about}{said.text}" if holds else None
    if len(parts) != 3 or not parts[0].strip() or not _NAMED.fullmatch(parts[0].strip()):
        return None
    sense = SIGNS.get(parts[1], parts[1])
    return f"{parts[0].strip()} {sense if holds else COMPLEMENT[sense]} {about}{parts[2].strip()}"
