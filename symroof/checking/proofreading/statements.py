"""The rules that look beyond one formula, one after another."""

from __future__ import annotations

from collections.abc import Iterator

from symroof.checking.documents.material import Material
from symroof.checking.documents.statement import Statement
from symroof.checking.laws.behind import operations
from symroof.checking.laws.cells import cells
from symroof.checking.laws.chips import constants
from symroof.checking.laws.composed import composed
from symroof.checking.laws.conclusions import conclusions
from symroof.checking.laws.contradictions import contradictions
from symroof.checking.laws.costs import costs
from symroof.checking.laws.derived import derived
from symroof.checking.laws.directions import directions
from symroof.checking.laws.impossible import impossible
from symroof.checking.laws.inbits import inbits
from symroof.checking.laws.intensities import intensities
from symroof.checking.laws.later import later
from symroof.checking.laws.lawful import lawful
from symroof.checking.laws.measured import measured
from symroof.checking.laws.missed import missed
from symroof.checking.laws.pure import pure
from symroof.checking.laws.restated import restatements
from symroof.checking.laws.ridges import ridges
from symroof.checking.laws.sides import sides
from symroof.checking.laws.solved import solved
from symroof.checking.laws.tendencies import tendencies
from symroof.checking.reckoning.inferred import reckonings
from symroof.checking.reckoning.ordered import ordered
from symroof.checking.reckoning.periodic import periodic
from symroof.checking.reckoning.rowed import rowed
from symroof.checking.reckoning.sentences import told_in_words
from symroof.checking.reckoning.spoken import spoken
from symroof.checking.reckoning.wording import wordings
from symroof.checking.reckoning.worked import worked
from symroof.checking.tables.columns import columns
from symroof.checking.tables.exceptions import without_exceptions
from symroof.checking.tables.formulated import formulated
from symroof.checking.tables.joined import joined
from symroof.checking.tables.ledgers import ledgers
from symroof.checking.tables.lettered import lettered
from symroof.checking.tables.perunit import perunit
from symroof.checking.tables.relations import relations
from symroof.checking.tables.tables import table_rows
from symroof.checking.tables.worded import worded


def statements(m: Material) -> Iterator[Statement]:
    """What every such rule finds in a document."""
    yield from restatements(m)
    yield from contradictions(m)
    bound = [*conclusions(m), *ridges(m)]
    yield from bound
    yield from intensities(m, bound)
    yield from sides(m)
    yield from solved(m)
    yield from tendencies(m)
    yield from directions(m)
    yield from wordings(m)
    yield from told_in_words(m)
    yield from worked(m)
    yield from spoken(m)
    yield from reckonings(m)
    yield from ordered(m)
    yield from periodic(m)
    yield from rowed(m)
    yield from constants(m)
    yield from operations(m)
    yield from measured(m)
    yield from inbits(m)
    yield from composed(m)
    yield from derived(m)
    yield from costs(m)
    odd = [*joined(m)]
    odd += columns(m, odd)
    odd += relations(m, odd)
    odd += formulated(m, odd)
    odd += lettered(m, odd)
    yield from table_rows(m, odd)
    yield from without_exceptions(odd)
    yield from (s for s in perunit(m) if not _told(s, odd))
    yield from worded(m)
    yield from ledgers(m)
    yield from cells(m)
    laws = [*lawful(m)]
    laws += [s for s in impossible(m) if not _told(s, laws)]
    laws += [s for s in pure(m) if not _told(s, laws)]
    laws += [s for s in later(m) if not _told(s, laws)]
    yield from laws
    yield from (s for s in missed(m) if not _told(s, laws))


def _told(new: Statement, found: list[Statement]) -> bool:
    """Whether another rule calls the same formula wrong."""
    at = new.item.page.base + new.item.span.start
    return any(s.item.page.base + s.item.span.start == at and s.verdict.verdict == "wrong" for s in found)
