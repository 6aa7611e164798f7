"""JAX programs: the jaxprs of four abstract traces walked in step, every integer in them read back as a polynomial.

Nothing is run and no array is made: ``jax.make_jaxpr`` on shapes.  A region (``scan``, ``while``, ``cond``) keeps its
own body; everything that only wraps another program (``jit``, ``remat``, ``custom_vjp``, ``shard_map``) is read in its
place.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from typing import Any, NoReturn, final

import symroof.regexes as re
from symroof.algebra.ratios.posynomial import Ratio, product
from symroof.errors import SymroofError
from symroof.tracing import costs
from symroof.tracing.failure import Branches
from symroof.tracing.given import given_cost
from symroof.tracing.graph import Line, Node, Value, format_of, is_real
from symroof.tracing.jax_control import cond, scan, while_
from symroof.tracing.jax_network import collective, constrained, outside, sharded
from symroof.tracing.jax_parts import met
from symroof.tracing.jax_rules import priced, ruled
from symroof.tracing.jax_site import Options, Site
from symroof.tracing.masks import ALWAYS, NEVER, Affine
from symroof.tracing.reader import Unread
from symroof.tracing.sites import is_framework, is_library, user_line

ARGUMENT = "its shape is chosen by the sizes, as by a minimum or a threshold, unless you fix them"
_SKIPPED = {"perm", "jaxpr", "call_jaxpr", "fun_jaxpr", "branches", "cond_jaxpr", "body_jaxpr", "mesh", "in_specs",
            "out_specs", "in_names", "out_names", "name", "ctx_mesh", "debug_info", "jvp_jaxpr_fun", "fwd_jaxpr_thunk",
            "bwd", "jvp_jaxpr_thunk", "sharding", "out_sharding", "in_shardings", "out_shardings", "axis_size",
            "update_jaxpr", "to_apply", "computation", "comparator",
            "transpose_jaxpr", "callback", "policy"}  # fmt: skip


@final
class Walk:
    """Reads jaxprs of one program traced several times into a graph."""

    def __init__(self, options: Options) -> None:
        self.o = options
        self._shapes: dict[Any, tuple[tuple[Ratio, ...], Ratio]] = {}
        self._lines: dict[Any, Line] = {}
        self._written: dict[int, Line] = {}  # of an array: the line that made it
        self._around = Line()  # of the equation whose body is read
        self._now: Any = None  # the equation that is read
        self.within = ""  # the loop or cond whose body is read
        self._caller: Line | None = None  # inside a library's jitted function, whose trace may be of another call

    # -- arrays ------------------------------------------------------------------------------------------------------
    def number(self, seen: tuple[Any, ...], line: Line, what: str = "a size") -> Ratio:
        """An integer seen in every trace as a polynomial; the error names the user's line."""
        try:
            found: Ratio = self.o.reader.read(seen)
            return found
        except Unread as e:
            made = Unread(f"{what} {e}\n    {line.told}")
            made.divided = e.divided
            raise made from None

    def shape(self, avals: Sequence[Any], line: Line) -> tuple[tuple[Ratio, ...], Ratio]:
        key = tuple(a.shape for a in avals)
        found = self._shapes.get(key)
        if found is None:
            dims = tuple(self.number(tuple(d), line) for d in zip(*key))
            found = self._shapes[key] = (dims, product(dims))
            for d in dims:
                self.o.holds_from(d, line)
        return found

    def argument(self, avals: Sequence[Any], label: str) -> tuple[tuple[Ratio, ...], Ratio]:
        """The shape of an argument, whose refusal names it."""
        try:
            return self.shape(avals, Line())
        except Unread as e:
            reason = str(e).split("\n")[0]
            raise Unread(f"argument {label}: {reason}\n    {ARGUMENT}") from None

    def made(self, vars_: Sequence[Any], line: Line, home: str = "made") -> Value:
        avals = [v.aval for v in vars_]
        if not hasattr(avals[0], "shape"):  # a token or a mutable reference
            inner = getattr(avals[0], "inner_aval", None)
            if inner is None:
                return Value((), "opaque", "generated")
            avals = [a.inner_aval for a in avals]
        dims, elements = self.shape(avals, line)
        v = Value(dims, format_of(str(avals[0].dtype)), home, elements)
        v.exact = str(avals[0].dtype)
        return v

    def literal(self, vars_: Sequence[Any], line: Line) -> Value:
        v = self.made(vars_, line, "literal" if not vars_[0].aval.shape else "constant")
        values = [x.val for x in vars_]
        v.one = not vars_[0].aval.shape
        if not vars_[0].aval.shape and str(vars_[0].aval.dtype).startswith(("int", "uint")):
            v.ints = tuple(int(x) for x in values)
        elif not vars_[0].aval.shape and v.dtype == "bool":
            v.known = ALWAYS if all(values) else None if any(values) else NEVER
        elif not vars_[0].aval.shape and is_real(v.dtype) and all(map(math.isfinite, values)):
            v.known = Affine(tuple(float(x) for x in values), {})
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
        envs: list[dict[Any, Value]] = [{} for _ in jaxprs]
        for env, j in zip(envs, jaxprs):
            env.update(zip(j.constvars, consts))
            env.update(zip(j.invars, ins))
        if len({len(j.eqns) for j in jaxprs}) > 1:
            self.differ(jaxprs)
        for eqns in zip(*(j.eqns for j in jaxprs)):
            self._now = eqns[0]
            line = self._caller or self.line(eqns[0])
            if len({e.primitive.name for e in eqns}) > 1 or len({len(e.invars) for e in eqns}) > 1:
                self.differ(jaxprs)
            args = [self._operand(jaxprs, envs, vs, line) for vs in zip(*(e.invars for e in eqns))]
            if not line.file:
                made = (self._written.get(id(v), line) for v in args)
                line = next((x for x in made if x.file), self._around)
            outs = self._equation(Site(self, list(eqns), args, nodes, line, path, phase))
            self._written.update((id(v), line) for v in outs)
            for env, e in zip(envs, eqns):
                env.update(zip(e.outvars, outs))
        results = [(vs, Line() if hasattr(vs[0], "val") else self._around) for vs in zip(*(j.outvars for j in jaxprs))]
        return [self._operand(jaxprs, envs, vs, line) for vs, line in results]

    def _operand(self, jaxprs: Sequence[Any], envs: list[dict[Any, Value]], vs: Sequence[Any], line: Line) -> Value:
        """What one operand of an equation is in all traces: a number in the program, or a value that it made."""
        return self.literal(vs, line) if hasattr(vs[0], "val") else self._same(jaxprs, envs, vs, line)

    def _same(self, jaxprs: Sequence[Any], envs: Sequence[dict[Any, Value]], vs: Sequence[Any], line: Line) -> Value:
        """The array that a variable is in every trace."""
        each = [None if hasattr(v, "val") else env.get(v) for env, v in zip(envs, vs)]
        found = each[0]
        if found is None or (None in each and not any(hasattr(v, "val") for v in vs)):
            raise SymroofError(f"a traced value was kept from an earlier trace\n    {line.told}\n"
                               "    return it instead of storing it")  # fmt: skip
        if any(x is not found for x in each):
            self.differ(jaxprs, line)
        return found

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

    def differ(self, jaxprs: Sequence[Any], at: Line | None = None) -> NoReturn:
        """The traces are not one program: a branch of Python on a size, or a loop over one."""
        lists = [list(j.eqns) for j in jaxprs]
        longest = max(len(x) for x in lists)
        lines, inside = list[Line](), "" if self._now is None else _known(self._now)
        for i in range(longest):
            row = [x[i] if i < len(x) else None for x in lists]
            if len({None if e is None else (e.primitive.name, len(e.invars)) for e in row}) > 1:
                lines = [self.line(e) for e in row if e is not None]
                inside = _inside_of([e for e in row if e is not None], len(row), lines)
                break
        line = next((x for x in (*lines[:1], at) if x is not None and x.file), self._around)
        others = sorted({str(x) for x in lines if x != line and x.file})
        also = f"; in another trace {', '.join(others)}" if others else ""
        raise Branches(line, also, inside)

    # -- equations ---------------------------------------------------------------------------------------------------
    def _equation(self, at: Site) -> list[Value]:
        before, self._around = self._around, at.line if at.line.file else self._around
        outs = self._read(at)
        self._around = before
        return outs

    def _read(self, at: Site) -> list[Value]:
        e, name = at.eqns[0], at.name
        at.path, at.phase = _place(e, at.path, at.phase)
        if name in costs.INSIDE:
            return self._inside(at)
        if name in _REGIONS:
            return self._region(at)
        if name == "custom_linear_solve":
            lengths = e.params["const_lengths"]
            first = lengths.matvec + lengths.vecmat
            ins = [*at.ins[first : first + lengths.solve], *at.ins[sum(lengths) :]]
            return self.closed([x.solve for x in at.each("jaxprs")], ins, at.nodes, at.path, at.phase)
        self._same_parameters(at.eqns, at.line)
        at.outs = at.made()
        given = given_cost(self.o.costs, name, e.params)
        if given is not None:
            priced(at, given)
        elif name in costs.COLLECTIVES:
            collective(at)
        elif name in costs.SILENT:
            at.nodes.append(Node(name, "move", at.ins, at.outs, {}, at.line, at.path, at.phase))
        else:
            ruled(at)
            if name == "axis_index":
                self.o.named.add(str(e.params["axis_name"]))
            if self.o.parts:
                own = at.nodes[-1] if at.nodes and at.nodes[-1].outs is at.outs else None
                met(at, own or Node(name, "view", at.ins, at.outs, line=at.line))
        outside(at, constrained(at) or given is not None)
        if at.nodes and at.nodes[-1].outs is at.outs:
            at.nodes[-1].acts = name in costs.SILENT or any(type(x).__name__ in _SEEN for x in e.effects)
        return at.outs

    def _region(self, at: Site) -> list[Value]:
        """A loop or a cond, whose body's arrays are not known to be cut."""
        before, self.within = self.within, self.within or at.name
        at.outs = _REGIONS[at.name](at)
        self.within = before
        outside(at)
        return at.outs

    def in_memory(self, at: Site) -> list[Value]:
        """A loop reads what was cast or picked before it from memory: such views are made first, by a copy."""
        out = []
        for v in at.ins:
            if v.source is not None and v.root.home not in ("literal", "generated") and v.dtype != v.root.dtype:
                w = Value(v.shape, v.dtype, "made", v.elements)
                w.exact, w.laid = v.exact, v.laid
                at.nodes.append(Node("convert_element_type", "vector", [v], [w], {}, at.line, at.path, at.phase))
                v = w
            out.append(v)
        return out

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
                raise Unread(f"{what} has another length at other sizes\n    {line.told}")
            for row in zip(*values):
                self._joint(list(row), line, what)
        elif all(hasattr(v, "_fields") for v in values):
            for row in zip(*values):
                self._joint(list(row), line, what)

    def _inside(self, at: Site) -> list[Value]:
        """A program that only wraps another is that other."""
        e, line = at.eqns[0], at.line
        given = given_cost(self.o.costs, str(e.params.get("name", "")), {})
        if given is not None:
            at.outs = at.made()
            priced(at, given)
            return at.outs
        key = next((k for k in costs.INSIDE[at.name] if k in e.params), None)
        inner = [] if key is None else [getattr(b, "jaxpr", b) for b in at.each(key)]
        if key is None or any(not hasattr(b, "eqns") for b in inner):
            raise SymroofError(f"{at.name} shows no program inside it\n    {line.told}")
        if at.name == "shard_map":
            return sharded(at)
        args = at.ins[len(at.ins) - len(inner[0].invars) :] if at.name == "custom_lin" else at.ins
        before = self._caller
        if self._caller is None and line.file and _of_library(inner[0]):
            self._caller = line
        outs = self.closed(at.each(key), args, at.nodes, at.path, at.phase)
        self._caller = before
        return outs


def _inside_of(eqns: Sequence[Any], traces: int, lines: Sequence[Line]) -> str:
    """The library's function in which traces go different ways; "" where the user's own line does."""
    known = next((x for e in eqns if (x := _known(e))), "")
    names = list(dict.fromkeys(map(_called, eqns)))
    one = len(names) == 1 and len(eqns) == traces and len(set(lines)) == 1
    own = all(n and not n.startswith("jax'") for n in names)  # of optax and others, which put JAX's operations together
    return known or (names[0] if names and (one or own) else "")


def _frames(eqn: Any) -> list[tuple[str, str]]:
    """The library's functions that an equation stands in, innermost first, with their files."""
    tb = eqn.source_info.traceback
    each = itertools.takewhile(lambda f: is_library(f.file_name), tb.frames if tb is not None else ())
    return [(f.function_name.rsplit(".", 1)[-1], f.file_name) for f in each]


def _known(eqn: Any) -> str:
    """One of the functions that do otherwise at other sizes."""
    return next((n for n, _ in _frames(eqn) if n in ("associative_scan", "einsum")), "")


def _called(eqn: Any) -> str:
    """The library's function that the user's line calls; "" of an operator between arrays."""
    plain = [x for x in _frames(eqn) if not x[0].startswith(("_", "<")) and x[0] not in _WRAPPERS]
    package = re.search(r"/site-packages/(\w+)/", plain[-1][1]) if plain and is_framework(plain[-1][1]) else None
    return f"{package[1]}'s {plain[-1][0]}" if package and plain[-1][0] != "op" else ""


_WRAPPERS = {"reraise_with_filtered_traceback", "wrapper", "cache_miss", "bind", "new_fn"}
_SEEN = {"DebugEffect", "OrderedDebugEffect", "IOEffect", "OrderedIOEffect"}
_REGIONS: dict[str, Callable[[Site], list[Value]]] = {"scan": scan, "while": while_, "cond": cond}


def _of_library(jaxpr: Any) -> bool:
    """Whether a program inside another is a library's own function, such as ``jax.nn.silu``."""
    told = str(getattr(getattr(jaxpr, "debug_info", None), "func_src_info", "") or "")
    found = re.search(r" at (.+?):\d+", told)
    return found is not None and is_library(found.group(1))


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
