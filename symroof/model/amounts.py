"""Amounts by key, such as FLOPs by number format and bytes by link."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import final

from symroof.algebra.interop import door
from symroof.algebra.ratios.posynomial import Ratio, total
from symroof.lazy import once
from symroof.records import dataclass
from symroof.shown import visible


@visible
@final
@dataclass(frozen=True)
class Amounts(Mapping[str, Ratio]):
    """Amounts by key, frozen and hashable; adding adds key by key.

    >>> (Amounts.of({"bf16": 2}) + Amounts.of({"bf16": 1, "int8": 4}))["bf16"]
    3
    """

    rows: tuple[tuple[str, Ratio], ...] = ()  # sorted by key

    @classmethod
    def of(cls, items: Mapping[str, object]) -> Amounts:
        return cls(tuple(sorted((k, door.core(v)) for k, v in items.items())))

    @once
    def sum(self) -> Ratio:
        """All keys together."""
        return total(v for _, v in self.rows)

    def __getitem__(self, key: str) -> Ratio:
        for k, v in self.rows:
            if k == key:
                return v
        raise KeyError(key)

    def __iter__(self) -> Iterator[str]:
        return (k for k, _ in self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __add__(self, other: Amounts) -> Amounts:
        keys = sorted({*self, *other})
        return Amounts(tuple((k, total(a[k] for a in (self, other) if k in a)) for k in keys))

    def __repr__(self) -> str:
        return "{" + ", ".join(f"{k}: {v}" for k, v in self.rows) + "}"
