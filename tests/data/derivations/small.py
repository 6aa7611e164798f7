"""
A matmul's intensity tends to its batch.

Source: a fixture of the tests.
"""

from symroof import dims, intensity, leading, op, same, threshold

B, D, F = dims("B D F")

# One operation, as the book prints it.
matmul = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")
I_matmul = intensity(matmul)
I_wide = leading(I_matmul, "B << D, F")

# And its threshold on a chip.
B_wide = threshold(matmul, B, on="TPU v5e", given="B << D, F")
note = "words, not a formula"

assert same(I_matmul, B * D * F / (B * D + D * F + B * F)) is True
assert round(float(B_wide)) == 240
