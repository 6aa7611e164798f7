// What the two scripts that use a browser share: a static server, Chromium, and what only a browser can look at.
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { createRequire } from "node:module";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm", ".json": "application/json", ".zip": "application/zip", ".png": "image/png" };

export async function serve(folder) {
  const server = http.createServer((request, response) => {
    let file = path.join(folder, decodeURIComponent(new URL(request.url, "http://x").pathname));
    if (fs.existsSync(file) && fs.statSync(file).isDirectory()) file = path.join(file, "index.html");
    if (!file.startsWith(path.resolve(folder)) || !fs.existsSync(file)) { response.writeHead(404); response.end("no such file"); return; }
    response.writeHead(200, { "Content-Type": TYPES[path.extname(file)] ?? "application/octet-stream", "Cache-Control": "max-age=600" });
    fs.createReadStream(file).pipe(response);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { url: `http://127.0.0.1:${server.address().port}`, stop: () => server.closeAllConnections?.() ?? server.close(), server };
}

// playwright-core from npm: beside the project, or in the folder that NODE_HOME names.
export async function chromium() {
  const at = createRequire(path.join(process.env.NODE_HOME ?? process.cwd(), "package.json"));
  const { chromium: made } = at("playwright-core");
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), "symroof-browser-"));
  const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
  const context = await made.launchPersistentContext(profile, { executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", headless: true, args });
  return { context, stop: async () => { await context.close(); fs.rmSync(profile, { recursive: true, force: true }); } };
}

// Texts whose contrast with their ground is too low (WCAG AA), as sentences.  Runs in the page.
export function faint() {
  const parse = (c) => { const m = c.match(/[\d.]+/g)?.map(Number) ?? [0, 0, 0, 0]; if (c.startsWith("color(")) return [m[0] * 255, m[1] * 255, m[2] * 255, m[3] ?? 1]; return [m[0], m[1], m[2], m[3] ?? 1]; };
  const over = (a, b) => [0, 1, 2].map((i) => a[i] * a[3] + b[i] * (1 - a[3])).concat(1);
  const light = (c) => { const [r, g, b] = c.map((v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const ground = (e) => { const layers = []; for (let at = e; at; at = at.parentElement) { const c = parse(getComputedStyle(at).backgroundColor); if (c[3] > 0) layers.push(c); if (c[3] === 1) break; } let c = [255, 255, 255, 1]; if (getComputedStyle(document.documentElement).colorScheme.includes("dark") && matchMedia("(prefers-color-scheme: dark)").matches && !layers.some((l) => l[3] === 1)) c = [18, 18, 18, 1]; for (const l of layers.reverse()) c = over(l, c); return c; };
  const found = new Set(), walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let n = walker.nextNode(); n; n = walker.nextNode()) {
    const e = n.parentElement, s = getComputedStyle(e);
    if (!n.data.trim() || !e.getClientRects().length || s.visibility === "hidden" || e.closest("svg, script, style, noscript, [hidden]")) continue;
    let alpha = 1; for (let at = e; at; at = at.parentElement) alpha *= Number(getComputedStyle(at).opacity);
    if (alpha < 0.1) continue;
    const back = ground(e), ink = over([...parse(s.color).slice(0, 3), parse(s.color)[3] * alpha], back), [a, b] = [light(ink), light(back)].sort((x, y) => y - x), ratio = (a + 0.05) / (b + 0.05);
    const big = parseFloat(s.fontSize) >= 24 || (parseFloat(s.fontSize) >= 18.6 && Number(s.fontWeight) >= 700);
    if (ratio < (big ? 3 : 4.5)) found.add(`contrast ${ratio.toFixed(2)}: ${e.tagName.toLowerCase()}.${String(e.className).slice(0, 30)} "${n.data.trim().slice(0, 30)}" ${s.color} on ${back.slice(0, 3).map(Math.round)}`);
  }
  return [...found];
}

// What Tab reaches, in turn: a name for each, and whether its focus is seen.
export async function tabbed(page, most = 40) {
  const out = [];
  for (let i = 0; i < most; i++) {
    await page.keyboard.press("Tab");
    const here = await page.evaluate(() => { const e = document.activeElement; if (!e || e === document.body) return null; const s = getComputedStyle(e); return { name: (e.getAttribute("aria-label") || e.labels?.[0]?.textContent || e.textContent || e.id || e.tagName).trim().slice(0, 40), id: e.id, seen: (s.outlineStyle !== "none" && parseFloat(s.outlineWidth) > 0) || s.boxShadow !== "none" || (e.parentElement && getComputedStyle(e.parentElement).boxShadow !== "none") }; });
    if (!here) break;
    out.push(here);
  }
  return out;
}
