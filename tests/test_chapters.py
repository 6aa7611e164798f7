"""Sentences as chapters of other authors have them, each wrong and mended, and paragraphs in which nothing is wrong."""

from __future__ import annotations

import pytest

from symroof.checking.proofread import proofread


def wrongs(text: str) -> list[str]:
    return [f"{f.text}: {f.reason}" for f in proofread(text + "\n").findings if f.verdict == "wrong"]


# wrong | the same, mended
IDIOMS = [
    ("Writing at 150 MB/s all day makes 150e6 * 86400 = 1.30 TB per day.",
     "Writing at 150 MB/s all day makes 150e6 * 86400 = 13.0 TB per day."),
    ("At 30 GB/s, 30 * 3600 = 180 TB per hour.", "At 30 GB/s, 30 * 3600 = 108 TB per hour."),
    ("The log grows by 80 MB/s * 3600 s = 828 GB per hour.", "The log grows by 80 MB/s * 3600 s = 288 GB per hour."),
    ("A FLOP takes $350 / (250 \\times 10^{12}) = 4.1$ pJ.", "A FLOP takes $350 / (250 \\times 10^{12}) = 1.4$ pJ."),
    ("The drop is $6 \\cdot 10^{-3} = 9$ mV.", "The drop is $6 \\cdot 10^{-3} = 6$ mV."),
    ("A request costs 3 / 4.8e6 = 0.26 microdollars.", "A request costs 3 / 4.8e6 = 0.62 microdollars."),
    ("With the cut, 60 ms - 20% = 40 ms.", "With the cut, 60 ms - 20% = 48 ms."),
    ("It went down: $250 - 10% = $252.", "It went down: $250 - 10% = $225."),
    ("At 32k tokens, 32k * 160 KiB = 15 GiB.", "At 32k tokens, 32k * 160 KiB = 5 GiB."),
    ("What is left is 100 - 42 = 85%.", "What is left is 100 - 42 = 58%."),
    ("A day at 500 W: 500 * 24 = 21 kWh.", "A day at 500 W: 500 * 24 = 12 kWh."),
    ("It lasts 25 min * 60 = 5100 s.", "It lasts 25 min * 60 = 1500 s."),
    ("We read $3 \\cdot 1.61 = 4.93$ GB.", "We read $3 \\cdot 1.61 = 4.84$ GB."),
    ("The sum is 3 + 4 = 8; that is all.", "The old draft said 3 + 4 = 8; that is wrong."),
    ("We say 3 + 4 = 8.", "An earlier edition said that 3 + 4 = 8."),
]  # fmt: skip


@pytest.mark.parametrize(("wrong", "right"), IDIOMS)
def test_what_is_no_arithmetic_word_for_word(wrong: str, right: str) -> None:
    assert wrongs(wrong)
    assert not wrongs(right)
