"""What tracing does the same for every framework: sizes in the first order that runs, and the program they make."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from symroof.algebra.ratios.posynomial import Ratio
from symroof.errors import SymroofError
from symroof.tracing.asked import ORDERS, Asked, axis_sizes
from symroof.tracing.deadline import TooLong, within
from symroof.tracing.exchange import settle
from symroof.tracing.failure import Endless, hopeless, told
from symroof.tracing.graph import Graph, every
from symroof.tracing.kernels import inside, kernels
from symroof.tracing.program import Network, Origin, Program, assemble
from symroof.tracing.quiet import Watch
from symroof.tracing.reader import TRACES, Reader
from symroof.tracing.shapes import Setting

READ = f"sizes read from {TRACES} traces at primes, confirmed at a {TRACES + 1}th: evidence for all sizes, not a proof"
LONGEST = 60.0  # seconds that one trace may take; with every size a number there is no limit
ONCE = "traced once: every size is a number"
T = TypeVar("T")
Alike = Callable[[Any, Any], None] | None


def traces(
    asked: Asked, letters: Setting, one: Callable[[Mapping[str, int]], T], small: bool = False, alike: Alike = None
) -> tuple[Reader, list[T], list[str]]:
    """One trace at each assignment, in the first order of sizes in which the function runs, and notes about them.

    ``alike`` says of two traces whether they can be one program, so that no more are made where they cannot.  Raises
    SymroofError with the user's line where it runs in none.
    """
    failed: BaseException | None = None
    for order in range(ORDERS if len(letters.bases) > 1 else 1):
        reader = Reader(letters.bases, letters.meaning, order, small)
        tried = reader.assignments if letters.bases else reader.assignments[:1]
        watch = Watch()
        found: list[T] = []
        try:
            with watch:
                for a in tried:
                    with within(LONGEST if letters.bases else None):
                        found.append(one(letters.sizes(a)))
                    if alike is not None and len(found) == 2:
                        alike(found[0], found[1])
        except SymroofError:
            raise
        except TooLong:
            raise Endless(letters.sizes(tried[len(found)]), LONGEST) from None
        except Exception as e:  # whatever the user's function raises
            failed = failed or e
            if hopeless(e):
                break
            continue
        ranked = " < ".join(sorted(tried[0], key=tried[0].__getitem__))
        notes = [READ if letters.bases else ONCE]
        notes += [f"traced with sizes in the order {ranked}, which the code needs"] if order else []
        return reader, found, [*notes, *watch.notes]
    assert failed is not None
    raise told(failed, asked) from None


def _scopes(asked: Asked, graph: Graph) -> None:
    """Raises SymroofError for a scope that is to be one kernel and has no operation in it."""
    for scope in asked.one_kernel:
        nodes = [n for n, _ in every(graph)]
        if not any(inside(n, scope) for n in nodes):
            known = sorted({x for n in nodes for x in (*n.path.split("/"), n.line.function) if x})
            raise SymroofError(f"one_kernel={scope!r}: nothing in {asked.text} runs under a scope or in a function of "
                               f"that name; it has {', '.join(known[:20]) or 'none'}")  # fmt: skip


def put_together(
    asked: Asked, graph: Graph, letters: Sequence[str], notes: Sequence[str], axes: Mapping[str, Ratio], source: Any
) -> Program:
    """The program of a graph: its kernels, on the mesh that was asked for and the axes the code brought."""
    ways = {**axis_sizes(asked), **axes}
    mesh = tuple((a, asked.fixed.get(a)) for a in ways)
    sizes = tuple(sorted((k, n) for k, n in asked.fixed.items() if k in ways))
    net = Network(ways, asked.over, asked.overlap)
    told, named = tuple(dict.fromkeys(notes)), tuple(dict.fromkeys(letters))
    _scopes(asked, graph)
    settle(graph)
    return assemble(graph, kernels(graph, asked.one_kernel), Origin(asked.text, named, told, net, mesh, sizes, source))
