r"""Formulas that are told to be bits where their letter was told to count bytes, or the other way round.

>>> from symroof.checking.proofreading.proofread import proofread
>>> text = "A window of $w$ bytes in a round trip of $R$ seconds allows ${}/R$ bits per second."
>>> [[f.verdict for f in proofread(text.format(x)).findings] for x in ("8w", "w")]
[['exact'], ['wrong']]
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction

import symroof.regexes as re
from symroof.algebra.ratios.posynomial import Ratio, ratio
from symroof.checking.claims.claims import Verdict
from symroof.checking.documents.facts import key
from symroof.checking.documents.material import Item, Material, bare_name
from symroof.checking.documents.statement import Statement
from symroof.errors import SymroofError
from symroof.reading.formula import parse_formula

MAX_FOUND = 200  # of one page
_DECLARED = re.compile(
    r"[$`](?P<name>\\?[A-Za-z](?:_(?:\w|\{\w{1,12}\}))?)[$`]\s+(?P<unit>bytes|bits)\b(?!\s+(?:per|/|of))"
)
_BEHIND = re.compile(r"\s+(?P<unit>bytes|bits)\b(?:\s+(?:per|a|each)\s+second\b|/s\b)?(?!\s+per\b)")
_APART = re.compile(
    r"\b(?:header\w*|encod\w*|parity|code\w*|symbols?|samples?|not|wrong|instead|mistak\w*)\b|n['’]t\b|\?", re.I
)


def inbits(m: Material) -> Iterator[Statement]:
    """Every formula of a document that is said to count bits or bytes, beside what its letter was said to count."""
    for page in m.pages:
        told: dict[str, set[str]] = {}
        for n, found in enumerate(_DECLARED.finditer(page.text)):
            name = _name(found["name"]) if n < MAX_FOUND else None
            if name is not None:
                told.setdefault(name, set()).add(found["unit"])
        for item in m.items if told else ():
            if item.page is page and item.span.kind in ("math", "code") and item.role != "denied":
                found_in = _judged(item, told)
                if found_in is not None:
                    yield found_in


def _name(text: str) -> str | None:
    with suppress(SymroofError):
        names = parse_formula(text).sides[0].names
        return key(next(iter(names))) if len(names) == 1 else None
    return None


def _judged(item: Item, told: dict[str, set[str]]) -> Statement | None:
    """The verdict on a product or quotient with one letter of bytes or bits above its bar."""
    behind = _BEHIND.match(item.dark, item.span.end)
    side = item.expression() if item.skip == ("", "") else None
    if (
        behind is None
        or side is None
        or side.node is None
        or not side.names
        or bare_name(side)
        or _APART.search(item.words())
    ):
        return None
    value: Ratio | None = None
    with suppress(SymroofError, ZeroDivisionError):
        value = side.ratio()
    plain = value.monomial() if value is not None else None
    if value is None or plain is None:
        return None
    powers = {key(str(g)): e for g, e in plain[0].items()}
    counted = {n: told[n] for n in powers if n in told}
    if len(counted) != 1:
        return None
    ((name, units),) = counted.items()
    if powers[name] != 1 or len(units) != 1:
        return None
    unit, times = next(iter(units)), Fraction(plain[1])
    by = Fraction(1) if unit == behind["unit"] else Fraction(8) if unit == "bytes" else Fraction(1, 8)
    words = f"{name} counts {unit}, and the formula {behind['unit']}"
    if by == times:
        v = Verdict("exact", words, code="bits")
    elif by != 1 and times == 1:
        v = Verdict("wrong", f"{words}: off by the 8 bits of a byte", code="bits", right=str(value * ratio(by)))
    else:
        return None
    return Statement(item, side.text, v, "definition", side.at, "=", (side, side))
