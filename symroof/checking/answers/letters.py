"""Which letters of an answer and of its key are symbols, which are units, and what is only prose.

A name of several letters is a product of them where the other side has these letters, and a name where it is one
there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

import symroof.regexes as re
from symroof.algebra.ratios.posynomial import Ratio, gen
from symroof.checking.answers.alternatives import REGIMES
from symroof.checking.claims.claims import (
    Claim,
    Verdict,
    bare,
    claim,
    constant,
    text_of,
)
from symroof.checking.words import comparisons
from symroof.checking.words.lexicon import ALTERS
from symroof.checking.words.numerals import NUMBER, articles
from symroof.checking.words.phrases import (
    Typed,
    strange,
    typed,
)
from symroof.errors import NotationError, SymroofError, Unsupported
from symroof.reading.formula import parse_formula
from symroof.reading.measures import KIND, UNITS
from symroof.reading.nodes import leaves
from symroof.reading.spelling import GREEK
from symroof.symbols import Name, key_of

_NUMBERED = re.compile(r"(?<![\w.\\^_{])\d[\d.,]*(?:[eE][-+]?\d+)?\s?(?P<word>[A-Za-z]*[a-z][A-Za-z]*)(?![\w({^])")
_BY_A_PERIOD = re.compile(
    r"(?:(?:/\s?|\d\s?|\bper\s)(?=s\b)|(?:/\s?|\b(?:per|an?|each)\s)(?!s\b))(s|second|minute|hour|day|week|month|year)\W*\Z"
)
FRACTION = re.compile(  # 1/2 mv^2, and 4/3πr^3: more than one is no unit fraction over what follows
    r"(?<![\w.)^])(\d{1,4}/\d{1,4})\s+(?=[^\W\d_]{1,4}(?![^\W\d_])|\\[a-z]|\()|"
    r"(?<![\w.)^])((?!1/)\d/\d(?=[^\W\d_])|\d/\d(?=[A-Za-z]\())"
)
_OF_A_CHIP = "BW|HBM|ICI|DCN|VMEM|SRAM|MXU|VPU"
_CAPITALS = re.compile(  # a name that is a word elsewhere, as an operand: Q/BW
    rf"(?:(?<=[*/+-])|(?<=[*/+-]\s)|(?<=max\()|(?<=min\())(?P<n>{_OF_A_CHIP})(?![\w(])|(?<![\w.])(?P<m>{_OF_A_CHIP})(?=\s?[*/+])"
)
E_TYPED = re.compile(  # the number e: where powers of it, or exp, are written, its logarithm, or only numbers beside it
    r"(?<![A-Za-z])(?:log(?:_?(?:2|10))?|ln|ld|lg)\s*(?:\(\s*e\s*\)|\se(?![\w(^*]))|(?<![\w.])e\s*(?:\^|\*\*|[⁻⁰¹²³⁴-⁹ˣᵏⁿᵗ])|(?<![A-Za-z])exp(?![A-Za-z])|\A[\d\s.+*/^()-]*(?<![\w.])e(?!\w)[\d\s.+*/^()-]*\Z"
)
PI_TYPED = re.compile(r"(?<![\w\\])\\?pi(?![A-Za-z_])|(?<=\d)\\?pi(?![A-Za-z_])|π(?!_)")
ROOFLINE = re.compile(r"max|min|beta|β", re.I)  # beside which pi is the peak
_INFINITE = re.compile(r"[-+]?\s*(?:infinit[ey]|infty|oo|∞|\\infty|unbounded|unlimited)", re.I)
_SMALL_WORDS = {
    "and", "or", "the", "is", "on", "an", "of", "to", "at", "if", "it", "in", "by", "per", "no", "yes", "not", "for",
}  # fmt: skip
_NO_PRODUCT = re.compile(  # a word of prose with a capital, and never W times e
    r"(?<![\w\\{_^])(?:We|You|It|He|They|Is|As|At|In|On|Of|To|By|If|So|No|My|Be|Do|Or|An|Us|The|For|And|One|Two|Six|Ten|But|Our|Its|Yes|Not|Now|All|Any|Per|Can|Has|Let)(?![\w(^])"
)
_IS = ("are", "is", "was", "were", "will", "would", "have", "has")
_LENGTHS = ("nm", "mm", "cm", "dm", "km")  # which are measured by nobody here


def spelt_out(name: str) -> str:
    r"""The name by which a symbol is known that was typed as a letter: rho for ρ and for \rho."""
    if name.isascii() and not name.startswith("\\"):
        return name
    node = parse_formula(name).sides[0].node
    while node is not None and node.kind in ("add", "group") and len(node.args) == 1:
        node = node.args[0]
    return node.name if node is not None and node.kind == "name" else name


def names_of(expected: object, names: Iterable[str] | None, let: Mapping[str, Ratio], asked: set[str]) -> set[str]:
    """The symbols of what is expected; none where it does not read."""
    try:
        e = as_claim(expected, typed(expected, asked) if isinstance(expected, str) else None, names, let)
    except SymroofError:
        return set()
    known = {*(e.value.names if e.value is not None else ()), *leaves(e.node, "name"), *e.asked}
    return known | ({e.name} if e.name else set())


def declared_in(*said: object) -> dict[str, Ratio]:
    """The symbols declared against their convention that occur in expressions: text beside these means the same."""
    keys = [getattr(x, "name", "") for x in said if hasattr(x, "sense")]
    for x in (getattr(bare(s), "value", bare(s)) for s in said):
        keys += x.names if isinstance(x, Ratio) else map(key_of, getattr(x, "free_symbols", ()))
    found = {str(n): gen(n) for n in keys if type(n) is Name}
    names = {str(n): n for n in keys if n}
    read = {as_read: n for name, n in names.items() for as_read in _read_back(name)}
    return {**{name: gen(n) for name, n in read.items() if name not in names}, **found}


def _read_back(name: str) -> set[str]:
    r"""The names by which a symbol's own print is read: beta for β, B_1 for B1, which LaTeX writes ``B_1``.

    >>> sorted(_read_back("β")), sorted(_read_back("B1")), _read_back("B")
    (['beta'], ['B_1'], set())
    """
    try:
        spelt = spelt_out(name)
    except NotationError:  # a name that no formula is typed with
        return set()
    return {spelt, re.sub(r"\A([^\W\d_]|[a-z]{2,})(\d+)\Z", r"\1_\2", spelt)} - {name}


def operands_in_capitals(expected: object) -> set[str]:
    """The names of capitals that are operands of a formula, and no products of its letters: BW in Q/BW."""
    if not isinstance(expected, str):
        return set()
    letters = set(re.findall(r"(?<![^\W\d_])[A-Z](?![^\W\d_])", expected))
    return {n for m in _CAPITALS.finditer(expected) if not {*(n := m["n"] or m["m"])} <= letters}


def words_of(expected: object) -> set[str]:
    """The words of the expected text, or the symbols of an expression: what may stand in an answer as a name."""
    if isinstance(expected, str):
        return {*_words_in(expected)}
    expected = bare(expected)
    free = getattr(expected, "free_symbols", None) or getattr(expected, "free", ())
    return {
        getattr(s, "name", None) or str(s) for s in (free if isinstance(free, (set, frozenset, tuple, list)) else ())
    }


@lru_cache(maxsize=512)
def _words_in(text: str) -> frozenset[str]:
    found = frozenset(re.findall(r"[^\W\d_]+", text)) - articles(text)
    if "x" in found and comparisons.compared(text) is not None:
        found -= {"x"}  # 2x faster
    period = _BY_A_PERIOD.search(text)  # 86400 requests/day: no symbol of the question
    coin = re.search(r"[$€£]|\b(?:USD|EUR|GBP|CHF)\b", text)  # whose period words tell: for a month
    return found - {period[1]} if period is not None and (coin is None or period[1] == "s") else found


def letters_run_together(answer: object, expected: object) -> set[str]:
    """The one-letter names of the answer of which a run of the expected text is a product: mnk beside m*n*k."""
    if not isinstance(expected, str):
        return set()
    small = {w for w in words_of(answer) if len(w) == 1 and w.islower()}
    runs = {w for w in words_of(expected) if len(w) > 1 and w.islower() and w not in UNITS}
    return {ch for run in runs if {*run} <= small for ch in run}


def as_claim(
    x: object, words: Typed | None, names: Iterable[str] | None, let: Mapping[str, Ratio], known: Iterable[str] = ()
) -> Claim:
    """What was given, as a claim; words are those of a text."""
    if words is None:
        return claim(x, names, let, known)
    if words.said == "nothing":
        raise NotationError("no answer is nothing to compare with", str(x), None, "give a value, a bound, yes or no")
    if words.said:
        return Claim(
            "always" if words.said in ("yes", "always") else "never",
            text=str(x).strip(),
            notes=("yes or no",) if words.said in ("yes", "no") else (),
        )
    if words.spread:
        low, high = (claim(end, names, let, known) for end in words.spread)
        return replace(low if constant(low.value) is not None else high, text=words.text, spread=(low, high))
    made = claim(words.text, names, let, known)
    if words.left_out:
        made = replace(made, notes=(*made.notes, f"left out: {words.left_out}"))
    if words.sense:
        made = replace(made, kind="bound" if made.kind == "value" else made.kind, sense=words.sense)
    return replace(made, about=made.about or words.about, order_only=words.order)


def _says_no_value(answer: str, words: Typed, known: Collection[str]) -> Verdict | None:
    """Undecided for a unit without a number, a couple of GB, and a remark that alters what it stands behind."""
    reason, code = "", "words"
    if (altered := ALTERS.search(words.left_out)) is not None:
        code = "unread" if _A_PLACE.search(words.left_out) else code
        reason = f"{altered.group()}: {words.left_out} may change what it stands behind"
    elif (other := _another_of_its_unit(words)) != "":
        reason = f"{words.text.strip(' ,')} stands, and {other} beside it"
    elif (vague := _VAGUE.search(answer)) is not None and _measures(vague[1]):
        reason = f"{vague.group()}: so many is no number"
    elif _a_unit(words.text) and words.text not in known:
        reason = f"{words.text}: a unit without a number"
    return Verdict("undecided", reason, code=code) if reason else None


def _another_of_its_unit(words: Typed) -> str:
    """Another value in the unit of the value behind which it is left out: 67 s, in practice 100.5 s; "" for none."""
    mine = _ONE_AMOUNT.fullmatch(words.text.strip(" ,"))
    told = [*_AMOUNT.finditer(words.left_out)]
    if mine is None or len(told) != 1 or told[0]["unit"] != mine["unit"] or told[0]["n"] == mine["n"]:
        return ""
    return told[0].group() if _IN_A_CASE.fullmatch(words.left_out[: told[0].start()]) else ""


_AMOUNT = re.compile(rf"(?<![\w.])(?P<n>{NUMBER})\s?(?P<unit>[A-Za-zµμ]+(?:/[A-Za-z]+)?)(?!\w)")
_ONE_AMOUNT = re.compile(rf"[~≈]?\s?{_AMOUNT.pattern}")
_IN_A_CASE = re.compile(
    r"\W*(?:in|on|at|for|with|by)\s+(?!least|most)(?:(?!of\b|from\b|than\b|to\b|by\b)[A-Za-z-]+\s+){1,4}"
)
_A_PLACE = re.compile(r"\bover\s+(?:the|that|this|those|these|a|our|its)\s", re.I)  # over that link, which may be where


def claim_or_open(
    answer: object,
    words: Typed | None,
    names: Iterable[str] | None,
    let: Mapping[str, Ratio],
    e: Claim,
) -> Claim | Verdict:
    """The answer as a claim, or what of its words is not understood; broken formulas are refused."""
    if words is not None and words.said == "nothing":
        return Verdict("undecided", "no answer is given", code="words")
    if words is not None and _INFINITE.fullmatch(words.text):
        if e.kind == "value":
            return Verdict("wrong", "infinity, where a finite value is right", code="infinity", right=text_of(e.value))
        return Verdict("undecided", "infinity is no bound; say never where no size will do", code="infinity")
    if words is not None and REGIMES.search(words.text):
        return Verdict("undecided", "a regime where a value or a bound is asked", code="regime")
    known = {*(e.value.names if e.value is not None else ()), *e.asked}
    if words is not None and (empty := _says_no_value(str(answer), words, {*known, *let, *(names or ())})) is not None:
        return empty
    try:
        made = as_claim(answer, words, names, let, known)
    except (NotationError, Unsupported) as err:
        asked = {*(names or ()), *let, *known}
        unread = strange(words.text, asked) if words is not None else ""
        said = re.findall(r"(?<![\w\\])[a-z]+(?!\w)", str(answer))
        unread = unread or ", ".join(w for w in said if w in _SMALL_WORDS - asked or (len(w) > 3 and w in KIND))
        if not unread or words is None:
            raise
        why = err.reason if isinstance(err, NotationError) else str(err).split("\n")[0]
        return Verdict("undecided", f"not understood: {unread}; give the value alone ({why})", code="unread")
    prose = _prose(made, e, names, let) if words is not None else None
    asked = {*known, *let, *(names or ())}
    split_up = words is not None and not words.said and made.kind == "value" and _NO_PRODUCT.search(made.text)
    if prose is None and split_up and (m := split_up).group() not in asked:
        return Verdict("undecided", f"{m.group()}: words, not symbols; declare them", code="unread")
    return made if prose is None else prose


def _measures(unit: str) -> bool:
    """Whether a word is a unit in which something is measured: GB, weeks, and not devices."""
    return unit in UNITS and any(UNITS[unit].dimension[:5])


_VAGUE = re.compile(  # a couple of GB
    r"\A[^\d]*\b(?:some|several|many|a\s+(?:few|couple\s+of|handful\s+of)|(?:dozens|hundreds|thousands)\s+of)"
    r"\s+(?:(?:hundred|thousand|million|billion)s?\s+(?:of\s+)?)?([A-Za-z]+)\b[^\d]*\Z",
    re.I,
)


def _a_unit(text: str) -> bool:
    """Whether a text is a unit by its name alone: minutes, and not s, which is a symbol too."""
    return text in UNITS and len(text) > 2


def _prose(a: Claim, e: Claim, names: Iterable[str] | None, let: Mapping[str, Ratio]) -> Verdict | None:
    """Words of an answer that the expected formula does not know: an unknown unit, or prose."""
    known = {*(e.value.names if e.value is not None else ()), *let, *(names or ()), *leaves(e.node, "name"), *e.asked}
    for name in _behind_numbers(a):
        if name in _IS:
            return Verdict("undecided", f"{name}: words, not symbols; declare them", code="unread")
        cased = {*name} <= {ch for n in known for ch in n.lower()}
        if len(name) > 1 and name.isalpha() and name.islower() and name not in known and not cased:
            return Verdict("undecided", f"{name} is no unit we know", code="unknown-unit")
    if names is not None:
        return None
    if (word := _no_unit(a, e, known)) is not None:
        return Verdict("undecided", f"{word} is no unit we know", code="unknown-unit")
    mine = a.value.names if a.value is not None else ()
    if a.kind == "value" and len(mine) == 1 and mine[0] in ("yes", "no", "none", "maybe", "true", "false"):
        strange = list(mine)
    else:
        least = 4 if e.value is not None and e.value.names else 2  # a number has no symbols: any word is one too many
        strange = [n for n in mine if n.isalpha() and n.islower() and (len(n) >= least or n in _SMALL_WORDS)]
        strange = [n for n in strange if n not in known and n not in GREEK and n not in UNITS]
    if (
        not strange
        and a.kind == "value"
        and e.kind in ("never", "always")
        and re.fullmatch(r"[A-Z]?[a-z]+", a.text)
        and len(a.text) > 1
    ):
        strange = [a.text] if a.text not in known else []
    if not strange:
        return None
    return Verdict("undecided", f"{', '.join(strange)}: words, not symbols; declare them", code="unread")


def _no_unit(a: Claim, e: Claim, known: set[str]) -> str | None:
    """A word behind a number that is no unit and no product of the question's symbols: 320 Kib of Q, 5 Sek, 100 GbE."""
    theirs = {ch for n in known for ch in n.lower()}
    mine, asked = (_MEASURED.fullmatch(c.text) for c in (a, e))
    if mine is not None and asked is not None and _with_prefixes(mine["word"], asked["word"]):
        return f"{asked['word']}, as {mine['word']},"  # 3170 m for 3.17 km
    for m in _NUMBERED.finditer(a.text):
        word = m["word"]
        if word in _IS:
            return None
        if word == "mm" or (word in _LENGTHS and not {*word} <= known):
            return word  # and no product of m and m
        if word in UNITS or word in known or {*word.lower()} & theirs or word.isupper() or word in _SMALL_WORDS:
            continue
        if len(word) > 1 or (e.dimension and e.printed is not None and word not in "kbtxe" and word.islower()):
            return word
    return None


_MEASURED = re.compile(rf"\s*{NUMBER}\s?(?P<word>[A-Za-zµ]{{1,3}})(?:/[a-z]+)?\s*")
_PREFIXED = re.compile(r"(?P<prefix>[kcdmunpµ]?)(?P<base>[mVAgLlNK]|Pa)")


def _with_prefixes(one: str, other: str) -> bool:
    """Whether two words are one unit that we do not know, with other prefixes: m and km, mV and V.

    >>> _with_prefixes("m", "km"), _with_prefixes("V", "mV"), _with_prefixes("ms", "s"), _with_prefixes("N", "MN")
    (True, True, False, False)
    """
    mine, theirs = _PREFIXED.fullmatch(one), _PREFIXED.fullmatch(other)
    return mine is not None and theirs is not None and mine["base"] == theirs["base"] and one != other


def _behind_numbers(c: Claim) -> Iterator[str]:
    """The names that stand directly behind a number, where a unit would stand."""
    stack = [c.node] if c.node is not None else []
    while stack:
        n = stack.pop()
        stack += n.args
        if n.kind == "juxt" and len(n.args) == 2 and n.args[0].kind == "num" and n.args[1].kind == "name":
            yield n.args[1].name
