"""The most memory a program holds at once: arguments throughout, and what its kernels have made and others still read.

    peak = arguments + max over kernels of (arrays alive while it runs + the most that a loop holds inside)

Kernels run in the order of the program; what is fused is never in memory.  An update in place lies where the array lay,
in a loop where the loop's own result does.  An upper model, not a bound: a compiler may
share buffers or reorder.
"""

from __future__ import annotations

from collections.abc import Iterable

from symroof.algebra.ratios.posynomial import Number, Ratio, build, ratio, total
from symroof.tracing.graph import Value
from symroof.tracing.inplace import lies_in
from symroof.tracing.kernels import Kernel

ZERO = ratio(0)


def peak(ks: list[Kernel], arguments: Iterable[Value]) -> Ratio:
    """Bytes held at most."""
    held = total(v.bytes for v in arguments)
    return held + largest(_alive(ks))


def _alive(ks: list[Kernel], outside: Iterable[Value] = ()) -> list[Ratio]:
    """Bytes alive beside the arguments while each kernel runs: results from then on, all else until it is read last.

    ``outside``: what a loop is given and leaves updated in its place, which is counted where the loop is.
    """
    last: dict[int, int] = {}
    for i, k in enumerate(ks):
        last.update((id(v), i) for v in k.reads)
    kept: list[Ratio] = []
    now: dict[int, Ratio] = {}
    there = {id(v) for v in outside}
    out = []
    for i, k in enumerate(ks):
        old = {out: v for n in k.nodes for out, v in lies_in(n).items()}
        for w in k.writes:
            before = old.get(id(w.root))
            if before is not None and id(before) in there:
                there.add(id(w.root))
                continue
            if before is not None and last.get(id(before), -1) <= i:
                now.pop(id(before), None)
            if w.stays:
                kept.append(w.bytes)
            else:
                now[id(w.root)] = w.bytes
        own = {id(v) for v in old.values()}
        given = [w for n in k.nodes if n.body for v, w in zip(n.ins, n.body.graph.ins) if id(v.root) in own]
        inside = largest(_alive(k.inner, given)) if k.body is not None else ZERO
        out.append(total(b for b in (*kept, *now.values(), inside) if b != 0))
        for v in (*k.reads, *(w.root for w in k.writes)):
            if last.get(id(v), -1) <= i:
                now.pop(id(v), None)
    return out


def largest(items: list[Ratio]) -> Ratio:
    """The maximum, without the candidates that another one covers term by term."""
    kept: list[tuple[Ratio, dict[object, Number]]] = []
    scored = sorted(((_score(r), i, r) for i, r in enumerate(dict.fromkeys(items))), reverse=True)
    for _, _, r in scored:
        terms = _terms(r)
        if terms is None:
            kept.append((r, {}))
        elif not any(t is not None and _covers(t, terms) for _, t in kept):
            kept.append((r, terms))
    if not kept:
        return ZERO
    if len(kept) == 1:
        return kept[0][0]
    return build("max", [r for r, _ in kept])


def _terms(r: Ratio) -> dict[object, Number] | None:
    one = r.den.constant()
    if one is None:
        return None
    return {tuple(sorted(((str(g), e) for g, e in m.items()))): c for m, c in r.num.monomials()}


def _covers(big: dict[object, Number], small: dict[object, Number]) -> bool:
    return all(c <= big.get(m, 0) for m, c in small.items() if c > 0) and all(c >= 0 for c in big.values())


def _score(r: Ratio) -> float:
    """Its value where all sizes are large and no two equal, to look at large candidates first."""
    sizes = {n: 1000 + 37 * i for i, n in enumerate(r.names)}
    return float(r.at(sizes))
