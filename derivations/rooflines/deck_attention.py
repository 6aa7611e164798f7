"""
Attention scores kept in HBM have intensity H at best, one decoded token about 1; fusing helps prefill.

Source: the slide deck of the chapter, exercise 2 (it prints no answer); worked out here.
"""

from symroof import dims, fuse, intensity, leading, op, same

S, T, H = dims("S T H")

# Scores: S queries of length H against T keys, in bf16, written to HBM.
scores = op("bf16[S, H] * bf16[T, H] -> bf16[S, T]")
I_scores = intensity(scores)
I_long = leading(I_scores, "H << S, T")
assert same(I_scores, S * T * H / (S * H + T * H + S * T)) is True
# With H = 128 that stays below the TPU v5e's 240, for any sequence length.
assert same(I_long.value, H) is True

# One query decoding over a cache of T keys: every key is read for two FLOPs an entry.
decode = op("bf16[1, H] * bf16[T, H] -> bf16[1, T]")
I_decode = leading(intensity(decode), "H, T -> oo")
assert same(I_decode.value, 1) is True

# Materialised, the scores are written and read back; fused, they never leave the chip.
Q_K = op("Q[S, H] * K[T, H] -> P[S, T]", dtype="bf16")
P_V = op("P[S, T] * V[T, H] -> O[S, H]", dtype="bf16")
materialised = Q_K + P_V
fused = fuse(Q_K, P_V)
assert same(materialised.bytes - fused.bytes, 4 * S * T) is True
I_fused = leading(intensity(fused), "H << S << T")
assert same(I_fused.value, S) is True
