"""Are two expressions equal, is one never below the other: proved, refuted at a point, or undecided.

Read ``defined`` (what one side needs to have a value and the other does not), ``normal`` (normal forms),
``nested`` (maxima and minima inside each other) and ``identity`` (the answer).
"""
