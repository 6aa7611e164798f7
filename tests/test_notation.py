"""Notation: every printed form reads, every mistake is named where it stands."""

import pickle
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import contractions

from symroof import dims
from symroof.errors import NotationError, SymroofError
from symroof.model.ops import op
from symroof.reading import notation

MATMUL = "bf16[B, D] * bf16[D, F] -> bf16[B, F]"


@pytest.mark.parametrize(
    "text",
    [
        MATMUL,
        "bf16[B,D]*bf16[D,F]->bf16[B,F]",
        "bfloat16[B, D] @ BF16[D, F] → bf16[B, F]",
        "bf16[B, D] · bf16[D, F] ⟶ bf16[B, F]",
        "bf16[B, D] • bf16[D, F] => bf16[B, F]",
        "bf16[B, D] × bf16[D, F] → bf16[B, F]",
        "bf16[B, D] ⋅_D bf16[D, F] → bf16[B, F]",
        "bf16[B, D] *_D bf16[D, F] -> bf16[B, F]",
        "bf16[B, D] @_{D} bf16[D, F] -> bf16[B, F]",
        r"bf16[B, D] \cdot_D bf16[D, F] \rightarrow bf16[B, F]",
        r"bf16[B, D] \times bf16[D, F] \to bf16[B, F]",
        r"$\text{bf16}[B, D] *_D \text{bf16}[D, F] \rightarrow \text{bf16}[B, F]$",
        r"$$\text{bf16[B, D]} *_D \text{bf16[D, F]} \rightarrow \text{bf16[B, F]}$$",
        r"\mathrm{bf16}\left[B,\, D\right] \cdot_{D} \mathrm{bf16}[B, F]".replace("[B, F]", r"[D, F] \longrightarrow ")
        + r"\;\mathrm{bf16}[B, F]",
        "bf16[B, D] * bf16[D, F] -> bf16[B, F].",
        "`bf16[B, D] * bf16[D, F] -> bf16[B, F]`",
        "bf16[B, D], bf16[D, F] -> bf16[B, F]",
        "\n bf16[B, D]\n  * bf16[D, F]\n -> bf16[B, F] ",
    ],
)
def test_one_matmul_however_it_is_printed(text):
    assert op(text) == op(MATMUL)


@pytest.mark.parametrize(
    ("text", "dtype", "canonical"),
    [
        ("x • y: bf16[N], bf16[N] → bf16[1]", None, "bf16 x[N] * bf16 y[N] -> bf16[1]"),
        ("x + y: bf16[N], bf16[N] → bf16[N]", None, "bf16 x[N] + bf16 y[N] -> bf16[N]"),
        ("relu(x): bf16[N] → bf16[N]", None, "relu(bf16 x[N]) -> bf16[N]"),
        (r"X[B, D] \cdot_D Y[D, F] \rightarrow Z[B, F]", "int8", "int8 X[B, D] * int8 Y[D, F] -> int8 Z[B, F]"),
        (r"\text{int8}[B, D] *_D \text{int8}[B, D, F] \rightarrow \text{int8}[B, F]", None,
         "int8[B, D] * int8[B, D, F] -> int8[B, F]"),
        ("bf16[B, D=4096] * int8[D, F] -> bf16[B, F], F=16_384", None,
         "bf16[B, D=4096] * int8[D, F=16384] -> bf16[B, F]"),
        ("bij,bjk->bik", "fp8", "fp8[b, i, j] * fp8[b, j, k] -> fp8[b, i, k]"),
        ("[B, D] * [D, F] -> [B, F]", "fp8", "fp8[B, D] * fp8[D, F] -> fp8[B, F]"),
        (r"x[B, d_{model}] * W\_in[d_model, F] -> y[B, F]", "bf16",
         "bf16 x[B, d_model] * bf16 W_in[d_model, F] -> bf16 y[B, F]"),
        ("<b> X[B, D] * int4[D, F] -> <b>[B, F]", None, "<b> X[B, D] * int4[D, F] -> <b>[B, F]"),
        ("softmax_N(fp32[B, N])", None, "softmax_N(fp32[B, N]) -> fp32[B, N]"),
        (r"\exp(bf16[N]) \to bf16[N]", None, "exp(bf16[N]) -> bf16[N]"),
        (r"\operatorname{relu}(bf16[N]) \to bf16[N]", None, "relu(bf16[N]) -> bf16[N]"),
        ("bf16[N] - bf16[N] -> bf16[N]", None, "bf16[N] - bf16[N] -> bf16[N]"),
        ("X[B, D] * Y[D] -> Z[B]", {"X": "bf16", "Y": "int8", "Z": "fp32"}, "bf16 X[B, D] * int8 Y[D] -> fp32 Z[B]"),
    ],
)  # fmt: skip
def test_forms_and_their_plain_text(text, dtype, canonical):
    o = op(text, dtype=dtype)
    assert str(o) == canonical
    assert op(str(o)) == o


def test_sharded_notation_keeps_its_sharding():
    o = op("A[I_X, J] ·_J B[J, K_Y] -> C[I_X, K_Y]", dtype="bf16", mesh="X=4 Y")
    assert [a.sharding for a in o.arrays] == [(("X",), ()), ((), ("Y",))]
    assert o.output.sharding == (("X",), ("Y",))
    assert o.mesh == (("X", 4), ("Y", None))
    assert o.axis("X") == 4
    assert str(o.axis("Y")) == "Y"
    assert str(o) == "bf16 A[I_X, J] * bf16 B[J, K_Y] -> bf16 C[I_X, K_Y]; mesh X=4 Y"
    assert op(str(o)) == o


@pytest.mark.parametrize("cell", ["I_XY", "I_{XY}", "I_{X,Y}", "I_{X, Y}"])
def test_a_dim_over_several_axes(cell):
    a = op(f"copy(bf16[{cell}, J])", mesh="X Y").arrays[0]
    assert a.sharding == (("X", "Y"), ())
    assert str(a.bytes) == "2*I*J/(X*Y)"
    assert str(a.global_bytes) == "2*I*J"


@pytest.mark.parametrize("tail", ["{U_X}", r"\{U_X\}", " { U_X }"])
def test_unreduced_partial_sums(tail):
    o = op(f"A[I, J_X] * B[J_X, K] -> C[I, K]{tail}", dtype="bf16", mesh="X")
    assert o.output.unreduced == ("X",)
    assert str(o.flops) == "2*I*J*K/X"
    assert op(str(o)) == o


def test_mesh_axes_may_have_long_names():
    o = op("A[I_data, J_model] * B[J_model] -> C[I_data]{U_model}", dtype="bf16", mesh="data=8, model=4")
    assert o.output.sharding == (("data",),)
    assert str(o.flops) == "I*J/16"


# -- mistakes ---------------------------------------------------------------------------------------------------------

BAD = [
    ("complex64[N] + complex64[N] -> complex64[N]", {}, "unknown dtype 'complex64'", "complex64", "known: bf16, fp16"),
    ("bf16[B, D] * bf17[D, F] -> bf16[B, F]", {}, "unknown dtype 'bf17'", "bf17", "known: bf16, fp16"),
    ("bf16[B, D * bf16[D, F] -> bf16[B, F]", {}, "unmatched '['", "[B, D *", "close it with ']'"),
    ("bf16[B, D] * bf16 D, F] -> bf16[B, F]", {}, "unmatched ']'", "] ->", "nothing opens it"),
    ("relu(bf16[B, D] -> bf16[B, D]", {}, "unmatched '('", "(bf16", "close it with ')'"),
    ("bf16[B, D] * bf16[D, F] -> bf16[B, G]", {}, "G is in the output bf16[B, G] but in no input", "G]", ""),
    ("bf16[B, D] *_D bf16[D, F] -> bf16[B, D]", {},
     "'*_D' says D is contracted, but D survives in the output bf16[B, D]", "_D", ""),
    ("bf16[B, D] *_G bf16[D, F] -> bf16[B, F]", {}, "'*_G' says G is contracted, but no input has G", "_G", ""),
    ("bf16[B, D, E] *_D bf16[D, E, F] -> bf16[B, F]", {}, "does not mention E", "_D", "write *_{D,E}"),
    ("bf16[B, 4096] * bf16[4096, F] -> bf16[B, F]", {}, "which axis is 4096? name it, as in D=4096", "4096", ""),
    ("bf16[B, D=0] * bf16[D, F] -> bf16[B, F]", {}, "D=0: a size is a whole number of at least 1", "D=0]", ""),
    ("bf16[B, D=-8] * bf16[D, F] -> bf16[B, F]", {}, "D=-8: a size is a whole number of at least 1", "D=-8", ""),
    ("bf16[B, D=2.5] * bf16[D, F] -> bf16[B, F]", {}, "D=2.5: a size is a whole number", "D=2.5", ""),
    ("bf16[B, D=8] * bf16[D=9, F] -> bf16[B, F]", {}, "D is bound twice: 8 and 9", "D=9", ""),
    ("bf16[B, D=1e99999] * bf16[D, F] -> bf16[B, F]", {}, "too many digits", "D=1e9", ""),
    ("bf16[B, B] * bf16[B, B] -> bf16[B, B]", {}, "B is twice in one array", "B, B] *", "bf16[B, B'=B] * bf16[B'"),
    ("sum(bf16[B, B]) -> bf16[B]", {}, "B is twice in one array", "B, B])", "a diagonal is not an operation here"),
    ("ii,ij->ij", {"dtype": "bf16"}, "i is twice in one array", "", "in an einsum that is a diagonal"),
    ("X[B, D] * Y[D, F] -> Z[B, F]", {}, "X has no dtype", "X", 'say dtype="bf16", or write bf16 X[B, D]'),
    ("X[B, D] * Y[D] -> Z[B]", {"dtype": {"X": "bf16", "Y": "int8"}}, "Z has no dtype; dtype= gives X, Y", "Z", ""),
    ("A[I_X, J] * B[J, K] -> C[I_X, K]", {"dtype": "bf16"},
     "I_X looks like dim I cut over mesh axis X, but there is no mesh", "I_X", 'say mesh="X Y"'),
    ("A[I, J] * B[J, K] -> C[I, K]{U_X}", {"dtype": "bf16"}, "but there is no mesh", "U_X", "mesh="),
    ("A[I_Z, J] * B[J, K] -> C[I_Z, K]", {"dtype": "bf16", "mesh": "X Y"}, "over an axis that the mesh lacks", "I_Z",
     "its axes are X, Y"),
    ("A[I, J] * B[J, K] -> C[I, K]{U_Z}", {"dtype": "bf16", "mesh": "X"}, "names an axis that the mesh lacks", "U_Z",
     "its axes are X"),
    ("A[I, J] * B[J, K] -> C[I, K]{V_X}", {"dtype": "bf16", "mesh": "X"}, "{V_X} is not understood", "V_X", "{U_X}"),
    ("A[I_X, J_X] * B[J, K] -> C[I, K]", {"dtype": "bf16", "mesh": "X"}, "mesh axis X cuts I and J of one array",
     "J_X", "an axis cuts one dim"),
    ("A[I_X, J] * B[J, K] -> C[I_X, K]{U_X}", {"dtype": "bf16", "mesh": "X"},
     "mesh axis X both cuts I and leaves partial sums", "U_X", ""),
    ("A[X, J] * B[J, K] -> C[X, K]", {"dtype": "bf16", "mesh": "X"}, "X is both a dim and a mesh axis", "X, J", ""),
    ("A[I_X=10, J] * B[J, K] -> C[I_X, K]", {"dtype": "bf16", "mesh": "X=4"},
     "I=10 does not divide into 4 equal parts", "I_X", ""),
    ("A[I, J_X] ·_{J_X} B[J_X, K] -> C[I, K]", {"dtype": "bf16", "mesh": "X"}, "is cut over the mesh", "_{J_X}",
     "name the whole dim"),
    ("X[B, D] * X[D, F] -> Z[B, F]", {"dtype": "bf16"}, "two arrays are called X", "X[D", ""),
    ("bf16 X[B, D] * int8 X[B, D] -> bf16[1]", {}, "X is bf16 and int8; an array has one format", "int8 X",
     "give a copy a name of its own"),
    ("bf16 X[B, D] + fp32 X[B, D] -> bf16 Y[B, D]", {}, "X is bf16 and fp32", "fp32 X", "a name of its own"),
    ("copy(bf16 X[B, D]) -> int8 X[B, D]", {}, "X is bf16 and int8", "int8 X", "a name of its own"),
    ("<B>[B, D] * bf16[D] -> bf16[B]", {}, "B is both a dim and a byte width", "<B>", "two symbols of one name"),
    ("bf16[B, 4D] * bf16[D, F] -> bf16[B, F]", {}, "a dim is one name", "D]", ""),
    ("bf16[B, 2*D] * bf16[D, F] -> bf16[B, F]", {}, "a dim is one name, not a formula", "*D", ""),
    ("bf16[B, D] * bf16[D, F] ->", {}, "the operation stops too early", "", ""),
    ("bf16[B, D] *", {}, "the operation stops too early", "", ""),
    ("bf16[B, D] * bf16[D, F]", {}, "the product has no output", "", "as in -> bf16[B, F]"),
    ("bf16[B, D] * Y -> bf16[B, D]", {}, "Y has no dims", "Y", "as in bf16[B, D]"),
    ("x * y -> z[N]", {"dtype": "bf16"}, "x has no dims", "x", ""),
    ("x * y: bf16[N] -> bf16[N]", {}, "2 operands before the colon, 1 arrays after it", "bf16", ""),
    ("bf16[N] * bf16[N]: bf16[N] -> bf16[N]", {}, "names before a colon have no dims", "bf16", ""),
    ("sum(bf16[N]): exp(B)", {}, "names before a colon have no dims", "sum", ""),
    ("bf16[N] * bf16[N] + bf16[N] -> bf16[N]", {}, "products and sums in one operation", "+", "';'"),
    ("bf16[N] * bf16[N] -> bf16[N], bf16[N]", {}, "an operation has one output", "bf16[N]", "two operations"),
    ("relu(softmax(bf16[B, N])) -> bf16[B, N]", {}, "one function of arrays at a time", "(bf16", "join with ';'"),
    ("frobnicate(bf16[N]) -> bf16[N]", {}, "unknown function 'frobnicate'", "frob", "known: relu"),
    ("relu(bf16[N], bf16[N]) -> bf16[N]", {}, "relu takes one array, not 2", "relu", ""),
    ("relu(bf16[N, M]) -> bf16[N]", {}, "M is not in the output bf16[N], but relu keeps every dim", "relu", ""),
    ("sum(bf16[B, N])", {}, "sum over which dim?", "sum", "write sum_N(...)"),
    ("sum(bf16[B, N]) -> bf16[B, N]", {}, "sum reduces nothing", "sum", ""),
    ("sum_N(bf16[B, N]) -> bf16[N]", {}, "says N is reduced, but N survives in bf16[N]", "sum_N", ""),
    ("sum_N(bf16[B, N]) -> bf16[1]", {}, "says N is reduced, but B is gone too", "sum_N", ""),
    ("sum_Q(bf16[B, N]) -> bf16[B]", {}, "'sum_Q' runs along Q, but no input has Q", "sum_Q", ""),
    ("layernorm(bf16[B, D], bf16[E]) -> bf16[B, D]", {}, "E is not a dim of bf16[B, D]", "layer", ""),
    ("bf16[B, N] + bf16[B, N] -> bf16[B]", {}, "a sum contracts nothing", "+", ""),
    ("bf16[A, B] * bf16[B, D] * bf16[D, E] -> bf16[A, E]", {}, "3 arrays are contracted in pairs", "*", "';'"),
    ("bf16[B] -> bf16[B]", {}, "one array is no product", "bf16", "copy(...)"),
    ("bf16[B, D] * bf16[D, F] -> bf16[B, F] ? 3", {}, "'?' does not belong here", "?", ""),
    ("int8[B, D] x int8[D, F] -> int8[B, F]", {}, "'x' is a name, not a product sign", "x int8", "write * or ×"),
    ("__import__('os').system('true')", {}, "", None, ""),
]  # fmt: skip


def test_an_array_of_one_name_is_loaded_once_and_two_of_two_names_are_two():
    """Where formats differed under one name one of the arrays was lost from the bytes, which one by the order."""
    b, d = dims("B D")
    assert op("bf16 X[B, D] * bf16 X[B, D] -> bf16[1]").bytes == 2 * b * d + 2
    assert op("bf16 X[B, D] * int8 Q[B, D] -> bf16[1]").bytes == 3 * b * d + 2
    assert op("int8 Q[B, D] * bf16 X[B, D] -> bf16[1]").bytes == 3 * b * d + 2
    assert op("float16 X[B, D] * half X[B, D] -> bf16[1]").bytes == 2 * b * d + 2  # two names of one format


@pytest.mark.parametrize(("text", "options", "reason", "points_at", "remedy"), BAD, ids=[b[2] or b[0] for b in BAD])
def test_a_mistake_is_named_where_it_stands(text, options, reason, points_at, remedy):
    with pytest.raises(NotationError) as caught:
        op(text, **options)
    message = str(caught.value)
    assert reason in message
    assert remedy in message
    if points_at is None:
        return
    _, shown, marked = message.split("\n")
    column = marked.index("^")
    assert (shown + " ")[column:].startswith(points_at)
    assert pickle.loads(pickle.dumps(caught.value)).args == caught.value.args


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (lambda: op(MATMUL, D=0), "D=0: a size is a whole number of at least 1"),
        (lambda: op(MATMUL, D=-3), "D=-3"),
        (lambda: op(MATMUL, D=2.5), "D=2.5"),
        (lambda: op(MATMUL, D=True), "D=True"),
        (lambda: op(MATMUL, D="many"), "D=many"),
        (lambda: op(MATMUL, D=None), "D=None"),
        (lambda: op(MATMUL, D="1/0"), "D=1/0"),
        (lambda: op(MATMUL, D=10**5000), "D=1.000e+5000 has more digits than anyone needs"),
        (lambda: op(MATMUL, D=float("nan")), "D=nan"),
        (lambda: op("a" + " ," * 4900 + "!"), "does not belong here"),  # time grows with length, not with its square
        (lambda: op(MATMUL, G=8), "no dim is called G; the dims are B, D, F"),
        (lambda: op(MATMUL + "; relu(bf16[B, F])", G=8), "no dim is called G; the dims are B, D, F"),
        (lambda: op("bf16[N] * bf16[N] -> bf16[1], D=4"), "no dim is called D; the dims are N"),
        (lambda: op(""), "the operation is empty"),
        (lambda: op(";"), "there is no operation here"),
        (lambda: op(3), "an operation is text"),
        (lambda: op(MATMUL + " " * 10_000), "the limit is 10000"),
        (lambda: op("(" * 500 + "x" + ")" * 500), "nest more than 8 deep"),
        (lambda: op(f"bf16[{', '.join(f'd{i}' for i in range(40))}] * bf16[d1] -> bf16[d1]"), "40 dims in one array"),
        (lambda: op(" * ".join(["bf16[N]"] * 70) + " -> bf16[N]"), "70 arrays in one operation"),
        (lambda: op("; ".join(["relu(bf16[N])"] * 70)), "70 operations in one text"),
        (lambda: op(MATMUL, mesh=""), "the mesh has no axes"),
        (lambda: op(MATMUL, mesh="X X"), "mesh axis X is named twice"),
        (lambda: op(MATMUL, mesh="X=0"), "X=0: a size"),
        (lambda: op(MATMUL, mesh="4"), "'4' is not a mesh axis"),
        (lambda: op(MATMUL, mesh=4), "a mesh is text"),
        (lambda: op(MATMUL, mesh="X=4", X=8), "mesh axis X is bound twice"),
        (lambda: op("X[N] * Y[N] -> Z[1]", dtype={"X": "bf16", "Y": "bf16", "Z": "bf16", "V": "int8"}),
         "dtype= names an array V that is not there; the arrays are X, Y, Z"),
        (lambda: op("X[N] * Y[N] -> Z[1]", dtype="bf17"), "unknown dtype 'bf17'"),
    ],
)  # fmt: skip
def test_mistakes_outside_the_text(call, reason):
    with pytest.raises(SymroofError) as caught:
        call()
    assert reason in str(caught.value)


def test_sizes_are_exact_however_they_are_given():
    import numpy as np

    assert op(MATMUL, D=4096) == op("bf16[B, D=4096] * bf16[D, F] -> bf16[B, F]") == op(MATMUL, D=np.int64(4096))
    assert str(op(MATMUL, B=2**40, D=2**40, F=2**40).flops) == str(2 * 2**120)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(contractions())
def test_an_operation_is_read_back_from_its_own_text(c):
    o = op(c.text)
    assert op(str(o)) == o
    assert o.contracted == c.contracted
    bound = op(c.text, **c.sizes)
    assert op(str(bound)) == bound


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="BDF16bf[](){},;:*+-→·_=<>$\\ \n'.·1", max_size=60))
def test_any_text_is_read_or_refused_with_a_message(text):
    try:
        message = str(op(text, dtype="bf16"))
    except SymroofError as e:
        message = str(e)
    assert message


def test_typesetting_keeps_every_character_in_place():
    text = r"$\text{int8[B, D]} *_D \left[\,B\right]$"
    assert len(notation.plain(text)) == len(text)
    assert notation.plain(text).index("int8") == text.index("int8")


@pytest.mark.slow
def test_reading_needs_no_sympy():
    code = (
        "import sys; from symroof.model.ops import op; o = op('bf16[B, D] * bf16[D, F] -> bf16[B, F]'); str(o);"
        "sys.exit('sympy' in sys.modules or 'numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_function_of_nothing_has_no_array():
    with pytest.raises(NotationError, match="has no array"):
        notation.read("max()")


@pytest.mark.parametrize(
    ("typed", "broken", "mended"),
    [
        ("bf16[B D] * bf16[D, F] -> bf16[B, F]", "bf16[B D]", "bf16[B, D]"),
        ("bf16[B, D] * bf16[D F_X] -> bf16[B, F_X]", "bf16[D F_X]", "bf16[D, F_X]"),
        ("bf16[B D T] * bf16[D, F] -> bf16[B, T, F]", "bf16[B D T]", "bf16[B, D, T]"),
        ("bf16[B,, D] * bf16[D, F] -> bf16[B, F]", "bf16[B,, D]", "bf16[B, D]"),
        ("bf16[B, D,] * bf16[D, F] -> bf16[B, F]", "bf16[B, D,]", "bf16[B, D]"),
        ("<b>[B: D] * bf16[D, F] -> bf16[B, F]", "<b>[B: D]", "<b>[B, D]"),
        ("bf16[B x D] * bf16[D, F] -> bf16[B, F]", "bf16[B x D]", "bf16[B, D]"),
        ("bf16[B, D=4 F=3] * bf16[F] -> bf16[B, D]", "bf16[B, D=4 F=3]", "bf16[B, D=4, F=3]"),
        ("relu(bf16[B D]) -> bf16[B, D]", "bf16[B D]", "bf16[B, D]"),
        ("bf16(B, D) * bf16[D, F] -> bf16[B, F]", "bf16(B, D)", "bf16[B, D]"),
    ],
)
def test_an_array_with_a_slip_of_the_pen_is_told_as_it_reads(typed: str, broken: str, mended: str) -> None:
    """ "'D' does not belong here" said where, and not what to do."""
    with pytest.raises(NotationError) as caught:
        op(typed)
    assert caught.value.remedy == f"write {mended}"
    if "_X" not in typed:  # which wants a mesh
        assert str(op(typed.replace(broken, mended)).output).startswith("bf16[")


@pytest.mark.parametrize(
    ("typed", "named"),
    [
        ("...ij,jk->...ik", "bij,jk->bik"),
        ("ij…,jb->ib…", "ijn,jb->ibn"),
        ("bf16[..., D] * bf16[D, F] -> bf16[..., F]", "bf16[B, D] * bf16[D, F] -> bf16[B, F]"),
        ("relu(bf16[B, ...]) -> bf16[B, ...]", "relu(bf16[B, N]) -> bf16[B, N]"),
    ],
)
def test_dims_without_names_are_to_be_named_and_not_left_out(typed: str, named: str) -> None:
    """ "leave it out" made another operation of a batched one; as NumPy counts it, the batch multiplies the work."""
    with pytest.raises(NotationError, match="does not belong here: each dim has a name") as caught:
        op(typed, dtype="bf16")
    assert caught.value.remedy == f"name the dims it stands for, as in {named}"
    assert op(named, dtype="bf16").dims
    if "->...ik" in typed:
        batched = op(named, dtype="bf16").at(b=3, i=5, j=7, k=2)
        assert batched.flops == 2 * np.einsum("bij,jk->bijk", np.ones((3, 5, 7)), np.ones((7, 2))).size


def test_a_stray_full_stop_is_no_dim() -> None:
    with pytest.raises(NotationError) as caught:
        op("bf16[B, D] . * bf16[D, F] -> bf16[B, F]")
    assert caught.value.remedy == "write * between two arrays"


@pytest.mark.parametrize(
    ("typed", "remedy"),
    [
        ("bf16[B, D] * bf16[D, F] bf16[B, F]", "write -> before the output"),
        ("bf16[B, D] * bf16[D, F] - > bf16[B, F]", "write -> before the output"),
        ("bf16[B, D] * bf16[D, F] = bf16[B, F]", "write -> before the output"),
        ("bf16[B, D] bf16[D, F] -> bf16[B, F]", "write * between two arrays"),
        ("bf16[B, D] * * bf16[D, F] -> bf16[B, F]", "leave it out"),
        ("bf16[B, D]] * bf16[D, F] -> bf16[B, F]", "nothing opens it; leave it out, or open it before"),
        ("bf16[B, D) * bf16[D, F] -> bf16[B, F]", "close '[' with ']'"),
        ("bf16[B, D] * bf16[D, F] ->", "here goes the output, as in bf16[B, F]"),
        ("bf16[B, D] * ", "here goes an array, as in bf16[B, D]"),
        ("bf16[B, D] * bf16[D, F] -> bf16[B, F] ? 3", None),  # two things that nobody can guess
        ("bf16[B ? D] * bf16[D, F] -> bf16[B, F]", None),
    ],
)
def test_a_sign_between_arrays_is_told_where_one_is_missing_or_too_many(typed: str, remedy: str | None) -> None:
    with pytest.raises(NotationError) as caught:
        op(typed)
    assert caught.value.remedy == remedy
