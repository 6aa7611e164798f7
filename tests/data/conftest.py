"""The derivations in here are read by the tests of pages, one of them wrong on purpose; pytest must not import them."""

collect_ignore_glob = ["derivations/*.py"]
