"""Where the derivations of a document stand, and whether their Python is the user's own to run.

Looked in: a folder ``derivations`` beside the document and above it, up to the project's root (where ``pyproject.toml``
or ``.git`` is; without one beside it only), the one in the working folder, and symroof's own.  Code in folders that
others may write is not run; a folder that is named (``root``) is the user's word and is.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path

from symroof.errors import SymroofError
from symroof.shipped import HOME, shipped


def locate(
    key: str, homes: Sequence[Path], where: str, folder: bool = False, trusted: bool = False
) -> list[tuple[Path, str]]:
    """The derivation file of a key and its variable, "" for the whole page; with ``folder`` all files of a folder.

    ``homes`` are the folders looked in; ``trusted`` if the user has named them.

    Raises SymroofError for a key that leads nowhere, or to a file that others than the user may write.
    """
    stem, _, variable = key.rpartition(".") if "." in Path(key).name else (key, "", "")
    parts = Path(stem).parts
    if Path(stem).is_absolute() or ".." in parts or not parts or "\0" in stem:
        raise SymroofError(
            f"{where}: {key[:80]!r} is no key; write a path below derivations/, as in rooflines/matmul.I_matmul"
        )
    for home in homes:
        file = home / f"{stem}.py"
        files = [file] if _is_file(file) else []
        if folder and not files:
            files = sorted(f for f in (home / stem).glob("*.py") if not f.name.startswith("_"))
        if files:
            for f in [] if trusted else files:
                _own(home, f, where)
            return [(f, variable if f is file else "") for f in files]
    looked = ", ".join(map(str, homes)) or f"no folder named {HOME} beside it or above, up to the project's root"
    raise SymroofError(f"{where}: no derivation {stem[:80]}.py; looked in {looked}")


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a name too long for any file
        return False


def homes_of(document: Path, root: str | Path | None = None) -> tuple[Path, ...]:
    """The folders in which a document's keys are looked up, nearest first."""
    if root is not None:
        return (Path(root),)
    found = [folder / HOME for folder in (*_project(document.resolve().parent), Path.cwd())]
    found += [home] if (home := shipped()) is not None else []
    return tuple(f for f in dict.fromkeys(found) if f.is_dir())


def _project(folder: Path) -> Iterator[Path]:
    """The folder and those above it up to the project's root; the folder alone where no root is found."""
    above = [folder, *folder.parents]
    last = next((i for i, f in enumerate(above) if any((f / sign).exists() for sign in ("pyproject.toml", ".git"))), 0)
    yield from above[: last + 1]


def _own(home: Path, file: Path, where: str) -> None:
    """Refuse a file that others may write, or a way to it that they may turn."""
    if not hasattr(os, "getuid"):
        return
    real = Path(os.path.realpath(file))
    inside = [p for p in (real, *real.parents) if p.is_relative_to(os.path.realpath(home))]
    for path in dict.fromkeys([file, *inside, home, *real.parents, *home.absolute().parents]):
        try:
            found = os.stat(path)
        except OSError:
            continue
        why = _doubt(found, path in inside or path in (file, home))
        if why:
            raise SymroofError(
                f"{where}: {file} is not run, because {path} {why}; take that right away, or name the folder of "
                f"derivations to run it all the same, as in --root {home}"
            )


def _doubt(found: os.stat_result, inside: bool) -> str:
    """Why code there may be somebody else's: in words, empty where it is not."""
    sticky = stat.S_ISDIR(found.st_mode) and bool(found.st_mode & stat.S_ISVTX)
    if inside and found.st_uid not in (os.getuid(), 0):
        return "belongs to another user"
    if found.st_mode & stat.S_IWOTH and (inside or not sticky):
        return "may be written by everybody"
    if inside and found.st_mode & stat.S_IWGRP and not _private(found.st_gid):
        return "may be written by a group of users"
    return ""


def _private(gid: int) -> bool:
    """Whether a group has nobody in it but the user, as the one that carries the user's own name."""
    import grp
    import pwd

    if gid == 0:
        return True
    try:
        group, me = grp.getgrgid(gid), pwd.getpwuid(os.getuid())
    except KeyError:
        return False
    return gid == me.pw_gid and group.gr_name == me.pw_name and set(group.gr_mem) <= {me.pw_name}
