"""Where symbols are born: sizes and parameters are ordinary SymPy symbols, positive and nothing more.

Integrality is our own knowledge, never SymPy's: with ``integer=True`` SymPy 1.14 turns ``Max(1, 300/(B*D))``
into ``300/(B*D)`` (it takes the smallest sizes where the quotient is largest).  A name is by convention a *size*, an
integer that is at least 1, unless it is a *parameter*, a positive real: ``C`` (FLOPs/s), ``W`` (bytes/s), ``K = C/W``,
their subscripted kin (``W_hbm``), times ``T_x``, ``eps``.  ``dims`` and ``params`` make symbols that say so themselves:
one that is declared against its convention is a symbol of its own, and nothing else that bears the name is touched by
it.  (A bandwidth ``W`` or ``W_x``, a rate ``C`` or ``C_x``, a time ``T_x``, ``I_0`` and ``eps`` stay real:
whoever writes ``dims("B D F C W")`` means sizes beside a machine's rates, and a real number is the weaker claim.)

Inside, a symbol is its *key*: its name, a plain ``str``, where the convention holds, else a ``Name``, which reads the
same and equals no text.  What people type (``"B"``, ``B=4096``, ``"B << D"``) means the symbol of that name in the
question's own expressions, and where there is none the convention.  A question that holds a size and a parameter of
one name is refused: they are two quantities, and no answer could say which of them it means.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar, final

from symroof.errors import NotationError, SymroofError
from symroof.keywords import told
from symroof.lazy import pattern

if TYPE_CHECKING:
    from sympy import Symbol

T = TypeVar("T")

NAME = pattern(r"[^\W\d]\w*(?:'*)\Z")
_PARAMETERS = frozenset(("I0", "I_0", "eps", "epsilon", "delta", "alpha", "beta", "eta"))
_BEGINNINGS = frozenset("CWKTIedab")  # of these; mostly a name has none, and is not looked at
_REAL = pattern(r"(?:[CW]|[CWT]_\w+|I_?0|eps|epsilon)\Z")  # no integer, even where dims names them


@final
class Name(str):
    """The key of a symbol declared against the convention of its name: it reads as the name, and equals no text.

    >>> Name("B") == "B", Name("B") == Name("B"), f"{Name('B')}", is_size("B"), is_size(Name("B"))
    (False, True, 'B', True, False)
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return type(other) is Name and str.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return type(other) is not Name or str.__ne__(self, other)

    def __hash__(self) -> int:
        return ~str.__hash__(self)


def is_size(name: str) -> bool:
    """Whether a key stands for an integer that is at least 1 (rather than for any positive real)."""
    return (name[:1] in _BEGINNINGS and conventional(name)) is (type(name) is Name)


def may_count(name: str) -> bool:
    """Whether a name can be declared a size; rates, times, I_0 and eps cannot, T and K can.

    >>> may_count("T"), may_count("T_math"), may_count("W"), may_count("eps")
    (True, False, False, False)
    """
    return _REAL.match(name) is None


def conventional(name: str) -> bool:
    """Whether a name is by convention a parameter.

    >>> conventional("K"), conventional("W_ici"), conventional("B"), conventional("K2")
    (True, True, False, False)
    """
    if name[:1] not in "CWKT":  # which are parameters with an index or none
        return str(name) in _PARAMETERS
    return len(name) == 1 or (name[1:2] == "_" and name[2:].replace("_", "x").isalnum())


@lru_cache(maxsize=4096)
def key(name: str, size: bool) -> str:
    """The key of a symbol declared a size or a parameter; rates and times are no sizes, whatever they are declared.

    >>> is_size(key("K", True)), is_size(key("B", False)), key("B", True), is_size(key("W", True))
    (True, False, 'B', False)
    """
    if size is not conventional(name) or (size and _REAL.match(name)):
        return str(name)
    return Name(name)


def key_of(x: object) -> str:
    """The key of a SymPy symbol; of text the text."""
    own = getattr(x, "against_convention", False)
    name = str(getattr(x, "name", x))
    return Name(name) if own else name


def resolve(name: str, among: Iterable[str]) -> str:
    """The key that a name means where these are the symbols: theirs of that name, else its own.

    >>> resolve("B", [Name("B"), "D"]) == Name("B"), resolve("D", [Name("B")])
    (True, 'D')
    """
    for k in among:
        if str.__eq__(k, name):
            return k
    return name


def resolved(values: Mapping[str, T], among: Iterable[str]) -> Mapping[str, T]:
    """The same values by the keys that their names mean where these are the symbols."""
    special = {str(k): k for k in among if type(k) is Name}
    if not special:
        return values
    return {special.get(n, n) if type(n) is not Name else n: v for n, v in values.items()}


def unknown(x: object, among: Iterable[str] = ()) -> str:
    """The key of the one symbol asked about, as text or as a symbol; a user's own symbol of that name will do.

    >>> unknown("B", ["B", "D"])
    'B'

    Raises NotationError for a name that is none, SymroofError for what is no symbol, or one that is not positive.
    """
    if isinstance(x, str):
        name = x
    elif getattr(x, "is_Symbol", False) is True:
        name = key_of(x)
        if getattr(x, "is_positive", None) is False:
            raise SymroofError(f'{name} is declared not positive, and sizes are; make it with dims("{name}")')
    else:
        raise SymroofError(f"the unknown is one symbol, such as B, not {x!r:.80}")
    if not NAME.match(name):
        raise NotationError(
            f"{str(name)[:80]!r} is not a name; the unknown is one symbol, as in B, and a machine is on=..."
        )
    return resolve(name, among)


def refuse_namesakes(keys: Iterable[str]) -> None:
    """Refuse a size and a parameter of one name in one question: two quantities, of which no text tells which is meant.

    >>> refuse_namesakes(["K", Name("K")])
    Traceback (most recent call last):
        ...
    symroof.errors.SymroofError: a size and a parameter of this question are both called K; give one of them another \
name, as in params("K_0")
    """
    name = next(map(str, weaker(keys)), None)
    if name is not None:
        raise SymroofError(
            f"a size and a parameter of this question are both called {name}; give one of them another name, "
            f'as in params("{name}_0")'
        )


def weaker(keys: Iterable[str]) -> dict[str, str]:
    """Where what was read from text means one symbol, and what is beside it another: both are the parameter.

    It is the weaker claim: what holds for every positive real holds for every size.

    >>> [(str(a), is_size(a), is_size(b)) for a, b in weaker(["B", Name("B"), "K", "D"]).items()]
    [('B', True, False)]
    """
    seen: dict[str, str] = {}
    out: dict[str, str] = {}
    for k in keys:
        other = seen.setdefault(str(k), k)
        if type(other) is not type(k):
            size, real = (other, k) if is_size(other) else (k, other)
            out[size] = real
    return out


@told
def symbol(name: str) -> Symbol:
    """The SymPy symbol of a name, by its convention a size or a parameter: positive, not declared integer.

    >>> symbol("B") == dims("B"), symbol("K") == params("K"), symbol("K") == dims("K")
    (True, True, False)

    Raises NotationError for a name that is none.
    """
    if not isinstance(name, str):
        raise NotationError(f"{name!r:.80} is not a name; use letters, digits and underscores, as in B or W_hbm")
    return _KEPT[0](name)


def of_key(name: str) -> Symbol:
    """The SymPy symbol of a key that came from one: ``symbol`` without its questions."""
    return _KEPT[0](name)


def _symbol(name: str) -> Symbol:
    if not NAME.match(name):
        raise NotationError(f"{name!r:.80} is not a name; use letters, digits and underscores, as in B or W_hbm")
    if type(name) is Name:
        return _declared()(str(name), positive=True)
    from sympy import Symbol

    return Symbol(name, positive=True)


_KEPT = (lru_cache(maxsize=4096)(_symbol),)


def _declared() -> Any:
    """The class of symbols declared against the convention of their names, made when the first is.

    To SymPy, to every printer and to every reader of its ``name`` such a symbol is like another; only that it equals
    no other symbol of that name.  SymPy orders by the name of a class and pickle finds it by the qualified one.
    """
    made = globals().get("Declared")
    if made is None:
        from sympy import Symbol

        def substituted(self: Any, old: Any, new: Any) -> Any:
            """A plain positive symbol that is replaced means this one, where it has its name."""
            if type(old) is Symbol and str(old.name) == self.name and old.is_positive:
                return new
            return Symbol._eval_subs(self, old, new)

        inside = {
            "__slots__": (),
            "__module__": __name__,
            "__qualname__": "Declared",
            "against_convention": True,
            "_eval_subs": substituted,
        }
        made = globals().setdefault("Declared", type(Symbol)("Symbol", (Symbol,), inside))  # of two threads the first's
    return made


def __getattr__(name: str) -> Any:
    if name == "Declared":  # where pickle looks for the class, in a process that has not made it yet
        return _declared()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


@told
def dims(names: str) -> Any:
    """Sizes: positive SymPy symbols that symroof knows to be integers of at least 1.

    One symbol for one name, a tuple of them for several.

    >>> B, D, F = dims("B D F")
    >>> B.is_positive, B.is_integer
    (True, None)

    Raises NotationError for a name that is none, or one given twice.
    """
    return _make(names, size=True)


@told
def params(names: str) -> Any:
    """Parameters: positive reals that need not be integers or at least 1, such as a bandwidth or a ratio.

    One symbol for one name, a tuple of them for several.

    >>> from symroof import dominates
    >>> N, rho = dims("N"), params("rho")
    >>> dominates(N**2, N), dominates(rho**2, rho)
    (True, False)

    Raises NotationError for a name that is none, or one given twice.
    """
    return _make(names, size=False)


def _make(names: str, size: bool) -> Symbol | tuple[Symbol, ...]:
    if not isinstance(names, str):
        raise SymroofError(f'names go in one string, as in dims("B D F"), not {names!r:.80}')
    words = names.replace(",", " ").split()
    if not words:
        raise NotationError('no names given; write for example dims("B D F")')
    seen: set[str] = set()
    for w in words:
        if w in seen:
            raise NotationError(f"{w[:80]} is named twice in {names[:80]!r}")
        seen.add(w)
    made = tuple(symbol(key(w, size)) for w in words)
    return made[0] if len(made) == 1 else made
