"""Every formula chain of a document judged link by link: what holds, how well, what is wrong and what was skipped.

A link joins two neighbours of a chain.  "wrong" needs both sides fully understood; words are skipped.  Definitions
(``T = ...``), premises ("when F = 4D"), conditions (``B > 240``) and regimes claim nothing that could be false: they
are taken up as facts, by which later formulas and the numbers printed for them are judged.
Comments steer it: ``<!-- symroof: let W = 8.2e11 B/s -->``, ``<!-- symroof: given B << D, F -->``, ``ignore``.

>>> report = proofread("It takes `1e12 / 9.89e14 = 1.01ms`, and $128 * (3/4)^2 = 81$.")
>>> [(f.line, f.verdict) for f in report.findings]
[(1, 'rounded'), (1, 'wrong')]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import zip_longest
from typing import NamedTuple, final

import symroof.regexes as re
from symroof.algebra.ratios.posynomial import Ratio, ratio
from symroof.checking.claims.claims import Claim, Verdict, claim_of, claim_of_chain, constant
from symroof.checking.claims.fixes import apart, authors, in_latex, nearer, stated, with_factor
from symroof.checking.claims.idioms import IN_PERCENT, PERCENT_OF, PERIOD, off_percent
from symroof.checking.claims.inequality import solved_for
from symroof.checking.claims.leeway import spelt_all
from symroof.checking.claims.links import PREFIX_LIMIT, SUPPLIED, Known, by_width, judge_link, rule
from symroof.checking.claims.values import judge_bounds
from symroof.checking.documents.facts import Fact
from symroof.checking.documents.material import RELATION, Item, Material, bare_name, gathered, of_strange_unit
from symroof.checking.documents.prose import MANY, unknown_language
from symroof.checking.documents.report import Finding, Report, Skipped, Stale, report_lines
from symroof.checking.documents.series import has_series, in_exponents
from symroof.checking.documents.spans import Document, Span, read
from symroof.checking.documents.statement import OTHER_CELL, Statement
from symroof.checking.laws.solved import turned
from symroof.checking.proofreading.otherwise import meant_otherwise, whole_ones
from symroof.checking.proofreading.periods import told_per_second
from symroof.checking.proofreading.stated import contradicted
from symroof.checking.proofreading.supplied import against
from symroof.checking.proofreading.unlike import of_another_kind
from symroof.checking.words.numerals import DIGITS
from symroof.errors import SymroofError
from symroof.keywords import told
from symroof.reading.formula import Chain, Node, Side, parse_formula
from symroof.reading.measures import plain_number
from symroof.reading.nodes import leaves, make
from symroof.reading.quantity import UNITS, shown
from symroof.reading.spelling import GREEK
from symroof.reading.units import printed, unsaid

MAX_LINKS = 60  # judged in one span
MAX_WRONG = 60  # links of one document whose other readings are looked for
MAX_FACTOR, NEAR = Fraction(1000), Fraction(1, 20)  # of slips, and by how much more than it two numbers may differ
_NUMBER = re.compile(DIGITS)
LINES_BEHIND = 8
MAX_BETWEEN = 400  # characters between the starts of two formulas one of which follows from the other
_SO = re.compile(
    r"[\s,;(]*(?:i\.e\.,?|that is,?|(?:or )?equivalently,?|in other words,?|which is(?: the same as)?|meaning|"
    r"(?P<loose>(?:and )?so|hence|thus|therefore|(?:which|this) (?:means|gives|implies)|giving))"
    r"(?:\\?\s+(?:that|when|if|for|we need|we get))?\s*",
    re.I,
)
_GAP = r"(?:\\q?quad(?![A-Za-z])|\\[,;:! ]|[\s,;~&])*"
_TEXT_SO = re.compile(rf"{_GAP}\\(?:text|mathrm|textrm|mbox)\{{{_SO.pattern}\}}{_GAP}", re.I)
BOLD = re.compile(r"\\(?:mathbf|boldsymbol|bm|vec|mathcal)(?![A-Za-z])")
_OPEN = Verdict("undecided", "a name has no value")
_LETTER = r"[A-Z](?:_(?:\{\w+\}|\w))?"
_WORDS = {**MANY, "B": 9}
_MANY = re.compile(rf"[~≈\s]*[\d.,]*\d\s*({'|'.join(sorted(_WORDS, key=len, reverse=True))})")
_BILLIONS = re.compile(r"([~≈]?[\d.,]+)(\s*B\b.*)", re.S)
_MACRO_REST = re.compile(r"(?<=\\)[A-Za-z]+")
_PER_MANY = re.compile(r"\s*(?:per|an?|for (?:a|each|every))\s+(thousand|million|billion|trillion)\b")
_TIMES_HOURS = re.compile(
    r"\b(?:weeks?|days?|months?|years?)\s*(?:[×*·]|\\times)\s*\d+\s*(?:h|days|weeks|months)"
)  # 2 weeks * 40 h
_SUBSCRIPTED = re.compile(r"(?:\\[a-z]+|[A-Za-z])_(?:\{(?:[^{}]|\{[^{}]*\})*\}|\\[a-z]+\s*\{[^{}]*\}|\w)")
_CROSS = re.compile(r"\s*(?:\\times(?![A-Za-z])|×)\s*")
__all__ = ["Finding", "Report", "Skipped", "proofread", "report_lines", "run_proofread"]


@told
def proofread(path_or_text: object) -> Report:
    """Judge every link of every chain in a document: a path (Markdown, LaTeX, .ipynb), or the text itself.

    The file is only read.  Raises SymroofError for what cannot be read at all.

    >>> [f.verdict for f in proofread("so `2 * 3 = 7`, i.e. $2 + 2 = 4$").findings]
    ['wrong', 'exact']
    """
    return judged(read(path_or_text))


def judged(doc: Document) -> Report:
    """The report on a document that was read."""
    from symroof.checking.proofreading.statements import statements

    m = gathered(doc)
    j = Judge(m)
    j.cut_lines()
    j.open_environments()
    j.unknown_cells()
    told = list(statements(m))
    for item, j.following in zip_longest(m.items, m.items[1:]):
        j.item(item)
    for found in told:
        j.add(found)
    return j.report()


class Link(NamedTuple):
    """Two neighbours of a chain, and the relation between them."""

    left: Side
    relation: str
    right: Side
    chain: Chain


@final
@dataclass
class Judge:
    """What was found so far."""

    material: Material
    findings: list[tuple[int, Finding]] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    judged: int = 0  # links of the present span
    looked: int = 0  # wrong links whose other readings were looked for
    defined: dict[str, Ratio] = field(default_factory=dict)
    before: Item | None = None  # the formula before the present one
    following: Item | None = None  # the one behind it
    _passed: int = 0
    _facts: list[Fact] = field(default_factory=list)

    def __post_init__(self) -> None:
        rows = [f for rows in self.material.facts.by_name.values() for f in rows]
        self._facts = sorted((f for f in rows if f.kind in ("definition", "value")), key=lambda f: f.at)

    def count(self, key: str, n: int = 1) -> None:
        self.counts[key] = self.counts.get(key, 0) + n

    def skip(self, item: Item, text: str, reason: str, detail: str = "", at: int = 0) -> None:
        line, column = self._place(item, at)
        detail = detail.split("\n")[0]
        kind = item.span.kind
        self.skipped.append(
            Skipped(self.material.file, line, column, _short(text), reason, detail, item.page.cell, kind)
        )
        self.count(f"skipped: {reason}")

    def cut_lines(self) -> None:
        """Tell of each line that was judged up to some character only."""
        for page in self.material.pages:
            for line, column in page.cut:
                words = f"line too long: judged up to character {column - 1}; break it"
                rest = Skipped(
                    self.material.file, line, column, "the rest of the line", "limit", words, page.cell, "line"
                )
                self.skipped.append(rest)
                self.count("skipped: limit")

    def open_environments(self) -> None:
        """Tell of each environment that does not end, in which nothing is judged."""
        for page in self.material.pages:
            for line, column, name in page.open:
                words = f"no \\end{{{name}}} behind it"
                begun = f"\\begin{{{name}}}"
                self.skipped.append(
                    Skipped(self.material.file, line, column, begun, "syntax", words, page.cell, "math")
                )
                self.count("skipped: syntax")

    def unknown_cells(self) -> None:
        """Tell of each cell of a notebook whose language has comments that are not known."""
        for page in self.material.pages:
            for block in page.blocks:
                language = unknown_language(page, block)
                if language:
                    line, column = self.material.place(page, block.start)
                    words = f"a cell in {language}, whose comments are not known"
                    text = _short(page.text[block.start : block.inside] or page.text[:80])
                    self.skipped.append(
                        Skipped(self.material.file, line, column, text, "code", words, page.cell, "code")
                    )
                    self.count("skipped: code")

    def _place(self, item: Item, at: int) -> tuple[int, int]:
        before = item.span.text[:at]
        lines = before.count("\n")
        if not lines:
            return item.span.line, item.span.column + at
        return item.span.line + lines, at - before.rfind("\n")

    def known(self, item: Item) -> Known:
        """What is known at a place: the comments in force, and the last definition of each name before it."""
        at = item.at
        while self._passed < len(self._facts) and self._facts[self._passed].at < at:
            fact = self._facts[self._passed]
            self.defined[fact.name] = fact.value
            self._passed += 1
        said = self.material.told
        facts = self.material.facts

        def in_scope(name: str) -> bool:
            fact = facts.value(name, at, item.sentence)
            return fact is not None and fact.value == self.defined.get(name, fact.value)

        return Known(said.let(at), said.given(at), self.defined, in_scope)

    # -- one formula -------------------------------------------------------------------------------------------------

    def item(self, item: Item) -> None:
        """Judge the links of one formula."""
        if item.skip is not None:
            if item.skip[0]:
                if item.skip[0] == "syntax":
                    self.count("chains without words")
                self.skip(item, item.span.raw or item.span.text, *item.skip)
            return
        self.count("spans")
        self.judged = 0
        before: Chain | None = None
        stated_before: Chain | None = None  # but for words between two
        known = self.known(item)
        self._said_to_follow(item, known)
        for chain in item.chains:
            if chain.follows and before is not None and self.judged < MAX_LINKS:
                self.judged += 1
                self._implication(item, before, chain, known)
            said = _said_between(item, stated_before, chain)
            if said is not None and stated_before is not None and self.judged < MAX_LINKS:
                self.judged += 1
                self._implication(item, stated_before, chain, known, loose=bool(said["loose"]))
            before = chain
            if chain.relations:
                stated_before = chain
                self._chain(item, chain, known)
        self._between_two_alike(item, known)

    def _chain(self, item: Item, chain: Chain, known: Known) -> None:
        self.count("chains")
        worded = any(s.words or s.kind == "words" for s in chain.sides)
        opaque = False
        if not worded:
            self.count("chains without words")
        for i, (left, relation, right) in enumerate(zip(chain.sides, chain.relations, chain.sides[1:])):
            self.count("links")
            text = f"{_text(item, left)} {_written(item, left, right)} {_text(item, right)}"
            reason, detail = self._unread(left, right, chain, i)
            summed = _summed(item, left, relation, right) if reason == "words" else None
            if summed is not None:
                self.judged += 1
                self.count("links read")
                self.add(Statement(item, text, summed, "series", left.at, relation, (left, right)))
                continue
            if reason:
                opaque = opaque or reason in ("syntax", "limit")
                self.skip(item, text, reason, detail, left.at)
                continue
            self.judged += 1
            try:
                found = self._link(item, Link(left, relation, right, chain), known)
            except SymroofError as e:
                opaque = True
                self.skip(item, text, "unsupported", str(e), left.at)
                continue
            self.count("links read")
            if isinstance(found, str):
                self.skip(item, text, found, at=left.at)
                continue
            by_sum = "series" if {left.text, right.text} & item.sums else ""
            named = by_sum or rule(left, relation, right, known)
            self.add(Statement(item, text, found, named, left.at, relation, (left, right)))
        if not worded and not opaque:
            self.count("chains understood")

    def _unread(self, left: Side, right: Side, chain: Chain, i: int) -> tuple[str, str]:
        """Why a link is not read; "" where it is."""
        if self.judged >= MAX_LINKS:
            return "limit", f"more than {MAX_LINKS} links in one formula; split it"
        words = left.words + right.words
        if words or "words" in (left.kind, right.kind):
            return "words", ", ".join(w for w in words if w.isascii())[:80] or "a macro, or dots, not read"
        if left.node is None or right.node is None:
            return "syntax", left.why or right.why
        if "pi" in left.names ^ right.names and "pi" not in self.material.facts.by_name:
            return "words", "pi on one side only, where it may be the number"
        new = chain.relations[i] == "->" and i + 1 < len(chain.relations)
        if new and (bare_name(right) or chain.relations[i + 1] in ("<", ">", "<=", ">=")):
            return "condition", "an arrow before a new statement"
        return "", ""

    def _link(self, item: Item, link: Link, known: Known) -> Verdict | str:
        """The verdict on one link, after all that the words and facts around it may say for it."""
        left, relation, right, chain = link
        role = item.role
        found = judge_link(left, relation, right, chain, known, role)
        if isinstance(found, str):
            if found != "condition" or relation != "=" or not (left.names and right.names):
                return found
            explained = self._explained(item, link, known, _OPEN)
            return found if explained is _OPEN else explained
        if found.verdict == "in-regime" and relation == "=" and bool(left.names) != bool(right.names):
            return self._of_a_number(item, link, known, found)
        if found.verdict == "truncated" and (fitting := whole_ones(item, left, right)) is not None:
            return fitting
        if found.ok and not left.names | right.names:
            told = against(item, left, right)
            return found if told is None else told
        if found.verdict != "wrong":
            opposite = contradicted(item, self.following, right, found)
            return told_per_second(item, left, found) if opposite is None else opposite
        if left.names | right.names and BOLD.search(item.span.text):
            return "notation"  # matrices and vectors do not commute
        unlike = of_another_kind(item, left, relation, right)
        if unlike is not None:
            return unlike
        if of_strange_unit(item, right) or _priced(item, left, right):
            return "words"
        shapes = _shapes(item, left, right)
        if shapes != "":
            return shapes
        later = _under_later_unit(left, relation, right, chain, known)
        if later is not None:
            return later
        sign = _written(item, left, right)
        excuse = _excused(item.span, left, sign, right, first=left is chain.sides[0])
        if excuse:
            return excuse
        last = chain is item.chains[-1] and right is chain.sides[-1]
        if item.bare and last:
            with suppress(SymroofError):
                bare = item.bare[-1]
                again = judge_link(bare.sides[-2], relation, bare.sides[-1], bare, known, role)
                if not isinstance(again, str) and again.ok:
                    return again
        for counted in _without_many(item, left, right):
            again = judge_link(left, relation, counted, chain, known, role)
            if isinstance(again, Verdict) and (again.ok or (found.note != SUPPLIED and _nearer(left, right, counted))):
                found = replace(again, note=SUPPLIED)
            if found.ok:
                return found
        other = meant_otherwise(item, left, right, found)
        return self._explained(item, link, known, found) if other is None else other

    def _of_a_number(self, item: Item, link: Link, known: Known, found: Verdict) -> Verdict:
        """A formula that has a number in some regime alone: judged by the values in scope, and left open without."""
        left, relation, right, chain = link
        values = self.material.facts.values({*left.names, *right.names}, item.at, item.sentence) or {}
        here = {n: f.value for n, f in values.items()}
        if here and not any(f.unit for f in values.values()):
            again = judge_link(left, relation, right, chain, Known({**known.let, **here}, known.given), item.role)
            if isinstance(again, Verdict):
                told = ", ".join(f"{n} = {v}" for n, v in here.items())
                return again if again.ok else replace(again, reason=f"{again.reason}; with {told}")
        return replace(found, verdict="undecided", reason=f"open without the values of its letters: {found.reason}")

    def _explained(self, item: Item, link: Link, known: Known, found: Verdict) -> Verdict:
        """A wrong link that a definition in the lines right behind it puts right: ... = 12BT^2D, where D = NH."""
        self.looked += 1
        if self.looked > MAX_WRONG or not link.left.names | link.right.names:
            return found
        line = item.span.line
        later = {f.name: f.value for f in self._facts[self._passed : self._passed + 40]
                 if line <= f.line <= line + LINES_BEHIND}  # fmt: skip
        if not later:
            return found
        more = Known(known.let, known.given, {**later, **known.defined})
        with suppress(SymroofError):
            again = judge_link(*link, more)
            if isinstance(again, Verdict) and (again.ok or found is _OPEN):
                return again
        return found

    def _said_to_follow(self, item: Item, known: Known) -> None:
        """2B > 240, so B > 120: a bound that words say to follow from the formula before it."""
        last, self.before = self.before, item
        if last is None or last.page is not item.page or not (last.chains and item.chains):
            return
        m = _SO.fullmatch(item.dark, last.span.end, item.span.start) if item.at - last.at < MAX_BETWEEN else None
        if (
            m is None
            or item.role == "denied"
            or self.judged >= MAX_LINKS
            or (m["loose"] and turned(last, item, loose=True))
        ):
            return
        self.judged += 1
        self._implication(item, last.chains[-1], item.chains[0], known, loose=bool(m["loose"]))

    def _implication(self, item: Item, before: Chain, after: Chain, known: Known, *, loose: bool = False) -> None:
        """2B > 240 => B > 120: two bounds on one symbol must agree; a loose one may say less."""
        try:
            a, b = claim_of_chain(after, known.let), claim_of_chain(before, known.let)
        except SymroofError:
            return
        if a.kind != "bound":
            return self._turned(item, before, after, known)
        bound = b if b.kind == "bound" and b.name == a.name else solved_for(b, a.name)
        alike = bound is not None and {*_value(a).names} == {*_value(bound).names}
        if not alike and (letters := _in_letters_all(before, after, known)) is not None:
            return self._implication(item, *letters, known, loose=loose)
        if not alike and len(before.sides) + len(after.sides) > 4:  # B > C/W = 240: the bound, and not its value
            return self._implication(item, _headed(before), _headed(after), known, loose=loose)
        if bound is None or bound.when or not alike:
            return
        v = judge_bounds(a, bound, None)
        if not v.ok and self._misreckoned(after, known):  # N/2 > 9, so N > 2 * 9 = 81: its own link is what is wrong
            return self._implication(item, before, _headed(after), known, loose=loose)
        same = before.sides[0].text == after.sides[0].text == a.name
        if not v.ok and (same or loose) and _weaker(a, bound):
            return  # x > 3 => x > 2
        text = f"{before.text} => {after.text}"
        ends = after.sides[0], after.sides[-1]
        self.add(Statement(item, text, v, "implication", after.sides[0].at, "=>", ends))

    def _misreckoned(self, chain: Chain, known: Known) -> bool:
        """Whether what a bound is worked out to is wrong by itself, and called so at its own link."""
        links = zip(chain.sides[1:], chain.relations[1:], chain.sides[2:])
        with suppress(SymroofError):
            found = [judge_link(left, relation, right, chain, known) for left, relation, right in links]
            return any(isinstance(v, Verdict) and v.verdict == "wrong" for v in found)
        return False

    def _turned(self, item: Item, before: Chain, after: Chain, known: Known) -> None:
        """Two inequalities of formulas that compare the same two sizes: 2BD/C > 2D/W <=> B > C/W, and not <."""
        one, other = _compared(before, known), _compared(after, known)
        if one is None or other is None or not one.names or one.constant() is not None:
            return
        v = None
        if one == other:
            v = Verdict("exact", "the same inequality", code="implication")
        elif one * other == ratio(1):
            right = {"<": ">", ">": "<"}[after.relations[0][0]] + after.relations[0][1:]
            words = f"it is the other way round: {after.sides[0].text} {right} {after.sides[1].text}"
            v = Verdict("wrong", words, code="direction")
        elif _said_equivalent(item, before, after) and _are_terms_apart(one, other):
            v = _equivalent(one, after, known)
        if v is not None:
            text = f"{before.text} => {after.text}"
            relation, ends = "=>" if v.code == "value" else after.relations[0], after.sides[:2]
            self.add(Statement(item, text, v, "implication", after.sides[0].at, relation, ends))

    def _between_two_alike(self, item: Item, known: Known) -> None:
        """A line of a display that is another inequality than the ones before and behind it, which are the same."""
        for before, after, last in zip(item.chains, item.chains[1:], item.chains[2:]):
            if after.follows or last.follows or {len(c.sides) for c in (before, after, last)} != {2}:
                continue
            one, other, third = (_compared(c, known) for c in (before, after, last))
            if one is None or other is None or one != third or one in (other, 1 / other):
                continue
            v = _equivalent(one, after, known) if len({*one.names} ^ {*other.names}) < 2 and one.names else None
            if v is not None and other.monomial() is not None:
                text = f"{before.text} => {after.text}"
                self.add(Statement(item, text, v, "implication", after.sides[0].at, "=>", after.sides[:2]))

    # -- findings ----------------------------------------------------------------------------------------------------

    def add(self, found: Statement) -> None:
        """One judged link, unless a comment says to leave it alone."""
        item, text, v, at, sides = found.item, found.text, found.verdict, found.at, found.sides
        line, column = self._place(item, at)
        if v.verdict not in ("exact", "rounded"):
            ignore = self.material.told.ignoring(item.at + at, line, item.page.cell, found.rule, text)
            if ignore is not None:
                ignore.used = True
                self.skip(item, text, "ignored", at=at)
                return
        if v.verdict == "wrong" and self.material.two_ways(f"{text} {item.page.text[item.span.start : item.span.end]}"):
            self.skip(item, text, "notation", "a point or a comma that may part thousands, or a fraction", at)
            return
        where = found.where or item.span.kind
        self.count("links judged")
        self.count(v.verdict)
        self.count(f"judged by {found.rule}")
        self.count(f"found in {where}")
        end = self._place(item, max(at, sides[-1].at + len(sides[-1].text)) if sides else len(item.span.text))
        left, right = (sides[0], sides[-1]) if sides else (None, None)
        value, fix = _fix(v, left, right, found.relation, item)
        finding = Finding(
            self.material.file, line, column, _short(text), v.verdict, v.reason, _ascii(left), _ascii(right),
            found.relation, v.error, v.note, v.counterexample, v.code, item.page.cell, found.rule, *end, value, fix,
            where,
        )  # fmt: skip
        if not any(f.text == finding.text and (f.line, f.column) == (line, column) for _, f in self.findings[-8:]):
            self.findings.append((item.at + at, finding))

    def without_other_cells(self) -> None:
        """Drop the calls that may blame the wrong cell of a row, where another rule blames one for sure."""
        sure = {(f.cell, f.line) for _, f in self.findings if f.verdict == "wrong" and f.note != OTHER_CELL}
        for x in [x for x in self.findings if x[1].note == OTHER_CELL and (x[1].cell, x[1].line) in sure]:
            self.findings.remove(x)
            for key in ("links judged", "wrong", f"judged by {x[1].rule}", f"found in {x[1].where}"):
                self.count(key, -1)

    def report(self) -> Report:
        """All that was found, in the order of the text."""
        self.without_other_cells()
        order = {id(f): i for i, (_, f) in enumerate(self.findings)}
        found = sorted(self.findings, key=lambda x: (x[1].cell or 0, x[1].line, x[1].column, order[id(x[1])]))
        file = self.material.file
        words = "this comment hides nothing; remove it"
        stale = [
            Stale(file, i.span.line, i.span.column, _short(i.span.text), words, i.cell)
            for i in self.material.told.ignores
            if not i.used
        ]
        return Report(file, tuple(f for _, f in found), tuple(self.skipped), self.counts, tuple(stale))


def _said_between(item: Item, before: Chain | None, after: Chain) -> re.Match[str] | None:
    r"""Words in a formula that say that its second line follows from its first: \quad\text{i.e.}\quad."""
    if before is None or after.follows or not after.sides or not before.sides:
        return None
    last = before.sides[-1]
    return _TEXT_SO.fullmatch(item.span.text, last.at + len(last.text.rstrip()), after.sides[0].at)


def _fix(v: Verdict, left: Side | None, right: Side | None, relation: str, item: Item) -> tuple[str | None, str | None]:
    """What is right in the author's own unit and digits, and the shortest change."""
    if v.verdict not in ("wrong", "truncated") or left is None or right is None:
        return None, None
    if relation in ("<", ">", "<=", ">="):
        flip = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}[relation]
        return None, f"write {flip}"
    if v.verdict == "truncated" and v.note not in (None, SUPPLIED):
        return None, None  # another reading of a side
    if v.note and v.note.startswith("right with parentheses: "):
        return None, "write " + v.note.removeprefix("right with parentheses: ")
    if v.note in (PERIOD, IN_PERCENT) or (v.note or "").startswith("with "):
        return None, None  # in which unit is not clear, or which of two lines is wrong
    if v.note == PERCENT_OF:
        left, right = (replace(s, node=off_percent(s.node) or s.node) for s in (left, right))
    made = next((x for x in (_number_fix(*pair, item) for pair in ((right, left), (left, right))) if x), None)
    if made is not None:
        return made
    again = _in_letters(left, right, item) if relation in ("=", "~") else None
    if (again or v.right) and len(v.right or "") <= 60 and v.verdict == "wrong":
        spelt = again or _spelt_alike(v.right or "", left, right, item)
        return spelt, f"write {spelt}"
    return None, None


def _priced(item: Item, left: Side, right: Side) -> bool:
    """Whether a price times so many units makes money, 150 GB * $0.023 = $3.45, or weeks times hours make hours."""
    units = [UNITS[u].dimension for u in leaves(left.node, "unit") if any(UNITS[u].dimension[:4])]
    raw = item.page.text[item.span.start : item.span.end]
    money = re.search(r"[$€£]\s*" + re.escape(right.text.strip()), raw) is not None
    hours = _TIMES_HOURS.search(left.text) is not None and left.names | right.names <= {"h"}
    return (money and bool(units) and item.span.kind in ("prose", "table")) or hours


def _summed(item: Item, left: Side, relation: str, right: Side) -> Verdict | None:
    """The verdict on a sum with dots up to a power whose exponent is a symbol; None for any other line."""
    if relation != "=" or item.role or not has_series(item.span.text):
        return None
    one, other = (item.span.text[s.at : s.at + len(s.text)] for s in (left, right))
    found = in_exponents(one, other)
    return in_exponents(other, one) if found is None else found


def _spelt_alike(text: str, left: Side, right: Side, item: Item) -> str:
    """A formula in the spelling of the one it puts right."""
    if not left.names | right.names or not re.search(r"[A-Za-z]", text):
        return text
    if text[0].isdigit() and right.text.strip() not in item.span.text:
        return text  # a number behind the formula, in words
    if item.span.kind != "math":
        return text.replace("**", "^") if "^" in item.span.text and "**" not in item.span.text else text
    spelt = {n: rf"\{n}" for n in {*left.names, *right.names} if n in GREEK or n == "pi"}
    for m in _SUBSCRIPTED.finditer(item.span.text):
        with suppress(SymroofError):
            names = parse_formula(m[0]).sides[0].names
            spelt |= {n: m[0] for n in names if len(names) == 1}
    return in_latex(text, spelt)


def _number_fix(said: Side, exact: Side, item: Item) -> tuple[str | None, str | None] | None:
    """A printed number as the other side has it; None where it is no number, or the other has no value."""
    if said.node is None or printed(said.node) is None or exact.node is None or exact.names:
        return None
    try:
        value = constant(by_width(claim_of(exact), claim_of(said)).value)
    except SymroofError:
        return None
    if value is None:
        return None
    number, many = constant(claim_of(said).value) or Fraction(0), value * _per_many(item, said)
    value = many if nearer(apart(number, many), apart(number, value), measured=False) else value
    text = _in_billions(item, said, value)
    text = text or _stated(_text(item, said) if _many(item, said)[0] else said.text, said, exact, value)
    one, other = (_NUMBER.search(t or "") for t in (text, said.text))
    slip = one is None or other is None or _plausible(*(plain_number(m[0]) for m in (one, other)))
    return text, f"write {text}" if slip and text and text != said.text.strip() else None


def _plausible(right: Fraction, said: Fraction) -> bool:
    """Whether a slip makes such a factor: a small one, a power of ten, bits for bytes; 86,400 is none."""
    q = right / said if said else Fraction(0)
    small = not q or MAX_FACTOR > abs(q) > 1 / MAX_FACTOR
    return small or any(abs(q / by * Fraction(10) ** -k - 1) < NEAR for by in (1, 8) for k in range(-13, 14))


def _in_letters(exact: Side, said: Side, item: Item) -> str | None:
    """A product of symbols in its author's letters and macros, where only its leading number is off."""
    if not said.names or said.node is None or said.node.kind not in ("mul", "juxt", "name", "pow"):
        return None
    source = item.page.text[item.span.start : item.span.end].strip("$`")
    text = said.text.strip()
    if item.span.kind == "math" and text not in source:
        pieces = [RELATION.split(t) for t in (item.span.text, source)]
        if len(pieces[0]) != len(pieces[1]):
            return None
        text = pieces[1][len(RELATION.findall(item.span.text, 0, said.at))].strip(" \n&\\")
    with suppress(SymroofError, ZeroDivisionError):
        factor = constant(exact.ratio() / said.ratio())
        return with_factor(text, factor) if factor is not None and 0 < factor != 1 else None
    return None


def _headed(chain: Chain) -> Chain:
    """The first relation of a chain, what is worked out behind it left out."""
    return replace(chain, sides=chain.sides[:2], relations=chain.relations[:1])


def _compared(chain: Chain, known: Known) -> Ratio | None:
    """The larger side of an inequality over its smaller one; None for any other line."""
    if chain.relations[:1] not in (("<",), (">",), ("<=",), (">=",)):
        return None
    one, other = chain.sides[:2]
    if one.node is None or other.node is None or one.words or other.words:
        return None
    with suppress(SymroofError, ZeroDivisionError):
        x, y = claim_of(one, known.let).value, claim_of(other, known.let).value
        if x is None or y is None or x.atoms or y.atoms:
            return None
        if any(c <= 0 for p in (x.num, x.den, y.num, y.den) for _, c in p.monomials()):
            return None  # -x > y is x < -y
        return x / y if chain.relations[0][0] == ">" else y / x
    return None


_IFF = re.compile(r"\\(?:iff|Leftrightarrow|Longleftrightarrow)(?![A-Za-z])|[⇔⟺]|<=>")


def _said_equivalent(item: Item, before: Chain, after: Chain) -> bool:
    """Whether two inequalities are said to be one, by a sign between them that says so both ways."""
    between = item.span.text[before.sides[-1].at : after.sides[0].at]
    return _IFF.search(between) is not None and len(before.sides) == len(after.sides) == 2


def _are_terms_apart(one: Ratio, other: Ratio) -> bool:
    """Whether two quotients of the same letters, each a single term, are above 1 at different sizes."""
    a, b = one.monomial(), other.monomial()
    if a is None or b is None or a[0].keys() != b[0].keys() or not a[0]:
        return False
    powers = {Fraction(b[0][g]) / Fraction(a[0][g]) for g in a[0]}
    return len(powers) > 1 or powers == {Fraction(1)}


def _equivalent(one: Ratio, after: Chain, known: Known) -> Verdict | None:
    """Wrong, with what the first inequality comes to for the left side of the second."""
    left, relation = after.sides[0], after.relations[0]
    value = claim_of(left, known.let).value
    if value is None:
        return None
    right = value / one if relation[0] == ">" else value * one
    return Verdict("wrong", f"that is so where {left.text} {relation} {right}", code="value")


def _in_letters_all(before: Chain, after: Chain, known: Known) -> tuple[Chain, Chain] | None:
    """Two lines with their runs of small letters as products, where the two together show them to be."""
    nodes = [s.node for c in (before, after) for s in c.sides if s.node is not None]
    if len(nodes) != len(before.sides) + len(after.sides):
        return None
    made = spelt_all(nodes, {*known.let, *known.defined})
    if made is None:
        return None
    spelt = iter(made)
    one, other = (replace(c, sides=tuple(replace(s, node=next(spelt)) for s in c.sides)) for c in (before, after))
    return one, other


def _in_billions(item: Item, said: Side, value: Fraction) -> str | None:
    """A value in the billions of its author, who writes B: 22.05B parameters."""
    m = _BILLIONS.match(_text(item, said))
    number = authors(m[1], value / 10**9) if m and _many(item, said)[0] == 9 else None
    return m and number and number + m[2]


def _stated(text: str, said: Side, exact: Side, value: Fraction) -> str | None:
    """A value in the unit of the printed number, in which a formula of bare numbers may count."""
    number = printed(said.node)
    if number is None or exact.node is None or any(True for _ in leaves(exact.node, "unit")):
        return authors(text, value)
    return stated(text, number.value, value, measured=unsaid(exact.node))


def _excused(span: Span, left: Side, sign: str, right: Side, *, first: bool) -> str | None:
    r"""What only looks wrong: x = x + 1 in code, a range (3 \sim 4), a sentence's end ("3 % of $200 = 6$")."""
    if left.node is None or not first:
        return None
    if span.kind == "code" and left.node.kind == "name" and sign == "=":
        return "definition"
    if printed(left.node) is None or printed(right.node) is None:
        return None
    return "words" if span.continues or sign in ("\\sim", "~", "∼") else None


def _shapes(item: Item, left: Side, right: Side) -> Verdict | str:
    r"""What only looks like algebra: BE \times EM = BM, the shapes of a matrix product, whose shared letter is gone."""
    text = item.span.text
    factors = [re.findall(_LETTER, f) if re.fullmatch(f"(?:{_LETTER}){{2,6}}", f) else [] for f in
               _CROSS.split(text[left.at : left.at + len(left.text)].strip())]  # fmt: skip
    said = text[right.at : right.at + len(right.text)].strip()
    if len(factors) != 2 or not all(factors) or not re.fullmatch(f"(?:{_LETTER}){{1,6}}", said):
        return ""
    one, other = ([n.partition("_")[0] for n in f] for f in factors)
    out = {n.partition("_")[0] for n in re.findall(_LETTER, said)}
    return "notation" if {*one} & {*other} and out <= {*one, *other} else ""


def _under_later_unit(left: Side, relation: str, right: Side, chain: Chain, known: Known) -> Verdict | None:
    """A link of bare numbers in a chain that names its unit later on: 9 * 67 MB = 0.6 + 9 = 9.6 GB."""
    i = next((k for k, s in enumerate(chain.sides) if s is right), len(chain.sides))
    units = next((u for s in chain.sides[i + 1 :] if (u := _last_units(s.node))), ())
    if not units or left.names or right.names or left.node is None or right.node is None:
        return None
    bare = [s for s in (left, right) if not any(True for _ in leaves(s.node, "unit"))]
    for chosen in ([right] if right in bare else [], bare):
        if not chosen:
            continue
        one, other = (
            replace(s, node=make("juxt", (make("group", (s.node,)), *units))) if s in chosen and s.node else s
            for s in (left, right)
        )
        with suppress(SymroofError):
            again = judge_link(one, relation, other, chain, known)
            if isinstance(again, Verdict) and again.ok:
                return replace(again, note=f"counted in {''.join(u.name for u in units)}, as what follows")
    return None


def _last_units(node: Node | None) -> tuple[Node, ...]:
    """The units of a printed quantity."""
    while node is not None and node.kind == "group" and len(node.args) == 1:
        node = node.args[0]
    if node is None or node.kind != "juxt" or printed(node) is None:
        return ()
    return tuple(a for a in node.args if a.kind == "unit")


def _value(c: Claim) -> Ratio:
    return c.value if c.value is not None else ratio(0)


def _weaker(after: Claim, before: Claim) -> bool:
    """Whether a bound says less than another one on the same side: it then follows from it."""
    x, y = constant(after.value), constant(before.value)
    if after.sense[0] != before.sense[0]:
        return False
    if (x is None or y is None) and after.value is not None and before.value is not None:
        times = constant(before.value / after.value) if after.value.num.terms else None
        x, y = (Fraction(1), times) if times is not None and times > 0 else (None, None)  # x > 2y => x > y, of sizes
    if x is None or y is None:
        return False
    return x < y if after.sense[0] == ">" else x > y


def _text(item: Item, side: Side) -> str:
    """A side as the author wrote it, a word such as "million" whole."""
    raw = item.span.raw or item.span.text
    end = max(_end(raw, side), _many(item, side)[1])
    if item.span.raw and not item.span.text[end:].strip():
        end = len(raw)  # per, which was put shorter
    return raw[side.at : end].rstrip() or side.text


def _end(raw: str, side: Side) -> int:
    r"""Where a side ends in what its author wrote: behind the whole of a macro that was read as one letter."""
    end = side.at + len(side.text)
    while 0 < end < len(raw) and raw[end - 1].isalpha() and raw[end].isalpha() and "\\" not in raw:
        end += 1  # of a word that was put shorter
    rest = _MACRO_REST.match(raw, end)
    return rest.end() if rest else end


def _many(item: Item, side: Side) -> tuple[int, int]:
    """The power of ten that a word behind a side's number was read as, and where the word ends; 0, 0 without one."""
    raw = item.span.raw
    p = printed(side.node)
    if not raw or p is None or "e" not in p.text:
        return 0, 0
    m = _MANY.match(raw, side.at)
    return (_WORDS[m[1]], m.end()) if m else (0, 0)


def _nearer(left: Side, right: Side, bare: Side) -> bool:
    """Whether a wrong number is less far off in millions."""
    x, y, z = (constant(claim_of(s).value) or Fraction(0) for s in (left, right, bare))
    return nearer(apart(x, z), apart(x, y), measured=False)


def _without_many(item: Item, left: Side, right: Side) -> Iterator[Side]:
    """A result in millions whose bare numbers may count in them, or in thousands: 410 / 4 = 102.5 million.

    A result per million, $19.20 / 27.4M = $0.70 per million, is a millionth of what it prints.
    """
    per = _per_many(item, right)
    if per > 1:
        yield _scaled(right, 1 / per)
        return
    power = _many(item, right)[0]
    value = constant(claim_of(left).value) if power and left.node is not None and not left.names else None
    if value is None or value >= PREFIX_LIMIT or right.node is None or left.node is None:
        return
    if unsaid(left.node) or any(True for _ in leaves(left.node, "unit")):
        return
    for p in dict.fromkeys((power, *range(3, power, 3))):
        yield _scaled(right, Fraction(1, 10**p))


def _scaled(side: Side, by: Fraction) -> Side:
    """A printed quantity times a factor; any other side as it is."""
    node = side.node
    number = node if node is None or node.printed or not node.args else node.args[0]
    if node is None or number is None or number.printed is None:
        return side
    bare = replace(number, printed=number.printed.scaled(by))
    return replace(side, node=bare if number is node else replace(node, args=(bare, *node.args[1:])))


def _per_many(item: Item, side: Side) -> Fraction:
    """The million of a price per million that a formula ends with; 1 where it ends otherwise."""
    last = bool(item.chains) and side.at == item.chains[-1].sides[-1].at
    m = _PER_MANY.match(item.dark, item.span.end, item.span.end + 40) if last else None
    return Fraction(10) ** MANY[m[1]] if m else Fraction(1)


def _written(item: Item, left: Side, right: Side) -> str:
    """The relation between two sides as the author wrote it."""
    raw = item.span.raw or item.span.text
    return " ".join(raw[_end(raw, left) : right.at].split()) or "="


def _ascii(side: Side | None) -> str:
    """A side's exact value."""
    if side is None:
        return ""
    try:
        r = claim_of(side).value
        c = r.constant() if r is not None else None
        return shown(Fraction(c), digits=8) if c is not None else _short(str(r))
    except SymroofError:
        return side.text


def _short(text: str, width: int = 160) -> str:
    text = " ".join(text.split())
    return text if len(text) <= width else text[: width - 3] + "..."


def run_proofread(paths: Iterable[object]) -> Iterator[Report]:
    """Reports for several documents, one after another."""
    for p in paths:
        yield proofread(p)
