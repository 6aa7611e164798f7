"""
The bounds of a layer split over data and model follow from two lines of notation, X_opt with its certificate included.

Source: How to Scale Your Model, "How to Parallelize a Transformer for Training"; W_ici is one way of one link, and
two-way rings serve both axes.
"""

from sympy import sqrt

from symroof import T_comms, dims, op, optimum, params, same, threshold

B, D, F, N, X, Y = dims("B D F N X Y")
C, W, W_ici = params("C W W_ici")

# The batch is cut over X and the hidden dimension over Y; weights are cut over both, and gathered over X when needed.
up = op("bf16 In[B_X, D_Y] * bf16 Win[D_X, F_Y] -> bf16 H[B_X, F_Y]", mesh="X Y", overlap="max")
down = op("bf16 H[B_X, F_Y] * bf16 Wout[F_Y, D_X] -> bf16 Out[B_X, D_Y]", mesh="X Y", overlap="max")
assert str(up.plan) == "AllGather_Y In, AllGather_X Win"
assert str(down.plan) == "AllGather_X Wout, ReduceScatter_Y Out"

# Each axis is busy by itself: weights travel over X, activations over Y.
layer = up + down
t_weights = T_comms(layer, link="ici_X")
t_activations = T_comms(layer, link="ici_Y")
assert same(t_weights, (X - 1) / X * 2 * 2 * D * F / Y / (2 * W_ici)) is True
assert same(t_activations, (Y - 1) / Y * 2 * 2 * B * D / X / (2 * W_ici)) is True

# Against arithmetic, 4BDF/(XY) a chip, the weights ask for a batch and the activations for a width.
B_min = threshold(layer, B, link="ici_X")
Y_max = threshold(layer, Y, link="ici_Y")
assert same(B_min.value, (X - 1) * C / (2 * W_ici)) is True
assert same(Y_max.value, 1 + 2 * F * W_ici / C) is True

# With N = XY chips their sum is least where both are equal; (n-1)/n only takes off what does not depend on X.
best = optimum(t_weights + t_activations, (X, Y), subject=X * Y - N)
X_opt = best.argmin[X]
assert same(X_opt, sqrt(B * N / F)) is True
assert best.certificate.weights == (1 / 2, 1 / 2)

# HBM is the third limit; on 16 by 4 TPU v5p with D = 8192 and F = 16384 the weights' gather decides: 15 * 2550 tokens.
B_all = threshold(layer.at(X=16, Y=4), B, on="TPU v5p").at(D=8192, F=16384)
assert B_all.number == 38250
