"""A sweep as other libraries' tables: the same rows, units in the heads, one message where the library is missing."""

from __future__ import annotations

import sys

import pytest

from symroof import op, sweep
from symroof.errors import SymroofError

TABLE = sweep(op("bf16[B, D] * bf16[D, F] -> bf16[B, F]"), ["TPU v5e", "H100"], B=[8, 512], D=4096, F=4096)
HEADS = ["machine", "B", "D", "F", "T_lower (s)", "attainable (FLOPs/s)", "bound_by"]


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
