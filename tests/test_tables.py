"""Our parser against Lark, which made its tables: the same trees, places and errors on texts whole, cut and shuffled.

Earlier tests knew Lark's parser only; what an error says of the place and of what could follow was never compared.
"""

from __future__ import annotations

import random
import runpy
from pathlib import Path
from typing import Any

import pytest

from symroof.reading.lalr import END, Parser, Stopped, Token, Tree
from symroof.reading.notation import plain
from symroof.reading.tables import FORMULA, NOTATION

ROOT = Path(__file__).parent.parent
lark = pytest.importorskip("lark", reason="the judge is Lark; pip install -e .[dev]")
TOOL = runpy.run_path(str(ROOT / "tools" / "tables.py"))
WHOLE = [
    "bf16[B, D] * bf16[D, F] -> bf16[B, F]",
    "x • y: bf16[N], bf16[N] → bf16[1]",
    "A[I_X, J] ·_J B[J, K_Y] -> C[I_X, K_Y]{U_X}",
    "softmax(bf16[B, N]) -> bf16[B, N], B=16, N=4",
    r"$\text{int8}[B, D] \cdot_{D} <b> Y[D=4096, F'] \rightarrow Z[B, F']$",
    "bf16[B] + fp32[B] - fp32[B, 128] => bf16[B]",
]
PIECES = [
    "[",
    "]",
    "(",
    ")",
    ",",
    "->",
    "*",
    "=",
    "-4",
    "3.5e2",
    "bf16",
    "_X",
    "+",
    " ",
    ":",
    "{",
    "<b>",
    "é",
    "?",
    ";",
]


def ours(node: Any) -> Any:
    if isinstance(node, Tree):
        at = (node.start_pos, node.end_pos) if node.start_pos >= 0 else None
        return node.data, at, [ours(c) for c in node.children]
    return str(node), node.type, node.start_pos, node.end_pos


def theirs(node: Any) -> Any:
    if isinstance(node, lark.Tree):
        at = None if node.meta.empty else (node.meta.start_pos, node.meta.end_pos)
        return str(node.data), at, [theirs(c) for c in node.children]
    return str(node), node.type, node.start_pos, node.end_pos


def whole_or_stopped(judge: Any, text: str) -> tuple[Any, Any]:
    """Lark's tree, or where it stopped: the type of the token, its place, what could follow."""
    try:
        return theirs(judge.parse(text)), None
    except lark.UnexpectedInput as e:
        accepts = set(getattr(e, "accepts", None) or getattr(e, "allowed", None) or ())
        return None, (getattr(getattr(e, "token", None), "type", None), e.pos_in_stream, accepts)


def texts(count: int) -> list[str]:
    rng = random.Random(16)
    made = list(WHOLE)
    while len(made) < count:
        text = list(rng.choice(WHOLE))
        for _ in range(rng.randint(1, 3)):
            i = rng.randrange(len(text))
            text[i : i + rng.randint(0, 4)] = rng.choice(PIECES) if rng.random() < 0.7 else ""
        made.append("".join(text))
    return made


@pytest.mark.slow
@pytest.mark.parametrize("path", TOOL["WRITTEN"], ids=lambda p: p.name)
def test_what_is_written_is_what_its_sources_say(path: Path) -> None:
    assert TOOL["WRITTEN"][path]() == path.read_text(encoding="utf-8"), "run python tools/tables.py"


@pytest.mark.slow
def test_notation_parses_as_by_lark() -> None:
    judge, parser = TOOL["lark"]("notation", propagate_positions=True), Parser(NOTATION)
    good = bad = 0
    for text in map(plain, texts(400)):
        expected, stopped = whole_or_stopped(judge, text)
        if stopped is None:
            good += 1
            assert ours(parser.text(text)) == expected
            continue
        bad += 1
        with pytest.raises(Stopped) as found:
            parser.text(text)
        token, at, accepts = stopped
        assert found.value.accepts == accepts, text
        assert (found.value.token is None) == (token in (None, END)), text
        if token != END:
            assert found.value.at == at, text
    assert good > 20
    assert bad > 100


@pytest.mark.slow
def test_formulas_parse_as_by_lark() -> None:
    """Runs of terminals at random, half of them begun as formulas begin."""
    from lark.lexer import Lexer

    class Given(Lexer):  # type: ignore[misc]
        def __init__(self, conf: Any) -> None: ...

        def lex(self, data: Any, *_: Any) -> Any:
            return iter(data)

    judge, parser = TOOL["lark"]("formula", lexer=Given), Parser(FORMULA)
    names, rng, good = (
        sorted(n for n in {t for row in FORMULA["actions"] for t in row} if n.isupper()),
        random.Random(3),
        0,
    )

    def shape(node: Any) -> Any:
        data = getattr(node, "data", None)
        return str(node.type) if data is None else (str(data), [shape(c) for c in node.children])

    for _ in range(600):
        sorts = [rng.choice(names if rng.random() < 0.1 else ["NAME", "NUM", "PLUS", "DIV", "POW", "LP", "RP", "MINUS"])
                 for _ in range(rng.randint(1, 7))]  # fmt: skip
        try:
            expected = shape(judge.parse([lark.Token(s, s, start_pos=0) for s in sorts if s != END]))
        except lark.UnexpectedInput:
            with pytest.raises(Stopped):
                parser.tokens([Token(s, s, 0) for s in sorts if s != END])
            continue
        good += 1
        assert shape(parser.tokens([Token(s, s, 0) for s in sorts if s != END])) == expected
    assert good > 30
