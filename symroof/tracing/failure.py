"""What a user's function raises while it is traced, as one message: what, on which line of his, and what to do."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import symroof.regexes as re
from symroof.errors import SymroofError
from symroof.tracing.deadline import TooLong, within
from symroof.tracing.sites import raised_at

if TYPE_CHECKING:
    from symroof.tracing.asked import Asked

_REMEDIES = {
    "NonConcreteBooleanIndexError": "the shape depends on data; keep the size and mask, as in jnp.where(mask, x, 0)",
    "TracerBoolConversionError": "a Python branch on data; use jnp.where or lax.cond",
    "ConcretizationTypeError": "the shape depends on data, or Python needs a number; give size=, as in jnp.nonzero, or "
    "mark the argument static by passing it as a plain number",
    "TracerIntegerConversionError": "Python needs a number, not an array; pass it as a plain number or a symbol",
    "TracerArrayConversionError": "NumPy was called on a traced array; use jax.numpy",
    "UnexpectedTracerError": "a traced value was kept from an earlier trace; return it instead of storing it",
    "DynamicOutputShapeException": "the shape depends on data; keep the size and mask, as in torch.where(mask, x, 0)",
    "DataDependentOutputException": "Python needs a number that depends on data; use torch.where, or keep it a tensor",
    "InconclusiveDimensionOperation": "JAX does not compare symbolic sizes there, and Python needs a number",
    "GuardOnDataDependentSymNode": "a Python branch on data; use torch.where",
}
_SHAPES = (
    "incompatible",
    "shape",
    "rank",
    "dimension",
    "ndim",
    "einsum",
    "axis",
    "size",
    "mat1 and mat2",
    "expected",
    "number of indices",
)
# errors that speak of no size, which another order of sizes would not mend
HOPELESS = {"NameError", "ImportError", "AttributeError", "FileNotFoundError", "ModuleNotFoundError", "KeyError",
            "TracerBoolConversionError", "ConcretizationTypeError", "TracerArrayConversionError", "NotImplementedError",
            "NonConcreteBooleanIndexError", "TracerIntegerConversionError", "DynamicOutputShapeException",
            "DataDependentOutputException"}  # fmt: skip


def hopeless(e: BaseException) -> bool:
    """Whether another order of sizes would not help: the error speaks of no size."""
    return type(e).__name__ in HOPELESS


def told(e: BaseException, asked: Asked) -> SymroofError:
    """The function's own error as one message."""
    kind = type(e).__name__
    lines = [x.strip() for x in str(e).strip().split("\n") if x.strip()]
    text = (lines[0] if lines else "")[:300]
    line = raised_at(e)
    remedy = _remedy(kind, text, e, asked)
    where = f"\n    {line.told}" if line.file else ""
    return SymroofError(f"{asked.text} raised {kind}: {text}{where}" + (f"\n    {remedy}" if remedy else ""))


def _remedy(kind: str, text: str, e: BaseException, asked: Asked) -> str:
    if kind in _REMEDIES:
        return _REMEDIES[kind]
    axis = re.search(r"unbound axis name: (\w+)", text)
    if axis:
        return f'{axis[1]} is no axis of the mesh; say mesh="{" ".join((*asked.axes, axis[1]))}"'
    if isinstance(e, TypeError) and _of_the_call(text, asked.f):
        return f"the function takes {_signature(asked.f)}; {len(asked.args)} arguments were given"
    if any(w in text for w in ("reshape", "divisible", "divide", "cannot be", "invalid for input of size", "view(")):
        return "sizes are primes in a trace: write one that is divided as a product, D as N*H or 2*K, and build with it"
    if re.search("Tracer.* has no attribute|must be Tensor, not .*Tracer|JAX arrays are immutable", text):
        return 'if it is PyTorch\'s, nothing in the call shows that: say backend="torch"'
    if isinstance(e, AttributeError) and "'str' object" in text:
        return "an argument in notation has brackets, as in bf16[B, D]; text without them is passed on as it is"
    open_ = [a for a in asked.axes if a not in asked.fixed]
    if len(open_) > 1 and any(w in text for w in _SHAPES):
        shown = " ".join(f"{a}=4" if a in open_ else f"{a}={asked.fixed[a]}" for a in asked.axes)
        return (
            f"the mesh axes {' and '.join(open_)} are of other sizes in a trace; where the code needs them equal, give "
            f'numbers, as in mesh="{shown}"; else check the arguments\' shapes'
        )
    if any(w in text for w in _SHAPES):
        return "check the arguments' shapes in the call of trace: the sizes of two of them must agree where they meet"
    return ""


def _of_the_call(text: str, f: Any) -> bool:
    """Whether the arguments were wrong for the function itself, not for one that it calls."""
    if not any(w in text for w in ("positional argument", "keyword argument", "required argument")):
        return False
    called = text.split("(")[0].rsplit(".", 1)[-1]
    return called in ("forward", "__call__", "<lambda>", getattr(f, "__name__", ""))


def _signature(f: Any) -> str:
    try:
        return str(inspect.signature(getattr(f, "forward", f)))
    except (TypeError, ValueError):
        return "other arguments"


class Resharded(SymroofError):
    """Arrays come into a ``shard_map`` cut another way than they lie; no other choice of sizes changes that."""


class Branches(SymroofError):
    """The traces are not one program: a branch of Python on a size, or a loop over one."""

    def __init__(self, line: object, also: str = "", inside: str = "") -> None:
        super().__init__(f"the program is another one at other sizes: a branch or a Python loop on a size\n"
                         f"    {getattr(line, 'told', line)}{also}")  # fmt: skip
        self.text = str(getattr(line, "text", ""))
        self.inside = "associative_scan" if "associative_scan" in self.text else inside  # the library's function

    def __reduce__(self) -> tuple[Any, ...]:
        return SymroofError, (str(self),)

    def advised(self, names: Sequence[str], jax: bool) -> SymroofError:
        """The same with the sizes that it is about, and what to do."""
        what = f"    it depends on {' and '.join(names)}: " if names else "    "
        fix = ", ".join(f'"{n}": {4096 >> i}' for i, n in enumerate(names or ("T",)))
        if "einsum" in self.text or "einsum" in self.inside:
            what += "an einsum of three operands is paired by their sizes"
            what += ": say optimize=[(0, 1), (0, 1)]; else " if "einsum" in self.text else "; "
        elif self.inside == "associative_scan":
            what += "associative_scan halves its length again and again, as Python does; "
        elif self.inside:
            what += f"{self.inside} does otherwise at other sizes; "
        use = "use lax.cond or lax.scan, or " if jax and not self.inside else ""
        return Advised(f"{self}\n{what}{use}", f"fix the size, as in sizes={{{fix}}}", names)


class Advised(SymroofError):
    """An error whose remedy names sizes to fix, which may be asked for better ones."""

    def __init__(self, head: str, remedy: str, names: Sequence[str]) -> None:
        super().__init__(head + remedy)
        self.head, self.names = head, tuple(names)

    def __reduce__(self) -> tuple[Any, ...]:
        return SymroofError, (str(self),)


class Endless(Branches):
    """One trace did not end in its time."""

    def __init__(self, sizes: Mapping[str, int], seconds: float) -> None:
        super().__init__(None)
        there = ", ".join(f"{n}={v}" for n, v in sizes.items())
        self.args = (f"one trace took over {seconds:g} s, at {there}: a Python loop over a size runs as often as that",)

    def advised(self, names: Sequence[str], jax: bool) -> SymroofError:
        """The same with what to do."""
        use = "write the loop with lax.scan, or " if jax else ""
        return SymroofError(f"{self}\n    {use}give all sizes, as in sizes={{...}}, for which there is no limit")


def depends_on(
    signature: Callable[[Mapping[str, int]], Hashable], assignments: Sequence[Mapping[str, int]]
) -> tuple[str, ...]:
    """The sizes that change the program when each alone takes its values of the other traces."""
    first = assignments[0]

    def seen(sizes: Mapping[str, int]) -> Hashable:
        try:
            with within(3):
                return signature(sizes)
        except (Exception, TooLong):  # it does not run at these sizes, which says nothing
            return None

    here = seen(first)
    out = []
    for name in first:
        others = [seen({**first, name: a[name]}) for a in assignments[1:]]
        if any(x is not None and x != here for x in others):
            out.append(name)
    return tuple(out)
