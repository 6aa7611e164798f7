"""False alarms on texts of other authors, by cause, and errors of the same kinds that must still be found.

Earlier texts never had: admonitions, numbers rounded inside a worked side, billions written B beside bytes, values put
in for several names, functions of one letter, vectors, and sums whose unit stands at the end of the chain.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from symroof.checking.proofreading.proofread import proofread

ROWS = yaml.safe_load((Path(__file__).parent / "data" / "unseen_texts.yaml").read_text(encoding="utf-8"))
CLAIMS = [r for r in ROWS if "right" in r]
NO_CLAIM = [r for r in ROWS if "no_claim" in r]


def ids(rows):
    return [f"{r['cause']}-{i}" for i, r in enumerate(rows)]


def wrong(text: str) -> list[str]:
    return [f.text for f in proofread(text + "\n").findings if f.verdict == "wrong"]


@pytest.mark.parametrize("row", CLAIMS, ids=ids(CLAIMS))
def test_a_construct_of_other_authors_passes_and_its_error_is_found(row):
    assert wrong(row["right"]) == []
    judged = {f.verdict for f in proofread(row["right"] + "\n").findings}
    assert judged & {"exact", "rounded"}, "it must be judged, not skipped"
    assert wrong(row["wrong"])


@pytest.mark.parametrize("row", NO_CLAIM, ids=ids(NO_CLAIM))
def test_what_other_authors_write_without_claiming_it(row):
    assert wrong(row["no_claim"]) == []
