"""
A generation step reads every weight and every cache once: LLaMA 2 70B takes 5.3 ms a step at the least on 16 TPU v5e.

Source: How to Scale Your Model, "All About Transformer Inference", for the bound; Touvron et al., Llama 2, 2023, for
the model (80 layers, 8 KV heads of 128).
"""

from symroof import dims, op, params, same, serving_memory, threshold

B, D, F, S, L, H, K_h = dims("B D F S L H K_h")
P = params("P")

# A key and a value for every layer, KV head and token: 160 kB a token in int8.
cache = serving_memory()
held = cache.bytes
assert same(held, 2 * P + 4 * B * S * L * K_h * H) is True
llama = serving_memory(params=70 * 10**9, layers=80, kv_heads=8, head=128, context=8192, dtype="int8")
per_token = serving_memory(params=P, layers=80, kv_heads=8, head=128, context=1, batch=1, dtype="int8")
assert per_token.parts["KV cache"] == 163840

# Weights alone are 70 GB, so five chips of 16 GB would do; eight hold 43 sequences of 8192 tokens besides.
assert llama.chips(on="TPU v5e", B=1) == 5
assert llama.batch(chips=8, on="TPU v5e") == 43

# One step reads all of that: at batch 1 on 16 chips almost nothing but weights.
t_step = llama.reading(on="TPU v5e", chips=16)
assert round(float(llama.reading(on="TPU v5e", chips=16, B=1)) * 1e3, 1) == 5.4
t_weights = 70 * 10**9 / (16 * 8.2e11)
assert round(t_weights * 1e3, 1) == 5.3
# From 52 sequences on a step reads more cache than weights.
assert 52 * 8192 * 163840 < 70e9 < 53 * 8192 * 163840

# A weight cut over the chips needs the same batch as on one chip: the part of it that a chip reads is as much smaller.
ffn = op("bf16 X[B, D] * bf16 V[D, F_Y] -> bf16 H[B, F_Y]", mesh="Y=16")
B_crit = threshold(ffn, B, on="TPU v5e", given="B << D, F")
assert round(float(B_crit)) == 240
