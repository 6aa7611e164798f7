"""With every size bound, derive answers in numbers; a machine's constants stay what a reader recognises.

Earlier tests bound all sizes but one, so nobody saw that the commonest question had no answer in its output.
"""

from __future__ import annotations

import json
import random
import re
from fractions import Fraction

import pytest
from click.testing import CliRunner

from symroof import attainable, bound_by, check, machine, op, threshold
from symroof.cli import main
from symroof.decimals import seconds_text
from symroof.model.derive import derive
from symroof.writing.summary import summary

MATMUL = "bf16[B, D] * bf16[D, F] -> bf16[B, F]"
CASES = (
    (MATMUL, {}), ("bf16[B, D] * int8[D, F] -> bf16[B, F]", {}), ("int8[B, D] * int8[D, F] -> int8[B, F]", {}),
    ("A[B, D_X] * W[D_X, F] -> C[B, F]", {"mesh": "X=4", "dtype": "bf16"}),
)  # fmt: skip


def call(*args: str):
    return CliRunner().invoke(main, ["derive", *args])


def test_the_answer_in_numbers_by_hand() -> None:
    done = call(MATMUL, "--on", "TPU v5e", "--let", "B=16 D=4096 F=4096")
    assert done.exit_code == 0
    flops, moved = 2 * 16 * 4096**2, 2 * (2 * 16 * 4096 + 4096**2)
    math, comms = flops / 1.97e14, moved / 8.2e11
    for said in (
        f"T_math     {1e6 * math:.4g} us",
        f"T_comms    {1e6 * comms:.4g} us",
        f"T_lower    {1e6 * comms:.4g} us",
        f"T_upper    {1e6 * (math + comms):.4g} us",
        "memory-bound: 1.302e13 FLOPs/s at most, 6.61 % of the peak",
        "ridge      240.2 FLOPs/byte; 15.88 is under it",
        "changes    compute-bound for B > 272.2 (273)",
    ):
        assert said in done.stdout, said


@pytest.mark.slow
def test_random_answers_are_those_of_the_functions() -> None:
    seen = set()
    for seed in range(60):
        rng = random.Random(seed)
        text, options = rng.choice(CASES)
        chip = rng.choice(("TPU v5e", "TPU v5p", "TPU v6e"))
        sizes = {n: 8 * 2 ** rng.randint(0, 11) for n in "BDF"}
        found = derive(text, on=chip, let=sizes, **options)
        numbers = found.to_json()["numbers"]
        whole = op(text, **options)
        assert numbers["bound_by"] == bound_by(whole, chip, **sizes)
        want = float(attainable(op(text, **options, **sizes), chip))
        assert numbers["attainable"]["value"] == pytest.approx(want, rel=1e-12)
        assert numbers["T_lower"]["value"] == pytest.approx(numbers["flops"]["value"] / want, rel=1e-12)
        assert 0 < numbers["share_of_peak"] <= 1
        seen.add(numbers["bound_by"])
        if "changes" in numbers:
            rule = threshold(whole, "B", on=chip).at(**{n: v for n, v in sizes.items() if n != "B"})
            assert numbers["changes"]["verdict"] == rule.verdict
            assert numbers["changes"]["integer"] == rule.integer
            if rule.verdict == "when" and rule.integer and rule.sense == ">" and not options:
                there = {**sizes, "B": rule.integer}
                assert bound_by(whole, chip, **there) == "math"
                if rule.integer > 1:
                    assert bound_by(whole, chip, **{**there, "B": rule.integer - 1}) != "math"
        units = {v["unit"] for v in numbers.values() if isinstance(v, dict) and "unit" in v}
        assert units == {"s", "FLOPs", "bytes", "FLOPs/byte", "FLOPs/s"}
        assert summary(found, "text").count("\n  bound") == 1
    assert {"math", "hbm", "ici"} <= seen


@pytest.mark.parametrize("chip", ["TPU v5e", "H100", "MI300X"])
@pytest.mark.parametrize("style", ["text", "latex", "markdown"])
@pytest.mark.parametrize("given", [None, "B << D, F"])
def test_constants_of_a_chip_are_recognised(chip: str, style: str, given: str | None) -> None:
    m = machine(chip)
    melted = [m.ridge("bf16", "hbm"), 1 / m.ridge("bf16", "hbm")]
    for text in (MATMUL, "bf16[B, D] * int8[D, F] -> bf16[B, F]"):
        shown = summary(derive(text, on=chip, given=given), style)
        for value in melted:
            for top, bottom in ((value.numerator, value.denominator), (2 * value.numerator, value.denominator)):
                gone = Fraction(top, bottom)
                if gone.denominator > 1:
                    assert f"{gone.numerator}/{gone.denominator}" not in shown
                    assert f"{{{gone.numerator}}}{{{gone.denominator}}}" not in shown.replace(r"\frac", "")
        assert not re.search(r"\d{3,}/\d{2,}", shown.replace("1.97e14", "")), shown
    record = derive(MATMUL, on=chip).to_json()
    exact = record["threshold"]
    if exact["verdict"] == "when":
        assert record["machine"]["rule"]["value"] == "1/(W/C - 1/D - 1/F)"
        assert exact["value"] == record["machine"]["rule"]["value"]  # as the terminal says it, the exact one by .value
        ridge = m.ridge("bf16", "hbm")
        assert f"{ridge.denominator}/{ridge.numerator}" in (derive(MATMUL, on=chip).threshold.value_text or "")


def test_the_json_of_open_sizes_is_what_it_was() -> None:
    record = json.loads(call(MATMUL, "--on", "TPU v5e", "--json").stdout)
    assert "numbers" not in record
    assert record["machine"]["constants"]["C/W"] == {"value": pytest.approx(240.2439), "unit": "FLOPs/byte"}


def test_times_have_units_that_suit_them() -> None:
    assert seconds_text(Fraction(1, 10**12)) == "1e-12 s"
    assert [seconds_text(Fraction(1, 10**k)) for k in (0, 3, 6, 9)] == ["1 s", "1 ms", "1 us", "1 ns"]
    assert seconds_text(10**9) == "1e9 s"


# Typed by hand.  Earlier answers never had an hour behind a counted word, nor F/s without a large prefix.
RATES = [
    ("3.5e17 tokens/h", "3.5e17/3600 tokens/s", True),
    ("1.1e5 tokens/h", "1905.6 tokens per minute", True),
    ("1.2e5 tokens/h", "1905.6 tokens per minute", False),
    ("2.2e21 tokens/h", "2.20104e21 tokens/h", True),
    ("2.1e21 tokens/h", "2.20104e21 tokens/h", False),
    ("2e6 tokens / d", "2e6/24 tokens/h", True),
    ("2 tokens/h + h", "2 tokens/h + h", True),  # a symbol h
    ("54 F/s", "53.67 FLOPs/s", True),
    ("55 F/s", "53.67 FLOPs/s", False),
    ("6.09e-3 MF/s", "6091 FLOPs/s", True),
    ("6.19e-3 MF/s", "6091 FLOPs/s", False),
    ("6F/s", "6*F/s", True),  # symbols F and s
    ("6F/s", "5*F/s", False),
    ("800 bps", "100 bytes/s", True),
    ("900 bps", "100 bytes/s", False),
]


@pytest.mark.parametrize(("answer", "expected", "right"), RATES)
def test_a_rate_by_the_hour_and_a_bare_prefix_are_units(answer, expected, right):
    found = check(answer, expected)
    assert (found.ok, found.verdict == "wrong") == (right, not right)
