"""
For X[B, D] W[D_X, F] with X >= 2, cutting D and adding up beats gathering the weights iff D > 2 min(B, C/W).

Source: How to Scale Your Model, "Sharded Matrices", Question 4; the complete rule is not printed there. W is both
directions of a link, 1.8e11 bytes/s on the TPU v5p whose 4.59e14 FLOPs/s give the book's 2550.
"""

from sympy import Max, Min

from symroof import all_gather, all_reduce, dims, params, ring, same, strategies, threshold

B, D, F, X = dims("B D F X")
C, W = params("C W")

# Strategy 1 gathers the weights, 2DF bytes, and multiplies everything everywhere.
t_gather = all_gather(2 * D * F, ring(X), W=W, both_ways=True).leading
t_whole = 2 * B * D * F / C
T_1 = Max(t_whole, t_gather)
assert same(t_gather, 2 * D * F / W) is True

# Strategy 2 multiplies its part, then adds up 2BF bytes of partial sums.
t_reduce = all_reduce(2 * B * F, ring(X), W=W, both_ways=True).leading
t_part = 2 * B * D * F / (X * C)
T_2 = Max(t_part, t_reduce)
assert same(t_reduce, 4 * B * F / W) is True

# The book calls this "twice as many comms"; the arrays differ, and the ratio is 2B/D.
ratio_of_comms = t_reduce / t_gather
assert same(ratio_of_comms, 2 * B / D) is True

# Strategy 1 is compute-bound from a batch of C/W = 2550 on (printed for F, which cancels).
B_1 = threshold(t_whole / t_gather, B, over=B / B)
assert same(B_1.value, C / W) is True
assert float(B_1.at(C=4.59e14, W=1.8e11)) == 2550

# Strategy 2 stays compute-bound up to X = DW/(2C) chips: 1.6 at D = 8192, so for no X at all.
X_2 = threshold(t_part / t_reduce, X, over=B / B)
assert same(X_2.value, D * W / (2 * C)) is True
assert round(float(X_2.at(C=4.59e14, W=1.8e11, D=8192)), 3) == 1.606

# Its arithmetic is never the longer part of the comparison (it does 1/X of the other's), so only its network can lose:
# against strategy 1's arithmetic it takes D > 2C/W, against its network D > 2B; it wins as soon as it beats either.
D_math = threshold(t_whole / t_reduce, D, over=B / B)
D_net = threshold(t_gather / t_reduce, D, over=B / B)
D_crit = Min(D_math.value, D_net.value)
assert same(D_math.value, 2 * C / W) is True
assert same(D_net.value, 2 * B) is True
assert same(D_crit, 2 * Min(B, C / W)) is True
assert float(D_math.at(C=4.59e14, W=1.8e11)) == 5100

# The same in one call: which of the two plans is done first, arithmetic and network overlapping.
plans = strategies("X[B, D] * V[D_X, F] -> Y[B, F]", mesh="X", dtype="bf16", links={"W": W, "both_ways": True})
rule = plans.cheaper("AllReduce_X Y", D, of="time")
assert same(rule.value, 2 * Min(B, C / W)) is True
assert rule.sense == ">"
