"""Each rule of the proofreader with both outcomes, and what is no claim; texts by other authors than the book's."""

from __future__ import annotations

import pytest

from symroof.checking.documents.report import RULES
from symroof.checking.proofreading.proofread import proofread

TABLE = (
    "| name | value |\n|---|---|\n| n\\_layers (L) | 32 |\n| width (D) | 4,096 |\n| heads (N) | 32 |\n| (H) | 128 |\n\n"
)

SYMBOLS = (
    "| quantity | symbol | value |\n|---|---|---|\n| peak | $\\pi$ | 3.2e14 |\n| bandwidth | $\\beta$ | 2.0e12 |\n"
    "| width | $d$ | 6,144 |\n| layers | $\\ell$ | 48 |\n\n"
)
FAR = (
    "# A\n\nLet $C = 4.5e14$, $W = 1e11$, $n = 4096$ and $d = 8192$.\n\n# B\n\nThe chip does 4.5e14 / 1e11 = 4500.\n\n"
)

# rule | a text in which it finds an error | the same text, mended
BOTH = [
    ("law", r"By Little's law $N = X / R$, with $X$ the throughput and $R$ the response time.",
     r"By Little's law $N = X R$, with $X$ the throughput and $R$ the response time."),
    ("arithmetic", "The buffer has 48 * 1024 * 4 = 186 kB in all.", "The buffer has 48 * 1024 * 4 = 197 kB in all."),
    ("arithmetic", "Copying takes `6e9 / 3e11 = 2ms`.", "Copying takes `6e9 / 3e11 = 20ms`."),
    ("arithmetic", "It is 24 * 16, i.e. 24 * 16 is about 480.", "It is 24 * 16, i.e. 24 * 16 is about 380."),
    ("arithmetic", "so 512 * 2048 = 2 million", "so 512 * 2048 = 1 million"),
    ("arithmetic", "$14 \\times 10^9 / 7 \\times 10^{11} = 2$ ms",
     "$\\frac{14 \\times 10^9}{7 \\times 10^{11}} = 20$ ms"),
    ("arithmetic", "$\\text{40e9} / \\text{2e12} = \\text{2ms}$", "$\\text{40e9} / \\text{2e12} = \\text{20ms}$"),
    ("arithmetic", '{% include f.html caption="in all 3 * 2^20 = 3.1e7 bytes" %}',
     '{% include f.html caption="in all 3 * 2^20 = 3.1e6 bytes" %}'),
    ("arithmetic", "```python\n# 8 * 24 GB = 129 GB\nx = 1\n```\n", "```python\n# 8 * 24 GB = 192 GB\nx = 1\n```\n"),
    ("arithmetic", "`(2*64*8192*28,672) = 3e9`", "`(2*64*8192*28,672) = 3e10`"),
    ("arithmetic", "`64 * 256 * 2 = 32.8kB. 32.8e3 / 4.5e10 = 0.9us`",
     "`64 * 256 * 2 = 32.8kB. 32.8e3 / 4.5e10 = 0.73us`"),
    ("algebra", "$\\frac{6PQR}{2R} = 3P$", "$\\frac{6PQR}{2R} = 3PQ$"),
    ("algebra", "$\\frac{\\text{Work Done}}{2} + \\text{Work Done} = 2 \\cdot \\text{Work Done}$",
     "$\\frac{\\text{Work Done}}{2} + \\frac{\\text{Work Done}}{2} = 1 \\cdot \\text{Work Done}$"),
    ("approximation", "$\\frac{3P - 1}{6P + 2} \\approx 2$", "$\\frac{3P - 1}{6P + 2} \\approx \\frac{1}{2}$"),
    ("approximation", "$\\frac{PQ}{P + Q} \\to 2P$ as $Q \\to \\infty$",
     "$\\frac{PQ}{P + Q} \\to P$ as $Q \\to \\infty$"),
    ("binding", "It is compute-bound when $n < X C / W_\\text{ici}$.",
     "It is compute-bound when $n > X C / W_\\text{ici}$."),
    ("table", "| part | bytes |\n|---|---|\n| a | 2 |\n| b | 4 |\n| total | 8 |\n",
     "| part | bytes |\n|---|---|\n| a | 2 |\n| b | 4 |\n| total | 6 |\n"),
    ("inequality", "$3 \\cdot 70 = 210 > 215$", "$3 \\cdot 70 = 210 > 205$"),
    ("implication", "$3n > 360 \\implies n > 360$", "$3n > 360 \\implies n > 120$"),
    ("series", "$$1 + 2 + 3 + \\cdots + n = n(n-1)/2$$", "$$1 + 2 + 3 + \\cdots + n = n(n+1)/2$$"),
    ("series", "$\\sum_{i=1}^{p} i V/p = V p/2$", "$\\sum_{i=1}^{p} i V/p = V (p+1)/2$"),
    ("value", TABLE + "* Attention: $$4DNH$$ = `2.1e9`\n", TABLE + "* Attention: $$4DNHL$$ = `2.1e9`\n"),
    ("value", "With $n = 8192$ and $p = 16$, each holds $4n^2/p$, or about 168 MB.",
     "With $n = 8192$ and $p = 16$, each holds $4n^2/p$, or about 16.8 MB."),
    ("value", "**Problem 3.** Let $m = 300$ and $k = 20$.\n\nThen $2mk = 1,200$ follows.",
     "**Problem 3.** Let $m = 300$ and $k = 20$.\n\nThen $2mk = 12,000$ follows."),
    ("definition", "The best is $p_{opt} = \\sqrt{\\frac{a n}{b}}$.\n\nRecall $p_{opt} = \\sqrt{\\frac{b n}{a}}$.",
     "The best is $p_{opt} = \\sqrt{\\frac{a n}{b}}$.\n\nRecall $p_{opt} = \\sqrt{a n / b}$."),
    ("definition", "$$S_1 = \\sum_j \\exp(q a_1 - m_1)$$\n$$S_2 = \\sum_j \\exp(q a_2 - m_1)$$",
     "$$S_1 = \\sum_j \\exp(q a_1 - m_1)$$\n$$S_2 = \\sum_j \\exp(q a_2 - m_2)$$"),
    ("bound", "We need $\\frac{n}{p} > \\frac{9 c^2}{a b d}$ here.\n\nAs before, $$\\frac{n}{p} > \\frac{9 c}{a b d}$$",
     "We need $\\frac{n}{p} > \\frac{9 c^2}{a b d}$ here.\n\nAs before, $$\\frac{n}{p} > \\frac{9 c^2}{a b d}$$"),
    ("bound", "so the rule is $n < \\text{ridge of the chip} / 4$, that is $n > 480 / 4 = 120$",
     "so the rule is $n > \\text{ridge of the chip} / 4$, that is $n > 480 / 4 = 120$"),
    ("binding", "We are memory-bound when $n > C / W_\\text{hbm}$.",
     "We are memory-bound when $n < C / W_\\text{hbm}$."),
    ("binding", "It is compute-bound if $b < C/W$.", "It is compute-bound if $b > C/W$."),
    ("total", "* weights: `7.2e9`\n* heads: `3.1e9`\n* vocabulary: `0.4e9`\n* Total: `7.2e9 + 3.1e9 + 0.5e9 = 10.8e9`",
     "* weights: `7.2e9`\n* heads: `3.1e9`\n* vocabulary: `0.4e9`\n* Total: `7.2e9 + 3.1e9 + 0.4e9 = 10.7e9`"),
    ("table", "| D | F | $2DF$ |\n|---|---|---|\n| 8 | 4 | 64 |\n| 8 | 5 | 90 |\n",
     "| D | F | $2DF$ |\n|---|---|---|\n| 8 | 4 | 64 |\n| 8 | 5 | 80 |\n"),
    ("table", "| part | GB |\n|---|---|\n| a | 12 |\n| b | 30 |\n| Total | 52 |\n",
     "| part | GB |\n|---|---|\n| a | 12 |\n| b | 30 |\n| **Total** | 42 |\n"),
    ("word", "It costs $$2 \\cdot A \\cdot B \\cdot C$$, the sum of the dimensions.",
     "It costs $$2 \\cdot A \\cdot B \\cdot C$$, the product of the dimensions."),
    ("share", "The 24 GB, when 8-way sharded, gives us about 4 GB per device.",
     "The 24 GB, when 8-way sharded, gives us about 3 GB per device."),
    ("restated", "Each host has 400 Gbps (5 GB/s) of network.", "Each host has 400 Gbps (50 GB/s) of network."),
    ("constant", "An H100 has 998 TFLOPs/s of dense bf16.", "An H100 has 989 TFLOPs/s of dense bf16."),
    ("notation", "$P[M_X, N] \\cdot Q[N, K_X] \\to R[M_X, K_X]$", "$P[M_X, N] \\cdot Q[N, K_Y] \\to R[M_X, K_Y]$"),
    ("notation", "$P[M_X, N] \\cdot Q[N, K] \\to R[M_X, L]$", "$P[M_X, N] \\cdot Q[N, K] \\to R[M_X, K]$"),
    ("model", "**Exercise 2.** Do $\\text{AllGather}_X(W[D_X, F])$ first.\n\nThe AllGather sends $2BD$ bytes.",
     "**Exercise 2.** Do $\\text{AllGather}_X(W[D_X, F])$ first.\n\nThe AllGather sends $2DF$ bytes."),
    ("model", "An AllToAll over the ring of one axis is 1/4 of an AllReduce.",
     "An AllToAll over the ring of one axis is 1/4 of an AllGather."),
    ("model", "An AllReduce takes four times the cost of an AllGather.",
     "An AllReduce takes twice the cost of an AllGather."),
    ("model", "In both directions we need $\\lceil \\frac{p}{2} \\rceil$ hops of that size.",
     "In both directions we need $\\lfloor \\frac{p}{2} \\rfloor$ hops of that size."),
    ("model", "A model of 8B parameters was trained on 2T tokens.  Training took `2 * 8e9 * 2e12 = 3.2e22` FLOPs.",
     "A model of 8B parameters was trained on 2T tokens.  Training took `6 * 8e9 * 2e12 = 9.6e22` FLOPs."),
    ("model", "A model of 8G parameters was trained on 2T tokens.  Training took `2 * 8e9 * 2e12 = 3.2e22` FLOPs.",
     "A model of 8G parameters was trained on 2T tokens.  Training took `6 * 8e9 * 2e12 = 9.6e22` FLOPs."),
    ("algebra", "$$I(b) = \\frac{2b^3}{4 \\cdot 2b^2} = \\frac{b}{2}$$",
     "$$I(b) = \\frac{2b^3}{4 \\cdot 2b^2} = \\frac{b}{4}$$"),
    ("algebra", "so $2\\pi r + \\pi r = 4\\pi r$", "so $2\\pi r + \\pi r = 3\\pi r$"),
    ("approximation", "$\\frac{2S(p-1)}{pw} \\to \\frac{S}{w}$ for many",
     "$\\frac{2S(p-1)}{pw} \\to \\frac{2S}{w}$ for many"),
    ("arithmetic", "A prompt of 3,000 tokens costs 2 * 8e9 * 3000 = 4.8e14 FLOPs.",
     "A prompt of 3,000 tokens costs 2 * 8e9 * 3000 = 4.8e13 FLOPs."),
    ("arithmetic", "```text\n40 * 64 * 2 = 5210 FLOPs\n```", "```text\n40 * 64 * 2 = 5120 FLOPs\n```"),
    ("restated", "which is 16 * 8 = 128 Gbit/s or 128 GB/s at most", "which is 16 * 8 = 128 Gbit/s or 16 GB/s at most"),
    ("inequality", "- 0.64 s > 1.875 s: it is hidden", "- 0.64 s < 1.875 s: it is hidden"),
    ("implication", "if $\\frac{4ndf}{p\\pi} > \\frac{4nd}{w}$, i.e. if $p > \\frac{fw}{\\pi}$",
     "if $\\frac{4ndf}{p\\pi} > \\frac{4nd}{w}$, i.e. if $p < \\frac{fw}{\\pi}$"),
    ("value", SYMBOLS + "The ratio is $\\pi/\\beta = 320$.", SYMBOLS + "The ratio is $\\pi/\\beta = 160$."),
    ("value", SYMBOLS + "In all $12 \\ell d^2$ = 10.9B weights.", SYMBOLS + "In all $12 \\ell d^2$ = 21.7B weights."),
    ("value", FAR + "Compute-bound if $n > C/W = 9000$.", FAR + "Compute-bound if $n > C/W = 4500$."),
    ("value", FAR + "We send $2nd$ bytes = 4096 * 8192 = 33.6 MB.",
     FAR + "We send $2nd$ bytes = 2 * 4096 * 8192 = 67.1 MB."),
    ("value", FAR + "$\\frac{2 d n}{W} = \\frac{2 \\cdot 8192 \\cdot 4096}{4.5 \\times 10^{14}}$",
     FAR + "$\\frac{2 d n}{C} = \\frac{2 \\cdot 8192 \\cdot 4096}{4.5 \\times 10^{14}}$"),
    ("table", "| part | GB per chip |\n|---|---|\n| a | 1.54 |\n| b | 9.24 |\n| total | 17.08 |\n",
     "| part | GB per chip |\n|---|---|\n| a | 1.54 |\n| b | 9.24 |\n| total | 10.78 |\n"),
    ("reckoned", "So it has 64 times 128, or 4096, columns.", "So it has 64 times 128, or 8192, columns."),
    ("percent", "That is 40% of 640, or 236 requests.", "That is 40% of 640, or 256 requests."),
    ("percent", "Of 640 requests, 512 (75%) miss.", "Of 640 requests, 512 (80%) miss."),
    ("percent", "Attention takes 60 %, the MLP 30 % and communication 20 % of the total.",
     "Attention takes 60 %, the MLP 30 % and communication 10 % of the total."),
    ("percent", "60% of the time is attention, 30% the MLP and the remaining 20% communication.",
     "60% of the time is attention, 30% the MLP and the remaining 10% communication."),
    ("value", "A token costs $2P$ FLOPs: with $P = 70e9$ parameters that is 7.0e10 FLOPs.",
     "A token costs $2P$ FLOPs: with $P = 70e9$ parameters that is 1.4e11 FLOPs."),
    ("value", "The pair needs $2S$ bytes with $S = 3.5$ GB, which is 3.5 GB.",
     "The pair needs $2S$ bytes with $S = 3.5$ GB, which is 7 GB."),
    ("value", "Let $m = 12$ and $v = 4096$ in it.\n\n$$E = m v / 2 = 12 \\cdot 4906 / 2 = 29436$$\n",
     "Let $m = 12$ and $v = 4096$ in it.\n\n$$E = m v / 2 = 12 \\cdot 4096 / 2 = 24576$$\n"),
    ("implication", "We need $N / 128 > (3/4)^2$, so $N > 81$.", "We need $N / 128 > (3/4)^2$, so $N > 72$."),
    ("follows", "A card draws 1.3 kW and writes 3,760 tokens per second. That is 3.5 J per token.",
     "A card draws 1.3 kW and writes 3,760 tokens per second. That is 0.35 J per token."),
]  # fmt: skip


def found(text: str, rule: str) -> list[str]:
    return [f.verdict for f in proofread(text + "\n").findings if f.rule == rule]


def test_every_rule_has_both_outcomes_here():
    assert {rule for rule, _, _ in BOTH} == set(RULES)


@pytest.mark.whole
@pytest.mark.parametrize(("rule", "bad", "good"), BOTH, ids=[f"{r}-{i}" for i, (r, _, _) in enumerate(BOTH)])
def test_a_rule_finds_the_error_and_passes_its_correction(rule, bad, good):
    assert "wrong" in found(bad, rule)
    assert found(good, rule), "the mended text must be judged, not skipped"
    assert not [f for f in proofread(good + "\n").findings if f.verdict in ("wrong", "undecided")]


def test_every_rule_is_described_and_known_by_its_id():
    assert {r for r, _, _ in BOTH} <= set(RULES)
    assert all(name.islower() and " " not in name for name in RULES)


# no claim that could be false, by cause; earlier documents had none of these
NO_ALARM = [
    "$f'(x) = y' = \\frac{dy}{dx} = \\frac{df}{dx}$",
    "so that $1/(1+f) \\approx 1 - f$ and $1/(1+x) \\approx 1 - x + x^2$",
    "Let $P = 8 \\times 10^9$. The costs are $5.5P$ and $2P$, i.e. 44 GB and 16 GB.",
    "The area is $\\pi r^2 = 3.14 r^2$, as $\\pi \\approx 3.14$, and $2\\pi = 6.28$.",
    "The H100's NVLink carries 900 GB/s, 450 GB/s each way.",
    "| cores | cache (MB) |\n|---|---|\n| 16 | 32 |\n| 8 | 32 |\n| 4 | 8 |\n",
    "# A\n\nLet $D = 1024$.\n\n# B\n\nHere $4D = 8192$.",
    "Bare numbers against a unit: `8960 * 96 = 860TB`, and 256 * 16 = 4TB.",
    "This is a question of when $24ab = 12b^2$, so $b = 2a$.",
    "For $p = q = r$ we have $pq = r^2$; assume $pq = 4r$ and $q = 2s$.",
    "The reads are $Y Z \\cdot \\text{sizeof}(A) / \\text{sizeof}(A) = 16$ times as many.",
    "We do $2 \\cdot 4096 \\cdot 16384 \\cdot B = 1.3 \\times 10^{8} \\cdot B$ FLOPs.",
    "On 8 chips it takes $7V/(8W) \\approx V/W$.",
    "$$\\frac{F}{N} - \\frac{B}{X^2} = 0 \\rightarrow \\\\ X = \\sqrt{\\frac{B N}{F}}$$",
    "`6 * 3e6 * 13e9 / (4096 * 4.6e14 * 0.4) = 300ms`",
    "A valid call is 2×3 × 3×4 = 2×4, and so is 8x16 × 16x2 = 8x2.",
    "Total params = Stage 1 + Stage 2 = (10+15) + (20+25) = 25 + 45 = 70, and Phase 3 = 3 * 5 = 15.",
    "The update $y = \\alpha x + y$ reads twice; $h \\to 4h$; $\\phi(x) = x$.",
    "Set `OMP_NUM_THREADS=8` and `XLA_FLAGS=--x=1`.",
    "Now $2 \\times 7 \\times 10^9 = 14$ GB, which takes $14e9 / 8.2e11 = 17$ ms.",
    "It is not true that $2BD = 2BF$; writing $3 + 4 = 8$ would be wrong.",
    "On 2026-08-05 there are 15 runs; since -1 + 1 = 0, f(2) = 5*44 + 20 and x + 1 + 1 = 0.",
    "共 512×4096 = 200 万 token.  Всего 512 * 4096 = 2 млн токенов.",
    "The map $P \\cdot Q$ with $P[M_X, N_X]$ is invalid: $P[M_X, N] \\cdot Q[N, K_X] \\to R[M_X, K_X]$ is forbidden.",
    "Here $A/H = 1$ on the left and $A/H = 10$ on the right.",
    "`(MxK)*(KxN) = (MxN)`",
    "$T = 2BD/W$ in case 1 and $T = 4BD/W$ in case 2.",
    "- 3 * 4 = 12 - which is fine\n* 16 * 4 = 64\n",
    "We avoid being comms-bound when $n > C/W$.",
    "The cube is 4x4x4 = 64-chip large; see https://x.org/?a=1*2=3 and [here](b?c=2*2=5).",
    "1. 2 * 3 = 6 * x and 7 = 3 * 4 + y\n",
    "| model | heads | width |\n|-|-|-|\n| a | 8 | 512 |\n| b | 9 | 576 |\n| c | 25 | 1700 |\n",
    "| part | GB | % of all |\n|---|---|---|\n| a | 12 | 30 |\n| b | 30 | 71 |\n| Total | 42 | 100 |\n",
    "$6BD$, the sum of the two terms $2BD$ and $4BD$.",
]  # fmt: skip


@pytest.mark.parametrize("text", NO_ALARM)
def test_what_claims_nothing_raises_no_alarm(text):
    assert [(f.text, f.reason) for f in proofread(text + "\n").findings if f.verdict == "wrong"] == []


@pytest.mark.parametrize(
    ("text", "fix"),
    [
        ("`1e12 / 9.89e14 = 1.01us`", "write 1.01ms"),
        ("`4.59e14 / 6.25e9 = 71,360`", "write 73,440"),
        ("`4096 * 2 * 2550^2 / (8192 * 4) = 1.6e10`", "write 1.6e6"),
        ("$2 + 2 = 5$", "write 4"),
        ("`16*20*28 / 2*2 = 2240`", "write 16*20*28/(2*2)"),
        ("It is compute-bound if $b < C/W$.", "write >"),
    ],
)
def test_the_fix_is_in_the_authors_unit_and_digits(text, fix):
    (f,) = [f for f in proofread(text + "\n").findings if f.verdict == "wrong"]
    assert f.fix == fix


# Typed by hand.  Earlier texts had a wrong number behind bare operands in base units only.
COUNTED_AS_PRINTED = [
    ("leave 640 - 140 = 480 GB", "500 GB"),
    ("it uses 7 * 24 = 186 kWh a week", "168 kWh"),
    ("In all 16.8 + 16.8 + 8.4 = 44 MB", "42 MB"),
    ("halve it: `0.746 / 2 = 0.337 ms`", "0.373 ms"),
    ("`5.85e6 / 86400 = 76.7 days`", "67.7 days"),
    ("`4.68e10 / 60 = 2.8e9 hours`", "7.8e8 hours"),
    ("a year is 410 / 4 = 105.5 million dollars", "102.5 million"),
    ("a year is 410e6 / 4 = 105.5 million dollars", "102.5 million"),
    ("so 16384 * 25000 = 41 million dollars", "410 million"),
    ("it is $410 / 4 = 105.5$ million", "102.5"),
    ("`450 / 600 * 100 = 70%`", None),
    ("`0.5 * 0.6 = 35%`", "30%"),
    ("`140e9 / 3.35e12 = 4.2 ms`", "41.8 ms"),
    ("`640 GB - 140 GB = 250 GB`", "500 GB"),
    ("so 640 - 140 = 0.48 TB", None),  # 500 GB, or 500 TB
]


@pytest.mark.parametrize(("text", "right"), COUNTED_AS_PRINTED)
def test_the_fix_counts_in_the_unit_printed_behind_the_result(text, right):
    (f,) = proofread(text + "\n").wrong
    assert (f.value, f.fix) == (right, right and f"write {right}")
    if right:
        mended = text.replace(f.text.rpartition("= ")[2], right)
        assert mended != text
        assert proofread(mended + "\n").wrong == ()


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("410 / 4 = 102.5 million a year", True),
        ("410 / 4 = 0.1025 billion a year", True),
        ("67.7 days of it are 102.5 * 67.7 / 365 = 19 million dollars", True),
        ("410 / 4 = 10.25 million a year", False),
        ("410e6 / 4 = 102.5 billion a year", False),
        ("16410 * 3 = 49.2 GB", True),
        ("16410 * 3 = 39.2 GB", False),
    ],
)
def test_a_word_of_number_may_be_left_to_the_reader(text, right):
    assert (proofread(text + "\n").wrong == ()) is right


def test_a_finding_knows_where_it_ends():
    (f,) = proofread("so $2 + 2 = 5$ holds").findings
    assert (f.line, f.column, f.end_line, f.end_column) == (1, 5, 1, 14)
    (g,) = proofread("a table has\n3 * 4 = 13 rows").wrong
    assert (g.line, g.column, g.end_line, g.end_column, g.where) == (2, 1, 2, 11, "prose")


def test_what_is_read_where_is_counted():
    text = "3 * 4 = 12 and $2 + 2 = 4$ and `6 / 2 = 3`, $T = 2BD$, $B > 3$, $\\partial x = 2$."
    counts = proofread(text).counts
    assert (counts["found in prose"], counts["found in math"], counts["found in code"]) == (1, 1, 1)
    assert counts["judged by arithmetic"] == 3
    assert (counts["skipped: definition"], counts["skipped: condition"], counts["skipped: words"]) == (1, 1, 1)


def test_an_unknown_macro_spoils_its_own_side_only():
    found = proofread("$\\mystery{x} = 2 + 2 = 5$ and $\\tiny 3 + 3 = 6$ and $\\red{2} + 2 = 4$").findings
    assert [f.verdict for f in found] == ["wrong", "exact", "exact"]


def _totalled(header: str, *cells: str) -> str:
    *above, total = cells
    rows = [f"| part {i} | {cell} |" for i, cell in enumerate(above)]
    return "\n".join([f"| what | {header} |", "|---|---|", *rows, f"| total | {total} |"]) + "\n"


# Earlier tests had totals of one digit or of decimals: whole numbers were granted half of their last nonzero digit.
# header | the cells, the last one the total | the verdict; every sum is done by hand
TOTALS = [
    ("bytes", ("100", "200", "400"), "wrong"),
    ("bytes", ("100", "200", "300"), "exact"),
    ("layers", ("3", "4", "5", "13"), "wrong"),
    ("layers", ("3", "4", "5", "12"), "exact"),
    ("layers", ("20", "20", "41", "91"), "wrong"),
    ("layers", ("20", "20", "41", "81"), "exact"),
    ("layers", ("30", "40", "50", "130"), "wrong"),
    ("layers", ("42", "42", "42", "130"), "wrong"),
    ("layers", ("42", "42", "42", "126"), "exact"),
    ("layers", ("42", "42", "42", "~130"), "rounded"),
    ("bytes", ("2", "2", "4", "4", "4", "18"), "wrong"),
    ("bytes", ("2", "2", "4", "4", "4", "16"), "exact"),
    ("cost", ("$12,000", "$13,000", "$26,000"), "wrong"),
    ("cost", ("$12,000", "$13,000", "$25,000"), "exact"),
    ("memory", ("30 GB", "40 GB", "50 GB", "130 GB"), "wrong"),
    ("memory", ("30 GB", "40 GB", "50 GB", "120 GB"), "exact"),
    ("memory", ("14 GB", "14 GB", "27 GB"), "undecided"),  # 13.5 and 13.5
    ("memory (GB)", ("14", "14", "27"), "undecided"),
    ("memory (GB)", ("14", "14", "37"), "wrong"),
    ("tokens", ("12,345", "6,789", "19,000"), "rounded"),  # 19,134
    ("tokens", ("12,345", "6,789", "20,100"), "wrong"),
    ("memory", ("2.5", "3.5", "7"), "wrong"),
    ("memory", ("16.8", "16.8", "8.4", "42"), "exact"),
    ("memory", ("16.8", "16.8", "8.4", "42.1"), "undecided"),  # 16.83, 16.83 and 8.43
    ("memory", ("16.8", "16.8", "8.4", "44.0"), "wrong"),
    ("parameters", ("7.2e9", "1.3e9", "8.6e9"), "undecided"),
    ("parameters", ("7.2e9", "1.3e9", "9.1e9"), "wrong"),
]


@pytest.mark.parametrize(("header", "cells", "verdict"), TOTALS)
def test_a_total_is_the_sum_of_what_is_printed(header: str, cells: tuple[str, ...], verdict: str) -> None:
    assert [(f.verdict, f.rule) for f in proofread(_totalled(header, *cells)).findings] == [(verdict, "table")]


# Earlier texts wrote such lines in capitals, which are split as they are read; these were taken for definitions.
LETTERS = [
    (r"\frac{4bdh}{4d(b + h)} = \frac{bh}{b + d}", r"\frac{4bdh}{4d(b + h)} = \frac{bh}{b + h}"),
    (r"\frac{mnk}{mn + nk} = \frac{mk}{m + n}", r"\frac{mnk}{mn + nk} = \frac{mk}{m + k}"),
    (r"\frac{2bsd^2}{2bs + sd} = \frac{2bd^2}{b + d}", r"\frac{2bsd^2}{2bs + sd} = \frac{2bd^2}{2b + d}"),
    (r"\frac{xyz}{xz(x + y)} = \frac{z}{x + y}", r"\frac{xyz}{xz(x + y)} = \frac{y}{x + y}"),
    (r"\frac{2bdh}{2bd + dh + 2bh} \approx b", r"\frac{2bdh}{2bd + dh + 2bh} \approx 2b"),
]


@pytest.mark.parametrize(("wrong", "right"), LETTERS)
def test_an_equation_of_two_formulas_in_small_letters_is_judged(wrong: str, right: str) -> None:
    assert [f.verdict for f in proofread(f"so it is\n\n$${wrong}.$$\n").findings] == ["wrong"]
    (found,) = proofread(f"so it is\n\n$${right}.$$\n").findings
    assert found.verdict == ("exact" if "=" in right else "in-regime")


@pytest.mark.parametrize(
    "text", ["dh = d/h", "d = h dh", "2 nh dh = 2 d", "2 mbs dp = 2 bs", "bs = b s d / dh", "3dh + d = 4h + d"]
)
def test_names_of_several_small_letters_stay_names(text: str) -> None:
    assert not proofread(f"Here ${text}$ as before.").findings


def test_a_name_that_the_document_defines_is_no_product_of_letters() -> None:
    text = r"Let $bh = 12$ and $b = 3$. Then $\frac{bdh}{d(b + h)} = \frac{bh}{b + d}$."
    assert not any(f.verdict == "wrong" for f in proofread(text).findings)


def test_sizes_of_another_section_do_not_excuse_an_identity() -> None:
    line = r"the intensity is $\frac{4bdh}{4d(b + h)} = \frac{bh}{b + d}$."
    sizes = "For $d = h = 4096$ "
    apart = proofread(f"## One\n\n{sizes}it is large.\n\n## Two\n\nNow {line}\n")
    assert [f.verdict for f in apart.findings] == ["wrong"]
    assert [f.verdict for f in proofread(f"## One\n\n{sizes}{line}\n").findings] == ["exact"]


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        # Units on both sides: the same letters cannot mean two units in one equation, whatever rounds.
        (r"$48\text{ GB}/8 = 6.4\text{ GB}$", "wrong"),
        (r"$16.06\text{ GB}/8 = 2.1\text{ GB}$", "wrong"),
        (r"$16\text{ GB}/8 = 1.9\text{ GB}$", "wrong"),
        # A bare count of bytes may be printed in either; two digits are no evidence, four are.
        (r"$3 \cdot 2^{28} \cdot 5 = 3.75\text{ GB}$", "convention"),
        (r"$1500 \cdot 2^{21} = 2.930\text{ GB}$", "convention"),
        (r"$1500 \cdot 2^{21} = 2.9\text{ GB}$", "undecided"),
        # Neither a digit cut on top of the prefix, nor the direction that the printed unit does not mean.
        (r"$1500 \cdot 2^{21} = 2.92\text{ GB}$", "wrong"),
        (r"$1500 \cdot 2^{21} = 3.37\text{ GB}$", "wrong"),
    ],
)
def test_gib_for_gb_needs_a_bare_count_and_digits(text: str, verdict: str) -> None:
    """The old generators never put a unit on both sides: ``check`` said wrong where ``proofread`` excused."""
    assert [f.verdict for f in proofread(text).findings] == [verdict]


@pytest.mark.parametrize(
    "name",
    [r"\hat{B}", r"\tilde B", r"\bar{\beta}", r"\hat{B}_{x}", "B^*", "B^{*}", r"B^\star", r"B_{c}^{\star}",
     r"B^\dagger", r"B^{\prime}", "B'", r"B_\max", r"B_{\max}", "B_*", r"\vec B", r"\overline{B}"],
)  # fmt: skip
def test_accents_and_marks_make_other_names(name: str) -> None:
    """The old texts had no B beside a B-hat: the two were one name, and neither was judged."""
    text = rf"Let $B = 5$ and ${name} = 7$. Then $2{name} = 14$, $3 {name} = 22$, and $2B = 10$."
    judged = [f.verdict for f in proofread(text).findings]
    assert judged == ["exact", "wrong", "exact"], (name, judged)


@pytest.mark.parametrize(
    ("text", "judged"), [(r"$2^* = 3$", []), (r"$\hat{AB} = 3$", []), (r"${B^*} = 6/2 = 3$", ["exact"])]
)
def test_marks_only_on_names(text: str, judged: list[str]) -> None:
    assert [f.verdict for f in proofread(text).findings] == judged


@pytest.mark.parametrize(
    ("text", "judged"),
    [
        # A bare number beside one sort of KB: each KB may count 1024 bytes, where the digits are evidence of it.
        (r"$64 = 128KB/2048$", ["convention"]),
        (r"$128\text{ KB}/2048 = 64$", ["convention"]),
        (r"$67 = 128KB/2048$", ["wrong"]),
        (r"$1.4 = 133KB/100000$", ["wrong"]),
        # Orders are no formulas, accents or not.
        (r"$\Omega(N^2d^2M^{-1}) = \Omega(Nd)$", []),
        (r"$\tilde{O}(n^2) = \tilde O(n)$", []),
        (r"$\Theta\left(n\right) = \Theta(n^2)$", []),
        (r"$\tilde{O}(N^2d^2M^{-1}) = \tilde{O}(Nd)$", []),
        (r"Let $\Omega = 3$. Then $2\Omega = 6$.", ["exact"]),
    ],
)
def test_kb_beside_bare_numbers_and_orders(text: str, judged: list[str]) -> None:
    """The files of other authors had them, the drawn ones had not."""
    assert [f.verdict for f in proofread(text).findings] == judged


@pytest.mark.parametrize(
    ("text", "judged"),
    [
        # Two names of one letter are two things, and a definition says which.
        (r"$F = F_c + F_u$, so $A(F_c+F_u) = 2 A F$", ["wrong"]),
        (r"$F = F_c + F_u$, so $A(F_c+F_u) = A F$", ["exact"]),
        (r"$F = F_c + F_u$, so $2 A F_c = A F_c + A F$", ["wrong"]),
        # Without a definition two names are two things all the same; with two values, so are a short and a long name.
        (r"The loss is $A(F_c + F_u) = 2 A F$ here.", []),
        (r"$F = F_c + F_u$, so $A F_c = A F$", ["wrong"]),
        (r"Let $d = 512$ and $d_{model} = 4096$. The bytes are $2 d_{model} n = 2 d n$.", ["wrong"]),
        # One name written shorter is still that name.
        (r"The weights have $2 d_{model} n = 2 d n$ bytes.", ["exact"]),
    ],
)
def test_a_letter_stands_for_one_longer_name(text: str, judged: list[str]) -> None:
    """Drawn documents had one long name a letter: with two, a formula that contradicts the definition was exact."""
    assert [f.verdict for f in proofread(text).findings] == judged


@pytest.mark.parametrize(
    ("text", "judged"),
    [
        ("For what $p$ does $a + 4p = a + 2$ hold?", []),
        ("At which batch is $2B = B + 240$?", []),
        ("The work is $2n$, which is $n + n = 3n$.", ["wrong"]),
        ("The work which is $n + n = 3n$ grows, all of which is $n + n = 4n$.", ["wrong", "wrong"]),
    ],
)
def test_a_question_asks_and_a_relative_clause_claims(text: str, judged: list[str]) -> None:
    """Of other authors: an equation that a question asks to be solved is no claim."""
    assert [f.verdict for f in proofread(text).findings] == judged


@pytest.mark.parametrize(
    ("text", "judged"),
    [
        (r"$n(8sh^2 + 4s^2h + 16sh^2) = 24nh^2s + 4nhs^2$", ["exact"]),
        (r"$n(8sh^2 + 4s^2h + 16sh^2) = 24nh^2s + 5nhs^2$", ["wrong"]),
        (r"$b(2sd + d) = 2bsd + bd$", ["exact"]),
    ],
)
def test_the_last_letter_of_a_product_is_no_unit(text: str, judged: list[str]) -> None:
    """Of another author: h^2s beside sh^2 was a number of seconds, and the formula wrong."""
    assert [f.verdict for f in proofread(text).findings] == judged


@pytest.mark.parametrize(
    ("text", "verdicts"),
    [
        ("it has $3P$ and $2P$, i.e. 24 and 16 of them", ["exact", "exact"]),
        ("it has $3P$ and $2P$, i.e. 24 and 56 of them", ["exact", "wrong"]),
        ("it has $3P$ and $2P$, i.e. $72$ and $16$ of them", ["wrong", "exact"]),
        ("it has $7P$, $3P$ and $2P$, i.e. 56, 24 and 16 of them", ["exact", "exact", "exact"]),
        ("it has $7P$, $3P$ and $2P$, i.e. 56 and 24 of them", []),  # which are they?
        ("it has $2P$, i.e. 56 of them", ["wrong"]),
    ],
)
def test_a_list_of_formulas_and_the_list_of_their_numbers(text, verdicts):
    """The last formula of a list was held against the first number behind it."""
    found = proofread(f"With $P = 8$: {text}.\n").findings
    assert [f.verdict for f in found if f.rule == "value"] == verdicts


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        (r"$1/(1+f) \approx 1 - f$", "in-regime"), (r"$1/(1-f) \approx 1 + f$", "in-regime"),
        (r"$1/(1+x) \approx 1 - x + x^2$", "in-regime"), (r"$1/(1+a+b) \approx 1 - a - b$", "in-regime"),
        (r"$\frac{1-f}{1+f} \approx 1 - 2f$", "in-regime"),
        # right to the first term, wrong in one that is kept
        (r"$1/(1+f) \approx 1 + f$", "wrong"), (r"$1/(1+x) \approx 1 - x - x^2$", "wrong"),
        (r"$\frac{1-f}{1+f} \approx 1 - f$", "wrong"), (r"$N/(N+1) \approx N + N^2$", "wrong"),
    ],
)  # fmt: skip
def test_an_expansion_about_zero_is_right_in_every_term_it_keeps(text, verdict):
    """Earlier texts had large symbols only; the geometric series is the judge."""
    assert [f.verdict for f in proofread(text + " for small ones\n").findings] == [verdict]


FIRST = r"\frac{2BDF}{XC} > \frac{2DF}{W}"


@pytest.mark.parametrize(
    ("line", "verdicts"),
    [
        (rf"${FIRST} \iff \frac{{B}}{{X}} > \frac{{C}}{{W}}$", ["exact"]),
        (rf"${FIRST} \Leftrightarrow \frac{{C}}{{W}} < \frac{{B}}{{X}}$", ["exact"]),
        (rf"${FIRST} \iff \frac{{B}}{{X}} > \frac{{W}}{{C}}$", ["wrong"]),
        (rf"${FIRST} ⟺ BX > \frac{{C}}{{W}}$", ["wrong"]),
        (r"$\frac{a^2}{b^2} > 1 \iff \frac{a}{b} > 1$", []),  # the same sizes, by other powers
        (rf"${FIRST} \implies \frac{{B}}{{X}} > \frac{{W}}{{C}}$", []),  # which may follow by what is not said
        (rf"${FIRST} \iff \frac{{B}}{{X}} > \frac{{C}}{{W_\text{{dcn}}}}$", []),  # other letters
        (r"$\frac{2BDF}{XC} + T > \frac{2DF}{W} \iff \frac{B}{X} > \frac{W}{C}$", []),  # no single term
    ],
)
def test_inequalities_that_are_said_to_be_one_are(line: str, verdicts: list[str]) -> None:
    """The wrong one was left alone, where the right one was called right."""
    found = proofread(f"We are compute-bound when {line}.").findings
    assert [f.verdict for f in found if f.rule == "implication"] == verdicts
    assert not any(f.fix for f in found)  # it is the right side that is another, and no sign


@pytest.mark.parametrize(
    ("middle", "last", "verdicts"),
    [
        (r"\frac{F}{YC} &> \frac{1}{W}", r"Y &< \frac{FW}{C}", []),
        (r"\frac{F}{YC} &> \frac{X}{W}", r"Y &< \frac{FW}{C}", ["wrong"]),
        (r"\frac{F}{C} &> \frac{1}{W}", r"Y &< \frac{FW}{C}", ["wrong"]),
        (r"\frac{F}{YC} &> \frac{X}{W}", r"Y &< \frac{FW}{2C}", []),  # which of the three is wrong is open
        (r"X &> N", r"Y &< \frac{FW}{C}", []),  # another condition
    ],
)
def test_a_line_between_two_that_are_one_inequality(middle: str, last: str, verdicts: list[str]) -> None:
    first = r"\frac{2BDF}{XYC} &> \frac{2BD}{XW}"
    found = proofread(f"$$\\begin{{align*}}\n{first} \\\\\n{middle} \\\\\n{last}\n\\end{{align*}}$$\n").findings
    assert [f.verdict for f in found if f.verdict != "exact"] == verdicts
