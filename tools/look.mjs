// Looks pages of a built site over in headless Chromium: contrast in both dresses, the keyboard, a phone's width.
// With a folder every page of the site is pictured whole: light, dark, grey, on a phone.
//   node tools/look.mjs build/site [folder for pictures]
// Needs chromium and npm's playwright-core; exits 0 with a word where one of them is missing.
import fs from "node:fs";
import path from "node:path";
import { chromium, faint, serve, tabbed } from "./browser.mjs";

const [site = "build/site", pictures] = process.argv.slice(2);
const PAGES = ["index", "start", "notation", "thresholds", "machines", "commands", "numbers", "tutorials/student", "gallery/index", "gallery/rooflines_matmul", "gallery/sharding_megatron", "reference/index", "reference/what-is-it", "developers/index"];
if (!fs.existsSync(process.env.CHROMIUM ?? "/usr/bin/chromium")) { console.log("skipped: no Chromium (apt install chromium)"); process.exit(0); }
const web = await serve(path.resolve(site)), failed = [];
const say = (what, faults) => { for (const f of faults) { failed.push(f); console.log(`FAIL ${what}: ${f}`); } };
const every = fs.readdirSync(site, { recursive: true }).filter((f) => f.endsWith(".html") && !/^(playground|404)/.test(f)).map((f) => f.slice(0, -5)).sort();
async function pictured(page, scheme) {
  for (const [dress, width] of scheme === "dark" ? [["dark", 1280]] : [["light", 1280], ["grey", 1280], ["phone", 375]]) {
    await page.setViewportSize({ width, height: 900 });
    for (const name of every) {
      await page.goto(`${web.url}/${name}.html`);
      if (dress === "grey") await page.addStyleTag({ content: "html { filter: grayscale(1); }" });
      await page.waitForTimeout(150);
      await page.screenshot({ path: path.join(pictures, `${name.replaceAll("/", "_")}_${dress}.png`), fullPage: true });
    }
  }
}

for (const scheme of ["light", "dark"]) {
  let browser;
  try { browser = await chromium(); } catch (e) { if (e.code !== "MODULE_NOT_FOUND") throw e; console.log("skipped: no playwright-core (npm install playwright-core)"); process.exit(0); }
  const page = await browser.context.newPage();
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
  for (const name of PAGES) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(`${web.url}/${name}.html`);
    await page.waitForTimeout(300);
    say(`${name}, ${scheme}`, (await page.evaluate(faint)).slice(0, 5));
    if (scheme === "dark") continue;
    const way = await tabbed(page, 12);
    say(`${name}, keyboard`, [...(way.length < 5 ? ["hardly anything can be reached"] : []), ...way.filter((w) => !w.seen).map((w) => `the focus on ${w.name} is not seen`)]);
  }
  await page.setViewportSize({ width: 375, height: 800 });
  for (const name of scheme === "light" ? every : []) {
    await page.goto(`${web.url}/${name}.html`);
    say(`${name}, phone`, (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth + 1)) ? ["wider than the screen"] : []);
  }
  if (pictures) await pictured(page, scheme);
  await browser.stop();
}
web.server.close();
console.log(failed.length ? `${failed.length} faults` : `all good: ${PAGES.length} pages, light and dark; ${every.length} on a phone`);
process.exit(failed.length ? 1 : 0);
