"""
Splitting a matmul's contracting dimension over n chips asks for D > 2(n-1)C/W, half of that on a two-way ring.

Source: How to Scale Your Model, "All About Rooflines", Network communication rooflines (its closing question: 4 and 8
chips); ring AllReduce after Patarasuk and Yuan, J. Parallel Distrib. Comput. 69 (2009).
"""

from symroof import all_reduce, dims, op, params, ring, same, strategies, threshold

B, D, F, n, V = dims("B D F n V")
C, W_ici = params("C W_ici")

# Each chip multiplies its n-th part of D and holds partial sums of the whole output, 2BF bytes, which all must add up.
one_way = strategies(
    "X[B, D_X] * W[D_X, F] -> Y[B, F]", mesh="X", dtype="bf16", over=lambda X: ring(X, both_ways=False)
)
sums = one_way.plan("AllReduce_X Y")
t_math = sums.T_math
t_comms = sums.T_comms

# B and F cancel, and what is left asks for a width that grows with the number of chips.
D_crit = sums.compute_bound(D)
X = dims("X")
assert same(D_crit.value, 2 * (X - 1) * C / W_ici) is True

# On TPU v5e, a one-way ring of 2, 4 and 8 chips:
D_2 = D_crit.at(X=2, C=1.97e14, W_ici=4.5e10)
D_4 = D_crit.at(X=4, C=1.97e14, W_ici=4.5e10)
D_8 = D_crit.at(X=8, C=1.97e14, W_ici=4.5e10)
assert round(float(D_2), 1) == 8755.6
assert round(float(D_4), 1) == 26266.7
assert round(float(D_8), 1) == 61288.9

# A ring of three or more chips has two links a chip; sending both ways at once halves the time and the width.
two_way = strategies("X[B, D_X] * W[D_X, F] -> Y[B, F]", mesh="X", dtype="bf16")
D_both = two_way.plan("AllReduce_X Y").compute_bound(D)
assert same(D_both.value, (X - 1) * C / W_ici) is True

# Two chips share a single link: there is nothing to halve.
assert same(all_reduce(V, ring(2)).time, all_reduce(V, ring(2, both_ways=False)).time) is True
assert same(all_reduce(V, ring(4)).time, all_reduce(V, ring(4, both_ways=False)).time / 2) is True

# So on TPU v5e rings of 4 and 8 ask for 13133 and 30644, two chips for 8755 as before.
ring_2 = op("X[B, D_X] * W[D_X, F] -> Y[B, F]", dtype="bf16", mesh="X=2")
ring_4 = op("X[B, D_X] * W[D_X, F] -> Y[B, F]", dtype="bf16", mesh="X=4")
ring_8 = op("X[B, D_X] * W[D_X, F] -> Y[B, F]", dtype="bf16", mesh="X=8")
assert round(float(threshold(ring_2, D, on="TPU v5e", link="ici")), 1) == 8755.6
assert round(float(threshold(ring_4, D, on="TPU v5e", link="ici")), 1) == 13133.3
assert round(float(threshold(ring_8, D, on="TPU v5e", link="ici")), 1) == 30644.4

# HBM asks for its own width, and at a batch of 16 for more than there is: 1/B + 1/F < 8.2e11/1.97e14 is its condition.
D_all = threshold(ring_4, D, on="TPU v5e")
assert D_all.at(B=4096, F=4096).integer == 13136  # that 4 divide
assert D_all.at(B=16, F=4096).verdict == "never"
