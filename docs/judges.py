"""Who judges what: for each module the tests that judge it, and who judges in them, from outside.

    python docs/judges.py            prints docs/developers/judges.md; a test holds that the page is what this prints
    python docs/judges.py PATH...    prints the test files of modules: symroof/algebra/growth/tree.py

A module's test file has its name, ``tests/test_NAME.py``, or ``tests/test_ROOM_NAME.py`` where several modules have
that name; where it has none, its first test is one of ``TOGETHER``, which says why it is judged with others.

Written by hand are the four tables below; the modules and the tests are those that there are.
"""

from __future__ import annotations

import sys
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
    "regexes": "Python", "sought": "Python", "lastly": "hand", "workings": "hand", "ownsums": "points hand",
    "vanishing_numerators": "points hand",
    "premises": "hand", "answers_of_two_readings": "hand", "twotold": "points hand",
    "orders": "mpmath hand", "grown": "mpmath hand", "reach": "points hand",
    "loosely": "hand", "perthing": "hand", "concluded": "hand",
    "headed": "hand", "jotted": "hand", "noted": "hand", "scripts": "hand", "chatted": "hand", "things": "hand",
    "shifts": "hand", "letters_in_answers": "hand", "notes_of_hand": "hand", "counted_units": "hand",
    "trailed": "hand", "otherways": "hand", "nouned": "hand points", "surplus": "hand", "answers_in_short": "hand",
    "ones": "points hand", "tracing_remedies": "hand points", "unions": "loops hand",
    "asked_traced": "hand", "tracing_envelope": "points loops hand", "jax_vary": "XLA hand",
    "answers_told": "hand points", "renamed": "hand",
    "tongues": "hand", "coded": "Python hand", "undimensioned": "hand Python", "cased": "hand",
    "limiting_nothing": "hand", "by_the_fields_names": "hand",
    "counts_and_letters": "hand", "typed_exactness": "points hand",
    "joins": "loops hand", "operations": "Python NumPy hand", "operations_attacked": "hand loops",
    "interop_nodes": "SymPy hand", "algebra_attacked": "points mpmath loops hand",
    "asserted": "Python hand", "factors": "loops hand",
    "decimals": "Python",
    "absolute": "points", "against_sympy": "SymPy points", "answer": "hand", "answers_by_others": "hand",
    "answers_by_cause": "hand", "answers_by_strangers": "hand", "answers_as_typed": "hand", "answers_in_prose": "hand",
    "answers_by_structure": "hand", "surrounded": "hand", "changers": "hand", "around": "search hand",
    "answers_at_first_sight": "hand", "exponential": "mpmath SymPy NumPy",
    "forms": "readers linters hand", "gist": "hand",
    "clauses": "hand", "patterns": "clock", "wild": "published hand",
    "reckoned": "hand planted", "lawbook": "hand published", "ridges": "hand planted",
    "letters_and_directions": "hand planted", "formulas_and_tables": "hand planted", "tables_relations": "hand planted",
    "solved": "hand planted", "tendencies": "hand planted", "rowed": "hand planted",
    "changed": "hand planted", "poles_inside": "points", "recalled": "hand planted", "apiece": "hand planted",
    "proofread_strangers": "hand planted", "opposed": "hand planted", "unlike": "hand",
    "multiplied": "hand", "clocked": "hand", "patterned": "hand planted", "upended": "hand", "intensities": "hand",
    "inbits": "hand", "dropped": "hand", "percents": "Python", "products": "hand planted", "portions": "hand",
    "said_next": "hand", "key_nouns": "hand", "odds": "hand", "referred": "hand", "asread": "hand", "perunit": "hand",
    "sides": "hand", "missed": "hand", "pure": "hand", "sizes_of_tables": "hand",
    "answers_in_bounds_and_verdicts": "hand", "differences": "hand",
    "true_in_prose": "hand",
    "answers_examined": "hand", "answers_explained": "hand",
    "typed_constants": "hand mpmath SymPy", "defects": "hand points SymPy types",
    "misfits": "hand", "answers_fresh": "hand", "answers_in_numbers": "hand book", "answers_steps": "hand loops",
    "bounds": "points hand", "looks": "points hand", "carried": "points hand", "deadline": "hand",
    "attack": "points", "bank": "hand", "beside": "hand", "edges_of_sizes": "hand", "edges_traced": "points hand",
    "binds": "hand",
    "binding": "NumPy points", "book_labels": "hand book", "bottleneck": "search points", "cells": "hand",
    "chapters": "hand", "chips": "published", "claims": "book hand", "cli": "Click hand", "cluster": "system NumPy",
    "columns": "hand planted", "spoken": "hand planted",
    "collectives": "loops book", "constants": "book", "derivations": "Python", "derive": "hand book",
    "derived": "loops", "differential": "points", "docs": "Python", "document": "system", "documents": "planted hand",
    "doubled": "mpmath", "wholly": "points NumPy",
    "door": "SymPy", "dtypes": "hand", "evaluators": "points NumPy", "exercise": "hand", "explore": "hand",
    "fields": "points", "fixes": "hand", "floors": "linters", "fold": "mpmath hand", "formula": "hand",
    "hostile": "system hand", "dead": "linters", "fast_tier": "Python clock", "house": "linters",
    "identity": "points", "inequality": "points hand",
    "judges": "linters", "katex": "KaTeX", "keywords": "Python hand", "labels": "renderer",
    "latex": "SymPy points hand", "layout": "loops", "leading": "points SymPy hand", "lettering": "hand",
    "live_traced": "loops XLA hand", "moved_traced": "hand loops", "gspmd": "XLA hand",
    "jax_parts": "XLA hand",
    "machines": "published book", "markdown": "CommonMark hand clock", "misuse": "hand", "mixed": "mpmath",
    "model_edges": "hand", "mutants": "broken Python", "nearmiss": "hand", "notation": "hand book",
    "shown": "IPython", "numbered": "hand", "numeric": "NumPy mpmath points", "plan": "loops",
    "ops": "loops NumPy book", "optimum": "search NumPy points", "ordered": "hand",
    "outside_judge": "points loops search", "outside_algebra": "search hand",
    "package": "Python", "page": "readers hand", "roofs": "hand readers",
    "planted": "planted", "plot": "readers book", "commands_plot": "readers", "positivity": "search",
    "posynomial": "SymPy points hand", "probes_identity": "points", "probes_leading": "points mpmath",
    "probes_threshold": "points", "proofread": "hand planted", "commands_proofread": "hand readers",
    "proofread_growth": "clock", "proofread_rules": "hand", "proofreading_page": "Python", "public_values": "Python",
    "quantity": "hand", "ranges": "search", "readme": "Python", "reasons": "points", "records": "Python",
    "regime": "search NumPy",
    "region": "search mpmath hand", "remedies": "hand", "evaluate_memory": "system", "rich": "IPython",
    "rounded_numbers": "points mpmath", "rooted": "mpmath NumPy hand", "model_given": "hand",
    "runner": "Python", "sentences": "hand", "sharded": "loops book", "shift": "points hand", "sign": "points hand",
    "site": "Python",
    "sizes": "hand", "start": "Click Python", "strategy": "loops book", "sweeps": "readers",
    "symbolic": "points", "symbols": "SymPy", "sync": "system", "tables": "Lark", "tails": "points",
    "pieces": "hand points", "corners": "hand points",
    "levels": "hand Python", "fixed": "loops XLA hand",
    "isolated": "mpmath hand", "signed_powers": "points hand", "domains_of_roots": "hand", "needs": "points",
    "lowest": "SymPy hand", "layers_divide": "loops", "asked_before": "hand", "patterns_end": "hand",
    "narrowed_answers": "hand", "narrowed_readings": "hand",
    "within": "points",
    "terminal": "system",
    "textbook": "book SymPy points", "threshold": "book hand", "tied_sizes": "hand", "lattice": "search hand",
    "torch_strangers": "PyTorch hand", "tracing_costs": "XLA hand loops", "arranged": "XLA hand",
    "torch_operators": "PyTorch hand",
    "torch_trace": "PyTorch published", "tracing": "loops XLA published",
    "tracing_strangers": "XLA hand", "trial": "broken points", "trusted": "hand points", "typed_answers": "hand",
    "compound": "hand", "typed_door": "types", "typed_forms": "hand", "units": "hand", "unseen_texts": "hand",
    "evaluation": "mpmath loops hand", "vanishing": "points mpmath", "verdict_truth": "hand", "watch": "system",
    "worked": "hand", "worked_example": "mpmath types",
    ".ci/tex": "TeX", "tools/look.mjs": "browser", "tools/try_playground.mjs": "browser",
    "tools/columns.mjs": "browser KaTeX", "benchmarks/outside_conditions.py": "points",
}  # fmt: skip

# by whose tests a module is judged, room by room
TESTS = {
    "algebra": """
__init__: evaluation door
""",
    "algebra/ratios": """
__init__: house
budget: threshold identity
evaluation: evaluation
fold: fold evaluation
lowest: lowest asked_before
needs: needs poles_inside outside_algebra
functions: evaluation evaluators worked_example
poly: posynomial fold
posynomial: posynomial
sizes: sizes
""",
    "algebra/signs": """
__init__: house
condition: region fields symbolic
constant: sign evaluation
factor: identity differential
linear: optimum
mixed: mixed differential
positivity: positivity sign mutants
shift: shift sign plan
roots: region differential
sign: sign
closed: region probes_threshold
""",
    "algebra/interop": """
__init__: house
door: door textbook
guard: door evaluation
nodes: interop_nodes
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
recursion: region threshold
axis: region probes_threshold
bottleneck: bottleneck
composite: region probes_threshold vanishing
corners: corners
domain: outside_algebra
ends: outside_algebra
envelope: tails isolated
implicit: region vanishing probes_threshold
isolated: isolated
kinds: region threshold probes_threshold
lattice: lattice
outcome: threshold symbolic
overlay: region isolated
located: rooted
padding: region probes_threshold
pieces: pieces
reasons: reasons outside_judge
region: region outside_judge symbolic benchmarks/outside_conditions.py
shape: reasons
steps: region vanishing probes_threshold
tails: tails isolated
poles: needs poles_inside outside_algebra
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
joins: joins
binds: binds bottleneck edges_of_sizes
__init__: floors ops
amounts: ops
collectives: collectives outside_judge
counting: ops plan edges_of_sizes
derive: derive answers_in_numbers
dominance: plan shift
facts: collectives
functions: ops
fusing: ops
given: model_given model_edges sizes
layout: layout plan outside_judge
levels: levels
memory: strategy
onchip: ops joins
ops: ops textbook outside_judge
pieces: model_edges plan
plan: plan sharded
rates: plan model_edges
reshard: layout plan
roofline: collectives sharded roofs outside_judge
search: plan
strategy: strategy plan
threshold: threshold sharded outside_judge
training: strategy layers_divide
""",
    "tracing": """
unions: unions
remedies: tracing_remedies
ones: ones looks
jax_vary: jax_vary
envelope: tracing_envelope
__init__: tracing
arranged: arranged moved_traced
asked: tracing
attempt: tracing_strangers
bounds: bounds
carried: carried
certain: tracing
command: tracing
compare: tracing
costs: tracing_costs tracing tracing_strangers
deadline: deadline
door: tracing torch_trace typed_door asked_traced
edges: tracing
examples: tracing
exchange: tracing
fixed: fixed
failure: tracing_strangers torch_strangers
given: tracing asked_traced
graph: tracing live_traced
gspmd: gspmd tracing_strangers
gspmd_sizes: gspmd
held: tracing
inplace: live_traced
jax_control: tracing_strangers live_traced
jax_door: tracing tracing_strangers
jax_network: tracing tracing_strangers gspmd
jax_layout: jax_parts
jax_parts: jax_parts tracing
jax_program: tracing jax_vary
jax_rules: tracing tracing_strangers edges_traced tracing_costs
jax_site: tracing tracing_costs
jax_trace: tracing
kernels: tracing tracing_strangers edges_traced arranged carried
looks: looks
masks: tracing tracing_strangers
measure: tracing
naming: tracing
peak: tracing arranged tracing_envelope
pictures: tracing
probes: tracing torch_trace bounds looks
program: tracing asked_traced
quiet: tracing_strangers
reader: tracing
shapes: tracing torch_trace
sites: tracing
symbolic: tracing_strangers tracing
table: tracing torch_strangers
torch_call: torch_trace torch_strangers
torch_certain: torch_trace torch_operators
torch_costs: torch_trace torch_strangers torch_operators
torch_groups: torch_strangers torch_operators
torch_partial: torch_strangers
torch_tape: torch_trace
torch_trace: torch_trace torch_strangers
unroll: torch_strangers tracing_envelope
""",
    "evaluate": """
__init__: numeric
binding: binding
blocks: numeric binding
box: evaluators evaluation
code: numeric evaluators
doubled: doubled
engine: numeric evaluators
front: numeric evaluation
rooted: rooted
memory: evaluate_memory
native: numeric
nodes: evaluators evaluation rounded_numbers
operations: operations binding
ranges: ranges
sweeps: sweeps cluster numeric edges_of_sizes
scaling: numeric
wholly: wholly
wide: doubled numeric rounded_numbers
""",
    "checking": """
__init__: bank exercise
""",
    "checking/claims": """
factors: factors exercise
__init__: house
verdicts: typed_door
claims: claims verdict_truth
digits: answer nearmiss typed_exactness
rounding: trusted
leeway: unseen_texts typed_exactness
convention: answer trusted typed_exactness
excuses: trusted typed_exactness
numbers: trusted typed_forms
fixes: fixes proofread
formulas: answer claims
inequality: inequality
coefficients: typed_forms typed_exactness
nearmiss: nearmiss
miswritten: formulas_and_tables
lettering: lettering typed_answers
special: answer
regimes: answer
values: claims typed_answers
assumption: nearmiss answer
idioms: chapters
links: proofread planted
""",
    "checking/words": """
jotted: jotted
recited: answers_told
called: answers_told
durations: counts_and_letters typed_answers
__init__: house
lexicon: gist answers_by_strangers
resources: answers_explained typed_forms
bottlenecks: typed_forms
limiting: gist answers_by_strangers answers_in_short
hedges: typed_answers
existence: gist answers_by_strangers
ends: typed_forms
numerals: answers_fresh typed_answers
notations: renamed answers_at_first_sight
currencies: answers_at_first_sight
customary: renamed answers_at_first_sight
shouted: answers_by_cause
scripts: scripts
chatted: chatted scripts
things: things scripts key_nouns
odds: odds
differences: differences answers_in_bounds_and_verdicts
concluded: concluded
tongues: tongues
coded: coded
trailed: trailed
otherways: otherways by_the_fields_names
nouned: nouned
surplus: surplus limiting_nothing
shifts: shifts
aloud: answers_by_cause answers_by_strangers
changes: renamed answers_by_cause answers_by_strangers
changers: changers surrounded
operations: typed_answers typed_forms
remarks: typed_forms
assent: renamed typed_answers typed_forms
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
noted: noted
undimensioned: undimensioned
cased: cased
recital: answers_told
__init__: house
limits: typed_forms reach
parts: typed_forms
scope: answers_examined
sided: typed_forms
twosided: typed_forms
thresholds: typed_forms
unasked: typed_forms
equations: typed_forms
branches: answers_at_first_sight
eitherway: renamed answers_at_first_sight answers_of_two_readings
renamed: renamed
bases: answers_at_first_sight
onmachine: answers_at_first_sight
provisos: typed_forms
beside: beside
steps: answers_steps
explained: answers_explained
plainly: gist answers_by_strangers
predicates: answers_by_cause answers_by_strangers
clauses: clauses answers_by_strangers
pieces: gist answers_by_strangers
assertion: gist answers_by_strangers
whether: gist answers_by_strangers
unstated: answers_by_cause nearmiss
gist: gist answers_by_strangers
prose: answers_in_prose
alone: answers_in_prose
claimed: answers_in_prose answers_by_strangers
crossings: answers_in_prose answers_by_strangers
openly: answers_by_structure answers_by_strangers
surrounded: surrounded
headed: headed
lastly: lastly
workings: workings
ownsums: ownsums
premises: premises
around: around
twotold: twotold
orders: orders
grown: grown
reach: reach
loosely: loosely key_nouns
perthing: perthing key_nouns
supposed: answers_by_structure answers_by_strangers
alternatives: answer typed_answers answers_by_strangers
letters: answer typed_answers answers_by_strangers
judging: answer typed_answers answers_by_strangers
question: answer typed_answers answers_by_strangers
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
sizes: proofread_rules sizes_of_tables
asread: asread
series: proofread_rules lawbook
report: commands_proofread proofread
comments: commands_proofread
material: proofread documents
flat: chapters ridges
statement: proofread_rules
""",
    "checking/tables": """
perunit: perunit
exceptions: proofread_strangers
__init__: house
tables: cells
columns: columns planted
lettered: letters_and_directions
relations: tables_relations
ranged: tables_relations
formulated: formulas_and_tables
joined: formulas_and_tables
worded: formulas_and_tables
ledgers: opposed formulas_and_tables
""",
    "checking/reckoning": """
manifold: counts_and_letters
__init__: house
figures: reckoned
slips: reckoned
reckoned: reckoned
scaled: reckoned
sentences: sentences said_next
referred: referred
ordered: ordered
worked: worked
wording: sentences proofread_rules
spoken: spoken planted
opposed: opposed
periodic: formulas_and_tables
rowed: rowed
changed: changed opposed
recalled: recalled
percents: percents
portions: portions true_in_prose
products: products true_in_prose
multiplied: multiplied
clocked: clocked
patterned: patterned products
upended: upended
apiece: apiece
inferred: reckoned
""",
    "checking/laws": """
__init__: house
contradictions: proofread_rules
composed: letters_and_directions
lawbook: lawbook
roles: lawbook
lawful: lawbook
missed: missed
pure: pure
later: formulas_and_tables
impossible: formulas_and_tables
measured: letters_and_directions
conclusions: chapters
ridges: ridges
intensities: intensities
inbits: inbits
sides: sides
solved: solved
tendencies: tendencies
directions: letters_and_directions
behind: proofread_rules derived said_next
costs: proofread_rules
derived: derived
chips: chips
cases: unseen_texts commands_proofread
counted: percents
restated: proofread_rules said_next
cells: cells
""",
    "checking/proofreading": """
wholes: counts_and_letters
__init__: house
stated: chapters
supplied: chapters
otherwise: unseen_texts
unlike: unlike
periods: proofread_strangers
statements: proofread_rules
proofread: proofread planted documents ridges
settings: commands_proofread proofreading_page
targets: commands_proofread
baseline: commands_proofread
formats: commands_proofread
batch: commands_proofread
""",
    "checking/exercises": """
__init__: house
bank: bank exercise
exercise: exercise
""",
    "writing": """
asserted: asserted
__init__: floors
aligned: page forms
blocks: document sync
cells: sync
chart: plot roofs
document: document sync watch numbered
draw: plot roofs
explore: explore
files: document sync
formulas: latex katex .ci/tex
homes: sync
labels: labels plot
latex: latex forms
macros: document
mathml: latex page forms tools/look.mjs
naming: latex constants
page: page derivations
plot: plot commands_plot roofs edges_of_sizes
records: latex rich forms
render: page tools/columns.mjs
rich: rich
tabled: rich forms
roofs: roofs plot
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
plot: commands_plot
proofread: commands_proofread
run: cli runner
sync: sync watch
trace: tracing
""",
    "": """
__init__: floors start typed_door site
__main__: terminal start
arrays: layout notation
audit: machines
chips: machines start
cli: cli terminal package
decimals: decimals latex
dtypes: dtypes
errors: misuse remedies hostile shown
here: machines
intake: sync exercise
keywords: keywords public_values
lazy: records
likes: typed_door
misfits: misfits
machines: machines
records: records start
regexes: regexes sought
runner: runner
shipped: package cli
shown: shown rich
spelling: machines
symbols: symbols tied_sizes
""",
}

# why modules without a test file of their own are judged in one with others, and the files in which they are
TOGETHER = {
    "one device's program, or one that XLA parts, is judged by what XLA sends": "jax_parts gspmd",
    "a program of other people's code passes through all of them; what is judged is what it is said to need":
        "tracing tracing_strangers torch_trace torch_strangers live_traced",
    "an answer as people type it passes from one reading to the next; what is judged is the verdict on it":
        "typed_forms typed_answers gist answer trusted answers_at_first_sight answers_by_cause answers_by_structure "
        "answers_examined answers_explained answers_fresh answers_in_prose answers_told claims nearmiss renamed rowed",
    "a document is read by all of them; what is judged is which of its lines is called, and as what":
        "proofread proofread_rules proofread_growth proofread_strangers commands_proofread chapters cells derived "
        "counts_and_letters formulas_and_tables lawbook letters_and_directions opposed reckoned sentences percents "
        "tables_relations unseen_texts",
    "steps of one question of the algebra; what is judged is the answer, by the definition at points":
        "region threshold identity leading optimum regime differential needs outside_algebra reasons rooted tails "
        "trial",
    "what an expression is, read, valued and written: what is judged is that all of them mean the same":
        "door evaluation posynomial sign",
    "parts of one compiler: what is judged is the value of the function that it makes":
        "numeric evaluators doubled",
    "parts of one reader: what is judged is what a text means":
        "formula notation quantity tables",
    "what is counted of an operation goes through all of them; what is judged is the count":
        "ops plan layout strategy collectives model_edges machines",
    "parts of one printer: what is judged is the page, the picture or the formula":
        "latex page plot rich derive document sync",
    "what every door does alike: what is judged is each command, message, record or type":
        "cli start misuse records package typed_door",
}  # fmt: skip


def own(module: str) -> tuple[str, ...]:
    """What a module's own test may be called: by its name, or by its room and its name.

    >>> own("tracing/costs"), own("algebra/growth/tree"), own("chips")
    (('costs', 'tracing_costs'), ('tree', 'growth_tree'), ('chips',))
    """
    *rooms, name = module.split("/")
    return (name, f"{rooms[-1]}_{name}") if rooms else (name,)


def files(path: str) -> list[str]:
    """The test files of a module, given by its path in the package or in the repository, the nearest first."""
    module = path.removeprefix("symroof/").removesuffix(".py")
    if module not in mapping():
        raise SystemExit(f"{path} is no module of the package: give its path, as in symroof/algebra/growth/tree.py")
    return [n if "/" in n else f"tests/test_{n}.py" for n in mapping()[module]]


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
             "Where is the test of a module? In `tests/test_NAME.py`, in `tests/test_ROOM_NAME.py` where several",
             "modules have the name, else in the first test of its row;",
             "`python docs/judges.py symroof/algebra/growth/tree.py` prints them. Why some have no file of their own:",
             "",
             "| judged together | because |", "|---|---|",
             *(f"| {', '.join(map(shown, names.split()))} | {why} |" for why, names in TOGETHER.items()),
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
    print("\n".join(chain.from_iterable(map(files, sys.argv[1:]))) if sys.argv[1:] else page())
