"""Sentences as chapters of other authors have them, each wrong and mended, and paragraphs in which nothing is wrong."""

from __future__ import annotations

import pytest

from symroof.checking.proofreading.proofread import proofread


def wrongs(text: str) -> list[str]:
    return [f"{f.text}: {f.reason}" for f in proofread(text + "\n").findings if f.verdict == "wrong"]


# wrong | the same, mended
IDIOMS = [
    ("Writing at 150 MB/s all day makes 150e6 * 86400 = 1.30 TB per day.",
     "Writing at 150 MB/s all day makes 150e6 * 86400 = 13.0 TB per day."),
    ("At 30 GB/s, 30 * 3600 = 180 TB per hour.", "At 30 GB/s, 30 * 3600 = 108 TB per hour."),
    ("The log grows by 80 MB/s * 3600 s = 828 GB per hour.", "The log grows by 80 MB/s * 3600 s = 288 GB per hour."),
    ("A FLOP takes $350 / (250 \\times 10^{12}) = 4.1$ pJ.", "A FLOP takes $350 / (250 \\times 10^{12}) = 1.4$ pJ."),
    ("The drop is $6 \\cdot 10^{-3} = 9$ mV.", "The drop is $6 \\cdot 10^{-3} = 6$ mV."),
    ("A request costs 3 / 4.8e6 = 0.26 microdollars.", "A request costs 3 / 4.8e6 = 0.62 microdollars."),
    ("With the cut, 60 ms - 20% = 40 ms.", "With the cut, 60 ms - 20% = 48 ms."),
    ("It went down: $250 - 10% = $252.", "It went down: $250 - 10% = $225."),
    ("At 32k tokens, 32k * 160 KiB = 15 GiB.", "At 32k tokens, 32k * 160 KiB = 5 GiB."),
    ("What is left is 100 - 42 = 85%.", "What is left is 100 - 42 = 58%."),
    ("A day at 500 W: 500 * 24 = 21 kWh.", "A day at 500 W: 500 * 24 = 12 kWh."),
    ("It lasts 25 min * 60 = 5100 s.", "It lasts 25 min * 60 = 1500 s."),
    ("We read $3 \\cdot 1.61 = 4.93$ GB.", "We read $3 \\cdot 1.61 = 4.84$ GB."),
    ("The sum is 3 + 4 = 8; that is all.", "The old draft said 3 + 4 = 8; that is wrong."),
    ("We say 3 + 4 = 8.", "An earlier edition said that 3 + 4 = 8."),
]  # fmt: skip


@pytest.mark.parametrize(("wrong", "right"), IDIOMS)
def test_what_is_no_arithmetic_word_for_word(wrong: str, right: str) -> None:
    assert wrongs(wrong)
    assert not wrongs(right)


PROSE = [
    ("The disk makes 5400 / 60 = 80 turns per second.", "The disk makes 5400 / 60 = 90 turns per second."),
    ("We see 3e9 / 4096 = 723,422 reads per second.", "We see 3e9 / 4096 = 732,422 reads per second."),
    ("Each does 3 * 9 = 28 FLOPs per 4 bytes.", "Each does 3 * 9 = 27 FLOPs per 4 bytes."),
    ("The slower one counts: max(300 / 7, 300 / 64) = 4.7 s.",
     "The slower one counts: max(300 / 7, 300 / 64) = 42.9 s."),
    ("We need ceil(300 / 16) = 18 runs.", "We need ceil(300 / 16) = 19 runs."),
    ("A code 8+2 costs (8 + 2) / 8 = 1.52 bytes and survives.",
     "A code 8+2 costs (8 + 2) / 8 = 1.25 bytes and survives."),
    ("The mean is sqrt(2 * 18) = 9.", "The mean is sqrt(2 * 18) = 6."),
    ("A shelf of 8 x 400 W = 2.3 kW per node is cooled.", "A shelf of 8 x 400 W = 3.2 kW per node is cooled."),
    ("```c\nint n; // 9 * 8 = 73 bytes\n```", "```c\nint n; // 9 * 8 = 72 bytes\n```"),
    ("```cpp\n/*\n * 9 * 8 = 73 bytes\n */\n```", "```cpp\n/*\n * 9 * 8 = 72 bytes\n */\n```"),
    ("```sql\nselect 1; -- 9 / 7 = 1.92\n```", "```sql\nselect 1; -- 9 / 7 = 1.29\n```"),
    ("```python\nx = a // b  # 12 * 1024 = 12_828\n```", "```python\nx = a // b  # 12 * 1024 = 12_288\n```"),
]  # fmt: skip

PREMISES = [
    ("With many GPUs the MLP takes $5d^2 + 8d^2 = 14d^2$.", "With many GPUs the MLP takes $5d^2 + 8d^2 = 13d^2$."),
    ("The intensity with respect to the cache is $\\frac{4s^2k}{8sk} = \\frac{s}{4}$.",
     "The intensity with respect to the cache is $\\frac{4s^2k}{8sk} = \\frac{s}{2}$."),
    ("When the halo is small, the rest is $(s + 2)^2 / s^2 - 1 = 4/s + 2/s^2$.",
     "When the halo is small, the rest is $(s + 2)^2 / s^2 - 1 = 4/s + 4/s^2$."),
    ("Let $V = 6$ GB and $w = 40$ GB/s. With very many devices it would be $2V/w = 0.6$ s.",
     "Let $V = 6$ GB and $w = 40$ GB/s. With very many devices it would be $2V/w = 0.3$ s."),
    ("If $2n + 3n = 6n$ we are done.", "If $2n + 3 = 6n$ we are done."),
    ("Once the cache is full, each step reads $2n + 2n = 5n$ bytes.", "Once $2nd = nd + 4$, we stop."),
]  # fmt: skip


@pytest.mark.parametrize(("wrong", "right"), PROSE)
def test_functions_rates_and_comments_in_prose(wrong: str, right: str) -> None:
    assert wrongs(wrong)
    assert not wrongs(right)


@pytest.mark.parametrize(("wrong", "right"), PREMISES)
def test_no_premise_asks_for_what_holds_for_no_size(wrong: str, right: str) -> None:
    assert wrongs(wrong)
    assert not wrongs(right)


RIDGE = "The ridge is at $125 \\times 10^{12} / 500 \\times 10^9 = 250$, "
TIMES = "It does 4e12 FLOPs, which takes 8.2 ms, and reading the weights takes 14.3 ms. "
CONCLUSIONS = [
    (RIDGE + "and $90 < 250$. It is compute-bound.", RIDGE + "and $90 < 250$. It is memory-bound."),
    (RIDGE + "so an intensity of 300 is memory-bound.", RIDGE + "so an intensity of 300 is compute-bound."),
    (RIDGE + "and we are memory-bound when $B > 250$.", RIDGE + "and we are memory-bound when $B < 250$."),
    (RIDGE + "so at 4.5, far below 250, compute-bound.", RIDGE + "so at 4.5, far below 250, memory-bound."),
    (TIMES + "Since 14.3 ms > 8.2 ms, we are compute-bound.", TIMES + "Since 14.3 ms > 8.2 ms, we are memory-bound."),
    ("Of it 0.6 s are communication. As $0.6 > 0.2$, it is compute-bound.",
     "Of it 0.6 s are communication. As $0.6 > 0.2$, it is communication-bound."),
    ("It does 4e12 FLOPs, which takes 8.2 ms. Since 14.3 ms > 8.2 ms, we are compute-bound.",
     "It does 4e12 FLOPs, which takes 8.2 ms. Since 14.3 ms > 8.2 ms, we are memory-bound."),
    ("With fewer tokens per chip than this we are compute-bound.",
     "With fewer tokens per chip than this we are communication-bound."),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("wrong", "right"), CONCLUSIONS)
def test_what_follows_from_two_numbers(wrong: str, right: str) -> None:
    assert wrongs(wrong)
    assert not wrongs(right)


@pytest.mark.parametrize(
    "text",
    [
        RIDGE + "and $90 < 250$. Is it compute-bound?",
        RIDGE + "and if $90 < 250$ were false, it would be compute-bound.",
        RIDGE + "but from the cache the ridge is at 40, so an intensity of 90 is compute-bound there.",
        "The first takes 14.3 ms and the second 8.2 ms. Since 14.3 ms > 8.2 ms, we are compute-bound.",
        "With more sequences we are memory-bound, for the cache grows.",
        RIDGE + "which is 2 < 3 times as much. Here 300 > 90, so it is compute-bound.",
    ],
)
def test_a_conclusion_from_what_is_not_told_is_left_alone(text: str) -> None:
    assert not wrongs(text)


TOLD = [
    ("A v5p's ridge is at 166, so we need $B < 166$ tokens per chip to be compute-bound.",
     "A v5p's ridge is at 166, so we need $B > 166$ tokens per chip to be compute-bound."),
    ("$\\frac{BDF}{BD + DF + BF} \\approx D \\quad \\text{when } B \\ll D, F$",
     "$\\frac{BDF}{BD + DF + BF} \\approx B \\quad \\text{when } B \\ll D, F$"),
    ("$\\frac{2BDF}{XC} > \\frac{2DF}{W} \\iff \\frac{B}{X} < \\frac{C}{W} = 2550$",
     "$\\frac{2BDF}{XC} > \\frac{2DF}{W} \\iff \\frac{B}{X} > \\frac{C}{W} = 2550$"),
    ("We are compute-bound as soon as $n/3 > 247$, i.e.\\ for $n > 714$.",
     "We are compute-bound as soon as $n/3 > 247$, i.e.\\ for $n > 741$."),
    ("It is compute-bound if and only if $n < C / W_\\text{hbm}$.",
     "It is compute-bound if and only if $n > C / W_\\text{hbm}$."),
    ("An H100 reads 5.33 TB/s from HBM and does 1,979 dense TFLOPs/s in fp8, twice as much.",
     "An H100 reads 3.35 TB/s from HBM and does 1,979 dense TFLOPs/s in fp8, twice as much."),
    ("So $bd/(b + d) \\approx d$ for $b \\ll d$.", "So $bd/(b + d) \\approx d$ for $b \\gg d$."),
    ("At 1.25 GHz a wait of 500 cycles takes 500 / 1.25 = 400 us.",
     "At 1.25 GHz a wait of 500 cycles takes 500 / 1.25 = 400 ns."),
    ("A 200 Gb/s port moves 200 / 8 = 25 Gb/s.", "A 200 Gb/s port moves 200 / 8 = 25 GB/s."),
    ("It has $4 \\cdot 421 = 1{,}600$ edges.", "It has $4 \\cdot 421 = 1{,}684$ edges."),
    ("With $p = 16$ there are $2 (p - 1) = 32$ steps.", "With $p = 16$ there are $2 (p - 1) = 30$ steps."),
    ("It takes 393,216 bytes, that is 394 KiB.", "It takes 393,216 bytes, that is 384 KiB."),
    ("A page has 8 KiB (8912 bytes).", "A page has 8 KiB (8192 bytes)."),
    ("We read 2.048 GB/s (1.64 Gb/s).", "We read 2.048 GB/s (16.4 Gb/s)."),
    ("The hall uses 43,200 kWh (4.32 MWh).", "The hall uses 43,200 kWh (43.2 MWh)."),
    ("It makes 2e13 / 5e8 = 40,000 s to write, that is 6.7 hours.",
     "It makes 2e13 / 5e8 = 40,000 s to write, that is 11.1 hours."),
    ("A 4x8x8 (128 GPUs) does it.", "A 4x8x8 (256 GPUs) does it."),
    ("The A100's HBM bandwidth is 9.3 TB/s.", "The A100's HBM bandwidth is 1.555 TB/s."),
    ("An H100 reads its HBM at 2.35 TB/s.", "An H100 reads its HBM at 3.35 TB/s."),
]  # fmt: skip


@pytest.mark.parametrize(("wrong", "right"), TOLD)
def test_what_a_sentence_told_before_holds_behind(wrong: str, right: str) -> None:
    assert wrongs(wrong)
    assert not wrongs(right)


@pytest.mark.parametrize(
    "text",
    [
        "The ridge is at 166. We need $Y < 5$ to be compute-bound, and $B < 100$ to be fast.",
        "So $bd/(b + d) \\approx d$ for $d \\ll b$, while for $b \\ll d$ it is $b$.",
        "So $bdf/(bd + df + bf) \\approx d$. For $b \\ll f$ this is another story.",
        "If $-x > y$, then equivalently $x < -y$. And $a - b > c - d$, so $d - c > b - a$.",
        "We have $x > 2y$, so $x > y$.",
        "A 400 Gb/s port has 8 lanes of 400 / 8 = 50 Gb/s.",
        "In 8 ms each of 24 writes 24 * 0.453 = 10.9 GB.",
        "The card has 24 GB (3 GB are taken), that is 21 GB for us.",
        "A step takes 20 ms, that is 5 ms longer than before.",
        "It took 90 s, that is 1.5 min, or 0.025 h.",
        "A tray of 4x4x4 (16 hosts) is a cube; 1,384 / 2 = 692 and 3 * 461.3 = 1,380.",
        "An H100 in our rack read its HBM at 2.9 TB/s, we measured.",
        "It takes 196,608 bytes (192 KiB), about 197 kB.",
    ],
)
def test_what_tells_another_thing_is_left_alone(text: str) -> None:
    assert not wrongs(text)


def table(*rows: str) -> str:
    return (
        "\n".join([f"| {rows[0]} |", "|" + "---|" * (rows[0].count("|") + 1), *(f"| {r} |" for r in rows[1:])]) + "\n"
    )


NICS = ("NIC | Gb/s | 20 GB take", "a | 100 | 1600 ms", "b | 200 | {}", "c | 400 | 400 ms", "d | 800 | 200 ms")
TABLES = [
    (table(*NICS).format("900 ms"), table(*NICS).format("800 ms")),
    (table("disk | rpm | turn", "a | 5,400 | 1.11 ms", "b | 7,200 | 8.33 ms", "c | 10,000 | 6 ms", "d | 15,000 | 4 ms"),
     table("disk | rpm | turn", "a | 5,400 | 11.1 ms", "b | 7,200 | 8.33 ms",
           "c | 10,000 | 6 ms", "d | 15,000 | 4 ms")),
    (table("\\(n\\) | \\(3(n-1)/n\\)", "2 | 1.5", "4 | 2.52"),
     table("\\(n\\) | \\(3(n-1)/n\\)", "2 | 1.5", "4 | 2.25")),
    (table("item | $ per GPU hour", "a | 1.07", "b | 0.13", "c | 0.40", "total | 1.70"),
     table("item | $ per GPU hour", "a | 1.07", "b | 0.13", "c | 0.40", "total | 1.60")),
    (table("threads per SM | warps", "2048 | 64", "1024 | 32", "640 | 24", "512 | 16", "256 | 8"),
     table("threads per SM | warps", "2048 | 64", "1024 | 32", "640 | 20", "512 | 16", "256 | 8")),
]  # fmt: skip


@pytest.mark.parametrize(("wrong", "right"), TABLES)
def test_columns_that_follow_by_their_headers(wrong: str, right: str) -> None:
    assert wrongs(wrong)
    assert not wrongs(right)


@pytest.mark.parametrize(
    "text",
    [
        # saturated
        table("NIC | Gb/s | time (ms)", "a | 100 | 800", "b | 200 | 400", "c | 400 | 200", "d | 800 | 150"),
        table("n | tokens/s | latency", "1 | 50 | 20 ms", "2 | 100 | 20 ms", "4 | 200 | 20 ms", "8 | 390 | 20.5 ms"),
        table("GPUs | jobs", "2 | 4", "4 | 8", "8 | 16", "16 | 27"),  # chosen
        table("card | $ per hour | GB", "a | 2.00 | 80", "b | 3.00 | 141", "c | 1.00 | 24"),
    ],
)
def test_columns_that_were_measured_or_chosen_follow_from_nothing(text: str) -> None:
    assert not wrongs(text)


WORDED = [
    ("A pass costs $3N$ FLOPs per token, and the other one twice that, $9N$.",
     "A pass costs $3N$ FLOPs per token, and the other one twice that, $6N$."),
    ("The ratio is $\\frac{8sd}{32d^2} = \\frac{s}{2d}$.", "The ratio is $\\frac{8sd}{32d^2} = \\frac{s}{4d}$."),
    ("It is $393216 / 8 = 49152$ bytes.\n\n" + table("kind | bytes", "all | 393,216", "one | 49,512"),
     "It is $393216 / 8 = 49152$ bytes.\n\n" + table("kind | bytes", "all | 393,216", "one | 49,152")),
]  # fmt: skip


@pytest.mark.parametrize(("wrong", "right"), WORDED)
def test_multiples_letters_and_misprints(wrong: str, right: str) -> None:
    assert wrongs(wrong)
    assert not wrongs(right)


def test_a_fix_keeps_the_macros_and_invents_no_brackets() -> None:
    (found,) = (f for f in proofread("$0.4 + 0.4/4 + 0.2/2 = 0.5$").findings if f.verdict == "wrong")
    assert found.fix == "write 0.6"
    (found,) = (f for f in proofread("$3N^2 + 3N^2 = 7 \\cdot N^2 \\text{ bytes}$").findings if f.verdict == "wrong")
    assert "\\text{text" not in str(found.fix)
    assert "\\text{cdot" not in str(found.fix)


def test_only_a_power_of_two_counts_its_k_as_1024() -> None:
    assert not [f for f in proofread("It takes 128k * 1000 = 131,072,000 bytes.").findings if f.verdict == "wrong"]
    assert [f.verdict for f in proofread("It takes 100k * 1000 = 102,400,000 bytes.").findings] == ["wrong"]
