"""Formulas whose operands are nouns: right, wrong and open, marked by hand; the values by exact fractions."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from marks import outcome

from symroof import check
from symroof.checking.words.nouned import nouned

#: (what is expected, {answer: mark})
ROWS: list[tuple[str, dict[str, str]]] = [
    ("C/W", {
        "peak FLOPs / memory bandwidth": "R", "memory bandwidth / peak FLOPs": "W", "peak / bandwidth": "R",
        "peak FLOPs - memory bandwidth": "W", "peak FLOPs / cache size": "U",
        "peak FLOPs / network bandwidth": "U", "half the peak / bandwidth": "U",
    }),
    ("a + V/W", {
        "latency + size/bw": "R", "latency + bw/size": "W", "latency * size/bw": "W", "time = latency + size / bw": "R",
        "size/bw": "U",
    }),
    ("2*B*D*L", {
        "batch times model dim times layers times two bytes": "R", "batch * model dim * layers * 4 bytes": "W",
        "batch times model dim times layers": "W", "batch_size * d_model * n_layers * 2": "U",
    }),
    ("6*N*D", {"6 x params x tokens": "R", "2 x params x tokens": "W", "6 * params * experts": "U"}),
    ("2*B*D*F", {"2 * tokens * dim": "W", "twice the tokens times the dimension": "U"}),
    ("k*(L/R + d)", {"(L/R + d) times the number of links k": "R", "(L/R - d) times the number of links k": "W"}),
    ("1/(mu - lambda)", {
        "1/(service rate - arrival rate)": "R", "1/(arrival rate - service rate)": "W",
        "It's one divided by the difference of service rate and arrival rate": "R",
    }),
    ("2*D", {"2 x model dim": "R", "3 x model dim": "W", "at twice the model dimension": "R"}),
    ("G*r*h", {"Total cost is the number of GPUs times the hourly rate times the hours.": "R"}),
]  # fmt: skip


@pytest.mark.parametrize(("expected", "answers"), ROWS)
def test_nouns_with_signs(expected: str, answers: dict[str, str]) -> None:
    assert {a: outcome(a, expected) for a in answers} == answers


@pytest.mark.slow
def test_a_formula_in_nouns_has_the_value_that_its_signs_give() -> None:
    """No list has the nouns in every order: what comes out is worked out once more in fractions."""
    nouns = {"V": "the volume", "W": "the bandwidth", "a": "the latency"}
    rng = random.Random(7)
    for _ in range(12):
        order = rng.sample(sorted(nouns), 3)
        signs = [rng.choice("+-*/"), rng.choice("+-*/")]
        at = {n: Fraction(rng.randint(2, 97)) for n in nouns}
        words = f"{nouns[order[0]]} {signs[0]} {nouns[order[1]]} {signs[1]} {nouns[order[2]]}"
        x, y, z = (at[n] for n in order)
        ops = {"+": lambda p, q: p + q, "-": lambda p, q: p - q, "*": lambda p, q: p * q, "/": lambda p, q: p / q}
        late = signs[1] in "*/" and signs[0] in "+-"
        value = ops[signs[0]](x, ops[signs[1]](y, z)) if late else ops[signs[1]](ops[signs[0]](x, y), z)
        told = nouned(words, "a + V/W")
        assert told != words
        let: dict[str, object] = {n: str(v) for n, v in at.items()}
        assert check(told, str(value), let=let).ok, (words, told)
        assert not check(told, str(value + 1), let=let).ok
