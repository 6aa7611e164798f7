"""How the elements of a view lie in the array that it looks at, and whether it is that array as it came.

An order has for each dim the sizes and strides of its parts, outermost first; None is the array's own order, an empty
tuple one that is not known.

>>> from symroof.tracing.reader import letter
>>> a, b = letter("A"), letter("B")
>>> turned = transposed(None, (a, b), (1, 0))
>>> turned, transposed(turned, (b, a), (1, 0)), reshaped(turned, (a * b,))
((((B, 1),), ((A, B),)), None, (((B, 1), (A, B)),))
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from itertools import chain
from typing import Any

from symroof.algebra.ratios.posynomial import Ratio, ratio
from symroof.tracing.graph import Order, Value, is_float

ANEW = {"copy", "copy_p", "reduce_precision"}  # views for whoever reads them, another array as a result
CASTS = {"real", "imag", "bitcast_convert_type"}  # of one array to one format by each is another
_LOST: Order = ()


def arrange(name: str, params: Mapping[str, Any], source: Value, out: Value) -> None:
    """Note how a view lies in what it looks at."""
    out.anew = name in ANEW
    out.cast = name if name in CASTS else ""
    if name == "transpose":
        out.order = transposed(source.order, source.shape, params["permutation"])
    elif name == "rev":
        out.order = turned(source.order, source.shape, params["dimensions"])
    elif source.order is None or out.shape == source.shape:
        out.order = source.order
    else:
        out.order = reshaped(source.order, out.shape) if out.elements == source.elements else _LOST


def transposed(order: Order | None, shape: Sequence[Ratio], axes: Sequence[int]) -> Order | None:
    """The order of an array of this shape with its axes permuted."""
    rows = _rows(order, shape)
    return rows and _settled(tuple(rows[i] for i in axes))


def turned(order: Order | None, shape: Sequence[Ratio], axes: Sequence[int]) -> Order | None:
    """The order of an array of this shape that is read backwards along some axes."""
    rows = _rows(order, shape)
    return rows and _settled(
        tuple(tuple((n, -step) for n, step in row) if i in axes else row for i, row in enumerate(rows))
    )


def reshaped(order: Order, shape: Sequence[Ratio]) -> Order | None:
    """The same elements in another shape; not known where a dim of it ends inside of a part that it does not divide."""
    left = list(chain.from_iterable(order))
    if any(n == 0 for n, _ in left):
        return _LOST
    rows: list[tuple[tuple[Ratio, Ratio], ...]] = []
    for size in reversed(shape):
        row: list[tuple[Ratio, Ratio]] = []
        while size != 1:
            if not left:
                return _LOST
            n, step = left.pop()
            if divides(n, size):
                row.insert(0, (n, step))
                size = size / n
            elif divides(size, n):
                row.insert(0, (size, step))
                left.append((n / size, step * size))
                size = ratio(1)
            else:
                return _LOST
        rows.insert(0, tuple(row))
    return _settled(tuple(rows))


def _rows(order: Order | None, shape: Sequence[Ratio]) -> Order:
    """The order of an array of this shape, where None stands for its own."""
    if order is not None:
        return order
    rows: list[tuple[tuple[Ratio, Ratio], ...]] = []
    step = ratio(1)
    for size in reversed(shape):
        rows.insert(0, ((size, step),))
        step = step * size
    return tuple(rows)


def _settled(order: Order) -> Order | None:
    """None where the elements lie in their own order."""
    step = ratio(1)
    for n, here in reversed(list(chain.from_iterable(order))):
        if n == 1:
            continue
        if here != step:
            return order
        step = step * n
    return None


def divides(n: Ratio, size: Ratio) -> bool:
    """Whether one size divides another whatever the sizes: their quotient is a polynomial of whole coefficients."""
    q = size / n
    terms = list(q.num.monomials())
    return q.den.constant() == 1 and all(c % 1 == 0 and all(e > 0 for e in m.values()) for m, c in terms)


# -- whether a result is an array of its own --------------------------------------------------------------------------


def unchanged(v: Value, surely: bool = False) -> bool:
    """Whether a view is its root element for element, in another shape at most; ``surely``: where it may be, too."""
    root = v.root
    if v.exact != root.exact or v.elements != root.elements or not (v.order is None or (surely and v.order == _LOST)):
        return False
    w = v
    while w.source is not None:
        if w.anew or _loses(root, w, surely):
            return False
        if w.elements != root.elements and (not surely or (w.source.elements == root.elements and w.part is not None)):
            return False
        w = w.source
    return True


def handed_through(v: Value, surely: bool = False) -> bool:
    """Whether a result is an argument as it came, or in another shape; ``surely``: where it may be, too."""
    return v.root.home in ("argument", "constant") and unchanged(v, surely)


def turning(v: Value) -> frozenset[Ratio]:
    """For a result that is an argument in another order: what must not be 0 for it to be another array at all.

    Of a dim of one element there is one order: x.T of one row is that row.
    """
    if v.root.home not in ("argument", "constant") or not v.order or v.exact != v.root.exact:
        return frozenset()
    w = v
    while w.source is not None:
        if w.anew or w.elements != v.root.elements or _loses(v.root, w, True):
            return frozenset()
        w = w.source
    moved = (row for row, own in zip(v.order, _rows(None, v.shape)) if row != own)
    return frozenset(n - 1 for n, _ in chain.from_iterable(moved) if n.constant() is None)


def _loses(root: Value, w: Value, surely: bool) -> bool:
    """Whether a cast on the way rounds: to what is narrower, of the same width, or to whole numbers."""
    if w.dtype == root.dtype or root.dtype == "bool":
        return False
    if surely:
        return w.width < root.width
    return w.width <= root.width or (is_float(root.dtype) and not is_float(w.dtype))


def buffer(v: Value) -> Hashable:
    """Which array in memory a result is: views of one array that differ in format, order or extent are several."""
    if unchanged(v):
        return id(v.root)
    way: list[object] = []
    w = v
    while w.source is not None:
        if w.anew or w.elements != w.source.elements:
            way.append(id(w) if w.spot is None else w.spot)
        way += _changed(v.root, w)
        w = w.source
    lies = None if v.order is None else tuple(x for row in v.order for x in row if x[0] != 1)
    return id(w), v.exact, v.elements, lies, tuple(way)


def casts(v: Value) -> list[Hashable]:
    """The casts on the way to a view that leave something of its root out, first to last."""
    found: list[Hashable] = []
    w = v
    while w.source is not None:
        found = [*_changed(v.root, w), *found]
        w = w.source
    return found


def _changed(root: Value, w: Value) -> list[Hashable]:
    """The cast of one view, where it may leave something out: the same cast twice is one array."""
    same = w.source is not None and w.exact == w.source.exact
    return [(w.cast, w.exact)] if w.cast or (not same and _loses(root, w, False)) else []
