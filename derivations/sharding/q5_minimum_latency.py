"""
On 64 chips, gathering a cut output beats doing everything everywhere once D passes C/(3W) = 850.

Source: How to Scale Your Model, "Sharded Matrices", Question 5 (no answer printed at first).
TPU v5p 4x4x4; W counts both directions of a link.
"""

from symroof import all_gather, all_reduce, dims, params, ring, same, threshold, torus

B, D, F = dims("B D F")
C, W = params("C W")

# Cut B or F over all three axes, multiply, and gather 2BF bytes over three rings.
cube = torus(ring(4), ring(4), ring(4))
t_gather = all_gather(2 * B * F, cube, W=W, both_ways=True).leading
t_part = 2 * B * D * F / (64 * C)
# Cut D instead, and the sums cost twice that.
t_reduce = all_reduce(2 * B * F, cube, W=W, both_ways=True).leading
assert same(t_gather, 2 * B * F / (3 * W)) is True
assert same(t_reduce, 2 * t_gather) is True

# Against no communication at all, 64 times the arithmetic.
t_alone = 2 * B * D * F / C
D_crit = threshold(t_alone / t_gather, D, over=B / B)
assert same(D_crit.value, C / (3 * W)) is True
assert float(D_crit.at(C=4.59e14, W=1.8e11)) == 850

# Six hops away is the farthest chip: no gather is faster than 6 us.
t_floor = all_gather(2 * B * F, cube, W=W, hop=1e-6).floor
assert float(t_floor) == 6e-6
