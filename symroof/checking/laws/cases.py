"""Words that change the case a formula is evaluated for: another chip or dtype, doubled, at 8 stages, in the large one.

A formula and its number prove an error only by values that hold where it stands.  Where a word between the values and
the number speaks of another case, and gives no value for it that could be put in, nothing is proved.

>>> from symroof.checking.proofreading.proofread import proofread
>>> text = "Let $X = 4$; a group has $X^2 = 16$ chips. {} $X^2 = 64$."
>>> [[f.verdict for f in proofread(text.format(t)).findings] for t in ("Thus, we have", "With $X$ doubled,")]
[['exact', 'wrong'], ['exact', 'undecided']]
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import symroof.regexes as re
from symroof.checking.claims.claims import constant
from symroof.checking.documents.context import sentence
from symroof.checking.documents.facts import Compound, Fact
from symroof.checking.documents.material import Item, Material
from symroof.checking.documents.prose import FIGURE, FORMULA
from symroof.checking.laws.chips import chip_like
from symroof.reading.measures import MANY_LETTER, THOUSANDS, plain_number

_CHANGES = re.compile(
    r"\b(?:(?:re)?doubl\w*(?!-precision)|halv\w+|half(?!-precision)|tripl\w+|quadrupl\w+|twice|thrice|"
    r"(?:two|three|four|five|eight|ten|[\d.]+)[- ]?(?:fold|times)|fourfold|"
    r"(?:large|long|wid|small|short|bigg|fast|slow|high|low|deep|strong|weak|old|new|cheap)(?:e?r|e?st)|"
    r"(?:large|small|big|bigger|tiny|huge|long|old) "
    r"(?:one|model|variant|version|size|card|chip|sibling|batch|context)|siblings?|next|other|another|previous|former|latter|later|"
    r"earlier|instead|now|again|measured|observed|actual|actually|practice|effective|"
    r"achiev\w+|sustained|real|(?:if|had) (?:we|it|they|one|the)|were|suppose|imagine|"
    r"rais\w+|increas\w+|decreas\w+|(?<!all-)reduc(?!e-?scatter)\w+|grow\w*|grew|shrink\w*|dropp\w*|"
    r"lower\w*|cut|without|unlike|versus|vs|compared|whereas|while|"
    r"MQA|GQA|MHA|MLA|MoE|quanti[sz]\w+|spars\w+|sharded)\b|\b\d+[x×](?!\w)",
    re.I,
)
_SORTS = re.compile(
    r"\b(?:bf16|bfloat16|fp?(?:4|8|16|32|64)|u?int(?:4|8|16|32)|tf32|fp4|L[1-4]|HBM\w*|SRAM|VMEM|DRAM|ICI|DCN|"
    r"NVLink|PCIe|InfiniBand|"
    r"TP|PP|DP|EP|FSDP)\b|(?<![\w.])\d+(?:\.\d+)?[BM](?![\w/])",
    re.I,
)
_AT = re.compile(
    rf"\b(?:at|on|with|for|over|across|using|from|to|of)\s+(?:the\s+|an?\s+|only\s+|all\s+|about\s+|measured\s+)*(?P<n>(?<![\w.]){FIGURE})"
    rf"(?P<k>(?-i:{MANY_LETTER})?)(?![\w.]*\d)",
    re.I,
)
_EQUAL = re.compile(rf"[=≈]\s*{FIGURE}\s?[A-Za-zµμ/%]*")
_RESULT = re.compile(
    rf"\A[\s=≈~(*_]*(?:(?:is|or|about|roughly|equals|gives|i\.e\.,?|that is,?)\s)*[\s=≈~]*{FIGURE}\s?[A-Za-zµμ/%]*"
)  # the number that is judged
_COUNTED_WITHOUT = re.compile(
    rf"{FORMULA}\s*(?:FLOPs|bytes|operations|parameters)?\s+without\s+[a-z]+"
)  # so is the number
_CLAUSE_END = re.compile(rf"[,;:.](?=\s)|{FORMULA}|\n\s*\n")
_POWERS = {"": 0, **THOUSANDS}
_HERE = 40  # characters of a fact


def another_case(m: Material, item: Item, used: Sequence[Fact | Compound]) -> bool:
    """Whether a word beside a formula speaks of another case than that of the values it is evaluated with."""
    base, dark = item.page.base, item.dark
    begin = item.sentence[0] - base
    inside = [f.at - base for f in used if base + begin <= f.at < base + item.span.start]
    start = begin if len(inside) < len(used) else max(inside)
    stop = _CLAUSE_END.search(dark, item.span.end, item.sentence[1] - base)
    behind = "" if item.span.display else dark[item.span.end : stop.start() if stop else item.sentence[1] - base]
    words = f"{_EQUAL.sub(' ', _COUNTED_WITHOUT.sub(' ', dark[start : item.span.start]))} {_RESULT.sub(' ', behind)}"
    if _CHANGES.search(words):
        return True
    if _sorts(words) - _sorts(" ".join(_around(m, f, start) for f in used)):
        return True
    return bool(_numbers(words) - {constant(f.value) for f in used} - {Fraction(1)})


def _around(m: Material, f: Fact | Compound, start: int) -> str:
    """The sentence that states a fact; of the formula's own, what stands before the words that are looked at."""
    for page, dark in zip(m.pages, m.darks):
        at = f.at - page.base
        if 0 <= at < len(dark):
            a, b = sentence(dark, at, min(at + _HERE, len(dark)))
            return dark[a : max(at, min(b, start)) if a <= start else b]
    return ""


def _sorts(words: str) -> set[str]:
    """The formats, sizes, memories and chips that words name."""
    return {x.group().lower() for x in _SORTS.finditer(words)} | {x.lower() for x in chip_like(words)}


def _numbers(words: str) -> set[Fraction | None]:
    """The numbers that words give for a case: at 8 stages."""
    return {plain_number(x["n"]) * 10 ** _POWERS[x["k"]] for x in _AT.finditer(words)}
