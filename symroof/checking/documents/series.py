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
from contextlib import suppress
from fractions import Fraction

import symroof.regexes as re
from symroof.algebra.ratios.posynomial import Ratio, gen, ratio, total
from symroof.checking.claims.claims import Verdict
from symroof.errors import SymroofError
from symroof.reading.formula import Node, parse_formula, to_ratio
from symroof.reading.nodes import leaves
from symroof.reading.spelling import GREEK

DOTS = re.compile(r"\\[cld]?dots[bcmio]?(?![A-Za-z])|…|⋯|\.\.\.")
SUM = re.compile(
    r"\\sum(?:\\limits)?\s*_\s*(?:\{\s*([A-Za-z])\s*=\s*([^{}=]{1,20})\}|([A-Za-z])=(\d))\s*\^\s*(?:\{([^{}]{1,20})\}|(\w))"
)
MAX_TERMS = 2000
MAX_SYMBOLS = 3  # of a series, the exponent's counted
MAX_WRITTEN = 12  # terms of a series in symbols
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
    >>> [in_exponents(r"1 + r + \dots + r^k", t).verdict for t in ("(r^{k+1} - 1)/(r - 1)", "(1 - r^k)/(1 - r)")]
    ['exact', 'wrong']
    """
    if not DOTS.search(one) or DOTS.search(other) or "\\sum" in one + other:
        return None
    letters, names = _symbols(one), {x for e in _EXPONENT.findall(one) for x in _symbols(e)}
    if len(names) != 1 or len(letters) > MAX_SYMBOLS or not _symbols(other) <= letters:
        return None
    (name,) = names
    letter = re.compile(rf"(?<![A-Za-z\\]){name}(?![A-Za-z])")
    if letter.search(_EXPONENT.sub(" ", one)):
        return None  # a base, or a factor
    pairs = []
    for n in _INSTANCES:
        with suppress(SymroofError, ZeroDivisionError):
            said = _value(letter.sub(str(n), other).rstrip(" .,;"))
            here = letter.sub(str(n), one)
            sums = [_by_terms(here)] if letters > names else _readings(here)
            sums = [s for s in sums if s is not None]
            if sums and name not in said.names:
                pairs.append((n, sums, said))
    if len(pairs) < len(_INSTANCES):
        return None
    if all(said in sums for _, sums, said in pairs):
        words = ", ".join(str(n) for n in _INSTANCES)
        return Verdict("exact", f"equal for {name} = {words}", code="series")
    if any(said in sums for _, sums, said in pairs):
        return None
    n, sums, said = pairs[0]
    return Verdict("wrong", f"for {name} = {n} the sum is {sums[0]}, and this is {said}", code="series")


def _symbols(text: str) -> set[str]:
    """The letters of a formula, a run of Latin ones as a product."""
    found = _LETTER.findall(_MACRO.sub(lambda m: f" {m.group()[1:]} " if m.group()[1:] in GREEK else " ", text))
    return {y for x in found for y in ([x] if x in GREEK else x)}


def _by_terms(text: str) -> Ratio | None:
    r"""A geometric series in symbols, term by term: 1 + r + \dots + r^4."""
    parts = [p.strip() for p in _terms(text)]
    dots = [i for i, p in enumerate(parts) if DOTS.fullmatch(p)]
    if len(dots) != 1 or dots[0] < 2 or len(parts) - dots[0] != 2:
        return None
    first, last = [_value(p) for p in parts[: dots[0]]], _value(parts[-1])
    if not first[0].num.terms:
        return None
    q = first[1] / first[0]
    if not q.names or any(b / a != q for a, b in itertools.pairwise(first)):
        return None
    terms = [first[0]]
    while terms[-1] != last and len(terms) < MAX_WRITTEN:
        terms.append(terms[-1] * q)
    return total(terms) if terms[-1] == last else None


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
    if (whole := (last[-1] / first[0]).constant()) is not None and not _power_of(Fraction(whole), Fraction(c)):
        return None  # 16.5 + 0.35 + ... + 4.66: terms that follow no rule
    return (q * last[-1] - first[0]) / (q - 1)


def _power_of(whole: Fraction, q: Fraction) -> bool:
    """Whether a number is a whole power of another, to a thousandth: printed terms are rounded."""
    return any(abs(whole / q**k - 1) < Fraction(1, 1000) for k in range(2, MAX_WRITTEN))


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
