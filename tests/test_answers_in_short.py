"""Regimes, changes and counts in few words, as people jot them down: rows of both outcomes, and those that stay open.

Marked by hand before any was tried; the rows that stay open are statements of something else, or of a part.  Earlier
tests never drew a logarithm whose base alone parts it from its argument, a change in an arrow, a factor in a verb, a
share told as so much of so much, and a number on a stated side of another.
"""

from __future__ import annotations

import pytest
from marks import outcome

#: who limits, by a resource alone, by the longer of two times, by what would help, in other languages
LIMITS: list[tuple[str, dict[str, str]]] = [
    ("memory-bound", {
        "hbm bw ofc": "R", "vram bandwidth": "R", "limitado por memoria": "R", "rechenlimitiert": "W",
        "speicherlimitiert": "R", "limité par la mémoire": "R", "limitado por la red": "W",
        "T_mem > T_math": "R", "T_mem < T_math": "W", "T_math << T_mem": "R", "T_mem, T_math": "U",
        "T_comm > T_mem": "U", "intensity < ridge": "R", "intensity > ridge point": "W", "ridge > intensity": "R",
        "512 > 240": "U", "hbm capacity": "U", "not limited by hbm bw": "W",
        "Faster memory would help, more FLOPs would not": "R", "More FLOPs would help, faster memory would not": "W",
        "Faster memory would help, faster HBM would not": "U", "Faster memory would help, more FLOPs would too": "U",
    }),
    ("compute-bound", {
        "pcie is the choke point, not the math": "W", "the math is the choke point, not pcie": "R", "hbm bw": "W",
        "T_math > T_comms": "R", "T_comms > T_math": "W", "limitado por cómputo": "R",
        "is pcie the choke point?": "U",
    }),
    ("network-bound", {
        "we're bottlenecked by ICI here": "R", "ICI is the choke point": "R", "the ICI, not the math": "R",
        "the math, not the ICI": "W", "bottlenecked by HBM": "W", "we may be bottlenecked by ICI": "U",
    }),
    ("always memory-bound", {
        "memory-bound either way": "R", "compute-bound either way": "W",
        "memory-bound however large the batch is": "R", "memory-bound however, only for small batches": "U",
    }),
    ("never", {
        "It stays memory-bound however long the context gets.": "R",
        "It stays compute-bound however long the context gets.": "W",
    }),
    ("TP >= 2", {"tp >= 2": "R", "tp at least 2": "R", "tp >= 4": "W", "tp <= 2": "W", "t*p >= 2": "U"}),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("expected", "answers"), LIMITS)
def test_who_limits_in_few_words(expected: str, answers: dict[str, str]) -> None:
    assert {a: outcome(a, expected) for a in answers} == answers


#: other things that are said in few words, by what is expected
SHORT: list[tuple[str, dict[str, str]]] = [
    ("yes", {
        "There is enough room for it.": "R", "There is not enough room for it.": "W",
        "You can fit it on one card.": "R",
        "You can't fit it on one card.": "W", "It is too big for one card.": "W", "sure does": "R",
        "It is too big a risk.": "U", "You can fit half of it on one card.": "U",
    }),
    ("never", {"can't happen": "R", "it never gets there": "R", "it can happen": "U", "from 500 on": "W"}),
    ("memory-bound", {
        "definitely HBM": "R", "DRAM is the wall": "R", "we hit the memory wall": "R",
        "weights streaming dominates": "R",
        "we hit the compute wall": "W", "the power wall is what matters": "U",
        "Its arithmetic intensity of 1 is far below the ridge point.": "R",
        "Its arithmetic intensity of 900 is far above the ridge point.": "W",
    }),
    ("64 GPUs", {"eight nodes of 8": "R", "8 nodes of 4": "W", "eight nodes of 8 GPUs each": "R"}),
    ("B > 240", {
        "once you pass 240": "R", "B must clear 240": "R", "once you pass 120": "W", "B need not clear 240": "U",
    }),
    ("35 GB", {"35 GB, half of the 70": "R", "40 GB, half of the 80": "W", "35 GB, half of the 80": "U"}),
    ("0.9", {"0.9 hit rate": "R", "0.8 hit rate": "W", "0.9 seconds": "U"}),
    ("4*D", {"4x the hidden size": "R", "2x the hidden size": "W", "4*D, as usual": "R", "4x the usual": "U"}),
    ("V/W + a", {"V/W + a where a is the latency": "R", "V/W - a where a is the latency": "W",
                 "startup latency + volume / bandwidth": "R"}),
    ("240", {"looks like 240 to me": "R", "looks like 120 to me": "W", "we like 240": "U"}),
    ("4x faster", {"The run is over in a quarter of the time.": "R", "The run is over in half of the time.": "W"}),
    ("42 ms", {"Since we read every weight once, 42 ms is the time for a step.": "R",
               "Since we read every weight twice, 84 ms is the time for a step.": "W"}),
]  # fmt: skip


@pytest.mark.parametrize(("expected", "answers"), SHORT)
def test_few_words(expected: str, answers: dict[str, str]) -> None:
    assert {a: outcome(a, expected) for a in answers} == answers


#: two of which one is asked, counts of passes, remarks behind quantities, units by their articles
MORE: list[tuple[str, dict[str, str]]] = [
    ("max(T_math, T_comms)", {
        "whichever is longer": "R", "the longer of the two": "R", "max of both": "R", "the sum": "W",
        "min of both": "W", "whichever comes first": "U",
    }),
    ("2*V/W", {
        "two passes of V/W": "R", "three passes of V/W": "W", "2x the volume over the bandwidth": "R",
        "3x the volume over the bandwidth": "W", "2V/W, RS plus AG": "R",
        "2x the volume over the bandwidth times n": "U",
    }),
    ("n-1", {"one less than n": "R", "one more than n": "W", "less than n": "U"}),
    ("1e15 FLOP/s", {"a petaflop per second": "R", "1 petaflop": "R", "a teraflop per second": "W"}),
    ("12 us", {
        "12 us, mostly launch overhead": "R", "120 us, mostly launch overhead": "W", "12 us one-way": "R",
        "12 us, mostly not": "U",
    }),
    ("60%", {"60%, rest is comms": "R", "60% (idle 40%)": "R", "60% (idle 30%)": "U", "40%, rest is comms": "W"}),
    ("always", {"only for large B": "W", "for any B": "R"}),
    ("B >= 8", {"minimum of 8": "R", "maximum of 8": "W"}),
]  # fmt: skip


@pytest.mark.parametrize(("expected", "answers"), MORE)
def test_more_in_few_words(expected: str, answers: dict[str, str]) -> None:
    assert {a: outcome(a, expected) for a in answers} == answers


#: formulas and changes in signs: a base below, factorials, ratios, arrows, bytes each, what it is of before it
SIGNS: list[tuple[str, dict[str, str]]] = [
    ("ceil(log2(p))", {
        "⌈log₂p⌉": "R", "⌈log₂ p⌉": "R", "⌊log₂p⌋": "W", "⌈log₃p⌉": "W", "⌈log₂(p)⌉": "R", "⌈log₂2p⌉": "W",
    }),
    ("n*log2(n)", {
        "n log₂n": "R", "n·log₂n": "R", "n log₁₀n": "W", "n log₂n + n": "W", "log₂n": "W", "n(log₂n)": "R",
    }),
    ("log2(n) + 1", {
        "log₂ n + 1": "R", "log_2 n + 1": "R", "log₂n + 1": "R", "1 + log₂n": "R", "log₂(n+1)": "W", "log₂ n - 1": "W",
    }),
    ("40320", {"8!": "R", "8! = 40320": "R", "7!": "W", "9!/9": "R", "8*7!": "R", "8! = 5040": "W"}),
    ("15", {"6!/(2!*4!)": "R", "6!/(2!4!)": "R", "6!/4!": "W", "15!": "U", "3!": "W"}),
    ("5", {"5!": "U", "5!!": "R", "4!": "U"}),
    ("1.2", {"1.2:1": "R", "6:5": "R", "1.2 to 1": "R", "1.5:1": "W", "12:1": "W", "1:1.2": "U", "1:1.3": "W"}),
    ("140 GB", {
        "70B*2B = 140GB": "R", "70B × 2B": "R", "70B params * 2B = 140 GB": "R", "2B * 70B": "R", "70Bx2B": "R",
        "70B params, 2B each: 140GB": "R", "70B*2B/8 = 17.5GB": "W", "70B*4B = 280GB": "W", "70B*2B = 280GB": "W",
        "7B*2B": "W", "35B * 2 * 2B": "R", "35B * 2B": "W",
    }),
    ("6.3e24 FLOPs", {"6*70B*15T": "R", "6*70B*15T = 6.3e24": "R", "6*7B*15T": "W", "6*70B*1.5T": "W"}),
    ("3.2", {"oversubscription 3.2:1": "R", "a ratio of 3.2 to 1": "R", "oversubscription 2.3:1": "W"}),
    ("90%", {"hit ratio 90%": "R", "eff. 90%": "R", "util 80%": "W", "no loss 90%": "U", "loss 10%": "U"}),
    ("10 bytes", {"10 bytes/wt": "R", "approx 10 B/wt": "R", "10 bytes per wt": "R", "12 bytes/wt": "W"}),
    ("0.8", {
        "RAID6, 8+2: 80%": "R", "RAID6, 8+2: 75%": "W", "RAID6 (8+2): 80%": "R",
    }),
    ("42 ms", {"Ring, 8 chips: 42 ms": "R", "Ring, 8 chips: 48 ms": "W", "Ring, half of the chips: 42 ms": "U"}),
    ("3/11", {
        "idle 3/11": "R", "bubble 27%": "R", "the pipeline bubble 3/11": "R", "idle 4/11": "W", "idle 8/11": "U",
        "not idle 3/11": "U", "waste 30%": "W",
    }),
    ("1024", {"×1024, not ×1000": "R", "×1000, not ×1024": "W", "x1024, not 1000": "R", "not x1000, x1024": "U"}),
    ("T_math + T_comms", {
        "sum, T_math+T_comms": "R", "the sum: T_comms + T_math": "R", "max, T_math+T_comms": "U",
    }),
    ("max(T_math, T_comms)", {
        "sum, T_math+T_comms": "W", "It takes whichever is longer, T_math or T_comms.": "R",
        "It takes whichever is shorter, T_math or T_comms.": "W",
    }),
]  # fmt: skip


@pytest.mark.parametrize(("expected", "answers"), SIGNS)
def test_formulas_in_signs(expected: str, answers: dict[str, str]) -> None:
    assert {a: outcome(a, expected) for a in answers} == answers


#: a change told by an arrow or a sign
ARROWS: list[tuple[str, dict[str, str]]] = [
    ("25% less latency", {
        "lat ↓ 25%": "R", "latency ↓25%": "R", "↓25%": "R", "latency -25%": "R", "-25% latency": "R",
        "latency: -25%": "R",
        "lat ↑ 25%": "W", "↑25%": "W", "latency +25%": "W", "lat ↓ 30%": "W", "memory ↓ 25%": "U", "latency - 25%": "U",
    }),
    ("1.25x", {
        "tput +25%": "R", "throughput ↑ 25%": "R", "throughput: +25%": "R", "+25% throughput": "R", "tput -25%": "W",
        "25% ↑": "R", "25% ↓": "W", "tput +20%": "W", "tput ↓ 25%": "W", "not +25%": "U", "at +25%": "U",
    }),
    ("2x faster", {
        "throughput ↑ 2x": "R", "latency ↓ 2x": "R", "time -50%": "R", "latency ↑ 2x": "W", "throughput ↓ 2x": "W",
        "latency ↓ 3x": "W", "bytes ↓ 2x": "U", "throughput ×2": "R", "latency / 2": "R", "latency ×2": "W",
        "tput /2": "W", "peak/2": "U",
    }),
    ("2x fewer bytes", {"bytes ↓ 2x": "R", "bytes ↓ 50%": "R", "bytes ↑ 2x": "W", "bytes ↓ 25%": "W",
                      "bytes/2": "R", "bytes*2": "W", "tokens/2": "W"}),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("expected", "answers"), ARROWS)
def test_changes_in_signs(expected: str, answers: dict[str, str]) -> None:
    assert {a: outcome(a, expected) for a in answers} == answers


#: verbs that tell a factor, shares told as so much of so much, what is a bit more than a number
TOLD: list[tuple[str, dict[str, str]]] = [
    ("50% less", {
        "Going from bf16 to fp8 halves the bytes that we have to load.": "R",
        "Switching to fp8 halves the traffic": "R",
        "Going from fp8 to bf16 doubles the bytes that we have to load.": "W",
        "Going to fp8 would halve the bytes.": "U", "Going to fp8 does not halve the bytes.": "U",
        "Only fp8 halves the bytes": "U", "Either halves the bytes": "U",
    }),
    ("4x smaller", {
        "Quantizing shrinks the model four times.": "R", "Quantizing shrinks the model 4x.": "R",
        "int4 reduces the model by a factor of four": "R", "Quantizing cuts the weights fourfold": "R",
        "Quantizing shrinks the model two times.": "W", "Quantizing grows the model four times.": "W",
        "Quantizing does not shrink the model four times.": "U",
    }),
    ("2.1x faster", {
        "a little more than twice as fast": "R", "just over 2x faster": "R", "a little less than half the time": "R",
        "slightly less than twice as fast": "W", "a little more than half the time": "W",
        "more than twice as fast": "U",
    }),
    ("33% less", {
        "saves a third": "R", "it saves one third": "R", "saves two thirds": "W", "does not save a third": "U",
    }),
    ("33% more FLOPs", {
        "4/3x FLOPs": "R", "FLOPs ↑ 33%": "R", "3/4x FLOPs": "W", "FLOPs ↓ 33%": "W", "4/3x bytes": "W",
    }),
    ("3", {
        "not two but three": "R", "not two, three": "R", "not three but two": "W", "not three": "U",
    }),
    ("3x faster", {
        "Caching triples throughput": "R", "Caching cuts latency 3x": "R", "Caching cuts throughput 3x": "W",
        "Caching multiplies the throughput by three": "R", "Caching divides the latency by 3": "R",
        "Caching reduces the latency three-fold": "R", "Caching multiplies the latency by three": "W",
        "Caching divides the throughput by 3": "W", "Caching doubles the throughput": "W",
    }),
    ("25% less time", {
        "It saves us 30 minutes out of every two hours.": "R", "It saves a quarter of the time.": "R",
        "It saves 15 minutes of every hour.": "R", "It saves us 30 minutes out of every three hours.": "W",
        "It saves half of the time.": "W", "It saves a quarter of the memory.": "U",
        "It does not save us 30 minutes out of every two hours.": "U",
    }),
    ("0.5%", {"The server is down 5 min every 1000 min": "R", "The server is down 8 min every 1000 min": "W"}),
    ("-25%", {"-25%": "R", "25%": "W"}),
    ("25%", {
        "↓25%": "U", "↑25%": "R",
        "30 minutes out of every two hours": "R", "We wait 30 minutes out of every two hours": "R",
        "6 hours out of every day": "R", "20 GB of every 80 GB": "R", "30 minutes every two hours": "R",
        "30 minutes out of every three hours": "W", "8 hours out of every day": "W",
        "20 GB out of every two hours": "U",
    }),
    ("2000 s", {
        "The scan lasts a little more than half an hour.": "R", "just over half an hour": "R",
        "slightly more than 0.5 hours": "R", "slightly more than 30 minutes": "R", "just under half an hour": "W",
        "a little more than an hour": "W", "a bit more than a quarter of an hour": "U",
    }),
    ("2.4 hours", {
        "slightly under two and a half hours": "R", "a bit less than 2.5 hours": "R", "a bit more than 2.5 hours": "W",
        "a bit more than 2.3 hours": "R", "a bit less than 2.7 hours": "U", "2.5 hours": "W",
    }),
    ("4.88 days", {
        "5000 GPU-days on 1024 GPUs, i.e. 4.9 days": "R", "5000 GPU-days on 1024 GPUs, i.e. 5.9 days": "W",
        "6000 GPU-days on 1024 GPUs, i.e. 4.9 days": "W", "5000 GPU-days on 128 nodes, i.e. 4.9 days": "U",
    }),
    ("24.9 MB", {
        "for one frame is needed 24.9 MB": "R", "24.9 MB are needed for one frame": "R",
        "for one frame is needed 8.3 MB": "W", "8.3 MB are needed for one frame": "W",
        "for one frame is not needed 24.9 MB": "U",
    }),
    ("O(n*log(n))", {
        "n log n compares": "R", "n log n comparisons": "R", "n^2 compares": "W", "log n compares": "W",
        "at most n log n compares": "U", "n log n rounds": "U",
    }),
    ("2*B*D*F", {
        "You multiply B by D by F and then double it.": "R", "Multiply B by D by F, then double that.": "R",
        "B times D times F, doubled": "R", "B times D times F, halved": "W",
        "You multiply B by D by F and then halve it.": "W",
        "You multiply B by D and then double it.": "U",
    }),
    ("C/W", {
        "The peak divided by the bandwidth gives the ridge point.": "R",
        "The bandwidth divided by the peak gives the ridge point.": "W",
        "take the peak, divide by the bandwidth": "R", "take the bandwidth, divide by the peak": "W",
        "The bandwidth divided by something gives the ridge point.": "U",
    }),
    ("T > 8*D", {
        "The FFW costs more as long as T is smaller than eight times D.": "R", "The MLP dominates while T < 8D": "R",
        "The MLP dominates for T < 8D, attention above": "R",
        "The FFW costs more as long as T is larger than eight times D.": "W",
        "The MLP dominates while T < 4D": "W", "Attention dominates while T < 8D": "W",
        "The MLP does not dominate while T < 8D": "U",
    }),
    ("B > 240.24", {
        "The critical batch size stays 240 in int8 since both the FLOPs and the bytes change by two.": "R",
        "The critical batch size remains about 240.": "R", "The critical batch size stays 120 in int8.": "W",
        "It does not stay 240.": "U",
    }),
    ("2", {
        "Two chips are enough, one is not.": "R", "Two suffice, one does not.": "R", "Two will do, one won't.": "R",
        "One chip isn't enough, two are.": "R", "Two aren't enough, three are.": "W",
        "Three chips are enough, two are not.": "W",
        "One chip is enough, two are not.": "U",
    }),
    ("no", {
        "I don't think it fits on one card.": "R", "We do not believe that it fits": "R", "I don't think it works": "R",
        "I fear it won't fit": "R", "don't think so": "R", "I fear it fits": "U", "I think it fits": "W",
        "I don't think it doesn't fit": "U", "I don't know whether it fits": "U",
        "I don't think it just fits": "U",
    }),
    ("memory-bound", {
        "The bottleneck is not the network but the memory.": "R",
        "It is limited not by the compute but by the memory.": "R",
        "not the network but the memory": "R", "The bottleneck is not the memory but the math.": "W",
        "HBM is not what limits us here.": "W", "HBM is not dominating": "W", "the memory traffic is dominating": "R",
        "here the loads are dominating": "R", "here flops are dominating": "W", "the MXU": "W", "the tensor cores": "W",
        "The network isn't the limiting factor here; HBM is.": "R",
        "HBM isn't the limiting factor; the network is.": "W",
        "It isn't the math that slows us down but the HBM": "R",
        "It isn't the HBM that slows us down but the math": "W",
        "The network is not the bottleneck.": "U", "the bottleneck is not the memory but may be the math": "U",
        "dominating": "U",
    }),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("expected", "answers"), TOLD)
def test_what_verbs_and_parts_tell(expected: str, answers: dict[str, str]) -> None:
    assert {a: outcome(a, expected) for a in answers} == answers
