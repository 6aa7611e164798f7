// The Python of the page, in a thread of its own: load once, then answer questions as JSON.
import { loadPyodide } from "./pyodide/pyodide.mjs";

let answer, python;

async function get(name) {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response;
}

// Python's memory after its modules were read; without it, or where a browser cannot unpack it, Python starts as usual.
async function memory() {
  if (typeof DecompressionStream !== "function") return undefined;
  return new Uint8Array(await new Response((await get("./memory.gz")).body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}

async function start() {
  const archive = get("./symroof.zip").then((r) => r.arrayBuffer());
  const indexURL = new URL("./pyodide/", import.meta.url).href;
  try { python = await loadPyodide({ indexURL, _loadSnapshot: await memory() }); }
  catch { python = await loadPyodide({ indexURL }); }
  python.FS.writeFile("/symroof.zip", new Uint8Array(await archive));
  python.runPython("import sys\nif '/symroof.zip' not in sys.path: sys.path.insert(0, '/symroof.zip')");
  answer = python.pyimport("answer").answer;
}

// SymPy and mpmath come only when a question needs them: most need neither.
async function asked(question) {
  try { return answer(question); }
  catch (error) {
    if (!/No module named '(sympy|mpmath)/.test(String(error.message)) || python.FS.analyzePath("/more.zip").exists) throw error;
    python.FS.writeFile("/more.zip", new Uint8Array(await (await get("./more.zip")).arrayBuffer()));
    python.runPython("import sys, importlib; sys.path.append('/more.zip'); importlib.invalidate_caches()");
    return answer(question);
  }
}

const ready = start().then(() => postMessage({ ready: true }), (error) => postMessage({ failed: String(error.message || error) }));

onmessage = async ({ data }) => {
  await ready;
  if (!answer) return;
  const began = performance.now();
  let found;
  try { found = JSON.parse(await asked(JSON.stringify(data.question))); }
  catch (error) { found = { error: "symroof could not answer that: " + String(error.message || error).trim().split("\n").pop() }; }
  postMessage({ id: data.id, found, ms: performance.now() - began });
};
