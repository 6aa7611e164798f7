"""The proofreader for authors and CI: files, folders, globs, standard input; formats; baseline; settings; comments."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from xml.dom import minidom

import pytest
from click.testing import CliRunner

from symroof.checking.documents.report import printable, report_lines
from symroof.checking.proofreading import baseline
from symroof.checking.proofreading.batch import batch
from symroof.checking.proofreading.formats import page
from symroof.checking.proofreading.proofread import proofread
from symroof.checking.proofreading.settings import Settings, settings
from symroof.checking.proofreading.targets import targets
from symroof.cli import main
from symroof.errors import SymroofError

WRONG = "so $2 + 2 = 5$ here\n"


@pytest.fixture
def there(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "book" / "part").mkdir(parents=True)
    (tmp_path / "book" / "a.md").write_text(WRONG, encoding="utf-8")
    (tmp_path / "book" / "part" / "b.md").write_text("fine: $2 + 2 = 4$\n", encoding="utf-8")
    (tmp_path / "book" / ".hidden.md").write_text(WRONG, encoding="utf-8")
    (tmp_path / "book" / "c.bin").write_bytes(b"\0\1")
    return tmp_path


def run(*args: str, text: str | None = None):
    return CliRunner().invoke(main, ["proofread", *args], input=text)


def test_files_folders_globs_and_standard_input(there):
    assert [p.as_posix() for p in targets(["book"])] == ["book/a.md", "book/part/b.md"]
    assert [p.as_posix() for p in targets(["book/**/*.md", "book/a.md"])] == ["book/a.md", "book/part/b.md"]
    assert [p.as_posix() for p in targets(["book"], exclude=["book/part/*"])] == ["book/a.md"]
    result = run("book")
    assert result.exit_code == 1
    assert "book/a.md:1:5: wrong: 2 + 2 = 5  [arithmetic]" in result.output
    assert "2 documents: 2 links found: 2 judged (1 exact, 1 wrong)" in result.output
    assert run("-", text="$2 + 2 = 4$").exit_code == 0
    assert run("-", text="$2 + 2 = 5$").exit_code == 1
    assert run().exit_code == 2


def test_one_bad_file_spoils_nothing(there):
    (there / "book" / "bad.md").write_bytes(b"\xff\xfe$2")
    (there / "book" / "bad.ipynb").write_text("{}", encoding="utf-8")
    result = run("book")
    assert result.exit_code == 1
    assert "bad.md is not UTF-8" in result.output or "bad.md is binary" in result.output
    assert "2 + 2 = 5" in result.output
    (there / "book" / "a.md").unlink()
    assert run("book").exit_code == 2
    data = json.loads(run("book", "--json").stdout)
    assert {u["file"] for u in data["unread"]} == {"book/bad.md", "book/bad.ipynb"}


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.md", b"PK\x03\x04\0\0$2 + 2 = 5$", "binary"),
        ("a.ipynb", b"[1, 2]", "not a Jupyter notebook"),
        ("a.ipynb", b'{"cells": [{"cell_type": "markdown", "source": 3}]}', "not a Jupyter notebook"),
    ],
)
def test_bad_files_are_told_apart(tmp_path, name, content, message):
    path = tmp_path / name
    path.write_bytes(content)
    (report,) = batch([str(path)], Settings())
    assert message in str(report.problem)


def test_broken_latex_and_open_fences_leave_the_rest_to_be_judged():
    text = "$\\frac{1}{2 = \\text{ and $2 + 2 = 5$\n\n$$ a = b\n\n`3 + 3 = 7`\n\n```py\n1 + 1 = 3"
    assert [f.text for f in proofread(text).wrong] == ["2 + 2 = 5", "3 + 3 = 7"]


def test_a_line_that_opens_with_inline_code_is_no_fence():
    assert [f.line for f in proofread("```x``` is code\n\n$2 + 2 = 5$\n").findings] == [3]
    assert [f.line for f in proofread("> ```\n> $2 + 2 = 5$\n\n$2 + 2 = 6$\n").findings] == [4]  # the quote ends it


def test_what_is_skipped_in_a_notebook_is_told_with_its_cell(tmp_path):
    path = tmp_path / "a.ipynb"
    cells = [{"cell_type": "markdown", "source": t} for t in ("intro", "one\n\n$f(x) = 3$ and $2 + 2 = 5$")]
    path.write_text(json.dumps({"cells": cells}), encoding="utf-8")
    report = proofread(path)
    lines = report_lines(report, skipped=True)
    assert [(f.cell, f.line) for f in report.wrong] == [(1, 3)]
    assert [s.cell for s in report.skipped] == [1]
    assert [line.removeprefix(str(path))[:12] for line in lines if ": skipped (" in line] == [":cell 1:3:2:"]
    assert "cell 1, 3:" in page([report])
    plain = tmp_path / "a.md"
    plain.write_text("$f(x) = 3$", encoding="utf-8")
    assert not any("cell" in line for line in report_lines(proofread(plain), skipped=True))


def test_notebooks_of_other_kernels_and_formats(tmp_path):
    path = tmp_path / "a.ipynb"
    cells = [{"cell_type": "code", "source": "# 3 * 3 = 8 words\nx = 1"}, {"cell_type": "markdown", "source": WRONG}]
    kernel = {"kernelspec": {"language": "julia"}}
    path.write_text(json.dumps({"cells": cells, "metadata": kernel}), encoding="utf-8")
    assert [(f.cell, f.text) for f in proofread(path).wrong] == [(0, "3 * 3 = 8"), (1, "2 + 2 = 5")]
    old = {"worksheets": [{"cells": [{"cell_type": "markdown", "source": [WRONG]}]}]}
    path.write_text(json.dumps(old), encoding="utf-8")
    assert len(proofread(path).wrong) == 1


@pytest.mark.slow
def test_formats(there):
    sarif = json.loads(run("book", "--format", "sarif").stdout)
    assert sarif["version"] == "2.1.0"
    (result,) = sarif["runs"][0]["results"]
    assert (result["ruleId"], result["level"]) == ("arithmetic", "error")
    region = result["locations"][0]["physicalLocation"]["region"]
    assert region == {"startLine": 1, "startColumn": 5, "endLine": 1, "endColumn": 14}
    assert result["ruleId"] in {r["id"] for r in sarif["runs"][0]["tool"]["driver"]["rules"]}
    github = run("book", "--format", "github").stdout
    assert github.startswith("::error file=book/a.md,line=1,col=5,endLine=1,title=symroof arithmetic::wrong: 2 + 2 = 5")
    page = run("book", "--format", "html").stdout
    assert "<code>2 + 2 = 5</code>" in page
    data = json.loads(run("book", "--format", "json", "--skipped").stdout)
    assert {"findings", "counts", "skipped", "stale", "unread"} <= set(data)
    assert set(data["findings"][0]) >= {"file", "line", "column", "text", "verdict", "reason", "left", "right", "rule"}


def test_a_page_shows_no_markup_of_the_document(tmp_path):
    path = tmp_path / "a.md"
    path.write_text("`1 + 1 = 3` and $2 + 2 = 5 \\text{<script>alert(1)</script>}$ $1<2>3$\n", encoding="utf-8")
    page = CliRunner().invoke(main, ["proofread", str(path), "--format", "html"]).stdout
    assert "<script>" not in page
    assert minidom.parseString("<x>" + printable("a\x1b[31m") + "</x>")


def test_escape_sequences_do_not_reach_the_terminal(tmp_path):
    path = tmp_path / "a.md"
    path.write_text("`1 + 1 = 3\x1b[31m` and $2 + 2 = 5$ 3 * 3 = 10\x1b[0m\n", encoding="utf-8")
    assert "\x1b" not in CliRunner().invoke(main, ["proofread", str(path), "--skipped"]).output


def test_the_summary_counts_what_is_known_or_left_alone(there):
    """A finding that the baseline or a rule hides was found all the same."""
    assert run("book/a.md", "--baseline", "known.json", "--write-baseline").exit_code == 0
    known = run("book/a.md", "--baseline", "known.json").stdout
    assert "1 link found: 1 judged (1 known); 0 skipped; 0 taken" in known
    left = run("book/a.md", "--ignore", "arithmetic").stdout
    assert "1 link found: 0 judged; 1 skipped (ignored by configuration 1); 0 taken" in left
    (there / "book" / "a.md").write_text("mended\n", encoding="utf-8")
    lines = run("book", "--baseline", "known.json").stdout.splitlines()
    assert f"{there / 'known.json'}: stale: 2 + 2 = 5: book/a.md no longer has this finding (arithmetic); " in (
        "".join(x for x in lines if "stale" in x)
    )


def test_configured_documents_are_named_as_seen_from_here(there, monkeypatch):
    """GitHub shows an annotation, and code scanning a result, only for a path below the repository."""
    (there / "symroof.toml").write_text('[proofread]\ninclude = ["book"]\nexclude = ["book/part/*"]\n')
    assert run("--format", "github").stdout.startswith("::error file=book/a.md,line=1")
    found = json.loads(run("--format", "sarif").stdout)["runs"][0]["results"]
    assert [r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for r in found] == ["book/a.md"]
    (there / "symroof.toml").write_text('[proofread]\ninclude = ["book/a.md"]\nexclude = ["book/a.md"]\n')
    assert run().exit_code == 2, "what is included and excluded is excluded"
    (there / "symroof.toml").write_text('[proofread]\ninclude = ["book/a.md"]\n')
    monkeypatch.chdir(there / "book" / "part")
    assert run().stdout.startswith(f"{there}/book/a.md:1:5: wrong")


def test_a_finding_of_a_notebook_names_its_cell_in_every_format(there):
    """The line is one of the cell; a reader of the annotation must know of which."""
    cells = [{"cell_type": "markdown", "source": "fine"}, {"cell_type": "markdown", "source": "a\n\n" + WRONG}]
    (there / "n.ipynb").write_text(json.dumps({"cells": cells}), encoding="utf-8")
    assert "::cell 1, line 3: wrong: 2 + 2 = 5" in run("n.ipynb", "--format", "github").stdout
    (result,) = json.loads(run("n.ipynb", "--format", "sarif").stdout)["runs"][0]["results"]
    assert result["message"]["text"].startswith("cell 1, line 3: wrong: 2 + 2 = 5")


@pytest.mark.slow
def test_a_baseline_knows_findings_by_content(there):
    assert run("book", "--baseline", "known.json", "--write-baseline").exit_code == 0
    assert run("book", "--baseline", "known.json").exit_code == 0
    a = there / "book" / "a.md"
    a.write_text("a new line\n\n" + WRONG, encoding="utf-8")
    assert run("book", "--baseline", "known.json").exit_code == 0, "moved lines stay known"
    a.write_text(WRONG + "\n" + WRONG, encoding="utf-8")
    assert run("book", "--baseline", "known.json").exit_code == 1, "the second one is new"
    a.write_text("mended: $2 + 2 = 4$\n", encoding="utf-8")
    result = run("book", "--baseline", "known.json")
    assert result.exit_code == 0
    assert "no longer has this finding" in result.output


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "does not parse"),
        ('{"version": 7, "findings": []}', "version 7"),
        ('{"version": 1, "findings": [{"file": "a", "rule": "nope", "text": "x"}]}', "unknown rule 'nope'"),
        (None, "does not exist"),
    ],
)
def test_a_bad_baseline_is_told(there, content, message):
    if content is not None:
        (there / "known.json").write_text(content, encoding="utf-8")
    with pytest.raises(SymroofError, match=message):
        baseline.read(there / "known.json")
    result = run("book", "--baseline", "known.json")
    assert result.exit_code == 2
    assert "--write-baseline" in result.output


def test_ignore_by_rule_and_span_and_scope():
    text = "<!-- symroof: ignore arithmetic `2 + 2` -->\n$2 + 2 = 5$ and $3 + 3 = 7$\n"
    assert [f.text for f in proofread(text).wrong] == ["3 + 3 = 7"]
    other = "<!-- symroof: ignore series -->\n$2 + 2 = 5$\n"
    report = proofread(other)
    assert len(report.wrong) == 1
    assert [s.text for s in report.stale] == ["ignore series"]
    scoped = "# A\n\n<!-- symroof: ignore in section -->\n$2 + 2 = 5$\n\n$2 + 2 = 6$\n\n# B\n\n$2 + 2 = 7$\n"
    assert [f.text for f in proofread(scoped).wrong] == ["2 + 2 = 7"]
    with pytest.raises(SymroofError, match="line 1: unknown rule 'nope'"):
        proofread("<!-- symroof: ignore nope -->\n")


def test_let_and_given_have_scopes():
    text = "# A\n\n<!-- symroof: let W = 10 in section -->\n$W/2 = 5$\n\n# B\n\n$W/2 = 4$\n"
    assert [f.verdict for f in proofread(text).findings] == ["exact"]
    assert len(proofread(text.replace(" in section", "")).wrong) == 1
    chain = r"$\frac{BDF}{BD + DF + BF} = \frac{BDF}{DF}$"
    given = f"# A\n\n<!-- symroof: given B << D, F in section -->\n{chain}\n\n# B\n\n{chain}\n"
    assert [f.verdict for f in proofread(given).findings] == ["in-regime", "wrong"]


def test_settings_of_a_project(there):
    (there / "pyproject.toml").write_text(
        '[tool.symroof.proofread]\ninclude = ["book"]\nexclude = ["book/part/*"]\nfail-on = ["undecided"]\n',
        encoding="utf-8",
    )
    assert settings().include == ("book",)
    result = run()
    assert result.exit_code == 0, "wrong does not fail here"
    assert "book/a.md:1:5: wrong" in result.output
    (there / "symroof.toml").write_text('[proofread]\ninclude = ["book"]\nignore = ["arithmetic"]\n', encoding="utf-8")
    assert run().exit_code == 0
    assert run("--ignore", "nope").exit_code == 2


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[proofread]\nfolder = 3\n", "unknown key 'folder'"),
        ('[proofread]\nignore = ["nope"]\n', "unknown rule 'nope'"),
        ('[proofread]\nformat = "pdf"\n', "unknown format 'pdf'"),
        ('[proofread]\nfail-on = ["bad"]\n', "unknown verdict 'bad'"),
        ("[proofread\n", "is no TOML"),
        ("[proofread]\ninclude = 'a'\n", "write a list of texts"),
    ],
)
def test_bad_settings_are_told(there, content, message):
    (there / "symroof.toml").write_text(content, encoding="utf-8")
    with pytest.raises(SymroofError, match=message):
        settings()


def test_rules_are_listed():
    result = run("--rules")
    assert result.exit_code == 0
    assert "arithmetic" in result.output


def test_links_that_circle_are_walked_once(there):
    (there / "book" / "part" / "up").symlink_to("..")
    (there / "book" / "part" / "two").symlink_to("..")
    assert [p.as_posix() for p in targets(["book/**/*.md"])] == ["book/a.md", "book/part/b.md"]
    assert [p.as_posix() for p in targets(["**/b.md"])] == ["book/part/b.md"]


def test_a_notebook_on_standard_input_is_one(there):
    cells = [{"cell_type": "markdown", "metadata": {}, "source": [WRONG]}]
    text = json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
    told = run("--json", "-", text=text)
    found = json.loads(told.output)["findings"]
    assert [(f["cell"], f["line"]) for f in found if f["verdict"] == "wrong"] == [(0, 1)]
    assert json.loads(run("--json", "-", text=WRONG).output)["findings"][0]["verdict"] == "wrong"


def test_a_closed_standard_input_is_told(there, monkeypatch):
    monkeypatch.setattr("sys.stdin", None)
    (report,) = batch(["-"], Settings())
    assert "closed" in report.problem


def test_formats_that_contradict_each_other(there):
    assert run("--json", "--format", "html", "book/a.md").exit_code == 2
    assert run("--json", "--format", "json", "book/a.md").exit_code == 1


def test_a_comment_on_its_own_line_speaks_of_what_follows():
    said = "<!-- symroof: ignore arithmetic{} -->\n{}So 2 * 2 = 5 here.\n\nAnd $3 + 4 = 8$.\n"
    wrongs = [[f.text for f in proofread(said.format(*x)).findings] for x in ((" in paragraph", "\n"), ("", ""))]
    assert wrongs == [["3 + 4 = 8"], ["3 + 4 = 8"]]


def test_an_environment_without_an_end_is_told():
    open_one = proofread("Text.\n\n\\begin{align} 2 \\cdot 2 &= 5 \\\\\n")
    assert [(s.line, s.reason) for s in open_one.skipped] == [(3, "syntax")]
    ended = proofread("Text.\n\n\\begin{align} 2 \\cdot 2 &= 5 \\end{align}\n")
    assert [f.verdict for f in ended.findings] == ["wrong"]
    assert not ended.skipped


@pytest.mark.parametrize(
    ("language", "source"),
    [("C++17", "// 2 * 2 = 5\nint x;"), ("python", "%%sql\n-- 2 * 2 = 5\nselect 1"), ("python", "%%time\n# 2 * 2 = 5")],
)
def test_comments_of_cells_in_other_languages(tmp_path, language, source):
    book = {
        "cells": [{"cell_type": "code", "metadata": {}, "outputs": [], "source": source}],
        "metadata": {"kernelspec": {"name": "x", "language": language}},
        "nbformat": 4,
    }
    (tmp_path / "a.ipynb").write_text(json.dumps(book), encoding="utf-8")
    report = proofread(tmp_path / "a.ipynb")
    assert [f.text for f in report.findings] == ["2 * 2 = 5"]
    assert not report.skipped


def test_a_cell_whose_comments_are_not_known_is_told(tmp_path):
    book = {
        "cells": [{"cell_type": "code", "metadata": {}, "outputs": [], "source": "(* 2 * 2 = 5 *)"}],
        "metadata": {"kernelspec": {"name": "x", "language": "Wolfram Language"}},
        "nbformat": 4,
    }
    (tmp_path / "a.ipynb").write_text(json.dumps(book), encoding="utf-8")
    (cell,) = proofread(tmp_path / "a.ipynb").skipped
    assert (cell.cell, cell.reason, cell.detail) == (0, "code", "a cell in wolfram, whose comments are not known")
    myst = "```{{code-cell}}{}\n# 2 * 2 = 5\n```\n"
    assert [s.line for s in proofread("\n" + myst.format(" wolfram")).skipped] == [2]
    assert [[f.text for f in proofread(myst.format(x)).findings] for x in (" ipython3", "")] == [["2 * 2 = 5"]] * 2
    assert not proofread("```wolfram\n(* 2 * 2 = 5 *)\n```\n").skipped  # a quotation


SIDE_BY_SIDE = """
import resource, sys
from pathlib import Path
from symroof.checking.proofreading import batch
from symroof.checking.proofreading.settings import Settings

files = sorted(Path(sys.argv[1]).glob("*"))
alone = [batch._one(f, None) for f in files]
batch._cores = lambda: {0, 1}
batch.SOON_READ = int(sys.argv[2])
reports = batch.batch(sys.argv[1:2], Settings())
children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
print(reports == alone, children > 0, len(alone), [r.problem for r in alone if r.problem])
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="processes are doubled on Linux alone")
@pytest.mark.parametrize("soon", [0, 10**6])
def test_documents_are_read_side_by_side_as_one_by_one(tmp_path: Path, soon: int) -> None:
    """The judge is the reading of each alone; what cannot be read spoils nothing there either."""
    for k in range(5):
        (tmp_path / f"{k}.md").write_text(f"It is $2 + {k} = 5$ and `{k} * 3 = 6`.\n" * (k + 1), encoding="utf-8")
    (tmp_path / "5.ipynb").write_text("{", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", SIDE_BY_SIDE, str(tmp_path), str(soon)], capture_output=True, text=True, check=True
    )
    same, others, count, problems = done.stdout.split(maxsplit=3)
    assert (same, count) == ("True", "6")
    assert others == ("False" if soon else "True"), "what little there is, is read by the process itself"
    assert "5.ipynb" in problems
