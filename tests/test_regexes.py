"""Patterns compiled when they are asked, beside Python's own ``re``: the same matches, the same errors, later.

The judge is ``re`` itself, on the patterns that the package has.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from symroof import regexes
from symroof.lazy import pattern

PACKAGE = Path(__file__).parent.parent / "symroof"
TEXTS = ("", "12 GB", "B > 240, D", "  it takes 35 us;  it is bound by memory  ")


@pytest.mark.parametrize("flags", [0, regexes.I, regexes.I | regexes.S])
@pytest.mark.parametrize("source", [r"\d+", r"(?P<w>[a-z]+)\s*", r"[,;]\s*", "B", r"(?=b)", ".+"])
def test_every_call_answers_as_python_does(source: str, flags: int) -> None:
    for text in TEXTS:
        for name in ("search", "match", "fullmatch"):
            mine, theirs = (getattr(m, name)(source, text, flags) for m in (regexes, re))
            assert (mine and (mine.span(), mine.groupdict())) == (theirs and (theirs.span(), theirs.groupdict()))
            late = getattr(pattern(source, flags), name)(text)
            assert (late and late.span()) == (theirs and theirs.span())
        for name in ("findall", "split"):
            assert getattr(regexes, name)(source, text, flags=flags) == getattr(re, name)(source, text, flags=flags)
        found = [[m.span() for m in module.finditer(source, text, flags)] for module in (regexes, re)]
        assert found[0] == found[1]
        for count in (0, 1):
            mine = regexes.sub(source, "<>", text, count, flags)
            assert mine == re.sub(source, "<>", text, count=count, flags=flags)
        assert regexes.split(source, text, 1, flags) == re.split(source, text, maxsplit=1, flags=flags)


def test_flags_are_part_of_what_is_kept() -> None:
    assert regexes.search("b", "B") is None
    assert regexes.search("b", "B", regexes.I) is not None
    assert regexes.search("b", "B") is None


@pytest.mark.slow
def test_many_patterns_made_of_names_do_not_pile_up() -> None:
    for i in range(regexes._MOST + 10):
        assert regexes.fullmatch(f"n{i}", f"n{i}") is not None
        assert len(regexes._KEPT) <= regexes._MOST


def test_a_match_knows_its_pattern_by_the_text_of_it() -> None:
    one, other = regexes.compile("a+", regexes.I), regexes.compile("a*")
    m = one.match("AA")
    assert m is not None
    assert m.re.pattern == one.pattern != other.pattern
    assert m.re is not one, "so that no module may ask that"


@pytest.mark.slow
def test_no_module_asks_whether_a_match_is_of_a_pattern_by_identity() -> None:
    for path in sorted(PACKAGE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if re.search(r"\.re\b", text) else ():
            if isinstance(node, ast.Compare) and any(isinstance(op, (ast.Is, ast.In, ast.Eq)) for op in node.ops):
                sides = [x for x in (node.left, *node.comparators) if isinstance(x, ast.Attribute) and x.attr == "re"]
                assert len(sides) in (0, len(node.comparators) + 1), f"{path.name}:{node.lineno}"


@pytest.mark.slow
def test_every_pattern_of_the_package_compiles() -> None:
    """An error in a pattern would else wait for the answer that asks it first."""
    script = (
        "import re, sys, importlib, symroof.lazy as lazy; made, own = [], lazy.Late.__init__\n"
        "lazy.Late.__init__ = lambda late, *a: made.append(late) or own(late, *a)\n"
        "for name in sys.argv[1:]: importlib.import_module(name)\n"
        "print(sum(x.compiled.pattern == x.pattern for x in made), len(made))"
    )
    names = [
        ".".join(("symroof", *path.relative_to(PACKAGE).with_suffix("").parts))
        for path in sorted(PACKAGE.rglob("*.py"))
        if path.name not in ("__main__.py", "__init__.py") and not path.stem.startswith(("jax_", "torch_"))
    ]
    done = subprocess.run([sys.executable, "-c", script, *names], capture_output=True, text=True, check=True)
    good, every = map(int, done.stdout.split())
    assert good == every > 2000


@pytest.mark.slow
def test_reading_words_compiles_none_at_the_import() -> None:
    """Of the 2,500 patterns none is compiled before an answer asks it: they took most of a command's second."""
    script = (
        "import re, symroof.reading.formula; asked = []; own = re.compile\n"
        "re.compile = lambda *a: asked.append(a) or own(*a)\n"
        "import symroof.checking.answers.answer\n"
        "print(len([a for a in asked if type(a[0]) is str]))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 20
