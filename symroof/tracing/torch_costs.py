"""What each operator of PyTorch costs: a table, by the operator's name without its overload.

Products and convolutions as ``torch.utils.flop_counter`` counts them (padded taps of convolutions included), attention
kernels as the products inside them; elementwise work by the operations of the definition.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from symroof.algebra.ratios.posynomial import Ratio, build, product, ratio, total
from symroof.tracing.costs import matrix_work
from symroof.tracing.graph import INTEGER, MATRIX, TRANSCENDENTAL, VECTOR, Line, Value, Work, is_float
from symroof.tracing.reader import ZERO, positive_part

# vector and transcendental operations an element of the largest array
ELEMENTWISE: dict[str, tuple[int, int]] = {
    **dict.fromkeys(
        """add sub rsub mul div neg abs relu maximum minimum clamp clamp_min clamp_max where eq ne lt le gt ge sign
        floor ceil round trunc remainder fmod logical_and logical_or logical_not logical_xor bitwise_and bitwise_or
        bitwise_not
        bitwise_xor masked_fill threshold_backward square isnan isinf isfinite fill hardtanh leaky_relu relu6
        floor_divide true_divide frac positive dropout native_dropout_backward bitwise_left_shift bitwise_right_shift
        __lshift__ __rshift__ __and__ __or__ __xor__ heaviside sgn hardtanh_backward leaky_relu_backward tril triu
        masked_scatter copysign __iand__ __ior__""".split(),  # noqa: SIM905
        (1, 0),
    ),
    **dict.fromkeys(
        """exp exp2 expm1 log log2 log10 log1p sin cos tan tanh sinh cosh asin acos atan atan2 sqrt rsqrt erf erfc
        erfinv
        sigmoid pow lgamma digamma reciprocal asinh acosh atanh special_expit i0""".split(),  # noqa: SIM905
        (0, 1),
    ),
    "lerp": (3, 0), "addcmul": (3, 0), "addcdiv": (3, 0), "native_dropout": (2, 0), "bernoulli": (1, 0),
    "silu": (1, 1), "silu_backward": (5, 1), "tanh_backward": (3, 0),
    "sigmoid_backward": (3, 0), "softplus": (2, 2), "softplus_backward": (3, 1), "elu": (2, 1), "elu_backward": (3, 1),
    "hardswish": (4, 0), "hardswish_backward": (5, 0), "hardsigmoid": (3, 0), "mish": (2, 3), "logit": (2, 1),
    "_softmax": (4, 1), "_softmax_backward_data": (4, 0), "_log_softmax_backward_data": (3, 1),
    "_safe_softmax": (4, 1), "log_sigmoid_forward": (2, 2), "log_sigmoid_backward": (4, 1),
    "native_layer_norm": (8, 0), "native_layer_norm_backward": (14, 0), "native_group_norm": (8, 0),
    "native_group_norm_backward": (14, 0), "native_batch_norm": (8, 0), "native_batch_norm_backward": (14, 0),
    "_native_batch_norm_legit": (8, 0), "cudnn_batch_norm": (8, 0), "_fused_rms_norm": (5, 0),
    "_fused_rms_norm_backward": (9, 0), "_batch_norm_with_update": (8, 0), "batch_norm_backward": (14, 0),
    "_fused_adamw": (12, 1), "_fused_adam": (12, 1), "_fused_adagrad": (4, 1),
    "_foreach_add": (1, 0), "_foreach_mul": (1, 0), "_foreach_div": (1, 0), "_foreach_sqrt": (0, 1),
    "_foreach_lerp": (3, 0), "_foreach_addcmul": (3, 0), "_foreach_addcdiv": (3, 0), "mse_loss": (2, 0),
    "mse_loss_backward": (2, 0), "smooth_l1_loss": (4, 0), "huber_loss": (4, 0), "binary_cross_entropy": (4, 2),
    "binary_cross_entropy_with_logits": (4, 2), "upsample_nearest2d": (0, 0), "upsample_bilinear2d": (9, 0),
    "upsample_nearest2d_backward": (1, 0), "upsample_bilinear2d_backward": (9, 0), "rms_norm": (5, 0),
    "_weight_norm_interface": (3, 0), "hardswish_": (4, 0), "isclose": (4, 0),
}  # fmt: skip
REDUCTIONS = set(
    "sum mean amax amin max min prod argmax argmin any all var std norm var_mean std_mean cumsum cumprod nansum "  # noqa: SIM905
    "count_nonzero logcumsumexp cummax cummin aminmax".split()
)
# data is moved, or made in place, and nothing is worked out
MOVES = set(
    """copy clone contiguous cat stack repeat roll flip constant_pad_nd reflection_pad1d reflection_pad2d _to_copy
    index_select gather embedding index slice_scatter select_scatter nonzero_static as_strided_scatter diag_embed
    pixel_shuffle im2col col2im channel_shuffle slice_backward select_backward diagonal_backward unfold_backward
    scatter one_hot replication_pad2d replication_pad1d expand_copy permute_copy view_copy unfold_copy
    repeat_interleave take tril_indices triu_indices _reshape_copy flatten_dense_tensors _to_dense
    split_with_sizes_copy unbind_copy rot90 put alias_copy nested_view fold chunk_cat _chunk_cat""".split()  # noqa: SIM905
)
GENERATED = set(
    """empty zeros ones full arange eye linspace scalar_tensor empty_like zeros_like ones_like full_like new_empty
    new_zeros new_ones new_full empty_strided new_empty_strided rand randn randint rand_like randn_like randperm zero
    normal uniform lift_fresh randint_like _efficientzerotensor lift hann_window exponential random""".split()  # noqa: SIM905
)
SILENT = set(
    """detach device _local_scalar_dense _record_function_exit _record_function_enter_new is_same_size sym_size
    wait_tensor barrier _wrap_tensor_autograd mesh_get_process_group
    record_stream set_ resize_ _assert_async _assert_scalar item is_nonzero
    sym_numel sym_stride sym_storage_offset _has_compatible_shallow_copy_type is_pinned layout equal allclose _version
    _unsafe_view""".split()  # noqa: SIM905
)
ACCUMULATING = set(
    """index_add scatter_add index_put embedding_dense_backward _index_put_impl _unsafe_index_put scatter_reduce
    _embedding_bag_dense_backward _embedding_bag_backward index_reduce""".split()  # noqa: SIM905
)
READS_ROWS = {"embedding", "index_select", "gather", "index", "take", "_unsafe_index"}
BAGS = {"_embedding_bag", "_embedding_bag_forward_only"}
LOSSES = ("mse_loss", "smooth_l1_loss", "huber_loss", "binary_cross_entropy", "binary_cross_entropy_with_logits")
BATCH_NORMS = ("native_batch_norm", "_native_batch_norm_legit", "cudnn_batch_norm")
POOLS = {"max_pool2d_with_indices", "avg_pool2d", "max_pool1d", "avg_pool1d", "max_pool2d", "_adaptive_avg_pool2d",
         "adaptive_avg_pool2d", "max_pool2d_with_indices_backward", "avg_pool2d_backward", "avg_pool3d",
         "_adaptive_avg_pool2d_backward", "max_pool3d_with_indices", "adaptive_max_pool2d"}  # fmt: skip
# a collective's operator, ours, and what its volume is counted from: "in", "out", "all" devices' inputs, or what a
# "root" has: passed on along the ring it is on every link once, V for the (X - 1)/X*V of an AllGather
COLLECTIVES: Mapping[str, tuple[str, str]] = {
    **dict.fromkeys("all_reduce all_reduce_ all_reduce_coalesced allreduce_ allreduce_coalesced_".split(),  # noqa: SIM905
                    ("AllReduce", "in")),
    **dict.fromkeys("""all_gather_into_tensor all_gather_into_tensor_coalesced all_gather_into_tensor_out
                    _allgather_base_ allgather_ allgather_into_tensor_coalesced_""".split(),  # noqa: SIM905
                    ("AllGather", "out")),
    **dict.fromkeys("""reduce_scatter_tensor reduce_scatter_tensor_coalesced _reduce_scatter_base_ reduce_scatter_
                    reduce_scatter_tensor_coalesced_""".split(),  # noqa: SIM905
                    ("ReduceScatter", "in")),
    **dict.fromkeys("all_to_all_single alltoall_base_ alltoall_ shard_dim_alltoall".split(),  # noqa: SIM905
                    ("AllToAll", "all")),
    "broadcast": ("AllGather", "root"), "broadcast_": ("AllGather", "root"),
}  # fmt: skip


class Row:
    """One operator in all traces: the arrays it reads and makes, and whole numbers among its arguments."""

    def __init__(
        self,
        name: str,
        ins: list[Value],
        outs: list[Value],
        args: Sequence[Any],
        read: Callable[..., Ratio],
        named: Mapping[str, Any] | None = None,
    ) -> None:
        self.name, self.ins, self.outs, self.args, self.read = name, ins, outs, args, read
        self.named = named or {}  # numbers, flags and modes in the first trace


def _unit(values: Sequence[Value]) -> tuple[str, str]:
    first = next((v.dtype for v in values if is_float(v.dtype)), None)
    return (VECTOR, first) if first is not None else (INTEGER, values[0].dtype if values else "int32")


def _many(r: Row) -> Sequence[Value] | None:
    """The arrays of one kind among the lists of an operator on many at once, each by itself; None for others."""
    if r.name.startswith("_foreach_"):
        return r.outs
    if not r.name.startswith("_fused_") or "norm" in r.name:
        return None
    lists = {"_fused_sgd_": 3 if r.named.get("momentum") else 2, "_fused_adagrad_": 4}  # weights, gradients, states
    return r.outs[: len(r.outs) // lists.get(r.name, 5 if r.named.get("amsgrad") else 4)]


def _elementwise(r: Row, each: tuple[int, int]) -> Work:
    every = [*r.outs, *r.ins]
    unit, fmt = _unit([*r.ins, *r.outs])  # integers whose result is a float are cast first
    many = _many(r)
    largest = _largest(every) if many is None else total(v.elements for v in many)
    work: Work = {}
    if each[0]:
        work[unit, fmt] = each[0] * largest
    if each[1]:
        key = (TRANSCENDENTAL, fmt) if unit == VECTOR else (unit, fmt)
        work[key] = work.get(key, ZERO) + each[1] * largest
    return work


def _largest(values: Sequence[Value]) -> Ratio:
    """The most elements of several arrays, where sizes are large and the mesh axes that cut some of them are small.

    >>> from symroof.algebra.ratios.posynomial import gen
    >>> b, f, x = gen("B"), gen("F"), gen("X")
    >>> _largest([Value((f,), "fp32"), Value((b / x, f), "fp32")])
    B*F/X
    """
    each = [v.elements for v in values]
    below = {g for r in each for m, _ in r.num.monomials() for g, e in m.items() if e < 0}
    names = sorted({n for r in each for n in r.names})
    there = {n: 2 if n in below else 1000 + 37 * i for i, n in enumerate(names)}
    return max(each, key=lambda r: r.at({n: there[n] for n in r.names}))


def _attention(r: Row, backward: bool) -> Work:
    """Scores and their use: 2*2*B*N*T*S*H; backward the scores again and four products of gradients."""
    at = 1 if backward else 0
    q, k, v = r.ins[at : at + 3]
    batch, (t, h), s, hv = product(q.shape[:-2]), q.shape[-2:], k.shape[-2], v.shape[-1]
    scores, use = 2 * batch * t * s * h, 2 * batch * t * s * hv
    flops = 3 * scores + 2 * use if backward else scores + use
    soft = batch * t * s
    return {(MATRIX, q.dtype): flops, (VECTOR, q.dtype): (8 if backward else 5) * soft,
            (TRANSCENDENTAL, q.dtype): soft}  # fmt: skip


def _attention_long(r: Row, backward: bool) -> Work:
    """The kernels that take [B, T, N, H]: the same products."""
    at = 1 if backward else 0
    q, k, v = r.ins[at : at + 3]
    if len(q.shape) == 4:
        b, t, n, h = q.shape
        s, hv = k.shape[1], v.shape[-1]
        scores, use = 2 * b * n * t * s * h, 2 * b * n * t * s * hv
        return {(MATRIX, q.dtype): 3 * scores + 2 * use if backward else scores + use}
    return _attention(r, backward)


def _convolution(r: Row) -> Work:
    """2 * places * taps * Cin * Cout / groups, padded taps counted."""
    x, w, out = r.ins[0], r.ins[1], r.outs[0]
    transposed = bool(next((a[0] for a in r.args if type(a[0]) is bool), False))
    places = product((x if transposed else out).shape[2:])
    work = matrix_work(x, w, places * x.shape[0], w.elements)
    if len(r.ins) > 2:
        work[VECTOR, out.dtype] = out.elements
    return work


def _convolution_backward(r: Row) -> Work:
    grad, x, w = r.ins[:3]
    transposed = bool(next((a[0] for a in r.args if type(a[0]) is bool), False))
    masks = r.args[-1][0] if r.args and isinstance(r.args[-1][0], (list, tuple)) else (True, True, False)
    work: Work = {}
    key = (MATRIX, x.dtype)
    places = product((x if transposed else grad).shape[2:])
    each = 2 * places * x.shape[0] * w.elements
    for wanted in masks[:2]:
        if wanted:
            work[key] = work.get(key, ZERO) + each
    if masks[2:] and masks[2]:
        work[VECTOR, x.dtype] = grad.elements - grad.shape[1]
    return work


_ITS_K = frozenset(("kthvalue",))  # whose first whole number is how many, or which
_NO_DIM = frozenset(("searchsorted",))


def _along(r: Row, name: str) -> Ratio:
    """The elements of the dim that an operator goes along: named by the first whole number among its arguments."""
    x = r.ins[0]
    dims = [] if name in _NO_DIM else [a[0] for a in r.args if a and type(a[0]) is int][name in _ITS_K :]
    if name == "median" and not dims:
        return x.elements
    return x.shape[dims[0] if dims else -1] if x.shape else ratio(1)


def _sort(r: Row, name: str) -> Work:
    """n*ceil(log2 n) comparisons a row; of what is looked up in a sorted row, so many for each."""
    x, n = r.ins[name == "searchsorted"], _along(r, name)
    return {_unit(r.ins): x.elements * build("ceil", [build("log2", [n])])}


def _fft(r: Row, name: str) -> Work:
    """5*n*log2(n) for n complex points, half of that for real ones: as JAX's."""
    points = (r.outs if name == "_fft_c2r" else r.ins)[0]
    n = product(points.shape[d] for d in r.args[0][0])
    half = ratio(1) if name == "_fft_c2c" else ratio(1) / 2
    fmt = "fp64" if any(v.dtype in ("fp64", "complex128") for v in r.ins) else "fp32"
    return {(VECTOR, fmt): 5 * half * points.elements * build("log2", [n])}


def _solve(r: Row, _: str) -> Work:
    """2/3*n**3 for LU, and two triangular solves of n**2 for each right-hand side."""
    a, b = r.ins[:2]
    return {(MATRIX, a.dtype): a.elements * a.shape[-1] * 2 / 3 + 2 * b.elements * a.shape[-1]}


def _distances(r: Row, name: str) -> Work:
    """Each pair by the definition; where PyTorch takes Euclid's by a product, of D + 2 columns, its passes."""
    x, y = r.ins[:2]
    d, pairs = x.shape[-1], r.outs[0].elements
    if name == "_euclidean_dist":
        rows = (x.elements + y.elements) / d
        return {(MATRIX, x.dtype): 2 * pairs * (d + 2), (TRANSCENDENTAL, x.dtype): pairs,
                (VECTOR, x.dtype): x.elements + rows * (2 * d - 1) + pairs}  # fmt: skip
    p = r.args[0][0]
    powers = {0: ZERO, 1: ZERO, 2: ratio(1), math.inf: ZERO}.get(p)
    if powers is None:
        return {(VECTOR, x.dtype): pairs * (3 * d - 1), (TRANSCENDENTAL, x.dtype): pairs * (d + 1)}
    return {(VECTOR, x.dtype): pairs * (3 * d - 1), (TRANSCENDENTAL, x.dtype): pairs * powers}


# what a mode of theirs has another number of operations for
_BY_MODE: dict[str, Callable[[Row], tuple[int, int]]] = {
    "_fused_sgd": lambda r: (2 + 2 * bool(r.named.get("momentum")) + 2 * bool(r.named.get("weight_decay")), 0),
    "gelu": lambda r: (8, 1) if r.named.get("approximate") == "tanh" else (4, 1),
    "gelu_backward": lambda r: (17, 1) if r.named.get("approximate") == "tanh" else (8, 2),
}


def work_of(r: Row) -> tuple[str, Work] | None:
    """Kind and work of an operator, None where there is no rule.  In-place operators are those without the ``_``."""
    name = r.name if r.name in ELEMENTWISE or r.name in SILENT else r.name.rstrip("_") or r.name
    if "attention" in name and ("scaled_dot_product" in name or "flash" in name or "efficient" in name):
        backward = name.endswith("backward")
        long = name.startswith(("_flash_attention", "_efficient_attention"))
        return "matrix", (_attention_long if long else _attention)(r, backward)
    if name in _BY_MODE:
        return "vector", _elementwise(r, _BY_MODE[name](r))
    if name in ("_foreach_add", "_foreach_sub") and r.named.get("alpha", 1) != 1:
        return "vector", _elementwise(r, (2, 0))
    if name in ("add", "sub", "rsub") and len(r.ins) == 2 and any(a[0] != 1 for a in r.args):
        return "vector", _elementwise(r, (2, 0))  # alpha times the second, and added
    if name not in _KINDS:
        return None
    kind, rule = _KINDS[name]
    empty = name in _OF_SLICES and r.ins[0].elements == 0  # of an empty slice nothing is added up
    return kind, {} if empty else rule(r, name)


def _product(r: Row, _: str) -> Work:
    return matrix_work(r.ins[0], r.ins[1], r.outs[0].elements, r.ins[0].shape[-1])


def _product_added(r: Row, _: str) -> Work:
    """The product, and beside it what it is added to, unless that counts 0 times, and each factor that is not 1."""
    out, beta, alpha = r.outs[0], r.named.get("beta", 1), r.named.get("alpha", 1)
    each = (beta != 0) + (beta not in (0, 1)) + (alpha != 1)
    work = matrix_work(r.ins[1], r.ins[2], out.elements, r.ins[1].shape[-1])
    return {**work, _unit([out]): each * out.elements} if each else work


def _reduction(r: Row, name: str) -> Work:
    x, y = r.ins[0], r.outs[0]
    n = x.elements - (x.elements / _along(r, name) if name in _RUNNING else y.elements)
    unit, fmt = _unit([*r.ins, *r.outs])
    if name == "logcumsumexp":  # a join is log(exp(a) + exp(b)) as JAX's logaddexp does it
        return {(unit, fmt): 8 * n, (TRANSCENDENTAL, fmt): 2 * n}
    if name in ("var", "std", "var_mean", "std_mean"):  # the mean, minus it, squared, added, a quotient
        root: Work = {(TRANSCENDENTAL, fmt): y.elements} if name.startswith("std") else {}
        return {(unit, fmt): 4 * x.elements, **root}
    if name == "mean":
        return {(unit, fmt): x.elements}
    return {(unit, fmt): (2 if name == "aminmax" else 1) * n}


def _logsumexp(r: Row, _: str) -> Work:
    """The largest of n, minus it, exp, added, log, plus the largest."""
    x, y, fmt = r.ins[0], r.outs[0], r.ins[0].dtype
    return {(VECTOR, fmt): 3 * x.elements - y.elements, (TRANSCENDENTAL, fmt): x.elements + y.elements}


def _log_softmax(r: Row, name: str) -> Work:
    """The largest of n, minus it, exp, added, log, minus that."""
    x, fmt = r.ins[0], r.ins[0].dtype
    rows = x.elements / _along(r, name)
    return {(VECTOR, fmt): 4 * x.elements - 2 * rows, (TRANSCENDENTAL, fmt): x.elements + rows}


def _norm(r: Row, _: str) -> Work:
    """Squares or moduli added or compared, and for Euclid's a root; of other powers p a power each way."""
    x, y, fmt = r.ins[0], r.outs[0], r.ins[0].dtype
    order = r.named.get("ord", 2)
    every = {(VECTOR, fmt): 2 * x.elements - y.elements}
    if order in (0, 1, math.inf, -math.inf):
        return every
    return {**every, (TRANSCENDENTAL, fmt): y.elements + (ZERO if order == 2 else x.elements)}


def _loss(r: Row, name: str) -> Work:
    """What it does an element, and their sum or mean."""
    work = _elementwise(r, ELEMENTWISE[name])
    how, n = r.named.get("reduction", 1), r.ins[0].elements
    more = {0: ZERO, 1: n, 2: n - 1}[how]
    unit = _unit(r.ins)
    return {**work, unit: work.get(unit, ZERO) + more}


def _batch_norm(r: Row, name: str) -> Work:
    """In training 8 an element; with given statistics minus, times, and with weights times and plus."""
    if r.named.get("training") is not False:
        return _elementwise(r, ELEMENTWISE[name])
    x, channels, fmt = r.ins[0], r.ins[-1].elements, r.ins[0].dtype
    each = 2 + min(len(r.ins) - 3, 2)
    return {(VECTOR, fmt): each * x.elements + channels, (TRANSCENDENTAL, fmt): channels}


def _bag(r: Row, _: str) -> Work:
    """The rows of a bag added up or compared, their mean divided, each row times its weight where there are such."""
    w, rows, out = r.ins[0], r.ins[1].elements, r.outs[0]
    work = positive_part(rows * w.shape[-1] - out.elements)
    if r.named.get("mode") == 1:
        work = work + out.elements
    if len(r.ins) > 3:
        work = work + rows * w.shape[-1]
    return {(VECTOR, w.dtype): work}


def _top_k(r: Row, _: str) -> Work:
    """A heap of k: as JAX's."""
    k = r.read(r.args[0], Line())
    depth = ratio(1) if k == 1 else 1 + build("ceil", [build("log2", [k])])
    return {_unit(r.ins): r.ins[0].elements * depth}


def _binned(r: Row, name: str) -> Work:
    """One more in a bin for each element; which bin it is in takes minus, times and floor."""
    return {_unit(r.ins[:1]): (4 if name == "histc" else 1) * r.ins[0].elements}


def _pool(r: Row, _: str) -> Work:
    return {_unit(r.ins): _largest([*r.ins, *r.outs])}


def _accumulation(r: Row, name: str) -> Work:
    update = r.ins[0 if name.startswith(("embedding", "_embedding")) else -1]
    return {_unit([update]): update.elements}


def _picked(r: Row, _: str) -> Work:
    """A loss that takes one entry of each row: an operation a label."""
    return {_unit(r.ins): r.ins[1].elements}


def _nothing(r: Row, _: str) -> Work:
    return {}


def _grouped(r: Row) -> Work:
    """Rows in groups, each group with a matrix of its own: 2*rows*K*N."""
    a, b = r.ins[:2]
    if len(a.shape) == 2 and len(b.shape) == 3:
        return matrix_work(a, b, a.shape[0] * b.shape[-1], a.shape[1])
    if len(a.shape) == 2 and len(b.shape) == 2:
        return matrix_work(a, b, a.shape[0] * b.shape[1], a.shape[1])
    return matrix_work(a, b, r.outs[0].elements, a.shape[-1])


_RUNNING = frozenset(("cumsum", "cumprod", "logcumsumexp", "cummax", "cummin"))
_OF_SLICES = frozenset(("logsumexp", "_log_softmax", "linalg_vector_norm", *LOSSES, *REDUCTIONS))
_KINDS: dict[str, tuple[str, Callable[[Row, str], Work]]] = {  # where a name is in two lines, the later one says
    **dict.fromkeys(("nll_loss_backward", "nll_loss2d_backward"), ("vector", _nothing)),
    **dict.fromkeys(("nll_loss_forward", "nll_loss2d_forward"), ("move", _picked)),
    **dict.fromkeys(GENERATED, ("generate", _nothing)),
    **dict.fromkeys(MOVES, ("vector", _nothing)),
    **dict.fromkeys(MOVES & READS_ROWS, ("move", _nothing)),
    **dict.fromkeys(
        ("sort", "argsort", "kthvalue", "median", "unique_dim", "searchsorted"),
        ("move", _sort),
    ),
    "topk": ("move", _top_k),
    **dict.fromkeys(("bincount", "histc"), ("move", _binned)),
    **dict.fromkeys(BAGS, ("move", _bag)),
    **dict.fromkeys(ACCUMULATING, ("move", _accumulation)),
    **dict.fromkeys(POOLS, ("move", _pool)),
    **dict.fromkeys(REDUCTIONS, ("vector", _reduction)),
    **dict.fromkeys(ELEMENTWISE, ("vector", lambda r, name: _elementwise(r, ELEMENTWISE[name]))),
    "logsumexp": ("vector", _logsumexp),
    "_log_softmax": ("vector", _log_softmax),
    "linalg_vector_norm": ("vector", _norm),
    **dict.fromkeys(LOSSES, ("vector", _loss)),
    **dict.fromkeys(BATCH_NORMS, ("vector", _batch_norm)),
    **dict.fromkeys(("_fft_r2c", "_fft_c2r", "_fft_c2c"), ("move", _fft)),
    **dict.fromkeys(("_euclidean_dist", "_cdist_forward"), ("move", _distances)),
    "_linalg_solve_ex": ("move", _solve),
    "convolution_backward": ("matrix", lambda r, _: _convolution_backward(r)),
    **dict.fromkeys(
        ("convolution", "_convolution", "cudnn_convolution", "_slow_conv2d_forward", "mkldnn_convolution"),
        ("matrix", lambda r, _: _convolution(r)),
    ),
    **dict.fromkeys(("_grouped_mm", "_scaled_grouped_mm"), ("matrix", lambda r, _: _grouped(r))),
    **dict.fromkeys(("addmm", "baddbmm", "addbmm"), ("matrix", _product_added)),
    **dict.fromkeys(("mm", "_int_mm", "_scaled_mm", "bmm", "dot", "vdot", "mv"), ("matrix", _product)),
}
