"""Why one formula is not another: the convention under which it would be, a simple factor, a counterexample.

>>> from symroof.algebra.ratios.posynomial import gen
>>> convention_of(gen("B") * gen("D") * gen("F"), 2 * gen("B") * gen("D") * gen("F")).reason
'counts multiply-adds (MACs) where FLOPs are two per multiply-add'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import chain, islice, product
from typing import Any

import symroof.regexes as re
from symroof.algebra.ratios.posynomial import Ratio, gen, maximum_of, ratio
from symroof.checking.claims.claims import Verdict, claim, constant, text_of
from symroof.errors import SymroofError
from symroof.reading.formula import NATURAL, Node, to_ratio
from symroof.reading.quantity import shown
from symroof.symbols import is_size

_POINTS = (1, 2, 5, 40, 300, 7000)  # about how large the sizes are at which two formulas are compared
MAX_STEPS = 400  # points at jumps that are tried
MAX_LOGS = 300  # characters of a formula in which the base of logarithms is looked into
_BASELESS = re.compile(r"(?<![\w\\])log(?=\([^,()]*\))")
MAX_ERROR = 600  # products of terms that an error in closed form may take


def same(x: Ratio, y: Ratio) -> bool | None:
    """Equality, refused (None) where expanding would cost too much."""
    from symroof.algebra.equality import identity

    if len(x.num) * len(y.den) + len(y.num) * len(x.den) > 4_000:
        return None
    atoms = {*x.atoms, *y.atoms}
    if len(atoms) > 6:
        return True if x == y else None
    if atoms and not x.names and not y.names:
        c, d = constant(x), constant(y)
        if c is not None and d is not None and abs(c - d) > max(abs(c), abs(d)) / 10**25:
            return False
    if atoms and (x.names or y.names) and x != y:
        apart = _apart(x, y)
        if apart is not False:
            return None if apart is None else False
    return identity.same(x, y)


def _apart(x: Ratio, y: Ratio) -> bool | None:
    """Whether two formulas with functions differ at one of a few points; None where neither has a value at any.

    It comes before a proof is looked for, which costs a hundred times as much and is mostly not there to be found.
    """
    names, tried = sorted({*x.names, *y.names}), None
    for k in _POINTS:
        at = {n: 1 + (k * (i + 2) ** 2 + 3 * i) % (29 * k) for i, n in enumerate(names)}
        u, v = _near_at(x, at), _near_at(y, at)
        if u is None or v is None:
            continue
        tried = False
        if abs(u - v) > max(abs(u), abs(v)) / 10**15:
            return True
    return tried


def _near_at(r: Ratio, at: Mapping[str, int | Fraction]) -> Fraction | None:
    from symroof.algebra.ratios.evaluation import approximate

    try:
        return approximate(r, at)
    except (SymroofError, OverflowError, ZeroDivisionError):
        return None


def error_of(x: Ratio, y: Ratio) -> str | None:
    """value/exact - 1 in ASCII algebra."""
    if not y.num.terms or len(x.num) * len(y.den) + len(x.den) * len(y.num) > MAX_ERROR:
        return None
    try:
        out = str(x / y - 1)
    except SymroofError:
        return None
    return out if len(out) <= 2000 else None


def in_regime(x: Ratio, y: Ratio, name: str, how: str) -> Verdict:
    error = error_of(x, y)
    reason = f"equal when {name}" + (f", off by the relative error {error}" if error and len(error) <= 200 else "")
    return Verdict("in-regime", reason, error=error, code=how + "-regime", right=text_of(y), regime=name)


def based(text: str) -> str:
    """A formula in which the base of its logarithms cancels with binary ones: log(n)/log(2); else as it was.

    >>> based("V*log(n)/(W*log(2))"), based("V*log(n)/W"), based("log(n)*log(2)")
    ('V*log2(n)/(W*log2(2))', 'V*log(n)/W', 'log(n)*log(2)')
    """
    if len(text) > MAX_LOGS or len(_BASELESS.findall(text)) < 2:
        return text
    binary, natural = (_BASELESS.sub(name, text) for name in ("log2", "ln"))
    try:
        x, y = (claim(t, None, NATURAL).value for t in (binary, natural))
    except SymroofError:
        return text
    if x is None or y is None:
        return text
    at = {n: 3 + i for i, n in enumerate(sorted({*x.names, *y.names}))}
    u, v = _near_at(x, at), _near_at(y, at)
    return binary if u is not None and v is not None and abs(u - v) < abs(u) / 10**15 else text


def exact_count(x: Ratio, y: Ratio) -> str | None:
    """2D - 1 FLOPs (every multiply and add) against 2D (two per multiply-add)."""
    for name in sorted({*x.names, *y.names})[:8]:
        d = gen(name)
        both = (2 * d - 1) / (2 * d)
        if x.monomial() is not None and x * both == y:
            return f"counts 2 FLOPs per multiply-add (2{name}) where the exact count is 2{name} - 1"
        if y.monomial() is not None and x == y * both:
            return f"counts every multiply and add (2{name} - 1) where the convention is 2{name}"
    return None


def convention_of(x: Ratio, y: Ratio, expected: Node | None = None) -> Verdict | None:
    """The convention under which x would be y: MACs for FLOPs, rival constants of a chip, sum or max of times."""
    found = (
        ("mac", _mac(x, y)),
        ("constant", _other_constants(x, expected) if expected is not None else None),
        ("overlap", _overlap(x, y)),
    )
    for code, words in found:
        if words:
            return Verdict("convention", words, error=error_of(x, y), code=code, right=text_of(y))
    return None


def _mac(x: Ratio, y: Ratio) -> str | None:
    """A count of multiply-adds against FLOPs: a product of three sizes or more, off by the factor 2."""
    mx, my = x.monomial(), y.monomial()
    if mx is None or my is None or mx[0] != my[0] or sum(max(int(e), 0) for e in my[0].values()) < 3:
        return None
    if any(Fraction(e) < 0 for e in my[0].values()):
        return None
    if 2 * mx[1] == my[1]:
        return "counts multiply-adds (MACs) where FLOPs are two per multiply-add"
    if mx[1] == 2 * my[1] and Fraction(my[1]).numerator % 2:  # 2BDF counts FLOPs already
        return "counts FLOPs, two per multiply-add, where multiply-adds (MACs) are expected"
    return None


def _other_constants(x: Ratio, node: Node) -> str | None:
    """Whether a formula is right with rival printed constants of a chip."""
    from symroof.checking.claims.convention import constants_in, swapped

    for table, name in constants_in(node):
        try:
            if to_ratio(node, literal=swapped(table)) == x:
                return f"right with {name}"
        except SymroofError:
            continue
    return None


def _overlap(x: Ratio, y: Ratio) -> str | None:
    """The sum of the times where their maximum is expected, or the other way round."""
    for big, small, words in ((x, y, "adds the times (no overlap) where the larger one is expected (overlap)"),
                              (y, x, "takes the larger time (overlap) where their sum is expected")):  # fmt: skip
        mono = small.monomial()
        if mono is None:
            continue
        atoms = [g for g, e in mono[0].items() if maximum_of(g) and e == 1]
        if len(atoms) != 1:
            continue
        (g,) = atoms
        front = small / Ratio(_one(g))
        total = ratio(0)
        for arg in maximum_of(g):
            total = total + arg
        if front * total == big:
            return words
    return None


def _one(g: Any) -> Any:
    from symroof.algebra.ratios.posynomial import term

    return term({g: 1})


def _told(factor: Fraction) -> str:
    """A factor with as many digits as it takes to tell it from 1."""
    return next((t for n in (6, 9, 12, 15) if (t := shown(factor, digits=n)) != "1"), shown(factor, digits=17))


def _simple(q: Fraction) -> str | None:
    """A small fraction or a power of two, by which two formulas that else are one are off."""
    if q in (1, 0):
        return None
    if q.numerator <= 64 and q.denominator <= 64 and min(q.numerator, q.denominator) <= 8:
        return f"the factor {q}"
    return None


def wrong(x: Ratio, y: Ratio) -> Verdict:
    factor = None
    if y.num.terms and x.num.terms:
        q = x / y
        c = q.constant()
        mono = q.monomial()
        if c is not None:
            factor = _simple(Fraction(c)) or f"the factor {_told(Fraction(c))}"
        elif mono is not None and len(mono[0]) <= 3 and all(abs(Fraction(k)) <= 4 for k in mono[0].values()):
            factor = f"the factor {q}"
    counter = counterexample(x, y)
    right = text_of(y)
    if counter is None:
        return Verdict(
            "undecided", f"no sizes were found at which it differs from {right}", code="no-counterexample", right=right
        )
    words = f"the right value is {right}" + (f"; off by {factor}" if factor else "")
    cases = [sorted("".join(r.names).lower()) for r in (x, y)]
    if cases[0] == cases[1] and set(x.names) != set(y.names):
        words += "; names are case-sensitive"
    return Verdict(
        "wrong", words, error_of(x, y), counter, code="factor" if factor else "value", right=right, factor=factor
    )


_REALS = (Fraction(3, 2), Fraction(1, 2), Fraction(7, 3), Fraction(9, 4))  # parameters need not be whole


def counterexample(x: Ratio, y: Ratio) -> dict[str, str] | None:
    """Small sizes at which the two differ, and both values there."""
    names = sorted({*x.names, *y.names})
    if len(names) > 12:
        return None
    points: Iterable[tuple[int | Fraction, ...]]
    if len(names) <= 3:
        plain = product((2, 3, 5, 1, 4), repeat=len(names))
        tries: list[tuple[int | Fraction, ...]] = [(2, 3, 5) if is_size(n) else _REALS for n in names]
        between = () if all(map(is_size, names)) else product(*tries)
        points = chain(plain, between, islice(product(_steps(x, y), repeat=len(names)), MAX_STEPS))
    else:
        near = (tuple((i * k) % 7 + 1 + (i == k) for i in range(len(names))) for k in range(1, 12))
        points = chain(near, (tuple((i + 1) * k % 13 + 1 for i in range(len(names))) for k in range(1, 13)))
    for point in points:
        at = dict(zip(names, point))
        try:
            u, v = Fraction(x.at(at)), Fraction(y.at(at))
        except SymroofError:
            u2, v2 = _float_at(x, at), _float_at(y, at)
            if u2 is None or v2 is None or abs(u2 - v2) < 1e-9 * max(abs(u2), abs(v2), 1e-300):
                continue
            return {**{n: str(k) for n, k in at.items()}, "answer": f"{u2:.6g}", "right": f"{v2:.6g}"}
        if u != v:
            return {**{n: str(k) for n, k in at.items()}, "answer": shown(u, digits=6), "right": shown(v, digits=6)}
    return None


def _steps(x: Ratio, y: Ratio) -> list[int]:
    """Sizes at which a ceiling or floor jumps or a maximum turns: 1, the numbers in it and their neighbours, if any."""
    stepped = [g for g in {*x.atoms, *y.atoms} if g.row.rounds or g.row.extreme]
    if not stepped:
        return []
    terms = [Fraction(k) for g in stepped for r in g.args for p in (r.num, r.den) for k in p.terms.values()]
    numbers = {n for k in terms for n in (abs(k.numerator), k.denominator) if 1 < n <= 10**6}
    at = {1, *(m for n in numbers for m in (n, n + 1, n - 1, 2 * n))}
    return sorted(m for m in at if m >= 1)


def _float_at(r: Ratio, at: Mapping[str, int | Fraction]) -> float | None:
    value = _near_at(r, at)
    try:
        return None if value is None else float(value)
    except OverflowError:
        return None
