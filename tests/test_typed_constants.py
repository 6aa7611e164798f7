"""Constants have one value however they are typed: pi, e, gamma, phi beside an expression that holds them, and ln 2.

``check("pi*B", sympy.pi*B)`` said "off by the factor pi/pi": no list of answers had drawn a constant but e**x.
"""

from __future__ import annotations

import mpmath
import pytest
import sympy as sp

from symroof import check, dims, exactly, latex, numeric, same
from symroof.algebra.ratios.functions import CONSTANTS
from symroof.errors import NotationError

B, D, N = dims("B D N")
TYPED = {
    sp.pi: ["pi*B", "π*B", "B π", r"\pi B", "2 pi B/2", r"\pi \cdot B"],
    sp.E: ["e*B", "B e", "exp(1)*B", "e^1 B"],
    sp.EulerGamma: ["EulerGamma*B", r"\gamma B", "γ*B", "B*gamma"],
    sp.GoldenRatio: ["GoldenRatio*B", r"\varphi B", "φ*B", "B*phi"],
    sp.log(2): ["ln(2)*B", r"B\ln 2", "B ln 2"],
}
DIGITS = {sp.pi: +mpmath.pi, sp.E: +mpmath.e, sp.EulerGamma: +mpmath.euler, sp.GoldenRatio: +mpmath.phi,
          sp.log(2): mpmath.log(2)}  # fmt: skip


@pytest.mark.parametrize(("c", "text"), [(c, t) for c, ts in TYPED.items() for t in ts], ids=str)
def test_a_constant_is_read_as_the_one_that_is_expected(c, text):
    assert check(text, c * B).verdict == "exact"
    assert check(text, 2 * c * B).verdict == check(text, c * D).verdict == check(text, c + B).verdict == "wrong"
    if c in (sp.pi, sp.E):  # the others are words, which the reader of formulas refuses
        assert same(text, c * B) is True
        assert same(text, 2 * c * B) is False


@pytest.mark.parametrize("c", TYPED, ids=str)
def test_a_constant_is_read_as_it_is_written(c):
    """Our own LaTeX and digits of mpmath's, to be right; the next constant's are wrong."""
    assert check(latex(c * B), c * B).verdict == "exact"
    assert check(f"{mpmath.nstr(DIGITS[c], 6)}*B", c * B).ok
    other = next(x for x in TYPED if x != c)
    assert check(f"{mpmath.nstr(DIGITS[other], 6)}*B", c * B).verdict == "wrong"
    assert check(latex(other * B), c * B).verdict == "wrong"


def test_a_symbol_of_that_name_stays_a_symbol():
    """Where what is expected has it, where it is declared, where it is bound, and in text alone."""
    pi, gamma = sp.Symbol("pi", positive=True), sp.Symbol("gamma", positive=True)
    assert check("pi*B", pi * B).verdict == check("gamma*B", gamma * B).verdict == "exact"
    assert check("3.14159*B", pi * B).verdict == check("pi*B", pi * sp.pi * B).verdict == "wrong"
    assert check("gamma*pi*B", gamma * sp.pi * B).verdict == "exact"
    assert check("pi*B", 3 * B, let={"pi": 3}).verdict == "exact"
    assert check("pi*B", sp.pi * B, let={"pi": 3}).verdict == "wrong"
    assert check("pi*B", "pi*B").verdict == "exact"
    assert check("pi*B", "pi*D").verdict == "wrong"
    assert same("pi*B", sp.pi * B) is True
    assert same(pi * B, sp.pi * B) is False
    assert same("pi*B", pi * B) is True
    assert exactly("pi*B", B=2, pi=3) == 6
    assert numeric("pi*B", "B", pi=3)(2) == 6


@pytest.mark.parametrize(
    ("answer", "expected", "right"),
    [("6.283", "2*pi", True), ("2*pi", "6.283", True), ("6.29", "2*pi", False), ("2*pi", "6.29", False),
     ("3.14*r^2", "pi*r^2", True), ("3.2*r^2", "pi*r^2", False), ("pi/4", "0.785", True), ("pi/4", "0.795", False)],
)  # fmt: skip
def test_pi_on_one_side_only_is_the_number(answer, expected, right):
    assert check(answer, expected).ok is right


def test_the_peak_of_a_roofline_is_no_number():
    assert "3.14" not in check("beta*I", "min(pi, beta*I)").reason
    assert check(r"\min(\pi, \beta I)", "min(pi, beta*I)").verdict == "exact"


def test_e_is_held_by_its_powers():
    assert check("B/e", sp.exp(-1) * B).verdict == "exact"
    assert check("B/e", sp.exp(-2) * B).verdict == "wrong"
    e = sp.Symbol("e", positive=True)
    assert check("B/e", sp.exp(-1) * B * e).verdict == "wrong"


@pytest.mark.parametrize(
    ("answer", "right", "wrong"),
    [("ln(B)", sp.log(B), sp.log(B) / sp.log(2)), ("ln(2)*B", sp.log(2) * B, sp.log(2) * D),
     ("N ln N", N * sp.log(N), N * sp.log(2 * N)), ("B*ln(D)", B * sp.log(D), D * sp.log(B)),
     ("log2(N)*ln(2)", sp.log(N), sp.log(N, 3)), ("N*log2(N)", N * sp.log(N, 2), N * sp.log(N))],
)  # fmt: skip
def test_a_natural_logarithm_is_exact(answer, right, wrong):
    """It held ln(2) to 60 digits, and a difference of 1e-60 of the value was "undecided"."""
    assert check(answer, right).verdict == "exact"
    assert not check(answer, wrong).ok


@pytest.mark.slow
def test_a_verdict_writes_what_it_reads():
    """The right value of a wrong answer is read back as itself."""
    for expected in (N * sp.log(N), 2 / sp.log(2) * B, 1 + sp.log(2) * B, sp.pi * B, sp.E * B):
        told = check("5*B*N**7", expected).right
        assert check(str(told), expected).verdict == "exact", told


def test_every_constant_is_typed_by_a_name():
    """A row that is added without one is found here; ln 2 is a function of a number."""
    assert {c.name for c in CONSTANTS.values() if not c.typed} == {"log(2)"}
    names = [n for c in CONSTANTS.values() for n in c.typed]
    assert len(names) == len({*names})
    with pytest.raises(NotationError):
        check(r"\Pi B", sp.pi * B)
