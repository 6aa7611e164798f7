r"""Documents kept in step with derivations: what stands between two markers is generated, the rest stays as it is.

    <!-- symroof: rooflines/matmul.I_matmul -->        Markdown, MyST, Quarto, Marp, HTML
    $$ ... $$
    <!-- /symroof -->

    % symroof: rooflines/matmul.I_matmul               TeX
    \[ ... \]
    % /symroof

A key is a derivation file without ``.py``, a dot, and a variable of it; a word after it chooses the form: ``display``
(default; ``display:44`` is broken to that width), ``numbered``, ``inline``, ``bare``, ``plain``, ``value``, ``number``
(``number:3``), ``integer``; a key without a variable is the whole page, or, with ``macros``,
every equation of it as a macro; a folder's macros are those of all its files.

Markers in code are examples and stay; in a notebook the Markdown cells are documents, one by one.  Macro maps are
refreshed as well:

    # symroof: rooflines/matmul macros        YAML, as in MyST's ``math:``, between these and ``# /symroof``
    {"symroof": "rooflines/matmul", ...}      JSON, as KaTeX takes it: what follows that member in its object
"""

from __future__ import annotations

import codecs
import os
import stat
import time
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, final

import symroof.regexes as re
from symroof.algebra.ratios.posynomial import exact
from symroof.decimals import brief
from symroof.errors import SymroofError
from symroof.intake import read_bytes
from symroof.writing.aligned import aligned
from symroof.writing.blocks import SORTS, Block, blocks, contents, differences, examples, joined
from symroof.writing.cells import cells_of, with_texts
from symroof.writing.files import SETTLING, Replacement
from symroof.writing.homes import homes_of, locate
from symroof.writing.macros import lines, table
from symroof.writing.page import Page, Step, read_page, record
from symroof.writing.render import body

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
PATIENCE = 40  # how often a document is read again that its author keeps saving


@final
@dataclass(frozen=True)
class Synced:
    """What sync found in one document: its blocks, whether they were stale, the difference, and whose code was run."""

    path: str
    blocks: int
    changed: bool
    diff: str
    check: bool = False
    examples: int = 0
    homes: tuple[str, ...] = ()

    def __str__(self) -> str:
        word = "block" if self.blocks == 1 else "blocks"
        state = "stale" if self.changed and self.check else "refreshed" if self.changed else "up to date"
        signs = "marker in code is an example" if self.examples == 1 else "markers in code are examples"
        said = f"{self.path}: {self.blocks} {word}, {state}" + (f"; {self.examples} {signs}" if self.examples else "")
        return f"{said}\n{self.diff}".rstrip("\n") if self.changed and self.check else said


@final
@dataclass
class _Run:
    """One call of sync: where keys are looked up, and what was found there."""

    root: str | Path | None
    pages: dict[Path, Page] = field(default_factory=dict)
    homes: dict[Path, tuple[Path, ...]] = field(default_factory=dict)
    found: dict[tuple[Path, str, bool], list[tuple[Path, str]]] = field(default_factory=dict)
    used: dict[Path, dict[str, None]] = field(default_factory=dict)  # the folders whose code a document has run

    def located(self, key: str, document: Path, where: str, folder: bool) -> list[tuple[Path, str]]:
        """The files of a key, each looked for once a document."""
        asked = (document, key, folder)
        if asked not in self.found:
            if document not in self.homes:
                self.homes[document] = homes_of(document, self.root)
            self.found[asked] = locate(key, self.homes[document], where, folder, trusted=self.root is not None)
        return self.found[asked]

    def page(self, file: Path, document: Path, where: str) -> Page:
        """The page of a derivation, run once; refused where a claim of it does not hold."""
        home = next((h for h in self.homes[document] if file.is_relative_to(h)), file.parent)
        self.used.setdefault(document, {})[str(home)] = None
        if file not in self.pages:
            self.pages[file] = read_page(file)
        if self.pages[file].failures:
            step = self.pages[file].failures[0]
            raise SymroofError(f"{where}: {file}, line {step.line} {step.fate}, so nothing is exported\n{step.failure}")
        return self.pages[file]


def sync(paths: Iterable[str | Path] | str | Path, check: bool = False, root: str | Path | None = None) -> list[Synced]:
    """Refresh the generated blocks of documents; with check, write nothing and report what is stale.

    Keys are looked up under ``root``, else in a folder ``derivations`` beside the document, above it up to the
    project's root, or here; code that others may write is not run (``writing/homes.py``).
    Every document is computed, and its new text written beside it, before the first is replaced: on any error (unknown
    key, nested or unclosed block, read-only file or folder) all stay as they are.  One that its author saves meanwhile
    is read again.  Raises SymroofError.
    """
    chosen = [Path(paths)] if isinstance(paths, (str, Path)) else [Path(p) for p in paths]
    run = _Run(root)
    results: list[Synced] = []
    waiting: list[tuple[Replacement, Path, bytes]] = []
    seen: set[Path] = set()
    try:
        for path in chosen:
            raw = read_bytes(path)
            out, result = _fresh(raw, path, run, check)
            results.append(result)
            if out != raw and not check and path.resolve() not in seen:
                if not _writable(path):
                    raise SymroofError(f"{path} is read-only; make it writable, or use --check")
                waiting.append((Replacement(path, out), path, raw))
            seen.add(path.resolve())
        for made, path, raw in waiting:
            _put(made, path, raw, run)
    finally:
        for made, _, _ in waiting:
            made.discard()
    return results


def _put(made: Replacement, path: Path, raw: bytes, run: _Run) -> None:
    """Put a document in place; where its author saved it meanwhile, what is saved is read and refreshed instead."""
    stands = raw  # what the file should hold
    try:
        for _ in range(PATIENCE):
            placed, theirs = made.put_instead_of(stands)
            if placed and theirs == stands:
                return
            stands = made.data if placed else _settled(path)
            out = _late(theirs, path, run) if placed else _fresh(stands, path, run, check=False)[0]
            if out == stands:
                return
            made.discard()
            made = Replacement(path, out)
    except FileNotFoundError:
        raise SymroofError(f"{path} was taken away meanwhile; nothing is written to it") from None
    finally:
        made.discard()
    raise SymroofError(f"{path} is being saved again and again; nothing is written to it")


def _settled(path: Path) -> bytes:
    """A document that somebody is saving, once two looks at it agree."""
    before, now = None, read_bytes(path)
    while before != now:
        time.sleep(SETTLING)
        before, now = now, read_bytes(path)
    return now


def _late(theirs: bytes, path: Path, run: _Run) -> bytes:
    """What an author saved as the document was replaced: refreshed if it reads, else as it is."""
    try:
        return _fresh(theirs, path, run, check=False)[0]
    except SymroofError:
        return theirs


def _fresh(raw: bytes, path: Path, run: _Run, check: bool) -> tuple[bytes, Synced]:
    """A document's bytes with its blocks refreshed, and what was found in it."""
    bom, encoding, text = decoded(raw)
    if path.suffix.lower() == ".ipynb":
        made, found = _notebook(text, path, run, check)
    else:
        made, found = _text(text, SORTS.get(path.suffix.lower(), "md"), path, str(path), run, check)
    try:
        out = bom + made.encode(encoding, "surrogatepass" if encoding.startswith("utf-16") else "strict")
    except UnicodeEncodeError as e:
        raise SymroofError(
            f"{path}: {e.object[e.start]!r} cannot be written in this file's encoding; save it as UTF-8"
        ) from None
    return out, replace(found, changed=out != raw, homes=tuple(run.used.get(path, ())))


def _text(text: str, sort: str, path: Path, said: str, run: _Run, check: bool) -> tuple[str, Synced]:
    """A text with its blocks refreshed; ``said`` is what messages call it."""
    found = blocks(text, sort, said)
    bodies = [_content(b, sort, f"{said}, line {b.line}", path, run) for b in found]
    inside = contents(text, found, bodies, sort)
    diff = differences(text, found, inside, said) if check else ""
    return joined(text, found, inside), Synced(said, len(found), False, diff, check, examples(text, sort))


def _notebook(text: str, path: Path, run: _Run, check: bool) -> tuple[str, Synced]:
    """A notebook with the blocks of its Markdown cells refreshed."""
    fresh, total = [], Synced(str(path), 0, False, "", check)
    for cell in cells_of(text, str(path)):
        made, found = _text(cell.text, "md", path, f"{path}, cell {cell.number}", run, check)
        diff, examples_too = total.diff + found.diff, total.examples + found.examples
        total = replace(total, blocks=total.blocks + found.blocks, diff=diff, examples=examples_too)
        if made != cell.text:
            fresh.append((cell, made))
    return with_texts(text, fresh), total


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


def _content(b: Block, sort: str, where: str, path: Path, run: _Run) -> str:
    """What belongs in a block, in the words of its kind of document."""
    macros = b.form == "macros"
    keys = b.key.split() if macros else [b.key]
    located = [found for key in keys for found in run.located(key, path, where, macros)]
    pages = [run.page(file, path, where) for file, _ in located]
    if macros:
        return "\n".join(lines(table(pages), "md" if sort == "html" else sort))
    if sort in ("yaml", "json"):
        raise SymroofError(f"{where}: this file takes macros only; write {b.key.rpartition('.')[0] or b.key} macros")
    variable = located[0][1]
    if not variable:
        return body(pages[0], "tex" if sort == "tex" else "md").strip("\n")
    if b.form.partition(":")[0] in ("number", "integer"):
        return number(step_of(pages[0], variable, where), b.form, where)
    step, form = step_of(pages[0], variable, where), b.form or ("inline" if b.inline else "display")
    if form.startswith("numbered"):
        return numbered(step, b.key, form, "qmd" if path.suffix.lower() == ".qmd" else sort)
    return formula(step, form, sort == "tex")


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
    body = _at_width(step, form)
    return f"\\[\n{body}\n\\]" if tex else f"$$\n{body}\n$$"


def _at_width(step: Step, form: str) -> str:
    """The equation, broken where it is wider than the form says: ``display:44`` for a column of two."""
    wide = form.partition(":")[2]
    return aligned([step], wide=int(wide)) if wide else aligned([step])


def numbered(step: Step, key: str, form: str, sort: str) -> str:
    """An equation with a number and a label after its key, as LaTeX, Quarto, or MyST and Jupyter Book write them."""
    label, body = re.sub(r"[^a-z0-9]+", "-", key.lower()).strip("-"), _at_width(step, form)
    if sort == "tex":
        return f"\\begin{{equation}}\\label{{eq:{label}}}\n{body}\n\\end{{equation}}"
    return f"$$\n{body}\n$$ " + (f"{{#eq-{label}}}" if sort == "qmd" else f"(eq-{label})")


def number(step: Step, form: str, where: str) -> str:
    """A value as prose has it: "240.2" (``number``), "240" (``number:3``), "241" (``integer``, of a threshold).

    Raises SymroofError for a value that is no number, or has no least size.
    """
    kind, _, digits = form.partition(":")
    value: Any = step.value
    found: Any = getattr(value, "integer", None) if kind == "integer" else getattr(value, "number", value)
    if hasattr(found, "value_core"):
        found = found.value
    if kind == "integer" and isinstance(value, int):
        found = value
    free = getattr(found, "free_symbols", None)
    if found is None or isinstance(found, (str, bool)) or free or not hasattr(found, "__float__"):
        raise SymroofError(f"{where}: {step.source.partition('=')[0].strip()} is no {kind}; bind its sizes first")
    if kind == "integer":
        return str(found)
    return brief(exact(str(found) if isinstance(found, float) else found), int(digits or 4))


def step_of(page: Page, variable: str, where: str) -> Step:
    """The equation that gives a variable its last value, or the record that it is."""
    named = {s.source.partition("=")[0].partition(":")[0].strip(): s for s in page.steps if s.kind == "equation"}
    if variable not in named:
        made = record(variable, page.namespace.get(variable))
        if made is not None:
            return made
        raise SymroofError(f"{where}: {page.path} has no equation {variable}; it has {', '.join(named) or 'none'}")
    return named[variable]


def _writable(path: Path) -> bool:
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        raise SymroofError(f"{path} was taken away meanwhile; nothing is written to it") from None
    return bool(mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH)) and os.access(path, os.W_OK)
