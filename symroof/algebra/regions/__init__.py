"""Where does one expression exceed another, as one symbol grows: thresholds, and which of several times binds.

The records: ``recursion`` (the solver, for those whom it calls), ``ends`` (of an interval), ``kinds`` (what an
answer may be), ``apart`` (a regime's answer from the exact one), ``lattice`` (sizes that make a tie whole), ``outcome``
(the threshold), ``axis`` (signs between crossings, as a region) and ``overlay`` (regions laid over each other); a root
at numbers is ``located``. The ways:
``shape`` (rise and fall), ``envelope`` (bounds far out), ``isolated`` (numbers, root by root), ``implicit`` (no closed
form), ``composite`` (branches and functions), ``domain`` (where there is a value), ``poles`` (where it divides by 0),
``corners``, ``steps``, ``pieces``, ``tails`` and ``padding`` (roundings), ``within`` (a value on part of it alone),
``reasons`` (symbols left open). The answers: ``region`` (one threshold) and ``bottleneck`` (several roofs).
"""
