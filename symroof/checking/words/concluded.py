"""Notes that work something out and conclude: 43 - 30 used = 13 min left, 400 GB over 32 chips, 12.5 GB each.

Each rule puts a note as its own calculation, so that what it comes to is judged and held against what stands before it;
nothing is judged here.  ``asked`` are the names of the question, ``wanted`` is what is expected.

| jotted down | read as |
|---|---|
| 400 GB over 32 chips, 12.5 GB each | 400 GB / 32 = 12.5 GB |
| n-1 hops, a each: (n-1)*a | (n-1)*(a) = (n-1)*a |
| 43 - 30 used = 13 min left | 43 - 30 = 13 min |
| 64 sets -> 6 index bits | 64 sets -> 6 bits |
| 3 slots out of 19, where a share is asked | (3)/(19) |
| a little over 100 GB/s, to be exact 102.4 | 102.4 GB/s |
| 1 + a + ... + a^k, 1 + 2 + ... + n | (a^(k+1) - 1)/(a - 1), n*(n+1)/2 |
| the copy takes 64 us so we have 36 us left | the copy takes 64 us so we have 36 us |
| 12 cycles = 71 ns, where cycles are asked | 12 cycles |
| 4d^2 attn + 8d^2 mlp per layer, times L | (4d^2 + 8d^2)*L |
| twice the price, 3x the speed => 1.5x perf per dollar | 1.5x |
| np.maximum(a, b), log200(x) | max(a, b), log(x, 200) |
| they cost the same, +50%, where a multiple is asked | 1x, 50% more |

>>> concluded("400 GB over 32 chips, 12.5 GB each"), concluded("43 - 30 used = 13 min left")
('400 GB / 32 = 12.5 GB', '43 - 30 = 13 min')
>>> concluded("3 slots out of 19", (), "3/19"), concluded("they cost the same", (), "2x faster")
('(3)/(19)', '1x faster')
>>> concluded("5 GB out of memory", (), "1/2"), concluded("13 min left"), concluded("12.5 GB each")
('5 GB out of memory', '13 min left', '12.5 GB each')
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from fractions import Fraction

import symroof.regexes as re
from symroof.checking.words.lexicon import AGAIN, AGAINST, SCALES, TURNS
from symroof.checking.words.numerals import NUMBER
from symroof.reading.measures import KIND, UNITS

MAX_LENGTH = 200
_VALUE = rf"[~≈]?\s?\$?{NUMBER}(?:\s?[A-Za-zµ]+(?:/[A-Za-z]+)?)?"
_TERM = r"[^,:=<>]{1,24}?"
#: a formula of numbers and symbols of few letters
_SIGNS = r"(?:\d[\d.,]*+|(?<![A-Za-z])[A-Za-z]\w{0,2}+(?![A-Za-z])|[\s*/^()+-])+?"

_EACH = re.compile(
    rf"(?P<all>{_VALUE})\s+(?:(?:split|spread|divided|shared)\s+)?(?:over|across|on|by|between|among|among)\s+(?P<n>\d+)\s+(?P<things>[a-z]+?)s?\s*(?:,|:|=|→|->|is|makes|gives)\s*(?P<one>{_VALUE})\s+(?:each|apiece|per\s+(?P=things))\.?",
    re.I,
)
_QUOTIENT_EACH = re.compile(rf"(?P<quotient>{_VALUE}\s*[/÷]\s*\d+\s*=\s*{_VALUE})\s+(?:each|apiece)[.!]*")
_EACH_OF = re.compile(rf"(?P<n>{_TERM})\s+[a-z]{{3,}},\s+(?P<each>{_TERM})\s+(?:each|apiece)\s*[:=]\s*(?P<sum>[^:=]+)")
_SO_MANY_EACH = re.compile(rf"(?P<n>{_SIGNS})\s+[a-z]{{3,}},\s+(?P<each>{_SIGNS})\s+(?:each|apiece)[.!]*")
_LEFT = re.compile(
    rf"(?P<first>{_VALUE})\s*[-−–]\s*(?P<second>{NUMBER}(?:\s?(?!used|spent|gone|taken|already)[A-Za-zµ]+)?)\s*(?:used|spent|gone|taken|already)?\s*=\s*(?P<rest>{_VALUE})(?:\s+(?:left|remaining|to\s+go|to\s+spare|free)(?:\s+for\s+(?:the\s+|our\s+)?[A-Za-z]+(?:\s+[a-z]+)?)?)?[.!]*"
)
_SO_MUCH_LEFT = re.compile(  # and what has gone stands before it
    rf"(?P<so>.*\d.*\bso\s+(?:that\s+)?(?:[A-Za-z]+\s+){{1,3}}?(?:has|have|is|are|gets?|keeps?)\s+(?:only\s+|about\s+)?{_VALUE})"
    r"\s+(?:left(?:\s+over)?|remaining|to\s+go)(?:\s+for\s+[a-z ]+)?[.!]*",
    re.I,
)
_CONVERTED = re.compile(
    rf"(?P<one>[~≈]?\s?{NUMBER}\s?(?P<unit>[A-Za-z]+))\s*[=≈~]\s*[~≈]?\s?{NUMBER}\s?(?P<other>[A-Za-zµ]+)"
)
_PER_ONE = re.compile(  # 4d^2 attn + 8d^2 mlp per layer, times L
    r"(?P<x>[^,:;=<>]*?[A-Za-z][^,:;=<>]*?)(?:\s+(?:per|each|for\s+(?:each|every))\s+(?P<noun>[a-z]+?))?,?\s+(?P<times>times|x|×|\*)?\s*(?P<n>[A-Z])(?:\s+(?P<things>[a-z]+?)s)?[.!]*"
)
_NAMED_TERM = re.compile(
    r"(?<=[A-Za-z\d²³)])\s+(?!times\b|over\b|plus\b|minus\b|per\b|log\b|and\b)[a-z]{3,}(?=\s*(?:\+|\Z))"
)
_BEHIND_AN_ARROW = re.compile(
    rf".*[A-Za-z].*(?:=>|->|→|⇒)\s*(?P<n>{NUMBER}\s?[x×])(?P<what>(?:\s+(?!faster\b|slower\b)[a-z]+){{0,2}})(?:\s+per\s+[a-z]+|/[a-z]+)?[.!]*",
    re.I,
)
_SORTED = re.compile(rf"(?P<n>{NUMBER})\s+(?P<sort>[a-z]{{3,}})\s+(?P<noun>[a-z]{{3,}})\.?\Z")
_OUT_OF = re.compile(
    rf"(?:(?:there\s+are|we\s+have|it\s+is|it['’]s|so)\s+)?(?P<part>{_SIGNS})\s*(?:[a-z]{{4,}}\s+){{0,2}}?out\s+of\s+(?:every\s+|the\s+)?(?P<all>{_SIGNS})(?:\s+[a-z]{{4,}})?[.!]*",
    re.I,
)
_SHARE = re.compile(r".*[/%].*|0?\.\d+|.*\bpercent")
_EXACT = re.compile(
    rf".*?(?P<first>{NUMBER})\s*(?P<unit>[A-Za-zµ]+(?:/[A-Za-z]+)?),?\s+(?:(?:or|and)\s+)?(?:to\s+be\s+(?:exact|precise)|more\s+(?:exactly|precisely)|exactly|precisely)[,:]?\s+"
    rf"(?P<n>{NUMBER})(?:\s?(?P<own>[A-Za-zµ]+(?:/[A-Za-z]+)?))?[.!]*",
    re.I | re.S,
)
_OF_PEAK = re.compile(  # 25% of peak, i.e. 49 TFLOP/s, where a rate is asked
    rf"(?:(?:that|it|this)(?:['’]s|\s+is)\s+)?[~≈]?\s?{NUMBER}\s?(?:%|percent)\s+of\s+(?:the\s+)?(?:peak|roof|roofline|maximum|line\s+rate)\s*[,;]?\s*"
    rf"(?:i\.\s?e\.,?|that\s+is,?|which\s+is|or|so|=|→|->)\s*(?P<value>{_VALUE})[.!]*",
    re.I,
)
_NEAR = 0.2  # as far as the exact value may be from the one before it
_MULTIPLE = re.compile(rf"\s*{NUMBER}\s?[x×](?P<how>(?:\s+[a-z]+)*)\s*")
_SIGNED = re.compile(r"(?P<sign>[+−-])\s?(?P<n>\d[\d.]*)\s?%")
_AMOUNTS = re.compile(r"\b(?:fewer|less|more|smaller|larger|lower|higher)\b")  # and no speeds, which may be times
_OVERHEAD = re.compile(r"[A-Z][\w+./ -]{0,14}?\s*(?:->|→|=>|:)\s*(?=\d[\d.]*\s?%\s+(?:overhead|more)\b)")
_NOTHING = re.compile(r"\s*0\s?(?:%|percent)\s*")
_SAME = re.compile(
    r"(?:(?:they|both|it|the\s+two|the\s+[a-z]+)\s*(?:['’]s|['’]re|is|are|will|would)?\s*(?:both\s+)?)?(?:(?:cost|take|need|run|run\s+in|be|perform|stay|require)s?\s+)?(?:exactly\s+|about\s+)?the\s+same(?:\s+(?:time|cost|speed|amount|work))?[.!]*|"
    r"(?:(?:there\s+is|there['’]s|it\s+makes|makes)\s+)?no\s+(?:difference|change|speed-?up|gain)(?:\s+at\s+all)?[.!]*|"
    r"(?:(?:they|both|it|the\s+two)\s+(?:are|is|takes?|runs?|moves?|needs?|costs?)\s+)?(?:equally\s+[a-z]+|just\s+as\s+(?:many|much|long|fast|slow)(?:\s+[a-z]+)?)[.!]*",
    re.I,
)
_BY_HALF = re.compile(
    r"\b(?P<verb>cuts?|reduces?|lowers?|shrinks?|drops?)\s+(?P<what>(?:(?:the|our|its)\s+)?(?:memory\s+)?(?P<noun>[a-z]+)\s+)?by\s+(?:an?\s+|one\s+)?half\b",
    re.I,
)
_MODULE = re.compile(r"(?<![\w.])(?:np|numpy|jnp|torch|tf|math|xp)\.(?=[a-z]+\()")
_EXTREME = re.compile(r"(?<![\w.])(?P<which>max|min)imum\s*\(")
_BASED = re.compile(r"(?<![A-Za-z\\])log_?(?P<base>(?!(?:2|10|1)\()\d{1,4})\((?P<x>[^()]*)\)")
_DOTS = r"\s*(?:\.\.\.|…|\\l?dots|\\cdots)\s*"
_POWERS = re.compile(
    rf"1\s*\+\s*(?P<a>[A-Za-z])(?:\s*\+\s*(?P=a)(?:²|\s*(?:\^|\*\*)\s*2))?(?:\s*\+\s*(?P=a)(?:³|\s*(?:\^|\*\*)\s*3))?\s*\+{_DOTS}\+\s*(?P=a)\s*(?:\^|\*\*)\s*"
    r"(?:[({](?P<sum>[^(){}]+)[)}]|(?P<k>\w))"
)
_NUMBERS = re.compile(rf"1\s*\+\s*2(?:\s*\+\s*3)?\s*\+{_DOTS}\+\s*(?:\((?P<sum>[^()]+)\)|(?P<n>[A-Za-z]))")
_CRITICAL = re.compile(r"(?<![\w])(?P<name>[A-Z])\s+(?P<which>crit|min|max|opt)\b(?=\s*[=≈<>])")
_PARALLEL = re.compile(r"\b(?P<n>\d+)-way\s+(?:[a-z]+\s+)?parallelism\b", re.I)
_UP_TO = re.compile(r"\A(?:you|we|one)\s+(?:can|may)\s+(?:go|scale|get)\s+(?:as\s+far\s+as|up\s+to)\s+(?=\d)", re.I)
_EXAMPLE = re.compile(
    rf"(?P<rule>.*=.*[A-Za-z].*?)\s+\((?P<what>[~≈]?{NUMBER}k?)\s+for\s+(?P<case>[A-Z]\w*\s?=\s?\d[\d,]*)\)"
)
_FULL_COPY = re.compile(
    r"(?:each|every)\s+(?:chip|device|GPU|TPU|card|node|worker|rank)\s+(?:keeps|holds|stores|has|needs|gets)\s+(?:all|the\s+(?:full|whole|entire))\s+(?=[~≈]?\d)",
    re.I,
)
_LABEL = re.compile(r"(?:.*?(?:=>|->|→|⇒)\s*)?(?P<word>[a-z]{3,})\s+(?=\d[\d.,]*(?:\s?[A-Za-z]+)?\s*[/*×]\s*\d[^=]*=)")
_NO_LABEL = frozenset(["about", "around", "roughly", "approx", "circa", "say", "equals", "makes", "gives", "each"])


def concluded(text: str, asked: Collection[str] = (), wanted: str = "") -> str:
    """The text as the calculation that it notes."""
    if len(text) > MAX_LENGTH:
        return text
    plain = text.strip()
    for rule in _RULES:
        plain = rule(plain, asked, wanted)
    return text if plain == text.strip() else plain


def spells_out(text: str) -> bool:
    """Whether a note tells so many things with so much each, which is meant to the last of them.

    >>> spells_out("n-1 hops, a each: (n-1)*a"), spells_out("(n-1)*a")
    (True, False)
    """
    return len(text) <= MAX_LENGTH and any(p.fullmatch(text.strip()) for p in (_EACH_OF, _SO_MANY_EACH))


def _in_functions(text: str, asked: Collection[str], wanted: str) -> str:
    """Functions by the names of a library, a logarithm with its base in its name, sums with dots."""
    text = _EXTREME.sub(r"\g<which>(", _MODULE.sub("", text))
    text = _BASED.sub(r"log(\g<x>, \g<base>)", text)
    if (m := _POWERS.fullmatch(text)) is not None:
        return f"({m['a']}^({m['sum'] or m['k']} + 1) - 1)/({m['a']} - 1)"
    if (m := _NUMBERS.fullmatch(text)) is not None:
        last = m["sum"] or m["n"]
        return f"({last})*({last} + 1)/2"
    if re.search(r"[<>≤≥]", wanted):
        text = _UP_TO.sub("at most ", _PARALLEL.sub(r"\g<n>-way", text))
    return _CRITICAL.sub(r"\g<name>_\g<which>", text)


def _in_calculations(text: str, asked: Collection[str], wanted: str) -> str:
    """What each has, what is left, and the working behind a word for what it is."""
    m = _EACH.fullmatch(text)
    things = (m["things"], f"{m['things']}s") if m is not None and _bare(m["all"]) != _bare(wanted) else None
    if m is not None and things is not None and not any(n in UNITS and n not in KIND for n in things):
        return f"{m['all']} / {m['n']} = {m['one'].lstrip('~≈ ')}"
    if (m := _QUOTIENT_EACH.fullmatch(text)) is not None:
        return m["quotient"]
    if (m := _EACH_OF.fullmatch(text)) is not None and not _told_otherwise(text[: m.start("sum")].replace("each", "")):
        return f"({m['n']})*({m['each']}) = {m['sum']}"
    m = _SO_MANY_EACH.fullmatch(text) if not re.search(r"\d\s?[A-Za-z]", wanted) else None
    if m is not None and all(re.search(r"(?<![A-Za-z])[A-Za-z](?![A-Za-z])", m[k]) for k in ("n", "each")):
        return f"({m['n']})*({m['each']})"  # in symbols
    if (m := _LEFT.fullmatch(text)) is not None:
        return f"{m['first']} - {m['second']} = {m['rest']}"
    text = _in_kinds(text, asked, wanted)
    if (m := _LABEL.match(text)) is not None and m["word"] not in {*asked, *UNITS, *_NO_LABEL}:
        text = text if _told_otherwise(m["word"]) else f"{text[: m.start('word')]}{text[m.end() :]}"
    m = _SORTED.search(text) if "=" in text or "->" in text or "→" in text else None
    if m is not None and m["noun"] in wanted.split() and not _told_otherwise(m["sort"]) and m["sort"] not in KIND:
        text = f"{text[: m.start()]}{m['n']} {m['noun']}"
    if (m := _EXAMPLE.fullmatch(text)) is not None:
        return f"{m['rule']}, e.g. {m['what']} for {m['case']}"
    return _FULL_COPY.sub("", text, count=1) if _FULL_COPY.match(text) else text


def _in_kinds(text: str, asked: Collection[str], wanted: str) -> str:
    """What is left behind what has gone; the side of a conversion that is asked; what one costs times how many."""
    if (m := _SO_MUCH_LEFT.fullmatch(text)) is not None:
        return m["so"]
    m = _CONVERTED.fullmatch(text)
    if m is not None and m["unit"] in KIND and m["unit"] in wanted.split() and m["other"] in UNITS.keys() - KIND.keys():
        return m["one"]
    m = _PER_ONE.fullmatch(text) if re.search(r"[A-Za-z]\s*[*/^]", wanted) else None
    if m is None or m["n"] not in asked or not (m["times"] or (m["noun"] and m["noun"] == m["things"])):
        return text
    terms = _NAMED_TERM.sub("", m["x"])
    plain = not re.search(r"[A-Za-z]{3,}", terms) and not _told_otherwise(" ".join(re.findall(r"[A-Za-z]{3,}", m["x"])))
    return f"({terms.strip()})*{m['n']}" if plain and (m["noun"] or "," in text) else text


def _in_shares(text: str, asked: Collection[str], wanted: str) -> str:
    """So many out of so many, where a share is asked; no change as 0%; the exact value behind a rough one."""
    if _NOTHING.fullmatch(wanted) and _SAME.fullmatch(text):
        return "0%"
    if _SHARE.fullmatch(wanted) and not re.search(r"[<>≤≥]|\d\s?[A-Za-z]", wanted):
        m = _OUT_OF.fullmatch(text)
        if (
            m is not None
            and not _leaves(m, wanted)
            and not _told_otherwise(re.sub(r"\b(?:idle|out|of)\b|[^A-Za-z ]", "", text))
        ):
            return f"({m['part'].strip()})/({m['all'].strip()})"
    elif (of_peak := _OF_PEAK.fullmatch(text)) is not None and re.search(r"\d\s?[A-Za-z]", wanted):
        return of_peak["value"]
    m = _EXACT.fullmatch(text)
    if m is None or m["unit"] not in UNITS or (m["own"] or m["unit"]) not in UNITS or re.search(r"\bnot\b", text):
        return text
    first, exact = (float(m[k].replace(",", "")) for k in ("first", "n"))
    near = first and abs(exact / first - 1) < _NEAR
    other = m["own"] not in (None, m["unit"]) and m["own"] in wanted  # 100 GB/s is not 102.4 MB/s, which is right
    return f"{m['n']} {m['own'] or m['unit']}" if near and not other else text


def _bare(text: str) -> str:
    return text.replace(" ", "").lstrip("~≈")


def _leaves(m: re.Match[str], wanted: str) -> bool:
    """Whether so many of some sort are what is wanted of the other sort: 1 miss out of 8, where 87.5% hit.

    >>> [_leaves(_OUT_OF.fullmatch(t), "87.5%") for t in ("1 miss out of 8", "1 out of 8", "1 miss out of 9")]
    [True, False, False]
    """
    right = re.fullmatch(r"\s*(\d[\d.]*)\s*(?:(%|percent)|/\s*(\d+))?\s*", wanted)
    plain = all(m[k].strip().isdigit() for k in ("part", "all")) and m["all"].strip(" 0") != ""
    if right is None or not plain or not re.search(r"\b(?:hit|miss|fail)[a-z]*\s+out\b", m.group()):
        return False
    share = Fraction(right[1]) / (100 if right[2] else int(right[3] or 1) or 1)
    return Fraction(int(m["part"]), int(m["all"])) + share == 1


def _in_multiples(text: str, asked: Collection[str], wanted: str) -> str:
    """Changes, where a multiple is asked."""
    many = _MULTIPLE.fullmatch(wanted)
    if many is None:
        return text
    if _SAME.fullmatch(text) and not _of_another(text, many["how"]):
        return f"1x{many['how']}"
    told = _BEHIND_AN_ARROW.fullmatch(text) if not many["how"] else None
    if told is not None and not _told_otherwise(told["what"]):
        return told["n"]
    if not many["how"]:
        text = _OVERHEAD.sub("", text, count=1) if _OVERHEAD.match(text) else text
    signed = _SIGNED.fullmatch(text) if not many["how"] or _AMOUNTS.search(many["how"]) else None
    if signed is not None:
        return f"{signed['n']}% {'more' if signed['sign'] == '+' else 'less'}"
    m = _BY_HALF.search(text)
    if m is None:
        return text
    noun = m["noun"] or ""
    what = "bytes" if noun in _OF_BYTES and "bytes" in wanted else noun
    return f"{m['verb']} the {what} in half" if what else f"{m['verb']} in half"


def _of_another(text: str, how: str) -> bool:
    """Whether what is the same may be another quantity than the one that changes: equally fast, 2x more memory.

    >>> _of_another("equally fast", " more memory"), _of_another("they take the same time", " faster")
    (True, False)
    >>> _of_another("the memory is the same", ""), _of_another("they cost the same", "")
    (True, False)
    """
    told = re.search(
        r"\bthe\s+(?!same\b|two\b)[a-z]+|\b(?:time|speed|fast|slow|long|work|amount|equally|many|much)\b", text, re.I
    )
    if {w for w in re.findall(r"[a-z]{4,}", text.lower()) if w in how.split()}:
        return False  # just as many bytes
    of_time = re.search(r"\b(?:faster|slower|shorter|longer)\b", how) is not None
    timely = re.search(r"\b(?:time|speed|fast|slow|long)\b", text, re.I) is not None and not text.lower().startswith(
        "the "
    )
    return told is not None and (told.group().lower().startswith("the ") or (how != "" and not (of_time and timely)))


_OF_BYTES = frozenset(["traffic", "bytes", "data"])


def _told_otherwise(words: str) -> bool:
    """Whether words deny, compare, scale or share what stands beside them."""
    return any(p.search(words) for p in (TURNS, SCALES, AGAIN, AGAINST))


_RULES: tuple[Callable[[str, Collection[str], str], str], ...] = (
    _in_functions,
    _in_calculations,
    _in_shares,
    _in_multiples,
)

__all__ = ["concluded", "spells_out"]
