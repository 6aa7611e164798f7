"""Documents proofread: the retyped chains with their verdicts, planted errors, places, comments, formats, bad input."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symroof.checking.proofreading.proofread import proofread, report_lines
from symroof.errors import SymroofError

DATA = Path(__file__).parent / "data"


def rows(name):
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return [tuple(p.strip() for p in x.split(" | ")) for x in lines if x.strip() and not x.startswith("#")]


@pytest.mark.parametrize(("verdicts", "span"), rows("chains.txt"))
def test_retyped_chains(verdicts, span):
    expected = [v for v in verdicts.split() if v != "-"]
    assert [f.verdict for f in proofread(f"so {span} here").findings] == expected


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "bad", "good"), rows("planted.txt"))
def test_planted_errors_are_found_and_their_corrections_pass(kind, bad, good):
    assert any(f.verdict in ("wrong", "convention") for f in proofread(f"text {bad} text").findings), kind
    found = proofread(f"text {good} text").findings
    assert found, "the right formula must be judged, not skipped"
    assert not [f for f in found if f.verdict in ("wrong", "convention", "undecided")]


def test_enough_kinds_are_planted():
    assert len(rows("planted.txt")) >= 60


def test_near_miss_names_the_parentheses():
    (f,) = proofread("$16*20*28 / 2*2 = 2240$").findings
    assert f.verdict == "wrong"
    assert "8960" in f.reason
    assert "parentheses" in f.note


def test_line_and_column():
    (f,) = proofread("one\ntwo $x$ and $2 + 2 = 5$\n").findings
    assert (f.line, f.column) == (2, 14)
    found = proofread("$$\n1 + 1 = 2 \\\\\n2 + 2 = 5\n$$").findings
    assert [(g.line, g.verdict) for g in found] == [(2, "exact"), (3, "wrong")]


def test_comments_let_given_ignore():
    text = "<!-- symroof: let W = 8.2e11 B/s, C = 1.97e14 FLOPs/s -->\n$C/W = 240$ and $C/W = 204$"
    assert [f.verdict for f in proofread(text).findings] == ["rounded", "wrong"]
    chain = r"$\frac{BDF}{BD + DF + BF} = \frac{BDF}{DF}$"
    assert [f.verdict for f in proofread(chain).findings] == ["wrong"]
    assert [f.verdict for f in proofread(f"<!-- symroof: given B << D, F -->\n{chain}").findings] == ["in-regime"]
    ignored = proofread("<!-- symroof: ignore -->\n$2 + 2 = 5$\n\n$2 + 2 = 6$ <!-- symroof: ignore -->\n\n$2 + 2 = 7$")
    assert [f.line for f in ignored.findings] == [6]
    assert ignored.counts["skipped: ignored"] == 2
    with pytest.raises(SymroofError, match="unknown comment"):
        proofread("<!-- symroof: leave -->")


def test_front_matter_and_fenced_code_are_passed_over():
    text = "---\ntitle: $2 + 2 = 5$\n---\n```py\nx = `2 + 2 = 5`\n```\n```{math}\n:label: a\n2 + 2 = 5\n```\n{math}`1 + 1 = 2`\n"  # noqa: E501
    assert [(f.line, f.verdict) for f in proofread(text).findings] == [(9, "wrong"), (11, "exact")]


def test_latex_and_notebooks(tmp_path):
    tex = tmp_path / "a.tex"
    tex.write_text(
        "\\begin{align}\n 2 + 2 &= 5 \\\\\n 3 &= 3\n\\end{align}\n% $1 = 2$\n\\(1 + 1 = 3\\)\n", encoding="utf-8"
    )
    assert [(f.line, f.verdict) for f in proofread(tex).findings] == [(2, "wrong"), (3, "exact"), (6, "wrong")]
    book = tmp_path / "a.ipynb"
    cells = [
        {"cell_type": "code", "source": ["1 + 1 = 3"]},
        {"cell_type": "markdown", "source": ["x\n", "$2 + 2 = 5$"]},
    ]
    book.write_text(json.dumps({"cells": cells}), encoding="utf-8")
    (f,) = proofread(str(book)).findings
    assert (f.cell, f.line, f.verdict) == (1, 2, "wrong")


def test_files_are_not_changed(tmp_path):
    path = tmp_path / "a.md"
    path.write_bytes(b"\xef\xbb\xbf$2 + 2 = 5$\r\n")
    before = path.read_bytes(), path.stat().st_mtime_ns
    assert len(proofread(path).wrong) == 1
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("gone.md", None, "does not exist"),
        ("a.md", b"\xff\xfe$", "not UTF-8"),
        ("a.ipynb", b"{}", "not a Jupyter notebook"),
    ],
)
def test_bad_files(tmp_path, name, content, message):
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(SymroofError, match=message):
        proofread(path)


def test_directories_and_other_things_are_refused(tmp_path):
    with pytest.raises(SymroofError, match="is a directory"):
        proofread(tmp_path)
    with pytest.raises(SymroofError, match="neither a path nor text"):
        proofread(3)


def test_report_lines_and_json():
    report = proofread(r"$2 + 2 = 5$ and $\text{words} = 3$")
    lines = report_lines(report, skipped=True)
    assert lines[0].startswith("1:2: wrong: 2 + 2 = 5")
    assert any("skipped (words)" in x for x in lines)
    assert json.loads(json.dumps(report.to_json()))["counts"]["wrong"] == 1


@pytest.mark.slow
@settings(max_examples=120, deadline=None)
@given(st.text(alphabet="$`\\=<>{}()[]+-*/^_ \n0123456789BDFmsx≈→字%!-", max_size=120))
def test_any_text_is_proofread(text):
    with suppress(SymroofError):
        proofread(text + "\n")
