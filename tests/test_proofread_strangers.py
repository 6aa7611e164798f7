"""What a stranger's chapters and pages of other sciences taught: each cause of a false call, with both outcomes."""

from __future__ import annotations

import pytest

from symroof.checking.proofreading.proofread import proofread


def verdicts(text: str) -> list[str]:
    return [f.verdict for f in proofread(text).findings]


JUDGED = [  # a text with a place for what is right, and what is wrong in it
    ("We get {}.", "1500 * 8 / 0.001 = 12 Mb/s", "1500 * 8 / 0.001 = 14 Mb/s"),
    ("We get {}.", "1920 * 1080 * 24 * 60 = 2.99 Gb/s", "1920 * 1080 * 24 * 60 = 29.9 Gb/s"),
    ("We get {}.", "1500 × 8 / 0.001 s = 12 Mb/s", "1500 × 8 / 0.001 s = 13 Mb/s"),
    ("We get {}.", "12 / 2 s = 6 GB/s", "12 / 2 s = 7 GB/s"),
    ("We get {}.", "2 * 10 = 20 Gb/s", "2 * 10 = 25 Gb/s"),
    ("We get {}.", "96 kB × 8 / 100 Mb/s = 7.68 ms", "96 kB × 8 / 100 Mb/s = 6.78 ms"),
    ("It draws {}.", "250 W × 53.7 ms ≈ 13.4 J", "250 W × 2 s = 700 J"),
    (
        "It is {}.",
        r"$\sqrt{2 \cdot 11.8 \cdot 72{,}000} \approx 1304$",
        r"$\sqrt{2 \cdot 11.8 \cdot 72{,}000} \approx 1500$",
    ),
    ("It is {}.", r"$\frac{72{,}000}{2} = 36{,}000$", r"$\frac{72{,}000}{2} = 37{,}000$"),
    ("It is {}.", r"$\frac{4 s^2 h}{24 s h^2} = \frac{s}{6h}$", r"$\frac{4 s^2 h}{24 s h^2} = \frac{h}{6s}$"),
    ("We make {}.", r"$512 \cdot 100$ Gb/s $= 51.2$ Tb/s $= 6.4$ TB/s", "$51.2$ Tb/s $= 409.6$ TB/s"),
    ("It is {}.", r"$1.2 \times 10^{8}$ b $= 15$ MB", r"$1.2 \times 10^{8}$ b $= 120$ MB"),
    ("It is {} long.", r"$1500 \cdot 8 / 10^{10} = 1.2\ \mu$s", r"$1500 \cdot 8 / 10^{10} = 1.9\ \mu$s"),
    ("The job has $M = 100$ h and $C = 36$ s, so {}.", r"$C/M = 0.01\%$", r"$C/M = 0.02\%$"),
    ("$E = 50$ Wh at $P = 2.5$ W lasts {}.", "$E/P = 20$ h", "$E/P = 40$ h"),
    ("Call it {}.", "246 kB, or exactly 240 KiB", "246 kB, or exactly 246 KiB"),
    ("If $a = b$, then {}.", "$(a+b)^2 = 4a^2$", "$(a+b)^2 = 5a^2$"),
    ("Here $\\pi = 120$ TFLOP/s, $\\beta = 1.5$ TB/s and {}.", "$\\pi/\\beta = 80$", "$\\pi/\\beta = 8$"),
    ("Here $\\tau = 6$ ms; $\\mathrm{{RTT}} = 12$ ms, {}.", "$2 \\mathrm{RTT} = 24$ ms", "$2 \\mathrm{RTT} = 42$ ms"),
    ("In four years {}.", "300 kW * 8760 * 4 = 10.5 GWh", "300 kW * 8760 h * 4 = 15.0 GWh"),
    (
        "$$\\frac{{4 N_\\ell B}}{{P}} \\ge \\frac{{4 N_\\ell}}{{\\beta}} \\Longleftrightarrow "
        "B {} \\frac{{P}}{{\\beta}} = 240$$",
        "\\ge",
        "\\le",
    ),
]


@pytest.mark.parametrize(("text", "right", "wrong"), JUDGED)
def test_what_is_right_stands_and_what_is_wrong_is_called(text, right, wrong):
    assert "wrong" not in verdicts(text.format(right))
    assert "wrong" in verdicts(text.format(wrong))


SILENT = [  # true texts of which nothing is wrong
    "Our model has $h = 8192$. A layer has $12h^2$ parameters. For our $h$ this is $8.05 \\times 10^{8}$ parameters.",
    "(a) $1/S = 5000$ per second.\n(d) $S = 0.1$ ms, $\\rho = 0.4$.",
    "hence $4 \\cdot 12 \\cdot 143\\ \\text{MB} \\approx 6.8$ GB; 3 * 67 MB = 202 MB; 2.68 GB × 32 = 85.9 GB.",
    "We have $C = 40$ s and $M = 100$ h.\n\n"
    "| $\\theta$ | $\\theta/2M$ |\n|---:|---:|\n| 1000 s | 0.14% |\n| 2000 s | 0.28% |\n",
    "A trace of $l = 30$ cm at $v = 1.5 \\times 10^{8}$ m/s has $l/v = 2$ ns; at $f = 5$ GHz $v/f = 3$ cm.",
    "A link of $R = 10$ Gb/s and packets of $L = 1500$ B: $8 L/R = 1.2$ us.",
    "A frame of 49.8 Mb × 60 = 2.99 Gb/s, that is, 373 MB/s.",
    "Six faces of 524 kB each, $6 \\cdot 524 = 3.15$ MB.",
    "It holds 8000/120 ≈ 66 rows per page.",
    "With $m = 10$ misses of $s = 64$~B and $\\ell = 80$ ns: $ms/\\ell = 8$ GB/s.",
    "The field is 65,507 bytes = 65,535 − 8 bytes (UDP header) − 20 bytes (IP header).",
    "SLO: 99.9 % of 30 days is 43.2 min of errors.",
    "Let $p = 0.5$. The number of tries is $1/p = 2$; for $p = 0.1$ it is $1/p = 10$.",
    "Let $t_0 = 2$ ms and $x = 1$ ms. What if $t_0 = 1$ ms? Then $t_0 + x = 2$ ms.",
    "If $p = 1$, then $(1-s)/p = 1 - s$.",
    "Storing 150 GB × $0.023 = $3.45 a month; 3 people × 2 weeks × 40 h = 240 h.",
]


@pytest.mark.parametrize("text", SILENT)
def test_true_texts_are_left_alone(text):
    assert not {"wrong", "truncated"} & {*verdicts(text)}


def test_a_hypothesis_holds_in_its_sentence_and_both_sides_vanishing_show_nothing():
    text = (
        "## One\n\nIf the weights are sharded (and $t = 1$), it is simple.\n\n## Two\n\nIn general\n\n"
        "$$\\frac{16 (t-1) P}{72 h^{%d}} = \\frac{2 (t-1)}{9} \\cdot \\frac{P}{h}$$\n"
    )
    assert verdicts(text % 1) == ["exact"]
    assert verdicts(text % 2) == ["wrong"]
    assert verdicts("Let $n = 8$. What if $n = 9$? Then $2n = 18$.") == []
    assert verdicts("If $n = 9$ all is well. Later $n = 8$, and $2n = 16$.") == ["exact"]


def test_a_value_holds_from_where_it_stands_or_in_its_sentence():
    assert verdicts("The rate is $2n = 16$, where $n = 8$.") == ["exact"]
    assert verdicts("The rate is $2n = 36$, where $n = 8$.") == ["wrong"]
    assert verdicts("The rate is $2n = 36$. Now let $n = 8$.") == []


@pytest.mark.parametrize(
    "text",
    [
        r"$$S_p = \frac{1}{s + (1 - s)/p} \leq \frac{1}{s}.$$", r"$h t + (1-h) u \geq h t$ where $h$ is the hit ratio.",
        r"$2N - f N \geq N$ for a fraction $f$.", r"$m + (1-m)/k > m$ where $m$ is a miss rate.",
    ],
)  # fmt: skip
def test_a_small_letter_may_be_a_fraction(text: str) -> None:
    """The generators drew sizes from 1 on alone: Amdahl's own inequality was called reversed."""
    assert "wrong" not in verdicts(text)


def test_an_inequality_that_fails_at_every_size_is_wrong() -> None:
    assert verdicts(r"It is plain that $B D \geq B D + F$ here.") == ["wrong"]
    assert verdicts(r"It is plain that $B D + F \geq B D$ here.") == ["exact"]


def test_percent_behind_a_formula_belongs_to_its_number() -> None:
    text = "The ratio is $6/n$, which is 6% for $n = 100$."
    assert verdicts(text) == ["exact"]
    assert verdicts(text.replace("6%", "8%")) == ["wrong"]


def test_a_row_with_a_wrong_cell_is_called_once() -> None:
    """p*E_p = S_p holds in the other rows; the cell that a definition blames is the wrong one, not its neighbour."""
    text = (
        "| $p$ | $S_p$ | $E_p$ |\n|---:|---:|---:|\n| 1 | 1.00 | 100% |\n| 4 | 3.48 | 87% |\n| 16 | 9.14 | 75% |\n"
        "| 64 | 15.42 | 24% |\n\nThe efficiency is $E_p = S_p/p$.\n"
    )
    assert verdicts(text).count("wrong") == 1
    assert verdicts(text.replace("75%", "57%")).count("wrong") == 0


CARRIED = [  # a third stranger's: how a true line looks, and a wrong one like it
    ("We get {} tokens.", "39.02e9 / 196608 = 198464", "39.02e9 / 196608 = 207464"),
    (
        "We get {}.",
        r"$3.156 \times 10^7 / 86{,}400 = 365.2425$ days",
        r"$3.156 \times 10^7 / 86{,}400 = 395.2425$ days",
    ),
    ("The log grows by {}.", "3.2 MB/s × 86,400 = 276 GB per day", "3.2 MB/s × 86,400 = 376 GB per day"),
    ("It burns {}.", "250 W × 24 = 6 kWh per day", "250 W × 24 = 9 kWh per day"),
    ("It burns {}.", "450 W × 8,760 = 3942 kWh per year", "450 W × 8,760 = 394 kWh per year"),
    ("We keep {}.", "20 GB/day × 30 = 600 GB per month", "20 GB/day × 30 = 900 GB per month"),
    ("We run {}.", "12 jobs/min × 60 = 720 jobs per hour", "12 jobs/min × 60 = 960 jobs per hour"),
    ("{}.", "Each of 12 steps takes 30 s, that is 6 min", "It takes 30 s, that is 6 min"),
]


@pytest.mark.parametrize(("text", "right", "wrong"), CARRIED)
def test_digits_and_periods_that_were_carried(text: str, right: str, wrong: str) -> None:
    assert "wrong" not in verdicts(text.format(right))
    assert "wrong" in verdicts(text.format(wrong))


def test_a_count_told_of_a_second_is_one_in_the_arithmetic_behind_it() -> None:
    text = "At {} and 6 KB each we push 9,000 × 6 KB = 54 MB/s."
    assert verdicts(text.format("9,000 req/s")) == ["rounded"]
    assert verdicts(text.format("9,000 requests")) == ["undecided"]


def test_a_fix_that_no_slip_explains_is_not_told_to_be_written() -> None:
    fixes = [f.fix for f in proofread("3 GB * 4 = 13 GB. It logs 3.2 MB/s × 86,400 = 376 GB per day.").findings]
    assert fixes == ["write 12 GB", None]


PRICES = (
    "| item | count | each | total |{head}\n|---|---:|---:|---:|{rule}\n| pods | 36 | 150 | 5400 |{none}\n"
    "| cache | 6 | 300 | 1800 |{none}\n| {name} | 10 | 100 | 900 |{note}\n| base | 2 | 2400 | 4800 |{none}\n"
    "| proxy | 4 | 175 | 700 |{none}\n"
)
PLAIN = {"head": "", "rule": "", "none": "", "name": "volume", "note": ""}
NOTE = {"head": " note |", "rule": "---|", "none": " |"}


@pytest.mark.parametrize(
    ("before", "row", "behind", "called"),
    [
        ("", {}, "", True),
        ("", {"name": "volume (10% off)"}, "", False),
        ("", {"name": "volume (SSD)"}, "", True),
        ("", {"name": "volume*"}, "\n\\* after a rebate\n", False),
        ("Disks are at list price, except the volume.\n\n", {}, "", False),
        ("The volume holds our logs.\n\n", {}, "", True),
        ("", {}, "\nThe volume gets a discount of 10%.\n", False),
        ("", {}, "\nThe proxy gets a discount of 10%.\n", True),
        ("", {**NOTE, "note": " refunded 10% |"}, "", False),
        ("", {**NOTE, "note": " in Dublin |"}, "", True),
    ],
)
def test_a_row_that_is_told_to_be_another_case(before: str, row: dict[str, str], behind: str, called: bool) -> None:
    text = before + PRICES.format(**{**PLAIN, **row}) + behind
    assert ("wrong" in verdicts(text)) == called
