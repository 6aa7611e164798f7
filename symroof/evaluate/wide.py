"""A program at one point in as many digits as it takes, for what floats overflow on or lose the digits of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, final

from mpmath import libmp

from symroof.algebra.ratios.evaluation import reals
from symroof.algebra.ratios.functions import CONSTANTS, FUNCTIONS, Function, as_fraction
from symroof.algebra.ratios.poly import nearest
from symroof.errors import SymroofError, Unsupported
from symroof.evaluate.nodes import Program
from symroof.evaluate.operations import having


def far(program: Program, values: Sequence[float]) -> tuple[float, ...]:
    """The results at one point in numbers of any size, for what floats would overflow on or lose the digits of.

    Of 50 digits, and where sums leave less than 20 of these, or a power of e takes more, of more.

    Raises Unsupported where they hang on e to the power of what has more digits than are worked out.
    """
    for digits in _DIGITS[:-1]:
        found, lost = _at_digits(program, values, digits)
        if not lost:
            return found
    immense = _Immense()
    found, _ = _at_digits(program, values, _DIGITS[-1], immense)
    if immense.met and not _alike_as_floats(found, _at_digits(program, values, _DIGITS[-1], _Immense(True))[0]):
        raise immense.refusal()
    return found


_DIGITS = (50, 200, 800)
_LOOKED_AT = having("looks")
_COMPARES = frozenset(("lt", "le", "tie<", "tie<=", "beside"))
_ARITHMETIC = frozenset(("mul", "div", "add", "sub"))


@final
class _Immense:
    """E to powers of so many digits that it is infinite, or 0, as far as floats tell: if nothing hangs on how much.

    What hangs on it, comes out otherwise where it is ``finite``: the least such number, times its logarithm.
    """

    def __init__(self, finite: bool = False) -> None:
        self.finite, self.met = finite, False

    def exp(self, mp: Any, x: Any) -> Any:
        self.met = True
        size = mp.exp(mp.mpf(10) ** (mp.dps - 26)) * abs(x) if self.finite else mp.inf
        return size if x > 0 else 1 / size

    def check(self, mp: Any, op: str, x: Any, y: Any, made: Any) -> None:
        """Refuse what infinity decides nothing of."""
        undone = op in _ARITHMETIC and mp.isnan(made) and not (mp.isnan(x) or mp.isnan(y))
        if self.met and not self.finite and (undone or (op in _COMPARES and x == y)):
            raise self.refusal()

    def refusal(self) -> SymroofError:
        most = _DIGITS[-1] - 26
        return Unsupported(f"e to the power of a number of more than {most} digits is not worked out; take its log first")


def _alike_as_floats(a: Sequence[float], b: Sequence[float]) -> bool:
    return all(x == y or (x != x and y != y) for x, y in zip(a, b))


def _at_digits(
    program: Program, values: Sequence[float], digits: int, immense: _Immense | None = None
) -> tuple[tuple[float, ...], bool]:
    """The results in numbers of so many digits, and whether too many were lost: what then is nearly 0, or whole, is."""
    mp = reals(digits)
    numbers = constants(program, mp)
    least = mp.mpf(10) ** (26 - digits)
    known: list[Any] = []
    lost = False

    def at(x: Any) -> Any:
        if isinstance(x, float):
            return numbers[x] if x in numbers else mp.mpf(x)
        return mp.mpf(values[x[1]]) if x[0] == "in" else known[x[1]]

    for op, a, b in program.lines:
        x, y = at(a), None if b is None else at(b)
        if op == "exp" and abs(x) * least >= 1:  # a power without its last digits
            if immense is None:
                return (), True
            known.append(immense.exp(mp, x))
            continue
        if op in ("tie<", "tie<=", "beside"):
            lost = lost or _alike(mp, x, y)
        elif op == "whole" and abs(x) * least >= 1:  # a rounding that is not told to the unit
            lost, x = True, x if digits < _DIGITS[-1] else mp.nan
        elif op in _LOOKED_AT and mp.isfinite(x):
            rounded = op in ("edge", "brink", "verge")
            whole = mp.nint(x) if rounded else mp.zero
            if abs(x - whole) <= (abs(x) if rounded else y) * least:
                lost, x = lost or x != whole or digits == _DIGITS[0], whole
        known.append(_worked_out(mp, op, x, y))
        if immense is not None:
            immense.check(mp, op, x, y, known[-1])
    return tuple(nearest(at(x)) for x in program.results), lost


def _worked_out(mp: Any, op: str, x: Any, y: Any) -> Any:
    try:
        return _WIDE[op](mp, x, y) if op in _WIDE else _by_its_row(mp, FUNCTIONS[op], x)
    except (ZeroDivisionError, ValueError, OverflowError, SymroofError):
        return mp.inf if op == "div" and x > 0 else mp.nan


def _by_its_row(mp: Any, f: Function, x: Any) -> Any:
    """A function by the two rationals that its row says it lies between."""
    if not mp.isfinite(x):
        return mp.mpf(f.python(float(x)))
    at = as_fraction(x._mpf_)
    low, high = f.between(at, at, mp.prec)
    middle = (low + high) / 2
    return mp.mpf(middle.numerator) / middle.denominator


def constants(program: Program, mp: Any) -> dict[float, Any]:
    """The numbers of a program of which floats are only the nearest, in a context's digits."""
    found: dict[float, Any] = {}
    for x, op, a, b in program.exact:
        if op == "quotient":
            found[x] = mp.mpf(a) / b
        elif op == "named":
            told = as_fraction(CONSTANTS[a].digits(libmp, mp.prec + 8))
            found[x] = mp.mpf(told.numerator) / told.denominator
        else:
            p, q = (v if v is None else found.get(v, mp.mpf(v)) for v in (a, b))
            found[x] = _worked_out(mp, op, p, q)
    return found


def _alike(mp: Any, x: Any, y: Any) -> bool:
    """Whether two numbers agree in all digits that are told."""
    return bool(abs(x - y) <= abs(y) * mp.mpf(10) ** (26 - mp.dps))


def _real(x: Any, work: Callable[[], Any]) -> Any:
    """What is made of something not negative; nan, not a complex number, of the rest."""
    if x < 0:
        raise ValueError("negative")
    return work()


_WIDE: dict[str, Callable[[Any, Any, Any], Any]] = {
    "mul": lambda mp, x, y: x * y, "div": lambda mp, x, y: x / y, "add": lambda mp, x, y: x + y,
    "sub": lambda mp, x, y: x - y, "max": lambda mp, x, y: max(x, y), "min": lambda mp, x, y: min(x, y),
    "pow": lambda mp, x, y: _real(x, lambda: x**y), "sqrt": lambda mp, x, _: _real(x, lambda: mp.sqrt(x)),
    "root": lambda mp, x, y: _real(x, lambda: mp.root(x, int(y))), "log": lambda mp, x, _: _real(x, lambda: mp.log(x)),
    "log2": lambda mp, x, _: _real(x, lambda: mp.log(x, 2)), "exp": lambda mp, x, _: mp.exp(x),
    "ceil": lambda mp, x, _: mp.ceil(x),
    "floor": lambda mp, x, _: mp.floor(x), "lt": lambda mp, x, y: mp.mpf(1) if x < y else mp.nan,
    "tie<": lambda mp, x, y: mp.mpf(1) if x < y and not _alike(mp, x, y) else mp.nan,
    "tie<=": lambda mp, x, y: mp.mpf(1) if x <= y or _alike(mp, x, y) else mp.nan,
    "le": lambda mp, x, y: mp.mpf(1) if x <= y else mp.nan, "both": lambda mp, x, y: x * y,
    "either": lambda mp, x, y: y if mp.isnan(x) else x, "guard": lambda mp, x, y: x * y,
    "merge": lambda mp, x, y: y if mp.isnan(x) else x,
    **dict.fromkeys(("sure", "some", "edge", "brink", "verge", "whole", "entire", "mild", "capped"),
                    lambda mp, x, _: x),
    "raised": lambda mp, n, a: a ** int(n),
    "beside": lambda mp, x, y: mp.zero if _alike(mp, x, y) else mp.sign(x - y) / 2,
    "abs": lambda mp, x, _: abs(x),
    "above": lambda mp, x, _: x if x > 0 else mp.nan, "finite": lambda mp, x, _: mp.nan if mp.isinf(x) else x,
}  # fmt: skip
