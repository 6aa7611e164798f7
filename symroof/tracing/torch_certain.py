"""What an operator of PyTorch needs of its operands for certain: what a mask picks, what windows meet."""

from __future__ import annotations

from collections.abc import Sequence

from symroof.algebra.ratios.posynomial import Ratio, build, product, ratio
from symroof.tracing.edges import certain, implied
from symroof.tracing.edges import met as reached
from symroof.tracing.torch_costs import Row

ZERO = ratio(0)
Axis = tuple[int, int, int]  # of windows: stride, padding, dilation
# of operands that data or a mask may leave unread: which
_PICKED = {"where": (1, 2), "masked_fill": (0,), "masked_scatter": (0, 1), "tril": (0,), "triu": (0,),
           "threshold_backward": (0,), "max_pool2d_with_indices_backward": (1,), "masked_select": (0,)}  # fmt: skip
_CONVOLUTIONS = {"convolution", "_convolution", "cudnn_convolution", "mkldnn_convolution", "_slow_conv2d_forward"}
_WINDOWS = {"max_pool2d_with_indices", "max_pool3d_with_indices", "max_pool1d", "max_pool2d", "avg_pool1d",
            "avg_pool2d", "avg_pool3d"}  # fmt: skip


def needed(r: Row) -> tuple[Ratio | None, ...]:
    """Elements of each operand that are read for certain, None for all; () where that is all of every one."""
    name = r.name.rstrip("_")
    if name in _PICKED:
        return tuple(ZERO if i in _PICKED[name] else None for i in range(len(r.ins)))
    if name == "constant_pad_nd":
        return (_uncut(r),)
    lists = [list(a[0]) for a in r.args if isinstance(a[0], (list, tuple))]
    flags = [a[0] for a in r.args if type(a[0]) is bool]
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
    left = product(n if implied(n) else build("max", [ZERO, n]) for n in dims)
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
