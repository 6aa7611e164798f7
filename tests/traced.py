"""Programs as people write them, with their arguments in notation; shared by the tests and benchmarks of tracing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

Row = tuple[Callable[..., Any], tuple[Any, ...]]


def matmul(x, w):
    return x @ w


def mlp(p, x):
    return jax.nn.relu(x @ p["up"]) @ p["down"]


def gated(p, x):
    return (jax.nn.silu(x @ p["w1"]) * (x @ p["w3"])) @ p["w2"]


def layer_norm(x, g, b):
    x = x.astype(jnp.float32)
    mean = x.mean(-1, keepdims=True)
    var = ((x - mean) ** 2).mean(-1, keepdims=True)
    return (x - mean) * lax.rsqrt(var + 1e-5) * g + b


def attention(q, k, v):
    s = jnp.einsum("btnh,bsnh->bnts", q, k).astype(jnp.float32) / q.shape[-1] ** 0.5
    mask = jnp.tril(jnp.ones((q.shape[1], k.shape[1]), bool))
    a = jax.nn.softmax(jnp.where(mask, s, -1e30), axis=-1).astype(v.dtype)
    return jnp.einsum("bnts,bsnh->btnh", a, v)


def rms(x, g):
    y = x.astype(jnp.float32)
    return (y * lax.rsqrt((y * y).mean(-1, keepdims=True) + 1e-6)).astype(x.dtype) * g


def rope(x):
    t, h = x.shape[1], x.shape[-1]
    angle = jnp.arange(t)[:, None] * 10000.0 ** (-jnp.arange(0, h, 2) / h)
    sin, cos = jnp.sin(angle)[:, None], jnp.cos(angle)[:, None]
    a, b = x[..., ::2], x[..., 1::2]
    return jnp.concatenate([a * cos - b * sin, a * sin + b * cos], -1).astype(x.dtype)


def block(p, x):
    h = rms(x, p["g1"])
    q = jnp.einsum("btd,dkgh->btkgh", h, p["q"])
    k = jnp.einsum("btd,dkh->btkh", h, p["k"])
    v = jnp.einsum("btd,dkh->btkh", h, p["v"])
    s = jnp.einsum("btkgh,bskh->bkgts", q, k).astype(jnp.float32) / jnp.sqrt(q.shape[-1])
    t = x.shape[1]
    s = jnp.where(jnp.tril(jnp.ones((t, t), bool)), s, -1e30)
    a = jax.nn.softmax(s, -1).astype(x.dtype)
    x = x + jnp.einsum("btkgh,kghd->btd", jnp.einsum("bkgts,bskh->btkgh", a, v), p["o"])
    return x + gated(p, rms(x, p["g2"]))


BLOCK = {"g1": "bf16[D]", "g2": "bf16[D]", "q": "bf16[D, K, G, H]", "k": "bf16[D, K, H]", "v": "bf16[D, K, H]",
         "o": "bf16[K, G, H, D]", "w1": "bf16[D, F]", "w3": "bf16[D, F]", "w2": "bf16[F, D]"}  # fmt: skip
STACK = {k: v.replace("[", "[L, ") for k, v in BLOCK.items()}


def stack(p, x):
    return lax.scan(lambda h, w: (block(w, h), None), x, p)[0]


def stack_remat(p, x):
    return lax.scan(jax.checkpoint(lambda h, w: (block(w, h), None)), x, p)[0]


def loss_of(f, p, x):
    return (f(p, x).astype(jnp.float32) ** 2).sum()


def moe(p, x):
    """Every token through its best expert, by one-hot dispatch with a capacity."""
    gates = jax.nn.softmax((x @ p["router"]).astype(jnp.float32), -1)
    best = jax.nn.one_hot(gates.argmax(-1), gates.shape[-1], dtype=x.dtype)
    place = (jnp.cumsum(best, 0) - 1) * best
    slots = jax.nn.one_hot(place.sum(-1).astype(jnp.int32), p["slots"].shape[0], dtype=x.dtype)
    dispatch = best[:, :, None] * slots[:, None, :]
    inside = jnp.einsum("tec,td->ecd", dispatch, x)
    hidden = jax.nn.relu(jnp.einsum("ecd,edf->ecf", inside, p["up"]))
    out = jnp.einsum("ecf,efd->ecd", hidden, p["down"])
    return jnp.einsum("tec,ecd->td", dispatch * gates.max(-1)[:, None, None].astype(x.dtype), out)


MOE = {"router": "bf16[D, E]", "up": "bf16[E, D, F]", "down": "bf16[E, F, D]", "slots": "bf16[C]"}


def rnn(p, x):
    def cell(h, row):
        h = jnp.tanh(row @ p["in"] + h @ p["rec"] + p["bias"])
        return h, h

    return lax.scan(cell, jnp.zeros((x.shape[1], p["rec"].shape[0]), x.dtype), x)


def lstm(p, x):
    def cell(carry, row):
        h, c = carry
        gates = row @ p["w"] + h @ p["u"]
        i, f, g, o = jnp.split(gates.reshape(row.shape[0], 4, -1), 4, axis=1)
        c = jax.nn.sigmoid(f[:, 0]) * c + jax.nn.sigmoid(i[:, 0]) * jnp.tanh(g[:, 0])
        h = jax.nn.sigmoid(o[:, 0]) * jnp.tanh(c)
        return (h, c), None

    zero = jnp.zeros((x.shape[1], p["u"].shape[0]), x.dtype)
    return lax.scan(cell, (zero, zero), x)[0][0]


def conv(x, w):
    return jax.nn.relu(lax.conv_general_dilated(x, w, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")))


def conv_stride(x, w):
    return lax.conv_general_dilated(x, w, (2, 2), "VALID", dimension_numbers=("NHWC", "HWIO", "NHWC"))


def depthwise(x, w):
    return lax.conv_general_dilated(x, w, (1,), [(3, 0)], dimension_numbers=("NWC", "WIO", "NWC"),
                                    feature_group_count=x.shape[-1])  # fmt: skip


def logits(p, x):
    y = (x @ p["emb"].T).astype(jnp.float32)
    return jax.nn.logsumexp(y, -1).mean() - y.mean()


def cross_entropy(p, tokens):
    x = p["emb"][tokens]
    y = (jax.nn.gelu(x @ p["w"]) @ p["emb"].T).astype(jnp.float32)
    return -jnp.take_along_axis(jax.nn.log_softmax(y), tokens[..., None], -1).mean()


def power(x):
    return lax.fori_loop(0, 12, lambda i, y: y @ x, x)


def einsums(a, b, c):  # three operands in one einsum are paired by their sizes
    return (
        jnp.einsum("ij,jk,kl->il", a, b, c, optimize=[(0, 1), (0, 1)]),
        jnp.einsum("ij,ij->i", a, a),
        jnp.outer(a[0], c[0]),
    )


def distances(x, y):
    return jnp.sqrt(((x[:, None] - y[None]) ** 2).sum(-1))


def adam(p, g, m, v):
    m = jax.tree.map(lambda a, b: 0.9 * a + 0.1 * b, m, g)
    v = jax.tree.map(lambda a, b: 0.999 * a + 0.001 * b * b, v, g)
    return jax.tree.map(lambda a, b, c: a - 1e-3 * b / (jnp.sqrt(c) + 1e-8), p, m, v), m, v


GATED = {"w1": "bf16[D, F]", "w3": "bf16[D, F]", "w2": "bf16[F, D]"}
FLAT = {"w": "fp32[D, F]", "b": "fp32[F]"}

PROGRAMS: dict[str, Row] = {
    "matmul": (matmul, ("bf16[B, D]", "bf16[D, F]")),
    "mlp": (mlp, ({"up": "bf16[D, F]", "down": "bf16[F, D]"}, "bf16[B, D]")),
    "gated": (gated, ({"w1": "bf16[D, F]", "w3": "bf16[D, F]", "w2": "bf16[F, D]"}, "bf16[B, D]")),
    "layer_norm": (layer_norm, ("bf16[B, D]", "fp32[D]", "fp32[D]")),
    "attention": (attention, ("bf16[B, T, N, H]", "bf16[B, S, N, H]", "bf16[B, S, N, H]")),
    "rope": (rope, ("bf16[B, T, N, 2*H]",)),
    "block": (block, (BLOCK, "bf16[B, T, D]")),
    "block, gradient": (jax.grad(partial(loss_of, block)), (BLOCK, "bf16[B, T, D]")),
    "stack": (stack, (STACK, "bf16[B, T, D]")),
    "stack, gradient": (jax.grad(partial(loss_of, stack)), (STACK, "bf16[B, T, D]")),
    "stack, remat": (jax.grad(partial(loss_of, stack_remat)), (STACK, "bf16[B, T, D]")),
    "mlp, gradient": (jax.grad(partial(loss_of, gated)), (GATED, "bf16[B, D]")),
    "moe": (moe, (MOE, "bf16[T, D]")),
    "rnn": (rnn, ({"in": "fp32[D, H]", "rec": "fp32[H, H]", "bias": "fp32[H]"}, "fp32[T, B, D]")),
    "lstm": (lstm, ({"w": "fp32[D, 4*H]", "u": "fp32[H, 4*H]"}, "fp32[T, B, D]")),
    "conv": (conv, ("fp32[B, Y, X, C]", "fp32[3, 3, C, F]")),
    "conv, gradient": (jax.grad(lambda w, x: (conv(x, w) ** 2).sum()), ("fp32[3, 3, C, F]", "fp32[B, Y, X, C]")),
    "conv, strided": (conv_stride, ("fp32[B, 2*Y, 2*X, C]", "fp32[2, 2, C, F]")),
    "depthwise": (depthwise, ("fp32[B, T, C]", "fp32[4, 1, C]")),
    "logits": (logits, ({"emb": "bf16[V, D]"}, "bf16[B, T, D]")),
    "cross entropy, gradient": (jax.grad(cross_entropy), ({"emb": "bf16[V, D]", "w": "bf16[D, D]"}, "int32[B, T]")),
    "power": (power, ("fp32[D, D]",)),
    "einsums": (einsums, ("fp32[I, J]", "fp32[J, K]", "fp32[K, L]")),
    "distances": (distances, ("fp32[M, D]", "fp32[N, D]")),
    "adam": (adam, (FLAT, FLAT, FLAT, FLAT)),
    "vmap": (jax.vmap(mlp, (None, 0)), ({"up": "bf16[D, F]", "down": "bf16[F, D]"}, "bf16[A, B, D]")),
}  # fmt: skip


def shapes(args, sizes):
    """The arguments as ShapeDtypeStructs at these sizes."""
    from symroof.tracing.shapes import read_spec

    def one(x):
        spec = read_spec(x)
        name = {"bf16": "bfloat16", "fp32": "float32", "fp8": "float8_e4m3fn"}.get(spec.dtype, spec.dtype)
        return jax.ShapeDtypeStruct(spec.at(sizes), name)

    return jax.tree.map(one, args)
