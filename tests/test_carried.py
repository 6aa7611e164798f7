"""Arguments that come out as they came, by whatever way: a certified bound counts nothing for them.

Judged by running each program on distinct numbers: a result that equals an argument, element for element, need not be
moved; and by hand where something must be.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy
import pytest

pytest.importorskip("jax")

import jax
import jax.numpy as jnp
from jax import lax
from tiers import all_but_slow

from symroof import exactly, trace

X, XX = ("fp32[A, B]",), ("fp32[A, B]", "fp32[A, B]")
P, C = ("bool[]", *X), ("complex64[A, B]",)
ROWS = ("fp32[A, B]", "fp32[B]")
NOTHING = "0"


def rounds(f: Callable[..., Any], n: int) -> Callable[..., Any]:
    return lambda *args: lax.scan(lambda c, _: (f(*c), None), args, None, length=n)[0]


# the program, its arguments, and bytes that it must move by hand at sizes from 6 on ("" where that is left open)
PROGRAMS: dict[str, tuple[Callable[..., Any], tuple[str, ...], str]] = {
    "swapped four times": (rounds(lambda a, b: (b, a), 4), XX, NOTHING),
    "swapped three times": (rounds(lambda a, b: (b, a), 3), XX, NOTHING),
    "in a ring": (rounds(lambda a, b, c: (b, c, a), 3), (*XX, *X), NOTHING),
    "handed on once": (rounds(lambda a, b: (b, 2 * b - a), 1), XX, "12*A*B"),
    "worked out after a round": (rounds(lambda a, b: (b, 2 * b - a), 2), XX, "16*A*B"),
    "turned twice": (rounds(lambda a: (a.T,), 2), ("fp32[A, A]",), NOTHING),
    "backwards four times": (rounds(lambda a: (a[::-1],), 4), X, NOTHING),
    "rows handed through": (lambda x: lax.map(lambda r: r, x), X, NOTHING),
    "joined and split": (lambda x, y: jnp.split(jnp.concatenate([x, y]), 2), XX, NOTHING),
    "stacked and taken apart": (lambda x, y: tuple(jnp.stack([x, y])), XX, NOTHING),
    "stacked, one taken": (lambda x, y: jnp.stack([x, y])[0], XX, NOTHING),
    "padded and cut": (lambda x: jnp.pad(x, 1)[1:-1, 1:-1], X, NOTHING),
    "cut and joined": (lambda x: jnp.concatenate([x[:5], x[5:]]), X, NOTHING),
    "cut and joined the other way": (lambda x: jnp.concatenate([x[5:], x[:5]]), X, "8*A*B"),
    "rolled by nothing": (lambda x: jnp.roll(x, 0, 0), X, NOTHING),
    "rolled": (lambda x: jnp.roll(x, 1, 0), X, ">=7*A*B"),
    "rolled and back": (lambda x: jnp.roll(jnp.roll(x, 3, 0), -3, 0), X, NOTHING),
    "rolled along the other dim": (lambda x: jnp.roll(x, -1, 1), X, ">=7*A*B"),
    "a token further": (lambda x: jnp.concatenate([jnp.zeros_like(x[:1]), x[:-1]]), X, ">=7*A*B"),
    "a token further along the other dim": (lambda x: jnp.concatenate([jnp.zeros_like(x[:, :1]), x[:, :-1]], 1), X,
                                            ">=6*A*B"),
    "a token back": (lambda x: jnp.concatenate([x[1:], jnp.ones_like(x[:1])]), X, ">=7*A*B"),
    "a token further, cut afterwards": (lambda x: jnp.concatenate([jnp.zeros_like(x[:1]), x])[:-1], X, ">=4*A*B"),
    "padded, cut afterwards": (lambda x: jnp.pad(x, ((1, 0), (0, 0)))[:-1], X, ">=4*A*B"),
    "cut, padded afterwards": (lambda x: jnp.pad(x[:, :-1], ((0, 0), (1, 0))), X, ">=6*A*B"),
    "padded below zero": (lambda x: lax.pad(x, 0.0, ((1, -1, 0), (0, 0, 0))), X, ">=7*A*B"),
    "padded behind and cut": (lambda x: jnp.pad(x, ((0, 1), (0, 0)))[:-1], X, NOTHING),
    "padded by an argument": (lambda x, p: lax.pad(x, p, ((1, -1, 0), (0, 0, 0))), (*X, "fp32[]"), ""),
    "put into zeros": (lambda x: jnp.zeros_like(x).at[1:].set(x[:-1]), X, ">=7*A*B"),
    "the first row twice": (lambda x: jnp.concatenate([x[:1], x[:-1]]), X, ">=4*A*B"),
    "the last row twice": (lambda x: jnp.concatenate([x[:-1], x[-2:-1]]), X, ">=4*A*B"),
    "rows in their order": (lambda x: jnp.concatenate([x[:2], x[2:3], x[3:]]), X, NOTHING),
    "halves the other way round, flat": (lambda x: jnp.concatenate([x[5:].ravel(), x[:5].ravel()]), X, ""),
    "nothing before": (lambda x: jnp.concatenate([jnp.zeros((0, x.shape[1])), x]), X, NOTHING),
    "a constant before": (lambda x: jnp.concatenate([jnp.zeros_like(x[:-1]), x])[: x.shape[0]], X, ""),
    "turned round and back": (lambda x: jnp.concatenate([x[1:], x[:1]])[::-1], X, ""),
    "rolled by data": (lambda x, i: jnp.roll(x, i, 0), ("fp32[A, B]", "int32[]"), ""),
    "overwritten": (lambda x, y: x.at[:].set(y), XX, NOTHING),
    "overwritten in place": (lambda x, y: lax.dynamic_update_slice(x, y, (0, 0)), XX, NOTHING),
    "filled from zeros": (lambda y: jnp.zeros_like(y).at[:].set(y), X, NOTHING),
    "filled piece by piece": (lambda y: jnp.zeros_like(y).at[:5].set(y[:5]).at[5:].set(y[5:]), X, NOTHING),
    "a row put back": (lambda x: x.at[0].set(x[0]), X, NOTHING),
    "a row put": (lambda x, r: x.at[0].set(r), ROWS, "8*B"),
    "updated through a transpose": (lambda a: a.T.at[0].set(1.0).T, X, "4*A"),
    "updated backwards": (lambda a: a[::-1].at[0].set(1.0)[::-1], X, "4*B"),
    "updated": (lambda a: a.at[:, 0].set(1.0), X, "4*A"),
    "one branch hands on": (lambda p, x: lax.cond(p, lambda: x, lambda: x * 2), P, "1"),
    "each branch hands on": (lambda p, a, b: lax.cond(p, lambda: a, lambda: b), (*P, *X), "1"),
    "both branches hand on one": (lambda p, a, b: lax.cond(p, lambda: a, lambda: a), (*P, *X), NOTHING),
    "no branch hands on": (lambda p, x: lax.cond(p, lambda: x * 3, lambda: x * 2), P, "4*A*B + 1"),
    "a branch hands on what was made": (lambda p, x: (lambda h: lax.cond(p, lambda: h, lambda: h * 2))(jnp.tanh(x)),
                                        P, ""),
    "a branch in a loop": (lambda p, x: lax.scan(lambda c, _: (lax.cond(p, lambda: c, lambda: c * 2), None), x, None,
                                                 length=3)[0], P, ""),
    "parts put together": (lambda a: lax.complex(a.real, a.imag), C, NOTHING),
    "real parts": (lambda a: a.real, C, "8*A*B"),
    "real parts twice": (lambda a: (a.real, a.real), C, "8*A*B"),
    "imaginary parts, used": (lambda a: jnp.tanh(a.imag), C, "8*A*B"),
    "both parts": (lambda a: (a.real, a.imag), C, "16*A*B"),
    "real parts row by row": (lambda a: lax.scan(lambda c, r: (c, r.real * 2), 0.0, a)[1], C, "8*A*B"),
    "chosen everywhere": (lambda x: jnp.where(True, x, 0.0), X, NOTHING),
    "chosen of one": (lambda x, p: lax.select(p, x, x), (*X, "bool[A, B]"), NOTHING),
    "a branch in a branch": (lambda p, a: lax.cond(p, lambda: lax.cond(p, lambda: a, lambda: a * 2), lambda: a * 3),
                             P, "1"),
    "indices of all": (lambda x: x[jnp.arange(x.shape[0])], X, NOTHING),
    "turned": (lambda x: x.T, X, "8*A*B"),
    "cut": (lambda x: x[:5], X, "40*B"),
    "broadcast": (lambda x: jnp.broadcast_to(x, (7, *x.shape)), X, "32*A*B"),
    "joined": (lambda x, y: jnp.concatenate([x, y]), XX, "16*A*B"),
    "moved on by a row": (lambda x, r: jnp.concatenate([x[1:], r[None]]), ROWS, "8*A*B"),
    "repeated": (lambda x: jnp.tile(x, (2, 1)), X, "12*A*B"),
}  # fmt: skip
# each is run at six pairs of sizes, for which JAX compiles; of each outcome some are asked within the fast tier
QUICK = {
    "rows handed through", "rolled by nothing", "overwritten in place", "both branches hand on one",
    "joined", "each branch hands on",
}  # fmt: skip
DTYPES = {"fp32": "float32", "bool": "bool", "int32": "int32", "complex64": "complex64"}


def drawn(args: tuple[str, ...], sizes: dict[str, int]) -> list[Any]:
    """Distinct numbers for every element."""
    out, first = [], 3
    for text in args:
        name, inner = text[:-1].split("[")
        shape = tuple(sizes[n.strip()] for n in inner.split(",") if n.strip())
        many = int(numpy.prod(shape))
        x = numpy.arange(first, first + many).reshape(shape).astype(DTYPES[name])
        out.append(x * numpy.complex64(1 + 2j) if name == "complex64" else x % 2 if name == "int32" else x)
        first += many
    return out


@pytest.mark.slow
@pytest.mark.parametrize("name", all_but_slow(PROGRAMS, [name for name in PROGRAMS if name not in QUICK]))
def test_what_comes_out_as_it_came_moves_nothing(name: str) -> None:
    """Transposes and rev alone were followed; a bound that is called certified was above what must move."""
    f, args, formula = PROGRAMS[name]
    program = trace(f, *args)
    for a, b in ((1, 3), (2, 2), (5, 3), (6, 6), (7, 4), (9, 11)):
        sizes = {"A": a, "B": b}
        try:
            there = program.at(**{n: v for n, v in sizes.items() if any(n in x.split("[")[1] for x in args)})
        except Exception:  # not admitted: x[5:] of fewer
            assert a < 6
            continue
        arrays = drawn(args, sizes)
        results = [numpy.asarray(r) for r in jax.tree.leaves(f(*map(jnp.asarray, arrays)))]
        made = [r for r in results if not any(_same(r, x) for x in arrays)]
        most = sum(x.nbytes for x in arrays) + sum(r.nbytes for r in made) if made else 1
        assert exactly(there.compulsory) <= min(most, exactly(there.bytes)), sizes
        if formula and min(a, b) >= 6:
            least = _by_hand(formula.removeprefix(">="), a, b)
            assert exactly(there.compulsory) >= least, sizes
            assert exactly(there.compulsory) == least or formula.startswith(">="), sizes


def _by_hand(formula: str, a: int, b: int) -> int:
    """A sum of products of numbers and A and B."""
    total = 0
    for term in formula.split(" + "):
        product = 1
        for factor in term.split("*"):
            product *= {"A": a, "B": b}.get(factor) or int(factor)
        total += product
    return total


def _same(r: Any, x: Any) -> bool:
    return r.dtype == x.dtype and r.size == x.size and bool((r.ravel() == x.ravel()).all())


@pytest.mark.slow
def test_long_chains_of_updates_are_followed() -> None:
    """As many as Python's own stack would not hold, one asking for the next."""

    def f(x: Any) -> Any:
        for i in range(600):
            x = x.at[i].set(1.0)
        return x

    assert trace(f, "fp32[N]").at(N=1000).compulsory == 4


@pytest.mark.slow
def test_what_a_loop_tests_is_read() -> None:
    """All of x is squared and added up before the first round, whatever comes out."""
    found = trace(lambda x: lax.while_loop(lambda s: (s * s).sum() > 1, lambda s: s * 0.5, x), "fp32[A]")
    assert str(found.compulsory) == "4*A"
    swapped = trace(
        lambda a, b: lax.scan(lambda c, _: ((c[1], c[0]), None), (a, b), None, length=4)[0], "fp32[A]", "fp32[A]"
    )
    assert swapped.compulsory == 0


def joined_on(x: Any, y: Any, *, hop: bool = False) -> Any:
    """Each device's rows put among all, beside a sum that is sent, or a hop that asks for two devices."""
    n = lax.axis_size("X")
    sent = lax.ppermute(x[0], "X", [(i, (i + 1) % n) for i in range(n)]) if hop else lax.psum(x.sum(), "X")
    return lax.dynamic_update_slice_in_dim(y, x, lax.axis_index("X") * x.shape[0], 0), sent


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(lax, "axis_size"), reason="before JAX 0.6 an axis has no size to ask for")
def test_on_a_mesh_a_result_is_no_argument_unless_there_is_one_device() -> None:
    """It said ``Min(X, D*X - D)/X**2`` of D - D/X elements that are not written: that is ``Min(1, X - 1)`` by any D."""
    arguments = "fp32[D_X, F]", "fp32[D, F]"
    both = trace(joined_on, *arguments, mesh="X").compulsory  # x read, written unless it is all of y, and 4 for the sum
    assert str(both) == "4*D*F*Min(1, X - 1)/X + 4*D*F/X + 4"
    program = trace(lambda x, y: joined_on(x, y, hop=True), *arguments, mesh="X")
    assert "X >= 2" in program.conditions  # then that is known: x read and written, the row sent
    assert str(program.compulsory) == "8*D*F/X + 4*F"
