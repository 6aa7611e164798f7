r"""Named laws in letters: forms that are right in several authors' letters, and one slip in each.

Judged by the textbooks that `checking/laws/lawbook.py` names; the true sentences were written before the rules.
"""

from __future__ import annotations

import pytest

from symroof.checking.proofreading.proofread import proofread

#: (a sentence with a gap, what is right there, what is wrong)
PAIRS = [
    (r"By Little's law $N = {}$, with $X$ the throughput and $R$ the response time.", r"X R", r"X / R"),
    (r"Little's law: $L = {}$.", r"\lambda W", r"\frac{\lambda}{W}"),
    (r"Little's law, solved for the delay, gives $W = {}$.", r"L / \lambda", r"\lambda / L"),
    (r"The utilization is $\rho = {}$, where $\lambda$ is the arrival rate and $\mu$ the service rate.",
     r"\lambda/\mu", r"\mu/\lambda"),
    (r"With Poisson arrivals, service time $s$ and utilization $u$ the mean response time is $T = {}$.",
     r"s/(1 - u)", r"s/(1 + u)"),
    (r"In an M/M/1 queue the mean number in the system is $L = {}$.", r"\rho/(1-\rho)", r"\rho/(1+\rho)"),
    (r"In an M/M/1 queue the mean response time is $T = {}$.", r"1/(\mu - \lambda)", r"1/(\mu + \lambda)"),
    (r"Amdahl's law says $S = {}$, where $f$ is the serial fraction and $k$ the number of cores.",
     r"\frac{1}{f + (1-f)/k}", r"\frac{1}{f + (1-f) k}"),
    (r"Amdahl's law says $S = {}$, where $f$ is the parallel fraction and $k$ the number of cores.",
     r"\frac{1}{1 - f + f/k}", r"\frac{1}{f + (1-f)/k}"),
    (r"Gustafson's law: $S = {}$, with $s$ the serial fraction and $n$ processors.", r"n - s(n-1)", r"n - s(n+1)"),
    (r"With $d$ stages and $k$ microbatches the bubble fraction is $b = {}$.", r"(d-1)/(k+d-1)", r"d/(k+d-1)"),
    (r"The bubble, as a fraction of the total time, is $b = {}$, with $p$ stages and $m$ microbatches.",
     r"(p-1)/(m+p-1)", r"(p-1)/m"),
    (r"A ring all-reduce of $M$ bytes over $w$ ranks takes $T = {}$, where $\beta$ is the bandwidth.",
     r"2 \frac{w-1}{w} \frac{M}{\beta}", r"2 \frac{w}{w-1} \frac{M}{\beta}"),
    (r"An all-gather of $V$ bytes over $n$ devices takes $T = {}$, where $W$ is the bandwidth.",
     r"\frac{(n-1) V}{n W}", r"\frac{(n+1) V}{n W}"),
    (r"The attainable performance is $P = {}$, with peak $\pi$, bandwidth $b$ and intensity $I$.",
     r"\min(\pi, b I)", r"\max(\pi, b I)"),
    (r"With peak $F$ and memory bandwidth $b$ the ridge point is $I^* = {}$.", r"F/b", r"b/F"),
    (r"The efficiency is $E = {}$, where $S$ is the speedup and $p$ the number of processors.", r"S/p", r"p/S"),
    (r"The KV cache per token is $c = {}$; $L$ layers, $k$ KV heads, head dimension $d$ and $e$ bytes per element.",
     r"2 L k d e", r"L k d e"),
    (r"The energy is $E = {}$, where $P$ is the power and $t$ the time.", r"P t", r"P/t"),
    (r"The effective access time is $t = {}$, with hit ratio $h$, cache time $t_c$ and memory time $t_m$.",
     r"h t_c + (1 - h) t_m", r"h t_c + (1 + h) t_m"),
    (r"Young's formula gives the interval $\tau = {}$, with checkpoint cost $c$ and MTBF $m$.",
     r"\sqrt{2 c m}", r"\sqrt{c m}"),
    (r"The window is $w = {}$, with bandwidth $r$ and round-trip time $t$.", r"r t", r"r / t"),
    ("A ring all-reduce of $M$ bytes over $n$ ranks sends from each rank\n\n$$ M_\\text{sent} = {} . $$",
     r"\frac{2(n-1)}{n}\, M", r"\frac{2n}{n-1}\, M"),
]  # fmt: skip

#: true sentences, in other authors' letters and conventions
TRUE = r"""
Little's law says that $N = \lambda T$, where $\lambda$ is the arrival rate and $T$ the time in the system.
By Little's law the queue holds $L_q = \lambda W_q$ customers on average.
Little's law, solved for the response time, gives $R = N / X$, with $X$ the throughput.
With think time $Z$ the response time law reads $R = N/X - Z$.
Little's law: $Q = XR$, with $X$ the throughput and $R$ the residence time.
The utilization is $\rho = \lambda / \mu$, where $\mu$ is the service rate.
With $s$ the mean service time, the utilization law reads $U = X s$.
For $c$ servers the utilization is $\rho = \lambda / (c \mu)$.
In an M/M/1 queue the mean response time is $R = S / (1 - \rho)$, with $S$ the service time.
In an M/M/1 queue the mean time in the system is $W = 1/(\mu - \lambda)$.
In an M/M/1 queue the mean number in the system is $L = \rho/(1-\rho)$, the number waiting $L_q = \rho^2/(1-\rho)$.
In an M/M/1 queue the mean wait is $W_q = \rho S / (1 - \rho)$.
In an M/M/1 queue the probability of an empty system is $P_0 = 1 - \rho$.
Amdahl's law: $S = 1/((1-p) + p/n)$, where $p$ is the parallel fraction and $n$ the number of processors.
Amdahl's law: $S_p = 1/(s + (1-s)/p)$, with $s$ the serial fraction and $p$ processors.
Amdahl's law: $S(N) = N/(1 + \sigma (N - 1))$, with serial fraction $\sigma$.
Amdahl's law gives at most $S_\infty = 1/(1-f)$, where $f$ is the parallel fraction.
Amdahl's law: $T(n) = T_1 ((1 - p) + p/n)$.
Amdahl's law for a part $f$ that becomes $k$ times faster: $S = 1/(1 - f + f/k)$.
By Amdahl's law the efficiency is $E = 1/(n(1-p) + p)$.
Gustafson's law: $S = n - s(n - 1)$, where $s$ is the serial fraction.
Gustafson's law: $S = (1 - p) + pN$, with $p$ the parallel part.
Gustafson's law: $S = s + (1 - s) P$.
The universal scalability law is $C = N/(1 + \alpha(N-1) + \beta N(N-1))$.
With $p$ stages and $m$ microbatches the bubble is $(p-1)/(m+p-1)$ of the total.
The bubble fraction is $b = (p-1)/m$, relative to the ideal time, for $m$ microbatches and $p$ stages.
With $v$ virtual stages per device the bubble fraction is $\frac{p-1}{v m}$.
The bubble fraction is $\beta = \frac{k-1}{k+n-1}$ with $k$ stages and $n$ microbatches.
The pipeline efficiency is $\eta = m/(m + p - 1)$, so its bubble is what is left.
A zero-bubble schedule with $p$ stages has a bubble of $\frac{p-1}{3m + p - 1}$.
A ring all-reduce of $V$ bytes over $n$ devices takes $T = 2 \frac{n-1}{n} \frac{V}{B}$, where $B$ is the bandwidth.
A ring all-reduce over $p$ ranks takes $2(p-1)\left(\alpha + \frac{M}{p \beta}\right)$.
For many devices the all-reduce takes $T = 2V/W$.
A ring all-gather of $V$ bytes over $n$ devices takes $T = \frac{n-1}{n} V / W$, where $W$ is the bandwidth.
An all-gather of shards of $s$ bytes over $n$ ranks takes $T = (n-1) s/W$, where $W$ is the bandwidth.
A bidirectional ring all-gather of $V$ bytes over $n$ devices takes $T = V (n-1)/(2 n W)$.
A tree all-reduce of $V$ bytes takes $2 \log_2(n) V/W$.
An all-to-all over $n$ devices takes $T = \frac{V}{4 W}$ on a bidirectional ring.
A reduce-scatter sends $\frac{n-1}{n} V$ bytes, half of what the all-reduce sends, $2\frac{n-1}{n} V$.
The roofline is $P = \min(\pi, \beta I)$, with peak $\pi$, bandwidth $\beta$ and intensity $I$.
The ridge point is $I^* = \pi / \beta$, where $\pi$ is the peak performance and $\beta$ the bandwidth.
The machine balance is $B_m = b_m/P_m$ in bytes per FLOP, with bandwidth $b_m$ and peak $P_m$.
The roofline time is $T = \max(W/\pi, Q/\beta)$, where $W$ is the work and $Q$ the traffic.
The parallel efficiency is $E = S/p$, where $S$ is the speedup and $p$ the number of processors.
The parallel efficiency is $E = T_1/(p T_p)$.
The weak scaling efficiency is $E = T_1/T_p$.
The KV cache takes $2 L H d b$ bytes a token, with $L$ layers, $H$ heads, head dimension $d$ and $b$ bytes per element.
The KV cache of MLA takes $L r b$ bytes per token, where $L$ is the number of layers and $r$ the rank.
The KV cache takes $4 L H d$ bytes per token in bf16, with $L$ layers and $H$ heads of dimension $d$.
The K cache alone takes $L H d b$ bytes, with $L$ layers, $H$ heads, head dimension $d$ and $b$ bytes per element.
Training takes $C = 6ND$ FLOPs, with $N$ the number of parameters and $D$ the number of tokens.
The forward pass takes $2ND$ FLOPs, with $N$ parameters and $D$ tokens.
With full recomputation training takes $8ND$ FLOPs, with $N$ parameters and $D$ tokens.
The energy is $E = P t$, where $P$ is the power and $t$ the time.
The dynamic power is $P = C V^2 f$, with $C$ the capacitance.
The effective access time is $t = h t_c + (1 - h) t_m$, with hit ratio $h$, cache time $t_c$ and memory time $t_m$.
The average memory access time is $t = t_h + m\, t_p$, where $m$ is the miss rate and $t_p$ the miss penalty.
The effective access time is $T = t_c + (1-h) t_m$, with hit ratio $h$, if the cache is asked first.
The bandwidth-delay product is $W = B \cdot RTT$.
The expected number of tokens is $E = (1 - a^{k+1})/(1 - a)$, where $a$ is the acceptance rate.
In the limit the expected number of tokens is $1/(1-a)$, where $a$ is the acceptance rate.
The mean number of requests in an M/D/1 queue is $L = \rho + \rho^2/(2(1-\rho))$.
The M/G/1 wait is $W = \lambda E[S^2] / (2(1-\rho))$.
With $n$ copies the availability is $A = 1 - (1-a)^n$.
Little's law says $L = \lambda W$; with $\lambda = 3$ and $W = 2$ we have $L = 6$.
Amdahl's law with overhead $o$ reads $S = 1/((1-p) + p/n + o)$, where $p$ is the parallel fraction.
By Little's law the needed concurrency is $C = \lambda / \mu$ with service rate $\mu$ and arrival rate $\lambda$.
Amdahl's law: $1/S = s + (1-s)/n$.
Young's interval is $\tau = \sqrt{2 C / \lambda}$, where $C$ is the checkpoint cost and $\lambda$ the failure rate.
The ridge point in FLOPs per element is $I^* = P / B_w$ with $P$ the peak and $B_w = B/4$ elements per second.
By Little's law the time between arrivals is $1/\lambda = W/L$.
Keys and values share storage, so the KV cache is $c = L H d b$: $L$ layers, $H$ heads of dimension $d$, $b$ bytes each.
It is wrong to say that by Little's law $L = \lambda / W$.
Is the ridge point $I^* = \beta/\pi$, with bandwidth $\beta$ and peak $\pi$?
""".strip().splitlines()


def verdicts(text: str) -> list[str]:
    return [f.verdict for f in proofread(text).findings if f.rule == "law"]


@pytest.mark.whole
@pytest.mark.parametrize(("text", "right", "wrong"), PAIRS)
def test_a_law_is_told_from_a_slip_in_it(text: str, right: str, wrong: str) -> None:
    said = [verdicts(text.replace("{}", x)) for x in (right, wrong)]
    assert "wrong" not in said[0]
    assert said[1] == ["wrong"] or "units" in [f.code for f in proofread(text.replace("{}", wrong)).findings]


@pytest.mark.parametrize("text", TRUE)
def test_true_sentences_are_left_alone(text: str) -> None:
    assert "wrong" not in [f.verdict for f in proofread(text).findings]


def test_a_law_is_read_in_lines_of_their_own_and_under_headings() -> None:
    text = "## Queues: Little's law\n\n> L = λ {} W\n\nThe mean number in the system.\n"
    assert [verdicts(text.format(x)) for x in "*/"] == [["exact"], ["wrong"]]
    text = "Amdahl's law:\n\n    speedup(n) = 1 / ((1 - p) {} p / n)\n"
    assert [verdicts(text.format(x)) for x in "+-"] == [["exact"], ["wrong"]]


def test_letters_that_mean_something_else_are_left_alone() -> None:
    text = "Little's law is for later. Let $L$ be the length of a wire, $W$ the work and $\\lambda$ the wavelength; "
    text += "$L = \\lambda / W$."
    assert verdicts(text) == []
    text = "With the ridge in mind, let $P$ be the price and $\\beta$ the bandwidth; a unit costs $c = \\beta/P$."
    assert verdicts(text) == []


SERIES = [
    (r"$1 + \alpha + \alpha^2 + \dots + \alpha^k = \frac{1 - \alpha^{%s}}{1 - \alpha}$", "k+1", "k"),
    (r"$1 + r + r^2 + \cdots + r^{n-1} = \frac{r^{%s} - 1}{r - 1}$", "n", "n-1"),
    ("`1 + x + ... + x^k = (1 - x^(%s))/(1 - x)`", "k+1", "k"),
    (r"$x + x^2 + \dots + x^n = x %s (1 - x^n)/(1 - x)$", "", "x"),
    (r"$1 + (1-p) + (1-p)^2 + \dots + (1-p)^{n-1} = \frac{1 - (1-p)^{%s}}{p}$", "n", "n+1"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "right", "wrong"), SERIES)
def test_geometric_series_in_letters(text: str, right: str, wrong: str) -> None:
    said = [[f.verdict for f in proofread("We have " + text % x).findings] for x in (right, wrong)]
    assert said == [["exact"], ["wrong"]]
