"""bottlenecks: at every point the roof that is said to bind is the largest."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from random import Random

from . import draw
from .tally import Clock, Kind, Refused, Wrong
from .trees import Tree, Undefined, names, sign, sym_py, symbols, text


@dataclass(frozen=True)
class Question:
    """Roofs by name."""

    roofs: tuple[tuple[str, Tree], ...]

    def call(self) -> str:
        return "bottlenecks({" + ", ".join(f"{name!r}: {text(tree)}" for name, tree in self.roofs) + "})"


def question(rng: Random) -> Question:
    pool = draw.some(rng, 1, 3)
    made = []
    for name in "xyzw"[: rng.randint(2, 4)]:
        parts = [draw.monomial(rng, pool) for _ in range(rng.choice((1, 1, 2, 3)))]
        made.append((name, parts[0] if len(parts) == 1 else ("+", *parts)))
    return Question(tuple(made))


def judge(q: Question, kind: Kind, rng: Random, clock: Clock) -> None:
    import symroof

    made = symbols()
    found = clock(lambda: symroof.bottlenecks({name: sym_py(tree, made) for name, tree in q.roofs}))
    roofs = dict(q.roofs)
    used = set().union(set(), *(names(tree) for tree in roofs.values()))
    for _ in range(12):
        env = draw.bind(rng, used)
        _point(q, found, roofs, env, kind, clock)


def _point(
    q: Question, found: object, roofs: dict[str, Tree], env: dict[str, Fraction], kind: Kind, clock: Clock
) -> None:
    try:
        top = [n for n, t in roofs.items() if all((sign(t, o, env) or 0) >= 0 for o in roofs.values())]
    except Undefined:
        return
    case = clock(lambda: found.at(**env))  # type: ignore[attr-defined]
    kind.points += 1
    said = str(case)
    if not any(said.startswith(name) or f"'{name}'" in said or f" {name}" in said for name in top):
        raise Wrong(f".at({env}) says {said!r}; largest {top}")


__all__ = ["Question", "Refused", "judge", "question"]
