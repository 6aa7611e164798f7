"""Who judges what: for each module the tests that judge it, and who judges in them, from outside.

    python docs/judges.py            prints docs/developers/judges.md; a test holds that the page is what this prints

Written by hand are the three tables below; the modules and the tests are those that there are.
"""

from __future__ import annotations

from itertools import chain
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "symroof"

JUDGES = {
    "points": "the definition of the question itself, in exact rationals, at random points and where it hurts",
    "loops": "loops that count one operation or byte after another, and devices that carry a plan out, entry by entry",
    "search": "brute force: every size up to a bound, every corner, every combination of printed values",
    "SymPy": "another CAS: `cancel`, `limit`, `simplify`, SymPy's own reader",
    "mpmath": "mpmath at 60 digits and more",
    "NumPy": "NumPy, SciPy and array libraries on the same numbers",
    "XLA": "XLA: `cost_analysis` of the compiled program, and its text",
    "PyTorch": "`torch.utils.flop_counter`, and modules run",
    "published": "counts and formulas of papers, makers' data sheets",
    "book": "the textbook's printed answers, typed by hand",
    "hand": "verdicts and values worked out by hand, most of them before the first run",
    "planted": "errors planted by a generator that has an evaluator of its own",
    "Lark": "Lark, on the same grammars",
    "CommonMark": "markdown-it-py's reading of the whole document",
    "Python": "Python and its library: another process, `dataclasses`, `pickle`, `compile`, `ast`, `inspect`",
    "Click": "Click, on the same arguments",
    "types": "type checkers: mypy and pyright, on a user's file",
    "linters": "ruff, and the syntax trees",
    "readers": "what reads the files elsewhere: Matplotlib, XML, PDF, JSON and notebook readers",
    "renderer": "Matplotlib's renderer, which measures what was drawn",
    "IPython": "IPython's display machinery, and a notebook executed",
    "KaTeX": "KaTeX, npm's",
    "TeX": "LaTeX engines, which set every exported formula (`.ci/tex`)",
    "browser": "Chromium without a head (`tools/look.mjs`, `tools/try_playground.mjs`, `tools/columns.mjs`)",
    "clock": "the clock, as ratios in one run",
    "system": "the operating system: killed processes, other writers, signals, full disks, memory that is counted",
    "broken": "answers and theorems broken on purpose (`benchmarks/mutants.py`, `benchmarks/breaks.py`)",
}

# who judges in a test module, ``tests/test_NAME.py``, or in a script elsewhere
BY = {
    "absolute": "points", "against_sympy": "SymPy points", "answer": "hand", "answers_by_others": "hand",
    "answers_by_cause": "hand", "answers_by_strangers": "hand", "answers_in_prose": "hand",
    "answers_by_structure": "hand",
    "answers_at_first_sight": "hand", "exponential": "mpmath SymPy NumPy",
    "forms": "readers linters hand", "gist": "hand",
    "clauses": "hand", "patterns": "clock", "wild": "published hand",
    "reckoned": "hand planted", "laws_in_letters": "hand published", "ridges": "hand planted",
    "letters_and_directions": "hand planted", "formulas_and_tables": "hand planted", "table_relations": "hand planted",
    "solved": "hand planted", "tendencies": "hand planted", "rowed": "hand planted",
    "changed": "hand planted", "recalled": "hand planted", "apiece": "hand planted",
    "proofread_strangers": "hand planted", "opposed": "hand planted", "other_kinds": "hand",
    "shares_and_values": "Python",
    "answers_examined": "hand", "answers_explained": "hand",
    "typed_constants": "hand mpmath SymPy", "defects": "hand points SymPy types",
    "misfits": "hand", "answers_fresh": "hand", "answers_in_numbers": "hand book", "answers_in_steps": "hand loops",
    "bounds_traced": "points hand", "branches_traced": "points hand",
    "ones_traced": "points hand", "remedies_traced": "hand points", "unions_traced": "loops hand",
    "carried_traced": "points hand",
    "attack": "points", "bank": "hand", "beside": "hand", "edges_of_sizes": "hand", "edges_traced": "points hand",
    "binds": "hand",
    "binding": "NumPy points", "book_labels": "hand book", "bottleneck": "search points", "cells": "hand",
    "chapters": "hand", "chips": "published", "claims": "book hand", "cli": "Click hand", "cluster": "system NumPy",
    "columns": "hand planted", "spoken": "hand planted",
    "collectives": "loops book", "constants": "book", "derivations": "Python", "derive": "hand book",
    "derived": "loops", "differential": "points", "docs": "Python", "document": "system", "documents": "planted hand",
    "digits": "mpmath",
    "door": "SymPy", "dtypes": "hand", "evaluators": "points NumPy", "exercise": "hand", "explore": "hand",
    "fields": "points", "fix_as_written": "hand", "floors": "linters", "fold": "mpmath hand", "formula": "hand",
    "hostile": "system hand", "dead": "linters", "fast_tier": "Python clock", "house": "linters",
    "identity": "points", "inequality": "points hand",
    "judges": "linters", "katex": "KaTeX", "keywords": "Python hand", "label_places": "renderer",
    "latex": "SymPy points hand", "layout": "loops", "leading": "points SymPy hand", "lettering": "hand",
    "live_traced": "loops XLA hand", "moved_traced": "hand loops", "partitioned": "XLA hand",
    "parts_traced": "XLA hand",
    "machines": "published book", "markdown": "CommonMark hand clock", "misuse": "hand", "mixed": "mpmath",
    "model_edges": "hand", "mutants": "broken Python", "near_miss": "hand", "notation": "hand book",
    "notebook_errors": "IPython", "numbered": "hand", "numeric": "NumPy mpmath points", "one_plan": "loops",
    "ops": "loops NumPy book", "optimum": "search NumPy points", "ordered": "hand",
    "outside_judge": "points loops search", "outside_algebra": "search hand",
    "package": "Python", "page": "readers hand", "pictures": "hand readers",
    "planted": "planted", "plot": "readers book", "plot_command": "readers", "positivity": "search",
    "posynomial": "SymPy points hand", "probes_identity": "points", "probes_leading": "points mpmath",
    "probes_threshold": "points", "proofread": "hand planted", "proofread_command": "hand readers",
    "proofread_growth": "clock", "proofread_rules": "hand", "proofreading_page": "Python", "public_values": "Python",
    "quantity": "hand", "ranges": "search", "readme": "Python", "reasons": "points", "records": "Python",
    "regime": "search NumPy",
    "region": "search mpmath hand", "remedies": "hand", "result_memory": "system", "rich": "IPython",
    "rooted": "mpmath NumPy hand", "lone_units": "hand",
    "runner": "Python", "sentences": "hand", "sharded": "loops book", "sign": "points hand", "site": "Python",
    "sizes": "hand", "start": "Click Python", "strategy": "loops book", "sweep_tables": "readers",
    "symbolic": "points", "symbols": "SymPy", "sync_safety": "system", "tables": "Lark", "tails": "points",
    "pieces": "hand points",
    "isolated": "mpmath hand", "signed_powers": "points hand", "domains_of_roots": "hand", "needs": "points",
    "within": "points",
    "terminal": "system",
    "textbook": "book SymPy points", "threshold": "book hand", "tied_sizes": "hand",
    "torch_strangers": "PyTorch hand", "traced_costs": "XLA hand loops", "traced_memory": "XLA hand",
    "torch_trace": "PyTorch published", "tracing": "loops XLA published",
    "tracing_strangers": "XLA hand", "trial": "broken points", "trusted": "hand points", "typed_answers": "hand",
    "compound": "hand", "typed_door": "types", "typed_forms": "hand", "units": "hand", "unseen_texts": "hand",
    "values": "mpmath loops hand", "vanishing": "points mpmath", "verdict_truth": "hand", "watch": "system",
    "worked": "hand", "worked_example": "mpmath types",
    ".ci/tex": "TeX", "tools/look.mjs": "browser", "tools/try_playground.mjs": "browser",
    "tools/columns.mjs": "browser KaTeX", "benchmarks/outside_conditions.py": "points",
}  # fmt: skip

# by whose tests a module is judged, room by room
TESTS = {
    "algebra": """
__init__: values door
""",
    "algebra/ratios": """
__init__: house
budget: threshold identity
evaluation: values
fold: fold values
needs: needs outside_algebra
functions: values evaluators worked_example
poly: posynomial fold
posynomial: posynomial
sizes: sizes
""",
    "algebra/signs": """
__init__: house
condition: region fields symbolic
constant: sign values
factor: identity differential
linear: optimum
mixed: mixed differential
positivity: positivity sign mutants
roots: region differential
sign: sign
closed: region probes_threshold
""",
    "algebra/interop": """
__init__: house
door: door textbook
guard: door values
reader: door textbook
writer: door
closed: region probes_threshold
""",
    "algebra/trials": """
__init__: house
borders: trial
glance: posynomial trial
point: trial
probe: trial ranges
reproduce: trial
trial: trial
""",
    "algebra/growth": """
__init__: house
cases: trial probes_leading
cone: regime
leading: leading probes_leading outside_judge
newton: differential leading
order: leading regime
regime: regime leading
relations: regime
tree: leading probes_leading
""",
    "algebra/equality": """
__init__: house
identity: identity probes_identity outside_judge
normal: identity probes_identity
nested: identity outside_judge
defined: outside_algebra
""",
    "algebra/regions": """
__init__: house
apart: threshold symbolic
asking: region threshold
axis: region probes_threshold
bottleneck: bottleneck
composite: region probes_threshold vanishing
domain: outside_algebra
ends: outside_algebra
envelope: tails isolated
implicit: region vanishing probes_threshold
isolated: isolated
kinds: region threshold probes_threshold
outcome: threshold symbolic
overlay: region isolated
located: rooted
padding: region probes_threshold
pieces: pieces
reasons: reasons outside_judge
region: region outside_judge symbolic benchmarks/outside_conditions.py
shape: reasons
steps: region vanishing
tails: tails isolated
poles: needs outside_algebra
within: within outside_judge
""",
    "algebra/optima": """
__init__: house
certificate: optimum
constraints: optimum
limited: optimum outside_judge
maxima: optimum
means: optimum outside_judge
optimum: optimum outside_judge
program: optimum
tiles: optimum
""",
    "reading": """
__init__: formula floors
chain: formula proofread
formula: formula trusted claims
grammar: formula
lalr: tables
markdown: markdown
measures: quantity trusted
nodes: formula units
notation: notation tables
program: notation ops
quantity: quantity trusted
ratios: formula claims
spelling: formula worked_example
tables: tables
tokens: formula lettering
compound: compound
units: units
""",
    "model": """
binds: binds bottleneck edges_of_sizes
__init__: floors ops
amounts: ops
collectives: collectives outside_judge
counting: ops one_plan edges_of_sizes
derive: derive answers_in_numbers
dominance: one_plan
facts: collectives
functions: ops
fusing: ops
given: model_edges sizes lone_units
layout: layout one_plan outside_judge
memory: strategy
onchip: ops
ops: ops textbook outside_judge
pieces: model_edges one_plan
plan: one_plan sharded
rates: one_plan model_edges
reshard: layout one_plan
roofline: collectives sharded pictures outside_judge
search: one_plan
strategy: strategy one_plan
threshold: threshold sharded outside_judge
training: strategy
""",
    "tracing": """
__init__: tracing
arranged: traced_memory moved_traced
asked: tracing
attempt: tracing_strangers
bounds: bounds_traced
carried: carried_traced
certain: tracing
command: tracing
compare: tracing
costs: tracing tracing_strangers traced_costs
deadline: tracing
door: tracing torch_trace typed_door
edges: tracing
examples: tracing
exchange: tracing
failure: tracing_strangers torch_strangers
given: tracing
graph: tracing live_traced
gspmd: partitioned tracing_strangers
held: tracing
inplace: live_traced
jax_control: tracing_strangers live_traced
jax_door: tracing tracing_strangers
jax_network: tracing tracing_strangers partitioned
jax_parts: tracing parts_traced
jax_program: tracing
jax_rules: tracing tracing_strangers edges_traced traced_costs
jax_site: tracing traced_costs
jax_trace: tracing
kernels: tracing tracing_strangers edges_traced traced_memory carried_traced
looks: branches_traced
masks: tracing tracing_strangers
measure: tracing
naming: tracing
peak: tracing traced_memory
pictures: tracing
ones: ones_traced branches_traced
probes: tracing torch_trace bounds_traced branches_traced
program: tracing
quiet: tracing_strangers
reader: tracing
remedies: remedies_traced
shapes: tracing torch_trace
sites: tracing
symbolic: tracing_strangers tracing
table: tracing torch_strangers
torch_call: torch_trace torch_strangers
torch_certain: torch_trace
torch_costs: torch_trace torch_strangers
torch_groups: torch_strangers
torch_partial: torch_strangers
torch_tape: torch_trace
torch_trace: torch_trace torch_strangers
unions: unions_traced
unroll: torch_strangers
""",
    "evaluate": """
__init__: numeric
binding: binding
blocks: numeric binding
box: evaluators values
code: numeric evaluators
doubled: digits
engine: numeric evaluators
front: numeric values
rooted: rooted
memory: result_memory
native: numeric
nodes: evaluators values
ranges: ranges
sweeps: cluster numeric sweep_tables edges_of_sizes
scaling: numeric
wide: digits numeric
""",
    "checking": """
__init__: bank exercise
""",
    "checking/claims": """
__init__: house
verdicts: typed_door
claims: claims verdict_truth
digits: answer near_miss
rounding: trusted
leeway: unseen_texts
convention: answer trusted
excuses: trusted
numbers: trusted typed_forms
fixes: fix_as_written proofread
formulas: answer claims
inequality: inequality
coefficients: typed_forms
nearmiss: near_miss
miswritten: formulas_and_tables
lettering: lettering typed_answers
special: answer
regimes: answer
values: claims typed_answers
assumption: near_miss answer
idioms: chapters
links: proofread planted
""",
    "checking/words": """
__init__: house
lexicon: gist answers_by_strangers
resources: answers_explained typed_forms
bottlenecks: typed_forms
limiting: gist answers_by_strangers
hedges: typed_answers
existence: gist answers_by_strangers
ends: typed_forms
numerals: answers_fresh typed_answers
notations: answers_at_first_sight
currencies: answers_at_first_sight
customary: answers_at_first_sight
shouted: answers_by_cause
aloud: answers_by_cause answers_by_strangers
changes: answers_by_cause answers_by_strangers
operations: typed_answers typed_forms
remarks: typed_forms
assent: typed_answers typed_forms
sayings: answers_explained typed_forms patterns
phrases: typed_answers answers_by_others
comparisons: typed_forms
reworded: typed_forms typed_answers
shorthand: answers_at_first_sight
contrasted: typed_forms
exponents: answers_examined answers_at_first_sight
multiples: rowed
""",
    "checking/answers": """
__init__: house
limits: typed_forms
parts: typed_forms
scope: answers_examined
sided: typed_forms
twosided: typed_forms
thresholds: typed_forms
unasked: typed_forms
equations: typed_forms
branches: answers_at_first_sight
eitherway: answers_at_first_sight
bases: answers_at_first_sight
onmachine: answers_at_first_sight
provisos: typed_forms
beside: beside
steps: answers_in_steps
explained: answers_explained
plainly: gist answers_by_strangers
predicates: answers_by_cause answers_by_strangers
clauses: clauses answers_by_strangers
pieces: gist answers_by_strangers
assertion: gist answers_by_strangers
whether: gist answers_by_strangers
unstated: answers_by_cause near_miss
gist: gist answers_by_strangers
prose: answers_in_prose
alone: answers_in_prose
claimed: answers_in_prose answers_by_strangers
crossings: answers_in_prose answers_by_strangers
openly: answers_by_structure answers_by_strangers
supposed: answers_by_structure answers_by_strangers
answer: answer typed_answers claims
""",
    "checking/documents": """
__init__: house
blocks: proofread documents
indented: letters_and_directions
macros: proofread
spans: proofread documents
grid: cells
places: proofread_growth
numberstyle: unseen_texts
normal: proofread lettering
facts: proofread_rules unseen_texts
prose: proofread_rules unseen_texts chapters
context: proofread_rules unseen_texts chapters
named: derived
sizes: proofread_rules
series: proofread_rules laws_in_letters
report: proofread_command proofread
comments: proofread_command
material: proofread documents
flat: chapters ridges
statement: proofread_rules
""",
    "checking/tables": """
exceptions: proofread_strangers
__init__: house
tables: cells
columns: columns planted
lettered: letters_and_directions
relations: table_relations
ranged: table_relations
formulated: formulas_and_tables
joined: formulas_and_tables
worded: formulas_and_tables
ledgers: opposed formulas_and_tables
""",
    "checking/reckoning": """
__init__: house
figures: reckoned
slips: reckoned
reckoned: reckoned
scaled: reckoned
sentences: sentences
ordered: ordered
worked: worked
wording: sentences proofread_rules
spoken: spoken planted
opposed: opposed
periodic: formulas_and_tables
rowed: rowed
changed: changed opposed
recalled: recalled
percents: shares_and_values
apiece: apiece
inferred: reckoned
""",
    "checking/laws": """
__init__: house
contradictions: proofread_rules
composed: letters_and_directions
lawbook: laws_in_letters
roles: laws_in_letters
lawful: laws_in_letters
later: formulas_and_tables
impossible: formulas_and_tables
measured: letters_and_directions
conclusions: chapters
ridges: ridges
solved: solved
tendencies: tendencies
directions: letters_and_directions
behind: proofread_rules derived
costs: proofread_rules
derived: derived
chips: chips
cases: unseen_texts proofread_command
counted: shares_and_values
restated: proofread_rules
cells: cells
""",
    "checking/proofreading": """
__init__: house
stated: chapters
supplied: chapters
otherwise: unseen_texts
unlike: other_kinds
periods: proofread_strangers
statements: proofread_rules
proofread: proofread planted documents ridges
settings: proofread_command proofreading_page
targets: proofread_command
baseline: proofread_command
formats: proofread_command
batch: proofread_command
""",
    "checking/exercises": """
__init__: house
bank: bank exercise
exercise: exercise
""",
    "writing": """
__init__: floors
aligned: page forms
blocks: document sync_safety
cells: sync_safety
chart: plot pictures
document: document sync_safety watch numbered
draw: plot pictures
explore: explore
files: document sync_safety
formulas: latex katex .ci/tex
homes: sync_safety
labels: label_places plot
latex: latex forms
macros: document
mathml: latex page forms tools/look.mjs
naming: latex constants
page: page derivations
plot: plot plot_command pictures edges_of_sizes
records: latex rich forms
render: page tools/columns.mjs
rich: rich
tabled: rich forms
roofs: plot pictures
summary: derive answers_in_numbers sharded
terms: latex
typeset: latex forms katex .ci/tex
""",
    "commands": """
__init__: cli
check: cli exercise
common: cli terminal
derive: cli start
machines: cli
plain: start
plot: plot_command
proofread: proofread_command
run: cli runner
sync: sync_safety watch
trace: tracing
""",
    "": """
__init__: floors start typed_door site
__main__: terminal start
arrays: layout notation
audit: machines
chips: machines start
cli: cli terminal package
dtypes: dtypes
errors: misuse remedies hostile notebook_errors
here: machines
intake: sync_safety exercise
keywords: keywords public_values
lazy: records
likes: typed_door
misfits: misfits
machines: machines
records: start records
runner: runner
shipped: package cli
shown: rich notebook_errors
spelling: machines
symbols: symbols tied_sizes
""",
}


def of_room(room: str) -> dict[str, list[str]]:
    """The modules of a room, each with the names of those that judge it."""
    rows = (line.partition(":") for line in TESTS[room].split("\n") if line)
    return {module: names.split() for module, _, names in rows}


def mapping() -> dict[str, list[str]]:
    """Every module by its path in the package."""
    return {f"{room}/{m}" if room else m: names for room in TESTS for m, names in of_room(room).items()}


def modules() -> set[str]:
    """The modules that there are."""
    return {str(p.relative_to(PACKAGE).with_suffix("")) for p in PACKAGE.rglob("*.py")}


def shown(name: str) -> str:
    return f"`{name if '/' in name else f'test_{name}'}`"


def judges_of(names: list[str]) -> list[str]:
    """Who judges in these tests, those first who judge in most."""
    found = list(chain.from_iterable(BY[n].split() for n in names))
    return sorted(set(found), key=lambda j: (-found.count(j), found.index(j)))


def page() -> str:
    """The page as Markdown."""
    lines = ["# Who judges what", "",
             "No code judges itself here: a test compares with somebody else's answer. This page is printed by",
             "`python docs/judges.py` from a mapping written by hand; a test holds that every module stands in it",
             "once and that every test is named. Beside these, `benchmarks/mutants.py` breaks each theorem and",
             "asks whether a test notices, and `python -m tests.outside_judge` draws fresh questions over the",
             "whole vocabulary.",
             "",
             "## The judges", "", "| judge | who that is |", "|---|---|"]  # fmt: skip
    lines += [f"| {name} | {who} |" for name, who in JUDGES.items()]
    for room in TESTS:
        lines += ["", f"## symroof/{room}", "", "| module | tests | judges |", "|---|---|---|"]
        for module, names in of_room(room).items():
            told = ", ".join(map(shown, names))
            lines.append(f"| `{module}` | {told} | {', '.join(judges_of(names))} |")
    rest = sorted(set(BY) - set(chain.from_iterable(mapping().values())))
    lines += ["", "## Through every door", "",
              "These are about no one module: they walk documents, claims or all public names.", "",
              "| test | judges |", "|---|---|"]  # fmt: skip
    lines += [f"| {shown(n)} | {', '.join(BY[n].split())} |" for n in rest]
    return "\n".join(lines)


if __name__ == "__main__":
    print(page())
