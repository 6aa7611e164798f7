r"""A formula as people write it, plain, Unicode or LaTeX, read into exact ratios; never evaluated as code.

The decisions a reader should know: an implicit product binds tighter than ``/`` (``1/2B`` is 1/(2B), and a note says
so); explicit ``*`` and ``/`` go from left to right; without declared symbols a run of capitals is a product of
letters (2BDF), a lower-case word one name (bm, flops); ``2M`` and ``8k`` are numbers unless the letter is a symbol of
the same chain; ``1.97 \times 10^{14}`` is one number; N, S, E, I, Q, O and beta are symbols like any other.

A unit belongs to the number it follows, but where it ends a quotient, with a space before it, and no other unit stands
in that expression, it belongs to the whole: ``2*2048*8192/4 bytes`` is a number of bytes.  Written without the space
(``1/4kB``), or after another unit (``6e9 FLOPs / 2e9 bytes``), it stays below; ``reading="below"`` takes it so anyway.

>>> chain = parse_formula(r"\frac{2BDF}{2BD + 2DF + 2BF} = BDF/(BD + DF + BF)")
>>> chain.relations
('=',)
>>> chain.sides[0].ratio() == chain.sides[1].ratio()
True
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any, final

from symroof.algebra.posynomial import Ratio, build, gen, ratio
from symroof.errors import NotationError, SymroofError, Unsupported
from symroof.reading.quantity import NOTHING, UNITS, Dimension, Printed, number_at, unit_at

MAX_LENGTH = 20_000
MAX_TOKENS = 4_000
MAX_DEPTH = 40
MAX_NAMES = 60
MAX_SPARSE = 4_000  # products of terms allowed in one multiplication
MAX_WORK = 60_000  # ... and in one formula
MAX_BITS = 3_000  # of a number
MAX_SYMBOL_POWER = 64

# -- what the reader hands out ---------------------------------------------------------------------------------------


@final
@dataclass(frozen=True)
class Node:
    """One node of a formula: kind, children, and what a leaf needs.

    kinds: num, name, words, unit, add, mul, juxt, pow, call, group; ``ops`` are the signs of an add (+-) or the
    operators of a mul (*/, first one "*").
    """

    kind: str
    args: tuple[Node, ...] = ()
    name: str = ""
    ops: str = ""
    printed: Printed | None = None
    dimension: Dimension = NOTHING
    at: int = 0
    depth: int = 1


@final
@dataclass(frozen=True)
class Side:
    """One expression of a chain; ``node`` is None where it was not understood, and ``why`` says why."""

    text: str
    at: int
    node: Node | None
    why: str = ""
    kind: str = ""  # of what was not understood: words, notation, syntax, limit
    notes: tuple[str, ...] = ()

    def ratio(self, reading: str = "") -> Ratio:
        """The exact ratio; raises the reader's own error where the side holds words or does not read."""
        if self.node is None:
            raise NotationError(self.why or "not a formula", self.text, None)
        return to_ratio(self.node, reading)

    @property
    def names(self) -> frozenset[str]:
        return frozenset(_leaves(self.node, "name")) if self.node else frozenset()

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(_leaves(self.node, "words")) if self.node else ()


@final
@dataclass(frozen=True)
class Chain:
    """Expressions joined by relations (=, <, <=, >, >=, <<, >>, ~, ->, !=), as read from one text."""

    text: str
    sides: tuple[Side, ...]
    relations: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    at: int = 0
    follows: bool = False  # an implication stands between the chain before and this one

    @property
    def names(self) -> frozenset[str]:
        return frozenset().union(*(s.names for s in self.sides))


def _leaves(node: Node | None, kind: str) -> Iterator[str]:
    stack = [node] if node else []
    while stack:
        n = stack.pop()
        if n.kind == kind:
            yield n.name
        stack.extend(n.args)


# -- tables ----------------------------------------------------------------------------------------------------------

_RELATIONS = {
    "=": "=", "==": "=", ":=": "=", "≡": "=", "\\equiv": "=", "\\coloneqq": "=", "\\triangleq": "=", "≔": "=",
    "<": "<", ">": ">", "\\lt": "<", "\\gt": ">", "<=": "<=", ">=": ">=", "≤": "<=", "≥": ">=", "⩽": "<=", "⩾": ">=",
    "\\leq": "<=", "\\geq": ">=", "\\le": "<=", "\\ge": ">=", "\\leqslant": "<=", "\\geqslant": ">=",
    "<<": "<<", ">>": ">>", "≪": "<<", "≫": ">>", "\\ll": "<<", "\\gg": ">>", "!=": "!=", "≠": "!=", "\\neq": "!=",
    "\\ne": "!=", "≈": "~", "≃": "~", "≅": "~", "~": "~", "~=": "~", "\\approx": "~", "\\approxeq": "~", "≊": "~",
    "\\simeq": "~", "\\cong": "~", "\\sim": "~", "∼": "~", "\\doteq": "~", "->": "->", "→": "->", "\\to": "->",
    "\\rightarrow": "->", "\\longrightarrow": "->", "⟶": "->", "=>": "=>", "⇒": "=>", "\\Rightarrow": "=>",
    "\\implies": "=>", "⟹": "=>", "\\Longrightarrow": "=>", "<=>": "=>", "⇔": "=>", "⟺": "=>",
    "\\Leftrightarrow": "=>", "\\iff": "=>", "\\Longleftrightarrow": "=>", "\\gtrless": "?", "∝": "?", "\\propto": "?",
    "\\asymp": "?", "≲": "?", "≳": "?", "\\lesssim": "?", "\\gtrsim": "?", "∈": "?", "\\in": "?", "\\mapsto": "?",
}  # fmt: skip
_SYMBOLIC_RELATIONS = sorted((r for r in _RELATIONS if not r.startswith("\\")), key=len, reverse=True)
_FUNCTIONS = {
    "max": "max", "min": "min", "Max": "max", "Min": "min", "ceil": "ceil", "ceiling": "ceil", "floor": "floor",
    "sqrt": "sqrt", "log2": "log2", "log_2": "log2", "lg": "log2", "abs": "abs",
}  # fmt: skip
_OPAQUE_FUNCTIONS = {"log", "ln", "exp", "sin", "cos", "tanh", "softmax", "lim", "argmax", "argmin", "sum", "prod"}
_GREEK = [
    "alpha",
    "beta",
    "gamma",
    "delta",
    "epsilon",
    "varepsilon",
    "zeta",
    "eta",
    "theta",
    "kappa",
    "lambda",
    "mu",
    "nu",
    "xi",
    "rho",
    "sigma",
    "tau",
    "phi",
    "varphi",
    "chi",
    "psi",
    "omega",
    "Gamma",
    "Delta",
    "Theta",
    "Lambda",
    "Sigma",
    "Phi",
    "Psi",
    "Omega",
]
_SKIP = {
    "left", "right", "displaystyle", "textstyle", "quad", "qquad", "big", "Big", "bigg", "Bigg", "bigl", "bigr", "Bigl",
    "Bigr", "biggl", "biggr", "nonumber", "notag", "hspace", "limits", "middle", "boxed", "mathbf", "mathit",
    "boldsymbol",
    "bm", "underline", "hfill", "cr", "phantom", "textcolor", "bf", "it", "rm", "scriptstyle",
}  # fmt: skip
_TEXT = {"text", "mathrm", "operatorname", "mathsf", "texttt", "textrm", "textbf", "mathtt", "textit", "mbox", "textsf"}
_NOTATION = re.compile(
    r"(?<![A-Za-z])(?:bf16|bfloat16|fp16|fp32|fp8|int8|int4|float32|float16)\s*\}?\s*\[|\\(?:cdot|times|ast)_|[*·]_[A-Z]|@|\["
)
_INFINITY = {"\\infty", "∞", "oo", "inf", "infinity"}
_SUBSCRIPT = re.compile(
    r"\s*_\s*(?:\\(?:text|mathrm|operatorname|mathit|mathsf|textrm)\s*\{([^{}]*)\}|\{((?:[^{}]|\\[A-Za-z]+\s*\{[^{}]*\})*)\}"
    r"|([a-z]{3,}[A-Za-z0-9]*(?:_[A-Za-z0-9]{2,})*|(?:HBM|ICI|DCN|VMEM|MXU|VPU)\b|[0-9]+|[^\W_]))"
)
_RUN = re.compile(r"[A-Za-z][A-Za-z0-9]*")
_PLAIN_SUB = re.compile(r"(?:_[A-Za-z0-9]+)+")
_FOREIGN = re.compile(r"[^\W\d_A-Za-z]+(?:[\s,/()%-]*[^\W\d_A-Za-z]+)*")
_SUPERSCRIPT = re.compile(r"[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_SUPER = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
_SUFFIX = {"k": 3, "K": 3, "M": 6, "G": 9}
_WORD = re.compile(r"[A-Za-z]*[a-z]{3,}[A-Za-z]*\Z|FLOPs?|FLOPS|OPs?|HBM|TPUs?|GPUs?|ICI|DCN|VMEM|MXU|VPU|BW|SRAM\Z")


@final
@dataclass(frozen=True)
class _Tok:
    type: str
    value: str
    at: int
    end: int
    printed: Printed | None = None
    dimension: Dimension = NOTHING
    tight: bool = False  # touches what stands before it


class _NotAFormula(NotationError):
    """Text that is no formula at all (words, array notation): skipped by the proofreader, an error elsewhere."""


# -- from text to tokens ---------------------------------------------------------------------------------------------


class _Lexer:
    """One pass over the text; every token knows where it stands."""

    def __init__(
        self, text: str, symbols: frozenset[str] | None, numeric: bool, used: frozenset[str], words: frozenset[str]
    ) -> None:
        self.text, self.symbols, self.numeric, self.used, self.words = text, symbols, numeric, used, words
        self.at = 0
        self.depth = 0
        self.out: list[_Tok] = []
        self.notes: dict[str, None] = {}

    def error(self, reason: str, remedy: str | None = None, at: int | None = None) -> NotationError:
        return NotationError(reason, self.text, self.at if at is None else at, remedy)

    def push(
        self, type_: str, value: str, end: int, printed: Printed | None = None, dimension: Dimension = NOTHING
    ) -> None:
        tight = bool(self.out) and self.out[-1].end == self.at
        self.out.append(_Tok(type_, value, self.at, end, printed, dimension, tight))
        self.at = end
        if len(self.out) > MAX_TOKENS:
            raise self.error(f"a formula of more than {MAX_TOKENS} parts", "split it")

    def run(self) -> list[_Tok]:
        text, n = self.text, len(self.text)
        while self.at < n:
            ch = text[self.at]
            if ch.isspace() or ch in "&$\u200b\ufeff":
                self.at += 1
            elif ch == "\\":
                self._command()
            elif (ch.isascii() and ch.isdigit()) or (ch == "." and text[self.at + 1 : self.at + 2].isdigit()):
                self._number()
            elif ch in "⁰¹²³⁴⁵⁶⁷⁸⁹⁻":
                self._superscript()
            elif not self._symbol(ch):
                self._letters(ch)
        return self.out

    def _number(self) -> None:
        waiting = bool(self.out) and (self.out[-1].type == "FRAC" or (self.out[-1].type == "RB" and self._frac_open()))
        if waiting and self.text[self.at] != ".":
            d = self.text[self.at]
            one = Printed(Fraction(d), Fraction(1), Fraction(1), 1, d)
            self.push("LB", "{", self.at)
            self.push("NUM", d, self.at + 1, one)
            self.push("RB", "}", self.at)
            return
        found = number_at(self.text, self.at, thousands=self.depth == 0)
        if found is None:
            raise self.error("no number here")
        printed, end = found
        if self.out and self.out[-1].type == "NUM":
            raise self.error("two numbers side by side", "write the operator between them, as in 2*3")
        self.push("NUM", printed.text, end, printed)
        if end < len(self.text):
            self._after_number(printed)

    def _frac_open(self) -> bool:
        """Whether the group that just closed was the numerator of a fraction."""
        level = 0
        for i in range(len(self.out) - 1, -1, -1):
            t = self.out[i].type
            level += (t == "RB") - (t == "LB")
            if level == 0:
                return i > 0 and self.out[i - 1].type == "FRAC"
        return False

    def _declared(self, run: str) -> bool:
        """Whether a run of letters can be read as a product of symbols that were declared."""
        return self.symbols is not None and _split(run, self.symbols) is not None

    def _after_number(self, printed: Printed) -> None:
        """A unit or a suffix that belongs to the number just read."""
        start = self.at
        m = re.compile(r"\s*").match(self.text, start)
        at = m.end() if m else start
        if self.text.startswith("%", at) or self.text.startswith("\\%", at):
            end = self.text.index("%", at) + 1
            self.out[-1] = _Tok("NUM", printed.text, self.out[-1].at, end, printed.scaled(Fraction(1, 100)))
            self.at = end
            return
        got = unit_at(self.text, at)
        run = _RUN.match(self.text, at)
        word = run.group() if run else ""
        follows = self.text[got[1] : got[1] + 1] if got else ""
        if got and follows not in ("_", "^", "(") and not (word and self._declared(word)):
            unit = got[0]
            single = len(unit.text) == 1 and unit.text.isascii()
            if not (single and (unit.text in self.used or unit.text == "B")) and unit.text not in self.used:
                self.at = at
                self.push("UNIT", unit.text, got[1])
                return
        if word in _SUFFIX and at == start and not self._declared(word) and follows not in ("_", "^"):
            after = self.text[at + 1 : at + 2]
            if word not in self.used and (word in "kM" or self.numeric) and after not in ("_", "^", "("):
                scaled = printed.scaled(Fraction(10) ** _SUFFIX[word], printed.text + word)
                old = self.out[-1]
                self.out[-1] = _Tok("NUM", scaled.text, old.at, at + 1, scaled)
                self.at = at + 1
                self.notes[f"{scaled.text} read as {printed.text}e{_SUFFIX[word]}"] = None

    def _superscript(self) -> None:
        m = _SUPERSCRIPT.match(self.text, self.at)
        if m is None or not self.out:
            raise self.error("an exponent without a base")
        digits = m.group().translate(_SUPER)
        if len(digits) > 4:
            raise self.error("an exponent of more than 3 digits")
        here, end = self.at, m.end()
        self.push("POW", "^", here)
        if digits.startswith("-"):
            self.push("MINUS", "-", here)
        d = digits.lstrip("+-")
        self.push("NUM", d, end, Printed(Fraction(d), Fraction(1), Fraction(1), len(d), d))

    def _symbol(self, ch: str) -> bool:
        text, at = self.text, self.at
        if text.startswith("//", at):
            raise self.error("// is not read as division", "write floor(a/b) or a/b")
        if text.startswith("**", at):
            self.push("POW", "^", at + 2)
            return True
        for r in _SYMBOLIC_RELATIONS:
            if text.startswith(r, at):
                self.push("REL", _RELATIONS[r], at + len(r))
                return True
        simple = {
            "+": "PLUS", "-": "MINUS", "−": "MINUS", "–": "MINUS", "*": "MUL", "×": "MUL", "·": "MUL", "⋅": "MUL",
            "•": "MUL",
            "∗": "MUL", "/": "DIV", "÷": "DIV", "∕": "DIV", "^": "POW", "(": "LP", ")": "RP", "{": "LB", "}": "RB",
            "[": "LSQ", "]": "RSQ", ",": "COMMA", ";": "COMMA", "，": "COMMA", "；": "COMMA", "（": "LP", "）": "RP",
            "⌈": "LCEIL", "⌉": "RCEIL", "⌊": "LFLOOR", "⌋": "RFLOOR", "√": "SQRT", "∞": "INF",
        }.get(ch)  # fmt: skip
        if simple is None:
            if ch == "|":
                m = re.compile(r"\|\s*([A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+|_\{[A-Za-z0-9]+\})?)\s*\|").match(text, at)
                if m:
                    self.push("NAME", m.group(1).replace("{", "").replace("}", ""), m.end())
                    return True
            return False
        if simple in ("LP", "LB", "LSQ", "LCEIL", "LFLOOR"):
            self.depth += 1
            if self.depth > MAX_DEPTH:
                raise self.error(f"brackets nested deeper than {MAX_DEPTH}", "simplify it")
        elif simple in ("RP", "RB", "RSQ", "RCEIL", "RFLOOR"):
            self.depth -= 1
        if simple in ("LSQ", "RSQ"):
            simple = "LP" if simple == "LSQ" else "RP"
        self.push(simple, ch, at + 1)
        return True

    def _command(self) -> None:
        text, at = self.text, self.at
        m = re.compile(r"\\([A-Za-z]+)\*?").match(text, at)
        if m is None:
            two = text[at : at + 2]
            if two == "\\\\":
                end = at + 2
                gap = re.compile(r"\[[^\]\n]{0,20}\]").match(text, end)
                self.push("BREAK", two, gap.end() if gap else end)
            elif two in ("\\,", "\\;", "\\!", "\\:", "\\ ", "\\&", "\\/"):
                self.at = at + 2
            elif two in ("\\{", "\\}"):
                self.push("LP" if two == "\\{" else "RP", two, at + 2)
            elif two == "\\%":
                self.at = at + 2
            else:
                raise self.error(f"{two!r} is not LaTeX we read")
            return
        name, end = m.group(1), m.end()
        whole = "\\" + name
        if whole in _RELATIONS:
            self.push("REL", _RELATIONS[whole], end)
        elif name in ("frac", "dfrac", "tfrac", "cfrac"):
            self.push("FRAC", whole, end)
        elif name == "sqrt":
            index = re.compile(r"\s*\[\s*(\d{1,2})\s*\]").match(text, end)
            self.push("SQRT", index.group(1) if index else "2", index.end() if index else end)
        elif name in ("cdot", "times", "ast", "bullet"):
            self.push("MUL", "*", end)
        elif name == "div":
            self.push("DIV", "/", end)
        elif name in ("lceil", "rceil", "lfloor", "rfloor"):
            self.depth += 1 if name[0] == "l" else -1
            if self.depth > MAX_DEPTH:
                raise self.error(f"brackets nested deeper than {MAX_DEPTH}", "simplify it")
            self.push(name.upper(), whole, end)
        elif name == "infty":
            self.push("INF", "oo", end)
        elif name in ("max", "min"):
            self.push("FUNC", name, end)
        elif name in ("log", "lg"):
            base = re.compile(r"\s*_\s*\{?\s*2\s*\}?").match(text, end)
            if base:
                self.push("FUNC", "log2", base.end())
            else:
                raise _NotAFormula(f"{whole} without a base", text, at, "write \\log_2")
        elif name in _TEXT:
            self._text(end)
        elif name in _GREEK:
            self.push(
                "NAME", self._subscripted({"varepsilon": "epsilon", "varphi": "phi"}.get(name, name), end), self.at
            )
        elif name in ("begin", "end"):
            env = re.compile(r"\s*\{[A-Za-z]+\*?\}").match(text, end)
            self.push("BREAK", whole, env.end() if env else end)
        elif name in ("quad", "qquad"):
            self.push("BREAK", whole, end)
        elif name == "hspace" or name in ("label", "tag", "ref", "cite"):
            arg = re.compile(r"\s*\{[^{}]*\}").match(text, end)
            self.at = arg.end() if arg else end
        elif name in _SKIP:
            self.at = end
        else:
            raise _NotAFormula(
                f"{whole} is not read",
                text,
                at,
                "known: \\frac \\sqrt \\max \\min \\log_2 \\cdot \\times \\text, relations",
            )

    def _subscripted(self, name: str, end: int) -> str:
        """A name with the subscript that may follow it; moves the position past it."""
        m = _SUBSCRIPT.match(self.text, end)
        if m is None:
            plain = _PLAIN_SUB.match(self.text, end)
            if plain:
                self._ends_at = plain.end()
                return name + plain.group()
            self._ends_at = end
            return name
        inner = m.group(1) if m.group(1) is not None else m.group(2) if m.group(2) is not None else m.group(3)
        inner = re.sub(r"\\(?:text|mathrm|operatorname|mathit|mathsf|textrm)\s*\{([^{}]*)\}", r"\1", inner).strip()
        if "[" in inner or (re.search(r"[,;]", inner) and re.search(r"[A-Z]\s*,\s*[A-Z]", inner)):
            raise _NotAFormula("array notation", self.text, self.at)
        clean = re.sub(r"\W+", "_", inner).strip("_")
        if not clean:
            raise self.error("an empty subscript")
        self._ends_at = m.end()
        return f"{name}_{clean}"

    _ends_at = 0

    def _text(self, end: int) -> None:
        r"""What \text{...} holds: a unit, a function, a symbol, or words."""
        brace = re.compile(r"\s*\{").match(self.text, end)
        if brace is None:
            raise self.error("\\text without {...}")
        level, i = 1, brace.end()
        while i < len(self.text) and level:
            level += {"{": 1, "}": -1}.get(self.text[i], 0)
            i += 1
        if level:
            raise self.error("\\text{ is never closed")
        content = self.text[brace.end() : i - 1].strip()
        unit = re.sub(r"\s*/\s*", "/", content)
        if _NOTATION.search(content) or self.text[i : i + 1] == "[":
            raise _NotAFormula("array notation", self.text, self.at)
        if not content:
            self.at = i
        elif (
            unit in UNITS
            and content not in self.words
            and self.out
            and self.out[-1].type in ("NUM", "NAME", "RP", "RB", "UNIT")
        ):
            self.push("UNIT", unit, i)
        elif content in _FUNCTIONS:
            self.push("FUNC", _FUNCTIONS[content], i)
        elif (
            content in self.words
            or (self.symbols and content in self.symbols)
            or (_RUN.fullmatch(content) and len(content) <= 2)
        ):
            self.push("NAME", content, i)
        else:
            sub = _SUBSCRIPT.match(self.text, i)
            self.push("WORDS", content, sub.end() if sub else i)

    def _letters(self, ch: str) -> None:
        text, at = self.text, self.at
        if ch.isascii() and ch.isalpha():
            self._run()
            return
        folded = unicodedata.normalize("NFKC", ch)
        name = unicodedata.name(ch, "")
        if name.startswith("GREEK") and "LETTER" in name:
            greek = name.split("LETTER ")[1].split(" ")[0].lower()
            label = greek.capitalize() if "CAPITAL" in name else greek
            label = {"lamda": "lambda", "Lamda": "Lambda"}.get(label, label)
            value = self._subscripted(label, at + 1)
            self.push("NAME", value, self._ends_at)
            return
        if ch.isalpha() and not (folded.isascii() and len(folded) == 1):
            m = _FOREIGN.match(text, at)
            content = m.group() if m else ch
            got = unit_at(text, at)
            if got and self.out and self.out[-1].type in ("NUM", "NAME", "RP", "RB", "UNIT"):
                self.push("UNIT", got[0].text, got[1])
                return
            self.push("WORDS", content, at + len(content))
            return
        if folded.isascii() and folded.isalpha():
            self.push("NAME", folded, at + 1)
            return
        if ch in "…⋯" or text.startswith("...", at):
            raise _NotAFormula("an ellipsis", text, at, "write the sum in full")
        raise self.error(f"{ch!r} is not read in a formula", "known: + - * / ^ ( ) numbers, names, relations")

    def _run(self) -> None:
        """A run of letters: a declared symbol, a function, a unit, a word, or a product of one-letter symbols."""
        text, at = self.text, self.at
        if self.out and (self.out[-1].type == "FRAC" or (self.out[-1].type == "RB" and self._frac_open())):
            self.push("LB", "{", at)
            self.push("NAME", text[at], at + 1)
            self.push("RB", "}", self.at)
            return
        m = _RUN.match(text, at)
        run = m.group() if m else text[at]
        end = at + len(run)
        primes = re.compile(r"'+").match(text, end)
        sub = _PLAIN_SUB.match(text, end)
        full = run + sub.group() if sub else run
        call = re.compile(r"\s*\(").match(text, end)
        if self.symbols is not None and full in self.symbols:
            self.push("NAME", full, at + len(full))
            return
        if full in _FUNCTIONS:
            self.push("FUNC", _FUNCTIONS[full], at + len(full))
            return
        if run in _OPAQUE_FUNCTIONS:
            raise _NotAFormula(f"{run} is not read", text, at, "known functions: max, min, ceil, floor, sqrt, log2")
        if full in _INFINITY:
            self.push("INF", "oo", at + len(full))
            return
        previous = self.out[-1].type if self.out else ""
        if self.symbols is not None:
            parts = _split(run, self.symbols)
            if parts is None:
                got = unit_at(text, at)
                if got and previous in ("NUM", "NAME", "RP", "RB", "UNIT"):
                    self.push("UNIT", got[0].text, got[1])
                    return
                known = ", ".join(sorted(self.symbols)[:20])
                raise self.error(f"{full!r} is no product of the declared symbols", f"known: {known}")
            for p in parts[:-1]:
                self.push("NAME", p, self.at + len(p))
            last = self._subscripted(parts[-1], self.at + len(parts[-1]))
            if last != parts[-1] and last not in self.symbols:
                raise self.error(f"{last!r} is not a declared symbol", f"known: {', '.join(sorted(self.symbols)[:20])}")
            self.push("NAME", last, self._ends_at)
            return
        if previous in ("NUM", "NAME", "RP", "RB", "UNIT"):
            got = unit_at(text, at)
            spaced = self.out[-1].end < at
            if got and spaced and len(got[0].text) > 2 and not call:
                self.push("UNIT", got[0].text, got[1])
                return
        if _WORD.match(run) and not (sub or _SUBSCRIPT.match(text, end)):
            if call and run[0].isupper():
                raise _NotAFormula(f"{run}(...) is a named quantity, not a formula", text, at)
            if run.islower() or (call is None and run[0].islower()):
                self.push("NAME", run, end)
                return
            self.push("WORDS", run, end)
            return
        if run == "O" and call:
            raise _NotAFormula("O(...) is an order, not a formula", text, at)
        letters = [run] if _single(run) else list(_letters_of(run))
        if len(letters) > 1 and primes:
            letters[-1] += primes.group()
        for p in letters[:-1]:
            self.push("NAME", p, self.at + len(p))
        last = letters[-1]
        if len(letters) == 1 and primes:
            last += primes.group()
        start = self.at
        value = self._subscripted(last, start + len(last))
        self.push("NAME", value, self._ends_at)
        if call and len(letters) == 1 and len(run) == 1 and previous not in ("NUM",):
            inner = re.compile(r"\s*\(\s*\w+(?:\s*,\s*\w+)*\s*\)").match(text, end)
            if inner:
                self.notes[f"{inner.group().strip()} after {run}: a product, unless {run} is a function"] = None


def _single(run: str) -> bool:
    """Whether an undeclared run is one name: lower-case words (bm, flops), one letter with digits (x1), BW1."""
    return (
        run.islower()
        or len(run) == 1
        or bool(re.fullmatch(r"[A-Za-z]\d+|[A-Za-z]+[a-z]{3,}[A-Za-z0-9]*|[A-Z]{2,}\d+", run))
    )


def _letters_of(run: str) -> Iterator[str]:
    for m in re.finditer(r"[A-Za-z]\d*", run):
        yield m.group()


def _split(run: str, symbols: frozenset[str]) -> list[str] | None:
    """A run as a product of declared symbols, the longest names first, or None."""
    if len(run) > 200:
        return None
    longest = max(map(len, symbols), default=0)
    best: list[list[str] | None] = [None] * (len(run) + 1)
    best[len(run)] = []
    for i in range(len(run) - 1, -1, -1):
        for n in range(min(longest, len(run) - i), 0, -1):
            rest = best[i + n]
            if rest is not None and run[i : i + n] in symbols:
                best[i] = [run[i : i + n], *rest]
                break
    return best[0]


# -- from tokens to nodes (Lark, LALR(1): no recursion on the text) --------------------------------------------------


def _node(kind: str, args: Iterable[Node] = (), **more: Any) -> Node:
    kids = tuple(args)
    depth = 1 + max((k.depth for k in kids), default=0)
    if depth > 6 * MAX_DEPTH:
        raise Unsupported(f"a formula nested deeper than {6 * MAX_DEPTH}; simplify it")
    return Node(kind, kids, at=min((k.at for k in kids), default=more.pop("at", 0)), depth=depth, **more)


def _call(fn: str, args: tuple[Node, ...]) -> Node:
    if fn not in ("max", "min") and len(args) != 1:
        raise NotationError(f"{fn} takes one argument, not {len(args)}")
    return _node("call", args, name=fn)


def _unlist(node: Node) -> tuple[Node, ...]:
    return node.args if node.kind == "list" else (node,)


@lru_cache(maxsize=1)
def _parser() -> Any:
    from importlib.resources import files

    from lark import Lark, Token, Transformer
    from lark.lexer import Lexer

    class Tokens(Lexer):  # type: ignore[misc]
        def __init__(self, conf: Any) -> None:
            pass

        def lex(self, data: Any, *_: Any) -> Iterator[Any]:
            for t in data:
                yield Token(t.type, t, start_pos=t.at)

    class Build(Transformer):  # type: ignore[misc]
        def start(self, kids: list[Any]) -> Node:
            return kids[0]  # type: ignore[no-any-return]

        def sign(self, kids: list[Any]) -> str:
            return "-" if kids[0].type == "MINUS" else "+"

        def timesdiv(self, kids: list[Any]) -> str:
            return "/" if kids[0].type == "DIV" else "*"

        def signed(self, kids: list[Any]) -> Node:
            sign, node = kids
            return node if sign == "+" else _node("add", (node,), ops="-")

        def add(self, kids: list[Any]) -> Node:
            ops, args = "", []
            if isinstance(kids[0], Node):
                kids = ["+", *kids]
            for s, k in zip(kids[::2], kids[1::2]):
                ops += s
                args.append(k)
            return _node("add", args, ops=ops)

        def mul(self, kids: list[Any]) -> Node:
            kids = ["*", *kids]
            return _node("mul", kids[1::2], ops="".join(kids[::2]))

        def juxt(self, kids: list[Any]) -> Node:
            made = [k if isinstance(k, Node) else self.unit(k) for k in kids]
            for k in made[1:]:
                if k.kind == "num" or (k.kind == "pow" and k.args[0].kind == "num"):
                    raise NotationError("a number after a factor without an operator; write a*2 or 2*a")
            return _node("juxt", made)

        def unit(self, token: Any) -> Node:
            u = UNITS[token.value.value]
            return Node("unit", name=u.text, dimension=u.dimension, at=token.value.at)

        def num(self, kids: list[Any]) -> Node:
            t = kids[0].value
            return Node("num", printed=t.printed, at=t.at)

        def name(self, kids: list[Any]) -> Node:
            return Node("name", name=kids[0].value.value, at=kids[0].value.at)

        def words(self, kids: list[Any]) -> Node:
            return Node("words", name=kids[0].value.value, at=kids[0].value.at)

        def pow(self, kids: list[Any]) -> Node:
            return _node("pow", (kids[0], kids[2]))

        def values(self, kids: list[Any]) -> Node:
            args = [k for k in kids if isinstance(k, Node)]
            return args[0] if len(args) == 1 else _node("list", args)

        def group(self, kids: list[Any]) -> Node:
            return kids[1] if kids[1].kind == "list" else _node("group", (kids[1],))

        def brace(self, kids: list[Any]) -> Node:
            return kids[1]  # type: ignore[no-any-return]

        def frac(self, kids: list[Any]) -> Node:
            return _node("group", (_node("mul", kids[1:], ops="*/", name="frac"),))

        def sqrt(self, kids: list[Any]) -> Node:
            return _node(
                "call", (kids[1],), name="sqrt" + (kids[0].value.value if kids[0].value.value.isdigit() else "2")
            )

        def call(self, kids: list[Any]) -> Node:
            return _call(kids[0].value.value if kids[0].value.value != "sqrt" else "sqrt2", _unlist(kids[1]))

        def ceil(self, kids: list[Any]) -> Node:
            return _call("ceil", (kids[1],))

        def floor(self, kids: list[Any]) -> Node:
            return _call("floor", (kids[1],))

    grammar = (files("symroof.reading") / "formula.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", lexer=Tokens, transformer=Build(), maybe_placeholders=False)


def _expression(tokens: list[_Tok], text: str) -> Node:
    from lark.exceptions import UnexpectedInput, VisitError

    try:
        return _parser().parse(tokens)  # type: ignore[no-any-return]
    except UnexpectedInput as e:
        token = getattr(e, "token", None)
        where = (
            token.value.at if token is not None and isinstance(getattr(token, "value", None), _Tok) else tokens[-1].end
        )
        if token is None or not isinstance(token.value, _Tok):
            raise NotationError("the formula ends too early", text, where, "something is missing here") from None
        raise NotationError(
            f"{token.value.value!r} makes no sense here", text, where, "an operator or a bracket is missing before it"
        ) from None
    except VisitError as e:
        if isinstance(e.orig_exc, SymroofError):
            raise e.orig_exc from None
        raise


# -- chains ----------------------------------------------------------------------------------------------------------


def parse_formula(text: str, symbols: Iterable[str] | None = None, *, words: Iterable[str] = ()) -> Chain:
    r"""A formula, or a chain of them joined by relations.

    symbols, when given, are the only names allowed, and split implicit products; ``words`` are names that ``\text{}``
    may hold.

    >>> str(parse_formula("4BT^2NH").sides[0].ratio())
    '4*B*H*N*T**2'
    >>> parse_formula("1/2B").notes
    ('1/2B read as 1/(2B): an implicit product binds tighter than /',)

    Raises NotationError, with a caret, for whatever is not understood.
    """
    chains = parse_chains(text, symbols, strict=True, words=words)
    if len(chains) != 1:
        raise NotationError("several formulas where one was expected", text, None, "separate them")
    return chains[0]


def parse_chains(
    text: str,
    symbols: Iterable[str] | None = None,
    *,
    strict: bool = False,
    known: Iterable[str] = (),
    words: Iterable[str] = (),
) -> tuple[Chain, ...]:
    """All chains of a text: commas, implications, quads and line breaks part them.

    Unless strict, sides that do not read are kept with the reason, so that their neighbours can still be judged.
    ``known`` names symbols that the surroundings use (they decide whether the M of 2M is a symbol), ``words`` those
    that may be set as text.
    """
    if not isinstance(text, str):
        raise NotationError(f"{str(text)[:40]!r} is not text; write a formula as a string")
    if len(text) > MAX_LENGTH:
        raise NotationError(
            f"a formula of {len(text)} characters; at most {MAX_LENGTH} are read", text[:80], None, "split it"
        )
    if not text.strip():
        raise NotationError("an empty formula", text, 0, "write one, as in B*D/(B + D)")
    declared = frozenset(str(s) for s in symbols) if symbols is not None else None
    tokens, notes = _tokens(text, declared, frozenset(known), frozenset(words))
    out = []
    for follows, group in _parts(tokens):
        out.append(_chain(group, text, strict, notes, follows))
    if not out:
        raise NotationError("no formula here", text, 0, "write one, as in B*D/(B + D)")
    return tuple(out)


def _tokens(
    text: str, declared: frozenset[str] | None, known: frozenset[str], words: frozenset[str]
) -> tuple[list[_Tok], tuple[str, ...]]:
    """Two passes: the first finds which names occur, the second decides suffixes and units by them."""
    if declared is not None:
        used, numeric = declared, False
    else:
        stripped = re.sub(r"\\[A-Za-z]+|[A-Za-z]{0,2}(?:FLOPs?|OPs?|bytes?|tokens?)\b", " ", text)
        runs = re.findall(r"(?<![A-Za-z\d.])\d[\d.eE+-]*\s*[A-Za-zµμ]+(?:/[A-Za-z]+)?|[A-Za-z]+", stripped)
        free = {r for r in runs if r[0].isalpha()}
        used = frozenset(ch for r in free for ch in ([r] if r.islower() else r)) | known
        numeric = not any(r[0].isalpha() for r in runs) and bool(re.search(r"[=≈<>]|\\approx|\\[lg]e", text))
    lexer = _Lexer(text, declared, numeric, used, words)
    return lexer.run(), tuple(lexer.notes)


def _parts(tokens: list[_Tok]) -> Iterator[tuple[bool, list[_Tok]]]:
    """Token runs between implications, line breaks and top-level commas; a line opening with a relation continues."""
    part: list[_Tok] = []
    level = 0
    follows = False
    for i, t in enumerate(tokens):
        level += (t.type in ("LP", "LB", "LCEIL", "LFLOOR")) - (t.type in ("RP", "RB", "RCEIL", "RFLOOR"))
        cut = (t.type == "REL" and t.value == "=>") or (t.type == "COMMA" and level <= 0)
        if t.type == "BREAK":
            following = next((x for x in tokens[i + 1 :] if x.type != "BREAK"), None)
            continues = (
                following is not None
                and following.type in ("REL", "PLUS", "MINUS", "MUL", "DIV")
                and following.value != "=>"
            )
            if (
                (continues and t.value == "\\\\")
                or level > 0
                or (following is not None and part and part[-1].type == "REL")
            ):
                continue
            cut = True
        if cut:
            if part:
                yield follows, part
                follows = False
            follows = follows or t.type == "REL"
            part = []
        else:
            part.append(t)
    if part:
        yield follows, part


def _chain(tokens: list[_Tok], text: str, strict: bool, notes: tuple[str, ...], follows: bool) -> Chain:
    sides: list[Side] = []
    relations: list[str] = []
    part: list[_Tok] = []
    level = 0
    for t in tokens:
        level += (t.type in ("LP", "LB")) - (t.type in ("RP", "RB"))
        if t.type == "REL" and level <= 0:
            if not part and not sides:
                if strict:
                    raise NotationError("nothing stands before the relation", text, t.at, "write both sides")
                sides.append(Side("", t.at, None, "nothing before the relation", "syntax"))
                relations.append(t.value)
                continue
            sides.append(_side(part, text, strict, t.at))
            relations.append(t.value)
            part = []
        else:
            part.append(t)
    sides.append(_side(part, text, strict, tokens[-1].end))
    start, end = tokens[0].at, tokens[-1].end
    own = tuple(n for s in sides for n in s.notes)
    return Chain(text[start:end], tuple(sides), tuple(relations), tuple(dict.fromkeys((*notes, *own))), start, follows)


def _side(tokens: list[_Tok], text: str, strict: bool, at: int) -> Side:
    if not tokens:
        if strict:
            raise NotationError("nothing stands after the relation", text, at, "write both sides")
        return Side("", at, None, "nothing here", "syntax")
    start, end = tokens[0].at, tokens[-1].end
    shown = text[start:end]
    if all(t.type == "INF" for t in tokens):
        return Side(shown, start, Node("name", name="oo", at=start))
    try:
        if any(t.type == "INF" for t in tokens):
            raise NotationError(
                "infinity in a formula",
                text,
                next(t.at for t in tokens if t.type == "INF"),
                "state it alone, as in N -> oo",
            )
        node = _expression(tokens, text)
        if tokens[-1].type == "UNIT":
            node = _lifted(node, text)
        if len(set(_leaves(node, "name"))) > MAX_NAMES:
            raise Unsupported(f"more than {MAX_NAMES} symbols in one formula")
        if node.kind == "list":
            raise NotationError("a list of values, not a formula", text, start, "compare one formula at a time")
        return Side(shown, start, node, notes=tuple(_ambiguities(node, text)))
    except SymroofError as e:
        if strict:
            raise
        reason = e.reason if isinstance(e, NotationError) else str(e)
        words = any(t.type == "WORDS" for t in tokens)
        return Side(shown, start, None, reason, "words" if words else "syntax")


_SPACE_BEFORE = re.compile(r"(?:\s|\\[,;: ]|~|\\q?quad)\Z")
_SPACE_INSIDE = re.compile(r"\\[a-z]+\s*\{\s")


def _lifted(node: Node, text: str) -> Node:
    """A unit that ends a quotient belongs to the whole of it, if a space stands before it and it is the only one."""
    if node.kind == "add" and len(node.args) == 1:
        inner = _lifted(node.args[0], text)
        return node if inner is node.args[0] else _node("add", (inner,), ops=node.ops)
    if node.kind != "mul" or node.name == "frac" or not node.ops.endswith("/") or node.args[-1].kind != "juxt":
        return node
    last = node.args[-1].args
    units = tuple(a for a in last if a.kind == "unit")
    rest = last[: len(last) - len(units)]
    if not units or not rest or sum(1 for _ in _leaves(node, "unit")) > len(units):
        return node
    if not _SPACE_BEFORE.search(text[: units[0].at][-12:]) and not _SPACE_INSIDE.match(text, units[0].at):
        return node
    below = rest[0] if len(rest) == 1 else _node("juxt", rest)
    return _node("juxt", (_node("mul", (*node.args[:-1], below), ops=node.ops), *units), name="whole")


def _ambiguities(node: Node, text: str) -> Iterator[str]:
    stack = [node]
    while stack:
        n = stack.pop()
        stack.extend(n.args)
        if n.kind != "mul" or n.name == "frac":
            continue
        for op, a in zip(n.ops, n.args):
            if op == "/" and a.kind == "juxt" and a.args[0].kind == "num" and a.args[-1].kind != "unit":
                below = "".join(_short(x) for x in a.args)
                above = _short(n.args[0]) if len(n.args) == 2 else "..."
                yield f"{above}/{below} read as {above}/({below}): an implicit product binds tighter than /"
        if "/*" in n.ops and n.ops.rindex("*") > n.ops.index("/"):
            yield "a / b * c read as (a/b)*c, from left to right"


def _short(n: Node) -> str:
    if n.kind == "num" and n.printed:
        return n.printed.text
    return n.name if n.kind in ("name", "unit") else "(...)"


# -- from nodes to ratios --------------------------------------------------------------------------------------------


@dataclass
class _Budget:
    """Work left: a formula that asks for more is refused, so that no text costs much time."""

    left: int = MAX_WORK
    fixed: Mapping[str, Ratio] = field(default_factory=dict)
    reading: str = ""
    literal: Callable[[Printed], Fraction] | None = None

    def spend(self, n: int) -> None:
        self.left -= n
        if n > MAX_SPARSE or self.left < 0:
            raise Unsupported("the formula is too large to expand; split it into smaller equations")


def to_ratio(
    node: Node,
    reading: str = "",
    fixed: Mapping[str, Ratio] | None = None,
    literal: Callable[[Printed], Fraction] | None = None,
) -> Ratio:
    """The exact ratio of a formula; quantities count in bytes, FLOPs and seconds.

    reading "loose" takes 1/2B as (1/2)B, reading "long" takes a/b*c as a/(b*c), the near misses of a printed line;
    reading "below" takes a/4 bytes as a/(4 bytes).
    ``fixed`` gives values to names, ``literal`` replaces printed numbers.

    Raises NotationError for words, Unsupported for what would be too large to expand.
    """
    budget = _Budget(fixed=fixed or {}, reading=reading, literal=literal)
    try:
        return _value(node, budget)
    except RecursionError:
        raise Unsupported("the formula is nested too deeply; simplify it") from None
    except (OverflowError, MemoryError):
        raise Unsupported("a number in the formula is too large") from None


def _size(r: Ratio) -> int:
    return max(len(r.num), len(r.den), 1)


def _times(a: Ratio, b: Ratio, budget: _Budget) -> Ratio:
    budget.spend(len(a.num) * len(b.num) + len(a.den) * len(b.den))
    return _checked(a * b)


def _plus(a: Ratio, b: Ratio, budget: _Budget) -> Ratio:
    if a.den == b.den:
        budget.spend(len(a.num) + len(b.num))
    else:
        budget.spend(len(a.num) * len(b.den) + len(b.num) * len(a.den) + len(a.den) * len(b.den))
    return _checked(a + b)


def _checked(r: Ratio) -> Ratio:
    for c in (next(iter(r.num.terms.values()), 1), next(iter(r.den.terms.values()), 1)):
        f = Fraction(c)
        if f.numerator.bit_length() > MAX_BITS or f.denominator.bit_length() > MAX_BITS:
            raise Unsupported("a number in the formula has too many digits")
    if len(r.num.ring.gens) + len(r.den.ring.gens) > 4 * MAX_NAMES:
        raise Unsupported("too many symbols in one formula")
    return r


def _value(node: Node, budget: _Budget) -> Ratio:
    budget.spend(1)
    kind = node.kind
    if kind == "num" and node.printed is not None:
        return ratio(budget.literal(node.printed) if budget.literal else node.printed.value)
    if kind == "name":
        if node.name in budget.fixed:
            return budget.fixed[node.name]
        return gen(node.name)
    if kind == "group":
        return _value(node.args[0], budget)
    if kind == "add":
        out = ratio(0)
        for s, a in zip(node.ops, node.args):
            v = _value(a, budget)
            out = _plus(out, -v if s == "-" else v, budget)
        return out
    if kind == "juxt":
        out = ratio(1)
        below = budget.reading == "below" and node.name == "whole"
        for a in node.args:
            if a.kind == "unit":
                out = _times(out, ratio(1 / UNITS[a.name].scale if below else UNITS[a.name].scale), budget)
            else:
                out = _times(out, _value(a, budget), budget)
        return out
    if kind == "mul":
        return _mul(node, budget)
    if kind == "pow":
        return _power(node, budget)
    if kind == "call":
        return _function(node, budget)
    if kind == "words":
        raise NotationError(f"{node.name[:40]!r} is a word, not a symbol")
    raise NotationError(f"a {kind} where a formula was expected")


def _mul(node: Node, budget: _Budget) -> Ratio:
    out = ratio(1)
    below = False
    for op, a in zip(node.ops, node.args):
        if budget.reading == "loose" and op == "/" and a.kind == "juxt" and node.name != "frac":
            out = _divide(out, _value(a.args[0], budget), budget)
            for b in a.args[1:]:
                out = _times(out, ratio(UNITS[b.name].scale) if b.kind == "unit" else _value(b, budget), budget)
            continue
        below = op == "/" or (below and budget.reading == "long")
        v = _value(a, budget)
        out = _divide(out, v, budget) if below else _times(out, v, budget)
    return out


def _divide(a: Ratio, b: Ratio, budget: _Budget) -> Ratio:
    if not b.num.terms:
        raise NotationError("division by zero")
    budget.spend(len(a.num) * len(b.den) + len(a.den) * len(b.num))
    return _checked(a / b)


def _power(node: Node, budget: _Budget) -> Ratio:
    base, power = _value(node.args[0], budget), _value(node.args[1], budget)
    e = power.constant()
    if e is None:
        two = base.constant()
        raise Unsupported(
            f"an exponent with a symbol in it ({'2' if two == 2 else 'base'}**...); only numbers are read"
        )
    f = Fraction(e)
    if f.denominator > 12:
        raise Unsupported(
            f"the exponent {f.numerator % 10**6}/{f.denominator % 10**6} is not read; use simple fractions"
        )
    c = base.constant()
    if c is not None:
        size = max(Fraction(c).numerator.bit_length(), Fraction(c).denominator.bit_length())
        if abs(f) * size > MAX_BITS:
            raise Unsupported("a power with too many digits")
    elif abs(f) > MAX_SYMBOL_POWER:
        raise Unsupported(f"an exponent larger than {MAX_SYMBOL_POWER}")
    if c == 0 and f <= 0:
        raise NotationError("division by zero")
    n = _size(base)
    if n > 1 and f.denominator == 1:
        terms = 1
        for k in range(1, abs(int(f)) + 1):
            terms = terms * (n - 1 + k) // k
            budget.spend(min(terms, MAX_SPARSE + 1))
    if f.denominator != 1 and c is not None and c <= 0:
        raise NotationError("a root of a negative number")
    return _checked(base ** (int(f) if f.denominator == 1 else f))


def _function(node: Node, budget: _Budget) -> Ratio:
    args = [_value(a, budget) for a in node.args]
    fn = node.name
    for a in args:
        budget.spend(4 * _size(a))
    if fn in ("max", "min"):
        if len(args) > 60:
            raise Unsupported(f"{fn} of {len(args)} arguments; at most 60")
        return _checked(build(fn, args))
    x = args[0]
    if fn.startswith("sqrt"):
        n = int(fn[4:] or 2)
        if not 2 <= n <= 12:
            raise Unsupported(f"the root of order {n} is not read")
        c = x.constant()
        if c is not None and c < 0:
            raise NotationError("a root of a negative number")
        return _checked(x ** Fraction(1, n))
    if fn == "abs":
        return x
    if fn == "log2":
        c = x.constant()
        if c is not None and c <= 0:
            raise NotationError("a logarithm of a number that is not positive")
        if any(k <= 0 for k in x.num.terms.values()) and len(x.num) == 1:
            raise NotationError("a logarithm of a number that is not positive")
    return _checked(build(fn, args))


# -- units and printed digits ----------------------------------------------------------------------------------------


def dimension(node: Node, reading: str = "") -> Dimension | None:
    """What a formula counts (bytes, FLOPs, s exponents); () where it says nothing, None where its parts disagree.

    reading "below" puts the unit that ends a quotient below, where it says nothing about the whole.
    """
    if node.kind == "juxt" and node.name == "whole" and reading == "below":
        return NOTHING
    if node.kind == "add" and len(node.args) == 1:
        return dimension(node.args[0], reading)
    if node.kind == "unit":
        return node.dimension
    if node.kind in ("group",):
        return dimension(node.args[0])
    if node.kind == "add" or (node.kind == "call" and node.name in ("max", "min")):
        seen = {d for a in node.args for d in (dimension(a),) if d != NOTHING}
        return NOTHING if not seen else seen.pop() if len(seen) == 1 else None
    if node.kind in ("mul", "juxt"):
        total = [0, 0, 0]
        said = False
        for op, a in zip(node.ops or "*" * len(node.args), node.args):
            d = dimension(a)
            if d is None:
                return None
            if d:
                said = True
                total = [t + (x if op == "*" else -x) for t, x in zip(total, d)]
        return tuple(total) if said else NOTHING
    return NOTHING


def ends_in_a_unit(node: Node | None) -> bool:
    """Whether a unit ends a quotient, so that it could belong to the whole or to what stands below.

    >>> ends_in_a_unit(parse_formula("33554432/4 bytes").sides[0].node)
    True
    """
    while node is not None and node.kind == "add" and len(node.args) == 1:
        node = node.args[0]
    return node is not None and node.kind == "juxt" and node.name == "whole"


def printed(node: Node | None) -> Printed | None:
    """The printed number a side consists of, with its unit's scale, or None where it is more than a number."""
    if node is None:
        return None
    while node.kind == "group" and node.args[0].kind != "mul":
        node = node.args[0]
    if node.kind == "num":
        return node.printed
    if node.kind == "add" and len(node.args) == 1:
        inner = printed(node.args[0])
        return inner.scaled(Fraction(-1)) if inner else None
    if node.kind == "juxt" and node.args[0].kind == "num" and all(a.kind == "unit" for a in node.args[1:]):
        p = node.args[0].printed
        if p is None:
            return None
        scale = Fraction(1)
        for a in node.args[1:]:
            scale *= UNITS[a.name].scale
        return p.scaled(scale, p.text + "".join(a.name for a in node.args[1:]))
    return None


def literals(node: Node) -> tuple[Printed, ...]:
    """Every number printed in a formula."""
    out, stack = [], [node]
    while stack:
        n = stack.pop()
        if n.printed is not None:
            out.append(n.printed)
        stack.extend(n.args)
    return tuple(out)
