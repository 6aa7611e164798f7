"""Random questions: every atom inside every other, constants that make equalities, numbers chosen to hurt."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from .trees import PARAMS, SIZES, Tree, num, sym

WHOLE = (1, 1, 2, 2, 3, 4, 5, 7, 8, 10, 12, 16, 64, 100, 127, 128, 240, 256, 1000, 4096)
POWERS = tuple(Fraction(x) for x in ("1", "1", "2", "2", "3", "1/2", "1/2", "1/3", "3/2", "-1", "-1", "-2", "-1/2"))
SPELT = "1/1000 1/7 1/4 1/3 1/2 2/3 9/10 1 3/2 2 5/2 3 7 8 20 240 1000"
PARAM_VALUES = tuple(Fraction(x) for x in SPELT.split())


def constant(rng: Random) -> Tree:
    if rng.random() < 0.75:
        return num(rng.choice(WHOLE))
    return num(Fraction(rng.choice(WHOLE), rng.choice((2, 3, 4, 7, 10, 100))))


def monomial(rng: Random, names: tuple[str, ...]) -> Tree:
    parts: list[Tree] = []
    if rng.random() < 0.5:
        parts.append(constant(rng))
    for name in rng.sample(names, rng.choice((1, 1, 1, 2, 2, 3)) if len(names) > 2 else rng.randint(1, len(names))):
        power = rng.choice(POWERS)
        parts.append(sym(name) if power == 1 else ("^", sym(name), num(power)))
    return parts[0] if len(parts) == 1 else ("*", *parts)


def linear(rng: Random, names: tuple[str, ...]) -> Tree:
    """What stands inside a rounding or a logarithm: mostly a monomial, sometimes with a summand."""
    tree: Tree = sym(rng.choice(names))
    if rng.random() < 0.5:
        tree = ("*", constant(rng), tree)
    if rng.random() < 0.5:
        tree = ("/", tree, sym(rng.choice(names)) if rng.random() < 0.4 else num(rng.choice((2, 3, 5, 8, 128))))
    if rng.random() < 0.25:
        tree = ("+", tree, constant(rng))
    elif rng.random() < 0.1:
        tree = ("-", tree, constant(rng))
    return tree


def atom(rng: Random, names: tuple[str, ...]) -> Tree:
    kind = rng.random()
    if kind < 0.35:
        return sym(rng.choice(names))
    if kind < 0.5:
        return constant(rng)
    if kind < 0.75:
        return monomial(rng, names)
    head = rng.choice(("log2", "floor", "ceil", "floor", "ceil"))
    return (head, linear(rng, names))


def tree(rng: Random, names: tuple[str, ...], depth: int = 2) -> Tree:
    """An expression of the textbook's kind: sums, quotients, maxima, roots, logarithms, roundings."""
    if depth <= 0:
        return atom(rng, names)
    kind = rng.random()

    def deeper() -> Tree:
        return tree(rng, names, depth - rng.choice((1, 1, 2)))

    if kind < 0.3:
        return ("+", *(deeper() for _ in range(rng.choice((2, 2, 3)))))
    if kind < 0.42:
        return ("-", deeper(), deeper())
    if kind < 0.58:
        return ("*", deeper(), deeper())
    if kind < 0.76:
        return ("/", deeper(), deeper())
    if kind < 0.86:
        return (rng.choice(("max", "min")), *(deeper() for _ in range(rng.choice((2, 2, 3)))))
    if kind < 0.91:
        return ("^", deeper(), num(rng.choice(POWERS)))
    if kind < 0.94:
        return ("log2", deeper())
    return (rng.choice(("floor", "ceil")), deeper())


def bind(rng: Random, names: set[str]) -> dict[str, Fraction]:
    """Numbers: sizes of 1 and other small ones more often than large ones, parameters on both sides of 1."""
    env: dict[str, Fraction] = {}
    for name in sorted(names):
        if name in PARAMS:
            env[name] = rng.choice(PARAM_VALUES)
        else:
            near = rng.random()
            env[name] = Fraction(
                1 if near < 0.15 else rng.randint(1, 12) if near < 0.6 else rng.choice(WHOLE) if near < 0.9 else 8192
            )
    return env


def some(rng: Random, few: int, most: int, params: float = 0.35) -> tuple[str, ...]:
    """Names for one question, sizes mostly."""
    count = rng.randint(few, most)
    pool = [rng.choice(PARAMS) if rng.random() < params else rng.choice(SIZES) for _ in range(count)]
    return tuple(dict.fromkeys(pool))
