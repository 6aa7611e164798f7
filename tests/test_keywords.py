"""Wrong keyword arguments get a sentence, whichever public function they were given to."""

from __future__ import annotations

import inspect

import pytest

import symroof
from symroof.errors import SymroofError, UnknownKeyword


def _takes_sizes(f: object) -> bool:
    """Whether it takes sizes by name, where an unknown one is judged by what is asked: tests/test_public_values.py."""
    return any(p.kind is p.VAR_KEYWORD for p in inspect.signature(f).parameters.values())  # type: ignore[arg-type]


EVERY = [n for n in symroof.__all__ if inspect.isfunction(getattr(symroof, n))]
FUNCTIONS = [n for n in EVERY if not _takes_sizes(getattr(symroof, n))]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_public_function_says_what_it_takes(name):
    f = getattr(symroof, name)
    parameters = inspect.signature(f).parameters.values()
    with pytest.raises(UnknownKeyword) as e:
        f(no_such_thing=1)
    text = str(e.value)
    assert text.startswith(f"{name}() has no keyword 'no_such_thing'; it takes ")
    assert all(p.name in text for p in parameters if p.kind is not p.VAR_POSITIONAL)
    assert isinstance(e.value, SymroofError)
    assert isinstance(e.value, TypeError)


@pytest.mark.parametrize(
    ("call", "meant"),
    [
        (lambda: symroof.check("1", "1", simbols=["B"]), "symbols="),
        (lambda: symroof.threshold("B", on_="TPU v5e"), "on="),
        (lambda: symroof.ring("n", bothways=False), "both_ways="),
        (lambda: symroof.roofline(titel="x"), "title="),
    ],
)
def test_a_near_one_is_named(call, meant):
    with pytest.raises(UnknownKeyword, match=f"did you mean {meant}"):
        call()


def test_right_ones_pass_and_keep_name_signature_and_pickle():
    import pickle

    assert symroof.check(answer="2", expected="2").ok
    assert pickle.loads(pickle.dumps(symroof.ring)) is symroof.ring
    assert list(inspect.signature(symroof.ring).parameters) == ["n", "both_ways", "link"]


def test_a_size_given_to_what_takes_none_is_told_where_it_goes():
    matmul = symroof.op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")
    with pytest.raises(UnknownKeyword, match=r"op\.at\(D=4096\)$"):
        symroof.threshold(matmul, "B", on="TPU v5e", D=4096)
    with pytest.raises(UnknownKeyword, match=r"op\.at\(D=4096\)$"):
        symroof.intensity(matmul, D=4096)
    assert str(symroof.threshold(matmul.at(D=4096, F=4096), "B", on="TPU v5e")) == "B > 272.2 (273)"
    with pytest.raises(UnknownKeyword, match="did you mean given=") as told:
        symroof.threshold(matmul, "B", givn="B << D")
    assert "op.at" not in str(told.value)
