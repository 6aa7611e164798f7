"""Orders of growth: compared with numbers that grow, and as people tell them, marked by hand; both outcomes of each."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from math import sqrt

import pytest
from marks import outcome
from mpmath import log, mpf

from symroof.checking.answers.orders import alike, terms

#: what grows, as typed and as it is worked out
GROWING: dict[str, Callable[[mpf, mpf], mpf]] = {
    "7": lambda n, m: mpf(7),
    "log n": lambda n, m: log(n),
    "3*log(n)**2": lambda n, m: 3 * log(n) ** 2,
    "sqrt(n)": lambda n, m: n**0.5,
    "n": lambda n, m: n,
    "2n + 5": lambda n, m: 2 * n + 5,
    "n log n": lambda n, m: n * log(n),
    "n*log2(n) - n": lambda n, m: n * log(n) - n,
    "n(n - 1)/2": lambda n, m: n * (n - 1) / 2,
    "n^2": lambda n, m: n**2,
    "m": lambda n, m: m,
    "n + m": lambda n, m: n + m,
    "max(n, m)": lambda n, m: max(n, m),
    "n*m": lambda n, m: n * m,
    "(n + m)^2": lambda n, m: (n + m) ** 2,
    "n^2 + m^2": lambda n, m: n**2 + m**2,
    "n/m": lambda n, m: n / m,
    "n/m + log(m)": lambda n, m: n / m + log(m),
    "m*log(n)": lambda n, m: m * log(n),
    "n^3/(n + 1)": lambda n, m: n**3 / (n + 1),
    "log(n*m)": lambda n, m: log(n * m),
    "2^n": lambda n, m: mpf(2) ** n,
    "3*2^n*n": lambda n, m: 3 * mpf(2) ** n * n,
    "2^(2n)": lambda n, m: mpf(4) ** n,
}
#: paths along which sizes grow: one of them, both, and one much faster than the other
PATHS: list[Callable[[int], tuple[mpf, mpf]]] = [
    lambda k: (mpf(2) ** k, mpf(3)),
    lambda k: (mpf(3), mpf(2) ** k),
    lambda k: (mpf(2) ** k, mpf(2) ** k),
    lambda k: (mpf(2) ** k, mpf(2) ** (3 * k)),
    lambda k: (mpf(2) ** (3 * k), mpf(2) ** k),
]


def grow_alike(f: Callable[[mpf, mpf], mpf], g: Callable[[mpf, mpf], mpf]) -> bool:
    """Whether the quotient of two functions stays within a factor of 8 from sizes of 2^20 to 2^260, on each path."""
    for path in PATHS:
        first, last = (f(*path(k)) / g(*path(k)) for k in (20, 260))
        if not 1 / 8 < last / first < 8:
            return False
    return True


@pytest.mark.parametrize("one", GROWING)
def test_two_orders_are_one_where_their_quotient_stays_bounded(one):
    for other in GROWING:
        mine, theirs = terms(one), terms(other)
        assert alike(mine or [], theirs or []) == grow_alike(GROWING[one], GROWING[other]), (one, other)


def same(one: str, other: str) -> bool | None:
    """Whether two formulas that are read are of one order."""
    mine, theirs = terms(one), terms(other)
    assert mine
    assert theirs
    return alike(mine, theirs)


def test_where_terms_do_not_tell_it_is_open():
    # the root of n*m is never above n + m, though it is above each somewhere; of three of them that is not looked for
    assert all(sqrt(n * m) <= n + m for n, m in product(range(1, 40), repeat=2))
    assert same("n + m + sqrt(n*m)", "n + m") is True
    assert same("n^3 + m^3 + k^3 + n*m*k", "n^3 + m^3 + k^3") is None
    assert [terms(t) for t in ("n - m", "sin(n)", "n/(n + m)")] == [None] * 3
    assert same("ceil(n/m)", "n/m") is False  # of which the first is at least 1
    assert same("ceil(n/m)", "n/m + 1") is True


#: a key, and answers to it with their marks: R right, W wrong, U open
ORDERS: dict[str, dict[str, str]] = {
    "O(log(n))": {"O(log n)": "R", "logarithmic": "R", "O(n)": "W", "linear": "W", "sublinear": "U", "42": "U"},
    "O(1)": {
        "constant": "R",
        "constant time": "R",
        "independent of n": "R",
        "it does not depend on the length": "R",
        "linear, bc it grows with each token": "W",
        "O(log n)": "W",
        "amortized constant": "U",
        "O(1) on average": "U",
    },
    "O(n*log(n))": {
        "Θ(n log n)": "R",
        "n log n": "R",
        "linearithmic": "R",
        "It scales with n log n.": "R",
        "quadratic": "W",
        "nearly linear": "U",
        "O(n log m)": "U",
        "between n and n^2": "U",
    },
    "O(n)": {
        "linear": "R",
        "grows linearly": "R",
        "O(2n)": "R",
        "~n": "R",
        "doubling n doubles the time": "R",
        "linear, not quadratic": "R",
        "it's constant": "W",
        "O(n^2)": "W",
        "cubic": "W",
        "at most linear": "U",
        "it grows with n": "U",
        "linear or quadratic": "U",
        "linear per token": "U",
        "the first layer is linear": "U",
        "not linear": "U",
        "is it linear?": "U",
    },
    "O(T**2)": {
        "quadratic in T": "R",
        "quadratic": "R",
        "T squared": "R",
        r"\Theta(T^2)": "R",
        "O(t^2)": "R",
        "The time grows with the square of the sequence length.": "R",
        "Each token attends to all the others, so it is quadratic.": "R",
        "When the context doubles, the cost quadruples.": "R",
        "Doubling the context doubles the cost.": "W",
        "linear in T": "W",
        "it grows with the cube of T": "W",
        "O(T)": "W",
        "quadratic in the batch size": "U",
        "the compute is quadratic and the memory linear": "U",
        "O(n^2)": "U",
    },
    "O(T)": {"Memory stays quadratic even with flash attention.": "W", "Flash attention makes the memory linear.": "R"},
    "Theta(n**2)": {"n^2/2": "R", "O(3n^2 + n)": "R", "n^2 log n": "W", "Ω(n^2)": "U"},
    "O(2**n)": {"exponential": "R", "O(2^n)": "R", "O(3^n)": "W", "polynomial": "W"},
    "O(sqrt(n))": {"the square root of n": "R", "O(log n)": "W"},
    "O(V + E)": {"O(max(V, E))": "R", "O(E)": "W", "linear in V and E": "R", "linear in V": "U", "quadratic in V": "W"},
    "O(n*d**2)": {"linear in n, quadratic in d": "R", "quadratic in n, linear in d": "W", "linear": "U"},
    "S**2": {"linear in S": "W", "quadratic in S": "U", "O(S^2)": "U", "S^2": "R"},
    "4*B*S*H": {"quadratic in the sequence length": "W", "linear in S": "U", "it is linear in S": "U"},
    "4 ms": {"linear": "U"},
}
CASES = [(answer, key, mark) for key, answers in ORDERS.items() for answer, mark in answers.items()]


@pytest.mark.parametrize(("answer", "key", "mark"), CASES)
def test_an_order_is_judged_as_it_is_told(answer, key, mark):
    assert outcome(answer, key) == mark


def test_a_name_o_is_no_order():
    assert outcome("O*(n + 1)", "O(n + 1)", symbols="O n") == "R"
    assert outcome("O*(n + 2)", "O(n + 1)", symbols="O n") == "W"


#: orders as they are told, marked before they were tried; 12 of 74 differed at first contact
TOLD: list[tuple[str, str, str]] = [
    ("It doesn't quadruple when n doubles.", "O(n**2)", "U"),
    ("Doubling n does not double the time.", "O(n)", "U"),
    ("linear only for small n", "O(n)", "U"),
    ("it used to be linear", "O(n)", "U"),
    ("the lower bound is linear", "O(n)", "U"),
    ("each step is linear", "O(n**2)", "U"),
    ("O(n) if the table is sorted", "O(n)", "U"),
    ("That is 25% of peak, i.e. 49 TFLOPs/s.", "4.92e13 FLOPs/s", "R"),
    ("That is 25% of peak, i.e. 94 TFLOPs/s.", "4.92e13 FLOPs/s", "W"),
    ("25% of peak", "4.92e13 FLOPs/s", "U"),
    ("O(N^2)", "O(n**2)", "R"),
    ("O(n²)", "O(n**2)", "R"),
    ("O(n·log n)", "O(n*log(n))", "R"),
    ("O(nlogn)", "O(n*log(n))", "R"),
    ("O(n lg n)", "O(n*log(n))", "R"),
    ("O(log2 n)", "O(log(n))", "R"),
    ("O(ln n)", "O(log(n))", "R"),
    ("it is O(n)", "O(n)", "R"),
    ("The complexity is O(n log n).", "O(n*log(n))", "R"),
    ("runs in O(n log n) time", "O(n*log(n))", "R"),
    ("O(n) per query", "O(n)", "U"),
    ("O(n) space, O(n^2) time", "O(n**2)", "U"),
    ("it scales linearly", "O(n)", "R"),
    ("scales linearly with sequence length", "O(S)", "R"),
    ("scales linearly with the context", "O(S)", "R"),
    ("it grows linearly in the number of tokens", "O(T)", "R"),
    ("It doubles when the context doubles.", "O(S)", "R"),
    ("it quadruples when you double the context", "O(S**2)", "R"),
    ("If you double n, the cost goes up by a factor of four.", "O(n**2)", "R"),
    ("twice the tokens, four times the work", "O(T**2)", "R"),
    ("twice the length takes four times as long", "O(T**2)", "R"),
    ("it doesn't depend on n at all", "O(1)", "R"),
    ("always the same", "O(1)", "R"),
    ("constant (it is a hash table)", "O(1)", "R"),
    ("O(1), a hash lookup", "O(1)", "R"),
    ("linear because we touch every element", "O(n)", "R"),
    ("exponentially", "O(2**n)", "R"),
    ("cubic in n", "O(n**3)", "R"),
    ("O(n^3)", "O(n**3)", "R"),
    ("n^3", "O(n**3)", "R"),
    ("order n^3", "O(n**3)", "R"),
    ("as the cube of n", "O(n**3)", "R"),
    ("proportional to n", "O(n)", "R"),
    ("proportional to the number of layers", "O(L)", "R"),
    ("it's proportional to T^2", "O(T**2)", "R"),
    ("inversely proportional to n", "O(1/n)", "R"),
    ("O(1/n)", "O(1/n)", "R"),
    ("O(n/p)", "O(n/p)", "R"),
    ("sqrt(n)", "O(sqrt(n))", "R"),
    ("with the square root of n", "O(sqrt(n))", "R"),
    ("log n", "O(log(n))", "R"),
    ("grows logarithmically with n", "O(log(n))", "R"),
    ("quadratic growth", "O(n**2)", "R"),
    ("quadratic complexity", "O(n**2)", "R"),
    ("O(T^2 d)", "O(T**2*d)", "R"),
    ("O(S^2*D)", "O(S**2*D)", "R"),
    ("O(SD^2)", "O(S**2*D)", "W"),
    ("quadratic in S", "O(S**2*D)", "U"),
    ("linear in D", "O(S**2*D)", "U"),
    ("quadratic in D", "O(S**2*D)", "W"),
    ("O(n^2) and not O(n)", "O(n**2)", "R"),
    ("O(n**2), since all pairs are compared", "O(n**2)", "R"),
    ("all pairs, so n^2", "O(n**2)", "R"),
    ("all pairs, so quadratic", "O(n**2)", "R"),
    ("it's superlinear", "O(n**2)", "U"),
    ("polynomial", "O(n**2)", "U"),
    ("worse than linear", "O(n**2)", "U"),
    ("O(n^2) in the worst case", "O(n**2)", "U"),
    ("linearly", "O(n**2)", "W"),
    ("It is linear in the batch size.", "O(B)", "R"),
    ("linear in batch", "O(B)", "R"),
    ("Quadratic.", "O(n**2)", "R"),
    ("QUADRATIC", "O(n**2)", "R"),
    ("quadratisch", "O(n**2)", "U"),
    ("theta(n)", "O(n)", "R"),
    ("Θ(n)", "Θ(n)", "R"),
    ("Omega(n)", "O(n)", "U"),
    ("O(10)", "O(1)", "R"),
    ("O(2)", "O(1)", "R"),
    ("5", "O(1)", "U"),
    ("O(k)", "O(1)", "W"),
]


@pytest.mark.parametrize(("answer", "key", "mark"), TOLD)
def test_told(answer, key, mark):
    assert outcome(answer, key) == mark
