"""Percentages, ratios, totals and means that a sentence makes of its own numbers; each right, wrong, and left alone.

The judge is arithmetic by hand. Earlier texts had percentages of counts and changes between two times alone.
"""

from __future__ import annotations

import pytest

from symroof.checking.proofreading.proofread import proofread


def verdicts(text: str) -> list[str]:
    return [f.verdict for f in proofread(text).findings if f.rule in ("follows", "total", "reckoned", "percent")]


@pytest.mark.parametrize(
    ("text", "right", "slip", "other"),
    [
        # 1 - 9/36
        ("After deduplication 9 TB of the 36 TB remain, a saving of {}%.", "75", "25", "50"),
        # what the flash wrote over what the host wrote
        ("The host wrote 40 TB and the flash wrote 100 TB, so the write amplification is {}.", "2.5", "0.4", "3.1"),
        ("The site takes 1.3 MW for an IT load of 1.0 MW, a PUE of {}.", "1.3", "0.77", "1.8"),
        ("Of the 1538 bytes on the wire 1460 are payload, an efficiency of {}%.", "95", "105", "88"),
        ("Of 48 jobs 6 failed, a failure rate of {}%.", "12.5", "8", "31"),
        ("Cooling takes 90 of the 405 kW, or {}%.", "22", "29", "22.3"),
        ("The C version runs in 0.8 s, the Python one in 36 s, a speedup of {}.", "45", "4.5", "31"),
        ("The encoder turned 1.5 GB of frames into 60 MB, a compression ratio of {}.", "25", "2.5", "31"),
        ("14 of the 112 tests are flaky, or {}%.", "12.5", "8", "12.51"),
        # totals, what is left, means
        ("Registers take 96 KB, shared memory 100 KB and the L1 cache 28 KB, {} KB in total.", "224", "214", "124"),
    ],
)
def test_what_two_numbers_make(text: str, right: str, slip: str, other: str) -> None:
    assert verdicts(text.format(right)) in (["exact"], ["rounded"])
    assert verdicts(text.format(slip)) == ["wrong"]
    assert "wrong" not in verdicts(text.format(other))


@pytest.mark.parametrize(
    ("text", "right", "slip", "other"),
    [
        # 1 - 9.8/14 and not 14/9.8 - 1; 1500/1200 - 1 and not 1 - 1200/1500: which may be the change of something else
        ("We went from 14 s per epoch to 9.8 s, which is a {}% reduction in time.", "30", "43", "12"),
        ("It raised the throughput from 1,200 to 1,500 tokens/s, {}% more.", "25", "20", "61"),
        ("Of the 80 GB, 26 GB hold weights and 4 GB activations, which leaves {} GB.", "50", "54", "37"),
        ("The three runs took 41 s, 43 s and 45 s, {} s on average.", "43", "44", "43.0"),
        ("Quantizing to int4 shrinks the weights fourfold, from 26 GB to {} GB.", "6.5", "13", "6.6"),
        ("We launch 256 blocks of 128 threads, {} threads in total.", "32,768", "65,536", "50,000"),
    ],
)
def test_what_two_numbers_may_make_or_not(text: str, right: str, slip: str, other: str) -> None:
    """These were called wrong with another number, which true sentences of the same shape have as well."""
    assert verdicts(text.format(right)) in (["exact"], ["rounded"])
    assert "wrong" not in verdicts(text.format(slip)) + verdicts(text.format(other))


@pytest.mark.parametrize(
    "text",
    [
        "Doubling the batch raised the throughput from 100 to 150 tokens/s.",  # which is what was doubled no more
        "It nearly halved the time from 50 ms to 30 ms.",
        "The three runs took 41 s, 43 s and 45 s, 42 s on average without the warm-up.",
        "Weights take 14 GB, gradients 14 GB and the optimizer 84 GB: 98 GB in total for the states.",
        "We sent 1,200 requests per second to servers with a capacity of 1,000 per second, a utilization of 1.2.",
        "Latency fell from 100 ms to 80 ms, a gain of 25%.",  # in throughput
        "We launch 256 blocks of 128 threads, 65,536 threads in total for two kernels.",
    ],
)
def test_what_they_do_not_make(text: str) -> None:
    assert "wrong" not in verdicts(text)
