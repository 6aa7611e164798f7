"""Hostile strings by the million: every answer is a result or an error of ours, none slower than a fifth of a second.

python benchmarks/fuzz.py --count 1000000 --seed 1 [--first 0] [--jobs 2] [--hold 0.2] [--what all]

``--what formulas``: half of the strings are random tokens, half are formulas of the test data, mutated.  In turn each
is read, with and without declared symbols, judged, as an answer and as what is expected, or proofread in a document.
``doors``: documents are synced, notation is derived, machine files are loaded, and the command line is called; nothing
but our errors may be raised, no control character printed, no refused document changed.  ``all``: both, by turns.
``documents``, ``notation``, ``machines``, ``commands``: one door alone.
Exit code 1 when anything fails.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from pathlib import Path

from click.testing import CliRunner

from symroof import check, machine
from symroof.checking.proofreading.proofread import proofread
from symroof.cli import main as main_command
from symroof.errors import SymroofError
from symroof.model.derive import derive
from symroof.reading.formula import parse_chains, parse_formula
from symroof.writing.document import sync

DATA = Path(__file__).parent.parent / "tests" / "data"
TOKENS = (
    r"\frac \dfrac \sqrt \sqrt[3] \max \min \log_2 \lceil \rceil \lfloor \rfloor \left( \right) \cdot "
    r"\times \text{ \text{math} \mathrm{ "
    r"\operatorname{ \approx \leq \ll \implies \rightarrow \infty \alpha \begin{aligned} \end{aligned} \\ "
    r"\quad \, \label{x} \boxed{ \qty{3}{GB} "
    "{ } ( ) [ ] | || ^ ** * / // + - = == != < > <= >= << >> ~ -> => , ; : . ... % & $ $$ ` # @ ! ? ' \" _ __ _{ ^{ "
    "0 1 2 7 10 128 1e12 1.97e14 8.2e11 1e999999 9**9**9 1e-400 0.0001 1,024 10^{12} ×10¹² ⁻¹ ² √ ⌈ ⌉ ∞ "
    "≈ ≤ ≪ → ⇒ · × − µs 强度 мс "
    "B D F BDF 2BDF T_math T_{comms} bm n_axes x1 N S E I Q O beta lambda oo max min sqrt log2 ceil floor O( f( "
    "ms us GB GiB kB TB/s FLOPs/s bytes tokens k M G never always about B>120 __import__ os.system eval "
    "lambda: import \0 \n \t \u200b \ufeff 😀 é"
)  # fmt: skip

WORDS = TOKENS.split(" ")


def seeds() -> list[str]:
    out = []
    for name in ("chains.txt", "planted.txt", "formulas.txt"):
        path = DATA / name
        if path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                out += [p.strip().strip("`$") for p in line.split(" | ")[1:] or [line] if not line.startswith("#")]
    return [s for s in out if s]


def plain(rng: random.Random) -> str:
    n = rng.choice((3, 8, 15, 40)) if rng.random() < 0.995 else 800
    glue = rng.choice(("", " ", ""))
    return glue.join(rng.choice(WORDS) for _ in range(rng.randint(1, n)))


def mutated(rng: random.Random, formulas: list[str]) -> str:
    s = rng.choice(formulas)
    for _ in range(rng.randint(1, 5)):
        i, j = sorted((rng.randint(0, len(s)), rng.randint(0, len(s))))
        match rng.randint(0, 7):
            case 0:
                s = s[:i] + s[j:]
            case 1:
                s = s[:i] + s[i:j] * rng.choice((2, 2, 3, 3, 3, 30)) + s[j:]
            case 2:
                s = s[:i] + rng.choice(WORDS) + s[i:]
            case 3:
                s = s[:i] + rng.choice(WORDS) + s[j:]
            case 4:
                t = rng.choice(formulas)
                s = s[:i] + t[: rng.randint(0, len(t))] + s[i:]
            case 5:
                s = s[:i] + "(" * rng.choice((1, 2, 50)) + s[i:j] + ")" * rng.choice((1, 2, 50)) + s[j:]
            case 6:
                s = s[:i] + "^" + str(rng.choice((2, 9, 99, 10**6))) + s[i:]
            case _:
                s = s[:i] + rng.choice("0123456789BDF+-*/=^{}()") + s[i + 1 :]
        s = s[:3000]
    return s


# -- the doors: documents, notation, machine files, the command line -------------------------------------------------

_MARKS = (
    '<!-- symroof: f.x -->|<!-- symroof: f.x inline -->|<!-- /symroof -->|% symroof: f.x|% /symroof'
    '|# symroof: f macros|# /symroof|"symroof": "f"|```|~~~|`|``|    |- |> || a | b ||---\n|\n|\r\n|\r|$$|$'
    '|{|}|[|]|,|:|"|\\|\u2028|\x1b[31m|{"cells": [|{"cell_type": "markdown", "source": ["a\\n", "b"]}|]}'
    '|"source": "x"|<!-- symroof: ../f -->|<!--|-->|<!-- symroof: f.y -->|<!-- symroof: f huge -->|é|\x00'
    '|\ufeff|<!-- symroof: let W = 3 -->'
)  # fmt: skip
MARKS = _MARKS.split("|")
SHAPES = (
    "bf16[B, D] * bf16[D, F] -> bf16[B, F]", "A[I_X, J] *_J B[J, K_Y] -> C[I_X, K_Y]",
    "x • y: bf16[N], bf16[N] → bf16[1]",
    r"\text{int8}[B, D] *_D \text{int8}[B, D, F] \rightarrow \text{int8}[B, F]", "sum(bf16[B, D]) -> bf16[B]",
    "A[B, D_X] * W[D_X, F] -> C[B, F] {U_X}", "softmax(bf16[B, T])", "bf16[B, D=4096] * int8[D, F] -> bf16[B, F]",
    "x[b_X, h] * w[h, h_Y] -> y[b_X, h_Y]", "bf16[B, D] * bf16[D, F=2*D+3] -> bf16[B, F]", "w[h, h'_X=h] + v[h, h']",
    "fuse(bf16 X[B, D] * bf16 V[D, F] -> bf16 H[B, F]; relu(bf16 H[B, F]) -> bf16 R[B, F]; keep H)",
    "A[512, 64] * B[64, 64] -> C[512, 64]; relu(C[512, 64])", "AllReduce_X(A[I, J]{U_X}) -> A[I, J]; mesh X=4 Y",
)  # fmt: skip
_GLUE = (
    'bf16 int8 fp17 [ ] ( ) , -> → * *_D • · + B D F X _X {U_X} = 4096 1 0 -1 1e9 sum( exp( copy( : ;'
    " \\text{ $ B D D ; mesh Y=2 h h' N*H 2*D+3 D/2 X=4 _{X,Y} _Y fuse( keep relu( softmax_D( <w> AllGather_X( ..."
)  # fmt: skip
GLUE = _GLUE.split(" ")
_TOML = (
    '[machine.mine]|name = "mine"|peaks = { bf16 = "1e14" }|bandwidths = { hbm = 1e12 }'
    '|bandwidths = { hbm = "x" }|[[a]]|peaks = "1"|capacity = -1|aliases = ["m"]|vector = { value = "nan" }'
    '|hops = { ici = inf }|[machine]|= 3|"|[[[[|1e999|year = 99999999999999999999|peaks = []|notes = 3|\x00'
    '|é|per = 1|sustained = [1, 2, 3]|# c'
)  # fmt: skip
TOML = _TOML.split("|")
TABLE = (
    '[[machine]]\nname = "mine"\nsource = "x"\nyear = 2024\nsustained = ["0.8", "0.9"]\naliases = ["m"]\n'
    'vector = "1e13"\ncapacity = "16 GB"\n[machine.peaks]\nbf16 = { value = "1e14", others = ["9e13"] }\nint8 = 2e14\n'
    '[machine.bandwidths]\nhbm = { value = "8.2e11", per = "chip" }\nici = "45 GB/s"\n[machine.hops]\nici = 1e-6\n'
)  # fmt: skip
_VALUES = (
    '1e14|"1e14"|-1|0|""|"x"|[]|{}|true|nan|inf|"1e999"|10|"1 TFLOPs/s"|"8.2e11 B/s"|[1]|["a"]|1979-05-27|"µ"|\x00'
)  # fmt: skip
VALUES = _VALUES.split("|")
_OPTIONS = (
    '--json --latex --markdown --on H100 TPU --solve B --given B<<D,F --let D=4096 D=0 --dtype bf16 --mesh'
    ' X=2 --over ring --exact --plan --check --root --to md html --help --version derive check proofread run'
    " page sync machines answer plot -h -- - '' 3 x.md f.py f"
)  # fmt: skip
OPTIONS = _OPTIONS.split(" ")
DOORS = ("documents", "notation", "machines", "commands")
_FOLDER: list[Path] = []


def folder() -> Path:
    """A folder of this process with one derivation in it."""
    if not _FOLDER:
        made = Path(tempfile.mkdtemp(prefix="fuzz"))
        (made / "derivations").mkdir()
        (made / "derivations" / "f.py").write_text('"""T."""\nx = 5\nassert x == 5\n')
        _FOLDER.append(made)
        os.chdir(made)
    return _FOLDER[0]


def altered(rng: random.Random, text: str) -> str:
    """A machine file that is one, but for a few values, keys and lines."""
    lines = TABLE.splitlines()
    for _ in range(rng.randint(0, 3)):
        k = rng.randrange(len(lines))
        key, _, value = lines[k].partition(" = ")
        match rng.randint(0, 4):
            case 0:
                lines[k] = f"{key} = {rng.choice(VALUES)}"
            case 1:
                lines[k] = f"{rng.choice(('bf16', 'W', text[:8], 'value', 'name'))} = {value}"
            case 2:
                lines[k] = rng.choice(TOML)
            case 3:
                lines.insert(k, lines[rng.randrange(len(lines))])
            case _:
                del lines[k : k + 1]
                lines = lines or ["# c"]
    return "\n".join(lines)


def knock(rng: random.Random, text: str, how: int) -> None:
    """One input to one of the doors; our own errors are fine."""
    home = folder()
    with suppress(SymroofError):
        if how == 0:
            words = [*MARKS, text[:200], *rng.sample(WORDS, 4)]
            doc = home / f"a.{rng.choice(('md', 'tex', 'yml', 'json', 'ipynb', 'html'))}"
            body = "".join(rng.choice(words) for _ in range(rng.randint(0, 30)))
            doc.write_text(body, encoding=rng.choice(("utf-8", "utf-16", "utf-8-sig")), errors="replace", newline="")
            before = doc.read_bytes()
            try:
                sync([doc], check=rng.random() < 0.5, root=home / "derivations")
            except SymroofError:
                assert doc.read_bytes() == before, "a document that is refused stays as it is"
        elif how == 1:
            shape = rng.choice(SHAPES)
            for _ in range(rng.randint(0, 4)):
                i, j = sorted((rng.randint(0, len(shape)), rng.randint(0, len(shape))))
                end = j if rng.random() < 0.3 else i
                shape = shape[:i] + rng.choice((rng.choice(GLUE), text[:20], "")) + shape[end:]
            derive(shape, on=rng.choice((None, "TPU v5e")), dtype=rng.choice((None, "bf16")),
                   mesh=rng.choice((None, "X=2", "X Y"))).to_json()  # fmt: skip
        elif how == 2:
            table = home / "m.toml"
            lines = (rng.choice(TOML) for _ in range(rng.randint(0, 12)))
            body = "".join(line + rng.choice(("\n", "\n", "", " ")) for line in lines)
            table.write_text(body if rng.random() < 0.4 else altered(rng, text), errors="replace")
            machine(rng.choice(("mine", "m", text[:30])), file=table)
        else:
            args = [rng.choice((*OPTIONS, *OPTIONS, *SHAPES, text[:60])) for _ in range(rng.randint(0, 6))]
            done = CliRunner().invoke(main_command, args)
            assert done.exception is None or isinstance(done.exception, SystemExit), repr(done.exception)
            assert done.exit_code in (0, 1, 2, 3), done.exit_code
            assert not set(done.output) & {"\x1b", "\x07", "\x9b"}, "a control character is printed"


def put(text: str, other: str, how: int) -> None:
    """One string to one of the readers or judges; our own errors are fine."""
    with suppress(SymroofError):
        if how == 0:
            for chain in parse_chains(text):
                for side in chain.sides:
                    with suppress(SymroofError):
                        side.ratio()
        elif how == 1:
            parse_formula(text, symbols=["B", "D", "F", "bm"])
        elif how == 2:
            check(text, other)
        elif how == 3:
            check(other, text, given="B << D, F", let={"C": "1.97e14", "W": 8})
        else:
            proofread(f"one ${text}$ two\n")


def work(
    job: tuple[int, int, int, float], what: str = "formulas"
) -> tuple[int, list[str], list[tuple[float, int, str]], Counter[str]]:
    """Strings first..last; failures, slow ones and a tally."""
    seed, first, last, hold = job
    formulas = seeds()
    bad: list[str] = []
    slow: list[tuple[float, int, str]] = []
    tally: Counter[str] = Counter()
    for how in range(5):  # grammars are built and SymPy is loaded once a process: that is no answer's time
        put(r"\sqrt{4 - B^2} = \sqrt{2BD/(B + D)}", "512*4096", how)
    for i in range(first, last):
        rng = random.Random(f"{seed}/{i}")
        text = plain(rng) if i % 2 else mutated(rng, formulas)
        other = rng.choice(formulas)
        how = (i // 2) % 5
        door = what in DOORS or what == "doors" or (what == "all" and rng.random() < 0.5)
        how = 5 + (DOORS.index(what) if what in DOORS else (i // 2) % 4) if door else how
        start = time.process_time()
        try:
            if door:
                knock(rng, text, how - 5)
            else:
                put(text, other, how)
        except Exception as e:  # the point of a fuzzer
            bad.append(f"{type(e).__name__}: {e} | way {how} | {text!r} | {other!r}")
        took = time.process_time() - start
        tally[f"way {how}"] += 1
        if took > hold / 10:
            slow.append((took, how, f"{text!r} | {other!r}"))
            slow = sorted(slow, reverse=True)[:10]
    return last - first, bad, slow, tally


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--count", type=int, default=100_000)
    ask.add_argument("--first", type=int, default=0, help="the string to start at, of those up to --count")
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--jobs", type=int, default=1)
    ask.add_argument("--what", choices=("formulas", "doors", "all", *DOORS), default="all")
    ask.add_argument("--hold", type=float, default=0.2, help="seconds of processor time an answer may take")
    args = ask.parse_args()
    os.nice(10)
    with suppress(SymroofError):  # what is loaded once is not the answer's time
        for how in range(5):
            put("BDF/(BD + DF + BF) = 1.97e14/8.2e11", "B > 120", how)
            put("\\max(B, D) \\approx 240 = \\sqrt{2}", "\\frac{2BDF}{BD}", how)
        put("\\sqrt{2}", "243", how)
    step = 2_000
    jobs = [(args.seed, i, min(i + step, args.count), args.hold) for i in range(args.first, args.count, step)]
    done, bad, slow, start = 0, [], [], time.perf_counter()
    tally: Counter[str] = Counter()
    with ProcessPoolExecutor(args.jobs) as pool:
        for n, failures, slowest, ways in pool.map(work, jobs, [args.what] * len(jobs)):
            tally += ways
            done += n
            bad += failures
            slow = sorted(slow + slowest, reverse=True)[:10]
            if sys.stderr.isatty() or done % 50_000 == 0:
                most = f"{slow[0][0]:.3f} s" if slow else "little"
                spent = time.perf_counter() - start
                print(f"{done} strings, {len(bad)} failures, slowest {most}, {spent:.0f} s", file=sys.stderr)
    took = time.perf_counter() - start
    print(f"{done} strings (seed {args.seed}) in {took:.0f} s: {len(bad)} exceptions other than ours")
    print(", ".join(f"{way}: {n}" for way, n in sorted(tally.items())))
    for line in bad[:40]:
        print("  " + line[:700])
    over = sum(t > args.hold for t, _, _ in slow)
    print(f"slowest answers in processor time ({over} of the ten over {args.hold} s):")
    for took, how, text in slow:
        print(f"  {took:.3f} s, way {how}, {text[:300]}")
    sys.exit(1 if bad or over else 0)


if __name__ == "__main__":
    main()
