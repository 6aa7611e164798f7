"""What nothing uses is gone: names, fields and parameters of the package that no other code of it needs.

Judged by the syntax trees.  What only people and their programs use stands in KEPT, with who they are.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest

import symroof

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
Function = ast.FunctionDef | ast.AsyncFunctionDef
Trees = Mapping[str, ast.Module]

#: What the package itself does not use, and who does.
KEPT = {
    "symroof.register_printers": "shown.py calls it once a record shows itself",
    "symroof.register_reader": "likes.py calls it once text is given for an expression",
    "symroof.reading.formula.expression_of": "called through that register",
    "symroof.writing.latex.html": "docs/writing.md: the MathML of whatever LaTeX is printed of",
    "symroof.writing.rich.rich": "called through that register",
    "symroof.writing.rich.load_ipython_extension": "IPython calls it by this name",
    "symroof.tracing.torch_trace.parameters": "a model's size without its weights; tests hold it to published ones",
    "symroof.audit.audit": "the tests of the machine table ask it: every ridge anew, and what looks wrong",
    "symroof.algebra.regions.bottleneck.slowest": "the largest of several without its regions, for benchmarks",
    "symroof.algebra.trials.trial.untried": "docs/architecture.md: trials switched off for a block",
}
#: Programs for the reader to trace; docs and derivations do.
EXAMPLES = "symroof.tracing.examples"
KEPT_PARAMETERS = {
    "symroof.runner.find_spec(path)": "Python's import passes it",
    "symroof.runner.find_spec(target)": "the same",
}


def parsed(folders: Iterable[str]) -> dict[str, ast.Module]:
    """The trees of all modules in some folders, by their dotted names."""
    paths = [p for folder in folders for p in (ROOT / folder).rglob("*.py")]
    names = {".".join(p.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): p for p in paths}
    return {name: ast.parse(p.read_text(encoding="utf-8")) for name, p in names.items()}


def targets(node: ast.stmt) -> list[str]:
    """The names that a statement at the top of a module gives a value."""
    if isinstance(node, Function | ast.ClassDef):
        return [node.name]
    places = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [n.id for place in places for n in ast.walk(place) if isinstance(n, ast.Name)]


def loads(tree: ast.AST) -> Counter[str]:
    """How often each name is read; a type in quotes is read too."""
    found = Counter(n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load))
    quoted = (n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str))
    found.update(w for text in quoted if re.fullmatch(r"[\w\[\], .|]+", text) for w in re.findall(r"\w+", text))
    return found


def taken(name: str, tree: ast.Module, trees: Trees) -> set[str]:
    """The full names of ours that a module takes from others: by import, by attribute, in a text as module:name."""
    out, modules = set(), {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            for a in node.names:
                full = f"{node.module}.{a.name}"
                out.add(full)
                if full in trees:
                    modules[a.asname or a.name] = full
        elif isinstance(node, ast.Import):
            modules.update({a.asname: a.name for a in node.names if a.asname and a.name in trees})
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            base = ast.unparse(node.value)
            out.add(f"{modules.get(base, base)}.{node.attr}")
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            out.update(f"{m}.{n}" for m, n in re.findall(r"(symroof(?:\.\w+)+)[.:](\w+)", node.value))
    return out


def unused_names(trees: Trees, public: Iterable[str] = ()) -> list[str]:
    """The names at the top of modules that nothing reads outside of what they name; commands are Click's to call."""
    elsewhere = set().union(*(taken(n, tree, trees) for n, tree in trees.items()))
    out = []
    for module, tree in trees.items():
        read = loads(tree)
        for node in tree.body:
            if any("click" in ast.unparse(d) for d in getattr(node, "decorator_list", ())):
                continue
            own = loads(node) if isinstance(node, Function | ast.ClassDef) else Counter()
            out += [f"{module}.{n}" for n in targets(node) if not n.startswith("__") and n not in public
                    and read[n] <= own[n] and f"{module}.{n}" not in elsewhere]  # fmt: skip
    return sorted(out)


def attributes(trees: Iterable[ast.Module]) -> Counter[str]:
    """How often each attribute is read, in patterns and as the text of a name too."""
    out: Counter[str] = Counter()
    for tree in trees:
        for n in ast.walk(tree):
            if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Load):
                out[n.attr] += 1
            elif isinstance(n, ast.MatchClass):
                out.update(n.kwd_attrs)
            elif isinstance(n, ast.Constant) and isinstance(n.value, str) and n.value.isidentifier():
                out[n.value] += 1
    return out


def unread_fields(trees: Trees, readers: Iterable[ast.Module]) -> list[str]:
    """The fields of records that no code reads; those of a tuple may be told apart by their place."""
    read = attributes(readers)
    return sorted(
        f"{module}.{c.name}.{x.target.id}"
        for module, tree in trees.items()
        for c in ast.walk(tree)
        if isinstance(c, ast.ClassDef) and "NamedTuple" not in map(ast.unparse, c.bases)
        for x in c.body
        if isinstance(x, ast.AnnAssign) and isinstance(x.target, ast.Name) and not read[x.target.id]
    )


def calls(trees: Iterable[ast.Module]) -> tuple[dict[str, list[ast.Call]], Counter[str]]:
    """The calls of each name, and how often a name stands anywhere."""
    made: dict[str, list[ast.Call]] = {}
    seen: Counter[str] = Counter()
    for tree in trees:
        for n in ast.walk(tree):
            word = n.id if isinstance(n, ast.Name) else n.attr if isinstance(n, ast.Attribute) else ""
            seen[word] += 1
            if isinstance(n, ast.Call) and isinstance(n.func, ast.Name | ast.Attribute):
                made.setdefault(n.func.id if isinstance(n.func, ast.Name) else n.func.attr, []).append(n)
    return made, seen


def only_called(
    tree: ast.Module, defined: Counter[str], seen: Counter[str], made: Mapping[str, list[ast.Call]]
) -> Iterator[tuple[Function, bool]]:
    """The functions of one definition that are never handed on: what they take, nobody else prescribes."""
    for home in ast.walk(tree):
        for f in ast.iter_child_nodes(home):
            free = isinstance(f, Function) and not f.decorator_list and not f.name.startswith("__")
            if free and defined[f.name] == 1 and made.get(f.name) and seen[f.name] == len(made[f.name]):
                yield f, isinstance(home, ast.ClassDef)


def passes(call: ast.Call, place: int | None, name: str) -> bool:
    spread = any(isinstance(a, ast.Starred) for a in call.args) or any(k.arg is None for k in call.keywords)
    return spread or any(k.arg == name for k in call.keywords) or (place is not None and len(call.args) > place)


def idle_parameters(trees: Trees, callers: Iterable[ast.Module], public: Iterable[str] = ()) -> list[str]:
    """Parameters of a function that its body does not read, or that have a default and that no call passes."""
    made, seen = calls(callers)
    defined = Counter(f.name for t in trees.values() for f in ast.walk(t) if isinstance(f, Function))
    out = []
    for module, tree in trees.items():
        for f, method in only_called(tree, defined, seen, made):
            if f.name in public:
                continue
            read = {n.id for s in f.body for n in ast.walk(s) if isinstance(n, ast.Name)}
            given = [a.arg for a in (*f.args.posonlyargs, *f.args.args)][method:]
            late = [*given[len(given) - len(f.args.defaults) :]] if f.args.defaults else []
            late += [a.arg for a, d in zip(f.args.kwonlyargs, f.args.kw_defaults) if d is not None]
            unread = [x for x in (*given, *(a.arg for a in f.args.kwonlyargs)) if x not in read and x[0] != "_"]
            place = {x: i for i, x in enumerate(given)}
            idle = [x for x in late if not any(passes(c, place.get(x), x) for c in made[f.name])]
            out += [f"{module}.{f.name}({x})" for x in dict.fromkeys((*([] if method else unread), *idle))]
    return sorted(out)


@pytest.fixture(scope="module")
def ours() -> dict[str, ast.Module]:
    return parsed(["symroof"])


@pytest.fixture(scope="module")
def everyone(ours: dict[str, ast.Module]) -> list[ast.Module]:
    return [*ours.values(), *parsed(["tests", "docs", "benchmarks", "derivations", "tools"]).values()]


def test_no_name_of_the_package_is_without_use(ours: dict[str, ast.Module]) -> None:
    found = [n for n in unused_names(ours, symroof.__all__) if not n.startswith(EXAMPLES)]
    assert found == sorted(KEPT)


def test_no_field_is_without_a_reader(ours: dict[str, ast.Module], everyone: list[ast.Module]) -> None:
    assert unread_fields(ours, everyone) == []


def test_no_parameter_is_idle(ours: dict[str, ast.Module], everyone: list[ast.Module]) -> None:
    assert idle_parameters(ours, everyone, symroof.__all__) == sorted(KEPT_PARAMETERS)


def test_what_is_dead_is_seen_and_what_lives_is_not() -> None:
    """Each finder on a case typed by hand, with both outcomes."""
    a = "import b\nfrom c import used\nLEFT = 1\n_READ = 2\ndef again(n):\n    return again(n - _READ)\nused(b.far)\n"
    trees = {"a": ast.parse(a), "b": ast.parse("far = 1\nnear: int = 2\n"), "c": ast.parse("def used(): ...\n")}
    trees["a"].body[0] = ast.parse("import b as b").body[0]
    assert unused_names(trees) == ["a.LEFT", "a.again", "b.near"]
    assert unused_names(trees, ["LEFT", "again", "near"]) == []
    record = {"r": ast.parse("class R:\n    x: int\n    y: int\n    z: int\n")}
    assert unread_fields(record, [ast.parse("r.x + getattr(r, 'y')")]) == ["r.R.z"]
    f = {"f": ast.parse("def f(a, b, c=1, *, d=2):\n    return a + c + d\n")}
    assert idle_parameters(f, [ast.parse("f(1, 2)"), *f.values()]) == ["f.f(b)", "f.f(c)", "f.f(d)"]
    assert idle_parameters(f, [ast.parse("f(1, 2, 3, d=4)")]) == ["f.f(b)"]
    assert idle_parameters(f, [ast.parse("f(*x, **y)")]) == ["f.f(b)"]
    assert idle_parameters(f, [ast.parse("f(1, 2)\nmap(f, x)")]) == []
