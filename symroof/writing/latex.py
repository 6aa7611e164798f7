r"""Whatever we have to show, as a book's LaTeX, as ASCII algebra, or as Markdown.

A formula of any kind is first data (``records.form``), in which its symbols are set once they are known.
Only commands that KaTeX, MathJax and amsmath share are written.

>>> from symroof.algebra.ratios.posynomial import gen
>>> B, D, F = gen("B"), gen("D"), gen("F")
>>> print(latex(B * D * F / (B * D + D * F + B * F)))
\frac{BDF}{BD + DF + BF}
>>> print(plain(2 * B * D * F))
2*B*D*F
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symroof.algebra.interop.door import core
from symroof.keywords import told
from symroof.writing.formulas import PLAIN, Style
from symroof.writing.mathml import mathml
from symroof.writing.naming import Names, lettered, symbols_of, told_apart
from symroof.writing.records import form, shape
from symroof.writing.tabled import is_tabled, one_formula, shown
from symroof.writing.terms import neutral, text
from symroof.writing.typeset import Node, tex


@told
def latex(
    x: object,
    *,
    names: Mapping[str, str] | None = None,
    digits: int | None = None,
    siunitx: bool = False,
    order: object = None,
) -> str:
    r"""The LaTeX of an expression, ratio, number, operation or any record of ours, as a book prints it.

    names adds rows to the naming table, which serves many formulas: rows of symbols that one lacks are left alone;
    digits rounds numbers to significant digits (exact without it); siunitx writes numbers as ``\num{...}``; order gives
    ratios or operations whose order of terms is to be kept.

    >>> from fractions import Fraction
    >>> print(latex(197 * 10**12), latex(Fraction(1, 2)), latex(Fraction(9850, 41), digits=4))
    1.97 \times 10^{14} \frac{1}{2} 240.2

    Text is read as a formula; a table is an ``array``.  What no question is asked of is printed as well: relations, oo,
    symbols of any sign, powers and choices that others refuse.  Raises SymroofError for what has no printed form.
    """
    return tex(as_formula(x, names, Style(digits, siunitx), order))


def html(x: object, *, names: Mapping[str, str] | None = None, digits: int | None = None, order: object = None) -> str:
    """The same formula, or table, for a web page: a ``<math>`` element, which browsers draw without any script.

    >>> print(html("1/2"))
    <math display="block"><mfrac><mn>1</mn><mn>2</mn></mfrac></math>
    """
    return mathml(as_formula(x, names, Style(digits), order))


def as_formula(x: object, names: Names = None, style: Style = PLAIN, order: object = None) -> Node:
    """Anything that is shown, as one formula, its symbols set."""
    return formula(form(core(x) if isinstance(x, str) else _tables(x), style, order), names)


def _tables(x: object) -> object:
    """The records that are tables as formulas, also among several."""
    if type(x) in (tuple, list) and isinstance(x, (tuple, list)):
        return [_tables(i) for i in x]
    return one_formula(shown(x)) if is_tabled(x) else x


def formula(x: Node, names: Names = None) -> Node:
    """A formula with its symbols set, no two of them alike.

    Raises SymroofError where two have the same name in ``names``.
    """
    return lettered(x, told_apart(symbols_of(x), names))


def plain(x: Any, *, order: object = None) -> str:
    """ASCII algebra with explicit * and **; a record in the words that it has in a terminal, an optimum's value.

    >>> from fractions import Fraction
    >>> plain(Fraction(9850, 41))
    '9850/41'
    """
    if isinstance(x, (tuple, list)):
        return ", ".join(plain(i, order=order) for i in x)
    kind = shape(x)
    if kind == "optimum":
        return plain(x.value, order=order)
    return str(x) if isinstance(x, (str, bool)) or kind in _WORDED else text(neutral(x, order))


_WORDED = ("threshold", "approx", "op", "quantity", "logic")
