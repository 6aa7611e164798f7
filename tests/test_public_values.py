"""Every public function and record is walked: values are SymPy expressions, numbers, words or records, and say so.

What stands in a record may be asked for as a number, multiplied by a symbol, copied and pickled; a keyword that nobody
knows is refused by everything that takes keywords, with a sentence that says what would work.
"""

from __future__ import annotations

import copy
import enum
import inspect
import pickle
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

import pytest
import sympy
from test_records import CUT, MATMUL, RECORDS

import symroof
from symroof import SymroofError, all_gather, dims, ring, training_memory
from symroof.algebra.ratios.posynomial import Poly, Ratio

B, M = dims("B"), dims("M")
# Poly is what Approx is made of under .top and .bottom
PLAIN = (Poly, type(None), bool, int, float, complex, str, bytes, Fraction, sympy.Basic, type, enum.Enum, BaseException)


def parts(x: object, deep: int = 3, path: str = "") -> Iterator[tuple[str, object]]:
    """What a record tells under public names, and what stands in its tuples and mappings."""
    yield path, x
    if deep == 0 or isinstance(x, (*PLAIN, Ratio)) or type(x).__module__.startswith("numpy"):
        return
    if isinstance(x, Mapping):
        inner: Iterable[tuple[str, object]] = [(f"{path}[{k!r}]", v) for k, v in list(x.items())[:6]]
    elif isinstance(x, (list, tuple, set, frozenset)):
        inner = [(f"{path}[{i}]", v) for i, v in enumerate(list(x)[:6])]
    elif type(x).__module__.startswith("symroof"):
        names = [n for n in dir(type(x)) if not n.startswith("_")]
        names += [n for n in getattr(type(x), "__dataclass_fields__", ()) if not n.startswith("_")]
        found = {}
        for n in dict.fromkeys(names):
            try:
                v = getattr(x, n)
            except SymroofError:  # says why there is no such value
                continue
            if not inspect.isroutine(v):
                found[f"{path}.{n}"] = v
        inner = found.items()
    else:
        return
    for where, v in inner:
        yield from parts(v, deep - 1, where)


@pytest.mark.slow
@pytest.mark.parametrize("name", RECORDS)
def test_what_a_record_tells_is_a_value(name):
    """Ratios of ours refused M*x, float(x), copies; no test had looked at every attribute of every record."""
    seen = 0
    for where, x in parts(RECORDS[name]()):
        if isinstance(x, Ratio):
            seen += 1
            assert isinstance(M * x, sympy.Expr), where
            assert isinstance(x * M, (sympy.Expr, Ratio)), where
            if x.constant() is not None:
                assert float(x) == float(Fraction(x.constant())), where
            else:
                with pytest.raises(SymroofError, match="symbolic"):
                    float(x)
        known = isinstance(x, (*PLAIN, Ratio, Mapping, list, tuple, set, frozenset)) or callable(x)
        assert known or type(x).__module__.startswith(("symroof", "numpy")), (where, type(x))
        if type(x).__module__.startswith("symroof") and not inspect.isroutine(x):
            for other in (copy.copy(x), copy.deepcopy(x), pickle.loads(pickle.dumps(x))):
                assert type(other) is type(x), where
                assert str(other) == str(x), where


KEYWORDS = [n for n in symroof.__all__ if inspect.isfunction(getattr(symroof, n))]
SIZES = {"bound_by", "sweep", "fits"}  # these ask for every size before they look at strange ones
APART = {"best_divisor", "explore"}  # take an optimum, a notebook
FIRST = {"op": MATMUL, "op_or_expr": MATMUL, "o": MATMUL, "machine": "TPU v5e", "on": "TPU v5e", "expr": B, "V": "V",
         "over": ring(4), "seconds": 1, "unknown": "B", "function": lambda x: x, "f": lambda x: x, "opt": MATMUL,
         "text": "bf16 A[I, J] * bf16 B[J, K] -> bf16 C[I, K]", "N": 64}  # fmt: skip


@pytest.mark.whole
@pytest.mark.parametrize("name", sorted({*KEYWORDS} - APART))
def test_a_keyword_that_nobody_knows_is_refused(name):
    """By Python where a function takes no names of sizes; by us, with what would work, where it does."""
    function = getattr(symroof, name)
    given = inspect.signature(function).parameters.values()
    args = [
        FIRST.get(p.name, B)
        for p in given
        if p.default is p.empty and p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)
    ]
    more = {p.name: "X" for p in given if p.default is p.empty and p.kind is p.KEYWORD_ONLY}
    takes = any(p.kind is p.VAR_KEYWORD for p in given)
    with pytest.raises(SymroofError if takes else TypeError) as e:
        function(*args, **more, **({"B": 8, "D": 8, "F": 8} if name in SIZES else {}), zzz_=3)
    assert "zzz_" in str(e.value), str(e.value)


@pytest.mark.parametrize(
    "call",
    [
        lambda: MATMUL.at(zzz_=3),
        lambda: CUT.at(zzz_=3),
        lambda: CUT.cheapest("TPU v5e", zzz_=3),
        lambda: CUT.plan.at(zzz_=3),
        lambda: all_gather("V", ring("n")).at(zzz_=3),
        lambda: RECORDS["threshold"]().at(zzz_=3),
        lambda: RECORDS["strategies"]().best(zzz_=3),
        lambda: training_memory().at(zzz_=3),
        lambda: training_memory().chips(on="H100", zzz_=3),
        lambda: training_memory().batch(on="H100", zzz_=3),
        lambda: RECORDS["layer"]().threshold("B", zzz_=3),
        lambda: RECORDS["numeric"]()(3, zzz_=3),
    ],
)
def test_methods_refuse_it_too(call):
    with pytest.raises((SymroofError, TypeError)) as e:
        call()
    assert "zzz_" in str(e.value), str(e.value)
