"""Leading parts: the error is an identity, the bounds hold everywhere, and far out in the regime the ratio is 1."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from . import draw
from .tally import Clock, Kind, Wrong
from .thresholds import condition
from .trees import (
    CONVENTIONAL,
    PARAMS,
    Tree,
    Undefined,
    Unsure,
    as_interval,
    from_sympy,
    names,
    signs,
    sym_py,
    symbols,
    text,
    value,
)

Exponents = dict[str, int]


@dataclass(frozen=True)
class Question:
    """An expression, a regime in words, and what it says: small/large monomials, and names that go to oo or 0."""

    tree: Tree
    regime: str
    relations: tuple[tuple[tuple[tuple[str, int], ...], bool], ...]  # product of powers, and whether it is << 1 or <= 1

    def call(self) -> str:
        return f"leading({text(self.tree)}, {self.regime!r})"


def _regime(rng: Random, pool: tuple[str, ...]) -> tuple[str, list[tuple[Exponents, bool]]]:
    order = list(pool)
    rng.shuffle(order)
    kind = rng.random()
    if kind < 0.3 and len(order) >= 2:
        return f"{order[0]} << {', '.join(order[1:])}", [({order[0]: 1, o: -1}, True) for o in order[1:]]
    if kind < 0.5 and len(order) >= 2:
        text_ = " << ".join(order)
        return text_, [({a: 1, b: -1}, True) for a, b in itertools.pairwise(order)]
    if kind < 0.7:
        some = order[: rng.randint(1, len(order))]
        return f"{', '.join(some)} -> oo", [({o: -1}, True) for o in some]
    if kind < 0.78:
        small = [o for o in order if o in PARAMS]
        if small:
            return f"{small[0]} -> 0", [({small[0]: 1}, True)]
    if kind < 0.88 and len(order) >= 3:
        return f"{order[0]}*{order[1]} << {order[2]}", [({order[0]: 1, order[1]: 1, order[2]: -1}, True)]
    if kind < 0.94 and len(order) >= 2:
        return f"{order[0]} <= {order[1]}; {order[1]} -> oo", [
            ({order[0]: 1, order[1]: -1}, False),
            ({order[1]: -1}, True),
        ]
    if len(order) >= 2:
        return f"{order[0]}**2 << {order[1]}", [({order[0]: 2, order[1]: -1}, True)]
    return f"{order[0]} -> oo", [({order[0]: -1}, True)]


def question(rng: Random) -> Question:
    pool = draw.some(rng, 1, 4, 0.25)
    kind = rng.random()
    if kind < 0.6:  # quotients of sums of monomials

        def total() -> Tree:
            parts = [draw.monomial(rng, pool) for _ in range(rng.randint(1, 4))]
            return parts[0] if len(parts) == 1 else ("+", *parts)

        tree: Tree = ("/", total(), total())
        if rng.random() < 0.15:
            tree = ("-", tree, draw.monomial(rng, pool))
    else:
        tree = draw.tree(rng, pool, rng.choice((1, 2, 2)))
    written, relations = _regime(rng, pool)
    return Question(tree, written, tuple((tuple(sorted(r.items())), strict) for r, strict in relations))


def far(q: Question, rng: Random, used: set[str], real: set[str], gap: int) -> dict[str, Fraction] | None:
    """Numbers 2**k in the regime, with every << at least 2**gap apart; what is not ``real`` is 1 at least.

    A regime is text: a name in it means the symbol of the expression, and where that has none of this name, what the
    convention says.  So p is a real in p + F and a size, which is never below 1, in F**2 + F.
    """
    moved = {name for r, _ in q.relations for name, _ in r}
    for _ in range(400):
        env = {}
        for name in used | moved:
            if name not in moved:
                env[name] = rng.choice((0, 0, 1, 2, 3)) if name not in real else rng.choice((-2, -1, 0, 1, 3))
            else:
                level = rng.randint(0, 4)
                env[name] = level * gap + rng.choice((0, 0, 1, gap // 2, gap // 3))
                if name in real and rng.random() < 0.5:
                    env[name] = -env[name]
        fine = True
        for r, strict in q.relations:
            total = sum(power * env[name] for name, power in r)
            fine = fine and (total <= -gap if strict else total <= 0)
        if fine:
            return {name: Fraction(2) ** k for name, k in env.items()}
    return None


def _smooth(tree: Tree) -> bool:
    return tree[0] not in ("log2", "floor", "ceil") and all(_smooth(p) for p in tree[1:] if isinstance(p, tuple))


def judge(q: Question, kind: Kind, rng: Random, clock: Clock) -> None:
    import symroof

    made = symbols()
    expr = sym_py(q.tree, made)
    a = clock(lambda: symroof.leading(expr, q.regime))
    lead, off = from_sympy(clock(lambda: a.value)), from_sympy(clock(lambda: a.error))
    low, high = from_sympy(clock(lambda: a.lower)), from_sympy(clock(lambda: a.upper))
    needs = clock(lambda: [held.text for held in a.conditions])
    used = names(q.tree) | names(lead)
    envs = [draw.bind(rng, used) for _ in range(10)]
    real = ({str(s) for s in expr.free_symbols} & set(PARAMS)) | CONVENTIONAL
    fars = [env for gap in (20, 60, 400) for _ in range(3) if (env := far(q, rng, used, real, gap)) is not None]
    shown = f"value {a.value}, error {a.error}"
    for env in envs + fars:
        if all(condition(held, env) for held in needs):
            _identity(q, lead, off, env, kind, shown)
            _bounds(q, low, high, env, kind, f"{a.lower} <= f <= {a.upper} needs {needs!r}")
    if _smooth(q.tree):
        for _ in range(4):
            env = far(q, rng, used, real, 2000)
            if env is not None and all(condition(held, env) for held in needs):  # which are printed beside the value
                _limit(q, lead, env, kind, shown)
    _within(q, a, lead, envs + fars, kind, rng, clock)


def _both(q: Question, tree: Tree, env: dict[str, Fraction]) -> int | None:
    try:
        return signs(("-", tree, q.tree), env)
    except Undefined:
        return None


def _identity(q: Question, lead: Tree, off: Tree, env: dict[str, Fraction], kind: Kind, shown: str) -> None:
    """value = exact*(1 + error)."""
    try:
        found = signs(("-", lead, ("*", q.tree, ("+", ("n", Fraction(1)), off))), env)
    except Undefined:
        return
    if found is None:  # irrational: near enough to 0
        return
    kind.points += 1
    if found:
        raise Wrong(f"{shown}: value is not exact*(1 + error) at { {k: str(v) for k, v in env.items()} }")


def _bounds(q: Question, low: Tree, high: Tree, env: dict[str, Fraction], kind: Kind, shown: str) -> None:
    below, above = _both(q, low, env), _both(q, high, env)
    kind.points += (below is not None) + (above is not None)
    if below == 1 or above == -1:
        raise Wrong(
            f"bound {'below' if below == 1 else 'above'} fails, {shown}, at { {k: str(v) for k, v in env.items()} }"
        )


def _limit(q: Question, lead: Tree, env: dict[str, Fraction], kind: Kind, shown: str) -> None:
    try:
        ratio = value(("/", lead, q.tree), env)
    except (Undefined, Unsure):
        return
    off = abs(ratio - 1)
    near, far_off = (float(off), float(off)) if isinstance(off, Fraction) else (float(off.a), float(off.b))
    if near <= 1e-6 < far_off:  # digits cancelled more than were computed: nothing is known
        return
    kind.points += 1
    if near > 1e-6:
        powers = {k: f"2**{v.numerator.bit_length() - v.denominator.bit_length()}" for k, v in env.items()}
        raise Wrong(f"{shown}: value/exact - 1 = {near:.3g} far out, at {powers}")


def _within(q: Question, a: Any, lead: Tree, envs: list, kind: Kind, rng: Random, clock: Clock) -> None:
    tolerance = rng.choice((Fraction(1, 100), Fraction(1, 10), Fraction(1, 1000)))
    held = clock(lambda: a.within(tolerance))
    for env in envs:
        bound = {name: at for name, at in env.items() if name in names(q.tree)}
        said = clock(lambda bound=bound: held.holds(**{n: v for n, v in bound.items() if n in held.names}))
        if said is not True:
            continue
        try:
            off = value(("abs", ("-", ("/", lead, q.tree), ("n", Fraction(1)))), env)
        except (Undefined, Unsure):
            continue
        kind.points += 1
        if as_interval(off).a > as_interval(tolerance).b:
            raise Wrong(f".within({tolerance}) {held.text!r} holds at {bound}, but the value is off by {off}")
