"""Formulas that miss the number told for them by one slip, beside true sentences in which both are right.

Judged by hand: 4 * 2048^2 * 64 * 128 is 1.374e11, 7 * 6.5e14 / 2.1e11 is 21,667, 10 * 18e12 / (23 * 1.25e9) is 6,261 s.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from symroof.checking.proofreading.proofread import proofread

TRUE = (Path(__file__).parent / "data" / "true_beside_missed.txt").read_text(encoding="utf-8").splitlines()
_FACES = """A face of $8 n^2$ bytes moves in $T = 6 (a + {} / b)$ with $a = 2$ µs and $b = 12.5$ GB/s.

| $q$ | $n$ | $T$ |
|-----|-----|-----|
| 8   | 128 | 74.9 µs |
| 16  | 64  | 27.7 µs |
"""
_REBUILD = """The other nodes have a bandwidth `B` each, and so a rebuild takes

    T = {}

In our case `k = 10`, `S = 18 TB`, `n = 24`, `f = 0.2` and `B = 6.25 GB/s`, and so 180 TB are read, which takes 6,260 s.
"""
#: (a text with a gap, what is right there, what is wrong)
PAIRS = [
    ("With $S = 2048$, $N = 64$ and $H = 128$ this is `{}` FLOPs, 137 GFLOPs.", "4 * S^2 * N * H", "4 * S * N * H"),
    ("Let $k = 12$ and $c = 310$. A crate has $c {} k$ slots, which are 298.", "-", "+"),
    ("We have $p = 24$, $q = 7$ and $r = 11$. Each of them has $p {} + 5$ parts, or 173.", "q", "r"),
    ("With $C = 6.5 \\cdot 10^{{14}}$ and $W = 2.1 \\cdot 10^{{11}}$ it scales if $F > (t - 1) {}$. "
     "We need $F > 21667$ for $t = 8$.", "C / W", "W / C"),
    (_REBUILD, "k * S / ((n - 1) * f * B)", "k * S * (n - 1) / (f * B)"),
    (_FACES, "8 n^2", "8 n^3"),
]  # fmt: skip


def wrong(text: str) -> list[str]:
    return [f.reason for f in proofread(text).findings if f.verdict == "wrong"]


@pytest.mark.parametrize(("text", "right", "slip"), PAIRS)
def test_the_slip_is_told_from_the_formula(text: str, right: str, slip: str) -> None:
    assert wrong(text.format(right)) == []
    assert wrong(text.format(slip)) != []


@pytest.mark.parametrize("text", TRUE)
def test_a_true_sentence_near_it_is_left_alone(text: str) -> None:
    assert wrong(text) == []
