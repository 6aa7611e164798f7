"""A formula told in words as one in signs: three times the parameters times the tokens, the latency added to V over W.

A small grammar of English quantities: sums, products and quotients by their words, what is named (the product of, the
ratio of), scaled (twice, half of) or done step by step (divide it by W, then add a).  Nouns stand for the symbols by
which the field calls them, where one assignment alone is customary.  What a sentence leaves open (over how much of what
follows something is divided) is read in each way.

>>> def shown(text, names):
...     return (r := recited(text, {*names})) and (r.formula, r.far, r.others[0], r.plain)
>>> shown("It's three times the parameters times the tokens.", "ND")[0]
'((3*N)*D)'
>>> shown("You get the time by adding the latency to the volume over the bandwidth.", "aVW")[0]
'((V/W)+a)'
>>> shown("Take the bandwidth and divide it by the volume, then add the latency.", "aVW")[0]
'((W/V)+a)'
>>> shown("The ring needs the volume over the bandwidth plus the latency.", "aVW")
('((V/W)+a)', '(V/(W+a))', '((V/W)+a)', True)
>>> shown("It is not the volume over the bandwidth.", "VW"), shown("It is twice the sugar.", "s")
(None, None)
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Literal, final

import symroof.regexes as re
from symroof.checking.words.called import of_one_field, symbols
from symroof.checking.words.lexicon import BINDS, wordset
from symroof.checking.words.numerals import NUMBER, SHARES, counted
from symroof.checking.words.operations import is_formula
from symroof.reading.measures import KIND

MAX_WORDS, MOST = 48, 24  # words of a sentence that is read, assignments that are tried
_NEAR, _FAR, _ALL = -1, -2, -3  # what is divided by: the next operand, all that follows; and by it all before
_TREES = 42  # ways to bracket what is told that are tried, from 0 on: those of five operations

_SIGNS = {
    "plus": "+", "minus": "-", "times": "*", "over": "/", "divided by": "/", "multiplied by": "*",
    "multiplied with": "*",
    "per": "/", "less": "-", "+": "+", "-": "-", "−": "-", "*": "*", "×": "*", "·": "*", "/": "/", "÷": "/",
}  # fmt: skip
_TYPED = frozenset("+-−*×·/÷")
_SCALES = {"twice": "2*", "double": "2*", "thrice": "3*", "triple": "3*"}
_NAMED = {"product": "*", "sum": "+", "difference": "-", "ratio": "/", "quotient": "/"}
_OF_ONE = {"square": "({})^2", "cube": "({})^3", "reciprocal": "(1/({}))", "inverse": "(1/({}))", "root": "sqrt({})"}
_EXTREMES = {"maximum": "max", "larger": "max", "greater": "max", "longer": "max", "minimum": "min", "smaller": "min"}
_LOGS = {"log": "", "logarithm": "", "log2": "2", "log10": "10"}
_OF_OTHERS = wordset(
    "log log2 log10 ln logarithm exp sqrt root square cube inverse reciprocal power function order max min"
)
_FUNCTION_BASE = re.compile(r"_?[\d₀-₉]+\Z")  # log_2 and log₂ are logarithms as log is
_COUNTS = (["number"], ["amount"], ["value"], ["total"])
_VERBS = {
    "take": "take", "taking": "take", "divide": "divide", "dividing": "divide", "multiply": "multiply",
    "multiplying": "multiply", "add": "add", "adding": "add", "subtract": "subtract", "subtracting": "subtract",
    "double": "double", "doubling": "double", "halve": "halve", "halving": "halve", "square": "square",
    "squaring": "square",
}  # fmt: skip
_OF_THAT = {"double": "(2*{})", "halve": "({}/2)", "square": "({})^2"}
_DONE_TO_IT = {"doubled": "(2*{})", "halved": "({}/2)", "tripled": "(3*{})", "squared": "({})^2"}
_IT = (("it",), ("that",), ("this",), ("the", "result"), ("the", "sum"), ("the", "product"), ("the", "quotient"))
_LINKS = wordset(
    "is are be equals equal gives give takes take needs need costs cost requires require makes make means to as by at "
    "just simply exactly merely basically essentially namely only about moves sends does it's that's is: be:"
)
_WHO = wordset("you we one i just simply then can must")
_DETERMINERS = wordset("the an our its this that these all each every")
_STOPS = wordset(
    "times over plus minus divided multiplied per squared cubed to by and then from with is are be gives give yields "
    "makes equals because since as where which so if when for in on at through but or than not after before "
    "dividing multiplying adding subtracting taking doubling halving squaring add subtract divide multiply take"
)
_TURNS = re.compile(
    r"\b(?:not|never|no|nor|neither|none|if|unless|when|than|except|without|instead|rather|either|or|but|may|might|could|"
    r"maybe|perhaps|half|twice|double|triple|times|plus|minus|over|divided|multiplied|other|another|"
    r"same|at\s+(?:least|most)|more|less|fewer|wrong|old|extra|additional|proportional|scales?|grows?|order|almost|nearly|whereas|while)\b|"
    r"n['’]t\b|\d",
    re.I,
)
_OF_A_PART = re.compile(  # of what the formula may be no answer
    r"\b(?:first|second|third|last|next|term|part|parts|share|forward|backward|one|two|single|each|every|per|both|some|any|half|overhead|"
    r"numerator|denominator|factor|difference|rest|remainder|naive|ideal|before|without|with|for|on|in|at|of\s+(?:a|one|each)|upper|lower)\b",
    re.I,
)
#: what may stand before a formula: who says it, and that it is what was asked; any other word may turn it
_ASKED = (
    r"(?:(?:the|our|its|this|that|total|whole|overall|final|right|correct|training|transfer|communication|step|message|wall|"
    r"matmul|arithmetic|operational|number|amount|count|of)\s+)*(?:answer|result|total|time|cost|formula|value|latency|duration|"
    r"intensity|work|compute|flops|bytes|traffic|volume|operations|product|expression|it|this|that|all)"
)
_SUBJECT = (  # a thing whose formula it is, no part or turn of one
    r"(?:forward\s+and\s+backward(?:\s+together)?|(?:the|an?|our)\s+(?!inverse|reciprocal|opposite|negative|square|root|log|error|"
    r"sav|excess|waste|loss|overhead|numerator|denominator|difference|factor|term|part|rest|remain|share|fraction|bound|limit|min|max|"
    r"ceiling|floor|first|last|second|next|other|half|backward|forward|exponent|derivative|slope|increase|decrease|naive|wrong|mistake|"
    r"speedup|gain|ratio|rate|single|one|peak|best|worst)[a-z]{3,})"
)
_LEAD = re.compile(
    r"(?:(?:so|thus|hence|then|well|ok|okay|i\s+think|i\s+get|we\s+get|you\s+get|i\s+found|i\s+say|it\s+follows\s+that)\s*[,:]?\s+)*"
    rf"(?:(?:to\s+get|for)\s+{_ASKED}\s*[,:]?\s+)?"
    r"(?:(?:just|simply|then)\s+|(?:you|we|one|i)\s+(?:(?:just|simply|then|can|must|have\s+to|need\s+to)\s+)*(?:get\s+(?:it|this|that|the\s+\w+)\s+by\s+|get\s+|)|"
    rf"(?:what\s+(?:we|you|i)\s+get|{_ASKED}|training|it's|that's|{_SUBJECT})\s*(?:(?:is|are|be|equals?|gives?|takes?|needs?|costs?|requires?|"
    r"brings?\s+(?:it|this|that)\s+down\s+to|comes?\s+to|amounts?\s+to|boils?\s+down\s+to|works?\s+out\s+(?:to|as)|must\s+be|should\s+be|=|:)\s*)?"
    r"(?:(?:just|simply|exactly|merely|basically|essentially|namely|:)\s*)*)?",
    re.I,
)
_TAIL = re.compile(
    r"\A\W*(?:(?:in\s+(?:total|all|sum)|altogether|overall|together|i\s+(?:think|guess))?\W*\Z|"
    r"(?:gives?|yields?|makes?|equals?|is|will\s+give|would\s+give|does\s+it|results\s+in)\s*(?:(?:us|you|me|the|our|its|an?|what|we|you|want|"
    r"time|answer|result|total|cost|whole|value|formula|it|all|right|ridge|point|balance|step|transfer|number|of|bytes|flops|intensity|latency|takes|needs)"
    r"\s*){0,5}\W*\Z)",
    re.I,
)


@final
@dataclass(frozen=True)
class Recited:
    """A formula as a sentence tells it, and the others as which it may be read.

    ``far``: what is divided by goes on to the end; ``others``: in any other brackets, where these are few enough to
    tell; ``said`` are its words.  ``plain``: nothing says that it is of a part, of one of several, or of another case.
    """

    formula: str
    far: str
    others: tuple[str, ...]
    plain: bool
    said: str


@final
@dataclass(frozen=True)
class _Token:
    kind: Literal["number", "sign", "symbol", "word", "stop"]
    text: str


_PARTS = {"3": "thirds", "4": "quarters", "5": "fifths", "8": "eighths"}
_SHARE_OF = re.compile(  # about 2/3 of the batch size
    r"(?:(?<=\sis\s)(?:about|roughly|around)\s+)?(?<![\w./])(?P<n>[2-9])\s?/\s?(?P<d>[3458])\s+of(?=\s+(?:the|our|its)\s)",
    re.I,
)


def recited(text: str, names: Collection[str]) -> Recited | None:
    """The formula of a sentence, where it tells one whose nouns can stand for these names in one way; none else."""
    words = _SHARE_OF.sub(lambda m: f"{m['n']} {_PARTS[m['d']]} of", text).split()
    if not 4 <= len(words) <= MAX_WORDS or not names:
        return None
    tokens = _tokens(words, names)
    for start in range(len(tokens)):
        before = tokens[start - 1].text.lower() if start else ""
        done = tokens[start].text.lower() in _VERBS and (before in _WHO or before in (",", ":"))
        if start and not (before in _LINKS or done):
            continue
        lead = " ".join(t.text for t in tokens[:start])
        if _TURNS.search(lead):
            return None
        if lead and not _LEAD.fullmatch(f"{lead} "):
            continue
        if (near := _read_at(tokens, start, names, _NEAR)) and (far := _read_at(tokens, start, names, _FAR)):
            others = tuple(_others(tokens, start, names, near[1]))
            return Recited(near[0], far[0], others, _OF_A_PART.search(lead) is None, near[2])
    return None


def _others(tokens: list[_Token], start: int, names: Collection[str], trees: int) -> Iterator[str]:
    """The formula in all other brackets; none where these are too many."""
    for mode in (_ALL, *range(trees)) if trees <= _TREES else ():
        if made := _read_at(tokens, start, names, mode):
            yield made[0]


def _read_at(tokens: list[_Token], start: int, names: Collection[str], mode: int) -> tuple[str, int, str] | None:
    """The formula that the words from a place on tell to the end, how many trees it has, and its words."""
    reader = _Reader(tokens, start, names, mode)
    formula = reader.told()
    rest = " ".join(t.text for t in tokens[reader.at :])
    rest = rest.removeprefix(reader.counted())
    if not formula or not reader.operations or not _TAIL.match(rest) or BINDS.search(rest):
        return None
    assigned = list(_assignments(reader.nouns, names))
    if len(assigned) != 1:
        return None
    said = " ".join(t.text for t in tokens[start : reader.at])
    trees = reader.trees if not (reader.reaching and reader.sums) else _TREES + 1  # half of a plus b times c
    return _NOUN.sub(lambda m: assigned[0][int(m[1])], formula), trees, said


_NOUN = re.compile(r"@(\d+)@")


def _assignments(nouns: Mapping[tuple[str, ...], int], names: Collection[str]) -> Iterator[dict[int, str]]:
    """The ways in which the nouns may stand for different names, of which no more are tried than two say apart."""
    if not of_one_field(nouns):
        return  # the vocabulary size over the window size
    choices = [sorted(symbols(n, names)) for n in nouns]
    for n, chosen in enumerate(product(*choices)):
        if n >= MOST:
            return
        if len({*chosen}) == len(chosen):
            yield dict(zip(nouns.values(), chosen))


def _tokens(words: list[str], names: Collection[str]) -> list[_Token]:
    """The words of a sentence with what they are: numbers, signs, symbols and formulas of these, stops and words."""
    out: list[_Token] = []
    for word in words:
        core = word.rstrip(".,;:!?")
        if core:
            out.append(_token(core, names))
        if len(word) > len(core):
            out.append(_Token("stop", word[len(core)]))
    return out


def _token(word: str, names: Collection[str]) -> _Token:
    if word in _TYPED:
        return _Token("sign", word)
    if re.fullmatch(NUMBER, word):
        return _Token("number", word)
    if word.count("(") != word.count(")"):
        return _Token("stop", word)
    if word in names or (re.search(r"[A-Za-z]", word) and is_formula(word, names) and not word.islower()):
        return _Token("symbol", word)
    number = counted(word.lower())
    if number.isdecimal():
        return _Token("number", number)
    return _Token("word", word)


@final
@dataclass
class _Reader:
    """Reads the formula that begins at one place of a sentence, with one reading of what its quotients reach."""

    tokens: list[_Token]
    at: int
    names: Collection[str]
    mode: int
    nouns: dict[tuple[str, ...], int] = field(default_factory=dict)
    operations: int = 0
    trees: int = 1
    reaching: bool = False
    sums: bool = False
    depth: int = 0

    def _word(self, ahead: int = 0) -> str:
        i = self.at + ahead
        return self.tokens[i].text.lower() if i < len(self.tokens) else ""

    def _take(self, *words: str) -> bool:
        """Whether these words come next, which are then behind us."""
        if all(self._word(i) == w for i, w in enumerate(words)):
            self.at += len(words)
            return True
        return False

    def _sign(self, among: str) -> str:
        """The sign of the operation that comes next, where it is one of these; "" for none."""
        for words, sign in _SIGNS.items():
            if sign in among and self._take(*words.split()):
                self.operations += 1
                self.sums = self.sums or sign in "+-"
                return sign
        return ""

    def told(self) -> str:
        """A formula, or the steps by which it is worked out; "" where neither stands here."""
        return self._steps() if self._verb(0) else self._sum()

    # -- sums, products, factors -----------------------------------------------------------------------------------
    def _sum(self) -> str:
        left = self._in_brackets()
        while left:
            if sign := self._sign("+-"):
                left = _joined(left, sign, self._factor() if self.mode == _ALL else self._product())
            elif self.mode == _ALL and (sign := self._sign("*/")):
                left = _joined(left, sign, self._factor())
            elif self._word() == "," and self._is_sign(1):  # m times n plus k, divided by the bandwidth
                self.at += 1
                left = _joined(left, self._sign("+-*/"), self._in_brackets())
            elif self._word() == "," and self._word(1) in _DONE_TO_IT:  # B times D, doubled
                left = _DONE_TO_IT[self._word(1)].format(left)
                self.at, self.operations = self.at + 2, self.operations + 1
            else:
                break
        return left

    def _in_brackets(self) -> str:
        """A product, or by one of the trees over all operations up to the next pause."""
        at, operations, nouns = self.at, self.operations, dict(self.nouns)
        operands, signs = [self._factor()], list[str]()
        while operands[-1] and (sign := self._sign("+-*/")):
            signs.append(sign)
            operands.append(self._factor())
        many = _CATALAN[len(signs)] if len(signs) < len(_CATALAN) else _TREES + 1
        if self.mode >= 0 and all(operands):
            made = _tree(operands, signs, (self.mode // self.trees) % many)
            self.trees *= many
            return made
        self.trees *= many
        self.at, self.operations, self.nouns = at, operations, nouns
        return self._product()

    def counted(self) -> str:
        """The thing that a formula counts behind it: n steps."""
        word = self._word()
        return word if word in KIND or word in ("bytes", "seconds", "flops") else ""

    def _is_sign(self, ahead: int) -> bool:
        return any(all(self._word(ahead + i) == w for i, w in enumerate(s.split())) for s in _SIGNS)

    def _product(self) -> str:
        left = self._factor()
        while left:
            spoken = self._word() not in _TYPED
            sign = self._sign("*/")
            if not sign:
                break
            wide = sign == "/" and spoken and self.mode == _FAR
            left = _joined(left, sign, self._sum() if wide else self._factor())
        return left

    def _factor(self) -> str:
        made = self._plain_factor()
        if made and self._take("squared"):
            self.operations += 1
            made = f"({made})^2"
        elif made and self._take("cubed"):
            self.operations += 1
            made = f"({made})^3"
        return made

    def _plain_factor(self) -> str:
        start = self.at
        for read in (self._scaled, self._named, self._number, self._noun):
            if made := read():
                return made
            self.at = start
        return ""

    def _scaled(self) -> str:
        """Twice, half of, a third of, two thirds of what follows."""
        for word, by in _SCALES.items():
            if self._take(word):
                return self._of_what(by)
        many = "1"
        if self._take("half"):
            return self._of_what("1/2*")
        if self.at < len(self.tokens) and self.tokens[self.at].kind == "number":
            many = self.tokens[self.at].text
        elif self._word() not in ("a", "an"):
            return ""
        part = SHARES.get(self._word(1)) or SHARES.get(self._word(1).removesuffix("s"))
        if part is None or self._word(2) != "of":
            return ""
        self.at += 2
        return self._of_what(f"{many}/{part}*")

    def _of_what(self, by: str) -> str:
        self._take("of")
        self.operations += 1
        what = self._of_which()
        return f"({by}{what})" if what else ""

    def _of_which(self) -> str:
        """What is scaled, inverted or rooted: the next operand, or all that follows."""
        self.reaching, self.depth = True, self.depth + 1
        made = "" if self.depth > 4 else self._sum() if self.mode == _FAR else self._factor()
        self.depth -= 1
        return made

    def _named(self) -> str:
        """The product of, the ratio of a to b, the square root of, the larger of."""
        self._take("the")
        word = self._word()
        if word in _LOGS:
            return self._log(_LOGS[word])
        if word == "square" and self._word(1) == "root":
            self.at, word = self.at + 1, "root"
        if self._word(1) != "of" and not (word == "difference" and self._word(1) == "between"):
            return ""
        self.at += 2
        self.operations += 1
        if word in _OF_ONE:
            x = self._of_which()
            return _OF_ONE[word].format(x) if x else ""
        items = self._list(word)
        if len(items) < 2 or (word in ("difference", "ratio", "quotient") and len(items) > 2):
            return ""
        if word in _EXTREMES:
            return f"{_EXTREMES[word]}({', '.join(items)})"
        return f"({_NAMED[word].join(items)})" if word in _NAMED else ""

    def _log(self, base: str) -> str:
        """The logarithm of what follows, to the base that is said: log base two of n."""
        self.at += 1
        self._take("to", "the")
        base = self._number() if self._take("base") else base
        x = self._of_which() if self._take("of") else ""
        self.operations += 1
        return (f"log({x}, {base})" if base else f"log({x})") if x else ""

    def _list(self, word: str) -> list[str]:
        """The operands of what is named: a, b and c, or a to b for a ratio."""
        joins = {"ratio": ("to", "and", "over"), "quotient": ("and", "by", "over")}.get(word, ("and", ","))
        one = self._factor if self.mode == _ALL or word in ("product", "ratio", "quotient") else self._product
        if self.mode == _FAR:  # all that follows, but what divides a sum or difference is over the whole of it
            one = self._factor if word in ("sum", "difference") else self._sum
        items = [one()]
        while items[-1] and self._word() in joins and not self._verb(1):
            self.at += 1
            self._take("and")
            items.append(one())
        return items if all(items) else []

    def _number(self) -> str:
        """A number, by itself or before symbols: 2, 2 V."""
        if self.at >= len(self.tokens) or self.tokens[self.at].kind != "number":
            return ""
        n = self.tokens[self.at].text
        self.at += 1
        if self.at < len(self.tokens) and self.tokens[self.at].kind == "symbol" and self._word() != "a":
            n, self.at = f"({n}*({self.tokens[self.at].text}))", self.at + 1
        return n

    def _noun(self) -> str:
        """A symbol, alone or behind its name (the latency a), or a noun for which it stands."""
        words: list[str] = []
        while self.at < len(self.tokens):
            t = self.tokens[self.at]
            behind = self._word(1)
            article = (
                t.text == "a"
                and self.at + 1 < len(self.tokens)
                and (self.tokens[self.at + 1].kind == "word" and behind not in _STOPS)
            )
            if t.kind == "symbol" and not article:
                if any(_FUNCTION_BASE.sub("", w) in _OF_OTHERS for w in words) or (
                    words[-1:] == ["of"] and words[-2:-1] not in _COUNTS
                ):
                    return ""  # the log of n
                self.at += 1
                return t.text if re.fullmatch(r"\w+", t.text) else f"({t.text})"
            low = t.text.lower()
            if t.kind not in ("word", "symbol") or low in _STOPS or low in _LINKS:
                break
            if low in _DETERMINERS and words and words[-1].lower() != "of":
                break  # the ring sends the volume
            words.append(t.text)
            self.at += 1
        if not words or not symbols(words, self.names):
            return ""
        key = tuple(sorted(symbols(words, self.names)))
        alike = next((n for n in self.nouns if tuple(sorted(symbols(n, self.names))) == key and _same(n, words)), None)
        number = self.nouns.setdefault(alike or tuple(words), len(self.nouns))
        return f"@{number}@"

    # -- steps -----------------------------------------------------------------------------------------------------
    def _verb(self, ahead: int) -> str:
        """What the word that comes next does, where it begins a step: not the double or the square of something."""
        word = self._word(ahead)
        if word in ("double", "square") and self._word(ahead + 1) == "of":
            return ""
        return _VERBS.get(word, "")

    def _steps(self) -> str:
        made = self._step("")
        while made:
            at = self.at
            self._take(",")
            self._take("and")
            self._take("then")
            if not self._verb(0):
                self.at = at
                break
            made = self._step(made)
        return made

    def _of_what_was_made(self, made: str) -> str:
        """What is taken of the result so far: the reciprocal, the square root."""
        at = self.at
        self.at += self._word() in ("the", "its")
        self.at += self._word() == "square" and self._word(1) == "root"
        word = self._word()
        if word in _OF_ONE and self._word(1) != "of":
            self.at, self.operations = self.at + 1, self.operations + 1
            return _OF_ONE[word].format(made)
        self.at = at
        return ""

    def _operand(self, made: str) -> str:
        """What a step works on: what was made so far, by a pronoun, or a formula."""
        if made and any(self._take(*it) for it in _IT):
            return made
        return self._sum()

    def _step(self, made: str) -> str:
        verb = self._verb(0)
        self.at += 1
        self.operations += verb != "take"
        if verb in ("take", *_OF_THAT):
            if made and (of_that := self._of_what_was_made(made)):
                return of_that
            x = self._operand(made)
            return "" if not _goes_on(made, x) else x if verb == "take" else _OF_THAT[verb].format(x)
        if verb in ("divide", "multiply"):
            x = made if made and self._word() == "by" else self._operand(made)
            sign = "/" if verb == "divide" else "*"
            joined = any(self._take(w) for w in (("by",) if verb == "divide" else ("by", "with", "and")))
            y = (self._sum() if self.mode == _FAR else self._product()) if x and joined else ""
            made = _joined(x, sign, y) if _goes_on(made, f"{x}{sign}{y}") else ""
            while made and (self._take("and", "by") or (not self._verb(1) and self._take("by"))):
                made = _joined(made, sign, self._product())
            return made
        x = self._operand(made)
        if x and any(self._take(w) for w in (("to", "and") if verb == "add" and not self._verb(1) else ("from",))):
            return _joined(self._operand(made), "+" if verb == "add" else "-", x)
        return _joined(made, "+" if verb == "add" else "-", x)


def _goes_on(made: str, x: str) -> bool:
    """Whether a step works on what was made before it, where anything was."""
    return bool(x) and (not made or made in x)


def _same(one: tuple[str, ...], other: list[str]) -> bool:
    """Whether two nouns are the same words, or one is the last of the other: the tokens, for the input tokens."""
    mine, theirs = ([w.lower().rstrip("s") for w in words if w.lower() not in _DETERMINERS] for words in (one, other))
    return mine == theirs or (min(len(mine), len(theirs)) == 1 and mine[-1] == theirs[-1])


_CATALAN = (1, 1, 2, 5, 14, 42)


def _tree(operands: list[str], signs: list[str], n: int) -> str:
    """The n-th way to put brackets around operations."""
    if not signs:
        return operands[0]
    for at in range(len(signs)):
        left, right = _CATALAN[at], _CATALAN[len(signs) - at - 1]
        if n < left * right:
            x = _tree(operands[: at + 1], signs[:at], n // right)
            return _joined(x, signs[at], _tree(operands[at + 1 :], signs[at + 1 :], n % right))
        n -= left * right
    raise AssertionError(n)


def _joined(x: str, sign: str, y: str) -> str:
    return f"({x}{sign}{y})" if x and y and sign else ""


__all__ = ["Recited", "recited"]
