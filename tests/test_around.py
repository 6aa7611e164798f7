"""What is typed around a right answer and makes another claim of it; each beside right answers in the same words.

Marked by hand.  Earlier tests drew strictness with the symbol typed, functions in small letters, sides and their bound,
speedups and savings by their own nouns, and remarks that are known: never a bare `below 64`, a function in capitals,
`never` behind the other side, `a loss of 3x`, nor a claim that is appended to a bound.
"""

from __future__ import annotations

import pytest
from marks import outcome

from symroof import check, parse_formula
from symroof.errors import NotationError

_BELOW = ("B < {}", "B below {}", "below {}", "less than {}", "fewer than {}", "under {}")
_ABOVE = ("B > {}", "B above {}", "above {}", "more than {}", "over {}")


@pytest.mark.parametrize("n", [4, 8, 12, 16, 31, 32, 48, 64, 96])
def test_of_few_things_a_bound_is_strict_or_not_whether_its_symbol_is_typed_or_not(n):
    """By the sizes that each admits, one by one."""
    sizes = range(1, 3 * n)
    for said, key, admits in (
        *((t.format(k), f"B <= {n}", [b for b in sizes if b < k]) for t in _BELOW for k in (n, n + 1)),
        *((t.format(k), f"B >= {n}", [b for b in sizes if b > k]) for t in _ABOVE for k in (n, n - 1)),
    ):
        right = [b for b in sizes if (b <= n if "<" in key else b >= n)]
        assert (check(said, key).verdict == "exact") is (admits == right), (said, key)


@pytest.mark.parametrize("said", _BELOW)
def test_of_many_things_nobody_minds(said):
    assert check(said.format(512), "B <= 512").verdict == "exact"
    assert check(said.format(240), "B <= 240.24").verdict == "rounded"


@pytest.mark.parametrize("name", ["log2", "sqrt", "ceil", "floor", "abs", "exp"])
def test_a_function_is_the_function_in_any_case(name):
    for argument in ("B", "B/8", "B - D"):
        plain = parse_formula(f"{name}({argument})").sides[0].ratio()
        for typed in (name.upper(), name.capitalize()):
            assert parse_formula(f"{typed}({argument})").sides[0].ratio() == plain
            assert check(f"{typed}({argument})", f"{name}({argument})").verdict == "exact"
            assert check(f"{name}({argument})", f"{typed}({argument})").verdict == "exact"
            assert check(f"{typed}(7*{argument})", f"{name}({argument})").verdict != "exact"


@pytest.mark.whole
@pytest.mark.parametrize(
    ("key", "answers"),
    [
        ("ln(B)", {"Ln(B)": "R", "LN(B)": "R", "LN B": "R", "Ln(D)": "W", "Ln(2*B)": "W"}),
        ("N*log(N)", {"N Log N": "R", "N LOG N": "R", "N * Log(N)": "R", "N^2 LOG N": "W"}),
        ("abs(B - D)", {"|B - D|": "R", "Abs(B - D)": "R", "ABS(D - B)": "R", "Abs(B + D)": "W"}),
        ("Abs(B - D)", {"|B - D|": "R", "abs(B - D)": "R", "|B + D|": "W"}),
        ("max(B, D)", {"MAX(B, D)": "R", "Max(B, D)": "R", "MIN(B, D)": "W"}),
        ("O(N*log(N))", {"O(N LOG N)": "R", "O(N Log N)": "R", "O(N)": "W"}),
        # products stay products where the key has their letters
        ("L*N*(K + 1)", {"LN(K + 1)": "R", "2LN(K + 1)": "W"}), ("LN(K + 1)", {"L*N*(K + 1)": "R"}),
        ("B*D + B*F", {"B(D + F)": "R", "D(B + F)": "W"}), ("A*B*C*(D + F)", {"ABC(D + F)": "R"}),
        ("max(0, B - 8)", {"ReLU(B - 8)": "U"}), ("2*B", {"GELU(B)": "U", "Foo(B)": "U", "B(2 + D)": "W"}),
        ("ln(B)", {"LSE(B)": "U", "=LOG(B,2)": "W"}), ("max(a - b, c)", {"=MAX(SUM(a;b);c)": "W"}),
        ("1024", {"=POWER(2;9)": "W", "=POWER(2;10)": "R"}), ("10", {"=LOG(1024;2)": "R"}),
        ("sqrt(2)*C", {"=SQRT(3)*C": "W", "SQRT(3)*C": "W", "SQRT(2)*C": "R"}),
         ("A*B*(D + F)", {"ABC(D + F)": "W"}),
    ],
)  # fmt: skip
def test_names_of_functions_with_capitals(key, answers):
    assert {a: outcome(a, key) for a in answers} == answers


def test_a_declared_name_stays_a_symbol_and_an_unread_function_no_product():
    assert check("LOG(B)", "B*L*O*G", symbols="L O G B").verdict == "exact"
    assert set(parse_formula("LN(K)", "L N K").sides[0].ratio().names) == {"L", "N", "K"}
    for text in ("ReLU(B - 8)", "GELU(B)", "Tanh(B)", "SIN(B)", "Log(B)"):
        with pytest.raises(NotationError):
            parse_formula(text)
    assert parse_formula("LSE(B)").notes == ("LSE(...): a product, unless LSE is a function",)
    assert parse_formula("B(D + F)").notes == parse_formula("BD(D + F)").notes == ()


_NEVER = (
    "{} never",
    "{}: never",
    "no batch is {}",
    "at no B is it {}",
    "{} for no B",
    "no batch size is {}",
    "never {}",
)
_ALWAYS = ("{} always", "always {}", "every batch is {}", "it is {} whatever B is")


@pytest.mark.whole
@pytest.mark.parametrize("key", ["never", "always"])
def test_never_and_always_are_of_the_side_that_is_named(key):
    """Of compute as they are, of the data the other way round: what is never memory-bound is always compute-bound."""
    for said, is_never in (*((t, True) for t in _NEVER), *((t, False) for t in _ALWAYS)):
        same = is_never is (key == "never")
        assert outcome(said.format("compute-bound"), key) == ("R" if same else "W"), said
        for side in ("memory-bound", "bandwidth-bound", "HBM-bound"):
            assert outcome(said.format(side), key) == ("U" if same else "R"), (said, side)


@pytest.mark.whole
@pytest.mark.parametrize(
    ("key", "answers"),
    [
        ("always", {f"for all {x}": "R" for x in ("B", "N", "batches", "batch sizes", "of them", "positive B")}),
        ("always", {f"for {x} B": "U" for x in ("all large", "all even", "any big", "almost all", "every other")}),
        ("always", {"every B": "R", "any batch": "R", "in all cases": "R", "in all large cases": "U"}),
        ("always", {"for all sufficiently large N": "U", "always for all large N": "U", "whatever N is": "R"}),
        ("never", {"never, ever": "R", "no, never": "R", "never!": "R", "never, both sides grow with B": "R"}),
        ("never", {"never: the intensity is always 1/6": "R", "never the case": "R", "never for any B": "R"}),
        ("never", {"never (always memory-bound)": "R", "never, it is memory-bound": "R"}),
        ("never", {"never, only memory-bound": "R", "memory-bound: never": "U"}),
        ("never", {"never, it would need B < 0": "R", "never gets there": "R", "never crosses": "R"}),
        ("never", {f"never, {x}": "U" for x in ("false", "not", "joking", "just kidding", "or is it", "B > 240")}),
        ("never", {f"never {x}": "U" for x in ("faster", "minus overhead", "plus 3 ms", "on Mondays", "less")}),
        ("always", {f"always{x}": "U" for x in (", false", ", not", " faster", " minus overhead", ", joking")}),
    ],
)  # fmt: skip
def test_never_and_always_with_something_behind_them(key, answers):
    assert {a: outcome(a, key) for a in answers} == answers


_APART = (
    "a {} of {n}x",
    "{} of {n}",
    "the {} is {n}x",
    "{n}x {}",
    "{}: {n}x",
    "a factor of {n} {}",
    "a {} in it of {n}x",
)
_LOSSES = ("loss", "penalty", "overhead", "cost", "degradation", "drag", "delay", "bloat", "wobble", "tax")
_NO_WAY = {
    "faster": (*_LOSSES, "footprint", "compression", "saving"),
    "slower": ("boost", "advantage", "acceleration", "saving", "wobble"),
    "less memory": (*_LOSSES, "footprint", "growth", "boost"),
    "more memory": ("saving", "compression", "wobble", "shrinkage"),
}


@pytest.mark.parametrize("way", _NO_WAY)
@pytest.mark.parametrize("n", [3, 8])
def test_a_noun_that_does_not_say_the_way_of_a_change_is_no_such_change(way, n):
    for noun in _NO_WAY[way]:
        for said in _APART:
            assert outcome(said.format(noun, n=n), f"{n}x {way}") != "R", (said, noun)
    for said in ("{n}x (a loss)", "loss = {n}", "costs {n}x", "it costs us {n}x", "takes {n}x", "{n}x as bad"):
        assert (outcome(said.format(n=n), f"{n}x {way}") == "R") <= (way == "slower" or way[:4] == "more"), said


@pytest.mark.whole
@pytest.mark.parametrize(
    ("key", "answers"),
    [
        ("3x faster", ("a speedup of 3x", "speedup of 3", "3x speedup", "an improvement of 3x", "a boost of 3x", "3x")),
        ("3x faster", ("a factor of 3", "the ratio is 3", "it is 3x", "answer: 3x", "3x throughput", "we get 3x")),
        ("3x faster", ("the effect of it is 3x", "an increase in speed of 3x", "S = 3", "gain = 3", "3x (speedup)")),
        ("3x faster", ("just about 3x as fast", "3x as good")), ("B > 240", ("B > 240 because int8 weights halve it",)),
        ("3x slower", ("a slowdown of 3x", "3x slowdown", "a penalty of 3x", "a loss of 3x", "costs 3x", "takes 3x")),
        ("3x less memory", ("a saving of 3x", "a reduction of 3x", "a compression of 3x", "a factor of 3", "3x less")),
        ("3x more bytes", ("an increase of 3x", "a growth of 3x", "an overhead of 3x", "3x")),
        ("1.5x", ("50% overhead",)),
    ],
)  # fmt: skip
def test_a_noun_that_says_the_way_is(key, answers):
    assert {a: outcome(a, key) for a in answers} == dict.fromkeys(answers, "R")


_OPEN_ENDS = ("and up", "upwards", "downwards", "or more", "and below", "or less", "and counting", "and onwards")
_DENIALS = (
    "{} (not)",
    "{} (not!)",
    "{} (or not)",
    "{}, not",
    "{} (joking)",
    "{}, just kidding",
    "{} (false)",
    "{}: wrong",
)


@pytest.mark.parametrize(
    "key", ["42 ms", "8", "B > 240", "12.5 GB", "2*B*D*F", "never", "always", "memory-bound", "yes"]
)
def test_a_denial_behind_an_answer_takes_it_back(key):
    """Whatever is asked: an answer and its denial are no answer."""
    for said in _DENIALS:
        assert outcome(said.format(key), key) != "R", said
    assert outcome(key, key) == outcome(f"{key}.", key) == "R"


@pytest.mark.parametrize("answer", ["no, not at all", "no, that is false", "nope, not really", "no, definitely not"])
def test_a_no_is_not_taken_back_by_a_denial_that_agrees(answer):
    assert outcome(answer, "no") == "R"
    assert outcome(answer, "yes") == "W"


@pytest.mark.whole
@pytest.mark.parametrize(
    ("key", "answers"),
    [
        *((f"{n} {u}", {f"{n} {u} {x}": "U" for x in _OPEN_ENDS})
          for n, u in ((42, "ms"), (7, "GB"), (8, "chips"))),
        ("N/8", {"N/8": "R"}), ("ceil(N/8)", {"N/8 rounded up": "R"}), ("42 ms", {"42 ms, up from 21 ms": "R"}),
        ("B >= 241", {"241 and up": "R", "241 upwards": "R", "240 downwards": "W"}),
        ("B > 240", {f"B > 240 {x}": "U" for x in ("and 84 ms", "to 50 ms", "and 3 GB", "or 9 W")}),
        ("B > 240", {"B > 240 (not 120)": "R", "B > 240 and B > 100": "U", "B > 240 tokens": "R"}),
        ("12.5 GB", {f"12.5 GB {x}": "U" for x in ("and 84 ms", "& 7 TFLOPs", "and 3 s")}),
        ("2 h 30 min", {"2 h and 30 min": "R", "2.5 h": "R"}),
    ],
)  # fmt: skip
def test_a_second_value_or_an_open_end_behind_a_value(key, answers):
    assert {a: outcome(a, key) for a in answers} == answers


_ADDED = ("more", "less", "fewer", "more chips", "less latency", "extra", "with overhead", "less than before")
_SCOPES = (
    "in int8", "at fp8", "with int8 weights", "in fp32", "with 4-bit weights", "(int8)", "for the weights only",
    "in the backward pass only", "in the forward pass", "for attention alone", "only for the KV cache",
    "at half the bandwidth", "at best", "at worst",
)  # fmt: skip


@pytest.mark.parametrize("key", ["B > 240", "B < 17", "T >= 8192"])
def test_the_scope_of_a_bound_leaves_it_open(key):
    for scope in _SCOPES:
        assert outcome(f"{key} {scope}", key) != "R", scope
    for remark in ("tokens", "(not 3)"):
        assert outcome(f"{key} {remark}", key) == "R", remark
    said = "The tile side may not exceed 64 elements, as three fp32 tiles must fit in 48 KiB."
    assert outcome(said, "T <= 64", symbols="T") == "R"
    assert outcome("B > 240 in bf16", "B > 240") == outcome("B > 240 on a TPU v5e", "B > 240") == "R"


@pytest.mark.whole
@pytest.mark.parametrize(
    ("key", "answers"),
    [
        *((str(n), {f"{n} {x}": "U" for x in _ADDED}) for n in (8, 12)),
        ("8", {"8 chips": "R", "8 in total": "R", "8 GPUs": "R", "exactly 8": "R"}),
        ("2*B*D*F", {f"2BDF {n}": "U" for n in ("on 4 chips", "with two GPUs", "across 16 nodes")}),
        ("2*B*D*F", {"2BDF": "R", "2BDF on one GPU": "R"}), ("2*B*D*F/4", {"2BDF/4 on 4 chips": "R"}),
    ],
)  # fmt: skip
def test_more_less_and_so_many_chips(key, answers):
    assert {a: outcome(a, key) for a in answers} == answers
