"""
The vector unit asks for about 3 FLOPs per byte, and a dot product still falls short of it.

Source: How to Scale Your Model, "All About Rooflines", footnote on the VPU.
"""

from symroof import Machine, dims, intensity, leading, op, threshold

N = dims("N")
# One core's vector unit of a TPU v5p does about 7e12 FLOPs/s, and the chip's HBM brings 2.8e12 bytes/s.
VPU = Machine(name="TPU v5p vector unit", peaks={"bf16": "7e12"}, bandwidths={"hbm": "2.8e12"})
ridge = VPU.ridge("bf16", "hbm")

# The book says "around 3". It is 2.5, and 5 like for like, since the chip has two cores and one HBM.
assert ridge * 2 == 5

dot = op("x • y: bf16[N], bf16[N] → bf16[1]")
I_long = leading(intensity(dot, exact=True), "N -> oo")
N_crit = threshold(intensity(dot, exact=True), N, over=ridge)
assert I_long.value * 2 == 1
assert N_crit.verdict == "never"
