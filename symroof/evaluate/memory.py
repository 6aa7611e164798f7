"""The memory that large arrays live in: it is used again when nobody holds the array or a view of it any more.

Touching fresh memory for the first time costs as much as the arithmetic, and on a virtual machine, which gives back to
its host what is free, many times that.  What is kept after a large result is marked as free to take (MADV_FREE): the
system needs no swap to have it back, and until it does, writing there again costs nothing.  Lists are only popped from
and appended to, so that threads, and a child process of one, need no lock.
"""

from __future__ import annotations

import mmap
import os
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, final

if TYPE_CHECKING:
    import numpy as np

LEAST = 1 << 16  # bytes of a result from which reuse pays
KEEP = 1 << 26  # bytes of middling results, those of up to half of it, that are kept in all
SHARE = 4  # of the machine's memory, large results leave at most one part in so many marked as free

_results: list[np.ndarray[Any, Any]] = []


def fresh(size: int, count: int) -> list[np.ndarray[Any, Any]]:
    """So many uninitialised float64 arrays of ``size`` elements each, in reused memory where there is some.

    Middling ones are views of arrays that we keep, free again when ours is the only reference; every view of a view
    counts.  Large ones are lent: what the last call was given comes back when its last view is gone.
    """
    import numpy as np

    if 8 * size < LEAST or sys.implementation.name != "cpython":
        return [np.empty(size) for _ in range(count)]
    if 16 * size <= KEEP:
        return [_middling(size) for _ in range(count)]
    if sys.platform != "linux" or not hasattr(mmap, "MADV_FREE"):
        return [np.empty(size) for _ in range(count)]
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    if _is_limited():  # what is kept would count against the process
        _returned.room = 0
        _returned.pages.clear()
    else:
        _returned.room = min(8 * size * count, memory // SHARE)
    return [_large(size) for _ in range(count)]


def _is_limited() -> bool:
    """Whether this process may have so much memory and no more (ulimit -v, -d), pages free to take included."""
    import resource

    limits = (resource.getrlimit(x)[0] for x in (resource.RLIMIT_AS, resource.RLIMIT_DATA))
    return any(x != resource.RLIM_INFINITY for x in limits)


def _middling(size: int) -> np.ndarray[Any, Any]:
    import numpy as np

    alone = object()  # how many references Python counts of what only a variable here holds is a matter of its version
    with suppress(IndexError):  # another thread has them
        for _ in range(len(_results)):
            kept = _results.pop(0)
            found = kept.view() if kept.size == size and sys.getrefcount(kept) <= sys.getrefcount(alone) else None
            _results.append(kept)
            if found is not None:
                return found
    new = np.empty(size)
    _results.append(new)
    while len(_results) > 1 and sum(a.nbytes for a in _results) > KEEP:
        _results.pop(0)
    return new.view()


@final
@dataclass
class _Returned:
    """Pages of large results that nobody holds any more, no more bytes of them than ``room``."""

    pages: list[mmap.mmap] = field(default_factory=list)
    room: int = 0


_returned = _Returned()


@final
class _Loan:
    """Pages lent to an array and its views, which keep this alive; they come back when the last of them is gone."""

    def __init__(self, pages: mmap.mmap, size: int) -> None:
        import numpy as np

        self.pages = pages
        address = np.frombuffer(pages, np.uint8).__array_interface__["data"][0]
        self.__array_interface__ = {"data": (address, False), "shape": (size,), "typestr": "=f8", "version": 3}

    def __del__(self, to: _Returned = _returned, free: int = getattr(mmap, "MADV_FREE", 0)) -> None:
        if sum(map(len, to.pages)) + len(self.pages) <= to.room:
            try:
                self.pages.madvise(free)
            except OSError:  # a system that does not know it: the pages go back at once
                return
            to.pages.append(self.pages)


def _large(size: int) -> np.ndarray[Any, Any]:
    import numpy as np

    with suppress(IndexError):
        while len(pages := _returned.pages.pop()) != 8 * size:
            pass  # those of another size go back to the system
        return np.asarray(_Loan(pages, size))
    try:
        pages = mmap.mmap(-1, 8 * size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    except OSError:  # no room: NumPy says so in its own words, or finds some
        return np.empty(size)
    with suppress(OSError):  # a system without huge pages has small ones
        pages.madvise(mmap.MADV_HUGEPAGE)
    return np.asarray(_Loan(pages, size))
