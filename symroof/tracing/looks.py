"""Numbers that a user's code compares with or divides by: the block sizes and thresholds on which it may branch.

Read from the compiled code of what is called, without running it: constants, globals, defaults and attributes, in
functions that compare, take a rest or a bit, or choose the least or most.

>>> def f(x, block=512):
...     return x @ x.T if x.shape[0] % block == 0 or x.shape[1] > 4096 else x * 2
>>> numbers([f])
(2, 512, 4096)
>>> numbers([lambda x: x.reshape(-1, 128) * 2]) is None
True
"""

from __future__ import annotations

import dis
import sys
import types
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from symroof.tracing.sites import is_library

FEW, MANY = 2, 1 << 20  # the numbers that are sizes
MOST = 2000  # objects looked at
_TABLES = "{}"  # under which the keys of all dicts are known
_CHOICES = {"min", "max", "gcd", "lcm", "divmod", "bit_length", "bit_count", "log2", "count"}


def numbers(roots: Sequence[Any], compared: bool = True) -> tuple[int, ...] | None:
    """The numbers that stand in the code which these reach, where it compares; None where it compares nothing.

    All of them where it need not compare.
    """
    known: dict[str, set[int]] = {}  # by the name under which code reaches them
    plain: set[int] = set()
    names: set[str] = set()
    compares = gets = False
    makers = [f for r in roots if (f := _held(r, "build")) is not None]  # what they are given is compared elsewhere
    for x in _reached([*roots, *makers], known):
        there, asked = _looks(x.__code__)
        there = there if compared else _all_written(x.__code__)
        compares = compares or there is not None
        plain |= there or (_written(x.__code__) if x in makers else frozenset())
        names |= asked if there is not None else frozenset()
        gets = gets or "get" in _every_name(x.__code__)
    if gets and known.get(_TABLES):  # such a lookup compares
        compares, names = True, names | {_TABLES}
    every = plain.union(*(known.get(n, ()) for n in names))
    return tuple(sorted(n for n in every if FEW <= n <= MANY)) if compares else None


def _reached(todo: list[Any], known: dict[str, set[int]]) -> Iterator[types.FunctionType]:
    """The user's functions that objects lead to; notes the whole numbers on the way, by their names."""
    seen: dict[int, Any] = {}
    while todo and len(seen) < MOST:
        x = todo.pop()
        if id(x) in seen or isinstance(x, (int, float, str, bytes, type(None))):
            continue
        seen[id(x)] = x
        if isinstance(x, types.FunctionType):
            if not is_library(x.__code__.co_filename):
                yield x
                todo += _named(_surroundings(x), known)
        elif isinstance(x, (list, tuple)):
            todo += x[:64]
        elif isinstance(x, dict):
            todo += _named(list(x.items())[:64], known)
        elif not isinstance(x, types.ModuleType):
            todo += _parts(x, known)
        todo += [w for k in ("__wrapped__", "func", "__func__", "__self__") if (w := _held(x, k)) is not None]


def _held(x: Any, name: str) -> Any:
    """An attribute that wraps a function; nothing of what makes attributes up as they are asked for."""
    if isinstance(x, (types.ModuleType, type)):
        return None
    try:
        return getattr(x, name, None)
    except Exception:  # a user's own __getattr__
        return None


def _parts(x: Any, known: dict[str, set[int]]) -> list[Any]:
    """The methods of a user's class, and what its instances hold; the arguments of a partial."""
    kind = x if isinstance(x, type) else type(x)
    methods = [f for k in kind.__mro__ if not _foreign(k) for f in vars(k).items()]
    held = [] if isinstance(x, type) else list(getattr(x, "__dict__", {}).items())[:256]
    args = [*getattr(x, "args", ()), *_named(getattr(x, "keywords", {}).items(), known)] if _partial(x) else []
    return [*_named([*methods, *(held if methods or kind.__module__.startswith("torch") else ())], known), *args]


def _partial(x: Any) -> bool:
    return type(x).__name__ == "partial" and isinstance(getattr(x, "keywords", None), dict)


@lru_cache(maxsize=1024)
def _foreign(kind: type) -> bool:
    """Whether a class is a library's own."""
    module = sys.modules.get(kind.__module__)
    return kind.__module__ != "__main__" and is_library(str(getattr(module, "__file__", None) or "<frozen"))


def _surroundings(f: types.FunctionType) -> Iterator[tuple[str, Any]]:
    """What a function reaches by name: globals, what it closes over, defaults, functions of modules."""
    code, held = f.__code__, f.__globals__
    for name in _every_name(code):
        if name in held:
            x = held[name]
            yield name, x
            if isinstance(x, types.ModuleType) and not is_library(str(getattr(x, "__file__", None) or "<frozen")):
                yield from ((n, vars(x)[n]) for n in _every_name(code) if n in vars(x))
    for name, cell in zip(code.co_freevars, f.__closure__ or ()):
        if cell != types.CellType():
            yield name, cell.cell_contents
    given = code.co_varnames[: code.co_argcount]
    yield from zip(reversed(given), reversed(f.__defaults__ or ()))
    yield from (f.__kwdefaults__ or {}).items()


@lru_cache(maxsize=4096)
def _every_name(code: types.CodeType) -> frozenset[str]:
    inner = (c for c in code.co_consts if isinstance(c, types.CodeType))
    return frozenset(code.co_names).union(*map(_every_name, inner))


def _named(rows: Iterable[tuple[str, Any]], known: dict[str, set[int]]) -> list[Any]:
    """Objects by name; whole numbers among them are noted."""
    out = []
    for name, x in rows:
        values = list(x)[:64] if isinstance(x, (list, tuple, set, frozenset, dict)) else [x]
        whole = {v for v in values if type(v) is int}
        for key in (str(name), _TABLES) if isinstance(x, dict) else (str(name),):
            known.setdefault(key, set()).update(whole)
        out.append(x)
    return out


@lru_cache(maxsize=4096)
def _looks(code: types.CodeType) -> tuple[frozenset[int] | None, frozenset[str]]:
    """The numbers and the names in code that compares, that inside it too; no numbers at all in code that does not."""
    inner = [_looks(c) for c in code.co_consts if isinstance(c, types.CodeType)]
    names = frozenset({*code.co_names, *code.co_varnames, *code.co_freevars}).union(*(asked for _, asked in inner))
    compares = not _CHOICES.isdisjoint(code.co_names) or any(map(_compares, dis.get_instructions(code)))
    plain = frozenset().union(*(there for there, _ in inner if there is not None))
    if compares:
        return plain | _written(code), names
    return (plain if any(there is not None for there, _ in inner) else None), names


def _compares(i: dis.Instruction) -> bool:
    return i.opname in ("COMPARE_OP", "CONTAINS_OP") or (i.opname == "BINARY_OP" and i.argrepr[:1] in ("%", "&"))


def _written(code: types.CodeType) -> frozenset[int]:
    """The whole numbers that stand in code, in tuples too."""
    rows = [c if isinstance(c, (tuple, frozenset)) else (c,) for c in code.co_consts]
    small = {i.argval for i in dis.get_instructions(code) if i.opname == "LOAD_SMALL_INT"}
    return frozenset(n for row in rows for n in row if type(n) is int) | small


def _all_written(code: types.CodeType) -> frozenset[int]:
    """The same, in code inside it too."""
    return _written(code).union(*(_all_written(c) for c in code.co_consts if isinstance(c, types.CodeType)))


__all__ = ["numbers"]
