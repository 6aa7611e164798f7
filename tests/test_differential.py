"""What random differential testing found, each with its judge: integers and exact rationals, nothing of symroof."""

from __future__ import annotations

from fractions import Fraction

import pytest
from sympy import Rational, log, sqrt

from symroof.algebra.region import Threshold
from symroof.errors import Unsupported
from symroof.model.threshold import threshold
from symroof.symbols import dims

n = dims("n")


@pytest.mark.parametrize("level", [Fraction(27000, 17), Fraction(70000, 17), Fraction(3, 2), Fraction(16)])
def test_the_first_size_beyond_a_logarithm_is_exact_however_many_digits_it_has(level: Fraction) -> None:
    t: Threshold = threshold(log(n, 2), n, over=Rational(level.numerator, level.denominator))
    first = t.integer
    assert first is not None
    assert (first - 1) ** level.denominator < 2**level.numerator <= first**level.denominator
    assert str(t)


def test_a_size_beyond_all_digits_is_refused() -> None:
    t = threshold(log(n, 2) ** 2, n, over=50000**2 + 1)
    with pytest.raises(Unsupported, match="has too many digits"):
        assert t.integer
    assert threshold(sqrt(n), n, over=10**3000).integer == 10**6000
