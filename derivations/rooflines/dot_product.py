"""
A dot product does half a FLOP for each byte, so no length ever makes it compute-bound.

Source: How to Scale Your Model, "All About Rooflines", the dot-product example.
"""

from symroof import dims, intensity, leading, op, same, threshold

N = dims("N")
dot = op("x • y: bf16[N], bf16[N] → bf16[1]")

# N multiplications and N - 1 additions,
FLOPs = dot.exact_flops
# two vectors in and one number out, two bytes each.
Bytes = dot.bytes

# Counted exactly,
I_dot = intensity(dot, exact=True)
# which tends to a half from below; the error says how fast.
I_long = leading(I_dot, "N -> oo")

assert same(I_dot, (2 * N - 1) / (4 * N + 2)) is True
assert I_long.value * 2 == 1
assert same(I_long.error, 2 / (2 * N - 1)) is True

# The TPU v5e asks for 240 FLOPs a byte. Never, at any length.
N_crit = threshold(I_dot, N, over=240)
assert N_crit.verdict == "never"
