"""Proofreading takes time that grows with the text, whatever the text is made of; judged by ratios in one run."""

from __future__ import annotations

import contextlib
import random
import re
import time

import pytest
from tiers import all_but_slow

from symroof.checking.documents.places import matches, stands
from symroof.checking.documents.spans import MAX_IN_LINE, MAX_LINE
from symroof.checking.proofreading.proofread import proofread
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
    "open comments": "<!--",
}
LINES = {  # what a line of 10^6 characters is made of
    **UNITS, "letters": "a", "digits": "7", "bars": "|", "brackets": "\\(", "braces": "{", "tags": "<sub>",
    "commas": ",", "slashes": "//", "backslashes": "\\", "spaces": " ", "powers": "1e", "lists": "- ",
    "quotes": "> ", "code": "`1 + 1 = 3` ",
}  # fmt: skip


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


@pytest.mark.slow
@pytest.mark.parametrize("unit", LINES.values(), ids=LINES.keys())
def test_a_long_line_is_judged_so_far_and_no_further(unit):
    """Sixteen times as long a line takes as good as no more time, and what follows it is read as ever."""
    unit = unit.replace("\n", " ")

    def text(n: int) -> str:
        return unit * (n // len(unit)) + "\n\nso $1 + 1 = 3$\n"

    long = proofread(text(1_000_000))
    told = [s for s in long.skipped if s.detail.startswith("line too long: judged up to character")]
    assert [(s.line, s.reason) for s in told] == [(1, "limit")]
    assert told[0].column <= 20_001
    if "<!--" not in unit and "`" not in unit:
        assert "1 + 1 = 3" in [f.text for f in long.findings if f.line == 3]
    ratio = min(took(text(800_000)) / max(took(text(50_000)), 0.02) for _ in range(4))
    assert ratio < 3


@pytest.mark.slow
@pytest.mark.parametrize("tail", all_but_slow(["$1+1=3$", "$1 + 1 = 2$, $2 + 2 = 4$"], ["$1 + 1 = 2$, $2 + 2 = 4$"]))
def test_a_line_is_cut_between_formulas(tail):
    """Wherever the cut falls, no half of a formula is read with the next line."""
    for shift in range(len(tail) + 2):
        text = "x" * (MAX_LINE - shift) + tail + " and so on" * 3 + "\nsee `B = 1` and $3 + 3 = 7$\n"
        found = proofread(text)
        whole = "1+1 = 3" if shift >= len(tail) and "3$" in tail else None
        assert [f.text for f in found.findings if f.verdict == "wrong"] == [*([whole] if whole else []), "3 + 3 = 7"]
        assert len([s for s in found.skipped if s.reason == "limit"]) == 1


@pytest.mark.slow
def test_the_first_formula_too_many_of_a_line_is_told():
    found = proofread("a $1+1=3$ " * (MAX_IN_LINE + 1) + "\nand $2 + 2 = 5$\n")
    assert [f.line for f in found.findings].count(1) == MAX_IN_LINE
    assert [(s.line, s.column, s.reason) for s in found.skipped] == [(1, 10 * MAX_IN_LINE + 3, "limit")]
    assert found.findings[-1].line == 2
    assert not proofread("a $1+1=3$ " * MAX_IN_LINE).skipped


@pytest.mark.slow
def test_words_are_found_in_windows_as_a_search_of_each_finds_them():
    """In a text of several pieces, at their borders too; what a window halves is not in it."""
    draw = random.Random(3)
    words = re.compile("seven|even|per core")
    text = "".join(draw.choice(["seven", "even", " ", "per core", "x" * draw.randrange(90)]) for _ in range(900))
    seen = set()
    for _ in range(400):
        a = draw.randrange(len(text))
        b = a + draw.choice([3, 12, 80, 3000])
        whole = [m.span() for m in words.finditer(text) if a <= m.start() and m.end() <= b]
        assert [m.span() for m in matches(words, text, a, b)] == whole
        assert stands(words, text, a, b) == bool(whole)
        seen.add(bool(whole))
    assert seen == {True, False}


@pytest.mark.slow
def test_one_line_takes_little_time():
    proofread("$1 + 1 = 2$")
    hard = [
        "$" + "+".join(f"B^{i}D^{9 - i}" for i in range(9)) + " = " + "+".join(f"{i}B^{i}F" for i in range(9)) + "$",
        "$\\frac{" + "+".join("ABCDEFGH") + "}{" + "+".join("IJKLMNOP") + "} = " + "+".join("QRSTUVWX") + "$",
        "1 * 2 = 3 " * 100,
        "when " * 50 + "$a = b$, and " * 30,
    ]
    assert [took(line) < 1 for line in hard] == [True] * len(hard)
