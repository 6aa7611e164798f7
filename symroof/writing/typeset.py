r"""A formula as it is set: fractions, roots, scripts and words in rows; LaTeX and the width of it are folds over these.

A plain string is one token: a letter, digits, a sign, a command without arguments, a blank.  ``mathml.py`` is the other
fold.  A ``Symbol`` and a ``Product`` are set once all symbols of a formula are known, by ``naming.lettered``.

>>> print(tex(line("B", ">", Frac("C", "W"))))
B > \frac{C}{W}
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Union, final

from symroof.lazy import pattern
from symroof.records import dataclass, replace

Node = Union[str, "Row", "Symbol", "Product", "Num", "Words", "Foreign", "Frac", "Root", "Braced", "Script", "Fenced", "Table"]  # fmt: skip  # noqa: E501


@final
@dataclass(frozen=True)
class Row:
    """One thing after the other."""

    parts: tuple[Node, ...] = ()


@final
@dataclass(frozen=True)
class Symbol:
    """A variable, by the name that it has in formulas."""

    name: str


@final
@dataclass(frozen=True)
class Product:
    """Factors side by side, with a dot or a space between them where they would run together."""

    factors: tuple[Node, ...]


@final
@dataclass(frozen=True)
class Num:
    """A number: decimal digits, perhaps with a sign, and a power of ten."""

    digits: str
    power: int = 0
    siunitx: bool = False


@final
@dataclass(frozen=True)
class Words:
    """Upright words, as they are read."""

    text: str


@final
@dataclass(frozen=True)
class Foreign:
    """LaTeX that is not ours: of a reader's table of names, of the name of a SymPy symbol."""

    tex: str


@final
@dataclass(frozen=True)
class Frac:
    """A stacked fraction, drawn large where it is told to."""

    top: Node
    bottom: Node
    large: bool = False


@final
@dataclass(frozen=True)
class Root:
    """A square root."""

    body: Node


@final
@dataclass(frozen=True)
class Braced:
    """What stands in braces of its own."""

    body: Node


@final
@dataclass(frozen=True)
class Script:
    """A base, or the last thing in it, with a subscript, a power, or both."""

    base: Node
    sub: Node | None = None
    sup: Node | None = None


@final
@dataclass(frozen=True)
class Fenced:
    """Something between brackets that grow with it."""

    left: str
    body: Node
    right: str


@final
@dataclass(frozen=True)
class Table:
    """Rows of cells under one another: "aligned", "cases", "gathered" or "array", all of whose columns begin left."""

    kind: str
    rows: tuple[tuple[Node, ...], ...]


NODES = (Row, Symbol, Product, Num, Words, Foreign, Frac, Root, Braced, Script, Fenced, Table)  # beside tokens
NOTHING = Row()
COMMA, SEMI, QUAD = (",", " "), (",", r"\;", " "), (",", r"\quad", " ")  # what stands between several


def parts(x: Node) -> tuple[Node, ...]:
    """What stands side by side."""
    return x.parts if isinstance(x, Row) else (x,)


def row(*several: Node) -> Node:
    """One after the other without blanks; rows within it become a part of it."""
    flat = tuple(p for x in several for p in parts(x))
    return flat[0] if len(flat) == 1 else Row(flat)


def listed(several: Iterable[Node], between: Iterable[Node]) -> Node:
    """Several with the same between each two."""
    out: list[Node] = []
    for x in several:
        out += [*(between if out else ()), x]
    return row(*out)


def line(*several: Node) -> Node:
    """Parts with blanks between them; what is nothing is left out."""
    return listed((x for x in several if x != NOTHING), " ")


def fenced(body: Node) -> Fenced:
    """In round brackets."""
    return Fenced("(", body, ")")


def applied(head: Node, *args: Node) -> Node:
    """A function with its arguments in brackets."""
    return row(head, fenced(listed(args, COMMA)))


def raised(base: Node, power: Node) -> Node:
    """A power; one that stands over a subscript stands over it."""
    *front, last = parts(base)
    if isinstance(last, Script) and last.sup is None:
        return row(*front, Script(last.base, last.sub, power))
    return Script(base, None, power)


def inside(x: Node) -> list[Node]:
    """The nodes of which a node is made."""
    out: list[Node] = []

    def seen(y: Node) -> Node:
        out.append(y)
        return y

    mapped(x, seen)
    return out


def walk(x: Node) -> Iterator[Node]:
    """A node and all within it."""
    yield x
    for y in inside(x):
        yield from walk(y)


def mapped(x: Node, f: Callable[[Node], Node]) -> Node:
    """The same node made of others."""
    match x:
        case Row(several):
            return row(*map(f, several))
        case Product(several):
            return Product(tuple(map(f, several)))
        case Frac(a, b, large):
            return Frac(f(a), f(b), large)
        case Root(body) | Braced(body):
            return type(x)(f(body))
        case Fenced(left, body, right):
            return Fenced(left, f(body), right)
        case Script(base, sub, sup):
            return Script(f(base), sub and f(sub), sup and f(sup))
        case Table(kind, rows):
            return Table(kind, tuple(tuple(map(f, one)) for one in rows))
    return x


def enlarged(x: Node) -> Node:
    """The same with its first fraction drawn large."""
    at = next((i for i, p in enumerate(parts(x)) if any(isinstance(y, Frac) for y in walk(p))), None)
    if at is None or not isinstance(x, Row):
        return replace(x, large=True) if isinstance(x, Frac) else mapped(x, enlarged)
    made = list(parts(x))
    made[at] = enlarged(made[at])
    return row(*made)


# -- LaTeX -----------------------------------------------------------------------------------------------------------

_ESCAPES = {
    **{c: "\\" + c for c in "{}$&#%_"},
    "\\": r"\textbackslash{}",
    "^": r"\^{}",
    "~": r"\~{}",
}


def escaped(text: str) -> str:
    r"""Prose made safe inside ``\text{...}`` and in a TeX paragraph.

    >>> print(escaped("100% of W_hbm"))
    100\% of W\_hbm
    """
    return "".join(_ESCAPES.get(c, c) for c in text)


def is_command(token: str) -> bool:
    """Whether a token is a command of letters, which letters behind it would lengthen."""
    return token[:1] == "\\" and token[1:].isalpha()


def tex(x: Node) -> str:
    """The LaTeX of a formula."""
    out: list[str] = []
    after = False
    for token in _tokens(x):
        if after and token[0].isalpha():
            out.append(" ")
        out.append(token)
        after = token[-1].isalpha() and is_command(token[token.rfind("\\") :])
    return "".join(out)


def _tokens(x: Node) -> Iterator[str]:
    match x:
        case str():
            yield x
        case Row(several):
            for part in several:
                yield from _tokens(part)
        case Num():
            yield _number(x)
        case Words(text):
            yield rf"\text{{{escaped(text)}}}"
        case Foreign(given):
            yield given
        case Frac(top, bottom, large):
            yield rf"\{'d' * large}frac{{{tex(top)}}}{{{tex(bottom)}}}"
        case Root(body):
            yield rf"\sqrt{{{tex(body)}}}"
        case Braced(body):
            yield f"{{{tex(body)}}}"
        case _:
            yield from _built(x)


def _built(x: Node) -> Iterator[str]:
    """Scripts, brackets and tables."""
    match x:
        case Script(base, sub, sup):
            yield from _tokens(base)
            if sub is not None:
                yield f"_{_argument(sub, commands=True)}"
            if sup is not None:
                yield f"^{_argument(sup, commands=False)}"
        case Fenced(left, body, right):
            gap = " " if is_command(left) else ""
            yield rf"\left{left}{gap}{tex(body)}{gap}\right{right}"
        case Table(kind, rows):
            end = "\n" if kind == "aligned" else " "
            shown = rf" \\{end}".join("&".join(map(tex, cells)) for cells in rows)
            columns = f"{{{'l' * max(map(len, rows))}}}" if kind == "array" else ""
            yield rf"\begin{{{kind}}}{columns}{end}{shown}{end}\end{{{kind}}}"
        case _:
            raise TypeError(f"{x!r} is set once its symbols are known")


def _argument(x: Node, commands: bool) -> str:
    """The argument of a script, in braces unless it is one sign (or, where that is usual, one command)."""
    made = tex(x)
    alone = len(made) == 1 or (commands and isinstance(x, (str, Words, Foreign)) and not made[0].isalnum())
    return made if alone or isinstance(x, Braced) else f"{{{made}}}"


def _number(x: Num) -> str:
    if x.siunitx:
        return rf"\num{{{x.digits}e{x.power}}}" if x.power else rf"\num{{{x.digits}}}"
    if not x.power:
        return x.digits
    return rf"10^{{{x.power}}}" if x.digits == "1" else rf"{x.digits} \times 10^{{{x.power}}}"


# -- how wide it is --------------------------------------------------------------------------------------------------


def width(x: Node) -> int:
    """About how many characters wide a formula is drawn: of a fraction the longer part, of a command one sign."""
    match x:
        case str():
            return 0 if x in (r"\,", r"\;") else 1 if is_command(x) else len(x)
        case Row(several):
            pairs = zip(("", *several), several)
            return sum(width(b) for a, b in pairs if b != " " or not (isinstance(a, str) and is_command(a)))
        case Num(digits, power):
            return len(digits) if not power else len(f"{digits} x10{power}" if digits != "1" else f"10{power}")
        case Words(text):
            return len(escaped(text))
        case Foreign(given):
            return len(_DRAWN.sub("x", given))
        case Frac(top, bottom):
            return max(width(top), width(bottom))
        case Fenced(left, body, right):
            return 2 + sum(map(width, (left, body, right))) + is_command(left)
        case Script(base, sub, sup):
            return width(base) + sum(width(y) + _marked(y) for y in (sub, sup) if y is not None)
    return sum(map(width, inside(x)))


_DRAWN = pattern(r"\\(?:text|operatorname)\b|\\[A-Za-z]+ ?|[{}_^]")


def _marked(x: Node) -> int:
    """A script of one sign is drawn with room beside it."""
    return isinstance(x, str) and (len(x) == 1 or is_command(x))
