r"""What an order of growth is part of in an answer: n*O(log n), O(n) + n^2, n times O(n), the square of O(n).

What joins an order by an operation belongs to the answer: the formula is read with what the order is of in its place,
as a power, product, sum or logarithm of that grows with it.  Below a division and in an exponent an order is a bound
the other way round, or of another kind, and is not read.

>>> formula_around("it takes n * O(log n) time"), formula_around("O(n) + n^2"), formula_around("O(n) times n")
('n * (log n)', '(n) + n^2', '(n)*n')
>>> formula_around("1/O(n)"), formula_around("the square of O(n)"), formula_around("n levels of O(n) work")
('', '', '')
>>> [formula_around(t) for t in ("it takes O(n) time", "O(n) (linear)", "O(n) - one step a token", "**O(n)**")]
[None, None, None, None]
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

import symroof.regexes as re

_SIGN = r"(?:\\?[Tt]heta|Θ|θ|\\mathcal\s?\{O\}|\\mathcal\s?O|𝒪|O)"
ORDER = re.compile(rf"(?<![A-Za-z\\]){_SIGN}\s*(?:\\left)?\((?P<of>(?:[^()]|\((?:[^()]|\([^()]*\))*\))*)(?:\\right)?\)")
_MARK, _MOST = 0xE000, 12  # an order's place, of which there are so many
_PLACE = "[\ue000-\ue00b]"
_FUNCTION = r"\\?(?:log|ln|lg|ld|sqrt|exp|max|min)(?:_\{?\w+\}?|\d+)?(?![A-Za-z])"
_TOKEN = re.compile(
    rf"(?P<place>{_PLACE})|(?P<word>(?<![A-Za-z])(?:b/c|w/o?)(?![A-Za-z]))|(?P<function>{_FUNCTION})|"
    r"(?P<name>[A-Za-z](?:_\w+)?(?![A-Za-z'’]))|(?P<other>[A-Za-z][\w'’-]*)|(?P<number>\d+(?:\.\d+)?)|"
    r"(?P<dash>\s[–—-]+\s)|(?P<sign>\*\*|\\(?:cdot|times|div|circ|otimes|oplus)(?![A-Za-z])|[+*/^×·⋅∗∙⨯⨉÷∘⊗⊕√%!²³⁴−-])|(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<blank>\s+)|(?P<point>.)",
    re.S,
)
_TIMES = re.compile(r"\s+(?:times|multiplied\s+by)\s+(?!the\b|as\b|that\b|this\b)(?=[\w(\\\ue000-\ue00b])", re.I)
_IN_WORDS = re.compile(  # what makes another order of one, and is no sign
    rf"\b(?:squares?|cubes?|roots?|log(?:arithm)?s?|powers?|reciprocal|inverse|factorial|product|sum|ratio|difference)\s+of\s+(?:an?\s+)?{_PLACE}|"
    rf"\b(?:exponential(?:ly)?|polynomial(?:ly)?|logarithmic(?:ally)?|quadratic(?:ally)?|linear(?:ly)?|cubic)\s+(?:in|with)\s+{_PLACE}|"
    rf"\bto\s+the\s+(?:power\s+(?:of\s+)?)?{_PLACE}|{_PLACE}\s*(?:to\s+the\b|raised\b|squared\b|cubed\b|multiplied\b|times\s+\w|factorial\b|choose\b)|"
    rf"(?<!\\)\b(?:times|multiplied\s+by|choose)\s+{_PLACE}|"
    rf"{_PLACE}\s+(?:[a-z]+\s+){{1,2}}(?:of|at|costing|taking|with)\s+(?:[a-z]+\s+){{0,2}}{_PLACE}|"
    rf"(?<![\w'’])(?![aAI]\b)[A-Za-z]\)?\s+(?:[a-z]{{3,}}\s+){{1,2}}(?:of|at|costing|taking)\s+(?:[a-z]+\s+)?{_PLACE}",
    re.I,
)
_EDGES = re.compile(r"\A(?P<x>[*_]{1,3})(?P<f>[^*_].*?)(?P=x)\Z|\A[-*]\s+(?P<g>.*)\Z", re.S)  # **O(n)**, - O(n)
_OF_A_BOUND = re.compile(rf"[/÷]\s*(?:[\w*^()\s·]*\*\s*)?\(*{_PLACE}|(?:\^|\*\*)\s*[({{]*\s*[\w*\s]*{_PLACE}")
_FORMULA = ("place", "function", "name", "number", "sign", "open", "close", "blank")


def is_joined(said: str, what: re.Pattern[str], names: Collection[str]) -> bool:
    """Whether an operation joins what a pattern finds to something else: a class of growth times n.

    >>> [is_joined(t, re.compile("linear"), "n") for t in ("linear * n", "n linear scans", "linear-time", "2 linear")]
    [True, True, False, False]
    """
    return formula_around(re.sub(r"(?<![\w.])\d+(?:\.\d+)?(?=\s+[a-z])", "", said), names, what) is not None


def formula_around(said: str, names: Collection[str] = (), what: re.Pattern[str] = ORDER) -> str | None:
    """The formula that an answer's orders are part of; "" where that is not read, None where they stand alone.

    ``names`` are symbols that are no words: the article "a" is one where it is among them.
    """
    orders = [*what.finditer(said)]
    if not 0 < len(orders) <= _MOST:
        return None
    marked, at = "", 0
    for i, m in enumerate(orders):
        marked, at = marked + said[at : m.start()] + chr(_MARK + i), m.end()
    marked = re.sub(r"[$`\"]", "", marked + said[at:])
    marked = re.sub(rf"({_PLACE})\s+(squared|cubed)\b", lambda m: m[1] + {"squared": "^2"}.get(m[2], "^3"), marked)
    marked = _TIMES.sub("*", marked)
    if _IN_WORDS.search(marked):
        return ""
    runs = [r for r in map(_bare, _runs(marked, names)) if re.search(_PLACE, r)]
    joined = [r for r in runs if not re.fullmatch(rf"[\s(]*{_PLACE}[\s)]*", r)]
    if not joined:
        return None
    if len(runs) > 1 or what is not ORDER or _OF_A_BOUND.search(joined[0]):
        return ""
    return re.sub(_PLACE, lambda m: f"({orders[ord(m.group()) - _MARK]['of']})", joined[0])


def _bare(run: str) -> str:
    """A run of signs without its blanks, its mark of a list and its stars."""
    m = _EDGES.match(run.strip())
    return run.strip() if m is None else (m["f"] or m["g"]).strip()


def _runs(text: str, names: Collection[str]) -> Iterator[str]:
    """The runs of a text that hold no words: a bracket with words in it is a remark, and a dash beside some no minus.

    >>> [*_runs("so n*k (for n nodes) costs 2", ())]
    ['n*k ', '2']
    """
    found = [(_kind(m, names), m.group()) for m in _TOKEN.finditer(text)]
    remarks = _remarks(found)
    found = [("word", "") if i in remarks else t for i, t in enumerate(found)]
    run, depth = "", 0
    for i, (kind, token) in enumerate(found):
        depth += (kind == "open") - (kind == "close")
        if kind == "dash" and _is_minus(found, i):
            run += " - "
        elif (kind in _FORMULA and not _is_hyphen(found, i)) or (token == "," and depth > 0):
            run += {"\\times": "*", "\\cdot": "*"}.get(token, token)
        else:
            if run.strip():
                yield run.lstrip()
            run = ""
    if run.strip():
        yield run.lstrip()


def _kind(m: re.Match[str], names: Collection[str]) -> str:
    """What a token is: the article and the pronoun are words, a name of several letters is none."""
    kind = m.lastgroup or "point"
    if kind == "name" and m.group() in ("a", "A", "I") and m.group() not in names:
        return "word"
    return ("name" if m.group() in names else "word") if kind == "other" else kind


def _remarks(found: list[tuple[str, str]]) -> set[int]:
    """The tokens of brackets with words in them, and of those that are not closed."""
    out: set[int] = set()
    opened: list[int] = []
    for i, (kind, _) in enumerate(found):
        if kind == "open":
            opened.append(i)
        elif kind == "close":
            start = opened.pop() if opened else i
            inside = found[start : i + 1]
            if start == i or any(k in ("word", "point") and t != "," for k, t in inside):
                out |= {*range(start, i + 1)}
    return out | {*opened}


def _is_hyphen(found: list[tuple[str, str]], i: int) -> bool:
    """Whether a sign joins a word to what stands before it: O(n)-time."""
    return found[i] in (("sign", "-"), ("sign", "−")) and found[i + 1 : i + 2] != [] and found[i + 1][0] == "word"


def _is_minus(found: list[tuple[str, str]], i: int) -> bool:
    """Whether no word stands on either side of a dash, up to the next point."""
    for side in (found[:i][::-1], found[i + 1 :]):
        for kind, _ in side:
            if kind in ("point", "dash"):
                break
            if kind == "word":
                return False
    return True


__all__ = ["ORDER", "formula_around", "is_joined"]
