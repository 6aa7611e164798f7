"""What collectives move through HBM, by the convention of notation: operands are read once as the operation that uses
them reads them, results stored once, and the copies that collectives make in between are not counted.

A collective alone is such an operation: it reads what lies in memory and writes what goes out of the program.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import final

from symroof.algebra.ratios.posynomial import Ratio, ratio, total
from symroof.tracing.graph import Body, Graph, Node, Value
from symroof.tracing.reader import ZERO, never_negative, positive_part


def settle(g: Graph, body: Body | None = None) -> None:
    """Give every collective of a graph, and of the loops in it, the bytes that it loads and stores.

    >>> from symroof.algebra.ratios.posynomial import gen
    >>> x, y = Value((gen("B") / gen("X"),), "bf16", "argument"), Value((gen("B"),), "bf16")
    >>> gathered = Node("all_gather", "collective", [x], [y], loads=ZERO, stores=ZERO)
    >>> settle(Graph([x], [y], [gathered]))
    >>> gathered.loads, gathered.stores
    (2*B/X, 2*B)
    """
    level = _Level(g, body)
    for n in g.nodes:
        if n.body is not None:
            settle(n.body.graph, n.body)
        elif n.kind == "collective":
            level.settle(n)


@final
class _Level:
    """Who makes and who reads each array of one level of a program."""

    def __init__(self, g: Graph, body: Body | None) -> None:
        self.makers = {id(v): n for n in g.nodes for v in n.outs}
        self.readers: dict[int, list[tuple[Node, Value]]] = {}
        for n in g.nodes:
            for v in n.ins:
                self.readers.setdefault(id(v.root), []).append((n, v))
        self.results = {id(v.root) for v in g.outs}
        self.next: dict[int, Value] = {}  # what a loop hands on: as the next round gets it
        if body is not None:
            self.next = {id(g.outs[i].root): g.ins[body.consts + i] for i in range(body.carry)}

    def settle(self, n: Node) -> None:
        ins = [v for v in n.ins if not v.free]
        n.loads = positive_part(self._loaded(ins) - total(self._used(v, set()) for v in n.outs))
        out = [v for v in n.outs if id(v) in self.results and (id(v) not in self.next or self._used(v, set()) == 0)]
        n.stores = positive_part(total(v.bytes for v in out) - self._written(ins))

    def _loaded(self, ins: Iterable[Value]) -> Ratio:
        """Bytes of what no operation of this level has made."""
        return total(v.read for v in ins if id(v.root) not in self.makers)

    def _written(self, ins: Iterable[Value]) -> Ratio:
        """Bytes that are in memory already of what a collective sends: what the operation before it stored."""
        out = []
        for v in ins:
            maker = self.makers.get(id(v.root))
            if maker is not None and maker.kind == "collective":
                out.append((maker.stores or ZERO) + self._written(x for x in maker.ins if not x.free))
            elif maker is not None:
                out.append(v.root.bytes)
        return total(out)

    def _used(self, v: Value, met: set[int]) -> Ratio:
        """Bytes that an operation reads of a collective's result, in the next round of a loop too."""
        if id(v) in met:
            return ZERO
        met.add(id(v))
        best = ZERO
        for n, w in self.readers.get(id(v), ()):
            part, width = w.seen()
            read = ratio(width) * (v.elements if part is None else part)
            found = total(self._used(x, met) for x in n.outs) if n.kind == "collective" else read
            best = found if never_negative(found - best) else best
        after = self.next.get(id(v))
        if after is not None:
            found = self._used(after, met)
            best = found if never_negative(found - best) else best
        return best


__all__ = ["settle"]
