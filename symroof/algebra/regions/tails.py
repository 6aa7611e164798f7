"""The sizes that do, of any question in numbers with logarithms, roots and roundings in it.

Far out two questions without functions but log2(x), made of bounds (``envelope``), tell where both agree.  What lies
before that place, or between the two, is enclosed stretch by stretch.

>>> from symroof.algebra.ratios.posynomial import build, gen, ratio
>>> from symroof.algebra.regions.region import crossing
>>> n = gen("N")
>>> print(crossing(n - 8 * build("log2", [n**2 + n]), ratio(5), "N", strict=False))
N >= 115
"""

from __future__ import annotations

from itertools import product

from symroof.algebra.ratios.budget import briefly, in_brief, spend
from symroof.algebra.ratios.fold import all_atoms, changes
from symroof.algebra.ratios.posynomial import Ratio, ratio
from symroof.algebra.regions.envelope import WAYS, Beyond
from symroof.algebra.regions.isolated import by_isolation
from symroof.algebra.regions.outcome import Threshold
from symroof.algebra.regions.overlay import Run, cut, gaps, merged, of_runs, sizes_of
from symroof.algebra.regions.pieces import by_pieces
from symroof.algebra.regions.recursion import crossing
from symroof.algebra.regions.steps import by_enclosures
from symroof.errors import Inconclusive, SymroofError, Unsupported
from symroof.symbols import is_size

STARTS = (8, 64, 1024, 1 << 15)
MOST = 150  # enclosures of one question
MOST_FUNCTIONS = 8  # nested ones counted: bounds of what nests deeper cross at numbers of tens of thousands of digits


def by_enclosing(base: Threshold, gap: Ratio, why: SymroofError) -> Threshold:
    """The region of a question with all other numbers bound: of a size by its integers, of a number by its roots.

    Raises why where neither bounds nor enclosures tell.
    """
    if is_size(base.name):
        return by_tails(base, gap, why)
    return _piece_by_piece(base, gap, why) if _changes(base, gap) else by_isolation(base, gap, why)


def _changes(base: Threshold, gap: Ratio) -> bool:
    return any(changes(a, base.name) for a in all_atoms(gap))


def _piece_by_piece(base: Threshold, gap: Ratio, why: SymroofError) -> Threshold:
    if in_brief():
        raise why
    try:
        return by_pieces(base, gap)
    except (Unsupported, Inconclusive):
        raise why from None


def by_tails(base: Threshold, gap: Ratio, why: SymroofError) -> Threshold:
    """The region of a question about a size with all other numbers bound; raises why where the bounds do not tell."""
    if len(all_atoms(gap)) > MOST_FUNCTIONS:
        raise why
    left = [0 if in_brief() else MOST]
    for way, start in product(WAYS, STARTS):
        if left[0] <= 0:
            break
        spend()
        try:
            with briefly():
                runs = _runs(base, gap, Beyond(base.name, start, *way), left)
        except (Unsupported, Inconclusive):
            continue
        if runs is not None:
            return of_runs(base, runs)
    if _changes(base, gap):
        return _piece_by_piece(base, gap, why)
    raise why


def _runs(base: Threshold, gap: Ratio, beyond: Beyond, left: list[int]) -> list[Run] | None:
    """The sizes that do; None where the bounds beyond the start leave a doubt for ever, or too many before."""
    low, high = beyond.sign_of(gap)
    if low == gap == high:  # the question itself
        raise Unsupported("bounds without functions are what is asked about")
    start = beyond.start
    ask = [crossing(r, ratio(0), base.name, strict=base.strict, settled=True) for r in (low, high)]
    sure, likely = (cut(merged(sizes_of(t)), start, None) for t in ask)
    doubtful: list[Run] = [(1, start - 1), *(r for a, b in likely for r in gaps(cut(sure, a, b), a, b))]
    if doubtful[-1][1] is None:
        return None
    out = list(sure)
    for a, b in doubtful:
        found = None if b is None else by_enclosures(base, gap, a, b, left)
        if found is None:
            return None
        out += found
    return merged(out)
