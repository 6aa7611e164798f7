"""The worked example of docs/architecture.md in a copy of the package: sinh takes two files."""

from __future__ import annotations

import math
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from symroof.algebra.ratios.functions import Function

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parent.parent

CLASS = '''
@final
class Sinh(Function):
    """The hyperbolic sine."""

    kind, sympy_name, shown, ufunc = "sinh", "sinh", "sinh", "sinh"
    latex = (r"\\sinh", "")
    demands = ""
    python = math.sinh
    code = "_sinh({})"

    def exact(self, x: Fraction) -> int | None:
        return None if x else 0

    def between(self, low: Fraction, high: Fraction, bits: int) -> Ends:
        from mpmath import libmp

        ends = []
        for x, way in ((low, -1), (high, 1)):
            ratio = libmp.from_rational(x.numerator, x.denominator, bits + 32)
            value = as_fraction(libmp.mpf_sinh(ratio, bits + 32))
            ends.append(value + way * abs(value) / (1 << (bits + 16)))
        return ends[0], ends[1]

    def expression(self, x: Any) -> Expr:
        import sympy

        made: Expr = sympy.sinh(x)
        return made


'''

ASKED = """
import math
import numpy as np, sympy, symroof
from symroof import check, dims, exactly, interval, latex, leading, numeric, prove, same, threshold
from dataclasses import replace
from fractions import Fraction
from symroof.algebra.regions.kinds import Ray
from symroof.algebra.signs.closed import Quotient
from symroof.algebra.trials.trial import tried_threshold, untried
from symroof.errors import Contradicted, SymroofError, Unsupported
from symroof.writing.latex import formula
from symroof.writing.mathml import mathml
from symroof.writing.records import form
print(symroof.__file__)
B, D = dims("B D")
e = sympy.sinh(B) * D
assert numeric(e, B, D)(1.5, 2) == 2 * math.sinh(1.5)
assert np.allclose(numeric(e, B, D)(np.arange(1.0, 300), 2), 2 * np.sinh(np.arange(1.0, 300)), rtol=1e-14)
low, high = interval(e, B=(1, 2), D=(1, 3))
bits = 1e-15  # of the judge's own rounding
assert 0.9999 * math.sinh(1) < low <= (1 + bits) * math.sinh(1)
assert 3 * (1 - bits) * math.sinh(2) <= high < 3.0001 * math.sinh(2)
assert exactly(sympy.ceiling(sympy.sinh(B)), B=10) == 11014
assert latex(e) == r"D\\sinh B" and same(e, D * sympy.sinh(B))
cancelling = 6 * B**2 * (B * sympy.sinh(1 / B) - 1)  # 1 + 1/(20*B**2) + ..., of which floats keep no digit
assert abs(numeric(cancelling, B)(10**9) - 1) < 1e-12
assert np.allclose(numeric(cancelling, B)(np.array([1e3, 1e9, 1e12])), 1, rtol=1e-6)
assert check(latex(e), e).verdict == "exact" and check(latex(2 * e), e).verdict == "wrong"
with untried():
    right = threshold(sympy.sinh(B) * D, D, over=700)
assert tried_threshold(right) is right
for share in (Fraction(3, 2), Fraction(2, 3)):
    top = right.root.top * share
    try:
        tried_threshold(replace(right, region=Ray(Quotient(top, right.root.bottom, right.root.power))))
    except Contradicted:
        continue
    raise AssertionError("a border that is off is given")
try:
    exactly(sympy.factorial(B), B=3)
except Unsupported as refused:
    assert "sinh" in str(refused)
else:
    raise AssertionError("factorial has no row")
assert "<mi>sinh</mi>" in mathml(formula(form(e)))
for given in ("sinh(B) << D", "B << sinh"):
    try:
        leading(B + D, given)
    except SymroofError as refused:
        assert "sinh" in str(refused)
    else:
        raise AssertionError("sinh is taken for a symbol")
assert numeric(1 / sympy.sinh(B - D), B, D)(3, 2) == 1 / math.sinh(1)
assert np.isnan(numeric(sympy.sqrt(sympy.sinh(B - D)), B, D)(2, 3))
assert prove(sympy.sinh(B), 0, ">=").result is not False
assert prove(sympy.sinh(B), sympy.sinh(B) + 1, ">=").result is False
assert check("D*sinh(B)", e).verdict == "exact" and check("2*D*sinh(B)", e).verdict == "wrong"
try:
    leading(e + B, "B -> oo")
except Unsupported as refused:
    assert "sinh(B)" in str(refused)
else:
    raise AssertionError("leading knows no rule for sinh")
"""


def test_sinh_is_added_in_two_files(tmp_path: Path) -> None:
    """SymPy, the math module and NumPy judge; where there is no rule, the answer is a refusal."""
    shutil.copytree(ROOT / "symroof", tmp_path / "symroof", ignore=shutil.ignore_patterns("__pycache__"))
    for name, old, new in (
        ("algebra/ratios/functions.py", "FUNCTIONS: Mapping", CLASS + "FUNCTIONS: Mapping"),
        (
            "algebra/ratios/functions.py",
            "(Ceiling(), Floor(), Log2(), Exp())",
            "(Ceiling(), Floor(), Log2(), Exp(), Sinh())",
        ),
        ("reading/spelling.py", '"lg": "log2",', '"lg": "log2", "sinh": "sinh",'),
    ):
        path = tmp_path / "symroof" / name
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, (name, old)
        path.write_text(text.replace(old, new), encoding="utf-8")
    env = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", ASKED], capture_output=True, text=True, env=env, cwd=tmp_path, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == str(tmp_path / "symroof" / "__init__.py")


@pytest.mark.parametrize("lost", ["python", "code", "latex", "shown", "ufunc", "sympy_name"])
def test_what_a_row_forgets_is_named_where_it_is_defined(lost: str) -> None:
    """An AttributeError came where the row was asked; methods are named by mypy, and by Python when it is made."""
    told = {"python": math.sinh, "code": "_sinh({})", "latex": (r"\sinh", ""), "shown": "sinh", "ufunc": "sinh",
            "sympy_name": "sinh", "kind": "sinh"}  # fmt: skip
    assert type("Whole", (Function,), told).kind == "sinh"
    with pytest.raises(TypeError, match=f"Half does not say its {lost}, "):
        type("Half", (Function,), {k: v for k, v in told.items() if k != lost})
    with pytest.raises(TypeError, match="abstract"):
        type("Whole", (Function,), told)()
