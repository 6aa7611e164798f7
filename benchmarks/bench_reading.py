"""Recall and precision on planted errors, and the cost of reading: ours beside SymPy's parsers, same formulas, one run.

python benchmarks/bench_reading.py [FILE...]      files to proofread as well
"""

from __future__ import annotations

import logging
import sys
import time
from pathlib import Path

from symroof.checking.proofread import proofread
from symroof.errors import SymroofError
from symroof.reading.formula import parse_formula

DATA = Path(__file__).parent.parent / "tests" / "data"


def rows(name: str) -> list[list[str]]:
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return [[p.strip() for p in line.split(" | ")] for line in lines if line.strip() and not line.startswith("#")]


def caught(span: str) -> bool:
    return any(f.verdict in ("wrong", "convention") for f in proofread(f"text {span} text").findings)


def planted() -> dict[str, object]:
    missed, false, unread = [], [], []
    table = rows("planted.txt")
    for kind, bad, good in table:
        if not caught(bad):
            missed.append(f"{kind}: {bad}")
        if caught(good):
            false.append(f"{kind}: {good}")
        if not proofread(f"text {good} text").findings:
            unread.append(f"{kind}: {good}")
    found = len(table) - len(missed)
    return {
        "planted": len(table),
        "kinds": len({r[0] for r in table}),
        "recall": found / len(table),
        "precision": found / (found + len(false)),
        "missed": missed,
        "false alarms": false,
        "right ones not judged": unread,
    }


def formulas() -> list[tuple[str, bool]]:
    out = []
    for row in rows("chains.txt"):
        span = row[-1]
        if any(s in span for s in ("[", "text{FLOPs}", "强度", "мс", "ms")):
            continue
        out.append((span.strip("`$"), span.startswith("$")))
    return out


def ours(text: str, latex: bool) -> object:
    return [s.ratio() for s in parse_formula(text).sides if "infty" not in s.text]


def sympys(text: str, latex: bool) -> object:
    if latex:
        from sympy.parsing.latex import parse_latex

        return parse_latex(text)
    from sympy.parsing.sympy_parser import parse_expr

    return [parse_expr(side) for side in text.split("=")]


def timed(reader, items: list[tuple[str, bool]]) -> tuple[int, float]:
    read, best = 0, 0.0
    for text, latex in items:
        times = []
        for _ in range(3):
            start = time.perf_counter()
            try:
                reader(text, latex)
                good = True
            except (SymroofError, Exception):
                good = False
            times.append(time.perf_counter() - start)
        read += good
        best += min(times)
    return read, best


def main() -> None:
    result = planted()
    print(f"planted errors: {result['planted']} of {result['kinds']} kinds")
    print(f"recall {result['recall']:.1%}, precision {result['precision']:.1%}")
    for key in ("missed", "false alarms", "right ones not judged"):
        for line in result[key]:  # type: ignore[attr-defined]
            print(f"  {key}: {line}")
    logging.disable(logging.CRITICAL)
    items = formulas()
    plain = [(t, latex) for t, latex in items if not latex]
    pairs = [
        ("symroof", ours, items),
        ("symroof, plain ones", ours, plain),
        ("SymPy parse_expr, plain ones", sympys, plain),
    ]
    try:
        import antlr4  # noqa: F401  parse_latex cannot work without it

        pairs.append(("SymPy parse_latex and parse_expr", sympys, items))
    except ImportError:
        print("SymPy's parse_latex not compared: it needs antlr4-python3-runtime==4.11")
    for name, reader, items in pairs:
        read, seconds = timed(reader, items)
        print(f"{name}: read {read} of {len(items)} formulas in {1e3 * seconds:.1f} ms (best of 3)")
    for file in sys.argv[1:]:
        start = time.perf_counter()
        report = proofread(Path(file))
        took = 1e3 * (time.perf_counter() - start)
        counts = {k: v for k, v in report.counts.items() if not k.startswith("skipped")}
        print(f"{file}: {took:.0f} ms, {report.understood:.0%} of the chains without words understood, {counts}")


if __name__ == "__main__":
    main()
