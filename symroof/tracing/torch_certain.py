"""What an operator of PyTorch needs of its operands for certain: what a mask picks, what windows meet."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from symroof.algebra.ratios.posynomial import Ratio, build, product, ratio
from symroof.tracing.edges import certain, implied
from symroof.tracing.edges import met as reached
from symroof.tracing.fixed import OF_ITSELF
from symroof.tracing.graph import Value, is_float
from symroof.tracing.reader import ZERO, positive_part
from symroof.tracing.torch_costs import BAGS, Row

Axis = tuple[int, int, int]  # of windows: stride, padding, dilation
# of operands that data or a mask may leave unread: which
_PICKED = {"where": (1, 2), "masked_fill": (0,), "masked_scatter": (0, 1), "tril": (0,), "triu": (0,),
           "threshold_backward": (0,), "max_pool2d_with_indices_backward": (1,), "masked_select": (0,)}  # fmt: skip
_CONVOLUTIONS = {"convolution", "_convolution", "cudnn_convolution", "mkldnn_convolution", "_slow_conv2d_forward"}
_WINDOWS = {"max_pool2d_with_indices", "max_pool3d_with_indices", "max_pool1d", "max_pool2d", "avg_pool1d",
            "avg_pool2d", "avg_pool3d"}  # fmt: skip


_BY_ELEMENT = {"scatter", "put", "scatter_add", "scatter_reduce"}
_SETS = {"index_put", "_index_put_impl", "_unsafe_index_put", "scatter", "put"}  # at places that data give
_WITHIN = {"slice_scatter", "select_scatter"}  # at places that the code gives
_ROWS = {*BAGS, "nll_loss_forward", "nll_loss2d_forward"}  # those at indices; labels may be ones to ignore
_UPSAMPLED = {"upsample_nearest2d", "upsample_bilinear2d"}


def unread(r: Row) -> frozenset[int]:
    """The operands whose elements it does not read: of which it takes the shape, or which count 0 times."""
    name = r.name.rstrip("_")
    if name == "fill" or (name == "copy" and r.name != name):
        return frozenset((0,))
    if name in ("nll_loss_backward", "nll_loss2d_backward"):
        return frozenset((1,))
    return frozenset((0,)) if name in ("addmm", "baddbmm", "addbmm") and r.named.get("beta") == 0 else frozenset()


def rows_read(r: Row) -> Ratio | None:
    """Bytes that a bag of rows, or a loss of one entry a row, reads: those at its indices; None of other operators."""
    if r.name in BAGS:
        rows, width = r.ins[1].elements, r.ins[0].shape[-1]
        table, rest = rows * width * r.ins[0].width, r.ins[1:]
    elif r.name in ("nll_loss_forward", "nll_loss2d_forward"):
        table, rest = r.ins[1].elements * r.ins[0].width * len(r.ins[::2]), r.ins[1:2]  # and the weights of the labels
    else:
        return None
    return sum((v.bytes for v in rest if not v.free), table)


def only(r: Row) -> dict[int, Ratio]:
    """What is 0 where an operand does not matter: of one number the place is known, in a table of one row too."""
    dim = r.named.get("dim", -1)
    if r.name in ("argmax", "argmin", "argsort", "sort", "topk"):
        x = r.ins[0]
        return {0: (x.shape[dim] if type(dim) is int and "dim" in r.named and x.shape else x.elements) - 1}
    if r.name in ("embedding", "index_select", "gather") and len(r.ins) == 2:
        return {1: r.ins[0].shape[0 if r.name == "embedding" else dim] - 1}
    there = r.named.get("indices", (True,) if r.name.startswith("scatter") else ())
    if len(r.ins) > 1 and sum(there) == 1 and r.ins[1].dtype.startswith("int"):
        return {1: r.ins[0].shape[dim if "dim" in r.named else there.index(True)] - 1}
    return {}


def needed(r: Row) -> tuple[Ratio | None, ...]:
    """Elements of each operand that are read for certain, None for all; () where that is all of every one."""
    name = r.name.rstrip("_")
    if _is_fixed(r, name):
        return (ZERO,) * len(r.ins)
    if name in _PICKED:
        return tuple(ZERO if i in _PICKED[name] else None for i in range(len(r.ins)))
    if name.endswith("grouped_mm") and any(v.dtype.startswith("int") for v in r.ins):  # groups that data end
        return tuple(None if v.dtype.startswith("int") else ZERO for v in r.ins)
    if name in _ROWS:
        return tuple(ZERO if v.dtype == r.ins[0].dtype else None for v in r.ins)
    if name in _SETS or name in _WITHIN:
        return _written_over(r, name)
    if name.startswith("_scaled_dot_product"):
        return _causal(r, 1 if name.endswith("backward") else 0)
    return _of_windows(r, name)


_BITS = {"bitwise_and": "and", "bitwise_or": "or", "bitwise_xor": "xor"}
_NUMBERS = {("mul", 0), ("and", 0), ("or", -1)}  # beside whole numbers


def _is_fixed(r: Row, name: str) -> bool:
    """Whether a result is one number whatever the operands are: see ``fixed``; unsigned formats are not told apart."""
    name, whole = _BITS.get(name, name), not any(is_float(v.dtype) for v in r.ins)
    if name in ("isnan", "isinf"):
        return whole
    if len(r.ins) == 2:
        return whole and not r.args and _is_row_twice(*r.ins) and name in OF_ITSELF
    if len(r.ins) != 1 or len(r.args) != 1 or len(found := set(map(str, r.args[0]))) != 1:
        return False
    beside = {str(n) for key, n in _NUMBERS if key == name} if whole and "other" in r.named else set()
    return found <= (beside | ({"0", "0.0"} if name == "pow" and "exponent" in r.named else set()))


def _is_row_twice(a: Value, b: Value) -> bool:
    """Whether two looks are at all of one array in one order, which of several dims is not known: ``x == x.T``."""
    return a.root is b.root and all(len(v.shape) == 1 and v.elements == v.root.elements for v in (a, b))


def _mirrored(r: Row) -> Ratio:
    """Elements of what becomes real by a Fourier transform, less half of each that is its own mirror image."""
    x, along = r.ins[0], [d % len(r.ins[0].shape) for d in r.args[0][0]]
    own: int = max(2 - n % 2 for n in r.args[-1])
    for n in (x.shape[d].constant() for d in along[:-1]):
        own *= 2 if n is None else 2 - int(n) % 2
    return x.elements - product(n for d, n in enumerate(x.shape) if d not in along) * own / 2


def _of_windows(r: Row, name: str) -> tuple[Ratio | None, ...]:
    """The same of what is resampled, cut off, or met by windows."""
    lists = [list(a[0]) for a in r.args if isinstance(a[0], (list, tuple))]
    flags = [a[0] for a in r.args if type(a[0]) is bool]
    one = {
        "constant_pad_nd": _uncut,
        "_fft_c2r": _mirrored,
        "im2col": _unfolded,
        **dict.fromkeys(_UPSAMPLED, _resampled),
    }.get(name)
    if one is not None:
        return (one(r),)
    if name in _CONVOLUTIONS and len(lists) >= 3:
        x, w = r.ins[:2]
        if any(flags[:1]):  # transposed: every element is spread over its taps
            return ()
        axes = list(zip(*lists[:3]))
        x_met = met(x.shape, r.outs[0].shape, list(w.shape[2:]), axes)
        return x_met, _taps(x.shape, w.shape, r.outs[0].shape, axes)
    if name in _WINDOWS and lists:
        size = lists[0]
        rank = len(size)
        stride = lists[1] if len(lists) > 1 and lists[1] else size
        pad = lists[2] if len(lists) > 2 else [0] * rank
        apart = lists[3] if len(lists) > 3 else [1] * rank
        if any(flags[:1]):  # the last window may reach past the end
            return (ZERO,)
        return (met(r.ins[0].shape, r.outs[0].shape, size, list(zip(stride, pad, apart))),)
    return ()


class Places(NamedTuple):
    """Where an operator writes as data say: how many places, elements of all of them, and whether it adds there."""

    many: Ratio
    elements: Ratio
    adds: bool


def places(r: Row) -> Places | None:
    """Where it writes; None where that is elsewhere, or a mask says where."""
    name = r.name.rstrip("_")
    x, index = r.ins[0], [v for v in r.ins[1:] if v.dtype.startswith("int")][:1]
    if name in _BY_ELEMENT and index:
        return Places(index[0].elements, index[0].elements, "add" in name or "reduce" in name or _joins(r))
    if name == "index_add" and index:
        dim = r.named["dim"]
        rest = product(n for i, n in enumerate(x.shape) if i != dim % len(x.shape))
        return Places(index[0].elements, index[0].elements * rest, True)
    there = r.named.get("indices", ())
    among = r.ins[1 : 1 + sum(there)]
    if name not in _SETS or not among or any(v.dtype == "bool" for v in among):
        return None
    beside = product(n for i, n in enumerate(x.shape) if i >= len(there) or not there[i])
    count = product({n for v in among for n in v.shape})  # at least as many as they meet in
    return Places(count, count * beside, _joins(r))


def _joins(r: Row) -> bool:
    return r.named.get("accumulate") is True or r.named.get("reduce") is not None


def _written_over(r: Row, name: str) -> tuple[Ratio | None, ...]:
    """Of what is partly written over the rest; of what is written what no other can be put upon."""
    x = r.ins[0]
    if name in _WITHIN:
        return positive_part(x.elements - r.ins[-1].elements), None
    there = places(r)
    if there is None:
        return ZERO, *(ZERO if v.dtype == x.dtype else None for v in r.ins[1:])
    if there.adds:
        return ()
    return positive_part(x.elements - there.elements), *put_there(r, there)


def put_there(r: Row, there: Places) -> tuple[Ratio | None, ...]:
    """What is needed of places and updates: of updates all where each counts, else nothing but of a single one."""
    last = len(r.ins) - 1
    sure = None if there.adds or there.many == 1 else ZERO
    return tuple(sure if i == last and r.ins[i].dtype == r.ins[0].dtype else None for i in range(1, last + 1))


def _resampled(r: Row) -> Ratio | None:
    """Elements that a resampling meets along its two dims: each result begins at another one, or all are met.

    All of n where there are as many results, or s for each of them, s whole; of another s over 1 perhaps not the last.
    """
    x, out = r.ins[0], r.outs[0]
    parts, whole = [*x.shape[:-2]], True
    for n, o, key in zip(x.shape[-2:], out.shape[-2:], ("scales_h", "scales_w")):
        s = r.named.get(key)
        met = n if n == o or (s is None and implied(o - n)) else build("min", [n, o])
        if n != o and s is not None:
            met = o if s < 1 else n if s == int(s) else positive_part(n - 1)
        elif n == o and s is not None and s > 1 and s != int(s):
            met = positive_part(n - 1)
        parts.append(met)
        whole = whole and met == n
    return None if whole else product(parts)


def _causal(r: Row, at: int) -> tuple[Ratio | None, ...]:
    """Of T keys and values a mask that begins at the upper left lets S queries meet the first S."""
    q, k = r.ins[at], r.ins[at + 1]
    s, t = q.shape[-2], k.shape[-2]
    if implied(s - t) or not r.named.get("is_causal"):
        return ()
    met = s if implied(t - s) else build("min", [s, t])
    return tuple(v.elements / t * met if i in (at + 1, at + 2) else None for i, v in enumerate(r.ins))


def _unfolded(r: Row) -> Ratio | None:
    """Elements that windows of k taps meet at a stride s: all at 1; k of each s where they stand apart, evenly."""
    x, lists = r.ins[0], [a[0] for a in r.args if isinstance(a[0], (list, tuple))]
    parts, whole = [*x.shape[:-2]], True
    for n, k, apart, pad, s in zip(x.shape[-2:], *lists):
        if s == 1 and apart == 1:
            parts.append(n)
            continue
        each = n / s
        even = all(Fraction(c).denominator == 1 for _, c in each.num.monomials()) and each.num.monomials() != []
        if pad or apart != 1 or k > s or not even:
            return ZERO
        parts.append(each * k)
        whole = whole and k == s
    return None if whole else product(parts)


def _edges(r: Row) -> list[tuple[int, int]] | None:
    """The padding of a ``constant_pad_nd`` along each dim, last dim first; None where it is another at other sizes."""
    every = [a for a in r.args if isinstance(a[0], (list, tuple))]
    same = bool(every) and all(list(x) == list(every[0][0]) for x in every[0])
    return list(zip(every[0][0][::2], every[0][0][1::2])) if same else None


def padded(r: Row) -> bool:
    """Whether the result begins with padding."""
    return r.name == "constant_pad_nd" and any(low > 0 for low, _ in _edges(r) or ())


def _uncut(r: Row) -> Ratio | None:
    """Elements that are left where padding below 0 cuts some off; None for all of them."""
    edges = _edges(r)
    if edges is None:
        return ZERO
    less = [min(low, 0) + min(high, 0) for low, high in edges]
    dims = [n + by for n, by in zip(reversed(r.ins[0].shape), less)]
    left = product(positive_part(n) for n in dims)
    return left * product([*reversed(r.ins[0].shape)][len(less) :]) if any(less) else None


def met(shape: Sequence[Ratio], out: Sequence[Ratio], size: Sequence[object], axes: Sequence[Axis]) -> Ratio | None:
    """Elements that windows meet along the last axes for certain, None for all of them.

    Of ``o`` windows of ``k`` at a stride ``s`` with padding ``p``: all where ``p >= s - 1``, as at a stride of 1; else
    ``(o - 1)*s + k - 2*p``, and ``o*k`` of those that stand apart without padding.

    >>> from symroof.algebra.ratios.posynomial import gen
    >>> n = gen("N")
    >>> met((2 * n,), (n,), (1,), ((2, 0, 1),)), met((2 * n + 1,), (n,), (2,), ((2, 0, 1),))
    (N, 2*N)
    >>> met((n,), (n,), (3,), ((1, 1, 1),)) is None
    True
    """
    if len(axes) > len(shape) or len(axes) != len(size):
        return ZERO
    first, parts, whole = len(shape) - len(axes), list(shape[: len(shape) - len(axes)]), True
    for i, (k, (s, p, apart)) in enumerate(zip(size, axes)):
        n, o = shape[first + i], out[len(out) - len(axes) + i]
        count = k if isinstance(k, Ratio) else ratio(int(str(k)))
        if s == 1:
            parts.append(certain(n, [n, count, ratio(apart), o, ratio(s), ratio(p), ratio(1)], reached))
            whole = whole and parts[-1] == n
            continue
        taps = int(count.constant() or 0)  # 0 of as many as a size says
        if apart == 1 and s <= taps and s - 1 <= p < taps:
            parts.append(n)
            continue
        whole = False
        if not taps or apart != 1:
            return ZERO
        if p == 0 and s > taps:
            parts.append(o * taps)
        elif s <= taps and 2 * p <= taps:
            parts.append((o - 1) * s + taps - 2 * p)
        else:
            return ZERO
    return None if whole else product(parts)


def _taps(shape: Sequence[Ratio], weights: Sequence[Ratio], out: Sequence[Ratio], axes: Sequence[Axis]) -> Ratio | None:
    """Elements of a convolution's weights whose tap meets an element of the input for certain, None for all."""
    if len(axes) != len(shape) - 2 or len(axes) != len(weights) - 2:
        return ZERO
    parts = [*weights[:2]]
    for n, k, o, (s, p, apart) in zip(shape[2:], weights[2:], out[2:], axes):
        spots = [k, n, ratio(1), o, ratio(s), (o - 1) * s - p, ratio(apart)]
        parts.append(certain(k, spots, reached))
    found = product(parts)
    return None if found == product(weights) else found
