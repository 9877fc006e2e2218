"""The compiled baselines are exact in both origins, fit the machine and are what is shipped."""

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import Cell, find_cells, load_cell
from kernelcraft.cells.held_out import held_out_cells
from kernelcraft.cells.unwritten import NoCompiler
from kernelcraft.codegen.compiled import race
from kernelcraft.codegen.compiled.clang import version
from kernelcraft.codegen.compiled.command import main
from kernelcraft.grading.inputs import draw
from kernelcraft.platforms.coral_npu.kernels.baseline import BASELINES, ORIGINS
from kernelcraft.platforms.coral_npu.kernels.baseline.clang import OPTIONS, compiled
from kernelcraft.tasks.task import FloatArray

CELLS = find_cells(platform="coral_npu")
TASKS = [cell.task.name for cell in CELLS if cell.configuration == "C1"]
STACK = 1024  # bytes at the end of DTCM that the deepest kernel needs at most

Fill = Callable[[FloatArray, np.random.Generator], FloatArray]
EXTREMES: dict[str, Fill] = {
    "lowest": lambda values, rng: np.full_like(values, -128.0),
    "highest": lambda values, rng: np.full_like(values, 127.0),
    "ends": lambda values, rng: rng.choice([-128.0, 127.0], values.shape),
    "uniform": lambda values, rng: rng.integers(-128, 128, values.shape).astype(np.float64),
}


def extreme(cell: Cell, fill: Fill, seed: int) -> dict[str, FloatArray]:
    """Drawn inputs with the activations replaced, and weights of +-127 where they are."""
    rng = np.random.default_rng(seed)
    values = draw(cell.task, cell.dims, "wide", seed)
    for given in cell.task.inputs:
        if given.role == "activation":
            values[given.name] = fill(values[given.name], rng)
        elif given.element == "int8" and given.table is None:
            values[given.name] = np.maximum(fill(values[given.name], rng), -127.0)
    return values


def wrong(cell: Cell, text: str, inputs: dict[str, FloatArray]) -> int:
    """How many elements of the output are not the reference's, on a machine full of garbage."""
    state = cell.platform.stage(cell.memory_map, inputs, 7)
    run = cell.platform.run(cell.platform.assemble(text), state, race.PLENTY)
    assert run.fault is None, run.fault
    return int(np.sum(cell.platform.read(cell.memory_map.output, state) != cell.reference(inputs)))


@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: cell.name)
def test_both_variants_are_exact(cell: Cell) -> None:
    fills = EXTREMES if cell.configuration == "C1" else {"ends": EXTREMES["ends"]}
    sets = {name: extreme(cell, fill, 11) for name, fill in fills.items()}
    sets["normal"] = draw(cell.task, cell.dims, "normal", 12)
    texts = kernels.origins(cell)
    assert tuple(texts) == ORIGINS
    found = {
        (origin, name): wrong(cell, text, inputs)
        for origin, text in texts.items()
        for name, inputs in sets.items()
    }
    assert found == dict.fromkeys(found, 0)


@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: cell.name)
def test_code_without_data_fits_and_leaves_room_for_the_stack(cell: Cell) -> None:
    for text in kernels.origins(cell).values():
        program = cell.platform.assemble(text)
        assert program.image is not None
        for segment in program.image.segments:
            in_itcm = segment.address < 0x2000
            assert in_itcm or not any(segment.data)
            assert in_itcm or segment.address + segment.size <= 0x18000 - STACK
        assert ".rodata" not in text


def test_the_package_holds_what_the_manifest_says() -> None:
    manifest = BASELINES.manifest()
    assert manifest.options == OPTIONS
    assert manifest.sources == BASELINES.source_hashes()
    assert manifest.kernels == BASELINES.kernel_hashes()
    assert list(manifest.faster) == [cell.name for cell in CELLS]
    assert len(manifest.kernels) == len(ORIGINS) * len(CELLS)


@pytest.mark.parametrize("task", TASKS)
def test_the_baseline_is_the_faster_variant(task: str) -> None:
    cell = load_cell(f"coral_npu/{task}/C2")
    texts = kernels.origins(cell)
    assert kernels.baseline(cell) == texts[race.faster(cell, texts)]


@pytest.mark.sweep
@pytest.mark.parametrize("task", TASKS)
def test_the_compiler_gives_the_shipped_text(task: str) -> None:
    cell = load_cell(f"coral_npu/{task}/C3")
    assert BASELINES.manifest().compiler == version()
    for origin, text in kernels.origins(cell).items():
        assert compiled(cell, origin) == text


@pytest.mark.sweep
@pytest.mark.parametrize("task", TASKS)
def test_held_out_sizes_are_compiled(task: str) -> None:
    for found in held_out_cells("coral_npu", task, 3, seed=4):
        inputs = extreme(found.cell, EXTREMES["ends"], 13)
        for text in kernels.origins(found.cell).values():
            assert wrong(found.cell, text, inputs) == 0


def test_without_a_compiler_held_out_sizes_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ziglang", None)
    with pytest.raises(NoCompiler, match="pip install"):
        kernels.baseline(load_cell("coral_npu/relu/n=777"))
    with pytest.raises(NoCompiler, match="pip install"):
        held_out_cells("coral_npu", "gelu", 6, seed=99)
    assert "vmax.vx" in kernels.baseline(load_cell("coral_npu/relu/C4"))


def test_the_command_finds_a_stale_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(BASELINES, ["--check", "--part", "3/75"]) == 0
    elsewhere = replace(BASELINES, folder=tmp_path)
    assert main(elsewhere, ["--check", "--part", "3/75"]) == 1
    assert "silu/C3.plain.s: not what clang 22" in capsys.readouterr().out


def test_no_text_tells_where_it_was_made() -> None:
    for cell in CELLS:
        for text in kernels.origins(cell).values():
            remarks = [line for line in text.splitlines() if "#" in line]
            assert len(remarks) == 1
            assert "/" not in remarks[0]
