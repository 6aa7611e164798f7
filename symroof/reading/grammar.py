"""From tokens to the nodes of one expression, by an LALR(1) grammar (formula.lark): no recursion on the text.

An implicit product binds tighter than ``/``, a power tighter than both.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from symroof.errors import NotationError
from symroof.reading.nodes import Node, make
from symroof.reading.quantity import UNITS
from symroof.reading.tokens import Tok

_TAKES = {"mod": 2, "log": 2}  # how many arguments a function takes, if not one


def _call(fn: str, args: tuple[Node, ...]) -> Node:
    takes = _TAKES.get(fn, 1)
    if fn not in ("max", "min") and len(args) != takes:
        raise NotationError(f"{fn} takes {('one argument', 'two arguments')[takes - 1]}, not {len(args)}")
    return make("call", args, name=fn)


def _unlist(node: Node) -> tuple[Node, ...]:
    return node.args if node.kind == "list" else (node,)


class _Build:
    """What stands for each rule of formula.lark; a rule without a method here is never left standing."""

    def start(self, kids: list[Any]) -> Node:
        return kids[0]  # type: ignore[no-any-return]

    def sign(self, kids: list[Any]) -> str:
        return "-" if kids[0].type == "MINUS" else "+"

    def timesdiv(self, kids: list[Any]) -> str:
        return "/" if kids[0].type == "DIV" else "*"

    def signed(self, kids: list[Any]) -> Node:
        sign, node = kids
        return node if sign == "+" else make("add", (node,), ops="-")

    def add(self, kids: list[Any]) -> Node:
        ops, args = "", []
        if isinstance(kids[0], Node):
            kids = ["+", *kids]
        for s, k in zip(kids[::2], kids[1::2]):
            ops += s
            args.append(k)
        return make("add", args, ops=ops)

    def mul(self, kids: list[Any]) -> Node:
        kids = ["*", *kids]
        return make("mul", kids[1::2], ops="".join(kids[::2]))

    def juxt(self, kids: list[Any]) -> Node:
        made = [k if isinstance(k, Node) else self.unit(k) for k in kids]
        for k in made[1:]:
            if k.kind == "num" or (k.kind == "pow" and k.args[0].kind == "num"):
                raise NotationError("a number after a factor without an operator; write a*2 or 2*a")
        return make("juxt", made)

    def unit(self, token: Any) -> Node:
        u = UNITS[token.value]
        return Node("unit", name=u.text, dimension=u.dimension, at=token.at)

    def num(self, kids: list[Any]) -> Node:
        t = kids[0]
        return Node("num", printed=t.printed, at=t.at)

    def name(self, kids: list[Any]) -> Node:
        return Node("name", name=kids[0].value, at=kids[0].at)

    def words(self, kids: list[Any]) -> Node:
        return Node("words", name=kids[0].value, at=kids[0].at)

    def pow(self, kids: list[Any]) -> Node:
        return make("pow", (kids[0], kids[2]))

    def values(self, kids: list[Any]) -> Node:
        args = [k for k in kids if isinstance(k, Node)]
        return args[0] if len(args) == 1 else make("list", args)

    def group(self, kids: list[Any]) -> Node:
        return kids[1] if kids[1].kind == "list" else make("group", (kids[1],))

    def brace(self, kids: list[Any]) -> Node:
        return kids[1]  # type: ignore[no-any-return]

    def frac(self, kids: list[Any]) -> Node:
        return make("group", (make("mul", kids[1:], ops="*/", name="frac"),))

    def sqrt(self, kids: list[Any]) -> Node:
        return make("call", (kids[1],), name="sqrt" + (kids[0].value if kids[0].value.isdigit() else "2"))

    def call(self, kids: list[Any]) -> Node:
        return _call(kids[0].value if kids[0].value != "sqrt" else "sqrt2", _unlist(kids[1]))

    def ceil(self, kids: list[Any]) -> Node:
        return _call("ceil", (kids[1],))

    def floor(self, kids: list[Any]) -> Node:
        return _call("floor", (kids[1],))


@lru_cache(maxsize=1)
def _parser() -> Any:
    from symroof.reading.lalr import Parser
    from symroof.reading.tables import FORMULA

    made = _Build()
    make_of = {name: getattr(made, name) for _, _, _, name, _ in FORMULA["rules"] if hasattr(made, name)}

    def build(rule: str, kids: list[Any], *_: int) -> Any:
        return make_of[rule](kids)

    return Parser(FORMULA, build)


def expression(tokens: list[Tok], text: str) -> Node:
    from symroof.reading.lalr import Stopped

    try:
        return _parser().tokens(tokens)  # type: ignore[no-any-return]
    except Stopped as e:
        token = e.token
    if token is None:
        raise NotationError("the formula ends too early", text, tokens[-1].end, "something is missing here")
    raise NotationError(
        f"{token.value!r} makes no sense here", text, token.at, "an operator or a bracket is missing before it"
    )
