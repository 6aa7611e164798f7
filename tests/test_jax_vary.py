"""Gradients on one device of a mesh, judged by the same function inside JAX's ``shard_map``; and what XLA widens."""

from __future__ import annotations

from typing import Any

import pytest

jax = pytest.importorskip("jax")
import jax.numpy as jnp  # noqa: E402
from jax import lax  # noqa: E402
from jax.sharding import PartitionSpec as P  # noqa: E402

from symroof import trace  # noqa: E402

if not hasattr(jax, "shard_map"):
    pytest.skip("before JAX 0.6 shard_map is another one", allow_module_level=True)

REGRESSION = "fp32[D, F]", "fp32[B_X, D]", "fp32[B_X, F]"
ROWS = P(), P("X"), P("X")


def loss(w: Any, x: Any, y: Any) -> Any:
    return ((x @ w - y) ** 2).mean()


def joined(w: Any, x: Any, y: Any) -> Any:
    """The loss of all devices, whose gradient JAX joins."""
    return jax.grad(lambda w: lax.pmean(loss(w, x, y), "X"))(w)


def by_hand(w: Any, x: Any, y: Any) -> Any:
    """As under pmap: each device's gradient, then their mean."""
    return lax.pmean(jax.grad(loss)(w, x, y), "X")


def mapped(f: Any, specs: tuple[Any, ...], out: Any, checked: bool = True) -> Any:
    return lambda *a: jax.shard_map(f, in_specs=specs, out_specs=out, check_vma=checked)(*a)


def sent(f: Any, *arguments: str, mesh: str = "X") -> Any:
    return trace(f, *arguments, mesh=mesh).sent


def test_the_gradient_of_a_mean_over_devices_is_joined() -> None:
    """It sent nothing: each device kept the gradient of its own part."""
    found = trace(joined, *REGRESSION, mesh="X")
    assert str(found.sent["ici"]) == "4*D*F - 4*D*F/X"  # an AllReduce of w in fp32: 2 * 4DF/2 * (1 - 1/X) on a ring
    assert found.sent == sent(mapped(joined, ROWS, P()), *REGRESSION)
    assert any("check_vma=True" in n for n in found.notes)


def test_gradients_that_the_code_joins_are_joined_once() -> None:
    found = trace(by_hand, *REGRESSION, mesh="X")
    assert found.sent == sent(mapped(by_hand, ROWS, P(), checked=False), *REGRESSION)
    twice = sent(mapped(by_hand, ROWS, P()), *REGRESSION)
    assert twice["ici"] == 2 * found.sent["ici"]
    assert any("the code joins gradients itself" in n for n in found.notes)


def test_data_and_tensor_parallel_gradients() -> None:
    """The gradient of a sum over Y is no collective; activations went over Y twice."""

    def net(w: Any, v: Any, x: Any) -> Any:
        return lax.psum(jnp.tanh(x @ w) @ v, "Y")

    step = jax.grad(lambda w, v, x: lax.pmean((net(w, v, x) ** 2).mean(), "X"), argnums=(0, 1))
    arguments = "fp32[D, F_Y]", "fp32[F_Y, D]", "fp32[B_X, D]"
    specs = P(None, "Y"), P("Y"), P("X")
    found = sent(step, *arguments, mesh="X Y")
    assert found == sent(mapped(step, specs, specs[:2]), *arguments, mesh="X Y")
    assert str(found["ici"]) == "4*B*D/X - 4*B*D/(X*Y) + 8*D*F/Y - 8*D*F/(X*Y)"


def test_a_function_that_the_default_does_not_take_is_told() -> None:
    """The carry of its loop starts the same on all devices and then is not."""

    def looped(w: Any, x: Any) -> Any:
        h, _ = lax.scan(lambda c, _: (jnp.tanh(c @ w + x), None), jnp.zeros(x.shape), None, length=4)
        return lax.pmean((h**2).mean(), "X")

    found = trace(jax.grad(looped), "fp32[D, D]", "fp32[B_X, D]", mesh="X")
    assert any("does not take this function" in n for n in found.notes)
    mesh = jax.sharding.AbstractMesh((2,), ("X",))
    checked = jax.make_jaxpr(jax.shard_map(jax.grad(looped), mesh=mesh, in_specs=(P(), P("X")), out_specs=P()))
    with pytest.raises(Exception, match="carry"):
        checked(jnp.zeros((8, 8)), jnp.zeros((16, 8)))


def test_without_a_gradient_or_with_one_of_parts_alone_nothing_is_told() -> None:
    forward = trace(lambda w, x: lax.psum(x @ w, "X"), "fp32[D_X, F]", "fp32[B, D_X]", mesh="X")
    assert str(forward.sent["ici"]) == "4*B*F - 4*B*F/X"
    assert not any("a gradient on one device" in n for n in forward.notes)


def slope(w: Any, x: Any) -> Any:
    """One device's gradient."""
    return jax.grad(lambda w: ((x @ w) ** 2).mean())(w)


def micro(w: Any, x: Any) -> Any:
    total = lax.scan(lambda c, r: (c + slope(w, r[None]), None), jnp.zeros_like(w), x)[0]
    return lax.psum_scatter(total, "X", tiled=True)


#: the function of w and one's rows, and what a ring sends of it by hand, for DF elements of 4 bytes and X devices
BY_HAND = [
    (lambda w, x: lax.psum_scatter(slope(w, x), "X", tiled=True), "2*D*F - 2*D*F/X"),
    (lambda w, x: lax.psum_scatter(slope(w, x).astype(jnp.bfloat16), "X", tiled=True), "D*F - D*F/X"),
    (lambda w, x: lax.all_gather(slope(w, x), "X").mean(0), "2*D*F*X - 2*D*F"),
    (lambda w, x: lax.all_to_all(slope(w, x).reshape(-1), "X", 0, 0, tiled=True), "D*F*X/2"),
    (micro, "2*D*F - 2*D*F/X"),
    (lambda w, x: lax.cond(w[0, 0] > 0, lambda v: lax.pmean(v, "X"), lambda v: v, slope(w, x)), "4*D*F - 4*D*F/X"),
    # what else is summed is no gradient: these are joined as JAX's default does
    (lambda w, x: (slope(w, x), lax.psum((w * w).sum(), "X")), "4*D*F - 4*D*F/X + 4 - 4/X"),
    (lambda w, x: (slope(w, x), lax.psum(jnp.ones(3), "X")), "4*D*F - 4*D*F/X"),
    (lambda w, x: (slope(w, x), lax.psum(lax.psum(x.sum(), "X") * 2, "X")), "4*D*F - 4*D*F/X + 8 - 8/X"),
]


@pytest.mark.parametrize(("f", "by_ring"), BY_HAND)
def test_a_gradient_is_joined_once_by_whatever_joins_it(f: Any, by_ring: str) -> None:
    """Only an AllReduce was seen to join it, and any sum of something else was taken for one."""
    assert str(sent(f, *REGRESSION[:2])["ici"]) == by_ring
