"""What to do where sizes cannot be read: each remedy is typed here first, and said only if the program then reads.

* sizes that are divided as products: ``fp32[B, 2*H, 2*W, C]``
* as few sizes as needed fixed: ``sizes={"H": 4096}``
* ``sizes="symbolic"``

>>> fewest(["B", "H", "W"], lambda names: {"H", "W"} <= set(names))
['H', 'W']
>>> multiplied("fp32[B, H + 1, H_X]", {"H": 2})
'fp32[B, 2*H + 1, H_X]'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import final

import symroof.regexes as re
from symroof.tracing.asked import Asked, letters_of
from symroof.tracing.deadline import TooLong, spent, within
from symroof.tracing.jax_program import Arguments, Tracer, arguments, at_primes
from symroof.tracing.quiet import Watch
from symroof.tracing.shapes import is_array
from symroof.tracing.symbolic import symbolic_program

PATIENCE = 6.0  # seconds of CPU that one try may take
BUDGET = 12.0  # seconds for all of them; what works is then left as it is, with a size more than needed
FIXED = 4096, 64  # the first size is fixed at one of these, each next one at half of it


@final
@dataclass
class Remedies:
    """Tries ways to ask otherwise, where what was asked cannot be read."""

    asked: Asked
    args: Arguments
    local: bool  # whether it is one device's program
    alone: bool
    about: Mapping[str, int]  # sizes that it is about, and by what each is divided, if it is

    def __post_init__(self) -> None:
        self.until = spent() + BUDGET
        self.names = [n for n in letters_of(self.asked, self.args.leaves).bases if n not in self.asked.axes]

    def reads(self, asked: Asked, whole: bool = False) -> bool:
        """Whether what is asked otherwise can be read; and at other sizes too, if ``whole``."""
        if spent() > self.until:
            return False
        try:
            with Watch(), within(PATIENCE):
                args = arguments(asked)
                letters = letters_of(asked, args.leaves)
                if asked.symbolic:
                    symbolic_program(asked, args, letters, part=not whole)
                else:
                    at_primes(asked, Tracer(asked, args, letters, self.local, self.alone), letters, part=not whole)
        except (Exception, TooLong):  # it does not help, whatever it is
            return False
        return True

    # -- three ways --------------------------------------------------------------------------------------------------
    def products(self) -> str:
        """The arguments with sizes as products, for their text; "" where that does not help."""
        by = {n: self.about.get(n) or 2 for n in self.names}

        def asked(names: Sequence[str]) -> Asked:
            leaves = [multiplied(x, {n: by[n] for n in names}) if is_array(x) else x for x in self.args.leaves]
            f, args, kwargs = self.args.rebuild(leaves)
            return replace(self.asked, f=f, args=args, kwargs=kwargs)

        found = self._fewest(asked)
        if found is None or not self.reads(asked(found), whole=True):
            return ""
        texts = [multiplied(x, {n: by[n] for n in found}) for x in self.args.leaves if is_array(x)]
        shown = next(x for x in texts if any(f"{by[n]}*{n}" in x for n in found))
        return f'write {" and ".join(found)} as {_many("a product", found)} in the notation, as in "{shown}"'

    def fixed(self) -> str:
        """The fewest sizes to fix; "" where none help."""
        for most in FIXED:
            values = {n: max(2, most >> i) for i, n in enumerate(self.names)}
            found = self._fewest(partial(self._at, values))
            if found is None:
                continue
            ways = [dict(zip(found, values.values())), {n: values[n] for n in found}, values]
            told = next((v for v in ways if self.reads(self._at(v, v), whole=True)), None)
            if told is not None:
                shown = ", ".join(f'"{n}": {v}' for n, v in told.items())
                return f"fix the {_many('size', list(told))}, as in sizes={{{shown}}}"
        return ""

    def symbolic(self) -> str:
        """The other method, where it works."""
        works = self.reads(replace(self.asked, symbolic=True), whole=True)
        return 'trace with sizes="symbolic"' if works else ""

    def _at(self, values: Mapping[str, int], names: Iterable[str]) -> Asked:
        return replace(self.asked, fixed={**self.asked.fixed, **{n: values[n] for n in names}})

    def _fewest(self, asked: Callable[[Sequence[str]], Asked]) -> list[str] | None:
        """The fewest sizes with which it reads; None where it does not with all of them."""
        likely = [n for n in self.names if n in self.about]
        for start in ([likely] if likely else []) + [self.names]:
            if start and self.reads(asked(start)):
                return fewest(start, lambda names: self.reads(asked(names)))
        return None


def _many(what: str, names: Sequence[str]) -> str:
    return what if len(names) == 1 else what.removeprefix("a ") + "s"


def fewest(names: Sequence[str], works: Callable[[Sequence[str]], bool]) -> list[str]:
    """As few of the names, all of which work together, as still do."""
    found = list(names)
    for n in names:
        fewer = [m for m in found if m != n]
        if fewer and works(fewer):
            found = fewer
    return found


def multiplied(text: str, by: Mapping[str, int]) -> str:
    """An array in notation with some sizes as products."""
    head, bracket, dims = text.partition("[")
    for n, k in by.items():
        dims = re.sub(rf"(?<![\w']){re.escape(n)}(?![\w'])", f"{k}*{n}", dims)
    return head + bracket + dims


__all__ = ["Remedies", "fewest", "multiplied"]
