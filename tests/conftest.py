"""Shared test settings: no property test fails because the machine is busy."""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from symroof import symbols

settings.register_profile("symroof", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
settings.load_profile("symroof")


@pytest.fixture(autouse=True)
def declarations() -> Iterator[None]:
    """What a test declares about names is forgotten when it ends."""
    known = dict(symbols._declared)
    yield
    if symbols._declared != known:
        symbols._declared.clear()
        symbols._declared.update(known)
        for clear in symbols._forget:
            clear()
