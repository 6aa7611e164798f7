"""Thresholds of operations: the book's answers typed by hand, machines, regimes, and what goes wrong."""

import itertools
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest
import sympy

from symroof.algebra.growth.regime import regime
from symroof.algebra.interop.door import core
from symroof.algebra.regions.region import crossing, in_regime
from symroof.errors import Inconclusive, NotationError, SymroofError, UnknownResource, Unsupported
from symroof.machines import machine
from symroof.model.ops import Op, op
from symroof.model.roofline import achieved
from symroof.model.threshold import threshold
from symroof.symbols import dims, params
from symroof.writing.latex import latex

B, D, F, N = dims("B D F N")
K, W, C = params("K W C")
MATMUL = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")
INT8 = op("int8[B, D] * int8[D, F] -> int8[B, F]")
MIXED = op("bf16[B, D] * int8[D, F] -> bf16[B, F]")
BATCHED = op("int8[B, D] * int8[B, D, F] -> int8[B, F]")
I = B * D * F / (B * D + D * F + B * F)  # noqa: E741


def rounded(t):
    return round(float(t), 1)


def test_symbolic_machine():
    t = threshold(MATMUL, B)
    assert t.value == 1 / (W / C - 1 / D - 1 / F)
    assert t.when.text == "1/D + 1/F < W/C"
    assert t.verdict == "when"
    assert t.sense == ">"
    assert t.symbol == B
    assert t.number is None
    assert str(t) == "B > 1/(W/C - 1/D - 1/F) when 1/D + 1/F < W/C"


def test_tpu_v5e():
    rule = threshold(MATMUL, B, on="TPU v5e")
    wide = rule.at(D=4096, F=4096)
    assert str(wide) == "B > 272.2 (273)"
    assert wide.integer == 273
    assert rounded(wide) == 272.2
    narrow = rule.at(D=256, F=256)
    assert narrow.verdict == "never"
    assert str(narrow) == "never compute-bound"


def test_the_rule_of_thumb_and_its_distance():
    t = threshold(MATMUL, B, on="TPU v5e", given="B << D, F")
    assert round(float(t), 2) == 240.24
    assert t.integer == 241
    assert str(t) == "B > 240.2 (241) assuming B << D, F"
    assert t.exact.value == threshold(MATMUL, B, on="TPU v5e").value
    assert t.good_within(0.01).text == "1/D + 1/F <= 41/985000"
    assert "12 % low" in t.at(D=4096, F=4096).notes[0]
    assert "contradiction: exactly, it is never compute-bound" in t.at(D=256, F=256).notes[0]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("expr", "by_hand"),
    [
        (sympy.ceiling(N / D) * D, lambda n, d, f: -(-n // d) * d),
        (sympy.Max(N, D), lambda n, d, f: max(n, d)),
        (sympy.Max(N, D) + F, lambda n, d, f: max(n, d) + f),
        (sympy.Max(N / D, 1), lambda n, d, f: max(Fraction(n, d), 1)),
        (sympy.ceiling(N / D) + F, lambda n, d, f: -(-n // d) + f),
    ],
    ids=["tiles", "maximum", "maximum and more", "quotient or 1", "tiles and more"],
)
def test_good_within_counts_a_step_that_is_met_early(expr, by_hand):
    t = threshold(expr, N, over=K, given="D << N")
    near = t.good_within("1/10")
    seen = set()
    for d, f, k in itertools.product((1, 3, 7, 100), (1, 5, 10), (1, 21, 100, 110)):
        at = {"D": d, "F": f, "K": k}
        held = near.holds(**{n: at[n] for n in near.names})
        seen.add(held)
        if held:  # counted: the first size that does, and the size that the regime says
            first = next(n for n in range(1, 20_000) if by_hand(n, d, f) >= k)
            said = t.at(**{n: at[n] for n in set(map(str, t.keys)) - {"N"}}).number
            assert first - 1 < said / 0.9 + 1e-9, at
            assert first > said / 1.1 - 1e-9, at
    assert len(seen) == 2


@pytest.mark.parametrize("expr", ["min(B, F)", "D*min(B, F)", "min(B*D, F*D)"])
def test_good_within_is_where_there_is_an_exact_threshold(expr):
    """Both have one formula: it had been asked only where the two differ. By hand, min(B, F) is F from B = F on."""
    t = threshold(expr, "B", over="K", given="B << F")
    there = t.good_within("1/10")
    scale = 1 if expr == "min(B, F)" else 3
    for f, k in itertools.product((2, 5, 9), (3, 9, 15, 40)):
        some = any(scale * min(b, f) >= k for b in range(1, 100))
        assert there.holds(F=f, K=k, **({"D": 3} if scale == 3 else {})) is some
        assert (t.exact.at(F=f, K=k, **({"D": 3} if scale == 3 else {})).verdict != "never") is some


@pytest.mark.parametrize(("expr", "level", "under"), [("1/K", 3, False), ("log2(K)", -1, True), ("K", "1/2", True)])
def test_no_whole_number_is_a_parameter_below_1(expr, level, under):
    """Of parameters only crossings above 1 had been asked: 0 is none, and the record refused it itself."""
    t = threshold(expr, "K", **({"at_most": level} if under else {"over": level}))
    assert (t.integer, t.whole) == (None, None)
    assert not t.contains(1)


def test_good_within_is_where_the_error_is_that_small():
    t = threshold(I, B, over=K, given="B << D, F")
    c = t.good_within("0.01")
    assert c.text == "K/D + K/F <= 1/100"
    for size in (3000, 47999, 48000, 48001, 90000):
        exact = float(t.exact.at(D=size, F=size, K=240))
        assert c.holds(D=size, F=size, K=240) == (abs(240 / exact - 1) <= 0.01 + 1e-15)


@pytest.mark.parametrize(
    ("expr", "words"),
    [
        (B * D / (B + D), ["exactly, never for any D up to 5"]),
        (B / (1 + B * D / 1000), []),  # exists below 200 only: nothing is said of all D up to one
        (B * D / (B + D + B * D / 1000), ["exactly, never for any D up to 5"]),
    ],
)
def test_sizes_that_never_reach_the_level_are_named_where_one_bound_decides(expr, words):
    exactly = crossing(core(expr), core(5), "B")
    made = in_regime(crossing(core(B), core(5), "B"), exactly, regime("B -> oo"), {})
    assert [n for n in made.notes if "never for any" in n] == words
    for d in (1, 5, 6, 150, 199, 200, 201):
        reached = expr.subs({B: 10**9, D: d}) > 5
        assert exactly.when.holds(D=d) == reached
        assert not (words and d <= 5 and reached)


def test_without_a_crossing_there_is_no_size_from_which_it_is_good():
    never = threshold(BATCHED, B, on="TPU v5e", given="B << D << F")
    assert never.verdict == "never"
    with pytest.raises(Unsupported, match="have no common closed form to compare"):
        replace(never, exact=threshold(MATMUL, B, on="TPU v5e")).good_within(0.01)


def test_value_that_contradicts_its_regime():
    t = threshold(I.subs(F, 4 * D), B, over=sympy.Rational("9.2e14") / sympy.Rational("1.5e10"), given="B << D")
    assert round(float(t)) == 61333
    assert "exactly, never for any D up to 76666" in t.notes
    assert any(n.startswith("contradiction") for n in t.at(D=8192).notes)
    assert any("B << D does not hold" in n for n in t.at(D=8192).notes)
    assert t.exact.at(D=76666).verdict == "never"
    assert t.exact.at(D=76668).verdict == "when"
    assert not any(n.startswith("contradiction") for n in t.at(D=10**7).notes)


def test_book_values():
    def wide(o, C, W):
        return round(float(threshold(o, B, given="B << D, F").at(C=C, W=W)), 1)

    assert wide(INT8, 3.94e14, 8.1e11) == 243.2
    assert wide(MIXED, 1.97e14, 8.2e11) == 120.1
    assert wide(MATMUL, 9.89e14, 3.35e12) == 295.2
    exact = threshold(MIXED, B, on="TPU v5e")
    assert rounded(exact.at(D=4096, F=4096)) == 136.1
    assert rounded(exact.at(D=1024, F=1024)) == 226.3


def test_a_weight_for_each_row_is_never_compute_bound():
    for name in (D, F):
        assert threshold(BATCHED, name, on="TPU v5e").verdict == "never"
    assert threshold(BATCHED, D).when.text == "1 + 1/F < 2*W/C"
    whatever = threshold(BATCHED, B)  # B cancels: every batch or none
    assert str(whatever) == "every B when 1 + 1/D + 1/F < 2*W/C"
    assert threshold(BATCHED, B, on="TPU v5e").verdict == "never"
    assert threshold(BATCHED, B, on="TPU v5e", given="B << D << F").verdict == "never"
    assert whatever.at(C=1, W=2, D=4, F=4).verdict == "always"


def test_two_chips():
    half = Op.of(flops=B * D * F, loads={"ici": 2 * B * F}, dtype="bf16", text="half each")
    t = threshold(half, D)
    assert t.value == 2 * params("C") / params("W_ici")
    assert t.at(C=1.97e14, W_ici=4.5e10).integer == 8756
    assert round(float(threshold(half, D, on="TPU v5e")), 1) == 8755.6
    assert threshold(half, D, on="TPU v5e").at(B=7, F=9).integer == 8756


def test_levels_are_the_numbers_typed():
    for level in (240.24, "240.24", sympy.Rational("240.24"), sympy.Float("240.24")):
        t = threshold(I, B, over=level).at(D=4096, F=4096)
        assert t.sense == ">="
        assert t.value == sympy.Rational(1) / (1 / sympy.Rational("240.24") - sympy.Rational(1, 2048))


def test_over_is_weak_and_a_machine_is_strict():
    assert str(threshold(B, B, over=10)) == "B >= 10"
    even = Op.of(flops=2 * B * D, bytes=2 * D, dtype="bf16", text="B FLOPs a byte")
    assert threshold(even, B).at(C=10, W=1).integer == 11


def test_threshold_equals_the_ridge_crossing_by_the_definition():
    chip = machine("TPU v5e")
    ridge = chip.ridge("bf16")
    rule = threshold(MATMUL, B, on=chip)
    verdicts = set()
    for d in (128, 256, 480, 512, 1000, 4096, 2**40):
        for f in (384, 481, 1024, 2**30):
            t = rule.at(D=d, F=f)
            verdicts.add(t.verdict)
            if t.verdict == "never":
                assert ridge * (d + f) >= d * f
                continue
            n = t.integer
            assert n * d * f > ridge * (n * d + d * f + n * f)
            assert (n - 1) * d * f <= ridge * ((n - 1) * d + d * f + (n - 1) * f)
    assert verdicts == {"when", "never"}


def test_exact_count_of_the_dot_product():
    dot = op("x • y: bf16[N], bf16[N] -> bf16[1]", exact=True)
    assert threshold(dot, "N", on="TPU v5e").verdict == "never"
    assert threshold(dot, "N").when.text == "C < W/2"


def test_integer_symbols_are_accepted_where_the_expression_has_them():
    n, m = sympy.symbols("n m", integer=True, positive=True)
    t = threshold(n * m / (n + m), n, over=3)
    assert str(t) == "n >= 1/(1/3 - 1/m) when 1/m < 1/3"
    assert not any(s.is_integer for s in t.value.free_symbols)


def test_a_question_in_which_all_symbols_cancelled_has_an_answer():
    """SymPy writes B/B as 1; as text, and beside another symbol, a name that does not occur is taken for a slip."""
    t = threshold(B / B, B, over=1)
    assert (t.verdict, t.notes) == ("always", ("B does not occur in what is left of the question",))
    assert threshold((B - B) * D, B, over=3).verdict == "never"
    with pytest.raises(SymroofError, match="B does not occur in 1"):
        threshold("D/D", "B", over=1)


@pytest.mark.parametrize("own", [sympy.Symbol("B"), sympy.Symbol("B", integer=True, positive=True), "B"])
def test_the_unknown_may_be_the_users_own_symbol(own: object) -> None:
    assert str(threshold(MATMUL, own)) == str(threshold(MATMUL, B))
    assert str(threshold(I, own, over=3)) == str(threshold(I, B, over=3))


@pytest.mark.parametrize(
    ("ask", "kind", "message"),
    [
        (lambda: threshold(MATMUL, sympy.Symbol("B", negative=True)), SymroofError, r'make it with dims\("B"\)'),
        (lambda: threshold(MATMUL, sympy.Symbol("B D")), NotationError, "'B D' is not a name"),
        (lambda: threshold(MATMUL, dims("G")), SymroofError, "does not depend on G"),
        (lambda: threshold(I, dims("G"), over=3), SymroofError, "G does not occur in"),
        (lambda: threshold(MATMUL, B, on="TPU v9z"), UnknownResource, "unknown machine"),
        (lambda: threshold(MATMUL, B, link="pcie"), UnknownResource, "moves nothing over pcie"),
        (lambda: threshold(I, B), SymroofError, "needs a level"),
        (lambda: threshold(I, B, on="TPU v5e", over=3), SymroofError, "takes over=... alone"),
        (lambda: threshold(MATMUL, B, on="TPU v5e", over=3), SymroofError, "not both"),
        (lambda: threshold(I, B, over="lots"), SymroofError, "over='lots' is not a level"),
        (lambda: threshold(I, B * D, over=3), SymroofError, "the unknown is one symbol"),
        (lambda: threshold(I, "B D", over=3), SymroofError, "is not a name"),
        (lambda: float(threshold(MATMUL, B)), Inconclusive, "still symbolic: C, D, F, W"),
        (lambda: float(threshold(MATMUL, B, on="TPU v5e").at(D=256, F=256)), SymroofError, "no number"),
        (lambda: threshold(MATMUL, B, on="TPU v5e").at(D=-1), SymroofError, "not positive"),
        (lambda: threshold(MATMUL, B, on="TPU v5e").at(C=1), SymroofError, "C does not occur"),
        (lambda: threshold(MATMUL, B, given="D, F << B"), SymroofError, "whatever B is"),
        (lambda: threshold(I, B, over=K, given="B << D, F").good_within(0), SymroofError, "not positive"),
    ],
)
def test_messages(ask, kind, message):
    with pytest.raises(kind, match=message):
        ask()


def test_always_is_not_said_of_sizes_at_which_nothing_is_defined() -> None:
    """D/(2*(n - 1)) >= C/W: at n = 1 there is nothing to ask, so "every D when n <= 1" would be void."""
    (D, n), (C, W) = dims("D n"), params("C W")
    found = threshold(D / (2 * (n - 1)), D, over=C / W)
    assert str(found) == "D >= 2*C*n/W - 2*C/W when 1 < n"
    assert found.always is None
    assert found.at(n=3, C=10, W=2).number == 20


def test_the_regime_check_of_a_slow_link_names_every_size_that_never_does():
    """TPU v6e over PCIe: 9.2e14 FLOPs/s against 1.5e10 bytes/s, F = 4D; the rule of thumb says B > 61,333."""
    B, D = dims("B D")
    ridge = Fraction("9.2e14") / Fraction("1.5e10")
    rule = threshold(4 * B * D**2 / (5 * B * D + 4 * D**2), B, over=ridge, given="B << D")
    assert rule.integer == 61334
    last = max(d for d in range(76_000, 77_000) if Fraction(5, 4 * d) >= 1 / ridge)  # 1/D + 1/(4D) >= W/C
    assert f"exactly, never for any D up to {last}" in rule.notes
    for d, verdict in ((8192, "never"), (last, "never"), (last + 1, "when")):
        here = rule.at(D=d)
        assert here.exact is not None
        assert here.exact.verdict == verdict
        assert any(n.startswith("contradiction") for n in here.notes) == (verdict == "never")
    assert "96 % low" in rule.at(D=80_000).notes[0]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("build", "name", "given", "rising"),
    [
        (lambda B, D, F: B**2 * D / (B * D + D * F + B * F), "B", "B << D, F", True),
        (lambda B, D, F: B**3 + B * D, "B", "B -> oo", True),
        (lambda B, D, F: F / (B**3 + B * D), "B", "B -> oo", False),
        (lambda B, D, F: B * D / (B + D), "D", "D << B", True),
    ],
)
def test_the_sizes_from_which_a_regime_is_good_are_a_closed_form_that_is_exact(build, name, given, rising):
    """good_within holds exactly where the true crossing, by bisection, is within the tolerance of the regime's."""
    B, D, F = dims("B D F")
    expr = build(B, D, F)
    level = Fraction(1, 50) if not rising else 700
    rule = threshold(expr, name, over=level, given=given)
    good = rule.good_within("0.05")
    seen = set()
    for k in range(2, 26, 2):
        wide = 2 ** (k // 2) if "->" in given else 3**k
        sizes = {"B": 3**k, "D": wide, "F": 2 * 3**k}
        sizes = {n: v for n, v in sizes.items() if n != name and n in rule.free + rule.exact.free}
        made = rule.at(**sizes)
        true = made.exact.number
        inside = true is not None and abs(made.number / true - 1) <= 0.05
        seen.add(inside)
        assert good.holds(**{n: sizes[n] for n in good.names}) == inside, sizes
    assert True in seen


def test_an_intersection_brackets_what_has_a_condition_of_its_own():
    """Texts of records were read by their fields alone: nobody had read an "and" behind "every C when" as it stands."""
    C = params("C")
    D, H, N = dims("D H N")
    t = threshold(sympy.Min(C**2 + D, C * H), C, over=N)
    assert str(t) == "(C >= sqrt(N - D) when D < N, every C when N <= D) and C >= N/H"
    assert r"\left(C \ge " in latex(t)
    assert r"\right) \;\text{ and }\; C \ge" in latex(t)


@pytest.mark.slow
def test_a_rounding_in_which_the_unknown_stands_whole_is_no_step():
    """89 s of CPU once: earlier generators drew a fraction of the unknown below every rounding, never H + 8/3."""
    H = dims("H")
    asked = sympy.ceiling(H + sympy.Rational(8, 3)) + sympy.log(sympy.Rational(5, 7) * H + 7, 2)
    t = threshold(asked, H, over=256, within="20s")
    wanted = next(n for n in range(1, 300) if asked.subs(H, n) >= 256)
    assert (t.integer, t.sense) == (wanted, ">=")
    sawed = sympy.ceiling(H / 3 + sympy.Rational(8, 3)) + sympy.log(sympy.Rational(5, 7) * H + 7, 2)
    assert threshold(sawed, H, over=60).integer == next(n for n in range(1, 300) if sawed.subs(H, n) >= 60)


@pytest.mark.slow
def test_roots_nested_deeply_are_answered_or_refused_at_once():
    """No generator had nested more than three roots; the crossing of twelve cube roots has 64,553 digits."""
    x = B
    for _ in range(12):
        x = (x + 1) ** sympy.Rational(1, 3)
    with pytest.raises(SymroofError):
        threshold(x, B, over=sympy.Rational(3, 2), within="20s")
    y = B
    for _ in range(6):
        y = (y + 1) ** sympy.Rational(1, 3)
    n = sympy.Rational(3, 2)
    for _ in range(6):
        n = n**3 - 1
    assert threshold(y, B, over=sympy.Rational(3, 2)).integer == sympy.ceiling(n)


@pytest.mark.parametrize(("said", "seconds"), [("1 ms", Fraction(1, 1000)), ("250us", Fraction(1, 4000)), ("2 s", 2)])
def test_a_level_may_be_said_in_its_unit(said, seconds):
    layer = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]", D=8192, F=8192)
    rule = threshold(layer, "B", on="TPU v5e", at_most=said)
    assert str(rule) == str(threshold(layer, "B", on="TPU v5e", at_most=seconds))
    n = rule.integer  # by the definition: the longer of FLOPs/peak and bytes/bandwidth
    if n is not None:
        for b, stays in ((n, True), (n + 1, False)):
            times = (Fraction(2 * b * 8192**2, 197 * 10**12), Fraction(2 * (8192**2 + 2 * b * 8192), 82 * 10**10))
            assert (max(times) <= seconds) == stays == rule.contains(b)
    assert achieved(layer.at(B=512), "TPU v5e", said) == Fraction(2 * 512 * 8192**2, 197 * 10**12) / Fraction(seconds)


def test_a_level_in_another_unit_is_refused_and_an_expression_takes_base_units():
    b = dims("B")
    assert str(threshold(2000 * b, b, at_most="640 GB")) == "B <= 320000000"
    assert str(threshold(MATMUL.at(D=4096, F=4096), b, over="240 FLOPs/byte")) == str(
        threshold(MATMUL.at(D=4096, F=4096), b, over=240)
    )
    for ask, words in (
        (lambda: threshold(MATMUL, b, on="TPU v5e", at_most="1 GB"), "bytes where s are meant"),
        (lambda: threshold(MATMUL, b, over="1 ms"), "s where FLOPs/byte are meant"),
        (lambda: threshold(2000 * b, b, at_most="7B"), "write 7000000000, or 7.B"),
        (lambda: achieved(MATMUL.at(B=8, D=8, F=8), "TPU v5e", "1 GB"), "seconds=1 GB: bytes where s are meant"),
        (lambda: achieved(MATMUL.at(B=8, D=8, F=8), "TPU v5e", "0 ms"), "a measured time is above 0"),
    ):
        with pytest.raises(SymroofError, match=words):
            ask()


COPY, GATHER = "copy(bf16[B, N]) -> bf16[B, N]", "AllGather_X(bf16[B_X, N]) -> bf16[B, N]; mesh X=4"


@pytest.mark.parametrize("text", [COPY, GATHER])
@pytest.mark.parametrize("on", [None, "TPU v5e"])
def test_what_does_no_flops_is_never_compute_bound(text, on):
    """It was refused, where bottlenecks says that what it moves binds always."""
    o = op(text)
    for rule in (threshold(o, "N", on=on), threshold(o, on=on), threshold(o, "B", on=on).at(N=8)):
        assert (rule.verdict, str(rule)) == ("never", "never compute-bound")
        assert not rule.contains(2**20)
    assert threshold("relu(bf16[B, N]) -> bf16[B, N]", "N", on="TPU v5e").verdict == "never"  # one FLOP in 4 bytes
    assert threshold(MATMUL.at(D=4096, F=4096), "B", on="TPU v5e").verdict == "when"
    with pytest.raises(SymroofError, match="does not depend on Q; the operation's symbols: B, N"):
        threshold(o, "Q", on=on)
    assert threshold(o, "N", on="TPU v5e", at_most=1).verdict == "when"


MATMUL_I = "B*D*F/(B*D + B*F + D*F)"


@pytest.mark.parametrize(
    ("expr", "level", "said"),
    [
        # an intensity is no bytes; what a link or a chip takes is seconds; C/W has no second in it
        (MATMUL_I, "1 GB", "an intensity FLOPs/byte"), (MATMUL_I, "1 GFLOPs", "an intensity FLOPs/byte"),
        ("Max(2*B*D*F/C, 2*D*F/W)", "1 GB", "bytes where s are meant"),
        ("V/W_ici", "3 TFLOPs", "FLOPs where s are meant"),
        ("B*W/D", "1 GB", "bytes where a rate is meant"), ("B*C/W", "1 s", "s where FLOPs/byte or a plain number"),
        # and these are what they are compared with, or nobody can tell
        (MATMUL_I, "240 FLOPs/byte", ""), (MATMUL_I, "10", ""), ("2*B*D", "1 GB", ""), ("2*B*D/X", "1 GB", ""),
        ("2*B*D*F", "1 TFLOPs", ""), ("V/W_ici", "1 ms", ""), ("B*W/D", "1 GB/s", ""), ("B*C/W", "240 FLOPs/byte", ""),
        ("B/(B + D)", "90%", ""), ("B*D*W/(B + D)", "1 GB/s", ""), ("B/C + 3", "1 ms", ""), ("B/5e11", "1 ms", ""),
    ],
)  # fmt: skip
def test_a_level_is_in_the_unit_of_the_expression_where_that_is_known(expr: str, level: str, said: str) -> None:
    """By hand: an attacker was told "always" of an intensity of at most 1 GB."""
    name = "V" if "V" in expr else "B"
    for how in ("over", "at_most"):
        if said:
            with pytest.raises(SymroofError, match="is not a level: ") as caught:
                threshold(expr, name, **{how: level})
            assert said in str(caught.value)
        else:
            assert threshold(expr, name, **{how: level}) is not None


@pytest.mark.parametrize("tolerance", [1, 2, "3/2"])
def test_a_tolerance_of_all_of_it_allows_what_does_not_exist(tolerance):
    """K/D <= 2 was printed, and at K = 150, D = 100 there is no exact threshold: B*D/(B + D) stays below D."""
    rule = threshold("B*D/(B + D)", "B", over="K", given="B << D")
    with pytest.raises(SymroofError, match="is not below 1, where there may be no exact threshold at all"):
        rule.good_within(tolerance)
    assert rule.good_within("1/2").holds(K=50, D=100)
    assert not rule.good_within("1/2").holds(K=51, D=100)


STAGED = [
    ("max(G - 128, 0)*K + min(G, 128)*W", "W", {"G": 5, "K": 3}, lambda w, G, K: max(G - 128, 0) * K + min(G, 128) * w),
    ("max(G - 128, 0)*beta + N*T_1", "N", {"G": 5, "beta": 7, "T_1": 2}, lambda n, G, beta, T_1: n * T_1),
    ("floor(p/8)*D + B", "B", {"p": 7, "D": 4}, lambda b, p, D: b),
    ("(D - 3)*eps + B", "B", {"D": 3, "eps": 9}, lambda b, D, eps: b),
]


@pytest.mark.parametrize(("text", "name", "at", "value"), STAGED)
@pytest.mark.parametrize("how", ["over", "at_most"])
def test_numbers_are_taken_in_any_order_also_of_what_an_earlier_one_cancelled(text, name, at, value, how):
    """Each number alone and all at once were asked for; in stages what had lost its symbol by then was a stranger."""
    rule, level = threshold(text, name, **{how: 10}), 10
    for order in itertools.permutations(at):
        there = rule
        for n in order:
            there = there.at(**{n: at[n]})
        assert there == rule.at(**at)
        for x in (1, 2, 3, 5, 9, 10, 11, 40):
            found = value(x, **at)
            assert there.contains(x) is (found >= level if how == "over" else found <= level)
    with pytest.raises(SymroofError, match="q does not occur in this threshold"):
        rule.at(**{next(iter(at)): at[next(iter(at))]}).at(q=3)


def test_a_capital_that_cancelled_does_not_matter_to_either_side_of_a_level():
    B, D, F = dims("B D F")
    share = B * F / (B * F + D * F)  # B/(B + D)
    assert threshold(share, B, over="1/2").at(F=3, D=5).integer == 5
    assert threshold(share, B, at_most="1/2").at(F=3, D=5).integer == 5
    assert threshold(D, D, at_most=B * F / F).at(F=3, B=4).integer == 4
    with pytest.raises(SymroofError, match="f does not occur"):
        threshold(share, B, at_most="1/2").at(f=3)


LEVELED: list[tuple[str, Callable[[int, int, int], int]]] = [  # 2 to the power of them
    ("log2(max(B, D))", lambda b, d, f: max(b, d)),
    ("log2(min(B, D))", lambda b, d, f: min(b, d)),
    ("log2(max(B, D) + 1)", lambda b, d, f: max(b, d) + 1),
    ("log2(max(min(B, D), F))", lambda b, d, f: max(min(b, d), f)),
    ("log2(max(B, D)) + log2(max(B, F))", lambda b, d, f: max(b, d) * max(b, f)),
    ("log2(max(B, D) + B)", lambda b, d, f: max(b, d) + b),
]


@pytest.mark.slow
@pytest.mark.parametrize(("text", "value"), LEVELED, ids=[t for t, _ in LEVELED])
def test_what_is_level_while_another_side_binds_has_no_one_root(text, value):
    """log2(max(B, D)) is 16 at D = 2**16 for all B up to there: "the one root" was none, and the trial found that out.

    Earlier tests put a maximum inside a function beside the unknown itself, so that nothing was level.
    """
    most, least, seen = threshold(text, "B", at_most="K"), threshold(text, "B", over="K"), set()
    for d, f, k in itertools.product((1, 3, 4, 8), (1, 3, 4) if "F" in text else (1,), (1, 2)):
        at = {n: v for n, v in (("D", d), ("F", f), ("K", k)) if n in {*most.free, *least.free}}
        for b in (1, 2, 3, 4, 5, 7, 8, 9):
            x = value(b, d, f)
            seen.add(x < 2**k)
            assert (most.contains(b, **at), least.contains(b, **at)) == (x <= 2**k, x >= 2**k), (b, at)
    assert seen == {True, False}


def test_what_may_be_level_and_is_not_told_apart_stays_open():
    """B - D may be below 0, where it has no logarithm though the maximum has: the answer waits for numbers."""
    rule = threshold("log2(max(B - D, 1))", "B", at_most="K")
    assert rule.verdict == "open"
    assert "is level where sides without B bind" in str(rule.notes)
    assert [b for b in range(1, 30) if rule.contains(b, D=5, K=3)] == list(range(1, 14))
