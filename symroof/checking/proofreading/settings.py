"""How a project wants its documents proofread: ``[tool.symroof.proofread]`` of pyproject.toml, or symroof.toml.

| key        | meaning                                                      | default                  |
|------------|--------------------------------------------------------------|--------------------------|
| `include`  | files, folders and globs that are read when none are named   | none                     |
| `exclude`  | globs of paths that are passed over                          | none                     |
| `ignore`   | ids of rules that are left alone                             | none                     |
| `baseline` | the file of known findings                                   | none                     |
| `format`   | text, json, sarif, github or html                            | text                     |
| `fail-on`  | the verdicts that make the exit code 1                       | `["wrong"]`              |
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, final

from symroof.checking.claims.verdicts import VERDICTS
from symroof.checking.documents.report import RULES
from symroof.errors import SymroofError

FORMATS = ("text", "json", "sarif", "github", "html")
_KEYS = ("include", "exclude", "ignore", "baseline", "format", "fail-on")
MAX_BYTES = 1_000_000


@final
@dataclass(frozen=True)
class Settings:
    """What the configuration says; ``root`` is the folder its paths start from."""

    root: Path = Path()
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    ignore: frozenset[str] = frozenset()
    baseline: str | None = None
    format: str = "text"
    fail_on: frozenset[str] = frozenset({"wrong"})
    source: str = ""


def settings(start: Path | None = None, file: Path | None = None) -> Settings:
    """The settings that hold in a folder: the nearest symroof.toml or pyproject.toml upward, or the file named.

    Raises SymroofError for a file that does not parse, and for keys, rules and verdicts that are not known.
    """
    if file is not None:
        return _read(file)
    here = (start or Path()).resolve()
    for folder in (here, *here.parents):
        own, project = folder / "symroof.toml", folder / "pyproject.toml"
        if own.is_file():
            return _read(own)
        if project.is_file():
            return _read(project)
        if (folder / ".git").exists():
            break
    return Settings(root=here)


def _read(path: Path) -> Settings:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise SymroofError(f"{path} has more than {MAX_BYTES} bytes; name a configuration file")
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as e:
        raise SymroofError(f"{path} cannot be read: {e.strerror}; name a configuration file") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as e:
        raise SymroofError(f"{path} is no TOML: {str(e)[:200]}; mend it, or name another file with --config") from None
    tool = table.get("tool", {}) if path.name == "pyproject.toml" else table
    own = tool.get("symroof", {}) if path.name == "pyproject.toml" and isinstance(tool, dict) else tool
    part = own.get("proofread", {}) if isinstance(own, dict) else {}
    if not isinstance(part, dict):
        raise SymroofError(f"{path}: proofread is a table; write [tool.symroof.proofread]")
    return _checked(part, path)


def _checked(part: dict[str, Any], path: Path) -> Settings:
    for k in part:
        if k not in _KEYS:
            raise SymroofError(f"{path}: unknown key {k!r}; known: {', '.join(_KEYS)}")
    lists = {k: _strings(part.get(k, []), k, path) for k in ("include", "exclude", "ignore")}
    known_rules(lists["ignore"], str(path))
    chosen = part.get("format", "text")
    if chosen not in FORMATS:
        raise SymroofError(f"{path}: unknown format {chosen!r}; known: {', '.join(FORMATS)}")
    fail = _strings(part.get("fail-on", ["wrong"]), "fail-on", path)
    for v in fail:
        if v not in VERDICTS:
            raise SymroofError(f"{path}: unknown verdict {v!r} in fail-on; known: {', '.join(VERDICTS)}")
    baseline = part.get("baseline")
    if baseline is not None and not isinstance(baseline, str):
        raise SymroofError(f"{path}: baseline is {baseline!r}; write the path of a file")
    return Settings(path.resolve().parent, lists["include"], lists["exclude"], frozenset(lists["ignore"]), baseline,
                    chosen, frozenset(fail), str(path))  # fmt: skip


def _strings(value: object, name: str, path: Path) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
        raise SymroofError(f"{path}: {name} is {str(value)[:60]!r}; write a list of texts")
    return tuple(value)


def known_rules(names: tuple[str, ...], where: str) -> None:
    """Raise SymroofError for an id that is no rule's."""
    for name in names:
        if name not in RULES:
            raise SymroofError(f"{where}: unknown rule {name!r}; known: {', '.join(sorted(RULES))}")
