r"""Conclusions from a ridge or two times of the sentences before, and numbers that a formula has in a regime alone.

Judged by the definition: more FLOPs for a byte than the ridge is compute-bound; the longer time binds.
"""

from __future__ import annotations

import pytest

from symroof.checking.proofreading.proofread import proofread

_FAR = r"""## Decode

The ridge point of the card is

$$
I^* = \frac{F}{\beta} = \frac{400 \times 10^{12}}{2.0 \times 10^{12}} = 200 \text{ FLOP/byte},
$$

and the matrices have an intensity of $B$ FLOP/byte. They become
compute-bound only when $B %s 200$.
"""
#: (a text with a gap, what is right there, what is wrong)
PAIRS = [
    ("The ridge is 195.3, lower than 200, so the kernel is %s-bound.", "compute", "memory"),
    ("Our ridge point is 240 FLOPs per byte, which is far above 12, so this loop is %s-bound.", "memory", "compute"),
    ("The intensity is 2048 FLOP/byte, which is larger than the ridge point of 200 FLOP/byte. It is %s-bound.",
     "compute", "memory"),
    ("## Prefill\n\nIts intensity of 2048 is larger than the ridge of 200.\n\n"
     "Its intensity is 2048, which is larger than the ridge point. Prefill is %s-bound; decode is not.",
     "compute", "memory"),
    ("The ridge point is $P/B$: a kernel with a %s intensity is limited by memory.", "lower", "higher"),
    ("Mind the machine balance: a loop with %s arithmetic intensity is compute-bound.", "greater", "smaller"),
    (r"The ridge point is $I^*$. A kernel with $I < I^*$ is %s-bound.", "memory", "compute"),
    ("The intensity is 0.25 FLOP/byte. If the peak is 500 GFLOP/s, its ridge point is 5 FLOP/byte, and it is %s-bound.",
     "memory", "compute"),
    ("4.1 ms of compute and 2.3 ms of loads: %s-bound.", "compute", "memory"),
    ("There are 90 µs for the transfer and only 0.04 ms for the math, so the step is %s-bound.", "network", "compute"),
    (_FAR, ">", "<"),
]  # fmt: skip
TRUE = [
    "The intensity is 2048, which is larger than the ridge point. Decode is memory-bound all the same.",
    "The ridge is 195.3, lower than 200, so the kernel would be memory-bound if it were cached worse.",
    "The ridge of B is higher than that of A, 300 FLOP/byte, so kernels there are memory-bound more often.",
    "4.1 ms of compute and 4.0 ms of loads: memory-bound, once refreshes are counted.",
    "4.1 ms of compute and 2.3 ms of loads, which overlap. The next step is memory-bound.",
    "It is a myth that a kernel with a higher intensity than the ridge is limited by memory, not by arithmetic.",
    "The ridge point is 5 FLOP/byte, and Jacobi is memory-bound.",
    "Intensities are 0.25 FLOP/byte and 12 FLOP/byte. The ridge point is 5 FLOP/byte, and Jacobi is memory-bound.",
]


def wrong(text: str) -> list[str]:
    return [f.text for f in proofread(text).findings if f.verdict == "wrong"]


@pytest.mark.parametrize(("text", "right", "other"), PAIRS)
def test_the_right_side_of_the_ridge(text: str, right: str, other: str) -> None:
    assert wrong(text % right) == []
    assert len(wrong(text % other)) == 1


@pytest.mark.parametrize("text", TRUE)
def test_true_conclusions_are_left_alone(text: str) -> None:
    assert wrong(text) == []


def test_a_number_is_never_in_a_regime() -> None:
    text = r"A ring moves $$2 \, \frac{n-1}{n} \times 393{,}216 = %s \text{ bytes}$$ per chip for $n = %s$."
    assert wrong(text % ("589{,}824", 4)) == []
    assert len(wrong(text % ("786{,}432", 4))) == 1
    open_one = proofread(r"A ring moves $2 \frac{n-1}{n} \times 300 = 600$ bytes.").findings
    assert [f.verdict for f in open_one] == ["undecided"]
    assert wrong(r"For many chips it is $\frac{n-1}{n} \cdot 80 \approx 80$.") == []


@pytest.mark.parametrize(
    "text",
    [
        "So the ridge is 480e12 / 2.4e12 = 200@. On an older GPU a kernel with 150@ is compute-bound.",
        "Our ridge is at 200@. On older hardware, at 150@, the kernel is compute-bound.",
        "The ridge is 200@. The older card has fewer cores. A kernel with 150@ is compute-bound there.",
        "The A100's ridge is 200@. The V100 has fewer cores, so there a kernel with 150@ is compute-bound.",
        "The ridge is 200@. A V100 with 150@ is compute-bound.",
        "On the H100 the ridge is 295@. On the older V100 the ridge is 139@, so the kernel is memory-bound.",
        "The H100's balance is 295@. On the older V100 the ridge is 139@, so the kernel is memory-bound.",
        "Prefill does 800@. The ridge is 139@, so decoding is memory-bound.",
    ],
)
def test_a_conclusion_about_another_machine_or_program_is_left_alone(text: str) -> None:
    """They were called wrong: a machine's balance is no intensity, and the last ridge need not be the one meant."""
    assert wrong(text.replace("@", " FLOPs per byte")) == []


@pytest.mark.parametrize(
    ("text", "right", "slip"),
    [
        ("Our kernel does 50@. On an older V100 the ridge is 139@, so the kernel is {}-bound.", "memory", "compute"),
        ("The H100's ridge is 295@. Decoding does 2@. The V100's ridge is 139@, so decoding is {}-bound.", "memory",
         "compute"),
        ("On the V100 the ridge is 139@. On the V100 a kernel with 200@ is {}-bound.", "compute", "memory"),
        ("So the ridge is 480e12 / 2.4e12 = 200@. A kernel with 150@ is {}-bound.", "memory", "compute"),
    ],
)  # fmt: skip
def test_a_conclusion_about_this_machine_is_held_to_its_ridge(text: str, right: str, slip: str) -> None:
    text = text.replace("@", " FLOPs per byte")
    assert wrong(text.format(right)) == []
    assert wrong(text.format(slip)) != []
