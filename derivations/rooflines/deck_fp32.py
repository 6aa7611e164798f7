"""
In fp32 every byte doubles, so the intensity of a matmul halves to B/2.

Source: the slide deck of the chapter, exercise 1 (it prints no answer).
"""

from symroof import dims, intensity, leading, op, params, same, threshold

B, D, F = dims("B D F")
C, W = params("C W")
matmul = op("fp32[B, D] * fp32[D, F] -> fp32[B, F]")
I_fp32 = leading(intensity(matmul), "B << D, F")
B_wide = threshold(matmul, B, given="B << D, F")
assert same(I_fp32.value, B / 2) is True
assert same(B_wide.value, 2 * C / W) is True
