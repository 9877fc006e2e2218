"""The DMA of the column around a core: when words move, what locks wait for, who takes a bank."""

from __future__ import annotations

import numpy as np
import pytest

from kernelcraft.isa.errors import AssemblyError
from kernelcraft.platforms.amd_npu.machine.assembly import assemble
from kernelcraft.platforms.amd_npu.machine.column_state import FROM, TO, load_own_plan
from kernelcraft.platforms.amd_npu.machine.dma import EAGER, HELD_UP, LAZY, PACE, PUSH, USUAL
from kernelcraft.platforms.amd_npu.machine.interpreter import INTERPRETER
from kernelcraft.platforms.amd_npu.machine.loading import load_program
from kernelcraft.platforms.amd_npu.machine.plan_text import parsed, text_of
from kernelcraft.platforms.amd_npu.machine.registers import NUMBER
from kernelcraft.platforms.amd_npu.machine.state import AmdNpu
from kernelcraft.platforms.amd_npu.machine.transfers import COLUMN, INBOUND, OUTBOUND
from kernelcraft.sim.native import Native, load
from kernelcraft.sim.random_programs import differences
from kernelcraft.sim.reference import run_reference
from kernelcraft.sim.run import Limits, Run
from kernelcraft.sim.state import State, fresh
from tests.platforms.amd_npu.machine.core import ENDING, RETURN, granule

PIECE = 64  # bytes: four turns of a channel
BYTES = 4 * PIECE
FIRST, LATER = 748, 248  # cycles in which a shim channel's first task begins, and a later one
ROOM, READY = 48, 49  # locks core.0 and core.1 as a core knows them
COME = """
[locks]
"core.0" = 2
[[buffer]]
name = "ping"
tile = "core"
address = 0x74000
bytes = 64
[[buffer]]
name = "pong"
tile = "core"
address = 0x78000
bytes = 64
[[stream]]
from = "shim.mm2s0"
to = ["core.s2mm0"]
[[descriptor]]
name = "ddr"
tile = "shim"
of = "x"
sizes = [64]
[[descriptor]]
name = "first"
tile = "core"
of = "ping"
sizes = [16]
acquire = ["core.0", 1]
release = ["core.1", 1]
next = "second"
[[descriptor]]
name = "second"
tile = "core"
of = "pong"
sizes = [16]
acquire = ["core.0", 1]
release = ["core.1", 1]
next = "first"
[[task]]
channel = "shim.mm2s0"
descriptor = "ddr"
[[task]]
channel = "core.s2mm0"
descriptor = "first"
"""
GO = """
[[buffer]]
name = "ping"
tile = "core"
address = 0x74000
bytes = 64
[[stream]]
from = "core.mm2s0"
to = ["shim.s2mm0"]
[[descriptor]]
name = "ddr"
tile = "shim"
of = "y"
sizes = [16]
[[descriptor]]
name = "out"
tile = "core"
of = "ping"
sizes = [16]
acquire = ["core.1", 1]
[[task]]
channel = "shim.s2mm0"
descriptor = "ddr"
[[task]]
channel = "core.mm2s0"
descriptor = "out"
"""


def staged(text: str, plan: str, pace: int = USUAL) -> State:
    """A machine with bytes 1, 2, 3, ... in DDR; r1 and r2 hold themselves, p1, p2 buffers."""
    tensors = {
        FROM.format("x"): 0,
        TO.format("x"): BYTES,
        FROM.format("y"): 0,
        TO.format("y"): BYTES,
    }
    state = fresh(AmdNpu, {COLUMN: 1, INBOUND: BYTES, OUTBOUND: BYTES, "moved": 0, **tensors})
    program = assemble(f"{text}{RETURN}\n.plan{plan}.endplan")
    load_program(program, state)
    for number in (1, 2):
        state["scalars"][NUMBER[f"r{number}"]] = number
    for pointer, address in (("p1", 0x74000), ("p2", 0x78000), ("p3", 0x7C000)):
        state["scalars"][NUMBER[pointer]] = address
    state["inbound"][:] = np.arange(1, BYTES + 1).astype(np.uint8)
    state["channels"][PACE] = pace
    fault = load_own_plan(state, program)
    assert fault is None, str(fault)
    return state


def run(text: str, plan: str, *free: str, pace: int = USUAL) -> Run:
    """The reference machine's run, after the native one was found equal."""
    native = load(INTERPRETER)
    assert isinstance(native, Native), native
    state = staged(text, plan, pace).freeing(*free)
    program = assemble(f"{text}{RETURN}\n.plan{plan}.endplan")
    limits = Limits(instructions=2000, cycles=100_000)
    found = native.run(program, state.copy(), limits)
    expected = run_reference(program, state.copy(), limits)
    assert list(differences(expected, found)) == []
    return expected


def finished(text: str, plan: str, *free: str, pace: int = USUAL) -> Run:
    found = run(text, plan, *free, pace=pace)
    assert found.fault is None, str(found.fault)
    return found


LOOK = "vlda wl0, [p1, #0]\nvlda wl1, [p2, #0]" + "\nnop" * 6


def test_words_from_ddr_arrive_after_the_first_task_and_their_way() -> None:
    """The shim's channel sends in 750, 754, ...; three tiles on it is 6 cycles; S2MM 0 takes a beat
    in the next multiple of 4, the fourth one in 768; its lock rises 8 cycles later.
    """
    found = finished(f"acq #{READY}, r1\n{LOOK}", COME)
    assert found.profile.by_reason()["lock"] == 768 + 8 + 1
    assert granule(found.state, "wl0").tolist() == [*range(1, 33)]


def test_two_buffers_are_filled_in_turn_until_both_are_full() -> None:
    found = finished(f"acq #{READY}, r2\n{LOOK}" + "\nnop" * 200, COME)
    assert granule(found.state, "wl0").tolist() == [*range(1, 33)]
    assert granule(found.state, "wl1").tolist() == [*range(65, 97)]
    assert found.state["locks"][[ROOM, READY]].tolist() == [0, 0]


def test_a_buffer_that_was_released_is_filled_again() -> None:
    text = f"acq #{READY}, r1\nrel #{ROOM}, r1\nacq #{READY}, r2\n{LOOK}"
    found = finished(text, COME)
    assert granule(found.state, "wl0").tolist() == [*range(129, 161)]


def test_a_load_of_the_bundle_of_an_acq_comes_before_the_wait() -> None:
    found = finished(f"acq #{READY}, r1 ; vlda wl0, [p1, #0]" + "\nnop" * 6, COME)
    assert not granule(found.state, "wl0").any()


def test_a_shim_channel_that_sends_loses_one_turn_of_twenty() -> None:
    plan = COME.replace("sizes = [64]", "sizes = [16, 4]\nstrides = [1, 0]\niterate = [1, 0]")
    plan = plan.replace('descriptor = "ddr"', 'descriptor = "ddr"\nrepeat = 16')
    again = f"acq #{READY}, r1\nrel #{ROOM}, r1\n" * 64
    words = 16 * 64
    found = finished(again, plan)
    assert found.cycles / (FIRST + words / 0.95) == pytest.approx(1, abs=0.02)


def test_a_cell_ends_when_the_last_word_is_in_ddr() -> None:
    """The lock is raised in cycle 301; the core's MM2S 0 is channel 2 and sends in 302 to 314. Six
    cycles later, in a multiple of 4, the shim's channel takes the last beat; the core ends in 308.
    """
    found = finished("nop\n" * 300 + f"rel #{READY}, r1", GO)
    assert found.cycles == 314 + 6 + 1
    assert found.profile.by_reason()["drain"] == found.cycles - (300 + 2 + ENDING)
    assert found.state["sent"][:PIECE].all()
    assert not found.state["sent"][PIECE:].any()


def test_a_shim_channel_that_receives_begins_after_171_cycles() -> None:
    found = finished(f"rel #{READY}, r1", GO)
    assert found.cycles == 4 * round(171 / 4) + 3 * 4 + 1


def test_what_was_not_released_never_leaves() -> None:
    found = finished("nop", GO)
    assert not found.state["sent"].any()
    assert found.cycles == 1 + ENDING


@pytest.mark.parametrize(
    ("load", "stalls"),
    [
        ("vlda wl0, [p1, #0]", 4),  # a turn in every fourth cycle takes half of this bank
        ("vlda wl0, [p3, #0]", 0),  # another bank
        ("vlda.128 wl0, [p1]", 2),  # of four turns every other is in its half of the bank
    ],
)
def test_a_bundle_waits_a_cycle_for_a_bank_that_a_channel_takes(load: str, stalls: int) -> None:
    found = finished("nop\n" * (FIRST + 6) + "\n".join([load] * 20), COME)
    assert found.profile.by_reason()["dma"] == stalls


def test_a_lock_that_nobody_will_release_is_named() -> None:
    found = run(f"nop\nacq #{READY + 1}, r2", COME)
    assert str(found.fault) == (
        "line 2: acq #50, r2: lock 50 holds 0, waits for 2: nobody will release it"
    )
    assert found.cycles < FIRST + 200


def test_a_lock_holds_63() -> None:
    found = run(f"movx r5, #60\nrel #{READY}, r5\nmovx r5, #4\nrel #{READY}, r5", COME)
    assert "lock 49 holds 60: 4 more are more than the 63 it can hold" in str(found.fault)


def test_where_locks_are_free_the_same_arrives_in_less_time() -> None:
    text = f"acq #{READY}, r1\n{LOOK}"
    waited, free = finished(text, COME), finished(text, COME, "locks")
    assert free.cycles == waited.cycles - waited.profile.by_reason()["lock"]
    assert np.array_equal(free.state["memory"], waited.state["memory"])


def test_an_eager_dma_moves_at_once_all_that_locks_allow() -> None:
    found = finished(f"nop\n{LOOK}", COME, pace=EAGER)
    assert granule(found.state, "wl0").tolist() == [*range(1, 33)]
    assert granule(found.state, "wl1").tolist() == [*range(65, 97)]


def test_a_lazy_dma_moves_nothing_but_during_a_wait() -> None:
    assert not granule(finished("nop\n" * 1200 + LOOK, COME, pace=LAZY).state, "wl0").any()
    found = finished(f"acq #{READY}, r1\n{LOOK}", COME, pace=LAZY)
    assert granule(found.state, "wl0").tolist() == [*range(1, 33)]


def test_a_dma_that_is_held_up_shows_something_else_first() -> None:
    """A program that only looks whether a buffer has changed takes what passes for its piece."""
    text = f"acq #{READY}, r1\nrel #{ROOM}, r1\nacq #{READY}, r1\nrel #{ROOM}, r1\n" * 2
    usual, held = finished(text, COME), finished(text, COME, pace=HELD_UP)
    assert held.cycles > usual.cycles
    assert np.array_equal(held.state["memory"], usual.state["memory"])


def test_later_tasks_are_given_out_when_a_queue_has_room() -> None:
    """Each brings 16 words; the fifth is not in the queue of four at the beginning."""
    six = COME.replace("sizes = [64]", "sizes = [16]")
    six += '[[task]]\nchannel = "shim.mm2s0"\ndescriptor = "ddr"\n' * 5
    text = f"acq #{READY}, r1\nrel #{ROOM}, r1\n" * 6
    one = finished(f"acq #{READY}, r1\n", six).cycles
    all_of_them = finished(text, six).cycles
    assert all_of_them - one == pytest.approx(5 * (LATER + 16), abs=8)
    assert LATER > PUSH  # so that the controller holds nothing up here


def test_descriptors_step_through_memory_in_three_dimensions() -> None:
    """Of a matrix of 8 x 8 words the left half, then, as it iterates, the right one."""
    plan = COME.replace("sizes = [64]", "sizes = [4, 4]\nstrides = [1, 8]\niterate = [2, 4]")
    plan = plan.replace('descriptor = "ddr"', 'descriptor = "ddr"\nrepeat = 2')
    found = finished(f"acq #{READY}, r2\n{LOOK}", plan)
    rows = np.arange(1, BYTES + 1).astype(np.uint8).reshape(8, 8, 4)
    assert granule(found.state, "wl0").tolist() == rows[:2, :4].reshape(-1).tolist()
    assert granule(found.state, "wl1").tolist() == rows[:2, 4:].reshape(-1).tolist()


def test_a_stream_can_end_in_several_tiles() -> None:
    plan = COME.replace('to = ["core.s2mm0"]', 'to = ["core.s2mm0", "north.s2mm1"]')
    plan += """
[[buffer]]
name = "there"
tile = "north"
address = 0x60000
bytes = 256
[[descriptor]]
name = "copy"
tile = "north"
of = "there"
sizes = [64]
release = ["north.3", 1]
[[task]]
channel = "north.s2mm1"
descriptor = "copy"
"""
    text = f"acq #{READY}, r2\nrel #{ROOM}, r2\nacq #35, r1\nmovxm p3, #0x60080\n"
    found = finished(f"{text}vlda wl0, [p3, #0]" + "\nnop" * 6, plan)
    assert granule(found.state, "wl0").tolist() == [*range(129, 161)]


def test_a_plan_is_read_as_it_was_written() -> None:
    for text in (COME, GO):
        assert parsed(text_of(parsed(text))) == parsed(text)


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("sizes = [64]", "sizes = [66]", "moves 66 words; they move 4 at a time"),
        ('"core.0" = 2', '"core.16" = 2', "there is no lock core.16: core has 16, from 0 on"),
        ('"core.0" = 2', '"core.0" = 64', "begins with 64; locks hold 0 to 63"),
        ("address = 0x78000", "address = 0x74020", "the buffers ping and pong overlap"),
        ("address = 0x78000", "address = 0x72000", "reaches from 0x74000 to 0x7ffff"),
        ('tile = "core"\naddress', 'tile = "west"\naddress', "is in 'west'; buffers lie in"),
        ('of = "pong"', 'of = "pang"', "moves 'pang', no buffer of core"),
        ('next = "first"', 'next = "third"', "comes 'third', which core has not"),
        ('"shim.mm2s0"\nto', '"shim.mm2s2"\nto', "there is no channel shim.mm2s2"),
        ('"core.s2mm0"]', '"core.mm2s0"]', "ends at core.mm2s0, but only an s2mm channel"),
        ('of = "pong"\nsizes = [16]', 'of = "pong"\nsizes = [32]', "reaches from byte 0 to 127"),
        ("sizes = [64]", "size = [64]", "descriptor ddr has no 'size'"),
        ("sizes = [64]", 'sizes = "64"', "sizes of descriptor ddr is '64'; it must be a list"),
        ("[locks]", "[lock]", "the plan has no table 'lock'"),
        ("sizes = [64]", "sizes = [64", "the plan is no TOML"),
        ('descriptor = "ddr"', 'descriptor = "ddr"\nrepeat = 300', "repeats 300 times; 1 to 256"),
        ("sizes = [64]", "sizes = [4, 4, 2, 2]\nstrides = [1, 4, 16, 32]", "there are 1 to 3"),
        ('["core.0", 1]', '["memory.0", 1]', "uses the lock memory.0 of another tile"),
    ],
)
def test_what_is_wrong_with_a_plan_is_an_error_with_its_line(
    before: str, after: str, message: str
) -> None:
    text = COME.replace(before, after, 1)
    assert text != COME
    with pytest.raises(AssemblyError) as raised:
        assemble(f"nop{RETURN}\n.plan{text}.endplan")
    assert message in str(raised.value)
    assert raised.value.faults[0].line >= 8  # where the plan begins


def test_a_tile_has_16_descriptors() -> None:
    many = "".join(
        f'[[descriptor]]\nname = "d{n}"\ntile = "core"\nof = "ping"\nsizes = [16]\n'
        for n in range(15)
    )
    with pytest.raises(AssemblyError, match="core has 16 descriptors; the plan has 17"):
        assemble(f"nop{RETURN}\n.plan{COME}{many}.endplan")


@pytest.mark.parametrize("text", [".plan\nnop", "nop\n.endplan", ".plan\n.plan\n.endplan"])
def test_a_plan_has_one_beginning_and_one_end(text: str) -> None:
    with pytest.raises(AssemblyError, match=r"a plan is one \.plan and one \.endplan after it"):
        assemble(text + RETURN)


def test_a_plan_that_reaches_outside_of_a_tensor_is_a_fault_of_the_run() -> None:
    program = assemble(f"nop{RETURN}\n.plan{COME.replace('[64]', '[128]')}.endplan")
    state = staged("nop", COME)
    assert "the descriptor ddr reaches from byte 0 to 511 of x, which has 256" in str(
        load_own_plan(state, program)
    )
    resident = fresh(AmdNpu, {})
    assert "nothing is streamed here" in str(load_own_plan(resident, program))
