r"""The naming table: how a variable, a number and a line of notation are written in LaTeX.

>>> print(name("T_math"), name("alpha"))
T_\text{math} \alpha
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction

import symroof.regexes as re
from symroof.decimals import digits_of, significand
from symroof.errors import SymroofError
from symroof.lazy import pattern
from symroof.writing.typeset import (
    Braced,
    Foreign,
    Frac,
    Node,
    Num,
    Product,
    Row,
    Script,
    Symbol,
    Words,
    fenced,
    listed,
    mapped,
    parts,
    raised,
    row,
    tex,
    walk,
)

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
SIGNS: dict[str, Node] = {
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
    "and": Words(" and "),
    "or": Words(" or "),
}


_PRIMES = pattern("[\u02b9\u2032\u2019]")
_LETTERLIKE = pattern("[ℓħ]")
_WRAPPED = pattern(r"(?:\\(?:text|mathrm|mathit|mathsf|rm))?\{([^{}\\]*)\}")


_ATOM = r"(?<![\w.'])(?:[^\W\d_]\w*_\w+|[A-Z]\d*|\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?![\w'])"
_SIGN = r"\s*(?:\*\*|[<>]=?|=|[*/+]| - )\s*"
_FORMULA = pattern(rf"\(*{_ATOM}\)*(?:{_SIGN}\(*{_ATOM}\)*)*")


def sentence(text: str) -> Node:
    r"""Words with the formulas among them in math: single capitals, names with a subscript, and what signs join.

    >>> print(prose("AllGather_X A iff J > 2/(1/I + 1/K), 4 hops", {"J": "j"}))
    \text{AllGather}_X\text{ }A\text{ iff }j > 2 / (1 / I + 1 / K)\text{, 4 hops}
    """
    out: list[Node] = []
    at = 0
    for m in _FORMULA.finditer(text):
        if m[0].isdigit():  # a count among words
            continue
        out += [Words(text[at : m.start()])] if at < m.start() else []
        out.append(relation(m[0]))
        at = m.end()
    return row(*out, *([Words(text[at:])] if at < len(text) else []))


Names = Mapping[str, Node] | None  # rows beside NAMES: LaTeX as a reader writes it, or a formula


def variable(text: str, names: Names = None) -> Node:
    r"""A variable as it is set: one letter as it is, Greek as Greek, words upright, the rest a subscript.

    >>> print(name("B"), name("T_math"), name("W_hbm"), name("alpha_1"), name("FLOPs"), name("D2"))
    B T_\text{math} W_\text{hbm} \alpha_1 \text{FLOPs} D_2
    """
    table, text = {**NAMES, **names} if names else NAMES, str(text)
    if text in table:
        return _of_table(table[text])
    if _is_letter(text):
        return text
    text = _PRIMES.sub("'", text)
    if not text.isascii():
        text = unicodedata.normalize("NFKC", _LETTERLIKE.sub(lambda m: LETTERS[m[0]], text))
    if "\\" in text or "{" in text:  # a SymPy symbol whose name is LaTeX already
        text = _WRAPPED.sub(r"\1", re.sub(r"\\([A-Za-z]+)(?![A-Za-z{])", r"\1", text))
    if text in table:
        return _of_table(table[text])
    core: str = text.rstrip("'")
    primes = text[len(core) :]
    head, *subs = [part for part in core.split("_") if part] or [core]
    if subs and head != "'" and head.endswith("'"):  # x'_1
        primes += head[len(head.rstrip("'")) :]
        head = head.rstrip("'") or head
    numbered = re.fullmatch(r"([^\W\d])(\d+)", head)
    if numbered and not subs:
        head, subs = numbered[1], [numbered[2]]
    out = row(_word(head, table), *primes)
    return Script(out, _subscript(subs, table)) if subs else out


def _is_letter(text: str) -> bool:
    return len(text) == 1 and text.isascii() and text.isalpha()


def _subscript(subs: Sequence[str], table: Mapping[str, Node]) -> Node:
    if len(subs) == 1:
        return _word(subs[0], table)
    if all(len(s) == 1 or s.isdigit() for s in subs):
        return listed(subs, ",")
    gap = " " if all(len(s) > 1 and s.isalpha() for s in subs) else ", "  # t_one_way, but W_ici_X
    return Words(gap.join(subs))


def _of_table(given: Node) -> Node:
    return Foreign(given) if isinstance(given, str) else given


def lettered(x: Node, names: Names = None) -> Node:
    """A formula with all of its variables as they are set, and its factors side by side."""
    match x:
        case str() | Num() | Words() | Foreign():
            return x
        case Symbol(text):
            return variable(text, names)
        case Product(factors):
            out: list[Node] = []
            for f in factors:
                made = lettered(f, names)
                out += [*(_between(out[-1], made) if out else ()), made]
            return row(*out)
        case Script(base, sub, sup) if sup is not None and sub is None:
            made = lettered(base, names)
            if isinstance(made, Foreign) and "^" in made.tex:
                made = fenced(made)
            return raised(made, lettered(sup, names))
    return mapped(x, lambda y: lettered(y, names))


def _between(left: Node, right: Node) -> tuple[Node, ...]:
    """What keeps two factors apart."""
    first, last = parts(right)[0], parts(left)[-1]
    while isinstance(first, Script):
        first = parts(first.base)[0]
    shown = first.digits if isinstance(first, Num) else first.tex if isinstance(first, Foreign) else first
    if isinstance(shown, str) and shown[:1].isdigit():
        return " ", r"\cdot", " "
    wide = isinstance(first, Words) or (isinstance(shown, str) and shown.startswith(_WIDE))
    if wide or isinstance(last, Words) or (isinstance(last, Foreign) and _ENDS_UPRIGHT.search(last.tex)):
        return (r"\,",)
    return (r"\,",) if isinstance(last, Num) and (last.siunitx or (last.power and last.digits != "1")) else ()


_WIDE = (r"\text", r"\max", r"\min", r"\log", r"\operatorname")
_ENDS_UPRIGHT = pattern(r"(?:^|[^_])\\text\{[^{}]*\}\Z")


def symbols_of(*shown: Node) -> set[str]:
    """The names of the symbols in formulas."""
    return {y.name for x in shown for y in walk(x) if isinstance(y, Symbol)}


def told_apart(symbols: Collection[str], names: Names = None) -> Names:
    r"""The reader's own names with a row for each symbol that would be written as another one is: as it was typed.

    >>> told_apart(["B1", "B_1", "D"]), told_apart(["B", "D"])
    ({'B1': Words(text='B1'), 'B_1': Script(base='B', sub='1', sup=None)}, None)

    Raises SymroofError where two symbols are still written alike.
    """
    if not names and all(_is_letter(n) and n not in NAMES for n in symbols):
        return names
    table = dict(names or {})
    for again in (False, True):
        alike: dict[str, list[str]] = {}
        for n in sorted(set(map(str, symbols))):  # a key is set as its name
            alike.setdefault(tex(_seen(variable(n, table))), []).append(n)
        same = [group for group in alike.values() if len(group) > 1 and not set(group) <= {*(names or {})}]
        if not same:
            return table if table != dict(names or {}) else names
        if again:
            a, b = same[0][:2]
            raise SymroofError(f"{a} and {b} would both be written {name(a, table)}\n"
                               f'    say how one of them is, as in names={{"{a}": "A"}}')  # fmt: skip
        for group in same:  # one stays as the rule has it: a Greek letter, a subscript that was typed as one
            first = max(group, key=lambda n: (n in (names or {}), not n.isascii(), "_" in n.strip("_"), len(n) == 1))
            table |= {n: Words(n) if n != first else variable(n, names) for n in group}
    return names


def _seen(x: Node) -> Node:
    """What is seen of it: the two letters epsilon of a word and of a sign are one."""
    return r"\varepsilon" if x in (r"\epsilon", Foreign(r"\varepsilon")) else mapped(x, _seen)


def _word(word: str, table: Mapping[str, Node]) -> Node:
    if word in table:
        return _of_table(table[word])
    if word in GREEK:
        return "\\" + word
    if word in LETTERS:
        return "\\" + LETTERS[word]
    if word.isdigit() or (len(word) == 1 and word.isascii()):
        return word
    return Words(word)


def relation(text: str) -> Node:
    r"""A regime or relation in our ASCII notation.

    >>> print(*(tex(lettered(relation(t))) for t in ("B << D, F", "N -> oo", "B*D <= F**2")))
    B \ll D, F N \to \infty BD \le F^{2}
    """
    if "\\" in text:
        return Foreign(text)
    line = "[" in text  # a line of notation, where products are dots; in a relation they stand side by side
    out: list[Node] = []
    times = False
    for token in (_TOKEN if line else _POWERED).findall(text):
        if token.isspace():
            continue
        if token.startswith("**") and len(token) > 2 and out:
            out[-1] = Script(out[-1], None, Braced(row(*map(_token, _POWER.findall(token)))))
            continue
        if token == "*" and not line:
            times = True
            continue
        made = _token(token)
        if times and out and is_bare(out[-1]) and is_bare(made):
            out[-1] = row(out[-1], made)
        else:
            out += [r"\cdot", made] if times else [made]
        times = False
    return _spaced(out)


def is_bare(x: Node) -> bool:
    """Whether a factor is letters that are one symbol each, and powers of them."""
    match x:
        case Symbol(text):
            return _is_letter(text)
        case Row(several):
            return all(map(is_bare, several))
        case Script(base, None, _):
            return is_bare(base)
    return False


def _spaced(several: Sequence[Node], tight: Callable[[Node], bool] = lambda x: False) -> Node:
    """Tokens with blanks between them, none before what closes or behind what opens; ``tight`` ones open, too."""
    out: list[Node] = []
    for x in several:
        open_ = not out or out[-1] in ("(", "[") or (x == "[" and tight(out[-1]))
        out += [x] if open_ or x in (",", ";", ":", ")", "]") else [" ", x]
    return row(*out)


_NAME = r"[^\W\d]\w*'*"
_TOKEN = pattern(rf"[*·•]_\w+|<<|>>|->|<=|>=|\*\*|{_NAME}|\d+(?:\.\d+)?(?:e[+-]?\d+)?|\s+|.")
_POWERED = pattern(
    rf"\*\* *(?:\([\w/. ]+\)|\w+)|[*·•]_\w+|<<|>>|->|<=|>=|\*\*|{_NAME}|\d+(?:\.\d+)?(?:e[+-]?\d+)?|\s+|."
)
_IN_NOTATION = pattern(rf"\*\* *\d+|{_NAME[:-2]}_\{{[^{{}}]*\}}'*|{_TOKEN.pattern}")
_POWER = pattern(rf"{_NAME}|\d+(?:\.\d+)?|/")


def _token(token: str) -> Node:
    if len(token) > 2 and token[1] == "_" and token[0] in "*·•":
        return Script(r"\cdot", Symbol(token[2:]))
    if token in SIGNS:
        return SIGNS[token]
    if re.match(r"[^\W\d]", token):
        return Symbol(token)
    return rational(Fraction(token)) if re.match(r"\d", token) else token


_DTYPE = pattern(r"[a-z]+\d+\w*(?=\s*\[)")


def operation(text: str) -> Node:
    r"""An operation as the book prints it.

    >>> print(tex(lettered(operation("bf16[B, D] * bf16[D, F] -> bf16[B, F]"))))
    \text{bf16}[B, D] \cdot \text{bf16}[D, F] \rightarrow \text{bf16}[B, F]
    >>> print(tex(lettered(operation("A[I_{XY}, J_data] + W_{up}[I, J=D**2]"))))
    A[I_{XY}, J_\text{data}] + W_\text{up}[I, J = D^2]
    """
    if not text or "\\" in text:
        return Foreign(text)
    if "[" not in text:
        return Words(text)  # such as "half a matmul"
    dtypes = {m[0] for m in _DTYPE.finditer(text)}
    made: list[Node] = []
    for t in _IN_NOTATION.findall(text):
        if t.startswith("**") and len(t) > 2 and made:
            made[-1] = Script(made[-1], None, _token(t[2:].strip()))
        elif not t.isspace():
            made.append(Words(t) if t in dtypes else r"\rightarrow" if t in ("->", "→") else _of_notation(t))
    return _spaced(made, tight=lambda x: not isinstance(x, str) or x[-1].isalnum())


def _of_notation(token: str) -> Node:
    """A token, of which axes in braces are letters side by side, as in I_{XY}, or stand between commas."""
    name, brace, axes = token.rstrip("}").partition("_{")
    if not brace:
        return _token(token)
    several = [a.strip() for a in axes.split(",")]
    if len(several) == 1 and not axes.isupper():
        return Symbol(f"{name}_{axes.strip()}")
    return Script(
        Symbol(name), listed([listed(map(Symbol, a), "") if a.isupper() else Symbol(a) for a in several], ",")
    )


def _as_latex(read: Callable[[str], Node]) -> Callable[..., str]:
    return lambda text, names=None: tex(lettered(read(text), names))


name, prose = map(_as_latex, (Symbol, sentence))  # LaTeX of text


def integer(n: int, siunitx: bool = False) -> Num:
    """An integer exactly: 4096 as it is, 197000000000000 with its digits and a power of ten."""
    text = digits_of(abs(n))
    kept = text.rstrip("0")
    if len(text) > 6 and (len(kept) <= min(6, len(text) - 4) or len(text) - len(kept) >= 6):
        tail = kept[1:]
        return Num(("-" if n < 0 else "") + kept[0] + ("." + tail if tail else ""), len(text) - 1, siunitx)
    return Num(str(n), 0, siunitx and len(text) > 4)


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
    stem, power = significand(f, 17)
    digits = len(stem.lstrip("-").replace(".", "").strip("0"))
    return digits if Fraction(stem) * Fraction(10) ** power == f else 0


def rational(f: Fraction, siunitx: bool = False) -> Node:
    """A fraction exactly: small ones stacked, finite decimals of at most six digits as decimals."""
    if f.denominator == 1:
        return integer(f.numerator, siunitx)
    digits = _decimal_digits(f) if f.denominator > 16 else 0
    if 0 < digits <= 6 or (digits and short_decimal(f)):
        return Num(*significand(f, 17), siunitx)
    made = Frac(integer(abs(f.numerator), siunitx), integer(f.denominator, siunitx))
    return row("-", made) if f < 0 else made


CACHES = ("l1", "l2", "l3", "llc", "smem", "sram", "vmem", "cache")  # levels of memory nearer than hbm


def bound_words(resource: str) -> str:
    """What an operation is called that waits for a resource: "math", a memory, or a link of the network.

    >>> bound_words("math"), bound_words("hbm"), bound_words("vmem"), bound_words("ici")
    ('compute-bound', 'memory-bound', 'memory-bound (vmem)', 'network-bound (ici)')
    """
    if resource in ("math", "hbm"):
        return "compute-bound" if resource == "math" else "memory-bound"
    return f"{'memory' if resource in CACHES else 'network'}-bound ({resource})"
