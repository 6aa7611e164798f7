"""Sums over a size that the mesh cuts: each device has its own part until a collective over that axis adds them.

What an operator adds up shows in its shapes: an operand is cut over an axis (D/X elements along some dim) and the
result is not.  Operators along one dim that keep the shape, such as a softmax, name that dim.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import final

from symroof.algebra.ratios.posynomial import Ratio
from symroof.errors import SymroofError
from symroof.tracing.graph import Line, Node, Value
from symroof.tracing.reader import letter
from symroof.tracing.torch_costs import MOVES

# the dim that it goes along is the first whole number among its arguments, and the shape stays
ALONG = frozenset(
    ("_softmax", "_log_softmax", "_safe_softmax", "cumsum", "cumprod", "logcumsumexp", "cummax", "cummin")
)
# the normalised shape is the first list among its arguments: as many dims, the last
NORMS = frozenset(("native_layer_norm", "_fused_rms_norm", "rms_norm"))
EACH = ("_foreach_", "_fused_ada", "_fused_sgd")  # many arrays at once, each by itself
# statistics of a device's own batch are what is meant
OWN = frozenset(("native_batch_norm", "_native_batch_norm_legit", "cudnn_batch_norm", "_batch_norm_with_update",
                 "native_batch_norm_backward", "batch_norm_backward"))  # fmt: skip


SETS = frozenset(("index_put", "_index_put_impl", "_unsafe_index_put"))  # unless they accumulate


Axes = tuple[str, ...]


@final
class Partial:
    """Which arrays are partial over which mesh axis, and the operator that made them so."""

    def __init__(self, axes: Mapping[str, Ratio], cut: Iterable[str], dims: Sequence[tuple[Ratio, Axes]]) -> None:
        """The mesh axes, the sizes cut over them, and the dims of the arguments on one device with their axes."""
        self.axes = {a: n for a, n in axes.items() if n != 1}
        whole = {n for n, over in dims if not over or n.constant() is not None}  # a number may be any dim
        self.parts = {a: {n for n, over in dims if a in over} - whole for a in self.axes}  # 4*D/X where X is 4 too
        self.numbers = {a: n for n, over in dims if n.constant() is not None for a in over if a in self.axes}
        self.sizes = frozenset(g for n in cut for g in letter(n).names)
        self.found: dict[int, dict[str, tuple[str, Line]]] = {}
        self.joined: set[str] = set()  # axes that some collective goes over

    def note(self, node: Node, ins: Sequence[Value], outs: Sequence[Value], args: Sequence[object]) -> None:
        """Follow one operator that reads ``ins`` and writes ``outs``, with its other arguments."""
        come = {a: told for v in ins for a, told in self.found.get(id(v.root), {}).items()}
        for s in node.sends:
            self.joined.update(s.axes)
            for a in s.axes:
                come.pop(a, None)
        for root, out in zip(node.outs, outs):
            self.found[id(root)] = dict(come)
            if node.work and node.name not in OWN and not node.name.startswith(EACH):
                for a in self.axes:
                    if self._adds(node.name, ins, out, args, a):
                        shown = ", ".join(map(repr, ins[:2]))
                        self.found[id(root)].setdefault(a, (f"{node.name} of {shown}", node.line))

    def _adds(self, name: str, ins: Sequence[Value], out: Value, args: Sequence[object], axis: str) -> bool:
        """Whether an operator adds up, or compares, along a dim that is cut over an axis."""
        base = name.rstrip("_") or name
        if base in MOVES or (base in SETS and True not in args):
            return False
        if name in ALONG or base in ALONG:
            dim = next((a for a in args if type(a) is int), -1)
            return bool(ins[0].shape) and self._is_cut(ins[0].shape[dim], axis)
        if name in NORMS:
            many = next((len(a) for a in args if isinstance(a, (list, tuple))), 1)
            return any(self._is_cut(n, axis) for n in ins[0].shape[-many:])
        if "attention" in name and not name.endswith("backward"):
            return len(ins) > 1 and any(self._is_cut(n, axis) for n in (*ins[1].shape[-2:-1], ins[0].shape[-1]))
        return any(self._has_part(v, axis) for v in ins) and not self._has_part(out, axis)

    def _has_part(self, v: Value, axis: str) -> bool:
        return self._is_cut(v.elements, axis) or not self.parts[axis].isdisjoint(v.shape)

    def _is_cut(self, n: Ratio, axis: str) -> bool:
        """Whether a number of elements is a part: D/X, or D/4 of a size that is cut over an axis of 4."""
        key = letter(axis)
        if n in self.parts[axis]:
            return True
        if self.axes[axis].constant() is None:
            return any(m.get(g, 0) < 0 for m, _ in n.num.monomials() for g in key.names)
        return any(c.denominator > 1 and not self.sizes.isdisjoint(m) for m, c in n.num.monomials())

    def check(self, outs: Iterable[Value]) -> list[str]:
        """Notes about results that stay partial on an axis with collectives; raises SymroofError where it has none."""
        notes = [
            f"a size cut over {a} is a number, {n} on a device: what goes over it without a collective is not found"
            for a, n in self.numbers.items()
        ]
        for v in outs:
            for a, (what, line) in self.found.get(id(v.root), {}).items():
                told = f"{what} goes over a size that is cut over {a}, and no collective joins the parts"
                if a not in self.joined:
                    raise SymroofError(f"{told}\n    {line.told}\n    write torch.distributed.all_reduce(...) of the "
                                       f"result, or leave the size whole: without _{a}")  # fmt: skip
                notes.append(f"{told} ({line}): each device returns its own")
        return list(dict.fromkeys(notes))
