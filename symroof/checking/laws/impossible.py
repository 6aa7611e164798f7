r"""Formulas that cannot be what they are said to be: a roofline that is the larger of its branches, a tail that grows.

>>> from symroof.checking.proofreading.proofread import proofread
>>> text = r"The attainable rate of a kernel is $R = \{}(P, \beta I)$."
>>> [[f.verdict for f in proofread(text.format(x)).findings] for x in ("min", "max")]
[[], ['wrong']]
>>> text = r"A disk lives longer than $t$ with $P(T > t) = e^{{{}a t}}$."
>>> [[f.verdict for f in proofread(text.format(x)).findings] for x in ("-", "")]
[[], ['wrong']]
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import symroof.regexes as re
from symroof.algebra.ratios.posynomial import Ratio
from symroof.checking.claims.claims import Verdict
from symroof.checking.documents.context import sentence
from symroof.checking.documents.material import Item, Material
from symroof.checking.documents.spans import Page, Span
from symroof.checking.documents.statement import Statement
from symroof.errors import SymroofError
from symroof.reading.formula import Side, parse_formula

REACH = 220  # characters before a formula that say what it is
_MAX = re.compile(
    r"(?:=|\\leq?(?![A-Za-z])|≤|<=|\A\s*)\s*\\?max\s*(?:\\[Bb]ig+[lr]?|\\left)?\s*\(\s*(?P<a>[^,()]{1,40}),\s*"
    r"(?:\\[,;:! ]|\\?\s)*(?P<b>[^,()]{1,60}?)\s*(?:\\[Bb]ig+[lr]?|\\right)?\s*\)"
)
_ROOF = re.compile(
    r"\battainable|\broofline|\bachievable\s+(?:performance|rate|speed)|\bperformance\s+(?:is\s+)?bounded", re.I
)
_TIMES = re.compile(
    r"\b(?:times?|takes?|seconds|lasts?|latency|duration|lower bound|at least|slower|wrong|not|never)\b", re.I
)
_SUB = re.compile(r"[_^]\s*(?:\{(?:[^{}]|\{[^{}]*\})*\}|\\\w+\s*(?:\{[^{}]*\})?|\w+)")
_FACTOR = re.compile(r"\\[A-Za-z]+|[A-Za-z]")
_NO_FACTOR = {"\\cdot", "\\times", "\\left", "\\right", "\\big", "\\Big", "\\quad", "\\mathrm", "\\text"}
_QUOTIENT = re.compile(r"/|\\frac")
_TAIL = re.compile(
    r"(?:\bP|\\Pr|\\mathbb\s*\{P\}|\\mathrm\{Pr?\}|\\operatorname\{P\}|\bPr)\s*(?:\\left|\\[Bb]ig+l?)?\s*[(\[{]"
    r"[^=()\[\]{}]*?(?:>|\\geq?(?![A-Za-z])|≥)\s*\\?(?P<t>[A-Za-z]\w{0,5})\s*(?:\\right|\\[Bb]ig+r?)?[)\]}]\s*=\s*"
    r"(?:e\s*\^\s*\{(?P<e>[^{}]{1,60})\}|(?:\\?exp)\s*(?:\\left)?[({](?P<x>[^{}]{1,60})[)}]\s*\Z)"
)
_BETWEEN = re.compile(r"\(\s*(\\?\w+)\s*-\s*(\\?\w+)\s*\)")


def impossible(m: Material) -> Iterator[Statement]:
    """Every formula of a document that its own form denies."""
    for page, dark in zip(m.pages, m.darks):
        for span in page.spans:
            if span.kind != "math" or ("max" not in span.text and "e" not in span.text):
                continue
            found = _roof(dark, span) if "max" in span.text else _tail(page, span)
            if found is not None:
                text, v = found
                side = Side(text, 0, None)
                yield Statement(Item(page, dark, span), text, v, "law", 0, "=", (side, side), "math")


def _roof(dark: str, span: Span) -> tuple[str, Verdict] | None:
    """A roofline with the larger of its branches: the peak, and a bandwidth times an intensity."""
    found = _MAX.search(span.text)
    if found is None:
        return None
    a, b = found["a"].strip(), found["b"].strip()
    start, end = sentence(dark, span.start, span.end)
    said = dark[start:end]
    if not said.strip("\ue000\ue001 \n"):  # a display under its sentence
        said = dark[max(0, span.start - REACH) : span.start].rstrip().rpartition("\n\n")[2]
        said = re.split(r"[.!?]\s", said)[-1]
    factors = [len([f for f in _FACTOR.findall(_SUB.sub("", x)) if f not in _NO_FACTOR]) for x in (a, b)]
    if sorted(factors) != [1, 2] or _QUOTIENT.search(a + b) or not _ROOF.search(said) or _TIMES.search(said):
        return None
    right = f"min({a}, {b})"
    words = f"what is attainable is the smaller of the peak and of bandwidth times intensity, {right}"
    return found.group().lstrip("= ").strip(), Verdict("wrong", words, code="law", right=right)


def _tail(page: Page, span: Span) -> tuple[str, Verdict] | None:
    """The probability of more than t, by an exponential that grows with t."""
    found = _TAIL.search(span.text.strip().rstrip(".,; \\"))
    exponent = (found["e"] or found["x"]).strip() if found is not None else ""
    value = _read(exponent) if found is not None else None
    if found is None or value is None or found["t"] not in {n.lstrip("\\") for n in value.names}:
        return None
    if not value.is_posynomial_ratio:
        gap = _BETWEEN.match(exponent)
        rate = gap and re.search(
            rf"(?:rate|1\s*/|\\frac\{{1\}})[\s$({{]*{re.escape(gap[1])}\s*-\s*{re.escape(gap[2])}", page.text
        )
        if gap is None or not (rate or (gap[1], gap[2]) == ("\\mu", "\\lambda")):
            return None
    words = f"a probability that grows with {found['t']}, and above 1: the exponent is -{exponent}"
    return found.group(), Verdict("wrong", words, code="law", right=f"e^{{-{exponent}}}")


def _read(text: str) -> Ratio | None:
    with suppress(SymroofError, ZeroDivisionError):
        side = parse_formula(text).sides[0]
        return side.ratio() if not side.words and side.names else None
    return None
