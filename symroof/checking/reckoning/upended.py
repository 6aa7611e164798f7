"""Quotients of bare numbers that a page has told with their units, turned upside down: 1,536 / 1,872 kW is no kW.

>>> from symroof.checking.proofreading.proofread import proofread
>>> text = "The hall draws 1,872 kW for its 1,536 cards. A card takes {} kW."
>>> [[f.verdict for f in proofread(text.format(x)).findings] for x in ("1,872 / 1,536 = 1.22", "1,536 / 1,872 = 0.82")]
[['rounded'], ['rounded', 'wrong']]
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import symroof.regexes as re
from symroof.checking.documents.prose import ALONE, figure
from symroof.checking.reckoning.figures import Figure, Kinds, Sentence, figures
from symroof.checking.reckoning.reckoned import Reckoned
from symroof.checking.reckoning.slips import as_written, wrong_one
from symroof.reading.measures import plain_number

MAX_FOUND = 200  # of one page
_FIRST = figure(r"(?<![\w.,^{}/*×+·-]\d)(?<![/*×+·-] \d)") + r"(?![\d^]|\.\d)"
_QUOTIENT = re.compile(
    rf"(?P<a>{_FIRST})\s?[/÷]\s?(?P<b>{ALONE})\s?[=≈]\s?"
    rf"(?P<n>{ALONE})\s?(?P<unit>[A-Za-zµ]{{1,5}}(?:/s)?)(?![\w/^])",
    needs="/|÷",
)


def upended(written: str, page: list[Sentence]) -> Iterator[Reckoned]:
    """Every quotient of a page whose numerator counts things, and whose denominator has the unit of the result."""
    told: dict[object, set[Kinds]] = {}
    for m in islice(_QUOTIENT.finditer(written), MAX_FOUND):
        said = next(iter(figures(written[m.start("n") : m.end()])), None)
        if said is None or not said.physical or said.kinds != said.physical:
            continue
        if not told:
            told = _told(page)
        above, below = (told.get(plain_number(m[g]), set()) for g in ("a", "b"))
        if below != {said.kinds} or not above or any(f for kinds in above for f in _physical(kinds, said)):
            continue
        if len(m["a"].replace(",", "")) < 3 or len(m["b"].replace(",", "")) < 3:
            continue
        right = said.scale * plain_number(m["b"]) / plain_number(m["a"])
        why = f"{m['b']} is told in {said.unit}, and {m['a']} is a count, so that it is {as_written(said, right)}"
        v = wrong_one(said, right, why, "reckoned", "a fraction upside down")
        yield Reckoned(v, "reckoned", m.start("n"), m.end())


def _told(page: list[Sentence]) -> dict[object, set[Kinds]]:
    """What the numbers of a page count, by their digits."""
    out: dict[object, set[Kinds]] = {}
    for f in (f for s in page for f in s.figures if f.kinds):
        out.setdefault(f.printed.value / f.scale, set()).add(f.kinds)
    return out


def _physical(kinds: Kinds, said: Figure) -> Kinds:
    """The units among what a number counts, and those for each of something."""
    units = {n for n, _ in said.kinds} | {"B", "FLOP", "s", "J", "$", "%", "cycle"}
    return tuple(k for k in kinds if k[0] in units or k[1] != 1)
