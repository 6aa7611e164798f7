r"""The regime that the words behind an approximation state, and which may contradict the one in which it holds.

>>> from symroof.checking.proofreading.proofread import proofread
>>> text = r"$\frac{{BD}}{{B + D}} \approx {} \quad \text{{when }} B \ll D$"
>>> [[f.verdict for f in proofread(text.format(x)).findings] for x in "BD"]
[['in-regime'], ['wrong']]
"""

from __future__ import annotations

from dataclasses import replace

import symroof.regexes as re
from symroof.checking.claims.claims import Verdict
from symroof.checking.documents.material import Item
from symroof.reading.formula import Side

_NAME = r"\\?[A-Za-z]+(?:_(?:\{\w+\}|\w+))?"
_NAMES = rf"{_NAME}(?:\s*,\s*(?:\\[ ,]\s*)?{_NAME})*"
_SMALL, _LARGE = r"\\ll(?![A-Za-z])|<<|≪", r"\\gg(?![A-Za-z])|>>|≫"
_REGIME = re.compile(rf"\s*(?P<a>{_NAMES})\s*(?:(?P<small>{_SMALL})|(?:{_LARGE}))\s*(?P<b>{_NAMES})")
_WHEN = r"(?:when(?:ever)?|if|for|as\s+long\s+as|so\s+long\s+as|provided(?:\s+that)?|where|in\s+the\s+regime)"
_SPACE = r"(?:\\[,;:! ]|\\q?quad(?![A-Za-z])|[\s,(])*"
_IN_MATH = re.compile(rf"{_SPACE}\\(?:text|mathrm|textrm|mbox)\{{\s*{_WHEN}\s*\}}{_SPACE}")
_BETWEEN = re.compile(rf"[\s,($`]*{_WHEN}[\s$`]*", re.I)
_PAIR = re.compile(r"(?P<a>[^<]+)<<(?P<b>[^<]+)")
Pairs = set[tuple[str, str]]


def contradicted(item: Item, following: Item | None, right: Side, found: Verdict) -> Verdict | None:
    """An approximation that holds in one regime, where its own words state the opposite one; else None."""
    if found.verdict != "in-regime" or not found.regime:
        return None
    said = _stated(item, following, right)
    m = _PAIR.fullmatch(found.regime)
    holds = _pairs(m["a"], m["b"]) if m else {(a, b) for pair in said for a, b in (pair, pair[::-1])
                                              if found.regime == f"{b} -> oo"}  # fmt: skip
    against = {(b, a) for a, b in holds} & said
    if not against or holds & said:
        return None
    stated = " and ".join(f"{a} << {b}" for a, b in sorted(against))
    words = f"equal when {found.regime}, and the words behind it say {stated}"
    return replace(found, verdict="wrong", reason=words, right=None, code="contradicts-regime")


def _stated(item: Item, following: Item | None, right: Side) -> Pairs:
    """What the words right behind a formula say to be small against what: B << D, F."""
    text = item.span.text
    m = _IN_MATH.match(text, right.at + len(right.text.rstrip()))
    if m is not None:
        return _of(_REGIME.match(text, m.end()))
    last = bool(item.chains) and item.chains[-1].sides[-1] is right
    if following is None or following.page is not item.page or not last:
        return set()
    if _BETWEEN.fullmatch(item.dark, item.span.end, following.span.start) is None:
        return set()
    return _of(_REGIME.match(following.span.text))


def _of(m: re.Match[str] | None) -> Pairs:
    if m is None:
        return set()
    return _pairs(m["a"], m["b"]) if m["small"] else _pairs(m["b"], m["a"])


def _pairs(small: str, large: str) -> Pairs:
    """Each of the small against each of the large ones."""
    one, other = ([re.sub(r"[\\{}\s]", "", n) for n in names.split(",")] for names in (small, large))
    return {(a, b) for a in one for b in other}


__all__ = ["contradicted"]
