"""An answer judged against the expected one: exact, rounded, truncated, in-regime, convention, wrong or undecided.

The strongest verdict that holds is given, with its reason.  An inequality is compared by symbol, direction and
threshold; a number by the digits printed; a formula as a function.

>>> print(check("BDF/(BD + DF + BF)", "2BDF/(2BD + 2DF + 2BF)"))
exact: the same function
>>> check("B > 240", "B > 240.24").verdict, check("B < 240", "B > 240.24").verdict
('rounded', 'wrong')
>>> v = check("B", "BDF/(BD + DF + BF)", given="B << D, F")
>>> v.verdict, v.error
('in-regime', 'B/F + B/D')
>>> check("243", "240.24").verdict
'convention'
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache, partial
from itertools import permutations
from typing import Any, final

import symroof.regexes as re
from symroof.algebra.growth.regime import regime as regime_of
from symroof.algebra.ratios.posynomial import Ratio, gen
from symroof.checking.answers import limits, orders, parts, provisos, recital, scope, sided, surrounded, thresholds
from symroof.checking.answers.alone import alone
from symroof.checking.answers.bases import in_some_base
from symroof.checking.answers.beside import apart, judged, promising
from symroof.checking.answers.branches import chosen, in_one_case
from symroof.checking.answers.claimed import claimed, of_a_share, of_so_many_of_all, unsure
from symroof.checking.answers.clauses import without_givens
from symroof.checking.answers.crossings import (
    at_any_size,
    both_ends,
    bound_told,
    ever_told,
    of_several,
    one_side_said,
    reached,
    side_told,
)
from symroof.checking.answers.eitherway import (
    by_a_bare_prefix,
    by_its_power,
    in_bits,
    of_a_word,
    of_one_way,
    open_by_its_b,
    open_by_its_bare_result,
    open_by_its_by,
    open_by_its_loss,
    open_by_its_mark,
    open_by_its_or,
    open_by_its_per,
    open_by_its_sign,
    open_by_what_is_left_out,
    refers_elsewhere,
    without_value,
)
from symroof.checking.answers.equations import one_name, open_formula, solved, unit_behind, untrue, with_its_unit
from symroof.checking.answers.explained import asks_a_verdict, asks_whether, conditional, explained
from symroof.checking.answers.gist import beside_its_givens, gist
from symroof.checking.answers.headed import headed
from symroof.checking.answers.headed import unlike as unlike_its_clause
from symroof.checking.answers.lastly import concludes, lastly
from symroof.checking.answers.loosely import loose
from symroof.checking.answers.noted import contradicted, noted, worked
from symroof.checking.answers.onmachine import bound_on
from symroof.checking.answers.openly import stated_openly, yes_or_no
from symroof.checking.answers.ownsums import even, odd, odd_in_terms
from symroof.checking.answers.perthing import of_so_many, per_thing, the_other_way_round
from symroof.checking.answers.pieces import NEUTRAL
from symroof.checking.answers.plainly import plainly, surely
from symroof.checking.answers.premises import against, conclusion
from symroof.checking.answers.prose import parted
from symroof.checking.answers.renamed import by_other_names, subscripted
from symroof.checking.answers.steps import steps_of, worked_through
from symroof.checking.answers.supposed import another_case
from symroof.checking.answers.thresholds import Told
from symroof.checking.answers.twosided import as_range, named
from symroof.checking.answers.twosided import ends as two_bounds
from symroof.checking.answers.twotold import by_its_ends, unlike_its_ends, unlike_its_times
from symroof.checking.answers.unasked import lacking, other_names, unasked, unlike
from symroof.checking.answers.unstated import in_a_period, in_rates_of_flops, in_rates_told, of_an_order
from symroof.checking.answers.whether import verdict_of
from symroof.checking.claims.assumption import assumed
from symroof.checking.claims.claims import (
    FLIP,
    Bindings,
    Claim,
    Verdict,
    bare,
    below,
    bindings,
    claim,
    claim_of,
    constant,
    constants_named,
    divides,
    in_text,
    lawful,
    text_of,
    tried,
    understood,
    with_note,
)
from symroof.checking.claims.coefficients import fitted
from symroof.checking.claims.formulas import based, wrong
from symroof.checking.claims.leeway import carried
from symroof.checking.claims.lettering import SYMBOLS, lettered, unit_of_all
from symroof.checking.claims.links import Known, judge_link
from symroof.checking.claims.nearmiss import meant
from symroof.checking.claims.rounding import bound as rounding_bound
from symroof.checking.claims.special import Case, case, in_case, one_of
from symroof.checking.claims.values import typed_value, units, values
from symroof.checking.claims.verdicts import VERDICTS, VerdictName
from symroof.checking.words import bottlenecks, comparisons, existence, exponents, limiting
from symroof.checking.words.aloud import aloud
from symroof.checking.words.chatted import chatted
from symroof.checking.words.concluded import concluded, spells_out
from symroof.checking.words.contrasted import contrasted
from symroof.checking.words.currencies import in_one, shown_in
from symroof.checking.words.customary import customary
from symroof.checking.words.ends import supremum
from symroof.checking.words.hedges import unhedged
from symroof.checking.words.jotted import jotted
from symroof.checking.words.lexicon import ALTERS
from symroof.checking.words.notations import notated
from symroof.checking.words.nouned import nouned
from symroof.checking.words.numerals import FEW, NUMBER, articles, in_lower_case, in_shares, with_point
from symroof.checking.words.odds import spoken
from symroof.checking.words.operations import in_signs
from symroof.checking.words.otherways import in_the_keys_form
from symroof.checking.words.phrases import (
    MAX_WORDED,
    Typed,
    formal,
    inverted,
    opposed,
    paced,
    strange,
    typed,
    upside_down,
    wordless,
)
from symroof.checking.words.reworded import reworded
from symroof.checking.words.scripts import agreed, one_epsilon, romanized, untexed
from symroof.checking.words.shorthand import shorthand, unlabelled
from symroof.checking.words.shouted import lowered
from symroof.checking.words.surplus import pared
from symroof.checking.words.things import Noun, alike, as_counts
from symroof.checking.words.trailed import untrailed
from symroof.errors import Inconclusive, NotationError, SymroofError, Unsupported
from symroof.keywords import told
from symroof.machines import MachineLike
from symroof.reading.compound import as_one_unit, is_a_quantity
from symroof.reading.formula import MAX_LENGTH, NATURAL, Chain, Side, parse_chains, parse_formula
from symroof.reading.measures import KIND, UNITS
from symroof.reading.nodes import leaves
from symroof.reading.quantity import number_at, shown
from symroof.reading.ratios import CIRCLE, EULER
from symroof.reading.spelling import FUNCTIONS, GREEK, split
from symroof.reading.units import open_letters
from symroof.shown import tex
from symroof.symbols import Name, key, key_of

_WORST = ("exact", "rounded", "truncated", "in-regime", "convention", "undecided", "wrong")
_PARTING = (",", ";", "<", ">", "≤", "≥", "\\l", "\\g", "⩽", "⩾")
_AND = re.compile(r",?\s+(?:and|but|yet)\s+(?=[A-Za-z]\w*\s*[<>≤≥])|\s+and\s+|\s*(?:&&?|∧|\\(?:wedge|land|&))\s*")
_OR = re.compile(r"\s(?:or|OR)\s|∨|\|\||\\(?:lor|vee)(?![A-Za-z])")
_RELATION = re.compile(r"[<>≤≥⩽⩾]|\\(?:[lg]eq?|[lg]t)(?![A-Za-z])")
_NUMBERED = re.compile(r"(?<![\w.\\^_{])\d[\d.,]*(?:[eE][-+]?\d+)?\s?(?P<word>[A-Za-z]*[a-z][A-Za-z]*)(?![\w({^])")
_WITHIN = re.compile(  # 0 < p < 1: where a share may lie is no regime, and stands beside one that is not asked for
    r"\s*(?:[\d.]+\s*(?:<=?|≤)\s*)?[^\W\d_]\w*\s*(?:[<>]=?|≤|≥)\s*[\d.]+\s*"
)
_BLANKS = re.compile(r"\s{4,}")  # which say no more than two, and are read once
_IN_CAPITALS = re.compile(rf"\s*(?P<name>[A-Z]{{2,5}})\s*(?:{_RELATION.pattern})=?\s*\d[\d.,]*\s*%?\s*")
_ACRONYM = re.compile(r"(?<![A-Za-z_\\{])[A-Z]{4,}(?![\w])")  # which is no product of sizes
_BY_A_PERIOD = re.compile(
    r"(?:(?:/\s?|\d\s?|\bper\s)(?=s\b)|(?:/\s?|\b(?:per|an?|each)\s)(?!s\b))(s|second|minute|hour|day|week|month|year)\W*\Z"
)
_ORDERED = re.compile(rf"=|{_RELATION.pattern}")
_REGIMES = re.compile(r"<<|>>|≪|≫|\\(?:ll|gg)(?![A-Za-z])")
_CANCELLED = Fraction(1, 1000)  # a float that is further off is wrong, however it was worked out
_ROUNDED_AWAY = Fraction(1, 10)  # up to which the rounding of one digit is no slip
_STEPS = 4096  # roundings that a float's own allowance counts
_SPOKEN = re.compile(r"\b(?:over|divided\s+by)\b.*\s(?:plus|minus|[+-])\s", re.I)
_FRACTION = re.compile(  # 1/2 mv^2, and 4/3πr^3: more than one is no unit fraction over what follows
    r"(?<![\w.)^])(\d{1,4}/\d{1,4})\s+(?=[^\W\d_]{1,4}(?![^\W\d_])|\\[a-z]|\()|"
    r"(?<![\w.)^])((?!1/)\d/\d(?=[^\W\d_])|\d/\d(?=[A-Za-z]\())"
)
_OF_A_CHIP = "BW|HBM|ICI|DCN|VMEM|SRAM|MXU|VPU"
_CAPITALS = re.compile(  # a name that is a word elsewhere, as an operand: Q/BW
    rf"(?:(?<=[*/+-])|(?<=[*/+-]\s)|(?<=max\()|(?<=min\())(?P<n>{_OF_A_CHIP})(?![\w(])|(?<![\w.])(?P<m>{_OF_A_CHIP})(?=\s?[*/+])"
)
_EULER = re.compile(  # the number e: where powers of it, or exp, are written, its logarithm, or only numbers beside it
    r"(?<![A-Za-z])(?:log(?:_?(?:2|10))?|ln|ld|lg)\s*(?:\(\s*e\s*\)|\se(?![\w(^*]))|(?<![\w.])e\s*(?:\^|\*\*|[⁻⁰¹²³⁴-⁹ˣᵏⁿᵗ])|(?<![A-Za-z])exp(?![A-Za-z])|\A[\d\s.+*/^()-]*(?<![\w.])e(?!\w)[\d\s.+*/^()-]*\Z"
)
_CIRCLE = re.compile(r"(?<![\w\\])\\?pi(?![A-Za-z_])|(?<=\d)\\?pi(?![A-Za-z_])|π(?!_)")
_ROOFLINE = re.compile(r"max|min|beta|β", re.I)  # beside which pi is the peak
_INFINITE = re.compile(r"[-+]?\s*(?:infinit[ey]|infty|oo|∞|\\infty|unbounded|unlimited)", re.I)
_SMALL_WORDS = {
    "and", "or", "the", "is", "on", "an", "of", "to", "at", "if", "it", "in", "by", "per", "no", "yes", "not", "for",
}  # fmt: skip
_NO_PRODUCT = re.compile(  # a word of prose with a capital, and never W times e
    r"(?<![\w\\{_^])(?:We|You|It|He|They|Is|As|At|In|On|Of|To|By|If|So|No|My|Be|Do|Or|An|Us|The|For|And|One|Two|Six|Ten|But|Our|Its|Yes|Not|Now|All|Any|Per|Can|Has|Let)(?![\w(^])"
)
_IS = ("are", "is", "was", "were", "will", "would", "have", "has")
_LENGTHS = ("nm", "mm", "cm", "dm", "km")  # which are measured by nobody here
_CELLS = re.compile(r"=\s*[^A-Za-z\d]*([A-Z]{1,2}\d{1,5})(?:\s*[*+/-]|\Z)")
_MISSING = "(missing)"
_ASKED = re.compile(r"[\w)%]\s*\?+\s*\Z")
_VALUED = ("value", "factor", "near-miss", "symbol")
_BRIEF = 8  # words
MAX_REGION = 400  # characters of an answer with alternatives
_NARROW = Fraction(1, 10)  # of a range's middle: half as wide, a range says as much as a rounded number


@told
def check(
    answer: object,
    expected: object,
    *,
    given: object = None,
    let: Mapping[str, object] | None = None,
    symbols: str | Iterable[str] | None = None,
    on: MachineLike | None = None,
) -> Verdict:
    """Judge an answer against what is expected; both formulas, numbers, quantities, inequalities, "never", "always".

    Text (plain or LaTeX), numbers, SymPy expressions, Approx and Threshold will do.  ``given`` is the regime the answer
    may assume, ``let`` binds symbols, ``symbols`` declares them; ``on`` is a machine: C, W, C_int8, W_ici are its own.

    >>> check("486/2 = 243", "240.24").note
    'under the convention the value is 243.2'
    >>> check("2B", "2BDF/(BD + DF + BF)").regime
    'B << D, F'

    >>> print(check("B > 295", "B > C/W", on="H100"))
    rounded: 295.22 to the digits printed is 295

    A number printed in an answer stands with what is beside it: its value in brackets has to agree, a reason is read.

    >>> check("400 Gb/s (40 GB/s)", "50e9 bytes/s").ok, check("5 ms, because 7 < 6", "5 ms").note
    (False, 'the reason does not hold: 7 < 6')

    Raises NotationError for what does not read, and SymroofError, of which it is a kind, for what is no answer: nan, an
    infinity where a value is expected, True, a complex number.
    """
    again = partial(check, expected=expected, given=given, let=let, symbols=symbols, on=on)
    try:
        whole = partial(_of_all_of_it, answer, expected, given, let, symbols, on)
        found = _by_all_that_stands(answer, expected, again, whole)
    except SymroofError:
        if (borne := _borne_out(answer, expected, again)) is None:
            raise
        return borne
    if not isinstance(expected, str):
        return found
    for text in dict.fromkeys((answer, _in_full(answer, expected))) if found.ok and isinstance(answer, str) else ():
        if words := _at_odds_with_itself(text, expected, again):
            return Verdict("undecided", words, code="words")
    if found.verdict == "wrong" and (said := conclusion(answer, expected) or by_its_ends(answer, expected)):
        told = understood(again, said)
        return (
            Verdict("undecided", f"{said}, and more beside it", code="words") if told is not None and told.ok else found
        )
    borne = None if found.ok else _borne_out(answer, expected, again)
    return found if borne is None else borne


def _at_odds_with_itself(text: object, key: str, one: Callable[[str], Verdict]) -> str:
    """What an answer with a right value works out or gives as its reason, and is something else; "" for nothing."""
    if worked := odd(text, key) or odd_in_terms(text, one):
        return f"{worked} comes to something else"
    return against(text, key) or unlike_its_times(text, key) or unlike_its_ends(text, key)


def _borne_out(answer: object, expected: object, one: Callable[[str], Verdict]) -> Verdict | None:
    """The verdict on a value beside nothing but what it comes from; open where a dash between them may be a minus."""
    told = even(answer, expected) if isinstance(expected, str) else None
    found = tried(one, told[0]) if told is not None and told[0] != answer else None
    if told is None or found is None or not found.ok:
        return None
    if told[1]:
        return Verdict("undecided", "the dash: a minus or none", code="words")
    return with_note(found, f"read as {told[0]}")


def _by_all_that_stands(
    answer: object, expected: object, again: Callable[[str], Verdict], whole: Callable[[], Verdict]
) -> Verdict:
    """The verdict on an answer, what heads it and what it concludes; ``again`` asks it of another text."""
    try:
        found = whole()
    except SymroofError:
        full = _in_full(answer, expected)
        beside = headed(full, expected, again)
        beside = lastly(full, expected, None, again) if beside is None else beside
        if beside is None:
            raise
        return beside
    full = _in_full(answer, expected)
    if found.ok and (words := unlike_its_clause(full, expected)):
        return Verdict("undecided", words, code="words")
    sure = (found.ok and found.code not in ("rounded", "truncated")) or found.code == "special-case"
    beside = None if sure else headed(full, expected, again, refuted=found.verdict == "wrong")
    found = found if beside is None or beside.verdict == found.verdict else beside
    last = None if found.ok else lastly(full, expected, found, again)
    if last is not None:
        return last
    if found.verdict == "wrong" and concludes(answer, found, again):
        return Verdict("undecided", "what it concludes is right, and not what stands before it", code="words")
    return found


def _of_all_of_it(
    answer: object,
    expected: object,
    given: object,
    let: Mapping[str, object] | None,
    symbols: str | Iterable[str] | None,
    on: MachineLike | None,
) -> Verdict:
    """The verdict on all of an answer, as ``check`` takes it."""
    _refuse_no_regime(given)
    as_typed, answer = answer, _in_its_capitals(answer, expected)
    if on is not None:
        let = bound_on(on, let, answer, expected) or None
    if given is None and let is None and symbols is None and (plain := _at_once(answer, expected)) is not None:
        return plain
    names = symbols.replace(",", " ").split() if isinstance(symbols, str) else symbols
    names = bounded_in_capitals(answer, expected) if names is None else tuple(map(_spelt_out, names))
    coin = ""
    let = None if let is None else lawful({_spelt_out(str(n)): v for n, v in let.items()}, (answer, expected))
    answer, expected = map(_short, (answer, expected))
    again: Callable[..., Verdict] = partial(check, given=given, let=let, symbols=symbols)
    if (beside := _bandwidth_beside(answer, expected, {*(names or ()), *(let or ())}, again)) is not None:
        return beside
    if (of_unit := _in_the_unit_of_a_formula(answer, expected, {*(names or ()), *(let or ())}, again)) is not None:
        return of_unit
    answer, expected, noun = _written_out(answer, expected, {*(names or ()), *(let or ())})
    if noun is not None:
        return noun.back(_of_all_of_it(answer, expected, given, let, symbols, None))
    if isinstance(answer, str):
        told = _typed_out(answer, expected, {*(names or ()), *(let or ())})
        if isinstance(told, Verdict):
            return told
        answer, expected, coin = told
    answer, expected = (based(x) if isinstance(x, str) and "log(" in x else x for x in (answer, expected))
    if (of_logs := in_some_base(answer, expected, {*(names or ()), *(let or ())}, again)) is not None:
        return of_logs
    answer = with_its_unit(exponents.untransposed(answer)) if isinstance(answer, str) else answer
    q = Question(expected, given, let, _with_label(answer, names), brief=len(str(answer).split()) <= _BRIEF)
    found = scope.spoiled(answer, expected, _read_or_gist(answer, q))
    found = _by_its_amount(answer, found, q)
    found = _either_quotient(answer, q, _left_open(answer, expected, found))
    return _in_its_context(as_typed, _as_it_may_be_noted(answer, found, q, coin), q)


_LETTERS = re.compile(r"(?<![\w\\])BW(?![\w(])")
_B_BESIDE = re.compile(r"(?<![A-Za-z\\])[A-Z]*B[A-Z]*(?![a-z])")
_B_TIMES_W = re.compile(r"(?<![A-Za-z])B\s*[*·]?\s*W(?![A-Za-z])")


def _as_products(answer: str, letters: Collection[str]) -> str:
    """The answer with BW as the product of symbols that its letters are, beside C/W.

    >>> _as_products("BW > C", {"B", "C", "W"}), _as_products("C/BW", {"B", "W"}), _as_products("Q/BW", {"Q", "BW"})
    ('(B*W) > C', 'C/(B*W)', 'Q/BW')
    """
    return _LETTERS.sub("(B*W)", answer) if "BW" not in letters and {"B", "W"} <= {*letters} else answer


def _bandwidth_beside(
    answer: object, expected: object, names: Collection[str], one: Callable[[str, object], Verdict]
) -> Verdict | None:
    """The verdict on BW where B stands beside it: the bandwidth W, as in B*D/BW, or B*W where the key has that product.

    Open where the two readings differ and neither is sure; None where BW stands without another B.
    """
    if not isinstance(answer, str) or not isinstance(expected, str) or not _LETTERS.search(answer):
        return None
    letters = {*_words_of(expected), *names}
    as_product = _as_products(answer, letters)
    if as_product == answer or not _B_BESIDE.search(_LETTERS.sub(" ", answer)):
        return None
    of_w, product = (understood(one, t, expected) for t in (_LETTERS.sub("W", answer), as_product))
    if of_w is not None and of_w.ok:
        return with_note(of_w, "BW read as the bandwidth W")
    if product is not None and product.ok and _B_TIMES_W.search(expected):
        return product
    if of_w is not None and product is not None and of_w.verdict == product.verdict == "wrong":
        return of_w
    return Verdict("undecided", "BW: the bandwidth, or B*W", code="words")


def _in_the_unit_of_a_formula(
    answer: object, expected: object, names: Collection[str], one: Callable[..., Verdict]
) -> Verdict | None:
    """The verdict where the key is a formula with its unit behind it, 140/TP GB, on an answer in whatever unit.

    Open for the formula alone, whose unit is not said; None for any other key.
    """
    if not isinstance(answer, str) or not isinstance(expected, str) or answer == expected:
        return None
    key = unit_behind(expected, names)
    if key is None:
        return None
    mine = unit_behind(answer, names)
    found = one(f"({mine[0]}) * 1 {mine[1]}" if mine is not None else answer, f"({key[0]}) * 1 {key[1]}")
    if found.verdict == "wrong" and _words_in_prose(answer):
        return Verdict("undecided", f"{answer}: give the formula in signs, with its unit", code="words")
    if found.ok or mine is not None or _in_some_unit(answer):
        return found
    bare = understood(one, answer, key[0])
    return found if bare is None or not bare.ok else Verdict("undecided", f"{answer}: of which unit?", code="units")


def _words_in_prose(text: str) -> set[str]:
    """The words of a text that are neither functions nor units that measure."""
    words = {*re.findall(r"[a-z]{3,}", text)} - FUNCTIONS.keys()
    return {w for w in words if w not in UNITS or not any(UNITS[w].dimension[:5])}


def _in_some_unit(text: str) -> bool:
    """Whether a number in a text has a unit behind it.

    >>> _in_some_unit("140 GB/n"), _in_some_unit("140/n")
    (True, False)
    """
    return any(word in UNITS for word in re.findall(r"\d\s?([A-Za-zµμ]+)", text))


def _in_full(answer: object, expected: object) -> object:
    """An answer without what is left short in chat, as its clauses are looked for."""
    if not isinstance(answer, str) or len(answer) > MAX_WORDED:
        return answer
    return chatted(answer, _words_of(expected))


def _typed_out(answer: str, expected: object, bound: set[str]) -> tuple[str, object, str] | Verdict:
    """Both sides as they are noted, the answer's words typed out in shares, rates and orders, and their currency."""
    if _formal(answer, expected):
        return answer, expected, ""
    asked = {*_words_of(expected), *bound}
    told = _as_it_is_noted(answer, expected, asked, bound)
    if isinstance(told, Verdict):
        return told
    answer, expected, coin = told
    answer = in_shares(aloud(shorthand(lowered(answer, asked), asked, expected), asked), expected)
    return in_rates_of_flops(in_rates_told(of_an_order(surely(answer)), expected), expected), expected, coin


def _by_its_amount(answer: object, found: Verdict, q: Question) -> Verdict:
    """The verdict by what an answer's amount comes for."""
    found = in_a_period(answer, q.expected, found, partial(_read, q=q))
    found = of_so_many(answer, q.expected, found, lambda text, key: _read(text, replace(q, expected=key)))
    found = the_other_way_round(answer, q.expected, found, lambda text, key: _read(text, replace(q, expected=key)))
    return per_thing(answer, q.expected, found, lambda text, key: _read_or_gist(text, replace(q, expected=key)))


def _in_its_context(answer: object, found: Verdict, q: Question) -> Verdict:
    """The verdict, open where what stands around a value makes another statement of it than that it is asked."""
    answer = supremum(answer, in_text(q.expected)) if isinstance(answer, str) else answer
    if found.verdict == "undecided" or not isinstance(answer, str) or wordless(answer):
        return found
    if _formal(answer, q.expected):
        return found
    if found.verdict == "in-regime" and spells_out(answer):
        return _to_the_word(answer, found, q.given)
    names, key = frozenset(_words_of(q.expected) | {*(q.let or ()), *(q.names or ())}), in_text(q.expected)
    if found.ok:
        words = surrounded.changed(answer, key, partial(_read, q=q), names)
        if not words and (source := contradicted(answer)):
            words = f"{source} comes to something else"
    else:
        words = surrounded.not_surely_wrong(answer, key, found, partial(_read, q=q))
    return Verdict("undecided", words, code="words") if words else found


def _written_out(answer: object, expected: object, names: Collection[str]) -> tuple[object, object, Noun | None]:
    """Both sides in the letters that are read, without chat, and with a count noun for that of a key."""
    expected = romanized(untexed(expected, names), names) if isinstance(expected, str) else expected
    if not isinstance(answer, str):
        return answer, expected, None
    asked = {*_words_of(expected), *names}
    answer = agreed(as_range(_as_products(untexed(answer, asked), asked), expected), expected)
    if _formal(answer, expected):
        return answer, expected, None
    answer = chatted(one_epsilon(romanized(answer, asked), asked), asked)
    answer = untrailed(spoken(answer, expected), asked, expected)
    answer = supremum(answer, expected) if isinstance(expected, str) else answer
    answer = nouned(pared(answer, expected), expected)
    return alike(*as_counts(answer, expected, names), names) if isinstance(expected, str) else (answer, expected, None)


def _short(x: object) -> object:
    """A text with its blanks said once; raises NotationError for one that is too long."""
    if isinstance(x, str):
        x = _BLANKS.sub("  ", x)
        if len(x) > MAX_LENGTH:
            parse_formula(x)  # which refuses it at once
    return x


def _refuse_no_regime(given: object) -> None:
    """Raise NotationError for what is no regime, also where the answer needs none."""
    if not (isinstance(given, str) and _WITHIN.fullmatch(given)):
        regime_of(given)


def _as_it_is_noted(
    answer: str, expected: object, asked: Collection[str], names: Collection[str]
) -> tuple[str, object, str] | Verdict:
    """Both sides in the notation that is read, and their currency; open where there are two, or cells of a sheet."""
    if isinstance(expected, str) and (order := orders.judged(answer, expected, names or None)) is not None:
        return order
    if (words := refers_elsewhere(answer) or without_value(answer, expected)) != "":
        return Verdict("undecided", words, code="words")
    if (money := in_one(answer, expected, names)) is None:
        return Verdict("undecided", "two currencies, and no rate between them", code="units")
    answer, expected, coin = money
    answer, expected = _in_one_unit(answer, expected, names)
    told = concluded(in_the_keys_form(answer, expected), asked, expected) if isinstance(expected, str) else answer
    plain = notated(unlabelled(jotted(told, asked, expected), asked), asked, expected)
    answer = subscripted(customary(plain, asked, expected), expected, names)
    if (cells := _CELLS.match(answer)) is not None and cells[1] not in in_text(expected):
        return Verdict("undecided", f"what is in cell {cells[1]} is not said", code="words")
    return answer, expected, coin


def _in_one_unit(answer: str, expected: object, names: Collection[str]) -> tuple[str, object]:
    """Both sides with units that are put together in other ways as one, where their letters are no symbols."""
    if not isinstance(expected, str):
        taken = {*names, *_words_of(expected)}
        return as_one_unit(answer, taken), expected
    theirs = as_one_unit(expected, names)
    quantity = is_a_quantity(theirs)
    return as_one_unit(answer, {*names} if quantity else {*names, *_words_of(expected)}, sure=quantity), theirs


def _as_it_may_be_noted(answer: object, found: Verdict, q: Question, coin: str) -> Verdict:
    """The verdict, open where the answer is right as another country notes it; in the currency that is meant."""
    if isinstance(answer, str) and found.verdict == "wrong":
        again = partial(_read_or_gist, q=q)
        found = open_by_its_sign(answer, open_by_its_mark(answer, found, in_text(q.expected), again), again)
        found = open_by_its_b(answer, open_by_its_loss(answer, found, again), again)
        found = open_by_its_by(answer, found, {*_words_of(q.expected), *(q.names or ())}, again)
        found = in_bits(answer, open_by_what_is_left_out(answer, found, in_text(q.expected)), again)
        found = open_by_its_bare_result(answer, found, in_text(q.expected), again)
        found = (
            open_by_its_per(answer, by_its_power(answer, found, again), again) if found.verdict == "wrong" else found
        )
    if isinstance(answer, str) and (found.verdict == "wrong" or found.code == "kinds"):
        found = by_a_bare_prefix(answer, found, in_text(q.expected), partial(_read_or_gist, q=q))
    if isinstance(answer, str) and (found.ok or found.verdict == "wrong"):
        found = open_by_its_or(answer, found, partial(_read_or_gist, q=q))
    if not coin:
        return found
    return replace(found, reason=shown_in(found.reason, coin) or "", note=shown_in(found.note, coin))


def _left_open(answer: object, expected: object, found: Verdict) -> Verdict:
    """The verdict, open where a sentence says different sides of two things, doubts its value, or tells of a part."""
    if not isinstance(answer, str) or not isinstance(expected, str) or found.verdict == "undecided":
        return found
    words = _not_surely_wrong(answer, expected, found) if found.verdict == "wrong" else ""
    words = words or (
        of_several(answer)
        if asks_a_verdict(expected)
        else (found.ok and (of_a_share(answer, expected) or comparisons.of_no_direction(answer, expected)))
        or (found.ok and comparisons.against(answer, expected))
        or unsure(answer)
        or _elsewhere(answer, expected, found.ok)
    )
    return Verdict("undecided", words, code="words") if words else found


def _not_surely_wrong(answer: str, expected: str, found: Verdict) -> str:
    """Why a wrong answer is open: it is of a share's other side, of its inverse or of a percentile; "" for none."""
    percentile = re.search(r"\bp\d{2,3}\b", answer)
    if _upside_down(found, expected) or _of_the_other(answer, expected, found):
        return "whether a share is meant or how many times less is open"
    if percentile is not None and percentile.group() not in expected:
        return f"{percentile.group()}: whether that percentile is asked is open"
    if re.search(r"%|percent", expected) and _IN_A_PERIOD.search(answer):
        return "so long in a period, where a share is expected"
    if open_words := of_one_way(answer, expected, found) or of_a_word(answer, expected, found):
        return open_words
    if (
        found.code == "factor"
        and (part := _OF_SOMETHING.search(answer)) is not None
        and re.search(r"(?<![A-Za-z])[A-Za-z](?![A-Za-z])", found.factor or "")  # by the symbol that is left out
    ):
        return f"{part.group()}: how much of it that is, is not said in numbers"
    if of_so_many_of_all(answer):
        return "a value of a share, where all is asked"
    if _of_the_rest(answer, found):
        return "a share of the rest, where the other one is right"
    several = len(_SOME_NUMBER.findall(answer)) > 1  # with four we are at 110 percent
    return "a share beside a number of things" if _in_hundreds(found) and several else ""


def _upside_down(found: Verdict, expected: str) -> bool:
    """Whether a ratio is wrong by being the other way round, 1/3 for 3x, where words of comparison are expected."""
    apart = found.apart
    compared = re.search(r"[x×]\s+(?:faster|less|fewer|smaller|cheaper|shorter|lower|more)\b", expected) is not None
    return apart is not None and not apart.unit and compared and abs(apart.answer * apart.right - 1) < Fraction(1, 100)


def _of_the_other(answer: str, expected: str, found: Verdict) -> bool:
    """Whether so many times is told where the same share is right, of which of two is not said: 4x for 1/4."""
    apart = found.apart
    times = re.fullmatch(rf"\s*{NUMBER}\s?[x×]\s*", answer) is not None and re.search(r"[A-Za-z%]", expected) is None
    return times and apart is not None and apart.right < 1 and abs(apart.answer * apart.right - 1) < Fraction(1, 100)


_OF_SOMETHING = re.compile(  # two thirds of the batch: a share of what has a symbol in the key, and no number
    r"\b(?:half|thirds?|quarters?|fifths?|eighths?|\d/\d|\d\s?%|percent)\s+of\s+(?:the|our|its)\s+[a-z]+(?:\s+[a-z]+)?(?=[.!]*\Z)",
    re.I,
)


_IN_A_PERIOD = re.compile(  # 8.8 h of downtime a year
    r"\d\s?(?:h|hours?|min|minutes?|s|seconds?|days?)(?:\b.*\b(?:an?|per|each|every)\s+|\s?/\s?)(?:day|week|month|year|yr)\b",
    re.I,
)
_OF_THE_REST = re.compile(r"\b(?:miss(?:es|ed)?|fail(?:s|ed|ures?)?)\b", re.I)


def _of_the_rest(answer: str, found: Verdict) -> bool:
    """Whether the share that is missing is told, of what is missing: one in twenty misses, where 95% hit."""
    apart = found.apart
    told = apart is not None and not apart.unit.strip("% ") and abs(apart.answer + apart.right - 1) < Fraction(1, 200)
    return told and _OF_THE_REST.search(answer) is not None


def _in_hundreds(found: Verdict) -> bool:
    """Whether a share was given where so many hundred percent are right."""
    return found.apart is not None and found.apart.unit in ("%", "percent") and found.apart.right >= 2


_SOME_NUMBER = re.compile(rf"(?<![\w.])\d|\b(?:{FEW})\b", re.I)


def _elsewhere(answer: str, expected: str, right: bool) -> str:
    """Why a sentence says its value of another case than the one asked; "" for none, or where a case is asked."""
    a_case = re.search(r"\b(?:if|when|would)\b|,", expected) is not None
    return "" if a_case or len(answer) > MAX_LENGTH else another_case(answer, right)


_SIGNS_ALONE = re.compile(  # numbers and one unit, or symbols of one letter, capitals side by side, joined by signs;
    # each sign once: an e in 7e14 is no letter, whatever stands behind it
    r"(?P<signs>(?>[\d\s.*/+^()-]|(?<=\d)e[+-]?(?=\d)|(?<![A-Za-z])[A-WYZa-wyz](?![A-Za-z])|[A-Z](?=[A-Z])|(?<=[A-Z])[A-Z])*?)(?:(?<=\d)\s?(?P<unit>[A-Za-z]{2,}))?"
)


def _at_once(answer: object, expected: object) -> Verdict | None:
    """The verdict on an answer that stands as it is typed: no words to read on either side, and no unit that one lacks.

    Everything else is None here and read with care: what would be wrong as it stands may be right as it is meant.
    """
    if not isinstance(answer, str) or not isinstance(expected, str) or promising(answer):
        return None  # 48 GB (24 GB)
    read = [_SIGNS_ALONE.fullmatch(x) if len(x) <= MAX_WORDED else None for x in (answer, expected)]
    if any(m is None or (m["unit"] or "ms") not in UNITS for m in read):
        return None
    try:
        a, e = claim(answer, None, {}), claim(expected, None, {})
        if a.dimension != e.dimension or not a.kind == e.kind == "value" or (e.value and len(e.value.names) == 1):
            return None  # a lone letter may be a unit: 14 J
        if _far(a, e):
            return None
        found = typed_value(a, e, None)
    except SymroofError:
        return None
    return found if found.verdict == "exact" or found.code in ("rounded", "worked") else None


def _far(a: Claim, e: Claim) -> bool:
    """Whether two values are surely not the same: formulas, and a number further off than its digits can excuse."""
    if a.value is None or e.value is None:
        return False
    if a.value.names or e.value.names:
        return not (a.value.atoms or e.value.atoms) and a.value != e.value
    x, y = constant(a.value), constant(e.value)
    off = None if x is None or y is None or a.printed is None else abs(x - y) - abs(y) / 20
    return off is not None and off > 0 and a.printed is not None and off > 2 * a.printed.place


_ONE_TO = re.compile(r"\s*1\s?(?::|\s+to\s)\s?(?P<n>\d[\d.]*)\s*")  # 1:1.5, where a number is asked


def _either_quotient(answer: object, q: Question, found: Verdict) -> Verdict:
    """The verdict, open where a quotient told in words is right over so much of what is behind it and else wrong."""
    if (
        found.verdict == "wrong"
        and isinstance(answer, str)
        and (m := _ONE_TO.fullmatch(answer))
        and ":" not in in_text(q.expected)
    ):
        turned = understood(_read, m["n"], q)
        if turned is not None and turned.ok:
            return Verdict("undecided", f"{answer}: of which to which is not said", code="words")
    spoken = isinstance(answer, str) and len(answer) <= MAX_WORDED and _SPOKEN.search(answer) is not None
    if not spoken or not isinstance(answer, str) or not (found.ok or found.verdict == "wrong"):
        return found
    asked = {*_words_of(q.expected), *(q.names or ())}
    told = [in_signs(answer, asked, wide=wide) for wide in (False, True)]
    read = [understood(_read_or_gist, t, q) for t in told] if told[0] != told[1] else []
    verdicts = {v.ok if v.ok or v.verdict == "wrong" else found.ok for v in read if v is not None}
    if verdicts <= {found.ok}:
        return found
    return Verdict("undecided", f"{answer}: over how much of what stands behind it is open", code="words")


def _read_or_gist(answer: object, q: Question) -> Verdict:
    """The verdict by what an answer says, or, where it is not read, by the statement in it that is, or as a note."""
    if not isinstance(answer, str) or not isinstance(q.expected, str):
        return _told_or_gist(answer, q)
    if (found := worked(answer, partial(_read, q=q))) is not None:
        return found
    try:
        found = _told_or_gist(answer, q)
    except NotationError:
        note = noted(answer, q.expected, partial(_read, q=q))
        if note is None:
            raise
        return note
    unread = found.verdict == "undecided" and found.code != "words"
    note = noted(answer, q.expected, partial(_read, q=q)) if unread else None
    return found if note is None else note


def _told_or_gist(answer: object, q: Question) -> Verdict:
    """The verdict by what an answer says, or, where its words are not read, by the statement in it that is."""
    recited = _in_a_formula(answer, q) if isinstance(answer, str) else None
    if recited is None:
        return _read_as_it_stands(answer, q)
    found = understood(_read_as_it_stands, answer, q) if recited.verdict == "undecided" else None
    return found if found is not None and found.ok else recited


def _read_as_it_stands(answer: object, q: Question) -> Verdict:
    """The verdict by what an answer says, or by its gist, where it tells no formula in words."""
    expected = q.expected
    try:
        found = _read(answer, q)
    except NotationError:
        known = _in_gist(answer, q) if isinstance(answer, str) else None
        if known is None and isinstance(answer, str) and _ASKED.search(answer):
            return Verdict("undecided", "a question commits to nothing", code="words")
        if known is None:
            raise
        return known
    if found.verdict == "undecided" and isinstance(answer, str) and _open_by_words(found, expected):
        known = _in_gist(answer, q)
        return found if known is None else scope.against_its_reason(answer, expected, known)
    if found.verdict == "undecided" and isinstance(answer, str) and found.code in ("words", "kinds"):
        known = _in_prose(answer, q)
        return found if known is None else scope.against_its_reason(answer, expected, known)
    return found


def _in_prose(answer: str, q: Question) -> Verdict | None:
    """The verdict on what a sentence of prose claims: a value, a side, or from where on something holds."""
    names = frozenset(_words_of(q.expected) | {*(q.let or ()), *(q.names or ())})
    text, read = plainly(answer, names), partial(_read, q=q)
    if isinstance(q.expected, str) and comparisons.of_different_things(answer, q.expected):
        return None
    if isinstance(q.expected, str):
        for said in _sayings((text, answer), q.expected, names):
            found = understood(read, said) if said else None
            if found is not None and found.verdict != "undecided":
                return with_note(found, f"read as {said}")
    found = claimed(text, read, names)
    found = beside_its_givens(text, read, names) if found is None else found
    found = _by_its_statement(text, q) if found is None else found
    return _by_structure(text, q, names) if found is None else found


def _by_structure(text: str, q: Question, names: frozenset[str]) -> Verdict | None:
    """The verdict on what a sentence states by its words of the closed class, where that is right; None else."""
    read, plain = partial(_read, q=q), without_givens(text)
    found = stated_openly(text, read, names)
    return stated_openly(plain, read, names) if found is None and plain != text else found


_SO_MANY_TIMES = re.compile(rf"it\s+is\s+(?:{NUMBER}|{FEW})\s*(?:x|times)\s+as\s+[a-z]+", re.I)


def _by_its_statement(text: str, q: Question) -> Verdict | None:
    """The verdict on the one statement of a sentence: a change or a comparison, or a side."""
    expected = q.expected
    if not isinstance(expected, str):
        return None
    side = asks_a_verdict(expected) and not asks_whether(expected) and expected not in ("yes", "no")
    for said in alone(text, bound=not side):
        change = comparisons.compared(said) is not None or _SO_MANY_TIMES.fullmatch(said) is not None
        if not (change or (side and one_side_said(said))):
            continue
        found = understood(partial(_read, q=q), said)
        if found is not None and (found.ok or (found.verdict == "wrong" and found.code not in NEUTRAL and change)):
            return with_note(found, f"read as {said}")
    return None


def _sayings(texts: tuple[str, str], expected: str, names: frozenset[str]) -> Iterator[str]:
    """What a sentence says in the form in which it is asked, plainly and as typed: a side, yes or never, a bound."""
    text, as_typed = texts
    ends = len(_RELATION.findall(expected))
    if asks_a_verdict(expected):
        told = ever_told(text) if asks_whether(expected) or expected in ("yes", "no") else side_told(text)
        told = (existence.told(text) or told) if asks_whether(expected) else told
        bound = bound_told(text, names) if expected == "never" and not told else ""
        some = reached(text) if expected == "never" and not (told or bound) else ""
        told = told or (yes_or_no(text) if expected in ("yes", "no") else "")
        yield from filter(None, (told, f"B {bound}" if bound else "", some))
    elif ends == 1:
        asked = _sense_of(expected)
        yield bound_told(text, names, asked) or bound_told(as_typed, names, asked) or at_any_size(text)
    elif ends == 2:
        yield from filter(None, (both_ends(text),))


def _sense_of(expected: str) -> str:
    """The sense of a bound on a name that stands before it; "" for any other."""
    m = re.fullmatch(r"\s*[^\W\d_]\w*\s*(?P<sense>[<>]=?|≤|≥)[^<>≤≥]*", expected)
    return {"≤": "<=", "≥": ">="}.get(m["sense"], m["sense"]) if m is not None else ""


def _open_by_words(found: Verdict, expected: object) -> bool:
    """Whether words leave a verdict open that may be left out: not what verdict is meant where one is asked."""
    if found.code in ("unread", "region", "more", "unknown-unit"):
        return True
    ends = len(_RELATION.findall(expected)) if isinstance(expected, str) else 0
    return not asks_a_verdict(expected) and (found.code, ends) in (("kinds", 0), ("words", 2))


def _in_gist(answer: str, q: Question) -> Verdict | None:
    """The verdict on an answer whose words are not read, by the statement in it that is."""
    read = partial(_read, q=q)
    if asks_a_verdict(q.expected):
        found = verdict_of(answer, read)
        found = _in_prose(answer, q) if found is None else found
    else:
        names = frozenset(_words_of(q.expected) | {*(q.let or ()), *(q.names or ())})
        found = gist(answer, read, names)
        if found is None or not found.ok:
            told = _in_prose(answer, q)
            set_against = told is None and any(p.text.startswith("whereas") for p in parted(answer))
            found = (None if set_against else found) if told is None else told
        elif _says_the_other(answer, q, names):
            found = None
    said = limiting.side(answer, in_text(q.expected)) if found is None else ""
    return with_note(read(said), f"read as {said}") if said else found


def _in_a_formula(answer: str, q: Question) -> Verdict | None:
    """The verdict on a formula that a sentence tells in words, where one is expected."""
    if not isinstance(q.expected, str) or not recital.promising(answer, q.expected):
        return None
    bound = q.bound(answer)
    symbols = _names_of(q.expected, q.names, bound, {*bound, *(q.names or ()), *_words_of(q.expected)})
    return recital.recital(answer, partial(_read, q=q), {n for n in symbols if len(n) == 1 or n not in UNITS})


def _says_the_other(answer: str, q: Question, names: frozenset[str]) -> bool:
    """Whether a sentence says the other side of a bound by what happens there: beyond 240 we run out of memory."""
    if not isinstance(q.expected, str) or len(_RELATION.findall(q.expected)) != 1:
        return False
    bound = bound_told(plainly(answer, names), names)
    other = understood(partial(_read, q=q), bound) if bound else None
    return other is not None and other.verdict == "wrong" and other.code == "direction"


def _read(answer: object, q: Question) -> Verdict:
    """The verdict by what an answer says, all of which is read."""
    expected = q.expected
    if isinstance(answer, str) and asks_whether(expected) and (ever := existence.told(answer)) is not None:
        return with_note(_answered(ever, q), f"read as {ever}")
    if isinstance(answer, str) and (limit := limiting.not_latency(answer, expected)):
        words = f"it says {limit}, where the answer is {expected!r}"
        return Verdict("wrong", words, code="existence", right=str(expected))
    powers = exponents.independent(answer, expected, {*(q.let or ())}, {*(q.let or ()), *(q.names or ())})
    if powers is not None:
        more = None if q.names is None else (*q.names, *powers.powers)
        found = exponents.judged(powers, lambda text, other: _answered(text, replace(q, expected=other, names=more)))
        if found.verdict == "wrong" and q.given not in (None, ""):  # 2**N grows with N, whatever stands for it
            words = f"how {', '.join(powers.powers.values())} grows is not compared"
            return Verdict("undecided", words, code="unsupported")
        return found
    for reading in (
        scope.disowned,
        scope.of_things_or_per_thing,
        scope.of_another_resource,
        scope.of_more_each,
        scope.of_what_is_larger,
    ):
        if (other := reading(answer, expected)) is not None:
            return other
    found = scope.of_one_side(answer, expected, scope.held_to(answer, _answered(answer, q), expected))
    if asks_a_verdict(expected) and found.verdict == "wrong" and found.code in _VALUED:
        return Verdict("undecided", f"{answer}: a value, where {expected} is expected", code="unread")
    return scope.against_its_reason(answer, expected, found)


_LABEL = re.compile(
    r"\s*\$?\\?(?P<label>[A-Za-z]\w{0,15}(?:_\{(?:\\(?:text|mathrm)\{)?\w+\}{1,2})?)\s*(?P<of>\([^()=]*\))?\s*(?::?=|≈|\\approx)(?!=)"
)


def _with_label(answer: object, names: tuple[str, ...] | None) -> tuple[str, ...] | None:
    """The names declared, and the one before an answer's = that names what was asked: T in T = V/W.

    >>> _with_label("T = V/W", ("V", "W")), _with_label("V W = 3", ("V", "W")), _with_label("T = V/W", None)
    (('V', 'W', 'T'), ('V', 'W'), None)
    """
    m = _LABEL.match(answer) if isinstance(answer, str) and names is not None else None
    if m is None or names is None or split(m["label"], frozenset(names)):
        return names
    label = re.sub(r"\\(?:text|mathrm)|[{}]", "", m["label"])
    return (*names, _spelt_out(label), *re.findall(r"\w+", m["of"] or ""))


def bounded_in_capitals(answer: object, expected: object) -> tuple[str, ...] | None:
    """The name that a bound is of, of several capitals, where an answer leaves it out: at least 8, for TP >= 8.

    >>> bounded_in_capitals("at least 8", "TP >= 8"), bounded_in_capitals("T*P >= 8", "TP >= 8")
    (('TP',), None)
    """
    m = _IN_CAPITALS.fullmatch(expected) if isinstance(expected, str) and isinstance(answer, str) else None
    if m is None or {m["name"], *m["name"]} & {*re.findall(r"[A-Za-z]\w*", str(answer))}:
        return None
    return (m["name"],)


def _in_its_capitals(answer: object, expected: object) -> object:
    """An answer with the names of several capitals that the key has, where they are typed in small letters.

    >>> _in_its_capitals("mtbf/(mtbf + mttr)", "MTBF/(MTBF + MTTR)"), _in_its_capitals("bdf/2", "BDF/2")
    ('MTBF/(MTBF + MTTR)', 'bdf/2')
    >>> _in_its_capitals("tp >= 4", "TP >= 2"), _in_its_capitals("tp >= t", "TP >= 2")
    ('TP >= 4', 'tp >= t')
    """
    if not isinstance(answer, str) or not isinstance(expected, str):
        return answer
    m, words = _IN_CAPITALS.fullmatch(expected), re.findall(r"[A-Za-z]\w*", answer)
    for name in {*_ACRONYM.findall(expected)} - UNITS.keys() if m is None else ():
        if name not in words and name.lower() in words:
            answer = re.sub(rf"(?<!\w){name.lower()}(?!\w)", name, answer)
    if m is None or words.count(m["name"].lower()) != 1 or any(len(w) == 1 for w in words):
        return answer
    return re.sub(rf"(?<!\w){m['name'].lower()}(?!\w)", m["name"], answer)


def _spelt_out(name: str) -> str:
    r"""The name by which a symbol is known that was typed as a letter: rho for ρ and for \rho."""
    if name.isascii() and not name.startswith("\\"):
        return name
    node = parse_formula(name).sides[0].node
    while node is not None and node.kind in ("add", "group") and len(node.args) == 1:
        node = node.args[0]
    return node.name if node is not None and node.kind == "name" else name


@final
@dataclass(frozen=True)
class Question:
    """What is asked: the answer expected, the regime stated, what is bound and declared; how briefly it is answered."""

    expected: object
    given: object = None
    let: Mapping[str, object] | None = None
    names: tuple[str, ...] | None = None
    whole: tuple[str, ...] = ()
    kept: dict[tuple[object, ...], tuple[Verdict, Question]] = field(default_factory=dict, compare=False, repr=False)
    brief: bool = False  # whether the answer is a few words, and no sentence that tells of other things beside it

    def bound(self, answer: object) -> Bindings:
        """What the names of both sides stand for where that is not the symbol itself."""
        made = bindings(self.let)
        out = Bindings({**_kinds(answer, self.expected, *(self.names or ())), **made}, made.units)
        out |= constants_named((answer, self.expected), {*out, *(self.names or ())})
        out |= {n: gen(key(n, size=True)) for n in self.whole if n not in out}
        if any(isinstance(x, str) and "ln" in x for x in (answer, self.expected)):
            out.update(NATURAL)
        out |= {n: gen(n) for n in _capitals(self.expected) if n not in out}
        if "e" not in out and any(isinstance(x, str) and _EULER.search(x) for x in (answer, self.expected)):
            out["e"] = gen("e") if "e" in (self.names or ()) else EULER
        if "pi" not in {*out, *(self.names or ())} and self._one_circle(answer):
            out["pi"] = CIRCLE
        return out

    def _one_circle(self, answer: object) -> bool:
        """Whether pi stands in one text only, and no symbol beside it, so that as one it could never be right."""
        both = (answer, self.expected)
        texts = [x for x in both if isinstance(x, str)]
        if any("pi" in _words_of(x) for x in both if not isinstance(x, str)) or any(map(_ORDERED.search, texts)):
            return False
        if any(map(_ROOFLINE.search, texts)):
            return False
        return len([t for t in texts if _CIRCLE.search(t)]) == 1

    def judge(self, answer: object, expected: object) -> Verdict:
        """The verdict on an answer where something else is expected."""
        return _answered(answer, replace(self, expected=expected))


def _answered(answer: object, q: Question) -> Verdict:
    """The verdict on an answer whose words are put into those that are read; the same is not worked out twice."""
    if type(answer) is not str:
        return _put_into_words(answer, q)
    asked = [x if type(x) is str else id(x) for x in (q.expected, q.given, q.let)]
    place = (answer, *asked, q.names, q.whole, q.brief)
    found = q.kept.get(place)
    if found is None:
        found = q.kept[place] = _put_into_words(answer, q), q  # which is held, so that no other has its parts' numbers
    return found[0]


def _put_into_words(answer: object, q: Question) -> Verdict:
    """The verdict on an answer in the words that are read; a yes or never is taken with its why."""
    expected = q.expected
    if not isinstance(answer, str) or _plain(answer, expected):
        return _stated(answer, q)
    if isinstance(expected, str) and expected.strip().lower() in ("yes", "no"):
        answer = {"y": "yes", "n": "no"}.get(answer.strip(" .!").lower(), answer)
    if (weak := conditional(answer, expected)) is not None:
        return weak
    if (each := scope.a_chip(answer, expected)) is not None:
        return _answered(answer, replace(q, expected=each))
    known = {*(q.let or ()), *(q.names or ()), *_words_of(expected)}
    if (choice := chosen(answer, q.names, q.bound(answer), known)) is not None:
        found = _stated(choice, q)
        case = in_one_case(answer, lambda text: q.judge(text, expected)) if found.verdict == "wrong" else None
        return found if case is None else case
    told = reworded(answer, known, expected)
    if told != answer and reworded(told, known, expected) == told:
        return _to_the_word(answer, _answered(told, q), q.given)
    answer = comparisons.in_times(unhedged(answer, known))
    why = explained(answer, lambda text, other=expected: q.judge(text, other), expected, bool(q.let))
    return _stated(answer, q) if why is None else why


_WORDED = re.compile(r"[^\W\d_]{3,}|[%x]")


def _plain(answer: str, expected: object) -> bool:
    """Whether there are no words to read: numbers and a unit, where a number or a formula is expected."""
    asks_words = isinstance(expected, str) and _WORDED.search(expected) is not None
    return (wordless(answer) and not asks_words) or _formal(answer, expected)


def _formal(answer: str, expected: object) -> bool:
    """Whether formulas with each operation written out stand on both sides, or an expression: no words to read."""
    return formal(answer) and (not isinstance(expected, str) or formal(expected))


def _stated(answer: object, q: Question) -> Verdict:
    """The verdict on an answer with what its words say, and with what stands beside it."""
    bound = q.bound(answer)
    asked = {*bound, *(q.names or ())}
    if isinstance(answer, str) and answer[:1] in ("[", "(") and isinstance(q.expected, str):
        answer = named(answer, q.expected) or answer
    printed = _as_printed(answer, q)
    if printed is not None:
        return printed
    if (
        isinstance(answer, str)
        and not _plain(answer, q.expected)
        and (worded := _in_words(answer, q, asked, bound)) is not None
    ):
        return worded
    found = _checked(answer, q, asked, bound)
    if (found.code == "unknown-unit" or found.factor) and isinstance(answer, str):
        found = _in_lower_case(answer, q, found)
    return _paced_alike(found, answer, q, asked, bound)


def _in_lower_case(answer: str, q: Question, found: Verdict) -> Verdict:
    """The verdict on an answer with a unit in small letters, 16 gb or 160 kib: bytes, or open where bits are right."""
    both = in_lower_case(answer)
    if both is None or (found.factor and re.search(r"ps\b", answer) is not None):
        return found
    in_bytes = q.judge(both[0], q.expected)
    if found.factor and not in_bytes.ok:
        return found
    if found.factor:  # kb and kib are read as bits, which are off by 8
        sure = "i" in both[0].split()[-1]
    else:
        sure = in_bytes.ok or not q.judge(both[1], q.expected).ok
    if not sure:
        return Verdict("undecided", f"whether {answer} counts bytes or bits is open", code="unknown-unit")
    return with_note(in_bytes, f"read as {both[0]}")


def _in_words(answer: str, q: Question, asked: set[str], bound: dict[str, Ratio]) -> Verdict | None:
    """The verdict by the words of an answer, by what it is set against, by its steps, what is beside it, its case."""
    expected = q.expected
    one = case(answer) if not (isinstance(expected, str) and case(expected)) else None
    if one is not None and _is_of_its_letters(one):
        return _in_its_case(one, q, _names_of(expected, q.names, bound, asked))
    worded = _by_its_words(answer, q, asked, bound)
    beside = contrasted(answer, lambda text: q.judge(text, expected), asked) if worded is None else worded
    if beside is not None:
        return beside
    several, parted = len(steps_of(answer)) > 0, promising(answer)
    theirs = _names_of(expected, q.names, bound, asked) if several or parted or one is not None else set()
    if several and (through := _through(answer, q, asked | theirs)) is not None:
        return through
    if parted and (more := apart(answer, asked | theirs)) is not None:
        whole = partial(_checked, answer, q, asked, bound)
        found = judged(more, lambda text, other=expected: q.judge(text, other), whole, str(expected))
        if found is not None:
            return found
    return None if one is None else _in_its_case(one, q, theirs)


def _is_of_its_letters(one: Case) -> bool:
    """Whether an answer is a formula with the values of letters in it: V/W, with W = 2 and V = 6."""
    numbers = all(len(v.split()) < 3 for v in one.values.values())
    return numbers and "=" not in one.text and {*one.values} <= {*_words_of(one.text)}


def _in_its_case(one: Case, q: Question, names: Collection[str]) -> Verdict:
    """The verdict on an answer for one value of a symbol."""
    plain: Mapping[str, object] = q.let or {}

    def one_case(text: str, values: Mapping[str, object]) -> Verdict:
        return _answered(text, replace(q, let={**plain, **values}))

    return in_case(one, names, one_case)


def _through(answer: str, q: Question, asked: set[str]) -> Verdict | None:
    """The verdict on an answer that is worked out in steps, where one value or formula is expected."""
    plain: Mapping[str, object] = q.let or {}
    if isinstance(q.expected, str) and len(steps_of(q.expected)) > 1:
        return None

    def with_values(text: str, values: Mapping[str, Fraction]) -> Verdict:
        return _answered(text, replace(q, let={**plain, **values}) if values else q)

    return worked_through(answer, with_values, asked)


def _to_the_word(answer: str, found: Verdict, given: object) -> Verdict:
    """The verdict on an answer that spells out its factors or terms, which are meant: n hops of V/(nW) for n - 1."""
    if found.verdict != "in-regime" or given or scope.everywhere(answer):
        return found
    return Verdict("undecided", f"{answer} would only hold in a regime: {found.reason}", code="words")


def _by_its_words(answer: str, q: Question, asked: set[str], bound: dict[str, Ratio]) -> Verdict | None:
    """The verdict where the words of an answer tell what it is: a proviso, a bound, a ratio, a side, a limit."""
    expected = q.expected
    proviso = provisos.judged(answer, expected, q.judge, asked)
    if proviso is not None:
        return proviso
    if isinstance(expected, str) and sided.BOUNDNESS.fullmatch(expected) and (limit := limiting.rather(answer)):
        return _read(limit, q)
    if len(answer) <= MAX_WORDED and (other := bottlenecks.bound(answer)) is not None:
        return q.judge(other, expected)
    if isinstance(expected, str) and sided.BOUNDNESS.fullmatch(expected) and (one := bottlenecks.alone(answer)):
        return _read(one, q)
    ratio = comparisons.judged(answer, expected, q.judge)
    if ratio is None and sided.promising(answer):
        ratio = _on_its_side(answer, q, asked)
    if ratio is not None:
        return ratio
    said, known = limits.limited(answer), {*bound, *_words_of(expected)}
    said = None if said is None else said.spelt(known | _names_of(expected, q.names, bound, asked))
    if said is None or not said.concerns(known):
        return None if said is None else limits.of_things(said, lambda text: q.judge(text, expected))

    def held_in(text: str, given: object, values: Mapping[str, str]) -> Verdict:
        return _answered(text, replace(q, given=given, let={**(q.let or {}), **values}))

    return limits.in_limit(said, q.given, held_in)


def _paced_alike(found: Verdict, answer: object, q: Question, asked: set[str], bound: dict[str, Ratio]) -> Verdict:
    """The verdict with a time per thing for things per time, where that alone is between two units."""
    both = (answer, q.expected)
    if found.code != "units" or not all(isinstance(x, str) for x in both):
        return found
    if not paced(in_text(q.expected)) and (plain := scope.without_period(str(answer))) is not None:
        return _checked(plain, q, asked, bound)
    mine, theirs = (_paced(str(x), asked) for x in both)
    if mine == theirs and not upside_down(*map(str, both)):
        return found
    turned = _checked(answer, replace(q, expected=inverted(in_text(q.expected))), asked, bound)
    return turned if turned.ok else found


def _paced(text: str, asked: set[str]) -> bool:
    """Whether a text says how long one thing takes, as typed or behind its words: it takes 42 ms per token."""
    return paced(text) or paced(typed(text, asked).text)


def _is_its_print(answer: str, text: str, expected: object) -> bool:
    """Whether an answer is what a threshold prints, in letters or in LaTeX, but for blanks."""
    said = " ".join(answer.split())
    return said == text or ("\\" in said and said == " ".join(tex(expected).split()))


def _as_printed(answer: object, q: Question) -> Verdict | None:
    """The verdict where one side is a threshold as it is printed, with its integer, regime, condition or rates."""
    both = (answer, q.expected)
    mine_text, text = (x if isinstance(x, str) else str(x) if hasattr(x, "sense") else "" for x in both)
    if isinstance(answer, str) and hasattr(q.expected, "sense") and _is_its_print(answer, text, q.expected):
        return Verdict("exact", "the same region", code="same-region")
    if mine_text and text and (same := thresholds.special(mine_text, text)) is not None:
        return same
    if (region := next((x for x in both if _is_one_interval(x)), None)) is not None:
        text, name = _alternatives(None, region)[0], str(getattr(region, "name", ""))
        one, other = (text if x is region else x for x in both)
        return _answered(one, replace(q, expected=other, whole=(*q.whole, name)))
    mine, theirs = (thresholds.printed(x) if isinstance(x, str) else None for x in both)
    if mine is None and theirs is None:
        return None
    a, e = (t or (Told(x) if isinstance(x, str) else _told_by(x)) for t, x in zip((mine, theirs), both))
    if (clash := thresholds.regimes_clash(a.regime, e.regime)) is not None:
        return clash
    if twice := thresholds.twice_told(a) or thresholds.twice_told(e):
        return Verdict("undecided", twice, code="told-twice")
    a, e = (thresholds.with_rates(x, y, q.let or ()) for x, y in ((a, e), (e, a)))
    given = q.given if q.given not in (None, "") or mine is None or not mine.regime else mine.regime
    whole = tuple({t.whole for t in (a, e) if t.whole})
    expected = e.text if isinstance(q.expected, str) else q.expected
    alike = {as_read: x for as_read, x in _kinds(answer, q.expected).items() if as_read != str(x)}
    inner = replace(q, expected=expected, given=given, whole=(*q.whole, *whole), let={**alike, **(q.let or {})})
    found = _answered(a.text if isinstance(answer, str) else answer, inner)
    more = a.when or e.when or a.every or a.integer is not None
    return thresholds.conditions(a, _with_integer(e, q.expected), found, inner.judge) if more else found


def _with_integer(e: Told, expected: object) -> Told:
    """What is expected with its whole number, and where every size will do, as a threshold prints them."""
    own = thresholds.printed(str(expected)) if hasattr(expected, "sense") else None
    return e if own is None else replace(e, integer=own.integer, every=own.every)


def _is_one_interval(x: object) -> bool:
    """Whether a threshold is a region between two ends."""
    pieces: Any = getattr(x, "intervals", ())
    return hasattr(x, "verdict") and len(pieces) == 1 and pieces[0].hi is not None and pieces[0].lo > 0


def _told_by(x: object) -> Told:
    """What an expression or a threshold says beside its bound, and the names in it."""
    when = getattr(getattr(x, "when", None), "text", "") or ""
    return Told(" ".join(sorted(_words_of(x))), when=str(when))


def _on_its_side(answer: str, q: Question, asked: set[str]) -> Verdict | None:
    """The verdict on an answer that says what is compute-bound where; None where no bound is expected."""
    expected = q.expected
    if isinstance(expected, str) and sided.BOUNDNESS.search(expected):
        theirs = sided.sided(expected, asked)
        expected = theirs[0] if theirs and len({*theirs}) == 1 else expected
    if not _asks_for_a_bound(expected, asked):
        return None
    parts = apart(answer, asked)
    if parts is not None and parts.reason and not sided.BOUNDNESS.search(parts.reason):
        return None  # memory-bound, because 8 < 240
    if (spared := sided.denied(answer)) is not None:
        if q.judge(spared, expected).ok:
            return Verdict("wrong", f"it says that {expected} is not needed", code="direction", right=str(expected))
        return Verdict("undecided", "what is not needed is no answer", code="words")
    found = sided.sided(answer, asked)
    if found is not None and isinstance(q.expected, str) and sided.BOUNDNESS.fullmatch(q.expected.strip()):
        found = None if any(re.fullmatch(rf"{NUMBER}", t.strip()) for t in found) else found  # the ridge is only 240
    if found is not None:
        made = _worst([q.judge(t, expected) for t in found]) if len(found) > 1 else q.judge(found[0], expected)
        return scope.of_the_network(answer, expected, made)
    if not sided.BOUNDNESS.search(answer):
        return None
    return Verdict("undecided", "what it says is compute-bound or memory-bound is not understood", code="unread")


def _asks_for_a_bound(expected: object, asked: set[str]) -> bool:
    """Whether a bound is expected, or that there is none."""
    if not isinstance(expected, str):
        return hasattr(expected, "sense") or hasattr(expected, "rel_op")
    said = typed(expected, asked)
    return said.said in ("never", "always") or bool(said.sense or _RELATION.search(said.text))


def _names_of(expected: object, names: Iterable[str] | None, let: Mapping[str, Ratio], asked: set[str]) -> set[str]:
    """The symbols of what is expected; none where it does not read."""
    try:
        e = _claimed(expected, typed(expected, asked) if isinstance(expected, str) else None, names, let)
    except SymroofError:
        return set()
    known = {*(e.value.names if e.value is not None else ()), *leaves(e.node, "name"), *e.asked}
    return known | ({e.name} if e.name else set())


def _checked(answer: object, q: Question, asked: set[str], bound: dict[str, Ratio]) -> Verdict:
    """The verdict on an answer that is one statement."""
    expected, names = q.expected, q.names
    if isinstance(answer, str) and not (isinstance(expected, str) and "," in expected):
        answer = with_point(answer)
    mine = typed(answer, {*asked, *_words_of(expected)}) if isinstance(answer, str) else None
    theirs = typed(expected, {*asked, *_words_of(answer)}) if isinstance(expected, str) else None
    if (several := _in_pieces(mine, answer, theirs, q, bound)) is not None:
        return several
    try:
        e = _claimed(expected, theirs, names, bound, _letters(answer, expected))
    except Unsupported:
        if mine is None or two_bounds(str(expected)) is None:
            raise
        return Verdict("undecided", f"no condition with two ends, as {expected} is one", code="words")
    a = _beside_a_number(answer, _understood(answer, mine, names, bound, e), e)
    if isinstance(a, Verdict):
        return a
    try:
        if mine is not None and mine.spread:
            return _in_range(a, e, bound)
        if isinstance(answer, str) and mine is not None:
            return _as_typed(answer, (mine, theirs), a, e, q, bound)
        return _warned(a, e, _stepped(a, e, _overlapped(a, e, _decided(a, e, q, theirs, bound)), bound))
    except (Unsupported, Inconclusive) as err:
        return Verdict("undecided", str(err).split("\n")[0], code="unsupported")


def _in_pieces(
    mine: Typed | None, answer: object, theirs: Typed | None, q: Question, bound: dict[str, Ratio]
) -> Verdict | None:
    """The verdict on alternatives, on lists, and on an amount that stands beside the verdict asked; None for others."""
    if mine is not None and asks_a_verdict(q.expected) and _is_told_beside(mine, str(answer)):
        return Verdict("undecided", f"{mine.text}: a value, where {q.expected} is expected", code="unread")
    several = _either(mine, answer, theirs, q)
    if several is None and mine is not None and theirs is not None and not (mine.said or theirs.said):
        several = _lists(mine, theirs, q.names, bound, partial(_part, q))
    return several


def _is_told_beside(said: Typed, answer: str) -> bool:
    """Whether all that was read is an amount behind words, as in the loads take 2 ms, which no verdict is told by."""
    return wordless(said.text) and not (said.sense or said.said or said.spread or wordless(answer))


def _beside_a_number(answer: object, a: Claim | Verdict, e: Claim) -> Claim | Verdict:
    """The claim, or open for never and always in a sentence with a number, where a value is expected.

    You will never get more than a factor of ten.
    """
    if isinstance(a, Verdict) or not isinstance(answer, str) or a.kind not in ("never", "always") or e.kind != "value":
        return a
    if not (_SOME_NUMBER.search(answer) or re.search(r"fold\b", answer)):
        return a
    return Verdict("undecided", f"{a.kind} beside a number, where a value is expected", code="unread")


def _as_typed(
    answer: str, words: tuple[Typed, Typed | None], a: Claim, e: Claim, q: Question, bound: dict[str, Ratio]
) -> Verdict:
    """The verdict on a typed statement: an equation is solved, and its words may leave what is right open."""
    mine, theirs = words
    if (other := parts.of_another(answer, a, e, brief=q.brief)) is not None:
        return other
    equation = solved(a, e)
    if isinstance(equation, Verdict):
        return equation
    found = _decided(equation, e, q, theirs, bound)
    if equation is not a and found.verdict == "wrong" and (whole := _decided(a, e, q, theirs, bound)).ok:
        if (left := open_formula(a, e)) is not None:
            return Verdict("undecided", f"whether {left} is what is asked is open; give it alone", code="equation")
        equation, found = (a, whole) if one_name(a) else (equation, found)
    for left_open in (
        _unit_open(equation, e, found, bound),
        _turned(mine, theirs, found, e),
        _of_something(answer, equation, e, found),
        parts.left_open(answer, e, q.expected) if found.ok else None,
        parts.of_a_part(answer, e, q.expected) if found.code in ("value", "factor") else None,
        _renamed(equation, e, found, q, (theirs, bound)),
        other_names(equation, e) if isinstance(q.expected, str) and found.code in _VALUED else None,
    ):
        if left_open is not None:
            return left_open
    return _warned(equation, e, _stepped(equation, e, _overlapped(equation, e, found), bound))


def _renamed(
    a: Claim, e: Claim, found: Verdict, q: Question, how: tuple[Typed | None, dict[str, Ratio]]
) -> Verdict | None:
    """The verdict on a wrong formula whose names are the key's in other letters, or may be; None for any other."""
    if found.verdict != "wrong" or not isinstance(q.expected, str):
        return None
    asked = {*(q.let or ()), *(q.names or ())}
    return by_other_names(a, e, found, asked, lambda c: _decided(c, e, q, *how))


def _decided(a: Claim, e: Claim, q: Question, theirs: Typed | None, bound: dict[str, Ratio]) -> Verdict:
    """The verdict on one claim, as a float, as it stands, or under the regime that is stated."""
    near = _rounded(a, e, q.expected, bound)
    found = _judged(a, e, q.given, bound) if near is None else near
    if not found.ok or (found.verdict == "convention" and a.kind in ("value", "bound")):
        made = assumed(a, _unbound(e, theirs, q, bound), q.given, bound, found)
        found = found if made is None else made
    return found


def _turned(mine: Typed, theirs: Typed | None, found: Verdict, e: Claim) -> Verdict | None:
    """The verdict on a comparison whose word is not the one expected: 3x slower for 3x faster, 3x as many for 3."""
    if not found.ok or not mine.toward:
        return None
    said = theirs.toward if theirs is not None else ""
    against = opposed(mine.toward, said) if said or not any(e.dimension or ()) else None
    if against is False:
        return None
    if against:
        return Verdict("wrong", f"{mine.toward}, where {said} is right: direction", code="direction", right=said)
    words = (
        f"{mine.toward}, where {said} is expected" if said else f"{mine.toward}, and what is expected does not say so"
    )
    return Verdict("undecided", words, code="words")


_MULTIPLE = re.compile(
    r"\s*(?:about|roughly|exactly|~|≈)?\s*(?:(?:twice|half|double|triple|thrice|a\s+(?:third|quarter))\b|\d[\d.]*\s*(?:[x×]|times))"
    r"\s*(?:of\s+)?(?:as\s+\w+\s+as\b|that\b|those\b|(?:the|an?)\s+[a-z]|it\b|what\b|\Z)",
    re.I,
)


def _of_something(answer: object, a: Claim, e: Claim, found: Verdict) -> Verdict | None:
    """The verdict on a multiple of what has a name in words alone, where a formula is expected: twice an all-gather."""
    if found.verdict != "wrong" or not isinstance(answer, str) or not _MULTIPLE.match(answer):
        return None
    if a.value is None or a.value.names or e.value is None or not e.value.names:
        return None
    return Verdict("undecided", f"{a.value} times what is not said in symbols; write the formula", code="words")


def _unit_open(a: Claim, e: Claim, found: Verdict, let: Mapping[str, Ratio]) -> Verdict | None:
    """The verdict where only one of the two has a unit, so that whether the answer stands is open: 52 for 52 h too."""
    if found.ok:
        return unasked(a, e)
    if found.verdict != "wrong" or found.code not in ("value", "factor"):
        return None
    readings = [(a, e), *((x, y) for x, y, _ in lettered(a, e, let))]
    bare = next((v for x, y in readings if (v := lacking(x, y)) is not None), None)
    other = unlike(a, e, found) if bare is None else bare
    return None if other is found else other


def _between(answer: object, theirs: Typed | None, expected: object) -> str | None:
    """Two ends in words as the condition that is expected: between 5 and 20 for 5 < B < 20; None where none such is."""
    if not isinstance(answer, str) or _is_formula(theirs, expected):
        return None  # which has no ends, and is not written out to see that
    return named(answer, theirs.text if theirs is not None else next(iter(_alternatives(None, expected)), ""))


def _lists(
    mine: Typed, theirs: Typed, names: Any, bound: dict[str, Ratio], one: Callable[[str, str], Verdict]
) -> Verdict | None:
    """The verdict on lists, of values or of conditions, one against one; None where neither text is a list."""
    free, orders = _parts(mine, theirs, names, bound)
    marks = [_worst([one(*p) for p in pairs]) for pairs in orders]
    if not marks:
        return one_of(*_conditions(mine, theirs, names, bound), one)
    good = [v for v in marks if v.verdict in ("exact", "rounded") or (v.ok and free)]
    return min(good, key=lambda v: _WORST.index(v.verdict), default=marks[0])


def _overlapped(a: Claim, e: Claim, found: Verdict) -> Verdict:
    """The verdict on the sum of the times for the larger of them, or the reverse: wrong, and what it is as a guess.

    Whether they overlap is what such a question asks; nothing in it is evidence for the other answer.
    """
    if found.code != "overlap" or a.value is None or e.value is None:
        return found
    return replace(wrong(a.value, e.value), note=f"a guess: it {found.reason}", code="overlap")


def _kinds(*said: object) -> dict[str, Ratio]:
    """The symbols declared against their convention that occur in expressions: text beside these means the same."""
    keys = [getattr(x, "name", "") for x in said if hasattr(x, "sense")]
    for x in (getattr(bare(s), "value", bare(s)) for s in said):
        keys += x.names if isinstance(x, Ratio) else map(key_of, getattr(x, "free_symbols", ()))
    found = {str(n): gen(n) for n in keys if type(n) is Name}
    names = {str(n): n for n in keys if n}
    read = {as_read: n for name, n in names.items() for as_read in _read_back(name)}
    return {**{name: gen(n) for name, n in read.items() if name not in names}, **found}


def _read_back(name: str) -> set[str]:
    r"""The names by which a symbol's own print is read: beta for β, B_1 for B1, which LaTeX writes ``B_1``.

    >>> sorted(_read_back("β")), sorted(_read_back("B1")), _read_back("B")
    (['beta'], ['B_1'], set())
    """
    try:
        spelt = _spelt_out(name)
    except NotationError:  # a name that no formula is typed with
        return set()
    return {spelt, re.sub(r"\A([^\W\d_]|[a-z]{2,})(\d+)\Z", r"\1_\2", spelt)} - {name}


def _part(q: Question, answer: str, expected: str) -> Verdict:
    """The verdict on one part; on one that is missing, wrong."""
    if answer == _MISSING:
        return Verdict("wrong", "a condition is missing", code="missing")
    return q.judge(answer, expected)


def _capitals(expected: object) -> set[str]:
    """The names of capitals that are operands of a formula, and no products of its letters: BW in Q/BW."""
    if not isinstance(expected, str):
        return set()
    letters = set(re.findall(r"(?<![^\W\d_])[A-Z](?![^\W\d_])", expected))
    return {n for m in _CAPITALS.finditer(expected) if not {*(n := m["n"] or m["m"])} <= letters}


def _words_of(expected: object) -> set[str]:
    """The words of the expected text, or the symbols of an expression: what may stand in an answer as a name."""
    if isinstance(expected, str):
        return {*_words_in(expected)}
    expected = bare(expected)
    free = getattr(expected, "free_symbols", None) or getattr(expected, "free", ())
    return {
        getattr(s, "name", None) or str(s) for s in (free if isinstance(free, (set, frozenset, tuple, list)) else ())
    }


@lru_cache(maxsize=512)
def _words_in(text: str) -> frozenset[str]:
    found = frozenset(re.findall(r"[^\W\d_]+", text)) - articles(text)
    if "x" in found and comparisons.compared(text) is not None:
        found -= {"x"}  # 2x faster
    period = _BY_A_PERIOD.search(text)  # 86400 requests/day: no symbol of the question
    coin = re.search(r"[$€£]|\b(?:USD|EUR|GBP|CHF)\b", text)  # whose period words tell: for a month
    return found - {period[1]} if period is not None and (coin is None or period[1] == "s") else found


def _letters(answer: object, expected: object) -> set[str]:
    """The one-letter names of the answer of which a run of the expected text is a product: mnk beside m*n*k."""
    if not isinstance(expected, str):
        return set()
    small = {w for w in _words_of(answer) if len(w) == 1 and w.islower()}
    runs = {w for w in _words_of(expected) if len(w) > 1 and w.islower() and w not in UNITS}
    return {ch for run in runs if {*run} <= small for ch in run}


def _claimed(
    x: object, words: Typed | None, names: Iterable[str] | None, let: Mapping[str, Ratio], known: Iterable[str] = ()
) -> Claim:
    """What was given, as a claim; words are those of a text."""
    if words is None:
        return claim(x, names, let, known)
    if words.said == "nothing":
        raise NotationError("no answer is nothing to compare with", str(x), None, "give a value, a bound, yes or no")
    if words.said:
        return Claim(
            "always" if words.said in ("yes", "always") else "never",
            text=str(x).strip(),
            notes=("yes or no",) if words.said in ("yes", "no") else (),
        )
    if words.spread:
        low, high = (claim(end, names, let, known) for end in words.spread)
        return replace(low if constant(low.value) is not None else high, text=words.text, spread=(low, high))
    made = claim(words.text, names, let, known)
    if words.left_out:
        made = replace(made, notes=(*made.notes, f"left out: {words.left_out}"))
    if words.sense:
        made = replace(made, kind="bound" if made.kind == "value" else made.kind, sense=words.sense)
    return replace(made, about=made.about or words.about, order_only=words.order)


def _says_no_value(answer: str, words: Typed, known: Collection[str]) -> Verdict | None:
    """Undecided for a unit without a number, a couple of GB, and a remark that alters what it stands behind."""
    reason, code = "", "words"
    if (altered := ALTERS.search(words.left_out)) is not None:
        code = "unread" if _A_PLACE.search(words.left_out) else code
        reason = f"{altered.group()}: {words.left_out} may change what it stands behind"
    elif (other := _another_of_its_unit(words)) != "":
        reason = f"{words.text.strip(' ,')} stands, and {other} beside it"
    elif (vague := _VAGUE.search(answer)) is not None and _measures(vague[1]):
        reason = f"{vague.group()}: so many is no number"
    elif _a_unit(words.text) and words.text not in known:
        reason = f"{words.text}: a unit without a number"
    return Verdict("undecided", reason, code=code) if reason else None


def _another_of_its_unit(words: Typed) -> str:
    """Another value in the unit of the value behind which it is left out: 67 s, in practice 100.5 s; "" for none."""
    mine = _ONE_AMOUNT.fullmatch(words.text.strip(" ,"))
    told = [*_AMOUNT.finditer(words.left_out)]
    if mine is None or len(told) != 1 or told[0]["unit"] != mine["unit"] or told[0]["n"] == mine["n"]:
        return ""
    return told[0].group() if _IN_A_CASE.fullmatch(words.left_out[: told[0].start()]) else ""


_AMOUNT = re.compile(rf"(?<![\w.])(?P<n>{NUMBER})\s?(?P<unit>[A-Za-zµμ]+(?:/[A-Za-z]+)?)(?!\w)")
_ONE_AMOUNT = re.compile(rf"[~≈]?\s?{_AMOUNT.pattern}")
_IN_A_CASE = re.compile(
    r"\W*(?:in|on|at|for|with|by)\s+(?!least|most)(?:(?!of\b|from\b|than\b|to\b|by\b)[A-Za-z-]+\s+){1,4}"
)
_A_PLACE = re.compile(r"\bover\s+(?:the|that|this|those|these|a|our|its)\s", re.I)  # over that link, which may be where


def _understood(
    answer: object,
    words: Typed | None,
    names: Iterable[str] | None,
    let: Mapping[str, Ratio],
    e: Claim,
) -> Claim | Verdict:
    """The answer as a claim, or what of its words is not understood; broken formulas are refused."""
    if words is not None and words.said == "nothing":
        return Verdict("undecided", "no answer is given", code="words")
    if words is not None and _INFINITE.fullmatch(words.text):
        if e.kind == "value":
            return Verdict("wrong", "infinity, where a finite value is right", code="infinity", right=text_of(e.value))
        return Verdict("undecided", "infinity is no bound; say never where no size will do", code="infinity")
    if words is not None and _REGIMES.search(words.text):
        return Verdict("undecided", "a regime where a value or a bound is asked", code="regime")
    known = {*(e.value.names if e.value is not None else ()), *e.asked}
    if words is not None and (empty := _says_no_value(str(answer), words, {*known, *let, *(names or ())})) is not None:
        return empty
    try:
        made = _claimed(answer, words, names, let, known)
    except (NotationError, Unsupported) as err:
        asked = {*(names or ()), *let, *known}
        unread = strange(words.text, asked) if words is not None else ""
        said = re.findall(r"(?<![\w\\])[a-z]+(?!\w)", str(answer))
        unread = unread or ", ".join(w for w in said if w in _SMALL_WORDS - asked or (len(w) > 3 and w in KIND))
        if not unread or words is None:
            raise
        why = err.reason if isinstance(err, NotationError) else str(err).split("\n")[0]
        return Verdict("undecided", f"not understood: {unread}; give the value alone ({why})", code="unread")
    prose = _prose(made, e, names, let) if words is not None else None
    asked = {*known, *let, *(names or ())}
    split_up = words is not None and not words.said and made.kind == "value" and _NO_PRODUCT.search(made.text)
    if prose is None and split_up and (m := split_up).group() not in asked:
        return Verdict("undecided", f"{m.group()}: words, not symbols; declare them", code="unread")
    return made if prose is None else prose


def _measures(unit: str) -> bool:
    """Whether a word is a unit in which something is measured: GB, weeks, and not devices."""
    return unit in UNITS and any(UNITS[unit].dimension[:5])


_VAGUE = re.compile(  # a couple of GB
    r"\A[^\d]*\b(?:some|several|many|a\s+(?:few|couple\s+of|handful\s+of)|(?:dozens|hundreds|thousands)\s+of)"
    r"\s+(?:(?:hundred|thousand|million|billion)s?\s+(?:of\s+)?)?([A-Za-z]+)\b[^\d]*\Z",
    re.I,
)


def _a_unit(text: str) -> bool:
    """Whether a text is a unit by its name alone: minutes, and not s, which is a symbol too."""
    return text in UNITS and len(text) > 2


def _in_range(a: Claim, e: Claim, let: Mapping[str, Ratio]) -> Verdict:
    """A range is wrong where it leaves the value out; where it does not, it says enough if it is narrow."""
    ends = a.spread or (a, a)
    if e.spread is not None:
        return _worst([_judged(x, y, None, let) for x, y in zip(ends, e.spread)])
    whole = e if units(ends[1], e) is None else unit_of_all(e, let) or e
    if constant(whole.value) is None:  # 0.35 J
        read = next(lettered(ends[1], whole, let), None)
        whole = read[1] if read is not None and constant(read[1].value) is not None else whole
    unlike = units(ends[1], whole)
    if unlike is not None:
        return unlike
    e = whole
    value, (low, high) = constant(e.value), (constant(c.value) for c in ends)
    if value is None or low is None or high is None or e.kind not in ("value", "bound"):
        return Verdict("undecided", "a range where a formula was expected; give one value", code="range")
    dim = e.dimension or ends[1].dimension or ()
    where = f"{shown(value, dim, 6)} lies {{}} {shown(low, dim)} to {shown(high, dim)}"
    if not low <= value <= high:
        return Verdict("wrong", where.format("outside"), code="range", right=text_of(e.value))
    if high - low <= 2 * _NARROW * abs(low + high) / 2:
        return Verdict("rounded", where.format("within"), code="range", right=text_of(e.value))
    return Verdict("undecided", where.format("within") + "; give one value", code="range")


def _unbound(e: Claim, words: Typed | None, q: Question, let: Mapping[str, Ratio]) -> Claim:
    """The expected claim before anything is bound."""
    left = {n: let[n] for n in NATURAL if n in let}
    return replace(e if left == let else _claimed(q.expected, words, q.names, left, let), chain=None)


def _rounded(a: Claim, e: Claim, expected: object, let: Mapping[str, Ratio]) -> Verdict | None:
    """The verdict on a float that is the value but for the roundings of a formula in which large numbers cancel."""
    x, y = constant(a.value), constant(e.value)
    if not a.rounding or x is None or not y or abs(x - y) <= a.rounding * abs(y) or abs(x / y - 1) > _CANCELLED:
        return None
    sizes = {n: float(c) for n, r in let.items() if (c := constant(r)) is not None}
    formula = e.node if isinstance(expected, str) else getattr(bare(expected), "value", bare(expected))
    most = rounding_bound(formula, sizes)
    if most is None or not math.isfinite(most) or abs(x / y - 1) > Fraction(most) * 4 * a.rounding / _STEPS:
        return None
    right = text_of(e.value)
    return Verdict("rounded", f"{right} to the precision of floats, which cancel in it", code="float", right=right)


def _judged(a: Claim, e: Claim, given: object, let: Mapping[str, Ratio]) -> Verdict:
    """The verdict; a wrong one is tried again with the unit of a quotient below, and with more parentheses."""
    found = typed_value(a, e, given)
    if found.verdict != "wrong":
        return found
    a2, e2 = (below(c, let) if divides(c, other) else None for c, other in ((a, e), (e, a)))
    if a2 or e2:
        again = typed_value(a2 or a, e2 or e, given)
        if again.ok:
            return with_note(again, "the unit after / read as the divisor's")
    if _FRACTION.search(a.text) and a.kind == e.kind == "value":
        text = _FRACTION.sub(lambda m: f"({m[1] or m[2]})*", a.text)
        known = e.value.names if e.value is not None else ()
        spaced = understood(lambda: typed_value(claim(text, None, let, known), e, given))
        if spaced is not None and spaced.ok:
            return with_note(spaced, f"read as {text}")
    sums = unit_of_all(a, let), unit_of_all(e, let)
    if any(sums) and (again := typed_value(sums[0] or a, sums[1] or e, given)).ok:
        return with_note(again, "the unit behind the sum read as that of all its terms")
    if found.code in ("value", "factor"):
        fit = fitted(a, e)
        fit = fitted(e, a, constants=False) if fit is None else fit
        if fit is not None:
            return fit
    return _judged_respelt(a, e, given, let, found)


def _judged_respelt(a: Claim, e: Claim, given: object, let: Mapping[str, Ratio], found: Verdict) -> Verdict:
    """The verdict with letters read otherwise, or with the parentheses that would make it right in a note."""
    last = None
    theirs = e.value.names if e.value is not None else ()
    known = {*theirs, *let, *GREEK, *UNITS}
    mine = a.value.names if a.value is not None else ()
    letters = {n.lower() for n in theirs}
    prose = [n for n in mine if n.isalpha() and n.islower() and len(n) > 1 and n not in known and not {*n} <= letters]
    if len(prose) > 1 and a.printed is None:  # 90 joules go up in heat
        return Verdict("undecided", f"{', '.join(prose)}: words, not symbols; declare them", code="unread")
    for x, y, words in lettered(a, e, let):
        again = with_note(typed_value(x, y, given), words)
        if again.ok:
            return again
        last = again if words != SYMBOLS and last is None else last
    if last is not None:
        return last
    if a.kind == e.kind == "value":
        near = meant(a, e, let, lambda x, y: values(x, y, given, search=False))
        if near:
            return replace(found, note=f"right with parentheses: {near[0]}", code="near-miss")
    return found


def _warned(a: Claim, e: Claim, found: Verdict) -> Verdict:
    """A wrong verdict says how an ambiguous text was read: 1/2B as 1/(2B)."""
    if found.ok:
        return found
    for c, whose in ((a, "the answer's "), (e, "the expected ")):
        for note in c.notes:
            if "binds tighter" in note and (found.code != "near-miss" or "(...)" in note):
                found = with_note(found, whose + note)
    return found


def _stepped(a: Claim, e: Claim, found: Verdict, let: Mapping[str, Ratio]) -> Verdict:
    """An answer that shows its steps is only right if they are: 16*20*28/2*2 = 2240 is wrong as printed."""
    if a.chain is None or not found.ok:
        return found
    known = Known(let if isinstance(let, dict) else dict(let))
    symbols = {*(e.value.names if e.value is not None else ()), *e.asked} - open_letters(e.node)
    for left, relation, right in zip(a.chain.sides, a.chain.relations, a.chain.sides[1:]):
        if left.node is None or right.node is None or relation not in ("=", "~") or left.words or right.words:
            continue
        step = judge_link(left, relation, right, a.chain, known)
        if not isinstance(step, Verdict):
            if untrue(left, right, let, symbols):
                words = f"as printed, {left.text} = {right.text} is wrong"
                return Verdict("wrong", words, code="step", right=found.right)
            continue
        if step.ok and found.verdict == "exact" and _far_rounded(left, relation, right, let):
            words = f"as printed, {left.text} = {right.text} is wrong: it is rounded by more than its one digit excuses"
            return Verdict("wrong", words, code="step", right=found.right)  # 9/2 = 5 ms
        found = _with_a_wrong_step(step, left, relation, right, found, let) if step.verdict == "wrong" else found
        if not found.ok:
            return found
    return found


def _with_a_wrong_step(
    step: Verdict, left: Side, relation: str, right: Side, found: Verdict, let: Mapping[str, Ratio]
) -> Verdict:
    """The verdict on a right answer with a step that does not hold as printed: as it stands, where it may be meant."""
    if _in_bits(left.text, right.text, step):
        return found  # 64 KiB * 8 / 0.04 s = 13.1 Mb/s
    if step.code == "units" and _same_number(left, right, let):
        return found  # 3840 * 3 bytes * 60 = 1.5e9 bytes/s, where nobody said that 60 is a second
    if open_units := loose(left.text, right.text):
        return with_note(found, open_units)
    if relation == "=" and carried(claim_of(left, let), claim_of(right, let)):
        return found  # more digits than the step prints
    words = f"as printed, {left.text} = {right.text} is wrong: {step.reason.removeprefix('as printed, ')}"
    return replace(step, reason=words, code="step" if step.code != "near-miss" else step.code)


def _far_rounded(left: Side, relation: str, right: Side, let: Mapping[str, Ratio]) -> bool:
    """Whether a step's result of a single digit, measured and not counted, is further off than its digits excuse."""
    one, other = claim_of(left, let), claim_of(right, let)
    x, y, p = constant(one.value), constant(other.value), other.printed
    if relation != "=" or p is None or p.digits != 1 or one.printed is not None or not x or not y:
        return False
    told = number_at(p.text, 0) if next(leaves(left.node, "unit"), None) is None else None  # 9/2 = 5 ms
    y = told[0].value if told is not None else y
    alike = told is not None or one.dimension == other.dimension
    return alike and any((other.dimension or ())[:5]) and abs(y / x - 1) > _ROUNDED_AWAY


def _in_bits(left: str, right: str, step: Verdict) -> bool:
    """Whether a step turns its bytes into bits by a factor that it prints: 8 bits each, behind which it says bits."""
    by = re.search(r"(?:[×*x·]|\\times|\\cdot)\s*8(?![\w.])|(?<![\w.])8\s*(?:[×*x·]|\\times|\\cdot)", left)
    told = re.search(r"\d\s?[kMGTP]?(?:b|bits?)(?:/s|ps)?\b", right)
    plain = re.sub(r"\\(?:times|cdot|frac)", "", left)
    bare = re.fullmatch(r"[\d\s.,*×·/()^{}eE+-]*", plain)  # nobody said bytes
    return (by is not None or bare is not None) and told is not None and "1/8" in (step.factor or "")


def _same_number(left: Side, right: Side, let: Mapping[str, Ratio]) -> bool:
    """Whether two sides of a step are the same number, whatever their units."""
    one, other = claim_of(left, let), claim_of(right, let)
    bare = replace(one, dimension=other.dimension), other
    return typed_value(*bare, None).ok if one.printed is None else False


def _parts(
    a: Typed, e: Typed, names: Iterable[str] | None, let: Mapping[str, Ratio]
) -> tuple[bool, list[list[tuple[str, str]]]]:
    """Whether order is free, and the parts of two answers: lists (256, 64), conjunctions, chains (a < b < c); or none.

    A chain of the other direction is also read from its other end, and conditions joined by "and" in any order.
    """
    mine, theirs = _listed(a, e, names, let)
    if not mine or not theirs:
        return False, []
    ordered = [{r[:1] for _, r in p} for p in (mine, theirs)]
    conditions = all(_RELATION.search(x) for x, _ in (*mine, *theirs)) and not any(r for _, r in (*mine, *theirs))
    if conditions and len(mine) < len(theirs) and len(theirs) <= 4:
        chosen = permutations(theirs, len(mine))
        return True, [[*((x, y) for (x, _), (y, _) in zip(mine, some)), (_MISSING, "")] for some in chosen]
    if len(mine) != len(theirs) or len(mine) < 2:
        return False, []
    if conditions and len(mine) <= 4:
        return True, [[(x, y) for (x, _), (y, _) in zip(order, theirs)] for order in permutations(mine)]
    orders = [mine, mine[::-1]] if ordered[0] != ordered[1] and len(ordered[0]) == len(ordered[1]) == 1 else [mine]
    return False, [[(x, y) for (x, _), (y, _) in zip(order, theirs)] for order in orders]


Pieces = list[tuple[str, str]]


def _listed(a: Typed, e: Typed, names: Iterable[str] | None, let: Mapping[str, Ratio]) -> tuple[Pieces, Pieces]:
    """The parts of two lists, each with the relation by which a chain holds it; empty where there is none."""
    texts = [_AND.sub(", ", t.text) if _conjoined(t.text) else t.text for t in (a, e)]
    if not any(sign in t for sign in _PARTING for t in texts) or any(t.sense or t.spread for t in (a, e)):
        return [], []
    try:
        mine, theirs = (
            [x for c in parse_chains(_bracketless(t), names, strict=True, words=let) for x in _pieces(c)] for t in texts
        )
    except SymroofError:
        return [], []
    return mine, theirs


def _conditions(
    a: Typed, e: Typed, names: Iterable[str] | None, let: Mapping[str, Ratio]
) -> tuple[list[str], list[str]]:
    """The inequalities that two texts consist of; empty where one holds something else."""
    mine, theirs = ([x for x, _ in pieces] for pieces in _listed(a, e, names, let))
    return (mine, theirs) if all(_RELATION.search(x) for x in (*mine, *theirs)) else ([], [])


def _either(mine: Typed | None, answer: object, theirs: Typed | None, q: Question) -> Verdict | None:
    """The verdict on alternatives, B < 5 or B > 20, and on thresholds whose region has several pieces; else None."""
    expected, names, let = q.expected, q.names, q.let
    if (between := _between(answer, theirs, expected)) is not None and _between(between, theirs, expected) is None:
        return with_note(q.judge(between, expected), f"read as {between}")
    if isinstance(answer, str) and isinstance(expected, str) and (other := named(expected, answer)) is not None:
        return with_note(q.judge(answer, other), f"{expected} read as {other}")
    both = ((mine, answer), (theirs, expected))
    if all(_is_formula(t, x) or len(_alternatives(t, x)) < 2 for t, x in both):
        return None
    sides = [_alternatives(t, x) for t, x in both]
    if getattr(answer, "sense", None) is not None and answer == expected:
        return Verdict("exact", "the same region", code="same-region")
    if not all(sides):
        return Verdict("undecided", "a region of this form is not compared", code="region")
    if len(sides[0]) != len(sides[1]):
        mine_many, many = (f"{len(s)} {w}{'s' if len(s) > 1 else ''}" for s, w in zip(sides, ("condition", "piece")))
        words = f"{mine_many} where the region has {many}"
        kind: VerdictName = "wrong" if all(len(s) > 1 for s in sides) or theirs is None else "undecided"
        if kind == "undecided" and any(_every(x, y, names, let) for x, y in (sides, sides[::-1])):
            kind, words = "wrong", f"{mine.text if mine is not None else answer} is another region"
        return Verdict(kind, words, code="region", right=str(expected))
    marks = [_worst([_part(q, *p) for p in zip(order, sides[1])]) for order in permutations(sides[0])]
    good = [v for v in marks if v.ok]
    return min(good, key=lambda v: _WORST.index(v.verdict), default=marks[0])


def _every(mine: list[str], theirs: list[str], names: Iterable[str] | None, let: Mapping[str, object] | None) -> bool:
    """Whether two alternatives leave no value out, B > 5 or B < 20, while one condition or several joined do."""
    if len(mine) != 2 or len(theirs) != 1:
        return False
    if all(_RELATION.search(p) for p in mine) and len(_RELATION.findall(theirs[0])) == 2 and not _OR.search(theirs[0]):
        one = len({*re.findall(r"[^\W\d_]\w*", " ".join((*mine, *theirs)))} - {"and"}) == 1
        return one and not any(len(_RELATION.findall(p)) > 1 for p in mine)  # two rays are no stretch between two ends
    try:
        fixed = bindings(let)
        bounds, limits = ([claim(p, names, fixed) for p in ps] for ps in (mine, _AND.split(theirs[0])))
    except SymroofError:
        return False
    if any(c.kind != "bound" or c.name != bounds[0].name or constant(c.value) is None for c in (*bounds, *limits)):
        return False
    low, high = sorted(bounds, key=lambda c: c.sense[0] != ">")
    if low.sense[0] != ">" or high.sense[0] != "<" or not (constant(low.value) or 0) < (constant(high.value) or 0):
        return False
    return any(c.sense[0] == "<" or (constant(c.value) or 0) > 1 for c in limits)


def _is_formula(t: Typed | None, x: object) -> bool:
    """What is no region, and is one piece without being written out."""
    return t is None and not hasattr(x, "verdict") and not hasattr(x, "intervals")


def _alternatives(t: Typed | None, x: object) -> list[str]:
    """The pieces of a region, one inequality or chain each: split at "or", or the intervals of a threshold."""
    if t is not None:
        cut = _RELATION.search(t.text) and not t.said and len(t.text) < MAX_REGION
        return [p.strip() for p in _OR.split(t.text)][:4] if cut else [t.text]
    name, pieces = getattr(x, "name", ""), getattr(x, "intervals", ())
    if not pieces:
        return [] if getattr(x, "parts", ()) or getattr(x, "sufficient", None) is not None else [str(x)]
    out = []
    for piece in pieces[:4]:
        low, high = (("<=" if closed else "<") for closed in piece.closed)
        left = f"{piece.lo!r} {low} " if piece.lo > 0 else ""
        out.append(f"{left}{name}" + (f" {high} {piece.hi!r}" if piece.hi is not None else ""))
    return out


def _conjoined(text: str) -> bool:
    """Whether "and" or & joins conditions or values rather than standing in words or in an alignment."""
    pieces = _AND.split(text)
    if len(pieces) < 2 or "\\begin" in text:
        return False
    return all(_RELATION.search(p) for p in pieces) or all(re.fullmatch(r"\s*[\d.,e+-]+\s*", p) for p in pieces)


def _bracketless(text: str) -> str:
    """A list without the brackets around it: (256, 64)."""
    inner = text.strip()
    whole = inner[:1] in ("(", "[") and inner[-1:] in (")", "]") and not re.search(r"[()\[\]]", inner[1:-1])
    return inner[1:-1] if whole and "," in inner else text


def _pieces(chain: Chain) -> list[tuple[str, str]]:
    """A chain's text, or each of its inequalities; with the relation."""
    order = [i for i, r in enumerate(chain.relations) if r in FLIP]
    if len(order) < 2:
        return [(chain.text, "")]
    cuts = [0, *(i + 1 for i in order[:-1])], [i + 1 for i in order]
    out = []
    for i, (start, end) in enumerate(zip(*cuts)):
        last = chain.sides[end]
        text = chain.text[chain.sides[start].at - chain.at : last.at + len(last.text) - chain.at]
        out.append((text, chain.relations[order[i]]))
    return out


def _worst(found: list[Verdict]) -> Verdict:
    """The verdict on a list of answers: that of its worst part, which the note names."""
    i, worst = max(enumerate(found), key=lambda pair: _WORST.index(pair[1].verdict))
    if worst.verdict == "exact":
        return replace(worst, reason=f"all {len(found)} parts agree")
    return with_note(worst, f"part {i + 1} of {len(found)}")


def _prose(a: Claim, e: Claim, names: Iterable[str] | None, let: Mapping[str, Ratio]) -> Verdict | None:
    """Words of an answer that the expected formula does not know: an unknown unit, or prose."""
    known = {*(e.value.names if e.value is not None else ()), *let, *(names or ()), *leaves(e.node, "name"), *e.asked}
    for name in _behind_numbers(a):
        if name in _IS:
            return Verdict("undecided", f"{name}: words, not symbols; declare them", code="unread")
        cased = {*name} <= {ch for n in known for ch in n.lower()}
        if len(name) > 1 and name.isalpha() and name.islower() and name not in known and not cased:
            return Verdict("undecided", f"{name} is no unit we know", code="unknown-unit")
    if names is not None:
        return None
    if (word := _no_unit(a, e, known)) is not None:
        return Verdict("undecided", f"{word} is no unit we know", code="unknown-unit")
    mine = a.value.names if a.value is not None else ()
    if a.kind == "value" and len(mine) == 1 and mine[0] in ("yes", "no", "none", "maybe", "true", "false"):
        strange = list(mine)
    else:
        least = 4 if e.value is not None and e.value.names else 2  # a number has no symbols: any word is one too many
        strange = [n for n in mine if n.isalpha() and n.islower() and (len(n) >= least or n in _SMALL_WORDS)]
        strange = [n for n in strange if n not in known and n not in GREEK and n not in UNITS]
    if (
        not strange
        and a.kind == "value"
        and e.kind in ("never", "always")
        and re.fullmatch(r"[A-Z]?[a-z]+", a.text)
        and len(a.text) > 1
    ):
        strange = [a.text] if a.text not in known else []
    if not strange:
        return None
    return Verdict("undecided", f"{', '.join(strange)}: words, not symbols; declare them", code="unread")


def _no_unit(a: Claim, e: Claim, known: set[str]) -> str | None:
    """A word behind a number that is no unit and no product of the question's symbols: 320 Kib of Q, 5 Sek, 100 GbE."""
    theirs = {ch for n in known for ch in n.lower()}
    mine, asked = (_MEASURED.fullmatch(c.text) for c in (a, e))
    if mine is not None and asked is not None and _with_prefixes(mine["word"], asked["word"]):
        return f"{asked['word']}, as {mine['word']},"  # 3170 m for 3.17 km
    for m in _NUMBERED.finditer(a.text):
        word = m["word"]
        if word in _IS:
            return None
        if word == "mm" or (word in _LENGTHS and not {*word} <= known):
            return word  # and no product of m and m
        if word in UNITS or word in known or {*word.lower()} & theirs or word.isupper() or word in _SMALL_WORDS:
            continue
        if len(word) > 1 or (e.dimension and e.printed is not None and word not in "kbtxe" and word.islower()):
            return word
    return None


_MEASURED = re.compile(rf"\s*{NUMBER}\s?(?P<word>[A-Za-zµ]{{1,3}})(?:/[a-z]+)?\s*")
_PREFIXED = re.compile(r"(?P<prefix>[kcdmunpµ]?)(?P<base>[mVAgLlNK]|Pa)")


def _with_prefixes(one: str, other: str) -> bool:
    """Whether two words are one unit that we do not know, with other prefixes: m and km, mV and V.

    >>> _with_prefixes("m", "km"), _with_prefixes("V", "mV"), _with_prefixes("ms", "s"), _with_prefixes("N", "MN")
    (True, True, False, False)
    """
    mine, theirs = _PREFIXED.fullmatch(one), _PREFIXED.fullmatch(other)
    return mine is not None and theirs is not None and mine["base"] == theirs["base"] and one != other


def _behind_numbers(c: Claim) -> Iterator[str]:
    """The names that stand directly behind a number, where a unit would stand."""
    stack = [c.node] if c.node is not None else []
    while stack:
        n = stack.pop()
        stack += n.args
        if n.kind == "juxt" and len(n.args) == 2 and n.args[0].kind == "num" and n.args[1].kind == "name":
            yield n.args[1].name


__all__ = ["VERDICTS", "Claim", "Verdict", "check"]
