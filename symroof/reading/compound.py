r"""Units put together in other ways than GB/s, as one behind the number: 12*GB/s, (12 GB)/s, \mathrm{GB}/\mathrm{s}.

A text that is a number and units alone, multiplied, divided, in brackets, in LaTeX, raised or told as a rate, is put
as the number and one unit; what cancels is gone.  Everything else stays as it is: a letter that is a symbol of the
question (``taken``) is no unit, and a word that is none leaves the whole text alone.

>>> [as_one_unit(t) for t in ("12*GB/s", "(12 GB)/s", "12 GB/(s*chip)", "12 GB*s^-1", "12 GB a ms", "12 GB/s*s")]
['12 GB/s', '12 GB/s', '12 GB/s/chip', '12 GB/s', '12 GB/ms', '12 GB']
>>> as_one_unit(r"$12\ \mathrm{GB}/\mathrm{s}$"), as_one_unit(r"12 \frac{\text{GB}}{\text{s}}"), as_one_unit("5 per ms")
('12 GB/s', '12 GB/s', '5 kHz')
>>> as_one_unit("12*h", {"h"}), as_one_unit("12 GB/s"), as_one_unit("12*widgets"), as_one_unit("2*B*D")
('12*h', '12 GB/s', '12*widgets', '2*B*D')
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction

import symroof.regexes as re
from symroof.errors import NotationError
from symroof.reading.measures import ATOMS, COUNTED, SECONDS, unit_at
from symroof.reading.quantity import number_at

MAX_TEXT = 120
_SPACE = re.compile(r"(?:\s|~|\\[,;:! ]|\\q?quad(?![A-Za-z]))+")
_ABOUT = re.compile(r"(?:\\approx|\\sim|about|around|roughly|approximately|[~≈])?\s*[-−+]?", re.I)
_WRAPPED = re.compile(r"\\(?:mathrm|text|textrm|mathsf|textsf|operatorname|rm)\s*\{\s*([^{}\\]*?)\s*\}")
_FRAC = re.compile(r"\\[td]?frac")
_WORD = re.compile(r"[^\W\d_]+|%")
_RAISED = re.compile(r"\s?(?:\^|\*\*)\s?(?:\{\s*([-−+]?[123])\s*\}|\(\s*([-−+]?[123])\s*\)|([-−+]?[123]))|([⁻⁺]?[¹²³])")
_SUPER = str.maketrans("⁻⁺¹²³−", "-+123-")
_TIMES = re.compile(r"\s?(?:\*(?!\*)|×|·|⋅|\\cdot(?![A-Za-z])|\\times(?![A-Za-z]))\s?")
_OVER = re.compile(r"\s?[/÷]\s?|\s+(?:per|each|every)\s+(?:an?\s+)?|\s+an?\s+(?=[^\W\d_])")
_PER = re.compile(r"(?:times\s+)?(?:per|an?|each|every)\s+|times\s+/\s?|/\s?")  # 5 per ms, 5 times a second, 5/ms
_HERTZ = {0: "Hz", -3: "kHz", -6: "MHz", -9: "GHz"}
_CALLED = re.compile(  # max(12, 3) GB/s
    r"(?P<value>(?:sqrt|max|min|ceil|floor|log2|abs)\([\d\s.,+*/-]*\))\s+(?P<unit>[^\W\d_].*)"
)
_FULL = {"h": "hour", "d": "day", "W": "watt", "J": "joule"}  # letters that may be symbols
_OFTEN = re.compile(r"(once|twice|thrice)\s+(?=(?:per|an?|each|every)\s)", re.I)
_MANY = {"once": "1 times ", "twice": "2 times ", "thrice": "3 times "}


class _No(Exception):
    """The text is something else than units."""


def as_one_unit(text: str, taken: Collection[str] = (), *, sure: bool = False) -> str:
    """The text with its number and one unit, where it is nothing but a number and units; else as it is.

    Letters alone are units where that is ``sure``, as they are beside a quantity; else they are symbols.

    >>> as_one_unit("5 J/s*s", sure=True), as_one_unit("5 J/s*s"), as_one_unit("3*B*s")
    ('5 joule', '5 J/s*s', '3*B*s')
    """
    plain = _unmarked(text)
    if not plain or len(plain) > MAX_TEXT:
        return text
    called = _CALLED.fullmatch(plain)
    if called is not None:
        one = as_one_unit(f"1 {called['unit']}", taken, sure=sure)
        return f"({called['value']}){one[1:]}" if is_a_quantity(one) else text
    at = _ABOUT.match(plain).end()  # type: ignore[union-attr]  # it may match nothing
    inside = plain.startswith("(", at)
    try:
        found = number_at(plain, at + inside)
    except NotationError:  # of base 16, or of a hundred digits
        found = None
    if found is None:
        return text
    end = found[1]
    direct = None if inside else unit_at(plain, _skipped(plain, end))
    if direct is not None and direct[1] == len(plain) and not {*re.findall(r"[A-Za-z]+", direct[0].text)} & {*"hd"}:
        return text if plain == text.strip() else f"{plain[:end]} {plain[_skipped(plain, end) :]}"
    try:
        units = _Units(plain, end, frozenset(taken))
        powers, read = units.behind_number(inside)
    except _No:
        return text
    lone = len(units.words) < 2 and units.words[0] in _FULL
    if read < len(plain) or lone or not (sure or any(len(u) > 1 for u in units.words)):
        return text
    unit = _written(powers)
    return text if unit is None else f"{plain[:at]}{plain[at + inside : end]} {unit}".strip()


def is_a_quantity(text: str) -> bool:
    """Whether a text is a number and the unit behind it, and nothing else.

    >>> is_a_quantity("12 GB/s"), is_a_quantity("12"), is_a_quantity("12 GB/s*B")
    (True, False, False)
    """
    try:
        number = number_at(text, 0)
    except NotationError:
        return False
    unit = unit_at(text, _skipped(text, number[1])) if number is not None else None
    return unit is not None and unit[1] == len(text)


def _unmarked(text: str) -> str:
    """The text without dollar signs around a formula and what wraps its units, with how often as so many times."""
    plain = text.strip().strip(".!")
    if plain.startswith("$") and plain.count("$") == 2:
        plain = plain.replace("$", " ").strip()
    plain = _WRAPPED.sub(r"\1", plain)
    return _OFTEN.sub(lambda m: _MANY[m[1].lower()], plain)


def _skipped(text: str, at: int) -> int:
    m = _SPACE.match(text, at)
    return m.end() if m else at


def _written(powers: dict[str, int]) -> str | None:
    """The units as one that is read: GB/s/chip; None for what is read as none."""
    powers = {_FULL.get(u, u): e for u, e in powers.items()}
    up = [u for u, e in powers.items() for _ in range(e)]
    down = [u for u, e in powers.items() for _ in range(-e)]
    counted = {u for u in powers if ATOMS[u].dimension == COUNTED}  # they claim nothing, so that times is no per
    if any(powers[u] not in (1, -1) for u in counted) or (len(up) > 1 and counted & {*up}):
        return None
    if not up:
        scale = ATOMS[down[0]].scale if len(down) == 1 and ATOMS[down[0]].dimension == SECONDS else Fraction(0)
        return next((hertz for e, hertz in _HERTZ.items() if Fraction(10) ** e == scale), None)
    unit = "·".join(up) + "".join(f"/{d}" for d in down)
    found = unit_at(unit, 0)
    return unit if found is not None and found[1] == len(unit) else None


class _Units:
    """A reader of units behind a number, which counts how often each stands above and below."""

    def __init__(self, text: str, at: int, taken: frozenset[str]) -> None:
        self.text, self.at, self.taken = text, at, taken
        self.words: list[str] = []

    def behind_number(self, inside: bool) -> tuple[dict[str, int], int]:
        """The powers of the units, and where they end; inside, a bracket that opened before the number is closed."""
        powers: dict[str, int] = {}
        if (m := _PER.match(self.text, _skipped(self.text, self.at))) is not None and not inside:
            self.at = m.end()
            self._merge(powers, self._factor(), -1)
            return powers, self.at
        self._joint()
        self._merge(powers, self._product(), 1)
        if inside:
            if not self._take(")"):
                raise _No
            self._rest(powers)
        return powers, self.at

    def _joint(self) -> None:
        """What may stand between a number and its unit: a space, a sign of times, a hyphen before a word."""
        if (m := _TIMES.match(self.text, self.at)) is not None:
            self.at = m.end()
        elif re.match(r"-[^\W\d_]{2}", self.text[self.at :]):
            self.at += 1
        self.at = _skipped(self.text, self.at)

    def _product(self) -> dict[str, int]:
        powers = self._factor()
        self._rest(powers)
        return powers

    def _rest(self, powers: dict[str, int]) -> None:
        """What follows a unit: times, over and per one more."""
        while self.at < len(self.text):
            here = self.at
            times, over = _TIMES.match(self.text, here), _OVER.match(self.text, here)
            sign = over or times
            if sign is None:
                return
            self.at = sign.end()
            try:
                self._merge(powers, self._factor(), -1 if over is not None else 1)
            except _No:
                self.at = here
                return

    def _factor(self) -> dict[str, int]:
        """A unit with its power, several in brackets, or a fraction of them."""
        self.at = _skipped(self.text, self.at)
        if (m := _FRAC.match(self.text, self.at)) is not None:
            self.at = m.end()
            above, below = self._group("{", "}"), self._group("{", "}")
            self._merge(above, below, -1)
            return above
        if self.text.startswith("(", self.at):
            return self._group("(", ")")
        word = _WORD.match(self.text, self.at)
        if word is None or word.group() not in ATOMS or word.group() in self.taken or word.group() in "bkKMGTPE":
            raise _No
        self.at = word.end()
        self.words.append(word.group())
        power = _RAISED.match(self.text, self.at)
        e = 1
        if power is not None:
            self.at = power.end()
            e = int(next(filter(None, power.groups())).translate(_SUPER))
        return {word.group(): e}

    def _group(self, opens: str, closes: str) -> dict[str, int]:
        if not self._take(opens):
            raise _No
        powers = self._product()
        if not self._take(closes):
            raise _No
        return powers

    def _take(self, mark: str) -> bool:
        self.at = _skipped(self.text, self.at)
        stands = self.text.startswith(mark, self.at)
        self.at += stands
        return stands

    @staticmethod
    def _merge(powers: dict[str, int], more: dict[str, int], by: int) -> None:
        for unit, e in more.items():
            powers[unit] = powers.get(unit, 0) + by * e
            if not powers[unit] and ATOMS[unit].dimension != COUNTED:
                del powers[unit]


__all__ = ["as_one_unit", "is_a_quantity"]
