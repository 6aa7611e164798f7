"""The picture of the house in docs/architecture.md, made from the imports: floors from top to bottom, rooms in a floor.

    python docs/house.py            prints it; a test holds that the page shows what this prints

In a floor a room stands after all the rooms that it imports at its top, a folder in it too.
"""

from __future__ import annotations

import ast
import textwrap
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "symroof"
FLOORS = {  # from the ground up, with what each knows
    "": "the letters, the nouns and the door",
    "algebra": "expressions and nothing of hardware",
    "reading": "text -> objects",
    "model": "operations meet machines",
    "tracing": "code -> operations",
    "evaluate": "expressions -> fast functions",
    "checking": "what people wrote -> a verdict",
    "writing": "objects -> what people read",
    "commands": "the command line",
}


def imported(path: Path, folder: str, inner: bool = False) -> set[str]:
    """The rooms of a folder that a file imports at its top, or inside of functions too."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    home = ".".join(["symroof", *folder.split("/")]) if folder else "symroof"
    deep = [n for n in tree.body if isinstance(n, ast.FunctionDef | ast.ClassDef)] if inner else []
    out: set[str] = set()
    for node in [*tree.body, *(m for n in deep for m in ast.walk(n))]:
        if isinstance(node, ast.ImportFrom) and node.module:
            if node.module.startswith(home + "."):
                out.add(node.module.removeprefix(home + ".").split(".")[0])
            elif node.module == home:
                out |= {a.name for a in node.names}
    return out


def ordered(folder: str) -> list[str]:
    """The rooms of a folder, each after those it imports."""
    files = {p.stem: p for p in (PACKAGE / folder).glob("*.py") if not p.stem.startswith("__")}
    return after({n: imported(p, folder) for n, p in sorted(files.items())}, folder)


def inside(folder: str) -> list[str]:
    """The folders in a folder, each after those from which its files import, inside of functions too."""
    pages = sorted((PACKAGE / folder).glob("*/__init__.py")) if folder else []
    files = {p.parent.name: sorted(p.parent.glob("*.py")) for p in pages}
    return after({n: {t for p in own for t in imported(p, folder, inner=True)} for n, own in files.items()}, folder)


def after(taken: dict[str, set[str]], folder: str) -> list[str]:
    """Names in the order of what each takes."""
    graph = {n: sorted((names & set(taken)) - {n}) for n, names in taken.items()}
    try:
        return list(TopologicalSorter(graph).static_order())
    except CycleError as e:
        raise SystemExit(f"a circle of imports in {folder or 'symroof'}: {' -> '.join(e.args[1])}") from None


def listed(name: str, rooms: list[str]) -> list[str]:
    """Rooms in lines of one width, behind the name of their folder where it stands in another."""
    space, *more = textwrap.wrap(", ".join(rooms), 96 - len(name)) or [""]
    return [f"           {name}{space}", *(f"           {' ' * len(name)}{r}" for r in more)] if rooms else []


def picture() -> str:
    """The whole house as text."""
    lines = []
    for folder, knows in reversed(FLOORS.items()):
        name = f"{folder}/" if folder else "symroof/"
        lines += [f"{name:<11}{knows}", *listed("", ordered(folder))]
        within = inside(folder)
        wide = max(map(len, within), default=0) + 2
        for room in within:
            lines += listed(f"{room + '/':<{wide}}", ordered(f"{folder}/{room}"))
    return "\n".join(lines)


if __name__ == "__main__":
    print(picture())
