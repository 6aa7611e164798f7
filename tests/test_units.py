"""The unit that ends a quotient, sizes in KiB or kB, and words declared as symbols."""

from __future__ import annotations

import ast
from fractions import Fraction
from pathlib import Path

import pytest

from symroof import check
from symroof.checking.documents.sizes import number_of
from symroof.checking.proofreading.proofread import proofread
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


@pytest.mark.parametrize(
    ("answer", "expected", "verdict"),
    [
        ("24 tokens", "24 tokens/s", "wrong"), ("24 tokens/s", "24 tokens", "wrong"),
        ("0.4 tokens", "24 tokens/min", "wrong"), ("10 cycles", "10 cycles/s", "wrong"),
        ("24 requests/s", "3.35e12/140e9 tokens/s", "wrong"), ("24 requests", "48/2 tokens", "wrong"),
        ("24 tokens/s", "3.35e12/140e9 tokens/s", "rounded"), ("24 tokens", "48/2 tokens", "exact"),
        ("24 ms/token", "24 ms", "exact"), ("25 tokens/s", "25", "exact"), ("25 tokens/s", "25 Hz", "exact"),
        ("240 tokens", "1.97e14/8.2e11 FLOPs/byte", "rounded"), ("16384 bytes", "16384 tokens", "wrong"),
        ("24 tokens/request", "24 requests/token", "wrong"), ("24 tokens/request", "24 tokens/request", "exact"),
        ("24 tokens/step", "24 tokens/s", "wrong"), ("24 tokens/query", "24 tokens/request", "exact"),
    ],
)  # fmt: skip
def test_a_rate_is_no_amount_and_requests_are_no_tokens(answer, expected, verdict):
    assert check(answer, expected).verdict == verdict


@pytest.mark.parametrize(
    ("right", "turned_over", "expected"),
    [
        ("24 tokens/s", "24 s/token", "48/2 tokens/s"), ("20 s", "20 Hz", "100/5 s"),
        ("20 bytes/FLOP", "20 FLOPs/byte", "100/5 bytes/FLOP"), ("50 GB/s", "50 s/GB", "100/2 GB/s"),
        ("80 s", "80 Hz", "560e9/7e9 s"),
    ],
)  # fmt: skip
def test_a_quotient_with_a_unit_behind_it_is_of_one_dimension(right, turned_over, expected):
    """The earlier tests of the unit below had a measured number above it that lacks its own."""
    assert check(right, expected).verdict == "exact"
    assert check(turned_over, expected).code == "units"


@pytest.mark.parametrize(
    ("answer", "expected", "verdict"),
    [
        # no earlier test drew a prefix below pico: 700 fJ was read as 700*f*J
        ("700 fJ", "0.7 pJ", "exact"), ("70 fJ", "0.7 pJ", "wrong"), ("250 femtojoules", "0.25 pJ", "exact"),
        ("40 aJ", "0.04 fJ", "exact"), ("3.3 fs", "3.3e-15 s", "exact"), ("3.3 fs", "3.3 ps", "wrong"),
    ],
)  # fmt: skip
def test_prefixes_below_pico(answer: str, expected: str, verdict: str) -> None:
    assert check(answer, expected).verdict == verdict


@pytest.mark.parametrize(
    ("answer", "expected", "verdict"),
    [
        ("2.5 $/chip/h", "$2.50 per chip-hour", "exact"),
        ("2.5 $/chip/h", "$2.50 per chip-second", "wrong"),
        ("10 J/chip/h", "10 J/chip/hour", "exact"),
        ("3 tokens/user/d", "3 tokens per user per day", "exact"),
        ("10 J/chip/h", "10 J/chip", "wrong"),
        ("10 J/h", "10 joules per hour", "exact"),
        ("10 J/h", "10 J/s", "wrong"),
        ("10 J/h", "10*J/h", "wrong"),  # a formula in J and h was asked
    ],
)
def test_hours_below_a_counted_thing(answer: str, expected: str, verdict: str) -> None:
    """Units of three parts were never drawn: the h of $/chip/h was a symbol, and the rate one without hours."""
    assert check(answer, expected).verdict == verdict


@pytest.mark.parametrize(
    ("answer", "expected", "verdict"),
    [
        ("2730.6666666666665", "8192/3", "rounded"),
        ("0.30000000000000004", "0.3", "rounded"),
        ("2730.6666666666632", "8192/3", "wrong"),
        ("2730.66666666668", "8192/3", "wrong"),  # no more digits than were meant
        ("9007199254740993", "9007199254740992", "wrong"),  # a whole number is no float
    ],
)
def test_a_float_that_was_pasted(answer: str, expected: str, verdict: str) -> None:
    """Floats came as Python's own, never as the text that a program printed: right within their rounding too."""
    found = check(answer, expected)
    assert found.verdict == verdict
    if found.verdict == "wrong":  # the numbers are told apart
        right, said = found.reason.split("the value is ")[1].split(", not ")
        assert right != said.split(":")[0]


@pytest.mark.parametrize(("text", "value"), [("4T", 4 * 10**12), ("2G", 2 * 10**9), ("4k", 4000), ("1,024", 1024)])
def test_letters_of_thousands_are_read_alike(text: str, value: int) -> None:
    """A table of sizes knew k, M and B, where a sentence knew k, M, B and T, and a formula k, M and G."""
    assert number_of(text) == (Fraction(value), False)
    assert number_of(text.rstrip("TGk,") + "Q") is None


def tables(source: str) -> list[int]:
    """The lines on which a mapping says how many thousands M and one more letter are."""
    if '"M"' not in source and "'M'" not in source:
        return []
    found = [n for n in ast.walk(ast.parse(source)) if isinstance(n, ast.Dict)]
    keys = [{k.value for k in n.keys if isinstance(k, ast.Constant)} for n in found]
    return [n.lineno for n, have in zip(found, keys) if "M" in have and have & {"k", "K", "G", "B", "T"}]


@pytest.mark.slow
def test_prefixes_stand_in_one_table() -> None:
    """The machines stand below it; what answers write in words has its own words for them."""
    root = Path(__file__).parent.parent / "symroof"
    apart = (
        "machines.py",
        "here.py",
        "reading/spelling.py",
        "reading/measures.py",
        "checking/words/",
        "checking/answers/",
    )
    modules = {str(p.relative_to(root)): p.read_text(encoding="utf-8") for p in root.rglob("*.py")}
    again = [name for name, text in modules.items() if not name.startswith(apart) and tables(text)]
    assert again == []
    assert tables(modules["reading/measures.py"])
    assert tables('X = {"k": 3, "M": 6}') == [1]
    assert tables('X = {"B": "bytes", "h": "hours"}') == []
