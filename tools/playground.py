"""The playground as static files: the page, Pyodide beside it, the package's modules as bytecode, and Python's memory.

    python tools/playground.py build/site/playground [--pyodide node_modules/pyodide]

Pyodide comes from npm (npm install pyodide). Its own Python, run in node, compiles the modules, answers one question
and leaves its memory, with which the page begins: starting Python and reading modules was most of a first answer.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import shutil
import subprocess
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "playground"
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
LEFT_OUT = ("tracing", "evaluate", "commands")  # what needs NumPy, a framework or a terminal
COMPILE = """
import { loadPyodide } from "%(pyodide)s/pyodide.mjs";
import fs from "node:fs";
import zlib from "node:zlib";
const python = await loadPyodide({ indexURL: "%(pyodide)s/", _makeSnapshot: true });
python.FS.writeFile("/in.zip", new Uint8Array(fs.readFileSync("%(source)s")));
python.runPython(`
import importlib._bootstrap_external as b, zipfile
with zipfile.ZipFile("/in.zip") as given, zipfile.ZipFile("/out.zip", "w", zipfile.ZIP_DEFLATED) as made:
    for name in sorted(given.namelist()):
        data = given.read(name)
        if name.endswith(".py"):
            code = compile(data, name, "exec", dont_inherit=True, optimize=2)
            name, data = name + "c", bytes(b._code_to_timestamp_pyc(code))
        made.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
`);
const archive = python.FS.readFile("/out.zip");
fs.writeFileSync("%(made)s", archive);
python.FS.writeFile("/symroof.zip", archive);
python.runPython(`
import gc, json, sys
gc.set_threshold(100_000, 20, 20)
sys.path.insert(0, "/symroof.zip")
import answer
answer.answer(json.dumps({"kind": "derive", "op": "bf16[N] + bf16[N] -> bf16[N]", "on": "H100", "given": "N -> oo"}))
answer.answer(json.dumps({"kind": "check", "answer": "1 s", "expected": "1000 ms"}))
gc.collect()
`);
fs.writeFileSync("%(memory)s", zlib.gzipSync(python.makeMemorySnapshot(), { level: 9 }));
"""


def archive(path: Path) -> None:
    """The package's modules that run without a compiled library, and the page's own."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as out:
        for file in sorted((ROOT / "symroof").rglob("*.py")):
            parts = file.relative_to(ROOT / "symroof").parts
            if parts[0] not in LEFT_OUT:
                out.write(file, "symroof/" + "/".join(parts))
        out.write(PAGE / "answer.py", "answer.py")
        quantiphy = importlib.util.find_spec("quantiphy")  # prints 3.35TB/s
        if quantiphy is None or quantiphy.origin is None:
            raise SystemExit("quantiphy is missing; pip install -e . brings it")
        home = Path(quantiphy.origin)
        for file in sorted(home.parent.glob("*.py")) if home.name == "__init__.py" else [home]:
            out.write(file, f"quantiphy/{file.name}" if home.name == "__init__.py" else file.name)


def more(path: Path) -> None:
    """SymPy and mpmath, for the few questions that need them."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as out:
        for name in ("sympy", "mpmath"):
            found = importlib.util.find_spec(name)
            if found is None or found.origin is None:
                raise SystemExit(f"{name} is missing; pip install -e . brings it")
            home = Path(found.origin).parent
            for file in sorted(home.rglob("*.py")):
                if not {"tests", "benchmarks"} & set(file.relative_to(home).parts):
                    out.write(file, f"{name}/{file.relative_to(home).as_posix()}")


def build(out: Path, pyodide: Path) -> None:
    """Write the playground."""
    missing = [name for name in RUNTIME if not (pyodide / name).is_file()]
    if missing:
        raise SystemExit(f"no {missing[0]} in {pyodide}; npm install pyodide brings it, --pyodide says where it is")
    (out / "pyodide").mkdir(parents=True, exist_ok=True)
    for name in RUNTIME:
        shutil.copy(pyodide / name, out / "pyodide")
    for file in PAGE.iterdir():
        if file.suffix in (".html", ".js", ".css", ".svg"):
            shutil.copy(file, out)
    source, script = out / "source.zip", out / "compile.mjs"
    archive(source)
    made, memory = out / "symroof.zip", out / "memory.gz"
    words = {"pyodide": pyodide.resolve(), "source": source, "made": made, "memory": memory}
    script.write_text(COMPILE % words, encoding="utf-8")
    subprocess.run(["node", script], check=True)
    more(out / "more.zip")
    source.unlink()
    script.unlink()
    kept = sorted(
        p.relative_to(out).as_posix() for p in out.rglob("*") if p.is_file() and p.name not in ("sw.js", "more.zip")
    )
    mark = hashlib.sha256(b"".join((out / p).read_bytes() for p in kept)).hexdigest()[:12]
    worker = out / "sw.js"
    text = worker.read_text(encoding="utf-8").replace("BUILD", mark)
    worker.write_text(text.replace('["FILES"]', str(["./", *(f"./{p}" for p in kept)])), encoding="utf-8")


if __name__ == "__main__":
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("out", type=Path, nargs="?", default=Path("build/site/playground"))
    words.add_argument("--pyodide", type=Path, default=Path("node_modules/pyodide"))
    given = words.parse_args()
    build(given.out.resolve(), given.pyodide)
