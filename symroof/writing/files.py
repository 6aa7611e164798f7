"""Files replaced in one step: whoever is killed at any moment leaves the old one or the new one.

>>> page = Path(tempfile.mkdtemp()) / "page.txt"
>>> write_atomically(page, b"new")
>>> page.read_bytes()
b'new'
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import tempfile
import time
from pathlib import Path
from typing import BinaryIO

from symroof.errors import SymroofError

SETTLING = 0.05  # seconds between two looks at a file that somebody else is writing


def write_atomically(path: str | Path, data: bytes) -> None:
    """Replace a file in one step; a link stays a link, an existing file keeps its mode and owner.

    What is no regular file (``/dev/null``, ``/dev/stdout``, a pipe) is written into and stays what it is.  Raises
    SymroofError where the folder does not exist or cannot be written, and for a folder instead of a file.
    """
    if _special(path):
        try:
            with open(path, "wb") as f:
                f.write(data)
        except BrokenPipeError:
            raise
        except OSError as e:
            raise SymroofError(f"{path}: {e.strerror or e}") from None
        return
    made = Replacement(path, data)
    try:
        made.put()
    finally:
        made.discard()


def _special(path: str | Path) -> bool:
    """Whether a path leads to something that is there and is neither a regular file nor a folder."""
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return False
    except ValueError:
        raise SymroofError(f"{str(path)!r} is no file's name") from None
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


class Replacement:
    """New content of a file, written beside it and ready to take its place.

    Raises SymroofError, leaving nothing behind, where it cannot be written.
    """

    def __init__(self, path: str | Path, data: bytes) -> None:
        self.path, self.data, self.temporary = Path(path), data, ""
        self.target = target = Path(os.path.realpath(path))
        if target.is_dir():
            raise SymroofError(f"{path} is a folder; name a file in it")
        try:
            handle, self.temporary = tempfile.mkstemp(prefix=f".{target.name[:100]}.", suffix=".tmp", dir=target.parent)
        except OSError as e:
            raise SymroofError(f"{path}: cannot write in {target.parent}: {e.strerror}") from None
        try:
            with os.fdopen(handle, "wb") as f:
                f.write(data)
                f.flush()
                os.fsync(f.fileno())
            self._like_the_old()
        except BaseException:
            self.discard()
            raise

    def _like_the_old(self) -> None:
        """Give the new file the mode and, where that is allowed, the owner of the one it is to replace."""
        try:
            old = self.target.stat()
        except FileNotFoundError:
            os.chmod(self.temporary, 0o666 & ~_umask())
            return
        mine = os.stat(self.temporary)
        if (old.st_uid, old.st_gid) != (mine.st_uid, mine.st_gid) and hasattr(os, "chown"):
            with contextlib.suppress(PermissionError):
                os.chown(self.temporary, old.st_uid, old.st_gid)
        os.chmod(self.temporary, stat.S_IMODE(old.st_mode))

    def put(self) -> None:
        """Take the place of the old file."""
        try:
            os.replace(self.temporary, self.target)
        except OSError as e:
            if e.errno not in (errno.EBUSY, errno.EXDEV):
                raise
            raise SymroofError(f"{self.path} cannot be replaced ({e.strerror}); is it a mount of its own?") from None
        self.temporary = ""

    def put_instead_of(self, old: bytes) -> tuple[bool, bytes]:
        """Take the old file's place if it still holds these bytes; whether that is done, and what its author has now.

        Whoever saved into the old file in the very moment of its replacement is heard after it, too.
        """
        with open(self.target, "rb") as f:
            now = f.read()
            if now != old:
                return False, now
            self.put()
            while (late := _again(f)) != now:
                now = late
                time.sleep(SETTLING)
            return True, now

    def discard(self) -> None:
        """Remove what was not put in place."""
        if self.temporary:
            Path(self.temporary).unlink(missing_ok=True)
            self.temporary = ""


def _again(f: BinaryIO) -> bytes:
    f.seek(0)
    return f.read()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
