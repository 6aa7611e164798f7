"""The picture of the house in docs/architecture.md, made from the imports: floors from top to bottom, rooms in a floor.

    python docs/house.py            prints it; a test holds that the page shows what this prints

In a floor a room stands after all the rooms that it imports at its top.
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


def imported(path: Path, folder: str) -> set[str]:
    """The rooms of its own folder that a file imports at its top."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    home = f"symroof.{folder}" if folder else "symroof"
    out: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module:
            if node.module.startswith(home + "."):
                out.add(node.module.removeprefix(home + ".").split(".")[0])
            elif node.module == home:
                out |= {a.name for a in node.names}
    return out


def ordered(folder: str) -> list[str]:
    """The rooms of a folder, each after those it imports."""
    files = {p.stem: p for p in (PACKAGE / folder).glob("*.py") if not p.stem.startswith("__")}
    graph = {n: sorted((imported(p, folder) & set(files)) - {n}) for n, p in sorted(files.items())}
    try:
        return list(TopologicalSorter(graph).static_order())
    except CycleError as e:
        raise SystemExit(f"a circle at the top of files in {folder or 'symroof'}: {' -> '.join(e.args[1])}") from None


def picture() -> str:
    """The whole house as text."""
    lines = []
    for folder, knows in reversed(FLOORS.items()):
        name = f"{folder}/" if folder else "symroof/"
        rooms = textwrap.wrap(", ".join(ordered(folder)), 96)
        lines += [f"{name:<11}{knows}", *(f"           {r}" for r in rooms)]
    return "\n".join(lines)


if __name__ == "__main__":
    print(picture())
