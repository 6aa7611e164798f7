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
