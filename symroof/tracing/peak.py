"""The most memory a program holds at once: arguments throughout, and what its kernels have made and others still read.

    peak = arguments + max over kernels of (arrays alive while it runs + the most that a loop holds inside)

Kernels run in the order of the program; what is fused is never in memory.  An update in place lies where the array lay,
in a loop where the loop's own result does.  An upper model, not a bound: a compiler may
share buffers or reorder.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import symroof.regexes as re
from symroof.algebra.ratios.posynomial import Ratio, total
from symroof.tracing.envelope import largest
from symroof.tracing.graph import Value
from symroof.tracing.inplace import lies_in
from symroof.tracing.kernels import Kernel
from symroof.tracing.reader import ZERO


def peak(ks: list[Kernel], arguments: Iterable[Value]) -> Ratio:
    """Bytes held at most."""
    held = total(v.bytes for v in arguments)
    return held + largest(r for _, r in _alive(ks))


def moments(ks: list[Kernel], arguments: Iterable[Value]) -> list[tuple[Any, Ratio]]:
    """Bytes held while each kernel runs, arguments included, beside the kernel's line, modules, phase and text."""
    held = total(v.bytes for v in arguments)
    return [(kind(k), held + r) for k, r in _alive(ks)] or [(None, held)]


def kind(x: Any) -> tuple[object, ...]:
    """What kernels of several rounds share: line, modules without their numbers, phase, and what is done."""
    return x.line, re.sub(r"\d+", "#", x.path), x.phase, re.sub(r"\d+", "#", x.text)


def _alive(ks: list[Kernel], outside: Iterable[Value] = ()) -> list[tuple[Kernel, Ratio]]:
    """Bytes alive beside the arguments while each kernel runs: results from then on, all else until it is read last.

    A loop comes once for each of the moments of its body.

    ``outside``: what a loop is given and leaves updated in its place, which is counted where the loop is.
    """
    last: dict[int, int] = {}
    for i, k in enumerate(ks):
        last.update((id(v), i) for v in k.reads)
    kept: list[Ratio] = []
    now: dict[int, Ratio] = {}
    there = {id(v) for v in outside}
    out: list[tuple[Kernel, Ratio]] = []
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
        inside = [r for _, r in _alive(k.inner, given)] if k.body is not None else []
        beside = total(b for b in (*kept, *now.values()) if b != 0)
        out += [(k, beside + r) for r in dict.fromkeys(inside or [ZERO])]
        for v in (*k.reads, *(w.root for w in k.writes)):
            if last.get(id(v), -1) <= i:
                now.pop(id(v), None)
    return out
