"""A property worked out once an object: ``functools.cached_property`` without the lock it takes before Python 3.12.

>>> class Circle:
...     @once
...     def area(self) -> str:
...         print("working")
...         return "pi"
>>> c = Circle()
>>> c.area, c.area
working
('pi', 'pi')
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, TypeVar, cast, final, overload

T = TypeVar("T")
K = TypeVar("K")


class once(Generic[T]):
    """The first look calls the method and leaves its answer in the object, where later looks find it first."""

    def __init__(self, method: Callable[[Any], T]) -> None:
        self.method = method
        self.__doc__ = method.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, obj: None, owner: type) -> once[T]: ...
    @overload
    def __get__(self, obj: object, owner: type) -> T: ...
    def __get__(self, obj: object | None, owner: type) -> once[T] | T:
        if obj is None:
            return self
        value = obj.__dict__[self.name] = self.method(obj)
        return value


@final
class Fixed(Mapping[K, T]):
    """A mapping that stays as it is, and unlike ``MappingProxyType`` copies and pickles.

    >>> Fixed({"hbm": 3}) == {"hbm": 3}, Fixed({"hbm": 3})
    (True, {'hbm': 3})
    """

    __slots__ = ("_of",)
    _of: dict[K, T]

    def __init__(self, of: Mapping[K, T]) -> None:
        object.__setattr__(self, "_of", dict(of))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{name} cannot be set: this mapping stays as it is")

    def __getitem__(self, key: K) -> T:
        return self._of[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._of)

    def __len__(self) -> int:
        return len(self._of)

    def __hash__(self) -> int:
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[object, ...]:
        return Fixed, (self._of,)

    def __repr__(self) -> str:
        return repr(self._of)


class Late:
    """A regular expression that is compiled at the first question; its methods then stand in the object itself."""

    def __init__(self, source: str, flags: int) -> None:
        self.pattern, self._flags = source, flags

    @once
    def compiled(self) -> re.Pattern[str]:
        return re.compile(self.pattern, self._flags)

    def __getattr__(self, name: str) -> Any:
        # what copies and pickles ask of one that has no pattern yet, and what pytest asks of all that a module holds
        if name.startswith("__") or not hasattr(re.Pattern, name):
            raise AttributeError(name)
        made = self.__dict__[name] = getattr(self.compiled, name)
        return made


def pattern(source: str, flags: int = 0) -> re.Pattern[str]:
    """``re.compile`` for a module's table of patterns, of which a command needs few.

    >>> pattern("a+").fullmatch("aa")[0]
    'aa'
    """
    return cast("re.Pattern[str]", Late(source, flags))
