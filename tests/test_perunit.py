"""Tables of one and of all: the cell that a slip made is found, and what is not so many times is left alone."""

import pytest

from symroof.checking.proofreading.proofread import proofread


def wrong(text: str) -> list[str]:
    return [f.text for f in proofread(text).findings if f.verdict == "wrong"]


HEAD = "{}\n\n| item | per node | cluster |\n|---|---|---|\n"
ROWS = "| raw | 648 TB | 15.55 PB |\n| power | 608 W | {} kW |\n"


def test_what_all_have_is_so_many_times_what_one_has() -> None:
    told = HEAD.format("There are 24 nodes.") + ROWS  # 24 * 608 W = 14.6 kW
    assert wrong(told.format("14.6")) == []
    assert wrong(told.format("16.4")) == ["cluster: 16.4 kW"]
    assert wrong(told.format("1.46")) == ["cluster: 1.46 kW"]
    assert wrong(told.format("20.1")) == []  # the switches may be in it
    assert wrong(HEAD.format("There are 12 racks.") + ROWS.format("16.4")) == []  # how many nodes nobody tells


@pytest.mark.parametrize("row", ["| latency | 50 ms | 5 ms |", "| network | 25 Gb/s | 50 Gb/s |", "| n/a | n/a | 3 |"])
def test_what_is_not_added_is_left_alone(row: str) -> None:
    assert wrong(HEAD.format("There are 24 nodes.") + ROWS.format("14.6") + row + "\n") == []


REACH = "The TLB has {} entries:\n\n| page size | reach |\n|---|---|\n| 4 KiB | {} |\n| 2 MiB | 6 GiB |\n"


def test_a_reach_is_its_pages() -> None:
    assert wrong(REACH.format("3,072", "12 MiB")) == []  # 3,072 * 4 KiB
    assert wrong(REACH.format("3,072", "24 MiB")) == ["reach: 24 MiB"]
    assert wrong(REACH.format("1,024", "24 MiB")) == []  # no row has it so


@pytest.mark.slow
def test_a_column_under_its_product_and_its_total() -> None:
    table = (
        "| item | count | each (kW) | sum (kW) |\n|---|---|---|---|\n| nodes | 192 | 10.2 | 1958.4 |\n"
        "| switches | 72 | 1.2 | {} |\n| storage | 1 | 110 | 110.0 |\n| total | | | {} |\n"
    )
    assert wrong(table.format("86.4", "2154.8")) == []
    assert wrong(table.format("84.6", "2154.8")) == ["switches: 84.6"]  # 72 * 1.2 = 86.4
    assert wrong(table.format("84.6", "2153.0")) == []  # three rows are too few for a product by chance


def test_a_header_that_ends_with_its_symbol() -> None:
    rows = "| 128 | {} GB |\n| 256 | 8.6 GB |\n| 512 | {} GB |\n| 1024 | 2.1 GB |\n"
    text = "The traffic is $Q = 4n^3/b$ bytes, with $n = 8192$.\n\n| tile $b$ | traffic $Q$ |\n|---|---|\n" + rows
    assert wrong(text.format("17.2", "4.3")) == []  # 4 * 8192^3 / 512 = 4.29e9
    assert [x.split(": ")[1] for x in wrong(text.format("17.2", "4.8"))] == ["4.8 GB"]


def test_the_chips_that_columns_name() -> None:
    table = "| | A100 | H100 |\n|---|---|---|\n| bf16, dense (TFLOP/s) | {} | 989 |\n| memory (TB/s) | 2.039 | 3.35 |\n"
    assert wrong(table.format(312)) == []
    assert len(wrong(table.format(321))) == 1
