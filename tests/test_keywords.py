"""Wrong keyword arguments get a sentence, whichever public function they were given to."""

from __future__ import annotations

import inspect

import pytest

import symroof
from symroof import T_lower, bottlenecks, bound_by, exactly, op, printed_range, sweep, threshold
from symroof.errors import SymroofError, UnknownKeyword


def _takes_sizes(f: object) -> bool:
    """Whether it takes sizes by name, where an unknown one is judged by what is asked: tests/test_public_values.py."""
    return any(p.kind is p.VAR_KEYWORD for p in inspect.signature(f).parameters.values())  # type: ignore[arg-type]


EVERY = [n for n in symroof.__all__ if inspect.isfunction(getattr(symroof, n))]
FUNCTIONS = [n for n in EVERY if not _takes_sizes(getattr(symroof, n))]


@pytest.mark.whole
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


SHARED = {
    "plot": ("op: bf16[B, D] * bf16[D, F] -> bf16[B, F]", "H100"), "roofline": ("H100",), "mixed": (),
    "mixed_optimum": (), "serving_memory": (), "training_memory": (),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", SHARED)
def test_what_a_signature_lists_as_defaults_is_what_is_taken(name):
    """Keywords that functions share stand in one table: said outright they change nothing, and another value does."""
    f, args = getattr(symroof, name), [op(a[4:]) if a.startswith("op: ") else a for a in SHARED[name]]
    parameters = inspect.signature(f).parameters.values()
    assert all(p.kind is not p.VAR_KEYWORD and p.annotation is not p.empty for p in parameters)
    listed = {p.name: p.default for p in parameters if p.kind is p.KEYWORD_ONLY}
    assert f(*args, **listed) == f(*args)
    other = {"dtype": "fp32" if "memory" in name else "int8"}
    assert f(*args, **listed | other) == f(*args, **other) != f(*args)


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


def test_dims_called_as_arguments_of_ours_are_sizes_or_refused_in_a_sentence():
    o = op("bf16[self, machine] * bf16[machine, F] -> bf16[self, F]")
    assert threshold(o, "F", on="TPU v5e").at(self=4096, machine=4096).integer == 273
    assert str(o.at(self=3)) == "bf16[self=3, machine] * bf16[machine, F] -> bf16[self, F]"
    assert bottlenecks(o, on="TPU v5e").at(self=8, machine=4096, F=4096) == ("hbm",)
    for ask in (bound_by, T_lower, sweep):
        with pytest.raises(UnknownKeyword, match=r"has an argument machine of its own.*op\.at\(machine=4096\)"):
            ask(o, "TPU v5e", machine=4096)
    with pytest.raises(UnknownKeyword, match=r"exactly\(\) has an argument expr of its own"):
        exactly("2*expr", expr=3)
    assert bound_by(o.at(machine=4096), "TPU v5e", self=8, F=4096) == "hbm"


def test_b_is_given_by_name_where_another_size_is_asked_for():
    o = op("bf16[B, D] * bf16[D, C] -> bf16[B, C]")
    same = printed_range(op("bf16[B, D] * bf16[D, F] -> bf16[B, F]"), "B", on="H100", D=4096, F=4096)
    assert str(printed_range(o, "C", on="H100", B=4096, D=4096)) == str(same).replace("B >", "C >")
