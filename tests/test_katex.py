"""Every formula that the derivations export, judged by KaTeX itself: npm's, outside Python.

``npm install --no-save --prefix /tmp/katex katex`` and ``SYMROOF_KATEX=/tmp/katex`` make these tests run; without
KaTeX they are skipped and say so.
"""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.exported import ROOT, exported

SCRIPT = """
const katex = require(process.argv[1]);
const formulas = JSON.parse(require("fs").readFileSync(0, "utf8"));
const bad = [];
for (const tex of formulas) {
  try { katex.renderToString(tex, {displayMode: true, throwOnError: true, strict: "error", trust: false}); }
  catch (e) { bad.push([tex, String(e.message)]); }
}
console.log(JSON.stringify({version: katex.version, bad}));
"""


def _katex() -> Path | None:
    for root in filter(None, (os.environ.get("SYMROOF_KATEX"), str(ROOT))):
        for found in (Path(root), Path(root) / "katex", Path(root) / "node_modules" / "katex"):
            if (found / "dist" / "katex.js").is_file():
                return found / "dist" / "katex.js"
    return None


pytestmark = pytest.mark.skipif(
    _katex() is None or shutil.which("node") is None,
    reason="no KaTeX: npm install --no-save --prefix /tmp/katex katex && export SYMROOF_KATEX=/tmp/katex",
)


def rejected(formulas: list[str]) -> list[list[str]]:
    """Formula and KaTeX's words, for each that it refuses."""
    command = ["node", "-e", SCRIPT, str(_katex())]
    done = subprocess.run(command, input=json.dumps(formulas), capture_output=True, text=True, check=True, timeout=60)
    return json.loads(done.stdout)["bad"]


def test_every_exported_formula_renders_in_katex() -> None:
    formulas = exported()
    assert len(formulas) > 300
    assert rejected(formulas) == []


def test_the_judge_refuses_what_katex_cannot_draw() -> None:
    assert [tex for tex, _ in rejected([r"\frac{1}{2}", r"\num{3}", r"\frac{1", "a & b"])] == [
        r"\num{3}", r"\frac{1", "a & b"
    ]  # fmt: skip
