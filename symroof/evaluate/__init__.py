"""Expressions as fast functions: one straight-line program, run on floats, blocks of arrays or any array library.

    numeric(expr, B, D=4096)        a picklable function of B: floats, NumPy in cache-sized blocks, JAX, Dask, xarray
    exactly(expr, B=512, D=4096)    the same value as an exact rational
    interval(expr, B=(1, 512))      its range over a box of sizes, exact where the expression is monotone
    sweep(op, machine=[...], B=...) a labelled table of T_lower, attainable and what binds
    printed_range(op, B, on=...)    a threshold over every printed value of the machine's constants

The code that runs is text written from our own operation list, with our own variable names; nothing a user typed is in
it but names that are plain identifiers.

>>> from symroof.symbols import dims
>>> B, D, F = dims("B D F")
>>> f = numeric(B * D * F / (B * D + D * F + B * F), B, D=4096, F=4096)
>>> f(128), f(B=4096.0)
(120.47058823529412, 1365.3333333333333)
"""

from __future__ import annotations

from symroof.evaluate.box import Interval, interval
from symroof.evaluate.engine import Numeric
from symroof.evaluate.front import exactly, numeric
from symroof.evaluate.ranges import PrintedRange, printed_range
from symroof.evaluate.sweeps import Sweep, sweep

__all__ = ["Interval", "Numeric", "PrintedRange", "Sweep", "exactly", "interval", "numeric", "printed_range", "sweep"]
