"""Matrix work that no compiler can leave out: what a certified bound of time may count.

A compiler does equal work once, takes what does not change out of a loop, and runs one branch of several.  So of equal
products one counts, of equal loops one, a product as often as its operands change, and nothing of a branch or of a
product of groups, which data may leave empty.

Equal is found by value numbering: an array's number says which operation made it of arrays of which numbers.  Where it
is open the arrays are taken for equal: operands in any order, transposed or reshaped, so that the bound stays below.
"""

from __future__ import annotations

from symroof.algebra.ratios.posynomial import Ratio, ratio
from symroof.tracing.graph import MATRIX, Graph, Node, Value, Work


def matrix_work(g: Graph) -> dict[str, Ratio]:
    """FLOPs of products by format that are done for certain.

    >>> from symroof.algebra.ratios.posynomial import gen
    >>> x, y = Value((gen("B"), gen("B")), "bf16", "argument"), Value((gen("B"), gen("B")), "bf16")
    >>> flops = {(MATRIX, "bf16"): 2 * gen("B") ** 3}
    >>> twice = [Node("dot", MATRIX, [x, x], [y], flops), Node("dot", MATRIX, [x, x], [Value(y.shape, "bf16")], flops)]
    >>> matrix_work(Graph([x], [y], twice))
    {'bf16': 2*B**3}
    """
    count = _Count()
    count.level(g, [ratio(1)])
    return {fmt: w for (unit, fmt), w in count.work.items() if unit == MATRIX}


class _Count:
    """The numbers of arrays, how deep in loops each changes, and the work that was not met before."""

    def __init__(self) -> None:
        self.known: dict[object, int] = {}
        self.numbers: dict[int, int] = {}
        self.depths: dict[int, int] = {}
        self.counted: set[int] = set()
        self.work: Work = {}

    def level(self, g: Graph, times: list[Ratio]) -> None:
        """Count a graph in which what changes at depth k runs ``times[k]`` times."""
        for n in g.nodes:
            depth = max((self._depth(v) for v in n.ins), default=0)
            what = self._what(n)
            for i, v in enumerate(n.outs):
                self.numbers[id(v)], self.depths[id(v)] = self._known(("made", what, i)), depth
            if what in self.counted:
                continue
            self.counted.add(what)
            if n.body is None and not n.name.startswith("ragged_dot"):  # whose groups may be empty
                for k, w in n.work.items():
                    self.work[k] = self.work.get(k, ratio(0)) + w * times[depth]
            elif n.body is not None and n.body.certain:
                self._enter(n, what)
                for v in n.body.graph.ins[n.body.consts :]:
                    self.depths[id(v)] = depth + 1
                for v, outer in zip(n.body.graph.ins[: n.body.consts], n.ins):
                    self.depths[id(v)] = self._depth(outer)
                self.level(n.body.graph, [*times[: depth + 1], times[depth] * n.body.times])

    def _known(self, what: object) -> int:
        return self.known.setdefault(what, len(self.known))

    def _depth(self, v: Value) -> int:
        return self.depths.get(id(v.root), 0)

    def _what(self, n: Node) -> int:
        """The number of an operation: equal ones of equal arrays have the same."""
        ins = [self._number(v) for v in n.ins]
        if n.body is None:
            return self._known((n.name, *sorted(ins), frozenset(n.work.items())))
        return self._known((n.name, *ins, n.body.times, self._shape(n.body.graph)))

    def _shape(self, g: Graph) -> int:
        """The number of a body whatever it is given."""
        for i, v in enumerate(g.ins):
            self.numbers[id(v)] = self._known(("in", i))
        for n in g.nodes:
            what = self._what(n)
            for i, v in enumerate(n.outs):
                self.numbers[id(v)] = self._known(("made", what, i))
        return self._known(("body", *map(self._number, g.outs)))

    def _enter(self, n: Node, what: int) -> None:
        """Number what a body is given: what does not change in it as outside, all else by the loop."""
        assert n.body is not None
        for i, v in enumerate(n.body.graph.ins):
            self.numbers[id(v)] = (
                self._number(n.ins[i]) if i < n.body.consts else self._known(("round", what, i)))  # fmt: skip

    def _number(self, v: Value) -> int:
        """The number of an array, or of the part that is looked at; transposed or in another shape it is the same."""
        root, spots = v.root, []
        w: Value | None = v
        while w is not None:
            if w.spot is not None:
                spots.append(tuple(sorted(w.spot, key=str)))
            w = w.source
        if root.free and id(root) not in self.numbers:
            same = root.ints if root.ints is not None else (root.dtype, root.elements)
            self.numbers[id(root)] = self._known(("free", same))
        at = self.numbers.setdefault(id(root), self._known(("array", id(root))))
        return self._known((at, v.dtype, *spots)) if spots or v.dtype != root.dtype else at


__all__ = ["matrix_work"]
