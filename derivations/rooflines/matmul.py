"""
A bf16 matmul is compute-bound on a TPU v5e once its batch passes 240 tokens, if the weights are wide.

Source: How to Scale Your Model, "All About Rooflines", Matrix multiplication.
"""

from symroof import balance, dims, intensity, leading, op, same, threshold

B, D, F = dims("B D F")

# B tokens, each a vector of length D, meet a D-by-F weight matrix.
matmul = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")

# Each token, row and column costs one multiply and one add,
FLOPs = matmul.flops
# and every array crosses HBM once, two bytes an entry.
Bytes = matmul.bytes

# Bytes per FLOP: each array pays for the dimension it lacks.
b_matmul = balance(matmul)
assert same(b_matmul, 1 / B + 1 / D + 1 / F) is True

# Turned over, that is the arithmetic intensity; with D and F wide only B is left of it, high by B/D + B/F.
I_matmul = intensity(matmul)
I_wide = leading(I_matmul, "B << D, F")
assert same(I_matmul, B * D * F / (B * D + D * F + B * F)) is True
assert same(I_wide.value, B) is True
assert same(I_wide.error, B / D + B / F) is True

# Compute-bound means asking for fewer bytes per FLOP than the chip delivers, and that has a condition.
B_crit = threshold(matmul, B)
# On a TPU v5e, and there with wide weights:
B_v5e = threshold(matmul, B, on="TPU v5e")
B_wide = threshold(matmul, B, on="TPU v5e", given="B << D, F")

# The book's 240; at D = F = 4096 it is 12 % short, and at D = F = 256 no batch is ever enough.
assert round(float(B_wide)) == 240
assert round(float(B_v5e.at(D=4096, F=4096)), 1) == 272.2
assert B_v5e.at(D=4096, F=4096).integer == 273
assert B_v5e.at(D=256, F=256).verdict == "never"
