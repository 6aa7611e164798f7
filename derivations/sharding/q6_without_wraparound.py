"""
On a 4x4 TPU v5e, rings that do not close cost half as much again: 26267 instead of 17511 for the AllReduce.

Source: How to Scale Your Model, "Sharded Matrices", Question 6 (no answer printed).
"""

from symroof import dims, line, strategies

I, J, K = dims("I J K")  # noqa: E741

# (a) Both contracting dimensions cut over Y: AllReduce the output, on a line of four.
sums = strategies("A[I_X, J_Y] * B[J_Y, K] -> C[I_X, K]", mesh="X=4 Y=4", dtype="bf16", over=line, on="TPU v5e").plan(
    "AllReduce_Y C"
)
t_math = sums.T_math
t_line = sums.T_comms
J_line = sums.compute_bound(J)
assert round(float(J_line), 1) == 26266.7

# With the ring formula V/W it would be:
ringed = strategies("A[I_X, J_Y] * B[J_Y, K] -> C[I_X, K]", mesh="X=4 Y=4", dtype="bf16", on="TPU v5e")
J_ring = ringed.plan("AllReduce_Y C").compute_bound(J, leading=True)
assert round(float(J_ring), 1) == 17511.1

# (b) B cut over X along the contracting dimension: gather it, and I decides.
shards = strategies("A[I_X, J] * B[J_X, K_Y] -> C[I_X, K_Y]", mesh="X=4 Y=4", dtype="bf16", over=line, on="TPU v5e")
I_line = shards.plan("AllGather_X B").compute_bound(I)
assert shards.case == 2
assert round(float(I_line)) == 13133

# (c) Neither contracting dimension cut: nothing to send.
free = strategies("A[I_X, J] * B[J, K_Y] -> C[I_X, K_Y]", mesh="X=4 Y=4", dtype="bf16")
assert str(free.plans[0]) == "no communication"
