"""Loops and branches of a JAX program: each keeps a body of its own that runs a number of times.

scan      its length
while     n - i0 where i counts up by one as long as i < n; so with other steps, <=, >, >= and !=; else ``trips``
cond      the branch that does most at all sizes, or the one chosen; refused where none does
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, final

from symroof.algebra.ratios.posynomial import Ratio, ratio, total
from symroof.errors import SymroofError
from symroof.tracing.carried import handed_on
from symroof.tracing.graph import (
    MATRIX,
    Body,
    Graph,
    Line,
    Node,
    Value,
    Work,
    add_work,
    every,
    used,
    without_dead_code,
)
from symroof.tracing.jax_layout import handed
from symroof.tracing.jax_parts import met, rounds
from symroof.tracing.jax_site import Options, Site
from symroof.tracing.kernels import flat, kernels
from symroof.tracing.reader import letter, never_negative


def _region(at: Site, jaxprs: list[Any], ins: list[Value], outer: list[Value]) -> Graph:
    """The body of a loop or a branch, whose arrays lie as those ``outer`` ones that go in."""
    handed(outer, ins)
    nodes: list[Node] = []
    outs = at.walk.closed(jaxprs, ins, nodes, at.path, at.phase)
    return Graph(ins, outs, nodes)


def _inputs(at: Site, jaxprs: list[Any]) -> list[Value]:
    inner = [getattr(j, "jaxpr", j) for j in jaxprs]
    return [at.walk.made(vs, at.line, "input") for vs in zip(*(j.invars for j in inner))]


def scan(at: Site) -> list[Value]:
    """The body times the length; what is made of nothing outside is made of nothing inside."""
    p = at.params
    length = at.walk.number(tuple(at.each("length")), at.line, "the length of a scan")
    at.walk.o.holds_from(length, at.line)
    bodies = at.each("jaxpr")
    ins = at.walk.in_memory(at)
    region = _inputs(at, bodies)
    for v, outer in zip(region[: p["num_consts"]], ins):
        v.ints = outer.ints
        if outer.free:
            v.home = "generated"
    graph, outs = _region(at, bodies, region, ins), at.made()
    handed(graph.outs, outs)
    body = Body(graph, length, p["num_consts"], p["num_carry"], True, f"scan of {length}")
    at.nodes.append(Node("scan", "loop", ins, outs, {}, at.line, at.path, at.phase, body=body))
    at.outs = outs
    met(at, at.nodes[-1])
    rounds(at, at.nodes[-1], outs[: p["num_carry"]], length)
    return outs


# -- while ------------------------------------------------------------------------------------------------------------


def while_(at: Site) -> list[Value]:
    """The body as often as it runs, and its test once more."""
    p = at.params
    c, b = p["cond_nconsts"], p["body_nconsts"]
    tests, bodies = at.each("cond_jaxpr"), at.each("body_jaxpr")
    ins = at.walk.in_memory(at)
    steps = _steps(at, ins)
    trips = steps if steps is not None else _unknown(at.walk.o, at.line)
    carry = ins[c + b :]
    test = without_dead_code(_region(at, tests, _inputs(at, tests), [*ins[:c], *carry]))
    body, outs = _region(at, bodies, _inputs(at, bodies), ins[c:]), at.made()
    handed(body.outs, outs)
    verdict, seen = [Value((), "bool")], used(test)
    if test.nodes:
        found = Body(test, trips + 1, c + len(carry), 0, True, "the test of a while")
        made = Node("while", "loop", [*ins[:c], *carry], verdict, {}, at.line, at.path, at.phase, body=found)
        at.nodes.append(made)
    whole = Body(body, trips, b, len(carry), steps is not None, f"while, {trips} times")
    whole.asks = tuple(i for i, v in enumerate(test.ins[c:]) if id(v) in seen)
    node = Node("while", "loop", ins[c:], outs, {}, at.line, at.path, at.phase, body=whole)
    if test.nodes:
        node.ins = [*node.ins, *verdict]
        whole.graph.ins.append(verdict[0])
        whole.tested = True
    at.nodes.append(node)
    rounds(at, node, outs, trips)
    return outs


def _unknown(o: Options, line: Line) -> Ratio:
    taken = {*o.taken, *o.trips}
    name = next(n for n in ("trips", *(f"trips_{k}" for k in range(2, 999))) if n not in taken)
    o.trips.append(name)
    o.notes.append(f"{name} is how often the while loop at {line} runs, which is not seen from the sizes")
    return letter(name)


@final
@dataclass(frozen=True)
class _Loop:
    """A while loop in one trace: its test and body, the arrays that go in, and how many of them are constants."""

    test: Any
    body: Any
    ins: list[Value]
    consts: tuple[int, int]
    trace: int

    def start(self, v: Any) -> tuple[int, int] | None:
        """What a number of the carry begins with, and its place in the carry."""
        if hasattr(v, "val") or v not in self.test.invars:
            return None
        at = self.test.invars.index(v) - self.consts[0]
        known = self.ins[sum(self.consts) + at].ints if at >= 0 else None
        return None if known is None else (known[self.trace], at)

    def fixed(self, v: Any) -> int | None:
        """A number that no round changes."""
        if hasattr(v, "val"):
            return int(v.val)
        if v not in self.test.invars:
            return None
        c, b = self.consts
        j = self.test.invars.index(v)
        if j < c:
            known = self.ins[j].ints
        else:
            inner = self.body.invars[b + j - c]
            known = self.ins[b + j].ints if self.body.outvars[j - c] is inner else None
        return known[self.trace] if known is not None else None

    def step(self, at: int) -> int | None:
        """What every round adds to a number of the carry."""
        here, target = self.body.invars[self.consts[1] + at], self.body.outvars[at]
        if here is target:
            return 0
        for e in self.body.eqns:
            if e.outvars and e.outvars[0] is target and e.primitive.name in ("add", "add_any", "sub"):
                a, b = e.invars
                minus = e.primitive.name == "sub"
                one = b if a is here else a if b is here and not minus else None
                if one is None or not hasattr(one, "val") or math.prod(one.aval.shape) != 1:
                    return None
                return -int(one.val) if minus else int(one.val)
        return None

    def rounds(self) -> _Counted | None:
        """How often it runs; None where numbers alone do not say."""
        eqns = self.test.eqns
        if len(eqns) != 1 or eqns[0].primitive.name not in _MIRROR or eqns[0].outvars[0] is not self.test.outvars[0]:
            return None
        name, (left, right) = eqns[0].primitive.name, eqns[0].invars
        for i, n, how in ((left, right, name), (right, left, _MIRROR[name])):
            begin, stop = self.start(i), self.fixed(n)
            step = None if begin is None else self.step(begin[1])
            if begin is not None and stop is not None and step is not None:
                limits = _limits(str(i.aval.dtype))
                many = _rounds(begin[0], stop, step, how, limits)
                return _Counted(many, begin[0] + (many or 0) * step, limits, str(i.aval.dtype))
        return None


@final
@dataclass(frozen=True)
class _Counted:
    """How often a counted loop runs, None for ever; its counter at the end if numbers had no limits, and these."""

    many: int | None
    last: int
    limits: tuple[int, int]
    format: str


_MIRROR = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le", "ne": "ne"}


def _limits(dtype: str) -> tuple[int, int]:
    """The least and the largest whole number of a format."""
    bits = int("".join(c for c in dtype if c.isdigit()) or 32)
    return (0, 2**bits - 1) if dtype.startswith("u") else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)


_FAR = 2**200


def _rounds(start: int, stop: int, step: int, how: str, limits: tuple[int, int] | None = None) -> int | None:
    """Rounds of ``while i how stop: i += step`` in numbers that wrap around at their limits; None where it never ends.

    >>> _rounds(0, 10, 2, "lt"), _rounds(0, 9, 1, "le"), _rounds(10, 0, -1, "gt"), _rounds(0, 9, 2, "ne")
    (5, 10, 10, None)
    >>> _rounds(0, 120, 50, "lt", (-128, 127)), _rounds(3, 0, -1, "ge", (0, 255))
    (23, None)
    """
    low, high = limits or (-_FAR, _FAR - 1)
    ends = {"lt": (stop, high), "le": (stop + 1, high), "gt": (low, stop), "ge": (low, stop - 1), "ne": (stop, stop)}
    first, last = ends[how]
    if first > last:
        return None
    if first <= start <= last:
        return 0
    every = high - low + 1
    found = _first(step % every, every, (first - start) % every, (last - start) % every)
    around = found is not None and not low <= start + found * step <= high
    return None if around and limits is None else found


def _first(a: int, m: int, low: int, high: int) -> int | None:
    """The least k with low <= a*k mod m <= high, as Euclid's algorithm finds it; None where there is none."""
    if low == 0:
        return 0
    if a == 0:
        return None
    if 2 * a > m:
        return _first(m - a, m, m - high, m - low)
    k = -(-low // a)
    if a * k <= high:
        return k
    over = _first(-m % a, a, low % a, high % a)
    return None if over is None else -(-(low + m * over) // a)


def _steps(at: Site, ins: list[Value]) -> Ratio | None:
    seen: list[_Counted] = []
    consts = at.params["cond_nconsts"], at.params["body_nconsts"]
    for k, (test, body) in enumerate(zip(at.each("cond_jaxpr"), at.each("body_jaxpr"))):
        n = _Loop(test.jaxpr, body.jaxpr, ins, consts, k).rounds()
        if n is None:
            return None
        seen.append(n)
    counts = [n.many for n in seen if n.many is not None]
    if len(counts) < len(seen):
        raise SymroofError(f"a while loop that never ends: its counter, {seen[0].format}, does not come to where its "
                           f"test is false\n    {at.line.told}")  # fmt: skip
    many = at.walk.number(tuple(counts), at.line, "the length of a loop")
    at.walk.o.holds_from(many, at.line)
    _within(at, seen)
    return many


def _within(at: Site, seen: list[_Counted]) -> None:
    """A narrow counter that did not wrap around in the traces must not do so elsewhere."""
    (low, high), o = seen[0].limits, at.walk.o
    if high - low >= 2**32 - 1 or not all(low <= n.last <= high for n in seen):
        return
    last = at.walk.number(tuple(n.last for n in seen), at.line, "the last number of a loop")
    o.holds_from(high - last, at.line)
    o.holds_from(last - low, at.line)


# -- cond -------------------------------------------------------------------------------------------------------------


def cond(at: Site) -> list[Value]:
    """The branch that does most, the one chosen, or the one that every platform without its own takes."""
    ins = at.walk.in_memory(at)
    graphs = []
    for b in zip(*at.each("branches")):
        region = _inputs(at, list(b))
        for v, outer in zip(region, ins[1:]):
            if outer.free:
                v.home = "generated"
        graphs.append(_region(at, list(b), region, ins[1:]))
    pick, told = _pick(at, graphs)
    if told:
        at.walk.o.notes.append(told)
    outs = at.made()
    handed(graphs[pick].outs, outs)
    body = Body(graphs[pick], ratio(1), len(ins) - 1, 0, False, f"branch {pick} of {len(graphs)}")
    taken = [graphs[pick]] if at.params.get("branches_platforms") else graphs
    body.hands = tuple(tuple(handed_on(g, i, ins[1:], at.nodes) for g in taken) for i in range(len(outs)))
    if ins[0].root.home != "literal" and not at.params.get("branches_platforms"):
        body.tested = True
        body.graph.ins.append(Value(ins[0].shape, ins[0].dtype, "input"))
    at.nodes.append(Node("cond", "loop", [*ins[1:], *ins[: body.tested]], outs, {}, at.line, at.path, at.phase,
                         body=body))  # fmt: skip
    return outs


def _pick(at: Site, graphs: list[Graph]) -> tuple[int, str]:
    platforms = at.params.get("branches_platforms")
    if platforms and None in platforms:
        return list(platforms).index(None), ""
    line, chosen = at.line, at.walk.o.branch
    if isinstance(chosen, Mapping):
        chosen = chosen.get(str(line), chosen.get(line.function))
    if chosen is not None:
        at.walk.o.used.add("branch")
        if not 0 <= chosen < len(graphs):
            raise SymroofError(f"branch={chosen}: the cond has branches 0 to {len(graphs) - 1}\n    {line.told}")
        return chosen, f"branch {chosen} of the cond at {line} is counted, as asked"
    return _heaviest(at, [_Branch.of(g) for g in graphs])


@final
@dataclass(frozen=True)
class _Branch:
    """What a branch does: its work by unit and format, what it moves, what it sends over each set of mesh axes."""

    work: Work
    moved: Ratio
    sent: Mapping[tuple[str, ...], Ratio]

    @classmethod
    def of(cls, g: Graph) -> _Branch:
        live = without_dead_code(Graph(g.ins, g.outs, list(g.nodes)))
        runs = list(every(live))
        sent: dict[tuple[str, ...], Ratio] = {}
        for s, t in ((s, t) for n, t in runs for s in n.sends):
            sent[s.axes] = sent.get(s.axes, ratio(0)) + s.volume * t
        work = add_work((n.work, t) for n, t in runs)
        moved = total((k.loads + k.stores) * k.times for k in flat(kernels(live)))
        return cls({k: w for k, w in work.items() if w != 0}, moved, sent)

    def unit(self, products: bool) -> Ratio:
        """Work of products, or all other."""
        return total(w for (u, _), w in self.work.items() if (u == MATRIX) == products)

    def does_most(self, others: list[_Branch], products: bool) -> bool:
        """Whether at all sizes no other does more of the work that counts, moves more or sends more."""
        return all(
            _no_less(self.unit(products), o.unit(products))
            and _no_less(self.moved, o.moved)
            and all(_no_less(self.sent.get(a, ratio(0)), b) for a, b in o.sent.items())
            for o in others
        )


def _heaviest(at: Site, branches: list[_Branch]) -> tuple[int, str]:
    """The branch that does most at all sizes, and a note of it; raises SymroofError where none does."""
    if all(b == branches[0] for b in branches):
        return 0, ""
    products = any(b.unit(True) != 0 for b in branches)
    most = [i for i, b in enumerate(branches) if b.does_most(branches, products)]
    if not most:
        rows = [
            f"    branch {i}: {b.unit(products)} {'FLOPs' if products else 'operations'}, {b.moved} bytes"
            + ("".join(f", {v} bytes over {'*'.join(a)}" for a, v in b.sent.items()))
            for i, b in enumerate(branches)
        ]
        told = "\n".join(rows)
        raise SymroofError(
            f"no branch of a cond does most at all sizes, in work, bytes moved and bytes sent\n    {at.line.told}\n"
            f'{told}\n    say which counts, as in branch=0 (what False takes), or fix sizes, as in sizes={{"T": 4096}}'
        )
    best = next((i for i in most if branches[i].does_most(branches, not products)), most[0])
    told = (
        f"branch {best} of {len(branches)} of the cond at {at.line} is counted, the heaviest; branch= chooses another"
    )
    more = [i for i, b in enumerate(branches) if not _no_less(branches[best].unit(not products), b.unit(not products))]
    if more:
        told += f"; branch {more[0]} does more of other work, {branches[more[0]].unit(not products)}"
    return best, told


def _no_less(a: Ratio, b: Ratio) -> bool:
    """Whether a >= b at all sizes from 1 on, for certain."""
    return never_negative(a - b)
