"""A claim that does not hold."""

from symroof import dims, same

B, D = dims("B D")
x = B / D
assert same(x, D / B), "upside down"
assert round(2.6) == 2
assert B == D or x == 1
