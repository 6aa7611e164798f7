"""The derivation of one operation: what it says beside the formulas."""

from __future__ import annotations

import pytest

from symroof import T_math, op
from symroof.errors import SymroofError, UnknownKeyword
from symroof.machines import Machine
from symroof.model.derive import derive
from symroof.writing.summary import summary

FAST = Machine(name="fast link", peaks={"bf16": "1e12"}, bandwidths={"hbm": "1e12"})


def test_an_intensity_without_symbols_has_a_verdict() -> None:
    softmax = "softmax_S(bf16[B, N, T, S])"  # 5 FLOPs and 4 bytes an entry
    never = derive(softmax, on="H100").to_json()["threshold"]
    assert (never["symbol"], never["verdict"], never["value"]) == ("B", "never", None)
    assert derive(softmax, on=FAST).to_json()["threshold"]["verdict"] == "always"  # 5/4 is over its ridge of 1
    assert derive(softmax).to_json()["threshold"] is None  # without a machine there is nothing to compare with
    assert summary(derive(softmax, on="H100")).splitlines()[-1].split() == ["threshold", "never", "compute-bound"]


def test_a_size_is_no_keyword_of_a_derivation() -> None:
    """What is handed on to op must not bind sizes there: they go by let=, and a misspelt keyword is none of them."""
    with pytest.raises(UnknownKeyword, match=r'let=\{"D": \.\.\.\}'):
        derive("bf16[B, D] * bf16[D, F] -> bf16[B, F]", D=4096)
    with pytest.raises(UnknownKeyword, match="did you mean overlap="):
        derive("bf16[B, D] * bf16[D, F] -> bf16[B, F]", overlp="max")


def test_elementwise_work_names_the_unit_that_does_it() -> None:
    notes = derive("relu(bf16[B, F])", on="H100").machine_notes
    assert any("6.7e13 FLOPs/s" in n for n in notes)
    assert not any("vector" in n for n in derive("bf16[B, D] * bf16[D, F] -> bf16[B, F]", on="H100").machine_notes)
    assert notes == tuple(derive("relu(bf16[B, F])", on="H100").to_json()["machine"]["notes"])


def test_doubts_about_a_machine_are_shown_where_its_numbers_are_used() -> None:
    assert "secondary source" in summary(derive("bf16[B, D] * bf16[D, F] -> bf16[B, F]", on="TPU v2"))


def test_an_operation_without_arithmetic_has_times_and_no_threshold() -> None:
    """It was refused, where an AllGather was derived; who asks for its threshold, or in a regime, still is."""
    record = derive("copy(f32[N])", on="H100", let={"N": 10}).to_json()
    assert (record["flops"], record["bytes"], record["balance"], record["threshold"]) == ("0", "80", "oo", None)
    assert "it does no FLOPs" in summary(derive("copy(f32[N])"))
    for asked in ({"solve": "N"}, {"given": "N -> oo"}):
        with pytest.raises(SymroofError, match="does no FLOPs, so it has no bytes per FLOP"):
            derive("copy(f32[N])", **asked)


def test_weights_on_the_host_need_sixty_thousand_tokens() -> None:
    """The chapter on TPUs, question 3: B > 61,000 for a v6e over PCIe assumes B << D, so a far larger D."""
    from symroof import dims, threshold
    from symroof.model.ops import Op

    B, D, F = dims("B D F")
    moved = {"pcie": 2 * B * D + 2 * D * F}
    host = Op.of(flops=2 * B * D * F, loads=moved, stores={"pcie": 2 * B * F}, dtype="bf16", text="weights on the host")
    rule = threshold(host, B, on="TPU v6e", given="B << D, F")
    assert (float(rule), rule.integer) == (pytest.approx(9.1e14 / 1.5e10), 60667)
    never = rule.at(D=75_000, F=4 * 75_000)  # 1/D + 1/F = 5/(4 D) is under 1.5e10/9.1e14 from D = 75,833 on
    assert "never compute-bound" in never.notes[0]
    assert rule.at(D=75_834, F=4 * 75_834).exact.verdict == "when"
    assert "when" not in str(rule.at(D=76_000, F=4 * 76_000).exact)
    assert any("secondary" in n for n in rule.notes)


@pytest.mark.parametrize(("mesh", "rule"), [("X", "1/(4*(1/I - 1/K))"), ("X=2", "1/(2*(1/I - 1/K))")])
def test_which_plan_sends_less_says_where_it_is_the_rule_for_many_devices(mesh, rule) -> None:
    """On 2 devices B gathered sends J*K bytes, and A, with C turned, I*J + I*K/2: J*(K - I) < I*K/2."""
    text = derive("A[I_X, J] * B[J, K_X] -> C[I_X, K]", mesh=mesh, dtype="bf16").rule
    told = " (by leading terms, many devices)" if mesh == "X" else ""
    assert text == f"AllGather_X B iff J < {rule} when I < K, every J when K <= I{told}"


@pytest.mark.parametrize("letter", "DEe")
def test_a_size_is_tied_to_another_whatever_its_letter(letter: str) -> None:
    """An E was taken for the exponent of a number: F="2*E" was refused where op() and .at() took it."""
    text, at = f"bf16[B, {letter}] * bf16[{letter}, F] -> bf16[B, F]", {"B": 1024, letter: 4096}
    number, tied = (T_math(op(text), "TPU v5e", F=f, **at) for f in (8192, f"2*{letter}"))
    assert number == tied == T_math(op(text), "TPU v5e", F="8.192e3", **at)
    assert derive(text, let={"F": f"2*{letter}"} | at).flops == 2 * 1024 * 4096 * 8192
