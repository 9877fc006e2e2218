"""What several test folders share: the toy platforms, compiled once per session."""

# ruff: noqa: E402
from __future__ import annotations

import gc
import os

# Before numpy is loaded: several processes test at once, and threads that wait for each other on
# the same cores took two thirds of the time of products.
os.environ |= {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}

import shutil
import signal
from collections import Counter
from pathlib import Path
from zlib import crc32

import pytest

from kernelcraft.sim.build import build
from tests.toys import accumulator, vliw

TOY_MODULE = "kernelcraft_toys_native"

# A shell lets what it starts in the background ignore Ctrl-C, and so would what the tests start.
signal.signal(signal.SIGINT, signal.default_int_handler)


# Searches for rubbish among 14,000 tests and what they import took a tenth of the time, and two
# fifths of the collection.
gc.set_threshold(50_000)


def pytest_collection_finish() -> None:
    """What was collected stays to the end, and is searched no more."""
    gc.freeze()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--sweeps", default="1/4", metavar="K/N", help="of tests marked `sweep` every Nth"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the other parts of sweeps, and the tests of programs that pip cannot install and
    that are missing; never in CI."""
    part, parts = map(int, config.getoption("--sweeps").split("/"))
    seen: Counter[str] = Counter()
    for item in list(items):
        if item.get_closest_marker("sweep"):
            test = item.nodeid.partition("[")[0]
            if (crc32(test.encode()) + seen[test]) % parts != part - 1:
                items.remove(item)
            seen[test] += 1
    for item in items:
        for mark in item.iter_markers("program"):
            program, package = mark.args
            if shutil.which(program) is None and "CI" not in os.environ:
                reason = f"needs {program} (Debian: apt install {package})"
                item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(scope="session")
def toy_module(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The importable extension module of both toys; needs a C compiler."""
    folder: Path = tmp_path_factory.mktemp("toys")
    build(TOY_MODULE, [accumulator.INTERPRETER, vliw.INTERPRETER], folder)
    return TOY_MODULE
