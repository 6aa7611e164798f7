"""Optima: no point found by search lies below the value, the point given attains it, the certificate adds up."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from random import Random

import numpy as np

from . import draw
from .tally import Clock, Kind, Wrong
from .trees import Tree, names, num, number, read, sym, sym_py, symbols, text

UNKNOWN = ("B", "N", "p")


@dataclass(frozen=True)
class Question:
    """Minimise a sum of monomials, or the largest of them."""

    terms: tuple[Tree, ...]
    unknown: tuple[str, ...]
    subject: str
    of: str
    env: tuple[tuple[str, Fraction], ...]

    def call(self) -> str:
        more = f", subject={self.subject!r}" if self.subject else ""
        return f"optimum({text(('+', *self.terms))}, ({', '.join(self.unknown)},){more}, of={self.of!r})"


def question(rng: Random) -> Question:
    unknown = UNKNOWN[: rng.choice((1, 1, 1, 2, 2, 3))]
    others = ("D", "F", "K")
    terms: list[Tree] = []
    for i in range(rng.randint(len(unknown) + 1, len(unknown) + 2)):
        parts: list[Tree] = [draw.monomial(rng, others)] if rng.random() < 0.7 else [draw.constant(rng)]
        for name in unknown:
            power = rng.choice((0, 1, 1, 2, -1, -1, -2, Fraction(1, 2), Fraction(-1, 2)))
            if i < 2 and len(unknown) == 1:
                power = abs(power or 1) * (1, -1)[i]
            if power:
                parts.append(("^", sym(name), num(power)))
        terms.append(("*", *parts) if len(parts) > 1 else parts[0])
    subject = ""
    if len(unknown) == 2 and rng.random() < 0.4:
        subject = rng.choice(("B*N = H", "B*N <= H", "B + N <= H", "B >= 2"))
    elif len(unknown) == 1 and rng.random() < 0.2:
        subject = rng.choice(("B >= 2", "B <= 16", "B <= H"))
    free = set().union(*(names(term) for term in terms)) - set(unknown) | ({"H"} if "H" in subject else set())
    of = rng.choice(("sum", "sum", "max"))
    if len({tuple(sorted(map(repr, _factors(t)))) for t in terms}) < len(terms):
        of = "sum"  # SymPy adds like terms before a maximum of them is asked for
    return Question(tuple(terms), unknown, subject, of, tuple(sorted(draw.bind(rng, free).items())))


def _factors(term: Tree) -> list[Tree]:
    """The factors of a term that are no numbers."""
    if term[0] == "*":
        return [f for part in term[1:] for f in _factors(part)]
    return [] if term[0] == "n" else [term]


def _logs(q: Question) -> tuple[np.ndarray, np.ndarray]:
    """The terms as exp(a + P u), u the logarithms of the unknowns."""
    env = dict(q.env)
    one = {name: Fraction(1) for name in q.unknown}
    consts = [math.log(number(term, env | one)) for term in q.terms]
    powers = [
        [round(math.log2(number(term, env | one | {name: Fraction(2)}) / math.exp(c)) * 12) / 12 for name in q.unknown]
        for term, c in zip(q.terms, consts, strict=True)
    ]
    return np.array(consts), np.array(powers)


def _search(q: Question, rng: Random) -> float:
    """The least value that a descent in the logarithms meets; always a value of the objective at an allowed point."""
    consts, powers = _logs(q)
    env = dict(q.env)
    room = math.log(float(env.get("H", 1)))

    def allowed(u: np.ndarray) -> bool:
        checks = {
            "": True,
            "B*N <= H": u[:2].sum() <= room,
            "B + N <= H": np.exp(u[:2]).sum() <= math.exp(room),
            "B >= 2": u[0] >= math.log(2),
            "B <= 16": u[0] <= math.log(16),
            "B <= H": u[0] <= room,
            "B*N = H": True,
        }
        return bool(checks[q.subject])

    def at(u: np.ndarray) -> float:
        if q.subject == "B*N = H":
            u = np.concatenate([u[:1], [room - u[0]], u[2:]])
        if not allowed(u):
            return math.inf
        logs = consts + powers @ u
        return float(np.exp(logs).sum() if q.of == "sum" else np.exp(logs.max()))

    best, point = math.inf, np.zeros(len(q.unknown))
    for _start in range(60):
        u = np.array([rng.uniform(-12, 12) for _ in q.unknown])
        if at(u) < best:
            best, point = at(u), u
    step = 3.0
    while step > 1e-6:
        trial = point + np.array([rng.gauss(0, step) for _ in q.unknown])
        if at(trial) < best:
            best, point = at(trial), trial
        else:
            step *= 0.97
    return best


def judge(q: Question, kind: Kind, rng: Random, clock: Clock) -> None:
    import symroof

    made = symbols()
    target = sym_py(("+", *q.terms), made)
    unknown = tuple(made[name] for name in q.unknown)
    best = clock(
        lambda: symroof.optimum(target, unknown if len(unknown) > 1 else unknown[0], subject=q.subject or None, of=q.of)
    )
    env = dict(q.env)
    least = float(
        clock(lambda: symroof.numeric(best.value, **{str(s): env[str(s)] for s in best.value.free_symbols})())
    )
    found = _search(q, rng)
    kind.points += 1
    place = {k: str(v) for k, v in env.items()}
    if found < least * (1 - 1e-9):
        raise Wrong(f"value {best.value} = {least}, but {found} is reached ({place})")
    if found <= least * 1.001:
        return  # attained, whatever the point given
    spot = clock(lambda: best.point)
    here = {}
    for name in q.unknown:
        at = next((read(str(v)) for s, v in spot.items() if str(s) == name), None)
        if at is None or not names(at) <= set(env):
            kind.unread[f"point {spot}"] += 1
            return
        here[name] = Fraction(number(at, env))
    parts = [number(term, env | here) for term in q.terms]
    kind.points += 1
    got = sum(parts) if q.of == "sum" else max(parts)
    if abs(got - least) > 1e-6 * least:
        raise Wrong(
            f"value {best.value} = {least}, but at its point {spot} it is {got}, a search finds {found} ({place})"
        )
