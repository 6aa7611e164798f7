"""Disagreements that were found and mended, each in its smallest form with the right answer and where it came from."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Kept:
    """What is asked, what is right, and how that is known."""

    name: str
    ask: Callable[[], object]
    right: object
    source: str


def within() -> object:
    """No generator had looked at the tolerance where the exact expression is below 0."""
    from symroof import dims, leading

    N, D = dims("N D")
    held = leading(N - D, "D << N").within("1/100")
    return [held.holds(N=N_, D=D_) for N_, D_ in ((1, 8), (7, 8), (100, 1), (101, 1))]


def joint() -> object:
    """No generator had read the text of an intersection one of whose sides has cases."""
    from fractions import Fraction

    from sympy import Min

    from symroof import dims, params, threshold

    from .thresholds import said

    D, H, N = dims("D H N")
    C = params("C")
    text = str(threshold(Min(C**2 + D, C * H), C, over=N))
    numbers = {"D": Fraction(3), "N": Fraction(7), "H": Fraction(1)}
    return [said(text, "C", Fraction(c), numbers) for c in (1, 2, 3, 6, 7, 8)]


def beside() -> object:
    """A rounding beside a logarithm of a fraction took 89 s."""
    from sympy import Rational, ceiling, log

    from symroof import dims, threshold

    H = dims("H")
    found = threshold(ceiling(H + Rational(8, 3)) + log(Rational(5, 7) * H + 7, 2), H, over=256, within="20s")
    return [found.contains(n) for n in (245, 246, 247)]


def asked_before() -> object:
    """No generator had asked for a function of what is equal, and has a symbol more, before the same without it."""
    from sympy import Rational, expand, floor, log

    from symroof import dims, interval
    from symroof.errors import SymroofError

    F, H, W = dims("F H W")
    once = (F + W) / (F + 2)
    twice = expand((H + 1) * (F + W)) / expand((H + 1) * (F + 2))
    box = {"F": 2, "W": (2, 10)}
    nothing = log(F**3 * floor(W / 128) / W**2, 2)
    asked = ((log(H / (H + 1) - expand(H * (H + 2)) / expand((H + 1) * (H + 2)), 2), {"H": (1, 2)}),
             (floor(twice), {**box, "H": 3}), (nothing, {"F": 1, "W": Rational(3, 2)}), (floor(once), box))  # fmt: skip
    told: list[object] = []
    for expr, sizes in asked:
        try:
            told.append(tuple(interval(expr, **sizes)))
        except SymroofError as e:
            told.append("log2(0)" if "log2(0) has no value" in str(e) else str(e))
    return told


def below_zero() -> object:
    """No generator had rounded a root times what is below 0."""
    from sympy import Rational, ceiling, floor, sqrt

    from symroof import dims, numeric

    D = dims("D")
    f = numeric(ceiling(1000 * sqrt(D) * (D - floor(Rational(7, 6) * D))), D)
    return [f(d) for d in (5, 7, 8, 10)]


def always() -> object:
    """No generator had made a function of a threshold where every size will do."""
    from symroof import dims, numeric, threshold

    D, N = dims("D N")
    found = threshold(3 * D - 1 / (D * (7 * D + N)), N, over=240)
    return math.isnan(numeric(found, D)(128))


def twice() -> object:
    """No generator had drawn a rounding beside another that holds it."""
    from fractions import Fraction

    from symroof import threshold

    from .thresholds import said

    asked = (
        ("floor(5*ceil(B/F)/2) - ceil(B/F)", "B", {"over": 2}, 5, {"F": 4}),
        ("max(ceil(B/F), floor(5*ceil(B/F)/2)) - ceil(B/F)", "B", {"over": 2}, 35, {"F": 34}),
        ("floor(5*ceil(C/10)/H) - 2*ceil(C/10)", "C", {"at_most": 3}, 9, {"H": 1}),
        ("floor(K*floor(B/4)) - floor(B/4)", "B", {"over": 1}, 4, {"K": 2}),
    )
    out = []
    for text, x, level, n, sizes in asked:
        found = threshold(text, x, **level)
        told = said(str(found), x, Fraction(n), {name: Fraction(at) for name, at in sizes.items()})
        out.append(told is not False and found.at(**sizes).contains(n))
    doubled = threshold("floor(5*ceil(log2(B))/2) - ceil(log2(B))", "B", over=7)
    squared = threshold("log2(ceil(B/64))**2*B", "B", over=4)
    return [*out, doubled.integer, squared.integer]


def verdicts(*pairs: tuple[str, str]) -> Callable[[], object]:
    """Answers as people type them; none had been more precise than the expected number, or in dollars with a power."""

    def ask() -> object:
        from symroof import check

        return [check(typed, expected).ok for typed, expected in pairs]

    return ask


def cases() -> tuple[Kept, ...]:
    return (
        Kept(
            "within-below-zero",
            within,
            [False, False, False, True],
            "1/100 at D=1: |N/(N-1) - 1| <= 1/100 from N = 101",
        ),
        Kept("brackets-of-an-intersection", joint, [False, False, False, False, True, True], "Min(C**2 + 3, C) >= 7"),
        Kept(
            "rounding-beside-a-logarithm",
            beside,
            [False, True, True],
            "245 + 3 + log2(182) < 256 <= 246 + 3 + log2(182.7)",
        ),
        Kept(
            "asked-before",
            asked_before,
            ["log2(0)", (1, 3), "log2(0)", (1, 3)],
            "floor(3/256) is 0, of which there is no logarithm; 4/4 and 12/4",
        ),
        Kept("no-crossing-where-always", always, True, "3*128 - 1/(128*(896 + N)) >= 240 for every N"),
        Kept(
            "more-digits-than-expected",
            verdicts(("2.4", "2"), ("1.49 ms", "1 ms"), ("2.49e9 bytes", "2e9 bytes"), ("2.0", "2")),
            [False, False, False, True],
            "2.4 is not 2",
        ),
        Kept(
            "dollars-with-a-power",
            verdicts(
                ("$1.32 x 10^3", "1316 dollars"),
                ("$6.850*10^5/day", "684979.2 $/day"),
                ("$1.23 x 10^3", "1316 dollars"),
            ),
            [True, True, False],
            "1316 to three digits is 1320",
        ),
        Kept(
            "rounding-beside-what-holds-it",
            twice,
            [True, True, True, True, 17, 65],
            "floor(5*2/2) - 2 = 3 >= 2; floor(5/1) - 2 = 3 <= 3; floor(2*1) - 1 = 1; floor(5*5/2) - 5 = 7; log2(2) = 1",
        ),
        Kept(
            "root-times-what-is-below-zero",
            below_zero,
            [0, -2645, -2828, -3162],
            "isqrt(7*10**6), isqrt(8*10**6), isqrt(10**7)",
        ),
    )
