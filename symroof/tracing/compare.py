"""A written formula against the code, and one program against another: exact differences in closed form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, final

from symroof.algebra.interop import door
from symroof.algebra.interop.door import expressed
from symroof.algebra.ratios.fold import map_atoms
from symroof.algebra.ratios.poly import Atom
from symroof.algebra.ratios.posynomial import Ratio, build
from symroof.errors import NotationError, SymroofError
from symroof.lazy import once
from symroof.reading.formula import parse_formula
from symroof.shown import visible
from symroof.symbols import NAME, key
from symroof.tracing.given import as_sizes
from symroof.tracing.given import formula as read
from symroof.tracing.graph import UNITS
from symroof.tracing.held import Held
from symroof.tracing.reader import ZERO, never_negative

if TYPE_CHECKING:
    from sympy import Expr

    from symroof.tracing.program import Program

# what a formula may be compared with: name -> the program's amount
SUBJECTS = ("matrix", "flops", "exact_flops", "vector", "transcendental", "integer", "bytes", "compulsory", "unfused",
            "peak", "params")  # fmt: skip


def subject(p: Program, of: str) -> Ratio:
    """One of the program's amounts by name; "sent" of a link is "sent ici"."""
    if of in UNITS:
        return p.unit_core(of)
    if of == "flops":
        return p.work.sum
    if of == "exact_flops":
        return p.exact_work.sum
    if of == "bytes":
        return p.moved
    if of in ("compulsory", "unfused", "peak", "params"):
        found: Ratio = getattr(p, f"{of}_core")
        return found
    link = of.removeprefix("sent").strip()
    if of.startswith("sent") and (link in p.traffic or not link):
        own = {*p.loads, *p.stores}
        rows = [b for k, b in p.traffic.items() if k not in own and (not link or k == link)]
        return sum(rows, ZERO)
    raise SymroofError(f"of={of!r}: a formula is compared with {', '.join(SUBJECTS)}, or sent")


@visible
@final
@dataclass(frozen=True)
class Same:
    """Whether a formula is what the code does, true or false as a condition; what is between them where it is not.

    Both are taken at the sizes for which the counts of the program hold, ``held``.
    """

    formula: str
    of: str
    written_core: Ratio
    code_core: Ratio
    held: tuple[Held, ...] = ()

    def __bool__(self) -> bool:
        return self.difference_core == 0

    @once
    def difference_core(self) -> Ratio:
        """Formula - code, as a ratio."""
        written, code = (settled(r, [h.poly for h in self.held if not h.apart])
                         for r in (self.written_core, self.code_core))  # fmt: skip
        return _tidy(written - code)

    @property
    def where(self) -> str:
        """The sizes of which this is said, where it is not all: ", at T <= 4096"."""
        names = {*self.written_core.names, *self.code_core.names}
        told = [str(h) for h in self.held if names & {*h.poly.names}]
        return f", at {' and '.join(told)}" if told else ""

    difference = expressed("difference_core", "Formula - code: above 0 where the formula says too much.")
    code = expressed("code_core", "What the code does.")

    def __str__(self) -> str:
        if self:
            return f"{self.formula} is what the code does ({self.of}){self.where}"
        return (f"{self.formula} is not what the code does ({self.of}): formula - code = {self.difference_core}, "
                f"code = {self.code_core}{self.where}")  # fmt: skip

    __repr__ = __str__


def _tidy(r: Ratio) -> Ratio:
    """A difference without the denominator that all its terms share."""
    return r if r.num.terms else ZERO


def settled(r: Ratio, held: Sequence[Ratio]) -> Ratio:
    """The same with what cannot be the largest, or the smallest, left out: amounts that are not negative decide it.

    >>> from symroof.tracing.reader import letter
    >>> t = letter("T")
    >>> print(settled(build("min", [2 * t, 8192]) + build("max", [0, t - 10]), [4096 - t, t - 11]))
    3*T - 10
    """

    def change(a: Atom) -> Ratio | None:
        if not a.row.extreme:
            return None
        sign, kept = a.row.extreme, list(a.args)
        for x in a.args:
            if any(y is not x and _follows(sign * (y - x), held) for y in kept):
                kept.remove(x)
        return None if len(kept) == len(a.args) else settled(build(a.kind, kept), held)

    return map_atoms(r, change) if held else r


def _follows(r: Ratio, held: Sequence[Ratio]) -> bool:
    """Whether an amount is not negative where those held are not: less a multiple of one of them it never is."""
    if never_negative(r):
        return True
    if r.atoms or r.den.constant() is None:
        return False
    for h in held:
        of = {tuple(sorted(m.items(), key=str)): c for m, c in h.num.monomials()}
        by = {
            Fraction(c) / Fraction(of[k])
            for m, c in r.num.monomials()
            if (k := tuple(sorted(m.items(), key=str))) in of
        }
        if any(k > 0 and never_negative(r - h * k) for k in by):
            return True
    return False


def same(p: Program, formula: object, of: str, names: Mapping[str, object]) -> Same:
    """See ``Program.same``."""
    known = {str(n) for n in (*p.letters, *p.names)}
    for k in names:
        if not NAME.match(k):
            raise SymroofError(f"{k!r} is no name of a symbol in a formula")
    if isinstance(formula, str):
        letters = {*known, *names, *({"P"} if "P" not in known else ())}
        try:
            sides = parse_formula(formula, sorted(letters)).sides
        except NotationError as e:
            remedy = f'say what a name is in the sizes of {p.text}, as in h="{next(iter(p.letters), "N")}*2"'
            raise NotationError(e.reason, e.text, e.at, f"{e.remedy or ''}; {remedy}".lstrip("; ")) from None
        if len(sides) != 1:
            raise SymroofError(f"{formula!r} is no single formula; write one side")
        written = as_sizes(sides[0].ratio())
    else:
        written = read(formula, "the formula")
    put = {key(k, True): read(v, f"{k}=") for k, v in names.items()}
    if "P" in written.names and "P" not in known and "P" not in put:
        put["P"] = p.params_core
        if p.params_core == 0:
            raise SymroofError(
                "P is no size here and the program has no parameters: weights come as a pytree or a module; "
                'say what P is, as in P="D*F"'
            )
    written = written.subs(put)
    stray = sorted({str(n) for n in written.names} - known)
    if stray:
        raise SymroofError(
            f"{stray[0]} in {str(formula)!r} is no size of {p.text}, which has {', '.join(sorted(known))}; "
            f'say what it is, as in {stray[0]}="{next(iter(p.letters), "B")}*2"'
        )
    held = (*p.held_for, *(p.peak_for if of == "peak" else ()))
    return Same(str(formula), of, written, subject(p, of), held)


@visible
@final
@dataclass(frozen=True)
class Difference:
    """What one program does more than another, by amount; negative where it does less."""

    before: str
    after: str
    rows: tuple[tuple[str, Ratio], ...]

    def __bool__(self) -> bool:
        """Whether anything differs."""
        return any(r != 0 for _, r in self.rows)

    def core(self, of: str) -> Ratio:
        found = dict(self.rows)
        if of not in found:
            raise SymroofError(f"no difference is called {of!r}; there are {', '.join(found)}")
        return found[of]

    def __getitem__(self, of: str) -> Expr:
        return door.to_sympy(self.core(of))

    @property
    def flops(self) -> Expr:
        """Matrix FLOPs more."""
        return self["matrix"]

    @property
    def bytes(self) -> Expr:
        """Bytes more, by the fused model."""
        return self["bytes"]

    @property
    def peak(self) -> Expr:
        """Bytes more held at once."""
        return self["peak"]

    def __str__(self) -> str:
        changed = [f"{k}: {_signed(r)}" for k, r in self.rows if r != 0]
        return f"{self.before} -> {self.after}: " + ("; ".join(changed) or "no difference")

    __repr__ = __str__


def _signed(r: Ratio) -> str:
    text = str(r)
    return text if text.startswith("-") else f"+{text}"


def diff(a: Program, b: Program) -> Difference:
    """See ``Program.diff``."""
    if not isinstance(b, type(a)):
        raise SymroofError(f"{b!r} is no traced program; trace the changed code too")
    links = sorted({*a.sent, *b.sent})
    names = ("matrix", "vector", "transcendental", "integer", "bytes", "compulsory", "unfused", "peak", "params")
    rows = [(n, _tidy(subject(b, n) - subject(a, n))) for n in names]
    rows += [(f"sent {x}", _tidy(_sent(b, x) - _sent(a, x))) for x in links]
    return Difference(a.text, b.text, tuple(rows))


def _sent(p: Program, link: str) -> Ratio:
    return p.traffic.get(link, ZERO)
