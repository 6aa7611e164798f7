"""The text of a program: Python for floats, for small arrays and arrays of any library; and its steps on blocks."""

from __future__ import annotations

import functools
import keyword
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import CodeType
from typing import TYPE_CHECKING, Any, final

from symroof.algebra.ratios.functions import FUNCTIONS
from symroof.evaluate.nodes import Program, Wholly, may_fail
from symroof.evaluate.operations import BIG, BRINKS, EDGES, NO_SIZE, OPERATIONS, having, lacking

if TYPE_CHECKING:
    import numpy as np

SCOPE: dict[str, Any] = {
    "_sqrt": math.sqrt, "_pow": math.pow, "_log": math.log, "_nan": math.nan, "_rint": round,
    **{f"_{k}": f.python for k, f in FUNCTIONS.items()},
}  # fmt: skip
UFUNC = {k: o.ufunc for k, o in OPERATIONS.items()}
DEEP = 60  # brackets inside each other in one line of code; Python reads 200


def statements(program: Program, names: Sequence[str], style: str) -> tuple[list[str], list[str]]:
    """The program as assignments and final expressions, for Python floats ("float"), or arrays ("xp")."""
    text = _Text(program, names)
    expression = text.of_floats if style == "float" else text.of_arrays
    for i, (op, a, b) in enumerate(program.lines):
        text.add(i, expression(i, op, a, b))
    return text.body, [text.shown(x) for x in program.results]


@final
class _Text:
    """Lines as expressions: what is used once stands in the line that uses it, the rest is assigned to a name."""

    def __init__(self, program: Program, names: Sequence[str]) -> None:
        self.program, self.names, self.uses, self.fails = program, names, program.uses(), program.fails
        self.rounds = any(OPERATIONS[op].rounds for op, _, _ in program.lines)
        self.body: list[str] = []
        self.text: list[str] = []
        self.depth: list[int] = []  # of brackets

    def add(self, i: int, new: str) -> None:
        """Line i, after those before it."""
        operands = self.program.lines[i][1:]
        depth = 1 + max((self.depth[x[1]] for x in operands if isinstance(x, tuple) and x[0] == "t"), default=0)
        self.text.append(new)
        self.depth.append(depth)
        if self.uses[i] > 1 or depth > DEEP:
            self.assigned(i)

    def assigned(self, i: int) -> str:
        """The name of line i, assigned before the lines to come."""
        name = f"_v{i}"
        self.body.append(f"{name} = {self.text[i]}")
        self.text[i], self.depth[i] = name, 0
        return name

    def shown(self, x: Any) -> str:
        if isinstance(x, float):
            return _literal(x)
        shown: str = self.names[x[1]] if x[0] == "in" else self.text[x[1]]
        return shown

    def named(self, x: Any) -> str:
        """An operand that may be written twice: a name or a number."""
        shown = self.shown(x)
        return shown if isinstance(x, float) or shown.isidentifier() else self.assigned(x[1])

    def of_floats(self, i: int, op: str, a: Any, b: Any) -> str:
        """A line on Python floats."""
        row = OPERATIONS[op]
        x = self.named(a) if row.twice else self.shown(a)
        y = "" if b is None else self.named(b) if row.twice else self.shown(b)
        if row.extreme and self.fails:  # what is in doubt, or has no value, stays so
            return f"({x} if {x} {'>' if row.extreme > 0 else '<'} {y} or {x} != {x} else {y})"
        if row.code is not None:
            return row.code(x, y)
        self.body.append(f"_r{i} = _pow({x}, {1 / b!r})")
        self.body.append(f"_n{i} = float(_floor(_r{i} + 0.5))")
        return f"(_n{i} if _pow(_n{i}, {y}) == {x} else _r{i})"

    def of_arrays(self, i: int, op: str, a: Any, b: Any) -> str:
        """A line on the arrays of any library."""
        if op == "merge":  # of one value and, where it is guarded away, another
            lines = self.program.lines
            (_, yes, when), (_, no, unless) = lines[a[1]], lines[b[1]]
            other = f"_where(_xp, {self.shown(unless)}, {self.shown(no)}, _nan)"
            return f"_where(_xp, {self.shown(when)}, {self.shown(yes)}, {other})"
        if op == "root":
            return f"_root(_xp, {self.shown(a)}, {int(b)})"
        x, y = self.shown(a), "" if b is None else self.shown(b)
        if op == "div" and self.rounds:
            return f"_div(_xp, {x}, {y})"
        if op == "edge":
            return f"_edge(_xp, {x}, {y}, {self.has_small_integers(a)}, _all)"
        row = OPERATIONS[op]
        return f"_xp.{row.ufunc}({x})" if row.xp is None else row.xp(x, y)

    def has_small_integers(self, x: Any) -> str:
        """Whether what is rounded is a quotient of integers below 2**53, or its root, where all arguments are whole.

        The terms of a difference that has lost less than 20 bits are, where it is below 2**32.  A logarithm may be of
        an integer below 2**44, which a library's float is on the right side of each whole number for.
        """
        op, a, b = self.program.lines[x[1]]
        most = 2.0**32 if any(op == "sub" for op, _, _ in self.program.lines) else BIG
        if op in ("sqrt", "root"):  # a root of any degree is exact where it is an integer
            x, most = a, most / 2
            op, a, b = self.program.lines[a[1]] if a[0] == "t" else ("in", a, None)
        if op in _BINARY_LOGS:
            x, most = a, min(most, 2.0**44)
        elif isinstance(b, float) and (op == "div" or (op == "mul" and math.frexp(b)[0] == 0.5)):
            x, most = a, most / (b if op == "div" else 1 / b).as_integer_ratio()[1]
        elif op == "div" and self.is_integer(b):
            x = a
        return f"(abs({self.named(x)}) < {most})" if self.is_integer(x) else "False"

    def is_integer(self, x: Any) -> bool:
        """Whether an operand is an integer, or nan, wherever all arguments are."""
        if not isinstance(x, tuple):
            return x is None or x.is_integer()
        if x[0] == "in":
            return True
        op, a, b = self.program.lines[x[1]]
        row = OPERATIONS[op]
        if row.rounds:
            return True
        return (
            (row.integral or row.integral_first) and self.is_integer(a) and (row.integral_first or self.is_integer(b))
        )


@functools.lru_cache(maxsize=1)
def array_functions() -> dict[str, Callable[..., Any]]:
    """What the code for NumPy's arrays calls, by name; each takes ``out=``."""
    import numpy as np

    def root(x: Any, degree: Any) -> Any:  # exact where it is an integer
        y = np.power(x, 1 / degree)
        n = np.floor(y + 0.5)
        return np.where(np.power(n, degree) == x, n, y)

    def edge(x: Any, near: Any) -> Any:  # nan so near to a whole number, where that is one of the digits told
        size = np.abs(x)
        return np.where((np.abs(x - np.rint(x)) <= near * size) & (size < EDGES), np.nan, x)

    def highest(x: Any) -> float:  # nan where there is one
        a = np.asarray(x)
        return float(a.item(a.argmax()))

    def lowest(x: Any) -> float:
        a = np.asarray(x)
        return float(a.item(a.argmin()))

    def brink(near: float) -> Callable[[Any, Any], Any]:
        def looked(x: Any, most: Any) -> Any:
            if highest(most) < BIG:  # which takes a small part of what a look at each point would
                return x
            return np.where((most >= BIG) & (np.abs(x - np.rint(x)) <= near * np.abs(x)), np.nan, x)

        return looked

    def whole(x: Any) -> Any:
        return x if highest(x) < BIG and lowest(x) > -BIG else np.where(np.abs(x) < BIG, x, np.nan)

    own = {  # a comparison is 1 or nan; a sum is nan where so little is left of its terms, a value at a pole
        "lt": _written(lambda x, y: np.where(x < y, 1.0, np.nan)),
        "le": _written(lambda x, y: np.where(x <= y, 1.0, np.nan)),
        "tie": _written(lambda x, y: np.nan),
        "sure": _written(lambda x, most: np.where(np.abs(x) < most, np.nan, x)),
        "some": _written(lambda x, most: np.where((np.abs(x) <= most) & (x != 0), np.nan, x)),
        "edge": _written(edge),
        **{kind: _written(brink(near)) for kind, near in BRINKS.items()},
        "whole": _written(whole),
        "mild": _written(_mild),
        "capped": _written(_capped),
        "entire": lambda x, out=None: _entire(x, np.rint(x, out=out)),
        "above": _written(lambda x: np.where(x > 0, x, np.nan)),
        "finite": _written(lambda x: np.where(np.isinf(x), np.nan, x)),
        "root": _written(root),
        "raised": _written(raised),
        "beside": _written(lambda x, y: np.sign(x - y) * 0.5),
    }
    return {f"_{u}": own.get(u) or getattr(np, u) for u in UFUNC.values()}


def _mild(x: Any, most: Any) -> Any:
    """What exp is taken of, nan where floats may overflow or vanish on it."""
    import numpy as np

    least = np.min(most)
    return x if np.max(x) <= least and np.min(x) >= -least else np.where(np.abs(x) <= most, x, np.nan)


def _capped(x: Any, most: Any) -> Any:
    """The same where they may only vanish, and nothing hangs on it."""
    import numpy as np

    return x if np.max(x) <= np.min(most) else np.where(x <= most, x, np.nan)


def raised(n: Any, base: Any) -> Any:
    """A whole number to the power of other ones: exact where a float is it; nan below 1, but of powers of 2."""
    import numpy as np

    least, powers = _powers(float(base))
    return powers.take((np.fmax(n, least) - least).astype(np.intp), mode="clip")  # no number in the place of nan


@functools.lru_cache(maxsize=64)
def _powers(base: float) -> tuple[float, np.ndarray[Any, Any]]:
    """The least exponent, and the powers from there on: of NumPy's own nobody says how exact they are."""
    import numpy as np

    if base == 2:
        return -1022.0, np.array([2.0**k for k in range(-1022, 1024)])
    most = int(1023 / math.log2(base))
    return -1.0, np.array([math.nan, *(float(int(base) ** k) for k in range(most + 1))])


def _entire(x: Any, made: Any) -> Any:
    """The integers next to numbers, in the place of those that are none what no look finds small."""
    there = made == x
    if there.all():
        return made
    if not made.shape:
        return NO_SIZE
    made[~there] = NO_SIZE
    return made


def _written(work: Callable[..., Any]) -> Callable[..., Any]:
    """A function that writes to an array where one is given, as NumPy's do."""

    def called(*given: Any, out: Any = None) -> Any:
        found = work(*given)
        if out is None:
            return found
        if found is not out:
            out[...] = found
        return out

    return called


def _makes(op: str) -> bool:
    """Whether an operation is NumPy's own, which makes an array where none is given; ours may hand on what they got."""
    return hasattr(array_functions()[f"_{UFUNC[op]}"], "nargs")


def _literal(x: float) -> str:
    return repr(x) if math.isfinite(x) else f"float('{x}')"


def _answer(shown: Sequence[str], many: bool) -> str:
    return f"({', '.join(shown)}{',' if len(shown) == 1 else ''})" if many else shown[0]


def scalar_source(program: Program, names: Sequence[str]) -> str:
    """The function users call: plain floats are worked out in place, everything else goes to the arrays' side."""
    least, most = map(repr, reach(program))
    body, results = statements(program, names, "float")
    args = ", ".join(names)
    every = f"({args},)" if args else "()"
    lines = [f"def numeric({args}{', ' if args else ''}*, out=None):"]
    within = [f"{n} >= {least} and {n} <= {most}" for n in names]  # a chain of comparisons takes longer
    floats = [f"{n}.__class__ is float and {x}" for n, x in zip(names, within)]
    lines += [f"    if not ({' and '.join([*floats, 'out is None'])}):"]
    for n in names:
        lines += [
            f"        if {n}.__class__ is int and {n} < 9007199254740993: {n} = {n} + 0.0",
            f"        elif {n}.__class__ is not float: return _door({every}, out)",
        ]
    fine = " and ".join([*within, "out is None"])
    lines += [f"        if not ({fine}): return _door({every}, out)", "    try:"]
    lines += [f"        {b}" for b in body]
    if program.doubts:
        shown = [f"_o{j}" for j in range(len(results))]
        lines += [f"        {x} = {r}" for x, r in zip(shown, results)]
        told = " and ".join(f"{x} == {x}" for x in shown)
        lines += [f"        return {_answer(shown, program.many)} if {told} else _limits({every})"]
    else:
        lines += [f"        return {_answer(results, program.many)}"]
    lines += ["    except (ZeroDivisionError, OverflowError, ValueError):", f"        return _limits({every})"]
    return "\n".join(lines)


def generic_source(program: Program, names: Sequence[str]) -> str:
    body, results = statements(program, names, "xp")
    body = [f"_all = ({', '.join(names)},)", *body] if any(op == "edge" for op, _, _ in program.lines) else body
    head = f"def on_arrays({', '.join(['_xp', *names])}):"
    return "\n".join([head, *(f"    {b}" for b in body), f"    return {_answer(results, True)}"])


TAME = 64  # a tame program neither overflows nor divides by zero for arguments from 2**-TAME to 2**TAME
_Size = tuple[float, float, bool]  # least and most of log2 of a magnitude, and whether it is positive
_Ends = tuple[float, float]
_SIZES: dict[str, Callable[[float, float, float, float], _Ends]] = {  # of a line, by p..q and r..s of its operands
    "mul": lambda p, q, r, s: (p + r, q + s),
    "div": lambda p, q, r, s: (p - s, q - r),
    **dict.fromkeys(("add", "sub"), lambda p, q, r, s: (max(p, r), max(q, s) + 1)),
    **dict.fromkeys(("max", "min", "merge"), lambda p, q, r, s: (min(p, r), max(q, s))),
    "sqrt": lambda p, q, r, s: (p / 2, q / 2),
    **dict.fromkeys(
        ("guard", "sure", "some", "edge", "brink", "verge", "whole", "above", "abs", "finite"),
        lambda p, q, r, s: (p, q),
    ),
    **dict.fromkeys(having("tempers"), lambda p, q, r, s: (min(p, s), min(q, s))),
    "entire": lambda p, q, r, s: (p, max(q, math.log2(NO_SIZE))),
    "raised": lambda p, q, r, s: (-1000.0, 1000.0),  # about as large as what it is compared with
    "beside": lambda p, q, r, s: (-1.0, -1.0),
    **dict.fromkeys(("lt", "le", "tie<", "tie<=", "both", "either"), lambda p, q, r, s: (0.0, 0.0)),
    **dict.fromkeys(("ceil", "floor"), lambda p, q, r, s: (0.0, max(q, 0.0) + 1)),
    **dict.fromkeys(("log", "log2"), lambda p, q, r, s: (-60.0, 12.0)),
}
_ANY_EXP = 256.0
_TEMPERS = (866, 640, 480, 320, 256, 128, 64, 32, 16)  # of the powers of 2 that exp makes, in floats, at most
_FAR = 2.0**64  # the arguments that floats should at least be right at
_ANY_SIGN, _TAMED, _OF_POSITIVE = lacking("unsigned"), having("tame"), having("demands")
_BINARY_LOGS = having("logarithm")


@final
class Sizes:
    """The sizes of a program's lines for arguments within 2**k, where these are no known numbers, nor ``told``."""

    def __init__(self, k: int, numbers: Mapping[int, float], told: Mapping[int, _Size] = {}) -> None:
        self.argument: _Size = (-float(k), float(k), True)
        self.numbers, self.told = numbers, told
        self.known: list[_Size] = []
        self.tempered: set[int] = set()  # lines that are no more than a number that is told
        self.sums: set[int] = set()  # lines whose digits end where those of their terms do

    def of(self, x: Any) -> _Size:
        if isinstance(x, tuple) and x[0] == "t":
            return self.known[x[1]]
        if isinstance(x, tuple) and x[1] not in self.numbers:
            return self.told.get(x[1], self.argument)
        value = x if isinstance(x, float) else self.numbers[x[1]]
        size = math.log2(abs(value)) if value and math.isfinite(value) else 0.0
        return size, size, value > 0

    def last_digit(self, x: Any, low: float) -> float:
        return low if isinstance(x, tuple) and x[0] == "t" and x[1] in self.sums else low - 60

    def line(self, op: str, a: Any, b: Any) -> _Ends | None:
        """The ends of the next line's; None where it has none."""
        p, q, plus = self.of(a)
        r, s, other = (0.0, 0.0, True) if b is None else self.of(b)
        if op in ("pow", "root"):
            e = b if op == "pow" else 1 / b
            low, high = sorted((p * e, q * e))
        elif OPERATIONS[op].exponential:  # what is not looked at is below 0, and nothing hangs on how small it is
            high = _ANY_EXP if _line_of(a) not in self.tempered else 2.0**q / math.log(2)
            low = -high
        elif op in _SIZES:
            low, high = _SIZES[op](p, q, r, s)
        else:
            return None
        positive = plus and other
        if OPERATIONS[op].tempers:
            self.tempered.add(len(self.known))
        if op == "sub" or (op == "add" and not positive):  # terms may cancel
            low = min(self.last_digit(a, p), self.last_digit(b, r))
            self.sums.add(len(self.known))
        self.known.append((low, high, positive and op not in _ANY_SIGN))
        return low, high


def _stays_within(program: Program, k: int, numbers: Mapping[int, float]) -> bool | None:
    """Whether no line but 0 leaves 2**-1000 .. 2**1000 for arguments within 2**k; None where a line has no bound."""
    sizes = Sizes(k, numbers)
    for op, a, b in program.lines:
        ends = sizes.line(op, a, b)
        if ends is None:
            return None
        if ends[1] > 1000 or ends[0] < -1000:
            return False
    return True


NO_BOUND, _MOST = 5e-324, 1.7976931348623157e308
_REACHES = (256, 200, 160, 128, 100, 80, 64, 48, 32, 24, 16, 12, 8, 4)


@functools.lru_cache(maxsize=256)
def reach(program: Program, fixed: tuple[float | None, ...] = ()) -> tuple[float, float]:
    """Arguments between these two overflow or underflow in no line; beyond them ``far`` works in wider numbers.

    ``fixed`` are the arguments that are known, None for the others.

    >>> cube = Program((("mul", ("in", 0), ("in", 0)), ("mul", ("t", 0), ("in", 0))), (("t", 1),))
    >>> reach(cube) == (2.0**-256, 2.0**256)
    True
    """
    numbers = {k: x for k, x in enumerate(fixed) if x is not None}
    for k in _REACHES:
        found = _stays_within(program, k, numbers)
        if found is None:
            return NO_BOUND, _MOST
        if found:
            return 2.0**-k, 2.0**k
    return 2.0, 0.5


def tempered(program: Program) -> Program:
    """The program where exp is taken of as much as floats are right with, what is made of it included."""
    if not any(OPERATIONS[op].tempers for op, _, _ in program.lines):
        return program
    for bits in _TEMPERS:
        made = _with_most(program, bits * math.log(2))
        if reach(made)[1] >= _FAR:
            break
    return made


def _with_most(program: Program, most: float) -> Program:
    lines = ((op, a, most if OPERATIONS[op].tempers else b) for op, a, b in program.lines)
    return replace(program, lines=tuple(lines))


def is_tame(program: Program) -> bool:
    """Whether no line can overflow, divide by zero or leave its domain while every argument is moderate."""
    known = all(op in _TAMED for op, _, _ in program.lines)
    return known and bool(_stays_within(program, TAME, {})) and not may_fail(program.lines, _OF_POSITIVE)


def placed(
    lines: Sequence[tuple[str, Any, Any]], results: Sequence[Any], whole: Callable[[int], bool] = lambda i: True
) -> tuple[list[tuple[str, Any, Any, tuple[str, int]]], list[Any], int]:
    """Each line needed for a result and where it goes, where the results are, and how many buffers there are.

    Operands are floats, ("in", k), ("out", j) for result j, ("b", buffer) or ("part", line); lines that are not
    ``whole``, those that do not vary along every axis, make an array of their own.
    """
    final: dict[int, int] = {}
    for j, x in enumerate(results):
        k = _line_of(x)
        if k is not None and whole(k):
            final.setdefault(k, j)
    last = _last_uses(lines, results)
    place: dict[int, tuple[str, int]] = {}
    free: list[int] = []
    made = 0

    def where(x: Any) -> Any:
        k = _line_of(x)
        return x if k is None else place[k]

    def goal(i: int) -> tuple[str, int]:
        nonlocal made
        if i in final:
            return "out", final[i]
        if not whole(i):
            return "part", i
        if free:
            return "b", free.pop()
        made += 1
        return "b", made - 1

    steps: list[tuple[str, Any, Any, tuple[str, int]]] = []
    for i, (op, a, b) in enumerate(lines):
        if i in last:
            ended = {k for x in (a, b) if (k := _line_of(x)) is not None and last[k] == i}
            free += [place[k][1] for k in ended if place[k][0] == "b"]
            p, q = where(a), where(b)
            place[i] = goal(i)
            steps.append((op, p, q, place[i]))
    return steps, [where(x) for x in results], made


def _line_of(x: Any) -> int | None:
    """Which line's value an operand is, if it is one's."""
    return x[1] if isinstance(x, tuple) and x[0] == "t" else None


def _last_uses(lines: Sequence[tuple[str, Any, Any]], results: Sequence[Any]) -> dict[int, int]:
    """The last line to use each line's value that a result needs; a result is used after all lines."""
    last = {k: len(lines) for x in results if (k := _line_of(x)) is not None}
    for i in reversed(range(len(lines))):
        if i in last:
            for x in lines[i][1:]:
                k = _line_of(x)
                if k is not None:
                    last.setdefault(k, i)
    return last


Axes = frozenset[int]


@final
class OnArrays:
    """Straight-line code for NumPy's arrays: what is made of numbers alone, then the rest of it.

    ``axes[k]`` are the axes that argument ``x<k>`` varies along, none for a number.  What varies along all axes is
    written into buffers ``b<i>`` and results ``o<j>``; what varies along fewer, ``p<line>``, is worked out on those.
    Where they are ``fresh``, the first operation that writes into one makes it; the ``open`` ones have to be there.
    ``constants`` are the numbers of the program that are read by name, beside those that are given.
    """

    def __init__(
        self, program: Program, axes: Sequence[Axes], fresh: bool = False, constants: Mapping[str, float] = {}
    ) -> None:
        self.program, self.axes, self.fresh = program, axes, fresh
        self.begun, self.made = set[str](), set[str]()
        varies: list[Axes] = []

        def along(x: Any) -> Axes:
            return frozenset() if not isinstance(x, tuple) else axes[x[1]] if x[0] == "in" else varies[x[1]]

        for _, a, b in program.lines:
            varies.append(along(a) | along(b))
        every = frozenset().union(*axes)
        steps, ends, buffers = placed(program.lines, program.results, lambda i: varies[i] == every)
        self.constants = dict(constants)
        self.of_numbers, self.body = list[str](), list[str]()
        for op, a, b, to in steps:
            number = to[0] == "part" and not varies[to[1]]
            (self.of_numbers if number else self.body).append(self.line(op, [x for x in (a, b) if x is not None], to))
        self.body += [f"o{j}[...] = {self.shown(x)}" for j, x in enumerate(ends) if x != ("out", j)]
        self.numbers = [text.split()[0] for text in self.of_numbers]
        self.results, self.buffers = ([f"{k}{i}" for i in range(n)] for k, n in (("o", len(ends)), ("b", buffers)))
        self.open = [x for x in (*self.results, *self.buffers) if x not in self.made]

    def shown(self, x: Any) -> str:
        if isinstance(x, float):
            return _literal(x)
        return {"in": "x", "out": "o", "b": "b", "part": "p"}[x[0]] + str(x[1])

    def named(self, x: Any) -> str:
        if not isinstance(x, float):
            return self.shown(x)
        name = next((k for k, v in self.constants.items() if v == x), f"_k{len(self.constants)}")
        self.constants[name] = x
        return name

    def line(self, op: str, args: Sequence[Any], to: tuple[str, int]) -> str:
        if to[0] != "part":
            name, taken = self.shown(to), ", ".join(map(self.named, args))
            first = name not in self.begun
            self.begun.add(name)
            if self.fresh and first and _makes(op):
                self.made.add(name)
                return f"{name} = _{UFUNC[op]}({taken})"
            return f"_{UFUNC[op]}({taken}, out={name})"
        shown = list(map(self.shown, args))
        return f"p{to[1]} = " + (_in_place(op, shown) or f"_{UFUNC[op]}({', '.join(shown)})")

    def function(self, name: str, args: Sequence[str], body: Sequence[str]) -> str:
        """The text of a function of the program's arguments and these."""
        names = [*(f"x{k}" for k in range(len(self.axes))), *args]
        return "\n".join([f"def {name}({', '.join(names)}):", *(f"    {x}" for x in body)])


def _in_place(op: str, shown: Sequence[str]) -> str:
    """The text of arithmetic, which Python's arrays have signs for."""
    code = OPERATIONS[op].code if op in ("mul", "div", "add", "sub") else None
    return "" if code is None else code(*shown)


def small_source(
    program: Program, kinds: str, limit: int, wholly: Wholly | None = None
) -> tuple[str, dict[str, float]]:
    """The function of whole arrays of one shape, straight through, and the numbers that it reads by name.

    ``kinds`` says which arguments are arrays ("a"), the others are plain numbers.  It returns the results, and whether
    they are told to the last digit; None for whatever is unusual: another dtype, more than ``limit`` elements,
    arguments that are not positive, or so large or small that floats could overflow.
    """
    tame = is_tame(program)
    body, constants = _straight(program, kinds, tame, {})
    head = _usual(kinds, limit, (2.0**-TAME, 2.0**TAME) if tame else reach(program), wholly)
    if wholly is not None:
        short, constants = _straight(wholly.program, kinds, tame, constants)
        parts = [(f"_h{k} <= {wholly.most!r}", f"(_i{k} or _are_whole(x{k}))") if kinds[k] == "a" else
                 (f"x{k} <= {wholly.most!r}", f"x{k} % 1.0 == 0.0") for k in wholly.sizes]  # fmt: skip
        head += [f"if {' and '.join([*(small for small, _ in parts), *(whole for _, whole in parts)])}:"]
        head += [f"    {x}" for x in short]
    args = ", ".join(f"x{k}" for k in range(len(kinds)))
    return "\n".join([f"def on_small({args}):", *(f"    {x}" for x in [*head, *body])]), constants


def _straight(
    program: Program, kinds: str, tame: bool, constants: Mapping[str, float]
) -> tuple[list[str], dict[str, float]]:
    """The lines of a program on small arrays, and the numbers that these and others read by name."""
    code = OnArrays(program, [frozenset({0} if k == "a" else ()) for k in kinds], True, constants)
    body = [*code.of_numbers, *(f"{x} = _empty(_shape)" for x in code.open), *code.body]
    body.append(f"return {_answer(code.results, program.many)}, {not program.doubts}")
    return body if tame else ["with _errstate(all='ignore'):", *(f"    {x}" for x in body)], code.constants


def _usual(kinds: str, limit: int, within: tuple[float, float], wholly: Wholly | None) -> list[str]:
    """Lines that return None for arguments that are no small float64 arrays of one shape, or are out of reach."""
    arrays = [f"x{k}" for k, kind in enumerate(kinds) if kind == "a"]
    low, high = f"{within[0]!r} <= ", f" <= {within[1]!r}"
    head = [f"_shape = {arrays[0]}.shape", f"if not _shape or not 0 < {arrays[0]}.size <= {limit}: return None"]
    for k, kind in enumerate(kinds):
        n = f"x{k}"
        if kind != "a":
            head += [f"if not {low}{n}{high}: return None", f"{n} = float({n})"]
            continue
        head += [f"if {n}.shape != _shape: return None"] if n != arrays[0] else []
        head += [f"_i{k} = {n}.dtype.char in _integers"] if wholly is not None and k in wholly.sizes else []
        head += [f"if {n}.dtype is not _f8:", f"    if {n}.dtype.char not in _numbers: return None",
                 f"    {n} = {n}.astype(_f8)", f"if not {low}{n}.item({n}.argmin()): return None",
                 f"_h{k} = {n}.item({n}.argmax())", f"if not _h{k}{high}: return None"]  # fmt: skip
    return head


def compiled(source: str, name: str, scope: dict[str, Any]) -> Callable[..., Any]:
    scope["__builtins__"] = {"float": float, "int": int, "range": range, "len": len, "abs": abs}
    scope.update({e.__name__: e for e in (ZeroDivisionError, OverflowError, ValueError)})
    exec(_translated(source, f"<symroof {name}>"), scope)
    made: Callable[..., Any] = scope.pop(name)  # which would hold itself
    return made


@functools.lru_cache(maxsize=256)
def _translated(source: str, name: str) -> CodeType:
    """Byte code of a text: blocks of one program at other numbers have the same, for their numbers are in its scope."""
    return compile(source, name, "exec")


def parameter_names(names: Sequence[str]) -> list[str]:
    """The symbols' own names where Python takes them, x0_, x1_, ... where it does not (lambda, B', _v1)."""
    reserved = {
        "out",
        "float",
        "int",
        "range",
        "len",
        "abs",
        "numeric",
        "ZeroDivisionError",
        "OverflowError",
        "ValueError",
    }
    out: list[str] = []
    for i, n in enumerate(names):
        plain = n.isidentifier() and n.isascii() and not keyword.iskeyword(n) and not n.startswith("_")
        candidate = n if plain and n not in reserved else f"x{i}_"
        while candidate in out or (candidate != n and candidate in names):
            candidate += "_"
        out.append(candidate)
    return out
