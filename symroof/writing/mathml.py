r"""A formula as MathML, which Chromium, Firefox and Safari draw without any script or network.

What readers of a page wrote as LaTeX, in its prose or in a table of names, is read here (``read``).

>>> print(mathml(Frac("1", "2")), mathml(r"\frac{1}{2}", display=False))
<math display="block"><mfrac><mn>1</mn><mn>2</mn></mfrac></math> <math display="inline"><mfrac><mn>1</mn><mn>2</mn></mfrac></math>
"""  # noqa: E501

from __future__ import annotations

import html
from collections.abc import Callable, Mapping

import symroof.regexes as re
from symroof.algebra.ratios.functions import FUNCTIONS
from symroof.errors import SymroofError
from symroof.writing.naming import LETTERS
from symroof.writing.typeset import (
    Braced,
    Fenced,
    Foreign,
    Frac,
    Node,
    Num,
    Root,
    Row,
    Script,
    Table,
    Words,
    raised,
    row,
    walk,
)

_GREEK = {word: letter for letter, word in LETTERS.items()} | {"varepsilon": "ε", "varphi": "φ"}
_SIGNS = {
    "times": "×", "cdot": "·", "ll": "≪", "gg": "≫", "le": "≤", "ge": "≥", "ne": "≠", "approx": "≈", "to": "→",
    "rightarrow": "→", "sim": "∼", "lceil": "⌈", "rceil": "⌉", "lfloor": "⌊", "rfloor": "⌋", "bmod": "mod",
    "#": "#", "$": "$", "in": "∈", "cup": "∪", "sum": "∑", "gtrsim": "≳", "{": "{", "}": "}", "%": "%", "_": "_", 
    "&": "&",
}  # fmt: skip
_SPACES = {"quad": "1em", "qquad": "2em", ",": "0.17em", ";": "0.28em", " ": "0.25em"}
_HEADS = {f.latex[0][1:] for f in FUNCTIONS.values() if f.latex[0][1:].isalpha() and not f.fence}
_FUNCTIONS = {"max", "min", "log", "ln", "sin", "cos", "tan", *_HEADS}
_SIDES = {"(": "prefix", "[": "prefix", ")": "postfix", "]": "postfix"}
_WORDS = {  # commands without arguments
    **{word: f"<mo>{html.escape(sign)}</mo>" for word, sign in _SIGNS.items()},
    "infty": "<mi>∞</mi>",
    **{word: f"<mi>{letter}</mi>" for word, letter in _GREEK.items()},
    **{word: f"<mi>{word}</mi>" for word in _FUNCTIONS},
    **{word: f'<mspace width="{width}"/>' for word, width in _SPACES.items()},
}


def mathml(x: Node, *, display: bool = True, large: bool = False) -> str:
    """A ``<math>`` element of a formula, or of LaTeX as text; ``large`` gives inline fractions their full size.

    Raises SymroofError for a command that our printer does not write.
    """
    body = _one(read(x) if isinstance(x, str) else x)
    size = ' displaystyle="true"' if large else ""
    return f'<math display="{"block" if display else "inline"}"{size}>{body}</math>'


def _one(x: Node) -> str:
    """A formula as one element."""
    made = _elements(x)
    return made[0] if len(made) == 1 else f"<mrow>{''.join(made)}</mrow>"


def _elements(x: Node) -> list[str]:
    """What stands side by side in a formula, an element each."""
    match x:
        case str():
            return [_token(x)] if x != " " else []
        case Row(parts):
            return [e for p in parts for e in _elements(p)]
        case Num():
            return _number(x)
        case Words(text):
            return [f"<mtext>{html.escape(text).replace(' ', '&#160;')}</mtext>"]
        case Foreign(tex):
            return _elements(read(tex))
        case Frac(top, bottom):
            return [f"<mfrac>{_one(top)}{_one(bottom)}</mfrac>"]
        case Root(body):
            return [f"<msqrt>{_one(body)}</msqrt>"]
        case Braced(body):
            return [_one(body)]
    return _built(x)


def _built(x: Node) -> list[str]:
    """Scripts, which belong to the last thing before them, brackets and tables."""
    match x:
        case Script(base, sub, sup):
            *front, last = _elements(base) or ["<mrow/>"]
            scripts = [_one(y) for y in (sub, sup) if y is not None]
            tag = "msubsup" if len(scripts) > 1 else "msub" if sup is None else "msup"
            return [*front, f"<{tag}>{last}{''.join(scripts)}</{tag}>"]
        case Fenced(left, body, right):
            how = 'lspace="0" rspace="0"' + ("" if any(map(_tall, walk(body))) else ' stretchy="false"')
            a, b = (html.escape(_SIGNS.get(s[1:], s) if s[0] == "\\" else s) for s in (left, right))
            return [f'<mrow><mo form="prefix" {how}>{a}</mo>{_one(body)}<mo form="postfix" {how}>{b}</mo></mrow>']
        case Table(kind, rows):
            sides = ("right", "left") if kind == "aligned" else ("left",) * max(map(len, rows))
            made = _table(rows, sides)
            return [f"<mrow><mo>{{</mo>{made}</mrow>" if kind == "cases" else made]
    raise TypeError(f"{x!r} is set once its symbols are known")


def _tall(x: Node) -> bool:
    """Whether brackets around it grow."""
    match x:
        case Script():
            return x.sub is None
        case Num():
            return x.power != 0
    return isinstance(x, (Frac, Root, Table))


def _table(rows: tuple[tuple[Node, ...], ...], sides: tuple[str, ...]) -> str:
    made = ("".join(f'<mtd style="text-align:{s}">{_one(c)}</mtd>' for s, c in zip(sides, cells)) for cells in rows)
    return f'<mtable displaystyle="true" columnalign="right left"><mtr>{"</mtr><mtr>".join(made)}</mtr></mtable>'


def _number(x: Num) -> list[str]:
    if x.siunitx:
        raise SymroofError(f"no MathML for the LaTeX command '\\\\num' of {x.digits}")
    digits = [_token(t) for t in (("-", x.digits[1:]) if x.digits[0] == "-" else (x.digits,))]
    if not x.power:
        return digits
    power = row("-", str(-x.power)) if x.power < 0 else str(x.power)
    return [*([*digits, _WORDS["times"]] if x.digits != "1" else []), f"<msup><mn>10</mn>{_one(power)}</msup>"]


def _token(t: str) -> str:
    """A number, a letter, a bracket, a sign or a command."""
    if t[0] == "\\":
        return _WORDS[t[1:]]
    if t[0].isdigit():
        return f"<mn>{t}</mn>"
    if t.isalpha():
        return f"<mi>{t}</mi>"
    if t in _SIDES:
        return f'<mo form="{_SIDES[t]}" stretchy="false" lspace="0" rspace="0">{t}</mo>'
    return "<mo>&#8722;</mo>" if t == "-" else f"<mo>{html.escape(t)}</mo>"


# -- LaTeX that others wrote -----------------------------------------------------------------------------------------

_TOKEN = re.compile(
    r"\\(?:text|operatorname|begin|end)\{(?:[^{}\\]|\\.|\\textbackslash\{\})*\}"  # whole, because its spaces count
    r"|\\[A-Za-z]+|\\.|\d+(?:\.\d+)?|\S",
    re.DOTALL,
)


def read(tex: str) -> Node:
    """The formula that LaTeX stands for.

    Raises SymroofError for what is not closed, and for commands that we do not know.
    """
    return _Reader(_TOKEN.findall(tex), tex).row(())


class _Reader:
    """One pass over the tokens."""

    def __init__(self, tokens: list[str], tex: str) -> None:
        self.tokens, self.tex, self.i = tokens, tex, 0

    def next(self, lacks: str) -> str:
        if self.i >= len(self.tokens):
            raise SymroofError(f"{lacks} in {self.tex[:80]}")
        self.i += 1
        return self.tokens[self.i - 1]

    def row(self, stops: tuple[str, ...]) -> Node:
        parts: list[Node] = []
        while self.i < len(self.tokens) and self.tokens[self.i] not in stops:
            if (mark := self.tokens[self.i]) in "_^":
                self.i += 1
                base = parts.pop() if parts else Row()
                parts.append(Script(base, self.atom()) if mark == "_" else raised(base, self.atom()))
            else:
                parts.append(self.atom())
        return row(*parts)

    def atom(self) -> Node:
        t = self.next("an argument is missing")
        if t == "{":
            return Braced(self.closed("}"))
        if t[0] != "\\":
            return t
        if t[1:] in _COMMANDS:
            return _COMMANDS[t[1:]](self)
        if t[1:] in _WORDS:
            return t
        words = re.fullmatch(r"\\(?:text|operatorname)\{(.*)\}", t, re.DOTALL)
        if words is None:
            raise SymroofError(f"no MathML for the LaTeX command {t!r} in {self.tex[:80]}")
        return Words(re.sub(r"\\textbackslash\{\}", r"\\", re.sub(r"\\(.)", r"\1", words[1])))

    def bracketed(self) -> Node:
        r"""What stands between \left and \right."""
        left, body = self.next("a bracket is not closed"), self.row((r"\right",))
        self.i += 1
        return Fenced(left, body, self.next("a bracket is not closed"))

    def closed(self, end: str) -> Node:
        body = self.row((end,))
        self.next("a group is not closed")
        return body

    def table(self, kind: str) -> Node:
        end = rf"\end{{{kind}}}"
        rows: list[list[Node]] = [[]]
        while True:
            rows[-1].append(self.row(("&", r"\\", end)))
            sign = self.tokens[self.i] if self.i < len(self.tokens) else end
            self.i += 1
            if sign == end:
                return Table(kind, tuple(map(tuple, rows)))
            if sign == r"\\":
                rows.append([])


_COMMANDS: Mapping[str, Callable[[_Reader], Node]] = {
    "frac": lambda reader: Frac(reader.atom(), reader.atom()),
    "sqrt": lambda reader: Root(reader.atom()),
    "left": _Reader.bracketed,
    "begin{aligned}": lambda reader: reader.table("aligned"),
    "begin{cases}": lambda reader: reader.table("cases"),
}
