"""
A pipeline of p stages idles (p-1)/(m+p-1) of the time; E experts of which k work ask for E/k times the batch.

Source: How to Scale Your Model, "How to Parallelize a Transformer for Training"; Narayanan et al., SC 2021, for the
bubble.
"""

from symroof import dims, expert_batch, mixture_of_experts, params, pipeline_bubble, same

B, D, E, F, X, k, m, p = dims("B D E F X k m p")
C, W, W_ici = params("C W W_ici")

# m microbatches pass p stages; each stage waits p - 1 turns and works m.
bubble = pipeline_bubble(p, m)
assert same(bubble, (p - 1) / (m + p - 1)) is True
assert float(pipeline_bubble(4, 12)) == 0.2

# All E experts' weights are read, k of them work on a token: the critical batch grows by E/k.
B_moe = expert_batch()
assert same(B_moe.value, E / k * C / W) is True
assert round(float(expert_batch(experts=256, active=8, on="TPU v5e"))) == 7688

# Over the network each token's k copies go out and come back, an AllToAll each way of 2BDk bytes.
experts = mixture_of_experts()
t_comms = experts.T_comms_leading
assert same(t_comms, 2 * 2 * B * D * k / (8 * W_ici)) is True
F_min = experts.threshold(F)
assert same(F_min.value, C * X / (8 * W_ici)) is True
