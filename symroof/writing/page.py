r"""A derivation file read as a page: docstring = theorem, comment = prose, assignment = equation, assert = claim.

The file is the reader's own Python module and is run exactly as ``python FILE`` would run it, one statement at a time;
that is the only place in the project where code is executed, and never on text from a document or a command line.

>>> print(read("# One.\nx = 2\nassert x == 2\n").markdown())
One.
<BLANKLINE>
$$
x = 2
$$
<BLANKLINE>
- ✓ $x = 2$
<BLANKLINE>
"""

from __future__ import annotations

import ast
import contextlib
import io
import sys
import time
import tokenize
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, final

from symroof.algebra.equality.identity import same
from symroof.errors import SymroofError
from symroof.runner import as_script, compiled, future_flags, run_code, source_of
from symroof.shown import markdown, visible
from symroof.writing.asserted import FATES, failing, nothing_said, remedy, unsettled
from symroof.writing.formulas import PLAIN, Style, about
from symroof.writing.latex import as_formula, formula, plain
from symroof.writing.naming import variable
from symroof.writing.records import RECORDS, approximation, form, shape, where
from symroof.writing.tabled import is_tabled
from symroof.writing.typeset import NOTHING, Frac, Node, Num, Words, line, parts, row, tex, walk

# What has no printed form, a list that holds itself too.
_NO_FORM = (SymroofError, TypeError, AttributeError, RecursionError)
Kind = Literal["prose", "equation", "claim", "code"]


@final
@dataclass(frozen=True)
class Step:
    """One statement or paragraph of a page; ``line`` is where it stands in the file."""

    kind: Kind
    line: int
    source: str = ""
    text: str = ""  # prose; the words of a claim
    left: Node = NOTHING  # of an equation
    sign: str = "="  # ":" before what is no value
    form: Node = NOTHING  # the right side of an equation; a claim
    ascii: str = ""  # the right side as ASCII algebra
    ok: bool = True
    failure: str = ""  # both sides of a claim that does not hold
    fate: str = "does not hold"  # of a claim that fails; "is undecided" or "says nothing" of others
    value: object = field(default=None, compare=False, repr=False)

    @property
    def cells(self) -> tuple[Node, ...]:
        """A formula in two parts, the second of which begins where formulas under one another are aligned."""
        if self.left == NOTHING:
            return (self.form,)
        if self.sign == ":":
            return row(self.left, ":", r"\quad", " "), row(" ", self.form)
        return row(self.left, " "), line(self.sign, self.form)

    @property
    def latex(self) -> str:
        """The LaTeX of an equation, its sides parted for an aligned environment, or of a claim; else empty."""
        return "&".join(map(tex, self.cells))

    @property
    def right(self) -> str:
        """The LaTeX of a claim that is a formula, or of an equation's right side."""
        return tex(self.form)

    @property
    def body(self) -> str:
        """The right side of an equation, in the order in which its page shows it."""
        return tex(line(self.sign, self.form) if self.sign == r"\approx" else self.form)


@visible
@final
@dataclass(frozen=True)
class Page:
    """A derivation, step by step, as it was proved while it was read."""

    path: str
    theorem: str
    notes: str
    steps: tuple[Step, ...]
    namespace: dict[str, object] = field(default_factory=dict, compare=False, repr=False)

    @property
    def failures(self) -> tuple[Step, ...]:
        """The claims that do not hold."""
        return tuple(s for s in self.steps if not s.ok)

    def markdown(self) -> str:
        """The page as Markdown, the same as ``render(page, "md")``."""
        return markdown(self)


@final
@dataclass(frozen=True)
class Result:
    """What a derivation file proves; ``str`` says it in one line, and both sides of each claim that fails."""

    path: str
    theorem: str
    checks: int
    failures: tuple[str, ...]
    seconds: float

    @property
    def ok(self) -> bool:
        """Every claim holds."""
        return not self.failures

    def __str__(self) -> str:
        word = "claim" if self.checks == 1 else "claims"
        line = f"{'ok  ' if self.ok else 'FAIL'} {self.path}: {self.theorem}"
        line += f" ({self.checks} {word}, {self.seconds * 1e3:.0f} ms)"
        if self.ok and not self.checks:
            line += "\n     nothing is proved: it has no assert; end it with what the book says"
        return "\n".join([line, *("     " + f.replace("\n", "\n     ") for f in self.failures)])


# -- reading ---------------------------------------------------------------------------------------------------------


def read_page(path: str | Path) -> Page:
    """Read and run a derivation file, statement by statement.

    Raises SymroofError with file and line where the file does not parse or a statement raises; an assertion that does
    not hold is no error but a step with ``ok`` False.
    """
    p = Path(path)
    try:
        source = source_of(p)
    except SyntaxError as e:
        raise SymroofError(f"{p}: {e.msg or e}") from None
    except UnicodeDecodeError as e:
        raise SymroofError(f"{p}: not the encoding the file declares: {e.reason}; save it as UTF-8") from None
    return read(source, str(p))


def read(source: str, path: str = "page.py") -> Page:
    """Read and run the text of a derivation; see ``read_page``."""
    try:
        tree = ast.parse(source, path)
        comments = _comments(source)
    except (SyntaxError, tokenize.TokenError, ValueError, RecursionError) as e:  # a null byte is a ValueError
        line = getattr(e, "lineno", None) or 1
        raise SymroofError(f"{path}, line {line}: not Python: {getattr(e, 'msg', e)}") from None
    except MemoryError:  # of Python's own parser
        raise SymroofError(f"{path}: nested too deeply to read") from None
    doc = (ast.get_docstring(tree) or "").strip()
    theorem, _, notes = doc.partition("\n\n")
    body = tree.body[1:] if doc else tree.body
    steps: list[Step] = []
    done, flags = 0, 0
    lines = source.splitlines()
    with as_script(path) as namespace:
        namespace["__doc__"] = ast.get_docstring(tree, clean=False)
        for statement in body:
            first, last = statement.lineno, statement.end_lineno or statement.lineno
            steps.extend(_prose(comments, done, first))
            flags |= future_flags(statement)
            steps.append(_step(statement, "\n".join(lines[first - 1 : last]), namespace, path, flags))
            done = last
    steps.extend(_prose(comments, done, len(lines) + 1))
    shown = tuple(s for s in steps if not (s.kind == "code" and not s.source))
    return Page(path, " ".join(theorem.split()), notes.strip(), shown, namespace)


def _comments(source: str) -> dict[int, str]:
    """Text of each comment that has a line to itself at the left margin."""
    out = {}
    for t in tokenize.generate_tokens(io.StringIO(source).readline):
        if t.type == tokenize.COMMENT and t.start[1] == 0 and not t.string.startswith("#!"):
            out[t.start[0]] = t.string.lstrip("#").strip()
    return out


def _prose(comments: dict[int, str], after: int, before: int) -> Iterator[Step]:
    """Paragraphs between two statements; neighbouring comment lines are one paragraph."""
    block: list[str] = []
    start = 0
    for n in range(after + 1, before + 1):
        if comments.get(n) and n < before:
            start = start if block else n
            block.append(comments[n])
        elif block:
            yield Step("prose", start, text=" ".join(block))
            block = []


def _step(node: ast.stmt, source: str, namespace: dict[str, Any], path: str, flags: int) -> Step:
    if isinstance(node, ast.Assert):
        return _claim(node, source, namespace, path)
    _run(node, namespace, path, flags)
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return Step("code", node.lineno, source)
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    if len(targets) == 1 and isinstance(targets[0], ast.Name) and targets[0].id in namespace:
        letter = targets[0].id
        return _equation(letter, namespace[letter], node.lineno, source, namespace)
    return Step("code", node.lineno, source)


def _run(node: ast.stmt, namespace: dict[str, Any], path: str, flags: int) -> None:
    """Execute one statement of the reader's own file, as Python would, but with its assertions whatever the flags."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.Assert) and (why := nothing_said(inner.test)):
            raise SymroofError(f"{path}, line {inner.lineno}: {ast.unparse(inner)}: {why}")
    with _placed(node, path):
        run_code(ast.Module([node], []), path, namespace, flags)


@contextlib.contextmanager
def _placed(node: ast.stmt | ast.expr, path: str) -> Iterator[None]:
    """Whatever ends the reader's own code before its end, an exit too, as an error of ours with file and line."""
    try:
        yield
    except KeyboardInterrupt as e:
        print(f"{path}, line {node.lineno}: interrupted here", file=sys.stderr)
        e.add_note("said")
        raise
    except BaseException as e:
        raise SymroofError(f"{path}, line {_line(e, path, node.lineno)}: {_said(e)}") from e


def _line(e: BaseException, path: str, outer: int) -> int:
    """Where in the file an error came up: inside a loop or a function, not at its head."""
    at = [f.lineno for f in traceback.extract_tb(e.__traceback__) if f.filename == path and f.lineno]
    return at[-1] if at else outer


def _said(e: BaseException) -> str:
    return "".join(traceback.format_exception_only(e)).strip() + remedy(e)


def _evaluate(node: ast.expr, namespace: dict[str, Any], path: str) -> Any:
    with _placed(node, path):
        return eval(compiled(ast.Expression(node), path, "eval"), namespace)  # the same file, one expression of it


def equation(letter: str, value: object, namespace: dict[str, Any]) -> Step:
    """One variable as a page shows it, with the operations beside it that say in which order terms stand."""
    return _equation(letter, value, 0, letter, namespace)


def record(letter: str, value: object) -> Step | None:
    """One of our records as a document shows it that asks for it by name, a table too; None for what is none.

    A page leaves it out, as bare code, for it says more than an equation.
    """
    if not (is_tabled(value) or where(type(value)) in RECORDS):
        return None
    return Step("equation", 0, letter, "", variable(letter), ":", as_formula(value), str(value), value=value)


def _orders(namespace: dict[str, Any]) -> list[object]:
    return [v for v in namespace.values() if not isinstance(v, type) and hasattr(v, "traffic") and hasattr(v, "work")]


def _equation(letter: str, value: Any, line: int, source: str, namespace: dict[str, Any]) -> Step:
    order = _orders(namespace)
    code = Step("code", line, source, value=value)
    if not _prints(value):
        return code
    try:
        kind = shape(value)
        ascii_form = plain(value, order=order)
        first = kind == "approx"
        body = formula(approximation(value, PLAIN, order, first) if first else form(value, order=order))
        tail = about(value) if kind == "formula" else NOTHING
    except _NO_FORM:
        return code
    if getattr(value, "name", None) == letter and getattr(value, "is_Symbol", False):
        return code  # B = dims("B") says nothing
    if isinstance(value, (str, bool)) or body == NOTHING:
        return code
    rounded = kind == "formula" and any(map(_unreadable, walk(body)))
    if rounded:
        body = tail if tail != NOTHING else formula(form(value, Style(4), order))
    elif tail not in (NOTHING, body):
        body = row(body, " ", r"\approx", " ", tail)
    sign = ":" if kind in ("threshold", "op") else r"\approx" if rounded else "="
    return Step("equation", line, source, "", variable(letter), sign, body, ascii_form, value=value)


def _unreadable(x: Node) -> bool:
    """Long numbers, as a machine's rates leave them: rounded to four digits they say more."""
    if isinstance(x, Num):
        return len(x.digits.partition(".")[2]) >= 7
    if not isinstance(x, Frac):
        return False
    top, bottom = (len(y.digits) if isinstance(y, Num) and y.digits.isdigit() else 0 for y in (x.top, x.bottom))
    first = parts(x.bottom)[0]
    long = isinstance(first, Num) and len(first.digits) >= 7 and first.digits[:7].isdigit()
    return long or (min(top, bottom) >= 2 and max(top, bottom) >= 4)


# -- claims ----------------------------------------------------------------------------------------------------------


def _claim(node: ast.Assert, source: str, namespace: dict[str, Any], path: str) -> Step:
    test = node.test
    words = source.strip()[len("assert") :].strip() if node.msg is None else ast.unparse(test)
    value, why = _judged(test, namespace, path)
    said = [f"{words} {why}" if why == "is false" else f"{words}\n{why}"]
    if why == "is false" and type(value).__module__.startswith("symroof."):
        said.append(str(value))  # "does not fit", "wrong": what a verdict of ours says
    sides = _sides(test) if why in ("", "is false") else None
    shown: Node = NOTHING
    pair = None
    if sides is not None:
        left, right, sign = sides
        a, b = pair = _evaluate(left, namespace, path), _evaluate(right, namespace, path)
        shown = _claim_formula(left, a, b, sign, namespace)
        said = [words, f"left:  {_shown(a)}", f"right: {_shown(b)}"]
        if why and isinstance(test, ast.Compare) and sign == "=" and _equal(a, b):
            said.append("these are equal, but == asks whether SymPy writes them alike: assert same(..., ...)")
    if why and node.msg is not None and not nothing_said(test):
        said.append(_message(node.msg, namespace, path))
    failure, fate = "\n".join(said) if why else "", FATES.get(why.partition(":")[0], "does not hold")
    return Step("claim", node.lineno, source, words, form=shown, ok=not why, failure=failure, fate=fate, value=pair)


def _judged(test: ast.expr, namespace: dict[str, Any], path: str) -> tuple[object, str]:
    """The value of a claim, and why it does not hold; "" where it holds."""
    if why := nothing_said(test):
        return None, why
    try:
        value = _evaluate(test, namespace, path)
    except SymroofError as e:
        if why := unsettled(e.__cause__, test):
            return None, why
        raise
    with _placed(test, path):
        return value, failing(value, test)


def _message(node: ast.expr, namespace: dict[str, Any], path: str) -> str:
    """What an assertion that does not hold says of itself; an error on the way to it hides no claim."""
    try:
        return str(_evaluate(node, namespace, path))
    except Exception as e:  # its text may be of anybody's making
        return f"its message does not print: {e if isinstance(e, SymroofError) else _said(e)}"


_OPERATORS: dict[type[ast.cmpop], str] = {
    ast.Eq: "=", ast.Gt: ">", ast.Lt: "<", ast.GtE: r"\ge", ast.LtE: r"\le", ast.NotEq: r"\ne"
}  # fmt: skip


def _sides(test: ast.expr) -> tuple[ast.expr, ast.expr, str] | None:
    """The two sides of a comparison, of same(a, b), or of same(a, b) is True."""
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        (op,), (right,) = test.ops, test.comparators
        if isinstance(op, ast.Is) and isinstance(right, ast.Constant) and right.value is True:
            return _sides(test.left)
        if type(op) in _OPERATORS:
            return test.left, right, _OPERATORS[type(op)]
        return None
    if (
        isinstance(test, ast.Call)
        and isinstance(test.func, ast.Name)
        and test.func.id == "same"
        and len(test.args) == 2
    ):
        return test.args[0], test.args[1], "="
    return None


def _claim_formula(left: ast.expr, a: object, b: object, sign: str, namespace: dict[str, Any]) -> Node:
    """A claim about formulas; nothing where code says it better."""
    if not isinstance(left, (ast.Name, ast.Attribute)) and not hasattr(a, "free_symbols"):
        return NOTHING
    if isinstance(a, (str, bool, float)) or isinstance(b, (str, bool)) or b is None or not (_prints(a) and _prints(b)):
        return NOTHING
    order = _orders(namespace)
    try:
        right = formula(form(b, order=order))
        front = variable(left.id) if isinstance(left, ast.Name) else formula(form(a, order=order))
    except _NO_FORM:
        return NOTHING
    if not isinstance(left, ast.Name) and front == right:
        front = _part(left)
    return NOTHING if front == NOTHING else line(front, sign, right)


def _part(x: ast.expr) -> Node:
    """What a claim calls its left side: ``I_wide.error`` is the error of I_wide."""
    if isinstance(x, ast.Attribute) and isinstance(x.value, ast.Name):
        return row(Words(f"{x.attr.replace('_', ' ')} of "), variable(x.value.id))
    return NOTHING


def _equal(a: Any, b: Any) -> bool:
    """Whether two sides that Python's == tells apart are the same function or number."""
    try:
        return _prints(a) and _prints(b) and same(a, b) is True
    except _NO_FORM:
        return False


def _shown(x: object) -> str:
    if isinstance(x, float):
        return repr(float(x))  # 0.1, not 1/10: what Python computed
    if not _prints(x):
        return f"a {type(x).__name__}, which does not print"
    try:
        return plain(x)
    except _NO_FORM:
        return repr(x)


def _prints(x: object) -> bool:
    """Whether another's object, or what holds one, has a text at all."""
    if type(x).__module__.partition(".")[0] in ("sympy", "symroof"):
        return True
    try:
        return isinstance(repr(x), str)
    except Exception:  # whose object it is may raise anything
        return False


# -- proving ---------------------------------------------------------------------------------------------------------


def prove(path: str | Path) -> Result:
    """Run one derivation file and say what it proves: theorem, number of claims, failures with both sides, time."""
    start = time.perf_counter()
    try:
        p = read_page(path)
    except SymroofError as e:
        return Result(str(path), "did not run to its end", 0, (str(e),), time.perf_counter() - start)
    claims = [s for s in p.steps if s.kind == "claim"]
    failures = tuple(f"line {s.line}: {s.failure}" for s in claims if not s.ok)
    theorem = p.theorem or "no docstring, so no theorem"
    return Result(str(path), theorem, len(claims), failures, time.perf_counter() - start)
