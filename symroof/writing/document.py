r"""Documents kept in step with derivations: what stands between two markers is generated, the rest stays as it is.

    <!-- symroof: rooflines/matmul.I_matmul -->        Markdown, MyST, Quarto, Marp, HTML
    $$ ... $$
    <!-- /symroof -->

    % symroof: rooflines/matmul.I_matmul               TeX
    \[ ... \]
    % /symroof

A key is a derivation file without ``.py``, a dot, and a variable of it; a word after it chooses the form: ``display``
(default), ``inline``, ``bare``, ``plain``, ``value``; a key without a variable is the whole page, or, with ``macros``,
every equation of it as a macro; a folder's macros are those of all its files.  Macro maps are refreshed as well:

    # symroof: rooflines/matmul macros        YAML, as in MyST's ``math:``, between these and ``# /symroof``
    {"symroof": "rooflines/matmul", ...}      JSON, as KaTeX takes it: what follows that member in its object
"""

from __future__ import annotations

import codecs
import difflib
import os
import re
import stat
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import final

from symroof.errors import SymroofError
from symroof.writing.files import write_atomically
from symroof.writing.macros import json_members, lines, table
from symroof.writing.page import Page, Step, read_page
from symroof.writing.render import aligned, render

FORMS = ("display", "inline", "bare", "value", "plain", "page", "macros")
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_HTML_MARK = re.compile(r"<!--[ \t]*(?:symroof:[ \t]*(?P<key>[^\r\n]*?)|(?P<end>/symroof))[ \t]*-->")
_LINE_MARK = (  # a comment alone on its line, whatever ends the line
    r"(?:^|(?<=[\r\n]))[ \t]*%s+[ \t]*(?:symroof:[ \t]*(?P<key>[^\r\n]*?)|(?P<end>/symroof))[ \t]*(?=[\r\n]|\Z)"
)
_YAML_MARK = re.compile(_LINE_MARK % "#")
_TEX_MARK = re.compile(_LINE_MARK % "%")
_MARKS = {"md": _HTML_MARK, "tex": _TEX_MARK, "yaml": _YAML_MARK}
_SORTS = {".tex": "tex", ".sty": "tex", ".ltx": "tex", ".yml": "yaml", ".yaml": "yaml", ".json": "json"}
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})")


@final
@dataclass(frozen=True)
class Synced:
    """What sync found in one document: its blocks, whether they were stale, and the difference."""

    path: str
    blocks: int
    changed: bool
    diff: str
    check: bool = False

    def __str__(self) -> str:
        word = "block" if self.blocks == 1 else "blocks"
        if not self.changed:
            return f"{self.path}: {self.blocks} {word}, up to date"
        if not self.check:
            return f"{self.path}: {self.blocks} {word}, refreshed"
        return f"{self.path}: {self.blocks} {word}, stale\n{self.diff}".rstrip("\n")


@final
@dataclass(frozen=True)
class Block:
    """A generated block: where its content starts and ends, and what belongs there."""

    key: str
    form: str
    start: int
    end: int
    line: int
    inline: bool


def sync(paths: Iterable[str | Path] | str | Path, check: bool = False, root: str | Path | None = None) -> list[Synced]:
    """Refresh the generated blocks of documents; with check, write nothing and report what is stale.

    Keys are looked up under ``root``, else in a folder ``derivations`` beside the document, above it, or here.
    Every document is computed before the first is written: on any error (unknown key, nested or unclosed block,
    read-only file) nothing is written at all.  Raises SymroofError.
    """
    chosen = [Path(paths)] if isinstance(paths, (str, Path)) else [Path(p) for p in paths]
    pages: dict[Path, Page] = {}
    results: list[Synced] = []
    writes: list[tuple[Path, bytes]] = []
    for path in chosen:
        try:
            raw = path.read_bytes()
        except OSError as e:
            raise SymroofError(f"{path}: {e.strerror or e}") from None
        bom, encoding, text = decoded(raw)
        sort = _SORTS.get(path.suffix.lower(), "md")
        found = blocks(text, sort, str(path))
        fresh = _refreshed(text, found, sort, path, root, pages)
        try:
            out = bom + fresh.encode(encoding, "surrogatepass" if encoding.startswith("utf-16") else "strict")
        except UnicodeEncodeError as e:
            raise SymroofError(
                f"{path}: {e.object[e.start]!r} cannot be written in this file's encoding; save it as UTF-8"
            ) from None
        changed = out != raw
        if changed and not check:
            if not _writable(path):
                raise SymroofError(f"{path} is read-only; make it writable, or use --check")
            writes.append((path, out))
        results.append(Synced(str(path), len(found), changed, _diff(text, fresh, path) if changed else "", check))
    for path, out in writes:
        write_atomically(path, out)
    return results


def decoded(raw: bytes) -> tuple[bytes, str, str]:
    r"""The byte order mark, an encoding that gives every byte back, and the text.

    >>> decoded(b"caf\xe9")
    (b'', 'latin-1', 'café')
    """
    for bom, encoding in _BOMS:
        if raw.startswith(bom) and not (encoding == "utf-16-le" and raw.startswith(codecs.BOM_UTF32_LE)):
            try:
                body = raw[len(bom) :].decode(encoding, "surrogatepass" if encoding.startswith("utf-16") else "strict")
            except UnicodeDecodeError:
                break
            return bom, encoding, body
    try:
        return b"", "utf-8", raw.decode()
    except UnicodeDecodeError:
        return b"", "latin-1", raw.decode("latin-1")


def blocks(text: str, sort: str = "md", path: str = "document") -> list[Block]:
    """The generated blocks of a document in order; markers in code fences and code spans are left alone.

    ``sort`` is "md", "tex", "yaml" or "json".
    """
    if sort == "json":
        found = json_members(text, path)
        return [Block(key, "macros", start, end, text.count("\n", 0, start) + 1, True) for key, start, end in found]
    out: list[Block] = []
    opened: re.Match[str] | None = None
    hidden = _code_ranges(text) if sort == "md" else []
    for m in _MARKS[sort].finditer(text):
        line = text.count("\n", 0, m.start()) + 1
        if any(a <= m.start() < b for a, b in hidden):
            continue
        if m["end"]:
            if opened is None:
                raise SymroofError(
                    f"{path}, line {line}: this block ends but none began; begin it with symroof: KEY or remove the end"
                )
            out.append(_block(text, opened, m, path))
            opened = None
        elif opened is not None:
            first = text.count("\n", 0, opened.start()) + 1
            raise SymroofError(
                f"{path}, line {line}: a block begins inside the one of line {first}; end that one first, with /symroof"
            )
        else:
            opened = m
    if opened is not None:
        first = text.count("\n", 0, opened.start()) + 1
        raise SymroofError(f"{path}, line {first}: this block never ends; add the end marker, /symroof")
    return out


def _code_ranges(text: str) -> list[tuple[int, int]]:
    """Where Markdown shows code: fenced blocks, and spans between equal runs of backticks on one line."""
    out: list[tuple[int, int]] = []
    fence, start, at = "", 0, 0
    for line in text.splitlines(keepends=True):
        m = _FENCE.match(line)
        if fence:
            if m and m[1].startswith(fence) and not line[m.end() :].strip():
                out.append((start, at + len(line)))
                fence = ""
        elif m:
            fence, start = m[1], at
        else:
            out += [(at + s.start(), at + s.end()) for s in re.finditer(r"(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)", line)]
        at += len(line)
    if fence:
        out.append((start, len(text)))
    return out


def _block(text: str, opened: re.Match[str], closed: re.Match[str], path: str) -> Block:
    line = text.count("\n", 0, opened.start()) + 1
    key, *rest = (opened["key"] or "").split() or [""]
    if not key:
        raise SymroofError(
            f"{path}, line {line}: this block names nothing; write a key, as in rooflines/matmul.I_matmul"
        )
    if rest and rest[-1] == "macros":
        key, rest = " ".join([key, *rest[:-1]]), rest[-1:]
    form = rest[0] if rest else ""
    if len(rest) > 1 or (form and form not in FORMS):
        raise SymroofError(f"{path}, line {line}: {' '.join(rest)!r} is no form; known: {', '.join(FORMS)}")
    inline = "\n" not in text[opened.end() : closed.start()]
    inline = inline and "\r" not in text[opened.end() : closed.start()]
    return Block(key, form, opened.end(), closed.start(), line, inline)


def _refreshed(
    text: str, found: list[Block], sort: str, path: Path, root: str | Path | None, pages: dict[Path, Page]
) -> str:
    out, at = [], 0
    for b in found:
        where = f"{path}, line {b.line}"
        body = _content(b, sort, where, path, root, pages)
        out.append(text[at : b.start])
        eol = re.search(r"\r\n|\n|\r", text[b.start :] or text)
        newline = eol[0] if eol else "\n"
        if sort == "json":
            margin = re.search(r"[ \t]*\Z", text[: text.rfind('"symroof"', 0, b.start)])
            gap = newline + margin[0] if margin else newline
            out.append("".join(f",{gap}{row}" for row in body.split("\n") if row))
        elif b.inline:
            out.append(" ".join(body.split("\n")) if sort == "md" else "\n" + body + "\n")
        else:
            indent = re.search(r"[ \t]*\Z", text[b.start : b.end])
            marker = re.split(r"[\r\n]", text[: b.start])[-1]
            front = marker[: len(marker) - len(marker.lstrip())] if sort == "yaml" else ""
            out.append(newline + front + body.replace("\n", newline + front) + newline + (indent[0] if indent else ""))
        at = b.end
    return "".join([*out, text[at:]])


def _content(b: Block, sort: str, where: str, path: Path, root: str | Path | None, pages: dict[Path, Page]) -> str:
    keys = b.key.split() if b.form == "macros" else [b.key]
    located = [found for key in keys for found in locate(key, path, root, where, folder=b.form == "macros")]
    for file, _ in located:
        if file not in pages:
            pages[file] = read_page(file)
        if pages[file].failures:
            step = pages[file].failures[0]
            raise SymroofError(
                f"{where}: {file}, line {step.line} does not hold, so nothing is exported\n{step.failure}"
            )
    file, variable = located[0]
    if b.form == "macros":
        return "\n".join(lines(table([pages[f] for f, _ in located]), sort))
    if sort in ("yaml", "json"):
        raise SymroofError(f"{where}: this file takes macros only; write {b.key.rpartition('.')[0] or b.key} macros")
    if not variable:
        return _body(render(pages[file], "tex" if sort == "tex" else "md"), sort == "tex")
    return formula(
        step_of(pages[file], variable, where), b.form or ("inline" if b.inline else "display"), sort == "tex"
    )


def _body(text: str, tex: bool) -> str:
    if tex:
        text = text.split("\\begin{document}\n", 1)[1].rsplit("\\end{document}", 1)[0]
    return text.strip("\n")


def formula(step: Step, form: str, tex: bool = False) -> str:
    """One equation of a page in the form asked for."""
    if form == "plain":
        return step.ascii
    if form == "value":
        return step.body
    if form == "bare":
        return aligned([step], broken=False)
    if form == "inline":
        return f"${aligned([step], broken=False)}$"
    return f"\\[\n{aligned([step])}\n\\]" if tex else f"$$\n{aligned([step])}\n$$"


def step_of(page: Page, variable: str, where: str) -> Step:
    """The equation that gives a variable its last value."""
    named = {s.source.partition("=")[0].partition(":")[0].strip(): s for s in page.steps if s.kind == "equation"}
    if variable not in named:
        raise SymroofError(f"{where}: {page.path} has no equation {variable}; it has {', '.join(named) or 'none'}")
    return named[variable]


def locate(
    key: str, document: Path, root: str | Path | None, where: str, folder: bool = False
) -> list[tuple[Path, str]]:
    """The derivation file of a key and its variable, "" for the whole page; with ``folder`` all files of a folder."""
    stem, _, variable = key.rpartition(".") if "." in Path(key).name else (key, "", "")
    parts = Path(stem).parts
    if Path(stem).is_absolute() or ".." in parts or not parts:
        raise SymroofError(
            f"{where}: {key!r} is no key; write a path below derivations/, as in rooflines/matmul.I_matmul"
        )
    for home in _roots(document, root):
        file = home / f"{stem}.py"
        if file.is_file():
            return [(file, variable)]
        if folder and (files := sorted(f for f in (home / stem).glob("*.py") if not f.name.startswith("_"))):
            return [(f, "") for f in files]
    looked = ", ".join(str(f) for f in _roots(document, root)) or "no folder named derivations"
    raise SymroofError(f"{where}: no derivation {stem}.py; looked in {looked}")


def _roots(document: Path, root: str | Path | None) -> list[Path]:
    if root is not None:
        return [Path(root)]
    here = document.resolve().parent
    folders = [p / "derivations" for p in (here, *here.parents)] + [Path.cwd() / "derivations"]
    return [f for f in dict.fromkeys(folders) if f.is_dir()]


def _diff(old: str, new: str, path: Path) -> str:
    return "".join(
        line if line.endswith("\n") else line + "\n"
        for line in difflib.unified_diff(
            old.splitlines(keepends=True), new.splitlines(keepends=True), str(path), f"{path} (fresh)", n=1
        )
    )


def _writable(path: Path) -> bool:
    return bool(path.stat().st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH)) and os.access(path, os.W_OK)
