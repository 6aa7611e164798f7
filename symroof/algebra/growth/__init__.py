"""What happens far out: which terms lead in a regime, and how far off the leading part is.

Read ``relations`` (how people write B << D), ``cone`` (half-spaces and rays), ``regime`` (the order of growth),
``order`` (which moves, which vanishes), ``newton`` (which terms survive), ``tree`` (functions of moving symbols),
``cases`` (all regimes of an expression) and ``leading`` (the answer).
"""
