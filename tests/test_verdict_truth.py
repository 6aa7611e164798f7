"""A verdict is no truth value: a wrong one was true, as any object is."""

from __future__ import annotations

import pytest

from symroof import check
from symroof.errors import SymroofError


@pytest.mark.parametrize(("answer", "ok"), [("2", False), ("3", True)])
def test_a_verdict_is_asked_by_name(answer, ok):
    found = check(answer, "3")
    assert found.ok is ok
    with pytest.raises(SymroofError, match="neither true nor false"):
        bool(found)
