"""What was written, as something to judge: a verdict's record, a claim, and claims from text, numbers and results.

>>> claim("2B > 240", None, {}).name, claim("2B > 240", None, {}).sense
('B', '>')
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Any, Literal, final

import symroof.regexes as re
from symroof.algebra.interop.nodes import is_literal
from symroof.algebra.ratios.fold import spelt
from symroof.algebra.ratios.posynomial import Ratio, exact, ratio
from symroof.algebra.ratios.sizes import number
from symroof.checking.claims.verdicts import VerdictName
from symroof.errors import NotationError, SymroofError, Unsupported
from symroof.model.given import refuse_lone_unit
from symroof.reading.formula import MAX_KEPT, NATURAL, Chain, Node, Side, parse_formula, to_ratio
from symroof.reading.measures import product
from symroof.reading.nodes import leaves, told_by_names
from symroof.reading.quantity import BYTES, FLOPS, MAX_DIGITS, NOTHING, Dimension, Printed, quantity, shown
from symroof.reading.ratios import LN_2
from symroof.reading.units import dimension, ends_in_a_unit, literals, printed, scientific
from symroof.records import dataclass, field, replace
from symroof.shown import visible
from symroof.symbols import key_of

_MAX_SHOWN = 160
MAX_ATOMS = 12
MIN_ROUNDED = 100  # from which on a whole number in a formula may be rounded; 2 and 16 count
OPEN_BY = Fraction(1, 40)  # of a number: by how much its digits may leave it open where it stands beside a factor
FLIP = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
_OF_DATA = (  # never the memory is not never
    r"(?![^,;:(]*\b(?:memory|bandwidth|hbm|d?ram|weights|bytes|data|loads?|loading|network|links?|comms?|communication)\b)"
)
#: a part of all sizes, of which every one is not every one: all large B, every even N
OF_SOME = (
    r"(?:large|larger|small|smaller|big|bigger|great|long|longer|short|shorter|high|low|wide|deep|even|odd|other|others|second|third|fourth|"
    r"tenth|nth|few|realistic|reasonable|practical|typical|usual|common|relevant|remaining|decent|sane|interesting|sufficiently|"
    r"(?:large|big|long)\s+enough|almost|nearly|most|prime|useful|sensible|ordinary|normal|moderate|huge|tiny|given)\b"
)
_EVER = (  # behind never and always: what adds nothing, or a reason that neither takes it back nor makes another claim
    r"(?:\s+(?:the\s+(?:case|limit|bottleneck)|true|so|ever|at\s+all|again|is|does|happens?|holds?|exists?|possible|reached|attained|achieved|crossed|met|"
    r"there|works?|suffices|enough|pays(?:\s+off)?|wins?|helps?|worth(?:\s+it)?|profitable|beneficial|(?:reach(?:es)?|[<>]=?)(?:\s+it)?|gets?\s+there|crosse?s?(?:\s+it)?|"
    r"really|indeed|of\s+course|compute[-\s](?:bound|limited)|"
    rf"(?:for|at|with|in)\s+(?:any|all|every|no)\s+(?!{OF_SOME})\w+(?:\s+(?:sizes?|lengths?|at\s+all))?))*"
    r"(?:\s*[.!]*|\s*[,;:.!–—-]+\s*(?:really|ever|obviously|clearly|definitely|absolutely|certainly|sorry|sadly|unfortunately|period|full\s+stop)[.!]*|"
    r"(?:\s*[,;:.!–—-]+|\s*(?=\())\s*(?!.*\b(?:false|jok(?:e|ing)|kidding|wrong|untrue|lie|lied|minus|plus|except|unless|only\s+(?:if|for|when|above|below)|"
    r"if|but|or|maybe|perhaps|sometimes|yes|not(?:\s+(?:true|so|really|quite|sure|at\s+all))?\W*\Z)\b)(?!\(?[A-Za-z]\w*\s*[<>≤≥]=?\s*\d)"
    r"[^\s\d]+(?:\s+\S+)+)"
)
_NEVER = re.compile(
    rf"\s*(?:never\b{_OF_DATA}{_EVER}|none|no\s+(?:(?:such|finite|positive|real|critical)\s+)?"
    r"(?:[A-Z]\w{0,2}|batch|size|batch\s+size|value|number|solution|threshold|crossing)(?:\s+exists?|\s+will\s+do|\s+works|\s+suffices|\s+is\s+(?:large|big|long|high)\s+enough)?)\s*\Z",
    re.I,
)
_ALWAYS = re.compile(rf"\s*(?:always\b{_OF_DATA}{_EVER}|(?:every|all|any)\s+(?!{OF_SOME})\w+)\s*\Z", re.I)
_ABOUT = re.compile(r"\s*(?:≈|~|\\approx|\\sim|about|around|roughly|approximately|nearly|closer?\s+to|ca\.)\s*", re.I)


_ROUNDINGS = {  # a computed float is off by its own rounding and those of the steps that led to it
    "float64": Fraction(4096, 2**53), "float32": Fraction(64, 2**24), "float16": Fraction(2, 2**11),
    "bfloat16": Fraction(2, 2**8),
}  # fmt: skip
_DECIMAL = re.compile(r"-?\d+(?:\.\d*)?(?:e[-+]?\d+)?")
_TYPED_DIGITS = 12  # a float of so few digits may have been typed
#: with it ln(x) is log2(x)*ln(2)
_OPEN = re.compile(r"≳|≲|\\(?:gtr|less)sim(?![A-Za-z])")
_ASIDE = re.compile(r"\s*\(\s*[^\W\d_]{3,}(?:[ -]+[^\W\d_]{2,}){1,8}\s*\)\s*\Z")


@final
@dataclass(frozen=True)
class Apart:
    """Two numbers that differ, in base units, and the unit in which both are told; "" for bare ones."""

    answer: Fraction
    right: Fraction
    unit: str = ""


@visible
@final
@dataclass(frozen=True)
class Verdict:
    """What was found, the reason in words, and what goes with it.

    ``error`` is answer/expected - 1 (ASCII algebra, or a decimal), ``counterexample`` sizes at which the two differ,
    with both values, ``code`` a short reason code, ``right`` the expected value, ``factor`` answer/expected where that
    is one that people forget (2, 8, powers of two and ten, 1024 for 1000) or the two are formulas.

    ``chance`` is given where conventions or factors were tried: the share of the answers of as many digits that one of
    them would have put right (the sum of their relative widths).  From 2 % on it excuses nothing and is only a guess.
    ``apart`` are the two numbers themselves where these differ, for those who ask on; neither printed nor compared.

    >>> from symroof import check
    >>> check("241", "240.24").ok
    True
    """

    verdict: VerdictName
    reason: str
    error: str | None = None
    counterexample: Mapping[str, str] | None = None
    note: str | None = None
    code: str = ""
    right: str | None = None
    factor: str | None = None
    regime: str | None = None
    chance: float | None = None
    apart: Apart | None = field(default=None, repr=False, compare=False)

    @property
    def ok(self) -> bool:
        """Whether the answer stands: neither wrong nor undecided."""
        return self.verdict not in ("wrong", "undecided")

    def __bool__(self) -> bool:
        """Whether the answer stands, as ``ok``: a wrong one would otherwise be true like any other object.

        >>> from symroof import check
        >>> bool(check("2", "3")), bool(check("3", "3"))
        (False, True)
        """
        return self.ok

    def __str__(self) -> str:
        out = f"{self.verdict}: {self.reason}"
        if self.counterexample:
            out += "; for instance " + ", ".join(f"{k} = {v}" for k, v in self.counterexample.items())
        return out + (f" ({self.note})" if self.note else "")

    def to_json(self) -> dict[str, Any]:
        """Plain types only."""
        return {
            "verdict": self.verdict,
            "code": self.code,
            "reason": self.reason,
            "error": self.error,
            "counterexample": dict(self.counterexample) if self.counterexample else None,
            "note": self.note,
            "right": self.right,
            "factor": self.factor,
            "regime": self.regime,
            "chance": self.chance,
        }


@final
@dataclass(frozen=True)
class Claim:
    """One side of a comparison: a value, or a bound on a symbol, or "never"/"always", or an inequality of formulas."""

    kind: Literal["value", "bound", "never", "always", "order"]
    value: Ratio | None = None
    printed: Printed | None = None
    node: Node | None = None
    dimension: Dimension | None = NOTHING
    name: str = ""
    sense: str = ""
    text: str = ""
    about: bool = False
    when: str | None = None
    notes: tuple[str, ...] = ()
    regime: str | None = None
    chain: Chain | None = None
    let: Mapping[str, Ratio] = field(default_factory=dict)
    rounding: Fraction = Fraction(0)  # by how much, relatively, a float may miss what it stands for
    order_only: bool = False  # an order of magnitude is all that is claimed
    spread: tuple[Claim, Claim] | None = None  # the two ends of a range
    order: tuple[Ratio, Ratio] | None = None  # the larger and the smaller side of an inequality
    asked: frozenset[str] = frozenset()  # the symbols of its problem, which are never units
    unit: str = ""  # in which its problem says that it counts


@final
@dataclass(frozen=True)
class Asked:
    """What a part of a problem comes to, what it counts, the problem's symbols, and its unit as it is written there.

    >>> claim(Asked(Fraction(2), (-1, 1, 0), frozenset("B")), None, {}).dimension
    (-1, 1, 0)
    """

    value: object
    dimension: Dimension = NOTHING
    names: frozenset[str] = frozenset()
    unit: str = ""


def bare(x: object) -> object:
    """What is expected, without what its problem says about it."""
    return x.value if isinstance(x, Asked) else x


def expressed(x: object) -> Ratio:
    """An expression as a ratio; its reader is loaded only where there are expressions."""
    from symroof.algebra.interop.door import core

    return core(x)


def in_text(x: object) -> str:
    """What is expected as a text; the print of an expression is kept, for it is asked for again and again.

    >>> in_text("B > 240"), in_text(Fraction(1, 2))
    ('B > 240', '1/2')
    """
    if isinstance(x, str):
        return x
    kept = hasattr(type(x), "free_symbols") and hasattr(type(x), "args") and type(x).__hash__ is not None
    return _print_of(x) if kept else str(x)


@lru_cache(maxsize=16, typed=True)
def _print_of(expression: object) -> str:
    return str(expression)


def claim(x: object, symbols: Iterable[str] | None, let: Mapping[str, Ratio], words: Iterable[str] = ()) -> Claim:
    if isinstance(x, str):
        return _claim_of_text(x, symbols, let, {*let, *words})
    if isinstance(x, Asked):
        return replace(claim(x.value, symbols, let, words), dimension=x.dimension, asked=x.names, unit=x.unit)
    if isinstance(x, (bool, complex)) or x is None:
        raise SymroofError(f"{x} is no answer; give a formula, a number, an inequality, 'never' or 'always'")
    if (number := measured(x)) is not None:
        return number
    if isinstance(x, Ratio):
        return Claim("value", x.subs(let), text=str(x))
    if hasattr(x, "value_core"):  # an Approx
        return Claim("value", x.value_core.subs(let), text=str(x), regime=str(getattr(x, "regime", "")))
    if hasattr(x, "verdict") and hasattr(x, "sense"):
        return _claim_of_threshold(x, let)
    if hasattr(x, "rel_op") and hasattr(x, "lhs"):
        relation: Any = x
        made = bound_of(expressed(relation.lhs).subs(let), relation.rel_op, expressed(relation.rhs).subs(let), str(x))
        number = next(filter(is_literal, (relation.lhs, relation.rhs)), None)
        if number is not None and made.kind == "bound" and made.value == expressed(number):
            made = replace(made, printed=quantity(str(number)).printed)
        return made
    return Claim("value", expressed(x).subs(let), text=in_text(x))


def measured(x: object) -> Claim | None:
    """A number as a claim: an integer or decimal by its digits, a float as a measurement within its rounding.

    A float as short as people type it (240.2) claims its digits too.  Floats of NumPy and other arrays without
    dimensions count with the precision of their own type.

    >>> measured(1/3).rounding < Fraction(1, 10**12), measured(7).rounding, measured("7")
    (True, Fraction(0, 1), None)

    Raises SymroofError for nan, an infinity, complex numbers and masked elements.
    """
    kind, given = type(x).__name__, x
    if hasattr(x, "item") and getattr(x, "shape", None) == ():
        if bool(getattr(x, "mask", False)):
            raise SymroofError("a masked element is no answer; give the value that it hides")
        kind, x = str(getattr(x, "dtype", kind)).rpartition(".")[2], x.item()
        if isinstance(x, (bool, complex)):
            raise SymroofError(f"{x} is no answer; give a formula, a number, an inequality, 'never' or 'always'")
    if kind in ("mpf", "Float"):
        kind, x = "float64", float(x)  # type: ignore[arg-type]
    if not isinstance(x, (int, float, Fraction, Decimal)):
        return None
    said = str(given)[:40]
    if not isinstance(x, (int, Fraction)) and not math.isfinite(x):
        raise SymroofError(f"{x} is no value to compare; write never where no size will do, always where any does")
    value = Fraction(x)
    text = said if _DECIMAL.fullmatch(said) else str(x)
    if isinstance(x, float):
        rounding = _ROUNDINGS.get(kind, _ROUNDINGS["float64"])
        typed = len(text.partition("e")[0].strip("-0.").replace(".", "")) <= _TYPED_DIGITS
        return Claim("value", ratio(value), _digits_of(text, value) if typed else None, text=text, rounding=rounding)
    return Claim("value", ratio(value), None if isinstance(x, Fraction) else _digits_of(text, value), text=text)


def _digits_of(text: str, value: Fraction) -> Printed | None:
    """The digits printed, where there are not too many."""
    return quantity(text).printed if abs(value) < 10**50 and len(text) <= MAX_DIGITS else None


def _claim_of_threshold(x: Any, let: Mapping[str, Ratio]) -> Claim:
    if x.verdict in ("never", "always"):
        return Claim(x.verdict, name=x.name, text=x.verdict)
    when = str(getattr(x.when, "text", x.when)) if x.when is not None else None
    if x.value is None and x.number is not None and not x.intervals:
        value = ratio(Fraction(x.number))
        return Claim("bound", value, name=x.name, sense=x.sense, text=str(x), rounding=Fraction(1, 2**50))
    if x.value is None:
        raise Unsupported(f"this threshold has no closed form to compare with: {x}")
    return Claim("bound", expressed(x.value).subs(let), name=x.name, sense=x.sense, text=str(x), when=when)


def _claim_of_text(
    text: str, symbols: Iterable[str] | None, let: Mapping[str, Ratio], words: Iterable[str] = ()
) -> Claim:
    if symbols is None and not let and len(text) <= MAX_KEPT:
        return _claim_kept(text, frozenset(words))
    return _claim_read(text, symbols, let, words)


@lru_cache(maxsize=1024)
def _claim_kept(text: str, words: frozenset[str]) -> Claim:
    """A text in which nothing is bound, as a claim; kept, for one text is read several times."""
    return _claim_read(text, None, {}, words)


def _claim_read(text: str, symbols: Iterable[str] | None, let: Mapping[str, Ratio], words: Iterable[str]) -> Claim:
    if len(text) < 200:
        if _NEVER.match(text):
            return Claim("never", text=text)
        if _ALWAYS.match(text):
            return Claim("always", text=text)
    about = _ABOUT.match(text)
    body, aside = _aside(text[about.end() :] if about else text, {*(symbols or ()), *let, *words})
    opened = _OPEN.search(body) is not None  # above about so much
    body = _OPEN.sub(lambda m: (">" if m.group() in ("≳", "\\gtrsim") else "<").ljust(len(m.group())), body)
    chain = parse_formula(body.strip().strip("`$").strip() or text, symbols, words=words)
    claim = claim_of_chain(chain, let)
    notes = chain.notes if aside is None else (*chain.notes, f"left out: {aside}")
    return replace(claim, about=bool(about) or opened or claim.about, notes=notes, chain=chain)


def _aside(text: str, known: Collection[str]) -> tuple[str, str | None]:
    """An answer without the remark in brackets that may end it, and the remark: 536MB (later edition).

    A remark stands behind a space, has a word of lower-case letters, and nothing in it is a symbol of the question.
    """
    m = _ASIDE.search(text.rstrip()[-200:]) if text.rstrip().endswith(")") else None
    if m is not None and (not m.group()[0].isspace() or not _remarks(m.group(), known)):
        m = None
    if m is not None:
        kept = len(text.rstrip()) - len(m.group())
        return (text[:kept], m.group().strip()) if text[:kept].strip() else (text, None)
    return (text, None)


def _remarks(text: str, known: Collection[str]) -> bool:
    """Whether a bracket holds words rather than a difference or a product of symbols."""
    words = re.findall(r"[^\W\d_]+", text)
    return " - " not in text and any(w.islower() and len(w) > 2 for w in words) and not set(words) & set(known)


def _value_of(side: Side, let: Mapping[str, Ratio]) -> Ratio:
    if side.node is None:
        raise NotationError(side.why or "not a formula", side.text, None)
    return to_ratio(side.node, fixed=let)


def claim_of_chain(chain: Chain, let: Mapping[str, Ratio]) -> Claim:
    sides, relations = chain.sides, chain.relations
    if any("oo" in s.names for s in sides) and len(sides) < 3:
        remedy = "write never where no size will do, always where any does"
        raise NotationError("infinity is no value to compare", chain.text, None, remedy)
    order = [i for i, r in enumerate(relations) if r in FLIP]
    if len(order) > 1:
        raise Unsupported(f"two inequalities in one answer: {chain.text[:80]}; give one")
    if any(r in ("<<", ">>", "?", "!=") for r in relations):
        raise NotationError(
            "a regime or an open relation is no answer", chain.text, None, "give a formula or an inequality"
        )
    if order:
        i = order[0]
        last = sides[_number_at(sides, i)]
        left, right = _value_of(sides[i], let), _value_of(last, let)
        claim = bound_of(left, relations[i], right, chain.text)
        digits_of = printed(last.node)
        if digits_of is None and left.constant() is not None and right.names:
            last, left, right = sides[i], right, left
            digits_of = printed(last.node)
        mono = left.monomial()
        if claim.kind == "bound" and mono and set(mono[0].values()) == {1}:
            if mono[1] == 1:
                return replace(claim, printed=digits_of, node=last.node, let=let)
            value = constant(claim.value)
            if digits_of is not None and value is not None and mono[1] > 0:
                other = sides[i].node if last is not sides[i] else sides[_number_at(sides, i)].node
                return replace(claim, printed=beside(digits_of, other, value))
        return claim
    last = sides[-1]
    node, counted = _in_its_units(last.node, let)
    return Claim(
        "value",
        _value_of(last, let),
        printed(last.node),
        node,
        counted,
        text=last.text,
        about=bool(relations) and relations[-1] in ("~", "->"),
        let=let,
    )


def beside(p: Printed, factor: Node | None, value: Fraction) -> Printed | None:
    """The digits of a value of which a printed number is a multiple: D/2 > 4377 claims D > 8754 to within 2.

    They are those of the one number that can have been rounded: the printed one, if its digits leave it open by no more
    than 2.5 %, or else one in the ``factor`` beside it, as in B/240.2 >= 1; a 1, 4 or 8 is exact.  None where there is
    no such number, or two.

    >>> half, unit = (claim(t, None, {}).printed for t in ("D/2 > 4377", "B/240.2 >= 1"))
    >>> (half.value, half.place), (unit.value, unit.place) == (Fraction("240.2"), Fraction("0.1"))
    ((Fraction(8754, 1), Fraction(2, 1)), True)
    """
    found = [q for q in literals(factor) if q.value and narrow(q)] if factor is not None else []
    if p.value and narrow(p):
        found = [p, *filter(_may_be_rounded, found)]
    return _in_proportion(found, value)


def of_one_number(nodes: Iterable[Node | None], value: Fraction) -> Printed | None:
    """The digits of a value to which one number of an equation of products is in proportion: 1/t = 1/479.8.

    None where none of its numbers can have been rounded, or several.
    """
    numbers = [q for n in nodes if n is not None for q in literals(n)]
    return _in_proportion([q for q in numbers if narrow(q) and _may_be_rounded(q)], value)


def _in_proportion(found: Sequence[Printed], value: Fraction) -> Printed | None:
    if len(found) != 1 or not value:
        return None
    (q,) = found
    by = abs(value / q.value)
    return Printed(value, q.place * by, q.coarse * by, q.digits, shown(value, digits=12))


def _may_be_rounded(q: Printed) -> bool:
    """Whether a number in a formula is no count: it has decimals, or is large."""
    return q.place < 1 or abs(q.value) >= MIN_ROUNDED


def narrow(p: Printed) -> bool:
    """Whether a number has digits to be rounded to, which leave it open by 2.5 % to either side at most: 79, not 10."""
    return p.digits >= 2 and p.place <= 2 * OPEN_BY * abs(p.value)


def _number_at(sides: Sequence[Side], i: int) -> int:
    """Which side the bound of an inequality is: the last one, but for names that are given to it (B > 240 = B_crit)."""
    j = len(sides) - 1
    while j > i + 1 and (node := sides[j].node) is not None and node.kind == "name":
        j -= 1
    return j


def bound_of(left: Ratio, sense: str, right: Ratio, text: str) -> Claim:
    """An inequality as a bound on one symbol where it is one: 2B > 240 is B > 120."""
    sense = {"Gt": ">", "Lt": "<"}.get(sense, sense)
    if sense not in FLIP:
        return Claim("value", right, text=text)
    for a, b, s in ((left, right, sense), (right, left, FLIP[sense])):
        mono = a.monomial()
        if mono is None or mono[1] <= 0 or len(mono[0]) != 1:
            continue
        ((g, e),) = mono[0].items()
        if not isinstance(g, str) or g in b.names:
            continue
        value = (b / ratio(Fraction(mono[1]))) ** exact(Fraction(1) / Fraction(e))
        both = (left, right) if sense[0] == ">" else (right, left)
        return Claim("bound", value, name=g, sense=s if e > 0 else FLIP[s], text=text, order=both)
    if sense in ("<", "<="):
        left, right, sense = right, left, FLIP[sense]
    return Claim("order", left - right, sense=sense, text=text, order=(left, right))


class Bindings(dict[str, Ratio]):
    """What names stand for, and what those that are bound to a quantity count: W at 820 GB/s is bytes a second."""

    def __init__(self, values: Mapping[str, Ratio] | None = None, units: Mapping[str, Dimension] | None = None) -> None:
        super().__init__(values or {})
        self.units = dict(units or {})


def bindings(let: Mapping[str, object] | None) -> Bindings:
    """What names are bound to, with what that counts where it is said.

    >>> bindings({"W": "820 GB/s", "D": 4096}).units
    {'W': (1, 0, -1)}
    """
    out = Bindings()
    for name, v in (let or {}).items():
        if isinstance(v, Asked):
            out[str(name)], out.units[str(name)] = expressed(v.value), v.dimension
        elif isinstance(v, str):
            refuse_lone_unit(v, str(name))
            try:
                told = quantity(v)
            except NotationError:
                out[str(name)] = parse_formula(v).sides[-1].ratio()
            else:
                out[str(name)] = ratio(told.value)
                out.units.update({str(name): told.dimension} if any(told.dimension) else {})
        else:
            out[str(name)] = expressed(v)
    return out


def _in_its_units(node: Node | None, let: Mapping[str, Ratio]) -> tuple[Node | None, Dimension | None]:
    """A formula whose names count what they are bound to, and what it counts then; as it is where that is not told.

    It is told where every symbol has its unit and so has a number beside them, or where there is no number: 10 GB/W,
    C/W.  Of 1e15/C nobody says of what the number is.

    >>> let = bindings({"W": "820 GB/s"})
    >>> [_in_its_units(parse_formula(t).sides[0].node, let)[1] for t in ("10 GB/W", "1e10/W", "W", "8/W + 1 GB/W")]
    [(0, 0, 1), (), (1, 0, -1), ()]
    """
    own = dimension(node) if node is not None else NOTHING
    units = getattr(let, "units", {})
    names = {*leaves(node, "name")}
    if node is None or not names or not names <= units.keys():
        return node, own
    if not any(leaves(node, "unit")) and any(literals(node)):
        return node, own
    made = told_by_names(node, units)
    if (counted := dimension(made)) is not None:
        return made, counted
    terms = node.args if node.kind == "add" else ()
    bare_terms = any(not any(leaves(t, "unit")) and any(literals(t)) for t in terms)
    return (node, NOTHING) if bare_terms else (made, None)


def lawful(let: Mapping[str, object], said: Iterable[object]) -> Mapping[str, object]:
    """The bindings, of which none is a number that its symbol cannot be: as declared, or a capital letter in text.

    Words and small letters of text may be rates, shares or exponents and take any number; a quantity is no plain one.

    >>> len(lawful({"D": 4096, "C": 0.5, "alpha": 0.5, "n": -2, "T": "1.5 ms", "F": "4*D"}, ["B*D"]))
    6
    >>> lawful({"D": 0}, ["B*D"])
    Traceback (most recent call last):
    symroof.errors.SymroofError: D=0 is not positive; a size is a whole number of at least 1
    """
    keys: list[Any] = []
    for x in (getattr(bare(s), "value", bare(s)) for s in said):
        keys += x.names if isinstance(x, Ratio) else map(key_of, getattr(x, "free_symbols", ()))
    declared = {str(k): k for k in keys}
    for name, given in let.items():
        meant = declared.get(name, name if len(name) == 1 and name.isascii() and name.isupper() else "")
        try:
            exact(given)
        except SymroofError:  # a formula, a quantity, or what is refused when it is read
            continue
        if meant:
            number(meant, given)
    return let


def constants_named(said: Iterable[object], taken: Iterable[str]) -> dict[str, Ratio]:
    """What names of constants mean in text beside expressions that hold these constants, where they are not ``taken``.

    >>> import sympy
    >>> [*constants_named([2 * sympy.pi, "pi"], ())], constants_named([sympy.pi], ["pi"]), constants_named(["pi"], ())
    (['pi'], {}, {})
    """
    held: list[Ratio] = []
    for s in said:
        x: Any = getattr(bare(s), "value", bare(s))
        for side in (x.lhs, x.rhs) if hasattr(x, "rel_op") and hasattr(x, "rhs") else (x,):
            try:
                held += [expressed(side)] if isinstance(side, Ratio) or hasattr(type(side), "free_symbols") else []
            except SymroofError:  # which says so when it is judged
                continue
    return spelt(held, taken)


def below(c: Claim, let: Mapping[str, Ratio] | None = None) -> Claim | None:
    """The claim with the unit that ends its quotient read as part of the divisor; None where there is no such unit."""
    if c.kind != "value" or not ends_in_a_unit(c.node) or c.node is None:
        return None
    return replace(c, value=to_ratio(c.node, "below", fixed=let or {}), dimension=dimension(c.node, "below"))


def divides(c: Claim, other: Claim) -> bool:
    """Whether the unit that ends a quotient may be its divisor's beside what the other side counts.

    A measured number before it then lacks its unit: 1e12 / 989 TFLOPs/s is a time, of FLOPs.  48/2 tokens/s is a rate.

    >>> time, pace = claim("1.01 ms", None, {}), claim("24 s/token", None, {})
    >>> divides(claim("1e12 / 989 TFLOPs/s", None, {}), time), divides(claim("48/2 tokens/s", None, {}), pace)
    (True, False)
    """
    if not other.dimension or c.node is None or not ends_in_a_unit(c.node):
        return True
    upper = product(product(c.dimension or NOTHING, other.dimension)[:5], NOTHING)
    return upper in (BYTES, FLOPS) and any(scientific(p) for p in literals(c.node))


def claim_of(side: Side, let: Mapping[str, Ratio] | None = None, reading: str = "") -> Claim:
    """A side of a chain as a value to judge."""
    if side.node is None:
        raise NotationError(side.why or "not a formula", side.text, None)
    let = let or {}
    given = let and (LN_2 in let or not side.names.isdisjoint(let))
    value = to_ratio(side.node, reading, fixed=let) if given else side.ratio(reading)
    node, counted = _in_its_units(side.node, let) if getattr(let, "units", None) else (side.node, side.dimension)
    return Claim("value", value, side.printed, node, counted, text=side.text, let=let)


_UNREAD = ("unread", "words", "unknown-unit", "unsupported")


def tried(one: Callable[..., Verdict], *args: object) -> Verdict | None:
    """The verdict that a judge comes to; None where a text does not read."""
    try:
        return one(*args)
    except SymroofError:
        return None


def understood(one: Callable[..., Verdict], *args: object) -> Verdict | None:
    """The same; None also where the judge leaves it open for a word or a unit that it does not know."""
    found = tried(one, *args)
    unread = found is not None and found.verdict == "undecided" and found.code in _UNREAD
    return None if unread else found


def with_note(v: Verdict, note: str | None) -> Verdict:
    if note is None:
        return v
    return replace(v, note=f"{v.note}; {note}" if v.note else note)


def constant(r: Ratio | None) -> Fraction | None:
    """The value of a ratio without symbols; irrational ones to 40 digits."""
    if r is None:
        return None
    c = r.constant()
    if c is not None:
        return Fraction(c)
    if r.names:
        return None
    if len({*r.atoms}) > MAX_ATOMS:
        raise Unsupported(f"a number with more than {MAX_ATOMS} roots or logarithms in it; split it")
    return _irrational(r)


@lru_cache(maxsize=256)
def _irrational(r: Ratio) -> Fraction | None:
    from symroof.algebra.ratios.evaluation import approximate

    return approximate(r)


def text_of(r: Ratio | None) -> str:
    if r is None:
        return "?"
    c = constant(r)
    if c is not None:
        return shown(c, digits=6)
    out = str(r)
    if "log(2)" in out:  # which is typed, and read, as ln(2)
        two = NATURAL[LN_2]
        ways = ((str(r / two), "*ln(2)"), (str(r * two), "/ln(2)"))
        out = next((f"{t}{w}" for t, w in ways if "log(2)" not in t), out).replace("log(2)", "ln(2)")
    return out if len(out) <= _MAX_SHOWN else out[:_MAX_SHOWN] + "..."
