"""What a result does not depend on, by simple rules: a number whatever the operands are, parts of complex numbers.

| result | is |
|---|---|
| ``x*0``, ``x & 0``, ``x - x``, ``x ^ x``, ``rem(x, 1)`` of whole numbers | 0 |
| ``x == x`` and its kin, comparisons with the ends of a format (``x >= 0`` of an unsigned one) | true or false |
| ``x | -1``, ``max`` and ``min`` with an end of the format, ``clip`` to one number | that number |
| ``x << n`` and ``>>`` without a sign, by all bits of the format | 0 |
| ``x**0``, ``1**x`` | 1, of floats too |
| a choice between arrays of one number | that number, of floats too |

Of floats none else: what is not finite shows in ``x*0``, ``x - x`` and ``x == x``.  Other results that are one number
(``x*y - y*x``) are not looked for.  Nor is a result another array than ``x`` that is ``x*1``, ``x + 0`` of whole
numbers and the like.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import TYPE_CHECKING

import symroof.regexes as re
from symroof.algebra.ratios.posynomial import Ratio, product, ratio
from symroof.tracing.graph import Value
from symroof.tracing.masks import ALWAYS, NEVER, Affine
from symroof.tracing.reader import Unread

if TYPE_CHECKING:
    from symroof.tracing.jax_site import Site

_INT = re.compile(r"(u?)int(\d+)\Z")
OF_ITSELF = {"sub": 0, "xor": 0, "rem": 0, "eq": 1, "ge": 1, "le": 1, "ne": 0, "gt": 0, "lt": 0}
_TURNED = {"ge": "le", "le": "ge", "gt": "lt", "lt": "gt"}


def number(v: Value) -> float | None:
    """The one number that an array is in every place and every trace, true 1 and false 0; None where none is known."""
    if isinstance(v.known, Affine):
        starts = set(v.known.starts)
        return v.known.starts[0] if not v.known.coefficients and len(starts) == 1 else None
    if v.ints is not None:
        return v.ints[0] if len(set(v.ints)) == 1 else None
    return 1 if v.known == ALWAYS else 0 if v.known == NEVER else None


def ends(exact: str) -> tuple[int, int] | None:
    """The least and the largest number of a format of whole numbers, by the framework's name; None of others.

    >>> ends("uint8"), ends("int4"), ends("bool"), ends("float32")
    ((0, 255), (-8, 7), (0, 1), None)
    """
    if exact == "bool":
        return 0, 1
    m = _INT.match(exact)
    if m is None:
        return None
    bits = int(m[2])
    return (0, 2**bits - 1) if m[1] else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)


def told(name: str, params: Mapping[str, object], ins: list[Value]) -> int | None:
    """The number that a result is whatever its operands are; None where it may be another.

    >>> x, zero = Value((), "int32", "argument"), Value((), "int32", "literal")
    >>> zero.ints = (0, 0, 0)
    >>> told("mul", {}, [x, zero]), told("sub", {}, [x, x]), told("add", {}, [x, zero])
    (0, 0, None)
    """
    if (found := _of_any(name, params, ins)) is not None:
        return found
    span = ends(ins[0].exact) if ins else None
    if span is None or any(ends(v.exact) is None for v in ins):
        return None
    if name == "clamp":
        low, high = _within(ins[0], span), _within(ins[2], span)
        return low if low == high else None
    if len(ins) != 2:
        return None
    if ins[0] is ins[1]:
        return OF_ITSELF.get(name)
    left, right = (_within(v, span) for v in ins)
    if name in ("shift_left", "shift_right_logical"):
        return 0 if left == 0 or (right is not None and right >= (span[1] - span[0]).bit_length()) else None
    if right is not None:
        return 0 if name == "rem" and abs(right) == 1 else _beside(name, right, span)
    if left == 0 and name == "rem":
        return 0
    return None if left is None else _beside(_TURNED.get(name, name), left, span)


def _of_any(name: str, params: Mapping[str, object], ins: list[Value]) -> int | None:
    """The same of what holds of floats, too."""
    if name == "select_n":
        cases = {number(v) for v in ins[1:]}
        n = cases.pop()
        return None if cases or n is None or n % 1 else int(n)
    if name == "pow":
        return 1 if number(ins[1]) == 0 or number(ins[0]) == 1 else None
    return 1 if name == "integer_pow" and params["y"] == 0 else None


def _within(v: Value, span: tuple[int, int]) -> int | None:
    """The one number that an array is; None of what another format held and this one does not."""
    found = number(v)
    return int(found) if found is not None and span[0] <= found <= span[1] else None


def _beside(name: str, n: int, span: tuple[int, int]) -> int | None:
    """What ``x name n`` is of every x between the ends of its format."""
    low, high = span
    ones = -1 if low < 0 else high
    rows = {("mul", 0): 0, ("and", 0): 0, ("or", ones): ones, ("max", high): high, ("min", low): low,
            ("ge", low): 1, ("lt", low): 0, ("le", high): 1, ("gt", high): 0}  # fmt: skip
    return rows.get((name, n))


def kept(name: str, params: Mapping[str, object], ins: list[Value]) -> int | None:
    """Which operand a result is, element by element and bit by bit; None where it may differ from all.

    Of floats ``x + 0`` does where x is -0.

    >>> x, one = Value((), "int32", "argument"), Value((), "int32", "literal")
    >>> one.ints = (1, 1, 1)
    >>> kept("mul", {}, [one, x]), kept("max", {}, [x, x]), kept("add", {}, [x, one])
    (1, 0, None)
    """
    if name == "integer_pow":
        return 0 if params["y"] == 1 else None
    if name == "clamp" and ins[0] is ins[1] is ins[2]:
        return 1
    if len(ins) != 2:
        return None
    if ins[0] is ins[1]:
        return 0 if name in ("and", "or", "max", "min") else None
    span, turned = ends(ins[0].exact), _TURNED.get(name, name)
    for i, v in enumerate(ins):
        n = number(v) if span is None else _within(v, span)
        if n is not None and (i or name not in _ORDERED) and _is_neutral(name if i else turned, n, span):
            return 1 - i
    return None


def folded(name: str, params: Mapping[str, int | Sequence[int]], ins: list[Value]) -> Ratio | None:
    """How many elements a reduction or scan of one array puts together, one being left as it is; None of others.

    >>> from symroof.tracing.reader import letter
    >>> x = Value((letter("A"), letter("B"), letter("C")), "fp32", "argument")
    >>> print(folded("reduce_sum", {"axes": (0, 2)}, [x]), folded("cummax", {"axis": 1}, [x]), folded("exp", {}, [x]))
    A*C B None
    """
    if len(ins) != 1:
        return None
    if name.startswith("reduce_window_"):
        return ratio(1) if params["window_dimensions"] == (1,) * len(ins[0].shape) else None
    along = params["axes"] if name in _REDUCED else params["axis"] if name in _RUNNING else None
    if along is None:
        return None
    return product(ins[0].shape[d] for d in ((along,) if isinstance(along, int) else along))


_REDUCED = {"reduce_sum", "reduce_prod", "reduce_max", "reduce_min", "reduce_and", "reduce_or"}
_RUNNING = {"cumsum", "cumprod", "cummax", "cummin"}
_ORDERED = {"sub", "div", "pow", "shift_left", "shift_right_arithmetic", "shift_right_logical"}


_OF_TRUTH = {"eq": 1, "ge": 1, "ne": 0, "gt": 0}  # beside which a truth value stays what it is


def _is_neutral(name: str, n: float, span: tuple[int, int] | None) -> bool:
    """Whether a number to the right of x, or to either side, leaves x as it is."""
    if span is None:
        return (name, n) in {("mul", 1), ("div", 1), ("pow", 1), ("sub", 0)}
    low, high = span
    if name in _OF_TRUTH:
        return (low, high, n) == (0, 1, _OF_TRUTH[name])
    if name in ("max", "min", "and"):
        return n == {"max": low, "min": high, "and": -1 if low < 0 else high}[name]
    return n == (1 if name in ("mul", "div", "pow") else 0 if name in _ORDERED | {"add", "or", "xor"} else None)


def noted(v: Value, n: int, traces: int) -> None:
    """Note that an array is this number in every place."""
    if v.dtype == "bool":
        v.known = ALWAYS if n else NEVER
    elif ends(v.exact) is not None:
        v.ints = (n,) * traces


def without_own(at: Site) -> Ratio:
    """Elements less half of one for each that is its own mirror image in a discrete Fourier transform.

    Of what becomes real the imaginary part of the first element along an axis does not matter, nor that of the one in
    the middle of an even number; the same of one part of what stays complex.
    """
    x, lengths = at.ins[0], at.params["fft_lengths"]
    beside = product(x.shape[: len(x.shape) - len(lengths)])
    try:
        own: Ratio | int = at.whole(lambda p, i, o: prod(2 - n % 2 for n in p["fft_lengths"]))
    except Unread:
        own = 2 ** len(lengths)  # at most
    return x.elements - beside * own / 2


__all__ = ["OF_ITSELF", "ends", "folded", "kept", "noted", "number", "told", "without_own"]
