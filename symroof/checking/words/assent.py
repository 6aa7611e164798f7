"""Yes or no in a sentence: it fits easily, no, not even close, barely, it won't fit on one chip.

A sentence counts only where every word of it is understood; each clause says the same, or nothing is said.

>>> assented("it fits easily"), assented("no, not even close"), assented("yes, but only just")
('yes', 'no', 'yes')
>>> assented("sure, 40 TB in a night is no problem"), assented("it's not an issue"), assented("the copy is no problem")
('yes', 'yes', '')
>>> assented("there is not enough room for it"), assented("you can fit it on one card"), assented("too big a risk")
('no', 'yes', '')
>>> assented("won't fit on a single GPU"), assented("yes, it does not fit"), assented("fits if B < 4")
('no', '', '')
>>> assented("it fits and leaves 14 GB for the cache"), assented("it does not fit and leaves 14 GB")
('yes', '')
>>> assented("I don't think it fits on one card"), assented("I don't think it doesn't fit"), assented("I don't think")
('no', '', '')
"""

from __future__ import annotations

import symroof.regexes as re
from symroof.checking.words.resources import BOUND, COMPUTE, DATA

_YES = r"yes|yep|yeah|yup|aye"
_NO = r"no|nope|nah|nay|false"
#: whole phrases that say no or yes by themselves
_DENIES = (
    r"not\s+(?:even|remotely|nearly|anywhere)\s+(?:close|near)|not\s+by\s+(?:far|a\s+long\s+(?:shot|way)|a\s+mile)|nowhere\s+near|"
    r"by\s+no\s+means|no\s+(?:way|chance)|not\s+a\s+chance|not\s+at\s+all|far\s+from\s+it|in\s+no\s+way|not\s+(?:quite|really)|not\s+(?:on|with)\s+\d+\s+[A-Za-z]+|"
    r"(?:(?:definitely|certainly|absolutely|clearly|obviously|surely|probably|of\s+course|simply)\s+)*not|"
    r"(?:i\s+)?(?:do|would)\s+not\s+(?:think|believe|say)\s+so|i\s+(?:(?:(?:would|should)\s+)?(?:think|believe|say)\s+not|am\s+afraid\s+not)"
)
_AFFIRMS = (
    r"(?:of\s+course(?:,?\s+it\s+(?:is|does|can|will))?|sure(?:\s+thing)?|absolutely|definitely|certainly|easily|comfortably|indeed|surely|with\s+ease|no\s+problem|"
    r"i\s+(?:(?:do|would|should)\s+)?(?:think|believe|say)\s+so|without\s+(?:any\s+)?(?:problems?|trouble|difficulty)|narrowly|(?:just\s+|only\s+)?barely|only\s+just|just\s+about|by\s+a\s+hair)"
)
_TROUBLE = (
    r"(?:no\s+(?:(?:big|real|great)\s+)?|not\s+(?:really\s+)?(?:an?\s+)(?:(?:big|real)\s+)?)"
    r"(?:problems?|issues?|troubles?|sweat|worr(?:y|ies)|concerns?|difficult(?:y|ies)|deal|biggie|obstacle|hurdle)"
)
_ADVERB = (
    r"(?:easily|comfortably|definitely|certainly|absolutely|clearly|obviously|surely|of\s+course|just|barely|narrowly|"
    r"only\s+just|indeed|actually|really|still|also|even|probably|simply|very\s+well|well|fine|nicely|exactly)"
)
_WHO = r"(?:it\s+all|it|this|that|they|we|you|everything|all\s+of\s+it|the\s+[a-z]+(?:\s+[a-z]+)?)"
_AUX = r"(?:does|do|can|could|will|would|is|are|should)"
_DOES = (
    r"(?:fits?|works?|suffices?|holds?|enough|sufficient|possible|feasible|true|correct|right|the\s+case|"
    r"worth\s+(?:it|the\s+(?:effort|trouble|cost|money))|worthwhile)"
)
_PLACE = (
    r"(?:(?:in|into|on|onto|within|inside|to|for)\s+(?:(?:an?|one|1|the|its|this|that|our|each|any)\s+)?(?:single\s+)?"
    r"(?!(?:if|when|unless|only|all|some|most|small|large|B|N)\b)[A-Za-z][\w-]*(?:\s+(?!if\b|when\b|unless\b|only\b|for\b|at\b|with\b)"
    r"[A-Za-z][\w-]*){0,2}|(?:on|in)\s+(?:one|1))"
)
_SPARE = (
    r"with\s+(?:(?:some|plenty\s+of|lots\s+of|a\s+lot\s+of|enough)\s+)?(?:room|space|memory|(?:about\s+)?[~≈]?\d[\d.,]*\s?[A-Za-z]+)"
    r"(?:\s+(?:to\s+spare|left(?:\s+over)?|free|over))?"
)
_TAIL = rf"(?:\s+(?:{_ADVERB}|{_PLACE}|{_SPARE}|at\s+all|either|any\s?more|together|as\s+well|so|then|here|there))*"
_SENTENCE = re.compile(
    rf"(?:(?P<who>{_WHO})\s+)?(?:{_ADVERB}\s+)*(?P<aux>{_AUX}\b\s*)?(?:{_ADVERB}\s+)*(?P<no>(?:not|never)\s*)?(?:(?:{_ADVERB}|be)\s+)*"
    rf"(?P<verb>{_DOES})?{_TAIL}",
    re.I,
)
_DENIED = re.compile(rf"(?:{_DENIES}){_TAIL}", re.I)
_AFFIRMED = re.compile(rf"{_AFFIRMS}{_TAIL}", re.I)
_NEEDS = re.compile(  # it does not fit, you need at least two
    r"(?:you|we|it|one|they)(?:['’]d|['’]ll|\s+would|\s+will)?\s+(?:need|require)s?\s+(?P<than>at\s+least\s+|more\s+than\s+|only\s+|just\s+)?"
    r"(?P<n>one|1|two|three|four|five|six|seven|eight|nine|ten|sixteen|several|[1-9]\d{0,3})"
    r"(?:\s+(?:of\s+(?:them|those|these)|more|chips?|GPUs?|TPUs?|devices?|cards?|accelerators?|nodes?))?",
    re.I,
)
_ONE_WILL_DO = re.compile(
    r"(?:one|1|a\s+single)(?:\s+(?:chip|GPU|TPU|device|card|accelerator|node))?\s+(?:(?:is|will\s+be|would\s+be)\s+(?:enough|sufficient|plenty)|suffices|will\s+do)",
    re.I,
)
_ROOM = re.compile(  # there is not enough room for it
    rf"there\s+(?:is|['’]s|would\s+be|will\s+be)\s+(?:{_ADVERB}\s+)*(?P<no>not\s+)?(?:enough|sufficient)\s+(?:room|space|memory|HBM|RAM|VRAM)"
    r"(?:\s+left)?(?:\s+for\s+(?:it|this|that|them|the\s+(?:whole\s+|full\s+)?model))?",
    re.I,
)
_TOO_BIG = re.compile(  # it is too big for one card
    rf"{_WHO}\s+(?:is|are|would\s+be)\s+(?:(?:much|far|way|clearly|simply)\s+)?too\s+(?:big|large)\s+(?:for|to\s+fit(?:\s+(?:on|in|into))?)\s+"
    r"(?:one|an?|a\s+single|the)\s+(?:card|GPU|TPU|chip|device|accelerator|node)",
    re.I,
)
_PUT = re.compile(  # you can fit it on one card
    r"(?:you|we|one)\s+(?:can|could)(?P<no>\s+not)?\s+(?:easily\s+)?(?:fit|squeeze|put|load|store|hold)\s+(?:it|this|that|them|the\s+(?:whole\s+|full\s+)?model)\s+"
    r"(?:on|in|into|onto)\s+(?:one|an?|a\s+single|the)\s+(?:card|GPU|TPU|chip|device|accelerator|node)",
    re.I,
)
_ADDED = re.compile(
    rf"(?:{_ADVERB}|{_SPARE}|only|so|not\s+by\s+much|by\s+(?:far|a\s+(?:lot|mile|long\s+way|wide\s+margin)))(?:\s+(?:{_ADVERB}|so))*",
    re.I,
)
_SIDE = re.compile(  # no, it is compute-bound: which of the two was asked about is not known, the first word answers
    rf"(?:{_WHO}\s+(?:is|are|stays?|remains?)\s+)?(?:{_ADVERB}\s+)*(?:always\s+)?"
    rf"(?:{COMPUTE}|{DATA}){BOUND}(?:\s+(?:here|there|then|again))?",
    re.I,
)
_AMOUNTS = re.compile(r"[~≈$]?\d[\d.,]*\s?[A-Za-z]+(?=\s)|(?<=\s)[~≈$]?\d[\d.,]*\s?[A-Za-z]+(?=\s|\Z)")
_FITS = re.compile(r"\bfits?\b", re.I)
_BYTES = r"[~≈]?\d[\d.,]*\s?(?:[kKMGTP]?i?B|bytes)\b(?:\s+of\s+[A-Za-z]+)?"
_WHAT_FITS = re.compile(rf"\A{_BYTES}\s+(?=[a-z])")  # 140 GB of weights won't fit into 80 GB of HBM
_INTO = re.compile(rf"\s+(?:in|into|within|inside)\s+(?:the\s+|only\s+|our\s+)?{_BYTES}")
_NO_TROUBLE = re.compile(  # sure, 12 TB in a night is no problem: the only no that says yes
    rf"(?:(?P<sure>{_YES}|sure(?:\s+thing)?|of\s+course|certainly|absolutely|definitely)\b\s*[,.:;!–—-]*\s*)?"
    r"(?:(?:(?P<it>it|this|that|these|those|they|(?:about\s+|even\s+)?[~≈]?\d[\d.,]*\s?[A-Za-z]+)\b|(?P<what>[A-Za-z]))"
    r"(?P<more>(?:(?!\b(?:not|no|never|if|unless|when|only|without|but|except|until|until|than|half|the\s+(?:first|rest|other|last))\b)[^,;.:!?()])*)"
    r"\s(?:is|are|will\s+be|would\s+be|should\s+be|poses?|makes?|gives?|causes?)\s+(?:really\s+|actually\s+|clearly\s+)?)?"
    rf"{_TROUBLE}(?:\s+(?:at\s+all|whatsoever|here|there|then|for\s+(?:us|it|this|that)))?",
    re.I,
)
_OPENED = re.compile(
    rf"(?:(?P<weak>almost|nearly|practically|virtually|mostly|usually|generally|not)\s+)?(?P<said>{_YES}|sure|{_NO}|never|always)\b\s*(?P<by>[,;:.?!(–—]|\s-|\Z)"
    r"\s*(?P<tail>.*)\Z",
    re.I | re.S,
)
_HARMLESS = re.compile(
    r"\b(?:only\s+\d\S*(?:\s[A-Za-z]+){0,2}\s+(?:is|are)\s+needed|(?:is|are)\s+needed\s+(?:only|just)|no\s+matter|regardless|whatever|irrespective|independent(?:ly)?|(?:for|at|in|under|with)\s+(?:any|all|every|both|no)|in\s+fact|"
    r"with\s+(?:(?:lots\s+of|plenty\s+of|some|enough)\s+)?(?:room|space|ease)|"
    r"with\s+(?:about\s+|roughly\s+|~)?\d[\d.,]*\s?(?:%|[A-Za-z]+)\s+(?:of\s+)?(?:headroom|margin|slack)|with\s+\S+\s+\S+\s+(?:to\s+spare|left))\b",
    re.I,
)
_CONDITION = re.compile(  # how a clause begins that says when, how far or of what
    r"(?:(?:but\s+)?(?:only\s+)?(?:for|at|in|with|without|using|after|before|given|provided|assuming|depending|whenever|while|as\s+long|so\s+long|beyond|"
    r"starting|from|above|below|under|over|up\s+to|per|each(?!\s+[a-z]+\s+(?:has|holds|needs|is|takes|gets|stores|does|keeps|reads))|some|part|half|most|rarely|hardly|nearly|almost|barely\s+ever|excluding|"
    r"apart|ignoring|partially|partly|or|on\s+(?:paper|two|three|four|five|six|eight|\d+|several|some|most|many)|theoretically|probably|"
    r"perhaps|maybe|possibly|sort\s+of|kind\s+of|not\s+(?:counting|every|exactly)|just\s+for|one\s+of|sometimes|usually|mostly|generally))\b",
    re.I,
)
_DIRECT = re.compile(r"(?:(?:it|this|that)\s+is\s+)?(?:never|always)\s+(?P<tail>[a-z].*)\Z", re.I)
_IN_A_CASE = re.compile(r"(?:on|during|if|when|where|unless|once)\b", re.I)
_TAKEN_BACK = re.compile(
    r"(?:mind|say|heard|again|the\s+wrong|wrong|false|incorrect|(?:is|would\s+be)\s+(?:wrong|false|incorrect))\b", re.I
)
_EXCEPTED = re.compile(r"\b(?:but\s+for|apart\s+from|excluding|except)\b", re.I)
_HARD = re.compile(r"\b(?:provided|assuming|whenever|depends|depending|barring|bar|aside|save\s+for)\b", re.I)
_AGAINST_YES = re.compile(
    r"\b(?:lacks?|runs?\s+out|out\s+of\s+memory|too\s+(?:big|large|much|many|little|few|small)|insufficient|needed|there\s+(?:is|are)\s+only|wrong\s+side)\b",
    re.I,
)
_AGAINST_NO = re.compile(
    r"\b(?:fits|(?<!need\s)(?<!needs\s)(?<!takes\s)(?<!more\s)room|plenty|works|suffic\w+|it\s+can(?!\s*not|['’]t)|it\s+does(?!\s*n['’]t|\s+not))\b",
    re.I,
)
_LED = re.compile(rf"(?:(?P<yes>{_YES})|{_NO})\b[\s,.;:!–—-]*(?P<rest>.*)\Z", re.I | re.S)
_NOT_HELD = re.compile(  # I do not think that it fits: what is not believed is said not to be
    r"(?:i|we)\s+(?:do|would)\s+not\s+(?:really\s+)?(?:think|believe|expect|suppose)\s+(?:that\s+)?"
    r"(?P<rest>(?!.*\b(?:not|just|only|barely|narrowly|even|still|also|really|any\s?more|probably)\b).+)",
    re.I,
)
_CLAUSE = re.compile(r"\s*(?:[,;.!:–—]|\s-+\s|\((?=\w)|\)\Z)\s*(?:(?:and|but|so)\s+)?|\s+but\s+")
_LEAVES = re.compile(  # it fits and leaves 14 GB for the cache
    r",?\s+(?:and|which)\s+(?:(?:still|even)\s+)?leaves?\s+(?:us\s+)?(?:about\s+|some\s+|[~≈]\s?)?(?![0.,]+\s?[A-Za-z%])\d[\d.,]*\s?(?:[kMGTP]?i?B|bytes|%)"
    r"(?:\s+(?:free|over|spare|to\s+spare))?(?:\s+for\s+(?!no(?:thing|body|ne)?\b|neither\b)(?:(?:the|our|its|all\s+the)\s+)?(?:[A-Z]+|[a-z]+)(?:\s+[a-z]+)?)?\Z",
    re.I,
)
_FULL = {"ca": "can", "wo": "will"}
MAX_LENGTH = 120  # characters; a longer sentence says more than yes or no


def assented(text: str) -> str:
    """Yes or no, where that is all that a sentence says; "" for any other text."""
    if len(text) > MAX_LENGTH or re.search(r"[<>=≤≥?*/^\\]", text):
        return ""
    plain = re.sub(r"\b(\w+?)n['’]t\b", lambda m: f"{_FULL.get(m[1].lower(), m[1])} not", " ".join(text.split()))
    plain = re.sub(r"\b(it|that|this|which)['’]s\b", r"\1 is", plain, flags=re.I)
    plain = re.sub(r"\bi['’]d\b", "i would", re.sub(r"\bi['’]m\b", "i am", plain, flags=re.I), flags=re.I)
    plain = re.sub(r"\bcannot\b", "can not", plain, flags=re.I).strip(" .!\"'`")
    leaves = _LEAVES.search(plain)
    if leaves is not None and not re.search(r"\b(?:not|no|never)\b", plain[: leaves.start()], re.I):
        plain = plain[: leaves.start()]
    plain = re.sub(r"\A(?:i\s+fear|i\s+am\s+afraid)\s+(?:that\s+)?(?=\w+\s.*\bnot\b)", "", plain, flags=re.I)
    easy = _NO_TROUBLE.fullmatch(plain)
    if easy is not None and (easy["sure"] or not easy["what"]):
        return "yes"
    if _FITS.search(plain) and (_WHAT_FITS.match(plain) or " not " in plain):  # it fits in 38 GB is a value, too
        plain = _INTO.sub(" ", _WHAT_FITS.sub("it ", plain)).strip()
    led = _LED.match(plain)
    said = [] if led is None else ["yes" if led["yes"] else "no"]
    rest = plain if led is None or _own(_CLAUSE.split(plain)[0]) else led["rest"].strip(" )")
    said = said if rest is not plain else []
    if said and _AMOUNTS.search(rest):
        rest = re.sub(r"\A\S+ of (?=it )", "", _AMOUNTS.sub("it", rest))  # no, 140 GB do not fit in 80 GB
    for clause in filter(None, _CLAUSE.split(re.sub(r"\A(?:and|but|so)\s+", "", rest))):
        one = _clause(clause.strip(), bool(said))
        if one is None:
            return ""
        said.append(one or said[0])
    return said[0] if len({*said}) == 1 else ""


_NO_NEED = re.compile(r"no\s+(?:need|reason|doubt|question|wonder|difference|matter|surprise|harm|idea)\b", re.I)


def denies_nothing(text: str) -> bool:
    """Whether what stands behind a no takes it away: no problem at all, no need; and not no space.

    >>> [denies_nothing(t) for t in ("no problem at all", "no need to wait", "no space for it", "no")]
    [True, True, False, False]
    """
    return re.match(_TROUBLE, text, re.I) is not None or _NO_NEED.match(text) is not None


def qualified(text: str) -> bool:
    """Whether a verdict is weakened, contradicted or bound to a condition by what stands around it.

    >>> [qualified(t) for t in ("almost always", "yes, in some cases", "no, it fits", "never, whatever B is")]
    [True, True, True, False]
    >>> qualified("yes, it is not enough"), qualified("no, it is not enough"), qualified("no, it is enough")
    (True, False, True)
    >>> qualified("no, it needs 90 GB"), qualified("yes, it runs out of memory"), qualified("yes, it fits easily")
    (False, True, False)
    """
    m = _OPENED.match(" ".join(text.split())) if len(text) <= 2 * MAX_LENGTH else None
    if m is None:
        direct = _DIRECT.match(" ".join(text.split()))
        return direct is not None and _bound_to_a_case(direct["tail"])
    if not m["tail"] and not m["weak"]:
        return False
    if m["weak"] and m["weak"].lower() != "not":
        return True
    if m["weak"] or assented(text):
        return False
    said, tail = m["said"].lower(), _HARMLESS.sub("it is", m["tail"])
    if said in ("never", "always") and _EXCEPTED.search(tail):
        return False  # never, but for K < 3: a bound
    denied = bool(re.fullmatch(_NO, said, re.I))
    against = _AGAINST_NO if denied else _AGAINST_YES
    if _HARD.search(tail) or (said not in ("never", "always") and against.search(tail) and " not " not in tail):
        return True
    other = {"never": ("yes", "always"), "always": ("no", "never")}.get(said, ())
    clauses = [clause for clause in _CLAUSE.split(tail.rstrip(".!) ")) if clause]
    against_it = () if said in ("never", "always") else ("yes",) if denied else ("no",)  # yes, it is not enough
    return any(_CONDITION.match(c) or c.lower() in other or assented(c) in against_it for c in clauses)


def _bound_to_a_case(tail: str) -> bool:
    """Whether what follows never or always without a mark ties it to a case, or denies it: never for short ones."""
    rest = _HARMLESS.sub("", tail).strip()
    return bool(rest) and bool(
        _TAKEN_BACK.match(rest) or (rest == tail and (_CONDITION.match(rest) or _IN_A_CASE.match(rest)))
    )


def _own(text: str) -> bool:
    """Whether a phrase says no, or yes, with its first word: no way, no problem."""
    return bool(_DENIED.fullmatch(text) or _AFFIRMED.fullmatch(text))


def _clause(text: str, led: bool) -> str | None:
    """What one clause says; "" where it only adds to what was said, None where it is not understood."""
    if _DENIED.fullmatch(text):
        return "no"
    if led and _ONE_WILL_DO.fullmatch(text):
        return "yes"
    if led and (needs := _NEEDS.fullmatch(text)) is not None:
        one = needs["n"].lower() in ("one", "1") and not (needs["than"] or "").lower().startswith("more")
        return ("" if needs["than"] and needs["than"].lower().startswith("at") else "yes") if one else "no"
    if led and (_ADDED.fullmatch(text) or _SIDE.fullmatch(text)):
        return ""
    if _AFFIRMED.fullmatch(text):
        return "yes"
    if _TOO_BIG.fullmatch(text):
        return "no"
    if (held := _NOT_HELD.fullmatch(text)) is not None:
        return "no" if _clause(held["rest"], led=False) == "yes" else None
    if (told := _ROOM.fullmatch(text) or _PUT.fullmatch(text)) is not None:
        return "no" if told["no"] else "yes"
    m = _SENTENCE.fullmatch(text)
    if m is None or not (m["verb"] or (m["aux"] and (led or m["who"]))):
        return None
    return "no" if m["no"] else "yes"
