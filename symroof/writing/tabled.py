r"""Records that are shown as sentences and tables: each described once, for Markdown, LaTeX and HTML alike.

A cell is prose, a formula, code or strong words, or several of these; what is shown is cells, one under the other, and
grids of them.  LaTeX and MathML set the whole as one formula.

>>> from symroof import bottlenecks, dims, prove
>>> B, D = dims("B D")
>>> print(markdown(shown(bottlenecks({"math": B * D, "hbm": B**2}))))
| binds | time | where |
| --- | --- | --- |
| math | $BD$ | $\frac{B}{D} \le 1$ |
| hbm | $B^2$ | $\frac{D}{B} \le 1$ |
>>> print(tex(one_formula(shown(prove(B, D)))))
\text{false}\text{: fails at a point}\text{; for instance }\text{B = 1}\text{, }\text{D = 2}
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, final

from symroof.decimals import cell_text
from symroof.writing.formulas import Style
from symroof.writing.naming import lettered
from symroof.writing.records import form, quotients, rate, shape, time_of, where
from symroof.writing.typeset import Node, Symbol, Table, Words, line, row, tex

if TYPE_CHECKING:
    from symroof.algebra.equality.identity import Proof
    from symroof.algebra.regions.bottleneck import Bottlenecks
    from symroof.audit import Audit
    from symroof.checking.claims.claims import Verdict
    from symroof.checking.documents.report import Report
    from symroof.dtypes import DType
    from symroof.evaluate.sweeps import Sweep
    from symroof.machines import Machine
    from symroof.model.amounts import Amounts
    from symroof.model.collectives import Network
    from symroof.model.derive import Derivation
    from symroof.model.memory import Footprint
    from symroof.model.strategy import Strategies
    from symroof.model.training import Parallel
    from symroof.tracing.table import Table as KernelTable


@final
class Math(NamedTuple):
    """A formula."""

    node: Node


@final
class Code(NamedTuple):
    """What is typed or was read, as it stands."""

    text: str


@final
class Strong(NamedTuple):
    """Words that are seen first."""

    text: str


@final
class Mark(NamedTuple):
    """A sign that catches the eye, and that LaTeX's fonts do not have."""

    text: str


Piece = str | Math | Code | Strong | Mark
Cell = Piece | tuple[Piece, ...]


@final
class Grid(NamedTuple):
    """A table, its heading first."""

    head: Sequence[Cell]
    rows: Sequence[Sequence[Cell]]


@final
class Items(NamedTuple):
    """Short things, each behind a mark of its own."""

    of: Sequence[Cell]


Shown = Sequence[Cell | Grid | Items]


# -- the folds -------------------------------------------------------------------------------------------------------


def markdown(several: Shown) -> str:
    """What is shown, as Markdown."""
    return "\n\n".join(_block(x) for x in several)


def _block(x: Cell | Grid | Items) -> str:
    if isinstance(x, Items):
        return "\n".join(f"- {_cell(c)}" for c in x.of)
    return _grid(x) if isinstance(x, Grid) else _cell(x)


def _grid(x: Grid) -> str:
    rows = [x.head, ["---"] * len(x.head), *x.rows]
    return "\n".join(f"| {' | '.join(c if c == '---' else _in_a_row(c) for c in cells)} |" for cells in rows)


def _in_a_row(x: Cell) -> str:
    return _cell(x).replace("\n", " ") if not isinstance(x, Code) else _cell(x).replace("|", r"\|").replace("\n", " ")


def _cell(x: Cell) -> str:
    return "".join(map(_piece, _pieces(x)))


def _pieces(x: Cell) -> tuple[Piece, ...]:
    return (x,) if isinstance(x, (str, Math, Code, Strong, Mark)) else x


def _piece(x: Piece) -> str:
    match x:
        case Math(node):
            return f"${tex(lettered(node)).replace('|', chr(92) + 'vert ')}$"
        case Code(text):
            return f"`{text}`"
        case Strong(text):
            return f"**{words(text)}**"
        case Mark(text):
            return f"{text} "
        case str():
            return words(x)


def words(text: str) -> str:
    """Prose in which Markdown must see no emphasis and no math."""
    return "".join("\\" + c if c in r"\`*_$<>[]#|" else c for c in text)


def one_formula(several: Shown) -> Node:
    """What is shown, as one formula: what stands under each other in a table."""
    lines: list[Node] = []
    for x in several:
        lines += map(_line, x.of) if isinstance(x, Items) else [_array(x) if isinstance(x, Grid) else _line(x)]
    return lines[0] if len(lines) == 1 else Table("array", tuple((x,) for x in lines))


def _array(x: Grid) -> Node:
    return Table("array", tuple(tuple(map(_line, cells)) for cells in (x.head, *x.rows)))


def _line(x: Cell) -> Node:
    return row(*(p.node if isinstance(p, Math) else Words(p if isinstance(p, str) else p.text)
                 for p in _pieces(x) if p and not isinstance(p, Mark)))  # fmt: skip


# -- one description for each type -----------------------------------------------------------------------------------


def _math(x: object) -> Math:
    return Math(form(x))


def _number(x: Fraction) -> Math:
    return Math(form(x, Style(4)))


def _rate(symbol: str, value: Fraction, unit: str) -> tuple[Piece, ...]:
    return Math(rate(symbol, stacked=False)), " = ", _number(value), f" {unit}"


def _with(rates: Iterable[tuple[str, Fraction, str]]) -> list[Cell]:
    """The rates that occur, behind a table; nothing without one."""
    told = [_rate(*one) for one in rates]
    return [("with ", *_listed(told))] if told else []


def _listed(several: Iterable[tuple[Piece, ...]]) -> list[Piece]:
    return [p for i, x in enumerate(several) for p in ((", ", *x) if i else x)]


def _bottlenecks(x: Bottlenecks) -> Shown:
    rows = []
    for b in x.cases:
        there = _listed((Math(line(form(c), r"\le", "1")),) for c in b.told)
        rows.append((", ".join(b.roofs), _math(b.time_core), tuple(there) or "always"))
    return [Grid(("binds", "time", "where"), rows), *x.idle, *_with(x.said), *x.notes]


def _dtype(x: DType) -> Shown:
    width = (Math(Symbol(x.name)),) if x.bits is None else (_number(x.bytes), " bytes")
    return [(Strong(x.name), f": {x.kind}, ", *width, " an element")]


def _network(x: Network) -> Shown:
    return [(f"{x}: ", _math(x.size_core), f" devices over {', '.join(x.links)}")]


def _strategies(x: Strategies) -> Shown:
    told = [p.in_rates for p in x.plans]
    rows = [(Code(str(p)), _math(comms), _math(work)) for p, (work, comms, _) in zip(x.plans, told)]
    times = (Math(time_of("comms")), Math(time_of("math")))
    return [x.head, Grid(("plan", *times), rows), *_with(dict.fromkeys(one for _, _, some in told for one in some))]


def _parallel(x: Parallel) -> Shown:
    rows = [("arithmetic", _math(x.math_core)), *((k, _math(c.time_core)) for k, c in x.comms.items())]
    return [x.head, Grid(("", "seconds"), rows)]


def _footprint(x: Footprint) -> Shown:
    rows = [(k + (" (on each chip)" if k in x.copied else ""), _math(v)) for k, v in x.parts.items()]
    return [Grid(("part", "bytes"), [*rows, ("total", _math(x.total_core))])]


def _amounts(x: Amounts) -> Shown:
    return [Grid(("of", "amount"), [(str(k), _math(v)) for k, v in x.items()])]


def _machine(x: Machine) -> Shown:
    rows = [(f"peak {d}", v, "FLOPs/s") for d, v in x.peaks.items()]
    rows += [("vector unit", x.vector, "FLOPs/s")] if x.vector is not None else []
    rows += [(f"link {k}", w, "bytes/s") for k, w in x.bandwidths.items()]
    rows += [("memory", x.capacity, "bytes")] if x.capacity is not None else []
    if "hbm" in x.bandwidths:
        rows += [(f"ridge {d}, hbm", x.ridge(d), "FLOPs/byte") for d in x.peaks]
    return [Grid((x.name, ""), [(what, (_number(v), f" {unit}")) for what, v, unit in rows])]


def _audit(x: Audit) -> Shown:
    rows = [(m, d, k, _number(r)) for (m, d, k), r in x.ridges.items()]
    return [
        Grid(("machine", "dtype", "link", "ridge, FLOPs/byte"), rows),
        Items(list(map(str, x.findings)) or ["No doubts."]),
    ]


def _derivation(x: Derivation) -> Shown:
    rows: list[tuple[Cell, ...]] = [("operation", _math(x.op)), ("FLOPs", _math(x.flops)), ("bytes", _math(x.bytes))]
    if x.flops != x.exact_flops:
        rows.insert(2, ("FLOPs, exactly", _math(x.exact_flops)))
    rows.append(("intensity", _math(x.intensity)))
    for key, parts in x.quotients.items():
        short = "comms" if key != "math" and len(x.quotients) == 2 else key
        rows.append((_math(time_of(short)), _math(quotients(parts))))
    if x.leading is not None:
        rows.append(("leading", _math(x.leading)))
    if x.threshold is not None:
        rows.append(("threshold", _math(x.threshold.but(by_plan=""))))
    note = x.op.plan_note()
    rows += [("plan", note)] if note else []
    return [Grid(("", str(x.machine.name) if x.machine is not None else "formula"), rows)]


_MARKS = {"wrong": "✗", "undecided": "?"}


def _verdict(x: Verdict) -> Shown:
    out: list[Cell] = []
    for label, value in (
        ("expected", x.right),
        ("off by", x.factor if x.code == "factor" else None),
        ("relative error", x.error),
    ):
        out += [(f"{label}: ", Code(str(value)))] if value else []
    if x.counterexample:
        out.append(("for instance ", *_listed((Code(f"{k} = {v}"),) for k, v in x.counterexample.items())))
    out += [x.note] if x.note else []
    head = (Mark(_MARKS.get(x.verdict, "✓")), Strong(x.verdict), f": {x.reason}")
    return [head, *([Items(out)] if out else [])]


def _proof(x: Proof) -> Shown:
    mark, word = {True: ("✓", "true"), False: ("✗", "false"), None: ("?", "undecided")}[x.result]
    at = _listed((Code(f"{k} = {v}"),) for k, v in (x.witness or {}).items())
    return [(Mark(mark), Strong(word), f": {x.how}", *(("; for instance ", *at) if at else ()))]


def _report(x: Report) -> Shown:
    head = f"{x.file or 'text'}: {len(x.findings)} links judged, {len(x.wrong)} wrong, {len(x.skipped)} skipped"
    told = [f for f in x.findings if f.verdict == "wrong"] or list(x.findings[:20])
    rows = [(f"{f.line}:{f.column}", Code(f.text), f.verdict, f.reason) for f in told]
    return [head, *([Grid(("where", "written", "verdict", "reason"), rows)] if rows else [])]


_MOST = 100  # rows of a sweep


def _sweep(x: Sweep) -> Shown:
    rows = [[cell_text(x.columns.at(c, i)) for c in x.columns] for i in range(min(len(x), _MOST))]
    more = [f"{len(x) - _MOST} more rows"] if len(x) > _MOST else []
    return [Grid(list(x.columns), rows), *more, *x.notes]


def _kernels(x: KernelTable) -> Shown:
    head, *rows = x.cells()
    return [Grid(head, [_kernel(r, cells) for r, cells in zip(x.rows, rows)]), *x.notes]


def _kernel(r: Any, cells: Sequence[str]) -> list[Cell]:
    """A line or kernel: the amounts that are formulas as such, behind its name."""
    amounts = (r.flops, r.vector, r.bytes, r.sent, r.intensity)
    open_ = {str(a): _math(a) for a in amounts if a is not None and a.constant() is None}
    return [cells[0], *(open_.get(c, c) for c in cells[1:-1]), Code(cells[-1]) if cells[-1] else ""]


def _lines(x: object) -> Shown:
    return [Code(t) for t in str(x).splitlines()]


def cases(several: Iterable[Any]) -> Grid:
    """What leads, regime by regime."""
    rows = [(_math(c.value_core), _math(c.regime) if c.regime.text else "always") for c in several]
    return Grid(("value", "regime"), rows)


TABLES: Mapping[str, Callable[[Any], Shown]] = {
    "symroof.algebra.regions.bottleneck.Bottlenecks": _bottlenecks,
    "symroof.algebra.equality.identity.Proof": _proof,
    "symroof.evaluate.sweeps.Sweep": _sweep,
    "symroof.dtypes.DType": _dtype,
    "symroof.reading.chain.Chain": lambda x: [Code(x.text)],
    "symroof.machines.Machine": _machine,
    "symroof.audit.Audit": _audit,
    "symroof.tracing.program.Program": lambda x: _kernels(x.table(by="module")),
    "symroof.tracing.program.Step": lambda x: [(Code(str(x.line)), ": ", Code(x.text))],
    "symroof.tracing.shapes.Sized": lambda x: [Code(repr(x))],
    "symroof.tracing.table.Table": _kernels,
    "symroof.tracing.compare.Same": lambda x: [Code(str(x))],
    "symroof.tracing.compare.Difference": lambda x: [Code(str(x))],
    "symroof.tracing.measure.Measured": _lines,
    "symroof.model.derive.Derivation": _derivation,
    "symroof.model.amounts.Amounts": _amounts,
    "symroof.model.collectives.Network": _network,
    "symroof.model.strategy.Strategies": _strategies,
    "symroof.model.training.Parallel": _parallel,
    "symroof.model.memory.Footprint": _footprint,
    "symroof.checking.claims.claims.Verdict": _verdict,
    "symroof.checking.documents.report.Report": _report,
}


def is_tabled(x: object) -> bool:
    """Whether a record has a description here, and is no formula by itself, as an operation of a program is."""
    return where(type(x)) in TABLES and shape(x) == "formula"


def shown(x: object) -> Shown:
    """The description of a record that has one."""
    return TABLES[where(type(x))](x)
