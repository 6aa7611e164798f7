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
from symroof.evaluate.operations import OPERATIONS, having


def far(program: Program, values: Sequence[float]) -> tuple[float, ...]:
    """The results at one point in numbers of any size, for what floats would overflow on or lose the digits of.

    Of 50 digits, and where sums leave less than 20 of these, or a power of e takes more, of more.

    Raises Unsupported where they hang on more digits than are worked out.
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
_LEAST_FLOAT = 2.0**-1074
_LOOKED_AT = having("looks")
_COMPARES = frozenset(("lt", "le", "tie<", "tie<=", "beside"))
_ARITHMETIC = frozenset(("mul", "div", "add", "sub"))


@final
class _Immense:
    """What has more digits than are worked out: if nothing hangs on those, as far as floats tell.

    E to the power of it is infinite, or 0, and a rounding of it is itself.  What hangs on that comes out otherwise
    where it is ``finite``: the least such power, times its logarithm, and a rounding off in its last digit.
    """

    def __init__(self, finite: bool = False) -> None:
        self.finite, self.met = finite, False

    def exp(self, mp: Any, x: Any) -> Any:
        self.met = True
        size = self._least(mp) * abs(x) if self.finite else mp.inf
        return size if x > 0 else 1 / size

    def _least(self, mp: Any) -> Any:
        return mp.exp(mp.mpf(10) ** (mp.dps - 26) + 0.5)  # mpmath takes long over an integer

    def beside(self, x: Any, hair: int, untold: Any) -> Any:
        """A whole number that has absorbed what is smaller, as what is rounded next; or a 0 that has, up to so much."""
        if untold is not None:
            self.met = True
            return hair * untold if self.finite else x
        if abs(hair) > 1:
            raise self.refusal()
        return x + x.context.mpf(hair) / 4

    def rounded(self, x: Any, least: Any) -> Any:
        self.met = True
        return x * (1 + least) if self.finite else x

    def check(self, mp: Any, op: str, x: Any, y: Any, made: Any) -> None:
        """Refuse what infinity decides nothing of."""
        undone = op in _ARITHMETIC and mp.isnan(made) and not (mp.isnan(x) or mp.isnan(y))
        if self.met and not self.finite and (undone or (op in _COMPARES and x == y)):
            raise self.refusal()

    def refusal(self) -> SymroofError:
        most = _DIGITS[-1] - 26
        return Unsupported(
            f"this value hangs on more than {most} digits of a power or a rounding; no more are worked out"
        )


@final
class _Hairs:
    """On which side of its number each line lies by what sums have absorbed: 1 above, -1 below, 2 where it is open."""

    def __init__(self) -> None:
        self.of: list[int] = []

    def at(self, x: Any) -> int:
        return self.of[x[1]] if isinstance(x, tuple) and x[0] == "t" else 0

    def add(self, line: tuple[str, Any, Any], x: Any, y: Any, made: Any) -> None:
        """The next line's."""
        op, p, q = line[0], self.at(line[1]), self.at(line[2])
        if op in ("add", "sub"):
            found = self._of_sum(p, q, x, y, made) if op == "add" else self._of_sum(p, -q, x, -y, made)
        elif op in ("mul", "div"):
            found = _joined(p * _sign(y), q * _sign(x) * (1 if op == "mul" else -1)) if p or q else 0
        elif OPERATIONS[op].extreme or op in ("merge", "either"):
            found = _joined(p, q) if x == y else p if made == x else q
        elif OPERATIONS[op].exponential and made == 1 and x:
            found = _sign(x)
        else:
            found = 0 if op in _ENDS else p * _sign(x) if op == "abs" else p
        self.of.append(found)

    @staticmethod
    def _of_sum(p: int, q: int, x: Any, y: Any, made: Any) -> int:
        if made == x and y:
            return _joined(p, _sign(y))
        return _joined(q, _sign(x)) if made == y and x else _joined(p, q)


_ENDS = _COMPARES | having("rounds") | {"raised"}


def _sign(x: Any) -> int:
    return 0 if x == 0 else 1 if x > 0 else -1


def _joined(p: int, q: int) -> int:
    return p or q if not (p and q) or p == q else 2


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
    hairs = _Hairs()
    lost = False

    def at(x: Any) -> Any:
        if isinstance(x, float):
            return numbers[x] if x in numbers else mp.mpf(x)
        return mp.mpf(values[x[1]]) if x[0] == "in" else known[x[1]]

    for op, a, b in program.lines:
        x, y = at(a), None if b is None else at(b)
        if OPERATIONS[op].exponential and abs(x) * least >= 1:  # a power without its last digits
            if immense is None:
                return (), True
            known.append(immense.exp(mp, x))
            hairs.of.append(0 if x > 0 else 1)
            continue
        untold, x = _looked(mp, op, x, y, hairs.at(a), immense)
        lost = lost or untold
        known.append(_worked_out(mp, op, x, y))
        hairs.add((op, a, b), x, y, known[-1])
        if immense is not None:
            immense.check(mp, op, x, y, known[-1])
    return tuple(nearest(at(x)) for x in program.results), lost


def _looked(mp: Any, op: str, x: Any, y: Any, hair: int, immense: _Immense | None) -> tuple[bool, Any]:
    """Whether too many digits of an operand are lost, and what it is then."""
    least = mp.mpf(10) ** (26 - mp.dps)
    if op in ("tie<", "tie<=", "beside"):
        return _alike(mp, x, y), x
    if not (op == "whole" or op in _LOOKED_AT) or not mp.isfinite(x):
        return False, x
    rounded, lost = op in ("edge", "brink", "verge"), False
    if (rounded or op == "whole") and abs(x) * least >= 1:  # not told to the unit, which a sum may cancel down to
        lost, x = True, x if immense is None else immense.rounded(x, least)
    whole = mp.nint(x) if rounded else mp.zero
    if op == "whole" or abs(x - whole) > (abs(x) if rounded else y) * least:
        return lost, x
    lost = lost or x != whole or mp.dps == _DIGITS[0] or hair != 0
    untold = None if rounded else y * least
    if not hair and untold is not None and untold > _LEAST_FLOAT:  # of terms so large what is left may be anything
        hair = _sign(x)
    return lost, whole if immense is None or not hair else immense.beside(whole, hair, untold)


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
