"""Reports for other programs: JSON, SARIF 2.1.0, annotations of GitHub's actions, a page of HTML."""

from __future__ import annotations

import html
import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from symroof import __version__
from symroof.checking.documents.report import RULES, Finding, Report, in_cell, printable, report_lines, summary

_LEVEL = {"wrong": "error", "undecided": "warning", "convention": "note", "truncated": "note", "in-regime": "note"}
SHOWN = tuple(_LEVEL)


def rendered(reports: list[Report], how: str, *, skipped: bool = False, everything: bool = False) -> str:
    """The reports in one of the formats."""
    if how == "text":
        lines = [line for r in reports for line in report_lines(r, skipped=skipped, everything=everything)]
        return "\n".join(
            lines + _all([r for r in reports if not r.problem], sum(r.problem is not None for r in reports))
        )
    if how == "json":
        return json.dumps(as_json(reports, skipped=skipped), indent=2, ensure_ascii=False)
    if how == "sarif":
        return json.dumps(sarif(reports), indent=2, ensure_ascii=False)
    return github(reports) if how == "github" else page(reports)


def _all(reports: list[Report], unread: int) -> list[str]:
    """One line for several documents together."""
    if len(reports) < 2 and not (reports and unread):
        return []
    whole = Report("", tuple(f for r in reports for f in r.findings), tuple(s for r in reports for s in r.skipped),
                   counted(reports))  # fmt: skip
    more = f"; {unread} not read" if unread else ""
    return [f"{len(reports)} documents: {summary(whole)}{more}"]


def counted(reports: Iterable[Report]) -> dict[str, int]:
    """The counts of several reports together."""
    out: Counter[str] = Counter()
    for r in reports:
        out.update(r.counts)
    return dict(out)


def as_json(reports: list[Report], *, skipped: bool = False) -> dict[str, Any]:
    """The contract of the command line: findings and counts, and what else there is to tell."""
    out: dict[str, Any] = {
        "findings": [asdict(f) for r in reports for f in r.findings],
        "counts": counted(reports),
        "stale": [asdict(s) for r in reports for s in r.stale],
        "unread": [{"file": r.file, "reason": r.problem} for r in reports if r.problem],
    }
    if skipped:
        out["skipped"] = [asdict(s) for r in reports for s in r.skipped]
    return out


def sarif(reports: list[Report]) -> dict[str, Any]:
    """A SARIF 2.1.0 log; exact and rounded links are left out of it."""
    rules = [{"id": k, "shortDescription": {"text": v}} for k, v in sorted(RULES.items())]
    results = [_result(f) for r in reports for f in r.findings if f.verdict in SHOWN]
    trouble = [
        {"level": "error", "message": {"text": r.problem},
         "locations": [{"physicalLocation": {"artifactLocation": {"uri": _uri(r.file)}}}]}
        for r in reports if r.problem
    ]  # fmt: skip
    run = {
        "tool": {"driver": {"name": "symroof", "version": __version__, "rules": rules}},
        "invocations": [{"executionSuccessful": not trouble, "toolExecutionNotifications": trouble}],
        "results": results,
    }
    return {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}


def _uri(file: str) -> str:
    from urllib.parse import quote

    return quote(Path(file or "stdin").as_posix())


def _result(f: Finding) -> dict[str, Any]:
    region = {"startLine": f.line, "startColumn": f.column, "endLine": max(f.end_line, f.line)}
    if f.end_line > f.line or f.end_column > f.column:
        region["endColumn"] = f.end_column
    out: dict[str, Any] = {
        "ruleId": f.rule,
        "level": _LEVEL[f.verdict],
        "message": {"text": _message(f)},
        "locations": [{"physicalLocation": {"artifactLocation": {"uri": _uri(f.file)}, "region": region}}],
        "partialFingerprints": {"content/v1": f"{f.rule}:{' '.join(f.text.split())}"},
    }
    return out


def _message(f: Finding) -> str:
    fix = f"; {f.fix}" if f.fix else ""
    note = f" ({f.note})" if f.note else ""
    cell = f"cell {f.cell}, line {f.line}: " if f.cell is not None else ""
    return printable(f"{cell}{f.verdict}: {f.text}: {f.reason}{note}{fix}")


def github(reports: list[Report]) -> str:
    """Annotations as GitHub's actions read them, and the summary."""
    out = []
    for r in reports:
        for f in r.findings:
            if f.verdict in SHOWN:
                level = {"error": "error", "warning": "warning", "note": "notice"}[_LEVEL[f.verdict]]
                place = f"file={_property(f.file)},line={f.line},col={f.column},endLine={max(f.end_line, f.line)}"
                title = _property(f"symroof {f.rule}")
                out.append(f"::{level} {place},title={title}::{_data(_message(f))}")
        if r.problem:
            out.append(f"::error file={_property(r.file)}::{_data(r.problem)}")
        out += [
            f"::warning file={_property(s.file)},line={max(s.line, 1)}::{_data(f'stale: {s.text}: {s.reason}')}"
            for s in r.stale
        ]
        out.append(_data(f"{r.file or 'text'}: {summary(r)}"))
    return "\n".join(out)


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


_STYLE = """body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.3rem .6rem;border-bottom:1px solid #ddd;
vertical-align:top}code{font-size:.95em}.wrong{color:#b00020;font-weight:600}"""


def page(reports: list[Report]) -> str:
    """A page that stands alone: the findings of each document, then what was skipped and why."""
    parts = [f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Proofreading</title>'
             f"<style>{_STYLE}</style></head><body><h1>Proofreading</h1>"]  # fmt: skip
    for r in reports:
        parts.append(f"<h2>{html.escape(r.file or 'text')}</h2><p>{html.escape(summary(r))}</p>")
        rows = [f for f in r.findings if f.verdict in SHOWN]
        if rows:
            parts.append("<table><tr><th>place<th>verdict<th>written<th>why<th>rule</tr>")
            parts += [_row(f) for f in rows]
            parts.append("</table>")
        if r.skipped:
            parts.append(f"<details><summary>{len(r.skipped)} skipped or taken as facts</summary><table>")
            parts += [
                f"<tr><td>{in_cell(s.cell, ', ')}{s.line}:{s.column}<td>{html.escape(s.reason)}"
                f"<td><code>{html.escape(s.text)}</code><td>{html.escape(s.detail)}</tr>"
                for s in r.skipped
            ]
            parts.append("</table></details>")
    return "\n".join([*parts, "</body></html>"])


def _row(f: Finding) -> str:
    why = html.escape(f.reason + (f" ({f.note})" if f.note else "") + (f"; {f.fix}" if f.fix else ""))
    cell = in_cell(f.cell, ", ")
    return (
        f'<tr><td>{cell}{f.line}:{f.column}<td class="{f.verdict}">{f.verdict}'
        f"<td><code>{html.escape(f.text)}</code><td>{why}<td>{f.rule}</tr>"
    )
