"""
Both curves of practice problem 3 reach the peak, the wider model sooner: at batch 137 rather than 227.

Source: How to Scale Your Model, "All About Rooflines", practice problem 3 (exact bytes).
"""

from symroof import attainable, dims, op, same, threshold

B, D, F = dims("B D F")
matmul = op("bf16[B, D] * int8[D, F] -> bf16[B, F]")

# What the plot shows: FLOPs/s attainable against the batch.
P = attainable(matmul, "TPU v5e")

# Where each curve meets the ceiling.
B_4096 = threshold(matmul, B, on="TPU v5e").at(D=4096, F=4096)
B_1024 = threshold(matmul, B, on="TPU v5e").at(D=1024, F=1024)
assert B_4096.integer == 137
assert B_1024.integer == 227

# "Almost doubles" is true of the rule of thumb 120 (1.88 times), not of the other curve (1.66 times).
assert round(float(B_1024) / float(B_4096), 2) == 1.66
assert round(float(B_1024) / 120.122, 2) == 1.88

# At the corner both times agree, so the peak is just reached.
assert round(float(P.subs({B: 137, D: 4096, F: 4096})) / 1.97e14, 6) == 1
assert same(P.subs({B: 137, D: 4096, F: 4096}), 197 * 10**12) is True
