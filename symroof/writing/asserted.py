"""What an assertion of a derivation claims: whether it holds, and where it cannot be told or says nothing, why.

Python asks only whether a value is true, and most are whatever they hold: a tuple, a formula, a function that was not
called.  A claim of such a value says nothing, and one whose truth cannot be told is open; neither of them holds.

>>> import ast
>>> print(nothing_said(ast.parse("(B == D, 'never')", mode="eval").body))
says nothing: a tuple is true whatever is in it; without its parentheses it is a claim: assert B == D, 'never'
"""

from __future__ import annotations

import ast
import types

from symroof.errors import Inconclusive, SymroofError

_NAMES: dict[type[ast.expr], str] = {
    ast.Tuple: "a tuple", ast.List: "a list", ast.Set: "a set", ast.Dict: "a dict", ast.Lambda: "a function",
    ast.GeneratorExp: "a generator", ast.JoinedStr: "a text", ast.Constant: "a constant",
}  # fmt: skip
_PYTHONS = (
    types.FunctionType,
    types.MethodType,
    types.BuiltinFunctionType,
    types.GeneratorType,
    types.ModuleType,
    type,
)
_ORDERS: dict[type[ast.cmpop], str] = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
FATES = {"undecided": "is undecided", "says nothing": "says nothing"}  # by how the reason begins
_NO_TRUTH = "cannot determine truth value of Relational"  # what SymPy says of an inequality that it does not decide


def nothing_said(test: ast.expr) -> str:
    """Why an assertion is true as it is written, with what to write instead; "" where it depends on something.

    >>> [bool(nothing_said(ast.parse(t, mode="eval").body)) for t in ("x or 'text'", "x and 'text'", "[]", "f(x)")]
    [True, False, False, False]
    """
    if not _always_true(test):
        return ""
    why = f"says nothing: {_NAMES.get(type(test), 'what stands here')} is true whatever is in it"
    match test:
        case ast.Tuple(elts=[claim, ast.Constant(value=str()) | ast.JoinedStr() as words]):
            remedy = f"without its parentheses it is a claim: assert {ast.unparse(claim)}, {ast.unparse(words)}"
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
            remedy = f"claim what is in it: assert {' and '.join(map(ast.unparse, parts))}"
        case ast.GeneratorExp():
            remedy = f"ask it of all: assert all({ast.unparse(test).removeprefix('(').removesuffix(')')})"
        case ast.Lambda():
            remedy = "call it"
        case ast.BoolOp():
            return "says nothing: one side of it is true whatever the other is; a text goes behind a comma"
        case _:
            remedy = "write what holds"
    return f"{why}; {remedy}"


def _always_true(x: ast.expr) -> bool:
    """Whether Python takes an expression to be true whatever its names stand for."""
    match x:
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
            return any(not isinstance(p, ast.Starred) for p in parts)
        case ast.Dict(keys=keys):
            return any(k is not None for k in keys)
        case ast.JoinedStr(values=parts):
            return any(isinstance(p, ast.Constant) for p in parts)
        case ast.Constant(value=value):
            return bool(value)
        case ast.BoolOp(op=op, values=parts):
            return (any if isinstance(op, ast.Or) else all)(map(_always_true, parts))
        case ast.NamedExpr(value=value):
            return _always_true(value)
    return isinstance(x, (ast.Lambda, ast.GeneratorExp))


def failing(value: object, test: ast.expr) -> str:
    """Why a claim of this value does not hold: it is false, open, or says nothing; "" where it holds."""
    if _true_as_any(value):
        return _no_claim(value)
    try:
        return "" if value else "is false"
    except RecursionError:
        raise
    except SymroofError as e:
        return unsettled(e, test) or f"undecided: {e}"
    except Exception as e:  # the value of a library, which may refuse in any way: that is no yes and no no
        return unsettled(e, test) or f"undecided: {type(e).__name__}: {e}"


def unsettled(e: BaseException | None, test: ast.expr) -> str:
    """What is open where an error says that a question is, with what to ask instead; "" for any other error."""
    if isinstance(e, Inconclusive):
        return f"undecided: {str(e).removeprefix('undecided: ')}"
    if _of_relation(e):
        return f"undecided: SymPy {e}, for it does not know what sizes are; {_asked(test)}"
    return ""


def remedy(e: BaseException) -> str:
    """What to write where SymPy was asked for the truth of an inequality in the midst of other code; else nothing."""
    return f"; {_asked(None)}" if _of_relation(e) else ""


def _of_relation(e: BaseException | None) -> bool:
    return isinstance(e, TypeError) and str(e).startswith(_NO_TRUTH)


def _asked(test: ast.expr | None) -> str:
    """The question as symroof decides it."""
    if isinstance(test, ast.Compare) and all(type(o) in _ORDERS for o in test.ops):
        sides = [test.left, *test.comparators]
        both = zip(sides, sides[1:], (_ORDERS[type(o)] for o in test.ops), strict=False)
        return "write assert " + " and ".join(f'prove({ast.unparse(a)}, {ast.unparse(b)}, "{o}")' for a, b, o in both)
    return 'write it with prove, as in assert prove(f, g, ">=")'


def _true_as_any(value: object) -> bool:
    """Whether a value is true only because every object is: formulas, our records without a yes and no, functions.

    Another's object may stand for "there is one", as what ``re.search`` finds.
    """
    kind = type(value)
    if hasattr(kind, "__bool__") or hasattr(kind, "__len__") or getattr(value, "is_Number", False):
        return False  # SymPy gives a truth value to 0 alone among its numbers
    ours = hasattr(value, "free_symbols") or kind.__module__.partition(".")[0] == "symroof"
    return ours or isinstance(value, _PYTHONS)


def _no_claim(value: object) -> str:
    if isinstance(value, _PYTHONS):
        said = f"{getattr(value, '__name__', 'it')} is a {type(value).__name__}, which is true as it is"
        return f"says nothing: {said}; call it, or say what holds of it"
    if getattr(value, "is_Boolean", False):
        return f"undecided: {value} is a formula to SymPy and neither true nor false; {_asked(None)}"
    said = f"to Python {value} is true whatever it is, a formula or record and no yes or no"
    return f'says nothing: {said}; say what holds of it, as in assert same(f, g) or assert prove(f, g, ">")'
