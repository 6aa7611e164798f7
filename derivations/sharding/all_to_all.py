"""
On a two-way ring an AllToAll costs a quarter of an AllGather in the limit, exactly n/(4(n-1)) for even n.

Source: How to Scale Your Model, "Sharded Matrices", AllToAll and Question 10.
"""

from symroof import all_gather, all_to_all, dims, leading, params, ring, same, torus

V, n, X, Y, Z = dims("V n X Y Z")
W = params("W")

# Each of the n chips sends V/n² to every other; on a two-way ring a chunk travels n/4 hops on average.
t_both = all_to_all(V, ring(n), W=W).time
assert same(t_both, V / (8 * W)) is True

# One way round it travels n/2 on average, so that it is half an AllGather, for every n.
t_one_way = all_to_all(V, ring(n, both_ways=False), W=W).time
g_one_way = all_gather(V, ring(n, both_ways=False), W=W).time
assert same(t_one_way / g_one_way, V / (2 * V)) is True

# Both ways the gather gains a factor 2 and the AllToAll 4(n-1)/n, which tends to 4.
gain = t_one_way / t_both
quotient = t_both / all_gather(V, ring(n), W=W).time
in_the_limit = leading(quotient, "n -> oo")
assert same(gain, 4 * (n - 1) / n) is True
assert same(quotient, n / (4 * (n - 1))) is True
assert same(in_the_limit.value, V / (4 * V)) is True

# Odd rings have no antipode to split: (n+1)/(4n) instead.
assert float(all_to_all(V, ring(5), W=1).time / all_gather(V, ring(5), W=1).time) == 6 / 20

# On several axes each dimension carries its own distances, and the longest axis sets the time.
t_cube = all_to_all(V, torus(ring(4), ring(4), ring(4)), W=W).time
assert same(t_cube, V * 4 / (8 * 64 * W)) is True
