"""Are two expressions equal, is one never below the other: proved, refuted at a point, or undecided.

Read ``normal`` (normal forms) and ``identity`` (the answer).
"""
