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

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


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
