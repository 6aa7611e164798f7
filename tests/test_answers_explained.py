"""Answers with their explanation in words, by cases, with an example, for a part or in a unit that was not asked.

Most are what two strangers typed, with labels that they wrote down before they had run anything; the others are turns
of these with another verdict.  Earlier lists never had a verdict with a sentence behind it, or counts with units.
"""

from __future__ import annotations

import pytest

from symroof import NotationError, check

RIGHT = [
    ('fewer than 12 chips', 'Y < 11.24'),
    ('less than 12', 'Y < 11.24'),
    ('Y < 12', 'Y < 11.24'),
    ('N > 8', 'N >= 8.75'),
    ('more than 8 chips', 'N >= 8.75'),
    ('B < 241', 'B < 240.24'),
    ('fewer than 241 tokens', 'B < 240.24'),
    ('B > 240', 'B > 240.24'),
    ('2 flops per multiply-add times B·D·F = 2·B·D·F', '2*B*D*F'),
    ('2 FLOPs per multiply-add times BDF', '2*B*D*F'),
    ('2 flops per MAC * BDF', '2*B*D*F'),
    ('half as many, i.e. 120 tokens', 'B > 120.12'),
    ('half of that, i.e. 120', 'B > 120.12'),
    ('twice as long, i.e. 10.4 ms', '10.4 ms'),
    ('It never does; the intensity tends to 1/2, which is far below 240.', 'never'),
    ('It never does; the intensity is 1/2', 'never'),
    ('never, the intensity is at most 1/2', 'never'),
    ('never, since the intensity is far below 240', 'never'),
    ('4.42 million GPU hours x $2 = $8.85 million', '$8.85 million'),
    ('1000 hours × $2 = $2000', '$2000'),
    ('4.42 million GPU-hours at $2 = $8.85M', '$8.85 million'),
    ('Ans. 5.22×10⁻³ s', '140e9/(8*3.35e12) s'),
    ('T > 8D, e.g. 32768 tokens for D = 4096', 'T > 8*D'),
    ('T > 8D, for example 32768 for D = 4096', 'T > 8*D'),
    ('T > 8D (32768 for D = 4096)', 'T > 8*D'),
    ("140 GB of weights won't fit into 80 GB of HBM", 'no'),
    ('it won’t fit into 80 GB', 'no'),
    ('140 GB does not fit into 80 GB', 'no'),
    ("It doesn't fit into 80 GB", 'no'),
    ('16 GB of weights fit into 80 GB of HBM', 'yes'),
    ('yes, by more than a factor of two', 'yes'),
    ("Yeah, it's well above the ridge point", 'yes'),
    ('yes, by a factor of two', 'yes'),
    ('no, the intensity is only 2', 'no'),
    ('no, it needs 140 GB and there are only 80 GB', 'no'),
    ('elementwise ops are always limited by memory bandwidth', 'never'),
    ('elementwise ops are always memory-bound', 'never'),
    ('Batch sizes above ~240 tokens are compute bound, anything below is memory bound.', 'B > 240.24'),
    ('Batches above 240 are compute bound, batches below are memory bound', 'B > 240.24'),
    ('The ridge point sits at approximately 295 FLOPs per byte', '989e12/3.35e12 FLOPs/byte'),
    ('the ridge lies at about 295 FLOPs/byte', '989e12/3.35e12 FLOPs/byte'),
    ('the per-chip batch size must exceed 2550', 'B/X > 2550'),
    ('2BDF divided by the number of chips, XY', '2*B*D*F/(X*Y)'),
    ('4096 bytes a layer, times 80 layers = 327,680 bytes', '327680 bytes'),
    ('4 KiB a layer, times 80 layers = 320 KiB', '320 KiB'),
    ('That would be ~7.8 million seconds, or 90 days.', '6.3e24/(2048*989e12*0.4) s'),
    ('7.8 million seconds, or 90 days', '6.3e24/(2048*989e12*0.4) s'),
    ('10/7 = 1.43x faster', '30% less time'),
    ('10/7 = 1.43x faster', '1.43x faster'),
    ('2N FLOPs over 4N bytes = 1/2', '1/2 FLOPs/byte'),
    ('2BDF/C if B > C/W, otherwise 2DF/W', 'max(2*B*D*F/C, 2*D*F/W)'),
    ('2BDF/C if B > C/W, else 2DF/W', 'max(2*B*D*F/C, 2*D*F/W)'),
    ('(p-1)/(m+p-1) < 0.1, so m + 3 > 30 and m > 27', 'm > 27'),
    ('m+3 > 30 => m > 27', 'm > 27'),
    ('when the context is longer than 8D', 'T > 8*D'),
    ('contexts longer than 8D', 'T > 8*D'),
    ('context > 8D', 'T > 8*D'),
    ('seq_len > 8D', 'T > 8*D'),
    ('the context must be longer than 8D', 'T > 8*D'),
    ('sequence length T > 8D', 'T > 8*D'),
    ('almost 5 ms', '4.9 ms'),
    ('nearly half', '0.48'),
    ('just short of 5 ms', '4.9 ms'),
    ('not quite 5 ms', '4.9 ms'),
    ('The H100 needs ~300 FLOPs for every byte it reads from HBM', '9.89e14/3.35e12 FLOPs/byte'),
    ('Each token takes up about a third of a megabyte', '2*80*8*128*2 bytes'),
    ('you can go up to about 22 chips before communication dominates', 'Y < 2*28672/2550'),
    ('The critical batch size halves to 120', 'B > 120.12'),
    ("it's memory-bound up to a batch of about 120", 'B > 120.12'),
    ('just short of nine million dollars', '4000*1105.9*2 dollars'),
    ('roughly B when B is small compared to D and F', 'B*D*F/(B*D + D*F + B*F)'),
    ('1 FLOP per 2 bytes', '1/2 FLOPs/byte'),
    ('48 tokens every 2 seconds', '24 tokens/s'),
    ('The critical batch size is C/W. With C = 197 TFLOPs/s and W = 820 GB/s we get B_crit ≈ 240.', 'B > 240.24'),
    ('1000 hours * $2/hour = $2000', '$2000'),
    ('1000 hours × $2/hour = $2000', '$2000'),
    ('1000 h * $2/h = $2000', '2000 dollars'),
    ('the batch size must exceed 240', 'B > 240.24'),
    ('it must exceed 2550', 'B/X > 2550'),
    ("above ~240 tokens it's compute bound, below memory bound", 'B > 240.24'),
    ('above 240 compute bound, anything below is memory bound', 'B > 240.24'),
    ('T must be longer than 8D', 'T > 8*D'),
    ('when T is longer than 8D', 'T > 8*D'),
]  # fmt: skip
WRONG = [
    ('compute-bound', '240'),
    ('never', '5 ms'),
    ('Y < 13', 'Y < 11.24'),
    ('more than 9 chips', 'N >= 8.75'),
    ('V < 46 kB', 'V < 45 kB'),
    ('4 KB per layer', '327680 bytes/layer'),
    ('20 tokens per parameter', '30 tokens/parameter'),
    ('30 ms per token', '41.8 ms'),
    ('50 ms', '1e12/9.89e14'),
    ('5 ms', '1e12/9.89e14'),
    ('twice as long, i.e. 5.2 ms', '10.4 ms'),
    ('1000 hours × $2 = $3000', '$2000'),
    ('T > 4D, e.g. 16384 tokens for D = 4096', 'T > 8*D'),
    ('16 GB of weights easily fit into 80 GB of HBM', 'no'),
    ("Yes, it's above the ridge point", 'no'),
    ('matmuls are always compute-bound', 'never'),
    ('Batches above 240 are memory bound, batches below are compute bound', 'B > 240.24'),
    ('the per-chip batch size must exceed 255', 'B/X > 2550'),
    ('2BDF divided by the number of chips, X', '2*B*D*F/(X*Y)'),
    ('10/7 = 1.43x slower', '1.43x faster'),
    ('2DF/W if B > C/W, else 2BDF/C', 'max(2*B*D*F/C, 2*D*F/W)'),
    ('for large enough N', 'never'),
    ('for very large N', 'never'),
    ('for N > 960', 'never'),
    ('seq_len < 8D', 'T > 8*D'),
    ('almost 5 ms', '5.224 ms'),
    ('nearly 90 days', '94 days'),
    ("above 240 it's memory-bound, below compute-bound", 'B > 240.24'),
]  # fmt: skip
OPEN = [
    ('it is memory-bound', '140e9/(8*3.35e12) s'),
    ('compute-bound', '5 ms'),
    ('4KH per layer', '4*L*K*H'),
    ('4KH a layer', '4*L*K*H'),
    ('4 KB per layer', '327680 bytes'),
    ('16 bytes per parameter', '112 GB'),
    ('20 tokens per parameter', '1.4e12 tokens'),
    ('1 ms per layer', '5.2 ms'),
    ('4KH for each layer', '4*L*K*H'),
    ('each sequence takes about 1 GB', 'B <= 59.6'),
    ('348 GB', '12*96*12288**2'),
    ('420 TFLOPs/s', '6*7e9*1e4/989e12'),
    ('14 GB', '59'),
    ('14 GB', 'B > 59'),
    ('41 GB', '140e9/3.35e12'),
    ('never, except for B = 1', 'never'),
    ('yes if B is large', 'yes'),
    ('yes, but only for large B', 'yes'),
    ('no, it fits', 'no'),
]  # fmt: skip


def verdict(answer: str, expected: str) -> str:
    try:
        return check(answer, expected).verdict
    except NotationError:
        return "refused"


@pytest.mark.parametrize(("answer", "expected"), RIGHT)
def test_right_ones_stand(answer: str, expected: str) -> None:
    assert check(answer, expected).ok, check(answer, expected)


@pytest.mark.parametrize(("answer", "expected"), WRONG)
def test_wrong_ones_are_wrong(answer: str, expected: str) -> None:
    assert verdict(answer, expected) == "wrong"


@pytest.mark.parametrize(("answer", "expected"), OPEN)
def test_what_does_not_answer_is_open(answer: str, expected: str) -> None:
    assert verdict(answer, expected) in ("undecided", "refused")
