"""Programs as somebody wrote them who never saw this project: attention of many kinds, experts, convolutions, caches.

Each is a function with its arguments in notation; shared by the tests of tracing.
"""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax


def grouped_query(q, k, v):
    b, t, n, h = q.shape
    q = q.reshape(b, t, k.shape[2], n // k.shape[2], h)
    p = jax.nn.softmax(jnp.einsum("btkgh,bskh->bkgts", q, k) / math.sqrt(h), axis=-1)
    return jnp.einsum("bkgts,bskh->btkgh", p, v).reshape(b, t, n, h)


def two_experts(p, x):
    weight, index = lax.top_k(jax.nn.softmax(x @ p["router"]), 2)
    share = jnp.einsum("tk,tke->te", weight, jax.nn.one_hot(index, p["router"].shape[1]))
    y = jnp.einsum("etf,efd->etd", jax.nn.relu(jnp.einsum("td,edf->etf", x, p["up"])), p["down"])
    return jnp.einsum("etd,te->td", y, share)


def sliding_window(q, k, v, window=4):
    i, j = jnp.arange(q.shape[1])[:, None], jnp.arange(q.shape[1])[None]
    s = jnp.einsum("btnh,bsnh->bnts", q, k) * q.shape[-1] ** -0.5
    s = jnp.where((j <= i) & (j > i - window), s, -jnp.inf)
    return jnp.einsum("bnts,bsnh->btnh", jax.nn.softmax(s, -1), v)


def by_chunks(q, k, v):
    def before(x):
        return jnp.concatenate([jnp.pad(x, ((0, 0), (1, 0), (0, 0), (0, 0)))[:, :-1], x], axis=2)

    s = jnp.einsum("bnch,bnsh->bncs", q, before(k))
    return jnp.einsum("bncs,bnsh->bnch", jax.nn.softmax(s), before(v))


def decode(cache, q, k, v, at):
    keys = lax.dynamic_update_slice(cache["k"], k, (0, at, 0, 0))
    values = lax.dynamic_update_slice(cache["v"], v, (0, at, 0, 0))
    s = jnp.einsum("bqnh,bsnh->bnqs", q, keys)
    a = jax.nn.softmax(jnp.where(jnp.arange(keys.shape[1]) <= at, s, -1e9), -1)
    return jnp.einsum("bnqs,bsnh->bqnh", a, values), {"k": keys, "v": values}


def quantised(x, w, scale):
    own = jnp.max(jnp.abs(x), -1, keepdims=True) / 127
    rounded = jnp.round(x / own).astype(jnp.int8)
    return lax.dot(rounded, w, preferred_element_type=jnp.int32).astype(jnp.float32) * own * scale


@jax.custom_vjp
def own_product(x, w):
    return x @ w


own_product.defvjp(lambda x, w: (x @ w, (x, w)), lambda r, g: (g @ r[1].T, r[0].T @ g))


@jax.custom_jvp
def own_relu(x):
    return jnp.maximum(x, 0)


own_relu.defjvp(lambda p, t: (own_relu(p[0]), t[0] * (p[0] > 0)))


def hidden(w, x):
    return jnp.tanh(jnp.tanh(x @ w["a"]) @ w["b"])


def remat(policy):
    kept = getattr(jax.checkpoint_policies, policy)
    return jax.grad(lambda w, x: jax.checkpoint(hidden, policy=kept)(w, x).sum())


def gates(p, x):
    i, f, g, o = jnp.split(x @ p["w"], 4, axis=-1)
    return jax.nn.tanh(i) * f + jnp.exp(g) * o


TWO = {"a": "fp32[D, F]", "b": "fp32[F, D]"}
QKV = ["fp32[B, T, N, H]"] * 3
IMAGE = "fp32[B, C, Y, X]"
valid = partial(lax.conv, window_strides=(1, 1), padding="VALID")

STRANGERS: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "grouped query": (grouped_query, ("fp32[B, T, K*G, H]", "fp32[B, S, K, H]", "fp32[B, S, K, H]")),
    "dot_product_attention": (lambda q, k, v: jax.nn.dot_product_attention(q, k, v),
                              ("bf16[B, T, N, H]", "bf16[B, S, N, H]", "bf16[B, S, N, H]")),
    "causal": (lambda q, k, v: jax.nn.dot_product_attention(q, k, v, is_causal=True),
               ("bf16[B, T, K*G, H]", "bf16[B, T, K, H]", "bf16[B, T, K, H]")),
    "two experts": (two_experts, ({"router": "fp32[D, E]", "up": "fp32[E, D, F]", "down": "fp32[E, F, D]"},
                                  "fp32[T, D]")),
    "sliding window": (sliding_window, tuple(QKV)),
    "by chunks": (by_chunks, ("fp32[B, N, C, H]",) * 3),
    "decode": (decode, ({"k": "bf16[B, S, N, H]", "v": "bf16[B, S, N, H]"}, *["bf16[B, 1, N, H]"] * 3, "int32[]")),
    "quantised": (quantised, ("fp32[B, D]", "int8[D, F]", "fp32[F]")),
    "fp8": (lambda x, w: lax.dot(x, w, preferred_element_type=jnp.float32), ("fp8[B, D]", "fp8[D, F]")),
    "mixed formats": (lambda x, w: x @ w, ("bf16[B, D]", "fp32[D, F]")),
    "own product, gradient": (jax.grad(lambda w, x: own_product(x, w).sum()), ("fp32[D, F]", "fp32[B, D]")),
    "own relu, gradient": (jax.grad(lambda w, x: own_relu(x @ w).sum()), ("fp32[D, F]", "fp32[B, D]")),
    **{f"remat, {p}": (remat(p), (TWO, "fp32[B, D]")) for p in ("nothing_saveable", "everything_saveable",
                                                                "dots_saveable")},
    "gates": (gates, ({"w": "fp32[D, 4*H]"}, "fp32[B, D]")),
    "conv": (valid, (IMAGE, "fp32[F, C, 3, 3]")),
    "conv, stride 2": (lambda x, w: lax.conv(x, w, (2, 2), "SAME"), ("fp32[B, C, 2*Y, 2*X]", "fp32[F, C, 3, 3]")),
    "conv, dilated": (lambda x, w: lax.conv_general_dilated(x, w, (1, 1), "VALID", rhs_dilation=(2, 2)),
                      (IMAGE, "fp32[F, C, 3, 3]")),
    "conv, transposed": (lambda x, w: lax.conv_transpose(x, w, (2, 2), "SAME"), ("fp32[B, Y, X, C]",
                                                                                 "fp32[3, 3, C, F]")),
    "conv, grouped": (lambda x, w: lax.conv_general_dilated(x, w, (1,), "SAME", feature_group_count=4),
                      ("fp32[B, 4*C, T]", "fp32[4*F, C, 3]")),
    "conv, to its input": (jax.grad(lambda x, w: (valid(x, w) ** 2).sum()), (IMAGE, "fp32[F, C, 3, 3]")),
    "pooling": (lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID"),
                ("fp32[B, 2*Y, 2*X, C]",)),
    "segment_sum": (lambda x, i: jax.ops.segment_sum(x, i, num_segments=10), ("fp32[N, D]", "int32[N]")),
    "embedding, gradient": (jax.grad(lambda e, i: e[i].sum()), ("fp32[V, D]", "int32[B, T]")),
    "batched cond": (jax.vmap(lambda p, x: lax.cond(p, lambda x: x * 2, jnp.sin, x)), ("bool[B]", "fp32[B, D]")),
    "donated": (jax.jit(lambda x, w: x @ w, donate_argnums=0), ("fp32[B, D]", "fp32[D, F]")),
    "vmapped sum": (jax.vmap(lambda x: x / lax.psum(x, "i"), axis_name="i"), ("fp32[N, B]",)),
    "logsumexp": (lambda x: jax.nn.logsumexp(x, -1), ("fp32[B, N]",)),
    "resize": (lambda x: jax.image.resize(x, (x.shape[0], 16, 16, x.shape[3]), "bilinear"), ("fp32[B, 8, 8, C]",)),
}  # fmt: skip


def casts(jaxpr) -> int:
    """Elements that are cast, which XLA counts as operations, loops once."""
    n = 0
    for e in jaxpr.eqns:
        if e.primitive.name == "convert_element_type":
            n += math.prod(e.outvars[0].aval.shape)
        for x in e.params.values():
            for y in x if isinstance(x, (tuple, list)) else (x,):
                inner = getattr(y, "jaxpr", y)
                n += casts(inner) if hasattr(inner, "eqns") else 0
    return n
