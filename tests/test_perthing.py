"""So much a day, a token, a weight, and how often something comes; marked by hand, both outcomes of each."""

from __future__ import annotations

import pytest
from marks import outcome

#: a key, and answers to it with their marks: R right, W wrong, U open
ROWS: dict[str, dict[str, str]] = {
    "134.4 kWh": {
        "134 kWh per day": "R",
    },
    "8*700*24 Wh": {
        "The server uses 134 kWh per day.": "R",
        "The server uses 143 kWh per day.": "W",
    },
    "$8409600": {
        "The electricity bill will be some 8.4 million dollars per year.": "R",
        "The electricity bill will be some 4.8 million dollars per year.": "W",
    },
    "222 GFLOPs": {
        "0.222 TFLOP per token": "R",
        "0.333 TFLOP per token": "W",
    },
    "$0.50": {
        "$0.50 per 1M tokens": "R",
        "$0.55 per 1M tokens": "W",
    },
    "$0.556": {
        "0.556 USD per million tokens": "R",
    },
    "10 bytes": {
        "10 bytes for every weight": "R",
        "12 bytes for every weight": "W",
    },
    "2.95": {
        "On average we get 2.95 tokens out of every verification step.": "R",
        "On average we get 2.59 tokens out of every verification step.": "W",
    },
    "5 ms": {
        "5 ms per layer": "U",
    },
    "18 GPUs": {
        "18 GPUs per pipeline stage": "U",
    },
    "42 ms": {
        "42 ms per thousand tokens": "U",
    },
    "$1.44 million": {
        "$1.44 million a month, so $17.28 million a year": "U",
    },
    "$0.53": {
        "$19.2/h / 36 Mtok/h = $0.533 per Mtok": "R",
        "$19.2/h / 63 Mtok/h = $0.533 per Mtok": "W",
    },
    "$0.35": {
        "$19.2/h / 36 Mtok/h = $0.533 per Mtok": "W",
    },
    "24 tokens/s": {
        "You get one token every 42 ms.": "R",
        "one token every 42 ms": "R",
        "a token every 42 ms": "R",
        "one token every 24 ms": "W",
        "it takes 42 ms for each token": "R",
        "a request every 42 ms": "U",
    },
    "$412": {
        "The saving comes to $412 per month.": "R",
    },
    "0.0005*8760 hours": {
        "We are not allowed to be down longer than 4.4 hours a year.": "R",
        "We are not allowed to be down longer than 3.4 hours a year.": "W",
        "We may be down at most 4.4 hours a year.": "R",
        "We may be down at most 4.4 hours.": "R",
    },
    "432 GB": {
        "432 GB a day": "R",
    },
    "96 KiB": {
        "96 KiB per head": "U",
    },
    "41.8 ms": {
        "41.8 ms of every second": "U",
    },
    "50000/1024 hours": {
        "Somewhere in the cluster a node dies every two days or so.": "R",
        "Somewhere in the cluster a node dies every four days or so.": "W",
        "A thousand machines fail as rarely as one, so every 50 000 hours.": "W",
    },
    "48 h": {
        "every two days": "R",
    },
    "5.5%": {
        "only 5.5 percent of the weights are active for each token": "R",
        "only 6.5 percent of the weights are active for each token": "W",
    },
    "10e9/(84*8) packets/s": {
        "The link can carry almost fifteen million minimum size frames each second.": "R",
        "The link can carry almost twelve million minimum size frames each second.": "U",
        "14.9 million frames per second": "R",
        "almost 15 million frames per second": "R",
        "almost fifteen million minimum size frames per second": "R",
        "The link can carry almost 15 million frames per second.": "R",
        "The link can carry 14.9 million packets per second.": "R",
        "almost 15 million packets/s": "R",
    },
    "10e9/(84*8)": {
        "almost fifteen million": "R",
    },
}


@pytest.mark.parametrize(("answer", "key", "mark"), [(a, k, m) for k, rows in ROWS.items() for a, m in rows.items()])
def test_marks_given_by_hand(answer, key, mark):
    assert outcome(answer, key) == mark


#: what makes another statement of a right value, or of a wrong one the right
OTHERWISE: list[tuple[str, str, str]] = [
    ("It costs $2 per million tokens less.", "$2", "U"),
    ("It costs $2 per million tokens more than before.", "$2", "U"),
    ("$2 per million tokens at most", "$2", "U"),
    ("140 GFLOPs per token per layer", "140e9 FLOPs", "U"),
    ("The cluster was never down for two days.", "48 h", "U"),
    ("It saves 134 kWh per day.", "134.4 kWh", "U"),
    ("It's not 134 kWh per day.", "134.4 kWh", "U"),
    ("It used to be 134 kWh per day.", "134.4 kWh", "U"),
    ("134 kWh every other day", "134.4 kWh", "U"),
    ("more than 134 kWh per day", "134.4 kWh", "U"),
    ("It would be 134 kWh per day with int8 weights.", "134.4 kWh", "U"),
    ("10 bytes for every ten weights", "10 bytes", "U"),
    ("The lower bound is 10 bytes for every weight.", "10 bytes", "U"),
    ("each cache miss costs 10 bytes per token", "10 bytes", "U"),
    ("half the nodes die every two days", "48 h", "U"),
    ("a node doesn't die every two days", "48 h", "U"),
    ("half the users get one token every 42 ms", "24 tokens/s", "U"),
    ("not one token every 42 ms", "24 tokens/s", "U"),
]


@pytest.mark.parametrize(("answer", "key", "mark"), OTHERWISE)
def test_what_stands_around_counts(answer, key, mark):
    assert outcome(answer, key) == mark


#: sentences of amounts per thing, marked before they were tried; 32 of 41 were given at first contact
SENTENCES: list[tuple[str, str, str]] = [
    ("The rack draws 960 kWh every day.", "960 kWh", "R"),
    ("We ship about 2 TB of checkpoints each day.", "2 TB", "R"),
    ("The model costs us roughly 12 cents per thousand requests.", "$0.12", "R"),
    ("We pay 2 dollars for a million tokens.", "$2", "R"),
    ("Serving a million tokens costs 2 dollars.", "$2", "R"),
    ("A million tokens cost 2 dollars.", "$2", "R"),
    ("A million tokens cost 3 dollars.", "$2", "W"),
    ("Every token needs 140 GFLOPs.", "140e9 FLOPs", "R"),
    ("Each token needs 140 GFLOPs.", "140e9 FLOPs", "R"),
    ("Each token needs 104 GFLOPs.", "140e9 FLOPs", "W"),
    ("Each parameter takes 16 bytes.", "16 bytes", "R"),
    ("For every parameter we store 16 bytes.", "16 bytes", "R"),
    ("Per parameter we store 16 bytes.", "16 bytes", "R"),
    ("Per parameter we store 12 bytes.", "16 bytes", "W"),
    ("A token comes out every 42 ms.", "24 tokens/s", "R"),
    ("A token comes out every 24 ms.", "24 tokens/s", "W"),
    ("We see a failure roughly every two days.", "48.8 hours", "R"),
    ("Expect a failure every 49 hours.", "48.8 hours", "R"),
    ("On average something breaks every 49 hours.", "48.8 hours", "R"),
    ("On average something breaks every 94 hours.", "48.8 hours", "W"),
    ("The mean time between failures is two days.", "48.8 hours", "R"),
    ("We can afford 5 minutes of downtime per month.", "5 min", "R"),
    ("The job writes a checkpoint of 140 GB every hour.", "140 GB", "R"),
    ("Every step reads 140 GB.", "140 GB", "R"),
    ("Every decode step reads 140 GB.", "140 GB", "R"),
    ("Every decode step reads 410 GB.", "140 GB", "W"),
    ("Each request costs half a cent.", "$0.005", "R"),
    ("That's 12.5 GB for each of the 32 chips.", "12.5 GB", "U"),
    ("The traffic is halved.", "2x fewer bytes", "R"),
    ("The traffic doubles.", "2x fewer bytes", "W"),
    ("fp8 halves the traffic.", "2x fewer bytes", "R"),
    ("We move half as many bytes.", "2x fewer bytes", "R"),
    ("We move a quarter of the bytes.", "4x fewer bytes", "R"),
    ("It moves just as many bytes.", "2x fewer bytes", "W"),
    ("There is no difference.", "2x faster", "W"),
    ("both take equally long", "2x faster", "W"),
    ("equally fast", "2x faster", "W"),
    ("no change", "2x faster", "W"),
]


@pytest.mark.parametrize(("answer", "key", "mark"), SENTENCES)
def test_sentences(answer, key, mark):
    assert outcome(answer, key) == mark
