"""Looks a built site over: dead links, titles, headings in order, texts for pictures, names for what can be operated.

    python tools/check_site.py build/site        exits 1 and lists what is wrong

What only a browser knows, contrast and the way of the keyboard, is looked at by tools/look.mjs.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


class Looked(HTMLParser):
    """What a page says of itself."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.lang = self.viewport = self.title = ""
        self.headings: list[tuple[int, str]] = []
        self.links: list[tuple[str, str]] = []  # tag, target
        self.ids: list[str] = []
        self.nameless: list[str] = []
        self.open: list[tuple[str, dict[str, str], list[str]]] = []
        self.labels: set[str] = set()
        self.inputs: list[dict[str, str]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        a = {k: v or "" for k, v in attrs}
        if "id" in a:
            self.ids.append(a["id"])
        if tag == "html":
            self.lang = a.get("lang", "")
        if tag == "meta" and a.get("name") == "viewport":
            self.viewport = a.get("content", "")
        if tag == "label":
            self.labels.add(a.get("for", ""))
        if tag in ("input", "select", "textarea") and a.get("type") != "hidden":
            self.inputs.append(a)
        if tag == "img" and "alt" not in a:
            self.nameless.append(f"a picture without alt: {a.get('src', '')[:60]}")
        for key in ("href", "src"):
            if key in a:
                self.links.append((tag, a[key]))
        if tag not in VOID:
            self.open.append((tag, a, []))
            if "aria-label" in a or "title" in a:
                self.open[-1][2].append(a.get("aria-label") or a.get("title") or "")
        elif tag == "img" and self.open:
            self.handle_data(a.get("alt", ""))

    def handle_data(self, data: str) -> None:
        for _, _, words in self.open:
            words.append(data)

    def handle_endtag(self, tag: str) -> None:
        while self.open:
            name, a, words = self.open.pop()
            said = "".join(words).strip()
            if name == "title" and not any(t == "svg" for t, *_ in self.open):
                self.title = said
            if name in ("h1", "h2", "h3", "h4", "h5", "h6"):
                self.headings.append((int(name[1]), said))
            if (
                name in ("a", "button")
                and not said
                and a.get("aria-hidden") != "true"
                and ("href" in a or name == "button")
            ):
                self.nameless.append(f"a {name} without a name: {a.get('href', a.get('class', ''))[:60]}")
            if name == tag:
                return


def faults(site: Path) -> Iterator[str]:
    """Everything that is wrong, with the page it is on."""
    pages = {p: Looked(p.read_text(encoding="utf-8")) for p in sorted(site.rglob("*.html"))}
    titles: dict[str, Path] = {}
    for path, page in pages.items():
        at = path.relative_to(site).as_posix()
        yield from (f"{at}: {text}" for text in page.nameless)
        if not page.lang:
            yield f"{at}: no lang"
        if "width=device-width" not in page.viewport:
            yield f"{at}: no viewport for a phone"
        if not page.title:
            yield f"{at}: no title"
        if page.title in titles:
            yield f"{at}: the title {page.title!r} is also that of {titles[page.title].name}"
        titles[page.title] = path
        levels = [n for n, _ in page.headings]
        if levels.count(1) != 1:
            yield f"{at}: {levels.count(1)} headings of the first level"
        yield from (
            f"{at}: h{b} after h{a}: {t}" for (a, _), (b, t) in zip(page.headings, page.headings[1:]) if b > a + 1
        )
        yield from (f"{at}: a heading without words" for _, t in page.headings if not t)
        yield from (f"{at}: the id {i} twice" for i in sorted({i for i in page.ids if page.ids.count(i) > 1}))
        for a in page.inputs:
            if "md-toggle" in (a.get("class") or "").split():
                continue  # the theme's switches are never displayed: their labels are the controls
            if (
                not ({"aria-label", "aria-hidden", "aria-labelledby", "title"} & set(a))
                and a.get("id") not in page.labels
            ):
                yield f"{at}: an input without a label: {a.get('id', a.get('class', ''))}"
        yield from (f"{at}: {fault}" for fault in _links(path, page, pages, site))


def _links(path: Path, page: Looked, pages: dict[Path, Looked], site: Path) -> Iterator[str]:
    for tag, target in page.links:
        parts = urlsplit(target)
        if parts.scheme in ("http", "https") or target.startswith("//"):
            if tag in ("script", "img", "link"):
                yield f"needs the network: {target}"
            continue
        if parts.scheme:
            continue
        there = path
        if parts.path:
            base = site if parts.path.startswith("/") else path.parent
            there = (base / unquote(parts.path).lstrip("/")).resolve()
            there = there / "index.html" if there.is_dir() else there
        if not there.is_file():
            yield f"a dead link: {target}"
        elif parts.fragment and there in pages and unquote(parts.fragment) not in pages[there].ids:
            yield f"a dead link, no such place in the page: {target}"


if __name__ == "__main__":
    found = list(faults(Path(sys.argv[1] if len(sys.argv) > 1 else "build/site").resolve()))
    print("\n".join(found) or "nothing is wrong")
    sys.exit(bool(found))
