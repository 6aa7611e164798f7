"""Cells that alone break a relation of their table, by numbers typed by hand, and tables that are as they should be."""

from __future__ import annotations

import pytest

from symroof import proofread


def wrong(text: str) -> list[tuple[int, str | None]]:
    return [(f.line, f.value) for f in proofread(text).findings if f.verdict == "wrong"]


def table(head: str, *rows: str) -> str:
    cells = head.count("|") + 1
    return "\n".join([f"| {head} |", "|" + "--|" * cells, *(f"| {r} |" for r in rows)]) + "\n"


LATENCY = ("L1 | 5 | 2.0", "L2 | 15 | {}", "L3 | 70 | 28.0", "DRAM | 250 | 100.0")
SPEEDUP = ("1 | 32.00 | 1.00", "2 | 20.00 | 1.60", "4 | 14.00 | {}", "10 | 10.40 | 3.08", "100 | 8.24 | 3.88")
AMDAHL = ("0.50 | 1.78", "0.75 | 2.91", "0.90 | {}", "0.95 | 5.93", "0.99 | 7.48")
QUEUE = ("0.50 | 2.0", "0.75 | 4.0", "0.80 | {}", "0.90 | 10.0", "0.95 | 20.0")
USABLE = ("mirror | 16 | 50%", "copies | 24 | 33.3%", "4+1 | 10 | 80%", "4+2 | 12 | {}", "8+2 | 10 | 80%")
STREAM = ("a | 1 | 16 | 19.2", "b | 1 | 24 | {}", "c | 2 | 24 | 25.6", "d | 2 | 16 | 38.4", "e | 2 | 8 | 76.8")
SHARE = ("a | 0.5 | 1.25 | 1.56%", "b | 2 | 5 | {}", "c | 4 | 10 | 12.5%", "d | 16 | 40 | 50%", "e | 32 | 80 | 100%")


@pytest.mark.parametrize(
    ("before", "head", "rows", "line", "right", "slip"),
    [
        ("One cycle is 0.4 ns.", "level | cycles | latency (ns)", LATENCY, 4, "6.0", "7.5"),
        ("", "m | T (ms) | speedup", SPEEDUP, 5, "2.29", "2.92"),
        ("", "v | S(v)", AMDAHL, 5, "4.71", "5.26"),
        ("", "load | response / service time", QUEUE, 5, "5.0", "8.0"),
        ("", "scheme | disks | usable (% of raw)", USABLE, 6, "67%", "75%"),
        ("It moves 307.2 GB/s.", "kernel | FLOP | bytes | bound (GFLOP/s)", STREAM, 4, "12.8", "25.6"),
        ("", "variant | FLOP/cycle | GFLOP/s | share of peak", SHARE, 4, "6.25%", "12.5%"),
    ],
)
def test_the_odd_cell(before: str, head: str, rows: tuple[str, ...], line: int, right: str, slip: str) -> None:
    text = f"{before}\n\n" + table(head, *rows)
    assert wrong(text.replace("{}", right)) == []
    assert wrong(text.replace("{}", slip)) == [(line + 2, right)]


@pytest.mark.parametrize(
    ("head", "rows"),
    [
        # a cap, a floor, a price list, a spec sheet, sizes of models, what was measured
        ("batch | bound (TFLOP/s)", ("16 | 32.6", "64 | 130.5", "128 | 261", "256 | 522", "512 | 989")),
        ("GPU | bf16 (TFLOP/s) | fp8 (TFLOP/s)",
         ("V | 125 | 125", "A | 312 | 624", "H | 989 | 1978", "B | 2250 | 4500")),
        ("model | width | inner",
         ("a | 768 | 3072", "b | 1024 | 4096", "c | 2048 | 5504", "d | 2560 | 10240", "e | 4096 | 16384")),
        ("units | price ($)", ("1 | 40", "5 | 200", "10 | 400", "50 | 1800")),
        ("GPUs | tokens/s | efficiency",
         ("1 | 3410 | 100%", "2 | 6720 | 98.5%", "4 | 13090 | 96.0%", "8 | 21300 | 78.1%")),
        ("threads | time (s) | speedup", ("1 | 64.0 | 1.0", "2 | 32.0 | 2.0", "4 | 16.0 | 4.0", "8 | 16.0 | 4.0")),
        ("level | cycles | latency (ns)", ("L1 | 4 | 1.3", "L2 | 14 | 4.7", "L3 | 50 | 17", "DRAM | 240 | 95")),
        ("dose | mean response", ("5 | 1.2", "10 | 2.4", "20 | 4.8", "40 | 9.6", "80 | 12.1")),
    ],
)  # fmt: skip
def test_tables_with_reasons_of_their_own(head: str, rows: tuple[str, ...]) -> None:
    assert wrong("The clock is 3.0 GHz.\n\n" + table(head, *rows)) == []


def test_words_behind_a_table_may_explain_a_row() -> None:
    head, rows = "m | T (ms) | speedup", [r.replace("{}", "2.92") for r in SPEEDUP]
    assert len(wrong(table(head, *rows))) == 1
    assert wrong(table(head, *rows) + "\nThe third row differs, as it was run on other machines.\n") == []


@pytest.mark.parametrize(("said", "calls"), [("159.7 PFLOP/s", 0), ("159.7 TFLOP/s", 1), ("1597 PFLOP/s", 1)])
def test_a_product_in_a_list_of_symbols(said: str, calls: int) -> None:
    rows = ("$G$ | GPUs | 512", "$P$ | peak of one | 312 TFLOP/s", f"$GP$ | peak of all | {said}", "$H$ | hosts | 64")
    assert len(wrong(table("symbol | meaning | value", *rows))) == calls


@pytest.mark.parametrize(("said", "value"), [("5.5", []), ("4.5", [(3, "5.5")])])
def test_a_formula_under_values_of_its_letter(said: str, value: list[tuple[int, str]]) -> None:
    text = table(
        "kept | formula | $d = 1$ | $d = 4$ | $d = 16$ | $d = 64$", f"all | $2 + 14/d$ | 16 | {said} | 2.88 | 2.22"
    )
    assert wrong(text) == value


@pytest.mark.parametrize(("said", "value"), [("8.6%", []), ("9.4%", [(7, "8.6%")])])
def test_a_definition_over_two_letters(said: str, value: list[tuple[int, str]]) -> None:
    rows = ("8 | 11.1% | 27.3% | 46.7%", "16 | 5.9% | 15.8% | 30.4%", f"32 | 3.0% | {said} | 17.9%")
    text = "The bubble is $e = \\frac{p-1}{m+p-1}$.\n\n" + table("$m$ | $p = 2$ | $p = 4$ | $p = 8$", *rows)
    assert wrong(text) == value
    other = text.replace("m+p-1", "m")  # the table is of something else
    assert wrong(other.replace(said, "8.6%")) == []


@pytest.mark.parametrize(("first", "rate"), [("GPUs", "samples/s"), ("cards", "images per s"), ("GPU", "samples/s")])
def test_counts_of_cards_are_no_names_and_samples_a_second_no_samples(first: str, rate: str) -> None:
    """A speedup beside a rate was left alone in every table whose rows count GPUs, or whose rate is of samples."""
    rows = ("1 | 410 | 1.00", "2 | 812 | 1.98", "4 | 1,590 | 3.88", "8 | 3,060 | {}", "16 | 5,810 | 14.17")
    text = table(f"{first} | {rate} | speedup", *rows)
    assert wrong(text.format("7.46")) == []
    assert wrong(text.format("6.46")) == ([(6, "7.46")] if first != "GPU" else [])
    assert wrong(table("GPUs | sampled rate | speedup", *rows).format("6.46")) == []  # which is measured
