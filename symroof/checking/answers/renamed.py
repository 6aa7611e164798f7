"""A formula in other names than the expected one: 2bdf for 2*B*D*F, T1 for T_1, T_calc for T_math, 6*P*T for 6*N*D.

Names typed in the other case, or with their subscripts plainly, are those of the key where each has one partner and
the formula then is the key's; so are times by their custom (T_calc is T_math).  Any other names that one by one would
make it the key's leave it open, but not those that mean another thing by custom: V/C is wrong for V/W.

>>> from symroof import check
>>> [check(t, "2*B*D*F").verdict for t in ("2bdf", "3bdf", "2*B*D*f", "2*B*D*X", "2*B*D*W")]
['exact', 'wrong', 'undecided', 'undecided', 'wrong']
>>> print(check("t1/(n*tn)", "T_1/(N*T_N)"))
exact: the same function (n, t1 and tn read as N, T_1 and T_N)
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice, permutations

import symroof.regexes as re
from symroof.algebra.ratios.posynomial import Ratio, gen, ratio
from symroof.checking.claims.claims import Claim, Verdict, with_note
from symroof.reading.measures import UNITS
from symroof.reading.spelling import FUNCTIONS, OPAQUE_FUNCTIONS, split
from symroof.reading.units import open_letters

MOST = 5  # names that are paired, and 120 orders of them
#: names that by custom mean one thing each, none of which stands for another of them: of rooflines, of external memory
_CUSTOMARY = (frozenset("BCDFINVW"), frozenset("BMN"))
_RATE = re.compile(r"[CW](?:_|\Z)")
_TIMES = {
    kind: what
    for what, kinds in (
        ("math", "math comp compute calc flops flop"),
        ("network", "comm comms net network ici link"),
        ("memory", "mem memory hbm load loads io dram"),
    )
    for kind in kinds.split()
}
_PLAIN = re.compile(r"(?<![\w\\])[A-Za-z][A-Za-z0-9]+(?![\w(])")
_SUBSCRIPTED = re.compile(r"(?<![\w\\])(?P<stem>[A-Za-z])_(?P<sub>[A-Za-z0-9]{1,5})(?!\w)")
_OF_THE_SENTENCE = frozenset(
    [
        "am",
        "an",
        "as",
        "at",
        "be",
        "by",
        "do",
        "go",
        "he",
        "if",
        "in",
        "is",
        "it",
        "me",
        "my",
        "no",
        "of",
        "on",
        "or",
        "so",
        "to",
        "up",
        "us",
        "we",
    ]
)


def subscripted(text: str, expected: object, names: Collection[str]) -> str:
    """The text with the names of the key whose subscripts are typed plainly: T1/(p*Tp) beside T_1/(p*T_p).

    >>> subscripted("T1/(p*Tp)", "T_1/(p*T_p)", ()), subscripted("Tp", "T*p/T_p", ()), subscripted("5 ms", "m_s", ())
    ('T_1/(p*T_p)', 'Tp', '5 ms')
    """
    if not isinstance(expected, str) or "_" not in expected:
        return text
    theirs = [*{m.group(): m for m in _SUBSCRIPTED.finditer(expected)}.values()]
    words = {*re.findall(r"(?<![\w\\])[A-Za-z]\w*", expected), *names}
    plain = {f"{m['stem']}{m['sub']}": m.group() for m in theirs if m["stem"] not in words}
    no_name = {*UNITS, *FUNCTIONS, *OPAQUE_FUNCTIONS, *_OF_THE_SENTENCE, *words}
    known = {p: name for p, name in plain.items() if p not in no_name and p.lower() not in _OF_THE_SENTENCE}
    return _PLAIN.sub(lambda m: known.get(m.group(), m.group()), text) if known else text


def by_other_names(
    a: Claim, e: Claim, found: Verdict, asked: Collection[str], one: Callable[[Claim], Verdict]
) -> Verdict | None:
    """The verdict on a wrong formula whose names are the key's in other letters, or may be; None where they are not.

    ``asked`` are names that the question has besides; ``one`` judges the answer in the key's own names.
    """
    theirs = sorted({*_names(e), *e.asked})
    foreign = sorted(n for n in _names(a) if n not in {*theirs, *asked})
    if found.verdict != "wrong" or a.value is None or not foreign:
        return None
    if e.value is not None and not e.value.names and all("_" in n for n in foreign if n not in asked):
        return _open(_unknown(foreign), found)  # B > B_crit, where B > 300 is expected
    cased, times = _in_letters(foreign, theirs), _by_custom(foreign, theirs) or _in_greek(foreign, theirs, _names(a))
    for read, sure in ((cased, cased is not None and _plainly(cased, {*_names(a)} & {*theirs}, theirs)), (times, True)):
        if read is not None and _stands(made := one(_with(a, read))):
            return (
                with_note(made, _told(read))
                if sure and not _in_steps(a)
                else _open(f"names differ in case: {_told(read)}", found)
            )
    if cased is not None or times is not None or _of_another_kind(a, foreign):
        return None  # they are known, and it is another formula of them
    for pairs in islice(_pairings(foreign, [n for n in theirs if n not in _names(a)]), 120):
        if _stands(one(_with(a, pairs))):
            return _open(_unknown(foreign), found)
    return None


def _in_steps(a: Claim) -> bool:
    """Whether a value is worked out in steps, which are in the answer's own names."""
    return a.kind == "value" and a.chain is not None and len(a.chain.sides) > 1


def _of_another_kind(a: Claim, foreign: Collection[str]) -> bool:
    """Whether a foreign name is a unit (14 J), or all that tells one bound from another: d > 240 for B > 240."""
    return bool({*foreign} & open_letters(a.node)) or (a.kind == "bound" and len(_names(a)) == 1)


def _unknown(foreign: Collection[str]) -> str:
    return f"{', '.join(foreign)}: {'names' if len(foreign) > 1 else 'a name'} that the question does not have"


def _open(words: str, found: Verdict) -> Verdict:
    return Verdict("undecided", words, code="names", right=found.right)


def _stands(found: Verdict) -> bool:
    return found.verdict in ("exact", "rounded", "truncated")


def _names(c: Claim) -> tuple[str, ...]:
    """The names of a claim, and the one that it bounds."""
    mine = map(str, c.value.names) if c.value is not None else ()
    return tuple(dict.fromkeys((*mine, *([c.name] if c.name else ()))))


def _with(a: Claim, named: Mapping[str, Ratio]) -> Claim:
    """The claim with its names read as others; the one that it bounds as one name."""
    bound = named.get(a.name)
    names = bound.names if bound is not None else (a.name,)
    value = a.value.subs(named) if a.value is not None else None
    return replace(a, value=value, name=str(names[0]), node=None, chain=None)


def _spelt(name: str) -> str:
    """A name without what is typed in haste: its capitals and its underscore."""
    return name.replace("_", "").lower()


def _in_letters(foreign: Iterable[str], theirs: Collection[str]) -> dict[str, Ratio] | None:
    """What the key's names are that differ in case or underscore alone, or are run together; None where one is not."""
    by = {s: n for n in theirs if sum(_spelt(m) == (s := _spelt(n)) for m in theirs) == 1}
    out: dict[str, Ratio] = {}
    for name in foreign:
        run = split(_spelt(name), frozenset(by))
        if run is None or (len(run) > 1 and not name.islower()):
            return None
        out[name] = _product(by[s] for s in run)
    return out


def _product(names: Iterable[str]) -> Ratio:
    made = ratio(1)
    for n in names:
        made = made * gen(n)
    return made


def _plainly(read: Mapping[str, Ratio], kept: Collection[str], theirs: Collection[str]) -> bool:
    """Whether names typed otherwise are surely the key's: all of them in the one case, or but for an underscore."""
    pairs = [(n, str(m)) for n, r in read.items() for m in r.names]
    if all(_spelt(n) == _spelt(m) and n.replace("_", "") == m.replace("_", "") for n, m in pairs):
        return True
    down = all(n.islower() for n in read) and all(n[0].isupper() for n in theirs)
    up = all(n[0].isupper() for n in read) and all(n.islower() for n in theirs)
    return not kept and len(pairs) > 1 and (down or up)


def _by_custom(foreign: Collection[str], theirs: Collection[str]) -> dict[str, Ratio] | None:
    """The times of the key that by custom are those of other names, T_calc for T_math; None where one is not."""
    by: dict[str, list[str]] = {}
    for n in theirs:
        by.setdefault(_time(n), []).append(n)
    out = {n: by.get(_time(n), []) for n in foreign}
    if any(not _time(n) or len(found) != 1 for n, found in out.items()):
        return None
    return {n: gen(found[0]) for n, found in out.items()} if len({f[0] for f in out.values()}) == len(out) else None


_GREEK = {"alpha": "a", "beta": "b", "gamma": "g", "delta": "d", "mu": "m", "lambda": "l", "rho": "r", "tau": "t"}


def _in_greek(foreign: Collection[str], theirs: Collection[str], mine: Collection[str]) -> dict[str, Ratio] | None:
    """The letters of the key that Greek names stand for, alpha + n*beta for a + n*b; None where one is not."""
    read = {n: "lam" if n == "lambda" and "lam" in theirs else _GREEK.get(n, "") for n in foreign}
    return {n: gen(x) for n, x in read.items()} if all(x in theirs and x not in mine for x in read.values()) else None


def _time(name: str) -> str:
    """What a time is of, by its name: math of T_math and T_calc; "" for any other name."""
    return _TIMES.get(name[2:].lower(), "") if name[:2] in ("T_", "t_") else ""


def _pairings(foreign: Collection[str], free: Collection[str]) -> Iterator[dict[str, Ratio]]:
    """The ways to read each foreign name as one that the key has and the answer lacks, where custom forbids none."""
    if len(foreign) > MOST or len(free) != len(foreign):
        return
    for order in permutations(free):
        if all(_may_be(n, m) for n, m in zip(foreign, order)):
            yield {n: gen(m) for n, m in zip(foreign, order)}


def _may_be(name: str, other: str) -> bool:
    """Whether a name may stand for another: not where custom gives each a meaning of its own, and two of them.

    >>> [_may_be(n, "W_ici") for n in ("bw", "W", "W_hbm", "C")], _may_be("T_net", "T_mem"), _may_be("T_x", "T_mem")
    ([True, True, False, False], False, True)
    """
    if _time(name) and _time(other):
        return _time(name) == _time(other)
    stems = [n.partition("_")[0] for n in (name, other)]
    if not any({*stems} <= group for group in _CUSTOMARY):
        return _RATE.match(name) is None  # a peak or a bandwidth is nothing else
    return stems[0] == stems[1] and not (_RATE.match(name) and "_" in name and "_" in other)


def _told(read: Mapping[str, Ratio]) -> str:
    """The names that were read as others, in words."""
    mine, theirs = sorted(read), [str(read[n]) for n in sorted(read)]
    return f"{_listed(mine)} read as {_listed(theirs)}"


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


__all__ = ["by_other_names", "subscripted"]
