"""Where an operation was written: the innermost frame of the user's own, past the frameworks' and the standard library.

>>> is_library("/usr/lib/python3.11/functools.py") or is_library(__file__)
True
"""

from __future__ import annotations

import os
import sysconfig
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from symroof.tracing.graph import Line

_OURS = os.path.dirname(os.path.abspath(__file__))
_EXAMPLES = os.path.join(_OURS, "examples.py")  # code that is traced, as a user's own
_HOMES = tuple({sysconfig.get_paths()[k] for k in ("stdlib", "purelib", "platlib")})
_FRAMEWORKS = ("jax", "jaxlib", "flax", "optax", "equinox", "haiku", "einops", "numpy", "torch", "contextlib",
               "functools", "chex", "jaxtyping", "opt_einsum", "orbax", "lineax", "diffrax")  # fmt: skip


@lru_cache(maxsize=4096)
def is_library(file: str) -> bool:
    """Whether a file belongs to a framework, the standard library, an installed package, or to this room."""
    if file == _EXAMPLES:
        return False
    return file.startswith((_OURS, "<frozen")) or file.startswith(_HOMES) or "/site-packages/" in file


@lru_cache(maxsize=4096)
def is_framework(file: str) -> bool:
    """Whether a file belongs to a framework (an installed model library is as good as the user's own code)."""
    if file == _EXAMPLES:
        return False
    if file.startswith((_OURS, "<frozen")):
        return True
    if "/site-packages/" not in file.replace("\\", "/"):
        return is_library(file)
    return file.replace("\\", "/").rsplit("/site-packages/", 1)[1].split("/")[0].removesuffix(".py") in _FRAMEWORKS


def user_line(frames: Iterable[tuple[str, int, str]]) -> Line:
    """The first frame of the user's, innermost first; else the first of a model library."""
    second: Line | None = None
    for file, number, function in frames:
        if not is_library(file):
            return Line(file, number, function.rsplit(".", 1)[-1])
        if second is None and not is_framework(file):
            second = Line(file, number, function.rsplit(".", 1)[-1])
    return second or Line()


def raised_at(error: BaseException) -> Line:
    """The user's line that an exception came through last."""
    frames: list[tuple[str, int, str]] = []
    tb: Any = error.__traceback__
    while tb is not None:
        frames.append((tb.tb_frame.f_code.co_filename, tb.tb_lineno, tb.tb_frame.f_code.co_name))
        tb = tb.tb_next
    return user_line(reversed(frames))
