"""
A matmul that code shards by hand sends exactly what the notation of sharded arrays says.

Source: How to Scale Your Model, "Sharded Matrices", cases 2 and 3; the code in symroof/tracing/examples.py.
"""

from symroof import dims, op, same, trace
from symroof.tracing.examples import fully_sharded, row_parallel

B, D, F, X = dims("B D F X")

# Each of X devices multiplies its part of the contracted dim, and the parts are added.
summed = trace(row_parallel, "bf16[B, D_X]", "bf16[D_X, F]", mesh="X")
sent = summed.sent["ici"]

# An AllReduce on a ring sends 2*B*F bytes but for the part that a device has already, both ways at once.
assert same(sent, 2 * B * F * (X - 1) / X)
written = op("A[B, D_X] * W[D_X, F] -> C[B, F]", dtype="bf16", mesh="X")
assert summed.traffic == written.traffic

# Weights cut over X are gathered when they are needed.
gathered = trace(fully_sharded, "bf16[B_X, D]", "bf16[D_X, F]", mesh="X")
assert same(gathered.sent["ici"], D * F * (X - 1) / X)
