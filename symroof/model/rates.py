"""What a question gives beside its operation: a machine's rates or the symbols for them, and sizes as numbers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from symroof.algebra.ratios.posynomial import Number, Ratio, gen, ratio
from symroof.algebra.ratios.sizes import numbers
from symroof.errors import SymroofError
from symroof.machines import MachineLike
from symroof.machines import machine as find_machine
from symroof.reading.notation import by_others, size_or_tie
from symroof.symbols import resolved


class Taken(SymroofError):
    """Both names of a rate are sizes already."""


def unused(taken: Collection[str], usual: str, longer: str, what: str) -> str:
    """The first of two names that is not taken."""
    free = next((name for name in (usual, longer) if name not in taken), None)
    if free is None:
        raise Taken(f"{usual} is a size here and the symbol for {what}; rename the size, or give a machine")
    return free


def peak_and_bandwidth(on: MachineLike | None, dtype: str, taken: Collection[str] = ()) -> tuple[Ratio, Ratio | None]:
    """Peak FLOPs/s and HBM bytes/s: symbols, C and W or where these are taken C_bf16 and W_hbm; or the machine's.

    The bandwidth is None where the machine lists none.

    >>> peak_and_bandwidth(None, "bf16", {"B", "C"})
    (C_bf16, W)
    """
    if on is None:
        peak = unused(taken, "C", f"C_{dtype}", f"the peak of {dtype} in FLOPs/s")
        return gen(peak), gen(unused(taken, "W", "W_hbm", "the bandwidth of hbm in bytes/s"))
    chip = find_machine(on)
    return ratio(chip.peak(dtype)), ratio(chip.bandwidth("hbm")) if "hbm" in chip.bandwidths else None


def ties(sizes: Mapping[str, object]) -> dict[str, object]:
    """Those of the sizes given that are tied to others, as in F="4*D"."""
    return {n: v for n, v in sizes.items() if by_others(v) and isinstance(size_or_tie(n, v), Ratio)}


def bind(sizes: Mapping[str, object], among: Iterable[str] = ()) -> dict[str, Number]:
    """Numbers by name: sizes must be integers of at least 1, parameters positive; ``among`` are the symbols meant.

    Raises SymroofError naming the size and what was given.
    """
    return {str(n): v for n, v in numbers(resolved(sizes, among)).items()}
