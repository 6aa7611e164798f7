r"""Documents kept in step with derivations: what stands between two markers is generated, the rest stays as it is.

    <!-- symroof: rooflines/matmul.I_matmul -->        Markdown, MyST, Quarto, Marp, HTML
    $$ ... $$
    <!-- /symroof -->

    % symroof: rooflines/matmul.I_matmul               TeX
    \[ ... \]
    % /symroof

A key is a derivation file without ``.py``, a dot, and a variable of it; a word after it chooses the form: ``display``
(default), ``inline``, ``bare``, ``plain``, ``value``; a key without a variable is the whole page, or ``macros``.
"""

from __future__ import annotations

import codecs
import difflib
import json
import os
import re
import stat
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import final

from symroof.errors import SymroofError
from symroof.writing.files import write_atomically
from symroof.writing.latex import latex
from symroof.writing.page import Page, Step, aligned, read_page, render

FORMS = ("display", "inline", "bare", "value", "plain", "page", "macros")
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_HTML_MARK = re.compile(r"<!--[ \t]*(?:symroof:[ \t]*(?P<key>[^\r\n]*?)|(?P<end>/symroof))[ \t]*-->")
_TEX_MARK = re.compile(r"^[ \t]*%+[ \t]*(?:symroof:[ \t]*(?P<key>[^\r\n]*?)|(?P<end>/symroof))[ \t]*$", re.MULTILINE)
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
        tex = path.suffix.lower() in (".tex", ".sty", ".ltx")
        found = blocks(text, tex, str(path))
        fresh = _refreshed(text, found, tex, path, root, pages)
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


def blocks(text: str, tex: bool, path: str = "document") -> list[Block]:
    """The generated blocks of a document in order; markers in code fences and code spans are left alone."""
    out: list[Block] = []
    opened: re.Match[str] | None = None
    hidden = [] if tex else _code_ranges(text)
    for m in (_TEX_MARK if tex else _HTML_MARK).finditer(text):
        line = text.count("\n", 0, m.start()) + 1
        if any(a <= m.start() < b for a, b in hidden):
            continue
        if m["end"]:
            if opened is None:
                raise SymroofError(f"{path}, line {line}: this block ends but none began; remove the end marker")
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
    form = rest[0] if rest else ""
    if len(rest) > 1 or (form and form not in FORMS):
        raise SymroofError(f"{path}, line {line}: {' '.join(rest)!r} is no form; known: {', '.join(FORMS)}")
    inline = "\n" not in text[opened.end() : closed.start()]
    inline = inline and "\r" not in text[opened.end() : closed.start()]
    return Block(key, form, opened.end(), closed.start(), line, inline)


def _refreshed(
    text: str, found: list[Block], tex: bool, path: Path, root: str | Path | None, pages: dict[Path, Page]
) -> str:
    out, at = [], 0
    for b in found:
        where = f"{path}, line {b.line}"
        body = _content(b, tex, where, path, root, pages)
        out.append(text[at : b.start])
        if b.inline:
            out.append(" ".join(body.split("\n")) if not tex else "\n" + body + "\n")
        else:
            eol = re.match(r"[^\r\n]*(\r\n|\n|\r)", text[b.start :])
            newline = eol[1] if eol else "\n"
            indent = re.search(r"[ \t]*\Z", text[b.start : b.end])
            out.append(newline + body.replace("\n", newline) + newline + (indent[0] if indent else ""))
        at = b.end
    return "".join([*out, text[at:]])


def _content(b: Block, tex: bool, where: str, path: Path, root: str | Path | None, pages: dict[Path, Page]) -> str:
    file, variable = locate(b.key, path, root, where)
    if file not in pages:
        pages[file] = read_page(file)
    page = pages[file]
    if page.failures:
        step = page.failures[0]
        raise SymroofError(f"{where}: {file}, line {step.line} does not hold, so nothing is exported\n{step.failure}")
    if not variable:
        if b.form == "macros":
            return macros([file], "tex").rstrip("\n")
        return _body(render(page, "tex" if tex else "md"), tex)
    return formula(step_of(page, variable, where), b.form or ("inline" if b.inline else "display"), tex)


def _body(text: str, tex: bool) -> str:
    if tex:
        text = text.split("\\begin{document}\n", 1)[1].rsplit("\\end{document}", 1)[0]
    return text.strip("\n")


def formula(step: Step, form: str, tex: bool = False) -> str:
    """One equation of a page in the form asked for."""
    if form == "plain":
        return step.ascii
    if form == "value":
        return latex(step.value)
    if form == "bare":
        return aligned([step])
    if form == "inline":
        return f"${aligned([step])}$"
    return f"\\[\n{aligned([step])}\n\\]" if tex else f"$$\n{aligned([step])}\n$$"


def step_of(page: Page, variable: str, where: str) -> Step:
    """The equation that gives a variable its last value."""
    named = {s.source.partition("=")[0].partition(":")[0].strip(): s for s in page.steps if s.kind == "equation"}
    if variable not in named:
        raise SymroofError(f"{where}: {page.path} has no equation {variable}; it has {', '.join(named) or 'none'}")
    return named[variable]


def locate(key: str, document: Path, root: str | Path | None, where: str) -> tuple[Path, str]:
    """The derivation file of a key and its variable, "" for the whole page."""
    stem, _, variable = key.rpartition(".") if "." in Path(key).name else (key, "", "")
    parts = Path(stem).parts
    if Path(stem).is_absolute() or ".." in parts or not parts:
        raise SymroofError(
            f"{where}: {key!r} is no key; write a path below derivations/, as in rooflines/matmul.I_matmul"
        )
    for folder in _roots(document, root):
        file = folder / f"{stem}.py"
        if file.is_file():
            return file, variable
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


_DIGITS = ("Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")


def macro_name(stem: str, variable: str) -> str:
    """A TeX command for a derivation's variable, letters only.

    >>> print(macro_name("q1_int8_matmul", "B_crit"))
    qOneIntEightMatmulBCrit
    """
    words = re.findall(r"[A-Za-z]+|\d", f"{stem} {variable}".replace("_", " "))
    made = [_DIGITS[int(w)] if w.isdigit() else w[0].upper() + w[1:] for w in words]
    joined = "".join(made)
    return joined[0].lower() + joined[1:] if joined else "symroof"


def macros(paths: Iterable[str | Path], to: str = "tex") -> str:
    r"""Every equation of derivation files as a macro: ``tex`` (\newcommand), or a map: ``json``, ``katex``, ``myst``.

    Raises SymroofError for another format, or when two equations would get one name.
    """
    if to not in ("tex", "json", "katex", "myst"):
        raise SymroofError(f"no macro format {to!r}; known: tex, json, katex, myst")
    table: dict[str, str] = {}
    for path in paths:
        for s in read_page(path).steps:
            if s.kind == "equation":
                made = "\\" + macro_name(Path(path).stem, s.source.partition("=")[0].partition(":")[0].strip())
                if made in table and table[made] != latex(s.value):
                    raise SymroofError(f"two equations would be called {made}; rename one of them")
                table[made] = s.latex.partition("&")[2].lstrip("= ") or latex(s.value)
    if to == "tex":
        return "".join(f"\\newcommand{{{n}}}{{\\ensuremath{{{body}}}}}\n" for n, body in table.items())
    return json.dumps({"math": {"macros": table}} if to == "myst" else table, indent=2, ensure_ascii=False) + "\n"
