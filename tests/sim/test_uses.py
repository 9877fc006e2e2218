"""What instructions read and write, found by watching their bodies."""

from __future__ import annotations

from kernelcraft.platforms.amd_npu.machine.instructions import aie2
from kernelcraft.platforms.amd_npu.machine.state import AmdNpu
from kernelcraft.sim.uses import Touch, Uses, uses
from tests.toys.vliw import Vliw, isa


def toy(name: str, **operands: int) -> Uses:
    """The uses of an instruction of the toy with these operands."""
    instruction = isa.instructions[name]
    return uses(Vliw, instruction, tuple(operands[each.name] for each in instruction.operands))


def core(name: str, **operands: int) -> Uses:
    """The same of a form of the AIE2 core."""
    instruction = aie2.instructions[name]
    return uses(AmdNpu, instruction, tuple(operands[each.name] for each in instruction.operands))


def registers(touches: frozenset[Touch], part: str) -> set[tuple[int, int]]:
    """Number and stage of what is touched of a part."""
    return {(each.number, each.stage) for each in touches if each.part == part}


def test_a_load_of_the_toy() -> None:
    found = toy("ld", rd=3, pa=1, offset=0)
    assert registers(found.reads, "p") == {(1, 1)}
    assert registers(found.writes, "r") == {(3, 3)}
    assert {each.part for each in found.memory_reads} == {"memory"}
    assert found.memory_writes == frozenset()
    assert found.branch is None


def test_a_branch_of_the_toy() -> None:
    assert toy("bnz", ra=1, target=0).branch == 2


def test_all_ways_through_an_address_in_three_dimensions() -> None:
    name = "vlda.3d wd, [pa], dsk"
    found = core(name, wd=5, pa=0, dsk=0)
    assert registers(found.writes, "granules") == {(5, 7)}
    assert {stage for _, stage in registers(found.writes, "scalars")} == {1}
    assert len(registers(found.writes, "scalars")) == 3  # the pointer and two counters


def test_what_is_done_late() -> None:
    found = core("st.s8 ra, [pa, #near]", ra=1, pa=0, near=0)
    assert (1, 7) in registers(found.reads, "scalars")  # the data
    assert len(found.memory_reads) == len(found.memory_writes) == 1
