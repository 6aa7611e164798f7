"""Names, sizes and parameters: what a symbol is travels with it, and nothing else that bears its name is touched."""

from __future__ import annotations

import copy
import os
import pickle
import random
import re
import string
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from multiprocessing import get_context

import pytest
import sympy
from sympy import Max, Symbol, ceiling, floor

from symroof import (
    SymroofError,
    bottlenecks,
    check,
    compare,
    dims,
    dominates,
    exactly,
    intensity,
    interval,
    latex,
    leading,
    numeric,
    op,
    optimum,
    params,
    proofread,
    prove,
    same,
    symbols,
    threshold,
)
from symroof.algebra.signs import closed
from symroof.symbols import Name, is_size, key_of, symbol
from symroof.writing import naming


def test_symbols_are_positive_and_nothing_more() -> None:
    B, D = dims("B, D")
    assert B.is_positive is True
    assert B.is_integer is None
    assert D is symbol("D")


@pytest.mark.parametrize("name", ["C", "W", "K", "W_hbm", "C_int8", "T_math", "eps"])
def test_the_books_parameters_are_no_sizes(name: str) -> None:
    assert not is_size(name)
    assert params(name) == Symbol(name, positive=True)


@pytest.mark.parametrize("name", ["C", "W", "W_hbm", "C_int8", "T_math", "eps"])
def test_rates_and_times_stay_real_where_dims_names_them(name: str) -> None:
    assert dims(name) == params(name)


@pytest.mark.parametrize("name", ["B", "D", "F", "N", "S", "E", "I", "Q", "O", "d_model", "α"])
def test_other_names_are_sizes(name: str) -> None:
    assert is_size(name)
    assert dims(name).name == name
    assert dims(name) == Symbol(name, positive=True)


@pytest.mark.parametrize(
    ("names", "message"),
    [("B B", "named twice"), ("", "no names"), ("2B", "not a name"), ("B+D", "not a name"), (3, "one string")],
)
def test_messages(names: object, message: str) -> None:
    with pytest.raises(SymroofError, match=message):
        dims(names)


# -- what a symbol is travels with it ----------------------------------------------------------------------------------


def test_another_modules_declaration_changes_nothing_of_ours() -> None:
    """No generator had declared one name in two ways and kept asking about both."""
    N = dims("N")
    for _ in range(2):
        theirs = params("N")
        assert same(Max(N, 1), N) is True
        assert same(Max(theirs, 1), theirs) is False
        assert str(threshold(N, N, over=sympy.Rational(5, 2))) == "N >= 2.5 (3)"
        assert str(threshold(theirs, theirs, over=sympy.Rational(5, 2))) == "N >= 2.5"


@pytest.mark.parametrize("declare", [lambda: params("N"), lambda: dims("K T alpha"), lambda: None])
def test_questions_of_text_alone_never_depend_on_what_was_asked_before(declare: Callable[[], object]) -> None:
    declare()
    assert dominates(symbol("N") ** 2, symbol("N")) is True
    assert dominates(symbol("K") ** 2, symbol("K")) is False
    assert not check("ceil(K/128)", "floor((K+127)/128)").ok
    assert check("ceil(N/128)", "floor((N+127)/128)").verdict == "exact"
    declare()
    assert str(threshold(symbol("N"), "N", over=sympy.Rational(5, 2))) == "N >= 2.5 (3)"


@pytest.mark.slow
def test_both_kinds_in_every_order_are_answered_as_alone() -> None:
    """Caches of ours and of SymPy see a size and a parameter of one name side by side, in any order."""
    n, r, k, t = dims("n"), params("n"), dims("K"), params("K")
    questions = {
        "square": lambda x: dominates(x**2, x),
        "padding": lambda x: same(ceiling(x / 128), floor((x + 127) / 128)),
        "one": lambda x: same(Max(x, 1), x),
        "far out": lambda x: str(leading(x + 1 / sympy.sqrt(x), f"{x} -> oo").value),
        "threshold": lambda x: str(threshold(x, x, over=sympy.Rational(7, 2))),
        "root": lambda x: str(threshold(sympy.sqrt(x) + x, x, over=10)),
        "latex": latex,
        "least": lambda x: str(optimum(x + 9 / x, x)),
    }
    jobs = [(name, x) for name in questions for x in (n, r, k, t)]
    alone = {(name, key_of(x)): _alone(name, key_of(x)) for name, x in jobs if name != "latex"}
    for seed in range(4):
        order = random.Random(seed).sample(jobs, len(jobs))
        for name, x in order:
            if name != "latex":
                assert str(questions[name](x)) == alone[name, key_of(x)], (name, x, is_size(key_of(x)))
    for a, b in ((n, k), (r, t)):  # a size is a size, a parameter a parameter, whatever it is called
        for name, ask in questions.items():
            assert str(ask(a)).replace("n", "K") == str(ask(b)).replace("n", "K"), name


_SCRIPT = """
import sympy
from sympy import Max, ceiling, floor
from symroof import *
for name, x in {jobs}:
    x = (dims if x[1] else params)(x[0])
    print({{
        "square": lambda x: dominates(x**2, x),
        "padding": lambda x: same(ceiling(x / 128), floor((x + 127) / 128)),
        "one": lambda x: same(Max(x, 1), x),
        "far out": lambda x: str(leading(x + 1 / sympy.sqrt(x), f"{{x}} -> oo").value),
        "threshold": lambda x: str(threshold(x, x, over=sympy.Rational(7, 2))),
        "root": lambda x: str(threshold(sympy.sqrt(x) + x, x, over=10)),
        "least": lambda x: str(optimum(x + 9 / x, x)),
    }}[name](x))
"""
_QUESTIONS = ["square", "padding", "one", "far out", "threshold", "root", "least"]
_ALONE: dict[tuple[str, str], str] = {}


def _alone(name: str, key: str) -> str:
    """The answer of a fresh process that never saw the other kind of that name."""
    if not _ALONE:
        for size in (True, False):
            keys = [("n", size), ("K", size)]
            jobs = [(q, k) for q in _QUESTIONS for k in keys]
            done = subprocess.run(
                [sys.executable, "-c", _SCRIPT.format(jobs=jobs)], capture_output=True, text=True, check=True
            )
            for (q, (n, s)), line in zip(jobs, done.stdout.splitlines(), strict=True):
                _ALONE[q, key_of((dims if s else params)(n))] = line
    return _ALONE[name, key]


@pytest.mark.slow
def test_threads_that_declare_a_name_each_its_own_way_agree_with_themselves() -> None:
    wrong: list[object] = []

    def work(declare: Callable[[str], sympy.Symbol], right: bool) -> None:
        for i in range(60):
            x = declare(f"zeta_{i % 7}")
            if dominates(x**2, x) is not right or same(Max(x, 1), x) is not right:
                wrong.append((x, right))

    threads = [threading.Thread(target=work, args=(d, r)) for d, r in ((dims, True), (params, False)) * 3]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not wrong


def _ask(x: sympy.Symbol) -> tuple[bool | None, bool | None]:
    return same(Max(x, 1), x), dominates(x**2, x)


@pytest.mark.slow
def test_spawned_processes_agree() -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        for x in (params("rho"), dims("rho"), dims("K"), params("K")):
            assert pool.submit(_ask, x).result() == _ask(x)


@pytest.mark.parametrize("x", [dims("K"), params("B"), dims("B"), params("K"), dims("T alpha")[0] * params("rho") + 1])
def test_symbols_copy_and_pickle_to_themselves(x: sympy.Expr) -> None:
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(x, protocol)) == x
    assert copy.copy(x) == x
    assert copy.deepcopy(x) == x
    again = pickle.loads(pickle.dumps(x))
    assert [is_size(key_of(s)) for s in sorted(again.free_symbols, key=str)] == [
        is_size(key_of(s)) for s in sorted(x.free_symbols, key=str)
    ]


def test_nothing_of_it_is_seen() -> None:
    """A declared symbol prints, sorts and is told like any other of that name."""
    A, Z = dims("A Z")
    for plain, other in ((symbol("B"), params("B")), (symbol("K"), dims("K"))):
        assert plain != other
        assert other.name == plain.name
        assert type(other.name) is str
        for show in (str, repr, sympy.srepr, sympy.latex, latex, sympy.pretty, sympy.default_sort_key):
            assert show(plain) == show(other)
        for make in (lambda x: A * x * Z + x**2 + A, lambda x: Max(x, A) / Z, lambda x: sympy.sqrt(x + Z)):
            assert str(make(plain)) == str(make(other))
            assert latex(make(plain)) == latex(make(other))
        assert type(str(key_of(other))) is str
        assert str([key_of(other)]) == f"['{plain}']"


def test_text_means_the_symbols_of_the_question() -> None:
    """Every place where a name is typed, about symbols declared against their convention."""
    K, rho, F = dims("K"), params("rho"), dims("F")
    whole = rho * K * F / (rho * K + F)
    assert threshold(whole, "K", over=3).symbol == K
    assert threshold(whole, "rho", over=3).symbol == rho
    assert threshold(K, "K", over=2).at(**{}).integer == 2
    assert threshold(whole, "K", over=3).at(rho="1/2", F=100).number is not None
    assert leading(K + rho, "rho << K").value == K
    assert leading(K + rho, "rho << K").regime.relations[0].small[0][0] == Name("rho")
    assert prove(K, 1).result is True
    assert optimum(rho + K / rho, "rho").point == {rho: sympy.sqrt(K)}
    assert optimum(rho + K / F, "rho F", subject="rho = F").point.keys() == {rho, F}
    assert check("K >= 1", K >= 1).verdict == "exact"
    assert check("ceil(K/2)", floor((K + 1) / 2)).verdict == "exact"
    assert not check("ceil(rho/2)", floor((rho + 1) / 2)).ok


TWINS = "a size and a parameter of this question are both called {}; give one of them another name, as in params"


@pytest.mark.parametrize(("size", "real"), [(dims("B"), params("B")), (dims("K"), params("K"))])
def test_a_size_and_a_parameter_of_one_name_are_two_quantities_and_no_question_holds_both(size, real) -> None:
    # They were taken for one, the parameter: K - K was 0, and a matmul with a dim K never reached a ratio K.
    assert (
        same(size, real) is same(size + real, 2 * real) is True
    )  # of two formulas that are compared, names are what both agree on
    Z = symbol("Z")
    o = op(f"bf16[N, {size}] * bf16[{size}, F] -> bf16[N, F]")
    asked = [
        lambda: compare(Max(size, 1), real * size),
        lambda: dominates(size * real, size),
        lambda: prove(size**2 + real, size + real),
        lambda: threshold(size * real, size, over=sympy.Rational(25, 4)),
        lambda: threshold(intensity(o), "N", over=real),
        lambda: threshold(o, "N", over=real),
        lambda: leading(size + real, f"{size} -> oo"),
        lambda: optimum(Z * size + real / Z, "Z"),
        lambda: interval(size - real, **{str(size): (1, 5)}),
        lambda: exactly(size / real, **{str(size): 3}),
        lambda: numeric(size / real),
        lambda: numeric(size + real, str(size)),
        lambda: bottlenecks({"a": size * Z, "b": real * symbol("Y")}),
    ]
    for ask in asked:
        with pytest.raises(SymroofError, match=TWINS.format(size)):
            ask()
    assert same(size * Z, Z * size) is True
    assert threshold(o, "N", over=params("R")).verdict == "when"


def test_dims_of_notation_are_sizes() -> None:
    K, T = dims("K T")
    o = op("bf16[B, K, T] * bf16[K, T, F] -> bf16[B, F]")
    assert sympy.expand(o.flops - 2 * symbol("B") * K * T * symbol("F")) == 0
    assert str(threshold(o, "K", on="TPU v5e").at(B=512, F=512, T=1)).endswith(")")
    assert o.at(K=8, T=2).flops == 32 * symbol("B") * symbol("F")


def test_a_plain_symbol_that_is_replaced_means_the_declared_one_of_its_name() -> None:
    K = dims("K")
    assert (K**2 + 1).subs(Symbol("K", positive=True), 3) == 10
    assert (K**2 + 1).subs(Symbol("K"), 3) == K**2 + 1
    assert (K**2 + 1).subs(K, 3) == 10


def test_every_name_that_the_convention_calls_a_parameter_begins_as_one() -> None:
    """Judged by a pattern: a rate or time, with an index or none, or one of a few words."""
    pattern = re.compile(r"(?:[CWKT](?:_\w+)?|I_?0|eps|epsilon|delta|alpha|beta|eta)\Z")
    stems = ["I0", "I_0", "eps", "epsilon", "delta", "alpha", "beta", "eta", "theta", "I", "ep", "Beta", ""]
    ends = ("", "_hbm", "2", "x", "_", "__", "_a_1", "_²", "_é", "_a'", "'", "_a b", "\n")
    rates = [f"{letter}{end}" for letter in string.ascii_letters for end in ends]
    for name in (*stems, *rates):
        for key in (name, Name(name)):
            assert symbols.conventional(key) is (pattern.match(name) is not None)
    assert [symbols.conventional(n) for n in ("eta", "W_hbm", "B")] == [True, True, False]


@pytest.mark.slow
def test_latex_sets_the_key_of_a_size_and_its_name_alike() -> None:
    # A condition had the symbol's key and the text its name: which of the two was upright hung on Python's hashes.
    for told in (["K", Name("K")], [Name("b"), "b"]):
        assert naming.told_apart(told) is None
    assert latex(dims("K") ** 2, names={"K": r"\kappa"}) == r"\kappa^2"
    assert naming.variable(Name("K"), {"K": "X"}) == naming.variable("K", {"K": "X"})
    asked = 'latex(threshold(op("A[I_X, J] * B[J, K_X] -> C[I_X, K]", dtype="bf16", mesh="X=4"), "J", on="TPU v5e"))'
    code = f'from symroof import *; print({asked}, latex(pipeline_microbatches("eps")))'
    said = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(said) == 1
    assert r"\text{K}" not in said.pop()


@pytest.mark.slow
def test_a_level_beyond_every_float_is_said_in_powers_of_ten() -> None:
    D = dims("D")
    with pytest.raises(SymroofError, match="no crossing below"):
        threshold(sympy.log(sympy.log(100 * D, 2), 2), D, over=4096)  # OverflowError: the message wrote it as a float
    with pytest.raises(SymroofError, match=r"2\*\*about 10\*\*400 has too many digits"):
        closed._short_power(Fraction(10**400))


def test_text_beside_an_expression_is_in_its_symbols() -> None:
    p, N = params("p"), dims("N")
    assert same(p * N, "p*N") is same(str(p * N), p * N) is True
    assert prove(p * N + 1, "p*N").result is True
    assert dominates(p**2 * N, "p*N") is False  # it would be True of a size
    assert compare(p * N, "p*N**2") == "<="
    K = dims("K")
    assert dominates(K**2, "K") is dominates("K**2", K) is True  # no parameter, though K alone would be one in text
    assert str(threshold(N * K, "N", over="floor(K)*2")) == "N >= 2*floor(K)/K"  # a size is at least 1, and so no
    assert str(threshold("N*floor(K)", "N", over=2 * K)) == "N >= 2*K/floor(K)"  # "every N when floor(K) <= 0"
    assert str(threshold(p * N, "N", over="3*p")) == str(threshold("p*N", "N", over=3 * p)) == "N >= 3"
    assert str(threshold(p * N, "N", at_most="3*p")) == "N <= 3"
    assert str(bottlenecks({"a": p * N, "b": "p*B"}).cases[0]) == "a binds where B/N <= 1"
    with pytest.raises(SymroofError, match=TWINS.format("K")):  # a dim of the operation, and a ratio: nobody can say
        threshold(op("bf16[B, K] * bf16[K, F] -> bf16[B, F]"), "B", over="K")


def test_text_and_operations_whose_dims_are_called_as_parameters_are_compared() -> None:
    # T and K are parameters by convention, and dims where notation has them: what is typed means these
    rule = threshold(op("bf16[B, T, D] * bf16[D, F] -> bf16[B, T, F]"), "B", on="TPU v5e", given="B << D, F")
    assert check("B*T > 240", rule).ok
    assert not check("B*T > 120", rule).ok
    for flops, verdict in (("2TDF", "exact"), ("2TD", "wrong")):
        found = proofread(f"`A[T, D] * U[D, F] -> Y[T, F]` takes ${flops}$ FLOPs.").findings
        assert [f.verdict for f in found] == [verdict]
