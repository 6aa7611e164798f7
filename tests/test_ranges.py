"""Ranges over printed constants and boxes of sizes, judged by every combination of the printed values."""

import itertools
from dataclasses import replace
from fractions import Fraction

import pytest

from symroof import Op, dims, interval, machine, op, printed_range, threshold
from symroof.algebra.ratios.posynomial import Ratio, gen
from symroof.errors import SymroofError, UnknownResource
from symroof.evaluate.box import _derived
from symroof.machines import Machine

MATMUL = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")
MIXED = op("bf16[B, D] * int8[D, F] -> bf16[B, F]")


def every_machine(chip, dtype, link="hbm"):
    """The machine under every combination of the printed values, made by hand."""
    peaks = {chip.peak(dtype), *chip.facts[dtype].others}
    links = {chip.bandwidth(link), *chip.facts[link].others}
    for c, w in itertools.product(peaks, links):
        yield replace(chip, peaks={**chip.peaks, dtype: c}, bandwidths={**chip.bandwidths, link: w})


@pytest.mark.parametrize("name", ["TPU v5e", "H100", "TPU v6e", "TPU v5e (vendor)", "A100"])
@pytest.mark.parametrize("o", [MATMUL, MIXED], ids=str)
def test_the_ends_are_taken_and_nothing_lies_beyond(name, o):
    chip = machine(name)
    found = printed_range(o, "B", on=name, D=8192, F=8192)
    each = [float(threshold(o, "B", on=m).at(D=8192, F=8192)) for m in every_machine(chip, "bf16")]
    assert (found.low, found.high) == (min(each), max(each))
    assert found.low <= float(found.value) <= found.high


def test_a_box_of_sizes_is_judged_by_its_grid():
    found = printed_range(MATMUL, "B", on="TPU v5e", D=(2048, 4096), F=(1024, 8192))
    rule = [threshold(MATMUL, "B", on=m) for m in every_machine(machine("TPU v5e"), "bf16")]
    grid = itertools.product([2048, 3000, 4096], [1024, 2222, 8192])
    each = [float(r.at(D=d, F=f)) for r in rule for d, f in grid for r in rule]
    assert (found.low, found.high) == (min(each), max(each))
    value = threshold(MATMUL, "B", on="TPU v5e").value
    low, high = interval(value, D=(2048, 4096), F=(1024, 8192))  # intervals of sizes on the machine's own constants
    assert float(low) == pytest.approx(float(threshold(MATMUL, "B", on="TPU v5e").at(D=4096, F=8192)), rel=1e-15)
    assert float(high) == pytest.approx(float(threshold(MATMUL, "B", on="TPU v5e").at(D=2048, F=1024)), rel=1e-15)


@pytest.mark.parametrize(
    ("on", "options", "text"),
    [
        ("TPU v5e", {"given": "B << D, F"}, "B > 240.2 (229 to 243 over printed values)"),
        ("TPU v5e", {"D": 4096, "F": 4096}, "B > 272.2 (258 to 276 over printed values)"),
        ("TPU v5e", {"D": 256, "F": 256}, "never compute-bound"),
        ("TPU v5e", {"D": 480, "F": 480}, "never compute-bound (5162 to never over printed values)"),
        ("TPU v5e", {"D": (480, 8192), "F": 8192}, "B > 243 to 525 over printed values and sizes"),
        (Machine(name="mine", peaks={"bf16": "2e14"}, bandwidths={"hbm": "1e12"}), {"given": "B << D, F"}, "B > 200"),
    ],
)
def test_how_it_reads(on, options, text):
    assert str(printed_range(MATMUL, "B", on=on, **options)) == text


def test_messages():
    with pytest.raises(SymroofError, match=r"is no number yet; give sizes, as in D=4096, or a regime"):
        printed_range(MATMUL, "B", on="TPU v5e")
    with pytest.raises(SymroofError, match=r"D is \(1, 2, 3\); give a number or \(low, high\)"):
        printed_range(MATMUL, "B", on="TPU v5e", D=(1, 2, 3), F=4)
    with pytest.raises(SymroofError, match="D runs from 4096 down to 1024"):
        printed_range(MATMUL, "B", on="TPU v5e", D=(4096, 1024), F=4)
    B, D = dims("B D")
    both_ways = Op.of(flops=2 * B * D, bytes=B * (D**2 + 300) / 100 + D, dtype="bf16", text="both ways")
    with pytest.raises(SymroofError, match="neither rise nor fall with D throughout; give one size at a time"):
        printed_range(both_ways, "B", on="TPU v5e", D=(1, 4096))
    assert printed_range(both_ways, "B", on="TPU v5e", D=4096).value is not None
    with pytest.raises(UnknownResource, match="lists no peak for bf16"):
        printed_range(MATMUL, "B", on="V100", D=4096, F=4096)


def test_a_slope_is_that_of_the_definition_at_powers_of_every_kind():
    """What earlier tests never drew: roots, and symbols below the line, in one sum that is derived."""
    B, D = gen("B"), gen("D")
    for p, slope in (
        (B**3 * D + 5 * B, 3 * B**2 * D + 5),
        (B ** Fraction(3, 2) + D / B, Fraction(3, 2) * B ** Fraction(1, 2) - D / B**2),
        (D**2 + Fraction(2, 3) * B**3 / D, 2 * B**2 / D),
    ):
        above, below = (Ratio(_derived(q, "B")) for q in (p.num, p.den))
        assert (above - p * below) / Ratio(p.den) == slope
    assert not _derived(D.num, "B").terms
