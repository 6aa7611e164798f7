"""Forms in which answers are typed, each beside the same form with a wrong number or letter, labelled by hand.

The values are plain arithmetic: 8 Gibit are one GiB, 0.3984 is 40 % to two digits, 65536 is 64 times 1024.
"""

from __future__ import annotations

import pytest

from symroof import check, latex, op, threshold
from symroof.errors import SymroofError


@pytest.mark.parametrize(
    ("answer", "expected", "wrong"),
    [
        ("10⁻³ s", "1 ms", "10⁻² s"), ("5·10⁻⁶ s", "5 us", "5·10⁻⁵ s"), ("3² ms", "9 ms", "3³ ms"),
        ("2^20 B", "1 MiB", "2^21 B"), ("1024^2 B", "1 MiB", "1024^3 B"), ("2¹⁰ B", "1 KiB", "2¹² B"),
        ("16 Gib", "2 GiB", "2 Gib"), ("24 Mib", "3 MiB", "3 Mib"),
        ("512Ki", "524288", "500Ki"), ("3 Mi", "3145728", "3 Ki"),
        ("4 Ms", "4e6 s", "4 ms"), ("7 megaseconds", "7e6 s", "7 milliseconds"),
        ("3 YFLOPs", "3e24 FLOPs", "3 ZFLOPs"), ("5 ZFLOP", "5e21 FLOPs", "5 EFLOP"),
        ("6 B D F ops", "6*B*D*F", "4 B D F ops"), ("2BD operations", "2*B*D", "3BD operations"),
    ],
)  # fmt: skip
def test_units_and_powers_as_they_are_typed(answer, expected, wrong):
    assert check(answer, expected).verdict == "exact"
    assert check(wrong, expected).verdict == "wrong"


@pytest.mark.parametrize(
    ("answer", "expected", "wrong"),
    [
        ("2mnk", "2*m*n*k", "2mn"), ("6nkm", "6*m*n*k", "6nkk"), ("3qr/w", "3*q*r/w", "3qrw"),
        ("8hd^2", "8*h*d^2", "8h^2d"), ("pq(3r-1)", "p*q*(3*r-1)", "pq(3r+1)"), ("$5xyz$", "5*x*y*z", "$6xyz$"),
        (r"\frac{2pq}{r}", "2*p*q/r", r"\frac{2pr}{q}"), ("max(pq, r)", "max(p*q, r)", "max(pr, q)"),
        ("2*m*n*k", "2mnk", "3*m*n*k"), ("2md_k", "2*m*d_k", "2m^2d_k"),
    ],
)  # fmt: skip
def test_lower_case_products_are_split_by_the_letters_of_the_other_side(answer, expected, wrong):
    assert check(answer, expected).verdict == "exact"
    assert check(wrong, expected).verdict == "wrong"


def test_a_run_that_is_a_unit_stays_one_where_the_question_has_no_such_letters():
    assert check("2 ms", "2 ms").verdict == "exact"
    assert check("2 ms", "2*m*s").verdict == "exact"
    assert check("2 ms", "3*m*s").verdict == "wrong"
    assert check("mnk", "m*n").verdict != "exact"


@pytest.mark.parametrize(
    ("answer", "expected", "verdict"),
    [
        ("204 seconds", "204", "undecided"), ("204 tokens", "204", "exact"), ("204 FLOPs/byte", "204", "exact"),
        ("B > 240 s", "B > 1.97e14/8.2e11", "undecided"), ("B > 240 tokens", "B > 1.97e14/8.2e11", "rounded"),
        ("240 FLOPs/byte", "1.97e14/8.2e11", "rounded"), ("240 J", "1.97e14/8.2e11", "undecided"),
        ("250 seconds", "1.97e14/8.2e11", "wrong"), ("36 GB", "12*3e9", "exact"), ("36 kB", "12*3000", "undecided"),
        ("$7", "7", "undecided"), ("$7", "7 $", "exact"), ("7 ms", "7000 us", "exact"), ("9 ms", "9", "undecided"),
        ("8 ms", "9", "wrong"),
    ],
)  # fmt: skip
def test_a_unit_that_the_expected_number_does_not_have(answer, expected, verdict):
    assert check(answer, expected).verdict == verdict


@pytest.mark.parametrize(
    ("answer", "near", "far"),
    [
        ("about 3000", "2760", "2600"), ("~400", "437", "449"), ("roughly 700", "655", "630"),
        ("around 90", "94", "100"),
        ("about a fifth", "0.2162", "0.23"), ("roughly a third", "0.31", "0.29"), ("about two thirds", "0.7", "0.75"),
    ],
)  # fmt: skip
def test_about_is_within_a_tenth(answer, near, far):
    assert check(answer, near).verdict == "rounded"
    assert check(answer, far).verdict == "wrong"


def test_a_share_that_is_not_hedged_is_exact():
    assert check("a quarter", "0.2462").verdict == "wrong"
    assert check("a quarter", "0.25").verdict == "exact"


@pytest.mark.parametrize(
    ("answer", "expected", "wrong"),
    [
        ("31.4% MFU", "0.3141", "34.1% MFU"), ("70 % utilization", "0.7", "7 % utilization"),
        ("a factor of three", "3", "a factor of four"), ("it triples", "3", "it doubles"),
        ("twelve-fold", "12", "tenfold"),
        ("¾", "3/4", "¼"), ("3½ us", "3.5 us", "2½ us"), ("2⅔", "8/3", "2⅓"), ("66 2/3 %", "2/3", "33 1/3 %"),
        ("5 out of 16", "5/16", "5 out of 6"), ("two out of five", "2/5", "one out of five"), ("7:8", "7/8", "8:7"),
        ("2:45 h", "9900 s", "2:54 h"), ("a quarter of a megabyte", "0.25 MB", "a fifth of a megabyte"),
        ("a week and a half", "907200 s", "a day and a half"),
        ("three and a half hours", "12600 s", "two and a half hours"),
        ("an hour and forty minutes", "6000 s", "an hour and fifty minutes"),
        ("7,5 ms", "7.5 ms", "5,7 ms"), ("4.321,5", "4321.5", "4.312,5"), ("0,375", "0.375", "0,357"),
        ("C/W = 187", "187.2", "C/W = 178"),
        ("half of 24 GB", "12 GB", "half of 12 GB"),
        ("a third of D", "D/3", "a fifth of D"),
    ],
)  # fmt: skip
def test_numbers_in_words_and_other_spellings(answer, expected, wrong):
    assert check(answer, expected).ok
    assert check(wrong, expected).verdict == "wrong"


def test_a_comma_parts_thousands_and_lists_where_it_can():
    assert check("7,500", "7500").verdict == "exact"
    assert check("7,500", "7.5").verdict == "wrong"
    assert check("7,5", "7,5").reason == "all 2 parts agree"
    assert check("C", "1.97e14").verdict != "exact"


@pytest.mark.parametrize(
    ("answer", "expected", "wrong"),
    [
        ("at batch sizes over 310 tokens", "B > 310", "at batch sizes under 310 tokens"),
        ("for batches above 310", "B > 310", "for batches above 301"),
        ("never compute bound no matter the batch size", "never", "always compute bound no matter the batch size"),
        ("memory-bound, whatever the batch", "never", "compute-bound, whatever the batch"),
        ("D must be larger than about 7 thousand", "D > 7012", "D must be larger than about 8 thousand"),
        ("B must exceed three hundred and ten", "B > 310", "B must exceed three hundred and one"),
        ("more than 310 tokens are needed", "B > 310", "more than 390 tokens are needed"),
        ("$4.1/M output tokens", "4.1e-6 $/token", "$1.4/M output tokens"),
        ("4.1 dollars per million input tokens", "4.1e-6 $/token", "4.1 dollars per thousand input tokens"),
        ("no communication", "0", "1"), ("nothing", "0", "two"),
        ("~310 tokens per replica", "2480/8", "~350 tokens per replica"),
        ("one token every 6.5 ms", "6.5e-3 s/token", "one token every 5.6 ms"),
        ("fits in 38 GB", "38 GB", "fits in 83 GB"),
        ("it tends to 1/3", "(N-1)/(3*N+2)", "it tends to 1/4"),
        ("3NK forward + 5NK backward = 8NK", "8*N*K", "3NK forward + 5NK backward = 9NK"),
        ("3NK forward + 5NK backward", "8*N*K", "3NK forward + 3NK backward"),
        ("8NK/C [s]", "8*N*K/C", "8NK/C [ms]"), ("8NK/C s", "8*N*K/C", "7NK/C s"), ("6.5 [ms]", "6.5 ms", "6.5 [us]"),
        ("5,000 tokens per dollar", "5000 tokens/$", "500 tokens per dollar"),
        (r"\mathrm{8NK}", "8*N*K", r"\mathrm{8N}"),
        ("math.ceil(310.2)", "311", "math.floor(310.2)"),
    ],
)  # fmt: skip
def test_sentences_and_labels_around_the_answer(answer, expected, wrong):
    assert check(answer, expected).ok
    assert check(wrong, expected).verdict == "wrong"


@pytest.mark.parametrize("many", [16, 32, 48, 64, 96, 128, 256, 512])
def test_a_k_of_1024_by_one_rule(many):
    assert check(f"{many}k", str(many * 1024)).verdict in ("convention", "rounded")
    assert check(f"{many}k tokens", str(many * 1024)).ok
    assert check(f"{many + 7}k", str(many * 1024)).verdict == "wrong"
    assert check(f"{many}k", str(many * 1000)).verdict == "exact"
    assert check(f"{many} M", str(many * 1024**2)).verdict in ("wrong", "truncated", "rounded")


@pytest.mark.parametrize(
    ("answer", "expected", "right", "said"),
    [
        ("17,442,031,184", "17442013184", "17442013184", "17442031184"),
        ("0.3333334", "1/3", "0.333333333", "0.3333334"),
        ("$1.2B", "1212416 $", "$1.21242 million", "$1.2 billion"), ("$0.25", "0.23 $", "$0.23", "$0.25"),
        ("$0.32 per million tokens", "2.5e-7 $/token", "0.25 USD/Mtok", "0.32 USD/Mtok"),
        ("4.26 %", "0.4", "40 %", "4.26 %"), ("16 Gb", "1e9 bytes", "8 Gb", "16 Gb"),
        ("3 Tbps", "3 TB/s", "24 Tbps", "3 Tbps"),
        ("9 days", "10 days", "10 days", "9 days"),
    ],
)  # fmt: skip
def test_a_wrong_value_is_told_in_the_unit_of_the_answer_with_the_digits_that_differ(answer, expected, right, said):
    found = check(answer, expected)
    assert found.verdict == "wrong"
    assert f"the value is {right}, not {said}" in found.reason


@pytest.mark.parametrize(
    ("answer", "expected", "verdict"),
    [
        ("needs a batch bigger than 310", "B > 310", "exact"), ("needs a batch bigger than 301", "B > 310", "wrong"),
        ("compute-bound at 311 tokens", "B > 309.6", "wrong"), ("compute-bound at 310 tokens", "B > 309.6", "exact"),
        ("compute bound while B > 310", "B > 310", "exact"), ("compute bound while B < 310", "B > 310", "wrong"),
        ("3 in 8", "3/8", "exact"), ("5 in 8", "3/8", "wrong"),
        ("4x speedup", "4", "exact"), ("5x speedup", "4", "wrong"),
        ("no, never", "never", "exact"), ("no, always", "never", "wrong"), ("yes, it is compute-bound", "yes", "exact"),
        # 9e10 and 1e11 bytes/s are both printed of one link; 90 GB are no rate
        ("90 GB", "100 GB", "wrong"), ("90 GB/s", "100 GB/s", "convention"), ("95 GB", "96 GB", "convention"),
        ("95 GB/s", "96 GB/s", "wrong"),
        ("T_a + T_b", "max(T_a, T_b)", "wrong"), ("max(T_a, T_b)", "T_a + T_b", "wrong"),
    ],
)  # fmt: skip
def test_more_sentences_and_constants_of_their_own_unit(answer, expected, verdict):
    assert check(answer, expected).verdict == verdict


@pytest.mark.parametrize(
    ("right", "wrong", "expected"),
    [
        # so much a day on both sides, and behind a bracket: an article is no symbol
        ("5 GB a day", "6 GB a day", "10/2 GB a day"), ("2.5 GB a second", "2.5 GB an hour", "5/2 GB a second"),
        ("(5/2) GB a second", "(5/2) GB a minute", "2.5 GB/s"), ("57.87 MB/s", "58.87 MB/s", "(5) TB a day"),
        ("12 tokens/s", "13 tokens/s", "(24/2) tokens a second"),
        ("B > 5 GB a day", "B > 5 GB a week", "B > 10/2 GB a day"),
        # ... and a symbol is no article
        ("5 a", "5", "5*a"), ("3 a b", "3 b", "3*a*b"),
    ],
)  # fmt: skip
def test_an_article_is_no_symbol_and_a_symbol_no_article(right, wrong, expected):
    assert check(right, expected).ok
    assert check(wrong, expected).verdict == "wrong"


@pytest.mark.parametrize(
    ("bound", "sizes"),
    [
        ("B > 0", True), ("B >= 1", True), ("B >= 0.5", True), ("B > -3", True), ("B > 1", None), ("B >= 1.5", None),
        ("B < 0", False), ("B <= 0", False), ("B < 1", False), ("B <= 0.5", False), ("B <= 1", None), ("B < 2", None),
        ("W > 0", True), ("W >= 0", True), ("W > -1", True), ("W >= 0.5", None), ("W < 0", False), ("W <= 0", False),
        ("W < 1", None), ("B > 1/(1/300 - 1/240)", False),  # a bound whose denominator says that there is none
    ],
)  # fmt: skip
def test_a_bound_that_every_number_or_none_keeps_is_a_verdict(bound, sizes):
    """Judged by what the symbol may be: a size is a whole number of at least 1, W a number above 0."""
    said = {True: "always", False: "never"}.get(sizes)
    for verdict in ("always", "never"):
        for found in (check(verdict, bound), check(bound, verdict) if "(" not in bound else check(verdict, bound)):
            assert found.verdict == ("exact" if verdict == said else "wrong"), found


def test_bounds_that_all_sizes_keep_say_the_same():
    assert check("B > -3", "B >= 1").verdict == check("B < 0", "B < -1").verdict == "exact"
    assert check("B > -3", "B > 2").verdict == check("B > 0", "B < 0").verdict == "wrong"


@pytest.mark.parametrize("answer", ["40% less", "40% faster", "40% more bytes", "40% off", "40% reduction"])
def test_a_percentage_of_a_change_is_no_share(answer):
    assert not check(answer, "0.4").ok
    assert check("40% busy", "0.4").verdict == "exact"


@pytest.mark.parametrize(
    ("answer", "expected", "wrong"),
    [
        # so much a day; a GPU-hour is an hour of one
        ("5 GB a day", "5 GB/day", "5 GB an hour"), ("40 ms a token", "40 ms", "40 us a token"),
        ("2 FLOPs a byte", "2", "3 FLOPs a byte"), ("$2 an hour", "$2/hour", "$2 a minute"),
        ("60 cents a million tokens", "6e-7 $/token", "60 cents a thousand tokens"),
        ("$2 per GPU per hour", "$2 per GPU-hour", "$2 per GPU per day"),
        ("$2 per GPU-hr", "$2/GPU/hour", "$2 per GPU-day"),
        ("5.4 M tokens/h", "1500 tokens/s", "5.4 k tokens/h"),
        ("speedup of 3.4", "3.4", "speedup of 4.3"), ("a 3.4x speedup", "3.4", "a 4.3x speedup"),
        ("by 32", "32", "by 16"),
        ("2.25 times fewer multiplies", "9/4", "4 times fewer multiplies"), ("132 SMs", "132", "108 SMs"),
        ("2:40 min", "160 s", "1:40 min"), ("10 s with 16 writers", "10 s", "16 s with 10 writers"),
        ("k/E of the experts", "k/E", "E/k of the experts"),
        # a unit that touches a power of ten
        ("10^{-3}s", "1 ms", "10^{-2}s"), ("$4\\cdot10^{-2}s$", "40 ms", "$4\\cdot10^{-3}s$"),
        ("2 x 10^{-3}ms", "2 us", "2 x 10^{-2}ms"),
        # chips by their names
        ("two H100s", "2", "two H100s and 3"), ("16 H100 GPUs", "16", "8 H100 GPUs"),
        ("16 TPU v5e", "16", "32 TPU v5e"),
        ("16 v5p chips", "16", "4 v5p chips"), ("16 TPUv5e", "16", "15 TPUv5e"), ("8x H200", "8", "4x H200"),
        ("8 MI300X", "8", "9 MI300X"), ("two cards", "2", "three cards"), ("2 a100s", "2", "3 a100s"),
        ("8 A100-80GB", "8", "4 A100-80GB"), ("four NVMe drives", "4", "five NVMe drives"),
        ("8-way", "8", "4-way"), ("2-way tensor parallelism", "2", "4-way tensor parallelism"),
        # words beside a number
        ("an order of magnitude", "10", "two orders of magnitude"), ("8 GB each", "64/8 GB", "9 GB each"),
        ("62 ms to all-reduce the gradients", "62 ms", "26 ms to all-reduce the gradients"),
        ("1 min 20 s", "80 s", "1 min 30 s"), ("half a dozen", "6", "half a dozen thousand"),
        ("5 ms or 5000 us", "5 ms", "5 ms or 500 us"), ("80 s, or 80,000 ms", "80 s", "80 s, or 8,000 ms"),
    ],
)  # fmt: skip
def test_what_is_counted_and_so_much_per_thing(answer, expected, wrong):
    assert check(answer, expected).verdict == "exact"
    assert not check(wrong, expected).ok


@pytest.mark.parametrize(
    ("answer", "expected", "wrong"),
    [
        ("anything over 240", "B > 240", "anything under 240"), ("batches > 240", "B > 240", "batches < 240"),
        ("sequences longer than 64", "S > 64", "sequences shorter than 64"), ("240+", "B >= 240", "250+"),
        ("up to 11-way", "Y < 11.24", "up to 12-way"), ("at least 14 H100s", "N > 13.2", "at least 12 H100s"),
        ("more than 240 tokens to become compute-bound", "B > 240", "more than 260 tokens to become compute-bound"),
        ("B ∈ (240, ∞)", "B > 240", "B ∈ (0, 240)"), (r"B \in (240, \infty)", "B > 240", r"B \in (260, \infty)"),
        ("n in [8, oo)", "n >= 8", "n in (9, oo)"), ("B ∈ (5, 20)", "5 < B < 20", "B ∈ (5, 30)"),
        ("between 5 and 20", "5 < B < 20", "between 4 and 20"), ("between 5 and 20", "20 > B > 5", "between 5 and 30"),
        ("0 < B < 240", "B < 240", "20 < B < 240"), ("B > 240", "B > 240", "240 < B < 1000"),
        ("from batch 296 on", "B >= 296", "from batch 926 on"), ("not before 240", "B >= 240", "not before 420"),
        # verdicts and their reasons
        ("Yes!", "yes", "No!"), ("yes, 512 > 240", "yes", "no, 512 > 240"), ("yes: 512 > 240", "yes", "no: 512 > 240"),
        ("no (128 < 240)", "no", "yes (128 < 240)"),
        ("compute-bound, 512 > 240", "compute-bound", "memory-bound, 5 < 6"),
        ("it can never be compute-bound", "never", "it can never be memory-bound"),
        ("it will never pay off", "never", "always"),
        ("there is no such batch size", "never", "there is one"),
        ("no D is large enough", "never", "every D is large enough"),
    ],
)  # fmt: skip
def test_bounds_and_verdicts_as_they_are_said(answer, expected, wrong):
    assert check(answer, expected).verdict == "exact"
    assert not check(wrong, expected).ok


def test_a_reason_in_numbers_behind_a_verdict_is_read():
    assert check("yes, 512 < 240", "yes").note == "the reason does not hold: 512 < 240"


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("5 ms to ten ms", "5 ms"), ("240 or 241", "240"),
        ("120 multiply-adds", "240"), ("2 parrots a day", "2"),
        ("3 of 8 chips", "3"), ("10 s for 4 layers", "10 s/layer"), ("S << D", "S < D"),
        ("two 8-GPU nodes", "16"), ("24 GPUs (3 nodes of 8)", "24"),
    ],
)  # fmt: skip
def test_words_that_may_mean_something_else_leave_it_open(answer, expected):
    assert check(answer, expected).verdict == "undecided"


def test_a_bracket_behind_a_divisor_is_read_as_part_of_it_and_the_note_says_so():
    found = check("2V/W (1 - 1/n)", "2*V*(n-1)/(n*W)")
    assert (found.verdict, found.code) == ("wrong", "near-miss")
    assert "right with parentheses: 2V/W*(1 - 1/n)" in found.note
    assert "2V/W(...) read as 2V/(W(...))" in found.note


@pytest.mark.parametrize(
    ("right", "wrong", "expected"),
    [
        ("not compute-bound below 240", "not compute-bound above 240", "B > 240.24"),
        ("never memory-bound above 240", "never compute-bound above 240", "B > 240.24"),
        ("B > 240, i.e. compute-bound", "B > 240, i.e. memory-bound", "B > 240.24"),
        ("B > 240 (compute-bound)", "B > 240 (memory-bound)", "B > 240.24"),
        ("240 (compute-bound above)", "240 (compute-bound below)", "B > 240.24"),
        ("the smallest compute-bound batch is 241", "the smallest memory-bound batch is 241", "B > 240.24"),
        ("for B<240 we are limited by memory", "for B<240 we are limited by compute", "B > 240.24"),
        ("above 240 it's compute-bound, below memory-bound", "above 240 it's memory-bound, below compute-bound",
         "B > 240.24"),
        ("memory-bound unless B > 240", "compute-bound unless B > 240", "B > 240.24"),
        ("memory-bound for B <= 240, otherwise compute-bound",
         "compute-bound for B <= 240, otherwise memory-bound", "B > 240.24"),
        ("not compute-bound until B hits 241", "compute-bound until B hits 241", "B > 240.24"),
        ("B must be above 240", "B needn't exceed 240", "B > 240.24"),
        ("compute-bound, never memory-bound", "memory-bound, never compute-bound", "compute-bound"),
        ("it can't be compute-bound", "it can't be memory-bound", "never"),
        ("the largest batch is 240", "the smallest batch is 240", "B < 240.24"), ("min 241", "max 240", "B > 240.24"),
    ],
)  # fmt: skip
def test_what_is_compute_bound_decides_where_a_bound_points(right, wrong, expected):
    assert check(right, expected).ok
    assert check(wrong, expected).verdict == "wrong"


def test_a_statement_on_bounds_that_is_not_understood_is_not_left_out():
    assert check("B > 240, hardly what one would call memory-bound by design", "B > 240.24").verdict == "undecided"
    assert check("140 ms (memory-bound)", "140 ms").ok  # no bound is asked for


@pytest.mark.parametrize(
    ("right", "wrong", "expected"),
    [
        ("B > 240", "B > 452", "B > 240.2 (241) assuming B << D, F"), ("B >= 241", "B < 241", "B > 240.2 (241)"),
        ("B <= 7368", "B >= 7368", "B <= 7368.6 (7368)"), ("T >= 416", "T >= 417", "T > 415.4 (416)"),
        ("B > 240.2 (241) assuming B << D, F", "B > 240.2 (250) assuming B << D, F", "B > 240.24"),
        ("B > 240.2 (241) assuming B << D", "B > 240.2 (241) assuming D << B", "B > 240.2 (241) assuming B << D, F"),
        ("416 <= T <= 5237", "417 <= T <= 5237", "T in (415.4, 5237.8)"), ("[241, oo)", "[242, oo)", "B > 240.24"),
        ("N > 1/(1 - 2*K) when K < 1/2", "N > 1/(1 - 2*K) when K > 1/2", "N > 1/(1 - 2*K) when K < 1/2"),
        ("B > C/W assuming B << D, F", "B > C/W assuming D << B", "B > 1/(W/C - 1/D - 1/F)"),
        ("B > C/W, with C/W = 240.2", "B > C/W, with C/W = 250.2", "B > 240.24"),
        ("always", "never", "always compute-bound"),
        ("N <= 208 or N >= 4792", "N <= 208 or N >= 4793", "N in (0, 208.7] or [4791.3, oo)"),
        ("N >= 9 first, every N >= 20", "N > 9 (8)", "N >= 9 first, every N >= 20"),
        ("B > 5", "B > 6", "B > 5, every B when K**2 <= D"),
        ("B between 60 and 120", "B outside 60 to 120", "60 < B < 120"),
    ],
)  # fmt: skip
def test_a_threshold_is_read_as_it_is_printed(right, wrong, expected):
    assert check(right, expected).ok
    assert not check(wrong, expected).ok


@pytest.mark.slow
def test_every_threshold_is_read_back_as_the_object_prints_it():
    from symroof import dims, params

    B, D, F, T = dims("B D F T")
    C, W = params("C W")
    intensity = B * D * F / (B * D + D * F + B * F)
    made = [
        threshold(B * D / (B + D), B, over=240), threshold(intensity, B, over=C / W),
        threshold(intensity, B, over=240, given="B << D, F"), threshold(intensity, B, over=240).at(D=4096, F=8192),
        threshold(T + 10**6 / T, T, over=5000), threshold(T + 10**6 / T, T, at_most=5000),
        threshold(B * B, B, at_most=1000),
        threshold(B**3 - B, B, over=D), threshold(B**2 * D + F, B, over=D + 100), threshold(B * (D - F), B, over=100),
    ]  # fmt: skip
    for t in made:
        assert check(str(t), str(t)).verdict == "exact", t
        if t.root is None or t.value is not None or t.intervals:
            assert check(str(t), t).ok, t


@pytest.mark.parametrize(
    ("right", "wrong", "expected"),
    [
        ("3.33*x", "3.34*x", "10*x/3"), ("B/240.24", "B/240.34", "B*8.2e11/1.97e14"),
        ("B > 0.667 D", "B > 0.677 D", "B > 2*D/3"),
        ("B > 1/(1/240.24 - 1/D)", "B > 1/(1/240.24 + 1/D)", "B > 1/(8.2e11/1.97e14 - 1/D)"),
        ("1/B < 1/240", "1/B > 1/240", "B > 240.24"), ("B - 240 > 0", "B - 250 > 0", "B > 240.24"),
        ("B > 480/2", "B > 482/2", "B > 240.24"),
        ("240.24*D*F/(2*D*F - 480.49*(D + F))", "240.24*D*F/(2*D*F - 481.49*(D + F))",
         "(1.97e14/8.2e11)*D*F/(2*D*F - 2*(1.97e14/8.2e11)*(D + F))"),
    ],
)  # fmt: skip
def test_coefficients_may_be_rounded_and_terms_moved(right, wrong, expected):
    assert check(right, expected).verdict == "rounded"
    assert check(wrong, expected).verdict == "wrong"


@pytest.mark.parametrize(
    ("right", "wrong", "expected"),
    [
        ("140 GB", "140e9 s", "70e9*2 bytes"), ("7.5 GB", "2.5e9 x 3 s", "7.5 GB"), ("1024 KiB", "1000 KiB", "1 MiB"),
        ("a hundred and five", "a hundred", "105"), ("four fifths", "three fifths", "0.8"),
        ("a thousand and one", "a thousand", "1001"), ("two and a quarter ms", "two and a half ms", "2.25 ms"),
        ("3x faster", "3x slower", "3x faster"), ("2x fewer", "2x more", "2x less"),
        ("twice as fast", "twice as slow", "2x faster"),
        ("speedup of 2", "slowdown of 2", "2x faster"), ("just under 42 ms", "just under 41 ms", "41.79 ms"),
        ("12,5 Go/s", "12,4 Go/s", "100 Gbit/s"), ("320 Kio", "321 Kio", "327680 bytes"), ("7 Mrd.", "8 Mrd.", "7e9"),
        ("16.8 kW h", "16.8 kW/h", "16.8 kWh"), ("1.41 TFLOPS/W", "1.51 TFLOPS/W", "9.89e14/700 FLOPs/J"),
        ("0.33 tokens/J", "0.35 tokens/J", "1/3 tokens/J"), ("41.8~\\text{ms}", "42.8~\\text{ms}", "140e9/3.35e12 s"),
        ("$42$ ms", "$43$ ms", "42 ms"), ("1,2 × 10^5", "1,3 × 10^5", "120000"), ("2.097.152", "2.197.152", "2^21"),
        ("1365 1/3", "1365 2/3", "4096/3"), ("3 to 1", "4 to 1", "3"), ("80 GB HBM3", "90 GB HBM3", "80 GB"),
    ],
)  # fmt: skip
def test_numbers_units_and_comparisons_as_they_are_typed(right, wrong, expected):
    assert check(right, expected).ok
    assert check(wrong, expected).verdict == "wrong"


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("42", "42 ms"), ("240 ms", "B > 240.24"), ("2*m*n*k bytes", "2*m*n*k"), ("2*m*n*k seconds", "2*m*n*k"),
        ("B > 240 tokens/s", "B > 240.24"), ("T > 41.8 ms", "41.8 ms"), ("3x slower", "3"), ("oui", "5 ms"),
        ("100 GbE", "12.5 GB/s"), ("5 Sek.", "5 s"), ("16,8 kWh pro Tag", "16.8 kWh"),
        ("T_ctx >= 34", "T_ctx > 33.3"),
    ],
)  # fmt: skip
def test_what_a_text_does_not_say_leaves_the_answer_open(answer, expected):
    assert check(answer, expected).verdict == "undecided"


def test_a_greek_letter_is_bound_by_its_sign_and_by_its_name():
    for name in ("ρ", "rho", "\\rho"):
        assert check("ρ/2", "3", let={name: 6}).verdict == "exact"
        assert check("ρ/3", "3", let={name: 6}).verdict == "wrong"


@pytest.mark.parametrize(
    ("right", "wrong", "expected"),
    [
        # 30 % faster is 1.3 of the speed and 1/1.3 of the time; 30 % less time is 1/0.7 of the speed
        ("30% faster", "3x faster", "1.3x faster"), ("1.3 times as fast", "3x faster", "30% faster"),
        ("30% faster", "25% faster", "1.3"), ("1.3", "1.03", "30% faster"), ("30%", "3%", "30% faster"),
        ("2x faster", "3x faster", "100% faster"), ("a speedup of 2x", "a speedup of 1.5x", "100% faster"),
        ("a 30% speedup", "a 30% slowdown", "1.3x faster"), ("takes 30% less time", "takes 70% less time", "0.7"),
        ("half the time", "twice the time", "2x faster"), ("70% of the time", "30% of the time", "30% less time"),
        ("reduces the time by 30%", "reduces the time by 70%", "70% of the time"),
        ("30% lower latency", "30% higher latency", "0.7x the latency"),
        ("twice as slow", "twice as fast", "half as fast"), ("40% less speed", "40% faster", "0.6x as fast"),
        ("40% more time", "60% slower", "takes 40% longer"), ("25% less", "75% less", "25% less time"),
        ("40% more bytes", "40% fewer bytes", "1.4x as many bytes"), ("60% fewer bytes", "40% fewer bytes", "0.4"),
        ("40% more bytes", "40% more FLOPs", "1.4x as many bytes"), ("about 30% faster", "about 60% faster", "1.32x"),
    ],
)  # fmt: skip
def test_a_comparison_is_a_ratio_whichever_way_it_is_put(right, wrong, expected):
    assert check(right, expected).ok
    assert check(wrong, expected).verdict == "wrong"


@pytest.mark.parametrize(
    ("answer", "expected"),
    [("30% faster", "30% fewer bytes"), ("30% less", "30%"), ("40% more rubbish", "1.4x as many bytes")],
)
def test_a_comparison_of_other_things_is_left_open(answer, expected):
    assert check(answer, expected).verdict == "undecided"


_GATHER, _HARMONIC = "V*(n - 1)/(n*W)", "B*D/(B + D)"


@pytest.mark.parametrize(
    ("right", "wrong", "expected"),
    [
        *((f"V/W{tail}", f"2V/W{tail}", _GATHER) for tail in (
            ", as n → ∞", " as n -> oo", " as n goes to infinity", " (n → ∞)", " for n >> 1", " when n is large",
            " in the limit of large n", " in the limit n → ∞", " (as n grows without bound)")),
        ("as n → ∞, V/W", "as n → ∞, V", _GATHER), ("$V/W$ as $n \\to \\infty$", "$W/V$ as $n \\to \\infty$", _GATHER),
        ("it tends to V/W as n → ∞", "V/W for n -> 0", _GATHER), ("V/W for large n", "V/W for n = 1", _GATHER),
        ("B as D → ∞", "D as D → ∞", _HARMONIC), ("D as D → 0", "B as D → 0", _HARMONIC),
        ("B for B << D", "D for B << D", _HARMONIC), ("D when B is much larger than D", "D for small B", _HARMONIC),
        ("V/W + alpha for large n", "V/W + 2*alpha for large n", "V/W + alpha*(n - 1)/n"),
    ],
)  # fmt: skip
def test_the_limit_behind_an_answer_is_the_one_it_is_judged_in(right, wrong, expected):
    assert check(right, expected).verdict == "in-regime"
    assert check(wrong, expected).verdict == "wrong"


def test_a_limit_behind_what_is_right_everywhere_takes_nothing_away():
    assert check("V*(n - 1)/(n*W) as n → ∞", _GATHER).verdict == "exact"
    assert check("B as D → ∞", _HARMONIC, given="B >> D").verdict == "wrong"  # the question's regime is the other one


@pytest.mark.parametrize(
    ("right", "wrong", "expected"),
    [
        ("between 120 and 500", "between 120 and 600", "B > 120 and B < 500"),
        ("from 120 up to 500", "outside 120 to 500", "120 < B < 500"),
        ("more than 120 but less than 500", "below 120 or above 500", "120 < B < 500"),
        ("at least 240 and at most 512", "at least 240 and at most 500", "240 <= B <= 512"),
        ("240 <= B <= 512", "B <= 240 and B >= 512", "B >= 240 and B <= 512"),
        ("below 120 or above 500", "between 120 and 500", "B < 120 or B > 500"),
        ("anywhere between 120 and 500", "anything between 12 and 500", "B > 120 and B < 500"),
        ("B must be more than 120 and less than 500", "B must be more than 500 and less than 120", "120 < B < 500"),
    ],
)
def test_two_ends_in_words_are_the_condition_that_is_expected(right, wrong, expected):
    assert check(right, expected).ok
    assert check(wrong, expected).verdict == "wrong"


@pytest.mark.parametrize(
    ("right", "wrong", "expected"),
    [
        ("Training takes 90 days", "Training takes 80 days", "90 days"),
        ("Loading the weights from HBM takes about 41.8 ms.", "Loading the weights takes 81.8 ms", "41.79 ms"),
        ("1080p at 60 fps needs 373 MB/s", "1080p at 60 fps needs 337 MB/s", "373.248 MB/s"),
        ("an MFU of 42%", "an MFU of 24%", "0.42"), ("by Little's law 10 connections", "by Little's law 12", "10"),
        ("1.6 + 0.4 ms", "1.6 + 0.6 ms", "2 ms"), ("1.6 + 0.4", "1.6 + 0.5", "2"),
        ("344 cache lines", "200 cache lines", "343.75"), ("344 lines", "344 pages", "343.75 cache lines"),
        ("38.4 GB/s per memory channel", "38.4 GB/s for each channel and 2", "38.4 GB/s"),
        ("38.4 GB/s per DIMM", "38.4 GB/s per channel", "38.4 GB/s per DIMM"),
        ("6.2 MB/frame", "6.2 MB per packet", "6.2208 MB/frame"), ("250k IOPS", "250 IOPS", "1e9/4000 IO/s"),
        ("40 QPS per core", "40 fps", "640/16 queries/s"), ("0.81 Mpps", "8.1 Mpps", "812744 packets/s"),
        ("1 frame every 16.7 ms", "1 frame every 33.3 ms", "60 frames/s"),
        ("one miss per 16 floats", "one miss per 8 floats", "1/16"),
    ],
)  # fmt: skip
def test_sentences_and_what_else_is_counted(right, wrong, expected):
    assert check(right, expected).ok
    assert not check(wrong, expected).ok


def test_a_sum_without_a_unit_lacks_it():
    assert check("1 + 5", "6 ns").code == "unit-unsaid"
    assert check("1 + 4", "6 ns").verdict == "wrong"


def test_sentences_that_deny_or_bound_are_no_values():
    for text in ("Training never takes 90 days", "it doesn't take 90 days", "everything fits in 90 days"):
        assert check(text, "90 days").verdict == "undecided"


def test_a_parameter_that_is_small_makes_only_what_it_divides_nothing():
    """W << N of a real W is no bound on N: W may fall while N stays 2."""
    assert check("N*V/((N-1)*W)", "V*(N-1)/(W*N)").verdict == "wrong"
    assert check("(p-1)*(alpha + n/W)", "(p-1)*(alpha + n/(p*W))").verdict == "wrong"
    assert check("V/W + alpha", "V/W + alpha*(n-1)/n").regime == "n -> oo"
    assert check("V/W + alpha", "V/W + 2*alpha*(n-1)/n").verdict == "wrong"


def test_words_that_only_answers_count_stay_words_in_a_document():
    from symroof.checking.proofreading.proofread import proofread

    assert [f.verdict for f in proofread("so 8 rows * 4 = 32 elements, and 8 rows * 4 = 33 elements").findings] == [
        "exact", "wrong"]  # fmt: skip
    assert check("8 rows", "8 elements").verdict == "wrong"


@pytest.mark.parametrize(
    ("right", "wrong", "expected"),
    [
        ("2DF divided by W", "W divided by 2DF", "2*D*F/W"), ("2 D F over W", "2 W over D F", "2*D*F/W"),
        ("2DF W^-1", "2DF W^-2", "2*D*F/W"), ("the square root of CW", "the square root of C/W", "sqrt(C*W)"),
        ("B plus D", "B minus D", "B + D"), ("n mod 8", "n mod 4", "n - 8*floor(n/8)"),
        ("n choose 2", "n choose 2 plus n", "n*(n - 1)/2"), ("1.5k ms", "15k ms", "1.5 s"),
        ("1.5 s, not 1.5 ms", "1.5 ms, not 1.5 s", "1.5 s"), ("I guess 1.5 s", "I guess 1.6 s", "1.5 s"),
        ("throughput increases by 50%", "throughput drops by 50%", "1.5x the throughput"),
        ("it halves the latency", "it doubles the latency", "half the latency"),
        ("a third faster", "a third slower", "4/3x faster"), ("75% less memory", "75% more memory", "4x less memory"),
        ("above 8 and below 64", "above 8", "8 < T < 64"), ("2 ≤ n ≤ 8", "2 ≤ n ≤ 9", "between 2 and 8"),
        ("295 < B < ∞", "1 < B < 295", "B > 295.22"), ("memory-bound up to and including 295",
         "compute-bound up to and including 295", "B > 295.22"),
        ("compute-bound once B passes 295", "memory-bound once B passes 295", "B > 295.22"),
    ],
)  # fmt: skip
def test_formulas_and_changes_in_words(right, wrong, expected):
    assert check(right, expected).ok
    assert check(wrong, expected).verdict == "wrong"


@pytest.mark.parametrize(
    ("right", "wrong", "expected"),
    [
        ("30% more than 240", "30% less than 240", "312"), ("30% of 240", "70% of 240", "72"),
        ("half of the 240 tokens", "a third of the 240 tokens", "120 tokens"),
        ("5 GB over 10 s", "5 GB over 8 s", "0.5 GB/s"),
        ("3 ms round-trip latency", "4 ms round-trip latency", "3 ms"), ("12MB (L2)", "12MB L3 and more", "12 MB"),
        ("6.4 Gbps/pin", "6.4 GB/s per pin", "6.4 Gbps"), ("9 bits per slot", "9 bytes per slot", "9 bits"),
        ("333/s", "333/min", "333.3 requests/s"), ("28.8M/day", "28.8k/day", "333.3 requests/s"),
        ("0.71 W per TFLOP/s", "0.71 W per GFLOP/s", "700 W / (989 TFLOP/s)"), ("L2: 12 MB", "L2: 21 MB", "12 MB"),
        ("p99 latency of 3 ms", "p99 latency of 4 ms", "3 ms"), ("n/B I/Os", "n/B^2 I/Os", "n/B"),
        ("8 TB", "8 GB", "48 - 40 TB"), ("between 2 and 8 GB", "between 2 and 9 GB", "2 GB < M < 8 GB"),
    ],
)  # fmt: skip
def test_what_a_number_is_of_and_per(right, wrong, expected):
    assert check(right, expected).ok
    assert not check(wrong, expected).ok


@pytest.mark.parametrize(
    "answer", ["5 ms more", "5 ms less", "5 ms faster", "Nobody needs 5 ms", "hardly any of it takes 5 ms"]
)
def test_what_is_compared_or_denied_is_no_value(answer):
    assert check(answer, "5 ms").verdict == "undecided"


@pytest.mark.parametrize(
    ("right", "wrong", "expected"),
    [
        ("log2(n)*V/W", "ln(n)*V/W", "V*log(n)/(W*log(2))"),
        ("V*log(n)/(W*log(2))", "V*log(n)/(W*log(4))", "V*log2(n)/W"),
        ("the smaller of C and I*W", "the larger of C and I*W", "min(C, W*I)"),
        ("41.8 ms not counting the KV cache", "42.8 ms not counting the KV cache", "41.79 ms"),
        ("5 GB, excluding activations", "6 GB, excluding activations", "5 GB"),
    ],
)  # fmt: skip
def test_logarithms_whose_base_cancels_and_more_words(right, wrong, expected):
    assert check(right, expected).ok
    assert check(wrong, expected).verdict == "wrong"


@pytest.mark.parametrize(
    ("right", "wrong", "expected"),
    [
        ("2N per token", "2N per N", "2*N"), ("10 GiB at 32k context", "10 MiB at 32k context", "10 GiB"),
        ("10.7 GB for 32k tokens", "17.0 GB for 32k tokens", "10.7 GB"), ("batch size 240", "batch size 250", "240.24"),
        ("decode is memory-bound", "decode is compute-bound", "never"), ("5‰", "5%", "0.005"), ("x2", "x3", "2"),
        ("factor of two", "factor of three", "2"), ("16x reduction", "8x reduction", "16x"),
        ("16x fewer", "8x fewer", "1/16"),
    ],
)  # fmt: skip
def test_what_stands_before_and_behind_a_number(right, wrong, expected):
    assert check(right, expected).ok
    assert not check(wrong, expected).ok


@pytest.mark.parametrize(
    ("right", "wrong", "expected"),
    [
        ("5.07%", "0.065%", "1 - 1460/1538"), ("1/4", "3/4", "1 - 3/4"),  # a difference is no range of 1/4 to 3/4
        ("yes, it fits", "no, it does not fit", "yes"), ("it does not fit", "it fits", "no"),
        ("batch size: at least 241", "batch size: at most 241", "B > 240.24"),
        ("it crosses over at 240", "it crosses over at 250", "B > 240.24"),
        ("the threshold is at 240 tokens", "the threshold is at 204 tokens", "B > 240.24"),
        ("=> 5 ms", "=> 6 ms", "5 ms"), ("total time: 5 ms", "total time: 6 ms", "5 ms"),
        ("240 at least", "240 at most", "B > 240.24"), ("a lower bound of 240", "an upper bound of 240", "B > 240.24"),
        ("240 tokens minimum", "240 tokens tops", "B > 240.24"),
    ],
)  # fmt: skip
def test_what_was_read_as_something_else(right, wrong, expected):
    assert check(right, expected).ok
    assert check(wrong, expected).verdict == "wrong"


@pytest.mark.parametrize(
    "answer", ["at least: 5 ms", "upper bound: 5 ms", "not: 5 ms", "5 ms/fortnight", "5 ms at most", "yes, it does not"]
)
def test_a_label_that_bounds_and_a_measure_that_is_unknown_are_not_left_out(answer):
    assert check(answer, "5 ms").verdict == "undecided"


@pytest.mark.parametrize(
    ("right", "wrong", "expected"),
    [
        ("7 GB/s sequential read", "8 GB/s sequential read", "7 GB/s"),
        ("exactly four seconds", "exactly five seconds", "4 s"),
        ("4 seconds flat", "3 seconds flat", "4 s"), ("a 4-second wait", "a 5-second wait", "4 s"),
        ("4 s ± 10%", "5 s ± 10%", "4.1 s"), ("4 s +/- 0.2", "4 s +/- 0.1", "4.15 s"),
        ("three out of four drives", "one out of four drives", "3/4"), ("300:1 compression", "30:1 compression", "300"),
        ("30 fps means 33.3 ms per frame", "30 fps means 3.33 ms per frame", "1/30 s"),
    ],
)  # fmt: skip
def test_remarks_behind_what_is_measured(right, wrong, expected):
    assert check(right, expected).ok
    assert check(wrong, expected).verdict == "wrong"


@pytest.mark.parametrize("answer", ["5 ms late", "5 ms apart", "5 ms is wrong", "5 ms maybe", "5 ms parsec"])
def test_words_that_make_another_number_of_it_are_no_remark(answer):
    assert check(answer, "5 ms").verdict == "undecided"


@pytest.mark.parametrize(
    ("answer", "expected", "verdict"),
    [
        ("28.3 ms (no wait, 35 ms)", "28.3 ms", "wrong"), ("35 ms (no wait, 28.3 ms)", "28.3 ms", "exact"),
        ("7 GB, sorry, 9 GB", "7 GB", "wrong"), ("7 GB, I mean 9 GB", "9 GB", "exact"),
        ("B > 64 (or rather 128)", "B > 64", "wrong"), ("B > 64 (or rather 128)", "B > 128", "exact"),
        ("compute-bound, no wait, memory-bound", "compute-bound", "wrong"), ("yes, sorry, I mean no", "no", "exact"),
        ("limited by compute? No, by bandwidth", "memory-bound", "exact"),
        ("7 GB (maybe 9 GB)", "7 GB", "undecided"), ("7 GB (9 GB with the overhead)", "7 GB", "exact"),
        ("7 GB (not 9 GB)", "7 GB", "exact"), ("7 GB (on 8 chips)", "56/8 GB", "exact"),
    ],
)  # fmt: skip
def test_of_an_answer_that_corrects_itself_the_correction_counts(answer, expected, verdict):
    assert check(answer, expected).verdict == verdict


@pytest.mark.parametrize(
    ("answer", "expected", "verdict"),
    [
        ("never, except above B = 1000", "never", "wrong"), ("never (but for K < 3)", "never", "wrong"),
        ("always, apart from B < 4", "always", "wrong"), ("always, excluding B < 4", "always", "wrong"),
        ("never, unless B > 64", "never", "wrong"),
        ("never, unless B > 64", "B > 64", "exact"), ("always, except for B < 64", "B >= 64", "exact"),
        ("always, except for B > 64", "B >= 64", "wrong"), ("always above 64", "B > 64", "exact"),
        ("never below 64", "B >= 64", "exact"), ("never above 64", "B > 64", "wrong"),
        ("never until 64", "B >= 64", "exact"), ("never below 64", "never", "undecided"),
        ("never, because 8 < 240", "never", "exact"), ("never for any B", "never", "exact"),
    ],
)  # fmt: skip
def test_never_and_always_with_an_exception_are_bounds(answer, expected, verdict):
    assert check(answer, expected).verdict == verdict


@pytest.mark.parametrize(
    ("answer", "expected", "verdict"),
    [
        ("it takes 5 ms on each of 4 layers", "5 ms", "undecided"),
        ("each of the 8 chips takes 5 ms", "5 ms", "undecided"),
        ("5 ms each for 4 layers", "5 ms", "undecided"), ("it takes 5 ms on all 4 layers", "5 ms", "exact"),
        ("5 ms on each of 4 layers", "5 ms/layer", "exact"), ("6 ms on each of 4 layers", "5 ms/layer", "wrong"),
        ("two dozen DIMMs", "24 DIMMs", "exact"), ("two dozen DIMMs", "2 DIMMs", "wrong"),
        ("half a dozen chips", "6", "exact"), ("2 dozen", "24", "exact"), ("three dozen", "3", "wrong"),
        ("3", "3x the bytes", "exact"), ("2", "3x the bytes", "wrong"), ("3x the bytes", "3", "exact"),
        ("4x the bytes", "3", "wrong"),
    ],
)  # fmt: skip
def test_each_of_several_dozens_and_so_many_times_the_bytes(answer, expected, verdict):
    assert check(answer, expected).verdict == verdict


@pytest.mark.parametrize(
    ("answer", "expected", "verdict"),
    [
        ("0.577 sqrt(S)", "sqrt(S/3)", "rounded"), ("0.578 sqrt(S)", "sqrt(S/3)", "wrong"),
        ("1.41*sqrt(M)", "sqrt(2*M)", "rounded"), ("1.42*sqrt(M)", "sqrt(2*M)", "wrong"),
        ("0.693/x", "ln(2)/x", "rounded"), ("0.577 S", "sqrt(S/3)", "wrong"),
    ],
)  # fmt: skip
def test_a_coefficient_for_an_irrational_factor_is_judged_by_its_digits(answer, expected, verdict):
    assert check(answer, expected).verdict == verdict


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("from N = 65 upwards", "up to N = 65"), ("above N = 64", "above M = 64"),
        ("memory-bound until N = 64", "compute-bound until N = 64"), ("more than N = 64", "below N = 64"),
    ],
)  # fmt: skip
def test_an_end_told_with_its_symbol(right, wrong):
    assert check(right, "N > 64").ok
    assert check(wrong, "N > 64").verdict == "wrong"


@pytest.mark.parametrize(
    ("answer", "expected", "verdict"),
    [
        ("a for V << a*W", "a + V/W", "in-regime"), ("a for V >> a*W", "a + V/W", "wrong"),
        ("V/W when a*W << V", "a + V/W", "in-regime"), ("V/W for V << aW", "a + V/W", "wrong"),
        ("2a for V << a*W", "a + V/W", "wrong"), ("a + V/W for V << a*W", "a + V/W", "exact"),
        ("C for I >> C/W", "min(C, I*W)", "in-regime"), ("C for I << C/W", "min(C, I*W)", "wrong"),
        ("a + V/W ≈ a for V >> a*W", "a + V/W", "wrong"), ("a + V/W ≈ a for V << a*W", "a + V/W", "in-regime"),
        ("K for K << M*N/(M + N)", "1/(1/K + 1/M + 1/N)", "in-regime"),
        ("K for K >> M*N/(M + N)", "1/(1/K + 1/M + 1/N)", "wrong"),
        ("V(n - 1)/n, which tends to V for large n", "V*(n - 1)/n", "exact"),
        ("V(n - 1)/n, which tends to 2V for large n", "V*(n - 1)/n", "wrong"),
        ("V(n + 1)/n, which tends to V for large n", "V*(n - 1)/n", "wrong"),
    ],
)  # fmt: skip
def test_a_regime_of_products_behind_an_answer_and_a_limit_beside_it(answer, expected, verdict):
    assert check(answer, expected).verdict == verdict


@pytest.mark.parametrize(
    ("answer", "bound"),
    [
        ("the FLOPs are the bottleneck", "compute"), ("memory bandwidth is the bottleneck", "memory"),
        ("the limiting factor is compute", "compute"), ("compute is not the bottleneck", "memory"),
        ("It's limited by compute, not by bandwidth", "compute"), ("compute isn't the bottleneck", "memory"),
        ("limited by bandwidth rather than compute", "memory"),
        ("memory-bound, because the bandwidth is the bottleneck", "memory"),
        ("bottlenecked by HBM bandwidth", "memory"), ("the network limits it", "memory"),
    ],
)  # fmt: skip
def test_the_bottleneck_is_what_it_is_bound_by(answer, bound):
    other = {"compute": "memory", "memory": "compute"}[bound]
    assert check(answer, f"{bound}-bound").verdict == "exact"
    assert check(answer, f"{other}-bound").verdict == "wrong"


@pytest.mark.parametrize(
    ("answer", "expected", "verdict"),
    [
        ("the memory capacity is the bottleneck", "memory-bound", "undecided"),
        ("above 64 compute is the bottleneck", "B > 64", "exact"),
        ("memory is the bottleneck above 64", "B > 64", "wrong"),
        ("not always", "always", "wrong"), ("sometimes", "never", "wrong"), ("not always", "never", "undecided"),
        ("no, it needs 90 GB", "no", "exact"), ("no, it needs 90 GB", "yes", "wrong"),
        ("yes, it needs 70 GB", "yes", "exact"), ("no, it needs 90 GB", "90 GB", "exact"),
        ("yes, but only with 2 chips", "yes", "undecided"),
        ("O(N log N)", "5*N*log(N, 2)", "undecided"), ("O(2*N)", "O(N)", "exact"), ("O(N^2)", "O(N)", "wrong"),
    ],
)  # fmt: skip
def test_verdicts_that_are_told_in_sentences_and_orders(answer, expected, verdict):
    assert check(answer, expected).verdict == verdict


@pytest.mark.parametrize(
    ("right", "expected", "wrong"),
    [
        ("9 days, 6 hours and 13 minutes", "1e15*8/1e10 s", "9 days, 6 hours and 30 minutes"),
        ("1 hour, 2 minutes, and 3 seconds", "3723 s", "1 hour, 2 minutes, and 4 seconds"),
        ("2 weeks and 1 day", "15 days", "2 weeks and 2 days"),
        ("2.4 GB at 60 GB/s: 40 ms", "40 ms", "2.4 GB at 60 GB/s: 50 ms"),
        ("1.7 ms, the larger of 1.2 ms and 1.7 ms", "1.7 ms", "1.7 ms, the smaller of 1.2 ms and 1.7 ms"),
        ("79 IOPS", "78.95 requests/s", "118 IOPS"), ("79 IOPS", "79 accesses/s", "79 packets/s"),
        ("281 outstanding cache lines", "281.25", "18,000 outstanding cache lines"),
    ],
)  # fmt: skip
def test_durations_results_and_things_in_longer_words(right, expected, wrong):
    assert check(right, expected).ok
    assert check(wrong, expected).verdict == "wrong"


@pytest.mark.parametrize(
    ("answer", "expected", "verdict"),
    [
        ("twice that of an all-gather", "2*V*(n - 1)/(n*W)", "undecided"),
        ("half of that", "V/2", "undecided"),
        ("twice as much as before", "2*N", "undecided"),
        ("half of B", "B/2", "exact"),
        ("half of B", "B/3", "wrong"),
        ("twice the bytes", "3x the bytes", "wrong"),
        ("twice", "2", "exact"),
    ],
)
def test_a_multiple_of_what_has_a_name_in_words_alone_is_no_number(answer, expected, verdict):
    assert check(answer, expected).verdict == verdict


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("it fits easily", "yes"),
        ("fits", "yes"),
        ("yes, easily", "yes"),
        ("barely fits", "yes"),
        ("of course", "yes"),
        ("yes, but only just", "yes"),
        ("fits with 10 GB to spare", "yes"),
        ("no problem, it fits", "yes"),
        ("no, not even close", "no"),
        ("nope, doesn't fit", "no"),
        ("won't fit on a single GPU", "no"),
        ("definitely not", "no"),
        ("no, the weights don't fit", "no"),
        ("it does not", "no"),
        ("no. 140 GB does not fit in 80 GB", "no"),
    ],
)
def test_yes_and_no_in_sentences(answer, said):
    assert check(answer, said).verdict == "exact"
    assert check(answer, "no" if said == "yes" else "yes").verdict == "wrong"


@pytest.mark.parametrize(
    "answer",
    ["no, it fits", "yes, it does not fit", "fits if B < 4", "yes for small B", "fits on 2 GPUs", "yes and no"],
)
def test_a_sentence_that_says_both_or_sets_a_condition_is_neither(answer):
    assert not check(answer, "yes").ok
    assert not check(answer, "no").ok


@pytest.mark.parametrize(
    ("answer", "expected", "wrong"),
    [
        ("the larger of T_a and T_b", "max(T_a, T_b)", "the smaller of T_a and T_b"),
        ("the slower of the two, T_a or T_b", "max(T_a, T_b)", "the faster of T_a and T_b"),
        ("whichever is larger, a or b", "max(a, b)", "whichever of a and b is smaller"),
        ("T_a or T_b, whichever is longer", "max(T_a, T_b)", "the sum of T_a and T_b"),
        ("the larger of 3 ms and 5 ms", "5 ms", "the larger of 3 ms and 7 ms"),
        ("the product of B and D", "B*D", "the ratio of B to D"),
        ("N over 8", "N/8", "N times 8"),
        ("two thirds of D", "2*D/3", "a third of D"),
        ("12.5% of N", "N/8", "a quarter of N"),
        ("8 times less than N", "N/8", "8 times N"),
        ("30% more than N", "1.3*N", "30% less than N"),
        ("N/8, rounded up", "ceil(N/8)", "N/8 rounded down"),
        ("one over N", "1/N", "the square of N"),
        ("½N²", "N**2/2", "⅓N²"),
        ("B > half of C/W", "B > C/(2*W)", "B > twice C/W"),
        ("each device does 2BD/(XY) FLOPs", "2*B*D/(X*Y) FLOPs", "each device does 2BD/X FLOPs"),
    ],
)
def test_operations_by_their_names(answer, expected, wrong):
    assert check(answer, expected).verdict == "exact"
    assert not check(wrong, expected).ok


@pytest.mark.parametrize(
    ("answer", "expected", "wrong"),
    [
        ("9 cycles, i.e. 3 ns at 3 GHz", "9 cycles", "9 cycles, i.e. 4 ns at 3 GHz"),
        ("9 cycles (3 ns at 3 GHz)", "9 cycles", "9 cycles (4 ns at 3 GHz)"),
        ("40 GB, that is 10 s at 4 GB/s", "40 GB", "40 GB, that is 12 s at 4 GB/s"),
        ("5 ms / 5000 us", "5 ms", "5 ms / 500 us"),
        ("5 ms aka 5000 us", "5 ms", "5 ms which equals 500 us"),
        ("40 GB at 4 GB/s is 10 s", "10 s", "40 GB at 4 GB/s is 12 s"),
        ("10 s at 4 GB/s", "10 s", "20 s at 2 GB/s"),
        ("40 ms per token", "25 tokens/s", "50 ms per token"),
        ("25 gigs", "25 GB", "25 megs"),
        ("16 gb", "16 GB", "12 gb"),
        ("1:30:00", "5400 s", "1:20:00"),
        ("a fortnight", "14 days", "a week"),
        ("minus two thirds", "-2/3", "two thirds"),
        ("two point five ms", "2.5 ms", "two point six ms"),
        ("500 ppm", "0.0005", "50 ppm"),
        ("2 cards", "2 chips", "3 cards"),
        ("10d12h", "10.5 days", "10d21h"),
        ("not 7 ms but 5 ms", "5 ms", "not 5 ms but 7 ms"),
        ("18 GB (16 GB weights, 2 GB cache)", "18 GB", "20 GB (16 GB weights, 2 GB cache)"),
        ("(b) 5 ms", "5 ms", "a) 7 ms"),
        ("if I did the math right, 5 ms", "5 ms", "pretty sure it's 7 ms"),
    ],
)
def test_one_value_told_twice_at_a_rate_or_in_spoken_units(answer, expected, wrong):
    assert check(answer, expected).verdict == "exact"
    assert check(wrong, expected).verdict == "wrong"


def test_a_quotient_of_alike_quantities_stays_one_where_a_number_is_asked():
    assert check("5 ms / 500 us", "10").verdict == "exact"
    assert check("16 gb/s", "2 GB/s").verdict == "undecided"


@pytest.mark.parametrize(
    ("answer", "wrong"),
    [
        ("from 241 up", "from 240 down"),
        ("memory-bound up to 240, compute-bound after", "compute-bound up to 240, memory-bound after"),
        ("it stops being memory-bound at 240", "it stops being compute-bound at 240"),
        ("not until B reaches 240", "not until B hits 300"),
        ("B > 240, otherwise memory-bound", "B < 240, otherwise memory-bound"),
        ("large batches, above 240", "small batches, below 240"),
        ("becomes compute-bound at 240", "becomes memory-bound at 240"),
        ("crossover at 240", "crossover at 300"),
    ],
)
def test_where_a_bound_begins_and_ends_in_words(answer, wrong):
    assert check(answer, "B > 240.24").ok
    assert check(wrong, "B > 240.24").verdict == "wrong"


def test_a_rounded_bound_names_the_first_whole_size():
    assert check("B >= 153", "B > 153.02").note == ">= where > was expected; the first whole one is 154"
    assert check("B > 153", "B > 153.02").note is None
    assert check("B > 154", "B > 153.02").verdict == "wrong"


@pytest.mark.parametrize("answer", ["any batch size will do", "for all B > 0", "for every batch size"])
def test_every_size_is_always(answer):
    assert check(answer, "always").verdict == "exact"
    assert check(answer, "never").verdict == "wrong"


@pytest.mark.parametrize("answer", ["I doubt it is 5 ms", "maybe 5, maybe 50 ms", "twice the ridge", "it's not 5 ms"])
def test_doubts_and_multiples_of_what_is_not_said_stand_for_nothing(answer):
    assert not check(answer, "2*C/W" if "ridge" in answer else "5 ms").ok
    assert check("twice the ridge", "2*C/W").verdict == "undecided"


def test_a_value_as_a_keyword_is_told_where_it_belongs():
    with pytest.raises(SymroofError, match=r'let=\{"C": \.\.\.\}'):
        check("B > 240", "B > C/W", C=1)


def test_a_bound_rounded_far_past_a_whole_size_is_wrong():
    assert check("3-way at most", "X < 2.8").verdict == "wrong"
    assert check("at most 2", "X < 2.8").verdict == "exact"
    assert check("N >= 5", "N > 5.4").verdict == "wrong"


@pytest.mark.parametrize(
    ("answer", "expected", "wrong"),
    [
        ("42 ms per token", "48/2 tokens/s", "84 ms per token"),
        ("one token every 42 ms", "3.35e12/140e9 tokens/s", "one token every 84 ms"),
        ("it takes 42 ms per token", "24 tokens/s", "it takes 42 s per token"),
        ("24 tokens/s", "42 ms/token", "12 tokens/s"),
        ("about 24 tokens per second", "140e9/3.35e12 s/token", "about 30 tokens per second"),
        ("20 steps/min", "3 s/step", "3 steps/s"),
    ],
)  # fmt: skip
def test_a_time_per_thing_and_things_per_time_are_one_over_the_other(answer, expected, wrong):
    assert check(answer, expected).ok
    assert check(wrong, expected).verdict == "wrong"


@pytest.mark.parametrize("name", ["bf16", "FP8", "int8", "H100", "TPU v5e", "TPUv5e", "A100 80GB", "MI300X", "v5p"])
def test_a_bracket_of_one_format_or_chip_is_a_remark(name):
    assert check(f"240 ({name})", "240.24").verdict == "rounded"
    assert check(f"250 ({name})", "240.24").verdict == "wrong"
    assert check("2BD (F)", "2*B*D*F").verdict == "exact"


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("nope, 140 GB > 80 GB", "no"), ("nah, 140 GB > 80 GB", "no"), ("doesn't fit, 140 GB > 80 GB", "no"),
        ("cannot fit (140 GB > 80 GB)", "no"), ("won't fit, needs 90 GB", "no"), ("nah, it needs 90 GB", "no"),
        ("yep, 512 > 240", "yes"), ("sure, 70 GB < 80 GB", "yes"), ("it fits, 70 GB < 80 GB", "yes"),
        ("yup, fits: 70 GB < 80 GB", "yes"), ("yep, needs only 70 GB", "yes"),
    ],
)  # fmt: skip
def test_yes_and_no_of_all_kinds_take_numbers_for_a_reason(answer, said):
    assert check(answer, said).verdict == "exact"
    assert check(answer, {"yes": "no", "no": "yes"}[said]).verdict == "wrong"


def test_a_reason_behind_assent_is_looked_at():
    assert check("nope, 140 GB < 80 GB", "no").note == "the reason does not hold: 140 GB < 80 GB"
    assert check("sure, 42 ms", "42 ms").verdict == "exact"
    assert not check("it fits, but needs 2 GPUs", "yes").ok


@pytest.mark.parametrize(
    "answer",
    [
        "28 ms, but it's 35 ms", "I got 28 ms but it is 35 ms", "28 ms but the correct value is 35 ms",
        "28 ms, well, say 35", "28 ms, make that 35 ms",
    ],
)  # fmt: skip
def test_what_is_said_in_the_end_corrects_what_was_before(answer):
    assert check(answer, "35 ms").verdict == "exact"
    assert check(answer, "28 ms").verdict == "wrong"


@pytest.mark.parametrize(
    "remark",
    [
        "times 80 layers", "multiply by 80", "per layer", "each", "for half of the layers", "wrong", "that's wrong",
        "not really", "I doubt it", "at most", "a lower bound", "as an upper bound", "or more",
    ],
)  # fmt: skip
def test_a_bracket_that_scales_denies_or_bounds_leaves_it_open(remark):
    assert check(f"35 ms ({remark})", "35 ms").verdict == "undecided"


@pytest.mark.parametrize("remark", ["memory-bound", "no overlap", "per chip", "mostly weights", "never compute-bound"])
def test_a_bracket_that_only_remarks_does_not(remark):
    assert check(f"35 ms ({remark})", "35 ms").verdict == "exact"
    assert check(f"36 ms ({remark})", "35 ms").verdict == "wrong"


def test_a_bound_may_be_called_what_it_is():
    assert check("B > 240 (at least)", "B > 240.24").ok
    assert check("B > 240 (at most)", "B > 240.24").verdict == "undecided"


def test_a_product_in_brackets_has_to_agree():
    assert check("80 KiB (2 KiB per layer x 40 layers)", "80 KiB").verdict == "exact"
    assert check("160 KiB (2 KiB per layer x 40 layers)", "160 KiB").verdict == "wrong"
    assert check("35 ms (16 x 16 slice)", "35 ms").verdict == "exact"


@pytest.mark.parametrize(
    ("answer", "expected"),
    [("44% idle", "0.44"), ("44% MFU of sparse peak", "0.44"), ("24 tokens/s for all 8 users", "24 tokens/s")],
)
def test_a_share_or_a_rate_of_another_thing_is_open(answer, expected):
    assert check(answer, expected).verdict == "undecided"
    assert check("44% MFU on H100", "0.44").ok
    assert check("24 tokens/s per user", "192/8 tokens/s").ok


@pytest.mark.parametrize(
    ("answer", "expected", "wrong"),
    [
        ("2.2 TB/s each, 17.6 TB/s total", "17.6 TB/s", "2.2 TB/s each, 18.6 TB/s total"),
        ("weights 16 GB, cache 2 GB, total 18 GB", "18 GB", "weights 16 GB, cache 3 GB, total 18 GB"),
        ("at least 2 GPUs", "2 chips", "at least 3 GPUs"), ("at least 14 GPUs", "14", "at least 13 GPUs"),
        ("two orders of magnitude less", "1/100", "two orders of magnitude more"),
    ],
)  # fmt: skip
def test_totals_least_numbers_and_orders_of_magnitude(answer, expected, wrong):
    assert check(answer, expected).verdict == "exact"
    assert check(wrong, expected).verdict == "wrong"
    assert check("at most 2 GPUs", "2 chips").verdict == "undecided"
    assert check("2.2 TB/s each, 17.6 TB/s total", "2.2 TB/s").verdict == "undecided"


@pytest.mark.slow
def test_a_bracket_is_judged_by_what_is_asked():
    assert check("35 ms (per layer)", "35 ms/layer").ok
    assert check("50 GB/s (each way)", "50 GB/s").ok
    assert check("8 GPUs (at least)", "8 chips").ok
    assert check("240 (minimum)", "B >= 240").ok
    assert check("8 GPUs (at most)", "8 chips").verdict == "undecided"
    assert check("40 GB (half of the HBM)", "40 GB").ok
    assert check("35 ms (half-precision weights)", "35 ms").ok


@pytest.mark.parametrize(
    ("answer", "expected", "stands"),
    [
        ("2/3 of the time", "1.5x faster", True), ("3/2 of the time", "1.5x faster", False),
        ("two thirds of the time", "1.5x faster", True), ("1.5 of the time", "1.5x faster", False),
        ("3/2 of the speed", "1.5x slower", False), ("2/3 of the speed", "1.5x slower", True),
        ("1.5x faster", "2/3 of the time", True), ("1.5x faster", "3/2 of the time", False),
        ("4/5 of the time", "25% faster", True), ("3/2 of the bytes", "1.5x faster", False),
        ("2/3 as long", "1.5x faster", True), ("3/2 as long", "1.5x faster", False),
        ("takes 2/3 of the time", "1.5x faster", True), ("2/5 of the time", "2.5x faster", True),
        ("one fifth", "1/5", True), ("one fifth", "1/4", False),
        ("somewhere between 40 and 45 ms", "41.79 ms", True), ("somewhere between 40 and 45 ms", "48 ms", False),
        ("24 tokens/s", "42 ms/token", True), ("24 tokens/s", "30 ms/token", False),
    ],
)  # fmt: skip
def test_shares_of_a_time_are_comparisons_whatever_their_numerator(answer: str, expected: str, stands: bool) -> None:
    """Three halves of the time is slower, two thirds of it one and a half times as fast."""
    assert check(answer, expected).ok == stands, check(answer, expected)


@pytest.mark.parametrize(
    ("answer", "expected", "verdict"),
    [
        ("3DF parameters", "3*D*F parameters", "exact"), ("2DF parameters", "3*D*F parameters", "wrong"),
        ("3DB parameters", "3*D*F parameters", "wrong"), ("2 LKH elements", "2*L*K*H elements", "exact"),
        ("2LH elements", "2*L*K*H elements", "wrong"), ("7 KV heads", "7", "exact"), ("8 KV heads", "7", "wrong"),
    ],
)  # fmt: skip
def test_capitals_before_what_is_counted_are_symbols_where_the_question_has_them(answer, expected, verdict):
    assert check(answer, expected).verdict == verdict


@pytest.mark.parametrize("answer", ["3x", "3 x", "3X", "x3", "about 3x", "3.0x"])
def test_a_factor_is_no_product_with_x(answer):
    assert check(answer, "3x faster").ok
    assert check(answer.replace("3", "5"), "3x faster").verdict == "wrong"
    assert check("3x", "3*x").verdict == "exact"  # where x is a symbol it is one


@pytest.mark.parametrize(
    ("answer", "expected", "wrong"),
    [
        ("2 × 2.6 s", "5.224 s", "2 × 2.7 s"), ("10.4/2 s", "5.224 s", "10.6/2 s"),
        ("5.2 s = 2*2.6 s", "5.224 s", "5.3 s = 2*2.65 s"), ("min(5.2 s, 9 s)", "5.224 s", "max(5.2 s, 9 s)"),
        ("480/2", "B > 240.24", "476/2"), ("B > 240 = 2*120", "B > 240.24", "B > 242 = 2*121"),
        ("32 × 2.7 GB", "85.9 GB", "32 × 2.6 GB"), ("43 GB + 43 GB", "85.9 GB", "43 GB + 42 GB"),
        ("2.68 GB per sequence × 32 = 85.9 GB", "85.9 GB", "2.78 GB per sequence × 32 = 85.9 GB"),
        ("191.4 × 32 = 6126 tokens/s", "6126 tokens/s", "192.4 × 32 = 6126 tokens/s"),
    ],
)  # fmt: skip
def test_undone_arithmetic_has_the_roundings_of_its_numbers(answer, expected, wrong):
    """A result stands as it would if it were typed; a printed decimal may be what it was rounded from."""
    assert check(answer, expected).ok, check(answer, expected)
    assert check(wrong, expected).verdict == "wrong"


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("2 × 3 s", "5.224 s"), ("1/50 s", "19.5 ms"), ("1365 2/3", "4096/3"), ("1/4", "0.2462"),
        ("140 GB / 3 TB/s", "41.8 ms"), ("1.1 × 78 GB", "84 GB"), ("2.6 × 32 = 85.9 GB", "85.9 GB"),
    ],
)  # fmt: skip
def test_shares_and_whole_numbers_are_exact(answer, expected):
    assert check(answer, expected).verdict == "wrong"


@pytest.mark.parametrize(
    ("answer", "expected", "wrong"),
    [
        ("≈ 1/50 s", "19.5122 ms", "≈ 1/60 s"), ("~1/190 s", "5.224 ms", "~1/170 s"),
        ("about 5 1/4 ms", "5.224 ms", "about 6 1/4 ms"), ("about 1/3 MB", "349525 bytes", "about 1/4 MB"),
        ("about one sixth", "3/19", "about one seventh"), ("three nineteenths", "3/19", "three ninetieths"),
        ("two thirty-firsts", "2/31", "two thirtieths"), ("3 over 19", "3/19", "19 over 3"),
    ],
)  # fmt: skip
def test_fractions_about_a_value_and_in_words(answer, expected, wrong):
    assert check(answer, expected).ok, check(answer, expected)
    assert check(wrong, expected).verdict == "wrong"


@pytest.mark.parametrize(
    ("answer", "expected", "wrong"),
    [
        ("73,000 PF-days", "6.3e24 FLOPs", "7,300 PF-days"), ("72.9 EF days", "6.3e24 FLOPs", "72.9 TF days"),
        ("5.2 x 10-3 s", "5.224 ms", "5.2 x 10-2 s"), ("5 ms 224 us", "5.224 ms", "6 ms 224 us"),
        ("8 hops at 1 us each = 8 us", "8 us", "16 hops at 1 us each = 8 us"),
        ("4 KiB per layer, times 80 layers = 320 KiB", "320 KiB", "4 KiB per layer, times 80 layers = 160 KiB"),
        ("64 GB for Adam plus 16 GB for the weights, 80 GB in all", "80 GB",
         "64 GB for Adam plus 26 GB for the weights, 80 GB in all"),
        ("16 GB weights + 64 GB moments", "80 GB", "16 GB weights + 54 GB moments"),
        ("at least 9 of them", "9 chips", "at least 8 of them"), ("nine of those", "9 chips", "ten of those"),
        ("two times the product of B, D and F", "2*B*D*F", "two times the product of B and D"),
        ("BDF multiplies plus BDF adds", "2*B*D*F", "2BDF multiplies plus 2BDF adds"),
        ("B·F dot products of 2D FLOPs each", "2*B*D*F", "B·F dot products of 2F FLOPs each"),
        ("2BDF forward plus 4BDF backward", "6*B*D*F FLOPs", "2BDF forward plus 2BDF backward"),
        ("twice V over W", "2*V/W", "thrice V over W"),
    ],
)  # fmt: skip
def test_what_factors_and_terms_are_of(answer, expected, wrong):
    assert check(answer, expected).ok, check(answer, expected)
    assert not check(wrong, expected).ok


def test_factors_that_are_spelt_out_are_meant():
    assert check("n-1 hops of V/(nW) each", "V*(n - 1)/(n*W)").verdict == "exact"
    assert check("n hops of V/(nW) each", "V*(n - 1)/(n*W)").verdict == "undecided"
    assert not check("10 devices at 80 GB each", "9 chips").ok


@pytest.mark.parametrize(
    ("answer", "wrong"),
    [
        ("only above 240", "only below 240"), ("b > 240", "d > 240"), ("bsz >= 241", "bsz < 241"),
        ("BS > 240", "BS > 120"), ("under 240 the MXU idles", "above 240 the MXU idles"),
        ("saturates the MXU above 240", "saturates the MXU below 240"),
        ("goes from memory bound to compute bound at 240", "goes from compute bound to memory bound at 240"),
        ("small batches (<240) are memory bound", "small batches (<240) are compute bound"),
        ("once the batch drops below 240 it becomes memory bound",
         "once the batch drops below 240 it becomes compute bound"),
        ("240 instead of 120", "120 instead of 240"), ("not 120 but 240", "not 240 but 120"),
        ("still 240", "still 480, quantizing doesn't change the FLOPs"), ("240, not 480", "120, same as for int8"),
    ],
)  # fmt: skip
def test_bounds_in_other_words(answer, wrong):
    assert check(answer, "B > 240.24").ok, check(answer, "B > 240.24")
    assert check(wrong, "B > 240.24").verdict == "wrong", check(wrong, "B > 240.24")


@pytest.mark.parametrize(
    "answer", ["240 instead of 240", "the MXU never idles above 240", "240, same as B < 240", "240 rather than more"]
)
def test_a_contrast_that_is_none_or_not_understood_leaves_it_open(answer):
    assert check(answer, "B > 240.24").verdict == "undecided"


@pytest.mark.parametrize(
    ("answer", "expected", "verdict"),
    [
        ("2V/W, independent of the number of devices", "2*V/W", "exact"),
        ("V/W, independent of the number of devices", "2*V/W", "wrong"),
        ("V/W, independent of V", "V/W", "undecided"), ("V/W, independent of n", "V*(n - 1)/(n*W)", "undecided"),
        ("V(n-1)/(nW), regardless of the number of chips", "V*(n - 1)/(n*W)", "undecided"),
        ("2V/W instead of V/W", "2*V/W", "exact"), ("V/W, same as AllGather", "2*V/W", "wrong"),
        ("2V/W, same as AllGather", "2*V/W", "undecided"),
    ],
)  # fmt: skip
def test_what_a_formula_does_not_depend_on_and_what_it_is_like(answer, expected, verdict):
    assert check(answer, expected).verdict == verdict


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("2550 tokens per chip", "exact"), ("2550", "exact"), ("B = 2550 X", "exact"), ("B/X >= 2551", "exact"),
        ("a per-device batch of at least 2,550", "exact"), ("at least 2550 tokens per chip", "exact"),
        ("1275 tokens per chip", "wrong"), ("B = 1275 X", "wrong"), ("B/X >= 2552", "wrong"), ("B/X < 2550", "wrong"),
        ("at most 2550 tokens per chip", "wrong"), ("X = B/2550", "exact"), ("X = B/1275", "wrong"),
        ("2550 chips per token", "undecided"), ("a batch of 2550", "undecided"),
        ("2550 tokens per second", "undecided"),
    ],
)  # fmt: skip
def test_a_bound_on_a_quotient_as_it_is_said(answer, verdict):
    assert check(answer, "B/X > 2550").verdict == verdict


@pytest.mark.slow
def test_whole_sizes_pass_a_whole_formula_by_one():
    assert check("T >= 8D + 1", "T > 8*D").verdict == "exact"
    assert check("T <= 8D - 1", "T < 8*D").verdict == "exact"
    for answer, expected in (("T >= 8D + 2", "T > 8*D"), ("T > 8D + 1", "T > 8*D"), ("T >= D/8 + 1", "T > D/8")):
        assert check(answer, expected).verdict == "wrong"
    assert check("W >= 8D + 1", "W > 8*D").verdict == "wrong"  # a rate is no size
    assert check("as long as F/Y exceeds 2550", "Y < F/2550").verdict == "exact"
    assert not check("as long as F/Y is below 2550", "Y < F/2550").ok


@pytest.mark.parametrize(
    ("answer", "expected", "verdict"),
    [
        ("at least 6 ms", "5.224 ms", "wrong"), ("no faster than 6 ms", "5.224 ms", "wrong"),
        ("no faster than 5.2 ms", "5.224 ms", "undecided"), ("at most 4 ms", "5.224 ms", "wrong"),
        ("sure, 70 GB is less than 80 GB", "no", "wrong"), ("sure, 70 GB is less than 80 GB", "yes", "exact"),
        ("it doesn't fit, you need at least two", "no", "exact"), ("it fits, one is enough", "no", "wrong"),
        ("it fits, you need two", "no", "undecided"), ("no speedup at all", "2x faster", "wrong"),
        ("the same speed", "1.5x slower", "wrong"), ("unchanged", "1.4x fewer bytes", "wrong"),
        ("half", "2x fewer bytes", "exact"),
        ("a quarter", "2x fewer bytes", "wrong"), ("HBM bandwidth", "memory-bound", "exact"),
        ("the FLOPs", "memory-bound", "wrong"), ("memory capacity", "memory-bound", "undecided"),
        ("we're limited by how fast we can read the weights", "memory-bound", "exact"),
    ],
)  # fmt: skip
def test_bounds_on_a_value_and_verdicts_in_other_words(answer, expected, verdict):
    assert check(answer, expected).verdict == verdict


@pytest.mark.parametrize(
    ("answer", "expected", "wrong"),
    [
        ("80 layers × 65 us", "5.224 ms", "80 layers × 66 us"), ("42 ms/8", "5.224 ms", "43 ms/8"),
        ("1/191 s", "5.224 ms", "1/190 s"), ("B ≥ 240 + 1", "B > 240.24", "B ≥ 240 + 2"),
        ("240 is too few", "B > 240.24", "480 is too few"), ("240 tokens suffice", "B > 240.24", "120 tokens suffice"),
        ("8 chips suffice", "8 chips", "7 chips suffice"), ("9 are enough", "9 chips", "8 are enough"),
        ("LKHS elements of 2 bytes", "2*L*K*H*S bytes", "LKHS elements of 4 bytes"),
        ("switches from memory- to compute-bound at 240", "B > 240.24",
         "switches from compute- to memory-bound at 240"),
    ],
)  # fmt: skip
def test_measured_factors_and_what_is_enough(answer, expected, wrong):
    assert check(answer, expected).ok, check(answer, expected)
    assert check(wrong, expected).verdict == "wrong"


@pytest.mark.parametrize(
    ("answer", "expected", "wrong"),
    [
        ("60 MB at 90 GB/s", "667 us", "64 MB at 90 GB/s"), ("60 MB at 90 GB/s", "60 MB", "60 MB at 90 GB/s = 60 us"),
        ("3 tensors of SNH elements each", "3*S*N*H elements", "2 tensors of SNH elements each"),
        ("SNH for Q plus 2SNH for K and V", "3*S*N*H elements", "SNH for Q plus SNH for K and V"),
        ("405 GB is below 640 GB, yes", "yes", "405 GB is below 640 GB, no"),
        ("from memory-bound to compute-bound at 960", "B > 960", "from compute-bound to memory-bound at 960"),
    ],
)  # fmt: skip
def test_amounts_at_rates_and_what_products_count(answer, expected, wrong):
    assert check(answer, expected).ok, check(answer, expected)
    assert check(wrong, expected).verdict == "wrong", check(wrong, expected)


@pytest.mark.parametrize(
    ("answer", "expected", "wrong"),
    [
        # numbers: what is done to the unknown is undone
        ("2t = 9 ms", "4.5 ms", "2t = 4.5 ms"), ("t/3 = 2 s", "6 s", "t/3 = 6 s"),
        ("1/t = 250 Hz", "4 ms", "1/t = 400 Hz"),
        ("x^2 = 49", "7", "x^2 = 7"), ("sqrt(x) = 3", "9", "sqrt(x) = 9"), ("1 - x = 0.25", "0.75", "1 - x = 0.75"),
        ("t - 4.5 ms = 0", "4.5 ms", "t - 4 ms = 4.5 ms"), ("4.5 ms = t", "4.5 ms", "4.5 ms = 2t"),
        ("9.0 ms = 2t", "4.5 ms", "-t = 4.5 ms"), ("8K = 8192", "8192", "8K = 4096"),
        # formulas
        ("Y^2 = 3MK/G", "sqrt(3*M*K/G)", "Y^2 = 3MG/K"), ("T/2 = V/W", "2*V/W", "T/2 = 2V/W"),
        ("T W = 2V", "2*V/W", "T V = 2W"), ("1/T = W/V", "V/W", "1/T = V/W"), ("3V/W = T", "3*V/W", "3V/W = 2T"),
        ("T - a = V/W", "a + V/W", "T + a = V/W"), ("M/Y = sqrt(M*G/K)", "sqrt(M*K/G)", "M/Y = sqrt(M*K/G)"),
        # bounds, by the symbol that they are on
        ("M/2 = 75", "M > 150", "M/2 = 150"), ("S = T/5", "T > 5*S", "S = 5T"), ("2B = C/W", "B > C/(2*W)", "B = 2C/W"),
        # a formula with its value is no equation for one of its names
        ("C/W = 240.2", "240.24", "C/W = 24"), ("6ND = 6.3e24", "6*70e9*15e12", "6ND = 6.3e23"),
        ("2N = 140 GB", "2*70e9 bytes", "2N = 14 GB"), ("70B * 2 bytes = 140 GB", "140 GB", "70B * 1 byte = 140 GB"),
    ],
)  # fmt: skip
def test_what_stands_beside_the_unknown_of_an_equation_is_undone(answer, expected, wrong):
    assert check(answer, expected).ok
    assert check(wrong, expected).verdict == "wrong"


@pytest.mark.parametrize(
    ("answer", "expected"),
    [("max(T, V/W) = 2V/W", "2*V/W"), ("T^2 + T = 2V/W", "2*V/W"), ("4 T_hop = 6 ms", "6 ms"), ("2N = 16 GB", "16 GB")],
)
def test_an_equation_that_is_not_solved_and_a_formula_of_something_else_are_open(answer, expected):
    assert check(answer, expected).verdict == "undecided"


@pytest.mark.parametrize(
    ("answer", "expected", "verdict"),
    [
        # FLOPs are named, or it is a matmul's product of sizes
        ("MN(2K - 1)", "2*M*N*K", "convention"), ("MN(2K - 1)", "2*M*N*K FLOPs", "convention"),
        ("2K - 1 FLOPs", "2*K FLOPs", "convention"), ("H(2S-1) FLOPs", "2*H*S FLOPs", "convention"),
        ("2*M*N*K", "M*N*(2*K - 1)", "convention"),
        # anything else lacks one
        ("2M(2K-1)", "4*M*K bytes", "wrong"), ("M(2K-1)", "2*M*K bytes", "wrong"), ("2p - 1", "2*p hops", "wrong"),
        ("2K - 1 parameters", "2*K", "wrong"), ("(2N - 1)/W", "2*N/W", "wrong"), ("(2 - 1/p) N/W", "2*N/W", "wrong"),
        ("T > 6S - 3", "T > 6*S", "wrong"), ("B > (2C - 1)/W", "B > 2*C/W", "wrong"), ("3P(2D-1)", "6*P*D", "wrong"),
        ("8H^2 - 4H", "8*H**2", "wrong"), ("2M(2K-1)/W", "4*M*K/W s", "wrong"),
    ],
)  # fmt: skip
def test_one_less_of_twice_a_size_is_a_convention_only_where_operations_are_counted(answer, expected, verdict):
    assert check(answer, expected).verdict == verdict


@pytest.mark.parametrize(
    ("answer", "expected", "turned"),
    [
        ("150 (smaller is memory bound)", "M > 150", "150 (smaller is compute bound)"),
        ("150 (larger batches are compute bound)", "M > 150", "150 (larger batches are memory bound)"),
        ("150, fewer is memory-bound", "M > 150", "150, fewer is compute-bound"),
        ("150; anything larger is compute-bound", "M > 150", "150; anything larger is memory-bound"),
        ("150 (not less)", "M > 150", "150 (not more)"), ("150 (no fewer)", "M > 150", "150 (and no more)"),
        ("150 (never below)", "M > 150", "150 (never above)"), ("150, not lower", "M > 150", "150, not higher"),
        ("150 (or above)", "M > 150", "150 (or below)"), ("700 (not more)", "N < 700", "700 (not less)"),
        ("70 (smaller is compute bound)", "N < 70", "70 (larger is compute bound)"),
    ],
)  # fmt: skip
def test_a_bracket_says_on_which_side_of_a_number_it_is(answer, expected, turned):
    assert check(answer, expected).ok
    assert check(turned, expected).verdict == "wrong"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("answer", "expected", "other", "verdict"),
    [
        ("4 s, i.e. less than 5 s", "4 s", "4 s, i.e. more than 5 s", "wrong"),
        ("9 GB, which is over 8 GB", "9 GB", "9 GB, which is under 8 GB", "wrong"),
        ("4 s (less than 5 s)", "4 s", "4 s (more than 5 s)", "wrong"),
        ("24 GB at 6 GB/s is 4 s", "4 s", "24 GB at 8 GB/s is 4 s", "wrong"),
        ("24 GB at 6 TB/s is 4 ms", "4 ms", "24 GB at 6 GB/s is 4 ms", "wrong"),
        ("24 GB over 6 GB/s -> 4 s", "4 s", "24 GB over 6 TB/s -> 4 s", "wrong"),
        ("4 ms, or 250 tokens/s", "4 ms", "4 ms, or 2500 tokens/s", "undecided"),  # of ten sequences at a time
        ("4 ms => 250 steps/s", "4 ms", "4 ms => 400 steps/s", "undecided"),
        ("250 tokens/s (4 ms per token)", "250 tokens/s", "250 tokens/s (40 ms per token)", "undecided"),
        ("12 (11 is not enough)", "12 chips", "12 (11 would do)", "undecided"),
        ("12 (12 suffice)", "12 chips", "12 (10 suffice)", "undecided"),
    ],
)
def test_what_is_said_of_a_number_beside_it_has_to_hold(answer, expected, other, verdict):
    assert check(answer, expected).ok
    assert check(other, expected).verdict == verdict


@pytest.mark.parametrize(
    ("answer", "expected", "elsewhere"),
    [
        ("3HTL for long contexts", "5*H*L**2 + 3*H*T*L", "3HTL for short contexts"),
        ("5HL^2 at short sequence lengths", "5*H*L**2 + 3*H*T*L", "5HL^2 at long sequence lengths"),
        ("V/W for large messages", "a + V/W", "V/W for small messages"),
        ("a (short messages)", "a + V/W", "a (long messages)"),
        ("V/W in the many-device limit", "V*(n - 1)/(n*W)", "V/W for few devices"),
        ("V/W for wide rings", "V*(n - 1)/(n*W)", "V/W for small rings"),
        ("3B for small batches", "3*B*D/(B + D)", "3B for large batches"),
        ("3D when batches are large", "3*B*D/(B + D)", "3D when batches are small"),
    ],
)  # fmt: skip
def test_a_regime_told_by_the_things_that_a_symbol_counts_is_that_of_the_symbol(answer, expected, elsewhere):
    assert check(answer, expected).verdict == "in-regime"
    assert check(elsewhere, expected).verdict == "wrong"


def test_a_regime_of_things_without_a_symbol_is_open_where_it_decides():
    assert check("3B for long prompts", "3*B*D/(B + D)").verdict == "undecided"
    assert check("3BD for long prompts", "3*B*D").verdict == "exact"
    assert check("7 ms for long prompts", "7 ms").verdict == "exact"


@pytest.mark.parametrize(
    ("answer", "whole", "part"),
    [
        ("3 s per layer", "3 s", "3 s/layer"),
        ("6 GB per user", "6 GB", "48/8 GB"), ("6 ms a chip", "6e-3 s", "48e-3/8 s"),
        ("6 GB each", "6 GB", "48/8 GB"), ("2e20 FLOPs per layer", "2e20 FLOPs", "2e20 FLOPs/layer"),
        ("V/p per device", "V/W", "V/p"), ("50 requests/s per node", "50 requests/s", "400/8 requests/s"),
        ("9 chips per host", "9 chips", "9 chips/host"), ("3 ms on 4 GPUs", "3 ms", "24e9/(4*2e12) s"),
        ("3 ms on one GPU", "24e9/(4*2e12) s", "6e9/2e12 s"), ("28 GB in fp32", "28 GB", "4*7e9 bytes"),
        ("480 in int8", "480.4", "3.94e14/8.2e11"), ("60% of peak bandwidth", "1.182e14/1.97e14", "4.92e11/8.2e11"),
        ("60% utilization", "3/5", "1.182e14/1.97e14"),
    ],
)  # fmt: skip
def test_a_part_or_a_case_is_open_unless_the_expected_one_is_that_too(answer, whole, part):
    assert not check(answer, whole).ok
    assert check(answer, part).ok


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("3V/W per hop", "3*V/W"), ("3V/W for one phase", "3*V/W"), ("3 ms of overhead", "3 ms"),
        ("8 GB of slack", "8 GB"), ("3 s for one stage", "3 s"),
        ("3 ms at half the bandwidth", "3 ms"), ("3 ms to load half the weights", "3 ms"),
        ("3 ms for the first phase alone", "3 ms"), ("3 ms with int8 weights", "6e9/2e12 s"),
    ],
)  # fmt: skip
def test_what_makes_a_right_number_another_one_leaves_it_open(answer, expected):
    assert check(answer, expected).verdict == "undecided"


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("42 ms per token", "42 ms"), ("328 kB per token", "327680 bytes"), ("450 GB/s per GPU", "450 GB/s"),
        ("450 GB/s each way", "450 GB/s"), ("0.7 kW per GPU", "700 W"), ("14 GB in bf16", "14 GB"),
        ("2N per token", "2*N"), ("3 ms to load the weights", "3 ms"), ("9 GB of weights", "9 GB"),
    ],
)  # fmt: skip
def test_what_is_of_one_by_its_nature_or_told_by_token_stands(answer, expected):
    assert check(answer, expected).ok


@pytest.mark.parametrize(
    ("answer", "expected", "right"),
    [
        ("7 more nodes", "7 nodes", "7 nodes"), ("7 times as many", "7 nodes", "7"),
        ("7x more nodes", "7 nodes", "7 nodes"),
        ("7 fewer nodes", "7 nodes", "seven nodes"), ("T < 3V/W", "3*V/W", "T = 3V/W"),
        ("T >= 3V/W", "3*V/W", "T = 3V/W"),
        ("Y > sqrt(2MK/G)", "sqrt(2*M*K/G)", "Y = sqrt(2MK/G)"),
        ("at least 76 layers", "B > 75.3", "at least 76 tokens"),
        ("76 GPUs", "B > 75.3", "76 requests"), ("more than 75 chips", "L > 75", "more than 75 layers"),
        ("sequence length > 75", "B > 75.3", "batch size > 75"),
        ("batch size > 75", "T > 75.3", "sequence length > 75"),
        ("12 stages", "m >= 12", "12 microbatches"), ("12 layers", "n >= 12", "12 chips"),
        ("21% of peak", "210 TFLOPs/s", "210 TFLOPs/s"), ("half of peak", "210 TFLOPs/s", "0.21 PFLOPs/s"),
    ],
)  # fmt: skip
def test_comparisons_bounds_shares_and_other_things_are_no_value_of_what_is_asked(answer, expected, right):
    assert check(answer, expected).verdict == "undecided"
    assert check(right, expected).ok


@pytest.mark.parametrize(
    ("answer", "expected", "verdict"),
    [
        ("p/(p + 1) = 3/4", "3/4", "exact"),
        ("1/n = 1/8", "1/8", "undecided"),
        ("KV = 2LKH", "2*L*K*H", "exact"),
        ("n * 16 GB = 128 GB", "128 GB", "exact"),
        ("x^2 = -4", "2", "undecided"),
        ("2 d = 48 h", "48 h", "exact"),
        ("x = 2x - 5", "5", "exact"),
        ("3 ms at 50% efficiency", "6e9/2e12 s", "undecided"),
        ("3 ms at 50% efficiency", "3e9/(0.5*2e12) s", "exact"),
        ("3 ms to read one layer", "3 ms", "undecided"),
        ("12 because 11 would do", "12 chips", "undecided"),
        ("it takes 3 ms, which is less than 1 ms", "3 ms", "wrong"),
    ],
)  # fmt: skip
def test_edges_of_equations_cases_and_reasons(answer, expected, verdict):
    assert check(answer, expected).verdict == verdict


@pytest.mark.parametrize(
    "side", ["compute-bound", "it is memory-bound", "it's limited by bandwidth", "FLOPs are the bottleneck"]
)
@pytest.mark.parametrize(("led", "said"), [("Yes, ", "yes"), ("no: ", "no"), ("Sure, ", "yes"), ("No. ", "no")])
def test_the_first_word_answers_yes_or_no_whichever_side_was_asked_about(side, led, said):
    """check knows no question: "no, compute-bound" was taken for "always", and stood where yes was expected."""
    other = {"yes": "no", "no": "yes"}[said]
    assert check(led + side, said).verdict == "exact"
    assert check(led + side, other).verdict == "wrong"


@pytest.mark.parametrize(
    ("answer", "right", "wrong"),
    [
        ("one FLOP for every two bytes", "1/2 FLOPs/byte", "2 FLOPs/byte"),
        ("4 FLOPs for each 2 bytes", "2 FLOPs/byte", "4 FLOPs/byte"),
        ("half a FLOP per byte", "1/2 FLOPs/byte", "2 FLOPs/byte"),
        ("as soon as you have more than 150 tokens", "M > 150", "M < 150"),
        ("if we have fewer than 150 tokens", "M < 150", "M > 150"),
        ("compute-bound once they have more than 150 tokens in the batch", "B > 150", "B < 150"),
        ("3 x $4", "12 dollars", "7 dollars"),
        ("yeah, by far", "yes", "no"), ("no, by a mile", "no", "yes"),
    ],
)  # fmt: skip
def test_how_often_who_and_how_much(answer, right, wrong):
    assert check(answer, right).ok, check(answer, right)
    assert check(answer, wrong).verdict == "wrong"


@pytest.mark.parametrize(
    ("answer", "expected"), [("42 ms for every 2 tokens", "42 ms"), ("24 GB for each 2 chips", "24 GB")]
)
def test_for_every_so_many_is_not_left_out(answer, expected):
    assert not check(answer, expected).ok


@pytest.mark.parametrize(
    ("answer", "expected", "verdict"),
    [  # by the definition: B + D >= 10 holds at B = 1 from D = 9 on, and for every B > 0 from D = 10 on
        ("B >= 10 - D, every B when 10 <= D", "B >= 10 - D, every B when 10 <= D", "exact"),
        ("B >= 10 - D, every B when 2 <= D", "B >= 10 - D, every B when 10 <= D", "wrong"),
        ("B >= 10 - D, every B when D <= 9", "B >= 10 - D, every B when 10 <= D", "wrong"),
        ("B >= 10 - D, every B when 2 <= D", "B >= 10 - D", "wrong"),
        ("N >= K*b - K*a, every N when b <= 2*a", "N >= K*b - K*a, every N when b <= a", "wrong"),
        ("N >= K*b - K*a, every N when b <= a", "N >= K*b - K*a, every N when b <= a", "exact"),
        ("B > 344.9 (345)", "B > 344.9 (345)", "exact"), ("B > 344.9 (344)", "B > 344.9 (345)", "wrong"),
        ("B > 344.9 (346)", "B > 344.9 (345)", "wrong"), ("B > 344.9 (344)", "B > 344.9", "wrong"),
        ("B <= 3.5 (3)", "B <= 3.5 (3)", "exact"), ("B <= 3.5 (4)", "B <= 3.5 (3)", "wrong"),
        ("B <= 3.5 (4)", "B <= 3.5", "wrong"),
    ],
)  # fmt: skip
def test_a_printed_threshold_stands_with_all_that_it_says(answer, expected, verdict):
    assert check(answer, expected).verdict == verdict


@pytest.mark.parametrize(
    ("answer", "expected", "verdict"),
    [
        ("B > C/W, with C = 6 and W = 2", "B > 3", "exact"), ("B > C/W, with W = 2, C = 6", "B > 3", "exact"),
        ("B > C, with C = W, W = 3", "B > 3", "exact"), ("B > C, with W = 3, C = W", "B > 3", "exact"),
        ("B > C, with C/W = 3, W = 2", "B > 6", "exact"),
        ("B > W, with C/W = 3, C = 6", "B > 2", "exact"), ("B > W, with C/W = 3, C = 6", "B > 18", "wrong"),
        ("B > C, with C/W = 3, W = 2", "B > 3", "wrong"),
        ("B > C/W, with C = 8 and W = 2", "B > 3", "wrong"), ("B > C, with C = 3, C = 4", "B > 3", "undecided"),
        ("B > C, with C = 3, C = 3", "B > 3", "exact"),
        (r"B > \frac{3C}{W_\text{ici}}, \text{with } C = 2 \times 10^{14}, W_\text{ici} = 3 \times 10^{10}", "B > 2e4",
         "exact"),
        ("V/W, with W = 2 and V = 6", "3", "exact"), ("V/W, where V = 6 and W = 2", "3", "exact"),
        ("V/W, with W = 2 and V = 8", "3", "wrong"), ("2*B*D, with B = 4", "8*D", "exact"),
    ],
)  # fmt: skip
def test_constants_that_an_answer_tells_are_put_in_in_any_order(answer, expected, verdict):
    """The last of them was taken for the answer, or a list with "and" for a product of letters."""
    assert check(answer, expected).verdict == verdict


def test_what_is_bound_goes_before_what_the_answer_tells():
    assert check("B > C, with C = 3", "B > 3", let={"C": 4}).verdict == "wrong"


@pytest.mark.slow
def test_a_threshold_printed_in_latex_is_itself():
    rule = threshold(op("bf16 A[I, J_X] * bf16 B[J_X, K] -> bf16 C[I, K]", mesh="X=4"), "J", on="TPU v5e")
    assert check(latex(rule), rule).ok
    assert check(latex(rule).replace("3C", "6C"), rule).verdict == "wrong"


@pytest.mark.parametrize(
    ("answer", "expected", "verdict"),
    [
        ("2^N", "1", "wrong"), ("1", "2^N", "wrong"), ("a^k", "1", "wrong"), ("p^k", "p^k", "exact"),
        ("2^N", "5", "wrong"), ("2^(N+1)", "2*2^N", "exact"), ("2^N", "N^2", "wrong"),
    ],
)  # fmt: skip
def test_a_lone_power_with_a_symbol_above_is_no_one(answer, expected, verdict):
    """The symbol that stood for it, x1, was read as times one."""
    assert check(answer, expected).verdict == verdict


def test_the_factor_between_powers_is_the_one_there_is():
    assert "off by the factor 2**N/(N**2)" in str(check("2^N", "N^2"))  # 8/9 at N = 3
    assert check("(1-p)^k", "k*p").error is None


@pytest.mark.parametrize(("answer", "expected"), [("2^N", "2^N + N"), ("exp(N)", "N + exp(N)")])
def test_how_a_power_grows_is_open(answer, expected):
    assert check(answer, expected, given="N -> oo").verdict == "undecided"
    assert not check(answer, expected).ok


@pytest.mark.parametrize(
    ("answer", "expected", "verdict"),
    [
        ("lambda has to be small enough", "lambda < 90", "undecided"),
        ("B must be large enough", "B > 240", "undecided"),
        ("B sufficiently large", "B > 240", "undecided"), ("B > 240 is large enough", "B > 240", "exact"),
        ("B > 24 is large enough", "B > 240", "wrong"), ("when the batch is big enough", "never", "wrong"),
    ],
)  # fmt: skip
def test_how_much_is_enough_is_a_number(answer, expected, verdict):
    assert check(answer, expected).verdict == verdict
