"""Values in another form than the key's, marked by hand: R right, W wrong, U open; each rule with what it is not.

Worked out by hand: 200e-9 * 3e9 = 600, 600/3e9 = 200e-9, 1/0.5 = 2, 1 + 30/100 = 1.3, 1/(1 - 3/4) = 4, log2(1024) = 10,
(5.6/8) = 0.7, 2*450 = 900, 32 * 1024 = 32768.
"""

from __future__ import annotations

import pytest
from marks import outcome

from symroof.checking.words.otherways import in_the_keys_form

TOLD: list[tuple[str, dict[str, str]]] = [
    # at a clock a time is cycles, and cycles a time
    ("600 cycles", {"200 ns @ 3 GHz": "R", "200 ns at 2 GHz": "W", "0.2 µs with a 3 GHz clock": "R"}),
    ("200 ns", {"600 cycles @ 3 GHz": "R", "600 cycles at 2 GHz": "W", "200 ns @ 3 GHz": "R"}),
    # so much per thing, the other way round
    ("0.5 FMA/cycle", {"2 cycles/FMA": "R", "3 cycles/FMA": "W", "2 cycles per FMA": "R"}),
    ("20 tokens per parameter", {"20 parameters for each token": "W", "0.05 parameters per token": "R"}),
    # the largest one, a hedge behind, a multiple with its percent, a share of the same
    (
        "B <= 27",
        {
            "max batch 27": "R",
            "max batch 28": "W",
            "min batch 27": "W",
            "max error 27": "U",
            "the largest batch size is 27": "R",
        },
    ),
    ("0.6 GHz", {"600 MHz, ca.": "R", "500 MHz, ca.": "W", "600 MHz approx": "R"}),
    ("1.3x faster", {"1.3x (30% faster)": "R", "1.3x (25% faster)": "U", "1.4x (40% faster)": "W"}),
    ("4x cheaper", {"4x (75% cheaper)": "R"}),
    ("4x less traffic", {"quarter the traffic": "R", "half the traffic": "W", "quarter the compute": "U"}),
    # of one case a value is open, or wrong even there
    ("log2(n)", {"n=1024: 10 steps": "U", "n=1024: 11 steps": "W", "n = 1024: 10": "U"}),
    # a side by what is larger in words, and not against it
    (
        "communication-bound",
        {
            "T_comms is bigger than T_math, hence we're communication bound.": "R",
            "T_comms is bigger than T_math, hence we're compute bound.": "W",
            "T_comms exceeds T_math, so communication-bound": "R",
        },
    ),
    ("compute-bound", {"T_math is smaller than T_comms, so compute-bound": "U"}),
    ("compute-bound", {"Flash attention isn't memory-bound any more.": "R", "It isn't compute-bound any more.": "W"}),
    ("network-bound", {"We are bottlenecked by the InfiniBand fabric.": "R", "bottlenecked by the memory bus": "W"}),
    # bounds in words
    ("X <= 16", {"Tensor parallelism stops paying off beyond 16 chips.": "R", "It pays off beyond 16 chips.": "W"}),
    ("X <= 16", {"Tensor parallelism stops helping beyond 32 chips.": "W"}),
    ("B >= 241", {"My calculator says 240.24, so 241 is the first batch that works.": "R"}),
    ("B < 240", {"240 is the first batch that fails": "U"}),
    ("V < 45000 bytes", {"For messages smaller than 45 kB we're latency-bound.": "R"}),
    ("V < 45000 bytes", {"For messages larger than 45 kB we're latency-bound.": "W"}),
    ("T > 32768", {"At D = 4096 that's from a context of 32k tokens upwards.": "R"}),
    ("T > 32768", {"At D = 4096 that's from a context of 16k tokens upwards.": "W"}),
    ("B > 240", {"]240; +inf[": "R", "]250; +inf[": "W", "]-inf; 240[": "U"}),
    ("8 < B <= 16", {"]8, 16]": "R", "]8, 32]": "W"}),
    # a share of what has a symbol is no number; a share of all, one direction, a word, another case are open
    ("2*B/3", {"The intensity is about 2/3 of the batch size.": "R", "The intensity is 3/4 of the batch size.": "W"}),
    ("2*B/3", {"The intensity is about two thirds of the batch.": "U"}),
    ("40 ms", {"Half the layers run at 40 ms.": "U", "The layers run at 40 ms.": "R"}),
    ("900 GB/s", {"450 each way": "U", "450 GB/s per direction": "U", "500 each way": "W"}),
    ("240 FLOPs/byte", {"240 MAC/word": "U", "480 FLOPs/byte": "W", "120 FLOPs per word": "U"}),
    ("240", {"With int8 weights it would be 120.": "U", "I think it would be 120.": "W"}),
    ("99.999%", {"5 min/yr": "U", "99.9%": "W"}),
    # a value beside the share, or the scaling, that it comes from
    ("17.5 GB", {"Every chip stores one eighth of the weights, 17.5 GB.": "R"}),
    ("17.5 GB", {"Every chip stores one eighth of the weights, 20 GB.": "W"}),
    ("70%", {"Scaling from 8 to 64 GPUs only gave us 5.6x, that's 70% efficiency.": "R"}),
    ("70%", {"Scaling from 8 to 64 GPUs only gave us 4.8x, that's 70% efficiency.": "U"}),
]


@pytest.mark.whole
@pytest.mark.parametrize(("expected", "answers"), TOLD, ids=[f"{k}: {next(iter(a))}" for k, a in TOLD])
def test_another_form_of_the_key(expected, answers):
    assert {a: outcome(a, expected) for a in answers} == answers


def test_only_where_the_key_asks_it():
    for text, wanted in (("200 ns @ 3 GHz", "5 GB"), ("max batch 27", "27 GB"), ("2/3 of B", "2*B/3"), ("it's 5", "5")):
        assert in_the_keys_form(text, wanted) == text
