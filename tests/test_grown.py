"""What an order of growth is part of: products, sums, powers and logarithms of it, against numbers that grow.

Earlier tests of orders never drew anything around one: O(n)*n, O(n) + n^2, n times O(n) passed for O(n), and n O(log n)
was judged as O(log n).
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from marks import outcome
from mpmath import log, mpf, sqrt

#: an order's formula, and what it is worked out to
INSIDE: dict[str, Callable[[mpf], mpf]] = {
    "n": lambda n: n,
    "log n": lambda n: log(n),
    "n*log(n)": lambda n: n * log(n),
    "n^2": lambda n: n**2,
    "1": lambda n: mpf(1),
}
#: how it is put into an answer, and what that makes of it
AROUND: dict[str, Callable[[mpf, mpf], mpf]] = {
    "{o}": lambda o, n: o,
    "{o} + n^2": lambda o, n: o + n**2,
    "n^2+{o}": lambda o, n: o + n**2,
    "{o}^2": lambda o, n: o**2,
    "{o}²": lambda o, n: o**2,
    "{o} squared": lambda o, n: o**2,
    "({o})**2": lambda o, n: o**2,
    "{o}*{o}": lambda o, n: o**2,
    "{o} {o}": lambda o, n: o**2,
    "{o}*n": lambda o, n: o * n,
    "{o} n": lambda o, n: o * n,
    "{o} log n": lambda o, n: o * log(n),
    "n times {o}": lambda o, n: o * n,
    "it takes n * {o} time": lambda o, n: o * n,
    "the cost is {o} multiplied by n": lambda o, n: o * n,
    "n {o}": lambda o, n: o * n,
    r"$n \cdot {o}$": lambda o, n: o * n,
    "{o}/n": lambda o, n: o / n,
    "3*{o}": lambda o, n: 3 * o,
    "{o} + {o}": lambda o, n: 2 * o,
    "{o} + O(1)": lambda o, n: o + 1,
    "max({o}, n)": lambda o, n: max(o, n),
    "sqrt({o})*n": lambda o, n: sqrt(o) * n,
}
KEYS: dict[str, Callable[[mpf], mpf]] = {
    **INSIDE,
    "n^2*log(n)": lambda n: n**2 * log(n),
    "n*log(n)^2": lambda n: n * log(n) ** 2,
    "n^3": lambda n: n**3,
    "n*sqrt(n)": lambda n: n * sqrt(n),
}


def grow_alike(f: Callable[[mpf], mpf], g: Callable[[mpf], mpf]) -> bool:
    """Whether the quotient of two functions stays within a factor of 2 from sizes of 2^50 to 2^800."""
    first, last = (f(mpf(2) ** k) / g(mpf(2) ** k) for k in (50, 800))
    return bool(1 / 2 < last / first < 2)


@pytest.mark.parametrize("form", AROUND)
def test_what_stands_around_an_order_counts(form):
    drawn = set()
    for inside, f in INSIDE.items():
        if inside == "1" and ("/n" in form or "sqrt" in form):
            continue
        for key, g in KEYS.items():
            mark = outcome(form.format(o=f"O({inside})"), f"O({key})")
            alike = grow_alike(lambda n, f=f: AROUND[form](f(n), n), g)
            assert mark in ({"R"} if alike else {"W"}), (inside, key)
            drawn.add(mark)
    assert drawn == {"R", "W"}


#: what joins an order and is not read as a formula is open, and what stands beside it changes nothing
TOLD: list[tuple[str, str, str]] = [
    ("2^O(n)", "O(n)", "U"),
    ("2^O(n)", "O(2**n)", "U"),
    ("1/O(n)", "O(n)", "U"),
    ("n^O(1)", "O(n)", "U"),
    ("O(n) - O(n)", "O(n)", "U"),
    ("O(n) % 2", "O(n)", "U"),
    ("the square of O(n)", "O(n)", "U"),
    ("the square root of O(n)", "O(n)", "U"),
    ("exponential in O(n)", "O(n)", "U"),
    ("O(n) to the power 2", "O(n)", "U"),
    ("n levels of O(n) work", "O(n)", "U"),
    ("log n passes of O(n)", "O(n)", "U"),
    ("O(n) rounds of O(n)", "O(n)", "U"),
    ("O(n), n times", "O(n)", "U"),
    ("O(n), n^2", "O(n)", "U"),
    ("O(T) + B", "O(T)", "U"),
    ("O(T) B", "O(T)", "U"),
    ("linear * n", "O(n)", "U"),
    ("n times linear", "O(n)", "U"),
    ("linear squared", "O(n)", "U"),
    ("2^linear", "O(n)", "U"),
    ("quadratic in T squared", "O(T**2)", "U"),
    ("linear + n^2", "O(n)", "U"),
    ("O(n)-time", "O(n)", "R"),
    ("**O(n)**", "O(n)", "R"),
    ("- O(n)", "O(n)", "R"),
    ("T(n) = O(n)", "O(n)", "R"),
    ("O(n) (linear)", "O(n)", "R"),
    ("O(n) (for n items)", "O(n)", "R"),
    ("O(n) - that is linear", "O(n)", "R"),
    ("an O(n) scan", "O(n)", "R"),
    ("a O(n) scan", "O(n)", "R"),
    ("I think O(n)", "O(n)", "R"),
    ("the loop runs O(n) times", "O(n)", "R"),
    ("O(n) w/ caching", "O(n)", "R"),
    ("2 linear scans", "O(n)", "R"),
    ("O(n) b/c each one is read", "O(n)", "R"),
    ("O(n) for a list of n items", "O(n)", "R"),
    ("linear time", "O(n)", "R"),
    ("O(V) + E", "O(V + E)", "R"),
    ("O(V) + O(E)", "O(V + E)", "R"),
    ("O(E) log V", "O(E*log(V))", "R"),
    (r"O(n) \times O(m)", "O(n*m)", "R"),
    ("n O(n) = O(n^2)", "O(n**2)", "R"),
    ("O(n), i.e. 3n", "O(n)", "R"),
]


@pytest.mark.parametrize(("answer", "key", "mark"), TOLD)
def test_told(answer, key, mark):
    assert outcome(answer, key) == mark
