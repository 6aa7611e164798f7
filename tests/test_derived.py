"""Operations named in sentences, and the FLOPs, bytes and times printed for them, judged by counting loops."""

from __future__ import annotations

import itertools
import random

import pytest

from symroof.checking.proofreading.proofread import proofread


def model(text: str) -> list[str]:
    return [f.verdict for f in proofread(text + "\n").findings if f.rule == "model"]


def counted(p: int, q: int, r: int) -> tuple[int, int, int]:
    """Multiplications and additions, elements read and elements written by a product, one by one."""
    left, right, out, work = set(), set(), set(), 0
    for i, j, k in itertools.product(range(p), range(q), range(r)):
        left.add((i, j))
        right.add((j, k))
        out.add((i, k))
        work += 2  # a multiplication and an addition
    return work, len(left) + len(right), len(out)


# the ways in which people name a product of dims p, q and r
NAMED = [
    "Multiplying `bf16[{p}, {q}]` by `bf16[{q}, {r}]` takes {said}.",
    "The product $U[{p}, {q}] \\cdot V[{q}, {r}] \\to Z[{p}, {r}]$ takes {said}.",
    "The product $\\text{{int8}}[{p}, {q}] \\times \\text{{int8}}[{q}, {r}]$ takes {said}.",
    "For `[{p}, {q}] x [{q}, {r}]` we do {said}.",
    "An ({p}, {q}) by ({q}, {r}) matmul does {said}.",
    "Multiplying a {p}x{q} matrix by a {q}x{r} matrix costs {said}.",
    "Weights of type `int8[{q}, {r}]` and activations of type `int8[{p}, {q}]` in a matrix product need {said}.",
]


@pytest.mark.parametrize("text", NAMED)
@pytest.mark.parametrize(("p", "q", "r"), ["STU", "mkn", "BDF"])
def test_the_flops_of_a_product_in_symbols(text, p, q, r):
    one = text.format(p=p, q=q, r=r, said=f"${'2'} \\cdot {p} \\cdot {q} \\cdot {r}$ FLOPs")
    other = text.format(p=p, q=q, r=r, said=f"$2 \\cdot {p} \\cdot {r}$ FLOPs")
    macs = text.format(p=p, q=q, r=r, said=f"${p} \\cdot {q} \\cdot {r}$ multiply-adds")
    assert (model(one), model(other), model(macs)) == (["exact"], ["wrong"], ["exact"])


@pytest.mark.parametrize("seed", range(12))
def test_the_flops_of_a_product_of_numbers_are_counted(seed):
    rng = random.Random(seed)
    p, q, r = (rng.randint(2, 9) for _ in range(3))
    work = counted(p, q, r)[0]
    text = NAMED[seed % len(NAMED)]
    assert model(text.format(p=p, q=q, r=r, said="{} FLOPs".format(f"`{work}`"))) == ["exact"]
    off = work * 10 // 7
    found = model(text.format(p=p, q=q, r=r, said=f"`{off}` FLOPs"))
    assert found == ["wrong"] or found == []  # near a multiple it may be counted several times
    assert seed or found == ["wrong"]


@pytest.mark.parametrize("width", [1, 2, 4])
def test_bytes_read_and_written_are_counted_at_many_sizes(width):
    name = {1: "int8", 2: "bf16", 4: "fp32"}[width]
    start = f"Multiplying `{name}[G, H]` by `{name}[H, J]` we "
    for said, verdict in ((f"${width}GH + {width}HJ$", "exact"), (f"${width}GH + {width}GJ + {width}HJ$", "exact")):
        assert model(f"{start}load {said} bytes.") == [verdict]
    assert model(f"{start}write ${width}GJ$ bytes.") == ["exact"]
    assert model(f"{start}write ${width}GH$ bytes.") == ["wrong"]
    assert model(f"{start}load ${width}GH + {width}H^2$ bytes.") == ["wrong"]
    assert model(f"{start}load ${2 * width}GH + {2 * width}HJ$ bytes.") == ["wrong"]
    for g, h, j in ((2, 3, 5), (4, 4, 7)):  # what "exact" claims, by the loop
        _, read, written = counted(g, h, j)
        assert (width * read, width * written) == (width * g * h + width * h * j, width * g * j)


@pytest.mark.parametrize(
    ("text", "verdicts"),
    [
        ("`np.einsum('bd,df->bf', x, w)` needs $2bdf$ FLOPs.", ["exact"]),
        ("`np.einsum('bd,df->bf', x, w)` needs $2bdd$ FLOPs.", ["wrong"]),
        ("`einsum('bqhd,bkhd->bhqk', q, k)` needs $2bhqkd$ FLOPs.", ["exact"]),
        ("The dot product of two vectors of length $N$ does $2N - 1$ FLOPs.", ["exact"]),
        ("The inner product of two $n$-dimensional vectors does $2n^2$ FLOPs.", ["wrong"]),
        ("Multiplying `bf16[P, Q]` by `bf16[Q, R]` has an arithmetic intensity of $PQR / (PQ + QR + PR)$.", ["exact"]),
        ("Multiplying `int8[P, Q]` by `int8[Q, R]`: the intensity is $PQR / (PQ + QR + PR)$.", []),
        ("An $(u, v) \\cdot (v, w)$ matmul. Let $tu = u / bu$, etc. Then the total FLOPs is $2 tu tv tw bu bv bu$.",
         ["wrong"]),
        ("An $(u, v) \\cdot (v, w)$ matmul. Let $tu = u / bu$, etc. Then the total FLOPs is $2 tu tv tw bu bv bw$.",
         ["exact"]),
        ("We multiply $P \\sim \\text{bf16}[S, T]$ and $Q \\sim \\text{bf16}[T, U]$ on two. The partial sums take "
         "another $TU$ additions.", ["wrong"]),
        ("We multiply $P \\sim \\text{bf16}[S, T]$ and $Q \\sim \\text{bf16}[T, U]$ on two. The partial sums take "
         "another SU additions.", ["exact"]),
    ],
)  # fmt: skip
def test_other_operations_in_sentences(text, verdicts):
    assert model(text) == verdicts


QUESTION = "**Question 4**: How long does $\\text{{{}}}([P_X, Q_Y])$ take in bf16?\n\n1. We have a ring.\n\n2. {}\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("operation", "answer", "verdicts"),
    [
        ("AllReduce}_Z\\text{", "The AllReduce costs $4PQ / W$ seconds.", ["wrong"]),
        ("AllReduce}_Z\\text{", "The AllReduce costs $4PQ / (XYW)$ seconds.", ["exact"]),
        ("AllReduce}_Z\\text{", "The AllReduce of the full array costs $4PQ / W$ seconds.", []),
        ("AllGather}_X\\text{", "The AllGather takes $2PQ / (YW)$.", ["exact"]),
        ("AllGather}_X\\text{", "The AllGather takes $2PQ / (XYW)$.", ["wrong"]),
        ("ReduceScatter}_Z\\text{", "The ReduceScatter takes $2PQ / (XYW)$.", ["exact"]),
        ("AllToAll}_X\\text{", "The AllToAll takes $2P^2 / W$.", ["wrong"]),
    ],
)
def test_the_time_of_a_collective_on_a_sharded_array(operation, answer, verdicts):
    assert model(QUESTION.format(operation, answer)) == verdicts


# nothing of this is a claim on the operation named, by cause; each would be off as one
SILENT = [
    "Multiplying `bf16[P, Q]` by `bf16[Q, R]` and adding a bias takes $PR$ FLOPs for the bias.",
    "Multiplying `bf16[P, Q]` by `bf16[Q, R]` takes $2QR$ FLOPs per row.",
    "Multiplying `bf16[P, Q]` by `bf16[Q, R]`, the softmax takes $5PR$ FLOPs.",
    "Multiplying `bf16[P, Q]` by `bf16[Q, R]` takes $2PQ^2$ FLOPs where $R = Q$.",
    "Multiplying `bf16[P, Q]` by `bf16[Q, R]` takes $6PQR$ FLOPs in training.",
    "Multiplying `bf16[P, Q]` by `bf16[Q, R]` takes $2LPQ$ FLOPs.",
    "Multiplying `bf16[P_X, Q]` by `bf16[Q, R]` takes $2PQ$ FLOPs.",
    "Adding `bf16[P, Q]` and `bf16[P, Q]` takes $PQ$ FLOPs.",
    "Concatenate `bf16[P, Q]` with `bf16[Q, R]`; a matmul is not needed, so $PQ$ FLOPs.",
    "The product `a[P, Q] * b[Q, R] * c[R, S]` takes $2PQ$ FLOPs.",
    "Multiplying `bf16[P, Q]` by `bf16[Q, R]` is slow.\n\nLater, somewhere else, we do $2PR$ FLOPs.",
    "If `bf16[P, Q]` is multiplied by `bf16[Q, R]`, we load $2PQ$ bytes.",
    "Partial sums take TU additions.",
    "The slice `x[i, j]` and `y[j, k]` takes $2ik$ FLOPs.",
]


@pytest.mark.parametrize("text", SILENT)
def test_what_is_no_claim_on_the_operation(text):
    assert "wrong" not in model(text)


def test_numbered_parts_of_a_question_share_its_operations_and_exercises_of_their_own_do_not():
    parts = "## Problems\n\n**Question 1.** Multiply `bf16[P, Q]` by `bf16[Q, R]`.\n\n1. It takes $2PR$ FLOPs.\n"
    alone = "## Problems\n\n1. Multiply `bf16[P, Q]` by `bf16[Q, R]`.\n\n2. Something takes $2PR$ FLOPs.\n"
    assert model(parts) == ["wrong"]
    assert model(alone) == []


_INTENSITY = """Let $X[B, D]$ be multiplied by $V[D, F]$ to give $Y[B, F]$, in bf16{}. Hence

$$I {} \\frac{{2BDF}}{{{}}}.$$

Take $D = 4096$ in what follows.
"""


@pytest.mark.parametrize(
    ("more", "sign", "moved", "found"),
    [
        ("", "=", "2BD + 2DF + 2BF", ["exact"]),
        ("", "=", "2BD + 2DF + 2BD", ["wrong"]),  # one operand twice, and no result
        ("", "=", "2BD + 2BF + 2BF", ["wrong"]),
        ("", "=", "2BD + 2DF + 4BF", ["in-regime"]),  # which may be read and written
        ("", "\\approx", "2BD + 2DF + 2BD", ["in-regime"]),
        (", with int8 weights", "=", "2BD + DF + 2BD", []),
    ],
)
def test_the_terms_of_an_intensity_in_a_display_below(more: str, sign: str, moved: str, found: list[str]) -> None:
    """Two operands and one result are moved, each of its own letters."""
    rows = proofread(_INTENSITY.format(more, sign, moved)).findings
    assert [f.verdict for f in rows if f.rule == "model"] == found
