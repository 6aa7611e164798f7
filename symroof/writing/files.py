"""Files replaced in one step: whoever is killed at any moment leaves the old one or the new one.

>>> page = Path(tempfile.mkdtemp()) / "page.txt"
>>> write_atomically(page, b"new")
>>> page.read_bytes()
b'new'
"""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

from symroof.errors import SymroofError


def write_atomically(path: str | Path, data: bytes) -> None:
    """Replace a file in one step; a link stays a link, an existing file keeps its mode.

    Raises SymroofError where the folder does not exist or cannot be written, and for a folder instead of a file.
    """
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise SymroofError(f"{path} is a folder; name a file in it")
    try:
        handle, temporary = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".tmp", dir=target.parent)
    except OSError as e:
        raise SymroofError(f"{path}: cannot write in {target.parent}: {e.strerror}") from None
    try:
        with os.fdopen(handle, "wb") as f:
            f.write(data)
            f.flush()
            os.fsync(f.fileno())
        mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else 0o666 & ~_umask()
        os.chmod(temporary, mode)
        os.replace(temporary, target)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
