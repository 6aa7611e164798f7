"""Ordinary prose in parts: what a sentence rests on, what it sets its answer against, and what it says.

A sentence of somebody who explains is cut where punctuation, a conjunction or a relative pronoun begins another
statement.  Each part has a role by how it begins: a reason or a case (since, if, at, with), a contrast (compared to,
instead of), a conclusion (so, which means, this is) or a statement.  Nothing is judged here.

>>> [(p.role, p.text) for p in parted("Since the weights are 140 GB, a step at 3.35 TB/s takes 42 ms.")]
[('case', 'Since the weights are 140 GB'), ('says', 'a step at 3.35 TB/s takes 42 ms')]
>>> [(p.role, p.text) for p in parted("An 8B model has 2 bytes for each parameter, which means 16 GB.")]
[('says', 'An 8B model has 2 bytes for each parameter'), ('so', '16 GB')]
>>> [(p.role, p.text) for p in parted("At 40% utilization we are done after 18 days instead of 30.")]
[('case', 'At 40% utilization'), ('says', 'we are done after 18 days'), ('against', 'instead of 30')]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, final

import symroof.regexes as re
from symroof.checking.answers.predicates import is_verb
from symroof.checking.words.lexicon import wordset
from symroof.checking.words.numerals import FEW, NUMBER

Role = Literal["case", "against", "so", "says", "beside"]
_COMES_TO = (
    r"(?:comes?|works?|adds?|sums?|amounts?|boils?|gets?|brings?)\s+(?:(?:out|up|down|us|you|me|it)\s+)*(?:to|at|as)"
)
_MAKES = (
    r"(?:means?|gives?|makes?|leaves?|yields?|implies|equals?|is|are|totals?|corresponds\s+to|results?\s+in|"
    rf"translates\s+(?:in)?to|{_COMES_TO})"
)
_WILL_TAKE = (  # how a relative clause says how much it is: which will be taking 80000 seconds
    r"(?:(?:will|would|should|must|then)\s+)*(?:(?:be\s+)?taking|(?:needs?|takes?|costs?|lasts?|requires?)(?=\s+(?:about\s+|roughly\s+|around\s+)?[~≈]?\d))"
)
#: how a conclusion begins
_SO = (
    r"(?:(?:so|then)(?!\s+(?:that|as|much|many|long|far|few|little)\b)|therefore|thus|hence|consequently|accordingly|ergo|as\s+a\s+result|which\s+is\s+why|in\s+other\s+words|"
    rf"that\s+is(?=,|\s+to\s+say)|meaning|giving|making|which\s+(?:{_MAKES}|{_WILL_TAKE}(?![^,;]*[,;]))(?:\s+that)?|(?:means|implies|shows)\s+that|(?:all\s+in\s+all|overall|altogether|in\s+total|in\s+the\s+end)(?=,?\s+\S))"
)
_SUBJECT = r"(?:we|you|it|i|they|one|this|that|there|the|our|an?|each|every|all|both|its|most|nothing|any)"
_DEFINITE = _SUBJECT.replace("|an?|", f"|{FEW}|")
_AS_SO = wordset("soon long much many far fast slow well high large big small such same energy time")
_NO_AS = "".join(rf"(?<!\b{w}\s)" for w in sorted(_AS_SO))
#: how a reason, a case, a purpose or a remark begins
_CASE = (
    rf"(?:because|since|given(?:\s+that)?|considering(?:\s+that)?|provided(?:\s+that)?|assuming(?:\s+that)?|if|when(?:ever)?|while|where|once(?!\s+(?:takes?|sets?|costs?|needs?|is|will|would|again|more|per|in|and|or|an?\s+(?:second|minute|hour|day|week|month|year))\b)|due\s+to|thanks\s+to|"
    rf"owing\s+to|before(?!\s+(?:(?:about|roughly|around)\s+)?[~≈]?\d)|after(?!\s+(?:(?:about|roughly|around|only|just|an?\s+(?:bit|little)\s+(?:more|less|over|under)|slightly\s+(?:more|less|over|under)|more|less|over|under|than)\s+)*[~≈]?\d)|so\s+that|in\s+order\s+to|no\s+matter|however\s+(?:many|much|long|large|big|fast|small)|regardless\s+of|whatever|which|whose|"
    rf"as\s+soon\s+as|as\s+long\s+as|until|till|according\s+to|{_NO_AS}as(?=\s+(?:{_DEFINITE}|(?:about\s+)?{NUMBER}(?!\s*[A-Z/][A-Za-z/]*(?:\Z|[.,]))|"
    rf"[a-z]+\s+(?:is|are|has|takes|needs))\s))"
)
#: how what an answer is set against begins
_AGAINST = (
    r"(?:instead\s+of|compared\s+(?:to|with)|as\s+opposed\s+to|in\s+contrast\s+to|as\s+against|far\s+from|"
    rf"well\s+below|against(?=[^,;]*\d)|versus|unlike|whereas|(?:down|up)\s+from(?!\s+{NUMBER}[^,;]*?\sto\s+{NUMBER}))"
)
_STOP = r"(?:(?<=[\w)%}])[.!;]+(?=\s|\Z)|\s*[;\n]\s*|,\s+|:\s+|\s+[–—]+\s+|\s+-+\s+)"
_JOINED = rf"(?:(?:and|or)\s+(?=(?:{_SO}|{_CASE}|{_AGAINST}|(?:at|with|for|on|in|by|from)\s|{_SUBJECT}\s))|but\s+)"
_CLAUSE_SUBJECT = r"(?:(?:for|at|with)\s[^,;]*?\s)?(?:this|that|it|we|you|i|they)\s+[a-z]+"
_MARK = re.compile(  # where a part ends and another one begins
    rf"{_STOP}{_JOINED}?|\s+(?=or\s+(?:else\s+)?(?:it|we|you|they|the\s+[a-z]+(?:\s+[a-z]+)?)\s+(?!of\b)[a-z]+(?:\s[^,;\d]*?)?[.!]*\Z)|\s+(?:(?:and|but)\s+)?(?=(?:{_SO})\s)|\s+(?={_AGAINST}\s)|\s+(?={_CASE}\s)|\s+(?:and|but)\s+(?={_CLAUSE_SUBJECT})",
    re.I,
)
_ROLES: tuple[tuple[Role, re.Pattern[str]], ...] = (
    ("so", re.compile(rf"{_SO}\b[\s,:]*", re.I)),
    ("against", re.compile(rf"{_AGAINST}\b", re.I)),
    ("case", re.compile(rf"{_CASE}(?!\w)|to\s+[a-z]+\s", re.I)),
)
_ANAPHOR = re.compile(rf"(?:(?:and|but)\s+)?(?:this|that|these|together\s+they|it\s+all)\s+(?={_MAKES}\s)", re.I)
_OPENING = re.compile(
    r"(?!on\s+average\b|in\s+(?:total|all|sum|practice|fact|the\s+end)\b|on\s+the\s+whole\b|for\s+(?:example|instance)\b)"
    r"(?:at(?!\s+(?:most|least)\b)|with|for|on|in|from(?!\s+[~≈]?\d\S*(?:\s+[A-Za-z/]+)?\s+(?:down\s+|up\s+)?to\s)|over|under|by|using|running|given|without|to|per|across|inside|during|through|out\s+of|of|into|among|within|between|despite)\s",
    re.I,
)
_PERIODS = "second|minute|hour|day|week|month|year|time|token|byte"
_JOINING = wordset(
    "of and or at with for on in from over into to by per through than that plus only under using running inside "
    "across during between given without within"
)
_THEN_SUBJECT = re.compile(
    r"\s(?=(?:we|you|it|i|they|one|this|there|everything|that(?=\s+(?:is|makes|gives|means|comes|leaves|adds)\b))"
    r"(?:['’]\w+\s+[a-z~≈$\d]|\s+[a-z]))|"
    + "".join(rf"(?<!\b{w})" for w in sorted(_JOINING))
    + rf"\s(?=(?:the|our|an?(?!\s+(?:{_PERIODS}|piece)\b)|each(?!\s*(?:[,.]|\Z))|"
    rf"every(?!\s+(?:{_PERIODS})\b)|its|all|those|these)\s)",
    re.I,
)
_TAKING = re.compile(
    r"(?:counting|taking|using|assuming|including|considering|ignoring|given|running|reading|split|sharded|spread|divided|looking)\s",
    re.I,
)
_BEHIND_REASON = re.compile(  # since the job uses 1.2 kWh | the electricity for it costs 18 cents
    rf"(?:because|since|as|if|when|given\s+that|assuming|provided(?:\s+that)?)\s+[^,;]*?\s(?:{NUMBER}\s*\S+|[a-z]+)\s+(?P<says>(?:we|you|it|this|that|they|the|our|each|every)\s+(?:[A-Za-z-]+\s+){{0,6}}?"
    r"(?:takes?|costs?|needs?|is|are|will|would|can|gives?|makes?|lasts?|uses?|must|has|have|gets?|requires?|becomes?)\s[^,;]*)\Z",
    re.I,
)
_BEHIND_EVENT = re.compile(  # after the migration | the throughput fell
    r"(?:after|since)\s+(?:the|our|this|that|its)\s+[a-z-]+\s+(?P<says>(?:we|you|it|this|they|the|our|each|every)\s+[^,;]*)\Z",
    re.I,
)
_ELSE = re.compile(r"or\s+(?:it|we|you|they|the)\s", re.I)
_WHY = re.compile(r"(?:because|since|as|given\s+that)\b", re.I)
#: all of several things, behind what was said of one: each gives 30, four of them give 120
_ALL_OF = re.compile(
    rf"(?:all|(?:all\s+)?{NUMBER}|two|three|four|five|six|seven|eight)\s+of\s+(?:them|those|these)\b|together\b", re.I
)
_EACH = re.compile(r"\b(?:each|every|one|an?\s+single|per)\b", re.I)
_FAR_MORE = re.compile(
    r"(?:(?:far|much|way|well|a\s+lot|quite\s+a\s+bit|clearly|still)\s+)*(?:more|less|larger|bigger|smaller|higher|lower|fewer|longer|shorter|faster|slower)\s+than\s+(?:the|what|our|its|any)\s",
    re.I,
)
_NOT_BUT = re.compile(
    r"(?:and\s+)?not\s+(?!sure|certain|quite|really|exactly|always|yet|possible|enough|much|more|less|so\b)(?:by\s+|for\s+|on\s+)?(?:the\s+|our\s+|an?\s+)?(?:[a-z-]+\s+){0,2}[a-z]+\Z",
    re.I,
)
_LED = re.compile(
    r"\A(?:(?:well|ok(?:ay)?|hmm|and|but|or|also|again|now|then|actually|basically|here|i\s+(?:think|believe|guess|say|would\s+say|find|get\s+that)|i['’]d\s+say|my\s+answer\s+is\s+that)\b[,:]?\s+(?:that\s+)?)+",
    re.I,
)


@final
@dataclass(frozen=True)
class Part:
    """A part of a sentence and its role: case, against, so (a conclusion), says, or beside (without a verb)."""

    text: str
    role: Role
    colon: bool = False


def parted(text: str) -> list[Part]:
    """The parts of a sentence in their order."""
    out: list[Part] = []
    at, mark = 0, ""
    for m in [*(m for m in _MARK.finditer(text) if not _inside(text, m.start())), None]:
        piece = text[at : m.start() if m is not None else len(text)].strip(" .!,;")
        out += _roles(piece, mark) if piece else ()
        if m is not None:
            at, mark = m.end(), m.group() if piece or not mark.strip() else mark
    return [_summing(p, out[:i]) for i, p in enumerate(out)]


def _summing(part: Part, before: list[Part]) -> Part:
    """A part as a conclusion where it is of all of what stands before it is of one: each gives 30, four of them 120."""
    of_one = part.role == "says" and _ALL_OF.match(part.text) and any(_EACH.search(p.text) for p in before)
    return Part(part.text, "so", part.colon) if of_one else part


def _inside(text: str, at: int) -> bool:
    """Whether a place is between parentheses."""
    return text.count("(", 0, at) > text.count(")", 0, at) and ")" in text[at:]


def _roles(piece: str, mark: str) -> Iterator[Part]:
    """The roles of a piece between two marks: what it begins with may be a case of what it says behind that."""
    colon = ":" in mark
    if "," in mark and (_NOT_BUT.match(piece) or _FAR_MORE.match(piece)):
        yield Part(piece, "against", colon)
        return
    if re.search(r"\bbut\b", mark, re.I):
        yield from (Part(p.text, "so" if p.role == "says" else p.role, colon) for p in _roles(piece, ""))
        return
    for role, begins in _ROLES:
        m = begins.match(piece)
        if m is None:
            continue
        if role == "so":
            rest = list(_roles(piece[m.end() :], "")) if piece[m.end() :].strip() else []
            yield from (Part(p.text, "so" if p.role in ("says", "beside") else p.role, colon) for p in rest)
        elif (
            (cut := _behind_its_case(piece, not mark or " and" in mark or " but" in mark or "." in mark))
            and role in ("case", "against")
            and not re.match(r"which|whose|where", piece, re.I)
        ):
            yield Part(piece[:cut].strip(), role, colon)
            follows = _WHY.match(piece) is not None  # as we have to do both | we get 11 ms
            yield from (
                Part(p.text, "so" if follows and p.role == "says" else p.role, p.colon)
                for p in _roles(piece[cut:].strip(), "")
            )
        else:
            yield Part(piece, role, colon)
        return
    if _ANAPHOR.match(piece):
        yield Part(piece, "so", colon)
    elif _OPENING.match(piece) or (_TAKING.match(piece) and not has_verb(piece)):
        cut = _behind_its_case(piece)
        yield Part(piece[:cut].strip() if cut else piece, "case", colon)
        yield from _roles(piece[cut:].strip(), "") if cut else ()
    else:
        plain = piece if _ELSE.match(piece) else _LED.sub("", piece)
        yield Part(plain, "says" if has_verb(plain) else "beside", colon)


def _behind_its_case(piece: str, leading: bool = False) -> int:
    """Where a statement begins behind its case without a comma: at 40% utilization | we are done; 0 for nowhere."""
    if leading and (m := _BEHIND_REASON.match(piece) or _BEHIND_EVENT.match(piece)) is not None:
        return m.start("says")
    if re.match(
        r"(?:if|when(?:ever)?|because|since|as|while|before|after|once|so|in\s+order|no\s+matter|however|whatever|regardless|provided|assuming|until|till)\b",
        piece,
        re.I,
    ):
        return 0
    return next((m.end() for m in _THEN_SUBJECT.finditer(piece) if has_verb(piece[m.end() :])), 0)


_STATES = re.compile(
    r"(?:(?:can|could|will|would|must|should|may|might|cannot|['’](?:s|d|ll|re|ve)|n['’]t|costs?|makes?|done|kept|held|set|limits?|keeps?|caps?|upload(?:s|ed)?|download(?:s|ed)?)|"
    r"(?:answer|respond|add|call|count|find|see|imply|impli|suggest|correspond|put|fill|approach|reach|tend|shrink|grow|drop|fall|fell|ris|sink|decid|dominat|exceed|becom|start|stop|fit|pass|cross|help|matter|scal|bind|bound|lower|"
    r"end|wind|los|lack|drain|settl|converg|peak|top|bring|rais|cut|halv|doubl|tripl|turn|com|go|let|enabl|happen|suffic|guarante|expect|estimat|pull|eat|push|hit|climb|need)(?:e?s|e?d|e)?)\Z",
    re.I,
)


def states(word: str) -> bool:
    """Whether a word may be the verb of a statement."""
    return _STATES.match(re.sub(r"\A[A-Za-z]+(?=['’](?:s|d|ll|re|ve)\Z)", "", word)) is not None or is_verb(
        word.lower()
    )


def has_verb(text: str) -> bool:
    """Whether a text has a verb behind its first word that may state how much there is."""
    return any(map(states, re.findall(r"['’][a-z]+|n['’]t|(?<![\w'’-])[A-Za-z]+(?!\w)", text)[1:]))


__all__ = ["Part", "Role", "has_verb", "parted", "states"]
