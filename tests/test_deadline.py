"""A trace's time is that of its own thread: a machine that is busy with something else changes no answer."""

from __future__ import annotations

import subprocess
import sys
import time
from typing import Any

import pytest

from symroof.tracing.deadline import TooLong, spent, within


def work(seconds: float) -> None:
    """So many seconds of CPU."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


@pytest.mark.slow
def test_what_works_too_long_is_stopped_by_its_own_time() -> None:
    before = spent()
    with pytest.raises(TooLong), within(0.05):
        work(10)
    assert 0.05 <= spent() - before < 5


@pytest.mark.slow
def test_a_thread_that_has_to_wait_for_its_turn_is_not_stopped() -> None:
    """By the clock it was: as much waiting as another process's share of the machine."""
    begun = time.monotonic()
    with within(0.15):
        for _ in range(20):
            work(0.002)
            time.sleep(0.015)
    assert time.monotonic() - begun > 0.15


@pytest.mark.slow
def test_a_thread_that_waits_for_ever_is_stopped() -> None:
    def wait() -> None:
        while True:
            time.sleep(0.2)

    with pytest.raises(TooLong), within(0.1):
        wait()


def test_within_no_time_there_is_no_limit() -> None:
    with within(None):
        work(0.01)


@pytest.mark.slow
def test_notes_conditions_and_refusals_are_those_of_a_machine_that_is_not_busy() -> None:
    """A third trace was made where two took 50 ms, and the numbers in the code were tried for two seconds."""
    pytest.importorskip("jax")
    from symroof import SymroofError, trace

    busy = [0.0]

    def net(x: Any, w: Any) -> Any:
        time.sleep(busy[0])
        h = x @ w if x.shape[0] % 96 != 5 or x.shape[1] > 7 else x @ w * 2
        return h * 2 if x.shape[0] > 40 else h

    def divided(x: Any) -> Any:
        time.sleep(busy[0])
        return x.reshape(x.shape[0] // 2, -1, x.shape[1])

    told = []
    for busy[0] in (0.0, 0.04):
        program = trace(net, "fp32[B, D]", "fp32[D, F]")
        with pytest.raises(SymroofError) as refused:
            trace(divided, "fp32[B, D]")
        told.append((program.notes, program.conditions, str(refused.value)))
    assert told[0] == told[1]
    assert "B >= 41" in told[0][1]


@pytest.mark.slow
def test_a_deadline_that_passes_while_a_thread_is_started_stops_and_hangs_nothing():
    """What was sent to a thread that starts another one ended the other before it ran, and start waited for ever."""
    program = """
import threading
from symroof.tracing.deadline import TooLong, within

stopped = 0
for _ in range(100):
    try:
        with within(0.003):
            while True:
                threading.Thread(target=int).start()
    except TooLong:
        stopped += 1
print(stopped)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout.split() == ["100"]
