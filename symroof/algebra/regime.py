"""A regime is a joint growth order of positive symbols, such as B << D, F, kept as a cone in log space.

A relation ``small << large`` says that ``small/large`` tends to 0 along no particular path.  With u = log x it is the
half-space <w, u> + t <= 0; sizes, which are at least 1, add -u <= 0.  The extreme rays of that cone, found once a
regime by the double description method, decide every comparison of monomials by their signs (Motzkin; LP duality).
Symbols in no relation are fixed: constants, whose size never matters.

>>> print(regime("D, F >> B"))
B << D, F
>>> regime("B ≪ D ≪ F") == regime("D << F; B << D")
True
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import final

from symroof.algebra.cone import double_description, rank
from symroof.algebra.posynomial import FIELD, Number, Ring, exact
from symroof.errors import Inconsistent, NotationError, SymroofError
from symroof.shown import tex, visible
from symroof.symbols import is_size, remembered

Vector = tuple[tuple[str, Fraction], ...]  # a monomial without its coefficient: sorted (name, exponent != 0)
MAX_TEXT = 4000


def vector(exponents: Iterable[tuple[str, Number | Fraction]]) -> Vector:
    """A monomial as its sorted non-zero exponents."""
    return tuple(sorted((n, Fraction(e)) for n, e in exponents if e))


def quotient(a: Vector, b: Vector) -> Vector:
    """The exponents of a/b."""
    out = dict(a)
    for n, e in b:
        out[n] = out.get(n, Fraction(0)) - e
    return vector(out.items())


def monomial_text(v: Vector) -> str:
    """ASCII algebra of a monomial without coefficient: B*D/F."""

    def power(n: str, e: Fraction) -> str:
        return n if e == 1 else f"{n}**{e}" if e.denominator == 1 else f"{n}**({e})"

    ups = [power(n, e) for n, e in v if e > 0]
    downs = [power(n, -e) for n, e in v if e < 0]
    top = "*".join(ups) or "1"
    if not downs:
        return top
    return f"{top}/{downs[0]}" if len(downs) == 1 else f"{top}/({'*'.join(downs)})"


@dataclass(frozen=True)
class Relation:
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


@visible
@final
@dataclass(frozen=True)
class Regime:
    """Relations between growing symbols; hashable, equal however spelt, its cone computed once.

    ``fixed`` are names declared constant ("F fixed"); names in no relation are constants too.  ``order`` is the order
    of an iterated limit, slowest first, made only by ``Regime.lex``.
    """

    relations: tuple[Relation, ...] = ()
    fixed: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    shrinking: tuple[str, ...] = field(default=())

    def __post_init__(self) -> None:
        clash = sorted(set(self.fixed) & set(self.names))
        if clash:
            raise Inconsistent(
                f"{clash[0]} is said to be fixed and to grow; drop one of the two", (f"{clash[0]} fixed",)
            )

    @staticmethod
    def of(relations: Iterable[Relation], fixed: Iterable[str] = (), shrinking: Iterable[str] = ()) -> Regime:
        """A regime from relations, checked; raises Inconsistent with a minimal contradictory core."""
        unique = sorted({r for r in relations if r.exponents or r.strict}, key=str)
        made = Regime(tuple(unique), tuple(sorted(set(fixed))), (), tuple(sorted(set(shrinking))))
        return _checked(made)

    @staticmethod
    def lex(*names: str) -> Regime:
        """The iterated limit, slowest symbol first: every power of each name is << the next, and all tend to oo.

        >>> print(Regime.lex("B", "D"))
        B -> oo, then D -> oo (every power of B << D)
        """
        flat = [w for n in names for w in n.replace(",", " ").replace("<<", " ").split()]
        if len(set(flat)) != len(flat) or not flat:
            raise SymroofError(f"Regime.lex needs different names, slowest first, not {', '.join(flat) or 'nothing'}")
        return replace(_chain(tuple(flat), 1), order=tuple(flat))

    def at_power(self, k: int) -> Regime:
        """For an iterated limit: the joint regime x**k << next, exact for exponents that differ by less than k."""
        return _chain(self.order, k) if self.order else self

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The symbols that move, sorted."""
        return tuple(sorted({n for r in self.relations for n, _ in (*r.small, *r.large)}))

    @cached_property
    def text(self) -> str:
        """The relations in canonical order: B << D, F."""
        if self.order:
            steps = ", then ".join(f"{n} -> oo" for n in self.order)
            powers = ", ".join(f"every power of {a} << {b}" for a, b in pairwise(self.order))
            return f"{steps} ({powers})" if powers else steps
        return _text(self.relations, self.fixed)

    def __str__(self) -> str:
        return self.text

    def latex(self) -> str:
        r"""LaTeX of the relations.

        >>> regime("B << D, F").latex()
        'B \\ll D, F'
        """
        return tex(self)

    @cached_property
    def cone(self) -> tuple[tuple[tuple[int, ...], int], ...]:
        """The test vectors ((v in the order of names), t): extreme rays, a line as two opposite rays."""
        return _cone(self.names, self.relations, self.shrinking)

    @cached_property
    def strict(self) -> bool:
        """Whether anything is << anything, so that terms can be dropped at all."""
        return any(r.strict for r in self.relations)

    def tends(self, exponents: Vector) -> str | None:
        """What a monomial does: "0", "oo", "1" for a constant, or None when the regime does not say.

        >>> regime("B << D").tends(vector({"B": 1, "D": -1}.items()))
        '0'
        """
        down, up = self.below(exponents), self.below(quotient((), exponents))
        moving = any(n in self.names for n, _ in exponents)
        return "0" if down else "oo" if up else None if moving else "1"

    def below(self, exponents: Vector) -> bool:
        """Whether a monomial is << 1: <a, v> < 0 on every vertex (t > 0), <= 0 on every ray."""
        index = {n: i for i, n in enumerate(self.names)}
        moving = [(index[n], e) for n, e in exponents if n in index]
        if not self.strict:
            return False
        for v, t in self.cone:
            d = sum((e * v[i] for i, e in moving), Fraction(0))
            if d > 0 or (t and d >= 0):
                return False
        return True


@remembered(256)
def _chain(names: tuple[str, ...], k: int) -> Regime:
    steps = [Relation((), ((names[0], Fraction(1)),))]
    steps += [Relation(((a, Fraction(k)),), ((b, Fraction(1)),)) for a, b in pairwise(names)]
    return Regime(tuple(steps))


def _text(relations: Sequence[Relation], fixed: Sequence[str]) -> str:
    """Relations grouped as people write them: chains, lists of larger symbols, lists that tend to oo."""
    larges: dict[Vector, list[Vector]] = {}
    times_large: dict[Vector, int] = {}
    for r in relations:
        if r.strict and r.small and r.large:
            larges.setdefault(r.small, []).append(r.large)
            times_large[r.large] = times_large.get(r.large, 0) + 1
    statements: list[str] = []
    used: set[Vector] = set()

    def follow(small: Vector) -> str:
        used.add(small)
        twins = [s for s in larges if s != small and s not in used and larges[s] == larges[small]]
        used.update(twins)
        tail = larges[small]
        out = ", ".join(sorted(map(monomial_text, [small, *twins])))
        while len(tail) == 1 and tail[0] in larges and tail[0] not in used and times_large[tail[0]] == 1 + len(twins):
            used.add(tail[0])
            twins = []
            out, tail = f"{out} << {monomial_text(tail[0])}", larges[tail[0]]
        return f"{out} << {', '.join(sorted(map(monomial_text, tail)))}"

    heads = sorted(
        (s for s in larges if not (times_large.get(s) == 1 and _has_single_parent(s, larges))), key=monomial_text
    )
    for s in [*heads, *sorted(larges, key=monomial_text)]:
        if s not in used:
            statements.append(follow(s))
    tops = sorted(monomial_text(r.large) for r in relations if r.strict and not r.small)
    if tops:
        statements.append(f"{', '.join(tops)} -> oo")
    lows = sorted(monomial_text(r.small) for r in relations if r.strict and r.small and not r.large)
    if lows:
        statements.append(f"{', '.join(lows)} -> 0")
    statements += sorted(str(r) for r in relations if not r.strict)
    if fixed:
        statements.append(f"{', '.join(fixed)} fixed")
    return "; ".join(statements)


def _has_single_parent(v: Vector, larges: dict[Vector, list[Vector]]) -> bool:
    return any(tail == [v] for tail in larges.values())


# -- the cone --------------------------------------------------------------------------------------------------------


def _sides(names: Sequence[str], shrinking: Sequence[str]) -> list[Relation]:
    """X >= 1 for every size."""
    return [Relation((), ((n, Fraction(1)),), strict=False) for n in names if is_size(n) and n not in shrinking]


def _rows(names: Sequence[str], relations: Iterable[Relation]) -> list[list[int]]:
    """Half-spaces <row, (u, t)> <= 0, integer."""
    index = {n: i for i, n in enumerate(names)}
    rows = [[0] * len(names) + [-1]]  # t >= 0 first: it keeps the cones in between small
    for r in relations:
        row = [Fraction(0)] * len(names) + [Fraction(1 if r.strict else 0)]
        for n, e in r.exponents:
            row[index[n]] = e
        scale = math.lcm(*(x.denominator for x in row))
        rows.append([int(x * scale) for x in row])
    return rows


@remembered(1024)
def _cone(
    names: tuple[str, ...], relations: tuple[Relation, ...], shrinking: tuple[str, ...]
) -> tuple[tuple[tuple[int, ...], int], ...]:
    lines, rays = double_description(_rows(names, [*relations, *_sides(names, shrinking)]), len(names) + 1)
    both = [*rays, *lines, *([-x for x in v] for v in lines)]
    return tuple(sorted((tuple(v[:-1]), v[-1]) for v in both))


def _consistent(names: tuple[str, ...], relations: Sequence[Relation]) -> bool:
    """Whether some point has t > 0: Motzkin's alternative, read off the rays."""
    _, rays = double_description(_rows(names, relations), len(names) + 1)
    return any(v[-1] for v in rays)


def _checked(g: Regime) -> Regime:
    everything = [*g.relations, *_sides(g.names, g.shrinking)]
    if g.strict and not any(t for _, t in g.cone):
        core = list(everything)
        for r in everything:  # a deletion filter: what can go without restoring consistency goes
            rest = [x for x in core if x != r]
            if any(x.strict for x in rest) and not _consistent(g.names, rest):
                core = rest
        said = sorted(_side_text(r) for r in core)
        raise Inconsistent(f"no sizes satisfy {' and '.join(said)} together; drop one of them", said)
    if g.names and rank([(*v, t) for v, t in g.cone]) < len(g.names) + 1:
        said = sorted(str(r) for r in g.relations if not r.strict)
        raise SymroofError(
            f"{' and '.join(said)} force an equality, which is no regime; substitute it in the expression instead"
        )
    return g


def _side_text(r: Relation) -> str:
    if not r.strict and not r.small and len(r.large) == 1:
        return f"{r.large[0][0]} >= 1"
    return str(r)


# -- growth of packed monomials --------------------------------------------------------------------------------------


@final
class Table:
    """The linear map from the packed exponents of a ring to packed growth vectors of a regime.

    A growth vector has one field a test vector and their sum on top, so that sorting integers sorts by total growth,
    and ``small << large`` is one subtraction and one mask.
    """

    __slots__ = ("columns", "high", "strict", "weights", "width")

    def __init__(self, home: Ring, g: Regime) -> None:
        index = {n: i for i, n in enumerate(g.names)}
        cone = g.cone
        self.width = len(cone)
        self.columns: list[int] = []
        for name in home.gens:
            i = index.get(name) if isinstance(name, str) else None
            column = 0
            if i is not None:
                values = [v[i] for v, _ in cone]
                column = sum(x << (FIELD * k) for k, x in enumerate(values)) + (sum(values) << (FIELD * self.width))
            self.columns.append(column)
        self.strict = sum(1 << (FIELD * k) for k, (_, t) in enumerate(cone) if t) if g.strict else 0
        self.high = sum(1 << (FIELD * k + FIELD - 1) for k in range(self.width))
        self.weights = [t for _, t in cone]

    def growths(self, home: Ring, monomials: Iterable[int]) -> list[int]:
        """The packed growth vector of each packed monomial."""
        used = [(i, c) for i, c in enumerate(self.columns) if c]
        unpack = home.unpack
        out = []
        for m in monomials:
            exps = unpack(m)
            total = 0
            for i, c in used:
                e = exps[i]
                if e:
                    total += e * c
            out.append(total)
        return out

    def unpack(self, growth: int) -> list[int]:
        """The growth on each test vector."""
        out, half, full = [], 1 << (FIELD - 1), 1 << FIELD
        for _ in range(self.width):
            low = growth & (full - 1)
            if low >= half:
                low -= full
            out.append(low)
            growth = (growth - low) >> FIELD
        return out


@remembered(1024)
def table(home: Ring, g: Regime) -> Table:
    """The growth table of a ring in a regime, made once."""
    return Table(home, g)


# -- reading -----------------------------------------------------------------------------------------------------------

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
    (r"_\{(\w+)\}", r"_\1"),
    (r"\^\{([^{}]*)\}", r"^(\1)"),
    (r"\\varepsilon(?![a-zA-Z])", "eps"),
    (r"\\([a-zA-Z]+)", r"\1"),
    (r"\band\b|\n", ";"),
)
_TOKEN = re.compile(r"\s*(?:(<<|>>|->|<=|>=|\*\*|[<>=~^*/(),;+\-])|(\d+(?:\.\d+)?)|([^\W\d]\w*'*))")
_RELATIONS = {"<<", ">>", "->", "<=", ">=", "<", ">", "=", "~"}


def regime(x: str | Regime | None) -> Regime:
    r"""A regime as people write it; None or "" is the one in which nothing moves.

    Read: ``B << D, F``, ``B ≪ D ≪ F``, ``N -> oo``, ``D, F → ∞``, ``eps -> 0``, ``B <= D``, ``F fixed``, and LaTeX
    (``B \ll D``, ``N \to \infty``); statements are separated by ";" or, where no list is meant, ",".

    >>> print(regime(r"D, F \to \infty"))
    D, F -> oo

    Raises NotationError where the text does not read, Inconsistent where no sizes fit.
    """
    if isinstance(x, Regime):
        return x
    if x is None:
        return Regime()
    if not isinstance(x, str):
        raise SymroofError(f'a regime is text such as "B << D, F", not {x!r}')
    return _parsed(x)


@remembered(1024)
def _parsed(text: str) -> Regime:
    if len(text) > MAX_TEXT:
        raise NotationError(f"a regime of {len(text)} characters is too long; at most {MAX_TEXT}")
    plain = text
    for pattern, to in _SPELLINGS:
        plain = re.sub(pattern, to, plain)
    plain = re.sub(r"[ \t]+", " ", plain).strip()
    reader = _Reader(plain)
    return Regime.of(*reader.read())


class _Reader:
    """Statements: a list of monomials, then relations to further lists."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: list[tuple[str, str, int]] = []
        at = 0
        while at < len(text):
            m = _TOKEN.match(text, at)
            if m is None or m.end() == at:
                if not text[at:].strip():
                    break
                start = at + len(text[at:]) - len(text[at:].lstrip())
                raise NotationError(
                    f"{text[start]!r} has no meaning in a regime", text, start, "write B << D, F or N -> oo"
                )
            kind = "op" if m[1] else "number" if m[2] else "name"
            self.tokens.append((kind, m[1] or m[2] or m[3], m.start(m.lastindex or 0)))
            at = m.end()
        self.tokens.append(("end", "", len(text)))
        self.i = 0
        self.relations: list[Relation] = []
        self.fixed: list[str] = []
        self.shrinking: list[str] = []

    def read(self) -> tuple[list[Relation], list[str], list[str]]:
        while self.kind != "end":
            if self.value in (";", ","):
                self.i += 1
                continue
            self.statement()
        return self.relations, self.fixed, self.shrinking

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
            for m in a:
                if b == "oo":
                    if len(a) > 1:
                        raise self.fail("a sum that tends to oo does not say which term grows", "name the symbol", at)
                    self.relations.append(Relation((), m))
                else:
                    self.relations.append(Relation(m, ()))
                    if len(m) == 1 and m[0][1] > 0:
                        self.shrinking.append(m[0][0])
            return
        if op in ("=", "~"):
            raise self.fail(
                "an equality is no regime", "substitute it in the expression, or say which side is larger with <<", at
            )
        assert not isinstance(b, str)
        if op in (">>", ">=", ">"):
            a, b = b, a
        if len(b) > 1:
            raise self.fail("the larger side of a relation is one product", "say which term is the large one", at)
        for m in a:
            if m == b[0] and op in (">>", "<<"):
                raise Inconsistent(
                    f"{monomial_text(m)} << {monomial_text(m)} holds for no sizes; drop it",
                    (f"{monomial_text(m)} << {monomial_text(m)}",),
                )
            self.relations.append(Relation(m, b[0], strict=op in ("<<", ">>")))

    # -- monomials; the coefficient is read and dropped -------------------------------------------------------------
    def side(self) -> list[Vector]:
        """A monomial, or a sum of them, which only a smaller side may be."""
        out = [self.product()]
        while self.value in ("+", "-"):
            if self.value == "-":
                raise self.fail("a difference has no order of growth", "name the larger term alone")
            self.i += 1
            out.append(self.product())
        return out

    def product(self) -> Vector:
        out = dict(self.power())
        while True:
            if self.value in ("*", "/"):
                sign = 1 if self.value == "*" else -1
                self.i += 1
            elif (self.kind == "name" and self.value not in ("oo", "fixed")) or self.value == "(":
                sign = 1  # 4D, 2 B D
            else:
                return vector(out.items())
            for n, e in self.power():
                out[n] = out.get(n, Fraction(0)) + sign * e

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
        kind, value = self.kind, self.value
        if kind == "number":
            if not self.number():
                raise self.fail("0 is no size", "write eps -> 0", self.tokens[self.i - 1][2])
            return ()
        if kind == "name" and value == "oo":
            raise self.fail("oo stands only after ->", "write N -> oo")
        if kind == "name":
            self.i += 1
            return ((value, Fraction(1)),)
        if value == "(":
            self.i += 1
            out = self.product()
            self.close()
            return out
        raise self.fail("a symbol is missing here", "write B << D, F or N -> oo")
