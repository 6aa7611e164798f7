"""Several operations as one kernel: the door; how they become one is in ``ops`` and ``onchip``."""

from __future__ import annotations

from collections.abc import Iterable

from symroof.keywords import told
from symroof.model.ops import Op, an_op, one_kernel, parts


@told
def fuse(*ops: Op | str, keep: Iterable[str] = ()) -> Op:
    """The operations as one kernel: an array that one writes and a later one reads never leaves the chip.

    Intermediates are recognised by name; keep= names those that must be stored all the same.  An input that several
    read is loaded once.  Work is unchanged.

    >>> from symroof.model.ops import op
    >>> up = op("bf16 X[B, D] * bf16 V[D, F] -> bf16 H[B, F]")
    >>> act = op("relu(bf16 H[B, F]) -> bf16 Y[B, F]")
    >>> (up + act).bytes - fuse(up, act).bytes
    4*B*F
    """
    steps = tuple(p for o in ops for p in parts(an_op(o)))
    return one_kernel(steps, [keep] if isinstance(keep, str) else keep)
