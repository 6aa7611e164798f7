"""Shared test settings: no property test fails because the machine is busy."""

from hypothesis import HealthCheck, settings

settings.register_profile("symroof", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
settings.load_profile("symroof")
