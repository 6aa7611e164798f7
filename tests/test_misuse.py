"""Misused, every public function says so in one clear message of its own; no inner error reaches the user.

The generator puts what people mix up (text for an operation, None, lists, numbers, wrong kinds) in every place.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable

import pytest
from tiers import all_but_slow

import symroof
from symroof import SymroofError, dims, op

B = dims("B")
MATMUL = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")
BAD: list[object] = [
    None, "", "x y", "bf16[B, D]", 3, -1, 0, 2.5, float("nan"), [], [1], {}, {"a": None}, object(), B, MATMUL, True,
    b"x", (), lambda: 0, 1j, int, "B" * 200,
]  # fmt: skip
SLOW = {"plot", "trace", "sized", "proofread"}  # files, traces
SLOW |= {"strategies", "batch_chart"}  # what they need goes by keyword
FUNCTIONS = [n for n in symroof.__all__ if inspect.isfunction(getattr(symroof, n)) and n not in SLOW]


def _refusal(function: Callable[..., object], args: list[object]) -> str:
    """What is said of it; nothing where it is answered."""
    try:
        function(*args)
    except SymroofError as refused:
        return str(refused)
    return ""


@pytest.mark.whole
@pytest.mark.parametrize("name", all_but_slow(FUNCTIONS, ["explore"]))  # which loads ipywidgets
def test_a_misuse_ends_in_a_message(name: str) -> None:
    function = getattr(symroof, name)
    places = [
        p for p in inspect.signature(function).parameters.values()
        if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)
    ]  # fmt: skip
    needed = sum(p.default is p.empty for p in places)
    usual = {"op": MATMUL, "o": MATMUL, "op_or_expr": MATMUL, "machine": "TPU v5e", "on": "TPU v5e"}
    good = [usual.get(p.name, B) for p in places]
    for count in range(max(needed, 1), min(len(places), needed + 1) + 1):
        for at in range(count):
            for bad in BAD:
                for args in ([bad if j == at else good[j] for j in range(count)], [bad] * count):
                    said = _refusal(function, args)
                    assert len(said) < 1200, (name, args)


@pytest.mark.parametrize(
    ("given", "remedy"), [(symroof.machine("H100"), "say on='H100'"), ("H100 SXM", "a machine is on=")]
)
def test_a_machine_where_the_symbol_belongs_is_told_its_place(given: object, remedy: str) -> None:
    with pytest.raises(SymroofError, match=remedy):
        symroof.threshold(MATMUL, given)  # type: ignore[arg-type]
