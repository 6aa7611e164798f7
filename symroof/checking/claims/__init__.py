"""Is what was written so: one claim judged against another, and which excuse for a wrong one has evidence.

The records: ``verdicts`` (their names) and ``claims`` (a verdict, a claim and where it comes from).  Numbers:
``digits`` (what printed ones claim), ``rounding`` (of floats), ``leeway`` (of relations), ``convention`` and
``excuses`` (with their chance), ``factors`` (that are forgotten), ``numbers`` (one against another), ``fixes`` (the
shortest change).  Formulas:
``formulas`` (why one is not another), ``inequality`` (solved for a symbol), ``coefficients`` (rounded ones),
``nearmiss`` (parentheses left out), ``miswritten`` (what a printed one may be a slip for), ``lettering`` (what letters
behind a number may mean), ``special`` (one case of it), ``regimes`` (in which one stands for another).  Together:
``values`` (any claim against any), ``assumption`` (whether its regime holds), ``idioms`` (what is no arithmetic word
for word) and ``links`` (two neighbours in a chain).
"""
