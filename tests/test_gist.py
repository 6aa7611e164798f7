"""What an answer comes to whose words nobody read, with a judge of whole statements that is made by hand.

The strangers' answers (``test_answers_by_strangers``) judge the rules together; here each has both outcomes.
"""

from __future__ import annotations

import pytest

from symroof import check
from symroof.checking.answers.gist import gist
from symroof.checking.answers.whether import verdict_of
from symroof.checking.claims.claims import Verdict
from symroof.errors import SymroofError

SAID = {
    "42 ms": "exact", "about 42 ms": "rounded", "84 ms": "wrong", "3 ms or so": "open", "n/8": "exact",
    "memory-bound": "exact", "always memory-bound": "exact", "not memory-bound": "wrong", "compute-bound": "wrong",
    "not compute-bound": "exact", "yes": "exact", "no": "wrong",
}  # fmt: skip


def one(text: str) -> Verdict:
    said = SAID.get(text.strip(" ."), "unread")
    if said in ("unread", "open"):
        return Verdict("undecided", "", code="unread" if said == "unread" else "part")
    return Verdict(said, "", code="value" if said == "wrong" else "same-value")


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        # one statement, and words that say of what it is, or may change it
        ("streaming the weights sets us back 42 ms", "exact"), ("my laptop needs 84 ms", "wrong"),
        ("my laptop needs more than 42 ms", None), ("it is never 42 ms", None), ("each layer needs 42 ms", "exact"),
        ("would be 42 ms on paper", None), ("somebody told me 42 ms", None), ("my laptop needs 42 parsecs", None),
        # a word in another clause that repeats or scales it
        ("streaming sets us back 42 ms, whatever the layout", "exact"), ("streaming sets us back 42 ms, twice", None),
        ("streaming takes 42 ms, and the same again for the cache", None), ("reads 42 ms and writes 42 ms", None),
        # what follows counts; what disagrees is open
        ("reading needs 84 ms, so in the end 42 ms", "exact"), ("reading needs 42 ms, so in the end 84 ms", None),
        ("reading needs 84 ms, computing needs 42 ms", None), ("reading needs 42 ms, computing 3 ms or so", "exact"),
        # the reason of a value, which may not take it back
        ("42 ms, because the cards are so slow", "exact"), ("84 ms, as the cards are slow", "wrong"),
        ("42 ms, because it is what we saw, but wrong", None), ("n/8, where n is the number of cards", "exact"),
        # a wrong head with words behind it, in which nothing can be another value
        ("84 ms, down and up the tree", "wrong"), ("84 ms, if the cards are slow", None),
        ("84 ms, not counting the cache", None), ("84 ms, the others take 2 days", None),
        # any verb, the amount as subject, a first thought, a harmless remark; what is set against it stays open
        ("it spits out 42 ms a pass", None), ("streaming ties us up for 42 ms", "exact"), ("84 ms go by", "wrong"),
        ("42 ms is what the cards need", "exact"), ("I first got 84 ms, but it is 42 ms", "exact"),
        ("it takes 42 ms and no more", "exact"), ("the cards beat 42 ms", None), ("the cards miss 42 ms by far", None),
        ("it takes 42 ms, which you would have to double", None), ("it takes 42 ms once the cards are warm", None),
        ("42 ms is the tip of the iceberg", None), ("multiply 42 ms by the layers", None),
        # too little, or too much
        ("42 ms; DROP TABLE", None), ("streaming sets us back 42 ms, " + "and so on, " * 40, None),
    ],
)  # fmt: skip
def test_the_statement_that_counts(answer: str, verdict: str | None) -> None:
    found = gist(answer, one, {"n"})
    assert (None if found is None else found.verdict) == verdict, found


def test_a_statement_that_is_open_leaves_the_answer_open() -> None:
    assert gist("3 ms or so, then 42 ms in the cards", one) is None
    assert gist("the cards need 42 ms at the slower of them", one) is None


def test_terms_told_one_by_one_are_a_sum() -> None:
    def total(text: str) -> Verdict:
        return Verdict("exact", "") if text == "(12z) + (20r)" else Verdict("undecided", "", code="unread")

    names = {"z", "r"}
    assert (found := gist("12z for the values plus 20r for the rows", total, names)) is not None
    assert found.note == "read as 12z + 20r"
    assert gist("12z for the values plus twice the 20r for the rows", total, names) is None
    assert gist("12z for the values plus 30r for the rows", total, names) is None


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("memory-bound (far left of the ridge)", "exact"), ("memory-bound (if B is small)", None),
        ("vector updates always stay memory-bound", "exact"), ("never not memory-bound", None),
        ("barely memory-bound", None), ("memory-bound, so compute-bound", None), ("memory-bound would be nice", None),
        ("compute-bound: the tensor cores are busy", "wrong"), ("too small to be memory-bound", None),
        ("yes: 70 GB do fit", "exact"), ("yes: 70 GB do not fit", None), ("no: 70 GB do not fit", "wrong"),
    ],
)  # fmt: skip
def test_the_clause_that_says_a_side(answer: str, verdict: str | None) -> None:
    found = verdict_of(answer, one)
    assert (None if found is None else found.verdict) == verdict, found


@pytest.mark.parametrize(
    ("answer", "expected", "ok"),
    [
        # a number before the unit behind a power of ten, whatever letters the text has besides
        (r"$t = \frac{26 \times 10^9}{2.039 \times 10^{12}} = 1.275 \times 10^{-2}$ s", "26e9/2.039e12 s", True),
        ("t = 1.275 * 10^(-2) s", "12.75 ms", True), ("t = 1.275 * 10^(-3) s", "12.75 ms", False),
        # how often a second
        ("X = N/R = 48/0.6 = 80/s", "80 requests/s", True), ("X = N/R = 48/0.6 = 90/s", "90 requests/s", False),
        # a fraction behind which a space stands is a number
        ("1/2 V/W", "V/(2*W)", True), ("5/32 log2(N)", "5*log2(N)/32", True), ("1/2V", "V/2", False),
        ("1/3 V/W", "V/(2*W)", False),
        # bounds with a rounded irrational factor keep their direction and their symbol
        ("b <= 0.577 sqrt(M)", "b <= sqrt(M/3)", True), ("b >= 0.577 sqrt(M)", "b <= sqrt(M/3)", False),
        ("c <= 0.577 sqrt(M)", "b <= sqrt(M/3)", False),
        # about: within 2 % whatever the digits
        ("~6.5 GB/s", "6.4 GB/s", True), ("~6.6 GB/s", "6.4 GB/s", False),
        # a product of five sizes is no matmul's, of which half could be multiply-adds
        ("LKHTB", "2*L*K*H*T*B", False), ("BDF", "2*B*D*F", True), ("BNTH", "2*B*N*T*H", True),
        # two ends that are one (it was a RecursionError)
        ("B > 120, and not below 500", "120 < B < 500", False), ("B > 120, yet B < 500", "120 < B < 500", True),
        ("3840*2160*30*60 = 14.9 Gbit/s", "3840*2160*60*30 bits/s", True),
        ("3840*2160*30*60 = 15.9 Gbit/s", "3840*2160*60*30 bits/s", False),
        ("64 KiB * 8 / 0.04 s = 13.1 Mb/s", "13.1 Mbit/s", True),
        ("64 KiB / 0.04 s = 1.64 Mb/s", "1.64 Mbit/s", False),
        ("it runs in 15.6 % of the time", "6.4x faster", True),
        ("the time is reduced by a quarter", "25% less time", True),
        ("the time is reduced by a fifth", "25% less time", False),
        ("the baseline is 3x faster than ours", "3x faster", False),
    ],
)  # fmt: skip
def test_what_strangers_typed_first(answer: str, expected: str, ok: bool) -> None:
    try:
        found = check(answer, expected)
    except SymroofError:
        assert not ok
        return
    assert found.ok is ok, found


@pytest.mark.parametrize(
    ("answer", "expected", "options", "verdict"),
    [
        # what stands behind a value may be what it is of, and nothing that changes it
        ("42 ms for the weights", "42 ms", {}, "exact"), ("42 ms in the best case", "42 ms", {}, "undecided"),
        ("140 GB of weights", "140 GB", {}, "exact"), ("we are 140 GB over budget", "140 GB", {}, "undecided"),
        ("85% of the peak", "85%", {}, "exact"), ("85% if all is hidden", "85%", {}, "undecided"),
        ("we need 140 GB on top of the weights", "140 GB", {}, "undecided"),
        # what takes an answer back; who is unsure of himself does not
        ("42 ms is my answer", "42 ms", {}, "exact"), ("42 ms used to be my answer", "42 ms", {}, "undecided"),
        ("42 ms unless I'm mistaken", "42 ms", {}, "exact"), ("42 ms is mistaken", "42 ms", {}, "undecided"),
        ("42 ms sounds plausible", "42 ms", {}, "exact"), ("42 ms sounds wildly low", "42 ms", {}, "undecided"),
        ("it cannot be 42 ms because the link is slower", "42 ms", {}, "undecided"),
        ("42 ms if we did the math right", "42 ms", {}, "exact"),
        ("42 ms if we ignore the cache", "42 ms", {}, "undecided"),
        # comparisons that are left open
        ("3x faster than the old one", "3x faster", {}, "exact"),
        ("3x faster if it is cached", "3x faster", {}, "undecided"),
        ("3x faster for prefill, no change for decode", "3x faster", {}, "undecided"),
        # verdicts with exceptions, or about the word
        ("always, whatever B is", "always", {}, "exact"), ("always, bar decode", "always", {}, "undecided"),
        ("never", "never", {}, "exact"), ("never is too strong a word", "never", {}, "undecided"),
        # a label need not be declared
        ("T = V/W", "V/W", {"symbols": "V W"}, "exact"), ("T = 2V/W", "V/W", {"symbols": "V W"}, "wrong"),
        ("T_{comm} = V/W", "V/W", {"symbols": "V W"}, "exact"), ("T(n) = V/W", "V/W", {"symbols": "V W"}, "exact"),
        # what comes once in a period
        ("8.76 h per year", "8.76 hours", {}, "exact"), ("8.67 h per year", "8.76 hours", {}, "wrong"),
        ("0.3 MWh per day", "300 kWh", {}, "exact"), ("0.4 MWh per day", "300 kWh", {}, "wrong"),
        ("9 or more chips", "n >= 9", {}, "exact"), ("9 or fewer chips", "n >= 9", {}, "wrong"),
        ("on average 100 requests", "100", {}, "exact"), ("on average 120 requests", "100", {}, "wrong"),
        ("some minutes", "280 s", {}, "undecided"), ("7 minutes", "280 s", {}, "wrong"),
        ("half of 2*B*D*F", "2*B*D*F", {}, "wrong"), ("B*D*F", "2*B*D*F", {}, "convention"),
        ("alpha + n*beta, and since alpha is negligible n*beta", "alpha + n*beta", {}, "undecided"),
        ("240 dozen tokens", "240 tokens", {}, "wrong"), ("240 decode tokens", "240 tokens", {}, "exact"),
        ("3 h 25", "3 h 25 min", {}, "exact"), ("5 days, 4.8", "4.8 days", {}, "refused"),
    ],
)  # fmt: skip
def test_what_the_next_strangers_typed(answer: str, expected: str, options: dict[str, str], verdict: str) -> None:
    try:
        found = check(answer, expected, **options).verdict
    except SymroofError:
        found = "refused"
    assert found == verdict


@pytest.mark.parametrize(
    ("answer", "expected", "reason"),
    [
        ("65536 bytes", "131072 bytes", "the value is 131072 bytes, not 65536 bytes: off by the factor 1/2"),
        ("70e9 bytes", "140e9 bytes", "the value is 140 GB, not 70 GB: off by the factor 1/2"),
        ("memory bound", "compute-bound", "it says another limit, where the answer is 'compute-bound'"),
    ],
)
def test_what_a_wrong_answer_is_told(answer: str, expected: str, reason: str) -> None:
    assert check(answer, expected).reason == reason


@pytest.mark.parametrize(
    ("answer", "expected", "options", "verdict"),
    [
        ("160 kib", "160 KiB", {}, "exact"), ("161 kib", "160 KiB", {}, "wrong"), ("16 kb", "16 kB", {}, "undecided"),
        ("16 kbps", "32 kbps", {}, "wrong"),
        ("0.4 bytes per FLOP", "2.5 FLOPs/byte", {}, "exact"), ("0.5 bytes per FLOP", "2.5 FLOPs/byte", {}, "wrong"),
        ("contexts have to stay below 8192", "S < 8192", {}, "exact"),
        ("contexts have to stay below 8000", "S < 8192", {}, "wrong"),
        ("limited by the interconnect", "network-bound", {}, "exact"),
        ("limited by the interconnect", "memory-bound", {}, "wrong"),
        ("the NIC is the bottleneck: 12 ms against 8 ms", "network-bound", {}, "exact"),
        ("it spends most of its time waiting on DRAM", "memory-bound", {}, "exact"),
        ("it spends most of its time waiting on DRAM", "compute-bound", {}, "wrong"),
        ("it never pays off", "never", {}, "exact"), ("for no vector length", "never", {}, "exact"),
        ("never, but I'm not sure", "never", {}, "undecided"),
        ("reduced by 25 percent", "25% less", {}, "exact"), ("reduced by 35 percent", "25% less", {}, "wrong"),
        ("it shrinks by a factor of eight", "8x smaller", {}, "exact"),
        ("it shrinks by a factor of four", "8x smaller", {}, "wrong"),
        ("10 ms on average, 8 ms of which are spent waiting", "10 ms", {}, "exact"),
        ("10 ms of which a quarter is real", "10 ms", {}, "undecided"),
        ("Since all is read once per step, T = 140e9/3.35e12 s = 41.8 ms", "41.8 ms", {}, "exact"),
        ("Since all is read once per step, T = 140e9/3.35e12 s = 42.8 ms", "41.8 ms", {}, "wrong"),
        ("a bit more than 1", "1.3", {}, "undecided"), ("a bit more than 1", "1.05", {}, "rounded"),
        ("36 is the largest tile side that still fits", "b <= 36", {}, "exact"),
        ("36 is the smallest tile side that fits", "b <= 36", {}, "wrong"),
        ("every 76 minutes or so", "75.9 min", {}, "rounded"), ("every 86 minutes", "75.9 min", {}, "wrong"),
        ("approximately the batch size B", "B", {"given": "B << D"}, "exact"),
        ("USD 1.44m", "$1.44 million", {}, "exact"), ("$1.5m", "$1.44 million", {}, "wrong"),
        ("7 dollars and 20 cents", "$7.20", {}, "exact"), ("7 dollars and 30 cents", "$7.20", {}, "wrong"),
        ("1 cycle of hit time plus 5 cycles of penalty gives 6 cycles", "6 cycles", {}, "exact"),
        ("1 cycle of hit time plus 5 cycles of penalty gives 7 cycles", "6 cycles", {}, "wrong"),
        # below 1 % nobody minds on which side of a crossing a size stands
        ("B < 64", "B <= 64", {}, "wrong"), ("B > 240", "B >= 240", {}, "exact"),
    ],
)  # fmt: skip
def test_what_others_typed_after_them(answer: str, expected: str, options: dict[str, str], verdict: str) -> None:
    assert check(answer, expected, **options).verdict == verdict


@pytest.mark.parametrize(
    ("answer", "expected", "verdict"),
    [
        # numbers in words within a sentence
        ("The server is busy eighty percent of the time.", "80%", "exact"),
        ("The server is busy seventy percent of the time.", "80%", "wrong"),
        ("The whole run is billed at two and a half million dollars.", "$2.5 million", "exact"),
        ("By Little's law there are sixty requests in flight.", "60", "exact"),
        ("two devices need 5 ms", "10 ms", "wrong"),
        # what comes once in a time, what is reached, what is run at once
        ("Expect a failure every 3.05 hours.", "3.05 h", "exact"), ("about every 3 hours", "3.05 h", "rounded"),
        ("Expect a failure every 4 hours.", "3.05 h", "wrong"),
        ("It reaches 82 IOPS.", "82 IOPS", "exact"), ("It reaches 12.2 IOPS.", "82 IOPS", "wrong"),
        ("the batch reaches 240 tokens", "B >= 240", "exact"),
        ("We can run 132 sequences at once.", "132", "exact"), ("We can run 160 sequences at once.", "132", "wrong"),
        ("The program runs for half a second.", "0.5 s", "exact"),
        ("The program runs for half the time.", "0.5 s", "undecided"),
        # a condition with what holds then; what would be opposed to it is open
        ("The queue is stable only when lambda is less than mu.", "lambda < mu", "exact"),
        ("The queue is unstable when lambda is less than mu.", "lambda < mu", "undecided"),
        ("At that batch size the step is network-bound.", "network-bound", "exact"),
        ("At that batch size the step is compute-bound.", "network-bound", "wrong"),
        ("B must be 154 or more to be compute-bound", "B >= 154", "exact"),
        ("B must be 154 or less to be compute-bound", "B >= 154", "wrong"),
        # what is set beside a formula, and does not change it
        ("2V/W, a reduce-scatter and an all-gather", "2V/W", "exact"),
        ("3V/W, a reduce-scatter and an all-gather", "2V/W", "wrong"),
        ("2V/W in one direction, so V/W with both directions", "2V/W", "undecided"),
        ("18 GPUs are enough to hold the model", "18 GPUs", "exact"),
        ("18 GPUs per pipeline stage", "18 GPUs", "undecided"),
        ("Never, each sequence has its own KV cache", "never", "exact"), ("Never, each way", "never", "undecided"),
        ("0.667 dollars per 1e6 tokens", "$0.667 per million tokens", "exact"),
        ("0.667 dollars per 1e3 tokens", "$0.667 per million tokens", "wrong"),
        ("a couple of GB", "1.75 GB", "undecided"), ("a couple of hundred", "200", "exact"),
        ("clearly compute-bound at this batch size", "compute-bound", "exact"),
        ("clearly compute-bound at this batch size", "memory-bound", "wrong"),
        ("30% less than the original", "30% less", "exact"),
        ("30% less than twice the original", "30% less", "undecided"),
        ("list price $1.44 million, we pay $1.0 million after the discount", "$1.44 million", "undecided"),
        ("half that of the A100, which is 153 FLOP/byte", "153 FLOP/byte", "undecided"),
    ],
)  # fmt: skip
def test_sentences(answer: str, expected: str, verdict: str) -> None:
    assert check(answer, expected).verdict == verdict


@pytest.mark.parametrize(
    ("answer", "expected", "options", "verdict"),
    [
        # what a value is of may hold words that scale, behind its verb none may stand
        ("Dividing the peak by the bandwidth gives a ridge point of 240.2 FLOPs per byte.",
         "240.2 FLOPs/byte", {}, "exact"),
        ("At 80% utilization a request spends on average 50 ms in the system.", "50 ms", {}, "exact"),
        ("At 80% utilization a request spends more than 50 ms in the system.", "50 ms", {}, "undecided"),
        ("each of the two takes 50 ms", "50 ms", {}, "undecided"),
        ("At 40% MFU the training would be finished after 16.8 days.", "16.8 days", {}, "exact"),
        ("If it were int8 it would be 16.8 days.", "16.8 days", {}, "undecided"),
        # values of other kinds beside it
        ("One sequence takes 2.68 GB, so 29 sequences fit into the 80 GB.", "29 sequences", {}, "exact"),
        ("One sequence takes 2.68 GB, so 31 sequences fit into the 80 GB.", "29 sequences", {}, "wrong"),
        ("The program needs 3 billion cycles and at 3 GHz this takes exactly one second.", "1 s", {}, "exact"),
        ("The address space consists of 2^36 pages of 4 KiB.", "2^36 pages", {}, "exact"),
        # formulas in sentences, with symbols declared
        ("The idle fraction is (p - 1)/(m + p - 1).", "(p-1)/(m+p-1)", {"symbols": "p m"}, "exact"),
        ("The idle fraction is (p - 1)/(m + p).", "(p-1)/(m+p-1)", {"symbols": "p m"}, "wrong"),
        ("The attainable performance is the minimum of P and A*W.", "min(P, A*W)", {"symbols": "P A W"}, "exact"),
        ("With perfect overlap the time is the larger of F/P and Q/W.",
         "max(F/P, Q/W)", {"symbols": "F P Q W"}, "exact"),
        ("With perfect overlap the time is the sum of F/P and Q/W.", "max(F/P, Q/W)", {"symbols": "F P Q W"}, "wrong"),
        ("The time of the gather is V/W and does not depend on the number of chips.",
         "V/W", {"symbols": "V W"}, "exact"),
        ("Attention dominates once the sequence length T is larger than 8D.", "T > 8*D", {"symbols": "T D"}, "exact"),
        ("The batch must satisfy B > 240 E/k to be compute-bound.", "B > 240*E/k", {"symbols": "B E k"}, "exact"),
        ("The batch must satisfy B < 240 E/k to be compute-bound.", "B > 240*E/k", {"symbols": "B E k"}, "wrong"),
        # no, with a sentence that denies
        ("No, doubling the peak FLOPs does not help here.", "no", {}, "exact"),
        ("It does not get any faster.", "no", {}, "exact"),
        ("It does not exceed the memory.", "no", {}, "undecided"),
        ("It does not get any faster.", "yes", {}, "undecided"),
        # what is no number, no limit, or of another unit
        ("It will take a couple of weeks.", "16.8 days", {}, "undecided"),
        ("probably one of the two", "compute-bound", {}, "undecided"),
        ("$1.11 per million tokens", "$1.11", {}, "exact"),
        ("That is nearly 17 kWh a day.", "16.8 kWh", {}, "rounded"),
        ("The layer performs about 231 million floating point operations.", "231211008 FLOPs", {}, "rounded"),
    ],
)  # fmt: skip
def test_sentences_of_an_exam(answer: str, expected: str, options: dict[str, str], verdict: str) -> None:
    assert check(answer, expected, **options).verdict == verdict


@pytest.mark.parametrize(
    ("answer", "expected", "verdict"),
    [
        ("The speedup can never exceed 20, as a twentieth stays serial.", "20", "exact"),
        ("it can never be reached", "never", "exact"),
        ("The ridge point is at roughly 240 FLOPs per byte.", "240.2 FLOPs/byte", "rounded"),
        ("You need two GPUs to hold the weights.", "2 GPUs", "exact"),
        ("You need three GPUs to hold the weights.", "2 GPUs", "wrong"),
        ("The server is busy 75% of the time.", "75%", "exact"),
        ("The server is busy 65% of the time.", "75%", "wrong"),
        ("The program runs 6.4 times faster.", "6.4", "exact"), ("The program runs 5.4 times faster.", "6.4", "wrong"),
        ("1/8.21 ms = 122 per second", "122 IOPS", "exact"), ("1/8.21 ms = 132 per second", "122 IOPS", "wrong"),
        ("Each operation costs 0.7 picojoules.", "0.7 pJ/FLOP", "exact"),
        ("Each token takes 239 ms.", "239 tokens/s", "wrong"),
        ("Attention dominates when T > 4*D.", "T > 8*D", "wrong"),
        ("Attention dominates when T > 8*D.", "T > 8*D", "exact"),
    ],
)  # fmt: skip
def test_sentences_of_a_quiz(answer: str, expected: str, verdict: str) -> None:
    assert check(answer, expected).verdict == verdict


@pytest.mark.parametrize(
    ("answer", "expected", "verdict"),
    [
        ("We are limited by the arithmetic units and not by the memory.", "memory-bound", "wrong"),
        ("We are limited by the arithmetic units and not by the memory.", "compute-bound", "exact"),
        ("One GPU is enough.", "2 GPUs", "wrong"),
        ("Two GPUs are enough.", "2 GPUs", "exact"),
        ("The model should see 1.4 trillion tokens.", "1.4e12 tokens", "exact"),
        ("The model should not see 1.4 trillion tokens.", "1.4e12 tokens", "undecided"),
        ("About 8.8 hours of downtime are allowed each year.", "8.76 h", "rounded"),
        ("Three nines still allow 8.76 hours of downtime per year.", "8.76 h", "exact"),
        ("Three nines still allow 52.6 minutes of downtime per year.", "8.76 h", "wrong"),
        # each of them, in the reason or in how it was come to, and in what is claimed
        ("The cache takes 40 GiB, because each of the 131072 tokens needs 320 KiB.", "40 GiB", "exact"),
        ("The first needs 5 cycles and each of the 99 others one more, so 104 cycles.", "104 cycles", "exact"),
        ("It takes 40 GiB on each of the 8 chips.", "40 GiB", "undecided"),
        ("It is always memory-bound.", "always", "undecided"),
        ("We become communication-bound when Y > FW/C.", "Y > F*W/C", "undecided"),
        ("We become memory-bound when Y > FW/C.", "Y > F*W/C", "wrong"),
        ("We become compute-bound when Y > FW/C.", "Y > F*W/C", "exact"),
        ("It is always compute-bound.", "always", "exact"),
        ("about half or a bit less maybe", "53.8%", "undecided"),
        ("With 10 cores the program runs 5.26 times faster.", "5.26", "exact"),
        ("With 10 cores the program runs 4.26 times faster.", "5.26", "wrong"),
        ("It got three times faster.", "3", "exact"),
        ("It got four times faster.", "3", "wrong"),
        ("It costs $1.68 a day.", "$1.68", "exact"),
        ("It costs $1.68.", "$1.68", "exact"),
        ("The dot product does 0.25 FLOPs per byte.", "0.25 FLOPs/byte", "exact"),
        ("We should train on 1.4 trillion tokens.", "1.4e12 tokens", "exact"),
    ],
)
def test_sentences_about_parts(answer: str, expected: str, verdict: str) -> None:
    assert check(answer, expected).verdict == verdict


@pytest.mark.parametrize(
    ("answer", "expected", "verdict"),
    [
        # what cancels to a number is no leading term, unless the regime is told
        ("(2N-1)/(4N-2)", "(2*N - 1)/(4*N + 2)", "wrong"), ("1/2", "(2*N - 1)/(4*N + 2)", "ok"),
        ("N/(2N)", "(2*N - 1)/(4*N + 2)", "wrong"), ("(2N-1)/(4N-2) for large N", "(2*N - 1)/(4*N + 2)", "ok"),
        # the unit of a product is that of its result
        ("16384 × 270 h = 4.42e6", "4.42e6 GPU-hours", "ok"), ("16384 × 270 h = 4.42e5", "4.42e6 GPU-hours", "wrong"),
        ("8 × 3 ms = 24", "24 ms", "ok"), ("8 × 3 ms = 25", "24 ms", "wrong"), ("8 × 4 ms = 32", "24 ms", "wrong"),
        # of the time, where a speed is asked
        ("The new kernel runs in half the time.", "2x", "ok"), ("It needs a quarter of the time.", "2x", "wrong"),
        ("half the bytes", "2x", "wrong"), ("It takes a third of the time.", "3x", "ok"),
    ],
)  # fmt: skip
def test_what_stood_or_was_called_wrong_in_silence(answer: str, expected: str, verdict: str) -> None:
    found = check(answer, expected)
    assert ("ok" if found.ok else found.verdict) == verdict, found


@pytest.mark.parametrize(
    ("answer", "expected", "verdict"),
    [
        ("the mean number is r over one minus r", "r/(1 - r)", "ok"), ("r over one minus r", "r/(1 - r)", "ok"),
        ("the mean number is r over one plus r", "r/(1 - r)", "wrong"), ("V over W plus a", "V/(W + a)", "undecided"),
        ("V over W plus a", "V/W + a", "undecided"), ("the time is V over W plus a", "V/(W + a)", "undecided"),
        ("the time is V over W plus a", "V/W + a", "undecided"), ("the time is V over W plus a", "V/W - a", "wrong"),
    ],
)  # fmt: skip
def test_a_spoken_quotient_goes_on_or_is_open(answer: str, expected: str, verdict: str) -> None:
    """By one nobody divides; else what stands behind may be of the divisor, so that neither reading is wrong."""
    found = check(answer, expected, symbols="V W a r")
    assert ("ok" if found.ok else found.verdict) == verdict, found
