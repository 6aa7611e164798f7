"""Answers in capital letters, as some people type them: 5 DAYS, 20 PERCENT, 80 GBIT/S are words and units, no symbols.

A word in capitals is lowered where it is a unit, a number or a word that way and is no name of the question, nor a
product of such names.  Units are written as they are spelt: GBIT/S is Gbit/s, 12.8 MS are milliseconds.

>>> lowered("ABOUT HALF A SECOND"), lowered("80 GBIT / 400 GBIT/S = 0.2 S"), lowered("It takes 5 DAYS")
('about half a second', '80 Gbit / 400 Gbit/s = 0.2 s', 'It takes 5 days')
>>> lowered("2BDF", {"B", "D", "F"}), lowered("4 DAY", {*"DAY"}), lowered("140 GB"), lowered("MFU = 40%")
('2BDF', '4 DAY', '140 GB', 'MFU = 40%')
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache

import symroof.regexes as re
from symroof.checking.words.lexicon import wordset
from symroof.checking.words.numerals import counted
from symroof.reading.measures import ATOMS, UNITS

_WORD = re.compile(r"(?<![\w\\{^])[A-Z]+(?![\w{}^(])")
_OPERATES = re.compile(r"[A-Z)]\s*[-+*/^=]\s*[A-Z(]|\([A-Z]")
_LETTERS = re.compile(r"[^\W\d_]")
#: what is written in capitals by everybody, and words that are none
_INITIALS = wordset(
    "MFU HFU MXU VPU HBM SRAM DRAM RAM TPU GPU CPU FPU ALU KV QK AV GEMM SLO PCI PCIE IB NIC ICI DCN TTFT TPOT TP "
    "DP PP EP FSDP ZERO AI OI BW LLM MLP RTT TCP IO OK TLB MMU SSD HDD DIMM VM NUMA MoE MACS MAC OPS OP ROI MTBF"
)
#: what stands around an answer, whatever is asked
_COMMON = wordset(
    "about roughly around approximately nearly almost the an is it at of in on to and or not never always yes no "
    "more less than least most above below over under takes need needs half twice only bound memory compute batch "
    "time total per each for"
)
MAX_LENGTH = 400  # characters; a longer answer is a formula or an essay
_SHOUTED = 3  # capitals in a row that are a word and no initials


def lowered(text: str, asked: Collection[str] = ()) -> str:
    """The text with its words in small letters and its units as they are spelt, where they were typed in capitals."""
    if len(text) > MAX_LENGTH:
        return text
    if not re.search(r"[A-Z]{2}", text) and not re.search(r"\d\s?S\b", text):
        return text
    loud = not any(c.islower() for c in re.sub(r"(?<=\d)[ex](?=[-+\d\s])", "", text))
    names = {*asked} | {c for w in asked if w.isupper() or len(w) == 1 for c in (*w.upper(), *w)}
    formula = _OPERATES.search(text) is not None

    def plain(m: re.Match[str]) -> str:
        word = m.group()
        if word in names or {*word} <= names or word in _INITIALS:
            return word
        if _unit_place(text, m.start()) and (unit := _spelt().get(word)) is not None and (loud or len(word) > _SHOUTED):
            return unit
        if len(word) < 2 or (word in UNITS and word not in ("DAY", "DAYS")):
            return "a" if loud and word == "A" and re.match(r"\s[A-Z]", text[m.end() :]) else word
        low = word.lower()
        known = low in UNITS or counted(low) != low
        common = low in _COMMON or not (formula or any(w.isupper() or len(w) == 1 for w in asked))
        return low if (loud and (known or common)) or (known and len(word) >= _SHOUTED) else word

    return _WORD.sub(plain, text)


def _unit_place(text: str, at: int) -> bool:
    """Whether a unit may stand there: behind a number, or behind another unit and a slash."""
    return re.search(r"(?:\d|\d\s|\d\s?[A-Za-z]+\s?/\s?)\Z", text[max(0, at - 24) : at]) is not None


@cache
def _spelt() -> Mapping[str, str]:
    """The units that are spelt with small letters by what they are in capitals; of two that are, the usual one."""
    made: dict[str, str] = {}
    for name in ATOMS:
        loud = name.upper()
        if loud != name and name.isascii() and loud not in ATOMS and _LETTERS.match(name):
            made[loud] = name if loud not in made or _rank(name) < _rank(made[loud]) else made[loud]
    return {**made, "S": "s", "MS": "ms", "NS": "ns", "US": "us"}


def _rank(name: str) -> tuple[int, str]:
    """How usual a spelling is: Gbit before GBit and gbit, and MiB, which everybody means, before Mib."""
    return (0 if name.endswith("iB") else 1 if name[1:].islower() else 2, name)


__all__ = ["lowered"]
