"""Training bounds: how few tokens a chip may hold before one way of splitting an MLP layer waits for the network.

The layer is ``In[B, D] * Win[D, F] -> H[B, F]``, ``H[B, F] * Wout[F, D] -> Out[B, D]``; its arrays are written with
their sharding and the bytes are read off them.  By leading terms ((n-1)/n taken for 1), W one way of one link, two-way
rings, so that ``2*W`` serves a gather:

| split | arrays | communication | compute-bound iff |
|---|---|---|---|
| data parallel | In[B_X, D], W[D, F] | AllReduce of both gradients | ``B/X > C/(2*W)`` |
| fully sharded | In[B_X, D], W[D_X, F] | AllGather of both weights | ``B/X > C/(2*W)`` |
| tensor parallel | In[B, D_Y], W[D, F_Y] | AllGather in, ReduceScatter out | ``F/Y > C/(2*W)`` |
| mixed | In[B_X, D_Y], W[D_X, F_Y] | both, each on its own axis | ``B/(X*Y) > C²/(4*W²*F)`` at X_opt |

Source: How to Scale Your Model, part 5; the forms here are derived from the arrays.

>>> print(fully_sharded().threshold("B"))
B > C*X/(2*W_ici)
>>> print(fully_sharded().threshold("B", leading=False).at(X=4))
B > 3*C/(2*W_ici)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, TypedDict, Unpack, final

from symroof.algebra.interop.door import core, expressed, to_sympy
from symroof.algebra.optima.optimum import optimum
from symroof.algebra.optima.tiles import divisors
from symroof.algebra.ratios.posynomial import Number, Ratio, gen, ratio
from symroof.algebra.ratios.posynomial import product as times
from symroof.algebra.ratios.sizes import Bound, Cuts, wrong
from symroof.algebra.regions.region import crossing
from symroof.arrays import Array
from symroof.dtypes import DType
from symroof.dtypes import dtype as find_dtype
from symroof.errors import NotationError, SymroofError, UnknownResource
from symroof.keywords import taking, told
from symroof.likes import AmountLike
from symroof.machines import MachineLike
from symroof.model.collectives import (
    HOPS,
    Collective,
    Hops,
    Network,
    Wired,
    all_gather,
    all_reduce,
    all_to_all,
    checked,
    reduce_scatter,
    ring,
    ring_notes,
    value_of,
)
from symroof.model.facts import RING
from symroof.model.given import amount, bounded
from symroof.model.layout import Over, builder
from symroof.model.plan import together
from symroof.model.rates import bind, peak_and_bandwidth
from symroof.records import dataclass, field, replace
from symroof.shown import visible
from symroof.symbols import NAME, key
from symroof.symbols import unknown as asked

if TYPE_CHECKING:
    from sympy import Expr

    from symroof.algebra.optima.certificate import Certificate
    from symroof.algebra.regions.region import Threshold


@visible
@final
@dataclass(frozen=True)
class Parallel:
    """One way to split a layer: its arithmetic and its collectives, with the overlap assumed.

    ``phase`` says which pass is counted; ``overlap`` "sum" lets communications follow each other, "max" overlaps them.
    """

    name: str
    phase: str
    arrays: tuple[Array, ...]
    math_core: Ratio
    comms: Mapping[str, Collective]
    overlap: str = "sum"
    bounds: tuple[Bound, ...] = field(default=(), compare=False, repr=False)  # that its numbers keep to
    rings: tuple[tuple[str, int], ...] = ()  # of a mesh axis, of how many physical ones it is made, where of several

    T_math = expressed("math_core", "Seconds of arithmetic on each chip.")

    @property
    def T_comms(self) -> Expr:
        """Seconds of communication, exact factors (n-1)/n kept."""
        return to_sympy(self.comms_core(leading=False))

    @property
    def T_comms_leading(self) -> Expr:
        """Seconds of communication with (n-1)/n taken for 1."""
        return to_sympy(self.comms_core())

    @property
    def cuts(self) -> Cuts:
        """Which sizes must divide, and the bounds that its numbers keep to."""
        rows = (row for a in self.arrays for row in a.cuts().rows)
        return Cuts(tuple(dict.fromkeys(rows)), self.bounds)

    def comms_core(self, *, leading: bool = True) -> Ratio:
        """Seconds of communication."""
        return together((c.leading_core if leading else c.time_core for c in self.comms.values()), self.overlap)

    def threshold(self, unknown: object, *, leading: bool = True) -> Threshold:
        """For which values of a symbol arithmetic takes longer than communication.

        By leading terms it is the rule of textbooks, for many devices and whatever divides; with ``leading=False`` it
        holds for few as well, and in brackets is the first size that does and divides over the axes.

        >>> rule = fully_sharded(on="TPU v5p")
        >>> print(rule.threshold("B").at(X=4), "|", rule.threshold("B", leading=False).at(X=4))
        B > 10200 (10201) | B > 7650 (7652)
        >>> print(*rule.threshold("B").notes)
        for many devices: the share (n - 1)/n is taken as 1; leading=False keeps it
        """
        made = crossing(self.math_core, self.comms_core(leading=leading), asked(unknown))
        made = made.cut(Cuts(bounds=self.bounds) if leading else self.cuts)
        sent = (c.names for c in self.comms.values())  # which may be nothing
        names = {*self.math_core.names}.union(*sent)
        made = made.but(own=(), known=tuple(sorted({*made.known, *names} - {*made.keys, made.name})))
        if leading:
            off = any(c.network.size_core.names or c.leading_core != c.time_core for c in self.comms.values())
            return replace(made, stays=(*made.stays, _MANY)) if off else made
        rings = tuple(sorted({n for c in self.comms.values() for n in c.rings}))
        made_of = tuple(f"{n} of {k} rings of 3 or more each; what is none is refused" for n, k in self.rings)
        plain = [n for n in rings if n not in dict(self.rings)]
        notes = (*ring_notes(plain, self.comms.values(), asked(unknown)), *made_of)
        return replace(made, stays=(*made.stays, *notes), special=rings, again=partial(_threshold_at, self, unknown))

    def at(self, /, **sizes: object) -> Parallel:
        """The same with sizes bound; a size that does not divide over its axes is an error."""
        return self._at(sizes)

    def _at(self, sizes: Mapping[str, object], *, of_rings: bool = True) -> Parallel:
        values = bind(sizes, self.math_core.names)
        names = {k: set(map(str, c.names)) for k, c in self.comms.items()}
        known = set(map(str, self.math_core.names)).union(*names.values(), *(_open(a) for a in self.arrays))
        known |= {str(n) for law in self.bounds for n in law.names}
        stray = sorted(set(values) - known)
        if stray:
            raise SymroofError(f"{stray[0]} is not in this layer; it has {', '.join(sorted(known))}")
        arrays = tuple(_sized(a, values) for a in self.arrays)
        for a in arrays:
            for d, cut in zip(a.dims, a.sharding):
                size, ways = (r.constant() for r in (a.size(d), times(a.size(x) for x in cut)))
                if cut and size is not None and ways is not None:
                    _divides(d, size, " and ".join(cut), ways)
        for n, k in self.rings if of_rings else ():
            _of_rings(n, values.get(n, 1), k)
        left = tuple((n, k) for n, k in self.rings if n not in values)
        bounds = Cuts(bounds=self.bounds).at(values).bounds
        own = {k: {n: v for n, v in values.items() if n in names[k]} for k in self.comms}
        bound = {k: replace(c, later=None).at(**own[k]) for k, c in self.comms.items()}  # which count bytes alone
        return Parallel(self.name, self.phase, arrays, self.math_core.subs(values), bound, self.overlap, bounds, left)

    def meshes(self, /, N: int, *, leading: bool = False, **sizes: object) -> tuple[dict[str, int], ...]:
        """The meshes of N chips that divide every array and leave the layer compute-bound; none is an answer.

        Over one axis its divisors of N count, the other chips doing something else.  All sizes must be numbers; with
        the exact (n-1)/n unless ``leading``.  Chips that are no product of rings of 3 or more count by their fastest
        torus, in which a ring of 2 has one link and half the bandwidth.

        >>> tensor_parallel(on="TPU v5p").meshes(16, B=1024, D=8192, F=32768)
        ({'Y': 1}, {'Y': 2}, {'Y': 4}, {'Y': 8})
        """
        axes = list(dict.fromkeys(x for a in self.arrays for cut in a.sharding for x in cut))
        found = []
        every = divisors(N)
        lanes = dict(self.rings)
        for n in every:
            mesh = dict(zip(axes, (n, every[-1] // n)))
            try:
                here = self._at({**mesh, **sizes}, of_rings=False)
            except _Uneven:
                continue
            slow = {k: max((_slower(mesh[n], lanes[n]) for n in c.rings if n in lanes), default=Fraction(1))
                    for k, c in self.comms.items()}  # fmt: skip
            times = [(c.leading_core if leading else c.time_core) * slow[k] for k, c in here.comms.items()]
            gap = here.math_core - together(times, here.overlap)
            if gap.constant() is None:
                raise SymroofError(f"still symbolic: {', '.join(gap.names)}; give a number for each")
            if Fraction(gap.constant() or 0) > 0:
                found.append(mesh)
        return tuple(found)

    def __str__(self) -> str:
        return f"{self.head}: {', '.join(self.comms)}, overlap by {self.overlap}"

    @property
    def head(self) -> str:
        """What it is called, wherever it is shown."""
        return f"{self.name} ({self.phase})"


_MANY = "for many devices: the share (n - 1)/n is taken as 1; leading=False keeps it"


def _threshold_at(layer: Parallel, unknown: object, sizes: Mapping[str, Number]) -> Threshold:
    """The same on a mesh of these sizes; with a number for the unknown too the verdict alone."""
    there, name = layer.at(**sizes), asked(unknown)
    if name in sizes:
        return crossing(there.math_core, there.comms_core(leading=False), name, settled=True)
    return there.threshold(unknown, leading=False)


def _divides(name: str, size: Number, axes: str, ways: Number) -> None:
    if Fraction(size) % Fraction(ways):
        raise _Uneven(f"{name}={size} does not divide into {ways} equal parts over {axes}; choose another mesh")


def _of_rings(axis: str, n: Number, k: int) -> None:
    """Refuse chips that are no product of so many rings: a side of two has one link, and another formula."""
    if n != 1 and not _is_product(int(n), k):
        ask = "choose another mesh, or fewer axes"
        what = f"{axis}={n} is no product of {k} rings of 3 or more, as {k} physical axes make them"
        raise _Uneven(f"{what}; a ring of 2 has one link: {ask}")


def _slower(n: int, k: int) -> Fraction:
    """By what the fastest torus of n chips in k rings is slower than k whole rings: a ring of 2 has half the bandwidth.

    Of two chips the formula of a ring of 2 has that already.

    >>> [str(_slower(n, 2)) for n in (1, 2, 4, 8, 9, 5)]
    ['1', '2', '2', '4/3', '1', '2']
    """
    return Fraction(1) if n == 1 else Fraction(k) if n == 2 else k / max(_links(n, k))


def _links(n: int, k: int) -> Iterator[Fraction]:
    """The bandwidths, in whole rings, of every way to make n chips of k rings."""
    if k == 1:
        yield Fraction(min(n - 1, 2), 2)
        return
    for d in divisors(n):
        yield from (Fraction(min(d - 1, 2), 2) + rest for rest in _links(n // d, k - 1))


def _is_product(n: int, k: int) -> bool:
    """Whether a number is a product of k factors of at least 3.

    >>> [n for n in range(1, 30) if _is_product(n, 2)]
    [9, 12, 15, 16, 18, 20, 21, 24, 25, 27, 28]
    """
    return n >= 3**k and (k == 1 or any(_is_product(n // d, k - 1) for d in divisors(n)[:-1] if d >= 3))


def _rings(**lanes: tuple[Network, object]) -> tuple[tuple[str, int], ...]:
    """The mesh axes that are made of several physical ones, as many rings; how many is a number."""
    counts = ((n, net, amount(k, "axes", whole=True).constant()) for n, (net, k) in lanes.items())
    return tuple(
        (n, int(k)) for n, net, k in counts if k is not None and k > 1 and any(a.kind == RING for a in net.axes)
    )


class _Uneven(NotationError):
    """A size that does not divide over its axes."""


def _array(name: str, dims: str, dtype: str, /, *sizes: tuple[str, Ratio], **cuts: str) -> Array:
    """An array from ``B D`` and its cuts, ``B="X"``; sizes that are whole numbers are bound."""
    names = tuple(dims.split())
    known = tuple((d, int(n)) for d, r in sizes if (n := r.constant()) is not None)
    return Array(find_dtype(dtype), names, name, tuple((cuts[d],) if d in cuts else () for d in names), sizes=known)


def _open(a: Array) -> set[str]:
    """The dims and axes of an array whose size is no number."""
    return {n for n in (*a.dims, *(x for cut in a.sharding for x in cut)) if a.size(n).constant() is None}


def _sized(a: Array, values: Mapping[str, Number]) -> Array:
    """The array with sizes bound."""
    return replace(a, sizes=(*a.sizes, *((n, int(values[n])) for n in sorted(_open(a)) if n in values)))


def _net(over: Over, axis: str, W: object, on: MachineLike | None, lanes: object = 1) -> tuple[Network, dict[str, Any]]:
    """The network of a mesh axis, and its bandwidth when several physical axes serve it together: each brings W."""
    network, count = builder(over, axis)(gen(axis)), amount(lanes, "axes", whole=True)
    if count == 1:
        return network, {"W": W, "on": on}
    widths = all_gather(1, network, W=W, on=on).bandwidths
    return network, {"W": {link: w * count for link, w in widths.items()}}


def _seconds(
    flops: Ratio, dtype: DType, comms: Mapping[str, Collective], on: MachineLike | None, own: Iterable[str] = ()
) -> Ratio:
    """Of arithmetic: over a machine's peak, or over a symbol that is no size of the layer, nor one of its ``own``.

    Raises SymroofError where one of these is called like the bandwidth of a link.
    """
    mine = {*map(str, own)}
    links = {str(n) for c in comms.values() for w in c.bandwidths.values() for n in w.names}
    if mine & links:
        n = min(mine & links)
        raise SymroofError(f"{n} is a number of the layer here and the bandwidth of a link; rename the former")
    taken = {*mine, *flops.names, *(n for c in comms.values() for n in c.names)}
    peak, _ = peak_and_bandwidth(on, dtype.name, taken)
    return flops / peak


def _whole(x: Array, axis: str) -> Ratio:
    """Bytes on one device once the axis is gathered."""
    return x.bytes * gen(axis)


def _matmul_flops(rows: Array, kept: str, weights: Array) -> Ratio:
    """FLOPs per device of one matmul: the local rows against the local (gathered) part of the weights."""
    return 2 * times([rows.shape[rows.dims.index(kept)], *weights.shape])


def data_parallel(
    *,
    dtype: str = "bf16",
    over: Over = ring,
    on: MachineLike | None = None,
    W: AmountLike | None = None,
    axes: AmountLike = 1,
    **options: Unpack[Hops],
) -> Parallel:
    """The batch is cut, the weights are copied: the backward pass adds the gradients of both weights over X.

    ``axes`` physical mesh axes serve the collective together, here and below, each with its W: X is then a product of
    so many rings of 3 or more, and with numbers what is none is refused; by leading terms it is many.

    >>> print(data_parallel().threshold("B"))
    B > C*X/(2*W_ici)
    """
    x, w1, w2 = _array("In", "B D", dtype, B="X"), _array("Win", "D F", dtype), _array("Wout", "F D", dtype)
    flops = 2 * (_matmul_flops(x, "B", w1) + _matmul_flops(x, "B", w2))  # dW and dX for each weight
    wires, net = _net(over, "X", W, on, axes)
    net |= checked(options, "data_parallel", HOPS)
    comms = {f"AllReduce_X d{w.name}": all_reduce(w.bytes, wires, **net) for w in (w1, w2)}
    math = _seconds(flops, x.dtype, comms, on)
    return Parallel("data parallel", "backward pass", (x, w1, w2), math, comms, "sum", (), _rings(X=(wires, axes)))


def fully_sharded(
    *,
    dtype: str = "bf16",
    over: Over = ring,
    on: MachineLike | None = None,
    W: AmountLike | None = None,
    axes: AmountLike = 1,
    **options: Unpack[Hops],
) -> Parallel:
    """Batch and weights are cut over X; each weight is gathered before it is used.

    >>> print(fully_sharded(on="TPU v5p", axes=3).threshold("B").at(X=1))
    B > 850 (851)
    """
    x = _array("In", "B D", dtype, B="X")
    w1, w2 = _array("Win", "D F", dtype, D="X"), _array("Wout", "F D", dtype, D="X")
    flops = 2 * 2 * times([*x.shape[:1], gen("D"), gen("F")])
    wires, net = _net(over, "X", W, on, axes)
    net |= checked(options, "fully_sharded", HOPS)
    comms = {f"AllGather_X {w.name}": all_gather(_whole(w, "X"), wires, **net) for w in (w1, w2)}
    math = _seconds(flops, x.dtype, comms, on)
    return Parallel("fully sharded", "forward pass", (x, w1, w2), math, comms, "sum", (), _rings(X=(wires, axes)))


def tensor_parallel(
    *,
    dtype: str = "bf16",
    over: Over = ring,
    on: MachineLike | None = None,
    W: AmountLike | None = None,
    axes: AmountLike = 1,
    **options: Unpack[Hops],
) -> Parallel:
    """The weights are cut over Y along F: activations are gathered going in and reduce-scattered coming out.

    >>> print(tensor_parallel().threshold("Y"))
    Y < 2*F*W_ici/C
    """
    x, out = _array("In", "B D", dtype, D="Y"), _array("Out", "B D", dtype, D="Y")
    w1, w2 = _array("Win", "D F", dtype, F="Y"), _array("Wout", "F D", dtype, F="Y")
    flops = _matmul_flops(x, "B", w1) + _matmul_flops(x, "B", w2)
    wires, net = _net(over, "Y", W, on, axes)
    net |= checked(options, "tensor_parallel", HOPS)
    comms = {
        "AllGather_Y In": all_gather(_whole(x, "Y"), wires, **net),
        "ReduceScatter_Y Out": reduce_scatter(_whole(out, "Y"), wires, **net),
    }
    math = _seconds(flops, x.dtype, comms, on)
    rings = _rings(Y=(wires, axes))
    return Parallel("tensor parallel", "forward pass", (x, w1, w2, out), math, comms, "sum", (), rings)


class Wires(TypedDict, total=False):
    """In which format a layer is computed, and what it is joined by."""

    dtype: str
    over: Over
    on: MachineLike | None
    W: AmountLike | None


WIRES: Wires = {"dtype": "bf16", "over": ring, "on": None, "W": None}


@taking(WIRES)
def mixed(*, overlap: str = "sum", M_X: AmountLike = 1, M_Y: AmountLike = 1, **wires: Unpack[Wires]) -> Parallel:
    """Fully sharded over X and tensor parallel over Y at once; M_X and M_Y physical mesh axes serve each.

    >>> print(mixed().comms_core())
    2*D*F/(W_ici*Y) + 2*B*D/(W_ici*X)
    """
    together((), overlap)  # refuses a word it does not know
    dtype, over, on, W = wires["dtype"], wires["over"], wires["on"], wires["W"]
    x, out = _array("In", "B D", dtype, B="X", D="Y"), _array("Out", "B D", dtype, B="X", D="Y")
    w1, w2 = _array("Win", "D F", dtype, D="X", F="Y"), _array("Wout", "F D", dtype, D="X", F="Y")
    flops = 2 * 2 * times([*x.shape[:1], gen("D"), gen("F") / gen("Y")])
    lanes = {"X": _net(over, "X", W, on, M_X), "Y": _net(over, "Y", W, on, M_Y)}
    joined, net = {k: v[0] for k, v in lanes.items()}, {k: v[1] for k, v in lanes.items()}
    comms = {f"AllGather_X {w.name}": all_gather(_whole(w, "X"), joined["X"], **net["X"]) for w in (w1, w2)}
    comms["AllGather_Y In"] = all_gather(_whole(x, "Y"), joined["Y"], **net["Y"])
    comms["ReduceScatter_Y Out"] = reduce_scatter(_whole(out, "Y"), joined["Y"], **net["Y"])
    if overlap == "max":  # the two axes work at once; on one axis its two communications follow each other
        comms = {
            "both over X": all_gather(_whole(w1, "X") + _whole(w2, "X"), joined["X"], **net["X"]),
            "both over Y": all_gather(_whole(x, "Y") + _whole(out, "Y"), joined["Y"], **net["Y"]),
        }
    math = _seconds(flops, x.dtype, comms, on)
    rings = _rings(X=(joined["X"], M_X), Y=(joined["Y"], M_Y))
    return Parallel("mixed", "forward pass", (x, w1, w2, out), math, comms, overlap, (), rings)


@visible
@final
@dataclass(frozen=True)
class Split:
    """The best X for N = X*Y chips, the communication there, the window in which a layer is compute-bound.

    ``low < X < high`` is the window; ``batch`` is the least B for which it is not empty, ``per_chip`` that of one
    chip.  ``overlap`` is "max" (the two axes work at once) or "sum".  The best X is the same for both, and for the
    exact (n-1)/n too: ``a*(X-1) + b*(1/X - 1/N)`` and ``a*X + b/X`` differ by what does not depend on X.
    """

    argmin: Ratio
    comms: Ratio
    low: Ratio
    high: Ratio
    batch: Threshold
    certificate: Certificate
    overlap: str
    sides: tuple[Ratio, Ratio]  # arithmetic and communication at X

    X_opt = expressed("argmin", "The best X, as a SymPy expression.")
    T_comms = expressed("comms", "Seconds of communication at the best X, as a SymPy expression.")

    @property
    def per_chip(self) -> Threshold:
        """The least batch of one chip, in tokens.

        >>> print(mixed_optimum(on="TPU v5p").per_chip.at(F=32768))
        B > 198.4 (199)
        """
        return self.batch.at(N=1)

    def divisors(self, /, N: int, **sizes: object) -> tuple[int, ...]:
        """The divisors X of N inside the window: the meshes that really exist; none is an answer.

        >>> mixed_optimum(on="TPU v5p").divisors(64, B=65536, F=16384)
        (16,)
        """
        every = divisors(N)
        values: dict[str, Number] = {**bind(sizes), "N": every[-1]}
        gap = (self.sides[0] / self.sides[1]).subs(values)  # D goes out
        left = sorted(set(gap.names) - {"X"})
        if left:
            raise SymroofError(f"still symbolic: {', '.join(left)}; give a number for each")
        return tuple(x for x in every if gap.at({"X": x}) > 1)


@taking(WIRES)
def mixed_optimum(*, overlap: str = "max", M_X: AmountLike = 1, M_Y: AmountLike = 1, **wires: Unpack[Wires]) -> Split:
    """How to split N chips between X (fully sharded) and Y = N/X (tensor parallel).

    By AM-GM ``a*X + b/X >= 2*sqrt(a*b)``, equal at ``X = sqrt(b/a)``; there the two communications take equally long,
    so that the same X is best whether they follow each other ("sum") or overlap ("max").

    >>> best = mixed_optimum(M_X="M_X", M_Y="M_Y")
    >>> best.argmin == (gen("B") * gen("N") * gen("M_X") / (gen("F") * gen("M_Y"))) ** Fraction(1, 2)
    True
    >>> print(mixed_optimum().batch, "or", mixed_optimum(overlap="sum").batch)
    B > C**2*N/(4*F*W_ici**2) or B > C**2*N/(F*W_ici**2)
    >>> print(best.certificate)
    arithmetic mean >= geometric mean with weights 1/2 of 2*D*F*X/(M_X*N*W_ici), 1/2 of 2*B*D/(M_Y*W_ici*X)
    """
    layer = mixed(overlap="max", M_X=M_X, M_Y=M_Y, **wires)
    onto = {"Y": gen("N") / gen("X")}
    rising, falling = (layer.comms[k].leading_core.subs(onto) for k in ("both over X", "both over Y"))
    math = layer.math_core.subs(onto)
    both = together([rising, falling], overlap)
    found = optimum(rising + falling, "X", of=overlap)
    a, b = rising / gen("X"), falling * gen("X")
    if overlap == "max":
        low, high = b / math, math / a
    else:  # a*X + b/X < math between the two roots
        half = (math * math / 4 - a * b) ** Fraction(1, 2)
        low, high = (math / 2 - half) / a, (math / 2 + half) / a
    batch = crossing(math * math, found.value_core * found.value_core, "B").but(own=())
    argmin, least = dict(found.point_core)["X"], found.value_core
    return Split(argmin, least, low, high, batch, found.certificate, overlap, (math, both))


@told
def pipeline_bubble(stages: AmountLike = "p", microbatches: AmountLike = "m", *, interleave: AmountLike = 1) -> Expr:
    """The share of time a pipeline stands idle, ``(p-1)/(v*m + p-1)``: p stages, m microbatches, v chunks per stage.

    Source: Narayanan et al., 2021 (GPipe and interleaved 1F1B); every microbatch takes equally long in every stage.

    >>> pipeline_bubble(4, 12)
    1/5
    """
    given = {"stages": stages, "microbatches": microbatches, "interleave": interleave}
    p, m, v = (value_of(x, what) for what, x in given.items())
    for name, r in zip(given, (p, m, v)):
        if wrong(bounded(r, name)):
            raise SymroofError(f"{name}={r}: a whole number of at least 1")
    return to_sympy((p - 1) / (v * m + p - 1))


@told
def pipeline_microbatches(
    stages: AmountLike = "p", *, bubble: AmountLike = "b", interleave: AmountLike = 1, unknown: str = "m"
) -> Threshold:
    """How many microbatches keep the idle share of a pipeline below ``bubble``, a real between 0 and 1.

    >>> print(pipeline_microbatches(4, bubble="0.1"))
    m > 27 (28)
    >>> print(pipeline_microbatches())
    m > 1 + p/b - 1/b - p, every m when b + p <= 1 + b*p
    >>> print(pipeline_microbatches(1, bubble="0.1"))  # one stage is never idle
    always
    """
    share = gen(key(bubble, False)) if isinstance(bubble, str) and NAME.match(bubble) else value_of(bubble, "bubble")
    law = Bound(1 - share, True, "bubble={}: a share of time between 0 and 1, as in 0.1", (share,))
    if share.most_sign < 1 or law.wrong():
        raise SymroofError(law.said.format(share))
    if not NAME.match(unknown):
        raise SymroofError(f"unknown={unknown!r} is no symbol's name; m is usual, for the microbatches")
    p, v = value_of(stages, "stages"), value_of(interleave, "interleave")
    idle = core(pipeline_bubble(p, unknown, interleave=v))
    return crossing(share * Ratio(idle.den), Ratio(idle.num), unknown, settled=True).cut(Cuts(bounds=(law,)))


def mixture_of_experts(
    *,
    experts: AmountLike = "E",
    active: AmountLike = "k",
    dtype: str = "bf16",
    over: Over = ring,
    on: MachineLike | None = None,
    **options: Unpack[Wired],
) -> Parallel:
    """E experts on the devices of axis X, each token sent to k of them and back: two AllToAlls of ``B*k*D``.

    Arithmetic is that of k experts a token, spread evenly over the devices.  Raises SymroofError for k > E, and where
    one of them is called like the bandwidth of a link.

    >>> print(mixture_of_experts(over="switch:nvlink", on="H100").threshold("F", leading=False).at(X=8))
    F > 1923.1 (1924)
    """
    E, k = amount(experts, "experts", whole=True), amount(active, "active", whole=True)
    bounds = (_of_experts(E, k),)
    x = _array("In", "B D", dtype, B="X")
    w1 = _array("Win", "E D F", dtype, ("E", E), E="X")
    w2 = _array("Wout", "E F D", dtype, ("E", E), E="X")
    checked(options, "mixture_of_experts", ("W", *HOPS))
    routed = x.bytes * gen("X") * k
    flops = 2 * 2 * k * times([*x.shape, gen("F")])
    comms = {
        "AllToAll_X tokens": all_to_all(routed, builder(over, "X")(gen("X")), on=on, **options),
        "AllToAll_X results": all_to_all(routed, builder(over, "X")(gen("X")), on=on, **options),
    }
    math = _seconds(flops, x.dtype, comms, on, {*E.names, *k.names})
    return Parallel("mixture of experts", "forward pass", (x, w1, w2), math, comms, "sum", bounds)


@told
def expert_batch(
    *,
    experts: AmountLike = "E",
    active: AmountLike = "k",
    dtype: str = "bf16",
    weights: str | None = None,
    on: MachineLike | None = None,
) -> Threshold:
    """The batch from which a layer of experts is compute-bound against HBM, reading all weights: E/k times the usual.

    >>> print(expert_batch())
    B > C*E/(W*k)
    """
    E, k = amount(experts, "experts", whole=True), amount(active, "active", whole=True)
    bounds = Cuts(bounds=(_of_experts(E, k),))
    width = ratio(find_dtype(weights or dtype).bytes)
    B, D, F = gen("B"), gen("D"), gen("F")
    peak, band = peak_and_bandwidth(on, find_dtype(dtype).name, {"B", "D", "F", *E.names, *k.names})
    if band is None:
        raise UnknownResource(f"{on} lists no bandwidth for hbm, from which the weights are read")
    made = crossing(2 * k * B * D * F / peak, width * E * D * F / band, "B").cut(bounds)
    return made.but(own=(*E.names, *k.names))


def _of_experts(E: Ratio, k: Ratio) -> Bound:
    """That k of E experts are active.  Raises SymroofError where they never are."""
    law = Bound(E - k, False, "{} active experts of {}: a token cannot visit more experts than there are", (k, E))
    if broken := law.wrong():
        raise SymroofError(broken)
    return law
