r"""The formulas that stand in indented blocks, and in fences without a language, one a line, where that is no program.

>>> from symroof.checking.documents.blocks import blocks_of
>>> text = "so\n\n    16 × 64 bytes / 100 ns = 10.24 GB/s\n\nand\n\n    x = load(3)\n    y = x * 2;\n"
>>> [text[a:b] for a, b in formula_lines(text, blocks_of(text))]
['16 × 64 bytes / 100 ns = 10.24 GB/s']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import symroof.regexes as re
from symroof.checking.documents.blocks import Block
from symroof.reading.measures import PLAIN_WORDS, UNITS

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
_BEHIND = re.compile(r"(?<=[\w%)])\s+(?:on|in|over|of|for|from|across|at|through)(?:\s[A-Za-z][a-z-]*){1,4}\Z")
_BEGUN = re.compile(r"\s*[\d(\[~≈+*/×·=-]")
_STARTS = re.compile(rf"{_BEGUN.pattern}|[A-Za-z]\w{{0,3}} ?[=≈]|[a-z]+(?: [a-z]+){{1,4}} ?[=≈] ?[\w(]")
PLAIN = frozenset(("", "text", "txt", "plain", "plaintext"))  # what a fence without a program says it holds
_MEANT = re.compile(r"\d[\d,.]*\d|\d\s?[A-Za-zµ]")  # 1 + 1 = 3 is an example of what is not read
_COMMENT = re.compile(r"\s#+\s.*\Z")
_COUNTED = re.compile(r"\d ?([A-Za-zµ]{2,})(?=\s*(?:[*×·/=≈+-]|\Z))")
_WORDS = re.compile(r"(?:\b[A-Za-z]{3,}\b[ ,]+){4}")


def formula_lines(text: str, blocks: Iterable[Block]) -> Iterator[tuple[int, int]]:
    """Where such formulas stand, without the blanks around them and the stop behind them."""
    for b in blocks:
        fenced = b.kind == "fence" and b.info.lower() in PLAIN and b.closed
        if not (fenced or b.kind == "indented") or b.end - b.start > MAX_LINES * MAX_LINE:
            continue
        start, stop = (b.inside, text.rfind("\n", b.inside, b.end - 1) + 1) if fenced else (b.start, b.end)
        rows = list(_LINE.finditer(text, start, max(start, stop)))
        heads = [i for i, m in enumerate(rows) if not _GOES_ON.match(m.group())]
        ends = [rows[i - 1].end() for i in (*heads[1:], len(rows))] if heads else []
        found = [(rows[i].start(), _end(text, rows[i].start(), end)) for i, end in zip(heads, ends)]
        if fenced and not (_MEANT.search(text, start, stop) and all(_STARTS.match(text, a) for a, _ in found)):
            continue
        if heads[:1] == [0] and len(rows) <= MAX_LINES and all(_formula(text[a:e]) for a, e in found):
            yield from found


def _end(text: str, start: int, end: int) -> int:
    """Where a line ends without the words that say where its last quantity is: "= 2.8 GB on the wire"."""
    cut = _BEHIND.search(text, start, end)
    return cut.start() if cut is not None and _RELATION.search(text, start, cut.start()) else end


def no_program(text: str) -> bool:
    r"""Whether a block without a language is worked arithmetic, line by line, and not a program or its output.

    >>> no_program("all     3 * 14 * 180 = 7,560\n"), no_program("x = load(3)\ny = x * 2\n")
    (True, False)
    """
    lines = [_COMMENT.sub("", x) for x in text.split("\n")[:MAX_LINES] if x.strip()]
    if any(_BEGUN.match(x) for x in lines):
        return False  # which would go on with the line above
    return any(_WORKED.search(x) and _RELATION.search(x) for x in lines) and not any(
        _PROGRAM.search(x) or _SETTING.match(x) for x in lines
    )


def _formula(line: str) -> bool:
    """Whether a line is worked arithmetic, or a formula with a relation, and nothing of a program."""
    if len(line) > MAX_LINE or not _RELATION.search(line) or not _WORKED.search(line):
        return False
    if any(
        w not in UNITS and w not in PLAIN_WORDS and w.rstrip("s") not in PLAIN_WORDS for w in _COUNTED.findall(line)
    ):
        return False  # 60 seats * 4 kg: of what it is nobody knows
    return not (_PROGRAM.search(line) or _SETTING.match(line) or _WORDS.search(line))
