"""LaTeX read back by a reader of our own, as a person reads it; bounds without a regime; quantities in base units."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from . import answers, draw
from .tally import Clock, Kind, Wrong
from .trees import Tree, Undefined, names, num, sign, sym, sym_py, symbols, text
from .trees import from_sympy as plain

_TOKEN = re.compile(r"\\(?:left|right|quad|[,;:! ])|\\[a-zA-Z]+|\d+(?:\.\d+)?|[A-Za-z]|[{}()^_+\-,\[\]|]")


class Latex:
    """A product binds tighter than + and -; \\log_2 takes what follows up to the next sign, sum or function."""

    def __init__(self, source: str) -> None:
        self.tokens = [
            t for t in _TOKEN.findall(source) if t not in (r"\left", r"\right", r"\quad", r"\,", r"\;", r"\ ")
        ]
        self.at = 0

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, wanted: str = "") -> str:
        token = self.peek()
        if wanted and token != wanted:
            raise ValueError(f"{wanted} expected, not {token!r} in {' '.join(self.tokens)}")
        self.at += 1
        return token

    def total(self) -> Tree:
        tree: Tree = ("-", num(0), self._after("-")) if self.peek() == "-" else self.product()
        while self.peek() in ("+", "-"):
            tree = (self.take(), tree, self.product())
        return tree

    def _after(self, sign_: str) -> Tree:
        self.take(sign_)
        return self.product()

    def product(self) -> Tree:
        tree = self.power()
        while self.peek() and self.peek() not in ("+", "-", ")", "}", ",", r"\rceil", r"\rfloor", "]"):
            if self.peek() in (r"\cdot", r"\times"):
                self.take()
            tree = ("*", tree, self.power())
        return tree

    def power(self) -> Tree:
        tree = self.atom()
        if self.peek() == "^":
            self.take()
            tree = ("^", tree, self.group())
        return tree

    def group(self) -> Tree:
        if self.peek() != "{":
            token = self.take()
            if token[0].isdigit() and len(token) > 1:
                raise ValueError("digits without braces")
            return num(token) if token[0].isdigit() else sym(token)
        self.take("{")
        tree = self.total()
        self.take("}")
        return tree

    def atom(self) -> Tree:
        token = self.take()
        if token[0].isdigit():
            return num(token)
        if token.isalpha():
            return self.name(token)
        if token in "({":
            tree = self.total()
            self.take(")" if token == "(" else "}")
            return tree
        if token == r"\frac":
            return ("/", self.group(), self.group())
        if token == r"\sqrt":
            degree = Fraction(2)
            if self.peek() == "[":
                self.take()
                degree = Fraction(self.take())
                self.take("]")
            return ("^", self.group(), num(1 / degree))
        if token in (r"\lceil", r"\lfloor"):
            tree = self.total()
            self.take(token.replace("l", "r", 1))
            return ("ceil" if "ceil" in token else "floor", tree)
        if token in (r"\max", r"\min"):
            self.take("(")
            parts = [self.total()]
            while self.peek() == ",":
                self.take()
                parts.append(self.total())
            self.take(")")
            return (token[1:], *parts)
        if token == r"\log":
            return self.log()
        raise ValueError(f"no atom: {token!r}")

    def name(self, token: str) -> Tree:
        return sym(token)

    def log(self) -> Tree:
        self.take("_")
        self.take("2")
        power: Tree | None = None
        if self.peek() == "^":
            self.take()
            power = self.group()
        inner = self.power()
        while self.peek() and (self.peek()[0].isalpha() or self.peek()[0].isdigit()):
            inner = ("*", inner, self.power())
        return ("log2", inner) if power is None else ("^", ("log2", inner), power)


def read_latex(source: str) -> Tree:
    source = re.sub(r"\{(\d+)/(\d+)\}", r"{\\frac{\1}{\2}}", source.replace(r"{,}", ""))
    reader = Latex(re.sub(r"-(\\frac\{\d+\}\{\d+\})", r"-\1", source))
    tree = reader.total()
    if reader.peek():
        raise ValueError(f"{reader.peek()!r} is left over")
    return tree


@dataclass(frozen=True)
class Question:
    """An expression to be printed, or bounded."""

    tree: Tree
    how: str

    def call(self) -> str:
        return f"{self.how}({text(self.tree)})"


def question(rng: Random, how: str) -> Question:
    pool = draw.some(rng, 1, 3, 0.4)
    if how == "latex":
        return Question(draw.tree(rng, pool, rng.choice((1, 2, 2, 3))), how)
    top, bottom = (("+", *(draw.monomial(rng, pool) for _ in range(rng.randint(1, 4)))) for _ in range(2))
    tree: Tree = ("/", top, bottom)
    return Question(("max", tree, draw.monomial(rng, pool)) if rng.random() < 0.2 else tree, how)


def judge_latex(q: Question, kind: Kind, rng: Random, clock: Clock) -> None:
    import symroof

    expr = sym_py(q.tree, symbols())
    written = clock(lambda: symroof.latex(expr))
    again = read_latex(written)
    for _ in range(8):
        _same(q.tree, again, draw.bind(rng, names(q.tree)), f"latex {written}", kind)


def _same(one: Tree, two: Tree, env: dict[str, Fraction], what: str, kind: Kind) -> None:
    try:
        found = sign(one, two, env)
    except Undefined:
        return
    if found is not None:
        kind.points += 1
    if found:
        raise Wrong(f"{what} is another function at { {k: str(v) for k, v in env.items()} }")


def judge_bounds(q: Question, kind: Kind, rng: Random, clock: Clock) -> None:
    import symroof

    expr = sym_py(q.tree, symbols())
    found = clock(lambda: symroof.bounds_free(expr))
    low, high = plain(clock(lambda: found.lower)), plain(clock(lambda: found.upper))
    for _ in range(12):
        env = draw.bind(rng, names(q.tree) | names(low) | names(high))
        try:
            below, above = sign(low, q.tree, env), sign(q.tree, high, env)
        except Undefined:
            continue
        kind.points += 2
        if 1 in (below, above):
            raise Wrong(f"{found} fails at { {k: str(v) for k, v in env.items()} }")


@dataclass(frozen=True)
class Amount:
    """A number with a unit, and its value in base units from the table of ``answers``."""

    typed: str
    value: Fraction
    step: Fraction

    def call(self) -> str:
        return f"quantity({self.typed!r})"


def amount(rng: Random) -> Amount:
    dimension = rng.choice(["bytes", "bytes/s", "FLOPs/s", "s", "J", "W", "Hz", "FLOPs/B"])
    unit, base = answers._unit(rng, dimension)
    number = Fraction(rng.randint(1, 9999), rng.choice((1, 1, 10, 100, 1000)))
    shown = f"{float(number):g}" if rng.random() < 0.7 else f"{float(number):.6e}"
    return Amount(f"{shown}{rng.choice((' ', ''))}{unit}", Fraction(shown) * base, base)


def judge_quantity(q: Amount, kind: Kind, rng: Random, clock: Clock) -> None:
    import symroof

    found: Any = clock(lambda: symroof.quantity(q.typed))
    kind.points += 1
    if found.value != q.value:
        raise Wrong(f"quantity is {found.value}, right {q.value}")
