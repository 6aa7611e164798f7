r"""The operations that a text names by the shapes of their arrays: products, einsums, dot products, collectives.

A product is two arrays joined by an operator, or by words where its sentence says that they are multiplied; arrays are
``bf16[B, D]``, and before "matmul" also ``(m, k)`` and ``m x k``.  What it costs is the model's to say.

>>> from symroof.checking.documents.spans import page_of
>>> from symroof.checking.documents.prose import shadow
>>> page = page_of("Multiplying int8[P, Q] by int8[Q, R] is cheap; so is an (m, k) by (k, n) matmul.")
>>> [(o.written, str(o.flops)) for o in named_in(page, shadow(page))]
[('[P, Q] * [Q, R] -> [P, R]', '2*P*Q*R'), ('[m, k] * [k, n] -> [m, n]', '2*k*m*n')]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, pairwise
from typing import TYPE_CHECKING, final

import symroof.regexes as re
from symroof import dtypes
from symroof.algebra.ratios.posynomial import Ratio, gen, product, ratio
from symroof.checking.documents.prose import with_formulas
from symroof.checking.documents.spans import Page
from symroof.errors import SymroofError

if TYPE_CHECKING:
    from symroof.model.ops import Op

MAX_ARRAYS = 2_000  # of one page
_FORMAT = r"bf16|bfloat16|fp?(?:8|16|32|64)|float(?:8|16|32|64)|[su]?int(?:2|4|8|16|32)|fp4"
_DIM = r"(?:[A-Za-z]{1,3}\d?(?:_[a-z]{2,}\w{0,12})?|\d{1,3}(?:,\d{3})+|\d{1,7})"
_CUT = r"(?:\s?_\s?(?:[A-Z](?![a-z])|\{[\s,A-Z]{1,9}\}))?"
_DIMS = rf"\s*{_DIM}{_CUT}\s*(?:,\s*{_DIM}{_CUT}\s*){{0,5}}"
_BEFORE = (
    rf"(?:(?<![\w\\])(?P<format>{_FORMAT})\s*)?(?:(?<![\w\\])(?!x\s)(?P<name>[A-Za-z]\w{{0,5}}'?(?:_\{{\w+\}})?)\s*)?"
)
_BEHIND = rf"\[(?P<dims>{_DIMS})\](?:\s?\{{\s*(?P<partial>U_?[^{{}}]{{0,6}}?)\s*\}})?"
_ARRAY = re.compile(_BEFORE + _BEHIND)
_PREFIX, _BRACKETS = re.compile(_BEFORE + r"\Z"), re.compile(_BEHIND)
MAX_PREFIX = 40  # characters of a format and a name
_TUPLE = re.compile(rf"(?<![\w\\])\((?P<dims>\s*{_DIM}\s*,\s*{_DIM}\s*)\)")
_CROSS = re.compile(
    r"(?<![\w×.])(?P<a>[A-Za-z]|\d{1,7})\s?(?:x|×|\*)\s{0,7}(?P<b>[A-Za-z]|\d{1,7})(?![\w×*.]|\s?[x×*/+-])"
)
_TIMES = re.compile(r"\s*(?:\*|@|·|×|⋅|•|x)\s*(?:_\s?\{?\s?\w+\s?\}?\s*)?\Z")
_ARROW = re.compile(r"\s*(?:->|→|⟶|=)\s*\Z")
_JOINED = re.compile(r"\b(?:by|with|times|and|against)\b", re.I)
_SORTS = ("matrix", "dot", "inner", "outer", "tensor")
_MULTIPLIED = re.compile(
    re.led_by(
        [
            *("multipl\\w+", "matmuls?", "gemms?", "einsums?"),
            *(f"{its} product(?= (?:costs|takes|needs|requires))" for its in ("the", "their", "its", "this")),
            *(f"{sort}[- ](?:matrix[- ])?(?:products?|mult\\w*)" for sort in _SORTS),
        ]
    )
    + r"\b",
    re.I,
    needs="ult|atmul|emm|insum|product",
)
_NO_PRODUCT = re.compile(
    r"(?<!multiply-)(?<!multiply )\b(?:add\w*|sum|concat\w*|element-?wise|hadamard|instead|or|versus|vs|compar\w*)\b",
    re.I,
)
_EINSUM = re.compile(r"einsum\(\s*['\"](?P<spec>[A-Za-z]{1,8}(?:\s*,\s*[A-Za-z]{1,8}){1,2}\s*->\s*[A-Za-z]{0,8})['\"]")
_DOT = re.compile(
    r"\b(?:dot|inner|scalar) product (?:of|between) two\s+"
    r"(?:(?P<before>[A-Za-z]|\d+)\s?-(?:element|dimensional|long|entry) vectors|"
    r"vectors (?:of|with) (?:length|size|dimension|(?=[A-Za-z\d]+ (?:elements|entries)))\s*"
    r"(?P<behind>[A-Za-z]|\d+)(?!\w))",
    re.I,
    needs="product",
)
COLLECTIVE = re.compile(
    r"\b(?P<kind>All-?Gather|All-?Reduce|Reduce-?Scatter|(?:All-To|AllTo)-?All)s?(?![a-z])",
    re.I,
    needs="gather|reduce|scatter|all-to|allto",
)
_AXES = re.compile(r"\s*_\s?(?:\{\s*(?P<many>[A-Z](?:\s?,?\s?[A-Z]){0,2})\s*\}|(?P<one>[A-Z])(?![a-z]))\s*[(\[]?\s*")
_WRAPPED = re.compile(
    r"\\(?:text|textbf|textit|textrm|mathbf|mathrm|mathit|operatorname|red|blue|green|gray|(?:text)?color\{\w+\})\s*\{([^{}]*)\}"
)
_BLANK = re.compile(
    r"[\\$`~&∼*](?:(?<=\\)(?:(?:left|right|big|bigl|bigr|quad|qquad|sim)(?![A-Za-z])|[,;:! {}])|(?<=[$`~&∼])|(?<=\*)\*)"
)
_SIGN = re.compile(r"\\(?:cdot|times|ast|bullet)(?![A-Za-z])")
_TO = re.compile(r"\\(?:to|rightarrow|longrightarrow|Rightarrow)(?![A-Za-z])")
_END = re.compile(r"[.;?!]\s|\n\s*\n|\n\s*[-*|]\s|\\\\")
WIDTH = "bytes_"  # the names of widths that no text states


@final
@dataclass(frozen=True)
class Shape:
    """An array as written: its dims, the mesh axes that cut each, its format where one is stated, and its place."""

    dims: tuple[str, ...]
    axes: tuple[str, ...]
    format: str
    start: int
    end: int

    @property
    def cut(self) -> str:
        return "".join(self.axes)


_NOTHING = Shape((), (), "", 0, 0)


@final
@dataclass(frozen=True)
class Operation:
    """An operation that a text names: a product of two arrays, or a collective on one."""

    kind: str  # "product" or the collective
    inputs: tuple[Shape, ...]
    output: Shape | None
    start: int
    end: int
    axes: str = ""  # of a collective

    @cached_property
    def letters(self) -> frozenset[str]:
        """The names of its dims."""
        rows = (*self.inputs, *((self.output,) if self.output else ()))
        return frozenset(d for s in rows for d in s.dims if not d[0].isdigit())

    @cached_property
    def out(self) -> tuple[str, ...] | None:
        """The dims of a product's result, where they are stated or follow: one dim is shared and contracted."""
        if self.output is not None:
            return self.output.dims
        a, b = (s.dims for s in self.inputs)
        shared = [d for d in a if d in b]
        return tuple(d for d in (*a, *b) if d not in shared) if len(shared) == 1 else None

    @property
    def written(self) -> str:
        """In our notation, without formats."""
        left = " * ".join(f"[{', '.join(s.dims)}]" for s in self.inputs)
        return left if self.out is None else f"{left} -> [{', '.join(self.out) or '1'}]"

    @cached_property
    def op(self) -> Op | None:
        """What the model makes of a product; widths that no text states are symbols."""
        from symroof.model.ops import op

        if not self.letters and self.kind == "product" and len(self.inputs[0].dims) == 2:
            (i, j), (_, k) = (s.dims for s in self.inputs)  # numbers may be equal: their places tell them apart
            forms = [s.format or f"<{WIDTH}{n}>" for n, s in enumerate((*self.inputs, self.output or _NOTHING))]
            return op(f"{forms[0]}[I, J] * {forms[1]}[J, K] -> {forms[2]}[I, K]", I=int(i), J=int(j), K=int(k))
        out = self.out
        if out is None:  # batched or contracted, the multiplications are the same
            shared = {d for d in self.inputs[0].dims if d in self.inputs[1].dims}
            out = tuple(d for s in self.inputs for d in s.dims if d not in shared)
        shapes = [*((s.format, s.dims) for s in self.inputs), (self.output.format if self.output else "", out)]
        a, b, c = (f"{f or f'<{WIDTH}{i}>'}[{', '.join(d) or '1'}]" for i, (f, d) in enumerate(shapes))
        with suppress(SymroofError):
            return op(f"{a} * {b} -> {c}")
        return None

    @property
    def flops(self) -> Ratio:
        return self.op.work.sum if self.op is not None else ratio(0)

    def elements(self, dims: Sequence[str]) -> Ratio:
        """How many elements an array of these dims has."""
        return product(ratio(int(d)) if d[0].isdigit() else gen(d) for d in dims)


def text_of(page: Page, dark: str) -> str:
    """A page's text with its formulas, the typesetting blanked out, each character in its place."""
    text = with_formulas(page, dark)
    for _ in range(3):
        text, n = _WRAPPED.subn(lambda m: " " * (m.start(1) - m.start()) + m[1] + " ", text)
        if not n:
            break
    text = _SIGN.sub(lambda m: "*".ljust(len(m.group())), text)
    text = _TO.sub(lambda m: "->".ljust(len(m.group())), text)
    return _BLANK.sub(lambda m: " " * len(m.group()), text)


def named_in(page: Page, dark: str) -> tuple[Operation, ...]:
    """The operations that a page names, in order."""
    if not ("[" in page.text or _MULTIPLIED.search(page.text) or "product of two" in page.text):
        return ()
    text = text_of(page, dark)
    found = [*_products(text), *_einsums(text), *_dots(text), *_collectives(text)]
    return tuple(sorted(found, key=lambda o: o.start))


def _shape(dims: str, form: str, start: int, end: int) -> Shape:
    names, axes = [], []
    for part in re.split(r",(?!\d{3}\b)(?![^{]*\})", dims):
        d, _, cut = part.partition("_") if re.search(r"_\s?[{A-Z]", part) else (part, "", "")
        names.append(re.sub(r"[\s,]", "", d))
        axes.append(re.sub(r"[^A-Z]", "", cut))
    known = dtypes.find(form) if form else None
    return Shape(tuple(names), tuple(axes), known.name if known else "", start, end)


def _arrays(text: str) -> Iterator[Shape]:
    """The arrays of a text: brackets, looked for first, and the format and the name before them."""
    at, last = text.find("["), 0
    for _ in range(MAX_ARRAYS):
        m = _BRACKETS.match(text, at) if at >= 0 else None
        while at >= 0 and m is None:
            at = text.find("[", at + 1)
            m = _BRACKETS.match(text, at) if at >= 0 else None
        if m is None:
            return
        before = _PREFIX.search(text, max(last, at - MAX_PREFIX), at)
        start = before.start() if before else at
        yield _shape(m["dims"], (before["format"] if before else "") or "", start, m.end())
        last = m.end()
        at = text.find("[", last)


def _in_words(text: str) -> Iterator[Shape]:
    """Shapes without brackets of their own kind, near a word for multiplying."""
    for word in islice(_MULTIPLIED.finditer(text), MAX_ARRAYS):
        low, high = max(0, word.start() - 90), word.end() + 90
        for m in _TUPLE.finditer(text, low, high):
            yield _shape(m["dims"], "", m.start(), m.end())
        for m in _CROSS.finditer(text, low, high):
            yield Shape((m["a"], m["b"]), ("", ""), "", m.start(), m.end())


def _products(text: str) -> Iterator[Operation]:
    for shapes in (list(_arrays(text)), sorted(set(_in_words(text)), key=lambda s: s.start)):
        used = -1
        for i, (a, b) in enumerate(pairwise(shapes)):
            if a.start < used or a.end > b.start or not _multiplied(text, a, b):
                continue
            c = shapes[i + 2] if i + 2 < len(shapes) and _ARROW.match(text[b.end : shapes[i + 2].start]) else None
            used = (c or b).end
            pair = (b, a) if _other_way_round(text, a, b) else (a, b)
            if _alone(text, a.start, used) and _sound(*pair, c):
                yield Operation("product", pair, c, a.start, used)


def _multiplied(text: str, a: Shape, b: Shape) -> bool:
    """Whether what stands between two arrays multiplies them."""
    gap = text[a.end : b.start]
    if len(gap) > 120:
        return False
    if _TIMES.match(gap):
        return True
    if _END.search(gap) or not _JOINED.search(gap) or _NO_PRODUCT.search(gap) or re.search(r"[\[\]=+]", gap):
        return False
    starts = [m.end() for m in _END.finditer(text, max(0, a.start - 120), a.start)]
    stop = _END.search(text, b.end, b.end + 100)
    low, high = max([max(0, a.start - 120), *starts]), stop.start() if stop else b.end + 100
    told = _THE_PRODUCT.match(text, b.end, b.end + 120)
    near = text[low : a.start] + gap + text[b.end : told.end() if told else high]
    return bool(_MULTIPLIED.search(near)) and not _NO_PRODUCT.search(near)


_THE_PRODUCT = re.compile(
    r"[^.;\n]{0,40}[.;,]\s+(?:The|Their|Its|This) (?:product|matmul|multiplication) (?:costs|takes|needs)", re.I
)


def _other_way_round(text: str, a: Shape, b: Shape) -> bool:
    """Whether "weights [9, 6] and activations [3, 9]" fit in this order only."""
    return "and" in text[a.end : b.start] and a.dims[-1] != b.dims[0] and b.dims[-1] == a.dims[0]


def _alone(text: str, start: int, end: int) -> bool:
    """Whether a product is no part of a longer one."""
    before, after = text[max(0, start - 6) : start].rstrip(), text[end : end + 6].lstrip()
    return not before.endswith(("*", "@", "·", "×", "+", "-")) and not after.startswith(("*", "@", "·", "×", "+", "["))


def _sound(a: Shape, b: Shape, c: Shape | None) -> bool:
    """Whether two arrays can be multiplied: none has a dim twice, they share one, and the result invents none."""
    rows = [s.dims for s in (a, b, c) if s is not None]
    names = [[d for d in dims if not d[0].isdigit()] for dims in rows]
    if any(n > 1 for r in names for n in Counter(r).values()):
        return False
    if any(d[0].isdigit() for dims in rows for d in dims):  # of numbers, the inner two must agree
        return all(len(dims) == 2 for dims in rows) and not any(names) and a.dims[1] == b.dims[0]
    if c is None and set(a.dims) == set(b.dims) and len(a.dims) > 1:
        return False  # perhaps element by element
    return bool(set(a.dims) & set(b.dims)) and (c is None or set(c.dims) <= {*a.dims, *b.dims})


def _einsums(text: str) -> Iterator[Operation]:
    for m in islice(_EINSUM.finditer(text), MAX_ARRAYS):
        left, _, right = re.sub(r"\s", "", m["spec"]).partition("->")
        a, b, c = (Shape(tuple(w), ("",) * len(w), "", m.start(), m.end()) for w in (*left.split(",")[:2], right))
        if left.count(",") == 1 and _sound(a, b, c):
            yield Operation("product", (a, b), c, m.start(), m.end())


def _dots(text: str) -> Iterator[Operation]:
    for m in islice(_DOT.finditer(text), MAX_ARRAYS):
        x = Shape((m["before"] or m["behind"],), ("",), "", m.start(), m.end())
        yield Operation("product", (x, x), Shape((), (), "", m.start(), m.end()), m.start(), m.end())


def _collectives(text: str) -> Iterator[Operation]:
    for m in islice(COLLECTIVE.finditer(text), MAX_ARRAYS):
        axes = _AXES.match(text, m.end())
        x = _ARRAY.match(text, axes.end()) if axes else None
        if axes is None or x is None:
            continue
        shape = _shape(x["dims"], x["format"] or "", x.start(), x.end())
        names = re.sub(r"[^A-Z]", "", axes["many"] or axes["one"])
        yield Operation(kind_of(m["kind"]), (shape,), None, m.start(), x.end(), names)


def kind_of(word: str) -> str:
    """A collective by its plain name: "All-Gathers" is allgather."""
    return word.lower().replace("-", "").rstrip("s")
