"""Mutations of each theorem's code, one at a time, and whether some test notices: python benchmarks/mutants.py.

    python benchmarks/mutants.py                  every theorem, two mutants a function
    python benchmarks/mutants.py --only Descartes  the theorems whose name holds the word
    python benchmarks/mutants.py --each 8          more mutants a function
    python benchmarks/mutants.py --each 8 --reach  the tests that reach a function first, the fastest leading
    python benchmarks/mutants.py --list            what would be run

A mutant changes one comparison, one sign, one constant, one and/or, or drops one not, in a fork of one process that has
collected the tests; those named beside the theorem run against it.
"killed" is a failing test, "survived" a gap in the tests or a change that changes nothing (those known are listed
below with the reason).  Exit code 1 if an unknown one survives.

One run of the first mutants (--each 1): 195, of which 168 are killed, three of them by working on without end, 24 are
harmless and 3 survived; of these one is harmless, one was of another function than the one meant, and one got a test
and is killed.  Second mutants (--each 2), as far as "exact roots", in several runs: 73 of 171, 62 killed, 11 harmless.
"""

from __future__ import annotations

import argparse
import ast
import copy
import importlib
import json
import os
import random
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType, FunctionType

import pytest
from hypothesis import HealthCheck, Phase, settings

ROOT = Path(__file__).resolve().parent.parent
ALGEBRA = ROOT / "symroof" / "algebra"
NO_END = "works on without end"

# theorem -> (functions that carry it, test files that judge it)
THEOREMS: dict[str, tuple[str, str]] = {
    "consistency (Motzkin)": (
        "regime/_checked _of_one_statement _consistent double_description _cut has_interior",
        "test_regime test_leading",
    ),
    "test vectors (Thm 1)": ("Regime.below Table.growths Table.thinned", "test_regime test_leading"),
    "Newton polytope (Thm 2, 3)": (
        "survivors witness _guessed _unbounded newton/_between newton/_largest newton/_evident",
        "test_differential test_leading test_probes_leading",
    ),
    "logarithms beside powers": ("_below_with_logs _logs order/below", "test_leading test_probes_leading"),
    "signs of leading parts": (
        "leading/_sign _one_sign _sign_of_coefficient _bare below_one proved_positive Approx._outweighed",
        "test_leading test_probes_leading",
    ),
    "enclosure (Thm 5)": (
        "Approx.excess Approx.bounds_core Approx.within _minus Approx.next_core Approx.sizes_within",
        "test_leading test_probes_leading",
    ),
    "trees: max, ceil, roots": (
        "_extremum _outdone _rule _signed _deviations _between_two tree/_log2 _least _factor _at_most",
        "test_leading test_probes_leading",
    ),
    "guards": (
        "_choice _outgrown _chosen piecewise modulo absolute",
        "test_leading test_probes_leading test_probes_threshold test_identity test_probes_identity",
    ),
    "case table": ("_minimal_relations as_relation cases/_largest bounds_free", "test_leading test_probes_identity"),
    "monotone by minors (Thm 6)": (
        "trend minors _ends_tell",
        "test_region test_threshold test_probes_threshold",
    ),
    "the sign oracle": (
        "sign/sign sign_of decided _of_number _with_least seen_signs sign/_sign_at _seen_in_floats _about _float_at "
        "_function_at Sign.mark Sign.weak Sign.__mul__ Sign.__neg__",
        "test_sign",
    ),
    "the fold": (
        "fold fold/_inner_first fold/_atom Domain.of Domain.poly Domain.quotient map_atoms",
        "test_fold",
    ),
    "logarithms that vanish": (
        "_of_log _one_way _linear_in_log _hyperbola _powers_of_log _under",
        "test_vanishing test_probes_threshold",
    ),
    "roundings stretch by stretch": (
        "_asked _far bounds_told relaxed _last_change _runs _next_change sizes_of overlay/cut overlay/merged of_runs "
        "_of_number _Walk._settled _Walk._resolve _Walk._places _Walk._zeros _Walk._end _Walk.between _Walk._cut "
        "compare as_region unrounded does",
        "test_vanishing test_region test_pieces",
    ),
    "one crossing (Thm 7, Descartes)": (
        "region/_ray direction _closed _constant _polynomial _none_below _follows by_sign _shared _least_of _readable",
        "test_region test_threshold test_probes_threshold",
    ),
    "roots isolated by enclosures": (
        "truths isolated/_between isolated/roots_between keeps_away isolated/_only_root isolated/_end "
        "isolated/_settled",
        "test_isolated",
    ),
    "regions laid over each other": (
        "laid order _by_digits line_of _stretch as_region",
        "test_region test_isolated",
    ),
    "two crossings": ("_quadratic_pair _either_way", "test_region test_probes_threshold"),
    "exact roots (Sturm)": (
        "positive_roots cells _sign_at_root RealRoot.halved RealRoot.floor RealRoot.is_number squarefree roots/gcd "
        "_bounds changes",
        "test_region",
    ),
    "exact integers": (
        "Threshold.integer Threshold._floor Threshold.contains assembled _interval constant_sign root_enclosure",
        "test_region test_probes_threshold",
    ),
    "sums with logarithms (Rolle)": (
        "_image _roots mixed/_limit _bisected MixedSum.cells _turn _known_sign mixed/_sign MixedRoot.floor "
        "MixedRoot.bracket",
        "test_mixed test_probes_threshold",
    ),
    "monotone composition": (
        "slope monotone bisected one_root _rising _at_one implicit/_told implicit/_end implicit/_largest _above_zero "
        "undone composite/_shifted product_of_powers",
        "test_region test_probes_threshold test_differential",
    ),
    "padding": (
        "stepped _by_residues _residue _from_residues _last_bad _first_bad",
        "test_region test_probes_threshold",
    ),
    "tile sandwich": (
        "sandwiched relaxed put_beside implicit/between steps/_bound _bound_in_turn steps/_bound_of",
        "test_differential test_probes_threshold",
    ),
    "max and min as unions": (
        "grown composite/joined _numeric_tree composite/_region",
        "test_region test_probes_threshold",
    ),
    "how good a regime is": ("good_within apart/_between in_regime _never_below", "test_threshold"),
    "arithmetic and geometric mean (Thm 8, 9)": ("of_groups means/_largest _corners _stationary", "test_optimum"),
    "limits": (
        "_free_of_cost _without_flat limited/_limit _way _nearest _slope limited/_edge _mirrored _shared_out _by_means "
        "limited/_settled _tie limited/_met maxima/minimised",
        "test_optimum",
    ),
    "numbers between two rationals": (
        "positive_weights maximised _climb _certified _balanced bracket program/inside extreme program/side "
        "program/_bound",
        "test_optimum",
    ),
    "best divisor": ("best_divisor", "test_optimum"),
    "positivity": (
        "_by_coefficients _by_shift _by_facts _by_amgm _outweighs _by_polya _by_integers _by_squares _brackets "
        "_in_a_simplex positivity/_evident positivity/lower is_positive _atom_facts _log_facts _ordered_alike "
        "_negative_somewhere _may_vanish",
        "test_positivity test_identity test_differential test_probes_identity",
    ),
    "equality and dominance": (
        "_equal _at_least _all_cases _equal_by_residues refutation identity/_ray _equal_in_cases _equal_powers "
        "identity/_case _powers_at_least",
        "test_identity test_probes_identity",
    ),
    "normal forms": (
        "_ceil _floor _whole_part _root cases _nested _coarsened _flat normal/_gap quasi_period",
        "test_identity test_probes_identity",
    ),
    "who binds": ("undominated _impossible _needed _summed", "test_bottleneck"),
}

_WAYS = "(1, -1) if seen == 1 or sum(coefficients) >= 0 else (-1, 1)"
# changes that change no answer, by what they read; a test holds that each can still be made
HARMLESS: dict[str, str] = {
    "_between: 0 < w < 1 -> 0 <= w < 1": "a mean of weight 0 is one term alone, which has been compared before",
    "_guessed: d < 0 -> d <= 0": "any multipliers above 0 that pass the test after them will do",
    "_largest: scored[0][0] -> scored[0][1]": "whatever is largest along a ray inside the regime matters, alone or not",
    "_evident: bumped.count(top) == 1 -> bumped.count(top) == 2":
        "the same; those that are not found so are asked one by one",
    "_evident: _by_coefficients(p, False) -> _by_coefficients(p, True)": "the last of the three asks the same first",
    "_cut: return (not inside, kept) -> return (inside, kept)":
        "the short way for a simplex is taken less often, else pairs are tested one by one",
    "cells: i - 1 -> i - 2": "two roots that are met are apart, so that whether they are need not be asked",
    "keeps_away: low > 0 -> low >= 0": "a root on the edge of a stretch is met from the other side as well",
    "_largest: best.get(key, 0) -> best.get(key, 1)": "a Max holds whole coefficients, their factor is outside",
    "direction: seq.count('?') > 1 -> seq.count('?') > 2": "two open signs leave a body that is not one either way",
    "as_relation: e > 0 -> e >= 0": "an exponent that is listed is not 0",
    "Approx.sizes_within: e < 0 -> e <= 0": "an exponent that is listed is not 0",
    "_at_most: len(gap.den) == 1 and (not (a.is_posynomial_ratio and b.is_posynomial_ratio)) -> len(gap.den) == 1":
        "the same inequality, divided by what its sides share",
    "Approx.bounds_core: self.sign > 0 -> self.sign >= 0": "a sign here is 1 or -1",
    "_evident: 3 * i -> 4 * i": "any direction will do that is inside the regime",
    "_negative_somewhere: 1 << 12 * sum(m) -> 2 << 12 * sum(m)": "twice a sum has its sign",
    "quasi_period: e > 0 -> e >= 0": "an exponent that is listed is not 0",
    "witness: [*r, 1] -> [*r, 2]": "only whether there is a bound is asked, not which",
    "_limit: Fraction(3) -> Fraction(4)": "no power of u and no logarithm is left in what is asked",
    "_edge: root.ratio() if root is not None else None -> root.ratio()": "a sum that only rises crosses 1 once",
    "_corners: len(rows) + 1 -> len(rows) + 2": "more terms than equations have no single solution",
    "_stationary: t.num.monomials()[0][0].get(name, 0) -> t.num.monomials()[0][0].get(name, 1)": "every term holds it",
    "_stationary: crossing(slope, ratio(0), name, strict=False, settled=True) -> "
    "crossing(slope, ratio(0), name, strict=False, settled=False)": "the slope always holds the unknown",
    "best_divisor: side(cost(listed[mid + 1]) - cost(listed[mid])) < 0 -> "
    "side(cost(listed[mid + 1]) - cost(listed[mid])) < 1": "where two cost the same, both are best",
    "positive_weights: rows[0] -> rows[1]": "the rows are of one length",
    "_climb: p and row[j] -> p or row[j]": "a factor of 0 adds nothing",
    "_certified: w <= 0 -> w < 0": "a weight that is exactly 0 proves as much, without its term",
    "_certified: lower <= best[1] * (1 + NEAR) -> lower < best[1] * (1 + NEAR)": "how short the weights are",
    "_certified: best[0] is not None and lower <= best[1] * (1 + NEAR) -> best[0] is not None": "how near is near",
    "_certified: best[0] is not None and lower <= best[1] * (1 + NEAR) -> best[0] is not None or lower <= best[1] * "
    "(1 + NEAR)": "how near is near",
    "bracket: t > 10 ** 11 -> t >= 10 ** 11": "powers of 64 meet no power of 10",
    "bracket: t == 1 -> t != 1": "how many steps are allowed",
    "inside: u[-1] < 0 -> u[-1] <= 0": "a search does not end on 0",
    "inside: 3 * len(parts) -> 3 + len(parts)": "what is proved is looked at anyway",
    "extreme: ahead < 0 -> ahead <= 0": "the two are equal",
    "_stationary: root.ratio() if root is not None else None -> root.ratio()":
        "falling terms have smaller exponents than rising ones, so the slope changes sign once and there is a root",
    "_first_bad: ab[0] -> ab[1]": "ranges that do not overlap are in one order by their starts and by their ends",
    "fold: a.depth > DEEP -> a.depth >= DEEP": "which of two ways to the same value is taken",
    "sign: (1, -1) if seen == 1 or sum(coefficients) >= 0 else (-1, 1) -> "
    "(1, -2) if seen == 1 or sum(coefficients) >= 0 else (-1, 1)": "only its sign is asked",
    "sign: way > 0 -> way >= 0": "a way here is 1 or -1",
    "sign: way < 0 -> way < 1": "a way here is 1 or -1",
    **{
        f"sign: {_WAYS} -> {other}": why
        for other, why in (
            ("(1, -1)", "which of two ways is tried first"),
            (_WAYS.replace("(-1, 1)", "(-1, 2)"), "only its sign is asked"),
            (_WAYS.replace("(-1, 1)", "(-2, 1)"), "only its sign is asked"),
            (_WAYS.replace("(1, -1)", "(2, -1)"), "only its sign is asked"),
        )
    },
    "sign: seen == 1 or sum(coefficients) >= 0 -> seen == 1 and sum(coefficients) >= 0":
        "which of two ways is tried first",
    "sign: 2 if way > 0 else 1 -> 3 if way > 0 else 1": "a way that was refuted is tried in vain",
    "sign: seen == 3 -> seen == 4": "two ways that were refuted are tried in vain",
    "sign: min(coefficients).numerator > 0 -> min(coefficients).numerator >= 0": "no coefficient is 0",
    "sign: max(coefficients).numerator < 0 -> max(coefficients).numerator <= 0": "no coefficient is 0",
    **dict.fromkeys((
        "sign: min(coefficients).numerator > 0 -> min(coefficients).numerator > 1",
        "sign: above or max(coefficients).numerator < 0 -> above and max(coefficients).numerator < 0",
        "sign: above or max(coefficients).numerator < 0 -> above",
    ), "the first rung of the ladder finds it too"),
    "sign: seen == 1 or sum(coefficients) >= 0 -> seen == 1": "which of two ways is tried first",
    "sign: sum(coefficients) >= 0 -> sum(coefficients) > 0": "which of two ways is tried first",
    "sign: seen == 1 -> seen == 2": "which of two ways is tried first",
    "sign: 0 if facts else seen_signs(p) -> 0": "a look before a proof, which saves the search for one that is not",
    "sign_of: top * Sign(bottom.low, bottom.high, False, bottom.proof) if bottom.low or bottom.high else OPEN -> "
    "top * Sign(bottom.low, bottom.high, False, bottom.proof)": "a product with what is not known is not known either",
    "sign_of: r.den.is_posynomial and (not r.den.ring.atoms) -> r.den.is_posynomial and r.den.ring.atoms":
        "a sum of positive terms is then found above 0 by its coefficients, one question later",
    "_of_number: side < 0 -> side <= 0": "0 has been answered before",
    "_of_number: side < 0 -> side < 1": "0 has been answered before, and a sign is 1 or -1",
    "_of_number: side > 0 -> side >= 0": "0 has been answered before",
    "_with_least: Ratio(p).subs(moved).num if moved else p -> Ratio(p).subs(moved).num": "nothing is replaced then",
    "_with_least: least[n] > 1 -> least[n] >= 1": "a symbol and 0 is the symbol",
    **dict.fromkeys((
        "seen_signs: [-e for e in column] -> [e for e in column]", "seen_signs: seen == 3 -> seen != 3",
        "seen_signs: seen == 3 -> seen == 4", "seen_signs: [0] -> [1]",
        "seen_signs: len(p.terms) > 60 -> len(p.terms) >= 60",
        "_sign_at: c * (1 << 12 * (h - low)) -> c + (1 << 12 * (h - low))",
        "_sign_at: 12 * (h - low) -> 12 + (h - low)",
        "_sign_at: 1 << 12 * (h - low) -> 2 << 12 * (h - low)",
        "_sign_at: max(heights) - low > 500 -> max(heights) - low >= 500", "_sign_at: value > 0 -> value > 1",
        "_sign_at: max(heights) - low -> max(heights) + low", "_seen_in_floats: seen == 3 -> seen == 4",
        "_seen_in_floats: (4096.0,) if is_size(n) else (4096.0, 1 / 4096) -> (4096.0,)",
        "_seen_in_floats: 1 / 4096 -> 2 / 4096", "_seen_in_floats: points[0] -> points[1]",
        "_about: total > 0 -> total >= 0",
    ), "a look before a proof: another look leaves a sign open that could be proved, and never tells a wrong one"),
    "_ray: step * d.num.ring.scale * d.den.ring.scale -> step * d.num.ring.scale + d.den.ring.scale":
        "another point of the same ray, at which the sign is taken as exactly",
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """One change of one function."""

    theorem: str
    file: Path
    function: str
    line: int
    what: str
    source: str
    tests: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.file.name}:{self.line} {self.function}: {self.what}"


_COMPARE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
_BINARY: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add}


def changed(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes that could stand in the place of one; nodes may share their parts, since only one is ever used."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in _COMPARE:
        out = copy.copy(node)
        out.ops = [_COMPARE[type(node.ops[0])](), *node.ops[1:]]
        yield out
    elif isinstance(node, ast.BoolOp):
        out2 = copy.copy(node)
        out2.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield out2
        if len(node.values) > 1:  # drop a condition
            yield copy.copy(node.values[0])
    elif isinstance(node, ast.BinOp) and type(node.op) in _BINARY and not _text(node):
        out3 = copy.copy(node)
        out3.op = _BINARY[type(node.op)]()
        yield out3
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.Not, ast.USub)):
        yield copy.copy(node.operand)
    elif isinstance(node, ast.Constant) and type(node.value) is int and abs(node.value) <= 3:
        yield ast.copy_location(ast.Constant(node.value + 1), node)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.copy_location(ast.Constant(not node.value), node)
    elif isinstance(node, ast.IfExp):
        yield copy.copy(node.body)


def _text(node: ast.BinOp) -> bool:
    return any(
        isinstance(s, (ast.JoinedStr, ast.List, ast.Tuple))
        or (isinstance(s, ast.Constant) and isinstance(s.value, str))
        for s in (node.left, node.right)
    )


def _around(node: ast.AST, f: ast.FunctionDef) -> ast.AST:
    """What a change is told by: itself, but of a number or a truth value the expression or statement it stands in."""
    above = {child: parent for parent in ast.walk(f) for child in ast.iter_child_nodes(parent)}
    shown = above[node] if isinstance(node, ast.Constant) else node
    while not isinstance(shown, (ast.expr, ast.stmt)) or isinstance(shown, (ast.Tuple, ast.Starred, ast.UnaryOp)):
        shown = above[shown]
    return shown


def _line(shown: ast.AST) -> str:
    """Its first line, which of a compound statement is the head."""
    return ast.unparse(shown).partition("\n")[0]


class _Swap(ast.NodeTransformer):
    def __init__(self, target: ast.AST, by: ast.AST) -> None:
        self.target, self.by = target, by

    def visit(self, node: ast.AST) -> ast.AST:
        return self.by if node is self.target else self.generic_visit(node)


def functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Every function of a module by name, methods as Class.name."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from ((f"{node.name}.{f.name}", f) for f in node.body if isinstance(f, ast.FunctionDef))


def _inside(f: ast.FunctionDef) -> Iterator[ast.AST]:
    """The nodes of a body, without docstrings, annotations and what is raised: a message is no theorem."""
    stack: list[ast.AST] = list(f.body)
    while stack:
        node = stack.pop()
        if isinstance(node, (ast.Raise, ast.AnnAssign, ast.JoinedStr)):
            continue
        yield node
        stack += ast.iter_child_nodes(node)


def mutants(each: int, only: str = "") -> list[Mutant]:
    """A fixed sample of changes for every function of every theorem."""
    known: dict[str, list[Path]] = {}
    for path in sorted(ALGEBRA.rglob("*.py")):
        for name, _ in functions(ast.parse(path.read_text())):
            known.setdefault(name, []).append(path)
            known[f"{path.stem}/{name}"] = [path]
    out: list[Mutant] = []
    for theorem, (names, tests) in THEOREMS.items():
        if only.lower() not in theorem.lower():
            continue
        for name in names.split():
            if name not in known:
                raise SystemExit(f"{theorem}: no function {name} in symroof/algebra; bring THEOREMS up to date")
            for path in known[name]:
                out += _of(theorem, path, name.split("/")[-1], each, tuple(tests.split()))
    return out


def _of(theorem: str, path: Path, name: str, each: int, tests: tuple[str, ...]) -> list[Mutant]:
    source = path.read_text()
    count = _count(dict(functions(ast.parse(source)))[name])
    picked = random.Random(f"{path.name}:{name}").sample(range(count), min(each, count))
    out = []
    for k in sorted(picked):
        tree = ast.parse(source)
        line, what = _change(tree, dict(functions(tree))[name], k)
        out.append(Mutant(theorem, path, name, line, what, ast.unparse(ast.fix_missing_locations(tree)), tests))
    return out


def _count(f: ast.FunctionDef) -> int:
    return sum(1 for x in _inside(f) for _ in changed(x))


def _change(tree: ast.Module, f: ast.FunctionDef, k: int) -> tuple[int, str]:
    """Make a function's k-th change in its tree: the line, and what it is told by."""
    node, new = [(x, y) for x in _inside(f) for y in changed(x)][k]
    shown = _around(node, f)
    before = _line(shown)
    _Swap(node, new).visit(tree)
    return node.lineno, f"{before} -> {_line(new if shown is node else shown)}"


def told(f: ast.FunctionDef) -> set[str]:
    """What every change of a function is told by."""
    text = ast.unparse(f)
    out = set()
    for k in range(_count(f)):
        tree = ast.parse(text)
        (g,) = (g for g in tree.body if isinstance(g, ast.FunctionDef))
        out.add(_change(tree, g, k)[1])
    return out


# -- running ---------------------------------------------------------------------------------------------------------


class Bench:
    """A pytest plugin: collects the tests once, then runs them in forks of this process, one for each mutant.

    A fork puts the mutant's code object into the function, so that nothing is imported or collected again.
    """

    def __init__(self, found: list[Mutant], seconds: int, reach: bool) -> None:
        self.found, self.seconds, self.reach = found, seconds, reach
        self.judged: list[tuple[Mutant, str]] = []  # what killed it, or nothing

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the tests against each mutant, where asked those that reach its function first, the fastest leading."""
        items = {item.nodeid: item for item in session.items}
        names: dict[str, tuple[float, list[str]]] = self._reached(session) if self.reach else {}
        if not self.reach and (why := self._fork(lambda: _failing(session, session.items), 3600)):
            raise pytest.UsageError(f"the tests do not pass as they are ({why}); nothing can be said of mutants")
        listed = sorted(items, key=lambda t: names[t][0]) if names else list(items)
        for m in self.found:
            files = [items[t] for t in listed if items[t].path.stem in m.tests]
            near = [item for item in files if names and f"{m.file.stem}:{m.function}" in names[item.nodeid][1]]
            # what has been remembered need not be reached again: where no test that reaches it minds, all are asked
            killers = (
                tests and self._fork(lambda m=m, tests=tests: _mutated(session, m, tests), self.seconds)
                for tests in (near, [f for f in files if f not in near])
            )
            self.judged.append((m, next(filter(None, killers), "")))
            print(_verdict(*self.judged[-1], len(files)), flush=True)
        return True

    def _reached(self, session: pytest.Session) -> dict[str, tuple[float, list[str]]]:
        with tempfile.TemporaryDirectory() as folder:
            note = Path(folder) / "reached.json"
            if why := self._fork(lambda: _noted(session, note), 3600):
                raise pytest.UsageError(f"the tests do not pass as they are ({why}); nothing can be said of mutants")
            return dict(json.loads(note.read_text()))

    @staticmethod
    def _fork(work: Callable[[], str], seconds: int) -> str:
        """What some work says in a child of this process, NO_END where it takes more seconds of its own.

        A child that ends in any other way has judged nothing, and so stops the whole run.
        """
        told, tell = os.pipe()
        child = os.fork()
        if not child:
            try:
                os.close(told)
                resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 9))
                nothing = os.open(os.devnull, os.O_WRONLY)
                errors = os.dup(2)
                os.dup2(nothing, 1)
                os.dup2(nothing, 2)
                os.write(tell, work().encode())
                os._exit(0)
            except BaseException:
                os.write(errors, traceback.format_exc().encode())
            finally:
                os._exit(2)
        os.close(tell)
        with os.fdopen(told, "rb") as said:
            word = said.read().decode()
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if code == -signal.SIGXCPU:
            return NO_END
        if code:
            raise pytest.UsageError(f"a child ended with {code}: no verdict")
        return word


def _noted(session: pytest.Session, note: Path) -> str:
    """Run every test under a profile hook; write the seconds and the functions of the algebra each calls."""
    rows: dict[str, tuple[float, list[str]]] = {}
    for item in session.items:
        seen: set[CodeType] = set()

        def hook(frame: FrameType, event: str, _: object, seen: set[CodeType] = seen) -> None:
            if event == "call":
                seen.add(frame.f_code)

        start = time.monotonic()
        sys.setprofile(hook)
        failing = _failing(session, [item])
        sys.setprofile(None)
        if failing:
            return failing
        names = {
            f"{Path(c.co_filename).stem}:{c.co_qualname.split('.<')[0]}"
            for c in seen
            if ALGEBRA in Path(c.co_filename).parents
        }
        rows[item.nodeid] = (time.monotonic() - start, sorted(names))
    note.write_text(json.dumps(rows))
    return ""


def _mutated(session: pytest.Session, m: Mutant, tests: list[pytest.Item]) -> str:
    """The first test that fails once the function has the mutant's code."""
    whole = compile(m.source, str(m.file), "exec")
    owner: object = importlib.import_module(".".join(m.file.relative_to(ROOT).with_suffix("").parts))
    for part in m.function.split("."):
        owner = vars(owner)[part]
    _function(owner).__code__ = _code(whole, m.function)
    for name, module in list(sys.modules.items()):  # what was remembered while the tests were collected
        if name.startswith("symroof"):
            for held in list(vars(module).values()):
                getattr(held, "cache_clear", int)()
    return _failing(session, tests)


def _function(held: object) -> FunctionType:
    """The plain function behind a property, a cache or a static method."""
    for name in ("__wrapped__", "fget", "func", "method", "__func__"):
        held = getattr(held, name, held)
    assert isinstance(held, FunctionType), held
    return held


def _code(inside: CodeType, name: str) -> CodeType:
    """The code object of a function by its qualified name."""
    found = [c for c in inside.co_consts if isinstance(c, CodeType)]
    for c in found:
        if c.co_qualname == name:
            return c
    return _code(next(c for c in found if c.co_qualname == name.split(".")[0]), name)


def _failing(session: pytest.Session, tests: list[pytest.Item]) -> str:
    """The first of some tests that fails, or nothing."""
    before = session.testsfailed
    for item in tests:
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        if session.testsfailed > before:
            return item.nodeid.removeprefix("tests/")
    return ""


def _verdict(m: Mutant, killer: str, tests: int) -> str:
    reason = HARMLESS.get(f"{m.function}: {m.what}")
    if killer and reason:
        return f"KILLED BUT LISTED HARMLESS ({reason}) [{m.theorem}] {m} ({killer})"
    if killer:
        return f"killed   [{m.theorem}] {m} ({killer})"
    word = f"harmless ({reason})" if reason else f"SURVIVED ({tests} tests pass)"
    return f"{word} [{m.theorem}] {m}"


def main() -> int:
    """Run the mutants and say which survive."""
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    ask.add_argument("--each", type=int, default=2, help="mutants a function")
    ask.add_argument("--only", default="", help="theorems whose name holds this word")
    ask.add_argument("--of", default="", help="mutants whose line (file, function or change) holds this text")
    ask.add_argument("--part", default="1/1", help="2/3 runs the second of three shares")
    ask.add_argument("--skip", type=int, default=0, help="leave out so many, to go on after a break")
    ask.add_argument("--seconds", type=int, default=120, help="a mutant that works longer is killed")
    ask.add_argument("--reach", action="store_true", help="first note which test reaches what; pays from 5 a function")
    ask.add_argument("--list", action="store_true", help="list the mutants, run nothing")
    chosen = ask.parse_args()
    share, shares = map(int, chosen.part.split("/"))
    found = [m for m in mutants(chosen.each, chosen.only) if chosen.of in str(m)][chosen.skip + share - 1 :: shares]
    if chosen.list or not found:
        print(*found, sep="\n")
        return 0
    settings.register_profile(
        "mutants",
        phases=[Phase.explicit, Phase.generate],
        database=None,
        derandomize=True,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    bench = Bench(found, chosen.seconds, chosen.reach)
    files = list(dict.fromkeys(str(ROOT / "tests" / f"{t}.py") for m in found for t in m.tests))
    options = [
        "-q",
        "-s",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        "--hypothesis-profile=mutants",
        "-W",
        "ignore::pytest.PytestAssertRewriteWarning",
        f"--rootdir={ROOT}",
    ]
    sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
    if pytest.main([*options, *files], plugins=[bench]) not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        return 2
    alive = [m for m, killer in bench.judged if not killer]
    left = [m for m in alive if f"{m.function}: {m.what}" not in HARMLESS]
    endless = sum(killer == NO_END for _, killer in bench.judged)
    print(f"{len(found) - len(alive)} of {len(found)} killed ({endless} by working more than {chosen.seconds} s), "
          f"{len(alive) - len(left)} harmless, {len(left)} survived")  # fmt: skip
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
