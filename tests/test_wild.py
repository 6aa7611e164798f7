"""Lines of published books and blogs that were called wrong and are right, each beside one that is wrong.

The judge is what was printed: perf-book, SystemsApproach, the vLLM blog and ml-engineering, proofread whole; earlier
documents had symbols of one letter, units of one sort and shares that were worked out.
"""

from __future__ import annotations

import pytest

from symroof import check
from symroof.checking.proofreading.proofread import proofread


def wrong(text: str) -> list[str]:
    return [f.text for f in proofread(text).findings if f.verdict == "wrong"]


@pytest.mark.parametrize(
    ("right", "slip"),
    [
        # decimal prefixes that count 1024, where a count is worked out of them
        ("The number of cache lines is `32 KB / 64 bytes = 512 lines`.", "It is `32 KB / 64 bytes = 256 lines`."),
        ("A table of 4 GB / 4 KB = 1,048,576 entries.", "A table of 4 GB / 4 KB = 1,148,576 entries."),
        # a share, equated with what it comes to
        ("It may use a given fraction (1/16 = 2 MB in the case of the 7313P).", "There are 2 × 16 = 2 MB of it."),
        # things whose width no word tells
        ("An image of 1024×3072 pixels is around 9 MB as int8.", "A tile of 128 × 128 floats = 48 KiB."),
    ],
)
def test_what_was_printed_is_not_called_wrong(right: str, slip: str) -> None:
    assert wrong(right) == []
    assert wrong(slip) != []


CPI = "Cycles per instruction (CPI) and instructions per cycle (IPC) say the same:\n\n$$\nCPI = \\frac{1}{IPC}\n$$\n\n"


@pytest.mark.parametrize("unit", ["MACs per instruction", "kB", "ms each", "hours"])
def test_a_unit_behind_a_quotient_is_not_missed_before_the_equals_sign(unit: str) -> None:
    """modal-labs/gpu-glossary: "64 = 2,048 ÷ 32 MACs per instruction" was 128 FLOPs, and no 64."""
    assert wrong(f"That's 64 = 2,048 ÷ 32 {unit}.") == []
    assert wrong(f"That's 63 = 2,048 ÷ 32 {unit}.") != []


def test_a_run_of_capitals_that_the_prose_says_is_a_name() -> None:
    assert wrong(CPI) == []
    assert wrong("The sender's window is SWS and the receiver's RWS; now let `SWS = RWS` hold.") == []
    (found,) = proofread(CPI + "Here $IPC = 4$ and $f = 2$, so $x = 2 \\cdot IPC / f = 3$.").findings
    assert (found.verdict, found.text) == ("wrong", r"2 \cdot IPC / f = 3")


def test_a_printed_result_is_no_finer_input_of_itself() -> None:
    assert wrong("$\\min(34, 18) = 18.05$") != []
    assert wrong("$\\min(34, 18) = 18$") == []


def test_two_runs_of_capitals_are_placeholders_unless_they_are_one_product() -> None:
    assert wrong("Each line is `VAR = VAL` in that file.") == []
    assert [f.verdict for f in proofread("Here $BDF = DBF$.").findings] == ["exact"]


TOTAL = """| bucket          | H200<br>TFLOPS | H200<br>MFU | B200<br>TFLOPS | B200<br>MFU |     ratio |
| --------------- | -------------: | ----------: | -------------: | ----------: | --------: |
| attention (FA)  |            447 |         45% |            834 |         37% |     1.87× |
| everything else |            463 |         47% |            771 |         34% |     1.67× |
| **total**       |            461 |         47% |            778 |         35% | **1.69×** |
"""


def test_a_whole_is_no_multiple_of_most_of_it() -> None:
    assert wrong(TOTAL) == []


def test_capitals_that_are_symbols_each_are_a_product() -> None:
    text = "With $B$, $D$ and $F$ given, $BDF$ multiply-adds are counted as BDF; then $2BDF/(BD) = {}$."
    assert wrong(text.format("2F")) == []
    assert wrong(text.format("3F")) != []


@pytest.mark.parametrize(
    ("answer", "expected", "verdict"),
    [
        ("512 lines", "32 KB / 64 bytes", "convention"), ("500 lines", "32 KB / 64 bytes", "exact"),
        ("524 lines", "32 KB / 64 bytes", "wrong"), ("2048 pages", "8 MB / 4 KB", "convention"),
        ("2050 pages", "8 MB / 4 KB", "wrong"), ("2048 pages", "8 MB / 4 KiB", "wrong"),
    ],
)  # fmt: skip
def test_counts_worked_out_of_kilobytes(answer: str, expected: str, verdict: str) -> None:
    assert check(answer, expected).verdict == verdict


@pytest.mark.parametrize(
    ("text", "right", "slip"),
    [
        # one letter, and what is off by 2, were left open even where a sentence says what follows
        ("The cost is $c = 1/p$.\n\nHere $p = 4$, so $c = {}$.", "0.25", "0.5"),
        ("The speedup is $S = 1/(1-p)$, for a share $p$. Suppose $p = 0.75$. Then $S = {}$.", "4", "5"),
        ("A run takes $T = N/W$. For $N = 8$ and $W = 2$ we have $T = {}$.", "4", "8"),
    ],
)
def test_what_a_sentence_says_to_follow_from_a_definition(text: str, right: str, slip: str) -> None:
    assert wrong(text.format(right)) == []
    assert wrong(text.format(slip)) != []


@pytest.mark.parametrize(
    "text",
    [
        "The cost is $c = 1/p$. Once $p = 4$, the cost per pair is $c = 0.5$.",  # of another thing
        "The cost is $c = 1/p$ at most. Here $p = 4$; would it be so that $c = 0.5$?",
        "The cost is $c = 1/p$.\n\nHere $p = 4$.\n\nIn the second model $c = 0.5$.",
    ],
)
def test_nothing_follows_where_nothing_is_said_to(text: str) -> None:
    assert wrong(text) == []
