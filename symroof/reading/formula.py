r"""A formula as people write it, plain, Unicode or LaTeX, read into exact ratios; never evaluated as code.

The decisions a reader should know: an implicit product binds tighter than ``/`` (``1/2B`` is 1/(2B), and a note says
so); explicit ``*`` and ``/`` go from left to right; without declared symbols a run of capitals is a product of
letters (2BDF), a lower-case word one name (bm, flops); ``2M`` and ``8k`` are numbers unless the letter is a symbol of
the same chain, and among numbers and relations alone ``8K = 8192`` is as well, all of which a note says; ``1.97
\times 10^{14}`` is one number; N, S, E, I, Q, O and beta are symbols like any other.

A unit belongs to the number it follows, but where it ends a quotient, with a space before it, and no other unit stands
in that expression, it belongs to the whole: ``2*2048*8192/4 bytes`` is a number of bytes.  Written without the space
(``1/4kB``), or after another unit (``6e9 FLOPs / 2e9 bytes``), it stays below; ``reading="below"`` takes it so anyway.

>>> chain = parse_formula(r"\frac{2BDF}{2BD + 2DF + 2BF} = BDF/(BD + DF + BF)")
>>> chain.relations
('=',)
>>> chain.sides[0].ratio() == chain.sides[1].ratio()
True
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

import symroof.regexes as re
from symroof.algebra.ratios.posynomial import Ratio, named_constant
from symroof.errors import NotationError, SymroofError, Unsupported
from symroof.keywords import told
from symroof.reading.chain import Chain, Side
from symroof.reading.grammar import expression
from symroof.reading.nodes import MAX_NAMES, Node, declared, leaves
from symroof.reading.quantity import UNITS
from symroof.reading.ratios import LN_2, to_ratio
from symroof.reading.tokens import Tok, tokens_of
from symroof.reading.units import lifted
from symroof.symbols import Name, is_size, key_of

MAX_LENGTH = 10_000
MAX_KEPT = 400  # characters of a text whose reading is kept


@told
def parse_formula(text: str, symbols: Iterable[str] | None = None, *, words: Iterable[str] = ()) -> Chain:
    r"""A formula, or a chain of them joined by relations.

    symbols, when given, are the only names allowed, and split implicit products; ``words`` are names that ``\text{}``
    may hold.

    >>> str(parse_formula("4BT^2NH").sides[0].ratio())
    '4*B*H*N*T**2'
    >>> parse_formula("1/2B").notes
    ('1/2B read as 1/(2B): an implicit product binds tighter than /',)

    Raises NotationError, with a caret, for whatever is not understood.
    """
    if symbols is None and type(text) is str and len(text) <= MAX_KEPT:
        return _kept(text, frozenset(words))
    return _one(text, symbols, words)


def _one(text: str, symbols: Iterable[str] | None, words: Iterable[str]) -> Chain:
    chains = parse_chains(text, symbols, strict=True, words=words)
    if len(chains) != 1:
        raise NotationError("several formulas where one was expected", text, None, "separate them")
    return chains[0]


@lru_cache(maxsize=1024)
def _kept(text: str, words: frozenset[str]) -> Chain:
    """The same, kept: an answer is read several times, and a key with each answer to it."""
    return _one(text, None, words)


def expression_of(text: str) -> Ratio:
    """Text given where an expression is expected: one formula in symbols and plain numbers, every product written out.

    >>> print(expression_of("B*D/(B + D)"))
    B*D/(B + D)

    Raises NotationError for a relation, a unit, words, and what could be read in two ways (BD, 1/2B, 2M).
    """
    chain = parse_formula(text)
    side = chain.sides[0]
    if chain.relations:
        raise NotationError("a relation where an expression is expected", text, None, "give one of its sides")
    if any(leaves(side.node, "unit")):
        raise NotationError("a unit where a number is expected", text, None, "write it without, as in 2e6")
    doubts = [n for n in chain.notes if not n.endswith(_LEFT_TO_RIGHT)]
    if doubts:
        raise NotationError(doubts[0], text, None, _unambiguous(doubts[0]))
    for name in side.names:
        if name == "oo" or (name.isalpha() and name.islower() and len(name) > 2 and is_size(name)):
            raise NotationError(f"{name} is a word", text, None, "a symbol of that name is given as a symbol")
    together = "|".join(re.escape(n) for n in side.names)
    run = next((w for w in _RUN.findall(text) if w not in side.names and re.fullmatch(f"(?:{together})+", w)), None)
    if run is not None:
        remedy = f'write the *, or dims("{run}") for one symbol'
        raise NotationError(f"{run} could be one symbol or a product", text, text.index(run), remedy)
    return side.ratio() if side.node is None else to_ratio(side.node, fixed=NATURAL)


def _unambiguous(doubt: str) -> str:
    """How to write what a note is about: of so many thousands the product and the number.

    >>> _unambiguous("2M read as 2e6")
    'write 2*M, or 2e6'
    """
    many = re.fullmatch(r"([\d.,]+)([A-Za-z]) read as (\S+e\d+)", doubt)
    return f"write {many[1]}*{many[2]}, or {many[3]}" if many else "write the * and the brackets"


NATURAL = {LN_2: named_constant("log(2)")}
_RUN = re.compile(r"(?:\d[\d.]*(?:[eE][-+]?\d+)?)?(\\?[A-Za-z]\w+)")
_LEFT_TO_RIGHT = "from left to right"


def parse_chains(
    text: str,
    symbols: Iterable[str] | None = None,
    *,
    strict: bool = False,
    known: Iterable[str] = (),
    words: Iterable[str] = (),
) -> tuple[Chain, ...]:
    """All chains of a text: commas, implications, quads and line breaks part them.

    Unless strict, sides that do not read are kept with the reason, so that their neighbours can still be judged.
    ``known`` names symbols that the surroundings use (they decide whether the M of 2M is a symbol), ``words`` those
    that may be set as text.
    """
    if not isinstance(text, str):
        raise NotationError(f"{str(text)[:40]!r} is not text; write a formula as a string")
    if len(text) > MAX_LENGTH:
        raise NotationError(
            f"a formula of {len(text)} characters; at most {MAX_LENGTH} are read", text[:80], None, "split it"
        )
    if not text.strip():
        raise NotationError("an empty formula", text, 0, "write one, as in B*D/(B + D)")
    if symbols is not None and not isinstance(symbols, Iterable):
        raise NotationError(f"{symbols!r:.80} is no list of symbols; write symbols=[B, D]")
    symbols = symbols if symbols is None else list(symbols)
    allowed = frozenset(str(s) for s in symbols) if symbols is not None else None
    tokens, notes = tokens_of(text, allowed, frozenset(known), frozenset(words))
    out = []
    for follows, group in _parts(tokens):
        made = _chain(group, text, strict, notes, follows)
        if made.sides:
            out.append(made)
    if not out:
        raise NotationError("no formula here", text, 0, "write one, as in B*D/(B + D)")
    keys = {str(k): k for k in map(key_of, symbols or ()) if type(k) is Name}
    return tuple(_declared(c, keys) for c in out) if keys else tuple(out)


def _declared(chain: Chain, keys: Mapping[str, str]) -> Chain:
    """The chain whose names mean the symbols given, where these are declared against the convention."""
    sides = (s if s.node is None else replace(s, node=declared(s.node, keys)) for s in chain.sides)
    return replace(chain, sides=tuple(sides))


def _parts(tokens: list[Tok]) -> Iterator[tuple[bool, list[Tok]]]:
    """Token runs between implications, line breaks and top-level commas; a line opening with a relation continues."""
    part: list[Tok] = []
    level = 0
    follows = False
    for i, t in enumerate(tokens):
        level += (t.type in ("LP", "LB", "LCEIL", "LFLOOR")) - (t.type in ("RP", "RB", "RCEIL", "RFLOOR"))
        cut = (t.type == "REL" and t.value == "=>") or (t.type == "COMMA" and level <= 0)
        if t.type == "BREAK":
            following = next((x for x in tokens[i + 1 :] if x.type != "BREAK"), None)
            continues = (
                following is not None
                and following.type in ("REL", "PLUS", "MINUS", "MUL", "DIV")
                and following.value != "=>"
            )
            if (
                (continues and t.value == "\\\\")
                or level > 0
                or (following is not None and part and part[-1].type == "REL")
            ):
                continue
            cut = True
        if cut:
            if part:
                yield follows, part
                follows = False
            follows = follows or t.type == "REL"
            part = []
        else:
            part.append(t)
    if part:
        yield follows, part


def _chain(tokens: list[Tok], text: str, strict: bool, notes: tuple[str, ...], follows: bool) -> Chain:
    sides: list[Side] = []
    relations: list[str] = []
    part: list[Tok] = []
    level = 0
    for t in tokens:
        level += (t.type in ("LP", "LB")) - (t.type in ("RP", "RB"))
        if t.type == "REL" and level <= 0:
            if not part and not sides:
                if strict:
                    raise NotationError("nothing stands before the relation", text, t.at, "write both sides")
                continue  # the end of a sentence: "the speedup is $= 3$"
            sides.append(_side(part, text, strict, t.at))
            relations.append(t.value)
            part = []
        else:
            part.append(t)
    if part or sides or strict:
        sides.append(_side(part, text, strict, tokens[-1].end))
    start, end = tokens[0].at, tokens[-1].end
    own = tuple(n for s in sides for n in s.notes)
    return Chain(text[start:end], tuple(sides), tuple(relations), tuple(dict.fromkeys((*notes, *own))), start, follows)


def _side(tokens: list[Tok], text: str, strict: bool, at: int) -> Side:
    if not tokens:
        if strict:
            raise NotationError("nothing stands after the relation", text, at, "write both sides")
        return Side("", at, None, "nothing here", "syntax")
    start, end = tokens[0].at, tokens[-1].end
    shown = text[start:end]
    tokens = _without_aside(tokens)
    if len(tokens) > 1 and tokens[-1].type == "MUL" and tokens[-1].value in "×*" and tokens[-2].type == "NUM":
        tokens = tokens[:-1] if text.startswith(("×", "\\times"), tokens[-1].at) else tokens  # 3×: three times
    try:
        node = _expression(tokens, text)
    except SymroofError as e:
        if strict:
            raise
        reason = e.reason if isinstance(e, NotationError) else str(e)
        words = any(t.type == "WORDS" for t in tokens)
        return Side(shown, start, None, reason, "words" if words else "syntax")
    return Side(shown, start, node, notes=tuple(_ambiguities(node, text)))


def _expression(tokens: list[Tok], text: str) -> Node:
    """The node of one side; infinity stands alone."""
    start = tokens[0].at
    infinite = [t for t in tokens if t.type == "INF"]
    if len(infinite) == len(tokens):
        return Node("name", name="oo", at=start)
    if infinite:
        raise NotationError("infinity in a formula", text, infinite[0].at, "state it alone, as in N -> oo")
    node = expression(tokens, text)
    if tokens[-1].type == "UNIT":
        node = lifted(node, text)
    if len(set(leaves(node, "name"))) > MAX_NAMES:
        raise Unsupported(f"more than {MAX_NAMES} symbols in one formula")
    if node.kind == "list":
        raise NotationError("a list of values, not a formula", text, start, "compare one formula at a time")
    return node


def _without_aside(tokens: list[Tok]) -> list[Tok]:
    """A quantity without the other way to write it that stands in brackets behind it: 524288 bytes (512 KiB)."""
    types = [t.type for t in tokens]
    if types[-1:] != ["RP"] or "LP" not in types:
        return tokens
    at = len(types) - 1 - types[::-1].index("LP")
    inner = tokens[at + 1 : -1]
    if at == 0 or tokens[at].tight or types[at + 1] != "NUM" or any(t.type != "UNIT" for t in inner[1:]):
        return tokens
    if len(inner) > 1:
        same = types[at - 1] == "UNIT" and UNITS[tokens[at - 1].value].dimension == UNITS[inner[-1].value].dimension
    else:
        same = types[at - 1] == "NUM" and inner[0].value[-1:].isalpha()  # 2097152 (2M)
    return tokens[:at] if same else tokens


def _ambiguities(node: Node, text: str) -> Iterator[str]:
    stack = [node]
    while stack:
        n = stack.pop()
        stack.extend(n.args)
        if n.kind != "mul" or n.name == "frac":
            continue
        for op, a in zip(n.ops, n.args):
            if op == "/" and a.kind == "juxt" and a.args[-1].kind != "unit" and _doubtful(a, text):
                below = "".join(_short(x) for x in a.args)
                above = _short(n.args[0]) if len(n.args) == 2 else "..."
                yield f"{above}/{below} read as {above}/({below}): an implicit product binds tighter than /"
            if op == "/" and _by_ten(a) and not any(_scientific(x) for o, x in zip(n.ops, n.args) if o == "*"):
                above = _short(n.args[0]) if len(n.args) == 2 else "..."
                yield f"{above}/{_short(a)} read as {above}/({_short(a)}): a number and its power of ten are one"
        if "/*" in n.ops and n.ops.rindex("*") > n.ops.index("/"):
            yield f"a / b * c read as (a/b)*c, {_LEFT_TO_RIGHT}"


_TEN = re.compile(r"\d+\s*(?:[*×·]|\\times|\\cdot|[xX])\s*10\s*(?:\^|\*\*|[⁻⁺⁰-⁹¹²³])")


def _by_ten(n: Node) -> bool:
    """Whether a divisor is a whole number times a power of ten, which might be meant as a factor: 3/2 × 10^3."""
    return n.kind == "num" and n.printed is not None and _TEN.match(n.printed.text) is not None


def _scientific(n: Node) -> bool:
    """Whether a factor is in scientific notation, beside which the divisor is meant so too."""
    return (
        n.kind == "num"
        and n.printed is not None
        and re.search(r"10\s*(?:\^|\*\*|[⁻⁺⁰-⁹¹²³])|\d[eE]", n.printed.text) is not None
    )


def _doubtful(product: Node, text: str) -> bool:
    """Whether a product below a slash could be meant to end after its first factor: 1/2B, V/W (N - 1), not C/BD."""
    first, second = product.args[:2]
    return first.kind == "num" or (first.kind == "name" and text[: second.at].rstrip("([")[-1:].isspace())


def _short(n: Node) -> str:
    if n.kind == "num" and n.printed:
        return n.printed.text
    if n.kind == "juxt":
        return "".join(map(_short, n.args))
    return n.name if n.kind in ("name", "unit") else "(...)"


__all__ = ["MAX_LENGTH", "NATURAL", "Chain", "Node", "Side", "parse_chains", "parse_formula", "to_ratio"]
