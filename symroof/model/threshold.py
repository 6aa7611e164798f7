"""The size at which an operation becomes compute-bound, with its condition.

    compute-bound    <=>    bytes per FLOP < W/C    <=>    T_math > T_comms

Without a machine ``W`` and ``C`` stay symbols; a bare expression is compared with the level ``over``.

>>> from symroof.model.ops import op
>>> matmul = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")
>>> threshold(matmul, "B")
B > 1/(W/C - 1/D - 1/F) when 1/D + 1/F < W/C
>>> rule = threshold(matmul, "B", on="TPU v5e")
>>> rule.at(D=4096, F=4096), rule.at(D=256, F=256)
(B > 272.2 (273), never compute-bound)
>>> threshold(matmul, "B", on="TPU v5e", given="B << D, F")
B > 240.2 (241) assuming B << D, F
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from symroof.algebra.budget import limited_to
from symroof.algebra.condition import sign
from symroof.algebra.door import core
from symroof.algebra.posynomial import Number, Ratio, alike, build, ratio, total
from symroof.algebra.region import Threshold, answer, crossing, in_regime
from symroof.algebra.trial import tried_threshold
from symroof.errors import SymroofError
from symroof.machines import Machine, machine
from symroof.model.ops import HBM, Op, balance_core, intensity_core
from symroof.model.roofline import bandwidth_core, peak_core
from symroof.symbols import key, key_of, resolve, unknown

if TYPE_CHECKING:
    from sympy import Expr, Symbol

    from symroof.algebra.regime import Regime

CLAIM = "compute-bound"


def threshold(
    op_or_expr: Op | Expr | Ratio,
    B: Symbol | str,
    on: Machine | str | None = None,
    given: str | Regime | None = None,
    over: object = None,
    *,
    link: str | None = None,
    exact: bool | None = None,
    within: float | str | None = None,
) -> Threshold:
    """For which B an operation is compute-bound (B > ...), or an expression reaches the level ``over`` (B >= ...).

    Every link that carries traffic counts, HBM and the network of a sharded operation alike, unless ``link`` names one.
    ``given`` is a regime such as "B << D, F": the answer is then the one in that regime and carries the exact one.
    ``within`` is a time, as 2 (seconds) or "500ms": after it a question in symbols is left open, in numbers refused.
    Raises SymroofError for a symbol that does not matter or is not the op's, UnknownResource, OutOfTime.

    >>> from symroof.symbols import dims
    >>> N, T = dims("N T")
    >>> threshold(N/(N + T), N, over="9/10", within="2s")
    N >= 9*T
    """
    with limited_to(within):
        return _threshold(op_or_expr, B, on, given, over, link, exact)


def _threshold(
    op_or_expr: Op | Expr | Ratio,
    B: Symbol | str,
    on: Machine | str | None,
    given: str | Regime | None,
    over: object,
    link: str | None,
    exact: bool | None,
) -> Threshold:
    if isinstance(op_or_expr, Op):
        o = op_or_expr
        name = unknown(B, _symbols(o))
        if over is not None:
            if on is not None:
                raise SymroofError("say on=... (a machine) or over=... (a level), not both")
            reached = intensity_core(o, link or HBM, exact)
            return tried_threshold(_solved(reached, _level(over), name, given, False, "", _symbols(o), o.text))
        return tried_threshold(_compute_bound(o, name, on, given, link, exact))
    if over is None:
        raise SymroofError("a bare expression needs a level to reach: over=240, or over=K; on=... is for an operation")
    if on is not None:
        raise SymroofError("on=... is for an operation made with op(...); a bare expression takes over=... alone")
    r, level = core(op_or_expr), _level(over)
    written = _written(op_or_expr, over)
    name = unknown(B, {*r.names, *level.names, *written})
    made = _solved(r, level, name, given, False, "", (), str(r), written)
    return tried_threshold(replace(made, cancelled=True))


def _compute_bound(
    o: Op,
    name: str,
    on: Machine | str | None,
    given: str | Regime | None,
    link: str | None,
    exact: bool | None,
) -> Threshold:
    """Bytes that the first link passes while one FLOP is done, against the bytes per FLOP that every link is asked."""
    links = [link] if link is not None else [x for x, b in o.traffic.items() if b != 0] or [HBM]
    links.sort(key=lambda x: x != HBM)
    work = o.work_core(exact)
    if len(work) == 1:
        a_flop = 1 / peak_core(o, next(iter(work)), on)
    else:
        a_flop = total(w / peak_core(o, d, on) for d, w in work.items()) / work.sum
    balances = [balance_core(o, x, exact) for x in links]
    rates = [bandwidth_core(o, x, on) for x in links]
    supply = rates[0] * a_flop
    asked = _largest([b * (rates[0] / w) for b, w in zip(balances, rates)])
    if name not in {*asked.names, *supply.names, *_symbols(o)}:
        have = ", ".join(_symbols(o)) or "none"
        raise SymroofError(f"the balance {asked} does not depend on {name}; the operation's symbols: {have}")
    if any(sign(b.den) == "?" for b in balances):  # work such as 2*K - 1 is positive, but may have a parameter's name
        supply = supply * work.sum
        asked = _largest([o.traffic[x] * (rates[0] / w) for x, w in zip(links, rates)])
    made = _solved(supply, asked, name, given, True, CLAIM, _symbols(o), o.text)
    if on is not None and (doubts := machine(on).doubts(*work, *links)):
        made = replace(made, notes=(*made.notes, *doubts))
    timed = [] if on is None else [x for x in links if o.link_of(x) in machine(on).hops]
    if timed:
        made = replace(made, notes=(*made.notes, f"{', '.join(timed)} by bandwidth; latency of hops is not counted"))
    rings = sorted(o.rings())
    if not rings:
        return made
    note = f"for rings of 3 or more ({', '.join(rings)}), of even size where it matters; .at({rings[0]}=2) is exact"
    anew = partial(_meshed, o, name, on, given, link, exact)
    return replace(made, notes=(*made.notes, note), special=tuple(rings), again=anew)


def _meshed(
    o: Op,
    name: str,
    on: Machine | str | None,
    given: str | Regime | None,
    link: str | None,
    exact: bool | None,
    sizes: Mapping[str, Number],
) -> Threshold:
    """The same question about the operation on a mesh of these sizes."""
    there = o.at(**sizes)
    if link is not None and link not in there.traffic:  # one device sends nothing
        nothing = crossing(ratio(1), ratio(0), name, settled=True)
        return replace(nothing, claim=CLAIM, known=tuple(d for d in _symbols(there) if d != name))
    return _compute_bound(there, name, on, given, link, exact)


def _largest(items: list[Ratio]) -> Ratio:
    return items[0] if len(items) == 1 else build("max", items)


def _symbols(o: Op) -> tuple[str, ...]:
    """Every symbol of the operation, also those that its balance has lost."""
    ratios = (*o.work.values(), *o.exact_work.values(), *o.traffic.values())
    return tuple(sorted({*(key(d, True) for d in o.dims), *(n for r in ratios for n in r.names)}))


def _written(*given: object) -> tuple[str, ...]:
    """The symbols that stand in what was asked, those that cancel included."""
    found: set[str] = set()
    for x in given:
        found.update(x.names if isinstance(x, Ratio) else map(key_of, getattr(x, "free_symbols", ())))
    return tuple(sorted(found))


def _level(over: object) -> Ratio:
    try:
        return core(over)
    except SymroofError as e:
        raise SymroofError(f"over={over!r} is not a level: {e}") from None


def _solved(
    expr: Ratio,
    level: Ratio,
    name: str,
    given: str | Regime | None,
    strict: bool,
    claim: str,
    dims: tuple[str, ...],
    text: str,
    written: tuple[str, ...] = (),
) -> Threshold:
    expr, level = alike(expr, level)
    name = resolve(name, {*expr.names, *level.names})
    known = tuple(d for d in (*dims, *written) if str(d) != str(name))
    if name not in {*expr.names, *level.names, *dims, *written}:
        have = ", ".join(sorted({*expr.names, *level.names})) or "no symbols"
        raise SymroofError(f"{name} does not occur in {text[:80]}; it has {have}")
    exactly = replace(answer(expr, level, name, strict=strict, settled=bool(dims or written)), claim=claim, known=known)
    if given is None:
        return exactly
    from symroof.algebra.leading import leading_core
    from symroof.algebra.regime import regime

    g = regime(given, {*expr.names, *level.names, name, *dims})
    if not (g.relations or g.fixed):
        return exactly
    wide = leading_core(level, g) if claim else leading_core(expr, g)
    sides = (expr, wide) if claim else (wide, level)
    if name not in {*sides[0].names, *sides[1].names}:
        if exactly.verdict in ("never", "always"):
            return exactly  # never and always need no regime
        if name not in {*expr.names, *level.names}:
            return exactly
        raise SymroofError(f"in {g.text}, {'the balance' if claim else 'the expression'} is {wide} whatever {name} is")
    made = replace(answer(*sides, name, strict=strict, settled=True), claim=claim, known=known)
    return in_regime(made, exactly, g, {})

