"""Sentences of a known pattern: the value by hand, a slip, and sentences that look alike and say something else."""

from __future__ import annotations

import pytest

from symroof.checking.proofreading.proofread import proofread


def verdicts(text: str) -> list[str]:
    return [f.verdict for f in proofread(text).findings]


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        ("A 64 KiB, 16-way cache with 128-byte lines has {} sets.", "32", "512"),
        ("A 64 KiB cache with 128-byte lines holds {} lines.", "512", "4,096"),
        ("A TLB of 48 entries with 16 KiB pages covers {} KiB.", "768", "3,072"),
        ("Each of the 6 racks has 4 chassis with 8 blades, so there are {} blades.", "192", "48"),
        ("Each of the 6 racks has 4 chassis, so there are {} chassis.", "24", "10"),
        ("We have 24 hosts with 6 disks each, which makes {} disks.", "144", "120"),
        ("RAID-6 over 8 disks of 10 TB leaves {} TB.", "60", "70"),
        ("RAID-5 over 8 disks of 10 TB leaves {} TB.", "70", "60"),
        ("With 80% hits at 5 ns and 20% misses at 50 ns the average is {} ns.", "14", "41"),
        ("The downtime at 99.9% over 30 days is {} minutes.", "43.2", "432"),
        ("The round trip is 50 ms and the link 2 Gb/s, so the bandwidth-delay product is {} MB.", "12.5", "100"),
        ("The host reads 3.2 GB/s from each of its 6 drives, {} GB/s in all.", "19.2", "9.2"),
        ("The switch has 48 ports of 25 Gb/s, an aggregate of {}.", "1.2 Tb/s", "1.2 TB/s"),
        ("At 45% of the peak of 400 TFLOP/s a card sustains {} TFLOP/s.", "180", "220"),
        ("Light travels at 200,000 km/s, so a 3,000 km path adds {} ms.", "15", "150"),
        ("The 40 GB card holds 12 GB of weights, {}% of its memory.", "30", "70"),
        ("The weights take 13.4 GB, which leaves {} GB of the 48 GB.", "34.6", "44.6"),
        ("At 5,000 requests per second and 4 ms each there are {} requests in flight.", "20", "1,250"),
        (
            "With 24 requests in flight and a latency of 8 ms the server completes {} requests per second.",
            "3,000",
            "192",
        ),
        ("By Amdahl's law, with 10% serial work, 9 cores give a speedup of {}.", "5", "8"),
        (
            "An M/M/1 queue with a service time of 6 ms and a load of 0.7 has a mean response time of {} ms.",
            "20",
            "8.6",
        ),
        ("A disk with 15,000 rpm needs {} ms per turn.", "4", "40"),
        ("The kernel reaches 150 of 600 TFLOP/s, {}% of the peak.", "25", "75"),
        ("The codec shrinks 60 GB to 12 GB, a factor of {}.", "5", "0.2"),
        ("The rack draws 9 kW around the clock, that is {} kWh a day.", "216", "21.6"),
        ("In a mesh of 4 x 16 there are {} chips.", "64", "20"),
        ("A replica serves 300 requests per second, so for 2,000 we need {} replicas.", "7", "17"),
        ("A bf16 matrix of 1000 x 3000 takes {} MB.", "6", "12"),
        ("A float32 array of 5,000,000 elements takes {} MB.", "20", "40"),
    ],
)
def test_what_the_numbers_of_a_pattern_make(text: str, right: str, wrong: str) -> None:
    assert "wrong" not in verdicts(text.format(right))
    assert verdicts(text.format(right))
    assert "wrong" in verdicts(text.format(wrong))


@pytest.mark.parametrize(
    "text",
    [
        "A 64 KiB cache with 128-byte lines holds 500 lines if some are reserved.",
        "Each of the 6 racks has 4 chassis with 8 blades, 32 blades per rack.",
        "Training uses 4 of 12 nodes with 8 GPUs each, 32 GPUs.",
        "We have 16 nodes with 8 GPUs each, 4 nodes in reserve.",
        "The switch has 48 ports of 25 Gb/s, an aggregate of 2.4 Tb/s.",  # both ways
        "The weights take 13.4 GB, which leaves 30 GB of the 48 GB.",  # there may be more to it
        "RAID-6 over 8 disks of 10 TB leaves 50 TB with a spare.",
        "With 80% hits at 5 ns and 10% misses at 50 ns the average is 9 ns.",
        "A 64 KiB cache with 128-byte lines has 4 ways.",
        "A 64 KiB, 16-way cache with 128-byte lines has 4 banks.",
        "We have 24 hosts with 6 disks each, 12 disks of them spare.",
        "We have 24 hosts with 6 disks each, 12 disks idle.",
        "With 80% hits at 5 ns and 20% misses at 50 ns the average is 15 ns.",  # a miss is looked up first
        "Over 3,000 km of fibre at 200,000 km/s it takes 30 ms there and back.",
        "If each of the 6 racks has 4 chassis with 8 blades, 100 blades fit.",
    ],
)
def test_what_looks_like_a_pattern(text: str) -> None:
    assert "wrong" not in verdicts(text)
