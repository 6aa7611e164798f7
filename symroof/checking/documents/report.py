"""What proofreading found, as a record: findings with rule and place, what was taken up, what was skipped and why.

A rule's id is stable: baselines, comments and configuration name it.

>>> sorted(RULES)[:4]
['algebra', 'approximation', 'arithmetic', 'binding']
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, final

from symroof.checking.claims.verdicts import VERDICTS, VerdictName
from symroof.records import dataclass, field
from symroof.shown import visible

#: the rules, by their ids: what each of them judges
RULES = {
    "arithmetic": "numbers joined by a relation are equal to the digits printed",
    "algebra": "two formulas joined by = are the same function",
    "inequality": "an inequality between numbers, or between formulas for all sizes, holds",
    "approximation": "two formulas joined by an approximation or a limit agree in some regime",
    "implication": "a bound that is said to follow from another one follows from it",
    "value": "a formula has the number printed for it, with the values stated in scope",
    "definition": "two definitions of one name, or of two that differ in an index only, agree",
    "bound": "two bounds on one quantity agree in direction and value",
    "binding": "compute-bound and comms-bound are said on the right side of a threshold",
    "series": "a sum written with dots has the value printed for it",
    "total": "the terms of a total are the values printed for them just before",
    "table": "the cells of a table follow from one another as its other rows, or its header, say",
    "word": "the words behind a formula (the sum of, the product of) name what it is",
    "restated": "a number told again in another unit, as a part, or as the chips of a grid, is the same number",
    "share": "a quantity split into equal shares gives the share printed for it",
    "reckoned": "what a sentence reckons in words (a sum, a product, groups, a part) is what it says",
    "follows": "a number that is said to follow from those before it is what those make that counts the same",
    "percent": "a percentage of a number is the number printed for it, and shares of one whole make 100 %",
    "notation": "an operation on named arrays is sound: its dimensions, shards and result",
    "constant": "a constant printed for a named chip is one that the table of machines has for it",
    "law": "a formula of a named law (Little's, Amdahl's, a ridge, a ring) is one of the forms of that law",
    "model": "the FLOPs, bytes or parameters printed for a named operation are those derived from it",
}
TAKEN = ("definition", "premise", "condition", "regime", "update", "map")  # what claims nothing that could be false


@final
@dataclass(frozen=True)
class Finding:
    """One judged link: where, what was written, the verdict and the reason; left and right as exact values.

    ``rule`` is its stable id, ``fix`` the shortest change that puts it right, ``value`` what is right in the author's
    own unit and digits, ``where`` what it stands in (math, code, prose, table).  In a notebook ``cell`` is the number
    of the cell, from 0, and ``line`` and ``column`` count within it.
    """

    file: str
    line: int
    column: int
    text: str
    verdict: VerdictName
    reason: str
    left: str = ""
    right: str = ""
    relation: str = "="
    error: str | None = None
    note: str | None = None
    counterexample: Mapping[str, str] | None = None
    code: str = ""
    cell: int | None = None
    rule: str = ""
    end_line: int = 0
    end_column: int = 0
    value: str | None = None
    fix: str | None = None
    where: str = ""


@final
@dataclass(frozen=True)
class Skipped:
    """A link or a span that was not judged, and why (reason is one of the keys of counts, detail is in words)."""

    file: str
    line: int
    column: int
    text: str
    reason: str
    detail: str = ""
    cell: int | None = None
    where: str = ""

    @property
    def taken(self) -> bool:
        """Whether it claims nothing that could be false: a definition or a premise, taken up for what follows."""
        return self.reason in TAKEN


@final
@dataclass(frozen=True)
class Stale:
    """A comment, or a line of a baseline, that hides nothing any more."""

    file: str
    line: int
    column: int
    text: str
    reason: str
    cell: int | None = None


@visible
@final
@dataclass(frozen=True)
class Report:
    """What proofreading one document found; ``counts`` has links by verdict, by rule, and by reason for skipping.

    >>> from symroof import proofread
    >>> proofread("$2 + 2 = 5$").findings[0].reason
    'the value is 4, not 5'
    """

    file: str
    findings: tuple[Finding, ...]
    skipped: tuple[Skipped, ...]
    counts: Mapping[str, int] = field(default_factory=dict)
    stale: tuple[Stale, ...] = ()
    problem: str | None = None  # why the file was not read

    @property
    def wrong(self) -> tuple[Finding, ...]:
        return tuple(f for f in self.findings if f.verdict == "wrong")

    @property
    def understood(self) -> float:
        """The share of the chains without words that were read completely."""
        n = self.counts.get("chains without words", 0)
        return self.counts.get("chains understood", 0) / n if n else 1.0

    def to_json(self) -> dict[str, Any]:
        """Plain types only."""
        return {
            "file": self.file,
            "findings": [asdict(f) for f in self.findings],
            "skipped": [asdict(s) for s in self.skipped],
            "stale": [asdict(s) for s in self.stale],
            "counts": dict(self.counts),
            "problem": self.problem,
        }


def report_lines(report: Report, *, skipped: bool = False, everything: bool = False) -> list[str]:
    r"""The report as text: one line a finding that needs a reader's eye, then what was skipped, then a summary.

    >>> from symroof.checking.proofreading.proofread import proofread
    >>> print("\n".join(report_lines(proofread("$2 + 2 = 5$"))))
    1:2: wrong: 2 + 2 = 5  [arithmetic]
        the value is 4, not 5; write 4
    1 link found: 1 judged (1 wrong); 0 skipped; 0 taken as facts; 1 of 1 chains without words understood
        judged by arithmetic 1; found in math 1
    """
    out: list[str] = []
    if report.problem:
        return out
    prefix = f"{report.file}:" if report.file else ""
    for f in report.findings:
        if not everything and f.verdict in ("exact", "rounded"):
            continue
        out.append(f"{prefix}{in_cell(f.cell)}{f.line}:{f.column}: {f.verdict}: {printable(f.text)}  [{f.rule}]")
        fix = f"; {f.fix}" if f.fix else ""
        out.append(f"    {printable(f.reason)}" + (f" ({printable(f.note)})" if f.note else "") + printable(fix))
    for stale in report.stale:
        place = (
            f"{prefix}{in_cell(stale.cell)}{stale.line}:{stale.column}" if stale.line else stale.file
        )  # a baseline has no lines
        out.append(f"{place}: stale: {printable(stale.text)}: {stale.reason}")
    if skipped:
        for s in report.skipped:
            out.append(
                f"{prefix}{in_cell(s.cell)}{s.line}:{s.column}: skipped ({s.reason}): {printable(s.text)}"
                + (f": {printable(s.detail)}" if s.detail else "")
            )
    out.append(prefix + (" " if prefix else "") + summary(report))
    where = _by("found in ", report)
    rules = _by("judged by ", report)
    if rules or where:
        out.append("    " + "; ".join(x for x in (rules, where) if x))
    return out


def in_cell(cell: int | None, end: str = ":") -> str:
    """The cell of a notebook before the line in it; nothing for any other document."""
    return f"cell {cell}{end}" if cell is not None else ""


def printable(text: str) -> str:
    r"""The text without characters that a terminal would obey.

    >>> printable("a\x1b[31mb")
    'a?[31mb'
    """
    return "".join(c if c.isprintable() or c == " " else "?" for c in text)


def _by(key: str, report: Report) -> str:
    found = sorted(((n, k.removeprefix(key)) for k, n in report.counts.items() if k.startswith(key)), reverse=True)
    return key + ", ".join(f"{k} {n}" for n, k in found) if found else ""


def summary(report: Report) -> str:
    """Found, judged by verdict, skipped by reason and taken as facts, in one line."""
    if report.problem:
        return f"not read: {report.problem}"
    known = report.counts.get("known", 0)
    judged = len(report.findings) + known
    reasons = Counter(s.reason for s in report.skipped if not s.taken)
    reasons += Counter({"ignored by configuration": report.counts.get("ignored by configuration", 0)})
    facts = Counter(s.reason for s in report.skipped if s.taken)
    skipped, taken = sum(reasons.values()), sum(facts.values())
    verdicts: Counter[str] = Counter(f.verdict for f in report.findings)
    verdicts["known"] = known
    parts = ", ".join(f"{verdicts[v]} {v}" for v in (*VERDICTS, "known") if verdicts[v])
    chains = report.counts.get("chains without words", 0)
    understood = report.counts.get("chains understood", 0)
    share = f"; {understood} of {chains} chains without words understood" if chains else ""
    found = judged + skipped
    return (
        f"{found} link{'s' if found != 1 else ''} found: {judged} judged" + (f" ({parts})" if parts else "")
        + f"; {skipped} skipped" + _listed(reasons) + f"; {taken} taken as facts" + _listed(facts) + share
    )  # fmt: skip


def _listed(reasons: Counter[str]) -> str:
    why = ", ".join(f"{k} {v}" for k, v in sorted(reasons.items()))
    return f" ({why})" if why else ""
