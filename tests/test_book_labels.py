"""What was found in a real textbook, read by hand: its errors are called, corrections and false alarms are not."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from symroof.checking.proofreading.proofread import proofread

ROWS = yaml.safe_load((Path(__file__).parent / "data" / "book_labels.yaml").read_text(encoding="utf-8"))
ERRORS = [r for r in ROWS if "before" in r]
RIGHT = [r["right"] for r in ROWS if "right" in r]


def wrong(text):
    return [f for f in proofread(text + "\n").findings if f.verdict == "wrong"]


@pytest.mark.parametrize("row", ERRORS, ids=[r["before"][:40] for r in ERRORS])
def test_an_error_of_the_book_is_called_and_its_correction_is_not(row):
    facts = row.get("facts", "")
    assert row["rule"] in {f.rule for f in wrong(facts + row["before"])}
    assert wrong(facts + row["after"]) == []


@pytest.mark.parametrize("text", RIGHT)
def test_what_is_right_is_not_called_wrong(text):
    assert wrong(text) == []


def test_enough_was_read_by_hand():
    assert len(ERRORS) >= 20
    assert len(RIGHT) >= 10
