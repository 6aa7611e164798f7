"""Shared test settings: no property test fails because the machine is busy; notebooks belong to the full tier."""

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("symroof", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
settings.load_profile("symroof")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.suffix == ".ipynb":
            item.add_marker(pytest.mark.slow)
