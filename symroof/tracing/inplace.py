"""Updates in place: only where what was there is needed no more; else the array is copied first, and the copy counts.

An array is needed afterwards where a later operation reads it, where it goes out, or where it is not the program's to
overwrite: what the function captured, what a loop reads in its next round, what came in twice.  Arguments are.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import final

from symroof.algebra.ratios.posynomial import Ratio
from symroof.tracing.edges import unless_empty
from symroof.tracing.graph import Body, Graph, Node, Value, looked
from symroof.tracing.reader import ZERO


def as_it_lies(v: Value) -> bool:
    """Whether an array is one in memory, all of it, in the format in which it lies there."""
    return not v.free and v.dtype == v.root.dtype and v.elements == v.root.elements


def placed(g: Graph, spare: Collection[int] | None = None) -> Graph:
    """The same with every copy that its updates in place ask for; ``spare``: what comes in and may be overwritten.

    >>> from symroof.algebra.ratios.posynomial import ratio
    >>> x, u = Value((ratio(8),), "fp32", "argument"), Value((ratio(1),), "fp32", "argument")
    >>> y = Value((ratio(8),), "fp32")
    >>> update = Node("dynamic_update_slice", "move", [x, u], [y], loads=u.bytes, stores=u.bytes, sure=u.bytes)
    >>> placed(Graph([x, u], [y], [update])).nodes[0].stores, placed(Graph([x, u], [y, x], [update])).nodes[0].stores
    (4, 36)
    """
    level = _Level(g, spare)
    nodes: list[Node] = []
    for k, n in enumerate(g.nodes):
        if n.body is not None:
            nodes += level.copies(k, n)
            free = level.overwritten(k, n)
            placed(n.body.graph, {id(v) for i, v in enumerate(n.body.graph.ins) if i in free})
        elif n.sure is not None and as_it_lies(n.ins[0]) and not level.over(n.ins[0], k):
            n.loads = (n.loads or ZERO) + n.ins[0].bytes
            n.stores = (n.stores or ZERO) + n.ins[0].bytes
            n.copies = True
        nodes.append(n)
    g.nodes = nodes
    return g


@final
class _Level:
    """Who reads each array of one level of a program last."""

    def __init__(self, g: Graph, spare: Collection[int] | None) -> None:
        self.last = {id(v.root): k for k, n in enumerate(g.nodes) for v in looked(n.ins)}
        self.last |= {id(v.root): len(g.nodes) for v in looked(g.outs)}
        given = {id(v) for v in g.ins}
        self.kept = set() if spare is None else given - set(spare)

    def over(self, v: Value, k: int) -> bool:
        """Whether nothing needs an array any more once operation k has run."""
        root = v.root
        return root.home != "constant" and id(root) not in self.kept and self.last.get(id(root), -1) <= k

    def alone(self, i: int, k: int, n: Node) -> bool:
        """Whether a region may overwrite its input i: as it lies in memory, needed no more, and no other input."""
        v = n.ins[i]
        twice = any(j != i and w.root is v.root for j, w in enumerate(n.ins))
        return as_it_lies(v) and not twice and self.over(v, k)

    def overwritten(self, k: int, n: Node) -> set[int]:
        """The inputs of a region that its body may overwrite: the carries of a loop, what a branch has for itself."""
        b = n.body
        assert b is not None
        if n.name == "cond":
            return {i for i in range(len(n.ins)) if self.alone(i, k, n)}
        return set(range(b.consts, b.consts + b.carry))

    def copies(self, k: int, n: Node) -> list[Node]:
        """Copies before a loop of what it updates in place and does not have for itself."""
        b, out = n.body, []
        assert b is not None
        n.ins = list(n.ins)
        for i in range(b.consts, b.consts + b.carry):
            if not self.alone(i, k, n) and updates(b.graph, b.graph.ins[i]):
                w = Value(n.ins[i].shape, n.ins[i].dtype, "made", n.ins[i].elements)
                w.exact = n.ins[i].exact
                out.append(Node("copy", "move", [n.ins[i]], [w], {}, n.line, n.path, n.phase))
                n.ins[i] = w
        return out


def updates(g: Graph, v: Value) -> bool:
    """Whether a body writes part of what it is given in place."""
    for n in g.nodes:
        if n.body is None:
            found = n.sure is not None and n.ins[0].root is v and as_it_lies(n.ins[0])
        else:
            rows = zip(n.ins, n.body.graph.ins)
            found = any(x.root is v and as_it_lies(x) and updates(n.body.graph, y) for x, y in rows)
        if found:
            return True
    return False


def lies_in(n: Node) -> dict[int, Value]:
    """The operands in whose memory an operation leaves results, by these: updated in place, also round by round.

    >>> from symroof.algebra.ratios.posynomial import ratio
    >>> x, u, y = (Value((ratio(k),), "fp32", "argument") for k in (8, 1, 8))
    >>> lies_in(Node("dynamic_update_slice", "move", [x, u], [y], sure=u.bytes)) == {id(y): x}
    True
    """
    b = n.body
    if b is None:
        return {id(n.outs[0]): n.ins[0].root} if n.sure is not None and not n.copies and as_it_lies(n.ins[0]) else {}
    inner = {k: v for m in b.graph.nodes for k, v in lies_in(m).items()}
    places = {id(v): j for j, v in enumerate(b.graph.ins)}
    found = {}
    for i, out in enumerate(b.graph.outs):
        v = out.root
        while id(v) in inner:
            v = inner[id(v)]
        at = places.get(id(v))
        own = n.name == "cond" or (i < b.carry and at == b.consts + i)
        if at is not None and own and v is not out.root and as_it_lies(out) and as_it_lies(n.ins[at]):
            found[id(n.outs[i])] = n.ins[at].root
    return found


# -- what is written for certain --------------------------------------------------------------------------------------


def begun(v: Value, g: Graph) -> tuple[Value, Ratio | None]:
    """The array that a result is, before all updates in place of it, and bytes that they write; None without any."""
    makers = {id(x): (n, i) for n in g.nodes for i, x in enumerate(n.outs)}
    sure: Ratio | None = None
    while (made := makers.get(id(v.root))) is not None:
        before, bytes_ = _before(*made)
        if before is None:
            break
        sure = bytes_ if sure is None else sure
        if not as_it_lies(before):
            return before, sure
        v = before
    return v.root, sure


def _before(n: Node, i: int) -> tuple[Value | None, Ratio | None]:
    """What result i of an operation was before it was updated in place, and bytes that are written for certain."""
    b = n.body
    if b is None:
        old = n.kept[0] if n.kept is not None else n.ins[0] if n.sure is not None else None
        if old is None or (n.kept is None and not as_it_lies(old)):
            return None, None
        return old, n.sure if n.sure is not None else n.stores or ZERO
    first, sure = begun(b.graph.outs[i], b.graph)
    at = next((j for j, v in enumerate(b.graph.ins) if v is first), None)
    loop = n.name != "cond"
    if at is None or sure is None or (loop and (i >= b.carry or at != b.consts + i)):
        return None, None
    return n.ins[at], _at_least_once(sure, b)


def _at_least_once(sure: Ratio, b: Body) -> Ratio:
    return sure * unless_empty([b.times]) if b.certain else ZERO


__all__ = ["as_it_lies", "begun", "lies_in", "placed", "updates"]
