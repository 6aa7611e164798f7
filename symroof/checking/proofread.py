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
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from fractions import Fraction
from typing import Any, final

from symroof.algebra.posynomial import Ratio, ratio
from symroof.checking import convention, digits
from symroof.checking.answer import judge_bounds, values
from symroof.checking.claims import Claim, Verdict, below, claim_of, claim_of_chain, constant
from symroof.checking.formulas import same
from symroof.checking.regimes import holds_in, named_regime
from symroof.checking.spans import Document, Span, read
from symroof.errors import NotationError, SymroofError
from symroof.reading.formula import Chain, Node, Side, parse_chains
from symroof.reading.quantity import quantity, shown

_RELATION = re.compile(
    r"[=<>≈≃≅∼~→⇒⇔≤≥≪≫≠≡⟶⩽⩾]|->|\\(?:approx|approxeq|simeq|cong|sim|leq?|geq?|leqslant|geqslant|ll|gg|to|rightarrow|"
    r"longrightarrow|implies|iff|Rightarrow|Leftrightarrow|equiv|neq?|lt|gt)(?![A-Za-z])"
)
_ARRAYS = re.compile(
    r"\[|@|\\(?:cdot|times|ast|bullet)_|[*·×]_[A-Z]|::|\bdef\b|\bimport\b|\bfor\b|(?<!\\)\blambda\b"
    r"|->\s*\w+\[|[\"']\w|\\[cld]*dots|…|\.\.\."
)
_INDEXED = re.compile(r"\\\\\s*\[[^\]\n]{0,20}\]|\\sqrt\s*\[\d+\]|\\left\s*\[|\\right\s*\]")
_NEAR = Fraction(1, 20)


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
    let: dict[str, Ratio] = field(default_factory=dict)
    given: list[str] = field(default_factory=list)
    ignore: set[int] = field(default_factory=set)
    ignore_next: bool = False
    findings: list[Finding] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)

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
            _comment(span, state)
            continue
        _span(span, state)
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
                state.let[name.strip()] = ratio(quantity(value).value)
            except NotationError as e:
                raise NotationError(
                    f"line {span.line}: {e.reason} in the comment", span.text, None, "write symroof: let W = 8.2e11 B/s"
                ) from None
    elif word == "given":
        from symroof.algebra.regime import regime

        regime(rest)
        state.given.append(rest)
    elif word not in ("ignore", "begin", "end", ""):
        raise NotationError(f"line {span.line}: unknown comment {word!r}", span.text, 0, "known: let, given, ignore")


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
    state.count("spans")
    try:
        chains = parse_chains(text, known=state.let, words=state.let)
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
    for chain in chains:
        if chain.follows and before is not None:
            _implication(span, before, chain, state)
        before = chain
        if chain.relations:
            _judge_chain(span, chain, state)


def _judge_chain(span: Span, chain: Chain, state: _State) -> None:
    state.count("chains")
    worded = any(s.words or s.kind == "words" for s in chain.sides)
    opaque = False
    if not worded:
        state.count("chains without words")
    for left, relation, right in zip(chain.sides, chain.relations, chain.sides[1:]):
        shown_text = f"{left.text} {_written(span.text, left, right)} {right.text}"
        state.count("links")
        words = left.words + right.words
        if words or "words" in (left.kind, right.kind):
            state.skip(span, shown_text, "words", ", ".join(words)[:80], left.at)
            continue
        if left.node is None or right.node is None:
            opaque = True
            state.skip(span, shown_text, "syntax", left.why or right.why, left.at)
            continue
        try:
            found = _link(left, relation, right, chain, state)
        except SymroofError as e:
            opaque = True
            state.skip(span, shown_text, "unsupported", str(e), left.at)
            continue
        if isinstance(found, str):
            state.skip(span, shown_text, found, at=left.at)
            state.count("links read")
            continue
        state.count("links read")
        state.count("links judged")
        _report(span, shown_text, left, right, relation, found, state)
    if not worded and not opaque:
        state.count("chains understood")


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
        r = claim_of(side, state.let).value
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


def _short(text: str, width: int = 160) -> str:
    text = " ".join(text.split())
    return text if len(text) <= width else text[: width - 3] + "..."


# -- one link --------------------------------------------------------------------------------------------------------


def _link(left: Side, relation: str, right: Side, chain: Chain, state: _State) -> Verdict | str:
    """The verdict on one link, or the reason why there is nothing to judge."""
    if "oo" in left.names | right.names or relation in ("<<", ">>"):
        return "regime"
    if relation in ("?", "!=", "=>"):
        return "condition"
    a, b = claim_of(left, state.let), claim_of(right, state.let)
    if a.value is None or b.value is None:
        return "syntax"
    if relation in ("<", ">", "<=", ">="):
        return _inequality(a, relation, b)
    for name, other in ((left, right), (right, left)):
        if _is_name(name.node, state) and not name.names <= other.names:
            return "definition"
    ca, cb = constant(a.value), constant(b.value)
    if (ca is None) != (cb is None) and relation == "=":
        return _equation(a, b)
    if (ca is None) != (cb is None) and _monomial_in_one(a, b):
        return "condition"
    verdict = _compare(a, b, relation, state)
    if verdict.verdict != "wrong":
        return verdict
    a2, b2 = below(a, state.let), below(b, state.let)
    if a2 or b2:
        again = _compare(a2 or a, b2 or b, relation, state)
        if again.ok:
            return replace(again, note="the unit after / read as the divisor's")
    return _near_miss(left, right, relation, chain, state, verdict)


def _is_name(node: Node | None, state: _State) -> bool:
    while node is not None and node.kind == "group":
        node = node.args[0]
    return node is not None and node.kind == "name" and node.name not in state.let


def _monomial_in_one(a: Claim, b: Claim) -> bool:
    symbolic = a.value if b.value is not None and not b.value.names else b.value
    return symbolic is not None and symbolic.monomial() is not None


def _equation(a: Claim, b: Claim) -> Verdict | str:
    """A formula set equal to a number: an equation to solve, unless it is a limit in a regime."""
    symbolic, number = (a, b) if a.value is not None and a.value.names else (b, a)
    if symbolic.value is None or number.value is None or symbolic.value.monomial() is not None:
        return "condition"
    name = named_regime(symbolic.value, number.value)
    if name is None:
        return "condition"
    v = values(number, symbolic, None)
    return Verdict("in-regime", v.reason + "; written with =", v.error, None, None, "named-regime", regime=name)


def _compare(a: Claim, b: Claim, relation: str, state: _State) -> Verdict:
    """Two values joined by =, ~ or ->; the first is the exact one unless only it is a printed number."""
    x, y = a.value, b.value
    if x is None or y is None:
        return Verdict("undecided", "nothing to compare", code="empty")
    exact, said = (b, a) if a.printed is not None and b.printed is None else (a, b)
    ca, cb = constant(exact.value), constant(said.value)
    if ca is not None and cb is not None:
        v = values(said, exact, search=False)
        if v.verdict == "wrong" and v.code not in ("units",):
            v = _soft_number(said, exact, cb, ca, relation, v)
        return v
    if relation == "=":
        for given in reversed(state.given):
            v = values(said, exact, given, search=False)
            if v.ok:
                return v
        v = values(said, exact, search=False)
        if v.verdict == "wrong" and exact.value is not None and said.value is not None:
            name = named_regime(exact.value, said.value)
            if name:
                return Verdict(
                    v.verdict,
                    v.reason,
                    v.error,
                    v.counterexample,
                    f"it would hold as an approximation if {name}",
                    v.code,
                )
        return v
    for given in reversed(state.given):
        if exact.value is not None and said.value is not None and holds_in(exact.value, said.value, given):
            return values(said, exact, given)
    v = values(said, exact)
    if v.verdict in ("wrong", "convention") and exact.value is not None and exact.value.monomial() is not None:
        c = (said.value / exact.value).constant() if said.value is not None else None
        if c is None:
            return Verdict(
                "undecided", f"no regime was found in which this holds: {v.reason}", v.error, code="no-regime"
            )
    if v.verdict == "wrong" and v.code != "units":
        c = (said.value / exact.value).constant() if said.value is not None and exact.value is not None else None
        if c is not None and abs(Fraction(c) - 1) <= _NEAR:
            return Verdict("rounded", f"within {float(abs(Fraction(c) - 1)):.2%}", v.error, code="near")
        return Verdict(
            "wrong",
            f"in no regime tried does this hold; {v.reason}",
            v.error,
            v.counterexample,
            v.note,
            v.code,
            v.right,
        )
    return v


def _soft_number(said: Claim, exact: Claim, x: Fraction, y: Fraction, relation: str, v: Verdict) -> Verdict:
    """What may still excuse a number that its digits do not: another unit prefix, or an announced approximation."""
    for c in convention.gib_variants(y) if said.dimension or exact.dimension else ():
        printed_so = said.printed is not None and said.printed.digits > 1 and digits.claim(said.printed, c.value)
        if x == c.value or printed_so:
            return Verdict("convention", f"right if {c.name}", v.error, code="gib", right=v.right)
    if relation == "=" or not y:
        return v
    off = abs(x / y - 1)
    if said.printed is not None and abs(x - y) <= said.printed.coarse / 2:
        return Verdict(
            "rounded", f"{shown(y, digits=6)} to the digits printed is {said.printed.text}", v.error, code="rounded"
        )
    if off <= _NEAR:
        return Verdict(
            "undecided",
            f"about right, but off by {float(off):.2%}: the value is {v.right}",
            v.error,
            code="loose",
            right=v.right,
        )
    return v


def _near_miss(left: Side, right: Side, relation: str, chain: Chain, state: _State, verdict: Verdict) -> Verdict:
    """A wrong link that another reading would put right: missing parentheses, an ambiguous 1/2B, f(x)."""
    for reading in ("loose", "long"):
        try:
            again = _compare(claim_of(left, state.let, reading), claim_of(right, state.let, reading), relation, state)
        except SymroofError:
            continue
        if not again.ok:
            continue
        if reading == "loose":
            return Verdict(
                "undecided",
                f"right only if read from left to right: {again.reason}",
                code="ambiguous",
                note=verdict.reason,
            )
        note = "right with parentheses: what follows / belongs to the denominator"
        return Verdict(
            "wrong",
            f"as printed, {verdict.reason}",
            verdict.error,
            verdict.counterexample,
            note,
            "near-miss",
            verdict.right,
        )
    doubtful = [n for n in chain.notes if "unless" in n]
    if doubtful:
        return Verdict("undecided", f"{doubtful[0]}; {verdict.reason}", code="ambiguous")
    return verdict


def _inequality(a: Claim, relation: str, b: Claim) -> Verdict | str:
    """An inequality is judged when it is between numbers, or holds for all sizes; otherwise it is a condition."""
    x, y = a.value, b.value
    if x is None or y is None:
        return "condition"
    ca, cb = constant(x), constant(y)
    if ca is not None and cb is not None:
        holds = {"<": ca < cb, ">": ca > cb, "<=": ca <= cb, ">=": ca >= cb}[relation]
        if holds:
            return Verdict("exact", f"{shown(ca)} {relation} {shown(cb)} holds", code="inequality")
        return Verdict("wrong", f"{shown(ca)} {relation} {shown(cb)} does not hold", code="inequality")
    low, high = (x, y) if relation[0] == "<" else (y, x)
    if low.monomial() is not None and high.monomial() is not None and not (low.atoms or high.atoms):
        return "condition"
    if max(len(low.num), len(low.den), len(high.num), len(high.den)) > 12:
        return "condition"
    from symroof.algebra.identity import dominates

    if dominates(high, low):
        strict = relation in ("<", ">")
        if strict and same(high, low):
            return Verdict("wrong", "the two sides are equal, so one is never larger", code="inequality")
        return Verdict("exact", "holds for all sizes", code="dominance")
    if dominates(low, high) and not same(low, high):
        return Verdict("wrong", "the opposite holds for all sizes: the inequality is reversed", code="direction")
    return "condition"


def _implication(span: Span, before: Chain, after: Chain, state: _State) -> None:
    """2B > 240 => B > 120: two bounds on one symbol must agree."""
    try:
        a, b = claim_of_chain(after, state.let), claim_of_chain(before, state.let)
    except SymroofError:
        return
    if a.kind != "bound" or b.kind != "bound" or a.name != b.name:
        return
    state.count("links judged")
    v = judge_bounds(a, b, None)
    _report(span, f"{before.text} => {after.text}", after.sides[0], after.sides[-1], "=>", v, state)


# -- rendering -------------------------------------------------------------------------------------------------------


def report_lines(report: Report, *, skipped: bool = False, everything: bool = False) -> list[str]:
    r"""The report as text: one line a finding that needs a reader's eye, then what was skipped, then a summary.

    >>> print("\n".join(report_lines(proofread("$2 + 2 = 5$"))))
    1:2: wrong: 2 + 2 = 5
        the value is 4, not 5: off by the factor 5/4
    1 link judged: 1 wrong; 0 skipped
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
    why = ", ".join(f"{k} {v}" for k, v in sorted(reasons.items()))
    return (
        f"{n} link{'s' if n != 1 else ''} judged" + (f": {', '.join(parts)}" if parts else "")
        + f"; {len(report.skipped)} skipped" + (f" ({why})" if why else "")
    )  # fmt: skip


_ORDER = ("exact", "rounded", "truncated", "in-regime", "convention", "wrong", "undecided")


def run_proofread(paths: Iterable[object]) -> Iterator[Report]:
    """Reports for several documents, one after another."""
    for p in paths:
        yield proofread(p)
