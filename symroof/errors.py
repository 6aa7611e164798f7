"""One base class, one class per kind of mistake; a message gives the value, the reason and the remedy."""

from __future__ import annotations

from collections.abc import Iterable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType

_LINE, _LINES = 1000, 60  # what a message is read with: characters a line, lines


def readable(message: str) -> str:
    """A message in which whatever is far too long (an argument echoed, a number of a million digits) is cut.

    >>> readable("no machine called " + "x" * 10_000 + "; known: H100")
    'no machine called xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…xxxxxxxxxxxxxx; known: H100'
    """
    if len(message) <= 160:
        return message
    lines = [
        _cut(" ".join(_cut(word, 60, 15) if len(word) > 160 else word for word in line.split(" ")), _LINE - 300, 250)
        for line in message.split("\n")
    ]
    if len(lines) > _LINES:
        lines = [*lines[: _LINES - 10], "…", *lines[-9:]]
    return "\n".join(lines)


def _cut(text: str, head: int, tail: int) -> str:
    return text if len(text) <= head + tail + 50 else f"{text[:head]}…{text[-tail:]}"


class SymroofError(ValueError):
    """Base class of every error that symroof raises on purpose; its message is short, whatever was typed.

    >>> from symroof import op
    >>> try:
    ...     op("bf16[B, D] * bf16[D, F] -> bf16[B, F]", D=0)
    ... except SymroofError as error:
    ...     print(error)
    D=0: a size is a whole number of at least 1
    """

    def __init__(self, *args: object) -> None:
        super().__init__(*(readable(a) if isinstance(a, str) else a for a in args))

    def _render_traceback_(self) -> list[str]:
        """What IPython shows instead of a traceback through our own files: the user's line and the message."""
        return [*_users_line(self.__traceback__), f"{type(self).__name__}: {self}".replace("\x1b", "\\x1b")]


def _users_line(trace: TracebackType | None) -> list[str]:
    """The last line of the user's own code on the way to an error, with its place."""
    import linecache
    import os

    ours, found = os.path.dirname(__file__) + os.sep, []
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if not file.startswith(ours) and "site-packages" not in file:
            text = linecache.getline(file, trace.tb_lineno).strip()
            found = [f"line {trace.tb_lineno}: {text}"] if text else []
        trace = trace.tb_next
    return found


class NotationError(SymroofError):
    """An operation or formula that does not read; shows the text and a caret where it stops making sense.

    >>> from symroof import op
    >>> try:
    ...     op("bf16[B, D] * bf16[D, F]")
    ... except NotationError as error:
    ...     print(error)
    the product has no output
        bf16[B, D] * bf16[D, F]
                               ^ as in -> bf16[B, F]
    """

    def __init__(self, reason: str, text: str | None = None, at: int | None = None, remedy: str | None = None) -> None:
        self.reason, self.text, self.at, self.remedy = reason, text, at, remedy
        lines = [reason]
        if text is not None:
            shown, caret = _window(text, at)
            lines.append("    " + shown)
            if caret is not None:
                lines.append("    " + " " * caret + "^" + (f" {remedy}" if remedy else ""))
                remedy = None
        if remedy:
            lines.append("    " + remedy)
        super().__init__("\n".join(lines))

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.reason, self.text, self.at, self.remedy)


def _window(text: str, at: int | None, width: int = 100) -> tuple[str, int | None]:
    """The line of text around a position, cut to a readable width, and the caret's column in it."""
    if at is None:
        first = text.split("\n", 1)[0]
        return (first if len(first) <= width else first[:width] + "…"), None
    at = min(max(at, 0), len(text))
    start = text.rfind("\n", 0, at) + 1
    end = text.find("\n", at)
    line = text[start : len(text) if end < 0 else end]
    caret = at - start
    if len(line) > width:
        left = max(0, caret - width // 2)
        line, caret = ("…" if left else "") + line[left : left + width] + "…", caret - left + (1 if left else 0)
    return line.replace("\t", " "), caret


class UnknownResource(SymroofError):
    """A machine, dtype or link that the table does not hold; lists what it does hold.

    >>> from symroof import dtype
    >>> try:
    ...     dtype("bf17")
    ... except UnknownResource as error:
    ...     print(str(error)[:20])
    unknown dtype 'bf17'
    """


class Inconclusive(SymroofError):
    """A question whose answer depends on something not said; names the comparison that is missing.

    >>> from symroof import dims, threshold
    >>> B, D = dims("B D")
    >>> try:
    ...     float(threshold(B * D, B, over=240))
    ... except Inconclusive as error:
    ...     print(error)
    still symbolic: D; give a number for each, as in .at(D=4096)
    """


class Undetermined(Inconclusive):
    """A regime that does not settle the leading term; carries the missing comparisons and the case table.

    >>> from symroof import dims, leading
    >>> B, D, F = dims("B D F")
    >>> try:
    ...     leading(B*D*F / (B*D + B*F + D*F), "B, D, F -> oo")
    ... except Undetermined as error:
    ...     print([str(case.value) for case in error.cases])
    ['B', 'D', 'F']
    """

    def __init__(self, message: str, missing: Iterable[object] = (), cases: Iterable[object] = ()) -> None:
        super().__init__(message)
        self.missing, self.cases = tuple(missing), tuple(cases)


class Inconsistent(SymroofError):
    """Relations that no sizes can satisfy together; carries a minimal contradictory core.

    >>> from symroof import regime
    >>> try:
    ...     regime("B << D; D << B")
    ... except Inconsistent as error:
    ...     print(error.core)
    ('B << D', 'D << B')
    """

    def __init__(self, message: str, core: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.core = tuple(core)


class Contradicted(Inconsistent):
    """An answer of symroof's own that the definition contradicts at a point: a bug, refused instead of printed.

    ``point`` is where, ``reproduce`` one line of Python that shows it again.
    """

    def __init__(self, answer: str, point: str, found: str, reproduce: str) -> None:
        self.answer, self.point, self.found, self.reproduce = answer, point, found, reproduce
        super().__init__(
            f"symroof's own answer is wrong and is not given: {answer[:200]}\n"
            f"    at {point[:300]} {found[:200]}\n"
            f"    please report this line, which shows it again: {reproduce[:1000]}"
        )

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.answer, self.point, self.found, self.reproduce)


class UnknownKeyword(SymroofError, TypeError):
    """A keyword argument that a function does not have, or too many or too few; a TypeError as well, as Python's own.

    >>> from symroof import check
    >>> try:
    ...     check("1", "1", givn={"B": 2})
    ... except UnknownKeyword as error:
    ...     print(str(error).partition(";")[0])
    check() has no keyword 'givn'
    """


class DividesByZero(SymroofError):
    """A value was asked where what stands below a fraction is 0.

    >>> from symroof import dims, exactly
    >>> try:
    ...     exactly(1 / (dims("B") - 3), B=3)
    ... except DividesByZero as error:
    ...     print(error)
    division by zero: -3 + B is 0 there
    """


class Unsupported(SymroofError):
    """A well-posed question outside what symroof can decide; says what it can.

    >>> from symroof import dims, exactly
    >>> B = dims("B")
    >>> try:
    ...     exactly(B ** 0.5, B=2)
    ... except Unsupported as error:
    ...     print(error)
    2**(1/2) is irrational
    """
