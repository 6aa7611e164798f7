"""Shorthand of typed answers, put into what the readers know: x2.5, #GPUs = 64, 2 $/GPUh, 7b params, 5 ms (B=8).

What is put otherwise says just that, whatever is expected; ``asked`` are the names of the question, which are letters.

>>> shorthand("x2.5"), shorthand("#GPUs = 64"), shorthand("$2/GPUh"), shorthand("100 GPU-h")
('2.5x', '64', '$2/GPU-hour', '100 GPU-hours')
>>> shorthand("7b params"), shorthand("13b", (), "13e9 parameters"), shorthand("7b", {"b"}, "7*b")
('7e9 params', '13e9', '7b')
>>> shorthand("1.6 TB/s (HBM3)"), shorthand("5 ms (B=8)"), shorthand("2*B*D (D)")
('1.6 TB/s', '5 ms for B=8', '2*B*D (D)')
"""

from __future__ import annotations

import re
from collections.abc import Collection

from symroof.checking.words.numerals import NUMBER

MAX_LENGTH = 300
_TIMES = re.compile(r"\A[x×]\s?(?P<n>\d[\d.,]*)(?=\s+[a-z]{2}|\s*\Z)")
_MULTIPLE = re.compile(r"\d\s?[x×](?![\w(])")
_LABEL = re.compile(
    r"\A(?:#\s?|(?:no\.|nr\.?|num\.?)\s+)(?:of\s+)?[A-Za-z][\w-]*(?:\s+[a-z]+)?\s*[=:]\s*(?=[~≈]?\s?\d)", re.I
)
_THINGS = r"(?:[GTC]PU|chip|node|core|device|accelerator)"
_HOURS = re.compile(rf"(?P<per>(?:/|\bper)\s*)?(?<![A-Za-z])(?P<thing>{_THINGS})s?[-·\s]?h(?:rs?)?(?![A-Za-z])")
_SCALES = {"b": "e9", "m": "e6", "t": "e12"}
_COUNTED = r"(?:param(?:eter)?s?|tok(?:en)?s?|weights)"
_MANY = re.compile(rf"(?<![\w.])(?P<n>\d+(?:\.\d+)?)(?P<s>[bmt])(?=[\s-]+{_COUNTED}\b)")
_ALONE = re.compile(r"\A(?P<lead>[~≈]\s?)?(?P<n>\d+(?:\.\d+)?)(?P<s>[bmt])\Z")
_PART = (  # what is named behind a number and says on what: HBM3, DDR5-6400, PCIe 4.0 x16, NVLink 4, EPYC 7763, TP8
    r"(?:(?:LP|G)?DDR\d\w*(?:-\d+)?|HBM\d?[eE]?|PCIe(?:\s?(?:gen\s?)?\d(?:\.\d)?)?(?:\s?x\d+)?|NV(?:Link|Switch|Me)\s?\d*|InfiniBand|IB|RoCE(?:v\d)?|"
    r"SXM\d?|(?:EPYC|Xeon|Ryzen|Core)\s[\w-]+|[SDV]RAM|SSD|HDD|(?:TP|DP|PP|EP|FSDP)\s?=?\s?\d+|\d+\s?[x×]\s?(?:[A-Z]{1,3}\d{2,4}[A-Z]?|TPU\sv\d[ep]?))"
)
_NAMED = re.compile(rf"(?<=[\w)%}}])\s+\(\s*{_PART}(?:\s*,\s*{_PART})?\s*\)\Z")
_APOSTROPHE = re.compile(r"\b(does|is|do|are|wo|ca|did|would|could|should|has)nt\b", re.I)  # doesnt fit
_END = re.compile(  # 3 nodes max, N = 8 at most; 5 min are minutes
    r"\A(?P<n>[~≈]?\s?\d[\d.,]*\s+(?:[a-z]{3,}|[A-Z]{2,})s)\s+(?P<end>max|min)\.?\Z|"
    r"\A(?P<name>[A-Z]\w*)\s*=\s*(?P<m>\d[\d.,]*)\s+(?:(?P<most>at\s+most|max(?:imum)?)|at\s+least|min(?:imum)?)\.?\Z"
)
_WAYS = re.compile(
    r"\A(?:(?:tensor|data|pipeline|expert|model|sequence)[\s-]+parallel(?:ism)?\s+)?(?P<bound>up\s+to|at\s+(?:most|least)|more\s+than|less\s+than|over|under)\s+(?P<n>\d+)[\s-]way(?:s)?\Z",
    re.I,
)
_CASE = re.compile(
    rf"\A(?P<value>[~≈]?\s?{NUMBER}\s*[A-Za-zµμ%/]*)\s+\(\s*(?P<name>[A-Z]\w*)\s*=\s*(?P<n>{NUMBER})\s*\)\Z"
)


def shorthand(text: str, asked: Collection[str] = (), expected: object = "") -> str:
    """The text with its shorthand written out."""
    if len(text) > MAX_LENGTH:
        return text
    out = text.strip()
    named = re.match(r"x\d+", out)
    if (named is None or named.group() not in asked) and ("x" not in asked or _MULTIPLE.search(str(expected))):
        out = _TIMES.sub(r"\g<n>x", out)
    out = _LABEL.sub("", out)
    if "h" not in asked:
        out = _HOURS.sub(lambda m: f"{m['per'] or ''}{m['thing']}-hour{'' if m['per'] else 's'}", out)
    if not {*_SCALES} & {*asked}:
        out = _MANY.sub(lambda m: f"{m['n']}{_SCALES[m['s']]}", out)
        if isinstance(expected, str) and re.search(rf"\b{_COUNTED}\b", expected):
            out = _ALONE.sub(lambda m: f"{m['lead'] or ''}{m['n']}{_SCALES[m['s']]}", out)
    out = _WAYS.sub(r"\g<bound> \g<n>", _END.sub(_ended, out))
    out = re.sub(r"\A(max|min)\.(?=\s?[~≈]?\d)", r"\1", out)
    out = _APOSTROPHE.sub(r"\1n't", out)
    out = _CASE.sub(lambda m: f"{m['value']} for {m['name']}={m['n']}", _NAMED.sub("", out))
    return out if out != text.strip() else text


def _ended(m: re.Match[str]) -> str:
    """A number with its end behind it, as a bound."""
    if m["name"]:
        return f"{m['name']} {'<=' if m['most'] else '>='} {m['m']}"
    return f"at {'most' if m['end'] == 'max' else 'least'} {m['n']}"


__all__ = ["shorthand"]
