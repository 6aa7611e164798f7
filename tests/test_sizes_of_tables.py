"""Tables of sizes whose symbol stands behind the words, or before them in code, and values with their units.

Judged by hand: 2 * 48 * 8 * 128 * 2 is 196,608, and 4e12 over 1.6e12 is 2.5.
"""

from __future__ import annotations

import pytest

from symroof.checking.documents.sizes import symbol
from symroof.checking.proofreading.proofread import proofread

_TABLE = "| size | value |\n|---|---|\n| layers, %s | 48 |\n| cache heads %s | 8 |\n| head size: %s | 128 |\n\n"


def verdicts(text: str) -> list[str]:
    return [f.verdict for f in proofread(text).findings if f.rule == "value"]


@pytest.mark.parametrize("names", [("`L`", "`K`", "`H`"), ("$L$", "$K$", "$H$")])
@pytest.mark.parametrize("fence", ["", "text", "plain"])
def test_a_formula_of_a_plain_fence_is_held_to_the_table(names: tuple[str, str, str], fence: str) -> None:
    text = _TABLE % names + f"That is\n\n```{fence}\nbytes per token = 2 * L * K * H * %d = 196,608\n```\n"
    assert verdicts(text % 2) == ["exact"]
    assert verdicts(text % 4) == ["wrong"]


def test_a_value_of_a_table_counts_in_its_unit() -> None:
    table = "| what | symbol | value |\n|---|---|---|\n| peak | $C$ | 4.0 TFLOP/s |\n| bandwidth | $W$ | 1.6 TB/s |\n\n"
    assert verdicts(table + "So $C/W = 2.5$.") == ["exact"]
    assert verdicts(table + "So $C/W = 3.5$.") == ["wrong"]


@pytest.mark.parametrize(
    "cell", ["layers a", "`run` mode", "cost in $", "set `x` to", "vector `abc`", "of `L` layers", "10 `s`"]
)
def test_words_are_no_symbols(cell: str) -> None:
    assert symbol(cell) == ""


def test_a_program_in_a_plain_fence_is_left_alone() -> None:
    assert proofread("```text\nx = 2 * 3\ntotal = x * 4 = 25;\n```\n").findings == ()


_PARTS = """| size | value |
|---|---|
| width, `D` | 8,192 |
| MLP, `F` | 22,528 |
| heads, `N` | 64 |
| head, `H` | 128 |
| vocabulary, `V` | 64,000 |

| part | formula | one layer | {} |
|---|---|---|---|
| attention{} | 4DNH | 268 M | 12.9 B |
| MLP | {} | 553.6 M | 26.57 B |
| norms | 2DN | 1.05 M | 50.3 M |
| embeddings | 2VD | n/a | 1.05 B |
"""


@pytest.mark.slow
def test_the_one_formula_of_a_column_that_misses_its_row() -> None:
    """3 * 8192 * 22528 is 553.6 million, and 2 * 8192 * 22528 is 369.1 million."""

    def found(*parts: str) -> list[str]:
        return [f.text for f in proofread(_PARTS.format(*parts)).findings if f.verdict == "wrong"]

    assert found("all layers", "", "3DF") == []
    assert found("all layers", "", "2DF") == ["2DF: 553.6 M"]
    assert found("all layers", " (4 DNH)", "3DF") == []
    assert [x for x in found("measured", "", "3DF + D") if "3DF" in x] == []
