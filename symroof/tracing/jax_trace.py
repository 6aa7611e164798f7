"""JAX programs: the jaxprs of four abstract traces walked in step, every integer in them read back as a polynomial.

Nothing is run and no array is made: ``jax.make_jaxpr`` on shapes.  A region (``scan``, ``while``, ``cond``) keeps its
own body; everything that only wraps another program (``jit``, ``remat``, ``custom_vjp``, ``shard_map``) is read in its
place.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, final

from symroof.algebra.posynomial import Ratio, product, ratio
from symroof.errors import SymroofError
from symroof.tracing import costs
from symroof.tracing.given import Given, given_cost
from symroof.tracing.graph import Body, Graph, Line, Node, Send, Value, Work, add_work, format_of, without_dead_code
from symroof.tracing.naming import product_text
from symroof.tracing.reader import Unread, letter
from symroof.tracing.sites import is_framework, is_library, user_line

CUTTING = 'write a size that is divided as a product (D as 2*K or N*H), or trace with sizes="symbolic"'
_SKIPPED = {"perm", "jaxpr", "call_jaxpr", "fun_jaxpr", "branches", "cond_jaxpr", "body_jaxpr", "mesh", "in_specs",
            "out_specs", "in_names", "out_names", "name", "ctx_mesh", "debug_info", "jvp_jaxpr_fun", "fwd_jaxpr_thunk",
            "bwd", "jvp_jaxpr_thunk", "sharding", "out_sharding", "in_shardings", "out_shardings", "axis_size",
            "update_jaxpr", "to_apply", "computation", "comparator",
            "transpose_jaxpr", "callback", "policy"}  # fmt: skip


@final
@dataclass
class Options:
    """What a walk needs to know besides the programs."""

    reader: Any  # .read(seen) -> Ratio
    axes: dict[str, Ratio] = field(default_factory=dict)  # mesh axes by name
    costs: Mapping[str, Given] = field(default_factory=dict)
    branch: Mapping[str, int] | int | None = None
    notes: list[str] = field(default_factory=list)
    trips: list[str] = field(default_factory=list)
    taken: frozenset[str] = frozenset()  # names that sizes have already


@final
class _Call:
    """One equation in all traces, as its rule sees it."""

    def __init__(self, walk: Walk, eqns: list[Any], ins: list[Value], outs: list[Value], line: Line) -> None:
        self.walk, self.eqns, self.line = walk, eqns, line
        self.name: str = eqns[0].primitive.name
        self.ins, self.outs = ins, outs
        self.params: Mapping[str, Any] = eqns[0].params

    def whole(self, count: Callable[..., int]) -> Ratio:
        seen = []
        for e in self.eqns:
            shapes = [tuple(v.aval.shape) for v in e.invars], [tuple(v.aval.shape) for v in e.outvars]
            if any(not isinstance(d, int) for s in (*shapes[0], *shapes[1]) for d in s):
                raise SymroofError(f"{self.name} is counted at prime sizes only; leave out sizes=\"symbolic\" "
                                   f"{self.line.told}")  # fmt: skip
            seen.append(count(e.params, *shapes))
        return self.walk.number(tuple(seen), self.line, f"a count of {self.name}")


@final
class Walk:
    """Reads jaxprs of one program traced several times into a graph."""

    def __init__(self, options: Options) -> None:
        self.o = options
        self._shapes: dict[Any, tuple[tuple[Ratio, ...], Ratio]] = {}
        self._lines: dict[Any, Line] = {}
        self._written: dict[int, Line] = {}  # of an array: the line that made it
        self._around = Line()  # of the equation whose body is read
        self._caller: Line | None = None  # inside a library's jitted function, whose trace may be of another call

    # -- arrays ------------------------------------------------------------------------------------------------------
    def number(self, seen: tuple[Any, ...], line: Line, what: str = "a size") -> Ratio:
        """An integer seen in every trace as a polynomial; the error names the user's line."""
        try:
            found: Ratio = self.o.reader.read(seen)
            return found
        except Unread as e:
            raise Unread(f"{what} {e}\n    {line.told}\n    {CUTTING}") from None

    def shape(self, avals: Sequence[Any], line: Line) -> tuple[tuple[Ratio, ...], Ratio]:
        key = tuple(a.shape for a in avals)
        found = self._shapes.get(key)
        if found is None:
            dims = tuple(self.number(tuple(d), line) for d in zip(*key))
            found = self._shapes[key] = (dims, product(dims))
        return found

    def made(self, vars_: Sequence[Any], line: Line, home: str = "made") -> Value:
        avals = [v.aval for v in vars_]
        if not hasattr(avals[0], "shape"):  # a token or a mutable reference
            inner = getattr(avals[0], "inner_aval", None)
            if inner is None:
                return Value((), "opaque", "generated")
            avals = [a.inner_aval for a in avals]
        dims, elements = self.shape(avals, line)
        return Value(dims, format_of(str(avals[0].dtype)), home, elements)

    def literal(self, vars_: Sequence[Any], line: Line) -> Value:
        v = self.made(vars_, line, "literal" if not vars_[0].aval.shape else "constant")
        values = [x.val for x in vars_]
        if not vars_[0].aval.shape and str(vars_[0].aval.dtype).startswith(("int", "uint")):
            v.ints = tuple(int(x) for x in values)
        return v

    # -- programs ----------------------------------------------------------------------------------------------------
    def closed(self, jaxprs: Sequence[Any], ins: list[Value], nodes: list[Node], path: str, phase: str) -> list[Value]:
        """The outputs of closed programs read in place; what they captured counts as arrays in memory."""
        inner = [getattr(j, "jaxpr", j) for j in jaxprs]
        consts = [self.made(v, Line(), "constant") for v in zip(*(j.constvars for j in inner))]
        return self.program(inner, consts, ins, nodes, path, phase)

    def program(
        self, jaxprs: Sequence[Any], consts: list[Value], ins: list[Value], nodes: list[Node], path: str, phase: str
    ) -> list[Value]:
        count = len(jaxprs)
        envs: list[dict[Any, Value]] = [{} for _ in jaxprs]
        for env, j in zip(envs, jaxprs):
            env.update(zip(j.constvars, consts))
            env.update(zip(j.invars, ins))
        if len({len(j.eqns) for j in jaxprs}) > 1:
            self._differ(jaxprs)
        for eqns in zip(*(j.eqns for j in jaxprs)):
            first = eqns[0]
            line = self._caller or self.line(first)
            if len({e.primitive.name for e in eqns}) > 1 or len({len(e.invars) for e in eqns}) > 1:
                self._differ(jaxprs)
            args: list[Value] = []
            for vs in zip(*(e.invars for e in eqns)):
                if hasattr(vs[0], "val"):
                    args.append(self.literal(vs, line))
                    continue
                found = envs[0][vs[0]]
                if any(hasattr(vs[k], "val") or envs[k][vs[k]] is not found for k in range(1, count)):
                    self._differ(jaxprs, line)
                args.append(found)
            if not line.file:
                line = next((self._written[id(v)] for v in args if id(v) in self._written), line)
            outs = self._equation(list(eqns), args, nodes, line, path, phase)
            self._written.update((id(v), line) for v in outs)
            for k, e in enumerate(eqns):
                env = envs[k]
                for v, made in zip(e.outvars, outs):
                    env[v] = made
        results = []
        for vs in zip(*(j.outvars for j in jaxprs)):
            results.append(self.literal(vs, Line()) if hasattr(vs[0], "val") else envs[0][vs[0]])
        return results

    def line(self, eqn: Any) -> Line:
        tb = eqn.source_info.traceback
        if tb is None:
            return Line()
        try:
            codes, spots = tb.raw_frames()
        except AttributeError:
            return user_line((f.file_name, f.line_num, f.function_name) for f in tb.frames)
        second = None
        for code, at in zip(codes, spots):
            if not is_library(code.co_filename):
                return self._spot(tb, code, at)
            if second is None and not is_framework(code.co_filename):
                second = (code, at)
        return self._spot(tb, *second) if second else Line()

    def _spot(self, tb: Any, code: Any, at: int) -> Line:
        found = self._lines.get((code, at))
        if found is None:
            number = type(tb).code_addr2line(code, at)
            found = self._lines[code, at] = Line(code.co_filename, number, code.co_name)
        return found

    def _differ(self, jaxprs: Sequence[Any], at: Line | None = None) -> None:
        """The traces are not one program: a branch of Python on a size, or a loop over one."""
        lists = [list(j.eqns) for j in jaxprs]
        longest = max(len(x) for x in lists)
        lines: list[Line] = []
        for i in range(longest):
            row = [x[i] if i < len(x) else None for x in lists]
            if len({None if e is None else (e.primitive.name, len(e.invars)) for e in row}) > 1:
                lines = [self.line(e) for e in row if e is not None]
                break
        line = next((x for x in (*lines[:1], at) if x is not None and x.file), self._around)
        others = sorted({str(x) for x in lines if x != line and x.file})
        also = f"; in another trace {', '.join(others)}" if others else ""
        raise Branches(
            "the program is another one at other sizes: a branch or a Python loop on a size\n"
            f"    {line.told}{also}\n    {_pairing(line)}use lax.cond or lax.scan, or fix the size, as in "
            'sizes={"T": 4096}',
            lists,
        )

    # -- equations ---------------------------------------------------------------------------------------------------
    def _equation(
        self, eqns: list[Any], ins: list[Value], nodes: list[Node], line: Line, path: str, phase: str
    ) -> list[Value]:
        e = eqns[0]
        name: str = e.primitive.name
        path, phase = _place(e, path, phase)
        if name in costs.INSIDE:
            return self._inside(eqns, ins, nodes, path, phase, line)
        if name in ("scan", "while", "cond"):
            read = {"scan": self._scan, "while": self._while, "cond": self._cond}[name]
            return read(eqns, ins, nodes, line, path, phase)
        if name == "custom_linear_solve":
            solve = [x.params["jaxprs"].solve for x in eqns]
            skip = sum(x for x in e.params["const_lengths"][:-2]) if False else 0
            lengths = e.params["const_lengths"]
            first = lengths.matvec + lengths.vecmat
            rest = ins[sum(lengths) :]
            return self.closed(solve, [*ins[first + skip : first + lengths.solve], *rest], nodes, path, phase)
        self._same_parameters(eqns, line)
        outs = [self.made(vs, line) for vs in zip(*(x.outvars for x in eqns))]
        call = _Call(self, eqns, ins, outs, line)
        given = given_cost(self.o.costs, name, e.params)
        if given is not None:
            self._given(call, given, nodes, path, phase)
        elif name in costs.COLLECTIVES:
            self._collective(call, nodes, path, phase)
        elif name in costs.SILENT:
            pass
        else:
            self._ruled(call, nodes, path, phase)
        return outs

    def _ruled(self, call: _Call, nodes: list[Node], path: str, phase: str) -> None:
        name, line = call.name, call.line
        rule = costs.rule_for(name)
        if rule is None:
            what = costs.FOREIGN.get(name, "a primitive without a rule")
            keys = _label(call.params) or name
            raise SymroofError(f"{name} is {what}\n    {line.told}\n    {costs.remedy_for(name, keys)}")
        if name in _SLICES:
            _sliced(call)
            if name != "dynamic_update_slice":
                return
        kind, work = rule.kind, rule.work(call)
        if call.outs and call.outs[0].elements == 1 and all(v.free for v in call.ins):
            work = {}  # numbers alone: worked out when it is compiled
        if kind == "view" and call.ins:
            _view(call)
            return
        if kind == "generate" or (kind == "vector" and all(v.free for v in call.ins)):
            for v in call.outs:
                v.home = "generated"
            kind = "vector"
        node = Node(name, kind, call.ins, call.outs, work, line, path, phase)
        if kind == "matrix":
            node.notation = _product(call)
        _traffic(node)
        nodes.append(node)

    def _given(self, call: _Call, given: Given, nodes: list[Node], path: str, phase: str) -> None:
        node = Node(call.name, "move", call.ins, call.outs, dict(given.work), call.line, path, phase)
        if given.bytes is not None:
            node.loads, node.stores = given.bytes, ratio(0)
        nodes.append(node)

    def _same_parameters(self, eqns: list[Any], line: Line) -> None:
        """Integers among the parameters that differ from trace to trace must be sizes too; nothing else may differ."""
        if len(eqns) == 1:
            return
        first = eqns[0].params
        for key, value in first.items():
            if key in _SKIPPED:
                continue
            others = [e.params[key] for e in eqns[1:]]
            try:
                if all(o == value for o in others):
                    continue
            except Exception:  # a parameter that cannot be compared, such as an array, says nothing of sizes
                continue
            self._joint([value, *others], line, f"{key} of {eqns[0].primitive.name}")

    def _joint(self, values: list[Any], line: Line, what: str) -> None:
        if all(type(v) is int for v in values):
            self.number(tuple(values), line, what)
        elif all(isinstance(v, (tuple, list)) for v in values):
            if len({len(v) for v in values}) > 1:
                raise SymroofError(f"{what} has another length at other sizes\n    {line.told}\n    {CUTTING}")
            for row in zip(*values):
                self._joint(list(row), line, what)
        elif all(hasattr(v, "_fields") for v in values):
            for row in zip(*values):
                self._joint(list(row), line, what)

    def _inside(
        self, eqns: list[Any], ins: list[Value], nodes: list[Node], path: str, phase: str, line: Line
    ) -> list[Value]:
        e = eqns[0]
        given = given_cost(self.o.costs, str(e.params.get("name", "")), {})
        if given is not None:
            outs = [self.made(vs, line) for vs in zip(*(x.outvars for x in eqns))]
            self._given(_Call(self, eqns, ins, outs, line), given, nodes, path, phase)
            return outs
        key = next((k for k in costs.INSIDE[e.primitive.name] if k in e.params), None)
        if key is None:
            raise SymroofError(f"{e.primitive.name} shows no program inside it\n    {line.told}")
        bodies = [x.params[key] for x in eqns]
        if e.primitive.name == "shard_map":
            return self._sharded(eqns, bodies, ins, nodes, path, phase, line)
        if any(not hasattr(getattr(b, "jaxpr", b), "eqns") for b in bodies):
            raise SymroofError(f"{e.primitive.name} shows no program inside it\n    {line.told}")
        inner = [getattr(b, "jaxpr", b) for b in bodies]
        args = ins[len(ins) - len(inner[0].invars) :] if e.primitive.name == "custom_lin" else ins
        before, self._around = self._caller, line if line.file else self._around
        if before is None and line.file and _of_library(inner[0]):
            self._caller = line
        outs = self.closed(bodies, args, nodes, path, phase)
        self._caller = before
        return outs

    def _sharded(
        self, eqns: list[Any], bodies: list[Any], ins: list[Value], nodes: list[Node], path: str, phase: str, line: Line
    ) -> list[Value]:
        """One device's program; its arrays are the parts of the outer ones."""
        meshes = [x.params["mesh"] for x in eqns]
        for axis in meshes[0].shape:
            self.o.axes.setdefault(axis, self.number(tuple(m.shape[axis] for m in meshes), line, f"mesh axis {axis}"))
        inner = [getattr(b, "jaxpr", b) for b in bodies]
        local = []
        for outer, vs in zip(ins, zip(*(j.invars for j in inner))):
            dims, elements = self.shape([v.aval for v in vs], line)
            local.append(
                Value(dims, outer.dtype, "made", elements, outer, None if elements == outer.elements else elements)
            )
        made = self.closed(bodies, local, nodes, path, phase)
        outs = []
        for inside, vs in zip(made, zip(*(x.outvars for x in eqns))):
            dims, _ = self.shape([v.aval for v in vs], line)
            outs.append(Value(dims, inside.dtype, "made", inside.elements, inside))
        return outs

    # -- control flow ------------------------------------------------------------------------------------------------
    def _region(self, jaxprs: list[Any], ins: list[Value], path: str, phase: str) -> Graph:
        nodes: list[Node] = []
        outs = self.closed(jaxprs, ins, nodes, path, phase)
        return Graph(ins, outs, nodes)

    def _in_memory(self, values: list[Value], nodes: list[Node], line: Line, path: str, phase: str) -> list[Value]:
        """A loop reads what was cast or picked before it from memory: such views are made first, by a copy."""
        out = []
        for v in values:
            if v.source is not None and v.root.home not in ("literal", "generated") and v.dtype != v.root.dtype:
                w = Value(v.shape, v.dtype, "made", v.elements)
                nodes.append(Node("convert_element_type", "vector", [v], [w], {}, line, path, phase))
                v = w
            out.append(v)
        return out

    def _scan(
        self, eqns: list[Any], ins: list[Value], nodes: list[Node], line: Line, path: str, phase: str
    ) -> list[Value]:
        p = eqns[0].params
        length = self.number(tuple(e.params["length"] for e in eqns), line, "the length of a scan")
        bodies = [e.params["jaxpr"] for e in eqns]
        inner = [getattr(b, "jaxpr", b) for b in bodies]
        ins = self._in_memory(ins, nodes, line, path, phase)
        region = [self.made(vs, line, "input") for vs in zip(*(j.invars for j in inner))]
        for v, outer in zip(region[: p["num_consts"]], ins):
            v.ints = outer.ints
            if outer.free:
                v.home = "generated"
        graph = self._region(bodies, region, path, phase)
        outs = [self.made(vs, line) for vs in zip(*(e.outvars for e in eqns))]
        body = Body(graph, length, p["num_consts"], p["num_carry"], True, f"scan of {length}")
        nodes.append(Node("scan", "loop", ins, outs, {}, line, path, phase, body=body))
        return outs

    def _while(
        self, eqns: list[Any], ins: list[Value], nodes: list[Node], line: Line, path: str, phase: str
    ) -> list[Value]:
        p = eqns[0].params
        c, b = p["cond_nconsts"], p["body_nconsts"]
        tests, bodies = [e.params["cond_jaxpr"] for e in eqns], [e.params["body_jaxpr"] for e in eqns]
        ins = self._in_memory(ins, nodes, line, path, phase)
        steps = self._steps(tests, bodies, ins, c, b)
        certain = steps is not None
        trips = steps if steps is not None else self._unknown_trips(line)
        carry = ins[c + b :]
        test_in = [self.made(vs, line, "input") for vs in zip(*(j.jaxpr.invars for j in tests))]
        body_in = [self.made(vs, line, "input") for vs in zip(*(j.jaxpr.invars for j in bodies))]
        test, body = self._region(tests, test_in, path, phase), self._region(bodies, body_in, path, phase)
        outs = [self.made(vs, line) for vs in zip(*(e.outvars for e in eqns))]
        if test.nodes:
            found = Body(test, trips + 1, c + len(carry), 0, True, "the test of a while")
            verdict = [Value((), "bool")]
            made = Node("while", "loop", [*ins[:c], *carry], verdict, {}, line, path, phase, body=found)
            made.needs = (ratio(0),)  # kept alive by the loop itself
            nodes.append(made)
        whole = Body(body, trips, b, len(carry), certain, f"while, {trips} times")
        tested = [verdict[0]] if test.nodes else []
        node = Node("while", "loop", [*ins[c:], *tested], outs, {}, line, path, phase, body=whole)
        if tested:
            whole.graph.ins.append(tested[0])
        nodes.append(node)
        return outs

    def _unknown_trips(self, line: Line) -> Ratio:
        taken = {*self.o.taken, *self.o.trips}
        name = next(n for n in ("trips", *(f"trips_{k}" for k in range(2, 999))) if n not in taken)
        self.o.trips.append(name)
        self.o.notes.append(f"{name} is how often the while loop at {line} runs, which depends on the data")
        return letter(name)

    def _steps(self, tests: list[Any], bodies: list[Any], ins: list[Value], c: int, b: int) -> Ratio | None:
        """N - i0 of a loop that counts i up by one while i < n; None for any other."""
        seen = []
        for k, (test, body) in enumerate(zip(tests, bodies)):
            eqns = test.jaxpr.eqns
            if len(eqns) != 1 or eqns[0].primitive.name != "lt":
                return None
            i, n = eqns[0].invars
            if i not in test.jaxpr.invars:
                return None
            at = test.jaxpr.invars.index(i) - c
            start = ins[c + b + at].ints if at >= 0 else None
            stop = self._constant(n, test, ins, c, b, k, body)
            if start is None or stop is None or not _counts_up(body.jaxpr, b + at, at):
                return None
            seen.append(max(stop - start[k], 0))
        return self.number(tuple(seen), Line(), "the length of a loop")

    def _constant(self, v: Any, test: Any, ins: list[Value], c: int, b: int, trace: int, body: Any) -> int | None:
        if hasattr(v, "val"):
            return int(v.val)
        if v not in test.jaxpr.invars:
            return None
        j = test.jaxpr.invars.index(v)
        if j < c:
            found = ins[j].ints
        else:
            inner = body.jaxpr.invars[b + j - c]
            found = ins[b + j].ints if body.jaxpr.outvars[j - c] is inner else None
        return found[trace] if found is not None else None

    def _cond(
        self, eqns: list[Any], ins: list[Value], nodes: list[Node], line: Line, path: str, phase: str
    ) -> list[Value]:
        """The branch that does most, or the one chosen."""
        ins = self._in_memory(ins, nodes, line, path, phase)
        branches = list(zip(*(e.params["branches"] for e in eqns)))
        graphs = []
        for b in branches:
            region = [self.made(vs, line, "input") for vs in zip(*(j.jaxpr.invars for j in b))]
            for v, outer in zip(region, ins[1:]):
                if outer.free:
                    v.home = "generated"
            graphs.append(self._region(list(b), region, path, phase))
        pick, told = self._pick(graphs, line)
        if told:
            self.o.notes.append(told)
        outs = [self.made(vs, line) for vs in zip(*(e.outvars for e in eqns))]
        body = Body(graphs[pick], ratio(1), len(ins) - 1, 0, False, f"branch {pick} of {len(graphs)}")
        nodes.append(Node("cond", "loop", ins[1:], outs, {}, line, path, phase, body=body))
        return outs

    def _pick(self, graphs: list[Graph], line: Line) -> tuple[int, str]:
        chosen = self.o.branch
        if isinstance(chosen, Mapping):
            chosen = chosen.get(str(line), chosen.get(line.function))
        if chosen is not None:
            if not 0 <= chosen < len(graphs):
                raise SymroofError(f"branch={chosen}: the cond has branches 0 to {len(graphs) - 1}\n    {line.told}")
            return chosen, f"branch {chosen} of the cond at {line} is counted, as asked"
        weights = []
        for g in graphs:
            live = without_dead_code(Graph(g.ins, g.outs, list(g.nodes)))
            from symroof.tracing.graph import every

            work = add_work((n.work, t) for n, t in every(live))
            total = sum((w for (u, _), w in work.items()), ratio(0))
            matrix = sum((w for (u, _), w in work.items() if u == "matrix"), ratio(0))
            moved = sum((v.bytes * t for n, t in every(live) for v in n.outs), ratio(0))
            weights.append([(_value(matrix, v), _value(total, v), _value(moved, v)) for v in (2048, 10**6)])
        best = max(range(len(graphs)), key=lambda i: weights[i][1])
        if len(graphs) < 2 or all(w == weights[0] for w in weights):
            return best, ""
        unsure = "" if best == max(range(len(graphs)), key=lambda i: weights[i][0]) else " where the sizes are large"
        which = f"branch {best} of {len(graphs)} of the cond at {line} is counted, the heaviest{unsure}"
        return best, f"{which}; branch= chooses another"

    # -- the network -------------------------------------------------------------------------------------------------
    def _collective(self, call: _Call, nodes: list[Node], path: str, phase: str) -> None:
        name, of = costs.COLLECTIVES[call.name]
        p = call.params
        axes = p.get("axes", p.get("axis_name"))
        axes = tuple(a for a in (axes if isinstance(axes, (tuple, list)) else (axes,)))
        if any(isinstance(a, int) for a in axes):
            raise SymroofError(f"{call.name} over an axis of the array inside vmap is no communication that is counted"
                               f"\n    {call.line.told}")  # fmt: skip
        if p.get("axis_index_groups") is not None:
            raise SymroofError(f"{call.name} in groups of the axis {axes[0]} has no rule\n    {call.line.told}\n"
                               "    make two mesh axes of it")  # fmt: skip
        missing = [a for a in axes if a not in self.o.axes]
        if missing:
            raise SymroofError(f'mesh axis {missing[0]} has no size\n    {call.line.told}\n    say mesh="{missing[0]}"')
        ways = product(self.o.axes[a] for a in axes)
        call.ins = self._in_memory(call.ins, nodes, call.line, path, phase)
        sends = []
        for a, b in zip(call.ins, call.outs):
            if a.free:
                continue
            volume = {"in": a.bytes, "out": b.bytes, "all": a.bytes * ways}[of]
            hops = 1
            if name == "PointToPoint":
                hops = self._distance(call)
            sends.append(Send(name, volume, tuple(str(x) for x in axes), hops))
        text = f"{name}_{''.join(map(str, axes))}"
        node = Node(call.name, "collective", call.ins, call.outs, {}, call.line, path, phase, text,
                    ratio(0), ratio(0), sends=tuple(sends))  # fmt: skip
        nodes.append(node)

    def _distance(self, call: _Call) -> int:
        """How far on a ring the farthest piece of a permutation goes; the same in every trace."""
        far = set()
        for e in call.eqns:
            perm = e.params["perm"]
            n = max((max(a, b) for a, b in perm), default=0) + 1
            far.add(max((min((b - a) % n, (a - b) % n) for a, b in perm), default=0))
        if len(far) > 1:
            raise SymroofError(f"ppermute goes {', '.join(map(str, sorted(far)))} hops at other mesh sizes\n"
                               f"    {call.line.told}\n    fix the mesh size, as in mesh=\"X=8\"")  # fmt: skip
        return max(far.pop(), 1)


class Branches(SymroofError):
    """The traces are not one program; carries their equations."""

    def __init__(self, message: str, lists: Sequence[Sequence[Any]] = ()) -> None:
        super().__init__(message)
        self.counts = tuple(len(x) for x in lists)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self),)


def _pairing(line: Line) -> str:
    """An einsum of three operands or more chooses its order by the sizes."""
    several = "einsum" in line.text
    return (
        "an einsum of three operands is paired by their sizes: say optimize=[(0, 1), (0, 1)]; else " if several else ""
    )


_SLICES = {"slice", "dynamic_slice", "split", "dynamic_update_slice"}


def _of_library(jaxpr: Any) -> bool:
    """Whether a program inside another is a library's own function, such as ``jax.nn.silu``."""
    told = str(getattr(getattr(jaxpr, "debug_info", None), "func_src_info", "") or "")
    found = re.search(r" at (.+?):\d+", told)
    return found is not None and is_library(found.group(1))


def _value(r: Ratio, size: int) -> float:
    return float(r.at(dict.fromkeys(r.names, size)))


def _label(params: Mapping[str, Any]) -> str:
    """What the user calls a kernel or a foreign function."""
    for key in ("name", "target_name", "call_target_name", "kernel_name", "name_and_src_info"):
        if params.get(key):
            return str(getattr(params[key], "name", params[key])).split()[0]
    return str(getattr(getattr(params.get("jaxpr"), "debug_info", None), "func_name", None) or "")


def _place(eqn: Any, path: str, phase: str) -> tuple[str, str]:
    """Module path and phase of an equation, within those of what surrounds it."""
    parts = [path] if path else []
    for x in eqn.source_info.name_stack.stack:
        name = str(getattr(x, "name", x))
        if type(x).__name__ == "Transform":
            phase = "backward" if name == "transpose" else phase
        elif name == "rematted_computation":
            phase = "recomputed"
        elif (
            name not in ("checkpoint", "while", "body", "cond", "scan", "closed_call")
            and not _BRANCH.match(name)
            and "->" not in name
        ):
            parts.append(name)
    return "/".join(parts), phase


_BRANCH = re.compile(r"branch_\d+_fun")


def _view(call: _Call) -> None:
    """The results look at the operands, in order; one that is made of nothing stays so."""
    for i, out in enumerate(call.outs):
        source = call.ins[min(i, len(call.ins) - 1)]
        out.source = source
        out.ints = source.ints if call.name in ("convert_element_type", "copy", "copy_p", "broadcast_in_dim", "reshape",
                                                "stop_gradient", "pvary", "pbroadcast") else None  # fmt: skip
        if call.name == "broadcast_in_dim" and call.ins[0].shape:
            pass  # reads the smaller array, whole


def _sliced(call: _Call) -> None:
    """A slice looks at part of its operand; an update writes its part in place."""
    if call.name == "dynamic_update_slice":
        return
    for out in call.outs:
        out.source, out.part = call.ins[0], out.elements
    shape = call.eqns[0].outvars[0].aval.shape
    if any(not isinstance(d, int) for d in shape):
        return
    starts: list[int] | None = None
    steps = [1] * len(shape)
    if call.name == "slice":
        starts = list(call.params["start_indices"])
        stops = list(call.params["limit_indices"])
        steps = list(call.params["strides"] or steps)
    elif call.name == "dynamic_slice" and all(v.ints is not None for v in call.ins[1:]):
        starts = [v.ints[0] for v in call.ins[1:] if v.ints is not None]
        stops = [a + n for a, n in zip(starts, shape)]
    if starts is not None:
        call.outs[0].spot = tuple(zip(starts, stops, steps))


def _traffic(n: Node) -> None:
    """Bytes of what does not read its operands and write its results whole, and what it needs of each for certain."""
    if n.name == "gather":
        rows, index = n.outs[0], n.ins[1]
        n.loads, n.stores = rows.bytes + index.bytes, rows.bytes
        n.needs = (ratio(0), None)
    elif n.name == "dynamic_update_slice":
        update = n.ins[1]
        n.loads, n.stores = update.bytes, update.bytes
        n.needs = (ratio(0), None)
    elif n.name.startswith("scatter"):
        index, update = n.ins[1], n.ins[2]
        adds = n.name != "scatter"
        n.loads = update.bytes * (2 if adds else 1) + index.bytes
        n.stores, n.needs = update.bytes, (ratio(0), None, None)


def _counts_up(body: Any, i: int, out: int) -> bool:
    """Whether output ``out`` of a loop's body is its input ``i`` plus one."""
    target = body.outvars[out]
    for e in body.eqns:
        if e.outvars and e.outvars[0] is target:
            if e.primitive.name not in ("add", "add_any"):
                return False
            a, b = e.invars
            one = b if a is body.invars[i] else a if b is body.invars[i] else None
            return one is not None and hasattr(one, "val") and math.prod(one.aval.shape) == 1 and int(one.val) == 1
    return False


def _product(call: _Call) -> str:
    p = call.params
    if call.name == "dot_general":
        (ca, cb), (ba, bb) = p["dimension_numbers"]
        return product_text(call.ins[0], call.ins[1], call.outs[0], (tuple(ca), tuple(cb)), (tuple(ba), tuple(bb)))
    shown = [f"{v.dtype}[{', '.join(map(str, v.shape))}]" for v in (*call.ins[:2], call.outs[0])]
    return f"{call.name}({shown[0]}, {shown[1]}) -> {shown[2]}"


def work_of(graph: Graph) -> Work:
    """All work of a program, loops times their length."""
    from symroof.tracing.graph import every

    return add_work((n.work, t) for n, t in every(graph))
