"""
Megatron's two matmuls of an MLP need one AllReduce a pass, and on an H100 node F > 15384 (n = 8) to hide it.

Source: Shoeybi et al., Megatron-LM, 2019, for the split (columns, then rows); Hopper data sheet for 450 GB/s one way.
"""

from symroof import T_comms, attainable, dims, op, params, same, threshold

B, D, F, Y = dims("B D F Y")
W_nvlink = params("W_nvlink")

# The first weight is cut by columns, the second by rows: the hidden activations never leave their GPU.
up = op("bf16 X[B, D] * bf16 V[D, F_Y] -> bf16 H[B, F_Y]", mesh="Y", over="switch:nvlink")
down = op("bf16 H[B, F_Y] * bf16 U[F_Y, D] -> bf16 Z[B, D]", mesh="Y", over="switch:nvlink")
assert str(up.plan) == "no communication"
assert str(down.plan) == "AllReduce_Y Z"

# So the layer sends its 2BD bytes of output once, there and back, whatever F is.
mlp = up + down
t_comms = T_comms(mlp, link="nvlink")
assert same(t_comms, 2 * (Y - 1) / Y * 2 * B * D / W_nvlink) is True

# Arithmetic is 4BDF/Y a GPU: B and D cancel, and what is left asks for a width.
F_crit = threshold(mlp, F, on="H100", link="nvlink").at(Y=8)
assert round(float(F_crit), 1) == 15384.4
# GPT-3's 4 * 12288 is three times that, LLaMA 2 7B's 11008 below it.
assert F_crit.number < 4 * 12288
assert F_crit.number > 11008

# With HBM counted too (4BD + BF/2 + DF/2 bytes) GPT-3's layer wants 319 tokens: 9.01e-5/(3.054e-7 - 2.201e-8) = 318.2.
node = op(
    "bf16 X[B, D] * bf16 V[D, F_Y] -> bf16 H[B, F_Y]; bf16 H[B, F_Y] * bf16 U[F_Y, D] -> bf16 Z[B, D]",
    mesh="Y=8",
    over="switch:nvlink",
)
ceilings = attainable(node, "H100")
at_least = threshold(node, B, on="H100").at(D=12288, F=49152)
assert at_least.integer == 319
