"""Python loops over a size: the most bytes held at once, and one round, judged by traces with the size fixed."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

jax = pytest.importorskip("jax")
import jax.numpy as jnp  # noqa: E402

from symroof import fits, trace  # noqa: E402
from symroof.algebra.ratios.posynomial import Ratio, gen  # noqa: E402
from symroof.errors import SymroofError  # noqa: E402
from symroof.tracing.envelope import envelope, highest  # noqa: E402

AMOUNTS = "matrix", "vector", "bytes", "compulsory", "unfused", "peak"
B, D, F, L = map(gen, "BDFL")


# -- the most of all moments, without a trace --------------------------------------------------------------------------
def schedule(seed: int, n: int) -> list[tuple[Any, Ratio]]:
    """What two loops of n rounds hold: forward keeps, backward frees and makes, and a prologue that is large once."""
    rng = random.Random(seed)
    keep, free, once, const = (
        [rng.randint(0, 9) * B + rng.randint(0, 9) * D + rng.randint(0, 4) for _ in range(3)] for _ in range(4)
    )
    rows = [("start", 40 * B + once[0])]
    rows += [(f"up {j}", keep[0] * i + keep[j] + const[j]) for i in range(n) for j in range(3)]
    rows += [
        (f"down {j}", keep[0] * (n - i) + free[0] * i + free[j] * L.subs({"L": n})) for i in range(n) for j in range(3)
    ]
    return rows


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_the_most_of_all_moments_is_found_at_rounds_far_away(seed: int) -> None:
    found = envelope({n: schedule(seed, n) for n in (2, 3, 4, 7)}, L, 2)
    assert found is not None
    for n, b, d in itertools.product((2, 5, 9, 40, 200), (1, 7, 60), (1, 6, 90)):
        want = max(r.at({"B": b, "D": d}) for _, r in schedule(seed, n))
        assert found.at({"L": n, "B": b, "D": d}) == want


def test_what_is_largest_in_the_middle_is_not_known() -> None:
    """i*(n - i) is largest at n/2, on no row through the rounds."""

    def rows(n: int) -> list[tuple[Any, Ratio]]:
        return [("k", B * (i * (n - i))) for i in range(n + 1)]

    assert envelope({n: rows(n) for n in (2, 3, 4, 5, 6, 9)}, L, 2) is None
    assert envelope({n: rows(n)[:2] for n in (2, 3, 4, 5, 6, 9)}, L, 2) == B * (L - 1)


def test_rows_that_leave_their_kernels_are_none() -> None:
    """Every third of two moments a round is one of them as far as 7 rounds, 7*n - 6, and is none of them from 10 on."""

    def rows(n: int) -> list[tuple[Any, Ratio]]:
        return [("step", D * (4 * n + i)) for i in range(2 * n + 4)]

    assert envelope({n: rows(n) for n in (2, 3, 4, 7)}, L, 2) == D * (6 * L + 3)


def test_rows_that_others_cover_are_left_out() -> None:
    assert highest([B, D, B + D], [B, D, B + D]) == [B + D]
    half = (B + D) / 2
    assert set(highest([B, D, half], [B, D, half])) == {B, D}
    more = half + 1
    assert set(highest([B, D, more], [B, D, more])) == {B, D, more}


# -- programs ----------------------------------------------------------------------------------------------------------
def mlp(ws: Any, x: Any) -> Any:
    for u, d in zip(ws["u"], ws["d"]):
        x = x + jax.nn.gelu(x @ u) @ d
    return x


def rnn(w: Any, u: Any, x: Any) -> Any:
    h = jnp.zeros((x.shape[0], w.shape[0]))
    for t in range(x.shape[1]):
        h = jnp.tanh(h @ w + x[:, t] @ u)
    return h


def lstm(w: Any, u: Any, x: Any) -> Any:
    h = c = jnp.zeros((x.shape[0], w.shape[0]))
    for t in range(x.shape[1]):
        i, f, g, o = jnp.split(h @ w + x[:, t] @ u, 4, -1)
        c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        h = jax.nn.sigmoid(o) * jnp.tanh(c)
    return h


def stepped(ws: Any, x: Any) -> Any:
    g = jax.grad(lambda w: mlp(w, x).sum())(ws)
    return jax.tree.map(lambda a, b: a - 0.1 * b, ws, g)


def summed(f: Any, *of: int) -> Any:
    return jax.grad(lambda *a: f(*a).sum(), argnums=of)


LAYERS = (dict(u="fp32[L, D, F]", d="fp32[L, F, D]"), "fp32[B, D]")
LOOPS: dict[str, tuple[Any, tuple[Any, ...], str, str]] = {
    "the gradient of a perceptron": (summed(mlp, 0), LAYERS, "L", "DFB"),
    "a step of gradient descent": (stepped, LAYERS, "L", "DFB"),
    "the gradient of a recurrent net": (summed(rnn, 0, 1), ("fp32[H, H]", "fp32[D, H]", "fp32[B, T, D]"), "T", "HDB"),
    "the gradient of an LSTM": (summed(lstm, 0, 1), ("fp32[H, 4*H]", "fp32[D, 4*H]", "fp32[B, T, D]"), "T", "HDB"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", LOOPS)
def test_a_loop_is_right_at_all_rounds_that_it_admits(name: str) -> None:
    """Peaks were interpolated, and wrong by up to 2.4 times: another moment is the fullest later."""
    f, arguments, rounds, others = LOOPS[name]
    program = trace(f, *arguments)
    refused: list[tuple[int, str]] = []
    for n, values in itertools.product((1, 2, 3, 14), ((16, 64, 16), (40, 8, 3), (5, 7, 200))):
        sizes = dict(zip(others, values))
        try:
            there = program.at(**{rounds: n}, **sizes)
        except SymroofError as e:
            refused.append((n, str(e)))
            continue
        fixed = trace(f, *arguments, sizes={rounds: n, **sizes})
        amounts = AMOUNTS
        try:
            _ = there.peak
        except SymroofError as e:
            refused.append((n, str(e)))
            amounts = AMOUNTS[:-1]
        assert [(a, getattr(there, a)) for a in amounts] == [(a, getattr(fixed, a)) for a in amounts]
    assert all(n < 3 and "the rounds that it was read from" in e for n, e in refused)


@pytest.mark.slow
def test_what_fits_is_right_at_other_rounds() -> None:
    program, sizes = trace(summed(mlp, 0), *LAYERS), dict(D=4800, F=19200, B=4800)
    assert fits(program.at(L=24, **sizes), "H100").fits is False  # 95754240000 bytes
    assert fits(program.at(L=8, **sizes), "H100").fits is True
    assert fits(trace(summed(mlp, 0), *LAYERS, sizes={"L": 24}).at(**sizes), "H100").fits is False


@pytest.mark.slow
def test_a_peak_without_a_rule_is_refused_and_the_rest_is_there() -> None:
    """Each layer reads the sum of all before it."""

    def dense(w: Any, x: Any) -> Any:
        xs = [x]
        for i in range(w.shape[0]):
            xs.append(jax.nn.relu(sum(xs) @ w[i]))
        return xs[-1]

    arguments = "fp32[L, D, D]", "fp32[B, D]"
    program = trace(summed(dense, 0), *arguments, unrolled="L")
    for ask in (lambda: program.peak, lambda: fits(program.at(L=20, D=10, B=30), "H100")):
        with pytest.raises(SymroofError, match=r"peak of .* is not known: a Python loop runs over L[\s\S]*sizes="):
            ask()
    there = trace(summed(dense, 0), *arguments, sizes={"L": 20})
    assert program.at(L=20, D=10, B=30).bytes == there.at(D=10, B=30).bytes
    assert there.at(D=10, B=30).peak > 4 * 20 * 10 * 10 + 4 * 20 * 10 * 30  # its weights, and what each layer has made


def layers(ws: Any, x: Any) -> Any:
    for w in ws:
        x = jax.nn.relu(x @ w)
    return x


@pytest.mark.slow
@pytest.mark.parametrize("backward", [False, True])
def test_one_round_is_right_or_outside(backward: bool) -> None:
    """Gradients of several rows are put together, that of one row is the whole: which only its peak shows."""
    f, arguments, sizes = summed(layers, 0) if backward else layers, ("fp32[L, D, D]", "fp32[B, D]"), dict(D=6, B=5)
    program = trace(f, *arguments, unrolled="L")
    least = 2 if backward else 1
    assert any(a.startswith("L >= 2 for the peak, by the rounds") for a in program.assumptions) == backward
    for n in (1, 2, 3):
        there, fixed = program.at(L=n, **sizes), trace(f, *arguments, sizes={"L": n, **sizes})
        assert [getattr(there, a) for a in AMOUNTS[:5]] == [getattr(fixed, a) for a in AMOUNTS[:5]]
        if n < least:
            with pytest.raises(SymroofError, match="L >= 2"):
                _ = there.peak
        else:
            assert there.peak == fixed.peak


# -- stacks whose rule begins late -------------------------------------------------------------------------------------
def residual(ws: Any, x: Any) -> Any:
    h = x
    for w in ws:
        h = h + jax.nn.relu(h @ w)
    return h


def before(ws: Any, x: Any) -> Any:
    h = x
    for w in ws:
        h = h + jax.nn.relu(h) @ w
    return h


def squared(f: Any) -> Any:
    return jax.value_and_grad(lambda w, x: (f(w, x) ** 2).mean(), argnums=(0, 1))


def over_two(ws: Any, x: Any) -> Any:
    h = p = x
    for w in ws:
        h, p = jax.numpy.tanh(h @ w) + p, h
    return h


#: and the rounds from which on its peak, and from which on its other counts, are of one form
STACKS = {
    "forward": (residual, 2, 1),
    "the gradient": (summed(residual, 0), 4, 2),  # one gradient is its own stack, with no others beside it
    "norm first": (before, 3, 1),
    "its gradient": (summed(before, 0), 4, 2),
    "loss and gradients": (squared(residual), 3, 1),
    "past a layer": (summed(over_two, 0), 5, 4),  # it had no form: the kernels of its first three are others
}


def simulated(program: Any) -> int:
    """Bytes that are alive at most, kernel by kernel: what was written and is a result or read from here on."""
    ks = program._kernels
    size = {id(v.root): int(v.bytes.constant()) for k in ks for v in k.writes}
    stay = {id(v.root) for k in ks for v in k.writes if v.stays}
    made: set[int] = set()
    most = 0
    for i, k in enumerate(ks):
        made |= {id(v.root) for v in k.writes}
        wanted = stay | {id(v.root) for k in ks[i:] for v in k.reads} | {id(v.root) for v in k.writes}
        most = max(most, sum(size[v] for v in made & wanted))
    return most + sum(int(v.bytes.constant()) for v in program._graph.ins)


@pytest.mark.slow
@pytest.mark.parametrize("name", STACKS)
def test_the_peak_of_a_stack_is_the_simulated_one_from_its_first_rounds_on(name: str) -> None:
    """Those of gradients were refused, as the rule begins at 4 rounds; and what only it needs kept all counts to it."""
    f, first, least = STACKS[name]
    arguments = "fp32[L, D, D]", "fp32[B, D]"
    program = trace(f, *arguments, unrolled="L")
    for n, (b, d) in itertools.product((1, 2, 3, 4, 5, 8, 13), ((3, 5), (64, 4), (2, 90))):
        fixed = trace(f, *arguments, sizes={"L": n, "B": b, "D": d})
        if n < least:
            with pytest.raises(SymroofError, match=f"counts hold for L >= {least}"):
                program.at(L=n, B=b, D=d)
            continue
        there = program.at(L=n, B=b, D=d)
        assert [getattr(there, a) for a in AMOUNTS[:5]] == [getattr(fixed, a) for a in AMOUNTS[:5]]
        if n >= first:
            assert there.peak == simulated(fixed)
            continue
        with pytest.raises(SymroofError, match=rf"peak of .* it holds for L >= {first} .* not at L={n}"):
            _ = there.peak
    assert next(a for a in program.assumptions if "for the peak" in a).startswith(f"L >= {first}")
    assert f"L >= {first}" in fits(program, "H100").notes[0]
    with pytest.raises(SymroofError, match=rf"L >= {first}"):
        fits(program, "H100", L=first - 1, B=3, D=5)
