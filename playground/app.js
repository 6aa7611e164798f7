// The page: a question in the address, a worker that answers, a picture drawn from its data.
const $ = (id) => document.getElementById(id);
const START = { op: "bf16[B, D] * bf16[D, F] -> bf16[B, F]", on: "TPU v5e", given: "", sizes: { B: 512, D: 4096, F: 4096 } };
const EXAMPLES = {
  "matmul": START.op, "int8 weights": "bf16[B, D] * int8[D, F] -> bf16[B, F]", "dot product": "x • y: bf16[N], bf16[N] → bf16[1]",
  "softmax": "softmax(bf16[B, N]) -> bf16[B, N]", "attention scores": "bf16[B, T, H] * bf16[B, S, H] -> bf16[B, T, S]",
};
const MACHINES = ["TPU v5e", "H100", "A100", "TPU v5p", "V100"];
const MOST = 20; // sliders run to 2^20
let state = structuredClone(START);

// -- the address ------------------------------------------------------------------------------------------------------

function fromAddress() {
  const text = location.hash.slice(1);
  if (!text) return "";
  let given;
  try { given = new URLSearchParams(text); decodeURIComponent(text.replace(/\+/g, " ")); } catch { return "The link is broken, so the usual example stands here."; }
  if (!given.has("op")) return "The link is broken: it has no operation, so the usual example stands here.";
  state = { op: given.get("op").slice(0, 2000), on: (given.get("on") ?? START.on).slice(0, 80), given: (given.get("given") ?? "").slice(0, 400), sizes: {} };
  const bad = [];
  for (const [name, value] of given) {
    if (!name.startsWith("n.")) continue;
    const n = Number(value);
    if (Number.isInteger(n) && n >= 1 && n <= 1e15) state.sizes[name.slice(2)] = n; else bad.push(`${name.slice(2)}=${value}`.slice(0, 40));
  }
  return bad.length ? `The link has sizes that are none (${bad.slice(0, 3).join(", ")}); 4096 stands for them.` : "";
}

function address() {
  const out = new URLSearchParams({ op: state.op, on: state.on });
  if (state.given) out.set("given", state.given);
  for (const [name, n] of Object.entries(state.sizes)) out.set("n." + name, n);
  return "#" + out;
}

// -- the worker -------------------------------------------------------------------------------------------------------

const waiting = new Map();
let count = 0, worker, loaded = false;

function fail(sentence) { $("status").textContent = ""; $("error").hidden = false; $("error").textContent = sentence; $("result").classList.add("old"); document.body.dataset.state = "failed"; }

function begin() {
  if (typeof WebAssembly !== "object") return fail("This browser has no WebAssembly, which Python needs here. Any browser of the last years has it; in a terminal, symroof derive says the same.");
  try { worker = new Worker("worker.js", { type: "module" }); } catch { return fail("This browser cannot run Python in the background. Try a newer one."); }
  worker.onerror = () => { if (!loaded) fail("Python could not be loaded. Is there a network? After one visit with one, this page works without."); };
  worker.onmessage = ({ data }) => {
    if (data.ready) { loaded = true; return; }
    if (data.failed) return fail(`Python could not be loaded: ${data.failed}. Is there a network? After one visit with one, this page works without.`);
    waiting.get(data.id)?.(data); waiting.delete(data.id);
  };
  ask({ kind: "machines" }).then(({ found }) => machines(found.machines));
}

const ask = (question) => new Promise((resolve) => { if (!worker || document.body.dataset.state === "failed") return resolve(lost); waiting.set(++count, resolve); worker.postMessage({ id: count, question }); });

const lost = { found: { error: "Python is not running on this page, so nothing can be answered." } };
let running = false, again = false;
async function derive() {
  if (running) { again = true; return; }
  running = true;
  const asked = JSON.stringify(state);
  const { found, ms } = await ask({ kind: "derive", ...JSON.parse(asked) });
  running = false;
  show(found, ms);
  if (again || asked !== JSON.stringify(state)) { again = false; derive(); }
}

// -- what is shown ----------------------------------------------------------------------------------------------------

function show(found, ms) {
  document.body.dataset.state = found.error ? "refused" : "answered";
  document.body.dataset.ms = ms.toFixed(1);
  if (notice) { $("status").textContent = notice; notice = ""; } else if (!$("status").dataset.keep) $("status").textContent = "";
  $("error").hidden = !found.error;
  $("error").textContent = found.error ?? "";
  $("error").classList.toggle("caret", Boolean(found.caret));
  $("result").classList.toggle("old", Boolean(found.error));
  if (found.error) return;
  $("result").hidden = false;
  const room = $("chart").clientWidth; // asked before much changes, so that little is laid out twice
  sliders(found.sizes);
  const key = JSON.stringify(found.formulas);
  if ($("formulas").dataset.key !== key) {
    $("formulas").dataset.key = key;
    $("formulas").replaceChildren(...found.formulas.flatMap(({ name, math, text }) => { const t = document.createElement("dt"), d = document.createElement("dd"); t.textContent = name; d.innerHTML = math; d.tabIndex = 0; if (!math || name.startsWith("when ")) { const small = document.createElement("p"); small.textContent = text; small.className = "hint"; d.append(small); } return [t, d]; }));
  }
  numbers(found.numbers ?? []);
  $("notes").replaceChildren(...found.notes.map((n) => { const li = document.createElement("li"); li.textContent = n; return li; }));
  draw(found.chart, room);
}

function numbers(rows) {
  const body = $("numbers").tBodies[0];
  while (body.rows.length > rows.length) body.deleteRow(-1);
  rows.forEach(([name, value], i) => {
    const row = body.rows[i] ?? body.insertRow();
    if (!row.cells.length) { const h = document.createElement("th"); h.scope = "row"; row.append(h, document.createElement("td")); }
    row.cells[0].textContent = name; row.cells[1].textContent = value;
  });
}

function sliders(names) {
  const box = $("sizes");
  for (const name of names) state.sizes[name] ??= 4096;
  if (box.dataset.names === names.join()) return;
  box.dataset.names = names.join();
  box.querySelectorAll(".size").forEach((row) => row.remove());
  for (const name of names) {
    const row = document.createElement("div"); row.className = "size";
    const label = document.createElement("label"), range = document.createElement("input"), number = document.createElement("input");
    label.textContent = name; label.htmlFor = "size-" + name; range.type = "range"; range.min = 0; range.max = MOST * 8; range.id = "range-" + name; range.setAttribute("aria-label", `${name}, on a logarithmic scale`);
    number.id = "size-" + name; number.inputMode = "numeric"; number.autocomplete = "off";
    const place = () => { range.value = Math.round(8 * Math.log2(state.sizes[name])); range.setAttribute("aria-valuetext", String(state.sizes[name])); };
    number.value = state.sizes[name]; place();
    range.oninput = () => { state.sizes[name] = Math.max(1, Math.round(2 ** (range.value / 8))); number.value = state.sizes[name]; place(); changed(); };
    number.oninput = () => { const n = Number(number.value.replace(/[,_ ]/g, "")); const good = Number.isInteger(n) && n >= 1 && n <= 1e15; number.setAttribute("aria-invalid", String(!good)); if (!good) { $("status").textContent = `${name} is a whole number of at least 1.`; return; } $("status").textContent = ""; state.sizes[name] = n; place(); changed(); };
    row.append(label, range, number); box.append(row);
  }
}

function machines(names) { const all = [...new Set([...names, state.on])].filter(Boolean); $("on").replaceChildren(...all.map((n) => new Option(n, n, n === state.on, n === state.on))); }

const NS = "http://www.w3.org/2000/svg";
function el(tag, attrs, text) { const e = document.createElementNS(NS, tag); for (const k in attrs) e.setAttribute(k, attrs[k]); if (text !== undefined) e.textContent = text; return e; }

// What stays while a slider moves is drawn once: the axes, the roofs and the regions; the points are drawn anew.
let ground = {};
function draw(chart, room) {
  const box = $("chart");
  if (!chart || chart.without) { ground = {}; box.textContent = chart ? chart.without : ""; return; }
  const W = Math.min(room || 720, 860), H = Math.max(300, Math.min(430, W * 0.58)), L = 54, R = 14, T = 12, B = 46;
  const x = (v) => L + (W - L - R) * (Math.log(v / chart.xs[0]) / Math.log(chart.xs[1] / chart.xs[0]));
  const y = (v) => H - B - (H - T - B) * (Math.log(v / chart.ys[0]) / Math.log(chart.ys[1] / chart.ys[0]));
  const key = JSON.stringify([W, chart.xs, chart.ys, chart.curves, chart.regions]);
  if (ground.key !== key) { ground = { key, svg: canvas(chart, W, H, { L, R, T, B, x, y }), marks: el("g", {}) }; ground.svg.append(ground.marks); box.replaceChildren(ground.svg); }
  const point = chart.marks.find((m) => m.bound);
  ground.svg.querySelector("title").textContent = chart.title;
  ground.svg.querySelector("desc").textContent = `${chart.y} against ${chart.x}, both logarithmic. ${point ? `The operation stands at ${point.x.toPrecision(4)} FLOPs/byte: ${point.label}.` : ""}`;
  ground.marks.replaceChildren(...chart.marks.flatMap((m) => {
    const a = x(m.x), b = y(m.y), words = m.label.split("\n")[0], wide = 7 * words.length, dot = el("circle", { class: "mark", cx: a, cy: b, r: m.bound ? 6 : 3.5 });
    if (!m.bound) return [dot, el("text", { class: "halo", x: a - 8, y: b - 8, "text-anchor": "end" }, words)];
    const left = Math.min(a + 10, W - R - wide - 4), under = Math.max(...chart.curves.map((c) => height(c.points, left)).filter(Number.isFinite), b);
    return [dot, el("text", { class: "halo", x: left, y: Math.min((left < a + 10 ? under : b) + 20, H - B - 26) }, words)];
  }));

  function height(points, at) { // of a curve at a place
    for (let i = 1; i < points.length; i++) { const [p, q] = [points[i - 1], points[i]], s = (at - x(p[0])) / (x(q[0]) - x(p[0])); if (s >= 0 && s <= 1) return y(p[1]) + s * (y(q[1]) - y(p[1])); }
    return NaN;
  }
}

function canvas(chart, W, H, { L, R, T, B, x, y }) {
  const svg = el("svg", { viewBox: `0 0 ${W} ${H}`, width: W, height: H, role: "img", "aria-labelledby": "chart-title chart-desc" });
  svg.append(el("title", { id: "chart-title" }), el("desc", { id: "chart-desc" }));
  const shade = (r) => /compute/.test(r.label) ? "var(--comp)" : /at .*only|one/.test(r.label) ? "var(--mid)" : "var(--mem)";
  for (const r of chart.regions) {
    const a = Math.max(L, x(Math.max(r.left, chart.xs[0]))), b = Math.min(W - R, x(Math.min(r.right, chart.xs[1])));
    if (b <= a) continue;
    svg.append(el("rect", { x: a, y: T, width: b - a, height: H - T - B, fill: shade(r) }));
    if (b - a > 8 * r.label.length) svg.append(el("text", { x: (a + b) / 2, y: H - B - 8, "text-anchor": "middle" }, r.label));
  }
  for (let e = Math.ceil(Math.log10(chart.xs[0])); 10 ** e <= chart.xs[1]; e++) { const at = x(10 ** e); svg.append(el("line", { class: "grid", x1: at, x2: at, y1: T, y2: H - B }), el("text", { x: at, y: H - B + 16, "text-anchor": "middle" }, e < 0 || e > 3 ? `1e${e}` : String(10 ** e))); }
  for (let e = Math.ceil(Math.log10(chart.ys[0])); 10 ** e <= chart.ys[1]; e++) { const at = y(10 ** e); svg.append(el("line", { class: "grid", x1: L, x2: W - R, y1: at, y2: at }), el("text", { x: L - 6, y: at + 4, "text-anchor": "end" }, `1e${e}`)); }
  svg.append(el("rect", { class: "frame", x: L, y: T, width: W - L - R, height: H - T - B }), el("text", { x: (L + W - R) / 2, y: H - 8, "text-anchor": "middle" }, chart.x), el("text", { x: 13, y: (T + H - B) / 2, "text-anchor": "middle", transform: `rotate(-90 13 ${(T + H - B) / 2})` }, chart.y));
  const clip = el("clipPath", { id: "inside" }); clip.append(el("rect", { x: L, y: T, width: W - L - R, height: H - T - B })); svg.append(clip);
  for (const c of chart.curves) svg.append(el("polyline", { class: "curve", "clip-path": "url(#inside)", points: c.points.map(([a, b]) => `${x(a)},${y(b)}`).join(" "), "stroke-dasharray": ["", "7 4", "9 3 2 3", "2 3"][c.dash % 4] }));
  return svg;
}

// -- what the user does -----------------------------------------------------------------------------------------------

let notice = "", later, kept;
function changed(wait = 0) {
  clearTimeout(later); clearTimeout(kept);
  kept = setTimeout(() => history.replaceState(null, "", address()), wait + 150); // browsers allow few changes a second
  if (wait) later = setTimeout(derive, wait); else derive();
}

function fill() { $("op").value = state.op; $("given").value = state.given; machines(MACHINES); $("sizes").dataset.names = ""; }

for (const [name, text] of Object.entries(EXAMPLES)) {
  const b = document.createElement("button"); b.type = "button"; b.textContent = name;
  b.onclick = () => { state.op = text; state.given = ""; fill(); changed(); };
  $("examples").append(b);
}
$("op").oninput = () => { state.op = $("op").value; changed(250); };
$("given").oninput = () => { state.given = $("given").value; changed(250); };
$("on").onchange = () => { state.on = $("on").value; changed(); };
$("form").onsubmit = (e) => e.preventDefault();
$("share").onclick = async () => {
  history.replaceState(null, "", address());
  try { await navigator.clipboard.writeText(location.href); $("shared").textContent = "copied"; } catch { $("shared").textContent = "it stands in the address bar"; }
};
$("check").onsubmit = async (e) => {
  e.preventDefault();
  const { found } = await ask({ kind: "check", answer: $("mine").value, expected: $("right").value, given: state.given });
  $("verdict").textContent = found.error ?? found.text;
};
window.onhashchange = () => { notice = fromAddress(); fill(); derive(); };
window.onresize = () => { if (loaded) derive(); };

notice = fromAddress();
fill();
begin();
if (worker) derive();
if ("serviceWorker" in navigator) addEventListener("load", () => navigator.serviceWorker.register("sw.js").catch(() => {}));
