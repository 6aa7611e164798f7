"""The documents a command line names: files, folders, globs, and - for standard input."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator
from fnmatch import fnmatch
from pathlib import Path

from symroof.errors import SymroofError

SUFFIXES = (".md", ".markdown", ".mdx", ".qmd", ".rmd", ".tex", ".ltx", ".ipynb")
_PASSED_OVER = {"node_modules", "site-packages", "__pycache__", "_site", "_build"}
MAX_FILES = 20_000


def targets(names: Iterable[str], exclude: Iterable[str] = (), root: Path | None = None) -> list[Path]:
    """The files that names stand for, each once, in order; a folder stands for all the documents in it.

    A name that stands for nothing is kept, so that its file is reported as missing.  Raises SymroofError for more
    files than can be meant.
    """
    base = root or Path()
    passed = tuple(exclude)
    out: dict[Path, None] = {}
    for name in names:
        for path in _named(name, base):
            explicit = str(path) == name and base == Path()
            if explicit or not _excluded(path, passed, base):
                out[path] = None
            if len(out) > MAX_FILES:
                raise SymroofError(f"{name} stands for more than {MAX_FILES} files; name fewer")
    return list(out)


def _named(name: str, base: Path) -> Iterator[Path]:
    path = Path(name) if Path(name).is_absolute() or base == Path() else _shown(base / name)
    if name == "-":
        yield Path("-")
    elif path.is_dir():
        yield from list(_inside(path)) or [path]
    elif any(ch in name for ch in "*?[") and not path.exists():
        found = _matches(path)
        for p in found:
            if p.is_dir():
                yield from _inside(p)
            else:
                yield p
        if not found:
            yield path
    else:
        yield path


def _matches(path: Path) -> list[Path]:
    """What a glob stands for, each file once; links to folders are not followed below a **, where they may circle."""
    if "**" not in path.parts:
        return sorted(Path(p) for p in glob.glob(str(path)))
    i = path.parts.index("**")
    rest = str(Path(*path.parts[i + 1 :])) if i + 1 < len(path.parts) else "*"
    out: dict[Path, None] = {}
    for top in sorted(glob.glob(str(Path(*path.parts[:i])))) if i else ["."]:
        for folder, below, _ in os.walk(top):
            below[:] = sorted(d for d in below if not d.startswith("."))
            here = Path(folder) / rest
            out.update(dict.fromkeys(_matches(here) if "**" in rest else map(Path, glob.glob(str(here)))))
            if len(out) > MAX_FILES:
                return sorted(out)
    return sorted(out)


def _shown(path: Path) -> Path:
    """A path as seen from here, where it lies below: annotations and code scanning know no other."""
    try:
        return path.relative_to(Path().resolve())
    except ValueError:
        return path


def _inside(folder: Path) -> Iterator[Path]:
    for p in sorted(folder.rglob("*")):
        parts = p.relative_to(folder).parts
        if any(x.startswith(".") or x in _PASSED_OVER for x in parts):
            continue
        if p.suffix.lower() in SUFFIXES and p.is_file():
            yield p


def _excluded(path: Path, patterns: tuple[str, ...], base: Path) -> bool:
    try:
        name = path.resolve().relative_to(base.resolve()).as_posix()
    except ValueError:
        name = path.as_posix()
    return any(fnmatch(name, p) or fnmatch(path.name, p) or name.startswith(p.rstrip("/") + "/") for p in patterns)
