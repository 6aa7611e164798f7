"""How far an answer that leaves a term out says that it holds, against its ratio to the key in exact fractions.

Earlier tests never drew a regime as a reason or before the conclusion, one on a reciprocal or a quotient, nor "for all
n" behind an approximation: each was dropped, and the answer passed in a regime that was found for it.
"""

from __future__ import annotations

from fractions import Fraction as Q
from itertools import product

import pytest
from marks import outcome

from symroof import check

FAR = 10**9
#: a key, the answers that may stand for it, and both in fractions
KEYS = {
    "2*(n - 1)/n*V/W": (lambda n, V, W: 2 * (n - 1) / n * V / W, {"2V/W": lambda n, V, W: 2 * V / W}),
    "P*(k - 1)/(k*H)": (lambda k, P, H: P * (k - 1) / (k * H), {"P/H": lambda k, P, H: P / H}),
    "B*D/(B + D)": (lambda B, D: B * D / (B + D), {"B": lambda B, D: B, "D": lambda B, D: D}),
    "1/(1/S + 1/H)": (lambda S, H: 1 / (1 / S + 1 / H), {"S": lambda S, H: S, "H": lambda S, H: H}),
    "a + V/W": (lambda a, V, W: a + V / W, {"V/W": lambda a, V, W: V / W, "a": lambda a, V, W: a}),
}
#: what is said of one symbol or of two, and whether the first is large then
OF_ONE = {
    "{x} is large": True,
    "{x} -> oo": True,
    "1/{x} -> 0": True,
    "1/{x} is negligible": True,
    "{x} dominates": True,
    "{x} is small": False,
    "{x} -> 0": False,
    "1/{x} -> oo": False,
    "{x} is tiny": False,
    "1/{x} dominates": False,
}
OF_TWO = {
    "{y} << {x}": True,
    "{x} >> {y}": True,
    "{x}/{y} -> oo": True,
    "{y}/{x} -> 0": True,
    "{x} is much larger than {y}": True,
    "{x} << {y}": False,
    "{x}/{y} -> 0": False,
    "{x} is small compared to {y}": False,
}
REASONS = (
    "{f} since {r}",
    "{f} because {r}",
    "{f}, as {r}",
    "{r}, so {f}",
    "{f} given that {r}",
    "the answer is {f} since {r}",
)
CASES = ("{f} as {r}", "{f} when {r}", "{f} ({r})")


def tends(key: str, answer: str, where: list[dict[str, Q]]) -> set[bool]:
    """Whether an answer is the key but for a part in a million, at each of some places; the other symbols from 2 on."""
    exact, answers = KEYS[key]
    names = exact.__code__.co_varnames
    points = [{n: at.get(n, Q(2 + i)) for i, n in enumerate(names)} for at in where]
    return {abs(answers[answer](**p) / exact(**p) - 1) < Q(1, 10**6) for p in points}


def regimes(key: str):
    """What may be said of the key's symbols, with the places where that is so: of two, either may be far out."""
    names = KEYS[key][0].__code__.co_varnames
    for x, (form, large) in product(names, OF_ONE.items()):
        yield form.format(x=x), [{x: Q(FAR) if large else Q(1, FAR)}]
    for (x, y), (form, large) in product([(x, y) for x in names for y in names if x != y], OF_TWO.items()):
        big, small = (x, y) if large else (y, x)
        near = (
            [{small: Q(1, FAR)}] if small == "W" else []
        )  # a bandwidth may be as small as one likes, a size is 1 at least
        yield (
            form.format(x=x, y=y),
            [{big: Q(FAR)}, {big: Q(FAR), small: Q(3, 2)}, {big: Q(FAR) ** 2, small: Q(5)}, *near],
        )


@pytest.mark.parametrize("key", KEYS)
def test_a_regime_is_the_one_an_answer_is_judged_in_wherever_it_stands(key):
    marks = []
    forms = [*REASONS, *CASES]
    for i, ((regime, where), answer) in enumerate(product(regimes(key), KEYS[key][1])):
        text = forms[i % len(forms)].format(f=answer, r=regime)
        marks.append((outcome(text, key), tends(key, answer, where) == {True}, text))
    assert [m for m in marks if m[0] == "R" and not m[1]] == []
    assert [m for m in marks if m[0] == "W" and m[1]] == []
    assert {"R", "W"} <= {m[0] for m in marks}
    assert sum(m[0] == "U" for m in marks) * 6 <= len(marks)


E2 = "2*(n-1)/n*V/W"
H2, H3, A2 = "B*D/(B+D)", "B*D*F/(B*D+B*F+D*F)", "a + V/W"
#: what is said of all sizes, of small ones, or of some; R right, W wrong, U open
TOLD: list[tuple[str, str, str]] = [
    *(
        (f"2V/W {t}", E2, "W")
        for t in (
            "for all n",
            "for any n",
            "for arbitrary n",
            "at all n",
            "for every n",
            "for all positive n",
            "for odd n",
            "for finite n",
            "for small and large n",
            "for all values of n",
            "with n arbitrary",
            "in general",
            "(exact)",
            "exactly",
            "for any ring",
            "at all ring sizes",
            "for any number of devices",
            "for a ring of 4",
            "on 4 devices",
            "for a ring of two",
            "with just a few devices",
            "for a handful of devices",
            "for not too many devices",
            "for one device",
            "since n=2",
            "due to small n",
            "for any n >= 2",
        )
    ),
    *(
        (f"2V/W {t}", E2, "R")
        for t in (
            "for large n",
            "for all large n",
            "for many devices",
            "for a large ring",
            "for all V",
            "for any V, W",
            "because (n-1)/n is about 1",
            "since (n-1)/n ≈ 1",
            "for a ring all-gather",
            "per device",
            "in practice",
            "due to large n",
            "for a ring of 1024",
            ", where n is the number of devices",
            "because 1/n is negligible",
            "as 1/n^2 -> 0",
            "as n^-1 -> 0",
        )
    ),
    *(
        (f"2V/W {t}", E2, "U")
        for t in (
            "for modest n",
            "for a small pod",
            "as 1/n -> 1",
            "because (n-1)/n is small",
            "for typical n",
            "since n > 1",
            "as 2/n -> oo",
        )
    ),
    ("2(n-1)/n*V/W for all n", E2, "R"),
    ("2*(n-1)/n*V/W, for every n", E2, "R"),
    ("for all n: 2(n-1)/n*V/W", E2, "R"),
    ("n is small, so 2V/W", E2, "W"),
    ("n is large, so 2V/W", E2, "R"),
    ("Since n is small, 2V/W.", E2, "W"),
    ("V/W for all V", A2, "W"),
    ("V/W for all a", A2, "W"),
    ("a + V/W for all V", A2, "R"),
    ("a because V >> a W", A2, "W"),
    ("a because V << a W", A2, "R"),
    ("V/W since V/W dominates", A2, "R"),
    ("a since V/W dominates", A2, "W"),
    ("V/W since the latency is negligible", A2, "R"),
    ("a since the latency is small", A2, "W"),
    ("V/W since a does not matter", A2, "R"),
    ("V/W since a is not negligible", A2, "U"),
    ("V/W because V > a W", A2, "U"),
    ("V/W for small messages", A2, "W"),
    ("B for any D, F", H3, "W"),
    ("B for large D, F", H3, "R"),
    ("for any D, F: B", H3, "W"),
    ("B since B << D, F", H3, "R"),
    ("D for any D >= B", H2, "W"),
    ("D for all B", H2, "W"),
    ("D because D < B", H2, "U"),
    ("D since B = D", H2, "W"),
    ("min(B, D) ≈ D since B >> D", H2, "R"),
    ("D, since D << B", H2, "R"),
    ("the exact value is D", H2, "W"),
    ("tends to B when B is far smaller than D and F", H3, "R"),
    # a letter of the qualifier is no answer
    ("B for any D, F", "F", "W"),
    ("B for all D >= F", "F", "W"),
    ("V/W for all V, W", "W", "W"),
    ("n for all n", "n", "R"),
    ("V for every n", "V*n", "U"),
]


@pytest.mark.parametrize(("answer", "key", "mark"), TOLD)
def test_told(answer, key, mark):
    assert outcome(answer, key) == mark


def test_what_is_bound_stays_bound_where_a_reason_is_the_regime():
    found = check("2V/W since n is small", E2, let={"W": 3}), check("2V/W since n is large", E2, let={"W": 3})
    assert [v.verdict for v in found] == ["wrong", "in-regime"]
