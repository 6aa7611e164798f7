"""The way in which a JAX function is traced: at primes, with symbolic shapes, as one device's program, or compiled."""

from __future__ import annotations

from dataclasses import replace

from symroof.errors import SymroofError
from symroof.tracing.asked import Asked, letters_of
from symroof.tracing.failure import Advised, Branches, Resharded
from symroof.tracing.gspmd import with_collectives
from symroof.tracing.jax_network import laid
from symroof.tracing.jax_program import (
    Arguments,
    Tracer,
    arguments,
    at_primes,
    every_equation,
    names_of,
    need_jax,
    parts_of_numbers,
    prober,
)
from symroof.tracing.program import Program
from symroof.tracing.quiet import Watch
from symroof.tracing.reader import Reader, Unread
from symroof.tracing.remedies import Remedies
from symroof.tracing.shapes import Setting
from symroof.tracing.symbolic import symbolic_program
from symroof.tracing.unroll import Ways, looped


def traced(asked: Asked) -> Program:
    """The program of a JAX function; see ``door.trace``."""
    need_jax()
    _of_torch(asked)
    args = arguments(asked)
    letters = letters_of(asked, args.leaves)
    try:
        return _traced(asked, args, letters)
    except (Unread, Advised) as e:
        if asked.symbolic or asked.gspmd or not letters.bases:
            raise
        raise _remedied(e, asked, args, letters) from None


def _remedied(e: Unread | Advised, asked: Asked, args: Arguments, letters: Setting) -> SymroofError:
    """The same error with remedies that were tried and work."""
    local, collects = (False, False) if not asked.axes else _way(asked, args, letters)
    if isinstance(e, Unread):
        about, head = dict([e.divided] if e.divided else []), f"{e}\n    "
    else:
        about, head = dict.fromkeys(e.names, 0), e.head
    tries = Remedies(asked, args, local, local and not collects, about)
    ways = [tries.fixed] if isinstance(e, Advised) else [tries.products, tries.fixed, tries.symbolic]
    remedy = ", or ".join(x for way in ways if (x := way()))
    if not remedy:
        return e
    return Unread(head + remedy) if isinstance(e, Unread) else SymroofError(head + remedy)


def _traced(asked: Asked, args: Arguments, letters: Setting) -> Program:
    if asked.symbolic:
        return symbolic_program(asked, args, letters)
    local, collects = (False, False) if not asked.axes else _way(asked, args, letters)
    if asked.gspmd:
        return replace(with_collectives(asked, args, letters), divided=letters.cuts)
    tracer = Tracer(asked, args, letters, local, local and not collects)
    ways = Ways(
        whole=lambda: _first_way(asked, tracer, letters),
        at=lambda there: at_primes(asked, tracer, there, part=True),
        prober=lambda made, reader, most: prober(tracer, made, letters, reader, most),
        signature=lambda sizes: tuple(names_of(tracer.jaxpr(letters.sizes(sizes)).jaxpr)),
    )
    made = looped(asked, letters, ways)
    return replace(made, divided=letters.cuts, notes=(*made.notes, *parts_of_numbers(asked, tracer, letters)))


def _of_torch(asked: Asked) -> None:
    """Raises SymroofError for what is asked of PyTorch modules alone."""
    instead = {
        "backward": "a JAX function says so itself, as jax.grad(loss) or jax.value_and_grad(loss)",
        "optimizer": "a JAX function has its update in it, as optax's optimizer.update(grads, state)",
        "sdpa": "a JAX function's attention is read as it is written; one_kernel=... makes a scope one kernel",
    }
    plain = {"backward": False, "optimizer": None, "sdpa": "kernel"}
    for name, usual in plain.items():
        found = asked.options.get(name, usual)
        if found is not usual and found != usual:
            raise SymroofError(f"{name}={found!r} is for PyTorch modules; {instead[name]}")  # fmt: skip


def _first_way(asked: Asked, tracer: Tracer, letters: Setting) -> Program:
    """At primes; on a mesh, where the code cuts a size that its arguments do not, at multiples of the mesh axes."""
    if not asked.axes:
        return at_primes(asked, tracer, letters)
    try:
        return at_primes(asked, tracer, letters)
    except Branches:
        raise
    except SymroofError as e:
        if "divi" not in str(e):
            raise
        whole = letters.divisible(asked.axes)
        try:
            return at_primes(asked, Tracer(asked, tracer.args, whole, tracer.local, tracer.alone), whole, small=True)
        except Resharded:
            raise
        except SymroofError:
            raise e from None


# -- on a mesh --------------------------------------------------------------------------------------------------------


def _way(asked: Asked, args: Arguments, letters: Setting) -> tuple[bool, bool]:
    """Whether the function is one device's program (its arguments are then parts), and whether it communicates."""
    for setting in (letters, letters.divisible(asked.axes)):
        reader = Reader(setting.bases, setting.meaning, small=setting is not letters)
        try:
            with Watch():
                whole = Tracer(asked, args, setting, False).jaxpr(setting.sizes(reader.assignments[0]))
        except Exception:  # not a program of whole arrays; whatever is wrong with it shows in the other reading
            continue
        every = set(names_of(whole.jaxpr))
        asks = any(laid(e) is not None for e in every_equation(whole.jaxpr))
        if asks and "shard_map" not in every and not asked.gspmd:
            raise SymroofError(
                f"{asked.text}: a sharding constraint without a shard_map says how XLA is to lay out an array; what it "
                "sends for that is not in the program\n    say gspmd=True, which reads back what XLA puts in, or write "
                "the collective inside a shard_map (jax.lax.all_gather, all_to_all)"
            )
        return ("shard_map" not in every), "shard_map" in every
    return True, True
