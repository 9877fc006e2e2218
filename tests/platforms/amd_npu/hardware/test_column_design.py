"""The designs of streamed cells: every cell has one, none breaks a rule, all move what they should.

Each is read back from its text and carried out twice: by an array that knows nothing but the text,
and, as the cell's own plan, by the simulator's DMA. What reaches the core must be the same.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kernelcraft.cells.cell import Cell, find_cells, load_cell
from kernelcraft.cells.hardware import HardwareError
from kernelcraft.cells.protocol import FloatArray
from kernelcraft.platforms.amd_npu.hardware.prepared import Prepared, prepared
from kernelcraft.platforms.amd_npu.machine import memory_map as memories
from kernelcraft.platforms.amd_npu.machine.column_plan import column_plan
from kernelcraft.platforms.amd_npu.machine.column_state import load_plan
from kernelcraft.platforms.amd_npu.machine.plan_text import parsed, text_of
from tests.platforms.amd_npu.hardware.array import Array
from tests.platforms.amd_npu.hardware.beside import BesideDesign, BesideSimulator
from tests.platforms.amd_npu.hardware.checks import violations
from tests.platforms.amd_npu.hardware.core_model import Core
from tests.platforms.amd_npu.hardware.design_text import read

IDLE = "kernel:\n" + "nop\n" * 5 + "ret lr\n" + "nop\n" * 5
OWN = Path(__file__).with_name("own_plan.toml").read_text()
CELLS = find_cells("amd_npu")
STREAMED = [cell for cell in CELLS if cell.memory_map.streamed]
ALWAYS = ("gemv/C4", "gemm/C4", "linear/C4", "ffn/C3", "swiglu/C2", "mha/C2", "decoder_llama/C1")


def numbers(cell: Cell) -> dict[str, FloatArray]:
    rng = np.random.default_rng(1)
    placed = cell.memory_map.inputs
    return {each.tensor.name: rng.normal(size=each.tensor.shape) for each in placed}


def made(cell: Cell, plan: str = "") -> Prepared:
    text = f"{IDLE}.plan\n{plan}.endplan\n" if plan else IDLE
    return prepared(cell, text, numbers(cell))


def test_all_110_cells_have_a_design() -> None:
    assert (len(CELLS), len(STREAMED)) == (110, 35)
    for cell in CELLS:
        design = made(cell).design
        assert ("aie.memtile_dma" in design) == cell.memory_map.streamed


@pytest.mark.sweep
@pytest.mark.parametrize("cell", STREAMED, ids=str)
def test_no_design_breaks_a_rule_of_the_array(cell: Cell) -> None:
    assert violations(read(made(cell).design)) == []


BROKEN = (
    ("bd_id = 13 ", "bd_id = 24 ", "does not reach 24"),
    ("bd_id = 13 ", "bd_id = 12 ", "stands for two"),
    ("%memory_lock0, Release, 1", "%memory_lock5, Release, 1", "nobody raises memory_lock0"),
    ("(%memory, 0) {init = 0", "(%memory, 2) {init = 0", "two locks"),
    ("(%memory, 63) {init = 0", "(%memory, 63) {init = 1", "holds 1"),
    ("stride = 2048", "stride = 2097152", "reaches word"),
    ("<size = 32, stride = 2048>", "<size = 16, stride = 2048>", "are not 32768 words"),
    ("aie.flow(%shim, DMA : 1, %memory, DMA : 1)\n", "aie.end\n", "streams and tasks differ"),
    ("aie.packet_source<%own", "aie.packet_source<%north", "are heard"),
    ("address = 1024 : i32", "address = 1020 : i32", "overlap"),
    ("73728, 256)", "73729, 256)", "reaches word 73984"),
)


@pytest.mark.parametrize(("old", "new", "said"), BROKEN)
def test_a_design_that_breaks_a_rule_is_found(old: str, new: str, said: str) -> None:
    text = made(load_cell("amd_npu/linear/C4")).design
    assert old in text
    assert said in "; ".join(violations(read(text.replace(old, new, 1))))


def test_a_line_of_no_known_form_is_found() -> None:
    with pytest.raises(ValueError, match="no known form: aie"):
        read("aie.dma_bd(%buffer0 : memref<16xi32>)")


def same_bytes(cell: Cell) -> None:
    """What reaches the core, and the host, is what the simulator brings there."""
    ready = made(cell)
    words = ready.given.view(np.uint32).copy()
    array = Array(read(ready.design), words, np.zeros(ready.size // 4, np.uint32))
    core = Core(cell.memory_map, BesideDesign(array))
    array.run(core.actors())
    state = memories.stage(cell.memory_map, numbers(cell), None)
    simulated = Core(cell.memory_map, beside := BesideSimulator(state))
    beside.run(simulated.actors())
    assert core.came == simulated.came
    assert core.came.keys() >= {each.tensor.name for each in cell.memory_map.inputs}
    assert array.answer.tobytes() == state["outbound"].tobytes()
    assert state["sent"].all()


@pytest.mark.parametrize("name", ALWAYS)
def test_the_bytes_that_reach_the_core_are_the_simulators(name: str) -> None:
    same_bytes(load_cell(f"amd_npu/{name}"))


@pytest.mark.sweep
@pytest.mark.parametrize("cell", STREAMED, ids=str)
def test_so_they_are_in_every_cell(cell: Cell) -> None:
    same_bytes(cell)


def test_the_fixed_plan_as_a_kernels_own_gives_the_same_design() -> None:
    cell = load_cell("amd_npu/gemm/C4")
    plan = column_plan(cell.memory_map.plan, cell.memory_map.streams, cell.memory_map.spill)
    assert plan is not None
    assert made(cell, text_of(plan)).design == made(cell).design


def test_nothing_of_a_kernels_text_stands_in_the_design() -> None:
    ready = made(load_cell("amd_npu/gemv/C4"), OWN.replace("ping", "p} aie.end {"))
    assert "p}" not in ready.design
    assert ".plan" not in ready.kernel
    assert read(ready.design).buffers["buffer0"].size == 1024


def test_an_own_plan_with_strides_and_iterations_moves_the_simulators_bytes() -> None:
    cell = load_cell("amd_npu/gemv/C4")
    ready = made(cell, OWN)
    design = read(ready.design)
    assert violations(design) == []
    words = ready.given.view(np.uint32).copy()
    array = Array(design, words, np.zeros(ready.size // 4, np.uint32))
    array.run([])
    state = memories.stage(cell.memory_map, numbers(cell), None)
    placed = (*cell.memory_map.inputs, cell.memory_map.output)
    load_plan(state, parsed(OWN), {each.tensor.name: each.region.start for each in placed}, 0)
    beside, around = BesideSimulator(state), BesideDesign(array)
    beside.run([])
    assert array.answer.any()
    assert array.answer.tobytes() == state["outbound"].tobytes()
    for address in (0x74000, 0x64000):
        assert around.load(address, 4096) == beside.load(address, 4096)


REFUSED = (
    ("strides = [1, 16, 128]", "strides = [1, 16, -1]", "a stride of -1 words"),
    ("strides = [8, 16, 1]", "strides = [8, 16, 0]", "a stride of 0 words"),
    (
        "sizes = [2, 64, 8]\nstrides = [8, 16, 1]",
        "sizes = [256, 2, 2]\nstrides = [2, 1, 1]",
        "hold",
    ),
    ('of = "output"', 'of = "A"', "the host sends inputs and receives outputs only"),
    ('name = "back"', 'name = "back"\nnext = "back"', "never ends"),
    ("repeat = 32", 'repeat = 32\n[[task]]\nchannel = "memory.mm2s1"\ndescriptor = "out"', "four"),
    ("repeat = 32", 'repeat = 32\n[[task]]\nchannel = "north.s2mm1"\ndescriptor = "also"', "alone"),
)


@pytest.mark.parametrize(("old", "new", "said"), REFUSED)
def test_what_the_array_cannot_do_is_refused(old: str, new: str, said: str) -> None:
    assert old in OWN
    with pytest.raises(HardwareError, match=said):
        made(load_cell("amd_npu/gemv/C4"), OWN.replace(old, new))


def test_a_wrong_plan_and_one_of_a_resident_cell_are_refused() -> None:
    cell = load_cell("amd_npu/gemv/C4")
    with pytest.raises(HardwareError, match="reaches from byte"):
        made(cell, OWN.replace("offset = 1024", "offset = 1048576"))
    with pytest.raises(HardwareError, match="no TOML"):
        made(cell, "[\n")
    with pytest.raises(HardwareError, match="nothing is streamed"):
        made(load_cell("amd_npu/relu/C1"), OWN)
