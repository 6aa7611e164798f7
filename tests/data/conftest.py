"""Read by tests: derivations, one of them wrong on purpose, and documents; pytest must not run what is in here."""

collect_ignore_glob = ["derivations/*.py", "documents/*"]
