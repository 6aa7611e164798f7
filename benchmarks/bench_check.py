"""How far `check` is to be trusted: right floats called wrong, wrong answers excused, right answers called wrong.

python benchmarks/bench_check.py [N]      N questions of each kind (2,000 by default; 10,000 floats take a minute)

Questions are drawn here, with constants of chips and sizes of models among random ones; the value of each is worked out
with fractions beside its text, so that the judge is not the reader.  A wrong answer has two or three digits and is 3 to
20 % off (three digits: 1 to 20 %), printed as people print it, in the question's own unit.
"""

from __future__ import annotations

import math
import random
import sys
import time
from collections import Counter
from fractions import Fraction

from symroof import check, numeric
from symroof.symbols import dims

PEAKS = ["1.97e14", "3.94e14", "4.59e14", "9.1e14", "9.89e14", "9.895e14", "3.12e14"]
RATES = ["8.2e11", "8.1e11", "2.8e12", "1.6e12", "3.35e12", "4.5e10", "9e10", "1.8e11", "2e12"]
SIZES = [128, 256, 512, 768, 1024, 2048, 4096, 5120, 8192, 11008, 16384, 28672, 32768, 128256, 256000]
PREFIXES = ((12, "T"), (9, "G"), (6, "M"), (3, "k"), (0, ""), (-3, "m"), (-6, "u"), (-9, "n"))


def question(rng: random.Random) -> tuple[str, Fraction, str]:
    """A question as text, its value, and the base unit that its answer is given in."""
    c, w = rng.choice(PEAKS), rng.choice(RATES)
    a, b, k = rng.choice(SIZES), rng.choice(SIZES), rng.choice([1, 2, 4, rng.randint(3, 140)])
    free = f"{rng.uniform(1, 10):.{rng.randint(1, 4)}f}e{rng.randint(6, 14)}"
    kinds = [
        (f"{c}/{w}", Fraction(c) / Fraction(w), ""),
        (f"2*{a}*{b}*{k}/{c} s", Fraction(2 * a * b * k) / Fraction(c), "s"),
        (f"{k}*{a}*{b} bytes", Fraction(k * a * b), "B"),
        (f"{free}/{w} s", Fraction(free) / Fraction(w), "s"),
        (f"2*{a}*{b}*{k}*{rng.randint(2, 99)} FLOPs", None, "FLOPs"),
        (f"{a}*{b}/({a} + {b})", Fraction(a * b, a + b), ""),
        (f"{float(Fraction(free) / Fraction(w) * 10**6):.4f}".rstrip("0").rstrip("."), None, ""),
        (f"1/(1/{float(Fraction(c) / Fraction(w)):.5g} - 1/{4 * a * 16})", None, ""),
    ]
    text, value, unit = rng.choice(kinds)
    return text, value if value is not None else of(text), unit


def of(text: str) -> Fraction:
    """The value of our own text: products, quotients and sums of numbers."""
    import re

    bare = re.sub(r" [A-Za-z]+\Z", "", text)
    exact = re.sub(r"\d+(?:\.\d+)?(?:e\d+)?", lambda m: f"Fraction('{m.group()}')", bare)
    return Fraction(eval(exact, {"__builtins__": {}, "Fraction": Fraction}))


def printed(value: Fraction, digits: int, unit: str) -> str:
    """A number of so many digits in the question's unit, with a prefix where it has one."""
    if not unit:
        return f"{float(value):.{digits - 1}e}" if not 1 <= value < 10**6 else plain(value, digits)
    for power, prefix in PREFIXES:
        if value >= Fraction(10) ** power and not (power < 0 and unit != "s") and not (power > 0 and unit == "s"):
            return f"{plain(value / Fraction(10) ** power, digits)} {prefix}{unit}"
    return f"{float(value):.{digits - 1}e} {unit}"


def plain(value: Fraction, digits: int) -> str:
    places = max(digits - 1 - math.floor(math.log10(value)), 0)
    place = Fraction(10) ** (math.floor(math.log10(value)) - digits + 1)
    return f"{float(round(value / place) * place):.{places}f}"


def off(rng: random.Random, value: Fraction, digits: int) -> tuple[str, Fraction]:
    """A wrong value: 3 to 20 % off (1 to 20 % with three digits), up or down."""
    by = Fraction(rng.uniform(0.03 if digits == 2 else 0.01, 0.2)).limit_denominator(10**6)
    return "up" if (up := rng.random() < 0.5) else "down", value * (1 + by if up else 1 - by)


def own_digits(value: Fraction, said: str) -> bool:
    """Whether an integer that ends in zeros is the value rounded to the digits before them: 140 for 141.3."""
    shown = said.rstrip("0")
    return said.isdecimal() and shown != said and Fraction(plain(value, len(shown))) == Fraction(said)


def excuses(n: int, digits: int, seed: int = 1) -> Counter[str]:
    """The verdicts on wrong answers; those that are the value's own digits all the same are left out."""
    rng, found = random.Random(seed), Counter[str]()
    while sum(found.values()) < n:
        text, value, unit = question(rng)
        said = printed(off(rng, value, digits)[1], digits, unit)
        number = Fraction(said.split()[0])
        scale = {u: Fraction(10) ** p for p, u in PREFIXES}
        prefix = said.split()[1][: -len(unit)] if unit and " " in said else ""
        error = abs(number * scale[prefix] / value - 1)
        if (not 0.03 <= error <= 0.2 and digits == 2) or own_digits(value / scale[prefix], said.split()[0]):
            continue
        found[check(said, text).verdict] += 1
    return found


def floats(n: int, seed: int = 2) -> tuple[int, list[str]]:
    """Quotients worked out by Python, and values by numeric, called anything but right."""
    rng, bad = random.Random(seed), []
    b, d, f = dims("B D F")
    exprs = [b * d * f / (b * d + d * f + b * f), 1 / (1 / b + 1 / d), (2 * d - 1) / (4 * d + 2), d ** (b * 0 + 1) / 3]
    ready = [(e, numeric(e, b, d, f)) for e in exprs]
    for i in range(n):
        x, y = rng.randint(1, 10**6), rng.randint(1, 10**6)
        if not check(x / y, f"{x}/{y}").ok:
            bad.append(f"{x}/{y}")
        if i % 4 == 0:
            e, fast = rng.choice(ready)
            at = {"B": x, "D": y, "F": rng.randint(1, 10**5)}
            if not check(fast(*at.values()), e, let=at).ok:
                bad.append(f"{e} at {at}")
    return n, bad


def right(n: int, seed: int = 3) -> list[str]:
    """Right answers of two to four digits that are called wrong."""
    rng, bad = random.Random(seed), []
    for _ in range(n):
        text, value, unit = question(rng)
        said = printed(value, rng.randint(2, 4), unit)
        if said.split()[0].endswith("00"):
            continue  # how many of its digits are meant cannot be told
        if not check(said, text).ok:
            bad.append(f"{said} for {text}: {check(said, text)}")
    return bad


def main(n: int = 2_000) -> None:
    start = time.perf_counter()
    done, bad = floats(n)
    print(f"floats called wrong: {len(bad)} of {done} quotients and {done // 4} values of numeric")
    for line in bad[:5]:
        print("   ", line)
    for digits in (2, 3):
        found = excuses(n, digits)
        shares = ", ".join(f"{v} {k / n:.2%}" for v, k in found.most_common())
        print(f"wrong answers of {digits} digits: {shares}")
    wrong = right(n)
    print(f"right answers called wrong: {len(wrong)} of {n}")
    for line in wrong[:5]:
        print("   ", line)
    print(f"{time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
