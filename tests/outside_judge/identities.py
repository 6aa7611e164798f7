"""prove, same, dominates, compare: a proof has no counterexample, a refutation has one that is one."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from . import draw
from .tally import Clock, Kind, Refused, Wrong
from .trees import PARAMS, Tree, Undefined, Unsure, from_sympy, names, num, sign, sym, sym_py, symbols, text

_ASKED = {"same": "==", "dominates": ">="}  # the relation whose proof has the witness of a plain False
_FINE = (80, 240, 800, 4000, 20000)  # bits at a witness, which may lie where numbers have hundreds of digits
_HOLDS = {">=": (0, 1), "<=": (-1, 0), ">": (1,), "<": (-1,), "==": (0,)}


@dataclass(frozen=True)
class Question:
    """Whether left relation right for all sizes from 1 and all positive parameters."""

    left: Tree
    right: Tree
    relation: str
    how: str

    def call(self) -> str:
        if self.how == "prove":
            return f"prove({text(self.left)}, {text(self.right)}, {self.relation!r})"
        return f"{self.how}({text(self.left)}, {text(self.right)})"


def rewrite(rng: Random, tree: Tree) -> Tree:
    """The same function written otherwise, at a random place."""
    if tree[0] in "ns" or rng.random() < 0.3:
        one = draw.monomial(rng, tuple(names(tree)) or ("B",))
        kind = rng.randint(0, 7)
        if kind == 0:
            return ("/", ("*", tree, one), one)
        if kind == 1:
            return ("-", ("+", tree, one), one)
        if kind == 2:
            return (
                ("^", ("^", tree, num(2)), num(Fraction(1, 2)))
                if tree[0] == "s"
                else ("*", num(2), ("/", tree, num(2)))
            )
        if kind == 3:
            return ("/", num(1), ("/", num(1), tree)) if tree[0] == "s" else ("+", tree, num(0))
        if kind == 4:
            return ("max", tree, ("/", tree, num(2))) if tree[0] == "s" else ("max", tree, tree)
        if kind == 5 and tree[0] == "s" and tree[1] not in PARAMS:
            return rng.choice(
                [("floor", tree), ("ceil", tree), ("max", tree, num(1)), ("ceil", ("-", tree, num(Fraction(1, 2))))]
            )
        if kind == 6 and tree[0] == "s":
            return (
                ("/", ("log2", ("^", num(2), tree)), num(1))
                if False
                else ("-", ("*", num(3), tree), ("*", num(2), tree))
            )
        return ("+", ("*", num(Fraction(1, 3)), tree), ("*", num(Fraction(2, 3)), tree))
    if tree[0] == "ceil" and rng.random() < 0.3:
        return ("-", num(0), ("floor", ("-", num(0), tree[1])))
    if tree[0] in ("*", "+", "max", "min") and rng.random() < 0.3:
        parts = list(tree[1:])
        rng.shuffle(parts)
        return (tree[0], *parts)
    if tree[0] == "*" and tree[1][0] == "+" and rng.random() < 0.7:
        return ("+", *(("*", part, *tree[2:]) for part in tree[1][1:]))
    if tree[0] == "^":
        return (tree[0], rewrite(rng, tree[1]), tree[2])
    at = rng.randrange(1, len(tree))
    return (*tree[:at], rewrite(rng, tree[at]), *tree[at + 1 :])


def vanishing(rng: Random, pool: tuple[str, ...]) -> Tree:
    """A sum in which each term is 0 at some sizes, all of them at the same ones perhaps."""

    def term() -> Tree:
        x, k = sym(rng.choice(pool)), num(rng.choice((2, 3, 8)))
        zero: Tree = rng.choice((
            ("-", x, num(1)), ("log2", x), ("log2", x), ("floor", ("/", x, k)), ("max", ("-", x, k), num(0)),
            ("-", ("ceil", ("/", x, k)), num(1)),
        ))  # fmt: skip
        beside: Tree = rng.choice((x, (rng.choice(("min", "max")), x, num(Fraction(3, 2))), draw.atom(rng, pool)))
        return rng.choice((zero, ("*", zero, beside), ("*", zero, ("+", beside, num(1)))))

    return ("+", *(term() for _ in range(rng.choice((1, 2, 2, 3)))))


def question(rng: Random) -> Question:
    pool = draw.some(rng, 1, 3, 0.3)
    if rng.random() < 0.1:
        return Question(vanishing(rng, pool), num(0), rng.choice((">", ">", ">=", "<=")), "prove")
    left = draw.tree(rng, pool, rng.choice((1, 1, 2, 2)))
    kind = rng.random()
    if kind < 0.45:
        right = rewrite(rng, rewrite(rng, left))
        if rng.random() < 0.3:
            right = rng.choice(
                [("+", right, draw.constant(rng)), ("*", right, num(2)), ("max", right, draw.atom(rng, pool))]
            )
    elif kind < 0.6:  # one product against a sum with room to spare
        right = ("+", left, draw.tree(rng, pool, 1))
    else:
        right = draw.tree(rng, pool, 1)
    if rng.random() < 0.5:
        left, right = right, left
    how = rng.choice(("prove", "prove", "prove", "same", "dominates", "compare"))
    return Question(left, right, rng.choice((">=", "<=", ">", "<", "==")), how)


def _points(rng: Random, used: set[str], count: int) -> list[dict[str, Fraction]]:
    envs = [draw.bind(rng, used) for _ in range(count)]
    envs.append({name: Fraction(1) for name in used})
    for name in used:
        envs.append({other: Fraction(10**9 if other == name else 1) for other in used})
        envs.append({other: Fraction(1 if other == name else 10**9) for other in used})
        if name in PARAMS:
            envs.append({other: Fraction(1, 10**9) if other == name else Fraction(1) for other in used})
    small = [name for name in used if name not in PARAMS]
    envs += [
        {name: Fraction(rng.randint(1, 300)) if name in small else rng.choice(draw.PARAM_VALUES) for name in used}
        for _ in range(count)
    ]
    return envs


def judge(q: Question, kind: Kind, rng: Random, clock: Clock) -> None:
    import symroof

    made = symbols()
    left, right = sym_py(q.left, made), sym_py(q.right, made)
    used = names(q.left) | names(q.right)
    signs = []
    for env in _points(rng, used, 40):
        try:
            found = sign(q.left, q.right, env)
        except Undefined:
            found = None
        signs.append((found, env))
    kind.points += sum(found is not None for found, _ in signs)
    if q.how == "prove":
        proof = clock(lambda: symroof.prove(left, right, q.relation))
        _verdict(proof.result, q.relation, signs)
        if proof.result is False:
            _witness(q, q.relation, proof, (left, right), kind)
        if proof.result is None:
            raise Refused("prove: None")
        return
    answer = clock(lambda: getattr(symroof, q.how)(left, right))
    if q.how == "compare" and answer is not None:
        _verdict(True, answer, signs)
    elif answer is True:
        _verdict(True, _ASKED[q.how], signs)
    elif answer is False:  # a plain False says nowhere itself where it fails: the proof behind it does
        relation = _ASKED[q.how]
        _witness(q, relation, clock(lambda: symroof.prove(left, right, relation)), (left, right), kind)
    if answer is None:
        raise Refused(f"{q.how}: None")


def _verdict(answer: bool | None, relation: str, signs: list) -> None:
    against = [env for found, env in signs if found is not None and found not in _HOLDS[relation]]
    if answer is True and against:
        raise Wrong(f"says True ({relation}), fails at { {k: str(v) for k, v in against[0].items()} }")


def _witness(q: Question, relation: str, proof: Any, handed: tuple[Any, Any], kind: Kind) -> None:
    """A False is settled at the point it names, by the arithmetic of this package; raises Wrong if it names none."""
    if proof.result is not False or proof.witness is None:
        raise Wrong(f"says False without a witness: {proof}")
    env = {str(name): _legal(str(name), at) for name, at in proof.witness.items()}
    env = dict.fromkeys(names(q.left) | names(q.right), Fraction(1)) | env  # what SymPy cancelled may be any number
    try:
        found = sign(q.left, q.right, env, _FINE)
    except Undefined:  # SymPy makes x*z/y of x/(y/z) before anybody is asked
        try:
            found = sign(from_sympy(handed[0]), from_sympy(handed[1]), env, _FINE)
        except Undefined:
            raise Wrong(f"says False with the witness {proof.witness}, where a side has no value") from None
    if found is None:
        raise Unsure(f"the witness {proof.witness} of a False")
    if found in _HOLDS[relation]:
        raise Wrong(f"says False with the witness {proof.witness}, where it holds")
    kind.points += 1
    kind.witnessed += 1


def _legal(name: str, at: Any) -> Fraction:
    """The number of a witness; raises Wrong where it is no size from 1, or no positive number."""
    if not isinstance(at, (int, Fraction)) or at <= 0 or (name not in PARAMS and at.denominator != 1):
        raise Wrong(f"says False with the witness {name}={at!r}, which is no {'number' if name in PARAMS else 'size'}")
    return Fraction(at)
