"""
Data parallelism and fully sharded data parallelism both need C/W tokens on every chip; W counts both directions.

Source: How to Scale Your Model, "How to Parallelize a Transformer for Training", data parallelism and FSDP.
"""

from symroof import data_parallel, dims, fully_sharded, params, same

B, D, F, X = dims("B D F X")
C, W_ici = params("C W_ici")

# Data parallel: the backward pass does four matmuls (two a weight) and adds up two gradients of 2DF bytes.
dp = data_parallel()
t_math = dp.T_math
t_comms = dp.T_comms_leading
assert same(t_math, 8 * B * D * F / (X * C)) is True
assert same(t_comms, 8 * D * F / (2 * W_ici)) is True
B_dp = dp.threshold(B)
assert same(B_dp.value, X * C / (2 * W_ici)) is True

# Fully sharded: the forward pass gathers both weights for two matmuls. Half of each, the same bound.
fsdp = fully_sharded()
B_fsdp = fsdp.threshold(B)
assert same(B_fsdp.value, B_dp.value) is True

# With the exact (n-1)/n it is a little less, X - 1 in place of X;
B_exact = fsdp.threshold(B, leading=False)
assert same(B_exact.value, (X - 1) * C / (2 * W_ici)) is True

# and on a TPU v5p (4.59e14 FLOPs/s, 9e10 bytes/s one way) the book's 2550 tokens a chip come out.
assert float(B_fsdp.at(X=1, C=4.59e14, W_ici=9e10)) == 2550
