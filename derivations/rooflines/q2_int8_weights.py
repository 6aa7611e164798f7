"""
With int8 weights and bf16 arithmetic the critical batch halves, to 120.

Source: How to Scale Your Model, "All About Rooflines", practice problem 2.
"""

from symroof import dims, intensity, leading, op, same, threshold

B, D, F = dims("B D F")
matmul = op("bf16[B, D] * int8[D, F] -> bf16[B, F]")

# Only the weights shrink to one byte,
Bytes = matmul.bytes
I_w8 = intensity(matmul)
I_wide = leading(I_w8, "B << D, F")
assert same(Bytes, 2 * B * D + D * F + 2 * B * F) is True
assert same(I_wide.value, 2 * B) is True

# while the chip still multiplies in bf16.
B_wide = threshold(matmul, B, on="TPU v5e", given="B << D, F")
B_crit = threshold(matmul, B, on="TPU v5e")
assert round(float(B_wide), 1) == 120.1
assert round(float(B_crit.at(D=4096, F=4096)), 1) == 136.1
assert round(float(B_crit.at(D=1024, F=1024)), 1) == 226.3
