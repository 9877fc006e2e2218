"""What docs/design.md says of the tree is so: the table of layers, how long files are, budgets."""

import ast
import re
import statistics
from collections import Counter
from pathlib import Path

from tests.test_layers import LAYERS

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "src" / "kernelcraft"
# Statements of Python a folder may have: splitting files is no way to have fewer. Who needs more
# raises the number here, in the same commit; who needs fewer lowers it.
STATEMENTS = {
    "agents": 2569,
    "audit": 1840,
    "cells": 2587,
    "cli": 4363,
    "codegen": 5248,
    "dataset": 451,
    "design": 1200,
    "environments": 468,
    "evaluation": 2046,
    "experience": 633,
    "external": 764,
    "generators": 377,
    "grading": 2740,
    "isa": 3862,
    "mcp": 510,
    "packages": 252,
    "platforms": 1,
    "platforms/amd_npu": 45,
    "platforms/amd_npu/adversaries": 406,
    "platforms/amd_npu/hardware": 837,
    "platforms/amd_npu/kernels": 7405,
    "platforms/amd_npu/machine": 4743,
    "platforms/amd_npu/studies": 273,
    "platforms/boom": 3,
    "platforms/boom/adversaries": 222,
    "platforms/boom/kernels": 1147,
    "platforms/boom/machine": 2080,
    "platforms/boom/studies": 44,
    "platforms/coral_npu": 34,
    "platforms/coral_npu/adversaries": 228,
    "platforms/coral_npu/kernels": 7637,
    "platforms/coral_npu/machine": 1836,
    "platforms/coral_npu/studies": 404,
    "platforms/plena": 115,
    "platforms/plena/adversaries": 563,
    "platforms/plena/kernels": 5346,
    "platforms/plena/machine": 2631,
    "platforms/plena/studies": 132,
    "proofs": 2486,
    "records": 956,
    "reports": 2011,
    "rewards": 163,
    "riscv": 2580,
    "scores": 365,
    "sim": 3844,
    "studies": 2520,
    "tasks": 1620,
    "templates": 37,
    "workbench": 1642,
}
PAGE = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")


def test_the_table_of_layers_is_the_one_that_is_held() -> None:
    table = PAGE.partition("<!-- begin layers -->")[2].partition("<!-- end layers -->")[0]
    rows = re.findall(r"^\| `(\w+)` \| ([^|]*) \| [^|]+ \|$", table, re.MULTILINE)
    shown = {layer: tuple(re.findall(r"`(\w+)`", imports)) for layer, imports in rows}
    assert shown == LAYERS


def test_files_are_as_short_as_the_page_says() -> None:
    found = re.search(r"at most (\d+) / (\d+) / (\d+) lines", PAGE)
    assert found is not None
    median, ninth, longest = map(int, found.groups())
    files = (ROOT / "src").rglob("*.py")
    lengths = sorted(len(path.read_text(encoding="utf-8").splitlines()) for path in files)
    assert statistics.median(lengths) <= median
    assert lengths[len(lengths) * 9 // 10] <= ninth
    assert lengths[-1] <= longest


def budgeted(path: Path) -> str:
    """The folder that a file counts for: a layer, or a part of a platform."""
    parts = path.relative_to(SOURCES).parent.parts
    return "/".join(parts[: 3 if parts[:1] == ("platforms",) else 1])


def test_folders_have_no_more_statements_than_their_budget() -> None:
    found: Counter[str] = Counter()
    for path in SOURCES.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found[budgeted(path)] += sum(isinstance(node, ast.stmt) for node in ast.walk(tree))
    del found[""]  # the package's own few files
    assert set(found) == set(STATEMENTS)
    over = {name: count for name, count in found.items() if count > STATEMENTS[name]}
    assert not over, f"more than their budget: {over}"


def test_context_managers_are_left_again() -> None:
    files = [*SOURCES.rglob("*.py")]
    assert not [path for path in files if ".__enter__()" in path.read_text(encoding="utf-8")]
