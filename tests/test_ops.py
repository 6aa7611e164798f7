"""Operations: counts against loop nests and NumPy, composition, fusion, and the book's own examples."""

import pickle
from fractions import Fraction

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st
from oracles import count_product, nbytes
from strategies import contractions
from sympy import Rational, expand, limit, oo, simplify

from symroof.errors import NotationError, SymroofError, UnknownResource
from symroof.machines import Machine
from symroof.model.amounts import Amounts
from symroof.model.functions import FUNCTIONS
from symroof.model.fusing import fuse
from symroof.model.ops import Op, balance, balance_core, intensity, intensity_core, op
from symroof.model.roofline import T_lower, fits
from symroof.symbols import dims, params, symbol

B, D, F, N, T, U, H = dims("B D F N T U H")
MATMUL = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")


def shape(names, sizes):
    return tuple(sizes[d] for d in names)


# -- counts -----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@settings(max_examples=80, deadline=None)
@given(contractions())
def test_flops_and_bytes_are_those_of_the_loop_nest(c):
    o = op(c.text)
    points = 1
    for d in dict.fromkeys((*c.left, *c.right)):
        points *= c.sizes[d]
    event("contracted" if c.contracted else "elementwise")
    counted = count_product([c.left, c.right], c.output, c.sizes)
    assert o.exact_work.sum.at(c.sizes) == counted
    assert o.work.sum.at(c.sizes) == (2 * points if c.contracted else points)
    loads = sum(nbytes(f, shape(d, c.sizes)) for f, d in zip(c.formats, (c.left, c.right)))
    assert o.loads["hbm"].at(c.sizes) == loads
    assert o.stores["hbm"].at(c.sizes) == nbytes(c.formats[2], shape(c.output, c.sizes))
    assert o.traffic["hbm"].at(c.sizes) == loads + nbytes(c.formats[2], shape(c.output, c.sizes))


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(contractions())
def test_intensity_and_balance_are_reciprocal_and_operands_commute(c):
    o = op(c.text)
    assert intensity_core(o) * balance_core(o) == 1
    assert simplify(intensity(o) * balance(o)) == 1
    left, right = c.text.split(" -> ")[0].split(" * ")
    swapped = op(f"{right} * {left} -> {c.text.split(' -> ')[1]}")
    assert swapped.exact_work.sum == o.exact_work.sum
    assert swapped.traffic == o.traffic


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(contractions(), st.data())
def test_a_bound_size_is_the_symbol_replaced(c, data):
    name = data.draw(st.sampled_from(sorted(c.sizes)))
    one = {name: c.sizes[name]}
    free, bound = op(c.text), op(c.text, **one)
    assert bound.work.sum == free.work.sum.subs(one)
    assert bound.exact_work.sum == free.exact_work.sum.subs(one)
    assert bound.traffic["hbm"] == free.traffic["hbm"].subs(one)


def test_nasty_names_stay_symbols():
    o = op("bf16[S, I] * bf16[I, E] -> bf16[S, E]")
    assert o.flops == 2 * symbol("S") * symbol("I") * symbol("E")
    assert {s.name for s in o.bytes.free_symbols} == {"S", "I", "E"}


# -- the book, answers typed by hand ----------------------------------------------------------------------------------


def test_matmul():
    assert MATMUL.flops == 2 * B * D * F
    assert expand(MATMUL.exact_flops) == expand(B * F * (2 * D - 1))
    assert MATMUL.bytes == 2 * B * D + 2 * D * F + 2 * B * F
    assert intensity(MATMUL) == B * D * F / (B * D + D * F + B * F)
    assert balance(MATMUL) == 1 / B + 1 / D + 1 / F


def test_dot_product():
    dot = op("x • y: bf16[N], bf16[N] → bf16[1]", exact=True)
    assert dot.flops == 2 * N - 1
    assert dot.bytes == 4 * N + 2
    assert intensity(dot) == (2 * N - 1) / (4 * N + 2)
    assert intensity(dot, exact=False) == N / (2 * N + 1)
    assert limit(intensity(dot), N, oo) == Rational(1, 2)


def test_mixed_int8_weights():
    o = op("bf16[B, D] * int8[D, F] -> bf16[B, F]")
    assert balance(o) == 1 / (2 * B) + 1 / D + 1 / F
    assert list(o.work) == ["bf16"]


def test_a_matrix_for_each_batch_element():
    o = op(r"\text{int8}[B, D] *_D \text{int8}[B, D, F] \rightarrow \text{int8}[B, F]")
    assert balance(o) == Rational(1, 2) + 1 / (2 * D) + 1 / (2 * F)
    assert list(o.work) == ["int8"]


def test_tiles_reduce_to_the_whole():
    m, n, k, bm, bn = dims("m n k bm bn")
    whole = op("bf16[m, k] * bf16[k, n] -> bf16[m, n]")
    tiles = (m / bm) * (n / bn)
    tiled = Op.of(flops=2 * m * n * k, bytes=2 * tiles * (bm * k + k * bn + bm * bn), dtype="bf16")
    assert expand(tiled.bytes.subs({bm: m, bn: n}) - whole.bytes) == 0
    assert simplify(intensity(tiled) - 1 / (1 / bm + 1 / bn + 1 / k)) == 0


# -- formats ----------------------------------------------------------------------------------------------------------


def test_a_symbolic_width():
    b = params("b")
    o = op("X[B, D] * Y[D, F] -> Z[B, F]", dtype=b)
    assert expand(o.bytes - b * (B * D + D * F + B * F)) == 0
    assert op(str(o)) == o
    o = op("X[B, D] * Y[D, F] -> Z[B, F]", dtype={"X": "bf16", "Y": b, "Z": "bf16"})
    assert expand(o.bytes - (2 * B * D + b * D * F + 2 * B * F)) == 0
    assert list(o.work) == ["bf16"]


def test_half_a_byte_is_exact():
    assert op("int4[B, D] * int4[D, F] -> int4[B, F]").loads["hbm"].at({"B": 1, "D": 3, "F": 1}) == 3
    assert op("copy(int4[N])").loads["hbm"].at({"N": 1}) == Fraction(1, 2)


# -- pointwise and reductions -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "flops", "exact_flops", "bytes_"),
    [
        ("relu(bf16[B, F]) -> bf16[B, F]", B * F, B * F, 4 * B * F),
        ("bf16[B, D] + bf16[B, D] -> bf16[B, D]", B * D, B * D, 6 * B * D),
        ("bf16[N] * bf16[N] -> bf16[N]", N, N, 6 * N),
        ("bf16[N] * bf16[N] * bf16[N] -> bf16[N]", 2 * N, 2 * N, 8 * N),
        ("bf16[B, D] + bf16[D] -> bf16[B, D]", B * D, B * D, 4 * B * D + 2 * D),
        ("bf16[B] * bf16[D] -> bf16[B, D]", B * D, B * D, 2 * B + 2 * D + 2 * B * D),
        ("softmax(fp32[B, N])", 5 * B * N, B * (5 * N - 2), 8 * B * N),
        ("softmax_B(fp32[B, N])", 5 * B * N, N * (5 * B - 2), 8 * B * N),
        ("layer_norm(bf16[B, D], bf16[D], bf16[D]) -> bf16[B, D]", 7 * B * D, B * (7 * D + 2), 4 * B * D + 4 * D),
        ("rmsnorm(bf16[B, D], bf16[D]) -> bf16[B, D]", 4 * B * D, B * (4 * D + 2), 4 * B * D + 2 * D),
        ("gelu(bf16[B, F])", 8 * B * F, 8 * B * F, 4 * B * F),
        ("sum(fp32[B, N]) -> fp32[B]", B * N, B * (N - 1), 4 * B * N + 4 * B),
        ("sum_N(fp32[B, N])", B * N, B * (N - 1), 4 * B * N + 4 * B),
        ("mean_N(fp32[B, N])", B * N, B * N, 4 * B * N + 4 * B),
        ("max(fp32[B, N]) -> fp32[1]", B * N, B * N - 1, 4 * B * N + 4),
        ("cast(fp32[N]) -> bf16[N]", 0, 0, 6 * N),
        ("x + x: bf16[N], bf16[N] -> bf16[N]", N, N, 6 * N),
        ("bf16 x[N] * bf16 x[N] -> bf16[N]", N, N, 4 * N),
    ],
)
def test_pointwise_and_reductions(text, flops, exact_flops, bytes_):
    o = op(text)
    assert expand(o.flops - flops) == 0
    assert expand(o.exact_flops - exact_flops) == 0
    if not text.startswith("x + x"):
        assert expand(o.bytes - bytes_) == 0
    assert o.unit == "vector"
    assert op(str(o)) == o


class Steps:
    """Counts the scalar operations of the functions as their rows describe them."""

    def __init__(self):
        self.n = 0

    def do(self, *_):
        self.n += 1
        return 1.0


def _count(name, size):
    s = Steps()
    row = [1.0] * size

    def fold(xs):
        for _ in xs[1:]:
            s.do()

    if name == "softmax":
        fold(row)  # the largest
        for _ in row:
            s.do("subtract")
            s.do("exp")
        fold(row)
        for _ in row:
            s.do("divide")
    elif name == "layernorm":
        fold(row)
        s.do("divide")
        for _ in row:
            s.do("centre")
            s.do("square")
        fold(row)
        s.do("divide")
        s.do("epsilon")
        s.do("rsqrt")
        for _ in row:
            s.do("scale")
            s.do("gamma")
            s.do("beta")
    elif name == "rmsnorm":
        for _ in row:
            s.do("square")
        fold(row)
        s.do("divide")
        s.do("epsilon")
        s.do("rsqrt")
        for _ in row:
            s.do("scale")
            s.do("gamma")
    return s.n


@pytest.mark.parametrize("name", ["softmax", "layernorm", "rmsnorm"])
@pytest.mark.parametrize("size", [1, 2, 7])
def test_rows_of_the_table_count_their_steps(name, size):
    a, c, *_ = FUNCTIONS[name]
    assert a * size + c == _count(name, size)
    weights = ", fp32[N]" * (FUNCTIONS[name][3] - 1)
    assert op(f"{name}(fp32[B, N]{weights})").exact_work.sum.at({"B": 3, "N": size}) == 3 * _count(name, size)


def test_every_function_has_a_source_and_reads():
    for name, (_, _, along, _, source) in FUNCTIONS.items():
        assert source
        text = f"{name}_N(bf16[B, N])" if along == "gone" else f"{name}(bf16[B, N])"
        o = op(text)
        assert op(str(o)) == o


def test_no_flops_means_no_balance():
    with pytest.raises(SymroofError, match="does no FLOPs"):
        balance(op("copy(bf16[N])"))
    assert intensity(op("copy(bf16[N])")) == 0


# -- one device of a mesh ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "flops"),
    [
        ("A[I_X, J] * B[J, K_Y] -> C[I_X, K_Y]", "2*I*J*K/(X*Y)"),  # no communication
        ("A[I, J_X] * B[J_X, K] -> C[I, K]{U_X}", "2*I*J*K/X"),  # partial sums
        ("A[I, J_X] * B[J, K] -> C[I, K]", "2*I*J*K"),  # A is gathered, every device does it all
        ("A[I_X, J] * B[J, K_X] -> C[I_X, K]", "2*I*J*K/X"),
        ("A[I_X, J] * B[J, K_X] -> C[I, K]", "2*I*J*K/X"),  # an axis divides the loops once
        ("A[I_XY, J] * B[J, K] -> C[I_XY, K]", "2*I*J*K/(X*Y)"),
    ],
)
def test_one_devices_work(text, flops):
    o = op(text, dtype="bf16", mesh="X Y")
    assert str(o.work.sum) == flops
    sized = op(text, dtype="bf16", mesh="X=2 Y=3", I=12, J=12, K=12)
    assert sized.work.sum.constant() == o.work.sum.at({"I": 12, "J": 12, "K": 12, "X": 2, "Y": 3})


def test_one_devices_bytes():
    o = op("A[I_X, J] * B[J, K_Y] -> C[I_X, K_Y]", dtype="bf16", mesh="X Y")
    assert [str(a.bytes) for a in (*o.arrays, o.output)] == ["2*I*J/X", "2*J*K/Y", "2*I*K/(X*Y)"]
    assert [str(a.global_bytes) for a in (*o.arrays, o.output)] == ["2*I*J", "2*J*K", "2*I*K"]
    assert str(o.traffic["hbm"]) == str(o.arrays[0].bytes + o.arrays[1].bytes + o.output.bytes)


def test_a_mesh_of_one_changes_nothing_but_the_sharding():
    o = op("A[I_X, J] * B[J, K] -> C[I_X, K]", dtype="bf16", mesh="X=1")
    plain = op("A[I, J] * B[J, K] -> C[I, K]", dtype="bf16")
    assert (o.work, o.traffic) == (plain.work, plain.traffic)


def test_an_axis_that_is_not_there():
    with pytest.raises(UnknownResource, match="the mesh has no axis Q; it has none"):
        MATMUL.axis("Q")


# -- composition and fusion -------------------------------------------------------------------------------------------

SCORES = op("bf16 Q[T, H] * bf16 K[U, H] -> bf16 S[T, U]")
SOFTMAX = op("softmax(bf16 S[T, U]) -> bf16 P[T, U]")
VALUES = op("bf16 P[T, U] * bf16 V[U, H] -> bf16 O[T, H]")


def test_sequence_adds_work_and_traffic():
    o = SCORES + SOFTMAX + VALUES
    assert o.flops == expand(4 * T * U * H + 5 * T * U)
    assert o.bytes == expand(4 * T * H + 4 * U * H + 8 * T * U)
    assert o.output == VALUES.output
    assert o == sum([SCORES, SOFTMAX, VALUES]) == SCORES + (SOFTMAX + VALUES)
    assert op("; ".join(map(str, (SCORES, SOFTMAX, VALUES)))) == o


def test_work_is_kept_by_format():
    o = MATMUL + op("int8[B, F] * int8[F, D] -> int8[B, D]")
    assert set(o.work) == {"bf16", "int8"}
    assert o.flops == 4 * B * D * F


def test_fused_attention_never_stores_the_scores():
    fused = fuse(SCORES, SOFTMAX, VALUES)
    assert fused.flops == (SCORES + SOFTMAX + VALUES).flops
    assert fused.bytes == 4 * T * H + 4 * U * H
    assert [a.name for a in fused.arrays] == ["Q", "K", "V"]
    assert fuse(SCORES + SOFTMAX, VALUES) == fused
    assert op(str(fused)) == fused
    assert limit(intensity(SCORES + SOFTMAX + VALUES).subs({H: 128, U: T}), T, oo) == Rational(4 * 128 + 5, 8)
    assert limit(intensity(fused).subs({H: 128, U: T}), T, oo) == oo


def test_fused_decode_stays_at_one():
    fused = fuse(SCORES, VALUES_OF_SCORES := op("bf16 S[T, U] * bf16 V[U, H] -> bf16 O[T, H]"))
    one = fused.flops.subs(T, 1) / fused.bytes.subs(T, 1)
    assert limit(one, U, oo) == 1
    assert VALUES_OF_SCORES.flops == 2 * T * U * H


def test_keep_stores_an_intermediate():
    fused, kept = fuse(SCORES, SOFTMAX, VALUES), fuse(SCORES, SOFTMAX, VALUES, keep="P")
    assert expand(kept.bytes - fused.bytes) == 2 * T * U
    assert op(str(kept)) == kept
    with pytest.raises(SymroofError, match="keep names R, which is no intermediate; these are P, S"):
        fuse(SCORES, SOFTMAX, VALUES, keep=["R"])


def test_a_fused_kernel_loads_a_shared_input_once():
    a = op("bf16 x[N] * bf16 y[N] -> bf16 z[N]")
    b = op("bf16 x[N] + bf16 z[N] -> bf16 w[N]")
    assert (a + b).bytes == 12 * N
    assert fuse(a, b).bytes == 6 * N


def test_an_array_read_before_it_is_written_is_no_intermediate():
    with pytest.raises(SymroofError, match="nothing to fuse"):
        fuse(VALUES, SOFTMAX)


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (lambda: fuse(MATMUL), "fuse takes two operations or more"),
        (lambda: fuse(MATMUL, MATMUL), "nothing to fuse: no array that one operation writes is read by a later one"),
        (lambda: fuse(SCORES, Op.of(flops=1, bytes=1)), "has no arrays to fuse by"),
        (lambda: fuse(SCORES, op("softmax(bf16 S[U, T]) -> bf16 P[U, T]")), "S is bf16 S[T, U] in one operation and"),
        (lambda: op("fuse(fuse(bf16[N] + bf16[N] -> bf16[N]))"), "a fuse inside a fuse"),
        (lambda: op("fuse( )"), "fuse( ) has no operations"),
        (lambda: op(str(MATMUL), D=8) + MATMUL, "D is 8 in one operation and a symbol in"),
        (lambda: op(str(MATMUL), D=8) + op(str(MATMUL), D=9), "D is 8 in one operation and 9 in another"),
        (lambda: intensity("bf16"), "'bf16' is not an operation"),
        (lambda: intensity(MATMUL, link="ici"), "moves nothing over ici; it uses hbm"),
        (lambda: intensity(Op.of(flops=1, bytes=0)), "moves nothing over hbm, so it has no intensity"),
        (lambda: Op.of(flops=1), "an operation needs its bytes"),
        (lambda: Op.of(flops=1, bytes=1, loads=1), "give bytes or loads and stores, not both"),
        (lambda: Op.of(flops=-1, bytes=1), "an amount of work or traffic is not negative"),
        (lambda: Op.of(flops={"bf17": 1}, bytes=1), "unknown dtype 'bf17'"),
    ],
)
def test_mistakes(call, reason):
    with pytest.raises(SymroofError) as caught:
        call()
    assert reason in str(caught.value)


def test_adding_something_else_is_a_type_error():
    with pytest.raises(TypeError):
        MATMUL + 3


# -- given outright, frozen, picklable --------------------------------------------------------------------------------


def test_an_operation_given_outright():
    o = Op.of(flops={"bfloat16": 2 * B * D * F}, bytes={"hbm": 2 * B * D, "ici": 2 * B * F}, text="a matmul")
    assert o.flops == 2 * B * D * F
    assert o.bytes == 2 * B * D + 2 * B * F
    assert intensity(o, link="ici") == D
    assert str(o) == "a matmul"
    parts = Op.of(flops=1e12, loads=1e10, stores=2e9, exact_flops=999)
    assert (parts.bytes, parts.exact_flops) == (12_000_000_000, 999)


@pytest.mark.parametrize("o", [MATMUL, SCORES + SOFTMAX, fuse(SCORES, SOFTMAX), Op.of(flops=B, bytes=D)])
def test_ops_are_frozen_hashable_and_pickle(o):
    o.flops  # a cached expression must not travel
    copy = pickle.loads(pickle.dumps(o))
    assert copy == o
    assert hash(copy) == hash(o)
    with pytest.raises(AttributeError):
        o.text = "x"


def test_text_is_no_part_of_identity():
    assert op("bf16[B,D] @ bf16[D,F] → bf16[B,F]") == MATMUL
    assert op("bf16[B,D] @ bf16[D,F] → bf16[B,F]").text == "bf16[B,D] @ bf16[D,F] → bf16[B,F]"
    assert op("bf16[B, D] * bf16[D, F] -> bf16[B, F]", exact=True) != MATMUL


def test_latex_of_an_operation():
    assert MATMUL._repr_latex_() == (
        r"$\displaystyle \text{bf16}[B, D] \cdot \text{bf16}[D, F] \rightarrow \text{bf16}[B, F]$"
    )
    assert op(MATMUL._repr_latex_()) == MATMUL


def test_amounts_add_key_by_key():
    a, b = Amounts.of({"hbm": 1, "ici": 2}), Amounts.of({"hbm": 3})
    assert dict(a + b) == {"hbm": 4, "ici": 2}
    assert hash(a) == hash(Amounts.of({"ici": 2, "hbm": 1}))
    assert repr(a) == "{hbm: 1, ici: 2}"
    assert len(Amounts()) == 0
    with pytest.raises(KeyError):
        a["dcn"]


@pytest.mark.parametrize(
    "text",
    [
        "bf16[B, D] * bf16[E, F] -> bf16[B, F]",
        "bf16[B, D] *_D bf16[F] -> bf16[B, F]",
        "bf16[B, D] * bf16[B] -> bf16[B]",
    ],
)
def test_a_dim_of_one_operand_alone_is_no_contraction(text: str) -> None:
    with pytest.raises(NotationError, match=r"D is summed over, but only bf16\[B, D\] has it") as caught:
        op(text)
    assert "sum_D(...)" in str(caught.value)


def test_an_operation_shows_its_counts() -> None:
    assert repr(op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")) == (
        "bf16[B, D] * bf16[D, F] -> bf16[B, F]: 2*B*D*F FLOPs, 2*B*D + 2*D*F + 2*B*F bytes"
    )


@pytest.mark.parametrize(
    ("text", "options", "sizes", "entries"),
    [
        ("bf16 X[B, D] + bf16 X[B, D] -> bf16 Y[B, D]", {}, {"B": 5, "D": 8}, 2 * 40),
        ("bf16[B, D] + bf16[B, D] -> bf16[B, D]", {}, {"B": 5, "D": 8}, 3 * 40),
        ("bf16 X[B, D] * bf16 X[B, D] -> bf16[1]", {}, {"B": 4, "D": 4}, 16 + 1),
        ("bf16 X[B, D] * bf16 U[D, F] -> bf16 H[B, F]; bf16 H[B, F] * bf16 V[F, D] -> bf16 Y[B, D]", {},
         {"B": 2, "D": 3, "F": 5}, 2 * 2 * 3 + 2 * 3 * 5 + 2 * 5),
        # a device keeps a quarter of A and gathers all of it; B and C are whole
        ("bf16 A[I, J_X] * bf16 B[J, K] -> bf16 C[I, K]", {"mesh": "X=4", "plan": "AllGather_X A"},
         {"I": 2, "J": 8, "K": 3}, 4 + 16 + 24 + 6),
        ("bf16 A[I, J_X] * bf16 B[J, K] -> bf16 C[I, K]", {"mesh": "X=4", "plan": "AllReduce_X C"},
         {"I": 2, "J": 8, "K": 3}, 4 + 24 + 6),
        # the sum is there whole before each device keeps a quarter of it
        ("bf16 A[I, J_X] * bf16 B[J_X, K] -> bf16 C[I, K_X]", {"mesh": "X=4"}, {"I": 2, "J": 8, "K": 4}, 4 + 8 + 8 + 2),
        ("AllGather_X(bf16[B_X, D]) -> bf16[B, D]", {"mesh": "X=4"}, {"B": 8, "D": 3}, 6 + 24),
    ],
)  # fmt: skip
def test_what_a_device_holds_is_each_array_once_and_what_its_plan_makes(text, options, sizes, entries):
    """Counted by hand; the tests before gave each array another name and asked of no plan that gathers."""
    o = op(text, **options)
    assert o.at(**sizes).held == 2 * entries
    for capacity, fit in ((2 * entries, True), (2 * entries - 1, False)):
        chip = Machine("toy", {"bf16": 1}, {"hbm": 1, "ici": 1}, capacity=capacity)
        assert fits(o, chip, **sizes).fits is fit


@pytest.mark.parametrize("signs", ["+", "-", "+-", "-+", "--"])
@pytest.mark.parametrize("minus", ["-", "−"])
def test_a_difference_is_written_as_one(signs, minus):
    """str(op("X - Y -> Z")) printed a sum; the counts of both are one operation an element."""
    rest = "".join(f" {s} bf16 V{i}[B, D]" for i, s in enumerate(signs))
    text = f"bf16 X[B, D]{rest} -> bf16 Z[B, D]"
    made, plus = op(text.replace("-", minus).replace(minus + ">", "->")), op(text.replace(" - ", " + "))
    assert str(made) == text
    assert op(str(made)) == made
    assert (made == plus) == ("-" not in signs)
    assert (made.flops, made.bytes) == (plus.flops, plus.bytes)
    assert str(made.at(D=8)).count(" - ") == signs.count("-")
    two = op(f"fuse({text}; exp(bf16 Z[B, D]) -> bf16 E[B, D])")
    assert str(two).count(" - ") == signs.count("-")


KERNEL = "a[B, D] * b[D, F] -> h[B, F]; relu(h[B, F]) -> o[B, F]"


@pytest.mark.parametrize("h", ["bf16", "fp32"])
def test_formats_by_name_reach_what_a_kernel_keeps_on_the_chip(h):
    """With the intermediate it was said not to be there, without it to have no format."""
    formats = {"a": "bf16", "b": "int8", "h": h, "o": "bf16"}
    fused, apart = op(f"fuse({KERNEL})", dtype=formats), op(KERNEL, dtype=formats)
    assert (apart.bytes - fused.bytes).equals(2 * dims("B") * dims("F") * (2 if h == "bf16" else 4))
    with pytest.raises(NotationError, match="names an array q that is not there; the arrays are a, b, h, o"):
        op(f"fuse({KERNEL})", dtype={**formats, "q": "bf16"})
    with pytest.raises(NotationError, match="h has no dtype"):
        op(f"fuse({KERNEL})", dtype={k: v for k, v in formats.items() if k != "h"})


@pytest.mark.parametrize("keep", ["", "; keep h"])
def test_sizes_may_stand_behind_a_kernel(keep):
    text = f"fuse({KERNEL}{keep})"
    made = op(f"{text}, D=4096, F = 64", dtype="bf16")
    assert made == op(text, dtype="bf16", D=4096, F=64) == op(str(made))
    assert op(f"{text}, F=4*D", dtype="bf16") == op(text, dtype="bf16", F="4*D")
    with pytest.raises(NotationError, match="no dim is called Q"):
        op(f"{text}, Q=4", dtype="bf16")


def test_a_width_is_no_size_and_the_refusal_says_where_its_number_goes():
    wide = op("<b>[B, D] * <b>[D, F] -> <b>[B, F]")
    with pytest.raises(NotationError, match=r"b is no dim but the bytes of an entry; .* T_lower\(op, b=2\)"):
        wide.at(b=2)
    assert T_lower(wide, b=2) == T_lower(op("bf16[B, D] * bf16[D, F] -> bf16[B, F]"))


def test_a_size_is_said_by_its_own_name_and_number() -> None:
    """D=64 was found in BD=640, and 2*F + 3 not in what was typed without spaces."""
    text = "X[BD=640, D] * Y[D, F] -> Z[BD, F]"
    assert op(text, dtype="bf16", D=64).with_sizes == "bf16 X[BD=640, D=64] * bf16 Y[D, F] -> bf16 Z[BD, F]"
    for typed in ("X[BD=640, D=64] * Y[D, F] -> Z[BD, F]", "X[BD=64, D = 640] * Y[D, F] -> Z[BD, F]",
                  "X[B, D=2*F+3] * Y[D, F] -> Z[B, F]", "X[B, D'=64] * Y[D', D=64] -> Z[B, D]"):  # fmt: skip
        assert op(typed, dtype="bf16").with_sizes == typed
    primed = op("X[B, D'=64] * Y[D', D] -> Z[B, D]", dtype="bf16", D=64).with_sizes
    assert primed == "bf16 X[B, D'=64] * bf16 Y[D', D=64] -> bf16 Z[B, D]"
    for shown in (primed, op(text, dtype="bf16", D=64).with_sizes):
        assert dict(op(shown).sizes)["D"] == 64
