"""
Gathering V bytes over a ring takes V/W, however many chips there are, until latency takes over.

Source: How to Scale Your Model, "Sharded Matrices", AllGather cost and Pop Quiz 2; W is one direction of one link here,
the book's W is both directions, twice as much.
"""

from symroof import all_gather, dims, line, params, point_to_point, ring, same, torus

V, n, X, Y = dims("V n X Y")
W, T_hop = params("W T_hop")

# Every chip lacks (n-1)/n of the array, and on a ring it comes in from both sides.
gather = all_gather(V, ring(n), W=W)
t_ring = gather.time
assert same(t_ring, (n - 1) / n * V / (2 * W)) is True

# One way only, it takes twice as long; with many chips (n-1)/n is 1, and the number of chips is gone.
# The book's summary labels V/W with the two-way bandwidth "unidirectional"; the two are a factor 2 apart.
t_one_way = all_gather(V, ring(n, both_ways=False), W=W).leading
t_wide = gather.leading
assert same(t_one_way, V / W) is True
assert same(t_wide, V / (2 * W)) is True

# No hop is faster than T_hop, and the farthest chip is n/2 hops away (the book's early text says ceil(n/2); it is
# floor(n/2), the same for even n).
t_floor = all_gather(V, ring(n), W=W, hop=T_hop).floor
assert same(t_floor, T_hop * n / 2) is True
assert all_gather(V, ring(5)).hops == 2
assert all_gather(V, ring(3)).hops == 1

# On a TPU v5e a hop of 1 us carries 45 kB: a smaller piece is latency-bound.
assert point_to_point(V, ring(4), W=4.5e10, hop=1e-6).latency_bytes_core == 45000

# Two axes gather twice as fast, and their hops add up.
t_two_axes = all_gather(V, torus(ring(X), ring(Y)), W=W).leading
assert same(t_two_axes, V / (4 * W)) is True
assert same(all_gather(V, torus(ring(X), ring(Y)), W=W, hop=T_hop).floor, T_hop * (X + Y) / 2) is True

# Pop quiz 2: bf16[2048, 8192] over 4 chips without a wraparound takes 559 us (printed 560), 1.5 times a ring's V/W.
t_line = all_gather(2 * 2048 * 8192, line(4), W=4.5e10).time
assert round(float(t_line), 9) == 0.000559241
assert same(t_line, all_gather(2 * 2048 * 8192, ring(4), W=4.5e10).leading * 3 / 2) is True

# And bf16[256, 256] is latency-bound: three hops, 3 us.
small = all_gather(2 * 256 * 256, line(4), W=4.5e10, hop=1e-6)
assert small.bound_by == "latency"
assert float(small.time) == 3e-6
