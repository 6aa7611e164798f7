"""The judge from outside, quickly: a few questions of every kind, always the same, and what it found before."""

import pytest

from tests.outside_judge.kept import Kept, cases
from tests.outside_judge.run import count


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1])
def test_every_kind_of_answer_stands_before_the_judge_from_outside(seed):
    # earlier generators drew from their own author's rules: no atom inside every other, no plan held device by device
    tally = count(seed, 12)
    assert not [line for kind in tally.kinds.values() for line in kind.wrong]
    assert all(kind.points for kind in tally.kinds.values()), tally.table()


@pytest.mark.parametrize("kept", cases(), ids=lambda kept: kept.name)
def test_what_was_found_stays_mended(kept: Kept):
    assert kept.ask() == kept.right, kept.source
