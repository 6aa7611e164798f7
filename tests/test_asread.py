"""The running text of LaTeX and HTML: held to what Markdown is, and what is no text is not."""

from pathlib import Path

import pytest

from symroof.checking.documents.asread import running, spelled
from symroof.checking.proofreading.proofread import proofread


def wrong(tmp_path: Path, name: str, text: str) -> list[str]:
    path = tmp_path / name
    path.write_text(text)
    return [f.text for f in proofread(path).findings if f.verdict == "wrong"]


TEX = "\\documentclass{{article}}\n\\begin{{document}}\n{}\n\\end{{document}}\n"


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("A node draws 10.2\\,kW, and the 192 nodes draw 19.6\\,MW.", "19.6"),  # 1.958 MW
        ("A disk of 16~TB is read at 200~MB/s in 80{,}000~s, that is 22.2 hours.", ""),
        ("It has 1{,}536 GPUs of 400\\,Gb/s each, 614.4\\,Tb/s in all.", ""),  # right
        ("40\\,\\% of the 640 requests, or 356, miss.", "356"),  # 256
        ("% 40\\% of the 640 requests, or 356, miss.\nNothing.", ""),  # a remark
        ("\\begin{verbatim}\n40% of the 640 requests, or 356, miss.\n\\end{verbatim}", ""),
    ],
)
def test_sentences_of_latex(tmp_path: Path, body: str, said: str) -> None:
    found = wrong(tmp_path, "a.tex", TEX.format(body))
    assert (len(found) == 1 and said in found[0]) if said else found == []


def test_items_of_latex_are_sentences_of_their_own(tmp_path: Path) -> None:
    body = "\\begin{itemize}\n\\item 12 links\n\\item 4 lanes of 112\\,Gb/s make 448\\,Gb/s\n\\end{itemize}"
    assert wrong(tmp_path, "a.tex", TEX.format(body)) == []


def test_the_text_keeps_its_places() -> None:
    for text in (r"a $x$ \textbf{b} 1{,}234\,kW \cite{x} 5\% \\ \item c", r"\section{A} \begin{table}[h] 1\,000"):
        assert len(running(text)) == len(text)
    for text in ("6 &middot; 4", "27&nbsp;&micro;s", "10<sup>9</sup>", "a &lt; b &amp; c", "&unknown; &#215;"):
        assert len(spelled(text)) == len(text)
    assert spelled("&lt;b&gt;") == "&lt;b&gt;"  # which would be a tag


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("<p>Six stacks have 6 &middot; 1,024 &middot; 6.4 Gb/s = 39.3 TB/s.</p>", "39.3 TB/s"),  # 4.9 TB/s
        ("<p>Six stacks have 6 &middot; 1,024 &middot; 6.4 Gb/s = 39.3 Tb/s.</p>", ""),
        ("<p>It is 108 &middot; 1,024 &middot; 10<sup>9</sup> = 1.11 &middot; 10<sup>14</sup>.</p>", ""),
        ("<p>It is 108 &middot; 1,024 &middot; 10<sup>9</sup> = 1.31 &middot; 10<sup>14</sup>.</p>", "1.31"),
        ("<p>A product runs at 723 TFLOP/s.</p>\n<p>Of the 891 on paper that is 71%.</p>", ""),  # two paragraphs
        ("<p>A product runs at 723 TFLOP/s. Of the 891 on paper that is 71%.</p>", "71%"),
        ("<script>\nvar a = '40% of the 640 requests, or 356, miss.'\n</script>", ""),
    ],
)
def test_sentences_of_html(tmp_path: Path, body: str, said: str) -> None:
    found = wrong(tmp_path, "a.html", f"<!DOCTYPE html>\n<html><body>\n{body}\n</body></html>\n")
    assert (len(found) == 1 and said in found[0]) if said else found == []


def test_tables_of_html(tmp_path: Path) -> None:
    rows = [("item", "W"), ("disks", "288"), ("fans", "120"), ("boards", "260"), ("total", "{}")]
    table = "".join(f"<tr><td>{a}</td><td>{b}</td></tr>\n" for a, b in rows)
    text = f"<table>\n{table}</table>\n"
    assert wrong(tmp_path, "a.html", text.format(668)) == []  # 288 + 120 + 260
    assert wrong(tmp_path, "a.html", text.format(686)) == ["total: 686"]
    merged = text.replace("<td>disks", '<td colspan="2">disks')
    assert wrong(tmp_path, "a.html", merged.format(686)) == []
