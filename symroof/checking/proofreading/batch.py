"""Several documents proofread as a project wants it: one that cannot be read spoils no other.

>>> report, = batch(["-"], Settings(), stdin="so $2 + 2 = 5$")
>>> [f.rule for f in report.findings]
['arithmetic']
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import final

import symroof.regexes as re
from symroof.checking.documents.report import RULES, Report
from symroof.checking.documents.spans import MAX_BYTES, decoded, document, read
from symroof.checking.proofreading import baseline
from symroof.checking.proofreading.formats import rendered
from symroof.checking.proofreading.proofread import judged
from symroof.checking.proofreading.settings import Settings, known_rules, settings
from symroof.checking.proofreading.targets import targets
from symroof.errors import SymroofError

SOON_READ = 100_000  # bytes that one process reads about as soon as two are begun
_NOTEBOOK = re.compile(r'\s*\{(?=[\s\S]*"cells"\s*:)(?=[\s\S]*"nbformat"\s*:)')


def batch(names: Iterable[str], how: Settings, *, stdin: str | None = None) -> list[Report]:
    """The reports on all documents that names stand for, with the settings' rules and baseline applied.

    Raises SymroofError where no document is named at all, and for a baseline that cannot be read.
    """
    given = tuple(names)
    root = how.root if not given and how.include else Path()
    files = targets(given or how.include, how.exclude, root)
    if not files:
        raise SymroofError("no documents to proofread; name files or folders, or set include in the configuration")
    known = baseline.read(how.root / how.baseline) if how.baseline else None
    reports = _side_by_side(files) if _worth_it(files) else [_one(path, stdin) for path in files]
    if how.ignore:
        reports = [_without(r, how.ignore) for r in reports]
    if known is not None and how.baseline:
        reports = baseline.applied(reports, known, how.root / how.baseline, how.root)
    return reports


def _worth_it(files: list[Path]) -> bool:
    """Whether to read documents in several processes: where there is much to read, and a process may be doubled."""
    if sys.platform != "linux" or threading.active_count() > 1 or len(files) < 2 or len(_cores()) < 2:
        return False
    return all(str(f) != "-" for f in files) and sum(_size(f) for f in files) > SOON_READ


def _cores() -> set[int]:
    return os.sched_getaffinity(0) if sys.platform == "linux" else {0}


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0  # what cannot be read is told where it is read


def _side_by_side(files: list[Path]) -> list[Report]:
    """The reports in the order of the documents; the largest are begun first."""
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    try:
        with ProcessPoolExecutor(min(len(_cores()), len(files)), get_context("fork")) as pool:
            begun = {f: pool.submit(_one, f, None) for f in sorted(files, key=_size, reverse=True)}
            return [begun[f].result() for f in files]
    except (BrokenProcessPool, OSError):  # no second process, or one that was ended from outside
        return [_one(f, None) for f in files]


def _one(path: Path, stdin: str | None) -> Report:
    try:
        if str(path) == "-":
            text = stdin if stdin is not None else _standard_input()
            if len(text) > MAX_BYTES:
                raise SymroofError(f"standard input has more than {MAX_BYTES} bytes; split it")
            if _NOTEBOOK.match(text):
                return judged(replace(document(text, "standard input.ipynb"), file=""))
            return judged(document(text))
        return judged(read(path))
    except SymroofError as e:
        return Report(str(path), (), (), {"files not read": 1}, (), str(e))
    except RecursionError:
        return Report(str(path), (), (), {"files not read": 1}, (), f"{path} is nested too deeply to read; simplify it")


def _standard_input() -> str:
    """The text on standard input; raises SymroofError where that is closed or no text."""
    if sys.stdin is None:  # closed by the shell: <&-
        raise SymroofError("standard input is closed; name a file, or pipe a text into it")
    try:
        return decoded(sys.stdin.buffer.read(MAX_BYTES + 1), "standard input")
    except OSError as e:
        raise SymroofError(f"standard input cannot be read: {e.strerror}; name a file") from None


def _without(r: Report, rules: frozenset[str]) -> Report:
    """A report without the findings of some rules."""
    kept = tuple(f for f in r.findings if f.rule not in rules)
    gone = len(r.findings) - len(kept)
    return replace(r, findings=kept, counts={**r.counts, "ignored by configuration": gone} if gone else r.counts)


@final
@dataclass(frozen=True)
class Options:
    """What the command was told beside its documents: how to print, what to leave alone, which settings."""

    how: str | None = None
    skipped: bool = False
    everything: bool = False
    ignore: tuple[str, ...] = ()
    baseline_file: str | None = None
    write: bool = False
    config: Path | None = None
    list_rules: bool = False


def run(names: tuple[str, ...], asked: Options) -> tuple[list[tuple[str, bool]], int]:
    """What the command prints (text, and whether to standard error), and its exit code.

    The code is 1 where a finding has a verdict that fails, else 2 where a document was not read, else 0.
    """
    if asked.list_rules:
        return [(f"{name:14}{what}", False) for name, what in sorted(RULES.items())], 0
    told = settings(file=asked.config)
    known_rules(asked.ignore, "--ignore")
    told = replace(told, ignore=told.ignore | set(asked.ignore))
    if asked.baseline_file is not None:
        told = replace(told, baseline=asked.baseline_file, root=Path().resolve())
    if asked.write:
        return _written(names, told)
    reports = batch(names, told)
    text = rendered(reports, asked.how or told.format, skipped=asked.skipped, everything=asked.everything)
    out = [(text, False)] if text else []
    out += [(f"symroof: {r.problem}", True) for r in reports if r.problem]
    failed = any(f.verdict in told.fail_on for r in reports for f in r.findings)
    return out, 1 if failed else 2 if any(r.problem for r in reports) else 0


def _written(names: tuple[str, ...], how: Settings) -> tuple[list[tuple[str, bool]], int]:
    if how.baseline is None:
        raise SymroofError("no baseline is named; write --baseline FILE, or set baseline in the configuration")
    path = how.root / how.baseline
    reports = batch(names, replace(how, baseline=None))
    text = baseline.written(reports, how.root)
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as e:
        raise SymroofError(f"{path} cannot be written: {e.strerror}; check its permissions") from None
    return [(f"{path}: {text.count(chr(10) + '  {')} known findings", False)], 0
