"""Collectives against a simulation that moves every piece, and against what the book prints."""

import re
from fractions import Fraction
from itertools import combinations, product
from math import prod

import grid
import pytest
import ring as judge
import sympy
from hypothesis import given
from hypothesis import strategies as st

from symroof import T_comms, machine, op
from symroof.algebra.ratios.posynomial import build, gen, ratio
from symroof.errors import Inconclusive, SymroofError, UnknownResource, Unsupported
from symroof.model.collectives import (
    all_gather,
    all_reduce,
    all_to_all,
    collective,
    line,
    point_to_point,
    reduce_scatter,
    ring,
    switch,
    torus,
    tree,
)
from symroof.model.facts import FACTS, MEANING
from symroof.symbols import dims, params

KINDS = {"one-way ring": lambda n: ring(n, both_ways=False), "ring": ring, "line": line}
JUDGES = {
    "AllGather": judge.all_gather,
    "ReduceScatter": judge.reduce_scatter,
    "AllReduce": judge.all_reduce,
    "AllToAll": judge.all_to_all,
}
V, W, n = gen("V"), gen("W_ici"), gen("n")


@pytest.mark.parametrize(("name", "kind", "size"), list(product(JUDGES, KINDS, range(1, 10))))
def test_every_share_and_hop_count_is_what_the_simulation_counts(name, kind, size):
    load, steps = JUDGES[name](size, kind)
    ours = collective(name, "V", KINDS[kind](size))
    assert ours.shares["ici"] == ratio(load)
    assert ours.hops == steps
    if size > 1:
        assert ours.time_core == load * V / W


@pytest.mark.parametrize(("kind", "size"), list(product(KINDS, range(2, 10))))
def test_the_simulated_loads_are_the_least_possible(kind, size):
    assert judge.all_gather(size, kind)[0] == judge.inward(size, kind)
    assert judge.all_to_all(size, kind)[0] == judge.distances(size, kind)


@pytest.mark.parametrize(("name", "kind", "size"), list(product(JUDGES, KINDS, range(2, 10))))
def test_binding_a_symbolic_size_gives_the_exact_figure(name, kind, size):
    assert collective(name, "V", KINDS[kind]("n")).at(n=size).shares == collective(name, "V", KINDS[kind](size)).shares


@pytest.mark.parametrize(("name", "kind", "size"), list(product(JUDGES, KINDS, (4, 6, 8))))
def test_the_symbolic_formula_holds_as_it_stands_for_even_sizes(name, kind, size):
    symbolic = collective(name, "V", KINDS[kind]("n")).time_core.subs({"n": ratio(size)})
    assert symbolic == JUDGES[name](size, kind)[0] * V / W


def test_the_book_s_ratios():
    one, two = ring("n", both_ways=False), ring("n")
    assert all_gather("V", one).time_core == (n - 1) / n * V / W
    assert all_gather("V", one).leading_core == V / W
    assert all_gather("V", two).leading_core == V / (2 * W)
    for over in (one, two, line("n"), torus(ring("X"), ring("Y")), tree(("node", 8), ("leaf", "L"))):
        assert all_reduce("V", over).time_core == 2 * all_gather("V", over).time_core
        assert reduce_scatter("V", over).time_core == all_gather("V", over).time_core
    assert all_to_all("V", two).time_core / all_gather("V", two).time_core == n / (4 * (n - 1))
    assert all_to_all("V", two).leading_core / all_gather("V", two).leading_core == Fraction(1, 4)
    assert all_to_all("V", one).time_core / all_gather("V", one).time_core == Fraction(1, 2)


@pytest.mark.parametrize("size", range(2, 10))
def test_all_to_all_over_all_gather_even_and_odd(size):
    expected = Fraction(size, 4 * (size - 1)) if size % 2 == 0 else Fraction(size + 1, 4 * size)
    quotient = judge.all_to_all(size, "ring")[0] / judge.all_gather(size, "ring")[0]
    assert quotient == expected
    assert all_to_all("V", ring(size)).time_core / all_gather("V", ring(size)).time_core == expected


@pytest.mark.parametrize("name", ["AllGather", "ReduceScatter", "AllReduce", "AllToAll", "PointToPoint"])
def test_one_device_sends_nothing(name):
    for over in (ring(1), line(1), ring(1, both_ways=False), torus(ring(1), ring(1)), tree(("node", 1))):
        made = collective(name, "V", over, hop=1e-6)
        assert made.time_core == 0
        assert made.bound_by == "nothing"


def test_one_device_has_no_other_to_send_to_and_two_have():
    """It was V/W over a ring of 1; counted by hand: no pair of devices, no byte, and a pair has one link."""
    assert point_to_point("V", ring(1)).time_core == point_to_point("V", ring("n")).at(n=1).time_core == 0
    assert "one device: nothing to send" in point_to_point("V", ring(1)).sources
    assert str(point_to_point("V", ring(2)).time) == str(point_to_point("V", ring("n")).at(n=2).time) == "V/W_ici"
    assert "2 devices or more; one sends nothing" in point_to_point("V", ring("n")).conventions
    assert "2 devices or more; one sends nothing" not in point_to_point("V", ring(2)).conventions
    with pytest.raises(SymroofError, match="2 hops: on a ring of 1 no two devices are more than 0 apart"):
        point_to_point("V", ring(1), distance=2)


def test_an_axis_of_one_is_no_axis():
    assert all_gather("V", torus(ring(4), ring(1))).time_core == all_gather("V", ring(4)).time_core


@pytest.mark.slow
@given(st.integers(3, 9), st.integers(3, 9))
def test_two_axes_reach_the_bound_when_the_array_is_cut_right(x, y):
    (x0, y0), (x1, y1) = judge.torus_gather(x, y, Fraction(0)), judge.torus_gather(x, y, Fraction(1))
    split = (x0 - y0) / ((x0 - y0) - (x1 - y1))
    assert 0 <= split <= 1
    busy_x, busy_y = judge.torus_gather(x, y, split)
    assert busy_x == busy_y
    assert all_gather("V", torus(ring(x), ring(y))).shares["ici"] == busy_x


GRIDS = [
    *([(x, y), k] for x, y in product((2, 3, 4, 5), (2, 3, 6)) for k in product(KINDS, repeat=2)),
    *([s, k] for s in ((2, 3, 4), (4, 4, 2), (3, 3, 3)) for k in product(("ring", "line"), repeat=3)),
]


@pytest.mark.slow
@pytest.mark.parametrize(("sizes", "kinds"), GRIDS)
def test_all_to_all_over_several_axes_is_what_the_simulation_counts(sizes, kinds):
    made = all_to_all("V", torus(*(KINDS[k](n) for n, k in zip(sizes, kinds))))
    assert made.shares["ici"] == max(grid.all_to_all(list(sizes), list(kinds)))


@pytest.mark.slow
@pytest.mark.parametrize(("sizes", "kinds"), GRIDS)
def test_all_gather_over_several_axes_reaches_the_bound(sizes, kinds):
    """The array is cut into parts that gather their axes in rotated orders; equal links are possible and least."""
    rounds = [[*range(k, len(sizes)), *range(k)] for k in range(len(sizes))]
    loads = [grid.all_gather(list(sizes), list(kinds), order) for order in rounds]
    bound = grid.inward(list(sizes), list(kinds))
    matrix = sympy.Matrix(len(sizes), len(sizes), lambda link, part: sympy.Rational(str(loads[part][link])))
    parts = matrix.LUsolve(sympy.ones(len(sizes), 1))
    parts = parts / sum(parts)
    assert all(p >= 0 for p in parts)
    assert {Fraction(str(x)) for x in matrix * parts} == {bound}
    for name, times in ((all_gather, 1), (reduce_scatter, 1), (all_reduce, 2)):
        assert name("V", torus(*(KINDS[k](n) for n, k in zip(sizes, kinds)))).shares["ici"] == times * bound


def test_several_axes():
    X, Y, Z = gen("X"), gen("Y"), gen("Z")
    two = all_gather("V", torus(ring("X"), ring("Y")))
    assert two.time_core == (X * Y - 1) / (X * Y) * V / (4 * W)
    assert two.leading_core == V / (4 * W)
    assert two.hops == (X + Y) / 2
    three = all_to_all("V", torus(ring("X"), ring("Y"), ring("Z")))
    assert three.time_core == V * build("max", [X, Y, Z]) / (8 * X * Y * Z * W)
    assert all_gather("V", torus(line(4), line(4))).time_core == Fraction(15, 16) * V / (2 * W)


@pytest.mark.parametrize("degrees", [[8], [8, 4], [4, 3, 2], [2, 1, 5], [1, 3], [2, 2, 2]])
def test_a_hierarchy_loads_each_level_by_what_its_groups_lack(degrees):
    names = ["node", "leaf", "spine"][: len(degrees)]
    gather, swap = grid.tree_gather(degrees), grid.tree_swap(degrees)
    assert grid.tree_scatter(degrees) == gather  # without sums in the switches
    over = tree(*zip(names, degrees))
    assert [reduce_scatter("V", over).shares[k] for k in names] == gather
    assert [all_gather("V", over).shares[k] for k in names] == gather
    assert [all_to_all("V", over).shares[k] for k in names] == swap
    assert [all_reduce("V", over).shares[k] for k in names] == [2 * g for g in gather]


def test_the_slowest_level_sets_the_time():
    over = tree(("node", 8), ("leaf", 4))
    made = all_gather(3200, over, W={"node": 100, "leaf": 25})
    assert made.time_core == max(Fraction(31 * 100, 100), Fraction(24 * 100, 25))


def test_a_pipelined_line_reduces_at_the_ring_s_figure():
    assert all_reduce("V", line(4, pipelined=True)).time_core == V / W
    assert all_reduce("V", line(4)).time_core == Fraction(3, 2) * V / W
    with pytest.raises(Unsupported, match=r"AllGather has no rule for a pipelined line; use line\(n\)"):
        all_gather("V", line(4, pipelined=True))
    with pytest.raises(Unsupported, match="one axis by itself"):
        torus(line(4, pipelined=True), ring(2))


def test_two_way_bandwidth_is_halved_and_the_result_says_so():
    made = all_gather("V", ring("n"), W=9e10, both_ways=True)
    assert made.time_core == all_gather("V", ring("n"), W=4.5e10).time_core
    assert any("half of the two-way figure" in c for c in made.conventions)
    assert MEANING["AllGather"] in made.conventions


def test_latency_floor_and_who_sets_the_time():
    tiny = all_gather(256, ring(4), W=4.5e10, hop=1e-6)
    assert tiny.time_core == Fraction(2, 10**6)
    assert tiny.bound_by == "latency"
    assert any("set by latency" in c for c in tiny.conventions)
    wide = all_gather(10**9, ring(4), W=4.5e10, hop=1e-6)
    assert wide.bound_by == "bandwidth"
    assert wide.time_core == Fraction(3, 8) * 10**9 / Fraction(45 * 10**9)
    assert point_to_point("V", ring(4), W=4.5e10, hop=1e-6).latency_bytes_core == 45000
    assert point_to_point("V", ring(4), W=4.5e10, hop="1us").latency_bytes == 45000  # as docs/sharding.md has it
    symbolic = all_gather("V", ring("n"), hop="T_hop")
    assert symbolic.time_core == build("max", [n / 2 * gen("T_hop"), (n - 1) * V / (2 * n * W)])
    with pytest.raises(Inconclusive, match="bind T_hop, V, W_ici, n"):
        symbolic.bound_by
    assert all_gather("V", ring("n")).bound_by == "bandwidth"


def test_the_floor_and_the_crossing_agree():
    at = all_gather("V", ring(6), W=10, hop=3)
    edge = at.latency_bytes_core.constant()
    assert at.at(V=edge * 2).bound_by == "bandwidth"
    assert at.at(V=Fraction(edge) / 2).bound_by == "latency"
    assert at.at(V=edge).bandwidth_core == at.at(V=edge).floor_core


def test_sympy_in_and_out():
    B, F, X = dims("B F X")
    w = params("w")
    assert sympy.simplify(all_gather(2 * B * F, ring(X), W=w).time - (X - 1) * B * F / (X * w)) == 0
    made = all_gather("V", ring("n"), hop="T_hop")
    assert (made.bytes, made.leading, made.floor) == tuple(
        sympy.sympify(e, {k: sympy.Symbol(k, positive=True) for k in ("V", "W_ici", "n", "T_hop")})
        for e in ("V/2 - V/(2*n)", "V/(2*W_ici)", "T_hop*n/2")
    )
    assert made._repr_latex_().startswith("$")
    assert "AllGather of V bytes over ring of n" in str(made)


def test_every_row_of_the_table_has_a_source_and_is_used():
    assert all(f.source for f in FACTS)
    assert len({(f.name, f.kind) for f in FACTS}) == len(FACTS)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: collective("Broadcast", "V", ring(4)), "no collective 'Broadcast'; known: AllGather, ReduceScatter"),
        (lambda: ring(0), "0 devices: a mesh axis has a whole number of devices, at least 1"),
        (lambda: ring(Fraction(5, 2)), "5/2 devices"),
        (lambda: all_gather(-1, ring(2)), "V=-1 is negative; an amount is at least 0"),
        (lambda: all_gather("V", ring(2), W=0), "the bandwidth of 'ici' is 0; it must be positive"),
        (lambda: all_gather("V", ring("n")).at(m=3), "m is not in this AllGather; it has V, W_ici, n"),
        (lambda: all_gather("V", ring("n")).latency_bytes_core, "was given no hop time; say for example hop=1e-6"),
        (lambda: all_gather("V", ring(1), hop=1).latency_bytes_core, "over one device moves no bytes"),
        (lambda: tree(), "at least one level"),
        (lambda: tree(("a", 2), ("a", 3)), "two levels of the tree have one name"),
        (lambda: torus(tree(("a", 2))), "a tree cannot be one of them"),
        (lambda: torus(), "the axes of a torus"),
        (lambda: torus(4, 4), "4 is no network; the axes of a torus are, as in torus(ring(4), line(2))"),
        (lambda: all_gather("V", 4), "4 is no network; say what joins the devices, as in ring(4) or line(4)"),
        (lambda: tree(("node",)), "('node',) is no level of a tree"),
        (lambda: tree("node"), "'node' is no level of a tree"),
        (lambda: tree((8, "node")), "(8, 'node') is no level of a tree"),
        (lambda: all_gather("V", ring(4), hop=-1), "hop=-1 is negative; an amount is at least 0"),
        (lambda: point_to_point("V", ring(4), distance=0), "0 hops: two devices are a whole number of hops apart"),
        (
            lambda: point_to_point("V", ring(8), distance=5),
            "5 hops: on a ring of 8 no two devices are more than 4 apart",
        ),
        (lambda: point_to_point("V", ring("n"), distance=5).at(n=9), "no two devices are more than 4 apart"),
        (
            lambda: point_to_point("V", torus(ring(4), line(3)), distance=5),
            "5 hops: on a ring of 4 × line of 3 no two devices are more than 4 apart",
        ),
        (lambda: all_gather("V", ring("n")).at(n=0), "0 devices"),
        (lambda: all_gather("V", torus(ring(4), ring(2, link="dcn"))), "axes with different links"),
    ],
)
def test_messages(call, message):
    with pytest.raises(SymroofError, match=re.escape(message)):
        call()


def test_the_farthest_devices_are_that_many_hops_apart():
    """By walking: the longest of the shortest ways on the ring, the one-way ring, the line and a torus of two."""
    for n in range(2, 9):
        ways = {
            ring(n): max(min(d, n - d) for d in range(n)),
            ring(n, both_ways=False): n - 1,
            line(n): n - 1,
            torus(ring(n), line(3)): max(min(d, n - d) for d in range(n)) + 2,
        }
        for over, most in ways.items():
            assert point_to_point("V", over, distance=most).hops == most
            with pytest.raises(SymroofError, match=f"more than {most} apart"):
                point_to_point("V", over, distance=most + 1)
    assert point_to_point("V", line(1)).hops == 0  # of a pipeline of one stage, which sends nothing over it


def test_what_w_leaves_out_is_the_machine_s():
    dgx = tree(("nvlink", 8), ("ib", 4))
    made = all_gather(3200, dgx, on="H100", W={"ib": 400})
    assert made.bandwidths == {"nvlink": 45 * 10**10, "ib": 400}
    with pytest.raises(UnknownResource, match="H100 lists no bandwidth for ib; it has hbm, nvlink; name the network"):
        all_gather(3200, dgx, on="H100")
    with pytest.raises(UnknownResource, match=r"T4 lists no bandwidth for ici; it has hbm.*; give W, or a machine"):
        all_gather(3200, ring(4), on="T4")


@pytest.mark.parametrize("chip", ["H100", "MI300X", "Trainium2", "Gaudi 3"])
def test_what_a_chip_sends_in_all_is_no_ring_s_link(chip):
    """A two-way ring over 450 GB/s a chip is no faster than the switch: each of its two links has half."""
    link = next(k for k in machine(chip).bandwidths if k != "hbm")
    total = machine(chip).bandwidths[link]
    switched = all_gather(1000, switch(8, link=link), on=chip).time_core
    assert all_gather(1000, ring(8, link=link), W=total / 2).time_core == switched == Fraction(875) / total
    assert all_gather(1000, ring(8, both_ways=False, link=link), on=chip).time_core == switched
    assert all_gather(1000, ring(2, link=link), on=chip).time_core == Fraction(500) / total
    for wires in (ring(8, link=link), line(4, link=link), torus(ring(4, link=link), ring(2, link=link))):
        with pytest.raises(UnknownResource, match=rf"{chip} lists {link} for all links .*; say over='switch:{link}'"):
            all_gather(1000, wires, on=chip)
    o = op("A[I, J_X] * B[J_X, K] -> C[I, K]", dtype="bf16", mesh="X=8", over=f"ring:{link}")
    with pytest.raises(UnknownResource, match="for all links of a chip together"):
        T_comms(o, chip)
    assert all_gather(1000, ring(8), on="TPU v5e").bandwidth_core == Fraction(875, 2 * 45 * 10**9)


def test_a_missing_link_is_named():
    with pytest.raises(UnknownResource, match="no bandwidth for the link 'leaf'; W has node"):
        all_gather("V", tree(("node", 8), ("leaf", 4)), W={"node": 1})


@pytest.mark.parametrize("levels", [(4, 1), (1, 4), (4, 2), (1, 1), (4, 1, 2), (2, 1, 1), (1, 1, 3)])
def test_hops_over_a_tree_go_up_only_to_where_all_chips_hang_together(levels):
    """Up to the lowest switch above all chips and down again; an AllReduce twice.  Counted over pairs of chips."""
    chips = list(product(*map(range, levels)))  # a chip's place under each switch, the lowest first
    heights = [max((i + 1 for i in range(len(levels)) if a[i:] != b[i:]), default=0) for a in chips for b in chips]
    net = tree(*((f"l{i}", n) for i, n in enumerate(levels)))
    assert all_gather("V", net, hop=1).floor == 2 * max(heights)
    assert all_reduce("V", net, hop=1).floor == 4 * max(heights)


def test_amounts_are_given_with_their_units() -> None:
    """2 MB round a ring of 8 both ways: 7/8 of it over two links of 45 GB/s."""
    made = all_gather("2 MB", ring(8), W="45 GB/s", hop="1 us")
    assert made.time_core == Fraction(7, 8) * 2 * 10**6 / (2 * 45 * 10**9)
    assert made == all_gather(2_000_000, ring(8), W=45 * 10**9, hop=Fraction(1, 10**6))
    assert all_gather("16 MiB", ring(8)).volume == 16 * 2**20
    assert all_gather("2*B*D", ring(8)).volume == 2 * gen("B") * gen("D")
    for wrong, options, message in (
        ("2 us", {}, "V=2 us: s where bytes are meant"),
        ("2 B", {}, r"bytes, or a product with the size B\? write 2 bytes, or 2\*B"),
        ("2 MB", {"W": "45 GB"}, "W=45 GB: bytes where bytes/s are meant"),
        ("2 MB", {"hop": "1 MB"}, "hop=1 MB: bytes where s are meant"),
        ("-2 MB", {}, "negative"),
    ):
        with pytest.raises(SymroofError, match=message):
            all_gather(wrong, ring(8), **options)


def _crossed(degrees: list[int]) -> set[int]:
    """The levels whose links lie on the way from some chip to another, by walking up from both until they meet."""
    chips = list(product(*(range(n) for n in reversed(degrees))))  # from the top down
    found: set[int] = set()
    for a, b in combinations(chips, 2):
        same = next(i for i, (x, y) in enumerate(zip(a, b)) if x != y)  # both stand below one switch up to there
        found |= set(range(len(degrees) - same))
    return found


@pytest.mark.parametrize("degrees", [d for k in (1, 2, 3) for d in product((1, 2, 3), repeat=k) if max(d) > 1])
def test_a_path_over_a_tree_crosses_the_levels_that_part_two_chips(degrees):
    """The link above a switch that has all chips below it was counted."""
    over = tree(*((f"l{i}", n) for i, n in enumerate(degrees)))
    sent = point_to_point(1, over)
    assert {int(k[1:]) for k, share in sent.shares.items() if share != 0} == _crossed(list(degrees))
    open_ = point_to_point(1, tree(*((f"l{i}", f"n{i}") for i in range(len(degrees)))))
    assert open_.at(**{f"n{i}": n for i, n in enumerate(degrees)}).shares == sent.shares


def test_a_path_over_axes_of_one_device_does_not_use_their_links():
    assert point_to_point("V", torus(ring(1, link="a"), ring(4, link="b"))).shares == {"a": 0, "b": 1}
    assert point_to_point("V", torus(ring(2, link="a"), ring(4, link="b"))).shares == {"a": 1, "b": 1}


@pytest.mark.parametrize(
    ("made", "hops"),
    [
        (lambda V, **on: all_reduce(V, ring(16), **on), 16),
        (lambda V, **on: all_gather(V, ring(16), **on), 8),
        (lambda V, **on: reduce_scatter(V, ring(16), **on), 8),
        (lambda V, **on: all_to_all(V, ring(16), **on), 8),
        (lambda V, **on: point_to_point(V, ring(16), distance=3, **on), 3),
    ],
)
def test_a_collective_of_numbers_takes_no_less_than_its_hops_on_a_machine_that_lists_them(made, hops):
    """1 us a hop; all_reduce of 1 kB took 20.8 ns, and T_comms of the same operation 16 us."""
    short, long = made(1000, on="TPU v5e"), made(10**9, on="TPU v5e")
    assert short.time_core == Fraction(hops, 10**6)
    assert f"set by latency: {hops} hops of 1e-06 s" in str(short)
    assert long.time_core == long.bandwidth_core
    assert long.time > Fraction(hops, 10**6)
    assert "latency" not in str(long)
    assert made(1000, on="TPU v5e", hop=0).time_core == short.bandwidth_core
    assert made(1000).floor_core == made("V", on="TPU v5e").floor_core == 0  # no machine; a formula in open sizes
    assert "no hop latency" in made("V", on="TPU v5e").conventions


def test_and_as_long_as_the_same_operation_does():
    for size in (500, 10**6):
        o = op("AllReduce_X(bf16 A[B]{U_X}) -> bf16 A[B]", mesh="X=16", B=size * 16)
        alone = all_reduce(2 * size * 16, ring(16), on="TPU v5e")
        assert T_comms(o, "TPU v5e", link="ici") == alone.time
        two_way = all_reduce(2 * size * 16, ring(16), on="TPU v5e", W=90 * 10**9, both_ways=True)
        assert two_way.time == alone.time
        assert "half of the two-way figure given" in two_way.conventions[1]


@pytest.mark.slow
@pytest.mark.parametrize("degrees", [(8, 4), (2, 3, 2), (4, 1, 2)])
def test_a_path_in_a_tree_goes_up_to_the_switch_that_two_chips_share_and_no_higher(degrees: tuple[int, ...]) -> None:
    """Judged by walking up from both chips, level by level, until they are below one switch."""
    net = tree(*((f"l{i}", n) for i, n in enumerate(degrees)))
    met = set()
    for a, b in combinations(range(prod(degrees)), 2):
        crossed, x, y = [], a, b
        for i, n in enumerate(degrees):
            crossed.append(f"l{i}")
            x, y = x // n, y // n
            if x == y:
                break
        sent = point_to_point("V", net, distance=2 * len(crossed), hop=1)
        assert {k for k, share in sent.shares.items() if share != 0} == set(crossed)
        assert sent.hops == 2 * len(crossed)
        met.add(len(crossed))
    assert len(met) == len([n for n in degrees if n > 1])
    assert point_to_point("V", net, hop=1).hops == 2 * len(degrees)
    for wrong in (1, 3, 2 * len(degrees) + 1, 2 * len(degrees) + 2):
        with pytest.raises(SymroofError, match=f"{wrong} hops: on a l0"):
            point_to_point("V", net, distance=wrong)


def test_a_path_through_a_switch_is_as_long_as_a_collective_through_it() -> None:
    assert point_to_point("V", switch(8), hop=1).hops == all_gather("V", switch(8), hop=1).hops == 2
    assert point_to_point("V", ring(8), hop=1).hops == 1
    with pytest.raises(SymroofError, match="7 hops: on a switch of 8 two devices are 2 hops apart"):
        point_to_point("V", switch(8), distance=7)


def test_amounts_bound_later_have_the_units_that_amounts_given_at_once_have() -> None:
    at_once = all_reduce("1 kB", ring(16), hop="1 us", W="45 GB/s")
    assert all_reduce("V", ring(16), hop="T").at(V="1 kB", T="1 us", W_ici="45 GB/s").time == at_once.time
    assert all_reduce("V", ring(16), hop=0).at(V="1e3").volume == 1000
    with pytest.raises(SymroofError, match="W_ici=45 GB: bytes where bytes/s are meant"):
        all_reduce("V", ring(16)).at(W_ici="45 GB")
    with pytest.raises(SymroofError, match="hbm is the link of the memory"):
        tree(("hbm", 8))


APART = {ring: lambda d, n: min(d, n - d), line: lambda d, n: d, switch: lambda d, n: 2 * (d > 0)}  # along one axis


@pytest.mark.parametrize("kinds", list(product(APART, repeat=2)))
def test_a_distance_is_one_that_two_devices_of_a_mesh_are_apart(kinds) -> None:
    """Judged by measuring every device from the first, and along a line from one end; an axis of one is no axis.

    1 hop through two switches was answered, and beside a ring of one.
    """
    for sizes in product((1, 2, 3, 4), repeat=2):
        met = {
            sum(APART[k](d, n) for k, d, n in zip(kinds, at, sizes)) for at in product(*map(range, sizes)) if any(at)
        }
        over = torus(*(k(n) for k, n in zip(kinds, sizes)))
        if not met:
            assert point_to_point("V", over).hops == 0
            continue
        assert point_to_point("V", over).hops == min(met)
        for far in range(1, max(met) + 3):
            if far in met:
                assert point_to_point("V", over, distance=far).hops == far
            else:
                with pytest.raises(SymroofError, match=f"{far} hops: on a "):
                    point_to_point("V", over, distance=far)


@pytest.mark.parametrize("degrees", [d for k in (1, 2, 3) for d in product((1, 2, 3), repeat=k) if max(d) > 1])
def test_a_distance_in_a_tree_is_one_that_two_chips_are_apart(degrees: tuple[int, ...]) -> None:
    """2 hops within a node of one chip took no time; judged by walking up from the first chip and from every other."""
    names = [f"l{i}" for i in range(len(degrees))]
    met = set()
    for b in range(1, prod(degrees)):
        met.add(2 * next(i for i in range(1, len(degrees) + 1) if b // prod(degrees[:i]) == 0))
    net = tree(*zip(names, degrees))
    opened = tree(*((n, f"n_{n}") for n in names))
    assert point_to_point("V", net).hops == max(met)
    assert point_to_point("V", opened).at(**{f"n_{n}": d for n, d in zip(names, degrees)}).hops == max(met)
    for far in range(2, 2 * len(degrees) + 1, 2):
        if far in met:
            assert point_to_point("V", net, distance=far).time_core != 0
        else:
            with pytest.raises(SymroofError, match=f"{far} hops: on a l0"):
                point_to_point("V", net, distance=far)


def test_a_distance_that_was_not_said_is_that_of_the_axes_as_they_are_bound() -> None:
    over = torus(ring("X"), switch(4))
    assert [point_to_point("V", over).at(X=n).hops for n in (1, 2, 3)] == [2, 1, 1]
    assert point_to_point("V", over, distance=1).at(X=2).hops == 1
    with pytest.raises(SymroofError, match="1 hops: on a ring of 1 × switch of 4 two devices are 2 hops apart"):
        point_to_point("V", over, distance=1).at(X=1)
    assert (
        point_to_point("V", switch("n")).at(n=1).hops == point_to_point("V", switch("n"), distance=2).at(n=1).hops == 0
    )
