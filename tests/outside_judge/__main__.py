"""``python -m tests.outside_judge --seed 1 --minutes 15``: fresh questions until the time is up, then the tables."""

from __future__ import annotations

import argparse
import signal
import sys
import time

from .run import run


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--minutes", type=float, default=1.0, help="of CPU time")
    parser.add_argument("--kind", action="append", help="only these kinds of answers")
    parser.add_argument("--found", help="a folder where each disagreement is written")
    options = parser.parse_args()
    for stop in (signal.SIGINT, signal.SIGTERM):  # a background job of a shell ignores Ctrl-C
        signal.signal(stop, signal.default_int_handler)
    tally = run(options.seed, options.minutes * 60, options.kind, options.found)
    print(f"seed {options.seed}, {options.minutes:g} minutes of CPU\n\n{tally.table()}\n\n{tally.reasons()}")
    for name, kind in tally.kinds.items():
        for line in kind.wrong[:40]:
            print(f"WRONG {name}: {line}")
        for line in kind.caught[:40]:
            print(f"CAUGHT {name}: {line}")
        for line in kind.slow[:10]:
            print(f"SLOW {name}: {line}")
    return 1 if any(kind.wrong for kind in tally.kinds.values()) else 0


sys.exit(main())
