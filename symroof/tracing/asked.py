"""What was asked of one tracing: the function, its arguments, the mesh, and the sizes that they name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, final

from symroof.algebra.interop import door
from symroof.algebra.ratios.posynomial import Ratio, ratio
from symroof.errors import SymroofError
from symroof.reading import notation
from symroof.tracing.given import Costs
from symroof.tracing.reader import letter
from symroof.tracing.shapes import Setting, Sized, is_array, read_spec, setting

ORDERS = 5  # ways to order the sizes that are tried where code needs one below another


@final
@dataclass(frozen=True)
class Asked:
    """Everything that was asked of one tracing."""

    f: Any
    args: tuple[Any, ...]
    kwargs: Mapping[str, Any]
    mesh: notation.Mesh
    fixed: Mapping[str, int]
    symbolic: bool
    over: str
    overlap: str
    costs: Costs
    branch: Any
    one_kernel: tuple[str, ...]
    unrolled: str | None
    gspmd: bool
    options: Mapping[str, Any] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)  # of what was asked for: what the program was found to have

    @property
    def axes(self) -> tuple[str, ...]:
        return tuple(a for a, _ in self.mesh)

    @property
    def roots(self) -> tuple[Any, ...]:
        """Where the code is found that runs: the function, and arguments that may be functions or modules."""
        return (self.f, *self.args, *self.kwargs.values())

    @property
    def text(self) -> str:
        name = repr(self.f) if isinstance(self.f, Sized) else getattr(self.f, "__qualname__", None)
        name = name or getattr(self.f, "__name__", None) or type(self.f).__name__
        name = str(name).rsplit("<locals>.", 1)[-1]
        shown = [a if isinstance(a, str) else _short(a) for a in self.args]
        return f"{name}({', '.join(shown)})"


def _short(x: object) -> str:
    if isinstance(x, Sized) or getattr(x, "is_Symbol", False):
        return repr(x)
    return "..." if isinstance(x, (dict, list, tuple)) else type(x).__name__


def letters_of(asked: Asked, leaves: list[Any]) -> Setting:
    """The sizes that the arguments name, and those that ``sized`` and bare symbols do."""
    specs = [read_spec(x, asked.axes) for x in leaves if is_array(x)]
    others: list[str] = []
    for x in leaves:
        if isinstance(x, Sized):
            others += [n for n in x.names if n not in asked.axes]
        elif hasattr(x, "free_symbols"):
            others += sorted(str(s) for s in x.free_symbols)
    made = setting(specs, others, asked.mesh, asked.fixed)
    known = {*made.bases, *made.cut, *(n for s in specs for n in s.names), *others, *asked.axes}
    stray = sorted(set(asked.fixed) - known)
    if stray:
        raise SymroofError(
            f"sizes names {stray[0]}, which no argument has; they have {', '.join(sorted(known)) or 'none'}"
        )
    if asked.unrolled is not None and asked.unrolled not in known:
        raise SymroofError(
            f"unrolled={asked.unrolled!r} is no size of an argument; they have {', '.join(sorted(known))}"
        )
    return made


def axis_sizes(asked: Asked) -> dict[str, Ratio]:
    """The mesh axes as ratios: a symbol each, or the number given."""
    return {a: ratio(asked.fixed[a]) if a in asked.fixed else letter(a) for a in asked.axes}


def whole_number(x: Any, sizes: Mapping[str, int]) -> int:
    """A symbol or expression of sizes as the whole number it is in one trace."""
    value = door.core(x).at({n: sizes[str(n)] for n in door.core(x).names})
    if value != int(value):
        raise SymroofError(f"{x} is {value} in a trace; an argument made of sizes must be a whole number")
    return int(value)
