"""The derivations that come with symroof: in the wheel beside the package's code, in a checkout beside the package.

>>> (shipped() / "rooflines" / "matmul.py").is_file()
True
"""

from __future__ import annotations

from pathlib import Path

HOME = "derivations"


def shipped() -> Path | None:
    """The folder of derivations that was installed with the package; None where there is none."""
    package = Path(__file__).parent
    checkout = package.parent / HOME if (package.parent / "pyproject.toml").is_file() else None
    return next((p for p in (package / HOME, checkout) if p is not None and p.is_dir()), None)


def usual() -> Path:
    """The folder ``derivations`` where one stands, else the one that was installed with the package."""
    here = Path(HOME)
    return here if here.is_dir() else shipped() or here
