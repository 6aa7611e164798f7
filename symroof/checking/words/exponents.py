r"""Powers with a symbol in the exponent, which the algebra does not know: in two formulas each is a symbol of its own.

a^(k + 1) is a*a^k, 6^k is 2^k*3^k: what is left of each power is a symbol or a prime to a product of symbols.  No two
of these are tied by an algebraic equation, so two formulas are equal exactly where they are with a symbol for each.  A
sum as a base may be tied to others, (1 - a^2)^k to (1 - a)^k: then only what is equal is told.

>>> made = independent("(1 - a^{k+1})/(1 - a)", "(a*a^k - 1)/(a - 1)", ())
>>> made.texts, made.powers, made.certain
(('(1 - y1*a)/(1 - a)', '(a*(y1) - 1)/(a - 1)'), {'y1': 'a**k'}, True)
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import final

import symroof.regexes as re
from symroof.algebra.ratios.posynomial import Ratio
from symroof.checking.claims.claims import Verdict
from symroof.checking.claims.miswritten import evaluated
from symroof.checking.words.phrases import typed
from symroof.errors import SymroofError
from symroof.reading.chain import Chain
from symroof.reading.formula import parse_chains
from symroof.reading.nodes import Node, leaves, make, plain
from symroof.reading.ratios import to_ratio
from symroof.reading.spelling import GREEK

_POWER = re.compile(r"(?:\^|\*\*)\s*(?:[({][^(){}]*[A-Za-z]|[A-Za-z\\])")
_TRANSPOSED = re.compile(
    r"(?P<of>\b(?:for|of|in|and|the)\s+(?:the\s+)?)(?P<what>[A-Z]{1,3}(?:\s?[*·]\s?[A-Z])?)(?:\^\{?(?:T|\\top)\}?|ᵀ)(?![\w^])"
)
_MAX_PRIME = 1_000  # below which every prime is found, so that what is left of a base is one up to a million
_MAX_BASE = 10**6  # of a number that is taken apart into primes
_MAX_POWERS = 12


@final
@dataclass(frozen=True)
class Independent:
    """Two formulas without symbols in exponents, what the new symbols stand for, and whether they are independent."""

    texts: tuple[str, str]
    powers: dict[str, str]
    certain: bool
    nodes: tuple[Node, Node] | None = None  # of two formulas as they were written


class _Powers:
    """The symbols that stand for powers, by base and exponent."""

    def __init__(self, taken: Collection[str], exponential: bool) -> None:
        self.exponential = exponential  # e is the number
        self.letter = next((x for x in "yzuvqrt" if x not in taken), "")  # x1 is times 1
        self.known: dict[tuple[str, str], str] = {}
        self.certain = True

    def symbol(self, base: str, exponent: str) -> Node:
        """The symbol that stands for a base to a product of symbols."""
        name = self.known.setdefault((base, exponent), f"{self.letter}{len(self.known) + 1}")
        if len(self.known) > _MAX_POWERS or not self.letter:
            raise SymroofError("too many powers with symbols in their exponents")
        return Node("name", name=name)

    def without(self, node: Node) -> Node:
        """The formula with each such power as a product of these symbols."""
        if node.kind == "pow" and any(leaves(node.args[1], "name")):
            if self.exponential and {*leaves(node.args[0], "name")} == {"e"}:
                self.certain = False  # e**k is tied to 2**k, to those who know both
                return replace(node, args=tuple(map(self.without, node.args)))
            return self._product(to_ratio(self.without(node.args[0])), to_ratio(self.without(node.args[1])))
        return replace(node, args=tuple(map(self.without, node.args))) if node.args else node

    def _product(self, base: Ratio, exponent: Ratio) -> Node:
        """A base to a sum of products of symbols: one factor a term of the sum, a prime and a symbol of the base."""
        c = exponent.den.constant()
        if c is None or not exponent.num.terms:
            raise SymroofError("an exponent that is no sum of products")
        factors: list[Node] = []
        for powers, times in exponent.num.monomials():
            e = Fraction(times) / Fraction(c)
            over = "*".join(n if p == 1 else f"{n}**{p}" for n, p in sorted((str(n), p) for n, p in powers.items()))
            for name, power in self._bases(base):
                if over:
                    factors.append(_raised(self.symbol(name, over), power * e))
                else:
                    factors.append(_raised(_read(name), power * e))
        return Node("group", (make("mul", factors, ops="*" * len(factors)),)) if factors else _read("1")

    def _bases(self, base: Ratio) -> list[tuple[str, Fraction]]:
        """The primes and symbols of a base with their powers; a sum is taken as it is."""
        mono = base.monomial()
        c = Fraction(mono[1]) if mono is not None else None
        if mono is None or c is None or c <= 0 or max(c.numerator, c.denominator) > _MAX_BASE:
            if c is not None:
                raise SymroofError("a base that is not positive, or large")
            self.certain = False
            return [(f"({base})", Fraction(1))]
        primes = {**_factors(c.numerator), **{p: -e for p, e in _factors(c.denominator).items()}}
        return [(str(p), Fraction(e)) for p, e in primes.items()] + [(str(n), Fraction(e)) for n, e in mono[0].items()]


def _factors(n: int) -> dict[int, int]:
    """The primes of a number up to a million with their powers."""
    out: dict[int, int] = {}
    p = 2
    while n > 1 and p < _MAX_PRIME:
        while n % p == 0:
            out[p], n = out.get(p, 0) + 1, n // p
        p += 1
    return out | ({n: 1} if n > 1 else {})


def _read(text: str) -> Node:
    node = parse_chains(text)[0].sides[0].node
    if node is None:
        raise SymroofError(f"{text} does not read")
    return node


def _raised(base: Node, power: Fraction) -> Node:
    if power == 1:
        return base
    group = Node("group", (base,))
    return make("pow", (group, Node("group", (_read(str(power)),))))


def untransposed(text: str) -> str:
    """The text with what it is for by its letters alone: 2BTD for QK^T is for QK.

    >>> untransposed("2BTD for QK^T plus 2BTD for AV"), untransposed("2^T")
    ('2BTD for QK plus 2BTD for AV', '2^T')
    """
    return _TRANSPOSED.sub(r"\g<of>\g<what>", text)


def independent(
    answer: object, expected: object, bound: Collection[str], declared: Collection[str] = ()
) -> Independent | None:
    """Two formulas with a symbol for each power that has one in its exponent; None where there is no such power.

    ``bound`` are names that have values: a power of theirs is a number, or reads as it stands.  Of e, unless it is
    ``declared``, a power is the exponential function, which reads as it stands too.

    >>> independent("a^2", "a*a", ()), independent("2^k", "2*2^(k-1)", ("k",))
    (None, None)
    """
    if not (isinstance(answer, str) and isinstance(expected, str)):
        return None
    if not (_POWER.search(answer) or _POWER.search(expected)):
        return None
    said = typed(answer, bound)
    if said.said or said.spread:
        return None
    texts = (answer if said.sense else said.text), expected
    try:
        read = [parse_chains(t) for t in texts]
        mine, theirs = ({n for c in chains for n in c.names} for chains in read)
        if runs := {n for n in mine - theirs if len(n) > 1 and {*n} <= theirs}:  # (1 - kn/m)^k beside k*n
            texts = _parted(texts[0], runs), expected
            read[0] = parse_chains(texts[0])
        names = {n for chains in read for c in chains for n in c.names}
        read = [parse_chains(t, known=names) for t in texts]
        words = {n for n in names if len(n) > 2 and n.islower()} - {*GREEK}
        if words or names & {*bound} or any(len(c) > 1 or _unread(c[0]) for c in read):
            return None
        powers = _Powers(names, "e" not in declared)
        made = [_written(c[0], powers) for c in read]
    except SymroofError:
        return None
    if not powers.known:
        return None
    letters = {n for n in names if len(n) == 1}
    apart = not any(len(n) > 1 and n.isalpha() and {*n} <= letters for n in names)  # ab beside a and b is a product
    shown = {s: f"{b}**{_bracketed(e)}" for (b, e), s in powers.known.items()}
    certain = powers.certain and apart and not any("exp(" in t for t in made)
    sides = [c[0].sides for c in read]
    one, other = (s[0].node if len(s) == 1 else None for s in sides)
    return Independent((made[0], made[1]), shown, certain, None if one is None or other is None else (one, other))


_RUN = re.compile(
    r"(?<![\w\\])(?<![\^*]\*)(?<!\^)(?P<run>[A-Za-z]+)(?P<power>\s?(?:\^|\*\*)\s?(?:\w+|\([^()]*\)|\{[^{}]*\}))?(?![\w(])"
)


def _parted(text: str, runs: Collection[str]) -> str:
    """The text with each run of letters as the product of its letters, of which the last has its power.

    >>> _parted("1 - kn/m + kn^2", {"kn"}), _parted("2^kn", {"kn"}), _parted("2^(kn)", {"kn"})
    ('1 - (k*n)/m + (k*n^2)', '2^kn', '2^((k*n))')
    """
    return _RUN.sub(lambda m: f"({'*'.join(m['run'])}{m['power'] or ''})" if m["run"] in runs else m[0], text)


def _unread(c: Chain) -> bool:
    return any(s.node is None or s.words for s in c.sides)


def _written(c: Chain, powers: _Powers) -> str:
    """A chain as text, with a symbol for each power."""
    made = [plain(powers.without(s.node)) for s in c.sides if s.node is not None]
    return "".join(f"{t} {r} " for t, r in zip(made, (*c.relations, ""))).strip()


def _bracketed(exponent: str) -> str:
    return exponent if exponent.isalnum() else f"({exponent})"


_POINTS = 64
_VALUES, _WHOLE = (1e-4, 0.05, 0.25, 0.6, 3.0, 7.0, 1e3), (2.0, 3.0, 5.0, 9.0, 40.0)
_FAR = 0.1  # as a share of the larger


def _apart(one: Node, other: Node) -> dict[str, str] | None:
    """Sizes at which two formulas of the same letters differ, where they do at four of five sizes tried; else None.

    Equal ones do nowhere, and what is near the other in some regime does not do so there.
    """
    names = sorted({*leaves(one, "name")})
    if not names or {*leaves(other, "name")} != {*names}:
        return None
    above = {n for node in (one, other) for n in _in_exponents(node)}
    bases = [*_bases(one), *_bases(other)]
    rng = random.Random(14)
    first: dict[str, float] = {}
    differ = tried = 0
    for _ in range(4 * _POINTS):
        at = {n: rng.choice(_WHOLE if n in above else _VALUES) for n in names}
        if any((evaluated(b, at) or 0) <= 0 for b in bases):
            continue
        x, y = evaluated(one, at), evaluated(other, at)
        if not x or not y or x == y == 1 or not 1e-200 < min(abs(x), abs(y)) <= max(abs(x), abs(y)) < 1e200:
            continue
        tried += 1
        if _differ(x, y):
            differ += 1
            if not first or min(first["answer"], first["right"]) < 0 < min(x, y):  # a share above 1 tells little
                first = {**at, "answer": x, "right": y}
        if tried == _POINTS:
            break
    return {n: f"{v:.6g}" for n, v in first.items()} if tried >= _POINTS // 4 and differ * 5 >= tried * 4 else None


def _differ(x: float, y: float) -> bool:
    """Whether two values are apart, or, of two shares near the whole, what is left of it: 1 - 1e-3 and 1 - 1e-9."""
    if abs(x - y) > _FAR * max(abs(x), abs(y)):
        return True
    return 0.5 < min(x, y) <= max(x, y) <= 1 and abs(x - y) > _FAR * max(1 - x, 1 - y)


def _bases(node: Node) -> Iterator[Node]:
    """What is raised to a power with a symbol in it, which is positive: 1 - p is of a share p."""
    for a in node.args:
        yield from _bases(a)
    if node.kind == "pow" and any(leaves(node.args[1], "name")):
        yield node.args[0]


def _in_exponents(node: Node) -> Iterator[str]:
    for a in node.args:
        yield from _in_exponents(a)
    if node.kind == "pow":
        yield from leaves(node.args[1], "name")


def judged(made: Independent, one: Callable[[str, str], Verdict]) -> Verdict:
    """The verdict on two formulas with such powers, by ``one``, which judges those without them."""
    found = one(*made.texts)
    if found.code == "names":  # of a**n and b**n, which are names to it
        found = Verdict("wrong", "not the same function", code="value", right=found.right)

    def back(text: str) -> str:
        return re.sub(r"\b[a-z]\d+\b", lambda m: made.powers.get(m.group(), m.group()), text)

    if found.verdict in ("exact", "rounded") or (found.verdict == "wrong" and made.certain):
        right = None if found.right is None else back(found.right)
        return Verdict(
            found.verdict, back(found.reason), note=back(found.note or "") or None, code=found.code, right=right
        )
    at = _apart(*made.nodes) if made.nodes is not None and found.verdict == "wrong" else None
    if at is not None:
        return Verdict("wrong", "not the same function", code=found.code, counterexample=at)
    powers = ", ".join(made.powers.values())
    return Verdict("undecided", f"not equal as they stand, and nothing more is told of {powers}", code="unsupported")


__all__ = ["Independent", "independent", "judged"]
