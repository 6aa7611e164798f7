"""Every formula chain of a document judged link by link: what holds, how well, what is wrong and what was skipped.

A link joins two neighbours of a chain.  "wrong" needs both sides fully understood; words are skipped, and so are
definitions (``T = ...``), conditions (``B > 240``) and statements of a regime, which claim nothing that could be false.
Comments steer it: ``<!-- symroof: let W = 8.2e11 B/s -->``, ``<!-- symroof: given B << D, F -->``, ``ignore``.

>>> report = proofread("It takes `1e12 / 9.89e14 = 1.01ms`, and $128 * (3/4)^2 = 81$.")
>>> [(f.line, f.verdict) for f in report.findings]
[(1, 'rounded'), (1, 'wrong')]
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from fractions import Fraction
from typing import Any, final

from symroof.algebra.posynomial import Ratio, ratio
from symroof.checking.claims import Claim, Verdict, claim_of, claim_of_chain, constant
from symroof.checking.links import Known, judge_link
from symroof.checking.spans import Document, Span, read
from symroof.checking.values import judge_bounds
from symroof.errors import NotationError, SymroofError
from symroof.reading.formula import Chain, Side, parse_chains
from symroof.reading.quantity import quantity, shown
from symroof.reading.units import printed
from symroof.shown import visible

_RELATION = re.compile(
    r"[=<>≈≃≅∼~→⇒⇔≤≥≪≫≠≡⟶⩽⩾]|->|\\(?:approx|approxeq|simeq|cong|sim|leq?|geq?|leqslant|geqslant|ll|gg|to|rightarrow|"
    r"longrightarrow|implies|iff|Rightarrow|Leftrightarrow|equiv|neq?|lt|gt)(?![A-Za-z])"
)
_ARRAYS = re.compile(
    r"\[|@|\\(?:cdot|times|ast|bullet)_|[*·×]_[A-Z]|::|\bdef\b|\bimport\b|\bfor\b|(?<!\\)\blambda\b"
    r"|->\s*\w+\[|[\"']\w|\\[cld]*dots|…|\.\.\."
)
MAX_LINKS = 60  # judged in one span
MAX_OPEN = 200  # wrong links that definitions behind them may still explain
LINES_BEHIND = 8
_PROGRAM = re.compile(
    r"[A-Za-z]{2}-[A-Za-z]{2}|(?:^|\s)--[A-Za-z]|^-[A-Za-z][\w-]{3,}=|\$[A-Za-z{]|[A-Za-z]::|;\s*$|[{}]\s*[\"']|&&|\w\.[a-z_]{2,}"
)
_INDEXED = re.compile(r"\\\\\s*\[[^\]\n]{0,20}\]|\\sqrt\s*\[\d+\]|\\left\s*\[|\\right\s*\]")


@final
@dataclass(frozen=True)
class Finding:
    """One judged link: where, what was written, the verdict and the reason; left and right as exact values."""

    file: str
    line: int
    column: int
    text: str
    verdict: str
    reason: str
    left: str = ""
    right: str = ""
    relation: str = "="
    error: str | None = None
    note: str | None = None
    counterexample: Mapping[str, str] | None = None
    code: str = ""
    cell: int | None = None


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


@visible
@final
@dataclass(frozen=True)
class Report:
    """What proofreading one document found; ``counts`` has links by verdict and by reason for skipping."""

    file: str
    findings: tuple[Finding, ...]
    skipped: tuple[Skipped, ...]
    counts: Mapping[str, int] = field(default_factory=dict)

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
            "counts": dict(self.counts),
        }


@dataclass
class _State:
    """What the comments read so far have said, and what has been found."""

    file: str
    known: Known = field(default_factory=Known)
    ignore: set[int] = field(default_factory=set)
    ignore_next: bool = False
    findings: list[Finding] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    judged: int = 0  # links of the present span
    open: list[tuple[int, int, Known, tuple[Side, str, Side, Chain]]] = field(default_factory=list)  # wrong so far
    later: list[tuple[int, str, Ratio]] = field(default_factory=list)  # definitions, with their lines

    def count(self, key: str) -> None:
        self.counts[key] = self.counts.get(key, 0) + 1

    def skip(self, span: Span, text: str, reason: str, detail: str = "", at: int = 0) -> None:
        line, column = _place(span, at)
        self.skipped.append(Skipped(self.file, line, column, _short(text), reason, detail.split("\n")[0], span.cell))
        self.count(f"skipped: {reason}")


def proofread(path_or_text: object) -> Report:
    """Judge every link of every chain in a document: a path (Markdown, LaTeX, .ipynb), or the text itself.

    The file is only read.  Raises SymroofError for what cannot be read at all.
    """
    doc = read(path_or_text)
    state = _State(doc.file)
    state.ignore = _ignored(doc)
    for span in doc.spans:
        if span.kind == "comment":
            try:
                _comment(span, state)
            except NotationError as e:
                where = f"{doc.file}, line {span.line}" if doc.file else f"line {span.line}"
                raise NotationError(f"{where}: {e.reason}", e.text, e.at, e.remedy) from None
            continue
        _span(span, state)
    _explained(state)
    order = {id(f): i for i, f in enumerate(state.findings)}
    findings = sorted(state.findings, key=lambda f: (f.cell or 0, f.line, f.column, order[id(f)]))
    return Report(doc.file, tuple(findings), tuple(state.skipped), state.counts)


def _ignored(doc: Document) -> set[int]:
    """Lines whose formulas are not judged: those an ignore comment stands on, or stands alone before."""
    out: set[int] = set()
    formulas = [s for s in doc.spans if s.kind != "comment"]
    for c in doc.spans:
        if c.kind == "comment" and c.text.split()[:1] == ["ignore"]:
            if c.alone:
                following = next((s.line for s in formulas if s.at > c.at), None)
                if following is not None:
                    out.add(following)
            else:
                out.add(c.line)
    return out


def _comment(span: Span, state: _State) -> None:
    word, _, rest = span.text.partition(" ")
    rest = rest.strip()
    if word == "let":
        for part in rest.split(","):
            name, _, value = part.partition("=")
            try:
                state.known.let[name.strip()] = ratio(quantity(value).value)
            except NotationError as e:
                raise NotationError(
                    f"{e.reason} in the comment", span.text, None, "write symroof: let W = 8.2e11 B/s"
                ) from None
    elif word == "given":
        from symroof.algebra.regime import regime

        regime(rest)
        state.known.given.append(rest)
    elif word not in ("ignore", "begin", "end", ""):
        raise NotationError(f"unknown comment {word!r}", span.text, 0, "known: let, given, ignore")


# -- spans and chains ------------------------------------------------------------------------------------------------


def _span(span: Span, state: _State) -> None:
    text = span.text
    if not text or not _RELATION.search(text):
        return
    if span.line in state.ignore:
        state.skip(span, text, "ignored")
        return
    if _ARRAYS.search(_INDEXED.sub(" ", text)):
        state.skip(span, text, "notation", "array notation or code, not a formula")
        return
    if span.kind == "code" and _PROGRAM.search(text):
        state.skip(span, text, "code", "an option, a variable of a shell or a name with hyphens")
        return
    state.count("spans")
    try:
        chains = parse_chains(text, known=state.known.let, words=state.known.let)
        shared = _shared_words(chains)
        if shared:
            chains = parse_chains(text, known=state.known.let, words={*state.known.let, *shared})
    except SymroofError as e:
        reason = e.reason if isinstance(e, NotationError) else str(e)
        kind = "words" if re.search(r"\\text|[^\x00-\u024f\u0370-\u03ff\u2000-\u2bff]", text) else "syntax"
        if span.kind == "code" and kind == "syntax":
            kind = "code"
        if kind == "syntax":
            state.count("chains without words")
        state.skip(span, text, kind, reason)
        return
    before: Chain | None = None
    state.judged = 0
    for chain in chains:
        if chain.follows and before is not None and state.judged < MAX_LINKS:
            state.judged += 1
            _implication(span, before, chain, state)
        before = chain
        if chain.relations:
            _judge_chain(span, chain, state)


def _shared_words(chains: Iterable[Chain]) -> set[str]:
    r"""Single words that a chain holds twice: \text{batch} is a symbol there, not prose."""
    out: set[str] = set()
    for chain in chains:
        found = Counter(w for s in chain.sides for w in s.words)
        single = {w for w in found if w.isascii() and w.replace("_", "").isalnum()}
        twice = {w for w in single if found[w] > 1}
        out |= twice | ({w for w in single if w.islower()} if twice else set())
    return out


def _judge_chain(span: Span, chain: Chain, state: _State) -> None:
    state.count("chains")
    worded = any(s.words or s.kind == "words" for s in chain.sides)
    opaque = False
    if not worded:
        state.count("chains without words")
    for left, relation, right in zip(chain.sides, chain.relations, chain.sides[1:]):
        shown_text = f"{left.text} {_written(span.text, left, right)} {right.text}"
        state.count("links")
        if state.judged >= MAX_LINKS:
            opaque = True
            state.skip(span, shown_text, "limit", f"more than {MAX_LINKS} links in one formula; split it", left.at)
            continue
        words = left.words + right.words
        if words or "words" in (left.kind, right.kind):
            state.skip(span, shown_text, "words", ", ".join(words)[:80], left.at)
            continue
        if left.node is None or right.node is None:
            opaque = True
            state.skip(span, shown_text, "syntax", left.why or right.why, left.at)
            continue
        state.judged += 1
        try:
            found = judge_link(left, relation, right, chain, state.known)
        except SymroofError as e:
            opaque = True
            state.skip(span, shown_text, "unsupported", str(e), left.at)
            continue
        if not isinstance(found, str) and found.verdict == "wrong":
            sign = _written(span.text, left, right)
            found = _excused(span, left, sign, right, first=left is chain.sides[0]) or found
        if isinstance(found, str):
            if found == "definition" and relation == "=":
                _define(left, right, state.known, _row(span, left.at), state.later)
            state.skip(span, shown_text, found, at=left.at)
            state.count("links read")
            continue
        state.count("links read")
        state.count("links judged")
        if found.verdict == "wrong" and left.names | right.names and len(state.open) < MAX_OPEN:
            known = Known(dict(state.known.let), [*state.known.given], dict(state.known.defined))
            state.open.append((len(state.findings), _row(span, left.at), known, (left, relation, right, chain)))
        _report(span, shown_text, left, right, relation, found, state)
    if not worded and not opaque:
        state.count("chains understood")


def _excused(span: Span, left: Side, sign: str, right: Side, *, first: bool) -> str | None:
    r"""What only looks wrong: x = x + 1 in code, a range (3 \sim 4), a sentence's end ("3 % of $200 = 6$")."""
    if left.node is None or not first:
        return None
    if span.kind == "code" and left.node.kind == "name" and sign == "=":
        return "definition"
    if printed(left.node) is None or printed(right.node) is None:
        return None
    return "words" if span.continues or sign in ("\\sim", "~", "∼") else None


def _define(left: Side, right: Side, known: Known, line: int, later: list[tuple[int, str, Ratio]]) -> None:
    """Remember what a name is said to be, so that later lines may use it."""
    for name, other in ((left, right), (right, left)):
        if name.node is not None and name.node.kind == "name" and name.text and name.node.name not in other.names:
            with suppress(SymroofError):
                known.defined[name.node.name] = value = other.ratio()
                later.append((line, name.node.name, value))
            return


def _explained(state: _State) -> None:
    """Wrong links that a definition in the lines right behind them puts right: ... = 12BT^2D, where D = NH."""
    lines = [line for line, _, _ in state.later]
    for i, line, known, link in state.open:
        for _, name, value in state.later[bisect_left(lines, line) : bisect_right(lines, line + LINES_BEHIND)]:
            known.defined.setdefault(name, value)
        with suppress(SymroofError):
            v = judge_link(*link, known)
            if isinstance(v, Verdict) and v.ok:
                old = state.findings[i]
                state.counts["wrong"] -= 1
                state.count(v.verdict)
                state.findings[i] = replace(old, verdict=v.verdict, reason=v.reason, error=v.error, note=v.note,
                                            counterexample=v.counterexample, code=v.code)  # fmt: skip


def _report(span: Span, text: str, left: Side, right: Side, relation: str, v: Verdict, state: _State) -> None:
    line, column = _place(span, left.at)
    state.count(v.verdict)
    state.findings.append(
        Finding(
            state.file, line, column, _short(text), v.verdict, v.reason, _value_text(left, state),
            _value_text(right, state),
            relation, v.error, v.note, v.counterexample, v.code, span.cell,
        )
    )  # fmt: skip


def _value_text(side: Side, state: _State) -> str:
    try:
        r = claim_of(side, state.known.let).value
        c = r.constant() if r is not None else None
        return shown(Fraction(c), digits=8) if c is not None else _short(str(r))
    except SymroofError:
        return side.text


def _written(text: str, left: Side, right: Side) -> str:
    return " ".join(text[left.at + len(left.text) : right.at].split()) or "="


def _place(span: Span, at: int) -> tuple[int, int]:
    before = span.text[:at]
    lines = before.count("\n")
    if not lines:
        return span.line, span.column + at
    return span.line + lines, at - before.rfind("\n")


def _row(span: Span, at: int) -> int:
    """A line's number in the whole document, the cells of a notebook one behind another."""
    return (span.cell or 0) * 10**7 + _place(span, at)[0]


def _short(text: str, width: int = 160) -> str:
    text = " ".join(text.split())
    return text if len(text) <= width else text[: width - 3] + "..."


def _implication(span: Span, before: Chain, after: Chain, state: _State) -> None:
    """2B > 240 => B > 120: two bounds on one symbol must agree."""
    try:
        a, b = claim_of_chain(after, state.known.let), claim_of_chain(before, state.known.let)
    except SymroofError:
        return
    if a.kind != "bound" or b.kind != "bound" or a.name != b.name:
        return
    v = judge_bounds(a, b, None)
    if not v.ok and before.sides[0].text == after.sides[0].text == a.name and _weaker(a, b):
        return  # x > 3 => x > 2
    state.count("links judged")
    _report(span, f"{before.text} => {after.text}", after.sides[0], after.sides[-1], "=>", v, state)


def _weaker(after: Claim, before: Claim) -> bool:
    """Whether a bound says less than another one on the same side: it then follows from it."""
    x, y = constant(after.value), constant(before.value)
    if x is None or y is None or after.sense[0] != before.sense[0]:
        return False
    return x < y if after.sense[0] == ">" else x > y


# -- rendering -------------------------------------------------------------------------------------------------------


def report_lines(report: Report, *, skipped: bool = False, everything: bool = False) -> list[str]:
    r"""The report as text: one line a finding that needs a reader's eye, then what was skipped, then a summary.

    >>> print("\n".join(report_lines(proofread("$2 + 2 = 5$"))))
    1:2: wrong: 2 + 2 = 5
        the value is 4, not 5: off by the factor 5/4
    1 link judged: 1 wrong; 0 skipped; 1 of 1 chains without words understood
    """
    out: list[str] = []
    prefix = f"{report.file}:" if report.file else ""
    for f in report.findings:
        if not everything and f.verdict in ("exact", "rounded"):
            continue
        cell = f"cell {f.cell}:" if f.cell is not None else ""
        out.append(f"{prefix}{cell}{f.line}:{f.column}: {f.verdict}: {f.text}")
        out.append(f"    {f.reason}" + (f" ({f.note})" if f.note else ""))
    if skipped:
        for s in report.skipped:
            out.append(
                f"{prefix}{s.line}:{s.column}: skipped ({s.reason}): {s.text}" + (f": {s.detail}" if s.detail else "")
            )
    out.append(prefix + (" " if prefix else "") + _summary(report))
    return out


def _summary(report: Report) -> str:
    n = len(report.findings)
    parts = [f"{report.counts[v]} {v}" for v in _ORDER if report.counts.get(v)]
    reasons: dict[str, int] = {}
    for s in report.skipped:
        reasons[s.reason] = reasons.get(s.reason, 0) + 1
    chains = report.counts.get("chains without words", 0)
    understood = report.counts.get("chains understood", 0)
    share = f"; {understood} of {chains} chains without words understood" if chains else ""
    why = ", ".join(f"{k} {v}" for k, v in sorted(reasons.items()))
    return (
        f"{n} link{'s' if n != 1 else ''} judged" + (f": {', '.join(parts)}" if parts else "")
        + f"; {len(report.skipped)} skipped" + (f" ({why})" if why else "") + share
    )  # fmt: skip


_ORDER = ("exact", "rounded", "truncated", "in-regime", "convention", "wrong", "undecided")


def run_proofread(paths: Iterable[object]) -> Iterator[Report]:
    """Reports for several documents, one after another."""
    for p in paths:
        yield proofread(p)
