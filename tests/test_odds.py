"""Odds, frequencies and amounts as people say them, against keys that ask for a share, a time, a rate or a number.

Marks by hand.  Earlier answers never told a share by its noun (one expert in 32), or a frequency by its period.
"""

from __future__ import annotations

import pytest

from symroof import check

ROWS = [
    ("1 in 10 000", "0.01%", "R"),
    ("1 in 10,000", "0.01%", "R"),
    ("one in ten thousand", "0.01%", "R"),
    ("one in a thousand", "0.01%", "W"),
    ("one expert in 32", "2/64", "R"),
    ("one expert in 64", "2/64", "W"),
    ("about one request in 8", "12.5%", "R"),
    ("three chances in four", "0.75", "R"),
    ("one chance in four", "0.75", "U"),
    ("The GPU is idle in 3 out of 4 cycles.", "75%", "R"),
    ("The GPU is idle in 1 out of 4 cycles.", "75%", "U"),
    ("two to one", "2", "R"),
    ("reads outnumber writes twenty to one", "20", "R"),
    ("reads outnumber writes ten to one", "20", "W"),
    ("it never was twenty to one", "20", "U"),
    ("one in 32 is not used", "1/32", "U"),
    ("a failure every three hours or so", "3.05 h", "R"),
    ("a failure every five hours or so", "3.05 h", "W"),
    ("it fails each 5 hours", "5 h", "R"),
    ("it fails each 5 minutes", "5 h", "W"),
    ("it ticks every millisecond", "1 kHz", "R"),
    ("it ticks every microsecond", "1 kHz", "W"),
    ("the timer ticks once per ms", "1 kHz", "R"),
    ("the timer ticks once per second", "1 kHz", "W"),
    ("three times a day", "8 h", "R"),
    ("twice a day", "8 h", "W"),
    ("twice a day", "12 h", "R"),
    ("a gig per second", "1 GB/s", "R"),
    ("a gig per minute", "1 GB/s", "W"),
    ("one quarter of a cent per call", "0.0025 USD", "R"),
    ("a quarter of a dollar per call", "0.0025 USD", "W"),
    ("12 grand", "$12000", "R"),
    ("21 grand", "$12000", "W"),
    ("at 100k events per second that's 8.64 billion a day", "8.64e9 events/day", "R"),
    ("at 100k events per second that's 8.64 million a day", "8.64e9 events/day", "W"),
    ("16.67 ms @ 60 fps", "16.7 ms", "R"),
    ("n div 2 plus one", "floor(n/2) + 1", "R"),
    ("n div 2", "floor(n/2) + 1", "W"),
    ("sorry typo, 256 GB not 265", "256 GB", "R"),
    ("sorry typo, 265 GB not 256", "256 GB", "W"),
    ("5k msgs per sec", "5000 messages/s", "R"),
    ("24 TB net", "24 TB", "R"),
    ("one in a thousand requests fails", "0.1%", "R"),
    ("one in a hundred requests fails", "0.1%", "W"),
    ("every 20 minutes", "3 jobs/h", "R"),
    ("a job every 3 hours", "3 jobs/h", "W"),
    ("48 GB daily", "48 GB/day", "R"),
    ("48 GB weekly", "48 GB/day", "W"),
    ("the log grows 2 GB/h, so 48 GB daily", "48 GB/day", "R"),
    ("never more then 20x", "<= 20", "R"),
    ("B is bigger as 240", "B > 240.24", "R"),
    ("B is smaller as 240", "B > 240.24", "W"),
]


@pytest.mark.parametrize(("answer", "key", "mark"), ROWS)
def test_what_is_said_of_odds_and_frequencies_has_a_teachers_mark(answer: str, key: str, mark: str) -> None:
    found = check(answer, key)
    assert ("R" if found.ok else "W" if found.verdict == "wrong" else "U") == mark
