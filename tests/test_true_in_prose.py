"""True sentences of loosely related numbers are left alone: an author must be able to keep proofread in CI.

The judge is the world: a kettle does not run all day, disks are mirrored, and a mean is of all requests and not of
the three that are listed.  Beside them stand false sentences of the same shapes that are still found.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from symroof.checking.proofreading.proofread import proofread

FILE = Path(__file__).parent / "data" / "true_in_prose.txt"
TRUE = [line for line in FILE.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]


def wrong(text: str) -> list[str]:
    return [f.text for f in proofread(text).findings if f.verdict == "wrong"]


@pytest.mark.parametrize("text", TRUE)
def test_a_true_sentence_is_left_alone(text: str) -> None:
    assert wrong(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "A camera of 10 Mb/s writes 864 GB per day.",  # more than it sends in all that time
        "A year has 8,760 hours, so a 1.5 kW server uses 1.31 MWh a year.",  # all of the time is told
        "Copying 48 MB over a link of 24 GB/s takes 2 us.",  # no link is faster than it is
        "A request takes 250 ms of CPU, so one core serves 0.25 requests per second.",
        "An entry takes 16 bytes, so a block of 4 KiB holds 512 of them.",  # more than fit
        "9 TB of the 36 TB remain, a saving of 25%.",
        "Of 48 jobs 6 failed, a failure rate of 8%.",
        "The stages take 104 MB, 105 MB and 107 MB, 326 MB in total.",
        "An instance has 16 GiB, that is 14.9 GB.",
        "A 10 Gb/s line carries 10 GB/s.",
        "A step has 40 ms of compute and 2 ms of loads, so it is memory-bound.",
        "In Boolean arithmetic $1 + 0 = 0$.",
        "In a Boolean ring $1 + 0 = 0$.",
        "It moves $1000/300 = 4$ rows a second.",
        "The number of links is $n(n-1)/2$; with $n = 8$ that's 56.",
    ],
)
def test_a_false_one_of_its_shape_is_found(text: str) -> None:
    assert wrong(text) != []


def test_a_key_of_many_digits_is_looked_at_once() -> None:
    """Bytecode in an EIP took minutes: each way to cut its digits into numbers was tried before the f behind them."""
    assert wrong(f"The code is `{'60' * 40}f` and the key ${'1.5 ' * 40}x$, or 3.") == []


def test_what_a_reviewer_narrowed_still_finds_errors() -> None:
    """Beside true sentences of the same shapes: speedups and efficiencies, copies in brackets, what is told last."""
    assert wrong("A speedup of 3.2 on 4 cores is a parallel efficiency of 125%.") != []
    assert wrong("The model (14 GB) is larger than the card (24 GB).") != []
    assert wrong("The last packet waits 31 ms. That's shorter than the 20 ms of the path.") != []
    assert wrong("At 100 MB/s the 10 GB take 10 s to copy.") != []
    assert wrong("Of 500 requests 120 fail, which is 60% of the requests.") != []
    assert wrong("The core runs at 3 GHz. A miss takes 300 cycles, or 900 ns.") != []
