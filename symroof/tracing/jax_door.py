"""The way in which a JAX function is traced: at primes, with symbolic shapes, as one device's program, or compiled."""

from __future__ import annotations

from symroof.errors import SymroofError
from symroof.tracing.asked import Asked, letters_of
from symroof.tracing.failure import Branches
from symroof.tracing.gspmd import with_collectives
from symroof.tracing.jax_program import Arguments, Tracer, arguments, at_primes, names_of, need_jax
from symroof.tracing.program import Program
from symroof.tracing.quiet import Watch
from symroof.tracing.reader import Reader
from symroof.tracing.shapes import Setting, is_array, read_spec
from symroof.tracing.symbolic import symbolic_program
from symroof.tracing.unroll import looped


def traced(asked: Asked) -> Program:
    """The program of a JAX function; see ``door.trace``."""
    need_jax()
    args = arguments(asked)
    letters = letters_of(asked, args.leaves)
    if asked.symbolic:
        return symbolic_program(asked, args, letters)
    local, collects = (False, False) if not asked.axes else _way(asked, args, letters)
    if asked.gspmd:
        return with_collectives(asked, args, letters)
    tracer = Tracer(asked, args, letters, local)
    program = looped(
        asked,
        letters,
        whole=lambda: _first_way(asked, tracer, letters),
        at=lambda there: at_primes(asked, tracer, there),
        signature=lambda sizes: tuple(names_of(tracer.jaxpr(letters.sizes(sizes)).jaxpr)),
    )
    if local and not collects:
        _check_partial_sums(asked, program)
    return program


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
            return at_primes(asked, Tracer(asked, tracer.args, whole, tracer.local), whole, small=True)
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
        return ("shard_map" not in names_of(whole.jaxpr)), "shard_map" in names_of(whole.jaxpr)
    return True, True


def _check_partial_sums(asked: Asked, program: Program) -> None:
    """A program without collectives that sums over a cut size leaves partial sums, which is rarely what was meant."""
    specs = [read_spec(x, asked.axes) for x in arguments(asked).leaves if is_array(x)]
    cut = {n: d.axes for s in specs for d in s.dims if d.axes for n in d.names}
    for s in program.kernels:
        text = s.text
        if " * " not in text or "->" not in text:
            continue
        inputs, _, result = text.partition("->")
        for n, axes in cut.items():
            local = f"{n}/" + ("*".join(axes) if len(axes) == 1 else f"({'*'.join(axes)})")
            if local in inputs and local not in result:
                raise SymroofError(
                    f"{text} sums over {n}, which is cut over {', '.join(axes)}, and no collective adds the parts\n"
                    f"    {s.line.told}\n"
                    f'    write jax.lax.psum(..., "{axes[0]}"), or gspmd=True to read back what XLA puts in'
                )
