"""A time within which a trace has to end, whatever the function that is traced does.

>>> try:
...     with within(0.05):
...         while True:
...             pass
... except TooLong:
...     print("stopped")
stopped
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class TooLong(BaseException):
    """A trace that did not end in its time; like KeyboardInterrupt no Exception, so that no function catches it."""


@contextmanager
def within(seconds: float | None) -> Iterator[None]:
    """Raises TooLong in what runs inside, between two steps of Python, once the seconds are over; None: no limit."""
    if seconds is None:
        yield
        return
    thread, lock, done = threading.get_ident(), threading.Lock(), threading.Event()
    late = False

    def stop() -> None:
        nonlocal late
        wait = seconds
        while not done.wait(wait):
            with lock:
                if not done.is_set():
                    late = True
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(TooLong))
            wait = 1.0  # again: one that comes while garbage is collected is lost

    threading.Thread(target=stop, daemon=True).start()
    try:
        yield
    finally:
        with lock:
            done.set()
        for _ in range(100 if late else 0):  # one that was sent and has not come yet comes here
            pass
