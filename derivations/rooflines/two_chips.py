"""
A matmul split over two chips along D is compute-bound once D passes 8755, whatever the batch.

Source: How to Scale Your Model, "All About Rooflines", Network communication rooflines.
"""

from symroof import Op, T_comms, T_math, dims, intensity, machine, op, same, threshold

B, D, F = dims("B D F")

# Each chip multiplies half of D and sends its partial sums, B by F in bf16, one way over the link.
half = Op.of(flops=B * D * F, bytes={"ici": 2 * B * F}, dtype="bf16", text="half a matmul")
t_math = T_math(half)
t_comms = T_comms(half)

# B and F cancel: both times grow with them alike.
I_net = intensity(half, link="ici")
assert same(I_net, D / 2) is True

# A TPU v5e link carries 4.5e10 bytes/s each way.
K = machine("TPU v5e").ridge("bf16", "ici")
D_crit = threshold(I_net, D, over=K)

# Printed as 4377 and 8755, both cut rather than rounded; 8756 is the first width that is compute-bound.
assert round(float(K), 1) == 4377.8
assert round(float(D_crit), 1) == 8755.6
assert D_crit.integer == 8756

# Adding the partial sums costs one addition an entry, BF of them (the book's early editions and the seeds say DF).
adds = op("bf16[B, F] + bf16[B, F] -> bf16[B, F]").exact_flops
assert same(adds, B * F) is True
# The deck asks whether D = 1024 can be split over two cards: it is comms-bound.
assert D_crit.number > 1024
