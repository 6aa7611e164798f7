"""Lines of published textbooks that are no equations of real numbers, each beside one of the kind that is wrong.

The judge is what was printed: algorithmica, cp-algorithms, the QuantEcon lectures, OpenIntro, coursebook and
system-design, proofread whole, and Think Bayes, ModSim, the EIPs of Ethereum and notes on system design; earlier
documents priced chips and had no congruences, binary numbers, matrices, sequences, norms or equations to solve, and
no blanks written as macros.
"""

from __future__ import annotations

import pytest

from symroof.checking.proofreading.proofread import proofread


def wrong(text: str) -> list[str]:
    return [f.text for f in proofread(text).findings if f.verdict == "wrong"]


ROW = "\\begin{{tabular}}{{lll}}\n not spam & $400/3554 = 0.113$ & ${}/3921 = 0.906$ \\\\\n\\end{{tabular}}"
HITS = "| name | H | HR | R |\n|---|---|---|---|\n| I | 214 | 6 | 43 |\n| D | 179 | 10 | 67 |\n| M | 186 | 21 | 91 |\n"
SIZES = "Here $n = 36$.\n\n## Next\n\nHere $n = 72$.\n\n## Last\n\nHere $n = 19$.\n\n"
MATRICES = "Let $A$ be a matrix and $I$ the identity matrix of its size.\n\n"


@pytest.mark.parametrize(
    ("right", "slip"),
    [
        # congruences, and what an operator leaves that is not read
        (r"so $(3^{16})^4 \equiv 17^4 \pmod{257}$ holds.", "so $(3^{4})^2 = 17^2$ holds."),
        (r"$x \cdot r \bmod n = x \cdot r^2 / r = x * r^2$", r"$x \cdot r^2 / r = x * r^2$"),
        (r"it is even where $n ~\&~ 1 = 0$.", "it is even where $3 - 1 = 0$."),
        ("In Python `-5 >> 1 = -3`.", "In Python `-5 + 1 = -3`."),
        ("$-x = 2^{32} - x$", "$-x = 33 - x$"),
        ("$-x = 2^{32} - x$", "$-x = 8 - x$"),
        ("`-x = 65536 - x`", "`-x = 65536 * x`"),
        (r"Registers wrap around, so $x + 2^{16} = x$.", r"It is plain that $x + 2^{16} = x$."),
        ("In unsigned arithmetic, $x - y = 2^{32} + x - y$.", "The frame has $n + 64 = n + 8$ bytes."),
        ("$-x = 2^{8} - x$", "The header has $2BD + 16 = 2BD$ bytes."),
        # numbers in binary
        ("`~42 + 1 = 11010101 + 00000001 = 11010110`", "`42 + 1 = 110 + 1 = 44`"),
        ("shifting `11010110 = -42` gives `01101011 = 107`.", "shifting `1000000 = -42` gives it."),
        # a remainder, norms, functions that look like products
        (r"$\frac{1}{2} (2 + d^2 + o(d^2)) = 1 + \frac{d^2}{2} + o(d^2)$", r"$\frac{1}{2} (2 + d^2) = 1 + d^2$"),
        (r"$D_f(\mu_1 Q \| \mu_2 Q) = D_f(\mu_1 \| \mu_2)$", r"$D(\mu_1 Q + \mu_2 Q) = D(\mu_1 + \mu_2)$"),
        (r"Evidently, $\hat p_b(0) < \bar p(0)$.", r"Evidently, $5 (3) < 2 (7)$."),
        # what need not commute
        (MATRICES + r"Then $(I + B Q^{-1} B' P)^{-1} = I - B (Q + B' P B)^{-1} B' P$.", MATRICES + "$2AB = 3AB$."),
        (MATRICES + r"Each eigenvector has $A v = \lambda v$.", r"Each vector has $A v = \lambda v$."),
        (MATRICES + "so that $AI = A$ and $IA = A$.", "The intensity $I$ has $AI = A$."),
        # terms of one sequence; an equation that its letter solves
        (r"$F_k(F_{k+1}+F_{k-1}) = F_k (2F_{k+1} - F_{k})$", r"$F_k G + F_k H = 2 F_k G$"),
        (r"$r = 1+\frac{1}{r} \implies r^2 = r + 1$", r"$s = 1+\frac{1}{t}$, and $r^2 = r + 1$."),
        # signs and roundings that only the text knows
        (r"$|r-q| = |q-s|-|r-s|$ where $s$ lies beyond.", r"$(r-q) = (q-s)-(r-s)$"),
        (
            r"$\lfloor \frac{x + y \lfloor w \rfloor}{z} \rfloor = \lfloor \frac{x + y w}{z} \rfloor$",
            r"$\frac{x + y w}{z} = \frac{x + 2 y w}{z}$",
        ),
        (r"$e + \log_2 (1 + m) \approx e + m + \sigma$", r"$e + 2 m \approx e + 3 m$ when $m \gg e$"),
        # numbers that are written together
        (r"$\frac{179}{6} = 29\tfrac{5}{6} \approx 29.83$", r"$\frac{179}{6} = 28\tfrac{5}{6}$"),
        (
            r"$8 \cdot 2 \cdot 2 \cdot 10^9 = 32 \; GFLOPS \;\; (3.2 \cdot 10^{10})$",
            r"$8 \cdot 2 \cdot 10^9 = 32 \; GFLOPS \;\; (3.2 \cdot 10^{10})$",
        ),
        (r"$100~499~493 = 763 \cdot 131~712 + 3~237$", r"$100~499~493 = 763 \cdot 231~712 + 3~237$"),
        (r"$2^{52} \text{ pages} \approx 10^{15} \text{ pages}$",
         r"$2^{52} \text{ pages} \approx 10^{14} \text{ pages}$"),
        ("$$E_1 = 162.1 && E_2 = 143.9$$", "$$E_1 = 2 \\cdot 81 = 162 && E_2 = 2 \\cdot 72 = 143$$"),
        ("- 2x4 is 4 way parallel, with 2 groups.", "- 2x4 is 4, with 2 groups."),
        (r"$10 \space years \times 12 \space months = 120$", r"$10 \times 12 = 130$"),
        # each example's own
        (
            SIZES + "It is a sample of some size.\n\n" * 80 + "So $n - 1 = 14$.",
            SIZES + "So $n - 1 = 14$.",
        ),
        # a factor before symbols, by the digits printed; bits beside bytes
        (r"$\sqrt{128} BD / W \approx \frac{11.3 BD}{W}$", r"$\sqrt{128} BD / W \approx \frac{12.3 BD}{W}$"),
        (r"$\frac{7B}{8W} \approx \frac{B}{W}$, $70BD/3 \approx 23.3 BD$", r"$70BD/3 \approx 24.3 BD$"),
        ("a 160 bit (20 byte) number, 64-bit (4 byte aligned) words", "a 160 bit (80 byte) number"),
        (ROW.format(3554), ROW.format(3684)),
        # blanks that are macros
        (
            r"$100 \space million \times 100 \space KB = 10 \space TB/day$",
            r"$100 \space million \times 100 \space KB = 5 \space TB/day$",
        ),
        (r"$\frac{1}{200} \times 1 \space billion = 5 \space million/day$",
         r"$\frac{1}{200} \times 1 \space billion = 50 \space million/day$"),
        # a tie between factors; a reaction; constants of a program, which have a value of their own
        (r"$D = (1/2)~(3/4) + (1/2)~(1/2) = 5/8$", r"$D = (1/2)~(3/4) + (1/2)~(1/2) = 7/8$"),
        (r"$E + \frac{1}{2} O \longrightarrow EO$", r"$E + O \to 2 E + 2 O$"),
        ("It is `N + MIN_SEED_LOOKAHEAD + 2 = N + 3`, met exactly.", "It is `N + M + 2 = N + M + 3`, met exactly."),
        ("so `2 * MAX_LEN + MAX_LEN = 3 * MAX_LEN`.", "so `2 * MAX_LEN + MAX_LEN = 4 * MAX_LEN`."),
        # division of whole numbers in code; a share in percent; whole bytes; counts beside times
        ("New price: `15 * (64/136 + 1) + 13 = 28` gas", "New price: `15 * (64/136 + 1) + 13 = 29` gas"),
        (r"$100 \times 0.3 \times 8.5 / (0.3 \times 8.5 + 0.7) = 78.5\%$ of it",
         r"$100 \times 0.3 \times 8.5 / (0.3 \times 8.5 + 0.7) = 87.5\%$ of it"),
        ("a group of `377` bits (`48` bytes)", "a group of `377` bits (`52` bytes)"),
        (r"of $548 \times 225$ epochs $\approx 18$ months", r"of $548 \times 225$ s $\approx 18$ months"),
        ("It went from 3 gas to 3000 particles; it is reduced from 3 gas to 300 particles.",
         "It is reduced from 3 ms to 300 ms."),
        # terms that follow no rule; a header that is a name
        (r"$16.53 + 0.35 + \dots + 4.66 = 40.13$", r"$1 + 2 + \dots + 10 = 45$"),
        (HITS, "| H | HR | R |\n|---|---|---|\n| 6 | 258 | 43 |\n| 10 | 670 | 67 |\n| 21 | 1811 | 91 |\n"),
    ],
)  # fmt: skip
def test_what_is_no_equation_of_numbers_is_not_called_wrong(right: str, slip: str) -> None:
    assert wrong(right) == []
    assert wrong(slip) != []


#: lines that their own authors mended: what was printed, what they put, and where
ERRATA = [
    ("HFU = 400/989 = 0.40%", "HFU = 400/989 = 40%", "stas00/ml-engineering bf40b53"),
    ("1Byte = 8bytes.", "1Byte = 8bits.", "stas00/ml-engineering 507c95c"),
    ("`S*N/(S*B) + (k - 2)*N*(SB) = N*(S + k - 2)/(S*B)`", "`S*N/(S*B) + (k - 2)*N/(S*B) = N*(S + k - 2)/(S*B)`",
     "stas00/ml-engineering 8e7288e"),
    ("it prints $16777216 = 2^{23}$ twice", "it prints $16777216 = 2^{24}$ twice", "algorithmica-org/algorithmica"),
    (r"$0.0001 \cdot 0.9985 + 0.98 \cdot 0.0015 = 0.00176955$",
     r"$0.0003 \cdot 0.9985 + 0.98 \cdot 0.0015 = 0.00176955$",
     "d2l-ai/d2l-en 7013129"),
    (r"$\frac{1}{200} \times 1 \space billion = 50 \space million/day$",
     r"$\frac{1}{200} \times 1 \space billion = 5 \space million/day$", "karanpratapsingh/system-design"),
    (r"$50 \space million \times 20 \space messages = 2 \space billion/day$",
     r"$50 \space million \times 40 \space messages = 2 \space billion/day$", "karanpratapsingh/system-design"),
    (r"$5 \space percent \times 2 \space billion = 200 \space million/day$",
     r"$5 \space percent \times 2 \space billion = 100 \space million/day$", "karanpratapsingh/system-design"),
    ("producing a 160 bit (80 byte) number:", "producing a 160 bit (20 byte) number:", "bitcoinbook d12004e"),
    (r"$17.5 + 1.5 \times 20 = -12.5$", r"$17.5 - 1.5 \times 20 = -12.5$", "OpenIntroStat/openintro-statistics"),
    (r"$\frac{5}{24} \times \frac{7}{23} \times \frac{6}{23} = 0.0173$",
     r"$\frac{5}{24} \times \frac{7}{23} \times \frac{6}{22} = 0.0173$", "OpenIntroStat/openintro-statistics"),
    (r"so $3 \times 0.0173 = 0.519$.", r"so $3 \times 0.0173 = 0.0519$.", "OpenIntroStat/openintro-statistics"),
    ("$df=21-1=5$", "$df=21-1=20$", "OpenIntroStat/openintro-statistics"),
    (r"$12=2\times 3\times 3$", r"$12=2\times 2\times 3$", "exacity/deeplearningbook-chinese"),
    (r"$\frac{\sqrt{128} BD}{\sqrt{N}} \approx \frac{11.9 BD}{\sqrt{N}}$",
     r"$\frac{\sqrt{128} BD}{\sqrt{N}} \approx \frac{11.3 BD}{\sqrt{N}}$",
     "jax-ml/scaling-book, the coefficient our own"),
]  # fmt: skip


@pytest.mark.parametrize(("printed", "mended", "source"), ERRATA)
def test_errata_of_published_books(printed: str, mended: str, source: str) -> None:
    assert wrong(printed) != [], source
    assert wrong(mended) == [], source


@pytest.mark.parametrize(
    "text",
    [
        "We need $N / 128 > (3/4)^2$, so $N > 128 (3/4)^2 = 81$.",
        r"$\sqrt{N/128} > 3/4 \implies N > 128 (3/4)^2 = 81$.",
        "It is better if $N > 128 (3/4)^2 = 81$, i.e. $N > 81$.",
    ],
)
def test_one_error_of_a_bound_is_called_once(text: str) -> None:
    assert len(wrong(text)) == 1
    assert wrong(text.replace("81", "72")) == []


#: what repositories that nobody had read before say, which was called wrong; each beside one that is wrong
FIRST_CONTACT = [
    ("* Update QPS = 10mil / 30 == ~333k a second", "* Update QPS = 10mil / 30 == ~433k a second"),
    ("* QPS = 1bil / 6.5 / 3600 = 43000", "* QPS = 1bil / 6.5 / 3600 = 53000"),
    ("a volume of 0.1 cm x π x (0.175 cm)<sup>2</sup> / 4 = 0.00241 ml", "a volume of 2 / 4 = 0.00241 ml"),
    ("`builtinByteStringToInteger b (consByteString w8 emptyByteString) = w8`", "`2 b (3 w8) = 5 b w8`"),
    (r"such that $b\\{0\\} = 42$, $b\\{1\\} = 57$", r"such that $b \cdot 2 = 3 b$"),
    ("$\\log_2(1 - 0.0255) = \\log_2(0.97449)$", "$\\log_2(1 - 0.0255) = \\log_2(0.93449)$"),
    ("exactly half of (1280x720) = (320x180) pixels", "exactly 1280x720 = 57600 pixels"),
    ("`(2^64)^2 ~ 1e38`, and `(2^53-1)^2 ~ 1e31`.", "`(2^64)^2 ~ 1e28`, and `(2^53-1)^2 ~ 1e31`."),
    ("$10975 = 8192 + 2048 + 512 + 223 = 2^13 + 2^11 + 2^9 + 223$",
     "$10975 = 8096 + 2048 + 512 + 319 = 2^13 + 2^11 + 2^9 + 319$"),
    ("* 2^10 == ~1000 == 1kb", "* 2^10 == 1400 == 1kb"),
    ("* 2^50 == ~1quad == 1pb", "* 2^50 == ~2 == 1pb"),
    ("The release is due 3/26 ~ 6PM Pacific time.", "The ratio is 3/26 ~ 6 here."),
    ("Requests: 19K * 3600 seconds * 24 hours = 1.64 billion/day", "Requests: 19K * 3600 * 24 = 1.94 billion/day"),
    ("At 10 games a day, 50 users/s * 10 = 500 QPS.", "At 10 games a day, 50 users/s * 10 = 600 QPS."),
    ("you may want to :ref:`rollback <rollback-2026.1-to-2026.2>` the upgrade.", "as `4 * 5 < 3 * 6` says"),
    (r"$$S = \frac{\delta E_{SS}}{\delta I_{SS}} = \frac{\delta X_{SS}}{\delta I_{SS}}$$",
     r"$$S = \frac{3 E}{I} = \frac{2 E}{I}$$"),
    ("When `beta` exceeds 0.5, more than 80% get sick.", "The 20%, more than 80%, get sick."),
    ("It has 1 million combinations. It changes every 30 seconds. So they need 30,000 combinations per second.",
     "It has 1 million combinations. It changes every 30 seconds. So they need 3,333 combinations per second."),
]  # fmt: skip


@pytest.mark.parametrize(("right", "slip"), FIRST_CONTACT)
def test_first_contact_with_other_repositories(right: str, slip: str) -> None:
    assert wrong(right) == []
    assert wrong(slip) != []
