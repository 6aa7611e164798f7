"""Readings that are held to what they can be sure of: BW beside B, two digits of a power of ten, what falls by 4x."""

import pytest

from symroof import check
from symroof.errors import SymroofError


def _mark(answer: str, key: str) -> str:
    try:
        found = check(answer, key)
    except SymroofError:
        return "open"
    return "right" if found.ok else "wrong" if found.verdict == "wrong" else "open"


@pytest.mark.parametrize(
    ("answer", "key", "mark"),
    [
        # 1.09 cut to 1.0 is 8 % off, 1.97 to 1.9 3.6 %; 1/1.97e14 is 5.0761e-15, 1/8.2e11 is 1.2195e-12
        ("V/1.0e12", "V/1.09e12", "wrong"),
        ("B*D*F/1.9e14", "BDF/1.97e14", "wrong"),
        ("V/1.5e14", "V/1.59e14", "wrong"),
        ("B > 1.0e14/W", "B > 1.09e14/W", "wrong"),
        ("2.0e3*V", "2090*V", "wrong"),
        ("max(1.0e-6*B, D)", "max(1.09e-6*B, D)", "wrong"),
        ("5.08e-15*B*D*F", "B*D*F/1.97e14", "right"),
        ("6.89e-1*B*D", "0.68915*B*D", "right"),
        ("1.2195e-12*V", "V/8.2e11", "right"),
        ("1.2e-12*V", "V/8.2e11", "open"),  # to two digits right, and 4 % wide
        ("1.3e-12*V", "V/8.2e11", "wrong"),
        ("6.8*V", "6.89*V", "open"),  # cut to two digits, by 1.3 %
        ("6.89*V", "6.894*V", "right"),
    ],
)
def test_a_power_of_ten_in_a_formula_is_held_to_three_digits(answer: str, key: str, mark: str) -> None:
    assert _mark(answer, key) == mark


@pytest.mark.parametrize(
    ("answer", "key", "mark"),
    [
        ("5 useless bits", "5 bits", "open"),
        ("5 redundant bits", "5 bits", "right"),
        ("caching barely halves the bytes", "2x fewer bytes", "open"),
        ("caching rarely halves the bytes", "2x fewer bytes", "open"),
        ("caching at most halves the bytes", "2x fewer bytes", "open"),
        ("caching halves the bytes", "2x fewer bytes", "right"),
        ("1:1.5", "1.5", "open"),
        ("1:4", "4", "open"),
        ("1:4", "5", "wrong"),
        ("1:4", "4:1", "wrong"),  # which says of which to which
        ("4:1", "4", "right"),
        ("1:4", "1/4", "right"),
        ("loss: -25%", "25%", "open"),
        ("saving: -25%", "25%", "open"),
        ("saving: 25%", "25%", "right"),
        ("saving: 35%", "25%", "wrong"),
        ("saves a quarter of the time", "1.33x faster", "right"),  # 4/3
        ("saves a quarter of the time", "1.5x faster", "wrong"),
    ],
)
def test_words_that_bend_a_number(answer: str, key: str, mark: str) -> None:
    assert _mark(answer, key) == mark


@pytest.mark.parametrize(
    ("answer", "key", "mark"),
    [
        ("B*D/BW", "B*D/W", "right"),  # the bandwidth
        ("t = B/BW", "B/W", "right"),
        ("(B*D + D*F)/BW", "(B*D + D*F)/W", "right"),
        ("C*B/BW", "C*B/W", "right"),
        ("BW/B", "W/B", "right"),
        ("B > C/BW", "B > C/W", "right"),
        ("min(C, B*BW)", "min(C, B*W)", "right"),
        ("BW > C", "B > C/W", "right"),  # the product, where no other B stands
        ("C/BW", "C/(B*W)", "right"),
        ("B*D + BW", "B*D + B*W", "right"),
        ("B*D/BW", "D/W", "open"),  # right for the product, and the key has none
        ("B < C/BW", "B > C/W", "wrong"),
        ("B*D/BW", "2*B*D/W", "wrong"),
        ("DCN", "D*C*N", "open"),  # a network
        ("D*C*N", "D*C*N", "right"),
    ],
)
def test_the_bandwidth_is_no_product_beside_its_letters(answer: str, key: str, mark: str) -> None:
    assert _mark(answer, key) == mark


@pytest.mark.parametrize(
    ("answer", "key", "mark"),
    [
        ("1024 B * 2 FLOPs/B", "2048 FLOPs", "right"),
        ("16 B * 240 FLOPs/B = 3840 FLOPs", "3840 FLOPs", "right"),
        ("512 B * 4 FLOPs/B = 2 kFLOPs", "2048 FLOPs", "right"),
        ("512 B * 4 FLOPs/byte", "2048 FLOPs", "right"),
        ("1024 B * 3 FLOPs/B", "2048 FLOPs", "wrong"),
        ("2*70B", "1.4e11 FLOPs", "right"),  # billions
        ("6*70B*15T", "6.3e24 FLOPs", "right"),
        ("6*70B*15T", "6.3e23 FLOPs", "wrong"),
    ],
)
def test_a_b_beside_flops_per_byte_is_bytes(answer: str, key: str, mark: str) -> None:
    assert _mark(answer, key) == mark


@pytest.mark.parametrize(
    ("answer", "key", "mark"),
    [
        ("the bytes fall by a factor of 4", "4x", "right"),
        ("the weights are compressed by a factor of 4", "4x", "right"),
        ("the cost collapses by a factor of 10", "10x", "right"),
        ("costs fall 3x", "3x", "right"),
        ("bytes ↓ 4x", "4x", "right"),
        ("int8 halves the bytes", "2x", "right"),
        ("the bytes grow by a factor of 4", "4x", "right"),
        ("the bytes fall by a factor of 4", "4x fewer bytes", "right"),
        ("the bytes fall by a factor of 4", "4x more bytes", "wrong"),
        ("the bytes fall by a factor of 3", "4x", "wrong"),
        ("it halves the bytes", "4x", "wrong"),
        ("the bytes fall by a factor of 4", "4", "right"),
        ("the bytes fall by a factor of 4", "5", "wrong"),
        ("the speed falls by a factor of 4", "4x", "wrong"),
        ("the throughput halves", "2x", "wrong"),
        ("the accuracy falls by a factor of 4", "4x", "wrong"),
        ("caching halves the batch", "2x", "open"),
    ],
)
def test_what_falls_by_a_factor_has_that_factor(answer: str, key: str, mark: str) -> None:
    assert _mark(answer, key) == mark
