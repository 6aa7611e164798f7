"""Names, sizes and parameters."""

from __future__ import annotations

import pytest

from symroof import SymroofError, dims, dominates, leading, params, same, symbols
from symroof.symbols import is_size, symbol


def test_symbols_are_positive_and_nothing_more() -> None:
    B, D = dims("B, D")
    assert B.is_positive is True
    assert B.is_integer is None
    assert D is symbol("D")


def test_the_latest_declaration_of_a_name_holds() -> None:
    assert is_size("zeta_1")
    params("zeta_1")
    assert not is_size("zeta_1")
    dims("zeta_1")
    assert is_size("zeta_1")


@pytest.mark.parametrize("name", ["C", "W", "K", "W_hbm", "C_int8", "T_math", "eps"])
def test_the_books_parameters_are_no_sizes(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(symbols._declared, name, raising=False)  # another test may have called dims("C")
    assert not is_size(name)


def test_answers_follow_the_latest_declaration_and_never_an_earlier_one() -> None:
    from sympy import ceiling, floor

    for _ in range(2):
        x, T = dims("zeta_2 T")
        assert dominates(x**2, x) is True
        assert same(ceiling(x / T), floor((x + T - 1) / T)) is True
        assert leading(x + 1 / T, f"{x} -> oo; T << {x}").value == x
        x, T = params("zeta_2 T")
        assert dominates(x**2, x) is False
        assert same(ceiling(x / T), floor((x + T - 1) / T)) is False


@pytest.mark.parametrize("name", ["B", "D", "F", "N", "S", "E", "I", "Q", "O", "d_model", "α"])
def test_other_names_are_sizes(name: str) -> None:
    assert is_size(name)
    assert dims(name).name == name


@pytest.mark.parametrize(
    ("names", "message"),
    [("B B", "named twice"), ("", "no names"), ("2B", "not a name"), ("B+D", "not a name"), (3, "one string")],
)
def test_messages(names: object, message: str) -> None:
    with pytest.raises(SymroofError, match=message):
        dims(names)


def test_a_name_declared_anew_takes_what_was_derived_with_it_along() -> None:
    from symroof import bottlenecks, dominates

    b = params("b_new")
    a = dims("a_new")
    assert dominates(a * b, a) is False
    assert str(bottlenecks({"x": a * b, "y": a}).cases[0]) != "x binds always"
    b = dims("b_new")
    assert dominates(a * b, a) is True
    assert str(bottlenecks({"x": a * b, "y": a}).cases[0]) == "x binds always"
    params("b_new")
    assert dominates(a * b, a) is False
