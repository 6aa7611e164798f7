"""Leading parts a user may ask for, in many letters and shapes, judged far inside the regime and at random sizes."""

import random
from collections.abc import Callable
from fractions import Fraction as Fr

import mpmath
import pytest
import sympy
from judge import met, mpf, value
from sympy import Max, Min, Piecewise, Rational, ceiling, floor, log, sqrt

from symroof import SymroofError, Undetermined, dims, leading, params

B, D, E, F, H, I, K, L, M, N, Q, S, T, X, k = dims("B D E F H I K L M N Q S T X k")  # noqa: E741  any letter may come
C, V, W, a, b = params("C V W a b")
TINY = mpmath.mpf(10) ** -40
Deep = Callable[[int], dict[str, int]]


def log2(x: object) -> sympy.Expr:
    return log(x, 2)


# (name, expression, regime, the leading part by hand, sizes ever deeper inside the regime)
PROBES: list[tuple[str, sympy.Expr, str, object, Deep | None]] = [
    (
        "matmul",
        B * D * F / (B * D + D * F + B * F),
        "B << D, F",
        B,
        lambda k: {"B": 2 ** (k // 10), "D": 2**k, "F": 2 ** (k + 7)},
    ),
    (
        "matmul renamed",
        E * S * I / (E * S + S * I + E * I),
        "E << S, I",
        E,
        lambda k: {"E": 2 ** (k // 10), "S": 2**k, "I": 2 ** (k + 3)},
    ),
    ("dot", (2 * N - 1) / (4 * N + 2), "N -> oo", Rational(1, 2), lambda k: {"N": 2**k}),
    ("collective", (N - 1) / N * B, "N -> oo", None, lambda k: {"N": 2**k, "B": 7}),
    ("N + log2 N", N + log2(N), "N -> oo", None, lambda k: {"N": 2**k}),
    ("N log2 N + N", N * log2(N) + N, "N -> oo", None, lambda k: {"N": 2 ** (k * 60)}),
    ("N log N/(N log N+ N)", N * log2(N) / (N * log2(N) + N), "N -> oo", None, lambda k: {"N": 2 ** (k * 60)}),
    ("fft", 5 * N * log2(N) / (16 * N), "N -> oo", None, lambda k: {"N": 2**k}),
    ("fft+", 5 * N * log2(N) / (16 * N + 3), "N -> oo", None, lambda k: {"N": 2**k}),
    ("N^2 + N log", N**2 + N * log2(N), "N -> oo", None, lambda k: {"N": 2**k}),
    ("sqrt N + log N", sqrt(N) + log2(N), "N -> oo", None, lambda k: {"N": 2**k}),
    ("log N/ N", (1 + log2(N) / N), "N -> oo", None, lambda k: {"N": 2**k}),
    ("log(N+1)", log2(N + 1), "N -> oo", None, lambda k: {"N": 2 ** (k * 100)}),
    ("log(N*D)", log2(N * D), "N -> oo", None, lambda k: {"N": 2 ** (k * 100), "D": 5}),
    ("log log", log2(log2(N)) + 1 + N, "N -> oo", None, lambda k: {"N": 2**k}),
    ("log N + log D in N<<D", log2(N) + log2(D) + D, "N << D", None, lambda k: {"N": 5, "D": 2**k}),
    ("N^2 logN + D", N * log2(N) + D, "N**2 << D; N -> oo", None, lambda k: {"N": 2**k, "D": 2 ** (2 * k + 50)}),
    (
        "newton mid atoms",
        N**2 + D**2 + N * D * B / K,
        "B << K; N -> oo; D -> oo",
        None,
        lambda k: {"B": 3, "K": 2**k, "N": 2**k, "D": 2 ** (k + 1)},
    ),
    (
        "newton mid with log atoms",
        (N**2 + D**2 + N * D * B / K) * log2(N),
        "B << K; N, D -> oo",
        (N**2 + D**2) * log2(N),
        lambda k: {"B": 3, "K": 2**k, "N": 2**k, "D": 2 ** (k + 1)},
    ),
    (
        "newton mid log term",
        N**2 + D**2 + N * D * B / K * log2(N),
        "B*N << K; N, D -> oo",
        N**2 + D**2,
        lambda k: {"B": 3, "K": 2 ** (3 * k), "N": 2**k, "D": 2 ** (k + 1)},
    ),
    (
        "newton mid log term2",
        N**2 + D**2 + N * D / K * log2(K),
        "K -> oo; N, D -> oo",
        None,
        lambda k: {"K": 2 ** (3 * k), "N": 2**k, "D": 2 ** (k + 1)},
    ),
    ("sqrt(D^2+F^2)", sqrt(D**2 + F**2), "D << F", None, lambda k: {"D": 9, "F": 2**k}),
    ("sqrt sum vs sum", sqrt(D**2 + F**2) + B, "B << D; B << F", None, lambda k: {"B": 9, "D": 2**k, "F": 3 * 2**k}),
    ("max sqrt vs", Max(sqrt(D**2 + F**2), B), "B << D; B << F", None, lambda k: {"B": 9, "D": 2**k, "F": 3 * 2**k}),
    ("max sqrt vs 2", Max(sqrt(D + F), B), "B**2 << D; B**2 << F", None, lambda k: {"B": 9, "D": 2**k, "F": 3 * 2**k}),
    (
        "max sqrt vs 3",
        Max(sqrt(D + F), B),
        "D << B; F << B",
        None,
        lambda k: {"B": 2 ** (2 * k), "D": 2**k, "F": 3 * 2**k},
    ),
    (
        "max sqrt(D+F) vs D",
        Max(sqrt(D + F), D),
        "D, F -> oo; F << D",
        None,
        lambda k: {"D": 2 ** (2 * k), "F": 3 * 2**k},
    ),
    (
        "max(a,b)+c",
        Max(B * D, D * F) + N,
        "B << F; N << D; N<< F",
        None,
        lambda k: {"B": 2, "F": 2 ** (2 * k), "D": 2**k, "N": 3},
    ),
    ("T_lower", Max(2 * B * D * F / K, (B * D + D * F) / M), "B << F", None, None),
    ("max prune exact", Max(2 * B * D, D * F), "B << F", None, lambda k: {"B": 2, "D": 3, "F": 2**k}),
    ("max equal monomials", Max(2 * B * D, 3 * B * D), "B -> oo", None, lambda k: {"B": 2**k, "D": 3}),
    ("max pruned by geometric mean", Max(N**2, D**2, N * D), "N, D -> oo", None, None),
    ("max of sums", Max(N**2 + N, 2 * N**2 + 1), "N -> oo", None, lambda k: {"N": 2**k}),
    ("min", Min(B, D * F / (D + F)), "B << D, F", B, lambda k: {"B": 2 ** (k // 10), "D": 2**k, "F": 2 ** (k + 7)}),
    ("min3", Min(B * 1, D), "D << B", None, lambda k: {"D": 9, "B": 2**k}),
    ("ceil", ceiling(N / 128) * 128, "N -> oo", None, lambda k: {"N": 2**k}),
    ("ceil2", N / (128 * ceiling(N / 128)), "N -> oo", 1, lambda k: {"N": 2**k}),
    ("ceil small", ceiling(B / D), "B << D", 1, lambda k: {"B": 2, "D": 2**k}),
    ("floor", floor(N / 128), "N -> oo", None, lambda k: {"N": 2**k}),
    ("symbolic tile", T * ceiling(N / T), "T << N", N, lambda k: {"T": 7, "N": 2**k + 1}),
    ("symbolic tile ratio", N / (T * ceiling(N / T)), "T << N", 1, lambda k: {"T": 7, "N": 2**k + 1}),
    ("symbolic tile N->oo", N / (T * ceiling(N / T)), "N -> oo", 1, lambda k: {"T": 7, "N": 2**k + 1}),
    ("symbolic floor tile", T * floor(N / T), "T << N", N, lambda k: {"T": 7, "N": 2**k + 1}),
    (
        "ceil prod",
        ceiling(M / T) * ceiling(N / T) * T**2,
        "T << M, N",
        M * N,
        lambda k: {"T": 7, "N": 2**k + 1, "M": 2**k + 5},
    ),
    ("ceil + 1", ceiling((N + 1) / T), "T << N", None, lambda k: {"T": 7, "N": 2**k + 1}),
    ("ceil div by sum", ceiling(N / (T + 1)), "T << N", None, lambda k: {"T": 7, "N": 2**k + 1}),
    ("Piecewise", Piecewise((B, B < D), (D, True)), "B << D", None, lambda k: {"B": 7, "D": 2**k + 1}),
    ("Piecewise2", Piecewise((B, B * F < D), (D, True)), "B << D", None, None),
    ("Piecewise numeric", Piecewise((N**2, N > 100), (N, True)), "N -> oo", None, lambda k: {"N": 2**k}),
    ("Piecewise eq", Piecewise((N**2, sympy.Eq(N, 100)), (N, True)), "N -> oo", None, lambda k: {"N": 2**k}),
    (
        "Piecewise and",
        Piecewise((N**2, sympy.And(N > 100, D > 3)), (N, True)),
        "N -> oo; D -> oo",
        None,
        lambda k: {"N": 2**k, "D": 2**k},
    ),
    ("Mod", (D + sympy.Mod(D, 8)) / D, "D -> oo", None, lambda k: {"D": 2**k + 3}),
    ("sum Max", Max(B / K, 1 / M) + Max(D / K, 2 / M), "B << D; K -> oo", None, None),
    ("eps", (1 + X) / (1 + 2 * X), "X -> 0", 1, None),
    ("rational power", (D ** Rational(3, 2) + D) / (D + 5), "D -> oo", None, lambda k: {"D": 2 ** (k * 2)}),
    ("nested sqrt", sqrt(D + sqrt(D)), "D -> oo", None, lambda k: {"D": 2 ** (k * 4)}),
    ("attention", 4 * B * S**2 * H + 8 * B * S * H**2, "S << H", None, lambda k: {"B": 2, "S": 2, "H": 2**k}),
    ("attention other", 4 * B * S**2 * H + 8 * B * S * H**2, "H << S", None, lambda k: {"B": 2, "H": 2, "S": 2**k}),
    ("x^2+1/x+1", (N**3 + 1) / (N + 1), "N -> oo", None, lambda k: {"N": 2**k}),
    ("K minus", K * D * F / (D * F - K * (D + F)), "K << D, F", K, lambda k: {"K": 3, "D": 2**k, "F": 2 ** (k + 3)}),
    ("diff sign", D - F, "D << F", None, lambda k: {"D": 3, "F": 2**k}),
    ("diff undecided", D - F + B, "B << D", None, None),
    ("float coef", 0.1 * N + 0.2, "N -> oo", None, lambda k: {"N": 2**k}),
    ("Abs", sympy.Abs(N - 3), "N -> oo", None, None),
    ("sign undecided const", K * N - M * N + 1, "N -> oo", None, None),
    ("const", sympy.Integer(5), "N -> oo", None, None),
    ("regime other symbol", N + 1, "Q -> oo", None, None),
    ("chain", B * D * F / (B * D + D * F + B * F), "B << D << F", B, lambda k: {"B": 2, "D": 2**k, "F": 2 ** (2 * k)}),
    ("D,F->oo", B * D * F / (B * D + D * F + B * F), "D, F -> oo", B, lambda k: {"B": 5, "D": 2**k, "F": 2**k}),
    ("user inequality 2", B * D + F, "D -> oo; B -> oo; F <= D", None, lambda k: {"B": 2**k, "D": 2**k, "F": 2**k}),
    ("Mod sum", N + sympy.Mod(N, 8), "N -> oo", N, lambda k: {"N": 2**k + 3}),
    ("Abs2", sympy.Abs(D - F) + B, "D << F", None, lambda k: {"D": 3, "F": 2**k, "B": 1}),
    ("padding waste", T * ceiling(N / T) - N + N**2, "N -> oo; T << N", None, lambda k: {"N": 2**k + 1, "T": 7}),
    ("T_upper", Max(a, b) + Min(a, b), "a << b", None, lambda k: {"a": 3, "b": 2**k}),
    ("sqrt diff", sqrt(S + 1) - 1, "S -> oo", None, lambda k: {"S": 2 ** (4 * k)}),
    (
        "tiles traffic",
        2 * M * N * K / (sqrt(S + 1) - 1),
        "S -> oo",
        None,
        lambda k: {"S": 2 ** (4 * k), "M": 2, "N": 3, "K": 5},
    ),
    ("(N-1)^2/N", (N - 1) ** 2 / N, "N -> oo", N, lambda k: {"N": 2**k}),
    ("attainable", Min(C, W * B * D / (B + D)), "B << D", None, lambda k: {"B": 3, "D": 2**k, "C": 100, "W": 1}),
    ("log ratio", log2(D) / log2(F), "D, F -> oo", None, None),
    ("log ratio 2", N * log2(D) / log2(F), "N << D; F -> oo", None, None),
    ("N log N vs N sqrt N", N * log2(N) + N * sqrt(N), "N -> oo", N * sqrt(N), lambda k: {"N": 2 ** (4 * k)}),
    ("(N logN + N)/(N + log N)", (N * log2(N) + N) / (N + log2(N)), "N -> oo", None, lambda k: {"N": 2 ** (60 * k)}),
    ("fft 2d", 5 * N * M * log2(N * M) / (16 * N * M), "N, M -> oo", None, lambda k: {"N": 2**k, "M": 2**k}),
    ("fft 2d total", N * M * log2(N * M), "N, M -> oo", None, lambda k: {"N": 2**k, "M": 2**k}),
    ("sorting", N * log2(N) / B + N / D, "B << D; N -> oo", None, None),
    ("tree allreduce", 2 * a * log2(N) + 2 * b * M / N * (N - 1), "N -> oo", None, None),
    ("ring allreduce", 2 * (N - 1) * a + 2 * (N - 1) / N * b * M, "N -> oo", None, None),
    ("moe", B * D * F * k + E * D * F, "E << B", None, lambda k: {"E": 3, "B": 2**k, "D": 2, "F": 2, "k": 2}),
    ("max with log", Max(N, log2(N) ** 3), "N -> oo", N, lambda k: {"N": 2**k}),
    ("min with log", Min(sqrt(N), log2(N)), "N -> oo", log2(N), lambda k: {"N": 2 ** (4 * k)}),
    ("sqrt of ratio", sqrt(B * D / (B + D)), "B << D", sqrt(B), lambda k: {"B": 3, "D": 2**k}),
    ("cube of sum", (B + D) ** 3, "B << D", D**3, lambda k: {"B": 3, "D": 2**k}),
    (
        "sqrt(D**2+D*F+F**2) D,F",
        sqrt(D**2 + D * F + F**2) + B,
        "B << D; B << F",
        None,
        lambda k: {"B": 3, "D": 2**k, "F": 2**k},
    ),
    (
        "dropped mid term in sqrt",
        sqrt(D**2 + D * F * B / K + F**2),
        "B << K; D, F -> oo",
        None,
        lambda k: {"B": 3, "D": 2**k, "F": 2**k, "K": 2**k},
    ),
    (
        "Max geometric",
        Max(N**2, M**2, N * M * B / K),
        "B << K; N, M -> oo",
        None,
        lambda k: {"B": 3, "N": 2**k, "M": 2**k, "K": 2**k},
    ),
    ("ceil of sum", ceiling((N + M) / 128), "N -> oo", None, None),
    (
        "ceil(D/8)*ceil(F/8)",
        64 * ceiling(D / 8) * ceiling(F / 8),
        "D, F -> oo",
        D * F,
        lambda k: {"D": 2**k, "F": 3**k},
    ),
    ("floor small", floor(B / D) + 1, "B << D", None, lambda k: {"B": 3, "D": 2**k}),
    ("ceil const", ceiling(B / 8) * D, "D -> oo", None, lambda k: {"B": 3, "D": 2**k}),
    ("ceil bounded undecided", ceiling(B / D), "N -> oo", None, None),
    ("ceil unrelated", N * ceiling(B / D), "N -> oo", None, lambda k: {"N": 2**k, "B": 9, "D": 2}),
    ("log2 of fixed", N * log2(D) + 1, "N -> oo", None, lambda k: {"N": 2**k, "D": 9}),
    ("1/(1/B - 1/D)", 1 / (1 / B - 1 / D), "B << D", B, lambda k: {"B": 3, "D": 2**k}),
    ("unicode", B * D / (B + D), "B ≪ D", B, lambda k: {"B": 3, "D": 2**k}),
]


@pytest.mark.slow
@pytest.mark.parametrize(("expr", "given", "expected", "deep"), [p[1:] for p in PROBES], ids=[p[0] for p in PROBES])
def test_the_leading_part_is_right_far_out_and_its_bounds_hold_everywhere(
    expr: sympy.Expr, given: str, expected: object, deep: Deep | None
) -> None:
    """value/exact tends to 1 inside the regime; lower <= exact <= upper and the error identity hold at any sizes."""
    found = leading(expr, given, minimal=True)
    assert str(found)
    assert found.latex()
    assert found.next is not None
    if expected is not None:
        assert sympy.simplify(found.value - expected) == 0
    with mpmath.workdps(60):
        for depth in (50, 400) if deep is not None else ():
            at = {n: Fr(x) for n, x in deep(depth).items()}
            assert _judged(found, expr, at) is not False
            ratio = mpf(value(found.value, at)) / mpf(value(expr, at))
            if depth == 400:
                assert abs(ratio - 1) < 0.02
        rng = random.Random(str(expr))
        names = sorted(s.name for s in expr.free_symbols)
        for _ in range(40):
            pool = (1, 2, 3, rng.randint(1, 20), rng.randint(1, 5000), 2 ** rng.randint(0, 40))
            assert _judged(found, expr, {n: Fr(rng.choice(pool)) for n in names}) is not False


def _judged(found: object, expr: sympy.Expr, at: dict[str, Fr]) -> bool | None:
    """Whether bounds and error hold at a point; None where a condition does not, or something is undefined."""
    try:
        if not all(met(c, at) for c in found.conditions):
            return None
        true, low, high, lead, error = (
            mpf(value(x, at)) for x in (expr, found.lower, found.upper, found.value, found.error)
        )
    except ZeroDivisionError:
        return None
    room = abs(true) * TINY
    return bool(low <= true + room and true <= high + room and abs(lead / true - 1 - error) < TINY * (1 + abs(error)))


@pytest.mark.parametrize(
    ("expr", "given", "words"),
    [
        (1 + B / D * log2(F), "B << D; F -> oo", "B*log2(F)"),  # F may be exp(D/B)
        (1 + log2(M) * M**2 / L, "M -> oo; M << L", "M**2*log2(M)"),
        (1 + log2(M) * M / L, "M -> oo; M << L", "M*log2(M)"),  # L may be M*log(log(M))
        (N * log2(N) + D, "N << D; N -> oo", "N*log2(N)"),
        (B**2 + D, "B << D", "say B**2 << D or D << B**2"),
        (B * D / (B * D + F), "B << D, F", "say B*D << F or F << B*D"),
        (D * F / (D**2 + F**2), "D, F -> oo", "say D << F or F << D"),
        (B * D + F, "B << D; F <= D", "say F << B*D"),  # B*D << F would contradict F <= D
        (sympy.factorial(N), "N -> oo", "factorial has no rule"),
        (2**N, "N -> oo", "the exponent N is not a number"),
        (Piecewise((N, F < D), (D, True)), "N -> oo", "cannot tell whether F < D"),
    ],
)
def test_what_is_not_determined_names_what_is_missing(expr: sympy.Expr, given: str, words: str) -> None:
    with pytest.raises(SymroofError) as caught:
        leading(expr, given)
    assert words in str(caught.value)


def test_a_guard_is_decided_by_size_or_by_coefficient() -> None:
    assert leading(Piecewise((B, 2 * D < 3 * D + F), (D, True)), "F << D; F -> oo").value == B
    assert leading(Piecewise((B, sympy.Eq(N, 7)), (D, True)), "N -> oo; B << D").value == D
    assert leading(Piecewise((B, (N > 7) | (D < 3)), (D, True)), "N -> oo").value == B
    with pytest.raises(Undetermined):
        leading(Piecewise((B, B * F < D), (D, True)), "B << D; B << F")
