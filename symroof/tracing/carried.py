"""Results that may be arguments as they came: what only moves data may leave it where it lies, and nothing is certain.

Two arrays put together and taken apart, swapped round by round, written over whole, handed on by a branch: an operation
without arithmetic on the way leads from a result back to arguments.  It is one of them only where it has as many
elements, of the same format, and where what it begins with is not known to be another element.

>>> from symroof.tracing.reader import letter
>>> a, b = letter("A"), letter("B")
>>> x, y = (Value((n, b), "fp32", "argument") for n in (a, a))
>>> both = Value((2 * a, b), "fp32")
>>> half = Value((a, b), "fp32", source=both, part=a * b)
>>> g = Graph([x, y], [half, both], [Node("concatenate", "vector", [x, y], [both])])
>>> Origins(g).unless(half), Origins(g).unless(both)
(None, frozenset())
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import final

from symroof.algebra.ratios.posynomial import Ratio, product, ratio
from symroof.tracing.arranged import divides, handed_through, turning
from symroof.tracing.edges import bare, implied, may_be_empty
from symroof.tracing.graph import Graph, Node, Value
from symroof.tracing.inplace import as_it_lies
from symroof.tracing.masks import ALWAYS, NEVER

Dims = frozenset[Ratio]
Sources = dict[int, Value]  # the arrays of which a result may have the elements, by their ids
OUTER = ("argument", "constant")


@final
class Origins:
    """Where the elements of a program's arrays come from, as far as nothing but moves lies between."""

    def __init__(self, g: Graph, held: Sequence[Ratio] = ()) -> None:
        self.ends = {id(v) for v in g.ins}
        self.makers = {id(v): (n, i) for n in g.nodes for i, v in enumerate(n.outs)}
        self.held = held
        self.known: dict[tuple[int, bool], Sources | None] = {}
        self.inner: dict[int, Origins] = {}
        self.folds: dict[int, tuple[Ratio, ...]] = {}  # of results: what is 0, all of it, where one is what it began as
        for n in g.nodes:  # in order, so that long chains of updates ask for no more than what is there
            for v in n.outs if n.body is None and not n.work else ():
                self.of(v)

    def unless(self, v: Value) -> Dims | None:
        """What must not be 0 for a result to be no argument as it came; None where it may be one at all sizes."""
        if v.root.home in OUTER and id(v.root) not in self.makers:
            if handed_through(v, True):
                return None
            if v.elements == v.root.elements:
                return turning(v)
            cut = v.seen()[0] == v.elements  # then there is more of the array, whatever the sizes
            return self._apart(v, [(v.root, frozenset({_left(v)}) if cut and v.exact == v.root.exact else frozenset())])
        found = self.of(v)
        return frozenset() if found is None else self._apart(v, self._begins(v, found))

    def _apart(self, v: Value, others: Iterable[tuple[Value, Dims]]) -> Dims | None:
        """What must not be 0 for a result to be none of the arrays that it may be, each with what shows that."""
        dims: set[Ratio] = set()
        for a, shown in others:
            if a.home == "input":  # of a loop around it, which no longer reads it
                return None
            if a.home not in OUTER or a.exact != v.exact:
                continue
            gap = _gap(v, a)
            if gap != 0 and not shown:
                shown = frozenset({gap if implied(gap, self.held) else -gap if implied(-gap, self.held) else gap * gap})
            if not shown:
                return None
            dims |= {n for n in shown if not implied(bare(n) - 1, self.held)}
        return frozenset(dims)

    def _begins(self, v: Value, found: Sources) -> list[tuple[Value, Dims]]:
        """The sources, each with what must not be 0 for some element of v to be none of it, or to be another's place.

        Of a slice only the first element is known, if it is the first of the whole.
        """
        n = self.makers[id(v.root)][0] if id(v.root) in self.makers else None
        alone = v.seen()[0] is not None
        folds = [frozenset({f}) for f in self.folds.get(id(v.root), ())]
        if n is None or (alone and not (v.source is v.root and v.spot and all(low == 0 for low, _, _ in v.spot))):
            return [(a, min(folds, key=len, default=frozenset())) for a in found.values()]
        rows = [
            (a, [*folds, *self._pieces(n, a, v, alone), *([] if alone else self._filled(n, a))]) for a in found.values()
        ]
        return [(a, min(ways, key=len) or frozenset({ratio(1)}) if ways else frozenset()) for a, ways in rows]

    def _pieces(self, n: Node, a: Value, v: Value, alone: bool) -> Iterator[Dims]:
        """What must not be 0 for what is put together to have a piece from elsewhere, or from another place of a."""
        if n.padded and a.home == "argument":
            yield frozenset()
        pieces = [] if n.name not in ("concatenate", "cat") else n.ins[:1] if alone else n.ins
        along = None if v.order is not None or a.shape != n.outs[0].shape else _along(pieces, a.shape)
        place = ratio(0)
        for p in pieces:
            there = frozenset(d for d in p.shape if may_be_empty(d, self.held))
            if _elsewhere(p, a):
                yield there
            elif p.root is a and v.order is None and (along is not None or p is pieces[0]):
                yield from (there | {gap} for gap in self._moved_by(p, along, place))
            place = place if along is None else place + p.shape[along]

    def _moved_by(self, p: Value, along: int | None, place: Ratio) -> Iterator[Ratio]:
        """By how much a slice of an array lies elsewhere in the result, along each dim; squared of either sign."""
        if p.order is not None or (p.source is not None and (p.source is not p.root or p.spot is None)):
            return
        for i, (low, _, _) in enumerate(p.spot or ((ratio(0),) * 3,) * len(p.shape)):
            gap = low - (place if i == along else 0)
            if gap != 0:
                yield gap if implied(gap, self.held) else -gap if implied(-gap, self.held) else gap * gap

    def _filled(self, n: Node, a: Value) -> Iterator[Dims]:
        """How many elements are of no array in memory: of padding, or of zeros that something is put into."""
        padded = n.name == "pad"
        new = n.ins[0] if padded else _put(n)
        if new is None or new.free or a.home != "argument" or not n.ins[1 if padded else 0].free:
            return
        taken = n.needs[0] if padded and n.needs else new.elements
        left = n.outs[0].elements - (ratio(0) if taken is None else taken)
        if taken != 0 and left != 0 and not left.atoms and implied(left, self.held):
            yield frozenset({left})

    def asked(self, v: Value) -> Value | None:
        """What says which argument a result is, as it came: what a loop tests, a cond whose branches differ in that."""
        n, i = self.makers.get(id(v.root), (None, 0))
        if n is None or n.body is None or not n.body.tested:
            return None
        if n.name != "cond":
            return n.ins[-1]
        branches = n.body.hands[i]
        return None if len(branches[0]) == 1 and len(set(branches)) == 1 else n.ins[-1]

    # -- sources -----------------------------------------------------------------------------------------------------
    def of(self, v: Value) -> Sources | None:
        """The arrays that come in and of which a result may have elements; None where it was worked out."""
        root, part = v.root, v.seen()[0] is not None
        if id(root) in self.ends or root.home in (*OUTER, "input"):
            return {id(root): root}
        if root.free:
            return {}
        if id(root) not in self.makers:
            return None
        key = id(root), part
        if key not in self.known:
            self.known[key] = None
            n, i = self.makers[id(root)]
            self.known[key] = self._through(n, i) if n.body is not None else self._moved(n, part)
        return self.known[key]

    def _moved(self, n: Node, part: bool) -> Sources | None:
        """Of what one operation makes; of a part of it, what any of its operands may have brought there."""
        if n.name == "select_n" and (case := _only_case(n)) is not None:
            return self.of(case)
        if n.same is not None:
            self._note(n, n.ins[n.same], [] if n.unlike is None else [n.unlike])
            return self.of(n.ins[n.same])
        if n.work or n.sends or n.acts or not n.ins:
            return None
        if len(n.ins) == 1:
            self._note(n, n.ins[0])
        old, new = n.ins[0], _put(n)
        if new is not None:  # an update in place
            before, after = self.of(old), self.of(new)
            if part:
                return _union([before, after])
            same = after is not None and (not after or before is None or before.keys() & after.keys())
            return after if not same or not after else _union([before, after])
        if any(v.dtype.startswith(("int", "uint")) and v.exact != n.outs[0].exact for v in n.ins if not v.free):
            return None  # data choose what is read
        rows = [self.of(v) for v in n.ins]
        return None if not part and None in rows else _union(rows)

    def _note(self, n: Node, x: Value, more: Sequence[Ratio] = ()) -> None:
        """Note what is 0, all of it, where a result is an array as it came, by way of one operand."""
        self.folds[id(n.outs[0])] = (*self.folds.get(id(x.root), ()), *more)

    def _through(self, n: Node, i: int) -> Sources | None:
        """Of what a loop leaves, or a branch hands on."""
        b = n.body
        assert b is not None
        if n.name == "cond":
            return {id(v): v for handed in b.hands[i : i + 1] for branch in handed for v in branch} or None
        inner = self.inner.setdefault(id(b), Origins(b.graph, self.held))
        return self._carried(n, inner, i) if i < b.carry else self._outside(n, inner, i)

    def _outside(self, n: Node, inner: Origins, i: int) -> Sources | None:
        """The sources of one result of a body, as they are outside of it before its first round."""
        assert n.body is not None
        found = inner.of(n.body.graph.outs[i])
        places = {id(v): j for j, v in enumerate(n.body.graph.ins)}
        if found is None:
            return None
        outer = [self.of(n.ins[places[k]]) if k in places else {k: v} for k, v in found.items()]
        return _union(outer) if outer else {}

    def _carried(self, n: Node, inner: Origins, i: int) -> Sources | None:
        """Of a carry: what is handed from round to round comes from before the loop, if nothing is worked out."""
        b = n.body
        assert b is not None
        places = {id(v): j - b.consts for j, v in enumerate(b.graph.ins)}
        rows: list[Sources | None] = []
        seen: set[int] = set()
        todo, hops, alone = [i], 0, True  # alone: one carry is handed to one other, so that rounds can be counted
        while todo:
            at = todo.pop()
            if at in seen:
                continue
            seen.add(at)
            found = inner.of(b.graph.outs[at])
            if found is None:
                if alone and implied(b.times - 1 - hops, self.held):
                    return None
                rows.append(self.of(n.ins[b.consts + at]))
                continue
            own = [places[k] for k in found if 0 <= places.get(k, -1) < b.carry]
            rows += [self.of(n.ins[b.consts + places[k]]) if k in places else {k: v} for k, v in found.items()]
            alone = alone and len(own) == 1 == len(found)
            todo += own
            hops += 1
        return _union(rows)


def _left(v: Value) -> Ratio:
    """The elements of an array beside a slice of it, without dims of the slice that divide them."""
    gap = v.root.elements - v.elements
    for d in v.shape:
        gap = gap / d if d.constant() is None and divides(d, gap) else gap
    return gap


def _elsewhere(p: Value, a: Value) -> bool:
    """Whether a piece has no element of an array: made of nothing in memory, or of another that came in."""
    return (p.free and a.home == "argument") or (p.root is not a and p.root.home in OUTER)


def _along(pieces: Sequence[Value], whole: Sequence[Ratio]) -> int | None:
    """The dim along which pieces make the whole; None where they lie otherwise."""
    if any(len(p.shape) != len(whole) for p in pieces):
        return None
    return next((i for i, m in enumerate(whole) if any(p.shape[i] != m for p in pieces)), None)


def _gap(v: Value, a: Value) -> Ratio:
    """By how much one array has more elements than another, without the dims that both have.

    >>> from symroof.tracing.reader import letter
    >>> t, d = letter("T"), letter("D")
    >>> _gap(Value((t, d), "fp32"), Value((d,), "fp32")), _gap(Value((t, d), "fp32"), Value((t - 3, d), "fp32"))
    (T - 1, 3)
    """
    if product(v.shape) != v.elements or product(a.shape) != a.elements:
        return v.elements - a.elements
    left, right = list(v.shape), list(a.shape)
    for n in v.shape:
        if n in right:
            left.remove(n)
            right.remove(n)
    few, many = product(left), product(right)
    return ratio(1) if few != many and many != 0 and (few / many).constant() is not None else few - many


def _only_case(n: Node) -> Value | None:
    """The case of a choice whose mask is the same everywhere, or whose cases are one array."""
    mask, first, *others = n.ins
    if all(v is first for v in others):
        return first
    return others[-1] if mask.known == ALWAYS else first if mask.known == NEVER else None


def _put(n: Node) -> Value | None:
    """What an update in place writes."""
    if n.sure is None and n.kept is None:
        return None
    looked_up = n.name.startswith(("scatter", "index_")) and len(n.ins) > 2
    return n.ins[-1] if looked_up else n.ins[min(1, len(n.ins) - 1)]


def _union(rows: Iterable[Sources | None]) -> Sources | None:
    """All of them; None where none is known to be moved."""
    known = [r for r in rows if r is not None]
    return {k: v for r in known for k, v in r.items()} if known else None


def handed_on(g: Graph, i: int, ins: Sequence[Value], before: Sequence[Node]) -> tuple[Value, ...]:
    """The arrays of which result i of a branch may have the elements, ``before`` what makes its operands ``ins``."""
    found = Origins(g).of(g.outs[i])
    places = {id(v): j for j, v in enumerate(g.ins)}
    outer = Origins(Graph([], [], list(before))) if found else None
    rows = [outer.of(ins[places[k]]) if outer and k in places else {k: v} for k, v in (found or {}).items()]
    return tuple((_union(rows) or {}).values())


def turned_within(v: Value, g: Graph) -> bool:
    """Whether an update in place on the way to a result is of an array in another order, so that its order is open."""
    makers = {id(x): n for n in g.nodes for x in n.outs}
    found = False
    while (n := makers.get(id(v.root))) is not None and n.body is None and n.sure is not None:
        found = found or n.ins[0].order is not None
        if not as_it_lies(n.ins[0]):
            break
        v = n.ins[0]
    return found


__all__ = ["Origins", "handed_on", "turned_within"]
