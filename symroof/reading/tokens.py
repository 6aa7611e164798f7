"""From a formula's text to tokens that know where they stand: LaTeX, Unicode and plain text alike, in two passes.

>>> [t.type for t in tokens_of("2BD/W", None, frozenset(), frozenset())[0]]
['NUM', 'NAME', 'NAME', 'DIV', 'NAME']
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple, final

import symroof.regexes as re
from symroof.algebra.ratios.functions import FUNCTIONS as ROWS
from symroof.errors import NotationError
from symroof.reading.measures import ATOMS, KIND
from symroof.reading.nodes import MAX_DEPTH
from symroof.reading.quantity import NOTHING, UNITS, Dimension, Printed, number_at, unit_at
from symroof.reading.spelling import (
    ACCENTS,
    FOREIGN,
    FUNCTIONS,
    GREEK,
    INFINITY,
    LOWERED,
    MARKS,
    NOTATION,
    OPAQUE_FUNCTIONS,
    OPEN_LETTERS,
    PLAIN_SUB,
    RAISED,
    RELATIONS,
    RUN,
    SIGNS,
    SKIP,
    SUBSCRIPT,
    SUFFIX,
    SUPER,
    SUPERSCRIPT,
    SYMBOLIC_RELATIONS,
    TEXT,
    UNREAD_FUNCTIONS,
    WORD,
    functions_lowered,
    letters_of,
    si_unit,
    single,
    split,
)

MAX_TOKENS = 1_000
_FULL_STOP = re.compile(r"\.(?=[\s}]*(?:\Z|\\\\|\\(?:end|quad|qquad|label|tag|nonumber|notag)(?![A-Za-z])|&?\s*=))")
_SI = re.compile(r"\s*(?:\[[^\]]{0,40}\])?\s*\{([^{}]{1,40})\}(?:\s*\{([^{}]{1,80})\})?")
_SHORT_RUN = re.compile(r"_[a-z](?:[a-z]|[a-z]*[0-9][A-Za-z0-9]*)(?![A-Za-z0-9_])")
_DIFFERENCE = re.compile(r"\s*([A-Za-z])(?![A-Za-z])")
_GREEK_INDEX = re.compile(rf"\s*_\s*\\({'|'.join(GREEK)})(?![A-Za-z])")
_SIGN = r"\*|\\(?:star|ast|dagger|prime)(?![A-Za-z])"
_MARK = re.compile(rf"\s*\^\s*(?:\{{\s*({_SIGN})\s*\}}|({_SIGN}))")
_STARRED = re.compile(rf"\s*_\s*(?:\\(max|min)(?![A-Za-z])|\{{\s*({_SIGN})\s*\}}|({_SIGN}))")
_CALLED = re.compile(r"\s*(?:\\left\s*|\\[bB]igg?l?\s*)?\(")
_UNDER = re.compile(r"\s*(?:\{\s*(\\?[A-Za-z]+)\s*\}|(\\[A-Za-z]+|[A-Za-z]))")
_THIN = re.compile(r"(?:\s|\\[,;:! ]|~(?=[A-Za-zµμ\\]))*")  # what stands between a number and its unit
_UNSAID = re.compile(r"\}?\s*(?:\\[,;:! ]\s*)+|(?<=\d)~(?=[A-Za-z])|\\mu\s+s(?![A-Za-z])")
_NO_UNITS = re.compile(rf"\\[A-Za-z]+|(?<=\d)[eE](?=[-+]?\d)|\b(?:{'|'.join(FUNCTIONS)})(?=\()")
_MICRO = re.compile(r"\\mu(?:\s*\\(?:text|mathrm)\s*\{s\}|\s+s|\s*\{s\})(?![A-Za-z_^])")
_RAISED_NUMBER = re.compile(rf"(?<=\d){SUPERSCRIPT.pattern}")
_TEN_TO = re.compile(r"(?<![\w.])10\s*(?:\^|\*\*)\s*(?:\{\s*[-−+]?\s*\d+\s*\}|\(\s*[-−+]?\s*\d+\s*\)|[-−+]?\d+)")
_LIKE_A_UNIT = re.compile(r"[kMGTPEmunp][A-Z][a-z]{1,5}")
_INDEX = re.compile(r"\{\s*\(\s*(?:\d{1,2}|[A-Za-z])\s*\)\s*\}")
_RELATION = re.compile("|".join(map(re.escape, SYMBOLIC_RELATIONS)))
_RELATION_STARTS = frozenset(r[0] for r in SYMBOLIC_RELATIONS)
_KNOWN_FUNCTIONS = f"known functions: {', '.join(dict.fromkeys(FUNCTIONS.values()))}, log(x, base)"
_ABSOLUTE = re.compile(r"\|\s*([A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+|_\{[A-Za-z0-9]+\})?)\s*\|")
_GAP = re.compile(r"\[[^\]\n]{0,20}\]")  # \\[2pt]
_ROOT_INDEX = re.compile(r"\s*\[\s*([^\]]{0,20}?)\s*\]")
_BASE_2 = re.compile(r"\s*_\s*\{?\s*2\s*\}?")
_OPENED = re.compile(r"\s*\{")
_A_BAR = re.compile(r"\s*\|")
_OPENS = re.compile(r"\s*\(")
_PRIMES = re.compile(r"'+")
_ARGUMENTS = re.compile(r"\s*\(\s*\w+(?:\s*,\s*\w+)*\s*\)")
_NO_NAMES = re.compile(r"\\[A-Za-z]+|[A-Za-z]{0,2}(?:FLOPs?|OPs?|bytes?|tokens?)\b")
_RUNS = re.compile(r"(?<![A-Za-z\d.])\d[\d.]*(?:[eE][+-]?\d+)?\s*[A-Za-zµμ]+(?:/[A-Za-z]+)?|[A-Za-z]+")
_RAISED_LETTER = re.compile(r"(?<![A-Za-z\d.])\d[\d.]*\s*([A-Za-z])\s*(?:\^|\*\*)\s*\{?\s*[\dA-Za-z]")
_ACRONYM = re.compile(r"\s*\{[A-Z]{2,5}\}(?!\s*[(\[{])")  # RTT, a quantity
_RELATED = re.compile(r"[=≈<>]|\\(?:approx(?:eq)?|[lg]e(?:q(?:slant)?)?|lesssim)(?![A-Za-z])")  # \left is none
_COMMAND = re.compile(r"\\([A-Za-z]+)\*?")
_PLAIN: dict[str, tuple[str, str]] = {  # commands that are one token each, and its value where it is not the command
    **dict.fromkeys(("frac", "dfrac", "tfrac", "cfrac"), ("FRAC", "")),
    **dict.fromkeys(("cdot", "times", "ast", "bullet"), ("MUL", "*")),
    **dict.fromkeys(("quad", "qquad", "cr"), ("BREAK", "")),
    "div": ("DIV", "/"), "bmod": ("MOD", ""),
    "infty": ("INF", "oo"), "max": ("FUNC", "max"), "min": ("FUNC", "min"), "ln": ("FUNC", "ln"),
    **{head[1:]: ("FUNC", f.kind) for f in ROWS.values() for head in f.latex[:1] if head[1:].isalpha() and not f.fence},
}  # fmt: skip
_SET_ASIDE = frozenset(
    ("hspace", "label", "tag", "ref", "cite", "phantom", "hphantom", "vphantom", "textcolor", "color")
)
_ENVIRONMENT = re.compile(r"\s*\{[A-Za-z]+\*?\}")
_ARGUMENT = re.compile(r"\s*\{[^{}]*\}")
_BRACKETS = {"LP": 1, "LB": 1, "LSQ": 1, "LCEIL": 1, "LFLOOR": 1, "RP": -1, "RB": -1, "RSQ": -1, "RCEIL": -1,
             "RFLOOR": -1}  # fmt: skip
_AS_ROUND = {"LSQ": "LP", "RSQ": "RP"}
_MEASURED = ("NUM", "NAME", "RP", "RB", "UNIT")  # what a unit may stand after


@final
class Tok(NamedTuple):
    """One token: its type for the grammar, its text, and where it starts and ends."""

    type: str
    value: str
    at: int
    end: int
    printed: Printed | None = None
    dimension: Dimension = NOTHING
    tight: bool = False  # touches what stands before it


_BEFORE_A_UNIT = re.compile(r"(?<![A-Za-z\d.])\d[\d.,]*(?:[eE][+-]?\d+)?\s?(?=[A-Za-z])")

_BELOW = re.compile(r"/\s?[hdWJ](?![\w^(])")


def _below_units_left_out(text: str) -> str:
    """The text without letters that end a unit behind a number, which are no use of a symbol: 2 USD/chip/h, 3 FLOPs/W.

    Hours and days end what is counted, paid or spent; bytes/h and FLOPs/h may have heads below them.
    """
    ends = {m.end() for m in _BELOW.finditer(text)}
    out, at = "", 0
    for m in _BEFORE_A_UNIT.finditer(text) if ends else ():
        unit, end = unit_at(text, m.end()) or (None, 0)
        if unit is None or end <= at or end not in ends:
            continue
        paid = any(unit.dimension[3:]) or any(w in KIND for w in re.split("[/·-]", unit.text))
        if paid or (text[end - 1] in "WJ" and any(unit.dimension[:2])):
            out, at = out + text[at : text.rindex("/", 0, end)], end
    return out + text[at:]


class NotAFormula(NotationError):
    """Text that is no formula at all (words, array notation): skipped by the proofreader, an error elsewhere."""


_OPERAND = re.compile(r"\s*(?:[\d(]|(?!of\b)[A-Za-z]{1,2}\b)")


class _Lexer:
    """One pass over the text; every token knows where it stands."""

    def __init__(
        self, text: str, symbols: frozenset[str] | None, numeric: bool, used: frozenset[str], words: frozenset[str]
    ) -> None:
        self.text, self.symbols, self.numeric, self.used, self.words = text, symbols, numeric, used, words
        self.alone = False  # whether the text stands for itself, so that its letters may all be units
        self.loose: frozenset[str] = frozenset()  # one-letter symbols that occur apart from words such as BW
        self.raised: frozenset[str] = frozenset()  # letters behind numbers that have an exponent: the s of 4 s^2 h
        self.at = 0
        self.depth = 0
        self.bars: list[int] = []  # the depths at which bars of absolute values are open
        self.out: list[Tok] = []
        self.notes: dict[str, None] = {}

    def error(self, reason: str, remedy: str | None = None, at: int | None = None) -> NotationError:
        return NotationError(reason, self.text, self.at if at is None else at, remedy)

    def push(self, type_: str, value: str, end: int, printed: Printed | None = None) -> None:
        tight = bool(self.out) and self.out[-1].end == self.at
        self.out.append(Tok(type_, value, self.at, end, printed, NOTHING, tight))
        self.at = end
        if len(self.out) > MAX_TOKENS:
            raise self.error(f"a formula of more than {MAX_TOKENS} parts", "split it")

    def run(self) -> list[Tok]:
        text, n = self.text, len(self.text)
        while self.at < n:
            ch = text[self.at]
            if ch.isspace() or ch in "&$\u200b\ufeff":
                self.at += 1
            elif ch == "\\":
                self._command()
            elif (ch.isascii() and ch.isdigit()) or (ch == "." and text[self.at + 1 : self.at + 2].isdigit()):
                self._number()
            elif ch == "." and _FULL_STOP.match(text, self.at):
                self.at += 1
            elif ch in "⁰¹²³⁴⁵⁶⁷⁸⁹⁻":
                self._superscript()
            elif ch == "%":
                self._percent(self.at + 1)
            elif ch in RAISED:
                self._raised(ch)
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
        return self.symbols is not None and split(run, self.symbols) is not None

    def _after_number(self, printed: Printed) -> None:
        """A unit or a suffix that belongs to the number just read."""
        start = self.at
        m = _THIN.match(self.text, start)
        at = m.end() if m else start
        micro = _MICRO.match(self.text, at)
        if micro and self.symbols is None and "mu" not in self.words | self.used:
            self.at = at
            self.push("UNIT", "us", micro.end())
            return
        if self.text.startswith("%", at) or self.text.startswith("\\%", at):
            end = self.text.index("%", at) + 1
            percent = printed.scaled(Fraction(1, 100), printed.text + "%")
            self.out[-1] = Tok("NUM", printed.text, self.out[-1].at, end, percent)
            self.at = end
            return
        got = unit_at(self.text, at, self.used & OPEN_LETTERS - {"B"})
        run = RUN.match(self.text, at)
        word = run.group() if run else ""
        self._foreign(word, at)
        follows = self.text[got[1] : got[1] + 1] if got else ""
        if got and got[0].text == "min" and self.text[got[1] :].lstrip()[:1] in ("(", "{", "["):
            got = None  # the smaller one of two, not a minute
        if got and follows not in ("_", "^", "(") and not (word and self._declared(word)):
            unit = got[0]
            single = len(unit.text) == 1 and unit.text.isascii()
            taken = unit.text in self.used or unit.text in self.words
            if not taken and not (single and unit.text in OPEN_LETTERS):
                self.at = at
                self.push("UNIT", unit.text, got[1])
                return
        if word in SUFFIX and at == start and not self._declared(word) and follows not in ("_", "^"):
            after = self.text[at + 1 : at + 2]
            free = word not in self.used and word not in self.words
            if free and (word in "kM" or self.numeric) and after not in ("_", "^", "("):
                scaled = printed.scaled(Fraction(10) ** SUFFIX[word], printed.text + word)
                old = self.out[-1]
                self.out[-1] = Tok("NUM", scaled.text, old.at, at + 1, scaled)
                self.at = at + 1
                self.notes[f"{scaled.text} read as {printed.text}e{SUFFIX[word]}"] = None

    def _foreign(self, word: str, at: int) -> None:
        """Refuse a word behind a number that looks like a unit and is none: 5 GWb is not G*W*b."""
        if not _LIKE_A_UNIT.fullmatch(word) or word in UNITS or self._declared(word) or set(word) <= self.used:
            return
        remedy = "known: s, ms, h, days, bytes, GB, GiB, TB/s, FLOPs, TFLOP/s, tokens/s, Hz, W, J, $"
        raise self.error(f"unknown unit {word!r}", remedy, at)

    def _superscript(self) -> None:
        m = SUPERSCRIPT.match(self.text, self.at)
        if m is None or not self.out:
            raise self.error("an exponent without a base")
        digits = m.group().translate(SUPER)
        if len(digits) > 4:
            raise self.error("an exponent of more than 3 digits")
        here, end, number = self.at, m.end(), self.out[-1].type == "NUM"
        self.push("POW", "^", here)
        if digits.startswith("-"):
            self.push("MINUS", "-", here)
        d = digits.lstrip("+-")
        self.push("NUM", d, end, Printed(Fraction(d), Fraction(1), Fraction(1), len(d), d))
        space = _THIN.match(self.text, end)
        got = unit_at(self.text, space.end() if space else end, self.used & OPEN_LETTERS)
        if number and got and got[0].text not in self.used | self.words | OPEN_LETTERS:
            self.at = space.end() if space else end
            self.push("UNIT", got[0].text, got[1])

    def _percent(self, end: int) -> None:
        """A percent sign behind a bracket or a name: (50 + 10)% is 0.6."""
        if not self.out or self.out[-1].type not in ("RP", "RB", "NAME"):
            raise self.error("a percent sign without a number")
        if _OPERAND.match(self.text, end):
            raise self.error("% between two formulas is no percentage", "write a/100*b, or mod(a, b) for a remainder")
        self.push("UNIT", "%", end)

    def _measured(self, unit: str, previous: str) -> bool:
        """Whether a short word is a unit because every letter of the text belongs to one: (8192*4e14) s."""
        if not self.alone or previous == "NAME" or unit in OPEN_LETTERS or unit in self.raised:
            return False
        bare = _NO_UNITS.sub(" ", self.text)
        return all(w in ATOMS or w == "per" for w in re.findall(r"[^\W\d_]+", bare))

    def _bar(self) -> bool:
        """A bar of an absolute value: it opens where a factor may begin, and closes at the end of one."""
        ends = self._previous() in ("NUM", "NAME", "UNIT", "RP", "RB", "RCEIL", "RFLOOR")
        at = self.at
        if ends and self.bars and self.bars[-1] == self.depth:
            self._close_bar(at + 1)
            return True
        if ends or "|" not in self.text[at + 1 :]:
            return False
        self._open_bar(at + 1)
        return True

    def _open_bar(self, end: int) -> None:
        self.depth += 1
        self.bars.append(self.depth)
        self.push("FUNC", "abs", self.at)
        self.push("LP", "|", end)

    def _close_bar(self, end: int) -> None:
        self.bars.pop()
        self.depth -= 1
        self.push("RP", "|", end)

    def _fence(self, name: str, end: int) -> None:
        r"""The left or right of what follows; of bars it says which opens, also behind a factor: F\left|B\right|."""
        bar = _A_BAR.match(self.text, end)
        if bar is not None and name == "right" and self.bars and self.bars[-1] == self.depth:
            self._close_bar(bar.end())
        elif bar is not None and name == "left":
            self._open_bar(bar.end())
        else:
            self.at = end

    def _raised(self, ch: str) -> None:
        """A raised letter is an exponent, as in 2ⁿ."""
        if not self.out or self.out[-1].type not in ("NUM", "NAME", "RP", "RB"):
            raise self.error("an exponent without a base")
        here = self.at
        self.push("POW", "^", here)
        self.push("NAME", RAISED[ch], here + 1)

    def _symbol(self, ch: str) -> bool:
        text, at = self.text, self.at
        if ch == "/" and text.startswith("//", at):
            raise self.error("// is not read as division", "write floor(a/b) or a/b")
        if ch == "*" and text.startswith("**", at):
            self.push("POW", "^", at + 2)
            return True
        if ch == "^" and self.out and self.out[-1].type == "NAME" and _INDEX.match(text, at + 1):
            raise self.error("a superscript in parentheses is an index, not a power", "write B^2, or B_2 for an index")
        relation = _RELATION.match(text, at) if ch in _RELATION_STARTS else None
        if relation:
            self.push("REL", RELATIONS[relation.group()], relation.end())
            return True
        kind = SIGNS.get(ch)
        if kind is None:
            return ch == "|" and (self._absolute() or self._bar())
        if kind in _BRACKETS:
            self._nested(kind)
        self.push(_AS_ROUND.get(kind, kind), ch, at + 1)
        return True

    def _absolute(self) -> bool:
        """A size in bars is the size: |B| counts B's elements."""
        m = _ABSOLUTE.match(self.text, self.at)
        if m is None:
            return False
        self.push("NAME", m.group(1).replace("{", "").replace("}", ""), m.end())
        return True

    def _nested(self, bracket: str) -> None:
        if _BRACKETS[bracket] < 0 and self.bars and self.bars[-1] == self.depth:
            raise self.error("a bar that is not closed", "write the other one")
        self.depth += _BRACKETS[bracket]
        if self.depth > MAX_DEPTH:
            raise self.error(f"brackets nested deeper than {MAX_DEPTH}", "simplify it")

    def _command(self) -> None:
        m = _COMMAND.match(self.text, self.at)
        if m is None:
            self._escaped(self.text[self.at : self.at + 2])
            return
        name, end = m.group(1), m.end()
        whole = "\\" + name
        if whole in RELATIONS:
            self.push("REL", RELATIONS[whole], end)
        elif name in _PLAIN:
            kind, value = _PLAIN[name]
            self.push(kind, value or whole, end)
        elif name in _COMMANDS:
            _COMMANDS[name](self, name, end)
        else:
            remedy = "known: \\frac \\sqrt \\max \\min \\log_2 \\cdot \\times \\text, relations"
            raise NotAFormula(f"{whole} is not read", self.text, self.at, remedy)

    def _rounding(self, name: str, end: int) -> None:
        r"""One side of a ceiling or a floor, \lceil."""
        self._nested(name.upper())
        self.push(name.upper(), "\\" + name, end)

    def _environment(self, name: str, end: int) -> None:
        env = _ENVIRONMENT.match(self.text, end)
        self.push("BREAK", "\\" + name, env.end() if env else end)

    def _set_aside(self, _: str, end: int) -> None:
        """What is set and not read, with its argument."""
        arg = _ARGUMENT.match(self.text, end)
        self.at = arg.end() if arg else end

    def _skipped(self, _: str, end: int) -> None:
        self.at = end

    def _escaped(self, two: str) -> None:
        """A backslash before what is no letter."""
        end = self.at + 2
        if two == "\\\\":
            gap = _GAP.match(self.text, end)
            self.push("BREAK", two, gap.end() if gap else end)
        elif two in ("\\,", "\\;", "\\!", "\\:", "\\ ", "\\/"):
            self.at = end
        elif two == "\\&":
            self.push("COMMA", two, end)
        elif two in ("\\{", "\\}"):
            self.push("LP" if two == "\\{" else "RP", two, end)
        elif two == "\\%":
            self._percent(end)
        else:
            raise self.error(f"{two!r} is not LaTeX we read")

    def _with_index(self, name: str, end: int) -> None:
        r"""A root and its order, \sqrt[3]; a logarithm and its base, \log_2."""
        if name == "sqrt":
            index = _ROOT_INDEX.match(self.text, end)
            if index and not re.fullmatch(r"\d{1,2}", index[1]):
                raise self.error(f"a root of order {index[1]!r} is not read", "write a number, as in \\sqrt[3]{B}")
            self.push("SQRT", index.group(1) if index else "2", index.end() if index else end)
            return
        base = _BASE_2.match(self.text, end)
        if not base:
            raise NotAFormula(f"\\{name} without a base", self.text, self.at, "write \\log_2")
        self.push("FUNC", "log2", base.end())

    def _no_order(self, letter: str, end: int, shown: str) -> None:
        """Refuses O(...), Omega(...) and Theta(...), whatever stands over the letter."""
        if letter in ("O", "Omega", "Theta") and _CALLED.match(self.text, end):
            raise NotAFormula(f"{shown}(...) is an order, not a formula", self.text, self.at)

    def _greek(self, name: str, end: int) -> None:
        self._no_order(name, end, f"\\{name}")
        full = {"varepsilon": "epsilon", "varphi": "phi"}.get(name, name)
        if full == "epsilon" and self.symbols is not None and full not in self.symbols and "eps" in self.symbols:
            full = "eps"  # which is printed so
        after = _DIFFERENCE.match(self.text, end) if name == "Delta" else None
        if after:
            full, end = f"Delta_{after.group(1)}", after.end()
        value = self._subscripted(full, end)
        self.push("NAME", value, self._ends_at)

    def _accented(self, name: str, end: int) -> None:
        r"""A letter under an accent is a name of its own: \hat{B}, written B̂, is not B."""
        macro = "\\" + name
        m = _UNDER.match(self.text, end)
        letter = (m.group(1) or m.group(2)) if m else None
        if m is None or letter is None or not (len(letter) == 1 or letter[1:] in GREEK):
            raise NotAFormula(f"{macro} over more than one letter", self.text, self.at)
        self._no_order(letter.lstrip("\\"), m.end(), f"{macro}{{{letter}}}")
        value = self._subscripted(letter.lstrip("\\") + ACCENTS[name], m.end())
        self.push("NAME", value, self._ends_at)

    def _quantity(self, name: str, end: int) -> None:
        r"""What siunitx sets: \qty{50}{GB/s}, \SI{50}{\giga\byte\per\second}, \num{1e3}, \unit{\ms}."""
        m = _SI.match(self.text, end)
        if m is None:
            raise NotAFormula(f"\\{name} without its arguments", self.text, self.at)
        number, written = (None, m.group(1)) if name in ("si", "unit") else (m.group(1), m.group(2))
        if number is not None:
            found = number_at(number.strip().replace(" ", ""), 0)
            if found is None or found[1] != len(number.strip().replace(" ", "")):
                raise NotAFormula(f"{number} is no number we read", self.text, self.at)
            self.push("NUM", found[0].text, m.end(1), found[0])
        if written is not None and name != "num":
            unit = si_unit(written)
            if unit not in UNITS:
                raise NotAFormula(f"{written} is no unit we read", self.text, self.at)
            if unit == "%":
                old = self.out[-1]
                scaled = (old.printed or Printed(Fraction(1), Fraction(1), Fraction(1), 1, "1")).scaled(
                    Fraction(1, 100)
                )
                self.out[-1] = Tok("NUM", old.value, old.at, m.end(), scaled)
            else:
                self.push("UNIT", unit, m.end())
        self.at = m.end() if written is not None and name != "num" else m.end(1) + 1

    def _subscripted(self, name: str, end: int) -> str:
        r"""A name with the subscript and the mark that may follow, as in B_\max or B^*; moves the position past it."""
        value = self._indexed(name, end)
        mark = _MARK.match(self.text, self._ends_at)
        if mark is None:
            return value
        self._ends_at = mark.end()
        return value + MARKS[mark.group(1) or mark.group(2)]

    def _indexed(self, name: str, end: int) -> str:
        """A name with the subscript that may follow it."""
        low = LOWERED.match(self.text, end)
        if low:
            self._ends_at = low.end()
            return f"{name}_{unicodedata.normalize('NFKC', low.group())}"
        starred = _STARRED.match(self.text, end)
        if starred:
            self._ends_at = starred.end()
            return f"{name}_{starred.group(1) or MARKS[starred.group(2) or starred.group(3)]}"
        greek = _GREEK_INDEX.match(self.text, end)
        if greek:
            self._ends_at = greek.end()
            return f"{name}_{greek[1]}"
        m = SUBSCRIPT.match(self.text, end)
        if m is not None and "\\" not in self.text and _SHORT_RUN.match(self.text, end):
            m = None  # n_kv and C_bf16 of plain text are names, n_kv of LaTeX is n_k times v
        if m is None:
            plain = PLAIN_SUB.match(self.text, end)
            if plain:
                self._ends_at = plain.end()
                return name + plain.group()
            self._ends_at = end
            return name
        inner = m.group(1) if m.group(1) is not None else m.group(2) if m.group(2) is not None else m.group(3)
        inner = re.sub(r"\\(?:text|mathrm|operatorname|mathit|mathsf|textrm)\s*\{([^{}]*)\}", r"\1", inner).strip()
        if "[" in inner or (re.search(r"[,;]", inner) and re.search(r"[A-Z]\s*,\s*[A-Z]", inner)):
            raise NotAFormula("array notation", self.text, self.at)
        clean = re.sub(r"\W+", "_", inner).strip("_")
        if not clean:
            raise self.error("an empty subscript")
        self._ends_at = m.end()
        return f"{name}_{clean}"

    _ends_at = 0

    def _text(self, macro: str, end: int) -> None:
        r"""What \text{...} holds: a unit, a function, a symbol, or words."""
        brace = _OPENED.match(self.text, end)
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
        if NOTATION.search(content) or self.text[i : i + 1] == "[":
            raise NotAFormula("array notation", self.text, self.at)
        if not content:
            self.at = i
        elif (
            unit in UNITS
            and content not in self.words
            and not SUBSCRIPT.match(self.text, i)
            and self.out
            and self.out[-1].type in ("NUM", "NAME", "RP", "RB", "UNIT")
        ):
            self.push("UNIT", unit, i)
        elif content in FUNCTIONS:
            self.push("FUNC", FUNCTIONS[content], i)
        elif content.replace(" ", "") in OPAQUE_FUNCTIONS:
            raise NotAFormula(f"{content} is not read", self.text, self.at)
        else:
            sub = SUBSCRIPT.match(self.text, i)
            name = self._subscripted(content, i) if sub and RUN.fullmatch(content) else content
            short = RUN.fullmatch(content) and (
                len(content) <= 2 or (macro == "mathrm" and _ACRONYM.match(self.text, end))
            )
            if short or name in self.words or (self.symbols and name in self.symbols):
                self.push("NAME", name, self._ends_at if name != content else i)
            else:
                self.push("WORDS", name, sub.end() if sub else i)

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
            m = FOREIGN.match(text, at)
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
            raise NotAFormula("an ellipsis", text, at, "write the sum in full")
        raise self.error(f"{ch!r} is not read in a formula", "known: + - * / ^ ( ) numbers, names, relations")

    def _run(self) -> None:
        """A run of letters: a declared symbol, a function, a unit, a word, or a product of one-letter symbols."""
        text, at = self.text, self.at
        if self.out and (self.out[-1].type == "FRAC" or (self.out[-1].type == "RB" and self._frac_open())):
            self.push("LB", "{", at)
            self.push("NAME", text[at], at + 1)
            self.push("RB", "}", self.at)
            return
        m = RUN.match(text, at)
        run = m.group() if m else text[at]
        end = at + len(run)
        sub = PLAIN_SUB.match(text, end)
        full = run + sub.group() if sub else run
        call = _OPENS.match(text, end)
        if self._is_known(full) or self._of_words(full):
            return
        function = call is not None and call.group() == "(" and len(run) > 2 and run.islower()
        if run == "log" and self._based(end):
            self.push("FUNC", "log", end)
            return
        if run in OPAQUE_FUNCTIONS or (function and self.symbols is None and full not in FUNCTIONS):
            raise NotAFormula(f"{run} is not read", text, at, _KNOWN_FUNCTIONS)
        if (
            call is not None
            and run.lower() in UNREAD_FUNCTIONS
            and not split(run, self.words | (self.symbols or set()))
        ):
            raise NotAFormula(f"{run} is not read", text, at, _KNOWN_FUNCTIONS)
        if full in INFINITY:
            self.push("INF", "oo", at + len(full))
        elif full.lower() == "nan":
            raise self.error(f"{full} is no number and no symbol", "give the value, or never where there is none")
        elif self.symbols is not None:
            self._of_declared(run, full, self.symbols)
        elif not self._is_unit_or_word(run, bool(sub), bool(call)):
            self._product(run, bool(call))

    def _based(self, end: int) -> bool:
        """Whether a logarithm is given with its base, as log(8, 2)."""
        call = _CALLED.match(self.text, end)
        level, commas = 1, 0
        for ch in self.text[call.end() :] if call is not None else ():
            level += (ch in "([{") - (ch in ")]}")
            if not level:
                return commas == 1
            commas += level == 1 and ch == ","
        return False

    def _is_known(self, full: str) -> bool:
        """Whether these letters are one name: a declared symbol, a function, a word of the text; it is then taken."""
        end = self.at + len(full)
        braced = self.symbols is not None and "_" not in full and SUBSCRIPT.match(self.text, end) is not None
        if braced and self.symbols is not None and (name := self._subscripted(full, end)) in self.symbols:
            self.push("NAME", name, self._ends_at)  # T_{math}
        elif self.symbols is not None and full in self.symbols:
            self.push("NAME", full, end)
        elif full in FUNCTIONS:
            self.push("FUNC", FUNCTIONS[full], self.at + len(full))
        elif len(full) > 1 and full in self.words and self.symbols is None:
            self.push("NAME", full, self.at + len(full))
        else:
            return False
        return True

    def _of_words(self, full: str) -> bool:
        """Whether a lower-case run is a product of names of the other side, mnk beside m*n*k; it is then taken."""
        parts = split(full, self.words) if self.alone and self.symbols is None and full.islower() else None
        for p in parts or ():
            self.push("NAME", p, self.at + len(p))
        return bool(parts)

    def _previous(self) -> str:
        return self.out[-1].type if self.out else ""

    def _of_declared(self, run: str, full: str, symbols: frozenset[str]) -> None:
        """A product of declared symbols, or a unit after a number."""
        parts = self._before_subscript(run, symbols) or split(run, symbols)
        known = ", ".join(sorted(symbols)[:20])
        named = parts is not None and self._subscripted(parts[-1], self.at + len(run)) in {*symbols, parts[-1]}
        if full != run and not named and self._with_subscripts_inside(full, symbols):
            return
        if parts is None:
            got = unit_at(self.text, self.at)
            if not got or self._previous() not in _MEASURED:
                raise self.error(f"{full!r} is no product of the declared symbols", f"known: {known}")
            self.push("UNIT", got[0].text, got[1])
            return
        for p in parts[:-1]:
            self.push("NAME", p, self.at + len(p))
        last = self._subscripted(parts[-1], self.at + len(parts[-1]))
        if last != parts[-1] and last not in symbols:
            raise self.error(f"{last!r} is not a declared symbol", f"known: {known}")
        self.push("NAME", last, self._ends_at)

    def _with_subscripts_inside(self, full: str, symbols: frozenset[str]) -> bool:
        """Whether these letters are a product of names of which others than the last have subscripts; it is then taken.

        T_1p is T_1*p where these are declared, and no T_1p is.
        """
        end = self.at + len(full)
        for k in range(len(full)):
            tail = full[k:]
            last = self._subscripted(tail, end) if tail.isalnum() else tail
            before = split(full[:k], symbols) if last in symbols else None
            if before is not None:
                for p in before:
                    self.push("NAME", p, self.at + len(p))
                self.push("NAME", last, self._ends_at if tail.isalnum() else end)
                return True
        return False

    def _before_subscript(self, run: str, symbols: frozenset[str]) -> list[str] | None:
        r"""The names of a run whose last one has a subscript: F, n of Fn_\text{kv}, where n_kv is declared."""
        end = self.at + len(run)
        for k in range(1, len(run)) if self._subscripted("", end) else ():
            if self._subscripted(run[k:], end) in symbols and (before := split(run[:k], symbols)) is not None:
                return [*before, run[k:]]
        return None

    def _is_unit_or_word(self, run: str, sub: bool, call: bool) -> bool:
        """Whether the run is a unit after a number, or a word; it is then taken."""
        text, at, end, previous = self.text, self.at, self.at + len(run), self._previous()
        if previous in _MEASURED:
            got = unit_at(text, at)
            spaced = self.out[-1].end < at
            if got and spaced and (len(got[0].text) > 2 or self._measured(got[0].text, previous)) and not call:
                self.push("UNIT", got[0].text, got[1])
                return True
        product = run.isupper() and set(run) <= self.loose  # BW, where B and W are symbols, is no bandwidth
        if not WORD.match(run) or product or sub or SUBSCRIPT.match(text, end):
            return False
        if call and run[0].isupper():
            raise NotAFormula(f"{run}(...) is a named quantity, not a formula", text, at)
        name = run.islower() or (not call and run[0].islower())
        self.push("NAME" if name else "WORDS", run, end)
        return True

    def _product(self, run: str, call: bool) -> None:
        """A product of symbols of one letter; the last one keeps primes and a subscript."""
        text, end, previous = self.text, self.at + len(run), self._previous()
        self._no_order(run, end, run)
        letters = [run] if single(run) else list(letters_of(run))
        if primes := _PRIMES.match(text, end):
            letters[-1] += primes.group()
        for p in letters[:-1]:
            self.push("NAME", p, self.at + len(p))
        value = self._subscripted(letters[-1], self.at + len(letters[-1]))
        self.push("NAME", value, self._ends_at)
        if call and len(letters) == 1 and len(run) == 1 and previous not in ("NUM",):
            inner = _ARGUMENTS.match(text, end)
            if inner:
                self.notes[f"{inner.group().strip()} after {run}: a product, unless {run} is a function"] = None
        if call and len(letters) > 2 and run[0].isupper() and not {*letters} <= self.words:
            self.notes[f"{run}(...): a product, unless {run} is a function"] = None


_COMMANDS: dict[str, Callable[[_Lexer, str, int], None]] = {  # where a name is in two lines, the later one says
    **dict.fromkeys(SKIP, _Lexer._skipped),
    **dict.fromkeys(("left", "right"), _Lexer._fence),
    **dict.fromkeys(_SET_ASIDE, _Lexer._set_aside),
    **dict.fromkeys(("begin", "end"), _Lexer._environment),
    **dict.fromkeys(GREEK, _Lexer._greek),
    **dict.fromkeys(ACCENTS, _Lexer._accented),
    **dict.fromkeys(("SI", "qty", "num", "si", "unit"), _Lexer._quantity),
    **dict.fromkeys(TEXT, _Lexer._text),
    **dict.fromkeys(("sqrt", "log", "lg"), _Lexer._with_index),
    **dict.fromkeys(("lceil", "rceil", "lfloor", "rfloor"), _Lexer._rounding),
}


def tokens_of(
    text: str, declared: frozenset[str] | None, known: frozenset[str], words: frozenset[str]
) -> tuple[list[Tok], tuple[str, ...]]:
    """Two passes: the first finds which names occur, the second decides suffixes and units by them."""
    text = functions_lowered(text, (declared or frozenset()) | words)
    loose: frozenset[str] = frozenset()
    raised: frozenset[str] = frozenset()
    if declared is not None:
        used, numeric = declared, False
    else:
        stripped = _RAISED_NUMBER.sub(lambda m: "^" + m.group().translate(SUPER), _UNSAID.sub(" ", text))
        stripped = _below_units_left_out(stripped)
        stripped = _TEN_TO.sub("10", stripped)  # the s of 1.3*10^{-2} s stands behind a number
        runs = _RUNS.findall(_NO_NAMES.sub(" ", stripped))
        raised = frozenset(_RAISED_LETTER.findall(stripped))
        free = {r for r in runs if r[0].isalpha()} | raised
        used = frozenset(ch for r in free for ch in ([r] if r.islower() else r)) | known
        loose = frozenset(ch for r in runs if not WORD.match(r) for ch in r if ch.isalpha()) | known
        numeric = not any(r[0].isalpha() for r in runs) and bool(_RELATED.search(text))
    lexer = _Lexer(text, declared, numeric, used, words)
    lexer.loose, lexer.raised = loose, raised
    lexer.alone = declared is None and not known
    return _applied(_moduli(lexer.run(), text), text), tuple(lexer.notes)


_AROUND = {"PLUS", "MINUS", "MOD"}  # beside which what a remainder is taken of is read in several ways
_ENDS = {"REL", "COMMA", "BREAK"}


def _moduli(tokens: list[Tok], text: str) -> list[Tok]:
    r"""A remainder alone in its brackets or on its side as a function: (B \bmod 8) is mod(B, 8).

    Raises NotationError where it stands in a sum, or before a factor that may be none of its divisor's.
    """
    while (i := next((i for i, t in enumerate(tokens) if t.type == "MOD"), -1)) >= 0:
        start = i - _reach(tokens[i - 1 :: -1] if i else [], -1)
        end = i + 1 + _reach(tokens[i + 1 :], 1)
        left, right, t = tokens[start:i], tokens[i + 1 : end], tokens[i]
        inside = [_at_the_top(part) for part in (left, right)]
        if not (left and right) or inside[0] & _AROUND or inside[1] & {*_AROUND, "MUL", "DIV"}:
            raise NotationError(r"\bmod in a sum or a product", text, t.at, "write mod(a, b), or put it in brackets")
        opened, parted, closed = (
            Tok(kind, sign, t.at, t.end) for kind, sign in (("LP", "("), ("COMMA", ","), ("RP", ")"))
        )
        made = [Tok("FUNC", "mod", left[0].at, left[0].at), opened, *left, parted, *right, closed]
        tokens = [*tokens[:start], *made, *tokens[end:]]
    return tokens


def _reach(tokens: list[Tok], way: int) -> int:
    """How many tokens there are before the bracket that closes, the relation or the comma."""
    level = 0
    for n, t in enumerate(tokens):
        level += way * _BRACKETS.get(t.type, 0)
        if level < 0 or (level == 0 and t.type in _ENDS):
            return n
    return len(tokens)


def _at_the_top(tokens: list[Tok]) -> set[str]:
    """The kinds of tokens that stand in no bracket."""
    level, found = 0, set()
    for t in tokens:
        level += _BRACKETS.get(t.type, 0)
        if level == 0:
            found.add(t.type)
    return found


def _applied(tokens: list[Tok], text: str) -> list[Tok]:
    r"""A logarithm takes the product that touches what follows it: \log_2 2B is the logarithm of 2B.

    Raises NotationError where another factor stands behind a space: \log_2 N M.
    """
    out: list[Tok] = []
    i = 0
    while i < len(tokens):
        t = tokens[i]
        out.append(t)
        i += 1
        if t.type != "FUNC" or i >= len(tokens) or tokens[i].type not in ("NUM", "NAME"):
            continue
        end = _argument(tokens, i)
        if end < len(tokens) and tokens[end].type in ("NUM", "NAME") and t.value in ("log2", "ln"):
            remedy = f"write {t.value}(...) with its parentheses"
            raise NotationError(f"where the argument of {t.value} ends is open", text, tokens[end].at, remedy)
        at, stop = tokens[i].at, tokens[end - 1].end
        out += [Tok("LP", "(", at, at), *tokens[i:end], Tok("RP", ")", stop, stop)]
        i = end
    return out


def _argument(tokens: list[Tok], i: int) -> int:
    """Where the product ends that begins at a token and has no space inside; a power belongs to it."""
    end = i + 1
    while end < len(tokens):
        t = tokens[end]
        if t.type == "POW":
            end += 1
            level = 0
            while end < len(tokens):
                level += (tokens[end].type in ("LB", "LP")) - (tokens[end].type in ("RB", "RP"))
                end += 1
                if level == 0 and tokens[end - 1].type not in ("MINUS", "PLUS"):
                    break
        elif t.type == "NAME" and t.tight and (tokens[end - 1].type in ("NUM", "NAME")):
            end += 1
        else:
            break
    return end
