"""Wrong keyword arguments get a sentence, whichever public function they were given to."""

from __future__ import annotations

import inspect

import pytest

import symroof
from symroof.errors import SymroofError, UnknownKeyword

FUNCTIONS = [n for n in symroof.__all__ if inspect.isfunction(getattr(symroof, n))]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_public_function_says_what_it_takes(name):
    f = getattr(symroof, name)
    parameters = inspect.signature(f).parameters.values()
    if any(p.kind is p.VAR_KEYWORD for p in parameters):
        pytest.skip("sizes by name: an unknown one is judged by what is asked")
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
