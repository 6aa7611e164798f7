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

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial

import symroof.regexes as re
from symroof.algebra.growth.regime import regime as regime_of
from symroof.checking.answers import orders, reach, recital, scope, surrounded
from symroof.checking.answers.alone import alone
from symroof.checking.answers.alternatives import RELATION
from symroof.checking.answers.around import another_claim, unknown_call
from symroof.checking.answers.bases import in_some_base
from symroof.checking.answers.beside import promising
from symroof.checking.answers.cased import open_by_its_case
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
from symroof.checking.answers.equations import formula_alone, unit_behind, with_its_unit
from symroof.checking.answers.explained import asks_a_verdict, asks_whether
from symroof.checking.answers.gist import beside_its_givens, gist
from symroof.checking.answers.headed import headed
from symroof.checking.answers.headed import unlike as unlike_its_clause
from symroof.checking.answers.judging import SOME_NUMBER
from symroof.checking.answers.lastly import concludes, lastly
from symroof.checking.answers.letters import names_of, spelt_out, words_of
from symroof.checking.answers.noted import contradicted, noted, worked
from symroof.checking.answers.onmachine import both_ways, bound_on
from symroof.checking.answers.openly import stated_openly, yes_or_no
from symroof.checking.answers.ownsums import even, odd, odd_in_terms
from symroof.checking.answers.parts import scope_of_a_bound
from symroof.checking.answers.perthing import of_so_many, per_thing, the_other_way_round
from symroof.checking.answers.pieces import NEUTRAL
from symroof.checking.answers.plainly import plainly, surely
from symroof.checking.answers.premises import against, against_its_side, conclusion
from symroof.checking.answers.prose import parted
from symroof.checking.answers.question import Question, both_formal, by_what_it_says, to_the_word
from symroof.checking.answers.renamed import subscripted
from symroof.checking.answers.supposed import another_case
from symroof.checking.answers.twosided import as_range
from symroof.checking.answers.twotold import by_its_ends, unlike_its_ends, unlike_its_times
from symroof.checking.answers.undimensioned import of_its_calculation
from symroof.checking.answers.unstated import in_a_period, in_rates_of_flops, in_rates_told, of_an_order
from symroof.checking.answers.whether import verdict_of
from symroof.checking.claims.claims import (
    Claim,
    Verdict,
    claim,
    constant,
    in_text,
    lawful,
    tried,
    understood,
    with_note,
)
from symroof.checking.claims.formulas import based
from symroof.checking.claims.values import typed_value
from symroof.checking.claims.verdicts import VERDICTS
from symroof.checking.words import comparisons, existence, exponents, limiting
from symroof.checking.words.aloud import aloud
from symroof.checking.words.chatted import chatted
from symroof.checking.words.concluded import concluded, spells_out
from symroof.checking.words.currencies import in_one, shown_in
from symroof.checking.words.customary import customary, in_times
from symroof.checking.words.ends import supremum
from symroof.checking.words.jotted import jotted
from symroof.checking.words.notations import notated
from symroof.checking.words.nouned import nouned
from symroof.checking.words.numerals import FEW, NUMBER, in_shares
from symroof.checking.words.odds import spoken
from symroof.checking.words.operations import in_signs
from symroof.checking.words.otherways import in_the_keys_form
from symroof.checking.words.phrases import (
    MAX_WORDED,
    wordless,
)
from symroof.checking.words.scripts import agreed, one_epsilon, romanized, untexed
from symroof.checking.words.shorthand import shorthand, unlabelled
from symroof.checking.words.shouted import lowered
from symroof.checking.words.surplus import pared
from symroof.checking.words.things import Noun, alike, as_counts
from symroof.checking.words.tongues import asks_yes_or_no, in_english
from symroof.checking.words.trailed import untrailed
from symroof.errors import NotationError, SymroofError
from symroof.keywords import told
from symroof.machines import MachineLike
from symroof.reading.compound import as_one_unit, is_a_quantity
from symroof.reading.formula import MAX_LENGTH, parse_formula
from symroof.reading.measures import UNITS
from symroof.reading.spelling import FUNCTIONS, functions_lowered, split

_WITHIN = re.compile(  # 0 < p < 1: where a share may lie is no regime, and stands beside one that is not asked for
    r"\s*(?:[\d.]+\s*(?:<=?|≤)\s*)?[^\W\d_]\w*\s*(?:[<>]=?|≤|≥)\s*[\d.]+\s*"
)
_BLANKS = re.compile(r"\s{4,}")  # which say no more than two, and are read once
_IN_CAPITALS = re.compile(rf"\s*(?P<name>[A-Z]{{2,5}})\s*(?:{RELATION.pattern})=?\s*\d[\d.,]*\s*%?\s*")
_ACRONYM = re.compile(r"(?<![A-Za-z_\\{])[A-Z]{4,}(?![\w])")  # which is no product of sizes
_SPOKEN = re.compile(r"\b(?:over|divided\s+by)\b.*\s(?:plus|minus|[+-])\s", re.I)
_CELLS = re.compile(r"=\s*[^A-Za-z\d]*([A-Z]{1,2}\d{1,5})(?:\s*[*+/-]|\Z)")
_SHEET = re.compile(r"\s*=\s?[A-Z]+\(")  # a sheet's own functions
_ASKED = re.compile(r"[\w)%]\s*\?+\s*\Z")
_EACH = re.compile(r"\b(?:each|every)\b", re.I)
_BRIEF = 8  # words


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
    symbols = symbols if symbols is None or isinstance(symbols, str) else tuple(symbols)  # asked more than once
    answer, expected = _functions_as_spelt(answer, expected, {*(let or ()), *_declared(symbols)})
    again = partial(check, expected=expected, given=given, let=let, symbols=symbols, on=on)
    try:
        whole = partial(_of_all_of_it, answer, expected, given, let, symbols, on)
        found = _within_its_reach(answer, expected, again, whole)
    except SymroofError:
        if (borne := _borne_out(answer, expected, again)) is None:
            raise
        return borne
    if not isinstance(expected, str):
        return found
    found = both_ways(found, expected, on)
    for text in dict.fromkeys((answer, _in_full(answer, expected))) if found.ok and isinstance(answer, str) else ():
        if words := _at_odds_with_itself(text, expected, again):
            return Verdict("undecided", words, code="words")
    if found.code in ("value", "factor") and (call := unknown_call(answer, expected)):
        return Verdict("undecided", f"{call} is open", code="words")
    if found.verdict == "wrong" and (said := conclusion(answer, expected) or by_its_ends(answer, expected)):
        told = understood(again, said)
        return (
            Verdict("undecided", f"{said}, and more beside it", code="words") if told is not None and told.ok else found
        )
    borne = None if found.ok else _borne_out(answer, expected, again)
    return found if borne is None else borne


def _declared(symbols: str | Iterable[str] | None) -> set[str]:
    """The names declared, as they are typed."""
    return {*re.findall(r"\w+", symbols)} if isinstance(symbols, str) else {*map(str, symbols or ())}


def _in_turn(symbols: str | Iterable[str]) -> Iterable[str]:
    """The same one after another, brackets and all."""
    return symbols.replace(",", " ").split() if isinstance(symbols, str) else symbols


def _within_its_reach(
    answer: object, expected: object, again: partial[Verdict], whole: Callable[[], Verdict]
) -> Verdict:
    """The verdict on an answer by what it says of where it holds, where a regime was found for it."""
    core = reach.unquantified(answer, words_of(expected)) if isinstance(answer, str) else answer
    found = None if core is answer else with_note(again(core), f"read as {core}")
    if found is None or (not found.ok and _EACH.search(str(answer))):  # V for every n may be that times n
        found = _by_all_that_stands(answer, expected, again, whole)
    if not isinstance(answer, str) or found.code != "named-regime":
        return found
    asked = again.keywords
    bound = dict(asked["let"] or {})
    names = {*words_of(asked["expected"]), *bound, *_declared(asked["symbols"])}

    def there(text: str, given: object, values: Mapping[str, object]) -> Verdict:
        return again(text, given=given if given is not None else asked["given"], let={**bound, **values} or None)

    return reach.held_to(answer, found, names, there)


def _functions_as_spelt(answer: object, expected: object, names: Collection[str]) -> tuple[object, object]:
    """Both sides with the names of functions in small letters, but for products of letters that the other side has.

    >>> _functions_as_spelt("N LOG N", "N*log(N)", ()), _functions_as_spelt("LN(K + 1)", "L*N*(K + 1)", ())
    (('N log N', 'N*log(N)'), ('L N(K + 1)', 'L*N*(K + 1)'))
    """
    texts = [
        x if isinstance(x, str) and len(x) <= MAX_LENGTH and not _SHEET.match(x) else "" for x in (answer, expected)
    ]
    plain = [functions_lowered(t) for t in texts]
    if plain == texts:
        return answer, expected
    told = [{*re.findall(r"[A-Za-z]", " ".join(re.findall(r"\b(?:[A-Z]+|[a-z])\b", t)))} for t in plain]
    mine, theirs = (functions_lowered(t, {*names, *other}, apart=" ") for t, other in zip(texts, told[::-1]))
    return mine or answer, theirs or expected


def _at_odds_with_itself(text: object, key: str, one: Callable[[str], Verdict]) -> str:
    """What an answer with a right value works out or gives as its reason, and is something else; "" for nothing."""
    if worked := odd(text, key) or odd_in_terms(text, one):
        return f"{worked} comes to something else"
    if scoped := scope_of_a_bound(text, key):
        return f"whether that was asked is open: {scoped}"
    if words := another_claim(text, key) or comparisons.of_no_way(in_text(text), key):
        return words
    return (
        against(text, key) or against_its_side(text, key) or unlike_its_times(text, key) or unlike_its_ends(text, key)
    )


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
    declared = None if symbols is None else _in_turn(symbols)
    names = bounded_in_capitals(answer, expected) if declared is None else tuple(map(spelt_out, declared))
    coin = ""
    let = None if let is None else lawful({spelt_out(str(n)): v for n, v in let.items()}, (answer, expected))
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
    letters = {*words_of(expected), *names}
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
    mine = unit_behind(formula_alone(answer, key[0]), names)
    of_unit = f"({key[0]}) * 1 {key[1]}"
    if mine is not None:
        return one(f"({mine[0]}) * 1 {mine[1]}", of_unit)
    found = understood(one, answer, of_unit)
    if found is not None and (found.ok or _in_some_unit(answer)):
        if found.verdict == "wrong" and _words_in_prose(answer):
            return Verdict("undecided", f"{answer}: give the formula in signs, with its unit", code="words")
        return found
    bare = understood(one, answer, key[0])  # else it is read as any other answer is
    return None if bare is None or not bare.ok else Verdict("undecided", f"{answer}: of which unit?", code="units")


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
    return chatted(answer, words_of(expected))


def _typed_out(answer: str, expected: object, bound: set[str]) -> tuple[str, object, str] | Verdict:
    """Both sides as they are noted, the answer's words typed out in shares, rates and orders, and their currency."""
    if both_formal(answer, expected):
        return answer, expected, ""
    asked = {*words_of(expected), *bound}
    told = _as_it_is_noted(answer, expected, asked, bound)
    if isinstance(told, Verdict):
        return told
    answer, expected, coin = told
    answer = in_shares(aloud(shorthand(lowered(answer, asked), asked, expected), asked), expected)
    return in_rates_of_flops(in_rates_told(of_an_order(surely(answer)), expected), expected), expected, coin


def _by_its_amount(answer: object, found: Verdict, q: Question) -> Verdict:
    """The verdict by what an answer's amount comes for."""
    found = in_a_period(answer, q.expected, found, partial(by_what_it_says, q=q))
    found = of_so_many(answer, q.expected, found, lambda text, key: by_what_it_says(text, replace(q, expected=key)))
    found = the_other_way_round(
        answer, q.expected, found, lambda text, key: by_what_it_says(text, replace(q, expected=key))
    )
    return per_thing(answer, q.expected, found, lambda text, key: _read_or_gist(text, replace(q, expected=key)))


def _in_its_context(answer: object, found: Verdict, q: Question) -> Verdict:
    """The verdict, open where what stands around a value makes another statement of it than that it is asked."""
    answer = supremum(answer, in_text(q.expected)) if isinstance(answer, str) else answer
    if found.verdict == "undecided" or not isinstance(answer, str) or wordless(answer):
        return found
    if both_formal(answer, q.expected):
        return found
    if found.verdict == "in-regime" and (spells_out(answer) or scope.for_a_reason(answer)):
        return to_the_word(answer, found, q.given)
    names, key = frozenset(words_of(q.expected) | {*(q.let or ()), *(q.names or ())}), in_text(q.expected)
    if found.ok:
        words = surrounded.changed(answer, key, partial(by_what_it_says, q=q), names)
        if not words and (source := contradicted(answer)):
            words = f"{source} comes to something else"
    else:
        words = surrounded.not_surely_wrong(answer, key, found, partial(by_what_it_says, q=q))
    return Verdict("undecided", words, code="words") if words else found


def _written_out(answer: object, expected: object, names: Collection[str]) -> tuple[object, object, Noun | None]:
    """Both sides in the letters that are read, without chat, and with a count noun for that of a key."""
    expected = romanized(untexed(expected, names), names) if isinstance(expected, str) else expected
    if not isinstance(answer, str):
        return answer, expected, None
    asked = {*words_of(expected), *names}
    answer = agreed(as_range(_as_products(untexed(answer, asked), asked), expected), expected)
    if both_formal(answer, expected):
        return answer, expected, None
    answer = in_english(answer) if asks_yes_or_no(expected) else answer
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
    plain = notated(unlabelled(jotted(in_times(told, expected, names), asked, expected), asked), asked, expected)
    answer = subscripted(customary(plain, asked, expected), expected, names)
    if (cells := _CELLS.match(answer)) is not None and cells[1] not in in_text(expected):
        return Verdict("undecided", f"what is in cell {cells[1]} is not said", code="words")
    return answer, expected, coin


def _in_one_unit(answer: str, expected: object, names: Collection[str]) -> tuple[str, object]:
    """Both sides with units that are put together in other ways as one, where their letters are no symbols."""
    if not isinstance(expected, str):
        taken = {*names, *words_of(expected)}
        return as_one_unit(answer, taken), expected
    theirs = as_one_unit(expected, names)
    quantity = is_a_quantity(theirs)
    return as_one_unit(answer, {*names} if quantity else {*names, *words_of(expected)}, sure=quantity), theirs


def _as_it_may_be_noted(answer: object, found: Verdict, q: Question, coin: str) -> Verdict:
    """The verdict, open where the answer is right as another country notes it; in the currency that is meant."""
    if isinstance(answer, str) and found.verdict == "wrong":
        again = partial(_read_or_gist, q=q)
        found = open_by_its_sign(answer, open_by_its_mark(answer, found, in_text(q.expected), again), again)
        found = open_by_its_b(answer, open_by_its_loss(answer, found, again), again)
        found = open_by_its_by(answer, found, {*words_of(q.expected), *(q.names or ())}, again)
        found = in_bits(answer, open_by_what_is_left_out(answer, found, in_text(q.expected)), again)
        found = open_by_its_bare_result(answer, found, in_text(q.expected), again)
        found = (
            open_by_its_per(answer, by_its_power(answer, found, again), again) if found.verdict == "wrong" else found
        )
    if isinstance(answer, str) and (found.verdict == "wrong" or found.code == "kinds"):
        found = by_a_bare_prefix(answer, found, in_text(q.expected), partial(_read_or_gist, q=q))
    if isinstance(answer, str) and found.verdict == "wrong":
        found = open_by_its_case(answer, q.expected, found, partial(_read_or_gist, q=q))
    if isinstance(answer, str) and found.code == "unit-unsaid":
        found = of_its_calculation(answer, found, in_text(q.expected), partial(_read_or_gist, q=q))
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
    several = len(SOME_NUMBER.findall(answer)) > 1  # with four we are at 110 percent
    return "a share beside a number of things" if _in_hundreds(found) and several else ""


def _upside_down(found: Verdict, expected: str) -> bool:
    """Whether a ratio is wrong by being the other way round, 1/3 for 3x, where words of comparison are expected."""
    apart = found.apart
    compared = re.search(r"[x×]\s+(?:faster|less|fewer|smaller|cheaper|shorter|lower|more)\b", expected) is not None
    return apart is not None and not apart.unit and compared and abs(apart.answer * apart.right - 1) < Fraction(1, 100)


def _of_the_other(answer: str, expected: str, found: Verdict) -> bool:
    """Whether so many times is told where the same share is right, or the other way round: 4x for 1/4, 75% less for 4x.

    Of which of two it is told is said nowhere: what takes a quarter of the time is four times as fast.
    """
    apart = found.apart
    if apart is None or abs(apart.answer * apart.right - 1) >= Fraction(1, 100):
        return False
    if _TIMES.fullmatch(expected) is not None:
        return apart.right > 1 and _A_PART.search(answer) is not None
    return apart.right < 1 and _TIMES.fullmatch(answer) is not None and re.search(r"[A-Za-z%]", expected) is None


_TIMES = re.compile(rf"\s*(?:{NUMBER}\s?[x×]|(?:by\s+)?(?:a\s+)?factor\s+(?:of\s+)?{NUMBER}[.!]?)\s*", re.I)
_A_PART = re.compile(  # what has gone, and no other factor; a verb and its noun tell which way a factor goes
    r"[-−]\s?\d[\d.]*\s?%|(?:%|\bpercent)\s+(?:less|fewer|lower|shorter|smaller)\b|"
    r"\bshrinks?\s+(?:the|our)\s+[a-z]+\s+to\b|\bdown\s+by\s+(?:an?\s+)?half\b",
    re.I,
)


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
        turned = understood(by_what_it_says, m["n"], q)
        if turned is not None and turned.ok:
            return Verdict("undecided", f"{answer}: of which to which is not said", code="words")
    spoken = isinstance(answer, str) and len(answer) <= MAX_WORDED and _SPOKEN.search(answer) is not None
    if not spoken or not isinstance(answer, str) or not (found.ok or found.verdict == "wrong"):
        return found
    asked = {*words_of(q.expected), *(q.names or ())}
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
    if (found := worked(answer, partial(by_what_it_says, q=q))) is not None:
        return found
    try:
        found = _told_or_gist(answer, q)
    except NotationError:
        note = noted(answer, q.expected, partial(by_what_it_says, q=q))
        if note is None:
            raise
        return note
    unread = found.verdict == "undecided" and found.code != "words"
    note = noted(answer, q.expected, partial(by_what_it_says, q=q)) if unread else None
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
        found = by_what_it_says(answer, q)
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
    names = frozenset(words_of(q.expected) | {*(q.let or ()), *(q.names or ())})
    text, read = plainly(answer, names), partial(by_what_it_says, q=q)
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
    read, plain = partial(by_what_it_says, q=q), without_givens(text)
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
        found = understood(partial(by_what_it_says, q=q), said)
        if found is not None and (found.ok or (found.verdict == "wrong" and found.code not in NEUTRAL and change)):
            return with_note(found, f"read as {said}")
    return None


def _sayings(texts: tuple[str, str], expected: str, names: frozenset[str]) -> Iterator[str]:
    """What a sentence says in the form in which it is asked, plainly and as typed: a side, yes or never, a bound."""
    text, as_typed = texts
    ends = len(RELATION.findall(expected))
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
    ends = len(RELATION.findall(expected)) if isinstance(expected, str) else 0
    return not asks_a_verdict(expected) and (found.code, ends) in (("kinds", 0), ("words", 2))


def _in_gist(answer: str, q: Question) -> Verdict | None:
    """The verdict on an answer whose words are not read, by the statement in it that is."""
    read = partial(by_what_it_says, q=q)
    if asks_a_verdict(q.expected):
        found = verdict_of(answer, read)
        found = _in_prose(answer, q) if found is None else found
    else:
        names = frozenset(words_of(q.expected) | {*(q.let or ()), *(q.names or ())})
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
    symbols = names_of(q.expected, q.names, bound, {*bound, *(q.names or ()), *words_of(q.expected)})
    return recital.recital(answer, partial(by_what_it_says, q=q), {n for n in symbols if len(n) == 1 or n not in UNITS})


def _says_the_other(answer: str, q: Question, names: frozenset[str]) -> bool:
    """Whether a sentence says the other side of a bound by what happens there: beyond 240 we run out of memory."""
    if not isinstance(q.expected, str) or len(RELATION.findall(q.expected)) != 1:
        return False
    bound = bound_told(plainly(answer, names), names)
    other = understood(partial(by_what_it_says, q=q), bound) if bound else None
    return other is not None and other.verdict == "wrong" and other.code == "direction"


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
    return (*names, spelt_out(label), *re.findall(r"\w+", m["of"] or ""))


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


__all__ = ["VERDICTS", "Claim", "Verdict", "check"]
