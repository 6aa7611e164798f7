"""Words of more and less, percentages and factors against the two numbers beside them: what is so, and what is not."""

from __future__ import annotations

import pytest

from symroof.checking.proofreading.proofread import proofread


def verdicts(text: str) -> list[str]:
    return [f.verdict for f in proofread(text).findings]


JUDGED = [  # a sentence, what makes it true and what makes it false
    (
        "It has 19.2 tokens per parameter, slightly {} than the rule of thumb of 20 tokens per parameter.",
        "less",
        "more",
    ),
    ("There are $12 \\times 8.63 = 104$ requests, {} than the $4 \\times 32 = 128$ slots.", "fewer", "more"),
    ("The day sees 3.24 TB, which is {} the rating of 3.84 TB.", "below", "above"),
    ("It takes 13.0 ms instead of 19.5 ms, a {} of 1.5.", "speed-up", "slow-down"),
    ("It makes 120 tokens/s instead of 80 tokens/s, a {} of 1.5.", "speed-up", "slow-down"),
    ("It takes 20 ms, {} from 40 ms.", "down", "up"),
    ("The time {} from 40 ms to 52 ms.", "rises", "falls"),
    ("Compression {} the file from 80 GB to 31 GB.", "reduces", "increases"),
    ("From 1.65 to 1.075 ms the mean read improves by {}%.", "35", "53"),
    ("It draws 500 W against 450 W, {}% more.", "11", "10"),
    ("It draws 400 W against 500 W, {}% less.", "20", "25"),
    ("Going from 62.5 to 50 W saves {}%.", "20", "25"),
    ("With a cache, falling from 98% to 90% multiplies the load of the database by {}.", "5", "8"),
    ("A token takes 192 KiB. With 48 heads it would be {} times larger, 1.125 MiB.", "6", "8"),
]


@pytest.mark.parametrize(("text", "right", "wrong"), JUDGED)
def test_words_agree_with_the_numbers_beside_them(text: str, right: str, wrong: str) -> None:
    assert "wrong" not in verdicts(text.format(right))
    assert "wrong" in verdicts(text.format(wrong))


SILENT = [
    "There are 16 cards, more than 20 of which fail a year.",
    "The array has 22 more than 10922 elements; it takes 5 ms more than 20 ms.",
    "If it takes 19 ms, more than 20 ms, we drop it. It never fell from 10 ms to 20 ms.",
    "Sales fell from 2019 to 2021. She dropped from rank 2 to rank 5.",
    "It takes 19 ms, more than 20 times as long; 19 ms, more than half of 20 ms.",
    "Throughput rises from 40 to 60 tokens/s, and speed improves by 50%.",
    "From 1.65 to 1.075 ms the speed improves by 53%.",
    "It draws 720 queries/s, 60% more than 450.",
    "It lasts 30 s, longer than 8 requests.",
]


@pytest.mark.parametrize("text", SILENT)
def test_nothing_is_said_where_the_words_compare_something_else(text: str) -> None:
    assert "wrong" not in verdicts(text)


SHARES = "| m | bubble | efficiency |\n|---|---|---|\n| 8 | 46.7 % | 53.3 % |\n| 16 | 30.4 % | 69.6 % |\n"


@pytest.mark.parametrize(
    ("rows", "wrong"),
    [
        ("| 32 | 17.9 % | 82.1 % |\n| 64 | 9.9 % | 90.1 % |\n", 0),
        ("| 32 | 17.9 % | 78.1 % |\n| 64 | 9.9 % | 90.1 % |\n", 1),
        ("| 32 | 17.9 % | 78.1 % |\n| 64 | 9.9 % | 88.1 % |\n", 0),
        ("| 32 (4.0 % lost) | 17.9 % | 78.1 % |\n| 64 | 9.9 % | 90.1 % |\n", 0),
    ],
)
def test_two_columns_that_make_a_hundred_percent(rows: str, wrong: int) -> None:
    assert verdicts(SHARES + rows).count("wrong") == wrong


LEDGER = (
    "```\nbf16 weight     2 bytes\nfp32 momentum   4 bytes\nfp32 variance   4 bytes\n{}total  {} bytes  # all\n```\n"
)


@pytest.mark.parametrize(
    ("line", "total", "wrong"), [("----\n", 10, 0), ("----\n", 12, 1), ("", 12, 0), ("pad  2 bytes\n----\n", 12, 0)]
)
def test_a_total_under_a_line_in_a_block_of_text(line: str, total: int, wrong: int) -> None:
    assert verdicts(LEDGER.format(line, total)).count("wrong") == wrong


LISTED = "- on the wire: 2 × 7/8 × 67.1 = 117.4 MB,\n- time at 400 GB/s: {},\n- and so on.\n"


@pytest.mark.parametrize(("time", "wrong"), [("294 µs", 0), ("294 ms", 1), ("310 ms", 0)])
def test_an_item_of_a_list_goes_on_with_the_amount_before_it(time: str, wrong: int) -> None:
    assert verdicts(LISTED.format(time)).count("wrong") == wrong
