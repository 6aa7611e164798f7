"""A unit without its number where an amount is meant is told as such; a symbol, a letter or an amount is none.

at_most="ms" was read as a symbol called ms, W="GB/s" as G*B/s.  The keywords are found by calling each public function
that takes an amount as text, not from the code's own list.
"""

import re
from fractions import Fraction

import pytest

from symroof import (
    Op,
    SymroofError,
    T_lower,
    achieved,
    all_gather,
    all_reduce,
    all_to_all,
    bottlenecks,
    check,
    data_parallel,
    dims,
    line,
    mixture_of_experts,
    op,
    pipeline_bubble,
    pipeline_microbatches,
    point_to_point,
    reduce_scatter,
    ring,
    serving_memory,
    switch,
    symbol,
    threshold,
    torus,
    training_memory,
    tree,
)
from symroof.tracing.given import given_costs

B, D = dims("B D")
MM = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")
SMALL = serving_memory(params=9, layers=1, kv_heads=1, head=1, context=1)

# what takes an amount, and the unit that it takes
TAKES = {
    "at_most of an operation": (lambda x: threshold(MM, "B", on="TPU v5e", at_most=x), "ms"),
    "at_most of an expression": (lambda x: threshold(B * D, B, at_most=x), "GB"),
    "over of an operation": (lambda x: threshold(MM, "B", over=x), "FLOPs/byte"),
    "over of an expression": (lambda x: threshold(B * D, B, over=x), "us"),
    "V": (lambda x: all_gather(x, ring(4)), "MB"),
    "V of one hop": (lambda x: point_to_point(x, ring(4)), "MB"),
    "W": (lambda x: all_gather("V", ring(4), W=x), "GB/s"),
    "W of a link": (lambda x: all_gather("V", ring(4), W={"ici": x}), "GB/s"),
    "hop": (lambda x: all_gather("V", ring(4), hop=x), "us"),
    "seconds": (lambda x: achieved(MM.at(B=8, D=64, F=64), "TPU v5e", x), "ms"),
    "capacity": (lambda x: SMALL.batch(capacity=x), "GB"),
    "FLOPs": (lambda x: Op.of(flops=x, bytes=1), "TFLOPs"),
    "bytes": (lambda x: Op.of(flops=1, bytes=x), "GB"),
    "bytes of a link": (lambda x: Op.of(flops=1, bytes={"ici": x}), "GB"),
    "times by name": (lambda x: bottlenecks({"a": x, "b": "B"}), "ms"),
}
COUNTS = {
    "params": lambda x: training_memory(params=x),
    "kv_heads": lambda x: serving_memory(kv_heads=x),
    "ring": ring, "line": line, "switch": switch, "torus": lambda x: torus(ring(4), ring(x)),
    "tree": lambda x: tree(("nvlink", 8), ("ib", x)),
    "experts": lambda x: mixture_of_experts(experts=x),
    "stages": pipeline_bubble,
    "bubble": lambda x: pipeline_microbatches(4, interleave=x),
}  # fmt: skip


@pytest.mark.parametrize("name", TAKES)
def test_a_unit_alone_is_told_as_one_and_the_remedy_works(name):
    takes, unit = TAKES[name]
    with pytest.raises(SymroofError, match=f"={unit}: a unit without a number; write ") as e:
        takes(unit)
    assert f'"1 {unit}"' in str(e.value)
    meant = re.search(r'or (symbol\("\w+"\))', str(e.value))
    if meant and name != "capacity":  # which is asked for a number
        takes(eval(meant[1], {"symbol": symbol}))
    takes(f"1 {unit}")


@pytest.mark.parametrize("name", COUNTS)
def test_where_something_is_counted_no_unit_is_taken(name):
    for unit in ("GB", "ms", "TFLOPs"):
        with pytest.raises(SymroofError, match=f"={unit}: a unit where a number is meant; write .*=4096, or symbol"):
            COUNTS[name](unit)
    COUNTS[name]("n")
    COUNTS[name](symbol("ms"))


def test_a_unit_of_something_else_says_which_is_meant():
    with pytest.raises(SymroofError, match=r"at_most=GB: a unit without a number, and s are meant; write symbol\("):
        threshold(MM, "B", on="TPU v5e", at_most="GB")
    with pytest.raises(SymroofError, match=r"hop=GB/s: a unit without a number, and s are meant$"):
        all_gather("V", ring(4), hop="GB/s")


def test_letters_and_names_that_are_no_units_are_symbols():
    assert str(all_gather("B", ring(4)).volume) == "B"  # a byte is no amount, B is a size
    assert "t" in str(threshold(B * D, B, at_most="t"))
    assert "s" in map(str, all_gather("V", ring("s")).time.free_symbols)
    with pytest.raises(SymroofError, match="at_most=s: a unit without a number"):
        threshold(MM, "B", on="TPU v5e", at_most="s")
    assert "T_max" in str(threshold(B * D, B, at_most="T_max"))


def test_counted_things_are_numbers_and_seconds_are_none():
    assert ring("8 chips") == ring(8)
    assert training_memory(params="7 billion") == training_memory(params=7 * 10**9)
    with pytest.raises(SymroofError, match="s where a number is meant"):
        ring("15 ms")
    assert ring("2*n") == ring(2 * symbol("n"))


def test_amounts_in_units_are_numbers_in_base_units():
    assert Op.of(flops="2 TFLOPs", bytes="3 GB") == Op.of(flops=2 * 10**12, bytes=3 * 10**9)
    assert Op.of(flops={"int8": "2 TFLOPs"}, bytes={"ici": "3 GB"}).traffic["ici"] == 3 * 10**9
    assert bottlenecks({"a": "2 ms", "b": "B/1000"}).crossover("a", "b", "B").integer == 1
    assert threshold(B / 10**6, B, over="2 us").integer == 2
    for wrong in (lambda: Op.of(flops="2 GB", bytes=1), lambda: bottlenecks({"a": "2 GB", "b": "B"})):
        with pytest.raises(SymroofError, match=r"bytes where (FLOPs|s) are meant"):
            wrong()


def test_no_regime_and_no_binding_takes_a_unit_for_a_size():
    for given in ("B << 8 GB", "B << ms"):
        with pytest.raises(SymroofError, match="is a unit, no size; compare sizes with each other"):
            threshold(MM, "B", on="TPU v5e", given=given)
    assert threshold(MM, "B", on="TPU v5e", given="B << D, F").integer == 241
    with pytest.raises(SymroofError, match='B=ms: a unit without a number; write B="1 ms"'):
        check("2*B", "2*B", let={"B": "ms"})
    assert check("2*B", "8 ms", let={"B": "4 ms"}).ok
    assert check("2*B", "2*N", let={"B": "N"}).ok


@pytest.mark.parametrize(
    ("answer", "right", "verdict"),
    [
        # right in hours, days, minutes, seconds; and in none
        ("52", "2 days 4 hours", "undecided"), ("52", "52 h", "undecided"), ("52", "52 hours", "undecided"),
        ("3120", "52 h", "undecided"), ("3", "3 d", "undecided"), ("90", "1.5 h", "undecided"),
        ("90", "90 min", "undecided"),
        ("187200", "2 days 4 hours", "exact"), ("52 h", "2 days 4 hours", "exact"), ("700", "700 W", "exact"),
        ("53", "2 days 4 hours", "wrong"), ("53", "52 h", "wrong"), ("91", "1.5 h", "wrong"),
        ("52 min", "52 h", "wrong"),        ("5", "5*h", "wrong"), ("15", "h*3 + 2*h", "wrong"),
    ],
)  # fmt: skip
def test_a_number_that_is_right_in_a_unit_that_nobody_told_is_open(answer: str, right: str, verdict: str):
    """52 was wrong for 52 h, whose letter might be a symbol, and open for 52 hours."""
    assert check(answer, right).verdict == verdict


def test_the_link_of_a_switch_is_that_of_the_chip_for_a_collective_and_named_for_an_operation():
    """7/8 of V over 450 GB/s; help(switch) says so, and that an operation names it."""
    assert all_gather("V", switch(8), on="H100").time == all_gather("V", switch(8, link="nvlink"), on="H100").time
    text = "bf16 A[I, J_X] * bf16 B[J_X, K] -> bf16 C[I, K]"
    with pytest.raises(SymroofError, match="name the network, as in over='switch:nvlink'"):
        T_lower(op(text, mesh="X=8", over="switch"), "H100")
    assert T_lower(op(text, mesh="X=8", over="switch:nvlink"), "H100").free_symbols
    assert 'over="switch:nvlink"' in switch.__doc__


@pytest.mark.parametrize(
    ("formula", "level", "answer"),
    [
        ("2*B*D*X/(X - 1)", "1 GB", "B >= 500000000/D - 500000000/(D*X) when 1 < X"),  # X - 1 counts, and has no unit
        ("2*B*C*D", "1 GB", "B >= 500000000/(C*D)"),  # channels multiply, rates divide
        ("12*B*C**2/W", "1 ms", "B >= W/(12000*C**2)"),  # no rate is squared
        ("2*B*D/W", "1 GB", "s are meant"),
        ("B*D/(B + D)", "1 GB", "an intensity"),
    ],
)
def test_a_level_is_in_what_a_formula_is_in(formula: str, level: str, answer: str) -> None:
    if answer.startswith("B"):
        assert str(threshold(formula, "B", over=level)) == answer
    else:
        with pytest.raises(SymroofError, match=answer):
            threshold(formula, "B", over=level)


@pytest.mark.parametrize("text", ["4 M", "64k", "2.5 G", "3 T"])
def test_a_number_with_a_letter_behind_it_is_a_number_or_a_product_to_nobody(text):
    # "4 M" was 4*M as a level and 4,000,000 as bytes; "64k" devices were 64 of a symbol k
    number, letter = text[:-1].strip(), text[-1]
    for ask in (
        lambda: threshold("B*D", "B", over=text),
        lambda: all_gather("V", ring(text)),
        lambda: tree(("node", text)),
        lambda: all_gather(text, ring(4)),
    ):
        with pytest.raises(SymroofError, match=f"or so many times the symbol {letter}|{text} read as"):
            ask()
    assert threshold("B*D", "B", over=f"{number}*{letter}").verdict == "when"
    assert str(all_gather(f"{number}*{letter}", ring(4), W=10**9).time.subs(symbol(letter), 8)) == str(
        Fraction(number) * 3 / 10**9
    )  # a ring of 4 takes 3/4 of it in two directions


@pytest.mark.parametrize("letter", "kKMGT")
def test_no_amount_takes_a_number_with_a_letter_behind_it(letter):
    """bottlenecks({"x": "2K", ...}) was of 2000 s and Op.of(flops="2K") of 2000 FLOPs, where other verbs read 2*K."""
    asks = [
        lambda x: bottlenecks({"x": x, "y": "D"}).cases,
        lambda x: bottlenecks([{"x": x, "y": "D"}]).cases,
        lambda x: Op.of(flops=x, bytes="D").flops,
        lambda x: Op.of(flops="D", bytes={"ici": x}).traffic,
        *(lambda x, f=f: f(x, ring(4)).time for f in (all_gather, reduce_scatter, all_reduce, all_to_all)),
        lambda x: point_to_point("V", ring(4), hop=x).time,
        lambda x: data_parallel(W=x).T_comms,
        lambda x: threshold("D", "D", over=x),
        lambda x: threshold("D", "D", at_most=x),
        lambda x: pipeline_bubble(x, 8),
        lambda x: given_costs({"flash": {"flops": x}})["flash"].work,
    ]
    for ask in asks:
        for text in (f"2{letter}", f"2 {letter}"):
            with pytest.raises(
                SymroofError, match=rf"so many times the symbol {letter}\? write 2(000)+, or 2\*{letter}|2e\d"
            ):
                ask(text)
        product, number = str(ask(f"2*{letter}")), str(ask("2e3"))
        assert re.search(rf"\b{letter}\b", product)
        assert not re.search(rf"\b{letter}\b", number)


def test_a_number_with_its_unit_stays_what_it_is():
    assert Op.of(flops="2 MFLOPs", bytes="2 kB").traffic["hbm"] == 2000
    assert all_gather("2 kB", ring(4), W="1 GB/s").time == Fraction(3, 4_000_000)
    assert bottlenecks({"x": "2 ms", "y": "1 ms"}).at() == ("x",)
    assert threshold("D", "D", over="2K*D2").verdict == "when"  # a formula: its factor is written right behind 2
