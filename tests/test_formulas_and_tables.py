"""Columns under formulas of the text, tables of the same rows, totals of lists, words about tables: both outcomes."""

from __future__ import annotations

import pytest

from symroof import proofread


def wrong(text: str) -> list[tuple[int, str | None]]:
    return [(f.line, f.value) for f in proofread(text).findings if f.verdict == "wrong"]


def table(head: str, *rows: str) -> str:
    cells = head.count("|") + 1
    return "\n".join([f"| {head} |", "|" + "--|" * cells, *(f"| {r} |" for r in rows)]) + "\n"


CORRELATED = "The yield of $n$ dies of area $a$ is $Y = 1/(1 + a d)$, with $d = 0.2$.\n\n"
YIELD = table("$a$ (cm²) | $Y$", "0.5 | 0.909", "1 | 0.833", "2 | {}", "4 | 0.556", "8 | 0.385")
DOPPLER = "With $v = 30$ the pitch of $f$ is\n\n$$ p = \\frac{{f \\cdot 340}}{{340 {} v}} $$\n\n"
PITCH = table("$f$ (Hz) | $p$ (Hz)", "200 | 219.4", "440 | 482.6", "1000 | 1096.8", "3000 | 3290.3")
LOAN = "The rate of a loan that is repaid in $n$ months is\n\n    q = 40 + 1200 / n\n\n"
LOANS = table("months | rate (€)", "6 | 240.0", "12 | 140.0", "24 | {}", "36 | 73.3", "48 | 65.0")
CELL = "The mean time is\n\n    t = {} + (1 - h) * 90\n\n"
CELLS = table("part in the shop | mean time (min)", "50% | 46.0", "80% | 19.6", "90% | 10.8", "98% | 3.76")


@pytest.mark.parametrize(
    ("text", "right", "slip", "line", "value"),
    [
        (CORRELATED + YIELD, "0.714", "0.741", 7, "0.714"),
        (LOAN + LOANS, "90.0", "99.0", 9, "90.0"),
        (DOPPLER + PITCH, "-", "+", 3, None),
        (CELL + CELLS, "h * 2", "2", 3, None),
    ],
)
def test_a_column_under_a_formula(text: str, right: str, slip: str, line: int, value: str | None) -> None:
    assert wrong(text.format(right)) == []
    found = wrong(text.format(slip))
    assert [x[0] for x in found] == [line]
    assert value is None or found[0][1] == value


@pytest.mark.parametrize(
    "text",
    [
        # measured beside a model, and a bound; another quantity of the same letters; a multiple of the formula
        "The model says $T = a n$ with $a = 2$ ms.\n\n"
        + table("$n$ | measured (ms)", "1 | 2.0", "2 | 4.0", "4 | 8.0", "8 | 21.0", "16 | 32.0"),
        "The wait is $W = S/(1 - r)$ with $S = 4$ ms.\n\n"
        + table("$r$ | queue (ms)", "0.5 | 4.0", "0.75 | 12.0", "0.8 | 16.0", "0.9 | 36.0"),
        "Useful work is $u = m/(m + p)$.\n\n"
        + table("$m$ | idle, p = 4 | idle, p = 8", "8 | 0.333 | 0.5", "16 | 0.2 | 0.333", "32 | 0.111 | 0.2"),
        "One way takes $t = L/c$ with $c = 0.2$ km/µs.\n\n"
        + table("$L$ (km) | both ways (µs)", "10 | 100", "40 | 400", "100 | 1000", "300 | 3000"),
        # a cap that nobody mentions in letters, a floor, rows that are rounded
        "A share costs $k = 3 n$ euros.\n\n" + table("$n$ | cost (€)", "1 | 3", "2 | 6", "4 | 12", "8 | 24", "16 | 40"),
        "It needs $b = n/12$ boxes.\n\n" + table("$n$ | boxes", "12 | 1", "25 | 3", "30 | 3", "48 | 4", "61 | 6"),
        # the letters of another section, and of a limit
        "# A\n\nThe mass is $M = 2 r$.\n\n# B\n\n" + table("$r$ | $M$", "1 | 3.1", "2 | 12.6", "3 | 28.3", "4 | 50.3"),
        "For large $n$ we have $T \\approx 5 n$.\n\n"
        + table("$n$ | $T$", "1 | 5.9", "10 | 51.2", "100 | 502", "1000 | 5003"),
        # a formula in letters and a table of an unlike quantity of the same name
        "The gain is $G = 10 \\log(P)$.\n\n" + table("$P$ | $G$", "1 | 0", "10 | 10", "100 | 20", "1000 | 30"),
        "An order of $n$ pairs costs $c = 7 n + 5$.\n\n"
        + table("$n$ | $c$", "1 | 12.00", "3 | 26.00", "9 | 68.00", "20 | 145.00"),
        "The ratio is $q = a/b$.\n\n"
        + table("$a$ | $b$ | $q$", "3 | 4 | 0.75", "5 | 8 | 0.63", "7 | 9 | 0.78", "1 | 6 | 0.17"),
    ],
)
def test_columns_that_are_as_they_should_be(text: str) -> None:
    assert wrong(text) == []


SHEET = table("van | load (kg) | power (kW) | price (€)", "Ant | 800 | 75 | 24,000", "Bee | 950 | 90 | 31,350",
              "Cow | 1200 | 110 | 33,000", "Dog | 650 | 55 | 18,200")  # fmt: skip
PER = table("van | € per kg | W per kg", "Ant | 30 | 93.8", "Bee | {} | 94.7", "Cow | 27.5 | 91.7", "Dog | 28 | 84.6")
FLEET = table("fleet of 12 | load (t) | power (kW)", "Ant | 9.6 | 900", "Bee | {} | 1080", "Cow | 14.4 | 1320",
              "Dog | 7.8 | 660")  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "right", "slip", "line"),
    [(f"{SHEET}\nSo:\n\n{PER}", "33", "36", 13), (f"{SHEET}\nSo:\n\n{FLEET}", "11.4", "14.1", 13)],
)
def test_tables_of_the_same_rows(text: str, right: str, slip: str, line: int) -> None:
    assert wrong(text.format(right)) == []
    assert wrong(text.format(slip)) == [(line, right)]


def test_a_source_that_two_tables_deny_is_blamed_and_not_what_follows_from_it() -> None:
    sheet = SHEET.replace("31,350", "33,150")
    more = table("van | € per kW", "Ant | 320", "Bee | 348.3", "Cow | 300", "Dog | 330.9")
    assert [x[0] for x in wrong(f"{sheet}\nSo:\n\n{PER.format(33)}\nAnd:\n\n{more}")] == [4]


@pytest.mark.parametrize(
    "other",
    [
        table("van | € per month", "Ant | 300", "Bee | 410", "Cow | 390", "Dog | 205"),
        table("van | price used (€)", "Ant | 12,000", "Bee | 15,675", "Cow | 16,500", "Dog | 4,100"),
        table("van | l per 100 km", "Ant | 6.0", "Bee | 7.1", "Cow | 8.8", "Dog | 4.4"),
        table("van | € per kg (measured)", "Ant | 30", "Bee | 36", "Cow | 27.5", "Dog | 28"),
    ],
)
def test_tables_of_the_same_rows_that_do_not_follow(other: str) -> None:
    assert wrong(f"{SHEET}\nSo:\n\n{other}") == []


@pytest.mark.parametrize(
    ("text", "right", "slip", "line"),
    [
        ("A box:\n\n1. screws, 12 s\n2. nuts, 30 s\n3. a plate, 48 s\n\nTotal {} s, 42 s of it idle.\n", "90", "99", 7),
        ("- paint: 3.5 h\n- glue: 1.25 h\n- drying: 8 h\n- total: {} h\n", "12.75", "13.75", 4),
        (table("stage | people | minutes per guest", "coats | 2 | 1.75", "food | 5 | 4.00", "bill | 1 | 2.50",
               "**Total** | **8** | **{}**"), "8.25", "9.25", 6),
    ],
)  # fmt: skip
def test_totals(text: str, right: str, slip: str, line: int) -> None:
    assert wrong(text.format(right)) == []
    assert [x[0] for x in wrong(text.format(slip))] == [line]


@pytest.mark.parametrize(
    "text",
    [
        "- small: 2 GB\n- medium: 4 GB\n- large: 8 GB\n\nTotal 9 GB per user.\n",
        "- about 3 h: 3 h\n- roughly 4 h: 4 h\n- rounded: 5 h\n- total: 12.5 h\n",
        "1. bread, 2 €\n2. salt, 1 €\n3. oil, 5 €\n\nTotal sales were 9 €.\n",
        table("route | km | km/h", "a | 100 | 50", "b | 60 | 30", "c | 40 | 80", "**Total** | **200** | **48**"),
        table("lens | price per day (€)", "a | 11", "b | 12", "c | 20", "**Total** | **14.5**"),
    ],
)
def test_what_is_no_total(text: str) -> None:
    assert wrong(text) == []


BOUND = table("batch | compute (ms) | memory (ms) | bound by", "8 | 1.2 | 9.0 | memory", "32 | 4.8 | 9.4 | {}",
              "128 | 19.2 | 11.0 | compute")  # fmt: skip
LEVEL = table("tile | intensity | limit | attainable (GFLOP/s)", "4 | 1 | memory | 25", "8 | 2 | memory | 50",
              "16 | 4 | {} | 100", "32 | 8 | compute | 120", "64 | 16 | compute | 120")  # fmt: skip
LEAST = table("job | by cores | by disks | by time | slots", "a | 4 | 9 | 12 | 4", "b | 8 | 3 | 12 | 3",
              "c | 7 | 5 | 12 | {}", "d | 2 | 8 | 12 | 2", "e | 30 | 20 | 12 | 12")  # fmt: skip


@pytest.mark.parametrize(
    ("text", "right", "slip", "line"),
    [(BOUND, "memory", "compute", 4), (LEVEL, "memory", "compute", 5), (LEAST, "5", "7", 5)],
)
def test_what_binds(text: str, right: str, slip: str, line: int) -> None:
    assert wrong(text.format(right)) == []
    assert wrong(text.format(slip)) == [(line, right)]


@pytest.mark.parametrize(
    ("sentence", "calls"),
    [
        ("The Cow has the largest load.", 0),
        ("The Ant has the largest load.", 1),
        ("The Ant has the lowest price, so we take it.", 1),
        ("The Dog has the lowest price.", 0),
        ("The Ant has the second largest load.", 0),
        ("Among the small ones, the Bee has the largest load.", 0),
        ("The Ant has the largest load of the two.", 0),
        ("The Ant has the largest trunk.", 0),
        ("If the Cow were sold, the Bee would have the largest load.", 0),
        ("The Ant and the Bee have the lowest power.", 0),
        ("The Bee has the largest load of the rest.", 0),
    ],
)
def test_superlatives(sentence: str, calls: int) -> None:
    assert len(wrong(f"{SHEET}\n{sentence}\n")) == calls


@pytest.mark.parametrize(
    ("text", "calls"),
    [
        ("The attainable rate is $R = \\max(P, b I)$.", 1),
        ("Attainable speed at intensity $I$ is\n\n$$ R(I) = \\max(R_\\text{peak},\\ I \\cdot b). $$\n", 1),
        ("The attainable rate is $R = \\min(P, b I)$.", 0),
        ("On the roofline the time is $T = \\max(W/P, Q/b)$.", 0),
        ("The largest attainable side is $m = \\max(a, b)$.", 0),
        ("A lamp burns longer than $t$ with $P(X > t) = e^{a t}$.", 1),
        ("A lamp burns longer than $t$ with $P(X > t) = e^{-a t}$.", 0),
        ("The time left is exponential with rate $b - a$: $\\Pr(X > t) = e^{(b-a)t}$.", 1),
        ("The time left is exponential with rate $b - a$: $\\Pr(X > t) = e^{(a-b)t}$.", 0),
        ("It grows as $N(t) = e^{a t}$.", 0),
        ("Of $k = 12$ rows of $r = 31$ bottles and a lid it has $n = k r + 1$ parts. So $n = 373$.", 0),
        ("Of $k = 12$ rows of $r = 31$ bottles and a lid it has $n = k^2 r + 1$ parts. So $n = 373$.", 1),
        ("With $k = 12$ and $r = 31$, $n = k r$ per shelf.\n\nFor $k = 14$ the shelf has $n = 434$.", 0),
    ],
)
def test_formulas_that_their_form_or_a_number_denies(text: str, calls: int) -> None:
    assert len(wrong(text)) == calls


@pytest.mark.parametrize(
    ("text", "calls"),
    [
        ("```\nall   3 racks * 14 disks * 180 IOPS = 7,650 IOPS\n```", 1),
        ("```\nall   3 racks * 14 disks * 180 IOPS = 7,560 IOPS\n```", 0),
        ("```\n(359+377)/2 / 450 = 0.82\n(175+171)/2*2 / 900 = 0.38\n```", 0),
        ("```\nx = load(3)\ny = 2 * 30 = 70\n```", 0),
        ("```\n$ run --n 3\n3 * 14 = 52\n```", 0),
        ("So\n\n    2 (left and right) × 60 seconds × 4 W = 240 J\n", 1),
        ("So\n\n    2 (left and right) × 60 seconds × 4 W = 480 J\n", 0),
        ("So\n\n    60 seats × 4 kg = 240 kg\n", 0),
        ("So\n\n    3 * 1.5 GB = 5.4 GB on the wire\n", 1),
        ("So\n\n    3 * 1.5 GB = 4.5 GB on the wire\n", 0),
    ],
)
def test_worked_arithmetic_in_blocks(text: str, calls: int) -> None:
    assert len(wrong(text)) == calls


@pytest.mark.parametrize(
    ("text", "calls"),
    [
        ("The kiln draws 25 kW, that is 600 MWh a day and 219 MWh a year.", 1),
        ("The kiln draws 25 kW, that is 600 kWh a day and 219 MWh a year.", 0),
        ("The camera writes 6 MB/s. That is 21.6 MB per hour.", 1),
        ("The camera writes 6 MB/s. That is 21.6 GB per hour.", 0),
        ("One lamp draws 400 W, so 1,000 lamps use 9.6 MWh a day.", 0),
        ("A lamp draws 12 W; the street uses 288 kWh a day.", 0),
        ("A lamp draws 30 W, or about 22 kWh a month.", 0),
        ("A fridge of 100 W that is idle most of the time uses 0.9 kWh a day.", 0),
        ("It draws 2 kW if it heats, and 48 MWh a day were told by mistake.", 0),
    ],
)
def test_a_rate_by_two_periods(text: str, calls: int) -> None:
    assert len(wrong(text)) == calls


def test_a_total_and_another_column_tell_which_cell_is_wrong() -> None:
    rows = (
        "red | 5.0 | 11.25",
        "blue | 2.5 | 5.63",
        "green | 1.2 | {}",
        "grey | 0.6 | 1.35",
        "**Total** | **9.3** | **20.93**",
    )
    text = table("colour | litres | weight (kg)", *rows)
    assert wrong(text.format("2.70")) == []
    assert wrong(text.format("3.70")) == [(5, "2.7")]


@pytest.mark.slow
def test_digits_exchanged_in_a_table_that_speaks_of_exceptions() -> None:
    rows = (
        "1 | 12,500 | 51.2",
        "4 | 48,000 | 196.6",
        "16 | 176,000 | 720.9",
        "64 | 520,000 | {}",
        "256 | 605,000 | 2478.1",
    )
    text = table("depth | cards | weight (kg/h)", *rows) + "\nThe reader saturates; a card has 4.096 g.\n"
    assert wrong(text.format("2129.9")) == []
    assert wrong(text.format("2219.9")) == [(6, "2129.9")]
    assert wrong(text.format("2041.7")) == []
