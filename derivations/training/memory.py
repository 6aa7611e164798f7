"""
Memory is the third limit: Adam keeps 16 bytes a parameter, a cache grows with every token, and both divide over chips.

Source: How to Scale Your Model, "How to Parallelize a Transformer for Training", memory; Rajbhandari et al., ZeRO, SC
2020, for the 16 bytes.
"""

from symroof import dims, params, same, serving_memory, training_memory

B, D, L, S, H, K_h = dims("B D L S H K_h")
P = params("P")

# Parameters and gradients in bf16, two moments and a master copy in fp32.
state = training_memory()
every_byte = state.bytes
assert same(every_byte, 16 * P + 2 * B * D * L) is True

# Thirteen billion parameters are 208 GB before a single token: 13 TPU v5e at the least.
assert training_memory(params=13 * 10**9, layers=40, width=5120).chips(capacity=16e9, B=1) == 14

# Serving keeps two bytes a parameter, and a key and a value a token, layer and KV head.
cache = serving_memory()
assert same(cache.bytes, 2 * P + 4 * B * S * L * K_h * H) is True
