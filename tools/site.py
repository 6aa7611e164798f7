"""The site as static files: the pages of docs/, an API reference, a gallery of derivations, the table of machines.

    python tools/site.py build/site        builds it; warnings are errors (extra: docs)

The playground is put beside it by tools/playground.py, and tools/check_site.py looks the result over.
"""

from __future__ import annotations

import html
import importlib
import inspect
import re
import shutil
import sys
from pathlib import Path
from typing import Any

import symroof

ROOT = Path(__file__).parent.parent
DOCS, DERIVATIONS = ROOT / "docs", ROOT / "derivations"


UNBUILT = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>symroof playground, not built</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head><body><h1>The playground was not built</h1>
<p><code>python tools/playground.py build/site/playground</code> builds it; it needs npm's <code>pyodide</code>.</p>
</body></html>"""


def groups() -> dict[str, list[str]]:
    """The public names by the question they answer, as the package's docstring has them; then records and errors."""
    rows = re.findall(r"^\| ([^|]+\?) \| ([^|]+) \|$", symroof.__doc__ or "", re.M)
    found = {question: re.findall(r"``(\w+)``", names) for question, names in rows}
    told = {n for names in found.values() for n in names}
    rest = [n for n in symroof.__all__ if n not in told and n != "__version__"]
    errors = [n for n in rest if inspect.isclass(getattr(symroof, n)) and issubclass(getattr(symroof, n), Exception)]
    return found | {"What comes back": [n for n in rest if n not in errors], "What is refused": errors}


def fenced(text: str | None) -> str:
    """A docstring as Markdown, its examples as code."""
    out: list[str] = []
    inside = False
    for line in inspect.cleandoc(text or "").split("\n"):
        starts, blank = line.lstrip().startswith(">>> "), not line.strip()
        if starts and not inside:
            out += ["", "```pycon"]
        if inside and blank:
            out.append("```")
        inside = (starts or inside) and not blank
        out.append(line if inside else _prose(line))
    return "\n".join([*out, "```"] if inside else out)


def _prose(line: str) -> str:
    """A line of a docstring as Markdown: bm*bn is a product and no emphasis, outside of code."""
    parts = line.replace("``", "`").split("`")
    kept = [re.sub(r"(?<=[\w)])\*+(?=[\w(])", lambda m: r"\*" * len(m[0]), p) for p in parts[::2]]
    parts[::2] = kept
    return "`".join(parts)


def entry(name: str) -> str:
    """A public name: its signature, its docstring, and of a class what its objects have."""
    thing = getattr(symroof, name)
    lines = [f"## {name}", ""]
    if callable(thing):
        lines += ["```python", f"{name}{_signature(thing)}", "```", ""]
    lines += [fenced(thing.__doc__), ""]
    if inspect.isclass(thing):
        for member, value in sorted(vars(thing).items()):
            if not member.startswith("_") and (doc := getattr(value, "__doc__", None)) and _described(value):
                lines += [f"### {name}.{member}", "", fenced(doc), ""]
    return "\n".join(lines)


def _described(value: object) -> bool:
    kinds = (property, staticmethod, classmethod, symroof.lazy.once)
    return inspect.isfunction(value) or isinstance(value, kinds)


def _signature(thing: Any) -> str:
    try:
        text = str(inspect.signature(thing))
    except ValueError:
        return "(...)"
    text = re.sub(r"<function (\w+) at 0x[0-9a-f]+>", r"\1", text)
    text = re.sub(r"(: |-> )'([^']*)'", r"\1\2", text)  # annotations, which are kept as text
    return text if len(text) < 90 else text.replace(", ", ",\n    ").replace("(", "(\n    ", 1)


def slug(text: str) -> str:
    return re.sub(r"\W+", "-", text.lower()).strip("-")


def reference(folder: Path) -> list[dict[str, str]]:
    """A page for each group of names; returns their places in the navigation."""
    folder.mkdir(parents=True)
    index = [
        "# Reference",
        "",
        "Every public name, generated from its docstring. All of them are imported from `symroof`.",
        "",
    ]
    pages: list[dict[str, str]] = [{"All names": "reference/index.md"}]
    for title, names in groups().items():
        title = title[0].upper() + title[1:]
        path = f"{slug(title)}.md"
        (folder / path).write_text(f"# {title}\n\n" + "\n".join(map(entry, names)), encoding="utf-8")
        index.append(f"- {title} " + ", ".join(f"[`{n}`]({path}#{n.lower()})" for n in names))
        pages.append({title: f"reference/{path}"})
    (folder / "index.md").write_text("\n".join(index) + "\n", encoding="utf-8")
    return pages


def gallery(folder: Path) -> list[dict[str, str]]:
    """A page for each derivation, with its formulas and a picture of its first operation."""
    folder.mkdir(parents=True)
    index = ["# Gallery", "", "Each page is a derivation that was run, and so proved, while the site was built.", ""]
    pages: list[dict[str, str]] = [{"All derivations": "gallery/index.md"}]
    for path in sorted(DERIVATIONS.rglob("*.py")):
        key = path.relative_to(DERIVATIONS).with_suffix("").as_posix()
        made = derivation(path, key, folder)
        name = key.replace("/", "_")
        (folder / f"{name}.md").write_text(made[1], encoding="utf-8")
        index.append(f"- [{made[0]}]({name}.md), `{key}`")
        pages.append({key: f"gallery/{name}.md"})
    (folder / "index.md").write_text("\n".join(index) + "\n", encoding="utf-8")
    return pages


def derivation(path: Path, key: str, folder: Path) -> tuple[str, str]:
    """The title and the page of one derivation."""
    from symroof.writing.page import read_page
    from symroof.writing.render import render

    page = read_page(path)
    body = re.sub(r"<h1>.*?</h1>", "", render(page, "html").partition("<body>")[2].partition("</body>")[0], flags=re.S)
    title = page.theorem.replace("\n", " ").strip()
    parts = [f"# {title}", "", f"`symroof run {key}` proves it again.", "", _figure(page, path, key, folder),
             f'<div class="derivation">{re.sub(chr(10) + "+", chr(10), body.strip())}</div>', "",
             "## The file", "", "```python", path.read_text(encoding="utf-8").rstrip(), "```", ""]  # fmt: skip
    return title, "\n".join(parts)


def _figure(page: Any, path: Path, key: str, folder: Path) -> str:
    """The roofline of the first operation of a derivation that can be drawn; nothing where there is none."""
    from symroof.errors import SymroofError
    from symroof.model.ops import Op
    from symroof.writing.plot import plot

    chips = re.findall(r'on="([^"]+)"|attainable\(\w+, "([^"]+)"', path.read_text(encoding="utf-8"))
    chip = next((a or b for a, b in chips), "TPU v5e")
    out = folder / (key.replace("/", "_") + ".svg")
    for name, value in page.namespace.items():
        if isinstance(value, Op):
            try:
                plot(value, [chip], out)
            except SymroofError as e:
                print(f"  no picture of {key}.{name}: {str(e).splitlines()[0]}")
                continue
            alt = html.escape(f"Roofline of {chip} with {value.text}"[:180], quote=True)
            return f'<figure><img src="{out.name}" alt="{alt}"></figure>\n'
    return ""


def machines() -> str:
    """The table of machines as Markdown, each with its sources."""
    facts = importlib.import_module("symroof.machines")
    rows = [
        "| machine | peaks (FLOPs/s) | bandwidths (bytes/s) | ridge, bf16 or the first | source |",
        "|---|---|---|---|---|",
    ]
    for m in dict.fromkeys(facts.machines().values()):
        peaks = ", ".join(f"{d} {float(v):.4g}" for d, v in m.peaks.items())
        links = ", ".join(f"{k} {float(v):.4g}" for k, v in m.bandwidths.items())
        dtype, link = ("bf16" if "bf16" in m.peaks else next(iter(m.peaks))), next(iter(m.bandwidths))
        sources = dict.fromkeys(f.source for f in m.facts.values())
        shown = "; ".join(f"<{s}>" if s.startswith("http") else s for s in sources)
        rows.append(f"| {m.name} | {peaks} | {links} | {float(m.ridge(dtype, link)):.1f} | {shown} |")
    return "\n".join(rows)


def staged(work: Path) -> dict[str, Any]:
    """Everything MkDocs needs, in a folder; returns its settings."""
    import yaml

    source = work / "pages"
    shutil.copytree(DOCS, source, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    shutil.copy(DOCS / "assets" / "site.css", source)
    shutil.copy(DOCS / "assets" / "site.js", source)
    for page in source.rglob("*.md"):
        text = page.read_text(encoding="utf-8").replace("<!-- generated: machines -->", machines())
        up = "../" * len(page.relative_to(source).parents[:-1])
        text = text.replace("](playground/index.html)", f"]({up}playground/index.html)")
        page.write_text(text, encoding="utf-8")
    config: dict[str, Any] = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    made = {"Gallery": gallery(source / "gallery"), "Reference": reference(source / "reference")}
    config["nav"] = [{k: made.get(k, v)} for part in config["nav"] for k, v in part.items()]
    (source / "playground").mkdir(exist_ok=True)  # so that links to it are known; tools/playground.py fills it
    (source / "playground" / "index.html").write_text(UNBUILT, encoding="utf-8")
    return config


def build(out: Path) -> None:
    """Write the site."""
    import yaml

    work = out.with_name(out.name + "-source")
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    config = staged(work) | {"docs_dir": str(work / "pages"), "site_dir": str(out.resolve())}
    file = work / "mkdocs.yml"
    file.write_text(yaml.safe_dump(config, allow_unicode=True, sort_keys=False), encoding="utf-8")
    from mkdocs.commands.build import build as mkdocs_build
    from mkdocs.config import load_config

    mkdocs_build(load_config(str(file), strict=True))


if __name__ == "__main__":
    build(Path(sys.argv[1] if len(sys.argv) > 1 else "build/site").absolute())
