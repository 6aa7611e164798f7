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

| question | verbs |
|---|---|
| what is it? | ``op`` ``fuse`` ``machine`` ``dims`` ``params`` ``trace`` ``sized`` |
| how much per byte? | ``intensity`` ``balance`` ``attainable`` |
| how long does it take? | ``T_math`` ``T_comms`` ``T_lower`` ``T_upper`` |
| what binds? | ``bound_by`` ``fits`` ``bottlenecks`` ``achieved`` ``sustained`` |
| from which size on? | ``threshold`` ``printed_range`` ``expert_batch`` |
| what matters in a regime? | ``leading`` ``regimes`` ``bounds_free`` ``regime`` |
| is it so for all sizes? | ``same`` ``dominates`` ``compare`` ``prove`` |
| what is best? | ``optimum`` ``best_divisor`` ``tiles`` ``strategies`` ``cheaper`` ``mixed_optimum`` |
| what does a network take? | ``all_gather`` ``reduce_scatter`` ``all_reduce`` ``all_to_all`` ``point_to_point`` |
| over which network? | ``ring`` ``line`` ``switch`` ``torus`` ``tree`` |
| how does a layer scale? | ``data_parallel`` ``fully_sharded`` ``tensor_parallel`` ``mixed`` ``mixture_of_experts`` |
| does it fit? | ``training_memory`` ``serving_memory`` ``pipeline_bubble`` ``pipeline_microbatches`` |
| which numbers? | ``numeric`` ``exactly`` ``interval`` ``sweep`` |
| is an answer right? | ``check`` ``proofread`` ``parse_formula`` ``quantity`` |
| how does it look? | ``latex`` ``plot`` ``roofline`` ``batch_chart`` ``regime_map`` ``explore`` |

Names are loaded when first used, so that ``import symroof`` costs next to nothing.
"""

from __future__ import annotations

import importlib

TYPE_CHECKING = False  # typing itself would be half of what this import costs
# isort: off
if TYPE_CHECKING:  # what mypy and pyright see at the lazy door; a test keeps it in step with the table below
    from typing import Any

    from symroof.model.binds import bottlenecks as bottlenecks
    from symroof.algebra.equality.identity import (
        compare as compare,
        dominates as dominates,
        prove as prove,
        same as same,
    )
    from symroof.algebra.growth.leading import (
        Approx as Approx,
        bounds_free as bounds_free,
        leading as leading,
        regimes as regimes,
    )
    from symroof.algebra.optima.optimum import optimum as optimum
    from symroof.algebra.growth.regime import Regime as Regime, regime as regime
    from symroof.algebra.regions.region import Condition as Condition, Threshold as Threshold
    from symroof.algebra.optima.tiles import best_divisor as best_divisor, tiles as tiles
    from symroof.arrays import Array as Array
    from symroof.checking.answers.answer import Verdict as Verdict, check as check
    from symroof.checking.proofreading.proofread import Report as Report, proofread as proofread
    from symroof.dtypes import DType as DType, dtype as dtype
    from symroof.errors import (
        Inconclusive as Inconclusive,
        Inconsistent as Inconsistent,
        NotationError as NotationError,
        SymroofError as SymroofError,
        Undetermined as Undetermined,
        UnknownResource as UnknownResource,
        Unsupported as Unsupported,
    )
    from symroof.evaluate import (
        exactly as exactly,
        interval as interval,
        numeric as numeric,
        printed_range as printed_range,
        sweep as sweep,
    )
    from symroof.machines import Machine as Machine, machine as machine
    from symroof.model.collectives import (
        all_gather as all_gather,
        all_reduce as all_reduce,
        all_to_all as all_to_all,
        line as line,
        point_to_point as point_to_point,
        reduce_scatter as reduce_scatter,
        ring as ring,
        switch as switch,
        torus as torus,
        tree as tree,
    )
    from symroof.model.fusing import fuse as fuse
    from symroof.model.memory import serving_memory as serving_memory, training_memory as training_memory
    from symroof.model.ops import Op as Op, balance as balance, intensity as intensity, op as op
    from symroof.model.roofline import (
        T_comms as T_comms,
        T_lower as T_lower,
        T_math as T_math,
        T_upper as T_upper,
        achieved as achieved,
        attainable as attainable,
        bound_by as bound_by,
        fits as fits,
        sustained as sustained,
    )
    from symroof.model.strategy import cheaper as cheaper, strategies as strategies
    from symroof.model.threshold import threshold as threshold
    from symroof.model.training import (
        data_parallel as data_parallel,
        expert_batch as expert_batch,
        fully_sharded as fully_sharded,
        mixed as mixed,
        mixed_optimum as mixed_optimum,
        mixture_of_experts as mixture_of_experts,
        pipeline_bubble as pipeline_bubble,
        pipeline_microbatches as pipeline_microbatches,
        tensor_parallel as tensor_parallel,
    )
    from symroof.reading.formula import parse_formula as parse_formula
    from symroof.reading.quantity import quantity as quantity
    from symroof.symbols import dims as dims, params as params, symbol as symbol
    from symroof.tracing.door import trace as trace
    from symroof.tracing.program import Program as Program
    from symroof.tracing.shapes import sized as sized
    from symroof.writing.explore import explore as explore
    from symroof.writing.latex import latex as latex
    from symroof.writing.plot import (
        batch_chart as batch_chart,
        plot as plot,
        regime_map as regime_map,
        roofline as roofline,
    )
# isort: on

__version__ = "0.1.0"

_HOME = {
    "symroof.symbols": "dims params symbol",
    "symroof.errors": "SymroofError NotationError UnknownResource Inconclusive Undetermined Inconsistent Unsupported",
    "symroof.dtypes": "dtype DType",
    "symroof.arrays": "Array",
    "symroof.machines": "Machine machine",
    "symroof.algebra.growth.regime": "Regime regime",
    "symroof.algebra.growth.leading": "Approx leading regimes bounds_free",
    "symroof.algebra.regions.region": "Threshold Condition",
    "symroof.algebra.equality.identity": "same dominates compare prove",
    "symroof.algebra.optima.optimum": "optimum",
    "symroof.algebra.optima.tiles": "best_divisor tiles",
    "symroof.model.binds": "bottlenecks",
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
    "symroof.checking.answers.answer": "check Verdict",
    "symroof.checking.proofreading.proofread": "proofread Report",
    "symroof.writing.explore": "explore",
    "symroof.writing.latex": "latex",
    "symroof.writing.plot": "plot roofline batch_chart regime_map",
}
_WHERE = {name: home for home, names in _HOME.items() for name in names.split()}


if not TYPE_CHECKING:  # a checker would take __getattr__ for any name at all, and cannot read a list that is made
    __all__ = ["__version__", *sorted(_WHERE)]

    def __getattr__(name: str) -> Any:
        if name == "machines":  # the module, which is callable: symroof.machines() is the table
            return importlib.import_module("symroof.machines")
        home = _WHERE.get(name)
        if home is None:
            raise AttributeError(f"module 'symroof' has no attribute {name!r}")
        value = getattr(importlib.import_module(home), name)
        globals()[name] = value
        return value

    def __dir__() -> list[str]:
        return __all__


def register_reader() -> None:
    """The reader of formulas stands above the algebra; text given for an expression is read by it."""
    from symroof import likes

    likes.reads(lambda: importlib.import_module("symroof.reading.formula").expression_of)


def register_printers() -> None:
    """The printers stand on the top floor; what shows itself on lower ones asks here, when it is first shown."""
    from symroof import shown

    shown.register("tex", lambda: importlib.import_module("symroof.writing.latex").latex)
    shown.register("bundle", lambda: importlib.import_module("symroof.writing.rich").rich)
    shown.register("png", lambda: lambda x: importlib.import_module("symroof.writing.draw").encoded(x, "png"))
