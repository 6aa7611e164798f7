"""sync: bytes outside the blocks never move, a kill never damages, a mistake writes nothing."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from symroof.errors import SymroofError
from symroof.writing.document import blocks, sync
from symroof.writing.files import write_atomically
from symroof.writing.macros import macro_name, macros

ROOT = Path(__file__).parent / "data" / "derivations"
MARK, END = "<!-- symroof: small.I_matmul -->", "<!-- /symroof -->"
FORMULA = r"I_\text{matmul} = \frac{BDF}{BD + DF + BF}"


def run(path: Path, check: bool = False):
    (result,) = sync([path], check=check, root=ROOT)
    return result


@pytest.mark.slow
def test_a_block_is_filled_and_a_second_run_changes_nothing(tmp_path: Path) -> None:
    doc = tmp_path / "a.md"
    doc.write_text(f"before\n{MARK}\n{END}\nafter")
    assert run(doc).changed
    assert doc.read_text() == f"before\n{MARK}\n$$\n{FORMULA}\n$$\n{END}\nafter"
    second = run(doc)
    assert not second.changed
    assert str(second).endswith("1 block, up to date")


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("small.I_matmul inline", f"${FORMULA}$"),
        ("small.I_matmul bare", FORMULA),
        ("small.I_matmul plain", "B*D*F/(B*D + D*F + B*F)"),
        ("small.I_matmul value", r"\frac{BDF}{BD + DF + BF}"),
    ],
)
def test_forms(tmp_path: Path, key: str, expected: str) -> None:
    doc = tmp_path / "a.md"
    doc.write_text(f"see <!-- symroof: {key} -->old{END}.")
    run(doc)
    assert doc.read_text() == f"see <!-- symroof: {key} -->{expected}{END}."


def test_records_are_shown_by_name_also_where_a_page_leaves_them_out(tmp_path: Path) -> None:
    """A table of roofs, a collective had no equation, so that no document could hold them."""
    folder = tmp_path / "derivations"
    folder.mkdir()
    (folder / "a.py").write_text(
        "from symroof import all_gather, bottlenecks, dims, ring\n"
        'B, D = dims("B D")\nroofs = bottlenecks({"x": B * D, "y": B**2})\nV = all_gather("V", ring(4))\ni = B * D\n'
    )
    doc = tmp_path / "a.md"
    doc.write_text(
        f"<!-- symroof: a.roofs value -->{END}\n<!-- symroof: a.V plain -->{END}\n<!-- symroof: a -->\n{END}"
    )
    (result,) = sync([doc], root=folder)
    assert result.changed
    text = doc.read_text()
    assert r"\text{x}&BD&\frac{B}{D} \le 1 \\ \text{y}&B^2&\frac{D}{B} \le 1" in text
    assert "AllGather" in text
    assert text.count("array") == 2  # the page itself shows its equations alone
    doc.write_text(f"<!-- symroof: a.j -->\n{END}")
    with pytest.raises(SymroofError, match="has no equation j; it has i"):
        sync([doc], root=folder)


@pytest.mark.slow
def test_tex_blocks_pages_and_macros(tmp_path: Path) -> None:
    doc = tmp_path / "a.tex"
    doc.write_text(
        "% symroof: small.I_matmul\nold\n% /symroof\n"
        "% symroof: small macros\n% /symroof\n% symroof: small\n% /symroof\n"
    )
    run(doc)
    text = doc.read_text()
    assert "\\[\n" + FORMULA + "\n\\]" in text
    assert r"\newcommand{\smallIMatmul}{\ensuremath{\frac{BDF}{BD + DF + BF}}}" in text
    assert text.count(r"\section*") == 1
    assert "documentclass" not in text
    assert not run(doc).changed


@pytest.mark.slow
@pytest.mark.parametrize("eol", ["\n", "\r\n"])
@pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
def test_two_hundred_blocks_keep_every_byte_outside(tmp_path: Path, eol: str, coding: str) -> None:
    rng = random.Random(eol + coding)
    words = ["naïve", "Größe", "x\ty ", "", "`<!-- symroof: nothing -->`", "~~~" + eol + MARK + eol + "~~~"]
    words += ["привет ≪ 世界"] if coding != "latin-1" else ["\x85\xa0é"]
    gaps = [eol.join(rng.choices(words, k=3)) + rng.choice(["\n", "\r\n"]) for _ in range(201)]
    start = "".join(g + MARK + eol + "stale" + eol + END + eol for g in gaps[:-1]) + gaps[-1]
    doc = tmp_path / "a.md"
    doc.write_bytes(start.encode(coding))
    assert run(doc).blocks == 200
    fresh = eol.join(["$$", FORMULA, "$$"])
    assert doc.read_bytes() == start.replace("stale", fresh).encode(coding)
    assert not run(doc).changed


def test_check_writes_nothing_and_shows_the_difference(tmp_path: Path) -> None:
    doc = tmp_path / "a.md"
    doc.write_text(f"{MARK}\nold\n{END}\n")
    result = run(doc, check=True)
    assert result.changed
    assert "-old\n+$$\n" in str(result)
    assert doc.read_text() == f"{MARK}\nold\n{END}\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"{MARK}\n{MARK}\n{END}", "line 2: a block begins inside the one of line 1"),
        (f"x\n{MARK}\n", "line 2: this block never ends"),
        (f"{END}\n", "line 1: this block ends but none began"),
        (f"<!-- symroof: -->\n{END}", "names nothing"),
        (f"<!-- symroof: small.I_matmul huge -->\n{END}", "'huge' is no form; known: display"),
        (f"<!-- symroof: small.J -->\n{END}", "has no equation J; it has matmul, I_matmul"),
        (f"<!-- symroof: large.J -->\n{END}", "no derivation large.py; looked in"),
        (f"<!-- symroof: ../small.J -->\n{END}", "is no key"),
        (f"<!-- symroof: wrong.x -->\n{END}", "line 7 does not hold, so nothing is exported"),
    ],
)
def test_mistakes_are_named_and_nothing_is_written(tmp_path: Path, text: str, said: str) -> None:
    good, bad = tmp_path / "good.md", tmp_path / "bad.md"
    good.write_text(f"{MARK}\n{END}\n")
    bad.write_text(text)
    with pytest.raises(SymroofError, match=said):
        sync([good, bad], root=ROOT)
    assert good.read_text() == f"{MARK}\n{END}\n"
    assert bad.read_text() == text


def test_read_only_and_missing_files_are_refused(tmp_path: Path) -> None:
    doc = tmp_path / "a.md"
    doc.write_text(f"{MARK}\n{END}\n")
    doc.chmod(0o444)
    with pytest.raises(SymroofError, match="is read-only"):
        run(doc)
    with pytest.raises(SymroofError, match="No such file"):
        run(tmp_path / "none.md")


def test_latin_documents_refuse_letters_they_cannot_hold(tmp_path: Path) -> None:
    doc = tmp_path / "a.md"
    doc.write_bytes("é <!-- symroof: small page -->\nx\n<!-- /symroof -->".encode("latin-1"))
    with pytest.raises(SymroofError, match="cannot be written in this file's encoding"):
        run(doc)


def test_modes_and_links_survive(tmp_path: Path) -> None:
    doc, link = tmp_path / "a.md", tmp_path / "link.md"
    doc.write_text(f"{MARK}\n{END}\n")
    doc.chmod(0o640)
    link.symlink_to(doc)
    run(link)
    assert link.is_symlink()
    assert doc.stat().st_mode & 0o777 == 0o640
    assert FORMULA in doc.read_text()
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.md", "link.md"]


OLD, NEW = b"old" * 300_000, b"new" * 300_000
FORKER = """
import os, sys
from symroof.writing.files import write_atomically
while sys.stdin.readline():
    child = os.fork()
    if not child:
        while True:
            write_atomically(sys.argv[1], b"new" * 300_000)
            write_atomically(sys.argv[1], b"old" * 300_000)
    print(child, flush=True)
    os.waitpid(child, 0)
    print("dead", flush=True)
"""


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_a_kill_leaves_the_old_file_or_the_new_one(tmp_path: Path, seed: int) -> None:
    """A hundred writers, 25 to a seed, each killed at a random moment of an endless rewriting."""
    target = tmp_path / "a.bin"
    start = time.perf_counter()
    write_atomically(target, OLD)
    once = time.perf_counter() - start
    rng = random.Random(seed)
    command = [sys.executable, "-c", FORKER, str(target)]
    found: list[bytes] = []
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdin is not None
        assert parent.stdout is not None
        while len(found) < 25 or (len(found) < 400 and len(set(found)) < 2):  # both outcomes have to occur
            parent.stdin.write("go\n")
            parent.stdin.flush()
            child = int(parent.stdout.readline())
            time.sleep(8 * once * rng.random())
            os.kill(child, signal.SIGKILL)
            assert parent.stdout.readline() == "dead\n"
            found.append(target.read_bytes())
    assert all(f in (OLD, NEW) for f in found)
    assert {OLD, NEW} <= set(found)


@pytest.mark.slow
def test_a_kill_amid_sync_leaves_two_hundred_old_blocks_or_two_hundred_new(tmp_path: Path) -> None:
    doc = tmp_path / "a.md"
    old = f"{MARK}\r\nстарое\r\n{END}\r\n" * 200
    fresh = old.replace("старое", f"$$\r\n{FORMULA}\r\n$$")
    code = (
        "import os, sys\nfrom symroof.writing.document import sync\n"
        "old = open(sys.argv[1], 'rb').read()\nprint('go', flush=True)\n"
        "while True:\n    sync([sys.argv[1]], root=sys.argv[2])\n"
        "    open(sys.argv[1] + '.old', 'wb').write(old)\n    os.replace(sys.argv[1] + '.old', sys.argv[1])\n"
    )
    rng = random.Random(3)
    for _ in range(4):
        doc.write_bytes(old.encode())
        with subprocess.Popen([sys.executable, "-c", code, str(doc), str(ROOT)], stdout=subprocess.PIPE) as child:
            assert child.stdout is not None
            child.stdout.readline()
            time.sleep(0.05 + rng.random() / 5)
            os.kill(child.pid, signal.SIGKILL)
        assert doc.read_bytes().decode() in (old, fresh)


def test_a_failed_write_leaves_no_traces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError("disk full")

    target = tmp_path / "a"
    target.write_bytes(b"old")
    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="disk full"):
        write_atomically(target, b"new")
    assert [p.name for p in tmp_path.iterdir()] == ["a"]
    assert target.read_bytes() == b"old"


def test_macro_maps_share_names() -> None:
    assert macro_name("q1_int8", "B_crit") == "qOneIntEightBCrit"
    table = json.loads(macros([ROOT / "small.py"], "katex"))
    assert table["\\smallIMatmul"] == r"\frac{BDF}{BD + DF + BF}"
    assert json.loads(macros([ROOT / "small.py"], "myst"))["math"]["macros"] == table
    with pytest.raises(SymroofError, match="no macro format 'xml'"):
        macros([ROOT / "small.py"], "xml")


def test_markers_in_code_are_examples_not_blocks() -> None:
    text = f"```\n{MARK}\n```\n`{MARK}` and ``{END}``\n~~~~\n~~~\n{MARK}\n~~~~\n{MARK}x{END}\n"
    assert len(blocks(text)) == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ending", "before", "after"),
    [
        ("yml", "math:\n  # symroof: small macros\n  # /symroof\n  '\\mine': 'x'\n",
         "  '\\smallIMatmul': '\\frac{BDF}{BD + DF + BF}'\n"),
        ("json", '{"a": [1,2],\n  "macros": {\n    "\\\\mine": "x",\n    "symroof": "small"\n  }, "z":  0}',
         '    "\\\\mine": "x",\n    "symroof": "small",\n    "\\\\smallMatmul": "'),
        ("md", "a\n<!-- symroof: small macros -->\n<!-- /symroof -->\nb\n",
         "\\newcommand{\\smallIMatmul}{\\frac{BDF}{BD + DF + BF}}\n"),
        ("sty", "x\n% symroof: small macros\n% /symroof\ny\n",
         "\\newcommand{\\smallIMatmul}{\\ensuremath{\\frac{BDF}{BD + DF + BF}}}\n"),
    ],
)  # fmt: skip
def test_macro_maps_are_refreshed_where_they_stand(tmp_path: Path, ending: str, before: str, after: str) -> None:
    doc = tmp_path / f"macros.{ending}"
    doc.write_text(before)
    assert run(doc).changed
    first = doc.read_text()
    assert first.startswith(before[:5])
    assert after in first
    assert first.endswith(before[-4:])
    assert not run(doc).changed
    doc.write_text(first.replace("BDF", "BDG"))
    assert "+" in run(doc, check=True).diff
    assert run(doc).changed
    assert doc.read_text() == first
    if ending == "json":
        assert json.loads(first)["macros"]["\\smallIMatmul"] == r"\frac{BDF}{BD + DF + BF}"


def test_a_folders_macros_are_those_of_all_its_files(tmp_path: Path) -> None:
    folder = tmp_path / "derivations" / "mine"
    folder.mkdir(parents=True)
    for name, power in (("one", 2), ("two", 3)):
        code = f'from symroof import dims\n\nB, D = dims("B D")\nx = B**{power}\nassert x == B**{power}\n'
        (folder / f"{name}.py").write_text(f'"""Mine.\n\nSource: me.\n"""\n\n{code}')
    doc = tmp_path / "all.json"
    doc.write_text('{"symroof": "mine"}\n')
    sync([doc])
    assert json.loads(doc.read_text()) == {"symroof": "mine", "\\oneX": "B^2", "\\twoX": "B^3"}
    assert doc.read_text().count("\n") == 3  # a row each


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.json", "{", "is no JSON"),
        ("a.json", '{"symroof": ""}', "names nothing"),
        ("a.json", '{"symroof": "nowhere"}', "no derivation nowhere.py"),
        ("a.json", '{"symroof": "small", "b": {"symroof": "small"}}', "inside another"),
        ("a.yml", "# symroof: small.I_matmul\n# /symroof\n", "macros only; write small macros"),
        ("a.yml", "# symroof: small macros\n", "never ends"),
    ],
)
def test_mistakes_in_macro_maps_are_named(tmp_path: Path, name: str, text: str, said: str) -> None:
    doc = tmp_path / name
    doc.write_text(text)
    with pytest.raises(SymroofError, match=said):
        run(doc)
    assert doc.read_text() == text


@pytest.mark.slow
@pytest.mark.parametrize("eol", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(("ending", "sign", "key"), [("tex", "%", "small.I_matmul"), ("yml", "#", "small macros")])
def test_line_comments_are_markers_whatever_ends_the_line(tmp_path: Path, ending: str, sign: str, key: str, eol: str):
    doc = tmp_path / f"a.{ending}"
    doc.write_bytes(f"front{eol}{sign} symroof: {key}{eol}{sign} /symroof{eol}back {sign} /symroof".encode())
    assert run(doc).blocks == 1
    made = doc.read_bytes().decode()
    assert made.startswith(f"front{eol}{sign} symroof: {key}{eol}")
    assert made.endswith(f"{eol}{sign} /symroof{eol}back {sign} /symroof")
    assert "BD + DF + BF" in made
    assert eol == "\n" or "\n" not in made.replace(eol, "")
    assert not run(doc).changed


def test_macros_of_letters_beyond_ascii_keep_their_sound() -> None:
    assert [macro_name("uni", n) for n in ("fläche", "größe", "λ_x")] == ["uniFlache", "uniGrosse", "uniLambdaX"]


def test_a_folder_is_no_document(tmp_path: Path) -> None:
    with pytest.raises(SymroofError, match=r"[Dd]irectory"):
        run(tmp_path)


HOLDERS = {
    "quote": ("> so\n> {m}\n> old\n> {e}\n> more\n", ["blockquote"]),
    "item": ("- so\n\n  {m}\n  {e}\n- next\n", ["bullet_list"]),
    "first of an item": ("12. {m}\n    old\n    {e}\n", ["ordered_list"]),
    "quote in an item": ("* > {m}\n  > {e}\n  >\n  > more\n", ["bullet_list", "blockquote"]),
    "item in a quote": ("> 1. {m}\n>    {e}\n", ["blockquote", "ordered_list"]),
    "quote without blanks": (">{m}\n>{e}\n", ["blockquote"]),
    "crlf": ("> {m}\r\n> {e}\r\n", ["blockquote"]),
    "none": ("so\n\n{m}\n{e}\n\nmore\n", []),
    "behind words": ("so {m}\nold\n{e}\n", []),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", HOLDERS)
@pytest.mark.parametrize("mark", [MARK, "<!--symroof:small.I_matmul-->", "<!-- symroof:small display -->"])
def test_a_display_stays_in_the_quote_or_list_in_which_it_stands(tmp_path: Path, name: str, mark: str) -> None:
    """markdown-it says in what each line stands: all of the block in one, as before, and what follows as before."""
    from markdown_it import MarkdownIt

    text, holders = HOLDERS[name]
    mark = mark.replace("small display", "small.I_matmul display")
    doc = tmp_path / "a.md"
    doc.write_bytes(text.format(m=mark, e=END.replace(" ", "") if "<!--s" in mark else END).encode())
    run(doc)
    fresh = doc.read_bytes().decode()
    assert not run(doc).changed
    tokens = MarkdownIt().parse(fresh)
    opened = [t.type.removesuffix("_open") for t in tokens if t.type.endswith(("blockquote_open", "list_open"))]
    assert opened == holders
    rows = fresh.splitlines()
    inside = range(*next(t.map for t in tokens if "_open" in t.type and t.type[:-5] == (holders or ["paragraph"])[0]))
    if holders:
        assert all(i in inside for i, row in enumerate(rows) if "$$" in row or FORMULA in row or "/symroof" in row)
    assert sum(row.endswith("$$") for row in rows) == 2
    assert [row for row in rows if row.endswith(("more", "next"))] == [
        row for row in text.splitlines() if row.endswith(("more", "next"))
    ]


def test_a_page_in_a_quote_has_no_line_that_ends_it(tmp_path: Path) -> None:
    doc = tmp_path / "a.md"
    doc.write_text("> <!-- symroof: small -->\n> <!-- /symroof -->\n\nend\n")
    run(doc)
    *quoted, blank, end = doc.read_text().splitlines()
    assert (blank, end) == ("", "end")
    assert len(quoted) > 8
    assert all(row == ">" or row.startswith("> ") for row in quoted)
