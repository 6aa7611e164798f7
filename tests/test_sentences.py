"""Numbers of sentences that follow from one another: told again in another unit, equal parts, the chips of a grid.

Earlier texts never told one quantity twice outside of a chain; the right numbers are worked out by hand.
"""

from __future__ import annotations

import pytest

from symroof.checking.proofreading.proofread import proofread


def judged(text: str) -> list[tuple[str, str]]:
    return [(f.verdict, f.where) for f in proofread(text + "\n").findings if f.rule == "restated"]


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        ("The chip loads `1.2e12` bytes/s ({} of HBM) at best.", "1.2 TB/s", "120 GB/s"),
        ("Each host has {} (50 GB/s) of network.", "400 Gbps", "50 Gbps"),
        ("Its peak is 989 TFLOPs/s, or `{}` FLOPs/s.", "9.89e14", "9.89e12"),
        ("All in all this is 6e12 = {}.", "6TB", "6GB"),
        ("The total is $3 \\cdot 9e9 = 27e9$, or {} parameters.", "27B", "270B"),
        ("It holds 1.5e10 bytes (about {}).", "15 GB", "150 GB"),
        ("We load `2 * 8e9 = 16e9` bytes on 64 chips, meaning {} bytes / chip.", "2.5e8", "5e8"),
        ("It does `1.98e15` FLOPs/s with sparsity, or half of that (`{}` FLOPs/s) without.", "9.9e14", "1.2e15"),
        ("We use a 4x8 mesh ({} chips).", "32", "24"),
        ("We have {} GPUs in a 2x4 grid.", "8", "12"),
        ("Take $N = {}$ (corresponding to a 2x2x4 array of chips).", "16", "10"),
        ("Let `mesh = Mesh({{'X': 4, 'Y': 2}})` (so {} devices in total).", "8", "6"),
        ("It ran on {} GPUs (6 nodes of 8 GPUs).", "48", "50"),
        ("There are 2 cores per chip, so 4 chips = {} cores.", "8", "6"),
    ],
)
def test_a_number_told_again_is_the_same_number(text, right, wrong):
    assert {v for v, _ in judged(text.format(right))} & {"exact", "rounded"}
    assert "wrong" in {v for v, _ in judged(text.format(wrong))}
    assert {w for _, w in judged(text.format(right))} == {"prose"}


@pytest.mark.parametrize(
    "text",
    [
        "A cache of 16 MB (8 MB per core) and 80 GB (40 GB) cards.",
        "It takes 5 ms (50 ms in the worst case), or 500 ms over the network.",
        "With 1e9 parameters × 12 bytes = 12 GB it fits.",
        "That is 5e-6 seconds = 5 parsecs of nothing.",
        "It has 8 heads (4 GB) and 96GB of HBM (2.8 TB/s).",
        "With 2 cores per chip we use 4 chips (2 cores each).",
        "A 2x2 tray (8 cores) of chips.",
        "Between 100 GB (2023) and 1 TB (2024).",
        "A window of 4 KB (1024 entries) and 64 (32 bits) registers.",
        "From 10 GB/s, or 100 GB/s on newer parts.",
    ],
)
def test_two_numbers_need_not_be_one(text):
    assert "wrong" not in {v for v, _ in judged(text)}


def test_the_fix_is_in_the_authors_unit():
    (found,) = proofread("It holds 1.5e10 bytes (about 150 GB).\n").findings
    assert (found.value, found.rule) == ("15 GB", "restated")
