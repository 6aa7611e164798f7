"""An end of a range told with its symbol: above B = 1000, from N = 497 upwards, until I = 12.8, as inequalities.

>>> [named_end(t) for t in ("above B = 1000", "at N = 480 and above", "from N = 497 upwards")]
['B > 1000', 'N >= 480', 'N >= 497']
>>> [named_end(t) for t in ("up to B = 64", "above 240", "at B = 4")]
['B <= 64', 'above 240', 'at B = 4']
"""

from __future__ import annotations

import symroof.regexes as re
from symroof.checking.words.numerals import NUMBER

_SIGNS = (
    (">=", r"at\s+least|from|starting\s+(?:at|from|with)|since"),
    ("<=", r"at\s+most|up\s+to(?:\s+and\s+including)?"),
    (">", r"(?:(?:more|greater|larger|higher|bigger)\s+than)|above|over|beyond|past|after|upwards\s+of"),
    ("<", r"(?:(?:less|fewer|smaller|lower)\s+than)|below|under|beneath|until|till|before"),
)  # fmt: skip
_NAMED = re.compile(
    rf"(?:{'|'.join(f'(?P<r{i}>{words})' for i, (_, words) in enumerate(_SIGNS))})\s+"
    r"(?P<name>[A-Za-z]\w{0,8})\s*(?:=|\bis\b|\bequals\b|\bof\b)\s*(?P<value>(?:[~≈]\s?|about\s+|around\s+|roughly\s+)?\d[^<>=≤≥]*?)"
    r"(?P<on>\s+(?:on|onwards?|upwards?|up))?\Z",
    re.I,
)
_AND_UP = re.compile(
    r"\A(?P<end>)at\s+(?P<at>[A-Za-z]\w{0,8}\s*=\s*[\d.,e+]+)\s+(?:and|or)\s+(?:above|up|more|beyond|larger|higher)\Z",
    re.I,
)


def named_end(text: str) -> str:
    """The inequality that such a text says; any other text as it was."""
    m = _NAMED.match(_AND_UP.sub(r"\g<end>from \g<at>", text.strip()))
    if m is None or (m["name"].islower() and len(m["name"]) > 3):
        return text  # below a batch of 240 names no symbol
    sign = next(s for i, (s, _) in enumerate(_SIGNS) if m[f"r{i}"])
    if m["on"] and sign[0] == "<":
        return text
    return f"{m['name']} {sign} {m['value']}"


_EVER = re.compile(  # never more than 20x however many cores
    r"(?:[A-Za-z][^:;<>=]{0,60}:\s+)?(?:(?:it|you|we|one|this|that|the\s+(?:speed-?up|gain|factor))\s+)?(?:(?:can|could|will|would|may)\s*)?"
    r"(?:(?P<never>never)\s+(?:ever\s+)?|(?:not|no|n['’]t)\s+)(?:(?:get|go|be|is|have|see|reach|run|gain|become)s?\s+)?"
    r"(?:an?\s+)?(?:(?:(?:more|faster|further|higher|larger|better|greater)\s+than|beyond|above|over|past)|exceeds?)\s+(?:an?\s+)?"
    rf"(?:(?:speed-?up|factor|gain)\s+of\s+)?(?P<n>{NUMBER}(?:\s?(?:[x×%]|times(?:\s+faster)?|-?fold))?)"
    r"(?P<however>,?\s+(?:however|no\s+matter|whatever|regardless)\b[^,;:\d]*)?[.!]?",
    re.I,
)


def supremum(text: str, expected: str) -> str:
    """The value that a sentence says is never passed, whatever else there is, where a value is expected: its limit.

    >>> supremum("never more than 20x however many cores you add", "20x"), supremum("never more than 20", "N < 20")
    ('20x', 'never more than 20')
    >>> supremum("not more than 20x", "20x"), supremum("it is no more than 8 GB", "8 GB")
    ('not more than 20x', 'it is no more than 8 GB')
    """
    m = _EVER.fullmatch(text.strip()) if re.fullmatch(r"[\d.,/ ]+(?:[x×%]|times)?", expected.strip()) else None
    return text if m is None or not (m["never"] or m["however"]) else m["n"]
