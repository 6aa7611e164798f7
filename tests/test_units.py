"""The unit that ends a quotient, sizes in KiB or kB, and words declared as symbols."""

from __future__ import annotations

import pytest

from symroof import check
from symroof.checking.proofread import proofread
from symroof.errors import NotationError


def judged(text: str) -> list[str]:
    return [f.verdict for f in proofread(f"so {text} here").findings]


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("`2*2048*8192/4 bytes = 8.4MB`", "rounded"),
        ("`2*2048*8192/4 bytes = 8.4GB`", "wrong"),
        ("`33554432/4 bytes = 8.4 ms`", "wrong"),
        (r"$1.97e14 / 8.2e11 \text{ FLOPs/byte} = 240$", "rounded"),
        ("`1e12/9.89e14 s = 1.01ms`", "rounded"),
        ("`1 / 4 MB = 250 kB`", "exact"),
        ("`-1 / 4 MB = -250 kB`", "exact"),
        # another unit before it, or no space: the unit stays below
        ("`6e9 FLOPs / 2e9 bytes = 3`", "exact"),
        ("`1e6 bytes / 4kB = 250`", "exact"),
        # a reader means the divisor: right either way, wrong only if wrong both ways
        ("`1e12 / 989 TFLOPs/s = 1.01ms`", "rounded"),
        ("`1e12 / 989 TFLOPs/s = 1.01us`", "wrong"),
    ],
)
def test_a_unit_that_ends_a_quotient(text, verdict):
    assert judged(text) == [verdict]


def test_the_unit_of_a_quotient_in_check():
    assert check("8.4MB", "2*2048*8192/4 bytes").verdict == "rounded"
    assert check("8.4MB", "2*2048*8192/Y bytes", let={"Y": 4}).verdict == "rounded"
    other = check("1.01ms", "1e12 / 989 TFLOPs/s")
    assert (other.verdict, other.note) == ("rounded", "the unit after / read as the divisor's")
    assert check("8.4ms", "2*2048*8192/4 bytes").code == "units"


@pytest.mark.parametrize(
    ("answer", "verdict"), [("32kB", "convention"), ("33kB", "rounded"), ("32KiB", "exact"), ("31kB", "wrong")]
)
def test_32768_bytes(answer, verdict):
    found = check(answer, "32768 bytes")
    assert found.verdict == verdict
    assert verdict != "convention" or "KiB" in found.reason


def test_a_cut_size_that_is_no_round_number_of_MiB_is_cut():
    assert check("536MB", "2*8192*32768 bytes").verdict == "truncated"


def test_words_are_symbols_once_declared():
    formula = r"\frac{\text{flops}}{C}"
    assert check(formula, "flops/C").verdict == "exact"
    assert check(formula, "flops/C", symbols="flops C").verdict == "exact"
    assert check("1.01e-3", formula, let={"flops": "1e12", "C": "9.89e14"}).verdict == "rounded"
    with pytest.raises(NotationError, match="'flops' is a word"):
        check(formula, "N/C")
    let = "<!-- symroof: let flops = 1e12, C = 9.89e14 -->\n"
    assert judged(let + rf"${formula} = 1.01e-3$") == ["rounded"]
    assert judged(rf"${formula} = 1.01e-3$") == []
