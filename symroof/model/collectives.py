"""A collective is a promise about who holds what afterwards; here is what it puts on the busiest link, and the time.

Write ``s`` for the share of the array that crosses the busiest one-way link, ``V`` for the array's bytes and ``W``
for one direction of one link.  Then ``T = s*V/W``, never less than ``hops*T_hop``:

=============  =================  ===============================  ===============================  ==============
collective     one-way ring       ring (both ways)                 line (no wraparound)             switch
=============  =================  ===============================  ===============================  ==============
AllGather      ``(n-1)/n``        ``(n-1)/(2*n)``                  ``(n-1)/n``                      ``(n-1)/n``
ReduceScatter  ``(n-1)/n``        ``(n-1)/(2*n)``                  ``(n-1)/n``                      ``(n-1)/n``
AllReduce      ``2*(n-1)/n``      ``(n-1)/n``                      ``2*(n-1)/n``                    ``2*(n-1)/n``
AllToAll       ``(n-1)/(2*n)``    ``1/8``, odd ``(n²-1)/(8*n²)``   ``1/4``, odd ``(n²-1)/(4*n²)``   ``(n-1)/n²``
=============  =================  ===============================  ===============================  ==============

>>> all_gather("V", ring("n")).time_core
V/(2*W_ici) - V/(2*W_ici*n)
>>> all_reduce("V", ring("n")).time_core == 2 * all_gather("V", ring("n")).time_core
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar, Unpack, final

from symroof.algebra.interop.door import core, expressed, put_together, to_sympy
from symroof.algebra.ratios.posynomial import Number, Poly, Ratio, build, gen, product, ratio, term, total
from symroof.algebra.ratios.sizes import echo, wrong
from symroof.algebra.regions.outcome import rates_text
from symroof.decimals import shortest
from symroof.errors import Inconclusive, SymroofError, UnknownResource, Unsupported
from symroof.keywords import told
from symroof.lazy import Fixed
from symroof.likes import AmountLike
from symroof.machines import MachineLike, machine
from symroof.model.facts import LINE, MEANING, NOTHING, ONE_WAY, PIPELINE, RING, SWITCH, TABLE, of_size
from symroof.model.functions import ALL_TO_ALL, GATHER, REDUCE, SCATTER, SEND
from symroof.model.given import COUNT, amount, bounded, counted, negative, refuse_lone_unit, refuse_math, refuse_suffix
from symroof.reading.notation import size_or_tie
from symroof.records import dataclass, field, replace
from symroof.shown import visible
from symroof.symbols import NAME, key

if TYPE_CHECKING:
    from sympy import Expr


@final
@dataclass(frozen=True)
class Axis:
    """A ring, a line or a switch of n devices, joined by links of one sort."""

    n: Ratio
    kind: str
    link: str
    unnamed: bool = field(default=False, compare=False)  # the link is ici for want of a name

    def __str__(self) -> str:
        return f"{self.kind} of {self.n}"


@final
@dataclass(frozen=True)
class Level:
    """One level of a hierarchy: `degree` children hang on each switch by `link`."""

    name: str
    degree: Ratio
    link: str

    def __str__(self) -> str:
        return f"{self.name} of {self.degree}"


@visible
@final
@dataclass(frozen=True)
class Network:
    """Devices and their links: a product of axes (ring, line, torus), or the levels of a tree from the chip upwards."""

    axes: tuple[Axis, ...] = ()
    levels: tuple[Level, ...] = ()

    @property
    def size_core(self) -> Ratio:
        """Number of devices."""
        return product([a.n for a in self.axes] + [v.degree for v in self.levels])

    @property
    def links(self) -> tuple[str, ...]:
        """Names of the sorts of link, each once."""
        return tuple(dict.fromkeys([a.link for a in self.axes] + [v.link for v in self.levels]))

    def subs(self, values: Mapping[str, Number | Ratio]) -> Network:
        """The same network with sizes bound, checked again."""
        return Network(
            tuple(replace(a, n=_size(a.n.subs(values))) for a in self.axes),
            tuple(replace(v, degree=_size(v.degree.subs(values))) for v in self.levels),
        )

    def __str__(self) -> str:
        return " × ".join(map(str, self.axes)) if self.axes else " / ".join(map(str, self.levels))


def _networks_of(x: object) -> str:
    """Networks of so many devices as something says, which may be a whole number, a name, a symbol."""
    named = NAME.match(x) is not None if isinstance(x, str) else hasattr(type(x), "free_symbols")
    n = x if named or (type(x) is int and x > 0) else 8
    return f"ring({n}) or line({n})"


def value_of(x: object, what: str) -> Ratio:
    """A name, number, expression or ratio as an exact ratio."""
    if isinstance(x, str):
        refuse_lone_unit(x, what, COUNT)
        refuse_suffix(x)
    return gen(x) if isinstance(x, str) and NAME.match(x) else core(x)


def _size(x: object, what: str = "devices: a mesh axis has a whole number of devices") -> Ratio:
    if isinstance(x, str):
        refuse_lone_unit(x, "devices", COUNT)
        x = counted(x)
    if isinstance(x, str) and any(c.isalpha() for c in x):  # a name, or text such as 8/Y
        n = gen(key(x, True)) if NAME.match(x) else ratio(size_or_tie("devices", x))
    else:
        n = core(x)
    if n.constant() is None and not n.is_posynomial_ratio and negative(n):
        raise SymroofError(f"{n} {what}, at least 1")
    if wrong(bounded(n, "size")):
        raise SymroofError(f"{n} {what}, at least 1")
    return n


def _link(name: object) -> None:
    refuse_math(name)
    if name == "hbm":
        raise SymroofError("hbm is the link of the memory; name the network's, as in nvlink")
    if not (isinstance(name, str) and NAME.match(name)):
        raise SymroofError(
            f"{echo(repr(name))} is no name for a link; use letters, digits and underscores, as in nvlink"
        )


def _axis(n: object, kind: str, link: str | None) -> Network:
    if link is not None:
        _link(link)
    return _one_axis(_size(n), kind, link)


@lru_cache(maxsize=1024)
def _one_axis(n: Ratio, kind: str, link: str | None) -> Network:
    return Network((Axis(n, kind, link or "ici", link is None),))


@told
def ring(n: AmountLike, *, both_ways: bool = True, link: str | None = None) -> Network:
    """A circle of n devices; links carry W each way at once, or one way only.

    A ring of 2 is one link, not two: the same as a line of 2.

    >>> print(ring(4)), print(ring("n", both_ways=False))
    ring of 4
    one-way ring of n
    (None, None)
    """
    return _axis(n, RING if both_ways else ONE_WAY, link)


@told
def line(n: AmountLike, *, pipelined: bool = False, link: str | None = None) -> Network:
    """A row of n devices, no wraparound; ``pipelined`` reduces to one end and broadcasts back in small pieces.

    >>> print(line(4)), print(line("n", pipelined=True))
    line of 4
    pipelined line of n
    (None, None)
    """
    return _axis(n, PIPELINE if pipelined else LINE, link)


@told
def switch(n: AmountLike, *, link: str | None = None) -> Network:
    """n devices with one link each to a switch that blocks nothing, as the GPUs of a node; W is one device's, one way.

    A link that is not named is ici, or with the ``on=`` of a collective the one network link of a chip that has no
    ici.  An operation is planned before a chip is known, so there it is named, as in over="switch:nvlink".

    >>> print(all_gather("V", switch(8, link="nvlink")).time_core)
    7*V/(8*W_nvlink)
    >>> print(all_gather("V", switch(8), on="H100").time)
    7*V/3600000000000
    """
    return _axis(n, SWITCH, link)


@told
def torus(*parts: Network) -> Network:
    """Several rings or lines as the axes of one mesh.

    >>> torus(ring("X"), ring("Y")).size_core
    X*Y

    Raises SymroofError for a tree, or for a part that is no network.
    """
    for p in parts:
        if not isinstance(p, Network):
            raise SymroofError(f"{p!r} is no network; the axes of a torus are, as in torus(ring({p}), line(2))")
    if any(p.levels for p in parts) or not parts:
        raise SymroofError("the axes of a torus are rings, lines and switches; a tree cannot be one of them")
    if any(a.kind == PIPELINE for p in parts for a in p.axes) and len(parts) > 1:
        raise Unsupported("a pipelined line is one axis by itself; in a torus use line(n)")
    return Network(tuple(a for p in parts for a in p.axes))


KINDS: Mapping[str, Callable[[AmountLike, str | None], Network]] = Fixed(
    {
        ONE_WAY: lambda n, link: ring(n, both_ways=False, link=link),
        RING: lambda n, link: ring(n, link=link),
        LINE: lambda n, link: line(n, link=link),
        PIPELINE: lambda n, link: line(n, pipelined=True, link=link),
        SWITCH: lambda n, link: switch(n, link=link),
    }
)
Builder = Callable[[Ratio], Network]


def network_of(text: str) -> Mapping[str, Builder]:
    """What joins the devices of each mesh axis, from "line", "switch:nvlink" or "X=ring Y=switch:dcn"; "" is the rest.

    >>> print(network_of("X=switch:nvlink")["X"](ratio(8)), network_of("line")[""](ratio(4)))
    switch of 8 line of 4

    Raises SymroofError for a word that names no network.
    """
    out: dict[str, Builder] = {}
    for word in text.replace(",", " ").replace(ONE_WAY, "one-way-ring").replace(PIPELINE, "pipelined-line").split():
        axis, _, rest = word.rpartition("=")
        kind, _, link = rest.partition(":")
        kind = next((k for k in KINDS if kind in (k, k.replace(" ", "_"), k.replace(" ", "-"))), kind)
        if kind not in KINDS or (link and not NAME.match(link)):
            raise SymroofError(
                f"{word!r} is no network; write {', '.join(k.replace(' ', '-') for k in KINDS)}, "
                "with a link as in switch:nvlink, or by axis as in X=ring Y=line"
            )
        if link == "hbm":
            raise SymroofError(f"{word!r}: hbm is the link of the memory; name the network's, as in {kind}:nvlink")
        if axis in out:
            raise SymroofError(f"{f'axis {axis}' if axis else 'the network'} is given twice in {text!r}")
        out[axis] = partial(_by_kind, kind, link or None)
    return Fixed(out)


def _by_kind(kind: str, link: str | None, n: Ratio) -> Network:
    return KINDS[kind](n, link)


@told
def tree(*levels: tuple[str, object] | tuple[str, object, str]) -> Network:
    """A switched hierarchy from the chips upwards, as in ``tree(("node", 8), ("leaf", 32), ("spine", 4))``.

    The level's link joins one child (a chip, a node, a leaf) to the switch above it; it is called like the level
    unless a third entry names it.

    >>> tree(("node", 8), ("leaf", 32)).size_core
    256
    """
    if not levels:
        raise SymroofError('a tree has at least one level, as in tree(("node", 8))')
    for v in levels:
        named = isinstance(v, tuple) and len(v) in (2, 3) and all(isinstance(w, str) for w in (v[0], *v[2:]))
        if not named or not all(NAME.match(w) for w in (v[0], *v[2:])):
            raise SymroofError(f'{v!r} is no level of a tree; a level is a name and a number, as in ("node", 8)')
        _link(v[-1] if len(v) == 3 else v[0])
    names = [v[0] for v in levels]
    if len(set(names)) != len(names):
        raise SymroofError(f"two levels of the tree have one name: {', '.join(names)}")
    return Network(levels=tuple(Level(v[0], _size(v[1]), v[2] if len(v) == 3 else v[0]) for v in levels))


@visible
@final
@dataclass(frozen=True)
class Collective:
    """One collective on one network: shares, bytes and times, with the conventions they are counted in.

    ``shares`` maps a link to the share of ``volume`` (bytes) on the busiest one-way link of that sort, ``limits`` to
    its leading part for many devices: (n-1)/n taken for 1, whether n is a number or not, and all else of n kept;
    ``bandwidths`` (bytes/s) are one direction of one link; ``hop`` (s) is the time below which no hop gets, or None.
    """

    name: str
    network: Network
    volume: Ratio
    shares: Mapping[str, Ratio]
    limits: Mapping[str, Ratio]
    hops: Ratio
    bandwidths: Mapping[str, Ratio]
    hop: Ratio | None
    distance: Ratio
    conventions: tuple[str, ...]
    sources: tuple[str, ...]
    bound: Mapping[str, Ratio] = field(
        default_factory=lambda: Fixed({}), compare=False, repr=False
    )  # what ``at`` put in
    later: Ratio | None = field(default=None, compare=False, repr=False)  # the machine's hop, for when all is numbers
    near: bool = field(default=False, compare=False, repr=False)  # no distance was said: it is that of the network

    @property
    def said(self) -> Ratio | None:
        """The distance that was said, which stays; None where it is the network's, and another for an axis of one."""
        return None if self.near else self.distance

    @property
    def loads(self) -> Mapping[str, Ratio]:
        """Bytes over the busiest one-way link of each sort."""
        return Fixed({k: s * self.volume for k, s in self.shares.items()})

    @property
    def bandwidth_core(self) -> Ratio:
        """Seconds by bandwidth alone: the slowest of the links."""
        return _largest([self.loads[k] / self.bandwidths[k] for k in self.shares])

    @property
    def floor_core(self) -> Ratio:
        """Seconds by latency alone, ``hops*hop``; 0 where no hop time was given."""
        return self.hops * self.hop if self.hop is not None else ratio(0)

    @property
    def time_core(self) -> Ratio:
        """Seconds: bandwidth or latency, whichever is longer."""
        return _largest([self.bandwidth_core, self.floor_core])

    @property
    def leading_core(self) -> Ratio:
        """Seconds by bandwidth for many devices: (n-1)/n becomes 1, the textbook's V/W; else n stays.

        >>> all_to_all("V", switch("n")).leading_core
        V/(W_ici*n)
        """
        return _largest([s * self.volume / self.bandwidths[k] for k, s in self.limits.items()])

    @property
    def bytes(self) -> Expr:
        """Bytes over the busiest one-way link, all sorts together the largest, as a SymPy expression."""
        return to_sympy(_largest(list(self.loads.values())))

    time = expressed("time_core", "Seconds, as a SymPy expression.")
    leading = expressed("leading_core", "Seconds for many devices, bandwidth only, as a SymPy expression.")

    @property
    def error_core(self) -> Ratio:
        """How far the leading time is above the exact one by bandwidth: leading/exact - 1.

        >>> all_gather("V", switch("n")).error_core, all_to_all("V", ring("n")).error_core
        (1/(n - 1), 0)

        Raises SymroofError over one device, which sends nothing.
        """
        if self.bandwidth_core == 0:
            raise SymroofError(f"{self.name} over one device moves no bytes, so there is nothing to be wrong about")
        made = self.leading_core / self.bandwidth_core
        return Ratio(made.num - made.den, made.den)

    error = expressed("error_core", "leading/exact - 1, as a SymPy expression.")
    floor = expressed("floor_core", "The hop-latency floor in seconds, as a SymPy expression.")

    @property
    def latency_bytes_core(self) -> Ratio:
        """The volume V in bytes below which latency, not bandwidth, sets the time."""
        if self.hop is None:
            raise SymroofError(f"{self.name} was given no hop time; say for example hop=1e-6 (s)")
        per_byte = _largest([s / self.bandwidths[k] for k, s in self.shares.items()])
        if per_byte == 0:
            raise SymroofError(f"{self.name} over one device moves no bytes, so no size is latency-bound")
        return self.floor_core / per_byte

    @property
    def latency_bytes(self) -> Expr:
        """The volume V in bytes below which latency, not bandwidth, sets the time, as a SymPy expression.

        >>> point_to_point("V", ring(4), hop="1us").latency_bytes
        W_ici/1000000

        Raises SymroofError without a hop time, and over one device.
        """
        return to_sympy(self.latency_bytes_core)

    @property
    def bound_by(self) -> str:
        """What sets the time: "latency", "bandwidth", or "nothing" (one device).

        Raises Inconclusive while a symbol decides.
        """
        gap = self.bandwidth_core - self.floor_core
        if self.bandwidth_core == 0 and self.floor_core == 0:
            return NOTHING
        if self.hop is None:
            return "bandwidth"
        value = gap.constant()
        if value is None:
            raise Inconclusive(
                f"cannot tell which of {self.bandwidth_core} (bandwidth) and {self.floor_core} (latency) is longer; "
                f"bind {', '.join(gap.names)}"
            )
        return "latency" if value < 0 else "bandwidth"

    @property
    def names(self) -> set[str]:
        """Every symbol of it."""
        own = [self.volume, self.network.size_core, self.distance, *self.bandwidths.values()]
        return {n for r in (*own, *([self.hop] if self.hop is not None else [])) for n in r.names}

    @property
    def rings(self) -> set[str]:
        """Open sizes of axes some of whose numbers have a formula of their own: a ring of 2, odd AllToAlls, one of 1.

        One device sends nothing, and takes no hop over a switch either.

        >>> sorted(all_gather("V", torus(line("X"), line("Y"))).rings), all_gather("V", line("X")).rings
        (['X', 'Y'], set())
        """
        kept = (a for a in self.network.axes if a.n.constant() is None)
        hops = self.hop is not None and self.hop != 0 and not self.hops.names
        apart = _splits(self.name, self.network) or hops
        return {n for a in kept if apart or a.kind == RING or _is_odd_apart(self.name, a.kind) for n in a.n.names}

    def _given(self, name: str, x: object) -> Ratio:
        """What a symbol is bound to; text for the volume, a bandwidth or the time of a hop may have a unit."""
        of = {"bytes": (self.volume,), "bytes/s": self.bandwidths.values(), "s": (self.hop,) if self.hop else ()}
        unit = next((u for u, here in of.items() if gen(name) in here), "")
        return amount(x, name, zero=True, unit=unit) if isinstance(x, str) and unit else value_of(x, name)

    def at(self, /, **sizes: object) -> Collective:
        """The same collective with symbols bound; a number of devices is then exact, odd and even alike.

        >>> all_to_all("V", ring("n")).at(n=5).shares["ici"]
        3/25
        >>> print(all_reduce("V", ring(16)).at(V="1 MB", W_ici="45 GB/s").time)
        1/48000
        """
        given = {k: self._given(k, v) for k, v in sizes.items()}
        values = put_together({k: v for k, v in given.items() if v != gen(k)}, self.bound)  # n=n says nothing
        strange = sorted(set(values) - set(map(str, self.names)))
        if strange:
            have = f"{self.bound[strange[0]]} already" if strange[0] in self.bound else f"not in this {self.name}"
            raise SymroofError(f"{strange[0]} is {have}; it has {', '.join(sorted(self.names))}")
        there = partial(
            collective,
            self.name,
            self.volume.subs(values),
            self.network.subs(values),
            W={k: w.subs(values) for k, w in self.bandwidths.items()},
            distance=None if self.said is None else self.said.subs(values),
        )
        made = there(hop=None if self.hop is None else self.hop.subs(values))
        if self.later is not None and made.in_numbers:
            made = there(hop=self.later)
        return replace(made, bound=Fixed({**self.bound, **values}), later=None if made.in_numbers else self.later)

    @property
    def in_numbers(self) -> bool:
        """Whether its bytes and its hops are numbers."""
        return self.volume.constant() is not None and self.hops.constant() is not None

    @property
    def in_rates(self) -> tuple[Ratio, tuple[tuple[str, Fraction, str], ...]]:
        """Its time in the symbols of a machine's rates, and what these are, with units; as it is where it is a number.

        >>> all_reduce("V", ring(32), on="TPU v5e").in_rates
        (31*V/(32*W_ici), (('W_ici', Fraction(45000000000, 1), 'bytes/s'),))
        """
        told, known = self.named
        used = {*map(str, told.time_core.names)}
        return told.time_core, tuple(rate for rate in known if rate[0] in used)

    @property
    def named(self) -> tuple[Collective, tuple[tuple[str, Fraction, str], ...]]:
        """The same with symbols for a machine's rates, and these; as it is where a symbol has another meaning."""
        known = {f"W_{k}": (w.constant(), "bytes/s") for k, w in self.bandwidths.items()}
        hop = None if self.hop is None else self.hop.constant()
        known |= {"T_hop": (hop, "s")} if hop is not None else {}
        open_ = {*map(str, self.volume.names), *map(str, self.network.size_core.names)}
        if self.time_core.constant() is not None or open_ & {*known} or any(v is None for v, _ in known.values()):
            return self, ()
        rates = Fixed({k: gen(f"W_{k}") for k in self.bandwidths})
        told = replace(self, bandwidths=rates, hop=self.hop if hop is None else gen("T_hop"))
        return told, tuple((n, Fraction(v), unit) for n, (v, unit) in known.items() if v is not None)

    def __str__(self) -> str:
        time, rates = self.in_rates
        said = f", with {rates_text(rates, units=True)}" if rates else ""
        gap = (self.bandwidth_core - self.floor_core).constant()
        if self.hop is not None and gap is not None and gap < 0:
            said = f", set by latency: {self.hops} hops of {shortest(Fraction(self.hop.constant() or 0))} s"
        return f"{self.name} of {self.volume} bytes over {self.network}: {time} s{said}"


def ring_notes(rings: Iterable[str], sent: Iterable[Collective], unknown: str, remedy: str = "") -> tuple[str, ...]:
    """For which numbers of the devices on open axes a formula of these collectives holds; see ``Collective.rings``.

    What to do about others is said behind it: they are asked about, where there is no other ``remedy``.

    >>> ring_notes(["X"], [all_gather("V", ring("X"))], "V")
    ('for rings of 3 or more (X), of even size where it matters; .at(X=2) is exact',)
    >>> ring_notes(["X"], [all_gather("V", ring("X"))], "X")
    ('for rings of 3 or more (X), of even size where it matters; .contains(2) is exact',)
    """
    axes = [(c.name, a) for c in sent for a in c.network.axes]
    ring_names = {n for _, a in axes if a.kind == RING for n in a.n.names}
    odd = {n for name, a in axes if a.kind == LINE and _is_odd_apart(name, LINE) for n in a.n.names}
    round_, lines = sorted({*rings} & ring_names), sorted({*rings} & (odd - ring_names))
    several = sorted({*rings} - {*round_, *lines})
    kinds = (("for rings of 3 or more ({}), of even size where it matters", round_, 2),
             ("for lines of even size ({})", lines, 3),
             ("for axes of 2 devices or more ({})", several, 1))  # fmt: skip
    return tuple(
        f"{words.format(', '.join(axes))}; {remedy or f'{_asked_of(axes, n, unknown)} is exact'}"
        for words, axes, n in kinds
        if axes
    )


def _asked_of(axes: Sequence[str], n: int, unknown: str) -> str:
    """How a number of devices is asked about: the unknown's is tried, another one bound."""
    return f".contains({n})" if axes[0] == unknown else f".at({axes[0]}={n})"


def _largest(items: list[Ratio]) -> Ratio:
    kept = [r for r in items if r != 0]
    return build("max", kept) if kept else ratio(0)


def _splits(name: str, over: Network) -> bool:
    """Whether an array is cut over the links of several axes at once, of which an axis of one device has none."""
    return name in (GATHER, SCATTER, REDUCE) and sum(a.n != 1 for a in over.axes) > 1


def _is_odd_apart(name: str, kind: str) -> bool:
    return (name, kind) in TABLE and TABLE[name, kind].odd_share is not None


@lru_cache(maxsize=256)
def _leading(share: Ratio) -> Ratio:
    """A share's leading part for many devices: the highest powers of n above and below.

    >>> _leading((gen("n") - 1) / gen("n") ** 2)
    1/n
    """

    def highest(p: Poly) -> Ratio:
        return Ratio(term(*max(p.monomials(), key=lambda t: t[0].get("n", 0))))

    return highest(share.num) / highest(share.den)


def collective(
    name: str,
    V: object,
    over: Network,
    *,
    W: object = None,
    both_ways: bool = False,
    hop: object = None,
    distance: object = None,
    on: MachineLike | None = None,
) -> Collective:
    """A collective by name over V bytes (a number, a formula, or "2 MB"); see all_gather and its kin.

    W (bytes/s): one direction of one link, or with ``both_ways=True`` the sum of its two directions; a mapping by
    link where there are several; for what it leaves out the machine's (``on=``); else a symbol, ``W_ici``.
    hop: seconds a hop cannot get below, or "1 us"; a mapping by link where there are several, the slowest counts.

    Raises SymroofError for an unknown collective, UnknownResource for a link without bandwidth.
    """
    if name not in MEANING:
        raise SymroofError(f"no collective {name!r}; known: {', '.join(MEANING)}")
    if not isinstance(over, Network):
        raise SymroofError(f"{over!r} is no network; say what joins the devices, as in {_networks_of(over)}")
    volume = amount(V, "V", zero=True, unit="bytes")
    apart = _neighbours(over) if distance is None else distance
    far = _size(apart, "hops: two devices are a whole number of hops apart")
    value = volume.constant()
    if value is not None and value < 0:
        raise SymroofError(f"{value} bytes: an array cannot be smaller than nothing")
    over = _on_chip(over, W, on)
    if isinstance(hop, Mapping):
        hop = max((hop[k] for k in over.links if k in hop), default=None)
    least = None if hop is None else amount(hop, "hop", zero=True, unit="s")
    if least is not None and (seconds := least.constant()) is not None and seconds < 0:
        raise SymroofError(f"a hop of {seconds} s: no hop is over before it begins; as in hop=1e-6 (s)")
    shares, limits, hops, sources, notes = _shares(name, over, far)
    widths = {k: _bandwidth(k, W, both_ways, on, over) for k in over.links}
    conventions = (
        MEANING[name],
        "W is one direction of one link" + (", half of the two-way figure given" if both_ways else ""),
        *notes,
        "latency and bandwidth overlap: the longer of the two" if hop is not None else "no hop latency",
    )
    made = Collective(
        name,
        over,
        volume,
        Fixed(shares),
        Fixed(limits),
        hops,
        Fixed(widths),
        least,
        far,
        conventions,
        sources,
        near=distance is None,
    )
    if made.hop is not None and (made.bandwidth_core - made.floor_core).constant() is not None:
        return replace(made, conventions=(*conventions, f"set by {made.bound_by} at these sizes"))
    return made


BEYOND = ("ib", "dcn")  # links that leave a node or a slice


def _on_chip(over: Network, W: object, on: MachineLike | None) -> Network:
    """The network where no link was named and the chip has no ici: a switch takes the chip's only one."""
    if on is None or (W is not None and not isinstance(W, Mapping)):
        return over
    own = [x for x in machine(on).bandwidths if x not in ("hbm", *BEYOND)]
    if "ici" in own or len(own) != 1 or "ici" in (W or {}):
        return over
    axes = tuple(replace(a, link=own[0]) if a.unnamed and a.kind == SWITCH else a for a in over.axes)
    return replace(over, axes=axes)


def link_bandwidth(on: MachineLike, link: str, what: str = "", networks: Iterable[Network] = ()) -> Fraction:
    """Bytes/s of a machine's network link, in these networks; the error says how to name another.

    Raises UnknownResource where the machine lists none, or only what all links of a chip carry together.
    """
    chip = machine(on)
    if link in chip.bandwidths:
        per = chip.facts[link].per if link in chip.facts else ""
        if per == "node" and any(a.link == link for net in networks for a in net.axes):
            raise UnknownResource(
                f"{chip.name} lists {link} for a whole node, {shortest(chip.bandwidths[link])} bytes/s; say a tree of "
                f"nodes, as in tree(('nvlink', 8), ('{link}', 4)), or give W, the bytes/s of one device"
            )
        whole = per == "chip"
        for axis in (a for net in networks for a in net.axes if whole and a.link == link):
            if axis.kind in (RING, LINE, PIPELINE) and axis.n not in (1, 2):
                raise UnknownResource(
                    f"{chip.name} lists {link} for all links of a chip together, and a {axis.kind} has two links a "
                    f"chip; say over='switch:{link}', or for a collective switch({axis.n}, link='{link}'), "
                    "or give W, the bytes/s of one link"
                )
        return Fraction(chip.bandwidths[link])
    others = [x for x in chip.bandwidths if x != "hbm"]
    how = "give W, or a machine that has it"
    if others:
        size = next((a.n for net in networks for a in net.axes), 8)
        how = (
            f"name the network, as in over='switch:{others[0]}', or for a collective switch({size}, link='{others[0]}')"
        )
    have = ", ".join(chip.bandwidths) or "none"
    raise UnknownResource(f"{chip.name} lists no bandwidth for {link}{what}; it has {have}; {how}")


def _bandwidth(link: str, W: object, both_ways: bool, on: MachineLike | None, over: Network) -> Ratio:
    if isinstance(W, Mapping):
        for name in W:
            _link(name)
        if link not in W and on is None:
            raise UnknownResource(f"no bandwidth for the link {link!r}; W has {', '.join(map(str, W)) or 'none'}")
        W = W.get(link)
    if W is not None:
        width = amount(W, "W", zero=True, unit="bytes/s")
    elif on is not None:
        width = ratio(link_bandwidth(on, link, networks=(over,)))
    else:
        width = gen(f"W_{link}")
    value = width.constant()
    if value is not None and value <= 0:
        raise SymroofError(f"the bandwidth of {link!r} is {value}; it must be positive, in bytes/s")
    return width / 2 if both_ways else width


_Found = tuple[Mapping[str, Ratio], Mapping[str, Ratio], Ratio, tuple[str, ...], tuple[str, ...]]


def _meeting(over: Network) -> list[int]:
    """How many levels of a tree a path may go up: to those where chips part, which a level of one does not."""
    return [i for i, v in enumerate(over.levels, 1) if v.degree != 1]


def _neighbours(over: Network) -> int:
    """Hops between two devices where no distance is said: side by side, through a switch, or over all of a tree."""
    live = [a for a in over.axes if a.n != 1] or over.axes
    switched = bool(live) and all(a.kind == SWITCH for a in live)
    return 2 * max(_meeting(over), default=1) if over.levels else 2 if switched else 1


def _refuse_beyond(over: Network, distance: Ratio) -> None:
    """Raise SymroofError for hops that no two devices are apart: on rings and lines the shorter way round is longest.

    Through a switch it is one hop up and one down, on a tree as many up as down to where two chips part.
    """
    far, live = distance.constant(), [a for a in over.axes if a.n != 1]
    switches = len(live) if all(a.kind == SWITCH for a in live) else 0
    ways = [2 * i for i in _meeting(over) or range(1, len(over.levels) + 1)] or [2 * (i + 1) for i in range(switches)]
    if ways and far not in ways:
        raise SymroofError(
            f"{distance} hops: on a {over} two devices are {', '.join(map(str, ways))} hops apart, as many up as down"
        )
    n = [a.n.constant() for a in live]
    if ways or far is None or None in n or any(a.kind == PIPELINE for a in live):
        return
    most = sum(2 if a.kind == SWITCH else m // 2 if a.kind == RING else m - 1 for a, m in zip(live, n) if m is not None)
    alone = max([1, *(2 for a in over.axes if a.kind == SWITCH)])  # a pipeline of one stage sends nothing
    if far > max(most, 0 if most else alone):
        raise SymroofError(f"{far} hops: on a {over} no two devices are more than {most} apart")


@lru_cache(maxsize=4096)
def _shares(name: str, over: Network, distance: Ratio) -> _Found:
    """Shares, their limits, hops, sources and conventions."""
    if name == SEND:
        _refuse_beyond(over, distance)
        crossed = _crossed(over, distance)
        if not crossed:
            return _nothing(over)
        held = ("2 devices or more; one sends nothing",) if over.size_core.constant() is None else ()
        one = {link: ratio(int(link in crossed)) for link in over.links}
        return one, one, distance, ("one path, V on each of its links",), held
    return _tree_shares(name, over) if over.levels else _mesh_shares(name, over)


def _crossed(over: Network, distance: Ratio) -> set[str]:
    """The links that a path between two devices may cross: of axes with several, of levels with chips elsewhere."""
    levels = over.levels[: int(distance.constant() or 0) // 2]
    groups = [product(v.degree for v in levels[i:]) for i in range(len(levels))]
    return {a.link for a in over.axes if a.n != 1} | {v.link for v, n in zip(levels, groups) if n != 1}


def _nothing(over: Network) -> _Found:
    """What one device sends: nothing over any link."""
    none = dict.fromkeys(over.links, ratio(0))
    return none, none, ratio(0), ("one device: nothing to send",), ("one device",)


def _mesh_shares(name: str, over: Network) -> _Found:
    live = [a for a in over.axes if a.n != 1]
    if not live:
        return _nothing(over)
    facts = []
    for a in live:
        kind = LINE if a.kind == RING and a.n == 2 else a.kind  # two chips share one link, not two
        if (name, kind) not in TABLE:
            raise Unsupported(f"{name} has no rule for a {kind}; use line(n) or ring(n)")
        facts.append(TABLE[name, kind])
    pairs = [f.at(a.n) for f, a in zip(facts, live)]
    notes = [_holds_for(name, a, _splits(name, over)) for a in live if a.n.constant() is None]
    shares: dict[str, Ratio] = {}
    limits: dict[str, Ratio] = {}
    widest = [of_size(_leading(f.share), a.n) for f, a in zip(facts, live)]
    if len(live) == 1:
        shares[live[0].link], limits[live[0].link] = pairs[0][0], widest[0]
    elif name == ALL_TO_ALL:
        devices = product(a.n for a in live)
        apart = [a.n / devices for a in live]
        shares = _by_link(live, [s * d for (s, _), d in zip(pairs, apart)])
        limits = _by_link(live, [s * d for s, d in zip(widest, apart)])
    else:
        if len({a.link for a in live}) > 1:
            raise Unsupported(f"{name} over axes with different links ({', '.join(over.links)}); do one axis at a time")
        all_lanes = _all_at_once(tuple(widest))
        shares[live[0].link], limits[live[0].link] = _lacking(tuple(a.n for a in live)) * all_lanes, all_lanes
        notes.append("the array is cut so that the links of all axes are equally busy")
    said = tuple(filter(None, notes))
    return shares, limits, total(h for _, h in pairs), tuple(dict.fromkeys(f.source for f in facts)), said


def _holds_for(name: str, a: Axis, several: bool) -> str:
    """For which numbers of devices on an open axis the formula of a collective holds; nothing where for all."""
    if a.kind == RING:
        return f"{a.n} >= 3 and even, an antipodal piece split over both directions"
    if _is_odd_apart(name, a.kind):
        return f"{a.n} even; .at({a.n}=3) is exact for odd sizes"
    return f"{a.n} >= 2; .at({a.n}=1) is exact for one device" if several else ""


@lru_cache(maxsize=1024)
def _all_at_once(shares: tuple[Ratio, ...]) -> Ratio:
    """The share of what is sent on each link when those of several axes are equally busy."""
    return 1 / total(1 / w for w in shares)


@lru_cache(maxsize=1024)
def _lacking(axes: tuple[Ratio, ...]) -> Ratio:
    """The share of an array that each device lacks before it is gathered over some axes: (n - 1)/n."""
    devices = product(axes)
    return (devices - 1) / devices


def _by_link(axes: list[Axis], items: list[Ratio]) -> dict[str, Ratio]:
    links = dict.fromkeys(a.link for a in axes)
    return {k: build("max", [s for a, s in zip(axes, items) if a.link == k]) for k in links}


def _tree_shares(name: str, over: Network) -> _Found:
    """Through the link above a group of m of the N chips goes all that the group lacks, or owes to the others."""
    devices, m = over.size_core, ratio(1)
    shares: dict[str, Ratio] = {}
    limits: dict[str, Ratio] = {}
    for v in over.levels:
        away = 1 - m / devices
        for found, lacks in ((shares, away), (limits, ratio(0 if away == 0 else 1))):
            here = {GATHER: lacks, SCATTER: lacks, REDUCE: 2 * lacks, ALL_TO_ALL: lacks * m / devices}[name]
            found[v.link] = build("max", [found[v.link], here]) if v.link in found else here
        m = m * v.degree
    crossed = max(
        (i + 1 for i, level in enumerate(over.levels) if level.degree != 1), default=0
    )  # none above a whole node
    hops = ratio(2 * crossed * (2 if name == REDUCE else 1))
    source = "the cut above each group of chips; switches copy but do not add"
    return shares, limits, hops, (source,), ("W joins a child to its switch",)


class Hops(TypedDict, total=False):
    """What a layer may say of its collectives, beside what it names itself: see ``collective``."""

    both_ways: bool
    hop: object


class Wired(Hops, total=False):
    """The same with the bandwidth."""

    W: object


class Options(Wired, total=False):
    """The same with a machine: all that may be said of a collective."""

    on: MachineLike | None


OPTIONS, HOPS = ("W", "both_ways", "hop", "on"), ("both_ways", "hop")
Told = TypeVar("Told", bound=Mapping[str, Any])


def checked(options: Told, what: str, known: tuple[str, ...] = OPTIONS) -> Told:
    """The options, all of them known.  Raises SymroofError listing those there are."""
    stray = [k for k in options if k not in known]
    if stray:
        raise SymroofError(f"{what} has no option {stray[0]!r}; it has {', '.join(known)}")
    return options


def all_gather(V: AmountLike, over: Network, **options: Unpack[Options]) -> Collective:
    """Every device ends with all of V, having begun with its n-th part: ``(n-1)/n*V`` arrives.

    On a machine that lists the time of a hop, one of numbers, at once or by ``at``, takes no less than its hops, unless
    ``hop`` says another.

    >>> all_gather("V", ring("n", both_ways=False)).time_core
    V/W_ici - V/(W_ici*n)
    >>> all_gather("V", ring("n", both_ways=False)).leading_core
    V/W_ici
    """
    return _settled(collective(GATHER, V, over, **checked(options, GATHER)), options)


def reduce_scatter(V: AmountLike, over: Network, **options: Unpack[Options]) -> Collective:
    """Every device ends with the sum of one n-th part of V: an AllGather run backwards.

    >>> print(reduce_scatter("V", ring("n")).leading)
    V/(2*W_ici)
    """
    return _settled(collective(SCATTER, V, over, **checked(options, SCATTER)), options)


def all_reduce(V: AmountLike, over: Network, **options: Unpack[Options]) -> Collective:
    """Every device ends with the sum of all of V: a ReduceScatter, then an AllGather.

    >>> print(all_reduce("V", ring("n")).leading)
    V/W_ici
    """
    return _settled(collective(REDUCE, V, over, **checked(options, REDUCE)), options)


def all_to_all(V: AmountLike, over: Network, **options: Unpack[Options]) -> Collective:
    """Every device sends another n-th part of its V/n to each: a transposed sharding.

    >>> n = gen("n")
    >>> all_to_all("V", ring("n")).time_core / all_gather("V", ring("n")).time_core == n / (4 * (n - 1))
    True
    """
    return _settled(collective(ALL_TO_ALL, V, over, **checked(options, ALL_TO_ALL)), options)


def point_to_point(
    V: AmountLike, over: Network, *, distance: AmountLike | None = None, **options: Unpack[Options]
) -> Collective:
    """V bytes from one device to another that is ``distance`` hops away; one device alone sends nothing.

    Without a distance it is the next one, through a switch (2 hops), or over all levels of a tree: of those, 2 hops
    are within the first level, 4 within the second.

    >>> print(point_to_point("V", ring(8), distance=3).leading)
    V/W_ici
    >>> print(point_to_point("V", tree(("node", 8), ("leaf", 4)), distance=2).leading)
    V/W_node
    """
    return _settled(collective(SEND, V, over, distance=distance, **checked(options, SEND)), options)


def _settled(c: Collective, options: Options) -> Collective:
    """On a machine that lists the time of a hop, no less than its hops where the sizes are numbers and no hop was said.

    >>> [str(all_reduce(V, ring(16), on="TPU v5e").time) for V in ("1 kB", "64 MB")]
    ['1/62500', '1/750']
    """
    on = options.get("on")
    if on is None or "hop" in options:
        return c
    hops = [h for link, h in machine(on).hops.items() if link in c.network.links]
    if not hops or not c.in_numbers:
        return replace(c, later=ratio(max(hops))) if hops else c
    known: Options = {**options, "hop": max(hops)}
    return collective(c.name, c.volume, c.network, distance=c.said, **known)
