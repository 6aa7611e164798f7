r"""What a relation leaves open that is not wrong for that: numbers rounded on the way, a billion written B, an alias.

An author who works a formula out in steps rounds on the way: 1.56 + 25 stands for 50/32 + 25.  Such a side is right
where the roundings of the numbers that are new in it allow the value of the other one.

>>> from symroof.checking.claims.claims import claim
>>> in_parts(claim("50/32 + 25", None, {}), claim("1.56 + 25", None, {}))
True
>>> in_parts(claim("50/32 + 25", None, {}), claim("1.58 + 25", None, {}))
False
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

import symroof.regexes as re
from symroof.algebra.ratios.posynomial import Ratio, gen, ratio
from symroof.checking.claims.claims import Claim, constant
from symroof.errors import SymroofError
from symroof.reading.nodes import Node, leaves
from symroof.reading.quantity import UNITS, Printed
from symroof.reading.ratios import to_ratio
from symroof.reading.spelling import GREEK
from symroof.reading.units import dimension, literals, printed, scientific, walk

Interval = tuple[Fraction, Fraction]
MAX_PARTS = 60  # numbers in a side whose roundings are followed
FLOAT = Fraction(1, 2**24)  # the last place of a 32-bit float
LONG = 15  # digits of a number that a computer printed
NARROW = Fraction(1, 40)  # of a value: by how much its parts may leave it open to either side
MANY_PARTS = 100  # from which on a part of one has a rounded number below: 1/191 s
MAX_PLACES = 7  # behind the point of a number that was worked out
_TRIED = (Fraction(7, 2), Fraction(11), Fraction(131))
_ROOTS = {"sqrt2": 2, "sqrt3": 3}


def in_parts(exact: Claim, said: Claim) -> bool:
    """Whether a worked side has the other's value, within the roundings of the numbers that are new in it."""
    if exact.node is None or said.node is None or exact.value is None:
        return False
    old = {p.value for p in literals(exact.node)}
    new = [p for p in literals(said.node) if p.value not in old and _rounded(p)]
    if not new or printed(said.node) is not None or len(literals(said.node)) > MAX_PARTS:
        return False
    names = sorted({*leaves(said.node, "name")})
    if set(names) != set(exact.value.names) or len(names) > 6:
        return False
    wide = {p.value: p.place / 2 for p in new}
    for i in range(3 if names else 1):
        at = {n: _TRIED[(i + k) % 3] * (k + 1) for k, n in enumerate(names)}
        value = constant(exact.value.subs({n: ratio(v) for n, v in at.items()}))
        room = _interval(said.node, wide, at)
        if value is None or room is None or not room[0] <= value <= room[1]:
            return False
    return True


def last_place(exact: Claim, said: Claim, *, measured: bool = False) -> bool:
    """Whether a number misses the value by one in its last place, and the roundings of what it was made of allow it.

    >>> from symroof.checking.claims.claims import claim
    >>> last_place(claim("2 * 2.68e8", None, {}), claim("5.37e8", None, {}))
    True
    >>> last_place(claim("2 * 2550^2 / 30000", None, {}), claim("432", None, {}))
    False
    """
    p, value = said.printed, constant(exact.value)
    names = {*leaves(exact.node, "name")} if exact.node is not None else set()
    if p is None and names and said.node is not None and exact.value is not None and said.value is not None:
        numbers = literals(said.node)
        p = numbers[0] if len(numbers) == 1 and said.value.num.terms else None  # 8.4 M
        value = constant(exact.value / said.value * ratio(p.value)) if p is not None else None
    if p is None or value is None or exact.node is None or exact.printed is not None:
        return False
    wide = {q.value: q.place / 2 for q in literals(exact.node) if "." in q.text and q.digits >= 2}
    wide |= {v: half for v, half in _measured(exact.node).items() if (n := v / half / 2) % 8 and n % 10}  # 143 MB
    places = 1 if any(scientific(q) for q in literals(exact.node)) else 2
    if measured:  # all that is printed has a unit, which was left out: 6 * 524 = 3.15 MB
        wide |= {q.value: q.place / 2 for q in literals(exact.node) if q.digits > 2 and q.value % 8 and q.value % 10}
    if not wide or p.digits < 2 or abs(p.value - value) > places * p.place or len(literals(exact.node)) > MAX_PARTS:
        return False
    room = _interval(exact.node, wide, {n: Fraction(1) for n in names})
    return room is not None and room[0] - p.place / 2 <= p.value <= room[1] + p.place / 2


def within(exact: Claim, said: Claim) -> bool:
    """Whether a side worked out of printed numbers has the other's value within their roundings, which are narrow.

    >>> from symroof.checking.claims.claims import claim
    >>> [within(claim("85.9", None, {}), claim(t, None, {})) for t in ("32 * 2.7", "32 * 2.6", "1.1 * 78", "1 * 86")]
    [True, False, False, False]
    """
    value = constant(exact.value)
    if said.node is None or value is None or has_share(said.node) or len(literals(said.node)) > MAX_PARTS:
        return False
    old = {p.value for p in literals(exact.node)} if exact.node is not None else set()
    new = {v: half for v, half in _measured(said.node).items() if v not in old}
    room = _interval(said.node, new, {}) if new else None
    return room is not None and _is_narrow(room) and room[0] <= value <= room[1]


def _measured(node: Node) -> dict[Fraction, Fraction]:
    """Half the last place of each number of two digits at least that has decimals, or in a product a unit.

    Other whole numbers count, and so many roundings of whole terms would leave a sum too open.
    """
    found = {p.value: p.place / 2 for p in literals(node) if p.digits >= 2 and ("." in p.text or "e" in p.text.lower())}
    nodes = list(walk(node))
    for n in nodes if not any(n.kind == "add" and len(n.args) > 1 for n in nodes) else ():
        p = n.args[0].printed if n.kind == "juxt" else None
        if p is not None and p.digits >= 2 and any(a.kind == "unit" and any(a.dimension[:5]) for a in n.args[1:]):
            found[p.value] = p.place / 2
    return found


def has_share(node: Node) -> bool:
    """Whether a formula holds a share as it is written in two small whole numbers, which is exact: 1/4, 22/20, 5 2/3.

    >>> from symroof.checking.claims.claims import claim
    >>> [has_share(claim(t, None, {}).node) for t in ("1365 + 2/3", "22/20", "480/2", "10.4/20 s")]
    [True, True, False, False]
    """
    for n in walk(node):
        parts = [p for a in n.args[:2] if (p := printed(a)) is not None] if n.kind == "mul" else []
        if n.ops[:2] == "*/" and len(parts) == 2 and not any(leaves(n.args[0], "unit")):
            return all(_counts(p) and p.value < MANY_PARTS for p in parts)
    return False


def _counts(p: Printed) -> bool:
    """Whether a number is typed as a whole one, which counts and is exact."""
    return p.text.lstrip("-").isdigit()


def carried(step: Claim, result: Claim) -> bool:
    """Whether a step printed with fewer digits than it was worked out with comes to the result: 2.68 * 32 = 85.9.

    A unit that only the result has is the step's, too.

    >>> from symroof.checking.claims.claims import claim
    >>> [carried(claim(t, None, {}), claim("85.9 GB", None, {})) for t in ("2.68 * 32", "2.78 GB * 32", "2.7 * 32")]
    [True, False, True]
    """
    if step.node is None or result.printed is None or any(leaves(step.node, "name")):
        return False
    wide = _measured(step.node)
    room = _interval(step.node, wide, {}) if wide else None
    if room is None or not _is_narrow(room):
        return False
    unit = scale_of(result) if not any(leaves(step.node, "unit")) else Fraction(1)
    if not unit:
        return False
    value, half = result.printed.value / unit, result.printed.place / unit / 2
    return room[0] - half < value < room[1] + half


def _is_narrow(room: Interval) -> bool:
    return room[0] > 0 and room[1] - room[0] <= 2 * NARROW * (room[0] + room[1]) / 2


def scale_of(c: Claim) -> Fraction | None:
    """What one of the units counts in which a number is told, 10^9 of GB/s; None where two of them scale it.

    >>> from symroof.checking.claims.claims import claim
    >>> scale_of(claim("2 * 43 GB", None, {})), scale_of(claim("5 GB / 2 ms", None, {}))
    (Fraction(1000000000, 1), None)
    """
    scales = {UNITS[u].scale for u in leaves(c.node, "unit")} - {Fraction(1)} if c.node is not None else set()
    return None if len(scales) > 1 else scales.pop() if scales else Fraction(1)


def worked_out(c: Claim) -> Printed | None:
    """The number that a formula of numbers comes to, as it would be typed: 240 for 480/2, 5.2 s for 2 * 2.6 s.

    All its digits are meant.  None where it ends nowhere, has a single digit, which says too little, is one number, or
    a share of whole ones.

    >>> from symroof.checking.claims.claims import claim
    >>> [getattr(worked_out(claim(t, None, {})), "text", "") for t in ("480/2", "2 * 2.6 s", "10/2 s", "1/3")]
    ['240', '5.2', '', '']
    """
    value, unit = constant(c.value), scale_of(c)
    if c.printed is not None or c.node is None or value is None or not unit or len(literals(c.node)) < 2:
        return None
    if has_share(c.node) or all(p.digits < 2 and "." not in p.text for p in literals(c.node)):
        return None
    said = value / unit
    if said.denominator != 1 and all(map(_counts, literals(c.node))):
        return None  # 2*11/20, a share too
    places = next((n for n in range(MAX_PLACES) if (said * 10**n).denominator == 1), None)
    digits = str(abs(int(said * 10**places))) if places is not None else ""
    if places is None or not 2 <= len(digits) <= LONG:
        return None
    place = unit / 10**places
    return Printed(value, place, place, len(digits), f"{float(said):.{places}f}")


def _rounded(p: Printed) -> bool:
    """Whether a number's digits are so many that they may be a rounding: 1.56, 3.96e17, 126, and neither 8 nor 2^20."""
    return "." in p.text or p.digits >= 3 or (p.digits == 2 and "e" in p.text.lower())


def _interval(node: Node, wide: Mapping[Fraction, Fraction], at: Mapping[str, Fraction]) -> Interval | None:
    """The values a formula may have; None where it holds what is not followed."""
    if node.kind == "num" and node.printed is not None:
        v, half = node.printed.value, wide.get(node.printed.value, Fraction(0))
        return v - half, v + half
    if node.kind == "name":
        return (at[node.name], at[node.name]) if node.name in at else None
    if node.kind == "unit":
        scale = UNITS[node.name].scale
        return scale, scale
    parts = [_interval(a, wide, at) for a in node.args]
    known = [p for p in parts if p is not None]
    if len(known) < len(parts) or not known:
        return None
    if node.kind == "group":
        return known[0]
    if node.kind == "add":
        signed = [(p if s == "+" else (-p[1], -p[0])) for s, p in zip(node.ops, known)]
        return sum((p[0] for p in signed), Fraction(0)), sum((p[1] for p in signed), Fraction(0))
    if node.kind in ("mul", "juxt"):
        return _product(known, node.ops or "*" * len(known))
    return _risen(node, known)


def _product(parts: list[Interval], ops: str) -> Interval | None:
    low = high = Fraction(1)
    for op, (a, b) in zip(ops, parts):
        if op == "/":
            if a <= 0 <= b:
                return None
            a, b = 1 / b, 1 / a
        corners = (low * a, low * b, high * a, high * b)
        low, high = min(corners), max(corners)
    return low, high


def _risen(node: Node, parts: list[Interval]) -> Interval | None:
    """Powers and roots of what is positive, max and min."""
    if node.kind == "call" and node.name in ("max", "min"):
        pick = max if node.name == "max" else min
        return pick(p[0] for p in parts), pick(p[1] for p in parts)
    low, high = parts[0]
    if low < 0:
        return None
    if node.kind == "pow":
        e = parts[1][0]
        if parts[1][1] != e or e.denominator != 1 or abs(e) > 200:
            return None
        ends = (low ** int(e), high ** int(e)) if low or e > 0 else None
        return (min(ends), max(ends)) if ends else None
    root = _ROOTS.get(node.name) if node.kind == "call" else None
    if root is None:
        return None
    loose = Fraction(1, 10**9)
    try:
        return Fraction(float(low) ** (1 / root)) * (1 - loose), Fraction(float(high) ** (1 / root)) * (1 + loose)
    except OverflowError:
        return None


# -- other readings --------------------------------------------------------------------------------------------------


def billions(c: Claim, let: Mapping[str, Ratio]) -> Claim | None:
    """The claim with the B behind its numbers as billions: 175B * 2 is 350e9; None where there is no such B."""
    if c.node is None or "B" in let:
        return None
    node = _billions(c.node)
    if node == c.node:
        return None
    return replace(c, node=node, value=to_ratio(node, fixed=let), dimension=dimension(node), printed=printed(node))


def _billions(node: Node) -> Node:
    args = node.args
    if node.kind == "juxt" and len(args) > 1 and args[0].printed is not None and args[1].name == "B":
        p = args[0].printed
        first = replace(args[0], printed=p.scaled(Fraction(10**9), p.text + "B"))
        return first if len(args) == 2 else replace(node, args=(first, *args[2:]))
    return replace(node, args=tuple(_billions(a) for a in args)) if args else node


def aliases(a: Claim, b: Claim, defined: Mapping[str, Ratio]) -> dict[str, Ratio]:
    """The names of the first claim that the second writes shorter or longer, d for d_model, with what stands there.

    Two names are never one, and none is another whose definition says otherwise: F = F_c + F_u.
    """
    if a.value is None or b.value is None:
        return {}
    mine, theirs = {*a.value.names} - {*b.value.names}, {*b.value.names} - {*a.value.names}
    meant: dict[str, str] = {}
    for n in mine:
        alike = [t for t in theirs if t.partition("_")[0] == n.partition("_")[0] and ("_" in t) != ("_" in n)]
        if len(alike) == 1 and not _told_apart(n, alike[0], defined):
            meant[n] = alike[0]
    shared = Counter(meant.values())
    return {n: gen(t) for n, t in meant.items() if shared[t] == 1}


def _told_apart(one: str, other: str, defined: Mapping[str, Ratio]) -> bool:
    """Whether the definitions of two names make them two things."""
    first, second = defined.get(one), defined.get(other)
    if first is not None and second is not None:
        return first != second
    return any(v is not None and n in v.names and v != gen(n) for v, n in ((first, other), (second, one)))


def spelt_out(c: Claim, let: Mapping[str, Ratio]) -> Claim | None:
    """The claim with its lower-case runs as products of letters: mnk is m n k, and bsd^2 is b s d^2."""
    if c.node is None:
        return None
    runs = {n for n in leaves(c.node, "name") if 1 < len(n) <= 4 and n.isalpha() and n.islower()} - {*let, *GREEK}
    if not runs:
        return None
    return replace(c, value=to_ratio(_spelt_out(c.node, runs), fixed=let))


def spelt_sides(a: Node, b: Node, bound: Collection[str], least: int = 3) -> tuple[Node, Node] | None:
    """Both sides of a line with their lower-case runs as products of letters, where the line itself shows them to be.

    It does where every letter of a run stands in another name as well, and a run is part of a longer one (bh of bdh) or
    has three letters (``least``) that all stand alone.  A bare name, dh = d/h, is defined by its line and no product.
    """
    spelt = spelt_all((a, b), bound, least)
    return None if spelt is None else (spelt[0], spelt[1])


def spelt_all(nodes: Sequence[Node], bound: Collection[str], least: int = 3) -> list[Node] | None:
    """The same for all the sides of lines that belong together."""
    names = {n for node in nodes for n in leaves(node, "name")}
    runs = {n for n in names if 1 < len(n) <= 4 and n.isalpha() and n.islower()} - {*GREEK, "pi"}
    if not runs or runs & {*bound} or any(n.kind == "name" and n.name in runs for n in nodes):
        return None
    if any(not any(ch in n for n in names - {run}) for run in runs for ch in run):
        return None
    nested = any({*short} < {*long} for short in runs for long in runs)
    if not nested and not any(len(run) >= least and {*run} <= names for run in runs):
        return None
    return [_spelt_out(n, runs) for n in nodes]


def _spelt_out(node: Node, runs: set[str]) -> Node:
    if node.kind == "name" and node.name in runs:
        return Node("group", (_letters(node),), at=node.at)
    if node.kind == "pow" and node.args[0].kind == "name" and node.args[0].name in runs:
        letters = _letters(node.args[0])
        last = Node("pow", (letters.args[-1], node.args[1]), at=node.at)
        return Node("group", (replace(letters, args=(*letters.args[:-1], last)),), at=node.at)
    return replace(node, args=tuple(_spelt_out(a, runs) for a in node.args)) if node.args else node


def _letters(node: Node) -> Node:
    return Node("juxt", tuple(Node("name", name=ch, at=node.at + i) for i, ch in enumerate(node.name)), at=node.at)


# -- what is no identity ---------------------------------------------------------------------------------------------


def no_identity(a: Claim, relation: str, b: Claim) -> str:
    """Why two formulas joined by = claim no identity although they read: "" where they do.

    A name that only one of them has is given a value by the line, unless it was merely lost: without it, as 1, the two
    would be equal.
    """
    if a.node is None or b.node is None or a.value is None or b.value is None:
        return ""
    if any(_called(n) for c in (a, b) for n in walk(c.node)):
        return "function"
    if any(_over_one(c.node) for c in (a, b)):
        return "derivative"
    ours, others = ({*leaves(c.node, "name")} for c in (a, b))
    mine, theirs = {*a.value.names} - others, {*b.value.names} - ours
    if bool(mine) != bool(theirs):
        if relation == "=":
            return "" if _lost(a.value, b.value, mine or theirs, ours & others) else "condition"
        return "" if settles(a.value / b.value if b.value.num.terms else a.value) else "condition"
    extra = mine or theirs
    return "condition" if not extra and _two_lines(a, b) else ""


def _lost(x: Ratio, y: Ratio, extra: set[str], both: set[str]) -> bool:
    """Whether the two are equal but for names that one of them lacks, or has another name for."""
    mono = (x / y).monomial() if y.num.terms else None
    if mono is not None and mono[1] == 1 and x.monomial() is not None:
        up, down = ({n for n, e in mono[0].items() if e * sign > 0} for sign in (1, -1))
        if (up <= extra and down and down <= both) or (down <= extra and up and up <= both):
            return True  # D^2 written for NH
    one = {n: ratio(1) for n in extra}
    if x.subs(one) == y.subs(one):
        return True
    for n in sorted(extra):
        if any(x.subs({n: v}) == y.subs({n: v}) for v in (ratio(1), *(gen(m) for m in sorted(both)[:8]))):
            return True
    return False


def settles(x: Ratio) -> bool:
    """Whether a formula tends to a number where some of its symbols grow: (N - 1)/N does, S T/(S + T) does not.

    >>> from symroof.algebra.ratios.posynomial import gen
    >>> settles((gen("N") - 1) / gen("N")), settles(gen("S") * gen("T") / (gen("S") + gen("T")))
    (True, False)
    """
    if x.atoms or set(x.names) <= {"e"}:
        return bool(x.atoms)
    above, below = ({frozenset(e.items()) for e, _ in p.monomials()} for p in (x.num, x.den))
    if x.den.constant() is not None:
        return frozenset() in above and all(p <= 0 for term in above for _, p in term)
    return bool(above & below)


def _two_lines(a: Claim, b: Claim) -> bool:
    """Whether two sums of one symbol, both as short as can be, agree in no term: they meet somewhere."""
    if a.value is None or b.value is None or len(a.value.names) != 1:
        return False
    sides = []
    for c in (a, b):
        if c.value is None or c.value.den.constant() is None or c.node is None:
            return False
        terms = {frozenset(e.items()): Fraction(k) for e, k in c.value.num.monomials()}
        if c.node.kind != "add" or len(c.node.args) != len(terms) or len(terms) < 2:
            return False
        sides.append({k: v / Fraction(c.value.den.constant() or 1) for k, v in terms.items()})
    one, other = sides
    return all(abs(one[k] - other[k]) > abs(one[k]) / 50 for k in one.keys() & other.keys())


def _called(node: Node) -> bool:
    """Whether a node is an unknown function with its argument: f(x), Var(aX + b), sigma(-x)."""
    if node.kind != "juxt":
        return False
    for f, x in zip(node.args, node.args[1:]):
        head = f.args[0] if f.kind == "pow" else f
        if head.kind not in ("name", "group") or (head.kind == "group" and head.args[0].kind != "name"):
            continue
        if x.kind == "list":
            return True
        if x.kind != "group":
            continue
        inner = x.args[0]
        while inner.kind in ("group", "add") and len(inner.args) == 1:
            inner = inner.args[0]
        named = head.name or head.args[0].name
        if inner.kind == "name" or (inner.kind == "add" and len(named.partition("_")[0]) > 1):
            return True
    return False


_DIFFERENTIAL = re.compile(r"d[a-zA-Z]")


def _over_one(node: Node | None) -> bool:
    """Whether a formula holds d/dx, or dy/dx."""
    for n in walk(node):
        if n.kind == "mul" and n.name == "frac" and all(_DIFFERENTIAL.fullmatch(a.name) for a in n.args[:2]):
            return True
        if n.kind == "mul" and n.name == "frac" and n.args[0].kind == "name" and n.args[0].name == "d":
            below = n.args[1]
            first = below.args[0] if below.kind == "juxt" else below
            if first.kind == "name" and first.name.startswith("d"):
                return True
    return False


def absorbed(a: Claim, b: Claim, x: Fraction, y: Fraction) -> bool:
    """Whether two numbers differ by less than a float keeps of what was added: 1e20 + 1 - 1e20."""
    largest = Fraction(0)
    for c in (a, b):
        for n in walk(c.node):
            if n.kind == "add":
                for part in n.args:
                    try:
                        value = constant(to_ratio(part))
                    except SymroofError:
                        continue
                    largest = max(largest, abs(value or Fraction(0)))
    return x != y and abs(x - y) < largest * FLOAT and largest > 10**6 * max(abs(x), abs(y))


def power_of_ten(c: Claim) -> Printed | None:
    """10^{12} as a number of one digit: it says no more than that."""
    node = c.node
    while node is not None and node.kind in ("group", "add") and len(node.args) == 1 and node.ops != "-":
        node = node.args[0]
    if node is None or node.kind != "pow" or node.args[0].printed is None or node.args[0].printed.text != "10":
        return None
    value = constant(c.value)
    return Printed(value, value, value, 1, "a power of ten") if value is not None else None
