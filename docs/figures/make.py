"""Makes the pictures of this folder and of the README: python docs/figures/make.py [FOLDER]."""

import sys
from pathlib import Path

from symroof import op
from symroof.writing.draw import save
from symroof.writing.plot import batch_chart, regime_map, roofline

MATMUL = "bf16[B, D] * bf16[D, F] -> bf16[B, F]"
QUANTIZED = "bf16[B, D] * int8[D, F] -> bf16[B, F]"

# Two bandwidths, half and double the chip's own, and two algorithms: decoding eight tokens, and training on 4096.
small, large = op(MATMUL, B=8, D=4096, F=4096), op(MATMUL, B=4096, D=4096, F=4096)
FIGURES = {
    "roofline": roofline("TPU v5e", [small, large], bandwidths=["4.1e11", "1.64e12"]),
    "problem3": batch_chart(op(QUANTIZED), "TPU v5e", [{"D": 4096, "F": 4096}, {"D": 1024, "F": 1024}]),
    "regimes": regime_map(op(MATMUL), "TPU v5e"),
    "chips": roofline(["TPU v5e", "TPU v6e", "H100", "MI300X"], op(MATMUL)),
}

if __name__ == "__main__":
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent)
    for figure, chart in FIGURES.items():
        print(save(chart, folder / f"{figure}.png"))
