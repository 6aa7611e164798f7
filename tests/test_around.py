"""What is typed around a right answer and makes another claim of it; each beside right answers in the same words.

Marked by hand.  Earlier tests drew strictness with the symbol typed, functions in small letters, sides and their bound,
speedups and savings by their own nouns, and remarks that are known: never a bare `below 64`, a function in capitals,
`never` behind the other side, `a loss of 3x`, nor a claim that is appended to a bound.
"""

from __future__ import annotations

import pytest
from marks import outcome

from symroof import check, parse_formula
from symroof.errors import NotationError

_BELOW = ("B < {}", "B below {}", "below {}", "less than {}", "fewer than {}", "under {}")
_ABOVE = ("B > {}", "B above {}", "above {}", "more than {}", "over {}")


@pytest.mark.parametrize("n", [4, 8, 12, 16, 31, 32, 48, 64, 96])
def test_of_few_things_a_bound_is_strict_or_not_whether_its_symbol_is_typed_or_not(n):
    """By the sizes that each admits, one by one."""
    sizes = range(1, 3 * n)
    for said, key, admits in (
        *((t.format(k), f"B <= {n}", [b for b in sizes if b < k]) for t in _BELOW for k in (n, n + 1)),
        *((t.format(k), f"B >= {n}", [b for b in sizes if b > k]) for t in _ABOVE for k in (n, n - 1)),
    ):
        right = [b for b in sizes if (b <= n if "<" in key else b >= n)]
        assert (check(said, key).verdict == "exact") is (admits == right), (said, key)


@pytest.mark.parametrize("said", _BELOW)
def test_of_many_things_nobody_minds(said):
    assert check(said.format(512), "B <= 512").verdict == "exact"
    assert check(said.format(240), "B <= 240.24").verdict == "rounded"


@pytest.mark.parametrize("name", ["log2", "sqrt", "ceil", "floor", "abs", "exp"])
def test_a_function_is_the_function_in_any_case(name):
    for argument in ("B", "B/8", "B - D"):
        plain = parse_formula(f"{name}({argument})").sides[0].ratio()
        for typed in (name.upper(), name.capitalize()):
            assert parse_formula(f"{typed}({argument})").sides[0].ratio() == plain
            assert check(f"{typed}({argument})", f"{name}({argument})").verdict == "exact"
            assert check(f"{name}({argument})", f"{typed}({argument})").verdict == "exact"
            assert check(f"{typed}(7*{argument})", f"{name}({argument})").verdict != "exact"


@pytest.mark.whole
@pytest.mark.parametrize(
    ("key", "answers"),
    [
        ("ln(B)", {"Ln(B)": "R", "LN(B)": "R", "LN B": "R", "Ln(D)": "W", "Ln(2*B)": "W"}),
        ("N*log(N)", {"N Log N": "R", "N LOG N": "R", "N * Log(N)": "R", "N^2 LOG N": "W"}),
        ("abs(B - D)", {"|B - D|": "R", "Abs(B - D)": "R", "ABS(D - B)": "R", "Abs(B + D)": "W"}),
        ("Abs(B - D)", {"|B - D|": "R", "abs(B - D)": "R", "|B + D|": "W"}),
        ("max(B, D)", {"MAX(B, D)": "R", "Max(B, D)": "R", "MIN(B, D)": "W"}),
        ("O(N*log(N))", {"O(N LOG N)": "R", "O(N Log N)": "R", "O(N)": "W"}),
        # products stay products where the key has their letters
        ("L*N*(K + 1)", {"LN(K + 1)": "R", "2LN(K + 1)": "W"}), ("LN(K + 1)", {"L*N*(K + 1)": "R"}),
        ("B*D + B*F", {"B(D + F)": "R", "D(B + F)": "W"}), ("A*B*C*(D + F)", {"ABC(D + F)": "R"}),
        ("max(0, B - 8)", {"ReLU(B - 8)": "U"}), ("2*B", {"GELU(B)": "U"}),
    ],
)  # fmt: skip
def test_names_of_functions_with_capitals(key, answers):
    assert {a: outcome(a, key) for a in answers} == answers


def test_a_declared_name_stays_a_symbol_and_an_unread_function_no_product():
    assert check("LOG(B)", "B*L*O*G", symbols="L O G B").verdict == "exact"
    assert set(parse_formula("LN(K)", "L N K").sides[0].ratio().names) == {"L", "N", "K"}
    for text in ("ReLU(B - 8)", "GELU(B)", "Tanh(B)", "SIN(B)", "Log(B)"):
        with pytest.raises(NotationError):
            parse_formula(text)
    assert parse_formula("LSE(B)").notes == ("LSE(...): a product, unless LSE is a function",)
    assert parse_formula("B(D + F)").notes == parse_formula("BD(D + F)").notes == ()
