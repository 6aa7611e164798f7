"""Which cases of one rule the fast tier asks; all are asked by the full one.

Two ways: ``all_but_slow`` names the long cases of a table, and of each table with many cases ``sampled`` leaves some
of every kind to the fast tier, by itself.  Where each row is a rule of its own, ``@pytest.mark.whole`` says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from typing import Any

import pytest

#: so often a value of a long table is a kind of its own
RECURS = 4


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


def sampled(cases: Sequence[Mapping[str, Any]]) -> list[bool]:
    """Whether the fast tier asks each case of a table: of many, one of a few, and the first of every kind.

    What recurs in an argument is a kind, an outcome or a door for instance, and so is nothing (``None``, ``False``,
    an empty text); whatever else stands there is one kind for each type.  So both outcomes of a rule stay.
    """
    step = _step(len(cases))
    asked = [number % step == 0 for number in range(len(cases))]
    for name in {name: None for case in cases for name in case}:
        kinds = _kinds([case.get(name) for case in cases], min(step, RECURS))
        seen = {kind for kind, kept in zip(kinds, asked, strict=True) if kept}
        for number, kind in enumerate(kinds):
            if kind not in seen:
                seen.add(kind)
                asked[number] = True
    return asked


def _step(cases: int) -> int:
    """Of how many cases one is asked: a short table is asked as a whole, and the longer one is the less of it."""
    return next((step for most, step in ((3, 1), (4, 3), (8, 4), (24, 8)) if cases <= most), 12)


def _kinds(values: Sequence[Any], recurring: int) -> list[Hashable]:
    """Of each value of one argument what it is, as far as others are the same."""
    keys = [_key(value) for value in values]
    often = Counter(keys)
    return [
        key if often[key] >= recurring or (_is_plain(value) and not value) else type(value)
        for key, value in zip(keys, values, strict=True)
    ]


def _is_plain(value: Any) -> bool:
    return value is None or isinstance(value, str | bytes | int | float | tuple | list)


def _key(value: Any) -> Hashable:
    """Equal for the same plain value, and for the same object of any other type, which may compare as it likes."""
    if isinstance(value, tuple | list):
        return (type(value), *map(_key, value))
    return (type(value), value if _is_plain(value) else id(value))
