"""A derivation file run as ``python FILE`` would run it, whatever ran before and whatever the flags.

Its imports find its own neighbours and nobody else's, ``__main__`` is the file, assertions are asserted also under
``-O``, and what it changes in the process (modules, where to import from, the environment, the folder) is put back.

>>> with as_script("one.py") as namespace:
...     run_code("x = 6 * 7", "one.py", namespace)
>>> namespace["x"], namespace["__name__"]
(42, '__main__')
"""

from __future__ import annotations
import __future__

import ast
import contextlib
import io
import os
import sys
import tokenize
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from typing import Any

from symroof.intake import read_bytes

# What Python itself has loaded before it looks beside a script, so that no neighbour is taken for it.
_FIRST = {"__main__", "abc", "builtins", "codecs", "encodings", "genericpath", "io", "marshal", "ntpath", "os", "posix"}
_FIRST |= {"posixpath", "site", "stat", "sys", "time", "zipimport"}


@contextlib.contextmanager
def as_script(path: str | Path) -> Iterator[dict[str, Any]]:
    """The namespace of a fresh ``__main__`` that stands where the file stands; what it prints goes to standard error.

    When the block ends, modules, ``sys.path``, ``sys.argv``, the environment and the folder are as they were.
    """
    folder = os.path.dirname(os.path.realpath(path))
    main = types.ModuleType("__main__")
    main.__dict__["__file__"] = str(path)
    before, environment, settings = dict(sys.modules), dict(os.environ), (sys.path, sys.argv, sys.meta_path)
    here = _folder()
    hidden = _hidden(folder, before)
    for name in hidden:
        del sys.modules[name]
    at = sys.meta_path.index(PathFinder) if PathFinder in sys.meta_path else len(sys.meta_path)
    finder: Any = _Neighbours(folder, sys.path)
    sys.meta_path = [*sys.meta_path[:at], finder, *sys.meta_path[at:]]
    sys.path, sys.argv = [folder, *sys.path], [str(path)]
    sys.modules["__main__"] = main
    try:
        with contextlib.redirect_stdout(sys.stderr):
            yield main.__dict__
    finally:
        sys.path, sys.argv, sys.meta_path = settings
        # Our own modules stay whatever was hidden: made twice, a class of one would be no class of the other.
        ours = {id(m) for n, m in sys.modules.items() if n.startswith("symroof.") and "symroof" in before}
        usual = _kept(folder, bool(hidden))
        _forget(before, keep=lambda m: id(m) in ours or usual(m))
        if dict(os.environ) != environment:
            os.environ.clear()
            os.environ.update(environment)
        if here is not None and _folder() != here:
            os.chdir(here)


def compiled(node: str | bytes | ast.Module | ast.Expression, path: str, mode: str = "exec", flags: int = 0) -> Any:
    """A part of a derivation compiled with its assertions in, and with no ``from __future__`` but its own."""
    return compile(node, path, mode, flags, dont_inherit=True, optimize=0)


def run_code(node: str | ast.Module, path: str, namespace: dict[str, Any], flags: int = 0) -> None:
    """Execute a part of a derivation in its namespace."""
    exec(compiled(node, path, flags=flags), namespace)


def source_of(path: str | Path) -> str:
    """The text of a Python file, in the encoding it declares.

    Raises SymroofError for what is no regular file or too large a one, SyntaxError or UnicodeDecodeError for its text.
    """
    data = read_bytes(path)
    encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    return io.TextIOWrapper(io.BytesIO(data), encoding).read()


def future_flags(node: ast.stmt) -> int:
    """What a ``from __future__ import`` asks of the compiler for every statement after it."""
    if not isinstance(node, ast.ImportFrom) or node.module != "__future__":
        return 0
    features = [getattr(__future__, a.name, None) for a in node.names]
    return sum(f.compiler_flag for f in features if f is not None)


def _folder() -> str | None:
    try:
        return os.getcwd()
    except OSError:  # it was removed
        return None


# -- imports ---------------------------------------------------------------------------------------------------------


class _Asserting(SourceFileLoader):
    """Reads a neighbour's source anew for each derivation, with its assertions, and leaves no __pycache__ behind."""

    def get_code(self, fullname: str) -> types.CodeType:
        path = self.get_filename(fullname)
        made: types.CodeType = compiled(self.get_data(path), path)
        return made


class _Neighbours:
    """Finds modules beside a derivation, and in folders that it puts on ``sys.path`` itself, before all others."""

    def __init__(self, folder: str, known: Sequence[str]) -> None:
        self.folder, self.known = folder, frozenset(known) - {folder}
        self.ours = sys.modules.get("symroof")

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: object = None) -> ModuleSpec | None:
        if self.ours is not None and name.startswith("symroof."):
            return None
        entries = sys.path if path is None else path
        for entry in (e for e in entries if self._mine(e)):
            spec = FileFinder(entry, (_Asserting, SOURCE_SUFFIXES)).find_spec(name)
            if spec is not None and spec.loader is not None:
                return spec
        return None

    def _mine(self, entry: str) -> bool:
        """Whether a folder is the derivation's own, or below it, or one that it put on the path."""
        if entry == self.folder or entry.startswith(self.folder + os.sep):
            return True
        return entry not in self.known and not _library(entry)


def _hidden(folder: str, modules: Mapping[str, types.ModuleType]) -> list[str]:
    """Loaded modules that ``python FILE`` would look for beside the file and find there; never our own."""
    try:
        with os.scandir(folder) as entries:
            beside = {e.name.removesuffix(".py"): e.path for e in entries if e.name.endswith(".py") or e.is_dir()}
    except OSError:
        beside = {}
    tops = {n.partition(".")[0] for n in modules} & beside.keys() - _FIRST - set(sys.builtin_module_names)
    tops = {t for t in tops if beside[t].endswith(".py") or os.path.exists(os.path.join(beside[t], "__init__.py"))}
    tops.discard("symroof" if _origin(modules.get("symroof")).startswith(os.path.join(folder, "symroof")) else "")
    return [n for n in modules if n.partition(".")[0] in tops]


def _forget(before: Mapping[str, types.ModuleType], keep: Callable[[types.ModuleType], bool]) -> None:
    """Put the modules back; of those that are new only libraries stay, whose state is nobody's derivation."""
    for name, module in list(sys.modules.items()):
        if before.get(name) is not module and (name in before or not keep(module)):
            del sys.modules[name]
    for name, module in before.items():
        if name not in sys.modules:
            sys.modules[name] = module


def _kept(folder: str, hidden: bool) -> Callable[[types.ModuleType], bool]:
    """Which new modules may stay: libraries, unless they may have met a neighbour of the derivation."""
    return lambda m: not hidden and _installed(m) and not _origin(m).startswith(folder + os.sep)


def _origin(module: object) -> str:
    return str(getattr(module, "__file__", None) or "")


def _installed(module: types.ModuleType) -> bool:
    """Whether a module belongs to Python, to a library or to us, rather than to whoever writes derivations."""
    name, file = str(getattr(module, "__name__", "")), _origin(module)
    if name.partition(".")[0] == "symroof":
        return True
    spec = getattr(module, "__spec__", None)
    return _library(file) if file else spec is not None and getattr(spec, "origin", None) in ("built-in", "frozen")


@cache
def _library(path: str) -> bool:
    """Whether a path lies in Python's library or among installed packages."""
    parts = Path(path).parts
    return path.startswith(os.path.dirname(os.__file__) + os.sep) or bool({"site-packages", "dist-packages"} & {*parts})
