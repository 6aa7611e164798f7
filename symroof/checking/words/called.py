"""Which symbols of a formula a noun may stand for, by the customs of the field: the bandwidth is W, the tokens are D.

A noun says a symbol where the formula has it; whether it is the only one that it can say is for the reader to see.

>>> [sorted(symbols(t.split(), {"a", "V", "W"})) for t in ("the latency", "the number of bytes", "link bandwidth")]
[['a'], ['V'], ['W']]
>>> sorted(symbols(["tokens"], {"B", "D", "F"})), sorted(symbols(["HBM", "bandwidth"], {"W_hbm", "W_ici"}))
(['B', 'D'], ['W_hbm'])
>>> symbols(["the", "other", "latency"], {"a"}), symbols(["sugar"], {"s"})
(frozenset(), frozenset())
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from symroof.checking.words.lexicon import wordset

#: the customary letters of what is called so
_LETTERS = {
    "bandwidth": "W BW beta", "bw": "W BW beta", "size": "V S M m", "msg size": "V S M m", "startup": "a alpha",
    "model dim": "D d d_model", "hidden dim": "D d H", "embedding dim": "D d E", "dim": "D d", "hourly rate": "r",
    "hour": "h H",
    "link speed": "W B", "line rate": "W B R", "link rate": "W B R", "data rate": "W R",
    "volume": "V", "message size": "V S m n M", "message length": "V S m n M L", "message": "V m M", "byte": "V",
    "data": "V", "data volume": "V", "payload": "V", "latency": "a alpha L l", "startup time": "a alpha",
    "startup cost": "a alpha", "start-up time": "a alpha", "start-up cost": "a alpha", "setup time": "a alpha s",
    "parameter": "N P", "param": "N P", "parameter count": "N P", "weight": "N P", "token": "D T B",
    "training token": "D T", "batch size": "B b", "batch": "B b", "sequence length": "T S L s l",
    "context length": "T S L s l", "context": "T S L", "prompt length": "T S L", "layer": "L l",
    "head": "H N K h", "kv head": "K", "query head": "N H", "head dimension": "H h d_head d_h",
    "head size": "H h d_head d_h",
    "head dim": "H h d_head d_h", "hidden size": "D d H", "hidden dimension": "D d H", "model dimension": "D d d_model",
    "model width": "D d d_model", "embedding size": "D d E", "embedding dimension": "D d E", "expert": "E",
    "vocabulary": "V", "vocabulary size": "V", "vocab size": "V", "peak": "C P", "peak compute": "C P",
    "peak performance": "C P", "peak flop": "C P", "peak rate": "C P", "compute rate": "C", "compute peak": "C P",
    "ai": "I", "oi": "I",
    "intensity": "I", "arithmetic intensity": "I", "operational intensity": "I", "device": "n p P N X",
    "chip": "n p P N X", "gpu": "n p P N X G", "tpu": "n p P N X", "node": "n p P N", "processor": "n p P N",
    "worker": "n p P N", "rank": "n p P N", "machine": "n p P N m", "core": "n p P N", "disk": "n N d",
    "stage": "p P S s k", "pipeline stage": "p P S s k", "microbatch": "m M", "micro-batch": "m M",
    "serial fraction": "s f", "serial part": "s f", "serial share": "s f", "sequential fraction": "s f",
    "parallel fraction": "p f", "parallel part": "p f", "arrival rate": "lambda lam L A", "arrival": "lambda lam",
    "service rate": "mu M m", "service time": "S s", "utilization": "rho U u", "utilisation": "rho U u",
    "miss rate": "m", "miss ratio": "m", "miss penalty": "P p", "hit time": "h H", "hit rate": "h H",
    "acceptance rate": "alpha a p", "distance": "d D x", "speed": "v c", "velocity": "v", "speed of light": "c",
    "time": "T t", "math time": "T_math", "compute time": "T_math T_comp", "communication time": "T_comms T_comm",
    "memory time": "T_mem", "flop": "F", "operation": "F", "step": "n T", "hop": "h n k", "clock rate": "f",
    "clock frequency": "f", "frequency": "f", "window": "W w", "window size": "W w", "round-trip time": "R RTT r T",
    "round trip time": "R RTT r T", "round trip": "R RTT r T", "rtt": "R RTT r T", "work": "W", "span": "D S",
    "item": "n N", "element": "n N", "entry": "n N", "request": "R", "probability": "p", "density": "d rho",
}  # fmt: skip
_FILLERS = wordset("the an a our its this that all total number count amount each whole full entire of")
_OF_SIZE = wordset("number amount count total")
_OTHERS = wordset(
    "half twice double other another remaining extra additional old new previous same rest lost first last"
)
_TIERS = wordset("memory hbm dram ici dcn network link interconnect")
_PLAIN = _TIERS | wordset(
    "startup start-up setup fixed total effective available peak transfer message data training input model average "
    "mean per-hop link-level "
    "network-wide w math communication batch"
)
_FIELDS = {  # nouns of one field alone, which stand in no formula with those of another
    **dict.fromkeys(("vocabulary", "vocab", "embedding"), "a vocabulary"),
    **dict.fromkeys(("bandwidth", "link", "line", "message", "payload", "volume"), "a link"),
    **dict.fromkeys(("arrival", "service", "utilization", "utilisation"), "a queue"),
    **dict.fromkeys(("miss", "hit", "penalty"), "a cache"),
    **dict.fromkeys(("serial", "parallel", "sequential"), "a program"),
    **dict.fromkeys(("stage", "microbatch", "micro-batch"), "a pipeline"),
    **dict.fromkeys(("distance", "velocity", "light"), "a distance"),
    **dict.fromkeys(("window",), "a flow"), **dict.fromkeys(("span",), "a graph"),
}  # fmt: skip
_WIDTHS = wordset("hidden model embedding")  # by which the width of a model is called
_LONGEST = 8  # words of a noun with what it is of


def symbols(words: Sequence[str], names: Collection[str]) -> frozenset[str]:
    """The names for which a noun phrase may stand; none where it is no noun of the field, or scales one."""
    low = [w.lower() for w in words]
    if not low or len(low) > _LONGEST or {*low} & _OTHERS:
        return frozenset()
    if "of" in low:
        at = low.index("of")
        head, what = [w for w in low[:at] if w not in _FILLERS], low[at + 1 :]
        if not head and {*low[:at]} & _OF_SIZE:
            return symbols(what, names)
        return _called([*(w for w in what if w not in _FILLERS), *head], names) or _called(head, names)
    return _called([w for w in low if w not in _FILLERS], names)


def of_one_field(nouns: Iterable[Sequence[str]]) -> bool:
    """Whether no two of several noun phrases are of fields that have nothing to do with each other.

    >>> of_one_field([["message", "size"], ["bandwidth"]]), of_one_field([["vocabulary", "size"], ["window", "size"]])
    (True, False)

    What has a vocabulary is sent over links as well, where the other side of that matrix is told too.

    >>> vocabulary, link = ["vocabulary", "size"], ["link", "bandwidth"]
    >>> of_one_field([vocabulary, ["hidden", "size"], link]), of_one_field([vocabulary, link])
    (True, False)
    """
    words = {_singular(w.lower()) for noun in nouns for w in noun}
    fields = {_FIELDS[w] for w in words if w in _FIELDS}
    return len(fields) <= 1 or (fields == {"a vocabulary", "a link"} and not words.isdisjoint(_WIDTHS))


def _called(words: Sequence[str], names: Collection[str]) -> frozenset[str]:
    """The names of the longest known noun with which the words end; by what stands before it, where that parts them."""
    for at in range(len(words)):
        noun = " ".join((*words[at:-1], _singular(words[-1])))
        own = {n for n in names if len(n) > 1 and n.lower() in (noun.replace(" ", "_"), noun.replace(" ", ""))}
        if own:
            return frozenset(own)
        letters = _LETTERS.get(noun, "").split()
        if letters:
            found = {n for n in names if n in letters or n.partition("_")[0] in letters}
            before = {*words[:at]}
            if not before <= _PLAIN:
                return frozenset()
            exact = {n for n in found if n.partition("_")[2].lower() in before} if before else set()
            return frozenset(exact or (() if before & _TIERS and any("_" in n for n in found) else found))
    return frozenset()


def _singular(word: str) -> str:
    """A noun without its plural: latencies, batches, bytes."""
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    if word.endswith(("ches", "xes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


__all__ = ["of_one_field", "symbols"]
