"""The table of collectives: what share of an array crosses the busiest one-way link, in how many hops, and says who.

Shares and hops are functions of ``n``; tests/ring.py moves the pieces and counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import final

from symroof.algebra.ratios.posynomial import Ratio, gen, ratio
from symroof.model.functions import ALL_TO_ALL, GATHER, REDUCE, SCATTER, SEND
from symroof.records import dataclass

_N = gen("n")


@final
@dataclass(frozen=True)
class Fact:
    """One row: the share of V on the busiest one-way link and the hops in sequence, as functions of ``n``.

    The plain fields hold for even n; the ``odd_`` fields where odd n differs.
    """

    name: str
    kind: str
    share: Ratio
    hops: Ratio
    source: str
    odd_share: Ratio | None = None
    odd_hops: Ratio | None = None

    def at(self, n: Ratio) -> tuple[Ratio, Ratio]:
        """(share, hops) for a size; a symbolic size counts as even."""
        value = n.constant()
        odd = value is not None and value % 2 == 1
        share = self.odd_share if odd and self.odd_share is not None else self.share
        hops = self.odd_hops if odd and self.odd_hops is not None else self.hops
        return of_size(share, n), of_size(hops, n)


@lru_cache(maxsize=4096)
def of_size(r: Ratio, n: Ratio) -> Ratio:
    """A function of n at a size; asked for the same few axes again and again."""
    return r.subs({"n": n})


NOTHING = "nothing"  # what sets the time of what takes none, as of a collective over one device
ONE_WAY, RING, LINE, PIPELINE, SWITCH = "one-way ring", "ring", "line", "pipelined line", "switch"
_FULL, _TWO, _BACK = (_N - 1) / _N, _N / 2, (_N - 1) / 2
_QUARTER = ratio(Fraction(1, 4))

_BOOK = "How to Scale Your Model, part 3, AllGather cost"
_PATARASUK = "Patarasuk & Yuan, JPDC 69 (2009), bandwidth-optimal all-reduce: ReduceScatter then AllGather"
_CUT = "each device lacks (n-1)/n of V and has that many links in; attained by the ring (tests/ring.py)"
_ALONE = "each device has one link to a switch that blocks nothing and adds nothing: the tree of one level"
_DISTANCES = "sum of shortest distances over the links, the antipodal chunk halved; attained (tests/ring.py)"

FACTS: tuple[Fact, ...] = (
    Fact(GATHER, ONE_WAY, _FULL, _N - 1, _BOOK),
    Fact(GATHER, RING, _FULL / 2, _TWO, _CUT, odd_hops=_BACK),
    Fact(GATHER, LINE, _FULL, _N - 1, "an end of the line has one link in, for (n-1)/n of V"),
    Fact(SCATTER, ONE_WAY, _FULL, _N - 1, "the transpose of AllGather: every message reversed"),
    Fact(SCATTER, RING, _FULL / 2, _TWO, "the transpose of AllGather: every message reversed", odd_hops=_BACK),
    Fact(SCATTER, LINE, _FULL, _N - 1, "the transpose of AllGather: every message reversed"),
    Fact(REDUCE, ONE_WAY, 2 * _FULL, 2 * (_N - 1), _PATARASUK),
    Fact(REDUCE, RING, _FULL, _N, _PATARASUK, odd_hops=_N - 1),
    Fact(REDUCE, LINE, 2 * _FULL, 2 * (_N - 1), _PATARASUK),
    Fact(REDUCE, PIPELINE, ratio(1), 2 * (_N - 1), "reduce towards one end, broadcast back, both in small pieces"),
    Fact(ALL_TO_ALL, ONE_WAY, _FULL / 2, _N - 1, "distances 1 + ... + (n-1) for chunks of V/n^2"),
    Fact(ALL_TO_ALL, RING, _QUARTER / 2, _TWO, _DISTANCES, (_N * _N - 1) / (8 * _N * _N), _BACK),
    Fact(GATHER, SWITCH, _FULL, ratio(2), _ALONE),
    Fact(SCATTER, SWITCH, _FULL, ratio(2), _ALONE),
    Fact(REDUCE, SWITCH, 2 * _FULL, ratio(4), _ALONE),
    Fact(ALL_TO_ALL, SWITCH, _FULL / _N, ratio(2), _ALONE),
    Fact(ALL_TO_ALL, LINE, _QUARTER, _N - 1, "the middle link: n/2 by n/2 chunks", (_N * _N - 1) / (4 * _N * _N)),
)
TABLE: Mapping[tuple[str, str], Fact] = MappingProxyType({(f.name, f.kind): f for f in FACTS})

MEANING: Mapping[str, str] = MappingProxyType(
    {
        GATHER: "V is the whole array's bytes, as every device holds it afterwards",
        SCATTER: "V is the bytes of the unreduced array that every device holds before",
        REDUCE: "V is the bytes of the unreduced array that every device holds before",
        ALL_TO_ALL: "V is the whole array's bytes, over all devices together; a chunk is V/n^2",
        SEND: "V is the bytes sent, over one path",
    }
)
