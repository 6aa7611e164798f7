"""What leaves the house as LaTeX: every formula, page and picture; run as a program it writes them for ``.ci/tex``."""

import re
import sys
from pathlib import Path

from symroof.writing.draw import pgfplots
from symroof.writing.latex import latex
from symroof.writing.page import read_page
from symroof.writing.plot import batch_chart, regime_map, roofline
from symroof.writing.render import aligned, render
from symroof.writing.rich import rich

ROOT = Path(__file__).parent.parent
BOOK = sorted((ROOT / "derivations").rglob("*.py"))
HEAD = r"""\documentclass{article}
\usepackage{amsmath, amssymb}
%s
\begin{document}
"""


def exported(siunitx: bool = False) -> list[str]:
    """Equations and claims of every derivation, singly, in aligned blocks, and as rich results; or with siunitx."""
    out: list[str] = []
    for path in BOOK:
        page = read_page(path)
        equations = [s for s in page.steps if s.kind == "equation"]
        if siunitx:
            out += [latex(s.value, siunitx=True) for s in equations]
            continue
        out += [aligned([s]) for s in equations] + [aligned(equations)] * (len(equations) > 1)
        out += [s.right for s in page.steps if s.kind == "claim" and s.right]
        out += [latex(s.value) for s in equations] + [latex(s.value, digits=4) for s in equations]
        for s in equations:
            for text in rich(s.value).values():
                out += [m.replace("$", "") for m in re.findall(r"\$[^$]+\$", text)]
    return list(dict.fromkeys(out))


def document(formulas: list[str], packages: str = "") -> str:
    """A TeX document with one display for each formula."""
    return HEAD % packages + "\n".join(f"\\[ {tex} \\]" for tex in formulas) + "\n\\end{document}\n"


def pictures() -> str:
    """One picture of each sort, in pgfplots."""
    from symroof import op

    matmul = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")
    dot = op("bf16[N_tokens] * bf16[N_tokens] -> bf16[1]")
    charts = [
        roofline("TPU v5e", [matmul, dot], bandwidths=["4.1e11", "1.64e12"]),
        roofline(["TPU v5e", "H100", "MI300X", "TPU v6e", "TPU v5p"], matmul),
        batch_chart(matmul, ["TPU v5e", "H100"]),
        regime_map(matmul, "TPU v5e"),
    ]
    packages = "\\usepackage[margin=1cm]{geometry}\n\\usepackage{pgfplots}\n\\pgfplotsset{compat=1.16}"
    return HEAD % packages + "\\clearpage\n".join(map(pgfplots, charts)) + "\\end{document}\n"


def main(folder: Path) -> None:
    """Write everything into a folder, a .tex file each, and say how much there is."""
    formulas, numbers = exported(), exported(siunitx=True)
    made = {"formulas": document(formulas), "pictures": pictures()}
    made["siunitx"] = document(numbers, "\\usepackage{siunitx}")
    made |= {"page-" + "-".join(p.relative_to(ROOT / "derivations").with_suffix("").parts): p for p in BOOK}
    for name, what in made.items():
        (folder / f"{name}.tex").write_text(what if isinstance(what, str) else render(read_page(what), "tex"), "utf-8")
    print(f"{len(BOOK)} pages, {len(formulas)} formulas, {len(numbers)} with siunitx, 4 pictures")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
