"""The problem bank as exercises: a question and its parts without the solution, an answer's grade, and a hint.

Questions stand in ``problems.toml`` at the root of a folder of derivations: ``question``, ``ask`` and ``hint`` for each
part, under the problem's name.  A problem without one is asked by the kind of its parts, so that any folder will do.

>>> mark("rooflines/q5.B_v5e", "B < 240", packaged()).hint
'the bound points the other way'
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, final

import symroof.regexes as re
from symroof.checking.claims.claims import Verdict
from symroof.checking.claims.factors import forgotten
from symroof.checking.exercises import bank
from symroof.checking.words.numerals import FEW
from symroof.errors import SymroofError
from symroof.intake import read_bytes
from symroof.reading.measures import UNITS
from symroof.shipped import shipped

SLIP = Fraction(1, 100)  # a number that is less far off came of the right way, with a slip in rounding or arithmetic
_NEARLY = (
    (Fraction(1, 1000), ", by less than a thousandth: a slip in rounding or arithmetic"),
    (SLIP, ", by less than a hundredth: a slip in rounding or arithmetic"),
    (Fraction(1, 10), ", by less than a tenth"), (Fraction(1), ", not by much"),
)  # fmt: skip
QUESTIONS = "problems.toml"
_GRADES = {"exact": 1.0, "rounded": 1.0, "in-regime": 1.0, "truncated": 0.9, "convention": 0.75}
_PARTLY = {
    "factor": 0.5,
    "near-miss": 0.5,
    "step": 0.5,
    "missing": 0.5,
    "units": 0.25,
    "exact-count": 0.5,
    "overlap": 0.5,
    "unstated-regime": 0.25,
}
_SYMBOL = re.compile(r"\bfactor .*[A-Za-z]")
_DEPENDS = "it depends on something that it should not depend on, or the other way round"
_SIZE = r"[A-Za-z](?:_\w+)?(?![A-Za-z])"
_SIZES = rf"{_SIZE}(?:\s*,\s*{_SIZE})*"
_RELATION = re.compile(rf"(?<![A-Za-z]){_SIZES}\s*(?:(?:<<\s*{_SIZES}\s*)+|->\s*(?:oo|∞))")
_LARGE = re.compile(rf"(?<![A-Za-z])({_SIZE}(?:(?:\s*,\s*|\s+and\s+){_SIZE})*)\s+(?:(?:is|are)\s+)?large\b")
_EXACTLY = re.compile(r"\bexact(?:ly)?\b", re.I)
_EVERY_ONE = re.compile(r"\bevery\s+(?:single\s+)?(?:multipl\w+|add\w*|operation|FLOP)\b", re.I)
_CONSTANT = re.compile(r"(?<![A-Za-z_])([A-Za-z]\w*)\s*=\s*(\d+(?:\.\d+)?(?:e[-+]?\d{1,3})?)(?![\w.])")
_POWER = re.compile(r"\b(?:1e-?\d+|10|100|1/10|1/100)\Z")
_CHIPS = re.compile(
    rf"(?<![\w.])(\d[\d,]*|{FEW})\s+(?:[\w-]+\s+){{0,2}}?(?:chips|GPUs|TPUs|devices|nodes|hosts|replicas|cards)\b", re.I
)
_HINTS = {
    "direction": "the bound points the other way",
    "symbol": "the bound asked for is on another symbol",
    "factor": "a simple factor is off: two FLOPs a multiply-add, bytes an element, one way or both, halves and wholes",
    "chips": "what one chip has and what all have are two things",
    "near-miss": "a pair of parentheses seems to be missing",
    "step": "a step on the way is wrong as printed",
    "missing": "that is not all that has to hold",
    "units": "look at the unit",
    "exact-count": "every operation is to be counted: the additions are one fewer than the multiplications",
    "overlap": "are the two times added, or does the larger one hide the other?",
    "existence": "ask first whether there is such a size at all",
    "unstated-regime": "a term is left out, and nothing says that it is small: give all of it",
    "contradicts-regime": "that holds in another regime than the one stated",
    "contradicts-assumption": "at these sizes the assumption behind it does not hold",
}


@final
@dataclass(frozen=True)
class Exercise:
    """A problem to be solved: its name, the question, and what each part asks for."""

    name: str
    question: str
    asks: Mapping[str, str]

    def __str__(self) -> str:
        lines = [f"{self.name}: {self.question}"]
        for part, ask in self.asks.items():
            lines += [f"  {self.name}.{part}", f"      {ask}"]
        return "\n".join(lines)


@final
@dataclass(frozen=True)
class Mark:
    """A verdict on an answer, its grade from 0 to 1 (None where it could not be judged), and a hint where it fails."""

    verdict: Verdict
    part: str
    grade: float | None
    hint: str

    def __str__(self) -> str:
        share = "" if self.grade is None else f" [{self.grade:g} of 1]"
        if self.verdict.ok:
            return f"{self.verdict}{share}"
        why = self.verdict.reason if self.verdict.verdict == "undecided" else self.hint or "not this"
        return f"{self.verdict.verdict}{share}: {why}"


def packaged() -> Path:
    """The folder of problems that comes with symroof, installed or in its source tree.

    Raises SymroofError where it was left out.
    """
    folder = shipped()
    if folder is not None and (folder / QUESTIONS).is_file():
        return folder
    raise SymroofError("the problems are missing from this installation; name a folder of derivations with --root")


def root_of(root: str | Path | None) -> Path:
    """The folder asked for; without one derivations/ here, or else the problems that come with symroof."""
    if root is not None:
        return Path(root)
    here = Path(bank.ROOT)
    return here if here.is_dir() else packaged()


def exercises(root: str | Path | None = None) -> tuple[Exercise, ...]:
    """All problems of a folder with their questions; no file is run.

    Raises SymroofError where the folder is missing or empty, or its questions do not read.
    """
    folder = root_of(root)
    asked = _questions(folder)
    return tuple(_exercise(n, asked.get(n, {}), None) for n in bank.problems(folder))


def exercise(problem: str, root: str | Path | None = None) -> Exercise:
    """One problem, without its solution; a file without questions is run to see which parts it has.

    Raises SymroofError for an unknown problem, as ``bank.find`` does.
    """
    folder = root_of(root)
    name = bank.find(problem, folder)
    said = _questions(folder).get(name, {})
    return _exercise(name, said, None if said.get("ask") else bank.load(name, folder).parts)


def mark(part: str, text: str, root: str | Path | None = None) -> Mark:
    """The grade of an answer to a problem, "rooflines/q2", or to a part of it, "rooflines/q2.B_wide".

    Raises SymroofError for an unknown problem or part, NotationError for an answer that does not read.
    """
    folder = root_of(root)
    asked = _questions(folder)
    verdict = bank.answer(part, text, folder, _stated(asked.get(_problem(part, folder), {})))
    where = (verdict.note or "").rpartition("part ")[2]
    name, _, letter = where.rpartition(".")
    own = asked.get(name, {}).get("hint", {}).get(letter, "")
    judged = not verdict.ok and verdict.verdict != "undecided"  # a hint is for an answer that was understood
    hint = ". ".join(x for x in (_hint(verdict), own) if x) if judged else ""
    code = verdict.code if verdict.code != "factor" or _forgotten(verdict) else "value"
    partly = 0.5 if (off := _off(verdict)) is not None and abs(off) < SLIP else _PARTLY.get(code, 0.0)
    grade = None if verdict.verdict == "undecided" else _GRADES.get(verdict.verdict, partly)
    return Mark(verdict, where, grade, hint)


def _hint(v: Verdict) -> str:
    """What is wrong, without the right value."""
    if v.code == "factor" and not _forgotten(v):
        depends = _SYMBOL.search(v.factor or "") is not None
        return _DEPENDS if depends else "the two differ as functions"
    if v.code == "factor" and _POWER.search(v.factor or ""):
        return "the digits are right and the power of ten is not: look at the prefix"
    if v.code == "factor" and v.reason.endswith("the number of chips"):
        return _HINTS["chips"]
    off = _off(v)
    if v.code in _HINTS and (off is None or abs(off) >= SLIP):
        return _HINTS[v.code]
    if off is None:
        return "the two differ as functions" if v.counterexample else ""
    if off == -2 or off < -1:
        return "look at the sign"
    near = next((w for most, w in _NEARLY if abs(off) < most), "")
    return f"too {'large' if off > 0 else 'small'}{near}"


def _forgotten(v: Verdict) -> bool:
    """Whether the factor by which an answer is off is one that people forget; of a number only such are named."""
    if not v.counterexample:
        return True
    try:
        return forgotten(Fraction((v.factor or "").rpartition(" ")[2]))
    except ValueError:
        return False


def _off(v: Verdict) -> Fraction | None:
    """By how much, relatively, a wrong number misses; None for anything else."""
    try:
        return Fraction(v.error or "") if v.verdict == "wrong" and not v.counterexample else None
    except ValueError:
        return None


def _problem(part: str, folder: Path) -> str:
    """The full name of the problem that an answer is for."""
    return bank.find(bank.split(part)[0], folder)


def _exercise(name: str, said: Mapping[str, Any], parts: Mapping[str, object] | None) -> Exercise:
    asks = dict(said.get("ask", {})) or {n: _kind(v) for n, v in (parts or {}).items()}
    question = str(said.get("question", "")) or "Find " + (", ".join(asks) if asks else "what this file proves") + "."
    return Exercise(name, question, asks)


def _kind(value: object) -> str:
    """What a part is, without saying what it comes to."""
    if hasattr(value, "sense"):
        return f"a threshold on {getattr(value, 'symbol', 'a size')}, or never, or always"
    free = getattr(value, "free_symbols", None) or getattr(getattr(value, "value", None), "free_symbols", None)
    names = ", ".join(sorted(map(str, free or ())))
    return f"a formula in {names}" if names else "a number"


def _stated(said: Mapping[str, Any]) -> bank.Stated:
    """What a question says that an answer may use.

    >>> said = {"question": "C = 1.97e14 FLOPs/s.", "ask": {"a": "where B << D, F", "b": "exactly"}, "unit": {"a": "s"}}
    >>> found = _stated(said)
    >>> dict(found.regimes), found.units["a"], int(found.constants["C"])
    ({'a': 'B << D, F'}, (0, 0, 1), 197000000000000)
    """
    asks, question = dict(said.get("ask", {})), str(said.get("question", ""))
    everywhere = _regime(question)
    regimes = {n: _regime(text) or ("" if _EXACTLY.search(text) else everywhere) for n, text in asks.items()}
    constants = {m[1]: Fraction(m[2]) for m in _CONSTANT.finditer(question)}
    nouns = {n: str(u) for n, u in said.get("unit", {}).items()}
    units = {n: UNITS[u].dimension for n, u in nouns.items()}
    counted = _EVERY_ONE.search(question)
    exactly = [n for n, text in asks.items() if counted or _EVERY_ONE.search(text) or _EXACTLY.search(text)]
    chips = {n: _chips(f"{question} {text}") for n, text in asks.items()}
    return bank.Stated(asks, units, {n: r for n, r in regimes.items() if r}, constants, exactly, chips, nouns)


def _chips(text: str) -> list[int]:
    """How many chips a question is about.

    >>> _chips("W is cut over 12 H100 GPUs, three chips share a link"), _chips("each chip has 4 links")
    ([12, 3], [])
    """
    found = [m[1] for m in _CHIPS.finditer(text)]
    return [
        n
        for w in found
        if (n := int(w.replace(",", "")) if w[0].isdigit() else FEW.split("|").index(w.lower()) + 2) > 1
    ]


def _regime(text: str) -> str:
    """The regime that a text states, by its first relation of sizes or by words.

    >>> _regime("for long sequences, H << S, T"), _regime("where D and F are large"), _regime("its intensity")
    ('H << S, T', 'D, F -> oo', '')
    """
    if (m := _RELATION.search(text)) is not None:
        return m.group().replace("∞", "oo").rstrip()
    m = _LARGE.search(text)
    return f"{', '.join(re.findall(_SIZE, m[1].replace(' and ', ', ')))} -> oo" if m is not None else ""


def _questions(folder: Path) -> dict[str, dict[str, Any]]:
    """The questions of a folder by problem; none where it has no such file."""
    path = folder / QUESTIONS
    if not path.is_file():
        return {}
    try:
        read = tomllib.loads(read_bytes(path).decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as e:
        raise SymroofError(f"{path} does not read: {e}") from None
    for name, said in read.items():
        fine = isinstance(said, dict) and isinstance(said.get("question", ""), str)
        tables = [said.get(key, {}) for key in ("ask", "hint", "unit")] if fine else []
        if not fine or any(not isinstance(t, dict) or any(not isinstance(x, str) for x in t.values()) for t in tables):
            raise SymroofError(f'{path}: {name} needs question = "...", ask.PART = "...", hint.PART and unit.PART')
        if strange := [u for u in said.get("unit", {}).values() if u not in UNITS]:
            raise SymroofError(f"{path}: {name}: {strange[0]!r} is no unit we know; write s, bytes, FLOPs, FLOPs/byte")
    return read
