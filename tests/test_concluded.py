"""Notes that work something out and conclude, and wrong ones that say so in words; marked by hand, both outcomes."""

from __future__ import annotations

import pytest
from marks import outcome

#: a key, and answers to it with their marks: R right, W wrong, U open
ROWS: dict[str, dict[str, str]] = {
    "max(T_math, T_comms)": {
        "np.maximum(T_math, T_comms)": "R",
        "np.minimum(T_math, T_comms)": "W",
    },
    "ceil(N/8)": {
        "math.ceil(N/8)": "R",
    },
    "sqrt(2*B*D)": {
        "np.sqrt(2*B*D)": "R",
    },
    "max(a, b)": {
        "torch.maximum(a, b)": "R",
    },
    "12.5 GB": {
        "400 GB over 32 chips, 12.5 GB each": "R",
        "400 GB over 32 chips, 15.2 GB each": "W",
        "400 GB over 16 chips, 12.5 GB each": "W",
        "12.5 GB each": "U",
        "400 GB on 32 chips = 12.5 GB each": "R",
    },
    "6 bits": {
        "32K/(64*8) = 64 sets -> 6 index bits": "R",
        "32K/(64*8) = 64 sets -> 8 index bits": "W",
        "64 sets, so 6 bits": "R",
    },
    "64": {
        "32K/(64*8) = 64 sets": "R",
        "32K/(64*8) = 128 sets": "W",
        "= 64 sets": "R",
    },
    "13.2 min": {
        "43 - 30 used = 13 min left": "R",
        "43 - 30 used = 16 min left": "W",
        "43 - 30 = 13 min left": "R",
        "13 min left": "U",
    },
    "(p-1)/(m+p-1)": {
        "p-1 idle slots out of m+p-1": "R",
        "p idle slots out of m+p-1": "W",
    },
    "3/19": {
        "3 slots out of 19": "R",
        "3 idle slots out of 19": "R",
        "3 slots out of 16": "W",
        "3 out of 19": "R",
    },
    "2*8*6400e6 bytes/s": {
        "Both channels together deliver a little over 100 GB/s, to be exact 102.4.": "R",
        "Both channels together deliver a little over 100 GB/s, to be exact 104.2.": "W",
    },
    "102.4 GB/s": {
        "a little over 100 GB/s, 102.4 to be exact": "R",
    },
    "1.5x": {
        "+50%": "R",
        "+60%": "W",
        "-50%": "W",
        "50% overhead": "R",
        "EC 6+3 -> 50% overhead": "R",
        "EC 6+3 -> 33% overhead": "W",
        "EC 6+3: 50% overhead": "R",
    },
    "1.5": {
        "+50%": "U",
    },
    "2x fewer bytes": {
        "Going from bf16 to fp8 cuts the traffic by a half.": "R",
        "Going from bf16 to fp8 cuts the traffic by a third.": "W",
        "cuts the traffic by half": "R",
    },
    "4": {
        "height = ceil(log200(1e9)) = 4": "R",
        "height = ceil(log200(1e9)) = 5": "W",
        "ceil(log200(1e9))": "R",
    },
    "log2(1e9)": {
        "log2(1e9)": "R",
    },
    "log10(n)": {
        "log10(n)": "R",
    },
    "(1 - a**(k+1))/(1 - a)": {
        "1 + a + a^2 + ... + a^k": "R",
        "1 + a + a^2 + ... + a^(k-1)": "W",
        "1+a+a^2+…+a^k": "R",
    },
    "(a**(n+1) - 1)/(a - 1)": {
        "1 + a + ... + a^n": "R",
    },
    "n*(n+1)/2": {
        "1 + 2 + ... + n": "R",
    },
    "n*(n-1)/2": {
        "1 + 2 + ... + n": "W",
    },
    "30 ms": {
        "ping should show 15ms": "W",
        "ping should show 30ms": "R",
    },
    "k + n - 1": {
        "n*k (every instr takes k)": "W",
        "k + n - 1 (every instr takes k)": "R",
    },
    "2.03 GB": {
        "every chip keeps all 130 GB": "W",
    },
    "130 GB": {
        "every chip keeps all 130 GB": "U",
    },
    "2x": {
        "they cost the same": "W",
        "it's the same": "W",
    },
    "1x": {
        "they cost the same": "R",
    },
    "2x faster": {
        "they cost the same": "W",
    },
    "a*(n - 1)": {
        "n-1 hops, a each: (n-1)*a": "R",
        "n-1 hops, a each: n*a": "W",
    },
    "8*D": {
        "T = 8D (32k for D=4096)": "R",
        "T = 8D (33k for D=4096)": "R",
    },
    "B > 240.24": {
        "B crit = 240 (v5e)": "R",
        "B crit = 260 (v5e)": "W",
    },
    "1/12 FLOPs/byte": {
        "axpy 2 flops / 24 bytes = 1/12": "R",
        "axpy 2 flops / 24 bytes = 1/8": "W",
    },
}


@pytest.mark.parametrize(("answer", "key", "mark"), [(a, k, m) for k, rows in ROWS.items() for a, m in rows.items()])
def test_marks_given_by_hand(answer, key, mark):
    assert outcome(answer, key) == mark


#: what makes another statement of a right value, or of a wrong one the right
OTHERWISE: list[tuple[str, str, str]] = [
    ("You can go up to 12-way tensor parallelism.", "Y < 12.85", "R"),
    ("You can go up to 14-way tensor parallelism.", "Y < 12.85", "W"),
    ("You can go up to 12 chips.", "Y > 12.85", "W"),
    ("Cutting it into 4 pieces takes 42 ms.", "42 ms", "R"),
    ("One of the 4 pieces takes 42 ms.", "42 ms", "U"),
    ("the ICI limits us", "communication-bound", "R"),
    ("the ICI limits us", "compute-bound", "W"),
    ("the ICI does not limit us", "communication-bound", "U"),
    ("That is 25% of peak, i.e. 49 TFLOPs/s.", "4.92e13 FLOPs/s", "R"),
    ("That is 25% of peak, i.e. 94 TFLOPs/s.", "4.92e13 FLOPs/s", "W"),
    ("n-1 hops, a each", "a*(n - 1)", "R"),
    ("n hops, a each", "a*(n - 1)", "U"),
    ("n hops, a each: n*a", "a*(n - 1)", "U"),
    ("n-1 hops, not a each", "a*(n - 1)", "U"),
    ("43 - 30 = 13 GB left", "13.2 min", "W"),
    ("3 slots out of 19 are never idle", "3/19", "U"),
    ("no change in accuracy", "1x", "U"),
    ("There is no difference between the two formats in bytes.", "2x fewer bytes", "U"),
    ("16 busy slots out of 19", "3/19", "W"),
    ("not 3 slots out of 19", "3/19", "U"),
    ("3 slots out of 19 at most", "3/19", "U"),
    ("fewer than 3 slots out of 19", "3/19", "U"),
    ("the same as before", "2x", "U"),
    ("not the same", "2x", "U"),
    ("they don't cost the same", "2x", "U"),
    ("43 - 30 used = 13 min wasted", "13.2 min", "U"),
    ("+50%", "2x fewer bytes", "W"),
    ("-50%", "2x fewer bytes", "R"),
    ("a little over 100 GB/s, to be exact 102.4 MB/s", "102.4 GB/s", "W"),
    ("8 groups, 16 GB each: 128 GB", "128 GB", "R"),
    ("8 groups, 16 GB each: 112 GB", "128 GB", "W"),
]


@pytest.mark.parametrize(("answer", "key", "mark"), OTHERWISE)
def test_what_stands_around_counts(answer, key, mark):
    assert outcome(answer, key) == mark
