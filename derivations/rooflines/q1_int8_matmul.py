"""
In int8 a matmul does twice the FLOPs per byte on a chip twice as fast, so the critical batch hardly moves: 243.

Source: How to Scale Your Model, "All About Rooflines", practice problem 1.
"""

from symroof import Machine, T_comms, T_math, dims, intensity, leading, op, same, threshold

B, D, F = dims("B D F")
matmul = op("int8[B, D] * int8[D, F] -> int8[B, F]")

Bytes = matmul.bytes
FLOPs = matmul.flops
I_int8 = intensity(matmul)
I_wide = leading(I_int8, "B << D, F")
assert same(Bytes, B * D + D * F + B * F) is True
assert same(FLOPs, 2 * B * D * F) is True
assert same(I_wide.value, 2 * B) is True

# The problem's own constants: 3.94e14 OPs/s and, here only, 8.1e11 bytes/s (the text elsewhere has 8.2e11).
chip = Machine(name="TPU v5e of the problem", peaks={"int8": "3.94e14"}, bandwidths={"hbm": "8.1e11"})
t_math = T_math(matmul, chip)
t_comms = T_comms(matmul, chip)
B_wide = threshold(matmul, B, on=chip, given="B << D, F")

# The book: intensity 2B against 486, so B > 243.
assert round(float(chip.ridge("int8", "hbm"))) == 486
assert round(float(B_wide), 1) == 243.2
# At the text's own 8.2e11 it is exactly bf16's 240.
assert round(float(threshold(matmul, B, on="TPU v5e", given="B << D, F")), 2) == 240.24
