"""Files read whole, after a look at what they are: a regular file, and not too large.

>>> import tempfile
>>> note = Path(tempfile.mkdtemp()) / "note.md"
>>> _ = note.write_bytes(b"240 tokens")
>>> read_bytes(note)
b'240 tokens'
>>> read_bytes(note.parent)
Traceback (most recent call last):
    ...
symroof.errors.SymroofError: ... is a directory; name the files in it
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

from symroof.errors import SymroofError

MAX_BYTES = 20_000_000


def read_bytes(path: str | Path) -> bytes:
    """The bytes of a regular file.

    Raises SymroofError for a missing file, a folder, a device, pipe or socket (they may never end), or too large a one.
    """
    try:
        with open(path, "rb", opener=_without_waiting) as f:
            found = os.fstat(f.fileno())
            if not stat.S_ISREG(found.st_mode):
                raise SymroofError(f"{path} is no regular file; save what it gives in one first")
            if found.st_size > MAX_BYTES:
                raise SymroofError(f"{path} has {found.st_size} bytes; at most {MAX_BYTES} are read, split it")
            data = f.read(MAX_BYTES + 1)
    except IsADirectoryError:
        raise SymroofError(f"{path} is a directory; name the files in it") from None
    except (OSError, ValueError) as e:  # a name with a null byte is a ValueError of Python's
        if isinstance(e, SymroofError):
            raise
        raise SymroofError(f"{path}: {getattr(e, 'strerror', None) or e}") from None
    if len(data) > MAX_BYTES:
        raise SymroofError(f"{path} has more than {MAX_BYTES} bytes; at most those are read, split it")
    return data


def _without_waiting(path: str, flags: int) -> int:
    """Open for a look; the opening of a pipe that nobody writes to would wait for ever."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
