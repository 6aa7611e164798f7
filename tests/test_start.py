"""What a command loads before it answers, and the two things that make it little: records made late, plain calls.

Judged by the standard library's dataclasses and by Click: neither had been compared with anything of ours before.
"""

from __future__ import annotations

import copy
import dataclasses
import inspect
import json
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import ClassVar

import pytest
from click.testing import CliRunner

from symroof import records
from symroof.cli import main
from symroof.commands.plain import VALUES, answered, read

MATMUL = "bf16[B, D] * bf16[D, F] -> bf16[B, F]"
NEVER = {"click", "inspect", "dataclasses", "ast", "dis", "tokenize", "json", "uuid", "platform", "gettext", "datetime",
         "threading", "sympy", "numpy", "mpmath", "rich", "lark", "markdown_it", "tomllib", "logging"}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    "args", [(), ("--on", "TPU v5e", "--given", "B << D, F"), ("--on", "H100", "--let", "B=16 D=4096 F=4096")]
)
def test_derive_loads_what_it_needs(args: tuple[str, ...]) -> None:
    """A list of modules, not a time: what took half of the start was Click, inspect and unused dataclasses."""
    script = (
        "import sys, json; before = set(sys.modules); from symroof.__main__ import main; main(); "
        "sys.stderr.write('\\n'.join({m.partition('.')[0] for m in set(sys.modules) - before}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script.replace(", json", ""), "derive", MATMUL, *args],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.startswith(MATMUL) or "FLOPs" in done.stdout
    assert not NEVER & set(done.stderr.split("\n"))


RULES = {  # what the record says in symbols
    (): None, ("--on", "TPU v5e"): {"value": "1/(W/C - 1/D - 1/F)", "when": "1/D + 1/F < W/C"},
    ("--on", "H100", "--let", "B=16 D=4096 F=4096"): None,
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("args", RULES)
def test_a_derivation_as_json_loads_no_sympy(args: tuple[str, ...]) -> None:
    """A field that was asked only whether it is None was made as a SymPy expression: half of the whole process."""
    script = "import sys; from symroof.__main__ import main; main(); sys.stderr.write(' '.join(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", script, "derive", MATMUL, "--json", *args], capture_output=True, text=True, check=True
    )
    assert (json.loads(done.stdout)["machine"] or {}).get("rule", None) == RULES[args]
    assert not {"sympy", "numpy", "mpmath"} & set(done.stderr.split())


CALLS = [
    ["--on", "H100"], ["--on=TPU v5e", "--given", "B << D, F"], 
    ["--let", "B=8", "--let", "D=4096,F=4096", "--on", "A100"],
    ["--json"], ["--json", "--on", "H100", "--let", "B=1 D=2 F=3"], ["--latex"], ["--markdown", "--solve", "D"],
    ["--exact", "--on", "MI300X"], ["--dtype", "int8"], ["--mesh", "X=4"], ["--json", "--json"],
]  # fmt: skip
ODD = [
    ["--on", "H10000"], ["--on"], ["--no", "H100"], ["--json", "--latex"], ["--help"], ["-h"], ["--let", "D"], ["more"],
    ["--given", ""], ["--solve", "Q"], ["--exact=yes"], ["--let", "D=4096", "--let", "D=1"], ["--"], ["-x"],
]  # fmt: skip


@pytest.mark.parametrize("args", CALLS + ODD, ids=" ".join)
def test_a_plain_call_prints_what_click_prints(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    by_click = CliRunner().invoke(main, ["derive", MATMUL, *args])
    done = answered(["derive", MATMUL, *args])
    said = capsys.readouterr()
    assert done is (args in CALLS)
    assert said.err == ""
    assert (said.out == by_click.stdout) if done else (said.out == "" and by_click.exit_code in (0, 2, 3))
    if done:
        assert by_click.exit_code == 0


def test_the_table_is_what_click_has() -> None:
    params = {p.name: p for p in main.get_command(None, "derive").params}  # type: ignore[attr-defined]
    for name, (metavar, words) in VALUES.items():
        assert (params[name].metavar, params[name].help) == (metavar, words)
        given = read([MATMUL, f"--{name}", "x"])
        assert given is not None
        assert given[name] == (["x"] if name == "let" else "x")


@pytest.mark.slow
def test_a_reader_that_goes_away_sees_no_traceback() -> None:
    command = [sys.executable, "-m", "symroof", "derive", MATMUL]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        assert b"Traceback" not in process.stderr.read()


# -- records against the standard library ------------------------------------------------------------------------------


def both(source: str) -> list[type]:
    """The same class by our decorator and by the library's."""
    made = []
    for where in (records, dataclasses):
        space = {"dataclass": where.dataclass, "field": where.field, "ClassVar": ClassVar, "__name__": __name__}
        exec(f"from __future__ import annotations\n{source}", space)
        made.append(space["R"])
    return made


SOURCES = {
    "plain": "@dataclass(frozen=True)\nclass R:\n a: int\n b: str = 'x'\n",
    "one": "@dataclass(frozen=True)\nclass R:\n a: int\n",
    "none": "@dataclass(frozen=True)\nclass R:\n pass\n",
    "factory": "@dataclass(frozen=True)\nclass R:\n a: int\n b: list = field(default_factory=list, compare=False)\n",
    "hidden": "@dataclass(frozen=True)\nclass R:\n a: int\n b: int = field(default=3, repr=False)\n",
    "keyword": "@dataclass(frozen=True)\nclass R:\n a: int\n b: int = field(default=3, kw_only=True)\n",
    "derived": "@dataclass(frozen=True)\nclass R:\n a: int\n b: int = field(init=False, repr=False)\n"
    " def __post_init__(self):\n  object.__setattr__(self, 'b', 2 * self.a)\n",
    "classvar": "@dataclass(frozen=True)\nclass R:\n k: ClassVar[int] = 7\n a: int\n",
    "own": "@dataclass(frozen=True)\nclass R:\n a: int\n b: int = 1\n def __eq__(self, o): return self.a == o.a\n"
    " def __repr__(self): return 'mine'\n",
    "hashed": "@dataclass(frozen=True)\nclass R:\n a: int\n def __hash__(self): return 5\n",
    "inherits": "@dataclass(frozen=True)\nclass Q:\n a: int\n b: int = 2\n"
    "@dataclass(frozen=True)\nclass R(Q):\n c: int = 3\n",
    "child": "@dataclass(frozen=True)\nclass Q:\n a: int\nclass R(Q):\n pass\n",
}


def seen(kind: type, *args: object, **named: object) -> list[object]:
    """What anyone can see of an instance."""
    x, other = kind(*args, **named), kind(*args, **named)
    out: list[object] = [repr(x), x == other, hash(x) == hash(other), [f.name for f in dataclasses.fields(x)],
                         dataclasses.asdict(x), kind.__match_args__, str(inspect.signature(kind)),
                         dataclasses.is_dataclass(x), vars(x)]  # fmt: skip
    for act in (
        lambda: x == 3,
        lambda: setattr(x, "a", 1), lambda: delattr(x, "a"), lambda: kind(1, 2, 3, 4, 5, 6), lambda: kind(zz=1),
        lambda: dataclasses.replace(x, zz=1), lambda: dataclasses.replace(x, b=9), lambda: setattr(x, "q", 1),
    ):  # fmt: skip
        try:
            out.append(repr(act()))
        except Exception as e:
            out.append(type(e).__name__)
    out += [repr(copy.copy(x)), repr(copy.deepcopy(x)), repr(dataclasses.replace(x))]
    return out


@pytest.mark.parametrize("name", SOURCES)
def test_a_record_is_the_librarys_dataclass(name: str) -> None:
    mine, library = both(SOURCES[name])
    assert str(inspect.signature(mine)) == str(inspect.signature(library))  # before any was made
    args = () if name == "none" else (1,)
    assert seen(mine, *args) == seen(library, *args)
    if name not in ("none", "one", "hashed", "derived", "classvar", "child"):
        assert seen(mine, 1, b=2) == seen(library, 1, b=2)
    assert repr(records.replace(mine(*args))) == repr(dataclasses.replace(library(*args)))


def test_records_pickle_before_and_after_their_first_use() -> None:
    from symroof import op, threshold

    rule = threshold(op(MATMUL), "B", over=240)
    again = pickle.loads(pickle.dumps(rule))
    assert (again, hash(again), repr(again)) == (rule, hash(rule), repr(rule))


def test_the_library_makes_children_of_records() -> None:
    mine = both(SOURCES["plain"])[0]

    @dataclasses.dataclass(frozen=True)
    class Child(mine):  # type: ignore[misc, valid-type]
        c: int = 4

    assert repr(Child(1)).endswith("Child(a=1, b='x', c=4)")
    assert json.dumps(dataclasses.asdict(Child(2, c=5))) == '{"a": 2, "b": "x", "c": 5}'
    assert Path(inspect.getfile(records)).name == "records.py"


def _newest(text: str) -> str:
    """Help as the newest Click brackets it: before 8.3 a group's usage said COMMAND without them."""
    return text.replace("[OPTIONS] COMMAND [ARGS]", "[OPTIONS] [COMMAND] [ARGS]")


@pytest.mark.slow
def test_help_without_click_is_clicks_help() -> None:
    """Click judges, at every width; on few columns it is asked itself."""
    from symroof.commands.plain import helped

    told = 0
    for columns in range(20, 160):
        wide = max(min(columns, 100) - 2, 50)
        by_click = _newest(main.get_help(main.make_context("symroof", [], resilient_parsing=True, terminal_width=wide)))
        assert helped(columns) in ("", by_click), columns
        told += bool(helped(columns))
    assert 80 < told < 140


@pytest.mark.slow
@pytest.mark.parametrize("columns", ["30", "80", "90", "200"])
def test_help_as_a_process_is_clicks_and_loads_no_click(columns: str) -> None:
    plain = "import sys; from symroof.__main__ import main as m; sys.argv = ['symroof', '-h']; m()"
    click = "from symroof.cli import main as m; m(['-h'], prog_name='symroof')"
    told = "import sys; from symroof.commands.plain import answered as a; a(['--help']); print('click' in sys.modules)"
    env = {**os.environ, "COLUMNS": columns}
    runs = [
        subprocess.run([sys.executable, "-c", s], capture_output=True, text=True, env=env) for s in (plain, click, told)
    ]
    assert {(r.returncode, r.stderr) for r in runs} == {(0, "")}
    assert _newest(runs[0].stdout) == _newest(runs[1].stdout)
    assert runs[2].stdout.endswith("False\n")
