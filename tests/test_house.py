"""The house in figures: growth is a decision, made here.  Who raises a budget says why in the commit.

Judged by ruff (McCabe, parameters), by the syntax trees (lines, imports, circles) and by the table of functions.
"""

from __future__ import annotations

import ast
import json
import re
import runpy
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence, Set
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

import pytest

from symroof.algebra.ratios.functions import BY_SYMPY, EXTREMA, EXTREMES, KINDS, NAMED, Extreme, Guard

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "symroof"

# What a room may weigh: lines, functions over 60 lines, over McCabe 10, with more than 6 parameters, imports inside of
# functions (what a start must not load), names with an underscore taken from another module.
FIGURES = ("lines", "long", "complex", "parameters", "inner", "private")
BUDGET = {
    # no function over McCabe 10, no circle: each part says what it is, which takes lines; reasons and shape, which
    # answer what thresholds left open in symbols; answers tried beside the borders of their conditions; the law of
    # sizes that divide over a mesh, which every record that takes numbers asks; numbers whose logarithms and roots no
    # rule undoes, by isolated roots; regions in numbers laid over each other and conditions without what others imply;
    # both trees of an equality walked at three points, exactly on a step, a first look multiplied out once; the kinds
    # of answers, each a record and a sentence, and what stood beside the threshold's record in a file of its own; roofs
    # asked anew of the plan that sizes have; where a question has a value at all,
    # ends that no float may round into a region (18,725 before those), stretches of numbers halved and enclosed;
    # what both sides of a proof need to have a value; poles, of the unknown cut out, of other symbols as conditions;
    # what is needed by what cancels; stretches with a value, bounds far out by their next term; roundings and maxima of
    # any formula piece by piece, a radicand that is 0, roots and quadratics of either sign in symbols
    # what the rooms ask of a function is a trait of its row, where 60 functions compared its name; ties
    # names of constants, one law and limit of sizes (21,720 before)
    # roots that answers name by their equations, at numbers (21,580 before)
    # equality reads terms without a ring, terms over sums are written without SymPy (speed against it: 21,580 before)
    # witnesses of short numbers, roots narrowed with doubling bits, bounds by turns, poles as stretches (21,580)
    # a rounding beside what holds it: its bounds put beside, each place by itself (24,382 before)
    # the last sizes, tied ones that must be whole (22,000 before); bounds beside sizes, constants that are no counts
    # the error of a sum over or under one term, and what stands over one sum written once (speed: 22,645 before)
    # lowest terms inside functions; sizes that do by formulas of their own; what was bound before (22,657 before)
    # what leads whatever is fixed, sizes at which ties to the unknown are whole, exact signs of roofs (22,840 before)
    # which of two costs is never larger, from the model (23,233 before)
    # the one place that asks what a node of SymPy's is (23,430 before)
    # crossovers asked anew where sizes have formulas of their own (23,927 before)
    # the cone of one statement and what most regimes say, told at a glance (speed: 24,166 before)
    # a first look at a threshold that weighs five points at once (speed: 24,313 before)
    "algebra": (24_668, 0, 0, 0, 44, 0),
    # operations that sentences name, LaTeX tables, answers with their reasons and brackets, lists, clauses, chips; what
    # a question says beside its derivation (units, regimes, constants), intervals, things counted by their names;
    # cells by their rows, values from other headings, rates and bounds in sentences, answers for one case; on which
    # side of a bound what is compute-bound, thresholds as they are printed, coefficients that were rounded; what
    # follows from two numbers, idioms of percent and of days; comparisons as ratios, the limit behind an answer, two
    # ends in words; answers that correct themselves, make exceptions or tell one share of several; yes and no in
    # sentences, operations by their names, words of doubt around an answer, one value told at a rate; brackets
    # that scale, bound or deny, totals beside their parts; words that change the case of a value, other readings of a
    # line of numbers, the ways in which authors write numbers; words looked for once in a text, stated regimes, columns
    # that follow from each other, changes in percent, sums up to a symbol's power, inequalities the other way round;
    # other words for bounds, products and sums, answers set against what they are not, undone arithmetic, bounds on a
    # quotient; equations solved for their unknown, parts and cases that were not asked, what is said beside a number;
    # answers worked out in steps, each of which is held to, verdicts with their explanation, values by cases; powers
    # with symbols in their exponents, what an answer says of its own reach, numbers and quotients said aloud; whole
    # sentences: numbers in words, what comes once in a time, conditions with what holds then (23,800 before those);
    # numbers in prose with what they count, what sentences reckon of them and what follows; relations of columns by
    # their chance, letters in tables, what letters measure, definitions put into each other, which way things go in
    # words, indented formulas; how far a value holds and in which unit; sentences by their structure, what exists and
    # who waits (24,300 before those); named laws as data, what letters stand for, conclusions across sentences
    # rows that are another case, periods as bare counts, and words against the two numbers beside them; formulas with
    # their slips against tables and later numbers, tables of the same rows as one, totals of lists, superlatives,
    # what binds in a row, rates by two periods; changes by what changes, powers and capitals as said, sentences
    # by subject, verb, value and adjuncts, the words that may stand unread beside a bound; inequalities that a sentence
    # solves, what grows with what, rows that a sentence names, what is told again (30,700 before those)
    # customs of writing, logarithms without a base (37,545 before those)
    # ordinary prose: the parts of a sentence, the value behind its verb, sides and bounds (34,915 before those)
    # in haste: labels, ends, two values of which one is right, bits a byte (38,290 before that)
    # sentences by structure, with open words; other cases; so many of so many as a share (38,490 before those)
    # constants named beside expressions, bindings held to what their symbols may be (38,915 before)
    # formulas told in words, values beside what the question gives, who limits by what is said of it (39,060 before)
    # sentences whose numbers are closed: products, percentages, ratios, totals, values told behind a formula (40,930)
    # what stands around a right value, by a closed list of what can change it (40,930 before)
    # names in other letters, units left out, verbs of direction, customs of trades (42,480 before)
    # notes that are no sentence, held against what they come from, and what is jotted down in them (42,480 before)
    # orders of growth, steps whose units are left open, amounts per thing, notes that conclude; what stands behind an
    # answer or only restates its case, formulas whose operands are nouns; numbers of sentences by patterns of words,
    # multiples, clocks, ridges; what was judged right alone (44,175 before those)
    # LaTeX and HTML as running text, what refers to the sentence before, tables of one and of all; formulas against the
    # numbers that words tell for them, units of exponents, what limits beside two amounts (47,930 before those)
    # changes in arrows, signs and verbs, shares as so much of so much, numbers on a stated side (51,409 before those)
    # changes by all their verbs, steps by the letters behind their numbers, what names are bound to (52,616 before)
    # values in another form than the key's, rates the other way round, what one way or one word is of (53,374 before)
    # code's // and %, yes and no elsewhere, bare results with their calculation, what limits nothing (54,120 before)
    # what an answer works out by itself, held to its value, and two amounts to their change or side (54,825 before)
    # what orders of growth are part of, and how far an answer that leaves a term out says it holds (56,712 before)
    "checking": (57_579, 0, 9, 0, 28, 0),
    # what is partial on one device, followed from operator to operator in PyTorch; the sizes from which a count holds;
    # traces at sizes far from those read, with the search for the bound where they differ, and a deadline for each
    # counts held against themselves at small sizes; what a collective alone moves; where slices lie at all sizes
    # how a view lies in its array, and which results are arrays of their own; computations counted by their bodies
    # what decides is live, what is overwritten in place, bounds tried at sizes within them (8,805 before those)
    # how often XLA's collectives run, read from its HLO; how arrays lie around a shard_map (9,580 before those)
    # numbers in the code that sizes may be compared with, results followed to arguments through all that only moves
    # them, what takes elements from other devices' parts, layouts that are asked for (9,880 before those)
    # remedies that are tried before they are said, cases of a size of 1, unions of slices (10,620 before those)
    # gradients that JAX's default does not take, as far as the code joins them (11,730 before that)
    # what only the peak needs, apart from what all counts need (11,810 before that)
    # pieces of other arrays, of zeros or from other places in what is put together (11,830 before that)
    # a deadline by the thread's own time (11,940 before that)
    # and of arrays that are all cut (11,960 before that)
    # machines are typed as such, and checkers no longer take them for anything (11,995 before that)
    # long loops of Python, small numbers in the code, what symbolic shapes count otherwise (12,456 before that)
    # results that do not depend on an operand, parts of complex numbers, mirror images of a transform (13_047 before)
    "tracing": (13_405, 0, 0, 1, 4, 0),
    # one gate for sizes, which refuses a second number; costs of plans exact or by leading terms, with how far off;
    # levels and times in their units, amounts that may be two things; axes of one device, units of a chip apart; which
    # plan is cheaper lane by lane, and by what two part (6,860 before that); keywords that functions share are typed
    # dicts, those of collectives and layers too, which checkers took for anything
    # units without numbers, amounts with units where a formula is read, remedies that work (7,080 before that)
    # what a sequence hands on, an array named twice (7,225 before that)
    # of what is held in memory the sizes are said apart (7,460 before that)
    # the format in which a collective's bytes are, sizes that a layer remembers (7,460 before that)
    # what cancels beside at_most= too (7,600 before)
    # signs of costs are the algebra's (7,886 before that)
    # sums are searched as products are, slices come first, memory counts what devices make (7,819 before)
    # a distance that was not said is that of the axes as they are bound (7,930 before)
    # crossovers that know rings and plans, one AllToAll over several axes (8,006 before)
    "model": (8_238, 0, 0, 5, 17, 0),
    # hops in pictures; words and formulas by turns, broken over the lines of a column; formulas as nodes, of which
    # LaTeX, MathML and widths are folds, so that none reads what another printed (5,470 before that)
    # every record in LaTeX and MathML, tables described once (6,045 before that)
    # the records of tables by their kinds, which checkers took for anything (6,490 before that)
    # nodes of expressions as terms, a method each (6,511 before)
    "writing": (6_579, 0, 0, 0, 7, 0),
    # signs of differences, one format for one name, names behind numbers that are no dims; what a side is and measures,
    # worked out once; one question whether a size is tied to others; remainders as they are printed
    # units put together in other ways (5,255 before that and the one table of letters for thousands)
    # what a unit in small letters may mean (5,525 before that)
    # what a counted noun with a prefix is of; units in LaTeX (5,760 before)
    # axes behind a size, sizes tied to a dim as it is cut (5,900 before)
    "reading": (
        5_975,
        0,
        0,
        0,
        6,
        0,
    ),  # more things that are counted; ladders of kinds are tables; rates below counted things, floats pasted
    # the names of the algebra's rooms in imports; names told apart without a pattern, which a first look asks of each
    "top": (
        # examples of units; a sentence for a wrong keyword; text for an expression; what an array's cuts ask; the
        # signature and the sentence of keywords that functions share; symbols by key
        # how numbers are written, which stood in six rooms; parts of arrays (4,425 before)
        # exact decimals of any length; a peak of no known format, a hop without its link (4,630 before)
        # patterns compiled when they are asked (4,760 before that)
        # patterns that tell a word of each match, and paragraphs searched where it stands (4,845 before)
        4_944,
        0,
        0,
        0,
        8,  # misfits, asked once a call has failed
        0,
    ),  # likes.py, chips that come together, records.py: a third off the start of a command
    # the same; sizes of a sweep that do not divide; settled truths; sums that cancel; lazy tables by cases; pairs of
    # floats, which settle on arrays what 53 bits leave in doubt: every sum, logarithms near 1, roundings, choices;
    # functions by the rationals of their rows (4,690 before)
    # ends without closed form as functions, their ranges (4,440 before)
    # (4,440 before what a sum that cancels is made of was kept)
    # roundings from 2**53 on, what integers a quotient is made of, divisions in JAX (4,764 before)
    # one row for each operation of a program, which fourteen tables and 27 functions told by name (4,995 before)
    # between sizes roundings are looked at by whether each is whole (5,232 before)
    # and arrays of whole sizes are not looked at at all (5,470 before)
    "evaluate": (5_926, 0, 0, 0, 0, 0),  # poles in functions; tied sizes; a rounded root beside a whole number's power
    "commands": (785, 0, 0, 0, 30, 0),  # plain calls without Click; check on a chip
}
# The rooms of the two largest floors from the ground up, with the lines of each: one imports only those before it.
INNER = {
    "algebra": {
        # what a formula needs where it cancels: a file of its own, that of equality is shorter for it; traits of kinds
        # one spelling of an atom; tied sizes; poles inside of functions; names of constants, the one law of sizes
        # bounds that numbers keep to, which constants are whole, the decimal of a Float (from interop; 3,216 before)
        # steps in floats first, then with doubling bits; a rational place of a root of a power, roots as other powers
        # roots at numbers; pieces of any rounding; stretches with a value, bounds by their next term, of logarithms and
        # of roots by what they multiply; corners of roundings, a file of its own (6,985 before)
        # what a function is taken of in lowest terms, so that it has no symbol of another (3,352 before)
        "ratios": 3_657,  # ties that are whole, every so many sizes; exponentials of logarithms are powers
        # roots of logarithms; steps in floats first, then with doubling bits
        "signs": 3_191,  # the Taylor shift about other least sizes, which the model had (2,838 before that)
        # what the nodes of an expression are, for all who go through one (1,217 before)
        "interop": 1_375,  # what symbols are tied to; closed forms told without SymPy; equality on terms alone
        "trials": 2_181,
        # the error of a sum over or under one term, without a product (speed: 2,730 before); what leads for sure
        "growth": 2_899,  # numbers below 0 in errors
        "equality": 1_140,  # a witness made of short numbers
        "regions": 8_126,  # crossovers asked anew (7,742 before); bounds of a rounding that stands twice (7,966)
        "optima": 2_045,  # integers whose divisors are listed; one putting back of what was solved for (2,015 before)
    },
    "checking": {
        # a printed factor before symbols; forgotten factors and their chance; 70K + 2K; constants put in for others
        # what nodes of an expression mean to a bound on roundings; readings that are kept (5,340 before)
        # whole numbers with a share, which nobody rounded (5,725 before)
        "claims": 5_753,
        # blanks as macros, series without a rule, values of examples, abbreviations; a thing that falls by 4x
        # what stands behind an answer or only restates its case, formulas of nouns, notes that conclude (7,430 before)
        # changes in arrows, signs and verbs, shares as so much of so much, factorials, contrasts (9,287 before)
        # code's // and %, other languages' yes and no, clauses that limit nothing, ratios of nouns (10,312 before)
        "words": 10_990,
        # `answer.py` in five files (13,693 before), orders, amounts a thing (10,760 before); workings at any link, in
        # words, rates and money, which ways things go by premises and by two amounts (14,151 before); what may be
        # meant by a working, and what leads to a formula with its unit (15,250 before)
        # formulas around orders, where an approximation is said to hold (15,571 before)
        "answers": 16_348,
        "documents": 4_397,  # a formula of numbers with the number behind it in words (4,165 before that)
        "tables": 2_959,  # columns under formulas of the text, tables of the same rows, what binds in a row
        "reckoning": 6_845,  # patterns of words, multiples, clocks, and where each says nothing (5,260 before)
        "laws": 7_037,  # intensities beside the one ridge, bits of declared letters (5,488 before that)
        "proofreading": 2_659,  # what is no equation of real numbers, counts that are nouns, registers, units left out
        "exercises": 595,  # which factors are half right
    },
}
# How many modules of a floor have no test file of their own and are judged with others, by the reasons that
# ``docs/judges.py`` gives: a new module brings tests/test_NAME.py, tests/test_ROOM_NAME.py where that is taken.
JUDGED_TOGETHER = {
    "algebra": 50, "checking": 133, "tracing": 44, "model": 14, "writing": 17, "reading": 9, "evaluate": 9,
    "commands": 7, "top": 10,
}  # fmt: skip
# Test files that are called like a module and judge another one.
CALLED_ALIKE = {
    "symbolic": "thresholds with symbols left, as docs/algebra.md calls it; tracing/symbolic came later",
    "remedies": "those of all messages, typed; tracing/remedies came later",
}
# Modules that reach each other through imports, those inside of functions counted: the largest groups of a room.
CIRCLES: dict[str, list[int]] = {}
# Functions that ask which function an atom is; the others ask for a trait of its row (``algebra/ratios/functions.py``).
DISPATCHES = [
    "symroof.writing.formulas._base",  # what is printed: heads and brackets come from the rows, a logarithm has a base
    "symroof.writing.terms.base_text",  # the same in ASCII
]
# Functions of the rooms that work on atoms, nodes and programs which ask for one by a word of any other name (a part of
# a node, an operation, an argument), and why: 27 of evaluate did before operations had rows.
ASKED_BY_A_WORD = {
    "algebra.growth.relations.relate_to_limit": "a regime as it is typed",
    "algebra.growth.relations.check_sides": "a regime as it is typed",
    "algebra.optima.limited._flat": "whether the sum or the largest is to be least",
    "algebra.optima.maxima.holds_maxima": "whether the sum or the largest is to be least",
    "algebra.optima.maxima.minimised": "whether the sum or the largest is to be least",
    "algebra.optima.means.grouped_by": "whether the sum or the largest is to be least",
    "algebra.optima.means.of_groups": "whether the sum or the largest is to be least",
    "algebra.optima.optimum.optimum": "whether the sum or the largest is to be least",
    "algebra.optima.program.extreme": "which end is looked for",
    "algebra.ratios.posynomial.build": "the one maker of atoms, which folds each kind where it can",
    "algebra.trials.probe._other": "SymPy's tree worked out by nobody else's rules, so that these are tried",
    "evaluate.nodes._of": "the one walk that makes lines of the parts of a node; a constant has no operation",
}

# Functions outside of ``algebra/interop`` that ask what a node of SymPy's is, and why.
READERS = {
    "algebra.optima.constraints.asked_of": "which relation a limit is; the reader has its sides",
    "algebra.ratios.functions.expression": "how a logarithm is written for SymPy",
    "algebra.trials.probe._exactly": "equality is tried by a walk of its own, in which the reader has no part",
    "algebra.trials.probe._other": "the same",
    "algebra.trials.probe.value": "the same",
    "writing.records._case_of": "relations of SymPy's, which are printed and never read",
    "writing.records._logic": "the same",
    "writing.records.shape": "the same",
    "writing.terms.other": "what the reader puts in other functions has a name of its own in print",
}
FLAGS = ("is_Add", "is_Mul", "is_Pow", "is_Symbol", "is_Rational", "is_Integer", "is_Float", "is_Number",
         "is_Relational", "is_Piecewise", "is_Function", "is_Atom")  # fmt: skip
CLASSES = {*BY_SYMPY, *EXTREMA, *NAMED, "log", "Abs", "Mod", "Piecewise", "And", "Or", "Not", "BooleanTrue"}

# Functions above the algebra that weigh the coefficients of a sum against 0, instead of asking for its sign.
WEIGHED = {
    "reading.ratios._logarithm": "one term alone below 0 has no logarithm, whatever its sizes",
    "evaluate.box._slope": "over a box each generator has a range of its own; where none is below 0, coefficients tell",
}

ROWS = {type(row).__name__: kind for kind, row in KINDS.items() if type(row) not in (Extreme, Guard)}

# Tables at the top of a module that have rows for kinds of atom, and what is answered where a new one has no row.
TABLES = {
    "algebra.equality.normal._NORMAL": "it is built again of the normal form of its argument",
    "algebra.growth.tree._RULES": "refused: no rule for what it tends to",
    "algebra.regions.envelope._RULES": "refused: no bounds without functions",
    "algebra.signs.positivity._ABOVE": "it is not proved to be above 0",
    "algebra.signs.positivity._LOWER": "no bound is known",
    "algebra.trials.point._RULES": "none is missing: its row's own function of floats",
    "evaluate.code._SIZES": "no bound: its line is worked out where floats may overflow",
    "evaluate.doubled._WORK": "left open, and worked out in wider numbers",
    "evaluate.wide._WIDE": "its row's own rationals around it",
    "writing.formulas._HEADS": "the head that its row names",
    "writing.terms._PLAIN": "none is missing: the rows' own names",
    "writing.terms._BASES": "it is no logarithm, and printed by its row's name",
    # words of text, of node kinds and of code that others wrote: nothing here is an atom
    "algebra.growth.relations._EXTREMA": "words",
    "checking.answers.bases.BASES": "words",
    "checking.claims.miswritten._FUNCTIONS": "not known, so that no slip is proved",
    "checking.documents.normal._KNOWN": "words",
    "checking.laws.lawful._FUNCTIONS": "words",
    "checking.laws.solved._CALLS": "not known, so that nothing is solved",
    "checking.words.recited._LOGS": "words",
    "checking.proofreading.otherwise._RISING": "its arguments are not compared",
    "tracing.kernels._MIX_PARTS": "operations on arrays",
    "tracing.looks._CHOICES": "words",
    "model.functions.FUNCTIONS": "operations on arrays",
    "reading.spelling.FUNCTIONS": "refused: not read",
    "reading.tokens._PLAIN": "the heads come from the rows",
    "tracing.symbolic._FUNCTIONS": "refused: no size that is read",
    "writing.mathml._FUNCTIONS": "the heads come from the rows",
}  # fmt: skip

# What a checker looks away from, and what it takes for anything: numbers of ``type: ignore`` and of ``Any``.  What has
# no types of its own is taken so (SymPy, JAX, mpmath, arrays of any element, JSON), and what is told apart for speed.
UNTYPED = {
    "algebra": (15, 182),
    "checking": (1, 30),
    "commands": (0, 14),
    "evaluate": (2, 500),  # numbers of mpmath, and arrays
    "model": (0, 23),
    "reading": (4, 54),
    "top": (2, 67),  # what a pattern finds, as Python types it
    "tracing": (1, 398),  # the algorithm that JAX is asked for
    "writing": (1, 76),
}
IGNORED = re.compile(r"#\s*type:\s*ignore")

FILES = {
    ".".join(p.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): p for p in PACKAGE.rglob("*.py")
}


@cache
def trees() -> dict[str, ast.Module]:
    return {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in FILES.items()}


def room(name: str) -> str:
    parts = FILES[name].relative_to(PACKAGE).parts
    return parts[0] if len(parts) > 1 else "top"


def inner(name: str) -> str:
    """The room within its floor in which a module stands, "" where it stands in none."""
    parts = FILES[name].relative_to(PACKAGE / room(name)).parts
    return parts[0] if len(parts) > 1 else ""


def functions(tree: ast.AST) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    return [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]


def taken(node: ast.AST) -> list[str]:
    """The modules of ours that an import brings."""
    if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "symroof":
        return [full if (full := f"{node.module}.{a.name}") in FILES else node.module for a in node.names]
    if isinstance(node, ast.Import):
        return [a.name for a in node.names if a.name in FILES]
    return []


def only_types(tree: ast.AST) -> set[ast.AST]:
    """What stands under ``if TYPE_CHECKING`` and is never run."""
    guards = [n for n in ast.walk(tree) if isinstance(n, ast.If) and "TYPE_CHECKING" in ast.dump(n.test)]
    return {m for guard in guards for s in guard.body for m in ast.walk(s)}


@cache
def imported() -> dict[str, set[str]]:
    """What each module imports of ours, at its top and inside of functions."""
    graph = {}
    for name, tree in trees().items():
        types = only_types(tree)
        graph[name] = {t for node in ast.walk(tree) if node not in types for t in taken(node)} - {name}
    return graph


def upward(graph: Mapping[str, set[str]], where: Mapping[str, str], order: Sequence[str]) -> list[str]:
    """The imports that lead from a room to one that stands after it; what is in no room stands after all."""
    place = {n: order.index(r) if r else len(order) for n, r in where.items()}
    return sorted(f"{a} imports {b}" for a, names in graph.items() for b in names if place.get(b, -1) > place[a])


def groups(graph: dict[str, set[str]]) -> list[list[str]]:
    """The strongly connected parts of more than one module, by who reaches whom."""
    reach: dict[str, set[str]] = {}
    for start in graph:
        seen, todo = set(), [start]
        while todo:
            new = graph.get(todo.pop(), set()) - seen
            seen |= new
            todo += new
        reach[start] = seen
    parts = {frozenset(y for y in reach[x] if x in reach.get(y, ())) for x in graph if x in reach[x]}
    return sorted((sorted(p) for p in parts if len(p) > 1), key=lambda p: (-len(p), p))


def by_ruff() -> dict[str, Counter[str]]:
    limits = ("--config", "lint.mccabe.max-complexity=10", "--config", "lint.pylint.max-args=6")
    command = [sys.executable, "-m", "ruff", "check", "--no-cache", "--isolated", "--select", "C901,PLR0913", *limits]
    done = subprocess.run(
        [*command, "--output-format", "json", str(PACKAGE)], capture_output=True, text=True, check=False
    )
    out: dict[str, Counter[str]] = {"C901": Counter(), "PLR0913": Counter()}
    for found in json.loads(done.stdout):
        parts = Path(found["filename"]).relative_to(PACKAGE).parts
        out[found["code"]][parts[0] if len(parts) > 1 else "top"] += 1
    return out


def measured() -> dict[str, Counter[str]]:
    out: dict[str, Counter[str]] = {f: Counter() for f in FIGURES}
    for name, tree in trees().items():
        where, types = room(name), only_types(tree)
        out["lines"][where] += len(FILES[name].read_text(encoding="utf-8").splitlines())
        out["long"][where] += sum(f.end_lineno - f.lineno >= 60 for f in functions(tree) if f.end_lineno)
        inner = {n for f in functions(tree) for n in ast.walk(f) if taken(n)} - types
        out["inner"][where] += sum(len(taken(n)) for n in inner)
        for n in ast.walk(tree):
            if isinstance(n, ast.ImportFrom) and taken(n) and n not in types:
                out["private"][where] += sum(a.name.startswith("_") and a.name[:2] != "__" for a in n.names)
    ruff = by_ruff()
    return {**out, "complex": ruff["C901"], "parameters": ruff["PLR0913"]}


def anything(tree: ast.AST) -> int:
    """How often something is said to be Any."""
    return sum(isinstance(n, ast.Name) and n.id == "Any" for n in ast.walk(tree))


@cache
def defined(module: str) -> dict[str, frozenset[str]]:
    """The words that stand in what a module calls by a name of its own."""
    out: dict[str, frozenset[str]] = {}
    for node in trees()[module].body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            out.update({t.id: words_of(node.value, out) for t in targets if isinstance(t, ast.Name)})
    return out


def constants(module: str) -> dict[str, frozenset[str]]:
    """The words behind the names that a module has of its own or takes from another of ours."""
    taken = [n for n in ast.walk(trees()[module]) if isinstance(n, ast.ImportFrom) and n.module in FILES]
    words = {a.asname or a.name: defined(n.module or "").get(a.name, frozenset()) for n in taken for a in n.names}
    return {**words, **defined(module)}


def words_of(node: ast.AST, known: Mapping[str, frozenset[str]]) -> frozenset[str]:
    """The words in an expression, those behind a name too; of a table its keys."""
    if isinstance(node, ast.Constant):
        return frozenset([node.value]) if isinstance(node.value, str) else frozenset()
    if isinstance(node, ast.Name):
        return known.get(node.id, frozenset())
    parts = [k for k in node.keys if k] if isinstance(node, ast.Dict) else ast.iter_child_nodes(node)
    return frozenset(w for part in parts for w in words_of(part, known))


def kinds_asked(f: ast.AST, known: Mapping[str, frozenset[str]] = {}) -> list[frozenset[str]]:
    """The names of functions that a function looks for in a ``.kind``, question by question, however it asks.

    It may compare, in a word or a constant that stands for one, look it up in a table of its own, match it, ask how
    it begins, or whether the row is that of one function.
    """
    local = {t.id for n in ast.walk(f) if isinstance(n, ast.Assign) and getattr(n.value, "attr", "") == "kind"
             for t in n.targets if isinstance(t, ast.Name)}  # fmt: skip
    out = []
    for node in ast.walk(f):
        words: frozenset[str] = frozenset()
        match node:
            case ast.Compare(left=left, comparators=others) if any(names_a_kind(s, local) for s in (left, *others)):
                words = frozenset(w for s in (left, *others) for w in words_of(s, known))
            case ast.Compare(ops=[ast.Is() | ast.IsNot()], comparators=[ast.Name() | ast.Subscript() as row]):
                words = words_of(row, known)
            case ast.Match(subject=subject, cases=cases) if names_a_kind(subject, local):
                words = frozenset(w for c in cases for w in words_of(c.pattern, known))
            case ast.Subscript(value=ast.Dict() as table, slice=key) if names_a_kind(key, local):
                words = words_of(table, known)
            case ast.Call(func=ast.Attribute(value=kind, attr="startswith"), args=args) if names_a_kind(kind, local):
                words = frozenset(k for a in args for w in words_of(a, known) for k in KINDS if w and k.startswith(w))
            case ast.Call(func=ast.Name(id="isinstance"), args=[_, asked]):
                words = frozenset(ROWS[n.id] for n in ast.walk(asked) if isinstance(n, ast.Name) and n.id in ROWS)
        if words & KINDS.keys():
            out.append(words & KINDS.keys())
    return out


def words_asked(f: ast.AST, known: Mapping[str, frozenset[str]] = {}) -> bool:
    """Whether a function compares anything with the name of a kind: part of a node, operation of a program."""
    for node in ast.walk(f):
        asked: list[ast.AST] = []
        match node:
            case ast.Compare(left=left, ops=[ast.Eq() | ast.NotEq() | ast.In() | ast.NotIn()], comparators=[other]):
                asked = [left, other]
            case ast.Match(cases=cases):
                asked = [c.pattern for c in cases]
            case ast.Call(func=ast.Attribute(attr="startswith"), args=args):
                asked = list(args)
            case ast.Subscript(value=ast.Dict() as table) | ast.Call(func=ast.Attribute(value=ast.Dict() as table)):
                asked = [table]
        if any(words_of(x, known) & KINDS.keys() for x in asked):
            return True
    return False


def nodes_asked(f: ast.AST, known: Mapping[str, frozenset[str]] = {}) -> bool:
    """Whether a function asks what a node of SymPy's is: by its flags, or by the name of its class.

    Whether any object at all is a symbol of SymPy's (``getattr(x, "is_Symbol", False)``) is another question.
    """
    named = {t.id for n in ast.walk(f) if isinstance(n, ast.Assign) and names_a_class(n.value)
             for t in n.targets if isinstance(t, ast.Name)}  # fmt: skip
    for node in ast.walk(f):
        match node:
            case ast.Attribute(attr=flag) if flag in FLAGS:
                return True
            case ast.Compare(left=left, comparators=[other]):
                called = names_a_class(left) or (isinstance(left, ast.Name) and left.id in named)
                if called and words_of(other, known) & CLASSES:
                    return True
    return False


def names_a_class(node: ast.AST) -> bool:
    """Whether this is ``type(x).__name__``, alone or the first of several."""
    first = node.elts[0] if isinstance(node, ast.Tuple) and node.elts else node
    return isinstance(first, ast.Attribute) and first.attr == "__name__" and isinstance(first.value, ast.Call)


def weighs(f: ast.AST) -> bool:
    """Whether a function compares something with 0 and goes through the coefficients of a sum."""
    of = [n.value for n in ast.walk(f) if isinstance(n, ast.Attribute) and n.attr in ("values", "items")]
    over = any(getattr(x, "attr", getattr(x, "id", "")) == "terms" for x in of)
    order = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
    compared = [n for n in ast.walk(f) if isinstance(n, ast.Compare) and isinstance(n.ops[0], order)]
    zero = [c for n in compared for c in (n.left, *n.comparators) if isinstance(c, ast.Constant) and c.value == 0]
    return over and bool(zero)


def alone(f: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.AST:
    """A function without those that are defined in it, which are asked by themselves."""
    own = [s for s in f.body if not isinstance(s, ast.FunctionDef | ast.AsyncFunctionDef)]
    return ast.Module(body=own, type_ignores=[])


def names_a_kind(node: ast.AST, local: Set[str]) -> bool:
    """Whether an expression holds the ``.kind`` of something, or a name given to one."""
    parts = list(ast.walk(node))
    asked = any(isinstance(n, ast.Attribute) and n.attr == "kind" for n in parts)
    return asked or any(isinstance(n, ast.Name) and n.id in local for n in parts)


def dispatches(tree: ast.AST, known: Mapping[str, frozenset[str]] = {}) -> list[str]:
    """The functions that ask which function an atom is."""
    return [f.name for f in functions(tree) if kinds_asked(f, known)]


MAKES_TABLES = ("frozenset", "fromkeys", "Fixed", "MappingProxyType", "dict", "set")


def tables_of_kinds(tree: ast.Module) -> list[str]:
    """The names at the top of a module behind which stand kinds of atom, word by word, as keys or as members."""
    out = []
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.expr):
            words = written(node.value) & KINDS.keys()
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if isinstance(target, ast.Name) and (words - EXTREMES.keys() or words >= EXTREMES.keys()):
                out.append(target.id)
    return out


def may_hold_a_table(text: str) -> bool:
    """Whether a module quotes enough kinds to have a table of them: the others need not be parsed."""
    quoted = {kind for kind in KINDS if f'"{kind}"' in text or f"'{kind}'" in text}
    return bool(quoted - EXTREMES.keys()) or quoted >= EXTREMES.keys()


def written(node: ast.expr) -> frozenset[str]:
    """The words in a table that say which rows it has: keys, members, and those that dict.fromkeys is given."""
    match node:
        case ast.Dict(keys=keys, values=values):
            spread = [v for k, v in zip(keys, values) if k is None]
            return frozenset().union(*(written(x) for x in (*(k for k in keys if k), *spread)))
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=[table, *_]) if name in MAKES_TABLES:
            return written(table)
        case ast.Set(elts=parts) | ast.Tuple(elts=parts) | ast.List(elts=parts):
            return frozenset().union(*map(written, parts))
        case ast.BinOp(left=left, right=right):
            return written(left) | written(right)
        case ast.Constant(value=str() as word):
            return frozenset([word])
    return frozenset()


@pytest.mark.slow
def test_no_room_outgrows_its_budget() -> None:
    found = measured()
    over = [
        f"{where}: {figure} {found[figure][where]}, at most {limits[i]}"
        for where, limits in BUDGET.items()
        for i, figure in enumerate(FIGURES)
        if found[figure][where] > limits[i]
    ]
    assert not over, "mend it, or raise the budget in tests/test_house.py and say why: " + "; ".join(over)
    assert set(found["lines"]) == set(BUDGET)


@pytest.mark.slow
def test_no_more_is_taken_for_anything() -> None:
    """By mypy, whose strictness says nothing of what it is told to pass over."""
    ignored, taken_so = Counter[str](), Counter[str]()
    for name, tree in trees().items():
        ignored[room(name)] += len(IGNORED.findall(FILES[name].read_text(encoding="utf-8")))
        taken_so[room(name)] += anything(tree)
    found = {where: (ignored[where], taken_so[where]) for where in BUDGET}
    assert set(UNTYPED) == set(BUDGET)
    over = {w: n for w, n in found.items() if any(x > most for x, most in zip(n, UNTYPED[w], strict=True))}
    assert not over, f"say what it is, or raise UNTYPED in tests/test_house.py and say why: {over}"


@pytest.mark.slow
def test_no_new_circle() -> None:
    """At the top of files and inside of functions."""
    graph = imported()
    top = {n: {t for node in tree.body for t in taken(node)} - {n} for n, tree in trees().items()}
    assert len(list(TopologicalSorter(top).static_order())) >= len(FILES)
    for where in {room(n) for n in FILES}:
        sizes = [len(g) for g in groups(graph) if room(g[0]) == where]
        allowed = CIRCLES.get(where, [])
        assert len(sizes) <= len(allowed), (where, groups(graph))
        assert all(s <= a for s, a in zip(sizes, allowed)), (where, groups(graph))


@pytest.mark.slow
@pytest.mark.parametrize("floor", INNER)
def test_the_rooms_of_a_floor_stand_in_order(floor: str) -> None:
    """Each imports only those before it, inside of functions too; what stands in none says who answers them."""
    where = {n: inner(n) for n in FILES if room(n) == floor}
    assert [n for n, r in where.items() if not r] == [f"symroof.{floor}"]
    assert set(where.values()) - {""} == set(INNER[floor])
    assert upward({n: imported()[n] for n in where}, where, list(INNER[floor])) == []


def test_no_room_of_a_floor_outgrows_its_budget() -> None:
    found: Counter[str] = Counter()
    for name in FILES:
        if room(name) in INNER:
            found[f"{room(name)}/{inner(name)}"] += len(FILES[name].read_text(encoding="utf-8").splitlines())
    limits = {f"{floor}/{r}": limit for floor, rooms in INNER.items() for r, limit in rooms.items()}
    over = [f"{r}: {found[r]} lines, at most {limit}" for r, limit in limits.items() if found[r] > limit]
    assert not over, "mend it, or raise the budget in tests/test_house.py and say why: " + "; ".join(over)


@pytest.mark.slow
@pytest.mark.parametrize("where", [f"{floor}.{r}" for floor, rooms in INNER.items() for r in rooms])
def test_a_room_says_in_which_order_to_read_it(where: str) -> None:
    """Every file is named once, after those it imports; and nothing is exported, for a name has one home."""
    home = f"symroof.{where}"
    assert len(trees()[home].body) == 1
    read = [f"{home}.{m}" for m in re.findall(r"``(\w+)``", ast.get_docstring(trees()[home]) or "")]
    assert sorted(read) == sorted(n for n in FILES if n.startswith(home + "."))
    late = [f"{a} before {b}" for i, a in enumerate(read) for b in read[i:] if b in imported()[a]]
    assert late == []


@pytest.mark.slow
def test_atoms_are_asked_for_traits_not_for_their_names() -> None:
    """Only the room's own table and walk know which functions there are; a new one answers by its row."""
    homes = ("symroof.algebra.ratios.fold", "symroof.algebra.ratios.functions")
    found = [f"{n}.{f}" for n, tree in trees().items() if n not in homes for f in dispatches(tree, constants(n))]
    assert sorted(found) == DISPATCHES


def found_in(rooms: Sequence[str], asks: Callable[[ast.AST, Mapping[str, frozenset[str]]], bool]) -> list[str]:
    """The functions of some rooms that ask something."""
    out = []
    for n, tree in trees().items():
        short = n.removeprefix("symroof.")
        if n.startswith(tuple(f"symroof.{r}" for r in rooms)):
            known = {k: v for k, v in constants(n).items() if f"{short}.{k}" not in TABLES}
            out += [f"{short}.{f.name}" for f in functions(tree) if asks(alone(f), known)]
    return sorted(set(out))


@pytest.mark.slow
def test_no_word_stands_for_a_kind_where_its_row_could_be_asked() -> None:
    """Parts of nodes and operations of programs have rows (``evaluate/operations.py``), as atoms have."""
    homes = ("algebra.ratios.fold.", "algebra.ratios.functions.", "evaluate.operations.")
    found = found_in(("algebra", "evaluate", "writing"), words_asked)
    others = [f for f in found if not f.startswith(homes) and f"symroof.{f}" not in DISPATCHES]
    assert others == sorted(ASKED_BY_A_WORD)


@pytest.mark.slow
def test_what_a_node_of_sympys_is_is_asked_in_one_room() -> None:
    """Who goes through an expression is a ``Nodes`` of ``algebra/interop/nodes.py``: mypy names what he forgot."""
    found = found_in(("algebra", "evaluate", "writing", "model", "reading", "checking", "tracing"), nodes_asked)
    assert [f for f in found if not f.startswith("algebra.interop.")] == sorted(READERS)


@pytest.mark.slow
def test_nobody_above_the_algebra_weighs_coefficients_against_0() -> None:
    """The sign of a sum is ``algebra/signs/sign.py``'s, and ``signs/shift.py``'s about other least sizes."""
    assert found_in(("model", "evaluate", "tracing", "reading"), lambda f, _: weighs(f)) == sorted(WEIGHED)
    assert "algebra.signs.shift.never_below" in found_in(("algebra.signs",), lambda f, _: weighs(f))


@pytest.mark.slow
def test_a_table_of_kinds_says_what_a_missing_row_answers() -> None:
    """``TABLE.get(a.kind)`` asks which function an atom is as well: a new function has a row in none of them."""
    homes = "symroof.algebra.ratios.functions"
    text = {n: path.read_text(encoding="utf-8") for n, path in FILES.items() if n != homes}
    found = [
        f"{n.removeprefix('symroof.')}.{x}"
        for n in text
        if may_hold_a_table(text[n])
        for x in tables_of_kinds(ast.parse(text[n]))
    ]
    assert sorted(found) == sorted(TABLES)


def test_the_measures_see_what_they_measure() -> None:
    """Each measure on a case typed by hand: a test that cannot fail judges nothing."""
    assert groups({"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": set(), "e": {"e"}}) == [["a", "b", "c"]]
    graph = {"a": {"b", "x"}, "b": {"a", "c"}, "c": {"os"}, "x": {"a"}}
    where = {"a": "high", "b": "low", "c": "low", "x": ""}
    assert upward(graph, where, ["low", "high"]) == ["a imports x", "b imports a"]
    assert upward(graph, where, ["high", "low"]) == ["a imports b", "a imports x"]
    code = "def f(a):\n    if a.kind in ('max', 'min'):\n        return 1\ndef g(a):\n    return a.kind == 'ray'\n"
    assert dispatches(ast.parse(code)) == ["f"]
    for asked in ("a.kind == LOG", "a.kind in (LOG, 'ray')", "{'max': 1, 'ray': 2}[a.kind]", "a.kind.startswith('if')",
                  "isinstance(a.row, Log2)", "a.row is LOG", "{x.kind for x in a} <= {'base'}"):  # fmt: skip
        assert dispatches(ast.parse(f"def f(a):\n    return {asked}\n"), {"LOG": frozenset({"log2"})}) == ["f"], asked
    code = "def f(a):\n    kind = a.kind\n    match kind:\n        case 'max':\n            return 1\n"
    assert dispatches(ast.parse(code)) == ["f"]
    for asked in ("a.kind == RAY", "a.row.rounds", "TABLE[a.kind]", "isinstance(a.row, Ray)", "a.row is None"):
        assert not dispatches(ast.parse(f"def f(a):\n    return {asked}\n"), {"RAY": frozenset({"ray"})}), asked
    for asked in ("node[0] in ('max', 'min')", "op == 'log2'", "op not in LOG", "lines[i][0] == 'max'",
                  "{'max': 1}[op]", "{'ceil': 1}.get(op)", "kind.startswith('if<')", "g(a[0]) == 'base'"):  # fmt: skip
        assert words_asked(ast.parse(f"def f(a):\n    return {asked}\n"), {"LOG": frozenset({"log2"})}), asked
    for asked in ("op == 'mul'", "part(node).rounds", "ROWS[op].extreme > 0", "f('max')", "op in SETS"):
        assert not words_asked(ast.parse(f"def f(a):\n    return {asked}\n"), {"LOG": frozenset({"log2"})}), asked
    for asked in ("e.is_Add", "not x.args[0].is_Integer", "type(e).__name__ == 'Max'", "type(e).__name__ in NAMES"):
        assert nodes_asked(ast.parse(f"def f(e):\n    return {asked}\n"), {"NAMES": frozenset({"ceiling"})}), asked
    assert nodes_asked(
        ast.parse("def f(e):\n    kind, made = type(e).__name__, 1\n    return type(e).__name__ == 'log'")
    )
    for asked in ("e.args", "kind_of(e) == SUM", "type(e).__name__ == 'Ray'", "kind == 'Max'"):
        assert not nodes_asked(ast.parse(f"def f(e):\n    return {asked}\n")), asked
    assert weighs(ast.parse("def f(p):\n    return min(p.terms.values()) >= 0"))
    assert weighs(ast.parse("def f(p):\n    return all(c > 0 for m, c in p.num.terms.items())"))
    assert not weighs(ast.parse("def f(p):\n    return sign(p).low and len(p.terms) > 0"))
    for table in ("{'ceil': 1, 'ray': 2}", "frozenset(('log2', 'sub'))", "{**dict.fromkeys(('max', 'min'), 1), 'a': 2}",
                  "{'ray'} | {'exp'}", "Fixed({'if<': 1})"):  # fmt: skip
        assert tables_of_kinds(ast.parse(f"T: dict[str, int] = {table}")) == ["T"], table
        assert may_hold_a_table(table), table
    for table in ("{'ray': 'ceil'}", "{'max': 1}", "f('ray', 'ceil')", "{k: 1 for k in FUNCTIONS}", "'ceil or floor'"):
        assert not tables_of_kinds(ast.parse(f"T = {table}")), table
    assert anything(ast.parse("from typing import Any\ndef f(x: Any, *y: list[Any]) -> Any: ...")) == 3
    assert IGNORED.findall("x = 1  # type: ignore[misc]\ny = 2  #type:ignore\n") == ["# type: ignore", "#type:ignore"]
    assert only_types(ast.parse("if TYPE_CHECKING:\n    import os\n"))
    assert taken(ast.parse("from symroof.algebra.ratios import poly").body[0]) == ["symroof.algebra.ratios.poly"]
    assert (
        taken(ast.parse("from symroof.algebra.ratios.poly import Poly, term").body[0])
        == ["symroof.algebra.ratios.poly"] * 2
    )


def judges() -> dict[str, Any]:
    """What docs/judges.py defines, which is a script beside the pages."""
    return runpy.run_path(str(ROOT / "docs" / "judges.py"))


def judged_together(mapping: Mapping[str, Sequence[str]], own: Callable[[str], Sequence[str]]) -> list[str]:
    """The modules whose first test is none of their own, those that only open a folder or a process left out."""
    modules = [m for m in mapping if m.rpartition("/")[2] not in ("__init__", "__main__")]
    return [m for m in modules if mapping[m][0] not in own(m)]


def test_where_the_test_of_a_module_is() -> None:
    """In a file of its name, or in one that says why several modules are judged in it."""
    page = judges()
    mapping, own = page["mapping"](), page["own"]
    with_others = judged_together(mapping, own)
    reasons = " ".join(page["TOGETHER"].values()).split()
    assert len(reasons) == len(set(reasons))
    assert {mapping[m][0] for m in with_others} == set(reasons), "give it tests/test_NAME.py, or a reason in TOGETHER"
    found = Counter(m.partition("/")[0] if "/" in m else "top" for m in with_others)
    more = {where: n for where, n in found.items() if n > JUDGED_TOGETHER[where]}
    assert not more, f"a new module brings tests/test_NAME.py, or say why not in tests/test_house.py: {more}"


def test_a_test_that_is_called_like_a_module_is_that_modules() -> None:
    page = judges()
    mapping, own = page["mapping"](), page["own"]
    called: dict[str, set[str]] = {}
    for m in mapping:
        for name in own(m):
            called.setdefault(name, set()).add(mapping[m][0])
    tests = {p.stem.removeprefix("test_") for p in Path(__file__).parent.glob("test_*.py")}
    assert {t for t in tests & set(called) if t not in called[t]} == set(CALLED_ALIKE)
    first = [mapping[m][0] for m in mapping if mapping[m][0] in own(m)]
    assert len(first) == len(set(first)), "one file cannot be the own test of two modules"


def test_a_module_without_a_test_of_its_own_is_seen() -> None:
    """Both outcomes, typed by hand."""
    own = judges()["own"]
    rows = {"a/b/tree": ["tree"], "a/c/tree": ["c_tree", "tree"], "d": ["tree"], "a/__init__": ["house"]}
    assert judged_together(rows, own) == ["d"]
    assert judged_together({**rows, "a/e/leaf": ["a_leaf"]}, own) == ["d", "a/e/leaf"]


@pytest.mark.slow
def test_a_path_tells_the_test_files_of_its_module() -> None:
    told = [sys.executable, "docs/judges.py", "symroof/algebra/growth/tree.py", "tracing/costs"]
    done = subprocess.run(told, cwd=ROOT, capture_output=True, text=True, check=True)
    nearest = done.stdout.splitlines()
    assert nearest[:2] == ["tests/test_leading.py", "tests/test_probes_leading.py"]
    assert "tests/test_tracing_costs.py" in nearest
    assert all((ROOT / name).is_file() for name in nearest)
    done = subprocess.run([*told[:2], "symroof/tre.py"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "symroof/tre.py is no module of the package" in done.stderr


def test_lint_and_layout_are_asked_alike_wherever_they_are_asked() -> None:
    """One scope, everything; one range of versions, which the hook before a commit is within."""
    asked = {".ci/run", "CONTRIBUTING.md", ".github/workflows/tests.yml"}
    for path in asked:
        commands = re.findall(r"\bruff (check|format)\b(.*?)(?: &&|$)", (ROOT / path).read_text("utf-8"), re.MULTILINE)
        assert sorted(map("".join, commands)) == ["check .", "format --check ."], path
    hook = (ROOT / ".pre-commit-config.yaml").read_text("utf-8")
    assert re.findall(r"id: (ruff-\w+)\n +args: (.*)\n +pass_filenames: false", hook) == [
        ("ruff-check", '["."]'),
        ("ruff-format", '["."]'),
    ]
    low, high = re.findall(r"\"ruff>=([\d.]+),<([\d.]+)\"", (ROOT / "pyproject.toml").read_text("utf-8"))[0]
    rev = re.findall(r"rev: v([\d.]+)", hook)[0]
    as_numbers = [tuple(map(int, v.split("."))) for v in (low, rev, high)]
    assert as_numbers[0] <= as_numbers[1] < as_numbers[2]


def test_every_python_of_the_matrix_is_promised() -> None:
    matrix = re.findall(r"python: \[(.*)\]", (ROOT / ".github/workflows/tests.yml").read_text("utf-8"))[0]
    promised = re.findall(r"Python :: (3\.\d+)", (ROOT / "pyproject.toml").read_text("utf-8"))
    assert re.findall(r"[\d.]+", matrix) == promised
