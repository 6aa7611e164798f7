"""
The two bounds on a runtime differ by at most a factor of two.

Source: How to Scale Your Model, "All About Rooflines", Where Does the Time Go.
"""

from sympy import Max

from symroof import T_comms, T_lower, T_math, T_upper, dominates, op, same

# Any operation will do; take a matmul on a machine of C FLOPs/s and W bytes/s.
matmul = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")

# Arithmetic takes
t_math = T_math(matmul)
# and moving the three arrays takes
t_comms = T_comms(matmul)

# If they overlap perfectly the longer one decides; if not at all, they add up.
lower = T_lower(matmul)
upper = T_upper(matmul)

# The sum is the larger plus the smaller, so never more than twice the larger, and equal to that when both agree.
assert same(lower, Max(t_math, t_comms)) is True
assert same(upper, t_math + t_comms) is True
assert dominates(upper, lower) is True
assert dominates(2 * lower, upper) is True
