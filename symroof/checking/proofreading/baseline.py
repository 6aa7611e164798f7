"""The findings a project has looked at and keeps: known by their content, so that moved lines stay known.

A line of the file is a rule, a document and the words of the finding; one that is found twice is kept twice.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from symroof.checking.documents.report import RULES, Finding, Report, Stale
from symroof.errors import SymroofError

VERSION = 1
MAX_BYTES = 20_000_000
KEPT = ("wrong", "undecided", "convention", "truncated", "in-regime")
Key = tuple[str, str, str]


def key(finding: Finding, root: Path) -> Key:
    """What a finding is known by: the document, the rule and the words, blanks made even."""
    return _name(finding.file, root), finding.rule, " ".join(finding.text.split())


def _name(file: str, root: Path) -> str:
    path = Path(file)
    try:
        return path.resolve().relative_to(root.resolve()).as_posix()
    except (ValueError, OSError):
        return path.as_posix()


def written(reports: Iterable[Report], root: Path) -> str:
    """The text of a baseline that knows all the present findings."""
    found = Counter(key(f, root) for r in reports for f in r.findings if f.verdict in KEPT)
    rows = [
        {"file": file, "rule": rule, "text": text, **({"times": n} if n > 1 else {})}
        for (file, rule, text), n in sorted(found.items())
    ]
    return json.dumps({"version": VERSION, "findings": rows}, indent=1, ensure_ascii=False) + "\n"


def read(path: Path) -> Counter[Key]:
    """The findings a baseline knows, with how often each may occur.

    Raises SymroofError for a file that does not parse or names a rule that is not known.
    """
    remedy = "write it anew with --write-baseline"
    try:
        if path.stat().st_size > MAX_BYTES:
            raise SymroofError(f"the baseline {path} has more than {MAX_BYTES} bytes; {remedy}")
        data = json.loads(path.read_text(encoding="utf-8"))
        rows = data["findings"]
        version = data.get("version")
        out: Counter[Key] = Counter()
        for row in rows:
            out[str(row["file"]), str(row["rule"]), str(row["text"])] += int(row.get("times", 1))
    except FileNotFoundError:
        raise SymroofError(f"the baseline {path} does not exist; {remedy}") from None
    except OSError as e:
        raise SymroofError(f"the baseline {path} cannot be read: {e.strerror}; check its permissions") from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise SymroofError(f"the baseline {path} does not parse (no JSON with findings); {remedy}") from None
    if version != VERSION:
        raise SymroofError(f"the baseline {path} is of version {version!r}, not {VERSION}; {remedy}")
    for _, rule, text in out:
        if rule not in RULES:
            raise SymroofError(f"the baseline {path}: unknown rule {rule!r} for {text[:40]!r}; {remedy}")
    return out


def applied(reports: list[Report], known: Counter[Key], path: Path, root: Path) -> list[Report]:
    """The reports without the findings that are known; what the baseline knows and nobody finds is stale."""
    left = Counter(known)
    out: list[Report] = []
    for r in reports:
        kept = []
        for f in r.findings:
            k = key(f, root)
            if f.verdict in KEPT and left[k] > 0:
                left[k] -= 1
                continue
            kept.append(f)
        hidden = len(r.findings) - len(kept)
        counts = {**r.counts, **({"known": hidden} if hidden else {})}
        out.append(replace(r, findings=tuple(kept), counts=counts))
    read_files = {_name(r.file, root) for r in reports if not r.problem}
    stale = [
        Stale(str(path), 0, 0, text, f"{file} no longer has this finding ({rule}); write the baseline anew")
        for (file, rule, text), n in sorted(left.items())
        if n > 0 and file in read_files
    ]
    if stale and out:
        out[-1] = replace(out[-1], stale=(*out[-1].stale, *stale))
    return out
