"""
Tensor parallelism stays compute-bound up to Y = F W/C chips, whatever the batch; W counts both directions.

Source: How to Scale Your Model, "How to Parallelize a Transformer for Training", tensor parallelism.
"""

from symroof import dims, params, same, tensor_parallel

B, D, F, Y = dims("B D F Y")
C, W_ici = params("C W_ici")

# Gather the activations, two matmuls on F/Y columns, reduce-scatter the result.
tp = tensor_parallel()
t_math = tp.T_math
t_comms = tp.T_comms_leading
assert same(t_math, 4 * B * D * F / (Y * C)) is True
assert same(t_comms, 4 * B * D / (2 * W_ici)) is True

# B cancels: the limit is one of width.
Y_max = tp.threshold(Y)
assert same(Y_max.value, F * 2 * W_ici / C) is True
assert Y_max.sense == "<"

# On a TPU v5p F = 30000 allows 11 chips on an axis, the book's F/2550.
assert Y_max.at(C=4.59e14, W_ici=9e10, F=30000).integer == 11
