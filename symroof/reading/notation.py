r"""Operations in a textbook's own notation, read into arrays: plain text, Unicode or LaTeX, one door and no eval.

    bf16[B, D] * int8[D, F] -> bf16[B, F]            X[B, D] \cdot_D Y[D, F] \rightarrow Z[B, F]
    x • y: bf16[N], bf16[N] → bf16[1]                A[I_X, J] ·_J B[J, K_Y] -> C[I_X, K_Y], with a mesh
    softmax(bf16[B, N]) -> bf16[B, N]                bf16 S[T, U], <b> X[B, D=4096]

An array is ``format name[dims]``, either word may be missing; ``<b>`` is a format of b bytes.

>>> s = read("bf16[B, D] * int8[D, F] -> bf16[B, F]")
>>> s.contracted, str(s.output)
(('D',), 'bf16[B, F]')
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import count, islice
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, final

import symroof.regexes as re
from symroof import dtypes
from symroof.algebra.interop.door import amounts, beside, core
from symroof.algebra.ratios.posynomial import Ratio, gen, ratio, total
from symroof.algebra.ratios.sizes import ENDLESS, SIZE, WHOLE, echo
from symroof.algebra.ratios.sizes import size as lawful
from symroof.arrays import Array, Axes, Bound, Size, settled, tied, uneven
from symroof.dtypes import DType
from symroof.errors import NotationError, SymroofError
from symroof.lazy import pattern
from symroof.records import dataclass, replace
from symroof.symbols import key

if TYPE_CHECKING:
    from symroof.reading.lalr import Parser, Stopped, Tree

MAX_TEXT = 10_000  # characters; the longest printed operation has about a hundred
MAX_DIMS = 32  # dims of one array, as in NumPy before 2.0
MAX_ARRAYS = 64
MAX_TIE = 100  # characters of what a size is tied to

Mesh = tuple[tuple[str, int | None], ...]  # (axis, size or None while it is a symbol), in the order given
Formats = DType | tuple[tuple[str, DType], ...] | None  # for arrays that state none: one for all, or one by name


@final
@dataclass(frozen=True)
class Statement:
    """One operation as read: what is done to which arrays, every name resolved."""

    operator: str  # "*", "+" (sums and differences), or the name of a function
    inputs: tuple[Array, ...]
    output: Array | None  # None where the notation leaves it out
    contracted: tuple[str, ...]  # dims that no output array has, in the order of the inputs
    text: str
    at: int = 0  # where the operator stands in the text
    mesh: Mesh = ()
    sizes: Bound = ()
    signs: str = ""  # of a sum with differences those between its arrays, as in "+-"
    ties: tuple[str, ...] = ()  # names that its sizes are tied to
    apart: tuple[str, ...] = ()  # names of the second dims of square arrays, which nobody wrote
    said: tuple[tuple[str, str], ...] = ()  # the sizes that it binds in place, as they are written

    @property
    def told(self) -> Bound:
        """The sizes that hold for other operations too."""
        return tuple((n, k) for n, k in self.sizes if n not in self.apart)


@lru_cache(maxsize=1)
def _parser() -> Parser:
    from symroof.reading.lalr import Parser
    from symroof.reading.tables import NOTATION

    return Parser(NOTATION)


# -- typesetting ------------------------------------------------------------------------------------------------------

_STYLE = pattern(r"\\(?:text|mathrm|mathbf|mathit|mathtt|mathsf|texttt|textbf|operatorname\*?)\s*\{([^{}]*)\}")
_UNDER = pattern(r"_\s*" + _STYLE.pattern)  # a word as a subscript, as in I_\text{data}
_BOLD = pattern(r"\*\*(\w+)\*\*(?=\s*\[)")  # Markdown's, around the name of an array
_BLANK = pattern(r"\\(?:left|right|big|Big|bigl|bigr|quad|qquad|displaystyle)(?![A-Za-z])|\\[,;:! ]|\$|[`~]|&")
_FUNCTION = pattern(r"\\(?=(?:exp|max|min|log|tanh|sqrt)(?![A-Za-z]))")


def plain(text: str) -> str:
    r"""The text with its typesetting blanked out, each character kept in its place so that carets still point right.

    >>> plain(r"$\text{int8}[B, D]$")
    '       int8 [B, D] '
    >>> plain(r"x[B_\text{data}, D]")
    'x[B_{data}     , D]'
    """

    def unwrap(m: re.Match[str]) -> str:
        inner = m.group(1)
        return " " * (m.start(1) - m.start()) + inner + " "

    text = _UNDER.sub(lambda m: f"_{{{m[1]}}}".ljust(len(m[0])), text)
    for _ in range(4):
        text, n = _STYLE.subn(unwrap, text)
        if not n:
            break
    text = _BOLD.sub(lambda m: f"  {m.group(1)}  ", text)
    text = re.sub(r"\.\s*\Z", lambda m: " " * len(m.group()), text)  # the full stop of the sentence around it
    text = _BLANK.sub(lambda m: " " * len(m.group()), text)
    return _FUNCTION.sub(" ", text)


# -- the door ---------------------------------------------------------------------------------------------------------


def read(text: str, formats: Formats = None, mesh: Mesh = (), sizes: Bound = (), others: bool = False) -> Statement:
    """One operation as a statement; raises NotationError with a caret where it stops making sense.

    others: sizes may name dims that only other statements have.
    """
    check_text(text)
    found = _Reader(text, formats, mesh, dict(sizes), others).statement()
    if not found.inputs and found.output is None:
        raise NotationError("the operation has no array", text, None, "write one, as in max_N(x[N])")
    return found


def check_text(text: object) -> None:
    """Refuse what cannot be notation before any work is done on it."""
    if not isinstance(text, str):
        raise NotationError(f'an operation is text, as in op("bf16[B, D] * bf16[D, F] -> bf16[B, F]"), not {text!r}')
    if len(text) > MAX_TEXT:
        raise NotationError(f"the operation is {len(text)} characters long; the limit is {MAX_TEXT}")
    if not text.strip():
        raise NotationError("the operation is empty; write for example bf16[B, D] * bf16[D, F] -> bf16[B, F]")


def _spelled_einsum(text: str) -> str:
    """``bij,bjk->bik`` as arrays; any other text as it is."""
    left, arrow, right = text.replace("→", "->").partition("->")
    sides = [part.strip() for part in left.split(",")]
    if not arrow or "[" in text or not sides[0] or not all(not w or w.isalpha() for w in (*sides, right.strip())):
        return text
    return " * ".join(f"[{', '.join(w)}]" for w in sides) + f" -> [{', '.join(right.strip())}]"


def _parsed(clean: str) -> Tree | Stopped:
    """The tree of a text, or where it makes no sense any more."""
    from symroof.reading.lalr import Stopped

    try:
        tree: Tree = _parser().text(clean)
    except Stopped as stopped:
        return stopped
    return tree


@lru_cache(maxsize=2048)
def _tree(text: str) -> Tree:
    clean = plain(text)
    _check_brackets(clean, text)
    e = _parsed(clean)
    if not isinstance(e, Exception):
        return e
    at = e.at if e.at >= 0 else len(clean.rstrip())
    found = clean[at : at + 1] if e.token is None else str(e.token)
    _explain(text, clean, at, found, e.accepts)


_PAIRS = {"[": "]", "(": ")", "{": "}"}


def _check_brackets(clean: str, text: str) -> None:
    open_: list[tuple[str, int]] = []
    for i, c in enumerate(clean):
        if c in _PAIRS:
            open_.append((c, i))
            if len(open_) > 8:
                raise NotationError("brackets nest more than 8 deep; an operation needs 2", text, i)
        elif c in _PAIRS.values():
            if not open_:
                raise NotationError(f"unmatched '{c}'", text, i, "nothing opens it; leave it out, or open it before")
            if (wanted := _PAIRS[open_[-1][0]]) != c:
                raise NotationError(f"unmatched '{c}'", text, i, f"close '{open_[-1][0]}' with '{wanted}'")
            open_.pop()
    if open_:
        c, i = open_[-1]
        raise NotationError(f"unmatched '{c}'", text, i, f"close it with '{_PAIRS[c]}'")


def _explain(text: str, clean: str, at: int, found: str, expected: set[str]) -> NoReturn:
    """The reason a parse stopped, in the reader's words."""
    before = clean[:at].rstrip()
    inside = before.count("[") > before.count("]")
    _refuse_unnamed(text, clean, at, before, inside)
    if not clean[at:].strip():
        what = "the output, as in bf16[B, F]" if re.search(r"(?:>|→)\Z", before) else "an array, as in bf16[B, D]"
        raise NotationError("the operation stops too early", text, at, f"here goes {what}")
    if inside and re.search(r"\d$", before) and re.match(r"[^\W\d]", clean[at:]):
        raise NotationError("a dim is one name; a multiple of it is not", text, at, "give it a name of its own")
    if inside and clean[at] in "*+-/^·×()":
        raise NotationError(f"a dim is one name, not a formula with {clean[at]!r}", text, at, "name the product or sum")
    mended = _mended(clean, at, inside)
    if inside and mended:
        raise NotationError(f"{found or clean[at]!r} does not belong here", text, at, mended)
    if "(" in before and before.count("(") > before.count(")"):
        raise NotationError("one function of arrays at a time", text, at, "name the inner result and join with ';'")
    if "LSQB" in expected and re.match(r"[^\W\d]", found or " "):
        raise NotationError(f"{found!r} does not continue the operation", text, at, "an array reads bf16[B, D]")
    if found in ("x", "X") and before.endswith("]"):
        raise NotationError(f"{found!r} is a name, not a product sign", text, at, "write * or ×")
    if clean[at] == "=":
        raise NotationError("only a dim takes a size, as in D=4096", text, at, mended)
    raise NotationError(f"{found or clean[at]!r} does not belong here", text, at, mended)


_SIZED = pattern(rf"([^\W\d]\w*'*)\s*=\s*({WHOLE})\Z")
_AXES_HERE = pattern(r"_\s*(\{[^{}]*\}|(?![eE]\d)[^\W\d_]\w*)")


def _refuse_unnamed(text: str, clean: str, at: int, before: str, inside: bool) -> None:
    """Refuse dots in place of dims, and an underscore behind a size: axes, or a number that is spelled otherwise."""
    if dots := _DOTS.match(clean, at):  # left out, the dims that it stands for would be gone
        raise NotationError(f"{dots[0]!r} does not belong here: each dim has a name", text, at, _dims_named(clean))
    sized = _SIZED.search(before)
    if sized is None or clean[at : at + 1] != "_":
        return
    dim, number = sized.groups()
    found = _AXES_HERE.match(clean, at)
    if found is None:
        raise NotationError("an underscore in a number stands between two digits", text, at, f"as in {dim}=64_000")
    axes = found[1] if "_" not in found[1] else f"{{{found[1].replace('_', ',')}}}"
    cut = f"{'as in J' if '_' in dim else f'write {dim}'}_{axes}={number}{'' if inside else ' where the dim stands'}"
    raise NotationError("the axes that cut a dim stand behind its name, not behind its size", text, at, cut)


_DOTS = pattern(r"\.{2,}|…|\\[lc]?dots(?![A-Za-z])")


def _dims_named(clean: str) -> str:
    """What to write for an ellipsis: the text with a free letter for it, where that reads.

    >>> _dims_named("...ij,jk->...ik")
    'name the dims it stands for, as in bij,jk->bik'
    """
    letter = next((x for x in ("BNZ" if "[" in clean else "bnz") if x not in clean), "")
    named = " ".join(_DOTS.sub(letter, clean).split())
    reads = letter and len(named) <= 60 and not isinstance(_parsed(_spelled_einsum(named)), Exception)
    return "name the dims it stands for" + (f", as in {named}" if reads else "")


_DIM = pattern(r"(?:[^\W\d]\w*'*(?:_\{[^{}]*\})?(?:\s*=\s*\w+)?|\d+)(?!\w)")
_BETWEEN = pattern(r"\s+[x×]\s+|[\s,;:.|/&×]*")
_ARROWISH = pattern(r"[<=:-]*\s*>|<-+|:?=")
_ROUND = pattern(r"([^\W\d]\w*)\s*\(([\w\s,]+)\)\s*\Z")


def _mended(clean: str, at: int, inside: bool) -> str | None:
    """The change at the place where a parse stopped that makes sense of it; None where none is known.

    A change is told only where the parser then reads what was changed, so what is told is never another mistake.

    >>> _mended("bf16[B D; F] -> bf16[B]", 7, True), _mended("[B] [B] -> []", 4, False)
    ('write bf16[B, D, F]', 'write * between two arrays')
    """
    head, tail = clean[:at].rstrip(), clean[at:]
    if inside:
        return _mended_array(clean, head.rfind("["))
    if round_ := _ROUND.search(head):
        return _readable(f"{round_[1]}[{', '.join(_DIM.findall(round_[2]))}]")
    bare, arrow = re.sub(r"[-=<\s]+\Z", "", head), _ARROWISH.match(tail)
    rest = tail.lstrip("*@·×⋅,;. ")
    tries = [
        *([("write -> before the output", bare, " -> ", tail[arrow.end() :])] if arrow else []),
        *([("write -> before the output", bare, " -> ", rest)] if clean.count("[", 0, at) > 1 else []),
        *([("write * between two arrays", bare, " * ", rest)] if head.endswith("]") else []),
        *([("leave it out", head, " ", rest)] if len(rest) < len(tail) else []),
    ]
    return next((told for told, a, b, c in tries if _further(a + b + c, len(a + b))), None)


def _mended_array(clean: str, opened: int) -> str | None:
    """The array that begins with this bracket with its dims parted by commas."""
    start = re.search(r"[\w<>\s]*\Z", clean[:opened])
    dims, at = [], opened + 1
    while (found := _DIM.match(clean, at := _after(_BETWEEN, clean, at))) is not None:
        dims.append(re.sub(r"\s", "", found.group()))
        at = found.end()
    if start is None or clean[at : at + 1] != "]":
        return None
    return _readable(f"{' '.join(start.group().split())}[{', '.join(dims)}]")


def _after(between: re.Pattern[str], text: str, at: int) -> int:
    found = between.match(text, at)
    return found.end() if found else at


def _readable(array: str) -> str | None:
    return f"write {array}" if len(array) <= 60 and _further(f"{array} -> {array}", 2 * len(array)) else None


def _further(text: str, at: int) -> bool:
    """Whether the parser reads a text beyond a place."""
    found = _parsed(text)
    return not isinstance(found, Exception) or found.at < 0 or found.at > at  # at -1 the text ended


# -- from tree to arrays ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Raw:
    """An array as written, before dtypes and mesh are known."""

    width: str | None
    words: tuple[tuple[str, int], ...]
    dims: tuple[tuple[str, int], ...]
    unreduced: tuple[str, int] | None
    at: int
    end: int


@final
@dataclass(frozen=True)
class _Left:
    """What stands left of the arrow; the names are those before a colon."""

    operator: str
    raws: list[_Raw]
    names: tuple[str | None, ...]
    subscript: tuple[str, int] | None
    at: int
    signs: str = ""  # where there are differences, as in Statement


_WORDS = {"True", "False", "None"}  # from a list of numbers that was put into a text
_LETTERS = "BDFKNMHSTIJLPQUVWG"  # for dims that are written as numbers
_AXES = pattern(r"(.+?)_(?:\{([^{}]*)\}|([^_{}]+))\Z")
_LOOKS_LIKE_FORMAT = pattern(r"(?:bf|fp|f|float|bfloat|s|i|u|int|uint|nf|mxfp|complex|c)\d+\w*\Z")


class _Place(NamedTuple):
    """Where a dim stands: in which array, as which of its dims, how it is cut there, and the size said there."""

    array: int
    dim: int
    cut: str
    size: str


MAX_PLACES = 8  # of a dim that some array has twice
_Way = tuple[tuple[_Place, ...], ...]  # the places of each dim


def readings(places: list[_Place], output: int, operator: str) -> list[_Way]:
    """The ways to tell the places of one name apart into dims, one of each sort, that make an operation.

    No array has a dim twice.  A dim of a product is in two inputs, or in an input and the output; one of anything else
    is in an input and the output.
    """
    found: dict[tuple[tuple[tuple[int, str], ...], ...], _Way] = {}
    for way in _partitions(places):
        arrays = [{p.array for p in block} for block in way]
        if any(len(have) < len(block) for have, block in zip(arrays, way)):
            continue
        least = 2 if operator == "*" else 3
        if all(len(have) >= 2 and (output in have or least == 2) for have in arrays):
            sort = tuple(sorted(tuple(sorted((p.array, p.cut) for p in block)) for block in way))
            if sort not in found or _is_matmul(way, output) > _is_matmul(found[sort], output):
                found[sort] = way
    ways = list(found.values())
    alike = [way for way in ways if all(len({p.cut for p in block}) == 1 for block in way)]
    return (
        alike if len(alike) == 1 else ways
    )  # a dim that is cut alike wherever it stands, where only one reading is so


def _partitions(places: list[_Place]) -> Iterator[_Way]:
    """Every way to put things into groups, the first reading of places in order first."""
    if not places:
        yield ()
        return
    *before, last = places
    for way in _partitions(before):
        for i, block in enumerate(way):
            yield (*way[:i], (*block, last), *way[i + 1 :])
        yield (*way, (last,))


def _twice(p: _Place, places: list[_Place]) -> bool:
    return sum(q.array == p.array for q in places) > 1


def _is_matmul(way: _Way, output: int) -> bool:
    """Whether the last place in the first array meets the first in the second, and is added up over."""
    ends = [sorted(p.dim for block in way for p in block if p.array == k) for k in (0, 1)]
    return any(
        {p.array for p in block} == {0, 1} and [p.dim for p in block] == [ends[0][-1], ends[1][0]]
        for block in way
        if output > 1 and all(ends)
    )


def _primed(base: str, way: _Way, taken: Collection[str]) -> list[str]:
    """Names for the dims beside the first, h' and h'', that no dim of the operation has."""
    free = (name for k in count(1) if (name := base + "'" * k) not in taken)
    return list(islice(free, len(way) - 1))


def _apart(raws: list[_Raw], base: str, way: _Way, names: list[str]) -> list[_Raw]:
    """The arrays with a dim's places named apart: h, and h' of the same size."""
    cells = [list(r.dims) for r in raws]
    for name, block in zip(names, way[1:]):
        for p in block:
            cells[p.array][p.dim] = (f"{name}{p.cut}={p.size or base}", cells[p.array][p.dim][1])
    return [replace(r, dims=tuple(c)) for r, c in zip(raws, cells)]


def _line(raws: list[_Raw], operator: str) -> str:
    """The operation as it is read, with each size said once."""
    said: set[str] = set()

    def array(r: _Raw) -> str:
        words = " ".join([*([f"<{r.width}>"] if r.width else []), *(w for w, _ in r.words)])
        cells = []
        for cell, _ in r.dims:
            label, eq, size_ = cell.partition("=")
            cells.append(label if not eq or label in said else cell)
            said.update({label} if size_ else ())
        return f"{words}[{', '.join(cells)}]"

    *inputs, out = map(array, raws)
    left = f" {operator} ".join(inputs) if operator in "*+" else f"{operator}({', '.join(inputs)})"
    return f"{left} -> {out}"


class _Reader:
    """Reads one statement; holds what must be consistent over all of its arrays."""

    def __init__(self, text: str, formats: Formats, mesh: Mesh, sizes: dict[str, Size], others: bool) -> None:
        self.original = text
        self.text = _spelled_einsum(text)
        self.formats, self.mesh, self.sizes, self.others = formats, mesh, sizes, others
        self.axes = tuple(a for a, _ in mesh)
        self.numbered = False  # whether dims are written as numbers
        self.seen: set[str] = set()  # dims of the arrays
        self.said: dict[str, str] = {}  # sizes bound in place, as they are written
        self.ties = {*tied(sizes.items())}  # names that sizes are tied to
        self.apart: set[str] = set()  # names given here to the second dims of square arrays

    def fail(self, reason: str, at: int, remedy: str | None = None) -> NoReturn:
        raise NotationError(reason, self.text, at, remedy)

    def statement(self) -> Statement:
        sides, after = _halves(_tree(self.text))
        for node in [*sides, *after]:
            if node.data == "binding":
                self.bind(_name(node.children[0]), _words(node.children[1]), node.children[1].children[0].start_pos)
        left = self.left([n for n in sides if n.data != "binding"])
        after = [n for n in after if n.data != "binding"]
        if len(after) > 1:
            self.fail("an operation has one output", after[1].start_pos, "write two operations, joined by ';'")
        every = self.with_names([*left.raws, *(self.raw(n) for n in after)])
        if after:
            every = self.told_apart(every, left.operator)
        for r in every:  # sizes first: any array may bind a dim of any other
            self.bind_dims(r)
        self.settle()
        names = left.names + (None,) * (len(every) - len(left.names))
        arrays = [self.array(r, name) for r, name in zip(every, names)]
        self.check_names(arrays, every)
        inputs = tuple(arrays[: len(left.raws)])
        output = arrays[-1] if after else None
        contracted = self.contracted(inputs, output, every)
        contracted += self.depth_one(inputs, output) if left.operator == "*" else ()
        if left.subscript is not None:
            self.check_subscript(left.subscript, inputs, output)
        if not self.others:
            self.check_bindings()
        return Statement(left.operator, inputs, output, contracted, self.original.strip(), left.at, self.mesh,
                         self.bound(), left.signs, tuple(sorted(self.ties)), tuple(sorted(self.apart)),
                         tuple(self.said.items()))  # fmt: skip

    # -- the left-hand side --------------------------------------------------------------------------------------
    def left(self, sides: list[Any]) -> _Left:
        """The inputs and what is done to them: as operands, or as names with their arrays after a colon."""
        head, rest = sides[0], sides[1:]
        operator, operands, subscript, at = self.operands(head)
        signs = _signs(head)
        bare = [c for c in operands if c.data == "bare"]
        if bare and (len(bare) < len(operands) or not rest):
            word = _name(bare[0].children[0])
            alone = len(bare) == len(operands) and operator not in ("*", "+")
            self.fail(f"{word} has no dims", bare[0].start_pos,
                      f"as in {operator}(bf16[B, D])" if alone else "as in bf16[B, D]")  # fmt: skip
        if rest and not bare and any(c.data != "array" for c in rest):
            self.fail("names before a colon have no dims", head.start_pos, "as in x • y: bf16[N], bf16[N]")
        raws = [self.raw(c) for c in (map(self.after_colon, rest) if bare else [*operands, *rest])]
        names = tuple(_name(b.children[0]) for b in bare)
        if len(raws) > MAX_ARRAYS:
            self.fail(f"{len(raws)} arrays in one operation; the limit is {MAX_ARRAYS}", raws[MAX_ARRAYS].at)
        if names and len(names) != len(raws):
            self.fail(f"{len(names)} operands before the colon, {len(raws)} arrays after it", raws[0].at)
        return _Left(operator, raws, names, subscript, at, signs)

    def operands(self, head: Any) -> tuple[str, list[Any], tuple[str, int] | None, int]:
        """The operator, its operands, the subscript that names what is contracted, and where the operator stands."""
        parts = list(head.children)
        if head.data == "call":
            return _name(parts[0]), parts[1:], None, parts[0].start_pos
        operator, subscript, at = "*", None, head.start_pos
        signs = [c for c in parts if c.data == "infix"]
        for n, sign in enumerate(signs):
            before, operator, at = operator, "+" if sign.children[0].type in ("PLUS", "MINUS") else "*", sign.start_pos
            if n and operator != before:
                self.fail("products and sums in one operation", signs[-1].start_pos,
                          "name the intermediate and join the two with ';'; fuse() keeps it on the chip")  # fmt: skip
            if len(sign.children) > 1:
                subscript = (str(sign.children[1]), sign.children[1].start_pos)
        return operator, [c for c in parts if c.data != "infix"], subscript, at

    def after_colon(self, node: Any) -> Any:
        """An array that stands after a colon."""
        array = node.children[0] if node.data == "chain" and len(node.children) == 1 else node
        if array.data != "array":
            self.fail("after the colon come the arrays, separated by commas", node.start_pos)
        return array

    def raw(self, node: Any) -> _Raw:
        width: str | None = None
        words: tuple[tuple[str, int], ...] = ()
        cells: list[tuple[str, int]] = []
        unreduced = None
        for c in node.children:
            if c.data == "prefix":
                width = next((str(t)[1:-1].strip() for t in c.children if t.type == "WIDTH"), None)
                words = tuple((_name(t), t.start_pos) for t in c.children if t.type == "NAME")
            elif c.data == "dim":
                cells.append(("=".join(_words(t) for t in c.children), c.children[0].start_pos))
            else:
                unreduced = next((_name(t), t.start_pos) for t in c.children if t.type == "NAME")
        return _Raw(width, words, tuple(cells), unreduced, node.start_pos, node.end_pos)

    # -- sizes ---------------------------------------------------------------------------------------------------
    def bind(self, name: str, number: str, at: int) -> None:
        try:
            n = size_or_tie(name, number)
        except NotationError as e:
            self.fail(e.reason, at)
        had = self.sizes.setdefault(name, n)
        if had != n and self.settled(name, had) != self.settled(name, n):
            self.fail(f"{name} is bound twice: {had} and {n}", at)
        self.said[name] = number
        self.ties.update(tied([(name, n)]))

    def bind_dims(self, r: _Raw) -> None:
        for cell, pos in r.dims:
            if "=" in cell:
                label, _, number = cell.partition("=")
                self.bind(self.split(label, pos)[0], number, pos)

    def settled(self, name: str, n: Size) -> Size:
        """A size where the others are known: a number, as soon as what it is tied to is one."""
        try:
            return settled({**self.sizes, name: n})[name]
        except NotationError:  # told once all are bound
            return n

    def settle(self) -> None:
        """Puts in what other sizes are tied to."""
        try:
            self.sizes = settled(self.sizes)
        except NotationError as e:
            raise NotationError(e.reason, self.text) from None

    def bound(self) -> Bound:
        """The sizes of the dims and axes that this statement has, and any that it binds for others."""
        mine = {*self.seen, *self.axes, *self.said, *self.ties}
        return tuple(sorted(((n, k) for n, k in self.sizes.items() if n in mine), key=itemgetter(0)))

    def check_bindings(self) -> None:
        try:
            check_ties(self.sizes, self.seen, self.axes)
        except NotationError as e:
            raise NotationError(e.reason, self.text) from None
        for name in self.sizes:
            check_beside(name, self.said.get(name), {*self.seen, *self.sizes, *self.axes})
            if name not in self.seen and name not in self.axes and name not in self.ties:
                known = ", ".join(sorted(self.seen)) or "none"
                raise NotationError(f"no dim is called {name}; the dims are {known}", self.text)

    def with_names(self, raws: list[_Raw]) -> list[_Raw]:
        """Arrays whose dims are numbers throughout, named: equal numbers are one dim, or two where an array has two."""
        cells = [cell for r in raws for cell, _ in r.dims]
        numbers = dict.fromkeys(c for c in cells if c != "1")
        if not numbers or not all(c.isdigit() for c in cells):
            return raws
        taken = {w for r in raws for w, _ in r.words} | set(self.axes) | set(self.sizes)
        known = {str(n): name for name, n in reversed(self.sizes.items()) if self.others and name not in self.axes}
        free = (n for n in _LETTERS if n not in taken)
        fresh = [c for c in numbers if c not in known]  # a number that another operation has is a dim of its name
        if len(fresh) > len(_LETTERS) - len(taken):
            return raws
        called = {**known, **dict(zip(fresh, free))}
        self.numbered = True
        return [replace(r, dims=tuple((f"{called[c]}={c}" if c != "1" else c, at) for c, at in r.dims)) for r in raws]

    # -- dims that an array has twice --------------------------------------------------------------------------------
    def told_apart(self, raws: list[_Raw], operator: str) -> list[_Raw]:
        """Arrays with one dim twice, as in w[h, h], with names of their own where only one reading is an operation.

        Raises NotationError where several are, showing the line with names.
        """
        places: dict[str, list[_Place]] = {}
        for i, r in enumerate(raws):
            for j, (cell, at) in enumerate(r.dims):
                label = cell.partition("=")[0]
                if label[0].isdigit() or label[0] in "+-":
                    continue
                base = self.split(label, at)[0]
                places.setdefault(base, []).append(_Place(i, j, label[len(base) :], cell.partition("=")[2]))
        for base, found in places.items():
            if len(found) == len({p.array for p in found}):
                continue
            ways = readings(found, len(raws) - 1, operator) if len(found) <= MAX_PLACES else []
            if self.text != self.original:
                self.fail(
                    f"{base} is twice in one array", 0, "in an einsum that is a diagonal, which is no operation here"
                )
            if len(ways) == 1:
                raws = self.named_apart(raws, base, ways[0], {*places, *self.sizes})
                continue
            r, (cell, at) = next((raws[p.array], raws[p.array].dims[p.dim]) for p in found if _twice(p, found))
            meant = f"which axis is {cell.partition('=')[2]}? it is" if self.numbered else f"{base} is"
            how = "a diagonal is not an operation here; the two dims of a square array have a name each"
            if ways:
                usual = max(ways, key=lambda way: _is_matmul(way, len(raws) - 1))
                how = f"name the axes, as in {_line(_apart(raws, base, usual, _primed(base, usual, places)), operator)}"
            self.fail(f"{meant} twice in one array", at, how)
        return raws

    def named_apart(self, raws: list[_Raw], base: str, way: _Way, taken: Collection[str]) -> list[_Raw]:
        """The arrays with a dim's places named apart; a size said of whichever of them is the size of all."""
        names = _primed(base, way, taken)
        self.apart.update(names)
        for p in (p for block in way for p in block if p.size):
            self.bind(base, p.size, raws[p.array].dims[p.dim][1])
        return _apart(raws, base, way, names)

    # -- one array -----------------------------------------------------------------------------------------------
    def split(self, cell: str, at: int) -> tuple[str, Axes]:
        """A dim as written, ``I_XY``, into its name and the mesh axes it is cut over."""
        m = _AXES.match(cell)
        if m is None:
            return cell.replace("{", "").replace("}", ""), ()
        base, braced, bare = m.groups()
        suffix = braced if braced is not None else bare
        plain_name = base + "_" + suffix.replace(" ", "")
        if not self.mesh:
            if re.fullmatch(r"[XYZ]+(?:,[XYZ])*", suffix.replace(" ", "")):
                self.fail(f"{plain_name} looks like dim {base} cut over mesh axis {suffix}, but there is no mesh", at,
                          'say mesh="X Y" or mesh="X=4"')  # fmt: skip
            return self.one_name(plain_name, at), ()
        axes = decompose(suffix, self.axes)
        if axes is None:
            if re.fullmatch(r"[XYZ]+(?:,[XYZ])*", suffix.replace(" ", "")):
                self.fail(f"{cell} is cut over an axis that the mesh lacks", at, f"its axes are {', '.join(self.axes)}")
            return self.one_name(plain_name, at), ()
        return base, axes

    def one_name(self, name: str, at: int) -> str:
        if not re.fullmatch(r"\w+'*", name):
            self.fail(f"{name!r} is not a name", at)
        return name

    def array(self, r: _Raw, given_name: str | None) -> Array:
        if len(r.dims) > MAX_DIMS:
            self.fail(f"{len(r.dims)} dims in one array; the limit is {MAX_DIMS}", r.at)
        dims: list[str] = []
        cuts: list[Axes] = []
        used: dict[str, str] = {}
        axes: Axes
        for cell, at in r.dims:
            label = cell.partition("=")[0]
            if label[0].isdigit() or label[0] in "+-":
                if label != "1":
                    self.fail(f"which axis is {label}? name it, as in D={label.lstrip('+-')}", at)
                name, axes = "1", ()
            else:
                name, axes = self.split(label, at)
                if name in dims:
                    square = "a diagonal is not an operation here; the two dims of a square array have a name each"
                    self.fail(f"{name} is twice in one array", at, square)
                self.check_cut(name, axes, used, at)
            dims.append(name)
            cuts.append(axes)
        word = next((d for d in dims if d in _WORDS), None)
        if word is not None:
            self.fail(f"{word} is a value of Python's, not a dim", r.at, "name the dim, as in B")
        self.seen.update(d for d in dims if d != "1")
        fmt, label_ = self.format(r, given_name)
        if fmt.is_symbolic and fmt.name in dims:
            self.fail(f"{fmt.name} is both a dim and a byte width", r.at, "two symbols of one name; rename one")
        unreduced = self.partial_axes(r, used)
        bound = tuple(sorted(((n, k) for n, k in self.sizes.items() if n in dims or n in self.axes), key=itemgetter(0)))
        return Array(fmt, tuple(dims), label_, tuple(cuts), unreduced, bound)

    def check_cut(self, name: str, axes: Axes, used: dict[str, str], at: int) -> None:
        """A dim and the axes it is cut over; ``used`` says which dim of the array each axis cuts."""
        if name in self.axes:
            self.fail(f"{name} is both a dim and a mesh axis", at, "give one of them another name")
        for a in axes:
            if a in used:
                self.fail(f"mesh axis {a} cuts {used[a]} and {name} of one array", at, "an axis cuts one dim")
            used[a] = name
        wrong = uneven(name, axes, self.sizes)
        if wrong:
            self.fail(wrong, at)

    def partial_axes(self, r: _Raw, used: Mapping[str, str]) -> Axes:
        if r.unreduced is None:
            return ()
        word, at = r.unreduced
        m = _AXES.match(word)
        if m is None or m.group(1) != "U":
            self.fail(f"{{{word}}} is not understood", at, "unreduced partial sums over axis X are written {U_X}")
        suffix = m.group(2) if m.group(2) is not None else m.group(3)
        if not self.mesh:
            self.fail(f"{{{word}}} says partial sums over mesh axis {suffix}, but there is no mesh", at,
                      'say mesh="X Y" or mesh="X=4"')  # fmt: skip
        axes = decompose(suffix, self.axes)
        if axes is None:
            self.fail(f"{{{word}}} names an axis that the mesh lacks", at, f"its axes are {', '.join(self.axes)}")
        for a in axes:
            if a in used:
                self.fail(f"mesh axis {a} both cuts {used[a]} and leaves partial sums", at)
        return axes

    def format(self, r: _Raw, given_name: str | None) -> tuple[DType, str | None]:
        """The number format and the name of an array: written with it, or said by dtype=."""
        fmt, words = self.written_format(r)
        name, at = words[0] if words else (given_name, r.at)
        if given_name is not None and name != given_name:
            self.fail(f"the array is called {given_name} before the colon and {name} after it", at)
        if fmt is not None:
            return fmt, name
        if name is not None and _LOOKS_LIKE_FORMAT.match(name) and not self.names_format(name):
            self.unknown_format(name, at)
        return self.said_format(r, name, at), name

    def written_format(self, r: _Raw) -> tuple[DType | None, tuple[tuple[str, int], ...]]:
        """The format written with an array, and the words left for its name."""
        if r.width is not None:
            return dtypes.of_bytes(r.width), r.words
        if not r.words:
            return None, ()
        word, at = r.words[0]
        fmt = dtypes.find(word)
        if fmt is None and len(r.words) == 2:
            self.unknown_format(word, at)
        return fmt, r.words if fmt is None else r.words[1:]

    def said_format(self, r: _Raw, name: str | None, at: int) -> DType:
        """The format of an array that is written without one."""
        if isinstance(self.formats, DType):
            return self.formats
        if self.formats is not None:
            of_names = dict(reversed(self.formats))
            if name in of_names:
                return of_names[name]
            given = ", ".join(k for k, _ in self.formats)
            self.fail(f"{name or 'this array'} has no dtype; dtype= gives {given or 'none'}", at)
        if self.mesh and not self.others:
            return dtypes.of_bytes("b")  # sharded arrays are written without dtypes: b bytes an entry
        shown = self.text[r.at : r.end]
        self.fail(f"{name or shown} has no dtype", at, f'say dtype="bf16", or write bf16 {shown.strip()}')

    def names_format(self, name: str) -> bool:
        return isinstance(self.formats, tuple) and any(k == name for k, _ in self.formats)

    def unknown_format(self, word: str, at: int) -> NoReturn:
        close = dtypes.nearest(word)
        hint = f"known: {dtypes.known()}" + (f"; did you mean {close}?" if close else "")
        self.fail(f"unknown dtype {word!r}", at, hint)

    # -- the whole -----------------------------------------------------------------------------------------------
    def check_names(self, arrays: list[Array], raws: list[_Raw]) -> None:
        known: dict[str, Array] = {}
        for a, r in zip(arrays, raws):
            if a.dtype.is_symbolic and a.dtype.name in self.seen:
                self.fail(f"{a.dtype.name} is both a dim and a byte width", r.at, "two symbols of one name; rename one")
            if a.name is None:
                continue
            if a.name in known and known[a.name].global_shape != a.global_shape:
                self.fail(f"two arrays are called {a.name}", r.at, f"{known[a.name]} and {a}")
            if a.name in known and known[a.name].dtype != a.dtype:
                two = f"{known[a.name].dtype} and {a.dtype}"
                self.fail(f"{a.name} is {two}; an array has one format", r.at, "give a copy a name of its own")
            known[a.name] = a

    def contracted(self, inputs: tuple[Array, ...], output: Array | None, raws: list[_Raw]) -> tuple[str, ...]:
        every = list(dict.fromkeys(d for a in inputs for d in a.dims if d != "1"))
        if output is None:
            return ()
        for i, d in enumerate(output.dims):
            if d != "1" and d not in every:
                self.fail(f"{d} is in the output {output} but in no input", raws[-1].dims[i][1])
        return tuple(d for d in every if d not in output.dims)

    @staticmethod
    def depth_one(inputs: tuple[Array, ...], output: Array | None) -> tuple[str, ...]:
        """The literal 1 that a product of two arrays contracts, as it would D=1; beside a whole dim it is broadcast."""
        if output is None or len(inputs) != 2:
            return ()
        return ("1",) if min(a.dims.count("1") for a in inputs) > output.dims.count("1") else ()

    def check_subscript(self, subscript: tuple[str, int], inputs: tuple[Array, ...], output: Array | None) -> None:
        written, at = subscript
        body = written[1:].strip().strip("{}").replace(" ", "")
        every = {d for a in inputs for d in a.dims}
        wanted = body.split(",") if "," in body or body in every else decompose(body, tuple(every)) or (body,)
        for d in wanted:
            if d in self.axes or (self.mesh and _AXES.match(d) and decompose(d.rpartition("_")[2], self.axes)):
                self.fail(f"the subscript '{written}' is cut over the mesh", at, "name the whole dim, as in ·_J")
            if d not in every:
                self.fail(f"'*_{d}' says {d} is contracted, but no input has {d}", at)
            if output is not None and d in output.dims:
                self.fail(f"'*_{d}' says {d} is contracted, but {d} survives in the output {output}", at)
        if output is None:
            return
        missed = [d for a in inputs for d in a.dims if d not in output.dims and d != "1" and d not in wanted]
        if missed:
            self.fail(f"'*_{body}' does not mention {missed[0]}, which is not in the output {output}", at,
                      f"write *_{{{','.join(dict.fromkeys([*wanted, *missed]))}}} or no subscript")  # fmt: skip


def _halves(tree: Tree) -> tuple[list[Any], list[Any]]:
    """The nodes left and right of the arrow."""
    halves: tuple[list[Any], list[Any]] = ([], [])
    right = False
    for child in tree.children:
        if getattr(child, "type", None) == "ARROW":
            right = True
        else:
            halves[right].append(child.children[0] if getattr(child, "data", None) == "more" else child)
    return halves


def _signs(head: Any) -> str:
    """The signs between the operands of a sum, in their order; nothing where all are plus, or it is no sum."""
    kinds = [c.children[0].type for c in head.children if getattr(c, "data", None) == "infix"]
    return "".join("-" if k == "MINUS" else "+" for k in kinds) if "MINUS" in kinds else ""


def _words(node: Any) -> str:
    """A name or a number as it is, a size as its factors."""
    if getattr(node, "data", None) != "size":
        return _name(node)
    parts = [_name(t) for t in node.children]
    return parts[0] if len(parts) == 1 else " ".join(parts)


def _name(token: Any) -> str:
    r"""A name as symbols know it: ``W_{out}`` and ``W\_out`` are W_out; a braced list of axes stays braced."""
    word = str(token).replace("\\_", "_")
    return re.sub(r"_\{\s*(\w+)\s*\}", r"_\1", word)


def decompose(suffix: str, names: Axes) -> Axes | None:
    """A subscript such as ``XY`` or ``X,Y`` as names of the given ones, each once; None when it is not made of them."""
    parts = [p.strip() for p in suffix.split(",")]
    if all(p in names for p in parts):
        return tuple(parts)
    if len(parts) > 1:
        return None
    word, out = parts[0], []
    while word:
        n = max((a for a in names if word.startswith(a)), key=len, default=None)
        if n is None or n in out:
            return None
        out.append(n)
        word = word[len(n) :]
    return tuple(out)


_FACTOR = pattern(
    r"\s*([*@·•×⋅∙⊗∗⊙/]|\\(?:cdot|times)(?![A-Za-z])|)\s*"
    rf"(?:({WHOLE}(?:\.\d+)?)|([^\W\d_]\w*'*))\s*(?:(?:\*\*|\^)\s*(?:(\d+)|\{{\s*(\d+)\s*\}})\s*)?"
)
_NUMBERS = pattern(rf"{WHOLE}(?:\s*(?:\*\*|[*+/^])\s*{WHOLE})+")  # 2**3, 4*128: arithmetic of whole numbers
MAX_POWER = 16  # of a size in what another is tied to


def by_others(value: object) -> bool:
    """Whether a size is given by other sizes, not as a number: a letter that is no exponent says so.

    >>> [by_others(x) for x in ("2*E", "E", "2e3", "1.e5", "4_096", 8)]
    [True, True, False, False, False, False]
    """
    if not isinstance(value, str):
        return bool(getattr(value, "free_symbols", None))
    return re.search(r"[^\W\d_]", re.sub(r"[\d.][eE][+-]?\d", "", value)) is not None


def size_or_tie(name: str, value: object) -> Size:
    """A size as a number, or as what it is tied to: a sum of products of others, text such as 4*D, N*H, 8D/3, 2*D + 3.

    >>> size_or_tie("F", "4*D"), size_or_tie("D", "4096"), size_or_tie("F", "2*D + 3"), size_or_tie("F", "D**2")
    (4*D, 4096, 2*D + 3, D**2)
    >>> size_or_tie("J", "2**3*5"), size_or_tie("J", "6/2 + 1")
    (40, 4)
    """
    if not by_others(value) and not (isinstance(value, str) and _NUMBERS.fullmatch(value.strip())):
        return size(name, value)
    if not isinstance(value, str):
        return _tied_to(name, core(value))
    if len(value) > MAX_TIE:
        raise NotationError(f"{name}={value[:40]}...: a size is tied to a product of a few others, as in 4*D")
    made = total(_product(name, value, term) for term in value.split("+"))
    alone = made.constant()
    return _tied_to(name, made) if alone is None else size(name, alone)


def _tied_to(name: str, made: Ratio) -> Ratio:
    if not made.is_posynomial_ratio or made.atoms:
        raise NotationError(f"{name}={made}: {_TIE}; a difference may be 0, so say the larger by the smaller: D=F+1")
    if name in map(str, made.names):
        raise NotationError(f"{name}={made}: {name} is tied to itself")
    return made


_TIE = f"{SIZE}, or a sum of products of other sizes, as in 4*D, N*H or 2*D+3"


def _product(name: str, value: str, text: str) -> Ratio:
    """One term of what a size is tied to."""
    made, at, after = ratio(1), 0, ""
    while at < len(text) or not at:
        found = _FACTOR.match(text, at)
        sign, number, word, *powers = found.groups() if found is not None else ("", "", "")
        power = next(filter(None, powers), None)
        beside = at > 0 and not sign and not (after and word)  # only a number stands before a name as in 4D
        if found is None or beside or (sign and at == 0):
            less = "; a difference may be 0, so say the larger by the smaller: D=F+1" if re.search("[-−]", text) else ""
            raise NotationError(f"{name}={value}: {_TIE}{less}")
        most = MAX_POWER if word else 4 * MAX_POWER  # 2**20 is a number as any other
        if power and not 0 < int(power[:4]) <= most:
            raise NotationError(f"{name}={value}: a power from 1 to {most}, as in D**2; {_TIE}")
        factor = (ratio(Fraction(number.replace("_", ""))) if number else gen(key(word, True))) ** int(power or 1)
        if sign == "/" and factor == 0:
            raise NotationError(f"{name}={value}: division by 0; {SIZE}")
        made = made / factor if sign == "/" else made * factor
        at, after = found.end(), number
    return made


def check_beside(name: str, value: object, dims: Collection[str]) -> None:
    """Refuse a name right behind a number, as in 4 M or 4Ki, that is no dim or may be an amount: rather 4*M.

    >>> check_beside("F", "4D", ["D"]), check_beside("F", "4*M", ["D"])
    (None, None)
    >>> check_beside("F", "4Ki", ["D"])
    Traceback (most recent call last):
    symroof.errors.NotationError: F=4Ki: Ki is no dim here; write the number out, as in F=4096, or 4*Ki for a new size
    """
    if not isinstance(value, str):
        return
    for _, word in amounts(value, dims):
        new = "" if word in dims else " for a new size"
        raise NotationError(f"{name}={value[:40]}: {beside(name, value, word, dims, 'is no dim here')}{new}")


def made_of(sizes: Mapping[str, Size]) -> set[str]:
    """The names of which products make sizes, N and H of D="N*H": others may be tied to one of them alone."""
    return {str(n) for r in sizes.values() if isinstance(r, Ratio) and len(r.names) > 1 for n in r.names}


def check_ties(sizes: Mapping[str, Size], dims: Collection[str], axes: Axes) -> None:
    """Refuse a size tied to one name that is no dim, rather a word, and to a dim as it is cut.

    >>> check_ties({"F": 4 * gen("D_X")}, ["F", "D"], ("X",))
    Traceback (most recent call last):
    symroof.errors.NotationError: F=4*D_X: D_X is D cut over X, and a size is that of the whole dim; say D
    """
    known = {*dims, *axes, *made_of(sizes)}
    for name, n in sizes.items():
        if not isinstance(n, int) and str(n) in map(str, n.names) and str(n) not in known:
            raise NotationError(f"{name}={n}: {_TIE}")
        for word in tied([(name, n)]):
            m = _AXES.match(word)
            if m is not None and word not in dims and m[1] in dims and decompose(m[2] or m[3], axes):
                why = f"{word} is {m[1]} cut over {m[2] or m[3]}, and a size is that of the whole dim; say {m[1]}"
                raise NotationError(f"{name}={n}: {why}")


def size(name: str, value: object) -> int:
    """A size as an integer of at least 1; raises NotationError for anything else."""
    try:
        return lawful(value, name)
    except SymroofError as e:
        wrong = str(e)
    raise NotationError(wrong if wrong.endswith(ENDLESS) else f"{name}={echo(value)[:40]}: {SIZE}")


@lru_cache(maxsize=256)
def mesh_of(text: str) -> Mesh:
    """The axes of a mesh and their sizes where given.

    >>> mesh_of("X=4 Y")
    (('X', 4), ('Y', None))
    """
    if len(text) > MAX_TEXT:
        raise NotationError(f"the mesh is {len(text)} characters long; the limit is {MAX_TEXT}")
    out: dict[str, int | None] = {}
    spaced = re.sub(r"\s*[=:]\s*", "=", text.replace(",", " "))
    for word in spaced.split():
        name, eq, number = word.partition("=")
        if not re.fullmatch(r"[^\W\d]\w*", name):
            raise NotationError(f"{word!r} is not a mesh axis", text, text.find(name), 'as in mesh="X=4 Y=2"')
        if name in out:
            raise NotationError(f"mesh axis {name} is named twice", text, text.rfind(name))
        out[name] = size(name, number) if eq else None
    if not out:
        raise NotationError('the mesh has no axes; write for example mesh="X=4 Y=2"')
    return tuple(out.items())
