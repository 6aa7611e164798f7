"""Shared test settings: no property test fails because the machine is busy; what the fast tier leaves out."""

import gc
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from _pytest.doctest import DoctestModule
from hypothesis import HealthCheck, settings
from tiers import sampled

settings.register_profile("symroof", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
settings.load_profile("symroof")

#: seconds of CPU that a test of the fast tier may take, its fixtures included; nothing is held to it where it isn't set
CPU_A_TEST = os.environ.get("SYMROOF_CPU_A_TEST")
_STARTED = pytest.StashKey[float]()
WHOLLY_SLOW = "\npytestmark = pytest.mark.slow"

# Seven thousand tests come from trees of assertions: nothing of that is garbage, and looking for it costs a third.
gc.disable()
gc.set_threshold(20_000, 20, 20)  # what is young is looked through less often too, once it is enabled

sys.path.insert(0, str(Path(__file__).parent.parent / "benchmarks"))  # how memos are emptied

# Started in the background by a script, this ignores Ctrl-C, and so would the children to which tests send one.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """The fast tier does not import a module that is slow as a whole, nor the large frameworks with which it begins."""
    fast = config.getoption("markexpr") == "not slow" and collection_path.suffix == ".py"
    return True if fast and WHOLLY_SLOW in collection_path.read_text(encoding="utf-8") else None


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Iterator[Any]:
    """No doctest is looked for where none stands, nor is a file of helpers imported for it."""
    made = yield
    shown = file_path.suffix == ".py" and ">>>" in file_path.read_text(encoding="utf-8")
    return made if shown else [x for x in made if not isinstance(x, DoctestModule)]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """A file's tests share one worker: compilers, clusters and cases are started once (as `--dist loadfile`)."""
    from xdist.scheduler import LoadFileScheduling

    return LoadFileScheduling(config, log) if config.getoption("dist") == "load" else None


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Rewritten assertions are kept, even where Python is told to keep no bytecode: making them costs seconds."""
    before, sys.dont_write_bytecode = sys.dont_write_bytecode, False
    try:
        return (yield)
    finally:
        sys.dont_write_bytecode = before
        gc.enable()
        gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Notebooks are slow."""
    for item in items:
        if item.path.suffix == ".ipynb":
            item.add_marker(pytest.mark.slow)


@pytest.hookimpl(trylast=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """The cases of a long table that the fast tier leaves to the full one are slow; there they are not even made.

    A table of which some are said to be slow was looked through by hand, and the others stay.
    """
    calls = metafunc._calls  # what pytest_collection_modifyitems would find as items: 24,000 of them, 16,000 in vain
    said = {mark.name for marks in (metafunc.definition.iter_markers(), *(c.marks for c in calls)) for mark in marks}
    if said.isdisjoint(("slow", "whole")):
        asked = sampled([c.params for c in calls])
        for call, kept in zip(calls, asked, strict=True):
            if not kept:
                call.marks.append(pytest.mark.slow.mark)
    if metafunc.config.getoption("markexpr") == "not slow":
        metafunc._calls = [c for c in calls if all(m.name != "slow" for m in c.marks)] or calls[:1]


def _cpu() -> float:
    """Seconds of CPU so far, of this process and of those it waited for."""
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    item.stash[_STARTED] = _cpu()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Fail what makes the fast tier slow, only where the environment asks for it: a busy machine is no defect."""
    result = yield
    spent = _cpu() - item.stash[_STARTED]
    if CPU_A_TEST and item.get_closest_marker("slow") is None and spent > float(CPU_A_TEST):
        pytest.fail(f"{spent:.2f} s of CPU, at most {CPU_A_TEST}: make it faster, or mark it slow", pytrace=False)
    return result


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[object]:
    """A file leaves no memos to the next, whose answers had its spelling; what else lives is not collected again."""
    result = yield
    if nextitem is None or nextitem.path != item.path:
        if "symroof.algebra" in sys.modules:
            from harness import cold

            cold()
        gc.collect()
        gc.freeze()
    return result


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown() -> Iterator[None]:
    """A test that leaves JAX in 64 bits fails, and not those of the same worker that come after it."""
    result = yield
    jax = sys.modules.get("jax")
    if jax is not None and jax.config.jax_enable_x64:
        jax.config.update("jax_enable_x64", False)
        pytest.fail("JAX was left in 64 bits: use `with jax.enable_x64(True)`", pytrace=False)
    return result
