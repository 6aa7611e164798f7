"""What sentences work out in words, each kind with both outcomes, and what they leave to the author."""

from __future__ import annotations

import pytest

from symroof.checking.proofreading.proofread import proofread


def verdicts(text: str) -> list[str]:
    return [f.verdict for f in proofread(text + "\n").findings]


@pytest.mark.parametrize(
    ("text", "wrong", "right"),
    [
        ("That is 7600 * 3600 = 27.4 million tokens per hour, or {} million per day.", "567", "657"),
        ("8 * 2.40 = $19.20 per hour, $460.80 per day, and ${} for a month of 30 days.", "6,912", "13,824"),
        ("Its tree performs 64 + 32 + 16 + ... + 1 = {} additions.", "128", "127"),
        ("To reach it we need b / 4 > 17.4, i.e. b > {}; b = 128 is taken.", "96.6", "69.6"),
        ("so $m + 3 > 60$ and $m > {}$.", "63", "57"),
        ("here: 28672 * 450e9 / 9e14 = 14.3, so $p \\le {}$", "41", "14"),
        ("At $1.20 per chip and hour, 16 chips cost ${} per hour.", "12.90", "19.20"),
        ("The matmuls need 2 FLOPs per weight and token, {} = 4.48e12 of them.", "70e9 * 64", "2 * 70e9 * 32"),
        ("They take 70 GB. Subtract that from the 640 GB and there are {} GB left.", "540", "570"),
        ("An AllReduce of 16 GB over 8 GPUs at 450 GB/s sends {} GB per GPU.", "14", "28"),
        ("An AllGather of 2 MB over 4 chips takes {} us at 45 GB/s.", "10", "33"),
        ("The balance is 591 FLOPs per byte, its intensity is 2B and it is compute-bound for B > {}.", "1182", "296"),
        ("A hop takes 2 µs, a ring of 8 has 7 hops: 7 × 2 = 14 {}.", "ms", "µs"),
        ("That is $1{{,}}179{{,}}648$ bytes, about 1.18 {} per token.", "GB", "MB"),
        ("A kernel with a lower intensity is {}-bound.", "compute", "memory"),
        ("An AllReduce costs {} an AllGather on 8 GPUs.", "four times", "twice"),
        ("On a 4x4 slice ({} chips) it is the same.", "8", "16"),
        ("An H100 reads {} TB/s from HBM.", "5.33", "3.35"),
        ("Training costs ${}ND$ FLOPs for $N$ parameters and $D$ tokens.", "8", "6"),
        ("The forward and the backward pass need ${}P$ FLOPs per token.", "8", "6"),
        ("The weights take 26 GB, i.e. {} GiB: too much.", "27.9", "24.2"),
        ("The weights take 26 GB, i.e. {} GiB: too much.", "30", "24"),
        ("Each server has 3.2 Tb/s in total, which is {} GB/s.", "800", "400"),
        ("A port of 400 Gb/s, i.e. {} GB/s, does it.", "35", "50"),
        ("The largest is `0x7fff` = {} here.", "32676", "32767"),
        ("As a signed byte 0xff = {}.", "256", "-1"),
        ("The old way takes 161 / 21.5 = {}× as long.", "5.7", "7.5"),
        ("It sends 2 × (4-1)/4 = {} times the bytes.", "0.75", "1.5"),
        ("Four cost 4 × $2.49 = ${}/hr, i.e. a lot.", "8.96", "9.96"),
        ("We see 1.2e9 B / 895e-6 s ≈ {} TB/s, of 1.6.", "1.43", "1.34"),
        ("The tree has $1 + 2 + 4 + \\dots + 2^m = {}$ nodes.", "2^m - 1", "2^{m+1} - 1"),
        ("And $3 + 9 + ... + 3^n = {}$.", "(3^n - 1)/2", "\\frac{3^{n+1} - 3}{2}"),
        ("So it costs $19.20 / 27.4M = ${} per million tokens.", "0.07", "0.70"),
    ],
)
def test_a_slip_in_words_is_told_and_its_correction_passes(text, wrong, right):
    assert "wrong" in verdicts(text.format(wrong))
    assert "wrong" not in verdicts(text.format(right))


@pytest.mark.parametrize(
    "text",
    [
        "It is $10 per month, or $100 per year.",  # a discount
        "It has b / 4 > 17.4, so b > 128 is taken.",  # chosen
        "That gives 90 / 6.3 = 14.3, so $p \\le 8$, a power of two.",
        "An AllGather of 2 MB over 4 chips takes 90 us at 45 GB/s.",  # measured
        "An AllReduce of 16 GB over 8 GPUs in a tree sends 16 GB per GPU.",
        "A layer takes 2 ms: 4 * 2 = 8 ms.",
        "With 2 FLOPs per weight and token, 4 * 70e9 = 2.8e11 FLOPs for two tokens.",
        "It is not so that 64 + 32 + 16 + ... + 1 = 128.",
        "A 4x4 block (8 GPUs) is half of it.",
        "It has 80 GB, which is 10 GB more. Of 900 GB/s, which is 450 GB/s each way; 3 TB/s, which is 800 Gb/s less.",
        "They meet where $a + b = ab$, and where $ab/(a + b) = a/2 + b$ they do not. Solve $x^2y + 5xy = 2xy$.",
        "All: $1 + 2 + \\dots + 2^n = 2^n(2^n + 1)/2$; powers: $1 + 2 + \\dots + 2^n = 2^{n+1} - 1$.",
        "It has 80 GB, i.e. 80 GiB; 24 GB, i.e. 20 GiB for us; 26 GB or 30 GiB.",
        "With full recomputation training costs $8ND$ FLOPs for $N$ parameters and $D$ tokens.",
        "Training a LoRA costs $4ND$ FLOPs for $N$ parameters and $D$ tokens.",
        "Serving costs $2ND$ FLOPs for $N$ parameters and $D$ tokens.",
        "Register 0x40 = 1 starts it, and 0x1f4 = 300 is the time-out.",
        "See (3-5) * 2 = 11 there.",
        "Let $1 + 2 + 4 + \\dots + 2^m = N$, and $1 + x + \\dots + x^m = s$.",
        "In-network reduction makes an AllReduce cost the same as an AllGather.",
        "A chip with a lower critical intensity is compute-bound sooner.",
    ],
)
def test_what_is_chosen_measured_or_denied_is_no_slip(text):
    assert "wrong" not in verdicts(text)
