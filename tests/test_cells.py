"""Tables of Markdown and LaTeX: totals of rows and columns, numbers and formulas; cells beside operations and chips."""

from __future__ import annotations

import random

import pytest

from symroof.checking.proofreading.proofread import proofread


def judged(text: str, rule: str) -> list[str]:
    return [f.verdict for f in proofread(text + "\n").findings if f.rule == rule]


def tabular(rows: list[list[str]], name: str = "tabular") -> str:
    """Rows as LaTeX, with a rule under the head and above the last row."""
    lines = [" & ".join(r) + " \\\\" for r in rows]
    body = "\n".join([lines[0], "\\hline", *lines[1:-1], "\\hline", lines[-1]])
    inner = f"\\begin{{{name}}}{{lrr}}\n{body}\n\\end{{{name}}}"
    return f"$$\n{inner}\n$$" if name == "array" else inner


def pipes(rows: list[list[str]]) -> str:
    lines = ["| " + " | ".join(r) + " |" for r in rows]
    return "\n".join([lines[0], "|---" * len(rows[0]) + "|", *lines[1:]])


@pytest.mark.parametrize("shape", [tabular, pipes, lambda rows: tabular(rows, "array")])
@pytest.mark.parametrize("seed", range(4))
def test_a_total_of_numbers_is_their_sum(shape, seed):
    rng = random.Random(seed)
    numbers = [rng.randint(3, 400) for _ in range(4)]
    rows = [["part", "bytes"], *([f"p{i}", str(n)] for i, n in enumerate(numbers))]
    assert judged(shape([*rows, ["total", str(sum(numbers))]]), "table") == ["exact"]
    assert judged(shape([*rows, ["total", str(sum(numbers) + 2)]]), "table") == ["wrong"]


@pytest.mark.slow
def test_a_row_of_all_those_above_it_is_their_total():
    rows = [["rack", "kW used"], ["a", "40.0"], ["b", "38.4"], ["c", "36.4"], ["d", "38.6"]]
    for name, total, said in (
        ("All four racks", "153.4", ["exact"]),
        ("**All 4 racks**", "155.4", ["wrong"]),
        ("All two racks", "155.4", []),  # of two of them, or of others
        ("All racks", "155.4", []),  # each of them may use so much
    ):
        assert judged(pipes([*rows, [name, total]]), "table") == said


@pytest.mark.parametrize("shape", [tabular, pipes])
def test_a_total_of_formulas_is_their_sum(shape):
    rows = [["part", "params"], ["a", "$2MN$"], ["b", "$M(N + K)$"], ["c", "$4MK$"]]
    for total, verdict in (("$3MN + 5MK$", "exact"), ("$M(3N + 5K)$", "exact"), ("$3MN + 4MK$", "wrong")):
        assert judged(shape([*rows, ["**total**" if shape is pipes else "\\textbf{total}", total]]), "table") == [
            verdict
        ]


def test_a_row_under_a_rule_needs_no_name_and_what_is_neglected_settles_nothing():
    rows = [["op", "cost"], ["a", "$2MN$"], ["b", "$MN$"], ["c", "$MN$"]]
    assert judged(tabular([*rows, ["", "$\\approx 4MN$"]]), "table") == ["exact"]
    assert judged(tabular([*rows, ["", "$5MN$"]]), "table") == ["wrong"]
    rows[2] = ["b", "$O(MN)$"]
    assert judged(tabular([*rows, ["", "$3MN$"]]), "table") == ["exact"]
    assert judged(tabular([*rows, ["", "$5MN$"]]), "table") == []


@pytest.mark.slow
def test_a_last_column_called_total_is_the_sum_where_most_rows_say_so():
    head = ["run", "read", "write", "total"]
    good = [["a", "3", "4", "7"], ["b", "10", "5", "15"], ["c", "2", "2", "4"]]
    assert judged(pipes([head, *good]), "table") == ["exact"] * 3
    assert judged(pipes([head, *good, ["d", "9", "4", "15"]]), "table") == ["exact"] * 3 + ["wrong"]
    products = [["a", "3", "4", "12"], ["b", "10", "5", "50"], ["c", "2", "2", "4"]]
    assert judged(pipes([["run", "nodes", "chips", "total"], *products]), "table") == []


def test_a_header_takes_values_from_the_text_and_initials_from_the_other_columns():
    start = "We have $D = 10$ and $F = 20$.\n\n| batch | FLOPs = 2BDF |\n|---|---|\n| 1 | 400 |\n"
    assert judged(start + "| 3 | 1200 |", "table") == ["exact", "exact"]
    assert judged(start + "| 3 | 1400 |", "table") == ["exact", "wrong"]
    assert judged("| batch | FLOPs = 2BDF |\n|---|---|\n| 1 | 400 |", "table") == []
    assert judged(start.replace("batch |", "batch | budget |").replace("---|", "---|---|", 1), "table") == []


@pytest.mark.parametrize("shape", [tabular, pipes])
def test_the_cells_beside_an_operation(shape):
    head = ["operation", "train FLOPs", "params"]
    rows = [head, ["$A[P,Q] \\cdot W[Q, R]$", "$6PQR$", "$QR$"], ["$A[P,Q] \\cdot V[Q, S]$", "$6PQS$", "$QS$"]]
    assert judged(shape(rows), "model") == ["exact"] * 4
    rows[2] = ["$A[P,Q] \\cdot V[Q, S]$", "$6PQR$", "$QR$"]
    assert judged(shape(rows), "model") == ["exact", "exact", "wrong", "wrong"]
    rows[2] = ["$A[P,Q] \\cdot V[Q, S]$", "$12PQS$", "$2QS$"]  # may count two of them
    assert judged(shape(rows), "model") == ["exact", "exact"]


def test_the_constants_of_chips_in_columns_with_their_unit():
    head = ["chip", "HBM bandwidth (GB/s)", "peak (TFLOPs/s, bf16)"]
    assert judged(pipes([head, ["H100", "3350", "989"], ["A100", "2039", "312"]]), "constant") == ["exact"] * 4
    assert judged(pipes([head, ["H100", "3530", "989"]]), "constant") == ["wrong", "exact"]
    assert judged(pipes([head, ["H100", "3350", "998"]]), "constant") == ["exact", "wrong"]
    measured = ["chip", "achieved HBM bandwidth (GB/s)", "peak (TFLOPs/s per dollar)"]
    assert judged(pipes([measured, ["H100", "3530", "998"]]), "constant") == []
    assert judged(pipes([head, ["H100 vs A100", "3530", "998"]]), "constant") == []


def test_a_table_inside_of_code_is_no_table():
    assert (
        judged(
            "```latex\n" + tabular([["a", "b"], ["x", "1"], ["y", "2"], ["z", "3"], ["total", "9"]]) + "\n```", "table"
        )
        == []
    )
