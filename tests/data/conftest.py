"""What is in here is read by tests: derivations, one of them wrong on purpose, and documents; pytest must not run it."""

collect_ignore_glob = ["derivations/*.py", "documents/*"]
