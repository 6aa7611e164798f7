"""The derivation of one operation: what it says beside the formulas."""

from __future__ import annotations

import pytest

from symroof.errors import SymroofError
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


def test_elementwise_work_names_the_unit_that_does_it() -> None:
    notes = derive("relu(bf16[B, F])", on="H100").machine_notes
    assert any("6.7e13 FLOPs/s" in n for n in notes)
    assert not any("vector" in n for n in derive("bf16[B, D] * bf16[D, F] -> bf16[B, F]", on="H100").machine_notes)
    assert notes == tuple(derive("relu(bf16[B, F])", on="H100").to_json()["machine"]["notes"])


def test_doubts_about_a_machine_are_shown_where_its_numbers_are_used() -> None:
    assert "secondary source" in summary(derive("bf16[B, D] * bf16[D, F] -> bf16[B, F]", on="TPU v2"))


def test_an_operation_without_arithmetic_is_refused() -> None:
    with pytest.raises(SymroofError, match="does no FLOPs"):
        derive("copy(f32[N])")
