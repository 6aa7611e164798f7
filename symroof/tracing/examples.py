"""Functions of JAX as people write them, traced by pages and notebooks: a gated MLP, a block, GPT as papers count it.

>>> from symroof import trace
>>> trace(gated_mlp, GATED_MLP, "bf16[B, D]").flops
6*B*D*F
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

GATED_MLP = {"gate": "bf16[D, F]", "up": "bf16[D, F]", "down": "bf16[F, D]"}
BLOCK = {
    "norm1": "bf16[D]",
    "q": "bf16[D, K, G, H]",
    "k": "bf16[D, K, H]",
    "v": "bf16[D, K, H]",
    "o": "bf16[K, G, H, D]",
    "norm2": "bf16[D]",
    **GATED_MLP,
}
GPT = {
    "embed": "bf16[V, N*d]",
    "logits": "bf16[N*d, V]",
    "layers": {
        **dict.fromkeys("qkv", "bf16[l, N*d, N, d]"),
        "o": "bf16[l, N, d, N*d]",
        "up": "bf16[l, N*d, 4*N*d]",
        "down": "bf16[l, 4*N*d, N*d]",
    },
}


def gated_mlp(p: Any, x: Any) -> Any:
    """Three matrices: silu(x gate) * (x up), then down."""
    import jax

    return (jax.nn.silu(x @ p["gate"]) * (x @ p["up"])) @ p["down"]


def rms_norm(x: Any, g: Any) -> Any:
    """The array over its root mean square, times g; in fp32."""
    import jax.numpy as jnp

    y = x.astype(jnp.float32)
    return (y / jnp.sqrt((y * y).mean(-1, keepdims=True) + 1e-6)).astype(x.dtype) * g


def block(p: Any, x: Any) -> Any:
    """A Llama layer: G query heads share each of K key heads of size H; causal; written out, not as one kernel."""
    import jax
    import jax.numpy as jnp

    h = rms_norm(x, p["norm1"])
    q = jnp.einsum("btd,dkgh->btkgh", h, p["q"])
    k = jnp.einsum("btd,dkh->btkh", h, p["k"])
    v = jnp.einsum("btd,dkh->btkh", h, p["v"])
    with jax.named_scope("attention"):
        s = jnp.einsum("btkgh,bskh->bkgts", q, k).astype(jnp.float32) / q.shape[-1] ** 0.5
        t = x.shape[1]
        s = jnp.where(jnp.tril(jnp.ones((t, t), bool)), s, -1e30)
        a = jax.nn.softmax(s, -1).astype(x.dtype)
        y = jnp.einsum("bkgts,bskh->btkgh", a, v)
    x = x + jnp.einsum("btkgh,kghd->btd", y, p["o"])
    return x + gated_mlp(p, rms_norm(x, p["norm2"]))


def _layer(x: Any, w: Any) -> Any:
    import jax
    import jax.numpy as jnp

    q, k, v = (jnp.einsum("bsh,hnd->bsnd", x, w[c]) for c in "qkv")
    a = jax.nn.softmax(jnp.einsum("bsnd,btnd->bnst", q, k), -1)
    x = x + jnp.einsum("bsnd,ndh->bsh", jnp.einsum("bnst,btnd->bsnd", a, v), w["o"])
    return x + jax.nn.gelu(x @ w["up"]) @ w["down"], None


def gpt(p: Any, tokens: Any) -> Any:
    """GPT as Narayanan et al. 2021 count it: l layers of width N*d by a scan, and logits over V tokens."""
    return _gpt(p, tokens, _layer)


def gpt_recomputed(p: Any, tokens: Any) -> Any:
    """The same with every layer's activations recomputed in the backward pass."""
    import jax

    return _gpt(p, tokens, jax.checkpoint(_layer))


def _gpt(p: Any, tokens: Any, layer: Callable[..., Any]) -> Any:
    import jax
    import jax.numpy as jnp

    x, _ = jax.lax.scan(layer, p["embed"][tokens], p["layers"])
    return jax.nn.logsumexp((x @ p["logits"]).astype(jnp.float32), -1).sum()


def gradient(f: Callable[..., Any]) -> Callable[..., Any]:
    """The gradient of f in its first argument; of a function of arrays, that of its sum."""
    import jax

    def scalar(*args: Any) -> Any:
        y = f(*args)
        return y if not y.shape else (y.astype("float32") ** 2).sum()

    scalar.__qualname__ = f"gradient of {f.__name__}"
    made: Callable[..., Any] = jax.grad(scalar)
    return made


def row_parallel(x: Any, w: Any) -> Any:
    """One device's part of a matmul cut over its contracted dim: the parts are added over mesh axis X."""
    import jax

    return jax.lax.psum(x @ w, "X")


def fully_sharded(x: Any, w: Any) -> Any:
    """One device's part of a matmul whose weights are gathered over mesh axis X when they are needed."""
    import jax

    return x @ jax.lax.all_gather(w, "X", axis=0, tiled=True)


def experts(p: Any, x: Any) -> Any:
    """Every token through the best of E experts, C places each: dispatch and combine are products too."""
    import jax
    import jax.numpy as jnp

    gates = jax.nn.softmax((x @ p["router"]).astype(jnp.float32), -1)
    best = jax.nn.one_hot(gates.argmax(-1), gates.shape[-1], dtype=x.dtype)
    place = ((jnp.cumsum(best, 0) - 1) * best).sum(-1).astype(jnp.int32)
    dispatch = best[:, :, None] * jax.nn.one_hot(place, p["place"].shape[0], dtype=x.dtype)[:, None, :]
    hidden = jax.nn.relu(jnp.einsum("ecd,edf->ecf", jnp.einsum("tec,td->ecd", dispatch, x), p["up"]))
    return jnp.einsum("tec,ecd->td", dispatch, jnp.einsum("ecf,efd->ecd", hidden, p["down"]))


EXPERTS = {"router": "bf16[D, E]", "place": "bf16[C]", "up": "bf16[E, D, F]", "down": "bf16[E, F, D]"}
