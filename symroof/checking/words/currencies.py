"""Money in the currencies of many countries: €1.250,00, 4,50 £/h, Rs. 500, CHF 12.50/h, US$ 40.

Units know one money.  Where both sides name the same currency it is that; between two of them a rate is missing.

>>> in_one("€1.2k", "1200 EUR"), in_one("12 €/h", "12"), in_one("US$ 40", "$40")
(('$1.2k', '1200 USD', '€'), ('12 USD/h', '12', '€'), ('$40', '$40', ''))
>>> in_one("12 €", "$12"), in_one("2*R*s", "2*R*s")
(None, ('2*R*s', '2*R*s', ''))
"""

from __future__ import annotations

from collections.abc import Collection

import symroof.regexes as re

#: what stands for each currency, and its sign or code as it is shown
_SIGNS = {
    "€": ("€", "EUR", "euros?", "Euros?"), "£": ("£", "GBP", "pounds? sterling", "quid"),
    "¥": ("¥", "JPY", "yen", "円"), "₹": ("₹", "INR", r"Rs\.", "Rs", "rupees?"),
    "CHF ": ("CHF", r"S?Fr\.", "francs?"), "CNY ": ("CNY", "RMB", "yuan", "元"), "₩": ("₩", "KRW"), "SEK ": ("SEK",),
    "NOK ": ("NOK",), "DKK ": ("DKK",), "PLN ": ("PLN", "zł"), "BRL ": ("BRL", r"R\$"), "AUD ": ("AUD", r"AU?\$"),
    "CAD ": ("CAD", r"CA?\$"), "HKD ": ("HKD", r"HK\$"), "SGD ": ("SGD", r"S\$"), "NZD ": ("NZD", r"NZ\$"),
}  # fmt: skip
_BY_SIGN = [(shown, re.compile(sign)) for shown, signs in _SIGNS.items() for sign in signs]
_ANY = "|".join(sorted((s for signs in _SIGNS.values() for s in signs), key=len, reverse=True))
_SO_MANY = r"Mio|Mrd|m(?:illi|n)(?:on)?|billion|bn|trillion|thousand|lakhs?|crores?|cr"
_BEFORE = re.compile(rf"(?<![\w$])(?P<sign>{_ANY})[ \u00a0\u202f]?(?=[-−]?\.?\d)")
_BEHIND = re.compile(
    rf"(?<=\d)(?:\s?(?P<k>[kKM])|\s?(?P<many>{_SO_MANY}))?\.?\s?(?P<sign>{_ANY})(?![\w$])(?!\s?[*^(])|(?<=\d)/(?P<of>€|£)(?!\w)"
)
_DOLLARS = re.compile(r"\$\s?[-−]?\.?\d|\d\s?[kKM]?\$|\bUSD\b|\bdollars?\b")
_US = re.compile(r"(?<![\w$])US\s?\$\s?(?=\d)")
_RANGE = re.compile(r"\A(?P<about>[~≈]?\s?)\$(?P<low>\d[\d.,]*)\s?[-–]\s?\$?(?P<high>\d[\d.,]*)(?=\s|/|\Z)")


def in_one(answer: str, expected: object, asked: Collection[str] = ()) -> tuple[str, object, str] | None:
    """Both sides with their money as dollars, and the sign of the currency that is meant; None where there are two."""
    sides = answer, expected if isinstance(expected, str) else ""
    found = [_named(t, other, asked) for t, other in zip(sides, sides[::-1])]
    coins = {*found[0], *found[1]}
    if not coins - {"$"} or any(len(f) > 1 for f in found):
        return _RANGE.sub(_ends, _US.sub("$", answer)), expected, ""
    if len(coins) > 1:
        return None
    made, theirs = (_in_dollars(t) for t in sides)
    return _RANGE.sub(_ends, made), theirs if isinstance(expected, str) else expected, coins.pop()


def _named(text: str, other: str, asked: Collection[str]) -> set[str]:
    """The currencies of a text by their signs; symbols of the other side spell none: 2Rs beside 2*R*s."""
    letters = {*re.findall(r"(?<![A-Za-z])[A-Za-z](?![A-Za-z])", other)}
    before, behind = ({m["sign"] for m in p.finditer(text)} for p in (_BEFORE, _BEHIND))
    below = {m["of"] for m in _BEHIND.finditer(text)}
    said = {s for s in before | behind | below if s and s not in asked and not (s.isalpha() and {*s} <= letters)}
    coins = {shown for s in said for shown, sign in _BY_SIGN if sign.fullmatch(s)}
    return coins | ({"$"} if _DOLLARS.search(_BEHIND.sub("", _BEFORE.sub("", text))) else set())


def _in_dollars(text: str) -> str:
    def behind(m: re.Match[str]) -> str:
        if m["of"]:
            return "/USD"
        return f" {m['k']}$" if m["k"] else f" {m['many']} USD" if m["many"] else " USD"

    return _BEFORE.sub("$", _BEHIND.sub(behind, text))


def _ends(m: re.Match[str]) -> str:
    """A range of prices with its unit behind it: 5-6 USD for $5-6."""
    return f"{m['about']}{m['low']}-{m['high']} USD"


def shown_in(text: str | None, sign: str) -> str | None:
    """What a verdict says of dollars, of the currency that is meant."""
    if text is None or not sign:
        return text
    return re.sub(r"(?<=\d)\s?USD\b", f" {sign.strip()}", re.sub(r"\$(?=[-\d.])", sign, text))


__all__ = ["in_one", "shown_in"]
