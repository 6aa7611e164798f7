"""Cells of tables that follow from others.

``tables`` (headers that are formulas, totals), ``ranged`` (columns as ranges), ``columns`` (as all rows but one say),
``lettered`` (cells with letters), ``formulated`` (columns under a formula of the text, which may be the wrong one),
``relations`` (the one cell that does not follow, where chance would hardly have it so), ``joined`` (tables of the
same rows, as one) and ``worded`` (what binds in a row, superlatives), ``perunit`` (what one has and what all have);
``exceptions`` (rows that say that they are another case) and ``ledgers`` (totals in plain text and in lists).
"""
