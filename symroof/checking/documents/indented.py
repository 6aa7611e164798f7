r"""The formulas that stand in indented blocks, one a line, where the block is no program.

>>> from symroof.checking.documents.blocks import blocks_of
>>> text = "so\n\n    16 × 64 bytes / 100 ns = 10.24 GB/s\n\nand\n\n    x = load(3)\n    y = x * 2;\n"
>>> [text[a:b] for a, b in formula_lines(text, blocks_of(text))]
['16 × 64 bytes / 100 ns = 10.24 GB/s']
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from symroof.checking.documents.blocks import Block

MAX_LINES, MAX_LINE = 12, 300
_RELATION = re.compile(r"(?<![<>=!:+*/-])=(?![=>])|[≈≃<>≤≥]|~=")
_PROGRAM = re.compile(
    r"[;{}\"'`$\\@&|#!?\[\]]|==|[+*/%-]=|:=|->|=>|//|::|>>>|<<|</|\.\.\.|(?<![\d.])\.[A-Za-z]|\w\.[A-Za-z_]|--\w|\t\S|"
    r"\b(?:def|return|import|from|print|for|while|if|else|let|var|const|int|float|double|void|true|false|None|null|True|"
    r"False|export|set|echo|sudo|pip|cd|ls|git|select|where|assert|lambda|end|do|then|begin)\b|\b\w{4,}\(|:\s*\Z|\A\s*[-*]\s",
    re.I,
)
_SETTING = re.compile(r"\s*[A-Za-z]\w*\s*=\s*[\w.+-]*\s*\Z|\s*[a-z]\w{2,}\s*=[^=≈]*\Z|\s*\w+=\S+(?:\s+\w+=\S+)*\s*\Z")
_WORKED = re.compile(r"\d\s?[*/×·^+−–-]|[*/×·^+−–-]\s?[\d(]|[²³√×·]|\w\s[*/]\s\w")
_LINE = re.compile(r"(?m)[^\s.,](?:[^\n]*[^\s.,])?(?=[\s.,]*$)")
_GOES_ON = re.compile(r"[=≈] ?[\w(]")
_WORDS = re.compile(r"(?:\b[A-Za-z]{3,}\b[ ,]+){4}")


def formula_lines(text: str, blocks: Iterable[Block]) -> Iterator[tuple[int, int]]:
    """Where such formulas stand, without the blanks around them and the stop behind them."""
    for b in blocks:
        if b.kind != "indented" or b.end - b.start > MAX_LINES * MAX_LINE:
            continue
        rows = list(_LINE.finditer(text, b.start, b.end))
        heads = [i for i, m in enumerate(rows) if not _GOES_ON.match(m.group())]
        ends = [rows[i - 1].end() for i in (*heads[1:], len(rows))] if heads else []
        found = [(rows[i].start(), end) for i, end in zip(heads, ends)]
        if heads[:1] == [0] and len(rows) <= MAX_LINES and all(_formula(text[a:e]) for a, e in found):
            yield from found


def _formula(line: str) -> bool:
    """Whether a line is worked arithmetic, or a formula with a relation, and nothing of a program."""
    if len(line) > MAX_LINE or not _RELATION.search(line) or not _WORKED.search(line):
        return False
    return not (_PROGRAM.search(line) or _SETTING.match(line) or _WORDS.search(line))
