"""Proofreading takes time that grows with the text, whatever the text is made of; judged by ratios in one run."""

from __future__ import annotations

import contextlib
import time

import pytest

from symroof.checking.proofread import proofread
from symroof.errors import SymroofError

UNITS = {
    "dollars": "$a = b$ and $1 + 1 = 3$ ",
    "open dollars": "$ x ",
    "comments": "<!-- symroof: let W = 8.2e11 B/s -->\n",
    "ignores": "<!-- symroof: ignore -->\n$1 = 2$\n\n",
    "regimes": "<!-- symroof: given B << D, F -->\n$BD/B = D$\n\n",
    "markers": '** __ `` [](( ]( {% {{ <a " ',
    "prose": "3 * 4 = 13 is 5 and 30% of 7 = 2 ",
    "tables": "|a|b|\n|-|-|\n|L|2|\n\n",
    "ticks": "```x``` a ",
    "values": "$D = 40$ so $2D$ is 80. ",
    "shares": "10MB split over 16 devices is 5MB per device. ",
    "series": "$1 + 2 + … + 3 = 4$ ",
    "notation": "$A[I_X, J] \\cdot B[J] \\to C[I_X]$ ",
    "bounds": "$B/N > 4A/F$ or $B > 3$ ",
    "premises": "when $a$, $b$, and $c$ with $d$ ",
    "one line": "a" * 60 + " ",
}


def took(text: str) -> float:
    start = time.process_time()
    with contextlib.suppress(SymroofError):
        proofread(text)
    return time.process_time() - start


@pytest.mark.slow
@pytest.mark.parametrize("unit", UNITS.values(), ids=UNITS.keys())
def test_time_is_linear_in_the_text(unit):
    def text(n: int) -> str:
        return unit * (n // len(unit)) + "\n"

    n = 2_000
    while (short := took(text(n))) < 0.05 and n < 128_000:
        n *= 2
    ratio = min(took(text(4 * n)) / max(min(short, took(text(n))), 0.005) for _ in range(4))
    assert ratio < 6, f"{n} characters took {short:.3f} s, four times as many {ratio:.1f} times that"


def test_one_line_takes_little_time():
    proofread("$1 + 1 = 2$")
    hard = [
        "$" + "+".join(f"B^{i}D^{9 - i}" for i in range(9)) + " = " + "+".join(f"{i}B^{i}F" for i in range(9)) + "$",
        "$\\frac{" + "+".join("ABCDEFGH") + "}{" + "+".join("IJKLMNOP") + "} = " + "+".join("QRSTUVWX") + "$",
        "1 * 2 = 3 " * 100,
        "when " * 50 + "$a = b$, and " * 30,
    ]
    assert [took(line) < 1 for line in hard] == [True] * len(hard)
