"""A sweep as other libraries' tables: the same rows, units in the heads, one message where the library is missing."""

from __future__ import annotations

import sys

import pytest

from symroof import Machine, T_lower, bound_by, op, sweep
from symroof.errors import SymroofError

MM = "bf16[B, D] * bf16[D, F] -> bf16[B, F]"
TABLE = sweep(op(MM), ["TPU v5e", "H100"], B=[8, 512], D=4096, F=4096)
HEADS = ["machine", "B", "D", "F", "T_lower (s)", "attainable (FLOPs/s)", "bound_by"]


@pytest.mark.slow
@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_frames_hold_the_columns_with_their_units(library: str) -> None:
    pytest.importorskip(library)
    frame = getattr(TABLE, f"to_{library}")()
    assert list(frame.columns) == HEADS
    assert list(frame["bound_by"]) == list(TABLE["bound_by"])
    assert list(frame["B"]) == [8, 512, 8, 512]
    assert list(frame["T_lower (s)"]) == list(TABLE["T_lower"])


@pytest.mark.slow
def test_datasets_carry_their_units() -> None:
    pytest.importorskip("xarray")
    made = TABLE.to_xarray()
    assert made["T_lower"].attrs == {"units": "s"}
    assert made["attainable"].attrs == {"units": "FLOPs/s"}


@pytest.mark.parametrize("library", ["pandas", "polars", "xarray"])
def test_a_missing_library_is_named(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(SymroofError, match=f"{library} is not installed; pip install"):
        getattr(TABLE, f"to_{library}")()


def test_an_exact_count_is_swept_exactly() -> None:
    """Attainable was by 2 a multiply-add, also where the operation counts D - 1 additions: above its own peak."""
    table = sweep(op("bf16[B, D] * bf16[D, F] -> bf16[B, F]", exact=True), on="TPU v5e", B=1, D=3, F=2)
    flops, moved = 2 * 3 * 2 - 2, 2 * (3 + 6 + 2)
    assert table["attainable"][0] == pytest.approx(flops / (moved / 8.2e11), rel=1e-12)
    usual = sweep(op("bf16[B, D] * bf16[D, F] -> bf16[B, F]"), on="TPU v5e", B=1, D=3, F=2)
    assert usual["attainable"][0] == pytest.approx(12 / (moved / 8.2e11), rel=1e-12)


@pytest.mark.slow
def test_a_sweep_takes_more_sizes_than_an_array_has_axes() -> None:
    """By hand: 50 products in sequence on 1000 bytes/s and 10**9 FLOPs/s; 52 sizes were told in NumPy's words."""
    chip = Machine(name="m", peaks={"bf16": 10**9}, bandwidths={"hbm": 1000})
    n = 50
    text = "; ".join(f"bf16 H{i}[B, D{i}] * bf16 V{i}[D{i}, D{i + 1}] -> bf16 H{i + 1}[B, D{i + 1}]" for i in range(n))
    sizes = {f"D{i}": i + 1 for i in range(n + 1)}
    table = sweep(op(text), chip, B=[8, 16], D7=[8, 32], **{k: v for k, v in sizes.items() if k != "D7"})
    d = list(sizes.values())
    for row, (b, d7) in enumerate(((8, 8), (8, 32), (16, 8), (16, 32))):
        d[7] = d7
        moved = sum(2 * (b * d[i] + d[i] * d[i + 1] + b * d[i + 1]) for i in range(n))
        assert table["T_lower"][row] == pytest.approx(moved / 1000, rel=1e-12)
        assert [int(table[k][row]) for k in ("B", "D7", "D50")] == [b, d7, 51]
    with pytest.raises(SymroofError, match="53 axes; an array has at most 30"):
        table.to_xarray()
    with pytest.raises(SymroofError, match="51 sizes of several numbers each"):
        sweep(op(text), chip, B=8, **{k: [v, 2 * v] for k, v in sizes.items()})


def test_tables_that_are_equal_have_one_hash() -> None:
    made = [sweep(op(MM), "TPU v5e", B=[8, 512], D=d, F=4096) for d in (4096, 4096, 8192)]
    assert (made[0] == made[1], made[0] == made[2], hash(made[0]) == hash(made[1])) == (True, False, True)
    assert len({*made}) == 2


CALLED = op("AllGather_X(A[I_X, J]) -> A[I, J]", dtype="bf16", mesh="X")


@pytest.mark.slow
def test_a_called_collective_over_one_device_has_its_row() -> None:
    """It moves nothing there, so it had no sizes, and those given were refused as unknown."""
    grid = {"X": [1, 2, 4], "I": [8, 4096], "J": 4096}
    table = sweep(CALLED, ["TPU v5e", "TPU v5p"], **grid)
    assert len(table) == 12
    for i in range(len(table)):
        chip, x, rows, cols = (table[c][i] for c in ("machine", "X", "I", "J"))
        at = {"X": int(x), "I": int(rows), "J": int(cols)}
        assert table["T_lower"][i] == pytest.approx(float(T_lower(CALLED, chip, **at)), rel=1e-12)
        assert table["bound_by"][i] == bound_by(CALLED, chip, **at) == ("nothing" if x == 1 else table["bound_by"][i])
        assert (table["attainable"][i] != table["attainable"][i]) == (x == 1)  # nan, which is not itself
        assert (table["T_lower"][i] == 0) == (x == 1)
    assert list(sweep(CALLED.at(X=1), "TPU v5e", I=[8, 16], J=8)["bound_by"]) == ["nothing", "nothing"]
    assert bound_by(CALLED, "TPU v5e", X=1) == "nothing"
    assert bound_by(CALLED, "TPU v5e", X=2, I=8, J=8) == "ici"
    assert bound_by(op(MM), "TPU v5e", B=1, D=1, F=1) == "hbm"


def test_and_unknown_sizes_are_refused_there_as_elsewhere() -> None:
    for x in ([1, 2], [2, 4], 1):
        with pytest.raises(SymroofError, match="has no size Q; it has I, J"):
            sweep(CALLED, "TPU v5e", X=x, I=8, J=8, Q=3)
    with pytest.raises(SymroofError, match="still symbolic: J"):
        sweep(CALLED, "TPU v5e", X=[1, 2], I=8)
    with pytest.raises(SymroofError, match="has no size I"):
        sweep(CALLED.at(I=8), "TPU v5e", X=[2, 4], J=8, I=16)


@pytest.mark.slow
def test_and_in_lazy_tables() -> None:
    pytest.importorskip("dask")
    pytest.importorskip("xarray")
    made = sweep(CALLED, "TPU v5e", X=[1, 2], I=8, J=[8, 16], chunks=1).compute()
    assert made["T_lower"].values[0, 0].tolist() == [[0, 0]]
    assert made["bound_by"].values[0].tolist() == [[["nothing"] * 2], [["ici"] * 2]]
