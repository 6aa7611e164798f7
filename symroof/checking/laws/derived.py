r"""The FLOPs, bytes, intensities and times printed for an operation that the text names, against the model's.

A formula belongs to the last operation named before it in its paragraph, or to the only one of its problem; the words
around it say what it counts.  Wrong is only what no number of bytes an element, no multiply-add counted once and no
definition of the text explains, where the sentence speaks of nothing else.

>>> from symroof.checking.proofreading.proofread import proofread
>>> text = "Multiplying `bf16[P, Q]` by `bf16[Q, R]` takes {} FLOPs."
>>> [[f.verdict for f in proofread(text.format(t)).findings] for t in ("$2PQR$", "$2PR$", "$PQR$", "$6PQR$")]
[['exact'], ['wrong'], ['convention'], []]
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import islice
from itertools import product as ways
from operator import mul

import symroof.regexes as re
from symroof import dtypes
from symroof.algebra.ratios.posynomial import Ratio, gen, ratio, total
from symroof.checking.claims import digits
from symroof.checking.claims.claims import Claim, Verdict, constant
from symroof.checking.claims.links import Known, compared
from symroof.checking.documents.context import sentence
from symroof.checking.documents.facts import MAX_LOOKED_AT, key
from symroof.checking.documents.material import Item, Material, bare_name
from symroof.checking.documents.named import COLLECTIVE, WIDTH, Operation, kind_of, text_of
from symroof.checking.documents.prose import FORMULA
from symroof.checking.documents.spans import Page
from symroof.checking.documents.statement import Statement
from symroof.checking.laws.costs import MODELS
from symroof.checking.reckoning.sentences import in_prose
from symroof.errors import SymroofError
from symroof.model.collectives import ring
from symroof.reading.formula import Side, parse_formula
from symroof.reading.nodes import Node, leaves
from symroof.reading.quantity import shown
from symroof.reading.units import printed

MAX_FOUND = 100
REACH = 900  # characters between an operation and what is printed for it
WIDTHS = (Fraction(0), Fraction(1, 2), Fraction(1), Fraction(2), Fraction(4), Fraction(8))
_FORMAT = re.compile(r"\b(?:bf16|bfloat16|fp?(?:8|16|32|64)|float(?:8|16|32|64)|u?int(?:4|8|16|32)|fp4)\b", re.I)
_COUNTED = r"(?:FLOPs?|flops?|floating[- ]point\s+(?:operations?|ops))"
_ONCE = r"(?:MACs?|multiply[- ]adds?|multiply[- ]accumulates?|FMAs?|fused multiply-adds?)"
_OF_ALL = r"(?!\s?/|\s+(?:per|each|every|a|an|of)\b|\s+for\s+(?:each|every|one)\b)"
_BEHIND = {
    "FLOPs": re.compile(rf"[\s*_)]{{0,4}}(?:total\s+|in total\s+)?{_COUNTED}\b{_OF_ALL}"),
    "multiply-adds": re.compile(rf"[\s*_)]{{0,4}}{_ONCE}\b{_OF_ALL}"),
    "bytes": re.compile(rf"[\s*_)]{{0,4}}(?:total\s+)?bytes\b{_OF_ALL}"),
}
_IS = (
    r"(?:\s+(?:required|needed|performed|in total|for (?:this|it|the (?:matmul|product|operation|multiplication))))?"
    r"\s*(?:is|are|=|:|equals?|comes? to|will be|would be)\s*(?:therefore|then|thus|about|roughly|exactly|simply|just)?"
    r"\s*[*_(]{0,3}\Z"
)
_BEFORE = {
    "FLOPs": re.compile(rf"\b(?:{_COUNTED}|FLOP count){_IS}"),
    "multiply-adds": re.compile(rf"\b{_ONCE}{_IS}"),
    "intensity": re.compile(rf"\bintensity(?: of (?:this|the|such an?|it|that)(?: \w+)?)?(?:{_IS}|\s+of\s*\Z)", re.I),
}
_VERBS = re.compile(
    r"\b(?:(?P<loads>load\w*|read\w*|fetch\w*)|(?P<stores>writ\w*)|"
    r"(?P<total>mov(?:e|es|ing)|transfer\w*|traffic))\b",
    re.I,
)
_ELSE = re.compile(
    r"\b(?:per|each|every|first|second|another|additional\w*|extra|bias\w*|add(?:s|ed|ing|ition\w*)?|softmax|norm\w*|"
    r"backward|gradient\w*|train\w*|layers?|optimi\w*|local\w*|shard\w*|devices?|chips?|TPUs?|GPUs?|cores?|instead|not|"
    r"naive\w*|partial\w*|accumul\w*|element-?wise|gelu|relu|silu|exp\w*|attention|experts?|lora|quanti\w*|dequant\w*|"
    r"if|would|both|two|three|four|also|plus|times|sum|only|just|ignor\w*|neglect\w*|causal|mask\w*|spars\w*|half|twice|"
    r"symmetric|triangular|diagonal|square|cache\w*|tile\w*|block\w*|blocks|chunks?|conv\w*|FFT|recomput\w*)\b",
    re.I,
)
_SAYS = {"loads": "loads", "stores": "writes", "total": "moves"}
_ELSEWHERE = re.compile(r"\b(?:replicat\w*|unsharded|full|fully|whole|entire\w*|gathered|local\w*|ignor\w*)\b", re.I)
_TIME = re.compile(r"T_(?:math|comp(?:ute|utation)?|flops?)\Z", re.I)
_INTENSITY = re.compile(r"(?:I|AI)(?:_\w+)?\Z")
_COSTS = re.compile(r"\b(?:cost\w*|tak(?:e|es|ing)|time|latency|second\w*)\b", re.I)
_BANDWIDTH = re.compile(r"(?:W|BW|beta|bw)(?:_\w+)?\Z")
_LETTERS = re.compile(r"(?<![\\A-Za-z_])([A-Za-z]{1,6})(\^(?:\d|\{\d\}))?(?![A-Za-z_{])")
_LIKEWISE = re.compile(r"\betc\b|\band so on\b|\blikewise\b|\bsimilarly\b|\banalogous", re.I)
_PARTIAL_SUMS = re.compile(
    r"\bpartial[- ](?:sums?|products?|results?)\b[^.;\n]{0,60}?(?<![\w.])(?P<n>[A-Za-z]{2,4})\s+"
    r"(?:additions|adds|extra FLOPs|FLOPs)\b",
    needs="partial",
)


def derived(m: Material) -> Iterator[Statement]:
    """Everything that a document prints for an operation that it names."""
    for page, dark in zip(m.pages, m.darks):
        ops = m.operations(page, dark)
        if not ops:
            continue
        starts = [o.end for o in ops]
        for item in m.items:
            if item.page is page and item.span.kind not in ("table", "comment") and item.role != "denied":
                yield from _of_item(m, item, ops, bisect_left(starts, item.span.start + 1))
        yield from _partial_sums(m, page, dark, ops)


def _of_item(m: Material, item: Item, ops: tuple[Operation, ...], i: int) -> Iterator[Statement]:
    """What one formula says of the operation it belongs to."""
    if not i:
        return
    with suppress(SymroofError):
        op = _product(m, item, ops, i)
        if op is not None and op.op is not None:
            what = _counts(item)
            side = _formula(item) if what else None  # read only where words say what it counts
            v = _judged(m, item, op, what, side) if side is not None else None
            if v is not None and side is not None:
                said = what.partition(" ")[0].replace("time", "seconds")
                yield Statement(item, f"{op.written}: {side.text} {said}", v, "model", side.at, "=", (side,))
            return
        at = _collective(m, item, ops, i)
        side = _formula(item) if at is not None else None
        v = _collective_time(item, at, _read(side, ())) if at is not None and side is not None else None
        if at is not None and side is not None and v is not None:
            yield Statement(item, f"{at.kind}: {side.text}", v, "model", side.at, "=", (side,))


def _read(side: Side, letters: Collection[str]) -> Ratio:
    """What a formula says where the dims are bound, each with its meaning: the G of 2GJ is no giga."""

    def apart(m: re.Match[str]) -> str:
        return f"({'*'.join(m[1])}{m[2] or ''})" if set(m[1]) <= {*letters} else m.group()

    written = _LETTERS.sub(apart, side.text)
    return side.ratio() if written == side.text else parse_formula(written).sides[0].ratio()


def _formula(item: Item) -> Side | None:
    """The side of a formula that counts: its expression, or the first of a chain that is no bare name."""
    if item.skip == ("", ""):
        side = item.expression()
        return side if side is not None and not side.words else None
    if item.skip is not None or not item.chains or len(item.chains) > 1:
        return None
    chain = item.chains[0]
    if any(r not in ("=", "~") for r in chain.relations):
        return None
    sides = [s for s in chain.sides if bare_name(s) is None and s.kind != "words"]
    return sides[0] if sides and sides[0].node is not None and not sides[0].words else None


# -- which operation a formula belongs to ----------------------------------------------------------------------------


def _product(m: Material, item: Item, ops: tuple[Operation, ...], i: int) -> Operation | None:
    """The product that a formula speaks of; None where there is none or more than one."""
    last, base, s = ops[i - 1], item.page.base, m.facts.scopes
    apart = s.paragraph(item.at) - s.paragraph(base + last.start)
    goes_on = item.span.display and item.dark[: item.span.start].rstrip()[-1:] not in ("", ".", "!", "?", "\ue001")
    if (apart == 0 or (apart == 1 and goes_on)) and item.span.start - last.end < REACH:
        return last if last.kind == "product" else None
    if not s.own_problem(item.at):
        return None
    here = [o for o in ops if s.problem(base + o.start) == s.problem(item.at)]
    if not here or any(o.kind != "product" for o in here) or len({_key(o) for o in here}) > 1 or here[0].end > item.at:
        return None
    return here[0]


def _key(o: Operation) -> object:
    return frozenset(o.letters), tuple(sorted(s.dims for s in o.inputs))


def _collective(m: Material, item: Item, ops: tuple[Operation, ...], i: int) -> Operation | None:
    """The collective that the sentence of a formula names, where the problem has one of that sort."""
    words = item.dark[item.sentence[0] - item.page.base : item.span.start]
    names = [kind_of(c["kind"]) for c in COLLECTIVE.finditer(words)]
    s = m.facts.scopes
    if not names or not s.own_problem(item.at):
        return None
    here = [o for o in ops[:i] if o.kind == names[0] and s.problem(item.page.base + o.start) == s.problem(item.at)]
    forms = {(o.axes, o.inputs[0].dims, o.inputs[0].axes) for o in here}
    return here[-1] if len(forms) == 1 else None


# -- products --------------------------------------------------------------------------------------------------------


def _judged(m: Material, item: Item, op: Operation, what: str, side: Side) -> Verdict | None:
    """The verdict on a formula for what a product costs."""
    value = _read(side, op.letters)
    if what == "time":
        return _time(op, value)
    value, known = _spelled(m, item, op, value)
    if not set(value.names) <= known:
        return None
    if what in ("FLOPs", "multiply-adds"):
        v = _flops(op, value, side, what)
    elif what == "intensity":
        v = _intensity(m, item, op, value, side)
    else:
        v = _bytes(item, op, value, what)
    return None if v is None or (v.verdict == "wrong" and not _sure(m, item, op, {*value.names, *side.names})) else v


def _counts(item: Item) -> str:
    """What the words around a formula, or its left side, say that it counts."""
    dark, a, b = item.dark, item.span.start, item.span.end
    begin = max(item.sentence[0] - item.page.base, a - 120)
    before = dark[begin:a]
    name = bare_name(item.chains[0].sides[0]) if item.chains and item.chains[0].relations else None
    if name is not None:
        return "time" if _TIME.match(name) else "intensity" if _INTENSITY.match(name) else ""
    for what, pattern in _BEHIND.items():
        if pattern.match(dark, b, b + 60):
            if what != "bytes":
                return what
            verbs = [v for v in _VERBS.finditer(before) if FORMULA not in before[v.end() :]]
            return f"bytes {verbs[-1].lastgroup}" if verbs else ""
    tail = before[before.rfind(FORMULA) + 1 :]
    return next((what for what, pattern in _BEFORE.items() if pattern.search(tail)), "")


def _sure(m: Material, item: Item, op: Operation, names: Collection[str]) -> bool:
    """Whether the sentence of a formula speaks of nothing but the operation, and no dim or shard is told otherwise."""
    begin, end = sentence(item.dark, item.span.start, item.span.end)
    begin = max(begin, op.end) if op.end <= item.span.start else begin
    if _ELSE.search(item.dark, begin, min(end, item.span.end + 50)):
        return False
    shapes = (*op.inputs, *((op.output,) if op.output else ()))
    return not any(s.cut for s in shapes) and not any(_told(m, item, d, names) for d in op.letters)


def _told(m: Material, item: Item, dim: str, names: Collection[str]) -> bool:
    """Whether the problem or paragraph says what a dim is, F = 4D, so that a formula may do without it.

    A number for a dim that the formula has is no reason to leave it out.
    """
    s, at = m.facts.scopes, item.at
    facts = [f for f in m.facts.by_name.get(key(dim), [])[:MAX_LOOKED_AT] if dim not in names or not f.number]
    return any(s.paragraph(f.at) == s.paragraph(at) or s.problem(f.at) == s.problem(at) for f in facts)


def _spelled(m: Material, item: Item, op: Operation, value: Ratio) -> tuple[Ratio, set[str]]:
    """A formula in the dims of the operation, with the names it may use: letters run together, and tiles as defined.

    A definition that is followed by "etc." holds for the other dims, too: tm = m/bm makes tn = n/bn.
    """
    known = set(op.letters)
    for n in value.names:
        if n in op.letters:
            continue
        if 1 < len(n) <= 6 and set(n) <= op.letters:
            value = value.subs({n: reduce(mul, map(gen, n))})
        elif (stated := _definition(m, item, op, n)) is not None:
            value = value.subs({n: stated})
            known |= set(stated.names)
    return value, known


def _definition(m: Material, item: Item, op: Operation, name: str) -> Ratio | None:
    """What a name is defined to be near by, in terms of the dims."""
    fact = m.facts.definition(name, item.at)
    if fact is not None and set(fact.value.names) & op.letters:
        return fact.value
    for d in (d for d in op.letters if name.endswith(d) and len(name) > len(d)):
        stem = name[: -len(d)]
        for other in op.letters - {d}:
            fact = m.facts.definition(stem + other, item.at)
            if fact is None or other not in fact.value.names:
                continue
            page = item.page
            if _LIKEWISE.search(page.text, fact.at - page.base, fact.at - page.base + 60):
                return fact.value.renamed({n: n[: -len(other)] + d for n in fact.value.names if n.endswith(other)})
    return None


def _flops(op: Operation, value: Ratio, side: Side, what: str) -> Verdict | None:
    """FLOPs, or multiply-adds, of which one is two FLOPs."""
    times = 1 if what == "FLOPs" else 2
    right = op.flops / times
    q = (value / right).constant()
    if q == 1 or (op.op is not None and times == 1 and value == op.op.exact_work.sum):
        return Verdict("exact", f"{op.written} takes {right}", code="operation")
    number = constant(right)
    if number is not None and (how := _digits(side, number)):
        return Verdict(how, f"{op.written} takes {shown(number)}", code="operation")
    if q == Fraction(1, 2) and times == 1:
        return Verdict("convention", f"right if a multiply-add counts once; {right} FLOPs", code="multiply-add")
    if q is None and value.monomial() is not None and set(value.names) & set(right.names):
        return Verdict("wrong", f"{op.written} takes {right} {what}", code="operation", right=str(right))
    if q is not None and number is not None and not _multiple(Fraction(q)):
        return Verdict("wrong", f"{op.written} takes {shown(number)} {what}", code="operation", right=shown(number))
    return None


def _digits(side: Side, value: Fraction) -> digits.Followed | None:
    """Whether a printed number is a value to its digits."""
    p = printed(side.node) if side.node is not None else None
    how = digits.claim(p, value) if p is not None else None
    return how if how in ("exact", "rounded") else None


def _multiple(q: Fraction) -> bool:
    """Whether a quotient is near a whole number, or one over it: something is counted several times."""
    big = max(q, 1 / q) if q > 0 else Fraction(1)
    return abs(big - round(big)) <= big / 20


def _time(op: Operation, value: Ratio) -> Verdict | None:
    """FLOPs over a rate: no dim of the operation is left when its FLOPs are taken away."""
    rest = value / op.flops
    if not set(rest.names) & op.letters:
        return Verdict("exact", f"{op.flops} FLOPs over a rate", code="operation")
    return None


def _widths(m: Material, item: Item, op: Operation) -> dict[str, Ratio]:
    """The bytes an element that the paragraph gives to arrays without a format of their own, where it names one."""
    s = m.facts.scopes
    base, text = item.page.base, item.page.text
    low = next((p for p in reversed(s.paragraphs) if p <= base + op.start), base) - base
    found = {
        f.name for w in _FORMAT.finditer(text, max(low, 0), item.span.end + 80) if (f := dtypes.find(w.group().lower()))
    }
    if len(found) != 1:
        return {}
    width = ratio(dtypes.dtype(found.pop()).bytes)
    return {f"{WIDTH}{i}": width for i in range(3)}


def _bytes(item: Item, op: Operation, value: Ratio, what: str) -> Verdict | None:
    """Bytes loaded, stored or moved in all, for some number of bytes an element."""
    if op.op is None or op.out is None or not op.letters:
        return None
    verb = what.partition(" ")[2]
    parts = [op.elements(d) for d in (*(s.dims for s in op.inputs), op.out)]
    formats = [dtypes.find(f) for f in (*(s.format for s in op.inputs), op.output.format if op.output else "")]
    fits = next((w for w in ways(WIDTHS, repeat=3) if total(p * x for p, x in zip(parts, w)) == value), None)
    whole = {"loads": {0, 1}, "stores": {2}, "total": {0, 1, 2}}[verb]
    words = f"{op.written} {_SAYS[verb]}"
    if fits is None:
        if not set(value.names) <= op.letters or value.den.gens or not value.names:
            return None
        elements = total(parts[i] for i in sorted(whole))
        return Verdict(
            "wrong", f"{words} {elements} elements", code="operation", right=_in_bytes(parts, formats, whole)
        )
    used = {i for i, x in enumerate(fits) if x}
    off = [i for i in used if (f := formats[i]) is not None and f.bytes != fits[i]]
    if off and not _FORMAT.search(item.words()):
        right = total(parts[i] * (f.bytes if (f := formats[i]) is not None else fits[i]) for i in sorted(used))
        return Verdict("wrong", f"{words} {right} bytes in its formats", code="operation", right=str(right))
    if verb == "stores" and not used & whole and not _FORMAT.search(item.words()):
        back = _in_bytes(parts, formats, whole)
        return Verdict("wrong", f"{words} {parts[2]} elements", code="operation", right=back)
    if not off and (used == whole or used == {0, 1, 2}):
        return Verdict("exact", f"{words} that many bytes", code="operation")
    return None


def _in_bytes(parts: Sequence[Ratio], formats: Sequence[dtypes.DType | None], which: Collection[int]) -> str:
    """The bytes of these arrays where their formats are stated, or the same for both operands; else nothing."""
    a, b, c = formats
    widths = (a, b, c or (a if a == b else None))
    found = [(parts[i], f) for i in sorted(which) if (f := widths[i]) is not None]
    return str(total(p * f.bytes for p, f in found)) if len(found) == len(which) else ""


def _intensity(m: Material, item: Item, op: Operation, value: Ratio, side: Side) -> Verdict | None:
    """FLOPs over bytes, or what becomes of it in some regime."""
    if op.op is None or op.out is None:
        return None
    stated = all(s.format for s in op.inputs)
    known = _widths(m, item, op)
    if stated:
        known = {f"{WIDTH}2": ratio(dtypes.dtype(op.inputs[0].format).bytes)}
    moved = (op.op.loads.sum + op.op.stores.sum).subs(known) if known else op.op.loads.sum + op.op.stores.sum
    right = op.flops / moved
    if any(n.startswith(WIDTH) for n in right.names):
        return None
    if right == value:
        return Verdict("exact", f"{op.flops} FLOPs over {moved} bytes", code="operation")
    v = compared(Claim("value", right), Claim("value", value), "~", Known())
    whole = bool(known) and _other_terms(item, op, side, right)
    if v.ok and not whole:
        return v
    if v.ok or whole:
        return Verdict("wrong", f"it is {right}", code="operation", right=str(right))
    if v.verdict == "wrong" and stated and set(value.names) <= op.letters and constant(value / right) is None:
        return Verdict("wrong", f"it is {right}, which is that in no regime", code="operation", right=str(right))
    return None


def _other_terms(item: Item, op: Operation, side: Side, right: Ratio) -> bool:
    """Whether a formula that is set equal has in its longest sum as many terms as are right, but of other letters."""
    if not item.chains or any(r != "=" for r in item.chains[0].relations) or side.node is None:
        return False
    todo: list[Node] = [side.node]
    longest: tuple[Node, ...] = ()
    while todo:
        node = todo.pop()
        longest = node.args if node.kind == "add" and len(node.args) > len(longest) else longest
        todo += node.args
    written = {tuple(sorted(leaves(x, "name"))) for x in longest}
    wanted = {tuple(sorted(str(n) for n in powers)) for powers, _ in right.den.monomials()}
    return len(longest) == len(wanted) > 2 and written != wanted and side.names <= op.letters


# -- collectives -----------------------------------------------------------------------------------------------------


@lru_cache
def _share(kind: str) -> Ratio:
    """Seconds of a collective on one byte over a long ring, by the bandwidth W of both directions."""
    made = MODELS[kind](ratio(1), ring("n_"))
    return made.leading_core.subs({"W_ici": gen("W") / 2})


def _collective_time(item: Item, op: Operation, value: Ratio) -> Verdict | None:
    """The seconds of a collective on an array that other mesh axes may cut."""
    begin = item.sentence[0] - item.page.base
    rates = [n for n in value.names if _BANDWIDTH.match(n)]
    if len(rates) != 1 or not _COSTS.search(item.dark, begin, item.span.start):
        return None
    (shape,) = op.inputs
    gone = op.axes if op.kind == "allgather" else ""
    cut = [a for a in shape.cut if a not in gone]
    elements = op.elements(shape.dims) / reduce(mul, map(gen, cut), ratio(1))
    right = _share(op.kind).subs({"W": gen(rates[0])}) * elements
    rest = value / right
    c = rest.constant()
    if c is not None:
        k = Fraction(c)
        if k.numerator & (k.numerator - 1) == 0 and k.denominator & (k.denominator - 1) == 0:
            return Verdict("exact", f"the array that a device holds is {elements} elements", code="collective")
        return None
    allowed = {*op.letters, *shape.cut, *op.axes}
    if not set(rest.names) <= allowed or _ELSEWHERE.search(item.words()):
        return None
    words = f"what a device holds of the array is {elements} elements, so it costs a multiple of {right}"
    return Verdict("wrong", words, code="collective", right=str(right))


def _partial_sums(m: Material, page: Page, dark: str, ops: tuple[Operation, ...]) -> Iterator[Statement]:
    """The additions that join partial sums of a product: as many as its result has elements."""
    text, s = text_of(page, dark), m.facts.scopes
    for found in islice(_PARTIAL_SUMS.finditer(text), MAX_FOUND):
        at = page.base + found.start()
        before = [o for o in ops if o.end <= found.start() and s.section(page.base + o.start) == s.section(at)]
        op = before[-1] if before and before[-1].kind == "product" else None
        if op is None or op.out is None or not set(found["n"]) <= op.letters:
            continue
        right, said = op.elements(op.out), op.elements(tuple(found["n"]))
        if said == right:
            v = Verdict("exact", f"the result of {op.written} has {right} elements", code="partial-sums")
        else:
            words = f"the result of {op.written} has {right} elements, and as many are added"
            v = Verdict("wrong", words, code="partial-sums", right=str(right))
        yield in_prose(m, page, dark, found.span("n"), v, "model")
