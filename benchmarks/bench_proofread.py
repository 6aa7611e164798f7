"""Planted errors that no one has seen: recall by kind, and false alarms on right lines, judged by an own evaluator.

python benchmarks/bench_proofread.py [--count 400] [--seed 1] [--missed]

Right relations are drawn from identities of rooflines, transformers and plain arithmetic, under random symbol names, in
LaTeX, plain text or Unicode.  Then one error of a kind is planted.  Every plant is checked to be wrong, and every right
line to be right, by this file's own evaluator: exact fractions at random points.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import prod

from symroof.checking.proofreading.proofread import proofread

# a tree is a symbol (str), a number (Fraction), or (operator, tree, ...): + - * / ^ max min neg
Tree = object
NAMES = (
    ["B", "D", "F"], ["M", "N", "K"], ["X", "Y", "Z"], ["m", "n", "k"], ["T", "H", "L"], ["S", "E", "I"],
    ["N_h", "d_k", "L"], ["batch", "width", "depth"], ["b_m", "b_n", "b_k"], ["Q", "O", "P"], ["a", "b", "c"],
    ["alpha", "beta", "gamma"], ["x_1", "x_2", "x_3"], ["n_{heads}", "d_{head}", "L"],
)  # fmt: skip


def value(t: Tree, at: dict[str, Fraction]) -> Fraction:
    if isinstance(t, str):
        return at[t]
    if not isinstance(t, tuple):
        return Fraction(t)  # type: ignore[arg-type]
    head, *rest = t
    v = [value(x, at) for x in rest]
    if head == "+":
        return sum(v, Fraction(0))
    if head == "-":
        return v[0] - sum(v[1:], Fraction(0))
    if head == "*":
        return prod(v, start=Fraction(1))
    if head == "/":
        return v[0] / v[1]
    if head == "^":
        return v[0] ** int(v[1])
    return max(v) if head == "max" else min(v)


def names(t: Tree) -> set[str]:
    return {t} if isinstance(t, str) else set().union(*(names(x) for x in t[1:])) if isinstance(t, tuple) else set()


GREEK = {"alpha": "α", "beta": "β", "gamma": "γ"}


def show(t: Tree, style: str, level: int = 0) -> str:
    """Text of a tree: latex, plain (with *) or unicode (with · and exponents raised)."""
    if isinstance(t, str):
        if style == "latex":
            if t in GREEK:
                return "\\" + t
            head, _, sub = t.partition("_")
            base = rf"\text{{{head}}}" if len(head) > 2 and not sub else head
            return f"{base}_{{{sub.strip('{}')}}}" if sub else base
        t = t.replace("{", "").replace("}", "")
        return GREEK.get(t, t) if style == "unicode" else t
    if not isinstance(t, tuple):
        f = Fraction(t)  # type: ignore[arg-type]
        if f.denominator == 1:
            return str(f)
        return rf"\frac{{{f.numerator}}}{{{f.denominator}}}" if style == "latex" else f"({f})"
    head, *rest = t
    if head in "+-" and head != "":
        out = show(rest[0], style, 1) + "".join(f" {head} {show(x, style, 2)}" for x in rest[1:])
        own = 1
    elif head == "*":
        parts = [show(x, style, 3) for x in rest]
        dot = {"latex": r" \cdot ", "plain": "*", "unicode": "·"}[style]
        out = dot.join(parts)
        own = 2
    elif head == "/":
        if style == "latex":
            return rf"\frac{{{show(rest[0], style)}}}{{{show(rest[1], style)}}}"
        out = f"{show(rest[0], style, 2)}/{show(rest[1], style, 4)}"
        own = 2
    elif head == "^":
        up = show(rest[1], style)
        if style == "unicode" and up.isdigit():
            up = up.translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
        else:
            up = f"^{{{up}}}" if style == "latex" else f"**{up}" if style == "plain" else f"^{up}"
        out = show(rest[0], style, 4) + up
        own = 3
    else:
        fn = f"\\{head}" if style == "latex" else head
        return f"{fn}({', '.join(show(x, style) for x in rest)})"
    return f"({out})" if own < level else out


def identities(a: str, b: str, c: str, r: random.Random) -> list[tuple[Tree, Tree]]:
    n = r.choice((2, 3, 4, 6, 8))
    two = ("*", 2, a, b, c)
    moved = ("+", ("*", a, b), ("*", b, c), ("*", a, c))
    return [
        (("/", two, ("+", ("*", 2, a, b), ("*", 2, b, c), ("*", 2, a, c))), ("/", ("*", a, b, c), moved)),
        (("/", ("*", a, b, c), moved), ("/", 1, ("+", ("/", 1, a), ("/", 1, b), ("/", 1, c)))),
        (("/", ("*", a, b, c), ("*", n, a, c)), ("/", b, n)),
        (("*", n, a, ("+", b, c)), ("+", ("*", n, a, b), ("*", n, a, c))),
        (("*", a, b, ("-", ("*", 2, c), 1)), ("-", ("*", 2, a, b, c), ("*", a, b))),
        (("^", ("+", a, b), 2), ("+", ("^", a, 2), ("*", 2, a, b), ("^", b, 2))),
        (("-", ("^", a, 2), ("^", b, 2)), ("*", ("-", a, b), ("+", a, b))),
        (("/", ("*", n, ("^", a, 2), b), ("*", a, b)), ("*", n, a)),
        (("+", ("*", n, a, b), ("*", n, a, b)), ("*", 2 * n, a, b)),
        (("*", ("*", 4, a, b), ("*", b, c)), ("*", 4, a, ("^", b, 2), c)),
        (("/", a, ("/", b, c)), ("/", ("*", a, c), b)),
        (("+", ("/", a, b), ("/", c, b)), ("/", ("+", a, c), b)),
        (("+", ("/", 1, a), ("/", 1, b)), ("/", ("+", a, b), ("*", a, b))),
        (("max", ("*", a, b), ("*", a, c)), ("*", a, ("max", b, c))),
        (("+", ("max", a, b), ("min", a, b)), ("+", a, b)),
        (("/", ("-", ("*", 2, a), 1), ("+", ("*", 4, a), 2)), ("/", ("-", a, Fraction(1, 2)), ("+", ("*", 2, a), 1))),
        (("*", 6, a, b), ("+", ("*", 2, a, b), ("*", 4, a, b))),
        (("/", ("*", n, a, b, c), ("*", 2, b)), ("/", ("*", n, a, c), 2)),
    ]


def paths(t: Tree, here: tuple[int, ...] = ()) -> list[tuple[int, ...]]:
    out = [here]
    if isinstance(t, tuple):
        for i, x in enumerate(t[1:], 1):
            out += paths(x, (*here, i))
    return out


def get(t: Tree, path: tuple[int, ...]) -> Tree:
    for i in path:
        t = t[i]  # type: ignore[index]
    return t


def put(t: Tree, path: tuple[int, ...], new: Tree) -> Tree:
    if not path:
        return new
    i = path[0]
    return (*t[:i], put(t[i], path[1:], new), *t[i + 1 :])  # type: ignore[index]


def somewhere(t: Tree, r: random.Random, fits: Callable[[Tree], bool], change: Callable[[Tree], Tree]) -> Tree | None:
    spots = [p for p in paths(t) if fits(get(t, p))]
    if not spots:
        return None
    p = r.choice(spots)
    return put(t, p, change(get(t, p)))


def is_(*heads: str) -> Callable[[Tree], bool]:
    return lambda t: isinstance(t, tuple) and t[0] in heads


def without(t: Tree, i: int) -> Tree:
    kept = (*t[:i], *t[i + 1 :])  # type: ignore[index]
    return kept[1] if len(kept) == 2 else kept


def plant(kind: str, t: Tree, r: random.Random) -> Tree | None:
    """A tree with one error of a kind, or None where it has no place for one."""
    symbols = sorted(names(t))
    if kind == "factor 2":
        return r.choice((("*", 2, t), ("/", t, 2)))
    if kind == "lost dim":
        return somewhere(
            t, r, lambda x: is_("*")(x) and any(isinstance(y, str) for y in x[1:]),  # type: ignore[index]
            lambda x: without(x, r.choice([i for i, y in enumerate(x) if i and isinstance(y, str)])),  # type: ignore
        )  # fmt: skip
    if kind == "swapped symbol":
        return somewhere(t, r, lambda x: isinstance(x, str), lambda x: r.choice([s for s in symbols if s != x] or [x]))
    if kind == "wrong exponent":
        if r.random() < 0.5 and any(is_("^")(get(t, p)) for p in paths(t)):
            return somewhere(t, r, is_("^"), lambda x: ("^", x[1], x[2] + 1))  # type: ignore
        return somewhere(t, r, lambda x: isinstance(x, str), lambda x: ("^", x, r.choice((2, 3))))
    if kind == "lost term":
        return somewhere(t, r, is_("+", "-"), lambda x: without(x, r.randint(2, len(x) - 1)))  # type: ignore
    if kind == "sign slip":
        return somewhere(t, r, is_("+", "-"), lambda x: ({"+": "-", "-": "+"}[x[0]], *x[1:]))  # type: ignore
    if kind == "inverted ratio":
        return somewhere(t, r, is_("/"), lambda x: ("/", x[2], x[1]))  # type: ignore[index]
    if kind == "coefficient slip":
        return somewhere(t, r, lambda x: isinstance(x, (int, Fraction)) and x > 1, lambda x: x + r.choice((1, 2)))  # type: ignore
    if kind == "missing parentheses":

        def opened(x: Tree) -> Tree:
            i = next(i for i, y in enumerate(x) if i and is_("+", "-")(y))  # type: ignore
            head, first, *rest = x[i]  # type: ignore[index]
            if x[0] == "*":  # type: ignore[index]
                return (head, ("*", *x[1:i], first), *rest[:-1], ("*", rest[-1], *x[i + 1 :])) if x[i + 1 :] else (  # type: ignore
                    head, ("*", *x[1:i], first), *rest)  # fmt: skip
            return (head, ("/", x[1], first), *rest) if i == 2 else (head, first, *rest[:-1], ("/", rest[-1], x[2]))  # type: ignore

        return somewhere(t, r, lambda x: is_("*", "/")(x) and any(is_("+", "-")(y) for y in x[1:]), opened)  # type: ignore
    if kind == "max for min":
        return somewhere(t, r, is_("max", "min"), lambda x: ({"max": "min", "min": "max"}[x[0]], *x[1:]))  # type: ignore
    raise KeyError(kind)


FORMULA_KINDS = (
    "factor 2", "lost dim", "swapped symbol", "wrong exponent", "lost term", "sign slip", "inverted ratio",
    "coefficient slip", "missing parentheses", "max for min",
)  # fmt: skip


def differ(s: Tree, t: Tree, r: random.Random) -> bool | None:
    """Whether two trees differ: exact values at random points; None where they cannot be evaluated."""
    symbols = sorted(names(s) | names(t))
    for _ in range(6):
        at = {n: Fraction(r.randint(2, 999), r.randint(1, 7)) for n in symbols}
        try:
            if value(s, at) != value(t, at):
                return True
        except ZeroDivisionError:
            return None
    return False


@dataclass
class Line:
    kind: str
    text: str
    wrong: bool


def spelled(left: Tree, sign: str, right: Tree, r: random.Random) -> str:
    style = r.choice(("latex", "latex", "plain", "unicode"))
    signs = {"=": "=", "->": r"\rightarrow", "~": r"\approx", "<=": r"\leq", ">=": r"\geq"}
    plain = {"=": "=", "->": "→", "~": "≈", "<=": "≤", ">=": "≥"}
    if style == "plain":
        plain |= {"<=": "<=", ">=": ">="}
    if style == "latex":
        return f"${show(left, style)} {signs[sign]} {show(right, style)}$"
    return f"`{show(left, style)} {plain[sign]} {show(right, style)}`"


def formula_lines(r: random.Random) -> list[Line]:
    a, b, c = r.sample(r.choice(NAMES), 3)
    left, right = r.choice(identities(a, b, c, r))
    if r.random() < 0.3:
        left, right = right, left
    if differ(left, right, r) is not False:
        raise AssertionError(f"{left} = {right} is no identity")
    out = [Line("formula", spelled(left, "=", right, r), False)]
    kind = r.choice(FORMULA_KINDS)
    bad = plant(kind, right, r)
    if bad is not None and differ(left, bad, r):
        out.append(Line(kind, spelled(left, "=", bad, r), True))
    return out


def limit_lines(r: random.Random) -> list[Line]:
    a, b, c = r.sample(r.choice(NAMES), 3)
    n = r.choice((2, 3, 4))
    left, right = r.choice(
        [
            (("/", ("-", ("*", 2, a), 1), ("+", ("*", 2 * n, a), 2)), Fraction(1, n)),
            (("/", ("*", a, b, c), ("+", ("*", a, b), ("*", b, c), ("*", a, c))), a),
            (("/", ("*", n, a, b, c), ("+", ("*", a, b), ("*", b, c))), ("*", n, a)),
            (("/", ("-", a, 1), a), Fraction(1)),
            (("*", a, b, ("-", ("*", 2, c), 1)), ("*", 2, a, b, c)),
            (("/", ("*", n, a), ("+", a, 1)), Fraction(n)),
        ]
    )
    sign = r.choice(("->", "~"))
    wrong = right * r.choice((2, 3, Fraction(1, 2))) if isinstance(right, Fraction) else ("*", r.choice((2, 3)), right)
    good = Line("limit", spelled(left, sign, right, r), False)
    return [good, Line("wrong limit", spelled(left, sign, wrong, r), True)]


def order_lines(r: random.Random) -> list[Line]:
    a, b, c = r.sample(r.choice(NAMES), 3)
    small, large = r.choice(
        [
            (("max", a, b), ("+", a, b)),
            (("+", a, b), ("*", 2, ("max", a, b))),
            (("min", a, b), ("max", a, b)),
            (("/", ("*", a, b), ("+", a, b)), ("min", a, b)),
            (("/", ("*", a, b, c), ("+", ("*", a, b), ("*", b, c), ("*", a, c))), a),
            (Fraction(r.randint(100, 499)), ("*", r.randint(10, 99), r.randint(60, 99))),
        ]
    )
    back = r.random() < 0.5
    ways = [(small, "<=", large), (large, ">=", small)]
    bad = [(large, "<=", small), (small, ">=", large)]
    return [
        Line("order", spelled(*ways[back], r), False), Line("reversed inequality", spelled(*bad[back], r), True)
    ]  # fmt: skip


UNITS = (("s", 0), ("ms", -3), ("us", -6), ("ns", -9))
SIZES = (("KiB", "kB", 1), ("MiB", "MB", 2), ("GiB", "GB", 3))


def rounded(x: Fraction, digits: int) -> str:
    """A number to so many digits, as people print it."""
    text = f"{float(x):.{digits}g}"
    if "e" in text:
        head, power = text.split("e")
        text = str(int(Fraction(head) * 10 ** int(power))) if 0 <= int(power) < 7 else f"{head}e{int(power)}"
    return text


def number(r: random.Random) -> tuple[str, Fraction]:
    digits, power = r.randint(2, 3), r.choice((9, 10, 11, 12, 14))
    head = f"{r.randint(10 ** (digits - 1), 10**digits - 1) / 10 ** (digits - 1):.{digits - 1}f}"
    return f"{head}e{power}", Fraction(head) * 10**power


def tex(number_text: str, r: random.Random) -> str:
    if "e" not in number_text or r.random() < 0.4:
        return number_text
    head, power = number_text.split("e")
    return rf"{head} \times 10^{{{power}}}"


def claims(printed: str, true: Fraction) -> bool:
    """Whether printed digits can stand for a value: less than one unit of the last of them off."""
    body = printed.split("e")[0]
    place = Fraction(1, 10 ** len(body.partition(".")[2])) * 10 ** int(printed.split("e")[1] if "e" in printed else 0)
    if "." not in body and "e" not in printed:
        place *= 10 ** (len(body) - len(body.rstrip("0")))
    return abs(Fraction(printed) - true) < place


def number_lines(r: random.Random) -> list[Line]:
    style = r.choice(("latex", "code"))
    if r.random() < 0.3:  # sizes in bytes
        binary, decimal, power = r.choice(SIZES)
        k = r.choice((12, 16, 24, 32, 48, 96, 128))
        parts = [str(x) for x in (2, *([1024] * power), k // 2)]
        total = prod(map(Fraction, parts)) / 1024**power
        if prod(map(Fraction, parts)) / 1000**power - total <= Fraction(1, 2):
            return []  # 12288 bytes are 12 kB to the digits printed
        text = "*".join(parts)
        good, bad = f"`{text} bytes = {total} {binary}`", f"`{text} bytes = {total} {decimal}`"
        return [Line("bytes", good, False), Line("GB for GiB", bad, True)]
    (s, x), (t, y) = number(r), number(r)
    q = x / y
    if not Fraction(1, 10**8) < q < 10**6:
        return []
    time_like = q < 1
    unit, e = next(((u, e) for u, e in UNITS if q >= Fraction(10) ** e), UNITS[-1]) if time_like else ("", 0)
    digits = r.randint(2, 4)
    scaled = q / Fraction(10) ** e
    printed = rounded(scaled, digits)
    if not claims(printed, scaled):
        return []

    def line(kind: str, p: str, u: str, wrong: bool) -> list[Line]:
        if style == "code":
            return [Line(kind, f"`{s} / {t} = {p}{' ' if u and r.random() < 0.5 else ''}{u}`", wrong)]
        tail = rf"\text{{{r.choice(('', ' '))}{u}}}" if u else ""
        return [Line(kind, rf"$\frac{{{tex(s, r)}}}{{{tex(t, r)}}} = {p}{tail}$", wrong)]

    out = line("arithmetic", printed, unit, False)
    kind = r.choice(("digit slip", "swapped digits", "order of magnitude", "unit prefix", "factor 2 in a number"))
    bad, bad_unit = printed, unit
    places = [i for i, ch in enumerate(printed.split("e")[0]) if ch.isdigit()]
    if kind == "digit slip":
        i = r.choice(places[:2])
        bad = printed[:i] + r.choice([d for d in "123456789" if d != printed[i]]) + printed[i + 1 :]
    elif kind == "swapped digits" and len(places) > 1:
        i = r.randrange(len(places) - 1)
        chars = list(printed)
        chars[places[i]], chars[places[i + 1]] = chars[places[i + 1]], chars[places[i]]
        bad = "".join(chars)
        if bad.startswith("0") and not bad.startswith("0."):
            return out
    elif kind == "order of magnitude":
        bad = rounded(scaled * r.choice((10, 100, Fraction(1, 10))), digits)
    elif kind == "factor 2 in a number":
        bad = rounded(scaled * r.choice((2, Fraction(1, 2))), digits)
    elif kind == "unit prefix" and unit:
        bad_unit = r.choice([u for u, _ in UNITS if u != unit])
        return out + line(kind, printed, bad_unit, True)
    if bad != printed and not claims(bad, scaled):
        out += line(kind, bad, bad_unit, True)
    return out


def lines(count: int, seed: int) -> list[Line]:
    r = random.Random(seed)
    out: list[Line] = []
    makers = (formula_lines, formula_lines, formula_lines, number_lines, number_lines, limit_lines, order_lines)
    while sum(x.wrong for x in out) < count or sum(not x.wrong for x in out) < count:
        out += r.choice(makers)(r)
    return out


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--count", type=int, default=400)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--missed", action="store_true", help="print every plant that was not found")
    args = ask.parse_args()
    made = lines(args.count, args.seed)
    proofread("$2 + 2 = 4$ and $\\sqrt{2} \\approx 1.4$")
    found: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])  # planted, wrong, named convention
    missed, false, unread = [], [], []
    start = time.perf_counter()
    for x in made:
        verdicts = [f.verdict for f in proofread(f"Hence {x.text} holds.\n").findings]
        if x.wrong:
            row = found[x.kind]
            row[0] += 1
            if "wrong" in verdicts:
                row[1] += 1
            elif "convention" in verdicts:
                row[2] += 1
            else:
                missed.append(f"{x.kind}: {x.text} ({', '.join(verdicts) or 'not judged'})")
        elif {"wrong", "convention"} & set(verdicts):
            false.append(f"{x.kind}: {x.text}")
        elif not verdicts or "undecided" in verdicts:
            unread.append(f"{x.kind}: {x.text} ({', '.join(verdicts) or 'not judged'})")
    took = time.perf_counter() - start
    planted, right = sum(r[0] for r in found.values()), sum(not x.wrong for x in made)
    caught = sum(r[1] + r[2] for r in found.values())
    print(f"{planted} planted errors, {right} right lines (seed {args.seed}), {1e3 * took / len(made):.1f} ms a line")
    for kind, (n, wrong, convention) in sorted(found.items()):
        print(f"  {kind:22} {wrong + convention:4} of {n:4} = {(wrong + convention) / n:.1%}"
              + (f" ({convention} as a convention)" if convention else ""))  # fmt: skip
    print(f"recall {caught / planted:.1%}, precision {caught / (caught + len(false)):.1%}, "
          f"right lines judged {1 - len(unread) / right:.1%}")  # fmt: skip
    for title, rows in (("false alarm", false), ("missed", missed), ("right but not judged", unread)):
        for row in rows if args.missed or title == "false alarm" else rows[:12]:
            print(f"  {title}: {row}")
    sys.exit(1 if false or caught / planted < 0.95 else 0)


if __name__ == "__main__":
    main()
