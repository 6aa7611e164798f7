"""What is typed around a right value and makes another claim of it: a denial behind it, a second value, an open end.

Such words stood behind a value and were left out, as a remark is.  Each kind has its form here, and a key that is
told in the same words has them, too.

>>> another_claim("42 ms (or not)", "42 ms"), another_claim("42 ms (not 84 ms)", "42 ms")
('(or not): it takes back what stands before it', '')
>>> another_claim("42 ms and up", "42 ms"), another_claim("B > 240 to 50 ms", "B > 240")
('and up: a bound, where a value is asked', '50 ms: another value beside it')
"""

from __future__ import annotations

import symroof.regexes as re
from symroof.checking.words.numerals import NUMBER
from symroof.reading.measures import UNITS
from symroof.reading.spelling import FUNCTIONS, UNREAD_FUNCTIONS

MAX_LENGTH = 300  # characters
_TAKES_BACK = re.compile(  # a clause or a bracket of its own that only denies
    r"(?:\s*[,;:.!?–—(\[-]|\s(?=or\s))\s*(?:(?:or|but|and|just|only|i\s+am|i['’]m|that['’]s|that\s+is|it\s+is|it['’]s|well)[,\s]+)*"
    r"(?:not|nope|joking|kidding|a\s+joke|false|untrue|wrong|a\s+lie|i\s+lied|sarcasm|psych|as\s+if)(?:\s+(?:so|true|really|at\s+all))?[\s)\]!?.]*\Z",
    re.I,
)
_DENIES = re.compile(r"\b(?:not|nope|false|untrue|wrong)\b", re.I)
_DENIES_ALL = re.compile(r"\bnot\s+(?:so|true|really|at\s+all)\b", re.I)
_OPEN_END = re.compile(
    r"\s(?P<end>(?:and|or)\s+(?:up|above|more|over|beyond|higher|larger|bigger|greater|longer|later|down|below|less|fewer|under|lower|smaller|"
    r"shorter)(?:wards?)?|and\s+(?:rising|counting|growing|falling|then\s+some)|(?:and\s+)?(?:upwards?|downwards?|onwards?))[\s)!.]*\Z",
    re.I,
)
_OPEN_START = re.compile(r"\A(?:(?:it|this|that)\s+(?:is|takes|needs)\s+)?(?:well\s+)?upwards\s+of\b", re.I)
_BESIDE = re.compile(  # a value or a bound on one, and a second value: 12.5 GB and 84 ms, B > 240 to 50 ms
    rf"(?P<one>(?:[A-Za-z]\w*\s*[<>≤≥=]+\s*)?[~≈]?\s?{NUMBER}\s?(?P<unit>[A-Za-zµμ%/]*))\s*(?P<and>\b(?:and|to|plus|or)\b|[&;+]|,(?=\s))\s*"
    rf"(?P<two>[~≈]?\s?{NUMBER}\s?(?P<other>[A-Za-zµμ%/]+))(?:\s+of\s+[a-z]+)?[.!]?",
)
_MEASURED = re.compile(r"(?<=[\d)])\s?([A-Za-zµμ%]+(?:/[A-Za-z]+)?)")
_CALLED = re.compile(r"(?<![A-Za-z\\_{])([A-Z][A-Za-z]{2,6})\(")
_AT_AN_END = re.compile(r"\bat\s+(?:the\s+)?(?:very\s+)?(?:best|worst)\b", re.I)
_A_BOUND = re.compile(r"[<>≤≥]|\b(?:at\s+(?:least|most)|above|below|over|under|from|up\s+to)\b", re.I)


def another_claim(text: object, key: str) -> str:
    """What an answer says beside a right value that makes another claim of it, and how; "" for nothing."""
    if not isinstance(text, str) or len(text) > MAX_LENGTH:
        return ""
    plain = " ".join(text.split())
    if taken := _taken_back(plain, key):
        return f"{taken}: it takes back what stands before it"
    bound = _A_BOUND.search(key) is not None
    if not bound and (m := _OPEN_END.search(plain)) is not None and _amounts(plain[: m.start()]):
        return f"{m['end']}: a bound, where a value is asked"
    if not bound and (m := _OPEN_START.match(plain)) is not None:
        return f"{m.group()}: a bound, where a value is asked"
    if bound and (m := _AT_AN_END.search(plain)) is not None and m.group() not in key:
        return f"{m.group()}: whether it is so is open"
    m = _BESIDE.fullmatch(plain)
    return f"{m['two'].strip()}: another value beside it" if m is not None and _of_other_kinds(m, key) else ""


def _taken_back(plain: str, key: str) -> str:
    """The denial that ends an answer; a no or never is not denied by one that agrees: no, not at all.

    >>> _taken_back("42 ms, not", "42 ms"), _taken_back("no, not at all", "no"), _taken_back("never, not", "never")
    ('not', '', 'not')
    """
    m = _TAKES_BACK.search(plain)
    if m is None or not plain[: m.start()].strip(" (") or _TAKES_BACK.search(key):
        return ""
    agrees = {"no": _DENIES, "never": _DENIES_ALL}.get(key.strip().lower())
    return "" if agrees is not None and agrees.search(m.group()) else m.group().strip(" ,;:.")


def unknown_call(text: object, key: str) -> str:
    """A run of letters before a bracket that may be a function's name: Foo(B), LSE(B); "" for a product of the key's.

    >>> unknown_call("Foo(B)", "2*F*B"), unknown_call("LSE(B)", "ln(B)"), unknown_call("ABC(D + F)", "A*B*(D + F)")
    ('Foo(...): a product or a function', 'LSE(...): a product or a function', '')
    """
    letters = {*re.findall(r"[A-Za-z]", key)}
    for run in _CALLED.findall(text) if isinstance(text, str) and len(text) <= MAX_LENGTH else ():
        if run.lower() in FUNCTIONS or run.lower() in UNREAD_FUNCTIONS:
            continue  # which were read, as a sheet's: =SUM(a;b)
        small = {c for c in run if c.islower()}
        if small - letters or not {*run} & letters:
            return f"{run}(...): a product or a function"
    return ""


def _amounts(text: str) -> bool:
    """Whether a text is an amount, with nothing before it that says how it is come to: 42 ms, and not N/8 rounded."""
    return re.fullmatch(rf"[^A-Za-z]*{NUMBER}\s?[A-Za-zµμ%/]*[\s(,]*", text) is not None


def _of_other_kinds(m: re.Match[str], key: str) -> bool:
    """Whether the second of two values is of another dimension than the first, and than what the key asks.

    A number without a unit has that of the second one in a range, 5 to 6 ms, and no bound is one.
    """
    second, unit = UNITS.get(m["other"]), UNITS.get(m["unit"])
    asked = [UNITS[u].dimension for u in _MEASURED.findall(key) if u in UNITS]
    if second is None or second.dimension in asked:
        return False
    if unit is None:
        return re.search(r"[<>≤≥]", m["one"]) is not None or m["and"] == "and"
    return unit.dimension != second.dimension


__all__ = ["another_claim", "unknown_call"]
