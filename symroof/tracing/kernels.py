"""Bytes, three ways: what must move (compulsory), what a model of fused kernels moves, what unfused operations move.

* ``compulsory``: arguments read once and results written once, only what is needed for certain; no program that does
  this work moves less.
* ``fused``, a model: elementwise operations and reductions of one level that feed each other are one kernel, views
  cost nothing, a product reads its operands and writes its result; what a kernel makes and only it reads stays on
  the chip.
* ``unfused``: every operation reads its operands and writes its result.

A level is the number of products and other kernels of their own on the longest way from the arguments, so that no
kernel waits for itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import final

from symroof.algebra.ratios.posynomial import Ratio, build, product, ratio, total
from symroof.tracing.arranged import buffer, casts, handed_through, unchanged
from symroof.tracing.carried import Origins, turned_within
from symroof.tracing.edges import implied, may_be_empty, unless_empty
from symroof.tracing.graph import Body, Graph, Line, Node, Send, Value, Work, add_work, looked
from symroof.tracing.inplace import begun
from symroof.tracing.reader import ZERO
from symroof.tracing.unions import Spot, union

ZERO_WIDTH = Fraction(0)


@final
@dataclass(frozen=True)
class Written:
    """An array as a kernel leaves it in memory, in the format that is asked for; ``stays``: it is a result."""

    root: Value
    bytes: Ratio
    stays: bool


@final
@dataclass
class Kernel:
    """Operations that run together: their work, what they load and store, all of it ``times`` over."""

    nodes: list[Node]
    work: Work
    loads: Ratio
    stores: Ratio
    times: Ratio
    line: Line
    path: str
    phase: str
    text: str
    sends: tuple[Send, ...] = ()
    reads: list[Value] = field(default_factory=list)  # roots, for memory
    writes: list[Written] = field(default_factory=list)
    inner: list[Kernel] = field(default_factory=list)  # of a loop
    body: Body | None = None


def kernels(g: Graph, one_kernel: tuple[str, ...] = (), body: Body | None = None) -> list[Kernel]:
    """The kernels of one level of a program in an order that works, loops with those of their bodies inside."""
    groups = _groups(g, one_kernel)
    owner = {id(v): i for i, group in enumerate(groups) for n in group for v in n.outs}
    makers = {id(v): n for n in g.nodes for v in n.outs}
    uses: dict[int, list[tuple[int, Value]]] = {}
    for i, group in enumerate(groups):
        for n in group:
            for v in looked(n.ins):
                uses.setdefault(id(v.root), []).append((i, v))
    copied = [v for v in _copied(g, body) if not _leaves_so(v, makers)]
    copies = {id(v) for v in copied}
    for v in looked(g.outs):
        uses.setdefault(id(v.root), []).append((len(groups) if id(v) in copies else -1, v))
    made = [_kernel(i, group, owner, uses, one_kernel) for i, group in enumerate(groups)]
    made += map(_copy, copied)
    return _ordered(made)


def flat(ks: list[Kernel], times: Ratio | None = None) -> Iterator[Kernel]:
    """All kernels, those inside loops with their number of runs."""
    once = ratio(1) if times is None else times
    for k in ks:
        if k.body is not None:
            yield from flat(k.inner, once * k.body.times)
        elif k.work or k.loads != 0 or k.stores != 0 or k.sends:
            yield k if once == 1 else replace(k, times=once)


# -- which operations run together ------------------------------------------------------------------------------------


def _groups(g: Graph, one_kernel: tuple[str, ...]) -> list[list[Node]]:
    level: dict[int, int] = {}  # of an array: heavy kernels on the longest way to it
    parent: dict[int, int] = {}

    def find(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    makes: dict[int, int] = {}
    depth: list[int] = []
    scopes: dict[str, int] = {}
    for i, n in enumerate(g.nodes):
        parent[i] = i
        ins = list(looked(n.ins))
        below = max((level.get(id(v.root), 0) for v in ins), default=0)
        scope = next((s for s in one_kernel if inside(n, s)), None)
        heavy = n.kind != "vector" and scope is None
        depth.append(below)
        if scope is not None:
            key = f"{scope} {n.path} {n.phase}"
            first = scopes.setdefault(key, i)
            parent[find(i)] = find(first)
        elif n.kind == "vector":
            for v in ins:
                maker = makes.get(id(v.root))
                if maker is not None and g.nodes[maker].kind == "vector" and depth[maker] == below and (
                    not any(inside(g.nodes[maker], s) for s in one_kernel)
                ):  # fmt: skip
                    parent[find(i)] = find(maker)
        for v in n.outs:
            level[id(v)] = below + heavy
            makes[id(v)] = i
    groups: dict[int, list[Node]] = {}
    for i, n in enumerate(g.nodes):
        groups.setdefault(find(i), []).append(n)
    return list(groups.values())


def inside(n: Node, scope: str) -> bool:
    """Whether an operation runs under a named scope or in a function of that name."""
    return scope in n.path.split("/") or n.line.function == scope


# -- what a kernel moves ----------------------------------------------------------------------------------------------


def _kernel(
    i: int,
    group: list[Node],
    owner: dict[int, int],
    uses: dict[int, list[tuple[int, Value]]],
    one_kernel: tuple[str, ...],
) -> Kernel:
    chief = max(group, key=_weight)
    if chief.body is not None:
        inner = kernels(chief.body.graph, one_kernel, chief.body)
        return Kernel(group, {}, ZERO, ZERO, ratio(1), chief.line, chief.path, chief.phase, chief.body.label, (),
                      [v.root for v in looked(chief.ins)], [_whole_of(v, uses) for v in chief.outs], inner,
                      chief.body)  # fmt: skip
    reads: dict[int, _Reading] = {}
    loads: list[Ratio] = []
    stores: list[Ratio] = []
    writes: list[Written] = []
    for n in group:
        if n.loads is not None:
            loads += [n.loads, _starts(n.ins)]
            stores.append(n.stores or ZERO)
            for v in looked(n.ins):
                reads.setdefault(id(v.root), _Reading(v.root, v.width))
            writes += (_whole_of(v, uses) for v in n.outs)
            continue
        for v in looked(n.ins):
            if owner.get(id(v.root)) != i and not v.free:
                reads.setdefault(id(v.root), _Reading(v.root)).add(v)
        for v in n.outs:
            made_anew = v.home == "generated"  # by whoever reads it, but for a result
            outside = [u for k, u in uses.get(id(v), ()) if k != i and (k < 0 or not made_anew)]
            if outside:
                left = _stored(v, [u for k, u in uses[id(v)] if k >= 0 and k != i and not made_anew],
                               [u for k, u in uses[id(v)] if k < 0])  # fmt: skip
                stores += (w.bytes for w in left)
                writes += left
    loads += [r.bytes() for r in reads.values()]
    work = add_work((n.work, ratio(1)) for n in group)
    text = chief.notation or _fused_text(group)
    sends = tuple(s for n in group for s in n.sends)
    return Kernel(group, work, total(loads), total(stores), ratio(1), chief.line, chief.path, chief.phase, text, sends,
                  [r.root for r in reads.values()], writes)  # fmt: skip


def _stored(v: Value, read: list[Value], results: list[Value]) -> list[Written]:
    """What is written of an array: each result in its own format, and itself where no result serves who reads it.

    It is read in the widest format asked for.  A part that stays a view keeps the whole.
    """
    own = list({buffer(u): u for u in results if not _aliased(u)}.values())
    keep = [u.width for u in results if _aliased(u)]
    need = max([*keep, *(u.seen()[1] for u in read)], default=ZERO_WIDTH)
    written = [Written(v, u.bytes, True) for u in own]
    serves = any(_serves(u, v, read) and u.seen()[1] >= need for u in own)
    if (keep or read) and not serves:
        written.append(Written(v, ratio(need) * v.elements, bool(keep)))
    return written


def _aliased(u: Value) -> bool:
    return u.alias and u.seen()[0] is not None and u.elements == u.seen()[0]


def _serves(u: Value, v: Value, read: Iterable[Value]) -> bool:
    """Whether a result has all of an array that is read of it, so that whoever reads this may read that."""
    lost = casts(u)
    return u.elements == v.elements and u.seen()[0] is None and all(casts(r)[: len(lost)] == lost for r in read)


def _whole_of(v: Value, uses: Mapping[int, list[tuple[int, Value]]]) -> Written:
    """An array that a loop leaves, or an update in place: it is there as a whole."""
    return Written(v, v.bytes, any(k < 0 for k, _ in uses.get(id(v), ())))


@final
@dataclass
class _Reading:
    """What one kernel reads of an array: all of it, or slices, of which each element is read once, and other parts."""

    root: Value
    width: Fraction = ZERO_WIDTH
    whole: bool = False
    slices: dict[Spot, Ratio] = field(default_factory=dict)
    other: Ratio = ZERO

    def add(self, v: Value) -> None:
        """Note that a view of the array is read, in the widest format asked for."""
        part, width = v.seen()
        self.width = max(self.width, width, _least_width(v))
        spot = _spot(v)
        if part is None or part == self.root.elements:
            self.whole = True
        elif spot is not None:
            self.slices[spot] = part
        else:
            self.other = self.other + part

    def bytes(self) -> Ratio:
        every = self.root.elements
        if self.whole:
            return ratio(self.width) * every
        plain = [s for s in self.slices if all(step == 1 for _, _, step in s)]
        both = union(plain, self.root.shape) if len(plain) > 1 else None
        parts = [n for s, n in self.slices.items() if both is None or s not in plain]
        read = total([self.other, *parts, *([both] if both is not None else [])])
        return ratio(self.width) * (every if implied(read - every) else read)


def _spot(v: Value) -> Spot | None:
    """Where the one slice lies in an array that is looked at through it; None where there are several, or none."""
    cuts = []
    while v.source is not None:
        if v.part is not None:
            cuts.append(v.spot if v.source.source is None else None)
        v = v.source
    return cuts[0] if len(cuts) == 1 else None


def _least_width(v: Value) -> Fraction:
    """Bytes an element that reading takes at least: an argument lies in memory in its own format."""
    return v.root.width if v.root.home in ("argument", "constant") else Fraction(0)


def _weight(n: Node) -> tuple[bool, int, int]:
    """What names a kernel: a product before all, then what does most, by the number of symbols in its work."""
    work = sum(_degree(w) for w in n.work.values())
    size = max((_degree(v.elements) for v in n.outs), default=0)
    return n.kind == "matrix", work, size


def _degree(r: Ratio) -> int:
    return max((sum(int(e) for e in m.values()) for m, _ in r.num.monomials()), default=0) if r.num.terms else 0


def _fused_text(group: list[Node]) -> str:
    names = list(dict.fromkeys(n.name for n in group if n.name != "convert_element_type")) or ["convert"]
    if len(group) == 1:
        shown = ", ".join(map(repr, group[0].outs[:2]))
        return f"{names[0]} -> {shown}"
    more = f" and {len(names) - 4} more" if len(names) > 5 else ""
    return f"{', '.join(names if not more else names[:4])}{more}"


def _copy(v: Value) -> Kernel:
    """The kernel of a result that is an argument transposed, cast, broadcast or cut, or what no kernel leaves so."""
    text, left = f"copy -> {v!r}", [Written(v, v.bytes, True)]
    node = Node("copy", "vector", [v], [v])
    return Kernel([node], {}, _copy_loads(v), v.bytes, ratio(1), Line(), "", "", text, (), [v.root], left)


def _leaves_so(v: Value, makers: Mapping[int, Node]) -> bool:
    """Whether the kernel that makes an array writes it in the form of this result: cast, turned, or a part of it.

    A loop leaves its results as they are, an update in place too; of a product, a sort or the like no part alone.
    """
    n = makers.get(id(v.root))
    if n is None or n.body is not None or n.loads is not None:
        return False
    return n.kind == "vector" or v.alias or v.seen()[0] is None


def _copy_loads(v: Value) -> Ratio:
    part, _ = v.seen()
    whole = ZERO if v.free else ratio(v.root.width) * (v.root.elements if part is None else part)
    return whole + _starts([v])


def _starts(values: Iterable[Value]) -> Ratio:
    """Bytes of the numbers that say where slices start."""
    seen = list(values)
    return total(v.read for v in looked(seen) if not v.free and not any(v is w for w in seen))


def _copied(g: Graph, body: Body | None) -> list[Value]:
    """Results that are views, without those handed through: an argument as it came, a carry that a loop leaves."""
    made = {id(v) for n in g.nodes for v in n.outs}
    out: dict[object, Value] = {}
    for i, v in enumerate(g.outs):
        if unchanged(v):
            stays = body is not None and i < body.carry and v.root is g.ins[body.consts + i]
            if stays or (body is None and handed_through(v)) or id(v.root) in made:
                continue
        out.setdefault(buffer(v), v)
    return list(out.values())


def _ordered(made: list[Kernel]) -> list[Kernel]:
    """Kernels in an order in which each follows those it reads, as near to the program's as can be."""
    import heapq

    maker = {id(v): i for i, k in enumerate(made) for n in k.nodes for v in n.outs if v not in n.ins}
    after: dict[int, set[int]] = {i: set() for i in range(len(made))}
    waits = []
    for i, k in enumerate(made):
        before = {maker[id(v.root)] for n in k.nodes for v in looked(n.ins) if id(v.root) in maker} - {i}
        waits.append(len(before))
        for j in before:
            after[j].add(i)
    ready = [i for i, w in enumerate(waits) if not w]
    heapq.heapify(ready)
    order = []
    while ready:
        i = heapq.heappop(ready)
        order.append(made[i])
        for j in after[i]:
            waits[j] -= 1
            if not waits[j]:
                heapq.heappush(ready, j)
    if len(order) < len(made):  # scopes asked to be one kernel may wait for each other; their order does not matter
        order += [k for k in made if not any(k is o for o in order)]
    return order


# -- every operation by itself, and what must move --------------------------------------------------------------------


def unfused(g: Graph, times: Ratio | None = None, body: Body | None = None) -> Ratio:
    """Bytes when every operation reads its operands and writes its results, those that are views too."""
    once = ratio(1) if times is None else times
    parts: list[Ratio] = []
    for n in g.nodes:
        if n.body is not None:
            parts.append(unfused(n.body.graph, once * n.body.times, n.body))
        elif n.loads is not None:
            parts.append((n.loads + _starts(n.ins) + (n.stores or ZERO)) * once)
        else:
            read = (v.read for v in looked(n.ins) if v.root.home != "literal")
            moved = total([*read, *(v.bytes for v in n.outs)])
            parts.append(moved if once == 1 else moved * once)
    for v in _copied(g, body):
        parts.append((_copy_loads(v) + v.bytes) * once)
    return total(parts)


def compulsory(g: Graph, held: Sequence[Ratio] = ()) -> Ratio:
    """Bytes that any program doing this moves: what is needed of each argument for certain, and each result once.

    A constant of the code may be part of its instructions: nothing of it is certain.

    ``held``: amounts that are at least 0 at all sizes that are asked about.
    """
    needs = _Needs(held)
    makers = {id(v): (n, i) for n in g.nodes if n.body is not None for i, v in enumerate(n.outs)}
    origins = Origins(g, held)
    results = [(v, unless) for v in g.outs if (unless := origins.unless(v)) is not None]
    for v, unless in results:
        needs.add(v, None, unless)
    for v in g.outs:
        if (asked := origins.asked(v)) is not None:
            needs.add(asked, None, frozenset(d for d in v.shape if may_be_empty(d, held)))
    _backwards(g, needs)
    read = [needs.width(v) * needs.elements(v) for v in needs.arrays.values() if v.home == "argument"]
    written = []
    for v, unless in {buffer(v): (v, unless) for v, unless in results}.values():
        root, once = v.root, unless_empty(unless)
        first, sure = begun(v, g)
        if sure is not None and first.root.home == "argument" and (unchanged(v, True) or turned_within(v, g)):
            written.append(sure * once)
        elif id(root) not in makers:
            written.append(v.bytes * once)
        elif (runs := _runs(*makers[id(root)])) is not None:
            written.append(v.bytes * once * (1 if implied(runs - 1, held) else unless_empty([runs])))
    return total([*read, *written])


def _runs(n: Node, i: int) -> Ratio | None:
    """How often a loop runs before a result of it is not what was put in; None where that is not known."""
    b = n.body
    return ratio(1) if b is None or i >= b.carry else b.times if b.certain else None


Dims = frozenset[Ratio]
Halves = frozenset[str]
WHOLE: Halves = frozenset({""})
PARTS = frozenset(("real", "imag"))  # of complex numbers; none of these is one of them, which one is open


def _is_whole(halves: Halves) -> bool:
    return "" in halves or halves >= PARTS


class _Needs:
    """Elements needed of each array for certain: all of them, or disjoint slices that add up, or a number at least."""

    def __init__(self, held: Sequence[Ratio] = ()) -> None:
        self.held = held
        self.arrays: dict[int, Value] = {}
        self.whole: dict[int, Dims] = {}  # and of which dims none may be 0 for that
        self.some: dict[int, Ratio] = {}
        self.spots: dict[int, dict[Spot, Ratio]] = {}  # in their order
        self.where: dict[int, Dims] = {}  # of which dims none may be 0 for slices to be needed
        self.halves: dict[int, Halves] = {}  # of complex numbers: the part that is looked at, "" for both

    def width(self, v: Value) -> Ratio:
        """Bytes that are needed of each element: half of those of complex numbers of which one part is looked at."""
        return ratio(v.width) if _is_whole(self.halves.get(id(v), WHOLE)) else ratio(v.width) / 2

    def halves_of(self, outs: Iterable[Value]) -> Halves:
        """The parts of complex numbers that are needed of these results, all of real ones."""
        return frozenset().union(*(self.halves.get(id(v), WHOLE) for v in outs if v in self))

    def slices(self, i: int) -> Ratio:
        """Elements that slices of an array take for certain: of those that may overlap at some size, their union."""
        pieces: list[tuple[list[Spot], Ratio]] = []
        for spot, part in self.spots.get(i, {}).items():
            met = [p for p in pieces if not all(_apart(spot, s, self.held) for s in p[0])]
            both = None if len(met) != 1 or len(met[0][0]) != 1 else _union(met[0][0][0], spot, part, self.held)
            if both is not None:
                pieces[pieces.index(met[0])] = ([*met[0][0], spot], both)
            elif not met:
                pieces.append(([spot], part))
        return total(n for _, n in pieces) * unless_empty(self.where.get(i, frozenset()))

    def elements(self, v: Value) -> Ratio:
        i = id(v)
        if i in self.whole:
            return v.elements * unless_empty(self.whole[i])
        slices = self.slices(i)
        some = self.some.get(i, ZERO)
        return some if slices == 0 or _bigger(some, slices) else slices

    def of(self, v: Value) -> Ratio | None:
        """What is needed of an array: None for all, 0 for nothing that is certain."""
        found = self.elements(v)
        return None if found == v.elements else found

    def unless(self, n: Node, outs: Sequence[Value]) -> Dims | None:
        """Dims of which none may be 0 for an operation to be needed; None where it is not, or not all of a result."""
        found: Dims | None = frozenset() if n.sends or n.acts else None
        for v in outs:
            dims = self.whole.get(id(v))
            if dims is not None:
                dims |= {d for d in v.shape if may_be_empty(d, self.held)}
                found = dims if found is None or dims < found else found
        return found

    def __contains__(self, v: Value) -> bool:
        return id(v) in self.arrays

    def add(self, v: Value, part: Ratio | None, unless: Dims = frozenset(), halves: Halves = WHOLE) -> None:
        """Note that of v so many elements are needed, None for all, where none of the dims ``unless`` is 0.

        ``halves``: the parts of complex numbers that are.
        """
        spot: Spot | None = None
        w = v
        while w.source is not None:
            source = w.source
            if source.dtype.startswith("complex") and w.cast in ("real", "imag"):
                halves = frozenset({w.cast})
            for start, gap in w.by:  # where there is one place only, it need not be known
                if gap != ZERO and part != ZERO:
                    self.add(start, None, unless | {d for d in (gap, *w.shape) if may_be_empty(d, self.held)})
            if w.part is not None:
                spot = w.spot if part is None and source.source is None else None
                unless = unless if part is not None else unless.difference(w.shape)
                part = w.part if part is None else _smaller(part, w.part)
            elif part is not None and source.elements != w.elements:
                part, spot = ZERO, None  # part of a broadcast: of how much of its source is not known
            w = source
        i = id(w)
        self.arrays[i] = w
        halves = halves if w.dtype.startswith("complex") else WHOLE
        self.halves[i] = self.halves.get(i, frozenset()) | halves
        if part is None or part == w.elements:
            before, unless = self.whole.get(i), unless.difference(w.shape)  # where it has no element itself
            self.whole[i] = unless if before is None or unless < before else before
            return
        if spot is not None:
            self.spots.setdefault(i, {}).setdefault(spot, part)
            self.where[i] = self.where.get(i, frozenset()) | unless
            return
        part = part * unless_empty(unless)
        if i not in self.some or self.some[i] == 0 or _bigger(part, self.some[i]):
            self.some[i] = part


def _apart(a: Spot, b: Spot, held: Sequence[Ratio]) -> bool:
    """Whether two slices have no element in common, whatever the sizes."""
    return any(
        implied(y[0] - x[1], held) or implied(x[0] - y[1], held) or (x[2] == y[2] and _between(x[0] - y[0], x[2]))
        for x, y in zip(a, b)
    )


def _between(start: Ratio, step: int) -> bool:
    """Whether a slice so far from another begins between its elements."""
    far = start.constant()
    return far is not None and far % step != 0


def _union(a: Spot, b: Spot, part: Ratio, held: Sequence[Ratio]) -> Ratio | None:
    """Elements of two slices that lie along one dim, ``part`` of them in b; None where that is not the case.

    >>> from symroof.tracing.reader import letter
    >>> n, d = letter("N"), letter("D")
    >>> head, tail = (((low, high, 1), (ZERO, d, 1)) for low, high in ((ZERO, ratio(3)), (n - 3, n)))
    >>> _union(head, tail, 3 * d, [n - 3]), _union(head, head, 3 * d, [])
    (D*Min(6, N), 3*D)
    """
    other = [(x, y) for x, y in zip(a, b) if x != y]
    if not other:
        return part
    (x, y), *more = other
    if more or x[2] != 1 or y[2] != 1:
        return None
    low, high = (x, y) if implied(y[0] - x[0], held) and implied(y[1] - x[1], held) else (y, x)
    if not (implied(high[0] - low[0], held) and implied(high[1] - low[1], held)):
        return None
    each, ends = x[1] - x[0] + y[1] - y[0], high[1] - low[0]
    length = ends if implied(each - ends, held) else each if implied(ends - each, held) else build("min", [each, ends])
    beside = product((d[1] - d[0]) / d[2] for d, e in zip(a, b) if d == e)
    if beside * (y[1] - y[0]) != part:
        beside = part / (y[1] - y[0])
    return beside * length if Ratio(beside.den).constant() is not None else None  # else it has no value at an end


def _smaller(a: Ratio, b: Ratio) -> Ratio:
    return b if _bigger(a, b) else a if _bigger(b, a) else ZERO


def _bigger(a: Ratio, b: Ratio) -> bool:
    """Whether a is at least b whatever the sizes, as far as its terms show."""
    difference = a - b
    return difference == 0 or all(c > 0 for _, c in difference.num.monomials())


OWN = frozenset(("sort", "top_k", "topk"))  # whose result i has the elements of input i; the others say where they lay


def _backwards(g: Graph, needs: _Needs) -> None:
    for n in reversed(g.nodes):
        unless = needs.unless(n, n.outs)
        wanted = [needs.of(v) for v in n.outs if v in needs]
        if n.body is not None:
            if n.body.certain and wanted:
                _through(n, needs)
            elif n.body.tested and unless is not None:
                needs.add(n.ins[-1], None, unless)
            continue
        if not wanted and not n.sends and not n.acts:
            continue
        whole = unless is not None
        if n.kept is not None and whole and (n.kept[1] is None or _bigger(n.kept[1], ZERO)):  # what stays in place
            needs.add(*n.kept)
        _operands(n, needs)


def _operands(n: Node, needs: _Needs) -> None:
    """What an operation needs of its operands, each for the results that it feeds."""
    part = None if _is_whole(needs.halves_of(n.outs)) or n.sends or n.acts else needs.halves_of(n.outs)
    for i, v in enumerate(n.ins):
        fed = [u for j, u in enumerate(n.outs) if i >= len(n.feeds) or j in n.feeds[i]]
        unless, wanted = needs.unless(n, fed), [needs.of(u) for u in fed if u in needs]
        sure, halves = n.needs[i] if i < len(n.needs) else None, WHOLE
        if part is not None:
            sure, halves = _of_one_part(n, i, part, sure)
        if unless is not None and i in n.only and may_be_empty(n.only[i], needs.held):
            own = n.outs[i] if n.name in OWN and i < len(n.outs) else None  # of which it is all that matters
            if own is None or own not in needs:
                unless = unless | {n.only[i]}
        if not wanted and unless is None:
            sure = ZERO
        if unless is not None and sure != ZERO:
            same = bool(n.outs) and v.elements == n.outs[0].elements  # then it is empty where the result is
            needs.add(v, sure, unless.difference(n.outs[0].shape) if same else unless, halves)
        elif sure != ZERO and not n.needs and n.kind == "vector" and v.elements == n.outs[0].elements:
            needs.add(v, wanted[0], halves=halves)
        else:
            needs.add(v, ZERO, halves=halves)


_KEEP_PARTS = {"add", "add_any", "sub", "neg", "conj", "reduce_sum", "cumsum", "concatenate", "pad", "select_n"}
_MIX_PARTS = {"exp", "exp2", "log", "log1p", "expm1", "sin", "cos", "tan", "sinh", "cosh", "tanh", "logistic", "sqrt",
              "rsqrt", "square"}  # fmt: skip


def _of_one_part(n: Node, i: int, part: Halves, sure: Ratio | None) -> tuple[Ratio | None, Halves]:
    """Elements of operand i that are needed where one part of complex results is, and which part of these.

    Of sums it is the same part; of products of two arguments both; of what is not known one of them, whichever.
    """
    v = n.ins[i]
    if n.name == "complex":
        return (sure if ("imag" if i else "real") in part else ZERO), WHOLE
    if n.halved is not None or n.name in _MIX_PARTS:
        return (sure if n.halved is None else n.halved), WHOLE
    if n.name in _KEEP_PARTS:
        return sure, part
    others = [w for j, w in enumerate(n.ins) if j != i]
    pairs = all(w.root.home == "argument" and w.dtype.startswith("complex") for w in (v, *others))
    if n.name in ("mul", "dot_general", "div") and pairs and all(w.root.dtype == w.dtype for w in others):
        return sure, WHOLE
    return sure, frozenset() if v.dtype.startswith("complex") else WHOLE


def _through(n: Node, needs: _Needs) -> None:
    """A loop that runs for certain needs what its body needs; of what it cuts along its length, all, a row, or nothing.

    Needed in every round is what the rows that it gathers need, and the carries that themselves need each other: the
    largest set of wanted ones of which each round needs the set of the round before.  What only the last round is asked
    for says nothing of the rows before.
    """
    b = n.body
    assert b is not None
    wanted = [i for i, out in enumerate(n.outs) if id(out) in needs.whole]
    where: Dims = frozenset().union(*(needs.whole[id(n.outs[i])] for i in wanted))
    every_round = wanted
    while True:
        inner = _asked(n, every_round, needs)
        stay = [i for i in every_round if i >= b.carry or _whole(inner, b.graph.ins[b.consts + i])]
        if stay == every_round:
            break
        every_round = stay
    last, once = _asked(n, wanted, needs), implied(b.times - 1, needs.held)
    for i, (outer, v) in enumerate(zip(n.ins, b.graph.ins)):
        sure = _whole(last if i < b.consts else inner, v)
        row = i >= b.consts + b.carry and once and _whole(last, v)
        unless: Dims = where if once or i >= b.consts + b.carry else where | {b.times}
        halves = last.halves.get(id(v), WHOLE) | inner.halves.get(id(v), frozenset())
        part = None if sure else outer.elements / b.times if row else ZERO
        needs.add(outer, part, unless if sure else where, halves)


def _asked(n: Node, outs: list[int], needs: _Needs) -> _Needs:
    """What one round needs for these results of it; of one part of complex ones, as it is handed on, whichever."""
    b, inner = n.body, _Needs(needs.held)
    assert b is not None
    for i in outs:
        inner.add(b.graph.outs[i], None, halves=WHOLE if _is_whole(needs.halves_of([n.outs[i]])) else frozenset())
    _backwards(b.graph, inner)
    return inner


def _whole(needs: _Needs, v: Value) -> bool:
    return v in needs and needs.of(v) is None
