"""Of which sign is it, why, and if it depends: under which condition.

First numbers: ``constant`` (roots and logarithms of rationals), ``roots`` (a polynomial between its roots), ``mixed``
(the same with logarithms).  Then symbols: ``linear`` (exact systems and programs), ``shift`` (about the least sizes),
``positivity`` (the theorems), ``sign`` (the one answer, with its theorem), ``factor`` (a product has the signs of its
factors), ``condition`` (what stays open, as inequalities) and ``closed`` (where a sign changes, in closed form).
"""
