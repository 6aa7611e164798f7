"""What answers conclude, label and work out, marked by hand: R right, W wrong, U open; each rule with what it is not.

The values are worked out by hand: 80 - 60 = 20, 4*8*16 = 512, 2 + 2 + 12 = 16, 4! = 24, ceil(140/80) = 2.
"""

from __future__ import annotations

import pytest
from marks import outcome

from symroof.checking.answers.lastly import last_of

#: the key, and answers with their marks
TOLD: list[tuple[str, dict[str, str]]] = [
    # a conclusion counts where its premise is no other value of what is asked, and none of its steps is wrong
    ("48 GB/day", {"the log grows 2 GB/h, so 48 GB daily": "R", "the log grows 2 GB/h, so 50 GB daily": "W"}),
    ("0%", {"it falls 20 % then rises 25 %, so no change at all": "R", "no change": "R", "stays the same": "R"}),
    ("5%", {"it falls 20 % then rises 25 %, so no change at all": "W"}),
    ("memory-bound", {"the loads take 5 ms, the math 2 → memory": "R", "loads 5 ms, math 2 → compute": "U"}),
    ("381 steps", {"1 epoch = 50000/128 = 390.6, so 391 steps": "W", "1 epoch = 50000/128 = 380.6, so 381 steps": "U"}),
    ("391 steps", {"1 epoch = 50000/128 = 390.6, so 391 steps": "R"}),
    ("2%", {"warmup is 2000 of 100k steps = 2%": "R", "warmup is 2000 of 100k steps = 0.2 %": "W"}),
    ("8*N*D", {"checkpointing costs one more forward, so 8ND in place of 6ND": "R"}),
    ("153 FLOP/byte", {"half that of the A100, which is 153 FLOP/byte": "U"}),
    ("80 GB", {"weights = 16 GB, optimizer = 46 GB, total = 80 GB": "U"}),
    # what grows like it is so much of it, and of no part of it
    ("1/sqrt(N)", {"error goes like 1/sqrt(N)": "R", "error goes like 1/N": "W", "the rest goes like 1/sqrt(N)": "U"}),
    # a label is left out, but not one that makes it another value
    ("0.9 us", {"ping pong half of rtt: 0.9 us": "R", "ping pong half of rtt: 9 us": "W"}),
    ("n + 4", {"pipeline of 5 stages, n instr: n + 4 cycles": "R"}),
    ("5 ms", {"kernel A: 3 ms, kernel B: 5 ms": "U", "upper bound: 5 ms": "U", "5 ms: 9/2 = 5": "U"}),
    ("exp(-A*D)", {"yield e^(-A D)": "R", "half e^(-A D)": "W"}),
    ("1.5", {"cpi 1.5": "R", "extra 1.5": "U", "initial 1.5": "U", "not 1.5": "U"}),
    ("7", {"cell 7": "U"}),
    # the numbers of a sentence come to its last one
    ("20 requests/s", {"It drains at 80 per second and fills at 60, so it shrinks by 20 per second.": "R"}),
    ("30 requests/s", {"It drains at 80 per second and fills at 60, so it shrinks by 30 per second.": "U"}),
    ("512 samples", {"accumulation 4 x micro batch 8 x 16 gpus gives 512 samples": "R"}),
    ("128 samples", {"accumulation 4 x micro batch 8 x 16 gpus gives 128 samples": "U"}),
    ("300 EUR", {"fixed costs of 1.2 million €, spread on 4000 pcs are 300 EUR apiece": "R"}),
    ("13.2 min", {"43 - 30 used = 13 min wasted": "U"}),
]


@pytest.mark.slow
@pytest.mark.whole
@pytest.mark.parametrize(("expected", "answers"), TOLD, ids=[k for k, _ in TOLD])
def test_what_is_said_last(expected, answers):
    assert {a: outcome(a, expected) for a in answers} == answers


def test_a_demonstrative_concludes_behind_a_stop_alone():
    assert last_of("sixty, that is 60") == ("sixty", "60", "so")
    assert last_of("With recomputation it is 6ND") is None
    assert outcome("With recomputation it is 6ND.", "6*N*D") == "U"


@pytest.mark.parametrize(
    ("expected", "answers"),
    [
        ("86400 requests/day", {"86400 a day": "R", "86 400 per day": "R", "86401 a day": "W", "86400 an hour": "W"}),
        ("3/day", {"3 failures a day": "R", "3 failures an hour": "W"}),
        ("$30 per 1M tokens", {"$0.03 per kilo token": "R", "$3 per kilo token": "W"}),
        ("16384 MACs/cycle", {"128x128 array = 16384 macs each clock": "R", "8192 macs each clock": "W"}),
        ("MTBF/(MTBF + MTTR)", {"mtbf/(mtbf+mttr)": "R", "mttr/(mtbf+mttr)": "W"}),
        ("a + n*b", {"alpha + n*beta": "R", "beta + n*alpha": "W"}),
        ("1/(mu - lam)", {"1/(mu - lambda)": "R", "1/(lambda - mu)": "W"}),
        ("<= 5 nodes", {"at most 5 nodes may fail": "R", "at least 5 nodes may fail": "W"}),
        ("6 bits", {"64 sets, hence 6 index bits": "R", "7 index bits": "W", "6 spare bits": "U"}),
        ("1.49 Gb/s", {"187 MB/s": "R", "188 MB/s": "W"}),  # 1.495 Gb/s are 186.9 MB/s, which round to 187
        ("100 Gbit/s", {"12.5 GB/s": "R", "12.4 GB/s": "W"}),
        ("$40550", {"It sets us back forty thousand dollars, roughly.": "R", "sixty thousand dollars, roughly": "W"}),
        ("100 GB", {"12.5 GB on each card": "U", "12.4 GB on each card": "W"}),
        ("5.9 ms", {"5.9 ms or 50.9 ms, one of them": "U"}),
        ("O(n*log(n))", {"sort dominates,hence nlogn": "R", "nlogm": "U"}),
        ("O(n*W)", {"the dp is pseudo polynomial O(nW)": "R", "the dp is pseudo polynomial O(n^2 W)": "W"}),
        ("O(1)", {"does not depend of n": "R"}),
        ("O(n)", {"does not depend of n": "W"}),
        ("O(n!)", {"O(n!)": "R", "O((n-1)!)": "U"}),
        ("C/(1 + r)**n", {"C/(1+r)^n": "R", "C*(1+r)^n": "W"}),
        ("14 GB", {"14 gigs bc 2 bytes per param": "R"}),
    ],
)
def test_units_names_and_orders_as_they_are_typed(expected, answers):
    assert {a: outcome(a, expected) for a in answers} == answers


@pytest.mark.parametrize(
    ("expected", "right", "others"),
    [
        ("25%", "margin 25%", ("complement 25%",)),
        ("42 ms", "latency 42 ms", ("deduct 42 ms", "omit 42 ms", "remove 42 ms", "sans 42 ms")),
        ("2x faster", "2x faster", ("slowdown 2x", "time 2x", "penalty 2x")),
        ("2x slower", "2x slower", ("speedup 2x",)),
        ("20% faster", "20% faster", ("regression 20%",)),
        ("30% cheaper", "30% cheaper", ("surcharge 30%",)),
        ("25% less", "25% less", ("gain 25%",)),
        # the last of the parts of a total told first is not what is asked
        (
            "4 ms",
            "it takes 7 and 3 ms of it are compute, so it hides 4 ms",
            ("It's 7 ms; compute is 3 ms and comms is 4 ms",),
        ),
        ("4 ms", "4 ms", ("It takes 7 ms, of which compute takes 3 ms and comms takes 4 ms",)),
        ("40 GB", "40 GB", ("140 GB, where weights take 100 GB and the cache takes 40 GB",)),
        # labels that go on with the number, or are another value of it
        ("42 ms", "latency: 42 ms", ("less than: 42 ms", "more than: 42 ms", "above: 42 ms", "minus: 42 ms")),
        ("42", "answer: 42", ("times: 42",)),
        ("2*V/W", "ring: 2*V/W", ("V/W: 2*V/W",)),
        ("n", "steps: n", ("2n: n",)),
        ("130 GB", "weights: 0.13 TB", ("one quarter of V/W: 0.13 TB",)),
        ("2", "n = 2", ("some constant times n = x2",)),
        ("32 MB", "it is the cache, which is 32 MB", ("it is three times the cache, which is 32 MB",)),
        ("42 ms", "the card is a slow one, that's 42 ms", ("slower than the other card, that's 42 ms",)),
    ],
)
def test_a_noun_a_label_or_a_part_that_makes_it_another_value(expected, right, others):
    assert [outcome(right, expected), *(outcome(x, expected) == "R" for x in others)] == ["R", *(False for _ in others)]
