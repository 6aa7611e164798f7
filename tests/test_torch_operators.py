"""Single operators of PyTorch: their work by hand, what they read by real tensors changed one element at a time.

Earlier tests traced modules and compared their products; no rule of an operator was held against its definition, and
the certified bytes of none against what a result depends on.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed: the tests of traced operators are skipped")
from torch import nn  # noqa: E402
from torch.nn import functional  # noqa: E402

from symroof import sized, trace  # noqa: E402

pytestmark = pytest.mark.slow  # the framework alone takes seconds to import

B, N, D, K, V = 6, 16, 5, 4, 7
SIZES = {"B": B, "N": N, "D": D, "K": K, "V": V}
X = ("fp32[B, N]",)
FOUR = ("fp32[N]",) * 4

#: operators with vector and transcendental operations by the definition, an element, a row or a bag each by hand
WORK: dict[str, tuple[Callable[..., Any], tuple[str, ...], int, int]] = {
    "logcumsumexp": (lambda x: torch.logcumsumexp(x, -1), X, 8 * B * (N - 1), 2 * B * (N - 1)),
    "topk": (lambda x: torch.topk(x, 4).values, X, B * N * (1 + 2), 0),
    "topk of 1": (lambda x: torch.topk(x, 1).values, X, B * N, 0),
    "topk of 5": (lambda x: torch.topk(x, 5).values, X, B * N * (1 + 3), 0),
    "sort": (lambda x: torch.sort(x, -1).values, X, B * N * 4, 0),
    "histc": (lambda x: torch.histc(x, 10), X, 4 * B * N, 0),
    "addmm": (torch.addmm, (*X, "fp32[B, D]", "fp32[D, N]"), B * N, 0),
    "addmm of 2 and 3": (
        lambda b, x, w: torch.addmm(b, x, w, alpha=2, beta=3), (*X, "fp32[B, D]", "fp32[D, N]"), 3 * B * N, 0),
    "addmm of none": (lambda b, x, w: torch.addmm(b, x, w, beta=0), (*X, "fp32[B, D]", "fp32[D, N]"), 0, 0),
    "sums of rows": (lambda w, i: functional.embedding_bag(i, w, mode="sum"), ("fp32[V, D]", "int64[B, K]"),
                     B * D * (K - 1), 0),
    "means of rows": (lambda w, i: functional.embedding_bag(i, w), ("fp32[V, D]", "int64[B, K]"), B * D * K, 0),
    "gelu": (functional.gelu, X, 4 * B * N, B * N),  # x/sqrt 2, erf, 1 +, x/2, times
    "gelu by tanh": (lambda x: functional.gelu(x, approximate="tanh"), X, 8 * B * N, B * N),
    "batch norm": (lambda x, m, s, w, b: functional.batch_norm(x, m, s, w, b), (*X, *FOUR), 4 * B * N + N, N),
    "batch norm without weights": (
        lambda x, m, s: functional.batch_norm(x, m, s), (*X, *FOUR[:2]), 2 * B * N + N, N),
    "aminmax": (lambda x: torch.aminmax(x, dim=-1), X, 2 * B * (N - 1), 0),
    "var": (lambda x: torch.var(x, -1), X, 4 * B * N, 0),
    "std": (lambda x: torch.std(x, -1), X, 4 * B * N, B),
    "mean": (lambda x: torch.mean(x, -1), X, B * N, 0),
    "sum": (lambda x: torch.sum(x, -1), X, B * (N - 1), 0),
    "squares": (lambda x, y: functional.mse_loss(x, y, reduction="none"), X * 2, 2 * B * N, 0),
    "sum of squares": (lambda x, y: functional.mse_loss(x, y, reduction="sum"), X * 2, 3 * B * N - 1, 0),
    "mean of squares": (functional.mse_loss, X * 2, 3 * B * N, 0),
    "logsumexp": (lambda x: torch.logsumexp(x, -1), X, 3 * B * N - B, B * N + B),
    "log_softmax": (lambda x: functional.log_softmax(x, -1), X, 4 * B * N - 2 * B, B * N + B),
    "norm": (lambda x: torch.linalg.norm(x, dim=-1), X, 2 * B * N - B, B),
    "norm by moduli": (lambda x: torch.linalg.vector_norm(x, 1, dim=-1), X, 2 * B * N - B, 0),
    "cosines of counts": (lambda x: x * torch.arange(x.shape[-1]).cos(), X, B * N, N),
    "counts by 7": (lambda i: torch.div(i, 7), ("int64[N]",), N, 0),
    "counts by 7, whole": (lambda i: torch.div(i, 7, rounding_mode="floor"), ("int64[N]",), 0, 0),
    "counts and a half": (lambda i: torch.add(i, 1.5), ("int64[N]",), N, 0),
}  # fmt: skip


@pytest.mark.parametrize("name", WORK)
def test_an_operators_work_is_that_of_its_definition(name: str) -> None:
    f, arguments, vector, transcendental = WORK[name]
    p = trace(f, *arguments, backend="torch")
    there = p.at(**{n: v for n, v in SIZES.items() if n in "".join(arguments)})
    assert (there.vector, there.transcendental) == (vector, transcendental)


JAX_TOO = """
import torch, jax, jax.numpy as jnp
from symroof import trace
pairs = [
    (lambda x: torch.logcumsumexp(x, -1), lambda x: jax.lax.cumlogsumexp(x, axis=1)),
    (lambda x: torch.topk(x, 4).values, lambda x: jax.lax.top_k(x, 4)[0]),
    (lambda x: torch.nn.functional.gelu(x, approximate="tanh"), lambda x: jax.nn.gelu(x, approximate=True)),
    (lambda x: torch.mean(x, -1), lambda x: jnp.mean(x, -1)),
]
for ours, theirs in pairs:
    a, b = trace(ours, "fp32[B, N]", backend="torch"), trace(theirs, "fp32[B, N]")
    print((a.vector - b.vector).expand(), (a.transcendental - b.transcendental).expand())
"""


def test_an_operator_of_both_frameworks_is_counted_alike() -> None:
    done = subprocess.run([sys.executable, "-c", JAX_TOO], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n") == ["0 0"] * 4 + [""]


def layers(D: int, F: int) -> Any:
    return nn.Sequential(nn.Linear(D, F, bias=False), nn.Linear(F, D, bias=False), nn.Linear(D, D, bias=False))


@pytest.mark.parametrize("how", [{}, {"foreach": True}, {"fused": True}], ids=["each", "foreach", "fused"])
def test_a_step_of_an_optimizer_is_done_to_every_weight(how: dict[str, bool]) -> None:
    """Operators on lists of weights at once were counted on the largest of them alone."""
    weights, loss = D * D + 2 * D * V, B * D - 1

    def step(**more: float) -> Any:
        net = sized(layers)
        made = trace(
            net,
            "fp32[B, D]",
            backward=True,
            backend="torch",
            optimizer=lambda w: torch.optim.SGD(w, lr=0.1, **how, **more),
        )
        return made.at(B=B, D=D, F=V).vector

    assert step() == loss + 2 * weights  # the rate times the gradient, taken off
    assert step(momentum=0.9) == loss + 4 * weights  # the old velocity times 0.9, the gradient added
    adam = trace(
        sized(layers), "fp32[B, D]", backward=True, backend="torch", optimizer=lambda w: torch.optim.AdamW(w, **how)
    )
    assert adam.at(B=B, D=D, F=V).transcendental == weights  # a root each


# -- what is read for certain -----------------------------------------------------------------------------------------


def causal(q: Any, k: Any, v: Any) -> Any:
    return functional.scaled_dot_product_attention(q, k, v, is_causal=True)


def put(x: Any, i: Any, y: Any) -> Any:
    x[i] = y
    return x


def put_in_columns(x: Any, i: Any, y: Any) -> Any:
    z = x.clone()
    z[:, i] = y
    return z


HEADS = ("fp32[1, 1, S, D]", "fp32[1, 1, T, D]", "fp32[1, 1, T, D]")
IMAGE = ("fp32[B, C, 4*H, 4*W]",)
ROWS = ("fp32[A, B]", "int64[K]", "fp32[K, B]")

#: a function, its arguments, and sizes at which it is run
READ: dict[str, tuple[Callable[..., Any], tuple[str, ...], list[dict[str, int]]]] = {
    "rows of a bag": (lambda w, i: functional.embedding_bag(i, w, mode="sum"), ("fp32[V, D]", "int64[B, K]"),
                      [{"V": 9, "D": 3, "B": 2, "K": 2}]),
    "labels": (functional.nll_loss, ("fp32[B, V]", "int64[B]"), [{"B": 3, "V": 9}]),
    "labels and the gradient": (lambda x, t: functional.cross_entropy(x, t), ("fp32[B, V]", "int64[B]"),
                                [{"B": 3, "V": 4}]),
    "times 0": (lambda b, x, w: torch.addmm(b, x, w, beta=0), ("fp32[B, F]", "fp32[B, D]", "fp32[D, F]"),
                [{"B": 2, "D": 3, "F": 4}]),
    "times 1": (torch.addmm, ("fp32[B, F]", "fp32[B, D]", "fp32[D, F]"), [{"B": 2, "D": 3, "F": 4}]),
    "causal": (causal, HEADS, [{"S": 2, "T": 5, "D": 3}, {"S": 4, "T": 3, "D": 2}]),
    "filled": (lambda x: torch.fill(x, 2.0), ("fp32[N]",), [{"N": 5}]),
    "half": (lambda x: functional.interpolate(x, scale_factor=0.5), IMAGE, [{"B": 1, "C": 1, "H": 2, "W": 1}]),
    "twice": (lambda x: functional.interpolate(x, scale_factor=2), IMAGE, [{"B": 1, "C": 2, "H": 1, "W": 1}]),
    "a bit more": (lambda x: functional.interpolate(x, scale_factor=1.25), IMAGE, [{"B": 1, "C": 1, "H": 1, "W": 2}]),
    "a quarter": (lambda x: functional.interpolate(x, scale_factor=0.25, mode="bilinear"), IMAGE,
                  [{"B": 1, "C": 1, "H": 2, "W": 1}]),
    "every other": (lambda x: functional.unfold(x, 1, stride=2), IMAGE, [{"B": 1, "C": 1, "H": 1, "W": 2}]),
    "pairs of four": (lambda x: functional.unfold(x, (1, 2), stride=(1, 4)), IMAGE,
                      [{"B": 1, "C": 1, "H": 1, "W": 2}]),
    "windows": (lambda x: functional.unfold(x, 3, padding=1), IMAGE, [{"B": 1, "C": 1, "H": 1, "W": 1}]),
    "put": (lambda x, i, y: torch.index_put(x, (i,), y), ROWS,
            [{"A": 1, "B": 5, "K": 1}, {"A": 3, "B": 2, "K": 2}, {"A": 2, "B": 2, "K": 3}]),
    "added": (lambda x, i, y: torch.index_put(x, (i,), y, accumulate=True), ROWS, [{"A": 2, "B": 2, "K": 3}]),
    "put in columns": (put_in_columns, ("fp32[A, B]", "int64[K]", "fp32[A, K]"),
                       [{"A": 2, "B": 1, "K": 1}, {"A": 2, "B": 3, "K": 2}]),
    "places of the largest": (lambda x: torch.argmax(x, 1), ("fp32[A, B]",), [{"A": 3, "B": 1}, {"A": 3, "B": 2}]),
    "places of the 1 largest": (lambda x: torch.topk(x, 1, 1).indices, ("fp32[A, B]",), [{"A": 3, "B": 1}]),
    "looked up": (lambda w, i: functional.embedding(i, w), ("fp32[V, D]", "int64[B]"),
                  [{"V": 1, "D": 2, "B": 3}, {"V": 4, "D": 2, "B": 3}]),
    "scattered": (lambda x, i, y: torch.scatter(x, 0, i, y), ("fp32[A, B]", "int64[K, B]", "fp32[K, B]"),
                  [{"A": 1, "B": 4, "K": 1}, {"A": 3, "B": 2, "K": 2}]),
}  # fmt: skip


def made(text: str, sizes: dict[str, int], least: int, seed: Any) -> Any:
    """A tensor in notation; whole numbers lie below ``least``."""
    fmt, dims = text.rstrip("]").split("[")
    shape = []
    for d in dims.split(","):
        n = 1
        for factor in d.split("*"):
            n *= sizes.get(factor.strip()) or int(factor)
        shape.append(n)
    if fmt == "int64":
        return torch.randint(0, least, shape, generator=seed)
    return torch.randn(shape, generator=seed)


def changes(f: Callable[..., Any], arrays: list[Any], j: int, n: int) -> bool:
    """Whether a result is another one where element n of array j, which are no whole numbers, is another one."""
    was = f(*[a.clone() for a in arrays])
    for by in (3.0, -100.0, 100.0):
        there = [a.clone() for a in arrays]
        there[j].view(-1)[n] += by
        if not torch.equal(was, f(*there)):
            return True
    return False


@pytest.mark.parametrize("name", READ)
def test_certified_bytes_are_no_more_than_what_a_result_depends_on(name: str) -> None:
    """By one run of real tensors: each input element changed in turn, and the result written once."""
    f, arguments, points = READ[name]
    p = trace(f, *arguments, backend="torch")
    for sizes in points:
        seed = torch.Generator().manual_seed(3)
        least = sizes.get("V") or sizes.get("A") or 2
        least = sizes["B"] if name == "put in columns" else least
        arrays = [made(a, sizes, least, seed) for a in arguments]
        out = f(*[a.clone() for a in arrays])
        width = [8 if a.dtype == torch.int64 else 4 for a in arrays]
        needed = sum(w for j, (a, w) in enumerate(zip(arrays, width)) for n in range(a.numel())
                     if (least > 1 if a.dtype == torch.int64 else changes(f, arrays, j, n)))  # fmt: skip
        if name == "causal":  # a softmax of one number is 1 whatever it is, but arithmetic
            needed += 4 * sizes["D"]
        there = p.at(**sizes)
        assert there.compulsory <= needed + out.element_size() * out.numel()
        assert there.compulsory <= there.bytes <= there.unfused


def test_certified_bytes_of_what_is_read_whole_are_all_of_it() -> None:
    """The other outcome: where each element counts, no less is certain."""
    whole = {"times 1": 4 * (8 + 6 + 12 + 8), "twice": 4 * 2 * 16 * 5, "windows": 4 * 16 * 10, "half": 4 * (32 + 8)}
    for name, n in whole.items():
        f, arguments, points = READ[name]
        there = trace(f, *arguments, backend="torch").at(**points[0])
        assert there.compulsory == (64 if name == "half" else n), name


@pytest.mark.parametrize(
    ("f", "of", "each"),
    [
        # by hand: the imaginary parts of the first bin and of the middle one do not matter, n real numbers do
        (lambda x: torch.fft.irfft(x, n=64), "complex64[N, 33]", 8 * 64),
        (lambda x: torch.fft.irfft(x, n=5), "complex64[N, 3]", 40),
        (lambda x: torch.fft.irfftn(x, s=(5, 4), dim=(1, 2)), "complex64[N, 5, 3]", 8 * 15 - 8 + 80),
        # beside these operands a whole number is one number, and a float to the power 0
        (lambda x: torch.mul(x, 0), "int32[N]", 4), (lambda x: torch.sub(x, x), "int32[N]", 4),
        (lambda x: torch.bitwise_and(x, 0), "int32[N]", 4), (lambda x: torch.eq(x, x), "int32[N]", 1),
        (lambda x: torch.pow(x, 0), "fp32[N]", 4), (lambda x: torch.isnan(x), "int32[N]", 1),
        # and beside these it is not
        (lambda x: torch.sub(x, x, alpha=2), "int32[N]", 8), (lambda x: torch.mul(x, 0.0), "fp32[N]", 8),
        (lambda x: torch.eq(x, x), "fp32[N]", 5), (lambda x: torch.ge(x, 0), "int32[N]", 5),
(lambda x: torch.pow(0, x), "fp32[N]", 8), (lambda x: torch.add(x, 0), "fp32[N]", 8),
    ],
)  # fmt: skip
def test_what_no_result_depends_on_is_not_read(f: Callable[..., Any], of: str, each: int) -> None:
    assert trace(f, of, backend="torch").at(N=100).compulsory == 100 * each


def test_bytes_of_rows_are_those_at_the_indices() -> None:
    bag, labels = READ["rows of a bag"], READ["labels"]
    p = trace(bag[0], *bag[1], backend="torch").at(V=50000, D=64, B=8, K=4)
    assert p.bytes == 4 * 64 * 32 + 8 * 32 + 4 * 64 * 8
    assert trace(labels[0], *labels[1], backend="torch").at(V=50000, B=8).bytes == 4 * 8 + 8 * 8 + 4
    there = trace(put, *ROWS, backend="torch").at(A=1000, B=100, K=2)
    assert there.bytes == 2 * 4 * 200 + 8 * 2  # in place: the rows that it puts in, and nothing of the rest
    assert there.compulsory == 4 * 100 + 8 * 2  # both may fall on one row
    assert trace(lambda x: x.fill_(2.0), "fp32[N]", backend="torch").at(N=1000).compulsory == 4000


# -- arrays that the mesh cuts ----------------------------------------------------------------------------------------


def bias(x: Any, w: Any, b: Any) -> Any:
    return torch.relu(x @ w + b)


def centred(x: Any) -> Any:
    m = x.sum(-1, keepdim=True)
    torch.distributed.all_reduce(m)
    return x - m


CUT: dict[str, tuple[Callable[..., Any], tuple[str, ...], int]] = {  # vector work of one device of 4
    "bias": (bias, ("fp32[B_X, D]", "fp32[D, F]", "fp32[F]"), 2 * 2 * 20),
    "centred": (centred, ("fp32[B, V_X]",), 8 * 3 + 8 * 4),
    "rows less": (lambda x, b: torch.sub(x, b[:, None]), ("fp32[B, V_X]", "fp32[B]"), 8 * 4),
    "scaled": (lambda x, b: x * b, ("fp32[B_X, V]", "fp32[V]"), 2 * 16),
    "loss": (lambda x, y: functional.mse_loss(x, y, reduction="none"), ("fp32[B_X, V]",) * 2, 2 * 2 * 16),
}


@pytest.mark.parametrize("name", CUT)
@pytest.mark.parametrize("mesh", ["X", "X=4"])
def test_a_broadcast_over_a_cut_array_is_done_to_all_of_its_part(name: str, mesh: str) -> None:
    """The operand that is whole was taken for the larger one: B for [B, V/X]."""
    f, arguments, vector = CUT[name]
    sizes = {"B": 8, "D": 12, "F": 20, "V": 16, "X": 4}
    p = trace(f, *arguments, mesh=mesh, backend="torch")
    held = {n: v for n, v in sizes.items() if n in "".join(arguments) and (n != "X" or mesh == "X")}
    assert p.at(**held).vector == vector
    assert not any("does other work" in n for n in p.notes)


LEFT = """
import sys, torch
from symroof import trace
def f(x):
    y = x.sum(-1)
    torch.distributed.all_reduce(y)
    return y
before = sys.excepthook
trace(f, "fp32[B, V_X]", mesh="X")
assert sys.excepthook is before
print(trace(lambda x: torch.topk(x, 2).values, "fp32[B, E]").bytes)
print(trace(lambda a, b: torch.bmm(a, b).cumsum(1), "fp32[B, E, D]", "fp32[B, D, F]", backend="torch").matrix)
raise ValueError("my own error")
"""


def test_a_trace_leaves_nothing_behind_on_stderr() -> None:
    """Each group wrapped the hook for tracebacks once more, and a probe at which top_k does not run was logged."""
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", LEFT], capture_output=True, text=True, check=False,
                          env={**os.environ})  # fmt: skip
    assert done.stdout.split("\n") == ["4*B*E + 8*B", "2*B*D*E*F", ""]
    assert done.stderr.strip().split("\n")[-1] == "ValueError: my own error"
    assert len(done.stderr.strip().split("\n")) <= 3, done.stderr[-2000:]


def scattered(x: Any, w: Any) -> Any:
    y = x @ w
    out = torch.empty(y.shape[0] // torch.distributed.get_world_size(), y.shape[1])
    torch.distributed.reduce_scatter_tensor(out, y)
    return out


@pytest.mark.filterwarnings("ignore::FutureWarning")
def test_a_size_that_the_code_divides_by_the_mesh_is_counted_or_refused_in_words() -> None:
    """Sizes tried to bound it had none for the mesh axis: a KeyError."""
    p = trace(scattered, "fp32[B, D_X]", "fp32[D_X, F]", mesh="X=4")
    assert p.at(B=8, D=12, F=20).sent["ici"] == 4 * 8 * 20 * 3 // 4 // 2
    p = trace(scattered, "fp32[B, D_X]", "fp32[D_X, F]", mesh="X")
    assert all("X" in str(h) and "B" in str(h) for h in p.held_for)
    assert p.held_for


@pytest.mark.parametrize(
    "of_empty",
    [
        lambda x: torch.log_softmax(x[:, :0], 1),
        lambda x: torch.logsumexp(x[:, :0], 1),
        lambda x: torch.linalg.vector_norm(x[:, :0], dim=1),
        lambda x: functional.mse_loss(x[:, :0], x[:, :0], reduction="sum"),
        lambda x: x[:, :0].sum(1),
    ],
)
def test_of_an_empty_slice_nothing_is_worked_out(of_empty: Callable[..., Any]) -> None:
    """A reader's: a division by zero, or work below 0 of rows that have nothing in them."""
    program = trace(of_empty, *X, backend="torch")
    assert program.vector == program.transcendental == 0
