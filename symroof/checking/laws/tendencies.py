"""What grows with what: sentences that say which way a law goes, and which side of a size binds.

The bubble of a pipeline falls with the micro-batches, a queue grows with the load; of two sizes the larger message is
bound by bandwidth and the smaller one by latency, and a batch below some number is not what makes compute the limit.
A sentence is held to these where it names both, and says nothing of a case.

>>> from symroof.checking.proofreading.proofread import proofread
>>> text = "The bubble {} as the number of micro-batches grows. A batch below 190 is thus {}-bound."
>>> [[f.verdict for f in proofread(text.format(*x)).findings] for x in (("falls", "memory"), ("grows", "compute"))]
[['exact', 'exact'], ['wrong', 'wrong']]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from typing import NamedTuple

import symroof.regexes as re
from symroof.checking.claims.claims import Verdict
from symroof.checking.documents.context import sentence
from symroof.checking.documents.flat import Flat
from symroof.checking.documents.material import Material
from symroof.checking.documents.prose import FIGURE
from symroof.checking.documents.statement import Statement
from symroof.checking.reckoning.sentences import in_prose
from symroof.checking.words.resources import BOUND, COMPUTE

MAX_FOUND = 100  # of one form in one page
#: an effect, a cause, and whether the one grows with the other
LAWS: tuple[tuple[str, str, bool], ...] = (
    ("bubble", "microbatches", False),
    ("bubble", "stages", True),
    ("queue", "load", True),
    ("queue", "variance", True),
    ("misses", "hits", False),
    ("access", "hits", False),
    ("access", "misses", True),
    ("intensity", "batch", True),
    ("intensity", "tile", True),
    ("speedup", "serial", False),
    ("mtbf", "nodes", False),
    ("cache", "context", True),
    ("cache", "kv heads", True),
    ("cache", "batch", True),
    ("ridge", "peak", True),
    ("ridge", "bandwidth", False),
    ("reach", "pages", True),
    ("false positives", "bits", False),
    ("window rate", "rtt", False),
    ("activations", "context", True),
)
_OF = r"(?:(?:the\s)?(?:number|amount|count|size|length|order)\sof\s(?:the\s|its\s|our\s)?)?"
NAMES = {
    "bubble": r"(?:pipeline\s)?bubble(?:\s(?:fraction|share|time|overhead))?",
    "microbatches": rf"{_OF}micro-?batches",
    "stages": rf"{_OF}(?:pipeline\s)?stages",
    "queue": r"(?:mean\s)?(?:response\stimes?|waiting\stimes?|queue(?:\slength)?|queue?ing\s(?:delay|time)|wait)",
    "load": r"(?:offered\s)?load|utili[sz]ation|arrival\srate",
    "variance": r"variance|variability|coefficient\sof\svariation",
    "misses": r"(?:(?:number|rate)\sof\s)?(?:cache\s)?miss(?:es|\srate|\sratio)",
    "hits": r"(?:cache\s)?hit\s(?:rate|ratio)",
    "access": r"(?:mean|average|effective)\s(?:memory\s)?(?:access|read|service)\stime",
    "intensity": r"(?:arithmetic\s|operational\s|computational\s)?intensity",
    "batch": r"batch(?:\ssize)?",
    "tile": r"(?:tiles?|block(?:ing)?)\s(?:size|order|edge|width|length)s?|tiles?",
    "speedup": r"(?:maximum\s|possible\s|largest\s)?speed-?up",
    "serial": r"(?:serial|sequential)\s(?:fraction|part|share)",
    "mtbf": r"(?:MTBF|mean\stime\sbetween\sfailures|time\sbetween\sfailures)",
    "nodes": rf"{_OF}(?:nodes|machines|chips|GPUs|servers|disks|drives)",
    "cache": r"(?:KV|key-value)[\s-]cache(?:\ssize)?",
    "context": r"(?:context|sequence|prompt)(?:\slength)?",
    "kv heads": rf"{_OF}(?:KV|key-value)\sheads",
    "ridge": r"(?:ridge(?:\spoint)?|machine\sbalance|balance\spoint)",
    "peak": r"peak(?:\s(?:rate|performance|FLOPs?|compute))?",
    "bandwidth": r"(?:memory\s|HBM\s|DRAM\s)?bandwidth",
    "reach": r"(?:TLB\s)?reach",
    "pages": r"pages?(?:\ssizes?)?",
    "false positives": r"false[-\s]positive(?:s|\srate)",
    "bits": r"(?:number\sof\s)?bits\sper\skey",
    "window rate": r"throughput\sof\s(?:a|one|the)\s(?:connection|window)",
    "rtt": r"(?:RTT|round[-\s]trip(?:\stime)?)",
    "activations": r"activation\smemory",
}
_UP = r"grows?|ris(?:es?|ing)|increas(?:es?|ing)|climbs?|lengthens?|gets?\s(?:larger|longer|bigger|higher)|goes\sup"
_DOWN = (
    r"falls?|shrinks?|decreas(?:es?|ing)|drops?|declines?|vanish(?:es)?|gets?\s(?:smaller|shorter|lower)|goes\sdown|"
    r"lessens?"
)
_RAISES = r"raises?|increases?|lengthens?|enlarges?"
_LOWERS = r"lowers?|reduces?|decreases?|shrinks?|shortens?|cuts?"
_BIG, _SMALL = r"more|larger|bigger|longer|higher|greater", r"fewer|less|smaller|shorter|lower"
_THE = r"(?:the|a|an|our|its|their)\s"
_ALSO = r"(?:also\s|then\s|always\s|only\s|slowly\s|quickly\s)?"


class _Form(NamedTuple):
    """A form of sentence with an effect in E and a cause in C: its pattern, the groups that say what rises, a mark."""

    pattern: Callable[[str, str], str]
    ups: tuple[str, ...]
    mark: re.Pattern[str]  # what every such sentence has, whatever it is on


_FORMS = (
    _Form(
        lambda e, c: (
            rf"\b{_THE}(?:{e})\s{_ALSO}(?:(?P<up>{_UP})|{_DOWN})\s(?:as|when(?:ever)?)\s(?:{_THE})?(?:{c})\s"
            rf"(?:(?P<more>{_UP})|{_DOWN})\b"
        ),
        ("up", "more"),
        re.compile(rf"(?:{_UP}|{_DOWN})\s(?:as|when)", re.I),
    ),
    _Form(
        lambda e, c: (
            rf"\b[Aa]s\s(?:{_THE})?(?:{c})\s(?:(?P<more>{_UP})|{_DOWN}),\s{_THE}(?:{e})\s{_ALSO}(?:(?P<up>{_UP})|{_DOWN})\b"
        ),
        ("up", "more"),
        re.compile(rf"\b[Aa]s\s.*(?:{_UP}|{_DOWN}),\s", re.I),
    ),
    _Form(
        lambda e, c: (
            rf"\b{_THE}(?:{e})\s{_ALSO}(?:(?P<up>{_UP})|{_DOWN})\swith\s(?:{_THE})?(?:(?P<less>{_SMALL})\s|(?:{_BIG})\s)?"
            rf"(?:{c})(?=[.,;:]|\sand\b|\sbut\b)"
        ),
        ("up", "-less"),
        re.compile(rf"(?:{_UP}|{_DOWN})\swith\s", re.I),
    ),
    _Form(
        lambda e, c: (
            rf"\b[Tt]he\s(?:(?P<more>{_BIG})|{_SMALL})\s(?:the\s)?(?:{c}),\sthe\s(?:(?P<up>{_BIG})|{_SMALL})\s(?:the\s)?"
            rf"(?:{e})\b"
        ),
        ("up", "more"),
        re.compile(rf"\b[Tt]he\s(?:{_BIG}|{_SMALL})\s.*,\sthe\s", re.I),
    ),
    _Form(
        lambda e, c: (
            rf"\b(?:[Aa]\s)?(?:(?P<more>{_BIG}|raising\sthe|increasing\sthe)|(?:{_SMALL}|lowering\sthe))\s(?:{c})\s"
            rf"(?:(?P<up>{_RAISES})|{_LOWERS})\s(?:{_THE})?(?:{e})(?=[.,;:]|\sand\b|\sbut\b)"
        ),
        ("up", "more"),
        re.compile(rf"(?:{_RAISES}|{_LOWERS})\s", re.I),
    ),
)
_CASE = re.compile(
    r"\b(?:if|unless|until|up\sto|not|never|no\slonger|fixed|constant|same|beyond|except|myth|wrong\w*|mistake\w*|instead|"
    r"contrary|would|could|might|na[iï]ve\w*|surpris\w*|only\suntil|overflow\w*|spill\w*|per)\b|n['’]t\b|\?",
    re.I,
)


def tendencies(m: Material) -> Iterator[Statement]:
    """Every such sentence of a document."""
    for page, dark in zip(m.pages, m.darks):
        if page.tex or not _ANY.search(dark):
            continue
        flat = Flat.of(m, page, dark)
        for start, end, right, why in (*_directions(flat.text), *_sides(flat.text)):
            begin, _ = sentence(flat.text, start, end, 300)
            stop = _STOP.search(flat.text, end)
            behind = stop.start() if stop is not None else end
            if (
                _CASE.search(flat.text, begin, start)
                or _CASE.search(flat.text, end, behind)
                or (stop is not None and stop[0] == "?")
            ):
                continue
            v = Verdict("exact" if right else "wrong", why, code="tendency")
            yield in_prose(m, page, dark, (flat.places[start], flat.places[end - 1] + 1), v, "binding")


Found = tuple[int, int, bool, str]
_STOP = re.compile(r"\?|[.!](?=\s|\Z)|\n")
_ANY = re.compile(
    r"[- ](?:bound|limited)\b|\b(?:ridge|balance|weakest|bubble|queue|wait|times?|intensity|MTBF|rate|cache|memory|"
    r"throughput|speed-?up|performance)\b"
)
_EFFECTS = {e: re.compile(rf"\b(?:{NAMES[e]})\b", re.I) for e, _, _ in LAWS}
_CAUSES = {c: re.compile(rf"\b(?:{NAMES[c]})\b", re.I) for _, c, _ in LAWS}
_ALL = re.compile(
    "|".join(rf"\b(?:{NAMES[e]})\b" for e in _EFFECTS),
    re.I,
    needs="bubble|queu|response|waiting|wait|miss|access|read|service|intensity|speed|mtbf|failures|cache|ridge|balance|reach|positive|throughput|activation",
    lines=True,
)


def _directions(text: str) -> Iterator[Found]:
    """What a sentence says of an effect and its cause."""
    done = -1
    for near in islice(_ALL.finditer(text), MAX_FOUND):
        if near.start() < done:
            continue
        begin, done = sentence(text, near.start(), near.end(), 300)
        for effect, cause, grows in LAWS:
            if _EFFECTS[effect].search(text, begin, done) is None:
                continue
            if _CAUSES[cause].search(text, begin, done + 1) is None:
                continue
            for pattern, form in _compiled(effect, cause):
                if form.mark.search(text, begin, done + 1) is None:
                    continue
                if (found := pattern.search(text, begin, done + 1)) is not None:
                    a, b = ((found[g.lstrip("-")] is not None) == (g[0] != "-") for g in form.ups)
                    which = "grows" if grows else "falls"
                    yield (
                        *found.span(),
                        (a == b) == grows,
                        f"the {effect} {which} as the {cause} grow{'' if cause.endswith('s') else 's'}",
                    )


@cache
def _compiled(effect: str, cause: str) -> list[tuple[re.Pattern[str], _Form]]:
    return [(re.compile(f.pattern(NAMES[effect], NAMES[cause]), re.I), f) for f in _FORMS]


# -- which side of a size ---------------------------------------------------------------------------------------------

_ADVERBS = r"(?:(?:still|then|clearly|therefore|thus|hence|always|again)\s)*"
_PIECES = r"(?:requests|messages|vectors|transfers|reads|writes|buffers|packets|blocks|files|tensors|arrays|ones)"
_WAITING, _STREAMING = r"(?:seek|latency|overhead)", r"(?:bandwidth|throughput)"
_BATCH = re.compile(
    rf"\b(?:batch(?:es)?(?:\ssizes?)?|(?:arithmetic\s|operational\s)?intensit(?:y|ies))\s"
    rf"(?:(?P<more>above|over|beyond|larger\sthan|greater\sthan)|(?:below|under|smaller\sthan|less\sthan|of\sless\sthan))\s"
    rf"(?:about\s)?{FIGURE}(?:\s[A-Za-z/]+)?\s(?:is|are|stays?|remains?|makes?\s(?:it|us))\s{_ADVERBS}"
    rf"(?P<what>(?P<math>{COMPUTE})|memory|bandwidth|HBM){BOUND}\b",
    re.I,
    needs="batch|intensit&bound|limited",
    lines=True,
)
_PIECE = re.compile(
    rf"\b(?:(?P<large>larger|longer|bigger|large|long|big)|smaller|shorter|small|short)\s{_PIECES}\s(?:[a-z]+\s){{0,3}}?"
    rf"(?:is|are|it\sis)\s{_ADVERBS}(?:(?P<wait>{_WAITING})|{_STREAMING}){BOUND}\b",
    re.I,
    needs="latency|seek|overhead|bandwidth|throughput&bound|limited",
    lines=True,
)
_CHAIN = re.compile(
    r"\b(?:chain|series|pipeline|path|whole|system|service)\s(?:is|as\sa\swhole\sis)\s(?:\W{0,2})(?P<more>more|less)(?:\W{0,2})\s"
    r"(?:available|reliable)\sthan\s(?:its|the)\s(?:weakest|worst|least\s\w+)\s(?:link|part|component|member)\b",
    re.I,
    needs="weakest|worst|least",
    lines=True,
)
_REUSE = re.compile(
    r"\b(?:ridge|balance)\b[^.:]{0,60}\s(?:is|lies)\s(?:the\s)?(?:(?P<more>higher|larger|highest|largest)|(?:lower|smaller|lowest|smallest))"
    r"[^.;:]{0,20},\s(?:so|and\sso|hence|thus)\s(?:it|[A-Za-z]+)\sneeds\s(?:(?:slightly|a\slittle|much|far|somewhat)\s)?\W?"
    r"(?:(?P<much>more|higher|larger)|less|lower|smaller)\W?\s(?:reuse|intensity|data\sreuse|arithmetic)",
    re.I,
    needs="ridge|balance&needs",
    lines=True,
)
_HARD = re.compile(
    r"\bhas\sthe\s(?:(?P<more>highest|largest)|lowest|smallest)\s(?:ridge|machine\sbalance|balance)(?:\spoint)?[^.;:]{0,16},\s"
    r"(?:so|and\sso|hence|thus|and)\s(?:it\s)?is\s(?:the\s)?(?:(?P<hard>hardest)|easiest)\b[^.;:]{0,24}\sto\s(?:keep\s(?:busy|fed)|fill|feed|saturate)",
    re.I,
    needs="ridge|balance&hardest|easiest",
    lines=True,
)
_WORKERS = (
    r"(?:machines?|nodes?|servers?|threads?|processors?|cores?|workers?|chips?|GPUs?|cards?|clients?|users?|ones)"
)
_CURVE = re.compile(
    r"\b(?:peak|maximum|optimum|best)\s(?:lies|is|stands|is\sreached)\sat\b[^.;:]{0,80}?(?:\.\d[^.;:]{0,60})*[,;:.]\s(?:beyond|past|above)\s(?:it|that|this),?\s"
    rf"(?:adding|more|another|further)\s(?:more\s)?{_WORKERS}\s\W?(?P<more>raises?|increases?|improves?|adds?\sto)?"
    r"(?:lowers?|reduces?|decreases?|hurts?|costs?|cuts?)?\W?\s(?:the\s)?(?:throughput|speed-?up|performance|rate|efficiency)",
    re.I,
    needs="beyond|past|above",
    lines=True,
)


def _sides(text: str) -> Iterator[Found]:
    """Which side of a size is bound by what."""
    for x in islice(_BATCH.finditer(text), MAX_FOUND):
        more, math = x["more"] is not None, x["math"] is not None
        if more == math or not more:  # above some batch other things may bind than compute
            yield *x.span(), more == math, "a larger batch has more FLOPs for each byte"
    for x in islice(_PIECE.finditer(text), MAX_FOUND):
        right = (x["large"] is None) == (x["wait"] is not None)
        yield *x.span(), right, "what is large is bound by bandwidth, and what is small by latency"
    for x in islice(_CHAIN.finditer(text), MAX_FOUND):
        yield *x.span(), x["more"].lower() == "less", "all of its parts have to be up: it is less available than any"
    for pattern, groups in ((_REUSE, ("more", "much")), (_HARD, ("more", "hard"))):
        for x in islice(pattern.finditer(text), MAX_FOUND):
            a, b = (x[g] is not None for g in groups)
            yield *x.span(), a == b, "the higher the ridge, the more FLOPs a byte needs"
    for x in islice(_CURVE.finditer(text), MAX_FOUND):
        yield *x.span(), x["more"] is None, "beyond its peak a curve falls"


__all__ = ["tendencies"]
