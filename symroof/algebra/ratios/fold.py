"""The one walk over what a ratio is made of: ``fold`` asks a domain what each part means and puts the parts together.

| part                                  | the domain's method              |
|---------------------------------------|----------------------------------|
| a rational number, a symbol           | ``number``, ``symbol``           |
| pi, E, EulerGamma                     | ``constant``                     |
| max, min of several                   | ``extremum``                     |
| a where l < r (l <= r), else b        | ``choice``                       |
| ceil, floor, log2 ...: of FUNCTIONS   | ``call``                         |
| the base of a fractional power        | ``radicand``                     |
| powers, products, sums, quotients     | ``power``, ``poly``, ``quotient`` |

No other module need know the kinds of atom.  Each generator is worked out once, inner ones first, however often it
occurs: time is linear in the number of different parts, and depth does not matter.

>>> from symroof.algebra.ratios.posynomial import build, gen
>>> class Depth(Domain[int]):
...     def number(self, c): return 0
...     def symbol(self, name): return 0
...     def constant(self, c): return 0
...     def extremum(self, f, args): return 1 + max(args)
...     def choice(self, f, left, right, yes, no): return 1 + max(left, right, yes(), no())
...     def call(self, atom, f, x): return 1 + x
...     def radicand(self, atom, x): return 1 + x
...     def poly(self, p): return max((self.of(g) for m, _ in p.monomials() for g in m), default=0)
...     def quotient(self, r, top, bottom): return max(top, bottom)
>>> fold(build("ceil", [build("max", [gen("B") / 2, gen("D")])]), Depth())
2
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Generic, TypeVar, final

from symroof.algebra.ratios.functions import CONSTANTS, EXTREMES, FUNCTIONS, GUARDS, Constant, Extreme, Function, Guard
from symroof.algebra.ratios.poly import ONE, ZERO, Atom, Gen, Number, Poly, term
from symroof.algebra.ratios.posynomial import Ratio, build, named_constant, takes_first, total
from symroof.errors import Unsupported

T = TypeVar("T")
DEEP = 20  # functions inside each other from which they are worked out in turn, not by recursion


class Domain(ABC, Generic[T]):
    """What the parts of a ratio mean to somebody who asks; one object answers for one point, box or target."""

    def __init__(self) -> None:
        self.known: dict[Gen, T] = {}

    @abstractmethod
    def number(self, c: Number) -> T:
        """A rational number."""

    @abstractmethod
    def symbol(self, name: str) -> T:
        """A positive symbol."""

    @abstractmethod
    def constant(self, c: Constant) -> T:
        """A named number."""

    @abstractmethod
    def extremum(self, f: Extreme, args: Sequence[T]) -> T:
        """The largest or smallest argument."""

    @abstractmethod
    def choice(self, f: Guard, left: T, right: T, yes: Callable[[], T], no: Callable[[], T]) -> T:
        """``yes()`` where ``f.holds(left, right)``, ``no()`` elsewhere."""

    @abstractmethod
    def call(self, atom: Atom, f: Function, x: T) -> T:
        """A function of one argument."""

    @abstractmethod
    def radicand(self, atom: Atom, x: T) -> T:
        """The base of a fractional power."""

    @abstractmethod
    def poly(self, p: Poly) -> T:
        """A sum of products of powers, each generator's meaning given by ``self.of``."""

    @abstractmethod
    def quotient(self, r: Ratio, top: T, bottom: T) -> T:
        """One polynomial over another."""

    def of(self, g: Gen) -> T:
        """The meaning of a generator, worked out once."""
        made = self.known.get(g)
        if made is None:
            made = self.known[g] = self.symbol(g) if isinstance(g, str) else _atom(g, self)
        return made


def fold(r: Ratio, domain: Domain[T]) -> T:
    """What a ratio means in a domain."""
    if any(a.depth > DEEP for a in (*r.num.ring.atoms, *r.den.ring.atoms)):
        _inner_first(r, domain)
    return domain.quotient(r, domain.poly(r.num), domain.number(1) if r.den is ONE else domain.poly(r.den))


def _inner_first(r: Ratio, domain: Domain[T]) -> None:
    """Work out every atom after those inside it; what stands in the branches of a choice waits until it is chosen."""
    stack: list[tuple[Atom, bool]] = [(a, False) for a in reversed(r.atoms)]
    while stack:
        a, ready = stack.pop()
        if a in domain.known:
            continue
        if ready:
            domain.known[a] = _atom(a, domain)
            continue
        stack.append((a, True))
        for x in a.evaluated:
            stack.extend((inner, False) for inner in x.atoms if inner not in domain.known)


def _atom(a: Atom, domain: Domain[T]) -> T:
    kind = a.kind
    if kind == "const":
        return domain.constant(CONSTANTS[a.name])
    if kind in GUARDS:
        left, right, yes, no = a.args
        return domain.choice(GUARDS[kind], fold(left, domain), fold(right, domain), lambda: fold(yes, domain),
                             lambda: fold(no, domain))  # fmt: skip
    args = [fold(x, domain) for x in a.args]
    if kind in EXTREMES:
        return domain.extremum(EXTREMES[kind], args)
    (x,) = args
    if kind == "base":
        return domain.radicand(a, x)
    if kind in FUNCTIONS:
        return domain.call(a, FUNCTIONS[kind], x)
    raise Unsupported(f"there is no function {kind!r}; known: max, min, {', '.join(FUNCTIONS)}")


def map_atoms(r: Ratio, change: Callable[[Atom], Ratio | None], names: Callable[[str], Ratio | None] | None = None,
              known: dict[Gen, Ratio] | None = None) -> Ratio:  # fmt: skip
    """The ratio with atoms (and names) replaced, inside other atoms too; None keeps one, its arguments replaced.

    >>> from symroof.algebra.ratios.posynomial import gen
    >>> print(map_atoms(build("ceil", [gen("B") / 8]) + gen("D"), lambda a: a.args[0] if a.kind == "ceil" else None))
    B/8 + D
    """
    return _Changed(change, names, {} if known is None else known).whole(r)


@final
class _Changed:
    """What ratios become where atoms and names are replaced; each generator is looked at once."""

    __slots__ = ("change", "memo", "names")

    def __init__(self, change: Callable[[Atom], Ratio | None], names: Callable[[str], Ratio | None] | None,
                 memo: dict[Gen, Ratio]) -> None:  # fmt: skip
        self.change, self.names, self.memo = change, names, memo

    def of(self, g: Gen) -> Ratio:
        made = self.memo.get(g)
        if made is None:
            made = self.memo[g] = self.name(g) if isinstance(g, str) else self.atom(g)
        return made

    def name(self, n: str) -> Ratio:
        found = self.names(n) if self.names is not None else None
        return Ratio(term({n: 1})) if found is None else found

    def atom(self, a: Atom) -> Ratio:
        found = self.change(a)
        if found is not None:
            return found
        if a.row.guards:  # the branch that is not taken need not have a value there
            left, right = map(self.whole, a.evaluated)
            first = takes_first(a.kind, left, right)
            if first is not None:
                return self.whole(a.values[0 if first else 1])
        args = [self.whole(x) for x in a.args]
        if all(new is old for new, old in zip(args, a.args)):
            return Ratio(term({a: 1}))
        return args[0] if a.kind == "base" else build(a.kind, args)

    def poly(self, p: Poly) -> Ratio:
        made: dict[Gen, Ratio] = {g: self.of(g) for g in p.gens}
        moved = {g for g, x in made.items() if x.monomial() != ({g: 1}, 1)}
        if not moved:
            return Ratio(p)
        out: list[Ratio] = []
        for exps, c in p.monomials():
            piece = Ratio(term({g: e for g, e in exps.items() if g not in moved}, c))
            for g, e in exps.items():
                if g in moved:
                    piece = piece * made[g] ** e
            out.append(piece)
        return total(out)

    def whole(self, x: Ratio) -> Ratio:
        top = self.poly(x.num)
        if x.den is ONE:
            return x if top.num is x.num else top
        bottom = self.poly(x.den)
        return x if top.num is x.num and bottom.num is x.den else top / bottom


def inside(a: Atom, name: str) -> bool:
    """Whether the symbol occurs in the atom, at any depth."""
    return any(name in r.names for r in a.args)


def all_atoms(r: Ratio) -> list[Atom]:
    """Every function in a ratio, those inside others after them."""
    found: dict[Atom, None] = {}
    for a in r.atoms:
        found[a] = None
        for inner in a.args:
            found.update(dict.fromkeys(all_atoms(inner)))
    return list(found)


def spelt(said: Iterable[Ratio], taken: Iterable[str] = ()) -> dict[str, Ratio]:
    """What the names of constants mean in text beside these ratios: the constants that they hold, a power of e too.

    A name that is a symbol in one of them, or ``taken``, stays that symbol.

    >>> from symroof.algebra.ratios.posynomial import gen
    >>> circle = named_constant("pi") * gen("B")
    >>> spelt([circle]), spelt([circle, gen("pi")]), spelt([build("exp", [-1])])["e"], spelt([gen("B")])
    ({'pi': pi}, {}, E, {})
    """
    ratios = list(said)
    used = {str(n) for r in ratios for n in r.names} | {*taken}
    atoms = list(dict.fromkeys(a for r in ratios for a in r.atoms))
    seen = {*atoms}
    for a in atoms:  # which grows: each is looked at once, however often it stands inside others
        inner = [b for r in a.args for b in r.atoms if b not in seen]
        seen.update(inner)
        atoms += dict.fromkeys(inner)
    held = [a.name or "E" for a in atoms if a.kind == "const" or (a.kind == "exp" and not a.args[0].names)]
    return {n: named_constant(c) for c in held for n in CONSTANTS[c].typed if n not in used}


def switches(a: Atom) -> list[tuple[Ratio, Ratio]]:
    """The pairs of ratios at whose equality a function goes from one case to another, or ends.

    >>> from symroof.algebra.ratios.posynomial import gen
    >>> [f"{x} = {y}" for f in (build("max", [gen("B"), gen("D")]), build("log2", [gen("B")]))
    ...  for a in f.atoms for x, y in switches(a)]
    ['B = D', 'B = 1']
    """
    if a.row.extreme:
        return list(combinations(a.args, 2))
    if a.row.guards:
        return [(a.args[0], a.args[1])]
    return [(a.args[0], Ratio(ONE if a.row.logarithm else ZERO))] if a.row.demands else []


def changes(a: Atom, name: str) -> bool:
    """Whether a function of a symbol is a number, or one of its sides, from one place to the next."""
    return bool(a.row.rounds or a.row.extreme or a.row.guards) and inside(a, name)


def chosen(a: Atom, side: Callable[[Ratio], int], whole: Callable[[Ratio], int]) -> Ratio:
    """What a function that changes is where signs, and the largest integer that something does not exceed, are known.

    >>> from symroof.algebra.ratios.posynomial import gen
    >>> (a,) = build("max", [gen("B"), gen("D")]).atoms
    >>> print(chosen(a, lambda r: 1, lambda r: 0))
    D
    """
    if a.row.rounds:
        (y,) = a.args
        k = whole(y)
        return Ratio(ONE) * (k + (a.row.rounds > 0 and side(y - k) != 0))
    if a.row.guards:
        (left, right), (yes, no) = a.evaluated, a.values
        return yes if GUARDS[a.kind].holds(0, side(right - left)) else no
    best, *rest = a.args
    for x in rest:
        if side(x - best) == a.row.extreme:
            best = x
    return best


def demanded(a: Atom) -> tuple[Ratio, bool] | None:
    """What must not be below 0 for a function to have a value, and whether it must not be 0; None: it has one anyway.

    >>> from symroof.algebra.ratios.posynomial import gen
    >>> [demanded(a) for a in build("log2", [gen("B") - 4]).atoms]
    [(B - 4, True)]
    """
    return (a.args[0], a.row.demands == ">") if a.row.demands else None


def put(r: Ratio, made: Mapping[Atom, Ratio]) -> Ratio:
    """Atoms replaced, inside other atoms too."""
    return map_atoms(r, made.get)
