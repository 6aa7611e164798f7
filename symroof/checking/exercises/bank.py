"""The problem bank: a student's answer marked against the derivation file that proves the right one.

The derivations are the only source of truth: ``rooflines/q2`` is ``derivations/rooflines/q2_int8_weights.py``, and a
name that this file gives to a formula, number, leading part or threshold is a part of it, ``rooflines/q2.B_wide``.
Asking runs the file as ``python FILE`` would; it is the user's own Python, and no part of an answer is ever run.

>>> problem_name("derivations/rooflines/q2_int8_weights.py", "derivations")
'rooflines/q2_int8_weights'
"""

from __future__ import annotations

import difflib
import math
import traceback
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, final

import symroof.regexes as re
from symroof.algebra.ratios.posynomial import Ratio
from symroof.checking.answers.answer import Verdict, check
from symroof.checking.claims.claims import Asked, claim, constant, with_note
from symroof.checking.claims.factors import slip
from symroof.checking.words.phrases import typed
from symroof.errors import Inconclusive, NotationError, SymroofError, Unsupported
from symroof.reading.quantity import Dimension, quantity, shown
from symroof.runner import as_script, run_code, source_of

ROOT = "derivations"
_STRENGTH = ("exact", "rounded", "truncated", "in-regime", "convention", "wrong", "undecided")
_RIGHT_DIGITS = 6  # of ``Verdict.right``
_NEAR = {
    "direction": 0, "unstated-regime": 0, "existence": 1, "factor": 2, "rounded-operands": 2, "value": 3, "units": 4,
    "symbol": 5,
}  # fmt: skip


@final
@dataclass(frozen=True)
class Problem:
    """One derivation file, run: its name, its theorem and its parts in the order of the file."""

    name: str
    path: str
    theorem: str
    parts: dict[str, object]
    symbols: frozenset[str] = frozenset()


@final
@dataclass(frozen=True)
class Stated:
    """What a question says besides its derivation: its parts, what they count, their regimes, constants with a name.

    ``exactly`` are the parts of which every operation is to be counted, ``chips`` how many chips each is about.
    """

    asks: Collection[str] = ()
    units: Mapping[str, Dimension] = field(default_factory=dict)
    regimes: Mapping[str, str] = field(default_factory=dict)
    constants: Mapping[str, Fraction] = field(default_factory=dict)
    exactly: Collection[str] = ()
    chips: Mapping[str, Collection[int]] = field(default_factory=dict)


def problem_name(path: str | Path, root: str | Path = ROOT) -> str:
    """The name of a file in the bank: its path under the root, without .py."""
    return Path(path).relative_to(root).with_suffix("").as_posix()


def problems(root: str | Path = ROOT) -> tuple[str, ...]:
    """The names of all problems under a folder, sorted.

    Raises SymroofError where the folder is missing, is no folder, or holds no derivation.
    """
    folder = Path(root)
    if not folder.is_dir():
        what = "is a file" if folder.exists() else "does not exist"
        raise SymroofError(f"{folder} {what}; name the folder of derivations, as in --root derivations")
    found = [p for p in folder.rglob("*.py") if not any(x.startswith(("_", ".")) for x in p.relative_to(folder).parts)]
    if not found:
        raise SymroofError(f"{folder} holds no derivation; a problem is a Python file in it, as rooflines/q2.py")
    return tuple(sorted(problem_name(p, folder) for p in found))


def find(problem: str, root: str | Path = ROOT) -> str:
    """The full name of a problem given by a unique prefix of its path or of its file's name.

    Raises SymroofError for an unknown one, with the nearest names, and for a prefix of several.
    """
    known = problems(root)
    asked = problem.strip().removeprefix("./").removeprefix(f"{Path(root).as_posix()}/").removesuffix(".py")
    if not asked:
        raise SymroofError(f"no problem is named; there are {_several(known)}")
    stems = {n: n.rpartition("/")[2] for n in known}
    for end in ("whole", "_", ""):
        for hits in (
            [n for n in known if (n == asked if end == "whole" else n.startswith(asked + end))],
            [n for n in known if (stems[n] == asked if end == "whole" else stems[n].startswith(asked + end))],
        ):
            if len(hits) == 1:
                return hits[0]
            if hits:
                raise SymroofError(f"{problem!r} is the start of {_several(hits)}; write more of the name")
    close = sorted(known, key=lambda n: _likeness(asked, n), reverse=True)[:3]
    close = [n for n in close if _likeness(asked, n) > 0.6]
    others = f"near it: {', '.join(close)}" if close else f"known: {_several(known)}"
    raise SymroofError(f"no problem {problem[:80]!r} in {root}; {others}")


def _likeness(asked: str, name: str) -> float:
    """How much of a name's beginning, or of its file's, was asked for."""
    stem = name.rpartition("/")[2]
    heads = [x[: len(asked) + more] for x in (name, stem) for more in (0, 1)]
    return max(difflib.SequenceMatcher(None, asked.lower(), h.lower()).ratio() for h in heads)


def _several(names: tuple[str, ...] | list[str], most: int = 6) -> str:
    shown = ", ".join(names[:most])
    return shown if len(names) <= most else f"{shown} and {len(names) - most} more"


def load(problem: str, root: str | Path = ROOT) -> Problem:
    """Run a problem's file and take its parts.

    Raises SymroofError for what ``find`` refuses, and for a file that fails, also one of whose claims does not hold.
    """
    name = find(problem, root)
    path = path_of(name, root)
    namespace = _run(path)
    doc = str(namespace.get("__doc__") or "").strip()
    theorem = " ".join(doc.partition("\n\n")[0].split())
    found = {n: v for n, v in namespace.items() if _is_part(n, v)}
    named = {str(v) for v in namespace.values() if getattr(v, "is_Symbol", False)}
    return Problem(name, str(path), theorem, found, frozenset(named.union(*map(_free, found.values()))))


def _free(value: object) -> set[str]:
    """The symbols of a part."""
    return {str(x) for x in getattr(getattr(value, "value", value), "free_symbols", None) or ()}


def path_of(problem: str, root: str | Path = ROOT) -> Path:
    """The file of a problem, which ``find`` names.

    Raises SymroofError as ``find`` does.
    """
    name = find(problem, root)
    path = Path(root, *name.split("/")).with_suffix(".py")
    return path if path.is_file() else Path(root, name + ".py")  # a name with a dot in it


def _run(path: Path) -> dict[str, Any]:
    """The namespace of the user's own file, run by Python; what it prints goes to standard error."""
    with as_script(path) as namespace:
        try:
            run_code(source_of(path), str(path), namespace)
            return dict(namespace)
        except KeyboardInterrupt:
            raise
        except BaseException as e:  # whatever the user's own file raises, an exit too
            at = [f.lineno for f in traceback.extract_tb(e.__traceback__) if f.filename == str(path)]
            line = at[-1] if at else getattr(e, "lineno", None)
            said = "a claim does not hold" if isinstance(e, AssertionError) else f"{type(e).__name__}: {e}"
            where = f"{path}, line {line}" if line else str(path)
            raise SymroofError(f"{where}: {said}; an answer is only marked against a derivation that runs") from e


def _is_part(name: str, value: object) -> bool:
    """A number, formula, leading part or threshold; not a bare symbol, an import, an operation or a text."""
    if name.startswith("_") or isinstance(value, (bool, str, type)):
        return False
    if isinstance(value, (int, float, Fraction, Ratio)):
        return True
    if getattr(value, "is_Symbol", False) and str(value) == name:
        return False
    return (
        hasattr(value, "value_core")
        or (hasattr(value, "verdict") and hasattr(value, "sense"))
        or (hasattr(value, "free_symbols") and hasattr(value, "subs") and not callable(value))
    )


def answer(part: str, text: str, root: str | Path = ROOT, said: Stated = Stated()) -> Verdict:
    """Mark an answer to a problem, "rooflines/q2", or to one part of it, "rooflines/q2.B_wide".

    Without a part the answer is judged against every part of its own kind, those that are asked for where some are, and
    the strongest verdict is given; the note names the part.  A letter that is a symbol of the problem is no unit, and a
    formula that leaves a term out stands where the question states the regime.

    Raises SymroofError for an unknown problem or part, NotationError for an answer that does not read.
    """
    problem, letter = split(part)
    known = load(problem, root)
    if not known.parts:
        raise SymroofError(f"{known.name} has no part to answer; give a formula a name in {known.path}")
    if letter and letter not in known.parts:
        raise SymroofError(f"{known.name} has no part {letter!r}; its parts: {', '.join(known.parts)}")
    wanted = {n: v for n, v in known.parts.items() if n in said.asks} or known.parts
    asked = [letter] if letter else _fitting(text, wanted)
    found = [(n, _marked(text, n, known, said)) for n in asked]
    name, best = min(found, key=lambda pair: _rank(pair[1]))
    where = f"part {known.name}.{name}"
    return replace(best, note=f"{best.note}; {where}" if best.note else where)


def split(part: str) -> tuple[str, str]:
    """The problem and the part's name, which stands after a dot; ``.py`` is no part."""
    folder, slash, last = part.strip().replace(".py.", ".").removesuffix(".py").rpartition("/")
    stem, _, letter = last.partition(".")
    return folder + slash + stem, letter


def _fitting(text: str, known: dict[str, object]) -> list[str]:
    """The parts of the answer's own kind: thresholds and numbers for a number, an inequality or "never", else all.

    An inequality for a symbol that a threshold is asked for is no answer to a number on the way to it.
    """
    bound = any(sign in text for sign in "<>≤≥") or any(f"\\{w}" in text for w in ("lt", "gt", "le", "ge"))
    ours = [n for n, v in known.items() if hasattr(v, "sense")]
    numbers = [n for n, v in known.items() if isinstance(v, (int, float, Fraction)) or getattr(v, "is_number", False)]
    if bound or text.strip().lower().startswith(("never", "always", "no ", "every ", "none")):
        named = {str(getattr(known[n], "name", "")) for n in ours} & {*re.findall(r"[A-Za-z]\w*", text)}
        found = ours + (numbers if bound and ours and not named else [])
    else:
        found = ours + numbers if _is_number(text) else []
    return found or list(known)


def _is_number(text: str) -> bool:
    """Whether an answer is a number, with or without its unit."""
    said = typed(text)
    try:
        return not said.said and constant(claim(said.text, None, {}).value) is not None
    except SymroofError:
        return False


def _marked(text: str, name: str, known: Problem, said: Stated) -> Verdict:
    """The verdict on an answer to one part, by what its question says of it."""
    value, given = known.parts[name], said.regimes.get(name, "")
    if not hasattr(value, "sense"):
        value = Asked(value, said.units.get(name, ()), known.symbols)
    found = _mark(text, value, given=given)
    if not found.ok and (let := {n: c for n, c in said.constants.items() if n in _free(known.parts[name])}):
        printed = _mark(text, value, given=given, let=let)
        values = ", ".join(f"{n} = {shown(c)}" for n, c in let.items())
        found = with_note(printed, f"with {values}, as printed in the question") if printed.ok else found
    if found.verdict == "wrong" and found.code == "value" and not found.counterexample and (n := said.chips.get(name)):
        found = _of_all(found, text, n)
    if found.code == "exact-count" and name in said.exactly:
        return replace(found, verdict="wrong", reason=f"{found.reason}, which is asked for")
    left_out = found.verdict == "in-regime" or "right only when" in (found.note or "")
    return _unstated(found) if left_out and not given else found


def _of_all(found: Verdict, text: str, chips: Collection[int]) -> Verdict:
    """The verdict on a wrong number that is what one of the question's chips has, or all where one is asked."""
    try:
        a, right = claim(typed(text).text, None, {}), quantity(re.split(r"[<>]=? *", found.right or "")[-1])
    except NotationError:  # in words, whose number nobody knows here
        return found
    x = constant(a.value) if a.value is not None else None
    if x is None or a.printed is None or a.printed.digits >= _RIGHT_DIGITS:
        return found
    off = slip(a.printed, x, right.value, also=map(Fraction, chips))
    if off is None or not off.counts or not {off.factor, 1 / off.factor} & {*chips}:
        return found
    words = f"{found.reason}: off by {off.name}, the number of chips"
    return replace(found, reason=words, code="factor", factor=off.name, chance=float(off.chance), note=None)


def _mark(text: str, expected: object, **options: Any) -> Verdict:
    try:
        return check(text, expected, **options)
    except NotationError:
        raise
    except (Unsupported, Inconclusive) as e:
        return Verdict("undecided", str(e).partition("\n")[0], code="unsupported")


def _unstated(found: Verdict) -> Verdict:
    """An answer that leaves a term out is wrong where no regime is stated in which that term would not count."""
    words = f"it holds when {found.regime}, which the question does not say; in full it is {found.right}"
    return replace(found, verdict="wrong", reason=words, code="unstated-regime")


def _rank(v: Verdict) -> tuple[int, int, float]:
    """Strongest verdict first; among wrong ones the mistake that is nearest to the part."""
    return _STRENGTH.index(v.verdict), _NEAR.get(v.code, 3), _distance(v.error)


def _distance(error: str | None) -> float:
    try:
        return abs(math.log(abs(1 + float(error)))) if error is not None else math.inf
    except (ValueError, OverflowError):
        return math.inf
