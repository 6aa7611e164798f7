"""What an answer counts: things with a prefix, in the unit of a bank's part, and names that are bound to quantities."""

from __future__ import annotations

from pathlib import Path

import pytest

from symroof import check
from symroof.checking.exercises.exercise import mark
from symroof.machines import machine

THINGS = ("tok", "requests", "packets", "img", "msgs", "params", "samples", "cycles")


@pytest.mark.slow
@pytest.mark.parametrize("prefix", [("k", 10**3), ("M", 10**6)])
def test_a_prefix_hides_no_noun(prefix: tuple[str, int]) -> None:
    p, many = prefix
    for one in THINGS:
        assert check(f"5 {p}{one}", f"{5 * many} {one}").verdict == "exact", one
        for other in {*THINGS} - {one}:
            found = check(f"5 {p}{one}/s", f"5 {p}{other}/s")
            alike = {one, other} <= {"img", "samples"}  # both are sequences
            assert (found.verdict, found.code) == (("exact", "exact") if alike else ("wrong", "units")), (one, other)


@pytest.mark.parametrize(
    ("answer", "key", "ok"),
    [
        ("5 chips", "0.005 ktok", False),
        ("5 tokens", "0.005 ktok", True),
        ("10.2 QPS", "0.0102 ktok/s", False),
        ("10.2 QPS", "0.0102 kreq/s", True),
        ("14.88 Mtok/s", "14.88 Mpps", False),
        ("14.88 Mpkt/s", "14.88 Mpps", True),
        ("8 FLOPs/byte", "8 chips", False),
        ("8.75 cycles", "8.75 FLOPs/byte", False),
        ("240 tokens", "240 FLOPs/byte", True),  # the intensity of a batch
        ("79 kIOPS", "79 kreq/s", True),
        ("79 kIOPS", "79 ktok/s", False),
    ],
)
def test_things_are_no_other_things(answer: str, key: str, ok: bool) -> None:
    found = check(answer, key)
    assert found.ok == ok
    assert ok or found.code == "units"


BANK = '''"""A load."""
from symroof import dims

n_chips = 9
rate = 24
B, D = dims("B D")
half = B * D / 2
assert half * 2 == B * D
'''
ASKED = """[load]
question = "How many?"
ask.n_chips = "a"
unit.n_chips = "chips"
ask.rate = "b"
unit.rate = "tokens/s"
ask.half = "c"
unit.half = "elements"
"""


@pytest.mark.parametrize(
    ("part", "answer", "ok"),
    [
        ("n_chips", "9 chips", True),
        ("n_chips", "9 GPUs", True),
        ("n_chips", "9", True),
        ("n_chips", "9 tokens", False),
        ("half", "BD/2 elements", True),
        ("half", "BD/2", True),
        ("half", "BD/2 tokens", False),
        ("rate", "24 tok/s", True),
        ("rate", "0.024 ktok/s", True),
        ("rate", "24 requests/s", False),
        ("rate", "24 QPS", False),
    ],
)
def test_the_unit_of_a_part_says_what_it_counts(tmp_path: Path, part: str, answer: str, ok: bool) -> None:
    (tmp_path / "load.py").write_text(BANK)
    (tmp_path / "problems.toml").write_text(ASKED)
    found = mark(f"load.{part}", answer, tmp_path)
    assert found.verdict.ok == ok
    assert ok or found.verdict.code == "units"


V5E = machine("TPU v5e")  # 197e12 FLOPs/s and 8.2e11 bytes/s, as its maker says
TEN_GB = 10e9 / 8.2e11  # s


@pytest.mark.parametrize(
    ("answer", "key", "ok"),
    [
        (f"{TEN_GB * 1000:.1f} ms", "10 GB/W", True),
        (f"{TEN_GB:.4f} bytes", "10 GB/W", False),
        (f"{TEN_GB:.4f} GB", "10 GB/W", False),
        ("10 GB/W = 12.2 ms", "12.2 ms", True),
        ("10 GB/W = 12.2 GB", "12.2 ms", False),
        ("5.076 s", "1e15 FLOPs/C", True),
        ("5.076 FLOPs", "1e15 FLOPs/C", False),
        ("5.09 s", "1e15 FLOPs/C + 10 GB/W", True),
        ("5.09 ms", "1e15 FLOPs/C + 10 GB/W", False),
        ("10 GB/W", "12.2 ms", True),
        ("10 GB/W", "12.2 GB", False),
        ("240.24 FLOPs/byte", "C/W", True),
        ("240.24 s", "C/W", False),
        ("240 bytes", "C/W", False),
        ("240.24", "C/W", True),
        ("5.076 s", "1e15/C", True),  # nobody says of what the number is
        ("5.09 s", "1e15/C + 10 GB/W", True),
        ("820 GB/s", "W", True),
        ("820 GB", "W", False),
        ("B >= 241", "B > C/W", True),
    ],
)
def test_rates_of_a_machine_count(answer: str, key: str, ok: bool) -> None:
    assert check(answer, key, on="TPU v5e").ok == ok
    bound = {"C": f"{int(V5E.peak('bf16'))} FLOPs/s", "W": f"{int(V5E.bandwidth('hbm'))} bytes/s"}
    assert check(answer, key, let={n: v for n, v in bound.items() if n in answer + key}).ok == ok
