"""Baselines and experts of the CPU programs are right: qemu-riscv64 and our machine both say so."""

import sys
from pathlib import Path

import numpy as np
import pytest

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import Cell, find_cells, load_cell, make_cell, with_machine
from kernelcraft.cells.held_out import held_out_cells
from kernelcraft.cells.row_major import WHOLE
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.codegen.compiled.clang import version
from kernelcraft.codegen.compiled.command import main
from kernelcraft.grading import lockfile
from kernelcraft.grading.input_set import PUBLIC_SEED, input_set
from kernelcraft.grading.inputs import Distribution, distributions, draw
from kernelcraft.grading.verification import grade
from kernelcraft.platforms.boom.kernels.baseline import BASELINES, OPTIONS, compiled
from kernelcraft.platforms.boom.machine.memory_map import arguments
from kernelcraft.records.verdict import Rules
from kernelcraft.sim.run import Limits
from kernelcraft.tasks.task import FloatArray
from tests.judges import function64

CELLS = find_cells("boom")
TASKS = [cell.task.name for cell in CELLS]
PLENTY = Limits(instructions=100_000_000, cycles=1 << 50)
GUARD = 0xA5
MEDIUM_DOTPROD = 3609


def texts(cell: Cell) -> dict[str, str]:
    """Of every writer."""
    return {**kernels.origins(cell), "expert": kernels.expert(cell)}


def wrong(cell: Cell, text: str, kind: Distribution, seed: int = 1) -> int:
    """How many elements are not the reference's on our machine, full of garbage."""
    given = input_set(cell, kind, seed, poison=True)
    state = given.staged.copy()
    run = cell.platform.run(cell.platform.assemble(text), state, PLENTY)
    assert run.fault is None, run.fault
    assert not cell.platform.audit(cell.memory_map, given.staged, run.state)
    return int(np.sum(cell.platform.read(cell.memory_map.output, run.state) != given.reference))


def wrong_on_qemu(cell: Cell, program: Path, inputs: dict[str, FloatArray]) -> int:
    """The same of a call on qemu; AssertionError for a byte that changed beside the output."""
    placed = (*cell.memory_map.inputs, cell.memory_map.output)
    start = placed[0].address
    memory = bytearray([GUARD]) * (placed[-1].region.end - start)
    for each in cell.memory_map.inputs:
        data = inputs[each.tensor.name].astype(WHOLE[each.tensor.element]).tobytes()
        memory[each.address - start : each.region.end - start] = data
    places = {each.tensor.name for each in placed}
    passed = [
        function64.POINTER + value - start if name in places else value
        for name, value in arguments(cell.memory_map)
    ]
    left = function64.called(program, passed, bytes(memory))
    at, end = placed[-1].address - start, placed[-1].region.end - start
    assert left[:at] == memory[:at]
    assert set(left[end:]) == {GUARD}
    output = np.frombuffer(left[at:end], WHOLE[cell.output.element]).reshape(cell.output.shape)
    return int(np.sum(output != cell.reference(inputs)))


@pytest.mark.program("qemu-riscv64", "qemu-user")
@pytest.mark.parametrize("name", TASKS)
def test_on_qemu(name: str, tmp_path: Path) -> None:
    cell = load_cell(f"boom/{name}/C1")
    for text in texts(cell).values():
        program = function64.built(text, tmp_path)
        for kind in distributions(cell.task):
            assert wrong_on_qemu(cell, program, draw(cell.task, cell.dims, kind, 5)) == 0


@pytest.mark.parametrize("name", TASKS)
def test_on_our_machine(name: str) -> None:
    cell = load_cell(f"boom/{name}/C1")
    for writer, text in texts(cell).items():
        for kind in distributions(cell.task):
            assert (writer, kind, wrong(cell, text, kind)) == (writer, kind, 0)


@pytest.mark.parametrize("name", TASKS)
def test_at_held_out_sizes(name: str) -> None:
    """The smallest, tails, the largest; an expert may leave sizes out, but says so."""
    for found in held_out_cells("boom", name, 4, seed=3):
        for text in texts(found.cell).values():
            assert wrong(found.cell, text, "normal") == 0


@pytest.mark.parametrize(
    ("name", "sizes"), [("towers", "discs=9"), ("qsort", "n=8193"), ("pmp", "windows=17,n=8")]
)
def test_sizes_that_experts_do_not_cover(name: str, sizes: str) -> None:
    cell = load_cell(f"boom/{name}/C1")
    dims = {key: int(size) for key, size in (each.split("=") for each in sizes.split(","))}
    with pytest.raises(Unwritten, match="at most"):
        kernels.expert(make_cell(cell.platform, cell.task, sizes, dims))


def test_the_package_holds_what_the_manifest_says() -> None:
    manifest = BASELINES.manifest()
    assert manifest.options == OPTIONS
    assert manifest.sources == BASELINES.source_hashes()
    assert manifest.kernels == BASELINES.kernel_hashes()
    assert list(manifest.faster) == [cell.name for cell in CELLS]


def test_the_baseline_of_multiply_is_the_cores_own_multiplication() -> None:
    """The classic suite multiplies by shifts and additions; that is an origin, too."""
    cell = load_cell("boom/multiply/C1")
    assert set(kernels.origins(cell)) == {"product", "steps"}
    assert kernels.baseline(cell) == kernels.origins(cell)["product"]
    assert "mul" in kernels.baseline(cell)


@pytest.mark.sweep
@pytest.mark.parametrize("name", TASKS)
def test_the_compiler_gives_the_shipped_text(name: str) -> None:
    cell = load_cell(f"boom/{name}/C1")
    assert BASELINES.manifest().compiler == version()
    for origin, text in kernels.origins(cell).items():
        assert compiled(cell, origin) == text


def test_the_command_finds_nothing_stale(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(BASELINES, ["--check", "--part", "3/10"]) == 0
    assert capsys.readouterr().out == "the compiler gives the same assembly\n"


def test_held_out_sizes_need_no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ziglang", None)
    cell = load_cell("boom/vvadd/n=77")
    assert kernels.baseline(cell) == kernels.baseline(load_cell("boom/vvadd/C1"))


def test_experts_begin_loops_where_fetching_does() -> None:
    """At multiples of 8 bytes: four bytes later an iteration takes a cycle more."""
    for cell in CELLS:
        lines = kernels.expert(cell).splitlines()
        for label, line in zip(lines[1:], lines, strict=False):
            back = any(f", {label[:-1]}" in each for each in lines[lines.index(label) :])
            if label.endswith(":") and back and label != "kernel:":
                assert line == "    .p2align 3", (cell.name, label)


@pytest.mark.parametrize("rules", ["strict", "train", "paper"])
def test_a_baseline_is_as_fast_as_itself(rules: Rules) -> None:
    cell = load_cell("boom/median/C1")
    found = lockfile.locked(cell)
    assert found is not None
    verdict = grade(cell, kernels.baseline(cell), rules, seed=7, second_run=False)
    assert verdict.cycles != found.baseline_cycles
    assert verdict.speedup == 1.0
    given = input_set(cell, "normal", PUBLIC_SEED, poison=True)
    run = cell.platform.run(cell.platform.assemble(kernels.baseline(cell)), given.staged, PLENTY)
    assert run.cycles == found.on_public_inputs != found.baseline_cycles


def test_a_baseline_is_timed_on_the_core_of_the_cell() -> None:
    usual = load_cell("boom/dotprod/C1")
    for core in ("small", "large"):
        cell = with_machine(usual, {"core": core})
        found = lockfile.locked(cell)
        assert found is not None
        verdict = grade(cell, kernels.baseline(cell), seed=7, second_run=False)
        assert verdict.cycles == found.baseline_cycles != MEDIUM_DOTPROD
        assert verdict.speedup == 1.0
