"""Steps whose numbers agree and whose units do not, and words beside a result; marked by hand, both outcomes."""

from __future__ import annotations

import pytest
from marks import outcome

#: a key, and answers to it with their marks: R right, W wrong, U open
ROWS: dict[str, dict[str, str]] = {
    "432 GB/day": {
        "5 MB/s * 86400 = 432 GB/day of WAL": "R",
        "5 MB/s * 86400 = 432 GB/day": "R",
        "5 MB/s * 3600 = 432 GB/day": "W",
        "5 MB/s * 86400 = 423 GB/day": "W",
    },
    "53.76 kg": {
        "134.4 kWh * 0.4 kg = 53.8 kg CO2": "R",
        "134.4 kWh * 0.5 kg = 53.8 kg CO2": "W",
        "134.4 kWh * 0.4 kg = 58.3 kg CO2": "W",
    },
    "30 ms": {
        "2 × 15 ms = 30ms RTT": "R",
        "2 × 15 ms = 30 ms RTT": "R",
        "2 × 15 ms = 35 ms RTT": "W",
        "2 × 10 ms = 30 ms RTT": "W",
        "15 ms = 15 ms RTT": "W",
        "2 × 15 ms = 30 ms R": "W",
    },
    "48 kWh": {
        "2000 W * 24 = 48 kWh": "R",
    },
    "30 EUR": {
        "100 kWh * 0.30 = 30 EUR": "R",
    },
    "130 EUR": {
        "24 × €5 = €130": "W",
    },
    "6 MB": {
        "2 GB * 3 = 6 MB": "W",
    },
    "6 GB": {
        "2 GB * 3 = 6 MB": "W",
    },
    "180 min": {
        "3 h * 60 = 180 min": "R",
    },
    "86.4e6 requests/day": {
        "1000 req/s * 86400 = 86.4M req/day": "R",
    },
    "288 GB/day": {
        "12 GB/h * 24 = 288 GB/day": "R",
        "12 GB/h * 12 = 288 GB/day": "W",
    },
    "$1440": {
        "$2/h * 24 * 30 = $1440": "R",
    },
    "168 kWh": {
        "7 kW * 24 = 168 kWh": "R",
    },
    "5 ms": {
        "9/2 = 5 ms": "W",
    },
    "B > 120*E/k": {
        "120 E/k tokens": "R",
        "120*E/k": "R",
        "120*E/k tokens": "R",
        "60 E/k tokens": "W",
        "above 120 E/k tokens": "R",
    },
    "1/4": {
        "int4 vs bf16: 4x less bytes": "R",
        "4x less bytes": "R",
        "4x fewer bytes": "R",
        "2x less": "W",
        "4x more": "W",
        "int4 vs bf16: half": "W",
        "int4 vs bf16: a quarter": "R",
    },
    "I > 10": {
        "Below 10 flops per byte the kernel is stuck on the memory roof.": "R",
        "Below 12 flops per byte the kernel is stuck on the memory roof.": "W",
        "Above 10 flops per byte the kernel is stuck on the memory roof.": "W",
        "at least 11 flops per byte": "R",
        "I >= 10": "R",
        "I >= 11": "R",
    },
    "V*(n - 1)/(n*W)": {
        "Every device receives all the others' shards, which is V times (n-1)/n, and that goes over a link of W.": "R",
        "Every device receives all the others' shards, which is V times n/(n-1), and that goes over a link of W.": "W",
        "Each sends V(n-1)/n bytes, and that goes over a link of W.": "R",
    },
}


@pytest.mark.parametrize(("answer", "key", "mark"), [(a, k, m) for k, rows in ROWS.items() for a, m in rows.items()])
def test_marks_given_by_hand(answer, key, mark):
    assert outcome(answer, key) == mark


#: what people work out and conclude, marked before they were tried; 98 of 119 were given at first contact
WORKED_OUT: list[tuple[str, str, str]] = [
    ("64 GB / 8 = 8 GB per GPU", "8 GB", "R"),
    ("12 TB/day / 86400 = 139 MB/s", "139 MB/s", "R"),
    ("2.5 kW * 24 h * 30 = 1800 kWh", "1800 kWh", "R"),
    ("3 GB/s * 60 = 180 GB a minute", "180 GB/min", "R"),
    ("10k qps * 2 KB = 20 MB/s", "20 MB/s", "R"),
    ("140e9*2 = 280 GB", "280 GB", "R"),
    ("1.2 kW × 8760 h = 10512 kWh ≈ 10.5 MWh", "10512 kWh", "R"),
    ("0.7 kW * 8 * 24 = 134 kWh", "134.4 kWh", "R"),
    ("700 W × 8 × 24 h = 134 kWh/day", "134.4 kWh", "R"),
    ("8 × 700 W = 5.6 kW", "5.6 kW", "R"),
    ("5.6 kW * 24 = 134 kWh", "134.4 kWh", "R"),
    ("5.6 kW * 24 * 365 = 49 MWh per year", "49056 kWh", "R"),
    ("49 MWh * 0.12 $/kWh = $5887", "$5886.72", "R"),
    ("49056 kWh * $0.12 = $5887", "$5886.72", "R"),
    ("$2/h * 8 * 24 = $384", "$384", "R"),
    ("$2 * 8 * 24 = $384/day", "$384", "R"),
    ("$2.5 × 1000 GPUs × 720 h = $1.8M", "$1.8 million", "R"),
    ("1000 requests × 50 ms / 8 = 6.25 s", "6.25 s", "R"),
    ("4 kB * 200k IOPS = 800 MB/s", "800 MB/s", "R"),
    ("1 / 42 ms = 23.8 tok/s", "23.8 tokens/s", "R"),
    ("24 tok/s → 42 ms per token", "42 ms", "R"),
    ("8 GPUs, each 80 GB -> 640 GB", "640 GB", "R"),
    ("8 x 80 GB = 640 GB total", "640 GB", "R"),
    ("32 GB / 16 = 2 GB each", "2 GB", "R"),
    ("so 2 GB each", "2 GB", "U"),
    ("1 - 0.37 = 63 %", "63%", "R"),
    ("30% of 30 days = 9 days", "9 days", "R"),
    ("a third of 90 = 30", "30", "R"),
    ("400 s / 60 = 6.7 min", "6.67 min", "R"),
    ("1e9 / 3e6 = 333 s ≈ 5.6 min", "333 s", "R"),
    ("500 km / 200,000 km/s = 2.5 ms, 5 ms both ways", "5 ms", "R"),
    ("3 of 4 GPUs idle", "75%", "R"),
    ("1 out of 8", "12.5%", "R"),
    ("one out of eight", "12.5%", "R"),
    ("7 of the 39 slots", "7/39", "R"),
    ("the bubble is (p-1)/(m+p-1)", "(p-1)/(m+p-1)", "R"),
    ("about 2 dollars per 1M output tokens", "$2", "R"),
    ("5 cents per request", "$0.05", "R"),
    ("16 bytes per parameter", "16 bytes", "R"),
    ("16 B/param", "16 bytes", "R"),
    ("140 GFLOP per token", "140e9 FLOPs", "R"),
    ("140 GFLOPs for each generated token", "140e9 FLOPs", "R"),
    ("2N FLOPs per token", "2*N", "R"),
    ("4 tokens per step", "4", "R"),
    ("3.3 accepted tokens per verification step", "3.3", "R"),
    ("250 MWh a year", "250 MWh", "R"),
    ("$3.5M a year", "$3.5 million", "R"),
    ("10 TB of logs per day", "10 TB", "R"),
    ("10 TB of logs per week", "10 TB", "R"),
    ("it fails once every 49 hours", "48.8 hours", "R"),
    ("one failure every 49 hours", "48.8 hours", "R"),
    ("every 49 hours", "48.8 hours", "R"),
    ("one GPU dies every 49 hours on average", "48.8 hours", "R"),
    ("a request every 5 ms", "200 requests/s", "R"),
    ("one request every 5 ms", "200 requests/s", "R"),
    ("one image every 40 ms", "25 images/s", "R"),
    ("a frame every 16.7 ms", "60 frames/s", "R"),
    ("134 kWh x $0.30 = $40.3", "$40.32", "R"),
    ("134 kWh at $0.30 = $40.3", "$40.32", "R"),
    ("1000 GPU hours x $2 = $2000", "$2000", "R"),
    ("7e9 * 2 = 14 GB of weights", "14 GB", "R"),
    ("14 GB / 2 TB/s = 7 ms TPOT", "7 ms", "R"),
    ("14 GB / 2 TB/s = 7 ms ITL", "7 ms", "R"),
    ("2*7e9*1e12 = 1.4e22 FLOP", "1.4e22 FLOPs", "R"),
    ("5 min = 300 s TTL", "300 s", "R"),
    ("8 × 3.2 Gbps = 25.6 GB/s", "25.6 GB/s", "W"),
    ("8 × 3.2 GB/s = 25.6 GB/s BW", "25.6 GB/s", "R"),
    ("64 bit × 6400 MT/s = 51.2 GB/s", "51.2 GB/s", "R"),
    ("8 B * 6400 MT/s * 2 = 102.4 GB/s", "102.4 GB/s", "R"),
    ("1500 B * 8 / 10 Gb/s = 1.2 us", "1.2 us", "R"),
    ("1500*8/10e9 = 1.2us", "1.2 us", "R"),
    ("3600 s / 42 s = 85.7", "85.7", "R"),
    ("100 W * 8760 = 876 kWh", "876 kWh", "R"),
    ("876 kWh * 0.3 = $263", "$262.8", "R"),
    ("876 kWh * 30 ct = 263 EUR", "263 EUR", "R"),
    ("12 GB/day * 365 = 4.4 TB", "4.38 TB", "R"),
    ("12 GB/day * 365 = 4.4 TB/year", "4.38 TB", "R"),
    ("500 req/s * 86400 = 43.2M requests", "43.2e6", "R"),
    ("500 req/s × 86400 s = 43.2M", "43.2e6 requests", "R"),
    ("300e12*0.4*3600 = 4.3e17 per hour", "4.32e17 FLOPs", "R"),
    ("0.999^3 = 0.997", "0.997", "R"),
    ("1-0.999 = 0.1%", "0.1%", "R"),
    ("0.1% of 8760 h = 8.76 h", "8.76 h", "R"),
    ("0.1% * 365 * 24 = 8.76 h", "8.76 h", "R"),
    ("8.76 hours of downtime a year", "8.76 h", "R"),
    ("5 nines -> 5.26 min/yr", "5.26 min", "R"),
    ("5.26 minutes of downtime per year", "5.26 min", "R"),
    ("20 MB * 30 fps = 600 MB/s", "600 MB/s", "R"),
    ("1920*1080*3*30 = 187 MB/s", "1920*1080*3*30 bytes/s", "R"),
    ("1920*1080*3 = 6.2 MB per frame, *30 = 187 MB/s", "1920*1080*3*30 bytes/s", "R"),
    ("6.2 MB per frame × 30 = 187 MB/s", "1920*1080*3*30 bytes/s", "R"),
    ("10 km / 2e8 m/s = 50 us", "50 us", "R"),
    ("1/0.05 = 20", "20x", "R"),
    ("max speedup = 1/0.05 = 20x", "20x", "R"),
    ("20 at most", "20x", "U"),
    ("2^20 = 1M", "2**20", "R"),
    ("20 bits -> 1M entries", "2**20", "R"),
    ("log2(1M) = 20 comparisons", "20", "R"),
    ("1M/1024 = 1k pages", "1024", "R"),
    ("5 GB/s × 2 directions = 10 GB/s", "10 GB/s", "R"),
    ("10 GB/s (5 each way)", "10 GB/s", "R"),
    ("5 each way, 10 GB/s total", "10 GB/s", "R"),
    ("bubble = 3/19 = 16%", "3/19", "R"),
    ("3/19, i.e. 16%", "3/19", "R"),
    ("3 of 19 slots = 16%", "3/19", "R"),
    ("80 GB - 14 GB = 66 GB for the cache", "66 GB", "R"),
    ("80 - 14 = 66 GB left", "66 GB", "R"),
    ("80 - 14 = 66 GB left for KV", "66 GB", "R"),
    ("66 GB/0.5 MB = 132k tokens", "132000 tokens", "R"),
    ("66e9/0.5e6 = 132k", "132000", "R"),
]


@pytest.mark.parametrize(("answer", "key", "mark"), WORKED_OUT)
def test_worked_out(answer, key, mark):
    assert outcome(answer, key) == mark
