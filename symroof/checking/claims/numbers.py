"""One number judged against another, by the digits printed, the conventions known and the factors that people drop.

>>> from symroof.checking.claims.claims import claim
>>> numbers(claim("204", None, {}), claim("240", None, {}), Fraction(204), Fraction(240), False).verdict
'wrong'
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from symroof.checking.claims import convention, digits, leeway
from symroof.checking.claims.claims import Apart, Claim, Verdict, constant
from symroof.checking.claims.convention import Variant
from symroof.checking.claims.excuses import ROUNDED_FIRST, Excuse, exactly, of_bytes, of_thousands, search
from symroof.checking.claims.factors import slip
from symroof.decimals import general
from symroof.reading.measures import COUNTED, UNITS, agree, product
from symroof.reading.nodes import Node, leaves
from symroof.reading.quantity import BYTES, FLOPS, NOTHING, SECONDS, Dimension, Printed, dimension_name, quantity, shown
from symroof.reading.ratios import to_ratio

_RATES = (product(BYTES, SECONDS, -1), product(FLOPS, SECONDS, -1))  # what a chip's constants are, but for its capacity
MIN_RIDGE_DIGITS = 4  # of a typed number that may stand for the ridge of a chip
FLOPS_PER_BYTE = (-1, 1, 0)
FLOATS = Fraction(1, 10**6)  # of which a float keeps more, and printed decimals less
DIGITS_OF_A_FLOAT = 16  # as programs print what has 53 bits: 0.30000000000000004
ROUNDING_OF_A_FLOAT = Fraction(1, 2**52)
NEAR_ENOUGH = Fraction(1, 40)  # a wider rounding of the expected number excuses nothing; 8k may be 8192
ONE_DIGIT = Fraction(1, 100)  # of which that is so where the expected number has a single digit
FAR_TOO_SMALL = Fraction(1, 10**6)  # a value that is told in another unit than the answer's
MAX_SHARE = 10
NEAR = Fraction(1, 50)  # of the value: what is about right whatever its digits
ABOUT = Fraction(1, 10)  # of the value: as far off as "about 2000" or "roughly a fifth" may be
NEAR_A_RIDGE = Fraction(1, 10_000)


def numbers(a: Claim, e: Claim, x: Fraction, y: Fraction, look: bool) -> Verdict:
    dim = e.dimension or a.dimension or NOTHING
    off = general(x / y - 1, 3) if y else None
    right = shown(y, dim, 6)
    if a.order_only:
        return _order(x, y, right, off)
    roundings = a.rounding + e.rounding
    if a.printed is not None and a.printed.digits >= DIGITS_OF_A_FLOAT and a.printed.place < 1:  # pasted from a program
        roundings = max(roundings, ROUNDING_OF_A_FLOAT)
    if roundings and x != y and abs(x - y) <= roundings * max(abs(x), abs(y)):
        words = "to the precision of a float" if roundings < FLOATS else "within the roundings of its numbers"
        return Verdict("rounded", f"{right} {words}", error=off, code="float", right=right)
    if a.printed is not None:
        how = digits.claim(a.printed, y)
        how = None if how == "truncated" and _nines(x, y) else how
        binary = other_bytes(a, e, y) if how == "truncated" else None
        if binary is not None and a.printed.value == binary.variant.value:
            return _excused(binary, right, off)
        thousands = of_thousands(a.printed, y) if how in (None, "truncated") else None
        if thousands is not None:
            return _excused(thousands, right, off)
        if how is not None:
            return Verdict(how, digits.say(a.printed, y, how), error=off, code=how, right=right)
        if _halfway(a.printed, e.printed, y):
            words = f"{right} is halfway between two numbers of so many digits, of which {a.printed.text} is one"
            return Verdict("rounded", words, error=off, code="rounded", right=right)
    elif (made := _worked(a, e, x, y)) is not None:
        return Verdict("rounded", f"{right} {made}", error=off, code="worked", right=right)
    if a.about and _roughly(a, x, y):
        said = a.printed.text if a.printed is not None else a.text or str(x)
        return Verdict("rounded", f"{right} is about {said}", error=off, code="about", right=right)
    if e.printed is not None:
        back = digits.claim(e.printed if a.printed is None else _to_its_place(e.printed), x)
        if (back == "rounded" or back == "exact") and _near_enough(a, e, x, y):
            words = f"{shown(x, dim, 6)} rounds to the expected {e.printed.text}"
            return Verdict("rounded", words, error=off, code="rounded")
        if (
            a.printed is not None
            and e.printed.digits > 1
            and digits.overlap(a.printed, e.printed)
            and (_same_unit(a, e) or _surely_rounded(a.printed, e.printed))
            and _near_enough(a, e, x, y)
        ):
            words = f"both can be roundings of one value: {a.printed.text} and {e.printed.text}"
            return Verdict("rounded", words, error=off, code="rounded")
    if a.printed is None and y and abs(x / y - 1) < Fraction(1, 10**12):
        return Verdict("rounded", "equal to 12 digits", error=off, code="rounded")
    excuse = _excuse(a, e, x, y) if look else None
    if excuse is not None and excuse.counts:
        return _excused(excuse, right, off)
    found = _wrong_number(a, x, y, dim, off)
    if excuse is not None and excuse.chance <= _WORTH_TELLING:
        kept = found.chance if found.code == "factor" else float(excuse.chance)
        found = replace(found, note=_guess(excuse.variant.name, excuse.chance), chance=kept)
    return found


_SURE_DIGITS = 3


def _surely_rounded(mine: Printed, theirs: Printed) -> bool:
    """Whether two numbers in different units have three digits, and the expected one ends in none that may be exact."""
    return min(mine.digits, theirs.digits) >= _SURE_DIGITS and theirs.coarse == theirs.place


def _guess(what: str, chance: Fraction) -> str:
    return f"a guess: {what} would give it, as chance would in {float(chance):.1%} of cases"


_WORTH_TELLING = Fraction(1, 2)  # an accident that is likelier than not explains nothing


def _nines(x: Fraction, y: Fraction) -> bool:
    """Whether two shares leave another part of the whole, which is what 99.9% says: 99% leaves ten times as much."""
    return Fraction(9, 10) <= x < y < 1 and 1 - x >= 2 * (1 - y)


def _halfway(mine: Printed, theirs: Printed | None, y: Fraction) -> bool:
    """Whether the expected number is a tie but for its own last digit: 3.52e8 s for 581.183862433862 weeks, 3.515e8."""
    if theirs is None or theirs.digits < mine.digits + 3:
        return False
    return any(digits.claim(mine, y + side * theirs.place / 2) == "rounded" for side in (-1, 1))


def _worked(a: Claim, e: Claim, x: Fraction, y: Fraction) -> str | None:
    """How the value follows from arithmetic that is left undone: from its result, or from its roundings."""
    made = leeway.worked_out(a)
    if made is not None and digits.claim(made, y) in ("exact", "rounded"):
        return f"to the digits printed is {made.text}, to which it comes"
    scale = leeway.scale_of(a)
    share = x / scale if scale else Fraction(0)
    if scale and y and share.numerator == 1 and share.denominator >= leeway.MANY_PARTS:
        near = abs(share.denominator - scale / y) <= Fraction(1, 2)
        return f"is one over {share.denominator} to its digits" if near else None
    return "lies within the roundings of its numbers" if leeway.within(e, a) else None


def _roughly(a: Claim, x: Fraction, y: Fraction) -> bool:
    """Whether what is only said to be about so much is near: to half its last digit before zeros, and within a tenth.

    A share as round as words have it counts as one, a quarter, two thirds of a MB; of one over a number that number
    is about right, 1/50 s for 19.5 ms; of a whole number and a part of one half that part, 5 1/4 ms.
    """
    if abs(x - y) > ABOUT * abs(y):
        return False
    if a.printed is not None:
        return abs(x - y) <= max(a.printed.coarse / 2, NEAR * abs(y))
    scale = leeway.scale_of(a)
    if not scale or not y or (share := x / scale).denominator == 1:
        return False
    if share.numerator == 1:
        below = quantity(str(share.denominator)).printed
        return abs(below.value - scale / y) <= below.coarse / 2
    return share.denominator <= MAX_SHARE and abs(x - y) <= scale / share.denominator / 2


def _near_enough(a: Claim, e: Claim, x: Fraction, y: Fraction) -> bool:
    """Whether an answer of more digits than the number expected is still no accident: 2.4 for 2 is another number.

    A single digit is hardly ever a rounding (1 s), but before a k (8k for 8192), and never of binary bytes (1 MiB).
    """
    one = e.printed is not None and e.printed.digits == 1 and not e.printed.text.endswith(("k", "K"))
    if not one and a.printed is not None and e.printed is not None and a.printed.digits <= e.printed.digits:
        return True
    if one and any("i" in u and UNITS[u].dimension == BYTES for u in leaves(e.node, "unit")):
        return x == y
    return not y or abs(x / y - 1) <= (ONE_DIGIT if one else NEAR_ENOUGH)


def _same_unit(a: Claim, e: Claim) -> bool:
    """Whether two numbers are printed in one unit, or one of them in none: 12.4 GB/s is no rounding of 100 Gbit/s."""
    mine, theirs = ([UNITS[u].scale for u in leaves(c.node, "unit")] for c in (a, e))
    return not mine or not theirs or mine == theirs


def _to_its_place(p: Printed) -> Printed:
    """A printed number all of whose digits are meant, the zeros that end it too: 241 is no rounding of 240."""
    return replace(p, coarse=p.place)


def _order(x: Fraction, y: Fraction, right: str, off: str | None) -> Verdict:
    """An order of magnitude: right within the factor sqrt(10) either way."""
    close = x * y > 0 and Fraction(1, 10) < (x / y) ** 2 < 10
    words = f"{right} is of the order of {shown(x)}" if close else f"{right} is not of the order of {shown(x)}"
    return Verdict("rounded" if close else "wrong", words, error=off, code="order", right=right)


def _excused(excuse: Excuse, right: str, off: str | None) -> Verdict:
    """The verdict that an excuse with evidence gives."""
    v = excuse.variant
    if " printed as " in v.name or " counts " in v.name:
        words, note, code = f"right if {v.name}", None, "gib"
    else:
        rounded = v.kind in ROUNDED_FIRST
        verb = "follows from" if rounded else "right with"
        words, code = f"{verb} {v.name}", "rounded-operands" if rounded else "constant"
        words += ", its last digit cut" if excuse.cut else ""
        note = f"under the convention the value is {shown(v.value)}"
    return Verdict("convention", words, error=off, note=note, code=code, right=right, chance=float(excuse.chance))


def other_bytes(a: Claim, e: Claim, y: Fraction) -> Excuse | None:
    """GB for GiB: only where both count bytes, or bytes a second, or one does and the other says nothing of it."""
    said = {product(d[:5], NOTHING) for d in (a.dimension, e.dimension) if d}  # also of bytes a layer
    units = [u for u in leaves(a.node, "unit") if UNITS[u].dimension not in (COUNTED, SECONDS)]
    if said not in ({BYTES}, {_RATES[0]}) or a.printed is None or len(units) != 1:
        return None
    if "i" in units[0] and not any(_decimal_bytes(u) for u in leaves(e.node, "unit")):
        return None  # who prints KiB means them; only a printed kB can have been meant the other way
    return of_bytes(a.printed, y, units[0].partition("/")[0])  # 64 MB/layer are 64 MB


def counted_in_1024(a: Claim, e: Claim, y: Fraction) -> Excuse | None:
    """64 for 128KB/2048, 2048 pages for 8 MB / 4 KB: a count worked out from bytes whose prefixes are of 1024."""
    units = {u for u in leaves(e.node, "unit") if UNITS[u].dimension != COUNTED and u not in ("B", "byte", "bytes")}
    if a.printed is None or any(UNITS[u].dimension != COUNTED for u in leaves(a.node, "unit")) or e.node is None:
        return None
    if not units or not all(_decimal_bytes(u) and u.endswith("B") for u in units):
        return None
    words = f"{'each of ' * (len(units) > 1)}{' and '.join(sorted(units))} counts in powers of 1024"
    if len(units) == 1:
        other = of_bytes(a.printed, y, min(units)[:-1] + "iB")
        return (
            replace(other, variant=replace(other.variant, name=words)) if other is not None and other.counts else None
        )
    value = constant(to_ratio(_in_binary(e.node)))
    return exactly(value, Variant(value, words)) if value is not None and value == a.printed.value else None


def _in_binary(node: Node) -> Node:
    """A formula with its KB read as KiB."""
    if node.kind == "unit" and _decimal_bytes(node.name):
        return replace(node, name=f"{node.name[0].upper()}iB")
    return replace(node, args=tuple(map(_in_binary, node.args))) if node.args else node


def _decimal_bytes(unit: str) -> bool:
    return UNITS[unit].dimension == BYTES and UNITS[unit].scale >= 1000 and "i" not in unit


def _excuse(a: Claim, e: Claim, x: Fraction, y: Fraction) -> Excuse | None:
    """The convention under which the answer would be right, with its chance; a formula has to be it exactly."""
    if not y:
        return None
    for v in convention.rivals(y):
        kinds = (BYTES,) if " capacity at " in v.name else _RATES
        if v.value == x and any(agree(e.dimension or NOTHING, d) for d in kinds):
            return Excuse(v, a.printed.place / abs(x) if a.printed is not None else Fraction(0))
    binary = other_bytes(a, e, y) or counted_in_1024(a, e, y)
    if binary is not None:
        return binary
    tried: list[convention.Variant] = []
    if e.node is not None and e.printed is None:
        tried += convention.variants_of_formula(e.node, constant, e.let, a.printed.digits if a.printed else 4)
    typed = e.printed is not None and e.printed.digits >= MIN_RIDGE_DIGITS
    if (typed or e.node is None) and agree(e.dimension or NOTHING, FLOPS_PER_BYTE):
        near = e.printed.place / 2 / abs(y) if e.printed is not None else NEAR_A_RIDGE
        tried += convention.variants_of_number(y, min(near, NEAR_A_RIDGE))
    if a.printed is not None:
        return search(a.printed, y, tried)
    same = (v for v in tried if v.value == x or abs(v.value - x) <= a.rounding * abs(x))
    return next((Excuse(v, a.rounding) for v in same), None)


def _own_unit(a: Claim, dim: Dimension) -> str:
    """The unit that the answer was given in, in which the right value is told: days, GiB, Gb, % and cycles."""
    units = list(leaves(a.node, "unit"))
    if a.printed is not None and not units and a.printed.text.endswith("%"):
        return "%"
    if len(units) != 1 or a.printed is None or not agree(UNITS[units[0]].dimension, dim):
        return ""
    plain = UNITS[units[0]].dimension == NOTHING and units[0] not in ("%", "percent")
    return "" if plain or units[0] in ("USD", "dollars", "dollar") else units[0]


def _told(x: Fraction, y: Fraction, dim: Dimension, unit: str) -> tuple[str, str]:
    """The right value and the answer's, with as many digits as it takes to tell them apart."""
    scale = UNITS[unit].scale if unit else Fraction(1)
    few = 1 <= abs(y / scale) < 10**6 if unit in ("B", "bytes", "s", "FLOPs") else True  # 140 GB, and 131072 bytes
    own = unit and few and FAR_TOO_SMALL < abs(y / scale) < 1 / FAR_TOO_SMALL
    for digits_shown in (6, 9, 12, 15, 17):
        if own:
            right, said = (f"{shown(v / scale, digits=digits_shown)} {unit}" for v in (y, x))
        else:
            right, said = (_in_full(v, dim, digits_shown) for v in (y, x))
        if right != said:
            break
    return right, said


def _in_full(x: Fraction, dim: Dimension, many: int) -> str:
    """A number to so many digits; from the seventh on a whole one with all it has."""
    whole = many > 6 and not any(dim) and x.denominator == 1 and abs(x) < 10**40
    return str(x) if whole else shown(x, dim, many)


def _wrong_number(a: Claim, x: Fraction, y: Fraction, dim: Dimension, off: str | None) -> Verdict:
    """The verdict on a wrong number, with the factor that was forgotten where that is no accident."""
    unit = _own_unit(a, dim)
    right, said = _told(x, y, dim, unit)
    if not y:
        return Verdict("wrong", f"the value is 0, not {said}", code="value", right="0")
    words = f"the value is {right}, not {said}"
    out = Verdict("wrong", words, error=off, code="value", right=right, apart=Apart(x, y, unit or dimension_name(dim)))
    found = slip(a.printed, x, y, a.rounding)
    if found is None:
        return out
    name = (convention.factor_name(x / y) if dim == BYTES else None) or found.name
    out = replace(out, factor=name, chance=float(found.chance))
    if found.counts:
        return replace(out, code="factor", reason=f"{words}: off by {name}")
    return replace(out, note=_guess(name, found.chance)) if found.exact and found.chance <= _WORTH_TELLING else out
