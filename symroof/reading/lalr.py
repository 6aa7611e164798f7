"""A parser that is all tables: Lark works them out of the grammars beforehand, and this runs them.

Lark's import and its analysis of two grammars were more than half of the time of a first answer; ``tools/tables.py``
asks it once and writes ``tables.py``, and a test holds that the two agree, in their tables and on random texts.

>>> from symroof.reading.tables import NOTATION
>>> Parser(NOTATION).text("bf16[B, D] -> fp32[B]").data
'start'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any

import symroof.regexes as re

END = "$END"


class Token(str):
    """A piece of text with its sort and its place."""

    __slots__ = ("end_pos", "start_pos", "type")
    type: str
    start_pos: int
    end_pos: int

    def __new__(cls, text: str, type: str, start: int) -> Token:
        made = super().__new__(cls, text)
        made.type, made.start_pos, made.end_pos = type, start, start + len(text)
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return Token, (str(self), self.type, self.start_pos)


class Tree:
    """A rule's name, what stands under it, and from where to where in the text; no places for an empty one."""

    __slots__ = ("children", "data", "end_pos", "start_pos")

    def __init__(self, data: str, children: list[Any], start_pos: int, end_pos: int) -> None:
        self.data, self.children, self.start_pos, self.end_pos = data, children, start_pos, end_pos


class Stopped(Exception):
    """The text makes no sense from here on: the token (None where none can be cut), its place, what could follow."""

    def __init__(self, token: Any, at: int, accepts: set[str]) -> None:
        super().__init__(f"stopped at {at}")
        self.token, self.at, self.accepts = token, at, accepts


class Parser:
    """One grammar: its terminals in the order in which they are tried, its rules, and what to do in each state.

    A row of ``actions`` has, by the name of what comes next, the state to go to, or ``-1 - rule`` to reduce by.
    ``build(rule's name, kids, first place, last place)`` makes what stands for a rule; a Tree without it.
    """

    def __init__(self, tables: dict[str, Any], build: Callable[[str, list[Any], int, int], Any] = Tree) -> None:
        self.terminals: dict[str, str] = tables["terminals"]
        self.ignored = frozenset(tables["ignored"])
        self.rules: list[tuple[str, int, tuple[tuple[int, bool], ...], str, bool]] = tables["rules"]
        self.actions: list[dict[str, int]] = tables["actions"]
        self.first, self.last = tables["first"], tables["last"]
        #: the name of a rule that hands on the one thing it has, as most steps of a ladder of precedence do
        self.handed = [
            r[0] if r[1] == 1 and r[2] == ((0, False),) and r[4] and r[0][0] != "_" else "" for r in self.rules
        ]
        self.build = build
        self.pattern = lru_cache(maxsize=None)(lambda name: re.compile(self.terminals[name]))
        self.wanted = lru_cache(maxsize=None)(self._wanted)

    def text(self, text: str) -> Any:
        """The tree of a text, whose tokens are cut as the state wants them."""
        return _Run(self).parse(lambda run: self._cut(text, run))

    def tokens(self, tokens: Iterable[Any]) -> Any:
        """What is built of tokens that have been cut already; each has a ``type``."""
        return _Run(self).parse(lambda _: iter(tokens))

    def _wanted(self, state: int) -> tuple[str, ...]:
        """The terminals of a state in the order in which they are tried, and what is passed over."""
        row = self.actions[state]
        return tuple(n for n in self.terminals if n in row or n in self.ignored)

    def _first(self, names: Iterable[str], text: str, at: int) -> Token | None:
        for name in names:
            found = self.pattern(name).match(text, at)
            if found is not None and found.end() > at:
                return Token(found.group(), name, at)
        return None

    def _cut(self, text: str, run: _Run) -> Iterator[Token]:
        at = 0
        while at < len(text):
            wanted = self.wanted(run.states[-1])
            token = self._first(wanted, text, at)
            if token is None:
                elsewhere = self._first(self.terminals, text, at)
                raise Stopped(elsewhere, at, set(wanted) - self.ignored if elsewhere is None else run.accepts())
            if token.type not in self.ignored:
                yield token
            at = token.end_pos


class _Run:
    """One parse: the states gone through, and what stands for each."""

    def __init__(self, parser: Parser) -> None:
        self.parser = parser
        self.states: list[int] = [parser.first]
        self.values: list[tuple[Any, int, int]] = []  # each with its first and last place, -1 where it is empty

    def parse(self, tokens: Callable[[_Run], Iterator[Any]]) -> Any:
        for token in tokens(self):
            self.feed(token.type, token, getattr(token, "start_pos", -1), getattr(token, "end_pos", -1))
        self.feed(END, None, -1, -1)
        return self.values[-1][0]

    def feed(self, type: str, token: Any, start: int, end: int) -> None:
        actions, states = self.parser.actions, self.states
        while True:
            action = actions[states[-1]].get(type)
            if action is None:
                raise Stopped(token, start, self.accepts())
            if action >= 0:
                states.append(action)
                self.values.append((token, start, end))
                return
            handed = self.parser.handed[-1 - action]
            if handed:
                states[-1] = actions[states[-2]][handed]
            else:
                self.reduce(-1 - action)
            if type == END and states[-1] == self.parser.last:
                return

    def reduce(self, rule: int) -> None:
        origin, size, kept, name, lone = self.parser.rules[rule]
        values, states = self.values, self.states
        got = values[len(values) - size :]
        del values[len(values) - size :], states[len(states) - size :]
        start, end = (got[0][1], got[-1][2]) if got else (-1, -1)
        if start < 0 or end < 0:
            start = next((v[1] for v in got if v[1] >= 0), -1)
            end = next((v[2] for v in reversed(got) if v[2] >= 0), -1)
        kids: list[Any] = []
        for i, spread in kept:
            if spread:
                kids += got[i][0]
            else:
                kids.append(got[i][0])
        made: Any = kids if origin.startswith("_") else kids[0] if lone and len(kids) == 1 else None
        if made is None:
            made = self.parser.build(name, kids, start, end)
        values.append((made, start, end))
        states.append(self.parser.actions[states[-1]][origin])

    def accepts(self) -> set[str]:
        """The terminals after which the parse could go on."""
        return {t for t in self.parser.actions[self.states[-1]] if t.isupper() and self._takes(t)}

    def _takes(self, type: str) -> bool:
        actions, states = self.parser.actions, list(self.states)
        while True:
            action = actions[states[-1]].get(type)
            if action is None or action >= 0:
                return action is not None
            origin, size, *_ = self.parser.rules[-1 - action]
            del states[len(states) - size :]
            states.append(actions[states[-1]][origin])
            if type == END and states[-1] == self.parser.last:
                return True
