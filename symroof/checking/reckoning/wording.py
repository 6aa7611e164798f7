r"""What sentences say of numbers and formulas: the product of the axes, a share of so many, a total of the lines above.

>>> from symroof.checking.proofreading.proofread import proofread
>>> [f.verdict for f in proofread("10MB, which when 16-way sharded gives about 500kB per device").findings]
['wrong']
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import islice, pairwise

import symroof.regexes as re
from symroof.algebra.ratios.posynomial import ratio
from symroof.checking.claims import digits
from symroof.checking.claims.claims import Claim, Verdict
from symroof.checking.claims.fixes import authors
from symroof.checking.claims.links import Known, compared
from symroof.checking.documents.material import Item, Material, shape_of
from symroof.checking.documents.prose import FORMULA
from symroof.checking.documents.spans import Page, Span
from symroof.checking.documents.statement import Statement
from symroof.checking.reckoning.sentences import in_prose
from symroof.checking.words.numerals import DIGITS
from symroof.errors import SymroofError
from symroof.reading.formula import Node, Side
from symroof.reading.measures import TEN_TO
from symroof.reading.quantity import Printed, Quantity, quantity, shown
from symroof.reading.units import printed

MAX_RESULTS = 12  # numbers above a total that its terms are compared with
_SAYS = re.compile(
    r"[\s,)*_]*(?:i\.e\.,?\s*|which is\s+|is\s+|being\s+)?(?:simply |just )?the (?P<what>sum|product) of "
    r"(?:all )?(?:of )?(?:the |its |their |these )?(?:array |loop |tensor |matrix )?"
    r"(?:axes|axis sizes|dimensions|dims|sizes|lengths|factors)\b",
    re.I,
)
_NUMBER = DIGITS + TEN_TO
_UNIT = r"(?:[kMGTP]i?B|bytes|[num]?s|[kMGTP]?FLOPs?|[kMG] tokens|tokens)(?:/s)?"
_WORD = r"(?:(?!\d)[\w,()'-]+\s+)"
_SHARE = re.compile(
    rf"(?P<whole>{_NUMBER}\s?{_UNIT})\b\)?,?\s+{_WORD}{{0,6}}?(?P<n>\d{{1,5}})[- ]?ways?[- ]"
    rf"(?:shard\w*|split\w*|partition\w*|parallel\w*|divided),?\s+{_WORD}{{0,5}}?~?(?P<each>{_NUMBER}\s?{_UNIT})\b",
    re.I,
)
_SPLIT = re.compile(
    rf"(?P<whole>{_NUMBER}\s?{_UNIT})\b\)?,?\s+{_WORD}{{0,3}}?(?:shard\w*|split|spread|divided|partitioned|distributed)\s+(?:evenly\s+)?"
    rf"(?:over|across|among|between|by|into|onto)\s+(?:the\s+|all\s+)?(?P<n>\d{{1,5}})\s+[a-z]+,?\s+"
    rf"(?:(?:is|gives|leaves|makes|means|so|that's|or|i\.e\.,?|which|each|we|us|about|roughly|around|only|just|get|has|have|holds?|"
    rf"with|gets|of|it|this)\s+){{1,6}}~?(?P<each>{_NUMBER}\s?{_UNIT})\s+(?:per\b|each\b|on each\b|apiece)",
    re.I,
)


def wordings(m: Material) -> Iterator[Statement]:
    """Every statement in words that numbers or formulas decide."""
    for item in m.items:
        found = _called(item)
        if found is not None:
            yield found
    for page, dark in zip(m.pages, m.darks):
        yield from _shares(m, page, dark)
    yield from _totals(m)
    yield from _multiples(m)
    yield from _misprints(m)


_MULTIPLE = re.compile(
    rf"[^.;\n{FORMULA}]{{0,70}}\b(?P<part>half|twice|double|triple|(?:three|four)\stimes)\s(?:of\s)?"
    r"(?:that|this|as\s(?:much|many))\s?[,(:]?\s?(?:namely\s|i\.e\.,?\s|or\s|=\s?)?\Z"
)
_BY = {"half": Fraction(1, 2), "twice": Fraction(2), "double": Fraction(2), "triple": Fraction(3)}
_BY |= {"three times": Fraction(3), "four times": Fraction(4)}


def _multiples(m: Material) -> Iterator[Statement]:
    """A pass costs $2N$ and the other twice that, $4N$: two formulas, and by what words part them."""
    for one, two in pairwise(m.items):
        if one.page is not two.page or not 0 < two.span.start - one.span.end < 110 or "denied" in (one.role, two.role):
            continue
        gap = _MULTIPLE.match(re.sub(r"[\s$]", " ", one.dark[one.span.end : two.span.start]))
        first, second = (one.expression(), two.expression()) if gap else (None, None)
        if gap is None or first is None or second is None or not first.names or first.names != second.names:
            continue
        with suppress(SymroofError, ZeroDivisionError):
            by, wanted = (second.ratio() / first.ratio()).constant(), _BY[gap["part"]]
            if by is None:
                continue
            text = f"{gap['part']} {first.text} is {second.text}"
            v = Verdict("exact", f"{second.text} is {gap['part']} {first.text}", code="multiple")
            if by != wanted:
                right = str(first.ratio() * ratio(wanted))
                v = Verdict("wrong", f"{gap['part']} {first.text} is {right}", code="multiple", right=right)
            yield Statement(two, text, v, "word", second.at, "=", (second,))


_LONG_NUMBER = re.compile(r"\d(?<![\w.,{}]\d)(?:\d{0,2}(?:(?:,|\{,\})\d{3})+(?![\d.]|,\d)|\d{4,6}(?![\w.]|,\d))")


def _misprints(m: Material) -> Iterator[Statement]:
    """A cell of a table that is a number of its section's text with two neighbouring digits exchanged."""
    for page, dark in zip(m.pages, m.darks):
        tables = [(b.start, b.end) for b in page.blocks if b.kind == "table"]
        if not tables:
            continue
        found = [(x.start(), x.group(), re.sub(r"\D", "", x.group())) for x in _LONG_NUMBER.finditer(page.text)]
        often = Counter(n for _, _, n in found)
        s = m.facts.scopes
        inside = [(at, raw, n) for at, raw, n in found if any(a <= at < b for a, b in tables)]
        outside = {(s.section(page.base + at), n) for at, _, n in found if not any(a <= at < b for a, b in tables)}
        for at, raw, n in inside:
            near = [
                x
                for x in _exchanged(n)
                if (s.section(page.base + at), x) in outside and x not in {y for *_, y in inside}
            ]
            if often[n] == 1 and len(near) == 1 and len(n.rstrip("0")) >= 4:
                v = Verdict("wrong", f"the text has {near[0]}", code="misprint", right=near[0])
                yield in_prose(m, page, dark, (at, at + len(raw)), v, "restated")


def _exchanged(n: str) -> set[str]:
    """A number with two neighbouring digits exchanged, in every way."""
    made = {n[:i] + n[i + 1] + n[i] + n[i + 2 :] for i in range(len(n) - 1)}
    return {x for x in made if x != n and x[0] != "0"}


def _called(item: Item) -> Statement | None:
    """A product that is called the sum of its axes, or the reverse."""
    says = _SAYS.match(item.dark, item.span.end, item.span.end + 160)
    if says is None:
        return None
    side = item.expression()
    if side is None and item.chains and item.skip is None:
        side = item.chains[-1].sides[-1]
    if side is None or side.node is None or len(side.names) < 2:
        return None
    is_sum = shape_of(side.node) == "add"
    said = says["what"].lower()
    text = f"{side.text}, {says.group().strip(' ,')}"
    if is_sum == (said == "sum"):
        return Statement(item, text, Verdict("exact", f"it is a {said}", code="word"), "word", side.at, "=", (side,))
    right = "sum" if is_sum else "product"
    v = Verdict("wrong", f"{side.text} is a {right}, not a {said}", code="word", right=f"the {right}")
    return Statement(item, text, v, "word", side.at, "=", (side,))


def _shares(m: Material, page: Page, dark: str) -> Iterator[Statement]:
    """10MB, 16-way sharded, gives 625kB per device."""
    if "way" not in dark and "each" not in dark and "per" not in dark:
        return
    for pattern in (_SHARE, _SPLIT):
        for found in pattern.finditer(dark):
            with suppress(SymroofError):
                whole, each = _quantity(found["whole"]), _quantity(found["each"])
                n = int(found["n"])
                if n < 2 or whole.dimension != each.dimension:
                    continue
                exact = Claim("value", ratio(whole.value / n), text=found["whole"])
                said = Claim("value", ratio(each.value), each.printed, None, each.dimension, text=found["each"])
                v = compared(exact, said, "~", Known())
                if v.verdict == "undecided":
                    continue
                line, column = m.place(page, found.start())
                text = page.text[found.start() : found.end()]
                if v.verdict == "wrong":
                    right = authors(found["each"], whole.value / n)
                    words = (
                        f"{found['whole']} over {n} is {shown(whole.value / n, whole.dimension)}, not {found['each']}"
                    )
                    v = Verdict("wrong", words, v.error, code="share", right=right)
                span = Span(text, line, column, "prose", found.start(), start=found.start(), end=found.end(), raw=text)
                yield Statement(Item(page, dark, span), text, v, "share", 0, "=", (), "prose")


def _quantity(text: str) -> Quantity:
    for word in (" tokens", " token"):
        if text.endswith(word):
            return quantity(text.removesuffix(word))
    return quantity(text)


def _totals(m: Material) -> Iterator[Statement]:
    """The terms of a total, compared with the results printed just above it."""
    for i, item in enumerate(m.items):
        terms = _sum_of_numbers(item)
        if terms:
            before = ((x, p) for x in reversed(m.items[:i]) if (p := _result(x)) is not None)
            results = [*islice(before, MAX_RESULTS)][::-1]
            near = [r for r in results if m.facts.scopes.problem(r[0].at) == m.facts.scopes.problem(item.at)]
            found = _total(item, terms, near) if len(results) >= 2 else None
            if found is not None:
                yield found


def _sum_of_numbers(item: Item) -> list[Node]:
    """The terms of a sum of printed numbers that a chain begins with."""
    if item.skip is not None or not item.chains or not item.chains[0].relations:
        return []
    node = item.chains[0].sides[0].node
    if node is None or node.kind != "add" or len(node.args) < 3 or "-" in node.ops:
        return []
    return list(node.args) if all(printed(a) is not None for a in node.args) else []


def _result(item: Item) -> Printed | None:
    """The number that a span ends with."""
    side: Side | None
    if item.skip == ("", "") and len(item.span.text) <= 40 and any(c.isdigit() for c in item.span.text):
        side = item.quantity()
    else:
        side = item.chains[-1].sides[-1] if item.skip is None and item.chains else None
    return printed(side.node) if side is not None and side.node is not None else None


def _total(item: Item, terms: list[Node], results: list[tuple[Item, Printed]]) -> Statement | None:
    free = list(results)
    missing: list[Printed] = []
    for t in terms:
        p = printed(t)
        if p is None:
            return None
        hit = next((r for r in free if r[1].value == p.value), None)
        if hit is not None:
            free.remove(hit)
        else:
            missing.append(p)
    matched = len(terms) - len(missing)
    used = [results.index(r) for r in results if r not in free]
    chain = item.chains[0]
    side = chain.sides[0]
    if matched < 2:
        return None
    if not missing:
        v = Verdict("exact", "its terms are the values printed above", code="total")
        return Statement(item, side.text, v, "total", side.at, "=", (side,))
    if len(missing) != 1:
        return None
    between = [r for r in free if min(used) - 1 <= results.index(r) <= max(used) + 1]
    if len(between) != 1:
        return None
    said, (source, want) = missing[0], between[0]
    if not want.value or not Fraction(1, 2) < said.value / want.value < 2 or digits.overlap(said, want):
        return None
    words = f"line {source.span.line} has {want.text} where this adds {said.text}"
    return Statement(
        item, side.text, Verdict("wrong", words, code="term", right=want.text), "total", side.at, "=", (side,)
    )
