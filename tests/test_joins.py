"""What sequences hand on by name, and arrays that an operation names twice: read once, sent once, never nothing.

Judged by the blocks of a mesh of four devices, entry by entry (``mesh._block``), and by bytes counted by hand.  Earlier
sequences wrote and read each array alike, and named no array twice under a mesh with two names of dims.
"""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product

import pytest
from mesh import MESH, _block

from symroof import Machine, T_lower, fits, fuse, op
from symroof.errors import SymroofError

CUTS = [(), ("X",), ("Y",), ("X", "Y"), ("Y", "X")]
LAYOUTS = [(a, b) for a, b in product(CUTS, CUTS) if not set(a) & set(b)]
AXES = "X=2 Y=2"


def _written(layout: tuple[tuple[str, ...], ...]) -> str:
    cells = [d + (f"_{{{','.join(c)}}}" if c else "") for d, c in zip("IK", layout)]
    return f"bf16 H[{', '.join(cells)}]"


def _there(have, want) -> bool:
    """Whether each device's block of what is read is in its block of what was written, entry by entry."""
    blocks = [[_block("IK", dict(zip("IK", x)), d) for d in MESH] for x in (have, want)]
    return all(w <= h for h, w in zip(*blocks))


SAID = re.compile(r"write (.*) between them")


def _refused(text: str, **how) -> str:
    with pytest.raises(SymroofError, match="nothing joins them") as caught:
        op(text, **how)
    return str(caught.value)


@pytest.mark.slow
@pytest.mark.parametrize("fused", [False, True])
def test_what_is_read_must_be_there(fused):
    """All pairs of layouts: read as a part of what each device wrote, or refused with a step that helps."""
    seen = set()
    for have, want in product(LAYOUTS, LAYOUTS):
        written, read = _written(have), _written(want)
        steps = [f"copy({written.replace('H', 'A')}) -> {written}", f"relu({read}) -> {read.replace('H', 'R')}"]
        text = "; ".join(steps)
        seen.add(found := _there(have, want))
        if found:
            assert set(op(f"fuse({text})" if fused else text, mesh=AXES).traffic) == {"hbm"}
            continue
        between = SAID.search(_refused(f"fuse({text})" if fused else text, mesh=AXES))
        assert between is not None
        joined = "; ".join([steps[0], between.group(1), steps[1]])
        assert "ici" in op(f"fuse({joined})" if fused else joined, mesh=AXES).traffic
    assert seen == {True, False}


PARTS = "bf16 X[B, D_X] * bf16 W[D_X, F] -> bf16 H[B, F]{U_X}"
RELU = "relu(bf16 H[B, F]) -> bf16 R[B, F]"
COLUMNS = "bf16 X[B, D] * bf16 W[D, F_X] -> bf16 H[B, F_X]"
DOWN = "bf16 H[B, F] * bf16 V[F, D] -> bf16 Z[B, D]"
B, D, F = 16, 32, 64
SIZES = {"B": B, "D": D, "F": F}
V = 2 * B * F  # bytes of H


@pytest.mark.parametrize(
    ("first", "second", "step", "sent"),
    [  # a ring of 8, both ways at once, bytes on one one-way link
        (PARTS, RELU, "AllReduce_X(bf16 H[B, F]{U_X}) -> bf16 H[B, F]", V * Fraction(7, 8)),
        (COLUMNS, DOWN, "AllGather_X(bf16 H[B, F_X]) -> bf16 H[B, F]", V * Fraction(7, 16)),
        (
            PARTS,
            "relu(bf16 H[B, F_X]) -> bf16 R[B, F_X]",
            "ReduceScatter_X(bf16 H[B, F]{U_X}) -> bf16 H[B, F_X]",
            V * Fraction(7, 16),
        ),
        (
            COLUMNS,
            "softmax(bf16 H[B_X, F]) -> bf16 R[B_X, F]",
            "AllToAll_X(bf16 H[B, F_X]) -> bf16 H[B_X, F]",
            V * Fraction(1, 8),
        ),
    ],
)
def test_a_step_of_its_own_joins_them(first, second, step, sent):
    """The collective that the message types is one that counts, fused or not."""
    assert f"write {step} between them" in _refused(f"{first}; {second}", mesh="X=8")
    with pytest.raises(SymroofError, match="nothing joins them"):
        op(first, mesh="X=8") + op(second, mesh="X=8")
    with pytest.raises(SymroofError, match="nothing joins them"):
        fuse(op(first, mesh="X=8"), op(second, mesh="X=8"))
    for text in (f"{first}; {step}; {second}", f"fuse({first}; {step}; {second})"):
        assert op(text, mesh="X=8", **SIZES).traffic["ici"] == sent


def test_or_both_are_written_alike():
    """Whole in the first its AllReduce counts; cut in the second its own plan does what is needed."""
    o = op(f"{PARTS.replace('{U_X}', '')}; {RELU}", mesh="X=8", **SIZES)
    assert o.traffic["ici"] == V * Fraction(7, 8)
    o = op(f"{COLUMNS}; {DOWN.replace('H[B, F]', 'H[B, F_X]').replace('V[F', 'V[F_X')}", mesh="X=8", **SIZES)
    assert o.traffic["ici"] == 2 * B * D * Fraction(7, 8)
    assert set(op(f"{PARTS}; {RELU}", mesh="X=1").traffic) == {"hbm"}  # one device has it all


def test_what_a_name_was_before_is_there_until_it_is_written_anew():
    """A gathered array is there cut and whole; once it is written again only as it was written."""
    gathered = f"{COLUMNS}; AllGather_X(bf16 H[B, F_X]) -> bf16 H[B, F]; {RELU}"
    assert op(f"{gathered}; relu(bf16 H[B, F_X]) -> bf16 Q[B, F_X]", mesh="X=8").flops is not None
    assert "write AllGather_X" in _refused(f"{gathered}; {COLUMNS}; {DOWN}", mesh="X=8")
    whole = "bf16 X[B, D] * bf16 W[D, F] -> bf16 H[B, F]; bf16 X[B_X, D] * bf16 V[D, F] -> bf16 Q[B_X, F]"
    assert set(op(whole, mesh="X=8").traffic) == {"hbm"}
    assert "AllGather_X(bf16 X[B_X, D])" in _refused("; ".join(whole.split("; ")[::-1]), mesh="X=8")
    layer = op("bf16 X[B, D] * bf16 W[D, F] -> bf16 H[B, F]; bf16 H[B, F] * bf16 V[F, D] -> bf16 X[B, D]")
    assert 3 * layer == layer + layer + layer


@pytest.mark.parametrize(
    ("second", "said"),
    [
        (
            "relu(fp32 H[B, F]) -> bf16 R[B, F]",
            "H is bf16 H[B, F] in one operation and fp32 H[B, F] in another; an arra",
        ),
        (
            "relu(bf16 H[B, K]) -> bf16 R[B, K]",
            "H is bf16 H[B, F] in one operation and bf16 H[B, K] in another; rename",
        ),
        (
            "relu(bf16 H[F, B]) -> bf16 R[F, B]",
            "H is bf16 H[B, F] in one operation and bf16 H[F, B] in another; rename",
        ),
        ("relu(bf16 H[B]) -> bf16 R[B]", "H is bf16 H[B, F] in one operation and bf16 H[B] in another; rename"),
    ],
)
def test_a_name_is_one_array_in_a_sequence_too(second, said):
    first = "bf16 X[B, D] * bf16 W[D, F] -> bf16 H[B, F]"
    for text in (f"{first}; {second}", f"fuse({first}; {second})"):
        with pytest.raises(SymroofError, match=re.escape(said)):
            op(text)
    assert op(f"{first}; {second.replace('H', 'H2')}").flops is not None
    if "K" in second:  # of the same sizes it is the same array
        assert op(f"{first}; {second}", F=64, K=64).bytes == op(f"{first}; {RELU}", F=64).bytes


def test_what_stayed_on_the_chip_is_not_read_later():
    fused = f"fuse(bf16 X[B, D] * bf16 W[D, F] -> bf16 H[B, F]; {RELU}"
    with pytest.raises(SymroofError, match=r"H never leaves the chip in fuse.*; store it, as in fuse.*; keep H"):
        op(f"{fused}); {DOWN}")
    kept = op(f"{fused}; keep H); {DOWN}", **SIZES)
    # X, W, H and R; then H, V and Z
    assert kept.bytes == 2 * (B * D + D * F + 2 * B * F + B * F + F * D + B * D)
    assert op(f"{fused}); bf16 X[B, D] * bf16 W[D, F] -> bf16 H[B, F]; {DOWN}").flops is not None


GRAM = "bf16 A[I_X, J] * bf16 A[I_X, J] -> bf16 G[J, J]"
ROWS, COLS = 48, 16


@pytest.mark.parametrize(
    ("text", "mesh", "entries", "sent"),
    [
        ("bf16 A[I, J] * bf16 A[I, J] -> bf16 G[J, J]", None, ROWS * COLS + COLS * COLS, 0),
        (GRAM, "X=1", ROWS * COLS + COLS * COLS, 0),
        (GRAM, "X=4", ROWS * COLS // 4 + COLS * COLS, 2 * COLS * COLS * Fraction(3, 4)),
        # all of A, of which the other operand is a part
        ("bf16 A[I, J_X] * bf16 A[I, K=J] -> bf16 G[J_X, K]", "X=4", ROWS * COLS + COLS * COLS // 4, 0),
        # two parts, neither of them in the other: both
        (
            "bf16 A[I, J_X] * bf16 A[I, K_Y=J] -> bf16 G[J_X, K_Y]",
            "X=2 Y=4",
            ROWS * COLS // 2 + ROWS * COLS // 4 + COLS * COLS // 8,
            0,
        ),
        ("bf16 A[I_X, J] + bf16 A[I_X, J] -> bf16 C[I_X, J]", "X=4", 2 * ROWS * COLS // 4, 0),
        ("bf16 A[J_X, K] + bf16 A[K, J_X] -> bf16 C[J_X, K], K=J", "X=4", 3 * COLS * COLS // 4, 0),
        ("bf16 A[J, K] + bf16 A[K, J] -> bf16 C[J, K], K=J", None, 2 * COLS * COLS, 0),
        ("bf16 V[I_X] * bf16 V[I_X] -> bf16[1]", "X=4", ROWS // 4 + 1, 2 * Fraction(3, 4)),
        # arrays without a name are arrays of their own
        ("bf16[I_X] * bf16[I_X] -> bf16[1]", "X=4", 2 * ROWS // 4 + 1, 2 * Fraction(3, 4)),
        (
            "bf16 A[I_X, J] * bf16 B[I_X, J] -> bf16 G[J, J]",
            "X=4",
            2 * ROWS * COLS // 4 + COLS * COLS,
            2 * COLS * COLS * Fraction(3, 4),
        ),
    ],
)
def test_an_array_named_twice_is_loaded_once(text, mesh, entries, sent):
    """Counted by hand: bytes through HBM of a device, and on a ring's busiest one-way link."""
    o = op(text, mesh=mesh).at(**{k: n for k, n in {"I": ROWS, "J": COLS}.items() if k in op(text, mesh=mesh).dims})
    assert o.bytes == 2 * entries
    assert o.traffic.get("ici", 0) == sent
    if not sent:
        assert o.held == 2 * entries
    fused = op(f"fuse({text}; relu(bf16 Q[B]) -> bf16 R[B]; copy(bf16 R[B]) -> bf16 T[B])".replace(", K=J;", ";"),
               mesh=mesh, **({"K": "J"} if ", K=J" in text else {}))  # fmt: skip
    assert fused.at(**{k: n for k, n in {"I": ROWS, "J": COLS, "B": 5}.items() if k in fused.dims}).bytes == 2 * (
        entries + 10
    )


def test_an_array_that_is_both_operands_is_gathered_once():
    """Both need all of A: each device lacks 3/4 of it, and half of that comes from either side of a ring of 4."""
    text = "bf16 A[I, J_X] * bf16 A[I, J_X] -> bf16 G[J, J]"
    once = op(text, mesh="X=4", plan="AllGather_X A", I=ROWS, J=COLS)
    assert once.traffic["ici"] == 2 * ROWS * COLS * Fraction(3, 8)
    assert once.bytes == 2 * (ROWS * COLS + COLS * COLS)
    two = op(text.replace("* bf16 A", "* bf16 B"), mesh="X=4", plan="AllGather_X A, AllGather_X B", I=ROWS, J=COLS)
    assert two.traffic["ici"] == 2 * once.traffic["ici"]


@pytest.mark.parametrize(
    ("text", "sizes", "entries"),
    [
        ("bf16 X[N, D] * bf16 X[N, D] -> bf16 G[N, N]", {"N": 10, "D": 400}, 4000 + 100),
        ("bf16 X[B, N, D] * bf16 X[B, N, D] -> bf16 G[B, N, N]", {"B": 3, "N": 10, "D": 400}, 3 * (4000 + 100)),
        ("bf16 A[N, K] * bf16 A[M, K] -> bf16 G[N, M], N=8, M=8", {"K": 50}, 400 + 64),
        ("bf16 X[N, N'=N] * bf16 X[N', N''=N] -> bf16 Y[N, N'']", {"N": 10}, 200),
        ("bf16 X[N, D] * bf16 W[N, D] -> bf16 G[N, N]", {"N": 10, "D": 400}, 8000 + 100),
    ],
)
def test_what_fits_counts_it_once(text, sizes, entries):
    for capacity in (2 * entries, 2 * entries - 1):
        chip = Machine("toy", {"bf16": 1}, {"hbm": 1}, capacity=capacity)
        assert fits(text, chip, **sizes).fits is (capacity == 2 * entries)


def test_a_gram_product_on_four_chips_takes_as_long_as_its_array_is_read():
    """I*J/4 numbers of 2 bytes and J*J of G, at 1e12 bytes/s; counted twice it was twice as long."""
    chip = Machine("toy", {"bf16": 10**18}, {"hbm": 10**12, "ici": 10**17})
    assert T_lower(op(GRAM, mesh="X=4"), chip, I=10**6, J=64) == (Fraction(2 * 64 * 10**6, 4) + 2 * 64 * 64) / 10**12


ATTENTION = (
    "bf16 Q[T, H] * bf16 K[T, H] -> bf16 S[T, T]; softmax(bf16 S[T, T]) -> bf16 P[T, T]; "
    "bf16 P[T, T] * bf16 V[T, H] -> bf16 O[T, H]"
)
LENGTH, HEAD = 1024, 128


@pytest.mark.parametrize(
    ("text", "sizes"),
    [
        (ATTENTION, {"T": LENGTH}),
        (ATTENTION + f", T={LENGTH}", {}),
        (ATTENTION.replace("Q[T,", f"Q[T={LENGTH},"), {}),
        (ATTENTION.replace("V[T,", f"V[T={LENGTH},"), {}),
        (ATTENTION.replace("P[T, T];", f"P[T, T={LENGTH}];"), {}),
        (ATTENTION, {"T": "4*k", "k": LENGTH // 4}),
        (ATTENTION + f", T=4*k, k={LENGTH // 4}", {}),
        (ATTENTION.replace("T", str(LENGTH)).replace("H", str(HEAD)), {}),
    ],
)
@pytest.mark.parametrize("fused", [False, True])
def test_square_arrays_in_sequences_by_the_names_that_are_written(text, sizes, fused):
    """Counted by hand; a size that came to the second operation with the first was bound twice there, as T'."""
    o = op(f"fuse({text})" if fused else text, **sizes)
    o = o.at(H=HEAD) if "H" in o.dims else o
    square, rows = LENGTH**2, LENGTH * HEAD
    assert o.flops == 4 * square * HEAD + 5 * square
    assert o.bytes == 2 * (4 * rows + (0 if fused else 4 * square))
    assert o.held == 2 * (4 * rows + (0 if fused else 2 * square))
    assert op(str(o)) == o


def test_ties_of_square_arrays_stay_open_until_they_are_bound():
    text = "bf16 x[B, h] * bf16 w[h, h] -> bf16 y[B, h]; bf16 y[B, h] * bf16 w[h, h] -> bf16 z[B, h]"
    for written in (text, f"fuse({text})"):
        tied = op(written, h="4*k")
        assert tied.at(k=8, B=2).flops == op(written, h=32, B=2).flops == 2 * 2 * (2 * 32 * 32)
    b, h = 2, 32
    assert op(text, h=h, B=b).bytes == 2 * (4 * b * h + 2 * h * h)
    assert op(f"fuse({text})", h=h, B=b).bytes == 2 * (2 * b * h + h * h)  # w is loaded once
    gram = op("fuse(bf16 A[I, J] * bf16 A[I, J] -> bf16 G[J, J]; relu(bf16 G[J, J]) -> bf16 R[J, J])", I=9, J=5)
    assert gram.bytes == 2 * (9 * 5 + 5 * 5)


@pytest.mark.parametrize(
    ("text", "sizes", "said"),
    [
        (ATTENTION + ", T=1024", {"T": 1025}, "T is bound twice: 1025 and 1024"),
        (ATTENTION.replace("Q[T,", "Q[T=8,").replace("V[T,", "V[T=9,"), {}, "T is bound twice: 8 and 9"),
        (ATTENTION, {"T": "H/3", "H": 100}, "T=H/3 is 100/3 here"),
        (ATTENTION, {"k": 8}, "no dim is called k"),
    ],
)
def test_and_what_is_wrong_is_told_in_these_names(text, sizes, said):
    with pytest.raises(SymroofError, match=re.escape(said)):
        op(text, **sizes)


def test_a_dim_that_is_called_so_already_is_another():
    """C[T, T'] would have kept the dim that is summed over."""
    o = op("bf16 A[T, T'] * bf16 B[T', T] -> bf16 C[T, T]", **{"T": 3, "T'": 5})
    assert (o.flops, o.bytes) == (2 * 3 * 3 * 5, 2 * (15 + 15 + 9))
    text = "bf16 A[T, T'] * bf16 B[T', U] -> bf16 C[T, U]; bf16 S[T, T] * bf16 C[T, U] -> bf16 O[T, U]"
    assert op(text, **{"T": 3, "T'": 5, "U": 7}).flops == 2 * 3 * 5 * 7 + 2 * 3 * 3 * 7


def test_numbers_are_the_same_dims_in_all_operations():
    text = (
        "bf16 X[512, 128] * bf16 W[128, 64] -> bf16 H[512, 64]; bf16 V[128, 512] * bf16 H[512, 64] -> bf16 Z[128, 64]"
    )
    o = op(text)
    assert o.flops == 4 * 512 * 128 * 64
    assert o.bytes == 2 * (2 * 512 * 128 + 2 * 512 * 64 + 2 * 128 * 64)
