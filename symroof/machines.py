"""Chips as facts: peaks by dtype, bandwidths by link, capacity; exact numbers, each with its source and its rivals.

A plain name is the textbook's chip where the textbook prints one, so that its answers come out as printed; the data
sheet's is the same name with ``(vendor)`` behind it.  The two differ by a few percent, and ``spread`` says how far.

>>> machine("TPU v5e").ridge("bf16")
Fraction(9850, 41)
>>> machine("h100 sxm").bandwidth("hbm")
Fraction(3350000000000, 1)

| name | what it is |
|---|---|
| ``TPU v5e``, ``v5e``, ``TPU v5e (textbook)`` | *How to Scale Your Model*: 1.97e14 FLOPs/s, 8.2e11 bytes/s |
| ``TPU v5e (vendor)`` | Google's page: 1.97e14 FLOPs/s, 8.19e11 bytes/s |
| ``TPU v4`` | no textbook constants are kept, so both spellings give the vendor's |
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product
from os import PathLike
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeAlias, TypeVar, Union, final

import symroof.regexes as re
from symroof.algebra.ratios.posynomial import exact
from symroof.algebra.ratios.sizes import WHOLE
from symroof.decimals import shortest
from symroof.dtypes import COMPLEX, DTYPES, dtype, nearest
from symroof.dtypes import known as formats
from symroof.errors import NotationError, SymroofError, UnknownResource
from symroof.keywords import told
from symroof.lazy import pattern
from symroof.records import dataclass, field, replace
from symroof.shown import visible
from symroof.spelling import fold, same_chip, words

if TYPE_CHECKING:
    from pathlib import Path

V = TypeVar("V")

WHATS = {"peak": "FLOPs/s", "bandwidth": "bytes/s", "capacity": "bytes", "hop": "s"}  # what is stored -> its unit
MEASURED = "measured here"  # the confidence of what ``machine.here()`` found
_PREFIX = {"": 0, "k": 1, "M": 2, "G": 3, "T": 4, "P": 5, "E": 6}
_NUMBER = rf"[+-]?(?:{WHOLE}(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d{{1,3}})?"
_AMOUNT = pattern(rf"\s*({_NUMBER})\s*(?:([kMGTPE]?)(i?)([A-Za-z]+)(/[mun]?s)?)?\s*\Z")
_A_SECOND = {"/s": 1, "/ms": 10**3, "/us": 10**6, "/ns": 10**9}
_SANE: dict[str, tuple[Fraction, Fraction]] = {
    "FLOPs/s": (Fraction(10**9), Fraction(10**20)),
    "bytes/s": (Fraction(10**6), Fraction(10**17)),
    "bytes": (Fraction(10**6), Fraction(10**16)),
    "s": (Fraction(1, 10**9), Fraction(1, 100)),
}


@final
class Table(Mapping[str, V], Generic[V]):
    """An immutable mapping that hashes and pickles, kept in the order given."""

    __slots__ = ("_items",)

    def __init__(self, items: Mapping[str, V] | Iterable[tuple[str, V]] = ()) -> None:
        self._items: dict[str, V] = dict(items)

    def __getitem__(self, key: str) -> V:
        return self._items[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return hash(frozenset(self._items.items()))

    def __repr__(self) -> str:
        return f"{{{', '.join(f'{k!r}: {v}' for k, v in self._items.items())}}}"


@final
@dataclass(frozen=True)
class Fact:
    """One number with where it comes from: ``value`` in ``unit``, and the ``others`` printed for the same thing.

    A network's bandwidth with ``per="chip"`` is that of all links of a chip together; of a number measured here the
    ``spread`` is how far the median run stayed below it, as a fraction.
    """

    value: Fraction
    unit: str
    source: str
    as_of: str = ""
    confidence: str = ""
    others: tuple[Fraction, ...] = ()
    note: str = ""
    per: str = ""
    spread: float = 0.0

    @property
    def values(self) -> tuple[Fraction, ...]:
        """Every printed value, the one in use first."""
        return tuple(dict.fromkeys((self.value, *self.others)))


@visible
@final
@dataclass(frozen=True)
class Machine:
    """A chip: peak FLOPs/s by dtype, bytes/s by link, bytes of memory; everything exact.

    Numbers go in as strings, integers, Fractions or floats (a float is the decimal that was typed):

    >>> mine = Machine(name="mine", peaks={"bf16": "1.97e14"}, bandwidths={"hbm": 8.2e11})
    >>> mine.ridge("bf16", "hbm")
    Fraction(9850, 41)

    ``vector`` is the peak of the unit beside the matrix unit (FLOPs/s, fp32), ``sustained`` the fraction of peak that
    long matmuls are said to reach (low, high), ``facts`` the sources: one ``Fact`` per peak, link, and for
    "capacity" and "vector".  Bandwidths are one-way; ``facts[link].note`` says whether per link or per chip.
    ``hops`` is the time in seconds that a hop over a link takes however little it carries (facts: "hop ici").

    Raises UnknownResource for a peak of no known format, and for a hop over a link that has no bandwidth.
    """

    name: str
    peaks: Mapping[str, Fraction]
    bandwidths: Mapping[str, Fraction]
    capacity: Fraction | None = None
    vector: Fraction | None = None
    sustained: tuple[Fraction, Fraction] | None = None
    vendor: str = ""
    kind: str = ""
    year: int | None = None
    per: str = "chip"
    variant: str = "user"
    aliases: tuple[str, ...] = ()
    notes: tuple[str, ...] = field(default=(), compare=False)
    facts: Mapping[str, Fact] = field(default_factory=Table, compare=False, repr=False)
    hops: Mapping[str, Fraction] = field(default_factory=Table)

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name.strip():
            raise SymroofError(f"a machine needs a name, not {self.name!r}")
        put = object.__setattr__
        typed = {"peak": self.peaks, "bandwidth": self.bandwidths, "capacity": {"": self.capacity}}
        put(self, "peaks", _table(self.name, "peak", self.peaks, _dtype_name))
        put(self, "bandwidths", _table(self.name, "bandwidth", self.bandwidths, _link_name))
        put(self, "hops", _table(self.name, "hop", self.hops, _link_name))
        _check_known(self.name, self.peaks, self.hops, self.bandwidths)
        for key, what in (("capacity", "capacity"), ("vector", "peak")):
            given = getattr(self, key)
            if given is not None:
                put(self, key, _positive(given, what, f"{self.name}: {key}"))
        self._units_left_out(typed)
        if self.sustained is not None:
            if not isinstance(self.sustained, (tuple, list)) or len(self.sustained) != 2:
                raise SymroofError(f"{self.name}: sustained is (low, high), fractions of peak, not {self.sustained!r}")
            low, high = (_number(x, f"{self.name}: sustained") for x in self.sustained)
            if not 0 < low <= high <= 1:
                raise SymroofError(f"{self.name}: sustained is (low, high), fractions of peak, not {low}, {high}")
            put(self, "sustained", (low, high))
        for key in ("notes", "aliases"):
            if isinstance(getattr(self, key), str) or not all(isinstance(x, str) for x in getattr(self, key)):
                raise SymroofError(f'{self.name}: {key} are texts, as in {key}=("x1",), not {getattr(self, key)!r}')
        put(self, "notes", tuple(self.notes))
        put(self, "aliases", tuple(self.aliases))
        put(self, "facts", Table(self.facts))

    def _units_left_out(self, typed: Mapping[str, Mapping[str, object]]) -> None:
        """Refuse 819.2 bytes/s beside 197 TFLOPs/s: a bare number far too small for a chip whose others are a chip's.

        Where all are small, as in a sum of an exercise, or the unit is told, they are what is meant.
        """
        found = {"peak": self.peaks, "bandwidth": self.bandwidths, "capacity": {"": self.capacity}}
        low = {what: _SANE[WHATS[what]][0] for what in found}
        real = {what for what, of in found.items() if any(v is not None and v >= 1000 * low[what] for v in of.values())}
        for what, of in typed.items():
            for (key, value), given in zip(found[what].items(), of.values(), strict=True):
                bare = not isinstance(given, Fraction) and not re.search(r"[A-DF-Za-df-z]", str(given))
                if value is not None and value < low[what] and bare and real:
                    shown = f"{shortest(value)} {WHATS[what]}, under {float(low[what]):.0e}"
                    remedy = f'check the unit and write it, as in "{_AS_IN[WHATS[what]]}"'
                    raise SymroofError(f"{self.name}: {f'{what} {key}'.strip()} is {shown}; {remedy}")

    def peak(self, dtype: str, unit: str = "matrix") -> Fraction:
        """FLOPs/s at a dtype ("vector" for the vector unit, where elementwise work of any dtype is done, if listed).

        Raises UnknownResource when the machine lists none.
        """
        key = "vector" if unit == "vector" and self.vector is not None else _dtype_name(dtype)
        if key in self.peaks:
            return self.peaks[key]
        if key == "vector" and self.vector is not None:
            return self.vector
        have = f"{_close(key, self.peaks)}it has {_listing(self.peaks)}"
        raise UnknownResource(f"{self.name} lists no peak for {key}; {have}")

    def bandwidth(self, link: str = "hbm") -> Fraction:
        """Bytes/s of a link, one way.  Raises UnknownResource when the machine lists none."""
        key = str(link)
        if key in self.bandwidths:
            return self.bandwidths[key]
        have = f"{_close(key, self.bandwidths)}it has {_listing(self.bandwidths)}"
        raise UnknownResource(f"{self.name} lists no bandwidth for {key}; {have}")

    @property
    def together(self) -> int:
        """How many come together: 8 for the "GPU of the node of 8", else 1.

        >>> machine("H100 node").together, machine("H100").together
        (8, 1)
        """
        count = self.per.rpartition(" of ")[2]
        return int(count) if count.isascii() and count.isdigit() and 0 < int(count) < 10**6 else 1

    def ridge(self, dtype: str, link: str = "hbm") -> Fraction:
        """FLOPs per byte at which compute and a link take equally long: ``C/W``, the accelerator's intensity."""
        return self.peak(dtype) / self.bandwidth(link)

    def spread(self, dtype: str, link: str = "hbm") -> tuple[Fraction, Fraction]:
        """The lowest and highest ridge over every printed value of the two constants.

        >>> low, high = machine("TPU v5e").spread("bf16", "hbm")
        >>> round(float(low)), round(float(high))
        (229, 243)
        """
        self.bandwidth(link)
        peaks, links = self.printed(dtype), self.printed(link)
        return min(peaks) / max(links), max(peaks) / min(links)

    def all_variants(self, dtype: str, link: str = "hbm") -> tuple[Machine, ...]:
        """The machine under each combination of printed values of one peak and one bandwidth, its own first."""
        key = _dtype_name(dtype)
        self.bandwidth(link)
        peaks, links = self.printed(key), self.printed(link)
        made = []
        for c, w in product(peaks, links):
            if (c, w) == (peaks[0], links[0]):
                made.append(self)
                continue
            label = f"{self.name} ({key} {shortest(c)}, {link} {shortest(w)})"
            vector = c if key == "vector" else self.vector
            new_peaks = self.peaks if key == "vector" else {**self.peaks, key: c}
            new_links = {**self.bandwidths, link: w}
            made.append(replace(self, name=label, peaks=new_peaks, vector=vector, bandwidths=new_links))
        return tuple(made)

    def printed(self, key: str) -> tuple[Fraction, ...]:
        """Every printed value of a peak (by dtype) or a link, the one in use first.

        >>> [float(x) for x in machine("TPU v5e").printed("hbm")]
        [820000000000.0, 810000000000.0, 819000000000.0, 858993459200.0]
        """
        value = self.bandwidth(key) if key in self.bandwidths else self.peak(key)
        fact = self.facts.get(key if key in self.facts else _dtype_name(key))
        return tuple(dict.fromkeys((value, *fact.others))) if fact is not None else (value,)

    def doubts(self, *keys: str) -> tuple[str, ...]:
        """What to know of weakly sourced peaks and links before relying on them, one sentence for each kind of doubt.

        >>> machine("V100").doubts("fp16", "hbm")
        ('V100, fp16 and hbm: these numbers come from a secondary source that quotes the vendor',)
        """
        found: dict[str, list[str]] = {}
        for key in keys:
            fact = self.facts.get(key)
            if fact is not None and fact.confidence in WEAK:
                found.setdefault(WEAK[fact.confidence], []).append(key)
        return tuple(f"{self.name}, {' and '.join(k)}: {why}" for why, k in found.items())

    def __str__(self) -> str:
        return self.name


# -- numbers at the door ---------------------------------------------------------------------------------------------


MachineLike: TypeAlias = Union[Machine, str, "PathLike[str]"]  # a machine, its name, or a TOML file with one


_AS_IN = {"bytes": "16 GB", "bytes/s": "819 GB/s", "FLOPs/s": "197 TFLOPs/s", "s": "1 us"}


def _number(x: object, where: str, wanted: str = 'a number; write it as a string, as in "8.2e11"') -> Fraction:
    try:
        return Fraction(exact(x))
    except SymroofError:
        raise SymroofError(f"{where}: {x!r} is not {wanted}") from None


def amount(x: object, what: str, where: str) -> Fraction:
    """An exact number from "8.2e11", "819 GB/s", "16 GiB" or "197 TFLOPs/s"; the unit must be what the field needs.

    >>> amount("800 GiB/s", "bandwidth", "mine: hbm"), amount("1 MB/us", "bandwidth", "mine: ici")
    (Fraction(858993459200, 1), Fraction(1000000000000, 1))

    Raises SymroofError for another unit, naming the one needed.
    """
    need = WHATS[what]
    if not isinstance(x, str):
        return _number(x, where)
    found = _AMOUNT.match(re.sub(r"\s*/\s*", "/", x.strip()).replace("µ", "u").replace("μ", "u"))
    if found is None:
        return _number(x, where, f'a number of {need}; write it with its unit, as in "{_AS_IN[need]}"')
    digits, prefix, binary, word, rate = found.groups()
    if word is None:
        return _number(digits, where)
    unit = _unit(word, rate is not None)
    if unit.startswith("bits"):
        how = f"; divide by 8 and write {need.replace('bytes', 'GB')}" if need.startswith("bytes") else ""
        raise SymroofError(f"{where}: {x!r} counts bits and the field needs {need}{how}")
    if need == "s" and f"/{unit}" in _A_SECOND:
        return _number(digits, where) / _A_SECOND[f"/{unit}"]
    if unit != need:
        hint = "; write it with /s, as in 197 TFLOPs/s" if unit == "FLOPs" else ""
        raise SymroofError(f"{where}: {x!r} is in {unit}, the field needs {need}{hint}")
    often = _A_SECOND[rate] if rate is not None else 1
    return _number(digits, where) * Fraction(1024 if binary else 1000) ** _PREFIX[prefix] * often


def _unit(word: str, rate: bool) -> str:
    """What a unit written by hand means: FLOPS, OPS and F are rates by themselves, Bps is bytes/s, bps bits/s."""
    stem, per = word, "/s" if rate else ""
    if word in ("FLOPS", "OPS", "F"):
        per = "/s"
    elif word in ("bps", "Bps"):
        stem, per = word[0], "/s"
    if stem in ("b", "bit", "bits"):
        return "bits" + per
    if stem in ("B", "byte", "bytes", "Byte", "Bytes"):
        return "bytes" + per
    if stem == "F" or stem.lower().rstrip("s") in ("flop", "op"):
        return "FLOPs" + per
    return word + per


def _positive(x: object, what: str, where: str) -> Fraction:
    value = amount(x, what, where)
    if value <= 0:
        raise SymroofError(f"{where} is {shortest(value)} {WHATS[what]}; it must be positive")
    return value


def _table(name: str, what: str, given: object, key: Any) -> Table[Fraction]:
    if not isinstance(given, Mapping):
        example = '{"bf16": "1.97e14"}' if what == "peak" else '{"hbm": "8.2e11"}'
        raise SymroofError(f"{name}: {what}s are a mapping, as in {example}, not {given!r}")
    found: dict[str, Fraction] = {}
    for k, v in given.items():
        if key(k) in found:
            raise SymroofError(f"{name}: {what} {key(k)} is given twice, once as {k}")
        found[key(k)] = _positive(v, what, f"{name}: {what} {k}")
        highest = _SANE[WHATS[what]][1]
        if found[key(k)] > highest:
            shown = f"{shortest(found[key(k)])} {WHATS[what]}, over {float(highest):.0e}"
            raise SymroofError(f"{name}: {what} {k} is {shown}; check the unit")
    return Table(found)


def _check_known(where: str, peaks: Iterable[str], hops: Iterable[str], links: Iterable[str]) -> None:
    """Refuse a peak of no known format, which no operation would find, and a hop over a link that is not there."""
    for key in peaks:
        if key not in DTYPES and key not in (*COMPLEX, "vector"):
            near = nearest(key)
            meant = f"did you mean {near}? " if near else ""
            raise UnknownResource(f"{where}: peak {key} is of no known format; {meant}known: {formats()}")
    for key in hops:
        if key not in links:
            have = f"{_close(key, links)}it has {_listing(links)}"
            raise UnknownResource(f"{where}: hop {key} is over a link without a bandwidth; {have}")


def _link_name(name: object) -> str:
    """A link's name, which is part of a symbol: W_ici."""
    text = str(name)
    if not re.fullmatch(r"\w+", text):
        raise SymroofError(f"{text[:40]!r} is no name for a link; use letters, digits and underscores, as in nvlink")
    return text


def _dtype_name(name: object) -> str:
    """The canonical name of a dtype; a name that the dtype table does not know stays as it is, to be told."""
    text = str(getattr(name, "name", name)).strip()
    if text == "vector":
        return text
    try:
        return dtype(text).name
    except (UnknownResource, NotationError):
        return text


def _close(key: str, have: Iterable[str]) -> str:
    """A hint at the name that was meant; none for a dtype that exists and is only not listed."""
    try:
        dtype(key)
    except (UnknownResource, NotationError):
        import difflib

        near = difflib.get_close_matches(key.casefold(), list(have), n=1, cutoff=0.6)
        return f"did you mean {near[0]}? " if near else ""
    return ""


def _listing(keys: Iterable[str]) -> str:
    return ", ".join(keys) or "none"


# -- finding one -----------------------------------------------------------------------------------------------------


def not_both(machine: object, on: object) -> None:
    """Refuse a machine by its place and another as ``on=``."""
    if machine is not None and on is not None:
        raise SymroofError(f"two machines given, {machine} and on={on}; one is asked about at a time")


def the_one(machine: MachineLike | None, on: MachineLike | None) -> MachineLike | None:
    """The machine, given by its place or, as ``threshold`` and others have it, as ``on=``; SymroofError for both.

    >>> the_one(None, "TPU v5e"), the_one("H100", None)
    ('TPU v5e', 'H100')
    """
    not_both(machine, on)
    return machine if on is None else on


@told
def machine(name: MachineLike, *, file: str | Path | None = None) -> Machine:
    """The machine of that name or alias; a TOML file of your own; or the machine itself.

    >>> machine("h100 sxm").name, machine("tpu-v5e").name
    ('H100', 'TPU v5e')

    A name is looked up without regard to case, spaces, hyphens, makers ("NVIDIA H100 80GB HBM3", "Instinct MI300X");
    "(vendor)" and "(textbook)" choose between the data sheet's constants and the textbook's, which a plain name
    prefers.  "H100 node" is the chip in its node, with the links that leave it (``ib``, bytes/s of the whole node), so
    are "H200 node", "B200 node"; "TPU v5p Multislice" has the ``dcn`` between slices, so have v5e, v6e, v7x.
    ``file=`` looks in your own table only, as does "mine.toml:name".
    ``machine.here()``, also ``machine("here")``, measures this one.

    Raises UnknownResource for a name not in the table, with close ones; SymroofError for a bad file.
    """
    if isinstance(name, Machine):
        return name
    if (isinstance(name, str) and name.endswith(".toml")) or hasattr(name, "__fspath__"):
        found = load(name)
        if len(found) == 1:
            return next(iter(found.values()))
        choose = f'pick one, as in "{name}:{next(iter(found))}"'
        raise UnknownResource(f"{name} holds {len(found)} machines: {', '.join(found)}; {choose}")
    if name == "here" and file is None:
        return _here()
    if isinstance(name, str) and ".toml:" in name and file is None:
        table, _, name = name.rpartition(":")
        return machine(name, file=table)
    if not isinstance(name, str):
        raise SymroofError(f"{name!r} is neither a Machine nor the name of one")
    catalogue = machines() if file is None else load(file)
    index = _index() if file is None else _aliases(catalogue.values(), str(file))
    hit = index.get(fold(name)) or same_chip(name, _spellings() if file is None else _words_of(catalogue))
    if file is None and name.casefold().split()[-1:] in (["node"], ["slices"], ["multislice"]):
        beyond = load(_beside("nodes.toml"))
        whole = _aliases(beyond.values(), "nodes.toml").get(fold(name))
        if whole is not None:
            return beyond[whole]
    if hit is not None:
        return catalogue[hit]
    raise UnknownResource(_unknown(name, index, catalogue))


def _beside(name: str) -> str:
    from pathlib import Path

    return str(Path(__file__).with_name(name))


def _here(*, refresh: bool = False, path: str | Path | None = None, repeats: int = 7) -> Machine:
    """A machine of this computer, measured: ``machine.here()``, also ``machine("here")``; see ``symroof.here``.

    Raises SymroofError where the file kept is damaged and cannot be replaced, or no memory for the copy is there.
    """
    from symroof.here import here

    return _of_record(here(refresh=refresh, path=path, repeats=repeats))


def again(before: Machine, repeats: int = 7) -> Machine:
    """The machine of this computer measured once more, the better of both numbers kept."""
    from symroof.here import again as measured

    rows = {k: {"best": float(f.value), "spread": f.spread} for k, f in before.facts.items()}
    hbm = rows.pop("hbm", None)
    return _of_record(measured(rows, hbm, repeats))


def _of_record(record: Mapping[str, Any]) -> Machine:
    def fact(row: Mapping[str, float], unit: str) -> Fact:
        note = f"best run; the median was {row['spread']:.0%} lower"
        return Fact(Fraction(row["best"]), unit, record["how"], record["date"], MEASURED, (), note, "", row["spread"])

    facts = {k: fact(row, "FLOPs/s") for k, row in record["peaks"].items()}
    facts["hbm"] = fact(record["hbm"], "bytes/s")
    return Machine(
        name="here",
        peaks={k: f.value for k, f in facts.items() if k != "hbm"},
        bandwidths={"hbm": facts["hbm"].value},
        capacity=Fraction(record["memory"]) if record.get("memory") else None,
        notes=(f"measured on {record['date']}: {record['how']}", f"last cache {record['cache']} bytes"),
        facts=facts,
        kind="measured",
    )


def spread_of(m: Machine, *keys: str) -> float:
    """The largest spread among numbers measured here, a fraction; 0 for a machine out of the table."""
    found = (m.facts.get(k) for k in keys or tuple(m.facts))
    return max((f.spread for f in found if f is not None and f.confidence == MEASURED), default=0.0)


machine.here = _here  # type: ignore[attr-defined]


def machines() -> Mapping[str, Machine]:
    """Every machine in the table that ships with symroof, by name."""
    return _shipped()


def _unknown(name: str, index: Mapping[str, str], catalogue: Mapping[str, Machine]) -> str:
    name = name if len(name) <= 60 else name[:60] + "..."
    import difflib

    words = name.casefold().split()
    if len(words) > 1 and difflib.get_close_matches(words[-1], ("node", "slices", "multislice"), cutoff=0.6):
        index = _aliases(load(_beside("nodes.toml")).values(), "nodes.toml")  # a chip in its node or slices is meant
    close = difflib.get_close_matches(fold(name), index, n=6, cutoff=0.6)
    named = list(dict.fromkeys(index[c] for c in close))[:3]
    if named:
        return f"unknown machine {name!r}; did you mean {' or '.join(named)}?"
    shown = ", ".join(list(catalogue)[:8])
    more = f" and {len(catalogue) - 8} more (symroof machines)" if len(catalogue) > 8 else ""
    return f"unknown machine {name!r}; the table has {shown}{more}"


class _Names(NamedTuple):
    """What a chip is called, before its numbers are read."""

    name: str
    variant: str
    aliases: tuple[str, ...]


@final
class _Shipped(Mapping[str, Machine]):
    """The table that ships with symroof; a machine is made of its row when it is asked for."""

    def __init__(self) -> None:
        from symroof.chips import DATA

        self._sources = DATA["sources"]
        self._rows: dict[str, dict[str, Any]] = {row["name"]: row for row in DATA["machine"]}
        self._made: dict[str, Machine] = {}

    def __getitem__(self, name: str) -> Machine:
        if name not in self._made:
            self._made[name] = _machine_of(self._rows[name], self._sources, "machines.toml")
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def __repr__(self) -> str:
        return repr(Table(self))

    def names(self) -> list[_Names]:
        """What each machine is called."""
        rows = self._rows.values()
        return [_Names(r["name"], r.get("variant", "user"), tuple(r.get("aliases", ()))) for r in rows]


@lru_cache(maxsize=1)
def _shipped() -> _Shipped:
    return _Shipped()


@lru_cache(maxsize=1)
def _index() -> Mapping[str, str]:
    return _aliases(_shipped().names(), "machines.toml")


@lru_cache(maxsize=1)
def _spellings() -> Mapping[str, frozenset[frozenset[str]]]:
    return _words_of(machines())


def _words_of(catalogue: Mapping[str, Machine]) -> Mapping[str, frozenset[frozenset[str]]]:
    """The words of each machine's names; those of a variant that a plain name does not mean carry the variant's."""
    families = {_base(m) for m in catalogue.values() if m.variant == "textbook"}
    found = {}
    for m in catalogue.values():
        extra = {m.variant} if m.variant == "vendor" and _base(m) in families else set()
        found[m.name] = frozenset(words(text) | extra for text in (_base(m), *m.aliases))
    return found


def _aliases(found: Iterable[Machine | _Names], where: str) -> dict[str, str]:
    """Folded name or alias -> name; each variant answers to every alias with its "(variant)" behind it."""
    index: dict[str, str] = {}
    chips = list(found)
    families = {_base(m) for m in chips if m.variant == "textbook"}
    for m in chips:
        plain = m.variant != "vendor" or _base(m) not in families
        for text in (_base(m), *m.aliases):
            for key in ((text,) if plain else ()) + ((f"{text} ({m.variant})",) if m.variant != "user" else ()):
                other = index.setdefault(fold(key), m.name)
                if other != m.name:
                    both = f"{other} and {m.name}"
                    raise SymroofError(f"{where}: {key!r} names both {both}; an alias belongs to one machine")
    return index


def _base(m: Machine | _Names) -> str:
    return m.name.removesuffix(f" ({m.variant})")


# -- reading a table -------------------------------------------------------------------------------------------------

MAX_FILE = 10**7  # bytes
_FIELDS = {"name", "aliases", "vendor", "kind", "year", "per", "variant", "source", "as_of", "confidence", "notes",
           "sustained", "capacity", "vector", "peaks", "bandwidths", "hops"}  # fmt: skip
_FACT_FIELDS = {"value", "unit", "source", "as_of", "confidence", "others", "note", "per"}


def load(path: str | PathLike[str]) -> Mapping[str, Machine]:
    """The machines of a TOML file, by name: the same layout as the table that ships with symroof.

    Each ``[[machine]]`` has a name, a source, and ``peaks`` and ``bandwidths`` whose values are strings ("8.2e11",
    "819 GB/s") or tables ``{ value, source, as_of, confidence, others, note, per }``.

    Raises SymroofError naming the file, the machine and the field for a missing source, a unit that is not what the
    field needs, a negative or absurd value, an unknown field, or an alias given twice.
    """
    import tomllib
    from pathlib import Path

    file = Path(path)
    try:
        with file.open("rb") as f:
            raw = f.read(MAX_FILE + 1)
        text = raw.decode("utf-8-sig")  # Windows editors begin a file with a mark
    except (OSError, UnicodeDecodeError) as e:
        raise SymroofError(f"cannot read the machine file {path}: {e}") from None
    if len(raw) > MAX_FILE:
        raise SymroofError(f"the machine file {path} is larger than {MAX_FILE // 10**6} MB; a table of chips is not")
    try:
        data = tomllib.loads(text)
    except RecursionError:
        raise SymroofError(f"{file.name} is nested too deeply; a machine file has tables in tables, no more") from None
    except ValueError as e:  # TOMLDecodeError is one; a number of thousands of digits is another
        raise SymroofError(f"{file.name} is not TOML: {str(e).split(';')[0]}") from None
    rows = data.get("machine")
    if not isinstance(rows, list) or not rows or not all(isinstance(r, dict) for r in rows):
        raise SymroofError(f"{file.name} holds no machines; start each with [[machine]]")
    sources = data.get("sources", {})
    if not isinstance(sources, dict) or not all(isinstance(s, str) for s in sources.values()):
        raise SymroofError(f'{file.name}: sources is a table of texts, as in [sources] with lab = "our bench"')
    found: dict[str, Machine] = {}
    for row in rows:
        m = _machine_of(row, sources, file.name)
        if m.name in found:
            raise SymroofError(f"{file.name}: {m.name} is defined twice")
        found[m.name] = m
    _aliases(found.values(), file.name)
    return Table(found)


def _machine_of(row: Mapping[str, Any], sources: Mapping[str, str], where: str) -> Machine:
    name = row.get("name")
    if not isinstance(name, str) or not name:
        raise SymroofError(f"{where}: a [[machine]] has no name")
    extra = sorted(set(row) - _FIELDS)
    if extra:
        raise SymroofError(f"{where}: {name} has an unknown field {extra[0]!r}; known: {', '.join(sorted(_FIELDS))}")
    _kinds(row, f"{where}: {name}")
    facts: dict[str, Fact] = {}

    def fact(key: str, what: str, given: object) -> Fraction:
        made = _fact(given, what, row, sources, f"{where}: {name}: {key}")
        if key in facts:
            raise SymroofError(f"{where}: {name} gives {key} twice")
        facts[key] = made
        return made.value

    peaks = {_dtype_name(k): fact(_dtype_name(k), "peak", v) for k, v in _sub(row, "peaks", name, where)}
    links = {k: fact(k, "bandwidth", v) for k, v in _sub(row, "bandwidths", name, where)}
    hops = {k: fact(f"hop {k}", "hop", v) for k, v in _sub(row, "hops", name, where)}
    capacity = fact("capacity", "capacity", row["capacity"]) if "capacity" in row else None
    vector = fact("vector", "peak", row["vector"]) if "vector" in row else None
    _check_known(f"{where}: {name}", peaks, hops, links)
    notes = tuple(row.get("notes", ()))
    doubt = row.get("confidence", "")
    if doubt in WEAK:
        notes = (f"{name}: {WEAK[doubt]}", *notes)
    return Machine(
        name=name, peaks=peaks, bandwidths=links, capacity=capacity, vector=vector,
        sustained=tuple(row["sustained"]) if "sustained" in row else None,
        vendor=row.get("vendor", ""), kind=row.get("kind", ""), year=row.get("year"), per=row.get("per", "chip"),
        variant=row.get("variant", "user"), aliases=tuple(row.get("aliases", ())), notes=notes, facts=facts,
        hops=hops,
    )  # fmt: skip


_LISTS = {"aliases": 'aliases = ["x1"]', "notes": 'notes = ["no bf16"]', "sustained": 'sustained = ["0.9", "0.95"]'}
_TEXTS = ("vendor", "kind", "per", "variant", "confidence", "note")


def _kinds(row: Mapping[str, Any], where: str) -> None:
    """Refuse a text where a list belongs, and the reverse; what holds a number is looked at when it is read."""
    for key, example in _LISTS.items():
        found = row.get(key, [])
        if not isinstance(found, list) or (key != "sustained" and not all(isinstance(x, str) for x in found)):
            raise SymroofError(f"{where}: {key} is {found!r}; write a list of texts, as in {example}")
    for key in _TEXTS:
        if not isinstance(row.get(key, ""), str):
            raise SymroofError(f'{where}: {key} is {row[key]!r}; write a text, as in {key} = "..."')
    if type(row.get("year", 0)) is not int:
        raise SymroofError(f"{where}: year is {row['year']!r}; write a whole number, as in year = 2024")
    if not isinstance(row.get("others", []), list):
        raise SymroofError(f'{where}: others is {row["others"]!r}; write a list, as in others = ["8.1e11"]')


WEAK = {
    "single source": "only one source prints these numbers, and it is not the vendor's page",
    "derived": "some of these numbers are derived from clocks and widths, not printed",
    "secondary": "these numbers come from a secondary source",
    "secondary quoting vendor": "these numbers come from a secondary source that quotes the vendor",
}


def _sub(row: Mapping[str, Any], key: str, name: str, where: str) -> list[tuple[str, object]]:
    found = row.get(key, {})
    if not isinstance(found, dict):
        raise SymroofError(f"{where}: {name}: {key} is a table, as in [machine.{key}] with one line for each")
    return list(found.items())


def _fact(given: object, what: str, row: Mapping[str, Any], sources: Mapping[str, str], where: str) -> Fact:
    cell: Mapping[str, Any] = given if isinstance(given, dict) else {"value": given}
    extra = sorted(set(cell) - _FACT_FIELDS)
    if extra:
        raise SymroofError(f"{where} has an unknown field {extra[0]!r}; known: {', '.join(sorted(_FACT_FIELDS))}")
    _kinds(cell, where)
    if "value" not in cell:
        raise SymroofError(f"{where} has no value")
    need = WHATS[what]
    if cell.get("unit", need) != need:
        raise SymroofError(f"{where} is given in {cell['unit']}, the field needs {need}")
    source = cell.get("source", row.get("source"))
    if not isinstance(source, str) or not source.strip():
        raise SymroofError(f'{where} has no source; say where the number was printed, as in source = "data sheet"')
    value = _sane(cell["value"], what, where)
    others = tuple(_sane(v, what, f"{where}, others") for v in cell.get("others", ()))
    return Fact(
        value, need, sources.get(source, source), str(cell.get("as_of", row.get("as_of", ""))),
        str(cell.get("confidence", row.get("confidence", ""))), others, str(cell.get("note", "")),
        str(cell.get("per", "")),
    )  # fmt: skip


def _sane(given: object, what: str, where: str) -> Fraction:
    value = _positive(given, what, where)
    low, high = _SANE[WHATS[what]]
    if not low <= value <= high:
        bounds = f"{float(low):.0e} to {float(high):.0e}"
        raise SymroofError(
            f"{where} is {shortest(value)} {WHATS[what]}, outside {bounds}; "
            f'check the unit, as in "{_AS_IN[WHATS[what]]}"'
        )
    return value


# -- what the table looks like ---------------------------------------------------------------------------------------


def table(chosen: Iterable[Machine] | None = None) -> list[list[str]]:
    """The machines as text, a heading first: name, peaks, bandwidths, ridge with its spread, confidence, source.

    >>> table([machine("TPU v5e")])[1][3]
    '240.2 (229 to 243 over printed values)'
    """
    rows = [["machine", "peaks (FLOPs/s)", "bandwidths (bytes/s)", "ridge (FLOPs/byte)", "confidence", "source"]]
    for m in machines().values() if chosen is None else chosen:
        first = next(iter(m.facts.values()), Fact(Fraction(0), "", ""))
        peaks = ", ".join(f"{d} {shortest(v)}" for d, v in m.peaks.items())
        links = ", ".join(f"{k} {shortest(v)}" for k, v in m.bandwidths.items())
        rows.append([m.name, peaks, links, ridge_text(m), first.confidence, first.source])
    return rows


def describe(m: Machine) -> str:
    """A machine in full: one line for each number with its rivals, its note and its source, then the notes.

    >>> describe(machine("v5e")).splitlines()[0]
    'TPU v5e (textbook), Google, 2023; also v5e, TPU v5 lite, v5litepod, TPU v5litepod'
    """
    variant = "" if m.name.endswith(")") else f" ({m.variant})"
    about = ", ".join(str(x) for x in (m.vendor, m.year) if x)
    also = f"; also {', '.join(m.aliases)}" if m.aliases else ""
    lines = [f"{m.name}{variant}{', ' + about if about else ''}{also}"]
    numbers = [*((f"peak {d}", d, v) for d, v in m.peaks.items()), *((f"{k}", k, v) for k, v in m.bandwidths.items())]
    numbers += [(key, key, v) for key, v in (("vector", m.vector), ("capacity", m.capacity)) if v is not None]
    numbers += [(f"hop {k}", f"hop {k}", v) for k, v in m.hops.items()]
    kinds = {"peak": "peak", "vector": "peak", "capacity": "capacity", "hop": "hop"}
    for label, key, value in numbers:
        unit = WHATS[kinds.get(label.split()[0], "bandwidth")]
        line = f"  {label:<12}{shortest(value)} {unit}"
        fact = m.facts.get(key)
        if fact is not None:
            line += f"; also printed {', '.join(map(shortest, fact.others))}" if fact.others else ""
            line += f"; {fact.note}" if fact.note else ""
            line += f" [{fact.source}, {fact.confidence}, {fact.as_of}]"
        lines.append(line)
    lines += [f"  ridge {d:<6}{ridge_text(m, d)} FLOPs/byte" for d in m.peaks if "hbm" in m.bandwidths]
    if m.sustained is not None:
        low, high = m.sustained
        reach = f"{float(low):.0%}" + (f" to {float(high):.0%}" if high != low else "")
        lines.append(f"  sustained   {reach} of peak in long matmuls")
    return "\n".join([*lines, *(f"  note: {n}" for n in m.notes)])


def ridge_text(m: Machine, dtype: str | None = None) -> str:
    """The ridge and its spread, 240.2 (229 to 243 over printed values), of the first peak unless a dtype is given."""
    key = dtype or next(iter(m.peaks), None)
    if key is None or "hbm" not in m.bandwidths:
        return ""
    low, high = m.spread(key, "hbm")
    here = f"{float(m.ridge(key, 'hbm')):.1f}"
    for digits in (0, 1, 2):  # as few as keep the ends apart and the value between them
        ends = f"{float(low):.{digits}f}", f"{float(high):.{digits}f}"
        if ends[0] != ends[1] and float(ends[0]) <= float(here) <= float(ends[1]):
            return f"{here} ({ends[0]} to {ends[1]} over printed values)"
    return here


def to_json(m: Machine) -> dict[str, Any]:
    """Everything known of a machine as JSON: numbers as floats, and as exact decimals beside their sources.

    >>> to_json(machine("TPU v5e"))["bandwidths"]["hbm"]["others"]
    ['8.1e11', '8.19e11', '858993459200']
    """

    def cell(key: str, value: Fraction, unit: str) -> dict[str, Any]:
        fact = m.facts.get(key)
        out: dict[str, Any] = {"value": float(value), "exact": shortest(value), "unit": unit}
        if fact is not None:
            out |= {"source": fact.source, "as_of": fact.as_of, "confidence": fact.confidence, "note": fact.note}
            out["others"] = [shortest(v) for v in fact.others]
        return out

    ridges = {f"{d}/{k}": float(m.ridge(d, k)) for d in m.peaks for k in m.bandwidths}
    return {
        "name": m.name, "variant": m.variant, "vendor": m.vendor, "kind": m.kind, "year": m.year, "per": m.per,
        "aliases": list(m.aliases), "notes": list(m.notes),
        "peaks": {d: cell(d, v, WHATS["peak"]) for d, v in m.peaks.items()},
        "bandwidths": {k: cell(k, v, WHATS["bandwidth"]) for k, v in m.bandwidths.items()},
        "hops": {k: cell(f"hop {k}", v, WHATS["hop"]) for k, v in m.hops.items()},
        "capacity": None if m.capacity is None else cell("capacity", m.capacity, WHATS["capacity"]),
        "vector": None if m.vector is None else cell("vector", m.vector, WHATS["peak"]),
        "sustained": None if m.sustained is None else [float(x) for x in m.sustained],
        "ridges": ridges,
    }  # fmt: skip


@final
class _Callable(ModuleType):
    """What ``symroof.machines`` is, a module and a function: called, it gives the table of machines."""

    def __call__(self) -> Mapping[str, Machine]:
        return machines()


sys.modules[__name__].__class__ = _Callable
