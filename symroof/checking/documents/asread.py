r"""The running text of LaTeX and of HTML as a reader sees it, each character in its place: no commands, no entities.

>>> running(r"We need 1{,}536 GPUs at 78\,\% of 10.2~kW, \emph{i.e.} \$4.")
'We need   1,536 GPUs at 78   % of 10.2 kW,       i.e.   $4.'
>>> running(r"\item Racks: see Table~\ref{tab:racks}.")
'-     Racks: see Table                .'
>>> spelled("6 &middot; 64 &micro;s, 10<sup>9</sup>")
'6 ·        64 µs      , 10^9          '
"""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape
from itertools import islice

import symroof.regexes as re

_PARTED = re.compile(r"(?<![\d.,])\d{1,3}(?:(?:\{,\}|\\,)\d{3})+(?!\d|\{,\}|\\,\d)")  # 1{,}536, and 1\,536
_VERBATIM = re.compile(r"\\begin\{(verbatim|lstlisting|minted|Verbatim|comment)\*?\}.*?\\end\{\1\*?\}", re.S)
_REMARK = re.compile(r"(?<!\\)%[^\n]*")
_ARGUMENTS = r"(?:\s?\[[^\[\]\n]{0,200}\]){0,2}(?:\{[^{}\n]{0,400}\})"
_UNSEEN = re.compile(  # commands whose argument is no part of the text
    r"\\(?:begin|end|label|(?:eq|page|auto|[cC])?ref|cite[a-z]*|includegraphics|usepackage|documentclass|input|include|"
    rf"[hv]space|url|bibliography(?:style)?|(?:re)?newcommand|index|pagestyle|setlength)\*?{_ARGUMENTS}"
    r"(?:\[[^\[\]\n]{0,80}\])?(?:\{[^{}\n]{0,400}\})?"
)
_SIGN = re.compile(r"\\(?=[%$#&_])")
_ITEM = re.compile(r"\\item(?![A-Za-z])(?:\s?\[[^\[\]\n]{0,80}\])?")
_COMMAND = re.compile(r"\\[A-Za-z]+\*?|[{}~]|\\.")
HEADING = re.compile(r"^[ \t]*\\(?:part|chapter|(?:sub){0,2}section|paragraph)\*?\s?(?:\[[^\]\n]*\])?\{[^\n]*\}", re.M)
_TABULAR = re.compile(r"\\begin\{(array|tabularx?|tabular\*|longtable)\}")
MAX_TABULARS, MAX_TABULAR = 200, 20_000  # of one page, and characters of one


def running(text: str) -> str:
    """The text without commands, remarks and programs; parted numbers with commas, lists with a sign."""
    for unread in (_VERBATIM, _REMARK, _UNSEEN):
        text = unread.sub(blank, text)
    text = _PARTED.sub(lambda m: re.sub(r"\{,\}|\\,", ",", m.group()).rjust(len(m.group())), text)
    text = _ITEM.sub(lambda m: "-".ljust(len(m.group())), text)
    return _COMMAND.sub(blank, _SIGN.sub(" ", text))


def unspoken(text: str) -> Iterator[tuple[int, int]]:
    """Where the tables and headings of LaTeX stand, which are no sentences."""
    for m in islice(_TABULAR.finditer(text), MAX_TABULARS):
        end = text.find(f"\\end{{{m[1]}}}", m.end(), m.end() + MAX_TABULAR)
        if end >= 0:
            yield m.start(), end
    yield from (m.span() for m in HEADING.finditer(text))


def blank(m: re.Match[str]) -> str:
    """As many blanks as a stretch of text has characters; its lines stay."""
    return "\n".join(" " * len(line) for line in m.group().split("\n"))


_ENTITY = re.compile(r"&(?:[A-Za-z]{2,10}|#\d{2,6}|#x[\dA-Fa-f]{2,5});([A-Za-z/%]*)")
_RAISED = re.compile(r"(?<=\d)<sup>([-−]?\d{1,3})</sup>")
_OPENED = re.compile(r"<(script|style)\b[^<>]*>", re.I)


def spelled(text: str) -> str:
    """A text with the signs that HTML's entities name, each before what it belongs to, and raised digits as powers."""
    if "<" in text:
        text = _RAISED.sub(lambda m: f"^{m[1]}".ljust(len(m.group())), _without_programs(text))
    return _ENTITY.sub(_sign, text) if "&" in text else text


def _without_programs(text: str) -> str:
    """The text with blanks for its scripts and styles."""
    at, out = 0, []
    while m := _OPENED.search(text, at):
        end = text.find(f"</{m[1]}", m.end())
        if end < 0:
            break
        out += [text[at : m.start()], re.sub(r"[^\n]", " ", text[m.start() : end])]
        at = end
    return "".join((*out, text[at:]))


def _sign(m: re.Match[str]) -> str:
    sign = unescape(m.group()).replace("\u00a0", " ").replace("\u2009", " ").replace("\u202f", " ")
    plain = sign != m.group() and sign[:1] not in "<>"  # which would begin a tag
    return sign.ljust(len(m.group())) if plain else m.group()
