"""Sizes tied to others, and square arrays: the formulas are those of the same operation with the sizes written out."""

import random
from fractions import Fraction

import numpy as np
import pytest

from symroof import (
    Machine,
    T_lower,
    T_upper,
    all_gather,
    attainable,
    bottlenecks,
    bound_by,
    cheaper,
    dims,
    exactly,
    fits,
    interval,
    numeric,
    ring,
    roofline,
    strategies,
    sweep,
    threshold,
    torus,
)
from symroof.errors import NotationError, SymroofError
from symroof.model.derive import derive
from symroof.model.ops import Op, op
from symroof.writing.plot import batch_chart
from symroof.writing.summary import summary

B, D_, F = dims("B D F")
LAYER = "bf16 X[B, D] * bf16 U[D, F] -> bf16 H[B, F]; bf16 H[B, F] * bf16 V[F, D] -> bf16 Y[B, D]"
TIES = [({"F": "4*D"}, {"F": lambda n: 4 * n["D"]}), ({"D": "N*H"}, {"D": lambda n: n["N"] * n["H"]}),
        ({"D": "N*H", "F": "4D"}, {"D": lambda n: n["N"] * n["H"], "F": lambda n: 4 * n["N"] * n["H"]}),
        ({"F": "8*D/3"}, {"F": lambda n: 8 * n["D"] // 3})]  # fmt: skip


@pytest.mark.parametrize(("ties", "means"), TIES)
@pytest.mark.parametrize("text", ["bf16[B, D] * int8[D, F] -> fp32[B, F]", "relu(bf16[B, D, F])",
                                  LAYER])  # fmt: skip
def test_a_tied_size_is_the_size_it_is_tied_to(text, ties, means):
    """Sizes were numbers or free: no generator drew one that is a product of others, said early, late or in place."""
    rng = random.Random(str(ties) + text)
    for _ in range(5):
        n = {d: 3 * rng.randint(1, 50) for d in "BDFNH"}
        n |= {d: f(n) for d, f in means.items() if d == "D"}
        n |= {d: f(n) for d, f in means.items()}
        want = op(text).at(**{d: n[d] for d in "BDF"})
        free = {d: n[d] for d in "BDFNH" if d not in ties and (d in "BDF" or any(d in x for x in ties.values()))}
        early, late = op(text, **ties), op(text).at(**ties)
        assert early == late == op(str(early))
        for o in (early.at(**free), late.at(**free), op(text, **ties, **free)):
            assert (o.flops, o.bytes, o.traffic) == (want.flops, want.bytes, want.traffic)
            assert o == want
        assert early.flops.subs({dims(d): x for d, x in free.items()}) == want.flops
        assert early.bytes.subs({dims(d): x for d, x in free.items()}) == want.bytes


@pytest.mark.parametrize(
    ("made", "named"),
    [
        ("x[B, h] * w[h, h] -> y[B, h]", "x[B, h] * w[h, k=h] -> y[B, k]"),
        ("w[h, h] * x[h] -> y[h]", "w[k=h, h] * x[h] -> y[k]"),
        ("Q[B, T, D] * K[B, T, D] -> S[B, T, T]", "Q[B, T, D] * K[B, U=T, D] -> S[B, T, U]"),
        ("A[N, N] + B[N, N] -> C[N, N]", "A[N, M=N] + B[N, M] -> C[N, M]"),
        ("relu(A[N, N]) -> C[N, N]", "relu(A[N, M=N]) -> C[N, M]"),
        ("G[512, 4096] * P[4096, 4096] -> R[512, 4096]", "G[B=512, D=4096] * P[D, F=4096] -> R[B, F]"),
    ],
)
def test_a_square_array_is_read_where_only_one_reading_is_an_operation(made, named):
    one, other = op(made, dtype="bf16"), op(named, dtype="bf16")
    assert (one.flops, one.exact_flops, one.bytes) == (other.flops, other.exact_flops, other.bytes)
    assert op(str(one)) == one


@pytest.mark.parametrize(
    ("made", "named"),
    [
        ("x[b_X, h] * w[h, h_Y] -> y[b_X, h_Y]", "x[b_X, h] * w[h, k_Y=h] -> y[b_X, k_Y]"),
        ("x[b, h_X] * w[h_X, h] -> y[b, h]", "x[b, h_X] * w[h_X, k=h] -> y[b, k]"),
        ("x[b_X, h_Y] * w[h_Y, h_Z] -> y[b_X, h_Z]", "x[b_X, h_Y] * w[h_Y, k_Z=h] -> y[b_X, k_Z]"),
        ("w[h_Y, h] * x[h] -> y[h_Y]", "w[k_Y=h, h] * x[h] -> y[k_Y]"),
    ],
)
@pytest.mark.parametrize("sizes", [{}, {"h": 96}])
def test_a_square_array_under_a_mesh_is_read_where_its_cuts_say_how(made, named, sizes):
    """The generators of operations under a mesh drew a name of its own for each dim."""
    one, other = (op(text, dtype="bf16", mesh="X=2 Y=4 Z", **sizes) for text in (made, named))
    assert (one.flops, one.traffic, str(one.plan)) == (other.flops, other.traffic, str(other.plan))
    assert op(str(one)) == one


def test_a_square_array_whose_cuts_leave_two_readings_is_refused_with_a_line_that_works():
    with pytest.raises(NotationError, match="h is twice in one array") as e:
        op("x[b, h] * w[h_Y, h_X] -> y[b, h]", dtype="bf16", mesh="X Y")
    typed, named = str(e.value).partition("as in ")[2], "x[b, h] * w[h_Y, k_X=h] -> y[b, k]"
    one, other = (op(text, dtype="bf16", mesh="X Y") for text in (typed, named))
    assert (one.traffic, str(one.plan)) == (other.traffic, str(other.plan))


SUMS = [({"F": "D+1"}, lambda n: n["D"] + 1), ({"F": "2*D+3"}, lambda n: 2 * n["D"] + 3),
        ({"F": "N*H + 2D"}, lambda n: n["N"] * n["H"] + 2 * n["D"]), ({"F": D_ + 1}, lambda n: n["D"] + 1)]  # fmt: skip


@pytest.mark.parametrize(("tie", "means"), SUMS)
@pytest.mark.parametrize("text", ["bf16[B, D] * int8[D, F] -> fp32[B, F]", LAYER])
def test_a_size_may_be_a_sum_of_others(text, tie, means):
    """A tie was one product: no generator drew a sum, as of a bias row or of two heads' widths."""
    rng = random.Random(str(tie))
    for _ in range(5):
        n = {d: rng.randint(1, 50) for d in "BDNH"}
        want = op(text, B=n["B"], D=n["D"], F=means(n))
        free = {d: n[d] for d in "BDNH" if d in "BD" or d in str(tie["F"])}
        tied = op(text, **tie)
        assert tied == op(text).at(**tie) == op(str(tied))
        assert (tied.at(**free).flops, tied.at(**free).traffic) == (want.flops, want.traffic)
        assert tied.at(**free) == want == op(text, **tie, **free)
        assert tied.flops.subs({dims(d): x for d, x in free.items()}) == want.flops


def test_a_sum_as_a_size_in_place_under_a_mesh_and_where_questions_are_asked():
    text = "bf16[B, D] * bf16[D, F] -> bf16[B, F]"
    assert op("bf16[B, D] * bf16[D, F=2*D+3] -> bf16[B, F]") == op(text, F="2*D+3")
    rule = threshold(op(text, F="2*D+3"), "B", on="TPU v5e")
    assert rule.at(D=4096).integer == threshold(op(text, D=4096, F=8195), "B", on="TPU v5e").integer
    assert T_lower(text, "TPU v5e", B=64, D=1024, F="D+1") == T_lower(text, "TPU v5e", B=64, D=1024, F=1025)
    assert T_lower(text, "TPU v5e", B=64, D=1024, F=D_ + 1) == T_lower(text, "TPU v5e", B=64, D=1024, F=1025)
    cut = "A[B_X, D_Y] * V[D_Y, F] -> O[B_X, F]"
    one = op(cut, dtype="bf16", mesh="X Y", F="D+1").at(X=2, Y=4, D=1024, B=64)
    other = op(cut, dtype="bf16", mesh="X=2 Y=4", D=1024, B=64, F=1025)
    assert (one.traffic, one.work, str(one.plan)) == (other.traffic, other.work, str(other.plan))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: op("bf16[B, D] * bf16[D, F] -> bf16[B, F]", F=D_ - 1), "a difference may be 0"),
        (lambda: op("bf16[B, D] * bf16[D, F] -> bf16[B, F]", F="D+"), "a sum of products of other sizes"),
        (lambda: op("bf16[B, D] * bf16[D, F] -> bf16[B, F]", F="D+F"), "F is tied to itself"),
        (lambda: op("bf16[B, D] * bf16[D, F] -> bf16[B, F]", F="8*D/3").at(D=128), "F=8*D/3 is 1024/3 here"),
        (lambda: op("bf16[B, D] * bf16[D, F] -> bf16[B, F]", F="4*D").at(F=12), "F is bound twice: 4*D and 12; bind D"),
        (lambda: op("bf16[B, D] * bf16[D, F] -> bf16[B, F]", F="4*D", D="F/4"), "is tied to itself"),
        (lambda: op("bf16[B, D] * bf16[D, F] -> bf16[B, F]", F="4*F"), "F is tied to itself"),
        (lambda: op("bf16[B, D] * bf16[D, F] -> bf16[B, F]", F="D-1"), "a difference may be 0, so say the larger by"),
        (lambda: op("bf16[B, D] * bf16[D, F] -> bf16[B, F]", F="4*D").at(G=3), "no dim is called G"),
        (lambda: op("A[B, D_Y] * V[D, F_Y] -> O[B, F_Y]", mesh="Y=3", F="4*D").at(D=16), "does not divide"),
        (lambda: op("A[B, D_Y] * V[D, F_Y] -> O[B, F_Y]", dtype="bf16", mesh="Y", Y="4*D"), "the size of a mesh axis"),
        (lambda: op("bf16[B, D] * bf16[D, F] -> bf16[B, F]", F="4*D", G=3), "no dim is called G"),
    ],
)  # fmt: skip
def test_ties_that_are_none(call, message):
    with pytest.raises(NotationError) as e:
        call()
    assert message in str(e.value)


def test_ties_where_questions_are_asked():
    text, tie = "bf16[B, D] * bf16[D, F] -> bf16[B, F]", {"F": "4*D"}
    assert str(derive(text, on="TPU v5e", let={**tie, "D": 4096}).threshold) == str(
        threshold(op(text, D=4096, F=16384), "B", on="TPU v5e")
    )
    assert T_lower(text, "TPU v5e", B=64, D=1024, **tie) == T_lower(text, "TPU v5e", B=64, D=1024, F=4096)
    cut = "A[B_X, D_Y] * V[D_Y, F] -> O[B_X, F]"
    one = op(cut, dtype="bf16", mesh="X Y", **tie).at(X=2, Y=4, D=1024, B=64)
    other = op(cut, dtype="bf16", mesh="X=2 Y=4", D=1024, B=64, F=4096)
    assert (one.traffic, one.work, str(one.plan)) == (other.traffic, other.work, str(other.plan))


MATMUL = "bf16[B, D] * bf16[D, F] -> bf16[B, F]"


@pytest.mark.parametrize(
    ("let", "unknown", "sizes"),
    [
        ({"B": 16, "D": 4096, "F": 16384}, "B", lambda x: {"B": x, "D": 4096, "F": 16384}),
        ({"B": 16, "D": 4096, "F": "4*D"}, "B", lambda x: {"B": x, "D": 4096, "F": 16384}),
        ({"B": "D", "D": 4096, "F": "4*D"}, "D", lambda x: {"B": x, "D": x, "F": 4 * x}),
        ({"B": "D", "D": 512, "F": 16384}, "D", lambda x: {"B": x, "D": x, "F": 16384}),
        ({"B": "2*N", "N": 64, "D": 4096, "F": "4*D"}, "N", lambda x: {"B": 2 * x, "D": 4096, "F": 16384}),
        ({"B": 4096, "D": "2*B", "F": 128}, "B", lambda x: {"B": x, "D": 2 * x, "F": 128}),
    ],
)
def test_where_a_bound_question_changes_is_said_of_what_the_ties_leave(let, unknown, sizes):
    """Every size was a number or open: a tied one among numbers was taken for the unknown, and its verdict given."""
    ties = {n: v for n, v in let.items() if isinstance(v, str)}
    free = {n: v for n, v in let.items() if n not in ties}
    spelt = MATMUL + "".join(f", {n}={v}" for n, v in ties.items())
    asked = [derive(MATMUL, on="H100", let=let), derive(spelt, on="H100", let=free),
             derive(op(MATMUL).at(**ties) if ties else op(MATMUL), on="H100", let=free)]  # fmt: skip
    assert len({str(d.change) for d in asked}) == 1
    d = asked[0]
    assert d.threshold is None
    assert d.bound == bound_by(MATMUL, "H100", **sizes(free[unknown]))
    assert d.change.name == unknown
    here = derive(MATMUL, on="H100", let={n: v for n, v in let.items() if n != unknown}).threshold
    assert (here.name, str(here)) == (unknown, str(d.change))
    first = d.change.integer
    if d.change.verdict == "never":  # of F = 128 columns each moves a row of D
        assert {bound_by(MATMUL, "H100", **sizes(x)) for x in (1, 64, 4096, 2**30)} == {"hbm"}
        assert f"changes    never compute-bound, whatever {unknown}" in summary(d)
    else:
        assert [bound_by(MATMUL, "H100", **sizes(x)) for x in (first - 1, first)] == ["hbm", "math"]
        assert f"changes    compute-bound for {unknown} > " in summary(d)


def test_sizes_that_the_operation_has_as_numbers_are_no_unknowns():
    fixed = derive(MATMUL + ", B=16, D=4096, F=4*D", on="H100")
    assert (fixed.threshold, fixed.change, fixed.bound) == (None, None, "hbm")
    assert "compute-bound" not in summary(fixed)
    left = derive(MATMUL + ", B=16, F=4*D", on="H100")
    assert (left.threshold.name, left.threshold.verdict) == ("D", "never")


TIED = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]", F="4*D")
VERBS = [fits, bound_by, T_lower, T_upper, attainable, lambda o, on, **n: bottlenecks(o, on=on, **n),
         lambda o, on, **n: o.at(**n), lambda o, on, **n: o.cheapest(on, **n)]  # fmt: skip


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_takes_sizes_by_one_gate(verb):
    """fits and bound_by let in a number for a tied size, or a second one for a size that had its own, and lost it."""
    for o, twice in ((TIED, "F is bound twice: 4.D and 1000000000; bind D"), (TIED.at(D=100), "F is bound twice: 400")):
        with pytest.raises(NotationError, match=twice):
            verb(o, "H100", **{"B": 4096, "D": 100, "F": 10**9})
    plain = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")
    assert str(verb(TIED, "H100", B=4096, D=100)) == str(verb(plain, "H100", B=4096, D=100, F=400))


def test_what_fits_is_the_sum_of_the_arrays_at_the_sizes_given():
    for b, d in ((4096, 100), (2**20, 2**17)):
        need = 2 * (b * d + d * 4 * d + b * 4 * d)
        assert (fits(TIED, "H100", B=b, D=d).needed, fits(TIED, "H100", B=b, D=d).fits) == (need, need <= 80 * 10**9)


@pytest.mark.slow
def test_a_picture_refuses_a_number_for_a_tied_size():
    with pytest.raises(NotationError, match=r"F is bound twice: 4\*D and 400; bind D"):
        batch_chart(TIED, "H100", cases=[{"D": 100, "F": 400}])
    plain = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")
    drawn, same = (
        batch_chart(TIED, "H100", cases=[{"D": 100}]),
        batch_chart(plain, "H100", cases=[{"D": 100, "F": 400}]),
    )
    assert drawn.curves[0].points == same.curves[0].points


def test_the_plans_of_a_tied_operation_refuse_another_number():
    found = strategies("A[I_X, J] * B[J, K] -> C[I, K]", mesh="X=2", dtype="bf16", K="4*J")
    for ask in (found.best, found.plans[0].at):
        with pytest.raises(NotationError, match=r"K is bound twice: 4\*J"):
            ask(I=16, J=10, K=10**9)
        with pytest.raises(NotationError, match="X is bound twice: 2"):
            ask(I=16, J=10, X=4)
    assert str(found.best(I=16, J=10)) == str(found.best(I=16, J=10, X=2))


@pytest.mark.parametrize("more", [{"on": "H100"}, {"on": "H100", "at_most": "1e-3"}, {"over": 100}, {}])
def test_a_tied_size_is_no_unknown(more):
    """Every F when ... was answered where F is 4*D and can be nothing else."""
    with pytest.raises(SymroofError, match=r"F is 4\*D in this operation, so it is no unknown; ask about D"):
        threshold(TIED, "F", **more)
    with pytest.raises(SymroofError, match="F is 400 in this operation"):
        threshold(TIED.at(D=100), "F", **more)
    with pytest.raises(SymroofError, match="F does not occur"):
        threshold(TIED, "B", **more).at(D=100, F=10**9)
    assert threshold(TIED, "D", **more).verdict


def test_a_tied_size_is_no_unknown_of_cheaper():
    found = strategies("A[I_X, J] * B[J, K] -> C[I, K]", mesh="X=2", dtype="bf16", K="4*J")
    with pytest.raises(SymroofError, match="does not depend on K"):
        cheaper(*found.plans, "K")


@pytest.mark.parametrize("said", ["4 M", "4M", "4Ki", "4k", "2 MB", "7 billion", "8*D + 4Ki"])
def test_an_amount_with_a_suffix_is_no_tie_to_a_new_size(said):
    """T_lower(..., B="4Ki") had a symbol Ki; a dim behind a number is a product, and so is what has its *."""
    text = "bf16[B, D] * bf16[D, F] -> bf16[B, F]"
    asks = [
        lambda: op(text, F=said),
        lambda: op(text).at(F=said),
        lambda: T_lower(text, "H100", F=said),
        lambda: op(f"{text}, F={said}"),
        lambda: strategies("A[I_X, J] * B[J, F] -> C[I, F]", mesh="X", F=said),
    ]
    for ask in asks[: 3 if " + " in said or " " in said else 5]:
        with pytest.raises(NotationError, match="is no dim here; write the number out"):
            ask()
    word = said.split()[-1].lstrip("0123456789")
    meant = op(text, F="4" + "*" + word)
    assert meant.flops == 2 * 4 * dims("B") * dims("D") * dims(word)
    named = f"bf16[{word}, D] * bf16[D, F] -> bf16[{word}, F]"
    assert op(named, F=f"4*{word}").flops == 8 * dims(word) ** 2 * dims("D")
    with pytest.raises(NotationError, match=f"{word} is a dim here and 4{word} may be an amount; write the number out"):
        op(named, F=f"4{word}")


MATMUL = "bf16[B, D] * bf16[D, F] -> bf16[B, F]"


@pytest.mark.parametrize(
    ("ties", "free", "means"),
    [
        ({"F": "4*D"}, {"D": 4096}, lambda b: (4096, 16384)),
        ({"F": 4 * D_}, {"D": 192}, lambda b: (192, 768)),
        ({"D": "N*H", "F": "4*D"}, {"N": 32, "H": 128}, lambda b: (4096, 16384)),
        ({"D": "F + 1"}, {"F": 700}, lambda b: (701, 700)),
        ({"D": "B"}, {"F": 4096}, lambda b: (b, 4096)),
        ({"D": "F**2"}, {"F": 20}, lambda b: (400, 20)),
    ],
)
def test_a_threshold_takes_ties(ties, free, means):
    """``.at`` took numbers alone: what it says with ties is held to the definition at every B up to a bound."""
    bound = threshold(MATMUL, "B", on="H100").at(**ties).at(**free)
    assert str(bound) == str(threshold(MATMUL, "B", on="H100").at(**ties, **free))
    for b in range(1, 1200, 7):
        d, f = means(b)
        assert bound.contains(b) is (2 * b * d * f * 335 * 10**10 > 2 * (b * d + d * f + b * f) * 989 * 10**12)


@pytest.mark.parametrize(
    ("ties", "message"),
    [
        ({"D": "2*D"}, "go round in a circle"),
        ({"D": "2*F", "F": "4*D"}, "go round in a circle"),
        ({"B": "2*D"}, "B is the unknown here; ask for D by it"),
        ({"D": "F - 1"}, "a sum of products of others"),
        ({"D": "sqrt(F)"}, "sqrt is not read as one name"),
        ({"D": "many"}, "is not a number"),
        ({"D": "4M"}, r"M does not occur here; write the number out, as in D=4096, or 4\*M"),
        ({"Z": "2*D"}, "Z does not occur"),
    ],
)
def test_what_is_no_tie_of_a_threshold(ties: dict[str, object], message: str) -> None:
    with pytest.raises(SymroofError, match=message):
        threshold(MATMUL, "B", on="H100").at(**ties)


def test_a_threshold_of_a_plan_or_a_regime_is_tied_where_it_is_made() -> None:
    """Such a threshold is no formula alone: its plan and its error would be those of other sizes."""
    sharded = op("A[I, J_X] * B[J_X, K] -> C[I, K]", dtype="bf16", mesh="X")
    plan = threshold(sharded, "J", on="TPU v5e")
    for rule in (plan, threshold(MATMUL, "B", on="H100", given="B << D, F")):
        with pytest.raises(SymroofError, match="tie it where the operation is made"):
            rule.at(K="4*I") if rule is plan else rule.at(F="4*D")


MATMUL = "bf16[B, D] * bf16[D, F] -> bf16[B, F]"
WHOLE = r"is a whole number of at least 1"


@pytest.mark.parametrize(
    ("ties", "unknown", "first"),
    [
        ({"D": "F/3"}, "F", lambda n: (n % 3 == 0, n // 3, n)),
        ({"F": "8*D/3"}, "D", lambda n: (n % 3 == 0, n, 8 * n // 3)),
        ({"F": "D/4 + D/6"}, "D", lambda n: (5 * n % 12 == 0, n, 5 * n // 12)),
        ({"F": "D**2/8"}, "D", lambda n: (n * n % 8 == 0, n, n * n // 8)),
        ({"D": "F/3 + 1"}, "F", lambda n: (n % 3 == 0, n // 3 + 1, n)),
    ],
)
@pytest.mark.parametrize("late", [False, True])
def test_the_first_size_makes_all_tied_ones_whole(ties, unknown, first, late):
    """By a loop over all sizes: 2BDF/C > 2(BD + DF + BF)/W, C/W = 9850/41, and every size a whole number."""
    made = threshold(MATMUL, unknown, on="TPU v5e") if late else threshold(op(MATMUL, **ties), unknown, on="TPU v5e")
    rule = made.at(**ties, B=1000) if late else made.at(B=1000)
    want = next(n for n in range(1, 10**5) if (w := first(n))[0] and _compute_bound(1000, *w[1:]))
    assert rule.integer == want
    for n in range(want - 13, want + 13):
        whole, d, f = first(n)
        if whole:
            assert rule.contains(n) is _compute_bound(1000, d, f)
        else:
            with pytest.raises(NotationError, match=WHOLE):
                rule.contains(n)


def _compute_bound(b, d, f):
    return 41 * b * d * f > 9850 * (b * d + d * f + b * f)


def test_a_largest_size_divides_another():
    """6000/H is whole at the divisors of 6000 alone; D is to stay above what is memory-bound."""
    rule = threshold(op(MATMUL, D="F/H", F=6000), "H", on="TPU v5e").at(B=1000)
    assert rule.integer == max(h for h in range(1, 6001) if 6000 % h == 0 and _compute_bound(1000, 6000 // h, 6000))


EIGHT_THIRDS = op(MATMUL, F="8*D/3", B=1000)
ASKED = [
    lambda d: T_lower(EIGHT_THIRDS, "TPU v5e", D=d),
    lambda d: fits(EIGHT_THIRDS, "TPU v5e", D=d).fits,
    lambda d: EIGHT_THIRDS.at(D=d).bytes,
    lambda d: bound_by(EIGHT_THIRDS, "TPU v5e", D=d),
    lambda d: sweep(EIGHT_THIRDS, on="TPU v5e", D=[d]),
    lambda d: sweep(EIGHT_THIRDS, on="TPU v5e", D=[*range(3, 3000, 3), d]),
    lambda d: bottlenecks(EIGHT_THIRDS, on="TPU v5e").at(D=d),
    lambda d: threshold(EIGHT_THIRDS, "D", on="TPU v5e").contains(d),
    lambda d: threshold(op(MATMUL, F="8*D/3"), "B", on="TPU v5e").at(D=d),
    lambda d: strategies("A[I_X, J] * B[J, K] -> C[I, K]", mesh="X=2", dtype="bf16", K="8*J/3").best(I=16, J=d),
]


@pytest.mark.parametrize("ask", ASKED)
def test_a_tied_size_that_is_not_whole_is_refused_by_all_alike(ask):
    """bottlenecks, sweep and contains answered at F=1540.67."""
    ask(576)
    for d in (577, 578):
        with pytest.raises(NotationError, match=r"=8\*\w/3 is \d+/3 here; a size is a whole number of at least 1"):
            ask(d)


def test_a_picture_marks_sizes_that_make_tied_ones_whole():
    marks = [m.label for m in roofline("TPU v5e", EIGHT_THIRDS).marks if "D = " in m.label]
    sizes = [int(label.removeprefix("D = ")) for label in marks]
    assert len(sizes) == 4
    assert all(d % 3 == 0 and 0 <= d - 16**k < 3 for k, d in enumerate(sizes))
    plain = [m.label for m in roofline("TPU v5e", op(MATMUL, F="4*D", B=1000)).marks]
    assert [x for x in plain if "D = " in x] == [f"D = {16**k}" for k in range(4)]


# -- in stages: the old generators bound all names in one call, never a tie after the number that it names ---------


def _in_stages(start: object, given: dict[str, object], rng: random.Random) -> object:
    names = list(given)
    rng.shuffle(names)
    while names:
        some = [names.pop() for _ in range(rng.randint(1, len(names)))]
        start = start.at(**{n: given[n] for n in some})  # type: ignore[attr-defined]
    return start


@pytest.mark.slow
def test_a_threshold_bound_in_stages_is_the_one_bound_at_once() -> None:
    """B > 1/(W/C - 1/D - 1/F), in whatever order N, H, D = N*H and F = 4*D are put in."""
    o = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")
    rng, seen = random.Random(4), set()
    for _ in range(60):
        heads, width = rng.choice((8, 16, 32)), rng.choice((64, 128))
        given: dict[str, object] = {"D": "N*H", "F": "4*D", "N": heads, "H": width}
        if rng.random() < 0.4:
            given = {"D": heads * width, "F": "4*D"}
        d = heads * width
        gap = Fraction(41, 9850) - Fraction(1, d) - Fraction(1, 4 * d)  # W/C of TPU v5e is 8.2e11/1.97e14
        rule = threshold(o, "B", on="TPU v5e")
        if "N" in given:  # N and H are of D alone
            first = _in_stages(rule, {n: given[n] for n in ("D", "F")}, rng)
            made = _in_stages(first, {n: given[n] for n in ("N", "H")}, rng)
        else:
            made = _in_stages(rule, given, rng)
        if gap <= 0:
            assert made.verdict == "never"  # type: ignore[attr-defined]
            continue
        assert made.number == pytest.approx(float(1 / gap))  # type: ignore[attr-defined]
        seen.add(d)
        with pytest.raises(SymroofError, match=r"D does not occur in this threshold: it is (\d+|H\*N) already"):
            made.at(D=8)  # type: ignore[attr-defined]
    assert len(seen) > 2


def test_a_threshold_of_an_operation_that_has_its_size_knows_it() -> None:
    o = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")
    there = threshold(o.at(D=4096), "B", on="TPU v5e").at(F="4*D")
    assert there.number == pytest.approx(1 / (41 / 9850 - 1 / 4096 - 1 / 16384))


def test_a_collective_bound_in_stages_is_the_one_bound_at_once() -> None:
    """A ring's AllGather over both directions takes V (n - 1)/n/(2 W)."""
    rng = random.Random(6)
    for _ in range(40):
        n, w = rng.choice((4, 6, 8)), rng.choice((3, 10))
        given: dict[str, object] = {"n": n, "V": "8*n", "W_ici": w}
        made = _in_stages(all_gather("V", ring("n")), given, rng)
        assert made.time_core.constant() == Fraction(8 * n * (n - 1), n * 2 * w)  # type: ignore[attr-defined]
        with pytest.raises(SymroofError, match=f"n is {n} already"):
            made.at(n=2 * n)  # type: ignore[attr-defined]
    square = all_gather("V", torus(ring("X"), ring("Y")))
    assert square.at(X=4, Y="X").time_core == square.at(Y="X").at(X=4).time_core == square.at(X=4, Y=4).time_core
    with pytest.raises(SymroofError, match="go round in a circle"):
        square.at(X="Y", Y="X")


@pytest.mark.parametrize(("first", "then"), [({"D": "F"}, {"F": "2*D"}), ({"D": "2*F"}, {"F": "D"}),
                                             ({"F": "N"}, {"N": "2*F"})])  # fmt: skip
def test_ties_in_stages_go_round_in_no_circle(first, then):
    rule = threshold(op("bf16[B, D] * bf16[D, F] -> bf16[B, F]"), "B", on="H100").at(**first)
    with pytest.raises(SymroofError, match="the ties go round in a circle"):
        rule.at(**then)


def test_what_is_left_out_is_said_after_binding_too():
    """Hops of 100 us: at D = F = 8192 they take 400 us, and the arithmetic of 52 rows 35 us."""
    slow = Machine(name="hoppy", peaks={"bf16": "100 TFLOPs/s"}, bandwidths={"hbm": "2 TB/s", "ici": "0.5 TB/s"},
                   hops={"ici": "100 us"})  # fmt: skip
    o = op("bf16 A[B, D_X] * bf16 W[D_X, F] -> bf16 C[B, F]", mesh="X=4")
    rule = threshold(o, "B", on=slow)
    said = [n for n in rule.notes if "latency of hops is not counted" in n]
    assert len(said) == 1
    for made in (rule.at(D=8192, F=8192), rule.at(D=8192).at(F=8192), rule.at(D=8192).at(F="D")):
        assert [n for n in made.notes if "latency of hops" in n] == said
    assert bound_by(o.at(B=64, D=8192, F=8192), slow) == "ici"


def test_a_doubt_about_the_machine_stays_under_a_tie() -> None:
    moved = {"pcie": 2 * (B * D_ + D_ * F + B * F)}
    rule = threshold(Op.of(flops=2 * B * D_ * F, bytes=moved, dtype="bf16", text="on the host"), "B", on="TPU v6e")
    (doubt,) = (n for n in rule.notes if "secondary source" in n)
    for made in (rule.at(F="4*D"), rule.at(F="4*D").at(D=4096), rule.at(D=4096)):
        assert doubt in made.notes


OPEN = [("D/2", lambda d: Fraction(d, 2)), ("8*D/3", lambda d: Fraction(8 * d, 3)),
        ("720720/D", lambda d: Fraction(720720, d))]  # fmt: skip


@pytest.mark.parametrize(("tie", "means"), OPEN)
def test_an_answer_whose_tied_size_is_none_is_refused_by_all_that_take_numbers(tie, means):
    """``.at`` refused 512.5 of F = D/2; exactly, numeric, interval and the condition told its formula there.

    The arguments of ``numeric`` are points of a curve, which lie between sizes too (docs/numbers.md).
    """
    rule = threshold("B*D*F/(B*D + B*F + D*F)", "B", over=240).at(F=tie)
    ds = [1025, 1026, 1040, 1041, 1078, 1092]
    got = numeric(rule, "D")(np.array(ds, float))
    assert {means(d).denominator == 1 for d in ds} == {True, False}
    for d, here in zip(ds, got):
        f = means(d)
        want = 1 / (Fraction(1, 240) - Fraction(1, d) - 1 / f)
        assert here == numeric(rule, "D")(float(d)) == pytest.approx(float(want))
        if f.denominator == 1:
            assert exactly(rule, D=d) == want == interval(rule, D=d).low
            assert rule.when.holds(D=d)
            continue
        for ask in (exactly, interval, numeric, lambda r, D: r.when.holds(D=D), lambda r, D: r.at(D=D)):
            with pytest.raises(NotationError, match="here; a size is a whole number"):
                ask(rule, D=d)


def test_the_box_of_a_tied_size_has_sizes_at_its_corners():
    rule = threshold("B*D*F/(B*D + B*F + D*F)", "B", over=240).at(F="D/2")
    assert interval(rule, D=(1024, 1028)).high == 1 / (Fraction(1, 240) - Fraction(3, 1024))
    for box in ((1023, 1028), (1024, 1027)):
        with pytest.raises(NotationError, match="F=D/2 is"):
            interval(rule, D=box)


@pytest.mark.parametrize(
    ("said", "n"),
    [("2**3", 8), ("2^3", 8), ("2 ** 20", 1048576), ("2**3*5", 40), ("4*128", 512), ("6/2", 3), ("2**3 + 1", 9)],
)
def test_arithmetic_of_whole_numbers_is_a_size(said: str, n: int) -> None:
    """2**3*D was read, 2**3 alone refused as no whole number."""
    text = "bf16 A[I, J{}] * bf16 B[J, K] -> bf16 C[I, K]"
    for made in (op(text.format(f"={said}")), op(text.format(""), J=said), op(text.format("")).at(J=said)):
        assert dict(made.sizes) == {"J": n}
        assert dict(op(made.with_sizes).sizes) == {"J": n}


@pytest.mark.parametrize("said", ["7/2", "8/0", "0*3", "2**0", "2**65", "2**-3", "3-1", "2**3**2", "4 096", "2**3."])
def test_and_what_is_none_is_refused(said: str) -> None:
    with pytest.raises(SymroofError):
        op("bf16 A[I, J] * bf16 B[J, K] -> bf16 C[I, K]", J=said)


@pytest.mark.parametrize(
    ("said", "remedy", "at_3"), [("2D**2", "2*D**2", 18), ("2 D^2 + 3E", "2*D^2+3*E", 27), ("4Ki", "4*Ki", 12)]
)
def test_a_remedy_of_a_tie_is_of_the_size_that_was_typed(said: str, remedy: str, at_3: int) -> None:
    """For 2D**2 it was 2*D."""
    text = "bf16 A[I, J] * bf16 B[J, K] -> bf16 C[I, K]"
    with pytest.raises(NotationError) as e:
        op(text, J=said)
    assert str(e.value).endswith(f"or {remedy} for a new size")
    made = op(text, J=remedy)
    names = {n for n in ("D", "E", "Ki") if n in remedy}
    assert made.at(I=1, K=1, **dict.fromkeys(names, 3)).flops == 2 * at_3
