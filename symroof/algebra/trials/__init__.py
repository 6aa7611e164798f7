"""Does an answer hold where it hurts: it is tried against the definition before it is given, or refused.

Read ``point`` (the definition at one point), ``glance`` (a first look in floats), ``borders`` (points beside a
condition's border), ``reproduce`` (the line of Python that asks again), ``trial`` (thresholds, leading parts, optima)
and ``probe`` (ranges, bounds, roofs).
"""
