// The suite of the pure core under Pythons that are not installed: 3.12, 3.13 and 3.14 as Pyodide ships them, in Node, without NumPy.
//   node tools/other_pythons.mjs PYODIDE_FOLDER SITE [PYTEST ARGUMENTS]   (npm install pyodide@0.27.7, @0.29.0 or @314.0.7; SITE: pure wheels, unpacked)
// A test module counts only if it imports nothing that Pyodide lacks; threads, processes and sockets are left to the machine's own Python.
import path from "node:path";
import { pathToFileURL } from "node:url";

const [folder, site, ...rest] = process.argv.slice(2).map((a, i) => (i < 2 ? path.resolve(a) : a));
const { loadPyodide } = await import(pathToFileURL(path.join(folder, "pyodide.mjs")));
const py = await loadPyodide({ indexURL: folder + "/", env: { HOME: "/home/pyodide", PYTHONDONTWRITEBYTECODE: "1" } });
for (const [where, from] of [["/repo", process.cwd()], ["/site", site]]) { py.FS.mkdir(where); py.FS.mount(py.FS.filesystems.NODEFS, { root: from }, where); }
py.globals.set("rest", py.toPy(rest));
const failed = py.runPython(`
import ast, os, pathlib, sys
sys.path[:0] = ["/repo", "/site"]
os.chdir("/repo")
LACKING = {"numpy", "subprocess", "matplotlib", "jax", "torch", "threading", "multiprocessing", "xarray", "dask", "numba", "socket", "signal",
           "nbformat", "nbclient", "jsonschema", "IPython", "mkdocs", "scipy", "yaml", "concurrent", "array_api_strict", "pandas", "resource"}

def lacking(file):
    tree = ast.parse(file.read_text())
    names = {a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names}
    names |= {n.module or "" for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)}
    return {n.split(".")[0] for n in names} & LACKING

files = [str(f) for f in sorted(pathlib.Path("tests").glob("test_*.py")) if not lacking(f)]
import pytest
print(sys.version.split()[0], len(files), "test modules", flush=True)
pytest.main([*(list(rest) or files), "-c", "/dev/null", "--rootdir=/repo", "-q", "-p", "no:cacheprovider", "-p", "no:warnings", "--continue-on-collection-errors",
             "--confcutdir=/repo/tests", "--benchmark-disable"])
`);
process.exit(Number(failed));
