"""What is asked of ``trace`` does something or is refused; programs pickle and copy."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

jax = pytest.importorskip("jax")
import jax.numpy as jnp  # noqa: E402
from jax import lax  # noqa: E402

from symroof import trace  # noqa: E402
from symroof.errors import SymroofError  # noqa: E402

XW = "fp32[B, D]", "fp32[D, F]"


def matmul(x: Any, w: Any) -> Any:
    with jax.named_scope("product"):
        return x @ w


def chosen(p: Any, x: Any) -> Any:
    return lax.cond(p, lambda x: x @ x, lambda x: x + 1, x)


NOTHING: dict[str, tuple[dict[str, Any], str]] = {
    "backward": (
        {"backward": True},
        "backward=True is for PyTorch modules; a JAX function says so itself, as jax.grad",
    ),
    "optimizer": ({"optimizer": dict}, "is for PyTorch modules; a JAX function has its update in it"),
    "sdpa": ({"sdpa": "written"}, "sdpa='written' is for PyTorch modules"),
    "overlap": ({"overlap": "maxx"}, "overlap='maxx'; say \"sum\""),
    "branch": ({"branch": 1}, "branch=1: .* has no cond"),
    "branch of a line": ({"branch": {"elsewhere": 0}}, "has no cond of which that says a branch"),
    "one_kernel": ({"one_kernel": "prodct"}, r"one_kernel='prodct': nothing in .*; it has .*product"),
    "costs": ({"costs": {"flsh": {"flops": 1}}}, "costs names 'flsh', which .* does not call"),
    "over": ({"over": "ringg"}, "'ringg' is no network"),
}


@pytest.mark.parametrize("name", NOTHING)
def test_what_does_nothing_is_refused(name: str) -> None:
    """All of these were taken, and the counts were those without them."""
    more, message = NOTHING[name]
    with pytest.raises(SymroofError, match=message):
        trace(matmul, *XW, **more)


@pytest.mark.slow
def test_what_does_something_is_taken() -> None:
    plain = trace(matmul, *XW)
    for more in ({"overlap": "max"}, {"one_kernel": "product"}, {"over": "line"}, {"sdpa": "kernel"}):
        assert trace(matmul, *XW, **more).matrix == plain.matrix
    half = trace(matmul, *XW, costs={"dot_general": {"flops": "B*D*F", "dtype": "fp32"}})
    assert 2 * half.matrix == plain.matrix
    light = trace(chosen, "bool[]", "fp32[D, D]", branch=0)
    assert light.matrix == 0
    assert trace(chosen, "bool[]", "fp32[D, D]", branch={"chosen": 1}).matrix != 0


@pytest.mark.slow
@pytest.mark.parametrize("mesh", [None, "X"])
def test_programs_pickle_and_copy(mesh: str | None) -> None:
    if mesh is None:
        program = trace(
            lambda x, w: lax.scan(lambda c, _: (jnp.tanh(c @ w), None), x, None, length=5)[0], XW[0], "fp32[D, D]"
        )
    else:
        program = trace(lambda x, w: lax.psum(x @ w, "X"), "bf16[B, D_X]", "bf16[D_X, F]", mesh="X")
    again = pickle.loads(pickle.dumps(program))
    assert again == program
    for amount in ("flops", "bytes", "compulsory", "unfused", "peak", "sent", "params", "notes", "assumptions"):
        assert getattr(again, amount) == getattr(program, amount)
    assert again.at(B=4, D=8).bytes == program.at(B=4, D=8).bytes
    assert str(again.table()) == str(program.table())
    assert copy.copy(program) == program
    assert copy.deepcopy([program])[0].peak == program.peak
    with pytest.raises(SymroofError, match="comes from a pickle"):
        again.measure(B=4)


@pytest.mark.slow
def test_a_pickle_is_read_in_another_process(tmp_path: Path) -> None:
    program = trace(lambda x, w: jnp.tanh(x @ w), *XW)
    (tmp_path / "program").write_bytes(pickle.dumps(program))
    code = "import pickle, sys; p = pickle.load(open(sys.argv[1], 'rb')); print(p.peak, p.at(B=2, D=3, F=4).bytes)"
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "program")], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == f"{program.peak} {program.at(B=2, D=3, F=4).bytes}"
