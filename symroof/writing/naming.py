r"""The naming table: how a variable, a number and a line of notation are written in LaTeX.

>>> print(name("T_math"), name("alpha"), statement("B << D, F"))
T_\text{math} \alpha B \ll D, F
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from fractions import Fraction

from symroof.algebra.ratios.posynomial import Number
from symroof.errors import SymroofError
from symroof.lazy import pattern

NAMES: dict[str, str] = {  # whole names and whole subscripts that are not written by rule; add your own rows
    "eps": r"\varepsilon",
    "epsilon": r"\varepsilon",
    "inf": r"\infty",
    "oo": r"\infty",
}
_GREEK_WORDS = re.findall(
    r"\w+",
    """
    α alpha β beta γ gamma δ delta ε epsilon ζ zeta η eta θ theta ι iota κ kappa λ lambda μ mu ν nu ξ xi π pi ρ rho
    σ sigma τ tau υ upsilon φ phi χ chi ψ psi ω omega
    Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Υ Upsilon Φ Phi Ψ Psi Ω Omega
    """,
)
LETTERS: dict[str, str] = dict(zip(_GREEK_WORDS[::2], _GREEK_WORDS[1::2])) | {"ħ": "hbar", "ℓ": "ell"}  # letter to word
GREEK = frozenset(LETTERS.values())
_ESCAPES = {
    **{c: "\\" + c for c in "{}$&#%_"},
    "\\": r"\textbackslash{}",
    "^": r"\^{}",
    "~": r"\~{}",
}
SIGNS = {
    **dict.fromkeys(("<<", "≪"), r"\ll"),
    **dict.fromkeys((">>", "≫"), r"\gg"),
    **dict.fromkeys(("->", "→"), r"\to"),
    **dict.fromkeys(("oo", "∞"), r"\infty"),
    **dict.fromkeys(("<=", "≤"), r"\le"),
    **dict.fromkeys((">=", "≥"), r"\ge"),
    **dict.fromkeys(("*", "·", "•"), r"\cdot"),
    "~": r"\sim",
    "{": r"\{",
    "}": r"\}",
    "and": r"\text{ and }",
    "or": r"\text{ or }",
}


_PRIMES = pattern("[\u02b9\u2032\u2019]")
_LETTERLIKE = pattern("[ℓħ]")
_WRAPPED = pattern(r"(?:\\(?:text|mathrm|mathit|mathsf|rm))?\{([^{}\\]*)\}")


def escaped(text: str) -> str:
    r"""Prose made safe inside ``\text{...}`` and in a TeX paragraph.

    >>> print(escaped("100% of W_hbm"))
    100\% of W\_hbm
    """
    return "".join(_ESCAPES.get(c, c) for c in text)


_ATOM = r"(?<![\w.'])(?:[^\W\d_]\w*_\w+|[A-Z]\d*|\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?![\w'])"
_SIGN = r"\s*(?:\*\*|[<>]=?|=|[*/+]| - )\s*"
_FORMULA = pattern(rf"\(*{_ATOM}\)*(?:{_SIGN}\(*{_ATOM}\)*)*")


def prose(text: str, names: Mapping[str, str] | None = None) -> str:
    r"""Words with the formulas among them in math: single capitals, names with a subscript, and what signs join.

    >>> print(prose("AllGather_X A iff J > 2/(1/I + 1/K), 4 hops", {"J": "j"}))
    \text{AllGather}_X\text{ }A\text{ iff }j > 2 / (1 / I + 1 / K)\text{, 4 hops}
    """
    out, at = "", 0
    for m in _FORMULA.finditer(text):
        if m[0].isdigit():  # a count among words
            continue
        words = text[at : m.start()]
        out += (rf"\text{{{escaped(words)}}}" if words else "") + statement(m[0], names)
        at = m.end()
    return out + (rf"\text{{{escaped(text[at:])}}}" if at < len(text) else "")


def name(text: str, names: Mapping[str, str] | None = None) -> str:
    r"""The LaTeX of a variable's name: one letter as it is, Greek as Greek, words upright, the rest a subscript.

    >>> print(name("B"), name("T_math"), name("W_hbm"), name("alpha_1"), name("FLOPs"), name("D2"))
    B T_\text{math} W_\text{hbm} \alpha_1 \text{FLOPs} D_2
    """
    table = {**NAMES, **names} if names else NAMES
    if text in table:
        return table[text]
    text = _PRIMES.sub("'", text)
    if not text.isascii():
        text = unicodedata.normalize("NFKC", _LETTERLIKE.sub(lambda m: LETTERS[m[0]], text))
    if "\\" in text or "{" in text:  # a SymPy symbol whose name is LaTeX already
        text = _WRAPPED.sub(r"\1", re.sub(r"\\([A-Za-z]+)(?![A-Za-z{])", r"\1", text))
    if text in table:
        return table[text]
    core: str = text.rstrip("'")
    primes = text[len(core) :]
    head, *subs = [part for part in core.split("_") if part] or [core]
    if subs and head != "'" and head.endswith("'"):  # x'_1
        primes += head[len(head.rstrip("'")) :]
        head = head.rstrip("'") or head
    numbered = re.fullmatch(r"([^\W\d])(\d+)", head)
    if numbered and not subs:
        head, subs = numbered[1], [numbered[2]]
    out = _word(head, table) + primes
    if not subs:
        return out
    if len(subs) > 1:
        if all(len(s) == 1 or s.isdigit() for s in subs):
            return f"{out}_{{{','.join(subs)}}}"
        gap = " " if all(len(s) > 1 and s.isalpha() for s in subs) else ", "  # t_one_way, but W_ici_X
        return rf"{out}_\text{{{gap.join(escaped(s) for s in subs)}}}"
    sub = _word(subs[0], table)
    return f"{out}_{sub}" if len(sub) == 1 or sub.startswith("\\") else f"{out}_{{{sub}}}"


def told_apart(symbols: Iterable[str], names: Mapping[str, str] | None = None) -> Mapping[str, str] | None:
    r"""The reader's own names with a row for each symbol that would be written as another one is: as it was typed.

    >>> told_apart(["B1", "B_1", "D"]), told_apart(["B", "D"])
    ({'B1': '\\text{B1}', 'B_1': 'B_1'}, None)

    Raises SymroofError where two symbols are still written alike.
    """
    table = dict(names or {})
    for again in (False, True):
        alike: dict[str, list[str]] = {}
        for n in sorted(set(symbols)):
            alike.setdefault(_seen(name(n, table)), []).append(n)
        same = [group for group in alike.values() if len(group) > 1 and not set(group) <= {*(names or {})}]
        if not same:
            return table if table != dict(names or {}) else names
        if again:
            a, b = same[0][:2]
            raise SymroofError(f"{a} and {b} would both be written {name(a, table)}\n"
                               f'    say how one of them is, as in names={{"{a}": "A"}}')  # fmt: skip
        for group in same:  # one stays as the rule has it: a Greek letter, a subscript that was typed as one
            first = max(group, key=lambda n: (n in (names or {}), not n.isascii(), "_" in n.strip("_"), len(n) == 1))
            table |= {n: rf"\text{{{escaped(n)}}}" if n != first else name(n, names) for n in group}
    return names


def _seen(tex: str) -> str:
    """What is seen of LaTeX: the two letters epsilon and ħ of a word and of a sign are one."""
    return tex.replace(r"\epsilon", r"\varepsilon")


def _word(word: str, table: Mapping[str, str]) -> str:
    if word in table:
        return table[word]
    if word in GREEK:
        return "\\" + word
    if word in LETTERS:
        return "\\" + LETTERS[word]
    if word.isdigit() or (len(word) == 1 and word.isascii()):
        return word
    return rf"\text{{{escaped(word)}}}"


def statement(text: str, names: Mapping[str, str] | None = None) -> str:
    r"""A regime or relation in our ASCII notation as LaTeX.

    >>> print(statement("B << D, F"), statement("N -> oo"), statement("B*D <= F**2"))
    B \ll D, F N \to \infty BD \le F^{2}
    """
    if "\\" in text:
        return text
    line = "[" in text  # a line of notation, where products are dots; in a relation they stand side by side
    if not line:
        text = re.sub(r"\*\* *(?:\(([\w/. ]+)\)|(\w+))", r"^{\1\2}", text)
    out: list[str] = []
    times = False
    for token in _TOKEN.findall(text):
        if token.isspace():
            continue
        if token.startswith("^{") and out:
            out[-1] += token
            continue
        if token == "*" and not line:
            times = True
            continue
        made = _token(token, names)
        if times and _BARE.fullmatch(out[-1] if out else "") and _BARE.fullmatch(made):
            out[-1] += made
        else:
            out += [r"\cdot", made] if times else [made]
        times = False
    return re.sub(r" ([,;:)\]])", r"\1", re.sub(r"([(\[]) ", r"\1", " ".join(out)))


_TOKEN = pattern(r"[*·•]_\w+|<<|>>|->|<=|>=|\*\*|\^\{[^{}]*\}|[^\W\d]\w*'*|\d+(?:\.\d+)?(?:e[+-]?\d+)?|\s+|.")
_BARE = pattern(r"[A-Za-z](?:[A-Za-z]|\^\{[^{}]*\})*")  # letters that are one symbol each


def _token(token: str, names: Mapping[str, str] | None) -> str:
    if len(token) > 2 and token[1] == "_" and token[0] in "*·•":
        sub = name(token[2:], names)
        return rf"\cdot_{sub}" if len(sub) == 1 or sub[0] == "\\" else rf"\cdot_{{{sub}}}"
    if token in SIGNS:
        return SIGNS[token]
    if re.match(r"[^\W\d]", token):
        return name(token, names)
    return rational(Fraction(token)) if re.match(r"\d", token) else token


_DTYPE = pattern(r"[a-z]+\d+\w*(?=\s*\[)")


def notation(text: str, names: Mapping[str, str] | None = None) -> str:
    r"""An operation as the book prints it.

    >>> print(notation("bf16[B, D] * bf16[D, F] -> bf16[B, F]"))
    \text{bf16}[B, D] \cdot \text{bf16}[D, F] \rightarrow \text{bf16}[B, F]
    """
    if not text or "\\" in text:
        return text
    if "[" not in text:
        return rf"\text{{{escaped(text)}}}"  # words, such as "half a matmul"
    dtypes = {m[0] for m in _DTYPE.finditer(text)}
    rows = {**(names or {}), **{d: rf"\text{{{d}}}" for d in dtypes}}
    out = statement(text, rows).replace(r"\to", r"\rightarrow")
    return re.sub(r"([\w}]) \[", r"\1[", out)


def decimal(x: Number, digits: int = 4) -> tuple[str, int]:
    """A number as (significand, power of ten) rounded to significant digits; power 0 unless very large or small.

    >>> decimal(Fraction(9850, 41)), decimal(197 * 10**12), decimal(Fraction(1, 3000000), 3)
    (('240.2', 0), ('1.97', 14), ('3.33', -7))
    """
    f = Fraction(x)
    if not f:
        return "0", 0
    sign, top, bottom = ("-" if f < 0 else ""), abs(f.numerator), f.denominator
    power = _power_of_ten(top, bottom)
    shift = digits - 1 - power
    top, bottom = (top * 10**shift, bottom) if shift >= 0 else (top, bottom * 10**-shift)
    scaled, rest = divmod(top, bottom)
    scaled += 2 * rest > bottom or (2 * rest == bottom and scaled % 2)  # half to even, as round does
    if scaled == 10**digits:
        scaled, power = scaled // 10, power + 1
    text = str(scaled)
    if -4 <= power < max(6, digits):
        if power < 0:
            body = "0." + "0" * (-power - 1) + text
        elif power + 1 >= digits:
            body = text + "0" * (power + 1 - digits)
        else:
            body = f"{text[: power + 1]}.{text[power + 1 :]}"
        return sign + (body.rstrip("0").rstrip(".") if "." in body else body), 0
    tail = text[1:].rstrip("0")
    return sign + text[0] + ("." + tail if tail else ""), power


def _power_of_ten(top: int, bottom: int) -> int:
    """The largest power of ten that is not above top/bottom."""
    power = int((top.bit_length() - bottom.bit_length()) * 0.30102999566398) + 1
    while bottom * 10**power > top if power > 0 else bottom > top * 10**-power:
        power -= 1
    return power


def digits_of(n: int) -> str:
    """An integer's digits; SymroofError where Python itself would refuse to write so many."""
    if n.bit_length() > 14_000:
        raise SymroofError(f"a number of about {n.bit_length() * 3 // 10} digits is too long to print; give digits=4")
    return str(n)


def integer(n: int, siunitx: bool = False) -> str:
    """An integer exactly: 4096 as it is, 197000000000000 with its digits and a power of ten."""
    text = digits_of(abs(n))
    kept = text.rstrip("0")
    if len(text) > 6 and (len(kept) <= min(6, len(text) - 4) or len(text) - len(kept) >= 6):
        tail = kept[1:]
        return scientific(("-" if n < 0 else "") + kept[0] + ("." + tail if tail else ""), len(text) - 1, siunitx)
    return rf"\num{{{n}}}" if siunitx and len(text) > 4 else str(n)


def short_decimal(f: Fraction) -> bool:
    """Whether a fraction is written shorter as a decimal: 0.37 and 6.62607015e-34, but 3/4, 1/2000 and 33/32.

    >>> short_decimal(Fraction(37, 100)), short_decimal(Fraction(3, 2000))
    (True, False)
    """
    if f.denominator <= 16 or abs(f.numerator) == 1:
        return False
    digits = _decimal_digits(f)
    return bool(digits) and digits < sum(len(digits_of(abs(n)).rstrip("0")) for n in (f.numerator, f.denominator))


def _decimal_digits(f: Fraction) -> int:
    """Significant digits of a decimal that ends within seventeen, else 0."""
    if f.denominator.bit_length() > 400:
        return 0
    significand, power = decimal(f, 17)
    digits = len(significand.lstrip("-").replace(".", "").strip("0"))
    return digits if Fraction(significand) * Fraction(10) ** power == f else 0


def scientific(significand: str, power: int, siunitx: bool = False) -> str:
    if siunitx:
        return rf"\num{{{significand}e{power}}}" if power else rf"\num{{{significand}}}"
    if not power:
        return significand
    return rf"10^{{{power}}}" if significand == "1" else rf"{significand} \times 10^{{{power}}}"


def rational(f: Fraction, siunitx: bool = False) -> str:
    """A fraction exactly: small ones stacked, finite decimals of at most six digits as decimals."""
    if f.denominator == 1:
        return integer(f.numerator, siunitx)
    digits = _decimal_digits(f) if f.denominator > 16 else 0
    if 0 < digits <= 6 or (digits and short_decimal(f)):
        return scientific(*decimal(f, 17), siunitx)
    sign = "-" if f < 0 else ""
    return rf"{sign}\frac{{{integer(abs(f.numerator), siunitx)}}}{{{integer(f.denominator, siunitx)}}}"


CACHES = ("l1", "l2", "l3", "llc", "smem", "sram", "vmem", "cache")  # levels of memory nearer than hbm


def bound_words(resource: str) -> str:
    """What an operation is called that waits for a resource: "math", a memory, or a link of the network.

    >>> bound_words("math"), bound_words("hbm"), bound_words("vmem"), bound_words("ici")
    ('compute-bound', 'memory-bound', 'memory-bound (vmem)', 'network-bound (ici)')
    """
    if resource in ("math", "hbm"):
        return "compute-bound" if resource == "math" else "memory-bound"
    return f"{'memory' if resource in CACHES else 'network'}-bound ({resource})"


def seconds_text(t: Number, digits: int = 4) -> str:
    """A time with a unit that suits it.

    >>> seconds_text(Fraction(41239, 10**9)), seconds_text(Fraction(1, 3)), seconds_text(0), seconds_text(7200)
    ('41.24 us', '333.3 ms', '0 s', '7200 s')
    """
    value = Fraction(t)
    units = ((0, "s"), (3, "ms"), (6, "us"), (9, "ns"))
    scale, unit = next(((10**k, u) for k, u in units if value * 10**k >= 1), (1, "s"))
    significand, power = decimal(value * scale, digits)
    return f"{significand}e{power} {unit}" if power else f"{significand} {unit}"
