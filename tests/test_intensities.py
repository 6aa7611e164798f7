"""One intensity of a sentence beside the one ridge told before it, and what is left alone."""

from __future__ import annotations

import pytest

from symroof.checking.proofreading.proofread import proofread

RIDGE = "The ridge of the card is 150 FLOPs per byte.\n\n"


def verdicts(text: str) -> list[str]:
    return [f.verdict for f in proofread(text).findings]


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        (RIDGE + "A sum does 1 FLOP for every 4 bytes, an intensity of 0.25, and is {}-bound.", "memory", "compute"),
        (RIDGE + "Prefill runs at 900 FLOPs per byte, so it is {}-bound.", "compute", "bandwidth"),
        (RIDGE + "At 40 FLOPs per byte the layer is limited by {}.", "bandwidth", "compute"),
        ("With 8 users we are far below the ridge of 150 and decoding is {}-bound.", "memory", "compute"),
        ("The ridge for L2 is 60 FLOPs per byte. A tile with 32 is {} it.", "below", "above"),
        ("That is less than the 2 ms of math, so the layer stays {}-bound.", "compute", "memory"),
        ("Sending takes longer than the 2 ms of compute, so the step is {}-bound.", "communication", "compute"),
    ],
)
def test_what_a_ridge_makes_of_an_intensity(text: str, right: str, wrong: str) -> None:
    assert verdicts(text.format(right)) == ["exact"]
    assert verdicts(text.format(wrong)) == ["wrong"]


@pytest.mark.parametrize(
    "text",
    [
        RIDGE + "With 900 FLOPs per byte the kernel is memory-bound because of bank conflicts.",
        RIDGE + "With 90 FLOPs per byte in fp8 the kernel is compute-bound.",
        RIDGE + "If it had 90 FLOPs per byte it would be compute-bound.",
        RIDGE + "With 90 FLOPs per byte it is not compute-bound.",
        RIDGE + "With 90 FLOPs per byte it is compute-bound on the older card.",
        RIDGE + "With 152 FLOPs per byte it is memory-bound.",  # as near as roundings
        RIDGE + "The old ridge was 50. With 90 FLOPs per byte it is compute-bound.",
        "The ridge of the CPU is 10, that of the card 150. With 90 FLOPs per byte it is compute-bound.",
        RIDGE + "With more than 90 FLOPs per byte it is compute-bound.",
        "It takes longer than the 2 ms of transfers, so the step is memory-bound.",
        RIDGE + "At 90 FLOPs per byte it is memory-bound, at 900 compute-bound.",
    ],
)
def test_what_proves_nothing(text: str) -> None:
    assert "wrong" not in verdicts(text)
