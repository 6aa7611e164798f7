"""The pointwise functions and reductions: FLOPs per element, per row, and where the count comes from.

>>> FUNCTIONS["softmax"][:2]  # 5N - 2 a row of N
(5, -2)
"""

from __future__ import annotations

import symroof.regexes as re

# name: (FLOPs per element, FLOPs more or less per row, what "row" runs over, arrays it may take, source)
# An element is one of the first input; "" has no rows.  A transcendental counts 1, as in XLA's cost analysis.
# exact work = a * elements + c * rows; the default leaves the rows out, as 2K leaves out the -1 of 2K - 1.
# With fewer arrays than it may take it does one operation an element less for each: a norm has the weights it is given.
_XLA = "one an element, XLA HloCostAnalysis"
FUNCTIONS: dict[str, tuple[int, int, str, int, str]] = {
    "relu": (1, 0, "", 1, f"max(x, 0); {_XLA}"),
    "abs": (1, 0, "", 1, _XLA),
    "neg": (1, 0, "", 1, _XLA),
    "exp": (1, 0, "", 1, _XLA),
    "log": (1, 0, "", 1, _XLA),
    "sqrt": (1, 0, "", 1, _XLA),
    "rsqrt": (1, 0, "", 1, _XLA),
    "tanh": (1, 0, "", 1, _XLA),
    "square": (1, 0, "", 1, "x * x"),
    "sigmoid": (4, 0, "", 1, "1/(1 + exp(-x)): negate, exp, add, divide"),
    "silu": (4, 0, "", 1, "x/(1 + exp(-x)): negate, exp, add, divide"),
    "gelu": (8, 0, "", 1, "tanh form; 8 in google-research/electra flops_computation.py, power and tanh 1 each"),
    "softmax": (5, -2, "dim", 1, "max, subtract, exp, sum, divide: 5N - 2 a row; 5 an element in ELECTRA's count"),
    "layernorm": (7, 2, "dim", 3, "two means, centre, square, epsilon, rsqrt, two scales, shift: 7N + 2 a row"),
    "rmsnorm": (4, 2, "dim", 2, "square, mean, epsilon, rsqrt, two scales: 4N + 2 a row"),
    "sum": (1, -1, "gone", 1, "N - 1 adds for N numbers"),
    "max": (1, -1, "gone", 1, "N - 1 comparisons for N numbers"),
    "min": (1, -1, "gone", 1, "N - 1 comparisons for N numbers"),
    "mean": (1, 0, "gone", 1, "N - 1 adds and a division for N numbers"),
    "copy": (0, 0, "", 1, "moves bytes, no FLOPs"),
    "cast": (0, 0, "", 1, "moves bytes, no FLOPs"),
}
OTHER_NAMES = {"layer_norm": "layernorm", "LayerNorm": "layernorm", "ln": "layernorm", "rms_norm": "rmsnorm",
                "RMSNorm": "rmsnorm", "swish": "silu", "ReLU": "relu", "GELU": "gelu", "GeLU": "gelu", "SiLU": "silu",
                "Softmax": "softmax", "logistic": "sigmoid", "reduce_sum": "sum"}  # fmt: skip

GATHER, SCATTER, REDUCE, ALL_TO_ALL, SEND = "AllGather", "ReduceScatter", "AllReduce", "AllToAll", "PointToPoint"


def collective_named(word: str) -> str | None:
    """The collective that a function's name calls; None for another function.

    >>> collective_named("AllGather_X"), collective_named("AllReduce_{XY}"), collective_named("AllGather of x")
    ('AllGather', 'AllReduce', None)
    """
    if not word.startswith(("All", SCATTER)):  # most are not, and need no pattern
        return None
    found = re.fullmatch(rf"({GATHER}|{SCATTER}|{REDUCE}|{ALL_TO_ALL})(?:_(?:\{{[^{{}}]*\}}|\w+))?", word)
    return found.group(1) if found else None
