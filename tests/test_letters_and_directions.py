"""What letters measure, definitions put into each other, which way things go, and indented blocks: both outcomes."""

from __future__ import annotations

import pytest

from symroof import proofread


def wrong(text: str) -> list[str]:
    return [f.rule for f in proofread(text).findings if f.verdict == "wrong"]


NET = (
    "Let $R$ be the bandwidth of a link, $\\ell$ the length of a message, $\\tau$ the propagation delay, and $n$ the "
    "number of ranks. "
)


@pytest.mark.parametrize(
    ("right", "slip"),
    [
        (r"The latency is $T = \tau + \frac{\ell}{R}$.", r"The latency is $T = \tau + \frac{R}{\ell}$."),
        (r"It takes $T = n(\tau + \ell/(nR))$ of time.", r"It takes $T = n(\tau + nR/\ell)$ of time."),
        (r"The delay is $d = \ell/R$.", r"The delay is $d = R/\ell$."),
        (r"Both terms are equal when $\ell = \tau R$.", r"Both terms are equal when $\ell = \tau / R$."),
    ],
)
def test_what_letters_measure(right: str, slip: str) -> None:
    assert wrong(NET + right) == []
    assert wrong(NET + slip) == ["definition"]


@pytest.mark.parametrize(
    "true",
    [
        r"The throughput is $X = n/\tau$.",  # no time
        r"The number of messages per second is $r = R/\ell$.",
        r"In a queue $\tau$ is the arrival rate of requests; their number is $N = \tau \ell$.",
        r"It is wrong that the delay is $d = R/\ell$.",
        r"The cost of 3600 of them is $c = 3600 R$.",
    ],
)
def test_other_quantities(true: str) -> None:
    assert wrong(NET + true) == []


def test_the_ridge_is_flops_over_bytes() -> None:
    text = "With a peak $\\pi$ and a memory bandwidth $\\beta$ the *ridge point* is $I^* = {}$."
    assert wrong(text.replace("{}", "\\pi/\\beta")) == []
    assert wrong(text.replace("{}", "\\beta/\\pi")) == ["definition"]


def test_a_time_falls_with_the_utilization() -> None:
    text = "Let $\\mu$ be the utilization and $P$ the peak. The duration is $T = \\frac{}$."
    assert wrong(text.replace("{}", "{6 N D}{\\mu P}")) == []
    assert wrong(text.replace("{}", "{6 \\mu N D}{P}")) == ["definition"]


def test_a_sum_of_two_definitions() -> None:
    text = "$$T_a = \\frac{n-1}{n} M,$$ $$T_b = X M,$$ $$T = T_a + T_b = 2 \\frac{n-1}{n} M.$$"
    assert wrong(text.replace("X", "\\frac{n-1}{n}")) == []
    assert wrong(text.replace("X", "(n-1)")) == ["definition"]


def test_an_intensity_of_defined_work_and_traffic() -> None:
    text = (
        "The intensity is $I = W/Q$. Here $W = 2mnk$ and $Q = 2(mk + kn + mn)$, so that $I = \\frac{}{mk + kn + mn}$."
    )
    assert wrong(text.replace("{}", "{mnk}", 1)) == []
    assert wrong(text.replace("{}", "{2mnk}", 1)) == ["definition"]
    apart = text.replace("Here", "\n\nIn 8 bits it is another traffic.\n\nHere").replace("so that", "or, if cached,")
    assert wrong(apart.replace("{}", "{2mnk}", 1)) == []


def test_a_number_printed_for_a_definition() -> None:
    text = "The bubble is $e = \\frac{p-1}{}$.\n\nWith $p = 4$ and $m = 64$ we have $e = 3/67 \\approx 4.5\\%$.\n"
    assert wrong(text.replace("{}", "{m+p-1}")) == []
    found = [f for f in proofread(text.replace("{}", "{m}")).findings if f.verdict == "wrong"]
    assert [f.line for f in found] == [1]  # two numbers speak against the definition


@pytest.mark.parametrize(
    ("right", "slip"),
    [
        ("It is compute-bound if b/8 > 8.33, i.e. b > 66.7.", "It is compute-bound if b/8 > 8.33, i.e. b < 66.7."),
        ("It fits if 3 × 8 × N < 1 MiB, hence N < 43,690.", "It fits if 3 × 8 × N < 1 MiB, hence N < 131,072."),
        ("What does fewer than 8 FLOPs per byte is memory-bound.",
         "What does fewer than 8 FLOPs per byte is compute-bound."),
        ("What does more than 8 FLOP for each byte is compute-bound; one that does less is memory-bound.",
         "What does more than 8 FLOP for each byte is compute-bound; one that does less is compute-bound."),
        ("The transfer takes 112 ms, the compute 40 ms, and it is memory-bound.",
         "The transfer takes 112 ms, the compute 40 ms, and it is compute-bound."),
        ("The ridge is at 80, so it is compute-bound only if $m$ exceeds about 80.",
         "The ridge is at 80, so it is compute-bound only if $m$ stays below about 80."),
        ("An all-reduce moves twice as many bytes as a reduce-scatter.",
         "An all-reduce moves half as many bytes as a reduce-scatter."),
    ],
)  # fmt: skip
def test_which_way_it_goes(right: str, slip: str) -> None:
    assert wrong(right) == []
    assert len(wrong(slip)) == 1


@pytest.mark.parametrize(
    "true",
    [
        "It is not true that a kernel with fewer than 8 FLOPs per byte is compute-bound.",
        "We need 2*x < 10 or x > 20, two cases.",
        "If the transfer took 112 ms and the compute 40 ms, would it be compute-bound?",
        "The transfer takes 112 ms, the compute 200 ms, and it is compute-bound.",
    ],
)
def test_directions_that_hold(true: str) -> None:
    assert wrong(true) == []


def test_indented_formulas() -> None:
    text = "We get\n\n    16 × 64 bytes / 100 ns = {} GB/s\n\nfor one core.\n"
    assert wrong(text.replace("{}", "10.24")) == []
    assert wrong(text.replace("{}", "102.4")) == ["arithmetic"]
    goes_on = "We get\n\n    32 × 48 KiB\n      = 1536 KiB\n      = {} MiB\n"
    assert wrong(goes_on.replace("{}", "1.5")) == []
    assert wrong(goes_on.replace("{}", "1.6")) == ["arithmetic"]


def test_indented_programs() -> None:
    program = "Run\n\n    x = 2 * 3 = 7;\n    def f(): return 2 + 2 == 5\n    n = n + 1  # 3 * 7 = {} rows\n"
    assert wrong(program.replace("{}", "21")) == []
    assert wrong(program.replace("{}", "22")) == ["arithmetic"]
    assert wrong("Set\n\n    N = 1024\n    batch = 32\n\nand $N = 2 \\cdot 512$.\n") == []
