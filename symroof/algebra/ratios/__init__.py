"""What an expression is: a quotient of exact sparse polynomials, the functions in it, and its values at numbers.

Read ``budget`` (the time an answer may take), ``functions`` (what a formula may hold), ``poly`` (sums of monomials),
``posynomial`` (the ratio, of which all else is asked), ``lowest`` (a quotient without common factors, as functions
take it), ``fold`` (the one walk over what it is made of), ``needs`` (where it has a value, and where what is cancelled
had one), ``evaluation`` (its values) and ``sizes`` (which numbers a name may take).
"""
