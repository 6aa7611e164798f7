"""Inequalities that a sentence solves for their letter: the bound stands on the side on which they hold."""

from __future__ import annotations

import pytest

from symroof.checking.proofreading.proofread import proofread


def verdicts(text: str) -> list[str]:
    return [f.verdict for f in proofread(text).findings]


SOLVED = [  # a sentence, the right sign and the wrong one
    (r"For a loss below one in a million we need $0.1^r < 10^{-6}$, i.e. $r %s 6$ copies.", r"\ge", r"\le"),
    (r"The tree must have $2^k \ge 5000$ leaves, that is $k %s 13$ levels.", r"\ge", r"\le"),
    (r"A fill-in of $3/(3 + j) < 0.05$ means $j %s 57$.", ">", "<"),
    (r"We want $x (y - 1) \le 1$, so $x %s 1/250$.", r"\le", r"\ge"),
    (r"With $f = 0.02$ the condition $1 - (1-f)^k < 0.4$ gives $k %s 25$.", r"\le", r"\ge"),
    (r"The tables fit if $\sqrt{n} < 300$; equivalently, $n %s 90000$.", "<", ">"),
    (r"It takes $40/n + 3 < 5$, hence $n %s 20$ cards.", ">", "<"),
]


@pytest.mark.parametrize(("text", "right", "wrong"), SOLVED)
def test_the_bound_is_on_the_side_where_the_inequality_holds(text: str, right: str, wrong: str) -> None:
    assert "wrong" not in verdicts(text % right)
    assert "wrong" in verdicts(text % wrong)


SILENT = [
    r"The counter overflows if $3x > 900$, so $x \le 300$ is safe.",
    r"It fails when $0.9^n < 0.5$, so $n \le 6$ works.",
    r"We avoid $2^k > 4096$, hence $k \le 12$.",
    r"The pool is too small once $0.8^n > 0.1$; so $n \ge 11$.",
    r"We need $0.8^n < 10^{-3}$, so $m \le 31$ for the other one.",
    r"With $x (1 - x) < 0.1$, so $x > 0.9$ on the right branch.",
    r"We need $0.8^n < 0.1$; the disk has $n \le 4$ heads.",
    r"Is $0.8^n < 0.1$ not to mean $n \le 10$? It is wrong that $0.8^n < 0.1$ means $n \le 10$.",
    r"From $a b < 100$ we get $c > 3$. Then $n > 3$, so $n > 2$.",
    r"For $n/(n-c) < 4$ we need $n > 7$, whatever $c$ is.",
    r"It holds for $n \log_2 n < 4000$, so $n = 2^8$ is fine.",
    r"It does not hold for $7/(7+m) > 0.1$, so we take $m > 63$.",
]


@pytest.mark.parametrize("text", SILENT)
def test_nothing_is_said_where_the_words_or_the_letters_leave_it_open(text: str) -> None:
    assert "wrong" not in verdicts(text)
