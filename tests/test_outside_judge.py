"""The judge from outside, quickly: a few questions of every kind, always the same, and what it found before."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

import symroof
from symroof.algebra.regions.kinds import Ray
from tests import outside
from tests.outside_judge import answers, identities, leadings, records, thresholds, values
from tests.outside_judge.kept import Kept, cases
from tests.outside_judge.run import count
from tests.outside_judge.tally import Clock, Kind, NothingToSay, Refused, Wrong
from tests.outside_judge.trees import Undefined, one_quotient, read, value


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1])
def test_every_kind_of_answer_stands_before_the_judge_from_outside(seed):
    # earlier generators drew from their own author's rules: no atom inside every other, no plan held device by device
    tally = count(seed, 12)
    assert not [line for kind in tally.kinds.values() for line in kind.wrong]
    assert all(kind.points for kind in tally.kinds.values()), tally.table()


@pytest.mark.parametrize("kept", cases(), ids=lambda kept: kept.name)
def test_what_was_found_stays_mended(kept: Kept):
    assert kept.ask() == kept.right, kept.source


FAR = identities.Question(("*", ("n", Fraction(10**12)), ("s", "B")), ("*", ("s", "D"), ("s", "B")), ">=", "dominates")


def test_a_plain_false_is_settled_at_the_point_its_proof_names():
    kind = Kind()
    identities.judge(FAR, kind, Random(1), Clock())  # it holds at every point that the judge itself would try
    assert kind.witnessed == 1
    holds = replace(FAR, right=("s", "B"))
    identities.judge(holds, kind, Random(1), Clock())
    assert kind.witnessed == 1


@pytest.mark.parametrize(
    ("witness", "said"),
    [
        (None, "without a witness"),
        ({"B": 1, "D": 10**11}, "where it holds"),
        ({"B": 1, "D": Fraction(10**13, 3)}, "no size"),
        ({"B": 0, "D": 10**13}, "no size"),
    ],
)
def test_the_judge_sees_a_witness_that_is_none(monkeypatch, witness, said):
    prove = symroof.prove
    monkeypatch.setattr(symroof, "prove", lambda *asked: replace(prove(*asked), witness=witness))
    with pytest.raises(Wrong, match=said):
        identities.judge(FAR, Kind(), Random(1), Clock())


F, C, HALF = ("s", "F"), ("s", "C"), Fraction(1, 2)
EIGHTH = ("floor", ("/", F, ("n", Fraction(8))))
EXPLAINED = {
    "a name that the expression has not is a size, and never below 1": (
        leadings.judge,
        leadings.Question(("+", ("*", F, F), F), "p << F", (((("F", -1), ("p", 1)), True),)),
    ),
    "a float is its binary value: 1/C**2 is above 49 at float(1/7)": (
        values.functions,
        values.Question(("ceil", ("/", ("n", Fraction(1)), ("*", C, C))), ((("C", Fraction(1, 7)),),) * 2, "numeric"),
    ),
    "SymPy hands over B*floor(F/8)/D, which is 0 where the quotient that was written has no value": (
        values.interval,
        values.Question(
            ("/", ("s", "B"), ("/", ("s", "D"), EIGHTH)),
            tuple(tuple((n, Fraction(k)) for n, k in zip("BDF", at)) for at in ((1, 1, 1), (8, 4, 80))),
            "interval",
        ),
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", EXPLAINED)
def test_what_was_asked_is_judged_and_not_what_was_written(name):
    """Three disagreements in which the judge had misread its own question."""
    judge, question = EXPLAINED[name]
    kinds = [Kind() for _ in range(12)]
    for k, kind in enumerate(kinds):
        judge(question, kind, Random(k), Clock())


def test_the_judge_still_sees_a_wrong_answer_to_those_questions(monkeypatch):
    def low(*asked, **box):
        return replace(interval(*asked, **box), high=HALF)

    interval, numeric, leading = symroof.interval, symroof.numeric, symroof.leading
    monkeypatch.setattr(symroof, "interval", low)
    monkeypatch.setattr(symroof, "numeric", lambda *asked: lambda *at: numeric(*asked)(*at) + 1)
    monkeypatch.setattr(symroof, "leading", lambda expr, regime: leading(expr + 1, regime))
    for judge, question in EXPLAINED.values():
        other = question
        if judge is values.functions:  # at 1/7 itself floats may fall to either side: that is no question to judge
            other = replace(question, envs=((("C", Fraction(1, 8)),),))
        with pytest.raises(Wrong):
            judge(other, Kind(), Random(1), Clock())


def n(value):
    return ("n", Fraction(value))


def at(**env):
    return tuple((name, Fraction(value)) for name, value in env.items())


def power(name, exponent):
    return ("^", ("s", name), n(exponent))


N, B, D, P = ("s", "N"), ("s", "B"), ("s", "D"), ("s", "p")
TAKEN_FOR_WRONG = {  # a judge, a question, and the function whose answer it looks at
    "a value that is rational though its parts are not: 12.8 and a little more": (
        values.exact,
        values.Question(
            ("+", n("64/5"), ("/", ("^", ("s", "F"), n(-3)), ("*", n(4), power("D", "3/2"), power("K", "3/2")))),
            (at(D=2**21, F=2**21, K=8),) * 2,
            "exactly",
        ),
        "exactly",
    ),
    "a maximum of which SymPy drops the number": (
        values.exact,
        values.Question(
            ("max", ("/", n(4096), ("ceil", ("/", N, B))), ("max", ("/", n(1000), N), n(16))),
            (at(B=11, N=4096),) * 2,
            "exactly",
        ),
        "exactly",
    ),
    "an answer that ends in a number which is no base of a logarithm": (
        answers.judge_formula,
        answers.Formula(("max", N, ("+", n(2), n(0))), ("max", N, n(2))),
        "check",
    ),
    "a p that is typed, and so a size": (
        answers.judge_formula,
        answers.Formula(("-", ("floor", P), N), ("-", P, N)),
        "check",
    ),
    "a threshold at the float that is nearest to 1/7": (
        records.judge,
        thresholds.Question(("/", N, ("-", n(1), ("*", B, ("s", "K")))), n(3), "N", (at(B=7, K="1/7"),) * 2),
        "numeric",
    ),
}


@pytest.mark.parametrize("name", TAKEN_FOR_WRONG)
def test_what_is_right_is_not_taken_for_wrong(name):
    judge, question, _ = TAKEN_FOR_WRONG[name]
    for k in range(6):
        judge(question, Kind(), Random(k), Clock())


@pytest.mark.parametrize("name", TAKEN_FOR_WRONG)
def test_the_judge_still_sees_what_is_wrong_there(name, monkeypatch):
    judge, question, asked = TAKEN_FOR_WRONG[name]
    tell = getattr(symroof, asked)
    spoilt = {
        "exactly": lambda *a, **k: tell(*a, **k) + Fraction(1, 10**40),
        "numeric": lambda *a: lambda *x: 1 + 2 * tell(*a)(*x),
        "check": lambda one, two, **k: tell(one, "1 + " + two, **k),
    }
    monkeypatch.setattr(symroof, asked, spoilt[asked])
    if asked == "numeric":  # at 1/7 itself there may be no threshold at all
        question = replace(question, envs=(at(B=7, K="1/8"),) * 2)
    with pytest.raises(Wrong):
        judge(question, Kind(), Random(1), Clock())


ENVS = ({"K": Fraction(4)}, {"K": Fraction(2)}, {"K": Fraction(9, 16)})


@pytest.mark.slow
@pytest.mark.parametrize("env", ENVS, ids=str)
def test_one_positive_root_is_read_by_what_the_words_mean(env):
    # p**3 + p**2/2 = K has one root, and (p - 1)*(p - 3)*(p - K) = 0 has three: then the words themselves are wrong
    p, letters = Fraction(1), env["K"]
    for k in range(1, 40):
        p = Fraction(k, 8)
        told = thresholds.said("p >= the one positive root of p**3 + p**2/2 - K = 0", "p", p, env)
        assert told is (p**3 + p**2 / 2 >= letters)
    for p in (Fraction(1, 2), Fraction(2), Fraction(7)):
        with pytest.raises(Wrong, match="changes 3 times"):
            thresholds.said("p >= the one positive root of (p - 1)*(p - 3)*(p - K) = 0", "p", p, env)
    edge = "N <= the one root from 1 on of K + log(N, 2) - 2*N = 0"  # at K = 2 it is where the sizes begin
    assert [thresholds.said(edge, "N", Fraction(n), {"K": Fraction(2)}) for n in (1, 2, 9)] == [True, False, False]
    assert thresholds.said("N >= the one root from 1 on of (N - 1/2)*(N - 7) = 0", "N", Fraction(7), {}) is True


@pytest.mark.slow
def test_the_record_of_a_root_is_read_by_the_same_meaning():
    p, K = symroof.params("p K")
    rising, several = (symroof.threshold(e, p, over=K) for e in (p**3 + p**2 / 2, p**3 + p))
    told = [outside.says(rising, {"p": Fraction(k, 8), "K": Fraction(4)}) for k in range(1, 40)]
    assert told == [Fraction(k, 8) ** 3 + Fraction(k, 8) ** 2 / 2 >= 4 for k in range(1, 40)]
    three = (p - 1) * (p - 3) * (p - K)
    wrong = replace(several, region=Ray(replace(several.root, gap=symroof.threshold(three, p, over=0).expr)))
    with pytest.raises(outside.Several, match="3 times"):
        outside.says(wrong, {"p": Fraction(2), "K": Fraction(4)})


@pytest.mark.parametrize(("n", "inside"), [("7", True), ("7.55", False), ("7.7", True), ("9", False), ("49", True)])
def test_points_alone_behind_intervals_are_read(n: str, inside: bool) -> None:
    """Braces after the first "or" were no clause to the judge: questions with numbers went unread."""
    assert thresholds.said("W in (0, 7.5] or [7.622, 7.75] or {8} or [48, 50]", "W", Fraction(n), {}) is inside


@pytest.mark.slow
@pytest.mark.parametrize("lead", [n(1), n(2)])
def test_digits_that_cancel_far_out_tell_no_limit_and_a_limit_that_is_off_is_still_seen(lead):
    # N^(3/2) - N^(3/2) at N = 2^8001 is a number between -2^x and 2^x to whoever computes too few digits
    root = power("N", "3/2")
    question = leadings.Question(("max", ("-", root, root), n(1)), "N -> oo", ((("N", -1),), True))
    off = ("max", ("/", N, N), n(1))
    kind = Kind()
    leadings._limit(question, lead, {"N": Fraction(2**8001)}, kind, "1")
    assert not kind.points
    sure = replace(question, tree=off)
    if lead == n(1):
        leadings._limit(sure, lead, {"N": Fraction(2**8001)}, kind, "1")
        assert kind.points == 1
    else:
        with pytest.raises(Wrong):
            leadings._limit(sure, lead, {"N": Fraction(2**8001)}, kind, "1")


@pytest.mark.parametrize(
    ("left", "x", "env", "valueless"),
    [("log2(B - floor(B))", "B", {}, True), ("floor(K) - K", "K", {}, False), ("B/floor(D/3)", "B", {"D": 2}, True)],
)
def test_a_refusal_is_counted_apart_where_the_definition_has_no_value(
    left: str, x: str, env: dict[str, int], valueless: bool
) -> None:
    asked = thresholds.Question(read(left), read("0"), x, (tuple((k, Fraction(v)) for k, v in env.items()),))
    with pytest.raises(Refused) as why:
        thresholds.judge(asked, Kind(), Random(1), Clock())
    assert isinstance(why.value, NothingToSay) is valueless


@pytest.mark.parametrize(
    ("written", "env", "right"),
    [
        ("H/(127/floor(3*C/128) + 12 - H)", {"C": 1, "H": 1}, 0),  # 1/oo, as docs/numbers.md has it
        ("1/(3 - 1/(H - 5))", {"H": 5}, 0),
        ("1/(2/(H - 5))**2", {"H": 5}, 0),
        ("(1/D + 1/H)**3*D", {"D": 2, "H": 4}, Fraction(27, 32)),
        ("1/(1/(H - 5) - 1/(H - 5))", {"H": 5}, None),
        ("1/max(1, 1/(H - 5))", {"H": 5}, None),  # what a maximum is taken of must have a value
        ("1/(H - 5)", {"H": 5}, None),
    ],
)
def test_a_quotient_of_quotients_is_judged_as_one_quotient(written, env, right):
    bound = {k: Fraction(v) for k, v in env.items()}
    if right is None:
        with pytest.raises(Undefined):
            value(one_quotient(read(written)), bound)
    else:
        assert value(one_quotient(read(written)), bound) == right
