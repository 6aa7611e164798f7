"""A time within which a trace has to end, whatever the function that is traced does.

Seconds are those of CPU that the thread takes: how busy the machine is besides changes no answer.  A thread that hardly
takes any waits for something, and is stopped by the clock.

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
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

IDLE = 200  # a thread that takes a smaller share of the time than 1 of so many waits


SOON, DEEP = 1e-5, 6  # seconds until it is tried again, frames in which a thread may be starting another


def spent() -> float:
    """Seconds of CPU that this thread has taken."""
    return time.thread_time()


def _clock() -> Callable[[], float]:
    """The same of this thread, asked for by another one; of the whole process where a system has no such clock."""
    if not hasattr(time, "pthread_getcpuclockid"):
        return time.process_time
    clock = time.pthread_getcpuclockid(threading.get_ident())
    return lambda: time.clock_gettime(clock)


class TooLong(BaseException):
    """A trace that did not end in its time; like KeyboardInterrupt no Exception, so that no function catches it."""


@contextmanager
def within(seconds: float | None) -> Iterator[None]:
    """Raises TooLong in what runs inside, between two steps of Python, once it took the seconds; None: no limit."""
    if seconds is None:
        yield
        return
    thread, lock, done = threading.get_ident(), threading.Lock(), threading.Event()
    late, clock = False, _clock()
    first, begun = clock(), time.monotonic()

    def stop() -> None:
        nonlocal late
        wait = seconds
        while not done.wait(wait):
            used = clock() - first
            if not late and used < seconds and IDLE * used > time.monotonic() - begun:
                wait = max(seconds - used, 0.001)
                continue
            with lock:
                if not done.is_set() and _starting(thread):
                    wait = SOON
                    continue
                if not done.is_set():
                    late = True
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(TooLong))
            wait = 1.0  # again: one that comes while garbage is collected is lost

    told = sys.unraisablehook
    try:  # the start too: one of another deadline may come there
        sys.unraisablehook = _without(told)
        threading.Thread(target=stop, daemon=True).start()
        yield
    finally:
        try:
            with lock:
                done.set()
        finally:  # one that comes just here must not keep others coming
            done.set()
            sys.unraisablehook = told
        for _ in range(100 if late else 0):  # one that was sent and has not come yet comes here
            pass


def _starting(thread: int) -> bool:
    """Whether a thread starts another one, which does not run yet.

    Until then that one has the number of the thread that starts it: what is sent there would end it before it says that
    it runs, which the other waits for.
    """
    frame = sys._current_frames().get(thread)
    for _ in range(DEEP):
        if frame is not None and frame.f_code is threading.Thread.start.__code__:
            runs: threading.Event | None = getattr(frame.f_locals.get("self"), "_started", None)
            return runs is not None and not runs.is_set()
        frame = None if frame is None else frame.f_back
    return False


def _without(told: Callable[[Any], Any]) -> Callable[[Any], None]:
    """The same report of exceptions that are lost, but for one of ours, which is sent again."""

    def hook(lost: Any) -> None:
        if lost.exc_type is not TooLong:
            told(lost)

    return hook
