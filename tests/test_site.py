"""Nothing of the door is untold: every public name, option and notation form stands in the pages with a run example.

Fifty-five of eighty-five public names were in no page once; no test looked.
"""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
import json
import pkgutil
import re
import runpy
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest

import symroof
from symroof.cli import COMMANDS, main
from symroof.dtypes import DTYPES
from symroof.model.functions import ALL_TO_ALL, FUNCTIONS, GATHER, OTHER_NAMES, REDUCE, SCATTER

ROOT = Path(__file__).parent.parent
PAGES = {p: p.read_text(encoding="utf-8") for p in sorted((ROOT / "docs").rglob("*.md"))}
SITE: dict[str, Any] = runpy.run_path(str(ROOT / "tools" / "site.py"))
LOOK: dict[str, Any] = runpy.run_path(str(ROOT / "tools" / "check_site.py"))
RUN = [line for text in PAGES.values() for block in re.findall(r"^```sh\n(.*?)^```", text, re.S | re.M)
       for line in block.splitlines()]  # fmt: skip
TYPED = "\n".join(re.findall(r"^\s*(?:>>>|\.\.\.) (.*)$", "\n".join(PAGES.values()), re.M))
NAMES = [n for n in symroof.__all__ if n != "__version__"]


def test_every_public_name_is_in_the_reference() -> None:
    told = [n for names in SITE["groups"]().values() for n in names]
    assert sorted(told) == sorted(NAMES)


@pytest.mark.whole
@pytest.mark.parametrize("name", NAMES)
def test_every_public_name_has_a_run_example(name: str) -> None:
    """In its own docstring, which the doctests run, or on a page, which tests/test_docs.py runs."""
    thing = getattr(symroof, name)
    own = re.findall(r"^\s*(?:>>>|\.\.\.) (.*)$", thing.__doc__ or "", re.M)
    made = own and isinstance(thing, type)  # a record is made by the verbs of its example
    assert made or re.search(rf"\b{name}\b", "\n".join(own)) or re.search(rf"\b{name}\b", TYPED)
    assert f"## {name}\n" in SITE["entry"](name)


def examples() -> list[str]:
    """The code of every example that is run: on the pages, in docstrings of modules, public functions and methods."""
    parse = doctest.DocTestParser().get_examples
    texts = [*PAGES.values(), (ROOT / "README.md").read_text(encoding="utf-8")]
    for info in pkgutil.walk_packages(symroof.__path__, "symroof."):
        texts.append(ast.get_docstring(ast.parse(inspect.getsource(importlib.import_module(info.name)))) or "")
    for thing in (getattr(symroof, n) for n in NAMES):
        texts.append(inspect.getdoc(thing) or "")
        if isinstance(thing, type):
            texts += [inspect.getdoc(v) or "" for v in vars(thing).values() if callable(v)]
    return [e.source for text in texts for e in parse(text)]


# Keywords shown elsewhere: those of trace in docs/tracing.md, whose code needs JAX, and tests/test_tracing*.py;
# the others beside the word that needs them.  A keyword that comes new needs an example.
ELSEWHERE = {
    "trace": {"sizes", "over", "overlap", "costs", "branch", "one_kernel", "unrolled", "gspmd", "backend", "sdpa",
              "kwargs", "mesh", "backward", "optimizer"},
    "plot": {"ax"}, "sweep": {"chunks"}, "machine": {"file"}, "cheaper": {"exact"},
}  # fmt: skip


@pytest.mark.slow
def test_every_keyword_has_a_run_example() -> None:
    """A name with one example could grow ten keywords that nobody had shown; no test looked at parameters."""
    used: dict[str, set[str | int]] = {}
    for source in examples():
        for call in (n for n in ast.walk(ast.parse(source)) if isinstance(n, ast.Call)):
            who = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
            used.setdefault(who, set()).update([k.arg or "" for k in call.keywords], range(len(call.args)))
    missing, shown = [], []
    for name in NAMES:
        verb = getattr(symroof, name)
        if not callable(verb) or isinstance(verb, type):
            continue
        for i, p in enumerate(inspect.signature(verb).parameters.values()):
            if p.default is p.empty and p.kind is not p.KEYWORD_ONLY:
                continue
            told = p.name in used.get(name, ()) or (p.kind is p.POSITIONAL_OR_KEYWORD and i in used.get(name, ()))
            if not told and p.name not in ELSEWHERE.get(name, ()):
                missing.append(f"{name}({p.name}=)")
            if told and p.name in ELSEWHERE.get(name, ()):
                shown.append(f"{name}({p.name}=)")
    assert not missing, "give each an example, in its docstring or in docs/keywords.md"
    assert not shown, "these are shown now: take them out of ELSEWHERE"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_is_run_on_a_page(command: str) -> None:
    made = main.get_command(click.Context(main), command)
    assert made is not None
    mine = [shlex.split(line.partition("  # ")[0]) for line in RUN if line.startswith(f"symroof {command}")]
    for option in made.params:
        if isinstance(option, click.Option) and not {"--help", "--watch"} & {*option.opts}:  # --watch: test_watch.py
            assert any({*option.opts} & {*words} for words in mine), f"{command} {option.opts[-1]} is run on no page"


def test_every_form_of_the_notation_is_on_its_page() -> None:
    page = PAGES[ROOT / "docs" / "notation.md"]
    typed = "\n".join(re.findall(r"^(?:>>>|\.\.\.) (.*)$", page, re.M))
    assert all(f'op("{name}(' in typed for name in FUNCTIONS)
    assert all(re.search(rf"\b{name}\b", typed) for name in (*OTHER_NAMES, *DTYPES))
    assert all(f'op("{name}_X(' in typed for name in (GATHER, SCATTER, REDUCE, ALL_TO_ALL))
    for sign in (
        "*",
        "@",
        "×",
        "·_D",
        "•",
        r"\cdot",
        "+",
        "-",
        "->",
        "=>",
        "→",
        r"\rightarrow",
        "<b>",
        "{U_X}",
        "fuse(",
        "keep ",
    ):
        assert sign in typed, sign
    assert "bd,df->bf" in typed


def test_docstrings_become_pages_whose_examples_are_code() -> None:
    made = SITE["fenced"]("First.\n\n    >>> 1 + 1\n    2\n    >>> 3\n    3\n\n    Then ``more``.")
    assert made == "First.\n\n\n```pycon\n>>> 1 + 1\n2\n>>> 3\n3\n```\n\nThen `more`.".replace("\n\n\n", "\n\n\n")


def ask(**question: object) -> dict[str, Any]:
    """What the playground's Python answers."""
    answer = runpy.run_path(str(ROOT / "playground" / "answer.py"))["answer"]
    found: dict[str, Any] = json.loads(answer(json.dumps(question)))
    return found


def test_products_in_docstrings_keep_their_stars_as_commonmark_reads_them() -> None:
    """The page of tiles said "under bmbk + bkbn" with a part of it in italics."""
    from markdown_it import MarkdownIt

    read = MarkdownIt("commonmark")
    assert "<em>" in read.render("M*N*K*(1/bm)")
    pages = {name: read.render(SITE["fenced"](getattr(symroof, name).__doc__)) for name in NAMES}
    assert [name for name, page in pages.items() if "<em>" in page] == []
    assert "M*N*K*(1/bm + 1/bn) under bm*bk + bk*bn + bm*bn" in pages["tiles"]


def test_the_playground_answers_as_the_package_does() -> None:
    found = ask(kind="derive", op="bf16[B, D] * bf16[D, F] -> bf16[B, F]", on="TPU v5e", sizes={"B": 100})
    (mark,) = (m for m in found["chart"]["marks"] if m["bound"])
    here = symroof.op("bf16[B, D] * bf16[D, F] -> bf16[B, F]", B=100, D=4096, F=4096)
    assert mark["y"] == pytest.approx(float(symroof.attainable(here, "TPU v5e")))
    assert (mark["bound"], symroof.bound_by(here, "TPU v5e")) == ("memory-bound", "hbm")
    assert ["changes", "compute-bound for B > 272.2 (273)"] in found["numbers"]
    assert ask(kind="check", answer="42 days", expected="44.3 days")["verdict"] == "wrong"
    assert set(symroof.machines()) == set(ask(kind="machines")["machines"])


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ({"kind": "derive", "op": "", "on": "H100"}, "is empty"),
        ({"kind": "derive", "op": "bf16[B, D", "on": "H100"}, "unmatched"),
        ({"kind": "derive", "op": "copy(bf16[N])", "on": "<b>"}, "unknown machine"),
        ({"kind": "derive", "op": "copy(bf16[N])", "on": "H100", "given": "N <<"}, ""),
        ({"kind": "derive", "op": "copy(bf16[N])", "on": "H100", "sizes": {"N": "x"}}, ""),
        ({"kind": "check", "answer": "", "expected": "3"}, "Write both"),
    ],
)
def test_nonsense_in_the_playground_is_a_sentence(question: dict[str, Any], words: str) -> None:
    said = ask(**question)["error"]
    assert len(said) > 10
    assert words in said


@pytest.mark.slow
def test_the_playground_needs_no_library_that_is_compiled_or_large() -> None:
    """SymPy alone would take its first answer over six seconds; earlier nothing held what an answer loads."""
    question = {"kind": "derive", "op": "bf16[B, D] * bf16[D, F] -> bf16[B, F]", "on": "H100", "given": "B << D, F"}
    questions = [question, {"kind": "check", "answer": "1 s", "expected": "1 ms"}]
    code = f"""import json, sys; sys.path.insert(0, {str(ROOT / "playground")!r}); import answer
for question in {questions!r}:
    answer.answer(json.dumps(question))
print([m for m in ("sympy", "mpmath", "numpy", "lark", "click", "rich", "matplotlib") if m in sys.modules])"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


BAD = """<!doctype html><html><head><title></title></head><body><h1>a</h1><h3>b</h3><h3 id="x"></h3><p id="x">
<img src="no.png"><a href="gone.html"></a><a href="#nowhere">here</a><input id="q"><button></button>
<script src="https://cdn.example/x.js"></script></p></body></html>"""
GOOD = """<!doctype html><html lang="en"><head><title>t</title><meta name="viewport" content="width=device-width">
</head><body><h1 id="a">a</h1><a href="#a">up</a><label for="q">q</label><input id="q"><button>go</button>
</body></html>"""


def test_the_site_checker_sees_what_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "bad.html").write_text(BAD)
    said = "\n".join(LOOK["faults"](tmp_path))
    for fault in ("no lang", "no viewport", "no title", "h3 after h1", "without words", "the id x twice", "without alt",
                  "a dead link: gone.html", "no such place", "input without a label", "a button without", "a a without",
                  "needs the network"):  # fmt: skip
        assert fault in said, fault
    (tmp_path / "bad.html").write_text(GOOD)
    assert list(LOOK["faults"](tmp_path)) == []


@pytest.mark.slow
def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    pytest.importorskip("material", reason="the site needs the extra docs")
    importlib.import_module("mkdocs")
    SITE["build"](tmp_path / "site")
    assert list(LOOK["faults"](tmp_path / "site")) == []
    assert (
        len(list((tmp_path / "site" / "gallery").glob("*.html"))) == len(list((ROOT / "derivations").rglob("*.py"))) + 1
    )
