"""Matrix work that no compiler can leave out: what a certified bound of time may count.

A compiler does the same product once, takes what does not change out of a loop, and runs one branch of several.  So
of products with the same operands one counts, in a loop those of constants once, and nothing of a branch.
"""

from __future__ import annotations

from symroof.algebra.posynomial import Ratio, ratio
from symroof.tracing.graph import MATRIX, Graph, Value, Work


def matrix_work(g: Graph) -> dict[str, Ratio]:
    """FLOPs of products by format that are done for certain."""
    out: dict[str, Ratio] = {}
    for (unit, fmt), w in _work(g, set(), ratio(1)).items():
        if unit == MATRIX:
            out[fmt] = w
    return out


def _work(g: Graph, fixed: set[int], times: Ratio) -> Work:
    """Work of one level that runs so many times; of arrays in ``fixed`` no round of the loop changes any."""
    out: Work = {}
    names: dict[int, object] = {}
    seen: set[object] = set()
    for n in g.nodes:
        same = all(id(v.root) in fixed or v.free for v in n.ins)
        if same:
            fixed.update(id(v) for v in n.outs)
        once = ratio(1) if same else times
        if n.body is not None:
            if n.body.certain:
                inner = {id(v) for v in n.body.graph.ins[: n.body.consts]}
                for k, w in _work(n.body.graph, inner, once * n.body.times).items():
                    out[k] = out.get(k, ratio(0)) + w
            continue
        what = (n.name, n.notation, tuple(_named(v, names) for v in n.ins))
        names.update((id(v), (what, i)) for i, v in enumerate(n.outs))
        if what not in seen:
            seen.add(what)
            for k, w in n.work.items():
                out[k] = out.get(k, ratio(0)) + w * once
    return out


def _named(v: Value, names: dict[int, object]) -> object:
    """What an array is: the operation that made it, and which part is looked at."""
    root, spots = v.root, []
    w: Value | None = v
    while w is not None:
        spots.append(w.spot)
        w = w.source
    return names.get(id(root), id(root)), v.shape, tuple(spots), v.dtype
