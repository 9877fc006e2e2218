"""What each command loads, so that none waits for what it does not need."""

from __future__ import annotations

import subprocess
import sys

import pytest

from kernelcraft.cells import cell, platforms, sizes

PROGRAM = """
import sys
from kernelcraft.cli import main
main(sys.argv[1:])
print("loaded:", *sys.modules)
"""
ONE = {
    "plena": "S_ADDI_INT gp1, gp0, 1",
    "coral_npu": "mpause",
    "amd_npu": "ret lr" + "\nnop" * 5,
    "boom": "kernel: ret",
}
TASK = {"boom": "vvadd"}  # and softmax of all others
GRADER = ("kernelcraft.grading.verification", "kernelcraft.workbench.workbench")
ALWAYS = ("inspect_ai", "openai", "plotly", "jinja2", "mcp")
EVERY_PLATFORM = tuple(f"kernelcraft.platforms.{name}" for name in platforms.names())


def loaded(line: str, text: str = "") -> set[str]:
    """The modules of a process that carried out the command, and of nothing else."""
    words = [sys.executable, "-c", PROGRAM, *line.split()]
    done = subprocess.run(words, input=text, capture_output=True, text=True, check=True)
    last = done.stdout.splitlines()[-1].split()
    assert last[0] == "loaded:"
    return set(last)


def others(platform: str) -> tuple[str, ...]:
    return tuple(each for each in EVERY_PLATFORM if not each.endswith(f".{platform}"))


@pytest.mark.parametrize(
    ("line", "needless"),
    [
        ("--version", ("numpy", "typer", "rich", "pydantic", "kernelcraft.platforms")),
        ("--help", ("numpy", "pydantic", "kernelcraft.platforms", "kernelcraft.cli.kernels")),
        ("simulate --help", ("pydantic", "kernelcraft.sim.native", *EVERY_PLATFORM)),
        ("cells", ("pydantic", "rich", "ml_dtypes", *GRADER, *EVERY_PLATFORM)),
    ],
)
def test_what_is_not_asked_for_is_not_loaded(line: str, needless: tuple[str, ...]) -> None:
    assert loaded(line).isdisjoint({*needless, *ALWAYS})


@pytest.mark.parametrize("name", platforms.names())
def test_simulate_loads_its_platform_and_no_grader(name: str) -> None:
    found = loaded(f"simulate {name} -", ONE[name])
    assert f"kernelcraft.platforms.{name}" in found
    assert found.isdisjoint(
        {*others(name), *ALWAYS, *GRADER, "pydantic", "kernelcraft.cells.kernels"}
    )


@pytest.mark.parametrize("name", platforms.names())
@pytest.mark.parametrize("line", ["show {}/C1", "check {}/C1 -"])
def test_a_cell_loads_its_own_platform_only(name: str, line: str) -> None:
    found = loaded(line.format(f"{name}/{TASK.get(name, 'softmax')}"), ONE[name])
    assert f"kernelcraft.platforms.{name}" in found
    assert found.isdisjoint({*others(name), *ALWAYS, *GRADER})
    assert found.isdisjoint({"pydantic", "rich", "numpy.random", "kernelcraft.grading.examination"})


def test_a_cell_reads_the_configurations_of_its_own_platform_only() -> None:
    sizes._file.cache_clear()
    cell._rows_of.cache_clear()
    cell._named.cache_clear()
    cell._loaded("plena/softmax/C1")
    assert sizes._file.cache_info().misses == 1


def test_grade_loads_its_own_platform_only() -> None:
    found = loaded("grade plena/silu/C1 -", ONE["plena"])
    assert found.isdisjoint({*others("plena"), *ALWAYS})
