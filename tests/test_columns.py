"""Cells that follow from the others of their row: what all rows but one say, shares of a total, and measured tables."""

from __future__ import annotations

import pytest

from symroof.checking.proofreading.proofread import proofread


def wrong(text: str) -> list[tuple[str, str | None]]:
    return [(f.text, f.fix) for f in proofread(text + "\n").findings if f.verdict == "wrong"]


def table(head: str, *rows: str) -> str:
    return "\n".join(("| " + head + " |", "|" + "---|" * (head.count("|") + 1), *(f"| {r} |" for r in rows)))


STEPS = ("1 | 70.7 | 2.64 | 379", "16 | 80.7 | 3.01 | 5,311", "64 | 112.9 | 4.21 | 15,186")
WATTS = ("a | 8 | 980 | 7,840", "b | 2 | 350 | 700")
HEAD = "requests | read (GB) | step (ms) | requests/s"


@pytest.mark.parametrize(
    ("head", "rows", "said", "right"),
    [
        (HEAD, (*STEPS, "256 | 241.8 | {} | 28,374"), "12.02", "9.02"),  # a quotient of two others, a power of ten
        ("GB | ms", ("14 | 31.1", "28 | {}", "42 | 93.3", "1.75 | 3.89"), "26.2", "62.2"),  # a multiple, a slip
        ("tile b | kB", ("16 | 2.0", "32 | 8.2", "64 | {}"), "23.8", "32.8"),  # a square, digits swapped
        ("part | GB | share", ("a | 151 | 33.3%", "b | 302 | {}", "total | 453 | 100%"), "76.7%", "66.7%"),
        (
            "chip | A | B | change",
            ("W | 700 | 980 | {}", "GB | 96 | 192 | +100%", "ms | 8 | 6.0 | -25%"),
            "+50%",
            "+40%",
        ),
        (
            "GPUs | dp | micro | steps | batch",
            ("8 | 4 | 2 | 32 | 256", "64 | 8 | 2 | 32 | 512", "9 | 8 | 1 | 128 | {}", "12 | 16 | 1 | 128 | 2,048"),
            "2,024",
            "1,024",
        ),
        (
            "kernel | TFLOP/s | time (ms) | speedup",
            ("a | 1.33 | 103 | 1.0x", "b | 4.4 | 31.2 | 3.3x", "c | 9.6 | 14.3 | {}", "d | 11.2 | 12.2 | 8.4x"),
            "2.7x",
            "7.2x",
        ),
        ("part | GB | %", ("a | 10 | 20", "b | 15 | {}", "c | 25 | 50", "sum | 50 | 100"), "70", "30"),
        (  # digits exchanged, in a row that breaks another column too
            "registers a thread | of 256 threads | blocks",
            ("32 | 8,192 | 8", "64 | 16,384 | 4", "96 | {} | 2", "128 | 32,768 | 2"),
            "25,476",
            "24,576",
        ),
    ],
)
def test_one_cell_that_its_row_contradicts_is_told_and_its_correction_passes(head, rows, said, right):
    (found,) = wrong(table(head, *(r.format(said) for r in rows)))
    assert said in found[0]
    assert wrong(table(head, *(r.format(right) for r in rows))) == []


@pytest.mark.parametrize(
    ("head", "rows", "said", "right"),
    [
        (
            "threads | warps | use",
            ("2048 | 64 | 100%", "1024 | 32 | 50%", "512 | 16 | {}", "256 | 8 | 12.5%"),
            "35%",
            "25%",
        ),
        (
            "part | count | W | total (W)",
            (*WATTS, "c | 8 | 25 | {}", "d | 24 | 10 | 240", "total | | | 8,980"),
            "250",
            "200",
        ),
        (
            "part | B | GB",
            ("a | 2 | 13.5", "b | 4 | 26.9", "c | 8 | {}", "d | 2 | 13.5", "total | | 107.8"),
            "35.9",
            "53.9",
        ),
    ],
)
def test_the_cell_is_told_that_is_wrong_and_no_other(head, rows, said, right):
    """Columns that follow from each other in every row are sound, and so is a total of what was meant."""
    (found,) = wrong(table(head, *(r.format(said) for r in rows)))
    assert said in found[0]
    assert found[1] in (None, f"write {right}", "write 54.0")
    assert wrong(table(head, *(r.format(right) for r in rows))) == []


@pytest.mark.parametrize(
    ("head", "rows"),
    [
        ("chip | A | B | change", ("W | 700 | 980 | +40%", "GB | 96 | 192 | +50%", "ms | 8 | 6 | +25%")),  # of what?
        ("n | warps | use", ("64 | 2 | 100%", "32 | 1 | 50%", "128 | 4 | 100%", "16 | 3 | 25%")),  # it saturates
        ("cores | cache (MB)", ("16 | 32", "8 | 32", "4 | 8")),  # a specification
        ("GPUs | samples/s", ("1 | 100", "2 | 200", "4 | 400", "8 | 655")),  # measured: it stops scaling
        ("GPUs | samples/s", ("1 | 103", "2 | 206", "4 | 412", "8 | 821")),  # within measuring
        ("batch | ms", ("1 | 5.1", "2 | 5.2", "4 | 5.3", "8 | 9.9")),
        ("part | GB | % of all", ("a | 12 | 30", "b | 30 | 71", "Total | 42 | 100")),  # rounded
        ("model | GB | speed-up", ("a | 10 | 1.0", "b | 20 | 2.0", "c | 30 | 2.2", "d | 40 | 2.4")),  # two rows differ
        ("year | $ | note", ("2019 | 3 | a", "2020 | 4 | b", "2021 | - | c")),
        ("threads | registers", ("32 | 8,192", "64 | 16,384", "96 | 24,600", "128 | 32,768")),  # not exchanged
    ],
)
def test_what_was_measured_or_chosen_follows_from_nothing(head, rows):
    assert wrong(table(head, *rows)) == []


DASHED = ("MLP | 453.0M | 21.74B", "Q and O | 75.5M | 3.62B", "K and V | 12.6M | 0.60B", "embeddings | – | 1.57B")


@pytest.mark.parametrize(("total", "called"), [("541.1M", []), ("514.1M", ["541.1M"]), ("1.2B", [])])
def test_what_there_is_none_of_is_no_term_of_a_total(total: str, called: list[str]) -> None:
    """A dash may also stand for what is not known: a total that is no slip of the sum of the others is left alone."""
    found = wrong(table("part | per layer | model", *DASHED, f"total | {total} | 27.53B"))
    assert [fix for _, fix in found] == [f"write {c}" for c in called]
