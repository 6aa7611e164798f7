"""Errors planted by the benchmark's generator, each verified by its own evaluator: recall, and no false alarm."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

from symroof.checking.proofreading.proofread import proofread

FILE = Path(__file__).parent.parent / "benchmarks" / "bench_proofread.py"


@pytest.fixture(scope="module")
def lines():
    spec = importlib.util.spec_from_file_location("bench_proofread", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["bench_proofread"] = module
    spec.loader.exec_module(module)
    return module.lines(120, 2026)


def verdicts(line):
    return {f.verdict for f in proofread(f"Hence {line.text} holds.\n").findings}


@pytest.mark.slow
def test_right_lines_raise_no_alarm(lines):
    assert [x.text for x in lines if not x.wrong and verdicts(x) & {"wrong", "convention"}] == []


@pytest.mark.slow
def test_planted_errors_are_found(lines):
    planted = [x for x in lines if x.wrong]
    missed = [x.text for x in planted if not verdicts(x) & {"wrong", "convention"}]
    assert len({x.kind for x in planted}) >= 12
    assert len(missed) <= len(planted) / 20, missed


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"$\frac{3 \beta}{\beta + 1} \approx 3$", ["in-regime"]),
        (r"$\max(\beta, \gamma_1) \leq \beta + \gamma_1$", ["exact"]),
        (r"$\frac{4 T}{T + 1} \approx 4$", ["in-regime"]),
        (r"$B F (2 D - 1) \approx 2 B D F$", ["in-regime"]),
        (r"$\frac{\text{width} - 1}{\text{width}} \rightarrow \frac{1}{2}$", ["wrong"]),
        (r"$6 \cdot \text{batch} = \frac{6 \cdot \text{batch}^2}{\text{batch}}$", ["exact"]),
        (r"$\text{bytes}_\text{in} + \text{bytes}_\text{in} = 3 \text{bytes}_\text{in}$", ["wrong"]),
        (r"$\frac{\text{FLOPs}}{\text{bytes}} = \frac{B}{2}$", []),
        (r"$\frac{2D - 1}{4D + 2} = \frac{D + 1/2}{2D + 1}$", ["wrong"]),
        (r"$(b - c)(b + c) = b^2 - b^2$", ["wrong"]),
    ],
)
def test_what_the_generator_taught(text, expected):
    assert [f.verdict for f in proofread(text).findings] == expected
