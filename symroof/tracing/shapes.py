"""Arguments in notation: ``bf16[B, T, G*N]`` names a format and the sizes of an array; ``D_X`` cuts D over mesh axis X.

>>> spec = read_spec("bf16[B, 2*D, S + 1]")
>>> spec.dtype, spec.at({"B": 2, "D": 3, "S": 4})
('bf16', (2, 6, 5))
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, final

import symroof.regexes as re
from symroof import dtypes
from symroof.algebra.ratios.posynomial import Ratio, product, ratio
from symroof.algebra.ratios.sizes import Cut, Cuts
from symroof.errors import NotationError, SymroofError
from symroof.keywords import told
from symroof.reading import notation
from symroof.shown import visible
from symroof.symbols import NAME
from symroof.tracing.reader import letter

MAX_DIMS = 32
COMPLEX = ("complex64", "complex128")  # formats of FFTs, which notation has no products of
Term = tuple[int, tuple[str, ...]]  # c times the product of names

_SPEC = re.compile(r"\s*(?P<dtype>[^\[\]]*?)\s*\[(?P<dims>[^\[\]]*)\]\s*\Z")


@final
@dataclass(frozen=True)
class Dim:
    """One size: a sum of products of names, and the mesh axes that cut it."""

    terms: tuple[Term, ...]
    axes: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(n for _, names in self.terms for n in names))

    def at(self, sizes: Mapping[str, int]) -> int:
        return sum(c * math.prod(sizes[n] for n in names) for c, names in self.terms)

    @property
    def ratio(self) -> Ratio:
        out = ratio(0)
        for c, names in self.terms:
            out = out + c * product(letter(n) for n in names)
        return out


@final
@dataclass(frozen=True)
class Spec:
    """One array as the user wrote it."""

    dtype: str
    dims: tuple[Dim, ...]
    text: str = field(compare=False, default="")

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(n for d in self.dims for n in d.names))

    def at(self, sizes: Mapping[str, int], local: bool = False) -> tuple[int, ...]:
        """The shape at these sizes; each device's part of it where ``local``."""
        return tuple(d.at(sizes) // (math.prod(sizes[a] for a in d.axes) if local else 1) for d in self.dims)


@lru_cache(maxsize=2048)
def read_spec(text: str, axes: tuple[str, ...] = ()) -> Spec:
    """An argument's notation; raises NotationError with a caret where it stops making sense."""
    if len(text) > notation.MAX_TEXT:
        raise NotationError(f"an argument of {len(text)} characters; the limit is {notation.MAX_TEXT}")
    found = _SPEC.match(text)
    if found is None:
        raise NotationError("an argument is one array in notation", text, None, "as in bf16[B, D]")
    words = found["dtype"].split()
    if not words or len(words) > 2:
        raise NotationError("an argument needs its number format", text, 0, "as in bf16[B, D]")
    kind = dtypes.find(words[0])
    if kind is None and words[0] not in COMPLEX:
        close = dtypes.nearest(words[0])
        hint = f"did you mean {close}? " if close else ""
        raise NotationError(f"unknown dtype {words[0]!r}", text, text.index(words[0]), f"{hint}known: {dtypes.known()}")
    body = found["dims"]
    cells = [] if not body.strip() else _cells(body)
    if len(cells) > MAX_DIMS:
        raise NotationError(f"{len(cells)} dims; an array has at most {MAX_DIMS}", text)
    dims, at = [], text.index("[") + 1
    for cell in cells:
        dims.append(_dim(cell, axes, text, at))
        at += len(cell) + 1
    return Spec(words[0], tuple(dims), text)


def is_array(x: object) -> bool:
    """Whether a leaf is an array in notation: text with brackets, or with a number format and without them.

    >>> is_array("bf16[B, D]"), is_array("bf16 B D"), is_array("causal"), is_array(3)
    (True, True, False, False)
    """
    return isinstance(x, str) and ("[" in x or (bool(x.split()) and dtypes.find(x.split()[0]) is not None))


def _cells(body: str) -> list[str]:
    """The dims, parted at commas that stand in no braces."""
    out, depth, start = [], 0, 0
    for i, c in enumerate(body):
        depth += (c == "{") - (c == "}")
        if c == "," and depth == 0:
            out.append(body[start:i])
            start = i + 1
    return [*out, body[start:]]


def _dim(cell: str, axes: tuple[str, ...], text: str, at: int) -> Dim:
    terms: list[Term] = []
    cut: tuple[str, ...] = ()
    for sign, part in re.findall(r"([+-]?)([^+-]*)", cell.replace(" ", "")):
        if not part:
            if sign:
                raise NotationError(f"{cell.strip()!r} ends in {sign!r}", text, at)
            continue
        c, names = -1 if sign == "-" else 1, []
        for factor in part.split("*"):
            if re.fullmatch(r"\d{1,30}", factor):
                c *= int(factor)
                continue
            name, here = _cut_name(factor, axes)
            if not NAME.match(name):
                raise NotationError(
                    f"{factor!r} is no size", text, at, 
                    "a size is a name, a number, or products and sums of them, as in B, 2*D, G*N or S + 1")  # fmt: skip
            names.append(name)
            cut += here
        terms.append((c, tuple(names)))
    if not terms:
        raise NotationError("a dim is empty", text, at, "write its size, as in bf16[B, D]")
    if cut and len(terms) > 1:
        raise NotationError(f"the sum {cell.strip()} cannot be cut over a mesh axis", text, at)
    return Dim(tuple(terms), cut)


def _cut_name(word: str, axes: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """A name and the mesh axes behind it: D_X over X, D_{X,Y} and D_XY over both; d_model stays a name."""
    head, sep, tail = word.rpartition("_")
    if not sep or not axes or not head:
        return word, ()
    found = notation.decompose(tail.strip("{}"), axes)
    return (head, found) if found else (word, ())


@visible
@final
class Sized:
    """An argument, or the function itself, that depends on sizes: ``sized(lambda D, F: Block(D, F))``.

    The function is called once a trace, its parameters' names being the sizes.
    """

    def __init__(self, build: Callable[..., Any]) -> None:
        if not callable(build):
            raise SymroofError(f"sized takes a function of sizes, as in sized(lambda D: Block(D)), not {build!r}")
        self.build = build
        kinds = inspect.signature(build).parameters
        bad = [n for n, p in kinds.items() if p.kind in (p.VAR_KEYWORD, p.VAR_POSITIONAL)]
        if bad:
            raise SymroofError(f"sized takes a function whose parameters are sizes by name; *{bad[0]} names none")
        self.names = tuple(kinds)

    def at(self, sizes: Mapping[str, int]) -> Any:
        return self.build(**{n: sizes[n] for n in self.names})

    def __repr__(self) -> str:
        return f"sized({', '.join(self.names)})"


@told
def sized(build: Callable[..., Any]) -> Sized:
    """An argument of ``trace`` made anew for every trace from the sizes that its parameters name.

    >>> sized(lambda D, F: {"w": (D, F)}).at({"D": 2, "F": 3, "B": 5})
    {'w': (2, 3)}

    Raises SymroofError for what is no function of named sizes.
    """
    return Sized(build)


@final
@dataclass(frozen=True)
class Setting:
    """The letters of one tracing: which are given numbers, and what each size is in them."""

    bases: tuple[str, ...]
    cut: Mapping[str, tuple[str, ...]]  # sizes cut over mesh axes, whose base letter is their local part
    fixed: Mapping[str, int]
    axes: tuple[str, ...] = ()  # of the mesh
    cuts: Cuts = field(default_factory=Cuts)  # what has to divide over which of them, as the arguments say

    @property
    def meaning(self) -> dict[str, Ratio]:
        """What the base letter of a cut size stands for: D/X."""
        return {n: letter(n) / product(self._value(a) for a in axes) for n, axes in self.cut.items()}

    def divisible(self, axes: tuple[str, ...]) -> Setting:
        """The same with every open size a multiple of every axis, for code that cuts sizes of its own accord."""
        rest = [n for n in self.bases if n not in axes]
        return Setting(
            self.bases, {n: tuple(dict.fromkeys((*self.cut.get(n, ()), *axes))) for n in rest}, self.fixed, self.axes
        )

    def opened(self, cut: Mapping[str, tuple[str, ...]]) -> Setting:
        """The same with these sizes, which are fixed and cut, no numbers but letters, of which a part shows itself."""
        rest = {n: v for n, v in self.fixed.items() if n not in cut}
        return Setting((*cut, *self.bases), {**self.cut, **cut}, rest, self.axes, self.cuts)

    def _value(self, name: str) -> Ratio:
        return ratio(self.fixed[name]) if name in self.fixed else letter(name)

    def sizes(self, base: Mapping[str, int]) -> dict[str, int]:
        """Every size at one assignment of the base letters."""
        out = {**self.fixed, **base}
        for n, axes in self.cut.items():
            out[n] = base[n] * math.prod(out[a] for a in axes)
        return out


def setting(
    specs: Iterable[Spec], others: Iterable[str], mesh: tuple[tuple[str, int | None], ...], fixed: Mapping[str, int]
) -> Setting:
    """The letters that need numbers, in order of appearance, mesh axes last."""
    specs = list(specs)
    axes = {a for a, _ in mesh}
    cut: dict[str, tuple[str, ...]] = {}
    for s in specs:
        for d in s.dims:
            if not d.axes:
                continue
            open_ = [n for n in d.names if n not in fixed]
            ways = math.prod(fixed.get(a, 1) for a in d.axes)
            if not open_:
                n = d.at(fixed)
                if any(a not in fixed for a in d.axes) or n % ways:
                    raise SymroofError(f"{s.text}: {n} does not divide over {', '.join(d.axes)}; leave one a symbol")
                continue
            have = cut.get(open_[-1], ())
            cut[open_[-1]] = tuple(dict.fromkeys((*have, *d.axes)))
    names = dict.fromkeys([*(n for s in specs for n in s.names), *others])
    factors = {n for s in specs for d in s.dims for _, found in d.terms for n in found if len(found) > 1}
    alone = {n for s in specs for d in s.dims for _, found in d.terms for n in found if len(found) == 1}
    clash = sorted((set(names) & axes) - (factors - alone - set(others)))
    if clash:
        raise SymroofError(f"{clash[0]} is a size and a mesh axis; rename one of them")
    bases = [n for n in names if n not in fixed and n not in axes] + [a for a, _ in mesh if a not in fixed]
    rows = tuple(dict.fromkeys(_cut(d, s.text, fixed) for s in specs for d in s.dims if d.axes))
    return Setting(tuple(bases), cut, dict(fixed), tuple(a for a, _ in mesh), Cuts(rows))


def _cut(d: Dim, text: str, fixed: Mapping[str, int]) -> Cut:
    """The law of a dim that is cut: its size, a name or a sum of products, over its axes."""
    size = d.ratio.subs({n: fixed[str(n)] for n in d.ratio.names if str(n) in fixed})
    value = size.constant()
    plain = d.terms == ((1, d.names),) and len(d.names) == 1 and value is None
    axes = tuple((a, fixed.get(a)) for a in d.axes)
    return Cut(str(d.ratio), None if plain else size if value is None else value, axes, text)
