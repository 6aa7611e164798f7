"""
An AllReduce is a ReduceScatter and an AllGather, and costs two of either.

Source: How to Scale Your Model, "Sharded Matrices", AllReduces and Question 2, where V has to be what each chip holds.
"""

from symroof import all_gather, all_reduce, dims, params, reduce_scatter, ring, same

B, D, X, Y, V, n = dims("B D X Y V n")
W = params("W")

# Run an AllGather backwards, adding where it copied: the same bytes on the same links.
t_scatter = reduce_scatter(V, ring(n), W=W).time
t_reduce = all_reduce(V, ring(n), W=W).time
assert same(t_scatter, all_gather(V, ring(n), W=W).time) is True
assert same(t_reduce, 2 * all_gather(V, ring(n), W=W).time) is True

# Question 2: B = 1024 by D = 4096 in bf16 on 4x4x4 chips. Gathered over X while cut over Y, 23 us;
g_x = all_gather(2 * B * D / Y, ring(X), W=9e10, both_ways=True).leading.subs({B: 1024, D: 4096, Y: 4})
assert round(float(g_x), 10) == 0.0000233017
# added over Z while cut over X and Y, each chip holds a sixteenth: 11.7 us. The book's 190 us forgets that.
r_z = all_reduce(2 * B * D / (X * Y), ring(n), W=9e10, both_ways=True).leading.subs({B: 1024, D: 4096, X: 4, Y: 4})
assert round(float(r_z), 10) == 0.0000116508
assert float(all_reduce(2 * 1024 * 4096, ring(n), W=9e10, both_ways=True).leading) / float(r_z) == 16
