"""symroof reads an operation as a textbook writes it and answers in closed form what the hardware makes of it.

>>> from symroof import dims, intensity, leading, op, threshold
>>> B, D, F = dims("B D F")
>>> matmul = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")
>>> intensity(matmul)
B*D*F/(B*D + B*F + D*F)
>>> leading(intensity(matmul), "B << D, F").value
B
>>> round(float(threshold(matmul, B, on="TPU v5e", given="B << D, F")), 1)
240.2

Names are loaded when first used, so that ``import symroof`` costs next to nothing.
"""

from __future__ import annotations

import importlib

TYPE_CHECKING = False  # typing itself would be half of what this import costs
if TYPE_CHECKING:
    from typing import Any

__version__ = "0.1.0"

_HOME = {
    "symroof.symbols": "dims params symbol",
    "symroof.errors": "SymroofError NotationError UnknownResource Inconclusive Undetermined Inconsistent Unsupported",
    "symroof.dtypes": "dtype DType",
    "symroof.arrays": "Array",
    "symroof.machines": "Machine machine",
    "symroof.algebra.regime": "Regime regime",
    "symroof.algebra.leading": "Approx leading regimes bounds_free",
    "symroof.algebra.region": "Threshold Condition",
    "symroof.algebra.identity": "same dominates compare prove",
    "symroof.algebra.optimum": "optimum",
    "symroof.algebra.tiles": "best_divisor tiles",
    "symroof.algebra.bottleneck": "bottlenecks",
    "symroof.model.fusing": "fuse",
    "symroof.model.ops": "Op op intensity balance",
    "symroof.model.threshold": "threshold",
    "symroof.model.roofline": "T_math T_comms T_lower T_upper attainable bound_by achieved sustained fits",
    "symroof.model.collectives": "ring line switch torus tree "
    "all_gather reduce_scatter all_reduce all_to_all point_to_point",
    "symroof.model.strategy": "strategies cheaper",
    "symroof.model.training": "data_parallel fully_sharded tensor_parallel mixed mixed_optimum "
    "pipeline_bubble pipeline_microbatches mixture_of_experts expert_batch",
    "symroof.model.memory": "training_memory serving_memory",
    "symroof.tracing.door": "trace",
    "symroof.tracing.shapes": "sized",
    "symroof.tracing.program": "Program",
    "symroof.evaluate": "numeric sweep exactly interval printed_range",
    "symroof.reading.formula": "parse_formula",
    "symroof.reading.quantity": "quantity",
    "symroof.checking.answer": "check Verdict",
    "symroof.checking.proofread": "proofread Report",
    "symroof.writing.latex": "latex",
    "symroof.writing.plot": "plot roofline batch_chart regime_map",
}
_WHERE = {name: home for home, names in _HOME.items() for name in names.split()}

__all__ = ["__version__", *sorted(_WHERE)]


def __getattr__(name: str) -> Any:
    home = _WHERE.get(name)
    if home is None:
        raise AttributeError(f"module 'symroof' has no attribute {name!r}")
    value = getattr(importlib.import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__


def register_printers() -> None:
    """The printers stand on the top floor; what shows itself on lower ones asks here, when it is first shown."""
    from symroof import shown

    shown.register("tex", lambda: importlib.import_module("symroof.writing.latex").latex)
    shown.register("bundle", lambda: importlib.import_module("symroof.writing.rich").rich)
