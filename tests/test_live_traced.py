"""What decides is read: tests of loops, predicates, indices; and what an update in place may overwrite.

Judged by running the program equation by equation, what JAX's own removal of dead code leaves of it, and counting; by
XLA's compiled program; by hand.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("jax")

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.interpreters import partial_eval
from tiers import all_but_slow

from symroof import SymroofError, exactly, trace
from symroof.tracing.jax_control import _rounds

Seen = Counter[str]
INNER = ("jaxpr", "call_jaxpr", "fun_jaxpr")


def run(jaxpr: Any, consts: Any, args: Any, seen: Seen) -> list[Any]:
    """A program run equation by equation, its multiply-adds and the rounds of its open loops counted."""
    env = dict(zip((*jaxpr.constvars, *jaxpr.invars), (*consts, *args)))

    def value(v: Any) -> Any:
        return v.val if hasattr(v, "val") else env[v]

    for e in jaxpr.eqns:
        name, p, ins = e.primitive.name, e.params, [value(v) for v in e.invars]
        if name == "scan":
            c, k, rows = p["num_consts"], p["num_carry"], []
            carry = ins[c : c + k]
            for t in range(p["length"]):
                at = p["length"] - 1 - t if p["reverse"] else t
                out = run(p["jaxpr"].jaxpr, p["jaxpr"].consts, [*ins[:c], *carry, *(x[at] for x in ins[c + k :])], seen)
                carry, row = out[:k], out[k:]
                rows.append(row)
            rows = rows[::-1] if p["reverse"] else rows
            outs = [*carry, *(jnp.stack(x) for x in zip(*rows))]
        elif name == "while":
            c, b = p["cond_nconsts"], p["body_nconsts"]
            test, body, outs = p["cond_jaxpr"], p["body_jaxpr"], ins[c + b :]
            while run(test.jaxpr, test.consts, [*ins[:c], *outs], seen)[0]:
                outs = run(body.jaxpr, body.consts, [*ins[c : c + b], *outs], seen)
                seen["rounds"] += 1
                assert seen["rounds"] < 100
        elif name == "cond":
            taken = p["branches"][int(ins[0])]
            outs = run(taken.jaxpr, taken.consts, ins[1:], seen)
        elif any(k in p for k in INNER):
            inner = p[next(k for k in INNER if k in p)]
            outs = run(getattr(inner, "jaxpr", inner), getattr(inner, "consts", []), ins, seen)
        else:
            if name == "dot_general":
                (along, _), _ = p["dimension_numbers"]
                seen["matrix"] += 2 * math.prod(e.outvars[0].aval.shape) * math.prod(ins[0].shape[i] for i in along)
            made = e.primitive.bind(*ins, **p)
            outs = made if e.primitive.multiple_results else [made]
        env.update(zip(e.outvars, outs))
    return [value(v) for v in jaxpr.outvars]


def count(f: Callable[..., Any], arrays: list[Any]) -> Seen:
    """What a function does on these arrays, JAX having removed its dead code."""
    closed, seen = jax.make_jaxpr(f)(*arrays), Counter()
    live, _ = partial_eval.dce_jaxpr(closed.jaxpr, [True] * len(closed.jaxpr.outvars), True)
    run(live, closed.consts, arrays, seen)
    return seen


def drawn(args: tuple[str, ...], sizes: dict[str, int]) -> list[Any]:
    rng = np.random.default_rng(0)
    shapes = [[sizes[d] if d in sizes else int(d) for d in a[5:-1].split(", ") if d] for a in args]
    return [jnp.asarray(rng.uniform(0.1, 0.3, s), jnp.float32) for s in shapes]


def until(x, w):
    return lax.while_loop(lambda s: jnp.sum(s[0]) < 5.0, lambda s: (s[0] @ w + s[0] + 1, s[1] * 2), (x, x))[1]


def decoded(e, w):
    return lax.scan(lambda s, _: ((jnp.argmax(e[s[0]] @ w), e[s[0]]), None), (0, e[0]), None, length=10)[0][1]


def stops(x, w):
    def layer(h, _):
        return lax.cond(jnp.abs(h @ w).max() < -1, lambda h: h, jnp.tanh, h), None

    return lax.scan(layer, x, None, length=4)[0]


def solved(a, b):
    def more(s):
        return s[0] + s[1], s[1] * 0.5, jnp.sum((a @ s[0] - b) ** 2)

    return lax.while_loop(lambda s: s[2] > 1e-3 + s[0].sum() / 9, more, (b, b, 9.0))[0]


def halved(x, w):  # a test handed on by the round before, without an operation of its own
    return lax.while_loop(lambda s: s[0], lambda s: ((s[1] @ w).sum() < 3.0, s[1] * 1.5), (True, x))[1]


@jax.custom_vjp
def clipped(x, w):
    return lax.cond((x @ w).sum() > 0, jnp.tanh, lambda x: x, x)


clipped.defvjp(lambda x, w: (clipped(x, w), (x, w)), lambda r, g: (g * lax.cond((r[0] @ r[1]).sum() > 0, jnp.tanh,
                                                                               lambda y: y, r[0]), None))  # fmt: skip
XW = ("fp32[A, B]", "fp32[B, B]")
DECIDED: dict[str, tuple[Callable[..., Any], tuple[str, ...]]] = {
    "the test of a while": (until, XW),
    "a test that a round hands on": (halved, XW),
    "a solver": (solved, ("fp32[B, B]", "fp32[B]")),
    "cond": (lambda x, w: lax.cond((x @ w).sum() > 0, lambda: x * 2, lambda: x), XW),
    "switch": (lambda x, w: lax.switch(jnp.argmax((x @ w).sum(0)), [lambda: x * 2, lambda: x * 3, lambda: -x]), XW),
    "cond in a scan": (lambda x, w: lax.scan(lambda c, v: (lax.cond((v @ w).sum() > 0, lambda c: c * 2, lambda c: c, c),
                                                           None), x[0], x)[0], XW),
    "early exit": (stops, XW),
    "a row": (lambda x, w: x[jnp.argmax(x @ w.sum(0))], XW),
    "decoding": (decoded, ("fp32[A, B]", "fp32[B, A]")),
    "a router": (lambda x, r, w: x @ w[jnp.argmax(x @ r)], ("fp32[B]", "fp32[B, E]", "fp32[E, B, A]")),
    "routers in a map": (lambda x, r, w: lax.map(lambda v: v @ w[jnp.argmax(v @ r)], x),
                         ("fp32[A, B]", "fp32[B, E]", "fp32[E, B, B]")),
    "checkpointed": (jax.grad(lambda x, w: jax.checkpoint(lambda x: jnp.sin(jnp.sin(
        lax.cond((x @ w).sum() > 0, jnp.sin, jnp.tanh, x))))(x).sum()), XW),
    "a rule of its own": (jax.grad(lambda x, w: clipped(x, w).sum()), XW),
    "inside jit": (lambda x, w: jax.jit(lambda x, w: x[jnp.argmax((x @ w).sum(1))] * 2)(x, w), XW),
    "order of a sort": (lambda x, w: jnp.sum(x[jnp.argsort((x @ w).sum(1))], 0), XW),
    "of which nothing is asked": (lambda x, w: (lax.cond((x @ w).sum() > 0, jnp.sin, jnp.tanh, x), x + 1)[1], XW),
    "a carry that nobody asks for": (lambda x, w: lax.scan(lambda s, _: ((s[0] @ w, s[1] + 1), s[0] @ w), (x, x), None,
                                                           length=3)[0][1], XW),
    "rows that nobody asks for": (lambda x, w: lax.scan(lambda s, v: (s + v, v @ w), x[0], x)[0], XW),
}  # fmt: skip
LONG = ["inside jit", "the test of a while", "a solver", "checkpointed", "order of a sort", "early exit", "a row",
        "routers in a map", "a test that a round hands on", "cond in a scan", "a rule of its own", "decoding",
        "a router", "switch"]  # fmt: skip
NOTHING = {"of which nothing is asked", "a carry that nobody asks for", "rows that nobody asks for"}


@pytest.mark.slow
@pytest.mark.parametrize("name", all_but_slow(DECIDED, LONG))
def test_what_decides_is_not_dead(name: str) -> None:
    """Dead code was drawn by the values of results alone."""
    f, args = DECIDED[name]
    program = trace(f, *args)
    for sizes in ({"A": 5, "B": 3, "E": 4}, {"A": 2, "B": 6, "E": 3}):
        seen = count(f, drawn(args, sizes))
        there = program.at(**{n: v for n, v in sizes.items() if n in program.letters})
        trips = {s: seen["rounds"] for s in there.matrix.free_symbols}
        assert there.matrix.subs(trips) == seen["matrix"], sizes
        assert (seen["matrix"] == 0) == (name in NOTHING)


@pytest.mark.slow
def test_integers_that_decide_count() -> None:
    """Six tests and five increments, whatever is returned; a carry that neither is returned nor tested is dead."""

    def third(x, w):
        return lax.while_loop(lambda s: s[0] < 5, lambda s: (s[0] + 1, s[1] @ w, s[2] * 2), (0, x, x))[2]

    three = trace(third, *XW)
    assert (three.matrix, three.integer) == (0, 11)
    for pick in (lambda s: s[1], lambda s: s):
        loop = lambda x: pick(lax.while_loop(lambda s: s[0] < 5, lambda s: (s[0] + 1, s[1] * 2), (0, x)))  # noqa: B023, E731
        assert trace(loop, "fp32[A]").integer == 11
    finite = trace(lambda p, g: lax.cond(jnp.isfinite(g).all(), lambda: p - g, lambda: p), "fp32[N]", "fp32[N]").at(N=8)
    assert (finite.vector + finite.integer, finite.vector) == (8 + 8 + 7, 16)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", all_but_slow(["cond", "a row", "a router", "decoding", "switch"], ["decoding", "switch"])
)
def test_bytes_of_what_decides_are_read(name: str) -> None:
    """Judged by XLA, whose compiled program reads them too."""
    f, args = DECIDED[name]
    sizes = {"A": 24, "B": 16, "E": 8}
    found = jax.jit(f).lower(*drawn(args, sizes)).compile().cost_analysis()
    moved = (found[0] if isinstance(found, list) else found)["bytes accessed"]
    program = trace(f, *args)
    there = program.at(**{n: v for n, v in sizes.items() if n in program.letters})
    asked = 4 * math.prod(drawn(args, sizes)[-1 if name != "a router" else 1].shape)
    assert asked <= there.bytes
    assert there.compulsory <= moved
    if name != "decoding":  # ten rounds, of which each may be asked for another row
        assert asked <= there.compulsory


@pytest.mark.slow
def test_where_there_is_one_row_no_index_is_needed() -> None:
    f, args = DECIDED["a row"]
    program = trace(f, *args)
    assert exactly(program.at(A=1, B=5).compulsory) == 0  # the row is all of x, as it came
    assert exactly(program.at(A=2, B=5).compulsory) >= 4 * (5 + 5 * 5 + 5)


def printed(x, w):
    jax.debug.print("{}", (x @ w).sum())
    return x * 2


@pytest.mark.slow
def test_what_is_seen_outside_runs() -> None:
    """A print reads what it prints, in loops and branches too."""
    A, B = 4, 3
    assert trace(printed, *XW).at(A=A, B=B).matrix == 2 * A * B * B
    loop = trace(lambda x, w: lax.fori_loop(0, 5, lambda i, c: printed(c, w), x), *XW)
    assert loop.at(A=A, B=B).matrix == 5 * 2 * A * B * B
    unasked = trace(lambda x, w: (lax.fori_loop(0, 5, lambda i, c: printed(c, w), x), x)[1], *XW)
    assert unasked.at(A=A, B=B).matrix == 5 * 2 * A * B * B
    text = jax.jit(printed).lower(jnp.ones((A, B)), jnp.ones((B, B))).compile().as_text()
    assert " dot(" in text or "fusion" in text


# -- in place ---------------------------------------------------------------------------------------------------------

W = np.ones((5, 7), np.float32)


def both(a):
    g = jnp.tanh(a)
    return g.at[0].add(g[1]), g


# a program of x[A, B], and the least bytes that it writes, by hand: every result that is no argument once; copies
WRITTEN: dict[str, tuple[Callable[..., Any], Callable[[int, int], int]]] = {
    "both go out": (both, lambda a, b: 2 * a * b),
    "the argument goes out too": (lambda x: (x.at[0].set(1.0), x), lambda a, b: a * b),
    "read later": (lambda x: (lambda y: (y, (x * y).sum()))(x.at[0].set(1.0)), lambda a, b: a * b),
    "two of one": (lambda x: (x.at[0].set(1.0), x.at[1].set(2.0)), lambda a, b: a * b),
    "one after the other": (lambda x: x.at[0].set(1.0).at[1].set(2.0), lambda a, b: 2 * b),
    "in a loop": (lambda x: lax.fori_loop(0, 3, lambda i, c: c.at[i].set(0.0), x), lambda a, b: 3 * b),
    "in a loop, and read later": (lambda x: (lambda y: y * x)(lax.fori_loop(0, 3, lambda i, c: c.at[i].set(0.0), x)),
                                  lambda a, b: 2 * a * b),
    "zeros in a loop": (lambda x: lax.fori_loop(0, 3, lambda i, c: c.at[i].set(x[i]), jnp.zeros_like(x)),
                        lambda a, b: a * b),
    "both carries": (lambda x: lax.fori_loop(0, 3, lambda i, s: (s[0].at[i].set(0.0), s[1].at[i].set(1.0)), (x, x)),
                     lambda a, b: a * b),
    "a constant of a loop": (lambda x: lax.fori_loop(0, 3, lambda i, c: c + x.at[i].set(0.0).sum(), 0.0),
                             lambda a, b: 3 * a * b),
    "rows of a scan": (lambda x: lax.scan(lambda c, r: (c, r.at[0].set(0.0)), 0.0, x)[1], lambda a, b: a * b),
    "what was captured": (lambda x: (x[0, :7] + jnp.asarray(W).at[0].set(0.0)), lambda a, b: 5 * 7),
    "in a branch": (lambda x: lax.cond(x[0, 0] > 0, lambda c: c.at[0].set(1.0), lambda c: c.at[0].set(2.0), x),
                    lambda a, b: b),
    "in a branch, and it goes out": (lambda x: (lax.cond(x[0, 0] > 0, lambda c: c.at[0].set(1.0),
                                                         lambda c: c.at[0].set(2.0), x), x), lambda a, b: a * b),
}  # fmt: skip
IN_PLACE = {"one after the other", "in a loop", "in a branch"}


@pytest.mark.parametrize("name", WRITTEN)
def test_an_array_is_overwritten_only_where_nothing_needs_it_any_more(name: str) -> None:
    """Updates were drawn of arrays that nothing reads afterwards."""
    f, least = WRITTEN[name]
    program = trace(f, "fp32[A, B]")
    for a, b in ((8, 7), (40, 30), (300, 9)):
        there = program.at(A=a, B=b)
        assert there.compulsory <= there.bytes <= there.unfused
        assert there.bytes >= 4 * least(a, b)
        small = 4 * (6 * least(a, b) + 40)
        assert (there.bytes <= small) if name in IN_PLACE and a > 8 else True
        assert name not in IN_PLACE or there.compulsory <= 4 * 2 * least(a, b)


def _program(rng: random.Random) -> Callable[..., Any]:
    """A small program of square matrices: updates, slices, branches and loops, some of it dead, some returned twice."""
    unary = [
        jnp.tanh, lambda v: v * 2, lambda v: v.T, lambda v: v.astype(jnp.bfloat16).astype(jnp.float32), lambda v: v + v,
        lambda v: v.at[0].set(1.0), lambda v: v.at[1].add(v[0]), lambda v: v.at[:, 0].set(v[0, 0]), lambda v: v[::-1],
        lambda v: lax.dynamic_update_slice(v, v[:1], (1, 0)), lambda v: v.at[jnp.argmax(v[0])].multiply(2.0),
        lambda v: jnp.zeros_like(v).at[0].set(v[1]), lambda v: jnp.cumsum(v, 0), lambda v: v[jnp.argsort(v[0])],
        lambda v: v / v.sum(), lambda v: v,
    ]  # fmt: skip
    binary = [
        lambda v, w: v + w, lambda v, w: v @ w, lambda v, w: jnp.where(v > w, v, w), lambda v, w: v.at[0].set(w[1]),
        lambda v, w: v * w[jnp.argmax(v[:, 0])], lambda v, w: v.at[0].set(w.sum(0)), lambda v, w: v[0] * w,
        lambda v, w: lax.cond(v.sum() > 0, lambda: w * 2, lambda: w * 3),
        lambda v, w: lax.cond(v.sum() > 0, lambda u: u.at[0].set(1.0), lambda u: u.at[1].set(1.0), w),
    ]  # fmt: skip
    inner = [rng.choice(unary) for _ in range(2)], rng.choice(binary)

    def again(v, w):
        return inner[0][1](inner[1](inner[0][0](v), w))

    loops = [
        lambda v, w: lax.fori_loop(0, 3, lambda i, c: again(c, w), v),
        lambda v, w: lax.fori_loop(0, v.shape[0], lambda i, c: c.at[i].set(w[i]), v),
        lambda v, w: lax.fori_loop(0, 3, lambda i, s: (again(*s), s[0]), (v, w))[0],
        lambda v, w: lax.fori_loop(0, 2, lambda i, s: (s[0].at[i].set(0.0), again(s[1], w)), (v, v))[0],
        lambda v, w: lax.while_loop(lambda s: s.sum() < 5, lambda s: again(s, w), v),
        lambda v, w: lax.scan(lambda c, r: (c + r, r.at[0].set(c[0])), v[0], w)[1],
        lambda v, w: lax.scan(lambda c, r: (again(c, w), r * 2), v, w)[0],
    ]
    steps = [(rng.choice(unary), 1) if rng.random() < 0.5 else (rng.choice(binary + loops), 2) for _ in range(4)]
    picks = [[rng.randrange(2 + i) for _ in range(2)] for i in range(len(steps))]
    returned = [rng.randrange(len(steps) + 2) for _ in range(rng.choice([1, 1, 2, 3]))]

    def f(x, y):
        made = [x, y]
        for (g, n), at in zip(steps, picks):
            made.append(g(*(made[j] for j in at[:n])))
        return tuple(made[i] for i in (*returned, len(made) - 1))

    return f


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(60))
def test_bounds_keep_their_order(seed: int) -> None:
    """Nothing moves less than what must move, and single operations never less than kernels; matrix work is counted."""
    f = _program(random.Random(seed))
    args = ("fp32[A, A]",) * 2
    program = trace(f, *args)
    tried = 0
    for n in (1, 2, 3, 4, 9, 64):
        try:
            there = program.at(A=n)
        except SymroofError:  # not admitted
            continue
        trips = {s: 3 for s in there.bytes.free_symbols | there.compulsory.free_symbols}
        kinds = [exactly(x.subs(trips)) for x in (there.compulsory, there.bytes, there.unfused)]
        assert 0 <= kinds[0] <= kinds[1] <= kinds[2], (n, program.compulsory, program.bytes, program.unfused)
        tried += 1
    assert tried >= 2


# -- counters that wrap around ----------------------------------------------------------------------------------------

ORDERS = {"lt": np.less, "le": np.less_equal, "gt": np.greater, "ge": np.greater_equal, "ne": np.not_equal}


@pytest.mark.slow
@pytest.mark.parametrize("dtype", ["int8", "uint8"])
def test_rounds_of_a_counter_that_wraps_around(dtype: str) -> None:
    """Counters were drawn as whole numbers without limits; judged by counting in that format."""
    rng, ended, endless = random.Random(dtype), 0, 0
    info = np.iinfo(dtype)
    for _ in range(1500):
        start, stop, step = rng.randint(info.min, info.max), rng.randint(info.min, info.max), rng.randint(-128, 127)
        how = rng.choice(list(ORDERS))
        i, n = start, 0
        while ORDERS[how](i, stop) and n < 300:
            i = (i + step - int(info.min)) % 256 + int(info.min)
            n += 1
        found = _rounds(start, stop, step, how, (int(info.min), int(info.max)))
        assert found == (n if n < 300 else None), (start, stop, step, how)
        ended, endless = ended + (n < 300), endless + (n == 300)
    assert ended > 100
    assert endless > 100


def counting(test: Callable[[Any], Any], start: int, step: int, of: Any = jnp.int32) -> Callable[..., Any]:
    return lambda x: lax.while_loop(lambda s: test(s[0]), lambda s: (s[0] + of(step), s[1] * 2), (of(start), x))[1]


@pytest.mark.slow
def test_a_loop_counts_in_the_format_of_its_counter() -> None:
    i, n = np.int8(0), 0
    with np.errstate(over="ignore"):
        while i < 120:
            i, n = np.int8(i + np.int8(50)), n + 1
    assert exactly(trace(counting(lambda i: i < 120, 0, 50, jnp.int8), "fp32[A]").at(A=1).vector) == n
    known = counting(lambda i: i > jnp.uint32(0), 3, 2**32 - 1, jnp.uint32)
    assert exactly(trace(known, "fp32[A]").at(A=1).vector) == 3
    for f in (
        counting(lambda i: i >= jnp.uint32(0), 3, 2**32 - 1, jnp.uint32),
        counting(lambda i: i < jnp.uint8(255), 0, 2, jnp.uint8),
        counting(lambda i: i != 7, 0, 2),
        counting(lambda i: i < 3, 0, 0),
        lambda x: lax.while_loop(lambda s: s[0] < 3, lambda s: (s[0], s[1] * 2), (0, x))[1],
    ):
        with pytest.raises(SymroofError, match="never ends"):
            trace(f, "fp32[A]")


@pytest.mark.slow
def test_a_narrow_counter_is_a_condition() -> None:
    program = trace(lambda x: counting(lambda i: i < x.shape[0], 0, 1, jnp.int16)(x), "fp32[A]")
    assert program.at(A=2**15 - 1).vector == (2**15 - 1) ** 2
    with pytest.raises(SymroofError, match="A <= 32767"):
        program.at(A=2**15)


# -- sums over a cut size ---------------------------------------------------------------------------------------------


def counted_rows(x):
    return lax.while_loop(lambda s: s[0] < x.shape[0], lambda s: (s[0] + 1, s[1] + x[s[0]]), (0, x[0] * 0))[1]


def decided_rows(x):
    def step(c, r):
        return lax.cond(r[0] > 0, lambda c: c * 2, lambda c: c, c), None

    return lax.scan(step, jnp.ones(3), x)[0]


# of x[A_X, B], A cut over X: what needs all of A without a collective, and the same along B, which each device has
CUT: dict[str, Callable[..., Any]] = {
    "ones @ x": lambda x: jnp.ones((1, x.shape[0])) @ x,
    "x.T @ ones": lambda x: x.T @ jnp.ones((x.shape[0], 2)),
    "weighted by places": lambda x: jnp.einsum("ab,a->b", x, jnp.arange(x.shape[0], dtype=jnp.float32)),
    "a loop by its counter": lambda x: lax.fori_loop(0, x.shape[0], lambda i, c: c + x[i], x[0] * 0),
    "a while by its counter": counted_rows,
    "a scan over places": lambda x: lax.scan(lambda c, i: (c + x[i], None), x[0] * 0, jnp.arange(x.shape[0]))[0],
    "a row that data choose": lambda x: x[x[0, 0].astype(int)],
    "a row for the next round": decided_rows,
    "set where data say": lambda x: x.at[x[0, :2].astype(int)].set(0.0),
    "sorted by places": lambda x: lax.sort((jnp.broadcast_to(-jnp.arange(x.shape[0])[:, None], x.shape), x), 0)[1],
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", all_but_slow(CUT, ["set where data say"]))
def test_what_needs_all_of_a_cut_size_is_refused_whatever_else_it_reads(name: str) -> None:
    """The other operand of a product over a cut size was drawn as an array, and loops read their rows by scan."""
    f = CUT[name]
    with pytest.raises(SymroofError, match="A, which is cut over X, and no collective"):
        trace(f, "fp32[A_X, B]", mesh="X")
    assert trace(f, "fp32[A, B_X]" if "data" not in name and "next" not in name else "fp32[A, B]",
                 mesh="X").sent == {}  # fmt: skip


@pytest.mark.slow
def test_collectives_that_decide_are_sent() -> None:
    """A branch or a round that hangs on what devices have in common hangs on their exchange."""
    branch = trace(lambda x: lax.cond(lax.psum(x.sum(), "X") > 0, lambda: x, lambda: x * 2), "fp32[B]", mesh="X=4")
    assert branch.sent["ici"] == trace(lambda x: lax.psum(x.sum(), "X"), "fp32[B]", mesh="X=4").sent["ici"] != 0

    def rounds(x):
        more = lambda s: (lax.psum(s[1].sum(), "X"), s[1] * 2)  # noqa: E731
        return lax.while_loop(lambda s: s[0] < 9.0, more, (0.0, x))[1]

    assert "trips" in str(trace(rounds, "fp32[B]", mesh="X=4").sent["ici"])


def only(f: Callable[..., Any], i: int) -> Callable[..., Any]:
    return lambda *a: f(*a)[i]


BRANCHED: list[tuple[Callable[..., Any], str]] = [  # by hand: the branch of most work for the second result
    (lambda x, w, p: lax.cond(p, lambda: (x @ w @ w @ w, x[:1] @ w), lambda: (x, (x @ w)[:1])), "2*A*B**2"),
    (lambda x, w, p: lax.cond(p, lambda: (x @ w, x), lambda: (x, x * 2)), "A*B"),
    (jax.jit(lambda x, w, p: lax.cond(p, lambda: (x @ w, x), lambda: (x, x * 2))), "A*B"),
    (lambda x, w, p: lax.switch(p.astype(int), [lambda: (x @ w, x), lambda: (x @ w, -x), lambda: (x, x * 2 + 1)]),
     "2*A*B"),
    (lambda x, w, p: lax.scan(lambda c, _: (
        lax.cond(p, lambda: (c[1] @ w, c[1] + 1), lambda: (c[1], c[1] * c[1] + c[1])), None), (x, x), None, 3)[0],
     "3*(2*A*B)"),
    (lambda x, w, p: lax.cond(p, lambda: (jnp.sort(jnp.tile(x, (99, 1)), 0)[0], x @ w), lambda: (x[0], x @ w @ w)),
     "4*A*B**2"),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("f", "formula"), BRANCHED)
def test_what_is_dead_does_not_choose_the_branch(f: Callable[..., Any], formula: str) -> None:
    """The branch was chosen by the work of all results, of which the unused were removed afterwards."""
    p = trace(only(f, 1), "fp32[A, B]", "fp32[B, B]", "bool[]")
    assert p.same(formula, of="matrix" if "**" in formula else "vector"), (p.matrix, p.vector)


@pytest.mark.slow
def test_what_is_used_chooses_the_branch() -> None:
    f = BRANCHED[1][0]
    both = trace(f, "fp32[A, B]", "fp32[B, B]", "bool[]")
    assert both.same("2*A*B**2", of="matrix")
    assert both.vector == 0
    assert any("branch 0 does more of other work" in n for n in both.notes)
    with pytest.raises(SymroofError, match="no branch of a cond does most"):
        trace(BRANCHED[5][0], "fp32[A, B]", "fp32[B, B]", "bool[]")


@pytest.mark.slow
def test_a_loop_that_overwrites_follows_the_copy_that_it_writes_to() -> None:
    """Nodes that copy were left out of the order with results that are copied: the loop came before what it reads.

    By hand the most is held as max and add write: three arguments, both products and both results, 7 arrays.
    """

    def f(x, w, v):
        a = jax.nn.relu(x @ x)
        rows = lax.fori_loop(0, 4, lambda i, c: c.at[i].set(v[i]), a)
        return a + jax.nn.relu(w @ w), rows

    there = trace(f, "fp32[N, N]", "fp32[N, N]", "fp32[N, N]").at(N=64)
    names = [k.text.split()[0] for k in there.kernels]
    assert names.index("copy") < names.index("scatter")
    assert there.peak == 7 * 4 * 64**2
