"""
An algorithm is compute-bound exactly when its intensity exceeds the accelerator's.

Source: How to Scale Your Model, "All About Rooflines", arithmetic intensity.
"""

from symroof import T_comms, T_math, dims, intensity, machine, op, params, same

B, D, F = dims("B D F")
C, W = params("C W")
matmul = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")

# FLOPs per byte, whatever the hardware:
I_matmul = intensity(matmul)

# T_math > T_comms asks whether this quotient exceeds 1,
slowdown = T_math(matmul) / T_comms(matmul)
# and it is the algorithm's intensity over the accelerator's, C/W, so asking one is asking the other.
assert same(slowdown, I_matmul / (C / W)) is True

# The accelerators' own intensities, FLOPs per byte of HBM: a TPU v5e's 240, an H100's "closer to 300".
ridge_v5e = machine("TPU v5e").ridge("bf16", "hbm")
ridge_H100 = machine("H100").ridge("bf16", "hbm")
assert round(float(ridge_v5e)) == 240
assert round(float(ridge_H100), 1) == 295.2
