"""A constant printed for a named chip, against the table of machines, with its source.

The numbers are the makers' own data sheets, typed by hand; earlier texts had no constant of a chip that was wrong.
"""

from __future__ import annotations

import pytest

from symroof.checking.laws import chips
from symroof.checking.proofreading.proofread import proofread
from symroof.reading.quantity import quantity


def judged(text: str) -> list[str]:
    return [f.verdict for f in proofread(text + "\n").findings if f.rule == "constant"]


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        ("An H100 has {} TFLOPs/s of dense bf16.", "989", "998"),
        ("The MI300X has a peak of {} TFLOPs/s in fp16.", "1307", "1370"),
        ("The TPU v5e has `{}` bf16 FLOPs/s.", "1.97e14", "1.79e14"),
        ("On TPU v5p the HBM bandwidth is {} bytes/s.", "2.8e12", "3.1e12"),
        ("An A100 reads its memory at {} TB/s.", "2.0", "1.8"),
        ("The B200 has {} TB/s of HBM3e.", "8", "8.8"),
        ("With NVLink an H100 moves {} GB/s.", "900", "960"),
        ("The A100 does {} TFLOPs/s in bf16.", "312", "624"),
        ("The H100 does {} TFLOPs/s in fp8.", "1979", "19790"),
        ("The ICI of TPU v5e moves {} bytes/s one way.", "4.5e10", "9e10"),
        ("The ICI of TPU v5e moves {} bytes/s in both directions.", "9e10", "8.1e10"),
        ("TPU v5p does {} FLOPs/s in bf16.", "4.59e14", "4.59e15"),
        ("A TPU v5p has a peak of {} bf16 FLOPs/s.", "4.59e14", "1.97e14"),
        ("The A100 reads its HBM at {} TB/s.", "2.04", "20.4"),
    ],
)  # fmt: skip
def test_a_constant_of_a_named_chip(text, right, wrong):
    assert judged(text.format(right)) in (["exact"], ["rounded"])
    assert judged(text.format(wrong)) == ["wrong"]


def test_the_peak_in_a_quotient_beside_its_symbols():
    text = "For TPU v5p, the $\\frac{C}{W_\\text{dcn}}$ is about `%s / 6.25e9 = %s`."
    assert judged(text % ("4.59e14", "73,440")) == ["exact"]
    assert judged(text % ("4.95e14", "79,200")) == ["wrong"]


def test_the_source_stands_in_the_reason_and_the_fix_in_the_authors_unit():
    (found,) = proofread("An H100 has 998 TFLOPs/s of dense bf16.\n").findings
    assert found.value == "989 TFLOPs/s"
    assert "How to Scale Your Model" in found.reason


@pytest.mark.parametrize(
    "text",
    [
        "We measured 950 TFLOPs/s on an H100.",
        "An H100 achieves 900 TFLOPs/s of bf16 in practice.",
        "A TPU v5p has a peak of 2.3e14 FLOPs/s per core.",
        "A TPU v5p has a peak power of 1.97e14 bf16 FLOPs/s less.",
        "A TPU v5p has a peak of 1.97e14 FLOPs/s for this, though the peak is another.",
        "A node with 8 H100 chips has 7.5 PFLOPs/s.",
        "Between the A100 and the H100 lie 700 TFLOPs/s.",
        "The H100 is faster than the P100, which has 160 GB/s of NVLink.",
        "The H100 reaches the host over PCIe at 64 GB/s.",
        "It runs at the same 4500 TFLOPs/s as before. The H100 is older.",
        "The memory bandwidth is 5000 GB/s (like MI300X).",
        "- HBM3: 80 GB @ 3.35 TB/s (1.67× vs A100)",
        "An H100 needs 1.1 TB/s of HBM for this.",
        "The A100 does 3.12 TFLOPs/s.",
        "The A100 does 624 TFLOPs/s in bf16, sparse.",
        "On the A100 this is a gain of another 600 TFLOPs/s.",
    ],
)
def test_what_is_no_constant_of_the_chip(text):
    assert "wrong" not in judged(text)


@pytest.mark.slow
def test_a_number_beside_many_names_of_its_chip_is_judged_once(monkeypatch) -> None:
    """A line without a full stop that names its chip again and again was read anew at each name."""
    text = "An H100 has 998 TFLOPs/s of dense bf16, as every H100 has and each H100 shows"
    assert [f.verdict for f in proofread(text).findings] == ["wrong"]
    read: list[str] = []
    monkeypatch.setattr(chips, "quantity", lambda text: read.append(text) or quantity(text))
    proofread("H100 1 TB/s " * 800)
    assert 0 < len(read) <= 800


@pytest.mark.parametrize(
    ("text", "verdicts"),
    [
        # 450 GB/s one way, 900 both: a direction belongs to the rate that it follows
        ("The H100's NVLink carries 900 GB/s, 450 GB/s each way.", ["rounded", "exact"]),
        ("The H100's NVLink carries 900 GB/s (450 GB/s in each direction).", ["rounded", "exact"]),
        ("The H100's NVLink carries 450 GB/s each way, 900 GB/s in all.", ["exact", "rounded"]),
        ("The H100's NVLink carries 900 GB/s each way.", ["wrong"]),
        ("The H100's NVLink carries 450 GB/s, 900 GB/s each way.", ["exact", "wrong"]),
    ],
)
def test_a_direction_behind_one_rate_says_nothing_of_another(text, verdicts):
    assert judged(text) == verdicts
