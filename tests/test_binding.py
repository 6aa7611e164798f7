"""Blocks of a sweep in which one side of a maximum binds throughout: decided rightly, and not a bit is changed."""

import itertools
import math
import random
from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from symroof.errors import SymroofError
from symroof.evaluate import blocks, exactly, numeric
from symroof.evaluate.binding import chooser, decided, sides
from symroof.evaluate.nodes import _FOLD
from symroof.model.ops import op
from symroof.model.roofline import T_lower, attainable
from symroof.symbols import dims

B, D, F = dims("B D F")
MATMUL = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")
SHAPES = {
    "matmul": MATMUL,
    "mixed": op("bf16[B, D] * int8[D, F] -> bf16[B, F]"),
    "batched": op("bf16[F, B, D] * bf16[F, D, D2] -> bf16[F, B, D2]", D2=128),
    "vector": op("bf16[B, D] * bf16[D] -> bf16[B]"),
    "dot": op("int8[B] * int8[B] -> int8[1]"),
}
PAIRS = [[T_lower(o, m), attainable(o, m)] for o in SHAPES.values() for m in ("TPU v5e", "H100")]
OTHERS = [
    [sp.Max(B, D / 7, 300) * sp.Min(B / D, 1), 1 / sp.Max(3 / B, 1 / F)],
    [sp.sqrt(sp.Max(B, 900)) + B ** sp.Rational(1, 3), sp.Min(sp.sqrt(B) * 40, B ** sp.Rational(2, 3) * 20)],
    [sp.Max(B - 1000, 5), sp.Max(B, sp.ceiling(B / 128) * 100), sp.Min(B**2, 10**6) / sp.Max(B, 50)],
    [sp.Max(B, D), sp.Max(B, D) - sp.Min(B, F), sp.Max(sp.log(B + 2), 7), sp.Max(B / D + D / B, 100, evaluate=False)],
]


@pytest.fixture
def seen(monkeypatch):
    """Small blocks, and the choices that they were worked out by: 0 is a block in full."""
    choices = []
    found = blocks.Plan.steps

    def spy(self, choice):
        choices.append(choice)
        return found(self, choice)

    monkeypatch.setattr(blocks.Plan, "steps", spy)
    monkeypatch.setattr(blocks, "BLOCK", 1 << 11)
    monkeypatch.setattr(blocks, "LEAST_BLOCK", 1 << 9)
    monkeypatch.setattr(blocks, "ROW", 1 << 8)
    monkeypatch.setattr(blocks, "_SPARE", [])
    return choices


def in_full(monkeypatch, exprs, *args):
    with monkeypatch.context() as m:
        m.setattr(blocks, "sides", lambda *_: [])
        return numeric(exprs, B, D, F)(*args)


def axis(order, n=20_000):
    draw = np.random.default_rng(7)
    wide = np.exp2(draw.uniform(-50, 50, n))
    return {
        "sizes": np.arange(1.0, n + 1), "falling": np.arange(n, 0, -1), "wide": np.sort(wide), "mixed": wide,
        "tied": np.full(n, 900.0), "beyond": np.sort(wide**5),
    }[order]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("order", ["sizes", "falling", "wide", "mixed", "tied", "beyond"])
@pytest.mark.parametrize("exprs", [*PAIRS, *OTHERS], ids=[*map(str, range(len(PAIRS) + len(OTHERS)))])
def test_not_a_bit_is_changed(exprs, order, seen, monkeypatch):
    b = axis(order)
    for rest in ((4096.0, 300.0), (np.sqrt(axis("wide")), 64)):
        for ours, want in zip(numeric(exprs, B, D, F)(b, *rest), in_full(monkeypatch, exprs, b, *rest)):
            assert np.array_equal(want, ours)


@pytest.mark.slow
def test_grids_and_threads_too(seen, monkeypatch):
    b, d = np.arange(1.0, 2001)[:, None], 2.0 ** np.arange(0, 30)[None, :]
    for exprs in (*PAIRS, *OTHERS):
        wants = in_full(monkeypatch, exprs, b, d, 4096)
        for f in (numeric(exprs, B, D, F), numeric(exprs, B, D, F, parallel=True)):
            assert all(np.array_equal(x, y) for x, y in zip(wants, f(b, d, 4096)))
    assert 0 < seen.count(0) < len(seen)


@pytest.mark.parametrize("exprs", PAIRS[:4], ids=[*map(str, range(4))])
def test_some_blocks_are_decided_and_the_others_done_in_full(exprs, seen):
    numeric(exprs, B, D=4096, F=4096)(np.arange(1, 20_001))
    assert seen.count(0) == 1  # the block with the critical batch size
    assert 2 <= len(set(seen)) <= 3  # before and after
    del seen[:]
    numeric(exprs, B, D=4096, F=4096)(np.tile([1.0, 9999.0], 10_000))
    assert set(seen) == {0}


def test_shuffled_sizes_are_decided_by_the_corners_of_their_block(seen):
    """Interval arithmetic could not: between 2000 and 10**8, B*D*F alone spans more than the two times differ by."""
    numeric(PAIRS[0], B, D=4096, F=4096)(np.random.default_rng(1).uniform(2000, 1e8, 20_000))
    assert len(set(seen)) == 1
    assert 0 not in seen


WIDE = st.integers(0, 60).flatmap(lambda k: st.integers(2**k, 2 ** (k + 1)))


@pytest.mark.slow
@pytest.mark.parametrize("name", SHAPES)
def test_rounding_stays_within_a_few_ulp_of_the_exact_rationals(name, seen):
    o = SHAPES[name]
    exprs = [T_lower(o, "TPU v5e"), attainable(o, "TPU v5e")]
    draw = random.Random(name)
    for exponents in ((4, 12, 12), (30, 3, 50), (0, 40, 7), (55, 20, 60)):
        d, f = (draw.randint(2 ** (k - 1), 2**k) for k in exponents[1:])
        b = np.sort(np.array([draw.randint(1, 2 ** (2 * exponents[0] // 3 + 12)) for _ in range(20_000)], dtype=float))
        got = numeric(exprs, B, D, F)(b, d, f)
        for i in draw.sample(range(b.size), 25):
            for e, x in zip(exprs, got):
                want = exactly(e, B=int(b[i]), D=d, F=f)
                assert abs(Fraction(x[i]) / want - 1) < Fraction(6, 2**53)
    assert any(seen)


# -- the decision itself, against every point one cares to try --------------------------------------------------------


def values(lines, inputs):
    out = []
    for op_, a, b in lines:
        args = [x if isinstance(x, float) else inputs[x[1]] if x[0] == "in" else out[x[1]] for x in (a, b)
                if x is not None]  # fmt: skip
        out.append(_FOLD[op_](*args, *([None] if len(args) == 1 else [])))
    return out


NUMBERS = st.sampled_from([1, 2, 3, sp.Rational(1, 3), 7, 1000, sp.Rational(5, 7), 10**6])
TERMS = st.tuples(NUMBERS, *[st.sampled_from([-2, -1, 0, 0, 1, 2, sp.Rational(1, 2)])] * 3).map(
    lambda t: t[0] * B ** t[1] * D ** t[2] * F ** t[3]
)
POSYNOMIALS = st.lists(TERMS, min_size=1, max_size=3).map(lambda ts: sp.Add(*ts))
EXTREMES = st.tuples(st.sampled_from([sp.Max, sp.Min]), POSYNOMIALS, POSYNOMIALS, st.sampled_from([1, B, 1 / D])).map(
    lambda t: t[0](t[1], t[2] / t[3]) * t[3]
)
EXPRESSIONS = st.tuples(EXTREMES, EXTREMES).map(lambda t: [t[0] + t[1], sp.Max(t[0], t[1])])
RANGES = st.tuples(*[st.tuples(st.floats(2.0**-30, 2.0**30), st.sampled_from([1.0, 1 + 2**-52, 1.5, 1e3]))] * 3)


@pytest.mark.slow
@given(EXPRESSIONS, RANGES, st.integers(0, 2**32))
def test_a_side_that_is_taken_is_right_at_every_point(exprs, ranges, seed):
    if not all(isinstance(e, sp.Expr) and e.free_symbols for e in exprs):
        return
    program = numeric(exprs, B, D, F)._recipe[0]
    found = sides(program.lines, program.results, [0, 1, 2])
    if not found:
        return
    box = [(lo, lo * k) for lo, k in ranges]
    choice = chooser(program.lines, found, [0, 1, 2], 3)(*itertools.chain(*box))
    lines, results = decided(program.lines, program.results, found, choice)
    draw = random.Random(seed)
    points = [*itertools.product(*box), *([draw.uniform(*ends) for ends in box] for _ in range(40))]
    for p in points:
        every = values(program.lines, p)
        for j, s in enumerate(found):
            x, y = (v if isinstance(v, float) else p[v[1]] if v[0] == "in" else every[v[1]]
                    for v in program.lines[s.line][1:])  # fmt: skip
            digit = choice // 3**j % 3
            if digit:
                assert (x > y) == ((digit == 1) == (program.lines[s.line][0] == "max"))
        assert every[program.results[0][1]] == at(results[0], values(lines, p), p)


def at(x, lines, inputs):
    return x if isinstance(x, float) else inputs[x[1]] if x[0] == "in" else lines[x[1]]


def decide(expr, **box):
    """The digits of what is chosen for an expression over a box: '' where nothing can be."""
    names = list(box)
    program = numeric(expr, *names)._recipe[0]
    moving = [k for k, n in enumerate(names) if box[n][0] != box[n][1]]
    found = sides(program.lines, program.results, moving)
    if not found:
        return ""
    choice = chooser(program.lines, found, moving, len(names))(*itertools.chain(*(box[names[k]] for k in moving)))
    return "".join(str(choice // 3**j % 3) for j in range(len(found)))


@pytest.mark.slow
def test_what_can_be_decided_and_what_not():
    assert decide(sp.Max(B, 300), B=(1, 299)) == "2"
    assert decide(sp.Max(B, 300), B=(301, 900)) == "1"
    assert decide(sp.Min(B, 300), B=(301, 900)) == "2"
    assert decide(sp.Max(B, 300), B=(299, 301)) == "0"
    assert decide(sp.Max(B, 300), B=(1, 300)) == "0"  # a tie at one end: either side would do, none is claimed
    assert decide(sp.Max(1 / B, 4), B=(1, 9)) == "2"
    assert decide(sp.Max(B * D, B + D), B=(3, 9), D=(3, 9)) == "1"
    assert decide(sp.Max(sp.sqrt(B) * 10, B), B=(101, 900)) == decide(sp.Max(B, sp.sqrt(B) * 10), B=(101, 900))
    fifths = sp.Max(sp.sqrt(B), 2 * B ** sp.Rational(2, 5))  # cross where B**(1/10) is 2
    assert [decide(fifths, B=box) for box in ((4, 1000), (4, 2000), (1030, 2000))].count("0") == 1
    assert decide(fifths, B=(4, 2000)) == "0"
    assert set(decide(sp.Max(B / D, 2), B=(10, 20), D=(1, 4))) == {"1"}
    assert set(decide(sp.Max(B / D, 2), B=(10, 20), D=(1, 6))) == {"0"}


@pytest.mark.slow
def test_what_has_no_one_direction_is_left():
    for e in (sp.Max(B / 9 + 9 / B, 5), sp.Max(B - 2, 5), sp.Max(sp.log(B), 5), sp.Max(sp.ceiling(B / 8), 5), B * 2):
        assert decide(e, B=(1, 3)) == ""
    assert decide(sp.Max(-2 * B, -B * D), B=(1, 3), D=(1, 4)) == ""  # not positive
    assert decide(sp.Max(B**40 * D**20, 5), B=(2, 3), D=(2, 3)) == ""  # could overflow
    assert decide(sp.Max(B, 3), B=(2.0**65, 2.0**66)) == "0"  # beyond what was looked at
    assert decide(sp.Max(B, 3), B=(2.0**-66, 2.0**-65)) == "0"
    assert decide(sp.Max(B, 3), B=(4, math.inf)) == "0"


def test_nearly_equal_sides_are_not_told_apart_by_rounding():
    near, far = 1 + sp.Rational(1, 2**52), sp.Rational(1001, 1000)
    pair = [decide(sp.Max(B * D / 3, k * B * D / 3, evaluate=False), B=(3, 90), D=(7, 8)) for k in (near, far)]
    assert pair[0] == "0"
    assert pair[1] in ("1", "2")


@pytest.mark.parametrize(("bad", "shown"), [(0.0, "0.0"), (-3.0, "-3.0"), (math.nan, "nan")])
def test_a_bad_size_in_a_decided_block_is_refused_with_its_index(bad, shown, seen):
    b = np.arange(1.0, 20_001)
    b[17_777] = bad
    with pytest.raises(SymroofError, match=f"B is {shown} at index 17777; sizes"):
        numeric(PAIRS[0], B, D=4096, F=4096)(b)
    assert any(seen)


def test_infinite_sizes_are_refused_with_their_index(seen):
    """Earlier they went through: inf/inf is nan, and which side binds was told from it."""
    b = np.r_[np.arange(1.0, 20_000), math.inf]
    with pytest.raises(SymroofError, match="B is inf at index 19999; sizes and parameters are finite"):
        numeric(PAIRS[0], B, D, F)(b, 4096, 4096)


def test_many_kinds_of_blocks_are_done_in_full(seen, monkeypatch):
    """Code is written for the first of them only."""
    monkeypatch.setattr(blocks, "MOST_CHOICES", 2)
    written = []
    monkeypatch.setattr(blocks, "decided", lambda *given: written.append(given[-1]) or decided(*given))
    exprs = [sp.Max(B, 5000 * k) for k in range(1, 5)]
    b = np.arange(1.0, 20_001)
    assert all(np.array_equal(np.maximum(b, 5000 * k), x) for k, x in enumerate(numeric(exprs, B)(b), 1))
    assert len(set(seen)) > 3
    assert len(written) == len(set(written)) == 2


def test_numbers_of_one_program_share_their_code():
    from symroof.evaluate.code import _translated

    f, b = numeric(PAIRS[0], B, D, F), np.arange(1.0, 30_001)
    f(b, 4097.0, 300.0)
    before = _translated.cache_info().misses
    answers = [f(b, d, 300.0)[0][9999] for d in (5001.0, 6001.0, 7001.0)]
    assert answers == [numeric(PAIRS[0], B, D, F)(10_000, d, 300)[0] for d in (5001, 6001, 7001)]
    assert _translated.cache_info().misses - before <= 1  # the function of plain numbers
