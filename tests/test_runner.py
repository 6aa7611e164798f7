"""Derivations run as ``python FILE`` runs them: judged by Python itself in a process of its own.

Earlier tests ran one folder at a time, without flags, and no assertion stood inside a loop or in a neighbour.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from symroof.checking.exercises import bank
from symroof.cli import main
from symroof.errors import SymroofError
from symroof.runner import as_script
from symroof.writing.page import prove, read_page


def put(folder: Path, **files: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text)
    return folder


@pytest.mark.slow
def test_each_folder_has_its_own_neighbours(tmp_path: Path) -> None:
    """Two folders share a module's name; a claim that is false alone used to hold beside the other's."""
    put(tmp_path / "a", _common="K = 240\n", one='"""One."""\nfrom _common import K\nassert K == 240\n')
    put(tmp_path / "b", _common="K = 241\n", two='"""Two."""\nfrom _common import K\nassert K == 240\n')
    done = CliRunner().invoke(main, ["run", str(tmp_path / "a"), str(tmp_path / "b")])
    assert done.exit_code == 1
    assert "1 of 2 derivations hold, 1 do not" in done.output
    assert read_page(tmp_path / "a" / "one.py").namespace["K"] == 240
    assert bank.load("one", tmp_path / "a").parts == {"K": 240}
    with pytest.raises(SymroofError, match="does not hold"):
        bank.load("two", tmp_path / "b")


@pytest.mark.slow
def test_what_a_derivation_does_to_the_process_is_undone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import random as mine

    put(
        tmp_path / "d",
        random="x = 5\n",
        json="y = 6\n",
        time="z = 7\n",
        deep="import os, sys\nfrom random import x\nimport json, time\nos.chdir('/')\nos.environ['SEEN'] = 'yes'\n"
        "sys.path.insert(0, 'nowhere')\nsys.argv.append('more')\nassert x == 5\nassert json.y == 6\n"
        "assert not hasattr(time, 'z')\nassert sys.modules['__main__'].x == 5\n",
    )
    monkeypatch.chdir(tmp_path)
    modules, path, argv = dict(sys.modules), list(sys.path), list(sys.argv)
    subprocess.run([sys.executable, str(tmp_path / "d" / "deep.py")], check=True)  # Python thinks the same
    assert prove(tmp_path / "d" / "deep.py").ok
    assert (Path.cwd(), os.environ.get("SEEN"), list(sys.path), list(sys.argv)) == (tmp_path, None, path, argv)
    assert sys.modules["random"] is mine
    assert sys.modules["json"] is json
    assert {n: m for n, m in sys.modules.items() if n in modules} == modules


LOOP = '"""A loop."""\ntotal = 0\nfor n in range(3):\n    total += n\n    assert total == 0, "not so"\n'
NEIGHBOUR = '"""A neighbour."""\nfrom _judge import judge\njudge(3)\nx = 3\n'


@pytest.mark.slow
@pytest.mark.parametrize("flags", ["", "1", "2"])
@pytest.mark.parametrize("name", ["loop", "neighbour"])
def test_assertions_are_asserted_whatever_the_flags(tmp_path: Path, flags: str, name: str) -> None:
    put(tmp_path, loop=LOOP, neighbour=NEIGHBOUR, _judge="def judge(x):\n    assert x == 4\n")
    for args, code in (
        (["run", f"{name}.py"], 1),
        (["page", f"{name}.py", "--to", "md"], 2),
        (["answer", name, "3", "--root", "."], 2),
    ):
        done = subprocess.run(
            [sys.executable, "-m", "symroof", *args],
            env={**os.environ, "PYTHONOPTIMIZE": flags},
            capture_output=True,
            text=True,
            cwd=tmp_path,
        )
        assert done.returncode == code, (args, done.stdout, done.stderr)
        said = done.stdout + done.stderr
        assert "line 5" in said if name == "loop" else "line 3" in said


@pytest.mark.slow
def test_a_file_is_a_script_to_dataclasses_and_to_its_own_future_only(tmp_path: Path) -> None:
    text = (
        "from dataclasses import dataclass\nfrom typing import ClassVar, get_type_hints\n"
        "@dataclass\nclass P:\n    n: 'int'\n    k: 'ClassVar[int]' = 2\n"
        "def f(x: int): ...\n"
        "assert f.__annotations__['x'] is int\nassert get_type_hints(P)['n'] is int\nassert __name__ == '__main__'\n"
        "assert P(1) == P(n=1)\n"
    )
    put(tmp_path, plain='"""T."""\n' + text)
    put(tmp_path, later='"""T."""\nfrom __future__ import annotations\n' + text.replace("is int\n", "== 'int'\n", 1))
    for name in ("plain", "later"):
        subprocess.run([sys.executable, str(tmp_path / f"{name}.py")], check=True)
        assert prove(tmp_path / f"{name}.py").ok, prove(tmp_path / f"{name}.py")


@pytest.mark.slow
def test_random_folders_are_judged_as_python_judges_each_file_alone(tmp_path: Path) -> None:
    rng = random.Random(5)
    names = ["_common", "values", "json", "string", "statistics", "pkg"]
    files = []
    for i in range(12):
        folder = put(tmp_path / f"d{i}", **{n: f"v = {rng.randint(0, 2)}\n" for n in rng.sample(names[:5], 3)})
        put(folder / "pkg", __init__=f"v = {rng.randint(0, 1)}\n", inner=f"v = {rng.randint(0, 1)}\n")
        asked = [*rng.sample(names, 2), "pkg.inner"]
        body = "".join(f"import {n}\nfor one in [0]:\n    assert {n}.v < 2\n" for n in asked)
        files.append(put(folder, main=body + "values = 1\n") / "main.py")
    alone = [subprocess.run([sys.executable, str(f)], capture_output=True).returncode == 0 for f in files]
    together = [prove(f).ok for f in files]
    assert together == alone
    assert {True, False} == set(alone)


def test_nothing_is_hidden_where_the_file_stands_beside_symroof_itself() -> None:
    import symroof

    with as_script(Path(symroof.__file__).parent.parent / "mine.py") as namespace:
        assert sys.modules["symroof"] is symroof
        assert namespace["__name__"] == "__main__"


@pytest.mark.slow
def test_symbols_of_one_file_mean_nothing_to_the_next(tmp_path: Path) -> None:
    put(tmp_path, a='"""A."""\nfrom symroof import params\nN = params("N")\n')
    put(tmp_path, b='"""B."""\nfrom sympy import Max\nfrom symroof import dims, same\nN = dims("N")\n'
                    "assert same(Max(N, 1), N) is True\n")  # fmt: skip
    put(tmp_path, c='"""C."""\nfrom sympy import Max\nfrom symroof import intensity, op, same\n'
                    'N = intensity(op("bf16[N, D] * bf16[D, F] -> bf16[N, F]")).free_symbols\n'
                    "(N,) = [n for n in N if n.name == 'N']\nassert same(Max(N, 1), N) is True\n")  # fmt: skip
    for name in "abcacb":
        assert prove(tmp_path / f"{name}.py").ok, name


@pytest.mark.slow
def test_our_own_modules_are_made_once(tmp_path: Path) -> None:
    """A neighbour that hides a loaded module once made what was loaded of ours meanwhile be made again."""
    (tmp_path / "csv.py").write_text("")
    (tmp_path / "one.py").write_text(
        '"""One."""\nfrom symroof import all_gather, ring\nx = all_gather("V", ring(4)).time\n'
    )
    code = (
        "import symroof.model.ops, csv; from symroof.writing.page import prove; import sys;"
        f"print(prove({str(tmp_path / 'one.py')!r}).ok, 'symroof.model.collectives' in sys.modules);"
        "from symroof import all_gather, ring; print(all_gather('V', ring(4)).hops)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True True\n2\n"
