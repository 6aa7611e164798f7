"""What each primitive of JAX costs: a table of rules, each with its source.

| primitives | operations counted |
|---|---|
| dot_general | 2*out*K multiply-adds by format, exactly out*(2K - 1) |
| conv_general_dilated | 2*out*taps*Cin/groups, padded taps not counted |
| elementwise, compare, select | 1 an element; of integers and booleans apart |
| exp, log, tanh, sqrt, ... | 1 an element, listed apart as transcendental |
| reductions, cumulative sums | n - 1 a result |
| copies, casts, shapes | 0 |

A primitive that is not here is an error that names its line, never 0.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, final

import symroof.regexes as re
from symroof import dtypes
from symroof.algebra.ratios.posynomial import Ratio, build, product, ratio
from symroof.errors import SymroofError
from symroof.tracing.edges import Reach, may_be_empty, unless_empty
from symroof.tracing.graph import INTEGER, MATRIX, TRANSCENDENTAL, VECTOR, Value, Work, add_work, is_float


class Call(Protocol):
    """One call of a primitive, as its rule sees it."""

    ins: list[Value]
    outs: list[Value]

    @property
    def name(self) -> str: ...

    @property
    def params(self) -> Mapping[str, Any]: ...  # those of the first trace

    def whole(self, count: Callable[[Mapping[str, Any], Shapes, Shapes], int]) -> Ratio:
        """An integer worked out in every trace from its parameters and shapes, read back."""
        ...

    def applied(self, key: str) -> Work:
        """The work of one application of the computation that this parameter holds."""
        ...

    def meeting(self) -> str | None:
        """The format to which the framework brings its first two operands, None where it has no rule."""
        ...

    def joined(self) -> Work:
        """The work of one log(exp(a) + exp(b)) of two elements."""
        ...


@final
@dataclass(frozen=True)
class Rule:
    """How a primitive is counted: its kind for kernels, its work, and where the count comes from."""

    kind: str  # "matrix", "vector" (joins kernels), "view", "move" (a kernel of its own), "generate", "free"
    work: Callable[[Call], Work]
    source: str


Shapes = list[tuple[int, ...]]  # of arrays, at the sizes of one trace
XLA = "XLA HloCostAnalysis"  # xla/service/hlo_cost_analysis.cc
DEF = "its definition"
CONV = "convention of vendor peaks, 2 a multiply-add"
MODEL = "an operation count of the textbook algorithm (Golub and Van Loan)"


def unit_of(call: Call, unit: str = VECTOR) -> tuple[str, str]:
    """Where the work goes: floats to the unit named, integers and booleans apart."""
    return unit_for([*call.ins, *call.outs], unit)


def unit_for(values: Sequence[Value], unit: str = VECTOR) -> tuple[str, str]:
    """The same of arrays that are worked on."""
    first = next((v.dtype for v in values if is_float(v.dtype)), None)
    return (unit, first) if first is not None else (INTEGER, values[0].dtype)


def nothing(call: Call) -> Work:
    return {}


def per_element(n: int = 1, unit: str = VECTOR, complex_: int = 2) -> Callable[[Call], Work]:
    """N operations an element of the result; of complex numbers ``complex_`` times as many."""

    def work(call: Call) -> Work:
        unit_, fmt = unit_of(call, unit)
        each = n * (complex_ if fmt.startswith("complex") else 1)
        return {(unit_, fmt): each * call.outs[0].elements}

    return work


def _integer_pow(call: Call) -> Work:
    """x**n by repeated squaring, one division more for a negative n; each a product."""
    n = abs(int(call.params["y"]))
    times = max(n.bit_length() - 1, 0) + max(bin(n).count("1") - 1, 0) + (1 if int(call.params["y"]) < 0 else 0)
    return _mul_like(times)(call)


def _reduction(call: Call) -> Work:
    """N - 1 a result; nothing where there is nothing to add up."""
    return _joins(call, _folded(call.ins[0], call.outs[0]))


def _joins(call: Call, n: Ratio) -> Work:
    """So many times two elements made one: an operation, of complex numbers 2, or 6 where they are multiplied."""
    unit = unit_of(call)
    each = (6 if "prod" in call.name or "mul" in call.name else 2) if unit[1].startswith("complex") else 1
    return {unit: each * n}


def _folded(x: Value, y: Value) -> Ratio:
    """Elements that are joined to others of theirs: all but one a result, none where there is none."""
    return x.elements - y.elements * _some((Counter(x.shape) - Counter(y.shape)).elements())


def _some(dims: Iterable[Ratio]) -> Ratio:
    """1 where there is an element along dims, else 0; a polynomial of the sizes holds from where it is 1."""
    every = list(dims)
    if any(d == 0 for d in every):
        return ratio(0)
    return unless_empty(d for d in every if d.atoms and may_be_empty(d))


def _reduce(call: Call) -> Work:
    """A reduction by a function of the user's, of one operand or several: applied n - 1 times a result."""
    return _times(call.applied("jaxpr"), _folded(call.ins[0], call.outs[0]))


def _times(work: Work, n: Ratio) -> Work:
    return {k: w * n for k, w in work.items()}


def _cumulative(call: Call) -> Work:
    """N - 1 a row, for ``cumlogsumexp`` of what joins two elements."""
    x, axis = call.ins[0], call.params["axis"]
    rest = product(n for i, n in enumerate(x.shape) if i != axis)
    steps = x.elements - rest * _some([x.shape[axis]])
    return _times(call.joined(), steps) if call.name == "cumlogsumexp" else _joins(call, steps)


def matrix_work(a: Value, b: Value, out: Ratio, depth: Ratio, fmt: str | None = None) -> Work:
    """Multiply-adds of a product: 2*out*K, of complex numbers four times that; in the format where operands meet."""
    fmt = fmt or _product_format(a.dtype, b.dtype)
    return {(MATRIX, fmt): (8 if fmt.startswith("complex") else 2) * out * depth}


def _product_format(a: str, b: str) -> str:
    if a == b or b not in dtypes.DTYPES:
        return a
    return b if a not in dtypes.DTYPES else dtypes.compute([dtypes.DTYPES[a], dtypes.DTYPES[b]]).name


_ALGORITHM = re.compile(r"(TF32|BF16|F16|F32|F64)_\1_B?F\d+(?:_X(\d+))?\Z")
_OPERANDS = {"TF32": "tf32", "BF16": "bf16", "F16": "fp16", "F32": "fp32", "F64": "fp64"}
_OTHERS = {
    "ANY_F8_ANY_F8_F32",
    "ANY_F8_ANY_F8_F32_FAST_ACCUM",
    "ANY_F8_ANY_F8_ANY",
    "ANY_F8_ANY_F8_ANY_FAST_ACCUM",
    "DEFAULT",
}  # of the operands' own


def algorithm(asked: Any) -> tuple[str, int] | None:
    """The format of the products that an algorithm is made of, and how many: bf16 and 3 of ``BF16_BF16_F32_X3``.

    None where the operands' own formats are multiplied.  Raises SymroofError for an algorithm that is not known.
    """
    kind = type(asked).__name__
    if kind == "DotAlgorithm":
        formats = [str(getattr(t, "__name__", t)) for t in (asked.lhs_precision_type, asked.rhs_precision_type)]
        found = {dtypes.find(f) for f in formats}
        (one,) = found if len(found) == 1 else (None,)
        if one is None or (asked.lhs_component_count, asked.rhs_component_count) != (1, 1):
            raise SymroofError(
                f"a product by the algorithm {asked} has no rule; name one of jax.lax.DotAlgorithmPreset"
            )
        return one.name, int(asked.num_primitive_operations)
    if kind != "DotAlgorithmPreset" or asked.name in _OTHERS:
        return None
    m = _ALGORITHM.match(asked.name)
    if m is None:
        raise SymroofError(f"a product by the algorithm {asked.name} has no rule")
    return _OPERANDS[m[1]], int(m[2] or 1)


def _product_work(call: Call, out: Ratio, depth: Ratio) -> Work:
    fmt, times = algorithm(call.params.get("precision")) or (call.meeting(), 1)
    return matrix_work(call.ins[0], call.ins[1], out * times, depth, fmt)


def _dot_general(call: Call) -> Work:
    (contract, _), _ = call.params["dimension_numbers"]
    return _product_work(call, call.outs[0].elements, product(call.ins[0].shape[i] for i in contract))


def _ragged_dot(call: Call) -> Work:
    """Each row meets the weights of its own group: 2*M*K*N, however the groups are cut."""
    (contract, _), _ = call.params["ragged_dot_dimension_numbers"].dot_dimension_numbers if (
        "ragged_dot_dimension_numbers" in call.params) else (((1,), (1,)), ((), ()))  # fmt: skip
    out, depth = call.outs[0], product(call.ins[0].shape[i] for i in contract)
    ragged = getattr(call.params.get("ragged_dot_dimension_numbers"), "lhs_ragged_dimensions", (0,))
    if ragged and ragged[0] in contract:  # the groups cut the contracted dim: every row of it is used once
        return _product_work(call, out.elements / out.shape[0], depth)
    return _product_work(call, out.elements, depth)


def _conv(call: Call) -> Work:
    """2*out*taps*Cin/groups, the taps that fall on padding or between dilated elements left out."""

    def taps(p: Mapping[str, Any], ins: Shapes, outs: Shapes) -> list[int]:
        counts = []
        for i in range(len(p["window_strides"])):
            n, k, o = _along(i, p, ins, outs)
            along = Window(p["window_strides"][i], p["padding"][i][0], p["lhs_dilation"][i], p["rhs_dilation"][i])
            counts.append(valid_taps(n, k, o, along))
        return counts

    def along(axis: int) -> Callable[..., int]:
        return lambda p, ins, outs: taps(p, ins, outs)[axis]

    p = call.params
    d = p["dimension_numbers"]
    spots = [call.whole(along(j)) for j in range(len(p["window_strides"]))]
    batch, features = call.outs[0].shape[d.out_spec[0]], call.outs[0].shape[d.out_spec[1]]
    deep = call.ins[1].shape[d.rhs_spec[1]]  # already Cin/groups
    return _product_work(call, batch * features * product(spots), deep)


def _along(i: int, p: Mapping[str, Any], ins: Shapes, outs: Shapes) -> tuple[int, int, int]:
    """Along an axis of a convolution: the elements of the input, the taps, and the elements of the output."""
    d = p["dimension_numbers"]
    return ins[0][d.lhs_spec[2 + i]], ins[1][d.rhs_spec[2 + i]], outs[0][d.out_spec[2 + i]]


def conv_slack(i: int, high: bool, p: Mapping[str, Any], ins: Shapes, outs: Shapes) -> int:
    """How far an input reaches beyond its outermost tap, along an axis at one end: below 0 a tap never meets it."""
    n, k, o = _along(i, p, ins, outs)
    low = p["padding"][i][0]
    if high:
        return int((n - 1) * p["lhs_dilation"][i] + 1 - (k - 1) * p["rhs_dilation"][i] + low)
    return int(o * p["window_strides"][i] - low)


def conv_reach(i: int, of: int, p: Mapping[str, Any], ins: Shapes, outs: Shapes) -> Reach:
    """Along an axis, the elements of the input (``of`` 0) that taps meet, or the taps (1) that meet elements."""
    n, k, o = _along(i, p, ins, outs)
    stride, low, hole, apart = p["window_strides"][i], p["padding"][i][0], p["lhs_dilation"][i], p["rhs_dilation"][i]
    if of == 0:
        return Reach(n, k, apart, o, stride, low, hole)
    return Reach(k, n, hole, o, stride, (o - 1) * stride - low, apart)


def window_reach(i: int, scattered: bool, p: Mapping[str, Any], ins: Shapes, outs: Shapes) -> Reach:
    """Along an axis, the elements of what windows are taken of."""
    n, o = (ins[1][i], ins[0][i]) if scattered else (ins[0][i], outs[0][i])
    hole, apart = p.get("base_dilation", ())[i : i + 1] or (1,), p.get("window_dilation", ())[i : i + 1] or (1,)
    return Reach(n, p["window_dimensions"][i], apart[0], o, p["window_strides"][i], p["padding"][i][0], hole[0])


def pad_reach(i: int, p: Mapping[str, Any], ins: Shapes, outs: Shapes) -> Reach:
    """Along an axis, the elements that stay where padding below 0 cuts some off."""
    low, _, inner = p["padding_config"][i]
    return Reach(ins[0][i], outs[0][i], 1, 1, 1, low, inner + 1)


class Window(NamedTuple):
    """How the taps of a convolution lie along an axis: their stride, the padding below, the dilations of both sides."""

    stride: int
    low: int
    lhs: int
    rhs: int


def valid_taps(n: int, k: int, out: int, window: Window) -> int:
    """Pairs of an output position and a tap that meet an element: neither padding nor a dilation's hole.

    >>> valid_taps(5, 3, 5, Window(1, 1, 1, 1))  # three taps at five places, one lost at each end
    13
    """
    stride, low, lhs, rhs = window
    total, last = 0, (n - 1) * lhs
    for tap in range(k):
        shift = tap * rhs - low  # position of the tap for output 0, in the dilated input
        if lhs == 1:
            first = max(0, -(shift // stride)) if shift < 0 else 0
            final = min(out - 1, (last - shift) // stride) if last >= shift else -1
            total += max(0, final - first + 1)
        else:
            g = math.gcd(stride, lhs)
            if shift % g:
                continue
            total += sum(1 for o in range(out) if 0 <= o * stride + shift <= last and (o * stride + shift) % lhs == 0)
    return total


def _window(call: Call) -> Work:
    """A window of w elements: w - 1 a result, of the computation where one is given."""
    size = call.whole(lambda p, i, o: math.prod(p["window_dimensions"]))
    steps = call.outs[0].elements * (size - 1)
    return _times(call.applied("jaxpr"), steps) if call.name == "reduce_window" else _joins(call, steps)


def _select_and_scatter(call: Call) -> Work:
    """The window's choice of one among its elements, and the computation that puts an element of the source there."""
    size = call.whole(lambda p, i, o: math.prod(p["window_dimensions"]))
    source = call.ins[1].elements
    return add_work(((call.applied("select_jaxpr"), source * (size - 1)), (call.applied("scatter_jaxpr"), source)))


def _select_and_scatter_add(call: Call) -> Work:
    """The window's choice, and one addition for each element of the source."""
    size = call.whole(lambda p, i, o: math.prod(p["window_dimensions"]))
    return {unit_of(call): call.ins[0].elements * size}


def _scatter_updates(call: Call) -> Work:
    """What is done with each element of the updates: one operation, that of ``x.at[i].apply(f)`` is f, none to set."""
    updates = call.ins[2].elements
    if call.params.get("update_jaxpr") is not None:
        return _times(call.applied("update_jaxpr"), updates)
    return {} if call.name == "scatter" else _joins(call, updates)


def _sort(call: Call) -> Work:
    """n*ceil(log2 n) comparisons of keys a row."""
    x = call.ins[0]
    n = x.shape[call.params["dimension"]]
    n = n if _some([n]) == 1 else build("max", [n, ratio(1)])
    return {unit_for(call.ins[: call.params["num_keys"]]): x.elements * build("ceil", [build("log2", [n])])}


def _top_k(call: Call) -> Work:
    """One comparison an element and those that keep k in order, n*ceil(log2 k) a row; n - 1 for k = 1."""
    x, k = call.ins[0], call.whole(lambda p, i, o: o[0][-1])
    depth = ratio(1) if k == 1 else 1 + build("ceil", [build("log2", [k])])
    return {unit_of(call): x.elements * depth}


def _fft(call: Call) -> Work:
    """5*n*log2(n) for n complex points, half of that where one side is real, which then has the n points."""
    n = call.whole(lambda p, i, o: math.prod(p["fft_lengths"]))
    real = next((v for v in (*call.ins, *call.outs) if not v.dtype.startswith("complex")), None)
    points, half = (call.ins[0].elements, ratio(1)) if real is None else (real.elements, ratio(1) / 2)
    fmt = "fp64" if any(v.dtype in ("fp64", "complex128") for v in call.ins) else "fp32"
    return {(VECTOR, fmt): 5 * half * points * build("log2", [n])}


def _threefry(call: Call) -> Work:
    """20 rounds on two words, each an addition, a rotation (3) and an exclusive or, and 5 key injections of 3."""
    return {(INTEGER, "int32"): (20 * 5 + 5 * 3) * call.outs[0].elements}


def _random_bits(call: Call) -> Work:
    """Threefry makes two words for 115 operations."""
    words = call.outs[0].elements * max(1, int(call.outs[0].width * 8) // 32)
    return {(INTEGER, "int32"): words * ratio(115) / 2}


def _seed(call: Call) -> Work:
    return {(INTEGER, "int32"): 115 * call.outs[0].elements}


def _dense(flops: Callable[[Ratio, Ratio], Ratio]) -> Callable[[Call], Work]:
    """A factorisation of the last two dims m, n of its operand, once a matrix of the batch."""

    def work(call: Call) -> Work:
        x = call.ins[0]
        m, n = x.shape[-2], x.shape[-1]
        return {(MATRIX, x.dtype): x.elements / (m * n) * flops(m, n)}

    return work


def _thin(flops: Callable[[Ratio, Ratio], Ratio]) -> Callable[[Call], Work]:
    """The same of the longer side m and the shorter one n, whichever is which."""

    def ordered(m: Ratio, n: Ratio) -> Ratio:
        return flops(m, n) if m == n else flops(build("max", [m, n]), build("min", [m, n]))

    return _dense(ordered)


def _triangular_solve(call: Call) -> Work:
    """n**2 for each right-hand side: one multiply-add for each entry of a triangle."""
    a, b = call.ins[:2]
    return {(MATRIX, b.dtype): b.elements * a.shape[-1]}


def _tridiagonal(call: Call) -> Work:
    """The Thomas algorithm: 8 operations a row and right-hand side."""
    return {unit_of(call): 8 * call.ins[-1].elements}


def _mul_like(n: int) -> Callable[[Call], Work]:
    return per_element(n, VECTOR, complex_=6)


_ELEMENTWISE = """add sub max min neg abs sign floor ceil round nextafter add_any and or not xor clz population_count
 shift_left shift_right_arithmetic shift_right_logical eq ne lt le gt ge eq_to lt_to le_to select_n clamp is_finite
 mulhi copysign"""
_TRANSCENDENTAL = """exp exp2 log log1p expm1 sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh logistic sqrt
 rsqrt cbrt pow atan2 erf erfc erf_inv lgamma digamma polygamma zeta igamma igammac igamma_grad_a bessel_i0e bessel_i1e
 regularized_incomplete_beta random_gamma_grad"""
_REDUCTIONS = "reduce_sum reduce_max reduce_min reduce_prod reduce_and reduce_or reduce_xor argmax argmin"
_VIEWS = """reshape transpose broadcast_in_dim squeeze expand_dims convert_element_type bitcast_convert_type
 stop_gradient reduce_precision sharding_constraint layout_constraint optimization_barrier name pvary pbroadcast copy
 copy_p device_put reshard sharding_cast rev real imag tie to_edtype from_edtype broadcast_to reduced_vary_cast_p
 vary_unreduced_cast_p preduced pin unpin create_linear random_wrap random_unwrap random_clone mesh_cast
 optimization_barrier_p full_to_shard shard_to_full pcast debug_nans"""
_FACTORED = """cholesky lu qr geqrf geqp3 householder_product ormqr eigh eig schur hessenberg tridiagonal svd
 triangular_solve tridiagonal_solve"""
_RESHAPED = "pad concatenate tile stack unstack complex"
_GENERATED = (
    "iota empty empty2 iota_2x32_shape axis_index partition_id platform_index dim_as_value create_token after_all "
    "dimension_size"
)


def _table() -> dict[str, Rule]:
    rows: dict[str, Rule] = {}

    def put(names: str, kind: str, work: Callable[[Call], Work], source: str) -> None:
        rows.update({n: Rule(kind, work, source) for n in names.split()})

    put(_ELEMENTWISE, "vector", per_element(), XLA)
    put("mul square div rem", "vector", _mul_like(1), XLA)
    put("conj", "vector", per_element(1), XLA)
    put("integer_pow", "vector", _integer_pow, "repeated squaring, as JAX lowers it")
    put(_TRANSCENDENTAL, "vector", per_element(1, TRANSCENDENTAL, 1), XLA)
    put(_REDUCTIONS, "vector", _reduction, DEF)
    put("reduce", "vector", _reduce, DEF)
    put("cumsum cumprod cummax cummin cumlogsumexp", "vector", _cumulative, DEF + "; XLA lowers to O(n**2) on CPU")
    put(_VIEWS, "view", nothing, "moves no data of its own")
    put(_RESHAPED, "vector", nothing, "moves data only")
    put(_GENERATED, "generate", nothing, "made in place")
    put("dot_general", "matrix", _dot_general, CONV)
    put("ragged_dot ragged_dot_general", "matrix", _ragged_dot, CONV)
    put("conv_general_dilated", "matrix", _conv, XLA)
    put("reduce_window reduce_window_sum reduce_window_max reduce_window_min", "vector", _window, XLA)
    put("select_and_scatter", "move", _select_and_scatter, DEF)
    put("select_and_scatter_add select_and_gather_add", "move", _select_and_scatter_add, XLA)
    put("gather slice split dynamic_slice dynamic_update_slice", "move", nothing, "moves data only")
    put("scatter scatter-add scatter-sub scatter-mul scatter-min scatter-max scatter_add scatter_mul scatter_min "
        "scatter_max", "move", _scatter_updates, "its computation an update, in place")  # fmt: skip
    put("sort", "move", _sort, XLA + ": n*log2(n)")
    put("top_k approx_top_k", "move", _top_k, "a heap of k")
    put("fft", "move", _fft, "Cooley and Tukey 1965")
    put("threefry2x32", "vector", _threefry, "Salmon et al. 2011")
    put("random_bits rng_uniform", "generate", _random_bits, "Salmon et al. 2011")
    put("rng_bit_generator philox2x32 philox4x32 threefry4x32", "generate", _random_bits, "Salmon et al. 2011")
    put("random_seed random_split random_fold_in", "generate", _seed, "Salmon et al. 2011")
    put("cholesky", "move", _dense(lambda m, n: n * n * n / 3), MODEL)
    put("lu", "move", _thin(lambda m, n: m * n * n - n * n * n / 3), MODEL + "; m the longer side")
    put("qr geqrf geqp3", "move", _thin(lambda m, n: 2 * m * n * n - 2 * n * n * n / 3), MODEL + "; m the longer side")
    put("householder_product ormqr", "move", _dense(lambda m, n: 2 * m * n * n - 2 * n * n * n / 3), MODEL)
    put("eigh", "move", _dense(lambda m, n: 9 * n * n * n), MODEL)
    put("eig", "move", _dense(lambda m, n: 25 * n * n * n), MODEL)
    put("schur", "move", _dense(lambda m, n: 25 * n * n * n), MODEL)
    put("hessenberg", "move", _dense(lambda m, n: 10 * n * n * n / 3), MODEL)
    put("tridiagonal", "move", _dense(lambda m, n: 4 * n * n * n / 3), MODEL)
    put("svd", "move", _thin(lambda m, n: 4 * m * n * n + 8 * n * n * n), MODEL + "; m the longer side")
    put("triangular_solve", "move", _triangular_solve, MODEL)
    put("tridiagonal_solve", "move", _tridiagonal, MODEL)
    put("lu_pivots_to_permutation", "move", nothing, "moves data only")
    return rows


RULES: Mapping[str, Rule] = _table()

# primitives whose body is read in their place, by the parameter that holds it
INSIDE: Mapping[str, tuple[str, ...]] = dict.fromkeys(
    (
        "pjit", "jit", "closed_call", "core_call", "xla_call", "remat", "remat2", "checkpoint", "remat_opt",
        "custom_jvp_call", "custom_vjp_call", "custom_vjp_call_jaxpr", "custom_lin", "named_call", "core_closed_call",
        "shard_map", "custom_vmap_call", "run_state", "linear_call", "custom_transpose_call", "composite", "call",
        "xla_pmap",
    ),
    ("jaxpr", "call_jaxpr", "fun_jaxpr"),
)  # fmt: skip
# a collective's name in JAX, ours, and what its volume is counted from: "in", "out", or "all" devices' inputs
COLLECTIVES: Mapping[str, tuple[str, str]] = {
    **dict.fromkeys(
        ("psum", "psum2", "psum_invariant", "pmax", "pmin", "unreduced_psum", "pmean"), ("AllReduce", "in")
    ),
    **dict.fromkeys(("all_gather", "all_gather_invariant", "all_gather_reduced"), ("AllGather", "out")),
    **dict.fromkeys(("reduce_scatter", "unreduced_reduce_scatter", "psum_scatter"), ("ReduceScatter", "in")),
    "all_to_all": ("AllToAll", "all"),
    "ppermute": ("PointToPoint", "in"),
    "pgather": ("AllGather", "in"),
}
# what runs outside the program, whose cost only the user knows
FOREIGN = {
    "pallas_call": "a Pallas kernel", "ffi_call": "a foreign call", "custom_call": "a custom call",
    "cudnn_fusion": "a cuDNN kernel", "pure_callback": "a callback into Python", 
    "io_callback": "a callback into Python",
    "tpu_custom_call": "a TPU kernel", "mosaic_call": "a Mosaic kernel", "call_exported": "an exported program",
    "dot_product_attention_fwd_wrapper": "a cuDNN kernel", "dot_product_attention_bwd_wrapper": "a cuDNN kernel",
    "infeed": "an infeed", "outfeed": "an outfeed", "custom_partitioning": "a custom partitioning",
    "ragged_all_to_all": "a collective whose bytes depend on the data",
}  # fmt: skip
# results that are sums; and all that needs the whole of the dims that its parameters name
SUMS = {"dot_general", "reduce_sum", "cumsum", "conv_general_dilated", "reduce_window_sum", "ragged_dot"}
FACTORS = {*_FACTORED.split()}  # both of whose last two dims are needed whole
ALONG = {*_REDUCTIONS.split(), "reduce", "cumsum", "cumprod", "cummax", "cummin", "cumlogsumexp", "sort"}


# what makes one number all over of one number all over
ONE_OF_ONE = frozenset(
    f"{_ELEMENTWISE} {_TRANSCENDENTAL} {_REDUCTIONS} {_VIEWS} mul square div rem conj integer_pow slice".split()
) - {"argmax", "argmin"}


def folds(call: Call) -> list[Ratio]:
    """The dims whose n - 1 it counts, which holds from n = 1 on: of an empty slice nothing is added up.

    The exact count of a product, out*(2K - 1), is one of them.
    """
    p = call.params
    if call.name == "dot_general":
        return [call.ins[0].shape[i] for i in p["dimension_numbers"][0][0]]
    if call.name not in ALONG:
        return []
    axes = p["axes"] if "axes" in p else p["dimensions"] if "dimensions" in p else (p.get("axis", p.get("dimension")),)
    return [call.ins[0].shape[i] for i in axes]


SILENT = {"debug_callback", "debug_print", "inspect_sharding", "shape_assertion", "dce_sink", "stage"}


def remedy_for(name: str, keys: str) -> str:
    """What to do about a primitive without a rule."""
    return f'say what it costs, as in costs={{"{keys or name}": {{"flops": "2*B*D*F", "bytes": "2*B*D + 2*D*F"}}}}'


def rule_for(name: str) -> Rule | None:
    """The row of a primitive, None where there is none."""
    return RULES.get(name)


def _check() -> None:
    both = set(RULES) & set(INSIDE)
    if both:
        raise SymroofError(f"primitives with two rules: {', '.join(sorted(both))}")


_check()
