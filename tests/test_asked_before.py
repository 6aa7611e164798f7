"""An answer is the same whatever was asked before it in the process: each once more after all memos are empty.

What the old generators never drew: many questions over the same few symbols in one process, some of them with factors
that cancel, judged against the same question asked alone.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import sympy
from sympy import Expr, Integer, Max, Min, ceiling, expand, floor, log, sqrt

from symroof import dims, exactly, interval, latex, leading, numeric
from symroof.algebra.interop.door import core
from symroof.errors import SymroofError

sys.path.append(str(Path(__file__).parent.parent / "benchmarks"))
import harness

SYMBOLS = dict(zip("FWHD", dims("F W H D")))


def _term(rng: random.Random) -> Expr:
    made = Integer(rng.choice((1, 1, 1, 2, 3, 128)))
    for s in rng.sample(sorted(SYMBOLS), rng.randint(0, 2)):
        made *= SYMBOLS[s] ** rng.choice((1, 1, 1, 2))
    return made


def _sum(rng: random.Random, least: int = 1) -> Expr:
    return sympy.Add(*(_term(rng) for _ in range(rng.randint(least, 3))))


def _asked(rng: random.Random) -> list[Expr]:
    """A quotient with a factor that cancels, and without it, in functions of each other, beside another quotient."""
    again = rng.choice((_sum(rng, 2), _sum(rng, 2) - _term(rng))) or SYMBOLS["H"] + 1
    top, bottom = _sum(rng), _sum(rng)
    made = [expand(top * again) / expand(bottom * again), top / bottom]
    for _ in range(rng.randint(1, 2)):
        function = rng.choice((floor, ceiling, lambda y: Max(y, SYMBOLS["F"]), lambda y: Min(y, 3), lambda y: log(y, 2),
                               lambda y: sqrt(y + 1), lambda y: 1 / (1 + y)))  # fmt: skip
        made = [function(x) for x in made]
    beside = rng.choice((Integer(0), _sum(rng), _sum(rng) / _sum(rng)))
    return [x + beside for x in made]


def _questions(e: Expr) -> Iterator[Callable[[], object]]:
    names = sorted(map(str, e.free_symbols))
    one = {n: 3 + i for i, n in enumerate(names)}
    yield lambda: core(e).names
    yield lambda: str(core(e))
    yield lambda: latex(e)
    yield lambda: interval(e, **dict.fromkeys(names, (2, 5)))
    yield lambda: exactly(e, **one)
    yield lambda: numeric(e, *names)(*map(float, one.values()))
    yield lambda: leading(e, "F -> oo")


def _answer(ask: Callable[[], object]) -> str:
    """What is said, the terms of its sums in any order."""
    try:
        said = repr(ask())
    except SymroofError as e:
        said = f"{type(e).__name__}: {e}"
    return " ".join(sorted(re.findall(r"\w+|[^\w\s]", said)))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_an_answer_hangs_on_nothing_that_was_asked_before(seed: int) -> None:
    rng = random.Random(seed)
    drawn = [e for _ in range(20) for e in _asked(rng) if e.free_symbols and not e.has(sympy.zoo, sympy.I)]
    warm = [[_answer(ask) for ask in _questions(e)] for e in drawn]
    refused = told = 0
    for e, answers in zip(drawn, warm):
        harness.cold()
        for ask, answer in zip(_questions(e), answers):
            assert _answer(ask) == answer, e
            refused, told = refused + ("Error" in answer), told + ("Error" not in answer)
    assert told > 100
    assert refused > 0
