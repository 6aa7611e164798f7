"""The spelling of a chip: the words of a name that say which chip it is, whatever the order, the maker or the dashes.

>>> sorted(words("NVIDIA H100-SXM5 80GB HBM3"))
['80gb', 'h100', 'sxm']
>>> words("Cloud TPUv5 lite") == words("tpu_v5_lite") == {"tpu", "v5lite"}
True
"""

from __future__ import annotations

from collections.abc import Mapping

import symroof.regexes as re
from symroof.lazy import pattern

_MAKERS = {
    "nvidia", "amd", "intel", "google", "cloud", "aws", "amazon", "habana", "instinct", "tesla", "geforce", "dgx",
    "hgx", "gpu", "accelerator", "superchip", "tensorcore", "oam",
}  # fmt: skip
_MEMORY = pattern(r"hbm\d?e?\Z|gddr\d\w?\Z")
_COMMON = pattern(r"(sxm|pcie|tpu|cpu|\d+gb|nvl\d*|vendor|textbook|per)\Z")  # says something, but not which chip


def fold(name: str) -> str:
    """A name without regard to case, spaces, dashes and underscores."""
    return re.sub(r"[\s_\-·,]+", "", name).casefold()


def words(name: str) -> frozenset[str]:
    """The words that tell chips apart: makers, families and kinds of memory left out, TPU 5e and TPUv5e made one."""
    text = re.sub(r"\btpu[\s_\-]*v?(?=\d)", "tpu v", name.casefold())
    found: list[str] = []
    for word in re.findall(r"[a-z0-9]+", text):
        word = re.sub(r"\A(sxm)\d\Z", r"\1", re.sub(r"\A(\d+)g(?:i?b)?\Z", r"\1gb", word))
        if word in _MAKERS or _MEMORY.match(word):
            continue
        joins = (word[0].isdigit() and not word.endswith("gb")) or word in ("lite", "litepod")
        if joins and found and not found[-1].endswith("gb"):
            found[-1] += word
        else:
            found.append(word)
    return frozenset(found)


def same_chip(asked: str, spellings: Mapping[str, frozenset[frozenset[str]]]) -> str | None:
    """The one chip whose spellings have exactly these words, or else all of these words among them; None if unclear.

    >>> known = {"A100": frozenset({words("A100 SXM"), words("A100 80GB")}), "H100": frozenset({words("H100 80GB")})}
    >>> same_chip("NVIDIA A100-SXM4-80GB", known), same_chip("80GB", known), same_chip("A100 NVL", known)
    ('A100', None, None)
    """
    tokens = words(asked)
    if all(_COMMON.match(w) for w in tokens):
        return None
    equal = [name for name, known in spellings.items() if tokens in known]
    if len(equal) == 1:
        return equal[0]
    within = [
        name
        for name, known in spellings.items()
        if tokens <= frozenset().union(*known)
        and any(w in words(name) and not _COMMON.match(w) for w in tokens)
        and not ("vendor" in words(name) and "vendor" not in tokens)
    ]
    return within[0] if len(within) == 1 and not equal else None
