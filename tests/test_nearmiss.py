"""Near misses, steps, assumptions and rounded operands named beside a verdict; the values are typed by hand."""

from __future__ import annotations

import pytest

from symroof import check
from symroof.checking.proofreading.proofread import proofread

V5E = {"C": "1.97e14", "W": "8.2e11"}
BOUND = "B > 1/(W/C - 1/D - 1/F)"


@pytest.mark.parametrize(
    ("printed", "said", "right", "meant"),
    [
        ("16*20*28 / 2*2", "2240", "8960", "16*20*28/(2*2)"),
        ("1e15 / 3.35 * 1e12", "298.5", "2.98507e26", "1e15/(3.35*1e12)"),
        ("(1 + 2 / 3)", "1", "1.66667", "(1 + 2)/3"),
    ],
)
def test_missing_parentheses_are_named_by_check_and_proofread(printed, said, right, meant):
    found = check(printed, said)
    assert found.verdict == "wrong"
    assert found.note == f"right with parentheses: {meant}"
    (f,) = proofread(f"so ${printed} = {said}$").findings
    assert (f.verdict, f.note) == ("wrong", f"right with parentheses: {meant}")
    assert right in f.reason


@pytest.mark.parametrize(
    ("wrong", "expected", "meant"),
    [
        ("2BDF / 2BD + 2DF", "BF/(B + F)", "2BDF/(2BD + 2DF)"),
        ("2N - 1 / 4N + 2", "(2N - 1)/(4N + 2)", "(2N - 1)/(4N + 2)"),
        ("BF * D - 1", "BDF - BF", "BF*(D - 1)"),
        ("2B^2", "4B**2", "(2B)^2"),
    ],
)
def test_missing_parentheses_in_formulas(wrong, expected, meant):
    found = check(wrong, expected)
    assert (found.verdict, found.note) == ("wrong", f"right with parentheses: {meant}")


def test_an_answer_is_as_right_as_its_steps():
    assert check("16*20*28 / 2*2 = 2240", "2240").code == "near-miss"
    assert check(r"128 \cdot (3/4)^2 = 81", "81").verdict == "wrong"
    assert "72" in check(r"128 \cdot (3/4)^2 = 81", "81").reason
    assert check(r"128 \cdot (3/4)^2 = 72", "72").verdict == "exact"
    assert check(r"486/2 = 243", "243").verdict == "exact"


def test_an_answer_that_only_leads_is_wrong_where_it_keeps_other_terms():
    found = check("D/2*(D/2 - 1)/2", "(D/2)*(D/2 + 1)/2")
    assert found.verdict == "wrong"
    assert "D -> oo" in (found.note or "")
    assert check("D^2/8", "(D/2)*(D/2 + 1)/2").verdict == "in-regime"
    assert check("D/2*(D/2 - 1)/2", "(D/2)*(D/2 + 1)/2", given="D -> oo").verdict == "in-regime"


def test_the_assumption_of_an_answer_is_held_against_the_sizes():
    wide = check("B > 240", BOUND, given="B << D, F", let={**V5E, "D": 4096, "F": 4096})
    assert (wide.verdict, wide.error, wide.regime) == ("in-regime", "-0.117", "B << D, F")
    assert "272.2" in wide.reason
    narrow = check("B > 240", BOUND, given="B << D, F", let={**V5E, "D": 256, "F": 256})
    assert (narrow.verdict, narrow.code, narrow.right) == ("wrong", "contradicts-assumption", "never")
    assert "B = 240.2 contradicts B << D (D = 256)" in narrow.note
    strained = check("B > 240", BOUND, given="B << D, F", let={**V5E, "D": 1024, "F": 1024})
    assert strained.verdict == "in-regime"
    assert "452.6" in strained.reason
    assert check("B > 240", BOUND, given="B << D, F", let=V5E).verdict == "in-regime"
    assert check("B > 240", BOUND, let=V5E).regime == "D, F -> oo"
    assert check("B > 204", BOUND, let=V5E).verdict == "wrong"


def test_never_where_the_bound_is_negative():
    assert check("never", BOUND, let={**V5E, "D": 256, "F": 256}).verdict == "exact"
    assert check("never", BOUND, let={**V5E, "D": 4096, "F": 4096}).verdict == "wrong"


@pytest.mark.parametrize(
    ("said", "expected", "let", "why"),
    [
        ("298", "9.89e14/3.35e12", {}, "1e15"),
        ("298", "295.4", {}, "1e15"),
        ("B > 271", BOUND, {**V5E, "D": 4096, "F": 4096}, "rounded to 240 first"),
        ("2100", "4.59e14/2.2e11", {}, None),
    ],
)
def test_values_that_follow_from_rounded_operands_are_named(said, expected, let, why):
    found = check(said, expected, let=let)
    if why is None:
        assert found.verdict == "rounded"
    else:
        assert found.verdict == "convention"
        assert why in found.reason


@pytest.mark.parametrize(
    ("said", "verdict"), [("B >= 241", "exact"), ("B >= 240", "rounded"), ("B >= 250", "wrong"), ("B > 240", "rounded")]
)
def test_whole_sizes(said, verdict):
    assert check(said, "B > 240.24").verdict == verdict


def test_remarks_in_brackets_are_left_out():
    assert check("536MB (later edition)", "536870912 bytes").verdict == "truncated"
    assert check("128*2048*2 = 524288 byte (512 KiB)", "524288 bytes").verdict == "exact"
    assert [f.verdict for f in proofread("`512 * 4096 = 2097152 (2M)`").findings] == ["exact"]
    assert [f.verdict for f in proofread("$2 (3) = 6$").findings] == ["exact"]


@pytest.mark.parametrize(
    ("answer", "expected", "verdict", "words"),
    [
        ("5-10", "7", "undecided", "lies within"),
        ("5-10 GB", "16 GB", "wrong", "lies outside"),
        ("B = 241", "B > 240.24", "exact", "whole sizes"),
        ("B = 250", "B > 240.24", "wrong", ""),
        ("990 TFLOPS", "9.89e14 FLOPs/s", "rounded", ""),
        ("990 TFLOPs", "9.89e14 FLOPs/s", "rounded", ""),  # as people write the rate; 990e12 FLOPs are none
        ("990e12 FLOPs", "9.89e14 FLOPs/s", "wrong", "units"),
        ("16 bits", "2 bytes", "exact", ""),
        ("yes", "B", "undecided", "words"),
        ("bdf", "BDF", "exact", ""),  # small letters, each of which has one partner
        ("bdf", "2BDF", "wrong", "case-sensitive"),
        (r"2 \cdot L \cdot n_{kv}", "2*L*n_kv", "exact", ""),
        ("12 hours", "43200 s", "exact", ""),
        ("|X| * 2", "2X", "exact", ""),
        ("T_math + T_comms", "max(T_math, T_comms)", "wrong", "Max(T_comms, T_math)"),
        ("2/4", "1", "wrong", ""),
    ],
)
def test_answers_of_many_kinds(answer, expected, verdict, words):
    found = check(answer, expected)
    assert found.verdict == verdict, found
    assert words in found.reason
