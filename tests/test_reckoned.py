"""Numbers that sentences reckon, each rule with what is right, wrong and left alone; they were worked out by hand."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from symroof.checking.proofreading.proofread import proofread
from symroof.checking.reckoning.figures import figures

RULES = ("reckoned", "follows", "restated", "total", "share")
PAGES = sorted((Path(__file__).parent / "true_prose").glob("*.md"))

# What stands in the text, a number that is right there, and numbers that are wrong.
SAID = [
    ("So the hidden size is 64 times 128, or {}.", "8192", ["4096", "81920"]),
    ("160 GB minus 34 GB of weights minus 8 GB for two runtimes leaves {} of cache.", "118 GB", ["188 GB", "134 GB"]),
    ("990 TFLOP/s divided by 3.35 TB/s is {} FLOP/byte.", "296", ["29.6", "338"]),
    ("$300 divided by 192, or {}.", "$1.56", ["$0.64", "$15.6"]),
    ("We get 70% of 3,760 MB/s, or {}.", "2,630 MB/s", ["263 MB/s", "26,300 MB/s"]),
    ("That is 333 tokens per minute, or {} per second.", "5.6", ["56", "3.1"]),
    ("The shop sells 12 pans a day, or {} a year.", "4,380", ["43,800"]),
    ("They are 912 million tokens a day, 3.65 GB, {} a year.", "1.33 TB", ["1.33 PB", "13.3 TB"]),
    ("A card of 200 Gb/s, that is, $W = {}$ GB/s per direction.", "25", ["200", "250"]),
    ("Call it 246 kB, or exactly {} KiB.", "240", ["246"]),
    ("That's 171,000 tokens, or {} conversations of 2,000.", "85", ["58", "850", "42"]),
    ("It turns out that 900 of the 1,500 tokens are shared. That's {} of the prompt.", "60%", ["40%", "6%"]),
    ("One array takes 800 MB, all three {}.", "2.4 GB", ["24 GB", "1.2 GB"]),
    ("A weight (2 bytes), a copy (4 bytes), two moments (8 bytes), which makes {} bytes.", "14", ["12", "140"]),
    ("It reads\n\n- 34 GB for the weights,\n- 41.8 GB for the cache,\n- {} in all.\n", "75.8 GB", ["85.8 GB", "34 GB"]),
    ("The answer takes 138 J. The prompt takes 107 J. The sum is {}.", "245 J", ["2450 J"]),
    ("A card draws 1.3 kW and writes 3,760 tokens per second. That is {} J per token.", "0.35", ["3.46", "2.9"]),
    ("People read 250 words a minute. With 0.75 words per token that's {} tokens a minute.", "333", ["188", "33.3"]),
    ("A channel moves 8 bytes, 4.8 billion times a second, so it is good for {}.", "38.4 GB/s", ["38.4 Gb/s"]),
    ("It has 34 billion parameters. A token needs two operations per parameter, {} GFLOP.", "68", ["34", "680"]),
    ("We rent it at $2.50 an hour.\n\nIt writes 3,760 tokens per second. For $2.50, this makes {} cents per million "
     "tokens.", "18.5", ["1.85"]),
    ("A node fails once in {} hours. With 64 nodes the mean time between failures is 20 h.", "1280", ["640"]),
    ("The file of 240 MB takes 1.6 s, {}.", "150 MB/s", ["15 MB/s", "1.5 GB/s"]),
    ("A loop of 10 million additions takes 0.42 s: {} each.", "42 ns", ["4.2 ns", "420 ns"]),
    ("3,760 tokens per second are 752 kB/s. The fleet, 6,670 tokens per second, sends {}.", "1.33 MB/s", ["1.33 Mb/s"]),
    ("A backup copies 507 GB over a link of 2.5 GB/s, so it takes {}.", "203 s", ["20.3 s", "2030 s"]),
    ("At 9 cents per kWh the 61.7 MWh cost {}.", "$5,550", ["$55,500"]),
    ("The balance is 8.33 FLOP/byte. In single precision it doubles to {} FLOP/byte.", "16.7", ["14.7", "167"]),
    ("The interval is 5370 s. With fast drives it would halve to {} s.", "2680", ["1340", "26,800"]),
    ("The threshold is 12,480 tokens. We have 262,144 tokens, {} times the threshold.", "21", ["210", "2.1"]),
    ("The run takes 37.8 days. It has about {} steps of 13.7 s each.", "238,000", ["23,800"]),
    ("A rack has 8 boxes of 10.2 kW each, that is, {}.", "81.6 kW", ["8.16 kW", "816 kW"]),
    ("She gets 245 tokens per second instead of 99, a speedup of {}.", "2.5", ["25"]),
    ("The time falls from 40 ms to 34 ms, a saving of {}.", "15%", ["85%", "1.5%"]),
]  # fmt: skip

# What is true, or may be: other things count, share, overlap, are told near by or are meant otherwise.
SILENT = [
    "A scan of 372 GB at 3 GB/s takes 124 s; ten scanners that share the work need 12.4 s.",
    "One core gets 12 GB/s, all 24 together 170 GB/s.",
    "One turn takes 8.33 ms and half a turn 4.17 ms. In total about 12.2 ms.",
    "The plant makes 400 pieces a day, or 2,000 a week, 8,000 a month and 80,000 a year.",
    "A query touches 3 million rows of 200 bytes. It takes 60 ms, as memory gives 2 GB/s and 80% is cached.",
    "Let each array have 100 million elements. One array takes 400 MB, all of them 1.2 GB.",
    "The card has 40 GB/s in each direction, or 80 GB/s.",
    "A 200 Gb/s card for each of 8 GPUs, that is, 1.6 Tb/s.",
    "It is not 64 times 128, or 4096, as the first edition said.",
    "With 2 disks of 4 TB each, 800 GB of flash, and 16 GB of memory it is cheap.",
    "The file of 50 GB takes 40 s at 10 Gb/s. With ten links it takes 4 s.",
    "We use 12 GB of the 80 GB. The other 40% of the time it idles.",
    "The throughput doubles to 9.1 GB/s once the second of 5 ports is used.",
    "250 W times 2, or more.",
    "The API allows 10 requests per second, 60 per minute.",
    "The peak with both channels is 81.2 GB/s. With the second channel the rate doubles to 81.2 GB/s.",
    "A disk fails once in 1,000 hours. With 20 disks the mean time between losses is 9,000 h, for they are mirrored.",
    "It runs 3 times 40 or 50 minutes.",
]


def calls(text: str) -> list[tuple[str, str]]:
    return [(f.rule, f.verdict) for f in proofread(text).findings if f.rule in RULES]


@pytest.mark.parametrize(("text", "right", "wrong"), SAID)
def test_a_number_that_follows_is_right_and_one_that_does_not_is_wrong(text: str, right: str, wrong: list[str]) -> None:
    found = [v for _, v in calls(text.format(right))]
    assert found, "not read"
    assert set(found) <= {"exact", "rounded"}
    for number in wrong:
        assert "wrong" in [v for _, v in calls(text.format(number))], number


@pytest.mark.parametrize("text", SILENT)
def test_what_may_be_meant_otherwise_is_left_alone(text: str) -> None:
    assert "wrong" not in [v for _, v in calls(text)]


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.stem)
def test_true_prose_has_no_wrong_number(page: Path) -> None:
    """Pages on databases, video, clusters, power, queues, training and networks, their numbers worked out by hand."""
    report = proofread(page)
    assert [(f.line, f.text, f.reason) for f in report.findings if f.verdict == "wrong" and f.rule in RULES] == []
    assert sum(f.rule in RULES for f in report.findings) >= 3


def test_a_wrong_number_is_not_what_others_follow_from() -> None:
    text = "A card draws 1.3 kW and writes 3,760 tokens per second. That's 2.9 J per token. 400 tokens take 138 J."
    assert [(f.text, f.verdict) for f in proofread(text).findings] == [("2.9 J per token", "wrong")]


def test_what_a_number_counts() -> None:
    text = "At 10 cents per kWh and $2.50 per GPU-hour, 8 nodes serve 2.5 million pages a day at 40 GB/s per direction"
    assert [dict(f.kinds) for f in figures(text)] == [
        {"$": 1, "J": -1}, {"$": 1, "gpu": -1, "s": -1}, {"node": 1}, {"page": 1, "s": -1}, {"B": 1, "s": -1},
    ]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    "unit", ["\n3 GB", "so 1 GB/s ", "3% of 4 GB or ", "3 times 4, or 12. ", "a takes 3 GB, all 3 "]
)
def test_time_grows_with_the_text(unit: str) -> None:
    def seconds(n: int) -> float:
        took = []
        for _ in range(3):
            start = time.process_time()
            proofread("x " + unit * (n // len(unit)))
            took.append(time.process_time() - start)
        return min(took)

    assert seconds(80_000) < 6 * max(seconds(20_000), 0.02)
