"""Answers in other scripts and languages: full-width signs, Chinese and Russian units, words for about, emoji.

The seeds of the project are in Russian and Chinese, and who reads them there answers there.  Each word is put into the
one that is read elsewhere, and says just that; where the question itself has names in these scripts, none is.

>>> romanized("B＞２４０"), romanized("答：42 ms"), romanized("約 41,8 мс"), romanized("rund 20 %")
('B>240', '42 ms', 'about 41,8 ms', 'about 20 %')
>>> romanized("128 ГБ/с"), romanized("大约 1.5 万 tokens"), romanized("16 字节"), romanized("fits 👍")
('128 GB/s', 'about 1.5e4 tokens', '16 bytes', 'fits')
>>> romanized("B 大于 240"), romanized("не менее 3 дней"), romanized("计算受限"), romanized("30 Гбит/с")
('B > 240', 'at least 3 days', 'compute-bound', '30 Gbit/s')
>>> romanized("limitado por memoria"), romanized("rechenlimitiert"), romanized("limité par le réseau")
('memory-bound', 'compute-bound', 'communication-bound')
>>> romanized("≈ 240 µs"), romanized("2·B·D·F"), romanized("α + β n")
('≈ 240 µs', '2·B·D·F', 'α + β n')
"""

from __future__ import annotations

from collections.abc import Collection

import symroof.regexes as re
from symroof.checking.words.lexicon import wordset

_WIDE = re.compile(r"[！-～　、。「」]")
_POINT = re.compile(r"(?<=[\d０-９])。(?=[\d０-９])")
_SIGNS = {"　": " ", "、": ", ", "。": "", "「": "", "」": ""}
_EMOJI = re.compile(
    r"(?:(?<=\S)\s+|(?<=[A-Za-z%!.]))[\U0001F44D\U0001F389\U0001F4AA\U0001F600-\U0001F64F\U0001F680\U0001F525\u2705\uFE0F]+\s*\Z"
)
_DENYING = re.compile(r"[👎🚫⛔❌🙅🤷🤔😂🙃😕😬🙄😅]|❓")
_FOREIGN = re.compile(r"[^\W\d_a-zA-ZµΑ-Ωα-ωϕϵϑϱ¹²³⁰-₉¼-¾⅐-⅞ˣᵏᵗ]")  # a letter, and no power or fraction
#: before what is the answer
_LABEL = re.compile(
    r"\A\s*(?:答案?|答え|解|結果|结果|ответ|итого|antwort|ergebnis|r[ée]ponse|respuesta|resposta|risposta|odpowied[źz])\s*"
    r"(?:[是为為]|\bis\b)?\s*[:=]?\s*(?=\S)",
    re.I,
)
_LABELLED = re.compile(r"\A\s*[^\W\d_]+\s*(?:[是为為:=])")
_ABOUT = re.compile(
    r"\A(?:rund|etwa|circa|zirka|ungef[äa]hr|environ|[àa]\s+peu\s+pr[èe]s|aproximadamente|aprox\.?|aproximativ|okolo|oko[łl]o|mniej\s+wi[ęe]cej|"
    r"yakla[sş][ıi]k|ongeveer|ungef[äa]r|noin|cca\.?|pribli[žz]n[eo])\s+(?=[~≈$]?\s?\d)",
    re.I,
)
#: what a number counts or measures, and how it is bounded, longest first within a language
_WORDS = {
    # Chinese and Japanese
    "毫秒": "ms", "微秒": "us", "纳秒": "ns", "分钟": "min", "小时": "hours", "秒": "s", "天": "days", "年": "years",
    "千字节": "kB", "兆字节": "MB", "字节": "bytes", "比特": "bits", "令牌": "tokens", "倍": "x", "大约": "about ",
    "约为": "about ", "大概": "about ", "約": "about ", "约": "about ", "大于等于": ">=", "小于等于": "<=",
    "大于": ">", "小于": "<", "至少": "at least ", "至多": "at most ", "最多": "at most ", "不少于": "at least ",
    "不超过": "at most ", "超过": "more than ", "计算受限": "compute-bound", "计算密集": "compute-bound",
    "内存受限": "memory-bound", "访存受限": "memory-bound", "带宽受限": "memory-bound",
    "通信受限": "communication-bound",
    # Russian
    "наносекунд": "ns", "микросекунд": "us", "миллисекунд": "ms", "секунды": "s", "секунда": "s", "секунд": "s",
    "нс": "ns", "мкс": "us", "мс": "ms", "сек": "s", "с": "s", "минут": "min", "минуты": "min", "мин": "min",
    "часов": "hours", "часа": "hours", "час": "hours", "ч": "hours", "дней": "days", "дня": "days", "день": "days",
    "лет": "years", "года": "years", "кБ": "kB", "КБ": "kB", "МБ": "MB", "ГБ": "GB", "ТБ": "TB", "ПБ": "PB",
    "КиБ": "KiB", "МиБ": "MiB", "ГиБ": "GiB", "ТиБ": "TiB", "кбит": "kbit", "Кбит": "kbit", "Мбит": "Mbit",
    "Гбит": "Gbit", "Тбит": "Tbit", "бит": "bits", "байт": "bytes", "байта": "bytes", "ФЛОП": "FLOPs",
    "ТФЛОПС": "TFLOP/s", "ГФЛОПС": "GFLOP/s", "ПФЛОПС": "PFLOP/s", "Вт": "watts", "кВт": "kW", "Дж": "joules",
    "токенов": "tokens", "токена": "tokens", "Гц": "Hz", "МГц": "MHz", "ГГц": "GHz", "раз": "x", "раза": "x",
    "около": "about", "примерно": "about", "приблизительно": "about", "порядка": "about", "не менее": "at least",
    "не меньше": "at least", "не более": "at most", "не больше": "at most", "больше": "more than",
    "более": "more than", "меньше": "less than", "менее": "less than",
}  # fmt: skip
_MANY = {"万": "e4", "亿": "e8", "тыс": "e3", "млн": "e6", "млрд": "e9", "трлн": "e12"}
#: which side, in other languages
_SIDES = tuple(
    (re.compile(form, re.I), said)
    for said, form in (
        (
            "memory-bound",
            r"limitad[oa]\s+(?:por|pela)\s+(?:la\s+|el\s+)?(?:mem[oó]ria|ancho\s+de\s+banda(?:\s+de\s+(?:la\s+)?memoria)?)|"
            r"limit[ée]e?\s+par\s+la\s+(?:m[ée]moire|bande\s+passante)|limitat[oa]\s+dalla\s+(?:memoria|banda)|"
            r"(?:die\s+)?speicherbandbreite|speicher(?:bandbreiten?)?-?(?:gebunden|limitiert|begrenzt)|durch\s+(?:den|die)\s+speicher(?:bandbreite)?\s+(?:begrenzt|limitiert)",
        ),
        (
            "compute-bound",
            r"limitad[oa]\s+(?:por|pelo|pela)\s+(?:el\s+)?(?:c[oó]mputo|c[aá]lculo|computa[cç][aã]o)|limit[ée]e?\s+par\s+le\s+calcul|"
            r"limitat[oa]\s+dal\s+calcolo|rechen(?:leistungs)?-?(?:gebunden|limitiert|begrenzt)|durch\s+die\s+rechenleistung\s+(?:begrenzt|limitiert)",
        ),
        (
            "communication-bound",
            r"limitad[oa]\s+(?:por|pela)\s+(?:la\s+)?(?:red|rede|comunicaci[oó]n)|limit[ée]e?\s+par\s+le\s+r[ée]seau|"
            r"netzwerk-?(?:gebunden|limitiert|begrenzt)",
        ),
    )
)
_HAN = re.compile("|".join(sorted((w for w in _WORDS if "\u3400" <= w[0] <= "\u9fff"), key=len, reverse=True)))
_CYRILLIC = re.compile(
    r"(?<![\w])(?:"
    + "|".join(sorted((re.escape(w) for w in _WORDS if "\u0400" <= w[0] <= "\u04ff"), key=len, reverse=True))
    + r")(?!\w)"
)
_BEHIND = re.compile(r"(?<=\d)(?=[\u0400-\u04ff])")
_SO_MANY = re.compile(rf"(?<![\w.,/^*×·⋅÷+-])(?P<n>\d+(?:[.,]\d+)?)\s?(?P<many>{'|'.join(_MANY)})\.?(?!\w*[\^/*])")
MAX_LENGTH = 400


def romanized(text: str, asked: Collection[str] = ()) -> str:
    """The text in the letters, units and words that are read."""
    if len(text) > MAX_LENGTH or (text.isascii() and not text[:1].isalpha()):
        return text
    plain = out = text.strip()
    out = _POINT.sub(".", out)
    out = _WIDE.sub(lambda m: _SIGNS.get(m.group()) or _narrow(m.group()), out)
    out = out if _DENYING.search(out) else _EMOJI.sub("", out)
    if _LABELLED.match(out):
        out = _LABEL.sub("", out, count=1)
    out = _ABOUT.sub("about ", out)
    if (side := next((said for form, said in _SIDES if form.fullmatch(out.strip(" .!"))), "")) != "":
        return side
    if _FOREIGN.search(out) is not None and not any(_FOREIGN.search(n) for n in asked):
        out = _SO_MANY.sub(lambda m: f"{m['n']}{_MANY[m['many']]}", out)
        out = _HAN.sub(lambda m: f" {_WORDS[m.group()]} ", out)
        out = _CYRILLIC.sub(lambda m: _WORDS[m.group()], _BEHIND.sub(" ", out))
        out = re.sub(r"\s+(?=x(?!\w))(?<=\d\s)", "", " ".join(out.split()))
    out = out.strip()
    return out if out != plain else text


def _narrow(wide: str) -> str:
    """A full-width sign as the plain one: ＞ is >."""
    return chr(ord(wide) - 0xFEE0) if 0xFF01 <= ord(wide) <= 0xFF5E else ""


_ASSENT = {
    **dict.fromkeys(wordset("ja oui si sí sì sim tak да так 是 是的 对 はい ✓ ✔ ☑ ✅ 👍"), "yes"),
    **dict.fromkeys(wordset("nein non não nee nie нет ні 否 不 不是 いいえ ✗ ✘ ✖ ❌ 👎"), "no"),
}
_ASKS = ("yes", "no", "always", "never")


def agreed(text: str, expected: object) -> str:
    """Yes or no for the word or the sign that says so elsewhere and is all of an answer, where that is asked.

    >>> agreed("Oui.", "yes"), agreed("✗", "no"), agreed("ja, wenn B > 240", "yes"), agreed("ja", "j*a")
    ('yes', 'no', 'ja, wenn B > 240', 'ja')
    """
    if not isinstance(expected, str) or expected.strip().lower() not in _ASKS:
        return text
    return _ASSENT.get(text.strip(" .!\ufe0f").lower(), text)


_SET = r"\\(?:mathrm|text|textrm|mathsf|mbox|rm|operatorname)\s*"
_GAP = r"(?:\s|~|\\[,;:! ]|\\text\s*\{\s*\})*"
_MU = r"(?:\\(?:mu|textmu|micro)(?![A-Za-z])|[µμ])"
_UNIT_OF_MU = r"(?:sec|s|W|J)(?![A-Za-z_^])"
_MICRO = re.compile(  # 5\,\mu s, \mathrm{\mu s}, \mu\text{s}, {\mu}s behind a number
    rf"(?P<n>[\d)}}]){_GAP}(?:{_SET}\{{\s*{_MU}{_GAP}(?P<in>{_UNIT_OF_MU})\s*\}}|"
    rf"(?:{_MU}|\{{\s*{_MU}\s*\}}|{_SET}\{{\s*{_MU}\s*\}}){_GAP}(?:{_SET}\{{\s*(?P<set>{_UNIT_OF_MU})\s*\}}|(?P<out>{_UNIT_OF_MU})))"
)
_TEX_MONEY = re.compile(r"\\\$(?=\s?\d)")
_ALL_OF_IT = re.compile(r"\A\$\s*(?P<in>\\\$[^$]*?)\s*\$\Z")


_CODE = re.compile(r"`(?P<in>[^`]+)`")


def untexed(text: str, asked: Collection[str] = ()) -> str:
    r"""The text without Markdown's code, with dollars and millionths as typed: \$41.88, 55.3\,\mu s; a symbol mu stays.

    >>> untexed("`134217728` bytes"), untexed("bubble = `(p - 1)/m`")
    ('134217728 bytes', 'bubble = (p - 1)/m')

    >>> untexed(r"\$41.88/h"), untexed(r"$55.3\,\mu s$"), untexed(r"3 \mu s", ["mu", "s"])
    ('$41.88/h', '$55.3 us$', '3 \\mu s')
    """
    if len(text) > MAX_LENGTH:
        return text
    text = _CODE.sub(r"\g<in>", text) if "`" in text else text
    if "\\" not in text:
        return text
    if (m := _ALL_OF_IT.match(text.strip())) is not None:
        text = m["in"]
    text = _TEX_MONEY.sub("$", text)
    if {"mu", "µ", "μ", r"\mu"} & {*asked}:
        return text
    return _MICRO.sub(lambda m: f"{m['n']} u{m['in'] or m['set'] or m['out']}", text)


_EPSILON = re.compile(r"\\(?:var)?epsilon(?![A-Za-z_])|(?<!\w)[εϵ](?!_)|(?<![\w\\])epsilon(?!\w)")
_EPS = re.compile(r"(?<![\w\\])eps(?!\w)")


def one_epsilon(text: str, asked: Collection[str]) -> str:
    r"""The text with its ε by the name that the question has for it: eps, or epsilon; it is printed \varepsilon.

    >>> one_epsilon(r"(\varepsilon + 1)N", ["eps", "N"]), one_epsilon("eps*N", ["epsilon", "N"])
    ('( eps  + 1)N', ' epsilon *N')
    >>> one_epsilon("eps*epsilon", ["eps"]), one_epsilon("epsilon*N", ["eps", "epsilon"])  # two of them
    ('eps*epsilon', 'epsilon*N')
    """
    long = any(_EPSILON.fullmatch(n) or n == "varepsilon" for n in asked)
    if long is ("eps" in asked) or (_EPS.search(text) and _EPSILON.search(text)):
        return text
    return _EPS.sub(" epsilon ", text) if long else _EPSILON.sub(" eps ", text)


__all__ = ["agreed", "one_epsilon", "romanized", "untexed"]
