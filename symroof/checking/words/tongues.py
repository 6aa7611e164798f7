"""Yes and no as other languages say them, alone or before a line: sí, oui, ja, nein, да, нет, 是, 不, はい, いいえ.

The line behind such a word is read as any other where it is English, and left out where it is one of a closed list that
says the same in the language of the word; before any other line the word stays as it is, for that may take it back.

>>> in_english("Sí."), in_english("нет"), in_english("はい"), in_english("ja, das passt"), in_english("sí, cabe")
('yes', 'no', 'yes', 'yes', 'yes')
>>> in_english("Nein, the weights alone are 140 GB."), in_english("oui mais pas avec le cache")
('no, the weights alone are 140 GB.', 'oui mais pas avec le cache')
>>> in_english("da, no cabe"), in_english("sí, no cabe"), in_english("да/8"), in_english("ja = 3")
('da, no cabe', 'sí, no cabe', 'да/8', 'ja = 3')
"""

from __future__ import annotations

from fractions import Fraction

import symroof.regexes as re
from symroof.checking.words.assent import assented

MAX_LENGTH = 300
_YES = (
    "sí si oui ja jawohl klar natürlich claro да ага конечно так da tak sim evet hai はい ええ うん 是 是的 是啊 对 對 "
    "对的 能 可以 会 會 行 够 夠 예 네 ναι"
)
_NO = (
    "nein nö nee nej nei non não nao нет неа ні nie hayır iie いいえ いや 不 不是 不能 不行 不会 不會 不可以 不够 不夠 "
    "否 没有 아니요 아니오 아니 όχι"
)
#: what says the same again in the language of the word
_YES_AGAIN = (
    "cabe|sí cabe|cabe bien|entra|funciona|así es|cabe sim|cabe sem problema|cabe perfeitamente|ci sta|ci entra|"
    "ça rentre|ça tient|ça passe|il tient|tout à fait|bien sûr|es passt|passt|das passt|passt locker|das geht|"
    "es reicht|das reicht|past|mieści się|zmieści się|sığar|влезает|помещается|хватает|хватит|влезет|"
    "可以|没问题|沒問題|放得下|装得下|够了|夠了|入ります|収まります|足ります"
)
_NO_AGAIN = (
    "no cabe|no entra|no funciona|não cabe|non ci sta|non ci entra|ça ne rentre pas|ça ne tient pas|ça ne passe pas|"
    "pas du tout|es passt nicht|passt nicht|das passt nicht|das geht nicht|geht nicht|es reicht nicht|das reicht nicht|"
    "past niet|nie mieści się|nie zmieści się|sığmaz|не влезает|не помещается|не хватает|не хватит|не влезет|"
    "放不下|装不下|不够|不夠|不行|入りません|収まりません|足りません"
)
_SAME = {"yes": frozenset(_YES_AGAIN.split("|")), "no": frozenset(_NO_AGAIN.split("|"))}
_WORD = {**dict.fromkeys(_YES.split(), "yes"), **dict.fromkeys(_NO.split(), "no")}
_ANY = "|".join(sorted(map(re.escape, _WORD), key=len, reverse=True))
_LED = re.compile(
    rf"\A(?P<word>{_ANY})(?!\w)\s*(?:(?P<mark>[,.;:!–—，。；：！、]|\s-(?=\s))\s*(?P<rest>.*))?\Z",
    re.I | re.S,
)
_ENGLISH = re.compile(
    r"\b(?:the|is|are|it|its|we|you|has|have|needs?|takes?|fits?|only|one|of|than|and|so|because|there|that|with|alone)\b",
    re.I,
)
#: what may take a word back in one of these languages
_TURNS = re.compile(
    r"[^\x00-\x7f–—≈×·µ²³≤≥→]|\b(?:pero|aunque|sino|solo|aber|nur|nicht|wenn|falls|mais|sauf|seulement|pas|ma|se|mas|só|ale|jeśli|maar|men|inte)\b",
    re.I,
)
#: what may speak against a yes or a no also in English, where the whole line is not understood; only speaks for a no
_AGAINST = re.compile(
    r"n['’]t\b|\b(?:not|no|never|cannot|impossible|infeasible|unable|fails?|too|only|just|half|full|enough|sufficient|suffic\w+|"
    r"larger?|bigger?|more|less|smaller|fewer|exceeds?|over|above|below|under|beyond|short|lacks?|lacking|missing|without|"
    r"room|space|spare|free|plenty|empty|works?|fits?|but|unless|if|when|except|twice|double|out)\b",
    re.I,
)
_AMOUNT = re.compile(r"(?<![\w.])\d+(?:,\d{3})*(?:\.\d+)?")
_TWO = 2  # what is needed and what there is
_FEW = 2  # English words, beside which a line is English


def asks_yes_or_no(expected: object) -> bool:
    """Whether yes or no is expected."""
    return isinstance(expected, str) and expected.strip().lower() in ("yes", "no")


def in_english(text: str) -> str:
    """The text with a yes or no of another language before it in English, where nothing behind it may take it back."""
    m = _LED.match(text.strip()) if len(text) <= MAX_LENGTH else None
    if m is None:
        return text
    said, rest = _WORD[m["word"].lower()], (m["rest"] or "").strip()
    if not rest.strip(" .!。！") or rest.lower().strip(" .!。！") in _SAME[said]:
        return said
    english = len(_ENGLISH.findall(rest)) >= _FEW and _TURNS.search(rest) is None
    english = english and bool(assented(rest) or _bears_out(said, rest))
    return f"{said}{m['mark'] if m['mark'] in ',.;:' else ','} {rest}" if english else text


def _bears_out(said: str, line: str) -> bool:
    """Whether a line that gives a reason speaks for the word before it: what is needed before what there is.

    >>> [_bears_out(s, "it needs 90 GB and the card has 80 GB") for s in ("yes", "no")]
    [False, True]
    >>> [_bears_out(s, "it is impossible") for s in ("yes", "no")], _bears_out("no", "the card has only 80 GB")
    ([False, False], True)
    """
    if _AGAINST.search(line if said == "yes" else re.sub(r"\bonly\b", " ", line)):
        return False
    sizes = [Fraction(n.replace(",", "")) for n in _AMOUNT.findall(line)]
    if len(sizes) != _TWO:
        return len(sizes) == 1
    return (sizes[0] <= sizes[1]) == (said == "yes")


__all__ = ["asks_yes_or_no", "in_english"]
