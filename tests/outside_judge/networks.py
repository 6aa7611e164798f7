"""Collectives on rings, lines, switches and trees: every piece sent along its route, bytes counted link by link."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from .tally import Clock, Kind, Wrong

Links = dict[tuple[Any, ...], Fraction]


def _path(kind: str, n: int, a: int, b: int) -> list[tuple[list[tuple[int, int]], Fraction]]:
    """Shortest routes from a to b, each with its share of the piece."""
    forward = [((a + i) % n, (a + i + 1) % n) for i in range((b - a) % n)]
    backward = [((a - i) % n, (a - i - 1) % n) for i in range((a - b) % n)]
    if kind == "one-way-ring":
        return [(forward, Fraction(1))]
    if kind == "line":
        return [(forward if b > a else backward, Fraction(1))]
    if len(forward) == len(backward) and n > 2:
        return [(forward, Fraction(1, 2)), (backward, Fraction(1, 2))]
    return [(forward if len(forward) <= len(backward) else backward, Fraction(1))]


def load(name: str, kind: str, n: int) -> Fraction:
    """The bytes on the busiest one-way link for V = 1, by sending every piece."""
    if name == "AllReduce":
        return load("ReduceScatter", kind, n) + load("AllGather", kind, n)
    if name == "ReduceScatter":  # an AllGather run backwards
        return load("AllGather", kind, n)
    links: Links = defaultdict(Fraction)
    for a in range(n):
        if kind == "switch":
            for b in range(n):
                if a != b:
                    piece = Fraction(1, n) if name == "AllGather" else Fraction(1, n * n)
                    links["in", b] += piece
            if name == "AllToAll":
                links["out", a] += Fraction(n - 1, n * n)
            continue
        once: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
        for b in range(n):
            if a == b:
                continue
            for route, share in _path(kind, n, a, b):
                for link in route:
                    if name == "AllToAll":
                        links[link] += share / (n * n)
                    else:  # one copy passes a link however many lie behind it
                        once[link] = max(once[link], share)
        for link, share in once.items():
            links[link] += share / n
    return max(links.values(), default=Fraction(0))


def tree_loads(name: str, widths: list[int]) -> list[Fraction]:
    """The same for a hierarchy of switches: level i joins widths[i] children; bytes into one child of each level."""
    if name == "AllReduce":
        return [2 * share for share in tree_loads("AllGather", widths)]
    total = 1
    for width in widths:
        total *= width
    shares, inside = [], 1
    for width in widths:
        arrives = 0
        for _sender in range(inside, total):  # devices outside the child
            arrives += inside if name == "AllToAll" else 1
        shares.append(Fraction(arrives, total * total if name == "AllToAll" else total))
        inside *= width
    return shares


@dataclass(frozen=True)
class Question:
    """One collective of V bytes over one network."""

    name: str
    kind: str
    widths: tuple[int, ...]
    volume: int
    symbolic: bool

    def call(self) -> str:
        return f"{_FUNCTIONS[self.name]}({self.volume}, {self.kind} of {self.widths}, symbolic={self.symbolic})"


_FUNCTIONS = {
    "AllGather": "all_gather",
    "ReduceScatter": "reduce_scatter",
    "AllReduce": "all_reduce",
    "AllToAll": "all_to_all",
}


def question(rng: Random) -> Question:
    kind = rng.choice(("ring", "ring", "line", "one-way-ring", "switch", "tree"))
    widths = tuple(rng.randint(1 if rng.random() < 0.1 else 2, 9) for _ in range(rng.randint(1, 3)))
    if kind != "tree":
        widths = (rng.randint(1, 24),)
    return Question(rng.choice(list(_FUNCTIONS)), kind, widths, rng.randint(1, 10**6), rng.random() < 0.4)


def judge(q: Question, kind: Kind, rng: Random, clock: Clock) -> None:
    import symroof

    rates = [Fraction(rng.randint(1, 500), rng.choice((1, 3, 7))) * 10**9 for _ in q.widths]
    n: Any = "n" if q.symbolic and q.kind != "tree" else q.widths[0]
    names = [f"l{i}" for i in range(len(q.widths))]
    if q.kind == "tree":
        network = clock(lambda: symroof.tree(*zip(names, q.widths, strict=True)))
        share = tree_loads(q.name, list(q.widths))
    else:
        make = {"ring": symroof.ring, "line": symroof.line, "switch": symroof.switch}.get(q.kind)
        network = clock(lambda: make(n) if make else symroof.ring(n, both_ways=False))
        share = [load(q.name, q.kind, q.widths[0])]
        names = ["ici"]
    found = clock(lambda: getattr(symroof, _FUNCTIONS[q.name])("V" if q.symbolic else q.volume, network))
    if q.symbolic:
        bound: dict[str, Any] = {"V": q.volume} | ({"n": q.widths[0]} if n == "n" else {})
        found = clock(lambda: found.at(**bound))
    right = max(part * q.volume / rate for part, rate in zip(share, rates, strict=True))
    time = clock(lambda: found.time)
    said = clock(lambda: symroof.exactly(time, **{str(s): rates[names.index(str(s)[2:])] for s in time.free_symbols}))
    kind.points += 1
    if said != right:
        raise Wrong(
            f"time {time} is {said} at rates {dict(zip(names, map(str, rates), strict=True))}, simulated {right}"
        )
