"""What an attacker with the docs alone found in operations, plans, layers and fits: held to counts made by hand."""

from fractions import Fraction

import pytest

from symroof import SymroofError, data_parallel, dims, op, params, printed_range, threshold

MM = "bf16[B, D] * bf16[D, F] -> bf16[B, F]"
H100 = Fraction(989 * 10**12, 335 * 10**10)  # FLOPs a byte


def _bound(m: int, k: int, n: int) -> bool:
    """Whether a matmul in bf16 is compute-bound on an H100, by its definition."""
    return Fraction(2 * m * k * n, 2 * (m * k + k * n + m * n)) > H100


@pytest.mark.parametrize("inner", ["K", "T", "D"])
@pytest.mark.parametrize(("tie", "times"), [("4*{}", 4), ("{}", 1), ("2*{}", 2)])
def test_a_tie_means_the_dim_of_that_name(inner, tie, times):
    """K and T are by convention parameters: text named a second symbol K, which no number reached."""
    rule = threshold(op(f"bf16[M, {inner}] * bf16[{inner}, N] -> bf16[M, N]"), "M", on="H100")
    there = rule.at(N=tie.format(inner))
    assert there.free == (inner,)
    for k in (700, 1024, 4096):
        now = there.at(**{inner: k})
        assert now == rule.at(N=tie.format(inner), **{inner: k})
        for m in range(1, 1500, 13):
            assert there.contains(m, **{inner: k}) is now.contains(m) is _bound(m, k, times * k)
        assert now.integer == next(m for m in range(1, 9999) if _bound(m, k, times * k))


def test_a_tie_to_the_unknown_itself_and_to_a_new_size_called_like_a_parameter():
    rule = threshold(op("bf16[M, K] * bf16[K, N] -> bf16[M, N]"), "K", on="H100").at(N="K", M="K")
    assert [rule.contains(k) for k in (885, 886)] == [_bound(k, k, k) for k in (885, 886)] == [False, True]
    new = threshold(op(MM), "B", on="H100").at(D="K*T", F=4096)
    assert new.at(K=8).at(T=512).integer == next(b for b in range(1, 9999) if _bound(b, 4096, 4096))
    found = printed_range(op("bf16[M, K] * bf16[K, N] -> bf16[M, N]"), "M", on="H100", K=4096, N="4*K")
    assert found.low < 324.5 < found.high


def test_a_tie_to_a_parameter_beside_a_size_of_its_name_is_refused():
    rule = threshold(op("bf16[M, K] * bf16[K, N] -> bf16[M, N]"), "M", on="H100")
    assert rule.at(N=4 * dims("K")).at(K=4096).integer == 325
    with pytest.raises(SymroofError, match="are both called K"):
        rule.at(N=4 * params("K"))


@pytest.mark.parametrize("tie", ["4*C", "C", 4 * dims("C"), "4*W"])
def test_no_size_is_tied_to_a_rate(tie):
    """Without a machine C and W are its rates: a size of that name would be the same symbol."""
    for ask in (lambda: threshold(op(MM), "B").at(D=tie), lambda: threshold(op(MM), "B").at(F=4096).at(D=tie)):
        with pytest.raises(SymroofError, match="is a rate of this question, no size"):
            ask()
    on = threshold(op(MM), "B", on="H100").at(D=tie, F=4096)  # where the rates are numbers it is a size like another
    c = 1024 if tie == "C" else 256
    letter = "W" if tie == "4*W" else "C"
    assert on.at(**{letter: c}).integer == next(b for b in range(1, 9999) if _bound(b, 1024, 4096))


def test_a_rate_is_no_size_of_a_layer_and_a_dim_called_c_is_one():
    with pytest.raises(SymroofError, match="C is a rate of this question"):
        data_parallel().threshold("B").at(X="C")
    rule = threshold(op("bf16[B, C] * bf16[C, F] -> bf16[B, F]"), "B").at(F="4*C")
    there = rule.at(C=1024, C_bf16=989 * 10**12, W=335 * 10**10)
    assert there.integer == next(b for b in range(1, 9999) if _bound(b, 1024, 4096))
