r"""The arithmetic that stands outside of formulas: in sentences, captions, table cells and the comments of code.

A run of numbers, units and operators around a relation is an equation, whatever carries it; "is", "equals" and "gives"
are relations where a sum or product stands before them.

>>> from symroof.checking.documents.spans import page_of
>>> page = page_of("It has 512 * 8192 * 2 = 8.4MB, and 16 * 1024 is about 16k. See v5e - 16.")
>>> [(s.raw, s.column) for s in equations(page, shadow(page))]
[('512 * 8192 * 2 = 8.4MB', 8), ('16 * 1024 is about 16k', 36)]
"""

from __future__ import annotations

import itertools
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import final

import symroof.regexes as re
from symroof.checking.documents.asread import blank, running, spelled
from symroof.checking.documents.blocks import Block
from symroof.checking.documents.indented import no_program
from symroof.checking.documents.spans import Page, Span
from symroof.reading.measures import PLAIN_WORDS, TEN_TO, THOUSANDS, UNITS

FORMULA = "\ue000"  # what stands for a formula in the shadow of a text
BREAK = "\ue001"  # ... and for the tag of a block
MAX_A_LINE = 1_000  # equations looked for in one line
MAX_RUN = 240
_FIGURES = {"mermaid", "ascii", "figure", "dot", "tikz"}  # fences whose text a reader sees as a picture
_CODE_FENCES = {"py", "python", "python3", "ipython", "ipython3", "pycon", "c", "cpp", "c++", "cuda", "rust", "go",
                "java", "js", "ts", "javascript", "typescript", "julia", "r", "sh", "bash", "shell", "console", "zsh",
                "yaml", "yml", "toml", "ruby", "haskell", "lua", "matlab", "jl", "swift", "scala",
                "cs", "csharp", "kotlin", "cu", "hpp", "h", "zig", "dart", "php", "perl", "nim", "elixir", "make",
                "makefile", "dockerfile", "hcl", "sql", "hs", "ada", "elm", "vhdl", "octave", "tex", "latex",
                "erlang", "fortran", "f90", "lisp", "scheme", "clojure", "asm", "ptx"}  # fmt: skip
_SLASHES = {"c", "cpp", "c++", "cuda", "cu", "h", "hpp", "rust", "go", "java", "js", "ts", "javascript", "typescript",
            "swift", "scala", "cs", "csharp", "kotlin", "zig", "dart", "php", "ptx"}  # fmt: skip
_MARKS = {  # what begins a comment, by language; elsewhere it is #
    **dict.fromkeys(_SLASHES, r"//+|/\*+"),
    **dict.fromkeys(("sql", "lua", "haskell", "hs", "ada", "elm", "vhdl"), "--+"),
    **dict.fromkeys(("matlab", "octave", "tex", "latex", "erlang"), "%+"), **dict.fromkeys(("fortran", "f90"), "!+"),
    **dict.fromkeys(("lisp", "scheme", "clojure", "asm"), ";+"),
}  # fmt: skip
_BLOCK_END = re.compile(r"\*+/")
_STARS = re.compile(r"^[ \t]*\*+(?=\s)", re.M)  # at the left of a comment over several lines
_TEXT_FENCES = {"text", "txt", "plain", "plaintext"}  # which their author says hold no program
_INLINE = {"b", "i", "em", "strong", "span", "a", "u", "mark", "small", "font", "sub", "sup", "s", "ins", "abbr"}
_TAG = re.compile(r"</?([A-Za-z][\w-]*)(?:[^<>\"']|\"[^\"<>]{0,2000}\"|'[^'<>]{0,2000}'){0,60}>")
_LIQUID = re.compile(r"\{[%{](?:(?!\{[%{]|[%}]\})[^\n])*[%}]\}")
_CAPTION = re.compile(r"\b(?:caption|alt|title|text)\s*=\s*(\"(?:[^\"\\\n]|\\.){0,4000}\"|'(?:[^'\\\n]|\\.){0,4000}')")
_LINK = re.compile(r"\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+\"[^\"\n]*\")?\)|https?://[^\s<>)\]]+")
_MARKUP = re.compile(r"\*\*(?:(?<![\d)\s]\*\*)|(?![\d(\s])|(?<=\s\*\*)(?=[\d(])|(?<=[\d)]\*\*)(?=\s))|__|\\(?=[*_~=-])")
_STRUCK = re.compile(
    r"[~<](?:(?<=~)(?<![~\\]~)~(?=[^\s~])(?:(?!\n\s*\n)[^~]){1,400}~~(?!~)|"
    r"(?<=<)(?:s|del|strike)>[^<>]{1,400}</(?:s|del|strike)>)"
)
_DOLLAR = re.compile(r"\\?\$(?=\d)")
_PRICED = re.compile(  # money on both sides of a relation: in dollars, the numbers are what is equal
    r"\\?\$\d(?:[^\n$]|\$(?=\d)){0,120}?(?:=|≈|\b(?:is|are|equals?|gives|makes)\b) ?(?:about |roughly |~|≈)? ?\\?\$\d"
)
_MARK = re.compile(r"^([ \t>]*)[-*+–—•](?=[ \t])", re.M)  # of a list


def figure(behind: str = "") -> str:
    r"""The pattern of a number as sentences print it; what looks ``behind`` it does so from its first digit on.

    Written so, the digits of a page are tried alone, and not what stands before each of its characters.

    >>> re.findall(figure(r"(?<![\w.]\d)"), "x12, 1,024 and 8.2e11 of v5")
    ['1,024', '8.2e11']
    """
    return rf"\d{behind}(?:\d{{0,2}}(?:,\d{{3}})+|\d*)(?:\.\d+)?{TEN_TO}"


#: a number as sentences print it, without what may stand around it: 1,024, 8.2e11
FIGURE = figure()
ALONE = figure(r"(?<![\w.,^{}]\d)") + r"(?![\d^]|\.\d)"  # no part of a formula or of a longer number
_NUMBER = r"(?:\d{1,3}(?:,\d{3})+(?![\d,])|\d{1,3}(?:_\d{3})+(?![\d_])|\d+)(?:\.\d+)?" + TEN_TO + r"|\.\d+"
_TOKEN = re.compile(
    rf"(?P<CODE>(?<![\w.])0[xbo][\dA-Fa-f]+)|(?P<FUNC>(?<![\w.\\])(?:max|min|ceil|floor|sqrt|log2)(?=\())|(?P<NUM>(?:(?<![\w.])|(?<=\d[x×]))(?:~|≈)?(?:{_NUMBER}))|"
    r"(?P<TIMES>(?<=\d)[x×](?=\d)|(?<=\d )x(?=  ?\d))"
    r"|(?P<POW>\*\*|\^|[⁰¹²³⁴⁵⁶⁷⁸⁹]+)|(?P<WORD>[^\W\d_]+(?:/[^\W\d_]+)*(?:-(?:hours?|days?|weeks?|months?|years?|seconds?)\b)?|%)|(?P<OP>[*/×·÷+⋅]|(?<=[\s)])[-−–](?=[\s(])|(?<=\d)[-−–](?=\d+\)\s?[*/×·]))|(?P<OPEN>\()|(?P<CLOSE>\))|(?P<COMMA>,(?=\s?[\w(]))"
    r"|(?P<REL>==?|≈|≃|~=|~(?=\s))|(?P<GAP>[ \t]+|\n(?!\s*\n))|(?P<OTHER>[\s\S])"
)
_NEAR = re.compile(
    r"[\w)%²³⁴⁵⁶⁷⁸⁹] *(?:[=≈≃]|~|==|~=|\b(?:is|are|equals?|gives|makes|yields)\b) *(?:(?:about|roughly|around|"
    r"approximately|almost|exactly|just|nearly|only|some) +)?[~≈(]? ?[\d.]"
)
_SAID = {"is", "are", "equals", "equal", "gives", "makes", "yields"}
_ABOUT = {
    "about",
    "roughly",
    "around",
    "approximately",
    "almost",
    "exactly",
    "just",
    "nearly",
    "only",
    "some",
    "approx",
}
_LOOSE = {"about", "roughly", "around", "approximately", "almost", "nearly", "approx"}
MANY = {"thousand": 3, "million": 6, "billion": 9, "trillion": 12, "mil": 6, "bil": 9,
        "тыс": 3, "млн": 6, "млрд": 9, "трлн": 12, "万": 4,
        "亿": 8, "百万": 6, "十亿": 9, "万亿": 12, "億": 8, "萬": 4, "兆": 12}  # fmt: skip
_PREFIXED = re.compile(
    r"(pico|nano|micro|milli|kilo|mega|giga|tera)(?:dollar|euro|cent|volt|amp(?:ere)?|farad|met(?:re|er)|gram|token|pixel|"
    r"sample|param(?:eter)?)s?\Z"
)
_POWERS = {"pico": -12, "nano": -9, "micro": -6, "milli": -3, "kilo": 3, "mega": 6, "giga": 9, "tera": 12}
_EACH = {"per", "each"}
_VERBS = {"costs", "cost", "takes", "take", "needs", "need", "requires", "require", "occupies", "occupy", "moves",
          "reads", "loads", "uses"}  # fmt: skip
_NOUN = re.compile(r"[^\W_]{3}")  # no m/s
_NO_NOUN = {
    "and",
    "the",
    "for",
    "with",
    "from",
    "then",
    "while",
    "but",
    "that",
    "this",
    "which",
    "when",
    "into",
    "out",
    "over",
    "under",
    "than",
    "per",
    "our",
    "its",
    "was",
    "were",
    "has",
    "have",
    "not",
    "plus",
    "minus",
    "more",
    "there",
    "here",
    "they",
    "these",
    "those",
    "what",
    "who",
    "all",
    "any",
    "some",
    "are",
    "you",
    "can",
    "will",
    "may",
    "also",
}


def _is_unit(word: str) -> bool:
    """Whether a word is a unit in a sentence: of what is counted, tokens and chips are, rows and pages are words."""
    return word in UNITS and word not in PLAIN_WORDS


def many_of(word: str) -> int:
    """The power of ten before what a word counts: -6 of microdollars; 0 of other words, and of units that are known.

    >>> many_of("microdollars"), many_of("megatokens"), many_of("kilobytes"), many_of("milling")
    (-6, 6, 0, 0)
    """
    m = _PREFIXED.match(word)
    return _POWERS[m[1]] if m else 0


#: words whose dot ends no sentence, by what has to follow (Sec. 3, Dr. Smith); sec. 3 may be seconds
_PARTS = ("figs?", "eq(?:n|s|ns)?", "ch", "thm", "refs?")
_ABBREVIATED = re.compile(
    re.led_by(
        [
            *(rf"{title}\.(?=\s+[A-Z])" for title in ("Dr", "Mrs?", "Ms", "Prof", "St")),
            *(rf"{word}\.(?=\s+\S)" for word in ("cf", "Cf", "vs", "resp")),
            *(rf"{word}\.(?=[\s~]*[\d({FORMULA}])" for word in ("Secs?", *_PARTS, *map(str.capitalize, _PARTS))),
            r"et\s+al\.(?=\s+[a-z(]|,)",
            r"p(?<=[,(] p)p?\.(?=\s?\d)",
        ]
    )
)


def shadow(page: Page) -> str:
    """The text, each character in its place, with formulas, tags, links and code put out of the way.

    The dots of abbreviations are gone too: what is looked for up to the end of a sentence goes on behind them.
    """
    return _ABBREVIATED.sub(lambda m: m.group()[:-1] + " ", _shadow(page))


def _shadow(page: Page) -> str:
    chars = page.text
    pieces: list[tuple[int, int, str]] = [(s.start, s.end, FORMULA) for s in page.spans if s.kind != "comment"]
    pieces += [(s.start, s.end, " ") for s in page.spans if s.kind == "comment"]
    for b in page.blocks:
        if b.kind == "front":
            pieces.append((b.start, b.end, " "))
        elif b.kind == "fence":
            pieces += _code(chars, b.start, b.end, b.inside, b.info)
        elif b.kind == "indented" and not any(s.kind == "math" for s in _within(page.spans, b)):
            pieces += _remarks(chars, b)
    out = _filled(chars, pieces)
    if page.tex:
        return running(out)
    out = spelled(out)
    out = _LIQUID.sub(_captions, out)
    out = _LINK.sub(blank, out)
    out = _STRUCK.sub(_broken, out)
    out = _TAG.sub(_tag, out)
    if "$" in out:
        out = _PRICED.sub(lambda m: _DOLLAR.sub(blank, m.group()), out)
    return _MARKUP.sub(blank, out)


def unlisted(page: Page, dark: str) -> str:
    """The shadow of a page with the marks of its lists as breaks: none of them is a minus."""
    return dark if page.tex else _MARK.sub(lambda m: m[1] + BREAK, dark)


def with_formulas(page: Page, dark: str) -> str:
    """The shadow of a page with the text of its formulas put back, each character in its place."""
    known: tuple[str, str] | None = page.made.get("with formulas")
    if known is not None and known[0] == dark:
        return known[1]
    chars = list(dark)
    for s in page.spans:
        if s.kind != "comment":
            chars[s.start : s.end] = page.text[s.start : s.end]
    out = "".join(chars)
    page.made["with formulas"] = dark, out
    return out


def _within(spans: tuple[Span, ...], b: Block) -> tuple[Span, ...]:
    """The spans of a block."""
    i, j = (bisect_left(spans, at, key=lambda s: s.start) for at in (b.start, b.end))
    return spans[i:j]


def _filled(text: str, pieces: list[tuple[int, int, str]]) -> str:
    out, last = [], 0
    for a, b, fill in sorted(pieces):
        if b <= last:
            continue
        a = max(a, last)
        out.append(text[last:a])
        out.append("\n".join(fill * len(row) for row in text[a:b].split("\n")))
        last = b
    out.append(text[last:])
    return "".join(out)


def _language(info: str) -> str:
    """The language that the words behind a fence name: ```cpp, ```{code-cell} ipython3."""
    named = re.split(r"[\s{},.]+", info.strip("{}. ").lower())
    language = (named[1:] or ["python"])[0] if named[0] == "code-cell" else named[0]
    return language if language in _CODE_FENCES else language.rstrip("0123456789")  # C++17


def unknown_language(page: Page, block: Block) -> str:
    """The language of a notebook's cell, in MyST too, whose comments are not known and not read; "" of all others."""
    if block.kind != "fence" or not (page.cell is not None or block.info.startswith("{code-cell}")):
        return ""
    language = _language(block.info)
    return "" if language in _CODE_FENCES | _TEXT_FENCES | _FIGURES else language


def remarks_only(block: Block) -> bool:
    """Whether all that is left of a fence in a page's shadow is the comments of a program."""
    return block.kind == "fence" and _language(block.info) in _CODE_FENCES


def _code(text: str, start: int, end: int, inside: int, info: str) -> Iterator[tuple[int, int, str]]:
    """What of a fence is put out of the way: all but the comments of code, and of plain text only its fences."""
    language = _language(info)
    if language in _FIGURES:
        yield start, inside, " "
        return
    last = start
    if language in _TEXT_FENCES or (not info and no_program(text[inside : text.rfind("\n", inside, end - 1) + 1])):
        yield start, inside, BREAK
        last = max(inside, text.rfind("\n", inside, end - 1) + 1)
    elif language in _CODE_FENCES:
        for a, b in _comments(text, inside, end, _MARKS.get(language, "#+")):
            yield last, a, BREAK
            last = b
            yield from ((s.start(), s.end(), BREAK) for s in _STARS.finditer(text, a, b))
    yield last, end, BREAK


def _remarks(text: str, b: Block) -> Iterator[tuple[int, int, str]]:
    """What of an indented block is put out of the way: all but the comments of a program."""
    last = b.start
    for a, e in _comments(text, b.start, b.end, r"(?<![^\s;{}])(?:#+|//+)(?=[ \t])"):
        yield last, a, BREAK
        last = e
    yield last, b.end, " " if last == b.start else BREAK


def _comments(text: str, start: int, end: int, mark: str) -> Iterator[tuple[int, int]]:
    """Where the comments of a program stand, without what marks them."""
    at, found = start, re.compile(mark)
    while (m := found.search(text, at, end)) is not None:
        if m.group().startswith("/*"):
            closed = _BLOCK_END.search(text, m.end(), end)
            at = closed.end() if closed else end
            yield m.end(), closed.start() if closed else end
            continue
        line = text.find("\n", m.end(), end)
        at = line if line >= 0 else end
        yield m.end(), at


def _broken(m: re.Match[str]) -> str:
    return re.sub(r"[^\n]", BREAK, m.group())


def _tag(m: re.Match[str]) -> str:
    """A tag as blanks; one that ends a block or opens a note breaks what stands around it. Captions are kept."""
    fill = " " if m[1].lower() in _INLINE else BREAK
    return _kept(m, fill)


def _captions(m: re.Match[str]) -> str:
    return _kept(m, BREAK)


def _kept(m: re.Match[str], fill: str) -> str:
    text, at, out = m.group(), 0, []
    for c in _CAPTION.finditer(text):
        out.append(re.sub(r"[^\n]", fill, text[at : c.start(1) + 1]))
        out.append(_TAG.sub(_tag, text[c.start(1) + 1 : c.end(1) - 1]))
        at = c.end(1) - 1
    out.append(re.sub(r"[^\n]", fill, text[at:]))
    return "".join(out)


@final
@dataclass(frozen=True)
class _Token:
    kind: str
    text: str
    start: int
    end: int


def equations(page: Page, dark: str) -> Iterator[Span]:
    """The equations of a page that stand outside of its spans, in order."""
    starts = [0, *(m.end() for m in re.finditer("\n", page.text))]
    tables = [(b.start, b.end) for b in page.blocks if b.kind == "table"]
    for run in (part for whole in _runs(unlisted(page, dark)) for part in _parts(whole)):
        made = _equation(_unlabelled(run, dark))
        if made is None:
            continue
        start, end, text = made
        if not _whole(page.text, dark, start, end) or (
            any(t.kind == "SAID" for t in run) and _ONE_OF_SEVERAL.search(dark, max(0, start - 80), start)
        ):
            continue
        line = bisect_right(starts, start)
        raw = page.text[start:end]
        i = bisect_right(tables, (start, len(dark))) - 1
        kind = "table" if i >= 0 and start < tables[i][1] else "prose"
        yield Span(text, line, start - starts[line - 1] + 1, kind, start, False, page.cell, False, start, end, raw)


_REMARK = re.compile(rf"[ \t]\([~≈]?{FIGURE}\s?[A-Za-zµμ%/]*(?:\s[a-z][\w ]*)?\)")  # (27 MiB), (3.35 each)
_GOES_ON = re.compile(  # 65,535 - 8 bytes (UDP header) - 20, 65,535 - 8 bytes UDP header - 20
    r"[ \t]*(?:\([^()\n=]{1,40}\)[ \t]*[*/×·⋅+−–-]|(?:[A-Za-z]+[ \t]+){1,3}[×·⋅+−–-](?=[ \t]))[ \t]*[\d(]"
)
_PRICE = re.compile(rf"[$€£]\s?{FIGURE}\Z")
_A_TIME = re.compile(r"/(?:hr|h|hour|day|d|week|month|mo|year|yr)(?![\w/*^-])")
_LABEL_BEFORE = re.compile(r"(?<![\w.])[A-Z][a-z]{2,} \Z")


def _unlabelled(run: list[_Token], dark: str) -> list[_Token]:
    """A run without the number that a name ends in: "... = Stage 2 = 20 + 25" says nothing of 2."""
    if len(run) < 3 or run[0].kind != "NUM" or run[1].kind != "REL":
        return run
    before = dark[max(0, run[0].start - 24) : run[0].start]
    return run[2:] if _LABEL_BEFORE.search(before) else run


_MACRO_BEFORE = re.compile(r"\\[A-Za-z]+\s*\Z")
_CLOCK_BEFORE = re.compile(r"\d:\Z")
_RESOLUTIONS = re.compile(r"\(?\d+[x×]\d+\)?\s*=+\s*\(?\d+[x×]\d+\)?")  # of a picture and its half
_GLUED = re.compile(r"[a-z]{3}")  # 1quad
_CLOCK = re.compile(r":\d|[,.]\d|\s?[AaPp]\.?[Mm]\b|\s*(?:±|\+/-|\\pm)")
_UNKNOWN = re.compile(r"[ \t]?[^\W\d_]+(?:/[^\W\d_]+)*-(?:hours?|days?|weeks?|months?|years?|seconds?)\b")  # PF-days
_ONE_OF_SEVERAL = re.compile(
    r"\b(?:of|between|both)\s[^=≈.;]{0,40}[\d\ue000]\S{0,8}\s+(?:and|or)\s+\Z"
)  # of 1/2 and 1/3
_COMMA_BEFORE = re.compile(r"\d,\Z")  # 3,5 * 2 = 7,0
_FOREIGN = re.compile(r"[ \t]*(?:[ckmnµμ]?m|[kmµ]?g|[km]?V|mA|eV)(?:/s)?(?:[²³]|\^\d)?(?![\w'-])")  # units of physics
_AHEAD = re.compile(
    r"(?!×(?:[.,;:)|\]]|\s+[a-z]{2}|\s*(?:\n|\Z)))"  # 7.5× is a number of times
    r"[ \t]*(?:[*/×·⋅^+]|x[ \t]*\d|[-−–](?=\s?[\w(\ue000])(?!\s?[a-z]{2})|\()|[\ue000%_]|[^\W\d_](?<![A-Za-z])"
)


def _whole(text: str, dark: str, start: int, end: int) -> bool:
    """Whether an equation stands for itself: not the tail of f(2) = ..., of x + 1 + 1 = 0, nor the head of 6 * x."""
    near = text[start - 1 : start]
    if near and (near in "€£_^.\\-−–" or near.isalnum() or near == "'" or (near == "$" and dark[start - 1] != " ")):
        return False
    if _COMMA_BEFORE.search(text, max(0, start - 4), start):
        return False
    if _CLOCK_BEFORE.search(text, max(0, start - 4), start) or _MACRO_BEFORE.search(text, max(0, start - 30), start):
        return False
    if _GOES_ON.match(text, end) or _CLOCK.match(text, end) or _FOREIGN.match(text, end) or _UNKNOWN.match(text, end):
        return False
    if text[max(0, start - 5) : start] in ("<sup>", "<sub>") or _RESOLUTIONS.fullmatch(text, start, end):
        return False
    if text[end - 1].isdigit() and _GLUED.match(text, end):
        return False
    line = dark[max(dark.rfind("\n", max(0, start - 80), start) + 1, start - 80) : start].rstrip(" \t")
    if line.endswith((" x", ")x")):  # of 8 cards x 4 x 2 = 64 only the tail is numbers
        return False
    if line[-1:] and line[-1] in "*/×·⋅^+-−–±" and line.strip(" \t>|") not in ("*", "-", "+"):
        if (
            line[-1] in "*-−–"
            and line[-2:-1].isspace()
            and line[:-1].rstrip()[-1:] not in ")]\ue000"
            and not line[:-1].rstrip()[-1:].isalnum()
        ):
            return _AHEAD.match(dark, end) is None
        return False
    if _PRICE.search(text, start, end) and _A_TIME.match(dark, end):
        return True
    return _AHEAD.match(dark, end) is None or _REMARK.match(dark, end) is not None


def _runs(dark: str) -> Iterator[list[_Token]]:
    """The longest sequences of numbers, units, operators and relations around a relation."""
    last, count, line_end = 0, 0, -1
    for near in _NEAR.finditer(dark):
        if near.start() > line_end:
            line_end, count = dark.find("\n", near.start()), 0
            line_end = len(dark) if line_end < 0 else line_end
        count += 1
        if near.start() < last or count > MAX_A_LINE:
            continue
        start = max(near.start() - MAX_RUN, last)
        start = max(start, dark.rfind("\n\n", start, near.start()) + 1)
        for run in _runs_in(dark, start, near.end()):
            if run[0].start > near.end():
                break
            last = max(last, run[-1].end)
            yield run


def _runs_in(dark: str, start: int, until: int) -> Iterator[list[_Token]]:
    run: list[_Token] = []
    for m in _TOKEN.finditer(dark, start, until + 2 * MAX_RUN):
        kind = m.lastgroup or "OTHER"
        if kind == "GAP":
            continue
        word = m.group()
        if kind == "WORD":
            kind = _apart(word, _word(word, run), run, m.start())
        elif _no_operator(kind, word, run, dark, m.end()) or (kind == "COMMA" and not _in_call(run)):
            kind = "OTHER"
        if kind == "OTHER" or (run and (m.start() - run[0].start > MAX_RUN or _second(kind, run[-1], dark, m.end()))):
            if any(t.kind in ("REL", "SAID") for t in run):
                yield run
            run = []
            if kind == "OTHER":
                if m.start() > until:
                    return
                continue
        run.append(_Token(kind, word, m.start(), m.end()))
    if any(t.kind in ("REL", "SAID") for t in run):
        yield run


def _in_call(run: list[_Token]) -> bool:
    """Whether a run ends inside the brackets of a function."""
    levels: list[bool] = []
    for before, t in itertools.pairwise(run):
        if t.kind == "OPEN":
            levels.append(before.kind == "FUNC")
        elif t.kind == "CLOSE" and levels:
            levels.pop()
    return bool(levels) and levels[-1]


def _second(kind: str, last: _Token, dark: str, end: int) -> bool:
    """Whether a number stands right behind another one, and they are not one: step 1 2 * 3 = 6."""
    return kind == last.kind == "NUM" and not _THOUSAND.fullmatch(dark, last.start, end)


def _no_operator(kind: str, word: str, run: list[_Token], dark: str, at: int) -> bool:
    """Whether a dash parts the items of a list, or a raised number stands behind none."""
    if kind == "OP":
        return word in "-–−" and bool(run) and (_dashed(run[-1], dark, at) or _ranged(run[-1], dark, at))
    return kind == "POW" and not (run and run[-1].kind in ("NUM", "CLOSE"))


_THOUSAND = re.compile(r"[~≈]?\d{1,3}[ \t]\d{3}")
_BARE = re.compile(r"\d+(?=\))")
_BEHIND = re.compile(r"\s*[\d.,]+\s*([^\W\d_]+)")


def _ranged(last: _Token, dark: str, at: int) -> bool:
    """Whether a dash without blanks stands in a range, (3-5), and not in a difference, (4-1)."""
    m = _BARE.match(dark, at, at + 20)
    return m is not None and last.text.isdigit() and int(last.text) <= int(m[0])


def _dashed(last: _Token, dark: str, at: int) -> bool:
    """Whether a dash parts two items of a list, 16 KB - 1000 tokens, for it cannot subtract one from the other."""
    m = _BEHIND.match(dark, at, at + 40)
    if m is None or not _is_unit(last.text) or not _is_unit(m[1]):
        return False
    return UNITS[last.text].dimension != UNITS[m[1]].dimension


def _word(word: str, run: list[_Token]) -> str:
    """What a word is inside a run: a unit, a relation, a filler, or its end."""
    last = run[-1].kind if run else ""
    if word in _SAID:
        return "SAID" if last in ("NUM", "UNIT", "CLOSE", "NOUN") else "OTHER"
    if word in _ABOUT:
        return "ABOUT" if last in ("SAID", "REL", "") else "OTHER"
    if word in MANY or many_of(word):
        return "MANY" if last == "NUM" else "OTHER"
    if word == "of":
        return "OP" if last == "UNIT" and run[-1].text == "%" else "OTHER"
    if word == "times":
        return "OP" if last in ("NUM", "UNIT") else "OTHER"
    if last in ("NUM", "CLOSE") and (_is_unit(word) or word in THOUSANDS):
        return "UNIT"
    if last in ("UNIT", "NOUN") and word in _EACH:
        return "EACH"
    if last == "UNIT" and run[-1].text in THOUSANDS and _is_unit(word):
        return "NOUN"
    if last == "EACH" or (last == "NUM" and word.islower() and _NOUN.match(word) and word not in _NO_NOUN):
        return "NOUN"
    if last == "UNIT" and word.islower() and len(word) > 2 and run[-1].text.rstrip("s") in ("byte", "token", "FLOP"):
        return "NOUN"
    return "OTHER"


def _apart(word: str, kind: str, run: list[_Token], start: int) -> str:
    """What a word is, but for 1quad: one that nothing parts from its number is a unit that nobody knows."""
    glued = kind == "NOUN" and run[-1].kind == "NUM" and run[-1].end == start
    return "OTHER" if glued and not _is_unit(word) else kind


def _parts(run: list[_Token]) -> Iterator[list[_Token]]:
    """A run cut where "is" stands before a sum or product: tiles of 64 * 64 are 64 * 64 * 4 bytes is no equation."""
    last = 0
    for i, t in enumerate(run):
        if t.kind != "SAID":
            continue
        side = itertools.takewhile(lambda x: x.kind not in ("REL", "SAID"), run[i + 1 :])
        if any(x.kind in ("OP", "TIMES", "POW") for x in side):
            yield run[last:i]
            last = i + 1
    yield run[last:]


def _equation(run: list[_Token]) -> tuple[int, int, str] | None:
    """The equation a run holds: where it starts and ends, and its text for the reader, each character in its place."""
    nouns = {t.text for t in run if t.kind == "NOUN" and not _is_unit(t.text)} - _VERBS - _NO_NOUN
    if len(nouns) > 1 and any(t.text in "+-–−" for t in run):
        return None  # 1 forward + 2 backward
    run = _without_remark(_trimmed(_without_rates(run)))
    breaks = [i for i in range(1, len(run)) if run[i - 1].kind == "NOUN" and run[i].kind in ("NUM", "OPEN")]
    if breaks and run[breaks[-1] - 1].text in _VERBS:
        run = _trimmed(run[breaks.pop() :])  # a prompt of 2,000 tokens costs 2 * 70e9 * 2000 = ...
    elif breaks:
        return None
    relations = [i for i, t in enumerate(run) if t.kind in ("REL", "SAID")]
    if not relations or not _balanced(run):
        return None
    sides = [run[a + 1 : b] for a, b in zip([-1, *relations], [*relations, len(run)])]
    if any(not any(t.kind == "NUM" for t in s) for s in sides):
        return None
    worked = [any(t.kind in ("OP", "TIMES", "POW", "FUNC") for t in s) for s in sides]
    said = [run[i].kind == "SAID" for i in relations]
    if not any(worked) or _of_shapes(sides) or any(is_said and not done for is_said, done in zip(said, worked)):
        return None
    if any(s[-1].kind in ("OP", "OPEN", "TIMES") or s[0].kind in ("OP", "TIMES", "POW", "CLOSE") for s in sides):
        return None
    return run[0].start, run[-1].end, _written(run)


def _without_rates(run: list[_Token]) -> list[_Token]:
    """A run without the time that counted things are told by, 120 turns per second, and without "per 4 bytes"."""
    out: list[_Token] = []
    i = 0
    while i < len(run):
        t, last = run[i], out[-1] if out else None
        if t.kind == "EACH" and last is not None and i + 1 < len(run):
            counted = last.kind == "NOUN" and not _is_unit(last.text)
            few = run[i + 1].kind == "NUM" and len(run[i + 1].text) < 3
            if counted or few:
                i += 2
                while few and i < len(run) and run[i].kind in ("UNIT", "NOUN", "MANY"):
                    i += 1
                continue
        out.append(t)
        i += 1
    return out


def _without_remark(run: list[_Token]) -> list[_Token]:
    """A run without the remark in brackets that stands behind a result: 6.7 TB/s (3.35 each)."""
    last = max((i for i, t in enumerate(run) if t.kind in ("REL", "SAID")), default=-1)
    for i in range(last + 2, len(run)):
        if run[i].kind == "OPEN":
            return run[:i] if last >= 0 and run[i - 1].kind in ("NUM", "UNIT", "NOUN", "MANY") else run
        if run[i].kind not in ("NUM", "UNIT", "NOUN", "MANY", "EACH", "ABOUT"):
            return run
    return run


def _of_shapes(sides: list[list[_Token]]) -> bool:
    """Whether two sides are shapes and the shape of their product: 2×3 × 3×4 = 2×4."""
    if len(sides) != 2 or any(t.kind not in ("NUM", "TIMES") and t.text != "×" for side in sides for t in side):
        return False
    left, right = ([t.text for t in side if t.kind == "NUM"] for side in sides)
    return len(left) == 4 and left[1] == left[2] and [left[0], left[3]] == right


def _trimmed(run: list[_Token]) -> list[_Token]:
    """The run without what cannot begin or end an equation."""
    a, b = 0, len(run)
    while a < b and run[a].kind not in ("NUM", "OPEN", "FUNC"):
        a += 1
    while b > a and run[b - 1].kind not in ("NUM", "UNIT", "CLOSE", "POW", "NOUN", "MANY"):
        b -= 1
    while b > a and run[b - 1].kind == "NOUN" and not _is_unit(run[b - 1].text):
        b -= 1
    while b > a and run[b - 1].kind in ("EACH", "OP", "REL", "SAID", "ABOUT", "OPEN"):
        b -= 1
    opened = sum(t.kind == "OPEN" for t in run[a:b]) - sum(t.kind == "CLOSE" for t in run[a:b])
    if opened < 0 and b > a and run[b - 1].kind == "CLOSE":
        return _trimmed(run[a : b - 1])
    if opened > 0 and run[a].kind == "OPEN":
        return _trimmed(run[a + 1 : b])
    return run[a:b]


def _balanced(run: list[_Token]) -> bool:
    level = 0
    for t in run:
        level += (t.kind == "OPEN") - (t.kind == "CLOSE")
        if level < 0 or (t.kind in ("REL", "SAID") and level):
            return False
    return level == 0


_PER, _BILLION = "\ue002", "\ue003"  # until each character has its place
_PERS = re.compile(rf" *{_PER} *(\S+)")
_COUNTED = re.compile(r"(?:param|weight|token)")


def _round_zeros(out: list[str]) -> int:
    """Take the zeros that end a whole number off what is written, and say how many: 200 in 200 万 is 2e2."""
    number = out[-1]
    kept = number.rstrip("0") if number.isdigit() else number
    out[-1] = kept or number
    return len(number) - len(out[-1])


def _put(t: _Token, then: _Token | None, *, loose: bool, many: bool) -> str:
    """A relation, an operator or a word as the reader takes it; what he does not take as blanks."""
    text = t.text
    if t.kind in ("SAID", "REL"):
        return ("≈" if loose or text[0] in "~≈≃" else "=").ljust(len(text))
    if t.kind == "TIMES" or (t.kind == "OP" and text in ("of", "times")):
        return "*".ljust(len(text))
    if t.kind == "EACH" and then is not None and _is_unit(then.text):
        return _PER.ljust(len(text))
    if t.kind == "UNIT" and text == "B" and many:
        return _BILLION
    if t.kind in ("ABOUT", "EACH") or (t.kind == "NOUN" and not _is_unit(text)):
        return " " * len(text)
    return {"–": "-", "−": "-", "·": "*"}.get(text, text)


def _written(run: list[_Token]) -> str:
    """The run for the reader of formulas, each character in its place."""
    out: list[str] = []
    at = run[0].start
    loose = any(t.text in _LOOSE for t in run)
    many = any(a.text == "B" and _COUNTED.match(b.text) for a, b in itertools.pairwise(run))
    for t, then in itertools.zip_longest(run, run[1:]):
        out.append(" " * (t.start - at))
        text = t.text
        if t.kind == "NUM":
            text = text.replace("~", " ").replace("≈", " ")
        elif t.kind == "MANY":
            gap = len(out[-1]) - len(out[-1].rstrip(" "))
            if out[-1].strip() == "":
                out.pop()
            else:
                out[-1] = out[-1].rstrip(" ")
            zeros = _round_zeros(out)
            text = f"e{(MANY.get(text) or many_of(text)) + zeros}".ljust(gap + zeros + len(text))
        else:
            near = loose or (then is not None and then.text[0] in "~≈")  # == ~1000
            text = _put(t, then, loose=near, many=many)
        out.append(text)
        at = t.end
    made = _PERS.sub(lambda m: ("/" + m[1]).ljust(len(m.group())), "".join(out))
    if not re.search(rf"{_BILLION}(?! |\Z)", made):
        return re.sub(f"{_BILLION} ?", "e9", made)
    return made.replace(_BILLION, "B")
