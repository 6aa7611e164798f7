"""The letters after a number: units, symbols, thousands; and units people write."""

from __future__ import annotations

import pytest

from symroof import check, proofread
from symroof.errors import SymroofError

RIGHT = [
    ("2MB", "2*M*B"), ("2*M*B", "2MB"), ("2MB + 2MD", "2M(B + D)"), ("2GB D", "2 G B D"), ("2TB", "2*T*B"),
    ("8K", "8192"), ("8K tokens", "8000"), ("7B", "7e9"),
    ("70K + 2K", "72000"), ("ceil(1M/64k)", "16"), ("sqrt(4M)", "2000"), ("2M + 3k", "2*M + 3*k"),
    ("70B params", "70e9"), ("15T tokens", "15e12"),
    ("1000 tokens/s", "1 tokens/ms"), ("25 tokens/s", "25"), ("10 ms/token", "0.01 s"), ("16 GB/chip", "16e9"),
    ("400 Gbps", "50 GB/s"), ("400 Gb/s", "50 GB/s"), ("8 Gb", "1 GB"), ("900 GBps", "0.9 TB/s"),
    ("1 min", "60 s"), ("2 min (B, D)", "min(2B, 2D)"), ("40 percent", "0.4"), ("-33%", "-1/3"), ("2 hr", "7200 s"),
    ("5 GB/ms", "5 TB/s"),
]  # fmt: skip


@pytest.mark.parametrize(("answer", "expected"), RIGHT)
def test_letters_after_a_number(answer, expected):
    assert check(answer, expected).verdict in ("exact", "rounded")


@pytest.mark.parametrize(
    ("answer", "expected"),
    [("70k + 2k", "73000"), ("ceil(1M/64k)", "17"), ("70K + K", "71000"),
     ("2MB", "3*M*B"), ("8K", "9000"), ("7B", "8e9"), ("400 Gbps", "400 GB/s"), ("8 Gb", "8 GB"),
     ("10 ms/token", "10 s")],
)  # fmt: skip
def test_wrong_all_the_same(answer, expected):
    assert check(answer, expected).verdict == "wrong"


FINE = [
    "$2MB + 2MD = 2M(B + D)$", "`2GB D = 2 D B G`", "$2PB/W = 2BP/W$", "`400 Gbps / 8 = 50 GB/s`", "`3 min = 180 s`",
    "`1000 ms / 40 ms/token = 25 tokens/s`", "`1 s / 40 ms = 25 tokens/s`", "`32 Gb = 4 GB`", "$1/2 B = B/2$",
    "`160 kB/token * 8192 = 1.3 GB`", "`5 min(B, D) = min(5B, 5D)`",
]  # fmt: skip


@pytest.mark.parametrize("text", FINE)
def test_no_false_alarm(text):
    assert not [f for f in proofread(text + "\n").findings if f.verdict == "wrong"]


WRONG = ["$2MB + 2MD = M(B + D)$", "`400 Gbps = 400 GB/s`", "`400 Gbps / 8 = 60 GB/s`", "`3.0 min = 200 s`", "$2 = 3$"]


@pytest.mark.parametrize("text", WRONG)
def test_planted(text):
    assert [f.verdict for f in proofread(text + "\n").findings] == ["wrong"]


@pytest.mark.slow
def test_an_ambiguous_slash_is_warned_about():
    v = check("1/2B", "B/2")
    assert v.verdict == "wrong"
    assert "read as 1/(2B)" in (v.note or "")
    assert check("1/2 B", "B/2").note == "read as (1/2)*B"  # the space says what is divided
    assert not check("1/2 B", "B/3").ok
    assert "read as" in (check("(N - 1)/N V", "V(N - 1)/N").note or "")
    assert check("C/BD", "C D/B").note is None


def test_infinity_is_no_value():
    assert check("oo", "5").verdict == "wrong"
    assert "never" in check("oo", "B > 5").reason
    with pytest.raises(SymroofError, match="infinity is no value") as e:
        check("5", "oo")
    assert "never" in str(e.value)
