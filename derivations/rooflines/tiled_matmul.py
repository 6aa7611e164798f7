"""
A matmul in tiles has intensity b_m b_n/(b_m + b_n) when the contracted dimension is long: the tile is its batch.

Source: How to Scale Your Model, "All About Rooflines", footnote on tiling (later editions and the seeds).
"""

from symroof import Op, dims, intensity, leading, same

m, n, k, b_m, b_n, b_k = dims("m n k b_m b_n b_k")

# The matrices fall into tiles of b_m by b_k and b_k by b_n,
t_m = m / b_m
t_n = n / b_n
t_k = k / b_k
# each pair of tiles costs 2 b_m b_k b_n FLOPs, which add up to the untiled work.
FLOPs = 2 * t_m * t_n * t_k * b_m * b_n * b_k
assert same(FLOPs, 2 * m * n * k) is True

# In bf16 each output tile is written once, while its inputs stream by. The book's early editions wrote 2 b_m b_n in
# the last term; with a single tile that would not give back the untiled bytes.
Bytes = 2 * t_m * t_n * (t_k * (b_m * b_k + b_k * b_n) + b_m * b_n)
assert same(Bytes.subs({b_m: m, b_n: n}), 2 * (m * k + k * n + m * n)) is True

tiles = Op.of(flops=FLOPs, bytes=Bytes, dtype="bf16", text="tiled matmul")
I_tiles = intensity(tiles)
I_long = leading(I_tiles, "b_m, b_n << k")
assert same(I_tiles, 1 / (1 / b_m + 1 / b_n + 1 / k)) is True
assert same(I_long.value, b_m * b_n / (b_m + b_n)) is True
