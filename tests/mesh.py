"""A judge by brute force: a 2 by 2 mesh of devices that hold blocks of real matrices and carry a plan out step by step.

It never looks at costs.  Every device keeps {(row, column): value} of its block; collectives are done by their
definition; the product must come out right, laid out as promised.
"""

from __future__ import annotations

import re
from itertools import product

SIZES = {"I": 4, "J": 8, "K": 4}
MESH = list(product((0, 1), repeat=2))
Cuts = dict[str, tuple[str, ...]]


def _parse(text: str) -> list[Cuts]:
    found = re.findall(r"[ABC]\[(\w+), (\w+)\]", text)
    return [{c[0]: tuple(c[2:]) for c in pair} for pair in found]


def _range(dim: str, axes: tuple[str, ...], device: tuple[int, int]) -> range:
    low, size = 0, SIZES[dim]
    for a in axes:
        size //= 2
        low += size * device["XY".index(a)]
    return range(low, low + size)


def _block(dims: str, cuts: Cuts, device: tuple[int, int]) -> set[tuple[int, int]]:
    return set(product(*(_range(d, cuts[d], device) for d in dims)))


def _peers(device: tuple[int, int], axes: str) -> list[tuple[int, int]]:
    return [d for d in MESH if all(d[i] == device[i] for i, a in enumerate("XY") if a not in axes)]


def _agree(a: dict[tuple[int, int], int], b: dict[tuple[int, int], int]) -> None:
    assert all(b.get(k, v) == v for k, v in a.items()), "two devices disagree about one entry"


class Held:
    """One array over the mesh, with its cuts and the axes over which it is still to be summed."""

    def __init__(self, dims: str, cuts: Cuts, partial: str, data: dict) -> None:
        self.dims, self.cuts, self.partial, self.data = dims, cuts, partial, data

    def gather(self, axes: str) -> None:
        new = {}
        for d in MESH:
            merged: dict[tuple[int, int], int] = {}
            for p in _peers(d, axes):
                _agree(self.data[p], merged)
                merged.update(self.data[p])
            new[d] = merged
        self.data = new
        self.cuts = {k: tuple(a for a in v if a not in axes) for k, v in self.cuts.items()}
        self.check()

    def add(self, axes: str) -> None:
        assert set(axes) <= set(self.partial), "summed twice"
        self.data = {d: {k: sum(self.data[p][k] for p in _peers(d, axes)) for k in self.data[d]} for d in MESH}
        self.partial = "".join(a for a in self.partial if a not in axes)

    def cut(self, want: Cuts) -> None:
        """Keep only the block that is wanted; nothing may be missing."""
        for d in MESH:
            block = _block(self.dims, want, d)
            assert block <= set(self.data[d]), "a device lacks part of its block"
            self.data[d] = {k: self.data[d][k] for k in block}
        self.cuts = want

    def check(self) -> None:
        assert all(set(self.data[d]) == _block(self.dims, self.cuts, d) for d in MESH)


def carry_out(text: str, plan) -> int:
    """Run the plan; assert the product; return the FLOPs that one device did."""
    cuts = _parse(text)
    full = {
        "IJ": {(i, j): 3 * i + 7 * j + i * j for i in range(4) for j in range(8)},
        "JK": {(j, k): 5 * j + 2 * k + j * k * k for j in range(8) for k in range(4)},
    }
    a, b = (
        Held(dims, c, "", {d: {k: full[dims][k] for k in _block(dims, c, d)} for d in MESH})
        for dims, c in zip(("IJ", "JK"), cuts)
    )
    arrays = {"A": a, "B": b}
    steps = list(plan.steps)
    while steps and steps[0].array in arrays:
        step = steps.pop(0)
        array, axes = arrays[step.array], "".join(step.axes)
        array.gather(axes)
        if step.name != "AllGather":  # an AllToAll gathers one dim and cuts that of the output
            assert step.name == "AllToAll"
            dim = "IK"[step.array == "B"]
            assert axes in cuts[2][dim]
            array.cut({**array.cuts, dim: (*array.cuts[dim], axes)})
    for mine, other in ((a, b), (b, a)):  # what is whole may be cut for free
        if not mine.cuts["J"] and other.cuts["J"]:
            mine.cut({**mine.cuts, "J": other.cuts["J"]})
    assert a.cuts["J"] == b.cuts["J"]
    product_cuts = {"I": a.cuts["I"], "K": b.cuts["K"]}
    partial = "".join(a.cuts["J"])
    used = [x for v in (*product_cuts.values(), tuple(partial)) for x in v]
    assert len(used) == len(set(used)), "one axis for two things"
    c = Held("IK", product_cuts, partial, {})
    flops = set()
    for d in MESH:
        inner = _range("J", a.cuts["J"], d)
        rows, columns = _range("I", a.cuts["I"], d), _range("K", b.cuts["K"], d)
        flops.add(2 * len(inner) * len(rows) * len(columns))
        c.data[d] = {(i, k): sum(a.data[d][i, j] * b.data[d][j, k] for j in inner) for i in rows for k in columns}
    for step in steps:
        axes = "".join(step.axes)
        if step.name in ("AllReduce", "ReduceScatter"):
            c.add(axes)  # the scattering is the cut at the end
        else:
            c.gather(axes)  # an AllToAll gathers one dim and cuts another
    assert not c.partial
    c.cut(cuts[2])
    for d in MESH:
        for (i, k), v in c.data[d].items():
            assert v == sum(full["IJ"][i, j] * full["JK"][j, k] for j in range(8))
    assert len(flops) == 1
    return flops.pop()
