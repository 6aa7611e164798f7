"""A key's noun that is no unit is a count noun of ours on both sides, and on neither where a name stands there."""

from __future__ import annotations

import pytest

from symroof.checking.words.things import alike


@pytest.mark.parametrize("expected", ["2 ms", "2 x", "3 times", "2 GB", "3 fewer", "12 pairs", "2*ADCs", "B > 2 ADCs"])
def test_a_key_without_such_a_noun_stays(expected: str) -> None:
    assert alike("2 ADCs", expected) == ("2 ADCs", expected, None)


@pytest.mark.parametrize("answer", ["2 ADCs", "2 ADC", "2-ADC"])
def test_the_noun_is_known_in_the_singular_and_the_plural(answer: str) -> None:
    assert alike(answer, "2 ADCs")[:2] == (answer.replace("ADCs", "ADC").replace("ADC", "revolutions"), "2 revolutions")


def test_a_declared_name_is_no_noun() -> None:
    assert alike("2 ADCs", "2 ADCs", {"ADCs"}) == ("2 ADCs", "2 ADCs", None)
