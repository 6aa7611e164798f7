"""Sync never loses what an author writes, runs only the user's own code, and writes all documents or none.

Earlier tests had one writer, regular files, derivations of milliseconds, and no notebook.
"""

from __future__ import annotations

import json
import os
import random
import re
import stat
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import nbformat
import pytest
from click.testing import CliRunner
from growth import growth

from symroof.cli import main
from symroof.errors import SymroofError
from symroof.writing import document, files, homes
from symroof.writing.blocks import blocks
from symroof.writing.document import sync
from symroof.writing.files import write_atomically
from symroof.writing.page import prove

MARK, END = "<!-- symroof: small.x plain -->", "<!-- /symroof -->"
STALE = f"{MARK}\nstale\n{END}\n"
FRESH = f"{MARK}\n5\n{END}\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "derivations").mkdir()
    (tmp_path / "derivations" / "small.py").write_text('"""Five."""\nx = 5\nassert x == 5\n')
    (tmp_path / "pyproject.toml").write_text("")
    return tmp_path


# -- what an author saves meanwhile ----------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("how", ["in place", "by rename"])
def test_what_is_saved_while_the_derivation_runs_is_kept(project: Path, how: str) -> None:
    doc = project / "a.md"
    doc.write_text(STALE)
    save = f"q = p.with_name('b'); q.write_text({STALE + 'more'!r}); q.replace(p)"
    if how == "in place":
        save = f"p.write_text({STALE + 'more'!r})"
    (project / "derivations" / "small.py").write_text(
        f'"""T."""\nfrom pathlib import Path\np = Path({str(doc)!r})\n{save}\nx = 5\n'
    )
    sync([doc])
    assert doc.read_text() == FRESH + "more"
    assert sorted(p.name for p in project.iterdir()) == ["a.md", "derivations", "pyproject.toml"]


@pytest.mark.slow
def test_what_is_saved_in_the_moment_of_the_replacement_is_kept(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    doc = project / "a.md"
    doc.write_text(STALE)
    replace, saves = os.replace, []

    def late(a: str, b: str) -> None:
        if not saves:
            saves.append(1)
            doc.write_text("first\n" + STALE)
        replace(a, b)

    monkeypatch.setattr(os, "replace", late)
    sync([doc])
    assert doc.read_text() == "first\n" + FRESH


def test_a_document_saved_again_and_again_is_left_to_its_author(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    doc = project / "a.md"
    doc.write_text(STALE)
    monkeypatch.setattr(document, "PATIENCE", 3)
    monkeypatch.setattr(files, "SETTLING", 0)
    monkeypatch.setattr(document, "SETTLING", 0)
    whole, n = document._fresh, iter(range(99))

    def busy(*args, **named):
        made = whole(*args, **named)
        doc.write_text(f"{next(n)}\n{STALE}")
        return made

    monkeypatch.setattr(document, "_fresh", busy)
    with pytest.raises(SymroofError, match="saved again and again"):
        sync([doc])
    assert doc.read_text().endswith("\n" + STALE)


def test_a_document_taken_away_meanwhile_is_not_made_again(project: Path) -> None:
    doc = project / "a.md"
    doc.write_text(STALE)
    (project / "derivations" / "small.py").write_text(f'"""T."""\nimport os\nos.remove({str(doc)!r})\nx = 5\n')
    with pytest.raises(SymroofError, match="taken away"):
        sync([doc])
    assert not doc.exists()


@pytest.mark.slow
def test_an_author_who_saves_at_any_moment_loses_nothing(project: Path) -> None:
    doc = project / "a.md"
    rng = random.Random(1)
    early = 0
    for n in range(60):
        doc.write_text(STALE)
        text = f"{STALE}line {n}\n" * rng.choice((1, 50))

        def save(text: str = text, wait: float = rng.random() * 0.012) -> None:
            time.sleep(wait)
            doc.write_text(text)

        author = threading.Thread(target=save)
        author.start()
        sync([doc])
        early += not author.is_alive()
        author.join()
        sync([doc])
        assert doc.read_text() == text.replace("stale", "5")
    assert early > 0


# -- all documents or none -------------------------------------------------------------------------------------------


def test_a_folder_that_cannot_be_written_stops_all_before_the_first(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import tempfile

    (project / "locked").mkdir()
    good, bad = project / "good.md", project / "locked" / "bad.md"
    good.write_text(STALE)
    bad.write_text(STALE)
    real = tempfile.mkstemp

    def refuse(*args, dir=None, **named):  # root may write everywhere, so that a mode alone proves nothing
        if Path(dir).name == "locked":
            raise PermissionError(13, "Permission denied")
        return real(*args, dir=dir, **named)

    monkeypatch.setattr(tempfile, "mkstemp", refuse)
    with pytest.raises(SymroofError, match=r"cannot write in .*locked"):
        sync([good, bad])
    assert (good.read_text(), bad.read_text()) == (STALE, STALE)
    assert sorted(p.name for p in project.iterdir()) == ["derivations", "good.md", "locked", "pyproject.toml"]


def test_one_document_under_two_names_is_refreshed_once(project: Path) -> None:
    doc, link = project / "a.md", project / "b.md"
    doc.write_text(STALE)
    link.symlink_to(doc)
    assert [r.changed for r in sync([doc, link, doc])] == [True] * 3
    assert doc.read_text() == FRESH


# -- what is no regular file -----------------------------------------------------------------------------------------


def test_devices_and_pipes_are_written_into_and_stay(project: Path) -> None:
    pipe = project / "pipe"
    os.mkfifo(pipe)
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()), daemon=True)
    reader.start()
    small = str(project / "derivations" / "small.py")
    done = CliRunner().invoke(main, ["page", small, "--to", "md", "--out", str(pipe)])
    assert done.exit_code == 0, done.output
    reader.join(10)
    assert got[0].startswith(b"# Five.")
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    device = project / "null"
    try:
        os.mknod(device, stat.S_IFCHR | 0o666, os.makedev(1, 3))
        write_atomically(device, b"")
    except (PermissionError, SymroofError):
        pytest.skip("devices cannot be made here")
    link = project / "link"
    link.symlink_to(device)
    for out in (device, link):
        write_atomically(out, b"gone")
    assert stat.S_ISCHR(device.stat().st_mode)
    assert link.is_symlink()


@pytest.mark.slow
def test_standard_output_by_its_name_is_standard_output(project: Path) -> None:
    small = str(project / "derivations" / "small.py")
    command = [sys.executable, "-m", "symroof", "page", small, "--to", "md", "--out", "/dev/stdout"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("# Five.")


@pytest.mark.parametrize("command", [["sync"], ["run"], ["page", "--to", "md"]])
def test_pipes_and_endless_devices_are_not_read(project: Path, command: list[str]) -> None:
    pipe = project / "pipe.md"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/zero")):
        done = CliRunner().invoke(main, [*command, str(path)])
        assert done.exit_code == 2
        assert re.search("no regular file|no such file", done.output)


def test_the_size_of_a_file_is_looked_at_before_it_is_read(project: Path) -> None:
    huge = project / "huge.md"
    with open(huge, "wb") as f:
        f.truncate(3 * 10**9)  # a hole: it takes no room
    start = time.process_time()
    for command in (["sync"], ["run"]):
        done = CliRunner().invoke(main, [*command, str(huge)])
        assert done.exit_code in (1, 2)
        assert "3000000000 bytes; at most 20000000 are read" in done.output
    assert time.process_time() - start < 2


def test_modes_and_owners_are_kept(project: Path) -> None:
    doc = project / "a.md"
    doc.write_text(STALE)
    doc.chmod(0o604)
    if os.getuid() == 0:
        os.chown(doc, 1234, 4321)
    sync([doc])
    found = doc.stat()
    assert stat.S_IMODE(found.st_mode) == 0o604
    assert os.getuid() != 0 or (found.st_uid, found.st_gid) == (1234, 4321)


# -- whose code is run -----------------------------------------------------------------------------------------------


def test_derivations_are_looked_for_up_to_the_projects_root(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inner = project / "docs" / "deep"
    inner.mkdir(parents=True)
    doc = inner / "a.md"
    doc.write_text(STALE)
    monkeypatch.chdir("/")
    (result,) = sync([doc])
    assert result.homes == (str(project / "derivations"),)
    assert doc.read_text() == FRESH
    doc.write_text(STALE)
    (project / "docs" / ".git").mkdir()  # a project of its own: what is above it is not its
    with pytest.raises(SymroofError, match=r"no derivation small\.py"):
        sync([doc])
    (project / "docs" / ".git").rmdir()
    (project / "pyproject.toml").unlink()
    with pytest.raises(SymroofError, match=r"no derivation small\.py"):
        sync([doc])
    monkeypatch.chdir(project)
    sync([doc])
    assert doc.read_text() == FRESH


@pytest.mark.parametrize("which", ["derivations", "derivations/small.py", "."])
def test_code_that_everybody_may_write_is_not_run(project: Path, which: str) -> None:
    doc, ran = project / "a.md", project / "ran"
    doc.write_text(STALE)
    (project / "derivations" / "small.py").write_text(f'"""T."""\nopen({str(ran)!r}, "w").close()\nx = 5\n')
    (project / which).chmod(0o777)
    for args in ([], ["--check"]):
        done = CliRunner().invoke(main, ["sync", str(doc), *args])
        assert done.exit_code == 2
        assert "is not run, because" in done.output
        assert "may be written by everybody" in done.output
    assert not ran.exists()
    assert doc.read_text() == STALE
    done = CliRunner().invoke(main, ["sync", str(doc), "--root", str(project / "derivations")])
    assert done.exit_code == 0
    assert ran.exists()


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root gives files away")
@pytest.mark.parametrize("which", ["derivations", "derivations/small.py"])
def test_code_of_another_user_is_not_run(project: Path, which: str) -> None:
    doc = project / "a.md"
    doc.write_text(STALE)
    os.chown(project / which, 1234, 1234)
    with pytest.raises(SymroofError, match="belongs to another user"):
        sync([doc], check=True)


def test_a_group_of_several_is_others_and_ones_own_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    like = os.stat_result((stat.S_IFDIR | 0o775, 0, 0, 1, os.getuid(), 77, 0, 0, 0, 0))
    monkeypatch.setattr(homes, "_private", lambda gid: gid == 78)
    assert homes._doubt(like, inside=True) == "may be written by a group of users"
    assert homes._doubt(like, inside=False) == ""
    own = os.stat_result((stat.S_IFDIR | 0o775, 0, 0, 1, os.getuid(), 78, 0, 0, 0, 0))
    assert homes._doubt(own, inside=True) == ""
    sticky = os.stat_result((stat.S_IFDIR | 0o1777, 0, 0, 1, 0, 0, 0, 0, 0, 0))
    assert homes._doubt(sticky, inside=False) == ""
    assert homes._doubt(sticky, inside=True) == "may be written by everybody"


def test_the_folder_whose_code_runs_is_said(project: Path) -> None:
    doc = project / "a.md"
    doc.write_text(STALE)
    done = CliRunner().invoke(main, ["sync", str(doc)])
    assert f"derivations run: {project / 'derivations'}" in done.stderr
    assert done.stdout == f"{doc}: 1 block, refreshed\n"


# -- notebooks -------------------------------------------------------------------------------------------------------

TALK = "A \\frac{1}{2} <!-- symroof: small.eq inline -->old<!-- /symroof -->\nend"


def book(indent: int | None, as_list: bool, ascii_only: bool) -> str:
    source = TALK.splitlines(keepends=True) if as_list else TALK
    cells = [
        {
            "cell_type": "code",
            "execution_count": None,
            "metadata": {"source": "{"},
            "outputs": [],
            "source": STALE,
            "id": "a",
        },
        {"cell_type": "markdown", "metadata": {}, "source": source, "id": "größe"},
        {"cell_type": "markdown", "metadata": {}, "source": [], "id": "b"},
    ]
    whole = {"cells": cells, "metadata": {"cells": [{"source": "x"}]}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole, indent=indent, ensure_ascii=ascii_only) + "\n"


@pytest.mark.parametrize("indent", [None, 1, 2])
@pytest.mark.parametrize("as_list", [True, False])
@pytest.mark.parametrize("ascii_only", [True, False])
def test_a_notebook_stays_a_notebook_and_every_byte_outside_its_blocks(
    project: Path, indent: int | None, as_list: bool, ascii_only: bool
) -> None:
    (project / "derivations" / "small.py").write_text(
        '"""T."""\nfrom symroof import dims\nB, D = dims("B D")\neq = B / D\n'
    )
    doc = project / "talk.ipynb"
    before = book(indent, as_list, ascii_only)
    doc.write_text(before, encoding="utf-8")
    (seen,) = sync([doc], check=True)
    assert seen.changed
    assert doc.read_text(encoding="utf-8") == before
    (result,) = sync([doc])
    assert (result.blocks, result.changed) == (1, True)
    after = doc.read_text(encoding="utf-8")
    made = "".join(json.loads(after)["cells"][1]["source"])
    assert made == TALK.replace("old", r"$\text{eq} = \frac{B}{D}$")
    assert after.replace(json.dumps(made)[1:-1], json.dumps(TALK)[1:-1]).replace(
        json.dumps(made.splitlines(True)[0]), json.dumps(TALK.splitlines(True)[0])
    ) == before  # fmt: skip
    shown = nbformat.reads(after.replace("größe", "g").replace("gr\\u00f6\\u00dfe", "g"), as_version=4)
    assert shown.cells[0].source == STALE
    assert not sync([doc])[0].changed
    assert not sync([doc], check=True)[0].changed


@pytest.mark.parametrize("text", ["{", "[]", '{"cells": 3}', '{"cells": [{"cell_type": "markdown", "source": 4}]}', ""])
def test_what_is_no_notebook_is_refused(project: Path, text: str) -> None:
    doc = project / "a.ipynb"
    doc.write_text(text)
    with pytest.raises(SymroofError, match="no Jupyter notebook"):
        sync([doc])


def test_mistakes_in_a_notebook_name_the_cell(project: Path) -> None:
    doc = project / "a.ipynb"
    doc.write_text(json.dumps({"cells": [{"cell_type": "raw"}, {"cell_type": "markdown", "source": "x\n" + MARK}]}))
    with pytest.raises(SymroofError, match=r"a\.ipynb, cell 2, line 2: this block never ends"):
        sync([doc])


# -- code and examples -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "count"),
    [
        (f"```` ```x``` is code ````\n\n{MARK}\n{END}\n", 1),
        (f"```x``` is code\n\n{MARK}\n{END}\n", 1),
        (f"- a\n\n  ```\n  {MARK}\n  ```\n\n{MARK}a{END}\n", 1),
        (f"> ```\n> {MARK}\n\n{MARK}a{END}\n", 1),
        (f"~~~\n{MARK}\n", 0),
        (f"a ``{MARK}\nb`` {MARK}c{END}", 1),
        (f"1. a\n\n   {MARK}\n   x\n   {END}\n", 1),
    ],
)
def test_fences_are_those_of_commonmark(text: str, count: int) -> None:
    assert len(blocks(text)) == count


def test_examples_are_counted_and_comments_to_the_proofreader_are_left_alone(project: Path) -> None:
    doc = project / "a.md"
    doc.write_text(f"<!-- symroof: let W = 3 -->\n<!-- symroof: given B << D -->\n`{MARK}`\n{FRESH}")
    (result,) = sync([doc])
    assert str(result) == f"{doc}: 1 block, up to date; 1 marker in code is an example"


def test_html_has_no_fences(project: Path) -> None:
    doc = project / "a.html"
    doc.write_text(f"<div>\n\n      {MARK}old{END}\n```\n{MARK}old{END}</div>\n")
    assert sync([doc])[0].blocks == 2
    assert doc.read_text().count(">5<") == 2


# -- growth ----------------------------------------------------------------------------------------------------------

ONE = "<!-- symroof: small.x plain -->"


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece",
    [
        f"{ONE}\n5\n{END}\n", f"{ONE}5{END} ", f"{ONE}4{END} ", f"{ONE}\n4\n{END}\n", f"`{ONE}`", f"```\n{ONE}\n```\n",
        "<!-- symroof: ", "<!-- symroof:" + " " * 50, "$x$ ", "<!-- a -->", "% symroof: x ", "<!--", "`", "\r\n",
    ],
)  # fmt: skip
@pytest.mark.parametrize("ending", ["md", "tex"])
def test_sync_is_linear_in_its_document(project: Path, piece: str, ending: str) -> None:
    doc = project / f"a.{ending}"

    def made(n: int) -> str:
        return "x " + piece * (n // len(piece)) + "\n"

    def work(text: str) -> None:
        doc.write_text(text)
        with suppress(SymroofError):
            sync([doc], check=True)

    assert growth(work, made, 40_000) < 6


@pytest.mark.slow
@pytest.mark.parametrize("piece", ['{"cell_type": "markdown", "source": ["a\\n"]}, ', '{"cell_type": "x"}, '])
def test_notebooks_and_maps_are_linear(project: Path, piece: str) -> None:
    doc = project / "a.ipynb"

    def work(text: str) -> None:
        doc.write_text(text)
        sync([doc], check=True)

    assert growth(work, lambda n: '{"cells": [' + piece * (n // len(piece)) + '{"cell_type": "x"}]}', 40_000) < 6


def test_derivations_that_are_no_python_text_are_refused(project: Path) -> None:
    for n, data in enumerate((b"x = 1\0\n", b"\xff\xfe", b"x = " + b"(" * 5000)):
        path = project / f"{n}.py"
        path.write_bytes(data)
        assert not prove(path).ok


@pytest.mark.parametrize(
    ("form", "made"),
    [("rule number", "240.2"), ("rule number:2", "240"), ("rule integer", "241"), ("x number", "5"), ("x integer", "5"),
     ("share number:3", "0.333"), ("half number", "0.5")],
)  # fmt: skip
def test_prose_takes_plain_numbers(project: Path, form: str, made: str) -> None:
    (project / "derivations" / "n.py").write_text(
        '"""T."""\nfrom fractions import Fraction\nfrom symroof import dims, op, threshold\nB, D, F = dims("B D F")\n'
        'm = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")\nrule = threshold(m, B, on="TPU v5e", given="B << D, F")\n'
        "x = 5\nshare = Fraction(1, 3)\nhalf = 0.5\nopen_ = threshold(m, B)\n"
    )
    doc = project / "a.md"
    doc.write_text(f"from <!-- symroof: n.{form} -->?{END} tokens on")
    sync([doc])
    assert f"-->{made}<!--" in doc.read_text()
    doc.write_text(f"<!-- symroof: n.open_ number -->?{END}")
    with pytest.raises(SymroofError, match="is no number"):
        sync([doc])
    doc.write_text(f"<!-- symroof: n.x number:99 -->?{END}")
    with pytest.raises(SymroofError, match="is no form"):
        sync([doc])
