"""A sentence by its clauses: what it says, where that holds, how it was come to, and what holds on the other side.

A clause beside the one that says something is left out where its form shows that it changes nothing: what comes
``before`` one limit is the other one, and so is what is told ``below that``; ``with B much smaller than D`` is the
regime; the sizes that ``dividing x by y`` divides are no answers.  What is left is judged as if it stood alone.

>>> list(plainer("You are compute-bound once B exceeds 240; below that, loading the weights dominates.", ()))
['You are compute-bound once B exceeds 240', 'compute-bound if B exceeds 240']
>>> list(plainer("We can split over fewer than F/2200 chips before communication takes over.", "YF"))
['We can split over fewer than F/2200 chips', 'fewer than F/2200 chips']
>>> list(plainer("With B much smaller than D the intensity tends to B.", "BD"))
['B when B is much smaller than D']
>>> list(plainer("Dividing the BD products by the B + D loads gives an intensity of BD/(B + D).", "BD"))
['BD/(B + D)']
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

import symroof.regexes as re
from symroof.checking.answers.predicates import stated
from symroof.checking.words import limiting
from symroof.checking.words.lexicon import (
    AGAIN,
    AGAINST,
    ALTERS,
    BINDS,
    COMES_TO,
    COMPARES,
    LEAST,
    LESS,
    MORE,
    MOST,
    RELATED,
    TURNS,
)
from symroof.checking.words.numerals import NUMBER
from symroof.checking.words.resources import BOUND, COMPUTE, DATA
from symroof.reading.measures import KIND, UNITS

_SUBJECT = r"(?:it|we|you|they|one|this|that|(?:the|its|our|an?|each|every)\s+(?:[a-z][a-z-]*\s+){1,4}?)"
_DOWN = re.compile(rf"\b(?:{LESS}|{MOST})|<|≤", re.I)
_UP = re.compile(rf"\b(?:{LEAST}|{MORE}|pass(?:es)?|reach(?:es)?|hits?|onwards?|upwards?|from)\b|>|≥|\d\+", re.I)
_OTHER_SIDE = re.compile(  # what is told of the other side of a bound: below that, otherwise
    r"(?:\s*[,;.:(–—]\s*|\s+-+\s+)(?:and\s+|but\s+|while\s+)?(?:(?P<low>below|under|beneath|anything\s+(?:less|smaller|below))|"
    r"(?P<high>above|over|beyond|past|anything\s+(?:more|larger|above))|otherwise|or\s+else|else)"
    r"(?(low)(?:\s+(?:that|it|this|which))?|(?(high)(?:\s+(?:that|it|this|which))?))\b,?\s+(?P<what>[^\d<>=≤≥]*[a-z])[.!)]*\Z",
    re.I,
)
_CHANGES_TO = re.compile(  # the limit doubles to B > 2C/W
    r"\A(?:the|our|its|this)\s+(?:[a-z-]+\s+){1,3}(?:doubles|halves|triples|rises|drops|falls|goes|moves|shifts|changes|grows|shrinks|becomes|turns)\s+"
    r"(?:(?:up|down|in)?to\s+|up\s+to\s+|down\s+to\s+)?(?P<x>[A-Za-z]\w{0,3}\s*(?:[<>≤≥]=?)\s*\S.*)\Z"
)
_NUMBER_ALONE = re.compile(
    rf"\A(?:(?:about|around|roughly|~)\s*)?{NUMBER}(?:\s+[a-z]+)?(?:,\s+give\s+or\s+take)?\Z", re.I
)
_BEFORE = re.compile(  # the other limit takes over from there on
    rf"\s*,?\s+before\s+(?P<what>(?:{_SUBJECT}\s*|[a-z]+\s+)[^\d<>=≤≥,;]*[a-z])[.!]*\Z", re.I
)
_CAN = re.compile(
    rf"\A(?:you|we|one|it|they|the\s+[a-z]+)\s+(?:can|could|may|should|must)\s+(?:[a-z]+\s+){{1,4}}?(?P<bound>{RELATED}\s+\S.*)\Z",
    re.I,
)
_FURTHER = re.compile(r"\Anot?\s+further\s+than|\Aas\s+(?:many|much|far)\s+as", re.I)
_CAN_BE = re.compile(rf"\A(?P<bound>{RELATED}\s+\S+(?:\s+[a-z]+)?)\s+can\s+be\s+[a-z]+\Z", re.I)
_CONDITION = re.compile(
    r"\A(?P<when>once|if|when(?:ever)?|as\s+soon\s+as|provided(?:\s+that)?|as\s+long\s+as)\s+(?P<c>[^,]+),\s+(?P<says>[^,]+)\Z",
    re.I,
)
_OF_MANY = re.compile(rf"\A(?P<bound>{RELATED}\s+{NUMBER}\s+(?P<noun>[a-z]+))\s+[a-z]+\s+[^\d<>=]*\Z", re.I)
_COMES = re.compile(
    rf"\A(?P<how>[A-Z][a-z]{{2,}}ing\s+[^,;]*?)\s+(?:{COMES_TO})\s+(?:(?:us|you|me)\s+)?(?:with\s+)?"
    r"(?:(?:an?|the)\s+(?:[a-z-]+\s+){1,3}of\s+)?(?P<x>\S.*)\Z"
)
_OF_ANOTHER = re.compile(rf"(?:{COMPARES.pattern})|{AGAIN.pattern}|assum|suppos|replac|chang", re.I)
_TENDS = (
    r"(?:tends?|goes?|converges?|drops?|falls?|rises?|grows?|reduces?|comes?)\s+(?:down\s+|close\s+)?to|approach(?:es)?|becomes?|is|equals|"
    r"(?:settles?|saturates?|levels?\s+off)\s+(?:at|to)"
)
_CHIP = r"(?:chip|card|gpu|tpu|device|node|machine|accelerator|server|host)"
_SHARDED = re.compile(  # each of several chips holds what one does
    r"\A(?:(?:sharded|split|spread|divided|distributed|partitioned|shared)\s+(?:evenly\s+)?(?:over|across|among|between|on)\s+"
    rf"(?:the\s+)?(?:[\w-]+\s+)?(?P<of>{_CHIP}s),\s+)?(?:each|every)\s+(?:(?P<one>one|of\s+them|one\s+of\s+them)|{_CHIP})\s+"
    r"(?:(?:still\s+)?(?:has\s+to|must|needs\s+to)\s+)?(?:holds?|keeps?|stores?|carr(?:y|ies)|contains?)\s+"
    r"(?P<x>[^,;]*?\d\s?[kMGTP]?i?(?:B|[a-z]*bytes))\Z",
    re.I,
)
_OTHER_CASE = re.compile(  # with half the bandwidth, doubling the links
    r"(?:with|at|for|on|under|given)\s+(?:only\s+)?(?:half|twice|double|triple|an?\s+(?:third|quarter)\s+of|\d+\s+times)\s|"
    r"(?:doubling|halving|tripling|quadrupling|skipping|dropping|omitting)\s+[^,;]*?\s(?:gives?|would|makes?|yields?|leaves?)\s",
    re.I,
)
_WHERE = re.compile(
    rf"\A(?:with|for|in|at|given|under)\s+(?P<where>[^,;]*?),?\s+(?:it|{_SUBJECT})\s*(?:{_TENDS})\s+(?P<x>\S.*)\Z", re.I
)
_SMALLER = re.compile(
    r"\A(?P<n>[A-Za-z]\w?)\s+(?:(?:much|far|a\s+lot)\s+(?:(?P<more>larger|greater|bigger|above)|smaller|less|below)(?:\s+than)?|"
    r"(?:(?:very\s+)?(?:small|tiny|negligible|little)|(?P<large>(?:very\s+)?(?:large|huge|big)))\s+"
    r"(?:beside|besides|compared\s+(?:to|with)|relative\s+to|next\s+to|against))\s+(?P<m>[A-Za-z]\w?)\Z",
    re.I,
)
_APART = re.compile(
    r"\s*,?\s+(?:and|but)\s+(?:(?:does|do)\s+not\s+depend\s+on|no\s+longer\s+depends?\s+on|is\s+independent\s+of|"
    r"stops?\s+depending\s+on)\s+(?P<what>[^,;<>=]*?)(?:\s+any\s*more)?\Z",
    re.I,
)
_PLACED = re.compile(  # below 240 we wait for the weights
    rf"\A(?P<where>(?:{RELATED}|from)\s+{NUMBER}(?:\s+(?:tokens|onwards?|upwards?|on|up))?),?\s+"
    r"(?P<what>(?:it|we|you|they|the|our|its)\s[^\d<>=≤≥]*)\Z",
    re.I,
)
_STAYS = re.compile(
    rf"\A[A-Za-z][A-Za-z -]*?\s(?:is|are|stays?|remains?|becomes?|gets?|runs?)\s+(?:only\s+)?"
    rf"(?P<side>(?:{COMPUTE}|{DATA}){BOUND})\s+(?P<when>(?:only\s+)?(?:as|so)\s+long\s+as|while|if|when|once|provided)\s+(?P<c>\S.*)\Z",
    re.I,
)
_TWO_ENDS = re.compile(
    rf"\b(?:between\s+{NUMBER}\s+and\s+{NUMBER}|(?:{LEAST}|{MORE})\s+{NUMBER}\s*,?\s+(?:and|but|yet)\s+(?:(?:is|are|stays?|also|still)\s+)*"
    rf"(?:{MOST}|{LESS})\s+{NUMBER})(?![\w.*/^])(?:\s+(?P<unit>[A-Za-z%/]+))?",
    re.I,
)
_AGAINST_ENDS = re.compile(
    rf"\b(?:not|no|never|nor|none|nothing|hardly|outside|except|unless|other|memory|neither|fails?|wrong)\b|n['’]t\b|{BOUND}|\d",
    re.I,
)
_ENDLESS = re.compile(
    r"\A(?:(?:the|our|its)\s+(?:[a-z-]+\s+){1,3}|it\s+)(?:(?:grows?|increases?|rises?)\s+(?:without\s+(?:any\s+)?(?:bound|limit|end)|forever|indefinitely)|"
    r"is\s+(?:unbounded|unlimited|infinite)|diverges|(?:goes|tends)\s+to\s+infinity)(?P<tail>[,.]?\s+(?:like|as|since|because|when|for|with)\s.*)?\Z|"
    r"\Athere\s+is\s+no\s+(?:upper\s+)?(?:limit|bound)\s+(?:to|on|for)\s+(?:the|our|its)\s+[a-z]+\Z",
    re.I,
)


def plainer(text: str, names: Collection[str]) -> Iterator[str]:
    """What a sentence says, without the clauses that change nothing, in the forms in which that may be read."""
    text = text.strip().rstrip(".! ")
    if (m := _ENDLESS.match(text)) is not None and not BINDS.search(text.removesuffix(m["tail"] or "")):
        yield "infinity"
        return
    said = _one_sided(text)
    placed = _PLACED.match(said)
    if placed is not None and (limit := _side_of(placed["what"])) and not TURNS.search(placed["what"]):
        yield f"{'compute' if limit == 'compute' else 'memory'}-bound {placed['where'].lower()}"
    if said != text:
        yield said
    for form in (_CAN, _CAN_BE):
        if (m := form.match(said)) is not None and not TURNS.search(said[: m.start("bound")]):
            yield _FURTHER.sub("at most", m["bound"])
    yield from _under_a_condition(said)
    yield from _somewhere(text, names)
    if (m := _COMES.match(text)) is not None and not (TURNS.search(m["how"]) or _OF_ANOTHER.match(m["how"])):
        yield m["x"]
    yield from _ends(text)
    if (m := _CHANGES_TO.match(text)) is not None:
        yield m["x"]
    if said := stated(text):
        yield said


def of_each(text: str) -> str:
    """What each of several chips holds, which is what one does; "" where nothing of the kind is told.

    >>> of_each("Sharded over eight chips, each one keeps 17.5 GB."), of_each("each layer keeps 17.5 GB")
    ('17.5 GB', '')
    """
    m = _SHARDED.match(text.strip().rstrip(".! "))
    return m["x"] if m is not None and (m["of"] or not m["one"]) else ""


_GIVEN = re.compile(  # delivers its 64 GB in 16 seconds: a quantity that the question gave
    rf"\b(?P<the>the|its|our|all|these|those)\s+(?:whole\s+|full\s+|entire\s+)?{NUMBER}\s?(?P<unit>[A-Za-zµ]+)\b(?!\s*/)"
    r"(?=\s+(?:in|within|for|with|over|through|to|from|at)\s)"
)
_OF_MANY_THINGS = re.compile(  # our pipeline of 4 stages and 8 microbatches wastes 3/8 of the time
    rf"(?<=[a-z])\s+(?:of|with)\s+{NUMBER}\s+[a-z]+(?:\s+and\s+{NUMBER}\s+[a-z]+)?(?=\s+[a-z]+(?:s|ed)\s)"
)
_THAT_EACH = re.compile(
    rf"(?<=[a-z])\s+(?:that|which|who)\s+(?:each\s+|all\s+)?(?:needs?|takes?|handles?|ha(?:s|ve)|can\s+do)\s+{NUMBER}\s?[A-Za-z/]+"
    r"(?:\s+each)?(?=\s)",
    re.I,
)
_A_VERSION = re.compile(r"\b(?:PCIe|USB|DDR|HBM|SATA|NVLink|Wi-?Fi)\s?\d[\d.]*(?:\s?x\d+)?(?=\s)", re.I)
_OF_MANY_ONE = re.compile(rf"\A(?:each|every\s+one)\s+of\s+(?:the|our|these)\s+{NUMBER}\s+(?P<noun>[a-z]+?)s?\s", re.I)


def without_givens(text: str) -> str:
    """The text without the quantities that only say what it is of: definite ones, counts of parts, versions.

    >>> without_givens("The disk array delivers its 64 GB in 16 seconds.")
    'The disk array delivers its data in 16 seconds.'
    >>> without_givens("Our pipeline of 4 stages and 8 microbatches wastes 3/8 of the time.")
    'Our pipeline wastes 3/8 of the time.'
    """
    text = _GIVEN.sub(lambda m: f"{m['the']} data" if m["unit"] in UNITS and m["unit"] not in KIND else m.group(), text)
    return _THAT_EACH.sub("", _A_VERSION.sub("the link", _OF_MANY_THINGS.sub("", text)))


def of_one(text: str) -> str:
    """The text of each of several things as of one of them: each of the 8 cards has to keep 20 GB."""
    return _OF_MANY_ONE.sub(lambda m: f"A {m['noun']} ", text)


def of_another_case(text: str) -> bool:
    """Whether what a text says is said to hold where something is doubled, halved or left out."""
    return _OTHER_CASE.match(text) is not None


def _one_sided(text: str) -> str:
    """The text without what it tells of the other side of its bound, where that is not what it says of this side."""
    m = _OTHER_SIDE.search(text)
    if m is not None and _bounded(head := text[: m.start()], m["low"], m["high"]) and not _contradicts(head, m["what"]):
        return head.strip()
    if (
        m is not None
        and _NUMBER_ALONE.match(text[: m.start()])
        and (m["low"] or m["high"])
        and not TURNS.search(m["what"])
    ):
        limit, number = _side_of(m["what"]), text[: m.start()].partition(",")[0]
        return (
            f"{'compute' if limit == 'compute' else 'memory'}-bound {'below' if m['low'] else 'above'} {number}"
            if limit
            else text
        )
    m = _BEFORE.search(text)
    if m is not None and _DOWN.search(text[: m.start()]) and not TURNS.search(m["what"]):
        return text[: m.start()].strip()
    return text


def _bounded(head: str, low: str | None, high: str | None) -> bool:
    """Whether a clause tells a bound of which the other side is below it, or above it."""
    up, down = _UP.search(head) is not None, _DOWN.search(head) is not None
    return up != down and up == (low is not None or (high is None and up))


def _contradicts(head: str, other: str) -> bool:
    """Whether what is told of the other side takes a bound back, or names the limit of this side again.

    Where nobody says what the bound is on, it is on being compute-bound.
    """
    if BINDS.search(other):
        return True
    placed = _PLACED.match(head)
    sides = [_side_of(t) for t in (placed["what"] if placed is not None else head, other)]
    return sides[1] != "" and sides[1] == (sides[0] or "compute")


def _side_of(clause: str) -> str:
    """Compute, or what brings the data, where a clause names one of them as the limit; "" for no such."""
    if (m := re.search(rf"\b(?:(?P<compute>{COMPUTE})|{DATA}){BOUND}", clause, re.I)) is not None:
        return "compute" if m["compute"] else "data"
    told = limiting.told(clause)
    return "" if told is None or not told.limit else "compute" if told.limit == "compute" else "data"


def _under_a_condition(said: str) -> Iterator[str]:
    """A side with its condition behind it: the scheme stays compute-bound as long as N < 8; once N > 8, we are ..."""
    if (m := _STAYS.match(said)) is not None:
        yield f"{m['side']} if {m['c']}"
    if (m := _CONDITION.match(said)) is not None:
        many = _OF_MANY.match(m["c"])
        condition = many["bound"] if many is not None and many["noun"] in KIND else m["c"]
        when = "once" if m["when"].lower().startswith(("provided", "as long")) else m["when"].lower()
        yield f"{m['says']} {when} {condition}"
        if (limit := _side_of(m["says"])) and not TURNS.search(m["says"]) and not TURNS.search(condition):
            yield f"{'compute' if limit == 'compute' else 'memory'}-bound {when} {condition}"


def _somewhere(text: str, names: Collection[str]) -> Iterator[str]:
    """A limit with its regime behind it, without what it does not depend on."""
    apart = _APART.search(text)
    m = _WHERE.match(text[: apart.start()] if apart is not None else text)
    if m is None or (apart is not None and {*apart["what"]} & {*m["x"]} & {*names}):
        return
    beside = _SMALLER.match(m["where"])
    if beside is not None:
        larger = beside["more"] or beside["large"]
        yield f"{m['x']} when {beside['n']} is much {'larger' if larger else 'smaller'} than {beside['m']}"
    elif _changes(m["where"]):
        return
    elif not {*re.findall(r"\w+", m["where"])} & {*names} and not re.search(r"\d", m["where"]):
        yield m["x"]
    else:
        yield f"{m['x']} for {re.sub(r'.*(?:regime|limit|case) of ', '', m['where'])}"


def _ends(text: str) -> Iterator[str]:
    """The two ends between which it says that something holds."""
    found = list(_TWO_ENDS.finditer(text))
    if len(found) == 1 and not _AGAINST_ENDS.search(f"{text[: found[0].start()]} {text[found[0].end() :]}"):
        yield found[0].group() if found[0]["unit"] in UNITS else found[0].group().removesuffix(found[0]["unit"] or "")


def _changes(clause: str) -> bool:
    """Whether a clause may change what the one behind it says: with twice the bandwidth, ignoring the cache."""
    return any(w.search(clause) for w in (TURNS, AGAINST, ALTERS, AGAIN))


__all__ = ["of_another_case", "of_each", "of_one", "plainer", "without_givens"]
