"""What is asked, and an answer read as it stands: by its words, its case, its parts, and then claim against claim.

What an answer says in a sentence around that, and what leaves it open, is :mod:`symroof.checking.answers.answer`'s.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from itertools import permutations
from typing import final

import symroof.regexes as re
from symroof.algebra.ratios.posynomial import Ratio, gen
from symroof.checking.answers import limits, parts, provisos, scope, sided, thresholds
from symroof.checking.answers.alternatives import (
    MISSING,
    ORDERED,
    WORST,
    asks_for_a_bound,
    between_ends,
    branches_of,
    is_formula,
    is_told_beside,
    leave_nothing_out,
    list_by_list,
    worst_of,
)
from symroof.checking.answers.beside import apart, judged, promising
from symroof.checking.answers.branches import chosen, in_one_case
from symroof.checking.answers.equations import one_name, open_formula, solved
from symroof.checking.answers.explained import asks_a_verdict, asks_whether, conditional, explained
from symroof.checking.answers.judging import (
    VALUED,
    beside_a_number,
    cancelled,
    in_range,
    in_the_other_direction,
    is_one_interval,
    of_something,
    overlapped,
    stepped,
    told_by,
    unit_open,
    verdict_on,
    warned,
    with_integer,
)
from symroof.checking.answers.letters import (
    E_TYPED,
    PI_TYPED,
    ROOFLINE,
    as_claim,
    claim_or_open,
    declared_in,
    letters_run_together,
    names_of,
    operands_in_capitals,
    words_of,
)
from symroof.checking.answers.renamed import by_other_names
from symroof.checking.answers.steps import steps_of, worked_through
from symroof.checking.answers.thresholds import Told
from symroof.checking.answers.twosided import ends as two_bounds
from symroof.checking.answers.twosided import named
from symroof.checking.answers.unasked import other_names
from symroof.checking.claims.assumption import assumed
from symroof.checking.claims.claims import (
    Bindings,
    Claim,
    Verdict,
    bindings,
    constants_named,
    in_text,
    with_note,
)
from symroof.checking.claims.special import Case, case, in_case
from symroof.checking.claims.verdicts import VerdictName
from symroof.checking.words import bottlenecks, comparisons, existence, exponents, limiting
from symroof.checking.words.contrasted import contrasted
from symroof.checking.words.hedges import unhedged
from symroof.checking.words.numerals import NUMBER, in_lower_case, with_point
from symroof.checking.words.phrases import (
    MAX_WORDED,
    Typed,
    formal,
    inverted,
    paced,
    typed,
    upside_down,
    wordless,
)
from symroof.checking.words.reworded import reworded
from symroof.errors import Inconclusive, Unsupported
from symroof.reading.formula import NATURAL
from symroof.reading.ratios import CIRCLE, EULER
from symroof.shown import tex
from symroof.symbols import key


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
        out = Bindings({**declared_in(answer, self.expected, *(self.names or ())), **made}, made.units)
        out |= constants_named((answer, self.expected), {*out, *(self.names or ())})
        out |= {n: gen(key(n, size=True)) for n in self.whole if n not in out}
        if any(isinstance(x, str) and "ln" in x for x in (answer, self.expected)):
            out.update(NATURAL)
        out |= {n: gen(n) for n in operands_in_capitals(self.expected) if n not in out}
        if "e" not in out and any(isinstance(x, str) and E_TYPED.search(x) for x in (answer, self.expected)):
            out["e"] = gen("e") if "e" in (self.names or ()) else EULER
        if "pi" not in {*out, *(self.names or ())} and self._one_circle(answer):
            out["pi"] = CIRCLE
        return out

    def _one_circle(self, answer: object) -> bool:
        """Whether pi stands in one text only, and no symbol beside it, so that as one it could never be right."""
        both = (answer, self.expected)
        texts = [x for x in both if isinstance(x, str)]
        if any("pi" in words_of(x) for x in both if not isinstance(x, str)) or any(map(ORDERED.search, texts)):
            return False
        if any(map(ROOFLINE.search, texts)):
            return False
        return len([t for t in texts if PI_TYPED.search(t)]) == 1

    def judge(self, answer: object, expected: object) -> Verdict:
        """The verdict on an answer where something else is expected."""
        return _answered(answer, replace(self, expected=expected))


def by_what_it_says(answer: object, q: Question) -> Verdict:
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
    if asks_a_verdict(expected) and found.verdict == "wrong" and found.code in VALUED:
        return Verdict("undecided", f"{answer}: a value, where {expected} is expected", code="unread")
    return scope.against_its_reason(answer, expected, found)


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
    known = {*(q.let or ()), *(q.names or ()), *words_of(expected)}
    if (choice := chosen(answer, q.names, q.bound(answer), known)) is not None:
        found = _stated(choice, q)
        case = in_one_case(answer, lambda text: q.judge(text, expected)) if found.verdict == "wrong" else None
        return found if case is None else case
    told = reworded(answer, known, expected)
    if told != answer and reworded(told, known, expected) == told:
        return to_the_word(answer, _answered(told, q), q.given)
    answer = comparisons.in_times(unhedged(answer, known))
    why = explained(answer, lambda text, other=expected: q.judge(text, other), expected, bool(q.let))
    return _stated(answer, q) if why is None else why


_WORDED = re.compile(r"[^\W\d_]{3,}|[%x]")


def _plain(answer: str, expected: object) -> bool:
    """Whether there are no words to read: numbers and a unit, where a number or a formula is expected."""
    asks_words = isinstance(expected, str) and _WORDED.search(expected) is not None
    return (wordless(answer) and not asks_words) or both_formal(answer, expected)


def both_formal(answer: str, expected: object) -> bool:
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
        return _in_its_case(one, q, names_of(expected, q.names, bound, asked))
    worded = _by_its_words(answer, q, asked, bound)
    beside = contrasted(answer, lambda text: q.judge(text, expected), asked) if worded is None else worded
    if beside is not None:
        return beside
    several, parted = len(steps_of(answer)) > 0, promising(answer)
    theirs = names_of(expected, q.names, bound, asked) if several or parted or one is not None else set()
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
    return numbers and "=" not in one.text and {*one.values} <= {*words_of(one.text)}


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


def to_the_word(answer: str, found: Verdict, given: object) -> Verdict:
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
        return by_what_it_says(limit, q)
    if len(answer) <= MAX_WORDED and (other := bottlenecks.bound(answer)) is not None:
        return q.judge(other, expected)
    if isinstance(expected, str) and sided.BOUNDNESS.fullmatch(expected) and (one := bottlenecks.alone(answer)):
        return by_what_it_says(one, q)
    ratio = comparisons.judged(answer, expected, q.judge)
    if ratio is None and sided.promising(answer):
        ratio = _on_its_side(answer, q, asked)
    if ratio is not None:
        return ratio
    said, known = limits.limited(answer), {*bound, *words_of(expected)}
    said = None if said is None else said.spelt(known | names_of(expected, q.names, bound, asked))
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
    if (region := next((x for x in both if is_one_interval(x)), None)) is not None:
        text, name = branches_of(None, region)[0], str(getattr(region, "name", ""))
        one, other = (text if x is region else x for x in both)
        return _answered(one, replace(q, expected=other, whole=(*q.whole, name)))
    mine, theirs = (thresholds.printed(x) if isinstance(x, str) else None for x in both)
    if mine is None and theirs is None:
        return None
    a, e = (t or (Told(x) if isinstance(x, str) else told_by(x)) for t, x in zip((mine, theirs), both))
    if (clash := thresholds.regimes_clash(a.regime, e.regime)) is not None:
        return clash
    if twice := thresholds.twice_told(a) or thresholds.twice_told(e):
        return Verdict("undecided", twice, code="told-twice")
    a, e = (thresholds.with_rates(x, y, q.let or ()) for x, y in ((a, e), (e, a)))
    given = q.given if q.given not in (None, "") or mine is None or not mine.regime else mine.regime
    whole = tuple({t.whole for t in (a, e) if t.whole})
    expected = e.text if isinstance(q.expected, str) else q.expected
    alike = {as_read: x for as_read, x in declared_in(answer, q.expected).items() if as_read != str(x)}
    inner = replace(q, expected=expected, given=given, whole=(*q.whole, *whole), let={**alike, **(q.let or {})})
    found = _answered(a.text if isinstance(answer, str) else answer, inner)
    more = a.when or e.when or a.every or a.integer is not None
    return thresholds.conditions(a, with_integer(e, q.expected), found, inner.judge) if more else found


def _on_its_side(answer: str, q: Question, asked: set[str]) -> Verdict | None:
    """The verdict on an answer that says what is compute-bound where; None where no bound is expected."""
    expected = q.expected
    if isinstance(expected, str) and sided.BOUNDNESS.search(expected):
        theirs = sided.sided(expected, asked)
        expected = theirs[0] if theirs and len({*theirs}) == 1 else expected
    if not asks_for_a_bound(expected, asked):
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
        made = worst_of([q.judge(t, expected) for t in found]) if len(found) > 1 else q.judge(found[0], expected)
        return scope.of_the_network(answer, expected, made)
    if not sided.BOUNDNESS.search(answer):
        return None
    return Verdict("undecided", "what it says is compute-bound or memory-bound is not understood", code="unread")


def _checked(answer: object, q: Question, asked: set[str], bound: dict[str, Ratio]) -> Verdict:
    """The verdict on an answer that is one statement."""
    expected, names = q.expected, q.names
    if isinstance(answer, str) and not (isinstance(expected, str) and "," in expected):
        answer = with_point(answer)
    mine = typed(answer, {*asked, *words_of(expected)}) if isinstance(answer, str) else None
    theirs = typed(expected, {*asked, *words_of(answer)}) if isinstance(expected, str) else None
    if (several := _in_pieces(mine, answer, theirs, q, bound)) is not None:
        return several
    try:
        e = as_claim(expected, theirs, names, bound, letters_run_together(answer, expected))
    except Unsupported:
        if mine is None or two_bounds(str(expected)) is None:
            raise
        return Verdict("undecided", f"no condition with two ends, as {expected} is one", code="words")
    a = beside_a_number(answer, claim_or_open(answer, mine, names, bound, e), e)
    if isinstance(a, Verdict):
        return a
    try:
        if mine is not None and mine.spread:
            return in_range(a, e, bound)
        if isinstance(answer, str) and mine is not None:
            return _as_typed(answer, (mine, theirs), a, e, q, bound)
        return warned(a, e, stepped(a, e, overlapped(a, e, _decided(a, e, q, theirs, bound)), bound))
    except (Unsupported, Inconclusive) as err:
        return Verdict("undecided", str(err).split("\n")[0], code="unsupported")


def _in_pieces(
    mine: Typed | None, answer: object, theirs: Typed | None, q: Question, bound: dict[str, Ratio]
) -> Verdict | None:
    """The verdict on alternatives, on lists, and on an amount that stands beside the verdict asked; None for others."""
    if mine is not None and asks_a_verdict(q.expected) and is_told_beside(mine, str(answer)):
        return Verdict("undecided", f"{mine.text}: a value, where {q.expected} is expected", code="unread")
    several = _either(mine, answer, theirs, q)
    if several is None and mine is not None and theirs is not None and not (mine.said or theirs.said):
        several = list_by_list(mine, theirs, q.names, bound, partial(_part, q))
    return several


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
        unit_open(equation, e, found, bound),
        in_the_other_direction(mine, theirs, found, e),
        of_something(answer, equation, e, found),
        parts.left_open(answer, e, q.expected) if found.ok else None,
        parts.of_a_part(answer, e, q.expected) if found.code in ("value", "factor") else None,
        _renamed(equation, e, found, q, (theirs, bound)),
        other_names(equation, e) if isinstance(q.expected, str) and found.code in VALUED else None,
    ):
        if left_open is not None:
            return left_open
    return warned(equation, e, stepped(equation, e, overlapped(equation, e, found), bound))


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
    near = cancelled(a, e, q.expected, bound)
    found = verdict_on(a, e, q.given, bound) if near is None else near
    if not found.ok or (found.verdict == "convention" and a.kind in ("value", "bound")):
        made = assumed(a, _unbound(e, theirs, q, bound), q.given, bound, found)
        found = found if made is None else made
    return found


def _part(q: Question, answer: str, expected: str) -> Verdict:
    """The verdict on one part; on one that is missing, wrong."""
    if answer == MISSING:
        return Verdict("wrong", "a condition is missing", code="missing")
    return q.judge(answer, expected)


def _unbound(e: Claim, words: Typed | None, q: Question, let: Mapping[str, Ratio]) -> Claim:
    """The expected claim before anything is bound."""
    left = {n: let[n] for n in NATURAL if n in let}
    return replace(e if left == let else as_claim(q.expected, words, q.names, left, let), chain=None)


def _either(mine: Typed | None, answer: object, theirs: Typed | None, q: Question) -> Verdict | None:
    """The verdict on alternatives, B < 5 or B > 20, and on thresholds whose region has several pieces; else None."""
    expected, names, let = q.expected, q.names, q.let
    if (between := between_ends(answer, theirs, expected)) is not None and between_ends(
        between, theirs, expected
    ) is None:
        return with_note(q.judge(between, expected), f"read as {between}")
    if isinstance(answer, str) and isinstance(expected, str) and (other := named(expected, answer)) is not None:
        return with_note(q.judge(answer, other), f"{expected} read as {other}")
    both = ((mine, answer), (theirs, expected))
    if all(is_formula(t, x) or len(branches_of(t, x)) < 2 for t, x in both):
        return None
    sides = [branches_of(t, x) for t, x in both]
    if getattr(answer, "sense", None) is not None and answer == expected:
        return Verdict("exact", "the same region", code="same-region")
    if not all(sides):
        return Verdict("undecided", "a region of this form is not compared", code="region")
    if len(sides[0]) != len(sides[1]):
        mine_many, many = (f"{len(s)} {w}{'s' if len(s) > 1 else ''}" for s, w in zip(sides, ("condition", "piece")))
        words = f"{mine_many} where the region has {many}"
        kind: VerdictName = "wrong" if all(len(s) > 1 for s in sides) or theirs is None else "undecided"
        if kind == "undecided" and any(leave_nothing_out(x, y, names, let) for x, y in (sides, sides[::-1])):
            kind, words = "wrong", f"{mine.text if mine is not None else answer} is another region"
        return Verdict(kind, words, code="region", right=str(expected))
    marks = [worst_of([_part(q, *p) for p in zip(order, sides[1])]) for order in permutations(sides[0])]
    good = [v for v in marks if v.ok]
    return min(good, key=lambda v: WORST.index(v.verdict), default=marks[0])
