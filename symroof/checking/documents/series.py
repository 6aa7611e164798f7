r"""Sums written with dots or a sigma, in closed form: arithmetic and geometric series, powers up to the third.

>>> from symroof.reading.nodes import plain
>>> plain(closed("1 + 2 + … + N"))
'N/2 + N^2/2'
>>> plain(closed(r"\sum_{i=1}^{N} i^2"))
'N^3/3 + N^2/2 + N/6'
>>> closed("a + b + … + c") is None
True
"""

from __future__ import annotations

import itertools
import re
from contextlib import suppress
from fractions import Fraction

from symroof.algebra.ratios.posynomial import Ratio, gen, ratio
from symroof.checking.claims.claims import Verdict
from symroof.errors import SymroofError
from symroof.reading.formula import Node, parse_formula, to_ratio
from symroof.reading.nodes import leaves

DOTS = re.compile(r"\\[cld]?dots[bcmio]?(?![A-Za-z])|…|⋯|\.\.\.")
SUM = re.compile(
    r"\\sum(?:\\limits)?\s*_\s*(?:\{\s*([A-Za-z])\s*=\s*([^{}=]{1,20})\}|([A-Za-z])=(\d))\s*\^\s*(?:\{([^{}]{1,20})\}|(\w))"
)
MAX_TERMS = 2000
_INSTANCES = (4, 5, 6, 7)  # what a symbol in exponents stands for
_MACRO = re.compile(r"\\[A-Za-z]+")
_LETTER = re.compile(r"[A-Za-z]+")
_EXPONENT = re.compile(r"(?:\^|\*\*)\s*(?:\{[^{}]*\}|\([^()]*\)|[A-Za-z])")


def has_series(text: str) -> bool:
    """Whether a text holds a sum with dots or a sigma."""
    return bool(DOTS.search(text) or "\\sum" in text)


def closed(text: str) -> Node | None:
    """The closed form of one side that is such a sum, or None where it is none that is known."""
    try:
        value = _sigma(text) if "\\sum" in text else _dotted(text)
        return parse_formula(str(value)).sides[0].node if value is not None else None
    except SymroofError:
        return None


def in_exponents(one: str, other: str) -> Verdict | None:
    r"""The verdict on a sum of powers whose last exponent is a symbol, by the sums with a few numbers in its place.

    >>> [in_exponents(r"1 + 2 + 4 + \dots + 2^m", t).verdict for t in ("2^{m+1} - 1", "2^m - 1")]
    ['exact', 'wrong']
    """
    letters = {x for t in (one, other) for x in _LETTER.findall(_MACRO.sub(" ", t))}
    if len(letters) != 1 or not DOTS.search(one) or DOTS.search(other) or "\\sum" in one + other:
        return None
    (name,) = letters
    letter = re.compile(rf"(?<![A-Za-z\\]){name}(?![A-Za-z])")
    if letter.search(_EXPONENT.sub(" ", one)):
        return None  # a base, or a factor
    pairs = []
    for n in _INSTANCES:
        with suppress(SymroofError):
            said = _value(letter.sub(str(n), other).rstrip(" .,;")).constant()
            sums = [None if s is None else s.constant() for s in _readings(letter.sub(str(n), one))]
            if said is not None and any(s is not None for s in sums):
                pairs.append((n, sums, said))
    if len(pairs) < len(_INSTANCES):
        return None
    if any(all(sums[k] == said for _, sums, said in pairs) for k in range(2)):
        words = ", ".join(str(n) for n in _INSTANCES)
        return Verdict("exact", f"equal for {name} = {words}", code="series")
    if any(said in sums for _, sums, said in pairs):
        return None
    n, sums, said = pairs[0]
    return Verdict(
        "wrong",
        f"for {name} = {n} the sum is {next(s for s in sums if s is not None)}, and this is {said}",
        code="series",
    )


def _value(text: str) -> Ratio:
    return parse_formula(text.strip()).sides[0].ratio()


def _terms(text: str) -> list[str]:
    """What stands between the plus signs outside of brackets."""
    out, level, last = [], 0, 0
    for i, ch in enumerate(text):
        level += (ch in "([{") - (ch in ")]}")
        if ch == "+" and level == 0:
            out.append(text[last:i])
            last = i + 1
    return [*out, text[last:]]


def _dotted(text: str) -> Ratio | None:
    return next((s for s in reversed(_readings(text)) if s is not None), None)


def _readings(text: str) -> list[Ratio | None]:
    """What a sum with dots may be: a geometric series, or an arithmetic one (1 + 2 + … + 16)."""
    parts = [p.strip() for p in _terms(text)]
    dots = [i for i, p in enumerate(parts) if DOTS.fullmatch(p)]
    if len(dots) != 1 or not 2 <= dots[0] <= 6 or len(parts) - dots[0] > 3:
        return []
    first = [_value(p) for p in parts[: dots[0]]]
    last = [_value(p) for p in parts[dots[0] + 1 :]]
    return [_geometric(first, last), _arithmetic(first, last)]


def _arithmetic(first: list[Ratio], last: list[Ratio]) -> Ratio | None:
    step = first[1] - first[0]
    steps = [b - a for seq in (first, last) for a, b in itertools.pairwise(seq)]
    if any(s != step for s in steps) or not step.num.terms:
        return None
    if not last:
        if step != ratio(-1) or (first[0].constant() is not None and Fraction(first[0].constant() or 0) <= 0):
            return None
        return first[0] * (first[0] + 1) / 2
    count = (last[-1] - first[0]) / step + 1
    whole = count.constant()
    if whole is not None and (Fraction(whole).denominator != 1 or whole < len(first)):
        return None
    if set(count.names) - {*first[0].names, *last[-1].names}:
        return None
    return count * (first[0] + last[-1]) / 2


def _geometric(first: list[Ratio], last: list[Ratio]) -> Ratio | None:
    if not first[0].num.terms:
        return None
    q = first[1] / first[0]
    c = q.constant()
    if c is None or c in (1, 0) or any(b / a != q for seq in (first, last) for a, b in itertools.pairwise(seq)):
        return None
    if len(first) < 3 and not last:
        return None
    if not last:
        return first[0] / (1 - q) if abs(Fraction(c)) < 1 else None
    return (q * last[-1] - first[0]) / (q - 1)


def _sigma(text: str) -> Ratio | None:
    m = SUM.search(text)
    if m is None or text.count("\\sum") != 1:
        return None
    head = text[: m.start()].strip()
    head = re.sub(r"(?:\\cdot|\\times|\*)\s*\Z", "", head).strip()
    if _terms(head)[1:] or re.search(r"[-/(\[{]\s*\Z", head):
        return None
    body = text[m.end() :]
    if len(_terms(body)) > 1 or re.match(r"[^({]*-", body):
        return None
    index = m.group(1) or m.group(3)
    low, high = _value(m.group(2) or m.group(4)), _value(m.group(5) or m.group(6))
    node = parse_formula(body.strip()).sides[0].node
    if node is None or any(index in re.findall(r"[A-Za-z]+", n.partition("_")[2]) for n in leaves(node, "name")):
        return None  # x_i is another one in each term
    total = _summed(node, index, low, high)
    return None if total is None else total * (_value(head) if head else ratio(1))


def _summed(node: Node, index: str, low: Ratio, high: Ratio) -> Ratio | None:
    a, b = low.constant(), high.constant()
    if a is not None and b is not None:
        if Fraction(a).denominator != 1 or Fraction(b).denominator != 1 or not 0 <= b - a <= MAX_TERMS:
            return None
        out = ratio(0)
        for k in range(int(a), int(b) + 1):
            out = out + to_ratio(node, fixed={index: ratio(k)})
        return out
    term = to_ratio(node)
    if index in term.den.gens or term.atoms:
        return None
    out = ratio(0)
    for exponents, c in term.num.monomials():
        power = exponents.get(index, 0)
        if power not in (0, 1, 2, 3):
            return None
        rest = ratio(c)
        for g, e in exponents.items():
            if g != index and isinstance(g, str):
                rest = rest * gen(g) ** e
        out = out + rest * (_powers(int(power), high) - _powers(int(power), low - 1))
    return out / Ratio(term.den, ratio(1).num)


def _powers(k: int, n: Ratio) -> Ratio:
    """1**k + 2**k + ... + n**k, with 0**0 counted as none."""
    return (n, n * (n + 1) / 2, n * (n + 1) * (2 * n + 1) / 6, n * n * (n + 1) * (n + 1) / 4)[k]
