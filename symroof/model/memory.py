"""Memory, the third limit: what a model keeps on each chip, the fewest chips that hold it, the largest batch that fits.

>>> plan = serving_memory(params=int(7e9), layers=32, kv_heads=8, head=128, context=8192, dtype="int8", kv_dtype="bf16")
>>> plan.parts["KV cache"]
1073741824*B
>>> plan.chips(on="TPU v5e", B=4), plan.batch(chips=4, on="TPU v5e")
(1, 53)

Everything is cut evenly over the chips; what is kept whole on every chip is named in ``copied``.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, TypedDict, Unpack, final

from symroof.algebra.interop.door import expressed, to_sympy
from symroof.algebra.ratios.posynomial import Ratio, gen, product, ratio, total
from symroof.algebra.ratios.sizes import echo, size
from symroof.dtypes import dtype as find_dtype
from symroof.errors import SymroofError
from symroof.keywords import taking
from symroof.lazy import Fixed
from symroof.likes import AmountLike, SizeLike
from symroof.machines import MachineLike, machine
from symroof.model.given import amount
from symroof.model.rates import bind
from symroof.shown import visible
from symroof.symbols import resolve

if TYPE_CHECKING:
    from sympy import Expr


@visible
@final
@dataclass(frozen=True)
class Footprint:
    """Bytes by part over all chips together; the parts named in ``copied`` are there once on every chip."""

    parts: Mapping[str, Ratio]
    copied: tuple[str, ...] = ()
    conventions: tuple[str, ...] = ()

    @property
    def total_core(self) -> Ratio:
        """Bytes of one copy of everything."""
        return total(self.parts.values())

    def per_chip_core(self, chips: object = "N") -> Ratio:
        """Bytes on one of N chips."""
        n = amount(chips, "chips", whole=True)
        return total(b if name in self.copied else b / n for name, b in self.parts.items())

    bytes = expressed("total_core", "Bytes of one copy of everything, as a SymPy expression.")

    def at(self, /, **sizes: object) -> Footprint:
        """The same with sizes bound."""
        values = bind(sizes, self.total_core.names)
        stray = sorted(set(values) - set(map(str, self.total_core.names)))
        if stray:
            known = ", ".join(self.total_core.names) or "none"
            raise SymroofError(f"{stray[0]} is not in this footprint; it has {known}")
        return Footprint(Fixed({k: r.subs(values) for k, r in self.parts.items()}), self.copied, self.conventions)

    def chips(
        self, /, *, on: MachineLike | None = None, capacity: object = None, step: SizeLike | None = None,
        **sizes: object,
    ) -> int:  # fmt: skip
        """The fewest chips that hold it: ``ceil(cut / (capacity - copied))``, rounded up to a multiple of ``step``.

        By default these are single chips; on "H100 node", a machine of chips that come together, whole nodes of eight.

        >>> training_memory(params=175 * 10**9, layers=96, width=12288).chips(on="A100", B=2048, step=8)
        40

        Raises SymroofError where the copied parts alone fill a chip, or a size is still symbolic.
        """
        here, room = self.at(**sizes), _capacity(on, capacity)
        whole = _number(total(b for k, b in here.parts.items() if k in self.copied), "chips(B=64)")
        cut = _number(total(b for k, b in here.parts.items() if k not in self.copied), "chips(B=64)")
        if whole > room or (whole == room and cut > 0):
            raise SymroofError(
                f"{', '.join(self.copied)} take {whole} bytes on every chip of {room}: no number of chips fits; "
                "cut them over the mesh"
            )
        if step is None:
            step = 1 if on is None else machine(on).together
        try:
            of = size(step, "step")
        except SymroofError:
            raise SymroofError(f"step={echo(step)}: a whole number of chips, as in step=8 for nodes of eight") from None
        least = max(1, math.ceil(cut / (room - whole))) if cut else 1
        return -(-least // of) * of

    def batch(
        self, *, chips: int = 1, on: MachineLike | None = None, capacity: object = None, unknown: str = "B",
        **sizes: object,
    ) -> int:  # fmt: skip
        """The largest batch that fits on so many chips.

        Raises SymroofError where not even a batch of 1 fits, or nothing depends on the batch.
        """
        here, room = self.at(**sizes), _capacity(on, capacity)
        per_chip = here.per_chip_core(chips)
        unknown = resolve(unknown, per_chip.names)
        if unknown not in per_chip.names:
            raise SymroofError(f"nothing here grows with {unknown}; it has {', '.join(per_chip.names) or 'no symbols'}")
        fixed = _number(per_chip.subs({unknown: ratio(0)}), f"batch({unknown}=...)")
        step = _number(per_chip.subs({unknown: ratio(1)}), "batch(...)") - fixed
        if (per_chip - fixed - step * gen(unknown)) != 0:
            raise SymroofError(f"{per_chip} does not grow in proportion to {unknown}")
        largest = math.floor((room - fixed) / step)
        if largest < 1:
            least = math.ceil(fixed + step)
            raise SymroofError(f"not even {unknown}=1 fits: {least} bytes a chip of {room}; use more chips")
        return largest

    def reading(self, /, *, on: MachineLike, chips: object = 1, **sizes: object) -> Expr:
        """Seconds to read all of it through HBM once: no generation step takes less, each reads weights and caches.

        >>> llama = serving_memory(params=70 * 10**9, layers=80, kv_heads=8, head=128, context=8192, dtype="int8")
        >>> round(float(llama.reading(on="TPU v5e", chips=16, B=1)), 5)
        0.00544

        Raises UnknownResource for a machine that lists no hbm.
        """
        return to_sympy(self.at(**sizes).per_chip_core(chips) / ratio(machine(on).bandwidth("hbm")))

    def __str__(self) -> str:
        return ", ".join(f"{k}: {b}" for k, b in self.parts.items())


def _number(r: Ratio, how: str) -> Fraction:
    value = r.constant()
    if value is None:
        raise SymroofError(f"still symbolic: {', '.join(r.names)}; give a number for each, as in {how}")
    return Fraction(value)


def _capacity(on: MachineLike | None, capacity: object) -> Fraction:
    if capacity is not None:
        room = _number(amount(capacity, "capacity", zero=True, unit="bytes"), "capacity=16e9")
    elif on is not None:
        chip = machine(on)
        if chip.capacity is None:
            raise SymroofError(f"{chip.name} lists no memory capacity; give one, as in capacity=16e9 (bytes)")
        room = Fraction(chip.capacity)
    else:
        raise SymroofError('no memory to fit into; say on="TPU v5e" or capacity=16e9 (bytes)')
    if room <= 0:
        raise SymroofError(f"a capacity of {room} bytes holds nothing")
    return room


def _width(name: str) -> Ratio:
    return ratio(find_dtype(name).bytes)


class Counts(TypedDict, total=False):
    """What a model is counted by: each a whole number, a formula, or the letter that stands for it."""

    params: AmountLike
    layers: AmountLike
    batch: AmountLike


class Served(Counts, total=False):
    """The same of one that is served: a cache of keys and values."""

    kv_heads: AmountLike
    head: AmountLike
    context: AmountLike


class Trained(Counts, total=False):
    """The same of one that is trained: activations of that width."""

    width: AmountLike


SERVED: Served = {"params": "P", "layers": "L", "kv_heads": "K_h", "head": "H", "context": "S", "batch": "B"}
TRAINED: Trained = {"params": "P", "layers": "L", "width": "D", "batch": "B"}


@taking(SERVED)
def serving_memory(
    *, dtype: str = "bf16", kv_dtype: str | None = None, copied: tuple[str, ...] = (), **counts: Unpack[Served]
) -> Footprint:
    """Parameters, and a KV cache of ``2*B*S*L*K_h*H`` entries: a key and a value per token, layer and KV head.

    >>> print(serving_memory())
    parameters: 2*P, KV cache: 4*B*H*K_h*L*S
    """
    numbers = {what: amount(x, what, whole=True) for what, x in counts.items()}
    weights, entries = numbers.pop("params"), 2 * product(numbers.values())
    parts = {"parameters": weights * _width(dtype), "KV cache": entries * _width(kv_dtype or dtype)}
    return _footprint(parts, copied, ("B sequences of S tokens each, their caches full",))


@taking(TRAINED)
def training_memory(
    *,
    saved: AmountLike = 1,
    dtype: str = "bf16",
    gradients: str | None = "bf16",
    optimizer: tuple[str, ...] = ("fp32", "fp32", "fp32"),
    copied: tuple[str, ...] = (),
    **counts: Unpack[Trained],
) -> Footprint:
    """Parameters, gradients, optimizer state and saved activations.

    The optimizer state is one array as large as the parameters for each dtype given: by default Adam's two moments and
    a master copy in fp32, 12 bytes a parameter.  ``saved`` activations of ``B*D`` are kept per layer, B in tokens.

    >>> print(training_memory())
    parameters: 2*P, gradients: 2*P, optimizer: 12*P, activations: 2*B*D*L
    """
    if isinstance(optimizer, str):
        raise SymroofError(f'optimizer={optimizer!r}: a tuple of formats, one for each array, as in ("fp32", "fp32")')
    numbers = {what: amount(x, what, whole=True) for what, x in counts.items()}
    p = numbers.pop("params")
    parts = {"parameters": p * _width(dtype)}
    if gradients is not None:
        parts["gradients"] = p * _width(gradients)
    if optimizer:
        parts["optimizer"] = p * total(_width(d) for d in optimizer)
    parts["activations"] = amount(saved, "saved", zero=True) * product(numbers.values()) * _width(dtype)
    return _footprint(parts, copied, ("B tokens, all chips together", "activations kept for the backward pass only"))


def _footprint(parts: Mapping[str, Ratio], copied: tuple[str, ...], conventions: tuple[str, ...]) -> Footprint:
    if isinstance(copied, str):
        raise SymroofError(f"copied={copied!r}: a tuple of parts, as in copied=({copied!r},)")
    for name in copied:
        if name not in parts:
            raise SymroofError(f"no part is called {name!r}; the parts are {', '.join(parts)}")
    return Footprint(Fixed(dict(parts)), tuple(copied), conventions)
