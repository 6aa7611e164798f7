"""What "that is" makes of a number told just before: true sentences are left alone, and slips are found.

Every right value is reckoned by hand beside its sentence.
"""

import pytest

from symroof.checking.proofreading.proofread import proofread


def wrong(text: str) -> list[str]:
    return [f.text for f in proofread(text + "\n").findings if f.verdict == "wrong"]


def right(text: str, said: str) -> bool:
    return any(f.text == said and f.verdict in ("exact", "rounded") for f in proofread(text + "\n").findings)


BOTH = [
    # 723/891 = 0.811
    ("The product runs at 723 TFLOP/s. Of the 891 on paper that is {}.", "81%", "71%"),
    # 12/48 = 0.25
    ("The cache takes 12 GB. That is {} of the 48 GB.", "25%", "35%"),
    # 610/700 = 0.871
    ("The board draws 610 W. Of the 700 W of its limit, that is {}.", "87%", "78%"),
    # 267e9/393e12 = 6.8e-4
    (
        "The chip has a peak of 393 TFLOP/s.\n\nThe kernel attains 267 GFLOP/s, that is {} of the peak.",
        "0.068%",
        "0.68%",
    ),
    # 0.014 * 864 = 12.1
    ("The failure rate is 1.4%. With 864 drives that is {}.", "12.1 drives a year", "121 drives a year"),
    # 0.001 * 20,000 = 20
    ("We see an error rate of 0.1%. Of 20,000 requests that is {}.", "20 requests", "200 requests"),
    # 7.9/1800 = 0.0044
    ("Saving takes 7.9 s. Done every 30 minutes, that is {} of the time.", "0.44%", "4.4%"),
    # 2.2 ns * 2.5 GHz = 5.5
    ("The core runs at 2.5 GHz. An access takes 2.2 ns. In cycles, that is {}.", "5.5", "0.88"),
    # 0.001 * 30 * 24 * 60 min = 43.2 min
    ("We promise 99.9% over 30 days. (As downtime, that would be {}.)", "43.2 minutes", "43.2 hours"),
    # 0.0005 * 30 * 24 * 60 min = 21.6 min
    ("The target is 99.95% over 30 days. That is {} of downtime.", "21.6 minutes", "21.6 hours"),
    # 10 Gb/s * 64 ms = 640 Mb = 80 MB
    ("The path has 10 Gb/s and a round-trip time of 64 ms. The bandwidth-delay product is {}.", "80 MB", "640 MB"),
    ("It needs 692,000 s. That is 192 hours, or {}.", "8 days", "16 days"),
    ("It needs 5,400 s. That is 90 minutes, or {}.", "1.5 hours", "2.5 hours"),
    # 64 bits * 4.8e9 /s = 307.2 Gb/s = 38.4 GB/s
    ("A channel is 64 bits wide. So it gives 4.8 · 64 = {}.", "307.2 Gb/s", "307.2 GB/s"),
    # 1,536 * 2 MiB = 3 GiB
    ("The TLB has 1,536 entries. With 2 MiB pages its reach is {}.", "3 GiB", "3 MiB"),
    # 610 / 723e12 = 0.84e-12
    ("The board draws 610 W. With 723 TFLOP/s, a FLOP costs {}.", "0.84 pJ", "0.84 nJ"),
    # 2 * 13e9
    (
        "The model has 13 billion parameters. 2 FLOPs per parameter are {}.",
        "26 GFLOPs per token",
        "13 GFLOPs per token",
    ),
    # 403e6 * 8 / 1e11 = 32.2 ms
    ("A prompt has 403 MB of state. Over a 100 Gb/s link that takes {}.", "32 ms", "4 ms"),
    # 6.7e7 * 2 bytes
    ("The matrix has 6.7e7 elements, which are {} in bf16.", "134 MB", "67 MB"),
    # 8 * 2048 * 50304 * 4 = 3.30e9
    ("It is an fp32 array of shape `[8, 2048, 50304]`, which takes {}.", "3.30 GB", "1.65 GB"),
    # 34/139 = 0.245, and 34/105 = 0.32
    ("From 139 to 105 ns the latency drops by {}.", "24%", "32%"),
    # 14.6 * 8760 = 127.9 MWh
    ("14.6 kW around the clock are {} a year.", "128 MWh", "128 GWh"),
]


@pytest.mark.parametrize(("text", "good", "bad"), BOTH)
def test_a_right_number_stands_and_a_slip_is_found(text: str, good: str, bad: str) -> None:
    assert wrong(text.format(good)) == []
    assert any(bad in x for x in wrong(text.format(bad)))


TRUE = [
    # other things of the same noun, other wholes
    "It was 3 GB in July and 5 GB in August. Of the 20 GB that is 40%.",
    "A card uses 12 GB. That is 25% of the 192 GB that the four have.",  # of all four cards
    "Each card uses 12 GB. That is 25% of the 192 GB.",
    "We moved 90 GB in 30 s. Of the 120 GB that is 75%.",
    "The cache takes 30 GB. Of the 80 GB that leaves 62%.",
    "The cache takes 30 GB. Of the 80 GB, that is 38%, and 62% are left.",
    "The cache takes 30 GB of the 80 GB. That is 62% of the 48 GB of weights.",
    "If it took 30 GB, of the 80 GB that would be 62%.",
    "The first run took 40 minutes. Of the 200 runs this is 12% slower than the mean.",
    "Latency fell to 12 ms. That is 40% of the 30 ms of last year.",
    # peaks: of another format, one of several
    "The peak is 393 TFLOP/s in bf16 and the peak in fp8 is 786 TFLOP/s. It gets 354 TFLOP/s, that is 45% of the peak.",
    "The peak is 100 GB/s. We sent 90 GB/s, that is 90% of the peak of the link.",
    "A peak of 100 GB/s is printed. Two cards get 120 GB/s, that is 60% of the peak.",
    # rates: of another time, of other things
    "The monthly failure rate is 2%. With 500 disks that is 120 disks a year.",
    "The failure rate is 2% per month. With 500 disks that is 120 a year.",
    "The miss rate is 3%. Of 10,000 accesses that is 300 misses.",
    "An annual failure rate of 1.4% is quoted. With 864 drives that is 12 drives a year, or one a month.",
    "The defect rate is 1%. With 864 boards of ten chips that is 86 chips.",
    # every so often
    "Saving takes 7.9 s per node. Done every 30 minutes, that is 4.4% of the time for ten nodes in turn.",
    "Saving takes 90 s. Every hour, that is 2.5% of the time.",
    "Saving takes 9 s. Done every 30 minutes, it is 0.5% of the time, ten times less than before.",
    # cycles: of another clock
    "The memory bus runs at 2.4 GHz. An access takes 80 ns. In cycles, that is 240.",
    "The core runs at 3 GHz and the cache at 1.5 GHz. An access takes 4 ns. In cycles, that is 12.",
    "The core runs at 3 GHz. A hit takes 2 ns. In cycles, that is 6.",
    # downtime: had and allowed
    "We promise 99.9% over 30 days, and had 72 hours of downtime last year.",
    "We promise 99.9% over 30 days. As downtime, that is 0.72 hours.",
    "We promise 99.9% over 30 days. Last year we had 43.2 hours of downtime.",
    # delays: one way, in bits
    "The link has 1 Gb/s and a one-way delay of 20 ms. The bandwidth-delay product is 5 MB for the round trip.",
    "The path has 10 Gb/s and a round-trip time of 64 ms. The bandwidth-delay product is 640 Mb.",
    # durations: work, choices, roundings
    "That is 40 hours, or 5 days.",
    "That is 160 hours, or 20 days of work.",
    "That is 100 days, or 14 weeks.",
    "It takes 30 seconds, or 5 minutes, depending on the load.",
    "It takes 2 days, or 3 weeks with the paperwork.",
    "That is 6 months, or 26 weeks.",
    "That is 36 hours, or 1.5 days.",
    # widths
    "Keys have 64 bits, and 64 cores read 2 GB/s each. So we get 2 · 64 = 128 GB/s.",
    "A channel is 64 bits wide. So it gives 4.8 · 64 / 8 = 38.4 GB/s.",
    "A channel is 64 bits wide, that is 8 bytes. So 4.8 · 8 = 38.4 GB/s.",
    # reach: other entries
    "It has 1,536 entries for small pages and 16 entries for large ones. With 1 GiB pages its reach is 16 GiB.",
    # links: several, compressed, hidden
    "A prompt has 403 MB of cache. Over eight 100 Gb/s links that takes 4 ms.",
    "A prompt has 403 MB of cache. Compressed to an eighth, over a 100 Gb/s link it takes 4 ms.",
    "A prompt has 403 MB of cache. Over a 100 Gb/s link each of eight shards takes 4 ms.",
    # formats: with more than the elements
    "The model has 1 billion parameters, which are 2 GB in bf16 and 4 GB in fp32.",
    "Training keeps 1 billion parameters that take 6 GB in fp32 with their moments.",
    "Two copies of 1 billion parameters are 4 GB in bf16.",
    "The state has 64 in each row; that is 256 bytes in fp16.",
    "It is an fp32 array of shape `[8, 2048, 50304]`, which takes 0.41 GB per GPU.",
    "It is an fp32 array of shape `[100, 100]`, which takes 64 kB with its padding.",
    # changes: of something else
    "From 139 to 105 ns the latency drops by 24%, and the throughput grows by 32%.",
    "From 8 to 10 GB/s the bandwidth grows by 25%.",
    "From 64 to 128 cards the bill grows by 90%.",
    # experts
    "It has 47 billion parameters, of which 13 billion are active. 2 FLOPs per parameter are 26 GFLOPs per token.",
    # around the clock
    "14.6 kW around the clock are 350 kWh a day.",
    # what fits, and what does not
    "A batch of 16 would need 76 GB, which still fits into the 80 GB.",
    "A batch of 16 would need 82.4 GB, which does not fit into the 80 GB.",
    "It needs 120 GB, which fits into the 80 GB of each of two cards.",
    # what follows from it denies nothing
    "15 cores have 439 GB/s, which is less than the 460.8, so 15 are not quite enough.",
]


@pytest.mark.parametrize("text", TRUE)
def test_a_true_sentence_is_left_alone(text: str) -> None:
    assert wrong(text) == []


def test_what_follows_from_a_number_does_not_deny_it() -> None:
    assert wrong("15 cores have 439 GB/s, which is more than the 460.8, so 15 are not quite enough.")
    assert not wrong("15 cores have 439 GB/s, which is more than the 460.8, so that cannot be right.")
    assert wrong("A batch of 16 would need 82.4 GB, which still fits into the 80 GB, so we stay with 8.")
    assert not wrong("A batch of 16 needs 82.4 GB, which still fits into the 80 GB, is the wrong answer.")


def test_a_place_has_one_pue_and_one_alarm() -> None:
    told = "The hall has a PUE of 1.25. We pay $2 million.\n\nThe bill is that of the PUE of {}."
    assert wrong(told.format("1.35")) == ["PUE of 1.35"]
    assert wrong(told.format("1.25")) == []
    told = "The alarm rings at 85% of the space.\n\nWhen the alarm at {}% rings, check the queue."
    assert wrong(told.format(80)) == ["alarm at 80%"]
    assert wrong(told.format(85)) == []


@pytest.mark.parametrize(
    "text",
    [
        "Hall A has a PUE of 1.25. Hall B pays for the PUE of 1.35.",
        "We aim at a PUE of 1.25. The old hall has the PUE of 1.35.",
        "In winter it is a PUE of 1.25, and in summer the PUE of 1.35.",
        "A PUE of 1.25 is planned. The measured PUE is 1.35.",
        "The alarm rings at 85%. The second alarm at 95% wakes everybody.",
        "Version 2 had a PUE of 1.4. Now we ask for the PUE of 1.25.",
    ],
)
def test_other_places_and_times_have_others(text: str) -> None:
    assert wrong(text) == []


def test_a_price_per_million_is_no_slip_of_one_without() -> None:
    text = (
        "# Costs\n\nA million tokens cost 10 / 25.5, that is $0.39.\n\n# Summary\n\n- tokens cost $0.39 per million\n"
    )
    assert wrong(text) == []


def test_comments_of_programs_are_reckoned() -> None:
    code = "```python\nenergy = 32 * 0.4 * 12.7  # 12.8 kW for 12.7 hours: 163 {}\n```"
    assert wrong(code.format("kWh")) == []
    assert wrong(code.format("MWh")) == ["163 MWh"]
    assert wrong("```text\n12.8 kW for 12.7 hours: 163 MWh\n```") == []  # what a text fence holds may be an output
