"""True sentences that an outside attacker saw called wrong, each kind beside false ones of the same shape.

The judge is arithmetic by hand: the second number of a sentence is worked out in exact rationals from the first one,
its count and the scales of their units, and a false one is that times a slip.  Earlier tests told counts in digits,
letters that are no unit, durations of one part and quotients that come out whole.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from symroof.checking.proofreading.proofread import proofread
from symroof.checking.reckoning.figures import figures
from symroof.checking.words.durations import durations

RATES = {"Gb/s": Fraction(10**9, 8), "GB/s": Fraction(10**9), "MB/s": Fraction(10**6), "TB/s": Fraction(10**12)}
POWERS = {"W": Fraction(1), "kW": Fraction(1000), "MW": Fraction(10**6)}
COUNTS = {
    "eight": 8,
    "a dozen": 12,
    "twenty-four": 24,
    "a hundred": 100,
    "1,000": 1000,
    "64": 64,
    "ten thousand": 10**4,
}
SHAPES = (
    "A pod has {n} trays of {a} ({b}).", "There are {n} NICs at {a}, i.e. {b}.", "It has {n} × {a} ({b}).",
    "We have {n} HBM stacks, each {a}, that is {b}.", "The {n} {a} modules ({b}) are there.",
    "One does {a} ({b} for {n}).",
    "For {n} ports {a}, i.e. {b}, are needed.", "One takes {a}, which is {b} with {n} cards.",
)  # fmt: skip


def wrong(text: str) -> list[str]:
    return [f.text for f in proofread(text).findings if f.verdict == "wrong"]


def decimal(x: Fraction) -> str:
    return f"{float(x):,.10g}" if "e" not in f"{float(x):.10g}" else f"{int(x):,}"


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES)
def test_so_many_of_a_quantity_are_another_one(shape: str) -> None:
    right = called = tried = 0
    for units in (RATES, POWERS):
        for (said, n), (u, x), (v, y) in (
            (c, a, b) for c in COUNTS.items() for a in units.items() for b in units.items()
        ):
            total = 25 * x * n / y
            if u == v or not Fraction(1, 10) < total < 10**5:
                continue
            true = shape.format(n=said, a=f"25 {u}", b=f"{decimal(total)} {v}")
            assert wrong(true) == [], true
            right += 1
            slips = [10 * total, total / 10, 1000 * total]
            told = [shape.format(n=said, a=f"25 {u}", b=f"{decimal(s)} {v}") for s in slips]
            tried += len(told)
            called += sum(bool(wrong(t)) for t in told)
    assert right > 20
    assert called > tried / 2  # some are another product of what is told


@pytest.mark.parametrize(
    ("true", "false"),
    [
        # what is told behind, or before, makes it another quantity; where nothing is told it is the same one
        ("The port does 400 Gb/s (400 GB/s per node).", "The port does 400 Gb/s (400 GB/s)."),
        ("The timeout is 3 s (300 ms between retries).", "The timeout is 3 s (300 ms)."),
        ("The budget is 100 W (1 kW peak).", "The budget is 100 W (1 kW)."),
        ("An 8-bit bus at 1 Gb/s per pin, i.e. 1 GB/s.", "A bus at 1 Gb/s, i.e. 1 GB/s."),
        ("In 2024 the port did 400 Gb/s (50 GB/s).", "In 2024 the port did 400 Gb/s (400 GB/s)."),
        ("Each entry has 16 bytes (16 kB per block).", "An entry has 16 bytes (16 kB)."),
        ("That is 1,179,648 bytes, about 1.18 MB per token.", "That is 1,179,648 bytes, about 1.18 GB per token."),
        ("A tenth of the 2 TB, i.e. 200 GB, is hot.", "A tenth of the 2 TB, i.e. 20 GB, is hot."),
        ("Two nodes of eight 400 Gb/s ports (800 GB/s) talk.", "Two nodes of eight 400 Gb/s ports (4,000 GB/s) talk."),
        ("QDR has 40 Gb/s (4 GB/s), coded 8b/10b.", "The port of 400 Gb/s (40 GB/s) is full."),
        ("A link of 100 Gb/s (about 10 GB/s) will do.", "A link of 25 GB/s (250 Gb/s) will do."),
        # durations of several parts
        ("It ran for 3 h 20 min, which is 12,000 s.", "It ran for 3 h 20 min, which is 13,000 s."),
        ("It took 6 min and 40 s, i.e. 400 seconds.", "It took 6 min and 40 s, i.e. 500 seconds."),
        ("It took 2 days 4 hours, that is 52 hours.", "It took 2 days 4 hours, that is 3,620 min."),
        ("It takes 8,700 s, i.e. 2 h and 25 min.", "It takes 10,440 s, i.e. 2 h and 25 min."),
        ("It took 2 s, 300 ms, i.e. 2,300,000 us.", "It took 2 s, 300 ms, i.e. 3,200,000 us."),
        # counts and shares in words
        ("Reading 10% of a 500 GB table at 2 GB/s takes 25 s.", "Reading all of a 500 GB table at 2 GB/s takes 25 s."),
        ("Reading a tenth of 500 GB at 2 GB/s takes 25 s.", "Reading a tenth of 500 GB at 2 GB/s takes 2.5 s."),
        ("Writing ten dumps of 200 GB at 4 GB/s takes 500 s.", "Writing ten dumps of 200 GB at 4 GB/s takes 5 s."),
        ("Sending a thousand 5 MB images at 100 MB/s takes 50 s.", "Sending a 5 MB image at 100 MB/s takes 50 s."),
        ("At 10% load moving 40 TB over 100 Gb/s takes 32,000 s.", "Moving 40 TB over 100 Gb/s takes 32,000 s."),
        ("A job of 3 h on a hundred cards at $2 an hour costs $600.", "A job of 35 h at $2 an hour costs $700."),
        (
            "Sixty-four rows of 30 kB each, that is 1.92 MB, fit.",
            "Sixty-four rows of 30 kB each, that is 19.2 MB.",
        ),
        # rounded up, as the words say or whole things have to be
        ("So 10 / 3 = 4, rounded up.", "So 10 / 3 = 5, rounded up."),
        ("So 300 / 7 = 48, rounded up to a multiple of 8.", "So 300 / 7 = 50, rounded up to a multiple of 8."),
        ("We need 500 GB / 80 GB = 7 cards.", "We need 500 GB / 80 GB = 8 cards."),
        (
            "There are 900 / 128 = 8 blocks, the last one not full.",
            "There are 1024 / 128 = 9 blocks, none full.",
        ),
        ("A card holds 80 / 30 = 2 models per card.", "A card holds 80 / 30 = 4 models per card."),
        # a bare number whose unit the sentence told
        ("At 4 GB/s a scan reads 4 * 10 s = 40 GB.", "At 4 GB/s a scan reads 4 * 10 s = 50 GB."),
        ("At 32 Mb/s an hour takes 32 * 3600 s / 8 = 14.4 GB.", "At 32 Mb/s an hour takes 32 * 3600 s / 8 = 144 GB."),
        ("It does 16,384 cores * 2 * 2.52 GHz = 82.6 TFLOP/s.", "It does 16,384 cores * 2 * 2.52 GHz = 41.3 TFLOP/s."),
        ("It takes 140 / 3.35 TB/s = 41.8 ms.", "It takes `34 MB / 2 = 17 ms`."),
        # denied, reported, and numbers of few values
        ("Not 2 * 3 = 7 but 2 * 3 = 6.", "So 2 * 3 = 7, and not 2 * 3 = 6."),
        ("Earlier we had 2 * 3 = 7, a typo.", "Earlier we had 2 * 3 = 7, a lot."),
        ("The sheet says 8 * 38.4 = 300 GB/s, but it is 307.2.", "The sheet says 8 * 38.4 = 300 GB/s."),
        ("If 2 + 2 = 5 held, all would be lost.", "If we are fast, 2 + 2 = 5 steps do."),
        ("In int8 with saturation 100 + 100 = 127.", "In int8 with saturation 100 + 100 = 125."),
        ("In Boolean algebra 1 + 1 = 1.", "In Boolean algebra 2 + 2 = 3."),
        ("A 16-bit counter: 65535 + 1 = 0.", "A 16-bit counter: 65535 + 1 = 7."),
        ("It is late: 22 + 5 = 3 o'clock.", "It is late: 22 + 5 = 4 o'clock."),
    ],
)
def test_what_the_words_make_of_a_number(true: str, false: str) -> None:
    assert wrong(true) == []
    assert wrong(false) != []


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("A loop with 150@ is memory-bound there.", "A loop with 150@ is compute-bound there."),
        ("With 250@ it is compute-bound.", "With 250@ it is memory-bound."),
        ("A loop with 150@ is compute-bound on old chips.", "The loop with 20@ is compute-bound."),
        ("The old ridge was 80. A loop with 150@ is compute-bound.", "A loop with 900@ is memory-bound."),
        ("The H100's is 295. With 250@ it is memory-bound.", "Hence with 250@ it is memory-bound."),
    ],
)
def test_a_kernel_right_behind_the_ridge(true: str, false: str) -> None:
    given = "So the ridge is 480e12 / 2.4e12 = 200@. "
    assert wrong((given + true).replace("@", " FLOPs per byte")) == []
    assert wrong((given + false).replace("@", " FLOPs per byte")) != []


SPELLINGS = ("ks", "kB", "kW", "ms", "mW", "ns", "us", "GB", "MB", "TB", "PB", "Wh", "kb", "GW", "mJ", "bn")


@pytest.mark.slow
@pytest.mark.parametrize("run", SPELLINGS)
def test_letters_that_the_text_defines_are_no_unit(run: str) -> None:
    """2 times 30 times 16 is 960, whatever unit the two letters spell."""
    a, b = run
    given = f"With ${a} = 30$ rows and ${b} = 16$ columns "
    for line in (
        f"it is $2{run} = {{}}$.",
        f"the block has $2{run} = {{}}$ cells.",
        f"there are `2{run} = {{}}` entries.",
    ):
        assert wrong(given + line.format(960)) == []
        assert wrong(given + line.format(690)) != []
    assert wrong(f"Let ${a} = 30$ and ${b} = 16$.\n\nThen it has $2{run} = 960$ of them.") == []


@pytest.mark.parametrize("letter", ["K", "M", "G", "k", "T"])
def test_one_letter_that_the_text_defines(letter: str) -> None:
    for text in ("With ${0} = 8$ there are `3{0} = {1}` rows.", "With ${0} = 8$ the step reads $3{0} = {1}$ bytes."):
        assert wrong(text.format(letter, 24)) == []
        assert wrong(text.format(letter, 35)) != []


BATCH = "With $B = 8$ users "


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (BATCH + "it reads $2B = 16$ bytes.", BATCH + "it reads $2B = 19$ bytes."),
        (BATCH + "a model of $7B \\cdot 2 = 14$ GB is read.", BATCH + "a model of $7B \\cdot 2 = 15$ GB is read."),
        ("Each of $B = 8$ needs $8 \\times 2GB = 16GB$.", "Each of $B = 8$ needs $8 \\times 2GB = 17GB$."),
        ("With $m = 4$ and $s = 3$ it waits $2ms = 2000us$.", "Here it waits $2ms = 3000us$."),
        ("For $K = 64$ a cache of `4K = 4096` lines is full.", "For $K = 64$ a cache of `4K = 5096` lines is full."),
    ],
)
def test_a_unit_that_holds_is_the_unit(true: str, false: str) -> None:
    assert wrong(true) == []
    assert wrong(false) != []


def test_an_ignore_holds_from_where_it_stands() -> None:
    comment = "<!-- symroof: ignore arithmetic in {} -->"
    text = f"# One\n\nA: 2 * 3 = 7.\n\n{comment}\n\nB: 2 * 3 = 8.\n\n# Two\n\nC: 2 * 3 = 9.\n"
    assert wrong(text.format("section")) == ["2 * 3 = 7", "2 * 3 = 9"]
    assert wrong(text.format("paragraph")) == ["2 * 3 = 7", "2 * 3 = 9"]
    assert wrong(text.format("document")) == ["2 * 3 = 7"]
    assert wrong("# One\n\nA: 2 * 3 = 7. <!-- symroof: ignore arithmetic in section -->\n\nB: 2 * 3 = 8.\n") == []


def test_durations_and_numerals_are_read() -> None:
    found = [
        (d.seconds, d.place) for d in durations("3 h 20 min, 2 days and 4 hours; 90 min 20 h, 1.5 h 20 min; 2 s 300 ms")
    ]
    assert found == [(12000, 60), (187200, 3600), (Fraction(23, 10), Fraction(1, 1000))]
    assert [f.value for f in figures("twenty-four racks, four-way, thirty trays")] == [24, 30]


@pytest.mark.parametrize(
    ("true", "false"),
    [
        # a sum stops at the largest number of its register, and a link that saturates is no register
        ("A saturating unsigned byte add gives 200 + 100 = 255.", "A saturating 4-bit add gives 200 + 100 = 255."),
        ("The link saturates: 5 + 5 = 10 in all.", "The link saturates, so two flows send 5 + 5 = 7 in all."),
        ("The queue saturates at 100 + 100 = 200 GB.", "The queue saturates at 100 + 100 = 127 GB."),
        # 1 + 0 is 1 for Booleans, too, and cores called logical are counted
        ("In Boolean arithmetic 1 + 0 = 1.", "In Boolean arithmetic 1 + 0 = 0."),
        ("As Booleans, 1 + 1 * 0 = 1.", "With one logical core each, 1 + 1 = 1."),
        # what is counted is a noun in the plural, and no word that ends with its letter
        ("We need 10 / 3 = 4 spare disks.", "It is 1000 / 300 = 4 times as fast."),
        ("There are 900 / 128 = 8 blocks per row.", "Now 1000 / 300 = 4 makes sense."),
        ("There are 900 / 128 = 8 blocks.", "The ratio 1000 / 300 = 4 always holds."),
        ("It takes 1000 / 300 = 4 trips.", "It moves 1000 / 300 = 4 rows a second."),
        # a weak word for saying so is none for the contrary
        ("Suppose 2 * 30 = 70.", "I suppose 2 * 30 = 70."),
        ("One might suppose that 2 * 30 = 70.", "So I'd imagine 2 * 30 = 70 of them."),
        # an error is a mistake, or an amount
        ("A common error: 2 * 30 = 70.", "The rounding error of 2 * 30 = 70 ulp is small."),
        ("It is an error of writing 2 * 30 = 70.", "With an error of 2 * 30 = 70 ms we cannot go on."),
        # what is said to contradict has a number of its own, or says that it is wrong
        (
            "The table lists 8 * 4 = 30 cores, but actually there are 32.",
            "The loop reads 8 * 4 = 30 GB but writes none.",
        ),
        ("The sheet says 8 * 4 = 30 GB/s, but that is wrong.", "The node had 8 * 4 = 30 cores, but it is slow."),
    ],
)
def test_an_excuse_is_one_for_its_own_reason_alone(true: str, false: str) -> None:
    assert wrong(true) == []
    assert wrong(false) != []


@pytest.mark.parametrize(
    ("true", "false"),
    [
        # the values of a formula's letters stand behind it, and then its number
        (
            "Scores need $2 S^2 d$ FLOPs; with $S = 4096$ and $d = 128$ that's 4.3 GFLOPs.",
            "Scores need $2 S^2 d$ FLOPs; with $S = 4096$ and $d = 128$ that's 2.1 GFLOPs.",
        ),
        (
            "The bubble is $(p-1)/(m+p-1)$; for $p = 4$ and $m = 12$ it is 20%.",
            "The bubble is $(p-1)/(m+p-1)$; for $p = 4$ and $m = 12$ it is 25%.",
        ),
        (
            "It costs $2 S^2 d$ FLOPs. With $S = 4096$ this is 4.3 GFLOPs.",  # of another d
            "It costs $2 S^2$ FLOPs. With $S = 4096$ this is 3.4 GFLOPs.",
        ),
        # bytes of an element that the formula has itself are no other case, and half-precision is none
        (
            "Two half-precision tiles take $2 (MK + KN)$ bytes with $M = N = K = 8192$, that is 268 MB.",
            "With $M = N = K = 8192$ a half-precision GEMM reads $2 (MK + KN)$ bytes, that is 134 MB.",
        ),
        (
            "With $S = 8192$ the mask has $S^2$ bytes, that is 67 MB.",
            "With $S = 8192$ it has $2 S^2$ bytes, that is 67 MB.",
        ),
    ],
)
def test_a_number_behind_a_formula_and_its_values(true: str, false: str) -> None:
    assert wrong(true) == []
    assert wrong(false) != []
