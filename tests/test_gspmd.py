"""Programs that XLA partitions: collectives in loops (``gspmd=True``), and what lies around a ``shard_map``.

Judged by hand: an AllReduce of D fp32 over a ring of 4 sends 2*(3/4)*4*D/2 = 3*D bytes each way, once a round.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("jax")

import jax
import jax.numpy as jnp
from jax import lax
from jax.sharding import PartitionSpec

from symroof import SymroofError, trace
from symroof.tracing.gspmd import Compiled

GSPMD = """
import jax, jax.numpy as jnp
from jax import lax
from symroof import SymroofError, trace
def said(f, *args, mesh="X=4"):
    try:
        made = trace(f, *args, mesh=mesh, gspmd=True)
        print(made.sent.get("ici", 0), made.matrix)
    except SymroofError as e:
        print(type(e).__name__, str(e).split(": ", 1)[1][:60])
less = lambda c: c - c.mean(0)
def again(n, f):
    return lambda x: lax.scan(lambda c, _: (f(c), None), x, None, length=n)[0]
A = "fp32[A_X, D]"
said(again(5, less), A)
said(again(5, again(3, less)), A)
said(lambda x: lax.fori_loop(0, x.shape[1], lambda i, c: less(c), x), A)
said(again(5, less), A, mesh="X")
said(lambda x: lax.while_loop(lambda s: s.sum() > 1, lambda s: s * .5, x), A)
said(lambda x, s: lax.cond(s > 0, lambda: x.sum(0), lambda: x.max(0)), A, "fp32[]")
said(lambda x, s: lax.cond(s > 0, lambda: x.sum(0), lambda: jnp.zeros(x.shape[1])), A, "fp32[]")
said(lambda x: x.T, A)
two = "fp32[B, D]", "fp32[D, F_X]", "fp32[F_X, D]"
said(lambda x, u, d: lax.fori_loop(0, 6, lambda i, h: jax.nn.relu(h @ u) @ d, x), *two)
said(lambda x, u: lax.fori_loop(0, 4, lambda i, h: h @ u, x), "fp32[B, D]", "fp32[D, D]")
said(lambda x, u: lax.while_loop(lambda s: s[0, 0] > 1, lambda s: s @ u, x), "fp32[B_X, D]", "fp32[D, D]")
"""


@pytest.mark.slow
def test_collectives_in_loops_are_sent_every_round() -> None:
    """Once, whatever the rounds; four whole products on each of four devices were taken for an even share."""
    flags = {**os.environ, "XLA_FLAGS": "--xla_force_host_platform_device_count=8"}
    done = subprocess.run([sys.executable, "-c", GSPMD], capture_output=True, text=True, check=False, env=flags)
    assert done.stdout.strip().splitlines() == [
        "15*D 0",
        "45*D 0",
        "3*D**2 0",
        "20*D - 20*D/X 0",
        "SymroofError XLA puts a collective (AllReduce) into a loop, and its progr",
        "3*D 0",
        "SymroofError the branches of a cond send different things, as XLA compile",
        "0 0",
        "18*B*D 6*B*D*F",
        "SymroofError the partitioner leaves 4.34e+05 FLOPs to each of 4 devices, ",
        "SymroofError a loop has a product, and XLA's program does not say how oft",
    ], done.stderr[-2000:]


HLO = """HloModule m

%body (p: (s32[], f32[4,12])) -> (s32[], f32[4,12]) {
  %p = (s32[], f32[4,12]{1,0}) parameter(0)
  %a = f32[4,12]{1,0} get-tuple-element(%p), index=1
  %w = f32[12,12]{1,0} constant({...})
  %d = f32[4,12]{1,0} dot(%a, %w), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  %r = f32[4,12]{1,0} all-reduce(%d), to_apply=%add, metadata={op_name="jit(f)/while/body ) while(x"}
  ROOT %t = (s32[], f32[4,12]{1,0}) tuple(%i, %r)
}

%test (q: (s32[], f32[4,12])) -> pred[] {
  ROOT %lt = pred[] compare(%i, %n), direction=LT
}

%add (x: f32[], y: f32[]) -> f32[] {
  ROOT %s = f32[] add(%x, %y)
}

ENTRY %main (z: f32[4,12]) -> f32[4,12] {
  %z = f32[4,12]{1,0} parameter(0)
  %l = (s32[], f32[4,12]{1,0}) while(%t), condition=%test, body=%body, backend_config={"known_trip_count":{"n":"7"}}
  ROOT %o = f32[4,12]{1,0} get-tuple-element(%l), index=1
}
"""


def test_the_rounds_of_a_loop_are_read_from_its_hlo() -> None:
    read = Compiled.of(HLO, "f")
    assert [(f.name, f.dims, f.rounds) for f in read.collectives(4)] == [("AllReduce", (4, 12), (7,))]
    assert read.again() == 6 * 2 * 4 * 12 * 12
    unknown = Compiled.of(HLO.replace("known_trip_count", "other"), "f")
    with pytest.raises(SymroofError, match=r"f: XLA puts a collective \(AllReduce\) into a loop"):
        unknown.collectives(4)
    with pytest.raises(SymroofError, match="f: a loop has a product"):
        unknown.again()


# -- shard_map --------------------------------------------------------------------------------------------------------

P = PartitionSpec
CUT = P("X", None)
needed = pytest.mark.skipif(not hasattr(jax, "shard_map"), reason="shard_map without a mesh came with JAX 0.6")


def sharded(f: Callable[..., Any], ins: Any = CUT, outs: Any = CUT) -> Callable[..., Any]:
    return lambda *a: jax.shard_map(f, in_specs=ins, out_specs=outs)(*a)


def twice(x):
    return x * 2


@needed
@pytest.mark.parametrize(
    ("f", "args", "lies", "goes"),
    [
        (lambda x: sharded(twice, P(None, "X"), P(None, "X"))(x), ("fp32[A_X, B]",), CUT, P(None, "X")),  # AllToAll
        (lambda x: sharded(twice, P(), P())(x), ("fp32[A_X, B]",), CUT, P()),  # AllGather
        (lambda x, w: sharded(jnp.matmul, (CUT, P()))(x, w), ("fp32[A_X, B]", "fp32[B_X, D]"), CUT, P()),
        (lambda x: sharded(twice, P(None, "X"), P(None, "X"))(sharded(twice)(x)), ("fp32[A_X, B]",), CUT, P(None, "X")),
    ],
)
def test_arrays_cut_anew_on_their_way_into_a_shard_map_are_refused(f, args, lies, goes) -> None:
    """Nothing was sent, where XLA puts a collective in."""
    with pytest.raises(SymroofError) as e:
        trace(f, *args, mesh="X")
    told = [repr(s).replace("PartitionSpec", "P") for s in (lies, goes)]
    assert f"lies {told[0]} and goes into a shard_map with in_specs {told[1]};" in str(e.value)
    assert "all_gather" in str(e.value)


@needed
@pytest.mark.parametrize(
    ("f", "name"),
    [
        (lambda x: sharded(twice)(x) + 1, "add"),
        (lambda x: sharded(twice)(x).sum(0), "reduce_sum"),
        (lambda x: jnp.cumsum(sharded(twice)(x), 0), "cumsum"),
        (lambda x: sharded(twice)(x - x.mean(0)), "reduce_sum"),
        (lambda x: sharded(twice)(x.T.T), "transpose"),
        (lambda x: sharded(twice)(x) @ jnp.ones((x.shape[1], 3)), "dot_general"),
    ],
)
def test_work_on_parts_outside_of_a_shard_map_is_refused(f, name) -> None:
    """Elementwise work was counted whole, sums by the part and without what joins them."""
    with pytest.raises(SymroofError, match=f"^{name} outside of the shard_map works on .*lies P\\('X', None\\)"):
        trace(f, "fp32[A_X, B]", mesh="X")


@needed
def test_a_shard_map_inside_a_loop_is_refused_and_a_loop_inside_it_counted() -> None:
    with pytest.raises(SymroofError, match=r"a shard_map inside a scan:(.*\n)+    put the scan inside the shard_map"):
        trace(
            lambda x: lax.scan(lambda c, _: (sharded(twice)(c), None), x, None, length=3)[0], "fp32[A_X, B]", mesh="X"
        )
    inside = sharded(lambda x: lax.scan(lambda c, _: (c * 2, None), x, None, length=3)[0])
    assert trace(lambda x: inside(x), "fp32[A_X, B]", mesh="X").same("3*A*B/X", of="vector")


@needed
def test_what_is_cut_as_the_shard_map_says_is_counted() -> None:
    a = "fp32[A_X, B]"
    row = trace(lambda x: sharded(twice)(sharded(twice)(x)), a, mesh="X")
    assert row.same("2*A*B/X", of="vector")
    assert not row.sent
    dead = trace(lambda x: (x + 1, sharded(twice)(x))[1], a, mesh="X")
    assert dead.same("A*B/X", of="vector")
    sliced = trace(lambda x: sharded(twice)(x), "fp32[A, B]", mesh="X")  # whole on each device, which takes its part
    assert sliced.same("A*B/X", of="vector")
    assert not sliced.sent
    finer = trace(lambda x: sharded(twice, P(("X", "Y")), P(("X", "Y")))(x), a, mesh="X Y")
    assert finer.same("A*B/(X*Y)", of="vector")
    assert not finer.sent
    summed = sharded(lambda x: lax.psum(x.sum(0), "X"), CUT, P())
    whole = trace(lambda x: summed(x) + 1, a, mesh="X")  # the sum lies whole on each: so does what is done to it
    assert whole.same("4*B*(X - 1)/X", of="sent")
    assert whole.same("A*B/X - B + B", of="vector")
