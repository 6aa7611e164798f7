"""Are two expressions equal, is one never below the other: proved, refuted at a point, or undecided.

Read ``defined`` (what both sides need to have a value), ``normal`` (normal forms) and ``identity`` (the answer).
"""
