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

from dataclasses import replace
from typing import TYPE_CHECKING

from symroof.algebra.condition import sign
from symroof.algebra.door import core
from symroof.algebra.posynomial import Ratio, total
from symroof.algebra.region import Threshold, crossing, in_regime
from symroof.errors import NotationError, SymroofError
from symroof.machines import Machine
from symroof.model.ops import HBM, Op, balance_core, intensity_core
from symroof.model.roofline import bandwidth_core, peak_core
from symroof.symbols import NAME

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
    link: str = HBM,
    exact: bool | None = None,
) -> Threshold:
    """For which B an operation is compute-bound (B > ...), or an expression reaches the level ``over`` (B >= ...).

    ``given`` is a regime such as "B << D, F": the answer is then the one in that regime and carries the exact one.
    Raises SymroofError for a symbol that does not matter or is not the op's, UnknownResource for the machine.
    """
    name = _name(B)
    if isinstance(op_or_expr, Op):
        o = op_or_expr
        if over is not None:
            if on is not None:
                raise SymroofError("say on=... (a machine) or over=... (a level), not both")
            return _solved(intensity_core(o, link, exact), _level(over), name, given, False, "", _symbols(o), o.text)
        link = next(iter(o.traffic)) if link == HBM and HBM not in o.traffic and len(o.traffic) == 1 else link
        asked = balance_core(o, link, exact)
        work = o.work_core(exact)
        if len(work) == 1:
            a_flop = 1 / peak_core(o, next(iter(work)), on)
        else:
            a_flop = total(w / peak_core(o, d, on) for d, w in work.items()) / work.sum
        supply = bandwidth_core(o, link, on) * a_flop  # bytes that pass while one FLOP is done
        if name not in {*asked.names, *supply.names, *_symbols(o)}:
            have = ", ".join(_symbols(o)) or "none"
            raise SymroofError(f"the balance {asked} does not depend on {name}; the operation's symbols: {have}")
        if sign(asked.den) == "?":  # work such as 2*K - 1, positive for every size, may have a parameter's name in it
            supply, asked = supply * work.sum, o.traffic[link]
        return _solved(supply, asked, name, given, True, CLAIM, _symbols(o), o.text)
    if over is None:
        raise SymroofError("a bare expression needs a level to reach: over=240, or over=K; on=... is for an operation")
    if on is not None:
        raise SymroofError("on=... is for an operation made with op(...); a bare expression takes over=... alone")
    r = core(op_or_expr)
    return _solved(r, _level(over), name, given, False, "", (), str(r))


def _symbols(o: Op) -> tuple[str, ...]:
    """Every symbol of the operation, also those that its balance has lost."""
    ratios = (*o.work.values(), *o.exact_work.values(), *o.traffic.values())
    return tuple(sorted({*o.dims, *(n for r in ratios for n in r.names)}))


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
) -> Threshold:
    known = tuple(d for d in dims if d != name)
    if name not in {*expr.names, *level.names, *dims}:
        have = ", ".join(sorted({*expr.names, *level.names})) or "no symbols"
        raise SymroofError(f"{name} does not occur in {text[:80]}; it has {have}")
    exactly = replace(crossing(expr, level, name, strict=strict, settled=bool(dims)), claim=claim, known=known)
    if given is None:
        return exactly
    from symroof.algebra.leading import leading_core
    from symroof.algebra.regime import regime

    g = regime(given)
    wide = leading_core(level, g) if claim else leading_core(expr, g)
    sides = (expr, wide) if claim else (wide, level)
    if name not in {*sides[0].names, *sides[1].names}:
        if exactly.verdict != "when":
            return exactly  # never and always need no regime
        if name not in {*expr.names, *level.names}:
            return exactly
        raise SymroofError(f"in {g.text}, {'the balance' if claim else 'the expression'} is {wide} whatever {name} is")
    made = replace(crossing(*sides, name, strict=strict, settled=True), claim=claim, known=known)
    return in_regime(made, exactly, g, {})


def _name(B: object) -> str:
    """The unknown's name; a user's own symbol of that name will do, integer=True or not: only the name is taken."""
    if isinstance(B, str):
        if not NAME.match(B):
            raise NotationError(f"{B!r} is not a name; the unknown is one symbol, as in B")
        return B
    if not getattr(B, "is_Symbol", False):
        raise SymroofError(f"the unknown is one symbol, such as B, not {B!r}")
    name = str(getattr(B, "name", B))
    if not NAME.match(name):
        raise NotationError(f"{name!r} is not a name; the unknown is one symbol, as in B")
    if getattr(B, "is_positive", None) is False:
        raise SymroofError(f'{name} is declared not positive, and sizes are; make it with dims("{name}")')
    return name
