"""Sizes of 1: what is counted there as elsewhere is admitted, what is another program there is a condition of it.

Judged by the same function traced at fixed sizes, and by operations counted by hand.
"""

from __future__ import annotations

import pytest

from symroof import SymroofError, trace

jax = pytest.importorskip("jax")
jnp = jax.numpy


def huber(x):
    """Three selects and a mean of optax's huber loss, written out."""
    near = jnp.minimum(jnp.abs(x), 1.0)
    return (0.5 * near**2 + (jnp.abs(x) - near)).mean()


def cross_entropy(x, y):
    picked = jnp.take_along_axis(x, y[..., None], -1)[..., 0]
    return (jax.nn.logsumexp(x, axis=-1) - picked).mean()


def masked(q, k):
    s = q @ k.T
    return jnp.where(jnp.tril(jnp.ones(s.shape, bool)), s, -jnp.inf)


CONSTANT = [
    (lambda x: x * (jnp.ones(x.shape) + 1), "fp32[{N}]"),
    (jax.grad(huber), "fp32[{N}]"),
    (jax.grad(cross_entropy), "fp32[{N}, {M}, {V}] int32[{N}, {M}]"),
    (masked, "fp32[{N}, {V}] fp32[{M}, {V}]"),
    (lambda x: x + jnp.eye(x.shape[0]), "fp32[{N}, {N}]"),
]
UNITS = ("matrix", "vector", "transcendental", "integer", "compulsory", "bytes", "unfused")


@pytest.mark.slow
@pytest.mark.parametrize("at", [{"N": 1, "M": 3, "V": 5}, {"N": 4, "M": 1, "V": 5}, {"N": 1, "M": 1, "V": 1}])
@pytest.mark.parametrize(("f", "arrays"), CONSTANT)
def test_arrays_of_one_constant_element_are_counted_as_arrays_of_many(f, arrays, at):
    rows = [x if x.endswith("]") else x + "]" for x in arrays.split("] ")]
    p = trace(f, *(x.format(N="N", M="M", V="V") for x in rows))
    there = p.at(**{k: v for k, v in at.items() if k in p.dims})
    fixed = trace(f, *(x.format(**at) for x in rows))
    for unit in UNITS[:4]:
        assert getattr(there, unit) == getattr(fixed, unit), unit


def test_one_constant_element_by_hand():
    p = trace(lambda x: x * (jnp.ones(x.shape) + 1), "fp32[N]")
    assert (p.at(N=1).vector, trace(lambda x: x * (jnp.ones(x.shape) + 1), "fp32[1]").vector) == (2, 2)
    assert trace(lambda x: x * (jnp.ones(()) + 1), "fp32[N]").at(N=1).vector == 1  # numbers alone are folded


def one_row(e, i):
    """As flax's Embed: a table of one row is broadcast."""
    return jnp.broadcast_to(e, (*i.shape, e.shape[1])) if e.shape[0] == 1 else e[i]


def one_token(x, w):
    return x @ w if x.shape[0] * x.shape[1] > 1 else (x * x) @ w


def both(x, e, i):
    return one_token(x, e.T) + one_row(e, i).sum()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("f", "arrays", "told", "admitted", "refused"),
    [
        (one_row, ("fp32[V, D]", "int32[B, T]"), ("V >= 2",), {"V": 2, "B": 1, "T": 1, "D": 1}, {"V": 1}),
        (one_token, ("fp32[B, T, D]", "fp32[D, F]"), ("B*T >= 2",), {"B": 1, "T": 2, "D": 1}, {"B": 1, "T": 1}),
        pytest.param(
            both, ("fp32[B, T, D]", "fp32[V, D]", "int32[B, T]"), ("V >= 2", "B*T >= 2"), {"B": 2, "T": 1}, {"V": 1},
            marks=pytest.mark.slow,
        ),
    ],
)  # fmt: skip
def test_a_case_of_size_1_restricts_the_sizes_it_is_about(f, arrays, told, admitted, refused):
    p = trace(f, *arrays)
    assert set(p.conditions) == set(told)
    sizes = {"B": 3, "T": 5, "D": 7, "V": 11, "F": 13, **admitted}
    sizes = {k: v for k, v in sizes.items() if k in p.dims}
    fixed = trace(f, *arrays, sizes=sizes)
    assert (p.at(**sizes).matrix, p.at(**sizes).vector) == (fixed.matrix, fixed.vector)
    with pytest.raises(SymroofError, match="hold for"):
        p.at(**refused)


@pytest.mark.slow
def test_a_case_of_small_sizes_is_no_case_of_1():
    p = trace(lambda x: x @ x.T if x.shape[0] < 16 else (2 * x) @ x.T, "fp32[B, D]")
    assert p.conditions == ("B >= 16",)
    powers = lambda x: x * 2 if x.shape[0] & (x.shape[0] - 1) else x * x * 2  # noqa: E731
    with pytest.raises(SymroofError, match="another one"):
        trace(powers, "fp32[B]")


@pytest.mark.slow
def test_no_time_to_look_leaves_a_small_bound(monkeypatch):
    from symroof.tracing import probes

    monkeypatch.setattr(probes, "SEARCH", -1.0)
    p = trace(one_row, "fp32[V, D]", "int32[B]")
    assert set(p.conditions) == {"V >= 2", "D >= 2", "B >= 2"}
    q = trace(lambda x: x * x * x if x.shape[0] < 16 else x + 1, "fp32[B]")
    assert [c for c in q.conditions if c > "B >= 100"] == list(q.conditions)  # 2 is another program too
    assert q.conditions


@pytest.mark.slow
def test_a_training_step_of_a_language_model_takes_small_batches():
    optax = pytest.importorskip("optax")
    nn = pytest.importorskip("flax.linen")
    from symroof import sized

    class Model(nn.Module):
        V: int
        D: int

        @nn.compact
        def __call__(self, t):
            table = nn.Embed(self.V, self.D)
            x = table(t)
            return table.attend(x + nn.Dense(self.D)(nn.gelu(nn.LayerNorm()(x))))

    def weights(V, D):
        return jax.eval_shape(Model(V, D).init, jax.random.key(0), jax.ShapeDtypeStruct((1, 2), jnp.int32))

    def step(V, D):
        def run(p, t):
            def loss(p):
                return optax.softmax_cross_entropy_with_integer_labels(Model(V, D).apply(p, t), t).mean()

            g = jax.grad(loss)(p)
            return jax.tree.map(lambda w, d: w - 0.1 * d, p, g)

        return run

    p = trace(sized(step), sized(weights), "int32[B, T]")
    assert p.conditions == ("V >= 2",)
    for at in ({"B": 1, "T": 1, "V": 2, "D": 1}, {"B": 1, "T": 6, "V": 9, "D": 4}):
        fixed = trace(sized(step), sized(weights), "int32[B, T]", sizes=at)
        there = p.at(**at)
        assert all(getattr(there, u) == getattr(fixed, u) for u in UNITS[:4])
