"""
The deck's golden rules, each with its condition: 240 in bf16, 120 only for int8 weights, 295 on an H100.

Source: the slide deck of the chapter, cheat sheet.
"""

from symroof import dims, intensity, leading, machine, op, threshold

B = dims("B")
wide = "B << D, F"

# "Dot product: 480 times below": 240.24 over 1/2, against the matrix unit.
dot = op("x • y: bf16[N], bf16[N] → bf16[1]")
I_dot = leading(intensity(dot, exact=True), "N -> oo")
assert round(float(machine("TPU v5e").ridge("bf16", "hbm") / I_dot.value), 1) == 480.5

B_bf16 = threshold(op("bf16[B, D] * bf16[D, F] -> bf16[B, F]"), B, on="TPU v5e", given=wide)
assert round(float(B_bf16)) == 240
# "int8: about 120" holds for int8 weights under bf16 activations only; all int8 it is 240 again.
B_weights = threshold(op("bf16[B, D] * int8[D, F] -> bf16[B, F]"), B, on="TPU v5e", given=wide)
B_int8 = threshold(op("int8[B, D] * int8[D, F] -> int8[B, F]"), B, on="TPU v5e", given=wide)
assert round(float(B_weights)) == 120
assert round(float(B_int8)) == 240
# "H100: 300" is a rule of thumb for 295.
B_H100 = threshold(op("bf16[B, D] * bf16[D, F] -> bf16[B, F]"), B, on="H100", given=wide)
assert round(float(B_H100)) == 295
# "The larger the model, the smaller the batch": true, and floored at 240.
B_exact = threshold(op("bf16[B, D] * bf16[D, F] -> bf16[B, F]"), B, on="TPU v5e")
assert round(float(B_exact.at(D=1024, F=1024)), 1) == 452.6
assert round(float(B_exact.at(D=8192, F=8192)), 1) == 255.2
