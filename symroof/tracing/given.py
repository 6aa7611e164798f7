"""What the user says a kernel costs: ``costs={"flash": {"flops": "4*B*T**2*N*H", "bytes": "8*B*T*N*H"}}``.

>>> made = given_costs({"flash": {"flops": "2*B*T", "bytes": "4*B", "dtype": "bf16"}})["flash"]
>>> made.work, made.bytes
({('matrix', 'bf16'): 2*B*T}, 4*B)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, final

from symroof import dtypes
from symroof.algebra.interop import door
from symroof.algebra.ratios.posynomial import Ratio, gen
from symroof.errors import SymroofError
from symroof.model.given import refuse_suffix
from symroof.reading.formula import parse_formula
from symroof.symbols import key as key_of
from symroof.tracing.graph import MATRIX, UNITS, Work

_KEYS = {"flops", "bytes", "dtype", *UNITS}


@final
@dataclass(frozen=True)
class Given:
    """Work and bytes of one call of a kernel."""

    work: Work = field(default_factory=dict)
    bytes: Ratio | None = None


def formula(x: object, what: str) -> Ratio:
    """A number, expression or formula in text as a ratio."""
    if isinstance(x, str):
        refuse_suffix(x)
        sides = parse_formula(x).sides
        if len(sides) != 1:
            raise SymroofError(f"{what}: {x!r} is no single formula")
        return as_sizes(sides[0].ratio())
    return as_sizes(door.core(x))


def as_sizes(r: Ratio) -> Ratio:
    """The same with every name a size, as the notation of arrays takes it."""
    put = {n: gen(key_of(n, True)) for n in r.names if key_of(n, True) != n}
    return r.subs(put) if put else r


@final
class Costs(dict[str, Given]):
    """What kernels cost by name, and which of them a program was found to have."""

    def __init__(self) -> None:
        super().__init__()
        self.used: set[str] = set()

    def find(self, name: str) -> Given | None:
        """The cost of that name, which is one of the program then."""
        found = self.get(name)
        if found is not None:
            self.used.add(name)
        return found


def given_costs(costs: Mapping[str, object] | None) -> Costs:
    """The user's costs, checked; raises SymroofError for a key that means nothing."""
    out = Costs()
    for name, row in (costs or {}).items():
        if not isinstance(row, Mapping):
            raise SymroofError(
                f'costs[{name!r}] is a mapping, as in {{"flops": "2*B*D*F", "bytes": "2*B*D"}}, not {row!r}'
            )
        stray = sorted(set(map(str, row)) - _KEYS)
        if stray:
            raise SymroofError(f"costs[{name!r}] has no key {stray[0]!r}; known: {', '.join(sorted(_KEYS))}")
        if "flops" not in row and not any(u in row for u in UNITS):
            raise SymroofError(f'costs[{name!r}] says no FLOPs; write "flops": 0 where there are none')
        fmt = dtypes.dtype(str(row.get("dtype", "bf16"))).name
        work: Work = {}
        for key in ("flops", *UNITS):
            if key in row:
                amount = formula(row[key], f"costs[{name!r}]")
                if amount != 0:
                    work[MATRIX if key == "flops" else key, fmt] = amount
        moved = formula(row["bytes"], f"costs[{name!r}]") if "bytes" in row else None
        out[str(name)] = Given(work, moved)
    return out


def given_cost(costs: Costs, name: str, params: Mapping[str, Any]) -> Given | None:
    """The user's cost of a primitive, by its own name or that of the kernel it calls."""
    if not costs:
        return None
    for key in ("name", "target_name", "call_target_name", "kernel_name", "name_and_src_info"):
        label = params.get(key)
        if label and (found := costs.find(str(getattr(label, "name", label)).split()[0])) is not None:
            return found
    traced = getattr(getattr(params.get("jaxpr"), "debug_info", None), "func_name", None)
    return costs.find(str(traced)) or costs.find(name)
