"""A driver of subroutines: what it says, and what its words, loops and locks do on the core."""

from __future__ import annotations

import numpy as np
import pytest

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.platforms.amd_npu.kernels.calls import (
    MOST_WORDS,
    Add,
    Call,
    Loop,
    Operand,
    Scratch,
    Set,
    Step,
    Swap,
    Word,
    driver,
)
from kernelcraft.platforms.amd_npu.kernels.composites.library import copied, filled
from kernelcraft.platforms.amd_npu.kernels.in_a_row import composed, in_a_row, known
from kernelcraft.platforms.amd_npu.machine.assembly import assemble_kernel
from kernelcraft.platforms.amd_npu.machine.interpreter import INTERPRETER
from kernelcraft.platforms.amd_npu.machine.loading import load_program
from kernelcraft.platforms.amd_npu.machine.memory_map import ARGUMENTS, BESIDE_TABLES
from kernelcraft.platforms.amd_npu.machine.registers import NUMBER
from kernelcraft.platforms.amd_npu.machine.state import MEMORY_START, AmdNpu
from kernelcraft.platforms.amd_npu.machine.streaming import BANK
from kernelcraft.sim.native import execute
from kernelcraft.sim.run import Limits, Run
from kernelcraft.sim.state import State, fresh

FROM, TO = 0x74000, 0x78000
SOURCE, GOAL, OTHER = Word("source"), Word("goal"), Word("other goal")


def ran(steps: list[Step]) -> State:
    """The machine after a driver, with 0, 1, ... in words from FROM on and both addresses given."""
    return executed(driver(steps)).state


def executed(kernel: str) -> Run:
    """A kernel on that machine."""
    program, state = assemble_kernel(kernel), fresh(AmdNpu, {})
    load_program(program, state)
    for address, words in ((ARGUMENTS, [FROM, TO]), (FROM, range(1024))):
        data = np.array([*words], "<u4").view(np.uint8)
        state["memory"][address - MEMORY_START :][: len(data)] = data
    state["scalars"][NUMBER["p0"]] = ARGUMENTS
    found = execute(INTERPRETER, program, state, Limits(instructions=1_000_000))
    assert found.fault is None
    return found


def words(state: State, address: int, count: int) -> list[int]:
    data = state["memory"][address - MEMORY_START :][: 4 * count]
    return [int(each) for each in data.view("<u4")]


def test_a_text_stands_once_and_labels_are_its_own() -> None:
    text = ".globl kernel\n.p2align 4\nkernel:\n.Lnext:\njnz r1, #.Lnext\n"
    other = text.replace("r1", "r2")
    found = driver([Call(text, (Operand(0), 0x60000)), Call(other, ()), Call(text, (Operand(1),))])
    assert found.count("part0:\n") == 1
    assert found.count("jl #part0\n") == 2
    assert "jnz r1, #.Lpart0_next" in found
    assert "jnz r2, #.Lpart1_next" in found
    assert "block0:\n.word 0, 393216\n" in found  # an operand's address is filled in, a place known


def test_words_change_from_call_to_call() -> None:
    """Six pieces, to two places in turn, each farther on by the time it is used again."""
    piece = (
        Call(copied(64), (SOURCE, GOAL)),
        Add(SOURCE, 64),
        Add(GOAL, 64),
        Swap(GOAL, OTHER),
    )
    start = (Set(SOURCE, Operand(0)), Set(GOAL, Operand(1)), Set(OTHER, TO + 0x1000))
    state = ran([*start, Loop(2, (Loop(3, piece),))])
    assert words(state, TO, 48) == [*range(16), *range(32, 48), *range(64, 80)]
    assert words(state, TO + 0x1000, 48) == [*range(16, 32), *range(48, 64), *range(80, 96)]


def test_a_word_may_be_another_s_value_and_a_loop_may_come_once() -> None:
    first = (Set(GOAL, TO), Set(OTHER, GOAL), Add(GOAL, 64))
    state = ran([*first, Loop(1, (Call(copied(64), (FROM, OTHER)),)), Call(filled(32), (GOAL,))])
    assert words(state, TO, 16) == [*range(16)]
    assert words(state, TO + 64, 9) == [0xC780C780] * 8 + [0]


def test_a_driver_has_so_many_words() -> None:
    steps: list[Step] = [Set(Word(f"{number}"), number) for number in range(MOST_WORDS)]
    with pytest.raises(Unwritten, match=f"{MOST_WORDS + 1} words, more than {MOST_WORDS}"):
        driver(steps)
    driver(steps[:-1])


def test_places_between_steps_are_free_banks() -> None:
    cell = load_cell("amd_npu/attention/C5")
    scratch = Scratch(cell)
    places = [scratch.take(20_000) for _ in range(2)]
    for each in (*cell.memory_map.inputs, cell.memory_map.output):
        assert all(at >= each.region.end or at + 20_000 <= each.region.start for at in places)
    with pytest.raises(Unwritten, match="no room for 80,000 bytes between its steps"):
        scratch.take(80_000)


def test_places_have_banks_of_their_own_if_there_are_enough() -> None:
    cell = load_cell("amd_npu/gqa/C2")
    scratch = Scratch(cell)
    free = sum((end - start) // BANK for start, end in scratch.rooms)
    found = scratch.several(*((100,) for _ in range(free)), (6000, 6000))
    places = [at for group in found for at in group]
    assert len({at // BANK for at in places}) == free
    assert [at % BANK for at in places] == [*[0] * free, 128, 128 + 6016]
    (beside,) = scratch.share(100)  # what is left beside the tables
    assert beside == BESIDE_TABLES.start


def test_a_row_does_what_a_driver_does_in_less_time() -> None:
    """A loop's words are known; scratch is immediate, operands come from the argument block."""
    steps: list[Step] = [
        Set(GOAL, 0x7C000),
        Loop(2, (Call(copied(128), (Operand(0), GOAL)), Add(GOAL, 128))),
        Set(SOURCE, 0x7C080),
        Swap(SOURCE, GOAL),
        Call(copied(64), (GOAL, Operand(1))),
    ]
    row, apart = executed(composed(steps, together=True)), executed(driver(steps))
    for each in (row, apart):
        assert words(each.state, 0x7C000, 64) == [*range(32)] * 2
        assert words(each.state, TO, 17) == [*range(16), 0]
    text = composed(steps, together=True)
    assert "jl" not in text
    assert text.count("ret lr") == 1
    assert "movxm p2, #507904" in text
    assert "lda p2, [p0, #4]" in text
    assert row.cycles < 0.7 * apart.cycles


def test_calls_are_in_a_row_only_if_all_is_known() -> None:
    lines = "lda p1, [p0, #0]\n{}\nret lr\n" + "nop\n" * 5
    start = ".globl kernel\n.p2align 4\nkernel:\n"
    with pytest.raises(Unwritten, match="more than one return"):
        in_a_row([Call(start + lines.format("ret lr" + "\nnop" * 5), (FROM,))])
    with pytest.raises(Unwritten, match="more with its argument block"):
        in_a_row([Call(start + lines.format("mov p2, p0"), (FROM,))])
    with pytest.raises(Unwritten, match="33 calls"):
        in_a_row([Call(copied(64), (FROM, TO))] * 33)
    with pytest.raises(Unwritten, match="known only when the kernel runs"):
        known([Set(GOAL, Operand(0)), Add(GOAL, 64)])
    with pytest.raises(Unwritten, match="known only when the kernel runs"):
        known([Call(copied(64), (FROM, OTHER))])
    assert "jl #part0" in composed([Call(copied(64), (FROM, TO))] * 33, together=True)
