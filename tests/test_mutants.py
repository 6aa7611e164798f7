"""The tool that mutates the theorems: it finds the code it names, and its mutants are changed and sound Python."""

import ast
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest


def tool() -> ModuleType:
    path = Path(__file__).parent.parent / "benchmarks" / "mutants.py"
    spec = importlib.util.spec_from_file_location("mutants", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["mutants"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
def test_every_theorem_has_mutants_that_compile_and_differ() -> None:
    made = tool()
    found = made.mutants(1, "mean") + made.mutants(2, "divisor")
    assert len(found) >= 6
    for m in found:
        compile(m.source, m.file.name, "exec")
        before, _, after = m.what.partition(" -> ")
        assert before != after
    known = {n for path in made.ALGEBRA.rglob("*.py") for n, _ in made.functions(ast.parse(path.read_text()))}
    assert {n.split("/")[-1] for names, _ in made.THEOREMS.values() for n in names.split()} <= known
    tests = {t for _, names in made.THEOREMS.values() for t in names.split()}
    assert all((Path(__file__).parent / f"{t}.py").exists() for t in tests)


@pytest.mark.slow
def test_what_is_explained_as_harmless_can_still_be_changed() -> None:
    """An explanation outlives its code unseen, and then excuses nothing, or something else of the same text."""
    made = tool()
    carry = {n.split("/")[-1] for names, _ in made.THEOREMS.values() for n in names.split()}
    asked = {key.partition(": ")[0] for key in made.HARMLESS}
    assert asked <= carry
    there = [f for p in made.ALGEBRA.rglob("*.py") for f in made.functions(ast.parse(p.read_text())) if f[0] in asked]
    possible = {f"{name}: {what}" for name, f in there for what in made.told(f)}
    assert sorted(made.HARMLESS.keys() - possible) == []
    assert "sign: way > 0 -> way > 2" not in possible
