"""Where a program's work and time are: one row a source line, module or kernel, sorted by time.

    time = sum over kernels of max(FLOPs / peak, vector FLOPs / vector peak, bytes / bandwidth, bytes sent / link)

A table prints as text; ``.html()``, ``.latex()``, ``.pandas()``, ``.picture()`` and ``.roofline()`` show it otherwise.
"""

from __future__ import annotations

import html as _html
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, final

from symroof.algebra.interop.door import to_sympy
from symroof.algebra.ratios.posynomial import Ratio, total
from symroof.algebra.signs.constant import enclosure
from symroof.decimals import general
from symroof.errors import SymroofError, UnknownResource
from symroof.machines import Machine, MachineLike
from symroof.machines import machine as find_machine
from symroof.model.ops import HBM
from symroof.model.roofline import bandwidth_core
from symroof.shown import tex, visible
from symroof.tracing.graph import MATRIX, TRANSCENDENTAL, VECTOR
from symroof.tracing.reader import ZERO

if TYPE_CHECKING:
    from symroof.tracing.program import Program, Step

WAYS = ("line", "module", "kernel", "phase")


@final
@dataclass(frozen=True)
class Row:
    """One line, module or kernel: amounts as formulas or numbers, and its time where a machine is given."""

    name: str
    code: str  # the text of the line, or the notation of the kernel
    flops: Ratio
    vector: Ratio
    bytes: Ratio
    sent: Ratio
    kernels: int
    seconds: Fraction | None = None
    binds: str = ""
    share: Fraction | None = None

    @property
    def intensity(self) -> Ratio | None:
        """FLOPs per byte; None where nothing is moved."""
        return self.flops / self.bytes if self.bytes != 0 else None


@visible
@final
@dataclass(frozen=True)
class Table:
    """The rows, with the machine and sizes they are for."""

    title: str
    rows: tuple[Row, ...]
    by: str
    machine: Machine | None = None
    sizes: tuple[tuple[str, object], ...] = ()
    notes: tuple[str, ...] = ()
    points: tuple[tuple[str, Fraction, Fraction, Fraction], ...] = field(default=(), repr=False)  # FLOPs, bytes, s

    @property
    def seconds(self) -> Fraction | None:
        """All rows together."""
        times = [r.seconds for r in self.rows]
        return None if any(t is None for t in times) else sum((t for t in times if t is not None), Fraction(0))

    def __iter__(self) -> Any:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def cells(self) -> list[list[str]]:
        """The table as text, a heading first."""
        rows = [self._head()]
        for r in self.rows:
            amounts = ["" if x is None else _shown(x) for x in self._amounts(r)]
            rows.append([r.name, *amounts, *self._times(r), r.code])
        return rows

    def _head(self) -> list[str]:
        timed = ["time", "binds", "share"] if self.machine is not None else []
        return [self.by, "FLOPs", "vector", "bytes", *(["sent"] if self._sends else []), "FLOPs/byte", *timed, "code"]

    def _amounts(self, r: Row) -> list[Ratio | None]:
        """What a row has between its name and its times."""
        return [r.flops, r.vector, r.bytes, *([r.sent] if self._sends else []), r.intensity]

    def _times(self, r: Row) -> list[str]:
        share = "" if r.share is None else f"{float(r.share):.1%}"
        return [_seconds(r.seconds), r.binds, share] if self.machine is not None else []

    @property
    def _sends(self) -> bool:
        return any(r.sent != 0 for r in self.rows)

    def __str__(self) -> str:
        rows = self.cells()
        code = len(rows[0]) - 1
        widths = [min(max(len(r[i]) for r in rows), 60) for i in range(code)]
        lines = [self.title, *("  ".join([c.ljust(w) if i == 0 else c.rjust(w) for i, (c, w) in
                 enumerate(zip(r, widths))] + [r[code][:80]]).rstrip() for r in rows)]  # fmt: skip
        return "\n".join([*lines, *(f"note: {n}" for n in self.notes)])

    __repr__ = __str__

    def html(self) -> str:
        """The table as HTML; every text of the user's escaped."""
        head, *body = self.cells()
        top = "".join(f"<th>{_html.escape(c)}</th>" for c in head)
        rows = "".join("<tr>" + "".join(f"<td>{_html.escape(c)}</td>" for c in r) + "</tr>" for r in body)
        return (f"<table><caption>{_html.escape(self.title)}</caption><thead><tr>{top}</tr></thead>"
                f"<tbody>{rows}</tbody></table>")  # fmt: skip

    def markdown(self) -> str:
        """The table as Markdown."""
        head, *body = [[c.replace("|", "\\|").replace("\n", " ") for c in r] for r in self.cells()]
        lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
        return "\n".join([*lines, *("| " + " | ".join([*r[:-1], f"`{r[-1]}`" if r[-1] else ""]) + " |" for r in body)])

    def latex(self) -> str:
        """The table as a LaTeX tabular, formulas set as math."""

        def math(r: Ratio | None) -> str:
            return "" if r is None else f"${tex(to_sympy(r))}$" if r.constant() is None else f"${_tex_number(r)}$"

        head = self._head()
        lines = [r"\begin{tabular}{l" + "r" * (len(head) - 2) + "l}", " & ".join(head) + r" \\ \hline"]
        for r in self.rows:
            cells = [rf"\texttt{{{_escaped(r.name)}}}", *map(math, self._amounts(r)), *map(_escaped, self._times(r))]
            lines.append(" & ".join([*cells, rf"\texttt{{{_escaped(r.code)}}}" if r.code else ""]) + r" \\")
        return "\n".join([*lines, r"\end{tabular}"])

    def pandas(self) -> Any:
        """The table as a pandas DataFrame, amounts as floats where they are numbers, else as formulas in text."""
        try:
            import pandas
        except ImportError:
            raise SymroofError('pandas is not installed; pip install "pandas", or use str(table)') from None

        def plain(r: Ratio | None) -> object:
            value = None if r is None else r.constant()
            return None if r is None else str(r) if value is None else float(value)

        rows = [{self.by: r.name, "flops": plain(r.flops), "vector": plain(r.vector), "bytes": plain(r.bytes),
                 "sent": plain(r.sent), "intensity": plain(r.intensity), "kernels": r.kernels,
                 "seconds": None if r.seconds is None else float(r.seconds), "binds": r.binds,
                 "share": None if r.share is None else float(r.share), "code": r.code} for r in self.rows]  # fmt: skip
        return pandas.DataFrame(rows)

    def picture(self, path: str | Path | None = None) -> Any:
        """A bar whose parts are the rows' shares of the time, coloured by what binds."""
        from symroof.tracing.pictures import icicle

        return icicle(self, path)

    def roofline(self, path: str | Path | None = None) -> Any:
        """The machine's roofline with every kernel as a point."""
        from symroof.tracing.pictures import kernel_roofline

        return kernel_roofline(self, path)


def _tex_number(r: Ratio) -> str:
    text = _shown(r)
    if "e" in text:
        a, _, b = text.partition("e")
        return rf"{a}\times 10^{{{int(b)}}}"
    return text


def _escaped(text: str) -> str:
    return "".join(_TEX.get(c, c) for c in text)


_TEX = {**{c: "\\" + c for c in "#$%&_{}"}, "\\": r"\textbackslash{}", "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}"}  # fmt: skip


def _shown(r: Ratio) -> str:
    value = r.constant()
    if value is None:
        return str(r)
    exact = Fraction(value)
    if exact.denominator == 1 and abs(exact) < 10**6:
        return str(exact)
    return general(exact, 4)


def _seconds(t: Fraction | None) -> str:
    if t is None:
        return ""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if float(t) >= size:
            return f"{float(t) / size:.3g} {unit}"
    return f"{float(t) / 1e-9:.3g} ns" if t else "0 s"


def table(p: Program, on: MachineLike | None, by: str, sizes: Mapping[str, object]) -> Table:
    """See ``Program.table``."""
    if by not in WAYS:
        raise SymroofError(f"by={by!r}: rows are by {', '.join(WAYS)}")
    there = p.at(**sizes) if sizes else p
    chip = None if on is None else find_machine(on)
    if chip is not None and there.names:
        left = ", ".join(sorted(there.names))
        raise SymroofError(
            f"still symbolic: {left}; give a number for each, as in table(on=..., {min(there.names)}=4096)"
        )
    groups: dict[str, list[Step]] = {}
    for i, s in enumerate(there.kernels):
        groups.setdefault(_name(s, by, i), []).append(s)
    notes: list[str] = []
    rows = [_row(name, steps, by, chip, notes) for name, steps in groups.items()]
    whole = sum((r.seconds or Fraction(0) for r in rows), Fraction(0))
    if chip is not None:
        from dataclasses import replace

        rows = [replace(r, share=(r.seconds or Fraction(0)) / whole if whole else None) for r in rows]
        rows.sort(key=lambda r: -(r.seconds or 0))
    shown = ", ".join(f"{k} = {v}" for k, v in sizes.items())
    title = there.text + (f" on {chip.name}" if chip else "") + (f", {shown}" if shown else "")
    return Table(title, tuple(rows), by, chip, tuple(sizes.items()), tuple(dict.fromkeys(notes)),
                 _points(there, chip) if chip is not None else ())  # fmt: skip


def _name(s: Step, by: str, i: int) -> str:
    if by == "line":
        return str(s.line)
    if by == "module":
        return s.module or "?"
    if by == "phase":
        return s.phase or "forward"
    return f"{i + 1} {s.line}" + (f" ({s.phase})" if s.phase else "")


def _row(name: str, steps: list[Step], by: str, chip: Machine | None, notes: list[str]) -> Row:
    sent = total(b for s in steps for b in (s.sending.sends.values() if s.sending is not None else ()))
    seconds: Fraction | None = None
    binds = ""
    if chip is not None:
        each = [times(s, chip, notes) for s in steps]
        seconds = sum((max(t.values(), default=Fraction(0)) for t in each), Fraction(0))
        most: dict[str, Fraction] = {}
        for t in each:
            if t:
                k = max(t, key=t.__getitem__)
                most[k] = most.get(k, Fraction(0)) + t[k]
        binds = max(most, key=most.__getitem__) if most else ""
    code = steps[0].line.text if by == "line" else steps[0].text if by == "kernel" else ""
    return Row(name, code, total(s.unit_core(MATRIX) for s in steps),
               total(s.unit_core(VECTOR) + s.unit_core(TRANSCENDENTAL) for s in steps),
               total((s.loads + s.stores).sum for s in steps), sent, len(steps), seconds, binds)  # fmt: skip


def times(s: Step, chip: Machine, notes: list[str]) -> dict[str, Fraction]:
    """Seconds of one kernel on each resource: "math", "vector", "hbm" and links; vector work has no matrix peak."""
    out: dict[str, Fraction] = {}
    units = dict(s.units)
    matrix = Fraction(0)
    for fmt, w in units.get(MATRIX, {}).items():
        matrix += _value(w) / chip.peak(_runs_as(s, fmt))
    if matrix:
        out["math"] = matrix
    rest = _value(s.unit_core(VECTOR) + s.unit_core(TRANSCENDENTAL))
    if rest:
        try:
            out["vector"] = rest / chip.peak("vector")
        except UnknownResource:
            notes.append(f"{chip.name} lists no vector peak: elementwise work takes the time of its bytes")
    moved = _value((s.loads + s.stores).get(HBM, ZERO))
    if moved:
        out[HBM] = moved / chip.bandwidth(HBM)
    if s.sending is not None:
        sends = s.sending.sends
        for name, links in s.roofs.items():
            if sent := [x for x in links if x in sends]:
                out[name] = sum((_value(sends[x]) / _value(bandwidth_core(s, x, chip)) for x in sent), Fraction(0))
    return out


def _runs_as(s: Step, fmt: str) -> str:
    return fmt if fmt in s.work or s.unit != "matrix" else next(iter(s.work))


def _value(r: Ratio) -> Fraction:
    value = r.constant()
    low, high = enclosure(r, 96) if value is None else (Fraction(value),) * 2  # of logarithms, as an fft's
    return (low + high) / 2


def _points(p: Program, chip: Machine) -> tuple[tuple[str, Fraction, Fraction, Fraction], ...]:
    """Every kernel that moves bytes: its name, FLOPs, bytes and seconds."""
    out = []
    for s in p.kernels:
        rest = _value(s.unit_core(VECTOR) + s.unit_core(TRANSCENDENTAL))
        moved, flops = _value((s.loads + s.stores).sum), _value(s.unit_core(MATRIX)) or rest
        if moved and flops:
            t = max(times(s, chip, []).values(), default=Fraction(0))
            out.append((str(s.line), flops, moved, t))
    return tuple(out)
