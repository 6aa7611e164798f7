"""Cells of tables that follow from others.

``tables`` (headers that are formulas, totals), ``columns`` (as all rows but one say), ``lettered`` (cells with
letters) and ``relations`` (the one cell that does not follow, where chance would hardly have it so);
``exceptions`` (rows that say that they are another case) and ``ledgers`` (totals in plain text).
"""
