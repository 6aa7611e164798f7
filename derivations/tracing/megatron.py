"""
A training step of GPT does what the published formula says, and one with recomputation does less.

Source: Narayanan et al. 2021, "Efficient Large-Scale Language Model Training on GPU Clusters Using Megatron-LM", and
Korthikanti et al. 2022 for the step without recomputation.
"""

from symroof import dims, same, trace
from symroof.tracing.examples import GPT, gpt, gpt_recomputed, gradient

B, s, l, V, N, d = dims("B s l V N d")  # noqa: E741

# A batch of B sequences of s tokens goes through l layers of width h = N*d, and back.
step = trace(gradient(gpt), GPT, "int32[B, s]")
FLOPs = step.matrix

# The published count without recomputation is exactly that of the code.
published = step.same("72*B*s*l*h**2*(1 + s/(6*h) + V/(12*l*h))", h="N*d")
assert published.difference == 0

# With every layer recomputed the paper counts one more forward pass, 96 instead of 72.
again = trace(gradient(gpt_recomputed), GPT, "int32[B, s]")
claimed = again.same("96*B*s*l*h**2*(1 + s/(6*h) + V/(16*l*h))", h="N*d")

# The code does less: the last product of a layer, the down-projection, is not needed again to go back.
assert same(claimed.difference, 8 * B * l * (N * d) ** 2 * s)
