r"""The limit or the regime that stands behind an answer: V/W as n → ∞, B (D -> oo), for n >> 1, for large n.

>>> limited("V/W as n goes to infinity"), limited("in the limit of large D, it tends to B")
(Limited(text='V/W', regime='n -> oo'), Limited(text='B', regime='D -> oo'))
>>> limited("B for B << D, F"), limited("B > 240") is None
(Limited(text='B', regime='B << D, F'), True)
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import final

import symroof.regexes as re
from symroof.checking.claims.claims import Verdict, claim, understood, with_note
from symroof.checking.words.assent import assented
from symroof.checking.words.phrases import MAX_WORDED
from symroof.errors import SymroofError

Judge = Callable[[str, object, Mapping[str, str]], Verdict]

_NAME = r"[A-Za-z\\]\w{0,9}"
_NAMES = rf"{_NAME}(?:\s*(?:,\s*and|,|and)\s+{_NAME}|\s*,\s*{_NAME}){{0,3}}"
_UP = r"\s*(?:\^|\*\*)\s*[({]?\s*"
_EITHER = (  # 1/n and n^-2, which go the other way, and n^2
    rf"(?:{_NAMES}|1\s*/\s*{_NAME}(?:{_UP}\d\s*[)}}]?)?|{_NAME}{_UP}[-−]?\d\s*[)}}]?)"
)
_VERY = r"(?:(?:very|sufficiently|really|arbitrarily|infinitely)\s+)?"
_BIG, _LITTLE = "large|big|huge|infinite|long|wide|many|deep", "small|tiny|short|narrow|few|shallow"
#: the symbols that by convention stand for how many of a thing there are, or how large it is
THINGS = {
    **dict.fromkeys(("context", "sequence", "prompt", "document"), "TSsl"), "batch": "Bb", "microbatch": "mM",
    **dict.fromkeys(("model", "embedding"), "Dd"), "layer": "L", "stage": "pP", "expert": "E",
    **dict.fromkeys(("device", "chip", "gpu", "tpu", "node", "worker", "rank", "ring", "host", "cluster"), "npPXkG"),
    **dict.fromkeys(("message", "transfer", "buffer", "array", "payload", "tensor", "packet", "file"), "VMSsm"),
}  # fmt: skip
_THING = rf"(?:{'|'.join(THINGS)})(?:e?s)?(?:[\s-]+(?:lengths?|sizes?|widths?|counts?))?"
_TO = (
    r"(?:->|→|\\(?:to|rightarrow)(?![A-Za-z])|(?:goes?|going|tends?|tending|grows?|approach(?:es|ing)?|increases?|shrinks?)(?:\s+to(?:wards?)?)?|"
    r"becomes?|gets?)"
)
_INFINITE = r"(?:\+?∞|\\infty|oo\b|inf(?:inity|inite|ty)?\b)"
_IN = (
    r"(?:(?:in\s+the\s+)?(?:limits?|regimes?|case)\s+(?:of\s+|that\s+|where\s+|when\s+|in\s+which\s+|as\s+|for\s+)?|"
    r"(?:for|when|if|as|where|while|once|with|assuming(?:\s+that)?|provided(?:\s+that)?|given(?:\s+that)?|at)\s+)"
)
_IS_LITTLE = rf"(?:is|are|gets?|becomes?)\s+{_VERY}(?:{_LITTLE}|negligible)"
_FORMS = tuple(  # a condition, and the regime that it is
    (re.compile(form), re.compile(rf"{_IN}{form}\s*(?:[,:]|,?\s+(?=it\b))\s*(?P<text>\S.*)\Z", re.I), regime)
    for form, regime in (
        (rf"(?P<n>{_NAME})\s*/\s*(?P<m>{_NAME})\s*{_TO}\s*{_INFINITE}", "{m} << {n}"),
        (rf"(?P<n>{_NAME})\s*/\s*(?P<m>{_NAME})\s*{_TO}\s*(?:0|zero)\b", "{n} << {m}"),
        (rf"(?P<n>{_NAME})\s*/\s*(?P<m>{_NAME})\s+(?:dominates?|is\s+{_VERY}(?:{_BIG}))", "{m} << {n}"),
        (rf"(?P<n>{_NAME})\s*/\s*(?P<m>{_NAME})\s+(?:vanish(?:es)?|{_IS_LITTLE})", "{n} << {m}"),
        (rf"(?P<n>{_EITHER})\s*{_TO}\s*{_INFINITE}", "{n} -> oo"),
        (rf"(?P<n>{_EITHER})\s*{_TO}\s*(?:0|zero)\b", "{n} -> 0"),
        (rf"(?P<n>{_EITHER})\s+(?:grows?|increases?)(?:\s+without\s+(?:bound|limit))?", "{n} -> oo"),
        (rf"(?P<n>{_EITHER})\s+(?:dominates?|is\s+dominant)", "{n} -> oo"),
        (rf"(?P<n>{_EITHER})\s+(?:shrinks?|decreases?|vanish(?:es)?)", "{n} -> 0"),
        (rf"(?P<n>{_EITHER})\s+(?:{_BIG})", "{n} -> oo"),
        (rf"(?P<n>{_EITHER})\s+(?:{_LITTLE})", "{n} -> 0"),
        (rf"(?P<n>{_NAMES})\s+dominates?(?:\s+over)?\s+(?P<m>{_NAMES})", "{m} << {n}"),
        (rf"(?P<n>{_EITHER})\s*(?:>>|≫|\\gg(?![A-Za-z]))\s*1\b", "{n} -> oo"),
        (rf"(?P<n>{_EITHER})\s*(?:<<|≪|\\ll(?![A-Za-z]))\s*1\b", "{n} -> 0"),
        (rf"{_VERY}(?:{_BIG})\s+(?:enough\s+)?(?P<n>{_EITHER})", "{n} -> oo"),
        (rf"{_VERY}(?:{_LITTLE})\s+(?P<n>{_EITHER})", "{n} -> 0"),
        (rf"there\s+(?:is|are)\s+{_VERY}(?:{_BIG})\s+(?P<n>(?i:{_THING}))", "{n} -> oo"),
        (rf"there\s+(?:is|are)\s+{_VERY}(?:{_LITTLE})\s+(?P<n>(?i:{_THING}))", "{n} -> 0"),
        (rf"{_VERY}(?:{_BIG})[\s-]+(?P<n>(?i:{_THING}))(?:\s+(?:limit|regime|case))?", "{n} -> oo"),
        (rf"{_VERY}(?:{_LITTLE})[\s-]+(?P<n>(?i:{_THING}))(?:\s+(?:limit|regime|case))?", "{n} -> 0"),
        (rf"(?P<n>{_EITHER})\s+(?:is|are|gets?|becomes?|grows?)\s+{_VERY}(?:{_BIG})", "{n} -> oo"),
        (rf"(?P<n>{_EITHER})\s+{_IS_LITTLE}", "{n} -> 0"),
        (rf"(?P<n>{_NAMES})\s+(?:is|are)\s+(?:much|far)\s+(?:smaller|less)\s+than\s+(?P<m>{_NAMES})", "{n} << {m}"),
        (
            rf"(?P<n>{_NAMES})\s+(?:is|are)\s+{_VERY}(?:small|tiny|negligible)\s+(?:compared|relative)\s+(?:to|with)\s+(?P<m>{_NAMES})",
            "{n} << {m}",
        ),
        (rf"(?P<n>{_NAMES})\s+(?:is|are)\s+(?:much|far)\s+(?:larg|great)er\s+than\s+(?P<m>{_NAMES})", "{m} << {n}"),
        (rf"(?P<n>{_NAMES})\s*(?:<<|≪|\\ll(?![A-Za-z]))\s*(?P<m>{_NAMES})", "{n} << {m}"),
        (rf"(?P<n>{_NAMES})\s*(?:>>|≫|\\gg(?![A-Za-z]))\s*(?P<m>{_NAMES})", "{m} << {n}"),
    )
)  # fmt: skip
_SIDE = r"[^<>≪≫=≈,;:]*?[\w)}]"
_MADE = r"\(*\w{1,9}\)*(?:\s*[*/^+−-]\s*\(*\w{1,9}\)*)+"  # a formula of several names: V/W, (n - 1)/n
_ONE = rf"(?:{_MADE}|\w{{1,9}})"
_AGAINST = tuple(  # of products and sums, one of which is small beside the other
    (
        re.compile(form),
        re.compile(rf"{_IN}{form}\s*(?:[,:]|,?\s+(?=it\b))\s*(?P<text>\S.*)\Z", re.I),
        regime,
    )
    for form, regime in (
        (rf"(?P<n>[\w(\\]{_SIDE}|\w)\s*(?:<<|≪|\\ll(?![A-Za-z]))\s*(?P<m>{_SIDE})", "{n} << {m}"),
        (rf"(?P<n>[\w(\\]{_SIDE}|\w)\s*(?:>>|≫|\\gg(?![A-Za-z]))\s*(?P<m>{_SIDE})", "{m} << {n}"),
        (rf"(?P<n>{_MADE})\s*{_TO}\s*{_INFINITE}", "1 << ({n})"),
        (rf"(?P<n>{_MADE})\s*{_TO}\s*(?:0|zero)\b", "({n}) << 1"),
        (rf"(?P<n>{_MADE})\s+(?:dominates?|is\s+dominant|(?:is|gets|becomes)\s+{_VERY}(?:{_BIG}))", "1 << ({n})"),
        (rf"(?P<n>{_MADE})\s+(?:vanish(?:es)?|{_IS_LITTLE})", "({n}) << 1"),
        (rf"(?P<n>{_ONE})\s+(?:is|are)\s+(?:much|far)\s+(?:smaller|less)\s+than\s+(?P<m>{_ONE})", "({n}) << ({m})"),
        (rf"(?P<n>{_ONE})\s+(?:is|are)\s+(?:much|far)\s+(?:larg|great)er\s+than\s+(?P<m>{_ONE})", "({m}) << ({n})"),
        (rf"(?P<n>{_ONE})\s+dominates?(?:\s+over)?\s+(?P<m>{_ONE})", "({m}) << ({n})"),
        (
            rf"(?P<n>{_ONE})\s+(?:is|are)\s+{_VERY}(?:small|tiny|negligible)\s+(?:compared|relative|next)\s+(?:to|with)\s+(?P<m>{_ONE})",
            "({n}) << ({m})",
        ),
    )
)  # fmt: skip
_SMALL = "epsilon"  # what is small, as a symbol: V << a*W is V = epsilon*a*W
_CUT = re.compile(rf"\s*(?P<open>\()\s*(?:{_IN})?|\s*,\s*(?:{_IN})?|\s+{_IN}|\s+in\s+(?:the\s+)?")
_TENDS = re.compile(
    r"(?:(?:it|this|that|[A-Za-z]\w?)\s+)?(?:tends?\s+to|approach(?:es)?|goes?\s+to|converges?\s+to|becomes?|reduces\s+to|"
    r"simplifies\s+to|(?:the\s+)?lim(?:it)?\s*(?:is|=)|it\s+is|it's|just|→|->|\\to(?![A-Za-z]))\s*(?=\S)"
)
_HINT = re.compile(
    rf"→|->|\\to|\\right|<<|>>|≪|≫|\\ll|\\gg|\b(?:{_BIG}|{_LITTLE}|negligible|infinit|bound|grow|increas|infty|limit|zero|oo|inf|than|dominat|vanish|shrink|decreas)"
)


@final
@dataclass(frozen=True)
class Limited:
    """An answer without the limit or the regime that it states, and that."""

    text: str
    regime: str

    def concerns(self, names: Collection[str]) -> bool:
        """Whether what it is on are symbols: names of the question, or letters (for large models is a remark)."""
        said = re.findall(r"[^\W\d_]\w*", re.sub(r"->.*", "", self.regime))
        return all(n in names or len(n) <= 2 for n in said)

    def spelt(self, names: Collection[str]) -> Limited:
        """The same with a run of letters that are names of the question as their product: V << aW is V << a*W."""
        thing = re.match(rf"(?i:{_THING})(?= ->)", self.regime)
        if thing is not None and (name := symbol_of(thing.group(), names)):
            return replace(self, regime=name + self.regime[thing.end() :])

        def product(m: re.Match[str]) -> str:
            return "*".join(m.group()) if m.group() not in names and {*m.group()} <= {*names} else m.group()

        return replace(self, regime=re.sub(r"(?<!\w)[^\W\d_]{2,}(?!\w)", product, self.regime))

    def bound(self) -> list[dict[str, str]]:
        """A symbol as the formula that it is where a product or a sum is small beside another, each that may move.

        >>> limited("a for V << a*W").bound()[0], limited("B for B << D").bound()
        ({'V': 'epsilon*(a*W)/(V)*V'}, [])
        """
        small, sign, large = (x.strip() for x in self.regime.partition("<<"))
        if not sign or _SMALL in self.regime or re.fullmatch(rf"{_NAME}(?:\s*,\s*{_NAME})*", f"{small}, {large}"):
            return []
        out: dict[str, dict[str, str]] = {}
        for made in (f"{_SMALL}*({large})/({small})", f"({small})/({_SMALL}*({large}))"):
            for name in dict.fromkeys(re.findall(r"[^\W\d_]\w*", f"{small} {large}")):
                with suppress(SymroofError):
                    value = claim(f"{made}*{name}", None, {}).value
                    if value is not None and name not in value.names:
                        out.setdefault(name, {name: f"{made}*{name}"})
        return [v for n, v in out.items() if n.isascii()] or [
            *out.values()
        ]  # β is the question's beta, and moves with it


def counts(name: str, thing: str) -> bool:
    """Whether a symbol by convention stands for how many of a thing there are, or how large it is.

    >>> counts("n", "device"), counts("X_1", "device"), counts("W", "device")
    (True, True, False)
    """
    return name != "" and name[0] in THINGS[thing] and (len(name) == 1 or name[1] == "_")


def stands_for(name: str) -> bool:
    """Whether a symbol by convention stands for how many of some things there are, as B does for a batch.

    >>> stands_for("B"), stands_for("N")
    (True, False)
    """
    return any(counts(name, thing) for thing in THINGS)


def symbol_of(thing: str, names: Collection[str]) -> str:
    """The one symbol of a question that by convention stands for a thing; "" where none or several may.

    >>> symbol_of("contexts", {"B", "T", "D"}), symbol_of("sequence lengths", {"T", "S"}), symbol_of("rings", {"V"})
    ('T', '', '')
    """
    words = thing.lower().replace("-", " ").split()[0]
    kind = next((k for k in THINGS if words in (k, f"{k}s", f"{k}es")), "")
    found = [n for n in names if kind and n and counts(n, kind)]
    return found[0] if len(found) == 1 else ""


def limited(text: str) -> Limited | None:
    """What an answer says of where it holds; None where it says nothing of the kind."""
    body = text.strip().rstrip(".")
    if not 3 <= len(body) <= MAX_WORDED or not _HINT.search(body):
        return None
    body = body.replace("$", " ").strip() if not re.search(r"\$\s?\d", body) else body
    body = " ".join(body.split())
    said, regime = _behind(body) or _before(body) or ("", "")
    while (lead := _TENDS.match(said)) is not None:
        said = said[lead.end() :]
    return Limited(said, regime) if said and not assented(said) else None  # yes for small B leaves the rest open


def regime_of(text: str) -> str:
    """The regime that is all that a text says; "" for any other.

    >>> regime_of("only for large enough N"), regime_of("5 for large N")
    ('N -> oo', '')
    """
    m = re.match(rf"(?:only\s+)?{_IN}", body := " ".join(text.split()).rstrip("."), re.I)
    rest = body[m.end() :] if m is not None else ""
    return next((_written(made, found) for form, _, made in _FORMS if (found := form.fullmatch(rest))), "")


def told(clause: str) -> str:
    """The regime that a clause is, without what introduces it; "" for none.

    >>> [told(t) for t in ("n is small", "1/n -> oo", "D/B -> oo", "the ring is large", "a bidirectional ring")]
    ['n -> 0', 'n -> 0', 'B << D', 'ring -> oo', '']
    """
    plain = _ARTICLES.sub("", clause)
    return next((made for form, _, regime in (*_FORMS, *_AGAINST) if (made := _read(form, regime, plain))), "")


_ARTICLES = re.compile(
    rf"\A(?:(?:an?|the|our|all|any|every|each|some|just|only)\s+)+(?=(?:{_BIG}|{_LITTLE}|very|(?i:{_THING}))\b)"
)
_A_WORD = re.compile(r"(?<![\w\\])(?:[a-z]{3,}|as|if|at|on|in|so|is|of|to|or|we|it)(?![\w(])")


_LIST = re.compile(_NAMES)


def _read(form: re.Pattern[str], regime: str, text: str) -> str:
    """The regime that all of a text is; "" where it has not that form, or a side of it is no formula."""
    m = form.fullmatch(text)
    sides = [m.group(k) for k in ("n", "m") if k in m.groupdict()] if m is not None else []
    if m is None or ("<<" in regime and any(_A_WORD.search(x) and not _LIST.fullmatch(x) for x in sides)):
        return ""
    return _written(regime, m)


def _behind(body: str) -> tuple[str, str] | None:
    """An answer and the regime that stands behind it: behind a word, a comma or in brackets."""
    for cut in _CUT.finditer(body):
        rest = body[cut.end() :]
        if not body[: cut.start()] or (cut["open"] and not rest.endswith(")")):
            continue
        rest = rest[:-1].strip() if cut["open"] else rest
        found = next((made for form, _, regime in (*_FORMS, *_AGAINST) if (made := _read(form, regime, rest))), "")
        if found:
            return body[: cut.start()], found
    return None


def _before(body: str) -> tuple[str, str] | None:
    """An answer and the regime that stands before it: as n → ∞, V/W."""
    for _, form, made in (*_FORMS, *_AGAINST):
        if (m := form.match(body)) is not None:
            return m["text"], _written(made, m)
    return None


def _written(form: str, m: re.Match[str]) -> str:
    """A regime with the names that a match has; one on 1/n is one on n, the other way."""
    said = {k: re.sub(r"\s*,?\s+and\s+|\s*,\s*", ", ", v.strip()) for k, v in m.groupdict().items() if k != "text"}
    power = _POWER.fullmatch(said["n"]) if form in _TURNED else None
    if power is None:
        return form.format(**said)
    return (_TURNED[form] if power["below"] or power["down"] else form).format(n=power["below"] or power["n"])


_POWER = re.compile(
    rf"1\s*/\s*(?P<below>{_NAME})(?:{_UP}\d\s*[)}}]?)?|(?P<n>{_NAME}){_UP}(?P<down>[-−])?[1-9]\s*[)}}]?", re.S
)
_TURNED = {"{n} -> oo": "{n} -> 0", "{n} -> 0": "{n} -> oo"}


def in_limit(said: Limited, given: object, one: Judge) -> Verdict | None:
    """The verdict on such an answer: right as it is, or in the limit that it states; None where it does not read.

    ``one`` judges a text in a regime, with symbols bound; ``given`` is the one that the question states.
    """
    plain = understood(one, said.text, given, {})
    if (bound := said.bound()) and plain is not None and (not plain.ok or plain.verdict == "in-regime"):
        return _small_beside(said, given, one, bound)
    if plain is None or (plain.ok and plain.verdict != "in-regime"):
        return plain if plain is None else with_note(plain, f"given for {said.regime}")
    both = said.regime if given in (None, "") else f"{given}; {said.regime}"
    there = understood(one, said.text, both, {})
    if there is not None and there.ok:
        return there
    if not plain.ok:
        return plain
    if there is None:
        return Verdict("undecided", f"whether it holds for {said.regime} was not decided", code="regime")
    reason = f"it holds when {plain.regime}, not for {said.regime}"
    return replace(plain, verdict="wrong", reason=reason, code="contradicts-regime")


def of_things(said: Limited, one: Callable[[str], Verdict]) -> Verdict | None:
    """Undecided where an answer stands only in a regime, and the one that it states is of what has no symbol here."""
    try:
        plain = one(said.text)
    except SymroofError:
        return None
    if plain.verdict != "in-regime":
        return None
    words = f"it holds when {plain.regime}; whether that is so for {said.regime} is open"
    return Verdict("undecided", words, code="regime", right=plain.right)


def _small_beside(said: Limited, given: object, one: Judge, bound: list[dict[str, str]]) -> Verdict | None:
    """The verdict in a regime such as V << a*W, with V = epsilon*a*W with epsilon to 0, whichever moves."""
    small = f"{_SMALL} -> 0"
    there = small if given in (None, "") else f"{given}; {small}"
    found = [understood(one, said.text, there, values) for values in bound]
    if any(v is None or v.verdict in ("undecided", "convention") for v in found):
        return None
    holds = {v.ok for v in found if v is not None and v.code != "step"} or {False}  # a step is judged without a regime
    if len(holds) > 1:
        return Verdict("undecided", f"whether it holds for {said.regime} depends on what moves", code="regime")
    if holds == {True}:
        return Verdict("in-regime", f"it holds when {said.regime}", code="in-regime", regime=said.regime)
    return Verdict("wrong", f"it does not hold for {said.regime}", code="contradicts-regime")
