"""What an attacker tried and found: each case once failed, and is judged here by the definition itself."""

import subprocess
import sys
from fractions import Fraction

import pytest

from symroof import Op, SymroofError, T_comms, T_math, attainable, dims, op, symbol, threshold
from symroof.model.derive import derive

CLASH = "bf16[B, C] * bf16[C, W] -> bf16[B, W]"


def test_a_size_called_C_or_W_is_not_the_machines():
    usual = threshold(op("bf16[B, D] * bf16[D, F] -> bf16[B, F]"), "B")
    rule = threshold(op(CLASH), "B")
    C, W, peak, band = (symbol(n) for n in ("C", "W", "C_bf16", "W_hbm"))
    renamed = {symbol("D"): C, symbol("F"): W, symbol("C"): peak, symbol("W"): band}
    assert rule.value == usual.value.subs(renamed, simultaneous=True)
    assert rule.at(C=4096, W=4096, C_bf16="1.97e14", W_hbm="8.2e11").integer == 273
    assert peak in T_math(op(CLASH)).free_symbols
    assert band in T_comms(op(CLASH)).free_symbols
    assert {peak, band} < attainable(op(CLASH)).free_symbols


def test_a_bound_size_called_C_leaves_the_peak_alone():
    made = derive(CLASH, let={"C": 4096}).to_json()
    assert made["T_math"] == "8192*B*W/C_bf16"
    assert made["T_comms"].endswith("/W_hbm")


def test_no_name_left_for_the_peak_is_an_error():
    with pytest.raises(SymroofError, match="C is a size here and the symbol for the peak of bf16"):
        threshold(op("bf16[B, C] * bf16[C, C_bf16] -> bf16[B, C_bf16]"), "B")


def test_a_symbol_of_no_machine_is_not_bound_beside_a_machine():
    with pytest.raises(SymroofError, match="C is not in this operation"):
        derive("bf16[B, D] * bf16[D, F] -> bf16[B, F]", on="TPU v5e", let={"C": 10})


@pytest.mark.parametrize("name", ["K", "T", "C", "W", "D"])
@pytest.mark.parametrize(("solve", "sizes"), [("M", (4096, 4096)), ("contracted", (512, 8192)), ("N", (300, 9000))])
def test_exact_thresholds_do_not_depend_on_what_the_contracted_size_is_called(name, solve, sizes):
    o = op(f"bf16[M, {name}] * bf16[{name}, N] -> bf16[M, N]", exact=True)
    unknown = name if solve == "contracted" else solve
    others = dict(zip([n for n in ("M", name, "N") if n != unknown], sizes))
    found = threshold(o, unknown, on="TPU v5e").at(**others).integer

    def bound(x: int) -> bool:
        v = {**others, unknown: x}
        m, k, n = v["M"], v[name], v["N"]
        return Fraction(m * n * (2 * k - 1), 2 * (m * k + k * n + m * n)) > Fraction("1.97e14") / Fraction("8.2e11")

    assert found is not None
    assert bound(found)
    assert not bound(found - 1)


def test_amounts_that_are_negative_at_every_size_are_refused():
    N = dims("N")
    with pytest.raises(SymroofError, match="not negative"):
        Op.of(flops=N, bytes=-N)
    with pytest.raises(SymroofError, match="not negative"):
        Op.of(flops=-N / (N + 1), bytes=N)
    assert str(Op.of(flops=N - 1, bytes=N).flops) == "N - 1"


def test_a_regime_over_sizes_that_are_bound():
    made = derive("bf16[B, D] * bf16[D, F] -> bf16[B, F]", on="TPU v5e", given="B << D, F", let={"D": 256, "F": 256})
    assert made.to_json()["leading"] == {"given": "B << D, F", "value": "B", "error": "B/128"}
    assert made.threshold is not None
    assert any("contradiction: exactly, it is never" in note for note in made.threshold.notes)


def test_numbers_of_absurd_length_are_refused():
    text = "bf16[B, D] * bf16[D, F] -> bf16[B, F]"
    with pytest.raises(SymroofError, match="B=1e40000 has more digits than anyone needs; the limits are 1e-1000"):
        derive(text, let={"B": "1e40000"})
    with pytest.raises(SymroofError, match="D=1e40000 has more digits than anyone needs; the limits are 1e-1000"):
        threshold(op(text), "B").at(D="1e40000")


@pytest.mark.slow
def test_a_reader_that_leaves_early_hears_no_complaint():
    command = [sys.executable, "-m", "symroof.cli", "machines", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""


@pytest.mark.slow
def test_errors_can_leave_a_process_that_pickles_what_caused_them():
    """As Dask's workers do: once tblib is installed, an exception's context travels with it."""
    code = (
        "import pickle, tblib.pickling_support as t\nt.install()\n"
        "from symroof import op, parse_formula\n"
        "for make in (lambda: op('bf16[B, D] *'), lambda: op('bf16[B, ?]'), lambda: parse_formula('2B +'),\n"
        "             lambda: parse_formula('B ) D')):\n"
        "    try:\n        make()\n        raise SystemExit('no error')\n"
        "    except Exception as e:\n        assert str(pickle.loads(pickle.dumps(e))) == str(e)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
