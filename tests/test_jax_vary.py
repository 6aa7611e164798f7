"""Gradients on one device of a mesh, judged by the same function inside JAX's ``shard_map``; and what XLA widens."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest
from forced import on_devices

jax = pytest.importorskip("jax")
import jax.numpy as jnp  # noqa: E402
from jax import lax  # noqa: E402
from jax.sharding import PartitionSpec as P  # noqa: E402
from tiers import all_but_slow  # noqa: E402

from symroof import dims, fits, trace  # noqa: E402
from symroof.errors import SymroofError  # noqa: E402

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


@pytest.mark.slow
def test_the_gradient_of_a_mean_over_devices_is_joined() -> None:
    """It sent nothing: each device kept the gradient of its own part."""
    found = trace(joined, *REGRESSION, mesh="X")
    assert str(found.sent["ici"]) == "4*D*F - 4*D*F/X"  # an AllReduce of w in fp32: 2 * 4DF/2 * (1 - 1/X) on a ring
    assert found.sent == sent(mapped(joined, ROWS, P()), *REGRESSION)
    assert any("check_vma=True" in n for n in found.notes)


@pytest.mark.slow
def test_gradients_that_the_code_joins_are_joined_once() -> None:
    found = trace(by_hand, *REGRESSION, mesh="X")
    assert found.sent == sent(mapped(by_hand, ROWS, P(), checked=False), *REGRESSION)
    twice = sent(mapped(by_hand, ROWS, P()), *REGRESSION)
    assert twice["ici"] == 2 * found.sent["ici"]
    assert any("the code joins gradients itself" in n for n in found.notes)


@pytest.mark.slow
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


def recurrent(start: Any, held: Any = lambda w: w) -> Any:
    """The loss of a recurrent net of four steps on one device's rows, its state as ``start`` makes it."""

    def mine(w: Any, x: Any) -> Any:
        v = held(w)
        return (lax.scan(lambda c, _: (jnp.tanh(c @ v + x), None), start(x), None, length=4)[0] ** 2).mean()

    return mine


def same_start(x: Any) -> Any:
    """The same on all devices, and after a round not: JAX's default does not take such a carry."""
    return jnp.zeros(x.shape)


def told_start(x: Any) -> Any:
    return lax.pcast(jnp.zeros(x.shape), "X", to="varying")


def told_weight(w: Any) -> Any:
    return lax.pcast(w, "X", to="varying")


def of_all(mine: Any) -> Any:
    return jax.grad(lambda w, x: lax.pmean(mine(w, x), "X"))


def each_own(mine: Any) -> Any:
    return lambda w, x: lax.pmean(jax.grad(mine)(w, x), "X")


RECURRENT = "fp32[D, D]", "fp32[B_X, D]"
ONCE, EACH_ROUND = "4*D**2 - 4*D**2/X", "16*D**2 - 16*D**2/X"  # a ring's AllReduce of 4*D*D bytes: twice, half each way


@pytest.mark.slow
def test_a_gradient_that_only_the_default_joins_is_refused_where_it_does_not_take_the_function() -> None:
    """It was counted as nothing sent; the same net with ``x * 0`` for ``zeros`` sent an AllReduce each round."""
    with pytest.raises(SymroofError, match="does not take this function") as refused:
        trace(of_all(recurrent(same_start)), *RECURRENT, mesh="X")
    for way in ("lax.pcast", "lax.pmean", "check_vma=False"):  # the remedies, each of which is tried below
        assert way in str(refused.value)
    mesh = jax.sharding.AbstractMesh((2,), ("X",))
    f = jax.shard_map(of_all(recurrent(same_start)), mesh=mesh, in_specs=(P(), P("X")), out_specs=P())
    with pytest.raises(Exception, match="carry"):
        jax.make_jaxpr(f)(jnp.zeros((8, 8)), jnp.zeros((16, 8)))


STARTS = [same_start, told_start, lambda x: x * 0]


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(lax, "pcast"), reason="before JAX 0.8 it has another name")
def test_the_remedies_for_such_a_gradient_say_what_is_sent() -> None:
    """Where the sum over devices stands, in the loop or behind it, is as XLA compiles it: see the slow test."""
    specs = P(), P("X")
    for start in (told_start, lambda x: x * 0):
        assert str(sent(of_all(recurrent(start)), *RECURRENT)["ici"]) == EACH_ROUND
        assert str(sent(of_all(recurrent(start, told_weight)), *RECURRENT)["ici"]) == ONCE
        assert str(sent(mapped(of_all(recurrent(start)), specs, P()), *RECURRENT)["ici"]) == EACH_ROUND
    assert sent(mapped(of_all(recurrent(same_start)), specs, P(), checked=False), *RECURRENT) == {}


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(lax, "pcast"), reason="before JAX 0.8 it has another name")
@pytest.mark.parametrize("start", STARTS, ids=["zeros", "told", "made of x"])
@pytest.mark.parametrize("whole", [lambda f: f, jax.jit], ids=["plain", "jit"])
def test_gradients_of_loops_that_the_code_joins_are_joined_once(start: Any, whole: Any) -> None:
    """In a loop's body JAX does not say that a sum is of the backward pass: it was joined in each round and again."""
    found = trace(whole(each_own(recurrent(start))), *RECURRENT, mesh="X")
    assert str(found.sent["ici"]) == ONCE
    assert found.sent == sent(mapped(each_own(recurrent(start)), (P(), P("X")), P(), checked=False), *RECURRENT)


@pytest.mark.slow
def test_gradients_of_a_scan_over_layers_that_the_code_joins_are_joined_once() -> None:
    """The sums over X stand in the body of the backward scan: they were not seen, and all was joined twice."""

    def net(ws: Any, x: Any) -> Any:
        layer = jax.checkpoint(lambda h, w: (h + lax.psum(jnp.tanh(h @ w[0]) @ w[1], "Y"), None))
        return (lax.scan(layer, x, ws)[0] ** 2).mean()

    layers = ("fp32[L, D, F_Y]", "fp32[L, F_Y, D]"), "fp32[B_X, D]"
    found = trace(lambda ws, x: lax.pmean(jax.grad(net)(ws, x), "X"), *layers, mesh="X Y")
    weights, rows = "8*D*F*L/Y - 8*D*F*L/(X*Y)", "8*B*D*L/X - 8*B*D*L/(X*Y)"  # a layer's rows: there and back
    assert str(found.sent["ici"]) == f"{rows} + {weights}"
    assert any("the code joins gradients itself" in n for n in found.notes)


@pytest.mark.slow
@pytest.mark.parametrize("then", [
    lambda g: g,  # one leaves that no one joined
    lambda g: lax.psum(jnp.tanh(g), "X"),  # of which the default would have joined the gradient, not this
    lambda g: (g, lax.pmean(g, "X")),
    lambda g: lax.cond(g[0, 0] > 0, lambda v: lax.pmean(v, "X"), lambda v: v, g),
])  # fmt: skip
def test_gradients_that_may_be_joined_by_the_code_or_not_are_refused(then: Any) -> None:
    step = jax.grad(recurrent(same_start))
    with pytest.raises(SymroofError, match="does not take this function"):
        trace(lambda w, x: (then(step(w, x)), lax.psum(x.sum(), "X")), *RECURRENT, mesh="X")


def ring(q: Any, k: Any, v: Any) -> Any:
    """Attention over keys and values that go round the devices."""
    n = lax.axis_size("X")
    hops = [(i, (i + 1) % n) for i in range(n)]

    def step(i: Any, c: Any) -> Any:
        k, v, o, z = c
        s = jnp.exp(q @ k.T)
        return lax.ppermute(k, "X", hops), lax.ppermute(v, "X", hops), o + s @ v, z + s.sum(-1)

    *_, o, z = lax.fori_loop(0, n, step, (k, v, jnp.zeros(q.shape), jnp.zeros(q.shape[0])))
    return o / z[:, None]


@pytest.mark.slow
def test_gradients_of_arrays_that_are_all_cut_are_the_same_either_way() -> None:
    """No device has a part of another's gradient, unless what is differentiated has a sum over devices."""
    rows = ("fp32[T_X, D]",) * 3
    once = sent(ring, *rows)["ici"]
    assert str(once) == "8*D*T"  # X hops of keys and values, 4*T*D/X bytes each
    there_and_back = jax.grad(lambda *a: ring(*a).sum(), argnums=(0, 1, 2))
    found = trace(lambda *a: (there_and_back(*a), lax.pmean(ring(*a).sum(), "X")), *rows, mesh="X")
    assert (found.sent["ici"] - 3 * once - 4).expand() == (-4 / dims("X")).expand()
    assert not any("a gradient on one device" in n for n in found.notes)
    with pytest.raises(SymroofError, match="does not take this function"):
        trace(jax.grad(lambda *a: lax.psum(ring(*a).sum(), "X")), *rows, mesh="X")
    with pytest.raises(SymroofError, match="does not take this function"):
        trace(jax.grad(lambda s, *a: ring(a[0] * s, *a[1:]).sum()), "fp32[D]", *rows, mesh="X")
    with pytest.raises(SymroofError, match="does not take this function"):  # s is an argument of all, made by a sum
        trace(lambda *a: jax.grad(lambda s: ring(a[0] * s, *a[1:]).sum())(lax.psum(a[0].sum(0), "X")), *rows, mesh="X")


COMPILED = """
import jax, jax.numpy as jnp
from jax.sharding import PartitionSpec as P
from test_jax_vary import of_all, recurrent, told_start, told_weight
mesh = jax.make_mesh((4,), ("X",), axis_types=(jax.sharding.AxisType.Auto,))
for loss in (recurrent(told_start), recurrent(told_start, told_weight)):
    f = jax.jit(jax.shard_map(of_all(loss), mesh=mesh, in_specs=(P(), P("X")), out_specs=P()))
    text, part = f.lower(jnp.zeros((8, 8)), jnp.zeros((16, 8))).compile().as_text(), ""
    for line in text.splitlines():
        part = line.split()[0] if line.endswith("{") else part
        if " all-reduce(" in line:
            print(part == "ENTRY", line.split("=")[1].split("{")[0].strip())
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(lax, "pcast"), reason="before JAX 0.8 it has another name")
def test_xla_joins_a_loops_gradient_in_the_loop_unless_the_weight_is_told_before() -> None:
    done = on_devices(COMPILED, 4)
    assert not done.returncode, done.stderr[-2000:]
    assert done.stdout.split("\n")[:-1] == ["False f32[8,8]", "True f32[8,8]"]


@pytest.mark.slow
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


@pytest.mark.slow
@pytest.mark.parametrize(("f", "by_ring"), all_but_slow(BY_HAND, BY_HAND[:1] + BY_HAND[-5:-3] + BY_HAND[-1:]))
def test_a_gradient_is_joined_once_by_whatever_joins_it(f: Any, by_ring: str) -> None:
    """Only an AllReduce was seen to join it, and any sum of something else was taken for one."""
    assert str(sent(f, *REGRESSION[:2])["ici"]) == by_ring


# -- what XLA compiles of collectives whose operand comes from no argument --------------------------------------------


def hops() -> list[tuple[int, int]]:
    n = lax.axis_size("X")
    return [(i, (i + 1) % n) for i in range(n)]


def tensor(x: Any, w: Any, v: Any) -> Any:
    return lax.psum(jnp.tanh(x @ w) @ v, "X")


TENSOR = "fp32[B, D]", "fp32[D, F_X]", "fp32[F_X, D]"
PARTS = P(), P(None, "X"), P("X")


def slope_of(loss: Any) -> Any:
    return lambda x, w, v: jax.grad(lambda x: loss(tensor(x, w, v)))(x)


def noisy(x: Any) -> Any:
    key = jax.random.fold_in(jax.random.key(0), lax.axis_index("X"))
    return x + lax.psum(jax.random.normal(key, x.shape), "X")


#: a function, its arguments, how they lie, and how its results do
PROGRAMS: dict[str, tuple[Any, tuple[str, ...], Any, Any]] = {
    "sum": (slope_of(lambda y: y.sum()), TENSOR, PARTS, P()),
    "mean": (slope_of(lambda y: y.mean()), TENSOR, PARTS, P()),
    "an element": (slope_of(lambda y: y[0, 0] * 3 - 1), TENSOR, PARTS, P()),
    "squares": (slope_of(lambda y: (y**2).sum()), TENSOR, PARTS, P()),
    "inside jit": (jax.jit(slope_of(lambda y: jnp.where(y > 0, y, 0.0).sum())), TENSOR, PARTS, P()),
    "with its value": (
        lambda x, w, v: jax.value_and_grad(lambda x: tensor(x, w, v).mean())(x), TENSOR, PARTS, (P(), P())),
    "two layers": (
        lambda x, w, v: jax.grad(lambda x: tensor(tensor(x, w, v), w, v).sum())(x), TENSOR, PARTS, P()),
    "of one weight": (
        lambda x, w: jax.grad(lambda x: lax.psum(jnp.tanh(x @ w), "X").sum())(x), TENSOR[:2], PARTS[:2], P()),
    "hop": (lambda x, w: jax.grad(lambda x: lax.ppermute(x * w, "X", hops()).sum())(x),
            ("fp32[B_X, D]", "fp32[D]"), (P("X"), P()), P("X")),
    "one-hot": (lambda x: x * lax.psum(jax.nn.one_hot(lax.axis_index("X"), x.shape[1]), "X"),
                ("fp32[B_X, D]",), (P("X"),), P("X")),
    "noise": (noisy, ("fp32[B_X, D]",), (P("X"),), P("X")),
    "counts": (lambda x: x * lax.psum(jnp.arange(x.shape[1]), "X"), ("fp32[B_X, D]",), (P("X"),), P("X")),
    "index": (lambda x: x * lax.pmax(lax.axis_index("X"), "X"), ("fp32[B_X, D]",), (P("X"),), P("X")),
    "ones that hop": (lambda x: x * lax.ppermute(jnp.ones(x.shape), "X", hops()), ("fp32[B_X, D]",), (P("X"),), P("X")),
    # of one number XLA works out the sum, as what is gathered
    "ones": (lambda x: x * lax.psum(jnp.ones(x.shape), "X"), ("fp32[B_X, D]",), (P("X"),), P("X")),
    "gathered ones": (lambda x: x * lax.all_gather(jnp.ones(x.shape), "X")[0], ("fp32[B_X, D]",), (P("X"),), P("X")),
    "gathered": (lambda x: jax.grad(lambda x: lax.all_gather(jnp.tanh(x), "X", tiled=True).sum())(x),
                 ("fp32[B_X, D]",), (P("X"),), P("X")),
}  # fmt: skip
WHOLE = {"B": 8, "D": 24, "F": 20, "X": 4}

LISTED = """
import re, jax, jax.numpy as jnp
from symroof.tracing.shapes import read_spec
from test_jax_vary import PROGRAMS, WHOLE
mesh = jax.make_mesh((4,), ("X",), axis_types=(jax.sharding.AxisType.Auto,))
for f, arguments, ins, outs in PROGRAMS.values():
    arrays = [jax.ShapeDtypeStruct(read_spec(a, ("X",)).at(WHOLE), jnp.float32) for a in arguments]
    text = jax.jit(jax.shard_map(f, mesh=mesh, in_specs=ins, out_specs=outs)).lower(*arrays).compile().as_text()
    found = re.findall(r" = (.*) (all-reduce|all-gather|collective-permute)\\(", text)  # of several at once a tuple
    print(*sorted(f"{op}:{dims}" for many, op in found for dims in re.findall(r"[fs]32\\[([\\d,]*)\\]", many)))
"""


@pytest.mark.slow
def test_what_is_sent_of_what_comes_from_no_argument_is_what_xla_compiles() -> None:
    """A constant cotangent hid the sum that joins a gradient, and all that no argument was in sent nothing."""
    done = on_devices(LISTED, 4)
    assert not done.returncode, done.stderr[-2000:]
    a_link = {"all-reduce": 3, "all-gather": Fraction(3, 2), "collective-permute": 4}  # bytes an element
    rows = dict(zip(PROGRAMS, done.stdout.split("\n")))
    assert sum(map(bool, rows.values())) == len(PROGRAMS) - 3
    for name, row in rows.items():
        compiled = [x.split(":") for x in row.split()]
        by_xla = sum(a_link[op] * math.prod(int(d) for d in dims.split(",") if d) for op, dims in compiled)
        f, arguments, *_ = PROGRAMS[name]
        here = trace(f, *arguments, mesh="X").at(**{n: v for n, v in WHOLE.items() if n in "".join(arguments)})
        assert Fraction(str(here.sent.get("ici", 0))) == by_xla, name


#: the same by hand for the fast tier, of a ring both ways
KNOWN = [
    ("mean", "4*B*D - 4*B*D/X"),
    ("with its value", "8*B*D - 8*B*D/X"),
    ("hop", "4*B*D/X"),
    ("one-hot", "4*D - 4*D/X"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "by_ring"), all_but_slow(KNOWN, KNOWN[:3]))
def test_a_collective_of_constants_sends_unless_they_are_one_number(name: str, by_ring: str) -> None:
    f, arguments, *_ = PROGRAMS[name]
    assert str(sent(f, *arguments)["ici"]) == by_ring
    if name == "mean":  # which convention was taken is said, as another would send nothing
        assert any("check_vma=True" in n for n in trace(f, *arguments, mesh="X").notes)


@pytest.mark.slow
@pytest.mark.parametrize("by", [2, 3, -2])
def test_a_shift_on_a_small_ring_is_refused_with_a_remedy_that_works(by: int) -> None:
    """On a ring of 3 a shift by 2 is one hop, on one of 2 none: the refusal said that no device was so far."""

    def shift(x: Any) -> Any:
        n = lax.axis_size("X")
        return lax.ppermute(x, "X", [(i, (i + by) % n) for i in range(n)])

    p = trace(shift, "bf16[B_X, D]", mesh="X")
    for n in range(2, 9):
        hops = min(by % n, -by % n)
        fixed = trace(shift, "bf16[B_X, D]", mesh=f"X={n}").at(B=2 * n, D=5).sent.get("ici", 0)
        both_ways = 2 * hops == n > 2  # half of each piece either way; two devices have one link
        assert fixed == 2 * 2 * 5 * (Fraction(hops, 2) if both_ways else hops)
        if n >= 2 * abs(by) + 1:
            assert p.at(B=2 * n, D=5, X=n).sent["ici"] == fixed
            continue
        with pytest.raises(SymroofError, match=f'trace with these numbers, as in mesh="X={n}"'):
            p.at(B=2 * n, D=5, X=n)


def test_what_is_given_and_not_used_is_held() -> None:
    """A frozen table of 82 GB fitted into 16 GB."""
    p = trace(lambda w, x: x @ w["used"], {"used": "bf16[D, D]", "frozen": "bf16[V, D]"}, "bf16[B, D]")
    there = p.at(B=1, D=4096, V=10**7)
    assert there.peak == 2 * (4096**2 + 10**7 * 4096 + 4096 + 4096)
    assert not fits(p, "TPU v5e", B=1, D=4096, V=10**7)
    assert fits(p, "TPU v5e", B=1, D=4096, V=10**6)
    assert there.bytes == there.compulsory == 2 * (4096**2 + 2 * 4096)  # nothing of it is read
