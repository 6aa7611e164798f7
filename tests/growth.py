"""How time grows with the size of an input: a ratio in one process, never seconds."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def growth(work: Callable[[T], object], made: Callable[[int], T], n: int, times: int = 4) -> float:
    """Time at 4n over time at n: the least of a few, taken in turns; what takes no time at all grows by nothing."""
    small, large = made(n), made(4 * n)
    least = [float("inf"), float("inf")]
    gc.collect()
    gc.disable()
    try:
        for _ in range(times):
            for i, text in enumerate((small, large)):
                start = time.process_time()
                work(text)
                least[i] = min(least[i], time.process_time() - start)
            if least[1] < 4.5 * least[0]:
                break
    finally:
        gc.enable()
    return least[1] / max(least[0], 2e-4)
