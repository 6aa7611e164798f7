"""Code in Markdown: every sort by hand, random documents against markdown-it-py's own whole reading, time by ratio."""

from __future__ import annotations

import random
import re

import pytest
from growth import growth
from markdown_it import MarkdownIt

from symroof.reading.markdown import code_of


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("```` ```x``` is code ````\nafter\n", ["```` ```x``` is code ````"]),
        ("```x``` is code\n\n$a$ and `b`\n", ["```x```", "`b`"]),
        ("~~~\na\n~~~~\nb", ["~~~\na\n~~~~\n"]),
        ("````\n```\na\n````\nb", ["````\n```\na\n````\n"]),
        ("- x\n\n  ```\n  y\n  ```\n", ["  ```\n  y\n  ```\n"]),
        ("> ```\n> y\n\nz", ["> ```\n> y\n"]),
        ("    four\n\n- a\n\n    no code\n", ["    four\n"]),
        ("`a\nb` c", ["`a\nb`"]),
        ("`a\n\nb` c", []),
        (r"\`a` b`", ["` b`"]),
        ("<!-- ` --> a `b`", []),  # a line that opens with a comment is HTML
        ("a <!-- ` --> a `b`", ["`b`"]),
        ("x <!-- ` a `b`", ["` a `"]),
        ("| `a` | ` |\n|---|---|\n| ` | `b` |\n", ["`a`", "` | `"]),
        ("---\na: `b\n---\n`c` d", ["`c`"]),
        ("``a` b", []),
        ("a\r\n\r\n```\r\nb\r\n```\r\nc\x85`d`\x85", ["```\r\nb\r\n```\r\n", "`d`"]),
        ("```\nopen", ["```\nopen"]),
    ],
)
def test_code_is_what_commonmark_calls_code(text: str, code: list[str]) -> None:
    assert [text[c.start : c.end] for c in code_of(text)] == code


WORDS = ["`", "``", "```", "~~~", "a", " ", "    ", "\n", "\n", "\n\n", "- ", "> ", "1. ", "# ", "\\", "$x$", "<b>"]


@pytest.mark.slow
def test_random_documents_show_the_code_that_markdown_it_shows() -> None:
    """The old reader drew fences by one regex: no inline code at a line's start, no lists, no quotes around a fence."""
    whole = MarkdownIt("commonmark").enable("table")
    seen = 0
    for seed in range(3000):
        rng = random.Random(seed)
        text = "".join(rng.choices(WORDS, k=rng.randint(1, 30)))
        theirs: list[str] = []
        for token in whole.parse(text):
            if token.type in ("fence", "code_block"):
                theirs.append(token.content)
            theirs += [t.content for t in token.children or () if t.type == "code_inline"]

        def bare(x: str) -> str:
            return re.sub(r"[\s>]", "", x)

        ours = code_of(text)
        assert len(ours) == len(theirs), text
        for c, content in zip(ours, theirs):  # the first indented line of a list's item has the item's sign before it
            assert bare(text[c.inner : c.outer]).endswith(bare(content)), text
        seen += len(theirs)
    assert seen > 1500


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece", ["`", "` `` ", "x <!-- ", "<a ", "```\n", "* `a\n", "`a`|b\n-|-\n", "<!-- symroof: a -->`x`\n", "\\`", "$"]
)
def test_reading_grows_linearly(piece: str) -> None:
    assert growth(code_of, lambda n: "x " + piece * (n // len(piece)), 20_000) < 6
