"""Process groups that are pretended: PyTorch's own fake backend, one for every trace, a mesh axis for each group."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from symroof.errors import SymroofError


def communicates(label: str) -> bool:
    """Whether an operator, by its name with its namespace, is one between devices.

    >>> communicates("c10d::alltoall_base_"), communicates("symm_mem::two_shot_all_reduce_"), communicates("aten::add")
    (True, True, False)
    """
    space = label.split("::")[0]
    return "c10d" in space or space in ("_dtensor", "symm_mem")


@contextmanager
def pretended(axes: Mapping[str, int], known: dict[str, tuple[str, int]]) -> Iterator[None]:
    """A world of fake devices as large as the mesh, with a group for each axis, noted in ``known`` by name.

    Where a process group is there already, it is the user's: his groups are noted, and nothing is made.
    """
    import torch.distributed as dist

    if not dist.is_available() or not (axes or dist.is_initialized()):
        yield
        return
    if dist.is_initialized():
        yield
        return
    try:
        from torch.testing._internal.distributed.fake_pg import FakeStore
    except ImportError:
        raise SymroofError("this PyTorch has no fake process group; install torch 2.4 or later") from None
    hook = sys.excepthook  # which each group wraps once more, to say its rank in every traceback
    dist.init_process_group(backend="fake", rank=0, world_size=math.prod(axes.values()), store=FakeStore())
    try:
        from torch.distributed.device_mesh import init_device_mesh

        mesh = init_device_mesh("cpu", tuple(axes.values()), mesh_dim_names=tuple(axes))
        for a, n in axes.items():
            known[str(mesh.get_group(a).group_name)] = (a, n)
        if len(axes) == 1:
            known[str(dist.group.WORLD.group_name)] = (next(iter(axes)), math.prod(axes.values()))
        yield
    finally:
        dist.destroy_process_group()
        sys.excepthook = hook


def axis_of(group: str, known: Mapping[str, tuple[str, int]], axes: tuple[str, ...]) -> tuple[str, int] | None:
    """The mesh axis of a process group and its size; None where it is not known which axis it is.

    Without a mesh the axis is called what the DeviceMesh calls its dim, else X.
    """
    if group in known:
        return known[group]
    from torch.distributed import distributed_c10d as c10d

    try:
        found = c10d._resolve_process_group(group) if group else c10d._get_default_group()
    except (RuntimeError, ValueError, KeyError):
        return None
    size = int(found.size())
    named = str(getattr(found, "group_desc", "") or "").removeprefix("mesh_")
    if named in axes:
        return named, size
    if len(axes) == 1:
        return axes[0], size
    return (named if named.isidentifier() and named != "default_pg" else "X", size) if not axes else None
