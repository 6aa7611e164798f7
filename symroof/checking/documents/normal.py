r"""A formula's text put so that the reader can take it, each character in its place: columns stay the author's.

Numbers and units set as text are numbers and units, colours and sizes are left out, a macro that nobody knows spoils
its own side and no other, and the comma of 28,672 inside brackets parts thousands where an operator stands beside it.

>>> plain_numbers(r"\text{34e6} / \text{9e10}")
'      34e6  /       9e10 '
>>> plain_numbers("(2*64*28,672)")
'(2*64* 28672)'
"""

from __future__ import annotations

import symroof.regexes as re
from symroof.checking.words.numerals import DIGITS
from symroof.reading.measures import TEN_TO
from symroof.reading.spelling import ACCENTS, FUNCTIONS, GREEK, RELATIONS, SI_NAMES, SI_PREFIX, SKIP, TEXT

UNREAD = "ꙮ"  # stands for a macro that is not read: a word to the reader, which spoils its side of the relation only
_NUMBER = rf"[-+]?{DIGITS}{TEN_TO}"
_NUMBER_TEXT = re.compile(
    rf"(\\(?:text|mathrm|textrm|mbox|textbf|mathbf)\s*\{{)(\s*~?{_NUMBER}\s*[A-Za-zµμ/%]{{0,12}}\s*)(\}})"
)
_STYLED = (
    "red|blue|green|gray|grey|orange|purple|teal|cyan|magenta|boxed|cancel|bcancel|underline|mathbf|mathit|"
    "boldsymbol|bm|bf|mathcal|smash|colorbox|text(?:bf|it)?\\s*\\{\\s*\\}"
)
_COLOURED = re.compile(r"\\(?:textcolor|colorbox)\s*\{[^{}]*\}|\\color\s*\{[^{}]*\}")
_STYLE = re.compile(rf"\\(?:{_STYLED})(?![A-Za-z])(?=\s*\{{)")
_SIZES = re.compile(
    r"\\(?:tiny|scriptsize|footnotesize|small|normalsize|large|Large|LARGE|huge|Huge|scriptscriptstyle|mathstrut|strut|"
    r"allowbreak|nobreak|newline|centering|hline|bigskip|medskip|smallskip|negthinspace|enspace|thinspace|space|medspace|thickspace|noindent|"
    r"lvert|rvert|vert|\|)(?![A-Za-z])"
)
_BOLD = re.compile(r"(\\(?:mathbf|boldsymbol|bm|mathcal)\s*\{)\s*([A-Za-z])\s*(\})")
_CASES = re.compile(r"\\begin\{(cases|[bpvBV]?matrix|array)\*?\}.*?(?:\\end\{\1\*?\}|\Z)", re.S)
_DERIVED = re.compile(r"\\d?frac\s*\{\s*(?:d|\\mathrm\{d\})\s*\}\s*\{\s*(?:d|\\mathrm\{d\})\s*\\?[A-Za-z]+\s*\}")
_BRACES = re.compile(r"[A-Za-z]?\\\\\{[^{}\\]{0,40}\\\\\}")  # b\\{0\\}, whose backslashes Markdown halves
_VARIED = re.compile(
    r"\\[dt]?frac\s*\{\s*(?:(\\(?:delta|Delta|partial)(?![A-Za-z]))[^{}]*(?:\{[^{}]*\}[^{}]*)*\}\s*"
    r"\{\s*\1[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|d\s*[A-Za-z](?:_(?:\w|\{\w*\}))?\s*\}\s*\{\s*d\s*[A-Za-z](?:_(?:\w|\{\w*\}))?\s*\})"
)  # a derivative of one thing by another, whose sign is no factor
_BRACED = re.compile(r"\\(?:under|over)brace\s*(?=\{)")
_SET = re.compile(r"\\(?:under|over)set\s*(?=\{)")
_CIRCLE = re.compile(r"\\pi(?![A-Za-z])")  # a name: what holds for every pi holds for the number
_MACRO = re.compile(r"\\([A-Za-z]+)\*?")
_THOUSANDS = re.compile(r"(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])")
_OPERATOR_BEFORE = re.compile(r"(?:[*/+·×÷^-]|\\times|\\cdot)\s*\Z")
_OPERATOR_AFTER = re.compile(r"\s*(?:[*/+·×÷^-]|\\times|\\cdot)")
_HTML = re.compile(r"<(su[bp])>([^<>]{1,20})</\1>")
_SQRT = re.compile(r"\\sqrt\s*\(")
_KNOWN = {
    *TEXT, *GREEK, *SKIP, *(k for k in FUNCTIONS if k.isalpha()),
    *(r[1:] for r in RELATIONS if r.startswith("\\")),
    *SI_NAMES, *SI_PREFIX, "per", "frac", "dfrac", "tfrac", "cfrac", "sqrt", "cdot", "times", "ast", "bullet", "div",
    "lceil", "rceil", "lfloor", "rfloor", "infty", "log", "lg", "max", "min", "SI", "qty", "num", "si", "unit", "begin",
    "end", "label", "tag", "ref", "cite", "dots", "ldots", "cdots", "vdots", "sum", "left", "right",
    *ACCENTS, "star", "dagger", "prime",
}  # fmt: skip


def plain_numbers(text: str) -> str:
    """The text with its numbers, styles and unknown macros put as the reader takes them, each in its place."""
    if "," in text:
        text = _thousands(text)
    if "<su" in text:
        text = _HTML.sub(_sub_or_sup, text)
    if "\\" not in text:
        return text
    text = _NUMBER_TEXT.sub(lambda m: " " * len(m[1]) + m[2].replace("~", " ").replace(",", "_") + " ", text)
    text = _BRACES.sub(_unread, _CASES.sub(_unread, text))
    text = _VARIED.sub(_unread, _DERIVED.sub(_unread, text))
    text = _BOLD.sub(lambda m: " " * len(m[1]) + m[2].ljust(len(m.group()) - len(m[1])), text)
    text = _COLOURED.sub(_blank, text)
    text = _STYLE.sub(_blank, text)
    text = _without_notes(text)
    text = _SIZES.sub(_blank, text)
    text = _roots(text)
    text = _CIRCLE.sub("π  ", text)
    return _MACRO.sub(_unknown, text)


def _blank(m: re.Match[str]) -> str:
    return " " * len(m.group())


def _unread(m: re.Match[str]) -> str:
    return UNREAD + " " * (len(m.group()) - 1)


def _unknown(m: re.Match[str]) -> str:
    name = m.group(1)
    if name in _KNOWN or name in ("log", "lg"):
        return m.group()
    return UNREAD + " " * (len(m.group()) - 1)


def _sub_or_sup(m: re.Match[str]) -> str:
    made = ("_" if m[1] == "sub" else "^") + "{" + m[2] + "}"
    return made + " " * (len(m.group()) - len(made))


def _thousands(text: str) -> str:
    """28,672 inside brackets with an operator beside it is one number, and so is a comma behind a dollar sign."""

    def one(m: re.Match[str]) -> str:
        level = text.count("(", 0, m.start()) - text.count(")", 0, m.start())
        if level <= 0:
            return m.group()
        near = text[max(0, m.start() - 10) : m.start()]
        if not _OPERATOR_BEFORE.search(near) and not _OPERATOR_AFTER.match(text, m.end()):
            return m.group()
        digits = m.group().replace(",", "")
        return " " * (len(m.group()) - len(digits)) + digits

    return _THOUSANDS.sub(one, text)


def _closing(text: str, at: int, pair: str = "{}") -> int:
    """Where the bracket at a position is closed, or -1."""
    level = 0
    for i in range(at, min(len(text), at + 3000)):
        level += (text[i] == pair[0]) - (text[i] == pair[1])
        if level == 0:
            return i
    return -1


def _without_notes(text: str) -> str:
    r"""\underbrace{x}_{words} is x, and so is \underset{words}{x}."""
    for pattern, first in ((_BRACED, False), (_SET, True)):
        at = 0
        while m := pattern.search(text, at):
            end = _closing(text, m.end())
            if end < 0:
                break
            note = m.end() if first else -1
            stop = end
            if not first:
                mark = re.compile(r"\s*[_^]\s*\{").match(text, end + 1)
                note, stop = (end + 1, _closing(text, mark.end() - 1)) if mark else (-1, end)
            text = text[: m.start()] + " " * (m.end() - m.start()) + text[m.end() :]
            if note >= 0 and stop >= note:
                text = text[:note] + " " * (stop + 1 - note) + text[stop + 1 :]
            at = m.end()
    return text


def _roots(text: str) -> str:
    r"""\sqrt((F/B) N) is the root of all that its brackets hold."""
    at = 0
    while m := _SQRT.search(text, at):
        end = _closing(text, m.end() - 1, "()")
        if end < 0:
            return text
        text = text[: m.end() - 1] + "{" + text[m.end() : end] + "}" + text[end + 1 :]
        at = m.end()
    return text
