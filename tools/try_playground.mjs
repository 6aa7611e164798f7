// Tries the playground in headless Chromium:  node tools/try_playground.mjs build/site [folder for pictures]
// Needs chromium and npm's playwright-core; exits 0 with a word where one of them is missing.
import fs from "node:fs";
import path from "node:path";
import { chromium, faint, serve, tabbed } from "./browser.mjs";

const [site = "build/site", pictures] = process.argv.slice(2);
if (!fs.existsSync(process.env.CHROMIUM ?? "/usr/bin/chromium")) { console.log("skipped: no Chromium (apt install chromium)"); process.exit(0); }
let browser;
try { browser = await chromium(); } catch (e) { if (e.code !== "MODULE_NOT_FOUND") throw e; console.log("skipped: no playwright-core (npm install playwright-core)"); process.exit(0); }
const { context } = browser, web = await serve(path.resolve(site)), home = web.url + "/playground/index.html", failed = [];
const say = (what, good, more = "") => { console.log(`${good ? "ok  " : "FAIL"} ${what}${more ? ": " + more : ""}`); if (!good) failed.push(what); };
const answered = (page, state = "answered") => page.waitForFunction((s) => document.body.dataset.state === s, state, { timeout: 60000 });
const open = async (hash = "", size = { width: 1100, height: 900 }) => { const page = await context.newPage(); page.said = []; page.on("console", (m) => m.type() === "error" && page.said.push(m.text())); page.on("pageerror", (e) => page.said.push(String(e))); await page.setViewportSize(size); await page.goto(home + hash); return page; };
const picture = async (page, name) => pictures && page.screenshot({ path: path.join(pictures, `playground_${name}.png`), fullPage: true });

let began = Date.now();
const page = await open();
await answered(page);
const cold = Date.now() - began;
say("the first answer, cold, below 6 s", cold < Number(process.env.SYMROOF_COLD_MS ?? 6000), `${(cold / 1000).toFixed(2)} s`);
say("formulas are there", (await page.locator("#formulas math").count()) >= 4);
say("the chips are listed", (await page.locator("#on option").count()) > 30);
say("the roofline is drawn and described", (await page.locator("#chart svg polyline").count()) === 1 && (await page.locator("#chart desc").textContent()).includes("FLOPs/byte"));

await page.locator("#range-B").focus();
const before = await page.locator("#numbers").textContent();
await page.evaluate(() => { document.body.dataset.state = ""; });
await page.keyboard.press("ArrowRight");
await answered(page);
say("a slider moves the numbers", before !== (await page.locator("#numbers").textContent()));
const moved = await page.evaluate(async () => {
  const times = [], range = document.getElementById("range-B"), start = Number(range.value);
  const seen = () => new Promise((resolve) => { new MutationObserver((_, watch) => { if (document.body.dataset.state) { watch.disconnect(); resolve(); } }).observe(document.body, { attributeFilter: ["data-state"] }); });
  for (let i = 0; i < 51; i++) {
    document.body.dataset.state = "";
    const answered = seen();
    range.value = start + (i % 26);
    const began = performance.now();
    range.dispatchEvent(new Event("input", { bubbles: true }));
    await answered;
    document.body.getBoundingClientRect(); // laid out, too
    times.push([performance.now() - began, Number(document.body.dataset.ms)]);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  return times;
});
const middle = (column) => moved.map((t) => t[column]).sort((a, b) => a - b)[25].toFixed(1);
say("then a move of a slider is seen in 20 ms (the median of 51)", Number(middle(0)) < Number(process.env.SYMROOF_WARM_MS ?? 20), `${middle(0)} ms, of which Python ${middle(1)} ms; the first five ${moved.slice(0, 5).map((t) => t[0].toFixed(0)).join(", ")}`);

await page.fill("#op", "bf16[B, D] * int8[D, F] -> bf16[B, F]");
await page.fill("#size-B", "137");
await page.waitForTimeout(600);
await page.click("#share");
const link = page.url(), shown = await page.locator("#numbers").textContent();
const second = await context.newPage();
began = Date.now();
await second.goto(link);
await answered(second);
say("a link carries the state", (await second.locator("#numbers").textContent()) === shown && (await second.inputValue("#size-B")) === "137", `open again in ${((Date.now() - began) / 1000).toFixed(2)} s`);
await second.close();

await page.fill("#mine", "42 days"); await page.fill("#right", "44.3 days"); await page.click("#check button");
await page.waitForFunction(() => document.getElementById("verdict").textContent);
say("an answer is checked", (await page.textContent("#verdict")).startsWith("wrong: the value is 44.3 days"));

await page.fill("#mine", "sin(x)"); await page.fill("#right", "cos(x)"); await page.click("#check button");
await page.waitForFunction(() => !document.getElementById("verdict").textContent.startsWith("wrong: the value is 44.3"));
say("what has no rule is refused in words", !/No module|Traceback|could not answer/.test(await page.textContent("#verdict")), await page.textContent("#verdict"));

for (const [what, text, words] of [["empty notation", "", "is empty"], ["nonsense", "bf16[B, D", "unmatched '['"], ["markup", "<img src=x onerror=alert(1)>", ""], ["a nest", "[".repeat(500), "nest"]]) {
  await page.fill("#op", text);
  await answered(page, "refused");
  const said = await page.textContent("#error");
  say(`${what} gets a sentence`, said.length > 10 && said.includes(words) && (await page.locator("img").count()) === 0, said.split("\n")[0].slice(0, 70));
  await page.fill("#op", "bf16[B, D] * bf16[D, F] -> bf16[B, F]");
  await answered(page);
}
for (const [what, hash, words] of [["no operation", "#rubbish", "broken"], ["a broken escape", "#op=%E0%A4%A", "broken"], ["sizes that are none", "#op=bf16[N]+-%3E+bf16[N]&n.N=-3&n.M=x", "4096 stands"], ["an unknown chip", "#op=copy(bf16[N])+-%3E+bf16[N]&on=nochip", "unknown machine"], ["a lone equals sign", "#=&&n.=1", "broken"]]) {
  const other = await open(hash);
  await other.waitForFunction(() => ["answered", "refused"].includes(document.body.dataset.state), null, { timeout: 60000 });
  const said = (await other.textContent("#status")) + (await other.textContent("#error"));
  say(`a link with ${what} gets a sentence`, said.includes(words), said.slice(0, 70));
  await other.close();
}

for (const scheme of ["light", "dark"]) {
  await page.emulateMedia({ colorScheme: scheme });
  const found = await page.evaluate(faint);
  say(`contrast, ${scheme}`, found.length === 0, found.slice(0, 3).join("; "));
  await picture(page, scheme);
}
await page.emulateMedia({ colorScheme: "light" });
for (const [name, width] of [["phone", 360], ["wide", 1800]]) {
  await page.setViewportSize({ width, height: 800 });
  await page.waitForTimeout(500);
  say(`nothing is cut off, ${name}`, await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth + 1));
  await picture(page, name);
}
const fresh = await open();
await answered(fresh);
const way = await tabbed(fresh);
say("the keyboard reaches everything, and it is seen", ["op", "on", "given", "size-B", "range-B", "share", "mine"].every((id) => way.some((w) => w.id === id)) && way.every((w) => w.seen), `${way.length} stops${way.filter((w) => !w.seen).map((w) => ", unseen: " + w.name)}`);
await fresh.evaluate(() => navigator.serviceWorker.ready.then(() => caches.keys()));
say("no errors in the console", page.said.length + fresh.said.length === 0, [...page.said, ...fresh.said].slice(0, 2).join("; "));
await fresh.close();

await context.setOffline(true);
const off = await open();
await answered(off);
say("it works without a network after the first visit", true);
await off.close();
await context.setOffline(false);
await page.close();
await browser.stop();

for (const [what, prepare, words] of [
  ["no WebAssembly", (p) => p.addInitScript(() => { delete globalThis.WebAssembly; }), "no WebAssembly"],
  ["no network for Python", (p) => p.context().route("**/pyodide/*", (r) => r.abort()), "Is there a network?"],
  ["a broken archive", (p) => p.context().route("**/symroof.zip", (r) => r.fulfill({ status: 404, body: "" })), "could not be loaded"],
]) {
  const again = await chromium(), p = await again.context.newPage();
  await prepare(p);
  await p.goto(home);
  await p.waitForFunction(() => document.body.dataset.state === "failed", null, { timeout: 30000 });
  say(`${what}: a sentence`, (await p.textContent("#error")).includes(words), (await p.textContent("#error")).slice(0, 60));
  if (what === "no WebAssembly") await picture(p, "no_wasm");
  await again.stop();
}
web.server.close();
console.log(failed.length ? `${failed.length} failed` : "all good");
process.exit(failed.length ? 1 : 0);
