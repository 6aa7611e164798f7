"""Bounds on sizes that traces found, tried at random sizes: right by hand, or refused."""

from __future__ import annotations

import random
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("jax")

import jax.numpy as jnp
from tiers import all_but_slow

from symroof import SymroofError, trace
from symroof.tracing import probes

Count = Callable[[int, int], int]
# the branch, and what the condition must be where it is a single one
PARTED: dict[str, tuple[Callable[[int, int], bool], list[str]]] = {
    "a product above": (lambda a, b: a * b <= 10**7, ["A*B <= 10000000"]),
    "a product below": (lambda a, b: a * b > 4096, ["A*B >= 4097"]),
    "a sum": (lambda a, b: a + b <= 10**4, ["A + B <= 10000"]),
    "a maximum": (lambda a, b: max(a, b) <= 10**4, ["A <= 10000", "B <= 10000"]),
    "a minimum": (lambda a, b: min(a, b) >= 10, ["A >= 10", "B >= 10"]),
    "from both sides": (lambda a, b: 16 < a < 5000, ["A >= 17", "A <= 4999"]),
    "one size": (lambda a, b: b <= 4096, ["B <= 4096"]),
    "one in the other": (lambda a, b: a <= 16 * b, ["16*B >= A"]),
    "either": (lambda a, b: a <= 10**4 or b <= 50, []),
    "product and size": (lambda a, b: a * b <= 10**7 and a >= 4, []),
}


def branching(taken: Callable[[int, int], bool]) -> Callable[..., Any]:
    return lambda x: x @ x.T if taken(*x.shape) else x * 2


@pytest.mark.slow
@pytest.mark.parametrize("name", PARTED)
def test_a_bound_keeps_from_what_is_another_program(name: str) -> None:
    """Branches were drawn on one size, and the sizes of a branch on two moved together."""
    taken, told = PARTED[name]
    program = trace(branching(taken), "fp32[A, B]")
    if told:
        assert [str(h) for h in program.held_for] == told
    rng, right, refused = random.Random(name), 0, 0
    for _ in range(400):
        a, b = (round(2 ** rng.uniform(0, 15)) for _ in range(2))
        try:
            there = program.at(A=a, B=b)
        except SymroofError:
            refused += 1
            continue
        assert there.matrix == (2 * a * a * b if taken(a, b) else 0), (a, b)
        right += 1
    assert right > 40
    assert refused > 20


UNEXPLAINED: dict[str, tuple[Callable[..., Any], str]] = {
    "rests": (lambda x: jnp.pad(x, ((0, int(x.shape[0] % 3 == 0)), (0, 0))) * 2, "a branch on A that"),
    "rests of the other": (lambda x: x @ x.T if x.shape[1] % 17 else x * 2, "a branch on B that"),
    "rests of a product": (lambda x: x @ x.T if x.size % 33 else x * 2, "a branch on [AB]"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", all_but_slow(UNEXPLAINED, ["rests of a product"]))
def test_what_no_bound_keeps_from_is_refused_with_its_sizes(name: str) -> None:
    """The halving took some size next to one that it met for a bound."""
    f, told = UNEXPLAINED[name]
    with pytest.raises(SymroofError, match=rf"{told}[\s\S]*sizes="):
        trace(f, "fp32[A, B]")


@pytest.mark.slow
def test_elements_cut_off_at_a_number_are_bounded_by_their_product() -> None:
    program = trace(lambda x: x.reshape(-1)[: min(x.size, 10**7)] * 2, "fp32[A, B]")
    assert program.at(A=5000, B=2000).vector == 10**7
    with pytest.raises(SymroofError, match="hold for A\\*B <= 10000000"):
        program.at(A=5000, B=2001)


class _Inside:
    """Bounds within which so many sizes are found to be another program, one after the other."""

    def __init__(self, bad: int) -> None:
        self.left = bad

    def inside(self, *_: object) -> dict[str, int] | None:
        self.left -= 1
        return {"A": 2} if self.left >= 0 else None


@pytest.mark.parametrize(("bad", "refused"), [(0, False), (3, False), (4, False), (5, True)])
def test_the_last_mend_of_a_bound_is_tried(bad: int, refused: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of one size at most four mends are made, and the last of them may be what explains all that was seen."""
    prober = probes.Prober.__new__(probes.Prober)
    prober.names, prober.numbers, prober.seen, prober.ones = ["A"], None, {}, set()
    prober.reader = SimpleNamespace(assignments=[{"A": 8}], bases=["A"])  # type: ignore[assignment]
    prober.program = SimpleNamespace(held_for=[])  # type: ignore[assignment]
    mended: list[int] = []
    monkeypatch.setattr(probes, "Bounds", lambda *_: _Inside(bad))
    monkeypatch.setattr(probes.Prober, "_mended", lambda *_: mended.append(1) or True)
    monkeypatch.setattr(probes.Prober, "line", lambda *_: SimpleNamespace(file="", told=""))
    monkeypatch.setattr(probes, "refuse", lambda *_: (_ for _ in ()).throw(SymroofError("no bound explains it")))
    found = probes.Found()
    if refused:
        with pytest.raises(SymroofError, match="no bound"):
            prober._hold(found)
    else:
        prober._hold(found)
    assert len(mended) == min(bad, 4)
