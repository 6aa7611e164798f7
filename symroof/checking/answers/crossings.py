"""From where on something holds, and which side it is on, as sentences of prose say it.

A bound is a relation in words and a number; what it is a bound on is told around it: by a side (compute-bound,
waiting for the loads), by what pays off or keeps up, or by a verb of need or of what can be.  What is on the other side
turns it round, once for each word that does.

>>> def shown(text):
...     return bound_told(text, frozenset())
>>> shown("As soon as there are more than 240 tokens in it, the matmul is limited by compute.")
'> 240 tokens'
>>> shown("The batch has to stay under 240 tokens, otherwise we wait for the loads.")
'< 240 tokens'
>>> shown("It is memory-bound until B reaches 240."), shown("You need more than 240 sequences of 100 tokens each.")
('>= 240', '')
>>> side_told("Since the intensity is 30 and the ridge at 240, this kernel is memory-bound.")
'memory-bound'
>>> side_told("This kernel is only memory-bound for a batch below 240.")
''
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

import symroof.regexes as re
from symroof.checking.answers.claimed import DOUBTS, OTHER_CASE, plain_of
from symroof.checking.answers.pieces import SIDE
from symroof.checking.answers.prose import Part, parted
from symroof.checking.words import limiting
from symroof.checking.words.lexicon import AGAIN, BINDS, TAKEN_BACK
from symroof.checking.words.numerals import NUMBER
from symroof.checking.words.resources import BOUND, COMPUTE, DATA
from symroof.reading.measures import UNITS

_HEDGE = r"(?:(?:about|around|roughly|approximately|approx\.?|nearly|some|circa|~|≈)\s*)"
_SIZED = r"(?:(?:an?|the)\s+(?:[a-z-]+\s+){1,3}?of\s+)?(?:[A-Za-z]\s*=\s*)?"
_FEWER = r"less|fewer|smaller|lower|shorter|narrower|thinner|shallower|nearer|closer|earlier|sooner|cheaper|lighter"
_A_TIME = (  # after, before and within are bounds of times alone
    rf"(?=\s+{_HEDGE}?{NUMBER}\s*(?:[numµ]?s|min|[hd]|[a-z]*seconds?|minutes?|hours?|days?|weeks?|months?|years?)\b)"
)
_UP = (  # wider than, deeper than: whatever is compared
    rf"(?:more|(?!(?:{_FEWER}|other|rather|further|later|faster|slower|better)\b)[a-z]{{2,}}er)\s+(?:than|as)|after{_A_TIME}|above|over|beyond|past|exceed(?:s|ed|ing)?|"
    r"pass(?:es|ed|ing)?|cross(?:es|ed|ing)?|surpass(?:es)?"
)
_FROM = (
    r"at\s+least|(?:no|not)\s+(?:fewer|less|smaller)\s+than|a\s+minimum\s+of|starting\s+(?:at|from|with)|"
    r"reach(?:es|ed)?|hits?|gets?\s+to|grows?\s+to|from|minimum"
)
_DOWN = rf"(?:{_FEWER})\s+than|before{_A_TIME}|below|under|beneath|short\s+of"
_UP_TO = (
    r"at\s+most|(?:no|not)\s+(?:more|larger|greater|longer)\s+than|up\s+to|a\s+maximum\s+of|"
    rf"as\s+(?:many|much)\s+as|limited\s+to|maximum|within{_A_TIME}"
)
_BOUND = re.compile(
    rf"(?P<not>(?:\b(?:not|never|cannot)|n['’]t)\s+(?:[a-z]+\s+){{0,4}}?)?\b(?:(?P<from>{_FROM})|(?P<upto>{_UP_TO})|(?P<up>{_UP})|(?P<down>{_DOWN}))\s+"
    rf"(?P<about>{_HEDGE})?{_SIZED}(?P<about2>{_HEDGE})?(?P<x>{NUMBER}(?:\s?%|[kKM]\b)?|(?-i:[A-Za-z0-9.]*[A-Z][A-Za-z0-9]*(?:[*/^][A-Za-z0-9.]+)*)|[a-z](?![a-z]))(?![\w/*^])"
    r"(?:\s+(?P<noun>[a-z]+))?",
    re.I,
)
_OR_MORE = re.compile(
    rf"(?P<about>{_HEDGE})?(?P<x>{NUMBER})(?:\s+(?P<noun>[a-z]+))?\s+(?:or|and)\s+(?:(?P<more>more|above|larger|up|higher|beyond)|fewer|less|below|smaller|lower)\b",
    re.I,
)
_NO_SUCH = re.compile(
    r"\bno\s+(?!need|point|reason|use)(?:[a-z]+\s+){1,2}(?:of\s+)?\Z", re.I
)  # no batch larger than 240
_UNTIL = re.compile(r"\b(?:until|till|up\s+until|before)\b[^,;]*\Z", re.I)
_ABOVE_THAT = re.compile(
    r"\b(?P<what>anything|everything|all|any\s+(?:batch|size|value|length|number)|batches|sizes)\s+(?P<how>(?:that\s+is\s+)?(?:larger|bigger|greater|longer|more|above|beyond|over|higher|smaller|less|shorter|fewer|below|under|lower))"
    r"(?:\s+than)?(?:\s+(?:that|this|it))?(?=\s+(?:is|are|will|stays?|gets?|makes?|needs?)\b)",
    re.I,
)
_MORE = re.compile(r"larger|bigger|greater|longer|more|above|beyond|over|higher", re.I)
_RELATED = re.compile(rf"\b(?:{_UP}|{_DOWN}|{_UP_TO}|at\s+least)\s", re.I)
_ONLY_THERE = re.compile(
    rf"\Aonly\s+(?P<case>(?:{_UP}|{_DOWN}|from|at|with|for|once|when)\s[^,;]*?)\s+(?:do|does|will|can)\s+(?P<rest>(?:the|we|it|this|our|all)\s[^,;]*?)[.!]*\Z",
    re.I,
)
_UNLESS = re.compile(
    rf"\s*,?\s+unless\s+(?=[^,;]*(?:\b(?:{_UP}|{_FROM.replace('|from|', '|')})\b|\d[\d.]*(?:\s+[a-z]+)?\s+or\s+more))",
    re.I,
)
_CANNOT_BE = re.compile(
    r"\b(?:(?:can\s?not|can['’]t|will\s+not|won['’]t|(?:will|can)\s+never)\s+(?:be|become|get)|(?:is|are)\s+(?:not|never)|(?:isn|aren)['’]t|(?:does\s+not|doesn['’]t|never)\s+(?:become|becomes|get|gets))\b",
    re.I,
)
_COMPLEMENT = {">": "<=", ">=": "<", "<": ">=", "<=": ">"}
_NEEDS = re.compile(
    r"\b(?:needs?|requires?|must|has\s+to|have\s+to|should|wants?|takes|aim|make\s+sure|ought|necessary|required|needed|minimum|maximum)\b|\bit\s+takes\b",
    re.I,
)
_CAN = re.compile(
    r"\b(?:can|(?:could|may)(?=\s+(?:be|have|use|hold|fit|go|run|split|shard|serve|take)\b)|allow(?:s|ed)?|permits?|room\s+for|enough\s+(?:memory|room|space)\s+for|fits?|hold|serve|afford)\b",
    re.I,
)
_PAYS = re.compile(
    r"\b(?:pay(?:s|ing)?\s+(?:off|for\s+itself)|(?<=\bstops\s)helping|(?<=\bceases\sto\s)help|(?:it|this|that)\s+(?:happens|occurs|holds)|(?:is|are|be|becomes?)\s+(?:worth\s+(?:it|while)|worthwhile|profitable|stable|hidden|cheaper|faster|better|useful|efficient|sufficient|enough|fully\s+used|busy)|"
    r"worth\s+(?:it|[a-z]+ing)|helps?|keeps?\s+up|wins?|makes?\s+sense|amorti[sz]es?|saturat\w+|surviv\w+|suffic(?:e|es|ient)|(?:be|is|are)\s+enough|withstand\w*|cop(?:e|es)\b|the\s+(?:cheaper|faster|better)\s+(?:plan|option|choice|one|way)|(?:is|are|get|kept)\s+busy|keeps?\s+(?:the|our|all|its)\s+(?:[a-z]+\s+){1,2}busy|"
    r"(?:math|compute|computation|arithmetic)\s+(?:takes|lasts|needs)\s+longer|hides?|breaks?\s+even)\b",
    re.I,
)
_LOSES = re.compile(
    r"\b(?:unstable|loses?|overflow\w*|spills?|runs?\s+out|too\s+(?:big|large|small|slow)|slower|(?:communication|network|latency|overhead|cop(?:y|ies)|loads?|weights|memory|traffic|transfers?)\s+(?:dominates?|wins?)|breaks?\s+down|waits?|starv\w+|(?:leaves?|leaving|keeps?)\s+[^,;]*\bidle|(?:is|are|sits?|stays?)\s+(?:[a-z]+\s+)?idle|(?:spends?|wastes?)\s+(?:its|their|the|most)|"
    r"(?:loads?|loading|reading|weights|memory|traffic|communication)\s+(?:takes?|lasts?|needs?)\s+longer)\b",
    re.I,
)
_TURNED = re.compile(r"\b(?:not|never|no\s+longer|cannot|stops?|ceases?)\b|n['’]t\b", re.I)
_OTHERWISE = re.compile(
    r"(?:otherwise|(?:earlier|later|sooner|before|after|less|more|fewer|above|below|beyond|under|over|(?!other|rather)[a-z]+er)\s+(?:than\s+)?(?:that|it|this)\b|or\s+else|else|then\b|(?:and\s+)?after\s+that|(?:below|under|above|over|beyond|with\s+(?:less|fewer|more))(?:\s+(?:that|it|this))?(?=,|\s+(?:it|we|the|you)\b)|(?:any|every)thing\s+(?:less|smaller|more|larger)|or\s+(?:it|we|you|the)\s)",
    re.I,
)
_REASON = re.compile(
    r"(?:because|since|as\s+(?!soon|long)|given|considering|due|thanks|owing|which\s+is\s+(?:where|when))\b", re.I
)
_SET_ASIDE = re.compile(rf"\b(?:each|apiece|of\s+{NUMBER})\b", re.I)
_PHRASES = re.compile(r"\bonce\b|\bat\s+the\s+same\s+time", re.I)
_HELPS = re.compile(
    r"\b(?:faster|more|bigger|better|wider)\s+[a-zA-Z]+\s+(?:would\s+)?helps?\b|\bby\s+a\s+factor\b", re.I
)
_LONGEST, _SHORTEST = 400, 7
_NOT_OURS = re.compile(r"\b(?:fails?|breaks?|hurts?|loses?)\b|\bthe\s+[a-z]+\s+(?:is|wins?|pays?)\b", re.I)
_BRIEF = 4  # words of a bound


@final
@dataclass(frozen=True)
class _Told:
    """A bound as it is told: its sense, its number with its noun, and where it stands in which part."""

    sense: str
    number: str
    part: Part
    rest: str


def _read(text: str, shortest: int = _SHORTEST) -> list[Part]:
    """The parts of a sentence without its reasons; none where it doubts what it says."""
    if len(text.split()) < shortest or len(text) > _LONGEST:
        return []
    if len(text.split()) < _SHORTEST and _NOT_OURS.search(text) and not _cheaper_up(text):
        return []
    parts = [
        p for p in parted(_named_again(_without_unless(text))) if p.role != "against" and not _REASON.match(p.text)
    ]
    plain = plain_of(parts, "says", "so", "beside", "case")
    return [] if DOUBTS.search(plain) or TAKEN_BACK.search(plain) else parts


def _without_unless(text: str) -> str:
    """The text with what holds unless something is larger as what holds once it is, or until it is.

    >>> _without_unless("It cannot be compute-bound unless we batch more than 148 users.")
    'It is compute-bound once we batch more than 148 users.'
    """
    if (m := _ONLY_THERE.match(text)) is not None:
        return f"{m['rest']} {m['case']}"  # only above 240 do the FLOPs become the limit
    m = _UNLESS.search(text)
    if m is None:
        return text
    denied = list(_CANNOT_BE.finditer(text[: m.start()]))
    if not denied:
        return f"{text[: m.start()]} until {text[m.end() :]}" if _TURNED.search(text[: m.start()]) is None else text
    return (
        f"{text[: denied[0].start()]}is{text[denied[0].end() : m.start()]} once {text[m.end() :]}"
        if len(denied) == 1
        else text
    )


def _named_again(text: str) -> str:
    """The text with its number where it only points to it: it is at 240; anything above that is limited by compute."""
    m = _ABOVE_THAT.search(text)
    told = (
        re.findall(
            rf"(?:\b(?:at|of|is|about|around|roughly|gives|reaches)|=)\s*({_HEDGE}?(?:{NUMBER}(?![\w.*/])|[A-Z]/[A-Z]\b))",
            text[: m.start()],
        )
        if m
        else []
    )
    if m is None or len({*told}) != 1 or _RELATED.search(text[: m.start()]):
        return text
    return f"{text[: m.start()]}{m['what']} {'above' if _MORE.search(m['how']) else 'below'} {told[0]}{text[m.end() :]}"


def bound_told(text: str, names: frozenset[str], asked: str = "") -> str:
    """The bound that a sentence says something holds above or below of; "" where it tells none, or several.

    ``asked`` is the sense of the bound that is expected.
    """
    parts = _read(_LEARNT.sub(" than ", text), _BRIEF)
    if (early := [p for p in parts if p.role == "so" and _bounds(p, names)]) and (
        _NEEDS.search(early[0].text) or not _holds(parts[: parts.index(early[0])])
    ):
        parts = parts[parts.index(early[0]) :]  # a conclusion stands for itself
    leading = bool(parts) and _BINDING.match(parts[0].text) is not None  # when it is larger, then
    after = [p for p in parts if not leading and re.search(rf"[,;]\s+then\s+{re.escape(p.text)}", text)]
    said = [p for p in parts if not (_OTHERWISE.match(p.text) or p in after)]
    found = [b for p in said for b in _bounds(p, names)]
    if len({(b.sense, b.number) for b in found}) != 1:
        return ""
    bound = found[0]
    if _SET_ASIDE.search(bound.rest) and re.search(rf"\d.*\d.*each|of\s+{NUMBER}", bound.part.text):
        return ""
    around = [Part(bound.rest if p is bound.part else p.text, p.role) for p in said]
    of_a_part = _OF_A_FORMULA.search(bound.rest) or AGAIN.search(_PHRASES.sub(" ", bound.rest))
    if of_a_part or any(_HELPS.search(p.text) for p in said):
        return ""
    cheaper = {up for p in around if (up := _cheaper_up(p.text))}
    if asked and cheaper:
        up = cheaper == {1 if bound.sense[0] == ">" else -1}
        return f"{asked if up else _COMPLEMENT[asked]} {bound.number}" if len(cheaper) == 1 else ""
    otherwise = [p for p in parts if p not in said and not _cheaper_up(p.text)]
    sign = _sign(around, otherwise, bound)
    sign = sign or (1 if _is_a_condition(said, bound) and not otherwise else 0)
    return "" if not sign else f"{bound.sense if sign > 0 else _COMPLEMENT[bound.sense]} {bound.number}"


_AT_ANY_SIZE = re.compile(
    r"(?:it|this|that|(?:the|our|this|that|such\s+an?|an?)\s+(?:[a-z-]+\s+){1,3}?)\s*(?:['’]s|is|are|stays?|remains?|will\s+be)\s+"
    rf"(?P<ever>always|never)\s+(?P<side>(?:{COMPUTE}|{DATA}){BOUND})",
    re.I,
)


def at_any_size(text: str) -> str:
    """Always or never, and the side, where a sentence says it of something as a whole: a bound is asked; "" else.

    >>> at_any_size("This matmul is always compute-bound, D and F are big enough for that.")
    'always compute-bound'
    >>> at_any_size("It is never compute-bound below 240."), at_any_size("It is always memory-bound if B is small.")
    ('', '')
    """
    parts = _read(text)
    m = _AT_ANY_SIZE.fullmatch(parts[0].text) if parts and parts[0].role in ("says", "so") else None
    if m is None or any(re.search(r"\d", p.text) or p.role == "case" for p in parts[1:]):
        return ""
    return f"{m['ever'].lower()} {m['side']}"


def both_ends(text: str) -> str:
    """The two bounds between which a sentence says that something has to lie; "" where it does not tell two."""
    parts = _read(text)
    found = [b for p in parts for b in _bounds(p, frozenset())]
    if len(found) != 2 or {b.sense[0] for b in found} != {"<", ">"} or not _NEEDS.search(plain_of(parts, "says", "so")):
        return ""
    low, high = sorted(found, key=lambda b: b.sense[0] == "<")
    more, less = "at least" if "=" in low.sense else "more than", "at most" if "=" in high.sense else "less than"
    return f"{more} {low.number} and {less} {high.number}"


def _bounds(part: Part, names: frozenset[str]) -> list[_Told]:
    """The bounds in a part."""
    out = []
    for m in _BOUND.finditer(part.text):
        if not re.search(r"\d", m["x"]) and not {*re.findall(r"[A-Za-z]", m["x"])} <= names:
            continue
        if (
            m["from"]
            and m["from"].lower() == "from"
            and not re.match(r"\s*(?:on(?:wards?)?|up(?:wards?)?)\b", part.text[m.end() :])
            and (m["noun"] or "") not in ("on", "onwards", "upwards", "onward", "up")
        ):
            continue
        sense = ">=" if m["from"] else "<=" if m["upto"] else ">" if m["up"] else "<"
        sense = _COMPLEMENT[sense] if m["not"] and not re.search(r"\bbe\s+more\s+or\b", m["not"]) else sense
        left = part.text[: m.start()]
        sense = _COMPLEMENT[sense] if _NO_SUCH.search(left) else sense
        if _UNTIL.search(left) and not _CAN.search(left):
            sense = "<"
        per = re.match(r"\s+per\s+[a-z]+", part.text[m.end() :])
        noun = _unit(m["noun"])
        about = "about " if m["about"] or m["about2"] else ""
        behind = part.text[m.end() :] if noun or not m["noun"] else f"{m['noun']}{part.text[m.end() :]}"
        out.append(
            _Told(
                sense,
                f"{about}{m['x']}{' ' if noun else ''}{noun}{per.group() if noun and per else ''}",
                part,
                f"{left} {behind}",
            )
        )
    for m in _OR_MORE.finditer(part.text):
        noun = _unit(m["noun"])
        number = f"{'about ' if m['about'] else ''}{m['x']}{' ' if noun else ''}{noun}"
        if _TURNED.search(part.text[: m.start()]):
            continue
        sense = ">=" if m["more"] else "<="
        sense = _COMPLEMENT[sense] if _NO_SUCH.search(part.text[: m.start()]) else sense
        out.append(_Told(sense, number, part, f"{part.text[: m.start()]} {part.text[m.end() :]}"))
    return out


def _unit(noun: str | None) -> str:
    """The noun behind a number where it is a unit: tokens, MB, and not the words in or a."""
    return noun if noun in UNITS and noun not in ("a", "as", "at", "are", "in") else ""


def _sign(said: list[Part], otherwise: list[Part], bound: _Told) -> int:
    """1 where what is told around a bound holds where the bound does, -1 where it does not, 0 where it is open."""
    of_bytes = re.search(r"\b(?:[kKMGT]i?)?(?:B|bytes)\Z", bound.number) is not None
    signs = [s for p in said if (s := _sign_of(p.text, of_bytes))]
    signs += [-s for p in otherwise if (s := _sign_of(p.text, of_bytes))]
    whole = bound.part.text
    needs, can = _NEEDS.search(whole), _CAN.search(whole)
    if _SPARES.search(whole):
        return 0
    if can and not needs and (bound.sense[0] == "<" or any(p.text.lower().startswith("before") for p in said)):
        return 1  # fewer than 16 chips before communication dominates
    if needs:
        return 1 if not signs or {*signs} == {1} else 0
    if can and not signs:
        return 1
    return signs[0] if len({*signs}) == 1 else 0


_OF_A_FORMULA = re.compile(r"[\w)][*/^][\w(]")  # half of B must exceed 240
_LEARNT = re.compile(r"(?<=[a-z]er|ore|ess)\s+as\s+(?=\d)")  # larger as 240
_ONCE, _PER_USE = (  # who is paid once, and who for each use
    r"(?:buy(?:ing)?|bought|own(?:ing|ed)?|purchas\w+|reserv\w+|dedicated|on[\s-]prem\w*|self-host\w*)",
    r"(?:rent(?:ing|ed|al)?|leas\w+|on[\s-]demand|pay[\s-]as[\s-]you[\s-]go|pay[\s-]per[\s-]use|cloud)",
)
_CHEAPER = re.compile(
    rf"\b(?:(?P<once>{_ONCE})|(?P<use>{_PER_USE}))\b(?:\s+(?!not\b|never\b)[a-z]+){{0,2}}?\s+(?:(?:is|are|gets?|becomes?|comes\s+out)\s+(?P<no>not\s+)?"
    r"(?:always\s+|then\s+)?(?P<how>cheaper|dearer|worth\s+it|better)|wins?|pays\s+off|(?P<lost>loses?))\b",
    re.I,
)


def _cheaper_up(clause: str) -> int:
    """1 where a clause says that what is paid once is cheaper, or what is paid per use dearer, -1 for the reverse.

    What is paid once wins from some use on, whichever of the two is asked for.

    >>> [_cheaper_up(t) for t in ("buying is cheaper", "renting wins", "renting loses", "the new one wins")]
    [1, -1, 1, 0]
    """
    m = _CHEAPER.search(clause)
    if m is None:
        return 0
    turned = bool(m["no"]) != bool(m["lost"] or (m["how"] or "").lower() == "dearer")
    return 1 if bool(m["once"]) != turned else -1


_BINDING = re.compile(
    r"(?:only\s+)?(?:if|when(?:ever)?|once|as\s+(?:soon|long)\s+as|provided(?:\s+that)?|while)\s", re.I
)
_KEEPS = re.compile(r"\b(?:leave|keep|stay|wait|stop|avoid|skip|ignore|do|forget|refuse|reject|not|never|no)\b", re.I)
_ORDERED = re.compile(r"[a-z]+(?:\s+(?:it|them|this|that|everything|over|up|down|the\s+[a-z]+)){0,2}", re.I)


def _is_a_condition(said: list[Part], bound: _Told) -> bool:
    """Whether a sentence is a condition by itself, only if fewer than 5% are read, or tells to do something then.

    So is what only names something with its bound, a hit ratio over 90 %.
    """
    if len(said) == 1 and said[0].role == "beside" and _NAMED.fullmatch(bound.rest.strip()):
        return True
    cases = [p for p in said if _BINDING.match(p.text)]
    rest = [p.text for p in said if p not in cases and p.text.lower() != "only"]
    told = all(_ORDERED.fullmatch(t) and not _KEEPS.search(t) and not _NO_ORDER.match(t) for t in rest)
    return len(cases) == 1 and len(rest) < 2 and told


_NAMED = re.compile(
    rf"(?:only\s+)?(?:an?\s+|the\s+)?(?!(?:{_FEWER}|half|twice|double|not|no|never|without|than|of)\b)(?:[a-z]+\s+){{0,2}}"
    r"(?:rate|ratio|share|utili[sz]ation|usage|load|occupancy|fraction|length|size|batch)",
    re.I,
)
_NO_ORDER = re.compile(r"(?:it|we|you|they|this|that|the|an?|one|no|yes|all|only)\b|[a-z]+ing\b", re.I)
_SPARES = re.compile(r"\bno\s+(?:need|point|reason|use)\b|(?:\b(?:not|never)|n['’]t)\s+(?:need|have|require)", re.I)


def _holds(parts: list[Part]) -> int:
    """1 where the parts say that what is wanted holds, -1 where they say that its other side does, 0 for neither."""
    signs = {_sign_of(p.text) for p in parts} - {0}
    return next(iter(signs)) if len(signs) == 1 else 0


def _sign_of(text: str, of_bytes: bool = False) -> int:
    """1 where a clause says that what is wanted holds, -1 for its other side: of a message's bytes that is latency."""
    text = re.sub(r"\A(?:so\s+that|in\s+order\s+to|to)\b", "", text)
    side = _side_in(text)
    if side and of_bytes:
        return (1 if "latency" not in side else -1) * (-1 if side.startswith("not ") else 1)
    if side:
        return 1 if re.fullmatch(r"not (?!compute).*|compute.*", side) else -1
    turned = -1 if len(_TURNED.findall(text)) % 2 else 1
    if _PAYS.search(text):
        return turned
    return -turned if _LOSES.search(text) else 0


_IS = re.compile(
    r"(?:\b(?:is|are|am|be|been|turns?|leaves?\s+(?:us|it|you)|keeps?\s+(?:us|it|you)|stays?|remains?|becomes?|gets?|makes?\s+(?:it|us|this|the\s+[a-z]+)|means|being|as)|['’](?:s|re|m))\s*(?:(?:not|no\s+longer|never|still|clearly|already|then|now|just|[a-z]+ly|very|rather|an?|here|well|so)\s+)*\Z",
    re.I,
)
_TOO = re.compile(r"\b(?:(?:is|are)\s+)?(?:much\s+|far\s+|way\s+)?too\s+(?:[a-z]+\s+){1,4}?to\s+be\s*\Z", re.I)
_FAILS = re.compile(
    r"(?<!\bhas)(?<!\bhave)(?<!\bgoing)(?<!\bexpected)(?<!\blikely)(?<!\bout)(?<!\border)(?<!\bhad)(?<!\bneeds)(?<!\bneed)(?<!\bwant)(?<!\bbound)(?<!\bseems)\s+to\s+be\b|"
    r"\b(?:half|some|part|most|few|share|neither)\b",
    re.I,
)


_HOW_FAST = re.compile(  # limited by how quickly the multiplications can be done
    r"\bby\s+how\s+(?:fast|quickly|many|much|rapidly)\s+(?:the\s+|our\s+)?(?P<what>[a-z]+(?:\s+[a-z]+)?)\s+(?:can|could|is|are|gets?)\b[^,;]*",
    re.I,
)
_AS_RESOURCE = re.compile(r"\A(?:multiplications?|additions?|operations?|multiply-adds?|products?|flops?)\Z", re.I)
_IT_ALONE = re.compile(  # definitely the flops, memory bandwidth is no problem
    r"\A(?:(?:definitely|clearly|obviously|certainly|surely|probably|i(?:['’]d|\s+would)\s+say|it(?:['’]s|\s+is))\s+)*(?P<what>the\s+[a-z]+(?:\s+[a-z]+)?)\Z",
    re.I,
)
_NO_PROBLEM = re.compile(
    r"\b(?:(?:is|are)(?:n['’]t|\s+not)\s+(?:the|our|an?)\s+(?:problem|issue|trouble|concern)|(?:is|are)\s+no\s+(?:problem|issue|concern))\b",
    re.I,
)


_NOT_LIMITED = re.compile(
    r"(?:\b(?:not|never|cannot)|n['’]t)\s+(?:yet\s+|really\s+|actually\s+)?(?:be\s+|get\s+|become\s+)?(?:limited|bound|held\s+back|capped|throttled|dominated)\s+by\b",
    re.I,
)


def _side_in(text: str) -> str:
    """The side that a clause says, with its not; "" where it names none or several."""
    text = _HOW_FAST.sub(lambda m: f"by the {_AS_RESOURCE.sub('calculations', m['what'])}", text)
    found = [m for m in SIDE.finditer(text) if re.search(r"[-\s](?:bound|limited)\Z", m.group(), re.I)]
    if len(found) == 1:
        m = found[0]
        said = _TOO.sub("is ", text[: m.start()])
        if not (_IS.search(said) or len(text) == len(m.group())) or _FAILS.search(said):
            return ""
        if _TOO.search(text[: m.start()]):
            return f"not {'compute' if m['compute'] else 'memory'}-bound"
        turned = len(_TURNED.findall(f"{text[: m.start()]} {text[m.end() :]}")) % 2
        named = "compute" if m["compute"] else re.split(r"[-\s]+(?:bound|limited)", m.group().lower())[0]
        return f"{'not ' if turned else ''}{named}-bound"
    denied = "not " if _NOT_LIMITED.search(text) else ""
    text = re.sub(r"\b(?:become|turn\s+into)(?:s?)\s+(?=the\s)", "are ", text)
    told = limiting.told(re.sub(rf"\b{NUMBER}\S*", "", text)) if not found else None
    if told is None or not told.limit:
        return ""
    if re.search(r"\b(?:may|might|could)\b", text):
        return ""
    side = {"compute": "compute-bound", "network": "network-bound", "latency": "latency-bound"}
    return denied + side.get(told.limit, "memory-bound")


_ELSEWHERE = re.compile(
    r"\b(?:above|below|beyond|over|under|past|until|till|if|when(?:ever)?|once|unless|only|up\s+to|less|fewer|more|for\s+(?:large|small|long|short)|starting|becomes?|would|could|either|or)\b|[<>≤≥]",
    re.I,
)


def side_told(text: str) -> str:
    """The side that a sentence says it is on, whatever its reasons and wherever it says so; "" where that is open."""
    parts = _read(text)
    alone = _IT_ALONE.match(parts[0].text) if 0 < len(parts) <= 2 else None
    if alone is not None and (len(parts) == 1 or _NO_PROBLEM.search(parts[1].text)):
        return _side_in(f"{alone['what']} is the bottleneck") or _side_in(f"{alone['what']} are the bottleneck")
    so = [p for p in parts if p.role == "so" and _side_in(p.text)]
    said = so[-1:] or [p for p in parts if p.role == "says" and _side_in(p.text)]
    sides = {_side_in(p.text) for p in said}
    if len(sides) != 1 or any(_ELSEWHERE.search(p.text) for p in said):
        return ""
    cases = [p.text for p in parts if p.role == "case"]
    if not so and any(_ELSEWHERE.match(t) or OTHER_CASE.search(t) for t in cases):
        return ""
    if not so and any(map(str.isdigit, " ".join(cases))) and not any(map(SIDE.search, (p.text for p in said))):
        return ""
    return next(iter(sides))


_NEVER = re.compile(
    r"\b(?:never|at\s+no|no\s+(?:batch|size|length|number|matter)|(?:not|n['’]t)\s+(?:[a-z]+\s+){0,3}(?:at\s+any|for\s+any|ever))\b",
    re.I,
)
_ASSENT = re.compile(r"\A(?P<said>yes|yep|no|nope)(?=\Z|\s+(?:it|we|they|this|that|one|the)\b)", re.I)


_REACHED = re.compile(
    r"(?:once|when(?:ever)?|if|as\s+soon\s+as|for|with|at)\s+(?:(?:the\s+|an?\s+)?[A-Za-z-]+\s+){0,3}?(?:(?:is|are|gets?|becomes?|grows?)\s+)?(?:(?:large|big|long|high|wide|deep)(?:\s+enough)?|enough|(?:larger|bigger|longer|higher))\b[^,;]*\Z",
    re.I,
)


def reached(text: str) -> str:
    """That compute is the limit for some sizes, where a sentence says from no number on: once N is large enough.

    >>> reached("The dot product becomes compute-bound once N is large enough."), reached("It never is, for large N.")
    ('compute-bound for large N', '')
    """
    parts = _read(text) if not _NEVER.search(text) else []
    said = [p for p in parts if p.role in ("says", "so")]
    cases = [p for p in parts if p.role == "case" and _REACHED.match(p.text)]
    plain = plain_of(said, "says", "so")
    if (
        len(said) != 1
        or len(cases) != 1
        or _TURNED.search(plain)
        or re.search(r"\b(?:could|would|might|may|even)\b", plain_of(parts, "says", "so", "case"))
    ):
        return ""
    return "compute-bound for large N" if _side_in(said[0].text) == "compute-bound" else ""


_BEING, _SIDED = r"(?:is|are|stays?|remains?|gets?|becomes?)", r"[a-z -]*?\w+[-\s](?:bound|limited)"
_TWO_SUBJECTS = re.compile(
    rf"(?P<one>[^,;.]*?)\s{_BEING}\s(?P<first>{_SIDED})\s*,?\s+(?:but|and|while|whereas|yet)\s+(?P<other>[^,;.]*?)\s{_BEING}\s(?P<second>{_SIDED})\W*\Z",
    re.I,
)


def of_several(text: str) -> str:
    """Why a side that is said of one thing is open: another thing is on another side in the same sentence.

    >>> of_several("Prefill is compute-bound but decode is memory-bound.")
    'two things are on two sides: Prefill, decode'
    >>> of_several("Prefill is not slow but it is memory-bound")
    ''
    """
    m = _TWO_SUBJECTS.fullmatch(" ".join(text.split()))
    if (
        m is None
        or _PRONOUN.fullmatch(m["other"])
        or _side_in(f"it is {m['first']}") == _side_in(f"it is {m['second']}")
    ):
        return ""
    return f"two things are on two sides: {m['one']}, {m['other']}"


_PRONOUN = re.compile(r"(?:so\s+)?(?:it|this|that|we|they|our\s+[a-z]+|this\s+[a-z]+)", re.I)


def one_side_said(text: str) -> bool:
    """Whether a statement by itself says a side without a case of its own."""
    named = re.search(r"\b(?:bottlenecks?|limit|limiting|constraint)\b", text, re.I)
    return named is not None and _ELSEWHERE.search(text) is None and _FAILS.search(text) is None


def ever_told(text: str) -> str:
    """Yes or no where a sentence or its conclusion begins with it, never where it says that a side is never reached."""
    parts = _read(text)
    said = [p for p in parts if p.role in ("says", "so", "beside")]
    led = [m["said"].lower()[:3] for p in said if (m := _ASSENT.match(p.text)) is not None]
    denied = any(_TURNED.search(p.text) for p in said)
    if led:
        return "no" if led == ["no"] and denied and not BINDS.search(plain_of(said, "says", "so", "beside")) else ""
    sides = [
        p for p in said if _NEVER.search(p.text) and _side_in(re.sub(r"\bnever\b", "", p.text)).startswith("compute")
    ]
    return "never" if sides and not led and not any(_bounds(p, frozenset()) for p in said) else ""


__all__ = [
    "at_any_size",
    "both_ends",
    "bound_told",
    "ever_told",
    "of_several",
    "one_side_said",
    "reached",
    "side_told",
]
