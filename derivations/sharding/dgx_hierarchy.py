"""
Across nodes of eight H100, NVLink sets the time of a gather up to eight nodes, InfiniBand beyond.

Source: the cut above each group of chips; 450 GB/s one way a GPU (NVLink 4), 8 NICs of 50 GB/s a node (DGX H100).
"""

from symroof import all_gather, all_reduce, dims, params, same, tree

V, n, m = dims("V n m")
nvlink, ib = params("nvlink ib")

# n GPUs a node and m nodes: into a GPU comes all that it lacks, into a node all that the node lacks.
pod = tree(("nvlink", n), ("ib", m))
gather = all_gather(V, pod)
assert gather.shares["nvlink"] == 1 - 1 / pod.size_core
assert gather.shares["ib"] == 1 - 1 / all_gather(V, tree(("ib", m))).network.size_core

# LLaMA 70B in bf16 on 32 nodes: 140 GB through 450 GB/s a GPU, or 400 GB/s a node.
dgx = tree(("nvlink", 8), ("ib", 32))
weights = all_gather(140 * 10**9, dgx, on="H100", W={"ib": 4e11})
t_nvlink = 140e9 * 255 / 256 / 4.5e11
t_ib = 140e9 * 31 / 32 / 4e11
assert round(float(weights.time), 4) == round(max(t_nvlink, t_ib), 4)
assert t_ib > t_nvlink

# Fewer nodes have less to fetch from outside: with W_ib = 8/9 of NVLink's, it is (m-1)/m
# against (8m-1)/(9m), equal at m = 8; below that NVLink is the slower.
eight = all_gather(140 * 10**9, tree(("nvlink", 8), ("ib", 8)), on="H100", W={"ib": 4e11})
assert round(float(eight.time), 5) == round(140e9 * 7 / 8 / 4e11, 5) == round(140e9 * 63 / 64 / 4.5e11, 5)
pair = all_gather(140 * 10**9, tree(("nvlink", 8), ("ib", 2)), on="H100", W={"ib": 4e11})
assert round(float(pair.time), 4) == round(140e9 * 15 / 16 / 4.5e11, 4)

# Adding up takes twice that, at any number of nodes.
sums = all_reduce(V, pod)
assert same(sums.time, 2 * gather.time) is True
