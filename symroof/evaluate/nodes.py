"""The node: a SymPy expression or ratio read into nested tuples, numbers folded exactly, then lowered to lines.

node = Fraction | name | ("*", c, ((base, exponent), ...)) | ("+", c, ((coefficient, node), ...))
| ("max" | "min", args) | ("ceil" | "floor" | "log2" | "log", (arg,)) | ("const", (), name)
| ("if<" | "if<=", (left, right, yes, no)) | ("root", (arg,), degree) | ("when" | "where", (value, condition))
condition = ("<" | "<=", (node, node)) | ("and" | "or", conditions)

"when" is the condition of an answer, which has no poles where it holds; "where" is one of what an expression has lost.

Under a rounding, roots of one degree are one root of their product: ceil(sqrt(2)*sqrt(F)/128) is whole where
sqrt(2*F)/128 is, which floats would miss.
"""

from __future__ import annotations

import functools
import itertools
import math
import operator
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, final

from symroof.algebra.interop.nodes import POWER, Expression, Nodes, kind_of
from symroof.algebra.interop.reader import exponent, named
from symroof.algebra.interop.reader import read as read_exactly
from symroof.algebra.ratios.evaluation import approximate
from symroof.algebra.ratios.fold import Domain, fold
from symroof.algebra.ratios.functions import (
    CONSTANTS,
    EXTREMES,
    FUNCTIONS,
    Constant,
    Extreme,
    Function,
    Guard,
)
from symroof.algebra.ratios.needs import lost
from symroof.algebra.ratios.posynomial import Atom, Number, Poly, Ratio, build, exact, ratio, total
from symroof.algebra.signs.closed import Quadratic
from symroof.algebra.signs.condition import Condition
from symroof.errors import SymroofError
from symroof.evaluate.operations import NEAR, OPERATIONS, PARTS, having, lacking, part
from symroof.lazy import once
from symroof.symbols import is_size, refuse_namesakes

_BIG = 1 << 53  # integers up to here are floats without rounding

Node = Any
NUMBERS = frozenset((int, Fraction))  # the types of exact numbers; asking for an instance takes longer
_HALF = Fraction(1, 2)


def _product(factors: Iterable[tuple[Node, Number]]) -> Node:
    """A product of powers: numbers fold exactly, equal bases merge."""
    c: Number = 1
    powers: dict[Node, Number] = {}
    for base, e in factors:
        if type(base) in NUMBERS:
            if e.denominator == 1:
                if not base and e < 0:
                    raise SymroofError("division by zero: the expression has a zero denominator at these sizes")
                c = c * _whole_power(base, e)
                continue
        elif isinstance(base, tuple) and base[0] == "*" and e.denominator == 1:
            c = c * _whole_power(base[1], e)
            for b, k in base[2]:
                powers[b] = powers.get(b, 0) + k * e
            continue
        powers[base] = powers.get(base, 0) + e
    if _LOG_2 in powers:
        powers = _in_base_2(powers)
    kept = tuple((b, e) for b, e in powers.items() if e)
    if not kept or not c:
        return c
    if c == 1 and len(kept) == 1 and kept[0][1] == 1:
        return kept[0][0]
    return ("*", c, kept)


def _monomial(c: Number, powers: tuple[tuple[Node, Number], ...]) -> Node:
    """A product of powers of different symbols."""
    if not powers:
        return c
    return powers[0][0] if c == 1 and len(powers) == 1 and powers[0][1] == 1 else ("*", c, powers)


_LOG_2: Node = ("log", (2,))


def _in_base_2(powers: Mapping[Node, Number]) -> dict[Node, Number]:
    """log(x)/log(2) as log2(x), which is whole at powers of two, so that its ceiling is right there."""
    left = powers[_LOG_2]
    out: dict[Node, Number] = {}
    for base, e in powers.items():
        if isinstance(base, tuple) and base[0] == "log" and base != _LOG_2 and left and -1 <= Fraction(e) / left < 0:
            base, left = ("log2", base[1]), left + e
        out[base] = out.get(base, 0) + e
    return {**out, _LOG_2: left}


def _sum(terms: Iterable[Node]) -> Node:
    """A sum: like terms merge, the common rational factor comes out, so that what is left has integer coefficients."""
    number: Number = 0
    parts: dict[Node, Number] = {}
    for t in terms:
        if type(t) in NUMBERS:
            number += t
        elif isinstance(t, tuple) and t[0] == "*":
            plain = len(t[2]) > 1 and not any([b == _LOG_2 for b, _ in t[2]])
            bare = ("*", 1, t[2]) if plain else _product(t[2])
            parts[bare] = parts.get(bare, 0) + t[1]
        else:
            parts[t] = parts.get(t, 0) + 1
    kept = [(c, n) for n, c in parts.items() if c]
    if not kept:
        return number
    if len(kept) == 1 and not number:
        return _product(((kept[0][0], 1), (kept[0][1], 1)))
    coefficients = [c for c, _ in kept] + ([number] if number else [])
    low = math.lcm(*[c.denominator for c in coefficients])
    shared = math.gcd(*[c.numerator for c in coefficients])
    content: Number = shared if low == 1 else exact(Fraction(shared, low))
    if content != 1:  # what is left is whole

        def whole(c: Number) -> int:
            return c.numerator * (low // c.denominator) // shared

        number, kept = whole(number), [(whole(c), n) for c, n in kept]
    inside = ("+", number, tuple(kept))
    return inside if content == 1 else ("*", content, ((inside, 1),))


def _whole_power(base: Number, e: Number) -> Number:
    n = int(e)
    return base**n if n >= 0 else exact(1 / Fraction(base) ** -n)


def _extreme(kind: str, args: Sequence[Node]) -> Node:
    """A maximum or minimum: those inside it opened, of its numbers the one that counts."""
    flat: list[Node] = []
    for a in args:
        flat.extend(a[1] if isinstance(a, tuple) and a[0] == kind else (a,))
    numbers = [a for a in flat if isinstance(a, (int, Fraction))]
    rest = list(dict.fromkeys(a for a in flat if not isinstance(a, (int, Fraction))))
    if numbers:
        rest.append(EXTREMES[kind].pick(numbers))
    return rest[0] if len(rest) == 1 else (kind, tuple(rest))


def _function(f: Function, a: Node) -> Node:
    """A row of the table of functions at a node."""
    if isinstance(a, (int, Fraction)):
        value = f.exact(Fraction(a))
        if value is not None and (not f.logarithm or a == 1):  # other logarithms of numbers may meet one over them
            return value
    return (f.kind, (_one_root(a) if f.fence else a,))


def _logarithm(a: Node) -> Node:
    if not isinstance(a, (int, Fraction)):
        return ("log", (a,))
    if a <= 0:
        raise SymroofError(f"log of {a}, which is not positive")
    return 0 if a == 1 else ("log", (a,))


def _one_root(node: Node) -> Node:
    """The same value, roots whose degrees share a factor taken together, and none below a fraction's bar."""
    if not isinstance(node, tuple):
        return node
    if node[0] == "+":
        return "+", node[1], tuple((c, _one_root(n)) for c, n in node[2])
    if node[0] == "*":
        return _with_one_root(node)
    return (node[0], tuple(map(_one_root, node[1]))) if part(node).extreme else node


def never_below_zero(node: Node) -> bool:
    """Whether a node is seen to be above 0, or 0, at all positive sizes."""
    if not isinstance(node, tuple):
        return isinstance(node, str) or node >= 0
    if node[0] == "+":
        return node[1] >= 0 and all(c > 0 and never_below_zero(n) for c, n in node[2])
    if node[0] == "*":
        return node[1] >= 0 and all([e.denominator > 1 or never_below_zero(b) for b, e in node[2]])
    row = part(node)
    return row.nonnegative or (row.keeps_sign and all(map(never_below_zero, node[1][row.guards :])))


def _with_one_root(product: Node) -> Node:
    whole: list[tuple[Node, Number]] = []
    rooted: list[tuple[int, list[tuple[Node, Fraction]]]] = []  # a common degree, and the powers under it
    for base, e in product[2]:
        part = Fraction(e) % 1
        if e != part:
            whole.append((_one_root(base), exact(e - part)))
        if not part:
            continue
        degree, inside = part.denominator, [(base, part)]
        if not never_below_zero(base):  # the cube root of x**2 is a number where x**(2/3) is none
            whole.append((_one_root(base), part))
            continue
        for other in [r for r in rooted if math.gcd(r[0], part.denominator) > 1]:
            rooted.remove(other)
            degree, inside = math.lcm(degree, other[0]), other[1] + inside
        rooted.append((degree, inside))
    for degree, inside in rooted:
        whole.append((("root", (_product((_one_root(b), exact(p * degree)) for b, p in inside),), degree), 1))
    return ("*", product[1], tuple(whole))


# -- reading -----------------------------------------------------------------------------------------------------------


@final
class _Nodes(Domain[Node]):
    """A ratio as a node; bound symbols are their exact values, and where they decide a choice, only one branch is."""

    def __init__(self, bound: Mapping[str, Number]) -> None:
        super().__init__()
        self.bound = bound
        self.used: set[str] = set()
        self.met: dict[Node, None] = {}  # conditions of what is no longer seen
        self.divisors: dict[Node, None] = {}  # what may be 0, and a number put in may take out: (K - 4)/floor(H/3)

    def divides(self, factors: Iterable[tuple[Node, Number]]) -> None:
        """Remember what factors are divided by that may be 0, where numbers are put in."""
        if self.bound:
            self.divisors |= {b: None for b, e in factors if e < 0 and type(b) is tuple and not _is_above(b)}

    def inside(self, node: Node) -> Node:
        """What a function is taken of, which must have a value whatever becomes of the function: nothing is over 0."""
        if _poles(node):
            self.met |= {_not_zero(b): None for b in _divisors(node) if type(b) is tuple and not _is_above(b)}
        return node

    def of_read(self, r: Ratio) -> Node:
        """What was read as one ratio, and what it needs though that is no longer seen in it."""
        for u, relation in lost(r):
            if relation == "<>":
                self.met[_not_zero(fold(u, self))] = None
            elif relation != "!=":
                self.met["<" if relation == ">" else "<=", (0, fold(u, self))] = None
        return fold(r, self)

    def number(self, c: Number) -> Node:
        return c

    def symbol(self, name: str) -> Node:
        self.used.add(str(name))
        return self.bound.get(str(name), name)  # by its key, which says whether it is a size

    def constant(self, c: Constant) -> Node:
        return ("const", (), c.name)

    def extremum(self, f: Extreme, args: Sequence[Node]) -> Node:
        return _extreme(f.kind, [self.inside(x) for x in args])

    def choice(self, f: Guard, left: Node, right: Node, yes: Callable[[], Node], no: Callable[[], Node]) -> Node:
        if isinstance(left, (int, Fraction)) and isinstance(right, (int, Fraction)):
            return yes() if f.holds(left, right) else no()
        one, other = self.branch(yes), self.branch(no)
        return one if one == other else (f.kind, (left, right, one, other))

    def branch(self, of: Callable[[], Node]) -> Node:
        """A case, which needs a value only where it is chosen."""
        outer, self.met = self.met, {}
        made = of()
        for condition in self.met:
            made = ("where", (made, condition))
        self.met = outer
        return made

    def call(self, atom: Atom, f: Function, x: Node) -> Node:
        return _function(f, self.inside(x))

    def radicand(self, atom: Atom, x: Node) -> Node:
        return self.inside(x)

    def poly(self, p: Poly) -> Node:
        if not p.ring.atoms and not self.bound:  # products as they are, in which no number folds and no bases merge
            return _sum([_monomial(c, tuple([(self.of(g), e) for g, e in m.items()])) for m, c in p.monomials()])
        terms = [[(c, 1), *((self.of(g), e) for g, e in m.items())] for m, c in p.monomials()]
        for factors in terms:
            self.divides(factors)
        return _sum(map(_product, terms))

    def quotient(self, r: Ratio, top: Node, bottom: Node) -> Node:
        if not top:
            self.divides([(bottom, -1)])
        return top if bottom == 1 else _product(((top, 1), (bottom, -1)))


@final
@dataclass(frozen=True, eq=False)
class Reading:
    """The node of an expression, and every symbol that there was, bound ones too; itself, and equal to no other."""

    node: Node
    names: frozenset[str]


def read(x: object, bound: Mapping[str, Number], when: Iterable[Condition] = ()) -> Reading:
    """A number, SymPy expression or ratio as a node, with the bound symbols replaced by their exact values.

    Where one of the conditions fails, the value is nan.  An expression read lately is not read again: one is often
    asked for several functions in a row.

    Raises what the exact reader does.
    """
    of_sympy = hasattr(type(x), "free_symbols") and type(x).__hash__ is not None and not isinstance(x, Ratio)
    return (_kept if of_sympy else _read)(x, tuple(bound.items()), tuple(when))


def _read(x: object, bound: tuple[tuple[str, Number], ...], when: tuple[Condition, ...]) -> Reading:
    domain = _Nodes(dict(bound))
    out = _value(x, domain)
    for b in domain.divisors.keys() - _divisors(out) if domain.divisors else ():
        out = ("where", (out, _not_zero(b)))  # it is divided by, and 0 has taken it out
    for condition in domain.met:
        out = ("where", (out, condition))
    for c in when:
        out = ("when", (out, _condition(c, domain)))
    return Reading(out, frozenset(domain.used))


_kept = functools.lru_cache(maxsize=128)(_read)


def _not_zero(node: Node) -> Node:
    return ("or", (("<", (0, node)), ("<", (node, 0))))


def _divisors(node: Node) -> set[Node]:
    """What is divided by anywhere in a node."""
    if not isinstance(node, tuple):
        return set()
    if node[0] == "+":
        return set().union(*(_divisors(n) for _, n in node[2]))
    if node[0] == "*":
        return {b for b, e in node[2] if e < 0}.union(*(_divisors(b) for b, _ in node[2]))
    return set().union(*map(_divisors, node[1]))


def _value(x: Any, domain: _Nodes) -> Node:
    if isinstance(x, Ratio):
        return domain.of_read(x)
    if isinstance(x, Quadratic):
        return _of_quadratic(x, domain)
    if not hasattr(type(x), "free_symbols"):  # the class: asking the object would collect them
        return exact(x)
    if type(x).__hash__ is None:
        raise SymroofError(f"{type(x).__name__} is no number or formula; give one of its entries")
    expressions = _Expressions(domain)
    out = expressions.of(x)
    refuse_namesakes(expressions.known)
    return out


def _of_quadratic(x: Quadratic, domain: _Nodes) -> Node:
    """The root of a u**2 + 2 b u + c in the form whose terms do not cancel: -c/(b + s) where b >= 0, else (s - b)/a."""
    a, b, c = (fold(part, domain) for part in x.parts)
    s = _product(((_sum([_product(((b, 2),)), _product(((-1, 1), (a, 1), (c, 1)))]), _HALF),))
    below = _sum([b, s])
    up = _product(((-1, 1), (c, 1), (below, -1))) if below else math.nan
    down = _product(((_sum([s, _product(((-1, 1), (b, 1)))]), 1), (a, -1))) if a else up
    made = up if never_below_zero(b) else down if type(b) in NUMBERS else ("if<=", (0, b, up, down))
    return _product(((made, x.power),))


@final
class _Expressions(Nodes[Node]):
    """SymPy's expressions as nodes, each part read once."""

    def __init__(self, domain: _Nodes) -> None:
        self.domain = domain
        self.memo: dict[int, Node] = {}  # by number: who asks holds the expression, and with it its parts
        self.known: dict[str, Any] = {}  # the symbol that each name means
        self.zeros = False  # whether there is a denominator that may be 0

    def of(self, e: Expression) -> Node:
        out: Node = self.memo.get(id(e))
        if out is None:
            out = self.memo[id(e)] = super().of(e)
        return out

    def symbol(self, e: Expression) -> Node:
        return self.domain.symbol(named(e, self.known))

    def number(self, e: Expression) -> Node:
        return int(e.p) if e.q == 1 else Fraction(int(e.p), int(e.q))

    def product(self, e: Expression) -> Node:
        factors = [self.raised(a) if kind_of(a) == POWER else (self.of(a), 1) for a in e.args]
        out = self.of_factors(e, factors)
        # which knows what 0 is divided by
        return self.as_one(e) if not out and self.any_pole(factors, 0) else out

    def power(self, e: Expression) -> Node:
        return self.of_factors(e, [self.raised(e)])

    def of_factors(self, e: Expression, factors: Sequence[tuple[Node, Number]]) -> Node:
        """A product of powers; of quotients by what may be 0 as one quotient."""
        out = self.as_one(e) if self.any_pole(factors, 1) else _product(factors)
        self.zeros = self.zeros or any([e < 0 and type(b) is tuple and not _is_above(b) for b, e in factors])
        return out

    def sum(self, e: Expression) -> Node:
        terms = [self.of(a) for a in e.args]
        return self.as_one(e) if self.any_pole([(t, 1) for t in terms], 2) else _sum(terms)

    def extremum(self, f: Extreme, e: Expression) -> Node:
        return _extreme(f.kind, [self.domain.inside(self.of(a)) for a in e.args])

    def call(self, f: Function, e: Expression) -> Node:
        (a,) = e.args
        return _function(f, self.domain.inside(self.of(a)))

    def logarithm(self, e: Expression) -> Node:
        return _logarithm(self.domain.inside(self.of(e.args[0]))) if len(e.args) == 1 else self.as_one(e)

    def constant(self, c: Constant, e: Expression) -> Node:
        return self.as_one(e)

    def decimal(self, e: Expression) -> Node:
        return self.as_one(e)

    def other(self, e: Expression) -> Node:
        return self.as_one(e)

    def raised(self, e: Expression) -> tuple[Node, Number]:
        """A power's base and exponent; what is divided by under a root must not be 0."""
        base, power = self.of(e.args[0]), exponent(e)
        return base if power.denominator == 1 else self.domain.inside(base), power

    def any_pole(self, parts: Sequence[tuple[Node, Number]], count: int) -> bool:
        """Whether as many parts of a product or sum may be quotients by 0."""
        return self.zeros and sum(_poles(n) for n, _ in parts) >= count

    def as_one(self, e: Expression) -> Node:
        """Quotients of quotients, and sums of them, as one quotient, which has a value at the poles of its parts."""
        return self.domain.of_read(read_exactly(e, self.known))


def _poles(node: Node) -> bool:
    """Whether a node may be a quotient by 0, but for what stands in its functions."""
    if not isinstance(node, tuple) or node[0] not in ("*", "+"):
        return False
    if node[0] == "+":
        return any(_poles(n) for _, n in node[2])
    return any((e < 0 and not _is_above(b)) or _poles(b) for b, e in node[2])


def _is_above(node: Node) -> bool:
    """Whether a node is seen to be above 0 at all positive sizes."""
    if not isinstance(node, tuple):
        return isinstance(node, str) or node > 0
    if node[0] == "+":
        return never_below_zero(node) and (node[1] > 0 or any(_is_above(n) for _, n in node[2]))
    if node[0] == "*":
        return node[1] > 0 and all(_is_above(b) for b, _ in node[2])
    row = part(node)
    return row.positive and (any if row.extreme > 0 else all)(map(_is_above, node[1]))


def _condition(c: Condition, domain: _Nodes) -> Node:
    """A condition as a comparison of two sums of positive terms, so that integers are compared without a rounding."""
    own: Node = ("<" if c.relation == "<" else "<=", tuple(fold(s, domain) for s in c.sides))
    others = tuple(_condition(x, domain) for x in c.rest)
    return own if not others else ("and" if c.joined == "and" else "or", (own, *others))


# -- lowering: nodes become a list of (op, operand, operand), each operand a float, a symbol or an earlier line --------


@final
@dataclass(frozen=True)
class Program:
    """Straight-line code; line i is (op, a, b); an operand or result is a float, ("in", k) or ("t", i).

    ``many`` says that several expressions were given, so that the answer is a tuple.  ``exact`` says of which number a
    float is the nearest: (float, operation, operand, operand), of which a quotient's are integers.
    """

    lines: tuple[tuple[str, Any, Any], ...]
    results: tuple[Any, ...]
    many: bool = False
    exact: tuple[tuple[float, str, Any, Any], ...] = ()

    @property
    def doubts(self) -> bool:
        """Whether a line is nan where floats have lost its digits, or do not decide it."""
        return _doubts(self.lines)

    @property
    def fails(self) -> bool:
        """Whether a line may be nan, which a maximum has to keep."""
        return not _NO_NUMBER.isdisjoint(map(_first, self.lines)) or may_fail(self.lines, _ROOTS)

    def uses(self) -> list[int]:
        count = [0] * len(self.lines)
        for x in itertools.chain(self.results, *((a, b) for _, a, b in self.lines)):
            if isinstance(x, tuple) and x[0] == "t":
                count[x[1]] += 1
        return count


@final
@dataclass(frozen=True)
class Wholly:
    """A program where these arguments are whole, and from 1 to ``most``; the others are within its reach."""

    program: Program
    sizes: tuple[int, ...]
    most: float


def reaching(lines: Sequence[tuple[str, Any, Any]], ends: Sequence[Any], many: bool) -> Program:
    """The program of the lines that these ends are made of."""
    needed = {x[1] for x in ends if isinstance(x, tuple) and x[0] == "t"}
    for i in reversed(range(len(lines))):
        if i in needed:
            needed |= {x[1] for x in lines[i][1:] if isinstance(x, tuple) and x[0] == "t"}
    place = {i: n for n, i in enumerate(sorted(needed))}

    def at(x: Any) -> Any:
        return ("t", place[x[1]]) if isinstance(x, tuple) and x[0] == "t" else x

    kept = tuple((op, at(a), at(b)) for i, (op, a, b) in enumerate(lines) if i in needed)
    return Program(kept, tuple(at(x) for x in ends), many)


_first = operator.itemgetter(0)
DOUBTS, _NO_POLE, _INEXACT = having("doubts"), having("no_pole"), lacking("exact")
_NO_NUMBER = DOUBTS | having("may_end")
_ROOTS = frozenset(k for k, o in OPERATIONS.items() if o.demands == ">=")
_ANY_SIGN = lacking("positive")  # which may make 0 and less of what is above 0
_FOLD = {k: o.of for k, o in OPERATIONS.items()}
_TRUTHS = {k: o.settled for k, o in OPERATIONS.items() if o.settled is not None}


def may_fail(lines: Sequence[tuple[str, Any, Any]], others: Collection[str] = ()) -> bool:
    """Whether a line may divide by 0, or one of these other operations be done on what is not above 0."""
    if not others and _ANY_SIGN.isdisjoint(map(_first, lines)):
        return False
    above: list[bool] = []

    def is_above(x: Any) -> bool:
        return x > 0 if isinstance(x, float) else x is None or x[0] == "in" or above[x[1]]

    for op, a, b in lines:
        if (op == "div" and not is_above(b)) or (op in others and not is_above(a)):
            return True
        above.append(op not in _ANY_SIGN and is_above(a) and (op == "pow" or is_above(b)))
    return False


def _doubts(lines: Iterable[tuple[str, Any, Any]]) -> bool:
    return not DOUBTS.isdisjoint(map(_first, lines))


class Lowering:
    """Value numbering: equal operations on equal operands become one line."""

    def __init__(self, names: Sequence[str], nodes: Iterable[Node] = ()) -> None:
        self.inputs = {n: ("in", i) for i, n in enumerate(names)}
        self.left: dict[str, tuple[str, int]] = {}  # symbols of no such name
        self.lines: list[tuple[str, Any, Any]] = []
        self.seen: dict[Any, Any] = {}
        self.memo: dict[int, tuple[Node, Any]] = {}  # by number: a node that is held keeps its own
        self.exact: dict[float, tuple[str, Any, Any]] = {}  # of which number a float is the nearest
        self.facts: list[tuple[bool, bool]] = []  # whether a line is above 0, and whether it may be a quotient by 0
        self.signed = False  # whether there is a line that may be 0 or less
        self.whole: Node = 0  # the expression that is lowered
        self.all = tuple(nodes)  # those that are going to be

    def line(self, op: str, a: Any, b: Any = None) -> Any:
        if type(a) is float and (b is None or type(b) is float):
            made = float(_FOLD[op](a, b))
            if not made and op in _SHRINKS and a:
                raise OverflowError("too small for a float64")
            if op in _INEXACT or a in self.exact or b in self.exact:
                self.exact.setdefault(made, (op, a, b))
            return made
        if op in _TRUTHS and (told := _TRUTHS[op](a, b)) is not None:
            return told
        key = (op, a, b)
        known = self.seen.get(key)
        if known is None:
            known = self.seen[key] = ("t", len(self.lines))
            self.lines.append(key)
            if not self.signed:
                self.signed = op in _ANY_SIGN or any([type(x) is float and not x > 0 for x in (a, b)])
        return known

    def is_above(self, x: Any) -> bool:
        """Whether an operand is seen to be above 0."""
        return x > 0 if isinstance(x, float) else x is None or x[0] == "in" or not self.signed or self.looked(x)[0]

    def may_be_pole(self, x: Any) -> bool:
        """Whether an operand may be a quotient by 0."""
        line = self.signed and type(x) is tuple and x[0] == "t"
        return line and self.lines[x[1]][0] not in _NO_POLE and self.looked(x)[1]

    def looked(self, x: Any) -> tuple[bool, bool]:
        """Both of a line, worked out up to there."""
        line: int = x[1]
        for op, a, b in self.lines[len(self.facts) : line + 1]:
            (one, of_one), (other, of_other) = self.fact(a), self.fact(b)
            both = (one or other) if OPERATIONS[op].extreme > 0 else one and (other or op == "pow")
            pole = of_one or of_other or (op == "div" and not other)
            self.facts.append((op == "above" or (both and op not in _ANY_SIGN), pole and op not in _NO_POLE))
        return self.facts[line]

    def fact(self, x: Any) -> tuple[bool, bool]:
        """Both of an operand, whose line is worked out."""
        return self.facts[x[1]] if type(x) is tuple and x[0] == "t" else (type(x) is not float or x > 0, False)

    def number(self, c: Number) -> float:
        """The nearest float, of which it is remembered what it is nearest to."""
        made = as_float64(c)
        if made != c:
            self.exact.setdefault(made, ("quotient", c.numerator, c.denominator))
        return made

    def taken(self, node: Node) -> Any:
        """What a function is taken of: nan at a pole, where quotients of quotients alone have a value."""
        x = self.of(node)
        return self.line("finite", x) if self.may_be_pole(x) else x

    def told(self, x: Any) -> Any:
        """A result, nan where it was divided by 0; one with a condition has none of its poles where that holds."""
        return self.line("finite", x) if self.may_be_pole(x) else x

    def result(self, node: Node) -> Any:
        """The operand of a whole expression."""
        self.whole = node
        self.__dict__.pop("least", None)
        return self.told(self.of(node))

    @once
    def least(self) -> float:
        """What has to be left of the terms of a sum: the more where sums that cancel stand in each other."""
        return float(_LEAST_LEFT ** (1 / max(1, _deepest(self.whole, {}))))

    def program(self, results: tuple[Any, ...], many: bool) -> Program:
        exact = tuple((x, *how) for x, how in self.exact.items())
        return Program(tuple(self.lines), results, many, exact if _doubts(self.lines) else ())

    def of(self, node: Node) -> Any:
        if isinstance(node, str):
            name = str(node)
            return self.inputs.get(name) or self.left.setdefault(name, ("in", len(self.inputs) + len(self.left)))
        if type(node) in NUMBERS:
            return self.number(node)
        made = self.memo.get(id(node))  # by identity: hashing deep nodes costs more than lowering twice
        if made is None:
            made = self.memo[id(node)] = node, self._of(node)
        return made[1]

    def _of(self, node: Node) -> Any:
        kind = node[0]
        if kind == "*":
            return self.product(node[1], node[2])
        if kind == "+":
            return self.sum(node[1], node[2])
        row = part(node)
        if row.extreme:
            return functools.reduce(lambda a, b: self.line(kind, a, b), map(self.taken, node[1]))
        if row.guards:
            return self.choice(kind.removeprefix("if"), *node[1])
        if kind == "const":
            made = CONSTANTS[node[2]].value
            self.exact.setdefault(made, ("named", node[2], None))
            return made
        if kind == "root":
            x, degree = self.taken(node[1][0]), node[2]
            while degree % 2 == 0:
                x, degree = self.line("sqrt", x), degree // 2
            return x if degree == 1 else self.line("root", x, float(degree))
        if kind == "when":
            value, condition = node[1]
            return self.line("guard", self.of(value), self.holds(condition))
        if kind == "where":
            value, condition = node[1]
            return self.line("guard", self.taken(value), self.holds(condition))
        return self.exponential(node, self.taken(node[1][0])) if row.exponential else self.called(kind, node[1][0])

    @once
    def small(self) -> frozenset[int]:
        """The exponentials of them, by number, on which nothing hangs where they vanish."""
        return small_ones(self.all)

    def exponential(self, node: Node, x: Any) -> Any:
        """Of e to a power floats are right as long as that is moderate; ``code.tempered`` says what that is."""
        small = id(node) in self.small
        if type(x) is float:
            return self.vanishing(node[0], x) if small and x < -_MILD else self.line(node[0], x)
        if small and _never_above_zero(node[1][0]):
            return self.line(node[0], x)
        return self.line(node[0], self.line("capped" if small else "mild", x, _MILD))

    def vanishing(self, kind: str, x: float) -> float:
        """A constant that is nothing beside what it is added to, as a float that stands for it."""
        made = 2.0**-600
        while self.exact.setdefault(made, (kind, x, None)) != (kind, x, None):
            made /= 2
        return made

    def choice(self, relation: str, left: Node, right: Node, yes: Node, no: Node) -> Any:
        """One of two values by the sign of a difference, which is looked at where it loses its digits."""
        gap = _sum([_product(((-1, 1), (left, 1))), right])
        if type(gap) not in NUMBERS and not (type(left) in _LEAVES and type(right) in _LEAVES):
            left, right = 0, gap
        low, high = self.taken(left), self.taken(right)
        back = "<" if relation == "<=" else "<="
        held = [self.line(_COMPARED[relation], low, high), self.line(_COMPARED[back], high, low)]
        return self.line("merge", *(self.line("guard", self.taken(x), h) for x, h in zip((yes, no), held)))

    def called(self, kind: str, of: Node) -> Any:
        """A function: a logarithm is nan at 0, and looked at near 1; what is rounded is, near the whole numbers."""
        row = OPERATIONS[kind]
        if row.rounds:
            of = _rounded_inside(kind, of)
        x = self.taken(of)
        if row.lost_at_1:
            made = self.line(kind, x if self.is_above(x) else self.line("above", x))
            if isinstance(made, float) or _is_exact_term(1, of):
                return made
            if not (_is_sure_at_1(of) or _is_whole_quotient(of)):
                return self.line("sure", made, self.least)
            return self.line("some", made if _is_sure_at_1(of) else self.sure_at_0(made, of), self.least)
        return self.line(kind, self.sided(x, of) if row.rounds else x)

    def sure_at_0(self, x: Any, of: Node) -> Any:
        """The logarithm of a quotient of integers, nan at 0 where they are so large that its float is 1 beside it."""
        most = self.entire_of(of)
        if type(most) is float and most <= _BIG:
            return x
        beyond = self.line("max", self.line("sub", most, float(_BIG)), 0.0)
        return self.line("sure", x, self.line("min", beyond, self.least))

    def sided(self, x: Any, of: Node) -> Any:
        """What is rounded next, nan where floats do not say to which side: near the whole numbers.

        A quotient of integers below 2**53 is whole only where its float is, one of sizes that are none elsewhere too.
        """
        roundings = _roundings(of)
        if not roundings or type(x) is float or x[0] == "in":
            return x
        crossed = _inverse(of)
        if crossed is not None and (not _roundings(crossed[0]) or _is_whole_quotient(crossed[0])):
            return self.beside(x, *crossed)
        if not _is_whole_quotient(of):
            return self.line("edge", x, max(NEAR, (roundings + 2) * 2.0**-33) if _deepest(of, {})
                             else (roundings + 2) * 2.0**-53)  # fmt: skip
        return self.looked_at(x, of)

    def looked_at(self, x: Any, of: Node) -> Any:
        """A quotient of integers, or what is made of it, nan from 2**53 on where it is near a whole number."""
        most = self.entire_of(of)
        return x if type(most) is float and most < _BIG else self.line(_brink(of), x, most)

    def beside(self, x: Any, u: Node, base: int, degree: int) -> Any:
        """A root or a logarithm as the whole number next to it, and half a unit to the side on which it lies.

        The float itself may round to that number from beside it.  What it is of, is compared with that number's power.
        """
        of = self.of(u)
        if _roundings(u):
            x = self.looked_at(x, u)
        elif base != 2:
            x = self.line("verge", x, of)  # below 2**53 the power is exact, or above what it is compared with
        n = self.line("floor", self.line("add", x, 0.5))
        power = self.line("raised", n, float(base)) if base else self.power_of(n, degree)
        return self.line("add", n, self.line("beside", of, power))

    def entire_of(self, node: Node) -> object:
        """What no integer of a quotient exceeds, from 2**53 on where a size in it is none."""
        most, sizes = self.of(_integers(node)), [self.of(n) for n in _sizes(node)]
        found = [self.line("entire", n) for n in sizes] + ([] if most in sizes else [most])
        return functools.reduce(lambda a, b: self.line("add", a, b), found)

    def holds(self, condition: Node) -> Any:
        """1 where a condition holds and nan where it does not.

        Integers below 2**53 are compared exactly, and what is not rounded at all; otherwise the smaller side has to be
        smaller by more than rounding, and where the two are closer, they are worked out again in wider numbers: of
        polynomials in sizes, where these are no integers or make some from 2**53 on.
        """
        kind, args = condition[0], condition[1]
        if kind in ("and", "or"):
            return functools.reduce(lambda a, b: self.line("both" if kind == "and" else "either", a, b),
                                    map(self.holds, args))  # fmt: skip
        if type(args[0]) in NUMBERS and type(args[1]) in NUMBERS:
            return 1.0 if args[0] < args[1] or (args[0] == args[1] and kind == "<=") else math.nan
        low, high = map(self.of, args)
        op, roundings = _COMPARED[kind], sum(map(_roundings, args))
        if not roundings:
            return self.line(op, low, high)
        certain = self.line(op, self.line("mul", low, 1 + roundings * 2.0**-51), high)
        near = self.line(op, self.line("mul", low, 1 - roundings * 2.0**-51), high)
        open_ = self.line("both", near, self.line(f"tie{kind}", low, high))
        if all(map(_is_whole, args)):
            sizes = dict.fromkeys(n for x in args for n in _sizes(x))
            most = functools.reduce(lambda a, b: self.line("add", a, self.between(b)), sizes, high)
            exactly = self.line("both", self.line(op, low, high), self.line("le", most, float(_BIG)))
            beyond = self.line("both", self.line("le", float(_BIG), most), open_)
            return self.line("either", certain, self.line("either", exactly, beyond))
        return self.line("either", certain, open_)

    def between(self, size: str) -> Any:
        """0 of a size that is a whole number, and more than 2**53 of one that is none."""
        x = self.of(size)
        return self.line("mul", self.line("sub", x, self.line("floor", x)), 2.0**120)

    def product(self, c: Number, powers: Sequence[tuple[Node, Number]]) -> Any:
        """(p * ups) / (q * downs): with integers below 2**53 on both sides, one rounding in all."""
        if type(c) is int and c == 1:
            return self.quotient(*self.sides(powers))
        top, bottom = abs(c.numerator), c.denominator
        rounded = (top > _BIG or bottom > _BIG) and not (_is_exact(top) and _is_exact(bottom))
        if top == bottom == 1:
            front, below = 1.0, 1.0
        elif rounded or bottom & (bottom - 1) == 0:
            front, below = self.number(c if c > 0 else -c), 1.0
            if not front:
                raise OverflowError("too small for a float64")
        elif top & (top - 1) == 0:  # x * 2**k / q is x / (q / 2**k), to the last bit
            front, below = 1.0, self.number(Fraction(bottom, top))
        else:
            front, below = float(top), float(bottom)
        ups, downs = self.sides(powers)
        if c < 0:
            front = -front
        return self.quotient([*ups, front] if front != 1 else ups, [*downs, below] if below != 1 else downs)

    def sides(self, powers: Sequence[tuple[Node, Number]]) -> tuple[list[object], list[object]]:
        """What stands above and below the line."""
        return [self.power(b, e) for b, e in powers if e > 0], [self.power(b, -e) for b, e in powers if e < 0]

    def quotient(self, ups: Sequence[object], downs: Sequence[object]) -> Any:
        up, down = self.chain(ups) if ups else 1.0, self.chain(downs) if downs else 1.0
        return up if down == 1.0 else self.line("div", up, down)

    def chain(self, factors: Sequence[Any]) -> Any:
        made = factors[0]
        for x in factors[1:]:
            made = self.line("mul", made, x)
        return made

    def power(self, base: Node, e: Number) -> Any:
        if e == 1:
            return self.of(base)
        x = self.of(base) if e.denominator == 1 else self.taken(base)
        whole, part = (e, 0) if type(e) is int else divmod(e, 1)
        if (part and part != _HALF) or whole > 64:
            return self.line("pow", x, self.number(e))
        return self.power_of(x, int(whole), [self.line("sqrt", x)] if part else [])

    def power_of(self, x: Any, n: int, pieces: Sequence[Any] = ()) -> Any:
        """A whole power, by products."""
        pieces, square = list(pieces), x
        while n:
            if n & 1:
                pieces.append(square)
            n >>= 1
            if n:
                square = self.line("mul", square, square)
        return self.chain(pieces)

    def sum(self, number: Number, parts: Sequence[tuple[Number, Node]]) -> Any:
        """The terms above 0, then the others; where these may leave fewer digits than are told, that is looked at."""
        terms = _in_order(number, parts)
        if not _of_both_signs(number, parts):
            return self.added(terms, self.scaled)
        if all(_is_exact_term(c, n) for c, n in terms):
            return self.added(terms, self.unrounded) if len(terms) == 2 else self.with_what_is_lost(terms)
        found: list[Any] = []
        whole = _whole_terms(terms)
        first = self.exactly(whole) if whole else None
        rest = [t for t in terms if t not in whole]
        if whole and not rest:
            return first
        value = self.added(rest, self.scaled, found, first)
        if isinstance(value, float):
            return _to_all_digits(("+", number, tuple(parts)), value)
        if first is None and terms[0][0] < 0:
            found[0] = self.scaled(-terms[0][0], terms[0][1])
        sizes = [x if self.is_above(x) else self.line("abs", x) for x in found]
        most = functools.reduce(lambda a, b: self.line("add", a, b), sizes)
        return self.line("sure", value, self.line("mul", most, self.least))

    def exactly(self, terms: Sequence[tuple[Number, Node]]) -> Any:
        """The sum of terms that are not rounded, before others are added.

        Of B - 13*floor(B/13) + D/F the remainder has all its digits, which it loses where D/F is added to B before.
        """
        return self.added(terms, self.unrounded) if len(terms) == 2 else self.with_what_is_lost(terms)

    def added(
        self,
        terms: Sequence[tuple[Number, Node]],
        term: Callable[[Number, Node], Any],
        found: list[Any] | None = None,
        first: Any = None,
    ) -> Any:
        """The sum of terms, to a first one where it is given; ``found`` is told of that and of what is added."""
        made, terms = (term(*terms[0]), terms[1:]) if first is None else (first, terms)
        others = [made]
        for c, node in terms:
            others.append(term(c if c > 0 else -c, node))
            made = self.line("add" if c > 0 else "sub", made, others[-1])
        if found is not None:
            found += others
        return made

    def with_what_is_lost(self, terms: Sequence[tuple[Number, Node]]) -> Any:
        """The sum of floats that are not rounded, to which is added what each addition has rounded away.

        Of four terms and more what is rounded away may cancel itself; then it is looked at as any sum is.
        """
        made, *others = [self.unrounded(*t) for t in terms]
        gone: Any = 0.0
        most: Any = 0.0
        for x in others:
            total = self.line("add", made, x)
            share = self.line("sub", total, made)
            of_first = self.line("sub", made, self.line("sub", total, share))
            rest = self.line("add", of_first, self.line("sub", x, share))
            gone, made = self.line("add", rest, gone), total
            if len(others) > 2:
                most = self.line("add", self.line("abs", rest), most)
        told = self.line("add", made, gone)
        return told if len(others) < 3 else self.line("sure", told, self.line("mul", most, self.least))

    def unrounded(self, c: Number, node: Node) -> Any:
        """A multiple that no float is rounded in, nan where that was taken for granted and is not so.

        That is from 2**53 on, and between sizes: three times 1/3 is rounded, and a size times a rounding.
        """
        if not (_is_taken_for_exact(c, node) or _rounding_in(node)):
            return self.scaled(c, node)
        _, times, powers = node if isinstance(node, tuple) and node[0] == "*" else ("*", 1, ((node, 1),))
        x = self.chain([self.line("entire", self.of(b)) if isinstance(b, str) else self.of(b) for b, _ in powers])
        return self.line("whole", x if c * times == 1 else self.line("mul", x, self.number(c * times)))

    def scaled(self, c: Number, node: Node) -> Any:
        """A multiple of a node; numbers are multiples of 1."""
        if node == 1:
            return self.number(c)
        if isinstance(node, tuple) and node[0] == "*":
            return self.product(c * node[1], node[2])
        x = self.of(node)
        return x if c == 1 else self.line("mul", self.number(c), x)


def small_ones(nodes: Iterable[Node]) -> frozenset[int]:
    """The exponentials in nodes, by number, that are only added to what is larger by far where they vanish.

    >>> x = ("exp", (("*", -1, (("D", 1),)),))
    >>> [len(small_ones([n])) for n in (("+", 1, ((-1, x),)), ("+", 0, ((1, x),)), ("log", (x,)))]
    [1, 0, 0]
    """
    small, others, seen = set[int](), set[int](), set[int]()
    waiting: list[Any] = list(nodes)
    others |= {id(n) for n in waiting}
    while waiting:
        n = waiting.pop()
        if not isinstance(n, tuple) or id(n) in seen:
            continue
        seen.add(id(n))
        inside = [b for b, _ in n[2]] if n[0] == "*" else [x for _, x in n[2]] if n[0] == "+" else list(n[1])
        added = [_exponential_in(_bare(x)) for x in inside] if n[0] == "+" and _anchored(n) else []
        small |= {id(x) for x in added if x is not None}
        waiting += [x[1][0] for x in added if x is not None]
        inside = inside if not added else [x for x, found in zip(inside, added) if found is None]
        others |= {id(x) for x in inside}
        waiting += inside
    return frozenset(small - others)


def _anchored(total: Node) -> bool:
    """Whether a sum has a term that is a number or a symbol, and is looked at where that cancels."""
    has_one = bool(total[1]) or any(isinstance(_bare(n), str) for _, n in total[2])
    terms = _in_order(total[1], total[2])
    return has_one and (not _of_both_signs(total[1], total[2]) or not _whole_terms(terms))


def _bare(node: Node) -> Node:
    """A node without the number in front of it."""
    alone = isinstance(node, tuple) and node[0] == "*" and len(node[2]) == 1 and node[2][0][1] == 1
    return node[2][0][0] if alone else node


def _exponential_in(node: Node) -> Any:
    """The exponential that a term is, or is of symbols and numbers beside it; None where it is neither."""
    if not isinstance(node, tuple) or node[0] != "*":
        return node if isinstance(node, tuple) and part(node).exponential else None
    found = [b for b, e in node[2] if isinstance(b, tuple) and part(b).exponential and e == 1]
    rest = [b for b, _ in node[2] if not isinstance(b, str)]
    return found[0] if len(found) == len(rest) == 1 else None


def _never_above_zero(node: Node) -> bool:
    """Whether a product is seen to be below 0, or 0, at all positive sizes."""
    return isinstance(node, tuple) and node[0] == "*" and node[1] < 0 and never_below_zero(("*", 1, node[2]))


_MILD = 256 * math.log(2)  # so far e to a power, and the product of three, are floats
_SHRINKS = having("shrinks")
_LOST_AT_1 = having("lost_at_1")
_LEAST_LEFT = 2.0**-20  # of the terms of a sum, what has to be left of them for nine digits to be right
_LEAVES = frozenset((str, int, Fraction))


def _to_all_digits(node: Node, value: float) -> float:
    """The float of a number, worked out in the algebra's digits; as it is where that knows no such number."""
    try:
        made = _as_ratio(node)
        exactly = made.constant()
        return as_float64(approximate(made) if exactly is None else exactly)
    except SymroofError:
        return value


def _as_ratio(node: Node) -> Ratio:
    """The ratio of a node without symbols; raises SymroofError for what no ratio is."""
    if type(node) in NUMBERS:
        return ratio(node)
    if not isinstance(node, tuple) or not (node[0] in ("+", "*") or part(node).extreme or node[0] in FUNCTIONS):
        raise SymroofError(f"{node!r} is no number of the algebra")
    if node[0] == "+":
        return total([ratio(node[1]), *(_as_ratio(n) * c for c, n in node[2])])
    if node[0] == "*":
        return functools.reduce(lambda a, b: a * b, [_as_ratio(b) ** e for b, e in node[2]], ratio(node[1]))
    return build(node[0], [_as_ratio(n) for n in node[1]])


def _in_order(number: Number, parts: Sequence[tuple[Number, Node]]) -> list[tuple[Number, Node]]:
    """The terms of a sum, those added before the others, so that one that is added is first where there is any."""
    ordered = [p for p in parts if p[0] > 0] + [p for p in parts if p[0] < 0]
    if number:
        ordered.insert(0 if ordered[0][0] < 0 < number else len(ordered), (number, 1))
    return ordered


def cancels(number: Number, parts: Sequence[tuple[Number, Node]]) -> bool:
    """Whether a sum of terms of both signs may lose its digits: it has more than two, or one of them is rounded.

    The one rounding of a difference of sizes leaves all its digits.

    >>> cancels(0, ((1, "B"), (-1, "D"))), cancels(0, ((1, ("*", 1, (("B", 2),))), (-1, "D"))), cancels(0, ((2, 3),))
    (False, True, False)
    """
    several = _of_both_signs(number, parts)
    return several and (len(parts) + bool(number) > 2 or not all(_is_exact_term(c, n) for c, n in parts))


def _of_both_signs(number: Number, parts: Sequence[tuple[Number, Node]]) -> bool:
    """Whether a sum may have terms of both signs."""
    if number >= 0 and all([c > 0 and (isinstance(n, str) or _of_symbols(n)) for c, n in parts]):
        return False
    several, up = len(parts) + bool(number) > 1, number > 0 if number else None
    for c, n in parts:
        if not (isinstance(n, str) or never_below_zero(n)):
            return several
        if up is None:
            up = c > 0
        elif up is not (c > 0):
            return True
    return False


def _of_symbols(node: Node) -> bool:
    """Whether a node is a product of powers of symbols, or a number above 0."""
    if type(node) is not tuple:
        return not isinstance(node, str) and bool(node > 0)
    return node[0] == "*" and all([isinstance(base, str) for base, _ in node[2]])


def _whole_terms(terms: Sequence[tuple[Number, Node]]) -> list[tuple[Number, Node]]:
    """The terms of a sum that are not rounded, where these have both signs; of a remainder, B - D*floor(B/D), both.

    >>> floor = ("floor", (("*", 1, (("B", 1), ("D", -1))),))
    >>> len(_whole_terms([(1, "B"), (-1, ("*", 1, (("D", 1), (floor, 1)))), (1, ("*", 1, (("F", -1),)))]))
    2
    """
    found = [t for t in terms if _is_exact_term(*t)]
    found += [t for t in terms if t not in found and any(_is_remainder(t, other) for other in found)]
    return found if len({c > 0 for c, _ in found}) == 2 else []


def _is_remainder(taken: tuple[Number, Node], of: tuple[Number, Node]) -> bool:
    """Whether a term is a size times the rounding of a quotient by that size, of which it is next to another term."""
    inner = _rounding_in(taken[1])
    if inner is None or taken[0] != -of[0] or not isinstance(taken[1], tuple):
        return False
    rest = [(b, e) for b, e in taken[1][2] if b != inner]
    sizes = taken[1][1] == 1 and all(isinstance(b, str) and is_size(b) and e == 1 for b, e in rest)
    return sizes and _product([*rest, (inner[1][0], 1)]) == of[1]


def _rounding_in(node: Node) -> Any:
    """The one rounding among the factors of a product of several, or None."""
    if not isinstance(node, tuple) or node[0] != "*" or len(node[2]) < 2:
        return None
    found = [b for b, e in node[2] if isinstance(b, tuple) and part(b).rounds and e == 1]
    return found[0] if len(found) == 1 else None


def _sizes(node: Node) -> list[str]:
    """The symbols that a node is a sum or a product of, those in what is rounded left out: that is whole anyway.

    >>> _sizes(("*", 2, (("D", 1), (("floor", ("B",)), 1))))
    ['D']
    """
    if not isinstance(node, tuple):
        return [node] if isinstance(node, str) else []
    inside = [n for _, n in node[2]] if node[0] == "+" else [n for n, _ in node[2]] if node[0] == "*" else []
    return list(dict.fromkeys(x for n in inside for x in _sizes(n)))


def _is_exact_term(c: Any, node: Node) -> bool:
    """Whether a float of a multiple of a node is not rounded, whole multiples below 2**53 taken for granted."""
    if isinstance(node, tuple) and node[0] == "*" and len(node[2]) == 1 and node[2][0][1] == 1:
        return _is_exact_term(c * node[1], node[2][0][0])
    if isinstance(node, tuple):
        return bool(part(node).rounds) and c.denominator == 1 and _is_exact(abs(c.numerator))
    if not isinstance(node, str):
        return bool(as_float64(node * c) == node * c)
    return _is_power_of_two(c) or bool(is_size(node) and c.denominator == 1 and abs(c) < 1 << 20)


def _is_taken_for_exact(c: Number, node: Node) -> bool:
    """Whether such a multiple is only while it is below 2**53: one of a rounding, and three times a size."""
    if isinstance(node, tuple) and node[0] == "*":
        return _is_taken_for_exact(c * node[1], node[2][0][0])
    return isinstance(node, tuple) or (isinstance(node, str) and not _is_power_of_two(c))


def _deepest(node: Node, known: dict[int, int]) -> int:
    """How many sums that may cancel, and logarithms near 1, stand in each other in a node."""
    if not isinstance(node, tuple):
        return 0
    found = known.get(id(node))
    if found is None:
        if node[0] == "+":
            inside: list[Node] = [n for _, n in node[2]]
            own = cancels(node[1], node[2])
        elif node[0] == "*":
            inside, own = [b for b, _ in node[2]], False
        elif node[0] in ("when", "where"):
            inside, own = [node[1][0]], False
        else:
            inside, own = list(node[1]), node[0] in _LOST_AT_1 and not _is_exact_term(1, node[1][0])
        found = known[id(node)] = own + max([_deepest(n, known) for n in inside if type(n) is tuple], default=0)
    return found


def _brink(of: Node) -> str:
    """How near to a whole number a quotient of integers, or a root or logarithm of one, may be beside it in floats."""
    return "verge" if _roundings(of) < 256 and not _deepest(of, {}) else "brink"


def _is_whole_quotient(node: Node) -> bool:
    """Whether a node is a quotient of polynomials in sizes, whose float is whole only where it is."""
    if not isinstance(node, tuple) or node[0] != "*":
        return _is_whole(node)
    return all(e.denominator == 1 and _is_whole(b) for b, e in node[2])


_MOST_TIMES = 2  # of a logarithm: a power of more is beyond 2**53 at sizes of no more than 2**17, and told by no float


def _inverse(node: Node) -> tuple[Node, int, int] | None:
    """What a logarithm or root is taken of, with its base, or 0 and its degree; None of what is neither.

    Nor of what may be below 0, where the power would not tell so: of sqrt(B)*(D - 2) it is even.

    >>> _inverse(("*", 3, (("B", _HALF),))), _inverse(("*", 2, ((("log2", ("B",)), 1),)))
    ((('*', 9, (('B', 1),)), 0, 2), (('*', 1, (('B', 2),)), 2, 0))
    """
    _, c, powers = node if isinstance(node, tuple) and node[0] == "*" else ("*", 1, ((node, 1),))
    if c <= 0 or not powers:
        return None
    if any(isinstance(b, tuple) and b[0] in _LOST_AT_1 for b, _ in powers):
        base = _base(powers)
        if base is None or c.denominator != 1 or c > _MOST_TIMES:
            return None
        of = max(powers, key=lambda p: p[1])[0][1][0]
        return _product(((of, c),)), base, 0
    inside = [(b[1][0], Fraction(e, b[2])) if _is_root(b) else (b, e) for b, e in powers]
    degree = math.lcm(*[e.denominator for _, e in inside])
    period = 1 if degree % 2 else 2  # exponents that are multiples of it lose no sign to that power
    if not 1 < degree <= 64 or not all([never_below_zero(b) or not e % period for b, e in inside]):
        return None
    whole = [(b, exact(Fraction(e * degree))) for b, e in inside]
    return _product(((exact(Fraction(c) ** degree), 1), *whole)), 0, degree


def _is_root(node: Node) -> bool:
    return isinstance(node, tuple) and node[0] in _ROOTS


def _base(powers: Sequence[tuple[Node, Number]]) -> int | None:
    """Of log2(x), or of log(x)/log(n), the base; None of what is no such logarithm."""
    if len(powers) == 1:
        return 2 if powers[0][1] == 1 and part(powers[0][0]).logarithm else None
    (of, up), (base, down), *others = sorted(powers, key=lambda p: -p[1])
    if others or (up, down) != (1, -1) or not isinstance(of, tuple) or of[0] not in _LOST_AT_1:
        return None
    n = _number_under(of[0], base)
    return n if n is not None and 1 < n < 1 << 20 else None


def _number_under(kind: str, node: Node) -> int | None:
    """The whole number whose logarithm of a kind a node is, log2(10) read as 1 + log2(5); None of what is none."""
    twice = PARTS[kind].logarithm and isinstance(node, tuple) and node[0] == "+" and len(node[2]) == 1
    front, (c, of) = (node[1], node[2][0]) if twice else (0, (1, node))
    if c != 1 or not 0 <= front < 20 or not isinstance(of, tuple) or of[0] != kind or type(of[1][0]) is not int:
        return None
    return of[1][0] << front


def _rounded_inside(kind: str, node: Node) -> Node:
    """What is rounded, a logarithm or root in it rounded first where that makes no difference.

    The floor of (f + n)/m is that of (floor(f) + n)/m, of whole numbers n and m, and that of n - f is n less a ceiling.

    >>> _rounded_inside("floor", ("+", 1, ((-1, ("log2", ("B",))),)))
    ('+', 1, ((-1, ('ceil', (('log2', ('B',)),))),))
    """
    _, c, powers = node if isinstance(node, tuple) and node[0] == "*" else ("*", 1, ((node, 1),))
    inner: Any = powers[0][0] if len(powers) == 1 and powers[0][1] == 1 else None
    is_sum = isinstance(inner, tuple) and inner[0] == "+"
    number, parts = (inner[1], inner[2]) if is_sum else (0, ((1, ("*", 1, powers)),))
    found = [(p, n) for p, n in parts if not (_is_whole(n) and not _sizes(n))]
    if len(found) != 1 or number.denominator != 1 or (c > 0 and c.denominator == 1 and not is_sum):
        return node
    (p, n), up = found[0], c.numerator
    of = _product(((abs(p * up), 1), (n, 1)))
    if p.denominator != 1 or _inverse(of) is None:
        return node
    way = kind if p * up > 0 else next(k for k in _ROUNDS if k != kind)
    rest = [_product(((q * up, 1), (m, 1))) for q, m in parts if m is not n]
    first = _product(((1 if p * up > 0 else -1, 1), ((way, (of,)), 1)))
    return _product(((_sum([number * up, *rest, first]), 1), (Fraction(1, c.denominator), 1)))


def _integers(node: Node) -> Node:
    """What no integer exceeds, where it stays below 2**53, that a quotient of polynomials in sizes is worked out with.

    A denominator of terms above 0 may: it makes a quotient below 1 of a smaller numerator, on whichever float it is.

    >>> _integers(("*", Fraction(3, 5), (("B", 2), ("D", -1)))), _integers(("+", -2, ((3, "B"),)))
    (('*', 3, (('B', 2),)), ('+', 2, ((3, 'B'),)))
    """
    if not isinstance(node, tuple) or node[0] != "*":
        return _magnitude(node)
    top, bottom = (tuple((_magnitude(b), abs(e)) for b, e in node[2] if (e > 0) is up) for up in (True, False))
    above = ("*", min(abs(node[1].numerator), _BIG), top)
    if all([never_below_zero(b) for b, e in node[2] if e < 0]):
        return above
    return "max", (above, ("*", min(node[1].denominator, _BIG), bottom))


def _magnitude(node: Node) -> Node:
    """A polynomial in sizes and roundings with each of its terms taken above 0."""
    if not isinstance(node, tuple):
        return node if isinstance(node, str) else abs(node)
    if never_below_zero(node):
        return node
    if node[0] == "+":
        return "+", abs(node[1]), tuple((abs(c), _magnitude(n)) for c, n in node[2])
    if node[0] == "*":
        return "*", abs(node[1]), tuple((_magnitude(b), e) for b, e in node[2])
    return "max", (node, ("*", -1, ((node, 1),)))


def _is_sure_at_1(node: Node) -> bool:
    """Whether the float of a node is 1 only where the node is: that of a quotient of two symbols."""
    plain = isinstance(node, tuple) and node[0] == "*" and node[1] == 1 and all(isinstance(b, str) for b, _ in node[2])
    return plain and sorted(e for _, e in node[2]) == [-1, 1]


_ROUNDS = having("rounds")
_LARGEST_LOG = 710  # the natural one of a float, by which the rounding of 1/3 counts in a cube root
_COMPARED = {"<": "lt", "<=": "le"}


def _roundings(node: Any) -> int:
    """How many roundings there are in a sum of positive terms, at most; none in the double of a symbol, or a maximum.

    >>> _roundings(("*", 2, (("W", 1),))), _roundings(("min", ("D", "W"))), _roundings(("*", 3, (("W", 1),)))
    (0, 0, 6)
    """
    if isinstance(node, str):
        return 0
    if not isinstance(node, tuple):
        return 0 if _is_exact(abs(node.numerator)) and node.denominator & (node.denominator - 1) == 0 else 1
    if node[0] == "+":
        return 1 + sum([_roundings(n) + 2 for _, n in node[2]])
    if node[0] == "*" and len(node[2]) == 1 and node[2][0][1] == 1 and _is_power_of_two(node[1]):
        return _roundings(node[2][0][0])
    if node[0] == "*":
        off = [0 if e.denominator & (e.denominator - 1) == 0 else _LARGEST_LOG for _, e in node[2]]
        return 2 + sum([(_roundings(b) + 2 + more) * int(abs(e) + 1) for (b, e), more in zip(node[2], off)])
    inside, row = sum(map(_roundings, node[1])), part(node)
    if row.extreme or (row.rounds and not inside):
        return inside
    if row.exponential:  # what is off in its argument, it is off by beside itself
        return 4 + (inside + 1) * _LARGEST_LOG
    if node[0] in _LOST_AT_1:
        return 4 + 2 * inside
    return 4 + inside + (_LARGEST_LOG if _is_root(node) else 0)


def _is_power_of_two(c: Number) -> bool:
    """Whether floats are multiplied by a number without a rounding, but where they overflow."""
    top, bottom = abs(c.numerator), c.denominator
    return top & (top - 1) == 0 and bottom & (bottom - 1) == 0 and max(top, bottom) < 2**64


def _is_whole(node: Node) -> bool:
    """Whether a node is a polynomial in sizes with whole coefficients."""
    if not isinstance(node, tuple):
        return is_size(node) if isinstance(node, str) else node.denominator == 1
    if node[0] == "+":
        return all(c.denominator == 1 and _is_whole(n) for c, n in node[2]) and node[1].denominator == 1
    if node[0] == "*":
        return node[1].denominator == 1 and all(e > 0 and e.denominator == 1 and _is_whole(b) for b, e in node[2])
    return bool(part(node).rounds)


def as_float64(x: Number) -> float:
    try:
        return float(x)
    except OverflowError:
        raise SymroofError("a constant of about 2**1024 or more is too large for a float64; use exactly()") from None


def _is_exact(n: int) -> bool:
    return n.bit_length() < 1000 and int(float(n)) == n
