"""Formulas and numbers of a document against its own definitions, and against the model.

Among themselves: ``contradictions`` (two statements), ``composed`` (names defined by each other), ``measured`` (units
of letters), ``inbits`` (bits for bytes), ``conclusions``, ``ridges``, ``intensities``, ``directions`` and ``sides``
(what follows, which way), ``solved`` (inequalities) and ``tendencies`` (what grows with what), and named laws:
``lawbook`` (as data), ``roles`` (what letters stand for by the words beside them) and ``lawful`` (a slip in one);
``later`` (a formula against the number that its name has later), ``missed`` (against the number that words tell for
it), ``impossible`` and ``pure`` (what its own form, or its units, deny).  Against the model:
``behind`` (collectives, training), ``costs`` (what words say of one), ``derived`` (of a named operation), ``chips``
(constants of a chip), ``cases`` (words that change the case), ``counted`` (a number told in what a formula counts),
``restated`` (numbers beside formulas) and ``cells`` (rows that name an operation or a chip).
"""
