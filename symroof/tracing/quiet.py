"""Side effects of a function that is traced: what it prints is held back and noted, a file it opens is an error.

>>> from symroof.tracing.quiet import Watch
>>> with Watch() as watch:
...     print("shape", 3)
>>> len(watch.notes)
1
"""

from __future__ import annotations

import builtins
import io
import sys
from types import TracebackType
from typing import Any, final

from symroof.errors import SymroofError
from symroof.tracing.graph import Line
from symroof.tracing.sites import is_library, user_line


def _caller(depth: int) -> Line:
    frame: Any = sys._getframe(depth)
    frames = []
    while frame is not None:
        frames.append((frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name))
        frame = frame.f_back
    return user_line(frames)


class _Held(io.TextIOBase):
    """Standard output while a function is traced: keeps where it was written to, drops the text."""

    def __init__(self, watch: Watch) -> None:
        self.watch = watch

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if text.strip():
            self.watch.printed.setdefault(str(_caller(2)))
        return len(text)


@final
class Watch:
    """Holds back what is printed, and refuses files that the user's own lines open."""

    def __init__(self) -> None:
        self.printed: dict[str, None] = {}

    @property
    def notes(self) -> tuple[str, ...]:
        """What was printed where."""
        return tuple(
            f"{line} prints while it is traced, which was held back; jax.debug.print prints when it runs"
            for line in self.printed
        )

    def __enter__(self) -> Watch:
        self._out, self._open = sys.stdout, builtins.open
        sys.stdout = _Held(self)

        def opened(*args: Any, **kwargs: Any) -> Any:
            frame = sys._getframe(1)
            if not is_library(frame.f_code.co_filename):
                line = Line(frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name)
                raise SymroofError(
                    f"the function opens {str(args[0])[:80] if args else 'a file'} while traced\n    {line.told}\n"
                    "    read it before, and pass what it holds as an argument"
                )
            return self._open(*args, **kwargs)

        builtins.open = opened
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        sys.stdout, builtins.open = self._out, self._open
