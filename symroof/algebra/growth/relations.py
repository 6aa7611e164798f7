"""Relations between monomials, small << large or small <= constant * large, and how people write them.

Read: ``B << D, F``, ``B ≪ D ≪ F``, ``N -> oo``, ``eps -> 0``, ``B <= D``, ``F fixed``, and LaTeX; coefficients are
read and dropped, for constants never matter to growth.  ``sqrt(D)`` is a power, ``B << min(D, F)`` is ``B << D, F``,
``max(B, D) << F`` is ``B, D << F``, and what is said of D holds of F too where ``D ~ F`` stands beside it.

>>> [str(r) for r in read_relations("B << D, F")[0]]
['B << D', 'B << F']
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple, final

import symroof.regexes as re
from symroof.algebra.ratios.functions import FUNCTIONS as ROWS
from symroof.algebra.ratios.posynomial import Number, exact
from symroof.errors import Inconsistent, NotationError
from symroof.lazy import pattern
from symroof.symbols import is_size, resolve

Vector = tuple[tuple[str, Number], ...]  # a monomial without its coefficient: sorted (name, exponent != 0)
MAX_TEXT = 4000


def vector(exponents: Iterable[tuple[str, Number]]) -> Vector:
    """A monomial as its sorted non-zero exponents."""
    return tuple(sorted((n, exact(e)) for n, e in exponents if e))


def quotient(a: Vector, b: Vector) -> Vector:
    """The exponents of a/b."""
    out = dict(a)
    for n, e in b:
        out[n] = out.get(n, 0) - e
    return vector(out.items())


def monomial_text(v: Vector) -> str:
    """ASCII algebra of a monomial without coefficient: B*D/F."""

    def power(n: str, e: Number) -> str:
        return n if e == 1 else f"{n}**{e}" if e.denominator == 1 else f"{n}**({e})"

    ups = [power(n, e) for n, e in v if e > 0]
    downs = [power(n, -e) for n, e in v if e < 0]
    top = "*".join(ups) or "1"
    if not downs:
        return top
    return f"{top}/{downs[0]}" if len(downs) == 1 else f"{top}/({'*'.join(downs)})"


@final
class Relation(NamedTuple):
    """small << large (strict) or small <= constant * large, between monomials."""

    small: Vector
    large: Vector
    strict: bool = True

    @property
    def exponents(self) -> Vector:
        """The exponents of small/large."""
        return quotient(self.small, self.large)

    def __str__(self) -> str:
        if self.strict and not self.small and len(self.large) == 1 and self.large[0][1] == 1:
            return f"{self.large[0][0]} -> oo"
        if self.strict and not self.large and len(self.small) == 1 and self.small[0][1] == 1:
            return f"{self.small[0][0]} -> 0"
        return f"{monomial_text(self.small)} {'<<' if self.strict else '<='} {monomial_text(self.large)}"


def _merged(v: Vector, x: str, y: str) -> Vector:
    """A monomial ready for x to be called y: where it holds both, the exponents are added under x."""
    held = dict(v)
    if x in held and y in held:
        held[x] = held[x] + held.pop(y)
    return tuple(held.items())


# -- reading -----------------------------------------------------------------------------------------------------------

_RAISED, _LOWERED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-"), str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_SPELLINGS = (
    (r"\\(?:left|right)(?![a-zA-Z])|\\,|\\;|\\!|\\quad|\$|~~", " "),
    (r"≪|\\ll(?![a-zA-Z])", "<<"),
    (r"≫|\\gg(?![a-zA-Z])", ">>"),
    (r"→|⟶|\\to(?![a-zA-Z])|\\(?:long)?rightarrow(?![a-zA-Z])", "->"),
    (r"∞|\\infty(?![a-zA-Z])|\b(?:inf|infinity|Infinity)\b", " oo "),
    (r"≤|\\leq?(?![a-zA-Z])|\\leqslant(?![a-zA-Z])", "<="),
    (r"≥|\\geq?(?![a-zA-Z])|\\geqslant(?![a-zA-Z])", ">="),
    (r"≈|∼|\\approx(?![a-zA-Z])|\\sim(?![a-zA-Z])", "~"),
    (r"·|⋅|×|\\cdot(?![a-zA-Z])|\\times(?![a-zA-Z])", "*"),
    (r"\\(?:text|mathrm|mathit|operatorname)\{([^{}]*)\}", r"\1"),
    (r"\\[dt]?frac\{([^{}]*)\}\{([^{}]*)\}", r"(\1)/(\2)"),
    (r"\\sqrt\s*\{([^{}]*)\}", r"sqrt(\1)"),
    (r"√", "sqrt "),
    (r"[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+", lambda m: f"^({m.group().translate(_RAISED)})"),
    (r"[₀₁₂₃₄₅₆₇₈₉]+", lambda m: f"_{m.group().translate(_LOWERED)}"),
    (r"_\{(\w+)\}", r"_\1"),
    (r"\^\{([^{}]*)\}", r"^(\1)"),
    (r"\\varepsilon(?![a-zA-Z])", "eps"),
    (r"\\([a-zA-Z]+)", r"\1"),
    (r"\band\b|\n", ";"),
)
_TOKEN = pattern(r"(<<|>>|->|<=|>=|\*\*|[<>=~^*/(),;+\-])|(\d+(?:\.\d+)?)|([^\W\d]\w*'*)|\S")
_KINDS = ("", "op", "number", "name")
_RELATIONS = {"<<", ">>", "->", "<=", ">=", "<", ">", "=", "~"}


_UNUSUAL = pattern(r"[^\w \-<>=*/(),;+.~^]|[⁰¹²³⁴⁵⁶⁷⁸⁹₀-₉]|~~|inf|Infinity|\band\b|  ")
_OPENING = pattern(r"(?:assuming|suppose|when|where|if|for|as|with|let)\s+(?=[^\W\d]|\d|\()", re.I)
_FUNCTIONS = {
    "log", "log10", "ln", "lg", "abs", "sin", "cos", "tan", "tanh", "sign", "round", "mod", "gcd", "lcm", "sum", "prod",
    *ROWS, *(f.shown for f in ROWS.values()),
}  # fmt: skip
_EXTREMA = {"min": "min", "Min": "min", "max": "max", "Max": "max"}
_WORDS = {
    "not", "if", "or", "but", "when", "where", "while", "with", "is", "are", "was", "be", "assuming", "given", "unless",
    "than", "then", "because", "since", "so", "as", "for", "all", "any", "every", "much", "far", "very", "small",
    "smaller", "large", "larger", "big", "bigger", "wide", "nan", "NaN",
}  # fmt: skip
_NO_NAMES = {*_WORDS, *_FUNCTIONS, "oo", "sqrt"}
_AFTER_A_NAME = {*_RELATIONS, ",", ";", "fixed", ""}
_LONG = pattern(r"[a-z]{2,}\Z")  # a word, or a name that is no factor of an implicit product
_NAME = r"[A-Za-z_][A-Za-z0-9_]*"  # to \w the square in D² is a letter
_LIST = rf"{_NAME}(?: ?, ?{_NAME})*"
_PLAIN = pattern(rf"{_LIST} ?(?:<< ?(?:{_NAME} ?<< ?)*{_LIST}|-> ?oo)\Z")
_MEANT = _NO_NAMES | {"and", "fixed", "inf", "infinity", "Infinity"}  # otherwise than as a name


def read_relations(text: str, declared: Sequence[str] = ()) -> tuple[list[Relation], list[str], list[str]]:
    """The relations that a text states, the names it calls fixed, and those that tend to 0.

    ``declared`` are the keys of symbols that the text may mean though their names alone say otherwise.
    Raises NotationError where the text does not read.
    """
    plainly = None if declared else _read_plainly(text)
    if plainly is not None:
        return plainly, [], []
    if len(text) > MAX_TEXT:
        raise NotationError(f"a regime of {len(text)} characters is too long; at most {MAX_TEXT}")
    plain = _OPENING.sub("", text.strip(), count=1) if _OPENING.match(text.strip()) else text
    if _UNUSUAL.search(plain):
        for pattern, to in _SPELLINGS:
            plain = re.sub(pattern, to, plain)
        plain = re.sub(r"[ \t]+", " ", plain)
    return _Reader(plain.strip(), declared).read()


def _read_plainly(text: str) -> list[Relation] | None:
    """What most regimes are, names << names or names -> oo, read at a glance; None is for the reader, as errors are.

    >>> _read_plainly("B << D, F") == _Reader("B << D, F", ()).read()[0], _read_plainly("B << 2*D")
    (True, None)
    """
    if not _PLAIN.match(text, 0, MAX_TEXT):
        return None
    listed, to_oo, _ = text.partition("->")
    sides = [[n.strip() for n in side.split(",")] for side in listed.split("<<")]
    if not all(map(_MEANT.isdisjoint, sides)):
        return None
    if to_oo:
        return [Relation((), ((n, 1),)) for n in sides[0]]
    pairs = [(a, b) for small, large in pairwise(sides) for a in small for b in large]
    return None if any(a == b for a, b in pairs) else [Relation(((a, 1),), ((b, 1),)) for a, b in pairs]


class _Each(list["Vector"]):
    """The arguments of min or max: all of them are meant where it stands on its proper side."""

    which = "min"


class _Reader:
    """Statements: a list of monomials, then relations to further lists."""

    def __init__(self, text: str, declared: Sequence[str]) -> None:
        self.text, self.declared = text, declared
        self.tokens: list[tuple[str, str, int]] = []
        for m in _TOKEN.finditer(text):
            group = m.lastindex
            if not group:
                start = m.end() - 1
                raise NotationError(
                    f"{text[start]!r} has no meaning in a regime", text, start, "write B << D, F or N -> oo"
                )
            self.tokens.append((_KINDS[group], m[group], m.start(group)))
        self.tokens.append(("end", "", len(text)))
        self.i = 0
        self.relations: list[Relation] = []
        self.fixed: list[str] = []
        self.shrinking: list[str] = []
        self.equal: list[tuple[str, str]] = []
        self.equal_at = 0

    def read(self) -> tuple[list[Relation], list[str], list[str]]:
        while self.kind != "end":
            if self.value in (";", ","):
                self.i += 1
                continue
            self.statement()
        if self.equal:
            self._carry_over()
        return self.relations, self.fixed, self.shrinking

    def _carry_over(self) -> None:
        """What is said of one of two symbols of the same order holds of the other."""
        if not any(r.strict for r in self.relations):
            remedy = "substitute it in the expression, or say which side is larger with <<"
            raise self.fail("an equality is no regime", remedy, self.equal_at)
        for _ in self.equal:
            for x, y in (*self.equal, *((y, x) for x, y in self.equal)):
                for r in list(self.relations):
                    sides = [vector((y if n == x else n, e) for n, e in _merged(v, x, y)) for v in (r.small, r.large)]
                    made = Relation(sides[0], sides[1], r.strict)
                    if made not in self.relations and made.exponents:
                        self.relations.append(made)
                if x in self.shrinking and y not in self.shrinking:
                    self.shrinking.append(y)

    @property
    def kind(self) -> str:
        return self.tokens[self.i][0]

    @property
    def value(self) -> str:
        return self.tokens[self.i][1]

    @property
    def at(self) -> int:
        return self.tokens[self.i][2]

    def fail(self, reason: str, remedy: str | None = None, at: int | None = None) -> NotationError:
        return NotationError(reason, self.text, self.at if at is None else at, remedy)

    def statement(self) -> None:
        left: list[list[Vector] | str] = [self.side()]
        while self.value == ",":
            self.i += 1
            left.append(self.side())
        if self.kind == "name" and self.value == "fixed":
            self.i += 1
            for s in left:
                if isinstance(s, str) or len(s) != 1 or len(s[0]) != 1 or s[0][0][1] != 1:
                    raise self.fail("only symbols can be fixed", "write F fixed")
                self.fixed.append(s[0][0][0])
            return
        if self.value not in _RELATIONS:
            raise self.fail("a regime needs a relation", "write B << D, F or N -> oo")
        while self.value in _RELATIONS:
            op, at = self.value, self.at
            self.i += 1
            right, more = self.right(op)
            for a in left:
                for b in right:
                    self.relate(a, op, b, at)
            left = right
            if not more:
                return

    def right(self, op: str) -> tuple[list[list[Vector] | str], bool]:
        """What stands right of a relation, and whether a chain may go on: a list may be followed by no relation."""
        out: list[list[Vector] | str] = [self.limit(op)]
        while self.value == "," and op != "->":
            start = self.i
            self.i += 1
            if self.kind == "end":
                break
            item = self.side()
            if self.value in _RELATIONS or (self.kind == "name" and self.value == "fixed"):
                if len(out) > 1:
                    raise self.fail(
                        "this list could end the relation before it or begin this one",
                        'separate them with ";"',
                        self.tokens[start][2],
                    )
                self.i = start
                return out, False
            out.append(item)
        return out, self.value in _RELATIONS

    def limit(self, op: str) -> list[Vector] | str:
        if op == "->":
            if self.kind == "name" and self.value == "oo":
                self.i += 1
                return "oo"
            if self.kind == "number" and not float(self.value):
                self.i += 1
                return "0"
            raise self.fail("a symbol tends to oo or to 0", "for a fixed value substitute it in the expression")
        return self.side()

    def relate(self, a: list[Vector] | str, op: str, b: list[Vector] | str, at: int) -> None:
        if isinstance(a, str):
            raise self.fail(f"nothing can follow {a}", 'separate statements with ";"', at)
        if op == "->":
            self.relate_to_limit(a, b == "oo", at)
            return
        assert not isinstance(b, str)
        if op in ("=", "~"):
            self.relate_equal(a, b, at)
            return
        if op in (">>", ">=", ">"):
            a, b = b, a
        self.check_sides(a, b, at)
        for m in a:
            for large in b:
                self.relate_one(m, op, large, at)

    def relate_to_limit(self, a: list[Vector], endless: bool, at: int) -> None:
        """What tends to oo, or to 0."""
        for m in a:
            if endless:
                if len(a) > 1 and not (isinstance(a, _Each) and a.which == "min"):
                    raise self.fail("a sum that tends to oo does not say which term grows", "name the symbol", at)
                self.relations.append(Relation((), m))
            else:
                self.relations.append(Relation(m, ()))
                if len(m) == 1 and m[0][1] > 0:
                    self.shrinking.append(m[0][0])

    def relate_equal(self, a: list[Vector], b: list[Vector], at: int) -> None:
        """Two symbols that are of one size."""
        names = [v[0][0] if len(s) == 1 and len(v := s[0]) == 1 and v[0][1] == 1 else "" for s in (a, b)]
        if not all(names):
            remedy = "substitute it in the expression, or say which side is larger with <<"
            raise self.fail("an equality is no regime", remedy, at)
        self.equal.append((names[0], names[1]))
        self.equal_at = self.equal_at or at

    def check_sides(self, small: list[Vector], large: list[Vector], at: int) -> None:
        """Refuse a relation that does not say which of several terms is meant."""
        for side, which in ((small, "max"), (large, "min")):
            if isinstance(side, _Each) and side.which != which and len(side) > 1:
                other = {"max": "larger", "min": "smaller"}[side.which]
                reason = f"a {side.which} on the {other} side does not say which of its terms is meant"
                raise self.fail(reason, "name that term", at)
        if len(large) > 1 and not isinstance(large, _Each):
            raise self.fail("the larger side of a relation is one product", "say which term is the large one", at)

    def relate_one(self, m: Vector, op: str, large: Vector, at: int) -> None:
        self.against_number(m, op, large, at)
        if m == large and op in (">>", "<<"):
            raise Inconsistent(
                f"{monomial_text(m)} << {monomial_text(m)} holds for no sizes; drop it",
                (f"{monomial_text(m)} << {monomial_text(m)}",),
            )
        if m == large:
            raise self.fail(
                f"both sides are {monomial_text(m)}, up to a number, and numbers do not grow",
                "leave it out: it says nothing about growth, or holds for no sizes",
                at,
            )
        self.relations.append(Relation(m, large, strict=op in ("<<", ">>")))

    def against_number(self, small: Vector, op: str, large: Vector, at: int) -> None:
        """Sizes below a number: they can neither shrink nor grow, and growth is all that a regime is about."""
        if large or not small or not all(e > 0 and is_size(n) for n, e in small):
            return
        name = monomial_text(small)
        if op in ("<<", ">>"):
            core = [str(Relation(small, ())), *(f"{n} >= 1" for n, _ in small)]
            raise Inconsistent(
                f"no sizes satisfy {' and '.join(core)} together: numbers do not grow, so below a number {name} tends "
                f"to 0; write {name} << X with a symbol X that is large, and bind X afterwards",
                core,
            )
        remedy = f"leave it out, or write {small[0][0]} fixed"
        raise self.fail(f"this bounds {name}, so that it does not grow", remedy, at)

    # -- monomials; the coefficient is read and dropped -------------------------------------------------------------
    def side(self) -> list[Vector]:
        """A monomial, or a sum of them, which only a smaller side may be; or a min or max of monomials."""
        kind, value, _ = self.tokens[self.i]
        if kind == "name":
            after = self.tokens[self.i + 1][1]
            if after in _AFTER_A_NAME and value not in _NO_NAMES:
                self.i += 1
                return [((resolve(value, self.declared) if self.declared else value, 1),)]
            if value in _EXTREMA and after == "(":
                return self.extremum()
        out = [self.product()]
        while self.value in ("+", "-"):
            if self.value == "-":
                raise self.fail("a difference has no order of growth", "name the larger term alone")
            self.i += 1
            out.append(self.product())
        return out

    def extremum(self) -> list[Vector]:
        out = _Each()
        out.which = _EXTREMA[self.value]
        self.i += 2
        out.append(self.product())
        while self.value == ",":
            self.i += 1
            out.append(self.product())
        self.close()
        if self.value in ("*", "/", "+", "-", "^", "**") or self.kind in ("name", "number"):
            raise self.fail(f"a {out.which} stands alone on its side", "write its terms: B << D, F for B << min(D, F)")
        return out

    def product(self) -> Vector:
        first = self.power()
        out: dict[str, Number] | None = None
        while True:
            kind, value, _ = self.tokens[self.i]
            if value in ("*", "/"):
                sign = 1 if value == "*" else -1
                self.i += 1
            elif (kind == "name" and value not in ("oo", "fixed")) or value == "(":
                self._implied(value)
                sign = 1  # 4D, 2 B D
            else:
                return first if out is None else vector(out.items())
            if out is None:
                out = dict(first)
            for n, e in self.power():
                out[n] = out.get(n, 0) + sign * e

    def _implied(self, value: str) -> None:
        """Refuse a product without a sign of what may be words: not B, F if wide."""
        before = self.tokens[self.i - 1]
        for word, at in ((before[1] if before[0] == "name" else "", before[2]), (value, self.at)):
            if _LONG.match(word) and word != "sqrt":
                raise self.fail(f"{word!r} stands without a sign between it and its neighbour", "write * or ;", at)

    def power(self) -> Vector:
        base = self.atom()
        if self.value not in ("**", "^"):
            return base
        self.i += 1
        sign = 1
        closing = self.value == "("
        if closing:
            self.i += 1
        if self.value == "-":
            sign, self.i = -1, self.i + 1
        e = self.number() * sign
        if closing:
            if self.value == "/":
                self.i += 1
                bottom = self.number()
                if not bottom:
                    raise self.fail("an exponent divided by zero")
                e = e / bottom
            self.close()
        if abs(e) > 1000:
            raise self.fail(f"the exponent {e} is too large for a regime", "at most 1000")
        return vector((n, k * e) for n, k in base)

    def number(self) -> Fraction:
        if self.kind != "number":
            raise self.fail("a number is missing here")
        out = Fraction(exact(self.value))
        self.i += 1
        return out

    def close(self) -> None:
        if self.value != ")":
            raise self.fail("a closing parenthesis is missing here")
        self.i += 1

    def atom(self) -> Vector:
        kind, value, _ = self.tokens[self.i]
        if kind == "number":
            if not self.number():
                raise self.fail("0 is no size", "write eps -> 0", self.tokens[self.i - 1][2])
            return ()
        if kind == "name" and value == "oo":
            raise self.fail("oo stands only after ->", "write N -> oo")
        if kind == "name" and value in _WORDS:
            raise self.fail(f"{value!r} is a word, not a symbol", "write B << D, F or N -> oo")
        if kind == "name" and value == "sqrt":
            self.i += 1
            return vector((n, Fraction(e) / 2) for n, e in self.atom())
        if kind == "name":
            if self.tokens[self.i + 1][1] == "(" and (value in _FUNCTIONS or value in _EXTREMA):
                reason = f"{value}(...) is no product of powers, and growth is said of those"
                raise self.fail(reason, "name the symbols, as in B << D")
            if value in _FUNCTIONS and len(value) > 1:
                raise self.fail(f"{value!r} is a function, not a symbol", "name the symbols, as in B << D")
            self.i += 1
            return ((resolve(value, self.declared), 1),)
        if value == "(":
            self.i += 1
            out = self.product()
            self.close()
            return out
        raise self.fail("a symbol is missing here", "write B << D, F or N -> oo")
