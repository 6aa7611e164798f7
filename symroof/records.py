r"""Frozen dataclasses whose methods are made when first used: a command starts without making those of every class.

``dataclass``, ``field``, ``replace`` are to a type checker those of the standard library, and mean the same; a class
that asks for more than ``frozen=True`` gets the library's own.  ``dataclasses.fields`` and the like work on records.

>>> @dataclass(frozen=True)
... class Point:
...     x: int
...     y: int = 0
>>> p = Point(1)
>>> p, p == Point(1, 0), hash(p) == hash(Point(1)), replace(p, y=2)
(Point(x=1, y=0), True, True, Point(x=1, y=2))
>>> hash(Point({"a": 1, "b": {}})) == hash(Point({"b": {}, "a": 1}))
True
>>> import dataclasses
>>> [f.name for f in dataclasses.fields(Point)], dataclasses.asdict(p)
(['x', 'y'], {'x': 1, 'y': 0})
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
    from dataclasses import field as field
    from dataclasses import replace as replace
else:
    from operator import attrgetter
    from reprlib import recursive_repr

    class Missing:
        """What stands where no default was given; a factory's parameter has it as its default."""

    class Spec:
        """What ``field`` was told, under the words of the standard library."""

        def __init__(self, *, default=Missing, default_factory=Missing, init=True, repr=True, compare=True,
                     kw_only=False):  # fmt: skip
            self.default, self.default_factory = default, default_factory
            self.init, self.repr, self.compare, self.kw_only = init, repr, compare, kw_only

        def told(self):
            """The same for the standard library."""
            given = {k: v for k, v in vars(self).items() if k[:7] != "default" or v is not Missing}
            return given

    field = Spec

    def dataclass(kind=None, /, **asked):
        if asked != {"frozen": True}:
            from dataclasses import dataclass as library

            return library(kind, **asked) if kind is not None else library(**asked)
        return _record

    def replace(x, /, **changes):
        specs = getattr(type(x), "__record__", None)
        if specs is None:
            from dataclasses import replace as library

            return library(x, **changes)
        for name, spec in specs.items():
            if not spec.init:
                if name in changes:
                    raise ValueError(f"field {name} is declared with init=False, it cannot be specified with replace()")
            elif name not in changes:
                changes[name] = getattr(x, name)
        return type(x)(**changes)

    def _record(cls):
        specs = {}
        for base in reversed(cls.__mro__[1:]):
            specs |= base.__dict__.get("__record__", {})
        for name, kind in cls.__annotations__.items():
            if not str(kind).startswith(("ClassVar", "typing.ClassVar")):
                specs[name] = _spec(cls, name)
        cls.__record__ = specs
        cls.__match_args__ = tuple(n for n, s in specs.items() if s.init and not s.kw_only)
        own = cls.__dict__
        values = _values([n for n, s in specs.items() if s.compare])
        given = {
            "__init__": _first_init(cls),
            "__repr__": _repr([n for n, s in specs.items() if s.repr]),
            "__eq__": _eq(values),
            "__setattr__": _frozen(cls, object.__setattr__, "assign to"),
            "__delattr__": _frozen(cls, object.__delattr__, "delete"),
            "__replace__": replace,
        }
        hashed = own.get("__hash__") is None  # as Python leaves it beside an __eq__
        for name, method in given.items():
            if name not in own:
                setattr(cls, name, method)
        if hashed:
            cls.__hash__ = _hash(values)
        cls.__dataclass_fields__ = _Library(cls, "__dataclass_fields__")
        cls.__dataclass_params__ = _Library(cls, "__dataclass_params__")
        cls.__signature__ = _Signature(cls)
        return cls

    def _spec(cls, name):
        given = cls.__dict__.get(name, Missing)
        spec = given if isinstance(given, Spec) else Spec(default=given)
        if spec is given:
            if spec.default is Missing:
                delattr(cls, name)
            else:
                setattr(cls, name, spec.default)
        return spec

    def _values(names):
        """The fields that count in comparisons, as one tuple."""
        if len(names) > 1:
            return attrgetter(*names)
        return (lambda self: (getattr(self, names[0]),)) if names else lambda self: ()

    def _eq(values):
        def __eq__(self, other):
            return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

        return __eq__

    def _hash(values):
        def __hash__(self):
            try:
                return hash(values(self))
            except TypeError:  # a mapping among them, which stays as it is in a record
                return hash(tuple(map(_still, values(self))))

        return __hash__

    def _still(x):
        """A mapping as what is equal where it is, whatever its order."""
        return frozenset((k, _still(v)) for k, v in x.items()) if isinstance(x, dict) else x

    def _repr(names):
        @recursive_repr()
        def __repr__(self):
            return f"{type(self).__qualname__}({', '.join(f'{n}={getattr(self, n)!r}' for n in names)})"

        return __repr__

    def _frozen(cls, plainly, words):
        def refused(self, name, *value):
            if type(self) is cls or name in cls.__record__:
                from dataclasses import FrozenInstanceError

                raise FrozenInstanceError(f"cannot {words} field {name!r}")
            plainly(self, name, *value)

        return refused

    def _first_init(cls):
        def __init__(self, *args, **named):
            _init(cls)(self, *args, **named)

        return __init__

    def _init(cls):
        """The constructor, made of its source at the first call as the standard library does for each class."""
        known = {"_missing": Missing}
        params, lines, stars = [], [], []
        for name, s in cls.__record__.items():
            default = ""
            if s.default_factory is not Missing:
                known[f"_make_{name}"] = s.default_factory
                value = f"_make_{name}() if {name} is _missing else {name}" if s.init else f"_make_{name}()"
                default = "=_missing"
            else:
                value = name
                if s.default is not Missing:
                    known[f"_default_{name}"] = s.default
                    default = f"=_default_{name}"
            if s.init:
                (stars if s.kw_only else params).append(name + default)
            if s.init or s.default_factory is not Missing:
                lines.append(f" _[{name!r}] = {value}")
        if hasattr(cls, "__post_init__"):
            lines.append(" self.__post_init__()")
        heads = ", ".join(["self", *params, *(["*", *stars] if stars else [])])
        exec(f"def __init__({heads}):\n _ = self.__dict__\n" + "\n".join(lines), known)
        made = known["__init__"]
        made.__qualname__ = f"{cls.__qualname__}.__init__"
        cls.__init__ = made
        return made

    def _twin(cls):
        """The same class as the standard library makes it, for its functions."""
        import dataclasses

        body = {"__annotations__": {}, "__module__": cls.__module__}
        for base in reversed(cls.__mro__[:-1]):
            body["__annotations__"] |= {n: k for n, k in base.__annotations__.items() if n in cls.__record__}
        body |= {name: dataclasses.field(**spec.told()) for name, spec in cls.__record__.items()}
        return dataclasses.dataclass(frozen=True)(type(cls.__name__, (), body))

    class _Library:
        """What the standard library keeps of a dataclass, once somebody asks."""

        def __init__(self, cls, name):
            self.cls, self.name = cls, name

        def __get__(self, instance, owner):
            found = getattr(_twin(self.cls), self.name)
            setattr(self.cls, self.name, found)
            return found

    class _Signature:
        """The constructor's signature, for who looks before it was called."""

        def __init__(self, cls):
            self.cls = cls

        def __get__(self, instance, owner):
            from inspect import Signature, signature

            if owner is self.cls or "__init__" not in owner.__dict__:
                return signature(_twin(self.cls))
            return Signature(list(signature(owner.__init__).parameters.values())[1:])


def names(kind: type) -> tuple[str, ...]:
    """The fields of a record's class."""
    specs: dict[str, Any] = kind.__record__  # type: ignore[attr-defined]
    return tuple(specs)
