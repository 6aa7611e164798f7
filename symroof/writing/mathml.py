r"""The LaTeX that we print as MathML, which Chromium, Firefox and Safari draw without any script or network.

>>> print(mathml(r"\frac{1}{2}"))
<math display="block"><mfrac><mn>1</mn><mn>2</mn></mfrac></math>
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable

from symroof.errors import SymroofError
from symroof.writing.naming import LETTERS

_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|\d+(?:\.\d+)?|\s+|[^\s]", re.DOTALL)
_GREEK = {word: letter for letter, word in LETTERS.items()} | {"varepsilon": "ε", "varphi": "φ"}
_SIGNS = {
    "times": "×", "cdot": "·", "ll": "≪", "gg": "≫", "le": "≤", "ge": "≥", "ne": "≠", "approx": "≈", "to": "→",
    "rightarrow": "→", "sim": "∼", "lceil": "⌈", "rceil": "⌉", "lfloor": "⌊", "rfloor": "⌋", "{": "{",
    "bmod": "mod", "in": "∈", "cup": "∪", "}": "}", "%": "%", "_": "_", "&": "&", "#": "#", "$": "$",
}  # fmt: skip
_SPACES = {"quad": "1em", "qquad": "2em", ",": "0.17em", ";": "0.28em", " ": "0.25em"}
_FUNCTIONS = {"max", "min", "log", "ln", "exp", "sin", "cos", "tan"}


def mathml(tex: str, *, display: bool = True, large: bool = False) -> str:
    """A ``<math>`` element; ``large`` gives inline fractions their full size.

    Raises SymroofError for a command that our printer does not write.
    """
    tokens = _tokens(tex)
    reader = _Reader(tokens, tex)
    body = reader.row(())
    size = ' displaystyle="true"' if large else ""
    return f'<math display="{"block" if display else "inline"}"{size}>{body}</math>'


def _tokens(tex: str) -> list[str]:
    """Tokens, the argument of text-like commands kept whole because its spaces count."""
    out: list[str] = []
    at = 0
    for m in re.finditer(r"\\(?:text|operatorname|begin|end)\{((?:[^{}\\]|\\.|\\textbackslash\{\})*)\}", tex):
        out += [t for t in _TOKEN.findall(tex[at : m.start()]) if not t.isspace()]
        out.append(m[0])
        at = m.end()
    return out + [t for t in _TOKEN.findall(tex[at:]) if not t.isspace()]


class _Reader:
    """One pass over the tokens."""

    def __init__(self, tokens: list[str], tex: str) -> None:
        self.tokens, self.tex, self.i = tokens, tex, 0

    def row(self, stops: tuple[str, ...]) -> str:
        parts: list[str] = []
        while self.i < len(self.tokens) and self.tokens[self.i] not in stops:
            if self.tokens[self.i] in "_^":
                mark = self.tokens[self.i]
                self.i += 1
                tag = "msub" if mark == "_" else "msup"
                if mark == "^" and parts and parts[-1].startswith("<msub>"):
                    parts.append(f"<msubsup>{parts.pop()[6:-7]}{self.atom()}</msubsup>")  # W_hbm^2: one above the other
                    continue
                parts.append(f"<{tag}>{parts.pop() if parts else '<mrow/>'}{self.atom()}</{tag}>")
            else:
                parts.append(self.atom())
        return parts[0] if len(parts) == 1 else f"<mrow>{''.join(parts)}</mrow>"

    def atom(self) -> str:
        if self.i >= len(self.tokens):
            raise SymroofError(f"this LaTeX ends too early: {self.tex[:80]}")
        t = self.tokens[self.i]
        self.i += 1
        if t == "{":
            return self.closed("}")
        if t[0] != "\\":
            return _character(t)
        word = t[1:]
        if word in _COMMANDS:
            return _COMMANDS[word](self)
        if word in _WORDS:
            return _WORDS[word]
        words = re.fullmatch(r"(?:text|operatorname)\{(.*)\}", word, re.DOTALL)
        if words is None:
            raise SymroofError(f"no MathML for the LaTeX command {t!r} in {self.tex[:80]}")
        shown = re.sub(r"\\textbackslash\{\}", r"\\", re.sub(r"\\(.)", r"\1", words[1]))
        return f"<mtext>{html.escape(shown).replace(' ', '&#160;')}</mtext>"

    def fraction(self) -> str:
        top = self.atom()
        return f"<mfrac>{top}{self.atom()}</mfrac>"

    def bracketed(self) -> str:
        r"""What stands between \left and \right; the brackets grow where it is tall."""
        left = self.delimiter()
        body = self.row((r"\right",))
        self.i += 1
        right = self.delimiter()
        tall = any(tag in body for tag in ("<mfrac", "<msqrt", "<msup", "<mtable"))
        how = 'lspace="0" rspace="0"' + ("" if tall else ' stretchy="false"')
        return f'<mrow><mo form="prefix" {how}>{left}</mo>{body}<mo form="postfix" {how}>{right}</mo></mrow>'

    def closed(self, end: str) -> str:
        body = self.row((end,))
        if self.i >= len(self.tokens):
            raise SymroofError(f"a group is not closed in {self.tex[:80]}")
        self.i += 1
        return body

    def delimiter(self) -> str:
        if self.i >= len(self.tokens):
            raise SymroofError(f"a bracket is not closed in {self.tex[:80]}")
        t = self.tokens[self.i]
        self.i += 1
        return html.escape(_SIGNS.get(t[1:], t) if t[0] == "\\" else t)

    def table(self, kind: str) -> str:
        end = rf"\end{{{kind}}}"
        rows: list[str] = []
        while self.i < len(self.tokens) and self.tokens[self.i] != end:
            cells = [self.row(("&", r"\\", end))]
            while self.i < len(self.tokens) and self.tokens[self.i] == "&":
                self.i += 1
                cells.append(self.row(("&", r"\\", end)))
            if self.i < len(self.tokens) and self.tokens[self.i] == r"\\":
                self.i += 1
            sides = ("right", "left") if kind == "aligned" else ("left", "left")
            made = "".join(f'<mtd style="text-align:{s}">{c}</mtd>' for s, c in zip(sides, cells))
            rows.append(f"<mtr>{made}</mtr>")
        self.i += 1
        return f'<mtable displaystyle="true" columnalign="right left">{"".join(rows)}</mtable>'


def _character(t: str) -> str:
    """A number, a letter, a bracket or a sign."""
    if t[0].isdigit():
        return f"<mn>{t}</mn>"
    if t.isalpha():
        return f"<mi>{t}</mi>"
    if t in _SIDES:
        return f'<mo form="{_SIDES[t]}" stretchy="false" lspace="0" rspace="0">{t}</mo>'
    return "<mo>&#8722;</mo>" if t == "-" else f"<mo>{html.escape(t)}</mo>"


_SIDES = {"(": "prefix", "[": "prefix", ")": "postfix", "]": "postfix"}
_WORDS = {  # commands without arguments
    **{word: f"<mo>{html.escape(sign)}</mo>" for word, sign in _SIGNS.items()},
    "infty": "<mi>∞</mi>",
    **{word: f"<mi>{letter}</mi>" for word, letter in _GREEK.items()},
    **{word: f"<mi>{word}</mi>" for word in _FUNCTIONS},
    **{word: f'<mspace width="{width}"/>' for word, width in _SPACES.items()},
}
_COMMANDS: dict[str, Callable[[_Reader], str]] = {
    "frac": _Reader.fraction,
    "sqrt": lambda reader: f"<msqrt>{reader.atom()}</msqrt>",
    "left": _Reader.bracketed,
    "begin{cases}": lambda reader: "<mrow><mo>{</mo>" + reader.table("cases") + "</mrow>",
    "begin{aligned}": lambda reader: reader.table("aligned"),
}
