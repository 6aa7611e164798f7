"""What grows with what, and which side of a size binds: sentences held to the direction of the laws that they tell."""

from __future__ import annotations

import pytest

from symroof.checking.proofreading.proofread import proofread


def verdicts(text: str) -> list[str]:
    return [f.verdict for f in proofread(text).findings]


JUDGED = [  # a sentence, what makes it true and what makes it false
    ("The pipeline bubble {} as the number of stages grows.", "grows", "shrinks"),
    ("As the hit ratio rises, the mean access time {}.", "falls", "rises"),
    ("The waiting time {} with the utilization.", "grows", "falls"),
    ("The larger the tiles, the {} the arithmetic intensity.", "higher", "lower"),
    ("A larger batch {} the arithmetic intensity.", "raises", "lowers"),
    ("The MTBF {} with more nodes.", "drops", "grows"),
    ("The longer the context, the {} the KV cache.", "larger", "smaller"),
    ("An intensity below 40 is therefore {}-bound.", "memory", "compute"),
    ("At 4 MB the link is full: larger messages are {}-bound.", "bandwidth", "latency"),
    ("For short reads it is {}-bound.", "latency", "bandwidth"),
    ("The chain is {} available than its weakest part.", "less", "more"),
    ("The new card's ridge is higher, so it needs {} reuse.", "more", "less"),
    ("The small card has the lowest ridge, so it is the {} to keep busy.", "easiest", "hardest"),
    ("The maximum lies at 36 threads; beyond it, more threads {} the throughput.", "lower", "raise"),
]


@pytest.mark.parametrize(("text", "right", "wrong"), JUDGED)
def test_the_direction_is_the_law_s(text: str, right: str, wrong: str) -> None:
    assert "wrong" not in verdicts(text.format(right))
    assert "wrong" in verdicts(text.format(wrong))


SILENT = [
    "If the stages are not equal, the bubble shrinks as the number of stages grows.",
    "The response time falls with the load of the other server.",
    "The bubble falls as the number of stages grows and the work of each shrinks more? No.",
    "It is a myth that the waiting time falls with the utilization.",
    "The intensity falls as the batch grows beyond the cache.",
    "With a fixed capacity the wait falls as the load grows.",
    "A batch above 300 is memory-bound once the caches outweigh the weights.",
    "A batch below 40 tokens per chip is communication-bound.",
    "The system is more available than its weakest component would suggest.",
    "Larger requests are rare; the disk is seek-bound.",
    "The chain is more reliable than its competitors.",
    "The peak is at noon; beyond it, more cars raise the throughput of the toll.",
    "Their ridge is lower, so they are easier to feed.",
    "The larger the batch, the lower the latency per token.",
    "Unless it spills, a larger tile lowers the intensity.",
]


@pytest.mark.parametrize("text", SILENT)
def test_nothing_is_said_of_a_case_or_of_something_else(text: str) -> None:
    assert "wrong" not in verdicts(text)
