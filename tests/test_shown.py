"""In a notebook: an error of ours is one message with its caret, and nothing of the user's IPython is replaced.

Earlier tests looked at what results show, never at what a mistake shows, nor at what the import leaves behind.
"""

from __future__ import annotations

import pickle

import nbclient
import nbformat
import pytest
from IPython.core.formatters import DisplayFormatter
from IPython.core.interactiveshell import InteractiveShell

from symroof import dims, intensity, op, regimes
from symroof.errors import NotationError, SymroofError
from symroof.shown import Several

TEXT = "bf16[B, D] * bf16[D, F] -> bf16[B, F]"


def executed(*cells: str) -> list:
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(c) for c in cells])
    nbclient.NotebookClient(book, timeout=60, kernel_name="python3", allow_errors=True).execute()
    return [c.outputs for c in book.cells]


@pytest.mark.slow
def test_a_mistake_is_one_message_with_its_caret_and_the_users_line() -> None:
    _, wrong, deep, after, others, cases, formatters = executed(
        "before = {m: dict(f.type_printers) for m, f in get_ipython().display_formatter.formatters.items()}\n"
        "from symroof import *\nB, D, F = dims('B D F')",
        "x = 1\nop('bf16[B, D] * bf17[D, F] -> bf16[B, F]')",
        f"def mine():\n    return threshold(op('{TEXT}'), 'Q')\nmine()",
        "print(x)",
        "1/0",
        f"regimes(intensity(op('{TEXT}')))",
        "now = {m: dict(f.type_printers) for m, f in get_ipython().display_formatter.formatters.items()}\n"
        "print(all(now[m].get(k) is before[m].get(k) for m in now for k in (tuple, list, dict)))",
    )
    assert wrong[0].output_type == "error"
    said = "\n".join(wrong[0].traceback)
    assert said.startswith("line 2: op('bf16[B, D] * bf17[D, F] -> bf16[B, F]')\nNotationError: unknown dtype 'bf17'")
    assert "^" in said
    assert "symroof/" not in said
    assert len(said.splitlines()) < 8
    inner = "\n".join(deep[0].traceback)
    assert inner.startswith("line 2: return threshold(")
    assert "symroof/" not in inner
    assert after[0].text == "1\n"
    assert "ZeroDivisionError" in "\n".join(others[0].traceback)
    assert len(others[0].traceback) > 1  # the user's own errors are shown as ever
    assert set(cases[0].data) == {"text/plain", "text/markdown"}
    assert formatters[0].text == "True\n"


def test_the_users_formatter_of_tuples_stays() -> None:
    display = DisplayFormatter()
    display.formatters["text/html"].enabled = True
    display.formatters["text/html"].for_type(tuple, lambda x: "mine")
    import symroof

    assert symroof.__version__
    assert display.format((1, 2))[0]["text/html"] == "mine"


def test_several_results_are_a_tuple_that_shows_itself() -> None:
    dims("B D F")
    found = regimes(intensity(op(TEXT)))
    assert isinstance(found, tuple)
    assert type(found) is Several
    assert found == tuple(found)
    assert "| value | regime |" in (found._repr_markdown_() or "")
    assert found._repr_latex_() is None
    assert pickle.loads(pickle.dumps(found)) == found


@pytest.mark.parametrize("e", [SymroofError("a\x1b[31mb"), NotationError("no", "B +", 2, "a size")])
def test_messages_do_not_steer_the_notebook_either(e: SymroofError, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)  # IPython warns where another environment is active
    assert "\x1b" not in "\n".join(e._render_traceback_())
    shell = InteractiveShell()
    assert hasattr(shell, "showtraceback")
