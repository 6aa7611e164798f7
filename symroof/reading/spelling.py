"""How relations, functions, Greek letters, names and words are spelled in formulas: tables, and runs of letters.

>>> split("BDF", frozenset(["B", "D", "F"]))
['B', 'D', 'F']
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

import symroof.regexes as re

RELATIONS = {
    "=": "=", "==": "=", ":=": "=", "≡": "=", "\\equiv": "=", "\\coloneqq": "=", "\\triangleq": "=", "≔": "=",
    "<": "<", ">": ">", "\\lt": "<", "\\gt": ">", "<=": "<=", ">=": ">=", "≤": "<=", "≥": ">=", "⩽": "<=", "⩾": ">=",
    "\\leq": "<=", "\\geq": ">=", "\\le": "<=", "\\ge": ">=", "\\leqslant": "<=", "\\geqslant": ">=",
    "<<": "<<", ">>": ">>", "≪": "<<", "≫": ">>", "\\ll": "<<", "\\gg": ">>", "!=": "!=", "≠": "!=", "\\neq": "!=",
    "\\ne": "!=", "≈": "~", "≃": "~", "≅": "~", "~": "~", "~=": "~", "\\approx": "~", "\\approxeq": "~", "≊": "~",
    "\\simeq": "~", "\\cong": "~", "\\sim": "~", "∼": "~", "\\doteq": "~", "->": "->", "→": "->", "\\to": "->",
    "\\rightarrow": "->", "\\longrightarrow": "->", "⟶": "->", "=>": "=>", "⇒": "=>", "\\Rightarrow": "=>",
    "\\implies": "=>", "⟹": "=>", "\\Longrightarrow": "=>", "<=>": "=>", "⇔": "=>", "⟺": "=>",
    "\\Leftrightarrow": "=>", "\\iff": "=>", "\\Longleftrightarrow": "=>", "\\gtrless": "?", "∝": "?", "\\propto": "?",
    "\\asymp": "?", "≲": "?", "≳": "?", "\\lesssim": "?", "\\gtrsim": "?", "∈": "?", "\\in": "?", "\\mapsto": "?",
}  # fmt: skip
SYMBOLIC_RELATIONS = sorted((r for r in RELATIONS if not r.startswith("\\")), key=len, reverse=True)
SIGNS = {
    "+": "PLUS", "-": "MINUS", "−": "MINUS", "–": "MINUS", "*": "MUL", "×": "MUL", "·": "MUL", "⋅": "MUL", "•": "MUL",
    "∗": "MUL", "/": "DIV", "÷": "DIV", "∕": "DIV", "⁄": "DIV", "^": "POW", "(": "LP", ")": "RP", "{": "LB", "}": "RB",
    "[": "LSQ", "]": "RSQ", ",": "COMMA", ";": "COMMA", "，": "COMMA", "；": "COMMA", "（": "LP", "）": "RP",
    "⌈": "LCEIL", "⌉": "RCEIL", "⌊": "LFLOOR", "⌋": "RFLOOR", "√": "SQRT", "∞": "INF",
}  # fmt: skip
FUNCTIONS = {
    "max": "max", "min": "min", "Max": "max", "Min": "min", "ceil": "ceil", "ceiling": "ceil", "floor": "floor",
    "sqrt": "sqrt", "log2": "log2", "log_2": "log2", "lg": "log2", "ln": "ln", "exp": "exp", "Exp": "exp",
    "abs": "abs", "mod": "mod",
}  # fmt: skip
OPAQUE_FUNCTIONS = {
    "log",
    "sin",
    "cos",
    "tanh",
    "softmax",
    "lim",
    "argmax",
    "argmin",
    "sum",
    "prod",
    "Sum",
    "Prod",
    "diff",
}
#: functions of which no value is worked out, by their names in any case before a bracket: ReLU(x), GELU(x)
UNREAD_FUNCTIONS = OPAQUE_FUNCTIONS | {
    "relu", "gelu", "silu", "selu", "elu", "glu", "swish", "swiglu", "sigmoid", "erf", "sgn", "sign", "gcd", "lcm",
    "avg", "mean", "var", "std", "tan", "cot", "sinh", "cosh", "asin", "acos", "atan", "log10", "log1p", "expm1",
    "cbrt", "round", "roundup", "rounddown", "trunc", "int", "pow", "power", "softplus", "mish", "hypot", "factorial",
}  # fmt: skip
GREEK = [
    "alpha",
    "beta",
    "gamma",
    "delta",
    "ell",  # no Greek letter, but written and read like one
    "epsilon",
    "varepsilon",
    "zeta",
    "eta",
    "theta",
    "kappa",
    "lambda",
    "mu",
    "nu",
    "xi",
    "pi",
    "rho",
    "sigma",
    "tau",
    "phi",
    "varphi",
    "chi",
    "psi",
    "omega",
    "Gamma",
    "Delta",
    "Theta",
    "Lambda",
    "Sigma",
    "Phi",
    "Psi",
    "Omega",
]
SKIP = {
    "left", "right", "displaystyle", "textstyle", "quad", "qquad", "big", "Big", "bigg", "Bigg", "bigl", "bigr", "Bigl",
    "Bigr", "biggl", "biggr", "nonumber", "notag", "hspace", "limits", "middle", "boxed", "mathbf", "mathit",
    "boldsymbol",
    "bm", "underline", "hfill", "bf", "it", "rm", "scriptstyle",
}  # fmt: skip
TEXT = {"text", "mathrm", "operatorname", "mathsf", "texttt", "textrm", "textbf", "mathtt", "textit", "mbox", "textsf"}
NOTATION = re.compile(
    r"(?<![A-Za-z])(?:bf16|bfloat16|fp16|fp32|fp8|int8|int4|float32|float16)\s*\}?\s*\[|\\(?:cdot|times|ast)_|[*·]_[A-Z]|@|\["
)
# A letter under an accent, and a name with a star, a dagger or a prime, are names of their own.
ACCENTS = {
    **dict.fromkeys(("hat", "widehat"), "\u0302"), **dict.fromkeys(("tilde", "widetilde"), "\u0303"),
    **dict.fromkeys(("bar", "overline"), "\u0304"), "dot": "\u0307", "ddot": "\u0308", "vec": "\u20d7",
    "check": "\u030c", "breve": "\u0306", "acute": "\u0301", "grave": "\u0300",
}  # fmt: skip
MARKS = {"*": "⋆", r"\star": "⋆", r"\ast": "⋆", r"\dagger": "†", r"\prime": "'"}
INFINITY = {"\\infty", "∞", "oo", "inf", "Inf", "infinity", "Infinity"}
OPEN_LETTERS = frozenset("BhdWJ")  # units and symbols: bytes, hours, days, watts, joules
RAISED = dict(zip("ⁿⁱᵃᵇᶜᵈᵉᶠᵍʰʲᵏˡᵐᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴮᴰᴺᴹᴸᴷ", "niabcdefghjklmoprstuvwxyzBDNMLK"))
LOWERED = re.compile("[₀-₉ₐ-ₜᵢᵣᵤᵥⱼ]+")
SUBSCRIPT = re.compile(
    r"\s*_\s*(?:\\(?:text|mathrm|operatorname|mathit|mathsf|textrm)\s*\{([^{}]*)\}|\{((?:[^{}]|\\[A-Za-z]+\s*\{[^{}]*\})*)\}"
    r"|([a-z]{3,}[A-Za-z0-9]*(?:_[A-Za-z0-9]{2,})*|(?:HBM|ICI|DCN|VMEM|MXU|VPU)\b|[0-9]+|[^\W_]))"
)
RUN = re.compile(r"[A-Za-z][A-Za-z0-9]*")
PLAIN_SUB = re.compile(r"(?:_[A-Za-z0-9]+)+")
FOREIGN = re.compile(r"[^\W\d_A-Za-z]+(?:[\s,/()%-]*[^\W\d_A-Za-z]+)*")
SUPERSCRIPT = re.compile(r"[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
SUPER = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
#: letters behind a number, as so many thousands: 7B parameters, 4k tokens (before a unit B is bytes and no prefix)
THOUSANDS = {"k": 3, "K": 3, "M": 6, "G": 9, "B": 9, "T": 12}
SUFFIX = {letter: THOUSANDS[letter] for letter in "kKMG"}  # B and T are symbols in a formula
WORD = re.compile(
    r"(?=[A-Za-z]+\Z)[A-Za-z]*?[a-z]{3}[A-Za-z]*\Z|"  # each letter is looked at once
    r"FLOPs?|FLOPS|OPs?|HBM|TPUs?|GPUs?|ICI|DCN|VMEM|MXU|VPU|BW|SRAM\Z"
)


def single(run: str) -> bool:
    """Whether an undeclared run is one name: lower-case words (bm, flops), one letter with digits (x1), BW1."""
    return (
        run.islower()
        or len(run) == 1
        or bool(re.fullmatch(r"[A-Za-z]\d+|[A-Za-z]+[a-z]{3,}[A-Za-z0-9]*|[A-Z]{2,}\d+", run))
    )


_BY_NAME = {*(f for f in FUNCTIONS if f.islower()), "log", "log10", "log_10"}
_NO_BRACKET = re.compile(r"log_?(?:2|10)|log|ln|lg|sqrt|exp")  # needed about a symbol or a number behind these
_CALLED = re.compile(
    r"(?<![A-Za-z\\_^{])(?:\\(?:text|mathrm|operatorname)\{)?(?P<name>[A-Z][A-Za-z]{1,6}(?:_?\d{1,2})?)"
    r"(?:\}?\s*(?P<bracket>\()|\s+(?=[A-Za-z](?![A-Za-z])|\d[\d.]*(?![\d.]|\s*[A-Za-z]{2})))"
)


def functions_lowered(text: str, known: Collection[str] = (), *, apart: str = "") -> str:
    r"""The text with the names of functions in small letters, before their bracket or what they are of.

    A ``known`` name stays one, and a product of known letters a product, with what is to stand ``apart`` between them.

    >>> functions_lowered("N LOG N + Abs(B - D)"), functions_lowered("LN(K + 1)", {"L", "N", "K"})
    ('N log N + abs(B - D)', 'LN(K + 1)')
    >>> functions_lowered("T_Max(B) - MAX B"), functions_lowered(r"\operatorname{Ceil}(B/8)")
    ('T_Max(B) - MAX B', '\\operatorname{ceil}(B/8)')
    """

    def lowered(m: re.Match[str]) -> str:
        name, here = m["name"], m.group()
        low = name.lower()
        is_one = low in _BY_NAME and (m["bracket"] or _NO_BRACKET.fullmatch(low))
        if not is_one or name in known:
            return here
        return here.replace(name, apart.join(name) if {*name} <= {*known} else low, 1)

    return _CALLED.sub(lowered, text)


def letters_of(run: str) -> Iterator[str]:
    for m in re.finditer(r"[A-Za-z]\d*", run):
        yield m.group()


def split(run: str, symbols: frozenset[str]) -> list[str] | None:
    """A run as a product of declared symbols, the longest names first, or None."""
    if len(run) > 200:
        return None
    longest = max(map(len, symbols), default=0)
    best: list[list[str] | None] = [None] * (len(run) + 1)
    best[len(run)] = []
    for i in range(len(run) - 1, -1, -1):
        for n in range(min(longest, len(run) - i), 0, -1):
            rest = best[i + n]
            if rest is not None and run[i : i + n] in symbols:
                best[i] = [run[i : i + n], *rest]
                break
    return best[0]


SI_PREFIX = {"kilo": "k", "mega": "M", "giga": "G", "tera": "T", "peta": "P", "exa": "E", "kibi": "Ki", "mebi": "Mi",
              "gibi": "Gi", "tebi": "Ti", "milli": "m", "micro": "u", "nano": "n"}  # fmt: skip
SI_NAMES = {"byte": "B", "bytes": "B", "bit": "bit", "second": "s", "flop": "FLOPs", "flops": "FLOPs", "percent": "%",
             "GB": "GB", "MB": "MB", "kB": "kB", "TB": "TB", "GiB": "GiB", "MiB": "MiB", "KiB": "KiB"}  # fmt: skip
SI_NAMES |= {"s": "s", "ms": "ms", "us": "us", "ns": "ns", "micros": "us", "hour": "hours", "day": "days"}


def si_unit(written: str) -> str:
    r"""A unit as siunitx writes it, as we do.

    >>> si_unit(r"\giga\byte\per\second"), si_unit("GB/s"), si_unit(r"\us")
    ('GB/s', 'GB/s', 'us')
    """
    out = ""
    prefix = ""
    for m in re.finditer(r"\\([A-Za-z]+)|([^\\\s~]+)", written):
        name = m.group(1)
        if name is None:
            out += m.group(2)
        elif name == "per":
            out += "/"
        elif name in SI_PREFIX:
            prefix = SI_PREFIX[name]
        else:
            out += prefix + SI_NAMES.get(name, name)
            prefix = ""
    return out.strip("{}")
