"""Answers that were called wrong, or right, for what they did not say: names, units left out, words, other places.

Each reason with both outcomes, marked by hand before it was tried: R right, W wrong, U open.
"""

from __future__ import annotations

import pytest
from marks import outcome

from symroof import check

NAMES = [
    # in the other case: each has one partner, and the formula is the key's
    ("2bdf", "2*B*D*F", "R"), ("3bdf", "2*B*D*F", "W"), ("2bd + 2df", "2*B*D + 2*D*F", "R"), ("v/w", "V/W", "R"),
    ("2v/w", "V/W", "W"), ("bd/(b + d)", "B*D/(B + D)", "R"), ("(b + d)/bd", "B*D/(B + D)", "W"),
    ("b > c/w", "B > C/W", "R"), ("b > w/c", "B > C/W", "W"), ("b < c/w", "B > C/W", "W"),
    # one of several in the other case may be another thing: b bytes of a weight, B a batch
    ("b*D", "B*D", "U"), ("B*N/W", "b*N/W", "U"), ("v/w + A", "V/W + a", "U"), ("2*b*D", "B*D", "W"),
    # subscripts typed plainly
    ("E = T1/(p*Tp)", "T_1/(p*T_p)", "R"), ("Tp/(p*T1)", "T_1/(p*T_p)", "W"), ("Cin*Cout", "C_in*C_out", "R"),
    ("2*Cin*Cout", "C_in*C_out", "W"), ("t1/(n*tn)", "T_1/(N*T_N)", "R"), ("5 ms", "m_s", "W"),
    # times by the names that they have by custom
    ("MAX(T_calc, T_comm)", "max(T_math, T_comms)", "R"), ("MIN(T_calc, T_comm)", "max(T_math, T_comms)", "W"),
    ("max(T_load, T_compute)", "max(T_math, T_mem)", "R"), ("T_calc + T_comm", "max(T_math, T_comms)", "W"),
    ("max(T_comms, T_mem)", "max(T_math, T_comms)", "W"), ("max(T_a, T_b)", "max(T_math, T_comms)", "U"),
    # names that the question does not have
    ("6PT", "6*N*D", "U"), ("2PT", "6*N*D", "W"), ("M/W", "V/W", "U"), ("M/W", "2*V/W", "W"), ("8x^2", "8*n**2", "U"),
    ("9x^2", "8*n**2", "W"), ("X > C/W", "B > C/W", "U"), ("X < C/W", "B > C/W", "W"),
    ("B > B_crit", "B > 300", "U"), ("B > 250", "B > 300", "W"),
    # names that by custom mean something else, and all that one bound tells from another
    ("V/C", "V/W", "W"), ("2BDF/W", "2*B*D*F/C", "W"), ("D", "B", "W"), ("d > 240", "B > 240", "W"),
    ("2*B*D*D", "2*B*D*F", "W"), ("V/W_hbm", "V/W_ici", "W"), ("1 - p^n", "1 - (1 - p)**n", "W"),
    ("W/BW", "Q/BW", "W"), ("a^n", "b^n", "W"), (r"\log_{M} N", "log(N)/log(B)", "W"),
]  # fmt: skip

UNITS_LEFT_OUT = [
    ("700 W * 8 = 5.6", "5.6 kW", "U"), ("700 W * 8 = 5.7", "5.6 kW", "W"), ("700 W * 7 = 5.6", "5.6 kW", "W"),
    ("700 W * 8 = 5600", "5.6 kW", "R"), ("0,1", "0.1%", "U"), ("0.2", "0.1%", "W"), ("12", "12%", "U"),
    ("0.12", "12%", "R"), ("1.2", "12%", "W"),
    ("half a gig", "500 MB", "R"), ("half a gig", "5 GB", "W"),
    ("64b", "64 bytes", "U"), ("64b", "64 bits", "U"), ("64b", "128 bytes", "W"), ("64b", "64*b", "R"),
    # a quotient, or one of two
    ("16 GB / 32 GB", "16 GB", "U"), ("24 GB / 32 GB", "16 GB", "W"), ("16 GB / 32 GB", "0.5", "R"),
    ("480 / 2", "240", "R"),
    # prefixes alone: of links bits a second, of disks bytes
    ("100G*.05=5G", "5 Gb/s", "R"), ("100G*.05=50G", "5 Gb/s", "W"), ("100G*.05=50G", "50 Gb/s", "W"),
    ("incr: 2% of 20T = 400G", "400 GB", "R"), ("incr: 2% of 20T = 40G", "400 GB", "W"),
    ("4 * 25G = 100G", "12.5 GB/s", "U"), ("4 * 25G = 100G", "100 Gbit/s", "R"), ("100 G", "100 GB/s", "U"),
    # the s of a rate is no symbol, and what stands behind = has to follow
    ("4 * 25 Gb/s = 100 Gb/s", "100 Gbit/s", "R"), ("4 * 25 Gb/s = 10 Gb/s", "100 Gbit/s", "W"),
    ("C/W = 240 FLOPs/byte", "C/W", "R"), ("30 tokens/s * 4 = 100 tokens/s", "120 tokens/s", "W"),
    # things are no time, but so many may be told with how long they last
    ("2 frames", "2/60 s", "U"), ("2 frames (33 ms)", "2/60 s", "R"), ("2 frames (50 ms)", "2/60 s", "W"),
    ("3 frames (33 ms)", "2/60 s", "U"), ("2 frames = 33 ms", "2/60 s", "R"), ("4 cycles (2 ns)", "2 ns", "U"),
    ("24 tokens", "24 tokens/s", "W"), ("10 s for 4 layers", "10 s/layer", "U"),
    # a multiply-add is two FLOPs, and a tonne a thousand kilograms of whatever it is
    ("MNK FMAs", "2*M*N*K", "R"), ("2MNK FMAs", "2*M*N*K", "W"), ("16 FMAs/cycle", "32 FLOPs/cycle", "R"),
    ("32 FMAs/cycle", "32 FLOPs/cycle", "W"), ("0.4 kg/kWh x 1000 MWh = 400 t CO2", "400 tonnes", "R"),
    ("0.4 kg/kWh x 1000 MWh = 400 kg", "400 tonnes", "W"), ("4 t of CO2", "400 tonnes", "W"),
    ("400 kg CO2e", "0.4 t", "R"),
    ("400*t", "400*t", "R"),
    # exponents as Fortran writes them
    ("1.5d-3 s", "1.5 ms", "R"), ("1.5d-3 s", "1.5 s", "W"), ("1.5D3", "1500", "R"), ("1d-3 s", "1 ms", "R"),
    ("1.5 d", "36 h", "R"), ("2d", "48 hours", "R"), ("2*d - 3", "2*d - 3", "R"),
]  # fmt: skip

WORDS = [
    # the one no that says yes
    ("Sure, 40 TB in an 8 hour window is no problem.", "no", "W"), ("40 TB in 8 h is not an issue", "yes", "R"),
    ("Sure, 40 TB in an 8 hour window is no problem.", "yes", "R"), ("That is no big deal", "no", "W"),
    ("no worries", "yes", "R"), ("Loading 40 GB is no problem", "no", "U"),
    ("The card has no space for 40 GB", "no", "R"),
    ("There is no need to wait", "no", "U"), ("If we compress, 40 TB is no problem", "yes", "U"),
    ("no, 40 TB in 8 h is a problem", "no", "R"), ("memory bandwidth is no problem", "yes", "U"),
    # a verb says which way, in whatever language, or leaves it open
    ("The time it augments 25%", "25% less time", "W"), ("The time it augments 25%", "25% more time", "R"),
    ("the time rises 25%", "25% less time", "W"), ("the time diminishes by 25%", "25% less time", "R"),
    ("throughput diminishes 25%", "25% faster", "W"), ("the time flurbs 25%", "25% less time", "U"),
    ("the latency gets 25% worse", "25% less time", "U"), ("time goes up 25%", "25% less time", "W"),
    ("a saving of 25%", "25% less time", "R"), ("traffic drops 25%", "25% less traffic", "R"),
    # where it is to be found is no value
    ("see my notebook, cell 7", "8*n**2 bytes", "U"), ("see slide 12", "12 ms", "U"), ("cell 7", "7", "U"),
    ("see table 3: 42 ms", "42 ms", "R"), ("see table 3: 42 ms", "3 ms", "W"), ("above 240", "B > 240", "R"),
]  # fmt: skip


@pytest.mark.parametrize(("answer", "expected", "by_hand"), NAMES)
def test_names_in_other_letters(answer: str, expected: str, by_hand: str) -> None:
    assert outcome(answer, expected) == by_hand


@pytest.mark.parametrize(("answer", "expected", "by_hand"), UNITS_LEFT_OUT)
def test_units_that_are_left_out_or_of_another_trade(answer: str, expected: str, by_hand: str) -> None:
    assert outcome(answer, expected) == by_hand


@pytest.mark.parametrize(("answer", "expected", "by_hand"), WORDS)
def test_words_that_turn_an_answer_or_give_none(answer: str, expected: str, by_hand: str) -> None:
    assert outcome(answer, expected) == by_hand


def test_names_of_the_question_are_not_read_as_others() -> None:
    assert check("b*d", "B*D", symbols="B D b d").verdict == "wrong"
    assert check("6*P*T", "6*N*D", symbols="N D P T").verdict == "wrong"
    assert check("6*P*T", "6*N*D", let={"P": 7, "T": 3}).verdict != "exact"
