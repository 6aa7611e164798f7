r"""A page on one line: formulas without their marks, single blanks, and where each character was.

>>> from symroof.checking.documents.material import gathered
>>> from symroof.checking.documents.spans import document
>>> m = gathered(document("It is\nat $x = 3$ ms."))
>>> Flat.of(m, m.pages[0], m.darks[0]).text
'It is at x = 3 ms.'
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

import symroof.regexes as re
from symroof.checking.documents.material import Material
from symroof.checking.documents.prose import with_formulas
from symroof.checking.documents.spans import Page

_MARKS = re.compile(r"[$`\\}](?:(?<=[$`])|(?<=\\)(?:[(),]|(?:text|mathrm)\{)|(?<=s\}))")
_BLANKS = re.compile(r" {2,}")


@final
@dataclass(frozen=True)
class Flat:
    """A page's text on one line, without the marks of formulas and with single blanks, and where each character was."""

    m: Material
    page: Page
    text: str
    places: list[int]

    @classmethod
    def of(cls, m: Material, page: Page, dark: str) -> Flat:
        if (known := m.flats.get(id(page))) is not None:
            return cls(m, page, *known)
        text = with_formulas(page, dark)
        text = _MARKS.sub(lambda x: " " * len(x.group()), re.sub(r"\n(?!\s*\n)", " ", text))
        places: list[int] = []
        parts, last = [], 0
        for gap in _BLANKS.finditer(text):
            places += range(last, gap.start() + 1)
            parts.append(text[last : gap.start() + 1])
            last = gap.end()
        places += range(last, len(text))
        return cls(m, page, *m.flats.setdefault(id(page), ("".join([*parts, text[last:]]), places)))

    def section(self, at: int) -> int:
        return self.m.facts.scopes.section(self.page.base + self.places[at])
