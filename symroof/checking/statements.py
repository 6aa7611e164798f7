"""The rules that look beyond one formula, one after another."""

from __future__ import annotations

from collections.abc import Iterator

from symroof.checking.behind import operations
from symroof.checking.cells import cells
from symroof.checking.chips import constants
from symroof.checking.columns import columns
from symroof.checking.composed import composed
from symroof.checking.conclusions import conclusions
from symroof.checking.contradictions import contradictions
from symroof.checking.costs import costs
from symroof.checking.derived import derived
from symroof.checking.directions import directions
from symroof.checking.inferred import reckonings
from symroof.checking.lettered import lettered
from symroof.checking.material import Material
from symroof.checking.measured import measured
from symroof.checking.ordered import ordered
from symroof.checking.relations import relations
from symroof.checking.restated import restatements
from symroof.checking.sentences import told_in_words
from symroof.checking.spoken import spoken
from symroof.checking.statement import Statement
from symroof.checking.tables import table_rows
from symroof.checking.wording import wordings
from symroof.checking.worked import worked


def statements(m: Material) -> Iterator[Statement]:
    """What every such rule finds in a document."""
    yield from restatements(m)
    yield from contradictions(m)
    yield from conclusions(m)
    yield from directions(m)
    yield from wordings(m)
    yield from told_in_words(m)
    yield from worked(m)
    yield from spoken(m)
    yield from reckonings(m)
    yield from ordered(m)
    yield from constants(m)
    yield from operations(m)
    yield from measured(m)
    yield from composed(m)
    yield from derived(m)
    yield from costs(m)
    odd = [*columns(m)]
    odd += relations(m, odd)
    odd += lettered(m, odd)
    yield from table_rows(m, odd)
    yield from odd
    yield from cells(m)
