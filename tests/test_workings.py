"""What bears a value out from behind it, marked by hand: its working, a law by its name, what fewer would not do."""

from __future__ import annotations

import pytest
from marks import outcome

from symroof.checking.answers.workings import works_out


@pytest.mark.slow
@pytest.mark.whole
@pytest.mark.parametrize(
    ("expected", "answers"),
    [
        ("12*L*d**2", {"12Ld^2 (4 attn + 8 mlp)": "R", "12Ld^2 (4 attn + 4 mlp)": "U"}),
        ("16 bytes", {"16 bytes per param: 2 weights 2 grads 12 adam": "R", "10 bytes: 2 weights 2 grads 6 adam": "W"}),
        ("6*N*D", {"6ND, 2 fwd + 4 bwd": "R", "6ND, 2 fwd + 3 bwd": "U", "8ND, 2 fwd + 6 bwd": "W"}),
        ("18 months", {"break even is reached after 18 months: 90k / 5k": "R"}),
        ("2 GPUs", {"two h100s, 140 gb / 80 = 1.75 rounded up": "R"}),
        ("7 servers", {"we need 7 servers, erlang says 6.3": "R", "7 servers, 6 would do": "U"}),
        ("86.4e6 requests/day", {"86.4 mio requests a day (1000/s * 86400)": "R"}),
        ("3723 s", {"1 hour, 2 minutes, and 4 seconds": "W"}),
        ("1.7 ms", {"1.7 ms, the smaller of 1.2 ms and 1.7 ms": "W"}),
        ("11520 bytes/s", {"11.52 kB/s (8N1)": "R", "1.152 kB/s (8N1)": "W"}),
        ("1/(mu - lambda)", {"1/(mu - lambda), M/M/1": "R", "1/(lambda - mu), M/M/1": "W"}),
        ("1/(s + (1-s)/N)", {"1/(s+(1-s)/N), amdahl": "R", "1/(s+(1-s)*N), amdahl": "W"}),
        ("5 partitions", {"5 partitions, 4 would only give 40 MB/s": "R", "5 partitions, 4 can fail": "R"}),
        ("5 nodes", {"4 nodes, 3 is too few": "W", "5 nodes, 4 are not used": "U", "5 nodes, 4 would be fine": "U"}),
        ("2", {"two, one 80gb card is too small": "R", "one, since 70 GB fit": "W"}),
        ("2 nodes", {"quorum of 2 (of 3)": "R", "quorum of 3 (of 3)": "W"}),
        ("sqrt(d)", {"sqrt(d), otherwise softmax saturates": "R", "d, otherwise softmax saturates": "W"}),
        ("42 ms", {"42 ms, otherwise slower": "U", "42 ms, otherwise 84 ms": "U"}),
        ("n + 4", {"(n-1) + 5, the first takes all five": "R", "(n-1) + 5, the first takes all seven": "U"}),
        ("21%", {"1.1^2 - 1 = 21 %, interest on interest": "R"}),
        ("V/W", {"V/W, every link busy": "R", "V/W, every second link busy": "U", "V/W, doubled": "U"}),
        ("-1.5", {"elasticity -1.5, i.e. demand drops 15% for ten percent price": "R"}),
    ],
)
def test_what_stands_behind_a_value(expected, answers):
    assert {a: outcome(a, expected) for a in answers} == answers


def test_numbers_come_to_a_value_by_their_signs():
    """3 nodes of 8 may be 24 GPUs; 9/2 is not 5; a quotient is rounded up only where it is printed."""
    right = ("3*8 slots", "24 GPUs"), ("9/2 = 4.5", "5 servers")
    assert [works_out(*x) for x in right] == [True, True]
    assert not works_out("3 nodes of 8", "24 GPUs")
    assert not works_out("9/2 = 5", "5 ms")
    assert not works_out("2 minutes, and 4 seconds", "1 hour")


@pytest.mark.parametrize(
    ("right", "open_or_wrong"),
    [
        ("12 ms (8 ms + 4 ms)", "12 ms (8 ms - 4 ms)"),
        ("12 ms (16 ms - 4 ms)", "12 ms (8ms-4ms)"),
        ("24 GB (3 x 8 GB)", "24 GB (16 GB - 8 GB)"),
        ("20 GB (12 GB + 8 GB)", "4 GB (12 GB + 8 GB)"),
        ("32 (8 * 4)", "2 (8 * 4)"),
        ("4 (8 -> 4)", "12 (8 -> 4)"),
        ("3 (12 / 4)", "8 (12 / 4)"),
        ("35 GB (70 GB / 2)", "35 GB (70 GB * 2)"),
        ("16 GB (2 x 8 GB)", "16 GB (2 x 8 MB)"),
        ("50 GB/s (400 GB/s / 8)", "50 GB/s (400 Mb/s / 8)"),
        ("2 GPUs (140 GB / 70 GB)", "2 GPUs (140 GB - 70 GB)"),
        ("2x (12 ms / 6 ms)", "2x (6 ms + 12 ms)"),
    ],
)
def test_a_working_goes_by_its_signs_and_its_units(right, open_or_wrong):
    got = [outcome(x, x.split(" (")[0]) for x in (right, open_or_wrong)]
    assert got[0] == "R"
    assert got[1] != "R"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("expected", "answers"),
    [
        ("12 ms", {"12 ms, 4 ms and 8 ms": "R", "12 ms, plus 4 ms and 8 ms more": "U"}),
        ("12 GB", {"12 GB, 4 GB weights and 8 GB kv": "R", "12 GB, on top of 4 GB weights and 8 GB cache": "U"}),
        (
            "12 GB",
            {"12 GB (plus 4 GB weights and 8 GB kv)": "U", "12 GB, add 4 GB for weights and 8 GB for cache": "U"},
        ),
        ("2*N*D", {"2ND": "R", "2ND, 2 fwd + 4 bwd": "U"}),
        ("5 nodes", {"5 nodes, 4 is too few": "R", "5 nodes, 6 would be too many": "R"}),
        ("5 nodes", {"5 nodes, 4 would be too many": "U", "5 nodes, 6 is too few": "U"}),
        ("2", {"two, one is too few": "R", "two, three is too few": "U"}),
        ("240", {"240, e.g. on a card": "R", "240, e.g. 300": "U"}),
        ("5 ms", {"5 ms, e.g. for a small batch": "R", "5 ms, e.g. 7 ms": "U", "5 ms, for example 7 ms": "U"}),
    ],
)
def test_what_is_beside_a_value_or_at_odds_with_it_is_no_working(expected, answers):
    found = {a: outcome(a, expected) for a in answers}
    assert {a: "R" if m == "R" else "U" for a, m in found.items()} == answers


@pytest.mark.parametrize("word", ["hours", "nanoseconds", "gigaflops", "squares", "negatives", "nope", "floor"])
def test_one_word_behind_a_formula_names_nothing(word):
    assert outcome(f"V/W, {word}", "V/W") != "R"
    assert outcome("V/W, Little's law", "V/W") == "R"
