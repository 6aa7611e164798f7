"""What an attacker with the docs alone found in operations, plans, layers and fits: held to counts made by hand."""

from fractions import Fraction
from itertools import product
from math import prod

import pytest

from symroof import (
    Machine,
    NotationError,
    Op,
    SymroofError,
    T_lower,
    all_gather,
    bottlenecks,
    bound_by,
    cheaper,
    data_parallel,
    dims,
    fits,
    fully_sharded,
    mixed,
    op,
    params,
    printed_range,
    ring,
    strategies,
    tensor_parallel,
    threshold,
    tiles,
    torus,
)
from symroof.model.derive import derive

MM = "bf16[B, D] * bf16[D, F] -> bf16[B, F]"
H100 = Fraction(989 * 10**12, 335 * 10**10)  # FLOPs a byte


def _bound(m: int, k: int, n: int) -> bool:
    """Whether a matmul in bf16 is compute-bound on an H100, by its definition."""
    return Fraction(2 * m * k * n, 2 * (m * k + k * n + m * n)) > H100


@pytest.mark.slow
@pytest.mark.parametrize("inner", ["K", "T", "D"])
@pytest.mark.parametrize(("tie", "times"), [("4*{}", 4), ("{}", 1), ("2*{}", 2)])
def test_a_tie_means_the_dim_of_that_name(inner, tie, times):
    """K and T are by convention parameters: text named a second symbol K, which no number reached."""
    rule = threshold(op(f"bf16[M, {inner}] * bf16[{inner}, N] -> bf16[M, N]"), "M", on="H100")
    there = rule.at(N=tie.format(inner))
    assert there.free == (inner,)
    for k in (700, 1024, 4096):
        now = there.at(**{inner: k})
        assert now == rule.at(N=tie.format(inner), **{inner: k})
        for m in range(1, 1500, 13):
            assert there.contains(m, **{inner: k}) is now.contains(m) is _bound(m, k, times * k)
        assert now.integer == next(m for m in range(1, 9999) if _bound(m, k, times * k))


def test_a_tie_to_the_unknown_itself_and_to_a_new_size_called_like_a_parameter():
    rule = threshold(op("bf16[M, K] * bf16[K, N] -> bf16[M, N]"), "K", on="H100").at(N="K", M="K")
    assert [rule.contains(k) for k in (885, 886)] == [_bound(k, k, k) for k in (885, 886)] == [False, True]
    new = threshold(op(MM), "B", on="H100").at(D="K*T", F=4096)
    assert new.at(K=8).at(T=512).integer == next(b for b in range(1, 9999) if _bound(b, 4096, 4096))
    found = printed_range(op("bf16[M, K] * bf16[K, N] -> bf16[M, N]"), "M", on="H100", K=4096, N="4*K")
    assert found.low < 324.5 < found.high


def test_a_tie_to_a_parameter_beside_a_size_of_its_name_is_refused():
    rule = threshold(op("bf16[M, K] * bf16[K, N] -> bf16[M, N]"), "M", on="H100")
    assert rule.at(N=4 * dims("K")).at(K=4096).integer == 325
    with pytest.raises(SymroofError, match="are both called K"):
        rule.at(N=4 * params("K"))


@pytest.mark.parametrize("tie", ["4*C", "C", 4 * dims("C"), "4*W"])
def test_no_size_is_tied_to_a_rate(tie):
    """Without a machine C and W are its rates: a size of that name would be the same symbol."""
    for ask in (lambda: threshold(op(MM), "B").at(D=tie), lambda: threshold(op(MM), "B").at(F=4096).at(D=tie)):
        with pytest.raises(SymroofError, match="is a rate of this question, no size"):
            ask()
    on = threshold(op(MM), "B", on="H100").at(D=tie, F=4096)  # where the rates are numbers it is a size like another
    c = 1024 if tie == "C" else 256
    letter = "W" if tie == "4*W" else "C"
    assert on.at(**{letter: c}).integer == next(b for b in range(1, 9999) if _bound(b, 1024, 4096))


def test_a_rate_is_no_size_of_a_layer_and_a_dim_called_c_is_one():
    with pytest.raises(SymroofError, match="C is a rate of this question"):
        data_parallel().threshold("B").at(X="C")
    rule = threshold(op("bf16[B, C] * bf16[C, F] -> bf16[B, F]"), "B").at(F="4*C")
    there = rule.at(C=1024, C_bf16=989 * 10**12, W=335 * 10**10)
    assert there.integer == next(b for b in range(1, 9999) if _bound(b, 1024, 4096))


TWO = "bf16 X[B, D] * bf16 V[D, F] -> bf16 H[B, F]; relu(bf16 H[B, F]) -> bf16 R[B, F]"
SIZES = {"B": 6, "D": 5, "F": 7, "N": 11, "M": 13}
THREE = "exp(bf16 X[N]) -> bf16 Y[N]; relu(bf16 Y[N]) -> bf16 Z[N]; tanh(bf16 Y[N]) -> bf16 Q[N]"


@pytest.mark.parametrize(
    ("text", "held"),
    [
        (TWO, 2 * (6 * 5 + 5 * 7 + 2 * 6 * 7)),
        (f"fuse({TWO}; keep H)", 2 * (6 * 5 + 5 * 7 + 2 * 6 * 7)),
        (f"fuse({TWO})", 2 * (6 * 5 + 5 * 7 + 6 * 7)),
        (f"fuse({THREE})", 2 * 3 * 11),  # Y alone stays on the chip
        (f"fuse({THREE}; keep Y)", 2 * 4 * 11),
        (f"fuse({THREE}); abs(bf16 Z[N]) -> bf16 S[N]", 2 * 4 * 11),
        ("exp(bf16[N]) -> fp32[N]; relu(bf16[M]) -> int8[M]", 11 * (2 + 4) + 13 * (2 + 1)),
        ("bf16 X[B, D] * bf16 W[D, F] -> bf16[B, F]; bf16 X[B, D] * bf16 V[D, F] -> int8[B, F]",
         2 * (6 * 5 + 2 * 5 * 7) + 3 * 6 * 7),
    ],
)  # fmt: skip
def test_what_is_stored_is_held(text, held):
    """Added up by hand; what a fuse keeps, all of its outputs but the last, and those without a name were left out."""
    o = op(text)
    here = {d: n for d, n in SIZES.items() if d in o.dims}
    assert o.at(**here).held == held
    assert op(text, **here).held == held
    for capacity, fit in ((held, True), (held - 1, False)):
        assert fits(o, Machine("toy", {"bf16": 1}, {"hbm": 1}, capacity=capacity), **here).fits is fit


ROWS, J, K = 16, 3, 5


@pytest.mark.parametrize(
    ("text", "mesh", "plan", "entries"),
    [
        # an eighth of A, all of A, of which a device multiplies another eighth in place, B and an eighth of C
        ("bf16 A[I_{XY}, J] * bf16 B[J, K] -> bf16 C[I_{YX}, K]", "X=2 Y=4", "AllGather_XY A",
         [ROWS * J // 8, ROWS * J, J * K, ROWS * K // 8]),
        ("bf16[I_{XY}, J] * bf16[J, K] -> bf16[I_{YX}, K]", "X=2 Y=4", "AllGather_XY A",
         [ROWS * J // 8, ROWS * J, J * K, ROWS * K // 8]),
        ("AllGather_XY(bf16 A[I_{XY}, J]) -> bf16 A[I, J]", "X=2 Y=4", "AllGather_XY A", [ROWS * J // 8, ROWS * J]),
        ("copy(bf16 A[I_X]) -> bf16 C[I_Y]", "X=4 Y=2", "AllGather_X C", [ROWS // 4, ROWS // 4, ROWS, ROWS // 2]),
        # a quarter of A, the same of C, and all of C
        ("copy(bf16 A[I_X]) -> bf16 C[I]", "X=4 Y=2", "AllGather_X C", [ROWS // 4, ROWS // 4, ROWS]),
        # half of C is worked out, all of it put together, and a quarter by another axis kept
        ("bf16 A[I_X, J] * bf16 B[J, K] -> bf16 C[I_Y, K]", "X=2 Y=4", "AllGather_X C",
         [ROWS * J // 2, J * K, ROWS * K // 2, ROWS * K, ROWS * K // 4]),
        ("bf16[I_X, J] * bf16[J, K] -> bf16[I, K]", "X=2 Y=4", "AllGather_X C",
         [ROWS * J // 2, J * K, ROWS * K // 2, ROWS * K]),
        # the same A twice: its part and all of it
        ("bf16 A[I_X, J] * bf16 A[I_X, J] -> bf16 G[J, J]", "X=2 Y=4", "AllGather_X A",
         [ROWS * J // 2, ROWS * J, J * J]),
        # what is gathered within one kernel is held as well
        ("fuse(bf16 A[I, J_X] * bf16 B[J, K] -> bf16 C[I, K]; relu(bf16 C[I, K]) -> bf16 R[I, K])", "X=3",
         "AllGather_X A", [ROWS * J // 3, ROWS * J, J * K, ROWS * K]),
    ],
)  # fmt: skip
def test_what_a_plan_gathers_whole_is_held(text, mesh, plan, entries):
    """Counted by hand; what was sliced after a gather, and what was gathered in a kernel, were left out."""
    product = "*" in text and not text.startswith("fuse")
    o = op(text, mesh=mesh, **({"plan": plan} if product else {}))
    o = o.at(**{d: n for d, n in {"I": ROWS, "J": J, "K": K}.items() if d in o.dims})
    assert str((o.steps or (o,))[0].plan) == plan
    assert o.held == 2 * sum(entries)


def test_what_totals_hold_is_not_known():
    both = op("exp(bf16[N]) -> bf16[N]") + Op.of(flops=8, bytes=800)
    with pytest.raises(SymroofError, match="given by its totals, so its arrays are unknown"):
        both.held


WIDE = "<s>[B, D] * bf16[D, F] -> bf16[B, F]"


@pytest.mark.parametrize(("s", "written"), [("1/2", "int4"), ("3/4", "fp6"), ("1/4", "int2"), (1, "int8"), (4, "fp32")])
def test_a_byte_width_is_any_positive_number(s, written):
    """A width was taken for a whole number of at least 1, so that math never bound; judged by the definition."""
    size, width = {"B": 330, "D": 4096, "F": 4096}, Fraction(s)
    math = Fraction(2 * 330 * 4096 * 4096, 989 * 10**12)
    hbm = (width * 330 * 4096 + 2 * 4096 * 4096 + 2 * 330 * 4096) / (3350 * 10**9)
    binds = "math" if math > hbm else "hbm"
    assert bound_by(WIDE, "H100", s=s, **size) == binds
    assert bottlenecks(WIDE, on="H100", **size).at(s=s) == (binds,)
    assert Fraction(str(T_lower(WIDE, "H100", s=s, **size))) == max(math, hbm)
    rule = threshold(WIDE, "s", on="H100").at(**size)
    assert rule.contains(s) is (math > hbm)
    batch = threshold(WIDE, "B", on="H100").at(D=4096, F=4096, s=s)
    named = threshold(f"{written}[B, D] * bf16[D, F] -> bf16[B, F]", "B", on="H100").at(D=4096, F=4096)
    if written != "fp32":  # which is computed otherwise
        assert batch.number == named.number


def test_both_outcomes_of_a_byte_width_are_told():
    found = bottlenecks(WIDE, on="H100", B=330, D=4096, F=4096)
    assert "always" not in str(found)
    rule = threshold(WIDE, "s", on="H100").at(B=330, D=4096, F=4096)
    assert rule.number == pytest.approx(4096 * (2 / (989e12 / 3.35e12) - 2 / 4096 - 2 / 330))
    for ask in (lambda: op(WIDE, s="1/2"), lambda: op(WIDE).at(s="1/2"), lambda: op(WIDE, s=2)):
        with pytest.raises(NotationError, match="s is no dim but the bytes of an entry"):
            ask()
    with pytest.raises(SymroofError, match="B=1/2 is not an integer"):
        bound_by(WIDE, "H100", B="1/2", D=8, F=8, s=1)


def test_a_byte_width_on_the_command_line_and_in_plans():
    let = derive(WIDE, on="H100", let={"s": "0.5"}).threshold
    assert let is not None
    assert let.at(D=4096, F=4096).integer == threshold(WIDE.replace("<s>", "int4"), "B", on="H100").at(
        D=4096, F=4096).integer  # fmt: skip
    plans = strategies("A[I, J_X] * B[J, K] -> C[I, K]", mesh="X=4")
    assert plans.plan("AllGather_X A").at(b="1/2", I=8, J=8).sends == {"ici": 3 * 8 * 8 * Fraction(1, 2) / 4 / 2}
    assert str(plans.best(b="1/2", I=8, J=8, K=8)) == "AllGather_X A"


def test_totals_beside_notation_are_bound_as_one():
    """The sizes of one half were bound and those of the other left, without a word; added up by hand."""
    both = Op.of(flops="2*B*D", bytes="B + D") + op(MM)
    there = both.at(B=2, D=3, F=5)
    assert (there.flops, there.bytes) == (2 * 6 + 2 * 30, 5 + 2 * (6 + 15 + 10))
    assert both.at(B=2).at(D=3, F=5) == there
    assert (2 * both).at(B=2, D=3, F=5).flops == 2 * there.flops
    tied = both.at(D="4*B", F=5).at(B=2)
    assert (tied.flops, tied.bytes) == (2 * 16 + 2 * 80, 10 + 2 * (16 + 40 + 10))


def test_totals_take_sizes_by_themselves():
    o = Op.of(flops="2*B", bytes="B")
    assert (o.at(B=2).flops, str(o.at(B=2))) == (4, "4 FLOPs, 2 bytes")
    assert str(Op.of(flops="2*B", bytes="B", text="mine").at(B=2)) == "mine"
    assert T_lower(o, "H100", B=2) == T_lower(o.at(B=2), "H100")
    assert Op.of(flops=2 * dims("K"), bytes=1).at(K=3).flops == 6
    with pytest.raises(NotationError, match="B is bound twice: 2 and 3"):
        o.at(B=2).at(B=3)
    with pytest.raises(NotationError, match="a size is a whole number of at least 1"):
        o.at(B="1/2")
    with pytest.raises(NotationError, match="K is no dim of this operation but a parameter"):
        Op.of(flops="2*K", bytes="K").at(K=3)


@pytest.mark.parametrize(
    ("join", "message"),
    [
        (lambda: Op.of(flops="2*B", bytes="B") + op(MM, B=7), "B is 7 in one operation and a symbol in 2"),
        (lambda: Op.of(flops="2*B", bytes="B").at(B=7) + op(MM), "B is 7 in one operation and a symbol in bf16"),
        (lambda: Op.of(flops="2*B", bytes="B").at(B=7) + op(MM, B=8), "B is 7 in one operation and 8 in another"),
        (lambda: Op.of(flops="K", bytes=1) + op("exp(bf16[K]) -> bf16[K]"), "K is a parameter in K FLOPs"),
    ],
)
def test_totals_and_notation_that_do_not_agree_are_refused(join, message):
    with pytest.raises(SymroofError, match=message):
        join()


def test_a_plan_takes_its_rates():
    """C and W were named among its symbols, taken and left as they were; the times are worked out by hand."""
    plan = strategies("A[I, J_X] * B[J_X, K] -> C[I, K]", mesh="X=4", dtype="bf16").plan("AllReduce_X C")
    there = plan.at(C=10**14, W=10**12, W_ici=10**10, I=4, J=8, K=4)
    assert there.symbols & {"C", "W", "W_ici"} == set()
    assert there.times_core() == {
        "math": Fraction(2 * 4 * 2 * 4, 10**14),
        "hbm": Fraction(2 * (4 * 2 + 2 * 4 + 4 * 4), 10**12),
        "ici_X": Fraction(2 * 2 * 4 * 4 * 3, 4 * 2 * 10**10),
    }
    assert str(plan.at(C=8).T_math) == "I*J*K/16"
    assert str(plan.at(W="1/2").T_hbm) == "I*J + 4*I*K + J*K"
    rule = plan.at(C=10**14, W_ici=10**10).compute_bound("J")
    does = [j for j in range(4, 30100, 4) if Fraction(2 * j, 4 * 10**14) > Fraction(3, 2 * 10**10)]
    assert rule.integer == does[0] == 30004
    with pytest.raises(SymroofError, match="C=-1 is not positive"):
        plan.at(C=-1)


@pytest.mark.slow
def test_what_holds_for_many_devices_alone_says_so_while_their_number_is_open():
    """The note was dropped once another size was bound, though the formula is off by two on an axis of two."""
    pair = strategies("A[I_X, J] * B[J, K_X] -> C[I_X, K]", mesh="X", dtype="bf16").plans
    rule = cheaper(*pair, "J")
    there = rule.at(K=4096, I=1024)
    assert there.contains(400) is not there.contains(400, X=2)
    assert there.notes == rule.notes == rule.at(K=4096).at(I=1024).notes != ()
    assert there.at(X=2).notes == ()
    asked = op("bf16 A[I, J_X] * bf16 B[J_X, K] -> bf16 C[I, K]", mesh="X")
    for made, sizes in (
        (threshold(asked, "J", on="TPU v5e"), {"I": 4096}),
        (fully_sharded(on="TPU v5p").threshold("B", leading=False), {"F": 4096}),
        (asked.plan.compute_bound("J"), {"W_ici": 10**10}),
        (threshold(asked, "X", on="TPU v5e"), {"I": 4096}),
    ):
        rings = [n for n in made.notes if n.startswith("for rings of 3 or more (X)")]
        assert len(rings) == 1
        assert [n for n in made.at(**sizes).notes if n in rings] == rings
        if made.name != "X":
            assert not [n for n in made.at(**sizes).at(X=2).notes if "rings of 3" in n]


@pytest.mark.parametrize("letter", ["K", "M", "T", "B", "G", "k", "b"])
def test_an_amount_is_refused_where_its_letter_is_a_dim(letter):
    """4K was 4 times the size K beside "N=4K, K=2K", as sizes of products are written; 4D has one reading."""
    text = f"bf16[A, {letter}] * bf16[{letter}, N] -> bf16[A, N]"
    rule = threshold(op(text), "A", on="H100")
    for ask in (
        lambda: op(text, N=f"4{letter}"),
        lambda: op(text).at(N=f"4 {letter}"),
        lambda: op(text.replace("N]", f"N=4{letter}]", 1)),
        lambda: T_lower(text, "H100", N=f"4{letter}"),
        lambda: rule.at(N=f"4{letter}"),
    ):
        with pytest.raises(SymroofError, match=rf"write the number out, as in N=4096, or 4\*{letter}"):
            ask()
    assert op(text, N=f"4*{letter}", **{letter: 3}).flops == 2 * 3 * 12 * dims("A")
    assert rule.at(N=f"4*{letter}", **{letter: 4096}).integer == 325
    for name in ("D", "H", "Kv"):
        assert op(f"bf16[A, {name}] * bf16[{name}, N] -> bf16[A, N]", N=f"4{name}", **{name: 3}).flops == 72 * dims("A")


@pytest.mark.slow
def test_layers_over_several_physical_axes_are_timed_as_the_torus_they_stand_for():
    """axes=2 of 4 chips is a torus of 2 by 2 with one link an axis, and took half its time; judged by devices.

    An AllGather of N parts brings each device (N - 1)/N of the array over its links: two an axis of 3 or more.
    """
    for k, made in ((1, fully_sharded()), (2, fully_sharded(axes=2)), (3, fully_sharded(axes=3))):
        tori = {prod(sides) for sides in product(range(3, (70, 24, 9)[k - 1]), repeat=k)}
        for n in range(1, 70):
            if n not in tori and n != 1 and (n, k) != (2, 1):
                with pytest.raises(NotationError, match=f"X={n} is no product of {k} rings"):
                    made.at(X=n)
                continue
            links = 1 if n <= 2 else 2 * k
            there = made.at(X=n, D=n, F=5, W_ici=1)
            assert there.T_comms == 2 * 2 * 5 * n * Fraction(n - 1, n) / links
    assert all_gather("2*D*F", torus(ring(3), ring(4))).time * 2 == fully_sharded(axes=2).at(X=12).T_comms


def test_thresholds_of_layers_over_several_physical_axes():
    layer = fully_sharded(on="TPU v5p", axes=2)
    rule = layer.threshold("B", leading=False)
    assert "X of 2 rings of 3 or more each; what is none is refused" in rule.notes
    assert layer.threshold("B").at(X=1).number == 1275  # by leading terms, a chip of many
    for ask in (lambda: rule.at(X=4), lambda: data_parallel(axes=2).threshold("B", leading=False).at(X=2),
                lambda: mixed(M_X=2).at(X=8, Y=4)):  # fmt: skip
        with pytest.raises(NotationError, match="a ring of 2 has one link"):
            ask()
    assert mixed(M_X=2).at(X=9, Y=2).T_comms == mixed(M_X=2).at(X=9).at(Y=2).T_comms
    found = layer.threshold("X", leading=False).at(B=79 * 80 * 100)
    assert found.integer is not None
    assert any(found.integer % d == 0 and found.integer // d >= 3 for d in range(3, found.integer))
    assert [m["X"] for m in layer.meshes(36, B=36 * 5000, D=3600, F=3600)] == [1, 2, 3, 4, 6, 9, 12, 18, 36]
    assert data_parallel(over="line", axes=2, W=1).at(X=2, D=1, F=2).T_comms == 2 * 2 * 2 * 2 * Fraction(1, 2) / 2


@pytest.mark.parametrize("inner", ["C", "W", "T", "eps", "D"])
def test_who_binds_of_exact_counts_whatever_the_dim_is_called(inner):
    """A dim C of at least 1 was a positive real, so that 2*C - 1 was not proved positive; judged by the definition."""
    found = bottlenecks(op(f"bf16[B, {inner}] * bf16[{inner}, F] -> bf16[B, F]", exact=True), on="H100")
    seen = set()
    for b, d, f in product((1, 200, 300, 5000), (1, 64, 4096), (1, 300, 8192)):
        math = Fraction(b * f * (2 * d - 1), 989 * 10**12)
        hbm = Fraction(2 * (b * d + d * f + b * f), 335 * 10**10)
        binds = "math" if math > hbm else "hbm"
        assert found.at(**{"B": b, inner: d, "F": f}) == (binds,)
        seen.add(binds)
    assert seen == {"math", "hbm"}


@pytest.mark.slow
def test_a_size_called_like_a_rate_on_a_machine():
    text = "bf16 A[{0}, J_X] * bf16 B[J_X, K] -> bf16 C[{0}, K]"
    odd, plain = (bottlenecks(op(text.format(n), mesh="X=4"), on="TPU v5e") for n in ("W_ici", "I"))
    for i, j, k in product((64, 4096), (512, 4096), (8, 8192)):
        assert odd.at(W_ici=i, J=j, K=k) == plain.at(I=i, J=j, K=k)


def test_refusals_say_what_helps():
    layer = tensor_parallel(on="TPU v5p").threshold("Y", leading=False)
    with pytest.raises(SymroofError, match="give numbers; by leading terms it may be tied"):
        layer.at(F="4*D")
    assert layer.at(F=4096, D=1024).number is not None
    assert "F" not in tensor_parallel(on="TPU v5p").threshold("Y").at(F="4*D").free
    with pytest.raises(SymroofError, match=r"where F is 4\*D in one and F in the other; bind both"):
        op("bf16 X[B, D] * bf16[D, F] -> bf16 H[B, F]", F="4*D") + op("bf16 H[B, F] * bf16[F, E] -> bf16[B, E]")


def test_a_size_is_tied_to_one_of_which_another_is_made():
    for o in (op(MM, D="N*H", F="H"), op(MM).at(D="N*H", F="H"), op(f"{MM}, D=N*H, F=H")):
        assert o.at(B=2, N=3, H=5).flops == 2 * 2 * 15 * 5
    for ask in (lambda: op(MM, D="N*H", F="many"), lambda: op(MM, F="H")):
        with pytest.raises(NotationError, match="a sum of products of other sizes"):
            ask()


@pytest.mark.parametrize("stages", [[{"V": 3200, "n": 4}], [{"V": 3200}, {"n": 4}], [{"n": 4}, {"V": 3200}]])
def test_a_collective_of_numbers_takes_its_hops_however_they_came(stages):
    """Bound by ``at`` it took 1/37500000 s where two hops of 1 us are 1/500000; of many bytes these decide."""
    small = all_gather("V", ring("n"), on="TPU v5e")
    for sizes in stages:
        small = small.at(**sizes)
    assert small.time == Fraction(2, 10**6) == all_gather(3200, ring(4), on="TPU v5e").time
    large = all_gather("V", ring("n"), on="TPU v5e").at(n=4, V=9 * 10**9)
    assert large.time == Fraction(3, 4) * 9 * 10**9 / (2 * 45 * 10**9)
    assert all_gather("V", ring("n"), on="TPU v5e", hop=0).at(V=3200, n=4).time == Fraction(2400, 90 * 10**9)
    assert str(all_gather("V", ring("n"), on="TPU v5e").at(n=4).time) == "V/120000000000"  # open: bytes alone
    layer = fully_sharded(on="TPU v5e").at(X=4, D=8, F=2, B=4)  # whose threshold counts bytes alone, too
    assert layer.T_comms == 2 * Fraction(3, 4) * 2 * 16 / (90 * 10**9)


def test_no_link_is_called_like_arithmetic():
    text = "bf16 A[I_X, J] * bf16 B[J, K] -> bf16 C[I, K]"
    for ask in (lambda: op(text, mesh="X=4", over="ring:math").traffic, lambda: ring(4, link="math"),
                lambda: Op.of(flops=8, bytes={"math": 8})):  # fmt: skip
        with pytest.raises(SymroofError, match="math is the time of arithmetic; call the link otherwise"):
            ask()
    assert "nvlink" in op(text, mesh="X=4", over="ring:nvlink").traffic


@pytest.mark.parametrize(("model", "room"), [("outer", lambda b: b * b + 2 * b), ("cubic", lambda b: 3 * b * b)])
def test_tiles_are_no_larger_than_the_product(model, room):
    """A side of 999 for M=4 moved 125 times too little: the array of 4096 by 4096 alone is read once at least."""
    for m, n, k in ((4, 4096, 4096), (4096, 4, 4096), (9, 9, 9)):
        least = min(m, n)
        found = tiles(room(least), M=m, N=n, K=k, model=model)  # as large as the product is, just
        assert (found.side, found.traffic) == (least, Fraction(2 * m * n * k, least))
        with pytest.raises(SymroofError, match="is less than the side of a square tile"):
            tiles(room(least) + 1, M=m, N=n, K=k, model=model)
    with pytest.raises(SymroofError, match="M = 4 is less than the side"):
        tiles(10**6, M=4, N=4096, K=4096)
    assert tiles(10**6, M=4096, N=4096, K=4).side > 998


def test_meshes_of_chips_that_are_no_torus_of_whole_rings_count_by_their_fastest_torus():
    """A reviewer's: they were left out in silence.  Judged by links: one of a ring of 2, two of a longer one."""

    def links(n: int, k: int) -> int:
        here = [(0, 1, 2)[min(d, 3) - 1] for d in range(1, n + 1)]
        if k == 1:
            return here[n - 1]
        return max(here[d - 1] + links(n // d, k - 1) for d in range(1, n + 1) if n % d == 0)

    C, W, B, D, F = Fraction(459 * 10**12), Fraction(9 * 10**10), 2**16, 4096, 16384
    for k in (1, 2, 3):
        found = {m["X"] for m in fully_sharded(axes=k, on="TPU v5p").meshes(64, B=B, D=D, F=F)}
        for n in (1, 2, 4, 8, 16, 32, 64):
            math = Fraction(2 * 2 * B * D * F, n) / C
            comms = 2 * 2 * D * F * Fraction(n - 1, n) / (W * links(n, k)) if n > 1 else 0
            assert (n in found) == (math > comms), (k, n)
