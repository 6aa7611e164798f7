"""Arrays as the notation writes them: a number format, named dims, and how each dim is cut over a mesh of chips.

>>> from symroof.dtypes import dtype
>>> x = Array(dtype("bf16"), ("B", "D"))
>>> str(x), x.bytes
('bf16[B, D]', 2*B*D)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import final

from symroof.algebra.ratios.posynomial import Ratio, gen, product, ratio
from symroof.algebra.ratios.sizes import SIZE, Cut, Cuts, echo, fault
from symroof.dtypes import DType
from symroof.errors import NotationError
from symroof.lazy import once
from symroof.records import dataclass
from symroof.shown import visible
from symroof.symbols import key

Axes = tuple[str, ...]
Size = int | Ratio  # a number, or a product of other sizes that it is tied to, as F = 4*D
Bound = tuple[tuple[str, Size], ...]  # (name, size), sorted by name


@visible
@final
@dataclass(frozen=True)
class Array:
    """A dense array; one device's part of it when sharded.

    >>> from symroof import op
    >>> x = op("bf16[B, D_X] * bf16[D_X, F] -> bf16[B, F]", mesh="X").arrays[0]
    >>> print(x), x.bytes
    bf16[B, D_X]
    (None, 2*B*D/X)
    """

    dtype: DType
    dims: tuple[str, ...]  # names; "1" for a dim of one element
    name: str | None = None
    sharding: tuple[Axes, ...] = ()  # for each dim the mesh axes it is cut over; () when none is cut
    unreduced: Axes = ()  # mesh axes over which partial sums are still to be added
    sizes: Bound = ()  # the dims and mesh axes whose size is a number

    def __post_init__(self) -> None:
        if not any(self.sharding):
            object.__setattr__(self, "sharding", ())

    def __getstate__(self) -> dict[str, object]:
        return {f: self.__dict__[f] for f in ("dtype", "dims", "name", "sharding", "unreduced", "sizes")}

    def axes(self, dim: str) -> Axes:
        """The mesh axes that dim is cut over."""
        return self.sharding[self.dims.index(dim)] if self.sharding and dim in self.dims else ()

    @property
    def cut_really(self) -> tuple[Axes, ...]:
        """For each dim the axes that cut it into more than one piece."""
        return tuple(tuple(x for x in cut if self.size(x) != 1) for cut in self.sharding or ((),) * len(self.dims))

    def is_part_of(self, other: Array) -> bool:
        """Whether a device that has its part of the other array of this name has all of this one.

        >>> from symroof.dtypes import dtype
        >>> whole = Array(dtype("bf16"), ("I", "J"), "A")
        >>> rows = whole.cut((("X",), ()))
        >>> rows.is_part_of(whole), whole.is_part_of(rows), rows.is_part_of(whole.cut(((), ("X",))))
        (True, False, False)
        """
        if self.name is None or self.name != other.name or self._added() != other._added():
            return False  # one without a name is an array of its own
        mine, its = self.cut_really, other.cut_really
        more = [x for a, b in zip(mine, its) for x in a[len(b) :]]
        alike = all(a[: len(b)] == b for a, b in zip(mine, its)) and len(mine) == len(its)
        return alike and not {*more} & {x for b in its for x in b}

    def _added(self) -> set[str]:
        """The axes over which it is partial sums on several devices."""
        return {x for x in self.unreduced if self.size(x) != 1}

    def cut(self, sharding: tuple[Axes, ...]) -> Array:
        """The same array cut over other axes."""
        return Array(self.dtype, self.dims, self.name, sharding, self.unreduced, self.sizes)

    def size(self, name: str) -> Ratio:
        """The size of a dim of the whole array, or of a mesh axis: its symbol, or the number it is bound to."""
        return size_of(name, self.sizes)

    @property
    def is_sharded(self) -> bool:
        return bool(self.sharding) or bool(self.unreduced)

    @property
    def global_shape(self) -> tuple[Ratio, ...]:
        """Sizes of the dims of the whole array."""
        return tuple(self.size(d) for d in self.dims)

    @property
    def shape(self) -> tuple[Ratio, ...]:
        """Sizes of the dims on one device: each divided by the axes it is cut over."""
        whole = self.global_shape
        if not self.sharding:
            return whole
        return tuple(_part(s, tuple(map(self.size, axes))) for s, axes in zip(whole, self.sharding))

    @once
    def elements(self) -> Ratio:
        """Elements on one device."""
        return volume(self.shape)

    @property
    def width(self) -> Ratio:
        """Bytes of one element."""
        return gen(self.dtype.key or self.dtype.name) if self.dtype.is_symbolic else ratio(self.dtype.bytes)

    @once
    def bytes(self) -> Ratio:
        """Bytes on one device: width times elements."""
        return self.width * self.elements

    @property
    def global_bytes(self) -> Ratio:
        """Bytes of the whole array, all devices together and no copy counted twice."""
        return self.width * product(self.global_shape)

    def cuts(self, text: str = "") -> Cuts:
        """Its dims that are cut, with the axes, or tied to what may be no whole number; ``text`` is what says so.

        >>> from symroof import op
        >>> x = op("bf16[B, D_X] * bf16[D_X, F] -> bf16[B, F]", mesh="X=4").arrays[0]
        >>> x.cuts().rows[0].wrong({"D": 10})
        'D=10 does not divide into 4 equal parts over X'
        """
        known = dict(self.sizes)
        every = zip(self.dims, self.sharding or ((),) * len(self.dims))
        rows = [(d, axes) for d, axes in every if axes or Cut(d, known.get(d), ()).parts != 1]
        return Cuts(tuple(Cut(d, known.get(d), tuple(_numbered(axes, known)), text) for d, axes in rows))

    def __str__(self) -> str:
        return written(self)


def _numbered(axes: Axes, known: Mapping[str, Size]) -> Iterable[tuple[str, int | None]]:
    """The axes with their numbers, None where they are open."""
    return ((a, n if isinstance(n := known.get(a), int) else None) for a in axes)


@lru_cache(maxsize=4096)
def _part(size: Ratio, ways: tuple[Ratio, ...]) -> Ratio:
    """A dim on one device; the arrays of one operation ask for the same few again and again."""
    return size / product(ways)


@lru_cache(maxsize=4096)
def volume(shape: tuple[Ratio, ...]) -> Ratio:
    """The product of some sizes."""
    return product(shape)


def distinct(arrays: Iterable[Array]) -> list[Array]:
    """The arrays, of those with one name only what is no part of another: what is read once serves both.

    >>> from symroof import op
    >>> gram = op("bf16 A[I, J] * bf16 A[I, J] -> bf16 G[J, J]")
    >>> [str(a) for a in distinct(gram.arrays)]
    ['bf16 A[I, J]']
    """
    out: list[Array] = []
    for a in arrays:
        if not any(a.is_part_of(b) for b in out):
            out = [*(b for b in out if not b.is_part_of(a)), a]
    return out


def size_of(name: str, sizes: Bound) -> Ratio:
    """The symbol of that name, or the number it is bound to."""
    if name == "1":
        return ratio(1)
    for bound, n in sizes:
        if bound == name:
            return ratio(n)
    return gen(key(name, True))


def tied(sizes: Iterable[tuple[str, Size]]) -> tuple[str, ...]:
    """The names that sizes are tied to, which a tie makes symbols beside the dims.

    >>> tied([("D", gen("N") * gen("H")), ("B", 8)])
    ('H', 'N')
    """
    return tuple(sorted({str(n) for _, r in sizes if isinstance(r, Ratio) for n in r.names}))


def refuse_twice(given: Mapping[str, Size | Fraction], sizes: Mapping[str, Size]) -> None:
    """Refuse a size that has a number or a tie already, and another than the one given.

    >>> refuse_twice({"B": 8, "D": 2}, {"B": 8})
    >>> refuse_twice({"F": 8}, {"F": 4 * gen("D")})
    Traceback (most recent call last):
    symroof.errors.NotationError: F is bound twice: 4*D and 8; bind D
    """
    for k, n in sizes.items():
        if given.get(k, n) != n:
            remedy = f"; bind {', '.join(tied([(k, n)]))}" if isinstance(n, Ratio) else ""
            raise NotationError(f"{k} is bound twice: {n} and {given[k]}{remedy}")


def settled(sizes: Mapping[str, Size]) -> dict[str, Size]:
    """Sizes with those put in that others are tied to.

    >>> settled({"F": 4 * gen("D"), "D": gen("N") * gen("H"), "N": 2})
    {'F': 8*H, 'D': 2*H, 'N': 2}

    Raises NotationError for a size that comes out as no whole number, or is tied to itself.
    """
    out = dict(sizes)
    for _ in range(len(out) + 1):
        open_ = {k: r for k, r in out.items() if isinstance(r, Ratio)}
        known = {n: k for k, r in open_.items() for n in r.names}
        if not any(str(n) in out for n in known):
            return out
        for k, r in open_.items():
            found = r.subs({n: ratio(out[str(n)]) for n in r.names if str(n) in out})
            value = found.constant()
            if k in map(str, found.names):
                raise NotationError(f"{k} is tied to itself: {k}={found}")
            if value is not None and fault(value):
                raise NotationError(f"{k}={r} is {echo(ratio(value))} here; {SIZE}")
            out[k] = found if value is None else int(value)
    raise NotationError(f"sizes are tied in a circle: {', '.join(k for k, r in out.items() if isinstance(r, Ratio))}")


def uneven(dim: str, axes: Axes, sizes: Mapping[str, Size]) -> str | None:
    """What is wrong where a dim does not divide over the axes that cut it; None where it does, or a size is open.

    >>> uneven("I", ("X",), {"I": 10, "X": 4})
    'I=10 does not divide into 4 equal parts over X'
    """
    return Cut(dim, None, tuple((a, None) for a in axes)).wrong(sizes)


def written(a: Array, show: dict[str, Size] | None = None) -> str:
    """The array in notation; sizes in ``show`` are written at their dim, as in D=4096, and taken out of it."""
    cuts = a.sharding or ((),) * len(a.dims)
    cells = []
    for d, axes in zip(a.dims, cuts):
        cell = d
        if axes:
            cell += "_" + (axes[0] if len(axes) == 1 else "{" + ",".join(axes) + "}")
        if show and d in show:
            cell += f"={show.pop(d)}"
        cells.append(cell)
    label = str(a.dtype) + (f" {a.name}" if a.name else "")
    tail = "{U_" + (a.unreduced[0] if len(a.unreduced) == 1 else "{" + ",".join(a.unreduced) + "}") + "}"
    return f"{label}[{', '.join(cells)}]" + (tail if a.unreduced else "")
