"""The interactive picture stands where attainable says, before and after a slider moves; its misuse is one message."""

from __future__ import annotations

import sys

import pytest

from symroof import SymroofError, attainable, op

MATMUL = "bf16[B, D] * bf16[D, F] -> bf16[B, F]"


@pytest.mark.slow
def test_the_picture_follows_the_sliders() -> None:
    pytest.importorskip("ipywidgets", reason="the extra interactive")
    from symroof import explore

    shown = explore(MATMUL, "TPU v5e", B=512)
    for b in (512, 64, 273, 1):
        shown.sliders["B"].value = b
        (mark,) = (m for m in shown.chart.marks if m.bound)
        b = shown.sizes["B"]
        assert mark.y == pytest.approx(float(attainable(op(MATMUL, B=b, D=4096, F=4096), "TPU v5e")))
    assert bytes(shown.children[-1].value).startswith(b"\x89PNG")


@pytest.mark.slow
def test_misuse_is_one_message(monkeypatch: pytest.MonkeyPatch) -> None:
    from symroof import explore

    with monkeypatch.context() as m:
        m.setitem(sys.modules, "ipywidgets", None)
        with pytest.raises(SymroofError, match=r"symroof\[interactive\]"):
            explore(MATMUL, "TPU v5e")
    pytest.importorskip("ipywidgets", reason="the extra interactive")
    with pytest.raises(SymroofError, match="Q is no open size"):
        explore(MATMUL, "TPU v5e", Q=3)
    with pytest.raises(SymroofError, match="unknown machine"):
        explore(MATMUL, "TPU v99")
