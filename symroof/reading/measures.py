"""The units people write behind a number: prefixes, stems, rates (per, /, s^-1) and nouns that are only counted.

A unit is a scale and a dimension: the exponents of bytes, FLOPs, seconds, joules, dollars and of things counted
(tokens, chips, cycles), trailing zeros beyond the third left out.  A thing counted claims little: 25 tokens/s and
25 1/s agree.

>>> UNITS["TFLOP/s"].scale == 10**12, UNITS["TF/s"].dimension, UNITS["GB per second"].dimension
(True, (0, 1, -1), (1, 0, -1))
>>> UNITS["kWh"].scale == 3_600_000, UNITS["kWh"].dimension, "parsecs" in UNITS
(True, (0, 0, 0, 1), False)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import zip_longest
from typing import final

import symroof.regexes as re
from symroof.reading.spelling import THOUSANDS as THOUSANDS  # a command starts without units

#: a unit's exponents of (bytes, FLOPs, seconds, joules, dollars, things counted); () means that nothing was said
Dimension = tuple[int, ...]
NOTHING: Dimension = ()
BYTES, FLOPS, SECONDS = (1, 0, 0), (0, 1, 0), (0, 0, 1)
ENERGY, MONEY, COUNTED = (0, 0, 0, 1), (0, 0, 0, 0, 1), (0, 0, 0, 0, 0, 1)
POWER, PER_SECOND = (0, 0, -1, 1), (0, 0, -1)
BASE_NAMES = ("bytes", "FLOPs", "s", "J", "$")
MAX_FACTORS = 6

DECIMAL = {"": 0, "k": 3, "K": 3, "M": 6, "G": 9, "T": 12, "P": 15, "E": 18}
SMALL = {"m": -3, "u": -6, "µ": -6, "μ": -6, "n": -9, "p": -12, "f": -15}
POWERS_OF_1000 = tuple(Fraction(1000) ** k for k in (-4, -3, -2, -1, 1, 2, 3, 4))  # by which a prefix is off
#: the power of ten behind a number in a text; what has more digits there is no number, for it would be worked out
TEN_TO = r"(?:[eE][-+]?\d{1,3}(?!\d)|(?![eE][-+]?\d))"
MANY_LETTER = f"[{''.join(THOUSANDS)}]"
_BINARY = {"Ki": 1, "ki": 1, "Mi": 2, "Gi": 3, "Ti": 4, "Pi": 5, "Ei": 6, "Zi": 7, "Yi": 8}
_LONG = {"kilo": 3, "mega": 6, "giga": 9, "tera": 12, "peta": 15, "exa": 18, "zetta": 21, "yotta": 24}
_LONG_SMALL = {"milli": -3, "micro": -6, "nano": -9, "pico": -12, "femto": -15, "atto": -18}
_LONG_BINARY = {"kibi": 1, "mebi": 2, "gibi": 3, "tebi": 4, "pebi": 5, "exbi": 6, "zebi": 7, "yobi": 8}
#: what is counted, by kind: its spellings, plural or not
NOUNS = {
    "token": "token tokens tok toks tkn tkns", "request": "request requests req reqs query queries",
    "param": "param params parameter parameters", "element": "element elements entry entries scalar scalars",
    "sequence": (
        "sequence sequences seq seqs sample samples example examples image images img imgs frame frames photo photos "
        "picture pictures"
    ),
    "chip": "chip chips device devices gpu gpus GPU GPUs tpu tpus TPU TPUs accelerator accelerators",
    "core": "core cores", "node": "node nodes host hosts server servers machines",
    "cycle": "cycle cycles clock clocks clk clks tick ticks",
    "step": "step steps iteration iterations iter iters", "layer": "layer layers", "hop": "hop hops",
    "link": "link links", "head": "head heads",
    "user": "user users people customers viewers players students subscribers", "time": "times",
    "replica": "replica replicas", "expert": "expert experts", "rank": "rank ranks", "worker": "worker workers",
    "shard": "shard shards", "microbatch": "microbatch microbatches", "stage": "stage stages", "pod": "pod pods",
    "card": "card cards", "drive": "drive drives SSD SSDs HDD HDDs", "batch": "batches",
    "message": "message messages msg msgs", "packet": "packet packets", "epoch": "epoch epochs", "wave": "wave waves",
    "SM": "SMs multiprocessors", "thread": "threads", "warp": "warps", "checkpoint": "checkpoint checkpoints",
}  # fmt: skip
#: what answers count besides; in running text these are plain words: 8 rows * 4 = 32 elements
THINGS = {
    "line": "line lines", "page": "page pages", "block": "block blocks", "row": "row rows record records tuple tuples",
    "pixel": "pixel pixels", "stream": "stream streams", "channel": "channel channels",
    "socket": "socket sockets", "DIMM": "DIMM DIMMs", "rack": "rack racks", "drive": "disk disks", "file": "file files",
    "transaction": "transaction transactions", "connection": "connection connections",
    "IO": "IO IOs reads writes access accesses transfers",
    "session": "session sessions", "client": "client clients", "lane": "lane lanes", "port": "port ports",
    "object": "objects", "instruction": "instruction instructions instr", "miss": "miss misses", "lookup": "lookups",
    "load": "loads", "round": "rounds", "job": "jobs", "seek": "seek seeks", "bank": "banks", "event": "events",
    "call": "calls", "switch": "switch switches", "VM": "VMs", "container": "containers", "document": "documents",
    "set": "set sets", "way": "ways", "tile": "tile tiles", "float": "floats",
    "bucket": "buckets", "level": "level levels", "pin": "pin pins", "revolution": "revolution revolutions rotations",
    "address": "address addresses", "item": "items", "slot": "slots", "route": "routes",
    "flow": "flows", "ticket": "tickets", "sector": "sectors", "register": "register registers regs",
    "failure": "failure failures faults crashes", "vote": "votes", "partition": "partitions", "task": "tasks",
    "thread": "thread", "warp": "warp", "retry": "retries", "symbol": "symbols", "BRAM": "BRAM BRAMs",
    "OSD": "OSD OSDs", "box": "boxes", "cabinet": "cabinets", "cable": "cables", "blade": "blades", "board": "boards",
    "panel": "panels", "battery": "batteries", "video": "video videos clips", "song": "songs", "movie": "movies",
    "email": "emails", "sensor": "sensors", "camera": "camera cameras", "household": "households",
    "vector": "vectors", "tensor": "tensors", "neuron": "neurons", "group": "groups", "cluster": "clusters",
    "phase": "phases", "snapshot": "snapshots", "backup": "backups", "column": "columns", "interrupt": "interrupts",
    "syscall": "syscalls", "trip": "trips", "platter": "platters", "cylinder": "cylinders", "shelf": "shelves",
    "table": "tables", "inference": "inference inferences", "merge": "merges",
}  # fmt: skip
#: what a rate by its name counts a second
COUNTED_A_SECOND = {"QPS": "request", "qps": "request", "RPS": "request", "rps": "request", "fps": "sequence",
                    "FPS": "sequence", "pps": "packet", "IOPS": "IO", "iops": "IO",
                    "baud": "symbol", "Baud": "symbol"}  # fmt: skip
KIND = {word: kind for table in (NOUNS, THINGS) for kind, words in table.items() for word in words.split()}
_IN_SHORT = {"pkt": "packet", "pkts": "packet", "Tok": "token", "Tokens": "token", "megapixel": "pixel",
             "megapixels": "pixel"}  # fmt: skip
_PREFIXED = re.compile(r"[kKMGT](?=[A-Za-z]{2})")
PLAIN_WORDS = frozenset(word for words in THINGS.values() for word in words.split())
_COUNTED = {p: DECIMAL[p] for p in ("", "k", "K", "M", "G", "T")}  # before what is counted
#: what is counted in them: 3 Mtok, 5 kreq
IN_THOUSANDS = (
    "tok toks token tokens Tok Tokens req reqs request requests query queries img imgs image images msg msgs message "
    "messages packet packets pkt pkts param params parameter parameters sample samples cycle cycles"
)
_YEAR = Fraction(31_557_600)  # the Julian year of 365.25 days
_TIMES = (
    (1, "sec secs second seconds 秒 с"), (60, "min mins minute minutes"), (3600, "h hr hrs hour hours"),
    (86400, "d day days"), (604800, "wk wks week weeks"), (_YEAR / 12, "month months"), (_YEAR, "yr yrs year years"),
)  # fmt: skip
_MANY = (
    ("thousand", 3), ("million", 6), ("mln", 6), ("mio", 6), ("billion", 9), ("bn", 9), ("Mrd", 9), ("mrd", 9),
    ("trillion", 12), ("quadrillion", 15), ("quintillion", 18), ("sextillion", 21), ("lakh", 5), ("lakhs", 5),
    ("crore", 7), ("crores", 7), ("万", 4), ("億", 8), ("亿", 8),
)  # fmt: skip


def kind_of(word: str) -> str:
    """What a word for a unit counts, whatever prefix it has: tokens in ktok, requests in QPS; "" for nothing counted.

    >>> [kind_of(w) for w in ("tokens", "ktok", "Mpps", "kIOPS", "GB", "ms")]
    ['token', 'token', 'packet', 'IO', '', '']
    """
    for w in (word, _PREFIXED.sub("", word, count=1)):
        if kind := KIND.get(w) or COUNTED_A_SECOND.get(w) or _IN_SHORT.get(w):
            return kind
    return ""


@final
@dataclass(frozen=True)
class Unit:
    """A unit: how many base units it is, and of which dimension."""

    text: str
    scale: Fraction
    dimension: Dimension


def plain_number(text: str) -> Fraction:
    """The number that digits say, with commas between thousands.

    >>> plain_number("1,234.5"), plain_number("2e3")
    (Fraction(2469, 2), Fraction(2000, 1))
    """
    return Fraction(text.replace(",", ""))


def product(a: Dimension, b: Dimension, power: int = 1) -> Dimension:
    """The dimension of a * b**power; nothing said times nothing said says nothing.

    >>> product((1, 0, 0), (0, 0, 1), -1), product((), ())
    ((1, 0, -1), ())
    """
    if not a and not b:
        return NOTHING
    out = [x + power * y for x, y in zip_longest(a, b, fillvalue=0)]
    out += [0] * (3 - len(out))
    while len(out) > 3 and not out[-1]:
        out.pop()
    return tuple(out)


def agree(a: Dimension, b: Dimension) -> bool:
    """Whether two dimensions can be of one quantity: things counted claim nothing, also not per what.

    >>> agree((0, 0, -1, 0, 0, 1), (0, 0, 0)), agree((0, 0, -1, 0, 0, 1), (0, 0, 1)), agree((1, 0, 0), ())
    (True, False, True)
    """
    if not a or not b:
        return True
    x, y = (product(d[:5], NOTHING) for d in (a, b))
    counted = len(a) > 5 or len(b) > 5
    return x == y or (counted and (not any(x) or not any(y)))


def _prefixed(stems: str, scale: Fraction, dim: Dimension, *, small: bool = False) -> Iterator[Unit]:
    for stem in stems.split():
        for p, e in {**DECIMAL, **(SMALL if small else {})}.items():
            yield Unit(p + stem, scale * Fraction(10) ** e, dim)


def _spelt_out(stems: str, scale: Fraction, dim: Dimension, *, binary: bool = False) -> Iterator[Unit]:
    for stem in stems.split():
        for p, e in {**_LONG, **_LONG_SMALL}.items():
            yield Unit(p + stem, scale * Fraction(10) ** e, dim)
        for p, e in _LONG_BINARY.items() if binary else ():
            yield Unit(p + stem, scale * Fraction(1024) ** e, dim)


def _of_bytes() -> Iterator[Unit]:
    byte, bit = Fraction(1), Fraction(1, 8)
    yield from _prefixed("B byte bytes Byte Bytes", byte, BYTES)
    yield from _spelt_out("byte bytes", byte, BYTES, binary=True)
    yield from (u for u in _prefixed("b bit bits Bit Bits", bit, BYTES) if u.text != "b")
    yield from _spelt_out("bit bits", bit, BYTES, binary=True)
    for p, e in _BINARY.items():
        sorts = (("B", byte), ("bit", bit), ("b", bit))
        yield from (Unit(p + s, scale * Fraction(1024) ** e, BYTES) for s, scale in sorts if p + s != "kib")
    yield from (Unit(p + "B", Fraction(10) ** e, BYTES) for p, e in (("Z", 21), ("Y", 24)))
    for p, e in DECIMAL.items():
        yield Unit(p + "bps", bit * 10**e, (1, 0, -1))
        if p:
            yield Unit(p + "Bps", Fraction(10**e), (1, 0, -1))
    yield from (Unit(w, byte, BYTES) for w in ("字节", "байт", "octet", "octets"))
    yield from (Unit(p + "o", Fraction(10) ** e, BYTES) for p, e in (("k", 3), ("M", 6), ("G", 9), ("T", 12)))
    yield from (Unit(p + "io", Fraction(1024) ** e, BYTES) for p, e in (("K", 1), ("G", 3), ("T", 4)))
    yield from (Unit(w, Fraction(10) ** e, BYTES) for w, e in (("ТБ", 12), ("ГБ", 9), ("МБ", 6)))


def _of_flops() -> Iterator[Unit]:
    one = Fraction(1)
    yield from _prefixed("FLOPs FLOP FLOPS flops flop Flops Flop OPs OP OPS", one, FLOPS)
    yield from _spelt_out("flops flop FLOPs FLOPS FLOP ops", one, FLOPS)
    yield from (Unit(p + s, Fraction(10) ** e, FLOPS) for p, e in (("Z", 21), ("Y", 24)) for s in ("FLOPs", "FLOP"))
    yield from (Unit(p + "ops", Fraction(10) ** e, FLOPS) for p, e in _COUNTED.items())
    yield Unit("operations", one, FLOPS)
    yield from _prefixed("MACs MAC", Fraction(2), FLOPS)
    for p, e in (("m", 6), ("g", 9), ("t", 12), ("p", 15), ("e", 18)):
        yield from (Unit(p + s, Fraction(10) ** e, FLOPS) for s in ("flops", "flop"))
    for p, e in (("G", 9), ("T", 12), ("P", 15), ("E", 18)):
        yield from (Unit(p + f, Fraction(10) ** e, (0, 1, -1)) for f in ("F/s", "F/sec"))


def _of_time() -> Iterator[Unit]:
    yield Unit("s", Fraction(1), SECONDS)
    yield from (Unit(p + "s", Fraction(10) ** e, SECONDS) for p, e in SMALL.items())
    yield from (Unit(p + "s", Fraction(10) ** DECIMAL[p], SECONDS) for p in "kMG")
    yield from _spelt_out("second seconds", Fraction(1), SECONDS)
    yield from (Unit(p + s, Fraction(10) ** e, SECONDS) for p, e in SMALL.items() for s in ("sec", "secs"))
    yield from (Unit(w, Fraction(10) ** e, SECONDS) for w, e in (("мс", -3), ("мкс", -6)))
    for seconds, words in _TIMES:
        yield from (Unit(w, Fraction(seconds), SECONDS) for w in words.split())
    yield from _prefixed("Hz", Fraction(1), PER_SECOND, small=True)
    yield from _spelt_out("hertz", Fraction(1), PER_SECOND)
    for p, e in (("k", 3), ("m", 6), ("g", 9), ("t", 12)):  # nobody clocks anything in thousandths of a hertz
        yield from (Unit(q + "hz", Fraction(10) ** e, PER_SECOND) for q in (p, p.upper()))


def _of_the_rest() -> Iterator[Unit]:
    one = Fraction(1)
    yield from _prefixed("W", one, POWER, small=True)
    yield from _prefixed("Wh", Fraction(3600), ENERGY, small=True)
    yield Unit("kwh", Fraction(3_600_000), ENERGY)
    yield from _prefixed("Ws", one, ENERGY, small=True)
    yield from _prefixed("J", one, ENERGY, small=True)
    yield Unit("aJ", Fraction(1, 10**18), ENERGY)
    yield from (Unit(w, one, POWER) for w in ("watt", "watts", "Watt", "Watts"))
    yield from (Unit(w, one, ENERGY) for w in ("joule", "joules", "Joule", "Joules"))
    yield from _spelt_out("watt watts", one, POWER)
    yield from _spelt_out("joule joules", one, ENERGY)
    yield from (Unit(w, one, MONEY) for w in ("USD", "dollar", "dollars"))
    yield from (Unit(w, Fraction(1, 100), MONEY) for w in ("cent", "cents", "ct"))
    yield from (Unit(w, Fraction(1, 100), NOTHING) for w in ("%", "percent", "pct"))
    yield from (Unit(w, Fraction(10) ** e, NOTHING) for w, e in _MANY)
    yield from (Unit(p, Fraction(1024) ** e, NOTHING) for p, e in _BINARY.items())
    yield from (Unit(w, one, COUNTED if kind != "time" else NOTHING) for w, kind in KIND.items())
    yield from (Unit(p + w, Fraction(10) ** e, COUNTED) for p, e in _COUNTED.items() if p for w in IN_THOUSANDS.split())
    yield from (Unit(w, one, (0, 0, -1, 0, 0, 1)) for w in ("TPS", "tps", "t/s"))
    for p, e in _COUNTED.items():
        yield from (Unit(p + w, Fraction(10) ** e, (0, 0, -1, 0, 0, 1)) for w in COUNTED_A_SECOND)
        yield Unit(p + "T/s", Fraction(10) ** e, (0, 0, -1, 0, 0, 1))  # transfers of a link: 8 GT/s
    yield from (Unit(w, Fraction(10**6), COUNTED) for w in ("megapixel", "megapixels", "Mpixel", "Mpixels"))


def _atoms() -> dict[str, Unit]:
    return {u.text: u for made in (_of_bytes(), _of_flops(), _of_time(), _of_the_rest()) for u in made}


ATOMS: dict[str, Unit] = _atoms()
_LONELY = frozenset("bkKMGTPE")  # a prefix, or a letter that alone is no unit
_ATOM = re.compile(r"(?:t/s\b|[GM]T\s?/\s?s(?![^\W_])|[GTPE]F\s?/\s?s(?![^\W_])|[^\W\d_]+|%)")
_POWER = re.compile(r"(?:\^|\*\*)\{?([+\-−]?[12])\}?|([⁻⁺]?[¹²])")
_SIGN = re.compile(r"(\s?/\s?|[ \t]+per[ \t]+(?:an?[ \t]+|each[ \t]+)?|[ \t]*[·⋅][ \t]*|-)(?=[^\W\d_])")
_NEXT = re.compile(r"[ \t]+(?=[^\W\d_])")
_SCALES = frozenset(w for w, _ in _MANY)
_SPACED = re.compile(r"[ \t]+(?=[^\W\d_]+(?:\^|\*\*|[⁻]))")
_LASTING = {word for seconds, words in _TIMES if seconds != 60 for word in words.split()} | {"s"}
_SUPER = str.maketrans("⁻⁺¹²−", "-+12-")
#: letters that are a unit only behind these: FLOPs/B, FLOPs/s/W
_BELOW_LETTERS = {"B": (FLOPS, ENERGY), "W": (FLOPS, (0, 1, -1), (0, 0, -1, 0, 0, 1)), "J": (FLOPS, COUNTED, BYTES)}


def unit_at(text: str, at: int, symbols: Iterable[str] = ()) -> tuple[Unit, int] | None:
    """The longest known unit that starts at a position and ends at a word's end, and where it ends.

    ``symbols`` are letters that are no units below a slash: FLOPs/h where h is a symbol.
    """
    first = _factor(text, at)
    if first is None:
        return None
    made, end, taken = first[0], first[1], frozenset(symbols)
    last, power, per = made.text, 1, ""
    for _ in range(MAX_FACTORS):
        many = power < 0 and last in _SCALES  # $ per million tokens
        sign = _SIGN.match(text, end) or (_NEXT if many else _SPACED).match(text, end)
        more = _factor(text, sign.end()) if sign else None
        if sign is None or more is None:
            break
        factor, after, powered = more
        before = Unit(last, made.scale, made.dimension)
        mark = sign.group().strip()
        of_many = many and not mark
        if factor.text in taken or not (of_many or _joins(before, sign.group(), factor, powered=powered)):
            break
        of_a_thing = mark == "-" and last in KIND and power < 0  # $ per GPU-hour
        of_a_rate = mark == "/" and per == "per" and factor.text == "s" and ATOMS[last].dimension in (FLOPS, BYTES)
        power = -1 if (of_a_thing or of_many or mark.startswith(("/", "per"))) and not of_a_rate else 1  # W per TFLOP/s
        made, end, last, per = _joined(made, mark, factor, power), after, factor.text, mark[:3]
    return ATOMS.get(made.text, made), end


def _joined(unit: Unit, mark: str, factor: Unit, power: int) -> Unit:
    name = f"{unit.text}{'/' if power < 0 else '·' if mark != '-' else '-'}{factor.text}"
    lasting = mark == "-" and unit.dimension == FLOPS  # a PFLOP-day is a day of PFLOPs a second
    dim = unit.dimension if lasting else product(unit.dimension, factor.dimension, power)
    return Unit(name, unit.scale * factor.scale**power, dim)


def _factor(text: str, at: int) -> tuple[Unit, int, bool] | None:
    """A unit word and the exponent behind it."""
    m = _ATOM.match(text, at)
    if m is None:
        return None
    word = "".join(m.group().split())
    unit = ATOMS.get(word)
    if unit is None or word in _LONELY:
        return None
    power = _POWER.match(text, m.end())
    if power is None or not unit.dimension:
        return unit, m.end(), False
    e = int((power[1] or power[2]).translate(_SUPER))
    if e >= 0:
        return unit, m.end(), False
    return Unit(f"{word}^{e}", unit.scale**e, product(NOTHING, unit.dimension, e)), power.end(), True


def _joins(before: Unit, written: str, unit: Unit, *, powered: bool) -> bool:
    """Whether a further factor belongs to the unit before it."""
    mark, dim = written.strip(), before.dimension
    if mark == "":
        return powered
    if mark == "-":
        return unit.text in _LASTING and (dim[2:3] == (-1,) or before.text in KIND or dim in (POWER, FLOPS))
    if len(unit.text) > 1 or unit.text == "s" or not unit.text.isascii() or powered or mark.startswith("per"):
        return not (unit.text in KIND and unit.dimension == NOTHING)
    if unit.text in ("h", "d"):
        return written == "/" or dim == COUNTED
    return unit.text in _BELOW_LETTERS and dim in _BELOW_LETTERS[unit.text] and written == "/"


@lru_cache(maxsize=4096)
def _whole(name: str) -> Unit | None:
    """The unit that a whole text is."""
    found = unit_at(name, 0)
    return found[0] if found is not None and found[1] == len(name) else None


class _Units(dict[str, Unit]):
    """Every unit by its spelling; those made of several words are worked out when they are asked for."""

    def __missing__(self, name: str) -> Unit:
        made = _whole(name)
        if made is None:
            raise KeyError(name)
        return made

    def __contains__(self, name: object) -> bool:
        return dict.__contains__(self, name) or (isinstance(name, str) and len(name) <= 80 and _whole(name) is not None)


UNITS: dict[str, Unit] = _Units(ATOMS)
