"""Letters that are a unit, so many thousands or a symbol: steps that hold in no reading, equations for B, a mu."""

from __future__ import annotations

from fractions import Fraction

import pytest

from symroof import check

# what a step says with the letters behind its numbers, and what it comes to in the unit behind it, by hand
STEPS = (
    ("4 W * 5 h", "Wh", 20), ("4 W * 5 s", "J", 20), ("4 h * 5", "h", 20), ("4 d * 5", "d", 20), ("4 B * 5", "B", 20),
    ("4 kW * 5 h", "kWh", 20), ("60 W / 3", "W", 20), ("89.7B params * 2 bytes", "GB", Fraction(1794, 10)),
    ("70B params * 2 bytes/param", "GB", 140), ("7B * 2 bytes", "GB", 14), ("$4/h * 5 h", "$", 20),
    ("4 ms * 5", "ms", 20), ("6 * 70B * 15T", "", Fraction(63, 10) * 10**24),
)  # fmt: skip


def said(value: Fraction, unit: str) -> str:
    number = f"{float(value):.3g}"
    return f"${number}" if unit == "$" else f"{number} {unit}".strip()


@pytest.mark.slow
@pytest.mark.parametrize("step", STEPS)
def test_a_step_holds_in_some_reading_of_its_letters(step: tuple[str, str, Fraction]) -> None:
    product, unit, value = step
    right = said(Fraction(value), unit)
    for answer in (f"{product} = {right}", f"{right} = {product}"):
        if unit or answer.startswith(product):  # 6.3e24 = 6*70B*15T has no unit that says that B is none
            assert check(answer, right).ok, answer
    for off in (Fraction(3, 2), Fraction(11, 10), Fraction(1, 2)):
        wrong = said(value * off, unit)
        for answer in (f"{product} = {wrong}", f"{wrong} = {product}"):
            assert not check(answer, right).ok, answer  # the product is right, and not what it is said to be
            assert not check(answer, wrong).ok, answer  # the value is right, and not what is said of it


@pytest.mark.slow
@pytest.mark.parametrize("name", ["B", "h", "W", "J", "d", "N", "T", "K", "t"])
def test_an_equation_is_solved_whatever_its_letter(name: str) -> None:
    for form in ("2*{} = 280", "{}/2 = 70", "1/{} = 1/140", "{} - 140 = 0", "{} + 1 = 141", "140 = {}", "{} = 140"):
        assert check(form.format(name), "140").ok, form
        assert check(form.format(name), f"{name} = 140").ok, form
        assert not check(form.format(name), "150").ok, form
    for form in ("2*{} = 300", "{}/2 = 80", "{} + 1 = 121", "150 = {}"):
        assert check(form.format(name), "140").verdict == "wrong", form


@pytest.mark.parametrize(
    ("answer", "key", "ok"),
    [
        ("2B = 280", "140", True),
        ("65536 B / 40 ms = 1.64 MB/s", "13.1 Mbit/s", True),
        ("65536 B / 40 ms = 1.94 MB/s", "13.1 Mbit/s", False),
        ("16 × 1.5·10⁹ = 24·10⁹ B", "24 GB", True),
        ("70B * 2 = 140 GB", "140 GB", True),
        ("16 B = 16", "16 bytes", True),
        ("W = 350", "350 W", True),
        ("70B * 1 byte = 5 GB", "70 GB", False),
        ("2h = 4", "7200", False),
    ],
)  # fmt: skip
def test_a_letter_behind_a_number_is_a_unit_where_one_is_told(answer: str, key: str, ok: bool) -> None:
    assert check(answer, key).ok == ok


MICRO = (
    r"{}\,\mu s", r"{} \mu s", r"{}\ \mu s", r"{}~\mu s", r"${}\,\mu s$", r"\({}\,\mu s\)", r"{}\mu s",
    r"{}\,\mathrm{{\mu s}}", r"{}\,\mu\text{{s}}", r"{}\,\mu\mathrm{{s}}", r"{}\,{{\mu}}s", r"T = {}\,\mu s",
    r"{}\text{{ }}\mu\text{{s}}",
)  # fmt: skip


@pytest.mark.parametrize("form", MICRO)
def test_millionths_of_a_second_in_latex(form: str) -> None:
    for key in ("55.3 us", "0.0553 ms", r"55.3\,\mu s"):
        assert check(form.format("55.3"), key).verdict == "exact", key
    assert check(form.format("58.3"), "55.3 us").verdict == "wrong"
    assert check(form.format("55.3"), "55.3 ms").verdict == "wrong"


@pytest.mark.parametrize(
    ("answer", "key", "verdict"),
    [
        (r"3 \mu s", "3*mu*s", "exact"), (r"3 \mu s", "4*mu*s", "wrong"), (r"\mu s", "mu*s", "exact"),
        (r"\$41.88", "$41.88", "exact"), (r"\$43.88", "$41.88", "wrong"), (r"$\$41.88$", "$41.88", "exact"),
        (r"5\,\mathrm{GB\,s^{-1}}", "5 GB/s", "exact"), (r"6\,\mathrm{GB\,s^{-1}}", "5 GB/s", "wrong"),
        (r"5\,\text{GB}\,\text{s}^{-1}", "5 GB/s", "exact"), (r"5\,\text{GB}\,\text{s}^{-1}", "5 GB", "wrong"),
        (r"7\,\mathrm{kW\cdot h}", "7 kWh", "exact"), (r"7\,\text{kW}\cdot\text{h}", "8 kWh", "wrong"),
        (r"7\,\text{kW}\cdot\text{h}", "7 kWh", "exact"),
    ],
)  # fmt: skip
def test_units_and_money_in_latex(answer: str, key: str, verdict: str) -> None:
    assert check(answer, key).verdict == verdict


@pytest.mark.parametrize("name", ["B", "N", "C", "W", "K", "T", "D"])
def test_a_regime_beside_the_symbol_that_is_bounded(name: str) -> None:
    key = f"J*{name}/(J + {name}) > 793.4"  # 1/(1/x + 1/J), which is x where J is far larger
    assert check(f"{name} > 793.4", key, given=f"{name} << J").verdict == "in-regime"
    assert check(f"{name} > 693.4", key, given=f"{name} << J").verdict == "wrong"
    assert check(f"{name} < 793.4", key, given=f"{name} << J").code == "direction"
    assert check(f"{name} > 793.4", key, given=f"J << {name}").verdict == "wrong"
