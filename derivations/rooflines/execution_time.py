"""
A chip needs about a millisecond for 1e12 FLOPs: 1.01 ms on an H100, 1.1 ms on a TPU v6e.

Source: How to Scale Your Model, "All About Rooflines", Where Does the Time Go.
"""

from symroof import Op, T_math

# A workload is given outright when only its total is known: 1e12 FLOPs in bf16, its traffic left aside.
work = Op.of(flops=10**12, bytes=1, dtype="bf16", text="1e12 FLOPs")

# Time is work over peak, exact until it is printed.
T_H100 = T_math(work, "H100")
T_v6e = T_math(work, "TPU v6e")

# The book prints 1.01 ms and 1.1 ms.
assert round(float(T_H100) * 1000, 2) == 1.01
assert round(float(T_v6e) * 1000, 1) == 1.1
