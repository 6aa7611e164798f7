"""The house stands: imports point down, and importing symroof loads none of the heavy libraries."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "symroof"
FLOORS = [
    "errors misfits keywords shown lazy regexes likes records runner intake shipped",
    "symbols dtypes spelling decimals",
    "algebra",
    "arrays machines chips audit here",
    "reading",
    "model",
    "tracing",
    "evaluate",
    "checking",
    "writing",
    "commands",
    "cli",
]
HEAVY = {"sympy", "numpy", "matplotlib", "lark", "numba", "llvmlite", "scipy", "dask", "xarray", "jax", "torch"}


def floor(module: str) -> int:
    head = module.removeprefix("symroof").lstrip(".").split(".")[0]
    return next(i for i, names in enumerate(FLOORS) if head in names.split())


def imports(path: Path, top_only: bool = False) -> set[str]:
    out: set[str] = set()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in tree.body if top_only else ast.walk(tree):
        if isinstance(node, ast.Import):
            out |= {a.name for a in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            out |= {f"{node.module}.{a.name}" for a in node.names} if node.module == "symroof" else {node.module}
    return out


FILES = sorted(p for p in PACKAGE.rglob("*.py") if p.name not in ("__init__.py", "__main__.py"))


@pytest.mark.slow
def test_what_is_there_for_speed_stands_behind_one_file() -> None:
    """Of the evaluation, only ``blocks`` knows what makes large arrays fast."""
    fenced = {f"symroof.evaluate.{name}" for name in ("binding", "memory", "native", "scaling")}
    taken = {(path.stem, name) for path in FILES for name in imports(path) if name in fenced}
    taken |= {(p.stem, f"symroof.evaluate.{n}") for p in FILES for n in named(p, "symroof.evaluate")}
    assert {stem for stem, name in taken if name in fenced} == {"blocks"}


def named(path: Path, package: str) -> set[str]:
    """What a file imports by name from a package."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return {a.name for node in nodes if isinstance(node, ast.ImportFrom) and node.module == package for a in node.names}


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=[str(p.relative_to(PACKAGE)) for p in FILES])
def test_imports_point_down(path: Path) -> None:
    own = ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
    for name in imports(path):
        if name.startswith("symroof.") and name != "symroof.__version__":
            if own == "cli":
                continue
            assert floor(name) <= floor(own), f"{own} imports {name}, which is on a higher floor"


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=[str(p.relative_to(PACKAGE)) for p in FILES])
def test_heavy_libraries_are_imported_where_used(path: Path) -> None:
    assert not {n.split(".")[0] for n in imports(path, top_only=True)} & HEAVY


def test_derivations_import_only_symroof() -> None:
    files = sorted((ROOT / "derivations").rglob("*.py"))
    assert files
    for path in files:
        assert all(n.split(".")[0] in ("symroof", "sympy") for n in imports(path)), path


@pytest.mark.slow
@pytest.mark.parametrize(
    "code",
    ["import symroof", "import symroof.cli", "from symroof import op; op('bf16[B, D] * bf16[D, F] -> bf16[B, F]')"],
)
def test_importing_symroof_loads_nothing_heavy(code: str) -> None:
    script = f"import sys; {code}; print(sorted(m for m in ('sympy', 'numpy', 'matplotlib') if m in sys.modules))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.slow
def test_nothing_a_user_types_is_evaluated() -> None:
    for path in FILES:
        if path.name == "page.py":  # runs derivation files, which are the user's own Python, as ``python FILE`` does
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        called = {
            n.func.id if isinstance(n.func, ast.Name) else getattr(n.func, "attr", "")
            for n in ast.walk(tree)
            if isinstance(n, ast.Call)
        }
        assert not called & {"eval", "sympify", "parse_expr", "parse_latex", "lambdify"}, path
