"""Words of what limits beside the two amounts that the sentences before them tell: of rates, ridges and margins.

Judged by the definition: the slower of two limits, more FLOPs for a byte than the ridge is compute-bound, the longer
time binds, and what a demand exceeds has no margin.  The true sentences beside them were written by hand.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from symroof.checking.proofreading.proofread import proofread

TRUE = (Path(__file__).parent / "data" / "true_beside_sides.txt").read_text(encoding="utf-8").splitlines()
_CHIPS = "|  | P7 | Q8 |\n|---|---|---|\n| ridge (FLOPs per byte) | 310 | 150 |\n\n"
#: (a text with a gap, what is right there, what is wrong)
PAIRS = [
    ("The 12 drives of a box deliver 3.1 GB/s. Its ports carry 2.5 GB/s. Restores are therefore limited by the %s.",
     "ports", "drives"),
    ("The parser handles 800 MB/s. The decoder manages 650 MB/s. So the %s is the bottleneck.", "decoder", "parser"),
    ("A sum does 0.25 FLOPs per byte. The ridge lies at 900/150 = 6, so the sum is far %s the ridge.",
     "below", "above"),
    ("The intensity is about 63, well %s the ridge of 246, and the product is memory-bound.", "below", "above"),
    ("In short, with 2 ms of arithmetic for 9 ms of loads a step is %s-bound.", "memory", "compute"),
    (_CHIPS + "Our kernel has 220 FLOPs per byte. It is %s-bound on the Q8.",
     "memory-bound on the P7, and compute", "compute-bound on the P7, and memory"),
    ("<table><tr><th></th><th>P7</th><th>Q8</th></tr><tr><td>ridge</td><td>310</td><td>150</td></tr></table>\n\n"
     "<p>Our kernel has 220 FLOPs per byte. It is %s-bound on the Q8.</p>",
     "memory-bound on the P7, and compute", "compute-bound on the P7, and memory"),
    ("It runs on cards whose bus gives 300 GB/s, which is %s than the 340 of the sheet, so it is not enough.",
     "less", "more"),
    ("A local access takes 105 ns, a remote one 190 ns. 40%% of them are remote. The mean is %s ns.",
     "0.6 · 105 + 0.4 · 190 = 139", "0.4 · 105 + 0.6 · 190 = 156"),
    ("A hit takes 2 ns, a miss 80 ns. With 90%% hits the mean is %s ns.",
     "0.9 * 2 + 0.1 * 80 = 9.8", "0.9 * 80 + 0.1 * 2 = 72.2"),
    ("It would need 77.4 GB, which is %s than the 80 GB of the card.", "less", "more"),
    ("It would need 82.4 GB, which %s into the 80 GB, so we take less.", "does not fit", "fits"),
]  # fmt: skip


def verdicts(text: str) -> list[str]:
    return [f.verdict for f in proofread(text).findings if f.verdict in ("exact", "wrong")]


@pytest.mark.parametrize(("text", "right", "slip"), PAIRS)
def test_the_right_word_is_told_from_the_wrong_one(text: str, right: str, slip: str) -> None:
    assert "wrong" not in verdicts(text % right)
    assert "wrong" in verdicts(text % slip)


def test_a_margin_denies_what_a_demand_exceeds() -> None:
    text = "We draw 2693.5 kW. The feed has 2850 kW. So the demand %s the feed, and a margin of 156.5 kW remains."
    assert verdicts(text % "exceeds") == ["wrong"]
    assert "wrong" not in verdicts(text % "stays below")


@pytest.mark.parametrize("text", TRUE)
def test_a_true_sentence_near_it_is_left_alone(text: str) -> None:
    assert "wrong" not in verdicts(text)
