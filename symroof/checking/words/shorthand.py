"""Shorthand of typed answers, put into what the readers know: x2.5, #GPUs = 64, 2 $/GPUh, 7b params, 5 ms (B=8).

What is put otherwise says just that, whatever is expected; ``asked`` are the names of the question, which are letters.

>>> shorthand("x2.5"), shorthand("#GPUs = 64"), shorthand("$2/GPUh"), shorthand("100 GPU-h")
('2.5x', '64', '$2/GPU-hour', '100 GPU-hours')
>>> shorthand("7b params"), shorthand("13b", (), "13e9 parameters"), shorthand("7b", {"b"}, "7*b")
('7e9 params', '13e9', '7b')
>>> shorthand("1.6 TB/s (HBM3)"), shorthand("5 ms (B=8)"), shorthand("2*B*D (D)")
('1.6 TB/s', '5 ms for B=8', '2*B*D (D)')
>>> shorthand("if B < C/W then 2DF/W else 2BDF/C") == shorthand("2DF/W if B < C/W, otherwise 2BDF/C")
True
"""

from __future__ import annotations

import re
from collections.abc import Collection

from symroof.checking.words.numerals import NUMBER

MAX_LENGTH = 300
_TIMES = re.compile(r"\A[x×]\s?(?P<n>\d[\d.,]*)(?=\s|\Z)")
_LABEL = re.compile(r"\A(?:#\s?|(?:no\.?|nr\.?|num\.?)\s+)(?:of\s+)?[A-Za-z][\w-]*(?:\s+[a-z]+)?\s*[=:]\s*(?=[~≈]?\s?\d)", re.I)
_THINGS = r"(?:[GTC]PU|chip|node|core|device|accelerator)"
_HOURS = re.compile(rf"(?P<per>(?:/|\bper)\s*)?(?<![A-Za-z])(?P<thing>{_THINGS})s?[-·\s]?h(?:rs?)?(?![A-Za-z])")
_SCALES = {"b": "e9", "m": "e6", "t": "e12"}
_COUNTED = r"(?:param(?:eter)?s?|tok(?:en)?s?|weights)"
_MANY = re.compile(rf"(?<![\w.])(?P<n>\d+(?:\.\d+)?)(?P<s>[bmt])(?=[\s-]+{_COUNTED}\b)")
_ALONE = re.compile(r"\A(?P<lead>[~≈]\s?)?(?P<n>\d+(?:\.\d+)?)(?P<s>[bmt])\Z")
_PART = (  # what is named behind a number and says on what: HBM3, DDR5-6400, PCIe 4.0 x16, NVLink 4, EPYC 7763, TP8
    r"(?:(?:LP|G)?DDR\d\w*(?:-\d+)?|HBM\d?[eE]?|PCIe(?:\s?(?:gen\s?)?\d(?:\.\d)?)?(?:\s?x\d+)?|NV(?:Link|Switch|Me)\s?\d*|InfiniBand|IB|RoCE(?:v\d)?|"
    r"SXM\d?|(?:EPYC|Xeon|Ryzen|Core)\s[\w-]+|[SDV]RAM|SSD|HDD|(?:TP|DP|PP|EP|FSDP)\s?=?\s?\d+)"
)
_NAMED = re.compile(rf"(?<=[\w)%}}])\s+\(\s*{_PART}(?:\s*,\s*{_PART})?\s*\)\Z")
_APOSTROPHE = re.compile(r"\b(does|is|do|are|wo|ca|did|would|could|should|has)nt\b", re.I)  # doesnt fit
_CASE = re.compile(rf"\A(?P<value>[~≈]?\s?{NUMBER}\s*[A-Za-zµμ%/]*)\s+\(\s*(?P<name>[A-Z]\w*)\s*=\s*(?P<n>{NUMBER})\s*\)\Z")
_THEN = re.compile(
    r"\A(?:it\s+is\s+)?(?:if|when|where)\s+(?P<cond>[^,;]+?)\s*(?:,\s*(?:then\s+)?|\s+then\s+|:\s*)(?:it\s+is\s+)?(?P<yes>[^,;]+?)\s*[,;]?\s*"
    r"(?:else|otherwise)[,:]?\s+(?:it\s+is\s+)?(?P<no>[^,;]+)\Z",
    re.I,
)
_IF = re.compile(
    r"\A(?P<yes>[^,;]+?)\s*,?\s+(?:if|when|where|for|while)\s+(?P<cond>[^,;]*?[<>≤≥][^,;]*?)\s*[,;]?\s*(?:and\s+|but\s+)?"
    r"(?:(?:else|otherwise)[,:]?\s+(?P<no>[^,;]+)|(?P<other>[^,;]+?)\s+(?:otherwise|else))\Z",
    re.I,
)
_CASES = "if {} then {} else {}"


def shorthand(text: str, asked: Collection[str] = (), expected: object = "") -> str:
    """The text with its shorthand written out."""
    if len(text) > MAX_LENGTH:
        return text
    out = text.strip()
    if "x" not in asked or (isinstance(expected, str) and re.search(r"\d\s?[x×](?![\w(])", expected)):
        out = _TIMES.sub(r"\g<n>x", out)
    out = _HOURS.sub(lambda m: f"{m['per'] or ''}{m['thing']}-hour{'' if m['per'] else 's'}", _LABEL.sub("", out))
    if not {*_SCALES} & {*asked}:
        out = _MANY.sub(lambda m: f"{m['n']}{_SCALES[m['s']]}", out)
        if isinstance(expected, str) and re.search(rf"\b{_COUNTED}\b", expected):
            out = _ALONE.sub(lambda m: f"{m['lead'] or ''}{m['n']}{_SCALES[m['s']]}", out)
    out = _APOSTROPHE.sub(r"\1n't", out)
    out = _CASE.sub(lambda m: f"{m['value']} for {m['name']}={m['n']}", _NAMED.sub("", out))
    return _in_cases(out) if out != text.strip() or _branched(out) else text


def _branched(text: str) -> bool:
    return re.search(r"\b(?:else|otherwise)\b", text, re.I) is not None


def _in_cases(text: str) -> str:
    """One of two formulas by a condition in one way: if B < C/W then 2DF/W else 2BDF/C."""
    m = _THEN.match(text) or _IF.match(text)
    if m is None:
        return text
    no = m["no"] if m.re is _THEN else m["no"] or m["other"]
    return _CASES.format(m["cond"].strip(), m["yes"].strip(), no.strip().rstrip("."))


def branches(text: str) -> tuple[str, str, str] | None:
    """The condition and the two formulas of a choice; None where a text is none.

    >>> branches("if B < C/W then 2DF/W else 2BDF/C"), branches("2DF/W")
    (('B < C/W', '2DF/W', '2BDF/C'), None)
    """
    m = re.fullmatch(r"if (?P<cond>.+?) then (?P<yes>.+?) else (?P<no>.+)", text)
    return None if m is None else (m["cond"], m["yes"], m["no"])


__all__ = ["branches", "shorthand"]
