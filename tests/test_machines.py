"""Machines: the textbook's constants by plain name, every number with a source, and doubts spoken aloud."""

import json
import pickle
import subprocess
import sys
import tomllib
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

import symroof
from symroof import machines as facts
from symroof.audit import audit
from symroof.errors import SymroofError, UnknownResource
from symroof.machines import Machine, load, machine, machines, ridge_text, to_json

# Ridges of the 16-bit peak (else the one named) over main memory, worked out by hand from the printed numbers.
RIDGES = {
    "TPU v5e": 240.2, "TPU v6e": 568.8, "H100": 295.2, "TPU v2": 65.7, "TPU v3": 136.7, "TPU v4": 229.2,
    "TPU v5e (vendor)": 240.5, "TPU v5p": 166.0, "TPU v5p (vendor)": 166.0,
    "TPU v6e (vendor)": 560.4, "TPU v7x": 313.0, "V100": 138.9,
    "T4": 203.1, "A100 40GB": 200.6, "A100": 153.0, "A100 PCIe": 161.2, "H100 (vendor)": 295.4, "H100 PCIe": 378.0,
    "H800": 295.4, "H20": 37.0,
    "H200": 206.1, "GH200": 247.2, "B200": 281.2, "GB200": 312.5, "B300": 281.2, "GB300": 312.5, "L40S": 419.0,
    "RTX 4090": 163.7, "MI250X": 116.9, "MI300X": 246.7, "MI325X": 217.9, "MI355X": 312.5, "Gaudi 2": 176.3,
    "Gaudi 3": 495.9, "Trainium1": 231.7, "Trainium2": 230.0, "Trainium3": 136.9, "Grace CPU": 14.2,
    "Xeon 6980P": 310.1, "EPYC 9755": 36.0,
}  # fmt: skip


def test_the_textbooks_constants_by_plain_name():
    v5e = machine("TPU v5e")
    assert v5e.peaks == {"bf16": Fraction("1.97e14"), "int8": Fraction("3.94e14")}
    assert v5e.bandwidth("hbm") == Fraction("8.2e11")
    assert set(v5e.facts["hbm"].others) == {Fraction("8.1e11"), Fraction("8.19e11"), 800 * 2**30}
    assert v5e.bandwidth("ici") == Fraction("4.5e10")
    assert machine("H100").peak("bf16") / machine("H100").bandwidth() == Fraction("9.89e14") / Fraction("3.35e12")
    assert machine("TPU v6e").peak("bfloat16") == Fraction("9.1e14")
    assert v5e.sustained == (Fraction(19, 20), Fraction(19, 20))
    assert machine("H100").sustained == (Fraction(4, 5), Fraction(17, 20))


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("v5e", "TPU v5e"), ("tpu-v5e", "TPU v5e"), ("TPU v5e (textbook)", "TPU v5e"), ("TPUv5e", "TPU v5e"),
        ("v5e (vendor)", "TPU v5e (vendor)"), ("tpu v5e (vendor)", "TPU v5e (vendor)"), ("h100 sxm", "H100"),
        ("H100 SXM (vendor)", "H100 (vendor)"), ("Trillium", "TPU v6e"), ("ironwood", "TPU v7x"),
        ("A100", "A100"), ("A100 (vendor)", "A100"), ("trn2", "Trainium2"), ("mi300x", "MI300X"),
    ],
)  # fmt: skip
def test_aliases(asked, found):
    assert machine(asked).name == found
    assert machine(machine(asked)) is machine(asked)


# As nvidia-smi, cloud consoles, papers and people write them; None: says too little, or another chip.
SPELLINGS = {
    "NVIDIA H100 80GB HBM3": "H100", "h100-sxm5-80gb": "H100", "H100 SXM5 80GB": "H100", "H 100": "H100",
    "NVIDIA-H100-80GB-HBM3": "H100", "HGX H100": "H100", "H100 (vendor)": "H100 (vendor)",
    "NVIDIA H100 SXM5 80GB (vendor)": "H100 (vendor)", "NVIDIA H100 PCIe": "H100 PCIe", "H100 NVL": None,
    "Tesla V100": "V100", "nvidia-tesla-v100": "V100", "V100-SXM2-32GB": "V100", "Tesla V100-SXM2-16GB": None,
    "A100-SXM4-80GB": "A100", "a100-80g": "A100", "NVIDIA A100-SXM4-40GB": "A100 40GB",
    "NVIDIA A100 80GB PCIe": "A100 PCIe", "NVIDIA H200 141GB": None, "HGX B200": "B200", "GB200 NVL72": "GB200",
    "Grace Hopper": "GH200", "Hopper": None, "Blackwell": None, "80GB": None, "SXM": None, "GPU": None, "NVIDIA": None,
    "GeForce RTX 4090": "RTX 4090", "AMD Instinct MI300X": "MI300X", "MI-300X": "MI300X", "Instinct MI325X": "MI325X",
    "mi355x": "MI355X", "MI300A": None, "MI300": None, "Habana Gaudi2": "Gaudi 2", "gaudi": None,
    "Trn2": "Trainium2", "trainium 1": "Trainium1", "TPUv5p": "TPU v5p", "tpu_v5_lite": "TPU v5e", "TPU 5e": "TPU v5e",
    "TPU v5litepod": "TPU v5e", "Google Cloud TPU v5e": "TPU v5e", "TPU v5e (vendor)": "TPU v5e (vendor)",
    "Cloud TPU v4": "TPU v4", "TPU7x": "TPU v7x", "TPU v5": None, "TPU": None, "v5e-8": None, "P100": None, "": None,
}  # fmt: skip


@pytest.mark.parametrize("asked", SPELLINGS)
def test_spellings(asked):
    if SPELLINGS[asked] is None:
        with pytest.raises(UnknownResource, match=f"unknown machine '{asked}'"):
            machine(asked)
    else:
        assert machine(asked).name == SPELLINGS[asked]


def test_every_machine_answers_to_its_own_names():
    for m in machines().values():
        for text in (m.name, *m.aliases):
            found = machine(text)
            assert found.name.removesuffix(" (vendor)") == m.name.removesuffix(" (vendor)")
        maker = f"{m.vendor} {m.name}"
        assert machine(maker).name == m.name or m.vendor in ("", None), maker


@pytest.mark.whole
@pytest.mark.parametrize("name", RIDGES)
def test_every_row_has_sources_and_its_ridge_recomputed(name):
    m = machines()[name]
    key = next(d for d in ("bf16", "fp16", "fp32") if d in m.peaks)
    assert round(float(m.ridge(key)), 1) == RIDGES[name]
    assert audit([m]).ridges[name, key, "hbm"] == m.ridge(key)
    assert set(m.facts) == {*m.peaks, *m.bandwidths} | ({"capacity"} if m.capacity else set()) | (
        {"vector"} if m.vector else set()
    ) | {f"hop {k}" for k in m.hops}
    for fact in m.facts.values():
        assert fact.source
        assert fact.as_of in ("2026-11-20", "2026-11-22")
        assert fact.confidence
        assert fact.unit in ("FLOPs/s", "bytes/s", "bytes", "s")
    assert all("one way" in m.facts[k].note for k in m.bandwidths if k != "hbm")
    assert m.capacity is None or m.capacity.denominator == 1


def test_the_table_is_the_table():
    assert set(RIDGES) == set(machines())
    rows = facts.table()
    assert [len(r) for r in rows] == [6] * (len(machines()) + 1)
    assert rows[1][3] == "240.2 (229 to 243 over printed values)"
    assert audit().findings == ()
    data = tomllib.loads(Path(facts.__file__).with_name("machines.toml").read_text())
    assert all(isinstance(c["value"], str) for row in data["machine"] for c in row["peaks"].values())


def test_the_chapter_s_v5p_and_the_vendor_s():
    book, vendor = machine("TPU v5p"), machine("TPU v5p (vendor)")
    assert machine("TPU v5p (textbook)") is book
    assert book.ridge("bf16", "ici") / 2 == 2550  # the book counts both ways
    assert vendor.bandwidth("ici") == 10**11
    assert book.hops == {"ici": Fraction(1, 10**6)}
    assert "hop ici     1e-06 s" in facts.describe(book)
    assert to_json(book)["hops"]["ici"]["value"] == 1e-6


def test_capacities_are_exact_bytes():
    assert machine("TPU v2").capacity == 16 * 2**30
    assert machine("H100").capacity == 80 * 10**9
    assert machine("TPU v5p").capacity == 95 * 2**30


def test_weak_rows_say_so():
    assert any("secondary source" in n for n in machine("V100").notes)
    assert any("derived" in n for n in machine("EPYC 9755").notes)
    assert machine("H100").notes == ()


def test_weak_constants_are_said_where_they_are_used():
    half = symroof.op("fp16[B, D] * fp16[D, F] -> fp16[B, F]")
    (note,) = symroof.threshold(half, "B", on="V100").notes
    assert note == "V100, fp16 and hbm: these numbers come from a secondary source that quotes the vendor"
    assert symroof.threshold(half, "B", on="H100").notes == ()
    assert machine("TPU v5e").doubts("bf16", "hbm") == ()
    assert "derived" in machine("EPYC 9755").doubts("hbm", *machine("EPYC 9755").peaks)[0]


def test_spread_and_variants():
    low, high = machine("TPU v5e").spread("bf16", "hbm")
    assert (low, high) == (Fraction("1.97e14") / (800 * 2**30), Fraction("1.97e14") / Fraction("8.1e11"))
    variants = machine("TPU v5e").all_variants("bf16")
    assert variants[0] is machine("TPU v5e")
    assert {m.ridge("bf16") for m in variants} == {Fraction("1.97e14") / w for w in machine("v5e").facts["hbm"].values}
    assert variants[1].name == "TPU v5e (bf16 1.97e14, hbm 8.1e11)"
    assert low == min(m.ridge("bf16") for m in variants)
    assert high == max(m.ridge("bf16") for m in variants)
    mine = Machine(name="mine", peaks={"bf16": 10}, bandwidths={"hbm": 2})
    assert mine.spread("bf16") == (5, 5)
    assert mine.all_variants("bf16") == (mine,)


@pytest.mark.parametrize(
    "number",
    ["1.97e14", 197 * 10**12, 1.97e14, Fraction(197 * 10**12), "197 TFLOPs/s", "197 TFLOPS", "197 TF", "197 MFLOPs/us"],
)
def test_a_number_of_any_kind_is_exact(number):
    links = {"hbm": "820 GB/s", "ici": "45 GBps"}
    m = Machine(name="mine", peaks={"bfloat16": number}, bandwidths=links, capacity="16 GiB")
    assert m.peak("bf16") == 197 * 10**12
    assert m.bandwidth("hbm") == 82 * 10**10
    assert m.bandwidth("ici") == 45 * 10**9
    assert m.capacity == 2**34
    assert hash(m) == hash(pickle.loads(pickle.dumps(m)))
    assert m == pickle.loads(pickle.dumps(m))


OWN = """
[[machine]]
name = "mine"
aliases = ["m1"]
source = "data sheet, page 3"
[machine.peaks]
bf16 = "100 TFLOPs/s"
int8 = { value = "2e14", others = ["1.9e14"] }
[machine.bandwidths]
hbm = "400 GB/s"
"""


def write(tmp_path, text):
    path = tmp_path / "own.toml"
    path.write_text(text)
    return path


def test_a_file_of_ones_own(tmp_path):
    path = write(tmp_path, OWN)
    assert machine(path).ridge("bf16") == 250
    assert machine(str(path)) == machine("M1", file=path) == load(path)["mine"]
    assert machine(path).facts["hbm"].source == "data sheet, page 3"
    both = write(tmp_path, OWN + OWN.replace('"mine"', '"other"').replace("m1", "m2"))
    with pytest.raises(UnknownResource, match=r"holds 2 machines: mine, other; pick one"):
        machine(both)
    with pytest.raises(UnknownResource, match=r"unknown machine 'othr'; did you mean other\?"):
        machine("othr", file=both)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('source = "data sheet, page 3"\n', "", r"own.toml: mine: bf16 has no source; say where"),
        ('"400 GB/s"', '"-400 GB/s"', r"mine: hbm is -4e11 bytes/s; it must be positive"),
        ('"400 GB/s"', '"400 TFLOPs/s"', r"mine: hbm: '400 TFLOPs/s' is in FLOPs/s, the field needs bytes/s"),
        ('"400 GB/s"', '"400 GB"', r"'400 GB' is in bytes, the field needs bytes/s"),
        ('"400 GB/s"', '"3200 Gbps"', r"counts bits and the field needs bytes/s; divide by 8"),
        ('"400 GB/s"', '"4e30"', r"hbm is 4e30 bytes/s, outside 1e\+06 to 1e\+17; check the unit"),
        ('"400 GB/s"', '{ value = "4e11", unit = "GB/s" }', r"hbm is given in GB/s, the field needs bytes/s"),
        ('"400 GB/s"', '"fast"', r"hbm: 'fast' is not a number"),
        ('"400 GB/s"', "true", r"hbm: True is not a number"),
        ('"400 GB/s"', '{ worth = "4e11" }', r"hbm has an unknown field 'worth'; known: as_of"),
        ('"400 GB/s"', '{ note = "x" }', r"hbm has no value"),
        ('others = ["1.9e14"]', 'others = ["0"]', r"int8, others is 0 FLOPs/s"),
        ('"100 TFLOPs/s"', '"100 TFLOPs"', r"is in FLOPs, the field needs FLOPs/s; write it with /s"),
        ('name = "mine"', "", r"a \[\[machine\]\] has no name"),
        ("aliases", "nicknames", r"mine has an unknown field 'nicknames'; known: aliases"),
        ("[machine.peaks]\n", "", r"mine has an unknown field 'bf16'"),
        ("[[machine]]", "[[chip]]", r"holds no machines; start each with \[\[machine\]\]"),
        ("[[machine]]", "[[machine", r"own.toml is not TOML"),
        ('["1.9e14"]', '"1.9e14"', r"own.toml: mine: int8: others is '1.9e14'; write a list, as in others = \["),
        ('["1.9e14"]', "5", r"int8: others is 5; write a list"),
        ('["m1"]', '"m1"', r"own.toml: mine: aliases is 'm1'; write a list of texts, as in aliases = \["),
        ('["m1"]', "[5]", r"aliases is \[5\]; write a list of texts"),
        ('["m1"]', "[]\nnotes = 'x'", r"notes is 'x'; write a list of texts"),
        ('["m1"]', "[]\nsustained = 0.9", r"sustained is 0.9; write a list of texts, as in sustained = \["),
        ('["m1"]', "[]\nyear = 'x'", r"year is 'x'; write a whole number, as in year = 2024"),
        ('["m1"]', "[]\nvendor = 3", r"vendor is 3; write a text, as in vendor"),
        ('"400 GB/s"', "{ value = '4e11', confidence = 3 }", r"mine: hbm: confidence is 3; write a text"),
        ("[[machine]]", "sources = 3\n[[machine]]", r"own.toml: sources is a table of texts"),
        ("[[machine]]", "[sources]\nlab = 3\n[[machine]]", r"sources is a table of texts"),
    ],
)
def test_a_bad_file(tmp_path, old, new, message):
    assert old in OWN
    with pytest.raises(SymroofError, match=message):
        load(write(tmp_path, OWN.replace(old, new)))


def test_more_bad_files(tmp_path):
    with pytest.raises(SymroofError, match="'m1' names both mine and other; an alias belongs to one machine"):
        load(write(tmp_path, OWN + OWN.replace('"mine"', '"other"')))
    with pytest.raises(SymroofError, match="mine is defined twice"):
        load(write(tmp_path, OWN + OWN))
    with pytest.raises(SymroofError, match="bf16 twice"):
        load(write(tmp_path, OWN.replace("int8", "bfloat16")))
    with pytest.raises(SymroofError, match=r"own\.toml: mine: peak bf17 is of no known format; did you mean bf16"):
        load(write(tmp_path, OWN.replace("bf16", "bf17")))
    hop = "\n[machine.hops]\n{} = '1 us'\n"
    with pytest.raises(SymroofError, match=r"own\.toml: mine: hop ib is over a link without a bandwidth; it has hbm"):
        load(write(tmp_path, OWN + hop.format("ib")))
    assert load(write(tmp_path, OWN + hop.format("hbm")))["mine"].hops["hbm"] == Fraction(1, 10**6)
    assert Machine("x", {"complex64": 1, "e4m3": 2, "vector": 3}, {}).peaks.keys() == {"complex64", "fp8", "vector"}
    with pytest.raises(SymroofError, match="peaks is a table"):
        load(write(tmp_path, '[[machine]]\nname = "x"\nsource = "y"\npeaks = 3\n'))
    with pytest.raises(SymroofError, match="cannot read the machine file"):
        load(tmp_path / "none.toml")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: machine("TPU v5f"), r"unknown machine 'TPU v5f'; did you mean .*TPU v5e"),
        (lambda: Machine(name="x", peaks={}, bandwidths={}, aliases="x1"), r"x: aliases are texts, as in .*, not 'x1'"),
        (lambda: Machine(name="x", peaks={}, bandwidths={}, notes=[3]), r"x: notes are texts, as in .*, not \[3\]"),
        (lambda: machine("abacus"), r"unknown machine 'abacus'; the table has TPU v5e, .* 32 more"),
        (lambda: machine("TPU v5e").peak("fp8"), r"^TPU v5e lists no peak for fp8; it has bf16, int8$"),
        (lambda: machine("TPU v5e").bandwidth("nvlink"), "lists no bandwidth for nvlink; it has hbm, ici$"),
        (lambda: machine("H100").bandwidth("nvlnk"), r"for nvlnk; did you mean nvlink\? it has hbm, nvlink$"),
        (lambda: machine("H100").bandwidth("HBM"), r"for HBM; did you mean hbm\? it has"),
        (lambda: machine("H100").peak("bf61"), r"no peak for bf61; did you mean bf16\? it has bf16, "),
        (lambda: machine("TPU v5e").peak("fp16"), "lists no peak for fp16; it has bf16, int8$"),
        (lambda: Machine("x", {"bf16": 1, "bfloat16": 2}, {}), "x: peak bf16 is given twice, once as bfloat16"),
        (lambda: Machine("x", {"bf16": "1e14 TFLOPs/s"}, {}), r"bf16 is 1e26 FLOPs/s, over 1e\+20; check the unit"),
        (lambda: Machine("x", {}, {"hbm": "1e9 GB/s"}), r"hbm is 1e18 bytes/s, over 1e\+17; check the unit"),
        (lambda: Machine("x", {}, {}, sustained=0.9), r"sustained is \(low, high\), fractions of peak, not 0.9"),
        (lambda: machine(3), "3 is neither a Machine nor the name of one"),
        (lambda: Machine(name="", peaks={}, bandwidths={}), "a machine needs a name"),
        (lambda: Machine(name="x", peaks=3, bandwidths={}), r"x: peaks are a mapping, as in \{.bf16.: "),
        (lambda: Machine(name="x", peaks={"bf16": 0}, bandwidths={}), "x: peak bf16 is 0 FLOPs/s; it must be positive"),
        (lambda: Machine(name="x", peaks={"bf16": float("nan")}, bandwidths={}), "nan is not a number"),
        (lambda: Machine(name="x", peaks={}, bandwidths={}).peak("bf16"), "lists no peak for bf16; it has none"),
        (lambda: Machine("x", {}, {}, sustained=(2, 3)), r"sustained is \(low, high\), fractions"),
        (
            lambda: Machine("x", {"bf17": 1}, {}),
            r"x: peak bf17 is of no known format; did you mean bf16\? known: bf16, ",
        ),
        (lambda: Machine("x", {}, {"hbm": 1}, hops={"ici": "1 us"}), "hop ici is over a link without .*; it has hbm$"),
        (
            lambda: Machine("x", {}, {"nvlink": 1}, hops={"nvlnk": "1 us"}),
            r"hop nvlnk .*; did you mean nvlink\? it has",
        ),
    ],
)
def test_messages(call, message):
    with pytest.raises(SymroofError, match=message):
        call()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        # TB/s, TFLOPs/s and GB left out beside what is a chip's
        ({"hbm": 819.2}, "bandwidth hbm is 819.2 bytes/s, under 1e"), ({"hbm": "819.2"}, "as in .819 GB/s"),
        ({"hbm": "8.192e2"}, "check the unit"), ({"bf16": 197}, "peak bf16 is 197 FLOPs/s"),
        ({"capacity": 16}, "capacity is 16"),
        # the unit is told, all is small, or it is large enough
        ({"hbm": "819.2 bytes/s"}, ""), ({"hbm": Fraction(4096, 5)}, ""), ({"hbm": 5, "bf16": 10, "capacity": 100}, ""),
        ({"hbm": 1e6}, ""), ({"hbm": "8.2e11"}, ""), ({"capacity": "16e9"}, ""), ({"capacity": "100 bytes"}, ""),
    ],
)  # fmt: skip
def test_a_unit_left_out_beside_numbers_of_a_chip_is_refused(given, said):
    numbers = {"bf16": "197 TFLOPs/s", "hbm": "819 GB/s", "capacity": "16 GB"} | given
    peaks, links = {"bf16": numbers["bf16"]}, {"hbm": numbers["hbm"]}
    if said:
        with pytest.raises(SymroofError, match=said):
            Machine(name="x", peaks=peaks, bandwidths=links, capacity=numbers["capacity"])
    else:
        made = Machine(name="x", peaks=peaks, bandwidths=links, capacity=numbers["capacity"])
        assert pickle.loads(pickle.dumps(made)) == made == replace(made) == made.all_variants("bf16")[0]


def chip(name, peaks, **bandwidths):
    return Machine(name=name, peaks=peaks, bandwidths=bandwidths)


@pytest.mark.parametrize(
    ("m", "words"),
    [
        (chip("H100", {"bf16": "1.979e15"}, hbm="3.35e12"), "twice the dense 9.89e14 of H100"),
        (chip("new", {"tf32": "5e14", "bf16": "2e15"}, hbm="8e12"), "four times tf32"),
        (chip("new", {"bf16": "1e15", "fp8": "4e15"}, hbm="3e12"), "four times bf16"),
        (chip("H100", {"bf16": "9.89e14"}, hbm="3.35e9"), "a thousandth of the 3.35e12"),
        (chip("H100", {"bf16": "9.89e14"}, hbm="2.68e13"), "8 times the 3.35e12"),
        (chip("H100", {"bf16": "9.89e17"}, hbm="3.35e12"), "bf16 9.89e17 is 1000 times the 9.89e14 of H100"),
        (
            chip("H100", {"bf16": "9.89e14"}, hbm="3.35e12", nvlink="9e11"),
            "twice the one-way 4.5e11 of H100: both",
        ),
        (
            chip("TPU v5e", {"bf16": "1.97e14"}, hbm="8.2e11", ici="9e10"),
            "twice the one-way 4.5e10 of TPU v5e: both",
        ),
        (chip("TPU v5e", {"bf16": "1.97e14"}, hbm="820 GiB/s"), "1.074 times the 8.2e11 of TPU v5e: GiB for GB?"),
        (chip("H200", {"bf16": "9.895e14"}, hbm="4.8 TiB/s"), "1.1 times the 4.8e12 of H200: TiB for TB?"),
        (chip("new", {"bf16": "1e15"}, hbm="3e9"), "looks a thousandth of what it should be"),
        (chip("new", {"bf16": "1e15"}, hbm="2.7e13"), "looks 8 times what it should be"),
    ],
)
def test_the_audit_flags_what_looks_wrong(m, words):
    (finding,) = audit([m]).findings
    assert words in str(finding)
    assert str(finding).startswith(m.name)


def test_the_audit_takes_what_is_printed_or_merely_another_value():
    fine = [
        chip("TPU v5e", {"bf16": "1.97e14"}, hbm="800 GiB/s", ici="5e10"),
        chip("TPU v5e", {"bf16": "1.97e14"}, hbm="8.7e11"),
        chip("H100", {"bf16": "9.895e14", "fp8": "1.979e15"}, hbm="6.7e12"),  # no link is counted both ways in HBM
        chip("new", {"bf16": "1e15"}, hbm="3e12", nvlink="9e11"),
    ]
    assert audit(fine).findings == ()


def test_json_and_description_carry_sources():
    for m in machines().values():
        record = json.loads(json.dumps(to_json(m)))
        assert all(c["source"] and c["unit"] == "FLOPs/s" for c in record["peaks"].values())
        assert all(c["source"] for c in record["bandwidths"].values())
        text = facts.describe(m)
        assert all(f.source in text for f in m.facts.values())
    assert "4.5e10 bytes/s; also printed 5e10; one way, per link" in facts.describe(machine("v5e"))
    assert "95% of peak" in facts.describe(machine("v5e"))
    assert "80% to 85% of peak" in facts.describe(machine("H100"))
    assert facts.describe(chip("bare", {"bf16": "1e14"}, hbm="1e12")).startswith("bare (user)\n  peak bf16")


@pytest.mark.slow
def test_no_sympy_and_no_numpy_for_a_machine():
    code = (
        "import sys; from symroof.machines import machine, table; machine('v5e'); table(); "
        "print([m for m in ('sympy', 'numpy') if m in sys.modules])"
    )
    root = str(Path(symroof.__file__).parents[1])
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=root, check=True)
    assert done.stdout.strip() == "[]"


def test_a_ridge_stands_between_its_ends_and_a_long_name_is_cut() -> None:
    import re

    for m in machines().values():
        for dtype in m.peaks:
            shown = ridge_text(m, dtype)
            found = re.fullmatch(r"([\d.]+) \(([\d.]+) to ([\d.]+) over printed values\)", shown)
            if found:
                here, low, high = map(float, found.groups())
                assert low <= here <= high
                assert low < high
            else:
                assert re.fullmatch(r"[\d.]*", shown)
    with pytest.raises(UnknownResource) as caught:
        machine("x" * 100_000)
    assert len(str(caught.value)) < 400


def test_a_file_that_a_windows_editor_wrote_is_read(tmp_path: Path) -> None:
    text = '[[machine]]\nname = "a"\nsource = "s"\npeaks = {bf16 = "180 TFLOPs/s"}\nbandwidths = {hbm = "900 GB/s"}\n'
    path = tmp_path / "marked.toml"
    path.write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert machine(path).peak("bf16") == 180 * 10**12
    path.write_bytes(b"\xff\xfe" + text.encode("utf-16-le"))
    with pytest.raises(SymroofError, match="cannot read the machine file"):
        machine(path)
