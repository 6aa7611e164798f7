"""What is saved, and by how much more or less something is told: 3 ms less, a quarter saved, up 5 percent.

A share that is saved leaves the rest: who saves three quarters has a quarter left, a fourth of it.  A compression that
is named beside it has to save just that: what is 8x smaller saves seven eighths.

>>> saved("it saves three quarters of the space")
Saved(share=Fraction(3, 4), noun='space', own=None)
>>> saved("8x compression saves 12.5 percent")
Saved(share=Fraction(1, 8), noun='', own=Fraction(7, 8))
>>> saved("it does not save half of it"), saved("it saves 3 ms")
(None, None)
>>> difference("3 ms saved"), difference("it costs two days more than before"), difference("2x less")
(('less', '3 ms'), ('more', '2 days'), None)
>>> bare_change("goes up by 5 percent"), bare_change("down 20 basis points"), bare_change("5 percent")
('5% more', '0.2% less', '')
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import final

import symroof.regexes as re
from symroof.checking.words.numerals import NUMBER, SHARES, in_digits, shares_in_digits
from symroof.reading.measures import UNITS

MAX_LENGTH = 120  # characters; a longer sentence says more than that


@final
@dataclass(frozen=True)
class Saved:
    """The share that is saved, of what, and the one that follows from the compression named beside it."""

    share: Fraction
    noun: str = ""
    own: Fraction | None = None


_SHARE = r"(?P<share>half|\d+/0*[1-9]\d*|\d+(?:\.\d+)?\s?(?:%|percent\b))"
_OF = r"(?:\s+(?:of\s+)?(?:the|its|our|all\s+the|your)\s+(?:[a-z]+\s+)?(?P<noun>[a-z]+)|\s+of\s+(?:it|that))?"
_MANY = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3}
_A_PART = re.compile(rf"\b(an?|one|two|three)\s+({'|'.join(SHARES)})s?\b", re.I)
_SAVES = re.compile(
    rf"(?P<cause>[^,;]*?)\b(?:saves?|saving|saved)\s+(?:us\s+|you\s+)?(?:only\s+|just\s+|about\s+|nearly\s+)*{_SHARE}{_OF}[.!]?",
    re.I,
)
_IS_SAVED = re.compile(
    rf"(?P<cause>){_SHARE}(?:\s+of\s+(?:the|its|our)\s+(?:[a-z]+\s+)?(?P<noun>[a-z]+))?\s+(?:is\s+|are\s+|gets?\s+)?saved[.!]?",
    re.I,
)
_NO_CAUSE = re.compile(
    r"\b(?:not|never|no|nor|neither|cannot|would|could|might|may|if|unless|only\s+when|without|nobody|nothing|or|each|both|twice)\b|n['’]t\b",
    re.I,
)
_SMALLER = re.compile(
    r"(?<![\w.])(?P<n>\d+(?:\.\d+)?)\s?(?:x|×|times|[\s-]?fold)\s+(?:compression|reduction|smaller|fewer|less)\b|"
    r"\b(?:compression|compressing|reduction)\s+(?:of|by)\s+(?:a\s+factor\s+(?:of\s+)?)?(?P<m>\d+(?:\.\d+)?)(?:\s?(?:x|×|times|fold))?(?!\s*(?:%|percent))(?![\w.])",
    re.I,
)


def saved(text: str) -> Saved | None:
    """The share that a sentence says is saved; None for any other."""
    plain = " ".join(text.split()) if len(text) <= MAX_LENGTH else ""
    plain = shares_in_digits(
        in_digits(_A_PART.sub(lambda m: f"{_MANY[m[1].lower()]}/{SHARES[m[2].lower()]}", plain), ())
    )
    m = _SAVES.fullmatch(plain) or _IS_SAVED.fullmatch(plain)
    if m is None or _NO_CAUSE.search(m["cause"]):
        return None
    share, by = _fraction(m["share"]), _SMALLER.search(m["cause"])
    factor = Fraction(by["n"] or by["m"]) if by is not None else None
    own = 1 - 1 / factor if factor is not None and factor > 1 else None
    return Saved(share, m["noun"] or "", own) if 0 < share < 1 else None


def _fraction(text: str) -> Fraction:
    """A share in figures."""
    if text.lower() == "half":
        return Fraction(1, 2)
    number = re.match(r"\d+(?:\.\d+)?(?:/\d+)?", text)
    value = Fraction(number.group()) if number is not None else Fraction(0)
    return value if "/" in text else value / 100


_LESS = r"less|fewer|faster|quicker|sooner|earlier|shorter|smaller|lower|cheaper|saved"
_MORE = r"more|extra|slower|later|longer|larger|bigger|higher|dearer|lost"
_DIFFERENCE = re.compile(
    r"(?:(?:it|this|that|we|you)\s+)?(?:(?:is|are|takes?|costs?|needs?|runs?|gets?|uses?|finish(?:es)?|comes?)\s+)?(?:(?:about|roughly|around|only|just)\s+)?"
    rf"(?P<amount>{NUMBER}\s?(?P<unit>[A-Za-zµ]+))\s+(?:of\s+[a-z]+\s+)?(?:(?:is|are|gets?)\s+)?(?:(?P<less>{_LESS})|(?P<more>{_MORE}))"
    r"(?:\s+than\s+(?:before|(?:it|we)\s+(?:was|had)|the\s+(?:old|other|first|previous)\s+[a-z]+))?[.!]?",
    re.I,
)
_SAVES_SO_MUCH = re.compile(
    rf"(?:(?:it|this|that|we|you)\s+)?saves?\s+(?:us\s+|you\s+)?(?P<amount>{NUMBER}\s?(?P<unit>[A-Za-zµ]+))[.!]?", re.I
)


def difference(text: str) -> tuple[str, str] | None:
    """Less or more, and by which amount with its unit a text says that; None for any other."""
    plain = in_digits(" ".join(text.split()), ()) if len(text) <= MAX_LENGTH else ""
    m = _DIFFERENCE.fullmatch(plain) or _SAVES_SO_MUCH.fullmatch(plain)
    if m is None or m["unit"] not in UNITS or not any(UNITS[m["unit"]].dimension[:5]):
        return None
    return "more" if m.groupdict().get("more") else "less", m["amount"]


_BARE = re.compile(
    r"(?:(?:it|this|that)\s+)?(?:(?P<up>(?:goes|went|is|moves)\s+up|up|rises|rose|grows|grew|increases|increased|climbs)|"
    r"(?:(?:goes|went|comes|is|moves)\s+down|down|falls|fell|drops|dropped|shrinks|decreases|decreased|sinks))\s+"
    r"(?:by\s+)?(?P<about>about\s+|roughly\s+|around\s+)?(?P<n>\d[\d.]*)\s?(?:%|percent|(?P<points>basis\s+points?|bps?))[.!]?",
    re.I,
)


def bare_change(text: str) -> str:
    """A change of nothing that is named, as so many percent more or less; "" for any other text."""
    m = _BARE.fullmatch(" ".join(text.split())) if len(text) <= MAX_LENGTH else None
    if m is None or not re.fullmatch(r"\d+(?:\.\d+)?", m["n"]):
        return ""
    n = f"{float(Fraction(m['n']) / 100):g}" if m["points"] else m["n"]
    return f"{m['about'] or ''}{n}% {'more' if m['up'] else 'less'}"


__all__ = ["Saved", "bare_change", "difference", "saved"]
