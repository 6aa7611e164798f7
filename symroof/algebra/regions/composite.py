"""Thresholds of expressions in which the unknown stands inside max, min, log2 or a root.

Maxima become unions and intersections, and a function that contains the unknown alone is solved from the outside in.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from symroof.algebra.ratios.budget import briefly
from symroof.algebra.ratios.fold import all_atoms, inside, put
from symroof.algebra.ratios.functions import GUARDS
from symroof.algebra.ratios.posynomial import (
    LN2,
    ZERO,
    Atom,
    Gen,
    Number,
    Poly,
    Ratio,
    build,
    exact,
    gen,
    maximum_of,
    ordered,
    product,
    ratio,
    term,
)
from symroof.algebra.regions.axis import by_power, by_sign, cells, limited, product_of_powers, some, together, verdict
from symroof.algebra.regions.implicit import beyond, leveled, monotone
from symroof.algebra.regions.kinds import Answered, Between, Joined, Ray
from symroof.algebra.regions.outcome import Threshold
from symroof.algebra.regions.overlay import MOST_BITS, in_numbers, overlaid, unlimited, written_out
from symroof.algebra.regions.recursion import crossing
from symroof.algebra.signs.closed import Extremum, Implicit, PowerOfTwo, Quadratic, Quotient, Root
from symroof.algebra.signs.condition import Condition, both, condition
from symroof.algebra.signs.factor import factors
from symroof.algebra.signs.positivity import bare, is_positive
from symroof.algebra.signs.sign import sign, sign_of
from symroof.errors import Inconclusive, SymroofError, Unsupported
from symroof.symbols import is_size

MAX_TERMS = 60  # of what a root is compared with
MAX_POWER = 2000  # terms of a sum to a power that undoes a root


def swapped(p: Poly, atom: Atom, by: Ratio) -> Ratio:
    """The polynomial with one atom replaced by a ratio."""
    out = ratio(0)
    for exps, c in p.monomials():
        rest = {g: e for g, e in exps.items() if g != atom}
        out = out + Ratio(term(rest, c)) * by ** exps.get(atom, 0)
    return out


# -- max and min -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tree:
    """A question about signs: a leaf ``h > 0`` (or >=), or all / any of several."""

    leaf: Ratio | None = None
    strict: bool = True
    of: tuple[Tree, ...] = ()
    every: bool = True
    choice: bool = False  # of two: (condition, then) or (its contrary, else)

    def leaves(self) -> list[Tree]:
        return [self] if self.leaf is not None else [t for k in self.of for t in k.leaves()]


def grown(gap: Ratio, strict: bool, name: str) -> Tree:
    """max(a, b) > K is a > K or b > K, min > K is both; where the rest is not monotone in it, case by case."""
    choice = next((a for a in gap.atoms if a.row.guards and inside(a, name)), None)
    if choice is not None:
        left, right, yes, no = choice.args
        then, other = (grown(put(gap, {choice: x}), strict, name) for x in (yes, no))
        weak = GUARDS[choice.kind].holds(0, 0)  # where both are equal
        return Tree(of=(Tree(of=(grown(right - left, not weak, name), then)),
                         Tree(of=(grown(left - right, weak, name), other))), every=False, choice=True)  # fmt: skip
    extrema = [a for a in gap.atoms if a.row.extreme and inside(a, name)]
    if not extrema:
        return Tree(gap, strict)
    atom = extrema[0]
    num = gap.num
    if any(atom == a for a in Ratio(gap.den).atoms):
        if sign(gap.den).mark != "+":
            raise Inconclusive(f"the sign of the denominator {gap.den} is not decided; bind {some(gap.names)}")
        gap = Ratio(num)
    powers = {e: sign(h) for e, h in by_power(num, atom).items() if e}
    if min(powers, default=0) < 0 and is_positive(atom):  # f/max(a, b) > K is f > K max(a, b), of whatever sign a is
        num = num * term({atom: -min(powers)})
        powers = {e: sign(h) for e, h in by_power(num, atom).items() if e}
    elif min(powers, default=0) < 0 and is_absolute(atom):  # the same, where it is not 0
        lifted = Ratio(num * term({atom: -min(powers)})) / Ratio(gap.den)
        return Tree(of=(grown(lifted, strict, name), grown(Ratio(term({atom: 1})), True, name)))
    onward = set(powers) == {1} or all(sign_of(x).low for x in atom.args)  # else a power may fall where it rises
    rising, falling = (
        onward and all(s.low if (e > 0) == up else s.high for e, s in powers.items()) for up in (True, False)
    )
    below = sign(gap.den)
    if not below.low:  # over what is below 0 it goes the other way, over what is open each case has its own
        rising, falling = (falling, rising) if below.high else (False, False)
    branches = [grown(swapped(num, atom, a) / Ratio(gap.den), strict, name) for a in atom.args]
    if rising or falling:
        return Tree(of=tuple(branches), every=rising == (atom.row.extreme < 0))
    cases = []
    for k, (a, b) in enumerate(zip(atom.args, branches)):
        others = [o for j, o in enumerate(atom.args) if j != k]
        order = [grown(a - o if maximum_of(atom) else o - a, False, name) for o in others]
        cases.append(Tree(of=(b, *order), every=True))
    return Tree(of=tuple(cases), every=False)


def is_absolute(a: Atom) -> bool:
    """Whether a function is the larger of something and the same below 0."""
    args = maximum_of(a)
    return len(args) == 2 and -args[0] == args[1]


def tree(base: Threshold, gap: Ratio) -> Threshold:
    """Unions and intersections of the thresholds of the branches."""
    question = grown(gap, base.strict, base.name)
    leaves = question.leaves()
    numeric = all(set(t.leaf.names) <= {base.name} and not t.leaf.atoms for t in leaves if t.leaf is not None)
    if numeric:
        return _numeric_tree(base, question, leaves)
    return joined(base, question)


def all_above(base: Threshold, *asked: tuple[Ratio, bool]) -> Threshold:
    """Where each of several ratios is above 0, or where not strict at least 0."""
    return joined(base, Tree(of=tuple(Tree(h, strict) for h, strict in asked)))


def of_one_sign(base: Threshold, top: Ratio, bottom: Ratio, below: bool = True) -> Threshold:
    """Where a quotient (not below: a product) is above 0, or where not strict at least 0: both above, or both below."""
    strict = below or base.strict
    cases = [Tree(of=(Tree(top * k, base.strict), Tree(bottom * k, strict))) for k in (1, -1)]
    return joined(base, Tree(of=tuple(cases), every=False))


def _numeric_tree(base: Threshold, question: Tree, leaves: list[Tree]) -> Threshold:
    polys: list[Poly] = []
    for t in leaves:
        assert t.leaf is not None
        polys += [t.leaf.num, t.leaf.den]
    place = {id(t): k for k, t in enumerate(leaves)}

    def holds(signs: tuple[int, ...]) -> bool:
        def ask(t: Tree) -> bool:
            if t.leaf is None:
                return (all if t.every else any)(ask(k) for k in t.of)
            top, bottom = signs[2 * place[id(t)]], signs[2 * place[id(t)] + 1]
            return bottom != 0 and (top * bottom > 0 or (top == 0 and not t.strict))

        return ask(question)

    return cells(base, polys, holds)


def _without_always(c: Threshold) -> Threshold:
    """The claim x > a/b says by itself that every x will do where a <= 0, as long as b is always above 0."""
    plain = isinstance(c.root, Quotient) and c.root.power == 1 and c.sense[0] == ">" and c.when is None
    return replace(c, always=None) if plain else c


def joined(base: Threshold, question: Tree) -> Threshold:
    """The answer to all, or any, of several questions, each of them asked by itself."""
    if question.leaf is not None:
        made = crossing(question.leaf, ratio(0), base.name, strict=question.strict, settled=True)
        return replace(made, expr=base.expr, level=base.level, strict=base.strict)
    trouble: dict[int, SymroofError] = {}
    if question.choice:
        sides = [[_child(base, t, trouble, k) for k, t in enumerate(case.of)] for case in question.of]
        verdicts = {then.verdict for _, then in sides}
        if len(verdicts) == 1 and verdicts <= {"always", "never"}:  # whichever is chosen
            return replace(base, region=verdicts.pop())
        children = [combined(base, side, every=True) for side in sides]
    else:
        answers: dict[int, Threshold] = {}
        for k in sorted(range(len(question.of)), key=lambda k: effort(question.of[k], base.name)):
            answers[k] = _child(base, question.of[k], trouble, k)
            if answers[k].verdict == ("never" if question.every else "always"):  # whatever the others are
                return replace(base, region=answers[k].verdict)
        children = [answers[k] for k in sorted(answers)]
    made = combined(base, children, question.every)
    if trouble and made.verdict not in ("always", "never"):
        told = any(c.verdict != "open" for c in children) and {*base.expr.names, *base.level.names} - {base.name}
        if made.verdict == "open" or not told:
            raise trouble[max(trouble)]
    return made


def effort(question: Tree, name: str) -> tuple[int, int]:
    """What a question about one symbol may cost: functions that hold it, and terms."""
    leaves = [t.leaf for t in question.leaves() if t.leaf is not None]
    functions = (sum(inside(a, name) for a in all_atoms(leaf)) for leaf in leaves)
    return sum(functions), sum(len(leaf.num) + len(leaf.den) for leaf in leaves)


def _child(base: Threshold, t: Tree, trouble: dict[int, SymroofError], place: int) -> Threshold:
    """The answer of a branch, or an open record where none is found: what the others say may be enough, or of use."""
    try:
        return joined(base, t)
    except (Inconclusive, Unsupported) as why:
        trouble[place] = why
        return replace(base, said=(str(why),))


def combined(base: Threshold, children: list[Threshold], every: bool) -> Threshold:
    """All or any of several regions; one that is open stays so beside the others."""
    decisive: Answered = "never" if every else "always"
    neutral: Answered = "always" if every else "never"
    if any(c.verdict == decisive for c in children):
        return replace(base, region=decisive)
    open_ones = [c for c in children if c.verdict != neutral]
    if not open_ones:
        return replace(base, region=neutral)
    open_ones = _numbers_as_one(base, _absorbed(open_ones, every), every)
    if len(open_ones) == 1 and open_ones[0].verdict in (decisive, neutral):
        return replace(base, region=open_ones[0].verdict)
    if len(open_ones) == 1 or all(c.verdict == "open" for c in open_ones):
        return open_ones[0]
    if any(c.verdict == "open" for c in open_ones):
        return _region(base, open_ones, every)
    bare = [c for c in open_ones if c.region == "when"]
    if every and bare and len(bare) < len(open_ones):  # rays, where the symbol-free ones hold
        rays = [c for c in open_ones if c not in bare]
        made = rays[0] if len(rays) == 1 else _region(base, rays, every=True)
        conditions = [c.when for c in bare]
        if not isinstance(made.region, Joined | Between):
            always = None if made.always is None else together([made.always, *conditions])
            return limited(made, [made.when, *conditions], always)
    return _region(base, open_ones, every)


def _numbers_as_one(base: Threshold, answers: list[Threshold], every: bool) -> list[Threshold]:
    """The answers with those in numbers laid over each other, in the place of the first, as far as they are known."""
    settled = [t for t in answers if in_numbers(t)]
    one = overlaid(base, settled, every) if settled else None
    if one is None:
        return answers
    if one.verdict == "never" or unlimited(one):
        rest = [t for t in answers if t not in settled]
        return rest if rest and every == unlimited(one) else [one]
    return [one if t is settled[0] else t for t in answers if t is settled[0] or t not in settled]


def _without_idle(answers: list[Threshold], every: bool) -> list[Threshold]:
    """The answers without the rays whose end another ray's is proved to be beyond, whatever the symbols in them are.

    Of equal answers one is kept: of two of them each would be idle beside the other, and none would be left.
    """
    kept = [t for k, t in enumerate(answers) if t not in answers[:k]]
    for t, other in itertools.permutations(kept, 2):
        if t in kept and other in kept and _idle_beside(t, other, every):
            kept = [x for x in kept if x is not t]
    return kept


def _idle_beside(t: Threshold, other: Threshold, every: bool) -> bool:
    """Whether a ray holds wherever another does (every), or nowhere else."""
    plain = all(x.root is not None and not x.parts and x.always is None for x in (t, other))
    conditional = (t if every else other).when is not None
    if not plain or conditional or t.sense[0] != other.sense[0] or t.root is None or other.root is None:
        return False
    ends = [None if isinstance(r, Quadratic) else r.ratio() for r in (t.root, other.root)]
    if ends[0] is None or ends[1] is None:
        return False
    gap = ends[1] - ends[0]
    if sign(gap.den, quick=True).mark != "+":
        return False
    beyond = sign(gap.num, quick=True)
    with_end, without = (t, other) if every else (other, t)
    apart = beyond.zero and len(with_end.sense) < len(without.sense)  # x > a does not hold at a, where x >= a does
    return not apart and (beyond.low if (t.sense[0] == ">") == every else beyond.high)


def _absorbed(answers: list[Threshold], every: bool) -> list[Threshold]:
    """The answers without those that hold another whole one, the other way joined: A or (A and X) is A, as is its dual.

    Of all of several, what is joined the same way stands among them by itself.
    """
    same, other = ("and", "or") if every else ("or", "and")
    flat = [p for t in answers for p in (t.parts if t.joined == same and _bare(t) else [t])]

    def absorbed(t: Threshold) -> bool:
        wider = t.joined == other and _bare(t)
        return wider and any(_alike(p, x) for p in t.parts for x in flat if x is not t)

    return [t for t in flat if not absorbed(t)]


def _bare(t: Threshold) -> bool:
    return t.when is None and t.always is None and not t.between


def _alike(t: Threshold, other: Threshold) -> bool:
    """Whether two answers are one, whatever they were asked about."""
    return (t.sense, t.region, t.when, t.always) == (other.sense, other.region, other.when, other.always)


def _region(base: Threshold, open_ones: list[Threshold], every: bool) -> Threshold:
    """All or any of several regions as one: a Max or Min of their ends where these are closed forms, else the list."""
    open_ones = _without_idle([_without_always(c) for c in open_ones], every)
    if len(open_ones) == 1:
        return open_ones[0]
    senses = {c.sense for c in open_ones}
    closed = all(c.root is not None and not isinstance(c.root, Implicit) for c in open_ones)
    unconditional = all(c.when is None and c.always is None for c in open_ones)
    if len(senses) == 1 and closed and (unconditional or (every and all(c.always is None for c in open_ones))):
        sense = senses.pop()
        of = tuple(dict.fromkeys(c.root for c in open_ones if c.root is not None))
        root = of[0] if len(of) == 1 else Extremum("max" if (sense[0] == ">") == every else "min", of)
        return replace(base, sense=sense, region=Ray(root), when=both(c.when for c in open_ones))
    sense = open_ones[0].sense if len({c.sense for c in open_ones}) == 1 else "in"
    return replace(base, sense=sense, region=Joined(tuple(open_ones), "and" if every else "or"))


def without_positive(p: Poly) -> Poly:
    """A polynomial of the same sign, without its factors above 0."""
    return product(f**k for f, k in factors(p) if sign(f.num).mark != "+").num


# -- from the outside in -----------------------------------------------------------------------------------------------


def composed(base: Threshold, gap: Ratio) -> Threshold:
    """A function that contains the unknown: alone it is solved for and undone, else there is no closed form."""
    try:
        return _in_closed_form(base, gap)
    except (Unsupported, Inconclusive) as why:
        if not leveled(gap, base.name):
            try:
                made = beyond(base, gap, why)
            except SymroofError:
                made = base
            if made.verdict != "open":
                return made
        found = _through_extremum(base, gap)
        return beyond(base, gap, why) if found is None else found


def _through_extremum(base: Threshold, gap: Ratio) -> Threshold | None:
    """A question that rises or falls with a maximum inside a function, as one about each of what that is the larger of.

    None where that is not told, and in numbers.

    >>> from symroof.algebra.ratios.posynomial import build, gen
    >>> B, D, K = gen("B"), gen("D"), gen("K")
    >>> print(crossing(K, build("log2", [build("max", [B, D])]), "B", strict=False))
    B <= 2**(K) when log2(D) <= K
    """
    for atom in sorted(all_atoms(gap), key=str) if set(gap.names) - {base.name} else ():
        if not (atom.row.extreme and inside(atom, base.name) and all(sign_of(x).mark == "+" for x in atom.args)):
            continue
        letter = "N" if all(sign_of(x - 1).low for x in atom.args) else "T"  # a size, or a number above 0
        free = next(f"{letter}_{k}" for k in itertools.count(1) if f"{letter}_{k}" not in gap.names)
        way = monotone(put(gap, {atom: gen(free)}), free)
        if way:
            branches = tuple(Tree(put(gap, {atom: x}), base.strict) for x in atom.args)
            return joined(base, Tree(of=branches, every=(way > 0) == (atom.row.extreme < 0)))
    return None


def _in_closed_form(base: Threshold, gap: Ratio) -> Threshold:
    atoms = [a for a in gap.atoms if inside(a, base.name)]
    rooted = any(a.row.radicand for a in atoms) or any(
        g != base.name for p in (gap.num, gap.den) for g in _rooted(p, base.name)
    )
    plain = _without_roots(base, gap) if rooted else None
    if plain is not None:
        return plain
    num, den = (_without(p, base.name) for p in (gap.num, gap.den))
    direct = base.name in num.gens or base.name in den.gens
    if len(atoms) == 1 and not direct:
        return undone(base, Ratio(num, den), atoms[0])
    if len(atoms) == 1 and atoms[0].row.radicand:
        return _shifted(base, gap, atoms[0])
    raise Unsupported(f"{base.name} occurs in {some(atoms)} and elsewhere; there is no rule for that mixture")


def _without(p: Poly, name: str) -> Poly:
    """A sum without the power of the unknown that all its terms share, whose sign is the same: n log n >= 8 n k.

    >>> from symroof.algebra.ratios.posynomial import build, gen
    >>> n, k = gen("n"), gen("k")
    >>> crossing(n * build("log2", [n]), 8 * n * k, "n")
    n > 2**(8*k)
    """
    powers = {p.ring.exponents(m).get(name, 0) for m in p.terms}
    if len(powers) != 1 or powers == {0}:
        return p
    return p.shifted(-p.ring.pack({name: powers.pop()}))


def _shifted(base: Threshold, gap: Ratio, atom: Atom) -> Threshold:
    """sqrt(a x + b) beside x: in t = a x + b the unknown is (t - b)/a, and only t is left."""
    arg = atom.args[0]
    parts = by_power(arg.num, base.name)
    slope = parts.get(Fraction(1))
    if arg.den.constant() != 1 or slope is None or sign(slope).mark != "+" or set(parts) - {0, 1}:
        raise Unsupported(f"{base.name} occurs in {atom} and elsewhere; there is no rule for that mixture")
    t = Ratio(term({"T_0": 1}))
    offset = Ratio(parts[Fraction(0)]) if Fraction(0) in parts else ratio(0)
    unknown = {base.name: (t - offset) / Ratio(slope)}
    outer = Ratio(gap.num).subs(unknown) / Ratio(gap.den).subs(unknown)
    if any(inside(a, "T_0") for a in outer.atoms):  # sqrt(x) beside sqrt(a x + b): a root is left either way
        raise Unsupported(f"{base.name} occurs in {atom} and under another root; there is no rule for that mixture")
    return undone(base, outer, atom, outer)


def _without_roots(base: Threshold, gap: Ratio) -> Threshold | None:
    """P r > Q s with P, Q >= 0 and roots r, s is P**k r**k > Q**k s**k, without roots; None where it is not that.

    >>> from symroof.algebra.ratios.posynomial import gen
    >>> n, D = gen("n"), gen("D")
    >>> print(crossing(n ** Fraction(1, 2) / (n + D) ** Fraction(1, 2), ratio(1) / 2, "n"))
    n > D/3
    """
    roots: dict[frozenset[tuple[Gen, Fraction]], dict[Gen, Number]] = {}
    sums: dict[frozenset[tuple[Gen, Fraction]], Ratio] = {}
    for exps, c in gap.num.monomials():
        own = {g: e for g, e in exps.items() if g == base.name or (isinstance(g, Atom) and g.row.radicand)}
        key = frozenset((g, Fraction(e) % 1) for g, e in own.items() if e.denominator > 1)
        root = roots.setdefault(key, own)
        rest = {g: e - root.get(g, 0) for g, e in exps.items()} | {g: -e for g, e in root.items() if g not in exps}
        sums[key] = sums.get(key, ratio(0)) + Ratio(term(rest, c))
    if len(sums) != 2 or sign(gap.den).mark != "+":
        return None
    k = math.lcm(*[e.denominator for key in sums for _, e in key])
    if any((len(x.num) + len(x.den)) ** k > MAX_POWER for x in sums.values()):
        return None
    digits = max(c.numerator.bit_length() for x in sums.values() for p in (x.num, x.den) for c in p.terms.values())
    if digits * k > MOST_BITS:
        raise Unsupported(f"roots nested so deeply have a crossing of over {MOST_BITS // 4} digits; name one of them")
    sides = {sign_of(x).weak: x**k * Ratio(term({g: e * k for g, e in roots[key].items()})) for key, x in sums.items()}
    if set(sides) != {"+", "-"}:
        return None
    outer = sides["+"] + sides["-"] * (-1) ** (k - 1)  # the other side is below 0
    if any(_rooted(p, base.name) for p in (outer.num, outer.den)) or sign(outer.den).mark != "+":
        return None
    outer = product(x**e for x, e in factors(outer.num) if sign_of(x).mark != "+")
    with briefly():  # a question on the way: the one that was asked is searched, if at all
        made = crossing(outer, ratio(0), base.name, strict=base.strict, settled=True)
    return replace(made, expr=base.expr, level=base.level)


def _rooted(p: Poly, name: str) -> set[Gen]:
    """The unknown and the functions of it that stand under a root."""
    rows = [exps for exps, _ in p.monomials()]
    under = {g for exps in rows for g, e in exps.items() if e.denominator > 1}
    return {g for g in under if g == name or (isinstance(g, Atom) and inside(g, name))}


T = "T_0"  # stands for the one function of the unknown: a positive real, of a logarithm any real


def undone(base: Threshold, gap: Ratio, atom: Atom, outer: Ratio | None = None) -> Threshold:
    """A question about a logarithm, root or power of e in which alone the unknown stands, as one about what is in it.

    >>> from symroof.algebra.ratios.posynomial import build, gen
    >>> k = gen("K")
    >>> print(crossing(build("log2", [k + build("floor", [k])]), ratio(0), "K", strict=False))
    K >= 1
    """
    if not (atom.row.logarithm or atom.row.radicand or atom.row.exponential):
        raise Unsupported(f"{atom} is not a logarithm, a root or a power of e")
    t, log = Ratio(term({T: 1})), atom.row.logarithm
    if log and atom.args[0] != gen(base.name):
        if sign_of(atom.args[0]).mark != "+":
            raise Unsupported(f"{atom} is undone where {atom.args[0]} is above 0, which is open")
        t = build("log2", [t])
    if outer is None:
        outer = swapped(gap.num, atom, t) / swapped(gap.den, atom, t)
    if log and atom.args[0] == gen(base.name):
        return _of_log(base, outer)
    answer = crossing(outer, ratio(0), T, strict=base.strict, settled=True)
    if atom.row.radicand and sign_of(atom.args[0]).mark != "+":
        answer, there = _at_zero(base, answer, outer)
        return _with_zero(base, _put_back(base, atom, answer), atom.args[0], there)
    return _put_back(base, atom, answer)


def _put_back(base: Threshold, atom: Atom, answer: Threshold) -> Threshold:
    """The region of the unknown where what a function of it is lies in an answer."""
    _refuse_what_is_not_one_root(atom, answer)
    if answer.verdict != "when" or answer.root is None:
        return replace(base, region=answer.verdict, when=answer.when, always=answer.always)
    value = written_out(answer.root)
    if value is None:
        raise Unsupported(f"{atom} would have to pass {answer.root.text()}, which has no closed form; no rule for that")
    if len(value.num) + len(value.den) > MAX_TERMS:
        raise Unsupported(f"{atom} would have to pass a sum of {len(value.num)} terms, and its power is longer still")
    arg, upward = atom.args[0], answer.sense[0] == ">"
    if atom.row.exponential:
        if not (sign_of(value).mark == "+" or _alone(answer.when, value) or _alone(answer.always, -value)):
            raise Unsupported(f"{atom} passes {value} where that is above 0, which is open")
        value = build("log2", [value]) * Ratio(term({LN2: 1}))
    made = crossing(arg if upward else value, value if upward else arg, base.name, strict=base.strict, settled=True)
    return _under(replace(made, expr=base.expr, level=base.level), answer.when, answer.always)


def _at_zero(base: Threshold, answer: Threshold, outer: Ratio) -> tuple[Threshold, Threshold | None]:
    """An answer about T > 0, and the one at T = 0 where that is not as it is close by, or told by the conditions.

    One that ends where it begins is: T <= c when 0 <= c, and T > -c when c <= 0.
    """
    try:
        value = outer.subs({T: 0})
    except (SymroofError, ZeroDivisionError):  # it divides by the root
        return answer, base.but(region="never")
    smooth = not any(inside(a, T) for a in outer.atoms)
    if smooth and sign_of(value).mark in "+-":
        return answer, None
    weak = "<" if base.strict else "<="  # of the condition under which T = 0 does
    if smooth and answer.sense[:1] == "<" and answer.always is None and _alone(answer.when, value):
        assert answer.when is not None
        return answer.but(when=replace(answer.when, relation=weak)), None
    rising = smooth and answer.sense[:1] == ">" and _alone(answer.always, value)
    if rising and (answer.when is None or _alone(answer.when, -value)):
        assert answer.always is not None
        when = None if answer.when is None else replace(answer.when, relation="<=" if base.strict else "<")
        return answer.but(always=replace(answer.always, relation=weak), when=when), None
    return answer, by_sign(base, value.num * value.den)


def _alone(c: Condition | None, above: Ratio) -> bool:
    """Whether a condition is that one ratio is above 0, or at least 0."""
    return c is not None and not c.rest and sign_of((c.right - c.left) / above).mark == "+"


def _with_zero(base: Threshold, made: Threshold, radicand: Ratio, there: Threshold | None) -> Threshold:
    """A region of where a radicand is above 0, with the answer at which it is 0 in the place of its own."""
    if there is None or made.verdict == "open" or there.verdict == made.verdict != "when":
        return made
    if there.verdict != "always":
        apart = crossing(radicand, ratio(0), base.name, settled=True)
        made = combined(base, [made, apart.but(expr=base.expr, level=base.level)], every=True)
    if there.verdict != "never":
        at_most = crossing(-radicand, ratio(0), base.name, strict=False, settled=True)
        zero = combined(base, [at_most.but(expr=base.expr, level=base.level), there], every=True)
        made = combined(base, [made, zero], every=False)
    return made


def _refuse_what_is_not_one_root(atom: Atom, answer: Threshold) -> None:
    """Raises Unsupported where what a function has to be is more than one ray, or one that is known by digits alone."""
    several = answer.intervals or answer.parts or answer.sufficient is not None
    if several or answer.verdict == "open" or (answer.root is None and answer.first is not None):
        raise Unsupported(f"{atom} would have to lie in {answer}; only one crossing can be undone")
    if answer.root is None and (answer.real is not None or answer.found is not None):
        raise Unsupported(f"{atom} would have to pass a number known by its digits alone, {answer}; no rule for that")


def _under(made: Threshold, when: Condition | None, always: Condition | None) -> Threshold:
    """The region where a condition holds, every value of the unknown where another does, none elsewhere."""
    if made.between:
        return made.each(lambda t: _under(t, when, always))
    if made.verdict == "never":
        return made if always is None else replace(made, region="when", when=always)
    if made.verdict == "always":
        return made if when is None else replace(made, region="when", when=both([when, always], "or"))
    if made.always is not None:
        always = both([always, together([made.always, when])], "or")
    if made.region == "when":  # every value where it holds
        return replace(made, when=both([both([made.when, when]), always], "or"), always=None)
    return limited(made, [when, made.when], always)


def _of_log(base: Threshold, outer: Ratio) -> Threshold:
    """The region of a ratio in t = log2(x): t >= 0 for a size x, any real for a parameter."""
    low = min([Fraction(0), *by_power(outer.num, T)])
    up = term({T: exact(-low)})  # t**-1 above is t below
    num, den = by_power(outer.num * up, T), by_power(outer.den * up, T)
    way = _one_way(den, is_size(base.name))
    if way is not None and is_size(base.name) and {*den} - {0} and sign(den.get(Fraction(0), ZERO)).zero:
        return _beside_pole(base, num, den, way)
    if way is None and not ({*num, *den} - {0, 1}):
        return _hyperbola(base, num, den)
    if way is None:
        raise Inconclusive(f"the sign of {outer.den} is open, where {T} is log2({base.name})")
    if way < 0:
        num = {e: -h for e, h in num.items()}
    if not set(num) - {0, 1}:
        return _linear_in_log(base, num)
    if not is_size(base.name):
        raise Unsupported(f"log2({base.name}) may be below 0, and its powers go either way; there is no rule for that")
    return _powers_of_log(base, num)


def _beside_pole(base: Threshold, num: Mapping[Fraction, Poly], den: Mapping[Fraction, Poly], way: int) -> Threshold:
    """The region where what divides is never below 0 and may be 0 at the smallest size, as log2(B*D) is: left out."""
    in_numbers_alone = all(h.constant() is not None for p in (num, den) for h in p.values())
    if in_numbers_alone or {*num, *den} - {0, 1} or sign(den[Fraction(1)]).zero:
        raise Unsupported(f"log2({base.name}) is 0 at 1, and there what divides may be 0 as well")
    made = _linear_in_log(base, num if way > 0 else {e: -h for e, h in num.items()})
    pole = _power_of_two(Ratio(-den.get(Fraction(0), ZERO)) / Ratio(den[Fraction(1)]))
    beyond = replace(base, sense=">", region=Ray(pole))
    if made.verdict == "never":
        return made
    return beyond if made.verdict == "always" else replace(base, sense="in", region=Joined((made, beyond), "and"))


def _one_way(p: Mapping[Fraction, Poly], size: bool) -> int | None:
    """The sign of a sum of powers of t wherever it is not 0: for t >= 0, or (size False) for every t."""
    signs = [sign(h) for e, h in p.items() if size or not e]
    if any(e for e in p) and not size:
        return None
    return 1 if all(s.low for s in signs) else -1 if all(s.high for s in signs) else None


def _power_of_two(exponent: Ratio) -> Root:
    closed = product_of_powers(exponent) if exponent.num.terms else ratio(1)
    if closed is not None:
        return Quotient(closed)
    return PowerOfTwo(Quotient(Ratio(ordered(exponent.num)), Ratio(exponent.den)))


def _linear_in_log(base: Threshold, num: Mapping[Fraction, Poly]) -> Threshold:
    """A t + b > 0: above 2**(-b/a) where a > 0, below it where a < 0; a size has to be at least 1 as well."""
    a, b = (num.get(Fraction(e), ZERO) for e in (1, 0))
    if not a.terms:
        return by_sign(base, b)
    slope = sign(a)
    if slope.zero:
        return _either_way(base, a, b)
    size, at_one = is_size(base.name), sign(b)
    holds = at_one.low and (not base.strict or not at_one.zero)
    fails = at_one.high and (base.strict or not at_one.zero)
    if size and (holds if slope.low else fails):
        return verdict(base, slope.low)
    when = None
    if size and slope.high and not holds:
        when = condition(b, "> 0" if base.strict else ">= 0")
    sense = (">" if slope.low else "<") + ("" if base.strict else "=")
    return replace(base, sense=sense, region=Ray(_power_of_two(Ratio(-b) / Ratio(a))), when=when)


def _either_way(base: Threshold, a: Poly, b: Poly) -> Threshold:
    """A t + b > 0, the sign of a open: beyond 2**(-b/a) where a > 0, up to it where a < 0, and where a is 0 by b."""
    weak, end, slope = "" if base.strict else "=", _power_of_two(Ratio(-b) / Ratio(a)), bare(a)
    made = tuple(
        replace(base, sense=sense + weak, region=Ray(end), when=condition(h, "> 0"))
        for sense, h in ((">", slope), ("<", -slope))
    )
    flat: list[Condition | None] = [condition(slope, ">= 0"), condition(-slope, ">= 0")]
    level = by_sign(base, b)
    always = None if level.verdict == "never" else both([*flat, level.when])
    return replace(base, sense="in", region=Joined(made, "or"), always=always)


def _hyperbola(base: Threshold, num: Mapping[Fraction, Poly], den: Mapping[Fraction, Poly]) -> Threshold:
    """(a t + b)/(c t + d) > 0 with a pole at -d/c, c > 0: each branch is monotone, its direction that of a d - b c."""
    (a, b), (c, d) = ([p.get(Fraction(e), ZERO) for e in (1, 0)] for p in (num, den))
    if sign(c).high:
        a, b, c, d = -a, -b, -c, -d
    top, bottom, turn = sign(a), sign(c), sign(a * d - b * c)
    if bottom.zero or not bottom.low or turn.zero or (top.zero and not (top.low and top.high)):
        names = [n for n in (Ratio(a) + Ratio(b) + Ratio(c) + Ratio(d)).names]
        raise Inconclusive(f"where the denominator {c}*log2({base.name}) + {d} vanishes is open; bind {some(names)}")
    if is_size(base.name):
        raise Inconclusive(f"the denominator {c}*log2({base.name}) + {d} may vanish; bind {some(Ratio(d).names)}")
    weak = "" if base.strict else "="
    pole = _power_of_two(Ratio(-d) / Ratio(c))
    right, left = (replace(base, sense=s, region=Ray(pole)) for s in "><")
    if top.mark == "0":  # a constant over c t + d
        return right if turn.high else left
    zero = _power_of_two(Ratio(-b) / Ratio(a))
    beyond, before = (replace(base, sense=s + weak, region=Ray(zero)) for s in "><")
    if turn.high:  # falling on both sides of the pole
        region = Joined((before, right), "or") if top.low else Joined((right, before), "and")
    else:
        region = Joined((left, beyond), "or") if top.low else Joined((beyond, left), "and")
    return replace(base, sense="in", region=region)


def _powers_of_log(base: Threshold, num: Mapping[Fraction, Poly]) -> Threshold:
    """A polynomial in t = log2(x) of a size x: solved for t > 0, and t = 0 told by its constant term.

    One that ends where it begins is up to 2**0 as well: t <= c when 0 < c is it when 0 <= c.

    >>> from symroof.algebra.ratios.posynomial import build, gen
    >>> N, D = gen("N"), gen("D")
    >>> print(crossing(D - 1, build("log2", [N]) ** 2, "N", strict=False))
    N <= 2**(sqrt(D - 1))
    """
    outer = ratio(0)
    for e, h in num.items():
        outer = outer + Ratio(h) * Ratio(term({T: exact(e)}))
    answer = crossing(outer, ratio(0), T, strict=base.strict, settled=True)
    first = num.get(Fraction(0), ZERO)
    at_one = by_sign(base, first)
    if answer.verdict != "when" and answer.verdict == at_one.verdict:
        return at_one
    upward = answer.sense[0] == ">"
    when = answer.when
    if not upward and when is not None and _alone(when, Ratio(first)):
        when = None if at_one.verdict == "always" else at_one.when
        fits = at_one.verdict != "never"
    else:
        fits = at_one.verdict == ("never" if upward else "always") and (upward or when is None)
    if answer.always is not None or not fits or answer.root is None:
        raise Unsupported(f"log2({base.name}) is 0 at 1, and there the answer differs: {answer}")
    return replace(base, sense=answer.sense, region=Ray(PowerOfTwo(answer.root)), when=when)
