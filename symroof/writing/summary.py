"""A derivation in three dresses: plain lines for a terminal, aligned equations for LaTeX, a list for Markdown."""

from __future__ import annotations

from symroof.algebra.ratios.posynomial import Ratio, exact
from symroof.decimals import brief, seconds_text, significand
from symroof.errors import SymroofError
from symroof.model.derive import Derivation, factored
from symroof.writing.latex import latex, plain
from symroof.writing.naming import (
    bound_words,
    lettered,
    prose,
    symbols_of,
    told_apart,
    variable,
)
from symroof.writing.records import condition, form, quotients, rates, time_of
from symroof.writing.typeset import NOTHING, SEMI, Braced, Node, Num, Script, Symbol, Words, row, tex

MOST = 6  # plans shown


def summary(d: Derivation, style: str = "text") -> str:
    """The derivation as "text", "latex" (one aligned environment) or "markdown" (a list with math).

    >>> from symroof.model.derive import derive
    >>> print(summary(derive("x • y: bf16[N], bf16[N] → bf16[1]", given="N -> oo", exact=True)).splitlines()[4].split())
    ['intensity', '(2*N', '-', '1)/(4*N', '+', '2)', 'FLOPs/byte']
    """
    if style == "text":
        return _text(d)
    if style == "latex":
        rows = [f"  {name} &= {value}" for name, value in _equations(d)]
        words = [f"{name}: {text}" if name else text for name, text in _sharding(d, "latex")]
        rows += [f"  &{prose(part)}" for line in words for part in line.split("; ")]
        body = " \\\\\n".join(rows)
        return f"\\begin{{aligned}}\n{body}\n\\end{{aligned}}"
    if style == "markdown":
        said = [f"- {name}: {text}" if name else f"  - {text}" for name, text in _sharding(d, "markdown")]
        return "\n".join([f"`{d.op.text}`", "", *(f"- ${name} = {value}$" for name, value in _equations(d)), *said])
    raise SymroofError(f"no style {style!r}; known: text, latex, markdown")


def _text(d: Derivation) -> str:
    rows: list[tuple[str, str]] = [
        ("FLOPs", plain(d.flops) + ("" if d.flops == d.exact_flops else f"   (exactly {factored(d.exact_flops)})")),
        ("bytes", plain(d.bytes)),
        *([("balance", f"{plain(d.balance)} bytes/FLOP")] if d.balance is not None else []),
        ("intensity", f"{plain(d.intensity)} FLOPs/byte"),
    ]
    if len(d.traffic) > 1:
        rows += [(f"  over {link}", f"{plain(b)} bytes") for link, b in d.traffic.items()]
    rows += in_numbers(d)
    rows += _sharding(d, "text")
    if d.machine is not None:
        rows.append(("machine", str(d.machine)))
        rows += [("", note) for note in d.machine_notes]
    if d.leading is not None:
        rows.append(("leading", str(d.leading)))
    if d.threshold is not None:
        rows.append(("threshold", _threshold_text(d)))
        notes = [
            n for n in getattr(d.threshold, "notes", ()) if n not in d.network
        ]  # what stands above is not said again
        rows += [("", note) for note in notes] if d.symbolic is None else _constants(d)
    return "\n".join([d.op.text, *(f"  {name:<10} {value}" for name, value in rows)])


def in_numbers(d: Derivation) -> list[tuple[str, str]]:
    """The rows of the text that sizes change: times, what binds, the ridge, from where on that changes."""
    return [*_times(d), *_numbers(d)]


def _times(d: Derivation) -> list[tuple[str, str]]:
    """The times: amounts over rates, and as numbers once they are."""
    label = {n: "T_comms" if len(d.quotients) == 2 and n != "math" else f"T_{n}" for n in d.quotients}
    known = d.seconds
    rows = []
    for name in d.quotients:
        text = f"{d.time_text(name, decimals=True)} s"
        rows.append((label[name], f"{seconds_text(known[name])}   ({text})" if known else text))
    if len(label) > 1:
        low, high = (f"{seconds_text(t)} = " for t in d.ends) if d.ends else ("", "")
        apart = ", elementwise work at the vector unit's peak" if d.upper["math"] != d.quotients["math"] else ""
        roofs = [label["math"], *(" + ".join(label[x] for x in links) for links in d.op.roofs.values())]
        every = [label.get(x) or d.time_text(x, decimals=True) for x in d.upper]  # axes at once, in a row here
        rows.append(("T_lower", f"{low}max({', '.join(roofs)}), all overlapping"))
        rows.append(("T_upper", f"{high}{' + '.join(every)}, nothing overlapping{apart}"))
    return rows


def _numbers(d: Derivation) -> list[tuple[str, str]]:
    """What binds, the rate that is left and its share of the peak, the ridge, and where that changes."""
    times, work, m = d.seconds, d.flops.constant(), d.machine
    if not times or m is None or not work or d.bound is None or d.ends is None or d.ends[0] == 0:
        return []
    longest, _ = d.ends
    share = significand(100 * times["math"] / longest, 3)[0]
    words = bound_words(d.op.link_of(d.bound))
    rows = [("bound", f"{words}: {brief(work / longest)} FLOPs/s at most, {share} % of the peak of {m.name}")]
    ridge = next((v for name, (v, _) in d.rates.items() if "/" in name), None)
    intensity = d.intensity.constant()
    if ridge is not None and intensity is not None:
        over = "over" if intensity > ridge else "under"
        rows.append(("ridge", f"{brief(ridge)} FLOPs/byte; {brief(intensity)} is {over} it"))
    if d.change is not None:
        said = (
            f"compute-bound for {d.change}" if d.change.verdict == "when" else f"{d.change}, whatever {d.change.name}"
        )
        rows.append(("changes", said))
    return rows


def _threshold_text(d: Derivation) -> str:
    """The threshold; one in which the machine's numbers would hide as fractions in the symbols of its rates."""
    t = d.threshold if d.symbolic is None or d.threshold is None or d.threshold.number is not None else d.symbolic
    return str(None if t is None else t.but(by_plan=""))


def _constants(d: Derivation) -> list[tuple[str, str]]:
    """The rule in symbols where a number stands above it, and what the symbols are on this machine."""
    rows = []
    if d.threshold is not None and d.threshold.number is not None:
        rows = [("", note) for note in getattr(d.symbolic, "notes", ()) if note not in d.network]
    rates = [(name, v, unit) for name, (v, unit) in d.rates.items()]
    ridge = [one for one in rates if "/" in one[0]]
    said = ", ".join(f"{name} = {brief(v)} {unit}" for name, v, unit in ridge or rates)
    return [*rows, ("", f"with {said} on {d.machine.name}" if d.machine is not None else said)]


def _sharding(d: Derivation, style: str) -> list[tuple[str, str]]:
    """Case, plans with their times, the plan taken, and what is taken for granted; nothing without a mesh."""
    rows: list[tuple[str, str]] = []
    if d.plans is not None:
        rows.append(("sharding", d.plans.head))
        times = d.plan_times
        if style != "latex":
            shown = (*times[:MOST], *((p, t) for p, t in times[MOST:] if p == d.op.plan))
            rows += [("", f"{p}: {_time(t, style)}") for p, t in shown]
            said = ", ".join(f"{n} = {brief(v)} {unit}" for n, (v, unit) in d.plan_rates.items())
            rows += [("", f"with {said}")] if said else []
            if len(shown) < len(times):
                rows.append(("", f"and {len(times) - len(shown)} plans more, which --json lists"))
        if len(times) > 1 or style == "latex":
            rows.append(("plan", f"{d.op.plan}" + (f"; less is sent by {d.rule}" if d.rule else "")))
    return rows + [("note" if i == 0 else "", note) for i, note in enumerate(d.network)]


def _time(t: Ratio, style: str) -> str:
    number = t.constant()
    if number is not None:
        return seconds_text(number)
    return f"${latex(t)}$ s" if style == "markdown" else f"{plain(t)} s"


def _equations(d: Derivation) -> list[tuple[str, str]]:
    """Name and value of every formula, in LaTeX."""
    name = Words("intensity") if "I" in {*d.op.dims, *d.intensity.names} else "I"  # one name, one thing
    intensity = form(d.intensity if d.leading is None else d.leading)
    rows: list[tuple[Node, Node]] = [
        (Words("FLOPs"), form(d.flops)),
        (Words("bytes"), form(d.bytes)),
        (name, intensity),
    ]
    for key, parts in d.quotients.items():
        rows.append((time_of("comms" if key != "math" and len(d.quotients) == 2 else key), quotients(parts)))
    if d.threshold is not None:
        letter = Symbol(d.threshold.name)
        second = isinstance(variable(letter.name), Script)  # a second subscript goes to all of it
        rows.append((Script(Braced(letter) if second else letter, Words("crit")), _threshold(d)))
    names = told_apart({*map(str, d.op.dims), *symbols_of(*(x for one in rows for x in one))})
    return [(tex(lettered(a, names)), tex(lettered(b, names))) for a, b in rows]


def _threshold(d: Derivation) -> Node:
    t = d.threshold if d.symbolic is None or d.threshold is None or d.threshold.number is not None else d.symbolic
    assert t is not None
    if t.verdict in ("never", "always"):
        return row("1" if t.verdict == "always" else r"\infty", " ", r"\quad", Words(f"({t.verdict} compute-bound)"))
    when = condition(t.when)
    tail: list[Node] = [] if when == NOTHING else [" ", r"\quad", Words("when "), " ", when]
    if t is d.symbolic:
        known = [(n, v, unit) for n, (v, unit) in d.rates.items()]
        tail += [*SEMI, rates([one for one in known if "/" in one[0]] or known)]
    if t.number is not None and d.machine is not None:
        whole = [] if t.integer is None else [r"\;", "(", str(t.integer), ")"]
        return row(Num(*significand(exact(t.number))), *whole, *tail)
    return form(t.but(by_plan="")) if t.value is None else row(form(t.value), *tail)
