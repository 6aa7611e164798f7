"""
A sharded matmul is one of four cases, and each says which collective makes it valid.

Source: How to Scale Your Model, "Sharded Matrices", Computation With Sharded Arrays.
"""

from symroof import cheaper, dims, same, strategies

I, J, K = dims("I J K")  # noqa: E741

# Case 1: the contracting dimension is whole and no axis is shared. Nothing is sent.
free = strategies("A[I_X, J] * B[J, K_Y] -> C[I_X, K_Y]", mesh="X Y", dtype="bf16")
assert free.case == 1
assert str(free.plans[0]) == "no communication"

# A replicated output may be had by gathering A before or C after: A if it is the smaller, that is J < K.
# (Gathering A also gives up the split of the FLOPs; the book prints C[I_X, K] where it means C[I, K].)
spread = strategies("A[I_X, J] * B[J, K] -> C[I, K]", mesh="X", dtype="bf16")
J_gather = spread.cheaper("AllGather_X A", J)
assert same(J_gather.value, K) is True
assert J_gather.sense == "<"

# Case 2: one operand's contracting dimension is cut. Gather it.
half = strategies("A[I, J_X] * B[J, K] -> C[I, K]", mesh="X", dtype="bf16")
assert half.case == 2
assert str(half.plans[0]) == "AllGather_X A"

# Case 3: both are cut alike. Multiply the parts and add the partial sums: AllReduce, or ReduceScatter at half the cost.
both = strategies("A[I, J_X] * B[J_X, K] -> C[I, K]", mesh="X", dtype="bf16")
scattered = strategies("A[I, J_X] * B[J_X, K] -> C[I_X, K]", mesh="X", dtype="bf16")
t_reduce = both.plan("AllReduce_X C").T_comms
t_scatter = scattered.plan("ReduceScatter_X C").T_comms
assert both.case == 3
assert same(t_reduce, 2 * t_scatter) is True

# Case 4: one axis cuts a kept dimension of both. Gather A if it is smaller than B, that is I < K.
clash = strategies("A[I_X, J] * B[J, K_X] -> C[I, K]", mesh="X", dtype="bf16")
gather_A = clash.plan("AllGather_X A, AllGather_X C")
gather_B = clash.plan("AllGather_X B, AllGather_X C")
I_gather = cheaper(gather_A, gather_B, I)
assert clash.case == 4
assert same(I_gather.value, K) is True
assert I_gather.sense == "<"
