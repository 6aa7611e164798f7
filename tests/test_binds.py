"""``bottlenecks`` of an operation on a machine: against times counted by hand, and its text without long fractions."""

import pickle
import re
from fractions import Fraction
from itertools import permutations, product

import pytest
import ring as judge
from hypothesis import given
from hypothesis import strategies as st

from symroof import Machine, SymroofError, T_comms, T_math, bottlenecks, bound_by, latex, op, threshold

MATMUL = "bf16[B, D] * bf16[D, F] -> bf16[B, F]"
CHIPS = {
    "TPU v5e": (Fraction(197 * 10**12), Fraction(82 * 10**10)),
    "H100": (Fraction(989 * 10**12), Fraction(335 * 10**10)),
}


@pytest.mark.slow
@given(st.sampled_from(sorted(CHIPS)), st.integers(1, 3000), st.integers(1, 9000), st.integers(1, 9000))
def test_who_binds_is_the_longer_of_two_times_counted_by_hand(chip: str, b: int, d: int, f: int) -> None:
    peak, rate = CHIPS[chip]
    math, moved = 2 * b * d * f / peak, 2 * (b * d + d * f + b * f) / rate
    found = bottlenecks(MATMUL, on=chip)
    assert found.at(B=b, D=d, F=f) == (("math",) if math >= moved else ("hbm",))
    assert [c.roofs for c in found if c.holds(B=b, D=d, F=f)] == (
        [("math",)] * (math >= moved) + [("hbm",)] * (math <= moved)
    )
    bound = bottlenecks(op(MATMUL), on=chip, D=d, F=f)
    assert bound.at(B=b) == found.at(B=b, D=d, F=f)


def test_both_outcomes_occur() -> None:
    found = bottlenecks(MATMUL, on="TPU v5e")
    assert found.at(B=8, D=4096, F=4096) == ("hbm",)
    assert found.at(B=512, D=4096, F=4096) == ("math",)


def test_the_rates_keep_their_names_and_are_said_once() -> None:
    text = str(bottlenecks(MATMUL, on="TPU v5e"))
    assert text.endswith("with C/W = 240.2")
    assert not re.search(r"\d{4}", text)
    assert text.count("240.2") == 1
    assert "C/W" in bottlenecks(MATMUL, on="TPU v5e")._repr_markdown_()  # type: ignore[attr-defined]
    sharded = op("A[I, J_X] * B[J_X, K] -> C[I, K]", dtype="bf16", mesh="X=4")
    *_, rates, hops = str(bottlenecks(sharded, on="TPU v5e")).splitlines()
    assert rates == "with C = 1.97e14, W = 8.2e11, W_ici = 4.5e10"
    assert hops.startswith("AllReduce_X C by bandwidth; latency of hops is not counted: where 2*I*K < ")
    assert [u for _, _, u in bottlenecks(sharded, on="TPU v5e").said] == ["FLOPs/s", "bytes/s", "bytes/s"]


@pytest.mark.parametrize("scale", [1, 2])
def test_a_printed_rule_can_be_worked_out_from_what_it_says_of_the_rates(scale: int) -> None:
    """What changes where both rates double is said with both: of a time limit the quotient C/W is not enough."""
    chip = Machine(name="chip", peaks={"bf16": scale * 10**14}, bandwidths={"hbm": scale * 10**12})
    rule = threshold(MATMUL, "B", on=chip, at_most="1 ms")
    formula, said = str(rule).removeprefix("B <= ").split(", with ")
    rates = {k: float(v) for k, v in (x.split(" = ") for x in said.split(", "))}
    by_hand = min(
        (rates["W"] / 1000 - 2 * 4096**2) / (2 * 4096 + 2 * 4096),
        rates["C"] / (2000 * 4096 * 4096),
    )
    assert formula.split(" when ")[0] == "Min((W/1000 - 2*D*F)/(2*D + 2*F), C/(2000*D*F))"
    assert rule.at(D=4096, F=4096).number == pytest.approx(by_hand)
    assert sorted(rates) == ["C", "W"]
    assert str(threshold(MATMUL, "B", on=chip)).endswith(", with C/W = 100")
    two = "" if scale == 1 else r"2 \times "
    assert latex(rule).endswith(rf"\text{{with }} C = {two}10^{{14}},\; W = {two}10^{{12}}")


@pytest.mark.slow
def test_three_links_at_sizes_agree_with_bound_by() -> None:
    sharded, seen = op("A[I, J_X] * B[J_X, K] -> C[I, K]", dtype="bf16", mesh="X=4"), set()
    found = bottlenecks(sharded, on="TPU v5e")
    for i, j, k in ((8, 64, 8), (4096, 2**17, 4096), (8, 2**20, 8), (512, 4096, 512), (1, 4, 9000)):
        seen.add(found.at(I=i, J=j, K=k)[0])
        assert found.at(I=i, J=j, K=k)[0] == bound_by(sharded, "TPU v5e", I=i, J=j, K=k)
    assert len(seen) > 1


def test_the_crossover_is_in_the_same_names() -> None:
    found = bottlenecks(MATMUL, on="TPU v5e")
    assert str(found.crossover("math", "hbm", "B")) == (
        "B > 1/(W/C - 1/D - 1/F) when 1/D + 1/F < W/C, with C/W = 240.2"
    )
    assert pickle.loads(pickle.dumps(found)) == found


def test_times_by_name_are_taken_as_they_are() -> None:
    times = {"math": T_math(MATMUL, on="TPU v5e"), "hbm": T_comms(MATMUL, on="TPU v5e")}
    assert [c.conditions for c in bottlenecks(times)] == [c.conditions for c in bottlenecks(MATMUL, on="TPU v5e")]


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: bottlenecks({"x": 1}, on="H100"), "goes with an operation"),
        (lambda: bottlenecks({"x": 1}, B=3), "goes with an operation"),
        (lambda: bottlenecks(MATMUL, on="H100", Z=3), "its symbols: B, D, F"),
        (lambda: bottlenecks("junk"), "not an operation"),
        (lambda: T_math(MATMUL, "H100", on="H100"), "two machines"),
    ],
)
def test_what_does_not_fit_is_said(ask: object, words: str) -> None:
    with pytest.raises(SymroofError, match=words):
        ask()  # type: ignore[operator]


CUT = "bf16 A[I, J_X] * bf16 B[J_X, K] -> bf16 C[I, K]"


def test_a_crossover_takes_the_sizes_that_cancelled_from_it() -> None:
    """Sizes that were bound stood in what came out; I and K of a crossing in J do not, and were said not to occur."""
    found = bottlenecks(op(CUT, mesh="X=4"), on="TPU v5e").crossover("math", "ici", "J")
    assert (str(found), found.at(I=2**20, K=4096).number) == ("J > 13133.3 (13136)", found.number)
    plain = bottlenecks({"x": "B*D", "y": "B*F"}).crossover("x", "y", "D")
    assert str(plain.at(B=3)) == str(plain) == "D > F"
    for rule, name in ((found, "Q"), (plain, "Q"), (plain, "C")):
        with pytest.raises(SymroofError, match=f"{name} does not occur in this threshold; it depends on"):
            rule.at(**{name: 3})
    with pytest.raises(SymroofError, match="D does not occur in this threshold: it is 4096 already"):
        bottlenecks(MATMUL, on="TPU v5e", D=4096).crossover("math", "hbm", "B").at(D=8)
    two = bottlenecks([{"x": "B*D", "y": "B*F"}, {"z": "G"}]).crossover("x", "y", "D")
    assert str(two.at(G=2)) == "D > F"


SLOW = Machine(name="slow links", peaks={"bf16": 400}, bandwidths={"hbm": 1000, "ici": 7})


def _seconds(i: int, j: int, k: int, x: int) -> dict[str, Fraction]:
    """By hand, the ring's share counted link by link."""
    sent = judge.all_reduce(x, "ring")[0] if x > 1 else Fraction(0)
    moved = Fraction(2 * (i * j + j * k), x) + 2 * i * k
    return {"math": Fraction(2 * i * j * k, 400 * x), "hbm": moved / 1000, "ici": sent * 2 * i * k / 7}


@pytest.mark.slow
@pytest.mark.parametrize("x", [1, 2, 3, 4, 5])
def test_crossings_and_regions_know_rings_of_two(x: int) -> None:
    """``.at`` alone was asked at an open axis: a crossing took a ring's formula at X=2, half the time, in silence."""
    found, seen = bottlenecks(op(CUT, mesh="X"), on=SLOW), set()
    for j, (i, k) in product((60, 240, 60 * 29), ((3, 7), (50, 60))):
        sizes, times = {"I": i, "J": j, "K": k, "X": x}, _seconds(i, j, k, x)
        for unknown, (first, second) in product("JX", permutations(times, 2)):
            rule = found.crossover(first, second, unknown)
            rest = {n: v for n, v in sizes.items() if n != unknown}
            assert rule.at(**rest).contains(sizes[unknown]) == (times[first] > times[second]), (sizes, first, second)
            assert rule.contains(sizes[unknown], **rest) == (times[first] > times[second])
            seen.add(times[first] > times[second])
        for case in found:
            assert case.holds(**sizes) == (times[case.roofs[0]] == max(times.values())), (sizes, case)
    assert seen == {True, False}
    assert found.crossover("math", "ici", "J").notes == (
        "for rings of 3 or more (X), of even size where it matters; .at(X=2) is exact",
    )


@pytest.mark.slow
def test_a_crossing_says_of_which_plan_it_is() -> None:
    """It was that of the plan of the open sizes, also where those put in have another, and did not say so."""
    found = bottlenecks(op("bf16 A[I, J_X] * bf16 B[J, K] -> bf16 C[I, K]", mesh="X=4"), on=SLOW)
    rule, seen = found.crossover("hbm", "ici", "I"), set()
    assert str(rule).endswith(", for the plan AllGather_X A; with other sizes of J, K another may be taken")
    for (j, k), i in product(((64, 128), (4096, 64)), (1, 2, 5, 40, 100)):
        gathered = Fraction(2 * (i * j + j * k + i * k), 1000), Fraction(3, 8) * 2 * i * j / 7
        reduced = Fraction(2 * (i * j + j * k) // 4 + 2 * i * k, 1000), Fraction(3, 4) * 2 * i * k / 7
        hbm, ici = min(gathered, reduced, key=lambda pair: pair[1])
        assert rule.at(J=j, K=k).contains(i) == rule.contains(i, J=j, K=k) == (hbm > ici)
        seen.add((hbm > ici, j))
    assert len(seen) == 4
