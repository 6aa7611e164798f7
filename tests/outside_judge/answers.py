"""check: numbers with units from a table typed here, decimals by their digits, formulas by their values."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from random import Random

from . import draw
from .identities import rewrite
from .tally import Clock, Kind, Refused, Wrong
from .trees import CONVENTIONAL, PARAMS, Tree, Undefined, ascii_of, names, sign

PREFIX = {"": 1, "k": 10**3, "M": 10**6, "G": 10**9, "T": 10**12, "P": 10**15}
BINARY = {"Ki": 2**10, "Mi": 2**20, "Gi": 2**30, "Ti": 2**40}
SMALL = {"m": Fraction(1, 1000), "u": Fraction(1, 10**6), "n": Fraction(1, 10**9), "µ": Fraction(1, 10**6)}
# unit as people write it, what it is in the dimension's base, which prefixes it takes
UNITS: dict[str, tuple[tuple[str, Fraction | int, str], ...]] = {
    "bytes": (("B", 1, "kb"), ("bytes", 1, ""), ("bits", Fraction(1, 8), ""), ("bit", Fraction(1, 8), "k")),
    "bytes/s": (
        ("B/s", 1, "kb"),
        ("bits/s", Fraction(1, 8), ""),
        ("bit/s", Fraction(1, 8), "k"),
        ("bytes/s", 1, ""),
        ("B per second", 1, "kb"),
        ("B/ms", 1000, "kb"),
    ),
    "FLOPs/s": (
        ("FLOPs/s", 1, "k"),
        ("FLOP/s", 1, "k"),
        ("FLOPS", 1, "k"),
        ("FLOPs per second", 1, "k"),
        ("FLOP/day", Fraction(1, 86400), "k"),
        ("FLOPs/hour", Fraction(1, 3600), "k"),
    ),
    "s": (
        ("s", 1, "s"),
        ("seconds", 1, ""),
        ("min", 60, ""),
        ("hours", 3600, ""),
        ("days", 86400, ""),
        ("weeks", 604800, ""),
    ),
    "J": (("J", 1, "k"), ("Wh", 3600, "k"), ("J", 1, "s")),
    "W": (("W", 1, "k"), ("J/s", 1, "k")),
    "$": (("$", 1, "$"), ("dollars", 1, ""), ("million dollars", 10**6, "")),
    "$/s": (
        ("$/h", Fraction(1, 3600), "$"),
        ("dollars per hour", Fraction(1, 3600), ""),
        ("$/day", Fraction(1, 86400), "$"),
    ),
    "tokens/s": (
        ("tokens/s", 1, ""),
        ("tok/s", 1, ""),
        ("tokens per minute", Fraction(1, 60), ""),
        ("tokens/h", Fraction(1, 3600), ""),
    ),
    "Hz": (("Hz", 1, "k"), ("cycles/s", 1, "")),
    "FLOPs/B": (("FLOPs/byte", 1, ""), ("FLOPs/B", 1, ""), ("FLOP per byte", 1, "")),
}


@dataclass(frozen=True)
class Question:
    """What is typed, what is expected, and whether it should stand (None: only a number far off must not)."""

    typed: str
    expected: str
    stands: bool
    why: str

    def call(self) -> str:
        return f"check({self.typed!r}, {self.expected!r})"


def _unit(rng: Random, dimension: str) -> tuple[str, Fraction]:
    name, base, kinds = rng.choice(UNITS[dimension])
    table = dict(PREFIX) if kinds in ("k", "kb") else dict(SMALL) | {"": 1} if kinds == "s" else {"": 1}
    if kinds == "kb" and rng.random() < 0.3:
        table = dict(BINARY)
    prefix = rng.choice(list(table))
    return (name if kinds == "$" else prefix + name), Fraction(base) * table[prefix]


def _spelt(rng: Random, value: Fraction, digits: int) -> str:
    """A decimal of so many significant digits, in one of the ways people write them."""
    whole = f"{float(value):.{digits - 1}e}"
    mantissa, exponent = whole.split("e")
    power = int(exponent)
    plain = Fraction(whole)
    styles = [f"{mantissa}e{power}", f"{mantissa} x 10^{power}", f"{mantissa}*10^{power}"]
    if plain.denominator == 1 and power < 12 and digits == power + 1:
        styles += [f"{int(plain):,}", str(int(plain))] * 2
    elif -3 <= power < digits:
        styles += [f"{float(plain):.{max(0, digits - 1 - power)}f}"] * 3
    return rng.choice(styles)


def quantities(rng: Random) -> Question:
    dimension = rng.choice(list(UNITS))
    value = Fraction(rng.randint(1, 9999)) * Fraction(10) ** rng.randint(-3, 14)
    (one, a), (two, b) = _unit(rng, dimension), _unit(rng, dimension)
    digits = rng.choice((2, 3, 4))
    off, why = rng.choice(
        [(Fraction(1), "right")] * 5
        + [
            (Fraction(2), "twice"),
            (Fraction(1, 2), "half"),
            (Fraction(1000), "a prefix"),
            (Fraction(8), "bits"),
            (Fraction(13, 10), "30 % more"),
            (Fraction(10), "a power of ten"),
        ]
    )
    right = Fraction(f"{float(value):.12e}")
    shown = _spelt(rng, right * off / a, digits)
    money = "$" in one
    typed = f"${shown}{one[1:]}" if money else f"{shown} {one}"
    exact = right / b
    expected = f"{float(exact):.15g} {two}"
    return Question(typed, expected, why == "right", f"{why}, {digits} digits, {one} for {two}")


def digits(rng: Random) -> Question:
    """A quotient of two numbers against decimals of it: rounded, or wrong in a digit."""
    top, bottom = rng.randint(2, 10**6), rng.randint(2, 10**4)
    value = Fraction(top, bottom) * Fraction(10) ** rng.choice((0, 0, 0, 3, 9, 12))
    count = rng.choice((2, 3, 4))
    kind = rng.choice(("right", "right", "digit", "swap", "power"))
    shown = Fraction(f"{float(value):.{count - 1}e}")
    unit = Fraction(10) ** (len(str(int(shown))) - count) if shown >= 1 else Fraction(0)
    if kind == "digit" and unit:
        shown += unit * rng.choice((3, 4, 5, -3, -4))
    elif kind == "power":
        shown *= rng.choice((10, Fraction(1, 10), 100))
    if shown <= 0:
        shown = Fraction(f"{float(value):.{count - 1}e}")
    typed = _spelt(rng, shown, count)
    return Question(typed, f"{top * (value / Fraction(top, bottom))}/{bottom}", rounds(typed, value), kind)


def rounds(typed: str, value: Fraction) -> bool:
    """Whether the value is rounded or cut to this decimal; zeros that end a whole number say nothing."""
    mantissa, _, power = typed.replace(",", "").replace(" x 10^", "e").replace("*10^", "e").partition("e")
    shown = Fraction(mantissa) * Fraction(10) ** int(power or 0)
    if "." in mantissa:
        last = Fraction(10) ** (int(power or 0) - len(mantissa.split(".")[1]))
    else:
        last = Fraction(10) ** (int(power or 0) + (0 if power else len(mantissa) - len(mantissa.rstrip("0"))))
    return abs(value - shown) <= last / 2 or shown <= value < shown + last


def formulas(rng: Random) -> tuple[Tree, Tree]:
    pool = draw.some(rng, 1, 3, 0.4)
    right = draw.tree(rng, pool, rng.choice((1, 1, 2)))
    kind = rng.random()
    if kind < 0.6:
        return rewrite(rng, rewrite(rng, right)), right
    if kind < 0.8:
        return rng.choice([("*", num2(rng), right), ("+", right, draw.atom(rng, pool))]), right
    return draw.tree(rng, pool, 1), right


def num2(rng: Random) -> Tree:
    return ("n", Fraction(rng.choice((2, 3, 1)), rng.choice((1, 2))))


@dataclass(frozen=True)
class Formula:
    """Two formulas typed as text."""

    typed: Tree
    expected: Tree

    def call(self) -> str:
        return f"check({ascii_of(self.typed)!r}, {ascii_of(self.expected)!r})"


def formula(rng: Random) -> Formula:
    return Formula(*formulas(rng))


def judge(q: Question, kind: Kind, rng: Random, clock: Clock) -> None:
    import symroof

    verdict = clock(lambda: symroof.check(q.typed, q.expected))
    if verdict.verdict == "undecided":
        raise Refused(f"undecided: {verdict.reason}")
    kind.points += 1
    if verdict.verdict == "convention" and verdict.chance is not None and verdict.chance < 0.02:
        return  # documented, with the chance of an accident
    if verdict.ok is not q.stands and not (q.stands and len(q.typed.strip("0")) == 1):
        raise Wrong(f"{verdict} ({q.why}; chance {verdict.chance})")


def judge_formula(q: Formula, kind: Kind, rng: Random, clock: Clock) -> None:
    import symroof

    one, two = ascii_of(q.typed), ascii_of(q.expected)
    used = names(q.typed) | names(q.expected)
    verdict = clock(lambda: symroof.check(one, two, symbols=sorted(used) or None))
    if verdict.verdict == "undecided":
        raise Refused(f"undecided: {verdict.reason}")
    found = []
    for _ in range(60):
        env = draw.bind(rng, used)
        if rng.random() < 0.4:
            env = {n: Fraction(rng.randint(1, 40), 1 if n not in PARAMS else 7) for n in used}
        env |= {n: Fraction(rng.randint(1, 40)) for n in used - CONVENTIONAL if n in PARAMS}  # typed, p is a size
        if rng.random() < 0.3:  # where a tile has gone by: floor(p/128) is 0 below
            env = {n: Fraction(rng.randint(1, 4096)) for n in used}
        try:
            found.append((sign(q.typed, q.expected, env), env))
        except Undefined:
            continue
    differ = [env for here, env in found if here in (-1, 1)]
    kind.points += len(found)
    if verdict.verdict in ("exact",) and differ:
        raise Wrong(f"{verdict}, but they differ at { {k: str(v) for k, v in differ[0].items()} }")
    if verdict.verdict == "wrong" and found and all(here == 0 for here, _ in found):
        raise Wrong(f"{verdict}, but they are equal at all {len(found)} points tried")
    if verdict.ok and not verdict.verdict == "exact" and not names(q.expected) and differ:
        raise Wrong(f"{verdict}, two numbers that differ")
