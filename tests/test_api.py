"""The public API: every name is there, documented and typed; wrong arguments are told so."""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import api
import numpy as np
import pytest

import kernelcraft
from kernelcraft import SimulationFault, UnknownName, Verdict
from kernelcraft.api import assemble, baseline, bound, expert, grade, profile, simulate
from kernelcraft.cells.cell import find_cells, load_cell
from kernelcraft.workbench.workbench import Workbench
from tests.docs.pages import pages

ROOT = Path(__file__).parent.parent
CELL = "plena/softmax/C1"
ADD = "S_ADDI_INT gp1, gp0, 64\nV_ADD_VF gp1, gp1, f1, 0"


@pytest.fixture(scope="module")
def page() -> str:
    return api.page()


def python(program: str) -> str:
    words = [sys.executable, "-c", program]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


def test_the_table_and_what_type_checkers_read_are_all() -> None:
    source = ast.parse(Path(kernelcraft.__file__).read_text(encoding="utf-8"))
    block = next(node for node in source.body if isinstance(node, ast.If))
    shown = {
        alias.asname or alias.name: f"{node.module.removeprefix('kernelcraft.')}:{alias.name}"
        for node in block.body
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }
    assert shown == dict(kernelcraft.PLACES)
    assert ["__version__", *kernelcraft.PLACES] == kernelcraft.__all__


@pytest.mark.parametrize("name", kernelcraft.PLACES)
def test_a_public_name_is_documented(name: str, page: str) -> None:
    doc = inspect.getdoc(api.public(name))
    assert doc
    assert f"## `{name}`" in page
    assert doc.splitlines()[0].replace("<", "&lt;") in page
    assert name in dir(kernelcraft)


def test_public_functions_say_what_they_give_and_raise() -> None:
    for function in (baseline, expert, bound, grade, assemble, simulate, load_cell, find_cells):
        assert "UnknownName" in (inspect.getdoc(function) or ""), function


def test_importing_it_loads_nothing_and_every_name_can_be_had_from_it() -> None:
    known = ["import sys, kernelcraft", "print(*sys.modules)"]
    loaded = python("\n".join(known)).split()
    ours = {name for name in loaded if name.startswith("kernelcraft")}
    assert ours == {"kernelcraft"}
    assert {"numpy", "pydantic", "importlib.metadata"}.isdisjoint(loaded)
    names = ", ".join(kernelcraft.__all__)
    program = f"from kernelcraft import {names}\nprint(__version__, len(cells(platform='plena')))"
    assert re.fullmatch(r"\d+\.\d+\.\d+ 100\n", python(program))


def test_cells_is_a_function_also_after_its_package_was_imported() -> None:
    program = "import kernelcraft\nfrom kernelcraft.cells.cell import Cell\n"
    program += "print(kernelcraft.cells(task='softmax', config='C1', platform='plena'))"
    assert python(program) == "[<Cell plena/softmax/C1: rows=4, width=64>]\n"


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(AttributeError, match="module 'kernelcraft' has no attribute 'grad'"):
        getattr(kernelcraft, "grad")  # noqa: B009 (a type checker would see it)


def test_a_cell_by_its_name_or_itself() -> None:
    cell = load_cell(CELL)
    assert baseline(CELL) == baseline(cell)
    assert expert(CELL) == expert(cell)
    assert bound(CELL) == bound(cell)
    assert Workbench(CELL).cell is cell


def test_grade_says_right_and_wrong() -> None:
    right = grade(CELL, baseline(CELL), seed=7)
    assert (right.correct, right.seed, right.speedup) == (True, 7, 1.0)
    wrong = grade(CELL, "S_ADDI_INT gp1, gp0, 1", "paper", seed=7)
    assert (wrong.correct, wrong.failure, wrong.rules) == (False, "wrong", "paper")
    assert grade(CELL, "nonsense", "paper").failure == "syntax"


def test_profile_counts_the_cycles_that_grading_counts() -> None:
    found = profile(CELL, baseline(CELL))
    assert found.success
    assert found.cycles == grade(CELL, baseline(CELL), "paper", seed=7).cycles


def test_simulate_fills_registers_and_memories() -> None:
    floats = np.array([0, 2], np.float16).view(np.uint16)
    run = simulate("plena", ADD, {"f": floats, "vector_sram": bytes(128) + b"\x00\x40"})
    assert run.fault is None
    assert run.state["vector_sram"][64:66].tolist() == [0x4080, 0x4000]  # bf16: 2 + 2, 0 + 2
    slow = simulate("plena", assemble("plena", ADD), {"f": floats}, reference=True)
    assert slow.cycles == run.cycles


@pytest.mark.parametrize(
    ("platform", "text"), [("coral_npu", "mpause"), ("amd_npu", "ret lr" + "\nnop" * 5)]
)
def test_simulate_runs_on_every_machine(platform: str, text: str) -> None:
    native, reference = (simulate(platform, text, reference=slow) for slow in (False, True))
    assert native.fault is None
    assert native.cycles == reference.cycles > 0


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: load_cell(5), "name: expected a cell's name .*, got int 5"),  # type: ignore[arg-type]
        (lambda: baseline(["x"]), "cell: expected a Cell or its name.*, got list"),  # type: ignore[arg-type]
        (lambda: Workbench(None), "cell: expected a Cell or its name.*, got None"),  # type: ignore[arg-type]
        (lambda: Workbench(CELL, seed="7"), "seed: expected an int, got str '7'"),  # type: ignore[arg-type]
        (lambda: grade(CELL, b"x"), r"text: expected the text of a kernel \(a str\), got bytes"),  # type: ignore[arg-type]
        (lambda: grade(CELL, "", seed=1.5), "seed: expected an int or None, got float 1.5"),  # type: ignore[arg-type]
        (lambda: profile(CELL, None), "text: expected the text of a kernel"),  # type: ignore[arg-type]
        (lambda: assemble("plena", 3), "text: expected assembly text"),  # type: ignore[arg-type]
        (lambda: assemble(3, ""), "platform: expected the name of a platform or a Pl"),  # type: ignore[arg-type]
        (lambda: simulate("plena", 3), "program: expected a Program or assembly text"),  # type: ignore[arg-type]
        (lambda: simulate("plena", ADD, {"f": [1]}), "f: expected bytes or an array of uint16"),  # type: ignore[dict-item]
        (lambda: simulate("plena", ADD, {"f": np.ones(1)}), "array of uint16, got one of float64"),
        (lambda: find_cells(level="2"), "level: expected 1, 2, 3 or None, got str '2'"),  # type: ignore[arg-type]
        (lambda: find_cells(task=1), "task: expected a name"),  # type: ignore[arg-type]
    ],
)
def test_a_wrong_type_is_told_what_was_expected(call: Callable[[], object], sentence: str) -> None:
    with pytest.raises(TypeError, match=sentence):
        call()


@pytest.mark.parametrize(
    "call", [lambda: grade(CELL, "", seed=-5), lambda: Workbench(CELL, seed=-5)]
)
def test_a_seed_is_at_least_0(call: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match="^seed: expected at least 0, got -5$"):
        call()


@pytest.mark.parametrize(
    ("call", "sentence", "nearest"),
    [
        (lambda: grade("plena/softmx/C1", ""), "no task 'softmx'", CELL),
        (lambda: assemble("plana", ""), "no platform 'plana'; did you mean 'plena'", "plena"),
        (lambda: simulate("plana", ""), "no platform 'plana'", "plena"),
        (lambda: simulate("plena", ADD, {"fp_ram": b""}), "no memory 'fp_ram'", "fp_sram"),
        (lambda: simulate("plena", ADD, settings={"mlan": "8"}), "setting 'mlan'", "mlen"),
        (lambda: grade(CELL, "", "strikt"), "no rules 'strikt'", "strict"),  # type: ignore[arg-type]
    ],
)
def test_an_unknown_name_is_told_the_nearest(
    call: Callable[[], object], sentence: str, nearest: str
) -> None:
    with pytest.raises(UnknownName, match=sentence) as caught:
        call()
    assert nearest in caught.value.nearest


def test_contents_that_do_not_fit() -> None:
    with pytest.raises(SimulationFault, match="f: longer than the memory, which has 16 bytes"):
        simulate("plena", ADD, {"f": np.zeros(9, np.uint16)})
    with pytest.raises(SimulationFault, match="a program for plena cannot run on amd_npu"):
        simulate("amd_npu", assemble("plena", ADD))


def test_what_is_printed_is_a_line() -> None:
    cell = load_cell(CELL)
    assert repr(cell) == "<Cell plena/softmax/C1: rows=4, width=64>"
    assert repr(load_cell("plena/softmax/C1+errata=official")).startswith(
        "<Cell plena/softmax/C1+errata=official: rows=4"
    )
    run = simulate("plena", ADD)
    assert repr(run) == f"<Run: {run.cycles} cycles, 2 instructions>"
    assert repr(assemble("plena", ADD)) == "<Program for plena: 2 operations>"
    stopped = simulate("plena", ADD, limits=kernelcraft.Limits(instructions=1))
    assert repr(stopped).startswith("<Run: ")
    assert str(stopped.fault) in repr(stopped)
    refused: Verdict = grade(CELL, "nonsense", "paper", seed=1)
    assert repr(refused) == f"<Verdict plena/softmax/C1: syntax: {refused.message}>"
    assert "\n" not in repr(Workbench(CELL).check_syntax())


def imports(source: str) -> set[str]:
    """The modules of ours that a program imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(textwrap.dedent(source))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return {name for name in found if name.partition(".")[0] == "kernelcraft"}


# A program of a reader is untitled or has a file name; a title with a folder is a file of the
# package. The scheduler of one platform is no public name.
PROGRAM = re.compile(r'^```python(?: title="\w+\.py")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
OWN_PARTS = {"schedule.md"}


def test_programs_import_from_the_package_only() -> None:
    programs = {
        f"{page.name} {number}": text
        for page in pages()
        if page.name not in OWN_PARTS
        for number, text in enumerate(PROGRAM.findall(page.read_text(encoding="utf-8")))
    }
    programs |= {p.name: p.read_text(encoding="utf-8") for p in (ROOT / "examples").glob("*.py")}
    found = {name: imports(text) for name, text in programs.items()}
    public = {"kernelcraft", "kernelcraft.environments", "kernelcraft.external"}
    assert {name: each for name, each in found.items() if each - public} == {}
    assert sum(map(len, found.values())) >= 6  # some do import it
