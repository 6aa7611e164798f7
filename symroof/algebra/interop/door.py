"""The door between SymPy expressions and exact ratios: floats are the decimals typed, symbols go by name.

>>> from symroof.symbols import dims
>>> B, D = dims("B D")
>>> to_sympy(core(1 / (1 / B + 1 / D)))
B*D/(B + D)
>>> core(0.1 * B)
B/10
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import symroof.regexes as re
from symroof.algebra.interop.reader import read
from symroof.algebra.interop.writer import extremum, over, power, to_sympy
from symroof.algebra.ratios.fold import spelt
from symroof.algebra.ratios.posynomial import Number, Ratio, exact, ratio
from symroof.algebra.ratios.sizes import WHOLE
from symroof.errors import SymroofError
from symroof.lazy import once
from symroof.likes import read as read_text
from symroof.symbols import Name, refuse_namesakes

if TYPE_CHECKING:
    from sympy import Expr

__all__ = ["amounts", "beside", "core", "expressed", "extremum", "over", "power", "put_together", "tie", "to_sympy",
           "together", "written"]  # fmt: skip
_APART = re.compile(r"[^\W\d_]\w*\s+[^\W\d_]")  # two words, no product
_BESIDE = re.compile(rf"(?<![\w.])({WHOLE}(?:\.\d+)?)(?![\d_.])\s*(?![eE][+-]?\d)([^\W\d]\w*)")  # 4D, 8 Ki
_SUFFIX = re.compile(r"(?:[kKMmBbGT]|bn|[KMGT]i|[kKMGT]i?B|thousand|[mbtr]+illion)\Z")  # as amounts are written
_WORD = re.compile(r"(?<![\w.])[^\W\d]\w*|(?<=\d)(?![eE][+-]?\d)[^\W\d_]\w*")  # names, also right behind a number: 4D


def expressed(ratio: str, doc: str = "") -> once[Expr]:
    """What a record has as a ratio, for its readers as a SymPy expression, made when it is first looked at."""
    made: once[Expr] = once(lambda record: to_sympy(getattr(record, ratio)))
    made.__doc__ = doc or None
    return made


def core(x: object) -> Ratio:
    """Any number, SymPy expression or ratio as an exact ratio.

    Text is a number or a formula, read by the one reader of formulas: core("B*D") is core(B*D).
    Raises SymroofError for symbols of unknown sign, Unsupported for functions that have no rule here.
    """
    if isinstance(x, Ratio):
        return x
    if isinstance(x, str):
        return _number_or_formula(x)
    if hasattr(type(x), "free_symbols"):  # of the class: asking an expression for its symbols walks all of it
        if type(x).__hash__ is None:  # a matrix that may change
            raise SymroofError(f"{type(x).__name__} is no number or formula; give one of its entries")
        return _read(x)[0]
    try:
        return ratio(exact(x))
    except SymroofError as e:
        if not hasattr(type(getattr(x, "value", None)), "free_symbols"):
            raise
        raise SymroofError(f"{e}; its .value is a formula") from None


def refuse_namesakes_in(*read: Ratio) -> None:
    """Refuse what is asked about where one part has a size and another a parameter of the same name.

    Not where formulas are compared: there names are what both sides agree on.
    """
    if any([r.declared for r in read]):
        refuse_namesakes(n for r in read for n in r.names)


def in_symbols_of(read: Ratio, *beside: Ratio) -> Ratio:
    """What was read from text, in the symbols of that name of the expressions beside it, whatever they are declared.

    >>> from symroof.symbols import is_size, params
    >>> p = core(params("p"))
    >>> [[is_size(n) for n in r.names] for r in (core("N*p"), in_symbols_of(core("N*p"), p))]
    [[True, True], [True, False]]
    """
    own = {str(n): n for r in beside if r.declared for n in r.names if type(n) is Name}
    new = {n: own[n] for n in read.names if n in own} if own else {}
    return read.renamed(new) if new else read


def together(*given: object) -> tuple[Ratio, ...]:
    """Each of them as ``core`` reads it; in text, names of symbols and constants of expressions beside it are these.

    Of two expressions that are compared, symbols of one name are one: P of ``serving_memory()`` and a ``params("P")``.

    >>> import sympy
    >>> together("pi*B", 2 * sympy.pi)[0].names, together("pi*B", "2*pi")[0].names
    (('B',), ('B', 'pi'))
    """
    made = tuple(map(core, given))
    own = [r for x, r in zip(given, made) if not isinstance(x, str)]
    if len(own) in (0, len(made)):
        return made
    named = spelt(own)
    meant = [in_symbols_of(r, *own) if isinstance(x, str) else r for x, r in zip(given, made)]
    return tuple(r.subs(named) if named and isinstance(x, str) else r for x, r in zip(given, meant))


def _number_or_formula(text: str) -> Ratio:
    try:
        return ratio(exact(text))
    except SymroofError:
        made = read_text(text)
    assert isinstance(made, Ratio)
    return made


def amounts(text: str, among: Container[str]) -> Iterator[tuple[str, str]]:
    """Names right behind a number that are not ``among`` the symbols there are, with that number: rather amounts.

    So is one that is, where it is written as thousands, millions or bytes are: 4K of a dim K has two readings.

    >>> list(amounts("4D + 8 Ki + 4K", ["D", "K"]))
    [('8', 'Ki'), ('4', 'K')]
    """
    found = _BESIDE.findall(text)
    return ((number, word) for number, word in found if word not in among or _SUFFIX.match(word))


def beside(key: str, given: str, word: str, among: Container[str], strange: str) -> str:
    """What is wrong with an amount where a size is tied: what it is not, and how to say either.

    >>> beside("F", "4K", "K", ["K"], "is no dim here")
    'K is a dim here and 4K may be an amount; write the number out, as in F=4096, or 4*K'
    >>> beside("F", "2 D**2", "D", [], "is no dim here")
    'D is no dim here; write the number out, as in F=4096, or 2*D**2'
    """
    number = next((n for n, w in _BESIDE.findall(given) if w == word), "")
    what = f"is a dim here and {number}{word} may be an amount" if word in among else strange
    return f"{word} {what}; write the number out, as in {key}=4096, or {multiplied(given)}"


def multiplied(given: str) -> str:
    """A typed size with the * put in that was left out behind its numbers, and all else as it is.

    >>> multiplied("2 D**2 + 3E")
    '2*D**2+3*E'
    """
    return re.sub(r"\s*([*^+/])\s*", r"\1", _BESIDE.sub(r"\1*\2", given.strip()))


def tie(key: str, given: object, among: Iterable[str] = ()) -> Ratio | None:
    """What a symbol is tied to, as in F="4*D" or D=N*H: a ratio of sums of products; None for what is a number.

    Raises SymroofError for a difference (it may be 0), for functions, for words, and for a name right behind a number,
    as in 4M, that is not ``among`` the symbols there are: rather an amount than a product.

    >>> tie("F", "4*D"), tie("F", "4096"), tie("F", "4D", ["D"])
    (4*D, None, 4*D)
    """
    if isinstance(given, str):
        words = _WORD.findall(given)
        if not words or (len(given.strip()) > 1 and given.strip() in words) or _APART.search(given):
            return None
        known = {*map(str, among)}
        for _, word in amounts(given, known):
            told = beside(key, given, word, known, "does not occur here")
            if len(word) > 1 and word not in known:  # other words are no names that are read from text
                told = told.removesuffix(f", or {multiplied(given)}")
            raise SymroofError(f"{key}={given[:40]}: {told}")
    elif not isinstance(given, Ratio) and not getattr(given, "free_symbols", None):
        return None
    else:
        words = []
    made = core(given)
    lost = [w for w in words if w not in map(str, made.names)]
    if lost:
        raise SymroofError(f"{key}={given}: {lost[0]} is not read as one name; write products with *, as in N*H")
    if not made.is_posynomial_ratio or made.atoms:
        raise SymroofError(f"{key}={made}: a size is tied to a sum of products of others, as in 4*D, N*H or 2*D+3")
    return None if made.constant() is not None else made


def put_together(given: Mapping[str, Ratio], bound: Mapping[str, Number | Ratio]) -> dict[str, Ratio]:
    """What symbols are tied to, with the other ties put in and the numbers of this time and of before.

    >>> put_together({"F": core("4*D"), "D": core("N*H"), "N": core(32)}, {"H": 128})
    {'F': 16384, 'D': 4096, 'N': 32}

    Raises SymroofError for ties that go round in a circle.
    """
    known = {**{str(n): ratio(c) for n, c in bound.items()}, **{str(n): r for n, r in given.items()}}
    made = dict(given)
    for _ in range(len(known)):
        made = {n: r.subs({m: known[str(m)] for m in r.names if str(m) in known}) for n, r in made.items()}
    round_ = next((n for n, r in made.items() if {*map(str, r.names)} & {*known}), None)
    if round_ is not None:
        raise SymroofError(f"{round_}={given[round_]}: the ties go round in a circle")
    return made


def written(x: object) -> tuple[str, ...]:
    """The keys of the symbols that stand in what ``core`` reads, those that cancel included.

    >>> from symroof.symbols import dims
    >>> B, D = dims("B D")
    >>> written(B * (D + 1) - B * D - B), written(core(B))
    (('B', 'D'), ('B',))
    """
    if isinstance(x, (Ratio, str)):
        return core(x).names
    return _read(x)[1] if hasattr(type(x), "free_symbols") else ()


@lru_cache(maxsize=512)
def _read(x: Any) -> tuple[Ratio, tuple[str, ...]]:
    """Expressions read lately, with the symbols in them: one is often asked about several times in a row."""
    known: dict[str, Any] = {}
    return read(x, known), tuple(sorted(known))
