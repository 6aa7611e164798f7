"""
A Llama-style layer, read from its code, is compute-bound between two lengths of the sequence as long as its scores are
written to memory, and from one length on where attention is one kernel.

Source: the code in symroof/tracing/examples.py; sizes of Llama 3 8B, one sequence, NVIDIA H100.
"""

from symroof import dims, same, threshold, trace
from symroof.tracing.examples import BLOCK, block, gradient

B, T, D, F, G, K, H = dims("B T D F G K H")

# G query heads share each of K key heads of size H.
layer = trace(block, BLOCK, "bf16[B, T, D]")
FLOPs = layer.matrix
assert same(FLOPs, 4 * B * D * G * H * K * T + 4 * B * D * H * K * T + 6 * B * D * F * T + 4 * B * G * H * K * T**2)

# Going back costs twice as much again: a product for each of its two operands.
step = trace(gradient(block), BLOCK, "bf16[B, T, D]")
assert same(step.matrix, 3 * FLOPs)

# At the sizes of Llama 3 8B the layer as written is compute-bound only between two lengths:
as_written = threshold(layer.at(B=1, D=4096, F=14336, G=4, K=8, H=128), T, on="H100")

# the scores, T*T of them for each head, are written and read again. As one kernel they stay on the chip.
one = trace(block, BLOCK, "bf16[B, T, D]", one_kernel="attention")
as_one_kernel = threshold(one.at(B=1, D=4096, F=14336, G=4, K=8, H=128), T, on="H100")
assert as_one_kernel.verdict == "when"
