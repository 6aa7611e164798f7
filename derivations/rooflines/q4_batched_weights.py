"""
When every row brings its own weight matrix, the intensity is about 2 whatever the batch: always comms-bound.

Source: How to Scale Your Model, "All About Rooflines", practice problem 4.
"""

from symroof import dims, intensity, leading, op, same, threshold

B, D, F = dims("B D F")
batched = op("int8[B, D] * int8[B, D, F] -> int8[B, F]")

FLOPs = batched.flops
Bytes = batched.bytes
I_batched = intensity(batched)
I_wide = leading(I_batched, "D, F -> oo")
assert same(FLOPs, 2 * B * D * F) is True
assert same(Bytes, B * D + B * D * F + B * F) is True
assert same(I_wide.value, 2) is True

# B cancels exactly, so there is nothing to solve for in it; and no width reaches 480.
assert B not in I_batched.free_symbols
D_crit = threshold(batched, D, on="TPU v5e")
assert D_crit.verdict == "never"
