"""Judges that share nothing with symroof: loop nests that count, NumPy's own byte counts, exact evaluation."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np


class Counting:
    """A number that counts each multiplication and addition done with it."""

    multiplications = 0
    additions = 0

    def __init__(self, value: int) -> None:
        self.value = value

    def __mul__(self, other: Counting) -> Counting:
        Counting.multiplications += 1
        return Counting(self.value * other.value)

    def __add__(self, other: Counting) -> Counting:
        Counting.additions += 1
        return Counting(self.value + other.value)

    @classmethod
    def reset(cls) -> None:
        cls.multiplications = cls.additions = 0

    @classmethod
    def total(cls) -> int:
        return cls.multiplications + cls.additions


def _filled(dims: tuple[str, ...], sizes: dict[str, int]) -> dict[tuple[int, ...], Counting]:
    return {i: Counting(1 + sum(i)) for i in itertools.product(*(range(sizes[d]) for d in dims))}


def count_product(inputs: list[tuple[str, ...]], output: tuple[str, ...], sizes: dict[str, int]) -> int:
    """Operations of the plain loop nest: multiply all inputs at each point, add over the contracted dims."""
    arrays = [_filled(dims, sizes) for dims in inputs]
    every = list(dict.fromkeys(d for dims in inputs for d in dims))
    inner = [d for d in every if d not in output]
    Counting.reset()
    for out in itertools.product(*(range(sizes[d]) for d in output)):
        acc = None
        for deep in itertools.product(*(range(sizes[d]) for d in inner)):
            at = dict(zip(output, out)) | dict(zip(inner, deep))
            piece = None
            for dims, a in zip(inputs, arrays):
                x = a[tuple(at[d] for d in dims)]
                piece = x if piece is None else piece * x
            acc = piece if acc is None else acc + piece
    return Counting.total()


NUMPY = {"fp16": np.float16, "fp32": np.float32, "fp64": np.float64, "int8": np.int8, "int16": np.int16,
         "int32": np.int32, "int64": np.int64, "bool": np.bool_}  # fmt: skip


def nbytes(dtype: str, shape: tuple[int, ...]) -> Fraction:
    """Bytes of an array as NumPy holds it; formats that NumPy lacks go by a stand-in of so many bits."""
    if dtype in NUMPY:
        return Fraction(np.empty(shape, NUMPY[dtype]).nbytes)
    bits = {"bf16": 16, "fp8": 8, "int4": 4, "fp4": 4}[dtype]
    if bits >= 8:
        return Fraction(np.empty(shape, f"V{bits // 8}").nbytes)
    return Fraction(np.empty(shape, np.uint8).nbytes * bits, 8)
