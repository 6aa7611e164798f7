"""Statements of one document that cannot both be true: two definitions, two bounds, a bound on the wrong side.

Redefining a name is common (each problem has its T_comms), so two definitions are compared only where the name says
that there is one such thing (X_opt, B_crit), where they differ in an index alone, or where the left side is a formula.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import final

import symroof.regexes as re
from symroof.algebra.ratios.posynomial import Ratio
from symroof.checking.claims.claims import FLIP, Verdict, text_of
from symroof.checking.claims.formulas import same
from symroof.checking.documents.context import equivalent
from symroof.checking.documents.material import Item, Material, bare_name
from symroof.checking.documents.prose import FORMULA
from symroof.checking.documents.statement import Statement
from symroof.checking.reckoning.sentences import in_prose
from symroof.errors import SymroofError
from symroof.reading.formula import Chain, Side
from symroof.reading.units import literals

ORDER = ("<", ">", "<=", ">=")
MAX_COMPARED = 12  # statements about one name that a new one is compared with
_UNIQUE = re.compile(r"_(?:opt|optimal|crit|critical|max|min|best|ideal|break_?even|threshold|ridge|star)\Z", re.I)
_MATH_BOUND = re.compile(r"\b(?:compute|flops?|math|matmul)[- ]?(?:bound|limited|bottlenecked)\b", re.I)
_COMMS_BOUND = re.compile(
    r"\b(?:comm(?:unication)?s?|memory|bandwidth|hbm|ici|dcn|network|pcie|nvlink|io)[- ]?"
    r"(?:bound|limited|bottlenecked)\b",
    re.I,
)
_NEGATED = re.compile(
    r"\b(?:not|never|\w+n['’]t|avoid\w*|un(?:less)?|until|no (?:longer|more)|any ?more|cannot|stop\w*|without|ceas\w*|"
    r"leav\w*|escap\w*|exit\w*|prevent\w*|instead|rather|otherwise|nor|neither|out of|away from)\b",
    re.I,
)
_WHEN = re.compile(r"\b(?:when(?:ever)?|if|once|as long as|so long as|where|for|happens when|the)\b[^.;]*\Z", re.I)
_CONDITION = re.compile(
    r"\b(?:when(?:ever)?|if|once|as long as|so long as|where|for|with|at|having|whose)\b[^.;:]*\Z", re.I
)
_MAKES = re.compile(r"[\s,]*(?:makes?|means?|leaves?|is|we are|it is|gives)\b")
_TAKEN = re.compile(
    rf"\b(?:when(?:ever)?|if|once|for|with)\b[^,;]*{FORMULA}[^;]*[ -](?:bound|limited|bottlenecked)\b", re.I
)
_CLAUSE = re.compile(
    r"[;:\n]\s|,?\s(?:and(?!\sonly\sif)|but|while|whereas|yet)\s|[,)]\s+(?:otherwise|else|so)\s|\Z", re.I
)


@final
@dataclass(frozen=True)
class Assertion:
    """One statement: a definition or a bound, the item, and its sides."""

    item: Item
    left: Side
    relation: str
    right: Side

    @property
    def text(self) -> str:
        return f"{self.left.text} {self.relation} {self.right.text}"


def contradictions(m: Material) -> Iterator[Statement]:
    """Every pair of statements that cannot both be true, told at the later one."""
    said = list(_said(m))
    yield from _definitions(m, [s for s in said if s.relation == "="])
    yield from _bounds(m, [s for s in said if s.relation in ORDER])
    yield from _parallel(m)
    yield from _restated_bounds(m, said)
    yield from _sides_of_a_ridge(m)
    yield from _told_intensities(m)


def _said(m: Material) -> Iterator[Assertion]:
    """The first link of each chain that defines or bounds something, both sides read."""
    for item in m.items:
        if item.skip is not None or item.role in ("denied",):
            continue
        for chain in item.chains:
            for left, relation, right in list(zip(chain.sides, chain.relations, chain.sides[1:]))[:1]:
                if left.node is None or right.node is None or left.words or right.words:
                    continue
                if relation in ("=", *ORDER):
                    yield Assertion(item, left, relation, right)


def _ratio(side: Side) -> Ratio | None:
    with suppress(SymroofError):
        return side.ratio()
    return None


def _definitions(m: Material, said: list[Assertion]) -> Iterator[Statement]:
    """X_opt = ... twice, with the same symbols, and not the same."""
    seen: dict[str, list[Assertion]] = {}
    for s in said:
        name = bare_name(s.left)
        if name is None or not s.right.names or len(s.right.names) < 2:
            continue
        if not _UNIQUE.search(name):
            continue
        rows = seen.setdefault(name.lower(), [])
        for old in rows[-MAX_COMPARED:]:
            found = _compared(old, s)
            if found is not None:
                yield Statement(s.item, s.text, found, "definition", s.left.at, "=", (s.left, s.right))
                break
        rows.append(s)


def _compared(old: Assertion, new: Assertion) -> Verdict | None:
    """Whether two definitions of one thing agree; None where they are in other symbols."""
    x, y = _ratio(new.right), _ratio(old.right)
    if x is None or y is None or {n.lower() for n in x.names} != {n.lower() for n in y.names}:
        return None
    x = _small(x, y)
    line = old.item.span.line
    equal = same(x, y)
    if equal:
        return Verdict("exact", f"as on line {line}", code="same-definition")
    if equal is None:
        return None
    q = (x / y).monomial()
    if q is None:
        return None  # one of the two may keep terms that the other drops
    if not q[0]:
        return None  # a factor alone may be another dtype or another count
    words = f"line {line} says {text_of(y)}; off by the factor {text_of(x / y)}"
    return Verdict("wrong", words, code="contradiction", right=text_of(y), note="one of the two lines is wrong")


def _small(x: Ratio, y: Ratio) -> Ratio:
    """A formula in the other's spelling of names: W_ICI as W_ici."""
    from symroof.algebra.ratios.posynomial import gen

    spelled = {n.lower(): n for n in y.names}
    return x.subs({n: gen(spelled[n.lower()]) for n in x.names if spelled.get(n.lower(), n) != n})


def _bounds(m: Material, said: list[Assertion]) -> Iterator[Statement]:
    """B/N > 4a/F and B/N > 4a^2/F: two bounds on one formula, and B < words/2 beside B > 486/2."""
    seen: dict[tuple[Ratio, str], list[Assertion]] = {}
    for s in said:
        left = _ratio(s.left)
        if left is None or left.constant() is not None:
            continue
        if len(s.left.names) > 1 and s.right.names:
            rows = seen.setdefault((left, s.relation[0]), [])
            for old in rows[-MAX_COMPARED:]:
                if m.facts.scopes.section(old.item.at) != m.facts.scopes.section(s.item.at) and not _specific(s.right):
                    continue
                found = _compared(old, s)
                if found is not None:
                    yield Statement(s.item, s.text, found, "bound", s.left.at, s.relation, (s.left, s.right))
                    break
            rows.append(s)
    yield from _turned(m, said)


def _specific(side: Side) -> bool:
    """Whether a formula has so many symbols that two of them mean the same thing."""
    return len(side.names) >= 3


def _turned(m: Material, said: list[Assertion]) -> Iterator[Statement]:
    """A rule and the same rule with its number put in, the other way round: B < intensity/2, so B > 486/2."""
    for old, new in itertools.pairwise(said):
        name = bare_name(old.left)
        if name is None or bare_name(new.left) != name or old.relation not in ORDER:
            continue
        if m.facts.scopes.paragraph(old.item.at) != m.facts.scopes.paragraph(new.item.at):
            continue
        x, y = _ratio(old.right), _ratio(new.right)
        if x is None or y is None or not x.names or y.names or new.right.node is None or old.right.node is None:
            continue
        mono = x.monomial()
        numbers = {p.value for p in literals(new.right.node)}
        if mono is None or len(mono[0]) != 1 or mono[1] == 1:
            continue
        ours = {p.value for p in literals(old.right.node)}
        alike = bool(ours) and ours <= numbers and len(numbers) == len(ours) + 1
        if alike and new.relation[0] == old.relation[0]:
            v = Verdict("exact", f"the rule of line {old.item.span.line} with its number put in", code="same-rule")
            yield Statement(new.item, new.text, v, "bound", new.left.at, new.relation, (new.left, new.right))
        elif alike:
            line = new.item.span.line
            words = f"{new.text} (line {line}) is the same rule with its number put in, and the other way round"
            v = Verdict(
                "wrong", words, code="direction", right=f"{old.left.text} {FLIP[old.relation]} {old.right.text}"
            )
            yield Statement(old.item, old.text, v, "bound", old.left.at, old.relation, (old.left, old.right))


def _parallel(m: Material) -> Iterator[Statement]:
    """L^1 = f(1) and L^2 = f(2), but for one index that was left as it was."""
    last: dict[str, tuple[Item, str, str, str]] = {}
    for item in m.items:
        text = item.span.text
        head = _HEAD.match(text) if item.span.kind == "math" and len(text) < 600 else None
        if head is None:
            continue
        name, mark, index = head["name"], head["mark"], head["index"]
        body = text[head.end() :]
        before = last.get(name + mark)
        last[name + mark] = (item, index, body, text)
        if before is None or before[1] == index or item.line_after(before[0]) > NEAR_LINES:
            continue
        found = _left_over(mark, before[1], index, before[2], body)
        if found is None:
            v = Verdict("exact", f"as line {before[0].span.line}, with {index} for {before[1]}", code="index")
            yield Statement(item, text, v, "definition", 0, "=")
        elif found:
            line = before[0].span.line
            words = f"line {line} has {mark}{before[1]} wherever this has {mark}{index}, but here one is left"
            v = Verdict("wrong", words, code="index", right=found.strip())
            yield Statement(item, text, v, "definition", 0, "=")


NEAR_LINES = 6
_HEAD = re.compile(r"\s*(?P<name>\\?[A-Za-z]+)(?P<mark>[_^])\{?(?P<index>\d)\}?\s*=")


def _left_over(mark: str, old: str, new: str, first: str, second: str) -> str | None:
    """The second body with its forgotten index set right, where that is all that parts it from the first.

    None where nothing parts them, "" where more does.
    """
    index = re.compile(rf"(\{mark}\{{?){old}(?!\d)")
    want = index.sub(rf"\g<1>{new}", first)
    if len(index.findall(first)) > 1 and _bare(want) == _bare(second):
        return None
    if _bare(want) == _bare(second) or not index.search(second):
        return ""
    if len(index.findall(first)) < 2 or len(index.findall(second)) != 1:
        return ""
    return want if _bare(index.sub(rf"\g<1>{new}", second)) == _bare(want) else ""


def _bare(text: str) -> str:
    return re.sub(r"[\s.,;{}]+", "", text)


def _restated_bounds(m: Material, said: list[Assertion]) -> Iterator[Statement]:
    """T_math/T_comms > 1, or when B/X > C/W: two inequalities that are said to be one."""
    for old, new in itertools.pairwise(said):
        if old.relation not in ORDER or new.relation not in ORDER or old.item.page is not new.item.page:
            continue
        if old.item is not new.item and not equivalent(old.item.dark[old.item.span.end : new.item.span.start]):
            continue
        if old.item is new.item:
            continue
        a, b = _quotient(m, old), _quotient(m, new)
        if a is None or b is None:
            continue
        ma, mb = a.monomial(), b.monomial()
        if ma is None or mb is None or not ma[0] or not mb[0]:
            continue
        names = {str(n).lower() for n in ma[0]}, {str(n).lower() for n in mb[0]}
        text, gone = f"{old.text} is {new.text}", ""
        if _small(a, b) == b:
            v = Verdict("exact", "the same inequality", code="same-inequality")
        elif names[1] < names[0] and len(names[0] - names[1]) == 1 and _rest_agrees(_small(a, b), b):
            gone = ", ".join(sorted(str(n) for n in ma[0] if str(n).lower() not in names[1]))
            v = Verdict("wrong", f"by the definitions above it is {text_of(a)} > 1, which has {gone}; here it is gone",
                        code="lost-symbol", right=f"{text_of(a)} > 1")  # fmt: skip
        else:
            continue
        where = old if v.verdict == "wrong" else new
        source = _source(m, old, gone) if v.verdict == "wrong" else None
        item, at = source if source is not None else (where.item, where.left.at)
        yield Statement(item, text, v, "bound", at, new.relation)


def _rest_agrees(a: Ratio, b: Ratio) -> bool:
    mono = (a / b).monomial()
    return mono is not None and len(mono[0]) == 1 and mono[1] == 1


def _source(m: Material, said: Assertion, gone: str) -> tuple[Item, int] | None:
    """The item that defines a name of a condition with the symbol that is gone later, in its section."""
    for name in sorted(said.left.names | said.right.names):
        fact = m.facts.definition(name, said.item.at)
        if fact is not None and gone in fact.value.names:
            return next(((i, fact.at - i.at) for i in m.items if i.at <= fact.at < i.end), None)
    return None


def _quotient(m: Material, s: Assertion) -> Ratio | None:
    """The larger side over the smaller one, with the definitions in the section put in."""
    x, y = _ratio(s.left), _ratio(s.right)
    if x is None or y is None or not y.num.terms or not x.num.terms:
        return None
    q = x / y if s.relation[0] == ">" else y / x
    for _ in range(2):
        known = {}
        for n in q.names:
            fact = m.facts.definition(n, s.item.at, within="section")
            if fact is not None and n.startswith("T") and n not in fact.value.names and not fact.value.atoms:
                known[n] = fact.value
        if not known:
            break
        q = q.subs(known)
    return q


def _sides_of_a_ridge(m: Material) -> Iterator[Statement]:
    """Comms-bound above the accelerator's intensity, or compute-bound below it: the wrong side of C/W."""
    for item in m.items:
        if item.skip is not None:
            continue
        for chain in item.chains:
            found = _ridge(item, chain)
            if found is not None:
                yield found


_NONE = re.compile(_NEGATED.pattern + r"|\b(?:no|none|hardly|few|if|wrong(?:ly)?)\b", re.I)
_INTENSITY = re.compile(
    r"\bintensit(?:y|ies)(?: of [^.;,\n]{1,30}?)?(?: (?:is|are|lies|falls))? "
    r"(?P<side>above|over|greater than|higher than|larger than|more than|below|under|less than|lower than|smaller than)"
    rf" (?:about |roughly |the ridge(?: point)?,? )?(?:[\d{FORMULA}][\w.,{FORMULA}]*)(?: FLOPs?/bytes?)?"
    r",?(?: (?:is|are|becomes?|makes? (?:it|us|them)|we are|means))"
    r"(?P<words>[^.;,\n]{0,24}?[\w-]+[ -](?:bound|limited))",
    re.I,
    needs="intensit&bound|limited",
)


_LOWER = re.compile(
    r"\b(?:kernels?|operations?|ops?|matmuls?|layers?|workloads?|computations?|algorithms?|loops?|those|one|ones|anything)\s"
    r"(?:with|of)\s(?:a|an)\s(?:much\s|arithmetic\s)?(?P<side>lower|smaller|higher|larger|greater)\s(?:arithmetic\s|operational\s)?"
    r"intensity\s(?:is|are|will be)(?P<words>\s(?:always\s)?[\w-]+[ -](?:bound|limited))",
    re.I,
    needs="intensity&bound|limited",
)


def _told_intensities(m: Material) -> Iterator[Statement]:
    """A kernel with an intensity above 240, or with a higher one, is compute-bound: the same in words."""
    for page, dark in zip(m.pages, m.darks):
        lower = _LOWER.finditer(dark) if "ntensity" in dark else ()
        for found in (*_INTENSITY.finditer(dark), *lower):
            begin = dark.rfind(".", 0, found.start()) + 1
            words = _CLAUSE.split(found["words"])[0]
            math = _regime(words)
            if math is None or _NONE.search(dark, max(begin, found.start() - 80), found.start()):
                continue
            above = found["side"].lower() in ("above", "over") or found["side"].lower()[:4] in (
                "grea",
                "high",
                "larg",
                "more",
            )
            side = "compute-bound" if math else "communication-bound"
            if above == math:
                v = Verdict("exact", f"{side} on this side of the accelerator's intensity", code="ridge")
            else:
                reason = "an intensity above the accelerator's is compute-bound, one below it is communication-bound"
                v = Verdict("wrong", reason, code="direction", right="below" if above else "above")
            end = found.start("words") + len(words)
            yield in_prose(m, page, dark, (found.start(), end), v, "binding")


def _ridge(item: Item, chain: Chain) -> Statement | None:
    for left, relation, right in zip(chain.sides, chain.relations, chain.sides[1:]):
        if relation not in ORDER or right.node is None or left.text.strip() == "":
            continue
        if not _is_intensity(right) or (left.node is not None and len(left.names) > 1):
            return None
        math = _said_bound(item)
        if math is None:
            return None
        right_way = ">" if math else "<"
        text = f"{left.text} {relation} {right.text}"
        side = "compute-bound" if math else "communication-bound"
        if relation[0] == right_way:
            v = Verdict("exact", f"{side} on this side of the accelerator's intensity", code="ridge")
        else:
            words = f"an intensity above {right.text} is compute-bound, one below it is communication-bound"
            v = Verdict("wrong", words, code="direction", right=f"{left.text} {FLIP[relation]} {right.text}")
        return Statement(item, text, v, "binding", left.at, relation, (left, right))
    return None


def _said_bound(item: Item) -> bool | None:
    """Whether the words around a condition say compute-bound (True) or communication-bound; None where neither.

    The regime stands before the condition, "we are memory-bound when", or behind it, "if ..., we are memory-bound".
    """
    begin, end = (at - item.page.base for at in item.sentence)
    cuts = [begin, *(c.end() for c in _CLAUSE.finditer(item.dark, begin, item.span.start) if c.group())]
    clause = item.dark[cuts.pop() : item.span.start]
    while cuts and not (_regimes(clause) or _CONDITION.search(clause)):
        clause = item.dark[cuts.pop() : item.span.start]  # when ... and ...
    own = _CLAUSE.split(item.dark[item.span.end : end])[0]
    if _regimes(clause) and _regimes(own) and FORMULA in clause and FORMULA not in own:
        return _regime(own) if _MAKES.match(own) else None  # the converse, B < C/W, makes us memory-bound
    if _regimes(clause) and not _TAKEN.search(clause):
        return _regime(clause) if _WHEN.search(clause) else None
    stop = _CLAUSE.search(item.dark, item.span.end, end)
    behind = item.dark[item.span.end : stop.start() if stop else end]
    return (
        _regime(behind) if _CONDITION.search(clause) and not _NEGATED.search(clause) and FORMULA not in behind else None
    )


def _regimes(words: str) -> tuple[bool, ...]:
    """Whether words name the one regime and the other; empty where neither."""
    found = bool(_MATH_BOUND.search(words)), bool(_COMMS_BOUND.search(words))
    return found if any(found) else ()


def _regime(words: str) -> bool | None:
    """The one regime that words state and do not deny."""
    found = _regimes(words)
    return None if not found or all(found) or _NEGATED.search(words) else found[0]


def _is_intensity(side: Side) -> bool:
    """Whether a formula is C/W, peak FLOPs/s over bandwidth, but for other sizes: X C/W."""
    value = _ratio(side)
    mono = value.monomial() if value is not None else None
    if mono is None or mono[1] <= 0 or len(mono[0]) > 5 or side.node is None:
        return False
    up = [n for n, e in mono[0].items() if e == 1 and re.match(r"C(?:_|\Z)", str(n))]
    down = [n for n, e in mono[0].items() if e == -1 and re.match(r"W(?:_|\Z)", str(n))]
    return len(up) == len(down) == 1
