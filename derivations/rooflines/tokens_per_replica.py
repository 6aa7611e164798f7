"""
What must pass 240 is the batch of tokens on each chip: 512 sequences of 4096 on 128 chips are 16k each.

Source: How to Scale Your Model, "All About Rooflines", footnote on the token batch (later editions and the seeds).
"""

from symroof import check, dims, machine, op, threshold

B = dims("B")
tokens = 512 * 4096
per_chip = tokens // 128

# Printed as 2M and 16k, which is right to the digits printed.
assert check("2M", tokens).verdict == "rounded"
assert check("16k", per_chip).verdict == "rounded"

# Far above the threshold, even where D and F are only 4096.
B_crit = threshold(op("bf16[B, D] * bf16[D, F] -> bf16[B, F]"), B, on="TPU v5e").at(D=4096, F=4096)
assert per_chip > B_crit.integer
assert machine("TPU v5e").ridge("bf16", "hbm") < B_crit.number
