"""The notation of a traced product: which dims meet, by the names that their sizes have.

>>> from symroof.algebra.ratios.posynomial import gen
>>> from symroof.tracing.graph import Value
>>> B, D, F = gen("B"), gen("D"), gen("F")
>>> x, w, y = Value((B, D), "bf16"), Value((D, F), "bf16"), Value((B, F), "bf16")
>>> product_text(x, w, y, ((1,), (0,)), ((), ()))
'bf16[B, D] * bf16[D, F] -> bf16[B, F]'
"""

from __future__ import annotations

from symroof.algebra.ratios.posynomial import Ratio
from symroof.tracing.graph import Value

Pairs = tuple[tuple[int, ...], tuple[int, ...]]


def product_text(a: Value, b: Value, out: Value, contract: Pairs, batch: Pairs) -> str:
    """``a * b -> out`` for the dims contracted and shared; a second dim of one size gets a prime, as T and T'."""
    used: dict[str, int] = {}

    def name(size: Ratio) -> str:
        text = str(size)
        used[text] = used.get(text, 0) + 1
        return text + "'" * (used[text] - 1) if size.constant() is None else text

    left = [name(s) for s in a.shape]
    right: list[str] = [""] * len(b.shape)
    for pairs in (contract, batch):
        for i, j in zip(*pairs):
            right[j] = left[i]
    right = [r or name(s) for r, s in zip(right, b.shape)]
    shared = [left[i] for i in batch[0]]
    free_a = [n for i, n in enumerate(left) if i not in batch[0] and i not in contract[0]]
    free_b = [n for j, n in enumerate(right) if j not in batch[1] and j not in contract[1]]
    result = [*shared, *free_a, *free_b]
    return f"{a.dtype}[{', '.join(left)}] * {b.dtype}[{', '.join(right)}] -> {out.dtype}[{', '.join(result)}]"
