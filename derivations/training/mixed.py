"""
N chips are best split X = sqrt(B N M_X/(F M_Y)) ways for the weights, and need B/N > C²/(W² M_X M_Y F) tokens each.

Source: How to Scale Your Model, "How to Parallelize a Transformer for Training", mixed FSDP and tensor parallelism;
W there counts both directions of a link, W_ici here one of them.
"""

from sympy import sqrt

from symroof import dims, mixed, mixed_optimum, params, same

B, D, F, N, X, Y, M_X, M_Y = dims("B D F N X Y M_X M_Y")
C, W_ici = params("C W_ici")

# Weights are gathered over X, activations over Y; one falls as the other grows.
layer = mixed(M_X="M_X", M_Y="M_Y")
t_comms = layer.T_comms_leading
assert same(t_comms, 4 * D * F / (Y * 2 * W_ici * M_X) + 4 * B * D / (X * 2 * W_ici * M_Y)) is True

# With Y = N/X the sum is a X + b/X, least where both are equal: so the same X is best whether they overlap or not.
split = mixed_optimum(M_X="M_X", M_Y="M_Y")
X_opt = split.X_opt
assert same(X_opt, sqrt(B * N * M_X / (F * M_Y))) is True

# The proof is the inequality of the two means: half of each term, in the exponent, is free of X.
in_turn = mixed_optimum(overlap="sum", M_X="M_X", M_Y="M_Y")
least = in_turn.T_comms
assert in_turn.certificate.weights == (1 / 2, 1 / 2)
assert same(in_turn.certificate.bound, least) is True
assert same(in_turn.X_opt, X_opt) is True

# Where the two overlap, the longer of them is half the sum, and the layer is compute-bound from this batch on:
B_crit = split.batch
assert same(B_crit.value, N * C**2 / ((2 * W_ici) ** 2 * M_X * M_Y * F)) is True

# where they follow each other, from four times as many tokens.
B_turn = in_turn.batch
assert same(B_turn.value, 4 * B_crit.value) is True

# At F = 32768 on a TPU v5p with one axis each, 198 tokens a chip (2550²/F) instead of 2550.
assert round(float(B_crit.at(N=1, C=4.59e14, W_ici=9e10, M_X=1, M_Y=1, F=32768))) == 198

# A mesh has whole sizes. With 64 chips and F = 16384, B = 65536 leaves X = 16 in the window, B = 40000 nothing:
v5p = mixed_optimum(on="TPU v5p")
assert v5p.divisors(64, B=65536, F=16384) == (16,)
assert v5p.divisors(64, B=40000, F=16384) == ()
# Followed one by the other, 64 chips want 102000 tokens at least, and X = 16 or 32 is within the window at 131072.
v5p_turn = mixed_optimum(on="TPU v5p", overlap="sum")
assert v5p_turn.divisors(64, B=65536, F=16384) == ()
assert v5p_turn.divisors(64, B=131072, F=16384) == (16, 32)
