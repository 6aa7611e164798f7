"""Cycles and times under the one clock of a page: both outcomes, and clocks that are not the one meant."""

from __future__ import annotations

import pytest

from symroof.checking.proofreading.proofread import proofread


def verdicts(text: str) -> list[str]:
    return [f.verdict for f in proofread(text).findings]


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        ("The core runs at 2 GHz.\n\nA miss costs 90 cycles, or {} ns.", "45", "180"),
        ("The core runs at 2 GHz.\n\nA miss costs 90 cycles ({} ns).", "45", "54"),
        ("The core runs at 2 GHz. A miss takes 45 ns, i.e. {} cycles.", "90", "22.5"),
        ("At 5 GHz a cycle takes {} ns.", "0.2", "5"),
        ("A clock of 2.5 GHz ticks every {} ns.", "0.4", "4"),
        ("A miss costs 300 cycles, which at 2.5 GHz is {} ns.", "120", "750"),
    ],
)
def test_cycles_and_their_time(text: str, right: str, wrong: str) -> None:
    assert "wrong" not in verdicts(text.format(right))
    assert "wrong" in verdicts(text.format(wrong))


@pytest.mark.parametrize(
    "text",
    [
        "One core runs at 2 GHz, the other at 3 GHz. A miss costs 90 cycles, or 30 ns.",
        "The core runs at 2 GHz. On the bus it takes 90 cycles, or 300 ns.",
        "The core runs at 2 GHz. If the clock were halved, 90 cycles, or 90 ns, would pass.",
        "The core runs at 2 GHz. It takes 90 cycles, or 5 ns each.",
        "A miss costs 90 cycles, or 45 ns.",
    ],
)
def test_another_clock_proves_nothing(text: str) -> None:
    assert "wrong" not in verdicts(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A core runs at 2.5 GHz. It takes 2.2 ns. In cycles, that is 5.5.", ["exact"]),
        ("A core runs at 2.5 GHz. It takes 2.2 ns. In cycles, that is 0.88.", ["wrong"]),
        ("A core runs at 2.5 GHz. It takes 2.2 ns. In cycles, that is $2.2 / 2.5 = 0.88$.", ["wrong"]),
        ("A core runs at 2.5 GHz. It takes 2.2 ns. In cycles, this makes $2.2 \\cdot 2.5 = 5.5$.", ["exact"]),
        ("A core runs at 2.5 GHz. It takes 2.2 ns. In cycles of the old core at 2 GHz, that is 4.4.", []),
        ("A core runs at 2.5 GHz. It takes 2.2 ns. In cycles, that is 11 for each of the two.", []),
        ("A core runs at 2.5 GHz. It takes 2.2 ns. In cycles, that is not 0.88.", []),
        ("A core runs at 2.5 GHz. It takes 2.2 ns.\n\nIn cycles, that is 0.88.", []),
        ("A core runs at 2.5 GHz, its bus at 800 MHz. It takes 2.2 ns. In cycles, that is 1.76.", []),
    ],
)
def test_a_time_in_cycles_in_the_next_sentence(text: str, expected: list[str]) -> None:
    """2.2 ns at 2.5 GHz are 5.5 cycles."""
    assert [f.verdict for f in proofread(text).findings if f.rule == "follows"] == expected
