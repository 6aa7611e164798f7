"""What people add behind an answer: rows that are right, that are wrong for all that, and that stay open."""

from __future__ import annotations

import pytest
from marks import outcome

from symroof.checking.words.trailed import untrailed

#: (what is expected, {answer: mark}), marked by hand before any was tried
ROWS: list[tuple[str, dict[str, str]]] = [
    ("50 ms", {
        "50ms rtt": "R", "80ms rtt": "W", "50 ms end to end": "R", "50 ms, oof": "R", "50 ms, kinda slow": "R",
        "90 ms, kinda slow": "W", "50 ms too late": "U", "50 ms, or not": "U", "50 ms, twice": "U",
    }),
    ("25%", {"25% of peak, meh": "R", "35% of peak, meh": "W", "25%, not great": "R", "25%, not": "U"}),
    ("28 TB", {
        "28TB (of 32)": "R", "30TB (of 32)": "W", "28 TB of 32 TB": "R", "28 TB, out of 32": "R", "28 TB (of 20)": "U",
        "28 TB short of 32 TB": "U",
    }),
    ("3 GB", {"3 GB für die Gewichte": "R", "6 GB für die Gewichte": "W", "3 GB pro Schicht": "U"}),
    ("36 bits", {"36 bit tag": "R", "42 bit tag": "W", "36 or 42 bit": "U"}),
    ("55.4 tokens/s", {"55 t/s max": "R", "80 t/s max": "W", "80 tok/s max": "W", "half of 55 t/s": "W"}),
    ("6*N*D", {
        "6ND, 2 fwd + 4 bwd": "R", "6ND: 2ND forward, 4ND backward": "R", "8ND, 2 fwd + 6 bwd": "W",
        "6ND, 2 fwd + 3 bwd": "U",
    }),
    ("16 bytes", {"16 bytes, 2 weights + 2 gradients + 12 states": "R", "16 bytes, 2 weights + 12 states": "U",
                  "14 bytes, 2 weights + 12 states": "W"}),
    ("sqrt(S/3)", {
        "sqrt(S/3), three tiles in smem": "R", "sqrt(S/2), two tiles in smem": "W", "sqrt(S/3), twice": "U",
        "sqrt(S/3), two of them": "U", "sqrt(S/3), three quarters of it": "U",
        "sqrt(S/3), for one tile": "U", "sqrt(S/3), or three times that": "U",
    }),
    ("T_math + T_comms", {
        "T_math + T_comms, no overlap": "R", "max(T_math, T_comms), full overlap": "W",
        "T_math + T_comms if no overlap": "U",
    }),
    ("max(T_math, T_comms)", {
        "max(T_math, T_comms), full overlap": "R", "max(T_math, T_comms) with perfect overlap": "R",
        "T_math + T_comms, no overlap": "W",
    }),
    ("2", {"two, one 80gb card is too small": "R", "two, one won't fit": "R", "three, two cards are too small": "W",
           "two, or one": "U"}),
    ("80 GB", {"8 times 10 GB": "R", "8 times 12 GB": "W", "4x 20 GB": "R"}),
    ("2x", {"2 times (reduce-scatter + all-gather)": "R", "3 times (reduce-scatter + all-gather)": "W",
            "2 times (half of it)": "U"}),
    ("10 bytes", {"10 bytes for every weight": "R", "12 bytes for every weight": "W",
                  "40 bytes for every weight": "U"}),
    ("B > 120", {
        "just half of that: B > 120": "R", "in that case: B > 240": "W", "not so: B > 120": "U", "wrong: B > 120": "U",
    }),
    ("8 <= N <= 16", {"8 to 16, both inclusive": "R", "8 to 32, both inclusive": "W", "8 to 16 inclusive": "R"}),
    ("8 < N < 16", {"8 to 16, both inclusive": "U"}),
    ("10%", {"10 percents": "R", "20 percents": "W"}),
    ("2^64 bytes", {"16 EiB": "R", "16 exbibytes": "R", "8 EiB": "W", "16 EB": "W"}),
    ("40 Gbit/s", {"4 × 10 GbE": "R", "4x 10GbE": "R", "2 x 10 GbE": "W"}),
    ("2*B*D*L", {"2BDL": "R", "BDL": "W"}),
    ("2*B*D*F", {"BDF": "R"}),
    ("2 passes", {"run generation + 1 merge = 2": "R", "run generation + 2 merges = 3": "W"}),
    ("100 ns", {"~100ns, like 300 cycles at 3GHz": "R", "100 ns, 200 cycles at 3 GHz": "U"}),
]  # fmt: skip


@pytest.mark.parametrize(("expected", "answers"), ROWS)
def test_what_stands_behind_an_answer(expected: str, answers: dict[str, str]) -> None:
    assert {a: outcome(a, expected) for a in answers} == answers


def test_a_verdict_and_a_long_text_stay_as_they_are() -> None:
    assert untrailed("yes, pretty good", (), "yes") == "yes, pretty good"
    assert untrailed("50ms rtt" + " " * 400 + "x", (), "50 ms").endswith("x")


def test_a_formula_in_brackets_and_percentiles() -> None:
    assert {a: outcome(a, "4 hops") for a in ("4 (n/2)", "5 (n/2)")} == {"4 (n/2)": "R", "5 (n/2)": "W"}
    assert outcome("4 (n/2)", "2*n") == "R"  # four times a half of n
    assert {a: outcome(a, "40 ms") for a in ("40 ms p50", "40 ms p99", "80 ms p50")} == {
        "40 ms p50": "R", "40 ms p99": "U", "80 ms p50": "W",
    }  # fmt: skip
    assert {a: outcome(a, "2^20") for a in ("2 to the 20", "2 to the 10")} == {"2 to the 20": "R", "2 to the 10": "W"}
