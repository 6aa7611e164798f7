// Whether equations fit their column: every display formula of every derivation's page in two columns, set by KaTeX in Chromium.
//   python -m symroof ... is asked for the pages; node tools/columns.mjs [points of a column, 217 for A4 with margins of 2.5 cm]
// Needs chromium and npm's playwright-core and katex (NODE_HOME); exits 0 with a word where one of them is missing.
import fs from "node:fs";
import path from "node:path";
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { chromium } from "./browser.mjs";

const column = Number(process.argv[2] ?? 217), at = createRequire(path.join(process.env.NODE_HOME ?? process.cwd(), "package.json"));
let browser, katex;
try { browser = await chromium(); katex = at("katex"); } catch (e) { if (e.code !== "MODULE_NOT_FOUND") throw e; console.log("skipped: no playwright-core or katex (npm install playwright-core katex)"); process.exit(0); }
const home = path.dirname(at.resolve("katex/package.json")), css = fs.readFileSync(path.join(home, "dist/katex.min.css"), "utf8").replaceAll("url(fonts/", `url(file://${home}/dist/fonts/`);
const ASK = `
import json, pathlib
from symroof.writing.page import read_page
from symroof.writing.render import render
for f in sorted(pathlib.Path("derivations").glob("*/*.py")):
    if f.parent.name != "tracing":
        print(json.dumps([f.stem, render(read_page(f), "md", 2).split("$$")[1::2]]))
`;
const pages = execFileSync(process.env.PYTHON ?? "python", ["-c", ASK], { encoding: "utf8" }).trim().split("\n").map(JSON.parse);
const file = path.join(fs.mkdtempSync("/tmp/columns-"), "all.html");
const shown = pages.flatMap(([name, all]) => all.map((tex) => { try { return `<div title="${name}">${katex.renderToString(tex, { displayMode: true })}</div>`; } catch (e) { throw new Error(`${name}: ${e.message}\n${tex}`); } }));
fs.writeFileSync(file, `<!doctype html><meta charset="utf-8"><style>${css} div { width: ${column}pt; font-size: 10pt; overflow: auto } .katex { font-size: 1em !important }</style>${shown.join("\n")}`);
const page = await browser.context.newPage();
await page.goto(`file://${file}`);
await page.evaluate(() => document.fonts.ready);
const wide = await page.evaluate(() => [...document.querySelectorAll("div")].map((d) => [d.title, d.scrollWidth - d.clientWidth, d.querySelector("annotation").textContent]).filter(([, over]) => over > 1));
for (const [name, over, tex] of wide) console.log(`FAIL ${name}: ${Math.round(over * 0.75)} pt too wide\n${tex.trim()}`);
console.log(`${shown.length} formulas in a column of ${column} pt: ${wide.length} overflow`);
await browser.stop();
fs.rmSync(path.dirname(file), { recursive: true });
process.exit(wide.length ? 1 : 0);
