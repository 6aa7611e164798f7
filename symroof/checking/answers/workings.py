"""What stands behind a value and bears it out by itself: its working, a law by name, what one less would do.

No verb is asked for.  Numbers that come to the value are its working, in whatever words: (4 attn + 8 mlp) for 12Ld^2,
1.75 rounded up for 2.  Of the names of laws and settings a value is by there are few; and who says that four would
not do has said five.

>>> [works_out(t, "16 bytes") for t in ("2 weights 2 grads 12 adam", "4 weights and 4 grads", "the rest is free")]
[True, False, False]
>>> works_out("4! as the start is fixed", "24"), works_out("90k / 5k", "18 months"), works_out("erlang says 6.3", "7")
(True, True, True)
>>> [names_it(t) for t in ("M/M/1", "by Little's law", "8N1", "each way")]
[True, True, True, False]
>>> [too_few(t, "5 nodes") for t in ("4 would only give half", "4 is too few", "4 would do", "3 is too few")]
[True, True, False, True]
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil, factorial, prod

import symroof.regexes as re
from symroof.checking.words.lexicon import BINDS, TAKEN_BACK, TURNS
from symroof.checking.words.numerals import FEW, NUMBER, counted, in_digits
from symroof.reading.measures import KIND, UNITS

_LAW = (
    r"(?:amdahl|gustafson|little|moore|young|daly|young[/-]daly|erlang(?:[\s-][bc])?|shannon|nyquist|stirling|bayes|poisson|"
    r"metcalfe|brooks|kingman|pollaczek[\s-]khin(?:t)?chine|horner|strassen|karatsuba|roofline|ohm|dennard)"
)
_NAMED = re.compile(
    rf"(?:(?:by|from|after|using|with|that['’]?s|it['’]?s|cf\.?|see)\s+)?(?:the\s+)?(?:{_LAW}(?:['’]?s)?(?:\s+(?:law|formula|rule|model|bound|theorem|equation))?|"
    r"[MDG]/[MDG]/\d+(?:\s+queue)?|master\s+theorem|rule\s+of\s+7[02]|[5-9][NEOMS][12])",
    re.I,
)
_SCALED = {"k": 10**3, "K": 10**3, "M": 10**6, "mio": 10**6, "million": 10**6, "G": 10**9, "billion": 10**9}
_NUMBER = re.compile(
    rf"(?<![\w.])(?P<n>{NUMBER})(?P<f>!)?\s?(?P<s>k|K|M|G|mio|million|billion)?(?![A-Za-z\d])|(?<![\w.])(?P<m>{NUMBER})(?=\s?[A-Za-z%])"
)
_SYMBOL = re.compile(r"(?<![A-Za-z])[A-Za-z](?![a-z])")
_TIMES = re.compile(r"(?<=\d)\s?[x×]\s?(?=\d)")
_LETTERS = re.compile(r"(?<=\d)[A-Z]{1,4}(?![A-Za-z])")
_COUNTED = 100  # up to which a whole number is a count, and not rounded
_TOO_FEW = re.compile(
    r"(?:(?:since|because|as|just|only)\s+)*(?P<n>\d+)\s+(?:(?!would\b|is\b|are\b|will\b)[\w-]+\s+){0,3}?"
    r"(?:would\s+(?:only|just|be\s+too|fail|break|leave|overflow|not\b)|(?:would|wo|ca|do|does)n?['’]?t|cannot|(?:will|do|does|can)\s+not|"
    r"(?:is|are)\s+(?:too|not\s+enough)|(?:is|are)n['’]?t\s+enough|only\s+(?:gives?|makes?|has|have)|gives?\s+only)\b"
    r"(?!\s+(?:count|matter|exist|appear|apply|be\s+(?:used|needed|counted)))",
    re.I,
)
_MULTIPLIED = re.compile(r"[*×·]|\d\s?x\s?|\b(?:times|at|by)\b")
_SCALING = re.compile(
    rf"[^\d]*\bfrom\s+(?P<few>{NUMBER})\s+to\s+(?P<many>{NUMBER})\s+[A-Za-z]+s\b[^\d]*?(?P<x>{NUMBER})\s?(?:[x×]|times)\W*(?:faster|speed-?up)?\W*",
    re.I,
)
_TOO_MANY = re.compile(r"\btoo\s+(?:many|much|big|large|long|slow|expensive|high)\b|\b(?:overflow|exceed|break)", re.I)
_BESIDE = re.compile(  # what comes to a value beside it, and is not in it
    r"\b(?:adds?|added|adding|on\s+top|besides?|in\s+addition|another|more|extra|additional(?:ly)?)\b|(?<![\w)%]\s)\bplus\b",
    re.I,
)
_REPEATS = re.compile(r"\b(?:twice|thrice|doubled?|tripled?|half|each|apiece|per)\b", re.I)
_TAKEN = re.compile(r"\b(?:less|of|from|over|out|without|except|versus|vs)\b", re.I)
_APART = re.compile(  # what is taken from a first number by words, or put into proportion with it
    r"\b(?:of|for|from|less|but|fills?|drains?|fall(?:s|ing)?|drops?|leaves?|uses?|used|spread|split|shared|divided|over)\b",
    re.I,
)
_SIGN = re.compile(
    r"(?<=[\d\w%!)])\s*(?<!\d[eE])(?P<sign>[+*×·÷/]|(?<=\s)[-−–](?=\s)|[-−–](?=\s?\d)|(?:(?<=\d)|(?<=\s))x(?=\s?\d|\s)"
    r"|\b(?:plus|minus|times)\b|\bdivided\s+by\b)\s*(?=[^=]*?\d)(?!\s*[A-Za-z]+\b(?!\s+(?:[a-z]+\s+)?\d))",
    re.I,
)
_SIGN_OF = {"+": "+", "plus": "+", "-": "-", "−": "-", "–": "-", "minus": "-", "/": "/", "÷": "/", "divided by": "/",
            "*": "*", "×": "*", "·": "*", "x": "*", "times": "*"}  # fmt: skip
_UNIT = re.compile(rf"(?<![\w.]){NUMBER}\s?([A-Za-zµμ]+(?:/(?:s|sec|h|min|day)\b)?)(?!\w)")
_BILLIONS = re.compile(r"\d\s?B\s+(?:params?|parameters|weights)\b")
_CLOSE = Fraction(1, 200)
_STEP = re.compile(
    rf"(?<![\w.*/^)+-])(?P<of>{NUMBER}(?:\s*[*/x×÷]\s*{NUMBER})+)\s*[=≈]\s*(?P<is>{NUMBER})(?!\s?[A-Za-z%.*/^])"
)
_MOST = 6  # numbers


def names_it(tail: str) -> bool:
    """Whether what stands behind a value is the name of the law or setting that it is by."""
    return _NAMED.fullmatch(tail.strip(" .!()")) is not None


def too_few(tail: str, head: str) -> bool:
    """Whether a clause says that fewer would not do, or that one more would be too many."""
    m, count = _TOO_FEW.match(_few(tail)), re.search(r"\d+", _few(head))
    if m is None or count is None:
        return False
    n, mine = int(m["n"]), int(count.group())
    return n == mine + 1 if _TOO_MANY.search(tail) else n < mine


def works_out(tail: str, head: str) -> bool:
    """Whether the numbers of a clause come to the number of the value before it, or to a factor in a formula.

    >>> works_out("8 ms + 4 ms", "12 ms"), works_out("8 ms - 4 ms", "12 ms"), works_out("2 x 8 MB", "16 GB")
    (True, False, False)
    """
    if any(w.search(tail) for w in (BINDS, TAKEN_BACK, TURNS, _BESIDE)) or not steps_hold(tail):
        return False
    told = [*_numbers(_TIMES.sub(" * ", in_digits(tail, ())))]
    if not told or len(told) > _MOST or {*_LETTERS.findall(tail)} - UNITS.keys() - {*_LETTERS.findall(head)}:
        return False
    if re.search(r"[*/^(]|\d[A-Z]", head) and _SYMBOL.search(head):
        mine = [Fraction(n) for n in re.findall(r"(?<![\w.])\d+(?=\s?\*?\s?[A-Za-z(])", head)]
    else:
        mine = [*_numbers(in_digits(_few(head), ()))]
    if re.match(rf"\s*[~≈]?\s?{NUMBER}\s?%", head) and len(mine) == 1 and (of_all := _efficiency(tail)) is not None:
        return _comes_to(of_all * 100, False, mine[0])
    return len(mine) >= 1 and any(_comes_to(x, up, mine[0]) for x, up in _made(told, tail, head))


def _efficiency(text: str) -> Fraction | None:
    """The share of the speedup that so many times more would give: from 8 to 64, 5.6x; None for a text of none.

    >>> _efficiency("scaling from 8 to 64 GPUs only gave us 5.6x"), _efficiency("from 8 to 64 GPUs")
    (Fraction(7, 10), None)
    """
    m = _SCALING.fullmatch(text.strip())
    few, many, times = (Fraction(m[k].replace(",", "")) for k in ("few", "many", "x")) if m is not None else (0, 0, 0)
    return Fraction(times * few, many) if few and many else None


def steps_hold(text: str) -> bool:
    """Whether what a text works out in numbers comes to what it says, to a hundredth.

    >>> steps_hold("50000/128 = 390.6"), steps_hold("50000/128 = 380.6"), steps_hold("9/2 = 5")
    (True, False, False)
    """
    for m in _STEP.finditer(text):
        numbers = [Fraction(n.replace(",", "").replace("−", "-")) for n in re.findall(NUMBER, m["of"])]
        made = numbers[0]
        for sign, n in zip(re.findall(r"[*/x×÷]", m["of"]), numbers[1:]):
            if sign in "/÷" and not n:
                return False
            made = made / n if sign in "/÷" else made * n
        told = Fraction(m["is"].replace(",", ""))
        place = Fraction(1, 10 ** len(m["is"].partition(".")[2]))
        rounded = len(m["is"].replace(".", "")) > 1 and abs(made - told) * 2 <= place
        if abs(made - told) * 100 > abs(made) and not rounded:
            return False
    return True


def _few(text: str) -> str:
    """A text with its small numbers in digits."""
    return re.sub(rf"\b(?:one|{FEW})\b", lambda m: counted(m.group().lower()).replace("one", "1"), text, flags=re.I)


def _numbers(text: str) -> Iterator[Fraction]:
    """The numbers of a text, with the thousands that are said behind them."""
    for m in _NUMBER.finditer(text):
        n = Fraction((m["n"] or m["m"]).replace(",", "").replace("−", "-"))
        if m["f"]:
            if n.denominator == 1 and 0 < n <= 20:
                yield Fraction(factorial(int(n)))
            continue
        yield n * _SCALED.get(m["s"] or "", 1)


def _made(told: list[Fraction], tail: str, head: str) -> Iterator[tuple[Fraction, bool]]:
    """What numbers come to by the signs between them, or else by words, and whether that is rounded up."""
    last = told[-1]
    if len(told) == 1:
        if "!" in tail or (last.denominator != 1 and re.search(r"[A-Za-z]{2}", tail)):
            yield last, True
        return
    signs = _signs(tail)
    if not _in_its_unit(tail, head, signs) or ("+" in signs and _REPEATS.search(tail)):
        return
    if re.search(r"(?:[=≈]|->|→)\s*\S", tail):
        made = _chain_of(told[:-1], signs) if signs else None
        yield from [(last, True)] if made is None or _close(made, last) else []
        return
    if signs:
        made = _chain_of(told, signs)
        yield from [(made, signs == "/")] if made is not None else []
        return
    yield from ((x, False) for x in _by_words(told, tail))


def _by_words(told: list[Fraction], tail: str) -> Iterator[Fraction]:
    """What numbers without a sign between them come to: their sum, and what the words between them say."""
    if not (_REPEATS.search(tail) or _TAKEN.search(tail)):
        yield sum(told, Fraction(0))
    if _MULTIPLIED.search(tail):
        yield prod(told, start=Fraction(1))
    if len(told) == 2 and told[0] and told[1] and _APART.search(tail):
        yield told[0] / told[1]
        yield told[0] - told[1]


def _signs(tail: str) -> str:
    """The operators between the numbers of a text, in their order: + for plus, * for x and times.

    >>> _signs("8 ms - 4 ms"), _signs("1000/s * 86400"), _signs("2 x 8 MB"), _signs("2 fwd + 4 bwd"), _signs("2 and 3")
    ('-', '*', '*', '+', '')
    """
    return "".join(_SIGN_OF[m["sign"].lower()] for m in _SIGN.finditer(in_digits(tail, ())))


def _chain_of(told: list[Fraction], signs: str) -> Fraction | None:
    """What numbers come to by the signs between them, products first; None where they are not one chain."""
    if len(told) != len(signs) + 1:
        return None
    terms = [told[0]]
    for sign, n in zip(signs, told[1:]):
        if sign == "/" and not n:
            return None
        if sign in "*/":
            terms[-1] = terms[-1] * n if sign == "*" else terms[-1] / n
        else:
            terms.append(n if sign == "+" else -n)
    return sum(terms, Fraction(0))


def _in_its_unit(tail: str, head: str, signs: str) -> bool:
    """Whether what is worked with is in the unit of the value, or in none; a quotient may be of two of one unit."""
    units, mine = _measures(tail), _measures(head)
    if not units:
        return True
    if _BILLIONS.search(tail) and mine[:1] == ["GB"]:
        return {*units} <= {"B", "byte", "bytes"}  # 8B params at 2 bytes
    if mine:
        if "/" in signs and not _measures(tail.partition("/")[0]):
            return False  # 16 nodes / 2 GB
        return all(_alike(u, mine[0]) for u in units) and (len(units) == 1 or not {"*", "/"} & {*signs})
    return signs == "/" and len({*units}) == 1


def _measures(text: str) -> list[str]:
    """The units behind the numbers of a text that measure, and do not count: GB of 3 GB, none of 3 nodes."""
    return [m[1] for m in _UNIT.finditer(in_digits(text, ())) if _measured(m[1])]


def _measured(unit: str) -> bool:
    base = unit.partition("/")[0]
    if base == "percent" or base.lower() in _SCALED:
        return False
    return "/" in unit or (base not in KIND and (base in UNITS or base.upper() in UNITS))


def _alike(unit: str, mine: str) -> bool:
    """Whether two units are one, as they are typed: gb for GB, and no MB for GB or Mb."""
    return unit == mine or (unit.islower() and unit == mine.lower())


def _close(x: Fraction, y: Fraction) -> bool:
    return abs(x - y) <= abs(y) * _CLOSE


def _comes_to(made: Fraction, up: bool, mine: Fraction) -> bool:
    """Whether what was made is the number, to its digits, or is rounded up to it, as counts are."""
    rounded = made.denominator != 1 or mine.denominator != 1 or mine > _COUNTED
    made, mine = abs(made), abs(mine)
    if made == mine or (rounded and abs(made - mine) <= abs(mine) * _CLOSE):
        return True
    return up and mine.denominator == 1 and made.denominator != 1 and ceil(made) == mine


__all__ = ["names_it", "steps_hold", "too_few", "works_out"]
