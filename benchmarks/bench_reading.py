"""Reading formulas, ours beside SymPy's parsers on the same list in one run: understood, wrongly understood, time.

python benchmarks/bench_reading.py [FILE...]      documents to proofread as well, timed after the import

parse_latex needs antlr4-python3-runtime==4.11.*; without it that column is left out and the run says so.  A formula is
understood when the reader's value equals the explicit product of tests/data/formulas.txt at random rational points.
"""

from __future__ import annotations

import logging
import random
import statistics
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

from symroof.checking.proofreading.proofread import proofread
from symroof.reading.formula import parse_formula

LIST = Path(__file__).parent.parent / "tests" / "data" / "formulas.txt"
NAMES = ["B", "D", "F", "N", "T", "H", "m", "bm", "bn", "bk", "tm", "tn", "tk", "T_math", "T_comms"]
ROUNDS = 5


def rows() -> list[tuple[str, str]]:
    lines = LIST.read_text(encoding="utf-8").splitlines()
    return [tuple(p.strip() for p in x.split(" | ")) for x in lines if x.strip() and not x.startswith("#")]  # type: ignore


def reference(text: str, at: dict[str, Fraction]) -> Fraction:
    """The value of our own list's explicit product (trusted text, ours) at a point."""
    import re

    exact = re.sub(r"(?<![\w.])\d+(?:\.\d+)?(?:e\d+)?", lambda m: f"Fraction('{m.group()}')", text)
    return Fraction(eval(exact, {"__builtins__": {}, "Fraction": Fraction, "max": max}, dict(at)))


def ours(text: str) -> Callable[[dict[str, Fraction]], Fraction]:
    r = parse_formula(text).sides[0].ratio()
    return lambda at: Fraction(r.at({n: at[n] for n in r.names}))


def _numeric(expr: Any) -> Callable[[dict[str, Fraction]], Fraction]:
    import sympy

    def value(at: dict[str, Fraction]) -> Fraction:
        point = {s: at[_plain(s.name)] for s in expr.free_symbols}
        names = {s: sympy.Rational(x.numerator, x.denominator) for s, x in point.items()}
        got = sympy.nsimplify(expr.subs(names), rational=True)
        return Fraction(int(got.p), int(got.q))

    return value


def _plain(name: str) -> str:
    return name.replace("{", "").replace("}", "").replace("\\text", "").replace("\\mathrm", "")


def with_parse_expr(text: str) -> Callable[[dict[str, Fraction]], Fraction]:
    from sympy.parsing.sympy_parser import (
        convert_xor,
        implicit_multiplication_application,
        parse_expr,
        standard_transformations,
    )  # fmt: skip

    rules = (*standard_transformations, implicit_multiplication_application, convert_xor)
    return _numeric(parse_expr(text, transformations=rules))


def with_parse_latex(text: str) -> Callable[[dict[str, Fraction]], Fraction]:
    from sympy.parsing.latex import parse_latex

    return _numeric(parse_latex(text))


def judged(reader: Callable[[str], Any], text: str, right: str) -> str:
    rng = random.Random(text)
    at = {n: Fraction(rng.randint(2, 99), rng.randint(1, 5)) for n in NAMES}
    try:
        made = reader(text)
    except Exception:  # a parser that refuses; which error does not matter here
        return "refused"
    try:
        return "understood" if abs(made(at) / reference(right, at) - 1) < Fraction(1, 10**9) else "wrong"
    except Exception:  # no number comes out: names that are not in the formula, tuples, equations
        return "wrong"


def main() -> None:
    logging.disable(logging.CRITICAL)
    table = rows()
    readers: list[tuple[str, Callable[[str], Any]]] = [("symroof", ours), ("SymPy parse_expr", with_parse_expr)]
    try:
        import antlr4  # noqa: F401

        readers.append(("SymPy parse_latex", with_parse_latex))
    except ImportError:
        print("SymPy parse_latex is not compared: it needs antlr4-python3-runtime==4.11.*")
    for _, reader in readers:  # imports and tables are not the reader's time
        for text, _right in table[:3]:
            judged(reader, text, "1")
    marks = {name: [judged(reader, text, right) for text, right in table] for name, reader in readers}
    times: dict[str, list[float]] = {name: [] for name, _ in readers}
    for _ in range(ROUNDS):
        for name, reader in readers:
            start = time.perf_counter()
            for text, _right in table:
                try:
                    reader(text)
                except Exception:  # refused, which takes its time as well
                    continue
            times[name].append(1e3 * (time.perf_counter() - start))
    first = statistics.median(times["symroof"])
    for name, _ in readers:
        tally = {k: marks[name].count(k) for k in ("understood", "wrong", "refused")}
        took = statistics.median(times[name])
        print(f"{name:18} understood {tally['understood']:3} of {len(table)}, wrongly {tally['wrong']:3}, refused "
              f"{tally['refused']:3}; {took:7.1f} ms, {took / first:.1f} times ours")  # fmt: skip
    for (text, _), mark in zip(table, marks["symroof"]):
        if mark != "understood":
            print(f"  symroof {mark}: {text}")
    total = 0.0
    for file in sys.argv[1:]:
        start = time.perf_counter()
        report = proofread(Path(file))
        took = 1e3 * (time.perf_counter() - start)
        total += took
        share = f"{report.understood:.1%} of the chains without words understood"
        share = f"{report.understood:.1%} of the chains without words understood"
        print(f"{file}: {took:.0f} ms, {len(report.findings)} links judged, {share}")
    if total:
        print(f"all documents: {total:.0f} ms")


if __name__ == "__main__":
    main()
