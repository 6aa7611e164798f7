"""Which cases of one rule the fast tier asks; all are asked by the full one."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import pytest


def all_but_slow(cases: Iterable[Any], slow: Collection[Any]) -> list[Any]:
    """The cases, some of them marked slow: the same test asks the same of the others within the fast tier.

    Each that is said to be slow must be one of them, so that no mark outlives its case.
    """
    known = list(cases)
    assert all(case in known for case in slow), [case for case in slow if case not in known]
    assert len(known) > len(slow)
    return [pytest.param(*_arguments(case), marks=pytest.mark.slow) if case in slow else case for case in known]


def _arguments(case: Any) -> tuple[Any, ...]:
    return case if isinstance(case, tuple) else (case,)
